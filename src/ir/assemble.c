/* assemble.c -- makes a graph for a reader, from values, lists, and nodes whose fields are
 * checked. */
#include "assemble.h"

#include <stdarg.h>
#include <stdio.h>

#include "../util/tables.h"
#include "graph.h"
#include "registry.h"
#include "same.h"
#include "visit.h"

/* ======== assemble ======== */

/* The assembler itself, its messages, and nodes that are values. */

void tn_assembler_init(tn_assembler *a, tunip_graph *graph, tn_describe_fn describe,
                       const void *reader, tunip_error *error)
{
    const tunip_allocator *allocator = &graph->arena.allocator;
    *a = (tn_assembler){.graph = graph,
                        .registry = tn_context_registry(graph->context),
                        .allocator = allocator,
                        .describe = describe,
                        .reader = reader,
                        .error = error};
    tn_intern_init(&a->strings, &graph->arena, allocator);
    tn_intern_init(&a->unknown_keys, &graph->arena, allocator);
}

void tn_assembler_free(tn_assembler *a)
{
    tn_array_free(&a->nodes, a->allocator);
    tn_array_free(&a->list, a->allocator);
    tn_array_free(&a->opaque_fields, a->allocator);
    tn_array_free(&a->late_fields, a->allocator);
    tn_array_free(&a->late_lists, a->allocator);
    tn_array_free(&a->late_refs, a->allocator);
    tn_array_free(&a->unknown_types, a->allocator);
    tn_intern_free(&a->strings);
    tn_intern_free(&a->unknown_keys);
}

/* ---- failing ---- */

bool tn_assemble_fail(tn_assembler *a, tunip_status code, size_t at, const char *format, ...)
{
    if (a->status != TUNIP_OK) return false;
    a->status = code;
    if (!a->error || a->error->code != TUNIP_OK) return false;
    a->error->code = code;
    a->error->offset = at;
    a->has_place = true;
    va_list args;
    va_start(args, format);
    vsnprintf(a->error->message, sizeof a->error->message, format, args);
    va_end(args);
    return false;
}

bool tn_assemble_fail_memory(tn_assembler *a)
{
    if (a->status == TUNIP_OK) a->status = TUNIP_ERROR_MEMORY;
    tn_no_memory(a->error);
    return false;
}

bool tn_assemble_reject(tn_assembler *a, size_t at, const char *format, ...)
{
    char expected[240], got[64] = "";
    va_list args;
    va_start(args, format);
    vsnprintf(expected, sizeof expected, format, args);
    va_end(args);
    if (a->describe) a->describe(a->reader, at, got, sizeof got);
    return tn_assemble_fail(a, TUNIP_ERROR_FORMAT, at, "expected %s%s%s", expected,
                            got[0] ? ", got " : "", got);
}

/* ---- nodes and values ---- */

/* The built-in values are the first types that any context registers. */
bool tn_assembler_is_value(const tn_assembler *a, const tn_type_info *info)
{
    return (size_t)(info - a->registry->shelves[0].infos.items) < tn_value_type_count;
}

void *tn_assemble_value(tn_assembler *a, const tunip_type *type)
{
    size_t size = type->size;
    if (type == &tunip_array_type) size = sizeof(tn_made_array);
    if (type == &tunip_map_type) size = sizeof(tn_made_map);
    tunip_node *node = tn_arena_zalloc(&a->graph->arena, size);
    if (node)
        node->type = type;
    else
        tn_assemble_fail_memory(a);
    return node;
}

/* ---- strings ---- */

/* Most strings are names that occur many times. Each is stored once, next to the other names, so
 * that it is in the processor's cache during a print. */
enum { LONGEST_SHARED = 64 };

bool tn_assemble_string(tn_assembler *a, tunip_str *text, bool is_kept)
{
    if (text->size <= LONGEST_SHARED) {
        uint32_t id = tn_intern_put(&a->strings, *text);
        if (id == TN_NOT_INTERNED) return tn_assemble_fail_memory(a);
        *text = tn_intern_text(&a->strings, id);
        return true;
    }
    if (!is_kept) *text = tn_arena_str(&a->graph->arena, *text);
    return text->data || tn_assemble_fail_memory(a);
}

/* ======== assemble object ======== */

/* Nodes of registered types: fields go straight into their structs, and only
 * where the field tables allow them (registry.h). */

/* ---- fields by name ---- */

enum { NO_FIELD = TN_MOST_FIELDS };

static bool mark(tn_object *object, size_t i)
{
    uint64_t bit = (uint64_t)1 << i % 64;
    bool fresh = !(object->found[i / 64] & bit);
    object->found[i / 64] |= bit;
    return fresh;
}

static size_t find_field(const tn_type_info *info, tunip_str name)
{
    for (size_t i = 0; i < info->field_count; i++)
        if (tn_spells(name, info->fields[i]->name)) return i;
    return NO_FIELD;
}

/* A node with room for the added fields. Its type is the base until one of them has a value. */
static bool begin_added(tn_assembler *a, const tn_type_info *plain, tn_object *out)
{
    const tn_type_info *info =
        tn_registry_info(tn_context_registry(a->graph->context), plain->added);
    *out =
        (tn_object){.info = info, .plain = plain, .node = tunip_node_new(a->graph, plain->added)};
    if (!out->node) return tn_assemble_fail_memory(a);
    out->node->type = plain->type;
    return true;
}

bool tn_assemble_object(tn_assembler *a, const tn_type_info *info, size_t at, tn_object *out)
{
    if (info->added) return begin_added(a, info, out);
    *out = (tn_object){.info = info, .node = tunip_node_new(a->graph, info->type)};
    if (!out->node) return tn_assemble_fail_memory(a);
    if (info->field_count <= TN_MOST_FIELDS) return true;
    return tn_assemble_fail(a, TUNIP_ERROR_LIMIT, at, "%s has more than %d fields", info->type->key,
                            TN_MOST_FIELDS);
}

const tunip_field *tn_assemble_any_field(tn_assembler *a, tn_object *object, tunip_str name,
                                         size_t at)
{
    const tn_type_info *info = object->info;
    size_t found = find_field(info, name);
    if (found == NO_FIELD) {
        tn_assemble_reject(a, at, "a field of %s", info->type->key);
        return NULL;
    }
    if (!mark(object, found)) {
        tn_assemble_fail(a, TUNIP_ERROR_FORMAT, at, "field `%s` of %s is given twice",
                         info->fields[found]->name, info->type->key);
        return NULL;
    }
    object->next = found + 1;
    object->count++;
    return info->fields[found];
}

bool tn_assemble_require_fields(tn_assembler *a, tn_object *object, size_t at)
{
    const tn_type_info *info = object->info;
    for (size_t i = 0; i < info->field_count; i++) {
        bool may_lack = info->fields[i]->flags & (TUNIP_FLAG_DEFAULT | TUNIP_FLAG_OPTIONAL);
        if (!may_lack && mark(object, i))
            return tn_assemble_reject(a, at, "field `%s` of %s", info->fields[i]->name,
                                      info->type->key);
    }
    return true;
}

/* ---- added fields ---- */

/* An empty array or map is the default, and so is zero. */
static bool is_default(const tunip_node *node, const tunip_field *field)
{
    static const char zeros[sizeof(tunip_dtype) + sizeof(double)];
    static const size_t sizes[] = {[TUNIP_KIND_INT] = sizeof(int64_t),
                                   [TUNIP_KIND_FLOAT] = sizeof(double),
                                   [TUNIP_KIND_BOOL] = sizeof(bool),
                                   [TUNIP_KIND_DTYPE] = sizeof(tunip_dtype)};
    if (field->kind != TUNIP_KIND_NODE)
        return memcmp(tunip_field_at(node, field), zeros, sizes[field->kind]) == 0;
    const tunip_node *value = tunip_field_node(node, field);
    const tunip_array *array = TUNIP_AS(tunip_array, value);
    const tunip_map *map = TUNIP_AS(tunip_map, value);
    return !value || (array && !array->count) || (map && !map->count);
}

/* Gives a node the type that adds fields if one of these has a value. Those that are missing then
 * get an empty array or map. */
static bool settle_type(tn_assembler *a, tunip_node *node, const tunip_type *added)
{
    bool has_value = false;
    for (size_t i = 0; i < added->field_count; i++)
        has_value = has_value || !is_default(node, &added->fields[i]);
    if (!has_value) return true;
    node->type = added;
    for (size_t i = 0; i < added->field_count; i++) {
        const tunip_field *field = &added->fields[i];
        void **at = (void **)(void *)((char *)node + field->offset);
        if (field->kind != TUNIP_KIND_NODE || field->flags & TUNIP_FLAG_OPTIONAL || *at) continue;
        if (field->expects == &tunip_array_type) *at = tunip_array_new(a->graph, 0, NULL);
        if (field->expects == &tunip_map_type) *at = tunip_map_new(a->graph, 0, NULL);
    }
    return tn_graph_is_fine(a->graph) || tn_assemble_fail_memory(a);
}

bool tn_assemble_added_end(tn_assembler *a, tn_object *object, size_t at)
{
    const tn_type_info *info = object->info;
    for (size_t i = object->plain->field_count; i < info->field_count; i++) mark(object, i);
    return tn_assemble_require_fields(a, object, at) && settle_type(a, object->node, info->type);
}

/* ---- checks of values ---- */

static bool wrong_item(tn_assembler *a, const tunip_type *owner, const tunip_field *field,
                       size_t at, const char *role, size_t index, const tunip_type *expected,
                       const tunip_node *item)
{
    return tn_assemble_fail(a, TUNIP_ERROR_FORMAT, at,
                            "expected %s for %s %zu of field `%s` of %s, got %s", expected->key,
                            role, index, field->name, owner->key, item->type->key);
}

static bool check_items(tn_assembler *a, const tunip_type *owner, const tunip_field *field,
                        const tn_ref *ref)
{
    const tn_made_array *made = (const tn_made_array *)ref->node;
    if (tn_may_all_be(&made->items, field->item)) return true;
    tunip_node *const *items = made->array.items;
    size_t i = 0;
    while (tn_may_be(items[i], field->item)) i++;
    return wrong_item(a, owner, field, ref->at, "item", i, field->item, items[i]);
}

static bool check_entries(tn_assembler *a, const tunip_type *owner, const tunip_field *field,
                          const tn_ref *ref)
{
    const tn_made_map *made = (const tn_made_map *)ref->node;
    const tunip_map_entry *entries = made->map.entries;
    size_t i = 0;
    if (!tn_may_all_be(&made->keys, field->key)) {
        while (tn_may_be(entries[i].key, field->key)) i++;
        return wrong_item(a, owner, field, ref->at, "key", i, field->key, entries[i].key);
    }
    if (tn_may_all_be(&made->values, field->item)) return true;
    while (tn_may_be(entries[i].value, field->item)) i++;
    return wrong_item(a, owner, field, ref->at, "value", i, field->item, entries[i].value);
}

static bool wrong_node(tn_assembler *a, const tunip_type *owner, const tunip_field *field,
                       const tn_ref *ref)
{
    char number[40] = "";
    if (ref->number != TN_NO_NUMBER) snprintf(number, sizeof number, " (node %zu)", ref->number);
    return tn_assemble_fail(a, TUNIP_ERROR_FORMAT, ref->at,
                            "expected %s for field `%s` of %s, got %s%s", field->expects->key,
                            field->name, owner->key, ref->node->type->key, number);
}

bool tn_assemble_check(tn_assembler *a, const tunip_type *owner, const tunip_field *field,
                       const tn_ref *ref)
{
    const tunip_node *node = ref->node;
    if (!node) return true;
    if (!tn_may_be(node, field->expects)) return wrong_node(a, owner, field, ref);
    if (node->type == &tunip_array_type) return check_items(a, owner, field, ref);
    if (node->type == &tunip_map_type) return check_entries(a, owner, field, ref);
    return true;
}

/* ---- values of fields ---- */

static inline bool takes(tn_assembler *a, const tunip_node *node, const tunip_field *field,
                         tunip_field_kind kind, size_t at)
{
    /* ORDER tunip_field_kind */
    static const char *const names[] = {"a node", "an integer", "a number", "true or false",
                                        "a dtype"};
    if (field->kind == kind) return true;
    const char *expected = field->kind < TUNIP_LEN(names) ? names[field->kind] : "nothing";
    return tn_assemble_fail(a, TUNIP_ERROR_FORMAT, at, "expected %s for field `%s` of %s, got %s",
                            expected, field->name, node->type->key, names[kind]);
}

static bool defer(tn_assembler *a, tunip_node *node, const tunip_field *field, const tn_ref *ref)
{
    if (ref->number == a->nodes.count)
        return tn_assemble_fail(a, TUNIP_ERROR_FORMAT, ref->at,
                                "field `%s` of %s is node %zu, which is this node itself",
                                field->name, node->type->key, (size_t)ref->number);
    tn_late_field late = {.field = field, .node = node, .ref = *ref};
    return tn_array_push(&a->late_fields, a->allocator, late) || tn_assemble_fail_memory(a);
}

static bool is_late_list(tunip_node *node)
{
    const tn_common *common = node ? tn_made_common(node) : NULL;
    return common && common->is_late;
}

bool tn_assemble_set_other(tn_assembler *a, tunip_node *node, const tunip_field *field, tn_ref ref)
{
    if (!takes(a, node, field, TUNIP_KIND_NODE, ref.at)) return false;
    if (tn_ref_is_late(a, &ref) || (a->late_lists.count && is_late_list(ref.node)))
        return defer(a, node, field, &ref);
    if (!tn_assemble_check(a, node->type, field, &ref)) return false;
    *(tunip_node **)(void *)((char *)node + field->offset) = ref.node;
    return true;
}

bool tn_assemble_set_int(tn_assembler *a, tunip_node *node, const tunip_field *field, int64_t value,
                         size_t at)
{
    if (!takes(a, node, field, TUNIP_KIND_INT, at)) return false;
    *(int64_t *)(void *)((char *)node + field->offset) = value;
    return true;
}

bool tn_assemble_set_float(tn_assembler *a, tunip_node *node, const tunip_field *field,
                           double value, size_t at)
{
    if (!takes(a, node, field, TUNIP_KIND_FLOAT, at)) return false;
    *(double *)(void *)((char *)node + field->offset) = value;
    return true;
}

bool tn_assemble_set_bool(tn_assembler *a, tunip_node *node, const tunip_field *field, bool value,
                          size_t at)
{
    if (!takes(a, node, field, TUNIP_KIND_BOOL, at)) return false;
    *(bool *)(void *)((char *)node + field->offset) = value;
    return true;
}

bool tn_assemble_set_dtype(tn_assembler *a, tunip_node *node, const tunip_field *field,
                           tunip_dtype value, size_t at)
{
    if (!takes(a, node, field, TUNIP_KIND_DTYPE, at)) return false;
    *(tunip_dtype *)(void *)((char *)node + field->offset) = value;
    return true;
}

/* ---- texts of codecs ---- */

/* Whether the value that a codec stored in a field is allowed there. */
static bool is_kept(const tunip_field *field, void *node)
{
    if (field->kind != TUNIP_KIND_NODE) return true;
    const tunip_node *child = tunip_field_node(node, field);
    return !child || (child->type && tn_may_be(child, field->expects));
}

bool tn_assemble_coded(tn_assembler *a, const tunip_type *type, tunip_str text, size_t at,
                       tunip_node **out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_node *node = *out = tunip_node_new(a->graph, type);
    text = tunip_graph_copy(a->graph, text); /* a codec may look for the NUL */
    if (!node || !text.data) return tn_assemble_fail_memory(a);
    tunip_status status = type->codec->from_text(a->graph, text, node, &error);
    if (status == TUNIP_ERROR_MEMORY) return tn_assemble_fail_memory(a);
    if (status == TUNIP_OK && node->type == type && tn_each_field(type, 0, is_kept, node))
        return true;
    const char *why = error.message[0] ? error.message : "the codec gave no reason";
    if (status == TUNIP_OK) why = "its codec made something else of the node";
    node->type = type;
    return tn_assemble_fail(a, TUNIP_ERROR_FORMAT, at, "expected the text of a %s: %s", type->key,
                            why);
}

/* ======== assemble list ======== */

/* Arrays and maps. The keys of a map must differ; they are equal as TVM's are:
 * strings by their text, scalars by value, other nodes by identity. */

/* ---- keys ---- */

/* The bytes by which a scalar or string compares; empty for other nodes. */
static tunip_str content(const tunip_node *key)
{
    static const struct {
        const tunip_type *type;
        size_t offset, size;
    } scalars[] = {
        {&tunip_int_type, offsetof(tunip_int, value), sizeof(int64_t)},
        {&tunip_float_type, offsetof(tunip_float, value), sizeof(double)},
        {&tunip_bool_type, offsetof(tunip_bool, value), sizeof(bool)},
        {&tunip_dtype_type, offsetof(tunip_dtype_value, value), sizeof(tunip_dtype)},
    };
    if (tunip_is(key, &tunip_string_type)) return tunip_string_value(key);
    for (size_t i = 0; key && i < TUNIP_LEN(scalars); i++)
        if (key->type == scalars[i].type)
            return (tunip_str){(const char *)key + scalars[i].offset, scalars[i].size};
    return (tunip_str){NULL, 0};
}

static uint64_t hash(const tunip_node *key)
{
    tunip_str text = content(key);
    if (text.size) return tn_hash_bytes(text.data, text.size);
    return tn_hash_bytes((const char *)&key, sizeof key);
}

static bool same(const tunip_node *a, const tunip_node *b)
{
    if (a == b) return true;
    if (!a || !b || a->type != b->type) return false;
    tunip_str text = content(a);
    return (text.size || a->type == &tunip_string_type) && tunip_str_equal(text, content(b));
}

/* ---- finding equal keys ---- */

/* The first entry whose key occurred before, or the count. `slots` are zero and more than entries;
 * their number is a power of two. */
static size_t find_again(const tunip_map *map, uint32_t *slots, size_t slot_count)
{
    for (size_t i = 0; i < map->count; i++) {
        const tunip_node *key = map->entries[i].key;
        size_t at = (size_t)(hash(key) & (slot_count - 1));
        while (slots[at] && !same(map->entries[slots[at] - 1].key, key))
            at = (at + 1) & (slot_count - 1);
        if (slots[at]) return i;
        slots[at] = (uint32_t)i + 1;
    }
    return map->count;
}

/* `refs` are the keys and values of the map. */
static bool check_keys(tn_assembler *a, const tn_ref *refs, const tunip_map *map)
{
    size_t slot_count = 16;
    while (slot_count < 2 * map->count) slot_count *= 2;
    size_t size = slot_count * sizeof(uint32_t);
    uint32_t *slots = a->allocator->alloc(a->allocator->ctx, size);
    if (!slots) return tn_assemble_fail_memory(a);
    memset(slots, 0, size);
    size_t again = find_again(map, slots, slot_count);
    a->allocator->free(a->allocator->ctx, slots, size);
    return again == map->count ||
           tn_assemble_fail(a, TUNIP_ERROR_FORMAT, refs[2 * again].at,
                            "expected keys that differ, got the key of entry %zu again", again);
}

/* ---- filling ---- */

static bool fill_array(tn_assembler *a, tn_made_array *made, const tn_ref *refs, size_t count)
{
    if (!count) return true;
    tunip_node **items = tn_arena_alloc(&a->graph->arena, count * sizeof *items);
    if (!items) return tn_assemble_fail_memory(a);
    for (size_t i = 0; i < count; i++) {
        items[i] = refs[i].node;
        tn_common_add(&made->items, items[i]);
    }
    made->array.items = items;
    made->array.count = count;
    return true;
}

static bool fill_map(tn_assembler *a, tn_made_map *made, const tn_ref *refs, size_t count)
{
    if (!count) return true;
    tunip_map_entry *entries = tn_arena_alloc(&a->graph->arena, count * sizeof *entries);
    if (!entries) return tn_assemble_fail_memory(a);
    for (size_t i = 0; i < count; i++) {
        entries[i] = (tunip_map_entry){refs[2 * i].node, refs[2 * i + 1].node};
        tn_common_add(&made->keys, entries[i].key);
        tn_common_add(&made->values, entries[i].value);
    }
    made->map.count = count;
    made->map.entries = entries;
    return count == 1 || check_keys(a, refs, &made->map);
}

/* ---- lists that refer to later nodes ---- */

tn_common *tn_made_common(tunip_node *node)
{
    if (tunip_is(node, &tunip_array_type)) return &((tn_made_array *)node)->items;
    if (tunip_is(node, &tunip_map_type)) return &((tn_made_map *)node)->keys;
    return NULL;
}

static bool is_late(const tn_assembler *a, const tn_ref *refs, size_t count)
{
    if (!a->list_is_late) return false;
    for (size_t i = 0; i < count; i++)
        if (tn_ref_is_late(a, &refs[i])) return true;
    return false;
}

static bool put_off(tn_assembler *a, tunip_node *node, const tn_ref *refs, size_t count, size_t at)
{
    tn_late_list late = {.node = node, .first = a->late_refs.count, .count = count, .at = at};
    tn_made_common(node)->is_late = true;
    if (!tn_array_reserve(&a->late_refs, a->allocator, count) ||
        !tn_array_push(&a->late_lists, a->allocator, late))
        return tn_assemble_fail_memory(a);
    memcpy(a->late_refs.items + late.first, refs, count * sizeof *refs);
    a->late_refs.count += count;
    return true;
}

bool tn_assemble_late_list(tn_assembler *a, const tn_late_list *late)
{
    tn_ref *refs = a->late_refs.items + late->first;
    for (size_t i = 0; i < late->count; i++) {
        if (tn_ref_is_late(a, &refs[i]))
            return tn_assemble_fail(a, TUNIP_ERROR_FORMAT, refs[i].at,
                                    "an element is node %zu, but the file has %zu node%s",
                                    (size_t)refs[i].number, a->nodes.count,
                                    a->nodes.count == 1 ? "" : "s");
        if (refs[i].number != TN_NO_NUMBER) refs[i].node = a->nodes.items[refs[i].number];
    }
    return late->node->type == &tunip_array_type
               ? fill_array(a, (tn_made_array *)late->node, refs, late->count)
               : fill_map(a, (tn_made_map *)late->node, refs, late->count / 2);
}

/* ---- all lists ---- */

/* Removes the items after the mark from the list. Their memory stays valid until the next push. */
static const tn_ref *take(tn_assembler *a, size_t mark, size_t *count)
{
    *count = a->list.count - mark;
    a->list.count = mark;
    return *count ? a->list.items + mark : NULL;
}

bool tn_assemble_array(tn_assembler *a, tn_made_array *array, size_t mark, size_t at)
{
    size_t count;
    const tn_ref *refs = take(a, mark, &count);
    if (is_late(a, refs, count)) return put_off(a, &array->array.base, refs, count, at);
    return fill_array(a, array, refs, count);
}

bool tn_assemble_map(tn_assembler *a, tn_made_map *map, size_t mark, size_t at)
{
    size_t count;
    const tn_ref *refs = take(a, mark, &count);
    if (count % 2)
        return tn_assemble_fail(a, TUNIP_ERROR_FORMAT, at,
                                "expected keys and values in turn, got %zu elements", count);
    if (is_late(a, refs, count)) return put_off(a, &map->map.base, refs, count, at);
    return fill_map(a, map, refs, count / 2);
}

/* ======== assemble opaque ======== */

/* Nodes of unregistered types keep the fields that the source names. */

static tunip_type *add_type(tn_assembler *a, const char *key)
{
    tunip_type *type = tn_graph_unregistered_type(a->graph, key);
    if (type && tn_array_push(&a->unknown_types, a->allocator, type)) return type;
    tn_assemble_fail_memory(a);
    return NULL;
}

/* The graph's own description of an unregistered type. */
static tunip_type *unknown_type(tn_assembler *a, tunip_str key)
{
    uint32_t id = tn_intern_put(&a->unknown_keys, key);
    if (id == TN_NOT_INTERNED) {
        tn_assemble_fail_memory(a);
        return NULL;
    }
    if (id < a->unknown_types.count) return a->unknown_types.items[id];
    return add_type(a, tn_intern_text(&a->unknown_keys, id).data);
}

bool tn_assemble_opaque(tn_assembler *a, tunip_str key, size_t at, tunip_opaque **out)
{
    if (!tn_is_unregistered_key(key)) return tn_assemble_reject(a, at, "the key of a type");
    tunip_type *type = unknown_type(a, key);
    if (!type) return false;
    *out = tunip_node_new(a->graph, type);
    a->opaque_fields.count = 0;
    return *out || tn_assemble_fail_memory(a);
}

bool tn_assemble_opaque_field(tn_assembler *a, tunip_str name, size_t at)
{
    if (a->opaque_fields.count == TN_MOST_FIELDS)
        return tn_assemble_fail(a, TUNIP_ERROR_LIMIT, at, "expected at most %d fields",
                                TN_MOST_FIELDS);
    for (size_t i = 0; i < a->opaque_fields.count; i++)
        if (tunip_str_equal(name, a->opaque_fields.items[i].name))
            return tn_assemble_reject(a, at, "the name of another field");
    tunip_opaque_field field = {.name = name};
    return tn_array_push(&a->opaque_fields, a->allocator, field) || tn_assemble_fail_memory(a);
}

void tn_assemble_opaque_value(tn_assembler *a, tunip_node *value)
{
    a->opaque_fields.items[a->opaque_fields.count - 1].value = value;
}

bool tn_assemble_opaque_int(tn_assembler *a, int64_t value)
{
    tunip_opaque_field *field = &a->opaque_fields.items[a->opaque_fields.count - 1];
    field->is_reference = value >= 0 && (uint64_t)value < a->nodes.count;
    if (field->is_reference) {
        field->value = a->nodes.items[value];
        field->index = value;
        return true;
    }
    tunip_int *node = tn_assemble_value(a, &tunip_int_type);
    if (!node) return false;
    node->value = value;
    field->value = &node->base;
    return true;
}

bool tn_assemble_opaque_end(tn_assembler *a, tunip_opaque *node)
{
    size_t size = a->opaque_fields.count * sizeof *node->fields;
    node->count = a->opaque_fields.count;
    node->fields = tn_arena_alloc(&a->graph->arena, size);
    if (!node->fields) return tn_assemble_fail_memory(a);
    if (size) memcpy(node->fields, a->opaque_fields.items, size);
    return true;
}

/* ======== assemble later ======== */

/* References to later nodes. TVM saves children before their parents, but loads
 * any order: people who edit a file by hand append nodes at its end. */

static bool store(tn_assembler *a, const tn_late_field *late)
{
    const tunip_type *owner = late->node->type;
    tn_ref ref = late->ref;
    if (tn_ref_is_late(a, &ref))
        return tn_assemble_fail(a, TUNIP_ERROR_FORMAT, ref.at,
                                "field `%s` of %s is node %zu, but the file has %zu node%s",
                                late->field->name, owner->key, (size_t)ref.number, a->nodes.count,
                                a->nodes.count == 1 ? "" : "s");
    if (ref.number != TN_NO_NUMBER) ref.node = a->nodes.items[ref.number];
    if (!tn_assemble_check(a, owner, late->field, &ref)) return false;
    *(tunip_node **)(void *)((char *)late->node + late->field->offset) = ref.node;
    const tn_type_info *added = tn_registry_added(tn_context_registry(a->graph->context), owner);
    return !added || settle_type(a, late->node, added->type);
}

/* Only a reference to a later node can close a cycle, so the message points to the first one. */
static bool check_cycles(tn_assembler *a, const tunip_node *root)
{
    tn_numbering numbering;
    tn_numbering_make(&numbering, a->allocator, root);
    tunip_status status = numbering.status;
    tn_numbering_free(&numbering);
    if (status == TUNIP_OK) return true;
    if (status == TUNIP_ERROR_MEMORY) return tn_assemble_fail_memory(a);
    size_t at = a->late_fields.count ? a->late_fields.items[0].ref.at : a->late_lists.items[0].at;
    const char *flaw = status == TUNIP_ERROR_FORMAT ? "cycles" : "nodes at such a depth";
    return tn_assemble_fail(a, status, at, "expected a graph without %s", flaw);
}

static bool resolve(tn_assembler *a, const tunip_node *root)
{
    if (!a->late_fields.count && !a->late_lists.count) return true;
    for (size_t i = 0; i < a->late_lists.count; i++)
        if (!tn_assemble_late_list(a, &a->late_lists.items[i])) return false;
    for (size_t i = 0; i < a->late_fields.count; i++)
        if (!store(a, &a->late_fields.items[i])) return false;
    return check_cycles(a, root);
}

bool tn_assemble_end(tn_assembler *a, const tunip_node *root)
{
    if (!resolve(a, root)) return false;
    /* a node that a reader made by itself may be missing */
    if (a->graph->arena.failed) return tn_assemble_fail_memory(a);
    a->graph->root = root;
    a->graph->node_count = a->nodes.count;
    tn_graph_set_verified(a->graph);
    return true;
}

/* ======== assemble judge ======== */

/* Which integers of unregistered types are indices of nodes. The file does not
 * say it. But each node of the file is used by another one. If no node of a registered type uses a
 * node, and all fields that may use it are the same field of one type, then this field holds
 * nodes. */

typedef struct judge {
    tn_assembler *a;
    tn_map numbers;   /* of the nodes */
    tn_intern fields; /* "KEY.NAME" */
    struct judged {
        bool holds_nodes;
        bool is_used; /* an integer is not 0, the index of None */
    } * judged;       /* by number of a field */
    uint32_t *users;  /* of each node: 1 more than the number of the field that may use it; or: */
    size_t field_count;
} judge;

static const uint32_t UNUSED = 0, USED_FOR_SURE = UINT32_MAX;

static bool use_child(const tunip_node *child, void *user)
{
    judge *j = user;
    const uint64_t *number = child ? tn_map_get(&j->numbers, child) : NULL;
    if (number) j->users[*number] = USED_FOR_SURE;
    return true;
}

/* The number of a field; TN_NOT_INTERNED when out of memory. */
static uint32_t field_number(judge *j, const tunip_opaque *node, const tunip_opaque_field *field)
{
    char name[256];
    int size = snprintf(name, sizeof name, "%s.%s", node->base.type->key, field->name.data);
    size_t used = (size_t)size < sizeof name ? (size_t)size : sizeof name - 1;
    return tn_intern_put(&j->fields, (tunip_str){name, used});
}

typedef bool (*field_fn)(judge *j, tunip_opaque_field *field, uint32_t number);

static bool count_field(judge *j, tunip_opaque_field *field, uint32_t number)
{
    (void)field;
    if (number >= j->field_count) j->field_count = number + 1;
    return true;
}

/* The user of the node to which the integer refers; NULL for None. */
static uint32_t *user_of(const judge *j, const tunip_opaque_field *field)
{
    const uint64_t *number = field->value ? tn_map_get(&j->numbers, field->value) : NULL;
    return number ? &j->users[*number] : NULL;
}

static bool note_use(judge *j, tunip_opaque_field *field, uint32_t number)
{
    uint32_t *user = user_of(j, field);
    if (!user) return true;
    j->judged[number].is_used = true;
    *user = *user == UNUSED || *user == number + 1 ? number + 1 : USED_FOR_SURE;
    return true;
}

static bool note_proof(judge *j, tunip_opaque_field *field, uint32_t number)
{
    const uint32_t *user = user_of(j, field);
    if (user && *user == number + 1) j->judged[number].holds_nodes = true;
    return true;
}

static bool set_mark(judge *j, tunip_opaque_field *field, uint32_t number)
{
    field->is_ambiguous = j->judged[number].is_used && !j->judged[number].holds_nodes;
    return true;
}

/* Calls `fn` for each integer of an unregistered type that may be an index. */
static bool each_integer(judge *j, field_fn fn)
{
    for (size_t i = 0; i < j->a->nodes.count; i++) {
        tunip_node *node = j->a->nodes.items[i];
        tunip_opaque *opaque =
            node && tn_is_opaque(node->type) ? (tunip_opaque *)(void *)node : NULL;
        for (size_t k = 0; opaque && k < opaque->count; k++) {
            if (!opaque->fields[k].is_reference) continue;
            uint32_t number = field_number(j, opaque, &opaque->fields[k]);
            if (number == TN_NOT_INTERNED || !fn(j, &opaque->fields[k], number)) return false;
        }
    }
    return true;
}

static bool run_judge(judge *j, size_t root)
{
    tn_assembler *a = j->a;
    j->users = tn_arena_zalloc(&a->graph->arena, a->nodes.count * sizeof *j->users);
    if (!j->users || !each_integer(j, count_field)) return false;
    j->judged = tn_arena_zalloc(&a->graph->arena, (j->field_count + 1) * sizeof *j->judged);
    if (!j->judged) return false;
    for (size_t i = 0; i < a->nodes.count; i++) {
        bool added;
        if (!a->nodes.items[i]) continue;
        uint64_t *number = tn_map_put(&j->numbers, a->nodes.items[i], &added);
        if (!number) return false;
        if (added) *number = i;
    }
    for (size_t i = 0; i < a->nodes.count; i++)
        if (a->nodes.items[i] && !tn_is_opaque(a->nodes.items[i]->type))
            tn_each_child(a->nodes.items[i], 0, use_child, j);
    use_child(a->nodes.items[root], j);
    return each_integer(j, note_use) && each_integer(j, note_proof) && each_integer(j, set_mark);
}

bool tn_assemble_opaque_judge(tn_assembler *a, size_t root)
{
    judge j = {.a = a};
    if (!a->unknown_types.count) return true;
    tn_map_init(&j.numbers, a->allocator);
    tn_intern_init(&j.fields, &a->graph->arena, a->allocator);
    bool fine = run_judge(&j, root);
    tn_map_free(&j.numbers);
    tn_intern_free(&j.fields);
    return fine || tn_assemble_fail_memory(a);
}
