/* spans.c -- recording the source map of a text. */
#include "spans.h"

#include <stdarg.h>
#include <stdlib.h>

static in_span *add_span(in_text *out)
{
    struct in_spans *s = out->spans;
    if (s->count == s->room) {
        size_t room = 2 * s->room + 64;
        in_span *grown = realloc(s->items, room * sizeof *grown);
        if (!grown) {
            out->failed = true;
            return NULL;
        }
        s->items = grown;
        s->room = room;
    }
    return &s->items[s->count++];
}

size_t in_open_span(in_text *out, const char *kind, tunip_str bytes, const char *format, ...)
{
    struct in_spans *s = out->spans;
    if (!s || out->failed) return SIZE_MAX;
    const in_span *around = s->open ? &s->items[s->open - 1] : NULL;
    size_t begin = s->paths.size;
    if (around && around->length) {
        in_text copy = {.data = NULL}; /* the paths may move while they grow */
        in_put(&copy, in_span_path(s, around));
        in_put(&s->paths, in_str(&copy));
        in_puts(&s->paths, "/");
        in_text_free(&copy);
    }
    va_list args;
    va_start(args, format);
    in_say_list(&s->paths, format, args);
    va_end(args);
    in_span *span = add_span(out);
    if (!span) return SIZE_MAX;
    *span = (in_span){kind, out->size, SIZE_MAX, 0, s->open, begin, s->paths.size - begin, bytes};
    s->open = s->count;
    out->failed = out->failed || s->paths.failed;
    return s->count - 1;
}

void in_close_span(in_text *out, size_t span)
{
    if (span == SIZE_MAX) return;
    out->spans->items[span].end = out->size;
    out->spans->items[span].inside = out->spans->count - span - 1;
    out->spans->open = out->spans->items[span].around;
}

void in_spans_free(struct in_spans *spans)
{
    free(spans->items);
    in_text_free(&spans->paths);
}
