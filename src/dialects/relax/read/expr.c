/* expr.c -- the words of expressions, calls of functions, operators. */
#include "read.h"

/* ---- words ---- */

RELAX_READ(prim_value)
{
    tunip_node *number = relax_number_of(e, &call->args[0]);
    return tunip_value_node(number ? relax_new_prim_value(e, number) : NULL, call->doc);
}

RELAX_READ(str)
{
    tunip_str text = tunip_value_to_str(e, &call->args[0], "");
    return tunip_value_node(relax_new_string(e, text), call->doc);
}

RELAX_READ(dtype)
{
    tunip_relax_data_type_imm *imm =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_data_type_imm_type);
    if (!imm) return tunip_value_wrong(call->doc);
    imm->value = relax_dtype_of(e, &call->args[0]);
    relax_set_info(imm, relax_new_object_info(e));
    return tunip_value_node(imm, call->doc);
}

RELAX_READ(shape)
{
    tunip_array *dims = relax_dims_of(e, &call->args[0]);
    return tunip_value_node(relax_new_shape(e, dims), call->doc);
}

/* R.tuple() and R.tuple(x, y) */
RELAX_READ(tuple)
{
    tunip_value list = {.kind = TUNIP_VALUE_LIST, .doc = call->doc};
    list.items = call->rest;
    bool is_older = tunip_elaborator_folds(e) && !tunip_elaborator_vintage(e);
    for (size_t i = 0; is_older && i < list.items.count; i++) {
        const tunip_value *item = &list.items.items[i];
        if (item->kind >= TUNIP_VALUE_BOOL && item->kind <= TUNIP_VALUE_STR)
            return tunip_complain_instead(e, item, "an expression of Relax");
    }
    return tunip_value_node(relax_expr_of(e, &list), call->doc);
}

RELAX_READ(extern_func)
{
    tunip_str name = tunip_value_to_str(e, &call->args[0], "");
    tunip_node *func = relax_new_extern(e, name);
    if (call->args[1].kind > TUNIP_VALUE_NONE) {
        tunip_hint_vintage(e, 26); /* v0.23 does not write it */
        relax_set_info(func, relax_info_of(e, &call->args[1]));
    }
    return tunip_value_node(func, call->doc);
}

/* ---- calls of functions ---- */

/* f(x, y) of a function of the module, or of one in a variable. */
tunip_value relax_read_call(tunip_elaborator *e, const tunip_value *callee,
                            const tunip_doc_call *doc)
{
    bool is_callable = tunip_is_a(callee->node, &tunip_relax_var_type) ||
                       tunip_is_a(callee->node, &tunip_ir_base_func_type) ||
                       tunip_is(callee->node, &tunip_ir_global_var_type) ||
                       tunip_is(callee->node, &tunip_ir_op_type);
    if (!is_callable) return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
    tunip_value args = {.kind = TUNIP_VALUE_LIST, .doc = &doc->base};
    args.items = (tunip_values){tunip_elaborate_all(e, doc->args), doc->args.count};
    tunip_node *tuple = args.items.items ? relax_expr_of(e, &args) : NULL;
    if (!tuple) return tunip_value_wrong(&doc->base);
    tunip_relax_call *call = relax_new_call(e, callee->node, ((tunip_relax_tuple *)tuple)->fields);
    for (size_t i = 0; call && i < doc->values.count; i++) {
        tunip_value value = tunip_elaborate(e, doc->values.items[i]);
        if (!tunip_str_is(doc->keys[i], "sinfo_args"))
            return tunip_complain(e, doc->values.items[i], "a function has no parameter `%.*s`",
                                  (int)doc->keys[i].size, doc->keys[i].data);
        call->sinfo_args = relax_infos_of(e, &value);
    }
    return tunip_value_node(call, &doc->base);
}

/* ---- operators and members ---- */

/* t[0]: a field of a tuple. */
/* shape[0] */
static tunip_value dimension(tunip_elaborator *e, const tunip_relax_shape_expr *shape,
                             int64_t index, const tunip_doc *doc)
{
    int64_t count = (int64_t)tunip_array_count(shape->values);
    if (index < 0) index += count;
    if (index >= 0 && index < count) return tunip_value_node(shape->values->items[index], doc);
    return tunip_complain(e, doc, "the shape has only %lld dimensions", (long long)count);
}

/* R.TupleGetItem(t, 0) is t[0]. */
RELAX_READ(item)
{
    tunip_node *tuple = relax_expr_of(e, &call->args[0]);
    tunip_value self = tunip_value_node(tuple, call->doc);
    if (!tuple) return self;
    return relax_read_subscript(e, &self, (tunip_values){&call->args[1], 1}, call->doc);
}

tunip_value relax_read_subscript(tunip_elaborator *e, const tunip_value *value,
                                 tunip_values indices, const tunip_doc *doc)
{
    bool is_list = value->kind == TUNIP_VALUE_LIST;
    const tunip_relax_shape_expr *dims =
        is_list ? NULL : TUNIP_AS(tunip_relax_shape_expr, value->node);
    if (dims && indices.count == 1 && indices.items[0].kind == TUNIP_VALUE_INT)
        return dimension(e, dims, indices.items[0].integer, doc);
    if (!is_list && !tunip_is_a(value->node, &tunip_ir_relax_expr_type))
        return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
    tunip_node *self = is_list ? relax_expr_of(e, value) : value->node;
    if (!self) return tunip_value_wrong(doc);
    if (indices.count != 1 || indices.items[0].kind != TUNIP_VALUE_INT)
        return tunip_complain(e, doc, "expected the number of a field of a tuple");
    int64_t index = indices.items[0].integer;
    if (tunip_elaborator_folds(e)) index = (int32_t)index; /* as TVM keeps it */
    const tunip_node *info = relax_worked_out(e, self);
    const tunip_relax_tuple_struct_info *tuple = TUNIP_AS(tunip_relax_tuple_struct_info, info);
    if (info && !tuple && !tunip_is(info, &tunip_relax_object_struct_info_type))
        return tunip_complain(e, doc, "only a tuple has fields, and this is %s",
                              relax_info_text(e, info));
    if (tuple && (index < 0 || (size_t)index >= tunip_array_count(tuple->fields)))
        return tunip_complain(e, doc, "a tuple of %zu fields has no field %lld",
                              tunip_array_count(tuple->fields), (long long)index);
    return tunip_value_node(relax_new_item(e, self, index), doc);
}

static const char *op_of(tunip_operator op)
{
    switch (op) {
    case TUNIP_OP_ADD:
        return "relax.add";
    case TUNIP_OP_SUB:
        return "relax.subtract";
    case TUNIP_OP_MUL:
        return "relax.multiply";
    case TUNIP_OP_DIV:
        return "relax.divide";
    case TUNIP_OP_FLOOR_DIV:
        return "relax.floor_divide";
    case TUNIP_OP_MOD:
        return "relax.mod";
    case TUNIP_OP_POW:
        return "relax.power";
    case TUNIP_OP_LT:
        return "relax.less";
    case TUNIP_OP_GT:
        return "relax.greater";
    case TUNIP_OP_LE:
        return "relax.less_equal";
    case TUNIP_OP_GE:
        return "relax.greater_equal";
    case TUNIP_OP_NEGATE:
        return "relax.negative";
    default:
        return NULL;
    }
}

/* Whether one of the operands is an expression of Relax. */
static bool has_expr(const tunip_value *operands, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (operands[i].kind == TUNIP_VALUE_NODE &&
            tunip_is_a(operands[i].node, &tunip_ir_relax_expr_type))
            return true;
    return false;
}

/* `and`, `or`, `not`, `==` and `!=`, for which expressions of Relax have no operator: Python
 * evaluates them. It compares by identity, and each expression is true. Absent for another operator
 * and for other operands. */
static tunip_value python_operation(tunip_elaborator *e, const tunip_doc_operation *doc,
                                    const tunip_value *operands)
{
    tunip_operator op = (tunip_operator)doc->base.sub;
    const tunip_value *a = &operands[0], *b = &operands[1];
    tunip_value result = {.kind = TUNIP_VALUE_ABSENT};
    bool is_expr = a->kind == TUNIP_VALUE_NODE && tunip_is_a(a->node, &tunip_ir_relax_expr_type);
    bool compares = op == TUNIP_OP_EQ || op == TUNIP_OP_NE;
    bool truth = is_expr;
    if (!tunip_elaborator_folds(e)) return result;
    if (!is_expr && !tunip_value_truth(e, a, &truth)) return result;
    if (op == TUNIP_OP_AND || op == TUNIP_OP_OR) return truth == (op == TUNIP_OP_AND) ? *b : *a;
    if (op == TUNIP_OP_NOT || compares) {
        bool are_same = compares && b->kind == TUNIP_VALUE_NODE && is_expr && a->node == b->node;
        result.kind = TUNIP_VALUE_BOOL;
        result.boolean = compares && are_same == (op == TUNIP_OP_EQ);
        tunip_warn(e, &doc->base, "this is always %s: it does not compute anything of the operands",
                   result.boolean ? "True" : "False");
    }
    return result;
}

tunip_value relax_read_operation(tunip_elaborator *e, const tunip_doc_operation *doc,
                                 const tunip_value *operands)
{
    const char *op = op_of((tunip_operator)doc->base.sub);
    size_t count = doc->operands.count;
    if (!has_expr(operands, count)) return tunip_tir_read_operation(e, doc, operands);
    tunip_value python = python_operation(e, doc, operands);
    if (python.kind != TUNIP_VALUE_ABSENT) return python;
    void *args[2];
    for (size_t i = 0; i < count; i++)
        if (relax_is_undefined(e, &operands[i])) return tunip_value_wrong(&doc->base);
    if (!op || count > 2)
        return tunip_complain(e, &doc->base, "expressions of Relax do not have this operator");
    for (size_t i = 0; i < count; i++) {
        bool is_node = operands[i].kind == TUNIP_VALUE_NODE;
        bool is_number = is_node && tunip_is_a(operands[i].node, &tunip_ir_prim_expr_type);
        if (!is_node || (is_number && tunip_elaborator_folds(e))) {
            tunip_complain_instead(e, &operands[i], "an expression of Relax");
            tunip_complain_also(e, NULL, "write R.const(...)");
            return tunip_value_wrong(&doc->base);
        }
        args[i] = relax_expr_of(e, &operands[i]);
        if (!args[i]) return tunip_value_wrong(&doc->base);
    }
    tunip_array *list = tunip_array_new(tunip_elaborator_graph(e), count, args);
    return tunip_value_node(relax_new_op_call(e, op, list), &doc->base);
}
