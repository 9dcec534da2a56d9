/* numbers.c -- functions of numbers (TVM src/tir/op/op.cc): T.floor, T.isnan, T.abs, T.ceildiv,
 * T.isinf, T.min_value. */
#include "numbers.h"

#include <math.h>

#include "fold.h"
#include "refuse.h"

static bool holds_integers(tunip_dtype dtype)
{
    return tir_is_integer(dtype) || dtype.code == TUNIP_DTYPE_BOOL;
}

static tunip_dtype bools_like(tunip_dtype dtype)
{
    return tunip_dtype_make(TUNIP_DTYPE_BOOL, 8, dtype.lanes);
}

/* TVM's make_const(): a constant, or a vector of them. */
static void *number_of(tunip_elaborator *e, tunip_dtype dtype, int64_t value)
{
    tir_imm imm = {.is_int = true, .integer = value};
    return (void *)(uintptr_t)tir_new_const(tunip_elaborator_scratch(e), dtype, imm);
}

static tunip_value refuse_dtype(tunip_elaborator *e, tunip_dtype dtype, const char *word,
                                const tunip_doc *doc)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype_name(dtype, name);
    return tunip_complain(e, doc, "`%s` does not take %s", word, name);
}

/* ---- rounding ---- */

static double truncate(double value)
{
    return value < 0 ? ceil(value) : floor(value);
}

/* T.floor(x): integers stay, constants are rounded. */
static tunip_value round_by(tunip_elaborator *e, tunip_node *x, double (*rounded)(double),
                            const tunip_doc *doc)
{
    const tunip_ir_float_imm *real = TUNIP_AS(tunip_ir_float_imm, x);
    if (holds_integers(tunip_ir_dtype_of(x))) return tunip_value_node(x, doc);
    if (!real) return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
    void *made = tunip_ir_float(tunip_elaborator_graph(e), real->base.dtype, rounded(real->value));
    return tir_takes_constant(e, made, doc) ? tunip_value_node(made, doc) : tunip_value_wrong(doc);
}

/* ---- NaN and infinity ---- */

/* Whether x is not a number; floats of 16 bits are cast. NULL after a complaint. */
static void *is_nan(tunip_elaborator *e, tunip_ir_prim_expr *x, const tunip_doc *doc)
{
    enum { SMALL = 16 };
    tunip_dtype dtype = x->dtype, wide = TUNIP_FLOAT(32);
    const tunip_ir_float_imm *real = TUNIP_AS(tunip_ir_float_imm, (tunip_node *)x);
    wide.lanes = dtype.lanes;
    if (tir_is_integer(dtype)) return number_of(e, bools_like(dtype), 0);
    if (dtype.code != TUNIP_DTYPE_FLOAT) {
        refuse_dtype(e, dtype, "isnan", doc);
        return NULL;
    }
    if (real) return number_of(e, bools_like(dtype), isnan(real->value));
    void *operand = dtype.bits == SMALL ? tir_cast(e, x, wide) : x;
    return tir_new_call(e, bools_like(dtype), tir_op_new(e, "tir.isnan"),
                        TUNIP_LIST(tunip_elaborator_graph(e), operand));
}

static void *negated(tunip_elaborator *e, tunip_node *value)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_ir_int_imm *known = TUNIP_AS(tunip_ir_int_imm, value);
    if (!value) return NULL;
    if (known) return tunip_ir_int(graph, tir_bool, !known->value);
    tunip_tir_not *made = tunip_node_new(graph, &tunip_tir_not_type);
    if (!made) return NULL;
    made->base.dtype = tunip_ir_dtype_of(value);
    made->a = value;
    return made;
}

/* a and b, without an operand that is known. */
static void *both(tunip_elaborator *e, void *a, void *b)
{
    const tunip_ir_int_imm *x = TUNIP_AS(tunip_ir_int_imm, (tunip_node *)a);
    const tunip_ir_int_imm *y = TUNIP_AS(tunip_ir_int_imm, (tunip_node *)b);
    if (!a || !b) return NULL;
    if (x) return x->value ? b : a;
    if (y) return y->value ? a : b;
    return tunip_tir_binary_new(tunip_elaborator_graph(e), &tunip_tir_and_type, a, b);
}

/* abs(x) == inf and not isnan(x); NULL after a complaint. */
static void *is_infinite(tunip_elaborator *e, const tunip_word_call *call, tunip_ir_prim_expr *x)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_ir_float_imm *real = TUNIP_AS(tunip_ir_float_imm, (tunip_node *)x);
    if (tir_is_integer(x->dtype)) return number_of(e, bools_like(x->dtype), 0);
    if (x->dtype.code != TUNIP_DTYPE_FLOAT || x->dtype.lanes != 1) {
        refuse_dtype(e, x->dtype, call->word->name, call->doc);
        return NULL;
    }
    if (real) return tunip_ir_int(graph, tir_bool, isinf(real->value) != 0);
    tunip_value value = tunip_value_node(x, call->doc);
    tunip_word_call abs_call = {.word = call->word, .doc = call->doc, .args = &value};
    tunip_value size = tir_read_abs(e, &abs_call);
    tunip_value most =
        tunip_value_node(tunip_ir_float(graph, x->dtype, (double)INFINITY), call->doc);
    void *is_most = tir_binary(e, &tunip_tir_eq_type, &size, &most, call->doc);
    return both(e, is_most, negated(e, is_nan(e, x, call->doc)));
}

/* T.isinf(x); T.isfinite(x), whose word has the data 1. */
TIR_READ(finiteness)
{
    tunip_ir_prim_expr *x = tir_expr(e, &call->args[0]);
    if (!x) return tunip_value_wrong(call->doc);
    void *made = is_infinite(e, call, x);
    if (made && call->word->data) {
        void *is_known = negated(e, made);
        made = both(e, is_known, negated(e, is_nan(e, x, call->doc)));
    }
    return tunip_value_node(made, call->doc);
}

/* ---- other functions ---- */

static const tunip_value absent = {.kind = TUNIP_VALUE_ABSENT};

/* T.pow(x, y): both get one dtype. */
TIR_COMPUTE(pow)
{
    if (tunip_array_count(args) != 2 || !args->items[1]) return absent;
    const tunip_node *x = args->items[0], *y = args->items[1];
    if (!tir_match(tunip_elaborator_scratch(e), &x, &y))
        return tunip_complain(e, doc,
                              TUNIP_BREAKS_ARGUMENTS "the arguments of `pow` have no common dtype");
    if (!tir_takes_constant(e, x, doc) || !tir_takes_constant(e, y, doc))
        return tunip_value_wrong(doc);
    if (tunip_ir_dtype_of(x).code != TUNIP_DTYPE_FLOAT)
        return refuse_dtype(e, tunip_ir_dtype_of(x), "pow", doc);
    tunip_array *matched =
        TUNIP_LIST(tunip_elaborator_graph(e), (void *)(uintptr_t)x, (void *)(uintptr_t)y);
    void *op = tir_op_new(e, "tir.pow");
    return tunip_value_node(tir_new_call(e, tunip_ir_dtype_of(x), op, matched), doc);
}

TIR_COMPUTE(floor)
{
    return round_by(e, args->items[0], floor, doc);
}

TIR_COMPUTE(ceil)
{
    return round_by(e, args->items[0], ceil, doc);
}

TIR_COMPUTE(round)
{
    return round_by(e, args->items[0], nearbyint, doc);
}

TIR_COMPUTE(trunc)
{
    return round_by(e, args->items[0], truncate, doc);
}

TIR_COMPUTE(isnan)
{
    return tunip_value_node(is_nan(e, (tunip_ir_prim_expr *)args->items[0], doc), doc);
}

TIR_COMPUTE(fabs)
{
    tunip_value value = tunip_value_node(args->items[0], doc);
    return tir_read_abs(e, &(tunip_word_call){.doc = doc, .args = &value});
}

TIR_COMPUTE(likely)
{
    (void)e;
    bool is_known = tunip_is(args->items[0], &tunip_ir_int_imm_type);
    return is_known ? tunip_value_node(args->items[0], doc) : absent;
}

tunip_value tir_computed(tunip_elaborator *e, const tir_op *op, const tunip_array *args,
                         const tunip_doc *doc)
{
    const tunip_node *x = tunip_array_count(args) ? args->items[0] : NULL;
    bool computes = op->compute && x && tunip_is_a(x, &tunip_ir_prim_expr_type);
    return computes ? op->compute(e, args, doc) : absent;
}

/* T.abs(x): x of an unsigned integer, a choice between x and -x of an integer. */
TIR_READ(abs)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_ir_prim_expr *x = tir_expr(e, &call->args[0]);
    if (!x) return tunip_value_wrong(call->doc);
    tir_imm imm = tir_imm_of((tunip_node *)x);
    int code = x->dtype.code;
    bool is_real = code == TUNIP_DTYPE_FLOAT || code == TUNIP_DTYPE_BFLOAT;
    if (code == TUNIP_DTYPE_UINT) return tunip_value_node(x, call->doc);
    if (code != TUNIP_DTYPE_INT && !is_real && tunip_elaborator_folds(e))
        return refuse_dtype(e, x->dtype, "abs", call->doc);
    if (imm.is_int && imm.integer < 0) imm.integer = (int64_t)(0 - (uint64_t)imm.integer);
    void *made = imm.is_int     ? (void *)tunip_ir_int(graph, x->dtype, imm.integer)
                 : imm.is_float ? (void *)tunip_ir_float(graph, x->dtype, fabs(imm.real))
                                : NULL;
    if (made && (tir_fits(made) || tunip_elaborator_folds(e)))
        return tunip_value_node(tir_takes_constant(e, made, call->doc) ? made : NULL, call->doc);
    if (code != TUNIP_DTYPE_INT)
        return tunip_value_node(
            tir_new_call(e, x->dtype, tir_op_new(e, "tir.fabs"), TUNIP_LIST(graph, x)), call->doc);
    tunip_value self = tunip_value_node(x, call->doc);
    tunip_value zero = tunip_value_node(number_of(e, x->dtype, 0), call->doc);
    tunip_tir_select *select = tunip_node_new(graph, &tunip_tir_select_type);
    if (!select) return tunip_value_wrong(call->doc);
    select->base.dtype = x->dtype;
    select->condition = tir_binary(e, &tunip_tir_ge_type, &self, &zero, call->doc);
    select->true_value = (tunip_node *)x;
    select->false_value = tir_binary(e, &tunip_tir_sub_type, &zero, &self, call->doc);
    bool is_made = select->condition && select->false_value;
    return tunip_value_node(is_made ? select : NULL, call->doc);
}

/* T.ceildiv(a, b) is (a + b - 1) // b, after a and b get one dtype. */
TIR_READ(ceildiv)
{
    const tunip_doc *doc = call->doc;
    const tunip_node *a = tir_expr(e, &call->args[0]), *b = tir_expr(e, &call->args[1]);
    if (!a || !b) return tunip_value_wrong(doc);
    if (tunip_elaborator_folds(e)) {
        tunip_dtype left = tunip_ir_dtype_of(a), right = tunip_ir_dtype_of(b);
        if (!tir_is_integer(left) || !tir_is_integer(right))
            return refuse_dtype(e, tir_is_integer(left) ? right : left, "ceildiv", doc);
        if (!tir_match(tunip_elaborator_scratch(e), &a, &b))
            return tunip_complain(
                e, doc, TUNIP_BREAKS_ARGUMENTS "the arguments of `ceildiv` have no common dtype");
        if (!tir_takes_constant(e, a, doc) || !tir_takes_constant(e, b, doc))
            return tunip_value_wrong(doc);
    }
    tunip_value x = tunip_value_node(a, doc), y = tunip_value_node(b, doc);
    tunip_value one = tunip_value_node(number_of(e, tunip_ir_dtype_of(a), 1), doc);
    tunip_value sum = tunip_value_node(tir_binary(e, &tunip_tir_add_type, &x, &y, doc), doc);
    tunip_value less = tunip_value_node(tir_binary(e, &tunip_tir_sub_type, &sum, &one, doc), doc);
    return tunip_value_node(tir_binary(e, &tunip_tir_floor_div_type, &less, &y, doc), doc);
}

/* T.min_value(dtype), T.max_value(dtype), T.infinity(dtype) */
TIR_READ(limit)
{
    enum { LEAST, MOST, ENDLESS };
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_dtype dtype = tunip_value_to_dtype(e, &call->args[0], tir_int32);
    bool is_max = call->word->data == MOST, is_one = dtype.lanes == 1;
    const tunip_doc_call *doc = (const tunip_doc_call *)call->doc;
    bool is_named = doc && doc->base.kind == TUNIP_DOC_CALL && doc->values.count;
    if (is_named && tunip_elaborator_folds(e)) /* TVM drops `dtype=` of most operators */
        return tunip_complain(e, call->doc,
                              TUNIP_BREAKS_DTYPE "the dtype of T.%s is written without its name",
                              call->word->name);
    if (call->word->data == ENDLESS) {
        bool is_endless = is_one && dtype.code == TUNIP_DTYPE_FLOAT && dtype.bits <= 64;
        if (tunip_elaborator_folds(e) && !is_endless)
            return tunip_complain(e, call->doc, TUNIP_BREAKS_DTYPE "this dtype has no infinity");
        return tunip_value_node(tunip_ir_float(graph, dtype, (double)INFINITY), call->doc);
    }
    bool is_signed = dtype.code == TUNIP_DTYPE_INT;
    unsigned fewest = is_signed && !is_max ? 2 : 1; /* TVM has no -1 of int1 */
    if (tir_is_integer(dtype) && is_one && dtype.bits >= fewest && dtype.bits <= 64) {
        uint64_t most = UINT64_MAX >> (64 - dtype.bits) >> is_signed;
        if (is_max && most == UINT64_MAX)
            return tunip_value_node(tir_new_large(tunip_elaborator_scratch(e), dtype, most),
                                    call->doc);
        int64_t least = is_signed ? -(int64_t)most - 1 : 0;
        return tunip_value_node(tunip_ir_int(graph, dtype, is_max ? (int64_t)most : least),
                                call->doc);
    }
    double least, most;
    if (!tir_real_limits(dtype, &least, &most))
        return tunip_complain(e, call->doc, TUNIP_BREAKS_DTYPE "this dtype has no limits");
    return tunip_value_node(tunip_ir_float(graph, dtype, is_max ? most : least), call->doc);
}
