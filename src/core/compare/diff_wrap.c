/* diff_wrap.c -- finds nodes that were put into a new node: a statement in a new loop, an argument
 * that became an operand. The search follows the heaviest child of each level, so it is linear in
 * the levels. Also handles one statement where the other side has a sequence, as a sequence of
 * one. */
#include "../ir/same.h"
#include "../ir/visit.h"
#include "align.h"
#include "diff.h"

enum { MOST_LEVELS = 16, MOST_ELEMENTS = 64 }; /* longer sequences are not looked through */

/* From a node down, always to the heaviest child. */
typedef struct descent {
    const tunip_node *nodes[MOST_LEVELS + 1]; /* the first is the node itself */
    tunip_path steps[MOST_LEVELS];            /* from each node to the next */
    size_t levels;
} descent;

/* ---- the heaviest child ---- */

typedef struct search {
    tn_differ *differ;
    const tunip_node *parent, *child;
    tunip_path step;
} search;

static void weigh(search *s, const tunip_node *child, tunip_path step)
{
    uint32_t most = s->child ? tn_diff_print(s->differ, s->child).weight : 0;
    if (!child || tn_diff_print(s->differ, child).weight <= most) return;
    s->child = child;
    s->step = step;
}

static bool weigh_field(const tunip_field *field, void *user)
{
    search *s = user;
    if (field->kind == TUNIP_KIND_NODE)
        weigh(s, tunip_field_node(s->parent, field),
              (tunip_path){.step = TUNIP_STEP_ATTR, .at.attr = field->name});
    return true;
}

static const tunip_node *heaviest_child(tn_differ *d, const tunip_node *node, tunip_path *step)
{
    search s = {.differ = d, .parent = node};
    const tunip_array *array = (const void *)node;
    if (node->type != &tunip_array_type)
        tn_each_field(node->type, TUNIP_FLAG_IGNORE, weigh_field, &s);
    size_t count = node->type == &tunip_array_type ? array->count : 0;
    for (size_t i = 0; count <= MOST_ELEMENTS && i < count; i++)
        weigh(&s, array->items[i], tn_item_step(TUNIP_STEP_ITEM, i));
    *step = s.step;
    return s.child;
}

/* Down to nodes of `least` weight. */
static void descend(tn_differ *d, descent *down, const tunip_node *node, uint32_t least)
{
    down->levels = 0;
    down->nodes[0] = node;
    while (down->levels < MOST_LEVELS) {
        const tunip_node *child =
            heaviest_child(d, down->nodes[down->levels], &down->steps[down->levels]);
        if (!child || tn_diff_print(d, child).weight < least) break;
        down->nodes[++down->levels] = child;
    }
}

/* ---- the one inside ---- */

/* The level of a node equal to `node`, or 0. Names are ignored, unless the root of the search has
 * the same type, because then the root is a candidate, too. */
static size_t find_same(tn_differ *d, const descent *down, const tunip_node *node)
{
    tn_print print = tn_diff_print(d, node);
    bool names = down->nodes[0]->type == node->type;
    for (size_t i = 1; i <= down->levels; i++) {
        tn_print other = tn_diff_print(d, down->nodes[i]);
        bool same = names ? other.named == print.named : other.shape == print.shape;
        if (same && down->nodes[i]->type == node->type) return i;
    }
    return 0;
}

static bool is_worth_it(tn_differ *d, const tunip_node *inner, const tunip_node *outer)
{
    uint32_t weight = tn_diff_print(d, inner).weight;
    return weight >= TN_SMALL && tn_diff_print(d, outer).weight > weight;
}

bool tn_diff_is_wrap(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    descent down;
    bool wraps = is_worth_it(d, lhs, rhs);
    const tunip_node *inner = wraps ? lhs : rhs, *outer = wraps ? rhs : lhs;
    if (!wraps && !is_worth_it(d, rhs, lhs)) return false;
    descend(d, &down, outer, tn_diff_print(d, inner).weight);
    return find_same(d, &down, inner) > 0;
}

const tunip_node *tn_diff_inner(tn_differ *d, const tunip_node *outer, const tunip_node *node)
{
    enum { NEAR = 4 };
    descent down;
    if (outer->type == node->type || !is_worth_it(d, node, outer)) return NULL;
    descend(d, &down, outer, tn_diff_print(d, node).weight / 2);
    for (size_t i = 1; i <= down.levels && i <= NEAR; i++)
        if (down.nodes[i]->type == node->type) return down.nodes[i];
    return NULL;
}

/* ---- edits ---- */

/* A step down on one side only. */
static tn_at *step_down(tn_differ *d, tn_at *at, tunip_path step, tn_diff_which which)
{
    tn_at *below = tn_arena_alloc(&d->result->arena, sizeof *below);
    const tunip_path *lhs = tn_diff_path(d, at, TN_DIFF_LHS);
    const tunip_path *rhs = tn_diff_path(d, at, TN_DIFF_RHS);
    if (!below) tn_differ_fail(d);
    if (tn_differ_failed(d)) return NULL;
    *below = (tn_at){.outer = at, .lhs = step, .rhs = step};
    below->lhs.depth = at->lhs.depth + (which == TN_DIFF_LHS);
    below->rhs.depth = at->rhs.depth + (which == TN_DIFF_RHS);
    if (which == TN_DIFF_RHS)
        below->lhs_made = (tunip_path *)(uintptr_t)lhs;
    else
        below->rhs_made = (tunip_path *)(uintptr_t)rhs;
    return below;
}

/* The lists on the way: their other elements may also come from outside. */
static void note_lists(tn_differ *d, tn_at *inner, const descent *down, size_t level,
                       tn_diff_which which)
{
    for (size_t i = level; i-- > 0 && !tn_differ_failed(d);
         inner = (tn_at *)(uintptr_t)inner->outer) {
        if (down->nodes[i]->type != &tunip_array_type) continue;
        const tunip_array *list = (const void *)down->nodes[i];
        const tunip_path *path = tn_diff_path(d, inner, which)->parent;
        tn_beside beside = {list, path, (size_t)down->steps[i].at.index, d->edits.count};
        if (!tn_array_push(&d->beside, d->allocator, beside)) tn_differ_fail(d);
    }
}

static const tn_patch *write_wrap(tn_differ *d, tn_at *at, const tunip_node *lhs,
                                  const tunip_node *rhs, const descent *down, size_t level)
{
    tn_diff_which which = down->nodes[0] == rhs ? TN_DIFF_RHS : TN_DIFF_LHS;
    tunip_edit edit = {
        .kind = which == TN_DIFF_RHS ? TUNIP_EDIT_WRAP : TUNIP_EDIT_UNWRAP, .lhs = lhs, .rhs = rhs};
    tn_at *inner = at;
    for (size_t i = 0; inner && i < level; i++) inner = step_down(d, inner, down->steps[i], which);
    if (!inner) return NULL;
    edit.inner_path = tn_diff_path(d, inner, which);
    note_lists(d, inner, down, level, which);
    tn_diff_add(d, at, edit);
    if (which == TN_DIFF_RHS)
        tn_diff_pair(d, inner, lhs, down->nodes[level]);
    else
        tn_diff_pair(d, inner, down->nodes[level], rhs);
    return tn_patch_new(d, TN_PATCH_REPLACE, lhs, rhs);
}

/* ---- what is alike inside ----
 *
 * The nodes on both ways down, each without its heaviest child, are two short sequences. A node in
 * only one of them was added or removed around the rest. */

enum {
    LEVELS = 8,
    BEYOND = 3, /* what lies beyond the last level may go on in step */
    LARGE = 48  /* the least weight of a node that may be wrapped and unwrapped at once */
};

typedef struct levels {
    descent lhs, rhs;
    uint32_t heads[LEVELS][LEVELS];
    uint32_t lhs_loss[LEVELS], rhs_loss[LEVELS];
    uint32_t best[LEVELS + 1][LEVELS + 1]; /* the cost from i and k on */
} levels;

/* Elements have their own alignment: the way down ends at them. */
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
        bool same = tn_field_bits(field, h->lhs) == tn_field_bits(field, h->rhs);
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
    heads h = {d, lhs, rhs, heaviest_child(d, lhs, &step), heaviest_child(d, rhs, &step), 0};
    tn_each_field(lhs->type, TUNIP_FLAG_IGNORE, add_head, &h);
    return h.cost;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The cost of a level of one side only: half the weight of its other children. */
static void weigh_levels(tn_differ *d, const descent *down, uint32_t *loss)
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

/* The first levels that go together, or 0 and 0. */
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

static void end_at_container(descent *down)
{
    for (size_t i = 1; i <= down->levels; i++)
        if (is_container(down->nodes[i])) down->levels = i - 1;
}

static const tn_patch *diff_levels(tn_differ *d, tn_at *at, const tunip_node *lhs,
                                   const tunip_node *rhs)
{
    levels l;
    tn_print a = tn_diff_print(d, lhs), b = tn_diff_print(d, rhs);
    if (a.weight < TN_SMALL || b.weight < TN_SMALL || a.shape == b.shape) return NULL;
    uint32_t head = head_cost(d, lhs, rhs);
    if (!head || (head <= TN_EDIT_COST && a.weight == b.weight) || !d->searches) return NULL;
    d->searches--;
    descend(d, &l.lhs, lhs, TN_SMALL);
    descend(d, &l.rhs, rhs, TN_SMALL);
    end_at_container(&l.lhs);
    end_at_container(&l.rhs);
    fill_levels(d, &l);
    size_t unwraps, wraps;
    find_first(&l, &unwraps, &wraps);
    if (tn_diff_print(d, l.lhs.nodes[unwraps]).weight < LARGE) return NULL;
    if (wraps) return write_wrap(d, at, lhs, rhs, &l.rhs, wraps);
    return unwraps ? write_wrap(d, at, lhs, rhs, &l.lhs, unwraps) : NULL;
}

/* Prefers an equal node at any level; otherwise pairs similar levels. */
static const tn_patch *diff_wrapped(tn_differ *d, tn_at *at, const tunip_node *lhs,
                                    const tunip_node *rhs)
{
    descent down;
    bool wraps = is_worth_it(d, lhs, rhs);
    const tunip_node *inner = wraps ? lhs : rhs, *outer = wraps ? rhs : lhs;
    if (wraps || is_worth_it(d, rhs, lhs)) {
        descend(d, &down, outer, tn_diff_print(d, inner).weight);
        size_t level = find_same(d, &down, inner);
        if (level) return write_wrap(d, at, lhs, rhs, &down, level);
    }
    return diff_levels(d, at, lhs, rhs);
}

/* ---- one that stands for a sequence ---- */

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

/* An element that came or went before or behind the one that stayed. */
static void add_element(tn_differ *d, tn_at *list, const tunip_array *elements, size_t i,
                        size_t stays, tn_diff_which which)
{
    tunip_path there = tn_item_step(TUNIP_STEP_ITEM, i);
    tunip_path missing = tn_item_step(TUNIP_STEP_ITEM_MISSING, i > stays);
    if (which == TN_DIFF_RHS)
        tn_diff_add_below(d, list, missing, there,
                          (tunip_edit){.kind = TUNIP_EDIT_INSERT, .rhs = elements->items[i]});
    else
        tn_diff_add_below(d, list, there, missing,
                          (tunip_edit){.kind = TUNIP_EDIT_DELETE, .lhs = elements->items[i]});
}

typedef size_t (*find_fn)(tn_differ *d, const tunip_array *elements, const tunip_node *node);

static const tn_patch *diff_sequence(tn_differ *d, tn_at *at, const tunip_node *lhs,
                                     const tunip_node *rhs, tn_diff_which which, find_fn find)
{
    const tunip_field *field;
    const tunip_node *one = which == TN_DIFF_RHS ? lhs : rhs;
    const tunip_array *elements = tn_visit_elements(which == TN_DIFF_RHS ? rhs : lhs, &field);
    if (!elements || elements->count < 2) return NULL;
    size_t stays = find(d, elements, one);
    if (stays == TN_UNALIGNED) return NULL;
    tunip_path step = {.step = TUNIP_STEP_ATTR, .at.attr = field->name};
    tn_at *list = step_down(d, at, step, which);
    for (size_t i = 0; list && i < elements->count && !tn_differ_failed(d); i++) {
        const tunip_node *item = elements->items[i];
        tn_at *below =
            i == stays ? step_down(d, list, tn_item_step(TUNIP_STEP_ITEM, i), which) : NULL;
        if (i != stays)
            add_element(d, list, elements, i, stays, which);
        else if (below)
            tn_diff_pair(d, below, which == TN_DIFF_RHS ? lhs : item,
                         which == TN_DIFF_RHS ? item : rhs);
    }
    return tn_patch_new(d, TN_PATCH_REPLACE, lhs, rhs);
}

/* On whichever side the sequence is. */
static const tn_patch *diff_either(tn_differ *d, tn_at *at, const tunip_node *lhs,
                                   const tunip_node *rhs, find_fn find)
{
    if (lhs->type == rhs->type) return NULL;
    const tn_patch *patch = diff_sequence(d, at, lhs, rhs, TN_DIFF_RHS, find);
    return patch ? patch : diff_sequence(d, at, lhs, rhs, TN_DIFF_LHS, find);
}

/* ---- both ---- */

const tn_patch *tn_diff_wrap(tn_differ *d, tn_at *at, const tunip_node *lhs, const tunip_node *rhs)
{
    if (d->in_step || tn_differ_failed(d)) return NULL;
    const tn_patch *patch = diff_either(d, at, lhs, rhs, find_same_element);
    if (!patch) patch = diff_wrapped(d, at, lhs, rhs);
    return patch ? patch : diff_either(d, at, lhs, rhs, find_element);
}
