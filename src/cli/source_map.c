/* source_map.c -- `tunip print --source-map`: every Doc with its place and its paths, as JSON. */
#include "print_outputs.h"

enum { VERSION = 1, LINES_TO = 2 };

static int put(const char *data, size_t size, void *out)
{
    cli_output_write(data, size, out);
    return 0;
}

tunip_json_writer *cli_json_new(cli_output *out, size_t lines)
{
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    style.lines = lines;
    return tunip_json_writer_new(NULL, &style, put, out, NULL);
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

static bool write_site(void *user, const tunip_site *site)
{
    tunip_json_writer *w = user;
    tunip_json_open(w, '{');
    cli_json_str_at(w, "source", site->source);
    write_number(w, "line", site->line);
    write_number(w, "column", site->column);
    write_number(w, "end_line", site->end_line);
    write_number(w, "end_column", site->end_column);
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

const tunip_node *cli_findings_span(const cli_findings *f, const tunip_traced *traced)
{
    bool is_found = f->sites && traced->kind != TUNIP_TRACED_UNRESOLVED;
    return is_found ? tunip_site_map_at(f->sites, traced->begin, traced->end) : NULL;
}

/* `sites` may be NULL. */
static void write_doc(tunip_json_writer *w, const tunip_printed *printed,
                      const tunip_site_map *sites, size_t index)
{
    const tunip_span *span = &tunip_printed_spans(printed)[index];
    const tunip_path *path;
    tunip_json_open(w, '{');
    cli_json_text_at(w, "kind", tunip_span_kind(span));
    cli_json_range(w, tunip_printed_source(printed), span->begin, span->end);
    cli_json_number_at(w, "inside", span->inside);
    tunip_json_key(w, "paths");
    tunip_json_open(w, '[');
    for (size_t n = 0; (path = tunip_printed_span_path(printed, index, n)); n++)
        tunip_json_put_path(w, path);
    tunip_json_close(w, ']');
    cli_json_sites(w, sites ? tunip_site_map_get(sites, index) : NULL);
    tunip_json_close(w, '}');
}

static void write_map(tunip_json_writer *w, const char *file, const tunip_printed *printed,
                      const tunip_site_map *sites)
{
    tunip_json_open(w, '{');
    cli_json_number_at(w, "version", VERSION);
    cli_json_text_at(w, "file", file);
    cli_json_number_at(w, "bytes", tunip_printed_text(printed).size);
    tunip_json_key(w, "docs");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < tunip_printed_span_count(printed); i++)
        write_doc(w, printed, sites, i);
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
}

bool cli_write_source_map(const char *path, const char *file, const tunip_printed *printed,
                          bool with_sites, size_t max_bytes)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_site_map *sites = with_sites ? tunip_site_map_new(printed, &error) : NULL;
    if (with_sites && !sites) return cli_fail_error(file, &error) == CLI_OK;
    cli_output out;
    if (cli_output_open(&out, path, max_bytes, &error)) {
        tunip_json_writer *w = cli_json_new(&out, LINES_TO);
        write_map(w, file, printed, sites);
        tunip_json_writer_end(w, &error);
    }
    tunip_site_map_free(sites);
    if (cli_output_close(&out, &error)) return true;
    return cli_fail_output(cli_is_stream(path) ? file : path, &error) == CLI_OK;
}
