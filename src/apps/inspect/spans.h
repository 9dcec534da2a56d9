/* spans.h -- the source map of a text: which of its bytes show which part of the file. */
#ifndef INSPECT_SPANS_H
#define INSPECT_SPANS_H

#include "bytes.h"

typedef struct in_span {
    const char *kind;    /* "function", "instruction", "module" ... */
    size_t begin, end;   /* in the text */
    size_t inside;       /* the number of spans in it, which follow */
    size_t around;       /* the span around it, plus 1; 0: none */
    size_t path, length; /* in `paths` */
    tunip_str bytes;     /* what it shows; or empty */
} in_span;

/* In the order of their beginnings, outer ones first. */
struct in_spans {
    in_span *items;
    size_t count, room;
    size_t open; /* the innermost open span, plus 1; 0: none */
    in_text paths;
};

static inline tunip_str in_span_path(const struct in_spans *spans, const in_span *span)
{
    return (tunip_str){spans->paths.data + span->path, span->length};
}

/* Opens a span at the end of a text; its path is that of the span around it, a slash, and `format`.
 * Does nothing if the text has no spans. Every one must be closed. */
size_t in_open_span(in_text *out, const char *kind, tunip_str bytes, const char *format, ...)
    TUNIP_PRINTF(4, 5);
void in_close_span(in_text *out, size_t span);
void in_spans_free(struct in_spans *spans);

#endif
