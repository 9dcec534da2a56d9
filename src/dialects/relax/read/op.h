/* op.h -- the operators that scripts call by a function. */
#ifndef RELAX_READ_OP_H
#define RELAX_READ_OP_H

#include "read.h"

typedef struct relax_op {
    const char *name;         /* relax.add */
    const tunip_type *attrs; /* of its attributes, or NULL */
} relax_op;

/* A function that is given: an expression, or the name of a foreign one. */
tunip_node *relax_function_of(tunip_elaborator *e, const tunip_value *value);

#endif
