/* frame.h -- the dialect's frames, their statements, and definitions of variables. */
#ifndef TIR_FRAME_H
#define TIR_FRAME_H

#include "docs.h"
#include "marks.h"

/* A frame that records whether the current statement is the last one. Only then may a scope print
 * without `with`, as a statement that holds for the rest of the frame. */
typedef struct tir_frame {
    tunip_frame base;
    struct tir_state *state; /* of the print */
    struct tir_frame *outer; /* the innermost frame of this kind around it */
    bool at_last;
} tir_frame;

/* The state of the dialect during a print; initially zero. */
typedef struct tir_state {
    tir_frame *top;     /* the innermost tir_frame: the root frame of a print is not one */
    bool has_function;  /* an account has met a function */
    tir_marks launched; /* the thread variables of the function -> their extent, see attr.c */
} tir_state;

/* Opens a frame for the contents of `node`. */
void tir_frame_enter(tunip_docsifier *d, tir_frame *frame, const void *node);
void tir_frame_leave(tunip_docsifier *d, tir_frame *frame);

/* Whether a scope that prints now may omit the `with`. */
bool tir_is_concise(tunip_docsifier *d);

/* Prints the statements of `stmt`, a sequence or a single one, into the frame. */
void tir_body(tunip_docsifier *d, tir_frame *frame, const tunip_node *stmt, const tunip_path *path);

/* Prints the body of a function. If a parser adds the block around it, `implied` is a comment in
 * place of the block: "with T.block(\"root\"):". `path` is that of the function. */
void tir_function_body(tunip_docsifier *d, tir_frame *frame, const tunip_tir_prim_func *func,
                       const tunip_path *path, const char *implied);

/* Adds a statement. An expression becomes an expression statement. */
void tir_add_stmt(tunip_docsifier *d, tir_frame *frame, const tunip_doc *doc);

/* The statements of the frame. */
static inline tunip_docs tir_stmts(tunip_docsifier *d, tir_frame *frame)
{
    return tunip_frame_body(d, &frame->base, NULL);
}

/* A scope: `with rhs as lhs:` around the frame's statements or, when concise, `lhs = rhs` before
 * them. `lhs` may be NULL. */
const tunip_doc *tir_scope(tunip_docsifier *d, tir_frame *frame, const tunip_doc *lhs,
                           const tunip_doc *rhs, bool concise);

/* Whether a variable is a tir.SizeVar, which is never negative. */
bool tir_is_size_var(const tunip_tir_var *var);

/* The name of the type of an iteration variable at `path`, as a string. */
const tunip_doc *tir_iter_type_name(tunip_docsifier *d, const tunip_tir_iter_var *iter,
                                    const tunip_path *path);

/* Defines a variable under its own name; `var` may be NULL. */
const tunip_doc *tir_define_var(tunip_docsifier *d, tunip_frame *frame, const tunip_tir_var *var);
/* The ID of a variable at its definition, with its type unless a reader infers it: `stated` is the
 * dtype that the definition states. `path` is the path of the variable. */
const tunip_doc *tir_typed(tunip_docsifier *d, const tunip_doc *name, const tunip_tir_var *var,
                           tunip_dtype stated, const tunip_path *path);
/* Defines the variable and returns this ID. */
const tunip_doc *tir_define_typed(tunip_docsifier *d, tunip_frame *frame, const tunip_tir_var *var,
                                  tunip_dtype stated, const tunip_path *path);
const tunip_doc *tir_define_buffer(tunip_docsifier *d, tunip_frame *frame,
                                   const tunip_tir_buffer *buffer);

#endif
