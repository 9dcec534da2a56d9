/* carry.c -- conversions between two newer versions go over v0.23 (<tunip/ext/convert.h>). IR that
 * v0.23 does not have is carried over in the form in which the reader of scripts puts it into IR of
 * v0.23, so that the second step finds it. */
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
