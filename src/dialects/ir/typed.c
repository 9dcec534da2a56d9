/* typed.c -- dtypes of expressions. Those of TVM v0.26 have types where older ones have dtypes. */
#include <tunip/tvm/ir.h>
#include <tunip/tvm/ir_types_v26.h>

tunip_dtype tunip_ir_typed_dtype(const void *expr)
{
    const tunip_ir_expr *typed = TUNIP_AS_A(tunip_ir_expr, expr);
    const tunip_node *type = typed ? typed->ty : NULL;
    const tunip_ir_prim_type *prim = TUNIP_AS(tunip_ir_prim_type, type);
    if (prim) return prim->dtype;
    return tunip_is(type, &tunip_ir_pointer_type_type) ? TUNIP_HANDLE : TUNIP_VOID;
}

/* A node of v0.26 whose kin has a dtype has none itself, so this does not look at kin. */
tunip_dtype tunip_ir_any_dtype(const void *expr)
{
    const tunip_type *at = expr ? ((const tunip_node *)expr)->type : NULL;
    while (at && at != &tunip_ir_prim_expr_type) at = at->base;
    return at ? ((const tunip_ir_prim_expr *)expr)->dtype : tunip_ir_typed_dtype(expr);
}
