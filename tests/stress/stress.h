/* stress.h -- shared by the stress tests: saved graphs as text, and sizes. */
#ifndef STRESS_H
#define STRESS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/tvm/tir.h>

#include "../whole.h"

/* Text that grows; NUL-terminated. Starts out zeroed and is freed by its owner. */
typedef struct stress_text {
    char *data;
    size_t size;
    size_t room;
} stress_text;

static inline void stress_add(stress_text *text, const char *format, ...) TUNIP_PRINTF(2, 3);

static inline void stress_add(stress_text *text, const char *format, ...)
{
    enum { LONGEST = 256 };
    if (text->room - text->size < LONGEST) {
        text->room = text->room ? 2 * text->room : 1 << 16;
        text->data = realloc(text->data, text->room);
        assert_non_null(text->data);
    }
    va_list args;
    va_start(args, format);
    int size = vsnprintf(text->data + text->size, LONGEST, format, args);
    va_end(args);
    assert_in_range(size, 0, LONGEST - 1);
    text->size += (size_t)size;
}

static inline tunip_context *stress_context(void)
{
    tunip_context *context = tunip_context_new(NULL, NULL);
    assert_non_null(context);
    return context;
}

static inline tunip_printed *stress_print(tunip_context *context, const void *root)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    tunip_print(context, root, NULL, &printed, &error);
    assert_string_equal(error.message, "");
    assert_non_null(printed);
    return printed;
}

#endif
