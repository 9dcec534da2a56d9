/* rewrite.c -- sizes of tensors in TVM's simplified form. TVM's Analyzer::Simplify writes an
 * expression as a sum of products (simplify.c), then applies rewrite rules (rewrite.def), and then
 * writes sums again. */
#include "fold.h"

#include <string.h>

#include "analysis.h"

enum {
    MOST_NESTED = 200, /* C recursion needs a bound */
    MOST_NODES = 2000, /* of the expression, where a node counts each time that it is used */
    MOST_VISITS = 50000,
    MOST_AGAIN = 5 /* TVM's bound of rules that simplify their result once more */
};

typedef struct rewriter {
    tunip_scratch *scratch;
    bool writes_sums; /* instead of applying the rules for + - * // % */
    bool of_sizes;    /* variables are at least 0 */
    bool gives_up;    /* a part is beyond the rules here */
    unsigned depth, again, visits;
    const tunip_node *limited; /* a variable that is less than `limit` here, or NULL */
    int64_t limit;
} rewriter;

static const tunip_node *visit(rewriter *r, const tunip_node *expr);

static const tunip_dtype bool_dtype = {TUNIP_DTYPE_BOOL, 8, 1};

static tir_fold operator_of(const tunip_node *expr)
{
    if (!expr) return TIR_FOLD__COUNT;
    return tir_fold_of(expr->type->kin ? expr->type->kin : expr->type);
}

static bool is_choice(const tunip_node *expr)
{
    return tunip_is(expr, &tunip_tir_min_type) || tunip_is(expr, &tunip_tir_max_type);
}

/* ---- bounds ---- */

/* The numbers from `min` to `max`; INT64_MIN and INT64_MAX: no bound. */
typedef struct bounds {
    int64_t min, max;
} bounds;

static const bounds any = {INT64_MIN, INT64_MAX};

static bool is_open(int64_t bound)
{
    return bound == INT64_MIN || bound == INT64_MAX;
}

static int64_t add_bounds(int64_t a, int64_t b)
{
    if (is_open(a) || is_open(b)) return is_open(a) ? a : b;
    if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b) return b > 0 ? INT64_MAX : INT64_MIN;
    return a + b;
}

static int64_t mul_bound(int64_t a, int64_t b)
{
    const double largest = 9e18, product = (double)a * (double)b;
    return product > largest ? INT64_MAX : product < -largest ? INT64_MIN : a * b;
}

static int64_t negative(int64_t a)
{
    return a == INT64_MIN ? INT64_MAX : a == INT64_MAX ? INT64_MIN : -a;
}

static bounds mul_bounds(bounds a, bounds b)
{
    bounds made = {INT64_MAX, INT64_MIN};
    const int64_t x[] = {a.min, a.max}, y[] = {b.min, b.max};
    for (size_t i = 0; i < TUNIP_LEN(x) * TUNIP_LEN(y); i++) {
        int64_t product = mul_bound(x[i / 2], y[i % 2]);
        if (product < made.min) made.min = product;
        if (product > made.max) made.max = product;
    }
    return made;
}

static int64_t div_bound(int64_t a, int64_t b)
{
    return is_open(a) ? a : b == INT64_MAX ? 0 : a / b - (a % b < 0);
}

/* Of a // b and a % b. As in TVM, a size by which something is divided is not 0; if it is nothing
 * else, nothing is known. */
static bounds div_bounds(bounds a, bounds b)
{
    if (b.min < 0 || b.max <= 0) return any;
    if (b.min == 0) b.min = 1;
    return (bounds){div_bound(a.min, a.min < 0 ? b.min : b.max),
                    div_bound(a.max, a.max < 0 ? b.max : b.min)};
}

static bounds mod_bounds(bounds a, bounds b)
{
    if (b.min < 0 || b.max <= 0) return any;
    if (b.min == 0) b.min = 1;
    int64_t most = add_bounds(b.max, -1);
    if (a.min >= 0 && a.max < b.min) return a;
    return (bounds){0, a.min >= 0 && a.max < most ? a.max : most};
}

static bounds bounds_of(const rewriter *r, const tunip_node *expr, unsigned depth)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, expr);
    if (imm && (is_open(imm->value) || is_open(negative(imm->value)))) return any;
    if (imm) return (bounds){imm->value, imm->value};
    if (tunip_is_a(expr, &tunip_tir_var_type))
        return (bounds){r->of_sizes ? 0 : INT64_MIN, expr == r->limited ? r->limit - 1 : INT64_MAX};
    tir_fold op = operator_of(expr);
    if (op == TIR_FOLD__COUNT || depth > MOST_NESTED) return any;
    const tunip_tir_binary *both = (const tunip_tir_binary *)expr;
    bounds a = bounds_of(r, both->a, depth + 1), b = bounds_of(r, both->b, depth + 1);
    switch (op) {
    case TIR_FOLD_ADD:
        return (bounds){add_bounds(a.min, b.min), add_bounds(a.max, b.max)};
    case TIR_FOLD_SUB:
        return (bounds){add_bounds(a.min, negative(b.max)), add_bounds(a.max, negative(b.min))};
    case TIR_FOLD_MUL:
        return mul_bounds(a, b);
    case TIR_FOLD_FLOOR_DIV:
        return div_bounds(a, b);
    case TIR_FOLD_FLOOR_MOD:
        return mod_bounds(a, b);
    case TIR_FOLD_MIN:
        return (bounds){a.min < b.min ? a.min : b.min, a.max < b.max ? a.max : b.max};
    case TIR_FOLD_MAX:
        return (bounds){a.min > b.min ? a.min : b.min, a.max > b.max ? a.max : b.max};
    default:
        return any;
    }
}

/* ---- making nodes ---- */

static tunip_node *borrow(const tunip_node *node)
{
    return (tunip_node *)(uintptr_t)node;
}

const tunip_node *tir_less(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b)
{
    const tunip_ir_int_imm *x = TUNIP_AS(tunip_ir_int_imm, a), *y = TUNIP_AS(tunip_ir_int_imm, b);
    if (x && y) return tir_new_int(scratch, bool_dtype, x->value < y->value);
    tunip_tir_binary *made = tunip_ir_temporary(scratch, &tunip_tir_lt_type);
    if (!made || !a || !b) return NULL;
    made->base.dtype = bool_dtype;
    made->a = borrow(a);
    made->b = borrow(b);
    return (const tunip_node *)made;
}

tunip_node *tir_choice_op(tunip_scratch *scratch)
{
    tunip_ir_op *op = tunip_ir_temporary(scratch, &tunip_ir_op_type);
    tunip_string *name = tunip_ir_temporary(scratch, &tunip_string_type);
    if (!op || !name) return NULL;
    name->value = tunip_str_from("tir.if_then_else");
    op->name = name;
    return (tunip_node *)op;
}

const tunip_node *tir_choice(tunip_scratch *scratch, tunip_node *op, const tunip_node *condition,
                             const tunip_node *yes, const tunip_node *no)
{
    enum { ARGUMENTS = 3 };
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, condition);
    if (imm) return imm->value ? yes : no;
    tunip_tir_call *call = tunip_ir_temporary(scratch, &tunip_tir_call_type);
    tunip_array *args = tunip_ir_temporary(scratch, &tunip_array_type);
    tunip_node **items = tunip_scratch_alloc(scratch, ARGUMENTS * sizeof *items);
    if (!call || !args || !items || !condition || !yes || !no) return NULL;
    items[0] = borrow(condition);
    items[1] = borrow(yes);
    items[2] = borrow(no);
    args->count = ARGUMENTS;
    args->items = items;
    call->base.dtype = tunip_ir_dtype_of(yes);
    call->op = op;
    call->args = args;
    return (const tunip_node *)call;
}

/* ---- rules ---- */

enum { EXPRS = 4, NUMBERS = 3 };

typedef struct match {
    rewriter *r;
    const tunip_node *exprs[EXPRS]; /* x, y, z, w */
    const tunip_node *numbers[NUMBERS];
    bool swaps; /* LO is a maximum, and HI a minimum */
    tunip_dtype dtype;
} match;

static int64_t number(const match *m, size_t index)
{
    return ((const tunip_ir_int_imm *)m->numbers[index])->value;
}

static bool divides(int64_t divisor, int64_t number)
{
    return divisor > 0 && number % divisor == 0;
}

static int64_t floor_mod(int64_t a, int64_t divisor)
{
    int64_t rest = a % divisor;
    return rest < 0 ? rest + divisor : rest;
}

/* Whether the product has no overflow. */
static bool fits(int64_t a, int64_t b)
{
    int64_t product;
    return !__builtin_mul_overflow(a, b, &product);
}

/* ---- conditions: the numbers are c1, c2 and c3 ---- */

#define CONDITION(name, test)                                                                      \
    static bool name(const match *m)                                                               \
    {                                                                                              \
        return test;                                                                               \
    }
#define c1 number(m, 0)
#define c2 number(m, 1)
#define c3 number(m, 2)

CONDITION(always, m != NULL)
CONDITION(cancel, c1 == negative(c2))
CONDITION(first_is_positive, c1 > 0)
CONDITION(first_is_negative, c1 < 0)
CONDITION(first_is_not_0, c1 != 0)
CONDITION(second_is_positive, c2 > 0)
CONDITION(second_is_negative, c2 < 0)
CONDITION(second_is_not_0, c2 != 0)
CONDITION(third_is_positive, c3 > 0)
CONDITION(both_are_positive, c1 > 0 && c2 > 0)
CONDITION(both_positive_product_fits, c1 > 0 && c2 > 0 && fits(c1, c2))
CONDITION(first_positive_product_fits, c1 > 0 && fits(c1, c2))
CONDITION(first_third_positive_fit, c1 > 0 && c3 > 0 && fits(c1, c2) && fits(c1, c3))
CONDITION(second_positive_next_fits, c2 > 0 && c1 < INT64_MAX && fits(c1 + 1, c2))
CONDITION(second_divides_first, divides(c2, c1))
CONDITION(is_multiple, c2 != 0 && c1 > INT64_MIN && c1 % c2 == 0)
CONDITION(first_divides_second, c2 > 0 && divides(c1, c2))
CONDITION(positive_first_divides, divides(c1, c2))
CONDITION(negative_first_divides, c1 < 0 && divides(negative(c1), c2))
CONDITION(rest_is_small, c2 > 0 && divides(c1, c2) && floor_mod(c3, c2) < c1)
CONDITION(rounds_up, c2 > 0 && c1 == c2 - 1)
CONDITION(x_is_size, bounds_of(m->r, m->exprs[0], 0).min >= 0)

#undef c1
#undef c2
#undef c3

/* x - z = y - w */
static bool are_parallel(const match *m)
{
    tunip_scratch *s = m->r->scratch;
    return tir_are_equal(s, tir_folded(s, TIR_FOLD_SUB, m->exprs[0], m->exprs[2]),
                         tir_folded(s, TIR_FOLD_SUB, m->exprs[1], m->exprs[3]));
}

/* ---- patterns: texts in prefix notation, as "+-xyy" for (x - y) + y ---- */

#define X          "x"
#define Y          "y"
#define Z          "z"
#define W          "w"
#define C1         "1"
#define C2         "2"
#define C3         "3"
#define ZERO       "O"
#define ONE        "I"
#define TWO        "J"
#define ADD(a, b)  "+" a b
#define SUB(a, b)  "-" a b
#define MUL(a, b)  "*" a b
#define DIV(a, b)  "/" a b
#define MOD(a, b)  "%" a b
#define MIN(a, b)  "m" a b
#define MAX(a, b)  "M" a b
#define LO(a, b)   "l" a b
#define HI(a, b)   "h" a b
#define LESS(a, b) "<" a b

typedef struct rule {
    const char *pattern, *result;
    bool (*holds)(const match *m);
    bool again;
} rule;

static const rule rules[] = {
#define RULE(pattern, result, condition)  {pattern, result, condition, false},
#define AGAIN(pattern, result, condition) {pattern, result, condition, true},
#include "rewrite.def"
#undef RULE
#undef AGAIN
};

/* ORDER tir_fold, without the divisions that round towards 0. */
static tir_fold op_of(char letter, bool swaps)
{
    static const char letters[] = "+-*  /%mM";
    if (letter == 'l') letter = swaps ? 'M' : 'm';
    if (letter == 'h') letter = swaps ? 'm' : 'M';
    const char *found = letter == ' ' ? NULL : strchr(letters, letter);
    return found && *found ? (tir_fold)(found - letters) : TIR_FOLD__COUNT;
}

static const tunip_type *type_of(char letter, bool swaps)
{
    static const tunip_type *const types[TIR_FOLD__COUNT] = {
        [TIR_FOLD_ADD] = &tunip_tir_add_type,
        [TIR_FOLD_SUB] = &tunip_tir_sub_type,
        [TIR_FOLD_MUL] = &tunip_tir_mul_type,
        [TIR_FOLD_FLOOR_DIV] = &tunip_tir_floor_div_type,
        [TIR_FOLD_FLOOR_MOD] = &tunip_tir_floor_mod_type,
        [TIR_FOLD_MIN] = &tunip_tir_min_type,
        [TIR_FOLD_MAX] = &tunip_tir_max_type,
    };
    tir_fold op = op_of(letter, swaps);
    return letter == '<' ? &tunip_tir_lt_type : op == TIR_FOLD__COUNT ? NULL : types[op];
}

/* Binds a part of a pattern; a part that occurs twice must be equal. */
static bool bind(const tunip_node **bound, const tunip_node *expr)
{
    if (*bound) return tir_same_expr(*bound, expr);
    *bound = expr;
    return true;
}

/* Matches a pattern, and moves *pattern to its end. */
static bool matches(match *m, const char **pattern, const tunip_node *expr)
{
    char letter = *(*pattern)++;
    const tunip_type *type = type_of(letter, m->swaps);
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, expr);
    if (type) {
        const tunip_tir_binary *both = (const tunip_tir_binary *)expr;
        return tunip_is(expr, type) && matches(m, pattern, both->a) && matches(m, pattern, both->b);
    }
    if (strchr("OIJ", letter)) return imm && imm->value == strchr("OIJ", letter) - "OIJ";
    if (letter >= '1' && letter <= '3') return imm && bind(&m->numbers[letter - '1'], expr);
    return bind(&m->exprs[letter == 'w' ? EXPRS - 1 : letter - 'x'], expr);
}

static const tunip_node *build(const match *m, const char **result)
{
    static const char constants[] = "OIJ";
    tunip_scratch *scratch = m->r->scratch;
    char letter = *(*result)++;
    if (type_of(letter, m->swaps)) {
        const tunip_node *a = build(m, result), *b = build(m, result);
        if (!a || !b) return NULL;
        return letter == '<' ? tir_less(scratch, a, b)
                             : tir_folded(scratch, op_of(letter, m->swaps), a, b);
    }
    const char *constant = strchr(constants, letter);
    if (constant) return tir_new_int(scratch, m->dtype, constant - constants);
    if (letter >= '1' && letter <= '3') return m->numbers[letter - '1'];
    return m->exprs[letter == 'w' ? EXPRS - 1 : letter - 'x'];
}

/* The result of a rule; NULL if it does not apply. */
static const tunip_node *apply(rewriter *r, const rule *row, bool swaps, const tunip_node *expr)
{
    match m = {.r = r, .swaps = swaps};
    const char *pattern = row->pattern, *result = row->result;
    m.dtype = tunip_ir_dtype_of(((const tunip_tir_binary *)expr)->a);
    if (!matches(&m, &pattern, expr) || !row->holds(&m)) return NULL;
    const tunip_node *made = build(&m, &result);
    if (!made) r->gives_up = true;
    if (!made || !row->again || r->again >= MOST_AGAIN) return made;
    r->again++;
    made = visit(r, made);
    r->again--;
    return made;
}

/* Applies the first rule that fits. */
static const tunip_node *apply_first(rewriter *r, const tunip_node *expr)
{
    for (size_t i = 0; i < TUNIP_LEN(rules); i++) {
        bool can_swap = strpbrk(rules[i].pattern, "lh") != NULL;
        for (int swaps = 0; swaps <= can_swap; swaps++) {
            if (!tunip_is(expr, type_of(*rules[i].pattern, swaps))) continue;
            const tunip_node *made = apply(r, &rules[i], swaps, expr);
            if (made) return made;
        }
    }
    return expr;
}

/* ---- the walk ---- */

static const tunip_node *visit_choice(rewriter *r, const tunip_node *expr)
{
    const tunip_tir_binary *both = (const tunip_tir_binary *)expr;
    bounds a = bounds_of(r, both->a, 0), b = bounds_of(r, both->b, 0);
    bool is_min = tunip_is(expr, &tunip_tir_min_type);
    if (tir_same_expr(both->a, both->b)) return both->a;
    if (a.max <= b.min) return is_min ? both->a : both->b;
    if (b.max <= a.min) return is_min ? both->b : both->a;
    return apply_first(r, expr);
}

static const tunip_node *visit_binary(rewriter *r, const tunip_node *expr, tir_fold op)
{
    const tunip_tir_binary *both = (const tunip_tir_binary *)expr;
    const tunip_node *a = visit(r, both->a), *b = visit(r, both->b);
    const tunip_node *made = a && b ? tir_folded(r->scratch, op, a, b) : NULL;
    if (!made || operator_of(made) != op) return made;
    return is_choice(made) ? visit_choice(r, made) : apply_first(r, made);
}

/* a < b: the bounds of a - b may decide it. */
static const tunip_node *visit_less(rewriter *r, const tunip_tir_binary *expr)
{
    const tunip_node *a = visit(r, expr->a), *b = visit(r, expr->b);
    if (!a || !b) return NULL;
    const tunip_node *rest = visit(r, tir_folded(r->scratch, TIR_FOLD_SUB, a, b));
    bounds difference = bounds_of(r, rest, 0);
    if (difference.max < 0 || difference.min >= 0)
        return tir_new_int(r->scratch, bool_dtype, difference.max < 0);
    const tunip_node *made = tir_less(r->scratch, a, b);
    r->gives_up |= is_choice(a) || is_choice(b); /* TVM compares each of their operands */
    return tunip_is(made, &tunip_tir_lt_type) ? apply_first(r, made) : made;
}

/* Notes a condition as n < 4 for what it decides. */
static void limit(rewriter *r, const tunip_node *condition)
{
    const tunip_tir_lt *less = TUNIP_AS(tunip_tir_lt, condition);
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, less ? less->b : NULL);
    if (!imm || is_open(imm->value) || !tunip_is_a(less->a, &tunip_tir_var_type)) return;
    r->limited = less->a;
    r->limit = imm->value;
}

/* T.if_then_else(condition, a, b) */
static const tunip_node *visit_call(rewriter *r, const tunip_tir_call *call)
{
    enum { ARGUMENTS = 3 };
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    bool chooses = op && tunip_str_is(tunip_string_value(op->name), "tir.if_then_else");
    const tunip_node *args[ARGUMENTS];
    if (!chooses || tunip_array_count(call->args) != ARGUMENTS) {
        r->gives_up = true;
        return (const tunip_node *)call;
    }
    rewriter outer = *r;
    for (size_t i = 0; i < ARGUMENTS; i++) {
        args[i] = visit(r, call->args->items[i]);
        r->limited = outer.limited;
        r->limit = outer.limit;
        if (i == 0) limit(r, args[0]);
    }
    return tir_choice(r->scratch, call->op, args[0], args[1], args[2]);
}

static bool divides_by_0(const tunip_node *expr)
{
    bool is_division =
        tunip_is(expr, &tunip_tir_floor_div_type) || tunip_is(expr, &tunip_tir_floor_mod_type);
    return is_division && tunip_ir_is_int(((const tunip_tir_binary *)expr)->b, 0);
}

static const tunip_node *visit_part(void *user, const tunip_node *expr)
{
    return visit(user, expr);
}

static bool is_below(void *user, const tunip_node *expr, int64_t limit)
{
    bounds b = bounds_of(user, expr, 0);
    return b.min >= 0 && b.max < limit;
}

static const tunip_node *visit(rewriter *r, const tunip_node *expr)
{
    tir_fold op = operator_of(expr);
    const tunip_node *made = expr;
    if (!expr || r->gives_up || tunip_is(expr, &tunip_ir_int_imm_type) ||
        tunip_is_a(expr, &tunip_tir_var_type))
        return expr;
    bool rounds_down = op != TIR_FOLD_DIV && op != TIR_FOLD_MOD;
    if (r->depth >= MOST_NESTED || r->visits++ >= MOST_VISITS || !rounds_down ||
        divides_by_0(expr)) {
        r->gives_up = true;
        return expr;
    }
    r->depth++;
    if (op <= TIR_FOLD_FLOOR_MOD && r->writes_sums)
        made = tir_write_sum(r->scratch, expr, (tir_parts){visit_part, is_below, r});
    else if (op < TIR_FOLD__COUNT)
        made = visit_binary(r, expr, op);
    else if (tunip_is(expr, &tunip_tir_lt_type))
        made = visit_less(r, (const tunip_tir_binary *)expr);
    else if (tunip_is(expr, &tunip_tir_call_type))
        made = visit_call(r, (const tunip_tir_call *)expr);
    else
        r->gives_up = true;
    r->depth--;
    return made;
}

/* Takes the number of nodes from *left; false if there are more. */
static bool count_nodes(const tunip_node *expr, size_t *left)
{
    const tunip_tir_call *call = TUNIP_AS(tunip_tir_call, expr);
    if (!*left) return false;
    --*left;
    for (size_t i = 0; call && i < tunip_array_count(call->args); i++)
        if (!count_nodes(call->args->items[i], left)) return false;
    if (operator_of(expr) == TIR_FOLD__COUNT && !tunip_is(expr, &tunip_tir_lt_type)) return true;
    const tunip_tir_binary *both = (const tunip_tir_binary *)expr;
    return count_nodes(both->a, left) && count_nodes(both->b, left);
}

const tunip_node *tir_simplify_size(tunip_scratch *scratch, const tunip_node *expr, bool of_sizes)
{
    static const bool writes_sums[] = {true, false, false, true};
    rewriter r = {.scratch = scratch, .of_sizes = of_sizes};
    size_t left = MOST_NODES;
    if (!count_nodes(expr, &left)) return NULL;
    for (size_t i = 0; i < TUNIP_LEN(writes_sums); i++) {
        r.writes_sums = writes_sums[i];
        expr = visit(&r, expr);
    }
    return r.gives_up ? NULL : expr;
}
