/* save.c -- saves a graph as TVM up to v0.20 does (TVM src/node/serialization.cc). First every node
 * gets a number: parents before children, in the order in which TVM visits fields. Then the nodes
 * are written in the order of their numbers. The layout is that of dmlc's JSONWriter, because the
 * metadata section of Relay's text has this layout. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../../ir/vintage.h"
#include "../../../util/json.h"
#include "../../../util/tables.h"
#include "../tvm/tvm.h"
#include "legacy.h"

/* The fields of a type in the order of TVM's visitor, and by name. */
typedef struct plan {
    const tunip_type *type;
    const char *key;               /* in the file */
    const tn_legacy_field *order;  /* as they are visited */
    const tn_legacy_field **names; /* as they are written */
    size_t count;
} plan;

typedef struct saver {
    const tunip_allocator *allocator;
    const tunip_context *context;
    tn_layout out;
    tn_arena arena;
    tn_map numbers; /* node -> its number */
    TN_ARRAY(const tunip_node *) nodes;
    tn_map tensors; /* tensor -> its number in "b64ndarrays" */
    TN_ARRAY(const tunip_tensor *) arrays;
    TN_ARRAY(const tunip_node *) stack;
    tn_map plans; /* type -> plan */
    tunip_graph *scratch;
    tunip_map empty;  /* for fields that the IR does not have */
    unsigned vintage; /* of TVM: 19 or 20 */
    tunip_status status;
} saver;

static void fail_memory(saver *s)
{
    s->status = TUNIP_ERROR_MEMORY;
}

/* ---- plans ---- */

static int compare_names(const void *left, const void *right)
{
    const tn_legacy_field *a = *(const tn_legacy_field *const *)left;
    const tn_legacy_field *b = *(const tn_legacy_field *const *)right;
    size_t size = a->name.size < b->name.size ? a->name.size : b->name.size;
    int order = memcmp(a->name.data, b->name.data, size);
    return order ? order : (a->name.size > b->name.size) - (a->name.size < b->name.size);
}

static plan *make_plan(saver *s, const tunip_type *type)
{
    tn_legacy_field fields[TN_MOST_FIELDS];
    plan *made = tn_arena_zalloc(&s->arena, sizeof *made);
    if (!made) return NULL;
    made->type = type;
    made->key = tn_legacy_key(type);
    made->count = tn_legacy_fields(type, fields);
    tn_legacy_field *order = tn_arena_alloc(&s->arena, (made->count + 1) * sizeof *order);
    made->names = tn_arena_alloc(&s->arena, (made->count + 1) * sizeof(*made->names));
    if (!order || !made->names) return NULL;
    memcpy(order, fields, made->count * sizeof *order);
    made->order = order;
    for (size_t i = 0; i < made->count; i++) made->names[i] = &order[i];
    qsort(made->names, made->count, sizeof(*made->names), compare_names);
    return made;
}

static const plan *plan_of(saver *s, const tunip_type *type)
{
    bool is_new;
    uint64_t *at = tn_map_put(&s->plans, type, &is_new);
    if (at && is_new) *at = (uint64_t)(uintptr_t)make_plan(s, type);
    if (!at || !*at) fail_memory(s);
    return at ? (const plan *)(uintptr_t)*at : NULL;
}

/* ---- numbers ---- */

static void push(saver *s, const tunip_node *node)
{
    if (!tn_array_push(&s->stack, s->allocator, node)) fail_memory(s);
}

static bool has_string_keys(const tunip_map *map)
{
    size_t i = 0;
    while (i < map->count && tunip_is(map->entries[i].key, &tunip_string_type)) i++;
    return i == map->count;
}

static void push_list(saver *s, const tunip_node *node)
{
    const tunip_array *array = (const tunip_array *)node;
    const tunip_map *map = (const tunip_map *)node;
    if (node->type == &tunip_array_type) {
        for (size_t i = array->count; i-- > 0;) push(s, array->items[i]);
        return;
    }
    bool is_named = has_string_keys(map);
    for (size_t i = map->count; i-- > 0;) {
        push(s, map->entries[i].value);
        if (!is_named) push(s, map->entries[i].key);
    }
}

/* Pushes the nodes in fields. A tensor gets its number together with the node that holds it. */
static void push_fields(saver *s, const tunip_node *node)
{
    const plan *p = plan_of(s, node->type);
    for (size_t i = 0; p && i < p->count; i++) {
        const tunip_field *field = p->order[i].field;
        const tunip_node *child = tn_legacy_child(node, field);
        if (child && field->expects == &tunip_tensor_type) {
            bool is_new;
            uint64_t *at = tn_map_put(&s->tensors, child, &is_new);
            if (!at ||
                (is_new && !tn_array_push(&s->arrays, s->allocator, (const tunip_tensor *)child)))
                fail_memory(s);
            else if (is_new)
                *at = s->arrays.count - 1;
        }
    }
    for (size_t i = p ? p->count : 0; i-- > 0;) {
        const tunip_field *field = p->order[i].field;
        if (p->order[i].is_empty) push(s, &s->empty.base);
        bool is_node = field && field->kind == TUNIP_KIND_NODE &&
                       !(field->flags & TUNIP_FLAG_TEXT) && field->expects != &tunip_tensor_type;
        if (is_node) push(s, tunip_field_node(node, field));
    }
}

static bool is_value(const tunip_node *node)
{
    return !node->type->base && node->type != &tunip_array_type && node->type != &tunip_map_type;
}

static void number_one(saver *s, const tunip_node *node)
{
    bool is_new;
    uint64_t *at = node ? tn_map_put(&s->numbers, node, &is_new) : NULL;
    if (!node) return;
    if (!at) {
        fail_memory(s);
        return;
    }
    if (!is_new) return;
    *at = s->nodes.count;
    if (!tn_array_push(&s->nodes, s->allocator, node)) fail_memory(s);
    if (node->type == &tunip_array_type || node->type == &tunip_map_type)
        push_list(s, node);
    else if (!is_value(node) && !node->type->codec)
        push_fields(s, node);
}

static void number_all(saver *s, const tunip_node *root)
{
    if (!tn_array_push(&s->nodes, s->allocator, NULL)) fail_memory(s);
    push(s, root);
    while (s->stack.count && s->status == TUNIP_OK) number_one(s, s->stack.items[--s->stack.count]);
}

static size_t number_of(const saver *s, const tunip_node *node)
{
    const uint64_t *at = node ? tn_map_get(&s->numbers, node) : NULL;
    return at ? (size_t)*at : 0;
}

/* ---- values ---- */

static void put_text(saver *s, const char *key, const char *text)
{
    tn_layout_key(&s->out, key);
    tn_layout_string(&s->out, tunip_str_from(text));
}

static bool is_printable(tunip_str text)
{
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] < ' ' || text.data[i] > '~') return false;
    return true;
}

static void put_base64(saver *s, tunip_str bytes)
{
    size_t size = tn_base64_encoded_size(bytes.size);
    char *text = s->allocator->alloc(s->allocator->ctx, size + 1);
    if (!text) {
        fail_memory(s);
        return;
    }
    tn_base64_encode(bytes, text);
    tn_layout_string(&s->out, (tunip_str){text, size});
    s->allocator->free(s->allocator->ctx, text, size + 1);
}

/* Writes a text. If it has unprintable bytes, writes its length and its bytes in base 64. */
static void put_repr(saver *s, tunip_str text)
{
    if (!text.size) return;
    if (is_printable(text)) {
        tn_layout_key(&s->out, "repr_str");
        tn_layout_string(&s->out, text);
        return;
    }
    uint64_t size = text.size;
    char *bytes = s->allocator->alloc(s->allocator->ctx, text.size + sizeof size);
    if (!bytes) {
        fail_memory(s);
        return;
    }
    memcpy(bytes, &size, sizeof size);
    memcpy(bytes + sizeof size, text.data, text.size);
    tn_layout_key(&s->out, "repr_b64");
    put_base64(s, (tunip_str){bytes, text.size + sizeof size});
    s->allocator->free(s->allocator->ctx, bytes, text.size + sizeof size);
}

static void put_tensor(saver *s, const tunip_tensor *tensor)
{
    size_t size = tn_tensor_encoded_size(tensor);
    char *bytes = s->allocator->alloc(s->allocator->ctx, size);
    if (!bytes) {
        fail_memory(s);
        return;
    }
    tn_tensor_encode(tensor, bytes);
    put_base64(s, (tunip_str){bytes, size});
    s->allocator->free(s->allocator->ctx, bytes, size);
}

static void put_shape(saver *s, const tunip_shape *shape)
{
    uint64_t count = shape->count;
    size_t size = sizeof count + shape->count * sizeof *shape->dims;
    char *bytes = s->allocator->alloc(s->allocator->ctx, size);
    if (!bytes) {
        fail_memory(s);
        return;
    }
    memcpy(bytes, &count, sizeof count);
    if (shape->count) memcpy(bytes + sizeof count, shape->dims, size - sizeof count);
    put_base64(s, (tunip_str){bytes, size});
    s->allocator->free(s->allocator->ctx, bytes, size);
}

/* Writes a float as a C++ stream with 17 digits does. */
static void write_float(double value, char *out, size_t size)
{
    snprintf(out, size, "%.17g", value);
    for (char *at = out; *at; at++)
        if (*at == ',') *at = '.';
}

static void put_value(saver *s, const tunip_node *node)
{
    if (node->type == &tunip_string_type) {
        put_repr(s, tunip_string_value(node));
    } else if (node->type == &tunip_tensor_type) {
        tn_layout_key(&s->out, "repr_str");
        put_tensor(s, (const tunip_tensor *)node);
    } else if (node->type == &tunip_shape_type) {
        tn_layout_key(&s->out, "repr_str");
        put_shape(s, (const tunip_shape *)node);
    } else {
        char text[64];
        if (node->type == &tunip_float_type)
            write_float(((const tunip_float *)node)->value, text, sizeof text);
        else if (node->type == &tunip_bool_type)
            snprintf(text, sizeof text, "%d", ((const tunip_bool *)node)->value);
        else
            snprintf(text, sizeof text, "%lld", (long long)((const tunip_int *)node)->value);
        put_repr(s, tunip_str_from(text));
    }
}

/* ---- fields ---- */

static void put_field(saver *s, const tunip_node *node, const tn_legacy_field *named)
{
    const tunip_field *field = named->field;
    const void *at = field ? tunip_field_at(node, field) : NULL;
    char text[TUNIP_DTYPE_NAME_SIZE + 40] = "0"; /* dropped fields are None */
    tn_layout_key_view(&s->out, named->name);
    if (named->is_empty) snprintf(text, sizeof text, "%zu", number_of(s, &s->empty.base));
    if (!field) {
        tn_layout_string(&s->out, tunip_str_from(text));
        return;
    }
    const tunip_node *child = tn_legacy_child(node, field);
    const uint64_t *tensor =
        child && field->expects == &tunip_tensor_type ? tn_map_get(&s->tensors, child) : NULL;
    if (field->kind == TUNIP_KIND_NODE && field->flags & TUNIP_FLAG_TEXT) {
        tn_layout_string(&s->out, tunip_string_value(child));
        return;
    }
    if (field->kind == TUNIP_KIND_NODE)
        snprintf(text, sizeof text, "%zu", tensor ? (size_t)*tensor : number_of(s, child));
    else if (field->kind == TUNIP_KIND_FLOAT)
        write_float(*(const double *)at, text, sizeof text);
    else if (field->kind == TUNIP_KIND_BOOL)
        snprintf(text, sizeof text, "%d", *(const bool *)at);
    else if (field->kind == TUNIP_KIND_DTYPE)
        tunip_dtype_legacy_name(*(const tunip_dtype *)at, text);
    else
        snprintf(text, sizeof text, "%lld", (long long)*(const int64_t *)at);
    tn_layout_string(&s->out, tunip_str_from(text));
}

/* ---- lists ---- */

enum { MOST_ON_A_LINE = 10 };

static void put_number(saver *s, const tunip_node *node)
{
    char text[24];
    snprintf(text, sizeof text, "%zu", number_of(s, node));
    tn_layout_item(&s->out);
    tn_layout_raw(&s->out, tunip_str_from(text));
}

static void put_array(saver *s, const tunip_array *array)
{
    if (!array->count) return;
    tn_layout_key(&s->out, "data");
    tn_layout_open(&s->out, '[', array->count > MOST_ON_A_LINE);
    for (size_t i = 0; i < array->count; i++) put_number(s, array->items[i]);
    tn_layout_close(&s->out, ']');
}

static void put_map(saver *s, const tunip_map *map)
{
    bool is_named = has_string_keys(map);
    size_t count = is_named ? map->count : 2 * map->count;
    if (!map->count) return;
    if (is_named) {
        tn_layout_key(&s->out, "keys");
        tn_layout_open(&s->out, '[', true);
        for (size_t i = 0; i < map->count; i++) {
            tn_layout_item(&s->out);
            tn_layout_string(&s->out, tunip_string_value(map->entries[i].key));
        }
        tn_layout_close(&s->out, ']');
    }
    tn_layout_key(&s->out, "data");
    tn_layout_open(&s->out, '[', count > MOST_ON_A_LINE);
    for (size_t i = 0; i < map->count; i++) {
        if (!is_named) put_number(s, map->entries[i].key);
        put_number(s, map->entries[i].value);
    }
    tn_layout_close(&s->out, ']');
}

/* ---- nodes ---- */

static void put_encoded(saver *s, const tunip_node *node)
{
    if (!s->scratch) s->scratch = tunip_graph_new(s->context, NULL);
    if (!s->scratch)
        fail_memory(s);
    else
        put_repr(s, node->type->codec->to_text(s->scratch, node));
}

static void put_node(saver *s, const tunip_node *node)
{
    tn_layout_item(&s->out);
    tn_layout_open(&s->out, '{', true);
    put_text(s, "type_key", node ? tn_legacy_key(node->type) : "");
    if (!node)
        ;
    else if (node->type == &tunip_array_type)
        put_array(s, (const tunip_array *)node);
    else if (node->type == &tunip_map_type)
        put_map(s, (const tunip_map *)node);
    else if (is_value(node))
        put_value(s, node);
    else if (node->type->codec)
        put_encoded(s, node);
    else {
        const plan *p = plan_of(s, node->type);
        if (p && p->count) {
            tn_layout_key(&s->out, "attrs");
            tn_layout_open(&s->out, '{', p->count > 1);
            for (size_t i = 0; i < p->count; i++) put_field(s, node, p->names[i]);
            tn_layout_close(&s->out, '}');
        }
    }
    tn_layout_close(&s->out, '}');
}

static void put_graph(saver *s, const tunip_node *root)
{
    char number[24];
    tn_layout_open(&s->out, '{', true);
    tn_layout_key(&s->out, "root");
    snprintf(number, sizeof number, "%zu", number_of(s, root));
    tn_layout_raw(&s->out, tunip_str_from(number));
    tn_layout_key(&s->out, "nodes");
    tn_layout_open(&s->out, '[', true);
    for (size_t i = 0; i < s->nodes.count && tn_layout_status(&s->out) == TUNIP_OK; i++)
        put_node(s, s->nodes.items[i]);
    tn_layout_close(&s->out, ']');
    tn_layout_key(&s->out, "b64ndarrays");
    tn_layout_open(&s->out, '[', true);
    for (size_t i = 0; i < s->arrays.count; i++) {
        tn_layout_item(&s->out);
        put_tensor(s, s->arrays.items[i]);
    }
    tn_layout_close(&s->out, ']');
    tn_layout_key(&s->out, "attrs");
    tn_layout_open(&s->out, '{', false);
    put_text(s, "tvm_version", s->vintage == TN_LEGACY_VINTAGE ? "0.19.0" : "0.20.0");
    tn_layout_close(&s->out, '}');
    tn_layout_close(&s->out, '}');
}

tunip_status tn_write_legacy(const tunip_output *output)
{
    const tunip_allocator *allocator = tn_context_allocator(output->context);
    saver s = {
        .allocator = allocator, .context = output->context, .empty = {.base = {&tunip_map_type}}};
    tn_arena_init(&s.arena, allocator);
    tn_map_init(&s.numbers, allocator);
    tn_map_init(&s.tensors, allocator);
    tn_map_init(&s.plans, allocator);
    tn_layout_init(&s.out, output->write, output->user);
    bool is_later = output->vintage > TN_LEGACY_VINTAGE &&
                    tn_vintage_of(output->root, allocator) != TN_LEGACY_VINTAGE;
    s.vintage = is_later ? TN_LEGACY_VINTAGE + 1 : TN_LEGACY_VINTAGE;
    number_all(&s, output->root);
    if (s.status == TUNIP_OK) put_graph(&s, output->root);
    if (s.status == TUNIP_OK) s.status = tn_layout_end(&s.out);
    tn_array_free(&s.nodes, allocator);
    tn_array_free(&s.arrays, allocator);
    tn_array_free(&s.stack, allocator);
    tn_map_free(&s.numbers);
    tn_map_free(&s.tensors);
    tn_map_free(&s.plans);
    tn_arena_free(&s.arena);
    tunip_graph_free(s.scratch);
    if (s.status == TUNIP_ERROR_MEMORY) tunip_error_set(output->error, s.status, "out of memory");
    if (s.status == TUNIP_ERROR_CANCELLED)
        tunip_error_set(output->error, s.status, "the write callback refused");
    return s.status;
}
