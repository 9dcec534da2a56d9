/* registry.h -- the types that a context knows, the built-in value types, and which nodes a
 * field may hold. */
#ifndef TN_REGISTRY_H
#define TN_REGISTRY_H

#include <stdatomic.h>

#include <tunip/context.h>
#include <tunip/node.h>

#include "../util/memory.h"
#include "../util/tables.h"
#include "../util/threads.h"
#include "vintage.h"

/* ======== registry ======== */

/* The types a context knows: by key for readers, by id with all their fields. */

/* A registered type with its inherited fields before its own, as the saved graph orders them. A
 * context knows some 700 types, and most programs use a few dozen. So the list of fields is filled
 * in when the type is first found. Its memory is there before, so this cannot fail. */
typedef struct tn_type_info {
    const tunip_type *type;
    const char *owner;       /* the dialect that registered it */
    const tunip_type *added; /* the type that adds fields to this one (TUNIP_TYPE_ADDED); or NULL */
    const tunip_field **fields;
    tunip_str *names; /* of the fields */
    size_t field_count;
    atomic_bool is_filled; /* whether the three members before are filled in */
} tn_type_info;

/* The roots of verified graphs (graph.h). */
typedef struct tn_verified_roots {
    tn_mutex lock;
    tn_map roots;
} tn_verified_roots;

/* Types with different keys. */
typedef struct tn_type_shelf {
    tn_intern keys;               /* type keys; entry i belongs to infos.items[i] */
    TN_ARRAY(tn_type_info) infos; /* in order of registration */
} tn_type_shelf;

typedef struct tn_registry {
    tn_arena *arena;
    const tunip_allocator *allocator;
    /* By the version of TVM that a type exists since, as tn_vintage_shelf() numbers them: the first
     * one has the types that the oldest version has, or all versions. */
    tn_type_shelf shelves[TN_VINTAGE_SHELVES];
    size_t added_count; /* of types that add fields to others */
    tn_mutex filling;   /* held while a list of fields is filled in */
    tn_verified_roots verified;
} tn_registry;

void tn_registry_init(tn_registry *registry, tn_arena *arena, const tunip_allocator *allocator);
void tn_registry_free(tn_registry *registry);
/* Room for more types on each shelf, so that the tables need not grow step by step. False when out
 * of memory, and if there cannot be so many. */
bool tn_registry_reserve(tn_registry *registry, const size_t counts[TN_VINTAGE_SHELVES]);
/* Gives an id to each type of a list that has none, as tn_registry_add() does, but takes the lock
 * only once; does nothing if the last one has an id. */
void tn_registry_give_ids(tunip_type *const *types, size_t count);
/* Adds a type that tn_verify_type() accepts, giving it an id if it has none. Fails only when out of
 * memory. */
tunip_status tn_registry_add(tn_registry *registry, tunip_type *type, const char *owner,
                             tunip_error *error);
/* How many types there are on each shelf. */
typedef struct tn_registry_mark {
    size_t counts[TN_VINTAGE_SHELVES];
} tn_registry_mark;
tn_registry_mark tn_registry_here(const tn_registry *registry);
/* Forgets the types added since. */
void tn_registry_rewind(tn_registry *registry, tn_registry_mark mark);
/* The type of a key in a version of TVM (26 is v0.26); NULL when unknown. Version 0 stands for any:
 * of several types the one on the first shelf, then that of the newest version. */
const tn_type_info *tn_registry_find(const tn_registry *registry, tunip_str key, unsigned vintage);
/* The type that is registered under the key of `type` in its version of TVM; NULL if none. */
const tn_type_info *tn_registry_info(const tn_registry *registry, const tunip_type *type);
/* Whether this very descriptor is registered, and not only its key. */
bool tn_registry_has(const tn_registry *registry, const tunip_type *type);
/* The type that adds fields to `type`; NULL if none does. */
const tn_type_info *tn_registry_added(const tn_registry *registry, const tunip_type *type);
/* The largest id of a registered type. */
uint32_t tn_registry_last_id(const tn_registry *registry);
/* The registry of a context. */
const tn_registry *tn_context_registry(const tunip_context *context);
const tunip_allocator *tn_context_allocator(const tunip_context *context);

/* ======== values ======== */

/* The list of built-in value types, for the registry. */

extern tunip_type *const tn_value_types[];
extern const size_t tn_value_type_count;

/* ======== kinds ======== */

/* Which nodes a field may hold; used by readers and checks. */

/* Whether a field of type `expected` (NULL: any) may hold `node` (may be NULL). The chain of
 * ancestors of the node's type must end. */
bool tn_may_be_other(const tunip_node *node, const tunip_type *expected);
static inline bool tn_may_be(const tunip_node *node, const tunip_type *expected)
{
    if (!node) return true;
    const tunip_type *type = node->type; /* most are the type itself or its child */
    return type == expected || type->base == expected || tn_may_be_other(node, expected);
}

/* Whether a field of this type may hold a node of an unregistered type. */
bool tn_takes_unregistered(const tunip_type *expected);

/* A summary of the types of a container's items. It decides whether a field may hold the container
 * without another look at each item. */
typedef struct tn_common {
    const tunip_type
        *type;         /* the nearest common ancestor; NULL without items, &tunip_any_type if there
                          is none */
    bool unregistered; /* some items have unregistered types, which `type` ignores */
    bool is_late;      /* for readers: some items are not read yet; for a map, recorded with its
                          keys */
} tn_common;

/* Takes one more item into account. */
void tn_common_add(tn_common *common, const tunip_node *item);

/* Whether tn_may_be() holds for all items. */
bool tn_may_all_be(const tn_common *common, const tunip_type *expected);

#endif
