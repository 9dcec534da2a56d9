/* diff_cost.c -- the costs and the alignment keys of nodes. */
#include <stdlib.h>

#include "../ir/same.h"
#include "../ir/visit.h"
#include "diff.h"

/* ======== diff cost ======== */

/* Estimates the number of edits between two nodes. It skips nodes with equal hashes
 * and visits at most LOOK_AT nodes. It counts in fractions of an edit, so that names decide between
 * two ways with the same number of edits. */

enum { LOOK_AT = 256, OTHER_NAME = 2, HEAVIEST = 1 << 16 };

typedef struct costing {
    tn_differ *differ;
    size_t left; /* nodes still to be looked at */
} costing;

static uint32_t cost_of(costing *c, const tunip_node *lhs, const tunip_node *rhs);

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t square_root(uint32_t x)
{
    uint32_t root = 0;
    for (uint32_t bit = 1u << 15; bit; bit >>= 1)
        if ((uint64_t)(root + bit) * (root + bit) <= x) root += bit;
    return root;
}

/* Larger for a heavier node, but not so large that two edits would cost less than one. */
uint32_t tn_diff_loss(tn_differ *d, const tunip_node *node)
{
    enum { SCALE = 36 };
    uint32_t weight = least(tn_diff_print(d, node).weight, HEAVIEST);
    return TN_EDIT_COST + square_root(SCALE * weight);
}

/* ---- structs ---- */

typedef struct summing {
    costing *costing;
    const tunip_node *lhs, *rhs;
    uint32_t sum;
} summing;

static bool add_field(const tunip_field *field, void *user)
{
    summing *s = user;
    if (field->kind == TUNIP_KIND_NODE)
        s->sum +=
            cost_of(s->costing, tunip_field_node(s->lhs, field), tunip_field_node(s->rhs, field));
    else if (!tn_same_field(field, s->lhs, s->rhs, 0))
        s->sum += TN_EDIT_COST;
    return s->costing->left > 0;
}

static bool add_opaque_field(const tunip_opaque_field *lhs, const tunip_opaque_field *rhs,
                             void *user)
{
    summing *s = user;
    tn_opaque_match match = lhs && rhs ? tn_opaque_compare(lhs, rhs) : TN_OPAQUE_OTHER;
    if (match == TN_OPAQUE_BY_VALUE)
        s->sum += cost_of(s->costing, lhs->value, rhs->value);
    else if (match == TN_OPAQUE_OTHER)
        s->sum += TN_EDIT_COST;
    return s->costing->left > 0;
}

static uint32_t opaque_cost(costing *c, const tunip_opaque *lhs, const tunip_opaque *rhs)
{
    summing s = {.costing = c};
    bool failed = false;
    if (!tn_opaque_same_data(lhs, rhs)) return TN_EDIT_COST;
    tn_opaque_each(c->differ->allocator, lhs, rhs, add_opaque_field, &s, &failed);
    if (failed) tn_differ_fail(c->differ);
    return s.sum;
}

/* The cost of two structs. If one already corresponds to a node, this correspondence decides. */
static uint32_t struct_cost(costing *c, const tunip_node *lhs, const tunip_node *rhs)
{
    const struct tunip_script_memory *known = c->differ->result;
    const tunip_node *there = tn_diff_recorded(&known->to_rhs, lhs);
    if (lhs->type->equality == TUNIP_EQ_UNIQUE) return TN_EDIT_COST;
    if (there || tn_diff_recorded(&known->to_lhs, rhs)) return there == rhs ? 0 : TN_EDIT_COST;
    summing s = {.costing = c, .lhs = lhs, .rhs = rhs};
    if (lhs->type->equality == TUNIP_EQ_FREE_VAR) s.sum = OTHER_NAME;
    tn_each_compared(lhs->type, c->differ->options.compare, add_field, &s);
    return s.sum;
}

/* ---- containers ---- */

static bool same_named(costing *c, const tunip_node *lhs, const tunip_node *rhs)
{
    if (!c->left) return false;
    c->left--;
    return tn_diff_print(c->differ, lhs).exact == tn_diff_print(c->differ, rhs).exact;
}

/* Pairs the elements between a common beginning and end in order. */
static uint32_t array_cost(costing *c, const tunip_array *lhs, const tunip_array *rhs)
{
    size_t n = lhs->count, m = rhs->count, i = 0;
    uint32_t sum = 0;
    while (i < n && i < m && same_named(c, lhs->items[i], rhs->items[i])) i++;
    while (n > i && m > i && same_named(c, lhs->items[n - 1], rhs->items[m - 1])) n--, m--;
    for (; (i < n || i < m) && c->left; i++) {
        if (i < n && i < m)
            sum += cost_of(c, lhs->items[i], rhs->items[i]);
        else
            sum += tn_diff_loss(c->differ, i < n ? lhs->items[i] : rhs->items[i]);
    }
    return sum;
}

static uint32_t map_cost(costing *c, const tunip_map *lhs, const tunip_map *rhs)
{
    size_t n = lhs->count, m = rhs->count, shorter = n < m ? n : m;
    uint32_t sum = (uint32_t)least(HEAVIEST, (uint32_t)(n + m - 2 * shorter)) * TN_EDIT_COST;
    for (size_t i = 0; i < shorter && c->left; i++)
        sum += cost_of(c, lhs->entries[i].value, rhs->entries[i].value);
    return sum;
}

/* ---- anything ---- */

static uint32_t cost_by_kind(costing *c, const tunip_node *lhs, const tunip_node *rhs)
{
    const void *a = lhs, *b = rhs;
    if (lhs->type == &tunip_array_type) return array_cost(c, a, b);
    if (lhs->type == &tunip_map_type) return map_cost(c, a, b);
    if (tn_is_opaque(lhs->type)) return opaque_cost(c, a, b);
    return tn_is_value(lhs->type) ? TN_EDIT_COST : struct_cost(c, lhs, rhs);
}

/* For nodes of two types: one may be inside the other. */
static uint32_t cost_inside(costing *c, const tunip_node *lhs, const tunip_node *rhs,
                            uint32_t exchange)
{
    const tunip_node *in_rhs = tn_diff_inner(c->differ, rhs, lhs);
    const tunip_node *in_lhs = in_rhs ? NULL : tn_diff_inner(c->differ, lhs, rhs);
    if (in_rhs) return least(TN_EDIT_COST + cost_of(c, lhs, in_rhs), exchange);
    if (in_lhs) return least(TN_EDIT_COST + cost_of(c, in_lhs, rhs), exchange);
    return exchange;
}

/* The cost of two nodes: at most the cost of a replacement. */
static uint32_t cost_of(costing *c, const tunip_node *lhs, const tunip_node *rhs)
{
    tn_differ *d = c->differ;
    if (!c->left || tn_differ_failed(d)) return 0;
    c->left--;
    tn_print a = tn_diff_print(d, lhs), b = tn_diff_print(d, rhs);
    bool small = a.weight < TN_SMALL && b.weight < TN_SMALL;
    /* graphs may share small nodes, such as numbers, that have nothing to do with each other */
    if (a.exact == b.exact || (!small && tn_diff_is_met(d, lhs, rhs))) return 0;
    uint32_t exchange = tn_diff_loss(d, lhs) + tn_diff_loss(d, rhs);
    if (lhs && rhs && tn_diff_is_wrap(d, lhs, rhs)) return TN_EDIT_COST;
    if (!lhs || !rhs) return small ? exchange / 2 : exchange;
    if (!tn_same_type(lhs->type, rhs->type))
        return small ? exchange / 2 : cost_inside(c, lhs, rhs, exchange);
    return least(cost_by_kind(c, lhs, rhs), exchange);
}

uint32_t tn_diff_cost(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    costing c = {.differ = d, .left = LOOK_AT};
    return cost_of(&c, lhs, rhs);
}

/* ======== diff hash ======== */

/* Alignment keys. Each node is hashed once, bottom-up, with and without its names.
 * The hashes only select candidates for alignment: a comparison decides whether two nodes are
 * equal. */

static const tn_print nothing = {.exact = 1, .named = 1, .shape = 1, .weight = 0};

static void add_bits(tn_print *p, uint64_t bits)
{
    p->exact = tn_hash_mix(p->exact, bits);
    p->named = tn_hash_mix(p->named, bits);
    p->shape = tn_hash_mix(p->shape, bits);
}

/* Stops at the largest number: graphs of shared nodes can unfold to huge trees. */
static void add_weight(tn_print *p, uint32_t weight)
{
    p->weight = p->weight > UINT32_MAX - weight ? UINT32_MAX : p->weight + weight;
}

static void add_child(tn_print *p, tn_print child)
{
    p->exact = tn_hash_mix(p->exact, child.exact);
    p->named = tn_hash_mix(p->named, child.named);
    p->shape = tn_hash_mix(p->shape, child.shape);
    add_weight(p, child.weight);
}

static tn_print print_of_type(const tunip_type *type)
{
    uint64_t hash = tn_hash_type(type);
    return (tn_print){.exact = hash, .named = hash, .shape = hash, .weight = 1};
}

/* ---- containers ---- */

static tn_print array_print(tn_differ *d, const tunip_array *array)
{
    tn_print p = print_of_type(array->base.type);
    for (size_t i = 0; i < array->count; i++) add_child(&p, tn_diff_print(d, array->items[i]));
    return p;
}

/* Adds up the hashes of the entries, because a sum does not depend on their order. */
static tn_print map_print(tn_differ *d, const tunip_map *map)
{
    tn_print p = print_of_type(map->base.type), sum = {.exact = 0};
    for (size_t i = 0; i < map->count; i++) {
        tn_print entry = {.exact = 0};
        add_child(&entry, tn_diff_print(d, map->entries[i].key));
        add_child(&entry, tn_diff_print(d, map->entries[i].value));
        sum.exact += entry.exact;
        sum.named += entry.named;
        sum.shape += entry.shape;
        add_weight(&sum, entry.weight);
    }
    add_child(&p, sum);
    return p;
}

/* ---- structs ---- */

typedef struct hash_summing {
    tn_differ *differ;
    const tunip_node *node;
    tn_print print;
} hash_summing;

static bool add_part(const tunip_part *part, void *user)
{
    hash_summing *s = user;
    add_child(&s->print, tn_diff_print(s->differ, part->lhs));
    return !tn_differ_failed(s->differ);
}

static bool hash_add_field(const tunip_field *field, void *user)
{
    hash_summing *s = user;
    if (field->kind == TUNIP_KIND_NODE)
        return add_part(&(tunip_part){.lhs = tunip_field_node(s->node, field)}, s);
    add_bits(&s->print, tn_field_bits(field, s->node));
    return true;
}

/* Whether a name is only a number, which a printer chose: %12. The next pass may give it to another
 * value. */
static bool is_number(const tunip_node *name)
{
    tunip_str text = tunip_string_value(name);
    size_t i = 0;
    while (i < text.size && tunip_is_digit(text.data[i])) i++;
    return text.size && i == text.size;
}

/* Equality ignores names, so only the `named` hash includes them. Aligning by `named` first keeps x
 * = 1; y = 1 and its copy in order, although all four statements have the same `shape`. */
static bool add_name(const tunip_field *field, void *user)
{
    hash_summing *s = user;
    if (!tn_visit_is_name(field)) return true;
    const tunip_node *name = tunip_field_node(s->node, field);
    if (!tunip_is(name, &tunip_string_type)) return true;
    uint64_t hash = tn_hash_value(name, false);
    s->print.exact = tn_hash_mix(s->print.exact, hash);
    if (!is_number(name)) s->print.named = tn_hash_mix(s->print.named, hash);
    return true;
}

/* As in equality: nodes with a codec are the same if their texts are, others only if they are the
 * same node. */
static tn_print unique_print(tn_differ *d, const tunip_node *node)
{
    tn_print p = print_of_type(node->type);
    tunip_graph *scratch = node->type->codec ? tn_differ_scratch(d) : NULL;
    tunip_str text = scratch ? node->type->codec->to_text(scratch, node) : (tunip_str){NULL, 0};
    add_bits(&p, scratch ? tn_hash_bytes(text.data, text.size) : (uint64_t)(uintptr_t)node);
    return p;
}

static bool hash_add_opaque_field(const tunip_opaque_field *field, const tunip_opaque_field *none,
                                  void *user)
{
    hash_summing *s = user;
    (void)none;
    add_bits(&s->print, tn_hash_bytes(field->name.data, field->name.size));
    return add_part(&(tunip_part){.lhs = field->value}, s);
}

static tn_print opaque_print(tn_differ *d, const tunip_opaque *node)
{
    hash_summing s = {.differ = d, .print = print_of_type(node->base.type)};
    bool failed = false;
    if (node->data) add_part(&(tunip_part){.lhs = node->data}, &s);
    tn_opaque_each(d->allocator, node, NULL, hash_add_opaque_field, &s, &failed);
    if (failed) tn_differ_fail(d);
    return s.print;
}

/* ---- anything ---- */

static tn_print print_by_kind(tn_differ *d, const tunip_node *node)
{
    const void *at = node;
    if (node->type == &tunip_array_type) return array_print(d, at);
    if (node->type == &tunip_map_type) return map_print(d, at);
    const tunip_type *type = node->type;
    if (tn_is_opaque(type)) return opaque_print(d, tn_as_opaque(node));
    if (type->equality == TUNIP_EQ_UNIQUE) return unique_print(d, node);
    hash_summing s = {.differ = d, .node = node, .print = print_of_type(type)};
    tunip_graph *scratch = type->parts ? tn_differ_scratch(d) : NULL;
    if (!type->parts)
        tn_each_compared(type, d->options.compare, hash_add_field, &s);
    else if (scratch && type->parts(scratch, node, NULL, add_part, &s))
        tn_each_chosen(type, d->options.compare, hash_add_field, &s);
    tn_each_field(type, 0, add_name, &s);
    return s.print;
}

/* The entry of a node is added before its children are visited. So a node inside itself finds
 * `nothing`, and the recursion ends. */
static tn_print print_once(tn_differ *d, const tunip_node *node)
{
    bool added;
    uint64_t *known = tn_map_put(&d->prints, node, &added);
    if (known && !added) return d->print_list.items[*known - 1];
    if (!known || !tn_array_push(&d->print_list, d->allocator, nothing)) {
        tn_differ_fail(d);
        return nothing;
    }
    size_t index = d->print_list.count - 1;
    *known = index + 1;
    tn_print p = print_by_kind(d, node);
    d->print_list.items[index] = p;
    return p;
}

TN_STACK_STEP2(print_deeper, tn_print, print_once, tn_differ *, const tunip_node *)

tn_print tn_diff_print(tn_differ *d, const tunip_node *node)
{
    if (!node || tn_differ_failed(d)) return nothing;
    if (tn_is_value(node->type)) {
        uint64_t hash = tn_hash_value(node, d->options.skip_tensor_content);
        return (tn_print){.exact = hash, .named = hash, .shape = hash, .weight = 1};
    }
    if (!tn_stack_low(&d->stack)) return print_once(d, node);
    tn_print result = nothing;
    if (!print_deeper(&d->stack, &result, d, node)) tn_stack_fail(&d->error);
    return result;
}

/* ---- likeness ---- */

/* The nodes nearest to a root, level by level, and their sorted hashes. */
typedef struct sample {
    const tunip_node *nodes[TN_SAMPLE];
    uint64_t named[TN_SAMPLE], shape[TN_SAMPLE];
    size_t count, most;
} sample;

/* Adds a node to the sample, unless that is full. */
static bool take(const tunip_node *node, void *user)
{
    sample *s = user;
    if (s->count >= s->most) return false;
    s->nodes[s->count++] = node;
    return true;
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Fills the sample in breadth-first order: `nodes` is at the same time the queue. */
static void fill(tn_differ *d, sample *s, const tunip_node *root)
{
    take(root, s);
    for (size_t i = 0; i < s->count; i++) tn_each_child(s->nodes[i], TUNIP_FLAG_IGNORE, take, s);
    for (size_t i = 0; i < s->count; i++) {
        tn_print p = tn_diff_print(d, s->nodes[i]);
        s->named[i] = p.named;
        s->shape[i] = p.shape;
    }
    qsort(s->named, s->count, sizeof *s->named, by_value);
    qsort(s->shape, s->count, sizeof *s->shape, by_value);
}

/* The number of values that two sorted lists have in common; repeated values count as often as both
 * lists have them. */
static size_t common(const uint64_t *a, size_t a_count, const uint64_t *b, size_t b_count)
{
    size_t count = 0;
    for (size_t i = 0, k = 0; i < a_count && k < b_count;) {
        count += a[i] == b[k];
        uint64_t x = a[i], y = b[k];
        i += x <= y;
        k += y <= x;
    }
    return count;
}

/* Nodes that are equal including names count twice as much as those that are equal except for
 * names. The root itself is a part of the sample, so 100 means equal samples. */
unsigned tn_diff_likeness(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs, size_t most)
{
    sample a, b;
    a.count = b.count = 0;
    a.most = b.most = most < TN_SAMPLE ? most : TN_SAMPLE;
    if (!lhs || !rhs || !tn_same_type(lhs->type, rhs->type)) return lhs == rhs ? 100 : 0;
    fill(d, &a, lhs);
    fill(d, &b, rhs);
    size_t larger = a.count > b.count ? a.count : b.count;
    size_t both =
        common(a.named, a.count, b.named, b.count) + common(a.shape, a.count, b.shape, b.count);
    return (unsigned)(both * 50 / larger);
}
