/* write_diagnostics.c -- writes diagnostics as excerpts with labels, as JSON lines, or as SARIF
 * (sarif.c). */
#include <string.h>

#include "print_outputs.h"

/* ---- excerpts ---- */

static tunip_status write_excerpts(cli_output *out, const print_settings *s, const cli_findings *f,
                                   tunip_error *error)
{
    tunip_diagnostics_options options = TUNIP_DIAGNOSTICS_OPTIONS_INIT;
    options.colour = cli_wants_colour(s->loads.colour, out->file);
    options.name = f->file;
    options.context_lines = s->options.num_context_lines;
    options.no_context = s->options.no_context;
    options.spans = s->options.spans;
    options.source_folders = s->source_folders;
    options.source_folder_count = s->source_folder_count;
    if (!f->printed)
        return tunip_diagnostics_render_origins(f->diagnostics, f->graph, f->source, &options,
                                                cli_output_write, out, error);
    char *text = tunip_diagnostics_text(f->diagnostics, f->printed, &options, error);
    if (!text) return error->code;
    cli_output_write(text, strlen(text), out);
    tunip_diagnostics_text_free(f->diagnostics, text);
    return TUNIP_OK;
}

/* ---- JSON lines ---- */

/* ORDER tunip_traced_kind */
static const char *const traced_kinds[] = {"exact", "nearest", "unresolved"};

/* The place as the input has it; for a span, also the path of the node printed at its start. */
static void write_place(tunip_json_writer *w, const cli_findings *f, const tunip_label *label,
                        const tunip_traced *traced)
{
    const tunip_path *innermost = cli_findings_innermost(f, traced);
    if (label->at == TUNIP_AT_SPAN) {
        tunip_json_key(w, "span");
        tunip_json_open(w, '{');
        cli_json_number_at(w, "begin", label->begin);
        cli_json_number_at(w, "end", label->end);
        tunip_json_close(w, '}');
    }
    if (label->at == TUNIP_AT_PATH) {
        cli_json_str_at(w, "path", label->path);
    } else if (innermost) {
        tunip_json_key(w, "path");
        tunip_json_put_path(w, innermost);
    }
}

static void write_label(tunip_json_writer *w, const cli_findings *f, const tunip_label *label)
{
    const tunip_traced *traced = tunip_trace_get(f->trace, label->index);
    tunip_json_open(w, '{');
    tunip_json_key(w, "primary");
    tunip_json_put_bool(w, label->kind == TUNIP_LABEL_PRIMARY);
    cli_json_str_at(w, "message", label->text);
    cli_json_text_at(w, "found", traced_kinds[traced->kind]);
    write_place(w, f, label, traced);
    if (traced->kind == TUNIP_TRACED_NEAREST && traced->path) {
        tunip_json_key(w, "nearest");
        tunip_json_put_path(w, traced->path);
    }
    if (traced->kind == TUNIP_TRACED_UNRESOLVED)
        cli_json_str_at(w, "problem", traced->problem);
    else
        cli_json_range(w, f->source, traced->begin, traced->end);
    cli_json_sites(w, cli_findings_span(f, traced));
    tunip_json_close(w, '}');
}

static void write_notes(tunip_json_writer *w, const tunip_diagnostic *d)
{
    const tunip_remark *note;
    for (size_t i = 0; (note = tunip_diagnostic_remark(d, i)); i++) {
        tunip_json_open(w, '{');
        cli_json_text_at(w, "severity", tunip_severity_name(note->severity));
        cli_json_str_at(w, "message", note->text);
        tunip_json_close(w, '}');
    }
}

static void write_diagnostic(tunip_json_writer *w, const cli_findings *f, size_t index)
{
    const tunip_diagnostic *d = tunip_diagnostics_get(f->diagnostics, index);
    tunip_json_open(w, '{');
    cli_json_text_at(w, "file", f->file);
    if (f->tools && f->tools[index]) cli_json_text_at(w, "tool", f->tools[index]);
    cli_json_text_at(w, "severity", tunip_severity_name(tunip_diagnostic_severity(d)));
    cli_json_str_at(w, "code", tunip_diagnostic_code(d));
    cli_json_str_at(w, "message", tunip_diagnostic_message(d));
    tunip_json_key(w, "labels");
    tunip_json_open(w, '[');
    const tunip_label *label;
    for (size_t i = 0; (label = tunip_diagnostic_label(d, i)); i++) write_label(w, f, label);
    tunip_json_close(w, ']');
    tunip_json_key(w, "notes");
    tunip_json_open(w, '[');
    write_notes(w, d);
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
}

bool cli_write_json_lines(tunip_json_writer *w, const cli_findings *f)
{
    for (size_t i = 0; i < tunip_diagnostics_count(f->diagnostics); i++) {
        write_diagnostic(w, f, i);
        tunip_json_end_line(w);
    }
    return true;
}

/* ---- all forms ---- */

/* Finds the places. False with the error filled. */
static bool trace(cli_findings *f, tunip_error *error)
{
    if (tunip_diagnostics_status(f->diagnostics) != TUNIP_OK)
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory while collecting") ==
               TUNIP_OK;
    f->trace = f->printed
                   ? tunip_diagnostics_trace(f->diagnostics, f->printed, error)
                   : tunip_diagnostics_trace_source(f->diagnostics, f->graph, f->source, error);
    f->map = f->trace && f->printed ? tunip_source_map_new(f->printed, error) : NULL;
    f->sites = f->map && f->spans ? tunip_site_map_new(f->printed, error) : NULL;
    return f->trace && (f->map || !f->printed) && (f->sites || !f->map || !f->spans);
}

static void untrace(cli_findings *f)
{
    tunip_source_map_free(f->map);
    tunip_site_map_free(f->sites);
    tunip_trace_free(f->trace);
    f->sites = NULL;
    f->map = NULL;
    f->trace = NULL;
}

static tunip_status write_traced(cli_output *out, const print_settings *s, cli_findings *f,
                                 tunip_error *error)
{
    bool fine = trace(f, error);
    size_t lines = s->form == FORM_JSON ? 0 : CLI_SARIF_LINES;
    tunip_json_writer *w = fine ? cli_json_new(out, lines) : NULL;
    if (w && !(s->form == FORM_JSON ? cli_write_json_lines : cli_write_sarif)(w, f))
        tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    if (fine) tunip_json_writer_end(w, error);
    untrace(f);
    return error->code;
}

tunip_status cli_sarif_add(tunip_json_writer *w, cli_findings *f, tunip_error *error)
{
    if (trace(f, error) && !cli_write_sarif_runs(w, f))
        tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    untrace(f);
    return error->code;
}

tunip_status cli_write_diagnostics(cli_output *out, const print_settings *s, cli_findings *f,
                                   tunip_error *error)
{
    return s->form == FORM_TEXT ? write_excerpts(out, s, f, error) : write_traced(out, s, f, error);
}
