/* page.h -- what all pages in HTML share: the frame, escapes, and text in styles. */
#ifndef TN_PAGE_H
#define TN_PAGE_H

#include <tunip/highlight.h>
#include <tunip/html.h>

#include "../../util/text.h"

/* ---- the frame ---- */

/* Begins a page, up to its heading with the switch of colours. `title` is escaped. */
void tn_page_begin(tn_text *page, tunip_str title);
/* Ends the page, writes it, and frees the text. */
tunip_status tn_page_end(tn_text *page, tunip_write_fn write, void *user, tunip_error *error);

/* Text with references for the characters of markup. */
void tn_page_put(tn_text *page, tunip_str text);
/* The same, on one line: invisible characters and control characters become escapes. */
void tn_page_put_name(tn_text *page, tunip_str name);
/* Formatted markup; the result is short. */
void tn_page_say(tn_text *page, const char *format, ...) TUNIP_PRINTF(2, 3);

/* ---- text in styles ---- */

/* A style, and the byte of the text where it ends and the next style begins. */
typedef struct tn_run {
    size_t end;
    tunip_style style;
} tn_run;

/* A text whose lines are written in order. */
typedef struct tn_styled {
    tunip_str text;
    TN_ARRAY(tn_run) runs;
    size_t at; /* the run to continue with */
    const tunip_allocator *allocator;
} tn_styled;

/* Finds the styles of a print. The print must outlive `styled`. Free `styled` even after a
 * failure. */
tunip_status tn_styled_open(tn_styled *styled, const tunip_printed *printed,
                            const tunip_allocator *allocator, tunip_error *error);
void tn_styled_free(tn_styled *styled);

/* Writes bytes of the text, which must not precede those of earlier calls. `tag` is "span", or
 * "mark" for a part that differs. */
void tn_styled_put(tn_text *page, tn_styled *styled, size_t begin, size_t end, const char *tag);

#endif
