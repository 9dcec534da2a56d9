/* primfn.h -- the text of the tensor IR in TVM v0.19 (src/relay/printer/tir_text_printer.cc), which
 * stands beside Relay in a module:
 *
 *     @f = primfn(a: handle) -> ()
 *       attr = {"tir.noalias": True}
 *       buffers = {A: Buffer(A_1: Pointer(float32), float32, [16], [])}
 *       buffer_map = {a: A} {
 *       for (i: int32, 0, 16) {
 *         A[i] = (A[i]*2f32)
 *       }
 *     }
 *
 * It is a text for people: TVM does not read it. So its Docs are plain text with the nodes in it.
 * A statement is a line; a statement with a body is a SCOPE with a head and without `rhs`. */
#ifndef RELAY_PRIMFN_H
#define RELAY_PRIMFN_H

#include <tunip/tvm/te.h>
#include <tunip/tvm/tir.h>

#include "relay.h"

#define X(ident)                                                                                   \
    const tunip_doc *primfn_##ident(tunip_docsifier *d, const tunip_node *node,                    \
                                    const tunip_path *path);
#define TEXT(type, text, fields)
#define CUSTOM(type, ident) X(ident)
#define PART(type, ident)   X(ident)
#include "primfn.def"
#undef TEXT
#undef CUSTOM
#undef PART
#undef X

/* The parts of a text, without separators. */
#define PRIMFN_JOINED(d, ...) tunip_doc_joined_new((d), TUNIP_DOCS((d), __VA_ARGS__))

/* ---- expr.c ---- */

/* Any value: of an attribute, an annotation. Values without a form are metadata. */
const tunip_doc *primfn_value(tunip_docsifier *d, const void *value, const tunip_path *path);
const tunip_doc *primfn_dtype(tunip_docsifier *d, tunip_dtype dtype, const tunip_path *path);
const tunip_doc *primfn_type(tunip_docsifier *d, const void *type, const tunip_path *path);
/* The end of a range: min + extent. Constants are folded, as TVM's operator + folds them. */
const tunip_doc *primfn_end(tunip_docsifier *d, const tunip_node *min, const tunip_node *extent,
                            const tunip_path *path);
/* {"key": value, ...}, in the order of the map. */
const tunip_doc *primfn_map(tunip_docsifier *d, const tunip_map *map, const tunip_path *path);

/* ---- buffer.c ---- */

/* The name of a buffer, and a new one at its first use. */
const tunip_doc *primfn_buffer_name(tunip_docsifier *d, const tunip_tir_buffer *buffer,
                                    const tunip_path *path);
/* NAME: Buffer(DATA, DTYPE, SHAPE, STRIDES, ...) */
const tunip_doc *primfn_buffer_parts(tunip_docsifier *d, const tunip_doc *name,
                                     const tunip_tir_buffer *buffer, const tunip_path *path);
/* Gives a variable its name, if it has none. */
void primfn_name_var(tunip_docsifier *d, const tunip_tir_var *var);

/* ---- stmt.c ---- */

/* The lines of a statement as the body of another one. */
tunip_docs primfn_body(tunip_docsifier *d, const tunip_node *stmt, const tunip_path *path);

#endif
