/* part.c -- the parts of a module of MLIR. A dump may show only the function or nested operation on
 * which a pass ran; its symbol says where that belongs. */
#include "part.h"

#include <string.h>

#include "../../ir/same.h"
#include "../../util/tables.h"

static const tunip_mlir_operation *operation_at(const tunip_array *operations, size_t i)
{
    return TUNIP_AS(tunip_mlir_operation, operations->items[i]);
}

const tunip_mlir_operation *tn_part_of(const tunip_node *root)
{
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, root);
    bool is_one = file && tunip_array_count(file->operations) == 1;
    return is_one ? operation_at(file->operations, 0) : NULL;
}

/* Whether the names of two operations agree: a text may leave out the dialect, and then `func` is
 * `func.func`. */
static bool have_same_name(const tunip_mlir_operation *a, const tunip_mlir_operation *b)
{
    tunip_str x = tunip_string_value(a->name), y = tunip_string_value(b->name);
    if (x.size < y.size) {
        tunip_str swapped = x;
        x = y;
        y = swapped;
    }
    if (x.size == y.size || !y.size || memchr(y.data, '.', y.size)) return tunip_str_equal(x, y);
    const char *end = x.data + x.size - y.size;
    return end[-1] == '.' && memcmp(end, y.data, y.size) == 0;
}

static bool ends_with(tunip_str text, const char *end)
{
    size_t size = strlen(end);
    return text.size >= size && memcmp(text.data + text.size - size, end, size) == 0;
}

static bool is_function(const tunip_mlir_operation *op)
{
    return ends_with(tunip_string_value(op->name), "func");
}

static bool is_module(const tunip_mlir_operation *op)
{
    return ends_with(tunip_string_value(op->name), "module");
}

/* ---- the walk through what defines symbols ---- */

typedef struct walk {
    /* Visits an operation with the hash of its symbols from the outermost on; false stops */
    bool (*visit)(struct walk *w, const tunip_array *operations, size_t index, uint64_t name);
    tunip_str symbol; /* of the operation in hand */
    bool inner_first;
} walk;

static bool walk_list(walk *w, const tunip_array *operations, uint64_t outer);

/* Visits what is inside of an operation that is no function: a module, or an executable. */
static bool walk_inside(walk *w, const tunip_mlir_operation *op, uint64_t name)
{
    for (size_t i = 0; i < tunip_array_count(op->pieces); i++) {
        const tunip_mlir_region *region = TUNIP_AS(tunip_mlir_region, op->pieces->items[i]);
        for (size_t k = 0; region && k < tunip_array_count(region->blocks); k++) {
            const tunip_mlir_block *block = TUNIP_AS(tunip_mlir_block, region->blocks->items[k]);
            if (block && !walk_list(w, block->operations, name)) return false;
        }
    }
    return true;
}

static bool walk_list(walk *w, const tunip_array *operations, uint64_t outer)
{
    for (size_t i = 0; i < tunip_array_count(operations); i++) {
        const tunip_mlir_operation *op = operation_at(operations, i);
        if (!op || op->results) continue;
        tunip_str symbol = tunip_mlir_symbol(op);
        uint64_t name = outer;
        w->symbol = symbol;
        if (symbol.size) name = tn_hash_mix(outer, tn_hash_bytes(symbol.data, symbol.size));
        bool goes_in = !is_function(op);
        if (!w->inner_first && !w->visit(w, operations, i, name)) return false;
        if (goes_in && !walk_inside(w, op, name)) return false;
        if (w->inner_first && !w->visit(w, operations, i, name)) return false;
    }
    return true;
}

/* ---- units ---- */

typedef struct adding {
    walk walk;
    tn_units *units;
    const tunip_allocator *allocator;
} adding;

static bool add_unit(walk *w, const tunip_array *operations, size_t index, uint64_t name)
{
    adding *a = (adding *)(void *)w;
    tn_unit unit = {operations->items[index], name};
    return tn_array_push(a->units, a->allocator, unit);
}

bool tn_units_add(tn_units *units, const tunip_allocator *allocator, const tunip_node *root)
{
    adding a = {{.visit = add_unit, .inner_first = true}, units, allocator};
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, root);
    return !file || walk_list(&a.walk, file->operations, 0);
}

/* ---- leaves ---- */

static bool has_region(const tunip_mlir_operation *op)
{
    for (size_t i = 0; i < tunip_array_count(op->pieces); i++)
        if (tunip_is(op->pieces->items[i], &tunip_mlir_region_type)) return true;
    return false;
}

static bool is_leaf(const tunip_node *node)
{
    const tunip_mlir_operation *op = TUNIP_AS(tunip_mlir_operation, node);
    return op && !op->results && (is_function(op) || !has_region(op)) && tunip_mlir_symbol(op).size;
}

typedef struct leafing {
    walk walk;
    tn_leaves *leaves;
    const tunip_allocator *allocator;
} leafing;

static bool add_leaf(walk *w, const tunip_array *operations, size_t index, uint64_t name)
{
    leafing *l = (leafing *)(void *)w;
    tn_leaf leaf = {operation_at(operations, index), name, l->leaves->count};
    return !is_leaf(&leaf.op->base) || tn_array_push(l->leaves, l->allocator, leaf);
}

bool tn_leaves_add(tn_leaves *leaves, const tunip_allocator *allocator, const tunip_node *root)
{
    leafing l = {{.visit = add_leaf}, leaves, allocator};
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, root);
    return !file || walk_list(&l.walk, file->operations, 0);
}

/* ---- places ---- */

typedef struct finding {
    walk walk;
    const tunip_mlir_operation *part;
    tunip_str symbol;
    tn_same_fn same;
    void *user;
    tn_place_in first, equal;
    size_t count;
} finding;

static bool match(walk *w, const tunip_array *operations, size_t index, uint64_t name)
{
    finding *f = (finding *)(void *)w;
    const tunip_mlir_operation *op = operation_at(operations, index);
    tn_place_in here = {operations, index, name};
    if (!tunip_str_equal(w->symbol, f->symbol) || !have_same_name(op, f->part)) return true;
    if (!f->count++) f->first = here;
    if (f->equal.operations || !f->same(&op->base, &f->part->base, f->user)) return true;
    f->equal = here;
    return true;
}

/* The operations in the only region of the only module of a file, or else those of the file. */
static const tunip_array *list_of(const tunip_mlir_file *file)
{
    const tunip_mlir_operation *module = tn_part_of(&file->base);
    const tunip_array *pieces = module && is_module(module) ? module->pieces : NULL;
    for (size_t i = 0; i < tunip_array_count(pieces); i++) {
        const tunip_mlir_region *region = TUNIP_AS(tunip_mlir_region, pieces->items[i]);
        if (!region || tunip_array_count(region->blocks) != 1) continue;
        const tunip_mlir_block *block = TUNIP_AS(tunip_mlir_block, region->blocks->items[0]);
        if (block) return block->operations;
    }
    return file->operations;
}

bool tn_part_find(const tunip_node *root, const tunip_mlir_operation *part, tn_same_fn same,
                  void *user, tn_place_in *place)
{
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, root);
    finding f = {.walk = {.visit = match},
                 .part = part,
                 .symbol = tunip_mlir_symbol(part),
                 .same = same,
                 .user = user};
    if (!file) return false;
    walk_list(&f.walk, file->operations, 0);
    bool is_whole =
        f.count && f.first.operations == file->operations && file->operations->count == 1;
    if (is_whole && (f.count == 1 || is_module(part))) return false;
    if (f.count && (f.symbol.size || f.count == 1)) {
        *place = f.equal.operations ? f.equal : f.first;
        return true;
    }
    if (!f.symbol.size || is_module(part)) return false;
    const tunip_array *list = list_of(file);
    uint64_t own = tn_hash_bytes(f.symbol.data, f.symbol.size);
    *place = (tn_place_in){list, tunip_array_count(list), tn_hash_mix(0, own)};
    return true;
}

/* ---- putting a part into its place ---- */

typedef struct putting {
    tunip_graph *graph;
    const tn_place_in *place;
    const tunip_mlir_operation *part;
} putting;

static tunip_array *put_list(const putting *p, tunip_array *operations);

static tunip_array *copy_array(const putting *p, const tunip_array *array, size_t index, void *item)
{
    size_t count = tunip_array_count(array), room = index < count ? count : count + 1;
    void **items = tunip_graph_alloc(p->graph, room * sizeof *items);
    if (!items) return NULL;
    for (size_t i = 0; i < room; i++) items[i] = i == index ? item : array->items[i];
    return tunip_array_new(p->graph, room, items);
}

/* Each of these returns its argument if the place is not inside, and NULL when out of memory. */
static tunip_mlir_block *put_block(const putting *p, tunip_mlir_block *block)
{
    tunip_array *made = block ? put_list(p, block->operations) : NULL;
    if (!made || made == block->operations) return made ? block : NULL;
    tunip_mlir_block *copy = tunip_node_copy(p->graph, block);
    if (copy) copy->operations = made;
    return copy;
}

static tunip_mlir_region *put_region(const putting *p, tunip_mlir_region *region)
{
    for (size_t i = 0; i < tunip_array_count(region->blocks); i++) {
        tunip_mlir_block *block = (tunip_mlir_block *)(void *)region->blocks->items[i];
        tunip_mlir_block *made = put_block(p, block);
        if (made == block) continue;
        tunip_mlir_region *copy = made ? tunip_node_copy(p->graph, region) : NULL;
        if (copy) copy->blocks = copy_array(p, region->blocks, i, made);
        return copy && copy->blocks ? copy : NULL;
    }
    return region;
}

static tunip_mlir_operation *put_operation(const putting *p, tunip_mlir_operation *op)
{
    if (op->results || is_function(op)) return op;
    for (size_t i = 0; i < tunip_array_count(op->pieces); i++) {
        if (!tunip_is(op->pieces->items[i], &tunip_mlir_region_type)) continue;
        tunip_mlir_region *region = (tunip_mlir_region *)(void *)op->pieces->items[i];
        tunip_mlir_region *made = put_region(p, region);
        if (made == region) continue;
        tunip_mlir_operation *copy = made ? tunip_node_copy(p->graph, op) : NULL;
        if (copy) copy->pieces = copy_array(p, op->pieces, i, made);
        return copy && copy->pieces ? copy : NULL;
    }
    return op;
}

static tunip_array *put_list(const putting *p, tunip_array *operations)
{
    if (operations == p->place->operations)
        return copy_array(p, operations, p->place->index, (void *)(uintptr_t)p->part);
    for (size_t i = 0; i < tunip_array_count(operations); i++) {
        tunip_mlir_operation *op = (tunip_mlir_operation *)(void *)operations->items[i];
        tunip_mlir_operation *made = put_operation(p, op);
        if (made != op) return made ? copy_array(p, operations, i, made) : NULL;
    }
    return operations;
}

const tunip_node *tn_part_put(tunip_graph *graph, const tunip_node *root, const tn_place_in *place,
                              const tunip_mlir_operation *part)
{
    putting p = {graph, place, part};
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, root);
    tunip_array *made = file ? put_list(&p, file->operations) : NULL;
    tunip_mlir_file *copy = made ? tunip_node_copy(graph, file) : NULL;
    if (copy) copy->operations = made;
    return copy ? &copy->base : NULL;
}

/* ---- a module without its leaves ---- */

static tunip_array *prune(tunip_graph *graph, const tunip_array *operations);

/* Prunes the blocks of a region. A block of which nothing is left goes, too. */
static bool prune_blocks(tunip_graph *graph, tunip_array *blocks)
{
    size_t kept = 0;
    for (size_t k = 0; k < blocks->count; k++) {
        tunip_mlir_block *block = tunip_node_copy(graph, blocks->items[k]);
        if (block) block->operations = prune(graph, block->operations);
        if (!block || !block->operations) return false;
        if (block->label || block->operations->count) blocks->items[kept++] = &block->base;
    }
    blocks->count = kept;
    return true;
}

static tunip_node *prune_operation(tunip_graph *graph, const tunip_mlir_operation *op)
{
    tunip_mlir_operation *copy = tunip_node_copy(graph, op);
    if (copy && op->pieces) copy->pieces = tunip_node_copy(graph, op->pieces);
    for (size_t i = 0; copy && copy->pieces && i < copy->pieces->count; i++) {
        if (!tunip_is(copy->pieces->items[i], &tunip_mlir_region_type)) continue;
        tunip_mlir_region *region = tunip_node_copy(graph, copy->pieces->items[i]);
        if (region) region->blocks = tunip_node_copy(graph, region->blocks);
        if (!region || !region->blocks) return NULL;
        copy->pieces->items[i] = &region->base;
        if (!prune_blocks(graph, region->blocks)) return NULL;
    }
    return copy ? &copy->base : NULL;
}

static tunip_array *prune(tunip_graph *graph, const tunip_array *operations)
{
    size_t count = tunip_array_count(operations), kept = 0;
    void **items = count ? tunip_graph_alloc(graph, count * sizeof *items) : NULL;
    for (size_t i = 0; items && i < count; i++) {
        const tunip_mlir_operation *op = operation_at(operations, i);
        if (is_leaf(operations->items[i])) continue;
        bool is_plain = !op || op->results || is_function(op) || !has_region(op);
        items[kept++] = is_plain ? operations->items[i] : (void *)prune_operation(graph, op);
    }
    return tunip_array_new(graph, kept, items);
}

const tunip_node *tn_part_shell(tunip_graph *graph, const tunip_node *root)
{
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, root);
    tunip_mlir_file *copy = file ? tunip_node_copy(graph, file) : NULL;
    if (!file) return root;
    if (copy) copy->operations = prune(graph, file->operations);
    return copy && tunip_array_count(copy->operations) ? &copy->base : NULL;
}
