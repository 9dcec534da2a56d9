/* valid.h -- whether rules can handle a graph, and its copy without grave flaws. */
#ifndef TN_VALID_H
#define TN_VALID_H

#include <tunip/check.h>
#include <tunip/node.h>

#include "../util/memory.h"
#include "../util/tables.h"
#include "check.h"

/* ======== valid ======== */

/* Whether rules can handle a graph: the fast form of tunip_check(), which only says yes
 * or no. It looks at each node once. A reader may pass a graph in parts while it makes the graph,
 * because the nodes of a function are in the processor's cache while the function is read. */

/* How the walk treats the nodes of a type: computed once for each. */
typedef struct tn_form tn_form;

/* The last type that was met in a place. It fits the place, so its next node needs no check. */
typedef struct tn_known {
    const tunip_type *type;
    const tn_form *form;
} tn_known;

/* A field that holds a node. */
typedef struct tn_child_field {
    size_t offset;
    const tunip_type *expects, *item, *key; /* as in tunip_field */
    tn_known known, known_item;
} tn_child_field;

struct tn_form {
    tn_child_field *fields; /* of a struct */
    size_t count;           /* of the fields, inherited ones too */
    uint8_t kind;           /* in valid.c */
};

/* A node whose children were not looked at. */
typedef struct tn_open_node {
    const tunip_node *node;
    const tn_form *form;
} tn_open_node;

typedef TN_ARRAY(tn_open_node) tn_open_nodes;

typedef struct tn_validity {
    const tunip_allocator *allocator;
    bool is_flawed; /* a grave flaw was found */
    bool failed;    /* out of memory */
    tn_seen seen;
    tn_commons commons;
    TN_ARRAY(const tn_form *) forms; /* by the id of the type; NULL: not made yet, and for id 0 */
    tn_map unregistered;             /* type -> its tn_form */
    tn_arena arena;                  /* of the forms */
    tn_open_nodes open;
    uintptr_t begin, size; /* of the memory whose nodes may be looked at now */
    tn_seen far;           /* the nodes elsewhere that were met, which are in `postponed` */
    tn_open_nodes postponed;
} tn_validity;

void tn_validity_init(tn_validity *v, const tunip_allocator *allocator);
void tn_validity_free(tn_validity *v);

/* Checks `root`, which may be NULL, and all nodes below it, except nodes that were checked
 * before. Also checks the nodes that tn_validity_add_within() postponed. */
void tn_validity_add(tn_validity *v, const tunip_node *root);

/* Checks `root`, if it lies in the `size` bytes from `begin` on, and the nodes below it that lie
 * there. Postpones nodes elsewhere, which may still change: it reads only their types, and the
 * values of those that have no children. */
void tn_validity_add_within(tn_validity *v, const tunip_node *root, const void *begin, size_t size);

/* Records that the children of a node may have changed since it was checked, if it was. The next
 * tn_validity_add() checks the node again. */
void tn_validity_again(tn_validity *v, const tunip_node *node);

/* ======== repair ======== */

/* Copies a graph without its grave flaws. */

/* A copy of the graph below `root` without grave flaws, in memory of `arena`. A flawed node is
 * replaced by a placeholder where its field allows one, else by NULL; a count without data becomes
 * 0. NULL when out of memory, and for NULL. */
const tunip_node *tn_repair(tn_arena *arena, const tunip_node *root);

/* The type of the placeholders. A print shows the key of the replaced node's type. */
extern const tunip_type tn_placeholder_type;
typedef struct tn_placeholder {
    tunip_opaque base;
    const char *key; /* the key of the replaced node's type, or NULL */
} tn_placeholder;

/* ======== prepare ======== */

/* Makes a graph safe for rules, which cast nodes without a check. */

/* Receives each grave flaw, and at the end the number of further flaws. */
typedef struct tn_flaw_sink {
    void (*flaw)(void *user, const tunip_flaw *flaw);
    void (*more)(void *user, size_t count);
    void *user;
} tn_flaw_sink;

/* The root to print: `root` itself if it has no grave flaw; else a repaired copy in `kept`, whose
 * flaws went to `sink`. NULL for NULL, and on failure, with the error of `kept` set. */
const tunip_node *tn_prepare_root(const tunip_context *context, const tunip_node *root,
                                  tunip_scratch *kept, const tn_flaw_sink *sink);

#endif
