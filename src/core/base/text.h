/* text.h -- text that grows. */
#ifndef TN_TEXT_H
#define TN_TEXT_H

#include "array.h"
#include "escape.h"

typedef struct tn_text {
    TN_ARRAY(char) bytes;
    const tunip_allocator *allocator;
    size_t max_bytes; /* it may have; 0: no limit */
    bool failed;      /* out of memory, or past the limit: sticky, and nothing more is put */
    bool is_over;     /* past the limit */
} tn_text;

void tn_text_init(tn_text *text, const tunip_allocator *allocator);
void tn_text_free(tn_text *text);
/* Says in `error`, unless it has one, why a text failed. */
tunip_status tn_text_error(const tn_text *text, tunip_error *error);

void tn_text_put(tn_text *text, const char *data, size_t size);
void tn_text_fill(tn_text *text, char c, size_t count);

static inline void tn_text_put_str(tn_text *text, tunip_str added)
{
    tn_text_put(text, added.data, added.size);
}

static inline void tn_text_put_word(tn_text *text, const char *word)
{
    tn_text_put(text, word, strlen(word));
}

/* Those from an offset on, until more is added; nothing where the text could not grow so far. */
static inline tunip_str tn_text_behind(const tn_text *text, size_t offset)
{
    bool any = offset < text->bytes.count;
    return any ? (tunip_str){text->bytes.items + offset, text->bytes.count - offset}
               : (tunip_str){NULL, 0};
}

/* Right-aligned in `width` columns. */
void tn_text_put_number(tn_text *text, size_t number, size_t width);

/* With escapes, as a policy of escape.h has them. */
void tn_text_put_escaped(tn_text *text, tunip_str added, const tn_escape_policy *policy);
/* The same within a line for people. */
void tn_text_put_visible(tn_text *text, tunip_str added);

/* ---- strings for callers ---- */

/* A copy with a NUL behind it that knows its size; NULL when out of memory. */
char *tn_string_new(const tunip_allocator *allocator, tunip_str text);
/* NULL is fine. */
void tn_string_free(const tunip_allocator *allocator, char *string);

#endif
