/* opaque.h -- nodes of unregistered types, for the walks that compare: they have no field table,
 * but the fields that the file names. */
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

/* Whether nodes of the two types may be equal. Unregistered types belong to a graph: those of two
 * graphs are the same when they have the same key. */
static inline bool tn_same_type(const tunip_type *a, const tunip_type *b)
{
    return a == b || (tn_is_opaque(a) && tn_is_opaque(b) && strcmp(a->key, b->key) == 0);
}

/* How nodes of a type compare. Nobody says it of an unregistered type: it compares by content, as
 * most types of TVM do, and nothing in it defines a variable. */
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

/* How to compare what two fields hold. The file does not tell an integer from the index of a node,
 * and the reader takes what can be an index for one. Where only one side can be an index, the field
 * is no reference, and the integers decide. */
typedef enum tn_opaque_match {
    TN_OPAQUE_BY_VALUE, /* the values decide */
    TN_OPAQUE_SAME,
    TN_OPAQUE_OTHER
} tn_opaque_match;
tn_opaque_match tn_opaque_compare(const tunip_opaque_field *lhs, const tunip_opaque_field *rhs);

/* Whether two nodes saved the same in place of fields. */
bool tn_opaque_same_data(const tunip_opaque *lhs, const tunip_opaque *rhs);

#endif
