/* member.c -- members of expressions and of struct infos: x.struct_info.shape[0] (TVM
 * python/tvm/relax/expr.py, struct_info.py). */
#include "read.h"

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
