/* expr.c -- expressions: constants, members, words, operators. */
#include "read.h"

/* ==== Constants: R.const(1.0, "float32") ==== */

enum { MOST_DIMS = 8 };

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};
static const tunip_dtype float32 = {TUNIP_DTYPE_FLOAT, 32, 1};
static const tunip_dtype boolean = {TUNIP_DTYPE_BOOL, 8, 1};

/* The dtype of a constant for which the script names none. */
static tunip_dtype common_dtype(const tunip_value *value, int depth)
{
    tunip_dtype widest = value->kind == TUNIP_VALUE_INT ? int32 : boolean;
    if (value->kind == TUNIP_VALUE_FLOAT) return float32;
    if (value->kind != TUNIP_VALUE_LIST) return widest;
    if (!value->items.count || depth == MOST_DIMS) return float32;
    for (size_t i = 0; i < value->items.count && widest.code != TUNIP_DTYPE_FLOAT; i++) {
        tunip_dtype dtype = common_dtype(&value->items.items[i], depth + 1);
        if (dtype.code != TUNIP_DTYPE_BOOL) widest = dtype;
    }
    return widest;
}

static tunip_node *tensor_info(tunip_elaborator *e, const tunip_tensor *tensor)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_array *list = tunip_array_new(graph, 0, NULL);
    for (size_t i = 0; i < tensor->ndim; i++)
        tunip_ir_append(e, list, tunip_ir_int(graph, relax_int64_dtype, tensor->shape[i]));
    return (tunip_node *)tunip_relax_tensor_info_new(graph, list, 0, tensor->dtype);
}

static tunip_value new_constant(tunip_elaborator *e, const tunip_word_call *call, tunip_dtype dtype,
                                tunip_node *info)
{
    tunip_tensor *tensor = tunip_ir_read_tensor(e, &call->args[0], dtype, call->args[1].doc);
    tunip_relax_constant *constant =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_constant_type);
    if (!tensor || !constant) return tunip_value_wrong(call->doc);
    constant->data = tensor;
    relax_set_info(constant, info ? info : tensor_info(e, tensor));
    return tunip_value_node(constant, call->doc);
}

/* R.const(1), R.const(1.5, "float16"), R.const([1, 2], "int64") */
RELAX_READ(const)
{
    const tunip_value *dtype = &call->args[1];
    tunip_dtype wanted = common_dtype(&call->args[0], 0);
    const tunip_doc *written = call->args[0].doc;
    if (tunip_elaborator_folds(e) && written && written->kind == TUNIP_DOC_TUPLE)
        return tunip_complain(e, call->doc, "R.const takes a number or a list, not a tuple");
    if (dtype->kind > TUNIP_VALUE_NONE) wanted = tunip_value_to_dtype(e, dtype, float32);
    return new_constant(e, call, wanted, NULL);
}

/* R.dist.const(1.0, R.DTensor(...)) */
RELAX_READ(dist_const)
{
    tunip_node *info = relax_info_of(e, &call->args[1]);
    const tunip_relax_dtensor_struct_info *tensor = TUNIP_AS(tunip_relax_dtensor_struct_info, info);
    if (!info) return tunip_value_wrong(call->doc);
    if (!tensor || !tensor->tensor_sinfo)
        return tunip_complain(e, call->args[1].doc,
                              TUNIP_BREAKS_STRUCT_INFO "the struct info is %s, not R.DTensor",
                              tunip_type_noun(e, info->type));
    return new_constant(e, call, tensor->tensor_sinfo->dtype, info);
}

/* A constant that prints as metadata["relax.expr.Constant"][index]: scalars would print as their
 * value. Its element distinguishes it from other constants. Its struct info is unknown. */
tunip_node *relax_placeholder(tunip_elaborator *e, tunip_str key, int64_t index)
{
    static const tunip_dtype unknown = {TUNIP_DTYPE_HANDLE, 0, 0};
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (!tunip_str_is(key, "relax.expr.Constant")) return NULL;
    tunip_value number = {.kind = TUNIP_VALUE_INT, .integer = index};
    tunip_value list = {.kind = TUNIP_VALUE_LIST, .items = {&number, 1}};
    tunip_relax_constant *constant = tunip_node_new(graph, &tunip_relax_constant_type);
    tunip_tensor *tensor = tunip_ir_read_tensor(e, &list, relax_int64_dtype, NULL);
    if (!constant || !tensor) return NULL;
    constant->data = tensor;
    relax_set_info(constant, (tunip_node *)tunip_relax_tensor_info_new(
                                 graph, NULL, TUNIP_RELAX_UNKNOWN_NDIM, unknown));
    return (tunip_node *)constant;
}

/* ==== Parts of tensors at run time: x.ndim, x.shape[0], x.dtype.bits (TVM
 * python/tvm/relax/expr.py, src/relax/op/tensor/inspect.cc). */

/* x.dtype(), which is no function. */
RELAX_READ(inspection)
{
    const char *name = call->word->name + 1;
    tunip_complain(e, call->doc, "`%s` of a tensor is not a function", name);
    tunip_complain_also(e, NULL, "write x.%s%s", name, (const char *)call->word->data);
    return tunip_value_wrong(call->doc);
}

/* Whether a script can inspect an expression: it is a tensor, or its struct info does not say. */
static bool is_tensor(const tunip_node *expr)
{
    if (!tunip_is_a(expr, &tunip_ir_relax_expr_type)) return false;
    const tunip_node *info = relax_info(expr);
    return !info || tunip_is(info, &tunip_relax_tensor_struct_info_type);
}

RELAX_READ(inspected)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_node *tensor = call->self.node;
    const char *op = (const char *)call->word->data;
    if (!is_tensor(tensor))
        return tunip_complain(e, call->doc, "only a tensor has this member, not %s",
                              relax_info_text(e, relax_info(tensor)));
    if (!call->word->params)
        return tunip_value_node(relax_new_op_call(e, op, TUNIP_LIST(graph, tensor)), call->doc);
    tunip_node *axis = relax_expr_of(e, &call->args[0]);
    const tunip_node *info = axis ? relax_info(axis) : NULL;
    if (info && !tunip_is(info, &tunip_relax_prim_struct_info_type))
        return tunip_complain(e, call->args[0].doc,
                              TUNIP_BREAKS_BLOCK "the number of an axis must be R.Prim(), not %s",
                              relax_info_text(e, info));
    if (!axis) return tunip_value_wrong(call->doc);
    return tunip_value_node(relax_new_op_call(e, op, TUNIP_LIST(graph, tensor, axis)), call->doc);
}

const tunip_node *relax_inspected(const tunip_relax_call *call)
{
    static const char head[] = "relax.inspect.";
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    tunip_str name = tunip_string_value(op ? op->name : NULL);
    if (name.size < sizeof head || memcmp(name.data, head, sizeof head - 1) != 0) return NULL;
    const tunip_relax_prim_struct_info *info =
        TUNIP_AS(tunip_relax_prim_struct_info, tunip_relax_struct_info_of(call));
    return info ? info->value : NULL;
}

/* ==== Members of expressions and of struct infos: x.struct_info.shape[0] (TVM
 * python/tvm/relax/expr.py, struct_info.py). */

static tunip_value number(int64_t integer, const tunip_doc *doc)
{
    return (tunip_value){.kind = TUNIP_VALUE_INT, .doc = doc, .integer = integer};
}

static tunip_value optional(const void *node, const tunip_doc *doc)
{
    if (!node) return (tunip_value){.kind = TUNIP_VALUE_NONE, .doc = doc};
    return tunip_value_node(node, doc);
}

static tunip_value dtype_name(tunip_elaborator *e, tunip_dtype dtype, const tunip_doc *doc)
{
    char text[TUNIP_DTYPE_NAME_SIZE];
    size_t size = tunip_dtype_name(dtype, text);
    tunip_value value = {.kind = TUNIP_VALUE_STR, .doc = doc};
    value.text = tunip_graph_copy(tunip_elaborator_graph(e), (tunip_str){text, size});
    return value;
}

static tunip_value tensor_member(tunip_elaborator *e, const tunip_relax_tensor_struct_info *info,
                                 tunip_str name, const tunip_doc *doc)
{
    if (tunip_str_is(name, "shape")) return optional(info->shape, doc);
    if (tunip_str_is(name, "dtype")) return dtype_name(e, info->dtype, doc);
    if (tunip_str_is(name, "ndim")) return number(info->ndim, doc);
    if (tunip_str_is(name, "vdevice")) return optional(info->vdevice, doc);
    return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

tunip_value relax_read_member(tunip_elaborator *e, const tunip_value *value, tunip_str name,
                              const tunip_doc *doc)
{
    tunip_node *node = value->node;
    const tunip_relax_tensor_struct_info *tensor = TUNIP_AS(tunip_relax_tensor_struct_info, node);
    const tunip_relax_shape_struct_info *shape = TUNIP_AS(tunip_relax_shape_struct_info, node);
    const tunip_relax_tuple_struct_info *tuple = TUNIP_AS(tunip_relax_tuple_struct_info, node);
    const tunip_relax_shape_expr *dims = TUNIP_AS(tunip_relax_shape_expr, node);
    bool is_expr = tunip_is_a(node, &tunip_ir_relax_expr_type);
    bool is_type = is_expr && tunip_str_is(name, "ty");
    if (is_type) tunip_note_vintage(e, 26, doc);
    if (is_type) return tunip_value_node(relax_worked_out(e, node), doc);
    if (is_expr && (tunip_str_is(name, "struct_info") || tunip_str_is(name, "struct_info_")))
        return tunip_value_node(relax_worked_out(e, node), doc);
    if (dims && tunip_str_is(name, "values")) return optional(dims->values, doc);
    if (tensor) return tensor_member(e, tensor, name, doc);
    if (shape && tunip_str_is(name, "values")) return optional(shape->values, doc);
    if (shape && tunip_str_is(name, "ndim")) return number(shape->ndim, doc);
    if (tuple && tunip_str_is(name, "fields")) return optional(tuple->fields, doc);
    return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

/* x.astype("float16") */
RELAX_READ(astype)
{
    tunip_relax_astype_attrs *attrs =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_astype_attrs_type);
    tunip_node *data = relax_expr_of(e, &call->self);
    if (!attrs || !data) return tunip_value_wrong(call->doc);
    attrs->dtype = relax_dtype_of(e, &call->args[0]);
    tunip_array *args = TUNIP_LIST(tunip_elaborator_graph(e), data);
    tunip_relax_call *made = relax_new_op_call(e, "relax.astype", args);
    if (made) made->attrs = (tunip_node *)attrs;
    return tunip_value_node(made, call->doc);
}

/* ==== The words of expressions, calls of functions, operators ==== */

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
    bool is_older = tunip_elaborator_folds(e) && !relax_has_types(e);
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
            return tunip_complain(e, doc->values.items[i],
                                  TUNIP_BREAKS_ARGUMENTS "a function has no parameter `%.*s`",
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
    return tunip_complain(e, doc, TUNIP_BREAKS_SHAPE "the shape has only %lld dimensions",
                          (long long)count);
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
