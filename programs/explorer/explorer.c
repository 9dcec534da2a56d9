/* explorer.c -- writes the page: the data as JSON, and the passes for readers without scripts. */
#include "explorer.h"

#include <stdlib.h>

#include <tunip/mlir.h>

#include "../../src/util/html.h"
#include "explorer_files.h" /* made of the files beside this one */
#include "text.h"

/* A text that one or several steps have. The lines of the lineage are those without the locations
 * of MLIR: it lacks the definitions of their aliases. */
typedef struct step_text {
    size_t step;
    ex_printed printed;
    size_t *numbers; /* for each line, from 1, its number in the lineage; 0: a definition */
    size_t *lines;   /* the other way round */
    size_t *aliases; /* the lines of definitions, in their order */
    size_t alias_count;
} step_text;

typedef struct explorer {
    tunip_context *context;
    const explorer_input *input;
    tunip_lineage *lineage;
    ex_tables tables;
    step_text *texts;
    size_t text_count;
    size_t *text_of; /* each step */
    size_t step_count;
    ex_printed source;
    tunip_write_fn write;
    void *user;
    size_t size;  /* the bytes that were written */
    bool is_over; /* the page would be larger than the limit */
    bool stopped; /* for this reason, or because the callback refused */
} explorer;

/* ---- collecting ---- */

static const tunip_history_step *step_at(const explorer *e, size_t step)
{
    return tunip_history_step_at(e->input->history, step);
}

static tunip_status print_step(const explorer *e, size_t step, bool with_locations,
                               tunip_printed **printed, tunip_error *error)
{
    enum { MOST_SETTINGS = 64 };
    tunip_setting settings[MOST_SETTINGS];
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    if (e->input->print) options = *e->input->print;
    options.no_source_map = false;
    if (!with_locations && options.setting_count < MOST_SETTINGS) {
        for (size_t i = 0; i < options.setting_count; i++) settings[i] = options.settings[i];
        settings[options.setting_count++] = (tunip_setting){"mlir.locations", "false"};
        options.settings = settings;
    }
    return tunip_print(e->context, step_at(e, step)->root, &options, printed, error);
}

static bool is_line(const explorer *e, size_t step, size_t number, tunip_str line)
{
    return tunip_str_equal(tunip_lineage_line(e->lineage, step, number), line);
}

/* Finds the numbers of the lines in the lineage. Sets *fits to false if they do not fit. */
static bool number_lines(const explorer *e, step_text *text, tunip_str all, bool *fits)
{
    size_t count = text->printed.lines.count, number = 0;
    size_t known = tunip_lineage_line_count(e->lineage, text->step);
    text->numbers = calloc(count + 1, sizeof *text->numbers);
    text->lines = calloc(known + 2, sizeof *text->lines);
    text->aliases = calloc(count + 1, sizeof *text->aliases);
    if (!text->numbers || !text->lines || !text->aliases) return false;
    *fits = true;
    for (size_t i = 1, begin = 0; i <= count && *fits; i++) {
        const char *feed = memchr(all.data + begin, '\n', all.size - begin);
        size_t end = feed ? (size_t)(feed - all.data) : all.size;
        tunip_str line = {all.data + begin, end - begin};
        bool is_alias = line.size && *line.data == '#' && !is_line(e, text->step, number + 1, line);
        if (is_alias) {
            text->aliases[text->alias_count++] = i;
        } else {
            text->numbers[i] = ++number;
            *fits = number <= known;
            if (*fits) text->lines[number] = i;
        }
        begin = end + 1;
    }
    *fits &= number == known;
    return true;
}

static void free_text(step_text *text)
{
    ex_printed_free(&text->printed);
    free(text->numbers);
    free(text->lines);
    free(text->aliases);
    *text = (step_text){.step = text->step};
}

/* Takes the text of a step, if possible with locations. */
static bool take_text(explorer *e, step_text *text, bool with_locations, tunip_error *error)
{
    tunip_printed *printed = NULL;
    bool fits = true, fine = true;
    if (print_step(e, text->step, with_locations, &printed, error) == TUNIP_OK)
        ex_take(&e->tables, printed, step_at(e, text->step)->root, &text->printed, error);
    if (error->code == TUNIP_OK)
        fine = number_lines(e, text, tunip_printed_text(printed), &fits) ||
               tn_no_memory(error) == TUNIP_OK;
    tunip_printed_free(printed);
    if (error->code != TUNIP_OK || !fine || fits || !with_locations)
        return fine && error->code == TUNIP_OK;
    free_text(text);
    return take_text(e, text, false, error);
}

static bool take_step(explorer *e, size_t step, tunip_error *error)
{
    size_t before = step_at(e, step)->before;
    bool same =
        step && tunip_lineage_source(e->lineage, step) == tunip_lineage_source(e->lineage, before);
    e->text_of[step] = same ? e->text_of[before] : e->text_count;
    if (same) return true;
    step_text *text = &e->texts[e->text_count++];
    text->step = step;
    return take_text(e, text, true, error);
}

/* Adds the source. Control characters become visible escapes. */
static void take_source(explorer *e)
{
    tn_text clean = {.failed = false};
    if (!e->input->source) return;
    tunip_escape(tunip_source_text(e->input->source), TUNIP_ESCAPE_TEXT, tn_text_put_chunk, &clean);
    e->tables.failed |= clean.failed;
    if (clean.bytes.count) ex_take_plain(&e->tables, tn_text_str(&clean), &e->source);
    tn_text_free(&clean);
}

static bool collect(explorer *e, tunip_error *error)
{
    e->step_count = tunip_history_count(e->input->history);
    e->texts = calloc(e->step_count + 1, sizeof *e->texts);
    e->text_of = calloc(e->step_count + 1, sizeof *e->text_of);
    if (!e->texts || !e->text_of) return tn_no_memory(error) == TUNIP_OK;
    e->tables.no_nodes = e->input->no_nodes;
    e->tables.program = e->input->source;
    e->lineage = tunip_lineage_new(e->input->history, e->input->print, error);
    bool fine = e->lineage != NULL;
    for (size_t i = 0; fine && i < e->step_count; i++) fine = take_step(e, i, error);
    take_source(e);
    if (fine && e->tables.failed) {
        tn_no_memory(error);
        fine = false;
    }
    return fine;
}

/* ---- output ---- */

static int emit(const char *data, size_t size, void *user)
{
    explorer *e = user;
    size_t limit = tunip_context_limits(e->context)->max_bytes;
    if (e->stopped) return 1;
    e->is_over = limit && size > limit - e->size;
    e->size += size;
    e->stopped = e->is_over || e->write(data, size, e->user) != 0;
    return e->stopped;
}

static void put(explorer *e, const char *text)
{
    emit(text, strlen(text), e);
}

static int put_escaped(const char *data, size_t size, void *user)
{
    return tn_html_escape((tunip_str){data, size}, emit, user);
}

/* A name or a text on one line, with visible escapes. */
static void put_name(explorer *e, tunip_str name)
{
    tn_html_put(name, TUNIP_ESCAPE_LINE, emit, e);
}

static int put_json(const char *data, size_t size, void *user)
{
    return tn_html_put_script((tunip_str){data, size}, emit, user);
}

/* ---- JSON ---- */

static void put_number(tunip_json_writer *json, const char *key, size_t number)
{
    tunip_json_key(json, key);
    tunip_json_put_size(json, number);
}

static void put_string(tunip_json_writer *json, const char *key, tunip_str text)
{
    tunip_json_key(json, key);
    tunip_json_put_string(json, text);
}

/* The same for text that may have controls. */
static void put_visible(tunip_json_writer *json, const char *key, tunip_str text)
{
    tn_text clean = {.failed = false};
    tunip_escape(text, TUNIP_ESCAPE_TEXT, tn_text_put_chunk, &clean);
    put_string(json, key, tn_text_str(&clean));
    tn_text_free(&clean);
}

static void put_table(tunip_json_writer *json, const char *key, const tn_intern *table)
{
    tunip_json_key(json, key);
    tunip_json_open(json, '[');
    for (size_t i = 0; i < table->count; i++) tunip_json_put_string(json, table->entries[i].text);
    tunip_json_close(json, ']');
    tunip_json_end_line(json);
}

/* The row in which a diff shows the line and the line before (tunip_link_row) is in the two bits
 * above, and the reason of their link in those above these. data.js has the same numbers. */
enum { CHANGED = 1, MOVED = 2, OWN = 4, RENAMED = 8, SURE = 16, ROW_SHIFT = 5, REASON_SHIFT = 7 };

/* How a line corresponds to a line of the step before. */
typedef struct descent {
    size_t before; /* 0: the line is new, or comes from another step */
    unsigned flags;
} descent;

/* Whether a link leads to the line's own predecessor in the step with which its step is compared.
 * All other links are in the list "links". */
static bool is_descent(const explorer *e, const tunip_step_link *link)
{
    return link->link.kind <= TUNIP_LINK_MOVED &&
           link->from_step == step_at(e, link->to_step)->before;
}

/* Whether a line stands before the first one of the lineage. */
static bool is_above(const step_text *text, size_t line)
{
    return line < text->lines[1];
}

/* Definitions of locations belong together by their order, if both stand above or below the module:
 * the rows of a diff are in the order of both texts. */
static descent descent_of_alias(const explorer *e, const step_text *text, size_t line)
{
    size_t before = step_at(e, text->step)->before, index = 0;
    const step_text *old = text->step ? &e->texts[e->text_of[before]] : NULL;
    for (size_t end = text->alias_count; index < end;) {
        size_t middle = index + (end - index) / 2;
        if (text->aliases[middle] < line)
            index = middle + 1;
        else
            end = middle;
    }
    if (!old || index >= old->alias_count) return (descent){0, OWN};
    size_t from = old->aliases[index];
    if (is_above(old, from) != is_above(text, line)) return (descent){0, OWN};
    bool same = old->printed.lines.items[from - 1] == text->printed.lines.items[line - 1];
    unsigned flags =
        same ? SURE | TUNIP_ROW_SAME << ROW_SHIFT : RENAMED | TUNIP_ROW_RENAMED << ROW_SHIFT;
    return (descent){from, OWN | flags};
}

static descent descent_of(const explorer *e, const step_text *text, size_t line)
{
    tunip_step_link from;
    if (!text->numbers[line]) return descent_of_alias(e, text, line);
    size_t count = tunip_lineage_links(e->lineage, text->step, text->numbers[line], &from, 1);
    if (!count || !is_descent(e, &from)) return (descent){0, OWN};
    const step_text *there = &e->texts[e->text_of[from.from_step]];
    descent d = {
        there->lines[from.link.lhs],
        (from.link.changed ? CHANGED : 0) | (from.link.kind == TUNIP_LINK_MOVED ? MOVED : 0) |
            (from.link.kind == TUNIP_LINK_RENAMED ? RENAMED : 0) | (from.link.sure ? SURE : 0) |
            (unsigned)from.link.row << ROW_SHIFT | (unsigned)from.link.reason << REASON_SHIFT};
    const ex_printed *old = &there->printed, *now = &text->printed;
    if (d.before > old->lines.count ||
        old->lines.items[d.before - 1] != now->lines.items[line - 1] ||
        old->paths.items[d.before - 1] != now->paths.items[line - 1])
        d.flags |= OWN;
    return d;
}

/* "runs": BEFORE, COUNT, FLAGS for lines that follow each other in both texts. With OWN in the
 * flags, the numbers of each line and of its path follow. */
static void put_runs(const explorer *e, tunip_json_writer *json, const step_text *text)
{
    const ex_printed *p = &text->printed;
    tunip_json_key(json, "runs");
    tunip_json_open(json, '[');
    for (size_t i = 0, end; i < p->lines.count; i = end) {
        descent first = descent_of(e, text, i + 1);
        for (end = i + 1; end < p->lines.count; end++) {
            descent next = descent_of(e, text, end + 1);
            size_t expected = first.before ? first.before + (end - i) : 0;
            if (next.flags != first.flags || next.before != expected) break;
        }
        tunip_json_put_size(json, first.before);
        tunip_json_put_size(json, end - i);
        tunip_json_put_size(json, first.flags);
        for (size_t k = i; (first.flags & OWN) && k < end; k++) {
            tunip_json_put_size(json, p->lines.items[k]);
            tunip_json_put_size(json, p->paths.items[k]);
        }
    }
    tunip_json_close(json, ']');
}

/* "links": LINE, TEXT, LINE THERE, KIND, REASON, SURE for each link that is not in "runs". */
static void put_links(const explorer *e, tunip_json_writer *json, const step_text *text)
{
    enum { MOST = 64 };
    tunip_step_link links[MOST];
    tunip_json_key(json, "links");
    tunip_json_open(json, '[');
    for (size_t line = 1; text->step && line <= text->printed.lines.count; line++) {
        size_t number = text->numbers[line];
        size_t count =
            number ? tunip_lineage_links(e->lineage, text->step, number, links, MOST) : 0;
        for (size_t i = 0; i < count && i < MOST; i++) {
            const tunip_link *link = &links[i].link;
            if (is_descent(e, &links[i])) continue;
            tunip_json_put_size(json, line);
            tunip_json_put_size(json, e->text_of[links[i].from_step]);
            tunip_json_put_size(json, e->texts[e->text_of[links[i].from_step]].lines[link->lhs]);
            tunip_json_put_size(json, link->kind);
            tunip_json_put_size(json, link->reason);
            tunip_json_put_size(json, link->sure);
        }
    }
    tunip_json_close(json, ']');
}

static void put_folds(const explorer *e, tunip_json_writer *json, const step_text *text)
{
    tunip_str all = tunip_source_text(tunip_lineage_source(e->lineage, text->step));
    tunip_json_key(json, "folds");
    tunip_json_open(json, '[');
    for (size_t i = 0; i < text->printed.folds.count; i++) {
        const ex_fold *fold = &text->printed.folds.items[i];
        bool fits = fold->name_end <= all.size && fold->name < fold->name_end;
        tunip_json_open(json, '[');
        tunip_json_put_size(json, fold->head);
        tunip_json_put_size(json, fold->last);
        tunip_str name = fits ? (tunip_str){all.data + fold->name, fold->name_end - fold->name}
                              : (tunip_str){"", 0};
        tunip_json_put_string(json, fold->symbol.size ? fold->symbol : name);
        tunip_json_close(json, ']');
    }
    tunip_json_close(json, ']');
}

static void put_texts(const explorer *e, tunip_json_writer *json)
{
    tunip_json_key(json, "texts");
    tunip_json_open(json, '[');
    for (size_t i = 0; i < e->text_count; i++) {
        const step_text *text = &e->texts[i];
        tunip_json_open(json, '{');
        put_number(json, "step", text->step);
        put_runs(e, json, text);
        put_links(e, json, text);
        put_folds(e, json, text);
        tunip_json_close(json, '}');
        tunip_json_end_line(json);
    }
    tunip_json_close(json, ']');
}

/* ---- diagnostics ---- */

/* A label: its line, its columns in it, its text. A label of several lines ends with the first. */
static void put_label(tunip_json_writer *json, const tunip_label *label, const tunip_traced *traced,
                      const tunip_printed *printed)
{
    tunip_str text = tunip_printed_text(printed);
    size_t line, column;
    tunip_printed_locate(printed, traced->begin, &line, &column);
    size_t begin = traced->begin - (column - 1);
    const char *feed = memchr(text.data + begin, '\n', text.size - begin);
    size_t end = feed ? (size_t)(feed - text.data) : text.size;
    size_t stop = traced->end < end ? traced->end : end;
    tunip_json_open(json, '{');
    put_number(json, "line", traced->kind == TUNIP_TRACED_UNRESOLVED ? 0 : line);
    put_number(json, "begin", tn_utf16_units((tunip_str){text.data + begin, column - 1}));
    put_number(json, "end", tn_utf16_units((tunip_str){text.data + begin, stop - begin}));
    tunip_json_key(json, "primary");
    tunip_json_put_bool(json, label->kind == TUNIP_LABEL_PRIMARY);
    put_visible(json, "text", label->text);
    tunip_json_close(json, '}');
}

static void put_diagnostic(tunip_json_writer *json, const tunip_diagnostic *d,
                           const tunip_trace *trace, const tunip_printed *printed)
{
    const tunip_label *label;
    const tunip_remark *remark;
    tunip_json_open(json, '{');
    put_string(json, "severity", tunip_str_from(tunip_severity_name(tunip_diagnostic_severity(d))));
    put_visible(json, "code", tunip_diagnostic_code(d));
    put_visible(json, "message", tunip_diagnostic_message(d));
    tunip_json_key(json, "labels");
    tunip_json_open(json, '[');
    for (size_t i = 0; (label = tunip_diagnostic_label(d, i)); i++)
        put_label(json, label, tunip_trace_get(trace, label->index), printed);
    tunip_json_close(json, ']');
    tunip_json_key(json, "notes");
    tunip_json_open(json, '[');
    for (size_t i = 0; (remark = tunip_diagnostic_remark(d, i)); i++) {
        tunip_json_open(json, '{');
        put_string(json, "severity", tunip_str_from(tunip_severity_name(remark->severity)));
        put_visible(json, "text", remark->text);
        tunip_json_close(json, '}');
    }
    tunip_json_close(json, ']');
    tunip_json_close(json, '}');
}

static void put_diagnostics(const explorer *e, tunip_json_writer *json, size_t step,
                            tunip_error *error)
{
    const tunip_diagnostics *found = e->input->diagnostics ? e->input->diagnostics[step] : NULL;
    tunip_printed *printed = NULL;
    tunip_trace *trace = NULL;
    if (!tunip_diagnostics_count(found) || print_step(e, step, true, &printed, error) != TUNIP_OK)
        return;
    trace = tunip_diagnostics_trace(found, printed, error);
    tunip_json_key(json, "diagnostics");
    tunip_json_open(json, '[');
    for (size_t i = 0; trace && i < tunip_diagnostics_count(found); i++)
        put_diagnostic(json, tunip_diagnostics_get(found, i), trace, printed);
    tunip_json_close(json, ']');
    tunip_trace_free(trace);
    tunip_printed_free(printed);
}

/* ---- steps ---- */

/* The differences that a step made. Empty for the first step, and for a step that changed
 * nothing. */
static void write_changes(const explorer *e, size_t step, tn_text *out, tunip_error *error)
{
    tunip_script *script = NULL;
    tunip_diff_options how = TUNIP_DIFF_OPTIONS_INIT;
    const tunip_history_step *at = step_at(e, step);
    if (!step || !at->changed) return;
    how.print = e->input->print;
    how.lhs_name = step_at(e, at->before)->name.data;
    how.rhs_name = at->name.data;
    if (tunip_history_diff(e->input->history, at->before, step, &script, error) == TUNIP_OK)
        tunip_diff_write(e->context, script, &how, tn_text_put_chunk, out, error);
    tunip_script_free(script);
}

static void put_counts(tunip_json_writer *json, tunip_line_counts counts)
{
    tunip_json_key(json, "counts");
    tunip_json_open(json, '{');
    put_number(json, "added", counts.added);
    put_number(json, "removed", counts.removed);
    put_number(json, "changed", counts.changed);
    tunip_json_close(json, '}');
}

/* The operation on which a pass of MLIR ran, if that was not the whole module: its symbol, and its
 * kind, by which pipelines nest: func.func(cse). */
static void put_anchor(tunip_json_writer *json, const tunip_history_step *step)
{
    const tunip_mlir_operation *op;
    if (!step->symbol.size) return;
    size_t count = tunip_mlir_find(step->root, step->symbol, &op, 1);
    put_visible(json, "symbol", step->symbol);
    if (count && count != SIZE_MAX) put_visible(json, "anchor", tunip_string_value(op->name));
}

static void put_steps(const explorer *e, tunip_json_writer *json, tunip_error *error)
{
    tunip_json_key(json, "steps");
    tunip_json_open(json, '[');
    for (size_t i = 0; i < e->step_count; i++) {
        tunip_str names = tunip_lineage_functions(e->lineage, i);
        const tunip_history_step *step = step_at(e, i);
        tunip_json_open(json, '{');
        put_visible(json, "name", step->name);
        put_visible(json, "file", tunip_str_from(e->input->files[i]));
        if (i) put_number(json, "before", step->before);
        tunip_json_key(json, "changed");
        tunip_json_put_bool(json, step->changed);
        put_number(json, "text", e->text_of[i]);
        if (step->is_part) put_number(json, "part", 1);
        if (step->parent != TUNIP_NO_PARENT) put_number(json, "parent", step->parent);
        put_counts(json, tunip_lineage_counts(e->lineage, i));
        if (names.size) put_visible(json, "functions", names);
        if (step->primitive.call.size) put_visible(json, "primitive", step->primitive.call);
        put_anchor(json, step);
        put_diagnostics(e, json, i, error);
        tunip_json_close(json, '}');
        tunip_json_end_line(json);
    }
    tunip_json_close(json, ']');
}

static void put_source(const explorer *e, tunip_json_writer *json)
{
    if (!e->input->source) return;
    tunip_json_key(json, "source");
    tunip_json_open(json, '{');
    put_visible(json, "name", tunip_source_name(e->input->source));
    tunip_json_key(json, "lines");
    tunip_json_open(json, '[');
    for (size_t i = 0; i < e->source.lines.count; i++)
        tunip_json_put_size(json, e->source.lines.items[i]);
    tunip_json_close(json, ']');
    tunip_json_close(json, '}');
}

static void put_data(explorer *e, tunip_error *error)
{
    put(e, "<script type=\"application/json\" id=\"data\">\n");
    tunip_json_writer *json = tunip_json_writer_new(NULL, NULL, put_json, e, error);
    tunip_json_open(json, '{');
    put_number(json, "version", 2);
    put_visible(json, "title", tunip_str_from(e->input->title));
    if (e->input->live) put_number(json, "live", e->input->live);
    put_steps(e, json, error);
    put_source(e, json);
    put_texts(e, json);
    put_table(json, "lines", &e->tables.lines);
    put_table(json, "styles", &e->tables.styles);
    put_table(json, "nodes", &e->tables.nodes);
    put_table(json, "records", &e->tables.records);
    put_table(json, "paths", &e->tables.paths);
    put_table(json, "marks", &e->tables.marks);
    tunip_json_close(json, '}');
    tunip_json_writer_end(json, e->stopped ? NULL : error); /* write_page() says why it stopped */
    put(e, "\n</script>\n");
    if (!e->input->dialects.size) return;
    put(e, "<script type=\"application/json\" id=\"dialects-data\">\n");
    put_json(e->input->dialects.data, e->input->dialects.size, e);
    put(e, "</script>\n");
}

/* ---- without scripts ---- */

static void put_text(explorer *e, size_t step, const char *title)
{
    tunip_str text = tunip_source_text(tunip_lineage_source(e->lineage, step));
    put(e, "<details><summary>");
    put_name(e, step_at(e, step)->name);
    put(e, title);
    put(e, "</summary><pre>\n");
    put_escaped(text.data, text.size, e);
    put(e, "</pre></details>\n");
}

/* The first text, the differences that each step made, and the last text. */
static void put_plain(explorer *e, tunip_error *error)
{
    put(e, "<noscript><main class=\"plain\"><p>Without scripts, this page shows the first and the "
           "last text, and the differences that each pass made.</p>\n");
    if (e->step_count) put_text(e, 0, ": the first text");
    for (size_t i = 1; i < e->step_count && !e->stopped; i++) {
        tn_text changes = {.failed = false};
        if (!step_at(e, i)->changed) continue;
        write_changes(e, i, &changes, error);
        put(e, "<details><summary>");
        put_name(e, step_at(e, i)->name);
        if (step_at(e, i)->primitive.call.size) put(e, " by ");
        put_name(e, step_at(e, i)->primitive.call);
        put(e, "</summary><pre>\n");
        if (changes.bytes.count) put_escaped(changes.bytes.items, changes.bytes.count, e);
        put(e, "</pre></details>\n");
        tn_text_free(&changes);
    }
    if (e->step_count > 1) put_text(e, e->step_count - 1, ": the last text");
    put(e, "</main></noscript>\n");
}

/* ---- the page ---- */

static void put_head(explorer *e)
{
    tn_html_head head = {.title = tunip_str_from(e->input->title),
                         .style = explorer_css,
                         .style_hash = explorer_css_hash,
                         .script_hashes = {pane_js_hash, data_js_hash, mlir_js_hash, state_js_hash,
                                           rows_js_hash, passes_js_hash, timeline_js_hash,
                                           search_js_hash, link_js_hash, app_js_hash},
                         .connects = e->input->live > 0};
    tn_html_begin(&head, emit, e);
}

static void put_scripts(explorer *e)
{
    static const char *const scripts[] = {pane_js,   data_js,     mlir_js,   state_js, rows_js,
                                          passes_js, timeline_js, search_js, link_js,  app_js};
    for (size_t i = 0; i < TUNIP_LEN(scripts); i++) {
        put(e, "<script>");
        put(e, scripts[i]);
        put(e, "</script>\n");
    }
}

static void write_page(explorer *e, tunip_error *error)
{
    put_head(e);
    put(e, explorer_html);
    put_plain(e, error);
    put_data(e, error);
    put_scripts(e);
    put(e, tn_html_end);
    if (e->is_over)
        tunip_error_set(error, TUNIP_ERROR_LIMIT, "the page would be longer than max_bytes %zu",
                        tunip_context_limits(e->context)->max_bytes);
    else if (e->stopped)
        tunip_error_set(error, TUNIP_ERROR_CANCELLED, "the write callback refused");
}

tunip_status explorer_write(tunip_context *context, const explorer_input *input,
                            tunip_write_fn write, void *user, tunip_error *error)
{
    tunip_error found = TUNIP_ERROR_INIT;
    explorer e = {.context = context, .input = input, .write = write, .user = user};
    ex_tables_init(&e.tables);
    if (collect(&e, &found)) write_page(&e, &found);
    for (size_t i = 0; i < e.text_count; i++) free_text(&e.texts[i]);
    ex_printed_free(&e.source);
    ex_tables_free(&e.tables);
    tunip_lineage_free(e.lineage);
    free(e.texts);
    free(e.text_of);
    if (found.code != TUNIP_OK) tunip_error_set(error, found.code, "%s", found.message);
    return found.code;
}
