/* outline.h -- the functions, loops, blocks, bindings and operations of a graph, in the order of a
 * walk: for `tunip outline` and for the symbols of a document in an editor. */
#ifndef OUTLINE_H
#define OUTLINE_H

#include <tunip.h>

typedef struct outline_entry {
    const char *word; /* "function", "loop", "block", "binding", "operation" */
    tunip_str name;   /* may be empty */
    const tunip_node *node;
    size_t depth;  /* of the entries around it */
    size_t parent; /* the number + 1 of the entry around it; or 0 */
    size_t line;   /* for callers; 0 */
} outline_entry;

/* Begins as zero. */
typedef struct outline {
    outline_entry *items;
    size_t count, room;
    tunip_str global; /* the name of the module's entry in hand */
    size_t depth;
    size_t open; /* the number + 1 of the entry in hand; or 0 */
    bool has_failed; /* out of memory */
} outline;

/* Whether nodes of this type have an entry. */
bool outline_has(const tunip_node *node);

/* Adds the entries of all nodes below `root`. False when out of memory. */
bool outline_collect(outline *o, const tunip_node *root);
void outline_free(outline *o);

/* A field of a node that is a node; NULL if it has none. */
const tunip_node *outline_child(const tunip_node *node, const char *field);

/* The name that a function has among its attributes, which one outside of a module needs; empty if
 * it has none. */
tunip_str outline_own_symbol(const tunip_node *function);

#endif
