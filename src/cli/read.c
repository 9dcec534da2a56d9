/* read.c -- reads a file of a graph; shows the places of errors in it. */
#include <string.h>

#include "cli.h"

/* Shows the lines of the file that a diagnostic marks. */
static void show(const tunip_source *source, const tunip_diagnostic *d)
{
    tunip_diagnostics_options options = TUNIP_DIAGNOSTICS_OPTIONS_INIT;
    options.colour = cli_wants_colour(CLI_COLOUR_AUTO, stderr);
    options.no_headline = true;
    options.no_context = true;
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

static void report(const tunip_source *source, const char *file, const tunip_diagnostic *d)
{
    tunip_severity severity = tunip_diagnostic_severity(d);
    const char *word = severity == TUNIP_SEVERITY_ERROR ? "" : tunip_severity_name(severity);
    const char *message = tunip_diagnostic_message(d).data;
    const tunip_label *label = tunip_diagnostic_label(d, 0);
    const char *colon = *word ? ": " : "";
    size_t line, column;
    if (!label) {
        cli_fail("%s: %s%s%s", file, word, colon, message);
        return;
    }
    tunip_source_locate(source, label->begin, &line, &column);
    cli_fail_at(file, line, column, "%s%s%s", word, colon, message);
    show(source, d);
}

tunip_graph *cli_read_source(const tunip_context *context, const tunip_source *source,
                             const tunip_log *log, size_t index, const char *name,
                             const cli_loads *loads, bool origins)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.format = loads->format;
    options.fold = loads->fold;
    options.defines = loads->defines;
    options.define_count = loads->define_count;
    options.origins = origins;
    options.diagnostics = tunip_diagnostics_new(NULL, &error);
    tunip_graph *graph = NULL;
    if (options.diagnostics)
        graph = log ? tunip_log_read(log, index, &options, &error)
                    : tunip_read_source(context, source, &options, &error);
    size_t count = tunip_diagnostics_count(options.diagnostics);
    for (size_t i = 0; i < count; i++)
        report(source, name, tunip_diagnostics_get(options.diagnostics, i));
    if (!graph && !count) cli_fail_error(name, &error);
    tunip_diagnostics_free(options.diagnostics);
    return graph;
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
