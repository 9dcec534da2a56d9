/* parts.c -- the compared parts of functions (TVM v0.26 include/tvm/tirx/function.h, SEqual and
 * SHash): the type of a function follows from the others, and may be out of date. */
#include "types.h"

bool tirx_func_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                     bool (*each)(const tunip_part *part, void *user), void *user)
{
    static const tunip_tirx_prim_func none;
    const tunip_tirx_prim_func *a = (const tunip_tirx_prim_func *)lhs;
    const tunip_tirx_prim_func *b = rhs ? (const tunip_tirx_prim_func *)rhs : &none;
    const tunip_part parts[] = {
        {"attrs", (const tunip_node *)a->base.attrs, (const tunip_node *)b->base.attrs, false},
        {"params", (const tunip_node *)a->params, (const tunip_node *)b->params, true},
        {"ret_type", a->ret_type, b->ret_type, false},
        {"body", a->body, b->body, false},
    };
    (void)scratch;
    for (size_t i = 0; i < TUNIP_LEN(parts); i++)
        if (!each(&parts[i], user)) return false;
    return true;
}
