/* op.h -- the operators that scripts call by a function. */
#ifndef RELAX_READ_OP_H
#define RELAX_READ_OP_H

#include "../ops.h"
#include "read.h"

/* A call of an operator that is being put together; `args` has room for one more. */
typedef struct relax_made_call {
    const relax_op *op;
    const char *name; /* of the operator that is called in the end */
    tunip_node *attrs;
    void **args;
    size_t count;
} relax_made_call;

/* The operator whose name is the data of a word. */
static inline const relax_op *relax_word_op(const tunip_word *word)
{
    return relax_find_op(tunip_str_from((const char *)word->data));
}

/* Adds what the function of the operator adds (complete.c). */
void relax_complete_call(tunip_elaborator *e, relax_made_call *call);

/* A function that is given: an expression, or the name of a foreign one. */
tunip_node *relax_function_of(tunip_elaborator *e, const tunip_value *value);

/* ---- completions that the rows of ops.def name (complete.c) ---- */

void relax_complete_range(tunip_elaborator *e, relax_made_call *call);
void relax_complete_eye(tunip_elaborator *e, relax_made_call *call);
void relax_complete_grid(tunip_elaborator *e, relax_made_call *call);
void relax_complete_resize2d(tunip_elaborator *e, relax_made_call *call);
void relax_complete_resize3d(tunip_elaborator *e, relax_made_call *call);
void relax_complete_transform(tunip_elaborator *e, relax_made_call *call);
void relax_complete_view(tunip_elaborator *e, relax_made_call *call);
void relax_complete_attention(tunip_elaborator *e, relax_made_call *call);
void relax_complete_lengths(tunip_elaborator *e, relax_made_call *call);
void relax_complete_reshape(tunip_elaborator *e, relax_made_call *call);

#endif
