/* text.h -- text that grows. */
#ifndef TN_TEXT_H
#define TN_TEXT_H

#include <stdarg.h>

#include "array.h"
#include "escape.h"

/* Zeroed, it is an empty text without a limit, of malloc. */
typedef struct tn_text {
    TN_ARRAY(char) bytes;
    const tunip_allocator *allocator;
    size_t max_bytes; /* the maximum size; 0: no limit */
    bool failed;      /* out of memory or past the limit; sticky: later text is dropped */
    bool is_over;     /* past the limit */
} tn_text;

void tn_text_init(tn_text *text, const tunip_allocator *allocator);
void tn_text_free(tn_text *text);
/* Records in `error`, unless it holds one already, why a text failed. */
tunip_status tn_text_error(const tn_text *text, tunip_error *error);

void tn_text_put(tn_text *text, const char *data, size_t size);
void tn_text_fill(tn_text *text, char c, size_t count);
/* Appends blanks up to `size`. */
void tn_text_pad(tn_text *text, size_t size);

static inline void tn_text_put_str(tn_text *text, tunip_str added)
{
    tn_text_put(text, added.data, added.size);
}

static inline void tn_text_put_word(tn_text *text, const char *word)
{
    tn_text_put(text, word, strlen(word));
}

/* Text made as by printf. */
void tn_text_say(tn_text *text, const char *format, ...) TUNIP_PRINTF(2, 3);
void tn_text_say_list(tn_text *text, const char *format, va_list args) TUNIP_PRINTF(2, 0);
/* A tunip_write_fn for a tn_text. Returns 1 when the text has failed. */
int tn_text_put_chunk(const char *data, size_t size, void *text);
/* Passes the text to `write`, unless it failed. */
tunip_status tn_text_write(const tn_text *text, tunip_write_fn write, void *user,
                           tunip_error *error);

/* The same; frees the text. */
tunip_status tn_text_end(tn_text *text, tunip_write_fn write, void *user, tunip_error *error);

/* The whole text, valid until more is added. */
static inline tunip_str tn_text_str(const tn_text *text)
{
    return (tunip_str){text->bytes.items, text->bytes.count};
}

/* The text from an offset on, valid until more is added; empty if the text is shorter. */
static inline tunip_str tn_text_behind(const tn_text *text, size_t offset)
{
    bool any = offset < text->bytes.count;
    return any ? (tunip_str){text->bytes.items + offset, text->bytes.count - offset}
               : (tunip_str){NULL, 0};
}

/* Right-aligned in `width` columns. */
void tn_text_put_number(tn_text *text, size_t number, size_t width);

/* With the escapes of a policy of escape.h. */
void tn_text_put_escaped(tn_text *text, tunip_str added, const tn_escape_policy *policy);
/* The same within a line for people. */
void tn_text_put_visible(tn_text *text, tunip_str added);

/* ---- strings for callers ---- */

/* A NUL-terminated copy that tn_text_release() can free without its size; NULL when out of
 * memory. */
char *tn_string_new(const tunip_allocator *allocator, tunip_str text);
/* NULL is fine. */
void tn_string_free(const tunip_allocator *allocator, char *string);

#endif
