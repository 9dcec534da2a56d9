/* interval.c -- the intervals of values that index expressions take (TVM src/arith/int_set.cc). The
 * bounds are made as TVM makes them, without more simplification, because they show in regions. */
#include "analysis.h"
#include "fold.h"

/* `i + i` takes the bounds of `i` twice, and they may have twice those of another loop. Beyond
 * MOST_VISITS nothing is known of an expression. */
enum { MOST_NESTED = 500, MOST_VISITS = 1 << 16 };

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

static const tunip_node *choose(tir_domains *d, const tunip_node *sign, const tunip_node *yes,
                                const tunip_node *no)
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
    return (tir_interval){choose(d, test, low, high), choose(d, test, high, low)};
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

static modular sum_of(modular a, modular b, bool subtracts)
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
    if (level >= MOST_NESTED || ++*visits > MOST_VISITS || (!is_sum && !is_product)) return unknown;
    modular a = modular_of(pair->a, level + 1, visits);
    modular b = modular_of(pair->b, level + 1, visits);
    modular made = is_product ? product_of(a, b) : sum_of(a, b, expr->type == &tunip_tir_sub_type);
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
    if (!expr || d->level >= MOST_NESTED || ++d->visits > MOST_VISITS) return everything;
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
