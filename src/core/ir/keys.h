/* keys.h -- finds entries of a map by key. Strings, numbers and other small values are
 * compared by content; shapes, tensors and other nodes by identity. */
#ifndef TN_KEYS_H
#define TN_KEYS_H

#include <tunip/node.h>

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

#endif
