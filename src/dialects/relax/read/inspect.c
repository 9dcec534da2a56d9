/* inspect.c -- parts of tensors at run time: x.ndim, x.shape[0], x.dtype.bits (TVM
 * python/tvm/relax/expr.py, src/relax/op/tensor/inspect.cc). */
#include "read.h"

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
                              "the number of an axis must be R.Prim(), not %s",
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
