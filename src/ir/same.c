/* same.c -- equality of built-in values, keys of maps, the numbers of nodes in a saved graph,
 * and unregistered types. */
#include "same.h"

#include <stdlib.h>

#include "../util/tables.h"
#include "vintage.h"
#include "visit.h"

/* ======== same ======== */

/* Equality and hash of built-in values. Each is a small record of bytes and numbers, so
 * one table of functions by type serves both. */

/* ---- the numbers ---- */

/* All NaNs are equal, and 0.0 differs from -0.0. */
static uint64_t float_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return value != value ? UINT64_MAX : bits;
}

static uint64_t dtype_bits(tunip_dtype dtype)
{
    return (uint64_t)dtype.code << 24 | (uint64_t)dtype.bits << 16 | (uint16_t)dtype.lanes;
}

static bool same_dims(size_t count, const int64_t *a, const int64_t *b)
{
    return count == 0 || memcmp(a, b, count * sizeof *a) == 0;
}

static uint64_t hash_dims(uint64_t hash, size_t count, const int64_t *dims)
{
    hash = tn_hash_mix(hash, count);
    for (size_t i = 0; i < count; i++) hash = tn_hash_mix(hash, (uint64_t)dims[i]);
    return hash;
}

static uint64_t hash_text(tunip_str text)
{
    return tn_hash_bytes(text.data, text.size);
}

/* ---- values that are 64 bits ---- */

static bool bits_of(const tunip_node *node, uint64_t *bits)
{
    const void *at = node;
    if (node->type == &tunip_int_type)
        *bits = (uint64_t)((const tunip_int *)at)->value;
    else if (node->type == &tunip_float_type)
        *bits = float_bits(((const tunip_float *)at)->value);
    else if (node->type == &tunip_bool_type)
        *bits = ((const tunip_bool *)at)->value;
    else if (node->type == &tunip_dtype_type)
        *bits = dtype_bits(((const tunip_dtype_value *)at)->value);
    else if (node->type == &tunip_device_type)
        *bits = (uint64_t)(uint32_t)((const tunip_device *)at)->device_type << 32 |
                (uint32_t)((const tunip_device *)at)->device_id;
    else
        return false;
    return true;
}

/* ---- values that are bytes ---- */

static bool bytes_of(const tunip_node *node, tunip_str *bytes)
{
    const void *at = node;
    if (node->type == &tunip_string_type)
        *bytes = ((const tunip_string *)at)->value;
    else if (node->type == &tunip_bytes_type)
        *bytes = ((const tunip_bytes *)at)->value;
    else
        return false;
    return true;
}

/* ---- shapes and tensors ---- */

static bool same_shape(const tunip_shape *a, const tunip_shape *b)
{
    return a->count == b->count && same_dims(a->count, a->dims, b->dims);
}

static bool same_tensor(const tunip_tensor *a, const tunip_tensor *b, bool skip_content)
{
    return a->ndim == b->ndim && same_dims(a->ndim, a->shape, b->shape) &&
           tunip_dtype_equal(a->dtype, b->dtype) &&
           (skip_content || tunip_str_equal(a->data, b->data));
}

static uint64_t hash_tensor(uint64_t hash, const tunip_tensor *tensor, bool skip_content)
{
    hash = hash_dims(hash, tensor->ndim, tensor->shape);
    hash = tn_hash_mix(hash, dtype_bits(tensor->dtype));
    return skip_content ? hash : tn_hash_mix(hash, hash_text(tensor->data));
}

/* ---- any value ---- */

uint64_t tn_hash_type(const tunip_type *type)
{
    return hash_text(tunip_str_from(type->key));
}

bool tn_is_value(const tunip_type *type)
{
    static const tunip_type *const types[] = {
        &tunip_string_type, &tunip_int_type,   &tunip_float_type,
        &tunip_bool_type,   &tunip_dtype_type, &tunip_shape_type,
        &tunip_tensor_type, &tunip_bytes_type, &tunip_device_type,
    };
    if (type->fields || type->base) return false;
    for (size_t i = 0; i < TUNIP_LEN(types); i++)
        if (types[i] == type) return true;
    return false;
}

bool tn_same_value(const tunip_node *a, const tunip_node *b, bool skip_content)
{
    uint64_t bits, other_bits;
    tunip_str bytes, other_bytes;
    if (bits_of(a, &bits) && bits_of(b, &other_bits)) return bits == other_bits;
    if (bytes_of(a, &bytes) && bytes_of(b, &other_bytes))
        return tunip_str_equal(bytes, other_bytes);
    const void *x = a, *y = b;
    return a->type == &tunip_shape_type ? same_shape(x, y) : same_tensor(x, y, skip_content);
}

uint64_t tn_hash_value(const tunip_node *node, bool skip_content)
{
    uint64_t bits, hash = tn_hash_type(node->type);
    tunip_str bytes;
    const void *at = node;
    if (bits_of(node, &bits)) return tn_hash_mix(hash, bits);
    if (bytes_of(node, &bytes)) return tn_hash_mix(hash, hash_text(bytes));
    if (node->type == &tunip_tensor_type) return hash_tensor(hash, at, skip_content);
    const tunip_shape *shape = at;
    return hash_dims(hash, shape->count, shape->dims);
}

/* ---- fields ---- */

uint64_t tn_field_bits(const tunip_field *field, const tunip_node *node)
{
    const void *at = tunip_field_at(node, field);
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_INT:
        return (uint64_t) * (const int64_t *)at;
    case TUNIP_KIND_FLOAT:
        return float_bits(*(const double *)at);
    case TUNIP_KIND_BOOL:
        return *(const bool *)at;
    case TUNIP_KIND_DTYPE:
        return dtype_bits(*(const tunip_dtype *)at);
    case TUNIP_KIND_NODE:
        break;
    }
    return 0;
}

double tn_field_tolerance(const tunip_field *field, const tunip_type *type, double tolerance)
{
    if (field->kind != TUNIP_KIND_FLOAT) return 0;
    double own = tn_tolerance_of_type(type);
    return own > tolerance ? own : tolerance;
}

bool tn_same_field(const tunip_field *field, const tunip_node *a, const tunip_node *b,
                   double tolerance)
{
    if (tn_field_bits(field, a) == tn_field_bits(field, b)) return true;
    double most = tn_field_tolerance(field, a->type, tolerance);
    if (most <= 0) return false;
    double x = *(const double *)tunip_field_at(a, field);
    double y = *(const double *)tunip_field_at(b, field);
    return x == y || (x - y < most && y - x < most);
}

/* ======== keys ======== */

/* Lookup in maps, which are lists of entries. First guesses that both maps have the same
 * order; after a wrong guess, builds a sorted index. */

typedef struct tn_keyed {
    uint64_t hash;
    const tunip_map_entry *entry;
} tn_keyed;

enum { FEW_ENTRIES = 8 }; /* up to so many entries, a linear search is used */

/* TVM finds values and strings by content (tvm-ffi's AnyEqual), shapes and tensors by identity. */
static bool has_content(const tunip_node *key)
{
    return key && key->type && tn_is_value(key->type) && key->type != &tunip_tensor_type &&
           key->type != &tunip_shape_type;
}

/* The name of a node that is saved as its name alone, such as an ir.Op or an axis: TVM has one node
 * for each name. NULL for any other. */
static const tunip_node *name_of(const tunip_node *key)
{
    const tunip_field *field = key && key->type && key->type->codec && key->type->field_count
                                   ? &key->type->fields[0]
                                   : NULL;
    const tunip_node *name =
        field && field->kind == TUNIP_KIND_NODE ? tunip_field_node(key, field) : NULL;
    return tunip_is(name, &tunip_string_type) ? name : NULL;
}

static bool same_key(const tunip_node *a, const tunip_node *b)
{
    if (a == b) return true;
    if (!a || !b || a->type != b->type) return false;
    const tunip_node *name = name_of(a), *other = name ? name_of(b) : NULL;
    if (other) return tn_same_value(name, other, false);
    return has_content(a) && tn_same_value(a, b, false);
}

static uint64_t hash_key(const tunip_node *key)
{
    const tunip_node *name = name_of(key);
    if (name) return tn_hash_value(name, false);
    return has_content(key) ? tn_hash_value(key, false) : (uint64_t)(uintptr_t)key;
}

void tn_keys_init(tn_keys *keys, const tunip_map *map, const tunip_allocator *allocator)
{
    *keys = (tn_keys){.map = map, .allocator = allocator};
}

void tn_keys_free(tn_keys *keys)
{
    if (keys->sorted)
        keys->allocator->free(keys->allocator->ctx, keys->sorted,
                              keys->map->count * sizeof *keys->sorted);
    keys->sorted = NULL;
}

/* Entries of the same hash keep their order. */
static int by_hash(const void *a, const void *b)
{
    const tn_keyed *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    return (x->entry > y->entry) - (x->entry < y->entry);
}

static bool sort(tn_keys *keys)
{
    size_t count = keys->map->count;
    keys->sorted = keys->allocator->alloc(keys->allocator->ctx, count * sizeof *keys->sorted);
    if (!keys->sorted) return false;
    for (size_t i = 0; i < count; i++)
        keys->sorted[i] = (tn_keyed){.hash = hash_key(keys->map->entries[i].key),
                                     .entry = &keys->map->entries[i]};
    qsort(keys->sorted, count, sizeof *keys->sorted, by_hash);
    return true;
}

/* The first of the sorted keys whose hash is not less. */
static size_t lower_bound(const tn_keys *keys, uint64_t hash)
{
    size_t begin = 0, end = keys->map->count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (keys->sorted[middle].hash < hash)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

static const tunip_map_entry *find_sorted(const tn_keys *keys, const tunip_node *key)
{
    uint64_t hash = hash_key(key);
    for (size_t i = lower_bound(keys, hash); i < keys->map->count; i++) {
        if (keys->sorted[i].hash != hash) break;
        if (same_key(keys->sorted[i].entry->key, key)) return keys->sorted[i].entry;
    }
    return NULL;
}

static const tunip_map_entry *find_among_few(const tn_keys *keys, const tunip_node *key)
{
    for (size_t i = 0; i < keys->map->count; i++)
        if (same_key(keys->map->entries[i].key, key)) return &keys->map->entries[i];
    return NULL;
}

const tunip_map_entry *tn_keys_find(tn_keys *keys, const tunip_node *key)
{
    const tunip_map *map = keys->map;
    const tunip_map_entry *found = NULL;
    if (keys->next < map->count && same_key(map->entries[keys->next].key, key))
        found = &map->entries[keys->next];
    else if (map->count <= FEW_ENTRIES)
        found = find_among_few(keys, key);
    else if (keys->sorted || sort(keys))
        found = find_sorted(keys, key);
    else
        keys->failed = true;
    if (found) keys->next = (size_t)(found - map->entries) + 1;
    return found;
}

/* The guess is the first entry, so it cannot be wrong about the order. */
const tunip_map_entry *tn_keys_find_first(tn_keys *keys, const tunip_node *key)
{
    keys->next = 0;
    return tn_keys_find(keys, key);
}

/* ======== numbering ======== */

/* Numbers for the nodes of a graph. Equality is tvm-ffi's AnyEqual: strings and
 * bytes by content, scalars by their bits, other nodes by identity. */

/* The map has the number + 1 of each node. 0 is a node that was not met before. OPEN is a node
 * whose children are being numbered: meeting it again means that the node is inside itself. */
static const uint64_t OPEN = UINT64_MAX;

static bool numbering_fail(tn_numbering *n, tunip_status status)
{
    if (n->status == TUNIP_OK) n->status = status;
    return false;
}

/* ---- values ---- */

/* A letter for the type and the bits. */
static tunip_str scalar_key(const tunip_node *node, char *room)
{
    static const struct {
        const tunip_type *type;
        char letter;
        size_t offset, size;
    } scalars[] = {
        {&tunip_int_type, 'i', offsetof(tunip_int, value), sizeof(int64_t)},
        {&tunip_float_type, 'f', offsetof(tunip_float, value), sizeof(double)},
        {&tunip_bool_type, 'b', offsetof(tunip_bool, value), sizeof(bool)},
        {&tunip_dtype_type, 't', offsetof(tunip_dtype_value, value), sizeof(tunip_dtype)},
        {&tunip_device_type, 'd', offsetof(tunip_device, device_type), 2 * sizeof(int32_t)},
    };
    for (size_t i = 0; i < TUNIP_LEN(scalars); i++) {
        if (scalars[i].type != node->type) continue;
        room[0] = scalars[i].letter;
        memcpy(room + 1, (const char *)node + scalars[i].offset, scalars[i].size);
        return (tunip_str){room, 1 + scalars[i].size};
    }
    return (tunip_str){NULL, 0};
}

/* The slot with the number of a value; NULL when out of memory. */
static uint64_t *value_slot(tn_numbering *n, tn_value_numbers *of, tunip_str key)
{
    uint32_t id = tn_intern_put(&of->values, key);
    if (id == TN_NOT_INTERNED) return NULL;
    if (id == of->numbers.count && !tn_array_push(&of->numbers, n->allocator, 0)) return NULL;
    return &of->numbers.items[id];
}

/* The same for any node. The pointer is valid until the next call. */
static uint64_t *slot_of(tn_numbering *n, const tunip_node *node)
{
    char room[16];
    if (!node) return &n->none;
    if (node->type == &tunip_string_type)
        return value_slot(n, &n->strings, tunip_string_value(node));
    if (node->type == &tunip_bytes_type)
        return value_slot(n, &n->bytes, ((const tunip_bytes *)node)->value);
    tunip_str key = scalar_key(node, room);
    return key.size ? value_slot(n, &n->scalars, key) : tn_map_put(&n->objects, node, NULL);
}

size_t tn_number_of(tn_numbering *n, const tunip_node *node)
{
    const uint64_t *slot = slot_of(n, node);
    return slot ? (size_t)*slot - 1 : 0;
}

/* ---- the walk ---- */

static bool number(const tunip_node *node, void *user);

TN_STACK_STEP2(number_deeper, bool, number, const tunip_node *, void *)

/* A node with a codec is saved as text, without children. */
static bool number_children(tn_numbering *n, const tunip_node *node)
{
    return !node || node->type->codec || tn_each_child(node, TN_WITH_NULLS, number, n);
}

static bool number_new(tn_numbering *n, const tunip_node *node)
{
    if (!number_children(n, node)) return false;
    uint64_t *slot = slot_of(n, node);
    if (!slot || !tn_array_push(&n->nodes, n->allocator, node))
        return numbering_fail(n, TUNIP_ERROR_MEMORY);
    *slot = n->nodes.count;
    return true;
}

static bool number(const tunip_node *node, void *user)
{
    tn_numbering *n = user;
    if (tn_stack_low(&n->stack)) {
        bool on;
        return number_deeper(&n->stack, &on, node, n) ? on : numbering_fail(n, TUNIP_ERROR_LIMIT);
    }
    uint64_t *slot = slot_of(n, node);
    if (!slot) return numbering_fail(n, TUNIP_ERROR_MEMORY);
    if (*slot == OPEN) return numbering_fail(n, TUNIP_ERROR_FORMAT);
    if (*slot) return true;
    *slot = OPEN;
    return number_new(n, node);
}

/* ---- all of it ---- */

static void value_numbers_init(tn_numbering *n, tn_value_numbers *of)
{
    tn_intern_init(&of->values, &n->arena, n->allocator);
}

static void value_numbers_free(tn_numbering *n, tn_value_numbers *of)
{
    tn_intern_free(&of->values);
    tn_array_free(&of->numbers, n->allocator);
}

bool tn_numbering_make(tn_numbering *n, const tunip_allocator *allocator, const tunip_node *root)
{
    *n = (tn_numbering){.allocator = allocator};
    tn_arena_init(&n->arena, allocator);
    tn_map_init(&n->objects, allocator);
    value_numbers_init(n, &n->strings);
    value_numbers_init(n, &n->bytes);
    value_numbers_init(n, &n->scalars);
    tn_stack_init(&n->stack);
    return number(root, n);
}

bool tn_numbering_add(tn_numbering *n, const tunip_node *node)
{
    return number(node, n);
}

void tn_numbering_free(tn_numbering *n)
{
    tn_array_free(&n->nodes, n->allocator);
    tn_map_free(&n->objects);
    value_numbers_free(n, &n->strings);
    value_numbers_free(n, &n->bytes);
    value_numbers_free(n, &n->scalars);
    tn_arena_free(&n->arena);
}

/* ======== opaque ======== */

/* The fields of unregistered types, in pairs. */

typedef const tunip_opaque_field *field_ref;

static int compare_names(tunip_str a, tunip_str b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size ? memcmp(a.data, b.data, size) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static int by_name(const void *a, const void *b)
{
    return compare_names((*(const field_ref *)a)->name, (*(const field_ref *)b)->name);
}

static size_t opaque_sort(const tunip_opaque *node, field_ref *out)
{
    size_t count = node ? node->count : 0;
    for (size_t i = 0; i < count; i++) out[i] = &node->fields[i];
    if (count > 1) qsort(out, count, sizeof *out, by_name);
    return count;
}

static bool merge(const field_ref *lhs, size_t lhs_count, const field_ref *rhs, size_t rhs_count,
                  tn_opaque_fn fn, void *user)
{
    bool on = true;
    for (size_t i = 0, k = 0; on && (i < lhs_count || k < rhs_count);) {
        int order = i == lhs_count   ? 1
                    : k == rhs_count ? -1
                                     : compare_names(lhs[i]->name, rhs[k]->name);
        on = fn(order <= 0 ? lhs[i] : NULL, order >= 0 ? rhs[k] : NULL, user);
        i += order <= 0;
        k += order >= 0;
    }
    return on;
}

bool tn_opaque_each(const tunip_allocator *allocator, const tunip_opaque *lhs,
                    const tunip_opaque *rhs, tn_opaque_fn fn, void *user, bool *failed)
{
    enum { FEW = 16 };
    field_ref few[2 * FEW], *sorted = few;
    size_t room = lhs->count + (rhs ? rhs->count : 0), size = room * sizeof *sorted;
    if (room > TUNIP_LEN(few)) sorted = allocator->alloc(allocator->ctx, size);
    if (!sorted) {
        *failed = true;
        return false;
    }
    size_t lhs_count = opaque_sort(lhs, sorted), rhs_count = opaque_sort(rhs, sorted + lhs_count);
    bool on = merge(sorted, lhs_count, sorted + lhs_count, rhs_count, fn, user);
    if (sorted != few) allocator->free(allocator->ctx, sorted, size);
    return on;
}

static bool is_number(const tunip_opaque_field *field, int64_t number)
{
    return tunip_is(field->value, &tunip_int_type) &&
           ((const tunip_int *)(const void *)field->value)->value == number;
}

tn_opaque_match tn_opaque_compare(const tunip_opaque_field *lhs, const tunip_opaque_field *rhs)
{
    if (lhs->is_reference == rhs->is_reference) return TN_OPAQUE_BY_VALUE;
    const tunip_opaque_field *reference = lhs->is_reference ? lhs : rhs;
    const tunip_opaque_field *plain = lhs->is_reference ? rhs : lhs;
    return is_number(plain, reference->index) ? TN_OPAQUE_SAME : TN_OPAQUE_OTHER;
}

bool tn_opaque_same_data(const tunip_opaque *lhs, const tunip_opaque *rhs)
{
    const tunip_node *a = lhs->data, *b = rhs->data;
    if (!a || !b || !a->type || a->type != b->type) return a == b;
    return a == b || (tn_is_value(a->type) && tn_same_value(a, b, false));
}
