/* read.h -- reading scripts of TVM v0.26. The name of a buffer of one element, which scripts use
 * like a variable, has the load of that element as its value. */
#ifndef TIR_V26_READ_H
#define TIR_V26_READ_H

#include <tunip/tvm/tirx_types.h>

#include "../script.h"

/* Whether a buffer that a script declared is one element that scripts use like a variable. Buffers
 * of older versions never are. */
bool tirx_is_element_buffer(const tunip_tir_buffer *buffer);
/* The buffer whose element `node` loads, if it is such a buffer; otherwise NULL. */
tunip_tir_buffer *tirx_buffer_of_element(const tunip_node *node);
/* The value that the name of such a buffer has: its element. Other values stay as they are. */
tunip_value tirx_as_element(tunip_elaborator *e, tunip_value value);

/* Adds a statement that binds a variable to a value. */
void tirx_bind(tunip_elaborator *e, void *var, void *value);

/* The dtype of "float32" or T.float32. */
tunip_dtype tirx_dtype_of(tunip_elaborator *e, const tunip_value *value);

/* The layout of a compact buffer. */
tunip_node *tirx_default_layout(tunip_graph *graph, const tunip_array *shape);

/* The number of elements that a thread stores, or the extent of their addresses; NULL for no
 * layout. The axes of threads do not count. */
tunip_node *tirx_storage_of(tunip_scratch *scratch, const tunip_tirx_tile_layout *layout,
                            bool reaches);

/* T.S[...] + 1 @ Axis.m; an absent value if no operand is a part of a layout. */
tunip_value tirx_read_sum(tunip_elaborator *e, const tunip_doc_operation *doc,
                          const tunip_value *operands);

/* T.tile.add, T.cta.copy: false if `name` is no operation on tiles. */
bool tirx_find_tile(tunip_str name, tunip_word *out);

/* A word that v0.23 does not have: an operator, an axis; false if there is none of this name. */
bool tirx_find_later(tunip_elaborator *e, tunip_str name, tunip_word *out);
/* The type that is given in the place of a dtype; NULL for a dtype. */
tunip_node *tirx_given_type(const tunip_value *value);

/* Stores a type and attributes, for which a tir.Call has no fields. Until the script is converted,
 * its operator field holds a list of the operator, the type and the attributes. */
void *tirx_carry(tunip_elaborator *e, void *op, void *type, void *attrs);

#endif
