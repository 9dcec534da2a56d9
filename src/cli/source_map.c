/* source_map.c -- `tunip print --source-map`: every Doc with its place and its paths, as JSON.
 *
 * The paths are a list, in which each path is a step after its parent, and the Docs have indices
 * into this list. Whole paths would make the map grow with the square of the depth of the IR. */
#include "print_outputs.h"

enum { VERSION = 2, LINES_TO = 2 };

tunip_json_writer *cli_json_new(cli_output *out, size_t lines)
{
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    style.lines = lines;
    return tunip_json_writer_new(NULL, &style, cli_output_put, out, NULL);
}

void cli_json_range(tunip_json_writer *w, const tunip_source *source, size_t begin, size_t end)
{
    size_t line, column;
    cli_json_number_at(w, "begin", begin);
    cli_json_number_at(w, "end", end);
    tunip_source_locate(source, begin, &line, &column);
    cli_json_number_at(w, "line", line);
    cli_json_number_at(w, "column", column);
    tunip_source_locate(source, end, &line, &column);
    cli_json_number_at(w, "end_line", line);
    cli_json_number_at(w, "end_column", column);
}

static void write_number(tunip_json_writer *w, const char *key, int64_t number)
{
    cli_json_number_at(w, key, number > 0 ? (size_t)number : 0);
}

void cli_json_site(tunip_json_writer *w, const tunip_site *site)
{
    cli_json_str_at(w, "source", site->source);
    write_number(w, "line", site->line);
    write_number(w, "column", site->column);
    write_number(w, "end_line", site->end_line);
    write_number(w, "end_column", site->end_column);
}

static bool write_site(void *user, const tunip_site *site)
{
    tunip_json_writer *w = user;
    tunip_json_open(w, '{');
    cli_json_site(w, site);
    tunip_json_close(w, '}');
    return true;
}

void cli_json_sites(tunip_json_writer *w, const tunip_node *span)
{
    if (!span) return;
    tunip_json_key(w, "sites");
    tunip_json_open(w, '[');
    tunip_each_site(span, write_site, w);
    tunip_json_close(w, ']');
}

typedef struct outputs {
    tunip_json_writer *w;
    const tunip_printed *printed;
    const tunip_source_map *map;
    const tunip_site_map *sites; /* or NULL */
} outputs;

static void write_paths(const outputs *o)
{
    size_t parent;
    const tunip_path *path;
    tunip_json_key(o->w, "paths");
    tunip_json_open(o->w, '[');
    for (size_t i = 0; (path = tunip_source_map_path(o->map, i, &parent)); i++) {
        tunip_json_open(o->w, '{');
        tunip_json_key(o->w, "parent");
        if (i)
            tunip_json_put_size(o->w, parent);
        else
            tunip_json_put_null(o->w);
        tunip_json_key(o->w, "step");
        tunip_json_put_step(o->w, path);
        tunip_json_close(o->w, '}');
    }
    tunip_json_close(o->w, ']');
}

static bool write_index(void *user, size_t number)
{
    tunip_json_put_size(user, number);
    return true;
}

static void write_doc(const outputs *o, size_t index)
{
    const tunip_span *span = &tunip_printed_spans(o->printed)[index];
    tunip_json_open(o->w, '{');
    cli_json_text_at(o->w, "kind", tunip_span_kind(span));
    cli_json_range(o->w, tunip_printed_source(o->printed), span->begin, span->end);
    cli_json_number_at(o->w, "inside", span->inside);
    tunip_json_key(o->w, "paths");
    tunip_json_open(o->w, '[');
    tunip_source_map_each_path(o->map, index, write_index, o->w);
    tunip_json_close(o->w, ']');
    cli_json_sites(o->w, o->sites ? tunip_site_map_get(o->sites, index) : NULL);
    tunip_json_close(o->w, '}');
}

static void write_map(const outputs *o, const char *file)
{
    tunip_json_open(o->w, '{');
    cli_json_number_at(o->w, "version", VERSION);
    cli_json_text_at(o->w, "file", file);
    cli_json_number_at(o->w, "bytes", tunip_printed_text(o->printed).size);
    write_paths(o);
    tunip_json_key(o->w, "docs");
    tunip_json_open(o->w, '[');
    for (size_t i = 0; i < tunip_printed_span_count(o->printed); i++) write_doc(o, i);
    tunip_json_close(o->w, ']');
    tunip_json_close(o->w, '}');
    tunip_json_end_line(o->w);
}

bool cli_write_source_map(const char *path, const char *file, const tunip_printed *printed,
                          bool with_sites, size_t max_bytes)
{
    cli_output out;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_source_map *map = tunip_source_map_new(printed, &error);
    tunip_site_map *sites = map && with_sites ? tunip_site_map_new(printed, &error) : NULL;
    bool fine = map && (sites || !with_sites);
    if (!fine) {
        cli_fail_error(file, &error);
    } else {
        if (cli_output_open(&out, path, max_bytes, &error)) {
            const outputs o = {cli_json_new(&out, LINES_TO), printed, map, sites};
            write_map(&o, file);
            tunip_json_writer_end(o.w, &error);
        }
        fine = cli_output_close(&out, &error);
        if (!fine) cli_fail_output(cli_is_stream(path) ? file : path, &error);
    }
    tunip_site_map_free(sites);
    tunip_source_map_free(map);
    return fine;
}
