/* part.c -- the parts of a module of MLIR. A dump may show only the function or nested operation on
 * which a pass ran; its symbol says where that belongs. */
#include "part.h"

#include <stdlib.h>
#include <string.h>

#include "../../ir/same.h"
#include "../../util/tables.h"
#include "../../util/threads.h"

const tunip_mlir_operation *tn_part_of(const tunip_node *root)
{
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, root);
    bool is_one = file && tunip_array_count(file->operations) == 1;
    return is_one ? tn_operation_at(file->operations, 0) : NULL;
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

/* ---- units ---- */

typedef struct adding {
    tn_symbol_walk walk;
    tn_part_units *units;
    const tunip_allocator *allocator;
} adding;

static bool add_unit(tn_symbol_walk *w, const tn_symbol_list *list, size_t index, uint64_t name)
{
    adding *a = (adding *)(void *)w;
    tn_unit unit = {list->operations->items[index], name};
    return tn_array_push(a->units, a->allocator, unit);
}

bool tn_part_units_add(tn_part_units *units, const tunip_allocator *allocator,
                       const tunip_node *root)
{
    adding a = {{.visit = add_unit, .inner_first = true}, units, allocator};
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, root);
    return tn_symbol_walk_file(&a.walk, file);
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
    tn_symbol_walk walk;
    tn_leaves *leaves;
    const tunip_allocator *allocator;
} leafing;

static bool add_leaf(tn_symbol_walk *w, const tn_symbol_list *list, size_t index, uint64_t name)
{
    leafing *l = (leafing *)(void *)w;
    tn_leaf leaf = {tn_operation_at(list->operations, index), name, l->leaves->count};
    return !is_leaf(&leaf.op->base) || tn_array_push(l->leaves, l->allocator, leaf);
}

bool tn_leaves_add(tn_leaves *leaves, const tunip_allocator *allocator, const tunip_node *root)
{
    leafing l = {{.visit = add_leaf}, leaves, allocator};
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, root);
    return tn_symbol_walk_file(&l.walk, file);
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
    tn_symbol_walk walk;
    tn_part_places *places;
} noting;

static void note_list(tn_symbol_walk *w, const tn_symbol_list *list)
{
    tn_part_places *self = ((noting *)(void *)w)->places;
    tn_list_in made = {list->operations, list->outer ? *list->outer->number : UINT32_MAX,
                       list->index, list->piece, list->block};
    *list->number = (uint32_t)self->lists.count;
    w->failed |= !tn_array_push(&self->lists, self->allocator, made);
}

static bool note_place(tn_symbol_walk *w, const tn_symbol_list *list, size_t index, uint64_t name)
{
    tn_part_places *self = ((noting *)(void *)w)->places;
    const tunip_mlir_operation *op = tn_operation_at(list->operations, index);
    tn_place_in place = {*list->number, UINT32_MAX, 0, index, name, {NULL, 0}};
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
    self->recent = UINT32_MAX;
    self->root = tn_symbol_walk_file(&n.walk, TUNIP_AS(tunip_mlir_file, root)) ? root : NULL;
    self->failed |= !self->root;
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
typedef enum fit { NO_FIT, SAME_SYMBOL, SAME_NAME } fit; /* ORDER: the better one is later */

static fit fit_of(const tunip_mlir_operation *op, const tunip_mlir_operation *part,
                  tunip_str symbol)
{
    if (!tunip_str_equal(tunip_mlir_symbol(op), symbol)) return NO_FIT;
    if (have_same_name(op, part)) return SAME_NAME;
    bool is_kin = tunip_mlir_is_function(op) == tunip_mlir_is_function(part) &&
                  tunip_mlir_is_module(op) == tunip_mlir_is_module(part);
    return symbol.size && is_kin ? SAME_SYMBOL : NO_FIT;
}

/* The lists around a place, from that of the place on outwards, as a walk has them. The caller
 * frees as many as *count. NULL when out of memory. */
static tn_symbol_list *lists_around(const tn_part_places *self, const tn_place_in *place,
                                    size_t *count)
{
    const tunip_allocator *a = self->allocator;
    *count = 1;
    for (uint32_t at = place->list; self->lists.items[at].outer != UINT32_MAX; ++*count)
        at = self->lists.items[at].outer;
    tn_symbol_list *around = a->alloc(a->ctx, *count * sizeof *around);
    uint32_t at = place->list;
    for (size_t i = 0; around && i < *count; i++) {
        const tn_list_in *in = &self->lists.items[at];
        around[i] = (tn_symbol_list){in->operations, i + 1 < *count ? &around[i + 1] : NULL,
                                     in->index,      in->piece,
                                     in->block,      NULL};
        at = in->outer;
    }
    return around;
}

/* How the path of a place agrees with that of a part. */
typedef enum agreement { OTHER_PATH, UNKNOWN_PATH, SAME_PATH } agreement;

static agreement compare_paths(tn_part_places *self, const tn_place_in *place, tunip_str path)
{
    size_t count;
    const tunip_allocator *a = self->allocator;
    if (!path.size) return UNKNOWN_PATH;
    if (place->path.size) return tunip_str_equal(place->path, path) ? SAME_PATH : OTHER_PATH;
    tn_symbol_list *around = lists_around(self, place, &count);
    agreement found = around && tn_symbol_has_path(around, place->index, path) ? SAME_PATH
                      : around && tn_symbol_is_bare(around)                    ? UNKNOWN_PATH
                                                                               : OTHER_PATH;
    self->failed |= !around;
    if (around) a->free(a->ctx, around, count * sizeof *around);
    return found;
}

tunip_str tn_part_places_path(const tn_part_places *self, const tn_place_in *place,
                              tunip_graph *graph)
{
    size_t count;
    const tunip_allocator *a = self->allocator;
    tn_symbol_list *around = lists_around(self, place, &count);
    const tn_symbol_list *in = around;
    size_t index = place->index;
    if (around && index >= in->operations->count) index = in->index, in = in->outer;
    tunip_str path = in ? tn_symbol_path(graph, in, index) : (tunip_str){"", 0};
    if (!around) path.data = NULL;
    if (around) a->free(a->ctx, around, count * sizeof *around);
    return path;
}

/* The places that fit a part best. */
typedef struct candidates {
    const tn_part *part;
    fit fit;
    bool has_path;
    size_t count;
    const tn_place_in *first;
} candidates;

static const tn_place_in *next_place(const tn_part_places *self, uint32_t i)
{
    return i == UINT32_MAX ? NULL : &self->places.items[i];
}

static const tn_place_in *first_place(const tn_part_places *self, const tn_part *part)
{
    const void *key = key_of(part->op, tunip_mlir_symbol(part->op));
    const uint64_t *first = tn_map_get(&self->first, key);
    return next_place(self, first ? (uint32_t)*first : UINT32_MAX);
}

/* How well one place fits: candidates of at most this place. */
static candidates rate(tn_part_places *self, const tn_part *part, const tn_place_in *place)
{
    const tunip_mlir_operation *op = TUNIP_AS(tunip_mlir_operation, tn_part_places_at(self, place));
    fit fits = op ? fit_of(op, part->op, tunip_mlir_symbol(part->op)) : NO_FIT;
    agreement path = fits ? compare_paths(self, place, part->path) : OTHER_PATH;
    if (path == OTHER_PATH) return (candidates){.part = part};
    return (candidates){part, fits, path == SAME_PATH, 1, place};
}

static candidates find_best(tn_part_places *self, const tn_part *part)
{
    candidates best = {.part = part};
    for (const tn_place_in *at = first_place(self, part); at; at = next_place(self, at->next)) {
        candidates one = rate(self, part, at);
        bool is_better = one.has_path != best.has_path ? one.has_path : one.fit > best.fit;
        bool is_as_good = one.has_path == best.has_path && one.fit == best.fit;
        if (is_better)
            best = one;
        else if (one.count && is_as_good)
            best.count++;
    }
    return best;
}

/* ---- similarity ---- */

typedef struct contents {
    const tunip_allocator *allocator;
    TN_ARRAY(uint64_t) hashes; /* of the operations without their operands, in any order */
    bool failed;
} contents;

static uint64_t hash_piece(uint64_t hash, const tunip_node *piece)
{
    const tunip_mlir_attribute *attribute = TUNIP_AS(tunip_mlir_attribute, piece);
    tunip_str text = attribute ? tunip_string_value(attribute->text) : tunip_string_value(piece);
    return text.size ? tn_hash_mix(hash, tn_hash_bytes(text.data, text.size)) : hash;
}

static tunip_walk_action add_content(const tunip_node *node, void *user)
{
    contents *c = user;
    const tunip_mlir_operation *op = TUNIP_AS(tunip_mlir_operation, node);
    uint64_t hash = op ? hash_piece(1, &op->name->base) : 0;
    for (size_t i = 0; op && i < tunip_array_count(op->pieces); i++)
        hash = hash_piece(hash, op->pieces->items[i]);
    c->failed |= op && !tn_array_push(&c->hashes, c->allocator, hash);
    return c->failed ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

static int by_hash(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void find_contents(contents *c, const tunip_node *node)
{
    tunip_walker walker = {.enter = add_content, .user = c, .allocator = c->allocator};
    c->failed |= tunip_walk(node, &walker) != TUNIP_WALK_DONE;
    if (c->hashes.count) qsort(c->hashes.items, c->hashes.count, sizeof *c->hashes.items, by_hash);
}

/* How many operations only one of two has. Operands do not count, because passes change them where
 * they remove or add an operation. */
static size_t count_differences(tn_part_places *self, const tunip_node *lhs, const tunip_node *rhs)
{
    contents a = {.allocator = self->allocator}, b = {.allocator = self->allocator};
    size_t i = 0, k = 0, count = 0;
    find_contents(&a, lhs);
    find_contents(&b, rhs);
    while (i < a.hashes.count && k < b.hashes.count) {
        uint64_t x = a.hashes.items[i], y = b.hashes.items[k];
        count += x != y;
        i += x <= y;
        k += y <= x;
    }
    count += a.hashes.count - i + b.hashes.count - k;
    self->failed |= a.failed || b.failed;
    tn_array_free(&a.hashes, a.allocator);
    tn_array_free(&b.hashes, b.allocator);
    return count;
}

/* Of several places, the one with an equal operation, or else with the most similar one. Of places
 * that are as similar, one near that of the last part, because passes on the functions of a module
 * follow each other. */
static const tn_place_in *choose(tn_part_places *self, const candidates *among,
                                 const tn_comparison *how, bool *uncertain)
{
    const tn_part *part = among->part;
    const tn_place_in *best = among->first;
    size_t equal = 0, least = SIZE_MAX;
    for (int by_distance = 0; by_distance < 2 && !equal; by_distance++)
        for (const tn_place_in *at = among->first; at; at = next_place(self, at->next)) {
            const tunip_node *node = tn_part_places_at(self, at);
            candidates one = rate(self, part, at);
            if (one.fit != among->fit || one.has_path != among->has_path) continue;
            if (by_distance) {
                bool is_near = at->list == self->recent;
                size_t distance = 2 * count_differences(self, node, &part->op->base) + !is_near;
                if (distance < least) best = at, least = distance;
            } else if (how->same(node, &part->op->base, how->user) && !equal++) {
                best = at;
            }
        }
    *uncertain = equal != 1;
    return best;
}

bool tn_part_places_find(tn_part_places *self, const tunip_node *root, const tn_part *part,
                         const tn_comparison *how, tn_place_in *place, bool *uncertain)
{
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, root);
    tunip_str symbol = tunip_mlir_symbol(part->op);
    bool is_module = tunip_mlir_is_module(part->op);
    *uncertain = false;
    if (!file || !find_places(self, root)) return false;
    candidates found = find_best(self, part);
    if (self->failed) return false;
    const tn_list_in *in = found.first ? &self->lists.items[found.first->list] : NULL;
    bool is_whole = in && in->outer == UINT32_MAX && in->operations->count == 1;
    if (is_whole && (found.count == 1 || is_module)) return false;
    if (found.count == 1 || (found.count && symbol.size)) {
        *place = found.count == 1 ? *found.first : *choose(self, &found, how, uncertain);
        return !self->failed;
    }
    if (!symbol.size || is_module) return false;
    const tunip_array *list = list_of(file);
    tunip_str known = part->path.size ? part->path : symbol;
    uint64_t own = tn_hash_bytes(known.data, known.size);
    *place = (tn_place_in){.next = UINT32_MAX,
                           .index = tunip_array_count(list),
                           .name = tn_hash_mix(0, own),
                           .path = part->path};
    while (place->list < self->lists.count && self->lists.items[place->list].operations != list)
        place->list++;
    return place->list < self->lists.count;
}

/* ---- putting a part into its place ---- */

static tunip_array *copy_array(tunip_graph *graph, const tunip_array *array, size_t index,
                               const void *item)
{
    size_t count = tunip_array_count(array), room = index < count ? count : count + 1;
    tunip_array *made = tunip_node_new(graph, &tunip_array_type);
    if (made) made->items = tunip_graph_alloc(graph, room * sizeof *made->items);
    if (!made || !made->items) return NULL;
    made->count = room;
    if (count) memcpy(made->items, array->items, count * sizeof *made->items);
    made->items[index < count ? index : count] = (void *)(uintptr_t)item;
    return made;
}

/* A copy of the operation that a list is in, with other operations in the place of the list. */
static tunip_mlir_operation *copy_around(tunip_graph *graph, const tunip_array *outer,
                                         const tn_list_in *list, tunip_array *operations)
{
    const tunip_mlir_operation *op = tn_operation_at(outer, list->index);
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
    const tn_set *leaves; /* NULL: all */
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
        const tunip_mlir_operation *op = tn_operation_at(operations, i);
        if (p->leaves ? tn_set_has(p->leaves, op) : is_leaf(operations->items[i])) continue;
        bool is_plain = !op || op->results || tunip_mlir_is_function(op) || !has_region(op);
        items[kept++] = is_plain ? operations->items[i] : (void *)prune_operation(p, op);
    }
    return tunip_array_new(graph, kept, items);
}

const tunip_node *tn_part_shell(tunip_graph *graph, const tunip_node *root, const tn_set *leaves)
{
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, root);
    tunip_mlir_file *copy = file ? tunip_node_copy(graph, file) : NULL;
    if (!file) return root;
    pruning p = {.graph = graph, .leaves = leaves};
    tn_stack_init(&p.stack);
    if (copy) copy->operations = prune(&p, file->operations);
    return copy && tunip_array_count(copy->operations) ? &copy->base : NULL;
}
