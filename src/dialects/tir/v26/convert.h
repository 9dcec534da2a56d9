/* convert.h -- the conversion of the tensor IR to other versions of TVM: to v0.26 (convert.c,
 * convert_func.c) and to v0.23 (older.c). */
#ifndef TIRX_CONVERT_H
#define TIRX_CONVERT_H

#include <tunip/ext/convert.h>
#include <tunip/tvm/ir.h>

enum { TIRX_CONVERSION_COUNT = 30 };

extern const tunip_conversion tirx_conversions[TIRX_CONVERSION_COUNT];

#define X(type, make) tunip_node *make(tunip_converter *c, const tunip_node *node);
#include "conversions.def"
#undef X

/* Copies the attributes of a function to *entries. Names that begin with `from` begin with `to` in
 * the copy. Leaves out "s_tir" and stores its value in *s_tir. *entries has *used nodes, and room
 * for one more entry. False when out of memory. */
bool tirx_rename_attrs(tunip_converter *c, const tunip_ir_dict_attrs *attrs, const char *from,
                       const char *to, bool *s_tir, void ***entries, size_t *used);

/* TUNIP_AS() for a node that this conversion made, and may change. */
#define TIRX_OWN(t, node) ((t *)(uintptr_t)TUNIP_AS(t, node))

/* The layout of a compact buffer of this shape. */
tunip_node *tirx_usual_layout(tunip_converter *c, const tunip_array *shape);

/* The body field of a statement that defines something for the following statements; NULL for other
 * statements. */
tunip_node **tirx_body_of(tunip_node *stmt);

#endif
