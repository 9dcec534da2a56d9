/* binary.c -- a + b, or T.Add(a, b) where TVM's parser would make something else of the former. */
#include "fold.h"
#include "rules.h"
#include "script.h"

typedef struct sides {
    const tunip_doc *a;
    const tunip_doc *b;
} sides;

static sides docsify_sides(tunip_docsifier *d, const tunip_node *a, const tunip_node *b,
                           const tunip_path *path)
{
    sides docs;
    docs.a = tir_docsify(d, a, tunip_path_attr(d, path, "a"));
    docs.b = tir_docsify(d, b, tunip_path_attr(d, path, "b"));
    return docs;
}

static const tunip_doc *write_binary(tunip_docsifier *d, sides docs, bool sugar, tunip_operator op,
                                     const char *name)
{
    if (sugar) return tunip_doc_operation_new(d, op, TUNIP_DOCS(d, docs.a, docs.b));
    return TIR_CALL(d, name, docs.a, docs.b);
}

#define X(ident, name, op)                                                                         \
    TIR_RULE(ident)                                                                                \
    {                                                                                              \
        const tunip_tir_##ident *expr = (const tunip_tir_##ident *)node;                           \
        sides docs = docsify_sides(d, expr->a, expr->b, path);                                     \
        bool sugar = tir_is_kept(TUNIP_OP_##op, expr->a, expr->b);                                 \
        return write_binary(d, docs, sugar, TUNIP_OP_##op, name);                                  \
    }
#include "binary.def"
#undef X

/* Unlike the others, a division is written with its sign even where that casts an operand. */
TIR_RULE(div)
{
    const tunip_tir_div *div = (const tunip_tir_div *)node;
    sides docs = docsify_sides(d, div->a, div->b, path);
    return write_binary(d, docs, tir_is_division(tunip_job_scratch(d), div->a, div->b),
                        TUNIP_OP_DIV, "Div");
}

/* ---- reading ---- */

/* The node that ADD, ... stands for; what is not here is a call of an operator. */
static const tunip_type *type_of(tunip_operator op)
{
    switch (op) {
#define X(ident, name, op)                                                                         \
    case TUNIP_OP_##op:                                                                            \
        return &tunip_tir_##ident##_type;
#include "binary.def"
#undef X
    case TUNIP_OP_DIV:
        return &tunip_tir_div_type;
    default:
        return NULL;
    }
}

static const char *op_name(tunip_operator op)
{
    static const char *const names[TUNIP_OP__COUNT] = {
        [TUNIP_OP_SHIFT_LEFT] = "tir.shift_left",   [TUNIP_OP_SHIFT_RIGHT] = "tir.shift_right",
        [TUNIP_OP_BIT_AND] = "tir.bitwise_and",     [TUNIP_OP_BIT_OR] = "tir.bitwise_or",
        [TUNIP_OP_BIT_XOR] = "tir.bitwise_xor",     [TUNIP_OP_INVERT] = "tir.bitwise_not",
        [TUNIP_OP_IF_ELSE] = "tir.if_then_else",
    };
    return names[op];
}

static bool is_comparison(const tunip_type *type)
{
    return type == &tunip_tir_eq_type || type == &tunip_tir_ne_type || type == &tunip_tir_lt_type ||
           type == &tunip_tir_le_type || type == &tunip_tir_gt_type || type == &tunip_tir_ge_type;
}

static bool is_logic(const tunip_type *type)
{
    return type == &tunip_tir_and_type || type == &tunip_tir_or_type;
}

static bool is_integer(tunip_dtype dtype)
{
    return dtype.code == TUNIP_DTYPE_INT || dtype.code == TUNIP_DTYPE_UINT ||
           dtype.code == TUNIP_DTYPE_BOOL;
}

static bool is_number(const tunip_value *value)
{
    return value->kind >= TUNIP_VALUE_BOOL && value->kind <= TUNIP_VALUE_FLOAT;
}

void *tir_cast(tunip_elaborator *e, void *node, tunip_dtype dtype)
{
    tunip_ir_prim_expr *expr = node;
    if (!expr || tunip_dtype_equal(expr->dtype, dtype)) return expr;
    tunip_tir_cast *cast = tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_cast_type);
    if (!cast) return NULL;
    cast->base.dtype = dtype;
    cast->value = node;
    return cast;
}

static void *broadcast(tunip_elaborator *e, void *node, int lanes)
{
    tunip_ir_prim_expr *expr = node;
    if (!expr || expr->dtype.lanes == lanes || expr->dtype.lanes != 1) return expr;
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tir_broadcast *made = tunip_node_new(graph, &tunip_tir_broadcast_type);
    if (!made) return NULL;
    made->value = node;
    made->lanes = (tunip_node *)tunip_ir_int(graph, tir_int32, lanes);
    made->base.dtype = expr->dtype;
    made->base.dtype.lanes = (int16_t)lanes;
    return made;
}

/* The two sides of an operator, of one dtype. */
typedef struct operands {
    tunip_ir_prim_expr *a, *b;
} operands;

/* A number beside an expression has its dtype, if it is a number of that kind: an integer among
 * floats is one, a float among integers is none. */
static void *number_beside(tunip_elaborator *e, const tunip_value *number,
                           const tunip_value *other, bool compares)
{
    tunip_ir_prim_expr *expr = tir_expr(e, other);
    if (!expr) return NULL;
    tunip_dtype dtype = expr->dtype;
    dtype.lanes = 1;
    bool fits = number->kind != TUNIP_VALUE_FLOAT || !is_integer(dtype);
    bool is_small = is_integer(dtype) && dtype.bits < 32 && number->kind == TUNIP_VALUE_INT;
    if (number->kind == TUNIP_VALUE_FLOAT && dtype.code == TUNIP_DTYPE_FLOAT && dtype.bits < 32 &&
        !compares)
        fits = false;
    if (is_small && !compares && dtype.code != TUNIP_DTYPE_BOOL) fits = false;
    if (is_small && dtype.code == TUNIP_DTYPE_BOOL && !compares) fits = false;
    return fits ? tir_number(e, number, dtype) : tir_expr(e, number);
}

/* The dtype in which two different ones meet (TVM src/tir/op/op.cc, BinaryOpMatchTypes). */
static tunip_dtype common_dtype(tunip_dtype a, tunip_dtype b)
{
    bool a_is_real = a.code == TUNIP_DTYPE_FLOAT || a.code == TUNIP_DTYPE_BFLOAT;
    bool b_is_real = b.code == TUNIP_DTYPE_FLOAT || b.code == TUNIP_DTYPE_BFLOAT;
    if (a_is_real && b_is_real) return a.bits < b.bits ? b : a;
    if (a_is_real) return a;
    if (b_is_real) return b;
    if (a.code == b.code) return a.bits < b.bits ? b : a;
    unsigned bits = a.bits > b.bits ? a.bits : b.bits;
    tunip_dtype common = {TUNIP_DTYPE_INT, (uint8_t)(bits < 32 ? 32 : bits), a.lanes};
    return common;
}

static operands match(tunip_elaborator *e, const tunip_type *type, const tunip_value *a,
                      const tunip_value *b, const tunip_doc *doc)
{
    bool compares = is_comparison(type) || is_logic(type);
    operands o;
    bool a_number = is_number(a) && !is_number(b), b_number = is_number(b) && !is_number(a);
    o.a = a_number ? number_beside(e, a, b, compares) : tir_expr(e, a);
    o.b = b_number ? number_beside(e, b, a, compares) : tir_expr(e, b);
    if (!o.a || !o.b) return (operands){NULL, NULL};
    if (o.a->dtype.lanes != o.b->dtype.lanes) {
        o.a = broadcast(e, o.a, o.b->dtype.lanes);
        o.b = broadcast(e, o.b, o.a->dtype.lanes);
        if (!o.a || !o.b) return (operands){NULL, NULL};
    }
    if (tunip_dtype_equal(o.a->dtype, o.b->dtype)) return o;
    if (compares || o.a->dtype.lanes != o.b->dtype.lanes) {
        char left[TUNIP_DTYPE_NAME_SIZE], right[TUNIP_DTYPE_NAME_SIZE];
        tunip_dtype_name(o.a->dtype, left);
        tunip_dtype_name(o.b->dtype, right);
        if (is_logic(type)) return o;
        tunip_complain(e, doc, "the operands differ in dtype: %s and %s", left, right);
        return (operands){NULL, NULL};
    }
    tunip_dtype common = common_dtype(o.a->dtype, o.b->dtype);
    o.a = a_number && is_number(a) && !tunip_dtype_equal(o.a->dtype, common)
              ? tir_number(e, a, common)
              : tir_cast(e, o.a, common);
    o.b = b_number && is_number(b) && !tunip_dtype_equal(o.b->dtype, common)
              ? tir_number(e, b, common)
              : tir_cast(e, o.b, common);
    return o;
}

static void *new_binary(tunip_elaborator *e, const tunip_type *type, operands o)
{
    if (!o.a || !o.b) return NULL;
    tunip_tir_binary *node = tunip_tir_binary_new(tunip_elaborator_graph(e), type, o.a, o.b);
    if (node && (is_comparison(type) || is_logic(type))) node->base.dtype.lanes = o.a->dtype.lanes;
    return node;
}

void *tir_binary(tunip_elaborator *e, const tunip_type *type, const tunip_value *a,
                 const tunip_value *b, const tunip_doc *doc)
{
    return new_binary(e, type, match(e, type, a, b, doc));
}

/* T.Add(a, b): just this node. */
TIR_READ(binary)
{
    const tunip_type *type = (const tunip_type *)call->word->data;
    if (type == &tunip_tir_not_type) {
        tunip_tir_not *node = tunip_node_new(tunip_elaborator_graph(e), type);
        tunip_ir_prim_expr *a = tir_expr_of(e, &call->args[0], tir_bool);
        if (!node || !a) return tunip_value_wrong(call->doc);
        node->base.dtype = tir_bool;
        node->base.dtype.lanes = a->dtype.lanes;
        node->a = (tunip_node *)a;
        return tunip_value_node(node, call->doc);
    }
    operands o = {tir_expr(e, &call->args[0]), tir_expr(e, &call->args[1])};
    return tunip_value_node(new_binary(e, type, o), call->doc);
}

/* T.min(a, b): the same, of one dtype. */
TIR_READ(matched)
{
    const tunip_type *type = (const tunip_type *)call->word->data;
    return tunip_value_node(tir_binary(e, type, &call->args[0], &call->args[1], call->doc),
                            call->doc);
}

static tunip_value new_op_call(tunip_elaborator *e, const char *name, tunip_dtype dtype,
                               tunip_array *args, const tunip_doc *doc)
{
    return tunip_value_node(tunip_tir_call_new(tunip_elaborator_graph(e), dtype, name, args), doc);
}

/* A sign before a number is part of the number. */
static tunip_value read_negated(tunip_elaborator *e, const tunip_value *value, const tunip_doc *doc)
{
    tunip_value result = *value;
    result.doc = doc;
    if (value->kind == TUNIP_VALUE_FLOAT) {
        result.real = -value->real;
        return result;
    }
    if (value->kind == TUNIP_VALUE_INT && value->integer != INT64_MIN) {
        result.integer = -value->integer;
        return result;
    }
    tunip_value minus = {.kind = TUNIP_VALUE_INT, .doc = doc, .integer = -1};
    return tunip_value_node(tir_binary(e, &tunip_tir_mul_type, value, &minus, doc), doc);
}

static tunip_value read_unary(tunip_elaborator *e, const tunip_doc_operation *doc,
                              const tunip_value *value)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_operator op = (tunip_operator)doc->base.sub;
    if (op == TUNIP_OP_NEGATE) return read_negated(e, value, &doc->base);
    tunip_ir_prim_expr *expr = tir_expr(e, value);
    if (!expr) return tunip_value_wrong(&doc->base);
    if (op == TUNIP_OP_INVERT)
        return new_op_call(e, op_name(op), expr->dtype, TUNIP_LIST(graph, expr), &doc->base);
    tunip_tir_not *node = tunip_node_new(graph, &tunip_tir_not_type);
    if (!node) return tunip_value_wrong(&doc->base);
    node->base.dtype = tir_bool;
    node->base.dtype.lanes = expr->dtype.lanes;
    node->a = (tunip_node *)expr;
    return tunip_value_node(node, &doc->base);
}

tunip_value tir_read_operation(tunip_elaborator *e, const tunip_doc_operation *doc,
                               const tunip_value *operands_)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_operator op = (tunip_operator)doc->base.sub;
    if (doc->operands.count == 1) return read_unary(e, doc, operands_);
    const tunip_type *type = type_of(op);
    if (type)
        return tunip_value_node(tir_binary(e, type, &operands_[0], &operands_[1], &doc->base),
                                &doc->base);
    if (!op_name(op)) return tunip_complain(e, &doc->base, "there is no such operator here");
    const tunip_value *a = &operands_[0], *b = &operands_[1];
    if (op == TUNIP_OP_IF_ELSE) {
        a = &operands_[1];
        b = &operands_[2];
    }
    operands o = match(e, &tunip_tir_add_type, a, b, &doc->base);
    if (!o.a || !o.b) return tunip_value_wrong(&doc->base);
    tunip_array *args = op == TUNIP_OP_IF_ELSE
                            ? TUNIP_LIST(graph, tir_expr_of(e, &operands_[0], tir_bool), o.a, o.b)
                            : TUNIP_LIST(graph, o.a, o.b);
    return new_op_call(e, op_name(op), o.a->dtype, args, &doc->base);
}
