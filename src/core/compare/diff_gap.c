/* diff_gap.c -- matches a few left-over elements at the lowest cost. First pair_in_order() finds
 * the cheapest pairs that keep the order. Then improve() exchanges partners as long as this lowers
 * the cost, although it breaks the order. Last, find_moves() declares the pairs that are not in the
 * longest ordered chain to be moves. */
#include "align.h"
#include "diff.h"

typedef struct solving {
    tn_gap *gap;
    uint32_t costs[TN_GAP_MOST][TN_GAP_MOST];
    uint32_t lhs_loss[TN_GAP_MOST], rhs_loss[TN_GAP_MOST];
    uint32_t best[TN_GAP_MOST + 1][TN_GAP_MOST + 1]; /* the cost from i and k on */
    size_t to_lhs[TN_GAP_MOST];
    bool large[TN_GAP_MOST]; /* of the left side */
} solving;

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The cost of two elements that are not paired: a deletion and an insertion. */
static uint32_t apart(const solving *s, size_t i, size_t k)
{
    return s->lhs_loss[i] + s->rhs_loss[k];
}

/* Whether no aligned element is between the two, so that pairing them keeps the order. */
static bool is_in_step(const solving *s, size_t i, size_t k)
{
    return s->gap->lhs_gap[i] == s->gap->rhs_gap[k];
}

static void weigh(solving *s, tn_differ *d)
{
    tn_gap *g = s->gap;
    for (size_t i = 0; i < g->lhs_count; i++) {
        s->lhs_loss[i] = tn_diff_loss(d, g->lhs[i]);
        s->large[i] = tn_diff_print(d, g->lhs[i]).weight >= TN_SMALL;
    }
    for (size_t k = 0; k < g->rhs_count; k++) s->rhs_loss[k] = tn_diff_loss(d, g->rhs[k]);
    for (size_t i = 0; i < g->lhs_count; i++)
        for (size_t k = 0; k < g->rhs_count; k++)
            s->costs[i][k] = tn_diff_cost(d, g->lhs[i], g->rhs[k]);
}

/* ---- equal elements ---- */

/* Whether i and k, which are equal, are equal to no other element. */
static bool is_only_one(const solving *s, size_t i, size_t k)
{
    size_t same = 0;
    for (size_t j = 0; j < s->gap->rhs_count; j++) same += !s->costs[i][j];
    for (size_t j = 0; j < s->gap->lhs_count; j++) same += !s->costs[j][k];
    return same == 2;
}

/* Makes a pair of different elements as expensive as no pair. */
static void forbid(solving *s, size_t i, size_t k)
{
    if (s->costs[i][k]) s->costs[i][k] = apart(s, i, k);
}

/* A large element that is the only one of its kind is paired only within its kind. */
static void keep_same(solving *s)
{
    size_t n = s->gap->lhs_count, m = s->gap->rhs_count;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < m && s->large[i]; k++) {
            if (s->costs[i][k] || !is_only_one(s, i, k)) continue;
            for (size_t j = 0; j < m; j++) forbid(s, i, j);
            for (size_t j = 0; j < n; j++) forbid(s, j, k);
        }
}

/* ---- in order ---- */

/* A pair across an aligned element would not be in order, so here it costs as much as no pair. */
static uint32_t in_order(const solving *s, size_t i, size_t k)
{
    return is_in_step(s, i, k) ? s->costs[i][k] : apart(s, i, k);
}

/* Dynamic programming, as for the edit distance: best[i][k] is the lowest cost of the elements from
 * i and k on, if pairs must be in order. */
static void fill(solving *s)
{
    size_t n = s->gap->lhs_count, m = s->gap->rhs_count;
    s->best[n][m] = 0;
    for (size_t i = n; i-- > 0;) s->best[i][m] = s->lhs_loss[i] + s->best[i + 1][m];
    for (size_t k = m; k-- > 0;) s->best[n][k] = s->rhs_loss[k] + s->best[n][k + 1];
    for (size_t i = n; i-- > 0;)
        for (size_t k = m; k-- > 0;)
            s->best[i][k] = least(
                in_order(s, i, k) + s->best[i + 1][k + 1],
                least(s->lhs_loss[i] + s->best[i + 1][k], s->rhs_loss[k] + s->best[i][k + 1]));
}

static void pair(solving *s, size_t i, size_t k)
{
    s->gap->to_rhs[i] = k;
    s->to_lhs[k] = i;
}

/* Follows the table from its beginning and records the pairs of a cheapest solution. */
static void pair_in_order(solving *s)
{
    size_t n = s->gap->lhs_count, m = s->gap->rhs_count;
    fill(s);
    for (size_t i = 0; i < n; i++) s->gap->to_rhs[i] = TN_UNALIGNED;
    for (size_t k = 0; k < m; k++) s->to_lhs[k] = TN_UNALIGNED;
    for (size_t i = 0, k = 0; i < n && k < m;) {
        if (s->best[i][k] == in_order(s, i, k) + s->best[i + 1][k + 1]) {
            if (in_order(s, i, k) < apart(s, i, k)) pair(s, i, k);
            i++, k++;
        } else if (s->best[i][k] == s->lhs_loss[i] + s->best[i + 1][k]) {
            i++;
        } else {
            k++;
        }
    }
}

/* ---- exchanges ---- */

static uint32_t cost_of_lhs(const solving *s, size_t i)
{
    size_t k = s->gap->to_rhs[i];
    return k == TN_UNALIGNED ? s->lhs_loss[i] : s->costs[i][k];
}

/* Whether i and k may be paired. A moved element must have changed little: its cost must be below
 * half of a deletion and an insertion. */
static bool may_move(const solving *s, size_t i, size_t k)
{
    uint32_t most = is_in_step(s, i, k) ? apart(s, i, k) : apart(s, i, k) / 2;
    return !s->costs[i][k] || s->costs[i][k] < most;
}

/* The gain of pairing i with k, and their former partners with each other if possible. */
static int64_t gain(const solving *s, size_t i, size_t k)
{
    size_t other_rhs = s->gap->to_rhs[i], other_lhs = s->to_lhs[k];
    int64_t before = cost_of_lhs(s, i), after = (int64_t)s->costs[i][k] + TN_EDIT_COST;
    if (!may_move(s, i, k)) return 0;
    before += other_lhs == TN_UNALIGNED ? s->rhs_loss[k] : s->costs[other_lhs][k];
    if (other_lhs != TN_UNALIGNED && other_rhs != TN_UNALIGNED)
        after += may_move(s, other_lhs, other_rhs) ? s->costs[other_lhs][other_rhs]
                                                   : apart(s, other_lhs, other_rhs);
    else if (other_lhs != TN_UNALIGNED)
        after += s->lhs_loss[other_lhs];
    else if (other_rhs != TN_UNALIGNED)
        after += s->rhs_loss[other_rhs];
    return before - after;
}

/* Pairs i with k. Their former partners are paired with each other if this is allowed, otherwise
 * they stay alone. */
static void exchange(solving *s, size_t i, size_t k)
{
    size_t other_rhs = s->gap->to_rhs[i], other_lhs = s->to_lhs[k];
    if (other_lhs != TN_UNALIGNED) s->gap->to_rhs[other_lhs] = TN_UNALIGNED;
    if (other_rhs != TN_UNALIGNED) s->to_lhs[other_rhs] = TN_UNALIGNED;
    pair(s, i, k);
    if (other_lhs == TN_UNALIGNED || other_rhs == TN_UNALIGNED) return;
    if (may_move(s, other_lhs, other_rhs)) pair(s, other_lhs, other_rhs);
}

/* Makes the exchange with the largest gain. Returns false if no exchange gains anything. */
static bool improve(solving *s)
{
    int64_t most = 0;
    size_t best_i = 0, best_k = 0;
    for (size_t i = 0; i < s->gap->lhs_count; i++)
        for (size_t k = 0; k < s->gap->rhs_count; k++) {
            int64_t won = s->gap->to_rhs[i] == k ? 0 : gain(s, i, k);
            if (won > most) most = won, best_i = i, best_k = k;
        }
    if (most) exchange(s, best_i, best_k);
    return most > 0;
}

/* ---- moves ---- */

typedef struct chain {
    size_t before;
    uint64_t worth; /* of the pairs of the chain up to here: their number, then their weight */
} chain;

static chain chain_to(const solving *s, const chain *chains, size_t i)
{
    enum { PAIR = 1 << 20 };
    chain best = {TN_UNALIGNED, 0};
    for (size_t j = 0; j < i; j++)
        if (s->gap->moves[j] && s->gap->to_rhs[j] < s->gap->to_rhs[i] &&
            chains[j].worth > best.worth)
            best = (chain){j, chains[j].worth};
    best.worth += PAIR + s->lhs_loss[i];
    return best;
}

/* Marks all pairs as moved, except those of the most valuable chain of pairs that are in order. */
static void find_moves(solving *s)
{
    tn_gap *g = s->gap;
    chain chains[TN_GAP_MOST];
    size_t last = TN_UNALIGNED;
    for (size_t i = 0; i < g->lhs_count; i++) {
        g->moves[i] = g->to_rhs[i] != TN_UNALIGNED && is_in_step(s, i, g->to_rhs[i]);
        if (!g->moves[i]) continue;
        chains[i] = chain_to(s, chains, i);
        if (last == TN_UNALIGNED || chains[i].worth > chains[last].worth) last = i;
    }
    for (size_t i = 0; i < g->lhs_count; i++) g->moves[i] = g->to_rhs[i] != TN_UNALIGNED;
    for (size_t i = last; i != TN_UNALIGNED; i = chains[i].before) g->moves[i] = false;
}

void tn_diff_solve(tn_differ *d, tn_gap *gap)
{
    solving s = {.gap = gap};
    weigh(&s, d);
    if (tn_differ_failed(d)) return;
    keep_same(&s);
    pair_in_order(&s);
    for (size_t i = 0; i < TN_GAP_MOST * 2 && improve(&s); i++) {}
    find_moves(&s);
}
