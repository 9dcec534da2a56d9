/* slots.h -- the places in a node that refer to its children, for code that replaces children. */
#ifndef TN_SLOTS_H
#define TN_SLOTS_H

#include <tunip/node.h>

typedef bool (*tn_slot_fn)(tunip_node **slot, void *user);

/* Calls `fn` for each place of a child, also where that is NULL, until it returns false. */
bool tn_each_slot(tunip_node *node, tn_slot_fn fn, void *user);

#endif
