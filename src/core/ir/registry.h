/* registry.h -- the types a context knows: by key for readers, by id with all their fields. */
#ifndef TN_REGISTRY_H
#define TN_REGISTRY_H

#include <tunip/context.h>

#include "../base/array.h"
#include "../base/intern.h"
#include "../base/map.h"
#include "../base/threads.h"

/* A registered type with its inherited fields before its own, as the saved graph orders them. */
typedef struct tn_type_info {
    const tunip_type *type;
    const char *owner; /* the dialect that registered it */
    const tunip_field *const *fields;
    size_t field_count;
} tn_type_info;

/* The roots of verified graphs (verified.h). */
typedef struct tn_verified_roots {
    tn_mutex lock;
    tn_map roots;
} tn_verified_roots;

typedef struct tn_registry {
    tn_arena *arena;
    const tunip_allocator *allocator;
    tn_intern keys;               /* type keys; entry i belongs to infos.items[i] */
    TN_ARRAY(tn_type_info) infos; /* in order of registration */
    tn_verified_roots verified;
} tn_registry;

void tn_registry_init(tn_registry *registry, tn_arena *arena, const tunip_allocator *allocator);
void tn_registry_free(tn_registry *registry);
/* Adds a type that tn_verify_type() accepts, giving it an id if it has none. Fails only when out of
 * memory. */
tunip_status tn_registry_add(tn_registry *registry, tunip_type *type, const char *owner,
                             tunip_error *error);
/* Forgets the types from number `count` on. */
void tn_registry_truncate(tn_registry *registry, size_t count);
/* NULL when unknown. */
const tn_type_info *tn_registry_find(const tn_registry *registry, tunip_str key);
/* Whether this very descriptor is registered, and not only its key. */
bool tn_registry_has(const tn_registry *registry, const tunip_type *type);
/* The registry of a context. */
const tn_registry *tn_context_registry(const tunip_context *context);
const tunip_allocator *tn_context_allocator(const tunip_context *context);

#endif
