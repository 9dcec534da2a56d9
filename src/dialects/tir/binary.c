/* binary.c -- a + b, or T.Add(a, b) if TVM's parser makes another node of a + b. */
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

/* Unlike the other operators, a division prints as a / b even if a reader would cast an operand. */
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
        [TUNIP_OP_SHIFT_LEFT] = "tir.shift_left", [TUNIP_OP_SHIFT_RIGHT] = "tir.shift_right",
        [TUNIP_OP_BIT_AND] = "tir.bitwise_and",   [TUNIP_OP_BIT_OR] = "tir.bitwise_or",
        [TUNIP_OP_BIT_XOR] = "tir.bitwise_xor",   [TUNIP_OP_INVERT] = "tir.bitwise_not",
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

static bool is_number(const tunip_value *value)
{
    return value->kind >= TUNIP_VALUE_BOOL && value->kind <= TUNIP_VALUE_FLOAT;
}

/* A number beside an expression in a comparison has its dtype. */
static const tunip_node *side(tunip_elaborator *e, const tunip_value *value,
                              const tunip_value *other, bool compares)
{
    if (!compares || !is_number(value) || is_number(other)) return tir_expr(e, value);
    tunip_ir_prim_expr *expr = tir_expr(e, other);
    if (!expr) return NULL;
    bool is_real = expr->dtype.code == TUNIP_DTYPE_FLOAT || value->kind != TUNIP_VALUE_FLOAT;
    return is_real ? tir_number(e, value, expr->dtype) : tir_expr(e, value);
}

static tunip_value refuse(tunip_elaborator *e, const tunip_node *a, const tunip_node *b,
                          const tunip_doc *doc)
{
    char left[TUNIP_DTYPE_NAME_SIZE], right[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype_name(tunip_ir_dtype_of(a), left);
    tunip_dtype_name(tunip_ir_dtype_of(b), right);
    return tunip_complain(e, doc, "the operands differ in dtype: %s and %s", left, right);
}

static tir_fold fold_of(const tunip_type *type)
{
    static const tunip_type *const types[TIR_FOLD__COUNT] = {
        [TIR_FOLD_ADD] = &tunip_tir_add_type,
        [TIR_FOLD_SUB] = &tunip_tir_sub_type,
        [TIR_FOLD_MUL] = &tunip_tir_mul_type,
        [TIR_FOLD_DIV] = &tunip_tir_div_type,
        [TIR_FOLD_MOD] = &tunip_tir_mod_type,
        [TIR_FOLD_FLOOR_DIV] = &tunip_tir_floor_div_type,
        [TIR_FOLD_FLOOR_MOD] = &tunip_tir_floor_mod_type,
        [TIR_FOLD_MIN] = &tunip_tir_min_type,
        [TIR_FOLD_MAX] = &tunip_tir_max_type,
    };
    tir_fold op = TIR_FOLD_ADD;
    while (op < TIR_FOLD__COUNT && types[op] != type) op++;
    return op;
}

static void *new_binary(tunip_elaborator *e, const tunip_type *type, const void *a, const void *b)
{
    if (!a || !b) return NULL;
    tunip_tir_binary *node = tunip_tir_binary_new(tunip_elaborator_graph(e), type,
                                                  (void *)(uintptr_t)a, (void *)(uintptr_t)b);
    if (node && (is_comparison(type) || is_logic(type)))
        node->base.dtype.lanes = tunip_ir_dtype_of(a).lanes;
    return node;
}

/* Of one dtype; false after a complaint. A comparison matches only the number of lanes. */
static bool match_sides(tunip_elaborator *e, bool compares, const tunip_node **a,
                        const tunip_node **b, const tunip_doc *doc)
{
    tunip_scratch *scratch = tunip_graph_scratch(tunip_elaborator_graph(e));
    if (!*a || !*b) return false;
    tunip_dtype x = tunip_ir_dtype_of(*a), y = tunip_ir_dtype_of(*b);
    bool fits = !compares || (x.code == y.code && x.bits == y.bits);
    if (fits && tir_match(scratch, a, b)) return true;
    refuse(e, *a, *b, doc);
    return false;
}

void *tir_binary(tunip_elaborator *e, const tunip_type *type, const tunip_value *a,
                 const tunip_value *b, const tunip_doc *doc)
{
    tunip_scratch *scratch = tunip_graph_scratch(tunip_elaborator_graph(e));
    bool compares = is_comparison(type) || is_logic(type);
    const tunip_node *x = side(e, a, b, compares), *y = side(e, b, a, compares);
    if (!match_sides(e, compares, &x, &y, doc)) return NULL;
    tir_fold op = tunip_elaborator_folds(e) ? fold_of(type) : TIR_FOLD__COUNT;
    if (op == TIR_FOLD__COUNT) return new_binary(e, type, x, y);
    return (void *)(uintptr_t)tir_folded(scratch, op, x, y);
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
    const void *a = tir_expr(e, &call->args[0]), *b = tir_expr(e, &call->args[1]);
    return tunip_value_node(new_binary(e, type, a, b), call->doc);
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
    return tunip_value_node(tir_new_call(e, dtype, tir_op(e, name), args), doc);
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
                               const tunip_value *operands)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_operator op = (tunip_operator)doc->base.sub;
    if (doc->operands.count == 1) return read_unary(e, doc, operands);
    const tunip_type *type = type_of(op);
    if (type)
        return tunip_value_node(tir_binary(e, type, &operands[0], &operands[1], &doc->base),
                                &doc->base);
    if (!op_name(op)) return tunip_complain(e, &doc->base, "there is no such operator here");
    const tunip_value *a = &operands[0], *b = &operands[1];
    if (op == TUNIP_OP_IF_ELSE) {
        a = &operands[1];
        b = &operands[2];
    }
    const tunip_node *x = tir_expr(e, a), *y = tir_expr(e, b);
    if (!match_sides(e, false, &x, &y, &doc->base)) return tunip_value_wrong(&doc->base);
    void *left = (void *)(uintptr_t)x, *right = (void *)(uintptr_t)y;
    tunip_array *args = op == TUNIP_OP_IF_ELSE
                            ? TUNIP_LIST(graph, tir_expr_of(e, &operands[0], tir_bool), left, right)
                            : TUNIP_LIST(graph, left, right);
    return new_op_call(e, op_name(op), tunip_ir_dtype_of(x), args, &doc->base);
}

tunip_value tunip_tir_read_operation(tunip_elaborator *e, const tunip_doc_operation *doc,
                                     const tunip_value *operands_)
{
    return tir_read_operation(e, doc, operands_);
}
