/* part.c -- the parts of a module of MLIR. A dump may show only the function or nested operation on
 * which a pass ran; its symbol says where that belongs. */
#include "part.h"

#include <string.h>

#include "../../ir/same.h"
#include "../../util/tables.h"
#include "../../util/threads.h"

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

/* ---- the walk through what defines symbols ---- */

/* The operations of a file or of a block, and what they are in. */
typedef struct list_in {
    const tunip_array *operations;
    const struct list_in *outer; /* NULL: the list is that of the file */
    size_t index;                /* of the operation in `outer` that the list is in */
    size_t piece, block;         /* in that operation */
    uint32_t *number;            /* for the visitor */
} list_in;

typedef struct walk {
    void (*enter)(struct walk *w, const list_in *list); /* or NULL */
    /* Visits an operation with the hash of its symbols from the outermost on; false stops */
    bool (*visit)(struct walk *w, const list_in *list, size_t index, uint64_t name);
    tunip_str symbol; /* of the operation in hand */
    bool inner_first;
    bool failed; /* out of memory */
    tn_stack stack;
} walk;

static bool walk_list(walk *w, const list_in *list, uint64_t outer);
TN_STACK_STEP3(walk_deeper, bool, walk_list, walk *, const list_in *, uint64_t)

/* Visits what is inside of an operation that is no function: a module, or an executable. */
static bool walk_inside(walk *w, const list_in *list, size_t index, uint64_t name)
{
    const tunip_mlir_operation *op = operation_at(list->operations, index);
    for (size_t i = 0; i < tunip_array_count(op->pieces); i++) {
        const tunip_mlir_region *region = TUNIP_AS(tunip_mlir_region, op->pieces->items[i]);
        for (size_t k = 0; region && k < tunip_array_count(region->blocks); k++) {
            const tunip_mlir_block *block = TUNIP_AS(tunip_mlir_block, region->blocks->items[k]);
            uint32_t number = 0;
            list_in inner = {block ? block->operations : NULL, list, index, i, k, &number};
            if (block && !walk_list(w, &inner, name)) return false;
        }
    }
    return true;
}

static bool walk_list(walk *w, const list_in *list, uint64_t outer)
{
    if (tn_stack_low(&w->stack)) {
        bool fine = false;
        w->failed |= !walk_deeper(&w->stack, &fine, w, list, outer);
        return fine;
    }
    if (w->enter) w->enter(w, list);
    for (size_t i = 0; i < tunip_array_count(list->operations) && !w->failed; i++) {
        const tunip_mlir_operation *op = operation_at(list->operations, i);
        if (!op || op->results) continue;
        tunip_str symbol = tunip_mlir_symbol(op);
        uint64_t name = outer;
        w->symbol = symbol;
        if (symbol.size) name = tn_hash_mix(outer, tn_hash_bytes(symbol.data, symbol.size));
        bool goes_in = !tunip_mlir_is_function(op);
        if (!w->inner_first && !w->visit(w, list, i, name)) return false;
        if (goes_in && !walk_inside(w, list, i, name)) return false;
        if (w->inner_first && !w->visit(w, list, i, name)) return false;
    }
    return true;
}

/* Visits all operations of a file. False when out of memory, and if a visit stopped. */
static bool walk_file(walk *w, const tunip_mlir_file *file)
{
    uint32_t number = 0;
    list_in list = {file ? file->operations : NULL, NULL, 0, 0, 0, &number};
    tn_stack_init(&w->stack);
    return walk_list(w, &list, 0) && !w->failed;
}

/* ---- units ---- */

typedef struct adding {
    walk walk;
    tn_units *units;
    const tunip_allocator *allocator;
} adding;

static bool add_unit(walk *w, const list_in *list, size_t index, uint64_t name)
{
    adding *a = (adding *)(void *)w;
    tn_unit unit = {list->operations->items[index], name};
    return tn_array_push(a->units, a->allocator, unit);
}

bool tn_units_add(tn_units *units, const tunip_allocator *allocator, const tunip_node *root)
{
    adding a = {{.visit = add_unit, .inner_first = true}, units, allocator};
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, root);
    return walk_file(&a.walk, file);
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
    return op && !op->results && (tunip_mlir_is_function(op) || !has_region(op)) &&
           tunip_mlir_symbol(op).size;
}

typedef struct leafing {
    walk walk;
    tn_leaves *leaves;
    const tunip_allocator *allocator;
} leafing;

static bool add_leaf(walk *w, const list_in *list, size_t index, uint64_t name)
{
    leafing *l = (leafing *)(void *)w;
    tn_leaf leaf = {operation_at(list->operations, index), name, l->leaves->count};
    return !is_leaf(&leaf.op->base) || tn_array_push(l->leaves, l->allocator, leaf);
}

bool tn_leaves_add(tn_leaves *leaves, const tunip_allocator *allocator, const tunip_node *root)
{
    leafing l = {{.visit = add_leaf}, leaves, allocator};
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, root);
    return walk_file(&l.walk, file);
}

/* ---- places ---- */

void tn_part_places_init(tn_part_places *self, const tunip_allocator *allocator)
{
    *self = (tn_part_places){.allocator = allocator};
    tn_map_init(&self->first, allocator);
}

void tn_part_places_free(tn_part_places *self)
{
    tn_map_free(&self->first);
    tn_array_free(&self->lists, self->allocator);
    tn_array_free(&self->places, self->allocator);
}

static tunip_str short_name(const tunip_mlir_operation *op)
{
    tunip_str name = tunip_string_value(op->name);
    size_t at = name.size;
    while (at && name.data[at - 1] != '.') at--;
    return (tunip_str){name.data + at, name.size - at};
}

/* An operation is found by its symbol, or else by its name without the dialect. */
static const void *key_of(const tunip_mlir_operation *op, tunip_str symbol)
{
    tunip_str text = symbol.size ? symbol : short_name(op);
    return (
        const void *)(uintptr_t)(tn_hash_mix(tn_hash_bytes(text.data, text.size), symbol.size > 0) |
                                 1);
}

/* Adds the place of an operation behind those with the same key. */
static bool add_place(tn_part_places *self, const void *key, tn_place_in place)
{
    bool added;
    uint64_t *first = tn_map_put(&self->first, key, &added);
    if (!first || !tn_array_push(&self->places, self->allocator, place)) return false;
    uint32_t at = (uint32_t)self->places.count - 1;
    if (added)
        *first = at;
    else
        self->places.items[self->places.items[*first].last].next = at;
    self->places.items[*first].last = at;
    return true;
}

typedef struct noting {
    walk walk;
    tn_part_places *places;
} noting;

static void note_list(walk *w, const list_in *list)
{
    tn_part_places *self = ((noting *)(void *)w)->places;
    tn_list_in made = {list->operations, list->outer ? *list->outer->number : UINT32_MAX,
                       list->index, list->piece, list->block};
    *list->number = (uint32_t)self->lists.count;
    w->failed |= !tn_array_push(&self->lists, self->allocator, made);
}

static bool note_place(walk *w, const list_in *list, size_t index, uint64_t name)
{
    tn_part_places *self = ((noting *)(void *)w)->places;
    const tunip_mlir_operation *op = operation_at(list->operations, index);
    tn_place_in place = {*list->number, UINT32_MAX, 0, index, name};
    w->failed |= !add_place(self, key_of(op, w->symbol), place);
    return !w->failed;
}

/* Finds the places in a module, unless they are known. False when out of memory. */
static bool find_places(tn_part_places *self, const tunip_node *root)
{
    noting n = {.walk = {.enter = note_list, .visit = note_place}, .places = self};
    if (self->root == root) return true;
    tn_map_clear(&self->first);
    self->lists.count = self->places.count = 0;
    self->root = walk_file(&n.walk, TUNIP_AS(tunip_mlir_file, root)) ? root : NULL;
    return self->root != NULL;
}

const tunip_node *tn_part_places_at(const tn_part_places *self, const tn_place_in *place)
{
    const tunip_array *operations = self->lists.items[place->list].operations;
    return place->index < operations->count ? operations->items[place->index] : NULL;
}

/* The operations in the only region of the only module of a file, or else those of the file. */
static const tunip_array *list_of(const tunip_mlir_file *file)
{
    const tunip_mlir_operation *module = tn_part_of(&file->base);
    const tunip_array *pieces = module && tunip_mlir_is_module(module) ? module->pieces : NULL;
    for (size_t i = 0; i < tunip_array_count(pieces); i++) {
        const tunip_mlir_region *region = TUNIP_AS(tunip_mlir_region, pieces->items[i]);
        if (!region || tunip_array_count(region->blocks) != 1) continue;
        const tunip_mlir_block *block = TUNIP_AS(tunip_mlir_block, region->blocks->items[0]);
        if (block) return block->operations;
    }
    return file->operations;
}

/* How well an operation of a module fits a part: a pass may convert a function, such as `func.func`
 * to `llvm.func`, and its symbol stays. */
typedef enum fit { NO_FIT, SAME_SYMBOL, SAME_NAME } fit;

static fit fit_of(const tunip_mlir_operation *op, const tunip_mlir_operation *part,
                  tunip_str symbol)
{
    if (!tunip_str_equal(tunip_mlir_symbol(op), symbol)) return NO_FIT;
    if (have_same_name(op, part)) return SAME_NAME;
    bool is_kin = tunip_mlir_is_function(op) == tunip_mlir_is_function(part) &&
                  tunip_mlir_is_module(op) == tunip_mlir_is_module(part);
    return symbol.size && is_kin ? SAME_SYMBOL : NO_FIT;
}

/* The best of the places with the symbol of a part; NULL if there is none. *count says how many are
 * as good. */
static const tn_place_in *find_best(const tn_part_places *self, const tunip_mlir_operation *part,
                                    const tn_comparison *how, size_t *count)
{
    tunip_str symbol = tunip_mlir_symbol(part);
    const uint64_t *first = tn_map_get(&self->first, key_of(part, symbol));
    const tn_place_in *best = NULL;
    fit most = SAME_SYMBOL;
    bool is_equal = false;
    *count = 0;
    for (uint32_t i = first ? (uint32_t)*first : UINT32_MAX; i != UINT32_MAX;) {
        const tn_place_in *place = &self->places.items[i];
        const tunip_mlir_operation *op =
            TUNIP_AS(tunip_mlir_operation, tn_part_places_at(self, place));
        fit found = op ? fit_of(op, part, symbol) : NO_FIT;
        i = place->next;
        if (found < most) continue;
        if (found > most) *count = 0, best = NULL;
        most = found;
        ++*count;
        if (!best)
            best = place;
        else if (!is_equal && (is_equal = how->same(&op->base, &part->base, how->user)) &&
                 !how->same(tn_part_places_at(self, best), &part->base, how->user))
            best = place;
    }
    return best;
}

bool tn_part_places_find(tn_part_places *self, const tunip_node *root,
                         const tunip_mlir_operation *part, const tn_comparison *how,
                         tn_place_in *place)
{
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, root);
    tunip_str symbol = tunip_mlir_symbol(part);
    size_t count = 0;
    if (!file || !find_places(self, root)) return false;
    const tn_place_in *best = find_best(self, part, how, &count);
    const tn_list_in *in = best ? &self->lists.items[best->list] : NULL;
    bool is_whole = best && in->outer == UINT32_MAX && in->operations->count == 1;
    if (is_whole && (count == 1 || tunip_mlir_is_module(part))) return false;
    if (best && (symbol.size || count == 1)) {
        *place = *best;
        return true;
    }
    if (!symbol.size || tunip_mlir_is_module(part)) return false;
    const tunip_array *list = list_of(file);
    uint64_t own = tn_hash_bytes(symbol.data, symbol.size);
    *place = (tn_place_in){0, UINT32_MAX, 0, tunip_array_count(list), tn_hash_mix(0, own)};
    while (place->list < self->lists.count && self->lists.items[place->list].operations != list)
        place->list++;
    return place->list < self->lists.count;
}

/* ---- putting a part into its place ---- */

static tunip_array *copy_array(tunip_graph *graph, const tunip_array *array, size_t index,
                               const void *item)
{
    size_t count = tunip_array_count(array), room = index < count ? count : count + 1;
    void **items = tunip_graph_alloc(graph, room * sizeof *items);
    if (!items) return NULL;
    for (size_t i = 0; i < room; i++)
        items[i] = i == index ? (void *)(uintptr_t)item : array->items[i];
    return tunip_array_new(graph, room, items);
}

/* A copy of the operation that a list is in, with other operations in the place of the list. */
static tunip_mlir_operation *copy_around(tunip_graph *graph, const tunip_array *outer,
                                         const tn_list_in *list, tunip_array *operations)
{
    const tunip_mlir_operation *op = operation_at(outer, list->index);
    const tunip_mlir_region *region = TUNIP_AS(tunip_mlir_region, op->pieces->items[list->piece]);
    tunip_mlir_block *block = tunip_node_copy(graph, region->blocks->items[list->block]);
    tunip_mlir_region *around = block ? tunip_node_copy(graph, region) : NULL;
    tunip_mlir_operation *made = around ? tunip_node_copy(graph, op) : NULL;
    if (!made) return NULL;
    block->operations = operations;
    around->blocks = copy_array(graph, region->blocks, list->block, block);
    made->pieces = copy_array(graph, op->pieces, list->piece, around);
    return around->blocks && made->pieces ? made : NULL;
}

/* Replaces an operation in a list by another one, and the lists around it by copies. */
static tunip_array *put_in(tn_part_places *self, tunip_graph *graph, uint32_t at, size_t index,
                           const tunip_node *item)
{
    for (;;) {
        tn_list_in *list = &self->lists.items[at];
        tunip_array *made = copy_array(graph, list->operations, index, item);
        if (!made) return NULL;
        list->operations = made;
        if (list->outer == UINT32_MAX) return made;
        tunip_mlir_operation *around =
            copy_around(graph, self->lists.items[list->outer].operations, list, made);
        if (!around) return NULL;
        item = &around->base;
        index = list->index;
        at = list->outer;
    }
}

const tunip_node *tn_part_places_put(tn_part_places *self, tunip_graph *graph,
                                     const tn_place_in *place, const tunip_mlir_operation *part)
{
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, self->root);
    const tunip_node *old = tn_part_places_at(self, place);
    bool stays = is_leaf(&part->base) && (!old || is_leaf(old));
    tunip_mlir_file *copy = tunip_node_copy(graph, file);
    tunip_array *made = copy ? put_in(self, graph, place->list, place->index, &part->base) : NULL;
    self->root = NULL; /* places inside of the part are not known */
    if (!made) return NULL;
    copy->operations = made;
    if (stays && (old || add_place(self, key_of(part, tunip_mlir_symbol(part)), *place)))
        self->root = &copy->base;
    return &copy->base;
}

/* ---- a module without its leaves ---- */

typedef struct pruning {
    tunip_graph *graph;
    tn_stack stack;
} pruning;

static tunip_array *prune(pruning *p, const tunip_array *operations);
TN_STACK_STEP2(prune_deeper, tunip_array *, prune, pruning *, const tunip_array *)

/* Prunes the blocks of a region. A block of which nothing is left goes, too. */
static bool prune_blocks(pruning *p, tunip_array *blocks)
{
    size_t kept = 0;
    for (size_t k = 0; k < blocks->count; k++) {
        tunip_mlir_block *block = tunip_node_copy(p->graph, blocks->items[k]);
        if (block) block->operations = prune(p, block->operations);
        if (!block || !block->operations) return false;
        if (block->label || block->operations->count) blocks->items[kept++] = &block->base;
    }
    blocks->count = kept;
    return true;
}

static tunip_node *prune_operation(pruning *p, const tunip_mlir_operation *op)
{
    tunip_graph *graph = p->graph;
    tunip_mlir_operation *copy = tunip_node_copy(graph, op);
    if (copy && op->pieces) copy->pieces = tunip_node_copy(graph, op->pieces);
    for (size_t i = 0; copy && copy->pieces && i < copy->pieces->count; i++) {
        if (!tunip_is(copy->pieces->items[i], &tunip_mlir_region_type)) continue;
        tunip_mlir_region *region = tunip_node_copy(graph, copy->pieces->items[i]);
        if (region) region->blocks = tunip_node_copy(graph, region->blocks);
        if (!region || !region->blocks) return NULL;
        copy->pieces->items[i] = &region->base;
        if (!prune_blocks(p, region->blocks)) return NULL;
    }
    return copy ? &copy->base : NULL;
}

static tunip_array *prune(pruning *p, const tunip_array *operations)
{
    tunip_graph *graph = p->graph;
    if (tn_stack_low(&p->stack)) {
        tunip_array *made = NULL;
        if (!prune_deeper(&p->stack, &made, p, operations))
            tunip_graph_fail(graph, TUNIP_ERROR_MEMORY, "out of memory");
        return made;
    }
    size_t count = tunip_array_count(operations), kept = 0;
    void **items = count ? tunip_graph_alloc(graph, count * sizeof *items) : NULL;
    for (size_t i = 0; items && i < count; i++) {
        const tunip_mlir_operation *op = operation_at(operations, i);
        if (is_leaf(operations->items[i])) continue;
        bool is_plain = !op || op->results || tunip_mlir_is_function(op) || !has_region(op);
        items[kept++] = is_plain ? operations->items[i] : (void *)prune_operation(p, op);
    }
    return tunip_array_new(graph, kept, items);
}

const tunip_node *tn_part_shell(tunip_graph *graph, const tunip_node *root)
{
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, root);
    tunip_mlir_file *copy = file ? tunip_node_copy(graph, file) : NULL;
    if (!file) return root;
    pruning p = {.graph = graph};
    tn_stack_init(&p.stack);
    if (copy) copy->operations = prune(&p, file->operations);
    return copy && tunip_array_count(copy->operations) ? &copy->base : NULL;
}
