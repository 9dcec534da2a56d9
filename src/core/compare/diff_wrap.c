/* diff_wrap.c -- finds nodes that are inside a new node on the other side: a statement that now has
 * a loop around it, an argument that became an operand. The search descends to the heaviest child
 * of each level. If one side has a single statement where the other has a sequence, it counts as a
 * sequence of one. This file compares nothing: diff_pair.c compares the nodes that it finds. */
#include "../ir/same.h"
#include "../ir/visit.h"
#include "align.h"
#include "diff.h"

/* ---- similar nodes inside ----
 *
 * The nodes on the ways down from both sides, each without its heaviest child, are two short
 * sequences, which are aligned. A node in only one of them was added or removed around the rest.
 * Example: for i: for j: S and for i: if c: for j: S align for-i and for-j, and the if was
 * added. */

enum {
    LEVELS = 8,
    BEYOND = 3, /* the cost per level of nodes beyond the last level, which are not compared */
    LARGE = 48  /* the least weight of a node that may be wrapped and unwrapped at once */
};

typedef struct levels {
    tn_descent lhs, rhs;
    uint32_t heads[LEVELS][LEVELS];
    uint32_t lhs_loss[LEVELS], rhs_loss[LEVELS];
    uint32_t best[LEVELS + 1][LEVELS + 1]; /* the cost from i and k on */
} levels;

/* A descent ends at containers, because their elements are aligned separately. */
static bool is_container(const tunip_node *node)
{
    return node && (node->type == &tunip_array_type || node->type == &tunip_map_type);
}

typedef struct heads {
    tn_differ *differ;
    const tunip_node *lhs, *rhs, *lhs_heaviest, *rhs_heaviest;
    uint32_t cost;
} heads;

static bool add_head(const tunip_field *field, void *user)
{
    heads *h = user;
    if (field->kind != TUNIP_KIND_NODE) {
        bool same = tn_same_field(field, h->lhs, h->rhs, 0);
        h->cost += same ? 0 : TN_EDIT_COST;
        return true;
    }
    const tunip_node *lhs = tunip_field_node(h->lhs, field);
    const tunip_node *rhs = tunip_field_node(h->rhs, field);
    bool goes_on = lhs == h->lhs_heaviest && rhs == h->rhs_heaviest;
    if (goes_on && !is_container(lhs)) return true;
    bool variable = lhs && lhs->type->equality == TUNIP_EQ_FREE_VAR;
    uint32_t cost = tn_diff_cost(h->differ, lhs, rhs);
    h->cost += variable && cost ? TN_EDIT_COST : cost;
    return true;
}

/* The cost of two nodes without their next children. A variable that replaces another costs more
 * than a name here, because its uses are below. */
static uint32_t head_cost(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    tunip_path step;
    if (lhs->type != rhs->type) return UINT32_MAX / 4;
    heads h = {.differ = d,
               .lhs = lhs,
               .rhs = rhs,
               .lhs_heaviest = tn_diff_heaviest_child(d, lhs, &step),
               .rhs_heaviest = tn_diff_heaviest_child(d, rhs, &step)};
    tn_each_field(lhs->type, TUNIP_FLAG_IGNORE, add_head, &h);
    return h.cost;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The cost of a level of one side only: half the weight of its other children. */
static void weigh_levels(tn_differ *d, const tn_descent *down, uint32_t *loss)
{
    for (size_t i = 0; i <= down->levels && i < LEVELS; i++) {
        uint32_t weight = tn_diff_print(d, down->nodes[i]).weight;
        if (i < down->levels) weight -= tn_diff_print(d, down->nodes[i + 1]).weight;
        loss[i] = TN_EDIT_COST + weight / 2;
    }
}

static void fill_levels(tn_differ *d, levels *l)
{
    weigh_levels(d, &l->lhs, l->lhs_loss);
    weigh_levels(d, &l->rhs, l->rhs_loss);
    size_t n = least((uint32_t)l->lhs.levels + 1, LEVELS);
    size_t m = least((uint32_t)l->rhs.levels + 1, LEVELS);
    for (size_t i = 0; i <= n; i++) l->best[i][m] = (uint32_t)(n - i) * BEYOND;
    for (size_t k = 0; k <= m; k++) l->best[n][k] = (uint32_t)(m - k) * BEYOND;
    for (size_t i = n; i-- > 0;)
        for (size_t k = m; k-- > 0;) {
            l->heads[i][k] = head_cost(d, l->lhs.nodes[i], l->rhs.nodes[k]);
            uint32_t skip =
                least(l->best[i + 1][k] + l->lhs_loss[i], l->best[i][k + 1] + l->rhs_loss[k]);
            l->best[i][k] = least(l->heads[i][k] + l->best[i + 1][k + 1], skip);
        }
}

/* The first pair of levels that are aligned; 0 and 0 if there is none. */
static void find_first(const levels *l, size_t *lhs, size_t *rhs)
{
    size_t i = 0, k = 0;
    while (i <= l->lhs.levels && i < LEVELS && k <= l->rhs.levels && k < LEVELS) {
        *lhs = i, *rhs = k;
        if (l->best[i][k] == l->heads[i][k] + l->best[i + 1][k + 1]) return;
        if (l->best[i][k] == l->best[i + 1][k] + l->lhs_loss[i])
            i++;
        else
            k++;
    }
    *lhs = *rhs = 0;
}

static void end_at_container(tn_descent *down)
{
    for (size_t i = 1; i <= down->levels; i++)
        if (is_container(down->nodes[i])) down->levels = i - 1;
}

static bool found_wrap(tn_wrap *wrap, const tn_descent *down, size_t level, tn_diff_which which)
{
    wrap->down = *down;
    wrap->level = level;
    wrap->which = which;
    return level > 0;
}

static bool find_alike(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs, tn_wrap *wrap)
{
    levels l;
    tn_print a = tn_diff_print(d, lhs), b = tn_diff_print(d, rhs);
    if (a.weight < TN_SMALL || b.weight < TN_SMALL || a.shape == b.shape) return false;
    uint32_t head = head_cost(d, lhs, rhs);
    if (!head || (head <= TN_EDIT_COST && a.weight == b.weight) || !d->searches) return false;
    d->searches--;
    tn_diff_descend(d, &l.lhs, lhs, TN_SMALL);
    tn_diff_descend(d, &l.rhs, rhs, TN_SMALL);
    end_at_container(&l.lhs);
    end_at_container(&l.rhs);
    fill_levels(d, &l);
    size_t unwraps, wraps;
    find_first(&l, &unwraps, &wraps);
    if (tn_diff_print(d, l.lhs.nodes[unwraps]).weight < LARGE) return false;
    if (wraps) return found_wrap(wrap, &l.rhs, wraps, TN_DIFF_RHS);
    return found_wrap(wrap, &l.lhs, unwraps, TN_DIFF_LHS);
}

/* Prefers an equal node at any level; otherwise pairs similar levels. */
static bool find_inside(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs, tn_wrap *wrap)
{
    bool wraps = tn_diff_is_worth_it(d, lhs, rhs);
    const tunip_node *inner = wraps ? lhs : rhs, *outer = wraps ? rhs : lhs;
    wrap->which = wraps ? TN_DIFF_RHS : TN_DIFF_LHS;
    if (wraps || tn_diff_is_worth_it(d, rhs, lhs)) {
        tn_diff_descend(d, &wrap->down, outer, tn_diff_print(d, inner).weight);
        wrap->level = tn_diff_find_same(d, &wrap->down, inner);
        if (wrap->level) return true;
    }
    return find_alike(d, lhs, rhs, wrap);
}

/* ---- a single node in place of a sequence ---- */

/* The element that is equal except for names, or TN_UNALIGNED. */
static size_t find_same_element(tn_differ *d, const tunip_array *elements, const tunip_node *node)
{
    uint64_t shape = tn_diff_print(d, node).shape;
    for (size_t i = 0; i < elements->count; i++)
        if (tn_diff_print(d, elements->items[i]).shape == shape) return i;
    return TN_UNALIGNED;
}

/* The element with few changes, or TN_UNALIGNED. */
static size_t find_element(tn_differ *d, const tunip_array *elements, const tunip_node *node)
{
    size_t best = TN_UNALIGNED;
    uint32_t least = tn_diff_loss(d, node) / 4;
    for (size_t i = 0; i < elements->count && i < TN_GAP_MOST; i++) {
        const tunip_node *item = elements->items[i];
        uint32_t cost = item && item->type == node->type ? tn_diff_cost(d, node, item) : least;
        if (cost < least) best = i, least = cost;
    }
    return best;
}

typedef size_t (*find_fn)(tn_differ *d, const tunip_array *elements, const tunip_node *node);

/* On whichever side the sequence is. */
static bool find_in_sequence(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs,
                             tn_wrap *wrap, find_fn find)
{
    /* The right side first: wraps are more frequent. ORDER tn_diff_which */
    const tunip_node *const sides[] = {lhs, rhs};
    for (int which = TN_DIFF_RHS; lhs->type != rhs->type && which >= TN_DIFF_LHS; which--) {
        const tunip_array *elements = tn_visit_elements(sides[which], &wrap->field);
        if (!elements || elements->count < 2) continue;
        wrap->which = (tn_diff_which)which;
        wrap->elements = elements;
        wrap->stays = find(d, elements, sides[which == TN_DIFF_LHS]);
        if (wrap->stays != TN_UNALIGNED) return true;
    }
    wrap->elements = NULL;
    return false;
}

/* ---- both ---- */

bool tn_diff_find_wrap(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs, tn_wrap *wrap)
{
    if (d->in_step || tn_differ_failed(d)) return false;
    return find_in_sequence(d, lhs, rhs, wrap, find_same_element) ||
           find_inside(d, lhs, rhs, wrap) || find_in_sequence(d, lhs, rhs, wrap, find_element);
}
