/* read_diagnostics.c -- reads the diagnostics of another program from JSON. Tables list the members
 * of an object. If a member is missing or has a wrong type, the error names its place. Members that
 * no table lists are ignored, with a note. There is no note for members that the command itself
 * writes. */
#include <stdlib.h>
#include <string.h>

#include "json_scan.h"
#include "print_outputs.h"

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
        cli_note("%s:%zu:%zu: the member `%s` is ignored", s->path, line, column, key);
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
};

static void add_label(tunip_diagnostic *to, const label_draft *label)
{
    tunip_label_kind kind = label->primary ? TUNIP_LABEL_PRIMARY : TUNIP_LABEL_SECONDARY;
    if (label->path)
        tunip_diagnostic_at_path(to, kind, label->path, label->message);
    else
        tunip_diagnostic_at_span(to, kind, label->span.begin, label->span.end, label->message);
}

static void add_draft(tunip_diagnostics *out, const draft *d)
{
    tunip_diagnostic *to = tunip_diagnostics_add(out, d->severity, d->code, d->message);
    if (d->own.path || d->own.spanned) add_label(to, &d->own);
    for (size_t i = 0; i < d->label_count; i++) add_label(to, &d->labels[i]);
    for (size_t i = 0; i < d->note_count; i++)
        tunip_diagnostic_note(to, d->notes[i].severity, d->notes[i].message);
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
    add_draft(r->all, d);
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
                       cli_findings *out)
{
    tunip_diagnostics *picked = tunip_diagnostics_new(NULL, NULL);
    size_t count = 0;
    out->diagnostics = picked;
    out->tools = malloc((r->count + 1) * sizeof *out->tools);
    for (size_t i = 0; picked && out->tools && i < r->count; i++) {
        reported_row *row = &r->rows[i];
        if (!row->file && !is_only)
            return cli_scan_fail_at(&r->scan, row->at,
                                    "a finding needs a `file`, because several are printed");
        if (row->file && !is_named(row->file, name) && !is_named(row->file, file)) continue;
        row->used = true;
        out->tools[count++] = row->tool;
        copy(picked, tunip_diagnostics_get(r->all, i));
    }
    if (picked && out->tools && tunip_diagnostics_status(picked) == TUNIP_OK) return true;
    return cli_fail("out of memory") == CLI_OK;
}

void cli_reported_drop(cli_findings *f)
{
    tunip_diagnostics_free((tunip_diagnostics *)(uintptr_t)f->diagnostics);
    free(f->tools);
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
