/* object.c -- nodes with fields: those of registered types go straight into their structs, those
 * of unregistered ones keep what the file says. */
#include <stdio.h>

#include "reader.h"

/* ---- types that may stand in a field ---- */

/* An unregistered type may stand where only some descendant was asked for anyway: code that knows
 * the struct of a field never meets one. */
static bool may_be(const tunip_node *node, const tunip_type *expected)
{
    if (!node || !expected || expected == &tunip_any_type || node->type == expected) return true;
    if (tunip_is_a(node, expected)) return true;
    return node->type->base == &tunip_opaque_type && (expected->flags & TUNIP_ABSTRACT);
}

static bool wrong_type(tn_reader *r, const char *at, const char *role, const tunip_field *field,
                       const tunip_type *owner, const tunip_type *expected, const tunip_node *node)
{
    return tn_read_fail(r, TUNIP_ERROR_FORMAT, at, "expected %s for %s `%s` of %s, got %s",
                        expected->key, role, field->name, owner->key, node->type->key);
}

static bool check_items(tn_reader *r, tn_read_node *read, const tunip_field *field,
                        const tunip_type *owner, const char *at)
{
    const tunip_array *array = (const tunip_array *)read->node;
    if (!field->item || field->item == &tunip_any_type || read->items == field->item) return true;
    for (size_t i = 0; i < array->count; i++)
        if (!may_be(array->items[i], field->item))
            return wrong_type(r, at, "the items of field", field, owner, field->item,
                              array->items[i]);
    read->items = field->item;
    return true;
}

static bool check_entries(tn_reader *r, tn_read_node *read, const tunip_field *field,
                          const tunip_type *owner, const char *at)
{
    const tunip_map *map = (const tunip_map *)read->node;
    if (read->items == field->item && read->keys == field->key) return true;
    for (size_t i = 0; i < map->count; i++) {
        if (!may_be(map->entries[i].key, field->key))
            return wrong_type(r, at, "the keys of field", field, owner, field->key,
                              map->entries[i].key);
        if (!may_be(map->entries[i].value, field->item))
            return wrong_type(r, at, "the values of field", field, owner, field->item,
                              map->entries[i].value);
    }
    read->items = field->item;
    read->keys = field->key;
    return true;
}

bool tn_read_check(tn_reader *r, size_t index, const tunip_field *field, const tunip_type *owner,
                   const char *at)
{
    tn_read_node *read = &r->nodes.items[index];
    const tunip_node *node = read->node;
    if (!node) return true;
    if (!may_be(node, field->expects))
        return wrong_type(r, at, "field", field, owner, field->expects, node);
    if (node->type == &tunip_array_type) return check_items(r, read, field, owner, at);
    if (node->type == &tunip_map_type) return check_entries(r, read, field, owner, at);
    return true;
}

/* ---- registered types ---- */

static bool read_node_field(tn_reader *r, const tunip_type *owner, const tunip_field *field,
                            void *at)
{
    const char *where = r->json.at;
    size_t index;
    if (!tn_read_index(r, "the index of a node", &index)) return false;
    if (!tn_read_check(r, index, field, owner, where)) return false;
    *(tunip_node **)at = r->nodes.items[index].node;
    return true;
}

static bool read_field(tn_reader *r, tunip_node *node, const tunip_field *field)
{
    void *at = (char *)node + field->offset;
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_FIELD_NODE:
        return read_node_field(r, node->type, field, at);
    case TUNIP_FIELD_INT:
        return tn_read_int(r, "an integer", at);
    case TUNIP_FIELD_FLOAT:
        return tn_read_float(r, "a number", at);
    case TUNIP_FIELD_BOOL:
        return tn_read_bool(r, "true or false", at);
    case TUNIP_FIELD_DTYPE:
        return tn_read_dtype(r, "the name of a dtype", at);
    }
    return false;
}

/* Which fields were read: enough bits for any type. */
typedef struct seen {
    uint64_t bits[4];
} seen;

enum { MOST_FIELDS = 256 };

static bool mark(seen *s, size_t i)
{
    uint64_t bit = (uint64_t)1 << i % 64;
    bool fresh = !(s->bits[i / 64] & bit);
    s->bits[i / 64] |= bit;
    return fresh;
}

/* The field called `name`: nearly always the next one. */
static size_t find_field(const tn_type_info *info, tunip_str name, size_t guess)
{
    if (guess < info->field_count && tunip_str_is(name, info->fields[guess]->name)) return guess;
    for (size_t i = 0; i < info->field_count; i++)
        if (tunip_str_is(name, info->fields[i]->name)) return i;
    return SIZE_MAX;
}

static bool read_member(tn_reader *r, const tn_type_info *info, tunip_node *node, size_t guess,
                        seen *s, size_t *found)
{
    const char *at = r->json.at;
    tunip_str name;
    if (!tn_read_string(r, "the name of a field", &name)) return false;
    *found = find_field(info, name, guess);
    if (*found == SIZE_MAX)
        return tn_read_fail(r, TUNIP_ERROR_FORMAT, at, "%s has no field `%.*s`", info->type->key,
                            (int)(name.size < 80 ? name.size : 80), name.data);
    if (!mark(s, *found))
        return tn_read_fail(r, TUNIP_ERROR_FORMAT, at, "field `%s` of %s is given twice",
                            info->fields[*found]->name, info->type->key);
    return tn_read_expect(r, TN_TOKEN_COLON) && read_field(r, node, info->fields[*found]);
}

static bool check_missing(tn_reader *r, const tn_type_info *info, seen *s, const char *at)
{
    for (size_t i = 0; i < info->field_count; i++)
        if (!(info->fields[i]->flags & TUNIP_DEFAULT) && mark(s, i))
            return tn_read_fail(r, TUNIP_ERROR_FORMAT, at, "%s lacks its field `%s`",
                                info->type->key, info->fields[i]->name);
    return true;
}

static bool read_text(tn_reader *r, const tunip_type *type, tunip_node *node)
{
    const char *at = r->json.at;
    tunip_str text;
    tunip_error error = TUNIP_ERROR_INIT;
    if (!tn_read_string(r, "a string", &text)) return false;
    if (type->codec->from_text(r->graph, text, node, &error) == TUNIP_OK) return true;
    if (error.code == TUNIP_ERROR_MEMORY) return tn_read_fail_memory(r);
    return tn_read_fail(r, TUNIP_ERROR_FORMAT, at, "expected a saved %s: %s", type->key,
                        error.message);
}

bool tn_read_object(tn_reader *r, const tn_type_info *info, tunip_node **out)
{
    const char *at = r->json.at;
    tunip_node *node = tunip_node_new(r->graph, info->type);
    if (!node) return tn_read_fail_memory(r);
    *out = node;
    if (info->type->codec) return read_text(r, info->type, node);
    if (info->field_count > MOST_FIELDS)
        return tn_read_fail(r, TUNIP_ERROR_LIMIT, at, "%s has more than %d fields", info->type->key,
                            MOST_FIELDS);
    if (!tn_read_expect(r, TN_TOKEN_OPEN_OBJECT)) return false;
    seen s = {{0}};
    size_t count = 0, found = SIZE_MAX;
    for (bool first = true; tn_read_more(r, first, TN_TOKEN_CLOSE_OBJECT); first = false, count++)
        if (!read_member(r, info, node, found + 1, &s, &found)) return false;
    if (r->status != TUNIP_OK) return false;
    return count == info->field_count || check_missing(r, info, &s, at);
}

/* ---- unregistered types ---- */

/* The graph's own description of an unregistered type. */
static tunip_type *unknown_type(tn_reader *r, tunip_str key)
{
    for (size_t i = 0; i < r->unknown_types.count; i++)
        if (tunip_str_is(key, r->unknown_types.items[i]->key)) return r->unknown_types.items[i];
    tunip_type *type = tunip_graph_alloc(r->graph, sizeof *type);
    tunip_str copy = tunip_graph_copy(r->graph, key);
    if (!type || !copy.data || !tn_array_push(&r->unknown_types, r->allocator, type)) {
        tn_read_fail_memory(r);
        return NULL;
    }
    *type = (tunip_type){.key = copy.data,
                         .base = &tunip_opaque_type,
                         .equality = TUNIP_EQ_TREE,
                         .size = sizeof(tunip_opaque),
                         .id = tunip_opaque_type.id};
    return type;
}

static bool box(tn_reader *r, const tunip_type *type, tunip_node **out)
{
    return tn_read_value(r, type, out);
}

/* An integer that is the index of an earlier node is taken for a reference: the file does not tell
 * them apart. */
static bool read_number_or_reference(tn_reader *r, tunip_opaque_field *field)
{
    if (!box(r, &tunip_int_type, &field->value)) return false;
    int64_t value = ((const tunip_int *)field->value)->value;
    field->is_reference = value >= 0 && (uint64_t)value < r->nodes.count;
    if (field->is_reference) field->value = r->nodes.items[value].node;
    return true;
}

static bool read_opaque_scalar(tn_reader *r, tunip_opaque_field *field)
{
    switch (r->token) {
    case TN_TOKEN_INT:
        return read_number_or_reference(r, field);
    case TN_TOKEN_STRING:
    case TN_TOKEN_ENCODED:
        return box(r, &tunip_string_type, &field->value);
    case TN_TOKEN_TRUE:
    case TN_TOKEN_FALSE:
        return box(r, &tunip_bool_type, &field->value);
    case TN_TOKEN_NULL:
        tn_read_advance(r);
        return true;
    default:
        return box(r, &tunip_float_type, &field->value);
    }
}

static bool read_opaque_fields(tn_reader *r, tunip_opaque *node)
{
    TN_ARRAY(tunip_opaque_field) fields = {0};
    tn_read_advance(r);
    for (bool first = true; tn_read_more(r, first, TN_TOKEN_CLOSE_OBJECT); first = false) {
        tunip_opaque_field field = {.value = NULL};
        if (!tn_read_string(r, "the name of a field", &field.name) ||
            !tn_read_expect(r, TN_TOKEN_COLON) || !read_opaque_scalar(r, &field))
            break;
        if (!tn_array_push(&fields, r->allocator, field) && !tn_read_fail_memory(r)) break;
    }
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

bool tn_read_opaque(tn_reader *r, tunip_str key, tunip_node **out)
{
    tunip_type *type = unknown_type(r, key);
    tunip_opaque *node = type ? tunip_node_new(r->graph, type) : NULL;
    if (!node) return tn_read_fail_memory(r);
    *out = &node->base;
    if (r->token == TN_TOKEN_OPEN_OBJECT) return read_opaque_fields(r, node);
    return box(r, &tunip_string_type, &node->data);
}
