/* frame.h -- the dialect's frames, the state of the function being printed, and definitions of
 * variables. */
#ifndef RELAX_FRAME_H
#define RELAX_FRAME_H

#include "docs.h"
#include "symbols.h"

/* The state of the dialect during a print; initially zero. */
typedef struct relax_state {
    tunip_frame
        *outermost; /* the outermost frame of the dialect; set when a frame inside it is opened */
    tunip_frame *function;    /* of the outermost function, or NULL outside of functions */
    relax_symbols *signature; /* while its signature prints: the symbols that occur first there */
    bool has_alias;           /* `cls = Module` is already in the function */
    relax_symbols ids;        /* identities of variables, for accounts.c */
} relax_state;

static inline relax_state *relax_job_state(tunip_docsifier *d)
{
    return tunip_job_state(d, &tunip_dialect_relax);
}

/* Opens a frame for the contents of `node`. */
void relax_frame_enter(tunip_docsifier *d, tunip_frame *frame, const void *node);
void relax_frame_leave(tunip_docsifier *d, tunip_frame *frame);

/* The frame that declares symbolic variables: the outermost function's or, outside of functions,
 * the outermost of the dialect. NULL when there is none. */
tunip_frame *relax_home(tunip_docsifier *d);

/* Whether a function of a module is being printed, which refers to functions and meshes of the
 * module by name. */
bool relax_is_in_module(tunip_docsifier *d);

/* Adds a statement. An expression becomes an expression statement. */
void relax_add_stmt(tunip_docsifier *d, tunip_frame *frame, const tunip_doc *doc);

/* Defines a variable, which may be NULL, under its own name. */
const tunip_doc *relax_define_var(tunip_docsifier *d, tunip_frame *frame,
                                  const tunip_relax_var *var);
/* The same for a free variable, which is defined before the other statements of the frame. */
const tunip_doc *relax_define_free(tunip_docsifier *d, tunip_frame *frame,
                                   const tunip_relax_var *var);

#endif
