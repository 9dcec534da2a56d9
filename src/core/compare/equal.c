/* equal.c -- structural equality. One recursion walks both graphs together. On the way back from
 * the first difference, each level adds its step to the two paths.
 *
 * Equal nodes stay equal, because the correspondence of variables only grows. So each pair of nodes
 * is compared once, which keeps shared graphs linear, and a pair inside itself ends a cycle. The
 * one exception is a key of both maps that gets a counterpart later: `{x: 1}` is `{x: 1}` until x
 * corresponds to y. */
#include "equal.h"

#include <tunip/graph.h>

#include "../base/compiler.h"
#include "../base/options.h"
#include "../base/words.h"
#include "../ir/keys.h"
#include "../ir/opaque.h"
#include "../ir/registry.h"
#include "../ir/same.h"
#include "../ir/vintage.h"
#include "../ir/visit.h"
#include "../verify/check.h"
#include "ahead.h"

typedef tn_comparer comparer;

static bool compare(comparer *c, const tunip_node *lhs, const tunip_node *rhs);

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

static bool differ_in(comparer *c, const char *name)
{
    tunip_path attr = {.step = TUNIP_STEP_ATTR, .at.attr = name};
    return differ(c, attr, attr);
}

static tunip_path item_step(tunip_step kind, size_t index)
{
    return (tunip_path){.step = (uint8_t)kind, .at.index = (int64_t)index};
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
        if (!compare(c, lhs->items[i], rhs->items[i]))
            return differ(c, item_step(TUNIP_STEP_ITEM, i), item_step(TUNIP_STEP_ITEM, i));
    if (lhs->count == rhs->count) return true;
    tunip_path there = item_step(TUNIP_STEP_ITEM, common);
    tunip_path missing = item_step(TUNIP_STEP_ITEM_MISSING, common);
    return lhs->count > rhs->count ? differ(c, there, missing) : differ(c, missing, there);
}

/* The leading entries whose values other values do not affect: their keys are values, or have a
 * counterpart already. Each counts as a unit. */
static size_t list_units(comparer *c, const tunip_map *lhs, tn_keys *keys, tn_unit_pair *units)
{
    size_t i = 0;
    for (; i < lhs->count; i++) {
        const tunip_map_entry *entry = &lhs->entries[i];
        const tunip_node *key = counterpart(c, TN_LEFT, entry->key);
        if (!key || (key == entry->key && !tn_is_value(key->type))) break;
        const tunip_map_entry *found = tn_keys_find(keys, key);
        if (!found) break;
        units[i] = (tn_unit_pair){.lhs = entry->value, .rhs = found->value};
    }
    return i;
}

/* Compares leading entries with several threads. Returns how many are equal; the next one may be
 * equal, too. */
static size_t compare_ahead(comparer *c, const tunip_map *lhs, tn_keys *keys)
{
    if (!tn_ahead_saves_time(c, lhs)) return 0;
    size_t size = lhs->count * sizeof(tn_unit_pair);
    tn_unit_pair *units = c->allocator->alloc(c->allocator->ctx, size);
    if (!units) return 0;
    size_t count = list_units(c, lhs, keys, units);
    size_t equal = keys->failed ? 0 : tn_compare_ahead(c, units, count, compare);
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
        if (!compare(c, entry->value, found->value))
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
    bool equal = compare(c, part->lhs, part->rhs);
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
    bool equal =
        match == TN_OPAQUE_BY_VALUE ? compare(c, lhs->value, rhs->value) : match == TN_OPAQUE_SAME;
    return equal || differ(c, there, there);
}

static bool compare_opaque(comparer *c, const tunip_opaque *lhs, const tunip_opaque *rhs)
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
    if (field->kind != TUNIP_KIND_NODE || !(field->flags & TUNIP_FLAG_IGNORE)) return true;
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
    if (!parts) return tn_each_field(lhs->type, TUNIP_FLAG_IGNORE, compare_field, &b);
    tunip_graph *scratch = scratch_of(c);
    if (!scratch) return false;
    bool equal = parts(scratch, lhs, rhs, compare_part, c);
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
static bool compare_unique(comparer *c, const tunip_node *lhs, const tunip_node *rhs)
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

TN_STACK_STEP3(compare_deeper, bool, compare, comparer *, const tunip_node *, const tunip_node *)

static bool compare(comparer *c, const tunip_node *lhs, const tunip_node *rhs)
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
    return compare(&w->c, lhs, rhs);
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
    bool equal = c->error.code == TUNIP_OK && compare(c, lhs, rhs);
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
    if (parts) tn_compare_parts_ahead(c, compare);
}

void tn_comparer_distrust(tn_comparer *c)
{
    if (c) c->forgot = true;
}
