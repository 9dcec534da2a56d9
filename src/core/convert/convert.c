/* convert.c -- converts a graph to another version of TVM: by the kin of types and the members of
 * fields. The rows of dialects convert all other nodes. */
#include <stdarg.h>
#include <stdio.h>
#include <tunip/ext/convert.h>
#include <tunip/vintage.h>

#include "../base/stack.h"
#include "../context.h"
#include "../ir/vintage.h"

struct tunip_converter {
    const tunip_context *context;
    tunip_graph *graph;
    unsigned vintage;
    tn_map types; /* type -> the type there, for those that differ */
    tn_map rows;  /* type -> its row */
    tn_map made;  /* node -> what it became */
    tn_stack stack;
    tunip_error error;
};

static bool failed(const tunip_converter *c)
{
    return c->error.code != TUNIP_OK;
}

static void fail(tunip_converter *c)
{
    if (!failed(c)) tunip_error_set(&c->error, TUNIP_ERROR_MEMORY, "out of memory");
}

tunip_graph *tunip_converter_graph(tunip_converter *c)
{
    return c->graph;
}

tunip_node *tunip_convert_refuse(tunip_converter *c, const tunip_node *node, const char *format,
                                 ...)
{
    char text[256];
    va_list args;
    if (failed(c)) return NULL;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    tunip_error_set(&c->error, TUNIP_ERROR_ARGUMENT, "%s: %s", node->type->key, text);
    return NULL;
}

/* ---- types ---- */

static bool is_there(const tunip_converter *c, const tunip_type *type)
{
    return type->since <= c->vintage && (!type->until || c->vintage < type->until);
}

static void map_type(tunip_converter *c, const tunip_type *from, const tunip_type *to, bool first)
{
    bool added = false;
    uint64_t *place = tn_map_put(&c->types, from, &added);
    if (!place)
        fail(c);
    else if (added || first)
        *place = (uintptr_t)to;
}

/* Kin comes before a type of the same key. */
static void map_later_type(tunip_converter *c, const tunip_type *type)
{
    const tn_registry *registry = tn_context_registry(c->context);
    const tn_type_info *same = tn_registry_find(registry, tunip_str_from(type->key), 0);
    const tunip_type *older = same && same->type != type ? same->type : NULL;
    bool is_later = is_there(c, type);
    if (type->kin && is_later) map_type(c, type->kin, type, true);
    if (type->kin && !is_later) map_type(c, type, type->kin, true);
    if (older && is_later) map_type(c, older, type, false);
    if (older && !is_later) map_type(c, type, older, false);
}

static const tunip_type *type_there(tunip_converter *c, const tunip_type *type)
{
    if (is_there(c, type)) return type;
    const uint64_t *found = tn_map_get(&c->types, type);
    return found ? (const tunip_type *)(uintptr_t)*found : NULL;
}

/* ---- values ---- */

static tunip_node *convert_array(tunip_converter *c, const tunip_array *array)
{
    void **items = tunip_graph_alloc(c->graph, (array->count + 1) * sizeof *items);
    for (size_t i = 0; items && i < array->count && !failed(c); i++)
        items[i] = tunip_convert(c, array->items[i]);
    return items ? (tunip_node *)tunip_array_new(c->graph, array->count, items) : NULL;
}

static tunip_node *convert_map(tunip_converter *c, const tunip_map *map)
{
    void **entries = tunip_graph_alloc(c->graph, (2 * map->count + 1) * sizeof *entries);
    for (size_t i = 0; entries && i < map->count && !failed(c); i++) {
        entries[2 * i] = tunip_convert(c, map->entries[i].key);
        entries[2 * i + 1] = tunip_convert(c, map->entries[i].value);
    }
    return entries ? (tunip_node *)tunip_map_new(c->graph, map->count, entries) : NULL;
}

/* The number in a node such as an ir.IntImm. */
static const int64_t *number_in(const tunip_node *node)
{
    const tunip_field *field = node ? tunip_type_field(node->type, "value") : NULL;
    return field && field->kind == TUNIP_KIND_INT ? tunip_field_at(node, field) : NULL;
}

/* A value for a field of another kind of numbers: the other version has 1 where this one has an
 * ir.IntImm. */
static tunip_node *fit(tunip_converter *c, tunip_node *value, const tunip_type *expects)
{
    const int64_t *number = expects == &tunip_int_type ? number_in(value) : NULL;
    return number ? (tunip_node *)tunip_int_new(c->graph, *number) : value;
}

static tunip_node *fit_items(tunip_converter *c, tunip_node *value, const tunip_type *expects)
{
    const tunip_array *array = TUNIP_AS(tunip_array, value);
    for (size_t i = 0; expects && i < tunip_array_count(array); i++)
        array->items[i] = fit(c, array->items[i], expects);
    return value;
}

/* ---- fields ---- */

typedef struct pair {
    tunip_converter *c;
    const tunip_node *from;
    tunip_node *to;
    bool by_member; /* the types are kin: corresponding fields have one member */
} pair;

static bool is_void(tunip_dtype dtype)
{
    return !dtype.bits && !dtype.lanes;
}

static tunip_node *boxed_dtype(tunip_converter *c, tunip_dtype dtype)
{
    if (is_void(dtype)) return NULL;
    tunip_dtype_value *value = tunip_graph_alloc(c->graph, sizeof *value);
    if (value) *value = (tunip_dtype_value){{&tunip_dtype_type}, dtype};
    return (tunip_node *)value;
}

static void set_node(const pair *p, const tunip_field *source, const tunip_field *field)
{
    const void *at = tunip_field_at(p->from, source);
    tunip_node *value = NULL;
    if (source->kind == TUNIP_KIND_DTYPE && field->expects == &tunip_dtype_type)
        value = boxed_dtype(p->c, *(const tunip_dtype *)at);
    else if (source->kind == TUNIP_KIND_NODE)
        value = fit(p->c, tunip_convert(p->c, tunip_field_node(p->from, source)), field->expects);
    value = fit_items(p->c, value, field->item);
    memcpy((char *)p->to + field->offset, &value, sizeof value);
}

static void set_scalar(const pair *p, const tunip_field *source, const tunip_field *field)
{
    static const size_t sizes[] = {[TUNIP_KIND_INT] = sizeof(int64_t),
                                   [TUNIP_KIND_FLOAT] = sizeof(double),
                                   [TUNIP_KIND_BOOL] = sizeof(bool),
                                   [TUNIP_KIND_DTYPE] = sizeof(tunip_dtype)};
    char *at = (char *)p->to + field->offset;
    if (source->kind == field->kind) {
        memcpy(at, tunip_field_at(p->from, source), sizes[field->kind]);
        return;
    }
    const int64_t *number =
        source->kind == TUNIP_KIND_NODE ? number_in(tunip_field_node(p->from, source)) : NULL;
    if (number && field->kind == TUNIP_KIND_INT) *(int64_t *)(void *)at = *number;
    if (number && field->kind == TUNIP_KIND_BOOL) *(bool *)(void *)at = *number != 0;
}

static const tunip_field *member_at(const tunip_type *type, uint16_t offset)
{
    for (; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++)
            if (type->fields[i].offset == offset && !(type->fields[i].flags & TUNIP_FLAG_AGAIN))
                return &type->fields[i];
    return NULL;
}

static bool convert_field(const tunip_field *field, void *user)
{
    const pair *p = user;
    const tunip_field *source = p->by_member ? member_at(p->from->type, field->offset)
                                             : tunip_type_field(p->from->type, field->name);
    if (source && field->kind == TUNIP_KIND_NODE) set_node(p, source, field);
    if (source && field->kind != TUNIP_KIND_NODE) set_scalar(p, source, field);
    return !failed(p->c);
}

tunip_node *tunip_convert_fields(tunip_converter *c, const tunip_node *node)
{
    const tunip_type *type = type_there(c, node->type);
    if (!type) return tunip_convert_refuse(c, node, "TVM v0.%u has no such node", c->vintage);
    return tunip_convert_to(c, node, type);
}

tunip_node *tunip_convert_to(tunip_converter *c, const tunip_node *node, const tunip_type *type)
{
    tunip_node *made = tunip_node_new(c->graph, type);
    if (!made) return NULL;
    bool by_member = type == node->type || type->kin == node->type || node->type->kin == type;
    pair p = {c, node, made, by_member};
    tunip_each_field(type, 0, convert_field, &p);
    return made;
}

/* ---- nodes ---- */

static tunip_node *convert_node(tunip_converter *c, const tunip_node *node)
{
    if (node->type == &tunip_array_type)
        return convert_array(c, (const tunip_array *)(const void *)node);
    if (node->type == &tunip_map_type) return convert_map(c, (const tunip_map *)(const void *)node);
    bool is_value = !node->type->base;
    if (is_value || node->type->base == &tunip_opaque_type) return (tunip_node *)(uintptr_t)node;
    for (const tunip_type *type = node->type; type; type = type->base) {
        const uint64_t *row = tn_map_get(&c->rows, type);
        if (row) return ((const tunip_conversion *)(uintptr_t)*row)->make(c, node);
    }
    return tunip_convert_fields(c, node);
}

void tunip_convert_set(tunip_converter *c, const void *node, void *made)
{
    uint64_t *place = tn_map_put(&c->made, node, NULL);
    if (!place) fail(c);
    if (place) *place = (uintptr_t)made;
}

tunip_node *tunip_converted(tunip_converter *c, const void *node)
{
    const uint64_t *known = tn_map_get(&c->made, node);
    return known ? (tunip_node *)(uintptr_t)*known : NULL;
}

TN_STACK_STEP2(convert_deeper, tunip_node *, convert_node, tunip_converter *, const tunip_node *)

tunip_node *tunip_convert(tunip_converter *c, const void *any)
{
    const tunip_node *node = any;
    tunip_node *made = node ? tunip_converted(c, node) : NULL;
    if (!node || failed(c) || made) return made;
    if (!tn_stack_low(&c->stack))
        made = convert_node(c, node);
    else if (!convert_deeper(&c->stack, &made, c, node))
        tn_stack_fail(&c->error);
    if (!made) fail(c);
    if (made) tunip_convert_set(c, node, made);
    return made;
}

/* ---- the whole ---- */

static void add_rows(tunip_converter *c, const tunip_dialect *dialect)
{
    for (size_t i = 0; i < dialect->conversion_count; i++) {
        uint64_t *place = tn_map_put(&c->rows, dialect->conversions[i].from, NULL);
        if (!place) fail(c);
        if (place) *place = (uintptr_t)&dialect->conversions[i];
    }
}

static void open(tunip_converter *c)
{
    const tn_registry *registry = tn_context_registry(c->context);
    const tn_dialects *dialects = &c->context->dispatch.dialects;
    for (size_t i = 0; i < registry->later.infos.count; i++)
        map_later_type(c, registry->later.infos.items[i].type);
    for (size_t i = 0; i < dialects->count; i++) add_rows(c, dialects->items[i].whole);
}

tunip_node *tunip_convert_graph(const tunip_context *context, tunip_graph *graph,
                                const tunip_node *root, unsigned vintage, tunip_error *error)
{
    tunip_converter c = {.context = context, .graph = graph, .vintage = vintage};
    const tunip_allocator *allocator = tn_context_allocator(context);
    tn_map_init(&c.types, allocator);
    tn_map_init(&c.rows, allocator);
    tn_map_init(&c.made, allocator);
    tn_stack_init(&c.stack);
    open(&c);
    tunip_node *made = failed(&c) ? NULL : tunip_convert(&c, root);
    if (failed(&c) && error) *error = c.error;
    tn_map_free(&c.types);
    tn_map_free(&c.rows);
    tn_map_free(&c.made);
    return failed(&c) ? NULL : made;
}

unsigned tunip_vintage(const tunip_node *root)
{
    return tn_vintage_of(root, tn_context_allocator(NULL));
}
