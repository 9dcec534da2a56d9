/* hash.c -- structural hash: hashes the same parts as equality, in the same order.
 *
 * Mapped variables and DAG nodes are numbered in the order of their first appearance. Where
 * equality compares correspondences, the hash contains this number. A node is hashed once, which
 * keeps shared graphs linear, with one exception: if a map has a key that is a variable without a
 * number, the hash of the map, and of every node around it, is valid only until the variable gets
 * its number. */
#include <stdlib.h>

#include <tunip/equal.h>
#include <tunip/graph.h>

#include "../ir/check.h"
#include "../ir/registry.h"
#include "../ir/same.h"
#include "../ir/vintage.h"
#include "../ir/visit.h"
#include "../util/memory.h"
#include "../util/options.h"
#include "../util/tables.h"
#include "../util/threads.h"

typedef struct hasher {
    const tunip_context *context;
    const tunip_allocator *allocator;
    tunip_equal_options options;
    tn_stack stack;
    bool map_free_vars; /* here: true in a def region as well */
    tn_map known;       /* hashes of nodes */
    tn_map passing;     /* hashes that are valid until an awaited key gets its number */
    tn_map awaited;     /* the keys without a number in maps that were hashed */
    bool incomplete;    /* a map with such a key is below the current node */
    double tolerance;   /* for floats: that of the first node's version of TVM; -1: no node yet */
    uint64_t variables; /* the numbers of variables and DAG nodes given so far */
    uint64_t dag_nodes;
    tunip_graph *scratch; /* NULL until first used */
    tunip_error error;
} hasher;

static uint64_t hash(hasher *h, const tunip_node *node);

static uint64_t out_of_memory(hasher *h)
{
    tn_no_memory(&h->error);
    return 0;
}

static tunip_graph *scratch_of(hasher *h)
{
    if (!h->scratch) h->scratch = tunip_graph_new(h->context, &h->error);
    return h->scratch;
}

/* ---- containers ---- */

static uint64_t hash_array(hasher *h, const tunip_array *array)
{
    uint64_t sum = tn_hash_mix(tn_hash_type(array->base.type), array->count);
    for (size_t i = 0; i < array->count; i++) sum = tn_hash_mix(sum, hash(h, array->items[i]));
    return sum;
}

typedef struct keyed {
    uint64_t hash;
    const tunip_node *value;
} keyed;

static int by_hash(const void *a, const void *b)
{
    uint64_t x = ((const keyed *)a)->hash, y = ((const keyed *)b)->hash;
    return (x > y) - (x < y);
}

/* Gets the hash of a key. False if the key is a node without a number, whose hash would depend on
 * the place of the entry. */
static bool hash_key(const hasher *h, const tunip_node *key, uint64_t *sum)
{
    *sum = 0;
    if (!key || !key->type) return true;
    const uint64_t *known = tn_map_get(&h->known, key);
    bool value = tn_is_value(key->type);
    if (value) *sum = tn_hash_value(key, false);
    if (known) *sum = *known;
    return value || known;
}

static void await(hasher *h, const tunip_node *key)
{
    h->incomplete = true;
    if (!tn_map_put(&h->awaited, key, NULL)) out_of_memory(h);
}

static size_t sort_entries(hasher *h, const tunip_map *map, keyed *entries)
{
    size_t count = 0;
    for (size_t i = 0; i < map->count; i++) {
        entries[count].value = map->entries[i].value;
        if (hash_key(h, map->entries[i].key, &entries[count].hash))
            count++;
        else
            await(h, map->entries[i].key);
    }
    qsort(entries, count, sizeof *entries, by_hash);
    return count;
}

/* Hashes entries in the order of the hashes of their keys. Several entries with the same hash have
 * no order, so their values are ignored. */
static uint64_t hash_sorted(hasher *h, uint64_t sum, const keyed *entries, size_t count)
{
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && entries[next].hash == entries[i].hash;) next++;
        sum = tn_hash_mix(sum, entries[i].hash);
        if (next == i + 1) sum = tn_hash_mix(sum, hash(h, entries[i].value));
    }
    return sum;
}

static uint64_t hash_map(hasher *h, const tunip_map *map)
{
    uint64_t sum = tn_hash_mix(tn_hash_type(map->base.type), map->count);
    if (!map->count) return sum;
    size_t size = map->count * sizeof(keyed);
    keyed *entries = h->allocator->alloc(h->allocator->ctx, size);
    if (!entries) return out_of_memory(h);
    sum = hash_sorted(h, sum, entries, sort_entries(h, map, entries));
    h->allocator->free(h->allocator->ctx, entries, size);
    return sum;
}

/* ---- structs ---- */

typedef struct sum {
    hasher *hasher;
    const tunip_node *node;
    uint64_t hash;
} sum;

static bool add_part(const tunip_part *part, void *user)
{
    sum *s = user;
    hasher *h = s->hasher;
    bool outside = h->map_free_vars;
    h->map_free_vars |= part->defines;
    s->hash = tn_hash_mix(s->hash, hash(h, part->lhs));
    h->map_free_vars = outside;
    return h->error.code == TUNIP_OK;
}

/* Ignores floats of a version whose equality tolerates differences. Rounding would not do: two
 * floats may differ by next to nothing and be rounded apart. */
static bool add_field(const tunip_field *field, void *user)
{
    sum *s = user;
    if (tn_field_tolerance(field, s->node->type, s->hasher->tolerance) > 0) return true;
    if (field->kind != TUNIP_KIND_NODE) {
        s->hash = tn_hash_mix(s->hash, tn_field_bits(field, s->node));
        return true;
    }
    tunip_part part = {.name = field->name,
                       .lhs = tunip_field_node(s->node, field),
                       .defines = field->flags & TUNIP_FLAG_DEF};
    return add_part(&part, s);
}

static bool add_opaque_field(const tunip_opaque_field *field, const tunip_opaque_field *none,
                             void *user)
{
    sum *s = user;
    (void)none;
    s->hash = tn_hash_mix(s->hash, tn_hash_bytes(field->name.data, field->name.size));
    s->hash = tn_hash_mix(s->hash, hash(s->hasher, field->value));
    return s->hasher->error.code == TUNIP_OK;
}

static uint64_t hash_opaque(hasher *h, const tunip_opaque *node)
{
    bool failed = false;
    sum s = {.hasher = h, .hash = tn_hash_type(node->base.type)};
    s.hash = tn_hash_mix(s.hash, hash(h, node->data));
    tn_opaque_each(h->allocator, node, NULL, add_opaque_field, &s, &failed);
    return failed ? out_of_memory(h) : s.hash;
}

static uint64_t hash_contents(hasher *h, const tunip_node *node)
{
    if (tn_is_opaque(node->type)) return hash_opaque(h, tn_as_opaque(node));
    if (h->tolerance < 0) h->tolerance = tn_tolerance_of_type(node->type);
    sum s = {.hasher = h, .node = node, .hash = tn_hash_type(node->type)};
    tunip_parts_fn parts = node->type->parts;
    tunip_graph *scratch = parts ? scratch_of(h) : NULL;
    if (!parts)
        tn_each_compared(node->type, h->options.compare, add_field, &s);
    else if (scratch && parts(scratch, node, NULL, add_part, &s))
        tn_each_chosen(node->type, h->options.compare, add_field, &s);
    if (scratch && tunip_graph_status(scratch) != TUNIP_OK) return out_of_memory(h);
    return s.hash;
}

static uint64_t hash_unique(hasher *h, const tunip_node *node)
{
    const tunip_codec *codec = node->type->codec;
    if (!codec) return (uint64_t)(uintptr_t)node;
    tunip_graph *scratch = scratch_of(h);
    tunip_str text = scratch ? codec->to_text(scratch, node) : (tunip_str){NULL, 0};
    return tn_hash_mix(tn_hash_type(node->type), tn_hash_bytes(text.data, text.size));
}

static uint64_t hash_struct(hasher *h, const tunip_node *node)
{
    switch (tn_equality_of(node->type)) {
    case TUNIP_EQ_TREE:
    case TUNIP_EQ_CONST_TREE:
        return hash_contents(h, node);
    case TUNIP_EQ_DAG:
        return tn_hash_mix(hash_contents(h, node), h->dag_nodes++);
    case TUNIP_EQ_FREE_VAR:
        if (!h->map_free_vars) return (uint64_t)(uintptr_t)node;
        return tn_hash_mix(hash_contents(h, node), h->variables++);
    case TUNIP_EQ_UNIQUE:
        return hash_unique(h, node);
    case TUNIP_EQ_UNSUPPORTED:
        break;
    }
    tunip_error_set(&h->error, TUNIP_ERROR_ARGUMENT, "the type %s has no structural equality",
                    node->type->key);
    return 0;
}

static uint64_t hash_by_kind(hasher *h, const tunip_node *node)
{
    if (node->type == &tunip_array_type) return hash_array(h, (const tunip_array *)node);
    if (node->type == &tunip_map_type) return hash_map(h, (const tunip_map *)node);
    return hash_struct(h, node);
}

/* A node keeps its number. */
static bool is_numbered(const tunip_type *type)
{
    tunip_equality equality = tn_equality_of(type);
    return equality == TUNIP_EQ_FREE_VAR || equality == TUNIP_EQ_DAG;
}

/* Hashes made without this key are no longer valid. */
static void forget_if_awaited(hasher *h, const tunip_node *node)
{
    if (h->awaited.count && tn_map_remove(&h->awaited, node)) tn_map_clear(&h->passing);
}

static uint64_t hash_new(hasher *h, const tunip_node *node)
{
    bool outside = h->incomplete;
    h->incomplete = false;
    forget_if_awaited(h, node);
    uint64_t result = hash_by_kind(h, node);
    if (h->incomplete && !is_numbered(node->type)) {
        tn_map_remove(&h->known, node);
        uint64_t *passing = tn_map_put(&h->passing, node, NULL);
        if (!passing) return out_of_memory(h);
        *passing = result;
    } else {
        *tn_map_get(&h->known, node) = result;
    }
    h->incomplete |= outside;
    return result;
}

/* ---- anything ---- */

TN_STACK_STEP2(hash_deeper, uint64_t, hash, hasher *, const tunip_node *)

static uint64_t hash(hasher *h, const tunip_node *node)
{
    if (!node || !node->type || h->error.code != TUNIP_OK) return 0;
    if (tn_stack_low(&h->stack)) {
        uint64_t result = 0;
        if (!hash_deeper(&h->stack, &result, h, node)) tn_stack_fail(&h->error);
        return result;
    }
    if (tn_is_value(node->type)) return tn_hash_value(node, h->options.skip_tensor_content);
    /* A node inside itself counts by its type. */
    bool added;
    const uint64_t *passing = h->passing.count ? tn_map_get(&h->passing, node) : NULL;
    h->incomplete |= passing != NULL;
    if (passing) return *passing;
    uint64_t *known = tn_map_put(&h->known, node, &added);
    if (!known) return out_of_memory(h);
    if (!added) return *known;
    *known = tn_hash_type(node->type);
    return hash_new(h, node);
}

tunip_status tunip_hash(const tunip_context *context, const tunip_node *root,
                        const tunip_equal_options *options, uint64_t *result, tunip_error *error)
{
    hasher h = {.context = context, .allocator = tn_context_allocator(context), .tolerance = -1};
    tunip_status status = tn_options_take(&h.options, sizeof h.options, options, error);
    if (status == TUNIP_OK) status = tn_require_valid(context, root, error);
    if (status != TUNIP_OK) return status;
    h.map_free_vars = h.options.map_free_vars;
    tn_map_init(&h.known, h.allocator);
    tn_map_init(&h.passing, h.allocator);
    tn_map_init(&h.awaited, h.allocator);
    tn_stack_init(&h.stack);
    *result = hash(&h, root);
    tn_map_free(&h.known);
    tn_map_free(&h.passing);
    tn_map_free(&h.awaited);
    tunip_graph_free(h.scratch);
    if (h.error.code == TUNIP_OK) return TUNIP_OK;
    return tunip_error_set(error, h.error.code, "%s", h.error.message);
}
