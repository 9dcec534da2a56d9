/* save.c -- saves a graph as tvm.ir.save_json does (tvm-ffi src/ffi/extra/serialization.cc). First
 * every node gets a number, children before parents. Then the nodes are written in the order of
 * their numbers. */
#include <stdio.h>

#include "../../../ir/registry.h"
#include "../../../ir/same.h"
#include "../../../ir/vintage.h"
#include "tvm.h"

typedef struct saver {
    tunip_json_writer *out;
    tn_numbering numbering;
    tunip_graph *scratch; /* where codecs and defaults take memory from; NULL until one does */
    tunip_node *no_items, *no_entries; /* the defaults of added fields, once one needs them */
    const tunip_context *context;
    unsigned vintage;    /* that the caller wants; 0: that of the nodes */
    tunip_status status; /* of all but writing */
} saver;

static void saver_fail(saver *s, tunip_status status)
{
    if (s->status == TUNIP_OK) s->status = status;
}

static void put_reference(saver *s, const tunip_node *node)
{
    tunip_json_put_int(s->out, (int64_t)tn_number_of(&s->numbering, node));
}

/* ---- data: lists ---- */

static void put_array(saver *s, const tunip_node *node)
{
    const tunip_array *array = (const tunip_array *)node;
    tunip_json_open(s->out, '[');
    for (size_t i = 0; i < array->count; i++) put_reference(s, array->items[i]);
    tunip_json_close(s->out, ']');
}

static void put_map(saver *s, const tunip_node *node)
{
    const tunip_map *map = (const tunip_map *)node;
    tunip_json_open(s->out, '[');
    for (size_t i = 0; i < map->count; i++) {
        put_reference(s, map->entries[i].key);
        put_reference(s, map->entries[i].value);
    }
    tunip_json_close(s->out, ']');
}

static void put_ints(saver *s, const int64_t *values, size_t count)
{
    tunip_json_open(s->out, '[');
    for (size_t i = 0; i < count; i++) tunip_json_put_int(s->out, values[i]);
    tunip_json_close(s->out, ']');
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
    tn_json_put_base64(s->out, ((const tunip_bytes *)node)->value);
}

static void put_tensor(saver *s, const tunip_node *node)
{
    const tunip_tensor *tensor = (const tunip_tensor *)node;
    const tunip_allocator *a = s->numbering.allocator;
    size_t size = tn_tensor_encoded_size(tensor);
    char *bytes = a->alloc(a->ctx, size);
    if (!bytes) {
        saver_fail(s, TUNIP_ERROR_MEMORY);
        return;
    }
    tn_tensor_encode(tensor, bytes);
    tn_json_put_base64(s->out, (tunip_str){bytes, size});
    a->free(a->ctx, bytes, size);
}

static void put_string(saver *s, const tunip_node *node)
{
    tunip_json_put_string(s->out, tunip_string_value(node));
}

static void put_int(saver *s, const tunip_node *node)
{
    tunip_json_put_int(s->out, ((const tunip_int *)node)->value);
}

static void put_float(saver *s, const tunip_node *node)
{
    tunip_json_put_float(s->out, ((const tunip_float *)node)->value);
}

static void put_bool(saver *s, const tunip_node *node)
{
    tunip_json_put_bool(s->out, ((const tunip_bool *)node)->value);
}

static bool reads_as(const char *name, tunip_dtype dtype)
{
    tunip_dtype read;
    return tunip_dtype_parse(tunip_str_from(name), &read) && tunip_dtype_equal(read, dtype);
}

/* TVM writes every handle as "handle" and a vector of one scalable lane as a scalar. It reads these
 * names as another dtype, but it also reads longer names that include the bits and lanes. */
static void put_dtype_name(saver *s, tunip_dtype dtype)
{
    char name[TUNIP_DTYPE_NAME_SIZE], exact[2 * TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype_name(dtype, name);
    const char *scale = dtype.lanes < 0 ? "vscalex" : "";
    int lanes = dtype.lanes < 0 ? -dtype.lanes : dtype.lanes;
    if (dtype.code == TUNIP_DTYPE_HANDLE)
        snprintf(exact, sizeof exact, "handle%ux%s%d", (unsigned)dtype.bits, scale, lanes);
    else
        snprintf(exact, sizeof exact, "%sx%s%d", name, scale, lanes);
    bool is_exact = reads_as(name, dtype) || !reads_as(exact, dtype);
    tunip_json_put_string(s->out, tunip_str_from(is_exact ? name : exact));
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

/* Ancestors' fields come first. */
static void put_fields(saver *s, const tunip_node *node, const tunip_type *type)
{
    if (type->base) put_fields(s, node, type->base);
    for (size_t i = 0; i < type->field_count; i++) {
        const tunip_field *field = &type->fields[i];
        if (field->flags & TUNIP_FLAG_AGAIN) continue;
        tunip_json_key(s->out, field->name);
        const void *at = tunip_field_at(node, field);
        switch ((tunip_field_kind)field->kind) {
        case TUNIP_KIND_NODE:
            put_reference(s, tunip_field_node(node, field));
            break;
        case TUNIP_KIND_INT:
            tunip_json_put_int(s->out, *(const int64_t *)at);
            break;
        case TUNIP_KIND_FLOAT:
            tunip_json_put_float(s->out, *(const double *)at);
            break;
        case TUNIP_KIND_BOOL:
            tunip_json_put_bool(s->out, *(const bool *)at);
            break;
        case TUNIP_KIND_DTYPE:
            put_dtype_name(s, *(const tunip_dtype *)at);
            break;
        }
    }
}

/* ---- data: added fields ---- */

/* The type that adds fields to that of a node, which has their defaults; or NULL. */
static const tunip_type *added_to(const saver *s, const tunip_node *node)
{
    const tn_registry *registry = tn_context_registry(s->context);
    const tn_type_info *added =
        node && registry->added_count ? tn_registry_added(registry, node->type) : NULL;
    return added ? added->type : NULL;
}

static tunip_node *default_of(const saver *s, const tunip_field *field)
{
    if (field->flags & TUNIP_FLAG_OPTIONAL) return NULL;
    return field->expects == &tunip_array_type ? s->no_items
           : field->expects == &tunip_map_type ? s->no_entries
                                               : NULL;
}

static void put_defaults(saver *s, const tunip_type *added)
{
    for (size_t i = 0; i < added->field_count; i++) {
        const tunip_field *field = &added->fields[i];
        tunip_json_key(s->out, field->name);
        switch ((tunip_field_kind)field->kind) {
        case TUNIP_KIND_NODE:
            put_reference(s, default_of(s, field));
            break;
        case TUNIP_KIND_INT:
            tunip_json_put_int(s->out, 0);
            break;
        case TUNIP_KIND_FLOAT:
            tunip_json_put_float(s->out, 0);
            break;
        case TUNIP_KIND_BOOL:
            tunip_json_put_bool(s->out, false);
            break;
        case TUNIP_KIND_DTYPE:
            put_dtype_name(s, TUNIP_VOID);
            break;
        }
    }
}

/* Gives numbers to the defaults that the fields added to `node` have. */
static void number_defaults(saver *s, const tunip_node *node)
{
    const tunip_type *added = added_to(s, node);
    if (!added) return;
    if (!s->scratch) s->scratch = tunip_graph_new(s->context, NULL);
    if (s->scratch && !s->no_items) s->no_items = (void *)tunip_array_new(s->scratch, 0, NULL);
    if (s->scratch && !s->no_entries) s->no_entries = (void *)tunip_map_new(s->scratch, 0, NULL);
    if (!s->no_items || !s->no_entries) saver_fail(s, TUNIP_ERROR_MEMORY);
    for (size_t i = 0; s->status == TUNIP_OK && i < added->field_count; i++)
        if (added->fields[i].kind == TUNIP_KIND_NODE &&
            !tn_numbering_add(&s->numbering, default_of(s, &added->fields[i])))
            saver_fail(s, s->numbering.status);
}

static bool number_all_defaults(saver *s)
{
    size_t count = tn_context_registry(s->context)->added_count ? s->numbering.nodes.count : 0;
    for (size_t i = 0; i < count && s->status == TUNIP_OK; i++)
        number_defaults(s, s->numbering.nodes.items[i]);
    return s->status == TUNIP_OK;
}

/* ---- data: other objects ---- */

static void put_opaque_fields(saver *s, const tunip_opaque *node)
{
    for (size_t i = 0; i < node->count; i++) {
        const tunip_opaque_field *field = &node->fields[i];
        tunip_json_key_view(s->out, field->name);
        if (field->is_reference)
            put_reference(s, field->value);
        else if (!field->value || !put_value(s, field->value))
            tunip_json_put_null(s->out);
    }
}

static void put_object(saver *s, const tunip_node *node)
{
    tunip_json_open(s->out, '{');
    if (node->type->base == &tunip_opaque_type)
        put_opaque_fields(s, (const tunip_opaque *)node);
    else
        put_fields(s, node, node->type);
    const tunip_type *added = added_to(s, node);
    if (added) put_defaults(s, added);
    tunip_json_close(s->out, '}');
}

static void put_encoded(saver *s, const tunip_node *node)
{
    if (!s->scratch) s->scratch = tunip_graph_new(s->context, NULL);
    if (!s->scratch)
        saver_fail(s, TUNIP_ERROR_MEMORY);
    else
        tunip_json_put_string(s->out, node->type->codec->to_text(s->scratch, node));
}

/* The saved data of an unregistered type that is not an object of fields; or NULL. */
static const tunip_node *opaque_data(const tunip_node *node)
{
    bool opaque = node->type->base == &tunip_opaque_type;
    return opaque ? ((const tunip_opaque *)node)->data : NULL;
}

/* ---- nodes ---- */

static const char *saved_key(const tunip_type *type)
{
    return type->flags & TUNIP_TYPE_ADDED ? type->base->key : type->key;
}

static void put_node(saver *s, const tunip_node *node)
{
    tunip_json_open(s->out, '{');
    tunip_json_key(s->out, "type");
    tunip_json_put_string(s->out, tunip_str_from(node ? saved_key(node->type) : "None"));
    if (node) {
        tunip_json_key(s->out, "data");
        const tunip_node *data = opaque_data(node);
        if (put_value(s, data ? data : node))
            ;
        else if (node->type->codec)
            put_encoded(s, node);
        else
            put_object(s, node);
    }
    tunip_json_close(s->out, '}');
}

static void put_graph(saver *s, const tunip_node *root)
{
    const tn_numbering *n = &s->numbering;
    tunip_json_open(s->out, '{');
    tunip_json_key(s->out, "root_index");
    put_reference(s, root);
    tunip_json_key(s->out, "nodes");
    tunip_json_open(s->out, '[');
    for (size_t i = 0; i < n->nodes.count && tn_json_writer_status(s->out) == TUNIP_OK; i++)
        put_node(s, n->nodes.items[i]);
    tunip_json_close(s->out, ']');
    tunip_json_key(s->out, "metadata");
    tunip_json_open(s->out, '{');
    tunip_json_key(s->out, "tvm_version");
    char version[32];
    unsigned vintage;
    if (!tn_vintage_or(root, s->vintage, tn_context_allocator(s->context), &vintage))
        saver_fail(s, TUNIP_ERROR_MEMORY);
    if (!vintage) vintage = TN_VINTAGE_USUAL;
    snprintf(version, sizeof version, "0.%u.0", vintage);
    tunip_json_put_string(s->out, tunip_str_from(version));
    tunip_json_close(s->out, '}');
    tunip_json_close(s->out, '}');
}

/* Whether JSON can hold all strings. It is asked before anything is written. */
static bool check_strings(saver *s, tunip_error *error)
{
    enum { SHOWN = 40 }; /* bytes in the message */
    for (size_t i = 0; i < s->numbering.nodes.count; i++) {
        tunip_str text = tunip_string_value(s->numbering.nodes.items[i]);
        size_t valid = tunip_utf8_valid(text);
        if (valid == text.size) continue;
        saver_fail(
            s, tunip_error_set(error, TUNIP_ERROR_FORMAT,
                               "a string cannot be saved as JSON, because the byte 0x%02X in it "
                               "is not UTF-8: %.*s",
                               (unsigned)(unsigned char)text.data[valid],
                               (int)(text.size < SHOWN ? text.size : SHOWN), text.data));
        return false;
    }
    return true;
}

static const char *failure(tunip_status status)
{
    if (status == TUNIP_ERROR_FORMAT) return "the graph has a cycle";
    if (status == TUNIP_ERROR_LIMIT) return "the graph is too deep";
    return tunip_status_name(status);
}

tunip_status tn_write_tvm_json(const tunip_output *output)
{
    const tunip_allocator *allocator = tn_context_allocator(output->context);
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    style.saved = true;
    saver s = {.context = output->context, .vintage = output->vintage};
    s.out = tunip_json_writer_new(allocator, &style, output->write, output->user, output->error);
    if (!s.out) return output->error->code;
    if (!tn_numbering_make(&s.numbering, allocator, output->root))
        saver_fail(&s, s.numbering.status);
    else if (check_strings(&s, output->error) && number_all_defaults(&s))
        put_graph(&s, output->root);
    tn_numbering_free(&s.numbering);
    tunip_graph_free(s.scratch);
    if (s.status != TUNIP_OK && output->error->code == TUNIP_OK)
        tunip_error_set(output->error, s.status, "%s", failure(s.status));
    tunip_json_writer_end(s.out, output->error);
    return output->error->code;
}
