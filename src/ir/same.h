/* same.h -- equality of built-in values, keys of maps, the numbers of nodes in a saved graph,
 * and unregistered types. */
#ifndef TN_SAME_H
#define TN_SAME_H

#include <string.h>

#include <tunip/node.h>

#include "../util/memory.h"
#include "../util/mix.h"
#include "../util/tables.h"
#include "../util/threads.h"

/* ======== same ======== */

/* Equality and hash of built-in values, which need no context. */

/* Mixes the hash of another part into a hash. */
static inline uint64_t tn_hash_mix(uint64_t hash, uint64_t part)
{
    hash = tn_mix(hash ^ part);
    return hash ^ (hash >> 29);
}

/* The hash of a type, from its key: the same in every process. */
uint64_t tn_hash_type(const tunip_type *type);

/* Whether a type is one of the built-in values that hold no nodes: all but arrays and maps. */
bool tn_is_value(const tunip_type *type);

/* Whether two such values of one type are the same. */
bool tn_same_value(const tunip_node *a, const tunip_node *b, bool skip_content);
uint64_t tn_hash_value(const tunip_node *node, bool skip_content);

/* The value of a scalar field as bits; equal values have equal bits. */
uint64_t tn_field_bits(const tunip_field *field, const tunip_node *node);

/* How much a scalar field of a type may differ: a float by less than `tolerance`, or by less than
 * the tolerance of the type's version of TVM; 0 for other fields. */
double tn_field_tolerance(const tunip_field *field, const tunip_type *type, double tolerance);

/* Whether a scalar field of two nodes of one type is the same, within that tolerance. */
bool tn_same_field(const tunip_field *field, const tunip_node *a, const tunip_node *b,
                   double tolerance);

/* ======== keys ======== */

/* Finds entries of a map by key. Strings, numbers and other small values are
 * compared by content; shapes, tensors and other nodes by identity. */

typedef struct tn_keys {
    const tunip_map *map;
    const tunip_allocator *allocator;
    size_t next;             /* where the next key is likely to be: two maps often agree in order */
    struct tn_keyed *sorted; /* by hash; NULL until a guess was wrong */
    bool failed;             /* out of memory */
} tn_keys;

/* Takes no memory yet. */
void tn_keys_init(tn_keys *keys, const tunip_map *map, const tunip_allocator *allocator);
void tn_keys_free(tn_keys *keys);
/* The entry of `key`, or NULL when there is none or when out of memory. */
const tunip_map_entry *tn_keys_find(tn_keys *keys, const tunip_node *key);
/* The same, but if the map has the key several times, always the first of its entries. */
const tunip_map_entry *tn_keys_find_first(tn_keys *keys, const tunip_node *key);

/* ======== numbering ======== */

/* The number each node gets in a saved graph: children before parents, in the order
 * of their fields. Nodes that are equal for TVM get one number. */

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
/* Gives numbers after all others to everything below `node` that has none. */
bool tn_numbering_add(tn_numbering *n, const tunip_node *node);

/* The number of a node that has one, from 0. */
size_t tn_number_of(tn_numbering *n, const tunip_node *node);

/* ======== opaque ======== */

/* Comparing nodes of unregistered types. They have no field table, only the fields
 * named in the file. */

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
