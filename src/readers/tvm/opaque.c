/* opaque.c -- objects of unregistered types keep their saved content. */
#include "reader.h"

/* Keys are names, and go into messages as they are. */
static bool is_name(tunip_str key)
{
    for (size_t i = 0; i < key.size; i++)
        if ((unsigned char)key.data[i] < 0x20 || key.data[i] == 0x7f) return false;
    return key.size > 0;
}

static tunip_type *add_type(tn_reader *r, const char *key)
{
    tunip_type *type = tunip_graph_alloc(r->graph, sizeof *type);
    if (!type || !tn_array_push(&r->unknown_types, r->allocator, type)) {
        tn_read_fail_memory(r);
        return NULL;
    }
    *type = (tunip_type){.key = key,
                         .base = &tunip_opaque_type,
                         .equality = TUNIP_EQ_TREE,
                         .size = sizeof(tunip_opaque),
                         .id = tunip_opaque_type.id};
    return type;
}

/* The graph's own description of an unregistered type. */
static tunip_type *unknown_type(tn_reader *r, tunip_str key)
{
    uint32_t id = tn_intern_put(&r->unknown_keys, key);
    if (id == TN_NOT_INTERNED) {
        tn_read_fail_memory(r);
        return NULL;
    }
    if (id < r->unknown_types.count) return r->unknown_types.items[id];
    return add_type(r, tn_intern_text(&r->unknown_keys, id).data);
}

/* An integer that is the index of an earlier node is taken for a reference: the file does not tell
 * them apart. */
static bool read_int_or_reference(tn_reader *r, tunip_opaque_field *field)
{
    if (!tn_read_value(r, &tunip_int_type, &field->value)) return false;
    int64_t value = ((const tunip_int *)field->value)->value;
    field->is_reference = value >= 0 && (uint64_t)value < r->nodes.count;
    if (!field->is_reference) return true;
    field->value = r->nodes.items[value];
    field->index = value;
    return true;
}

/* The built-in type that the token is the data of; NULL for null. */
static const tunip_type *type_of(tn_token token)
{
    if (tn_token_is_string(token)) return &tunip_string_type;
    if (token == TN_TOKEN_NULL) return NULL;
    bool is_bool = token == TN_TOKEN_TRUE || token == TN_TOKEN_FALSE;
    return is_bool ? &tunip_bool_type : &tunip_float_type;
}

static bool read_scalar(tn_reader *r, tunip_opaque_field *field)
{
    if (!tn_token_is_scalar(r->token)) return tn_read_unexpected(r, "a scalar");
    if (r->token == TN_TOKEN_INT) return read_int_or_reference(r, field);
    const tunip_type *type = type_of(r->token);
    if (type) return tn_read_value(r, type, &field->value);
    tn_read_advance(r);
    return true;
}

typedef TN_ARRAY(tunip_opaque_field) field_list;

static bool read_name(tn_reader *r, const field_list *before, tunip_str *name)
{
    const char *at = r->json.at;
    if (!tn_read_own_string(r, "the name of a field", name)) return false;
    if (before->count == TN_MOST_FIELDS)
        return tn_read_fail(r, TUNIP_ERROR_LIMIT, at, "expected at most %d fields", TN_MOST_FIELDS);
    for (size_t i = 0; i < before->count; i++)
        if (tunip_str_equal(*name, before->items[i].name))
            return tn_read_reject(r, at, "the name of another field");
    return true;
}

static bool read_member(tn_reader *r, field_list *fields)
{
    tunip_opaque_field field = {.value = NULL};
    return read_name(r, fields, &field.name) && tn_read_expect(r, TN_TOKEN_COLON) &&
           read_scalar(r, &field) &&
           (tn_array_push(fields, r->allocator, field) || tn_read_fail_memory(r));
}

static bool read_fields(tn_reader *r, tunip_opaque *node)
{
    field_list fields = {0};
    tn_read_advance(r);
    for (bool first = true; tn_read_more(r, first, TN_TOKEN_CLOSE_OBJECT); first = false)
        if (!read_member(r, &fields)) break;
    size_t size = fields.count * sizeof *fields.items;
    node->count = fields.count;
    node->fields = tn_arena_alloc(&r->graph->arena, size);
    if (!node->fields)
        tn_read_fail_memory(r);
    else if (size)
        memcpy(node->fields, fields.items, size);
    tn_array_free(&fields, r->allocator);
    return r->status == TUNIP_OK;
}

bool tn_read_opaque(tn_reader *r, tunip_str key, const char *at, tunip_node **out)
{
    if (!is_name(key)) return tn_read_reject(r, at, "the key of a type");
    tunip_type *type = unknown_type(r, key);
    if (!type) return false;
    tunip_opaque *node = tunip_node_new(r->graph, type);
    if (!node) return tn_read_fail_memory(r);
    *out = &node->base;
    if (r->token == TN_TOKEN_OPEN_OBJECT) return read_fields(r, node);
    if (tn_token_is_string(r->token)) return tn_read_value(r, &tunip_string_type, &node->data);
    return tn_read_unexpected(r, "an object or a string");
}
