/* buffer.h -- declaring buffers. */
#ifndef TIR_BUFFER_H
#define TIR_BUFFER_H

#include <tunip/tvm/tirx_types_v25.h>

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

/* T.alloc_buffer(shape, dtype, scope=...), as the statement of v0.24 prints: it shows nothing else
 * of the buffer. */
const tunip_doc *tir_v24_allocation(tunip_docsifier *d, tunip_frame *frame,
                                    const tunip_tir_buffer *buffer, const tunip_path *path);

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

/* ==== Buffers of TVM v0.26: variables whose type is a tirx.BufferType ==== */

/* The type of a buffer; NULL for another node. */
const tunip_tirx_buffer_type *tirx_buffer_type_of(const void *var);
/* The type of a variable. */
const tunip_node *tirx_type_of(const tunip_ir_var *var);

/* The call that makes a variable: T.int32(). `path` is that of the variable. */
const tunip_doc *tirx_var_creation(tunip_docsifier *d, const tunip_ir_var *var,
                                   const tunip_path *path);

/* Whether the buffer is a single element that a script uses like a variable. Only one that
 * `is_allocated` must begin at its pointer. */
bool tirx_is_scalar(const tunip_tirx_buffer_type *type, bool is_allocated);

/* The same for a buffer of v0.25. */
bool tir_is_scalar(const tunip_tirx_buffer_v25 *buffer, bool is_allocated);

/* Defines the data pointer of a buffer, if it is new, as A.data. `path` is that of the buffer. */
void tir_define_data(tunip_docsifier *d, tunip_frame *frame, const tunip_tir_buffer *buffer,
                     const tunip_path *path);

/* The call `whole` with the keyword at its end; `whole` itself if `value` is NULL. */
const tunip_doc *tir_add_keyword(tunip_docsifier *d, const tunip_doc *whole, const char *key,
                                 const tunip_doc *value);

const tunip_doc *tirx_define_buffer(tunip_docsifier *d, tunip_frame *frame, const void *buffer);

/* How the declaration of a buffer defines the new variables in its type. */
typedef struct tirx_declaration {
    const char *method;     /* "decl_buffer" */
    const tunip_doc *first; /* the first argument; or NULL */
    const void *buffer;     /* an ir.Var */
    const tunip_path *path; /* of the buffer */
    const tunip_node *data; /* the pointer of a T.decl_buffer, in the same statement; or NULL */
} tirx_declaration;

/* T.method(shape, dtype, ...) */
const tunip_doc *tirx_buffer_decl(tunip_docsifier *d, tunip_frame *frame,
                                  const tirx_declaration *declared);

/* T.Buffer(shape, dtype) for the parameter at `path`. `bound` has the variables that the signature
 * has defined before it. */
const tunip_doc *tirx_buffer_annotation(tunip_docsifier *d, tunip_frame *frame, const void *buffer,
                                        const tunip_path *path, tir_marks *bound);

/* A = T.sblock_alloc_buffer(...), if the node is a buffer of v0.26. */
bool tirx_alloc_in_block(tunip_docsifier *d, tir_frame *frame, const tunip_node *buffer,
                         const tunip_path *path);

/* The value of the store after the allocation of a scalar, item `index` of the sequence, if it
 * gives the scalar its first value; or NULL. */
const tunip_node *tirx_first_value(tunip_docsifier *d, const tunip_array *seq, size_t index);

/* In ../frame.c. Prints the statements of a sequence. An allocated scalar and its first value are
 * one statement. No scope in a sequence is concise, not even the last one. */
void tirx_sequence(tunip_docsifier *d, tir_frame *frame, const tunip_array *seq,
                   const tunip_path *items, const tunip_path *path);

/* Whether the layout is that of a compact buffer of this shape. */
bool tirx_is_default_layout(tunip_docsifier *d, const tunip_node *layout, const tunip_array *shape);

/* The expression for a T.decl_buffer that is a part of another buffer: A.view(...), A.local(...),
 * A.permute(...). NULL for other declarations. */
const tunip_doc *tirx_view(tunip_docsifier *d, const tunip_tirx_decl_buffer *stmt,
                           const tunip_path *path);

/* The same for a buffer of v0.25, whose path is `path`. */
struct tunip_tirx_buffer_v25;
const tunip_doc *tirx_v25_view(tunip_docsifier *d, const struct tunip_tirx_buffer_v25 *buffer,
                               const tunip_path *path);

/* Whether two expressions are the same value of the same dtype; `a` may be one that a rule made. */
bool tirx_same_value(const tunip_node *a, const tunip_node *b);

/* Whether an expression is a call of the operator of that name. */
bool tirx_calls(const tunip_node *expr, const char *op);

/* T.cuda.func_call("f", x, source_code="...", return_type="int32"). `type` is NULL for nothing. */
const tunip_doc *tirx_cuda_call(tunip_docsifier *d, tunip_str op, const tunip_array *call_args,
                                const tunip_doc *type, const tunip_path *path);

/* scope.name, for the operator registered under `name`. */
const tunip_doc *tirx_op_word(tunip_docsifier *d, tunip_str name, const tunip_doc *scope);

/* ==== The declaration of a buffer while its arguments are collected: what all versions of TVM
 * share. Some new variables of a buffer are defined by the declaration, others by a statement
 * before it. */

/* ORDER: as they print. The first two are positional. */
typedef enum tir_argument {
    TIR_SHAPE,
    TIR_DTYPE,
    TIR_DATA,
    TIR_STRIDES,
    TIR_ELEM_OFFSET,
    TIR_SCOPE,
    TIR_ALIGN,
    TIR_OFFSET_FACTOR,
    TIR_BUFFER_TYPE,
    TIR_AXIS_SEPARATORS,
    TIR_LAYOUT,
    TIR_ALLOCATED_ADDR,
    TIR_ARGUMENT_COUNT
} tir_argument;

extern const char *const tir_argument_names[TIR_ARGUMENT_COUNT];

/* The call that makes a variable: T.int32(). */
typedef const tunip_doc *(*tir_creation_fn)(tunip_docsifier *d, const tunip_tir_var *var,
                                            const tunip_path *path);

/* A declaration. The first group of members describes the buffer. */
typedef struct tir_draft {
    tunip_docsifier *d;
    tunip_frame *frame;
    const void *buffer;
    const tunip_path *path; /* of the buffer; since v0.26 of its type in an annotation */
    const tunip_array *shape, *strides;
    const tunip_node *elem_offset;
    const tunip_node *data; /* or NULL */
    tir_creation_fn create;

    const tunip_doc *docs[TIR_ARGUMENT_COUNT]; /* NULL: omitted */
    const tunip_doc **lhs;                     /* variables defined by a statement before */
    const tunip_doc **rhs;
    size_t defined;
} tir_draft;

/* Whether `expr` is a variable that nothing has defined yet. */
static inline bool tir_is_new_var(const tir_draft *draft, const tunip_node *expr)
{
    bool is_number = expr && expr->type == &tunip_ir_int_imm_type; /* most are */
    return !is_number && tunip_is_a(expr, &tunip_tir_var_type) && !tunip_is_defined(draft->d, expr);
}

/* Lets a statement before the declaration define the variable. */
void tir_define_before(tir_draft *draft, const tunip_node *var, const tunip_path *path);

/* Lets the declaration define a new variable if only one expression of the buffer uses it. The
 * variable then prints as A.name, or as A.name[index] if the index is not negative. Otherwise a
 * statement before the declaration defines it. Returns whether the declaration does. */
bool tir_define_within(tir_draft *draft, const tunip_node *var, const tunip_path *path,
                       const char *name, int64_t index);

/* Adds the statement before the declaration, if it defines anything. */
void tir_add_definitions(tir_draft *draft);

/* Whether the outermost function is written with s_tir=True: its buffers have no layout. */
bool tir_in_s_tir(const tunip_docsifier *d);

/* Adds the layout if a reader would not infer it from the function around the buffer. */
void tir_add_layout(tir_draft *draft, const tunip_node *layout, const tunip_path *path);

/* T.method(first, shape, dtype, data=..., ...); `first` may be NULL. */
const tunip_doc *tir_write_declaration(const tir_draft *draft, const char *method,
                                       const tunip_doc *first);

#endif
