/* opaque.h -- comparing nodes of unregistered types. They have no field table, only the fields
 * named in the file. */
#ifndef TN_OPAQUE_H
#define TN_OPAQUE_H

#include <string.h>

#include <tunip/node.h>

static inline bool tn_is_opaque(const tunip_type *type)
{
    return type->base == &tunip_opaque_type;
}

static inline const tunip_opaque *tn_as_opaque(const tunip_node *node)
{
    return (const tunip_opaque *)(const void *)node;
}

/* Whether nodes of the two types may be equal. Unregistered types belong to a graph; two of them
 * are the same if they have the same key. */
static inline bool tn_same_type(const tunip_type *a, const tunip_type *b)
{
    return a == b || (tn_is_opaque(a) && tn_is_opaque(b) && strcmp(a->key, b->key) == 0);
}

/* The equality kind of a type. Unregistered types are compared by content, as most types of TVM
 * are, and define no variables. */
static inline tunip_equality tn_equality_of(const tunip_type *type)
{
    return tn_is_opaque(type) ? TUNIP_EQ_TREE : (tunip_equality)type->equality;
}

/* `rhs` is NULL when the other node has no field of that name, and so is `lhs`. */
typedef bool (*tn_opaque_fn)(const tunip_opaque_field *lhs, const tunip_opaque_field *rhs,
                             void *user);

/* Calls `fn` for the fields of two nodes of one unregistered type, those of one name together, in
 * the order of their names: the order in the file does not count. `rhs` may be NULL. Returns false
 * when `fn` did, which ends the walk, or when out of memory, which sets *failed. */
bool tn_opaque_each(const tunip_allocator *allocator, const tunip_opaque *lhs,
                    const tunip_opaque *rhs, tn_opaque_fn fn, void *user, bool *failed);

/* How to compare two fields. The file does not distinguish an integer from the index of a node, so
 * the reader treats every possible index as a reference. If only one side is a possible index, the
 * field is not a reference, and the integers are compared. */
typedef enum tn_opaque_match {
    TN_OPAQUE_BY_VALUE, /* the values decide */
    TN_OPAQUE_SAME,
    TN_OPAQUE_OTHER
} tn_opaque_match;
tn_opaque_match tn_opaque_compare(const tunip_opaque_field *lhs, const tunip_opaque_field *rhs);

/* Whether the saved data of two nodes without fields is the same. */
bool tn_opaque_same_data(const tunip_opaque *lhs, const tunip_opaque *rhs);

#endif
