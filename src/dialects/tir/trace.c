/* trace.c -- the trace of a schedule at the root, as the Python program that TVM prints: one call
 * of a method of `sch` for each instruction (token "plain"). */
#include "rules.h"

#include <stdlib.h>
#include <string.h>

#include <tunip/ext/tir_rules.h>

#include "convert.h"
#include "frame.h"

enum { ONE, LIST };

typedef struct primitive {
    const char *kind, *method;
    int results;
    const char *arguments;
} primitive;

static const primitive primitives[] = {
#define X(kind, method, results, arguments) {kind, method, results, arguments},
#include "primitives.def"
#undef X
};

/* The words of a version of TVM. */
typedef struct trace_words {
    const char *home;     /* of schedules */
    const char *from_map; /* makes an index map of a function */
} trace_words;

/* A decision of a trace, and its place among them. */
typedef struct decision {
    const tunip_map_entry *entry;
    size_t at;
} decision;

typedef struct writer {
    tunip_docsifier *d;
    const trace_words *words;
    const tunip_doc **items; /* the text so far */
    size_t count, room;
    tir_frame frame;
    size_t names;              /* results that have a name */
    const decision *decisions; /* by the address of their instruction */
    size_t decision_count;
} writer;

static void put_doc(writer *w, const tunip_doc *doc)
{
    if (w->count == w->room) {
        size_t room = w->room ? 2 * w->room : 64;
        const tunip_doc **items = tunip_docs_new(w->d, room);
        if (!items) return;
        if (w->count) memcpy(items, w->items, w->count * sizeof *items);
        w->items = items;
        w->room = room;
    }
    w->items[w->count++] = doc;
}

static void put_str(writer *w, tunip_str text, const tunip_path *path)
{
    put_doc(w, tunip_doc_raw_new(w->d, text, path));
}

static void put(writer *w, const char *text)
{
    put_str(w, tunip_str_from(text), NULL);
}

/* ---- values ---- */

/* A value in its place: `quotes` if strings in it have quotes. */
typedef struct place {
    const tunip_node *node;
    const tunip_path *path;
    bool quotes;
} place;

/* Opens the frame of a function: "lambda i, j: ". An item that is no variable has no name. */
static void open_lambda(writer *w, tir_frame *frame, const tunip_tir_index_map *map,
                        const tunip_path *path)
{
    path = tunip_path_attr(w->d, path, "initial_indices");
    tir_frame_enter(w->d, frame, map);
    put(w, "lambda ");
    for (size_t i = 0; i < tunip_array_count(map->initial_indices); i++) {
        const tunip_tir_var *var = TUNIP_AS_A(tunip_tir_var, map->initial_indices->items[i]);
        const tunip_path *at = tunip_path_item(w->d, path, i);
        put(w, i ? ", " : "");
        if (var) {
            put_doc(w, tunip_doc_at(w->d, tir_define_var(w->d, &frame->base, var), at));
        } else {
            tunip_report(w->d, TUNIP_ISSUE_MALFORMED, at, "a parameter that is no variable");
            put_str(w, tunip_str_from("_"), at);
        }
    }
    put(w, ": ");
}

static void put_index(writer *w, const tunip_tir_index_map *map, size_t index,
                      const tunip_path *path)
{
    path = tunip_path_item(w->d, tunip_path_attr(w->d, path, "final_indices"), index);
    put_doc(w, tir_docsify(w->d, map->final_indices->items[index], path));
}

/* lambda i, j: (j, i,) */
static void put_lambda(writer *w, const tunip_tir_index_map *map, const tunip_path *path)
{
    tir_frame frame;
    open_lambda(w, &frame, map, path);
    put(w, "(");
    for (size_t i = 0; i < tunip_array_count(map->final_indices); i++) {
        put(w, i ? " " : "");
        put_index(w, map, i, path);
        put(w, ",");
    }
    put(w, ")");
    tir_frame_leave(w->d, &frame);
}

static void put_map(writer *w, const tunip_tir_index_map *map, const tunip_path *path)
{
    const tunip_tir_index_map *inverse = TUNIP_AS_A(tunip_tir_index_map, map->inverse_index_map);
    if (inverse) put(w, w->words->from_map);
    put_lambda(w, map, path);
    if (!inverse) return;
    put(w, ", inverse_index_map=");
    put_lambda(w, inverse, tunip_path_attr(w->d, path, "inverse_index_map"));
    put(w, ")");
}

/* lambda i, j: [i, (j, j + 1)], from the index map of the lower and upper bounds. A lower bound
 * without an upper one stands alone. */
static void put_ranges(writer *w, const tunip_tir_index_map *map, const tunip_path *path)
{
    tir_frame frame;
    open_lambda(w, &frame, map, path);
    put(w, "[");
    size_t count = tunip_array_count(map->final_indices);
    if (count % 2)
        tunip_report(w->d, TUNIP_ISSUE_MALFORMED, tunip_path_attr(w->d, path, "final_indices"),
                     "the last range has no upper bound");
    for (size_t i = 0; i < count; i += 2) {
        bool is_point =
            i + 1 == count || map->final_indices->items[i] == map->final_indices->items[i + 1];
        put(w, i ? ", " : "");
        put(w, is_point ? "" : "(");
        put_index(w, map, i, path);
        put(w, is_point ? "" : ", ");
        if (!is_point) put_index(w, map, i + 1, path);
        put(w, is_point ? "" : ")");
    }
    put(w, "]");
    tir_frame_leave(w->d, &frame);
}

/* A list or a map whose text is not complete. They are on a stack of their own, because the IR may
 * be nested deeper than the stack of the thread is. */
typedef struct open_list {
    const tunip_array *array;       /* or NULL */
    const tunip_map_entry *entries; /* of a map, in the order of the keys */
    size_t next, count;             /* items; a key and its value are two */
    const tunip_path *path;
    bool quotes;
    struct open_list *outer;
} open_list;

/* An entry and its place in the map. */
typedef struct ranked {
    tunip_map_entry entry;
    size_t at;
} ranked;

/* Keys that are no strings keep their order. */
static int by_key(const void *left, const void *right)
{
    const ranked *a = left, *b = right;
    tunip_str x = tunip_string_value(a->entry.key), y = tunip_string_value(b->entry.key);
    size_t size = x.size < y.size ? x.size : y.size;
    int order = size ? memcmp(x.data, y.data, size) : 0;
    if (!order) order = (x.size > y.size) - (x.size < y.size);
    return order ? order : (a->at > b->at) - (a->at < b->at);
}

static const tunip_map_entry *sort_entries(writer *w, const tunip_map *map)
{
    ranked *list = tunip_job_alloc(w->d, map->count * sizeof *list + 1);
    tunip_map_entry *sorted = tunip_job_alloc(w->d, map->count * sizeof *sorted + 1);
    if (!list || !sorted) return NULL;
    for (size_t i = 0; i < map->count; i++) list[i] = (ranked){map->entries[i], i};
    if (map->count) qsort(list, map->count, sizeof *list, by_key);
    for (size_t i = 0; i < map->count; i++) sorted[i] = list[i].entry;
    return sorted;
}

/* Puts the begin of a list or map: {"key": value}. Strings in a map have no quotes, as in TVM. NULL
 * when out of memory. */
static open_list *open_at(writer *w, place at, open_list *outer)
{
    const tunip_array *array = TUNIP_AS(tunip_array, at.node);
    const tunip_map *map = TUNIP_AS(tunip_map, at.node);
    open_list *list = tunip_job_alloc(w->d, sizeof *list);
    const tunip_map_entry *entries = map ? sort_entries(w, map) : NULL;
    if (!list || (map && !entries)) return NULL;
    *list = (open_list){.array = array,
                        .entries = entries,
                        .count = array ? array->count : 2 * map->count,
                        .path = at.path,
                        .quotes = array && at.quotes,
                        .outer = outer};
    put(w, array ? "[" : "{");
    return list;
}

/* The next item, after the text before it. */
static place next_item(writer *w, open_list *list)
{
    size_t i = list->next++;
    if (list->array) {
        put(w, i ? ", " : "");
        return (place){list->array->items[i], tunip_path_item(w->d, list->path, i), list->quotes};
    }
    const tunip_map_entry *entry = &list->entries[i / 2];
    bool is_key = i % 2 == 0;
    put(w, !is_key ? "\": " : i ? ", \"" : "\"");
    return (place){is_key ? entry->key : entry->value, tunip_path_key(w->d, list->path, entry->key),
                   false};
}

/* Puts a number, and returns whether the node is one. */
static bool put_number(writer *w, place at)
{
    const tunip_int *number = TUNIP_AS(tunip_int, at.node);
    const tunip_bool *truth = TUNIP_AS(tunip_bool, at.node);
    const tunip_float *real = TUNIP_AS(tunip_float, at.node);
    const tunip_ir_int_imm *imm = TUNIP_AS_A(tunip_ir_int_imm, at.node);
    const tunip_ir_float_imm *real_imm = TUNIP_AS_A(tunip_ir_float_imm, at.node);
    tunip_str text = {NULL, 0};
    if (real || real_imm)
        text = tunip_doc_format(w->d, "%.17g", real ? real->value : real_imm->value);
    else if (number || truth || imm)
        text = tunip_doc_format(w->d, "%lld",
                                (long long)(number  ? number->value
                                            : truth ? (int64_t)truth->value
                                                    : imm->value));
    else
        return false;
    put_str(w, text, at.path);
    return true;
}

/* Puts a value that is neither a list nor a map. */
static void put_single(writer *w, place at)
{
    const tunip_tir_index_map *index_map = TUNIP_AS_A(tunip_tir_index_map, at.node);
    const tunip_doc *name = at.node ? tunip_variable(w->d, at.node) : NULL;
    if (!at.node) {
        put_str(w, tunip_str_from("None"), at.path);
    } else if (name) {
        put_doc(w, tunip_doc_at(w->d, name, at.path));
    } else if (TUNIP_AS(tunip_string, at.node)) {
        put(w, at.quotes ? "\"" : "");
        put_str(w, tunip_string_value(at.node), at.path);
        put(w, at.quotes ? "\"" : "");
    } else if (index_map) {
        put_map(w, index_map, at.path);
    } else if (!put_number(w, at)) {
        put_doc(w, tunip_docsify_plain(w->d, at.node, at.path));
    }
}

static bool is_list(const writer *w, const tunip_node *node)
{
    return (tunip_is(node, &tunip_array_type) || tunip_is(node, &tunip_map_type)) &&
           !tunip_variable(w->d, node);
}

static void put_value(writer *w, place at)
{
    open_list *open = NULL;
    for (;;) {
        if (is_list(w, at.node)) {
            open = open_at(w, at, open);
            if (!open) return;
        } else {
            put_single(w, at);
        }
        for (; open && open->next == open->count; open = open->outer)
            put(w, open->array ? "]" : "}");
        if (!open) return;
        at = next_item(w, open);
    }
}

/* ---- instructions ---- */

/* The values of an instruction: its inputs, its attributes, its decision. */
typedef struct values {
    const tunip_tir_instruction *instruction;
    const tunip_path *path;
    const tunip_node *decision; /* or NULL */
    const tunip_path *decision_path;
} values;

/* The value at a place of a row: 'i', 'a' or 'd', and a number. */
static place value_at(const writer *w, const values *v, char where, size_t index)
{
    bool is_input = where == 'i';
    const tunip_array *list = is_input ? v->instruction->inputs : v->instruction->attrs;
    if (where == 'd') return (place){v->decision, v->decision_path, false};
    if (index >= tunip_array_count(list)) return (place){NULL, NULL, false};
    const tunip_node *node = list->items[index];
    const tunip_path *path = tunip_path_attr(w->d, v->path, is_input ? "inputs" : "attrs");
    /* TVM quotes an attribute, but not the strings in a list. */
    bool quotes = is_input || TUNIP_AS(tunip_string, node);
    return (place){node, tunip_path_item(w->d, path, index), quotes};
}

static int64_t number_of(const tunip_node *node)
{
    const tunip_int *number = TUNIP_AS(tunip_int, node);
    const tunip_bool *truth = TUNIP_AS(tunip_bool, node);
    const tunip_ir_int_imm *imm = TUNIP_AS_A(tunip_ir_int_imm, node);
    return number ? number->value : truth ? truth->value : imm ? imm->value : 0;
}

/* All inputs from `first` on. */
static void put_inputs(writer *w, const values *v, size_t first)
{
    for (size_t i = first; i < tunip_array_count(v->instruction->inputs); i++) {
        put(w, i > first ? ", " : "");
        put_value(w, value_at(w, v, 'i', i));
    }
}

static bool is_absent(place at)
{
    const tunip_array *array = TUNIP_AS(tunip_array, at.node);
    return !at.node || (array && !array->count);
}

/* Puts an argument of a row: "preserve_unit_iters=ba0". */
static void put_argument(writer *w, const values *v, const char *row, size_t size, bool *any)
{
    const char *sign = memchr(row, '=', size), where = row[size - 2];
    size_t index = (size_t)(row[size - 1] - '0'), begin = sign ? (size_t)(sign - row) + 1 : 0;
    char form = begin + 2 < size ? row[begin] : ' ';
    if (form == 'o' && is_absent(value_at(w, v, where, index))) return;
    if (form == '*' && !tunip_array_count(v->instruction->inputs)) return;
    put(w, *any ? ", " : "");
    *any = true;
    if (begin > 1) put_str(w, (tunip_str){row, begin}, NULL);
    /* Puts an argument of the form `form`, as the head of primitives.def says. */
    place at = value_at(w, v, where, index), next = value_at(w, v, where, index + 1);
    const tunip_tir_index_map *map = TUNIP_AS_A(tunip_tir_index_map, at.node);
    const char *which = number_of((form == 't' ? next : at).node) ? "\"write\"" : "\"read\"";
    if (form == 'b') {
        put_str(w, tunip_str_from(number_of(at.node) ? "True" : "False"), at.path);
    } else if (form == 's') {
        put_str(w, tunip_str_from(which), at.path);
    } else if (form == 't') {
        put(w, "(");
        put_str(w, tunip_str_from(which), next.path);
        put(w, ", ");
        put_value(w, at);
        put(w, ")");
    } else if (form == 'l' || form == '*') {
        put(w, form == 'l' ? "[" : "");
        put_inputs(w, v, index);
        put(w, form == 'l' ? "]" : "");
    } else if (form == 'm' && map) {
        put_ranges(w, map, at.path);
    } else {
        put_value(w, at);
    }
}

/* Puts all values in their order, for a primitive that the table does not have. */
static void put_values(writer *w, const values *v)
{
    size_t inputs = tunip_array_count(v->instruction->inputs);
    size_t attrs = tunip_array_count(v->instruction->attrs);
    put_inputs(w, v, 0);
    for (size_t i = 0; i < attrs; i++) {
        put(w, inputs || i ? ", " : "");
        put_value(w, value_at(w, v, 'a', i));
    }
    if (v->decision) put(w, inputs || attrs ? ", decision=" : "decision=");
    if (v->decision) put_value(w, value_at(w, v, 'd', 0));
}

static const tunip_doc *name_result(tunip_docsifier *d, const void *user)
{
    const tunip_str *name = user;
    return tunip_doc_raw_new(d, *name, NULL);
}

/* Names the results: "l4, l5 = ". A list of one result has a comma, too. */
static void put_results(writer *w, const values *v, bool is_list)
{
    const tunip_array *outputs = v->instruction->outputs;
    for (size_t i = 0; i < tunip_array_count(outputs); i++) {
        const tunip_node *node = outputs->items[i];
        char letter = TUNIP_AS_A(tunip_tir_block_rv, node)  ? 'b'
                      : TUNIP_AS_A(tunip_tir_loop_rv, node) ? 'l'
                                                            : 'v';
        tunip_str *name = tunip_job_alloc(w->d, sizeof *name);
        if (!name) return;
        *name = tunip_str_from("_");
        if (node) *name = tunip_doc_format(w->d, "%c%zu", letter, w->names++);
        if (node) tunip_define_as(w->d, &w->frame.base, node, name_result, name);
        put(w, i ? ", " : "");
        put_str(w, *name, NULL);
    }
    if (tunip_array_count(outputs) == 1 && is_list) put(w, ",");
    if (tunip_array_count(outputs)) put(w, " = ");
}

static int by_instruction(const void *left, const void *right)
{
    const decision *a = left, *b = right;
    uintptr_t x = (uintptr_t)a->entry->key, y = (uintptr_t)b->entry->key;
    if (x != y) return x < y ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

static void sort_decisions(writer *w, const tunip_map *map)
{
    size_t count = tunip_map_count(map);
    decision *list = count ? tunip_job_alloc(w->d, count * sizeof *list) : NULL;
    if (!list) return;
    for (size_t i = 0; i < count; i++) list[i] = (decision){&map->entries[i], i};
    qsort(list, count, sizeof *list, by_instruction);
    w->decisions = list;
    w->decision_count = count;
}

/* The first decision of an instruction, or NULL. */
static const tunip_node *decision_of(const writer *w, const tunip_tir_instruction *instruction)
{
    size_t low = 0, high = w->decision_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((uintptr_t)w->decisions[middle].entry->key < (uintptr_t)instruction)
            low = middle + 1;
        else
            high = middle;
    }
    const tunip_map_entry *entry = low < w->decision_count ? w->decisions[low].entry : NULL;
    return entry && (const void *)entry->key == (const void *)instruction ? entry->value : NULL;
}

static void put_instruction(writer *w, const values *v)
{
    const tunip_tir_instruction_kind *kind = v->instruction->kind;
    tunip_str name = tunip_string_value(kind ? kind->name : NULL);
    const primitive *found = TUNIP_IR_FIND_ROW(name, primitives);
    put(w, "\n  ");
    put_results(w, v, found && found->results == LIST);
    put(w, "sch.");
    put_str(w, found ? tunip_str_from(found->method) : name, v->path);
    put(w, "(");
    if (found) {
        const char *row = found->arguments;
        bool any = false;
        for (size_t size; *row; row += size + (row[size] == ' ')) {
            size = strcspn(row, " ");
            put_argument(w, v, row, size, &any);
        }
    } else
        put_values(w, v);
    put(w, ")");
}

static const tunip_doc *write_trace(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path, const trace_words *words)
{
    const tunip_tir_trace *trace = (const tunip_tir_trace *)node;
    const tunip_path *list = tunip_path_attr(d, path, "insts");
    const tunip_path *decisions = tunip_path_attr(d, path, "decisions");
    writer w = {.d = d, .words = words};
    sort_decisions(&w, trace->decisions);
    tir_frame_enter(d, &w.frame, node);
    put(&w, "# from tvm import ");
    put(&w, words->home);
    put(&w, "\ndef apply_trace(sch: ");
    put(&w, words->home);
    put(&w, ".Schedule) -> None:");
    for (size_t i = 0; i < tunip_array_count(trace->insts); i++) {
        values v = {TUNIP_AS_A(tunip_tir_instruction, trace->insts->items[i]),
                    tunip_path_item(d, list, i), NULL, NULL};
        if (!v.instruction) continue;
        v.decision = decision_of(&w, v.instruction);
        if (v.decision) v.decision_path = tunip_path_key(d, decisions, v.instruction);
        put_instruction(&w, &v);
    }
    if (!tunip_array_count(trace->insts)) put(&w, "\n  pass");
    tir_frame_leave(d, &w.frame);
    return tunip_doc_joined_new(d, tunip_docs_view(w.items, w.count));
}

TIR_RULE(plain_trace)
{
    static const trace_words v23 = {"tir", "tvm.tir.IndexMap.from_func("};
    return write_trace(d, node, path, &v23);
}

TIR_RULE(v26_plain_trace)
{
    static const trace_words v26 = {"s_tir", "tvm.tirx.IndexMap.from_func("};
    return write_trace(d, node, path, &v26);
}

/* ---- conversion ---- */

enum { BEFORE_V24, SINCE_V24 };

/* Makes the kind of an instruction, which has another name in some versions. */
static tunip_node *convert_kind(tunip_converter *c, const tunip_node *node, int from, int to)
{
    static const char *const names[][2] = {{"GetBlock", "GetSBlock"}};
    tunip_tir_instruction_kind *made = (tunip_tir_instruction_kind *)tunip_convert_fields(c, node);
    for (size_t i = 0; made && i < TUNIP_LEN(names); i++)
        if (tunip_str_is(tunip_string_value(made->name), names[i][from])) {
            made->name = tunip_string_new(tunip_converter_graph(c), names[i][to]);
            break;
        }
    return (tunip_node *)made;
}

tunip_node *tirx_convert_kind(tunip_converter *c, const tunip_node *node)
{
    return convert_kind(c, node, BEFORE_V24, SINCE_V24);
}

tunip_node *tirx_older_kind(tunip_converter *c, const tunip_node *node)
{
    return convert_kind(c, node, SINCE_V24, BEFORE_V24);
}
