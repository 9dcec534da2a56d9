/* convert.h -- the conversion of the tensor IR to other versions of TVM: to v0.26 (convert.c,
 * function.c, convert.c) and to v0.23. */
#ifndef TIRX_CONVERT_H
#define TIRX_CONVERT_H

#include <tunip/ext/convert.h>
#include <tunip/tvm/ir.h>
#include <tunip/tvm/tir.h>

enum {
    TIRX_CONVERSION_COUNT = 0
#define X(type, make, since, until) +1
#include "conversions.def"
#undef X
};

extern const tunip_conversion tirx_conversions[TIRX_CONVERSION_COUNT];

#define X(type, make, since, until) tunip_node *make(tunip_converter *c, const tunip_node *node);
#include "conversions.def"
#undef X

/* The attributes of a function. Names that begin with `from` begin with `to` in the other version.
 * Refuses attributes of which two would get one name. */
typedef struct tirx_attrs {
    const tunip_ir_dict_attrs *original;
    tunip_ir_dict_attrs *made; /* converted, except for the names */
    const char *from, *to;
    bool is_scheduled; /* the value of "s_tir", or the default */
    void **entries;    /* the keys and values of the result, without "s_tir", and room for it */
    size_t used;
} tirx_attrs;

/* Sets is_scheduled and entries. False when there is nothing to rename, or no memory. */
bool tirx_rename_attrs(tunip_converter *c, tirx_attrs *attrs);
/* Replaces the attributes in attrs->made by the entries, and by "s_tir" if `has_mark`. */
void tirx_set_attrs(tunip_converter *c, tirx_attrs *attrs, bool has_mark);

/* TUNIP_AS() for a node that this conversion made, and may change. */
#define TIRX_OWN(t, node) ((t *)(uintptr_t)TUNIP_AS(t, node))

/* In convert_layout.c: the layout of a buffer of v0.23 and its addresses in a newer version. The
 * separators of its axes may state them. */
tunip_node *tirx_layout_of(tunip_converter *c, const tunip_tir_buffer *buffer);
tunip_array *tirx_addresses_of(tunip_converter *c, const tunip_tir_buffer *buffer);
/* The reverse, for the separators of its axes. */
tunip_array *tirx_carry_layout(tunip_converter *c, const tunip_node *layout,
                               const tunip_array *addresses);
/* Whether a layout may be the usual one, that of a compact buffer of this shape. */
bool tirx_is_usual(const tunip_node *of, const tunip_array *shape);
/* Gives the converted form of a buffer the usual layout, unless the buffer states one or none. */
tunip_walk_action tirx_set_layout(const tunip_node *node, void *converter);

/* In convert_flat.c: a call with attributes, in the form in which the reader of scripts makes it:
 * they stand beside the operator of `made`. */
tunip_node *tirx_carry_attrs(tunip_converter *c, tunip_node *made, const void *attrs);

/* The layout of a compact buffer of this shape. */
tunip_node *tirx_usual_layout(tunip_converter *c, const tunip_array *shape);

/* The body field of a statement that defines something for the following statements; NULL for other
 * statements. */
tunip_node **tirx_body_of(tunip_node *stmt);

#endif
