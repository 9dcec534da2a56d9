/* symbols.c -- the walk through the operations of MLIR that define symbols, and the search of one
 * by its path. */
#include "symbols.h"

#include <string.h>

#include "../../ir/same.h"
#include "../../util/tables.h"

const tunip_mlir_operation *tn_operation_at(const tunip_array *operations, size_t index)
{
    return TUNIP_AS(tunip_mlir_operation, operations->items[index]);
}

/* ---- the walk ---- */

static bool walk_list(tn_symbol_walk *w, const tn_symbol_list *list, uint64_t outer);
TN_STACK_STEP3(walk_deeper, bool, walk_list, tn_symbol_walk *, const tn_symbol_list *, uint64_t)

/* Visits what is inside of an operation that is no function: a module, or an executable. */
static bool walk_inside(tn_symbol_walk *w, const tn_symbol_list *list, size_t index, uint64_t name)
{
    const tunip_mlir_operation *op = tn_operation_at(list->operations, index);
    for (size_t i = 0; i < tunip_array_count(op->pieces); i++) {
        const tunip_mlir_region *region = TUNIP_AS(tunip_mlir_region, op->pieces->items[i]);
        for (size_t k = 0; region && k < tunip_array_count(region->blocks); k++) {
            const tunip_mlir_block *block = TUNIP_AS(tunip_mlir_block, region->blocks->items[k]);
            uint32_t number = 0;
            tn_symbol_list inner = {block ? block->operations : NULL, list, index, i, k, &number};
            if (block && !walk_list(w, &inner, name)) return false;
        }
    }
    return true;
}

static bool walk_list(tn_symbol_walk *w, const tn_symbol_list *list, uint64_t outer)
{
    if (tn_stack_low(&w->stack)) {
        bool fine = false;
        w->failed |= !walk_deeper(&w->stack, &fine, w, list, outer);
        return fine;
    }
    if (w->enter) w->enter(w, list);
    for (size_t i = 0; i < tunip_array_count(list->operations) && !w->failed; i++) {
        const tunip_mlir_operation *op = tn_operation_at(list->operations, i);
        if (!op || op->results) continue;
        tunip_str symbol = tunip_mlir_symbol(op);
        uint64_t name = outer;
        if (symbol.size) name = tn_hash_mix(outer, tn_hash_bytes(symbol.data, symbol.size));
        bool goes_in = !tunip_mlir_is_function(op);
        w->symbol = symbol;
        if (!w->inner_first && !w->visit(w, list, i, name)) return false;
        if (goes_in && !walk_inside(w, list, i, name)) return false;
        w->symbol = symbol;
        if (w->inner_first && !w->visit(w, list, i, name)) return false;
    }
    return true;
}

bool tn_symbol_walk_file(tn_symbol_walk *w, const tunip_mlir_file *file)
{
    uint32_t number = 0;
    tn_symbol_list list = {file ? file->operations : NULL, NULL, 0, 0, 0, &number};
    tn_stack_init(&w->stack);
    return walk_list(w, &list, 0) && !w->failed;
}

/* ---- paths ---- */

static const char between[] = "::@";

static bool cut_end(tunip_str *text, tunip_str end)
{
    if (text->size < end.size) return false;
    text->size -= end.size;
    return !end.size || memcmp(text->data + text->size, end.data, end.size) == 0;
}

bool tn_symbol_has_path(const tn_symbol_list *list, size_t index, tunip_str path)
{
    for (bool is_first = true; list; is_first = false) {
        const tunip_mlir_operation *op = tn_operation_at(list->operations, index);
        tunip_str symbol = tunip_mlir_symbol(op);
        if (is_first && !symbol.size) return false;
        if (symbol.size && !cut_end(&path, symbol)) return false;
        if (symbol.size && !path.size) return true;
        if (symbol.size && !cut_end(&path, tunip_str_from(between))) return false;
        index = list->index;
        list = list->outer;
    }
    return false;
}

bool tn_symbol_is_bare(const tn_symbol_list *list)
{
    for (; list && list->outer; list = list->outer)
        if (tunip_mlir_symbol(tn_operation_at(list->outer->operations, list->index)).size)
            return false;
    return true;
}

/* Writes the path so that it ends before `end`; NULL: only counts. Returns its size. */
static size_t put_path(const tn_symbol_list *list, size_t index, char *end)
{
    const size_t gap = strlen(between);
    size_t size = 0;
    for (const tn_symbol_list *in = list; in; index = in->index, in = in->outer) {
        tunip_str symbol = tunip_mlir_symbol(tn_operation_at(in->operations, index));
        bool is_outermost = !in->outer && in != list && in->operations->count == 1;
        if (!symbol.size || is_outermost) continue;
        size_t follows = size ? gap : 0;
        size += symbol.size + follows;
        if (!end) continue;
        memcpy(end - size, symbol.data, symbol.size);
        memcpy(end - size + symbol.size, between, follows);
    }
    return size;
}

tunip_str tn_symbol_path(tunip_graph *graph, const tn_symbol_list *list, size_t index)
{
    size_t size = put_path(list, index, NULL);
    char *text = tunip_graph_alloc(graph, size + 1);
    if (!text) return (tunip_str){NULL, 0};
    put_path(list, index, text + size);
    text[size] = '\0';
    return (tunip_str){text, size};
}

/* ---- the search ---- */

enum { MOST_NAMESAKES = 16 };

/* An operation that was found. */
typedef struct namesake {
    const tunip_mlir_operation *op;
    uint64_t name;
    tunip_str path; /* the whole one, if there is a graph for it */
} namesake;

typedef struct finding {
    tn_symbol_walk walk;
    tunip_str path;
    size_t count;
    const tunip_mlir_operation **out; /* tunip_mlir_find() */
    size_t room;
    tunip_graph *graph; /* tn_symbol_resolve() */
    namesake found[MOST_NAMESAKES];
} finding;

static bool take_found(tn_symbol_walk *w, const tn_symbol_list *list, size_t index, uint64_t name)
{
    finding *f = (finding *)(void *)w;
    if (!tn_symbol_has_path(list, index, f->path)) return true;
    const tunip_mlir_operation *op = tn_operation_at(list->operations, index);
    if (f->count < f->room) f->out[f->count] = op;
    if (f->count < MOST_NAMESAKES) {
        tunip_str path = f->graph ? tn_symbol_path(f->graph, list, index) : f->path;
        f->found[f->count] = (namesake){op, name, path};
        w->failed |= !path.data;
    }
    f->count++;
    return !w->failed;
}

size_t tunip_mlir_find(const tunip_node *root, tunip_str path, const tunip_mlir_operation **out,
                       size_t room)
{
    finding f = {.walk = {.visit = take_found}, .path = path, .out = out, .room = room};
    bool fine = tn_symbol_walk_file(&f.walk, TUNIP_AS(tunip_mlir_file, root));
    return fine ? f.count : SIZE_MAX;
}

static bool has_same(const finding *f, const namesake *one)
{
    for (size_t i = 0; i < f->count && i < MOST_NAMESAKES; i++)
        if (f->found[i].op == one->op && f->found[i].name == one->name) return true;
    return false;
}

tunip_str tn_symbol_resolve(tunip_graph *graph, const tunip_node *root, const tunip_node *before,
                            tunip_str path)
{
    finding now = {.walk = {.visit = take_found}, .path = path, .graph = graph};
    finding then = {.walk = {.visit = take_found}, .path = path};
    bool fine = tn_symbol_walk_file(&now.walk, TUNIP_AS(tunip_mlir_file, root)) &&
                tn_symbol_walk_file(&then.walk, TUNIP_AS(tunip_mlir_file, before));
    size_t changed = 0, which = 0;
    if (!fine) return (tunip_str){NULL, 0};
    if (now.count == 1) return now.found[0].path;
    for (size_t i = 0; i < now.count && i < MOST_NAMESAKES; i++) {
        if (has_same(&then, &now.found[i])) continue;
        which = i;
        changed++;
    }
    bool is_one = changed == 1 && now.count <= MOST_NAMESAKES;
    return is_one ? now.found[which].path : tunip_graph_copy(graph, path);
}
