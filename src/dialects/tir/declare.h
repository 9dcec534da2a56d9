/* declare.h -- the declaration of a buffer while its arguments are collected: what all versions of
 * TVM share. Some new variables of a buffer are defined by the declaration, others by a statement
 * before it. */
#ifndef TIR_DECLARE_H
#define TIR_DECLARE_H

#include "frame.h"

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

/* T.method(first, shape, dtype, data=..., ...); `first` may be NULL. */
const tunip_doc *tir_write_declaration(const tir_draft *draft, const char *method,
                                       const tunip_doc *first);

#endif
