/* read.c -- reads inputs, and diagnostics from a file. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "print_outputs.h"
#include "print_settings.h"

/* ======== read ======== */

/* Reads a graph from a file, and shows the lines of the file that have errors. */

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
    cli_progress_hold();
    tunip_diagnostics_render_source(one, source, &options, cli_write, stderr, NULL);
    cli_progress_release();
    tunip_diagnostics_free(one);
}

static void report(const tunip_source *source, const char *file, const tunip_diagnostic *d,
                   int colour)
{
    tunip_severity severity = tunip_diagnostic_severity(d);
    const char *message = tunip_diagnostic_message(d).data;
    const tunip_label *label = tunip_diagnostic_label(d, 0);
    size_t line, column;
    if (!label) {
        bool of_define = tunip_str_is(tunip_diagnostic_code(d), "define");
        bool is_error = severity == TUNIP_SEVERITY_ERROR;
        cli_fail("%s: %s%s%s%s", file, is_error ? "" : tunip_severity_name(severity),
                 is_error ? "" : ": ", of_define ? "--define " : "", message);
        return;
    }
    tunip_source_locate(source, label->begin, &line, &column);
    cli_say_at(file, line, column, severity, "%s", message);
    show(source, d, colour);
}

/* ---- JSON lines, SARIF, GitHub ---- */

enum { TEXT }; /* ORDER of the option's values: tunip_findings_form */

/* Adds an error that is not among the diagnostics yet. */
static void add_error(tunip_diagnostics *diagnostics, const tunip_error *error)
{
    tunip_error own = *error;
    tunip_diagnostic *d =
        tunip_diagnostics_add(diagnostics, TUNIP_SEVERITY_ERROR, "input", cli_said(&own));
    if (error->line)
        tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, error->offset, error->end, NULL);
}

bool cli_store_errors(void *settings, const cli_option *option, const char *text)
{
    cli_loads *loads = (cli_loads *)(void *)((char *)settings + option->offset);
    int form = cli_choose(option, text);
    if (form < 0) return false;
    cli_progress_end(); /* a document may be written to standard error */
    if (loads->findings) tunip_findings_writer_end(loads->findings, NULL);
    loads->errors = form;
    loads->findings = form == TEXT ? NULL
                                   : tunip_findings_writer_new(NULL, (tunip_findings_form)form,
                                                               NULL, cli_write, stderr, NULL);
    return form == TEXT || loads->findings || cli_fail("out of memory") == CLI_OK;
}

static void write_all(const tunip_source *source, const char *file, const cli_loads *loads,
                      const tunip_diagnostics *diagnostics)
{
    const tunip_findings f = {.name = file, .source = source, .diagnostics = diagnostics};
    if (tunip_findings_writer_add(loads->findings, &f, NULL) != TUNIP_OK)
        cli_fail("%s: out of memory", file);
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
    size_t count = tunip_diagnostics_count(diagnostics);
    bool fails = error->code != TUNIP_OK;
    if (loads->errors != TEXT) {
        if (fails && !count) add_error(diagnostics, error);
        if (tunip_diagnostics_count(diagnostics)) write_all(source, file, loads, diagnostics);
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

static void take_options(tunip_read_options *options, const cli_loads *loads)
{
    options->format = loads->format;
    options->fold = loads->fold;
    options->vintage = loads->vintage;
    options->defines = loads->defines;
    options->define_count = loads->define_count;
    options->placeholders = loads->placeholders;
    options->keep_unknown = !loads->strict;
    options->threads = loads->threads;
}

void cli_try(cli_attempt *out, const tunip_context *context, const tunip_source *source,
             const tunip_log *log, size_t index, const cli_loads *loads, bool origins)
{
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    *out = (cli_attempt){.error = TUNIP_ERROR_INIT};
    take_options(&options, loads);
    options.origins = origins;
    options.diagnostics = out->diagnostics = tunip_diagnostics_new(NULL, &out->error);
    if (options.diagnostics)
        out->graph = log ? tunip_log_read(log, index, &options, &out->error)
                         : tunip_read_source(context, source, &options, &out->error);
    if (out->graph) out->error = (tunip_error)TUNIP_ERROR_INIT;
}

void cli_attempt_drop(cli_attempt *attempt)
{
    tunip_graph_free(attempt->graph);
    tunip_diagnostics_free(attempt->diagnostics);
    *attempt = (cli_attempt){.graph = NULL};
}

tunip_graph *cli_attempt_take(cli_attempt *attempt, const tunip_source *source, const char *name,
                              const cli_loads *loads)
{
    tunip_graph *graph = attempt->graph;
    if (!attempt->diagnostics)
        cli_fail_error(name, &attempt->error);
    else if (graph && loads->warned)
        *loads->warned += tunip_diagnostics_count(attempt->diagnostics) > 0;
    else
        report_all(source, name, loads, attempt->diagnostics, &attempt->error);
    attempt->graph = NULL;
    cli_attempt_drop(attempt);
    return graph;
}

tunip_graph *cli_read_source(const tunip_context *context, const tunip_source *source,
                             const tunip_log *log, size_t index, const char *name,
                             const cli_loads *loads, bool origins)
{
    cli_attempt attempt;
    cli_try(&attempt, context, source, log, index, loads, origins);
    return cli_attempt_take(&attempt, source, name, loads);
}

tunip_graph *cli_log_read_quietly(const tunip_log *log, size_t index, const cli_loads *loads)
{
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    take_options(&options, loads);
    options.diagnostics = tunip_diagnostics_new(NULL, NULL);
    tunip_graph *graph = options.diagnostics ? tunip_log_read(log, index, &options, NULL) : NULL;
    if (graph && tunip_diagnostics_count(options.diagnostics)) {
        tunip_graph_free(graph);
        graph = NULL;
    }
    tunip_diagnostics_free(options.diagnostics);
    return graph;
}

tunip_graph *cli_read_quietly(const tunip_context *context, const char *path,
                              const cli_loads *loads, tunip_source **source)
{
    tunip_graph *graph = NULL;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    take_options(&options, loads);
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

/* ======== read diagnostics ======== */

/* Reads the diagnostics of another program from JSON. Tables list the members
 * of an object. If a member is missing or has a wrong type, the error names its place. Members that
 * no table lists are ignored, with a note. There is no note for members that the command itself
 * writes. */

enum { LARGEST_FILE = 1 << 30 };

typedef struct span_draft {
    size_t begin, end;
} span_draft;

typedef struct label_draft {
    const char *path; /* NULL: at the span */
    const char *message;
    span_draft span;
    bool spanned; /* at the span */
    bool primary;
} label_draft;

typedef struct note_draft {
    tunip_severity severity;
    const char *message;
} note_draft;

/* A diagnostic of which some members have been read. The scan owns the texts. */
typedef struct draft {
    label_draft own; /* its own path or span: a primary label without a text */
    const char *code, *message;
    const char *file, *tool;
    tunip_severity severity;
    label_draft *labels;
    size_t label_count, label_room;
    note_draft *notes;
    size_t note_count, note_room;
} draft;

typedef struct member_row member_row;
struct member_row {
    const char *key;
    bool (*read)(cli_scan *s, const member_row *row, void *object);
    size_t offset;
    bool required;
};

/* ---- members that are ignored ---- */

enum { MOST_NOTES = 10 };

static bool skip_value(cli_scan *s)
{
    const char *what = tunip_json_skip(&s->json, &s->token);
    return what ? cli_scan_fail(s, what) : true;
}

/* A member that the command writes, and that follows from other members. */
static bool read_nothing(cli_scan *s, const member_row *row, void *object)
{
    (void)row;
    (void)object;
    return skip_value(s);
}

/* One note for each name. */
static bool skip_unknown(cli_scan *s, size_t at, const char *key)
{
    size_t line, column, i = 0;
    while (i < s->ignored_count && strcmp(s->ignored[i], key) != 0) i++;
    if (i == s->ignored_count && i < MOST_NOTES) {
        s->ignored[s->ignored_count++] = key;
        tunip_source_locate(s->source, at, &line, &column);
        cli_say_at(s->path, line, column, TUNIP_SEVERITY_NOTE, "the member `%s` is ignored", key);
    }
    return cli_scan_expect(s, TUNIP_JSON_COLON, "`:`") && skip_value(s);
}

/* ---- objects ---- */

static const member_row *find_row(const member_row *rows, size_t count, const char *key)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(rows[i].key, key) == 0) return &rows[i];
    return NULL;
}

static bool read_member(cli_scan *s, const member_row *rows, size_t count, void *object,
                        unsigned *seen)
{
    size_t at = cli_scan_at(s);
    const char *key = cli_scan_string(s);
    if (!key) return false;
    const member_row *row = find_row(rows, count, key);
    if (!row) return skip_unknown(s, at, key);
    unsigned bit = 1u << (row - rows);
    if (*seen & bit) return cli_scan_fail_at(s, at, "`%s` is given twice", key);
    if (!cli_scan_expect(s, TUNIP_JSON_COLON, "`:`")) return false;
    /* null stands for a member that is not there */
    if (!row->required && cli_scan_accept(s, TUNIP_JSON_NULL)) return true;
    *seen |= bit;
    return row->read(s, row, object);
}

/* An object whose members are those of the rows. */
static bool read_object(cli_scan *s, const member_row *rows, size_t count, void *object)
{
    unsigned seen = 0;
    size_t at = cli_scan_at(s);
    if (!cli_scan_expect(s, TUNIP_JSON_OPEN_OBJECT, "`{`")) return false;
    if (!cli_scan_accept(s, TUNIP_JSON_CLOSE_OBJECT)) {
        do {
            if (!read_member(s, rows, count, object, &seen)) return false;
        } while (cli_scan_accept(s, TUNIP_JSON_COMMA));
        if (!cli_scan_expect(s, TUNIP_JSON_CLOSE_OBJECT, "`}`")) return false;
    }
    for (size_t i = 0; i < count; i++)
        if (rows[i].required && !(seen & 1u << i))
            return cli_scan_fail_at(s, at, "the member `%s` is missing", rows[i].key);
    return true;
}

/* A list whose elements `each` reads. */
static bool read_list(cli_scan *s, bool (*each)(cli_scan *s, void *user), void *user)
{
    if (!cli_scan_expect(s, TUNIP_JSON_OPEN_ARRAY, "`[`")) return false;
    if (cli_scan_accept(s, TUNIP_JSON_CLOSE_ARRAY)) return true;
    do {
        if (!each(s, user)) return false;
    } while (cli_scan_accept(s, TUNIP_JSON_COMMA));
    return cli_scan_expect(s, TUNIP_JSON_CLOSE_ARRAY, "`]`");
}

/* ---- values ---- */

static void *at_row(void *object, const member_row *row)
{
    return (char *)object + row->offset;
}

static bool read_text(cli_scan *s, const member_row *row, void *object)
{
    const char **text = at_row(object, row);
    *text = cli_scan_string(s);
    return *text != NULL;
}

static bool read_bool(cli_scan *s, const member_row *row, void *object)
{
    cli_word word;
    size_t at = cli_scan_at(s);
    if (!cli_scan_word(s, &word)) return false;
    if (word.kind != CLI_BOOL)
        return cli_scan_fail_at(s, at, "expected true or false, got %s", word.text);
    *(bool *)at_row(object, row) = word.text[0] == 't';
    return true;
}

static bool read_offset(cli_scan *s, const member_row *row, void *object)
{
    cli_word word;
    size_t at = cli_scan_at(s);
    if (!cli_scan_word(s, &word)) return false;
    size_t digits = strspn(word.text, "0123456789");
    if (!digits || word.text[digits] || digits > 18)
        return cli_scan_fail_at(s, at, "expected a number of bytes, got %s", word.text);
    *(size_t *)at_row(object, row) = (size_t)strtoull(word.text, NULL, 10);
    return true;
}

static bool read_severity(cli_scan *s, const member_row *row, void *object)
{
    size_t at = cli_scan_at(s);
    const char *text = cli_scan_string(s);
    if (!text) return false;
    for (int i = TUNIP_SEVERITY_ERROR; i <= TUNIP_SEVERITY_HELP; i++) {
        if (strcmp(text, tunip_severity_name((tunip_severity)i)) != 0) continue;
        *(tunip_severity *)at_row(object, row) = (tunip_severity)i;
        return true;
    }
    return cli_scan_fail_at(s, at, "expected error, warning, note or help, got `%s`", text);
}

static const member_row span_rows[] = {
    {"begin", read_offset, offsetof(span_draft, begin), true},
    {"end", read_offset, offsetof(span_draft, end), true},
};

static bool read_span(cli_scan *s, const member_row *row, void *object)
{
    label_draft *label = at_row(object, row);
    label->spanned = true;
    return read_object(s, span_rows, TUNIP_LEN(span_rows), &label->span);
}

/* ---- labels and notes ---- */

/* Room for one more; NULL after a message. */
static void *grow(void *items, size_t count, size_t *room, size_t size)
{
    if (count < *room) return items;
    *room = 2 * *room + 4;
    void *grown = realloc(items, *room * size);
    if (!grown) cli_fail("out of memory");
    return grown;
}

static bool read_label(cli_scan *s, void *user)
{
    static const member_row rows[] = {
        {"path", read_text, offsetof(label_draft, path), false},
        {"span", read_span, 0, false},
        {"message", read_text, offsetof(label_draft, message), false},
        {"primary", read_bool, offsetof(label_draft, primary), false},
        {"found", read_nothing, 0, false},
        {"nearest", read_nothing, 0, false},
        {"problem", read_nothing, 0, false},
        {"begin", read_nothing, 0, false},
        {"end", read_nothing, 0, false},
        {"line", read_nothing, 0, false},
        {"column", read_nothing, 0, false},
        {"end_line", read_nothing, 0, false},
        {"end_column", read_nothing, 0, false},
    };
    draft *d = user;
    label_draft label = {.primary = true};
    size_t at = cli_scan_at(s);
    if (!read_object(s, rows, TUNIP_LEN(rows), &label)) return false;
    if (!label.path && !label.spanned)
        return cli_scan_fail_at(s, at, "a label needs a `path` or a `span`");
    if (label.spanned) label.path = NULL; /* the command writes the path of a span, too */
    label_draft *grown = grow(d->labels, d->label_count, &d->label_room, sizeof *grown);
    if (!grown) return false;
    d->labels = grown;
    grown[d->label_count++] = label;
    return true;
}

static bool read_labels(cli_scan *s, const member_row *row, void *object)
{
    (void)row;
    return read_list(s, read_label, object);
}

/* A text, which is a note, or an object. */
static bool read_note(cli_scan *s, void *user)
{
    static const member_row rows[] = {
        {"severity", read_severity, offsetof(note_draft, severity), false},
        {"message", read_text, offsetof(note_draft, message), true},
    };
    draft *d = user;
    note_draft note = {.severity = TUNIP_SEVERITY_NOTE};
    bool fine = s->token == TUNIP_JSON_OPEN_OBJECT ? read_object(s, rows, TUNIP_LEN(rows), &note)
                                                   : (note.message = cli_scan_string(s)) != NULL;
    note_draft *grown = fine ? grow(d->notes, d->note_count, &d->note_room, sizeof *grown) : NULL;
    if (!grown) return false;
    d->notes = grown;
    grown[d->note_count++] = note;
    return true;
}

static bool read_notes(cli_scan *s, const member_row *row, void *object)
{
    (void)row;
    return read_list(s, read_note, object);
}

/* ---- diagnostics ---- */

static const member_row diagnostic_rows[] = {
    {"severity", read_severity, offsetof(draft, severity), false},
    {"code", read_text, offsetof(draft, code), false},
    {"message", read_text, offsetof(draft, message), true},
    {"file", read_text, offsetof(draft, file), false},
    {"tool", read_text, offsetof(draft, tool), false},
    {"path", read_text, offsetof(draft, own.path), false},
    {"span", read_span, offsetof(draft, own), false},
    {"labels", read_labels, 0, false},
    {"notes", read_notes, 0, false},
    {"fixes", read_nothing, 0, false},
};

static void add_label(tunip_diagnostic *to, const label_draft *label)
{
    tunip_label_kind kind = label->primary ? TUNIP_LABEL_PRIMARY : TUNIP_LABEL_SECONDARY;
    if (label->path)
        tunip_diagnostic_at_path(to, kind, label->path, label->message);
    else
        tunip_diagnostic_at_span(to, kind, label->span.begin, label->span.end, label->message);
}

/* The file and the tool of a finding, and its place in the file of findings. */
typedef struct reported_row {
    const char *file, *tool; /* or NULL; the scan's */
    size_t at;               /* in the file of findings */
    bool used;
} reported_row;

struct cli_reported {
    cli_scan scan;
    tunip_diagnostics *all;
    reported_row *rows; /* as many */
    size_t count, room;
};

static bool add_row(cli_reported *r, const draft *d, size_t at)
{
    reported_row *grown = grow(r->rows, r->count, &r->room, sizeof *grown);
    if (!grown) return false;
    r->rows = grown;
    grown[r->count++] = (reported_row){.file = d->file, .tool = d->tool, .at = at};
    tunip_diagnostic *to = tunip_diagnostics_add(r->all, d->severity, d->code, d->message);
    if (d->own.path || d->own.spanned) add_label(to, &d->own);
    for (size_t i = 0; i < d->label_count; i++) add_label(to, &d->labels[i]);
    for (size_t i = 0; i < d->note_count; i++)
        tunip_diagnostic_note(to, d->notes[i].severity, d->notes[i].message);
    return true;
}

static bool read_diagnostic(cli_scan *s, void *user)
{
    draft d = {.severity = TUNIP_SEVERITY_ERROR, .own = {.primary = true}};
    size_t at = cli_scan_at(s);
    bool fine = read_object(s, diagnostic_rows, TUNIP_LEN(diagnostic_rows), &d);
    if (fine && d.own.path && d.own.spanned)
        fine = cli_scan_fail_at(s, at, "a diagnostic cannot have both a `path` and a `span`");
    fine = fine && add_row(user, &d, at);
    free(d.labels);
    free(d.notes);
    return fine;
}

static bool read_all(cli_scan *s, cli_reported *out)
{
    if (s->token == TUNIP_JSON_OPEN_ARRAY)
        return read_list(s, read_diagnostic, out) &&
               cli_scan_expect(s, TUNIP_JSON_END, "the end of the file");
    while (s->token != TUNIP_JSON_END)
        if (!read_diagnostic(s, out)) return false;
    return true;
}

cli_reported *cli_read_diagnostics(const char *path)
{
    cli_reported *r = calloc(1, sizeof *r);
    if (!r) {
        cli_fail("out of memory");
        return NULL;
    }
    if (!cli_scan_open(&r->scan, path, LARGEST_FILE, "a file of diagnostics")) {
        free(r);
        return NULL;
    }
    r->all = tunip_diagnostics_new(NULL, NULL);
    bool fine = r->all && read_all(&r->scan, r);
    if (fine && tunip_diagnostics_status(r->all) == TUNIP_OK) return r;
    if (fine || !r->all) cli_fail("out of memory");
    cli_reported_free(r);
    return NULL;
}

void cli_reported_free(cli_reported *r)
{
    if (!r) return;
    tunip_diagnostics_free(r->all);
    cli_scan_close(&r->scan);
    free(r->rows);
    free(r);
}

/* ---- the findings of one input ---- */

static const char *without_dot(const char *name)
{
    return strncmp(name, "./", 2) == 0 ? name + 2 : name;
}

static bool is_named(const char *file, const char *name)
{
    return name && strcmp(without_dot(file), without_dot(name)) == 0;
}

static void copy(tunip_diagnostics *to, const tunip_diagnostic *d)
{
    tunip_diagnostic *made =
        tunip_diagnostics_add(to, tunip_diagnostic_severity(d), tunip_diagnostic_code(d).data,
                              tunip_diagnostic_message(d).data);
    const tunip_label *label;
    const tunip_remark *note;
    for (size_t i = 0; (label = tunip_diagnostic_label(d, i)); i++) {
        if (label->at == TUNIP_AT_PATH)
            tunip_diagnostic_at_path(made, label->kind, label->path.data, label->text.data);
        else
            tunip_diagnostic_at_span(made, label->kind, label->begin, label->end, label->text.data);
    }
    for (size_t i = 0; (note = tunip_diagnostic_remark(d, i)); i++)
        tunip_diagnostic_note(made, note->severity, note->text.data);
}

bool cli_reported_pick(cli_reported *r, const char *name, const char *file, bool is_only,
                       tunip_findings *out)
{
    tunip_diagnostics *picked = tunip_diagnostics_new(NULL, NULL);
    size_t count = 0;
    out->diagnostics = picked;
    const char **tools = malloc((r->count + 1) * sizeof *tools);
    out->tools = tools;
    for (size_t i = 0; picked && out->tools && i < r->count; i++) {
        reported_row *row = &r->rows[i];
        if (!row->file && !is_only)
            return cli_scan_fail_at(&r->scan, row->at,
                                    "a finding needs a `file`, because several are printed");
        if (row->file && !is_named(row->file, name) && !is_named(row->file, file)) continue;
        row->used = true;
        tools[count++] = row->tool;
        copy(picked, tunip_diagnostics_get(r->all, i));
    }
    if (picked && out->tools && tunip_diagnostics_status(picked) == TUNIP_OK) return true;
    return cli_fail("out of memory") == CLI_OK;
}

void cli_reported_drop(tunip_findings *f)
{
    tunip_diagnostics_free((tunip_diagnostics *)(uintptr_t)f->diagnostics);
    free((void *)(uintptr_t)f->tools);
}

void cli_reported_note_unused(const cli_reported *r)
{
    size_t count = 0, first = 0;
    for (size_t i = r->count; i-- > 0;)
        if (!r->rows[i].used && r->rows[i].file) first = i, count++;
    if (count)
        cli_note("%s: %zu %s about files that are not printed, such as %s", r->scan.path, count,
                 count == 1 ? "finding is" : "findings are", r->rows[first].file);
}

/* ======== script line ======== */

/* The printed line of a line of a script. A script may spell its nodes in other
 * ways than the printed text: the nodes that begin in the line lead from one text to the other. */

/* A line of a script, and the nodes that begin there, as labels of a diagnostic. */
typedef struct script_line {
    const tunip_source *source;
    size_t line;
    const tunip_node *root;
    tunip_diagnostic *nodes;
} script_line;

static size_t line_of(const tunip_source *source, size_t offset)
{
    size_t line, column;
    tunip_source_locate(source, offset, &line, &column);
    return line;
}

/* Adds the nodes that begin in the line, and those that are spread over several lines, among them
 * this one; but not the module, which begins with comments about the prefixes. */
static bool add_node(void *user, tunip_node *node, const tunip_origin *origin)
{
    script_line *l = user;
    if (node == l->root || line_of(origin->source, origin->begin) > l->line) return true;
    if (line_of(origin->source, origin->end) >= l->line)
        tunip_diagnostic_at_node(l->nodes, TUNIP_LABEL_PRIMARY, node, NULL);
    return true;
}

static bool has_text(const tunip_printed *printed, const tunip_span *span, tunip_str text)
{
    const char *data = tunip_printed_text(printed).data;
    return tunip_str_equal((tunip_str){data + span->begin, span->end - span->begin}, text);
}

/* Where a variable is defined, if it is used at a place: names in definitions have no path. Another
 * place that holds more than a name remains. */
static size_t find_definition(const tunip_printed *printed, const tunip_traced *place)
{
    const tunip_str name = {tunip_printed_text(printed).data + place->begin,
                            place->end - place->begin};
    const tunip_span *spans = tunip_printed_spans(printed);
    size_t found = place->begin;
    for (size_t i = 0; i < tunip_printed_span_count(printed); i++) {
        if (spans[i].begin >= place->begin) break;
        bool is_name = strcmp(tunip_span_kind(&spans[i]), "id") == 0;
        if (is_name && has_text(printed, &spans[i], name) &&
            !tunip_printed_span_path(printed, i, 0))
            found = spans[i].begin;
    }
    return found;
}

/* The line where a node is printed. 0 if it is not printed, or if it only surrounds the line: if it
 * begins above the line and is printed in several lines. */
static size_t printed_at(const script_line *l, const tunip_printed *printed,
                         const tunip_traced *place, const tunip_origin *origin)
{
    const tunip_source *text = tunip_printed_source(printed);
    if (place->kind != TUNIP_TRACED_EXACT) return 0;
    size_t line = line_of(text, find_definition(printed, place));
    bool begins = line_of(l->source, origin->begin) == l->line;
    return begins || line_of(text, place->end) == line ? line : 0;
}

/* Of the nodes that begin in the line, the largest one counts: it is the statement. Otherwise the
 * smallest one around the line. */
static bool is_better(const script_line *l, const tunip_origin *a, const tunip_origin *b)
{
    bool a_begins = line_of(l->source, a->begin) == l->line;
    bool b_begins = line_of(l->source, b->begin) == l->line;
    if (a_begins != b_begins) return a_begins;
    size_t a_size = a->end - a->begin, b_size = b->end - b->begin;
    return a_begins ? a_size > b_size : a_size < b_size;
}

static size_t best_line(const script_line *l, const tunip_graph *graph,
                        const tunip_printed *printed, const tunip_trace *trace)
{
    const tunip_label *label;
    tunip_origin best, origin;
    size_t found = 0;
    for (size_t i = 0; (label = tunip_diagnostic_label(l->nodes, i)); i++) {
        tunip_graph_origin(graph, label->node, &origin);
        size_t line = printed_at(l, printed, tunip_trace_get(trace, i), &origin);
        if (!line || (found && !is_better(l, &origin, &best))) continue;
        found = line;
        best = origin;
    }
    return found;
}

static size_t find_line(tunip_context *context, const tunip_graph *graph,
                        const tunip_print_options *print, tunip_str text, script_line *l)
{
    tunip_printed *printed = NULL;
    tunip_diagnostics *labels = tunip_diagnostics_new(NULL, NULL);
    size_t line = 0;
    l->root = tunip_graph_root(graph);
    l->nodes = tunip_diagnostics_add(labels, TUNIP_SEVERITY_NOTE, NULL, "");
    tunip_graph_each_origin(graph, add_node, l);
    tunip_print(context, l->root, print, &printed, NULL);
    if (printed && tunip_str_equal(tunip_printed_text(printed), text)) {
        tunip_trace *trace = tunip_diagnostics_trace(labels, printed, NULL);
        if (trace) line = best_line(l, graph, printed, trace);
        tunip_trace_free(trace);
    }
    tunip_printed_free(printed);
    tunip_diagnostics_free(labels);
    return line;
}

size_t cli_find_script_line(const cli_steps *steps, const tunip_source *source,
                            const tunip_print_options *print, tunip_str text, size_t line)
{
    script_line l = {.source = source, .line = line};
    cli_loads loads = steps->loads;
    size_t warned = 0; /* the messages about this file were written before */
    loads.warned = &warned;
    tunip_graph *graph = cli_read_source(steps->context, source, NULL, 0, "", &loads, true);
    size_t found = graph ? find_line(steps->context, graph, print, text, &l) : 0;
    tunip_graph_free(graph);
    return found;
}
