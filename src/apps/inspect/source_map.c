/* source_map.c -- the source map of a text as JSON, in the form of cli/source_map.c. Each span has
 * a path of its own, with the index of the span. */
#include <tunip/json.h>
#include <tunip/source.h>

#include "report.h"
#include "show.h"
#include "spans.h"

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
    tunip_json_put_size(w, (size_t)(span - spans->items));
    tunip_json_close(w, ']');
    uintptr_t at = (uintptr_t)span->bytes.data, start = (uintptr_t)file.data;
    if (span->bytes.size && file.size && at >= start &&
        at + span->bytes.size <= start + file.size) {
        put_number(w, "file_begin", (size_t)(at - start));
        put_number(w, "file_end", (size_t)(at - start) + span->bytes.size);
    }
    tunip_json_close(w, '}');
}

/* The path of a span continues that of the span around it. */
static void put_paths(tunip_json_writer *w, const struct in_spans *spans)
{
    tunip_json_key(w, "paths");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < spans->count; i++) {
        const in_span *span = &spans->items[i];
        tunip_str step = in_span_path(spans, span);
        size_t shared = span->around ? spans->items[span->around - 1].length : 0;
        tunip_json_open(w, '{');
        tunip_json_key(w, "parent");
        if (span->around)
            tunip_json_put_size(w, span->around - 1);
        else
            tunip_json_put_null(w);
        tunip_json_key(w, "step");
        tunip_json_put_string(w, (tunip_str){step.data + shared, step.size - shared});
        tunip_json_close(w, '}');
    }
    tunip_json_close(w, ']');
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
    put_number(w, "version", 2);
    tunip_json_key(w, "file");
    tunip_json_put_string(w, root->name);
    put_number(w, "bytes", out->size);
    put_paths(w, out->spans);
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
    if (status == TUNIP_OK) status = in_text_check(&out, error);
    if (status == TUNIP_OK) status = write_map(inspection, &out, write, user, error);
    in_text_free(&out);
    in_spans_free(&spans);
    return status;
}
