/* save.c -- saving a graph as tvm.ir.save_json does (tvm-ffi src/ffi/extra/serialization.cc): first
 * every node gets a number, children before parents; then the nodes are written in that order. */
#include <math.h>
#include <stdio.h>
#include <tunip/graph.h>

#include "../core/base/array.h"
#include "../core/base/intern.h"
#include "../core/base/map.h"
#include "../core/base/stack.h"
#include "../core/ir/registry.h"
#include "../core/ir/visit.h"
#include "base64.h"

typedef struct saver {
    tn_arena arena;
    const tunip_allocator *allocator;
    TN_ARRAY(const tunip_node *) nodes; /* by number; NULL is None */
    tn_map numbers;                     /* objects by identity -> number + 1 */
    tn_intern values;                   /* strings and scalars by content */
    TN_ARRAY(uint32_t) value_numbers;   /* by number in `values` */
    tn_stack stack;
    tunip_write_fn write;
    void *user;
    char buffer[4096];
    size_t used;
    tunip_status status;
} saver;

/* ---- numbering ---- */

static bool fail(saver *s, tunip_status status)
{
    if (s->status == TUNIP_OK) s->status = status;
    return false;
}

/* What a value is equal by: a letter for the type and its bytes. Empty for other nodes. */
static tunip_str value_key(const tunip_node *node, char *room, saver *s)
{
    tunip_str none = {NULL, 0};
    if (!node) return (tunip_str){"0", 1};
    if (node->type == &tunip_string_type) {
        tunip_str text = tunip_string_value(node);
        char *key = tn_arena_alloc(&s->arena, text.size + 1);
        if (!key) return fail(s, TUNIP_ERROR_MEMORY), none;
        key[0] = 's';
        if (text.size) memcpy(key + 1, text.data, text.size);
        return (tunip_str){key, text.size + 1};
    }
    static const struct {
        const tunip_type *type;
        char letter;
        size_t offset, size;
    } scalars[] = {
        {&tunip_int_type, 'i', offsetof(tunip_int, value), sizeof(int64_t)},
        {&tunip_float_type, 'f', offsetof(tunip_float, value), sizeof(double)},
        {&tunip_bool_type, 'b', offsetof(tunip_bool, value), sizeof(bool)},
        {&tunip_dtype_type, 'd', offsetof(tunip_dtype_value, value), sizeof(tunip_dtype)},
    };
    for (size_t i = 0; i < TUNIP_LEN(scalars); i++) {
        if (scalars[i].type != node->type) continue;
        room[0] = scalars[i].letter;
        memcpy(room + 1, (const char *)node + scalars[i].offset, scalars[i].size);
        return (tunip_str){room, 1 + scalars[i].size};
    }
    return none;
}

/* Where the number of a node is kept: 0 until it has one. NULL when out of memory. */
static void *number_slot(saver *s, const tunip_node *node, bool *is_value)
{
    char room[16];
    tunip_str key = value_key(node, room, s);
    *is_value = key.size > 0;
    if (!key.size) return s->status == TUNIP_OK ? tn_map_put(&s->numbers, node, NULL) : NULL;
    uint32_t id = tn_intern_put(&s->values, key);
    if (id == TN_NOT_INTERNED) return NULL;
    while (s->value_numbers.count <= id)
        if (!tn_array_push(&s->value_numbers, s->allocator, 0)) return NULL;
    return &s->value_numbers.items[id];
}

static uint64_t number_of(saver *s, const tunip_node *node)
{
    bool is_value;
    void *slot = number_slot(s, node, &is_value);
    if (!slot) return fail(s, TUNIP_ERROR_MEMORY);
    return is_value ? *(uint32_t *)slot : *(uint64_t *)slot;
}

static bool give_number(saver *s, const tunip_node *node)
{
    bool is_value;
    if (!tn_array_push(&s->nodes, s->allocator, node)) return fail(s, TUNIP_ERROR_MEMORY);
    void *slot = number_slot(s, node, &is_value);
    if (!slot) return fail(s, TUNIP_ERROR_MEMORY);
    if (is_value)
        *(uint32_t *)slot = (uint32_t)s->nodes.count;
    else
        *(uint64_t *)slot = s->nodes.count;
    return true;
}

static bool number(const tunip_node *node, void *user);

typedef struct resumed {
    saver *saver;
    const tunip_node *node;
    bool result;
} resumed;

static void resume(void *opaque)
{
    resumed *r = opaque;
    r->result = number(r->node, r->saver);
}

/* A node inside itself has no number when it is met again, and never will: OPEN marks it. */
static const uint64_t OPEN = UINT64_MAX;

static bool number(const tunip_node *node, void *user)
{
    saver *s = user;
    uint64_t known = number_of(s, node);
    if (s->status != TUNIP_OK) return false;
    if (known == OPEN) return fail(s, TUNIP_ERROR_FORMAT);
    if (known) return true;
    if (tn_stack_low(&s->stack)) {
        resumed r = {.saver = s, .node = node};
        return tn_stack_run(&s->stack, resume, &r) ? r.result : fail(s, TUNIP_ERROR_LIMIT);
    }
    if (node && !node->type->codec) {
        bool is_value;
        void *slot = number_slot(s, node, &is_value);
        if (!is_value && slot) *(uint64_t *)slot = OPEN;
        if (!tn_each_child(node, TN_WITH_NULLS, number, s)) return false;
    }
    return give_number(s, node);
}

/* ---- writing ---- */

static void flush(saver *s)
{
    if (s->status == TUNIP_OK && s->used && s->write(s->buffer, s->used, s->user) != 0)
        s->status = TUNIP_ERROR_CANCELLED;
    s->used = 0;
}

static void put(saver *s, const char *data, size_t size)
{
    while (size) {
        if (s->used == sizeof s->buffer) flush(s);
        size_t part = sizeof s->buffer - s->used;
        if (part > size) part = size;
        memcpy(s->buffer + s->used, data, part);
        s->used += part;
        data += part;
        size -= part;
    }
}

static void put_text(saver *s, const char *text)
{
    put(s, text, strlen(text));
}

static void put_int(saver *s, int64_t value)
{
    char text[24];
    put(s, text, (size_t)snprintf(text, sizeof text, "%lld", (long long)value));
}

static void put_float(saver *s, double value)
{
    char text[64];
    double whole;
    if (isnan(value)) {
        put_text(s, "NaN");
    } else if (isinf(value)) {
        put_text(s, value < 0 ? "-Infinity" : "Infinity");
    } else {
        bool integral = fabs(value) < 9007199254740992.0 && modf(value, &whole) == 0;
        snprintf(text, sizeof text, integral ? "%.1f" : "%.17g", value);
        char *comma = strchr(text, ',');
        if (comma) *comma = '.';
        put_text(s, text);
    }
}

static void put_escaped(saver *s, unsigned char c)
{
    static const char special[] = "\"\\/\b\f\n\r\t", letters[] = "\"\\/bfnrt";
    const char *at = c ? strchr(special, c) : NULL;
    char text[8];
    if (at)
        snprintf(text, sizeof text, "\\%c", letters[at - special]);
    else
        snprintf(text, sizeof text, "\\u%04x", (unsigned)c);
    put_text(s, text);
}

static bool is_plain(unsigned char c)
{
    return c >= 0x20 && c != 0x7f && c != '"' && c != '\\' && c != '/';
}

static void put_string(saver *s, tunip_str text)
{
    put(s, "\"", 1);
    for (size_t i = 0; i < text.size;) {
        size_t run = i;
        while (run < text.size && is_plain((unsigned char)text.data[run])) run++;
        put(s, text.data + i, run - i);
        i = run;
        if (i < text.size) put_escaped(s, (unsigned char)text.data[i++]);
    }
    put(s, "\"", 1);
}

static void put_line(saver *s, int indent)
{
    put_text(s, "\n");
    put(s, "                ", (size_t)indent);
}

static void put_dtype(saver *s, tunip_dtype dtype)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    size_t size = tunip_dtype_name(dtype, name);
    put_string(s, (tunip_str){name, size});
}

static void put_reference(saver *s, const tunip_node *node)
{
    put_int(s, (int64_t)number_of(s, node) - 1);
}

/* ---- data: lists ---- */

enum { DATA_INDENT = 6, ITEM_INDENT = 8 };

static void put_item_start(saver *s, size_t index)
{
    if (index) put_text(s, ",");
    put_line(s, ITEM_INDENT);
}

static void put_array(saver *s, const tunip_node *node)
{
    const tunip_array *array = (const tunip_array *)node;
    put_text(s, "[");
    for (size_t i = 0; i < array->count; i++) {
        put_item_start(s, i);
        put_reference(s, array->items[i]);
    }
    put_line(s, DATA_INDENT);
    put_text(s, "]");
}

static void put_map(saver *s, const tunip_node *node)
{
    const tunip_map *map = (const tunip_map *)node;
    put_text(s, "[");
    for (size_t i = 0; i < map->count; i++) {
        put_item_start(s, i);
        put_reference(s, map->entries[i].key);
        put_item_start(s, 1);
        put_reference(s, map->entries[i].value);
    }
    put_line(s, DATA_INDENT);
    put_text(s, "]");
}

static void put_ints(saver *s, const int64_t *values, size_t count)
{
    put_text(s, "[");
    for (size_t i = 0; i < count; i++) {
        put_item_start(s, i);
        put_int(s, values[i]);
    }
    put_line(s, DATA_INDENT);
    put_text(s, "]");
}

static void put_shape(saver *s, const tunip_node *node)
{
    const tunip_shape *shape = (const tunip_shape *)node;
    put_ints(s, shape->dims, shape->count);
}

static void put_device(saver *s, const tunip_node *node)
{
    const tunip_device *device = (const tunip_device *)node;
    int64_t pair[] = {device->device_type, device->device_id};
    put_ints(s, pair, 2);
}

/* ---- data: scalars and bytes ---- */

static void put_base64(saver *s, tunip_str bytes)
{
    size_t size = tn_base64_encoded_size(bytes.size);
    char *text = tn_arena_alloc(&s->arena, size + 1);
    if (!text) {
        fail(s, TUNIP_ERROR_MEMORY);
        return;
    }
    tn_base64_encode(bytes, text);
    put_string(s, (tunip_str){text, size});
}

static void put_bytes(saver *s, const tunip_node *node)
{
    put_base64(s, ((const tunip_bytes *)node)->value);
}

/* The header of TVM's saved tensors (include/tvm/runtime/tensor.h, SaveDLTensor): tensors are
 * always saved as if on the CPU. */
typedef struct tensor_header {
    uint64_t magic;
    uint64_t reserved;
    int32_t device_type, device_id;
    int32_t ndim;
    tunip_dtype dtype;
} tensor_header;

static void put_tensor(saver *s, const tunip_node *node)
{
    const tunip_tensor *tensor = (const tunip_tensor *)node;
    tensor_header header = {.magic = 0xDD5E40F096B4A13F,
                            .device_type = 1,
                            .ndim = (int32_t)tensor->ndim,
                            .dtype = tensor->dtype};
    int64_t data_size = (int64_t)tensor->data.size;
    size_t shape_size = tensor->ndim * sizeof(int64_t);
    size_t size = sizeof header + shape_size + sizeof data_size + tensor->data.size;
    char *bytes = tn_arena_alloc(&s->arena, size);
    if (!bytes) {
        fail(s, TUNIP_ERROR_MEMORY);
        return;
    }
    char *at = bytes;
    memcpy(at, &header, sizeof header);
    at += sizeof header;
    if (shape_size) memcpy(at, tensor->shape, shape_size);
    at += shape_size;
    memcpy(at, &data_size, sizeof data_size);
    if (tensor->data.size) memcpy(at + sizeof data_size, tensor->data.data, tensor->data.size);
    put_base64(s, (tunip_str){bytes, size});
}

static void put_string_node(saver *s, const tunip_node *node)
{
    put_string(s, tunip_string_value(node));
}

static void put_int_node(saver *s, const tunip_node *node)
{
    put_int(s, ((const tunip_int *)node)->value);
}

static void put_float_node(saver *s, const tunip_node *node)
{
    put_float(s, ((const tunip_float *)node)->value);
}

static void put_bool_node(saver *s, const tunip_node *node)
{
    put_text(s, ((const tunip_bool *)node)->value ? "true" : "false");
}

static void put_dtype_node(saver *s, const tunip_node *node)
{
    put_dtype(s, ((const tunip_dtype_value *)node)->value);
}

static const struct {
    const tunip_type *type;
    void (*put)(saver *s, const tunip_node *node);
} values[] = {
    {&tunip_array_type, put_array},    {&tunip_string_type, put_string_node},
    {&tunip_map_type, put_map},        {&tunip_int_type, put_int_node},
    {&tunip_bool_type, put_bool_node}, {&tunip_float_type, put_float_node},
    {&tunip_tensor_type, put_tensor},  {&tunip_dtype_type, put_dtype_node},
    {&tunip_device_type, put_device},  {&tunip_bytes_type, put_bytes},
    {&tunip_shape_type, put_shape},
};

static bool put_value(saver *s, const tunip_node *node)
{
    for (size_t i = 0; i < TUNIP_LEN(values); i++) {
        if (values[i].type != node->type) continue;
        values[i].put(s, node);
        return true;
    }
    return false;
}

/* ---- data: objects ---- */

static void put_name(saver *s, size_t index, tunip_str name)
{
    put_item_start(s, index);
    put_string(s, name);
    put_text(s, ": ");
}

static void put_field(saver *s, const tunip_node *node, const tunip_field *field)
{
    const void *at = tunip_field_at(node, field);
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_FIELD_NODE:
        put_reference(s, tunip_field_node(node, field));
        break;
    case TUNIP_FIELD_INT:
        put_int(s, *(const int64_t *)at);
        break;
    case TUNIP_FIELD_FLOAT:
        put_float(s, *(const double *)at);
        break;
    case TUNIP_FIELD_BOOL:
        put_text(s, *(const bool *)at ? "true" : "false");
        break;
    case TUNIP_FIELD_DTYPE:
        put_dtype(s, *(const tunip_dtype *)at);
        break;
    }
}

static size_t put_fields(saver *s, const tunip_node *node, const tunip_type *type)
{
    size_t index = type->base ? put_fields(s, node, type->base) : 0;
    for (size_t i = 0; i < type->field_count; i++) {
        if (type->fields[i].flags & TUNIP_AGAIN) continue;
        put_name(s, index++, tunip_str_from(type->fields[i].name));
        put_field(s, node, &type->fields[i]);
    }
    return index;
}

static void put_opaque(saver *s, const tunip_opaque *node)
{
    for (size_t i = 0; i < node->count; i++) {
        const tunip_opaque_field *field = &node->fields[i];
        put_name(s, i, field->name);
        if (field->is_reference)
            put_reference(s, field->value);
        else if (!field->value)
            put_text(s, "null");
        else
            put_value(s, field->value);
    }
}

static void put_data(saver *s, const tunip_node *node)
{
    const tunip_type *type = node->type;
    bool opaque = type->base == &tunip_opaque_type;
    const tunip_opaque *unknown = (const tunip_opaque *)node;
    if (put_value(s, node)) return;
    if (type->codec) {
        tunip_graph *scratch = NULL;
        put_string(s, type->codec->to_text(scratch, node));
        return;
    }
    if (opaque && unknown->data) {
        put_value(s, unknown->data);
        return;
    }
    put_text(s, "{");
    if (opaque)
        put_opaque(s, unknown);
    else
        put_fields(s, node, type);
    put_line(s, DATA_INDENT);
    put_text(s, "}");
}

static void put_node(saver *s, const tunip_node *node)
{
    put_line(s, 4);
    put_text(s, "{\n      \"type\": ");
    put_string(s, tunip_str_from(node ? node->type->key : "None"));
    if (node) {
        put_text(s, ",\n      \"data\": ");
        put_data(s, node);
    }
    put_text(s, "\n    }");
}

static void put_graph(saver *s, const tunip_node *root)
{
    put_text(s, "{\n  \"root_index\": ");
    put_reference(s, root);
    put_text(s, ",\n  \"nodes\": [");
    for (size_t i = 0; i < s->nodes.count; i++) {
        if (i) put_text(s, ",");
        put_node(s, s->nodes.items[i]);
    }
    put_text(s, "\n  ],\n  \"metadata\": {\n    \"tvm_version\": \"0.23.0\"\n  }\n}");
    flush(s);
}

tunip_status tunip_save(const tunip_context *context, const tunip_node *root, tunip_write_fn write,
                        void *user, tunip_error *error)
{
    const tunip_allocator *allocator = tn_context_allocator(context);
    saver *s = allocator->alloc(allocator->ctx, sizeof *s);
    if (!s) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    memset(s, 0, sizeof *s);
    s->allocator = allocator;
    s->write = write;
    s->user = user;
    tn_arena_init(&s->arena, allocator);
    tn_map_init(&s->numbers, allocator);
    tn_intern_init(&s->values, &s->arena, allocator);
    tn_stack_init(&s->stack);
    if (number(root, s)) put_graph(s, root);
    tunip_status status = s->status;
    tn_array_free(&s->nodes, allocator);
    tn_array_free(&s->value_numbers, allocator);
    tn_map_free(&s->numbers);
    tn_intern_free(&s->values);
    tn_arena_free(&s->arena);
    allocator->free(allocator->ctx, s, sizeof *s);
    if (status == TUNIP_OK) return status;
    bool cycle = status == TUNIP_ERROR_FORMAT;
    return tunip_error_set(error, status, "%s",
                           cycle ? "the graph has a cycle" : tunip_status_name(status));
}
