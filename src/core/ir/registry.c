/* registry.c -- types by key, with flattened field tables, and the process-wide ids. */
#include "registry.h"

#include "visit.h"

/* The only process-wide state of tunip apart from the ids in type descriptors: the number of
 * assigned type ids, and its lock. */
static uint32_t last_type_id;
static tn_mutex giving_ids = TN_MUTEX_INIT;

void tn_registry_init(tn_registry *registry, tn_arena *arena, const tunip_allocator *allocator)
{
    *registry = (tn_registry){.arena = arena, .allocator = allocator};
    tn_intern_init(&registry->first.keys, arena, allocator);
    tn_intern_init(&registry->later.keys, arena, allocator);
    tn_mutex_init(&registry->verified.lock);
    tn_map_init(&registry->verified.roots, allocator);
}

void tn_registry_free(tn_registry *registry)
{
    tn_array_free(&registry->first.infos, registry->allocator);
    tn_array_free(&registry->later.infos, registry->allocator);
    tn_intern_free(&registry->first.keys);
    tn_intern_free(&registry->later.keys);
    tn_map_free(&registry->verified.roots);
    tn_mutex_destroy(&registry->verified.lock);
}

/* Two contexts may register one type at the same time. A thread that sees the id also sees the
 * other members. */
static void give_id(tunip_type *type)
{
    if (__atomic_load_n(&type->id, __ATOMIC_ACQUIRE)) return;
    tn_mutex_lock(&giving_ids);
    if (!type->id) {
        tn_visit_prepare(type);
        __atomic_store_n(&type->id, ++last_type_id, __ATOMIC_RELEASE);
    }
    tn_mutex_unlock(&giving_ids);
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
    tunip_str *names = tn_arena_alloc(registry->arena, info->field_count * sizeof *names);
    if (!fields || !names) return false;
    size_t at = info->field_count;
    for (const tunip_type *type = info->type; type; type = type->base)
        for (size_t i = type->field_count; i-- > 0;)
            if (is_saved(&type->fields[i])) fields[--at] = &type->fields[i];
    for (size_t i = 0; i < info->field_count; i++) names[i] = tunip_str_from(fields[i]->name);
    info->fields = fields;
    info->names = names;
    return true;
}

tunip_status tn_registry_add(tn_registry *registry, tunip_type *type, const char *owner,
                             tunip_error *error)
{
    tn_type_info info = {.type = type, .owner = owner};
    tn_type_shelf *shelf = type->since ? &registry->later : &registry->first;
    if (!flatten(registry, &info) || !tn_array_push(&shelf->infos, registry->allocator, info))
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    if (tn_intern_put(&shelf->keys, tunip_str_from(type->key)) == TN_NOT_INTERNED) {
        shelf->infos.count--;
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    }
    give_id(type);
    return TUNIP_OK;
}

static const tn_type_info *find(const tn_type_shelf *shelf, tunip_str key)
{
    uint32_t at = tn_intern_find(&shelf->keys, key);
    return at == TN_NOT_INTERNED ? NULL : &shelf->infos.items[at];
}

const tn_type_info *tn_registry_find(const tn_registry *registry, tunip_str key, unsigned vintage)
{
    const tn_type_info *info = find(&registry->first, key);
    if (info && (!vintage || !info->type->until || vintage < info->type->until)) return info;
    const tn_type_info *later = find(&registry->later, key);
    return later && (!vintage || vintage >= later->type->since) ? later : NULL;
}

const tn_type_info *tn_registry_info(const tn_registry *registry, const tunip_type *type)
{
    const tn_type_shelf *shelf = type->since ? &registry->later : &registry->first;
    return find(shelf, tunip_str_from(type->key));
}

bool tn_registry_has(const tn_registry *registry, const tunip_type *type)
{
    const tn_type_info *info = tn_registry_info(registry, type);
    return info && info->type == type;
}

tn_registry_mark tn_registry_here(const tn_registry *registry)
{
    return (tn_registry_mark){registry->first.infos.count, registry->later.infos.count};
}

static void cut(tn_type_shelf *shelf, size_t count)
{
    if (count >= shelf->infos.count) return;
    shelf->infos.count = count;
    tn_intern_truncate(&shelf->keys, count);
}

void tn_registry_rewind(tn_registry *registry, tn_registry_mark mark)
{
    cut(&registry->first, mark.first);
    cut(&registry->later, mark.later);
}

static uint32_t last_id(const tn_type_shelf *shelf, uint32_t last)
{
    for (size_t i = 0; i < shelf->infos.count; i++)
        if (shelf->infos.items[i].type->id > last) last = shelf->infos.items[i].type->id;
    return last;
}

uint32_t tn_registry_last_id(const tn_registry *registry)
{
    return last_id(&registry->later, last_id(&registry->first, 0));
}
