/* doc_text.h -- the tokens of the doc format: words, quoted texts, numbers; and error messages. */
#ifndef TN_DOC_SCAN_H
#define TN_DOC_SCAN_H

#include "../../../util/memory.h"

enum { TN_DOC_WORD = 32 };

/* A cursor in a text that ends with a NUL. After the first failure, which is kept, nothing
 * matches. */
typedef struct tn_doc_scan {
    const char *begin, *at, *end;
    tn_arena *arena; /* for quoted texts */
    tunip_error *error;
    tunip_status status;
} tn_doc_scan;

/* Returns false, for callers to pass on. */
bool tn_doc_fail(tn_doc_scan *s, tunip_status code, const char *at, const char *format, ...)
    TUNIP_PRINTF(4, 5);
bool tn_doc_fail_memory(tn_doc_scan *s);
/* Fails at the cursor with the message "expected ..., got ...". */
bool tn_doc_reject(tn_doc_scan *s, const char *expected);

/* If `text` is next, moves to its end and returns true. */
bool tn_doc_accept(tn_doc_scan *s, const char *text);
/* The same, or fails. */
bool tn_doc_expect(tn_doc_scan *s, const char *text);
/* Whether the cursor is at a newline or at the end of the text. */
bool tn_doc_at_line_end(const tn_doc_scan *s);

/* Copies the next word of letters, digits and underscores; "" if there is none. */
void tn_doc_peek_word(const tn_doc_scan *s, char out[TN_DOC_WORD]);
/* The same, and moves to the end of the word. Fails if there is none. */
bool tn_doc_read_word(tn_doc_scan *s, const char *expected, char out[TN_DOC_WORD]);

/* A text in quotes, in the arena; empty on failure. */
tunip_str tn_doc_read_quoted(tn_doc_scan *s);
bool tn_doc_read_int(tn_doc_scan *s, int64_t *out);
bool tn_doc_read_float(tn_doc_scan *s, double *out);

#endif
