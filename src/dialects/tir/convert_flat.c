/* convert_flat.c -- conversions of nodes of TVM v0.24 and v0.25 that convert.c does not share. */
#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/tirx_types_v25.h>

#include "analysis.h"
#include "convert.h"
#include "rules.h"

/* ---- functions, calls, declarations ---- */

/* The attributes of a function of v0.24, which does not say whether it is scheduled. */
static tunip_node *convert_func(tunip_converter *c, const tunip_node *node, const char *from,
                                const char *to)
{
    const tunip_tir_prim_func *func = (const tunip_tir_prim_func *)node;
    tunip_tir_prim_func *made = (tunip_tir_prim_func *)tunip_convert_fields(c, node);
    tirx_attrs attrs = {.original = func->base.attrs, .from = from, .to = to};
    if (!made) return NULL;
    attrs.made = made->base.attrs;
    if (tirx_rename_attrs(c, &attrs)) tirx_set_attrs(c, &attrs, false);
    return (tunip_node *)made;
}

tunip_node *tirx_convert_func_v24(tunip_converter *c, const tunip_node *node)
{
    return convert_func(c, node, "tir.", "tirx.");
}

tunip_node *tirx_older_func_v24(tunip_converter *c, const tunip_node *node)
{
    return convert_func(c, node, "tirx.", "tir.");
}

/* A call of a script with attributes has a list in the place of its operator. */
tunip_node *tirx_convert_call_v25(tunip_converter *c, const tunip_node *node)
{
    const tunip_array *carrier = TUNIP_AS(tunip_array, ((const tunip_tir_call *)node)->op);
    if (tunip_array_count(carrier) != 3) return tunip_convert_fields(c, node);
    const tunip_ir_prim_type *type = TUNIP_AS(tunip_ir_prim_type, carrier->items[1]);
    tunip_tir_call plain = *(const tunip_tir_call *)node;
    plain.op = carrier->items[0];
    if (type) plain.base.dtype = type->dtype;
    tunip_node *made = tunip_convert_fields(c, (const tunip_node *)&plain);
    if (made) ((tunip_tirx_call_v25 *)made)->attrs = tunip_convert(c, carrier->items[2]);
    return made;
}

tunip_node *tirx_convert_call_v24(tunip_converter *c, const tunip_node *node)
{
    if (TUNIP_AS(tunip_array, ((const tunip_tir_call *)node)->op))
        return tunip_convert_refuse(c, node, "calls of TVM v0.24 have no attributes");
    return tunip_convert_fields(c, node);
}

tunip_node *tirx_carry_attrs(tunip_converter *c, tunip_node *made, const void *attrs)
{
    tunip_tir_call *call = TIRX_OWN(tunip_tir_call, made);
    if (!call || !attrs || !tunip_converter_carries(c)) return made;
    void *items[] = {call->op, NULL, tunip_convert(c, attrs)};
    call->op = (void *)tunip_array_new(tunip_converter_graph(c), TUNIP_LEN(items), items);
    return made;
}

tunip_node *tirx_older_call_v25(tunip_converter *c, const tunip_node *node)
{
    const void *attrs = ((const tunip_tirx_call_v25 *)node)->attrs;
    if (attrs && !tunip_converter_carries(c) && !tunip_converter_keeps_unknown(c))
        return tunip_convert_refuse(c, node, "calls of TVM v0.23 have no attributes");
    return tirx_carry_attrs(c, tunip_convert_fields(c, node), attrs);
}

/* The reader of scripts makes a declaration of v0.26, with the pointer apart from the buffer. */
tunip_node *tirx_convert_read_decl(tunip_converter *c, const tunip_node *node)
{
    const tunip_tirx_decl_buffer *decl = (const tunip_tirx_decl_buffer *)node;
    const tunip_tir_buffer *buffer = TUNIP_AS(tunip_tir_buffer, decl->buffer);
    tunip_node *data = tunip_convert(c, decl->data);
    if (buffer && buffer->data && tunip_is_a(data, &tunip_tir_var_type))
        tunip_convert_set(c, buffer->data, data);
    return tunip_convert_to(c, node, tunip_convert_type(c, node->type));
}
