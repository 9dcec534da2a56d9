/* sarif.c -- diagnostics as SARIF 2.1.0 (OASIS). Places refer to the printed text, or to the file
 * itself. Because the text is not a file, it is included as an artifact with its contents. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tunip/context.h>
#include <tunip/rules.h>

#include "../../ir/path.h"
#include "forms.h"

/* SARIF counts columns in characters. A table has the number of characters before every STRIDE-th
 * byte, so that counting is fast. */
enum { STRIDE = 256 };
typedef struct ruler {
    tunip_str text;
    size_t *marks; /* NULL when out of memory: counting is then slow */
} ruler;

typedef struct report {
    tunip_json_writer *w;
    tn_sarif *log; /* whose run has the results; NULL: a run of their own */
    const tn_findings *f;
    tn_arena *arena;
    char *uri;
    ruler ruler;
    size_t artifact;  /* the number of the file in the run */
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

static ruler make_ruler(tn_arena *arena, tunip_str text)
{
    size_t count = text.size / STRIDE + 1;
    ruler r = {text, tn_arena_alloc(arena, count * sizeof *r.marks)};
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
static char *make_uri(tn_arena *arena, const char *file, const char *suffix)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    size_t size = strlen(file), used = 0;
    char *uri = tn_arena_alloc(arena, 3 * size + strlen(suffix) + 1);
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

static void write_region(report *r, const char *key, const tunip_traced *traced)
{
    tunip_json_writer *w = r->w;
    size_t line, column = measure(&r->ruler, r->f->given->source, traced->begin, &line);
    tunip_json_key(w, key);
    tunip_json_open(w, '{');
    tn_json_number_at(w, "startLine", line);
    tn_json_number_at(w, "startColumn", column);
    column = measure(&r->ruler, r->f->given->source, traced->end, &line);
    tn_json_number_at(w, "endLine", line);
    tn_json_number_at(w, "endColumn", column);
    tn_json_number_at(w, "byteOffset", traced->begin);
    tn_json_number_at(w, "byteLength", traced->end - traced->begin);
    tunip_json_close(w, '}');
}

static void write_location(report *r)
{
    tunip_json_writer *w = r->w;
    tunip_json_key(w, "artifactLocation");
    tunip_json_open(w, '{');
    tn_json_text_at(w, "uri", r->uri);
    tn_json_number_at(w, "index", r->artifact);
    tunip_json_close(w, '}');
}

static void write_physical(report *r, const tunip_traced *traced)
{
    tunip_json_writer *w = r->w;
    tunip_json_key(w, "physicalLocation");
    tunip_json_open(w, '{');
    write_location(r);
    write_region(r, "region", traced);
    tunip_json_close(w, '}');
}

static void write_message(report *r, tunip_str text)
{
    tunip_json_key(r->w, "message");
    tunip_json_open(r->w, '{');
    tn_json_str_at(r->w, "text", text);
    tunip_json_close(r->w, '}');
}

/* The access path of the node printed there. */
static void write_logical(report *r, const tunip_traced *traced)
{
    tunip_json_writer *w = r->w;
    const tunip_path *path = traced->path ? traced->path : tn_findings_innermost(r->f, traced);
    if (!path) return;
    tunip_json_key(w, "logicalLocations");
    tunip_json_open(w, '[');
    tunip_json_open(w, '{');
    tunip_json_key(w, "fullyQualifiedName");
    tn_json_put_path(w, path);
    tunip_json_close(w, '}');
    tunip_json_close(w, ']');
}

/* ---- labels ---- */

static void write_problem(report *r, const tunip_traced *traced)
{
    tunip_json_key(r->w, "properties");
    tunip_json_open(r->w, '{');
    tn_json_str_at(r->w, "problem", traced->problem);
    tunip_json_close(r->w, '}');
}

/* The places in the user's program. */
static void write_sites(report *r, const tunip_traced *traced)
{
    const tunip_node *span = tn_findings_span(r->f, traced);
    if (!span) return;
    tunip_json_key(r->w, "properties");
    tunip_json_open(r->w, '{');
    tn_json_sites(r->w, span);
    tunip_json_close(r->w, '}');
}

/* An unresolved label has a message and no place. */
static void sarif_write_label(report *r, const tunip_label *label, bool related)
{
    const tunip_traced *traced = tunip_trace_get(r->f->trace, label->index);
    bool unresolved = traced->kind == TUNIP_TRACED_UNRESOLVED;
    tunip_json_open(r->w, '{');
    if (related) tn_json_number_at(r->w, "id", ++r->related);
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
        tn_json_text_at(w, "severity", tunip_severity_name(note->severity));
        tn_json_str_at(w, "message", note->text);
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

/* The number of a rule of tunip itself; SIZE_MAX when out of memory. */
static size_t add_code(tn_sarif *log, tunip_str code)
{
    for (size_t i = 0; i < log->codes.count; i++)
        if (tunip_str_is(code, log->codes.items[i])) return i;
    char *copy = tn_string_new(log->allocator, code);
    if (!copy || !tn_array_push(&log->codes, log->allocator, copy)) {
        if (copy) tn_string_free(log->allocator, copy);
        log->failed = true;
        return SIZE_MAX;
    }
    return log->codes.count - 1;
}

static void write_rule_of(report *r, tunip_str code)
{
    size_t number = r->log && code.size ? add_code(r->log, code) : SIZE_MAX;
    if (number != SIZE_MAX) {
        tn_json_str_at(r->w, "ruleId", code);
        tn_json_number_at(r->w, "ruleIndex", number);
    }
    if (r->log) return;
    const tunip_str *found =
        bsearch(&code, r->codes, r->code_count, sizeof *r->codes, compare_codes);
    if (!found) return;
    tn_json_str_at(r->w, "ruleId", code);
    tn_json_number_at(r->w, "ruleIndex", (size_t)(found - r->codes));
}

static void write_fix(report *r, const tunip_fix *fix)
{
    tunip_json_writer *w = r->w;
    const tunip_traced deleted = {.begin = fix->begin, .end = fix->end};
    tunip_json_open(w, '{');
    tunip_json_key(w, "description");
    tunip_json_open(w, '{');
    tn_json_str_at(w, "text", fix->message);
    tunip_json_close(w, '}');
    tunip_json_key(w, "artifactChanges");
    tunip_json_open(w, '[');
    tunip_json_open(w, '{');
    write_location(r);
    tunip_json_key(w, "replacements");
    tunip_json_open(w, '[');
    tunip_json_open(w, '{');
    write_region(r, "deletedRegion", &deleted);
    tunip_json_key(w, "insertedContent");
    tunip_json_open(w, '{');
    tn_json_str_at(w, "text", fix->text);
    tunip_json_close(w, '}');
    tunip_json_close(w, '}');
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
}

static void write_fixes(report *r, const tunip_diagnostic *d)
{
    const tunip_fix *fix;
    if (!tunip_diagnostic_fix(d, 0)) return;
    tunip_json_key(r->w, "fixes");
    tunip_json_open(r->w, '[');
    for (size_t i = 0; (fix = tunip_diagnostic_fix(d, i)); i++) write_fix(r, fix);
    tunip_json_close(r->w, ']');
}

static void write_result(report *r, const tunip_diagnostic *d)
{
    r->related = 0;
    tunip_json_open(r->w, '{');
    write_rule_of(r, tunip_diagnostic_code(d));
    tn_json_text_at(r->w, "level", levels[tunip_diagnostic_severity(d)]);
    write_message(r, tunip_diagnostic_message(d));
    write_labels(r, d, false);
    write_labels(r, d, true);
    write_fixes(r, d);
    sarif_write_notes(r, d);
    tunip_json_close(r->w, '}');
}

/* ---- the run ---- */

static const char *tool_of(const tn_findings *f, size_t i)
{
    return f->given->tools ? f->given->tools[i] : NULL;
}

static bool is_same_tool(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Lists the codes of the tool's results, each once. */
static void find_codes(report *r)
{
    size_t count = 0, kept = 0;
    for (size_t i = 0; i < tunip_diagnostics_count(r->f->given->diagnostics); i++) {
        tunip_str code = tunip_diagnostic_code(tunip_diagnostics_get(r->f->given->diagnostics, i));
        if (code.size && is_same_tool(tool_of(r->f, i), r->tool)) r->codes[count++] = code;
    }
    if (count) qsort(r->codes, count, sizeof *r->codes, compare_codes);
    for (size_t i = 0; i < count; i++)
        if (!kept || compare_codes(&r->codes[i], &r->codes[kept - 1]) != 0)
            r->codes[kept++] = r->codes[i];
    r->code_count = kept;
}

/* ORDER tunip_rules_level */
static const char *const rule_levels[] = {"none", "warning", "error"};

/* A rule of tunip has a description, too. */
static void write_rule(tunip_json_writer *w, tunip_str code)
{
    const tunip_check_rule *rule = tunip_rules_find(code);
    tunip_json_open(w, '{');
    tn_json_str_at(w, "id", code);
    if (rule) {
        tunip_json_key(w, "shortDescription");
        tunip_json_open(w, '{');
        tn_json_text_at(w, "text", rule->summary);
        tunip_json_close(w, '}');
        tunip_json_key(w, "defaultConfiguration");
        tunip_json_open(w, '{');
        tn_json_text_at(w, "level", rule_levels[rule->level]);
        tunip_json_close(w, '}');
    }
    tunip_json_close(w, '}');
}

static void write_rules(const report *r)
{
    tunip_json_key(r->w, "rules");
    tunip_json_open(r->w, '[');
    for (size_t i = 0; !r->log && i < r->code_count; i++) {
        tunip_json_open(r->w, '{');
        tn_json_str_at(r->w, "id", r->codes[i]);
        tunip_json_close(r->w, '}');
    }
    for (size_t i = 0; r->log && i < r->log->codes.count; i++)
        write_rule(r->w, tunip_str_from(r->log->codes.items[i]));
    tunip_json_close(r->w, ']');
}

/* `rules_of`: the report whose rules are those of the tool; or NULL. */
static void write_tool(tunip_json_writer *w, const char *name, const report *rules_of)
{
    tunip_json_key(w, "tool");
    tunip_json_open(w, '{');
    tunip_json_key(w, "driver");
    tunip_json_open(w, '{');
    tn_json_text_at(w, "name", name ? name : "tunip");
    if (!name) tn_json_text_at(w, "version", tunip_version());
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
    tn_json_text_at(r->w, "id", id);
    tunip_json_close(r->w, '}');
}

static void write_artifact(report *r)
{
    tunip_json_writer *w = r->w;
    tunip_str text = tunip_source_text(r->f->given->source);
    tunip_json_key(w, "artifacts");
    tunip_json_open(w, '[');
    tunip_json_open(w, '{');
    tunip_json_key(w, "location");
    tunip_json_open(w, '{');
    tn_json_text_at(r->w, "uri", r->uri);
    tunip_json_close(w, '}');
    tn_json_number_at(w, "length", text.size);
    tn_json_text_at(w, "encoding", "utf-8");
    if (r->f->given->printed) {
        tunip_json_key(w, "contents");
        tunip_json_open(w, '{');
        tn_json_str_at(w, "text", text);
        tunip_json_close(w, '}');
    }
    tunip_json_close(w, '}');
    tunip_json_close(w, ']');
}

static void write_run(report *r)
{
    tunip_json_writer *w = r->w;
    const tunip_diagnostics *all = r->f->given->diagnostics;
    find_codes(r);
    tunip_json_open(w, '{');
    write_tool(w, r->tool, r);
    if (r->tool) write_conversion(w);
    if (r->f->given->is_one_of_many) write_automation(r);
    tn_json_text_at(w, "columnKind", "unicodeCodePoints");
    write_artifact(r);
    tunip_json_key(w, "results");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < tunip_diagnostics_count(all); i++)
        if (is_same_tool(tool_of(r->f, i), r->tool)) write_result(r, tunip_diagnostics_get(all, i));
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
}

static bool is_first_of_tool(const tn_findings *f, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (is_same_tool(tool_of(f, k), tool_of(f, i))) return false;
    return true;
}

/* A run for each tool, and one if there are no results. */
static bool write_runs(tn_sarif *log, const tn_findings *f)
{
    const tunip_findings *g = f->given;
    size_t count = tunip_diagnostics_count(g->diagnostics);
    tn_arena arena;
    report r = {.w = log->w, .f = f, .arena = &arena};
    tn_arena_init(&arena, log->allocator);
    r.uri = make_uri(&arena, g->name, g->printed ? ".txt" : "");
    r.codes = tn_arena_array(&arena, count + 1, sizeof *r.codes);
    bool fine = r.uri && r.codes;
    if (fine) r.ruler = make_ruler(&arena, tunip_source_text(g->source));
    if (fine && !count) write_run(&r);
    for (size_t i = 0; fine && i < count; i++) {
        if (!is_first_of_tool(f, i)) continue;
        r.tool = tool_of(f, i);
        write_run(&r);
    }
    fine = fine && !arena.failed;
    tn_arena_free(&arena);
    return fine;
}

/* ======== the log ======== */

#define SCHEMA                                                                                     \
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

void tn_sarif_begin(tn_sarif *s, tunip_json_writer *w, const tunip_allocator *allocator)
{
    *s = (tn_sarif){.w = w, .allocator = allocator};
    tunip_json_open(w, '{');
    tn_json_text_at(w, "$schema", SCHEMA);
    tn_json_text_at(w, "version", "2.1.0");
    tunip_json_key(w, "runs");
    tunip_json_open(w, '[');
}

static void open_run(tn_sarif *s)
{
    if (s->is_open) return;
    s->is_open = s->has_runs = true;
    tunip_json_open(s->w, '{');
    tn_json_text_at(s->w, "columnKind", "unicodeCodePoints");
    tunip_json_key(s->w, "results");
    tunip_json_open(s->w, '[');
}

static void free_lists(tn_sarif *s)
{
    for (size_t i = 0; i < s->uris.count; i++) tn_string_free(s->allocator, s->uris.items[i]);
    for (size_t i = 0; i < s->codes.count; i++) tn_string_free(s->allocator, s->codes.items[i]);
    tn_array_free(&s->uris, s->allocator);
    tn_array_free(&s->codes, s->allocator);
    tn_array_free(&s->sizes, s->allocator);
}

static void close_run(tn_sarif *s)
{
    tunip_json_writer *w = s->w;
    const report r = {.w = w, .log = s};
    if (!s->is_open) return;
    tunip_json_close(w, ']');
    tunip_json_key(w, "artifacts");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < s->uris.count; i++) {
        tunip_json_open(w, '{');
        tunip_json_key(w, "location");
        tunip_json_open(w, '{');
        tn_json_text_at(w, "uri", s->uris.items[i]);
        tunip_json_close(w, '}');
        tn_json_number_at(w, "length", s->sizes.items[i]);
        tn_json_text_at(w, "encoding", "utf-8");
        tunip_json_close(w, '}');
    }
    tunip_json_close(w, ']');
    write_tool(w, NULL, &r);
    tunip_json_close(w, '}');
    s->is_open = false;
    free_lists(s);
}

/* The number of a file, which is added if it is new. False when out of memory. */
static bool add_file(tn_sarif *s, const char *uri, size_t length, size_t *number)
{
    for (*number = 0; *number < s->uris.count; ++*number)
        if (strcmp(s->uris.items[*number], uri) == 0) return true;
    char *copy = tn_string_new(s->allocator, tunip_str_from(uri));
    bool fine = copy && tn_array_push(&s->sizes, s->allocator, length) &&
                tn_array_push(&s->uris, s->allocator, copy);
    if (!fine && copy) tn_string_free(s->allocator, copy);
    return fine;
}

/* Adds results to the run of tunip itself. */
static bool add_results(tn_sarif *s, const tn_findings *f)
{
    const tunip_diagnostics *all = f->given->diagnostics;
    tunip_str text = tunip_source_text(f->given->source);
    tn_arena arena;
    report r = {.w = s->w, .f = f, .log = s, .arena = &arena};
    tn_arena_init(&arena, s->allocator);
    r.uri = make_uri(&arena, f->given->name, "");
    bool fine = r.uri && add_file(s, r.uri, text.size, &r.artifact);
    open_run(s);
    if (fine) r.ruler = make_ruler(&arena, text);
    for (size_t i = 0; fine && i < tunip_diagnostics_count(all); i++)
        write_result(&r, tunip_diagnostics_get(all, i));
    fine = fine && !arena.failed && !s->failed;
    tn_arena_free(&arena);
    return fine;
}

bool tn_sarif_add(tn_sarif *s, const tn_findings *f)
{
    if (!f->given->tools && !f->given->printed) return add_results(s, f);
    close_run(s);
    s->has_runs = true;
    return write_runs(s, f);
}

/* A log without findings has a run without results. */
void tn_sarif_end(tn_sarif *s)
{
    if (!s->has_runs) open_run(s);
    close_run(s);
    free_lists(s);
    tunip_json_close(s->w, ']');
    tunip_json_close(s->w, '}');
    tunip_json_end_line(s->w);
}
