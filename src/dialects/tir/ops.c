/* ops.c -- the table of the operators, made of the rows of ops.def; which calls a text gives
 * back. */
#include "ops.h"

#include <tunip/ext/tir_rules.h>

#include "numbers.h"
#include "refuse.h"

/* clang-format off */
#define MAKES(what) .makes = TIR_MAKES_##what
#define WHEN(condition) .when = TIR_WHEN_##condition
#define DTYPE(place) .dtype_place = TIR_DTYPE_##place
#define LEADS(what) .leads = TIR_LEADS_##what
#define X(op, since_, until_, params_, ...)                                                        \
    {.name = op, .old_name = "tir." op, .new_name = "tirx." op, .since = since_, .until = until_,  \
     .params = params_, __VA_ARGS__},

const tir_op tir_ops[TIR_OP_COUNT] = {
#include "ops.def"
};
/* clang-format on */

static const tir_op *find(tunip_str name, const char *prefix)
{
    size_t size = strlen(prefix);
    if (name.size <= size || memcmp(name.data, prefix, size) != 0) return NULL;
    return TUNIP_IR_FIND_ROW(((tunip_str){name.data + size, name.size - size}), tir_ops);
}

const tir_op *tir_find_op(tunip_str name)
{
    const tir_op *op = find(name, "tir.");
    return op && !op->since && !op->is_wordless ? op : NULL;
}

const tir_op *tirx_find_op(tunip_str name)
{
    const tir_op *op = find(name, "tirx.");
    return op && !op->until && (!op->is_wordless || op->later_word) ? op : NULL;
}

const tir_op *tir_find_either_op(tunip_str name)
{
    const tir_op *op = find(name, "tir.");
    if (op) return op->since || op->is_wordless ? NULL : op;
    op = find(name, "tirx.");
    return op && !op->is_wordless ? op : NULL;
}

bool tir_op_is_known(tunip_str name)
{
    const tir_op *op = find(name, "tir.");
    return op && !op->since;
}

/* Nearly all operators have the name of the script after "tir."; a few have "tir.tvm_" before
 * it. */
const tir_op *tir_find_op_word(tunip_str name)
{
    static const char *const heads[] = {"tir.", "tir.tvm_"};
    char text[96];
    for (size_t i = 0; i < TUNIP_LEN(heads); i++) {
        size_t head = strlen(heads[i]);
        if (head + name.size >= sizeof text) return NULL;
        memcpy(text, heads[i], head);
        memcpy(text + head, name.data, name.size);
        const tir_op *op = tir_find_op((tunip_str){text, head + name.size});
        if (op && (i == 0 || (op->word && tunip_str_is(name, op->word)))) return op;
    }
    return NULL;
}

const char *tirx_op_word_of(const tir_op *op)
{
    return op->later_word ? op->later_word : tir_op_word_of(op);
}

/* Operations on tiles are not expressions (tile.c). */
static bool is_tile(const tir_op *op)
{
    return strncmp(op->name, "tile.", 5) == 0;
}

const tir_op *tirx_find_op_word(tunip_str name, bool takes_dtype, unsigned version)
{
    const tir_op *found = NULL;
    for (const tir_op *op = tir_ops; op < tir_ops + TIR_OP_COUNT; op++) {
        bool is_older = op->until && (!op->since || version >= op->until);
        if (is_older || (op->is_wordless && !op->later_word) || is_tile(op)) continue;
        if (!tunip_str_is(name, tirx_op_word_of(op))) continue;
        if (takes_dtype == (op->dtype_place == TIR_DTYPE_FIRST)) return op;
        if (!found) found = op;
    }
    return found;
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

tunip_dtype tir_fixed_dtype(unsigned makes)
{
    static const tunip_dtype fixed[TIR_MAKES__COUNT] = {
        [TIR_MAKES_BOOL] = {TUNIP_DTYPE_BOOL, 8, 1},
        [TIR_MAKES_INT32] = {TUNIP_DTYPE_INT, 32, 1},
        [TIR_MAKES_INT64] = {TUNIP_DTYPE_INT, 64, 1},
        [TIR_MAKES_UINT32] = {TUNIP_DTYPE_UINT, 32, 1},
        [TIR_MAKES_UINT64] = {TUNIP_DTYPE_UINT, 64, 1},
        [TIR_MAKES_FLOAT32] = {TUNIP_DTYPE_FLOAT, 32, 1},
        [TIR_MAKES_HANDLE] = {TUNIP_DTYPE_HANDLE, 64, 1},
    };
    return makes && fixed[makes].bits ? fixed[makes] : TUNIP_VOID;
}

/* The dtype in which TVM keeps a value of a type of PTX; void for another name (TVM
 * python/tvm/backend/cuda/op.py, _PTX_CVT_RETURN_TYPE). */
static tunip_dtype dtype_of_ptx(tunip_str type)
{
    static const struct {
        const char *types, *dtype;
    } rows[] = {
        {"u8 e2m1x2", "uint8"},
        {"s8", "int8"},
        {"u16 f16 bf16 e4m3x2 e5m2x2 e2m3x2 e3m2x2 ue8m0x2 s2f6x2 e2m1x4", "uint16"},
        {"s16", "int16"},
        {"u32 b32 tf32 f16x2 bf16x2 e4m3x4 e5m2x4 e2m3x4 e3m2x4", "uint32"},
        {"s32", "int32"},
        {"u64 b64", "uint64"},
        {"s64", "int64"},
        {"f32", "float32"},
        {"f64", "float64"},
    };
    tunip_dtype dtype = TUNIP_VOID;
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        for (const char *at = rows[i].types; *at; at += at[strcspn(at, " ")] == ' ') {
            size_t size = strcspn(at, " ");
            bool is_it = size == type.size && memcmp(at, type.data, size) == 0;
            if (is_it) tunip_dtype_parse(tunip_str_from(rows[i].dtype), &dtype);
            at += size;
        }
    return dtype;
}

/* The text that is an argument; empty for another one. */
static tunip_str text_at(const tunip_array *args, size_t index)
{
    const tunip_tir_string_imm *text = index < tunip_array_count(args)
                                           ? TUNIP_AS_A(tunip_tir_string_imm, args->items[index])
                                           : NULL;
    return text ? tunip_string_value(text->value) : tunip_str_from("");
}

tunip_dtype tir_named_dtype(unsigned makes, const tunip_array *args)
{
    size_t count = tunip_array_count(args);
    tunip_dtype dtype = TUNIP_VOID;
    if (makes == TIR_MAKES_PTX) {
        for (size_t i = 0; i < count && tunip_dtype_equal(dtype, TUNIP_VOID); i++)
            dtype = dtype_of_ptx(text_at(args, i));
        return dtype;
    }
    if (makes == TIR_MAKES_BITS_0) {
        const tunip_ir_int_imm *imm = count ? TUNIP_AS(tunip_ir_int_imm, args->items[0]) : NULL;
        bool is_width = imm && imm->value > 0 && imm->value <= 64;
        return is_width ? tunip_dtype_make(TUNIP_DTYPE_INT, (int)imm->value, 1) : TUNIP_VOID;
    }
    size_t at = count - 1;
    if (makes == TIR_MAKES_NAMED_1 || makes == TIR_MAKES_NAMED_2)
        at = 1 + makes - TIR_MAKES_NAMED_1;
    else if (makes != TIR_MAKES_LAST)
        return tir_fixed_dtype(makes);
    bool is_dtype = at < count && tunip_dtype_parse(text_at(args, at), &dtype);
    return is_dtype ? dtype : TUNIP_VOID;
}

static tunip_dtype made_dtype(const tir_op *op, const tunip_tir_call *call)
{
    if (op->makes == TIR_MAKES_GIVEN) return call->base.dtype;
    if (op->makes == TIR_MAKES_ARG_0) return arg_dtype(call, 0);
    if (op->makes == TIR_MAKES_ARG_1) return arg_dtype(call, 1);
    return tir_named_dtype(op->makes, call->args);
}

bool tir_op_gives_back(const tir_op *op, const tunip_tir_call *call)
{
    if (op->makes == TIR_MAKES_NOTHING) return false;
    return tunip_dtype_equal(made_dtype(op, call), call->base.dtype) && whens[op->when](call);
}
