/* registry.h -- the types a context knows: by key for readers, by id with all their fields. */
#ifndef TN_REGISTRY_H
#define TN_REGISTRY_H

#include <stdatomic.h>

#include <tunip/context.h>

#include "../base/array.h"
#include "../base/intern.h"
#include "../base/map.h"
#include "../base/threads.h"

/* A registered type with its inherited fields before its own, as the saved graph orders them. A
 * context knows some 700 types, and most programs use a few dozen. So the list of fields is filled
 * in when the type is first found. Its memory is there before, so this cannot fail. */
typedef struct tn_type_info {
    const tunip_type *type;
    const char *owner; /* the dialect that registered it */
    const tunip_field **fields;
    tunip_str *names; /* of the fields */
    size_t field_count;
    atomic_bool is_filled; /* whether the three members before are filled in */
} tn_type_info;

/* The roots of verified graphs (verified.h). */
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
    tn_type_shelf first; /* the types that the oldest version of TVM has, or all versions */
    tn_type_shelf later; /* the types with `since` */
    tn_mutex filling;    /* held while a list of fields is filled in */
    tn_verified_roots verified;
} tn_registry;

void tn_registry_init(tn_registry *registry, tn_arena *arena, const tunip_allocator *allocator);
void tn_registry_free(tn_registry *registry);
/* Room for `count` types on each shelf, so that the tables need not grow step by step. False when
 * out of memory. */
bool tn_registry_reserve(tn_registry *registry, size_t count);
/* Adds a type that tn_verify_type() accepts, giving it an id if it has none. Fails only when out of
 * memory. */
tunip_status tn_registry_add(tn_registry *registry, tunip_type *type, const char *owner,
                             tunip_error *error);
/* How many types there are on each shelf. */
typedef struct tn_registry_mark {
    size_t first, later;
} tn_registry_mark;
tn_registry_mark tn_registry_here(const tn_registry *registry);
/* Forgets the types added since. */
void tn_registry_rewind(tn_registry *registry, tn_registry_mark mark);
/* The type of a key in a version of TVM (26 is v0.26); NULL when unknown. Version 0 stands for any:
 * of several types the oldest. */
const tn_type_info *tn_registry_find(const tn_registry *registry, tunip_str key, unsigned vintage);
/* The type that is registered under the key of `type` in its version of TVM; NULL if none. */
const tn_type_info *tn_registry_info(const tn_registry *registry, const tunip_type *type);
/* Whether this very descriptor is registered, and not only its key. */
bool tn_registry_has(const tn_registry *registry, const tunip_type *type);
/* The largest id of a registered type. */
uint32_t tn_registry_last_id(const tn_registry *registry);
/* The registry of a context. */
const tn_registry *tn_context_registry(const tunip_context *context);
const tunip_allocator *tn_context_allocator(const tunip_context *context);

#endif
