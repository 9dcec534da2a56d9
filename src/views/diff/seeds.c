/* seeds.c -- the lines of both sides whose nodes the edit script pairs: the places of each edit,
 * and the statements around them. Two lines from the same place in the user's program are a
 * seed, too, if no other lines come from there. */
#include <stdlib.h>

#include "../../core/compare/diff.h"
#include "../../core/ir/visit.h"
#include "pair.h"

typedef struct finder {
    tn_diff_view *view;
    tn_diff_seeds *seeds;
    tn_set climbed; /* paths of the left side whose ancestors were paired */
} finder;

/* The lines of a path that is printed itself: of a statement all, of an expression its only one. */
static bool find_lines(tn_diff_view *v, size_t which, const tunip_path *path, size_t *first,
                       size_t *end)
{
    tn_diff_spot spot;
    tn_diff_side *side = &v->sides[which];
    if (tn_path_is_missing(path) || !tn_diff_place(v, which, path, &spot) || !spot.exact)
        return false;
    size_t last = spot.range.end > spot.range.begin ? spot.range.end - 1 : spot.range.end;
    *first = tn_diff_head_line(side, spot.range.begin);
    *end = tn_diff_line_of(side, last) + 1;
    return *end > *first && (!spot.expression || *end == *first + 1);
}

/* Whether a list is at the path. Its text begins with that of its first element, and so does its
 * path; the lists may begin with elements that do not correspond. */
static bool is_list(tn_diff_side *side, const tunip_path *path)
{
    const tunip_field *field;
    const tunip_node *node = tn_follow(&side->follower, path);
    return node && (node->type == &tunip_array_type || tn_visit_elements(node, &field));
}

static void add_seed(finder *p, const tunip_path *lhs, const tunip_path *rhs)
{
    tn_diff_seed s = {.votes = 1, .reason = TN_REASON_EDIT};
    if (is_list(&p->view->sides[TN_LHS], lhs) || is_list(&p->view->sides[TN_RHS], rhs)) return;
    if (!find_lines(p->view, TN_LHS, lhs, &s.lhs, &s.lhs_end)) return;
    if (!find_lines(p->view, TN_RHS, rhs, &s.rhs, &s.rhs_end)) return;
    if (lhs->depth == TN_FUNCTION_DEPTH && tn_diff_function_of(p->view, lhs))
        s.reason = TN_REASON_FUNCTION;
    if (!tn_array_push(p->seeds, p->view->allocator, s)) tn_diff_view_fail(p->view);
}

/* A moved element that begins a line on both sides; a moved argument does not move its line. */
static void add_moved(finder *p, const tunip_path *lhs, const tunip_path *rhs)
{
    const tunip_path *paths[TN_SIDES] = {lhs, rhs};
    bool moved = true;
    for (size_t s = 0; s < TN_SIDES && moved; s++) {
        tn_diff_spot spot;
        moved = tn_diff_place(p->view, s, paths[s], &spot) &&
                tn_diff_begins_line(&p->view->sides[s], spot.range.begin);
    }
    size_t count = p->seeds->count;
    add_seed(p, lhs, rhs);
    if (p->seeds->count > count) p->seeds->items[count].moved = moved;
}

/* Whether the two steps lead from corresponding nodes to corresponding nodes. */
static bool is_same_step(const tunip_path *a, const tunip_path *b)
{
    if (a->step != b->step) return false;
    return a->step != TUNIP_STEP_ATTR || strcmp(a->at.attr, b->at.attr) == 0;
}

/* Pairs the statements around corresponding nodes, as long as both sides have the same ones:
 * nothing was put around either of them. */
static void climb(finder *p, const tunip_path *lhs, const tunip_path *rhs)
{
    while (lhs->parent && rhs->parent && !tn_diff_view_failed(p->view)) {
        bool is_new = false;
        if (lhs->depth != rhs->depth || !is_same_step(lhs, rhs)) return;
        lhs = lhs->parent, rhs = rhs->parent;
        if (!tn_set_add(&p->climbed, lhs, &is_new)) tn_diff_view_fail(p->view);
        if (!is_new) return;
        if (lhs->depth >= TN_FUNCTION_DEPTH) add_seed(p, lhs, rhs);
    }
}

static void add_seeds(finder *p, const tunip_edit *edit)
{
    const tunip_path *lhs = edit->lhs_path, *rhs = edit->rhs_path;
    switch (edit->kind) {
    case TUNIP_EDIT_MOVE:
        add_moved(p, lhs, rhs);
        return;
    case TUNIP_EDIT_WRAP:
        if (edit->inner_path) add_seed(p, lhs, edit->inner_path);
        break;
    case TUNIP_EDIT_UNWRAP:
        if (edit->inner_path) add_seed(p, edit->inner_path, rhs);
        break;
    case TUNIP_EDIT_CHANGE:
        /* other statements are paired only if they are alike; functions by their names */
        if (tn_diff_function_of(p->view, lhs) == lhs || !tn_diff_replaces(p->view, edit))
            add_seed(p, lhs, rhs);
        break;
    default:
        break;
    }
    climb(p, lhs, rhs);
}

static int by_lines(const void *a, const void *b)
{
    const tn_diff_seed *x = a, *y = b;
    if (x->lhs != y->lhs) return x->lhs < y->lhs ? -1 : 1;
    return (x->rhs > y->rhs) - (x->rhs < y->rhs);
}

/* Joins equal seeds. */
static void join_seeds(finder *p)
{
    size_t kept = 0;
    tn_diff_seed *seeds = p->seeds->items;
    if (p->seeds->count) qsort(seeds, p->seeds->count, sizeof *seeds, by_lines);
    for (size_t i = 0; i < p->seeds->count; i++) {
        bool again =
            kept && seeds[kept - 1].lhs == seeds[i].lhs && seeds[kept - 1].rhs == seeds[i].rhs;
        if (!again) {
            seeds[kept++] = seeds[i];
            continue;
        }
        seeds[kept - 1].votes += seeds[i].votes;
        if (seeds[i].reason < seeds[kept - 1].reason) seeds[kept - 1].reason = seeds[i].reason;
        seeds[kept - 1].moved |= seeds[i].moved;
    }
    p->seeds->count = kept;
}

/* The heaviest chain of seeds in which the lines of both sides increase, by a Fenwick tree over the
 * right lines: chain[k] is the seed with the heaviest chain that ends at or before line k. */
typedef struct chain {
    size_t before; /* index + 1 of the seed before it */
    uint64_t worth;
} chain;

static size_t heaviest(const chain *chains, const size_t *tree, size_t at)
{
    size_t best = 0;
    for (; at; at &= at - 1)
        if (tree[at] && (!best || chains[tree[at] - 1].worth > chains[best - 1].worth))
            best = tree[at];
    return best;
}

static void order_seeds(finder *p)
{
    tn_diff_view *v = p->view;
    tn_diff_seed *seeds = p->seeds->items;
    size_t count = p->seeds->count, lines = v->sides[TN_RHS].line_count;
    size_t size = count * sizeof(chain) + (lines + 1) * sizeof(size_t);
    if (!count) return;
    chain *chains = v->allocator->alloc(v->allocator->ctx, size);
    if (!chains) {
        tn_diff_view_fail(v);
        return;
    }
    size_t *tree = (size_t *)(void *)(chains + count);
    memset(tree, 0, (lines + 1) * sizeof *tree);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i; end < count && seeds[end].lhs == seeds[i].lhs; end++) {
            if (seeds[end].moved) continue;
            size_t before = heaviest(chains, tree, seeds[end].rhs);
            chains[end] =
                (chain){before, (before ? chains[before - 1].worth : 0) + seeds[end].votes};
        }
        for (size_t k = i; k < end; k++)
            for (size_t at = seeds[k].rhs + 1; !seeds[k].moved && at <= lines; at += at & -at)
                if (!tree[at] || chains[tree[at] - 1].worth < chains[k].worth) tree[at] = k + 1;
    }
    for (size_t i = heaviest(chains, tree, lines); i; i = chains[i - 1].before) {
        seeds[i - 1].in_order = true;
    }
    v->allocator->free(v->allocator->ctx, chains, size);
}

static int by_site(const void *a, const void *b)
{
    const tn_diff_site *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

/* The sites of a side in the order of their hashes; NULL when out of memory. */
static tn_diff_site *sort_sites(tn_diff_view *v, const tn_diff_side *side)
{
    size_t size = (side->sites.count + 1) * sizeof(tn_diff_site);
    tn_diff_site *sorted = v->allocator->alloc(v->allocator->ctx, size);
    if (!sorted) {
        tn_diff_view_fail(v);
        return NULL;
    }
    if (side->sites.count) memcpy(sorted, side->sites.items, side->sites.count * sizeof *sorted);
    qsort(sorted, side->sites.count, sizeof *sorted, by_site);
    return sorted;
}

void tn_diff_each_site(tn_diff_view *v, tn_diff_site_fn fn, void *user)
{
    size_t counts[TN_SIDES] = {v->sides[0].sites.count, v->sides[1].sites.count};
    tn_diff_site *a = counts[0] && counts[1] ? sort_sites(v, &v->sides[0]) : NULL;
    tn_diff_site *b = a ? sort_sites(v, &v->sides[1]) : NULL;
    for (size_t i = 0, k = 0, i_end, k_end; b && i < counts[0] && k < counts[1];
         i = i_end, k = k_end) {
        uint64_t x = a[i].hash, y = b[k].hash;
        for (i_end = i; i_end < counts[0] && a[i_end].hash == x && x <= y;) i_end++;
        for (k_end = k; k_end < counts[1] && b[k_end].hash == y && y <= x;) k_end++;
        if (x == y) fn(user, &a[i], i_end - i, &b[k], k_end - k);
    }
    if (a) v->allocator->free(v->allocator->ctx, a, (counts[0] + 1) * sizeof *a);
    if (b) v->allocator->free(v->allocator->ctx, b, (counts[1] + 1) * sizeof *b);
}

/* Two lines from a place in the user's program from which no other lines come. */
static void add_site(void *user, const tn_diff_site *a, size_t a_count, const tn_diff_site *b,
                     size_t b_count)
{
    enum { VOTES = 8 };
    finder *p = user;
    tn_diff_seed s = {.lhs = a->line, .rhs = b->line, .votes = VOTES, .reason = TN_REASON_SPAN};
    if (a_count != 1 || b_count != 1) return;
    if (!tn_array_push(p->seeds, p->view->allocator, s)) tn_diff_view_fail(p->view);
}

static void find(finder *p)
{
    tn_diff_each_site(p->view, add_site, p);
    const tunip_script *script = p->view->script;
    for (size_t i = 0; i < script->edit_count && !tn_diff_view_failed(p->view); i++)
        add_seeds(p, &script->edits[i]);
    join_seeds(p);
    order_seeds(p);
}

void tn_diff_find_seeds(tn_diff_view *v, tn_diff_seeds *seeds)
{
    finder f = {.view = v, .seeds = seeds};
    tn_set_init(&f.climbed, v->allocator);
    find(&f);
    tn_set_free(&f.climbed);
}
