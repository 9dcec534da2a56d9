/* equal.c -- whether two graphs mean the same, by their field tables, and with several
 * threads. */
#include "equal.h"

#include <stdatomic.h>

#include <tunip/graph.h>

#include "../ir/check.h"
#include "../ir/registry.h"
#include "../ir/same.h"
#include "../ir/vintage.h"
#include "../ir/visit.h"
#include "../util/memory.h"
#include "../util/options.h"
#include "../util/unicode.h"

/* ======== comparer ======== */

/* The correspondence of variables and DAG nodes, in maps of each side. */

void tn_comparer_open(tn_comparer *c, const tunip_context *context,
                      const tunip_equal_options *options, tn_map *to_rhs, tn_map *to_lhs)
{
    *c = (tn_comparer){.context = context,
                       .allocator = tn_context_allocator(context),
                       .options = *options,
                       .tolerance = -1,
                       .map_free_vars = options->map_free_vars,
                       .maps = {to_rhs, to_lhs}};
    tn_pairs_init(&c->met, c->allocator);
    tn_map_init(&c->as_itself, c->allocator);
}

tn_helper *tn_helpers_new(const tn_comparer *c, size_t count)
{
    tn_helper *helpers = c->allocator->alloc(c->allocator->ctx, count * sizeof *helpers);
    for (size_t i = 0; helpers && i < count; i++) {
        tn_helper *h = &helpers[i];
        for (int side = 0; side < 2; side++) tn_map_init(&h->maps[side], c->allocator);
        tn_comparer_open(&h->comparer, c->context, &c->options, &h->maps[TN_LEFT],
                         &h->maps[TN_RIGHT]);
        h->comparer.base = c;
        h->comparer.map_free_vars = c->map_free_vars;
        h->comparer.tolerance = c->tolerance;
        h->comparer.sees_names = c->sees_names;
        h->comparer.in_parts = c->in_parts;
        h->conflicts = false;
    }
    return helpers;
}

static void close_one(tn_comparer *c)
{
    tn_pairs_free(&c->met);
    tn_map_free(&c->as_itself);
    tn_array_free(&c->steps, c->allocator);
    tn_array_free(&c->noted, c->allocator);
    tn_array_free(&c->tried, c->allocator);
    tunip_graph_free(c->scratch);
}

void tn_helpers_free(const tn_comparer *c, tn_helper *helpers, size_t count)
{
    if (!helpers) return;
    for (size_t i = 0; i < count; i++) {
        close_one(&helpers[i].comparer);
        for (int side = 0; side < 2; side++) tn_map_free(&helpers[i].maps[side]);
    }
    c->allocator->free(c->allocator->ctx, helpers, count * sizeof *helpers);
}

void tn_parts_free(tn_comparer *c)
{
    tn_parts *parts = c->parts;
    c->parts = NULL;
    if (!parts) return;
    tn_helpers_free(c, parts->helpers, parts->helper_count);
    c->allocator->free(c->allocator->ctx, parts->units, parts->room * sizeof *parts->units);
    c->allocator->free(c->allocator->ctx, parts, sizeof *parts);
}

void tn_comparer_close(tn_comparer *c)
{
    tn_helpers_free(c, c->helpers, c->helper_count);
    tn_parts_free(c);
    close_one(c);
}

bool tn_comparer_no_memory(tn_comparer *c)
{
    tn_no_memory(&c->error);
    return false;
}

/* ---- correspondence ---- */

static const tunip_node *look_up(const tn_map *map, const tunip_node *node)
{
    const uint64_t *there = tn_map_get(map, node);
    return there ? (const tunip_node *)(uintptr_t)*there : NULL;
}

const tunip_node *tn_comparer_recorded(const tn_comparer *c, tn_side side, const tunip_node *node)
{
    const tunip_node *there = look_up(c->maps[side], node);
    for (size_t i = 0; i < c->helper_count && !there; i++)
        there = look_up(&c->helpers[i].maps[side], node);
    return there || !c->base ? there : tn_comparer_recorded(c->base, side, node);
}

/* Forgets the earlier results if they may depend on a key that now has a counterpart. */
static void forget_if_key(tn_comparer *c, const tunip_node *lhs, const tunip_node *rhs)
{
    if (lhs == rhs || !c->as_itself.count || !tn_map_get(&c->as_itself, lhs)) return;
    tn_pairs_free(&c->met);
    c->tried.count = 0;
    tn_map_clear(&c->as_itself);
    c->forgot = true;
}

bool tn_comparer_record(tn_comparer *c, const tunip_node *lhs, const tunip_node *rhs)
{
    const tunip_node *nodes[2] = {lhs, rhs};
    bool notes = c->in_parts || c->base;
    forget_if_key(c, lhs, rhs);
    if (notes && !tn_array_push(&c->noted, c->allocator, lhs)) return tn_comparer_no_memory(c);
    for (int side = 0; side < 2; side++) {
        uint64_t *there = tn_map_put(c->maps[side], nodes[side], NULL);
        if (!there) return tn_comparer_no_memory(c);
        c->forgot |= *there && *there != (uint64_t)(uintptr_t)nodes[!side];
        *there = (uint64_t)(uintptr_t)nodes[!side];
    }
    return true;
}

/* ---- parts ---- */

void tn_comparer_begin(tn_comparer *c)
{
    if (!c->base) c->noted.count = 0; /* the nodes of a helper are taken over later */
    c->part = c->noted.count;
    c->steps.count = c->tried.count = 0;
    c->renamed = false;
}

/* Pairs of earlier parts stay, so that a node which many parts share is not compared again after
 * each small part that differs. */
void tn_comparer_undo(tn_comparer *c)
{
    for (size_t i = c->part; i < c->noted.count; i++) {
        uint64_t rhs;
        if (!tn_map_take(c->maps[TN_LEFT], c->noted.items[i], &rhs)) continue;
        tn_map_remove(c->maps[TN_RIGHT], (const void *)(uintptr_t)rhs);
    }
    c->noted.count = c->part;
    for (size_t i = 0; i < c->tried.count && c->met.count; i++)
        tn_pairs_remove(&c->met, c->tried.items[i].lhs, c->tried.items[i].rhs);
    c->wasted += c->tried.count;
    if (!c->base) return; /* pairs of earlier parts may depend on `as_itself` */
    tn_map_clear(&c->as_itself);
    c->forgot = false;
}

/* ======== equal ======== */

/* Structural equality. One recursion walks both graphs together. On the way back from
 * the first difference, each level adds its step to the two paths.
 *
 * Equal nodes stay equal, because the correspondence of variables only grows. So each pair of nodes
 * is compared once, which keeps shared graphs linear, and a pair inside itself ends a cycle. The
 * one exception is a key of both maps that gets a counterpart later: `{x: 1}` is `{x: 1}` until x
 * corresponds to y. */

typedef tn_comparer comparer;

static bool compare_nodes(comparer *c, const tunip_node *lhs, const tunip_node *rhs);

static tunip_graph *scratch_of(comparer *c)
{
    if (!c->scratch) c->scratch = tunip_graph_new(c->context, &c->error);
    return c->scratch;
}

/* ---- the way back from a difference ---- */

/* Adds a level to both paths; returns false, so that the caller can return the result. */
static bool differ(comparer *c, tunip_path lhs, tunip_path rhs)
{
    if (!tn_array_push(&c->steps, c->allocator, (tn_difference_step){lhs, rhs}))
        tn_comparer_no_memory(c);
    return false;
}

/* These keep their paths off the stack of the functions that recurse. */
static TN_APART bool differ_in(comparer *c, const char *name)
{
    tunip_path attr = {.step = TUNIP_STEP_ATTR, .at.attr = name};
    return differ(c, attr, attr);
}

static tunip_path item_step(tunip_step kind, size_t index)
{
    return (tunip_path){.step = (uint8_t)kind, .at.index = (int64_t)index};
}

static TN_APART bool differ_at(comparer *c, tunip_step lhs, tunip_step rhs, size_t index)
{
    return differ(c, item_step(lhs, index), item_step(rhs, index));
}

static tunip_path key_step(tunip_step kind, const tunip_node *key)
{
    return (tunip_path){.step = (uint8_t)kind, .at.key = key};
}

/* The node that corresponds to `node` on the other side; `node` itself by default. */
static const tunip_node *counterpart(const comparer *c, tn_side side, const tunip_node *node)
{
    const tunip_node *there = tn_comparer_recorded(c, side, node);
    return there ? there : node;
}

/* ---- containers ---- */

/* Adds a pair to those that were compared; *added: it is new. */
static bool meet(comparer *c, const tunip_node *lhs, const tunip_node *rhs, bool *added)
{
    bool fine = tn_pairs_put(&c->met, lhs, rhs, added);
    if (fine && *added && c->in_parts)
        fine = tn_array_push(&c->tried, c->allocator, (tn_pair){lhs, rhs});
    return fine || tn_comparer_no_memory(c);
}

/* Records that two containers are being compared; *known when they were before. Containers of at
 * most one item are not recorded, because there are very many of them and comparing them again is
 * cheap. If the item is a container, it is recorded even so, because these two may be inside of
 * it. */
static bool meet_container(comparer *c, const tunip_node *lhs, size_t count, const tunip_node *item,
                           const tunip_node *rhs, bool *known)
{
    bool added = true;
    bool nests = tunip_is(item, &tunip_array_type) || tunip_is(item, &tunip_map_type);
    if ((count > 1 || nests) && !meet(c, lhs, rhs, &added)) return false;
    *known = !added;
    return true;
}

/* The entry of a left key, or NULL. `rhs_key` is the counterpart of the left key. */
static const tunip_map_entry *find_entry(comparer *c, tn_keys *keys, const tunip_node *lhs_key,
                                         const tunip_node *rhs_key)
{
    const tunip_map_entry *found = tn_keys_find(keys, rhs_key);
    bool may_change = found && lhs_key && lhs_key == rhs_key && lhs_key->type &&
                      !tn_is_value(lhs_key->type) && !tn_comparer_recorded(c, TN_LEFT, lhs_key);
    if (may_change && !tn_map_put(&c->as_itself, lhs_key, NULL)) keys->failed = true;
    return found;
}

static bool compare_arrays(comparer *c, const tunip_array *lhs, const tunip_array *rhs)
{
    bool known = false;
    const tunip_node *first = lhs->count ? lhs->items[0] : NULL;
    if (!meet_container(c, &lhs->base, lhs->count, first, &rhs->base, &known)) return false;
    if (known) return true;
    size_t common = lhs->count < rhs->count ? lhs->count : rhs->count;
    for (size_t i = 0; i < common; i++)
        if (!compare_nodes(c, lhs->items[i], rhs->items[i]))
            return differ_at(c, TUNIP_STEP_ITEM, TUNIP_STEP_ITEM, i);
    if (lhs->count == rhs->count) return true;
    bool is_left = lhs->count > rhs->count;
    return differ_at(c, is_left ? TUNIP_STEP_ITEM : TUNIP_STEP_ITEM_MISSING,
                     is_left ? TUNIP_STEP_ITEM_MISSING : TUNIP_STEP_ITEM, common);
}

/* Compares leading entries with several threads. Returns how many are equal; the next one may be
 * equal, too. */
static size_t compare_ahead(comparer *c, const tunip_map *lhs, tn_keys *keys)
{
    if (!tn_ahead_saves_time(c, lhs)) return 0;
    size_t size = lhs->count * sizeof(tn_unit_pair);
    tn_unit_pair *units = c->allocator->alloc(c->allocator->ctx, size);
    if (!units) return 0;
    /* The leading entries whose values other values do not affect: their keys are values, or have a
     * counterpart already. Each counts as a unit. */
    size_t count = 0;
    for (; count < lhs->count; count++) {
        const tunip_map_entry *entry = &lhs->entries[count];
        const tunip_node *key = counterpart(c, TN_LEFT, entry->key);
        if (!key || (key == entry->key && !tn_is_value(key->type))) break;
        const tunip_map_entry *found = tn_keys_find(keys, key);
        if (!found) break;
        units[count] = (tn_unit_pair){.lhs = entry->value, .rhs = found->value};
    }

    size_t equal = keys->failed ? 0 : tn_compare_ahead(c, units, count, compare_nodes);
    c->allocator->free(c->allocator->ctx, units, size);
    return equal;
}

static bool compare_entries(comparer *c, const tunip_map *lhs, tn_keys *keys)
{
    for (size_t i = compare_ahead(c, lhs, keys); i < lhs->count; i++) {
        const tunip_map_entry *entry = &lhs->entries[i];
        const tunip_node *key = counterpart(c, TN_LEFT, entry->key);
        const tunip_map_entry *found = find_entry(c, keys, entry->key, key);
        tunip_path here = key_step(TUNIP_STEP_KEY, entry->key);
        if (keys->failed) return tn_comparer_no_memory(c);
        if (!found) return differ(c, here, key_step(TUNIP_STEP_KEY_MISSING, key));
        if (!compare_nodes(c, entry->value, found->value))
            return differ(c, here, key_step(TUNIP_STEP_KEY, key));
    }
    return true;
}

/* Reports the first key of `rhs`, the larger map, that `lhs` lacks. */
static bool find_missing(comparer *c, const tunip_map *rhs, tn_keys *keys)
{
    for (size_t i = 0; i < rhs->count; i++) {
        const tunip_node *key = counterpart(c, TN_RIGHT, rhs->entries[i].key);
        bool found = tn_keys_find(keys, key);
        if (keys->failed) return tn_comparer_no_memory(c);
        if (!found)
            return differ(c, key_step(TUNIP_STEP_KEY_MISSING, key),
                          key_step(TUNIP_STEP_KEY, rhs->entries[i].key));
    }
    return false;
}

static bool compare_maps(comparer *c, const tunip_map *lhs, const tunip_map *rhs)
{
    tn_keys keys;
    bool known = false;
    const tunip_node *first = lhs->count ? lhs->entries[0].value : NULL;
    if (!meet_container(c, &lhs->base, lhs->count, first, &rhs->base, &known)) return false;
    if (known) return true;
    tn_keys_init(&keys, rhs, c->allocator);
    bool equal = compare_entries(c, lhs, &keys);
    tn_keys_free(&keys);
    if (!equal || lhs->count == rhs->count) return equal;
    tn_keys_init(&keys, lhs, c->allocator);
    find_missing(c, rhs, &keys);
    tn_keys_free(&keys);
    return false;
}

/* ---- structs ---- */

/* A part that defines is a def region: variables inside it may correspond even without
 * map_free_vars. */
static bool compare_part(const tunip_part *part, void *user)
{
    comparer *c = user;
    bool outside = c->map_free_vars;
    c->map_free_vars |= part->defines;
    bool equal = compare_nodes(c, part->lhs, part->rhs);
    c->map_free_vars = outside;
    return equal || differ_in(c, part->name);
}

typedef struct both {
    comparer *comparer;
    const tunip_node *lhs, *rhs;
} both;

static bool compare_field(const tunip_field *field, void *user)
{
    const both *b = user;
    if (field->kind != TUNIP_KIND_NODE)
        return tn_same_field(field, b->lhs, b->rhs, b->comparer->tolerance) ||
               differ_in(b->comparer, field->name);
    tunip_part part = {.name = field->name,
                       .lhs = tunip_field_node(b->lhs, field),
                       .rhs = tunip_field_node(b->rhs, field),
                       .defines = field->flags & TUNIP_FLAG_DEF};
    return compare_part(&part, b->comparer);
}

/* A field of an unregistered type; one of the two may be missing. */
static bool compare_opaque_field(const tunip_opaque_field *lhs, const tunip_opaque_field *rhs,
                                 void *user)
{
    comparer *c = user;
    tunip_path there = {.step = TUNIP_STEP_ATTR, .at.attr = (lhs ? lhs : rhs)->name.data};
    tunip_path missing = {.step = TUNIP_STEP_ATTR_MISSING, .at.attr = there.at.attr};
    if (!lhs || !rhs) return differ(c, lhs ? there : missing, rhs ? there : missing);
    tn_opaque_match match = tn_opaque_compare(lhs, rhs);
    bool equal = match == TN_OPAQUE_BY_VALUE ? compare_nodes(c, lhs->value, rhs->value)
                                             : match == TN_OPAQUE_SAME;
    return equal || differ(c, there, there);
}

static TN_APART bool compare_opaque(comparer *c, const tunip_opaque *lhs, const tunip_opaque *rhs)
{
    bool failed = false;
    if (!c->unregistered) c->unregistered = lhs->base.type;
    bool equal = tn_opaque_same_data(lhs, rhs) &&
                 tn_opaque_each(c->allocator, lhs, rhs, compare_opaque_field, c, &failed);
    return failed ? tn_comparer_no_memory(c) : equal;
}

/* Looks for a name that differs and that equality ignores. */
static bool compare_name(const tunip_field *field, void *user)
{
    const both *b = user;
    if (!tn_visit_is_name(field)) return true;
    const tunip_node *lhs = tunip_field_node(b->lhs, field), *rhs = tunip_field_node(b->rhs, field);
    if (!tunip_is(lhs, &tunip_string_type) || !tunip_is(rhs, &tunip_string_type)) return true;
    return tunip_str_equal(tunip_string_value(lhs), tunip_string_value(rhs));
}

static bool compare_parts(comparer *c, const tunip_node *lhs, const tunip_node *rhs)
{
    if (tn_is_opaque(lhs->type)) return compare_opaque(c, tn_as_opaque(lhs), tn_as_opaque(rhs));
    both b = {.comparer = c, .lhs = lhs, .rhs = rhs};
    if (TN_RARELY(c->tolerance < 0)) c->tolerance = tn_tolerance_of_type(lhs->type);
    if (c->sees_names && !c->renamed && tn_visit_may_have_name(lhs->type))
        c->renamed = !tn_each_field(lhs->type, 0, compare_name, &b);
    tunip_parts_fn parts = lhs->type->parts;
    unsigned compare = c->options.compare;
    if (!parts) return tn_each_compared(lhs->type, compare, compare_field, &b);
    tunip_graph *scratch = scratch_of(c);
    if (!scratch) return false;
    bool equal = parts(scratch, lhs, rhs, compare_part, c) &&
                 tn_each_chosen(lhs->type, compare, compare_field, &b);
    return tunip_graph_status(scratch) == TUNIP_OK ? equal : tn_comparer_no_memory(c);
}

/* Compares by content, unless this pair was compared before. Nodes without children are always
 * compared, because this is faster than the lookup. */
static bool compare_contents(comparer *c, const tunip_node *lhs, const tunip_node *rhs)
{
    bool added;
    if (tn_visit_is_leaf(lhs->type)) return compare_parts(c, lhs, rhs);
    if (!meet(c, lhs, rhs, &added)) return false;
    return !added || compare_parts(c, lhs, rhs);
}

/* Compares variables and DAG nodes. A correspondence, once recorded, never changes. */
static bool compare_recorded(comparer *c, const tunip_node *lhs, const tunip_node *rhs)
{
    const tunip_node *known = tn_comparer_recorded(c, TN_LEFT, lhs);
    if (known) return known == rhs;
    if (tn_comparer_recorded(c, TN_RIGHT, rhs)) return false;
    if (!compare_contents(c, lhs, rhs)) return false;
    bool variable = lhs->type->equality == TUNIP_EQ_FREE_VAR;
    if (variable && lhs != rhs && !c->map_free_vars) return false;
    return tn_comparer_record(c, lhs, rhs);
}

/* A UNIQUE node, such as an operator, has one instance in TVM's process, but one in each graph that
 * was read. So the saved texts are compared. */
static TN_APART bool compare_unique(comparer *c, const tunip_node *lhs, const tunip_node *rhs)
{
    const tunip_codec *codec = lhs->type->codec;
    if (lhs == rhs || !codec) return lhs == rhs;
    tunip_graph *scratch = scratch_of(c);
    if (!scratch) return false;
    return tunip_str_equal(codec->to_text(scratch, lhs), codec->to_text(scratch, rhs));
}

static bool compare_structs(comparer *c, const tunip_node *lhs, const tunip_node *rhs)
{
    switch (tn_equality_of(lhs->type)) {
    case TUNIP_EQ_TREE:
        return compare_contents(c, lhs, rhs);
    case TUNIP_EQ_CONST_TREE:
        return lhs == rhs || compare_contents(c, lhs, rhs);
    case TUNIP_EQ_FREE_VAR:
    case TUNIP_EQ_DAG:
        return compare_recorded(c, lhs, rhs);
    case TUNIP_EQ_UNIQUE:
        return compare_unique(c, lhs, rhs);
    case TUNIP_EQ_UNSUPPORTED:
        break;
    }
    c->unsupported = lhs->type;
    return false;
}

/* ---- anything ---- */

TN_STACK_STEP3(compare_deeper, bool, compare_nodes, comparer *, const tunip_node *,
               const tunip_node *)

static bool compare_nodes(comparer *c, const tunip_node *lhs, const tunip_node *rhs)
{
    if (!lhs || !rhs || !lhs->type || !rhs->type) return lhs == rhs;
    if (!tn_same_type(lhs->type, rhs->type)) return false;
    if (tn_stack_low(&c->stack)) {
        bool equal;
        return compare_deeper(&c->stack, &equal, c, lhs, rhs) ? equal : tn_stack_fail(&c->error);
    }
    if (lhs->type == &tunip_array_type)
        return compare_arrays(c, (const tunip_array *)lhs, (const tunip_array *)rhs);
    if (lhs->type == &tunip_map_type)
        return compare_maps(c, (const tunip_map *)lhs, (const tunip_map *)rhs);
    if (tn_is_value(lhs->type)) return tn_same_value(lhs, rhs, c->options.skip_tensor_content);
    return compare_structs(c, lhs, rhs);
}

/* ---- the result ---- */

struct tunip_comparison {
    tunip_allocator allocator;
    size_t size;
    bool equal;
    const tunip_type *unsupported;
    const tunip_type *unregistered;
    const tunip_path *lhs_path;
    const tunip_path *rhs_path;
    tunip_path paths[]; /* both paths, the root of each first */
};

static const tunip_path *link_paths(tunip_path *paths, size_t count)
{
    for (size_t i = 0; i <= count; i++) {
        paths[i].parent = i ? &paths[i - 1] : NULL;
        paths[i].depth = (uint32_t)i;
    }
    return &paths[count];
}

static void keep_paths(const comparer *c, tunip_comparison *out)
{
    size_t count = c->steps.count;
    tunip_path *lhs = out->paths, *rhs = lhs + count + 1;
    lhs[0] = rhs[0] = (tunip_path){.parent = NULL};
    for (size_t i = 0; i < count; i++) {
        lhs[count - i] = c->steps.items[i].lhs;
        rhs[count - i] = c->steps.items[i].rhs;
    }
    out->lhs_path = link_paths(lhs, count);
    out->rhs_path = link_paths(rhs, count);
}

/* The result, in new memory; NULL when out of memory, with the error in `c`. */
static tunip_comparison *outcome(comparer *c, bool equal)
{
    size_t paths = equal ? 0 : 2 * (c->steps.count + 1);
    size_t size = sizeof(tunip_comparison) + paths * sizeof(tunip_path);
    tunip_comparison *out = c->allocator->alloc(c->allocator->ctx, size);
    if (!out) {
        tn_comparer_no_memory(c);
        return NULL;
    }
    *out = (tunip_comparison){.allocator = *c->allocator,
                              .size = size,
                              .equal = equal,
                              .unsupported = equal ? NULL : c->unsupported,
                              .unregistered = c->unregistered};
    if (!equal) keep_paths(c, out);
    return out;
}

/* A comparison with maps of its own. */
typedef struct whole {
    comparer c;
    tn_map to_rhs, to_lhs;
} whole;

static bool compare_whole(whole *w, const tunip_context *context, const tunip_node *lhs,
                          const tunip_node *rhs, const tunip_equal_options *options,
                          bool sees_names)
{
    tn_map_init(&w->to_rhs, tn_context_allocator(context));
    tn_map_init(&w->to_lhs, tn_context_allocator(context));
    tn_comparer_open(&w->c, context, options, &w->to_rhs, &w->to_lhs);
    tn_stack_init(&w->c.stack);
    w->c.sees_names = sees_names;
    return compare_nodes(&w->c, lhs, rhs);
}

static tunip_status close_whole(whole *w, tunip_error *error)
{
    tn_comparer_close(&w->c);
    tn_map_free(&w->to_rhs);
    tn_map_free(&w->to_lhs);
    if (w->c.error.code == TUNIP_OK) return TUNIP_OK;
    return tunip_error_set(error, w->c.error.code, "%s", w->c.error.message);
}

tunip_status tunip_equal(const tunip_context *context, const tunip_node *lhs, const tunip_node *rhs,
                         const tunip_equal_options *options, tunip_comparison **out,
                         tunip_error *error)
{
    whole w;
    tunip_equal_options taken;
    *out = NULL;
    tunip_status status = tn_options_take(&taken, sizeof taken, options, error);
    if (status == TUNIP_OK) status = tn_require_valid(context, lhs, error);
    if (status == TUNIP_OK) status = tn_require_valid(context, rhs, error);
    if (status != TUNIP_OK) return status;
    bool equal = compare_whole(&w, context, lhs, rhs, &taken, false);
    if (w.c.error.code == TUNIP_OK) *out = outcome(&w.c, equal);
    return close_whole(&w, error);
}

tn_sameness tn_compare_whole(const tunip_context *context, const tunip_node *lhs,
                             const tunip_node *rhs, const tunip_equal_options *options,
                             tunip_error *error)
{
    whole w;
    bool equal = compare_whole(&w, context, lhs, rhs, options, true);
    bool renamed = w.c.renamed;
    if (close_whole(&w, error) != TUNIP_OK || !equal) return TN_DIFFERENT;
    return renamed ? TN_EQUAL : TN_IDENTICAL;
}

bool tunip_equal_nodes(const tunip_context *context, const tunip_node *lhs, const tunip_node *rhs,
                       const tunip_equal_options *options, tunip_error *error)
{
    tunip_comparison *found;
    if (tunip_equal(context, lhs, rhs, options, &found, error) != TUNIP_OK) return false;
    if (found->unsupported)
        tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "no equality is defined for the type `%s`",
                        tn_key_fault(found->unsupported->key) ? "?" : found->unsupported->key);
    bool equal = found->equal;
    tunip_comparison_free(found);
    return equal;
}

bool tunip_comparison_equal(const tunip_comparison *comparison)
{
    return comparison ? comparison->equal : false;
}

const tunip_type *tunip_comparison_unsupported(const tunip_comparison *comparison)
{
    return comparison ? comparison->unsupported : NULL;
}

const tunip_type *tunip_comparison_unregistered(const tunip_comparison *comparison)
{
    return comparison ? comparison->unregistered : NULL;
}

const tunip_path *tunip_comparison_lhs_path(const tunip_comparison *comparison)
{
    return comparison ? comparison->lhs_path : NULL;
}

const tunip_path *tunip_comparison_rhs_path(const tunip_comparison *comparison)
{
    return comparison ? comparison->rhs_path : NULL;
}

void tunip_comparison_free(tunip_comparison *comparison)
{
    if (!comparison) return;
    const tunip_allocator allocator = comparison->allocator;
    allocator.free(allocator.ctx, comparison, comparison->size);
}

/* ---- in parts ---- */

tn_comparer *tn_comparer_new(const tunip_context *context, const tunip_equal_options *options,
                             double tolerance, tn_map *to_rhs, tn_map *to_lhs)
{
    const tunip_allocator *allocator = tn_context_allocator(context);
    comparer *c = allocator->alloc(allocator->ctx, sizeof *c);
    if (!c) return NULL;
    tn_comparer_open(c, context, options, to_rhs, to_lhs);
    c->tolerance = tolerance;
    c->in_parts = c->sees_names = true;
    return c;
}

void tn_comparer_free(tn_comparer *c)
{
    if (!c) return;
    const tunip_allocator *allocator = c->allocator;
    tn_comparer_close(c);
    allocator->free(allocator->ctx, c, sizeof *c);
}

tn_sameness tn_comparer_compare(tn_comparer *c, const tunip_node *lhs, const tunip_node *rhs,
                                bool map_free_vars, tunip_error *error)
{
    c->map_free_vars = map_free_vars;
    tn_comparer_begin(c);
    if (tn_parts_take(c, lhs, rhs)) return TN_IDENTICAL;
    tn_stack_init(&c->stack);
    bool equal = c->error.code == TUNIP_OK && compare_nodes(c, lhs, rhs);
    if (c->error.code != TUNIP_OK) tunip_error_set(error, c->error.code, "%s", c->error.message);
    bool identical = equal && !c->renamed;
    if (identical)
        c->kept += c->tried.count;
    else
        tn_comparer_undo(c);
    return identical ? TN_IDENTICAL : equal ? TN_EQUAL : TN_DIFFERENT;
}

bool tn_comparer_pays(const tn_comparer *c)
{
    enum { FREE = 1 << 14 };
    return c->wasted <= c->kept + FREE;
}

void tn_comparer_ahead(tn_comparer *c, const tunip_map *lhs, const tunip_map *rhs,
                       const size_t *to_rhs, size_t none, bool map_free_vars)
{
    c->map_free_vars = map_free_vars;
    tn_parts *parts = tn_ahead_saves_time(c, lhs) ? tn_parts_new(c, lhs->count) : NULL;
    for (size_t i = 0; parts && i < lhs->count; i++)
        if (to_rhs[i] != none)
            parts->units[parts->count++] =
                (tn_unit_pair){.lhs = lhs->entries[i].value, .rhs = rhs->entries[to_rhs[i]].value};
    if (parts) tn_compare_parts_ahead(c, compare_nodes);
}

void tn_comparer_distrust(tn_comparer *c)
{
    if (c) c->forgot = true;
}

/* ======== ahead ======== */

/* Compares units with several threads.
 *
 * The comparison of a unit only looks up nodes and records correspondences. Each thread has a
 * helper, which knows the correspondences before all units and its own. If a unit is equal, the
 * helper knew or has recorded every node that it looked up. So the unit is equal in order, too, and
 * records the same, unless a unit before it, of another helper, recorded one of these nodes with
 * another counterpart: a conflict. If a unit differs, a unit before it may have recorded the
 * missing correspondence. From the first conflict or difference on, the units are compared in
 * order. So the verdict, the paths and the errors are the same with any number of threads.
 *
 * A diff continues after a difference. So a helper forgets what it recorded for a unit that is not
 * identical, and continues, too. The diff takes over an identical unit at its turn, unless the unit
 * conflicts with what is recorded by then. After a conflict, no later unit of this helper counts,
 * because it may depend on the other counterpart. A helper looks at all names at which the
 * comparison in order looks, so a unit without renames has none in order, either.
 *
 * Functions of Relay are DAG nodes, and so are most nodes in them. Here they are like variables:
 * each has one counterpart, which is recorded. */

enum { MOST_HELPERS = 64, LEAST_UNITS = 32, CLAIM = 4 };

/* Data that all threads write must not share a cache line with data that they read. */
enum { CACHE_LINE = 64 };

typedef struct ahead {
    tn_comparer *c;
    tn_helper *helpers;
    size_t helper_count;
    tn_unit_pair *units;
    size_t count;
    tn_compare_fn compare;
    char apart[CACHE_LINE];
    atomic_size_t next; /* the first unit that nobody claimed */
    atomic_size_t end;  /* of the units that are needed */
} ahead;

bool tn_ahead_saves_time(const tn_comparer *c, const tunip_map *map)
{
    if (c->options.threads < 2 || c->was_ahead || c->base) return false;
    if (c->tolerance < 0 || c->as_itself.count || map->count < LEAST_UNITS) return false;
    const tunip_node *value = map->entries[0].value;
    if (!value || !value->type || tn_is_value(value->type)) return false;
    tunip_equality equality = tn_equality_of(value->type);
    return !tn_visit_is_leaf(value->type) &&
           (equality == TUNIP_EQ_TREE || equality == TUNIP_EQ_DAG);
}

/* ---- comparing ---- */

static bool compare_unit(const ahead *a, tn_helper *h, size_t index)
{
    tn_comparer *c = &h->comparer;
    tn_unit_pair *unit = &a->units[index];
    bool no_stranger = !c->unregistered;
    unit->begin = c->noted.count;
    if (c->in_parts) tn_comparer_begin(c);
    bool equal = a->compare(c, unit->lhs, unit->rhs);
    if (no_stranger) h->unregistered_at = index;
    if (!equal || c->error.code != TUNIP_OK) return false;
    /* a key that was looked up as itself may have a counterpart from a unit before */
    if (c->as_itself.count || c->forgot || (c->in_parts && c->renamed)) return false;
    unit->end = c->noted.count;
    unit->by = h;
    return true;
}

/* No unit after `index` is needed. */
static void end_at(ahead *a, size_t index)
{
    size_t end = atomic_load(&a->end);
    while (index < end && !atomic_compare_exchange_weak(&a->end, &end, index)) continue;
}

/* Whether a helper goes on after a unit that is not equal. Many units may share a large part, which
 * is compared for each of them that is not identical. So a helper stops after much work in vain. */
static bool goes_on(tn_comparer *c)
{
    enum { MOST_WASTED = 1 << 22 };
    if (!c->in_parts || c->error.code != TUNIP_OK) return false;
    tn_comparer_undo(c);
    return c->wasted < MOST_WASTED;
}

static void work(void *opaque, size_t index)
{
    ahead *a = opaque;
    tn_helper *h = &a->helpers[index];
    tn_stack_init(&h->comparer.stack);
    for (size_t i = 0, end = 0;; i++) {
        if (i == end) {
            i = atomic_fetch_add(&a->next, CLAIM);
            end = i + CLAIM;
        }
        if (i >= atomic_load_explicit(&a->end, memory_order_relaxed)) return;
        if (compare_unit(a, h, i) || goes_on(&h->comparer)) continue;
        if (!h->comparer.in_parts) end_at(a, i);
        return;
    }
}

/* ---- conflicts ---- */

static const tunip_node *counterpart_of(const tn_helper *h, tn_side side, const tunip_node *node)
{
    const uint64_t *there = tn_map_get(&h->maps[side], node);
    return there ? (const tunip_node *)(uintptr_t)*there : NULL;
}

static bool agrees(const tunip_node *known, const tunip_node *node)
{
    return !known || known == node;
}

/* Compares the correspondences of one helper with those of the others. */
static void find_conflicts(void *opaque, size_t index)
{
    const ahead *a = opaque;
    tn_helper *h = &a->helpers[index];
    for (size_t i = 0; i < h->comparer.noted.count && !h->conflicts; i++) {
        const tunip_node *lhs = h->comparer.noted.items[i];
        const tunip_node *rhs = counterpart_of(h, TN_LEFT, lhs);
        for (size_t k = 0; k < a->helper_count; k++)
            h->conflicts |= !agrees(counterpart_of(&a->helpers[k], TN_LEFT, lhs), rhs) ||
                            !agrees(counterpart_of(&a->helpers[k], TN_RIGHT, rhs), lhs);
    }
}

/* Whether all units are equal, and no helpers conflict. */
static bool all_fit(ahead *a)
{
    if (atomic_load(&a->end) < a->count) return false;
    tunip_parallel(a->helper_count, a->helper_count, find_conflicts, a);
    size_t i = 0;
    while (i < a->helper_count && !a->helpers[i].conflicts) i++;
    return i == a->helper_count;
}

/* ---- taking over ---- */

/* Adds the correspondences of a unit, unless one of them conflicts. */
static bool take_unit(tn_comparer *c, const tn_unit_pair *unit)
{
    const tn_helper *h = unit->by;
    tunip_node const *const *noted = h ? h->comparer.noted.items : NULL;
    for (size_t i = unit->begin; h && i < unit->end; i++) {
        const tunip_node *rhs = counterpart_of(h, TN_LEFT, noted[i]);
        if (!agrees(tn_comparer_recorded(c, TN_LEFT, noted[i]), rhs) ||
            !agrees(tn_comparer_recorded(c, TN_RIGHT, rhs), noted[i]))
            return false;
    }
    for (size_t i = unit->begin; h && i < unit->end; i++)
        if (!tn_comparer_recorded(c, TN_LEFT, noted[i]) &&
            !tn_comparer_record(c, noted[i], counterpart_of(h, TN_LEFT, noted[i])))
            return false;
    return h != NULL;
}

/* Finds the first unregistered type in `count` units. */
static void take_unregistered(const ahead *a, size_t count)
{
    if (a->c->unregistered) return;
    for (size_t i = 0, first = count; i < a->helper_count; i++) {
        const tn_helper *h = &a->helpers[i];
        if (!h->comparer.unregistered || h->unregistered_at >= first) continue;
        first = h->unregistered_at;
        a->c->unregistered = h->comparer.unregistered;
    }
}

/* Lets the correspondences of all helpers count, without a copy. */
static void adopt(const ahead *a)
{
    for (size_t i = 0; i < a->helper_count; i++) tn_pairs_free(&a->helpers[i].comparer.met);
    a->c->helpers = a->helpers;
    a->c->helper_count = a->helper_count;
}

/* Has new helpers compare the units. False if that does not save time, or when out of memory. */
static bool run(ahead *a)
{
    size_t most = a->c->options.threads;
    a->c->was_ahead = true;
    a->helper_count = most < MOST_HELPERS ? most : MOST_HELPERS;
    if (a->count >= LEAST_UNITS) a->helpers = tn_helpers_new(a->c, a->helper_count);
    if (!a->helpers) return false;
    atomic_init(&a->next, 0);
    atomic_init(&a->end, a->count);
    tunip_parallel(a->helper_count, a->helper_count, work, a);
    for (size_t i = 0; i < a->helper_count; i++) a->c->renamed |= a->helpers[i].comparer.renamed;
    return true;
}

size_t tn_compare_ahead(tn_comparer *c, tn_unit_pair *units, size_t count, tn_compare_fn compare)
{
    ahead a = {.c = c, .units = units, .count = count, .compare = compare};
    size_t equal = 0;
    if (!run(&a)) return 0;
    if (all_fit(&a)) {
        equal = count;
        adopt(&a);
    } else {
        while (equal < count && take_unit(c, &units[equal])) equal++;
    }
    take_unregistered(&a, equal);
    if (!c->helpers) tn_helpers_free(c, a.helpers, a.helper_count);
    return equal;
}

/* ---- parts ---- */

tn_parts *tn_parts_new(tn_comparer *c, size_t room)
{
    const tunip_allocator *allocator = c->allocator;
    tn_parts *parts = allocator->alloc(allocator->ctx, sizeof *parts);
    if (!parts) return NULL;
    *parts = (tn_parts){.room = room};
    parts->units = allocator->alloc(allocator->ctx, room * sizeof *parts->units);
    if (parts->units) return c->parts = parts;
    allocator->free(allocator->ctx, parts, sizeof *parts);
    return NULL;
}

void tn_compare_parts_ahead(tn_comparer *c, tn_compare_fn compare)
{
    tn_parts *parts = c->parts;
    ahead a = {.c = c, .units = parts->units, .count = parts->count, .compare = compare};
    bool ran = run(&a);
    parts->helpers = a.helpers;
    parts->helper_count = a.helper_count;
    for (size_t i = 0; ran && i < a.helper_count; i++) {
        tn_pairs_free(&a.helpers[i].comparer.met);
        tn_array_free(&a.helpers[i].comparer.tried, c->allocator);
    }
    if (!ran) tn_parts_free(c);
}

bool tn_parts_take(tn_comparer *c, const tunip_node *lhs, const tunip_node *rhs)
{
    tn_parts *parts = c->parts;
    tn_unit_pair *unit = parts && parts->next < parts->count ? &parts->units[parts->next] : NULL;
    if (!unit || unit->lhs != lhs || unit->rhs != rhs) return false;
    parts->next++;
    if (!unit->by || unit->by->conflicts || c->forgot) return false;
    unit->by->conflicts = !take_unit(c, unit);
    return !unit->by->conflicts;
}
