/* parts.c -- the compared parts of variables and bindings, in order (TVM include/tvm/relax/expr.h
 * and src/relax/ir/expr.cc, SEqual and SHash). */
#include "types.h"

/* The struct info of a variable is compared. That of other expressions is not, because it follows
 * from them. */
bool relax_var_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                     bool (*each)(const tunip_part *part, void *user), void *user)
{
    static const tunip_relax_var none;
    const tunip_relax_var *a = (const tunip_relax_var *)lhs,
                          *b = rhs ? (const tunip_relax_var *)rhs : &none;
    const tunip_ir_relax_expr *x = (const tunip_ir_relax_expr *)a,
                              *y = (const tunip_ir_relax_expr *)b;
    tunip_part vid = {"vid", (const tunip_node *)a->vid, (const tunip_node *)b->vid, false};
    tunip_part info = {"struct_info_", x->struct_info, y->struct_info, false};
    (void)scratch;
    return each(&vid, user) && each(&info, user);
}

/* A function may refer to the variable it is bound to. Other values are compared first, because a
 * difference in them is more informative than one in the variables. */
bool relax_var_binding_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                             bool (*each)(const tunip_part *part, void *user), void *user)
{
    static const tunip_relax_var_binding none;
    const tunip_relax_var_binding *a = (const tunip_relax_var_binding *)lhs;
    const tunip_relax_var_binding *b = rhs ? (const tunip_relax_var_binding *)rhs : &none;
    tunip_part var = {"var", (const tunip_node *)a->base.var, (const tunip_node *)b->base.var,
                      true};
    tunip_part value = {"value", a->value, b->value, false};
    bool recursive = tunip_is(a->value, &tunip_relax_function_type);
    (void)scratch;
    return each(recursive ? &var : &value, user) && each(recursive ? &value : &var, user);
}

/* In TVM v0.26, types are compared. That of a sequence may use symbols that its blocks define. */
bool relax_seq_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                     bool (*each)(const tunip_part *part, void *user), void *user)
{
    static const tunip_relax_seq_expr none;
    const tunip_relax_seq_expr *a = (const tunip_relax_seq_expr *)lhs;
    const tunip_relax_seq_expr *b = rhs ? (const tunip_relax_seq_expr *)rhs : &none;
    tunip_part blocks = {"blocks", (const tunip_node *)a->blocks, (const tunip_node *)b->blocks,
                         false};
    tunip_part type = {"ty", a->base.struct_info, b->base.struct_info, false};
    tunip_part body = {"body", a->body, b->body, false};
    (void)scratch;
    return each(&blocks, user) && each(&type, user) && each(&body, user);
}
