/* write_diagnostics.c -- writes diagnostics as excerpts with labels, as JSON lines, or as SARIF
 * (sarif.c). */
#include "print_outputs.h"

/* ---- excerpts ---- */

static tunip_status write_excerpts(FILE *out, const print_settings *s, const cli_findings *f,
                                   tunip_error *error)
{
    tunip_diagnostics_options options = TUNIP_DIAGNOSTICS_OPTIONS_INIT;
    options.colour = cli_wants_colour(s->colour, out);
    options.name = f->file;
    options.context_lines = s->options.num_context_lines;
    options.no_context = s->options.no_context;
    char *text = tunip_diagnostics_text(f->diagnostics, f->printed, &options, error);
    if (!text) return error->code;
    fputs(text, out);
    tunip_diagnostics_text_free(f->diagnostics, text);
    return TUNIP_OK;
}

/* ---- JSON lines ---- */

/* ORDER tunip_traced_kind */
static const char *const traced_kinds[] = {"exact", "nearest", "unresolved"};

/* The path of the label; for a span, the path of the node printed at its start. */
static void write_path(cli_json *w, const cli_findings *f, const tunip_label *label,
                       const tunip_traced *traced)
{
    const tunip_path *innermost = tunip_source_map_path_at(f->map, traced->begin);
    if (label->at == TUNIP_AT_PATH) {
        cli_json_str_at(w, "path", label->path);
    } else if (innermost && traced->kind != TUNIP_TRACED_UNRESOLVED) {
        cli_json_key(w, "path");
        cli_json_path(w, innermost);
    }
}

static void write_label(cli_json *w, const cli_findings *f, const tunip_label *label)
{
    const tunip_traced *traced = tunip_trace_get(f->trace, label->index);
    cli_json_begin(w, '{');
    cli_json_key(w, "primary");
    cli_json_bool(w, label->kind == TUNIP_LABEL_PRIMARY);
    cli_json_str_at(w, "message", label->text);
    cli_json_text_at(w, "found", traced_kinds[traced->kind]);
    write_path(w, f, label, traced);
    if (traced->kind == TUNIP_TRACED_NEAREST && traced->path) {
        cli_json_key(w, "nearest");
        cli_json_path(w, traced->path);
    }
    if (traced->kind == TUNIP_TRACED_UNRESOLVED)
        cli_json_str_at(w, "problem", traced->problem);
    else
        cli_json_range(w, f->printed, traced->begin, traced->end);
    cli_json_end(w, '}');
}

static void write_notes(cli_json *w, const tunip_diagnostic *d)
{
    for (size_t i = 0; i < d->note_count; i++) {
        cli_json_begin(w, '{');
        cli_json_text_at(w, "severity", tunip_severity_name(d->notes[i].severity));
        cli_json_str_at(w, "message", d->notes[i].text);
        cli_json_end(w, '}');
    }
}

static void write_diagnostic(cli_json *w, const cli_findings *f, const tunip_diagnostic *d)
{
    cli_json_begin(w, '{');
    cli_json_text_at(w, "file", f->file);
    cli_json_text_at(w, "severity", tunip_severity_name(d->severity));
    cli_json_str_at(w, "code", d->code);
    cli_json_str_at(w, "message", d->message);
    cli_json_key(w, "labels");
    cli_json_begin(w, '[');
    for (size_t i = 0; i < d->label_count; i++) write_label(w, f, &d->labels[i]);
    cli_json_end(w, ']');
    cli_json_key(w, "notes");
    cli_json_begin(w, '[');
    write_notes(w, d);
    cli_json_end(w, ']');
    cli_json_end(w, '}');
}

void cli_write_json_lines(cli_json *w, const cli_findings *f)
{
    for (size_t i = 0; i < tunip_diagnostics_count(f->diagnostics); i++) {
        write_diagnostic(w, f, tunip_diagnostics_get(f->diagnostics, i));
        cli_json_end_line(w);
    }
}

/* ---- all forms ---- */

static tunip_status write_traced(FILE *out, const print_settings *s, cli_findings *f,
                                 tunip_error *error)
{
    if (tunip_diagnostics_status(f->diagnostics) != TUNIP_OK)
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory while collecting");
    f->trace = tunip_diagnostics_trace(f->diagnostics, f->printed, error);
    f->map = f->trace ? tunip_source_map_new(f->printed, error) : NULL;
    cli_json w = {.out = out, .max_bytes = s->limits.max_bytes};
    if (f->map) (s->form == FORM_JSON ? cli_write_json_lines : cli_write_sarif)(&w, f);
    cli_json_status(&w, error);
    tunip_source_map_free(f->map);
    tunip_trace_free(f->trace);
    return error->code;
}

tunip_status cli_write_diagnostics(FILE *out, const print_settings *s, const char *file,
                                   const tunip_printed *printed,
                                   const tunip_diagnostics *diagnostics, tunip_error *error)
{
    cli_findings f = {.file = file, .printed = printed, .diagnostics = diagnostics};
    return s->form == FORM_TEXT ? write_excerpts(out, s, &f, error)
                                : write_traced(out, s, &f, error);
}
