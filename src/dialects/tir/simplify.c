/* simplify.c -- sums of products with integer factors. TVM's Analyzer has hundreds of rules; those
 * for index expressions all follow from one form: c1 * x1 + c2 * x2 + ... + c. */
#include "simplify.h"

#include <tunip/ext/tir_rules.h>

#include "analysis.h"

enum { MOST_NESTED = 500 }; /* C recursion needs a bound: deeper expressions stay as they are */

/* ---- sums ---- */

typedef struct term {
    const tunip_node *atom; /* neither a sum nor a number */
    int64_t factor;
} term;

typedef struct sum {
    tunip_scratch *scratch;
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

/* Writes the terms with positive factors, then the constant if it is positive, then the terms to
 * subtract (TVM's SumExprNode::Normalize). */
static const tunip_node *write_sum(const sum *s)
{
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

/* ---- expressions as sums ---- */

static void add_expr(sum *s, const tunip_node *expr, int64_t factor, unsigned depth);

static sum sum_of(tunip_scratch *scratch, const tunip_node *expr, unsigned depth)
{
    sum s = {.scratch = scratch, .dtype = tunip_ir_dtype_of(expr)};
    add_expr(&s, expr, 1, depth + 1);
    return s;
}

static const tunip_node *simplify(tunip_scratch *scratch, const tunip_node *expr, unsigned depth)
{
    tunip_dtype dtype = tunip_ir_dtype_of(expr);
    if (!expr || dtype.code != TUNIP_DTYPE_INT || dtype.lanes != 1) return expr;
    sum s = sum_of(scratch, expr, depth);
    return write_sum(&s);
}

static void add_product(sum *s, const tunip_tir_binary *expr, int64_t factor, unsigned depth)
{
    sum a = sum_of(s->scratch, expr->a, depth), b = sum_of(s->scratch, expr->b, depth);
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
        if (rest < 0) rest += divisor;
        taken.constant = (s->constant - rest) / divisor;
        s->constant = rest;
    }
    return taken;
}

/* floor(a / b) or a - floor(a / b) * b. */
static void add_division(sum *s, const tunip_tir_binary *expr, int64_t factor, unsigned depth)
{
    bool is_quotient = ((const tunip_node *)expr)->type == &tunip_tir_floor_div_type;
    tir_fold op = is_quotient ? TIR_FOLD_FLOOR_DIV : TIR_FOLD_FLOOR_MOD;
    sum a = sum_of(s->scratch, expr->a, depth), b = sum_of(s->scratch, expr->b, depth);
    if (!is_constant(&b) || b.constant <= 0) {
        add_term(s, tir_folded(s->scratch, op, write_sum(&a), write_sum(&b)), factor);
        return;
    }
    sum quotient = take_multiples(&a, b.constant);
    if (is_quotient) add_sum(s, &quotient, factor);
    if (!is_constant(&a))
        add_term(s, tir_folded(s->scratch, op, write_sum(&a), write_sum(&b)), factor);
    else if (!is_quotient)
        s->constant = wrapping_add(s->constant, wrapping_mul(a.constant, factor));
}

static void add_choice(sum *s, const tunip_tir_binary *expr, int64_t factor, unsigned depth)
{
    bool is_min = ((const tunip_node *)expr)->type == &tunip_tir_min_type;
    sum a = sum_of(s->scratch, expr->a, depth), b = sum_of(s->scratch, expr->b, depth);
    sum difference = {.scratch = s->scratch, .dtype = s->dtype};
    add_sum(&difference, &a, 1);
    add_sum(&difference, &b, -1);
    if (is_constant(&difference))
        add_sum(s, (difference.constant <= 0) == is_min ? &a : &b, factor);
    else
        add_term(s,
                 tir_folded(s->scratch, is_min ? TIR_FOLD_MIN : TIR_FOLD_MAX, write_sum(&a),
                            write_sum(&b)),
                 factor);
}

static void add_expr(sum *s, const tunip_node *expr, int64_t factor, unsigned depth)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, expr);
    const tunip_type *type = !expr ? NULL : expr->type->kin ? expr->type->kin : expr->type;
    const tunip_tir_binary *binary = (const tunip_tir_binary *)expr;
    if (!expr) return;
    if (imm) {
        s->constant = wrapping_add(s->constant, wrapping_mul(imm->value, factor));
    } else if (depth >= MOST_NESTED) {
        add_term(s, expr, factor);
    } else if (type == &tunip_tir_add_type || type == &tunip_tir_sub_type) {
        add_expr(s, binary->a, factor, depth + 1);
        add_expr(s, binary->b, type == &tunip_tir_add_type ? factor : wrapping_mul(factor, -1),
                 depth + 1);
    } else if (type == &tunip_tir_mul_type) {
        add_product(s, binary, factor, depth);
    } else if (type == &tunip_tir_floor_div_type || type == &tunip_tir_floor_mod_type) {
        add_division(s, binary, factor, depth);
    } else if (type == &tunip_tir_min_type || type == &tunip_tir_max_type) {
        add_choice(s, binary, factor, depth);
    } else {
        add_term(s, expr, factor);
    }
}

const tunip_node *tir_simplify(tunip_scratch *scratch, const tunip_node *expr)
{
    return simplify(scratch, expr, 0);
}

bool tir_are_equal(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b)
{
    if (a == b) return true;
    if (!a || !b) return false;
    sum difference = {.scratch = scratch, .dtype = tunip_ir_dtype_of(a)};
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
