/* buffer.h -- declaring buffers. */
#ifndef TIR_BUFFER_H
#define TIR_BUFFER_H

#include "frame.h"

/* The way to define a buffer's data pointer if it is not defined yet. */
typedef enum tir_data_pointer {
    TIR_DATA_BEFORE, /* a statement before the declaration */
    TIR_DATA_WITH    /* the declaration itself: the pointer then prints as A.data */
} tir_data_pointer;

/* The call that declares a buffer: T.method(first, shape, dtype, data=..., ...). */
typedef struct tir_declaration {
    const char *method;
    const tunip_doc *first; /* or NULL */
    const tunip_tir_buffer *buffer;
    const tunip_path *path; /* of the buffer */
    tir_data_pointer pointer;
} tir_declaration;

/* Makes the call. Defines the new variables of the buffer in `frame` and adds their definitions to
 * it. */
const tunip_doc *tir_buffer_decl(tunip_docsifier *d, tunip_frame *frame,
                                 const tir_declaration *declared);

/* T.Buffer(shape, dtype), as the annotation of a parameter. */
const tunip_doc *tir_buffer_annotation(tunip_docsifier *d, tunip_frame *frame,
                                       const tunip_tir_buffer *buffer, const tunip_path *path);

/* name = T.alloc_buffer(...) for each buffer a block allocates; `path` is the block's. */
void tir_alloc_buffers(tunip_docsifier *d, tir_frame *frame, const tunip_tir_block *block,
                       const tunip_path *path);

/* The indices of the access at `path`, and the slices of the region at `path`. */
tunip_docs tir_write_indices(tunip_docsifier *d, const tunip_array *indices,
                             const tunip_path *path);
tunip_docs tir_write_region(tunip_docsifier *d, const tunip_array *region, const tunip_path *path);

/* The load at `path`: buffer[indices], or buffer.vload(indices, predicate=...) if the predicate is
 * not NULL. Likewise a store of `value`. */
const tunip_doc *tir_write_load(tunip_docsifier *d, const tunip_doc *buffer,
                                const tunip_array *indices, const tunip_node *predicate,
                                const tunip_path *path);
const tunip_doc *tir_write_store(tunip_docsifier *d, const tunip_doc *buffer,
                                 const tunip_doc *value, const tunip_array *indices,
                                 const tunip_node *predicate, const tunip_path *path);

/* tunip_tir_output_name() as an ID. Returns NULL if the node is no operation. */
const tunip_doc *tir_name_output(tunip_docsifier *d, const tunip_node *op, int64_t index,
                                 const tunip_array *placeholders);

enum { TIR_DEFAULT_ALIGNMENT = 64 }; /* of a buffer's data, in bytes */

#endif
