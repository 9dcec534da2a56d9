/* plain_end.h -- the test of tn_json_plain_end(), which has one form for each kind of processor. */
#ifndef PLAIN_END_H
#define PLAIN_END_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "util/json.h"

/* All lengths up to a few words, with each character at each place. */
static inline void plain_ends_are_found_at_every_place(void **state)
{
    enum { LONGEST = 40 };
    (void)state;
    for (size_t size = 0; size <= LONGEST; size++)
        for (size_t place = 0; place < size; place++)
            for (unsigned c = 0; c < 256; c++) {
                char *text = malloc(size + 1); /* exactly, so that sanitizers find overruns */
                assert_non_null(text);
                memset(text, place % 2 ? 'a' : '~', size);
                text[place] = (char)c;
                text[size] = '\0';
                bool is_plain = c >= ' ' && c < 0x80 && c != '"' && c != '\\';
                const char *end = tn_json_plain_end(text, text + size);
                assert_int_equal(end - text, is_plain ? size : place);
                free(text);
            }
}

#endif
