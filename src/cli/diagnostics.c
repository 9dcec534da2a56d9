/* diagnostics.c -- writes diagnostics as text, JSON and SARIF. */
#include <stdlib.h>
#include <string.h>

#include "print_outputs.h"

/* ======== write diagnostics ======== */

/* Writes diagnostics as excerpts with labels, as JSON lines, or as SARIF
 * (below). */

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

/* ======== sarif ======== */

/* Diagnostics as SARIF 2.1.0 (OASIS). Places refer to the printed text, or to the file
 * itself. Because the text is not a file, it is included as an artifact with its contents. */

#define SCHEMA                                                                                     \
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
/* SARIF counts columns in characters. A table has the number of characters before every STRIDE-th
 * byte, so that counting is fast. */
enum { STRIDE = 256 };
typedef struct ruler {
    tunip_str text;
    size_t *marks; /* NULL when out of memory: counting is then slow */
} ruler;

typedef struct report {
    tunip_json_writer *w;
    const cli_findings *f;
    char *uri;
    ruler ruler;
    size_t related;   /* the number of the last related location of a result */
    const char *tool; /* of this run; NULL: tunip */
    tunip_str *codes; /* of its results, sorted: its rules */
    size_t code_count;
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

static size_t measure(const ruler *r, const tunip_source *source, size_t offset, size_t *line)
{
    size_t column;
    tunip_source_locate(source, offset, line, &column);
    return characters_before(r, offset) - characters_before(r, offset - (column - 1)) + 1;
}

/* Makes a relative URI reference from the name of the file. Characters with a meaning in URIs are
 * escaped. NULL when out of memory. */
static char *make_uri(const char *file, const char *suffix)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    size_t size = strlen(file), used = 0;
    char *uri = malloc(3 * size + strlen(suffix) + 1);
    for (size_t i = 0; uri && i < size; i++) {
        char c = file[i];
        if (strchr(plain, c))
            uri[used++] = c;
        else
            used += (size_t)snprintf(uri + used, 4, "%%%02X", (unsigned)(unsigned char)c);
    }
    if (uri) memcpy(uri + used, suffix, strlen(suffix) + 1);
    return uri;
}

static void write_region(report *r, const tunip_traced *traced)
{
    tunip_json_writer *w = r->w;
    size_t line, column = measure(&r->ruler, r->f->source, traced->begin, &line);
    tunip_json_key(w, "region");
    tunip_json_open(w, '{');
    cli_json_number_at(w, "startLine", line);
    cli_json_number_at(w, "startColumn", column);
    column = measure(&r->ruler, r->f->source, traced->end, &line);
    cli_json_number_at(w, "endLine", line);
    cli_json_number_at(w, "endColumn", column);
    cli_json_number_at(w, "byteOffset", traced->begin);
    cli_json_number_at(w, "byteLength", traced->end - traced->begin);
    tunip_json_close(w, '}');
}

static void write_physical(report *r, const tunip_traced *traced)
{
    tunip_json_writer *w = r->w;
    tunip_json_key(w, "physicalLocation");
    tunip_json_open(w, '{');
    tunip_json_key(w, "artifactLocation");
    tunip_json_open(w, '{');
    cli_json_text_at(r->w, "uri", r->uri);
    cli_json_number_at(w, "index", 0);
    tunip_json_close(w, '}');
    write_region(r, traced);
    tunip_json_close(w, '}');
}

static void write_message(report *r, tunip_str text)
{
    tunip_json_key(r->w, "message");
    tunip_json_open(r->w, '{');
    cli_json_str_at(r->w, "text", text);
    tunip_json_close(r->w, '}');
}

/* The access path of the node printed there. */
static void write_logical(report *r, const tunip_traced *traced)
{
    tunip_json_writer *w = r->w;
    const tunip_path *path = traced->path ? traced->path : cli_findings_innermost(r->f, traced);
    if (!path) return;
    tunip_json_key(w, "logicalLocations");
    tunip_json_open(w, '[');
    tunip_json_open(w, '{');
    tunip_json_key(w, "fullyQualifiedName");
    tunip_json_put_path(w, path);
    tunip_json_close(w, '}');
    tunip_json_close(w, ']');
}

/* ---- labels ---- */

static void write_problem(report *r, const tunip_traced *traced)
{
    tunip_json_key(r->w, "properties");
    tunip_json_open(r->w, '{');
    cli_json_str_at(r->w, "problem", traced->problem);
    tunip_json_close(r->w, '}');
}

/* The places in the user's program. */
static void write_sites(report *r, const tunip_traced *traced)
{
    const tunip_node *span = cli_findings_span(r->f, traced);
    if (!span) return;
    tunip_json_key(r->w, "properties");
    tunip_json_open(r->w, '{');
    cli_json_sites(r->w, span);
    tunip_json_close(r->w, '}');
}

/* An unresolved label has a message and no place. */
static void sarif_write_label(report *r, const tunip_label *label, bool related)
{
    const tunip_traced *traced = tunip_trace_get(r->f->trace, label->index);
    bool unresolved = traced->kind == TUNIP_TRACED_UNRESOLVED;
    tunip_json_open(r->w, '{');
    if (related) cli_json_number_at(r->w, "id", ++r->related);
    if (!unresolved) {
        write_physical(r, traced);
        write_logical(r, traced);
    }
    if (label->text.size || unresolved)
        write_message(r, label->text.size ? label->text : traced->problem);
    if (unresolved)
        write_problem(r, traced);
    else
        write_sites(r, traced);
    tunip_json_close(r->w, '}');
}

static bool is_place(const report *r, const tunip_label *label)
{
    const tunip_traced *traced = tunip_trace_get(r->f->trace, label->index);
    return label->kind == TUNIP_LABEL_PRIMARY && traced->kind != TUNIP_TRACED_UNRESOLVED;
}

/* Primary labels are the locations of a result; all other labels are related locations. */
static void write_labels(report *r, const tunip_diagnostic *d, bool related)
{
    tunip_json_key(r->w, related ? "relatedLocations" : "locations");
    tunip_json_open(r->w, '[');
    const tunip_label *label;
    for (size_t i = 0; (label = tunip_diagnostic_label(d, i)); i++)
        if (is_place(r, label) != related) sarif_write_label(r, label, related);
    tunip_json_close(r->w, ']');
}

/* ---- results ---- */

static const char *const levels[] = {
    [TUNIP_SEVERITY_ERROR] = "error",
    [TUNIP_SEVERITY_WARNING] = "warning",
    [TUNIP_SEVERITY_NOTE] = "note",
    [TUNIP_SEVERITY_HELP] = "note", /* SARIF has no level for help */
};

/* SARIF has no member for notes and help, so they are properties. */
static void sarif_write_notes(report *r, const tunip_diagnostic *d)
{
    tunip_json_writer *w = r->w;
    const tunip_remark *note = tunip_diagnostic_remark(d, 0);
    if (!note) return;
    tunip_json_key(w, "properties");
    tunip_json_open(w, '{');
    tunip_json_key(w, "notes");
    tunip_json_open(w, '[');
    for (size_t i = 1; note; note = tunip_diagnostic_remark(d, i++)) {
        tunip_json_open(w, '{');
        cli_json_text_at(w, "severity", tunip_severity_name(note->severity));
        cli_json_str_at(w, "message", note->text);
        tunip_json_close(w, '}');
    }
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
}

static int compare_codes(const void *left, const void *right)
{
    const tunip_str *a = left, *b = right;
    int order = memcmp(a->data, b->data, a->size < b->size ? a->size : b->size);
    return order ? order : (a->size > b->size) - (a->size < b->size);
}

static void write_rule_of(report *r, tunip_str code)
{
    const tunip_str *found =
        bsearch(&code, r->codes, r->code_count, sizeof *r->codes, compare_codes);
    if (!found) return;
    cli_json_str_at(r->w, "ruleId", code);
    cli_json_number_at(r->w, "ruleIndex", (size_t)(found - r->codes));
}

static void write_result(report *r, const tunip_diagnostic *d)
{
    r->related = 0;
    tunip_json_open(r->w, '{');
    write_rule_of(r, tunip_diagnostic_code(d));
    cli_json_text_at(r->w, "level", levels[tunip_diagnostic_severity(d)]);
    write_message(r, tunip_diagnostic_message(d));
    write_labels(r, d, false);
    write_labels(r, d, true);
    sarif_write_notes(r, d);
    tunip_json_close(r->w, '}');
}

/* ---- the run ---- */

static const char *tool_of(const cli_findings *f, size_t i)
{
    return f->tools ? f->tools[i] : NULL;
}

static bool is_same_tool(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Lists the codes of the tool's results, each once. */
static void find_codes(report *r)
{
    size_t count = 0, kept = 0;
    for (size_t i = 0; i < tunip_diagnostics_count(r->f->diagnostics); i++) {
        tunip_str code = tunip_diagnostic_code(tunip_diagnostics_get(r->f->diagnostics, i));
        if (code.size && is_same_tool(tool_of(r->f, i), r->tool)) r->codes[count++] = code;
    }
    if (count) qsort(r->codes, count, sizeof *r->codes, compare_codes);
    for (size_t i = 0; i < count; i++)
        if (!kept || compare_codes(&r->codes[i], &r->codes[kept - 1]) != 0)
            r->codes[kept++] = r->codes[i];
    r->code_count = kept;
}

static void write_rules(report *r)
{
    tunip_json_key(r->w, "rules");
    tunip_json_open(r->w, '[');
    for (size_t i = 0; i < r->code_count; i++) {
        tunip_json_open(r->w, '{');
        cli_json_str_at(r->w, "id", r->codes[i]);
        tunip_json_close(r->w, '}');
    }
    tunip_json_close(r->w, ']');
}

/* `rules_of`: the report whose rules are those of the tool; or NULL. */
static void write_tool(tunip_json_writer *w, const char *name, report *rules_of)
{
    tunip_json_key(w, "tool");
    tunip_json_open(w, '{');
    tunip_json_key(w, "driver");
    tunip_json_open(w, '{');
    cli_json_text_at(w, "name", name ? name : "tunip");
    if (!name) cli_json_text_at(w, "version", tunip_version());
    if (rules_of) write_rules(rules_of);
    tunip_json_close(w, '}');
    tunip_json_close(w, '}');
}

/* The tool found the results, and tunip converted them. */
static void write_conversion(tunip_json_writer *w)
{
    tunip_json_key(w, "conversion");
    tunip_json_open(w, '{');
    write_tool(w, NULL, NULL);
    tunip_json_close(w, '}');
}

/* Runs of one tool in one log need names. */
static void write_automation(report *r)
{
    char id[512];
    snprintf(id, sizeof id, "%s/", r->uri);
    tunip_json_key(r->w, "automationDetails");
    tunip_json_open(r->w, '{');
    cli_json_text_at(r->w, "id", id);
    tunip_json_close(r->w, '}');
}

static void write_artifact(report *r)
{
    tunip_json_writer *w = r->w;
    tunip_str text = tunip_source_text(r->f->source);
    tunip_json_key(w, "artifacts");
    tunip_json_open(w, '[');
    tunip_json_open(w, '{');
    tunip_json_key(w, "location");
    tunip_json_open(w, '{');
    cli_json_text_at(r->w, "uri", r->uri);
    tunip_json_close(w, '}');
    cli_json_number_at(w, "length", text.size);
    cli_json_text_at(w, "encoding", "utf-8");
    if (r->f->printed) {
        tunip_json_key(w, "contents");
        tunip_json_open(w, '{');
        cli_json_str_at(w, "text", text);
        tunip_json_close(w, '}');
    }
    tunip_json_close(w, '}');
    tunip_json_close(w, ']');
}

static void write_run(report *r)
{
    tunip_json_writer *w = r->w;
    const tunip_diagnostics *all = r->f->diagnostics;
    find_codes(r);
    tunip_json_open(w, '{');
    write_tool(w, r->tool, r);
    if (r->tool) write_conversion(w);
    if (r->f->is_one_of_many) write_automation(r);
    cli_json_text_at(w, "columnKind", "unicodeCodePoints");
    write_artifact(r);
    tunip_json_key(w, "results");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < tunip_diagnostics_count(all); i++)
        if (is_same_tool(tool_of(r->f, i), r->tool)) write_result(r, tunip_diagnostics_get(all, i));
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
}

static bool is_first_of_tool(const cli_findings *f, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (is_same_tool(tool_of(f, k), tool_of(f, i))) return false;
    return true;
}

/* A run for each tool, and one if there are no results. */
bool cli_write_sarif_runs(tunip_json_writer *w, const cli_findings *f)
{
    size_t count = tunip_diagnostics_count(f->diagnostics);
    report r = {.w = w, .f = f, .uri = make_uri(f->file, f->printed ? ".txt" : "")};
    r.codes = malloc((count + 1) * sizeof *r.codes);
    bool fine = r.uri && r.codes;
    if (fine) r.ruler = make_ruler(tunip_source_text(f->source));
    if (fine && !count) write_run(&r);
    for (size_t i = 0; fine && i < count; i++) {
        if (!is_first_of_tool(f, i)) continue;
        r.tool = tool_of(f, i);
        write_run(&r);
    }
    free(r.ruler.marks);
    free(r.codes);
    free(r.uri);
    return fine;
}

void cli_sarif_begin(tunip_json_writer *w)
{
    tunip_json_open(w, '{');
    cli_json_text_at(w, "$schema", SCHEMA);
    cli_json_text_at(w, "version", "2.1.0");
    tunip_json_key(w, "runs");
    tunip_json_open(w, '[');
}

void cli_sarif_end(tunip_json_writer *w)
{
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
}

bool cli_write_sarif(tunip_json_writer *w, const cli_findings *f)
{
    cli_sarif_begin(w);
    bool fine = cli_write_sarif_runs(w, f);
    cli_sarif_end(w);
    return fine;
}
