/* sarif.c -- diagnostics as SARIF 2.1.0 (OASIS). Places refer to the printed text. Because it is
 * not a file, it is included as an artifact with its contents. */
#include <stdlib.h>
#include <string.h>

#include "print_outputs.h"

#define SCHEMA                                                                                     \
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
enum { LINES_TO = 8 };

/* SARIF counts columns in characters. A table has the number of characters before every STRIDE-th
 * byte, so that counting is fast. */
enum { STRIDE = 256 };
typedef struct ruler {
    tunip_str text;
    size_t *marks; /* NULL when out of memory: counting is then slow */
} ruler;

typedef struct report {
    cli_json w;
    const cli_findings *f;
    ruler ruler;
    size_t related; /* the number of the last related location of a result */
} report;

/* ---- places ---- */

static size_t count_characters(tunip_str text, size_t begin, size_t end)
{
    size_t count = 0;
    for (; begin < end; begin++) count += ((unsigned char)text.data[begin] & 0xC0) != 0x80;
    return count;
}

static ruler make_ruler(tunip_str text)
{
    size_t count = text.size / STRIDE + 1;
    ruler r = {text, malloc(count * sizeof *r.marks)};
    if (r.marks) r.marks[0] = 0;
    for (size_t i = 1; r.marks && i < count; i++)
        r.marks[i] = r.marks[i - 1] + count_characters(text, (i - 1) * STRIDE, i * STRIDE);
    return r;
}

static size_t characters_before(const ruler *r, size_t offset)
{
    size_t mark = r->marks ? offset / STRIDE : 0;
    size_t before = r->marks ? r->marks[mark] : 0;
    return before + count_characters(r->text, mark * STRIDE, offset);
}

static size_t measure(const ruler *r, const tunip_printed *printed, size_t offset, size_t *line)
{
    size_t column;
    tunip_printed_locate(printed, offset, line, &column);
    return characters_before(r, offset) - characters_before(r, offset - (column - 1)) + 1;
}

/* Writes the name of the file as a relative URI reference, with escapes for characters that have a
 * meaning in one. */
static void write_uri(report *r)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    static const char suffix[] = ".txt";
    size_t size = strlen(r->f->file), used = 0;
    char *uri = malloc(3 * size + sizeof suffix);
    for (size_t i = 0; uri && i < size; i++) {
        char c = r->f->file[i];
        if (strchr(plain, c))
            uri[used++] = c;
        else
            used += (size_t)snprintf(uri + used, 4, "%%%02X", (unsigned)(unsigned char)c);
    }
    if (uri) memcpy(uri + used, suffix, sizeof suffix);
    if (uri)
        cli_json_text_at(&r->w, "uri", uri);
    else
        r->w.failed = true;
    free(uri);
}

static void write_region(report *r, const tunip_traced *traced)
{
    cli_json *w = &r->w;
    size_t line, column = measure(&r->ruler, r->f->printed, traced->begin, &line);
    cli_json_key(w, "region");
    cli_json_begin(w, '{');
    cli_json_number_at(w, "startLine", line);
    cli_json_number_at(w, "startColumn", column);
    column = measure(&r->ruler, r->f->printed, traced->end, &line);
    cli_json_number_at(w, "endLine", line);
    cli_json_number_at(w, "endColumn", column);
    cli_json_number_at(w, "byteOffset", traced->begin);
    cli_json_number_at(w, "byteLength", traced->end - traced->begin);
    cli_json_end(w, '}');
}

static void write_physical(report *r, const tunip_traced *traced)
{
    cli_json *w = &r->w;
    cli_json_key(w, "physicalLocation");
    cli_json_begin(w, '{');
    cli_json_key(w, "artifactLocation");
    cli_json_begin(w, '{');
    write_uri(r);
    cli_json_number_at(w, "index", 0);
    cli_json_end(w, '}');
    write_region(r, traced);
    cli_json_end(w, '}');
}

static void write_message(report *r, tunip_str text)
{
    cli_json_key(&r->w, "message");
    cli_json_begin(&r->w, '{');
    cli_json_str_at(&r->w, "text", text);
    cli_json_end(&r->w, '}');
}

/* The access path of the node printed there. */
static void write_logical(report *r, const tunip_traced *traced)
{
    cli_json *w = &r->w;
    const tunip_path *path = traced->path;
    if (!path) path = tunip_source_map_path_at(r->f->map, traced->begin);
    if (!path) return;
    cli_json_key(w, "logicalLocations");
    cli_json_begin(w, '[');
    cli_json_begin(w, '{');
    cli_json_key(w, "fullyQualifiedName");
    cli_json_path(w, path);
    cli_json_end(w, '}');
    cli_json_end(w, ']');
}

/* ---- labels ---- */

static void write_problem(report *r, const tunip_traced *traced)
{
    cli_json_key(&r->w, "properties");
    cli_json_begin(&r->w, '{');
    cli_json_str_at(&r->w, "problem", traced->problem);
    cli_json_end(&r->w, '}');
}

/* An unresolved label has a message and no place. */
static void write_label(report *r, const tunip_label *label, bool related)
{
    const tunip_traced *traced = tunip_trace_get(r->f->trace, label->index);
    bool unresolved = traced->kind == TUNIP_TRACED_UNRESOLVED;
    cli_json_begin(&r->w, '{');
    if (related) cli_json_number_at(&r->w, "id", ++r->related);
    if (!unresolved) {
        write_physical(r, traced);
        write_logical(r, traced);
    }
    if (label->text.size || unresolved)
        write_message(r, label->text.size ? label->text : traced->problem);
    if (unresolved) write_problem(r, traced);
    cli_json_end(&r->w, '}');
}

static bool is_place(const report *r, const tunip_label *label)
{
    const tunip_traced *traced = tunip_trace_get(r->f->trace, label->index);
    return label->kind == TUNIP_LABEL_PRIMARY && traced->kind != TUNIP_TRACED_UNRESOLVED;
}

/* Primary labels are the locations of a result; all other labels are related locations. */
static void write_labels(report *r, const tunip_diagnostic *d, bool related)
{
    cli_json_key(&r->w, related ? "relatedLocations" : "locations");
    cli_json_begin(&r->w, '[');
    for (size_t i = 0; i < d->label_count; i++)
        if (is_place(r, &d->labels[i]) != related) write_label(r, &d->labels[i], related);
    cli_json_end(&r->w, ']');
}

/* ---- results ---- */

static const char *const levels[] = {
    [TUNIP_SEVERITY_ERROR] = "error",
    [TUNIP_SEVERITY_WARNING] = "warning",
    [TUNIP_SEVERITY_NOTE] = "note",
    [TUNIP_SEVERITY_HELP] = "note", /* SARIF has no level for help */
};

/* SARIF has no member for notes and help, so they are properties. */
static void write_notes(report *r, const tunip_diagnostic *d)
{
    cli_json *w = &r->w;
    if (!d->note_count) return;
    cli_json_key(w, "properties");
    cli_json_begin(w, '{');
    cli_json_key(w, "notes");
    cli_json_begin(w, '[');
    for (size_t i = 0; i < d->note_count; i++) {
        cli_json_begin(w, '{');
        cli_json_text_at(w, "severity", tunip_severity_name(d->notes[i].severity));
        cli_json_str_at(w, "message", d->notes[i].text);
        cli_json_end(w, '}');
    }
    cli_json_end(w, ']');
    cli_json_end(w, '}');
}

static void write_result(report *r, const tunip_diagnostic *d)
{
    r->related = 0;
    cli_json_begin(&r->w, '{');
    if (d->code.size) cli_json_str_at(&r->w, "ruleId", d->code);
    cli_json_text_at(&r->w, "level", levels[d->severity]);
    write_message(r, d->message);
    write_labels(r, d, false);
    write_labels(r, d, true);
    write_notes(r, d);
    cli_json_end(&r->w, '}');
}

/* ---- the run ---- */

static void write_tool(cli_json *w)
{
    cli_json_key(w, "tool");
    cli_json_begin(w, '{');
    cli_json_key(w, "driver");
    cli_json_begin(w, '{');
    cli_json_text_at(w, "name", "tunip");
    cli_json_text_at(w, "version", tunip_version());
    cli_json_end(w, '}');
    cli_json_end(w, '}');
}

static void write_artifact(report *r)
{
    cli_json *w = &r->w;
    tunip_str text = tunip_printed_text(r->f->printed);
    cli_json_key(w, "artifacts");
    cli_json_begin(w, '[');
    cli_json_begin(w, '{');
    cli_json_key(w, "location");
    cli_json_begin(w, '{');
    write_uri(r);
    cli_json_end(w, '}');
    cli_json_number_at(w, "length", text.size);
    cli_json_text_at(w, "encoding", "utf-8");
    cli_json_key(w, "contents");
    cli_json_begin(w, '{');
    cli_json_str_at(w, "text", text);
    cli_json_end(w, '}');
    cli_json_end(w, '}');
    cli_json_end(w, ']');
}

static void write_run(report *r)
{
    cli_json *w = &r->w;
    const tunip_diagnostics *all = r->f->diagnostics;
    cli_json_begin(w, '{');
    write_tool(w);
    cli_json_text_at(w, "columnKind", "unicodeCodePoints");
    write_artifact(r);
    cli_json_key(w, "results");
    cli_json_begin(w, '[');
    for (size_t i = 0; i < tunip_diagnostics_count(all); i++)
        write_result(r, tunip_diagnostics_get(all, i));
    cli_json_end(w, ']');
    cli_json_end(w, '}');
}

void cli_write_sarif(cli_json *out, const cli_findings *f)
{
    report r = {.w = *out, .f = f, .ruler = make_ruler(tunip_printed_text(f->printed))};
    cli_json *w = &r.w;
    w->lines_to = LINES_TO;
    cli_json_begin(w, '{');
    cli_json_text_at(w, "$schema", SCHEMA);
    cli_json_text_at(w, "version", "2.1.0");
    cli_json_key(w, "runs");
    cli_json_begin(w, '[');
    write_run(&r);
    cli_json_end(w, ']');
    cli_json_end(w, '}');
    cli_json_end_line(w);
    *out = *w;
    free(r.ruler.marks);
}
