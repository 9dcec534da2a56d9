/* binary.c -- a + b, or T.Add(a, b) if TVM's parser makes another node of a + b. */
#include "fold.h"
#include "refuse.h"
#include "rules.h"
#include "script.h"

/* A call if a reader would not make the same node of `a op b`. Unlike the other operators, a
 * division prints as a / b even if a reader would cast an operand. */
static const tunip_doc *write_binary(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path, tunip_operator op, const char *name)
{
    const tunip_tir_binary *expr = (const tunip_tir_binary *)node;
    const tunip_doc *a = TIR_SUB(d, expr, a, path);
    const tunip_doc *b = TIR_SUB(d, expr, b, path);
    bool is_kept = op == TUNIP_OP_DIV ? tir_is_division(tunip_job_scratch(d), expr->a, expr->b)
                                      : tir_is_kept(op, expr->a, expr->b);
    if (is_kept) return tunip_doc_operation_new(d, op, TUNIP_DOCS(d, a, b));
    return TIR_CALL(d, name, a, b);
}

#define X(ident, name, op)                                                                         \
    TIR_RULE(ident)                                                                                \
    {                                                                                              \
        return write_binary(d, node, path, TUNIP_OP_##op, name);                                   \
    }
#include "binary.def"
X(div, "Div", DIV)
#undef X

/* ---- reading ---- */

/* The type of the node for an operator such as ADD. Operators that are not in the table become
 * calls. */
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

/* Whether TVM's operator does not look for a common dtype of its operands. */
static bool is_strict(const tunip_elaborator *e, const tunip_type *type)
{
    return is_logic(type) || (is_comparison(type) && !tunip_elaborator_in_lambda(e));
}

static bool is_number(const tunip_value *value)
{
    return value->kind >= TUNIP_VALUE_BOOL && value->kind <= TUNIP_VALUE_FLOAT;
}

static bool is_code(const tunip_node *node, uint8_t a, uint8_t b)
{
    tunip_dtype dtype = tunip_ir_dtype_of(node);
    return dtype.code == a || dtype.code == b;
}

static bool are_integers(const tunip_node *a, const tunip_node *b)
{
    return is_code(a, TUNIP_DTYPE_INT, TUNIP_DTYPE_UINT) &&
           is_code(b, TUNIP_DTYPE_INT, TUNIP_DTYPE_UINT);
}

static bool has_bits(const tunip_node *node)
{
    return are_integers(node, node) || is_code(node, TUNIP_DTYPE_BOOL, TUNIP_DTYPE_BOOL);
}

/* A side of an operation. In a comparison, a number gets the dtype of the expression on the other
 * side; a float on the left side only if this is a float of IEEE 754. */
static const tunip_node *side(tunip_elaborator *e, const tunip_value *value,
                              const tunip_value *other, bool compares, bool is_right)
{
    if (!compares || !is_number(value) || is_number(other)) return tir_expr(e, value);
    tunip_ir_prim_expr *expr = tir_expr(e, other);
    if (!expr) return NULL;
    bool is_taken = value->kind != TUNIP_VALUE_FLOAT || expr->dtype.code == TUNIP_DTYPE_FLOAT ||
                    (is_right && !has_bits((tunip_node *)expr));
    return is_taken ? tir_number(e, value, expr->dtype) : tir_expr(e, value);
}

/* An operand in a message: its dtype, or "a string". */
static const char *name_operand(const tunip_node *node, char *room)
{
    if (tunip_is(node, &tunip_tir_string_imm_type)) return "a string";
    tunip_dtype_name(tunip_ir_dtype_of(node), room);
    return strcmp(room, "handle") == 0 ? "a handle" : room;
}

/* A sentence about two operands that do not fit; `swaps`: the second one comes first. */
static const struct sentence {
    const tunip_type *type;
    const char *text;
    bool swaps;
} sentences[] = {
    {&tunip_tir_add_type, "cannot add %s to %s", true},
    {&tunip_tir_sub_type, "cannot subtract %s from %s", true},
    {&tunip_tir_mul_type, "cannot multiply %s by %s", false},
    {&tunip_tir_div_type, "cannot divide %s by %s", false},
    {&tunip_tir_mod_type, "cannot divide %s by %s", false},
    {&tunip_tir_floor_div_type, "cannot divide %s by %s", false},
    {&tunip_tir_floor_mod_type, "cannot divide %s by %s", false},
    {NULL, "cannot combine %s with %s", false},
};

static tunip_value refuse(tunip_elaborator *e, const tunip_type *type, const tunip_node *a,
                          const tunip_node *b, const tunip_doc *doc)
{
    char rooms[2][TUNIP_DTYPE_NAME_SIZE];
    const struct sentence *row = sentences;
    while (row->type && row->type != type) row++;
    const char *text = is_comparison(type) ? "cannot compare %s with %s" : row->text;
    const char *left = name_operand(a, rooms[0]), *right = name_operand(b, rooms[1]);
    return tunip_complain(e, doc, text, row->swaps ? right : left, row->swaps ? left : right);
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

/* Gives both sides of an operation (`type` NULL: of no arithmetic one) one dtype; false after a
 * complaint. A comparison matches only the number of
 * lanes. */
static bool match_sides(tunip_elaborator *e, const tunip_type *type, bool compares,
                        const tunip_node **a, const tunip_node **b, const tunip_doc *doc)
{
    tunip_scratch *scratch = tunip_elaborator_scratch(e);
    if (!*a || !*b) return false;
    tunip_dtype x = tunip_ir_dtype_of(*a), y = tunip_ir_dtype_of(*b);
    bool fits = !compares || (x.code == y.code && x.bits == y.bits);
    if (fits && tir_match(scratch, a, b))
        return tir_takes_constant(e, *a, doc) && tir_takes_constant(e, *b, doc);
    refuse(e, type, *a, *b, doc);
    return false;
}

/* Reports an operand of `and` or `or` that is no condition; false if both are. */
static bool lacks_condition(tunip_elaborator *e, const tunip_node *a, const tunip_node *b,
                            const tunip_doc *doc)
{
    bool is_first = !is_code(a, TUNIP_DTYPE_BOOL, TUNIP_DTYPE_BOOL);
    if (!is_first && is_code(b, TUNIP_DTYPE_BOOL, TUNIP_DTYPE_BOOL)) return false;
    char name[TUNIP_DTYPE_NAME_SIZE];
    tunip_docs operands = tunip_docs_none();
    if (doc && doc->kind == TUNIP_DOC_OPERATION)
        operands = ((const tunip_doc_operation *)doc)->operands;
    if (doc && doc->kind == TUNIP_DOC_CALL) operands = ((const tunip_doc_call *)doc)->args;
    const tunip_doc *operand = operands.count == 2 ? operands.items[!is_first] : NULL;
    const char *spelling = tunip_doc_spelling(e, operand), *quote = spelling ? "`" : "";
    tunip_complain(e, operand ? operand : doc, "%s%s%s is %s, not a condition", quote,
                   spelling ? spelling : "an operand", quote, name_operand(is_first ? a : b, name));
    return true;
}

/* Whether an operator exists for such operands; `is_word`: it is written as T.truncdiv. False after
 * a complaint. */
static bool takes(tunip_elaborator *e, const tunip_type *type, bool is_word, const tunip_node *a,
                  const tunip_node *b, const tunip_doc *doc)
{
    bool rounds = type == &tunip_tir_floor_div_type || type == &tunip_tir_floor_mod_type ||
                  (is_word && type == &tunip_tir_div_type);
    const char *text = NULL;
    if (is_logic(type) && lacks_condition(e, a, b, doc)) return false;
    if (tunip_elaborator_folds(e) && rounds && !are_integers(a, b))
        text = TUNIP_BREAKS_DTYPE "divisions that round take integers";
    if (text) tunip_complain(e, doc, "%s", text);
    return !text;
}

/* Whether TVM has no constant for a number in a comparison: integers become constants of integers
 * and of floats of IEEE 754, and a float on the right side none of an integer. True after a
 * complaint. */
static bool is_number_refused(tunip_elaborator *e, const tunip_type *type, const tunip_value *a,
                              const tunip_value *b, const tunip_node *other, const tunip_doc *doc)
{
    const tunip_value *number = is_number(b) ? b : a, *side = is_number(b) ? a : b;
    if (!tunip_elaborator_folds(e) || tunip_elaborator_in_lambda(e) || !is_comparison(type) ||
        !is_number(number) || side->kind != TUNIP_VALUE_NODE)
        return false;
    bool is_float = number->kind == TUNIP_VALUE_FLOAT;
    bool is_known = has_bits(other) || is_code(other, TUNIP_DTYPE_FLOAT, TUNIP_DTYPE_FLOAT);
    if (is_float ? number == a || !has_bits(other) : is_known) return false;
    char name[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype_name(tunip_ir_dtype_of(other), name);
    tunip_complain(e, doc, "cannot compare %s with %s", name, is_float ? "a float" : "an integer");
    tunip_complain_also(e, NULL, "write T.%s(...)", is_float ? "float32" : name);
    return true;
}

/* A bare number decides the dtype of an operand whose dtype is open. */
static void decide_beside(tunip_elaborator *e, const tunip_value *a, const tunip_value *b)
{
    bool is_behind = is_number(b);
    const tunip_value *number = is_behind ? b : a, *other = is_behind ? a : b;
    if (is_number(number) && other->kind == TUNIP_VALUE_NODE && tir_is_open(e, other->node))
        tir_decide(e, other->node, tunip_ir_dtype_of(tir_expr(e, number)));
}

static void decide_sides(tunip_elaborator *e, const tunip_type *type, const tunip_node *a,
                         const tunip_node *b)
{
    if (is_logic(type)) {
        tir_decide(e, a, tir_bool);
        tir_decide(e, b, tir_bool);
    }
    tir_decide_pair(e, a, b);
}

/* The remainder of two unsigned integers, which TVM folds since v0.26; NULL for other operands. */
static const tunip_node *fold_uints(tunip_elaborator *e, const tunip_type *type,
                                    const tunip_node *a, const tunip_node *b)
{
    tunip_dtype dtype = tunip_ir_dtype_of(a);
    tir_imm x = tir_imm_of(a), y = tir_imm_of(b);
    bool folds = type == &tunip_tir_floor_mod_type && dtype.code == TUNIP_DTYPE_UINT && x.is_int &&
                 y.is_int && tir_does(e, TIR_DOES_FOLD_UINTS);
    if (!folds) return NULL;
    int64_t rest = y.integer ? x.integer % y.integer : 0;
    return tir_new_int(tunip_elaborator_scratch(e), dtype, rest);
}

/* TVM's operator on two matched operands: folded, or refused after a complaint. */
static const tunip_node *folded(tunip_elaborator *e, const tunip_type *type, const tunip_node *a,
                                const tunip_node *b, const tunip_doc *doc)
{
    tunip_scratch *scratch = tunip_elaborator_scratch(e);
    tir_fold op = tir_fold_of(type);
    bool is_compared = is_comparison(type) && tunip_elaborator_in_lambda(e);
    const tunip_node *made = fold_uints(e, type, a, b);
    if (tir_divides_by_zero(op, a, b) || (made && tunip_ir_is_int(b, 0))) {
        tunip_complain(e, doc, "division by zero");
        return NULL;
    }
    if (!made && op != TIR_FOLD__COUNT) made = tir_folded(scratch, op, a, b);
    if (!made && is_compared) made = tir_compared(scratch, type, a, b);
    if (!made) return new_binary(e, type, a, b);
    return tir_takes_constant(e, made, doc) ? made : NULL;
}

static void *binary_of(tunip_elaborator *e, const tunip_type *type, bool is_word,
                       const tunip_value *a, const tunip_value *b, const tunip_doc *doc)
{
    bool folds = tunip_elaborator_folds(e);
    bool compares = folds ? is_strict(e, type) : is_comparison(type) || is_logic(type);
    if (compares) decide_beside(e, a, b);
    const tunip_node *x = side(e, a, b, compares, false), *y = side(e, b, a, compares, true);
    decide_sides(e, type, x, y);
    if (!x || !y || is_number_refused(e, type, a, b, is_number(b) ? x : y, doc) ||
        !takes(e, type, is_word, x, y, doc) || !match_sides(e, type, compares, &x, &y, doc))
        return NULL;
    return folds ? (void *)(uintptr_t)folded(e, type, x, y, doc) : new_binary(e, type, x, y);
}

void *tir_binary(tunip_elaborator *e, const tunip_type *type, const tunip_value *a,
                 const tunip_value *b, const tunip_doc *doc)
{
    return binary_of(e, type, false, a, b, doc);
}

/* Whether TVM's constructor accepts both operands; false after a complaint. */
static bool goes_together(tunip_elaborator *e, const tunip_type *type, const tunip_node *a,
                          const tunip_node *b, const tunip_doc *doc)
{
    if (is_logic(type)) return takes(e, type, false, a, b, doc);
    if (tunip_dtype_equal(tunip_ir_dtype_of(a), tunip_ir_dtype_of(b))) return true;
    refuse(e, type, a, b, doc);
    return false;
}

/* T.Add(a, b): exactly this node. */
TIR_READ(binary)
{
    const tunip_type *type = (const tunip_type *)call->word->data;
    if (type == &tunip_tir_not_type) {
        tunip_tir_not *node = tunip_node_new(tunip_elaborator_graph(e), type);
        tunip_ir_prim_expr *a = tir_expr_of(e, &call->args[0], tir_bool);
        if (!node || !a || !tir_takes_condition(e, (tunip_node *)a, "the operand", call->doc))
            return tunip_value_wrong(call->doc);
        node->base.dtype = tir_bool;
        node->base.dtype.lanes = a->dtype.lanes;
        node->a = (tunip_node *)a;
        return tunip_value_node(node, call->doc);
    }
    const tunip_node *a = tir_expr(e, &call->args[0]), *b = tir_expr(e, &call->args[1]);
    decide_sides(e, type, a, b);
    if (a && b && tunip_elaborator_folds(e) && !goes_together(e, type, a, b, call->doc))
        return tunip_value_wrong(call->doc);
    return tunip_value_node(new_binary(e, type, a, b), call->doc);
}

/* T.min(a, b): the same, after both sides get one dtype. */
TIR_READ(matched)
{
    const tunip_type *type = (const tunip_type *)call->word->data;
    return tunip_value_node(binary_of(e, type, true, &call->args[0], &call->args[1], call->doc),
                            call->doc);
}

static tunip_value new_op_call(tunip_elaborator *e, const char *name, tunip_dtype dtype,
                               tunip_array *args, const tunip_doc *doc)
{
    return tunip_value_node(tir_new_call(e, dtype, tir_op_new(e, name), args), doc);
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
    tunip_ir_prim_expr *expr = tunip_elaborator_folds(e) ? tir_expr(e, value) : NULL;
    if (expr && expr->dtype.code != TUNIP_DTYPE_HANDLE) { /* TVM makes -1 of the same dtype */
        const tunip_node *made = tir_new_const(tunip_elaborator_scratch(e), expr->dtype,
                                               (tir_imm){.is_int = true, .integer = -1});
        if (!tir_takes_constant(e, made, doc)) return tunip_value_wrong(doc);
        minus = tunip_value_node(made, doc);
    }
    return tunip_value_node(tir_binary(e, &tunip_tir_mul_type, value, &minus, doc), doc);
}

static bool is_shift(tunip_operator op)
{
    return op == TUNIP_OP_SHIFT_LEFT || op == TUNIP_OP_SHIFT_RIGHT;
}

/* Whether TVM's operator accepts both operands; bools cannot be shifted. False after a
 * complaint. */
static bool takes_bits(tunip_elaborator *e, tunip_operator op, const tunip_node *a,
                       const tunip_node *b, const tunip_doc *doc)
{
    bool shifts = is_shift(op);
    if (!tunip_elaborator_folds(e)) return true;
    if (shifts ? are_integers(a, b) : has_bits(a) && has_bits(b)) return true;
    char x[TUNIP_DTYPE_NAME_SIZE], y[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype_name(tunip_ir_dtype_of(a), x);
    tunip_dtype_name(tunip_ir_dtype_of(b), y);
    tunip_complain(e, doc, "an operator on bits takes integers%s, not %s and %s",
                   shifts ? "" : " and bools", x, y);
    return false;
}

/* Whether matched operands can be shifted: TVM looks at the number of bits only where it folds
 * constants. False after a complaint. */
static bool takes_shift(tunip_elaborator *e, tunip_operator op, const tunip_node *a,
                        const tunip_node *b, const tunip_doc *doc)
{
    return !is_shift(op) || !tir_is_index(tunip_ir_dtype_of(a)) || tir_takes_shift(e, a, b, doc);
}

static tunip_value read_unary(tunip_elaborator *e, const tunip_doc_operation *doc,
                              const tunip_value *value)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_operator op = (tunip_operator)doc->base.sub;
    if (op == TUNIP_OP_NEGATE) return read_negated(e, value, &doc->base);
    bool is_number = value->kind == TUNIP_VALUE_INT || value->kind == TUNIP_VALUE_FLOAT;
    if (op == TUNIP_OP_POSITIVE && is_number) return *value;
    if (op == TUNIP_OP_POSITIVE)
        return tunip_complain(e, &doc->base, "an expression cannot begin with `+`");
    tunip_ir_prim_expr *expr = tir_expr(e, value);
    if (!expr) return tunip_value_wrong(&doc->base);
    if (op == TUNIP_OP_INVERT &&
        !takes_bits(e, op, (tunip_node *)expr, (tunip_node *)expr, &doc->base))
        return tunip_value_wrong(&doc->base);
    if (op == TUNIP_OP_INVERT)
        return new_op_call(e, op_name(op), expr->dtype, TUNIP_LIST(graph, expr), &doc->base);
    if (!tir_takes_condition(e, (tunip_node *)expr, "the operand of `not`", &doc->base))
        return tunip_value_wrong(&doc->base);
    tunip_tir_not *node = tunip_node_new(graph, &tunip_tir_not_type);
    if (!node) return tunip_value_wrong(&doc->base);
    node->base.dtype = tir_bool;
    node->base.dtype.lanes = expr->dtype.lanes;
    node->a = (tunip_node *)expr;
    return tunip_value_node(node, &doc->base);
}

/* Whether signed integers are divided with `/`, for which TVM has no operator. */
static bool divides_integers(tunip_elaborator *e, const tunip_value *operands)
{
    bool is_integer = tunip_elaborator_folds(e);
    for (int i = 0; i < 2; i++) {
        bool is_node = operands[i].kind == TUNIP_VALUE_NODE;
        is_integer = is_integer &&
                     (operands[i].kind == TUNIP_VALUE_INT || operands[i].kind == TUNIP_VALUE_BOOL ||
                      (is_node && is_code(operands[i].node, TUNIP_DTYPE_INT, TUNIP_DTYPE_INT)));
    }
    return is_integer;
}

/* An operand of an operator on bits. TVM gives one integer of Python the dtype of the other operand
 * and keeps 32 bits. */
static const tunip_node *bits_side(tunip_elaborator *e, const tunip_value *value,
                                   const tunip_value *other, bool is_first)
{
    bool is_typed = value->kind == TUNIP_VALUE_INT && (is_first || other->kind != TUNIP_VALUE_INT);
    const tunip_node *beside = is_typed && tunip_elaborator_folds(e) ? tir_expr(e, other) : NULL;
    if (!beside || !has_bits(beside)) return tir_expr(e, value);
    tir_imm number = {.is_int = true, .integer = (int32_t)value->integer};
    return tir_new_const(tunip_elaborator_scratch(e), tunip_ir_dtype_of(beside), number);
}

tunip_value tir_read_bits(tunip_elaborator *e, tunip_operator op, const tunip_value *operands,
                          const tunip_doc *doc)
{
    bool folds = tunip_elaborator_folds(e);
    const tunip_node *x = bits_side(e, &operands[0], &operands[1], true);
    const tunip_node *y = bits_side(e, &operands[1], &operands[0], false);
    tir_decide_pair(e, x, y);
    if (!x || !y || !takes_bits(e, op, x, y, doc) || !match_sides(e, NULL, false, &x, &y, doc) ||
        !takes_shift(e, op, x, y, doc))
        return tunip_value_wrong(doc);
    const tunip_node *made = folds ? tir_bits_folded(tunip_elaborator_scratch(e), op, x, y) : NULL;
    if (!tir_takes_constant(e, made, doc)) return tunip_value_wrong(doc);
    if (made) return tunip_value_node(made, doc);
    tunip_array *args =
        TUNIP_LIST(tunip_elaborator_graph(e), (void *)(uintptr_t)x, (void *)(uintptr_t)y);
    return new_op_call(e, op_name(op), tunip_ir_dtype_of(x), args, doc);
}

/* a if condition else b */
static tunip_value read_choice(tunip_elaborator *e, const tunip_value *operands,
                               const tunip_doc *doc)
{
    const tunip_node *x = tir_expr(e, &operands[1]), *y = tir_expr(e, &operands[2]);
    bool folds = tunip_elaborator_folds(e);
    tunip_node *condition =
        folds ? tir_expr(e, &operands[0]) : tir_expr_of(e, &operands[0], tir_bool);
    tir_decide_pair(e, x, y);
    if (!match_sides(e, NULL, false, &x, &y, doc) ||
        !tir_takes_condition(e, condition, "the condition", doc))
        return tunip_value_wrong(doc);
    if (folds && condition && tunip_ir_dtype_of(condition).lanes != 1 &&
        !tir_does(e, TIR_DOES_CHOOSE_VECTORS))
        return tunip_complain(e, doc,
                              TUNIP_BREAKS_DTYPE "the condition must be one bool, and is a vector");
    const tunip_ir_int_imm *known = TUNIP_AS(tunip_ir_int_imm, condition);
    if (known && folds) return tunip_value_node(known->value ? x : y, doc);
    tunip_array *args = TUNIP_LIST(tunip_elaborator_graph(e), condition, (void *)(uintptr_t)x,
                                   (void *)(uintptr_t)y);
    return new_op_call(e, op_name(TUNIP_OP_IF_ELSE), tunip_ir_dtype_of(x), args, doc);
}

/* T.if_then_else(condition, a, b) */
TIR_READ(if_then_else)
{
    if (!tir_takes_count(e, call, 3)) return tunip_value_wrong(call->doc);
    return read_choice(e, call->args, call->doc);
}

/* Whether one of two operands is a vector: TVM's parser makes `&` of `and`, and `|` of `or`. */
static bool has_vector(const tunip_value *operands)
{
    for (int i = 0; i < 2; i++)
        if (operands[i].kind == TUNIP_VALUE_NODE &&
            tunip_is_a(operands[i].node, &tunip_ir_prim_expr_type) &&
            tunip_ir_dtype_of(operands[i].node).lanes > 1)
            return true;
    return false;
}

tunip_value tir_read_operation(tunip_elaborator *e, const tunip_doc_operation *doc,
                               const tunip_value *operands)
{
    tunip_operator op = (tunip_operator)doc->base.sub;
    if (doc->operands.count == 1) return read_unary(e, doc, operands);
    if (tir_does(e, TIR_DOES_ADD_LAYOUTS)) {
        tunip_value layout = tirx_read_sum(e, doc, operands);
        if (layout.kind != TUNIP_VALUE_ABSENT) return layout;
    }
    const tunip_type *type = type_of(op);
    if (type && is_logic(type) && tunip_elaborator_folds(e) && has_vector(operands))
        return tir_read_bits(e, op == TUNIP_OP_AND ? TUNIP_OP_BIT_AND : TUNIP_OP_BIT_OR, operands,
                             &doc->base);
    if (op == TUNIP_OP_DIV && divides_integers(e, operands))
        return tunip_complain(e, &doc->base,
                              "`/` of integers is ambiguous: use `//`, T.truncdiv or T.floordiv");
    if (type)
        return tunip_value_node(tir_binary(e, type, &operands[0], &operands[1], &doc->base),
                                &doc->base);
    if (!op_name(op)) return tunip_complain(e, &doc->base, "this operator is not allowed here");
    if (op == TUNIP_OP_IF_ELSE) return read_choice(e, operands, &doc->base);
    return tir_read_bits(e, op, operands, &doc->base);
}

tunip_value tunip_tir_read_operation(tunip_elaborator *e, const tunip_doc_operation *doc,
                                     const tunip_value *operands_)
{
    return tir_read_operation(e, doc, operands_);
}
