/* valid.h -- whether rules can handle a graph: the quick form of tunip_check(), which says yes or
 * no. It looks at each node once. A graph may come in parts, as it is made: the nodes of a function
 * are in the processor's cache while it is read. */
#ifndef TN_VALID_H
#define TN_VALID_H

#include "../base/seen.h"
#include "common.h"

/* A field that holds a node. */
typedef struct tn_child_field {
    size_t offset;
    const tunip_type *expects, *item, *key; /* as in tunip_field */
} tn_child_field;

/* How the walk treats the nodes of a type: computed once for each. */
typedef struct tn_form {
    const tunip_type *type;
    uint8_t kind;                 /* in valid.c */
    size_t count;                 /* of the fields, inherited ones too */
    const tn_child_field *fields; /* of a struct */
} tn_form;

/* A node whose children were not looked at. */
typedef struct tn_open_node {
    const tunip_node *node;
    const tn_form *form;
} tn_open_node;

enum { TN_RECENT_FORMS = 128 };

typedef struct tn_validity {
    const tunip_allocator *allocator;
    bool is_flawed; /* a grave flaw was found */
    bool failed;    /* out of memory */
    tn_seen seen;
    tn_commons commons;
    const tn_form *recent[TN_RECENT_FORMS]; /* by the address of the type */
    tn_map forms;                           /* type -> its tn_form */
    tn_arena arena;                         /* of the forms */
    TN_ARRAY(tn_open_node) open;
} tn_validity;

void tn_validity_init(tn_validity *v, const tunip_allocator *allocator);
void tn_validity_free(tn_validity *v);

/* Looks at all nodes below `root`, which may be NULL, and at it; but not at those that it has
 * seen. */
void tn_validity_add(tn_validity *v, const tunip_node *root);

/* Tells that a node has other children than when it was seen. The next tn_validity_add() looks at
 * it. */
void tn_validity_again(tn_validity *v, const tunip_node *node);

#endif
