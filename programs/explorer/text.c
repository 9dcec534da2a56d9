/* text.c -- the lines of a step in the form of the page: one pass over the spans and the styles,
 * which are both in the order of the text. */
#include "text.h"

#include <inttypes.h>
#include <stdlib.h>

#include <tunip/mlir.h>

#include "nodes.h"

enum { MOST_NODES = 200 }; /* of a line */

/* A line with a path whose span continues in later lines. */
typedef struct open_line {
    size_t end;
    const tunip_path *path;
    size_t number; /* in the table */
} open_line;

typedef struct run {
    size_t end;
    tunip_style style;
} run;

/* The dialect of words without one inside an operation of MLIR that ends at `end`. */
typedef struct usual_dialect {
    size_t end;
    tunip_str name;
} usual_dialect;

/* A function that the tables do not have yet. */
typedef struct recording {
    size_t begin, end; /* bytes of the text */
    size_t line, fold; /* the first ones, from 0 */
} recording;

typedef struct taking {
    ex_tables *tables;
    const tunip_printed *printed;
    tunip_str text;
    ex_printed *out;
    ex_follower follower;
    run *runs;
    size_t run_count, run_room, run_at;
    size_t span;
    open_line *open;
    size_t open_count, open_room;
    bool is_mlir;
    size_t mark; /* the next span whose marks are to be found */
    size_t fold; /* the next span that may be a fold, or begin a function */
    recording function;
    bool is_recording;
    TN_ARRAY(size_t) regions;      /* the ends of those that have begun */
    size_t dictionary_end;         /* of the last one */
    TN_ARRAY(usual_dialect) usual; /* of the operations around the next one */
    tn_text row;                   /* of the current line */
    bool failed;
} taking;

void ex_tables_init(ex_tables *t)
{
    tn_intern *const all[] = {&t->lines, &t->styles, &t->nodes,        &t->records,
                              &t->paths, &t->marks,  &t->function_keys};
    tn_arena_init(&t->arena, &tn_malloc);
    for (size_t i = 0; i < TUNIP_LEN(all); i++) tn_intern_init(all[i], &t->arena, &tn_malloc);
}

void ex_tables_free(ex_tables *t)
{
    tn_intern *const all[] = {&t->lines, &t->styles, &t->nodes,        &t->records,
                              &t->paths, &t->marks,  &t->function_keys};
    for (size_t i = 0; i < TUNIP_LEN(all); i++) tn_intern_free(all[i]);
    tn_array_free(&t->functions, &tn_malloc);
    tn_arena_free(&t->arena);
}

/* The number of a text in one of the tables; 0 when out of memory. */
static size_t ex_intern(ex_tables *tables, tn_intern *table, tunip_str text)
{
    uint32_t number = tn_intern_put(table, text);
    tables->failed |= number == TN_NOT_INTERNED;
    return number == TN_NOT_INTERNED ? 0 : number;
}

static size_t units_between(const taking *t, size_t begin, size_t end)
{
    return tn_utf16_units((tunip_str){t->text.data + begin, end - begin});
}

/* ---- styles ---- */

static int add_run(tunip_style style, size_t begin, size_t end, void *user)
{
    taking *t = user;
    (void)begin;
    if (t->run_count == t->run_room) {
        size_t room = t->run_room * 2 + 256;
        run *grown = realloc(t->runs, room * sizeof *grown);
        if (!grown) return 1;
        t->runs = grown;
        t->run_room = room;
    }
    t->runs[t->run_count++] = (run){end, style};
    return 0;
}

/* The styles of a line; plain words at its end are left out. */
static size_t styles_of(taking *t, size_t begin, size_t end)
{
    static const char letters[] = ".kdcnsmuovybtal"; /* ORDER tunip_style */
    size_t kept = 0;
    t->row.bytes.count = 0;
    for (size_t at = begin, stop; at < end; at = stop) {
        while (t->run_at < t->run_count && t->runs[t->run_at].end <= at) t->run_at++;
        bool is_styled = t->run_at < t->run_count;
        stop = is_styled && t->runs[t->run_at].end < end ? t->runs[t->run_at].end : end;
        tunip_style style = is_styled ? t->runs[t->run_at].style : TUNIP_STYLE_PLAIN;
        tn_text_say(&t->row, "%c%zu", letters[style], units_between(t, at, stop));
        if (style != TUNIP_STYLE_PLAIN) kept = t->row.bytes.count;
    }
    return ex_intern(t->tables, &t->tables->styles, (tunip_str){t->row.bytes.items, kept});
}

/* ---- nodes ---- */

/* The ancestor of a path at a depth. */
static const tunip_path *ancestor(const tunip_path *path, uint32_t depth)
{
    while (path->depth > depth) path = path->parent;
    return path;
}

static void put_steps(tn_text *out, const tunip_path *path, uint32_t from)
{
    char room[1024];
    size_t size = tunip_path_steps_text(path, from, room, sizeof room);
    tn_text_put(out, room, size < sizeof room ? size : sizeof room - 1);
}

static bool is_inside(const tunip_path *path, const tunip_path *base)
{
    return path->depth >= base->depth && ancestor(path, base->depth) == base;
}

/* Returns the number of the path of a line, and makes the line the innermost open line. */
static size_t path_of_line(taking *t, const tunip_span *span, const tunip_path *path)
{
    const open_line *above = t->open_count ? &t->open[t->open_count - 1] : NULL;
    bool inside = above && is_inside(path, above->path);
    tn_text row = {.failed = false};
    tn_text_say(&row, "%zu ", inside ? above->number : 0);
    put_steps(&row, path, inside ? above->path->depth : 0);
    size_t number = ex_intern(t->tables, &t->tables->paths, tn_text_str(&row));
    t->failed |= row.failed;
    tn_text_free(&row);
    if (t->open_count == t->open_room) {
        size_t room = t->open_room * 2 + 64;
        open_line *grown = realloc(t->open, room * sizeof *grown);
        t->failed |= !grown;
        if (!grown) return number;
        t->open = grown;
        t->open_room = room;
    }
    t->open[t->open_count++] = (open_line){span->end, path, number};
    return number;
}

static const tunip_node *node_of(taking *t, size_t span)
{
    const tunip_path *path = tunip_printed_span_path(t->printed, span, 0);
    return path ? ex_follow(&t->follower, path) : NULL;
}

static size_t record_of(taking *t, const tunip_path *path)
{
    tn_text record = {.failed = false};
    ex_describe(&record, ex_follow(&t->follower, path));
    size_t number = ex_intern(t->tables, &t->tables->records, tn_text_str(&record));
    t->failed |= record.failed;
    tn_text_free(&record);
    return number;
}

/* The path of a line: the first path in it, if all other paths in the line are below this path.
 * Otherwise the path of the innermost open line, for example in a line of parameters. NULL if there
 * is none. */
static const tunip_path *base_of(taking *t, size_t begin, size_t end, size_t *number)
{
    const tunip_span *spans = tunip_printed_spans(t->printed), *at = NULL;
    size_t count = tunip_printed_span_count(t->printed);
    const tunip_path *base = NULL;
    bool all = true;
    while (t->open_count && t->open[t->open_count - 1].end <= begin) t->open_count--;
    for (size_t i = t->span; i < count && spans[i].begin <= end; i++) {
        const tunip_path *path = tunip_printed_span_path(t->printed, i, 0);
        if (!path) continue;
        if (!base) base = path, at = &spans[i];
        all &= is_inside(path, base);
    }
    const open_line *above = t->open_count ? &t->open[t->open_count - 1] : NULL;
    if (base && !all && above) {
        *number = above->number;
        return above->path;
    }
    if (base) *number = path_of_line(t, at, base);
    return base;
}

static void put_node(taking *t, const tunip_span *span, const tunip_path *path, size_t begin,
                     size_t end, const tunip_path *base)
{
    size_t from = span->begin > begin ? span->begin : begin;
    size_t stop = span->end < end ? span->end : end;
    tn_text_say(&t->row, "%zu %zu %s %zu ", units_between(t, begin, from),
                stop > from ? units_between(t, from, stop) : 0, tunip_span_kind(span),
                record_of(t, path));
    put_steps(&t->row, path, base->depth);
}

/* ---- lines of the user's program ---- */

/* Whether a name that a frontend gave is that of the program: `net/model.py`, `model.py`. */
static bool is_program(tunip_str program, tunip_str name)
{
    tunip_str shorter = name.size < program.size ? name : program;
    tunip_str longer = name.size < program.size ? program : name;
    size_t above = longer.size - shorter.size;
    if (!shorter.size || memcmp(longer.data + above, shorter.data, shorter.size) != 0) return false;
    return !above || longer.data[above - 1] == '/' || longer.data[above - 1] == '\\';
}

static bool put_origin(void *user, const tunip_site *site)
{
    taking *t = user;
    bool is_known = is_program(tunip_source_name(t->tables->program), site->source);
    if (is_known && site->line > 0)
        tn_text_say(&t->row, "%s%" PRId64, t->row.bytes.count ? " " : "@", site->line);
    return true;
}

static bool put_origins_of(taking *t, size_t end, bool with_variables)
{
    const tunip_span *spans = tunip_printed_spans(t->printed);
    size_t count = tunip_printed_span_count(t->printed);
    for (size_t i = t->span; i < count && spans[i].begin <= end; i++) {
        const tunip_path *path = tunip_printed_span_path(t->printed, i, 0);
        const tunip_node *node = path ? ex_follow(&t->follower, path) : NULL;
        if (!node && path) node = ex_follow(&t->follower, path->parent); /* of a number in it */
        const tunip_node *span = node ? tunip_node_span(node) : NULL;
        if (!span || (!with_variables && (node->type->flags & TUNIP_TYPE_VARIABLE))) continue;
        tunip_each_site(span, put_origin, t);
        return true;
    }
    return false;
}

/* The lines of the program that made the line from `t->span` on: those of its outermost node that
 * has a span. The span of a variable says where it is defined, so other nodes come first. */
static void put_origins(taking *t, size_t end)
{
    if (!t->tables->program) return;
    if (!put_origins_of(t, end, false)) put_origins_of(t, end, true);
    if (t->row.bytes.count) tn_text_put(&t->row, "\n", 1);
}

/* Takes the spans that begin in a line. Sets the number of its path. */
static size_t nodes_of(taking *t, size_t begin, size_t end, size_t *number)
{
    const tunip_span *spans = tunip_printed_spans(t->printed), *last_span = NULL;
    size_t count = tunip_printed_span_count(t->printed), taken = 0;
    const tunip_path *base = base_of(t, begin, end, number), *last = NULL;
    t->row.bytes.count = 0;
    put_origins(t, end);
    for (; t->span < count && spans[t->span].begin <= end; t->span++) {
        const tunip_span *span = &spans[t->span];
        const tunip_path *path = tunip_printed_span_path(t->printed, t->span, 0);
        if (!path || !is_inside(path, base) || taken >= MOST_NODES) continue;
        if (t->is_mlir && tunip_is(node_of(t, t->span), &tunip_string_type)) continue; /* a word */
        if (last_span && path == last && span->end == last_span->end) continue;
        if (taken++) tn_text_put(&t->row, "\n", 1);
        put_node(t, span, path, begin, end, base);
        last = path;
        last_span = span;
    }
    return ex_intern(t->tables, &t->tables->nodes, tn_text_str(&t->row));
}

/* ---- marks of MLIR ---- */

static bool starts_with(const taking *t, const tunip_span *span, char c)
{
    return span->begin < span->end && t->text.data[span->begin] == c;
}

/* Adds the part of a dictionary that is in the line. With it, the angle brackets around it. */
static void put_dictionary(taking *t, tn_text *row, size_t from, size_t to, size_t begin,
                           size_t end)
{
    const char *text = t->text.data;
    if (from > begin && text[from - 1] == '<' && to < t->text.size && text[to] == '>') from--, to++;
    from = from > begin ? from : begin;
    to = to < end ? to : end;
    tn_text_say(row, " %zu %zu", units_between(t, begin, from), units_between(t, begin, to));
}

/* Adds the dialect of an operation that the text writes without one. */
static void put_dialect(taking *t, tn_text *out, const tunip_span *span, size_t index)
{
    const tunip_mlir_operation *op = TUNIP_AS(tunip_mlir_operation, node_of(t, index));
    if (!op) return;
    while (t->usual.count && t->usual.items[t->usual.count - 1].end <= span->begin)
        t->usual.count--;
    usual_dialect inside = {span->end, t->usual.count ? t->usual.items[t->usual.count - 1].name
                                                      : tunip_str_from("func")};
    tunip_str name = tunip_string_value(op->name), dialect = tunip_mlir_dialect(op, &inside.name);
    t->failed |= !tn_array_push(&t->usual, &tn_malloc, inside);
    if (name.size && memchr(name.data, '.', name.size)) return;
    tn_text_say(out, "%s%.*s", out->bytes.count ? "," : " =", (int)dialect.size, dialect.data);
}

/* The number of the marks of a line. */
static size_t marks_of(taking *t, size_t begin, size_t end)
{
    if (!t->is_mlir) return 0;
    const tunip_span *spans = tunip_printed_spans(t->printed);
    size_t count = tunip_printed_span_count(t->printed), ended = 0, begun = 0;
    tn_text ranges = {.failed = false}, words = {.failed = false};
    while (t->regions.count && t->regions.items[t->regions.count - 1] <= end)
        t->regions.count--, ended++;
    if (t->dictionary_end > begin) put_dictionary(t, &ranges, begin, t->dictionary_end, begin, end);
    for (; t->mark < count && spans[t->mark].begin <= end; t->mark++) {
        const tunip_span *span = &spans[t->mark];
        const char *kind = tunip_span_kind(span);
        if (strcmp(kind, "expr_stmt") == 0) put_dialect(t, &words, span, t->mark);
        if (!starts_with(t, span, '{')) continue;
        if (strcmp(kind, "block") == 0 && span->end > end) {
            begun++;
            t->failed |= !tn_array_push(&t->regions, &tn_malloc, span->end);
        } else if (strcmp(kind, "tuple") == 0 && span->begin >= t->dictionary_end) {
            put_dictionary(t, &ranges, span->begin, span->end, begin, end);
            t->dictionary_end = span->end;
        }
    }
    t->row.bytes.count = 0;
    if (ended || begun || ranges.bytes.count || words.bytes.count)
        tn_text_say(&t->row, "%zu %zu", ended, begun);
    if (ranges.bytes.count) tn_text_put(&t->row, ranges.bytes.items, ranges.bytes.count);
    if (words.bytes.count) tn_text_put(&t->row, words.bytes.items, words.bytes.count);
    t->failed |= ranges.failed || words.failed;
    tn_text_free(&ranges);
    tn_text_free(&words);
    return ex_intern(t->tables, &t->tables->marks, tn_text_str(&t->row));
}

/* ---- functions ---- */

static bool push_fold(taking *t, const ex_fold *fold)
{
    return tn_array_push(&t->out->folds, &tn_malloc, *fold);
}

/* Makes a span a fold, if it is an operation of MLIR that has a symbol, or a module. */
static bool add_operation_fold(taking *t, const tunip_span *span, const tunip_node *node)
{
    const tunip_mlir_operation *op = TUNIP_AS(tunip_mlir_operation, node);
    ex_fold fold = {.head = 0};
    bool has_region = false;
    for (size_t i = 0; op && i < tunip_array_count(op->pieces); i++)
        has_region |= tunip_is(op->pieces->items[i], &tunip_mlir_region_type);
    if (!has_region) return true;
    tunip_str name = tunip_string_value(op->name);
    bool is_module = name.size >= 6 && memcmp(name.data + name.size - 6, "module", 6) == 0;
    fold.symbol = tunip_mlir_symbol(op);
    if (!fold.symbol.size && is_module) fold.symbol = name;
    if (!fold.symbol.size) return true;
    size_t column;
    const tunip_source *source = tunip_printed_source(t->printed);
    tunip_source_locate(source, span->begin, &fold.head, &column);
    tunip_source_locate(source, span->end, &fold.last, &column);
    return fold.last <= fold.head || push_fold(t, &fold);
}

static bool add_fold(taking *t, const tunip_span *span)
{
    ex_fold fold = {.name = span->begin};
    size_t column, begin = span->begin;
    while (begin < span->end && t->text.data[begin] == '@') { /* a decorator */
        const char *feed = memchr(t->text.data + begin, '\n', span->end - begin);
        if (!feed) break;
        begin = (size_t)(feed - t->text.data) + 1;
        while (begin < span->end && t->text.data[begin] == ' ') begin++;
    }
    const tunip_source *source = tunip_printed_source(t->printed);
    tunip_source_locate(source, begin, &fold.head, &column);
    tunip_source_locate(source, span->end, &fold.last, &column);
    if (fold.last <= fold.head) return true;
    size_t i = t->run_at;
    while (i < t->run_count && !(t->runs[i].end > begin && t->runs[i].style == TUNIP_STYLE_DEFINED))
        i++;
    fold.name = begin;
    if (i < t->run_count) {
        fold.name_end = t->runs[i].end;
        if (i && t->runs[i - 1].end > begin) fold.name = t->runs[i - 1].end;
    }
    return push_fold(t, &fold);
}

static bool is_kind(const tunip_span *span, const char *kind)
{
    return strcmp(tunip_span_kind(span), kind) == 0;
}

/* Takes the folds that begin in a line. */
static void take_folds(taking *t, size_t end)
{
    const tunip_span *spans = tunip_printed_spans(t->printed);
    size_t count = tunip_printed_span_count(t->printed);
    for (; t->fold < count && spans[t->fold].begin <= end && !t->failed; t->fold++) {
        const tunip_span *span = &spans[t->fold];
        if (is_kind(span, "function") || is_kind(span, "class"))
            t->failed |= !add_fold(t, span);
        else if (t->is_mlir && is_kind(span, "expr_stmt"))
            t->failed |= !add_operation_fold(t, span, node_of(t, t->fold));
    }
}

/* ---- lines ---- */

static void take_line(taking *t, size_t begin, size_t end)
{
    size_t path = 0;
    if (t->printed) take_folds(t, end);
    size_t styles = styles_of(t, begin, end);
    bool has_nodes = t->printed && !t->tables->no_nodes;
    size_t nodes = has_nodes ? nodes_of(t, begin, end, &path) : 0;
    size_t marks = marks_of(t, begin, end);
    t->row.bytes.count = 0;
    tn_text_put(&t->row, t->text.data + begin, end - begin);
    tn_text_say(&t->row, "\n%zu %zu", styles, nodes);
    if (marks) tn_text_say(&t->row, " %zu", marks);
    t->failed |= !tn_array_push(&t->out->lines, &tn_malloc,
                                ex_intern(t->tables, &t->tables->lines, tn_text_str(&t->row)));
    t->failed |= !tn_array_push(&t->out->paths, &tn_malloc, path);
}

/* ---- functions that several texts have ----
 *
 * Most steps leave most functions as they were, and share their nodes with the step before. So the
 * rows of a function are made once for all steps in which it has the same node, the same text and
 * the same place. */

/* Whether a span is a function of several lines that has them to itself. */
static bool is_function(taking *t, size_t index, size_t begin, size_t end)
{
    const tunip_span *span = &tunip_printed_spans(t->printed)[index];
    if (span->begin > end || span->end <= end || t->dictionary_end > begin) return false;
    for (size_t i = begin; i < span->begin; i++)
        if (t->text.data[i] != ' ') return false;
    if (span->end < t->text.size && t->text.data[span->end] != '\n') return false;
    if (!is_kind(span, t->is_mlir ? "expr_stmt" : "function")) return false;
    const tunip_node *node = node_of(t, index);
    const tunip_mlir_operation *op = TUNIP_AS(tunip_mlir_operation, node);
    return t->is_mlir ? op && tunip_mlir_is_function(op) : node != NULL;
}

/* All that the rows of a function depend on, in `t->row`: its node and its text, the row of the
 * path around it with the steps from there, and the dialect of words without one. */
static void put_function_key(taking *t, size_t index)
{
    const tunip_span *span = &tunip_printed_spans(t->printed)[index];
    const tunip_path *path = tunip_printed_span_path(t->printed, index, 0);
    const open_line *above = NULL;
    tunip_str dialect = {"", 0};
    tunip_text_key text =
        tunip_text_key_of((tunip_str){t->text.data + span->begin, span->end - span->begin});
    for (size_t i = 0; i < t->open_count && t->open[i].end > span->begin; i++) above = &t->open[i];
    for (size_t i = 0; i < t->usual.count && t->usual.items[i].end > span->begin; i++)
        dialect = t->usual.items[i].name;
    bool inside = above && path && is_inside(path, above->path);
    t->row.bytes.count = 0;
    tn_text_say(&t->row, "%p %" PRIx64 " %" PRIx64 " %zu ", (const void *)node_of(t, index),
                text.hash, text.check, text.size);
    tn_text_say(&t->row, "%zu %.*s ", above ? above->number : 0, (int)dialect.size, dialect.data);
    if (path) put_steps(&t->row, path, inside ? above->path->depth : 0);
}

/* Adds the lines and folds of a function that the tables have. */
static void repeat_function(taking *t, const ex_function *function, size_t begin)
{
    ex_printed *out = t->out;
    size_t line = out->lines.count;
    t->failed |= !tn_array_reserve(&out->lines, &tn_malloc, function->count) ||
                 !tn_array_reserve(&out->paths, &tn_malloc, function->count);
    for (size_t i = 0; i < function->count && !t->failed; i++) {
        out->lines.items[out->lines.count++] = function->lines[i];
        out->paths.items[out->paths.count++] = function->paths[i];
    }
    for (size_t i = 0; i < function->fold_count && !t->failed; i++) {
        ex_fold fold = function->folds[i];
        fold.head += line, fold.last += line;
        fold.name += begin, fold.name_end += begin;
        t->failed |= !push_fold(t, &fold);
    }
}

static void *copy_of(taking *t, const void *items, size_t size)
{
    void *copy = tn_arena_alloc(&t->tables->arena, size + 1);
    t->failed |= !copy;
    if (copy && size) memcpy(copy, items, size);
    return copy;
}

/* Keeps the rows of the function that has ended. */
static void keep_function(taking *t)
{
    const ex_printed *out = t->out;
    size_t line = t->function.line, first = t->function.fold;
    ex_function function = {.count = out->lines.count - line,
                            .fold_count = out->folds.count - first};
    size_t size = function.count * sizeof(size_t);
    size_t *lines = copy_of(t, out->lines.items + line, size);
    size_t *paths = copy_of(t, out->paths.items + line, size);
    ex_fold *folds = copy_of(t, out->folds.items + first, function.fold_count * sizeof *folds);
    for (size_t i = 0; folds && i < function.fold_count; i++) {
        folds[i].head -= line, folds[i].last -= line;
        folds[i].name -= t->function.begin, folds[i].name_end -= t->function.begin;
    }
    function.lines = lines, function.paths = paths, function.folds = folds;
    t->failed |= !tn_array_push(&t->tables->functions, &tn_malloc, function);
    t->is_recording = false;
}

/* If a function begins in a line and the tables have its rows, takes them. Returns its end; 0 if
 * there is no such function. */
static size_t take_function(taking *t, size_t begin, size_t end)
{
    size_t index = t->fold, count = t->printed ? tunip_printed_span_count(t->printed) : 0;
    if (t->is_recording || index >= count || !is_function(t, index, begin, end)) return 0;
    const tunip_span *span = &tunip_printed_spans(t->printed)[index];
    put_function_key(t, index);
    tn_intern *keys = &t->tables->function_keys;
    uint32_t known = tn_intern_find(keys, tn_text_str(&t->row));
    if (known != TN_NOT_INTERNED) {
        repeat_function(t, &t->tables->functions.items[known], begin);
        t->fold = t->span = t->mark = index + span->inside + 1;
        return span->end;
    }
    ex_intern(t->tables, keys, tn_text_str(&t->row));
    t->is_recording = !t->tables->failed;
    t->function = (recording){begin, span->end, t->out->lines.count, t->out->folds.count};
    return 0;
}

static void take_lines(taking *t)
{
    size_t count = 1;
    for (size_t i = 0; i < t->text.size; i++) count += t->text.data[i] == '\n';
    t->failed |= !tn_array_reserve(&t->out->lines, &tn_malloc, count) ||
                 !tn_array_reserve(&t->out->paths, &tn_malloc, count);
    for (size_t begin = 0, end; begin <= t->text.size; begin = end + 1) {
        const char *feed = memchr(t->text.data + begin, '\n', t->text.size - begin);
        end = feed ? (size_t)(feed - t->text.data) : t->text.size;
        size_t function_end = take_function(t, begin, end);
        if (function_end)
            end = function_end;
        else
            take_line(t, begin, end);
        if (t->is_recording && t->function.end <= end) keep_function(t);
    }
    t->failed |= t->row.failed;
    tn_text_free(&t->row);
    ex_follower_free(&t->follower);
    tn_array_free(&t->regions, &tn_malloc);
    tn_array_free(&t->usual, &tn_malloc);
    free(t->runs);
    free(t->open);
}

/* The texts that have a number of their own in all tables. */
static void start_tables(ex_tables *tables)
{
    const tunip_str none = {"", 0};
    ex_intern(tables, &tables->styles, none);
    ex_intern(tables, &tables->nodes, none);
    ex_intern(tables, &tables->records, none);
    ex_intern(tables, &tables->paths, none);
    ex_intern(tables, &tables->marks, none);
}

tunip_status ex_take(ex_tables *tables, const tunip_printed *printed, const tunip_node *root,
                     ex_printed *out, tunip_error *error)
{
    taking t = {.tables = tables,
                .printed = printed,
                .text = tunip_printed_text(printed),
                .out = out,
                .is_mlir = tunip_is(root, &tunip_mlir_file_type),
                .follower = {.root = root}};
    start_tables(tables);
    *out = (ex_printed){.lines = {.items = NULL}};
    t.failed = tunip_highlight_each(printed, add_run, &t, error) != TUNIP_OK;
    take_lines(&t);
    if (!t.failed && !tables->failed) return TUNIP_OK;
    return tn_no_memory(error);
}

void ex_take_plain(ex_tables *tables, tunip_str text, ex_printed *out)
{
    taking t = {.tables = tables, .text = text, .out = out};
    start_tables(tables);
    *out = (ex_printed){.lines = {.items = NULL}};
    take_lines(&t);
    tables->failed |= t.failed;
}

void ex_printed_free(ex_printed *printed)
{
    tn_array_free(&printed->lines, &tn_malloc);
    tn_array_free(&printed->paths, &tn_malloc);
    tn_array_free(&printed->folds, &tn_malloc);
}
