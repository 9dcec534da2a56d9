/* frame.h -- the dialect's frames, the state of the function being printed, and definitions of
 * variables. */
#ifndef RELAX_FRAME_H
#define RELAX_FRAME_H

#include "docs.h"
#include "symbols.h"

/* The state of the dialect during a print; initially zero. */
typedef struct relax_state {
    tunip_frame *outermost; /* the outermost frame of the dialect, once one was opened inside it */
    tunip_frame *function;  /* of the outermost function, or NULL outside of functions */
    relax_symbols *signature; /* symbols first met in its signature, while that is printed */
    bool has_alias;           /* the function has its `cls = Module` */
    relax_symbols ids;        /* of variables, when the text is there: see accounts.c */
} relax_state;

static inline relax_state *relax_job_state(tunip_docsifier *d)
{
    return tunip_job_state(d, &tunip_dialect_relax);
}

/* Opens a frame in which the inside of `node` is printed. */
void relax_frame_enter(tunip_docsifier *d, tunip_frame *frame, const void *node);
void relax_frame_leave(tunip_docsifier *d, tunip_frame *frame);

/* The frame that declares symbolic variables: the outermost function's or, outside of functions,
 * the outermost of the dialect. NULL when there is none. */
tunip_frame *relax_home(tunip_docsifier *d);

/* Whether a module's function is being printed, so that what the module holds is referred to. */
bool relax_is_in_module(tunip_docsifier *d);

/* Adds a statement, or an expression that stands where a statement should. */
void relax_add_stmt(tunip_docsifier *d, tunip_frame *frame, const tunip_doc *doc);

/* Defines a variable, which may be NULL, under its own name. */
const tunip_doc *relax_define_var(tunip_docsifier *d, tunip_frame *frame,
                                  const tunip_relax_var *var);

#endif
