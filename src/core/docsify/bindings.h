/* bindings.h -- the names of the functions and modules around the current node. */
#ifndef TN_BINDINGS_H
#define TN_BINDINGS_H

#include "../base/array.h"
#include "docsifier.h"

typedef struct tn_bindings {
    TN_ARRAY(tunip_str) names; /* the innermost last */
} tn_bindings;

#endif
