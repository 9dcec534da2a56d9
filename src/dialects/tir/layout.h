/* layout.h -- the algebra of the layouts that TVM has since v0.25: a layout maps the position of an
 * element, in row-major order, through its iterators to places on axes. The functions return NULL
 * where TVM refuses the operation, and when out of memory. */
#ifndef TIR_LAYOUT_H
#define TIR_LAYOUT_H

#include "script.h"

/* ---- the parts of a layout (layout.c) ---- */

/* The axis of this name: there is one for each name in a script. */
tunip_tirx_axis *tirx_axis_of(tunip_elaborator *e, tunip_str name);
tunip_tirx_iter *tirx_iter_new(tunip_graph *graph, void *extent, void *stride,
                               tunip_tirx_axis *axis);
/* A layout without iterators. */
tunip_tirx_tile_layout *tirx_layout_new(tunip_graph *graph);

/* A swizzle around the tiles, in the form of v0.26. */
tunip_tirx_compose_layout *tirx_swizzle_new(tunip_graph *graph, int64_t per_element,
                                            int64_t swizzle_len, int64_t atom_len,
                                            bool swizzle_inner, tunip_tirx_tile_layout *tiles);

/* The layout that a buffer gets: a node, or the string "default". NULL: none, or a complaint.
 * Without an argument it is the default one if `is_usual`. */
void *tirx_read_layout(tunip_elaborator *e, const tunip_value *given, bool is_usual,
                       const tunip_tir_buffer *buffer);

/* Whether a buffer lies in tensor memory and has an address there, instead of a pointer. */
bool tirx_is_addressed(const tunip_tir_buffer *buffer);

/* Whether an axis names threads, not places in memory. */
bool tirx_is_thread_axis(const tunip_tirx_axis *axis);

/* ---- operations (layout_ops.c) ---- */

const tunip_node *tirx_int(tunip_elaborator *e, int64_t value);
/* The value of a constant; false for other nodes. */
bool tirx_int_of(const tunip_node *node, int64_t *out);
/* NULL if an operand is NULL. */
const tunip_node *tirx_folded(tunip_elaborator *e, tir_fold op, const tunip_node *a,
                              const tunip_node *b);

/* a / b, if tunip can show that b divides a; otherwise NULL. */
const tunip_node *tirx_quotient(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b);

/* Splits iterators so that each dimension of the shape has iterators of its own. The iterators of
 * dimension i are those from ends[i] up to ends[i + 1]; `ends` has room for a number more than the
 * shape has dimensions. */
tunip_tirx_tile_layout *tirx_grouped(tunip_elaborator *e, const tunip_tirx_tile_layout *layout,
                                     const tunip_array *shape, size_t *ends);

/* The groups in another order: group i of the result is group order[i]. */
tunip_tirx_tile_layout *tirx_permuted(tunip_elaborator *e, const tunip_tirx_tile_layout *grouped,
                                      const size_t *ends, const size_t *order, size_t count);

/* The layout of elements that are `ratio` times as large, and of elements that are `ratio` times
 * smaller. The layouts may have a swizzle. */
tunip_node *tirx_packed(tunip_elaborator *e, const tunip_node *layout, int64_t ratio);
tunip_node *tirx_unpacked(tunip_elaborator *e, const tunip_node *layout, int64_t ratio);

/* Joins iterators that continue each other, and drops those of extent 1 and offsets of 0. */
tunip_tirx_tile_layout *tirx_canonical(tunip_elaborator *e, const tunip_tirx_tile_layout *layout);

/* The layout of an array of tiles: `outer` places the tiles, `inner` the elements of each. `inner`
 * may have a swizzle. */
tunip_node *tirx_tiled(tunip_elaborator *e, const tunip_node *inner,
                       const tunip_tirx_tile_layout *outer, const tunip_array *outer_shape,
                       const tunip_array *inner_shape);

#endif
