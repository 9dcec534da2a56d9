/* diff_cost.c -- estimates the number of edits between two nodes. It skips nodes with equal hashes
 * and visits at most LOOK_AT nodes. It counts in fractions of an edit, so that names decide between
 * two ways with the same number of edits. */
#include "../ir/opaque.h"
#include "../ir/same.h"
#include "../ir/visit.h"
#include "diff.h"

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
    tn_each_field(lhs->type, TUNIP_FLAG_IGNORE, add_field, &s);
    return s.sum;
}

/* ---- containers ---- */

static bool same_named(costing *c, const tunip_node *lhs, const tunip_node *rhs)
{
    if (!c->left) return false;
    c->left--;
    return tn_diff_print(c->differ, lhs).named == tn_diff_print(c->differ, rhs).named;
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
    if (a.named == b.named || (!small && tn_diff_is_met(d, lhs, rhs))) return 0;
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
