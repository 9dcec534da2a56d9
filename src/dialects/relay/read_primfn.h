/* read_primfn.h -- the functions that both files share which read the tensor IR (primfn.h). Those
 * that return a node return NULL after a complaint. */
#ifndef RELAY_READ_PRIMFN_H
#define RELAY_READ_PRIMFN_H

#include <tunip/tvm/te.h>
#include <tunip/tvm/tir.h>

#include "read.h"

/* The parts of the IR that a text may lack. */
enum {
    LACKS_THREAD = 1 << 0,
    LACKS_ALLOC = 1 << 1,
    LACKS_MATCH = 1 << 2,
    LACKS_DATA = 1 << 3,
    LACKS_DIGITS = 1 << 4,
    LACKS_POINTER = 1 << 5,
    LACKS_FLAT = 1 << 6,
    LACKS_CONDITION = 1 << 7,
    LACKS_ELEMENT = 1 << 8
};

/* Warns that the text lacks something, once for each kind. */
void primfn_note(tunip_elaborator *e, const tunip_doc *doc, unsigned what, const char *text);

/* ---- nodes ---- */

void *primfn_new(tunip_elaborator *e, const tunip_type *type);
tunip_array *primfn_array(tunip_elaborator *e, size_t count, void *const *items);
tunip_map *primfn_empty_map(tunip_elaborator *e);
tunip_string *primfn_new_string(tunip_elaborator *e, tunip_str text);
tunip_node *primfn_new_int(tunip_elaborator *e, tunip_dtype dtype, int64_t value);
tunip_node *primfn_true(tunip_elaborator *e);
tunip_tir_var *primfn_new_var(tunip_elaborator *e, tunip_str name, tunip_node *type);
/* A variable whose name is an ID; sets the value of the name. */
tunip_tir_var *primfn_new_int_var(tunip_elaborator *e, const tunip_doc *doc, tunip_dtype dtype);
/* A compact buffer. */
tunip_tir_buffer *primfn_new_buffer(tunip_elaborator *e, tunip_str name, tunip_dtype dtype,
                                    tunip_array *shape, tunip_tir_var *data);

/* ---- Docs ---- */

/* Whether a Doc is a string; its text. */
bool primfn_text(const tunip_doc *doc, tunip_str *out);
/* The items of a LIST; none after a complaint. */
tunip_docs primfn_items(tunip_elaborator *e, const tunip_doc *doc);
/* The value of a keyword, or NULL. */
const tunip_doc *primfn_keyword(const tunip_doc_call *call, const char *key);
/* Whether a call has so many arguments; complains otherwise. */
bool primfn_takes(tunip_elaborator *e, const tunip_doc_call *call, size_t count);

/* ---- values ---- */

tunip_value primfn_read_any(tunip_elaborator *e, const tunip_doc *doc);
/* A node of `type` or a descendant; NULL allows any. */
void *primfn_read_as(tunip_elaborator *e, const tunip_doc *doc, const tunip_type *type);
tunip_node *primfn_read_expr(tunip_elaborator *e, const tunip_doc *doc);
tunip_array *primfn_read_all(tunip_elaborator *e, tunip_docs docs, const tunip_type *type);
tunip_array *primfn_read_list(tunip_elaborator *e, const tunip_doc *doc, const tunip_type *type);
tunip_map *primfn_read_map(tunip_elaborator *e, const tunip_doc *doc);
bool primfn_read_dtype(tunip_elaborator *e, const tunip_doc *doc, tunip_dtype *out);
tunip_value primfn_read_type(tunip_elaborator *e, const tunip_doc *doc);
tunip_ir_range *primfn_read_range(tunip_elaborator *e, const tunip_doc *doc);
tunip_array *primfn_read_ranges(tunip_elaborator *e, tunip_docs docs);
tunip_tir_buffer_region *primfn_read_region(tunip_elaborator *e, const tunip_doc *doc);
tunip_array *primfn_read_regions(tunip_elaborator *e, const tunip_doc *doc);

/* ---- accesses ---- */

/* Records how many elements a pointer has. */
void primfn_set_extents(tunip_elaborator *e, const tunip_tir_var *var, const tunip_array *extents);
/* The buffer of one dimension for accesses through a pointer. `dtype` is that of an access. */
tunip_tir_buffer *primfn_view(tunip_elaborator *e, tunip_tir_var *var, tunip_dtype dtype,
                              const tunip_doc *doc);
/* Sets the dtype of an access. False for a wrong index. */
bool primfn_set_element(const tunip_tir_buffer *buffer, const tunip_array *indices,
                        tunip_dtype *out);

#endif
