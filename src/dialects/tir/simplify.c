/* simplify.c -- arithmetic on index expressions: sums of products, the intervals of their
 * values, and the regions that a block reads and writes. */
#include <tunip/ext/tir_rules.h>

#include "analysis.h"
#include "fold.h"
#include "script.h"

/* ======== simplify ======== */

/* Sums of products with integer factors. TVM's Analyzer has hundreds of rules; those
 * for index expressions all follow from one form: c1 * x1 + c2 * x2 + ... + c. */

/* C recursion needs a bound, and an expression may use another one twice, which does so again.
 * Deeper and larger expressions stay as they are. */
enum { MOST_NESTED = 500, MOST_VISITS = 1 << 16 };

/* ---- sums ---- */

typedef struct term {
    const tunip_node *atom; /* neither a sum nor a number */
    int64_t factor;
} term;

typedef struct sum {
    tunip_scratch *scratch;
    tir_parts parts;  /* without functions: this file simplifies the parts */
    unsigned *visits; /* of expressions, in all sums of one expression */
    tunip_dtype dtype;
    term *terms; /* in the order of their first use; a factor may be 0 */
    size_t count, room;
    int64_t constant;
} sum;

static int64_t wrapping_add(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static int64_t wrapping_mul(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

static void add_term(sum *s, const tunip_node *atom, int64_t factor)
{
    for (size_t i = 0; i < s->count; i++)
        if (tir_same_expr(s->terms[i].atom, atom)) {
            s->terms[i].factor = wrapping_add(s->terms[i].factor, factor);
            return;
        }
    term *terms = tunip_scratch_grow(s->scratch, s->terms, s->count, sizeof *terms, &s->room);
    if (!terms) return;
    s->terms = terms;
    s->terms[s->count++] = (term){atom, factor};
}

/* s += factor * other */
static void add_sum(sum *s, const sum *other, int64_t factor)
{
    for (size_t i = 0; i < other->count; i++)
        add_term(s, other->terms[i].atom, wrapping_mul(other->terms[i].factor, factor));
    s->constant = wrapping_add(s->constant, wrapping_mul(other->constant, factor));
}

static bool divides(int64_t divisor, int64_t number)
{
    return divisor > 0 && number % divisor == 0;
}

static bool is_constant(const sum *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->terms[i].factor) return false;
    return true;
}

static const tunip_node *scaled(const sum *s, const term *t, int64_t factor)
{
    return tir_folded(s->scratch, TIR_FOLD_MUL, t->atom, tir_new_int(s->scratch, s->dtype, factor));
}

/* The number by which an expression of the type divides; `otherwise` if there is none. */
static int64_t divisor_of(const tunip_node *expr, const tunip_type *type, int64_t otherwise)
{
    const tunip_node *b = tunip_is(expr, type) ? ((const tunip_tir_binary *)expr)->b : NULL;
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, b);
    return imm ? imm->value : otherwise;
}

/* TVM's order of terms: by factor, then by what a quotient or a remainder is divided by. Otherwise
 * they stay in order. */
static bool is_after(const term *a, const term *b)
{
    if (a->factor != b->factor) return a->factor < b->factor;
    int64_t x = divisor_of(a->atom, &tunip_tir_floor_div_type, 1);
    int64_t y = divisor_of(b->atom, &tunip_tir_floor_div_type, 1);
    if (x != y) return x < y;
    return divisor_of(a->atom, &tunip_tir_floor_mod_type, INT64_MAX) <
           divisor_of(b->atom, &tunip_tir_floor_mod_type, INT64_MAX);
}

static void sort_terms(sum *s)
{
    for (size_t i = 1; i < s->count; i++)
        for (size_t k = i; k && is_after(&s->terms[k - 1], &s->terms[k]); k--) {
            term moved = s->terms[k];
            s->terms[k] = s->terms[k - 1];
            s->terms[k - 1] = moved;
        }
}

/* Writes the terms with positive factors, then the constant if it is positive, then the terms to
 * subtract (TVM's SumExprNode::Normalize). */
static const tunip_node *write_sum(sum *s)
{
    sort_terms(s);
    const tunip_node *made = tir_new_int(s->scratch, s->dtype, 0);
    for (size_t i = 0; i < s->count; i++)
        if (s->terms[i].factor > 0)
            made = tir_folded(s->scratch, TIR_FOLD_ADD, made,
                              scaled(s, &s->terms[i], s->terms[i].factor));
    if (s->constant > 0)
        made = tir_folded(s->scratch, TIR_FOLD_ADD, made,
                          tir_new_int(s->scratch, s->dtype, s->constant));
    for (size_t i = 0; i < s->count; i++)
        if (s->terms[i].factor < 0)
            made = tir_folded(s->scratch, TIR_FOLD_SUB, made,
                              scaled(s, &s->terms[i], wrapping_mul(s->terms[i].factor, -1)));
    if (s->constant < 0)
        made = tir_folded(s->scratch, TIR_FOLD_SUB, made,
                          tir_new_int(s->scratch, s->dtype, wrapping_mul(s->constant, -1)));
    return made;
}

/* The sum of an expression. A product stays a product: x * -1, not 0 - x. */
static const tunip_node *write_expr(sum *s, const tunip_node *expr)
{
    bool is_product = tunip_is(expr, &tunip_tir_mul_type) && s->count == 1 && !s->constant;
    return is_product ? scaled(s, &s->terms[0], s->terms[0].factor) : write_sum(s);
}

/* ---- expressions as sums ---- */

static void add_expr(sum *s, const tunip_node *expr, int64_t factor, unsigned depth);

static sum sum_of(const sum *outer, const tunip_node *expr, unsigned depth)
{
    sum s = {.scratch = outer->scratch,
             .parts = outer->parts,
             .visits = outer->visits,
             .dtype = tunip_ir_dtype_of(expr)};
    add_expr(&s, expr, 1, depth + 1);
    return s;
}

static void add_product(sum *s, const tunip_tir_binary *expr, int64_t factor, unsigned depth)
{
    sum a = sum_of(s, expr->a, depth), b = sum_of(s, expr->b, depth);
    if (is_constant(&b))
        add_sum(s, &a, wrapping_mul(factor, b.constant));
    else if (is_constant(&a))
        add_sum(s, &b, wrapping_mul(factor, a.constant));
    else
        add_term(s, tir_folded(s->scratch, TIR_FOLD_MUL, write_sum(&a), write_sum(&b)), factor);
}

/* The terms of `s` whose factors are multiples of `divisor`, divided by it; the others stay. */
static sum take_multiples(sum *s, int64_t divisor)
{
    sum taken = {.scratch = s->scratch, .dtype = s->dtype};
    for (size_t i = 0; i < s->count; i++)
        if (s->terms[i].factor % divisor == 0) {
            add_term(&taken, s->terms[i].atom, s->terms[i].factor / divisor);
            s->terms[i].factor = 0;
        }
    if (s->constant % divisor == 0 || is_constant(s)) {
        int64_t rest = s->constant % divisor;
        taken.constant = s->constant / divisor - (rest < 0);
        s->constant = rest < 0 ? rest + divisor : rest;
    }
    return taken;
}

/* floor(a / b) or a - floor(a / b) * b. */
static void add_division(sum *s, const tunip_tir_binary *expr, int64_t factor, unsigned depth)
{
    bool is_quotient = ((const tunip_node *)expr)->type == &tunip_tir_floor_div_type;
    tir_fold op = is_quotient ? TIR_FOLD_FLOOR_DIV : TIR_FOLD_FLOOR_MOD;
    sum a = sum_of(s, expr->a, depth), b = sum_of(s, expr->b, depth);
    if (!is_constant(&b) || b.constant <= 0) {
        add_term(s, tir_folded(s->scratch, op, write_sum(&a), write_sum(&b)), factor);
        return;
    }
    sum quotient = take_multiples(&a, b.constant);
    if (is_quotient) add_sum(s, &quotient, factor);
    if (is_quotient && a.count == 1 && !a.constant && divides(a.terms[0].factor, b.constant)) {
        b.constant /= a.terms[0].factor;
        a.terms[0].factor = 1;
    }
    const tunip_node *rest = is_constant(&a) ? NULL : write_expr(&a, expr->a);
    bool is_below = rest && s->parts.is_below && s->parts.is_below(s->parts.user, rest, b.constant);
    if (rest && !is_below)
        add_term(s, tir_folded(s->scratch, op, rest, write_sum(&b)), factor);
    else if (!is_quotient)
        add_sum(s, &a, factor);
}

/* Whether `other` is an operand of a choice: its first or second operand, or the second operand of
 * a choice in the first one, up to a depth. */
static bool has_operand(tir_fold op, const tunip_node *choice, const tunip_node *other)
{
    enum { MOST_CHOICES = 4 };
    const tunip_tir_binary *parts = (const tunip_tir_binary *)choice;
    if (tir_same_expr(parts->a, other)) return true;
    for (int i = 0; i < MOST_CHOICES; i++) {
        if (tir_same_expr(parts->b, other)) return true;
        if (tir_fold_of(parts->a->type) != op) return false;
        parts = (const tunip_tir_binary *)parts->a;
    }
    return false;
}

/* The minimum of a and b, or the maximum, without operands that repeat: min(min(x, 0), 0) is
 * min(x, 0). Numbers come last (TVM src/arith/rewrite_simplify.cc, the rules for MinNode). */
static const tunip_node *choose(tunip_scratch *scratch, tir_fold op, const tunip_node *a,
                                const tunip_node *b, unsigned depth)
{
    if (!a || !b) return NULL;
    const tunip_tir_binary *left = (const tunip_tir_binary *)a;
    const tunip_tir_binary *right = (const tunip_tir_binary *)b;
    bool is_left = tir_fold_of(a->type) == op, is_right = tir_fold_of(b->type) == op;
    if (is_left && has_operand(op, a, b)) return a;
    if (is_right && (tir_same_expr(right->a, a) || tir_same_expr(right->b, a))) return b;
    if (!is_left || !tunip_is(left->b, &tunip_ir_int_imm_type) || depth >= MOST_NESTED)
        return tir_folded(scratch, op, a, b);
    if (tunip_is(b, &tunip_ir_int_imm_type))
        return tir_folded(scratch, op, left->a, tir_folded(scratch, op, left->b, b));
    return tir_folded(scratch, op, choose(scratch, op, left->a, b, depth + 1), left->b);
}

static void add_choice(sum *s, const tunip_tir_binary *expr, int64_t factor, unsigned depth)
{
    bool is_min = ((const tunip_node *)expr)->type == &tunip_tir_min_type;
    sum a = sum_of(s, expr->a, depth), b = sum_of(s, expr->b, depth);
    sum difference = {.scratch = s->scratch, .dtype = s->dtype};
    add_sum(&difference, &a, 1);
    add_sum(&difference, &b, -1);
    if (is_constant(&difference))
        add_sum(s, (difference.constant <= 0) == is_min ? &a : &b, factor);
    else
        add_term(s,
                 choose(s->scratch, is_min ? TIR_FOLD_MIN : TIR_FOLD_MAX, write_sum(&a),
                        write_sum(&b), depth),
                 factor);
}

/* A part that was simplified. It counts as one term even if it is a sum now. */
static void add_part(sum *s, const tunip_node *part, int64_t factor)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, part);
    if (imm)
        s->constant = wrapping_add(s->constant, wrapping_mul(imm->value, factor));
    else if (part)
        add_term(s, part, factor);
}

static void add_expr(sum *s, const tunip_node *expr, int64_t factor, unsigned depth)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, expr);
    const tunip_type *type = !expr ? NULL : expr->type->kin ? expr->type->kin : expr->type;
    const tunip_tir_binary *binary = (const tunip_tir_binary *)expr;
    if (!expr) return;
    if (imm) {
        s->constant = wrapping_add(s->constant, wrapping_mul(imm->value, factor));
    } else if (depth >= MOST_NESTED || ++*s->visits > MOST_VISITS) {
        add_term(s, expr, factor);
    } else if (type == &tunip_tir_add_type || type == &tunip_tir_sub_type) {
        add_expr(s, binary->a, factor, depth + 1);
        add_expr(s, binary->b, type == &tunip_tir_add_type ? factor : wrapping_mul(factor, -1),
                 depth + 1);
    } else if (type == &tunip_tir_mul_type) {
        add_product(s, binary, factor, depth);
    } else if (type == &tunip_tir_floor_div_type || type == &tunip_tir_floor_mod_type) {
        add_division(s, binary, factor, depth);
    } else if (s->parts.visit) {
        add_part(s, s->parts.visit(s->parts.user, expr), factor);
    } else if (type == &tunip_tir_min_type || type == &tunip_tir_max_type) {
        add_choice(s, binary, factor, depth);
    } else {
        add_term(s, expr, factor);
    }
}

const tunip_node *tir_write_sum(tunip_scratch *scratch, const tunip_node *expr, tir_parts parts)
{
    tunip_dtype dtype = tunip_ir_dtype_of(expr);
    if (!expr || dtype.code != TUNIP_DTYPE_INT || dtype.lanes != 1) return expr;
    unsigned visits = 0;
    sum s = {.scratch = scratch, .parts = parts, .visits = &visits, .dtype = dtype};
    add_expr(&s, expr, 1, 1);
    return write_expr(&s, expr);
}

const tunip_node *tir_simplify(tunip_scratch *scratch, const tunip_node *expr)
{
    return tir_write_sum(scratch, expr, (tir_parts){.is_below = NULL});
}

bool tir_are_equal(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b)
{
    if (a == b) return true;
    if (!a || !b) return false;
    unsigned visits = 0;
    sum difference = {.scratch = scratch, .visits = &visits, .dtype = tunip_ir_dtype_of(a)};
    add_expr(&difference, a, 1, 0);
    add_expr(&difference, b, -1, 0);
    return is_constant(&difference) && difference.constant == 0;
}

const tunip_node *tunip_tir_simplified(tunip_scratch *scratch, const tunip_node *expr)
{
    return expr ? tir_simplify(scratch, expr) : NULL;
}

const tunip_node *tunip_tir_folded(tunip_scratch *scratch, const tunip_type *op,
                                   const tunip_node *a, const tunip_node *b)
{
    tir_fold fold = tir_fold_of(op);
    return a && b && fold != TIR_FOLD__COUNT ? tir_folded(scratch, fold, a, b) : NULL;
}

/* ======== interval ======== */

/* The intervals of values that index expressions take (TVM src/arith/int_set.cc). The
 * bounds are made as TVM makes them, without more simplification, because they show in regions. */

/* `i + i` takes the bounds of `i` twice, and they may have twice those of another loop. Beyond
 * MOST_VISITS nothing is known of an expression. */
enum { INTERVAL_MOST_NESTED = 500, INTERVAL_MOST_VISITS = 1 << 16 };

static const tir_interval everything = {NULL, NULL};

static tir_interval point(const tunip_node *value)
{
    return (tir_interval){value, value};
}

static bool is_point(tir_interval x)
{
    return x.min && x.min == x.max;
}

/* A bound from two bounds; NULL if one of them is missing. */
static const tunip_node *bound(tir_domains *d, tir_fold op, const tunip_node *a,
                               const tunip_node *b)
{
    return a && b ? tir_folded(d->scratch, op, a, b) : NULL;
}

static const tunip_node *number(tunip_scratch *scratch, tunip_dtype dtype, int64_t value)
{
    tunip_ir_int_imm *imm = tunip_ir_temporary(scratch, &tunip_ir_int_imm_type);
    if (!imm) return NULL;
    dtype.lanes = 1;
    imm->base.dtype = dtype;
    imm->value = value;
    return (const tunip_node *)imm;
}

/* ---- operators ---- */

static const tunip_node *interval_choose(tir_domains *d, const tunip_node *sign,
                                         const tunip_node *yes, const tunip_node *no)
{
    tunip_tir_select *select = tunip_ir_temporary(d->scratch, &tunip_tir_select_type);
    if (!select || !sign || !yes || !no) return NULL;
    select->base.dtype = tunip_ir_dtype_of(yes);
    select->condition = (tunip_node *)(uintptr_t)sign;
    select->true_value = (tunip_node *)(uintptr_t)yes;
    select->false_value = (tunip_node *)(uintptr_t)no;
    return (const tunip_node *)select;
}

/* a op b, where b is one value whose sign decides which bound becomes which. */
static tir_interval scale(tir_domains *d, tir_fold op, tir_interval a, const tunip_node *b)
{
    const tunip_node *low = bound(d, op, a.min, b), *high = bound(d, op, a.max, b);
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, tir_simplify(d->scratch, b));
    if (imm && imm->value >= 0) return (tir_interval){low, high};
    if (imm) return (tir_interval){high, low};
    if (!low || !high) return everything;
    tunip_tir_binary *sign = tunip_ir_temporary(d->scratch, &tunip_tir_ge_type);
    if (!sign) return everything;
    sign->base.dtype = tunip_dtype_make(TUNIP_DTYPE_BOOL, 8, 1);
    sign->a = (tunip_node *)(uintptr_t)b;
    sign->b = (tunip_node *)(uintptr_t)number(d->scratch, tunip_ir_dtype_of(b), 0);
    const tunip_node *test = (const tunip_node *)sign;
    return (tir_interval){interval_choose(d, test, low, high), interval_choose(d, test, high, low)};
}

static tir_interval multiply(tir_domains *d, tir_interval a, tir_interval b)
{
    if (is_point(a)) {
        tir_interval other = a;
        a = b;
        b = other;
    }
    if (!is_point(b)) return everything;
    if (tunip_ir_is_int(b.min, 0)) return b;
    return tunip_ir_is_int(b.min, 1) ? a : scale(d, TIR_FOLD_MUL, a, b.min);
}

static tir_interval divide(tir_domains *d, tir_fold op, tir_interval a, tir_interval b)
{
    if (!is_point(b) || tunip_ir_is_int(b.min, 0)) return everything;
    return tunip_ir_is_int(b.min, 1) ? a : scale(d, op, a, b.min);
}

/* Every value of an integer expression is `rest` plus a multiple of `factor`. */
typedef struct modular {
    int64_t factor, rest;
} modular;

static const modular unknown = {1, 0};

static int64_t common_factor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

/* Sets *out to a * b. False if it overflows, or cannot be negated. */
static bool multiplies(int64_t a, int64_t b, int64_t *out)
{
    return !__builtin_mul_overflow(a, b, out) && *out > INT64_MIN;
}

static modular product_of(modular a, modular b)
{
    int64_t both, left, right;
    modular made;
    if (!multiplies(a.factor, b.factor, &both) || !multiplies(a.factor, b.rest, &left) ||
        !multiplies(a.rest, b.factor, &right) || !multiplies(a.rest, b.rest, &made.rest))
        return unknown;
    made.factor = common_factor(both, common_factor(left, right));
    return made;
}

static modular interval_sum_of(modular a, modular b, bool subtracts)
{
    modular made = {.factor = common_factor(a.factor, b.factor)};
    bool overflows = subtracts ? __builtin_sub_overflow(a.rest, b.rest, &made.rest)
                               : __builtin_add_overflow(a.rest, b.rest, &made.rest);
    return overflows || made.rest == INT64_MIN ? unknown : made;
}

static modular modular_of(const tunip_node *expr, unsigned level, unsigned *visits)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, expr);
    const tunip_tir_binary *pair = (const tunip_tir_binary *)expr;
    if (imm) return imm->value > INT64_MIN ? (modular){0, imm->value} : unknown;
    bool is_sum = expr && (expr->type == &tunip_tir_add_type || expr->type == &tunip_tir_sub_type);
    bool is_product = expr && expr->type == &tunip_tir_mul_type;
    if (level >= INTERVAL_MOST_NESTED || ++*visits > INTERVAL_MOST_VISITS ||
        (!is_sum && !is_product))
        return unknown;
    modular a = modular_of(pair->a, level + 1, visits);
    modular b = modular_of(pair->b, level + 1, visits);
    modular made =
        is_product ? product_of(a, b) : interval_sum_of(a, b, expr->type == &tunip_tir_sub_type);
    if (made.factor) made.rest %= made.factor;
    if (made.rest < 0 && made.factor) made.rest += made.factor;
    return made;
}

/* The remainder of a division that rounds down. */
static tir_interval take_rest(tir_domains *d, tir_interval a, tir_interval b,
                              const tunip_node *dividend)
{
    const tunip_ir_int_imm *imm =
        is_point(b) ? TUNIP_AS(tunip_ir_int_imm, tir_simplify(d->scratch, b.min)) : NULL;
    if (!is_point(b) || (imm && imm->value <= 0) || !imm) return everything;
    const tunip_node *high = bound(d, TIR_FOLD_FLOOR_DIV, a.max, b.min);
    const tunip_node *low = bound(d, TIR_FOLD_FLOOR_DIV, a.min, b.min);
    if (low && high && tir_are_equal(d->scratch, low, high)) {
        const tunip_node *whole = bound(d, TIR_FOLD_MUL, b.min, low);
        return (tir_interval){bound(d, TIR_FOLD_SUB, a.min, whole),
                              bound(d, TIR_FOLD_SUB, a.max, whole)};
    }
    modular known = modular_of(dividend, 0, &(unsigned){0});
    int64_t factor = common_factor(known.factor, imm->value), most = imm->value - 1;
    if (known.factor > 0 && factor > 1) most = imm->value - factor + known.rest % factor;
    return (tir_interval){number(d->scratch, imm->base.dtype, 0),
                          number(d->scratch, imm->base.dtype, most)};
}

/* The extreme of two bounds; `otherwise` is the result if one is missing. */
static const tunip_node *extreme(tir_domains *d, tir_fold op, const tunip_node *a,
                                 const tunip_node *b, bool keeps_other)
{
    if (!a || !b) return keeps_other ? (a ? a : b) : NULL;
    return tir_folded(d->scratch, op, a, b);
}

static tir_interval combine(tir_domains *d, tir_fold op, tir_interval a, tir_interval b,
                            const tunip_node *dividend)
{
    if (is_point(a) && is_point(b)) return point(tir_folded(d->scratch, op, a.min, b.min));
    switch (op) {
    case TIR_FOLD_ADD:
        return (tir_interval){bound(d, op, a.min, b.min), bound(d, op, a.max, b.max)};
    case TIR_FOLD_SUB:
        return (tir_interval){bound(d, op, a.min, b.max), bound(d, op, a.max, b.min)};
    case TIR_FOLD_MUL:
        return multiply(d, a, b);
    case TIR_FOLD_DIV:
    case TIR_FOLD_FLOOR_DIV:
        return divide(d, op, a, b);
    case TIR_FOLD_FLOOR_MOD:
        return take_rest(d, a, b, dividend);
    case TIR_FOLD_MOD: /* TVM takes the dividend to be positive */
        if (!is_point(b)) return everything;
        return (tir_interval){
            number(d->scratch, tunip_ir_dtype_of(b.min), 0),
            bound(d, TIR_FOLD_SUB, b.min, number(d->scratch, tunip_ir_dtype_of(b.min), 1))};
    case TIR_FOLD_MIN:
    case TIR_FOLD_MAX:
        return (tir_interval){extreme(d, op, a.min, b.min, op == TIR_FOLD_MAX),
                              extreme(d, op, a.max, b.max, op == TIR_FOLD_MIN)};
    case TIR_FOLD__COUNT:
        break;
    }
    return everything;
}

/* ---- expressions ---- */

static const tir_domain *find(const tir_domains *d, const tunip_node *var)
{
    for (size_t i = d->count; i-- > 0;)
        if (d->items[i].var == var) return &d->items[i];
    return NULL;
}

/* The bounds of a domain may have variables that have domains themselves. */
static tir_interval eval_bounds(tir_domains *d, tir_interval x)
{
    if (d->depth >= d->count) return x;
    d->depth++;
    tir_interval low = x.min ? tir_eval(d, x.min) : everything;
    tir_interval high = x.max ? tir_eval(d, x.max) : everything;
    d->depth--;
    return (tir_interval){low.min, high.max};
}

static tir_interval eval_var(tir_domains *d, const tunip_node *var)
{
    const tir_domain *domain = find(d, var);
    if (!domain) return point(var);
    tir_interval x = domain->values;
    return x.min == var && x.max == var ? x : eval_bounds(d, x);
}

static tir_interval eval_binary(tir_domains *d, tir_fold op, const tunip_tir_binary *expr)
{
    tir_interval a = tir_eval(d, expr->a), b = tir_eval(d, expr->b);
    if (is_point(a) && is_point(b) && a.min == expr->a && b.min == expr->b)
        return point((const tunip_node *)expr);
    return combine(d, op, a, b, expr->a);
}

static tir_interval eval_cast(tir_domains *d, const tunip_tir_cast *cast)
{
    tir_interval x = tir_eval(d, cast->value);
    tunip_dtype dtype = cast->base.dtype;
    dtype.lanes = 1;
    if (is_point(x)) return point(tir_cast_folded(d->scratch, dtype, x.min));
    return (tir_interval){x.min ? tir_cast_folded(d->scratch, dtype, x.min) : NULL,
                          x.max ? tir_cast_folded(d->scratch, dtype, x.max) : NULL};
}

static tir_interval eval_ramp(tir_domains *d, const tunip_tir_ramp *ramp)
{
    const tunip_ir_int_imm *stride = TUNIP_AS(tunip_ir_int_imm, ramp->stride);
    const tunip_ir_int_imm *lanes = TUNIP_AS(tunip_ir_int_imm, ramp->lanes);
    tunip_dtype dtype = tunip_ir_dtype_of(ramp->start);
    if (!stride) return everything;
    const tunip_node *zero = number(d->scratch, dtype, 0);
    int64_t steps_taken, way;
    bool is_known = lanes && !__builtin_sub_overflow(lanes->value, 1, &steps_taken) &&
                    !__builtin_mul_overflow(stride->value, steps_taken, &way);
    const tunip_node *last = is_known ? number(d->scratch, dtype, way) : NULL;
    tir_interval steps = {stride->value > 0 ? zero : last, stride->value > 0 ? last : zero};
    return combine(d, TIR_FOLD_ADD, tir_eval(d, ramp->start), steps, NULL);
}

typedef struct use {
    const tir_domains *domains;
    bool found;
} use;

static tunip_walk_action use_enter(const tunip_node *node, void *user)
{
    use *u = user;
    u->found = find(u->domains, node) != NULL;
    return u->found ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

/* An element of an integer buffer: any number if its place varies. */
static tir_interval eval_load(const tir_domains *d, const tunip_tir_buffer_load *load)
{
    tunip_dtype dtype = load->base.dtype;
    if (dtype.code != TUNIP_DTYPE_INT && dtype.code != TUNIP_DTYPE_UINT) return everything;
    use u = {.domains = d};
    tunip_walker walker = {.enter = use_enter, .user = &u, .skip = TUNIP_FLAG_ASIDE};
    for (size_t i = 0; i < tunip_array_count(load->indices) && !u.found; i++)
        if (tunip_walk_once(load->indices->items[i], &walker) == TUNIP_WALK_NO_MEMORY)
            u.found = true;
    return u.found ? everything : point((const tunip_node *)load);
}

static tir_interval eval_call(const tunip_tir_call *call)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    bool is_vscale = op && tunip_str_is(tunip_string_value(op->name), "tir.vscale");
    return is_vscale ? point((const tunip_node *)call) : everything;
}

/* Neither a number nor a variable nor an operator. */
static tir_interval eval_other(tir_domains *d, const tunip_node *expr)
{
    const tunip_tir_select *select = TUNIP_AS(tunip_tir_select, expr);
    if (select) {
        tir_interval a = tir_eval(d, select->false_value), b = tir_eval(d, select->true_value);
        return (tir_interval){extreme(d, TIR_FOLD_MIN, a.min, b.min, false),
                              extreme(d, TIR_FOLD_MAX, a.max, b.max, false)};
    }
    const tunip_tir_broadcast *broadcast = TUNIP_AS(tunip_tir_broadcast, expr);
    if (broadcast) return tir_eval(d, broadcast->value);
    if (tunip_is(expr, &tunip_tir_ramp_type)) return eval_ramp(d, (const tunip_tir_ramp *)expr);
    if (tunip_is(expr, &tunip_tir_cast_type)) return eval_cast(d, (const tunip_tir_cast *)expr);
    if (tunip_is(expr, &tunip_tir_buffer_load_type))
        return eval_load(d, (const tunip_tir_buffer_load *)expr);
    if (tunip_is(expr, &tunip_tir_call_type)) return eval_call((const tunip_tir_call *)expr);
    return everything;
}

tir_interval tir_eval(tir_domains *d, const tunip_node *expr)
{
    if (!d->level && !d->depth) d->visits = 0;
    if (!expr || d->level >= INTERVAL_MOST_NESTED || ++d->visits > INTERVAL_MOST_VISITS)
        return everything;
    if (tunip_is(expr, &tunip_ir_int_imm_type)) return point(expr);
    if (tunip_is_a(expr, &tunip_tir_var_type)) return eval_var(d, expr);
    d->level++;
    tir_fold op = tir_fold_of(expr->type);
    tir_interval made = op == TIR_FOLD__COUNT ? eval_other(d, expr)
                                              : eval_binary(d, op, (const tunip_tir_binary *)expr);
    d->level--;
    return made;
}

/* ---- ranges ---- */

tir_interval tir_interval_of(tunip_scratch *scratch, const tunip_node *min,
                             const tunip_node *extent)
{
    if (!min || !extent || tunip_ir_is_int(extent, 1)) return point(min);
    const tunip_node *end = tir_folded(scratch, TIR_FOLD_ADD, extent, min);
    return (tir_interval){
        min, tir_folded(scratch, TIR_FOLD_SUB, end, number(scratch, tunip_ir_dtype_of(min), 1))};
}

tir_interval tir_eval_range(tir_domains *d, const tunip_node *min, const tunip_node *extent)
{
    tir_interval x = tir_interval_of(d->scratch, min, extent);
    if (is_point(x)) return tir_eval(d, min);
    tir_interval low = tir_eval(d, x.min);
    tir_interval high = tir_eval(d, tir_simplify(d->scratch, x.max));
    return (tir_interval){low.min, high.max};
}

tir_interval tir_interval_union(tunip_scratch *scratch, tir_interval a, tir_interval b)
{
    tir_domains d = {.scratch = scratch};
    tir_interval x = {extreme(&d, TIR_FOLD_MIN, a.min, b.min, false),
                      extreme(&d, TIR_FOLD_MAX, a.max, b.max, false)};
    return (tir_interval){tir_simplify(scratch, x.min), tir_simplify(scratch, x.max)};
}

/* ======== region ======== */

/* The regions of buffers that a block reads and writes, if a script leaves them out
 * (TVM src/tir/analysis/block_access_region_detector.cc). Inner blocks are complete already: the
 * regions that they list represent their accesses. */

/* A shared expression is visited at each of its uses, and so are its parts. */
enum { REGION_MOST_NESTED = 500, MOST_SIZE = 100000, REGION_MOST_VISITS = 1 << 20 };

/* The accesses to one buffer: an interval for each dimension. */
typedef struct access {
    const tunip_tir_buffer *buffer;
    tir_interval *region;
    struct access *next;
} access;

/* In the order of the first access. */
typedef struct accesses {
    access *first, **end;
} accesses;

/* A variable with a known value: of a let, or an axis of an inner block. */
typedef struct binding {
    const tunip_node *var, *value;
    struct binding *outer;
    size_t size; /* of the value, as a tree */
} binding;

typedef struct detector {
    tunip_elaborator *e;
    tunip_scratch *scratch;
    const tunip_tir_block *block;
    tir_domains loops;
    binding *lets;
    accesses reads, writes;
    size_t size;       /* of the expression that is substituted */
    size_t visits;     /* of the nodes of a statement */
    bool is_too_large; /* such an expression is: y = x + x; z = y + y; ... doubles each time */
    bool is_opaque;    /* the data of a buffer is used in a way that does not show the elements */
} detector;

/* ---- buffers ---- */

static bool has_data(const tunip_node *buffer, const void *data)
{
    return buffer && ((const tunip_tir_buffer *)buffer)->data == data;
}

static const tunip_tir_buffer *find_in(const tunip_array *buffers, const void *data)
{
    for (size_t i = 0; i < tunip_array_count(buffers); i++)
        if (has_data(buffers->items[i], data)) return (const tunip_tir_buffer *)buffers->items[i];
    return NULL;
}

static const tunip_tir_match_buffer_region *find_match(const tunip_tir_block *block,
                                                       const void *data)
{
    for (size_t i = 0; i < tunip_array_count(block->match_buffers); i++) {
        const tunip_tir_match_buffer_region *match =
            (const tunip_tir_match_buffer_region *)block->match_buffers->items[i];
        if (has_data((const tunip_node *)match->buffer, data)) return match;
    }
    return NULL;
}

static const tunip_tir_buffer *find_in_function(const tir_function_reader *function,
                                                const void *data)
{
    for (size_t i = 0; i < tunip_map_count(function->func->buffer_map); i++) {
        tunip_node *buffer = function->func->buffer_map->entries[i].value;
        if (has_data(buffer, data)) return (const tunip_tir_buffer *)buffer;
    }
    return find_in(function->alloc_buffers, data);
}

/* The buffer, from outside of the block, to which the data pointer belongs; NULL if there is
 * none. */
static const tunip_tir_buffer *find_outside(const detector *d, const void *data)
{
    const tir_script_state *state = tir_state_of(d->e);
    const tir_block_reader *outer = state->block;
    const tunip_tir_buffer *found = NULL;
    for (outer = outer ? outer->outer : NULL; outer && !found; outer = outer->outer) {
        const tunip_tir_match_buffer_region *match = find_match(outer->block, data);
        found = match ? match->buffer : find_in(outer->block->alloc_buffers, data);
    }
    if (!found && state->function) found = find_in_function(state->function, data);
    return found ? found : tir_declared_buffer(d->e, data);
}

/* ---- accesses ---- */

static tir_interval *new_region(const detector *d, size_t count)
{
    return tunip_scratch_alloc(d->scratch, (count + 1) * sizeof(tir_interval));
}

/* [0, n): all of a dimension. */
static tunip_ir_range *whole(const detector *d, const tunip_tir_buffer *buffer, size_t dimension)
{
    tunip_graph *graph = tunip_elaborator_graph(d->e);
    return tunip_ir_range_new(graph, tunip_ir_int(graph, tir_int32, 0),
                              buffer->shape->items[dimension]);
}

/* The range of an interval; `all` if that has no bounds. */
static tunip_ir_range *cover(const detector *d, tir_interval x, tunip_ir_range *all)
{
    if (!x.min || !x.max) return all;
    void *one = tunip_ir_int(tunip_elaborator_graph(d->e), tunip_ir_dtype_of(x.min), 1);
    const tunip_node *end = tir_folded(d->scratch, TIR_FOLD_ADD, x.max, one);
    const tunip_node *extent = tir_folded(d->scratch, TIR_FOLD_SUB, end, x.min);
    return tir_range(d->e, (void *)(uintptr_t)tir_simplify(d->scratch, x.min),
                     (void *)(uintptr_t)tir_simplify(d->scratch, extent));
}

/* A region of a matched buffer, as one of its source. */
static tir_interval *find_source(detector *d, const tunip_tir_match_buffer_region *match,
                                 const tir_interval *region)
{
    size_t count = match->buffer->shape->count, all = match->source->region->count;
    size_t offset = all - count;
    tir_interval *made = all >= count ? new_region(d, all) : NULL;
    for (size_t i = 0; made && i < all; i++) {
        const tunip_ir_range *source = (const tunip_ir_range *)match->source->region->items[i];
        if (i < offset) {
            made[i] = tir_eval(&d->loops, source->min);
            continue;
        }
        const tunip_ir_range *target =
            cover(d, region[i - offset], whole(d, match->buffer, i - offset));
        if (!target) return NULL;
        const tunip_node *min = tir_folded(d->scratch, TIR_FOLD_ADD, source->min, target->min);
        made[i] = tir_eval_range(&d->loops, min, target->extent);
    }
    return made;
}

static void add_access(detector *d, accesses *list, const tunip_tir_buffer *buffer,
                       tir_interval *region)
{
    const tunip_tir_match_buffer_region *match = find_match(d->block, buffer->data);
    const void *data = match ? match->source->buffer->data : buffer->data;
    if (!region || !find_outside(d, data)) return;
    if (match) {
        region = find_source(d, match, region);
        buffer = match->source->buffer;
    }
    for (access *a = list->first; region && a; a = a->next)
        if (a->buffer == buffer) {
            for (size_t i = 0; i < tunip_array_count(buffer->shape); i++)
                a->region[i] = tir_interval_union(d->scratch, a->region[i], region[i]);
            return;
        }
    access *made = tunip_scratch_alloc(d->scratch, sizeof *made);
    if (!region || !made) return;
    *made = (access){buffer, region, NULL};
    *list->end = made;
    list->end = &made->next;
}

/* ---- variables with known values ---- */

static const tunip_node *substitute(detector *d, const tunip_node *expr, const binding *vars,
                                    unsigned level);

static const tunip_node *substitute_items(detector *d, const tunip_array *items,
                                          const binding *vars, unsigned level)
{
    tunip_array *made = NULL;
    for (size_t i = 0; i < items->count; i++) {
        const tunip_node *item = substitute(d, items->items[i], vars, level + 1);
        if (item == items->items[i]) continue;
        if (!made)
            made = tunip_array_new(tunip_elaborator_graph(d->e), items->count,
                                   (void *const *)items->items);
        if (!made) return NULL;
        made->items[i] = (tunip_node *)(uintptr_t)item;
    }
    return made ? (const tunip_node *)made : (const tunip_node *)items;
}

static const tunip_node *substitute_fields(detector *d, const tunip_node *expr, const binding *vars,
                                           unsigned level)
{
    tunip_node *made = NULL;
    for (const tunip_type *type = expr->type; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++) {
            const tunip_field *field = &type->fields[i];
            if (field->kind != TUNIP_KIND_NODE || field->flags & TUNIP_FLAG_ASIDE) continue;
            const tunip_node *is = tunip_field_node(expr, field);
            const tunip_node *must = substitute(d, is, vars, level + 1);
            if (is == must) continue;
            if (!made) {
                made = tunip_ir_temporary(d->scratch, expr->type);
                if (!made) return NULL;
                memcpy(made, expr, expr->type->size);
            }
            memcpy((char *)made + field->offset, &must, sizeof must);
        }
    return made ? made : expr;
}

/* `expr` with variables replaced by their values, without folding. */
static const tunip_node *substitute(detector *d, const tunip_node *expr, const binding *vars,
                                    unsigned level)
{
    if (!expr || !vars || level >= REGION_MOST_NESTED || ++d->size > MOST_SIZE ||
        tunip_is(expr, &tunip_ir_int_imm_type))
        return expr;
    if (expr->type == &tunip_array_type)
        return substitute_items(d, (const tunip_array *)expr, vars, level);
    if (!tunip_is_a(expr, &tunip_tir_var_type))
        return tunip_is_a(expr, &tunip_ir_prim_expr_type) ? substitute_fields(d, expr, vars, level)
                                                          : expr;
    for (const binding *b = vars; b; b = b->outer) {
        if (b->var != expr) continue;
        d->size += b->size;
        return b->value;
    }
    return expr;
}

static const tunip_node *expand(detector *d, const tunip_node *expr, const binding *vars)
{
    d->size = 0;
    const tunip_node *made = substitute(d, expr, vars, 0);
    if (d->size <= MOST_SIZE) return made;
    d->is_too_large = true;
    return expr;
}

/* Adds a binding inside of the binding `outer`. The variables of outer bindings are replaced in its
 * value. */
static binding *bind(detector *d, const void *var, const tunip_node *value, binding *outer)
{
    binding *b = tunip_scratch_alloc(d->scratch, sizeof *b);
    if (b) *b = (binding){var, value, outer, 0};
    return b;
}

/* ---- the walk ---- */

static void push_loop(detector *d, const void *var, tir_interval values)
{
    tir_domains *loops = &d->loops;
    tir_domain *items =
        tunip_scratch_grow(d->scratch, loops->items, loops->count, sizeof *items, &loops->room);
    if (!items) return;
    loops->items = items;
    loops->items[loops->count++] = (tir_domain){var, values};
}

static void add_elements(detector *d, accesses *list, const tunip_tir_buffer *buffer,
                         const tunip_array *indices)
{
    size_t count = tunip_array_count(indices);
    tir_interval *region = new_region(d, count);
    if (!region || !buffer || count != tunip_array_count(buffer->shape)) return;
    for (size_t i = 0; i < count; i++)
        region[i] = tir_eval(&d->loops, expand(d, indices->items[i], d->lets));
    add_access(d, list, buffer, region);
}

static tir_interval eval_inner(detector *d, const tunip_ir_range *range, const binding *axes)
{
    tir_interval x =
        tir_interval_of(d->scratch, expand(d, range->min, axes), expand(d, range->extent, axes));
    if (x.min == x.max) return tir_eval(&d->loops, x.min);
    return (tir_interval){tir_eval(&d->loops, x.min).min, tir_eval(&d->loops, x.max).max};
}

static void add_inner_regions(detector *d, accesses *list, const tunip_array *regions,
                              const binding *axes)
{
    for (size_t i = 0; i < tunip_array_count(regions); i++) {
        const tunip_tir_buffer_region *inner = (const tunip_tir_buffer_region *)regions->items[i];
        if (!tir_is_whole_region(inner)) continue;
        size_t count = tunip_array_count(inner->region);
        tir_interval *region = new_region(d, count);
        for (size_t k = 0; region && k < count; k++)
            region[k] = eval_inner(d, (const tunip_ir_range *)inner->region->items[k], axes);
        add_access(d, list, inner->buffer, region);
    }
}

/* Adds the regions of an inner block, for all values of its axes. */
static void add_inner(detector *d, const tunip_tir_block_realize *realize)
{
    binding *axes = NULL;
    const tunip_tir_block *block = realize->block;
    size_t count = tunip_array_count(realize->iter_values);
    for (size_t i = 0; block && i < count && i < tunip_array_count(block->iter_vars); i++) {
        const tunip_tir_iter_var *iter = (const tunip_tir_iter_var *)block->iter_vars->items[i];
        if (!iter) continue;
        axes = bind(d, iter->var, realize->iter_values->items[i], axes);
        if (!axes) return;
    }
    if (!block) return;
    add_inner_regions(d, &d->reads, block->reads, axes);
    add_inner_regions(d, &d->writes, block->writes, axes);
}

/* A.access_ptr("r"): all of A. True if it was one. */
static bool add_pointer(detector *d, const tunip_tir_call *call)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    if (!op || !tunip_str_is(tunip_string_value(op->name), "tir.tvm_access_ptr")) return false;
    if (tunip_array_count(call->args) < 5) return false;
    const tunip_ir_int_imm *mask = TUNIP_AS(tunip_ir_int_imm, call->args->items[4]);
    const tunip_node *data = call->args->items[1];
    if (!mask || !tunip_is_a(data, &tunip_tir_var_type)) return false;
    const tunip_tir_match_buffer_region *match = find_match(d->block, data);
    const tunip_tir_buffer *buffer = match ? match->buffer : find_outside(d, data);
    if (!buffer) return true;
    int64_t kind = mask->value & 3;
    if (kind == 3) d->is_opaque = true;
    tir_interval *region = new_region(d, buffer->shape->count);
    for (size_t i = 0; region && i < buffer->shape->count; i++) {
        const tunip_ir_range *all = whole(d, buffer, i);
        if (all) region[i] = tir_eval_range(&d->loops, all->min, all->extent);
    }
    if (kind == 1) add_access(d, &d->reads, buffer, region);
    if (kind == 2) add_access(d, &d->writes, buffer, region);
    return true;
}

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    detector *d = user;
    const tunip_type *type = node->type;
    if (type->base == &tunip_tir_stmt_type) d->visits = 0;
    d->is_too_large |= ++d->visits > REGION_MOST_VISITS;
    if (d->is_too_large) return TUNIP_WALK_STOP;
    if (type == &tunip_tir_buffer_load_type) {
        const tunip_tir_buffer_load *load = (const tunip_tir_buffer_load *)node;
        add_elements(d, &d->reads, load->buffer, load->indices);
    } else if (type == &tunip_tir_buffer_store_type) {
        const tunip_tir_buffer_store *store = (const tunip_tir_buffer_store *)node;
        add_elements(d, &d->writes, store->buffer, store->indices);
    } else if (type == &tunip_tir_for_type) {
        const tunip_tir_for *loop = (const tunip_tir_for *)node;
        push_loop(d, loop->loop_var, tir_interval_of(d->scratch, loop->min, loop->extent));
    } else if (type == &tunip_tir_let_stmt_type) {
        const tunip_tir_let_stmt *let = (const tunip_tir_let_stmt *)node;
        binding *b = bind(d, let->var, expand(d, (const tunip_node *)let->value, d->lets), d->lets);
        if (!b) return TUNIP_WALK_STOP;
        b->size = d->size;
        d->lets = b;
    } else if (type == &tunip_tir_block_realize_type) {
        add_inner(d, (const tunip_tir_block_realize *)node);
        return TUNIP_WALK_SKIP;
    } else if (type == &tunip_tir_call_type) {
        if (add_pointer(d, (const tunip_tir_call *)node)) return TUNIP_WALK_SKIP;
    } else if (tunip_is_a(node, &tunip_tir_var_type)) {
        if (find_match(d->block, node) || find_outside(d, node)) d->is_opaque = true;
    }
    return TUNIP_WALK_ON;
}

static void leave(const tunip_node *node, void *user)
{
    detector *d = user;
    if (node->type == &tunip_tir_for_type && d->loops.count) d->loops.count--;
    if (node->type == &tunip_tir_let_stmt_type && d->lets) d->lets = d->lets->outer;
}

/* ---- the result ---- */

static bool has_access(const accesses *list, const tunip_tir_buffer *buffer)
{
    for (const access *a = list->first; a; a = a->next)
        if (a->buffer == buffer) return true;
    return false;
}

/* `except`: buffers to leave out; or NULL. */
static tunip_array *list_regions(detector *d, const accesses *list, const accesses *except)
{
    tunip_graph *graph = tunip_elaborator_graph(d->e);
    tunip_array *regions = tunip_array_new(graph, 0, NULL);
    for (const access *a = list->first; a; a = a->next) {
        tunip_array *ranges = tunip_array_new(graph, 0, NULL);
        if (except && has_access(except, a->buffer)) continue;
        for (size_t i = 0; i < tunip_array_count(a->buffer->shape); i++) {
            tir_interval x = a->region[i];
            void *one = x.min ? tunip_ir_int(graph, tunip_ir_dtype_of(x.min), 1) : NULL;
            bool is_one = x.min && x.max && tir_are_equal(d->scratch, x.min, x.max);
            tunip_ir_append(d->e, ranges,
                            is_one ? tir_range(d->e, (void *)(uintptr_t)x.min, one)
                                   : cover(d, x, whole(d, a->buffer, i)));
        }
        void *buffer = (void *)(uintptr_t)a->buffer;
        tunip_ir_append(d->e, regions, tunip_tir_buffer_region_new(graph, buffer, ranges));
    }
    return regions;
}

void tir_detect_regions(tunip_elaborator *e, tir_block_reader *r, bool reads, bool writes)
{
    tunip_scratch *scratch = tunip_elaborator_scratch(e);
    detector d = {.e = e, .scratch = scratch, .block = r->block, .loops = {.scratch = scratch}};
    tunip_walker walker = {.enter = enter, .leave = leave, .user = &d, .skip = TUNIP_FLAG_ASIDE};
    const void *parts[] = {r->block->iter_vars, r->block->reads, r->block->writes, r->block->init,
                           r->block->body};
    d.reads.end = &d.reads.first;
    d.writes.end = &d.writes.first;
    if (!tir_state_of(e) || tunip_elaborator_is_wrong(e)) return;
    for (size_t i = 0; i < TUNIP_LEN(parts); i++) tunip_walk(parts[i], &walker);
    if (d.is_opaque || d.is_too_large) {
        const tir_function_reader *f = tir_state_of(e)->function;
        tunip_complain_missing(
            e, f ? tir_function_name(f) : r->scope.doc,
            TUNIP_BREAKS_BLOCK "the regions that a block %s cannot be inferred: %s",
            reads ? "reads" : "writes",
            d.is_opaque ? "it uses the data of a buffer directly" : "its indices are too large");
        tunip_complain_also(e, r->scope.doc, "the block");
        tunip_complain_also(e, NULL, "write T.reads(...) and T.writes(...)");
        return;
    }
    if (reads) r->block->reads = list_regions(&d, &d.reads, r->block->init ? &d.writes : NULL);
    if (writes) r->block->writes = list_regions(&d, &d.writes, NULL);
}
