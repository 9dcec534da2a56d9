/* correspond.c -- which operations of MLIR became which. First, operations with the same symbol and
 * those that compute the same are matched. Then the others, by what they have in common: names
 * (also of two dialects: `arith.addf` and `llvm.fadd`), attributes, operands, users, places. An
 * operation that is left over on the right side was made for another one: it stands in its place,
 * computes an operand for what became of it, or uses what it used. */
#include <stdlib.h>

#include "../../compare/diff.h"
#include "../../ir/same.h"
#include "../../util/tables.h"
#include "operations.h"

enum { FEW = 8, MOST_NEAR = 48, MOST_BESIDE = 1024 };

static const tn_ir_op *op_at(const tn_correspondence *c, size_t side, uint32_t op)
{
    return &c->sides[side].ops.items[op];
}

static uint32_t match_of(const tn_correspondence *c, size_t side, uint32_t op)
{
    return op == TN_NO_OP ? TN_NO_OP : c->fates[side][op].match;
}

static void set_match(tn_correspondence *c, uint32_t lhs, uint32_t rhs, tunip_link_reason why,
                      bool sure)
{
    c->fates[TN_LHS][lhs] = (tn_op_fate){rhs, TN_NO_OP, TN_NO_OP, (uint8_t)why, sure, true};
    c->fates[TN_RHS][rhs] = (tn_op_fate){lhs, TN_NO_OP, TN_NO_OP, (uint8_t)why, sure, true};
}

/* ---- values ---- */

static const tn_op_value *operand_of(const tn_ops *ops, const tn_ir_op *op, uint32_t at,
                                     uint32_t *id)
{
    *id = at < op->operand_count ? ops->operands.items[op->first_operand + at] : TN_NO_OP;
    return *id == TN_NO_OP ? NULL : &ops->values.items[*id];
}

/* Whether an operation only gives a value another type: conversions leave such operations for each
 * other. */
static bool is_cast(const tn_ir_op *op)
{
    static const tunip_str word = TUNIP_STR("cast");
    if (op->operand_count != 1 || op->result_count != 1 || op->suffix.size < word.size)
        return false;
    return memcmp(op->suffix.data + op->suffix.size - word.size, word.data, word.size) == 0;
}

/* The value of the other side that corresponds to a value, also through casts; or TN_NO_OP. */
static uint32_t counterpart(const tn_correspondence *c, size_t side, uint32_t id)
{
    const tn_ops *here = &c->sides[side], *there = &c->sides[1 - side];
    for (int depth = 0; id != TN_NO_OP && depth < FEW; depth++) {
        const tn_op_value *value = &here->values.items[id];
        const tn_ir_op *op = &here->ops.items[value->op];
        uint32_t match = c->fates[side][value->op].match;
        if (value->block != TN_NO_OP)
            return match == TN_NO_OP ? match : tn_ops_argument(there, match, value);
        if (match != TN_NO_OP) {
            const tn_ir_op *other = &there->ops.items[match];
            return value->number < other->result_count ? other->first_result + value->number
                                                       : TN_NO_OP;
        }
        if (!is_cast(op)) return TN_NO_OP;
        id = here->operands.items[op->first_operand];
    }
    return TN_NO_OP;
}

/* The value behind casts. */
static uint32_t behind_casts(const tn_ops *ops, uint32_t id)
{
    for (int depth = 0; id != TN_NO_OP && depth < FEW; depth++) {
        const tn_op_value *value = &ops->values.items[id];
        if (value->block != TN_NO_OP || !is_cast(&ops->ops.items[value->op])) return id;
        id = ops->operands.items[ops->ops.items[value->op].first_operand];
    }
    return id;
}

/* ---- likeness ---- */

/* How much the letters of two names have in common, from 0 to 100: `addf` and `fadd` 100. */
static int name_likeness(tunip_str a, tunip_str b)
{
    int counts[128] = {0}, common = 0;
    if (tunip_str_equal(a, b)) return 100;
    for (size_t i = 0; i < a.size; i++) counts[a.data[i] & 127]++;
    for (size_t i = 0; i < b.size; i++) common += counts[b.data[i] & 127]-- > 0;
    return (int)(200 * (size_t)common / (a.size + b.size + !(a.size + b.size)));
}

/* Whether the letters of a name occur in another one in the same order: `fma` in `fmuladd`. */
static bool is_abbreviation(tunip_str a, tunip_str of)
{
    enum { SHORTEST = 3 };
    size_t at = 0;
    for (size_t i = 0; i < of.size && at < a.size; i++) at += of.data[i] == a.data[at];
    return a.size >= SHORTEST && at == a.size;
}

static bool is_same_dialect(const tn_ir_op *a, const tn_ir_op *b)
{
    size_t x = a->name.size - a->suffix.size, y = b->name.size - b->suffix.size;
    return x == y && (!x || memcmp(a->name.data, b->name.data, x) == 0);
}

enum { SAME_NAME = 20, ALIKE = 80 };

static int score_names(const tn_ir_op *a, const tn_ir_op *b)
{
    if (tunip_str_equal(a->name, b->name)) return SAME_NAME;
    if (is_same_dialect(a, b)) return 0;
    int like = name_likeness(a->suffix, b->suffix);
    if (is_abbreviation(a->suffix, b->suffix) || is_abbreviation(b->suffix, a->suffix))
        like = like < (100 + ALIKE) / 2 ? (100 + ALIKE) / 2 : like;
    return like < ALIKE ? 0 : 8 + (like - ALIKE) * 8 / (100 - ALIKE);
}

/* From 0 to 8. */
static int score_tokens(const tn_correspondence *c, const tn_ir_op *a, const tn_ir_op *b)
{
    const uint64_t *x = c->sides[TN_LHS].tokens.items + a->first_token;
    const uint64_t *y = c->sides[TN_RHS].tokens.items + b->first_token;
    uint32_t i = 0, k = 0, common = 0;
    if (!a->token_count && !b->token_count) return 4;
    while (i < a->token_count && k < b->token_count) {
        common += x[i] == y[k];
        bool left = x[i] <= y[k], right = y[k] <= x[i];
        i += left;
        k += right;
    }
    return (int)(16 * common / (a->token_count + b->token_count));
}

/* Whether two values are defined by operations of the same name, or are its same argument. */
static bool defines_alike(const tn_correspondence *c, uint32_t lhs, uint32_t rhs)
{
    if (lhs == TN_NO_OP || rhs == TN_NO_OP) return false;
    const tn_op_value *a = &c->sides[TN_LHS].values.items[lhs];
    const tn_op_value *b = &c->sides[TN_RHS].values.items[rhs];
    bool is_argument = a->block != TN_NO_OP;
    if (is_argument != (b->block != TN_NO_OP) || a->number != b->number) return false;
    return tunip_str_equal(op_at(c, TN_LHS, a->op)->name, op_at(c, TN_RHS, b->op)->name);
}

static const tn_ir_op *first_user(const tn_ops *ops, const tn_ir_op *op)
{
    const tn_op_value *value = op->result_count ? &ops->values.items[op->first_result] : NULL;
    if (!value || !value->use_count) return NULL;
    return &ops->ops.items[ops->uses.items[value->first_use].op];
}

static int score_operands(const tn_correspondence *c, const tn_ir_op *a, const tn_ir_op *b)
{
    int score = 0;
    uint32_t count = a->operand_count < b->operand_count ? a->operand_count : b->operand_count;
    for (uint32_t i = 0; i < count && i < FEW; i++) {
        uint32_t lhs, rhs;
        operand_of(&c->sides[TN_LHS], a, i, &lhs);
        operand_of(&c->sides[TN_RHS], b, i, &rhs);
        uint32_t to = counterpart(c, TN_RHS, rhs);
        lhs = behind_casts(&c->sides[TN_LHS], lhs);
        if (to != TN_NO_OP && behind_casts(&c->sides[TN_LHS], to) == lhs)
            score += 6;
        else if (to != TN_NO_OP)
            score -= 4;
        else if (counterpart(c, TN_LHS, lhs) != TN_NO_OP)
            score -= 1;
        else if (defines_alike(c, lhs, behind_casts(&c->sides[TN_RHS], rhs)))
            score += 2;
    }
    return score > 12 ? 12 : score < -8 ? -8 : score;
}

static bool uses_result(const tn_ops *ops, const tn_ir_op *user, uint32_t op)
{
    for (uint32_t i = 0; i < user->operand_count; i++) {
        uint32_t id;
        operand_of(ops, user, i, &id);
        id = behind_casts(ops, id);
        if (id != TN_NO_OP && ops->values.items[id].op == op &&
            ops->values.items[id].block == TN_NO_OP)
            return true;
    }
    return false;
}

static int score_users(const tn_correspondence *c, uint32_t lhs, uint32_t rhs)
{
    const tn_ops *ops = &c->sides[TN_RHS];
    const tn_ir_op *b = op_at(c, TN_RHS, rhs);
    int score = 0, seen = 0;
    const tn_ir_op *x = first_user(&c->sides[TN_LHS], op_at(c, TN_LHS, lhs));
    const tn_ir_op *y = first_user(ops, b);
    if (x && y && tunip_str_equal(x->name, y->name)) score += 2;
    for (uint32_t i = 0; i < b->result_count; i++) {
        const tn_op_value *value = &ops->values.items[b->first_result + i];
        for (uint32_t k = 0; k < value->use_count && seen < FEW; k++, seen++) {
            uint32_t user = match_of(c, TN_RHS, ops->uses.items[value->first_use + k].op);
            if (user == TN_NO_OP) continue;
            score += uses_result(&c->sides[TN_LHS], op_at(c, TN_LHS, user), lhs) ? 6 : -2;
        }
    }
    return score > 12 ? 12 : score < -4 ? -4 : score;
}

static int score_parents(const tn_correspondence *c, const tn_ir_op *a, const tn_ir_op *b)
{
    uint32_t parent = b->parent;
    if (parent == TN_NO_OP || a->parent == TN_NO_OP) return 0;
    if (match_of(c, TN_RHS, parent) == a->parent) return a->block == b->block ? 5 : 3;
    bool is_elsewhere =
        match_of(c, TN_RHS, parent) != TN_NO_OP && match_of(c, TN_LHS, a->parent) != TN_NO_OP;
    return is_elsewhere ? -4 : 0;
}

/* How near two operations are to neighbours that match: 0 to 6. */
static int score_place(uint32_t lhs, uint32_t low, uint32_t high)
{
    if (low != TN_NO_OP && lhs <= low) return 0;
    if (high != TN_NO_OP && lhs >= high) return 0;
    return 4 + (low != TN_NO_OP && lhs == low + 1) + (high != TN_NO_OP && lhs + 1 == high);
}

static bool shares_sites(const tn_ir_op *a, const tn_ir_op *b)
{
    return a->sites && a->sites == b->sites;
}

/* `low` and `high` are the operations of the left side that match the nearest neighbours. A call,
 * such as `func.call`, becomes an operation with another name only if a pass inlines it, and then
 * that operation is no counterpart. */
static int score(const tn_correspondence *c, uint32_t lhs, uint32_t rhs, uint32_t low,
                 uint32_t high)
{
    enum { LEAST_EVIDENCE = 8, DIFFERENT = 12 };
    const tn_ir_op *a = op_at(c, TN_LHS, lhs), *b = op_at(c, TN_RHS, rhs);
    int names = score_names(a, b), operands = score_operands(c, a, b);
    int users = score_users(c, lhs, rhs);
    if (!names && operands + users < LEAST_EVIDENCE) return 0;
    if (!names && tunip_str_is(a->suffix, "call")) return 0; /* see above */
    int all = names + score_tokens(c, a, b) + operands + users + score_parents(c, a, b) +
              score_place(lhs, low, high);
    if (shares_sites(a, b)) all += DIFFERENT;
    if (a->sites && b->sites && !shares_sites(a, b)) all -= 3 * DIFFERENT;
    if (a->has_region != b->has_region) all -= DIFFERENT;
    if (!a->result_count != !b->result_count) all -= DIFFERENT / 4;
    return all;
}

/* ---- matches ---- */

static void match_symbols(tn_correspondence *c)
{
    tn_map known;
    tn_map_init(&known, c->allocator);
    for (size_t side = 0; side < TN_SIDES; side++)
        for (uint32_t i = 0; i < c->sides[side].ops.count && !c->failed; i++) {
            const tn_ir_op *op = op_at(c, side, i);
            bool is_root = op->parent == TN_NO_OP && !op->symbol.size;
            uint32_t parent = side == TN_LHS ? op->parent : match_of(c, TN_RHS, op->parent);
            if (!op->symbol.size && !is_root) continue;
            tunip_str name = is_root ? op->name : op->symbol;
            uint64_t key = tn_hash_mix(tn_hash_bytes(name.data, name.size), parent) | 1;
            bool added;
            const void *at = (const void *)(uintptr_t)key;
            uint64_t *slot =
                side == TN_LHS ? tn_map_put(&known, at, &added) : tn_map_get(&known, at);
            c->failed |= side == TN_LHS && !slot;
            if (slot && side == TN_LHS && added) *slot = i + 1;
            if (slot && side == TN_RHS && *slot &&
                match_of(c, TN_LHS, (uint32_t)*slot - 1) == TN_NO_OP)
                set_match(c, (uint32_t)*slot - 1, i, TUNIP_REASON_DEFINITION, true);
        }
    tn_map_free(&known);
}

static void match_found(tn_correspondence *c, uint32_t lhs, uint32_t rhs)
{
    const tn_ir_op *a = op_at(c, TN_LHS, lhs), *b = op_at(c, TN_RHS, rhs);
    bool is_same = tunip_str_equal(a->name, b->name);
    tunip_link_reason why = is_same             ? TUNIP_REASON_EDIT
                            : score_names(a, b) ? TUNIP_REASON_CONVERSION
                                                : TUNIP_REASON_DEFINITION;
    set_match(c, lhs, rhs, why, is_same);
}

/* A function on both sides. */
typedef struct pair {
    tn_correspondence *c;
    uint32_t begin[TN_SIDES], end[TN_SIDES];
    uint32_t *best; /* of each operation of the left side, from its begin: of the right side */
    int *scores;
} pair;

/* Whether a counterpart of an operation is sought. */
static bool is_open(const tn_correspondence *c, size_t side, uint32_t op)
{
    return match_of(c, side, op) == TN_NO_OP && !c->fates[side][op].settled;
}

/* The uses of an operation, and those of the results that it uses. */
static uint64_t hash_uses(const tn_ops *ops, const tn_ir_op *op)
{
    uint64_t hash = op->used;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        uint32_t id;
        const tn_op_value *value = operand_of(ops, op, i, &id);
        if (value && value->block == TN_NO_OP)
            hash = tn_hash_mix(hash, ops->ops.items[value->op].used);
    }
    return hash;
}

/* Of several equal operations of which one stayed, the first one did. */
static void slide_matches(size_t *to, const uint64_t *hashes, size_t count)
{
    for (size_t i = 0, next = 0; i < count; i++) {
        if (to[i] != TN_UNALIGNED) continue;
        if (next <= i) next = i + 1;
        while (next < count && to[next] == TN_UNALIGNED) next++;
        if (next == count || hashes[i] != hashes[next]) continue;
        to[i] = to[next];
        to[next] = TN_UNALIGNED;
    }
}

/* Operations are matched as equal ones by one of these, in this order. Several constants may be
 * equal, so those with the same uses come first. An operation whose operands were replaced, such as
 * calls that were inlined, has only its words and uses left. */
typedef enum likeness { COMPUTES_AND_USES, COMPUTES, WORDS_AND_USES } likeness;

static uint64_t hash_by(const tn_ops *ops, const tn_ir_op *op, likeness by)
{
    switch (by) {
    case COMPUTES_AND_USES:
        return tn_hash_mix(op->computes, hash_uses(ops, op));
    case COMPUTES:
        return op->computes;
    case WORDS_AND_USES:
        break;
    }
    return op->used ? tn_hash_mix(op->content, op->used) : 0;
}

/* Matches equal operations in order. */
static void match_equal(pair *p, likeness by)
{
    tn_correspondence *c = p->c;
    size_t n = p->end[TN_LHS] - p->begin[TN_LHS], m = p->end[TN_RHS] - p->begin[TN_RHS];
    size_t size = (n + m) * sizeof(uint64_t) + n * sizeof(size_t);
    uint64_t *hashes = n && m ? c->allocator->alloc(c->allocator->ctx, size) : NULL;
    c->failed |= n && m && !hashes;
    if (!hashes) return;
    size_t *to = (size_t *)(void *)(hashes + n + m);
    for (size_t side = 0; side < TN_SIDES; side++)
        for (uint32_t i = p->begin[side]; i < p->end[side]; i++) {
            const tn_ir_op *op = op_at(c, side, i);
            uint32_t match = match_of(c, side, i);
            uint64_t hash = hash_by(&c->sides[side], op, by);
            hash = hash ? tn_hash_mix(hash, op->sites) : ((uint64_t)side << 32) | i;
            if (!is_open(c, side, i)) hash = ((uint64_t)side << 32) | i;
            if (match != TN_NO_OP) hash = side ? match : i; /* they stay together */
            hashes[(side ? n : 0) + i - p->begin[side]] = hash;
        }
    for (size_t i = 0; i < n; i++) to[i] = TN_UNALIGNED;
    c->failed |= !tn_align(hashes, n, hashes + n, m, to, c->allocator);
    if (!c->failed && by != WORDS_AND_USES) slide_matches(to, hashes, n);
    for (size_t i = 0; i < n && !c->failed; i++)
        if (to[i] != TN_UNALIGNED && is_open(c, TN_LHS, p->begin[TN_LHS] + (uint32_t)i))
            set_match(c, p->begin[TN_LHS] + (uint32_t)i, p->begin[TN_RHS] + (uint32_t)to[i],
                      TUNIP_REASON_CONTENT, by != WORDS_AND_USES);
    c->allocator->free(c->allocator->ctx, hashes, size);
}

/* ---- in order ---- */

/* The more operations, the narrower the band around the diagonal in which they are aligned: the
 * cells grow with the operations only where the band is narrowest. */
enum { GAIN_FROM = 16, BAND = 192, LEAST_BAND = 16, USUAL_CELLS = 1 << 22 };

/* Unmatched operations of both sides between two pairs of neighbours, and the best alignment of
 * their beginnings: `gains` of the row in hand and of the one before, and the way to each cell. */
typedef struct gap {
    pair *p;
    TN_ARRAY(uint32_t) sides[TN_SIDES];
    TN_ARRAY(int) gains;
    TN_ARRAY(uint8_t) ways;
} gap;

typedef enum way { UP, LEFT, BOTH } way;

/* The first column of a row: only those near the diagonal are looked at. */
static size_t first_column(const gap *g, size_t row, size_t width)
{
    size_t n = g->sides[TN_LHS].count, m = g->sides[TN_RHS].count;
    size_t at = n ? row * m / n : 0, most = m + 1 - width;
    size_t from = at > width / 2 ? at - width / 2 : 0;
    return from < most ? from : most;
}

static void fill_row(gap *g, size_t row, size_t width)
{
    size_t first = first_column(g, row, width), above = first_column(g, row ? row - 1 : 0, width);
    int *now = g->gains.items + (row & 1) * width, *last = g->gains.items + (~row & 1) * width;
    for (size_t i = 0; i < width; i++) {
        size_t column = first + i;
        bool has_up = row && column >= above && column < above + width;
        bool has_both = row && column && column > above && column <= above + width;
        int up = has_up ? last[column - above] : -1, left = i ? now[i - 1] : -1, both = -1;
        if (has_both) {
            int found = score(g->p->c, g->sides[TN_LHS].items[row - 1],
                              g->sides[TN_RHS].items[column - 1], TN_NO_OP, TN_NO_OP);
            if (found > GAIN_FROM) both = last[column - 1 - above] + found - GAIN_FROM;
        }
        int most = up > left ? up : left;
        way best = up > left ? UP : LEFT;
        if (both > most) most = both, best = BOTH;
        now[i] = most > 0 ? most : 0;
        g->ways.items[row * width + i] = (uint8_t)best;
    }
}

static void take_pairs(gap *g, size_t width)
{
    size_t row = g->sides[TN_LHS].count, column = g->sides[TN_RHS].count;
    while (row || column) {
        size_t first = first_column(g, row, width);
        if (column < first || column >= first + width) {
            row--;
            continue;
        }
        way to = (way)g->ways.items[row * width + column - first];
        if (to == BOTH)
            match_found(g->p->c, g->sides[TN_LHS].items[--row], g->sides[TN_RHS].items[--column]);
        else if (row && (to == UP || !column))
            row--;
        else if (column)
            column--;
    }
}

static size_t band_of(size_t rows, size_t columns)
{
    size_t width = USUAL_CELLS / rows;
    if (width > BAND) width = BAND;
    if (width < LEAST_BAND) width = LEAST_BAND;
    return width < columns ? width : columns;
}

static void align_gap(gap *g)
{
    const tn_correspondence *c = g->p->c;
    size_t n = g->sides[TN_LHS].count, m = g->sides[TN_RHS].count;
    size_t width = band_of(n + 1, m + 1), cells = (n + 1) * width;
    if (!n || !m) return;
    g->gains.count = g->ways.count = 0;
    if (!tn_array_reserve(&g->gains, c->allocator, 2 * width) ||
        !tn_array_reserve(&g->ways, c->allocator, cells)) {
        g->p->c->failed = true;
        return;
    }
    for (size_t row = 0; row <= n; row++) fill_row(g, row, width);
    take_pairs(g, width);
}

/* Aligns the unmatched operations between the pairs that are in order. */
static void match_in_order(pair *p)
{
    gap g = {.p = p};
    tn_correspondence *c = p->c;
    uint32_t lhs = p->begin[TN_LHS];
    for (uint32_t rhs = p->begin[TN_RHS]; rhs <= p->end[TN_RHS] && !c->failed; rhs++) {
        bool is_end = rhs == p->end[TN_RHS];
        uint32_t match = is_end ? p->end[TN_LHS] : match_of(c, TN_RHS, rhs);
        if (match == TN_NO_OP) {
            if (is_open(c, TN_RHS, rhs))
                c->failed |= !tn_array_push(&g.sides[TN_RHS], c->allocator, rhs);
            continue;
        }
        if (match < lhs) continue;
        for (; lhs < match; lhs++)
            if (match_of(c, TN_LHS, lhs) == TN_NO_OP)
                c->failed |= !tn_array_push(&g.sides[TN_LHS], c->allocator, lhs);
        lhs = match + 1;
        if (!c->failed) align_gap(&g);
        g.sides[TN_LHS].count = g.sides[TN_RHS].count = 0;
    }
    for (size_t side = 0; side < TN_SIDES; side++) tn_array_free(&g.sides[side], c->allocator);
    tn_array_free(&g.gains, c->allocator);
    tn_array_free(&g.ways, c->allocator);
}

/* ---- out of order ---- */

/* A search for the best counterpart of an operation of the right side. */
typedef struct search {
    pair *p;
    uint32_t rhs, low, high; /* see score() */
    uint32_t best;
    int most;
} search;

static void consider(search *s, uint32_t lhs)
{
    const pair *p = s->p;
    if (lhs == TN_NO_OP || lhs < p->begin[TN_LHS] || lhs >= p->end[TN_LHS]) return;
    if (match_of(p->c, TN_LHS, lhs) != TN_NO_OP) return;
    int found = score(p->c, lhs, s->rhs, s->low, s->high);
    if (found > s->most || (found == s->most && lhs < s->best)) s->most = found, s->best = lhs;
}

/* Those that use what the operands of the operation were. */
static void consider_users(search *s)
{
    const tn_correspondence *c = s->p->c;
    const tn_ir_op *b = op_at(c, TN_RHS, s->rhs);
    for (uint32_t i = 0; i < b->operand_count && i < FEW; i++) {
        uint32_t id;
        operand_of(&c->sides[TN_RHS], b, i, &id);
        id = counterpart(c, TN_RHS, id);
        const tn_op_value *value = id == TN_NO_OP ? NULL : &c->sides[TN_LHS].values.items[id];
        for (uint32_t k = 0; value && k < value->use_count && k < FEW * 2; k++)
            consider(s, c->sides[TN_LHS].uses.items[value->first_use + k].op);
    }
}

/* Those that compute the operands of what the users of the operation were. */
static void consider_operands(search *s)
{
    const tn_correspondence *c = s->p->c;
    const tn_ops *ops = &c->sides[TN_RHS];
    const tn_ir_op *b = op_at(c, TN_RHS, s->rhs);
    for (uint32_t i = 0; i < b->result_count; i++) {
        const tn_op_value *value = &ops->values.items[b->first_result + i];
        for (uint32_t k = 0; k < value->use_count && k < FEW; k++) {
            uint32_t user = match_of(c, TN_RHS, ops->uses.items[value->first_use + k].op);
            const tn_ir_op *other = user == TN_NO_OP ? NULL : op_at(c, TN_LHS, user);
            for (uint32_t n = 0; other && n < other->operand_count && n < FEW; n++) {
                uint32_t id;
                const tn_op_value *of = operand_of(&c->sides[TN_LHS], other, n, &id);
                if (of && of->block == TN_NO_OP) consider(s, of->op);
            }
        }
    }
}

static void consider_near(search *s)
{
    uint32_t begin = s->low == TN_NO_OP ? s->p->begin[TN_LHS] : s->low + 1;
    uint32_t end = s->high == TN_NO_OP || s->high < begin ? s->p->end[TN_LHS] : s->high;
    for (uint32_t i = begin, seen = 0; i < end && seen < MOST_NEAR; i++) {
        seen += match_of(s->p->c, TN_LHS, i) == TN_NO_OP;
        consider(s, i);
    }
}

/* The next operation of the right side that has a counterpart: that counterpart. */
static uint32_t next_match(const pair *p, uint32_t rhs)
{
    for (uint32_t i = rhs + 1; i < p->end[TN_RHS]; i++)
        if (match_of(p->c, TN_RHS, i) != TN_NO_OP) return match_of(p->c, TN_RHS, i);
    return TN_NO_OP;
}

/* One round: each operation of the right side seeks its best counterpart, and each of the left side
 * takes the best one that wants it. Returns how many found each other. */
static size_t match_round(pair *p, int least)
{
    size_t n = p->end[TN_LHS] - p->begin[TN_LHS], found = 0;
    uint32_t low = TN_NO_OP, high = TN_NO_OP;
    bool knows_high = false;
    for (size_t i = 0; i < n; i++) p->best[i] = TN_NO_OP;
    for (uint32_t r = p->begin[TN_RHS]; r < p->end[TN_RHS]; r++) {
        uint32_t match = match_of(p->c, TN_RHS, r);
        if (match != TN_NO_OP) {
            low = match;
            knows_high = false;
            continue;
        }
        if (!is_open(p->c, TN_RHS, r)) continue;
        if (!knows_high) high = next_match(p, r);
        knows_high = true;
        search s = {p, r, low, high, TN_NO_OP, least - 1};
        consider_users(&s);
        consider_operands(&s);
        consider_near(&s);
        if (s.best == TN_NO_OP) continue;
        size_t at = s.best - p->begin[TN_LHS];
        if (p->best[at] != TN_NO_OP && p->scores[at] >= s.most) continue;
        p->best[at] = r;
        p->scores[at] = s.most;
    }
    for (size_t i = 0; i < n; i++) {
        if (p->best[i] == TN_NO_OP) continue;
        match_found(p->c, p->begin[TN_LHS] + (uint32_t)i, p->best[i]);
        found++;
    }
    return found;
}

static void match_alike(pair *p)
{
    static const int least[] = {34, 28, 24, 20};
    enum { ROUNDS = 6 };
    for (size_t i = 0; i < TUNIP_LEN(least); i++)
        for (int round = 0; round < ROUNDS && match_round(p, least[i]); round++) continue;
}

/* ---- operations that were made for others ---- */

/* Votes for the operations of the left side to which an operation of the right side belongs. */
typedef struct ballot {
    pair *p;
    uint32_t rhs;
    struct vote {
        uint32_t lhs;
        int weight;
    } votes[64];
    size_t count;
} ballot;

static void vote(ballot *b, uint32_t lhs, int weight)
{
    size_t i = 0;
    if (lhs == TN_NO_OP) return;
    const tn_correspondence *c = b->p->c;
    const tn_ir_op *a = op_at(c, TN_LHS, lhs), *r = op_at(c, TN_RHS, b->rhs);
    if ((a->sites && r->sites && !shares_sites(a, r))) return;
    while (i < b->count && b->votes[i].lhs != lhs) i++;
    if (i == TUNIP_LEN(b->votes)) return;
    if (i == b->count) b->votes[b->count++] = (struct vote){lhs, 0};
    b->votes[i].weight += weight;
}

static bool is_gone(const tn_correspondence *c, uint32_t lhs)
{
    return match_of(c, TN_LHS, lhs) == TN_NO_OP;
}

/* Whether an operation of the right side uses what another one computes, directly or through others
 * that have no counterpart. */
static bool depends_on(const tn_correspondence *c, uint32_t rhs, uint32_t on)
{
    enum { MOST = 32 };
    const tn_ops *ops = &c->sides[TN_RHS];
    uint32_t waiting[MOST] = {rhs}, count = 1;
    for (uint32_t i = 0; on != TN_NO_OP && i < count; i++) {
        const tn_ir_op *op = &ops->ops.items[waiting[i]];
        for (uint32_t k = 0; k < op->operand_count; k++) {
            uint32_t id;
            const tn_op_value *value = operand_of(ops, op, k, &id);
            if (!value || value->block != TN_NO_OP) continue;
            if (value->op == on) return true;
            bool follows = match_of(c, TN_RHS, value->op) == TN_NO_OP && count < MOST;
            for (uint32_t n = 0; follows && n < count; n++) follows = waiting[n] != value->op;
            if (follows) waiting[count++] = value->op;
        }
    }
    return false;
}

/* A user that was made for another operation: if it has its operands, the operation stands for what
 * that one used. */
static void vote_for_made(ballot *b, const tn_op_use *use, int weight)
{
    const tn_correspondence *c = b->p->c;
    const tn_ops *left = &c->sides[TN_LHS];
    uint32_t owner = c->fates[TN_RHS][use->op].owner, id;
    if (owner == TN_NO_OP) return;
    const tn_ir_op *was = op_at(c, TN_LHS, owner), *is = op_at(c, TN_RHS, use->op);
    const tn_op_value *value = operand_of(left, was, use->at, &id);
    bool fits = is_gone(c, owner) && was->operand_count == is->operand_count && value &&
                value->block == TN_NO_OP && is_gone(c, value->op);
    vote(b, fits ? value->op : owner, fits ? weight + 2 : weight);
}

/* A user of a result: the operation stands for what the user used, or was made for the user. */
static void vote_for_user(ballot *b, const tn_op_use *use, int weight)
{
    const tn_correspondence *c = b->p->c;
    const tn_ops *left = &c->sides[TN_LHS];
    uint32_t user = match_of(c, TN_RHS, use->op), id;
    if (user == TN_NO_OP) {
        vote_for_made(b, use, weight);
        return;
    }
    const tn_ir_op *was = op_at(c, TN_LHS, user), *is = op_at(c, TN_RHS, use->op);
    bool is_same = tunip_str_equal(was->name, is->name) && was->operand_count == is->operand_count;
    operand_of(left, was, use->at, &id);
    id = behind_casts(left, id);
    const tn_op_value *value = id == TN_NO_OP ? NULL : &left->values.items[id];
    bool is_lost = value && counterpart(c, TN_LHS, id) == TN_NO_OP;
    bool is_between = is_same && !is_lost && value && value->block == TN_NO_OP &&
                      depends_on(c, b->rhs, match_of(c, TN_LHS, value->op));
    if (is_lost || is_between)
        vote(b, value->op, weight + 2);
    else
        vote(b, user, is_same ? weight / 2 : weight);
}

static void vote_for_users(ballot *b)
{
    const tn_ops *ops = &b->p->c->sides[TN_RHS];
    const tn_ir_op *r = op_at(b->p->c, TN_RHS, b->rhs);
    int weight = 8;
    for (uint32_t i = 0; i < r->result_count; i++) {
        const tn_op_value *value = &ops->values.items[r->first_result + i];
        for (uint32_t k = 0; k < value->use_count && k < FEW; k++, weight = 4)
            vote_for_user(b, &ops->uses.items[value->first_use + k], weight);
    }
}

/* Those that used what the operation uses. */
static void vote_for_siblings(ballot *b, const tn_op_value *value)
{
    const tn_correspondence *c = b->p->c;
    const tn_ir_op *r = op_at(c, TN_RHS, b->rhs);
    int gone = 0;
    for (uint32_t k = 0; k < value->use_count && k < FEW; k++)
        gone += is_gone(c, c->sides[TN_LHS].uses.items[value->first_use + k].op);
    for (uint32_t k = 0; k < value->use_count && k < FEW; k++) {
        uint32_t user = c->sides[TN_LHS].uses.items[value->first_use + k].op;
        const tn_ir_op *other = op_at(c, TN_LHS, user);
        if (is_gone(c, user))
            vote(b, user, gone > 2 ? 2 : gone > 1 ? 4 : 6);
        else if (other->content == r->content)
            vote(b, user, 6);
    }
}

static void vote_for_operands(ballot *b)
{
    const tn_correspondence *c = b->p->c;
    const tn_ir_op *r = op_at(c, TN_RHS, b->rhs);
    for (uint32_t i = 0; i < r->operand_count && i < FEW; i++) {
        uint32_t id;
        const tn_op_value *value = operand_of(&c->sides[TN_RHS], r, i, &id);
        uint32_t was = counterpart(c, TN_RHS, id);
        if (was != TN_NO_OP) {
            vote_for_siblings(b, &c->sides[TN_LHS].values.items[was]);
        } else if (value && match_of(c, TN_RHS, value->op) == TN_NO_OP) {
            uint32_t owner = c->fates[TN_RHS][value->op].owner;
            bool is_constant = !op_at(c, TN_RHS, value->op)->operand_count;
            if (!is_constant || value->use_count == 1) vote(b, owner, 4);
            const tn_ir_op *made = owner == TN_NO_OP ? NULL : op_at(c, TN_LHS, owner);
            for (uint32_t n = 0; made && n < made->result_count; n++)
                vote_for_siblings(b, &c->sides[TN_LHS].values.items[made->first_result + n]);
        }
    }
}

/* The operation around it and those in it. */
static void vote_for_nest(ballot *b)
{
    const tn_correspondence *c = b->p->c;
    const tn_ir_op *r = op_at(c, TN_RHS, b->rhs);
    if (r->parent != TN_NO_OP && match_of(c, TN_RHS, r->parent) == TN_NO_OP)
        vote(b, c->fates[TN_RHS][r->parent].owner, 4);
    uint32_t around = match_of(c, TN_RHS, r->parent);
    bool is_new =
        around != TN_NO_OP && !op_at(c, TN_LHS, around)->symbol.size &&
        !tunip_str_equal(op_at(c, TN_LHS, around)->name, op_at(c, TN_RHS, r->parent)->name);
    if (is_new) vote(b, around, 2);
    uint32_t seen = 0;
    for (uint32_t i = b->rhs + 1; i < r->after && seen < FEW; i = op_at(c, TN_RHS, i)->after) {
        uint32_t match = match_of(c, TN_RHS, i);
        around = match == TN_NO_OP ? TN_NO_OP : op_at(c, TN_LHS, match)->parent;
        seen++;
        if (match == TN_NO_OP)
            vote(b, c->fates[TN_RHS][i].owner, 2);
        else if (tunip_str_equal(op_at(c, TN_LHS, match)->name, r->name))
            vote(b, match, 2);
        else if (around != TN_NO_OP && is_gone(c, around))
            vote(b, around, 4);
    }
}

/* Those that are gone, between the nearest neighbours that match. */
static void vote_for_place(ballot *b, uint32_t low, uint32_t high)
{
    const tn_correspondence *c = b->p->c;
    const tn_ir_op *r = op_at(c, TN_RHS, b->rhs);
    uint32_t begin = low == TN_NO_OP ? b->p->begin[TN_LHS] : low + 1, seen = 0;
    uint32_t end = high == TN_NO_OP ? b->p->end[TN_LHS] : high;
    for (uint32_t i = begin; i < end && seen < MOST_NEAR; i++) {
        if (!is_gone(c, i)) continue;
        const tn_ir_op *a = op_at(c, TN_LHS, i);
        int like = score_names(a, r);
        vote(b, i, (seen ? 1 : 3) + (like > 8 ? 4 : 0));
        seen++;
    }
}

/* Operations with regions beside one of the right side, between the nearest ones there that have
 * counterparts. */
typedef struct nests {
    uint32_t before, all; /* their numbers: before the operation, and in all */
    uint32_t low, high;   /* those counterparts; or TN_NO_OP */
} nests;

static nests find_nests(const ballot *b)
{
    const tn_correspondence *c = b->p->c;
    const tn_ir_op *r = op_at(c, TN_RHS, b->rhs);
    nests found = {0, 0, TN_NO_OP, TN_NO_OP};
    uint32_t end = op_at(c, TN_RHS, r->parent)->after, seen = 0;
    for (uint32_t i = r->parent + 1; i < end; i = op_at(c, TN_RHS, i)->after) {
        if (++seen > MOST_BESIDE) return (nests){0, 0, TN_NO_OP, TN_NO_OP};
        const tn_ir_op *op = op_at(c, TN_RHS, i);
        uint32_t match = match_of(c, TN_RHS, i);
        if (op->block != r->block) continue;
        if (match != TN_NO_OP && i > b->rhs) {
            found.high = match;
            break;
        }
        if (match != TN_NO_OP) {
            found = (nests){0, 0, match, TN_NO_OP};
            continue;
        }
        if (!op->has_region) continue;
        found.before += i < b->rhs;
        found.all++;
    }
    return found;
}

/* Of as many operations as there are new nests of loops in their place, each became one. */
static void vote_for_order(ballot *b)
{
    const tn_correspondence *c = b->p->c;
    const tn_ir_op *r = op_at(c, TN_RHS, b->rhs);
    uint32_t found[MOST_NEAR], count = 0, parent = match_of(c, TN_RHS, r->parent);
    if (!r->has_region || parent == TN_NO_OP) return;
    nests beside = find_nests(b);
    uint32_t i = beside.low == TN_NO_OP ? parent + 1 : op_at(c, TN_LHS, beside.low)->after;
    uint32_t end = beside.high == TN_NO_OP ? op_at(c, TN_LHS, parent)->after : beside.high;
    for (; i < end && count < MOST_NEAR; i = op_at(c, TN_LHS, i)->after) {
        uint32_t match = match_of(c, TN_LHS, i);
        if (match == TN_NO_OP || op_at(c, TN_RHS, match)->parent != r->parent) found[count++] = i;
    }
    if (count == beside.all && beside.before < count) vote(b, found[beside.before], 10);
}

/* An operation that only ends a region gives way to the operation that has the region. */
static uint32_t without_ends(const tn_correspondence *c, uint32_t lhs)
{
    static const char *const ends[] = {"yield", "condition", "terminator", "reduce"};
    const tn_ir_op *a = op_at(c, TN_LHS, lhs);
    bool is_end = false;
    for (size_t i = 0; i < TUNIP_LEN(ends); i++) is_end |= tunip_str_is(a->suffix, ends[i]);
    bool gives_way = is_end && a->parent != TN_NO_OP && is_gone(c, a->parent) &&
                     !op_at(c, TN_LHS, a->parent)->symbol.size;
    return gives_way ? a->parent : lhs;
}

/* The counterpart of the next operation in the same block that has one; or TN_NO_OP. */
static uint32_t next_in_block(const tn_correspondence *c, uint32_t rhs)
{
    const tn_ir_op *r = op_at(c, TN_RHS, rhs);
    uint32_t end = r->parent == TN_NO_OP ? r->after : op_at(c, TN_RHS, r->parent)->after;
    for (uint32_t i = r->after, seen = 0; i < end && seen < MOST_NEAR; seen++) {
        const tn_ir_op *op = op_at(c, TN_RHS, i);
        if (op->block != r->block) break;
        if (match_of(c, TN_RHS, i) != TN_NO_OP) return match_of(c, TN_RHS, i);
        i = op->after;
    }
    return TN_NO_OP;
}

static void find_owner(pair *p, uint32_t rhs, uint32_t low, uint32_t high)
{
    ballot b = {.p = p, .rhs = rhs};
    tn_op_fate *fate = &p->c->fates[TN_RHS][rhs];
    if (fate->settled) return;
    vote_for_users(&b);
    vote_for_operands(&b);
    vote_for_nest(&b);
    vote_for_place(&b, low, high);
    vote_for_order(&b);
    int most = 0;
    for (size_t i = 0; i < b.count; i++)
        if (b.votes[i].weight > most) most = b.votes[i].weight, fate->owner = b.votes[i].lhs;
    if (!most) fate->owner = next_in_block(p->c, rhs);
    if (fate->owner == TN_NO_OP) return;
    fate->owner = without_ends(p->c, fate->owner);
    const tn_ir_op *a = op_at(p->c, TN_LHS, fate->owner), *r = op_at(p->c, TN_RHS, rhs);
    fate->reason = a->content == r->content ? TUNIP_REASON_CONTENT
                   : most < 6               ? TUNIP_REASON_PLACE
                   : score_names(a, r)      ? TUNIP_REASON_CONVERSION
                                            : TUNIP_REASON_DEFINITION;
}

static void find_owners_forward(pair *p)
{
    uint32_t low = TN_NO_OP, high = TN_NO_OP;
    bool knows_high = false;
    for (uint32_t r = p->begin[TN_RHS]; r < p->end[TN_RHS]; r++) {
        uint32_t match = match_of(p->c, TN_RHS, r);
        if (match == TN_NO_OP) {
            if (!knows_high) high = next_match(p, r);
            knows_high = true;
            find_owner(p, r, low, high);
        } else {
            low = match;
            knows_high = false;
        }
    }
}

static uint32_t last_match(const pair *p, uint32_t rhs)
{
    for (uint32_t i = rhs; i-- > p->begin[TN_RHS];)
        if (match_of(p->c, TN_RHS, i) != TN_NO_OP) return match_of(p->c, TN_RHS, i);
    return TN_NO_OP;
}

static void find_owners_backward(pair *p)
{
    uint32_t low = TN_NO_OP, high = TN_NO_OP;
    bool knows_low = false;
    for (uint32_t r = p->end[TN_RHS]; r-- > p->begin[TN_RHS];) {
        uint32_t match = match_of(p->c, TN_RHS, r);
        if (match == TN_NO_OP) {
            if (!knows_low) low = last_match(p, r);
            knows_low = true;
            find_owner(p, r, low, high);
        } else {
            high = match;
            knows_low = false;
        }
    }
}

/* ---- one in the place of another ---- */

/* The operation before it in its block; or TN_NO_OP. `last` is the one before it in its parent. */
static uint32_t beside(const tn_correspondence *c, size_t side, uint32_t last, uint32_t op)
{
    bool is_near = last != TN_NO_OP && op_at(c, side, last)->block == op_at(c, side, op)->block;
    return is_near ? last : TN_NO_OP;
}

/* Whether the operations behind two others correspond, or both are the last ones. */
static bool go_on_alike(const tn_correspondence *c, uint32_t lhs, uint32_t rhs)
{
    const tn_ir_op *a = op_at(c, TN_LHS, lhs), *b = op_at(c, TN_RHS, rhs);
    bool is_last_lhs = a->after == op_at(c, TN_LHS, a->parent)->after;
    bool is_last_rhs = b->after == op_at(c, TN_RHS, b->parent)->after;
    return is_last_lhs || is_last_rhs ? is_last_lhs && is_last_rhs
                                      : match_of(c, TN_RHS, b->after) == a->after;
}

/* An operation that gave way to a single one, between two neighbours that stayed, is the
 * counterpart of that one. */
static void match_in_place(pair *p)
{
    tn_correspondence *c = p->c;
    uint32_t *before = p->best;
    int *made = p->scores;
    size_t n = p->end[TN_LHS] - p->begin[TN_LHS];
    for (size_t i = 0; i < n; i++) before[i] = TN_NO_OP, made[i] = 0;
    for (uint32_t i = p->begin[TN_LHS]; i < p->end[TN_LHS]; i++)
        for (uint32_t k = i + 1, last = TN_NO_OP; k < op_at(c, TN_LHS, i)->after;
             last = k, k = op_at(c, TN_LHS, k)->after)
            before[k - p->begin[TN_LHS]] = beside(c, TN_LHS, last, k);
    for (uint32_t i = p->begin[TN_RHS]; i < p->end[TN_RHS]; i++) {
        uint32_t owner = c->fates[TN_RHS][i].owner;
        bool is_here = owner != TN_NO_OP && owner >= p->begin[TN_LHS] && owner < p->end[TN_LHS];
        if (is_here) made[owner - p->begin[TN_LHS]]++;
    }
    for (uint32_t i = p->begin[TN_RHS]; i < p->end[TN_RHS]; i++) {
        uint32_t last = TN_NO_OP, around = match_of(c, TN_RHS, i);
        for (uint32_t k = i + 1; around != TN_NO_OP && k < op_at(c, TN_RHS, i)->after;
             last = k, k = op_at(c, TN_RHS, k)->after) {
            uint32_t owner = c->fates[TN_RHS][k].owner, near = beside(c, TN_RHS, last, k);
            bool is_here = owner != TN_NO_OP && owner >= p->begin[TN_LHS] &&
                           owner < p->end[TN_LHS] && op_at(c, TN_LHS, owner)->parent == around;
            if (!is_here || !is_gone(c, owner) || made[owner - p->begin[TN_LHS]] != 1) continue;
            uint32_t stayed = before[owner - p->begin[TN_LHS]];
            bool fits = match_of(c, TN_RHS, near) == stayed &&
                        (near == TN_NO_OP) == (stayed == TN_NO_OP) && go_on_alike(c, owner, k);
            if (fits) set_match(c, owner, k, (tunip_link_reason)c->fates[TN_RHS][k].reason, false);
        }
    }
}

/* ---- functions ---- */

static void correspond_in(pair p)
{
    tn_correspondence *c = p.c;
    size_t n = p.end[TN_LHS] - p.begin[TN_LHS];
    size_t size = (n + 1) * (sizeof *p.best + sizeof *p.scores);
    p.best = c->allocator->alloc(c->allocator->ctx, size);
    c->failed |= !p.best;
    if (!p.best) return;
    p.scores = (int *)(void *)(p.best + n + 1);
    for (int by = COMPUTES_AND_USES; by <= WORDS_AND_USES; by++) match_equal(&p, (likeness)by);
    for (int round = 0; round < 2 && !c->failed; round++) match_in_order(&p);
    if (!c->failed) {
        match_alike(&p);
        find_owners_backward(&p);
        find_owners_forward(&p);
        find_owners_backward(&p);
        match_in_place(&p);
    }
    c->allocator->free(c->allocator->ctx, p.best, size);
}

/* ---- all ---- */

static size_t fates_size(const tn_correspondence *c, size_t side)
{
    return (c->sides[side].ops.count + 1) * sizeof(tn_op_fate);
}

static bool make_fates(tn_correspondence *c, size_t side)
{
    c->fates[side] = c->allocator->alloc(c->allocator->ctx, fates_size(c, side));
    for (size_t i = 0; c->fates[side] && i < c->sides[side].ops.count; i++)
        c->fates[side][i] =
            (tn_op_fate){TN_NO_OP, TN_NO_OP, TN_NO_OP, TUNIP_REASON_PLACE, false, false};
    return c->fates[side] != NULL;
}

/* Whether at least half of the operations in two others, such as functions, compute the same. */
static bool are_alike_inside(const tn_correspondence *c, uint32_t lhs, uint32_t rhs)
{
    const tn_ir_op *a = op_at(c, TN_LHS, lhs), *b = op_at(c, TN_RHS, rhs);
    uint32_t most = a->after - lhs > b->after - rhs ? a->after - lhs : b->after - rhs, same = 0;
    for (uint32_t i = rhs + 1; i < b->after; i++) {
        uint32_t match = match_of(c, TN_RHS, i);
        bool is_in = match != TN_NO_OP && match > lhs && match < a->after;
        same += is_in && op_at(c, TN_LHS, match)->computes == op_at(c, TN_RHS, i)->computes;
    }
    return 2 * same >= most - 1;
}

/* A function with another symbol is another one, unless it was only renamed. */
static void part_strangers(tn_correspondence *c)
{
    for (uint32_t i = 0; i < c->sides[TN_RHS].ops.count; i++) {
        uint32_t match = match_of(c, TN_RHS, i);
        if (match == TN_NO_OP || !op_at(c, TN_RHS, i)->symbol.size) continue;
        if (tunip_str_equal(op_at(c, TN_RHS, i)->symbol, op_at(c, TN_LHS, match)->symbol)) continue;
        if (are_alike_inside(c, match, i)) continue;
        c->fates[TN_LHS][match].match = c->fates[TN_RHS][i].match = TN_NO_OP;
        c->fates[TN_RHS][i].owner = match;
    }
}

bool tn_correspond(tn_correspondence *self, const tn_diff_view *view)
{
    *self = (tn_correspondence){.allocator = view->allocator};
    bool fine = true;
    for (size_t side = 0; side < TN_SIDES; side++) {
        fine = tn_ops_find(&self->sides[side], &view->sides[side], view->allocator) && fine;
        self->failed |= self->sides[side].failed;
    }
    for (size_t side = 0; fine && side < TN_SIDES; side++) self->failed |= !make_fates(self, side);
    if (!fine || self->failed) return false;
    match_symbols(self);
    for (uint32_t i = 0; i < self->sides[TN_RHS].ops.count && !self->failed; i++) {
        uint32_t match = match_of(self, TN_RHS, i);
        bool is_function = match != TN_NO_OP &&
                           !tunip_mlir_is_module(op_at(self, TN_RHS, i)->node) &&
                           op_at(self, TN_RHS, i)->unit == i;
        if (is_function)
            correspond_in(
                (pair){.c = self,
                       .begin = {match + 1, i + 1},
                       .end = {op_at(self, TN_LHS, match)->after, op_at(self, TN_RHS, i)->after}});
    }
    for (uint32_t i = 0; i < self->sides[TN_RHS].ops.count; i++)
        self->fates[TN_RHS][i].settled |=
            match_of(self, TN_RHS, op_at(self, TN_RHS, i)->unit) != TN_NO_OP;
    if (!self->failed)
        correspond_in((pair){.c = self,
                             .end = {(uint32_t)self->sides[TN_LHS].ops.count,
                                     (uint32_t)self->sides[TN_RHS].ops.count}});
    part_strangers(self);
    return !self->failed;
}

void tn_correspondence_free(tn_correspondence *self)
{
    const tunip_allocator *a = self->allocator;
    for (size_t side = 0; side < TN_SIDES; side++) {
        if (self->fates[side]) a->free(a->ctx, self->fates[side], fates_size(self, side));
        tn_ops_free(&self->sides[side]);
    }
}

/* Whether what defines a value is gone: an operation, or one with the block of an argument. */
static bool is_value_gone(const tn_correspondence *c, uint32_t id)
{
    const tn_op_value *value = &c->sides[TN_LHS].values.items[id];
    uint32_t match = c->fates[TN_LHS][value->op].match;
    if (match == TN_NO_OP) return true;
    bool is_argument = value->block != TN_NO_OP;
    return is_argument && tn_ops_argument(&c->sides[TN_RHS], match, value) == TN_NO_OP;
}

static bool compare(const tn_correspondence *c, uint32_t lhs, uint32_t rhs, bool strictly)
{
    const tn_ir_op *a = op_at(c, TN_LHS, lhs), *b = op_at(c, TN_RHS, rhs);
    if (a->content != b->content || a->operand_count != b->operand_count) return false;
    for (uint32_t i = 0; i < a->operand_count; i++) {
        uint32_t x, y;
        operand_of(&c->sides[TN_LHS], a, i, &x);
        operand_of(&c->sides[TN_RHS], b, i, &y);
        if (x == TN_NO_OP || y == TN_NO_OP) {
            if (x != y) return false;
        } else if (counterpart(c, TN_RHS, y) != x && (strictly || !is_value_gone(c, x))) {
            return false;
        }
    }
    return true;
}

bool tn_ops_agree(const tn_correspondence *c, uint32_t lhs, uint32_t rhs)
{
    return compare(c, lhs, rhs, false);
}

bool tn_ops_are_equal(const tn_correspondence *c, uint32_t lhs, uint32_t rhs)
{
    return compare(c, lhs, rhs, true);
}
