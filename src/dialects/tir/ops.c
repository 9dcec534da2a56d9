/* ops.c -- looks up how an operator prints, and which properties its text omits. */
#include "ops.h"

#include <tunip/ext/tir_rules.h>

/* Sorted by name. */
static const tir_op_style styles[] = {
#define X(name, script_name, place, makes, when)                                                   \
    {name, script_name, TIR_DTYPE_##place, TIR_MAKES_##makes, TIR_WHEN_##when},
#include "ops.def"
#undef X
};

const tir_op_style *tir_op_find(tunip_str name)
{
    return TUNIP_IR_FIND_ROW(name, styles);
}

bool tir_op_is_known(tunip_str name)
{
    static const char *const wordless[] = {
        "tir.TVMBackendAnyListMoveFromPackedReturn",
        "tir.TVMBackendAnyListSetPackedArg",
        "tir.cuda.__activemask",
        "tir.cuda.__shfl_down_sync",
        "tir.cuda.__shfl_sync",
        "tir.cuda.__shfl_up_sync",
        "tir.isfinite",
        "tir.isinf",
        "tir.metal.simd_shuffle",
        "tir.metal.simd_shuffle_down",
        "tir.metal.simd_shuffle_up",
    };
    return tir_op_find(name) || TUNIP_IR_FIND_ROW(name, wordless);
}

size_t tir_op_number(const tir_op_style *style)
{
    return (size_t)(style - styles);
}

/* Nearly all operators have the name of the script after "tir."; a few have "tir.tvm_" before
 * it. */
const tir_op_style *tir_op_find_script(tunip_str name)
{
    static const char *const heads[] = {"tir.", "tir.tvm_"};
    char text[96];
    for (size_t i = 0; i < TUNIP_LEN(heads); i++) {
        size_t head = strlen(heads[i]);
        if (head + name.size >= sizeof text) return NULL;
        memcpy(text, heads[i], head);
        memcpy(text + head, name.data, name.size);
        const tir_op_style *style = tir_op_find((tunip_str){text, head + name.size});
        if (style && (i == 0 || tunip_str_is(name, style->script_name))) return style;
    }
    return NULL;
}

/* ---- results of a script's functions (TVM python/tvm/tir/op.py, src/tir/op/op.cc) ---- */

static tunip_dtype arg_dtype(const tunip_tir_call *call, size_t index)
{
    bool has_it = index < tunip_array_count(call->args) && call->args->items[index];
    return has_it ? tunip_ir_dtype_of(call->args->items[index]) : (tunip_dtype){0};
}

static bool is_constant(const tunip_tir_call *call, size_t index)
{
    const tunip_node *arg = index < tunip_array_count(call->args) ? call->args->items[index] : NULL;
    return tunip_is(arg, &tunip_ir_int_imm_type) || tunip_is(arg, &tunip_ir_float_imm_type);
}

static bool are_same(const tunip_tir_call *call, size_t a, size_t b)
{
    return tunip_dtype_equal(arg_dtype(call, a), arg_dtype(call, b));
}

static bool when_always(const tunip_tir_call *call)
{
    (void)call;
    return true;
}

static bool when_never(const tunip_tir_call *call)
{
    (void)call;
    return false;
}

static bool when_float(const tunip_tir_call *call)
{
    tunip_dtype dtype = arg_dtype(call, 0);
    return dtype.code == TUNIP_DTYPE_FLOAT && dtype.bits >= 32 && !is_constant(call, 0);
}

static bool are_all(const tunip_tir_call *call, int code)
{
    for (size_t i = 0; i < tunip_array_count(call->args); i++)
        if (arg_dtype(call, i).code != code || !are_same(call, 0, i)) return false;
    return true;
}

static bool when_floats(const tunip_tir_call *call)
{
    return are_all(call, TUNIP_DTYPE_FLOAT);
}

static bool when_int(const tunip_tir_call *call)
{
    return are_all(call, TUNIP_DTYPE_INT) || are_all(call, TUNIP_DTYPE_UINT);
}

static bool when_ints(const tunip_tir_call *call)
{
    if (tunip_array_count(call->args) != 2 || !when_int(call) || is_constant(call, 0)) return false;
    const tunip_ir_int_imm *second = TUNIP_AS(tunip_ir_int_imm, call->args->items[1]);
    return !second || (second->value > 0 && second->value < arg_dtype(call, 0).bits);
}

static bool when_varies(const tunip_tir_call *call)
{
    return !is_constant(call, 0);
}

static bool when_choice(const tunip_tir_call *call)
{
    return arg_dtype(call, 0).code == TUNIP_DTYPE_BOOL && !is_constant(call, 0) &&
           are_same(call, 1, 2);
}

static bool when_recast(const tunip_tir_call *call)
{
    tunip_dtype from = arg_dtype(call, 0), to = call->base.dtype;
    return !tunip_dtype_equal(from, to) && from.bits * from.lanes == to.bits * to.lanes;
}

static bool when_numbered(const tunip_tir_call *call)
{
    static const tunip_dtype uint32 = {TUNIP_DTYPE_UINT, 32, 1};
    return is_constant(call, 0) && tunip_dtype_equal(arg_dtype(call, 0), uint32);
}

static bool when_load(const tunip_tir_call *call)
{
    return tunip_array_count(call->args) == 1 &&
           tunip_is(call->args->items[0], &tunip_tir_buffer_load_type);
}

static bool when_one(const tunip_tir_call *call)
{
    return tunip_array_count(call->args) == 1;
}

static bool when_five(const tunip_tir_call *call)
{
    return tunip_array_count(call->args) == 5;
}

static bool when_seven(const tunip_tir_call *call)
{
    return tunip_array_count(call->args) == 7;
}

static bool (*const whens[TIR_WHEN__COUNT])(const tunip_tir_call *call) = {
    [TIR_WHEN_ALWAYS] = when_always,     [TIR_WHEN_NEVER] = when_never,
    [TIR_WHEN_FLOAT] = when_float,       [TIR_WHEN_INTS] = when_ints,
    [TIR_WHEN_FLOATS] = when_floats,     [TIR_WHEN_INT] = when_int,
    [TIR_WHEN_NUMBERED] = when_numbered, [TIR_WHEN_VARIES] = when_varies,
    [TIR_WHEN_CHOICE] = when_choice,     [TIR_WHEN_RECAST] = when_recast,
    [TIR_WHEN_LOAD] = when_load,         [TIR_WHEN_ONE] = when_one,
    [TIR_WHEN_FIVE] = when_five,         [TIR_WHEN_SEVEN] = when_seven,
};

static tunip_dtype made_dtype(const tir_op_style *style, const tunip_tir_call *call)
{
    static const tunip_dtype fixed[] = {
        [TIR_MAKES_BOOL] = {TUNIP_DTYPE_BOOL, 8, 1},
        [TIR_MAKES_INT32] = {TUNIP_DTYPE_INT, 32, 1},
        [TIR_MAKES_UINT32] = {TUNIP_DTYPE_UINT, 32, 1},
        [TIR_MAKES_HANDLE] = {TUNIP_DTYPE_HANDLE, 64, 1},
        [TIR_MAKES_VOID] = {TUNIP_DTYPE_HANDLE, 0, 0},
    };
    if (style->makes == TIR_MAKES_GIVEN) return call->base.dtype;
    if (style->makes == TIR_MAKES_ARG_0) return arg_dtype(call, 0);
    if (style->makes == TIR_MAKES_ARG_1) return arg_dtype(call, 1);
    return fixed[style->makes];
}

bool tir_op_gives_back(const tir_op_style *style, const tunip_tir_call *call)
{
    return tunip_dtype_equal(made_dtype(style, call), call->base.dtype) && whens[style->when](call);
}
