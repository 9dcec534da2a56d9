/* constant.c -- makes constants, and casts them as TVM does. */
#include "fold.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

tir_imm tir_imm_of(const tunip_node *node)
{
    const tunip_ir_int_imm *integer = TUNIP_AS(tunip_ir_int_imm, node);
    if (integer) return (tir_imm){.is_int = true, .integer = integer->value};
    const tunip_ir_float_imm *real = TUNIP_AS(tunip_ir_float_imm, node);
    if (real) return (tir_imm){.is_float = true, .real = real->value};
    return (tir_imm){.is_int = false};
}

bool tir_is_integer(tunip_dtype dtype)
{
    return dtype.code == TUNIP_DTYPE_INT || dtype.code == TUNIP_DTYPE_UINT;
}

static bool holds_integers(tunip_dtype dtype)
{
    return tir_is_integer(dtype) || dtype.code == TUNIP_DTYPE_BOOL;
}

static bool is_vector(tunip_dtype dtype)
{
    return dtype.lanes > 1 || dtype.lanes < -1;
}

static tunip_dtype with_lanes(tunip_dtype dtype, int lanes)
{
    return tunip_dtype_make(dtype.code, dtype.bits, lanes);
}

/* ---- values of dtypes ---- */

/* TVM's limits of floats. A constant is between -bound or 0 and bound, or infinite, or NaN. `most`
 * is the result of max_value(); for bfloat16 TVM's two limits differ. */
static const struct real_row {
    uint8_t code, bits;
    bool is_unsigned;
    double bound;
    double most;
} reals[] = {
    {TUNIP_DTYPE_FLOAT, 64, false, (double)INFINITY, DBL_MAX},
    {TUNIP_DTYPE_FLOAT, 32, false, (double)FLT_MAX, (double)FLT_MAX},
    {TUNIP_DTYPE_FLOAT, 16, false, 65504, 65504},
    {TUNIP_DTYPE_BFLOAT, 16, false, 3.895313892515354759047080037148786688e38, (double)FLT_MAX},
    {TUNIP_DTYPE_FLOAT8_E3M4, 8, false, 31, 31},
    {TUNIP_DTYPE_FLOAT8_E4M3, 8, false, 448, 448},
    {TUNIP_DTYPE_FLOAT8_E4M3B11FNUZ, 8, true, 30, 30},
    {TUNIP_DTYPE_FLOAT8_E4M3FN, 8, false, 448, 448},
    {TUNIP_DTYPE_FLOAT8_E4M3FNUZ, 8, true, 448, 448},
    {TUNIP_DTYPE_FLOAT8_E5M2, 8, false, 57344, 57344},
    {TUNIP_DTYPE_FLOAT8_E5M2FNUZ, 8, true, 57344, 57344},
    {TUNIP_DTYPE_FLOAT8_E8M0FNU, 8, true, 3.4028236692093846e38, 3.4028236692093846e38},
    {TUNIP_DTYPE_FLOAT6_E2M3FN, 6, false, 7.5, 7.5},
    {TUNIP_DTYPE_FLOAT6_E3M2FN, 6, false, 28, 28},
    {TUNIP_DTYPE_FLOAT4_E2M1FN, 4, false, 6, 6},
};

static const struct real_row *find_real(tunip_dtype dtype)
{
    for (size_t i = 0; i < TUNIP_LEN(reals); i++)
        if (reals[i].code == dtype.code && reals[i].bits == dtype.bits) return &reals[i];
    return NULL;
}

bool tir_real_limits(tunip_dtype dtype, double *least, double *most)
{
    const struct real_row *row = dtype.lanes == 1 ? find_real(dtype) : NULL;
    if (!row) return false;
    *most = row->most;
    *least = row->is_unsigned ? 0 : -row->most;
    return true;
}

static bool fits_int(tunip_dtype dtype, int64_t value)
{
    bool is_signed = dtype.code == TUNIP_DTYPE_INT;
    if (dtype.lanes != 1 || !holds_integers(dtype)) return false;
    if (dtype.code == TUNIP_DTYPE_BOOL || (is_signed && dtype.bits == 1))
        return value == 0 || value == 1;
    if (!is_signed && value < 0) return false;
    unsigned bits = dtype.bits - is_signed;
    return bits >= 63 || (value < INT64_C(1) << bits && value >= -(INT64_C(1) << bits));
}

static bool fits_real(tunip_dtype dtype, double value)
{
    const struct real_row *row = find_real(dtype);
    if (dtype.lanes != 1 || holds_integers(dtype) || dtype.code == TUNIP_DTYPE_HANDLE) return false;
    if (!row || isinf(value) || isnan(value)) return true;
    return value <= row->bound && value >= (row->is_unsigned ? 0 : -row->bound);
}

bool tir_fits(const tunip_node *node)
{
    const tunip_ir_int_imm *integer = TUNIP_AS(tunip_ir_int_imm, node);
    const tunip_ir_float_imm *real = TUNIP_AS(tunip_ir_float_imm, node);
    const tunip_tir_broadcast *broadcast = TUNIP_AS(tunip_tir_broadcast, node);
    const tunip_tir_ramp *ramp = TUNIP_AS(tunip_tir_ramp, node);
    if (integer) return fits_int(tunip_ir_dtype_of(node), integer->value);
    if (real) return fits_real(tunip_ir_dtype_of(node), real->value);
    if (broadcast) return tir_fits(broadcast->value);
    return !ramp || (tir_fits(ramp->start) && tir_fits(ramp->stride));
}

/* ---- making nodes ---- */

const tunip_node *tir_new_int(tunip_scratch *scratch, tunip_dtype dtype, int64_t value)
{
    tunip_ir_int_imm *node = tunip_ir_temporary(scratch, &tunip_ir_int_imm_type);
    if (!node) return NULL;
    node->base.dtype = dtype;
    node->value = value;
    return (const tunip_node *)node;
}

const tunip_node *tir_new_real(tunip_scratch *scratch, tunip_dtype dtype, double value)
{
    tunip_ir_float_imm *node = tunip_ir_temporary(scratch, &tunip_ir_float_imm_type);
    if (!node) return NULL;
    node->base.dtype = dtype;
    node->value = isnan(value) ? (double)NAN : value; /* machines differ in its sign */
    return (const tunip_node *)node;
}

/* The fields of nodes point to nodes that may be changed. This file changes none of them. */
static tunip_node *borrow(const tunip_node *node)
{
    return (tunip_node *)(uintptr_t)node;
}

const tunip_node *tir_new_binary(tunip_scratch *scratch, const tunip_type *type,
                                 const tunip_node *a, const tunip_node *b)
{
    tunip_tir_binary *node = tunip_ir_temporary(scratch, type);
    if (!node) return NULL;
    node->base.dtype = tunip_ir_dtype_of(a);
    node->a = borrow(a);
    node->b = borrow(b);
    return (const tunip_node *)node;
}

static const tunip_node *new_cast(tunip_scratch *scratch, tunip_dtype dtype,
                                  const tunip_node *value)
{
    tunip_tir_cast *node = tunip_ir_temporary(scratch, &tunip_tir_cast_type);
    if (!node) return NULL;
    node->base.dtype = dtype;
    node->value = borrow(value);
    return (const tunip_node *)node;
}

/* A call without arguments, or with two. */
static const tunip_node *new_call(tunip_scratch *scratch, tunip_dtype dtype, const char *op_name,
                                  const tunip_node *a, const tunip_node *b)
{
    enum { MOST_ARGS = 2 };
    tunip_tir_call *call = tunip_ir_temporary(scratch, &tunip_tir_call_type);
    tunip_array *args = tunip_ir_temporary(scratch, &tunip_array_type);
    tunip_ir_op *op = tunip_ir_temporary(scratch, &tunip_ir_op_type);
    tunip_string *name = tunip_ir_temporary(scratch, &tunip_string_type);
    tunip_node **items = tunip_scratch_alloc(scratch, MOST_ARGS * sizeof *items);
    if (!call || !args || !op || !name || !items) return NULL;
    name->value = tunip_str_from(op_name);
    op->name = name;
    items[0] = borrow(a);
    items[1] = borrow(b);
    args->items = items;
    args->count = a && b ? MOST_ARGS : 0;
    call->base.dtype = dtype;
    call->op = (tunip_node *)op;
    call->args = args;
    return (const tunip_node *)call;
}

/* The expression for the lanes of a dtype: 4, or T.vscale() * 4 of a scalable vector, whose number
 * of lanes is -4. */
static const tunip_node *new_lanes(tunip_scratch *scratch, int lanes)
{
    static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};
    if (lanes >= 0) return tir_new_int(scratch, int32, lanes);
    const tunip_node *vscale = new_call(scratch, int32, "tir.vscale", NULL, NULL);
    return vscale ? tir_new_binary(scratch, &tunip_tir_mul_type, vscale,
                                   tir_new_int(scratch, int32, -lanes))
                  : NULL;
}

const tunip_node *tir_new_broadcast(tunip_scratch *scratch, const tunip_node *value, int lanes)
{
    tunip_tir_broadcast *node = tunip_ir_temporary(scratch, &tunip_tir_broadcast_type);
    if (!node || !value) return NULL;
    node->base.dtype = with_lanes(tunip_ir_dtype_of(value), lanes);
    node->value = borrow(value);
    node->lanes = borrow(new_lanes(scratch, lanes));
    return (const tunip_node *)node;
}

/* ---- numbers of C in a dtype ---- */

const tunip_node *tir_new_large(tunip_scratch *scratch, tunip_dtype dtype, uint64_t value)
{
    static const tunip_dtype uint32 = {TUNIP_DTYPE_UINT, 32, 1};
    const tunip_node *low = tir_new_int(scratch, uint32, (int64_t)(value & UINT32_MAX));
    const tunip_node *high = tir_new_int(scratch, uint32, (int64_t)(value >> 32));
    return low && high ? new_call(scratch, dtype, "tir.large_uint_imm", low, high) : NULL;
}

/* A float as an integer. C does not define conversions that do not fit into 64 bits. TVM on x86-64
 * makes the least int64 of them, and 2^63 of NaN as an unsigned integer. For unsigned integers from
 * 2^64 on, compilers differ: TVM makes a constant or throws, and such a float does not fit here. A
 * float that does not fit keeps its value and gets the dtype, so that a message can show it. */
static const tunip_node *int_of_real(tunip_scratch *scratch, tunip_dtype dtype, double value)
{
    const double end = 9223372036854775808.0; /* 2^63 */
    bool is_unsigned = dtype.code == TUNIP_DTYPE_UINT;
    bool is_inside = value >= -end && value < end;
    if (is_unsigned && isnan(value)) return tir_new_large(scratch, dtype, UINT64_C(1) << 63);
    if (is_unsigned && value >= end && value < 2 * end)
        return tir_new_large(scratch, dtype, (uint64_t)value);
    int64_t integer = is_inside ? (int64_t)value : INT64_MIN;
    if (is_unsigned ? value < 0 || !is_inside : !fits_int(dtype, integer))
        return tir_new_real(scratch, dtype, value);
    return tir_new_int(scratch, dtype, integer);
}

const tunip_node *tir_new_const(tunip_scratch *scratch, tunip_dtype dtype, tir_imm value)
{
    tunip_dtype one = with_lanes(dtype, 1);
    const tunip_node *made =
        !value.is_int && holds_integers(dtype) ? int_of_real(scratch, one, value.real)
        : value.is_int && (holds_integers(dtype) || dtype.code == TUNIP_DTYPE_HANDLE)
            ? tir_new_int(scratch, one, value.integer)
            : tir_new_real(scratch, one, value.is_int ? (double)value.integer : value.real);
    return is_vector(dtype) ? tir_new_broadcast(scratch, made, dtype.lanes) : made;
}

/* ---- casts ---- */

static const tunip_node *cast_scalar(tunip_scratch *scratch, tunip_dtype dtype,
                                     const tunip_node *value)
{
    tir_imm x = tir_imm_of(value);
    if (tunip_dtype_equal(tunip_ir_dtype_of(value), dtype)) return value;
    if (x.is_int || x.is_float) return tir_new_const(scratch, dtype, x);
    return new_cast(scratch, dtype, value);
}

static const tunip_node *cast_ramp(tunip_scratch *scratch, tunip_dtype dtype,
                                   const tunip_tir_ramp *ramp)
{
    tunip_tir_ramp *node = tunip_ir_temporary(scratch, &tunip_tir_ramp_type);
    if (!node) return NULL;
    node->base.dtype = dtype;
    node->stride = borrow(cast_scalar(scratch, with_lanes(dtype, 1), ramp->stride));
    node->lanes = ramp->lanes;
    node->start = borrow(cast_scalar(scratch, with_lanes(dtype, 1), ramp->start));
    return (const tunip_node *)node;
}

const tunip_node *tir_cast_folded(tunip_scratch *scratch, tunip_dtype dtype,
                                  const tunip_node *value)
{
    tunip_dtype from = tunip_ir_dtype_of(value), one = with_lanes(dtype, 1);
    if (!value || tunip_dtype_equal(from, dtype)) return value;
    if (!is_vector(dtype)) return cast_scalar(scratch, dtype, value);
    if (!is_vector(from))
        return tir_new_broadcast(scratch, cast_scalar(scratch, one, value), dtype.lanes);
    const tunip_tir_broadcast *broadcast = TUNIP_AS(tunip_tir_broadcast, value);
    if (broadcast)
        return tir_new_broadcast(scratch, cast_scalar(scratch, one, broadcast->value), dtype.lanes);
    const tunip_tir_ramp *ramp = TUNIP_AS(tunip_tir_ramp, value);
    if (ramp && tir_is_integer(dtype)) return cast_ramp(scratch, dtype, ramp);
    return new_cast(scratch, dtype, value);
}

/* ---- for readers ---- */

/* The constant that does not fit. */
static const tunip_node *find_unfit(const tunip_node *value)
{
    const tunip_tir_broadcast *broadcast = TUNIP_AS(tunip_tir_broadcast, value);
    const tunip_tir_ramp *ramp = TUNIP_AS(tunip_tir_ramp, value);
    if (broadcast) return broadcast->value;
    if (ramp) return tir_fits(ramp->start) ? ramp->stride : ramp->start;
    return value;
}

bool tir_takes_constant(tunip_elaborator *e, const tunip_node *value, const tunip_doc *doc)
{
    if (!value || tir_fits(value)) return true;
    value = find_unfit(value);
    char name[TUNIP_DTYPE_NAME_SIZE], number[32];
    tir_imm imm = tir_imm_of(value);
    tunip_dtype dtype = tunip_ir_dtype_of(value);
    bool is_whole = fabs(imm.real) < 1e20 && imm.real == trunc(imm.real);
    bool is_cast = imm.is_float && (holds_integers(dtype));
    if (!tunip_elaborator_folds(e) && !is_cast) return true;
    tunip_dtype_name(dtype, name);
    if (imm.is_int)
        snprintf(number, sizeof number, "%lld", (long long)imm.integer);
    else
        snprintf(number, sizeof number,
                 is_whole          ? "%.0f"
                 : isnan(imm.real) ? "nan"
                                   : "%.12g",
                 imm.real);
    if (dtype.code == TUNIP_DTYPE_HANDLE)
        tunip_complain(e, doc, "a number cannot be cast to %s", name);
    else
        tunip_complain(e, doc, TUNIP_BREAKS_DTYPE "%s does not fit into %s", number, name);
    return false;
}
