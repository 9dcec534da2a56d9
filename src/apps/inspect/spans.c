/* spans.c -- the source map of a text, and its form in JSON. */
#include "spans.h"

#include <stdarg.h>
#include <stdlib.h>
#include <tunip/json.h>
#include <tunip/source.h>

#include "report.h"
#include "show.h"

/* ---- recording ---- */

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

/* The innermost open span; an open one ends at SIZE_MAX. */
static const in_span *span_around(const struct in_spans *s)
{
    for (size_t i = s->count; i-- > 0;)
        if (s->items[i].end == SIZE_MAX) return &s->items[i];
    return NULL;
}

size_t in_open_span(in_text *out, const char *kind, tunip_str bytes, const char *format, ...)
{
    struct in_spans *s = out->spans;
    if (!s || out->failed) return SIZE_MAX;
    const in_span *around = span_around(s);
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
    *span = (in_span){kind, out->size, SIZE_MAX, 0, begin, s->paths.size - begin, bytes};
    out->failed = out->failed || s->paths.failed;
    return s->count - 1;
}

void in_close_span(in_text *out, size_t span)
{
    if (span == SIZE_MAX) return;
    out->spans->items[span].end = out->size;
    out->spans->items[span].inside = out->spans->count - span - 1;
}

void in_spans_free(struct in_spans *spans)
{
    free(spans->items);
    in_text_free(&spans->paths);
}

/* ---- JSON ---- */

static void put_number(tunip_json_writer *w, const char *key, size_t number)
{
    tunip_json_key(w, key);
    tunip_json_put_size(w, number);
}

static void put_place(tunip_json_writer *w, const tunip_source *text, size_t offset,
                      const char *line_key, const char *column_key)
{
    size_t line, column;
    tunip_source_locate(text, offset, &line, &column);
    put_number(w, line_key, line);
    put_number(w, column_key, column);
}

static void put_span(tunip_json_writer *w, const tunip_source *text, const struct in_spans *spans,
                     const in_span *span, tunip_str file)
{
    tunip_json_open(w, '{');
    tunip_json_key(w, "kind");
    tunip_json_put_string(w, tunip_str_from(span->kind));
    put_number(w, "begin", span->begin);
    put_number(w, "end", span->end);
    put_place(w, text, span->begin, "line", "column");
    put_place(w, text, span->end, "end_line", "end_column");
    put_number(w, "inside", span->inside);
    tunip_json_key(w, "paths");
    tunip_json_open(w, '[');
    tunip_json_put_string(w, in_span_path(spans, span));
    tunip_json_close(w, ']');
    uintptr_t at = (uintptr_t)span->bytes.data, start = (uintptr_t)file.data;
    if (span->bytes.size && file.size && at >= start &&
        at + span->bytes.size <= start + file.size) {
        put_number(w, "file_begin", (size_t)(at - start));
        put_number(w, "file_end", (size_t)(at - start) + span->bytes.size);
    }
    tunip_json_close(w, '}');
}

static tunip_status write_map(const tunip_inspection *inspection, const in_text *out,
                              tunip_write_fn write, void *user, tunip_error *error)
{
    const in_node *root = inspection->tree.root;
    tunip_source *text = tunip_source_new(NULL, root->name, in_str(out), error);
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    if (!text) return error ? error->code : TUNIP_ERROR_MEMORY;
    style.lines = 2;
    tunip_json_writer *w = tunip_json_writer_new(NULL, &style, write, user, error);
    tunip_json_open(w, '{');
    put_number(w, "version", 1);
    tunip_json_key(w, "file");
    tunip_json_put_string(w, root->name);
    put_number(w, "bytes", out->size);
    tunip_json_key(w, "docs");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < out->spans->count; i++)
        put_span(w, text, out->spans, &out->spans->items[i], root->data);
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
    tunip_source_free(text);
    return tunip_json_writer_end(w, error);
}

tunip_status tunip_inspection_write_map(const tunip_inspection *inspection, tunip_inspect_text what,
                                        const char *name, const tunip_show_options *options,
                                        tunip_write_fn write, void *user, tunip_error *error)
{
    struct in_spans spans = {.count = 0};
    in_text out = {.spans = &spans};
    tunip_status status = TUNIP_OK;
    if (what == TUNIP_INSPECT_TREE)
        in_put_tree(&out, &inspection->tree);
    else if (what == TUNIP_INSPECT_FUNCTIONS)
        in_put_functions(&out, &inspection->tree);
    else
        status = in_put_part(&out, &inspection->tree, name, options, error);
    if (status == TUNIP_OK && out.failed)
        status = tunip_error_set(error, TUNIP_ERROR_LIMIT, "too much text, or out of memory");
    if (status == TUNIP_OK) status = write_map(inspection, &out, write, user, error);
    in_text_free(&out);
    in_spans_free(&spans);
    return status;
}
