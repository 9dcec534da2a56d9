/* forms.c -- diagnostics for people and for programs: text as compilers write it, JSON lines,
 * commands of GitHub's workflows. sarif.c has the last form. */
#include "forms.h"

#include <stdio.h>

#include "../../ir/path.h"
#include "../../util/diagnostic.h"
#include "../../util/options.h"
#include "../../util/text.h"

/* ======== findings ======== */

const tunip_node *tn_findings_span(const tn_findings *f, const tunip_traced *traced)
{
    bool is_found = f->sites && traced->kind != TUNIP_TRACED_UNRESOLVED;
    return is_found ? tunip_site_map_at(f->sites, traced->begin, traced->end) : NULL;
}

/* Each of many labels in deeply nested IR would have a long path. */
const tunip_path *tn_findings_innermost(const tn_findings *f, const tunip_traced *traced)
{
    enum { MOST_STEPS = 200 };
    if (!f->map || traced->kind == TUNIP_TRACED_UNRESOLVED) return NULL;
    const tunip_path *path = tunip_source_map_path_at(f->map, traced->begin);
    return path && path->depth <= MOST_STEPS ? path : NULL;
}

static bool write_site(void *user, const tunip_site *site)
{
    tunip_json_writer *w = user;
    const struct {
        const char *key;
        int64_t number;
    } rows[] = {{"line", site->line},
                {"column", site->column},
                {"end_line", site->end_line},
                {"end_column", site->end_column}};
    tunip_json_open(w, '{');
    tn_json_str_at(w, "source", site->source);
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        tn_json_number_at(w, rows[i].key, rows[i].number > 0 ? (size_t)rows[i].number : 0);
    tunip_json_close(w, '}');
    return true;
}

void tn_json_sites(tunip_json_writer *w, const tunip_node *span)
{
    if (!span) return;
    tunip_json_key(w, "sites");
    tunip_json_open(w, '[');
    tunip_each_site(span, write_site, w);
    tunip_json_close(w, ']');
}

/* ======== JSON lines ======== */

static void write_range(tunip_json_writer *w, const tunip_source *source, size_t begin, size_t end)
{
    size_t line, column;
    tn_json_number_at(w, "begin", begin);
    tn_json_number_at(w, "end", end);
    tunip_source_locate(source, begin, &line, &column);
    tn_json_number_at(w, "line", line);
    tn_json_number_at(w, "column", column);
    tunip_source_locate(source, end, &line, &column);
    tn_json_number_at(w, "end_line", line);
    tn_json_number_at(w, "end_column", column);
}

/* ORDER tunip_traced_kind */
static const char *const traced_kinds[] = {"exact", "nearest", "unresolved"};

/* The place as the input has it; for a span, also the path of the node printed at its start. */
static void write_place(tunip_json_writer *w, const tn_findings *f, const tunip_label *label,
                        const tunip_traced *traced)
{
    const tunip_path *innermost = tn_findings_innermost(f, traced);
    if (label->at == TUNIP_AT_SPAN) {
        tunip_json_key(w, "span");
        tunip_json_open(w, '{');
        tn_json_number_at(w, "begin", label->begin);
        tn_json_number_at(w, "end", label->end);
        tunip_json_close(w, '}');
    }
    if (label->at == TUNIP_AT_PATH) {
        tn_json_str_at(w, "path", label->path);
    } else if (innermost) {
        tunip_json_key(w, "path");
        tn_json_put_path(w, innermost);
    }
}

static void write_label(tunip_json_writer *w, const tn_findings *f, const tunip_label *label)
{
    const tunip_traced *traced = tunip_trace_get(f->trace, label->index);
    tunip_json_open(w, '{');
    tunip_json_key(w, "primary");
    tunip_json_put_bool(w, label->kind == TUNIP_LABEL_PRIMARY);
    tn_json_str_at(w, "message", label->text);
    tn_json_text_at(w, "found", traced_kinds[traced->kind]);
    write_place(w, f, label, traced);
    if (traced->kind == TUNIP_TRACED_NEAREST && traced->path) {
        tunip_json_key(w, "nearest");
        tn_json_put_path(w, traced->path);
    }
    if (traced->kind == TUNIP_TRACED_UNRESOLVED)
        tn_json_str_at(w, "problem", traced->problem);
    else
        write_range(w, f->given->source, traced->begin, traced->end);
    tn_json_sites(w, tn_findings_span(f, traced));
    tunip_json_close(w, '}');
}

static void write_notes(tunip_json_writer *w, const tunip_diagnostic *d)
{
    const tunip_remark *note;
    for (size_t i = 0; (note = tunip_diagnostic_remark(d, i)); i++) {
        tunip_json_open(w, '{');
        tn_json_text_at(w, "severity", tunip_severity_name(note->severity));
        tn_json_str_at(w, "message", note->text);
        tunip_json_close(w, '}');
    }
}

static void write_fixes(tunip_json_writer *w, const tn_findings *f, const tunip_diagnostic *d)
{
    const tunip_fix *fix;
    tunip_json_key(w, "fixes");
    tunip_json_open(w, '[');
    for (size_t i = 0; (fix = tunip_diagnostic_fix(d, i)); i++) {
        tunip_json_open(w, '{');
        tn_json_str_at(w, "message", fix->message);
        tn_json_str_at(w, "text", fix->text);
        tunip_json_key(w, "safe");
        tunip_json_put_bool(w, fix->is_safe);
        write_range(w, f->given->source, fix->begin, fix->end);
        tunip_json_close(w, '}');
    }
    tunip_json_close(w, ']');
}

static void write_diagnostic(tunip_json_writer *w, const tn_findings *f, size_t index)
{
    const tunip_diagnostic *d = tunip_diagnostics_get(f->given->diagnostics, index);
    tunip_json_open(w, '{');
    tn_json_text_at(w, "file", f->given->name);
    if (f->given->tools && f->given->tools[index])
        tn_json_text_at(w, "tool", f->given->tools[index]);
    tn_json_text_at(w, "severity", tunip_severity_name(tunip_diagnostic_severity(d)));
    tn_json_str_at(w, "code", tunip_diagnostic_code(d));
    tn_json_str_at(w, "message", tunip_diagnostic_message(d));
    tunip_json_key(w, "labels");
    tunip_json_open(w, '[');
    const tunip_label *label;
    for (size_t i = 0; (label = tunip_diagnostic_label(d, i)); i++) write_label(w, f, label);
    tunip_json_close(w, ']');
    tunip_json_key(w, "notes");
    tunip_json_open(w, '[');
    write_notes(w, d);
    tunip_json_close(w, ']');
    if (tunip_diagnostic_fix(d, 0)) write_fixes(w, f, d);
    tunip_json_close(w, '}');
}

void tn_write_json_lines(tunip_json_writer *w, const tn_findings *f)
{
    for (size_t i = 0; i < tunip_diagnostics_count(f->given->diagnostics); i++) {
        write_diagnostic(w, f, i);
        tunip_json_end_line(w);
    }
}

/* ======== lines ======== */

/* Forms with a line for each finding. */

/* The primary label, or the first one; NULL if there is none with a place. */
static const tunip_traced *place_of(const tn_findings *f, const tunip_diagnostic *d)
{
    const tunip_label *label, *first = NULL;
    for (size_t i = 0; (label = tunip_diagnostic_label(d, i)); i++) {
        bool is_found = tunip_trace_get(f->trace, label->index)->kind != TUNIP_TRACED_UNRESOLVED;
        if (is_found &&
            (!first || (first->kind != label->kind && label->kind == TUNIP_LABEL_PRIMARY)))
            first = label;
    }
    return first ? tunip_trace_get(f->trace, first->index) : NULL;
}

/* GCC and Clang have no help. */
static const char *const words[] = {
    [TUNIP_SEVERITY_ERROR] = "error",
    [TUNIP_SEVERITY_WARNING] = "warning",
    [TUNIP_SEVERITY_NOTE] = "note",
    [TUNIP_SEVERITY_HELP] = "note",
};

static void put_place(tn_text *out, const tn_findings *f, const tunip_traced *place)
{
    size_t line, column;
    tn_text_put_visible(out, tunip_str_from(f->given->name));
    if (place) {
        tunip_source_locate(f->given->source, place->begin, &line, &column);
        tn_text_say(out, ":%zu:%zu", line, column);
    }
    tn_text_put_word(out, ": ");
}

/* The lines of the source that a finding marks, and its notes. */
static bool put_excerpt(tn_text *out, const tn_findings *f, const tunip_diagnostic *d,
                        const tunip_diagnostics_options *options)
{
    const tunip_allocator *allocator = out->allocator;
    tunip_diagnostics_options own = *options;
    tunip_diagnostics *one = tunip_diagnostics_new(allocator, NULL);
    tunip_diagnostic *copy = tunip_diagnostics_add(one, tunip_diagnostic_severity(d), NULL, "");
    const tunip_label *label;
    const tunip_remark *note;
    own.no_headline = true;
    own.no_context = !options->context_lines;
    for (size_t i = 0; (label = tunip_diagnostic_label(d, i)); i++) {
        const tunip_traced *at = tunip_trace_get(f->trace, label->index);
        if (at->kind != TUNIP_TRACED_UNRESOLVED)
            tunip_diagnostic_at_span(copy, label->kind, at->begin, at->end, label->text.data);
    }
    for (size_t i = 0; (note = tunip_diagnostic_remark(d, i)); i++)
        tunip_diagnostic_note(copy, note->severity, note->text.data);
    tunip_status status =
        tunip_diagnostics_render_source(one, f->given->source, &own, tn_text_put_chunk, out, NULL);
    tunip_diagnostics_free(one);
    return status == TUNIP_OK;
}

bool tn_put_text(tn_text *out, const tn_findings *f, const tunip_diagnostic *d,
                 const tunip_diagnostics_options *options)
{
    const tunip_traced *place = place_of(f, d);
    tunip_str code = tunip_diagnostic_code(d);
    put_place(out, f, place);
    tn_text_say(out, "%s: ", words[tunip_diagnostic_severity(d)]);
    tn_text_put_visible(out, tunip_diagnostic_message(d));
    if (code.size) {
        tn_text_put_word(out, " [");
        tn_text_put_visible(out, code);
        tn_text_put_word(out, "]");
    }
    tn_text_put_word(out, "\n");
    return !place || put_excerpt(out, f, d, options);
}

/* ---- GitHub ---- */

/* Escapes the characters that end a command or a property of it. */
static void put_command(tn_text *out, tunip_str text, const char *special)
{
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c < 0x20 || c == '%' || c == 0x7F || strchr(special, c))
            tn_text_say(out, "%%%02X", c);
        else
            tn_text_put(out, text.data + i, 1);
    }
}

/* ORDER tunip_severity */
static const char *const commands[] = {"error", "warning", "notice", "notice"};

static void put_range(tn_text *out, const tn_findings *f, const tunip_traced *place)
{
    size_t line, column, end_line, end_column;
    tunip_source_locate(f->given->source, place->begin, &line, &column);
    tunip_source_locate(f->given->source, place->end, &end_line, &end_column);
    tn_text_say(out, ",line=%zu,col=%zu,endLine=%zu,endColumn=%zu", line, column, end_line,
                end_column);
}

void tn_put_github(tn_text *out, const tn_findings *f, const tunip_diagnostic *d)
{
    static const char in_property[] = ",:";
    const tunip_traced *place = place_of(f, d);
    const tunip_remark *note;
    tn_text_say(out, "::%s file=", commands[tunip_diagnostic_severity(d)]);
    put_command(out, tunip_str_from(f->given->name), in_property);
    if (place) put_range(out, f, place);
    if (tunip_diagnostic_code(d).size) {
        tn_text_put_word(out, ",title=");
        put_command(out, tunip_diagnostic_code(d), in_property);
    }
    tn_text_put_word(out, "::");
    put_command(out, tunip_diagnostic_message(d), "");
    for (size_t i = 0; (note = tunip_diagnostic_remark(d, i)); i++) {
        tn_text_put_word(out, "%0A");
        put_command(out, note->text, "");
    }
    tn_text_put_word(out, "\n");
}

/* ======== the writer ======== */

struct tunip_findings_writer {
    tunip_findings_form form;
    tunip_diagnostics_options options;
    tunip_allocator allocator;
    tunip_write_fn write;
    void *user;
    tunip_json_writer *json; /* of JSON lines and SARIF */
    tn_sarif sarif;
    bool failed;
};

static tunip_status refuse_memory(tunip_error *error)
{
    return tn_no_memory(error);
}

tunip_findings_writer *tunip_findings_writer_new(const tunip_allocator *allocator,
                                                 tunip_findings_form form,
                                                 const tunip_diagnostics_options *options,
                                                 tunip_write_fn write, void *user,
                                                 tunip_error *error)
{
    enum { SARIF_LINES = 8 };
    tunip_diagnostics_options own;
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    if (!allocator) allocator = &tn_malloc;
    if (tn_options_take(&own, sizeof own, options, error) != TUNIP_OK) return NULL;
    tunip_findings_writer *self = allocator->alloc(allocator->ctx, sizeof *self);
    if (!self) {
        refuse_memory(error);
        return NULL;
    }
    *self = (tunip_findings_writer){
        .form = form, .options = own, .allocator = *allocator, .write = write, .user = user};
    style.lines = form == TUNIP_FORM_SARIF ? SARIF_LINES : 0;
    if (form == TUNIP_FORM_SARIF || form == TUNIP_FORM_JSON)
        self->json = tunip_json_writer_new(allocator, &style, write, user, error);
    if (form == TUNIP_FORM_SARIF && self->json)
        tn_sarif_begin(&self->sarif, self->json, &self->allocator);
    return self;
}

/* Finds the places. False with the error filled. */
static bool trace(tn_findings *f, tunip_error *error)
{
    const tunip_findings *g = f->given;
    if (tunip_diagnostics_status(g->diagnostics) != TUNIP_OK)
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory while collecting") ==
               TUNIP_OK;
    f->trace = g->printed
                   ? tunip_diagnostics_trace(g->diagnostics, g->printed, error)
                   : tunip_diagnostics_trace_source(g->diagnostics, g->graph, g->source, error);
    f->map = f->trace && g->printed ? tunip_source_map_new(g->printed, error) : NULL;
    f->sites = f->map && g->spans ? tunip_site_map_new(g->printed, error) : NULL;
    return f->trace && (f->map || !g->printed) && (f->sites || !f->map || !g->spans);
}

static bool write_lines(tunip_findings_writer *self, const tn_findings *f)
{
    tn_text text;
    const tunip_diagnostic *d;
    bool fine = true;
    tn_text_init(&text, &self->allocator);
    for (size_t i = 0; fine && (d = tunip_diagnostics_get(f->given->diagnostics, i)); i++) {
        if (self->form == TUNIP_FORM_TEXT)
            fine = tn_put_text(&text, f, d, &self->options);
        else
            tn_put_github(&text, f, d);
    }
    fine = fine && !text.failed;
    if (fine && tn_text_write(&text, self->write, self->user, NULL) != TUNIP_OK) fine = false;
    tn_text_free(&text);
    return fine;
}

tunip_status tunip_findings_writer_add(tunip_findings_writer *self, const tunip_findings *findings,
                                       tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    tunip_findings given = *findings;
    tn_findings f = {.given = &given};
    if (!self) return refuse_memory(error);
    if (!given.name) given.name = tunip_source_name(given.source).data;
    if (trace(&f, &own)) {
        bool fine = true;
        if (self->form == TUNIP_FORM_JSON)
            tn_write_json_lines(self->json, &f);
        else if (self->form == TUNIP_FORM_SARIF)
            fine = tn_sarif_add(&self->sarif, &f);
        else
            fine = write_lines(self, &f);
        if (!fine) refuse_memory(&own);
    }
    tunip_source_map_free(f.map);
    tunip_site_map_free(f.sites);
    tunip_trace_free(f.trace);
    self->failed = self->failed || own.code != TUNIP_OK;
    if (own.code != TUNIP_OK && error && error->code == TUNIP_OK) *error = own;
    return own.code;
}

tunip_status tunip_findings_writer_end(tunip_findings_writer *self, tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    if (!self) return refuse_memory(error);
    bool has_json = self->form == TUNIP_FORM_JSON || self->form == TUNIP_FORM_SARIF;
    if (self->failed || (has_json && !self->json)) refuse_memory(&own);
    if (self->form == TUNIP_FORM_SARIF && self->json) tn_sarif_end(&self->sarif);
    if (self->json) tunip_json_writer_end(self->json, &own);
    const tunip_allocator allocator = self->allocator;
    allocator.free(allocator.ctx, self, sizeof *self);
    if (own.code != TUNIP_OK && error && error->code == TUNIP_OK) *error = own;
    return own.code;
}

tunip_status tunip_diagnostics_write(const tunip_diagnostics *diagnostics,
                                     const tunip_source *source, tunip_findings_form form,
                                     const tunip_diagnostics_options *options, tunip_write_fn write,
                                     void *user, tunip_error *error)
{
    const tunip_findings findings = {.source = source, .diagnostics = diagnostics};
    tunip_findings_writer *w =
        tunip_findings_writer_new(&diagnostics->arena.allocator, form, options, write, user, error);
    if (!w) return error ? error->code : TUNIP_ERROR_MEMORY;
    tunip_status status = tunip_findings_writer_add(w, &findings, error);
    tunip_status end = tunip_findings_writer_end(w, error);
    return status != TUNIP_OK ? status : end;
}
