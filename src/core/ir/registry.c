/* registry.c -- types by key, with flattened field tables, and the process-wide ids. */
#include "registry.h"

#include <pthread.h>

#include "../base/words.h"
#include "verify.h"
#include "visit.h"

/* The only process-wide state of tunip apart from the ids in type descriptors: the number of
 * assigned type ids, and its lock. */
static uint32_t last_type_id;
static pthread_mutex_t giving_ids = PTHREAD_MUTEX_INITIALIZER;

void tn_registry_init(tn_registry *registry, tn_arena *arena, const tunip_allocator *allocator)
{
    *registry = (tn_registry){.arena = arena, .allocator = allocator};
    tn_intern_init(&registry->keys, arena, allocator);
    pthread_mutex_init(&registry->trust.lock, NULL);
    tn_map_init(&registry->trust.roots, allocator);
}

void tn_registry_free(tn_registry *registry)
{
    tn_array_free(&registry->infos, registry->allocator);
    tn_intern_free(&registry->keys);
    tn_map_free(&registry->trust.roots);
    pthread_mutex_destroy(&registry->trust.lock);
}

/* Two contexts may register one type at the same time. A thread that sees the id also sees the
 * other members. */
static void give_id(tunip_type *type)
{
    if (__atomic_load_n(&type->id, __ATOMIC_ACQUIRE)) return;
    pthread_mutex_lock(&giving_ids);
    if (!type->id) {
        tn_visit_prepare(type);
        __atomic_store_n(&type->id, ++last_type_id, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&giving_ids);
}

static bool is_saved(const tunip_field *field)
{
    return !(field->flags & TUNIP_FLAG_AGAIN);
}

static size_t count_fields(const tunip_type *type)
{
    size_t count = 0;
    for (; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++) count += is_saved(&type->fields[i]);
    return count;
}

/* Ancestors' fields first, as the saved graph has them. */
static bool flatten(tn_registry *registry, tn_type_info *info)
{
    info->field_count = count_fields(info->type);
    if (!info->field_count) return true;
    const tunip_field **fields =
        tn_arena_alloc(registry->arena, info->field_count * sizeof *fields);
    if (!fields) return false;
    size_t at = info->field_count;
    for (const tunip_type *type = info->type; type; type = type->base)
        for (size_t i = type->field_count; i-- > 0;)
            if (is_saved(&type->fields[i])) fields[--at] = &type->fields[i];
    info->fields = fields;
    return true;
}

static const char *printable(const char *key)
{
    return tn_key_fault(key) ? "?" : key;
}

static tunip_status check_base(const tn_registry *registry, const tunip_type *type,
                               const char *owner, tunip_error *error)
{
    const tn_type_info *base =
        type->base ? tn_registry_find(registry, tunip_str_from(type->base->key)) : NULL;
    if (type->base && !base)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "%s registers the type %s, whose base %s is not registered", owner,
                               printable(type->key), printable(type->base->key));
    if (base && base->type != type->base)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "%s registers the type %s, whose base is another %s than that of "
                               "%s: is tunip linked in twice?",
                               owner, printable(type->key), type->base->key, base->owner);
    return TUNIP_OK;
}

static tunip_status check_type(const tn_registry *registry, const tunip_type *type,
                               const char *owner, tunip_error *error)
{
    char fault[TN_FAULT_SIZE];
    tunip_str key = tunip_str_from(type->key);
    const tn_type_info *there = tn_registry_find(registry, key);
    if (key.size && there)
        return tunip_error_set(error, TUNIP_ERROR_CONFLICT, "%s and %s both register the type %s",
                               there->owner, owner, type->key);
    tunip_status status = check_base(registry, type, owner, error);
    if (status != TUNIP_OK || tn_type_is_sound(type, fault)) return status;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "dialect `%s`: type `%s`: %s", owner,
                           printable(type->key), fault);
}

/* ---- types that fields name ---- */

static tunip_status refuse_reference(const tn_registry *registry, const tunip_type *type,
                                     const tunip_field *field, const tunip_type *named,
                                     const char *owner, tunip_error *error)
{
    const tn_type_info *there = tn_registry_find(registry, tunip_str_from(named->key));
    if (there)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "dialect `%s`: type `%s`: field `%s` names another `%s` than that "
                               "of %s: is it defined twice?",
                               owner, type->key, field->name, named->key, there->owner);
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                           "dialect `%s`: type `%s`: field `%s` names the type `%s`, which is not "
                           "registered",
                           owner, type->key, field->name, printable(named->key));
}

tunip_status tn_registry_check_fields(const tn_registry *registry, const tunip_type *type,
                                      const char *owner, tunip_error *error)
{
    for (size_t i = 0; i < type->field_count; i++) {
        const tunip_field *field = &type->fields[i];
        const tunip_type *const named[] = {field->expects, field->key, field->item};
        for (size_t k = 0; k < TUNIP_LEN(named); k++)
            if (named[k] && named[k] != &tunip_any_type && !tn_registry_has(registry, named[k]))
                return refuse_reference(registry, type, field, named[k], owner, error);
    }
    return TUNIP_OK;
}

tunip_status tn_registry_add(tn_registry *registry, tunip_type *type, const char *owner,
                             tunip_error *error)
{
    tunip_status status = check_type(registry, type, owner, error);
    if (status != TUNIP_OK) return status;
    tn_type_info info = {.type = type, .owner = owner};
    if (!flatten(registry, &info) || !tn_array_push(&registry->infos, registry->allocator, info))
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    if (tn_intern_put(&registry->keys, tunip_str_from(type->key)) == TN_NOT_INTERNED) {
        registry->infos.count--;
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    }
    give_id(type);
    return TUNIP_OK;
}

const tn_type_info *tn_registry_find(const tn_registry *registry, tunip_str key)
{
    uint32_t at = tn_intern_find(&registry->keys, key);
    return at == TN_NOT_INTERNED ? NULL : &registry->infos.items[at];
}

bool tn_registry_has(const tn_registry *registry, const tunip_type *type)
{
    const tn_type_info *info = tn_registry_find(registry, tunip_str_from(type->key));
    return info && info->type == type;
}

void tn_registry_truncate(tn_registry *registry, size_t count)
{
    if (count >= registry->infos.count) return;
    registry->infos.count = count;
    tn_intern_truncate(&registry->keys, count);
}
