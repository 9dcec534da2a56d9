/* save.c -- saving a graph as tvm.ir.save_json does (tvm-ffi src/ffi/extra/serialization.cc): first
 * every node gets a number, children before parents; then the nodes are written in that order. */
#include <tunip/graph.h>

#include "../../core/ir/numbering.h"
#include "../../core/ir/registry.h"
#include "../../core/verify/check.h"
#include "../json/json_out.h"
#include "tensor.h"

enum { NODE_INDENT = 4, DATA_INDENT = 6, ITEM_INDENT = 8 };

typedef struct saver {
    tn_json_out out;
    tn_numbering numbering;
    tunip_graph *scratch; /* where codecs take memory from; NULL until one does */
    const tunip_context *context;
} saver;

static void fail(saver *s, tunip_status status)
{
    if (s->out.status == TUNIP_OK) s->out.status = status;
}

static void put_reference(saver *s, const tunip_node *node)
{
    tn_json_put_int(&s->out, (int64_t)tn_number_of(&s->numbering, node));
}

/* ---- data: lists ---- */

static void put_item(saver *s, size_t index, const tunip_node *item)
{
    tn_json_put_break(&s->out, index, ITEM_INDENT);
    put_reference(s, item);
}

static void open_list(saver *s, const char *bracket)
{
    tn_json_put_text(&s->out, bracket);
}

static void close_list(saver *s, const char *bracket)
{
    tn_json_put_break(&s->out, 0, DATA_INDENT);
    tn_json_put_text(&s->out, bracket);
}

static void put_array(saver *s, const tunip_node *node)
{
    const tunip_array *array = (const tunip_array *)node;
    open_list(s, "[");
    for (size_t i = 0; i < array->count; i++) put_item(s, i, array->items[i]);
    close_list(s, "]");
}

static void put_map(saver *s, const tunip_node *node)
{
    const tunip_map *map = (const tunip_map *)node;
    open_list(s, "[");
    for (size_t i = 0; i < map->count; i++) {
        put_item(s, 2 * i, map->entries[i].key);
        put_item(s, 2 * i + 1, map->entries[i].value);
    }
    close_list(s, "]");
}

static void put_ints(saver *s, const int64_t *values, size_t count)
{
    open_list(s, "[");
    for (size_t i = 0; i < count; i++) {
        tn_json_put_break(&s->out, i, ITEM_INDENT);
        tn_json_put_int(&s->out, values[i]);
    }
    close_list(s, "]");
}

static void put_shape(saver *s, const tunip_node *node)
{
    const tunip_shape *shape = (const tunip_shape *)node;
    put_ints(s, shape->dims, shape->count);
}

static void put_device(saver *s, const tunip_node *node)
{
    const tunip_device *device = (const tunip_device *)node;
    put_ints(s, (const int64_t[]){device->device_type, device->device_id}, 2);
}

/* ---- data: scalars and bytes ---- */

static void put_bytes(saver *s, const tunip_node *node)
{
    tn_json_put_base64(&s->out, ((const tunip_bytes *)node)->value);
}

static void put_tensor(saver *s, const tunip_node *node)
{
    const tunip_tensor *tensor = (const tunip_tensor *)node;
    const tunip_allocator *a = s->numbering.allocator;
    size_t size = tn_tensor_encoded_size(tensor);
    char *bytes = a->alloc(a->ctx, size);
    if (!bytes) {
        fail(s, TUNIP_ERROR_MEMORY);
        return;
    }
    tn_tensor_encode(tensor, bytes);
    tn_json_put_base64(&s->out, (tunip_str){bytes, size});
    a->free(a->ctx, bytes, size);
}

static void put_string(saver *s, const tunip_node *node)
{
    tn_json_put_string(&s->out, tunip_string_value(node));
}

static void put_int(saver *s, const tunip_node *node)
{
    tn_json_put_int(&s->out, ((const tunip_int *)node)->value);
}

static void put_float(saver *s, const tunip_node *node)
{
    tn_json_put_float(&s->out, ((const tunip_float *)node)->value);
}

static void put_bool(saver *s, const tunip_node *node)
{
    tn_json_put_bool(&s->out, ((const tunip_bool *)node)->value);
}

static void put_dtype_name(saver *s, tunip_dtype dtype)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    size_t size = tunip_dtype_name(dtype, name);
    tn_json_put_string(&s->out, (tunip_str){name, size});
}

static void put_dtype(saver *s, const tunip_node *node)
{
    put_dtype_name(s, ((const tunip_dtype_value *)node)->value);
}

static const struct {
    const tunip_type *type;
    void (*put)(saver *s, const tunip_node *node);
} values[] = {
    {&tunip_array_type, put_array},   {&tunip_string_type, put_string},
    {&tunip_map_type, put_map},       {&tunip_int_type, put_int},
    {&tunip_bool_type, put_bool},     {&tunip_float_type, put_float},
    {&tunip_tensor_type, put_tensor}, {&tunip_dtype_type, put_dtype},
    {&tunip_device_type, put_device}, {&tunip_bytes_type, put_bytes},
    {&tunip_shape_type, put_shape},
};

/* False when the node is not a value. */
static bool put_value(saver *s, const tunip_node *node)
{
    if (node->type->base) return false;
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
    tn_json_put_break(&s->out, index, ITEM_INDENT);
    tn_json_put_string(&s->out, name);
    tn_json_put_text(&s->out, ": ");
}

static void put_field(saver *s, const tunip_node *node, const tunip_field *field)
{
    const void *at = tunip_field_at(node, field);
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_NODE:
        put_reference(s, tunip_field_node(node, field));
        break;
    case TUNIP_KIND_INT:
        tn_json_put_int(&s->out, *(const int64_t *)at);
        break;
    case TUNIP_KIND_FLOAT:
        tn_json_put_float(&s->out, *(const double *)at);
        break;
    case TUNIP_KIND_BOOL:
        tn_json_put_bool(&s->out, *(const bool *)at);
        break;
    case TUNIP_KIND_DTYPE:
        put_dtype_name(s, *(const tunip_dtype *)at);
        break;
    }
}

/* Ancestors' fields come first. Returns how many there were. */
static size_t put_fields(saver *s, const tunip_node *node, const tunip_type *type)
{
    size_t index = type->base ? put_fields(s, node, type->base) : 0;
    for (size_t i = 0; i < type->field_count; i++) {
        if (type->fields[i].flags & TUNIP_FLAG_AGAIN) continue;
        put_name(s, index++, tunip_str_from(type->fields[i].name));
        put_field(s, node, &type->fields[i]);
    }
    return index;
}

static void put_opaque_fields(saver *s, const tunip_opaque *node)
{
    for (size_t i = 0; i < node->count; i++) {
        const tunip_opaque_field *field = &node->fields[i];
        put_name(s, i, field->name);
        if (field->is_reference)
            put_reference(s, field->value);
        else if (!field->value || !put_value(s, field->value))
            tn_json_put_text(&s->out, "null");
    }
}

static void put_object(saver *s, const tunip_node *node)
{
    open_list(s, "{");
    if (node->type->base == &tunip_opaque_type)
        put_opaque_fields(s, (const tunip_opaque *)node);
    else
        put_fields(s, node, node->type);
    close_list(s, "}");
}

static void put_encoded(saver *s, const tunip_node *node)
{
    if (!s->scratch) s->scratch = tunip_graph_new(s->context, NULL);
    if (!s->scratch)
        fail(s, TUNIP_ERROR_MEMORY);
    else
        tn_json_put_string(&s->out, node->type->codec->to_text(s->scratch, node));
}

/* The saved data of an unregistered type that is not an object of fields; or NULL. */
static const tunip_node *opaque_data(const tunip_node *node)
{
    bool opaque = node->type->base == &tunip_opaque_type;
    return opaque ? ((const tunip_opaque *)node)->data : NULL;
}

static void put_data(saver *s, const tunip_node *node)
{
    const tunip_node *data = opaque_data(node);
    if (put_value(s, data ? data : node)) return;
    if (node->type->codec)
        put_encoded(s, node);
    else
        put_object(s, node);
}

/* ---- nodes ---- */

static void put_node(saver *s, size_t index)
{
    const tunip_node *node = s->numbering.nodes.items[index];
    tn_json_put_break(&s->out, index, NODE_INDENT);
    tn_json_put_text(&s->out, "{\n      \"type\": ");
    tn_json_put_string(&s->out, tunip_str_from(node ? node->type->key : "None"));
    if (node) {
        tn_json_put_text(&s->out, ",\n      \"data\": ");
        put_data(s, node);
    }
    tn_json_put_text(&s->out, "\n    }");
}

static void put_graph(saver *s, const tunip_node *root)
{
    tn_json_put_text(&s->out, "{\n  \"root_index\": ");
    put_reference(s, root);
    tn_json_put_text(&s->out, ",\n  \"nodes\": [");
    for (size_t i = 0; i < s->numbering.nodes.count && s->out.status == TUNIP_OK; i++)
        put_node(s, i);
    tn_json_put_text(&s->out, "\n  ],\n  \"metadata\": {\n    \"tvm_version\": \"0.23.0\"\n  }\n}");
    tn_json_flush(&s->out);
}

static const char *failure(tunip_status status)
{
    if (status == TUNIP_ERROR_FORMAT) return "the graph has a cycle";
    if (status == TUNIP_ERROR_LIMIT) return "the graph is too deep";
    return tunip_status_name(status);
}

tunip_status tunip_save(const tunip_context *context, const tunip_node *root, tunip_write_fn write,
                        void *user, tunip_error *error)
{
    saver s = {.context = context};
    tunip_status status = tn_require_valid(context, root, error);
    if (status != TUNIP_OK) return status;
    tn_json_out_init(&s.out, write, user);
    if (tn_numbering_make(&s.numbering, tn_context_allocator(context), root))
        put_graph(&s, root);
    else
        fail(&s, s.numbering.status);
    tn_numbering_free(&s.numbering);
    tunip_graph_free(s.scratch);
    status = s.out.status;
    if (status == TUNIP_OK) return status;
    return tunip_error_set(error, status, "%s", failure(status));
}
