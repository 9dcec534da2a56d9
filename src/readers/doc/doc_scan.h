/* doc_scan.h -- the letters of the doc format: words, quoted texts, numbers, and what is wrong with
 * them. */
#ifndef TN_DOC_SCAN_H
#define TN_DOC_SCAN_H

#include "../../core/base/arena.h"

enum { TN_DOC_WORD = 32 };

/* A text with a NUL behind it. The first failure is kept; after it nothing matches any more. */
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
/* The same as a message about the cursor: "expected ..., got ...". */
bool tn_doc_reject(tn_doc_scan *s, const char *expected);

/* Moves behind `text` if it is next. */
bool tn_doc_accept(tn_doc_scan *s, const char *text);
/* The same, or fails. */
bool tn_doc_expect(tn_doc_scan *s, const char *text);
/* At a newline or the end of the text. */
bool tn_doc_at_line_end(const tn_doc_scan *s);

/* A word of letters, digits and underscores; "" when none is next. */
void tn_doc_peek_word(const tn_doc_scan *s, char out[TN_DOC_WORD]);
/* The same, and moves behind it; fails when none is next. */
bool tn_doc_read_word(tn_doc_scan *s, const char *expected, char out[TN_DOC_WORD]);

/* A text in quotes, in the arena; empty on failure. */
tunip_str tn_doc_read_quoted(tn_doc_scan *s);
bool tn_doc_read_int(tn_doc_scan *s, int64_t *out);
bool tn_doc_read_float(tn_doc_scan *s, double *out);

#endif
