/* registry.c -- types by key, with flattened field tables; the built-in value types; the nodes
 * that a field may hold. */
#include "registry.h"

#include "visit.h"

/* ======== registry ======== */

/* Types by key, with flattened field tables, and the process-wide ids. */

/* The only process-wide state of tunip apart from the ids in type descriptors: the number of
 * assigned type ids, and its lock. */
static uint32_t last_type_id;
static tn_mutex giving_ids = TN_MUTEX_INIT;

void tn_registry_init(tn_registry *registry, tn_arena *arena, const tunip_allocator *allocator)
{
    *registry = (tn_registry){.arena = arena, .allocator = allocator};
    for (size_t i = 0; i < TN_VINTAGE_SHELVES; i++)
        tn_intern_init(&registry->shelves[i].keys, arena, allocator);
    tn_mutex_init(&registry->filling);
    tn_mutex_init(&registry->verified.lock);
    tn_map_init(&registry->verified.roots, allocator);
}

void tn_registry_free(tn_registry *registry)
{
    for (size_t i = 0; i < TN_VINTAGE_SHELVES; i++) {
        tn_array_free(&registry->shelves[i].infos, registry->allocator);
        tn_intern_free(&registry->shelves[i].keys);
    }
    tn_map_free(&registry->verified.roots);
    tn_mutex_destroy(&registry->verified.lock);
    tn_mutex_destroy(&registry->filling);
}

/* Two contexts may register one type at the same time. A thread that sees the id also sees the
 * other members. */
static bool has_id(const tunip_type *type)
{
    return __atomic_load_n(&type->id, __ATOMIC_ACQUIRE) != 0;
}

void tn_registry_give_ids(tunip_type *const *types, size_t count)
{
    if (!count || has_id(types[count - 1])) return;
    tn_mutex_lock(&giving_ids);
    for (size_t i = 0; i < count; i++) {
        if (types[i]->id) continue;
        tn_visit_prepare(types[i]);
        __atomic_store_n(&types[i]->id, ++last_type_id, __ATOMIC_RELEASE);
    }
    tn_mutex_unlock(&giving_ids);
}

static bool reserve(tn_registry *registry, tn_type_shelf *shelf, size_t more)
{
    size_t count = shelf->infos.count;
    return more <= SIZE_MAX - count && tn_array_reserve(&shelf->infos, registry->allocator, more) &&
           tn_intern_reserve(&shelf->keys, count + more);
}

bool tn_registry_reserve(tn_registry *registry, const size_t counts[TN_VINTAGE_SHELVES])
{
    bool fine = true;
    for (size_t i = 0; fine && i < TN_VINTAGE_SHELVES; i++)
        fine = reserve(registry, &registry->shelves[i], counts[i]);
    return fine;
}

static bool is_saved(const tunip_field *field)
{
    return !(field->flags & TUNIP_FLAG_AGAIN);
}

/* At least as many fields as the list will have. */
static size_t most_fields(const tunip_type *type)
{
    size_t count = 0;
    for (; type; type = type->base) count += type->field_count;
    return count;
}

static bool take_room(tn_registry *registry, tn_type_info *info)
{
    size_t room = most_fields(info->type);
    if (!room) return true;
    info->names =
        tn_arena_alloc(registry->arena, room * (sizeof *info->names + sizeof *info->fields));
    if (info->names) info->fields = (const tunip_field **)(void *)(info->names + room);
    return info->names != NULL;
}

/* Ancestors' fields first, as the saved graph has them. */
static void list_fields(tn_type_info *info, const tunip_type *type)
{
    if (type->base) list_fields(info, type->base);
    for (size_t i = 0; i < type->field_count; i++) {
        if (!is_saved(&type->fields[i])) continue;
        info->names[info->field_count] = tunip_str_from(type->fields[i].name);
        info->fields[info->field_count++] = &type->fields[i];
    }
}

static void fill_fields(tn_registry *registry, tn_type_info *info)
{
    tn_mutex_lock(&registry->filling);
    if (!atomic_load_explicit(&info->is_filled, memory_order_relaxed)) {
        list_fields(info, info->type);
        atomic_store_explicit(&info->is_filled, true, memory_order_release);
    }
    tn_mutex_unlock(&registry->filling);
}

/* The registry is constant for its users, but for the lists that it fills in. */
static const tn_type_info *with_fields(const tn_registry *registry, tn_type_info *info)
{
    if (info && !atomic_load_explicit(&info->is_filled, memory_order_acquire))
        fill_fields((tn_registry *)(uintptr_t)registry, info);
    return info;
}

static tn_type_info *find(const tn_type_shelf *shelf, tunip_str key)
{
    uint32_t at = tn_intern_find(&shelf->keys, key);
    return at == TN_NOT_INTERNED ? NULL : &shelf->infos.items[at];
}

static tn_type_info *find_type(const tn_registry *registry, const tunip_type *type)
{
    const tn_type_shelf *shelf = &registry->shelves[tn_vintage_shelf(type->since)];
    return find(shelf, tunip_str_from(type->key));
}

/* Records in the base of a type which type adds fields to it. */
static void set_added(tn_registry *registry, const tunip_type *type, const tunip_type *added)
{
    if (!(type->flags & TUNIP_TYPE_ADDED)) return;
    tn_type_info *base = find_type(registry, type->base); /* NULL: it has left before the type */
    if (base) base->added = added;
    registry->added_count += added ? 1 : (size_t)-1;
}

tunip_status tn_registry_add(tn_registry *registry, tunip_type *type, const char *owner,
                             tunip_error *error)
{
    tn_type_info info = {.type = type, .owner = owner};
    tn_type_shelf *shelf = &registry->shelves[tn_vintage_shelf(type->since)];
    if (!take_room(registry, &info) || !tn_array_push(&shelf->infos, registry->allocator, info))
        return tn_no_memory(error);
    if (tn_intern_borrow(&shelf->keys, tunip_str_from(type->key)) == TN_NOT_INTERNED) {
        shelf->infos.count--;
        return tn_no_memory(error);
    }
    tn_registry_give_ids(&type, 1);
    set_added(registry, type, type);
    return TUNIP_OK;
}

static tn_type_info *find_in(const tn_registry *registry, tunip_str key, unsigned vintage)
{
    tn_type_info *info = find(&registry->shelves[0], key);
    if (info && (!vintage || !info->type->until || vintage < info->type->until)) return info;
    size_t last = vintage ? tn_vintage_shelf(vintage) : TN_VINTAGE_SHELVES - 1;
    for (size_t i = last; i > 0; i--) {
        info = find(&registry->shelves[i], key);
        if (info) return vintage && info->type->until && vintage >= info->type->until ? NULL : info;
    }
    return NULL;
}

const tn_type_info *tn_registry_find(const tn_registry *registry, tunip_str key, unsigned vintage)
{
    return with_fields(registry, find_in(registry, key, vintage));
}

const tn_type_info *tn_registry_info(const tn_registry *registry, const tunip_type *type)
{
    return with_fields(registry, find_type(registry, type));
}

const tn_type_info *tn_registry_added(const tn_registry *registry, const tunip_type *type)
{
    const tn_type_info *info = find_type(registry, type);
    return info && info->added ? tn_registry_info(registry, info->added) : NULL;
}

bool tn_registry_has(const tn_registry *registry, const tunip_type *type)
{
    const tn_type_info *info = find_type(registry, type);
    return info && info->type == type;
}

tn_registry_mark tn_registry_here(const tn_registry *registry)
{
    tn_registry_mark mark;
    for (size_t i = 0; i < TN_VINTAGE_SHELVES; i++)
        mark.counts[i] = registry->shelves[i].infos.count;
    return mark;
}

static void cut(tn_registry *registry, tn_type_shelf *shelf, size_t count)
{
    if (count >= shelf->infos.count) return;
    for (size_t i = count; i < shelf->infos.count; i++)
        set_added(registry, shelf->infos.items[i].type, NULL);
    shelf->infos.count = count;
    tn_intern_truncate(&shelf->keys, count);
}

void tn_registry_rewind(tn_registry *registry, tn_registry_mark mark)
{
    for (size_t i = 0; i < TN_VINTAGE_SHELVES; i++)
        cut(registry, &registry->shelves[i], mark.counts[i]);
}

static uint32_t last_id(const tn_type_shelf *shelf, uint32_t last)
{
    for (size_t i = 0; i < shelf->infos.count; i++)
        if (shelf->infos.items[i].type->id > last) last = shelf->infos.items[i].type->id;
    return last;
}

uint32_t tn_registry_last_id(const tn_registry *registry)
{
    uint32_t last = 0;
    for (size_t i = 0; i < TN_VINTAGE_SHELVES; i++) last = last_id(&registry->shelves[i], last);
    return last;
}

/* ======== values ======== */

/* The built-in value types. They have no field tables: the walker, readers and rules
 * know their structs. */

#define VALUE(ident, key_)                                                                         \
    tunip_type tunip_##ident##_type = {.key = key_, .size = sizeof(tunip_##ident)}

tunip_type tunip_any_type = {.key = "Any"};
VALUE(string, "ffi.String");
VALUE(int, "int");
VALUE(float, "float");
VALUE(bool, "bool");
VALUE(device, "Device");
VALUE(bytes, "ffi.Bytes");
VALUE(shape, "ffi.Shape");
VALUE(array, "ffi.Array");
VALUE(map, "ffi.Map");
VALUE(tensor, "ffi.Tensor");
VALUE(opaque, "<unregistered type>");
tunip_type tunip_dtype_type = {.key = "DataType", .size = sizeof(tunip_dtype_value)};

tunip_type *const tn_value_types[] = {
    &tunip_string_type, &tunip_int_type,    &tunip_float_type,  &tunip_bool_type,
    &tunip_dtype_type,  &tunip_device_type, &tunip_bytes_type,  &tunip_shape_type,
    &tunip_array_type,  &tunip_map_type,    &tunip_tensor_type, &tunip_opaque_type,
};
const size_t tn_value_type_count = TUNIP_LEN(tn_value_types);

const tunip_node *tunip_map_get(const tunip_map *map, const char *key)
{
    for (size_t i = 0; i < tunip_map_count(map); i++)
        if (tunip_is(map->entries[i].key, &tunip_string_type) &&
            tunip_str_is(tunip_string_value(map->entries[i].key), key))
            return map->entries[i].value;
    return NULL;
}

const tunip_node *tunip_map_at(const tunip_map *map, const tunip_node *key)
{
    for (size_t i = 0; i < tunip_map_count(map); i++)
        if (map->entries[i].key == key) return map->entries[i].value;
    return NULL;
}

/* ======== kinds ======== */

/* The nodes that a field may hold. Rules cast nodes to the types of the field table, so
 * a graph must obey the table. */

static bool is_kind_of(const tunip_type *type, const tunip_type *ancestor)
{
    while (type && type != ancestor) type = type->base;
    return type != NULL;
}

static const tunip_type *nearest_common(const tunip_type *a, const tunip_type *b)
{
    while (a && !is_kind_of(b, a)) a = a->base;
    return a ? a : &tunip_any_type;
}

void tn_common_add(tn_common *common, const tunip_node *item)
{
    if (!item || item->type == common->type) return;
    if (item->type->base == &tunip_opaque_type)
        common->unregistered = true;
    else if (!common->type)
        common->type = item->type;
    else
        common->type = nearest_common(common->type, item->type);
}

static bool is_anything(const tunip_type *expected)
{
    return !expected || expected == &tunip_any_type;
}

/* Code that expects a descendant of an abstract type checks the type before it casts, so it can
 * handle unregistered types. Code that expects one concrete struct cannot. */
bool tn_takes_unregistered(const tunip_type *expected)
{
    return is_anything(expected) || (expected->flags & TUNIP_TYPE_ABSTRACT) ||
           expected == &tunip_opaque_type;
}

bool tn_may_be_other(const tunip_node *node, const tunip_type *expected)
{
    if (is_anything(expected) || is_kind_of(node->type, expected)) return true;
    return node->type->base == &tunip_opaque_type && tn_takes_unregistered(expected);
}

bool tn_may_all_be(const tn_common *common, const tunip_type *expected)
{
    if (is_anything(expected)) return true;
    if (common->type && !is_kind_of(common->type, expected)) return false;
    return !common->unregistered || tn_takes_unregistered(expected);
}
