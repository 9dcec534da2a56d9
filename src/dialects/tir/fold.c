/* fold.c -- matches dtypes and folds constants as TVM's operators do. Scalable vectors are not
 * broadcast, because ranges have none. */
#include "fold.h"

static bool is_value(tir_imm x, int value)
{
    return (x.is_int && x.integer == value) || (x.is_float && x.real == value);
}

static bool has_float_folding(tunip_dtype dtype)
{
    return dtype.bits == 32 || dtype.bits == 64;
}

/* ---- conditions of folding ---- */

enum {
    FOLD_PAIR = 1,       /* two immediates; floats only of 32 and 64 bits */
    FOLD_ANY_FLOATS = 2, /* also floats of any width */
    FOLD_EITHER = 4,     /* one integer immediate is enough */
    FOLD_LEFT_0 = 8,     /* 0 on the left; the following ones likewise */
    FOLD_LEFT_1 = 16,
    FOLD_RIGHT_0 = 32, /* folds, or is division by zero, which TVM rejects */
    FOLD_RIGHT_1 = 64,
    FOLD_ONLY_INDEX = 128, /* folds scalar signed integers of 32 and 64 bits only */
    FOLD_VSCALE = 256,     /* two calls of vscale */
    NEED_INTEGERS = 512,   /* TVM rejects other operands */
    NEED_BOOLS = 1024,
    FOLD_COMPARISON = FOLD_PAIR | FOLD_ANY_FLOATS,
    FOLD_DIVISION = FOLD_PAIR | FOLD_LEFT_0 | FOLD_RIGHT_0 | FOLD_RIGHT_1
};

static const uint16_t traits[TUNIP_OP__COUNT] = {
    [TUNIP_OP_ADD] = FOLD_PAIR | FOLD_LEFT_0 | FOLD_RIGHT_0,
    [TUNIP_OP_SUB] = FOLD_PAIR | FOLD_RIGHT_0,
    [TUNIP_OP_MUL] = FOLD_PAIR | FOLD_LEFT_0 | FOLD_LEFT_1 | FOLD_RIGHT_0 | FOLD_RIGHT_1,
    [TUNIP_OP_DIV] = FOLD_DIVISION,
    [TUNIP_OP_FLOOR_DIV] = FOLD_DIVISION | NEED_INTEGERS,
    [TUNIP_OP_MOD] = FOLD_DIVISION | FOLD_ONLY_INDEX | NEED_INTEGERS,
    [TUNIP_OP_LT] = FOLD_COMPARISON,
    [TUNIP_OP_LE] = FOLD_COMPARISON,
    [TUNIP_OP_EQ] = FOLD_COMPARISON | FOLD_VSCALE,
    [TUNIP_OP_NE] = FOLD_COMPARISON,
    [TUNIP_OP_GT] = FOLD_COMPARISON,
    [TUNIP_OP_GE] = FOLD_COMPARISON,
    [TUNIP_OP_AND] = FOLD_EITHER | NEED_BOOLS,
    [TUNIP_OP_OR] = FOLD_EITHER | NEED_BOOLS,
};

static bool is_vscale(const tunip_node *node)
{
    const tunip_tir_call *call = TUNIP_AS(tunip_tir_call, node);
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call ? call->op : NULL);
    return op && tunip_str_is(tunip_string_value(op->name), "tir.vscale");
}

bool tir_is_index(tunip_dtype dtype)
{
    return dtype.code == TUNIP_DTYPE_INT && dtype.lanes == 1 && has_float_folding(dtype);
}

static bool folds_pair(unsigned flags, tir_imm x, tir_imm y, tunip_dtype dtype)
{
    if (x.is_int && y.is_int) return flags & FOLD_PAIR;
    if (!x.is_float || !y.is_float || !(flags & FOLD_PAIR)) return false;
    return (flags & FOLD_ANY_FLOATS) || has_float_folding(dtype);
}

/* The conditions that an operand fulfils. `zero` and `one` are those of a 0 and of a 1 on its side,
 * and FOLD_PAIR is that of an immediate. */
static unsigned conditions_of(const tunip_node *node, unsigned zero, unsigned one)
{
    tir_imm x = tir_imm_of(node);
    if (!x.is_int && !x.is_float) return 0;
    unsigned value = is_value(x, 0) ? zero : is_value(x, 1) ? one : 0;
    return FOLD_PAIR | (x.is_int ? FOLD_EITHER : 0) | value;
}

/* Whether an operator with these traits folds two operands of `dtype`. */
static bool folds(unsigned flags, tunip_dtype dtype, const tunip_node *a, const tunip_node *b)
{
    if ((flags & FOLD_ONLY_INDEX) && !tir_is_index(dtype)) return false;
    if ((flags & FOLD_VSCALE) && is_vscale(a) && is_vscale(b)) return true;
    unsigned left = conditions_of(a, FOLD_LEFT_0, FOLD_LEFT_1);
    unsigned right = conditions_of(b, FOLD_RIGHT_0, FOLD_RIGHT_1);
    if (left & right & FOLD_PAIR && folds_pair(flags, tir_imm_of(a), tir_imm_of(b), dtype))
        return true;
    return (left | right) & flags & ~(unsigned)FOLD_PAIR;
}

bool tir_is_kept(tunip_operator op, const tunip_node *a, const tunip_node *b)
{
    unsigned flags = traits[op];
    tunip_dtype dtype = tunip_ir_dtype_of(a);
    if (!a || !b || !tunip_dtype_equal(dtype, tunip_ir_dtype_of(b))) return false;
    if ((flags & NEED_INTEGERS) && !tir_is_integer(dtype)) return false;
    if ((flags & NEED_BOOLS) && dtype.code != TUNIP_DTYPE_BOOL) return false;
    return !folds(flags, dtype, a, b);
}

bool tir_are_numbers(const tunip_node *a, const tunip_node *b)
{
    return folds_pair(FOLD_PAIR | FOLD_ANY_FLOATS, tir_imm_of(a), tir_imm_of(b),
                      tunip_ir_dtype_of(a));
}

/* ---- matching dtypes ---- */

enum { NO_MATCH = -1, LAST_CODE = TUNIP_DTYPE_FLOAT4_E2M1FN };

/* TVM casts the operand of the lower rank. */
static const int8_t ranks[LAST_CODE + 1] = {
    [TUNIP_DTYPE_HANDLE] = NO_MATCH,
    [TUNIP_DTYPE_COMPLEX] = NO_MATCH,
    [TUNIP_DTYPE_BOOL] = 0,
    [TUNIP_DTYPE_INT] = 1,
    [TUNIP_DTYPE_UINT] = 1,
    [TUNIP_DTYPE_FLOAT4_E2M1FN] = 2,
    [TUNIP_DTYPE_FLOAT6_E2M3FN] = 3,
    [TUNIP_DTYPE_FLOAT6_E3M2FN] = 3,
    [TUNIP_DTYPE_FLOAT8_E3M4] = 4,
    [TUNIP_DTYPE_FLOAT8_E4M3] = 4,
    [TUNIP_DTYPE_FLOAT8_E4M3B11FNUZ] = 4,
    [TUNIP_DTYPE_FLOAT8_E4M3FN] = 4,
    [TUNIP_DTYPE_FLOAT8_E4M3FNUZ] = 4,
    [TUNIP_DTYPE_FLOAT8_E5M2] = 4,
    [TUNIP_DTYPE_FLOAT8_E5M2FNUZ] = 4,
    [TUNIP_DTYPE_FLOAT8_E8M0FNU] = 4,
    [TUNIP_DTYPE_BFLOAT] = 5,
    [TUNIP_DTYPE_FLOAT] = 6,
};

static int rank_of(tunip_dtype dtype)
{
    return dtype.code <= LAST_CODE ? ranks[dtype.code] : NO_MATCH;
}

static bool is_vector(tunip_dtype dtype)
{
    return dtype.lanes > 1 || dtype.lanes < -1;
}

typedef struct operands {
    const tunip_node *a;
    const tunip_node *b;
} operands;

static bool match_lanes(tunip_scratch *scratch, operands *pair)
{
    tunip_dtype a = tunip_ir_dtype_of(pair->a), b = tunip_ir_dtype_of(pair->b);
    if (a.lanes == b.lanes) return true;
    if (is_vector(a) == is_vector(b)) return false;
    if (is_vector(b))
        pair->a = tir_new_broadcast(scratch, pair->a, b.lanes);
    else
        pair->b = tir_new_broadcast(scratch, pair->b, a.lanes);
    return pair->a && pair->b;
}

/* Whether the operand of dtype `a` is cast to `b`. */
static bool gives_way(tunip_dtype a, tunip_dtype b)
{
    if (rank_of(a) != rank_of(b)) return rank_of(a) < rank_of(b);
    if (a.bits != b.bits || a.code == b.code) return a.bits < b.bits;
    return b.code == TUNIP_DTYPE_UINT;
}

/* TVM's BinaryOpMatchTypes; false where it rejects the operands. */
static bool match_dtypes(tunip_scratch *scratch, operands *pair)
{
    if (!pair->a || !pair->b) return false;
    if (tunip_dtype_equal(tunip_ir_dtype_of(pair->a), tunip_ir_dtype_of(pair->b))) return true;
    if (!match_lanes(scratch, pair)) return false;
    tunip_dtype a = tunip_ir_dtype_of(pair->a), b = tunip_ir_dtype_of(pair->b);
    if (tunip_dtype_equal(a, b)) return true;
    if (rank_of(a) == NO_MATCH || rank_of(b) == NO_MATCH) return false;
    if (rank_of(a) == rank_of(b) && a.code != b.code && !tir_is_integer(a)) return false;
    if (gives_way(a, b))
        pair->a = tir_cast_folded(scratch, b, pair->a);
    else
        pair->b = tir_cast_folded(scratch, a, pair->b);
    return pair->a && pair->b;
}

bool tir_match(tunip_scratch *scratch, const tunip_node **a, const tunip_node **b)
{
    operands pair = {*a, *b};
    if (!match_dtypes(scratch, &pair)) return false;
    *a = pair.a;
    *b = pair.b;
    return true;
}

/* ---- folding ---- */

/* The low bits of a result, as a value of the dtype (TVM's GetFoldResultInt64Repr). */
static int64_t wrap(uint64_t value, tunip_dtype dtype)
{
    unsigned bits = dtype.bits;
    if (bits == 0 || bits >= 64) return (int64_t)value;
    value &= (UINT64_C(1) << bits) - 1;
    uint64_t sign = UINT64_C(1) << (bits - 1);
    return (int64_t)(dtype.code == TUNIP_DTYPE_INT ? (value ^ sign) - sign : value);
}

/* The quotient and the remainder of two integers, rounded towards 0 or down. */
static int64_t divide(int64_t a, int64_t b, bool down)
{
    if (b == -1) return (int64_t)(0 - (uint64_t)a);
    return a / b - (down && a % b != 0 && (a < 0) != (b < 0));
}

static int64_t fold_ints(tir_fold op, int64_t a, int64_t b)
{
    switch (op) {
    case TIR_FOLD_ADD:
        return (int64_t)((uint64_t)a + (uint64_t)b);
    case TIR_FOLD_SUB:
        return (int64_t)((uint64_t)a - (uint64_t)b);
    case TIR_FOLD_MUL:
        return (int64_t)((uint64_t)a * (uint64_t)b);
    case TIR_FOLD_DIV:
        return divide(a, b, false);
    case TIR_FOLD_MOD:
        return (int64_t)((uint64_t)a - (uint64_t)divide(a, b, false) * (uint64_t)b);
    case TIR_FOLD_FLOOR_DIV:
        return divide(a, b, true);
    case TIR_FOLD_FLOOR_MOD:
        return (int64_t)((uint64_t)a - (uint64_t)divide(a, b, true) * (uint64_t)b);
    case TIR_FOLD_MIN:
        return a < b ? a : b;
    case TIR_FOLD_MAX:
        return a < b ? b : a;
    case TIR_FOLD__COUNT:
        break;
    }
    return 0;
}

static double fold_reals(tir_fold op, double a, double b)
{
    switch (op) {
    case TIR_FOLD_ADD:
        return a + b;
    case TIR_FOLD_SUB:
        return a - b;
    case TIR_FOLD_MUL:
        return a * b;
    case TIR_FOLD_DIV:
        return a / b;
    case TIR_FOLD_MIN: /* std::min and std::max give back the left one of 0 and -0, and NaN there */
        return b < a ? b : a;
    case TIR_FOLD_MAX:
        return a < b ? b : a;
    default:
        return 0;
    }
}

typedef struct fold_row {
    const tunip_type *type;
    unsigned flags; /* FOLD_...: of the neutral elements only those that give an operand back */
    bool has_reals;
    bool divides;
    bool chooses; /* gives one operand back, of any dtype and unrounded */
} fold_row;

/* By tir_fold. */
static const fold_row fold_rows[TIR_FOLD__COUNT] = {
    [TIR_FOLD_ADD] = {&tunip_tir_add_type, FOLD_LEFT_0 | FOLD_RIGHT_0, true, false, false},
    [TIR_FOLD_SUB] = {&tunip_tir_sub_type, FOLD_RIGHT_0, true, false, false},
    [TIR_FOLD_MUL] = {&tunip_tir_mul_type, FOLD_LEFT_0 | FOLD_LEFT_1 | FOLD_RIGHT_0 | FOLD_RIGHT_1,
                      true, false, false},
    [TIR_FOLD_DIV] = {&tunip_tir_div_type, FOLD_LEFT_0 | FOLD_RIGHT_1, true, true, false},
    [TIR_FOLD_MOD] = {&tunip_tir_mod_type, FOLD_LEFT_0 | FOLD_RIGHT_1 | FOLD_ONLY_INDEX, false,
                      true, false},
    [TIR_FOLD_FLOOR_DIV] = {&tunip_tir_floor_div_type, FOLD_LEFT_0 | FOLD_RIGHT_1, false, true,
                            false},
    [TIR_FOLD_FLOOR_MOD] = {&tunip_tir_floor_mod_type, FOLD_LEFT_0 | FOLD_RIGHT_1 | FOLD_ONLY_INDEX,
                            false, true, false},
    [TIR_FOLD_MIN] = {&tunip_tir_min_type, 0, true, false, true},
    [TIR_FOLD_MAX] = {&tunip_tir_max_type, 0, true, false, true},
};

tir_fold tir_fold_of(const tunip_type *type)
{
    size_t op = 0;
    while (op < TIR_FOLD__COUNT && fold_rows[op].type != type) op++;
    return (tir_fold)op;
}

bool tir_divides_by_zero(tir_fold op, const tunip_node *a, const tunip_node *b)
{
    if (op == TIR_FOLD__COUNT || !fold_rows[op].divides) return false;
    bool looks = !(fold_rows[op].flags & FOLD_ONLY_INDEX) || tir_is_index(tunip_ir_dtype_of(a));
    return looks && is_value(tir_imm_of(b), 0);
}

/* Two integers. A result that TVM rejects, or for which TVM crashes, does not fit. */
static const tunip_node *fold_two_ints(tunip_scratch *scratch, tir_fold op, int64_t a, int64_t b,
                                       tunip_dtype dtype)
{
    const double end = 9223372036854775808.0; /* 2^63 */
    const fold_row *row = &fold_rows[op];
    if (row->divides && !b) return NULL;
    if (row->divides && a == INT64_MIN && b == -1) return tir_new_real(scratch, dtype, end);
    bool is_below = op == TIR_FOLD_SUB && dtype.code == TUNIP_DTYPE_UINT && !a && b > 0;
    int64_t value = is_below ? -b : wrap((uint64_t)fold_ints(op, a, b), dtype);
    return tir_new_int(scratch, dtype, value);
}

/* Two immediates; NULL if they do not fold. */
static const tunip_node *fold_imms(tunip_scratch *scratch, tir_fold op, tir_imm x, tir_imm y,
                                   tunip_dtype dtype)
{
    const fold_row *row = &fold_rows[op];
    unsigned flags = FOLD_PAIR | (row->chooses ? FOLD_ANY_FLOATS : 0);
    if (x.is_int && y.is_int) return fold_two_ints(scratch, op, x.integer, y.integer, dtype);
    if (!row->has_reals || !folds_pair(flags, x, y, dtype)) return NULL;
    if (row->divides && y.real == 0) return NULL;
    bool is_single = dtype.bits == 32 && !row->chooses;
    double real = is_single ? (double)(float)fold_reals(op, (float)x.real, (float)y.real)
                            : fold_reals(op, x.real, y.real);
    return tir_new_real(scratch, dtype, real);
}

/* A neutral element on one side. */
static const tunip_node *fold_neutral(tunip_scratch *scratch, tir_fold op, operands pair)
{
    unsigned flags = fold_rows[op].flags;
    tir_imm x = tir_imm_of(pair.a), y = tir_imm_of(pair.b);
    bool is_product = op == TIR_FOLD_MUL;
    bool is_remainder = op == TIR_FOLD_MOD || op == TIR_FOLD_FLOOR_MOD;
    if ((flags & FOLD_LEFT_0) && is_value(x, 0)) return op == TIR_FOLD_ADD ? pair.b : pair.a;
    if ((flags & FOLD_LEFT_1) && is_value(x, 1)) return pair.b;
    if ((flags & FOLD_RIGHT_0) && is_value(y, 0)) return is_product ? pair.b : pair.a;
    if (!(flags & FOLD_RIGHT_1) || !is_value(y, 1)) return NULL;
    return is_remainder ? tir_new_int(scratch, tunip_ir_dtype_of(pair.a), 0) : pair.a;
}

const tunip_node *tir_folded(tunip_scratch *scratch, tir_fold op, const tunip_node *a,
                             const tunip_node *b)
{
    operands pair = {a, b};
    const fold_row *row = &fold_rows[op];
    if (!match_dtypes(scratch, &pair)) return tir_new_binary(scratch, row->type, a, b);
    if (pair.a != a && !tir_fits(pair.a)) return pair.a;
    if (pair.b != b && !tir_fits(pair.b)) return pair.b;
    tunip_dtype dtype = tunip_ir_dtype_of(pair.a);
    const tunip_node *made = NULL;
    if (!(row->flags & FOLD_ONLY_INDEX) || tir_is_index(dtype)) {
        made = fold_imms(scratch, op, tir_imm_of(pair.a), tir_imm_of(pair.b), dtype);
        if (!made) made = fold_neutral(scratch, op, pair);
    }
    if (!made && row->chooses && pair.a == pair.b) return pair.a;
    return made ? made : tir_new_binary(scratch, row->type, pair.a, pair.b);
}

/* Comparisons as the results of compare(), which gives 1, 2 or 4 for less, equal and greater, and 0
 * with a NaN. */
enum { IS_LESS = 1, IS_EQUAL = 2, IS_GREATER = 4 };

static const struct {
    const tunip_type *type;
    unsigned holds;
    bool is_negated;
} comparisons[] = {
    {&tunip_tir_lt_type, IS_LESS, false},    {&tunip_tir_le_type, IS_LESS | IS_EQUAL, false},
    {&tunip_tir_gt_type, IS_GREATER, false}, {&tunip_tir_ge_type, IS_GREATER | IS_EQUAL, false},
    {&tunip_tir_eq_type, IS_EQUAL, false},   {&tunip_tir_ne_type, IS_EQUAL, true},
};

static unsigned compare(tir_imm x, tir_imm y)
{
    bool is_less = x.is_int ? x.integer < y.integer : x.real < y.real;
    bool is_greater = x.is_int ? x.integer > y.integer : x.real > y.real;
    bool is_equal = x.is_int ? x.integer == y.integer : x.real == y.real;
    return (is_less ? IS_LESS : 0) | (is_equal ? IS_EQUAL : 0) | (is_greater ? IS_GREATER : 0);
}

const tunip_node *tir_compared(tunip_scratch *scratch, const tunip_type *type, const tunip_node *a,
                               const tunip_node *b)
{
    static const tunip_dtype boolean = {TUNIP_DTYPE_BOOL, 8, 1};
    tir_imm x = tir_imm_of(a), y = tir_imm_of(b);
    if (type == &tunip_tir_eq_type && is_vscale(a) && is_vscale(b))
        return tir_new_int(scratch, boolean, 1);
    if (!folds_pair(FOLD_COMPARISON, x, y, tunip_ir_dtype_of(a))) return NULL;
    for (size_t i = 0; i < TUNIP_LEN(comparisons); i++)
        if (comparisons[i].type == type) {
            bool holds = compare(x, y) & comparisons[i].holds;
            return tir_new_int(scratch, boolean, holds != comparisons[i].is_negated);
        }
    return NULL;
}

/* ---- operators on bits ---- */

const tunip_node *tir_bits_folded(tunip_scratch *scratch, tunip_operator op, const tunip_node *a,
                                  const tunip_node *b)
{
    tunip_dtype dtype = tunip_ir_dtype_of(a);
    tir_imm x = tir_imm_of(a), y = tir_imm_of(b);
    int64_t value;
    if (!tir_is_index(dtype) || !y.is_int) return NULL;
    bool shifts = op == TUNIP_OP_SHIFT_LEFT || op == TUNIP_OP_SHIFT_RIGHT;
    if (shifts && (y.integer < 0 || y.integer >= dtype.bits)) return NULL;
    if (shifts && !x.is_int) return y.integer ? NULL : a;
    if (!x.is_int) return NULL;
    switch (op) {
    case TUNIP_OP_SHIFT_LEFT:
        value = (int64_t)((uint64_t)x.integer << y.integer);
        break;
    case TUNIP_OP_SHIFT_RIGHT:
        value = x.integer < 0 ? ~(~x.integer >> y.integer) : x.integer >> y.integer;
        break;
    case TUNIP_OP_BIT_AND:
        value = x.integer & y.integer;
        break;
    case TUNIP_OP_BIT_OR:
        value = x.integer | y.integer;
        break;
    case TUNIP_OP_BIT_XOR:
        value = x.integer ^ y.integer;
        break;
    default:
        return NULL;
    }
    return tir_new_int(scratch, dtype, value);
}

/* ---- for the printer ---- */

bool tir_is_division(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b)
{
    operands pair = {a, b};
    if (tir_is_integer(tunip_ir_dtype_of(a)) && tir_is_integer(tunip_ir_dtype_of(b))) return false;
    return match_dtypes(scratch, &pair) && tir_is_kept(TUNIP_OP_DIV, pair.a, pair.b);
}

const tunip_node *tunip_tir_add_folded(tunip_scratch *scratch, const tunip_node *a,
                                       const tunip_node *b)
{
    return tir_folded(scratch, TIR_FOLD_ADD, a, b);
}

const tunip_node *tunip_tir_sub_folded(tunip_scratch *scratch, const tunip_node *a,
                                       const tunip_node *b)
{
    return tir_folded(scratch, TIR_FOLD_SUB, a, b);
}

const tunip_node *tunip_tir_mul_folded(tunip_scratch *scratch, const tunip_node *a,
                                       const tunip_node *b)
{
    return tir_folded(scratch, TIR_FOLD_MUL, a, b);
}
