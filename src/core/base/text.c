/* text.c -- text that grows. */
#include "text.h"

#include <stdio.h>

#include "arena.h"
#include "limit.h"

void tn_text_init(tn_text *text, const tunip_allocator *allocator)
{
    *text = (tn_text){.allocator = allocator};
}

void tn_text_free(tn_text *text)
{
    tn_array_free(&text->bytes, text->allocator);
}

tunip_status tn_text_error(const tn_text *text, tunip_error *error)
{
    if (!text->is_over) return tn_no_memory(error);
    return tn_limit_bytes(text->max_bytes, error);
}

static char *extend(tn_text *text, size_t size)
{
    if (!size || text->failed) return NULL;
    if (!text->allocator) text->allocator = &tn_malloc;
    if (text->max_bytes && size > text->max_bytes - text->bytes.count) {
        text->failed = text->is_over = true;
        return NULL;
    }
    if (!tn_array_reserve(&text->bytes, text->allocator, size)) {
        text->failed = true;
        return NULL;
    }
    text->bytes.count += size;
    return text->bytes.items + text->bytes.count - size;
}

void tn_text_put(tn_text *text, const char *data, size_t size)
{
    char *to = extend(text, size);
    if (to) memcpy(to, data, size);
}

void tn_text_fill(tn_text *text, char c, size_t count)
{
    char *to = extend(text, count);
    if (to) memset(to, c, count);
}

void tn_text_pad(tn_text *text, size_t size)
{
    if (size > text->bytes.count) tn_text_fill(text, ' ', size - text->bytes.count);
}

void tn_text_put_number(tn_text *text, size_t number, size_t width)
{
    char digits[24];
    size_t size = (size_t)snprintf(digits, sizeof digits, "%zu", number);
    if (width > size) tn_text_fill(text, ' ', width - size);
    tn_text_put(text, digits, size);
}

void tn_text_say_list(tn_text *text, const char *format, va_list args)
{
    enum { USUAL = 128 }; /* most numbers and their words */
    char usual[USUAL];
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(usual, sizeof usual, format, args);
    if (size > 0 && size < USUAL) tn_text_put(text, usual, (size_t)size);
    if (size >= USUAL) {
        char *to = extend(text, (size_t)size + 1);
        if (to) vsnprintf(to, (size_t)size + 1, format, again);
        text->bytes.count -= to != NULL; /* the NUL */
    }
    va_end(again);
}

void tn_text_say(tn_text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tn_text_say_list(text, format, args);
    va_end(args);
}

int tn_text_put_chunk(const char *data, size_t size, void *text)
{
    tn_text_put(text, data, size);
    return ((tn_text *)text)->failed;
}

tunip_status tn_text_write(const tn_text *text, tunip_write_fn write, void *user,
                           tunip_error *error)
{
    if (text->failed) return tn_text_error(text, error);
    if (!text->bytes.count || write(text->bytes.items, text->bytes.count, user) == 0)
        return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_CANCELLED, "cannot write");
}

void tn_text_put_escaped(tn_text *text, tunip_str added, const tn_escape_policy *policy)
{
    tn_escape(added, policy, tn_text_put_chunk, text);
}

void tn_text_put_visible(tn_text *text, tunip_str added)
{
    tn_text_put_escaped(text, added, &tn_escape_line);
}

tunip_status tn_text_end(tn_text *text, tunip_write_fn write, void *user, tunip_error *error)
{
    tunip_status status = tn_text_write(text, write, user, error);
    tn_text_free(text);
    return status;
}

/* ---- strings for callers ---- */

/* The size of a string's memory is stored before it, because the allocator needs it on free and the
 * text may contain NUL bytes. */
enum { STRING_HEADER = 16 };

char *tn_string_new(const tunip_allocator *allocator, tunip_str text)
{
    size_t size = STRING_HEADER + text.size + 1;
    char *memory = allocator->alloc(allocator->ctx, size);
    if (!memory) return NULL;
    memcpy(memory, &size, sizeof size);
    if (text.size) memcpy(memory + STRING_HEADER, text.data, text.size);
    memory[STRING_HEADER + text.size] = '\0';
    return memory + STRING_HEADER;
}

void tn_string_free(const tunip_allocator *allocator, char *string)
{
    size_t size;
    if (!string) return;
    char *memory = string - STRING_HEADER;
    memcpy(&size, memory, sizeof size);
    allocator->free(allocator->ctx, memory, size);
}
