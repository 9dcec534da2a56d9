/* read.c -- reads a graph from a file, and shows the lines of the file that have errors. */
#include <string.h>

#include "print_outputs.h"

/* If a line is longer, such as the only line of saved JSON, an excerpt shows a part of it. */
enum { LONG_LINE = 160 };

/* Shows the lines of the file that a diagnostic marks. */
static void show(const tunip_source *source, const tunip_diagnostic *d, int colour)
{
    tunip_diagnostics_options options = TUNIP_DIAGNOSTICS_OPTIONS_INIT;
    options.colour = cli_wants_colour(colour, stderr);
    options.no_headline = true;
    options.no_context = true;
    options.long_line = LONG_LINE;
    tunip_diagnostics *one = tunip_diagnostics_new(NULL, NULL);
    tunip_diagnostic *copy = tunip_diagnostics_add(one, tunip_diagnostic_severity(d), NULL, "");
    const tunip_label *label;
    for (size_t i = 0; (label = tunip_diagnostic_label(d, i)); i++)
        tunip_diagnostic_at_span(copy, label->kind, label->begin, label->end, label->text.data);
    const tunip_remark *note;
    for (size_t i = 0; (note = tunip_diagnostic_remark(d, i)); i++)
        tunip_diagnostic_note(copy, note->severity, note->text.data);
    tunip_diagnostics_render_source(one, source, &options, cli_write, stderr, NULL);
    tunip_diagnostics_free(one);
}

static void report(const tunip_source *source, const char *file, const tunip_diagnostic *d,
                   int colour)
{
    tunip_severity severity = tunip_diagnostic_severity(d);
    const char *word = severity == TUNIP_SEVERITY_ERROR ? "" : tunip_severity_name(severity);
    const char *message = tunip_diagnostic_message(d).data;
    const tunip_label *label = tunip_diagnostic_label(d, 0);
    const char *colon = *word ? ": " : "";
    size_t line, column;
    if (!label) {
        bool of_define = tunip_str_is(tunip_diagnostic_code(d), "define");
        cli_fail("%s: %s%s%s%s", file, word, colon, of_define ? "--define " : "", message);
        return;
    }
    tunip_source_locate(source, label->begin, &line, &column);
    cli_fail_at(file, line, column, "%s%s%s", word, colon, message);
    show(source, d, colour);
}

/* ---- JSON lines and SARIF ---- */

enum { TEXT, JSON_LINES }; /* ORDER of the option's values; the third is SARIF */

/* Adds an error that is not among the diagnostics yet. */
static void add_error(tunip_diagnostics *diagnostics, const tunip_error *error)
{
    tunip_error own = *error;
    tunip_diagnostic *d =
        tunip_diagnostics_add(diagnostics, TUNIP_SEVERITY_ERROR, "input", cli_said(&own));
    if (error->line)
        tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, error->offset, error->end, NULL);
}

static void write_all(const tunip_source *source, const char *file, int form,
                      const tunip_diagnostics *diagnostics)
{
    tunip_error error = TUNIP_ERROR_INIT;
    cli_output out = {.file = stderr};
    cli_findings f = {.file = file, .source = source, .diagnostics = diagnostics};
    f.trace = tunip_diagnostics_trace_source(diagnostics, NULL, source, &error);
    tunip_json_writer *w =
        f.trace ? cli_json_new(&out, form == JSON_LINES ? 0 : CLI_SARIF_LINES) : NULL;
    bool fine = w && (form == JSON_LINES ? cli_write_json_lines : cli_write_sarif)(w, &f);
    if (w) tunip_json_writer_end(w, &error);
    if (!fine || error.code != TUNIP_OK) cli_fail("%s: out of memory", file);
    tunip_trace_free(f.trace);
}

/* ---- reading ---- */

/* A note of one line about an input that is skipped, with its first error. */
static void note_skipped(const tunip_source *source, const char *file,
                         const tunip_diagnostics *diagnostics, const tunip_error *error)
{
    const tunip_diagnostic *d = NULL;
    size_t count = tunip_diagnostics_count(diagnostics), line = error->line, column = error->column;
    for (size_t i = 0; !d && i < count; i++) {
        const tunip_diagnostic *at = tunip_diagnostics_get(diagnostics, i);
        if (tunip_diagnostic_severity(at) == TUNIP_SEVERITY_ERROR) d = at;
    }
    const tunip_label *label = d ? tunip_diagnostic_label(d, 0) : NULL;
    const char *message = d ? tunip_diagnostic_message(d).data : error->message;
    if (label) tunip_source_locate(source, label->begin, &line, &column);
    if (line)
        cli_note("%s: skipped: %zu:%zu: %s", file, line, column, message);
    else
        cli_note("%s: skipped: %s", file, message);
}

static void report_all(const tunip_source *source, const char *file, const cli_loads *loads,
                       tunip_diagnostics *diagnostics, const tunip_error *error)
{
    int form = loads->errors;
    size_t count = tunip_diagnostics_count(diagnostics);
    bool fails = error->code != TUNIP_OK;
    if (form != TEXT) {
        if (fails && !count) add_error(diagnostics, error);
        if (tunip_diagnostics_count(diagnostics)) write_all(source, file, form, diagnostics);
        return;
    }
    if (fails && loads->is_skipping) {
        note_skipped(source, file, diagnostics, error);
        return;
    }
    for (size_t i = 0; i < count; i++)
        report(source, file, tunip_diagnostics_get(diagnostics, i), loads->colour);
    if (fails && !count) cli_fail_error(file, error);
}

int cli_fail_input(const char *file, const cli_loads *loads, const tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    tunip_source *empty = tunip_source_new(NULL, tunip_str_from(file), tunip_str_from(""), &own);
    tunip_diagnostics *diagnostics = empty ? tunip_diagnostics_new(NULL, &own) : NULL;
    if (diagnostics)
        report_all(empty, file, loads, diagnostics, error);
    else
        cli_fail_error(file, error);
    tunip_diagnostics_free(diagnostics);
    tunip_source_free(empty);
    return CLI_TROUBLE;
}

tunip_graph *cli_read_source(const tunip_context *context, const tunip_source *source,
                             const tunip_log *log, size_t index, const char *name,
                             const cli_loads *loads, bool origins)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.format = loads->format;
    options.fold = loads->fold;
    options.vintage = loads->vintage;
    options.defines = loads->defines;
    options.define_count = loads->define_count;
    options.placeholders = loads->placeholders;
    options.threads = loads->threads;
    options.origins = origins;
    options.diagnostics = tunip_diagnostics_new(NULL, &error);
    tunip_graph *graph = NULL;
    if (options.diagnostics)
        graph = log ? tunip_log_read(log, index, &options, &error)
                    : tunip_read_source(context, source, &options, &error);
    if (graph) error = (tunip_error)TUNIP_ERROR_INIT;
    if (!options.diagnostics)
        cli_fail_error(name, &error);
    else if (graph && loads->warned)
        *loads->warned += tunip_diagnostics_count(options.diagnostics) > 0;
    else
        report_all(source, name, loads, options.diagnostics, &error);
    tunip_diagnostics_free(options.diagnostics);
    return graph;
}

tunip_graph *cli_read_quietly(const tunip_context *context, const char *path,
                              const cli_loads *loads, tunip_source **source)
{
    tunip_graph *graph = NULL;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.format = loads->format;
    options.fold = loads->fold;
    options.vintage = loads->vintage;
    options.defines = loads->defines;
    options.define_count = loads->define_count;
    options.placeholders = loads->placeholders;
    options.threads = loads->threads;
    options.diagnostics = tunip_diagnostics_new(NULL, NULL);
    *source = tunip_source_open_lazily(context, path, NULL);
    const char *format = loads->format;
    if (*source && !format) format = tunip_find_format(context, *source, NULL);
    if (format && strcmp(format, "log") != 0 && options.diagnostics)
        graph = tunip_read_source(context, *source, &options, NULL);
    if (graph && !tunip_diagnostics_count(options.diagnostics)) {
        tunip_diagnostics_free(options.diagnostics);
        return graph;
    }
    tunip_graph_free(graph);
    tunip_source_free(*source);
    tunip_diagnostics_free(options.diagnostics);
    *source = NULL;
    return NULL;
}

tunip_graph *cli_read_text(const tunip_context *context, const char *name, tunip_str text,
                           const cli_loads *loads)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_source *source = tunip_source_new(NULL, tunip_str_from(name), text, &error);
    if (!source) cli_fail_error(name, &error);
    tunip_graph *graph =
        source ? cli_read_source(context, source, NULL, 0, name, loads, false) : NULL;
    tunip_source_free(source);
    return graph;
}
