/* simplify.c -- sums of products with integer factors. TVM's Analyzer has hundreds of rules; those
 * for index expressions all follow from one form: c1 * x1 + c2 * x2 + ... + c. */
#include "fold.h"

#include <tunip/ext/tir_rules.h>

#include "analysis.h"

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
