/* convert_layout.c -- converts the layouts and addresses of buffers, which TVM has since v0.25.
 *
 * In IR of v0.23, the reader of scripts puts the layout in the place of the separators of axes: a
 * node, or a string for the usual one or none. The addresses follow. Conversions between two newer
 * versions go over v0.23 (<tunip/ext/convert.h>) and carry layouts and addresses in this form. */
#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/tirx_types_v25.h>

#include "account_text.h"
#include "analysis.h"
#include "convert.h"
#include "script.h"

/* ---- the usual layout ---- */

static bool is_named(const tunip_tirx_axis *axis, const char *name)
{
    return axis && tunip_str_is(tunip_string_value(axis->name), name);
}

/* Whether a layout may be the usual one, that of a compact buffer. */
bool tirx_is_usual(const tunip_node *of, const tunip_array *shape)
{
    const tunip_tirx_tile_layout *layout = TUNIP_AS(tunip_tirx_tile_layout, of);
    if (!of) return true;
    if (!layout || tunip_array_count(layout->replica) || (layout->offset && layout->offset->count))
        return false;
    size_t count = tunip_array_count(layout->shard);
    for (size_t i = 0; i < count; i++) {
        const tunip_tirx_iter *iter = TUNIP_AS(tunip_tirx_iter, layout->shard->items[i]);
        if (!iter || !is_named(iter->axis, "m")) return false;
    }
    return count == tunip_array_count(shape);
}

/* The layout of a buffer of TVM v0.26 that has no explicit layout. */
tunip_node *tirx_usual_layout(tunip_converter *c, const tunip_array *shape)
{
    return tunip_convert(c, tirx_default_layout(tunip_converter_graph(c), shape));
}

/* Whether the root is a piece of a function. Only the buffers of scheduled functions have no
 * layouts, and nothing says that the piece is of such a function: its buffers get usual layouts. */
static bool is_fragment(const tunip_converter *c)
{
    const tunip_node *root = tunip_converter_root(c);
    return tunip_is_a(root, &tunip_tir_stmt_type) || tunip_is_a(root, &tunip_ir_prim_expr_type) ||
           tunip_is(root, &tunip_tir_buffer_type) || tunip_is(root, &tunip_tir_buffer_region_type);
}

tunip_node *tirx_layout_of(tunip_converter *c, const tunip_tir_buffer *buffer)
{
    const tunip_array *given = buffer->axis_separators;
    const tunip_node *layout = tunip_array_count(given) ? given->items[0] : NULL;
    const tunip_string *text = TUNIP_AS(tunip_string, layout);
    if (text && tunip_str_is(tunip_string_value(text), "none")) return NULL;
    if (text || (tunip_converter_completes(c) && is_fragment(c)))
        return tirx_usual_layout(c, buffer->shape);
    return tunip_is_a(layout, &tunip_tirx_layout_type) ? tunip_convert(c, layout) : NULL;
}

static bool states_layout(const tunip_tir_buffer *buffer)
{
    const tunip_array *given = buffer->axis_separators;
    return tunip_array_count(given) && (tunip_is(given->items[0], &tunip_string_type) ||
                                        tunip_is_a(given->items[0], &tunip_tirx_layout_type));
}

tunip_array *tirx_addresses_of(tunip_converter *c, const tunip_tir_buffer *buffer)
{
    tunip_graph *graph = tunip_converter_graph(c);
    const tunip_array *given = buffer->axis_separators;
    size_t count = states_layout(buffer) ? tunip_array_count(given) : 0;
    void **items = tunip_graph_alloc(graph, (count + 1) * sizeof *items);
    for (size_t i = 1; items && i < count; i++) items[i - 1] = tunip_convert(c, given->items[i]);
    return items ? tunip_array_new(graph, count ? count - 1 : 0, items) : NULL;
}

/* Gives the converted form of a buffer the usual layout, unless the buffer states one or none. */
tunip_walk_action tirx_set_layout(const tunip_node *node, void *converter)
{
    tunip_converter *c = converter;
    const tunip_tir_buffer *from = TUNIP_AS(tunip_tir_buffer, node);
    if (!from || states_layout(from)) return TUNIP_WALK_ON;
    tunip_node *made = tunip_converted(c, node);
    tunip_ir_var *var = TIRX_OWN(tunip_ir_var, made);
    tunip_tirx_buffer_type *type =
        var ? TIRX_OWN(tunip_tirx_buffer_type, ((tunip_ir_expr *)var)->ty) : NULL;
    tunip_tirx_buffer_v25 *buffer = TIRX_OWN(tunip_tirx_buffer_v25, made);
    if (type && !type->layout) type->layout = tirx_usual_layout(c, type->shape);
    if (buffer && !buffer->layout) buffer->layout = tirx_usual_layout(c, buffer->kin.shape);
    return TUNIP_WALK_ON;
}

/* ---- buffers ---- */

/* A layout may be in the place of the separators: see tirx_layout_of(). */
static tunip_node *plain_buffer(tunip_converter *c, const tunip_node *node)
{
    const tunip_tir_buffer *buffer = (const tunip_tir_buffer *)node;
    if (tir_are_separators(buffer->axis_separators, tunip_array_count(buffer->shape)))
        return tunip_convert_fields(c, node);
    tunip_graph *graph = tunip_converter_graph(c);
    tunip_tir_buffer *plain = tunip_graph_alloc(graph, sizeof *plain);
    if (!plain) return NULL;
    *plain = *buffer;
    plain->axis_separators = tunip_array_new(graph, 0, NULL);
    return tunip_convert_fields(c, (const tunip_node *)plain);
}

tunip_node *tirx_convert_buffer_v24(tunip_converter *c, const tunip_node *node)
{
    const tunip_tir_buffer *buffer = (const tunip_tir_buffer *)node;
    const tunip_array *given = buffer->axis_separators;
    const tunip_node *layout = states_layout(buffer) ? given->items[0] : NULL;
    bool is_node = tunip_is_a(layout, &tunip_tirx_layout_type);
    if (is_node && !tirx_is_usual(layout, buffer->shape) && !tunip_converter_keeps_unknown(c))
        return tunip_convert_refuse(c, node, "TVM v0.24 has no layouts");
    if (layout && tunip_array_count(given) > 1 && !tunip_converter_keeps_unknown(c))
        return tunip_convert_refuse(c, node, "buffers of TVM v0.24 have no fixed addresses");
    return plain_buffer(c, node);
}

/* The layout of a buffer is a field of it. */
tunip_node *tirx_convert_buffer_v25(tunip_converter *c, const tunip_node *node)
{
    const tunip_tir_buffer *buffer = (const tunip_tir_buffer *)node;
    tunip_tirx_buffer_v25 *made = (tunip_tirx_buffer_v25 *)plain_buffer(c, node);
    if (!made) return NULL;
    made->layout = tirx_layout_of(c, buffer);
    made->allocated_addr = tirx_addresses_of(c, buffer);
    return (tunip_node *)made;
}

/* ---- to v0.23 and over it ---- */

tunip_array *tirx_carry_layout(tunip_converter *c, const tunip_node *layout,
                               const tunip_array *addresses)
{
    tunip_graph *graph = tunip_converter_graph(c);
    size_t count = tunip_array_count(addresses);
    void **items = tunip_graph_alloc(graph, (count + 1) * sizeof *items);
    if (!items) return NULL;
    items[0] = layout ? (void *)tunip_convert(c, layout) : tunip_string_new(graph, "none");
    for (size_t i = 0; i < count; i++) items[i + 1] = tunip_convert(c, addresses->items[i]);
    return tunip_array_new(graph, count + 1, items);
}

/* In v0.26, the numbers of a swizzled layout are fields of the composed one. */
tunip_node *tirx_convert_composed_v25(tunip_converter *c, const tunip_node *node)
{
    tunip_graph *graph = tunip_converter_graph(c);
    tunip_tirx_swizzle_layout_v25 *swizzle =
        (void *)tunip_convert_to(c, node, &tunip_tirx_swizzle_layout_v25_type);
    tunip_tirx_compose_layout_v25 *made =
        tunip_node_new(graph, &tunip_tirx_compose_layout_v25_type);
    if (!made || !swizzle) return NULL;
    made->swizzle = swizzle;
    made->tile_layout =
        (void *)tunip_convert(c, ((const tunip_tirx_compose_layout *)node)->tile_layout);
    return (tunip_node *)made;
}

tunip_node *tirx_convert_composed(tunip_converter *c, const tunip_node *node)
{
    const tunip_tirx_compose_layout_v25 *layout = (const tunip_tirx_compose_layout_v25 *)node;
    if (!layout->swizzle) return NULL;
    tunip_tirx_compose_layout *made = (void *)tunip_convert_to(
        c, (const tunip_node *)layout->swizzle, &tunip_tirx_compose_layout_type);
    if (made) made->tile_layout = (void *)tunip_convert(c, layout->tile_layout);
    return (tunip_node *)made;
}
