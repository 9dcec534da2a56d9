/* same.h -- equality and hash of built-in values, which need no context. */
#ifndef TN_SAME_H
#define TN_SAME_H

#include <tunip/ext/mix.h>
#include <tunip/node.h>

/* Mixes the hash of another part into a hash. */
static inline uint64_t tn_hash_mix(uint64_t hash, uint64_t part)
{
    hash = tunip_mix(hash ^ part);
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

#endif
