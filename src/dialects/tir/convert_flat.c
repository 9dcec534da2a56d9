/* convert_flat.c -- conversions of nodes of TVM v0.24 and v0.25 that convert.c does not share, and
 * of IR that v0.23 does not have.
 *
 * Conversions between two newer versions go over v0.23 (<tunip/ext/convert.h>). IR that v0.23 does
 * not have is carried over in the form in which the reader of scripts puts it into IR of v0.23, so
 * that the second step finds it. */
#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/tirx_types_v25.h>

#include "analysis.h"
#include "convert.h"
#include "rules.h"

/* ---- layouts ---- */

static tunip_array *carry_iters(tunip_converter *c, const tunip_array *iters)
{
    tunip_graph *graph = tunip_converter_graph(c);
    size_t count = tunip_array_count(iters);
    void **items = tunip_graph_alloc(graph, (count + 1) * sizeof *items);
    for (size_t i = 0; items && i < count; i++) {
        const tunip_tirx_iter *from = (const tunip_tirx_iter *)(const void *)iters->items[i];
        tunip_tirx_iter *made = tunip_node_new(graph, &tunip_tirx_iter_type);
        items[i] = made;
        if (!made || !from) continue;
        made->extent = tunip_convert(c, from->extent);
        made->stride = tunip_convert(c, from->stride);
        made->axis = from->axis;
    }
    return items ? tunip_array_new(graph, count, items) : NULL;
}

static tunip_map *carry_offsets(tunip_converter *c, const tunip_map *offsets)
{
    tunip_graph *graph = tunip_converter_graph(c);
    size_t count = tunip_map_count(offsets);
    void **entries = tunip_graph_alloc(graph, (2 * count + 1) * sizeof *entries);
    for (size_t i = 0; entries && i < count; i++) {
        entries[2 * i] = offsets->entries[i].key; /* an axis, which all versions share */
        entries[2 * i + 1] = tunip_convert(c, offsets->entries[i].value);
    }
    return entries ? tunip_map_new(graph, count, entries) : NULL;
}

static tunip_tirx_tile_layout *carry_tiles(tunip_converter *c, const tunip_tirx_tile_layout *layout)
{
    tunip_tirx_tile_layout *made =
        tunip_node_new(tunip_converter_graph(c), &tunip_tirx_tile_layout_type);
    if (!made) return NULL;
    made->shard = carry_iters(c, layout->shard);
    made->replica = carry_iters(c, layout->replica);
    made->offset = carry_offsets(c, layout->offset);
    return made;
}

static bool is_tiles(const tunip_node *layout)
{
    return tunip_is(layout, &tunip_tirx_tile_layout_type) ||
           tunip_is(layout, &tunip_tirx_tile_layout_v25_type);
}

tunip_array *tirx_carry_layout(tunip_converter *c, const tunip_node *buffer,
                               const tunip_node *layout, const tunip_array *addresses)
{
    tunip_graph *graph = tunip_converter_graph(c);
    size_t count = tunip_array_count(addresses);
    void **items = tunip_graph_alloc(graph, (count + 1) * sizeof *items);
    if (layout && !is_tiles(layout)) {
        tunip_convert_refuse(c, buffer, "a layout of this kind is not converted between versions");
        return NULL;
    }
    if (!items) return NULL;
    items[0] = layout ? (void *)carry_tiles(c, (const tunip_tirx_tile_layout *)layout)
                      : tunip_string_new(graph, "none");
    for (size_t i = 0; i < count; i++) items[i + 1] = tunip_convert(c, addresses->items[i]);
    return tunip_array_new(graph, count + 1, items);
}

/* ---- assertions ---- */

tunip_node *tirx_carry_assert(tunip_converter *c, const tunip_node *node)
{
    const tunip_tirx_assert_stmt *check = (const tunip_tirx_assert_stmt *)node;
    tunip_tirx_assert_stmt *made =
        tunip_node_new(tunip_converter_graph(c), &tunip_tirx_assert_stmt_type);
    if (!made) return NULL;
    made->base.span = tunip_convert(c, check->base.span);
    made->condition = tunip_convert(c, check->condition);
    made->error_kind = (void *)tunip_convert(c, check->error_kind);
    made->message_parts = (tunip_array *)(void *)tunip_convert(c, check->message_parts);
    return (tunip_node *)made;
}

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
    tunip_tirx_call_v25 *made = (tunip_tirx_call_v25 *)tunip_convert_fields(c, node);
    if (!made || tunip_array_count(carrier) != 3) return (tunip_node *)made;
    const tunip_ir_prim_type *type = TUNIP_AS(tunip_ir_prim_type, carrier->items[1]);
    if (type) made->kin.base.dtype = type->dtype;
    made->kin.op = tunip_convert(c, carrier->items[0]);
    made->attrs = tunip_convert(c, carrier->items[2]);
    return (tunip_node *)made;
}

tunip_node *tirx_older_call_v25(tunip_converter *c, const tunip_node *node)
{
    if (((const tunip_tirx_call_v25 *)node)->attrs && !tunip_converter_keeps_unknown(c))
        return tunip_convert_refuse(c, node, "calls of TVM v0.23 have no attributes");
    return tunip_convert_fields(c, node);
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
