/* op.h -- the operators that scripts call by a function. */
#ifndef RELAX_READ_OP_H
#define RELAX_READ_OP_H

#include "read.h"

typedef struct relax_op {
    const char *name;        /* relax.add */
    const tunip_type *attrs; /* of its attributes, or NULL */
} relax_op;

/* A call of an operator that is being put together; `args` has room for one more. */
typedef struct relax_made_call {
    const char *name;
    tunip_node *attrs;
    void **args;
    size_t count;
} relax_made_call;

/* Adds what the function of the operator adds (complete.c). */
void relax_complete_call(tunip_elaborator *e, relax_made_call *call);

/* A function that is given: an expression, or the name of a foreign one. */
tunip_node *relax_function_of(tunip_elaborator *e, const tunip_value *value);

#endif
