/* numbering.h -- the number each node gets in a saved graph: children before parents, in the order
 * of their fields. Nodes that are equal for TVM get one number. */
#ifndef TN_NUMBERING_H
#define TN_NUMBERING_H

#include "../base/array.h"
#include "../base/intern.h"
#include "../base/map.h"
#include "../base/stack.h"

#include <tunip/node.h>

/* Values of one sort, which are equal by their bytes. */
typedef struct tn_value_numbers {
    tn_intern values;
    TN_ARRAY(uint64_t) numbers; /* by entry in `values` */
} tn_value_numbers;

typedef struct tn_numbering {
    const tunip_allocator *allocator;
    tn_arena arena;
    tn_stack stack;
    TN_ARRAY(const tunip_node *) nodes; /* by number; NULL is None */
    tn_map objects;                     /* by identity */
    tn_value_numbers strings, bytes, scalars;
    uint64_t none;
    tunip_status status; /* of the first failure */
} tn_numbering;

/* Numbers everything below `root`. On failure `status` is the reason: TUNIP_ERROR_FORMAT is a
 * cycle. Free it in either case. */
bool tn_numbering_make(tn_numbering *n, const tunip_allocator *allocator, const tunip_node *root);
void tn_numbering_free(tn_numbering *n);

/* The number of a node that has one, from 0. */
size_t tn_number_of(tn_numbering *n, const tunip_node *node);

#endif
