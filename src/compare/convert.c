/* convert.c -- converts graphs of one version of TVM to another. */
#include "convert.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <tunip/diagnostic.h>
#include <tunip/diff.h>
#include <tunip/rewrite.h>
#include <tunip/vintage.h>

#include "../ir/graph.h"
#include "../ir/registry.h"
#include "../ir/vintage.h"
#include "../library/context.h"
#include "../util/options.h"

/* ======== convert ======== */

/* Converts a graph to another version of TVM: by the kin of types and the members of
 * fields. The rows of dialects convert all other nodes. */

static bool failed(const tunip_converter *c)
{
    return c->error.code != TUNIP_OK;
}

static void convert_fail(tunip_converter *c)
{
    if (!failed(c)) tn_no_memory(&c->error);
}

tunip_graph *tunip_converter_graph(tunip_converter *c)
{
    return c->graph;
}

const tunip_node *tunip_converter_root(const tunip_converter *c)
{
    return c->root;
}

unsigned tunip_converter_vintage(const tunip_converter *c)
{
    return c->vintage;
}

bool tunip_converter_carries(const tunip_converter *c)
{
    return c->carries && c->vintage == TN_VINTAGE_USUAL;
}

bool tunip_converter_completes(const tunip_converter *c)
{
    return c->completes;
}

bool tunip_converter_keeps_unknown(const tunip_converter *c)
{
    return c->keeps_unknown;
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
    if (!c->goes_on)
        tunip_error_set(&c->error, TUNIP_ERROR_ARGUMENT, "%s: %s", node->type->key, text);
    tunip_str message = tn_arena_str(&c->messages, tunip_str_from(text));
    if (!message.data || !tn_array_push(&c->refusals, c->allocator, (tn_refusal){node, message, 0}))
        convert_fail(c);
    return NULL;
}

/* ---- types ---- */

static bool is_in(const tunip_type *type, unsigned vintage)
{
    return type->since <= vintage && (!type->until || vintage < type->until);
}

static bool is_there(const tunip_converter *c, const tunip_type *type)
{
    return is_in(type, c->vintage);
}

static void map_type(tunip_converter *c, const tunip_type *from, const tunip_type *to, bool first)
{
    bool added = false;
    uint64_t *place = tn_map_put(&c->types, from, &added);
    if (!place)
        convert_fail(c);
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

const tunip_type *tunip_convert_type(tunip_converter *c, const tunip_type *type)
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

static const double *real_in(const tunip_node *node)
{
    const tunip_field *field = node ? tunip_type_field(node->type, "value") : NULL;
    return field && field->kind == TUNIP_KIND_FLOAT ? tunip_field_at(node, field) : NULL;
}

/* Makes a value for a field that expects another type, by a row; otherwise refuses it. Example: one
 * version has the number 1 where the other has an ir.IntImm. */
static tunip_node *fit(tunip_converter *c, const tunip_node *from, tunip_node *value,
                       const tunip_type *expects)
{
    if (!value || tn_may_be(value, expects)) return value;
    const int64_t *number = expects == &tunip_int_type ? number_in(value) : NULL;
    const double *real = expects == &tunip_float_type ? real_in(value) : NULL;
    if (number) return (tunip_node *)tunip_int_new(c->graph, *number);
    if (real) return (tunip_node *)tunip_float_new(c->graph, *real);
    for (size_t i = 0; i < c->fits.count; i++) {
        const tunip_conversion *row = c->fits.items[i];
        if (row->into == expects && tn_may_be(value, row->from)) return row->make(c, value);
    }
    bool is_kept = c->keeps_unknown && value->type->since > c->vintage;
    if (c->is_lenient || is_kept) return value;
    return from ? tunip_convert_refuse(c, from, "TVM v0.%u has %s here, which this is not",
                                       c->vintage, expects->key)
                : NULL;
}

static const tunip_node *item_of(const tunip_node *container, size_t i, bool keys)
{
    const tunip_array *array = TUNIP_AS(tunip_array, container);
    const tunip_map *map = TUNIP_AS(tunip_map, container);
    if (array) return i < array->count ? array->items[i] : NULL;
    return map && i < map->count ? keys ? map->entries[i].key : map->entries[i].value : NULL;
}

/* Fits the items of a converted container, which other fields may hold, too, and expect other items
 * in it. So items that change are those of a copy. `from` is the original container. */
static tunip_node *fit_array(tunip_converter *c, const tunip_node *from, tunip_array *array,
                             const tunip_field *field)
{
    tunip_array *made = array;
    for (size_t i = 0; made && field->item && i < array->count; i++) {
        tunip_node *item = fit(c, item_of(from, i, false), array->items[i], field->item);
        if (item == array->items[i]) continue;
        if (made == array) made = tunip_node_copy(c->graph, array);
        if (made) made->items[i] = item;
    }
    return (tunip_node *)made;
}

static tunip_node *fit_map(tunip_converter *c, const tunip_node *from, tunip_map *map,
                           const tunip_field *field)
{
    tunip_map *made = map;
    for (size_t i = 0; made && field->item && i < map->count; i++) {
        tunip_map_entry entry = {
            fit(c, item_of(from, i, true), map->entries[i].key, field->key),
            fit(c, item_of(from, i, false), map->entries[i].value, field->item)};
        if (entry.key == map->entries[i].key && entry.value == map->entries[i].value) continue;
        if (made == map) made = tunip_node_copy(c->graph, map);
        if (made) made->entries[i] = entry;
    }
    return (tunip_node *)made;
}

static tunip_node *fit_items(tunip_converter *c, const tunip_node *from, tunip_node *value,
                             const tunip_field *field)
{
    if (tunip_is(value, &tunip_array_type))
        return fit_array(c, from, (tunip_array *)(void *)value, field);
    if (tunip_is(value, &tunip_map_type))
        return fit_map(c, from, (tunip_map *)(void *)value, field);
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

/* The value of a scalar field as a node. */
static tunip_node *boxed(tunip_converter *c, const tunip_field *source, const void *at)
{
    switch ((tunip_field_kind)source->kind) {
    case TUNIP_KIND_INT:
        return (tunip_node *)tunip_int_new(c->graph, *(const int64_t *)at);
    case TUNIP_KIND_FLOAT:
        return (tunip_node *)tunip_float_new(c->graph, *(const double *)at);
    case TUNIP_KIND_BOOL:
        return (tunip_node *)tunip_bool_new(c->graph, *(const bool *)at);
    case TUNIP_KIND_DTYPE:
        return boxed_dtype(c, *(const tunip_dtype *)at);
    case TUNIP_KIND_NODE:
        break;
    }
    return NULL;
}

static void set_node(const pair *p, const tunip_field *source, const tunip_field *field)
{
    bool is_node = source->kind == TUNIP_KIND_NODE;
    const tunip_node *from = is_node ? tunip_field_node(p->from, source) : NULL;
    tunip_node *value =
        is_node ? tunip_convert(p->c, from) : boxed(p->c, source, tunip_field_at(p->from, source));
    value = fit(p->c, from ? from : p->from, value, field->expects);
    value = fit_items(p->c, from, value, field);
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
    const tunip_node *node =
        source->kind == TUNIP_KIND_NODE ? tunip_field_node(p->from, source) : NULL;
    const int64_t *number = number_in(node);
    const tunip_dtype_value *boxed =
        tunip_is(node, &tunip_dtype_type) ? (const tunip_dtype_value *)(const void *)node : NULL;
    if (field->kind == TUNIP_KIND_DTYPE)
        *(tunip_dtype *)(void *)at = boxed ? boxed->value : TUNIP_VOID;
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

/* Sets a field that the original type lacks to an empty container. */
static void set_empty(const pair *p, const tunip_field *field)
{
    void *value = NULL;
    if (field->expects == &tunip_array_type) value = tunip_array_new(p->c->graph, 0, NULL);
    if (field->expects == &tunip_map_type) value = tunip_map_new(p->c->graph, 0, NULL);
    memcpy((char *)p->to + field->offset, &value, sizeof value);
}

static bool convert_field(const tunip_field *field, void *user)
{
    const pair *p = user;
    const tunip_field *source = p->by_member ? member_at(p->from->type, field->offset)
                                             : tunip_type_field(p->from->type, field->name);
    if (!source && field->kind == TUNIP_KIND_NODE) set_empty(p, field);
    if (source && field->kind == TUNIP_KIND_NODE) set_node(p, source, field);
    if (source && field->kind != TUNIP_KIND_NODE) set_scalar(p, source, field);
    return !failed(p->c);
}

static bool convert_child(const tunip_node *child, void *c)
{
    tunip_convert(c, child);
    return !failed(c);
}

tunip_node *tunip_convert_fields(tunip_converter *c, const tunip_node *node)
{
    const tunip_type *type = tunip_convert_type(c, node->type);
    if (tunip_converter_carries(c) && !(type && is_there(c, type))) type = node->type;
    if (type) return tunip_convert_to(c, node, type);
    if (c->keeps_unknown) return (tunip_node *)(uintptr_t)node;
    tunip_convert_refuse(c, node, "TVM v0.%u has no such node", c->vintage);
    tunip_each_child(node, 0, convert_child, c); /* below it may be other nodes that cannot be
                                                    converted */
    return NULL;
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

/* Refuses a field that a row set to a node of another type: the original may hold nodes that the
 * other version does not allow there. */
static bool check_field(const tunip_field *field, void *user)
{
    const pair *p = user;
    const tunip_node *value =
        field->kind == TUNIP_KIND_NODE ? tunip_field_node(p->to, field) : NULL;
    fit(p->c, p->from, (tunip_node *)(uintptr_t)value, field->expects);
    const tunip_node *item;
    for (size_t i = 0; field->item && (item = item_of(value, i, false)); i++)
        fit(p->c, p->from, (tunip_node *)(uintptr_t)item, field->item);
    return !failed(p->c);
}

static tunip_node *make_by_row(tunip_converter *c, const tunip_conversion *row,
                               const tunip_node *node)
{
    pair p = {c, node, row->make(c, node), false};
    if (p.to && !c->is_lenient) tunip_each_field(p.to->type, 0, check_field, &p);
    return p.to;
}

/* Converts a node. Rows may use the results of earlier conversions. */
static tunip_node *convert_node(tunip_converter *c, const tunip_node *node)
{
    if (node->type == &tunip_array_type)
        return convert_array(c, (const tunip_array *)(const void *)node);
    if (node->type == &tunip_map_type) return convert_map(c, (const tunip_map *)(const void *)node);
    bool is_value = !node->type->base;
    bool is_older = node->type->until && c->vintage <= TN_VINTAGE_USUAL &&
                    !(c->from && is_in(node->type, c->from));
    bool is_new = (node->type->since || is_older) && is_there(c, node->type);
    if (is_value || node->type->base == &tunip_opaque_type ||
        (is_new && (node->type->flags & TUNIP_TYPE_VARIABLE)))
        return (tunip_node *)(uintptr_t)node;
    for (const tunip_type *type = node->type; type && !is_new; type = type->base) {
        const uint64_t *row = tn_map_get(&c->rows, type);
        if (row) return make_by_row(c, (const tunip_conversion *)(uintptr_t)*row, node);
    }
    return tunip_convert_fields(c, node);
}

void tunip_convert_set(tunip_converter *c, const void *node, void *made)
{
    uint64_t *place = tn_map_put(&c->made, node, NULL);
    if (!place) convert_fail(c);
    if (place) *place = (uintptr_t)made;
}

tunip_node *tunip_converted(tunip_converter *c, const void *node)
{
    const uint64_t *known = tn_map_get(&c->made, node);
    return known && *known != TN_OPEN ? (tunip_node *)(uintptr_t)*known : NULL;
}

/* A row made nothing of a node: a part of the node is missing, unless memory ran out. */
static void fail_at(tunip_converter *c, const tunip_node *node)
{
    if (tunip_graph_status(c->graph) == TUNIP_ERROR_MEMORY)
        convert_fail(c);
    else
        tunip_convert_refuse(c, node, "a part of this node is missing");
}

TN_STACK_STEP2(convert_deeper, tunip_node *, convert_node, tunip_converter *, const tunip_node *)

tunip_node *tunip_convert(tunip_converter *c, const void *any)
{
    const tunip_node *node = any;
    tunip_node *made = NULL;
    if (!node || failed(c)) return NULL;
    bool is_new = false;
    uint64_t *known = tn_map_put(&c->made, node, &is_new);
    if (!known) return convert_fail(c), NULL;
    if (*known == TN_OPEN) return tunip_convert_refuse(c, node, "this node is inside itself");
    if (!is_new) return (tunip_node *)(uintptr_t)*known;
    *known = TN_OPEN;
    if (!tn_stack_low(&c->stack))
        made = convert_node(c, node);
    else if (!convert_deeper(&c->stack, &made, c, node))
        tn_stack_fail(&c->error);
    if (!made && !c->refusals.count) fail_at(c, node);
    if (!failed(c)) tunip_convert_set(c, node, made);
    return made;
}

tunip_node *tunip_convert_into(tunip_converter *c, const void *node, const tunip_type *expects)
{
    return fit(c, node, tunip_convert(c, node), expects);
}

/* ---- the whole ---- */

static void add_row(tunip_converter *c, const tunip_conversion *row)
{
    if (c->vintage < row->since || (row->until && c->vintage >= row->until)) return;
    if (row->into) {
        if (!tn_array_push(&c->fits, c->allocator, row)) convert_fail(c);
        return;
    }
    uint64_t *place = tn_map_put(&c->rows, row->from, NULL);
    if (!place) convert_fail(c);
    if (place) *place = (uintptr_t)row;
}

static void add_rows(tunip_converter *c, const tunip_dialect *dialect)
{
    for (size_t i = 0; i < dialect->conversion_count; i++) add_row(c, &dialect->conversions[i]);
}

void tn_converter_open(tunip_converter *c)
{
    const tn_registry *registry = tn_context_registry(c->context);
    const tn_dialects *dialects = &c->context->dispatch.dialects;
    c->allocator = tn_context_allocator(c->context);
    tn_map_init(&c->types, c->allocator);
    tn_map_init(&c->rows, c->allocator);
    tn_map_init(&c->made, c->allocator);
    tn_arena_init(&c->messages, c->allocator);
    tn_stack_init(&c->stack);
    for (size_t k = 1; k < TN_VINTAGE_SHELVES; k++)
        for (size_t i = 0; i < registry->shelves[k].infos.count; i++)
            map_later_type(c, registry->shelves[k].infos.items[i].type);
    for (size_t i = 0; i < dialects->count; i++) add_rows(c, dialects->items[i].whole);
}

void tn_converter_close(tunip_converter *c)
{
    tn_map_free(&c->types);
    tn_map_free(&c->rows);
    tn_map_free(&c->made);
    tn_array_free(&c->fits, c->allocator);
    tn_array_free(&c->refusals, c->allocator);
    tn_arena_free(&c->messages);
}

tunip_node *tn_converter_run(tunip_converter *c, const tunip_node *root)
{
    c->root = root;
    tunip_node *made = failed(c) ? NULL : tunip_convert(c, root);
    if (tunip_graph_status(c->graph) == TUNIP_ERROR_MEMORY) convert_fail(c);
    return failed(c) || c->refusals.count ? NULL : made;
}

tunip_node *tn_converter_next(tunip_converter *c, const tunip_node *node, tunip_error *error)
{
    tunip_node *made = tn_converter_run(c, node);
    if (failed(c)) *error = c->error;
    c->error = (tunip_error)TUNIP_ERROR_INIT;
    c->refusals.count = 0;
    return made;
}

/* The rows of dialects convert from and to the usual version. So a conversion between two others
 * has two steps, and the usual version is in the middle. 0: there is only one step. */
static unsigned middle(unsigned from, unsigned to)
{
    bool has_usual = from <= TN_VINTAGE_USUAL || to <= TN_VINTAGE_USUAL;
    return has_usual || from == to ? 0 : TN_VINTAGE_USUAL;
}

/* A step of tunip_convert_graph(). */
static tunip_node *convert_leniently(const tunip_context *context, tunip_graph *graph,
                                     const tunip_node *root, unsigned from, unsigned vintage,
                                     bool carries, tunip_error *error)
{
    tunip_converter c = {.context = context,
                         .graph = graph,
                         .vintage = vintage,
                         .from = from,
                         .is_lenient = true,
                         .carries = carries};
    tn_vintage_check(vintage, &c.error);
    tn_converter_open(&c);
    tunip_node *made = tn_converter_run(&c, root);
    if (c.error.code != TUNIP_OK && error) *error = c.error;
    tn_converter_close(&c);
    return made;
}

tunip_node *tunip_convert_graph(const tunip_context *context, tunip_graph *graph,
                                const tunip_node *root, unsigned vintage, tunip_error *error)
{
    unsigned from = tn_vintage_of(root, tn_context_allocator(context));
    unsigned over = middle(from, vintage);
    if (over) root = convert_leniently(context, graph, root, from, over, true, error);
    if (over && !root) return NULL;
    return convert_leniently(context, graph, root, over ? over : from, vintage, false, error);
}

/* ======== places ======== */

/* The access paths of some nodes, in one walk. */

void tn_places_init(tn_places *places, const tunip_allocator *allocator)
{
    *places = (tn_places){.missing = 0};
    tn_map_init(&places->wanted, allocator);
    tn_set_init(&places->seen, allocator);
    tn_arena_init(&places->arena, allocator);
    tn_stack_init(&places->stack);
}

void tn_places_free(tn_places *places)
{
    tn_array_free(&places->paths, places->seen.allocator);
    tn_map_free(&places->wanted);
    tn_set_free(&places->seen);
    tn_arena_free(&places->arena);
}

void tn_places_want(tn_places *places, const tunip_node *node)
{
    bool is_new = false;
    if (!tn_map_put(&places->wanted, node, &is_new)) places->failed = true;
    places->missing += is_new;
}

size_t tn_places_rank(const tn_places *places, const tunip_node *node)
{
    const uint64_t *rank = tn_map_get(&places->wanted, node);
    return rank && *rank ? (size_t)*rank - 1 : SIZE_MAX;
}

/* A node of the walk, with its path. */
typedef struct spot {
    tn_places *places;
    const tunip_node *node;
    const tunip_path *path;
} spot;

static bool visit(tn_places *places, const tunip_node *node, const tunip_path *path);

static bool goes_on(const tn_places *places)
{
    return places->missing && !places->failed;
}

static bool visit_child(const spot *s, const tunip_node *child, tunip_path step)
{
    if (!child || !goes_on(s->places)) return goes_on(s->places);
    tunip_path *path = tn_arena_alloc(&s->places->arena, sizeof *path);
    if (path) {
        step.parent = s->path;
        step.depth = s->path->depth + 1;
        *path = step;
        visit(s->places, child, path);
    } else {
        s->places->failed = true;
    }
    return goes_on(s->places);
}

static bool visit_field(const tunip_field *field, void *user)
{
    const spot *s = user;
    if (field->kind != TUNIP_KIND_NODE) return true;
    return visit_child(s, tunip_field_node(s->node, field),
                       (tunip_path){.step = TUNIP_STEP_ATTR, .at.attr = field->name});
}

static void visit_inside(const spot *s)
{
    const tunip_array *array = TUNIP_AS(tunip_array, s->node);
    const tunip_map *map = TUNIP_AS(tunip_map, s->node);
    for (size_t i = 0; array && i < array->count; i++)
        visit_child(s, array->items[i],
                    (tunip_path){.step = TUNIP_STEP_ITEM, .at.index = (int64_t)i});
    for (size_t i = 0; map && i < map->count; i++) {
        tunip_path step = {.step = TUNIP_STEP_KEY_MISSING, .at.key = map->entries[i].key};
        visit_child(s, map->entries[i].key, step);
        step.step = TUNIP_STEP_KEY;
        visit_child(s, map->entries[i].value, step);
    }
    if (!array && !map) tunip_each_field(s->node->type, 0, visit_field, (void *)(uintptr_t)s);
}

TN_STACK_STEP3(visit_deeper, bool, visit, tn_places *, const tunip_node *, const tunip_path *)

static bool visit(tn_places *places, const tunip_node *node, const tunip_path *path)
{
    bool is_new = false;
    if (tn_stack_low(&places->stack)) {
        if (!visit_deeper(&places->stack, &is_new, places, node, path)) places->failed = true;
        return goes_on(places);
    }
    if (!tn_set_add(&places->seen, node, &is_new)) places->failed = true;
    uint64_t *wanted = is_new ? tn_map_get(&places->wanted, node) : NULL;
    if (wanted) {
        if (!tn_array_push(&places->paths, places->seen.allocator, path)) places->failed = true;
        *wanted = places->paths.count;
        places->missing--;
    }
    spot here = {places, node, path};
    if (is_new && goes_on(places)) visit_inside(&here);
    return goes_on(places);
}

void tn_places_find(tn_places *places, const tunip_node *root)
{
    tunip_path *path = tn_arena_zalloc(&places->arena, sizeof *path);
    if (!path) places->failed = true;
    if (root && goes_on(places)) visit(places, root, path);
}

/* ======== whole ======== */

/* The conversion of a whole graph to another version of TVM. Finds all nodes that cannot
 * be converted. Also finds the details that the conversion loses: it converts the result back and
 * compares it with the original. */

typedef struct job {
    const tunip_context *context;
    tunip_convert_options options;
    unsigned from;
    bool carries; /* the conversion has two steps */
    tunip_error *error;
    size_t found; /* nodes that cannot be converted */
} job;

/* ---- messages ---- */

/* Adds a diagnostic. The first one also becomes the error. */
static void report(job *j, const tunip_path *path, const char *key, const char *message)
{
    char text[320], place[512];
    tunip_path_text(path, place, sizeof place);
    snprintf(text, sizeof text, "%s%s%s", key, *key ? ": " : "", message);
    if (!j->found++) {
        tunip_error_set(j->error, TUNIP_ERROR_ARGUMENT, "%s", text);
        snprintf(j->error->path, sizeof j->error->path, "%.*s", (int)sizeof j->error->path - 1,
                 place);
    }
    tunip_diagnostic *d =
        tunip_diagnostics_add(j->options.diagnostics, TUNIP_SEVERITY_ERROR, "convert", text);
    tunip_diagnostic_at_path(d, TUNIP_LABEL_PRIMARY, place, NULL);
}

static int by_rank(const void *a, const void *b)
{
    size_t left = ((const tn_refusal *)a)->rank, right = ((const tn_refusal *)b)->rank;
    return left < right ? -1 : left > right;
}

/* Names all refused nodes by their paths from `root`, in the order of a walk. */
static void report_refusals(job *j, tunip_converter *c, const tunip_node *root, const char *when)
{
    static const tunip_path nowhere = {.parent = NULL};
    size_t count = c->refusals.count;
    tn_refusal *all = c->refusals.items;
    tn_places places;
    tn_places_init(&places, c->allocator);
    for (size_t i = 0; i < count; i++) tn_places_want(&places, all[i].node);
    tn_places_find(&places, root);
    for (size_t i = 0; i < count; i++) all[i].rank = tn_places_rank(&places, all[i].node);
    qsort(all, count, sizeof *all, by_rank);
    for (size_t i = 0; i < count && !places.failed; i++) {
        size_t rank = all[i].rank;
        char message[256];
        snprintf(message, sizeof message, "%.*s%s", (int)all[i].message.size, all[i].message.data,
                 when);
        report(j, rank < places.paths.count ? places.paths.items[rank] : &nowhere,
               all[i].node->type->key, message);
    }
    if (places.failed) tn_no_memory(j->error);
    tn_places_free(&places);
}

/* ---- back again ---- */

static const char *key_of(const tunip_edit *edit)
{
    return edit->lhs ? edit->lhs->type->key : "";
}

static tunip_converter converter(const job *j, tunip_graph *graph, unsigned from, unsigned vintage)
{
    return (tunip_converter){.context = j->context,
                             .graph = graph,
                             .vintage = vintage,
                             .from = from,
                             .completes = true,
                             .carries = j->carries,
                             .is_lenient = j->carries && vintage == TN_VINTAGE_USUAL,
                             .goes_on = true};
}

static void take_error(job *j, const tunip_converter *c)
{
    if (c->error.code != TUNIP_OK && j->error->code == TUNIP_OK) *j->error = c->error;
}

/* One step of the way back; NULL after a report. */
static const tunip_node *step_back(job *j, tunip_graph *scratch, const tunip_node *node,
                                   unsigned from, unsigned to)
{
    tunip_converter c = converter(j, scratch, from, to);
    tn_converter_open(&c);
    const tunip_node *back = tn_converter_run(&c, node);
    take_error(j, &c);
    if (!back && j->error->code == TUNIP_OK) report_refusals(j, &c, node, " when converted back");
    tn_converter_close(&c);
    return back;
}

/* Reports the places where the graphs differ. If they cannot be compared, the graph is invalid. */
static void report_differences(job *j, const tunip_node *root, const tunip_node *back)
{
    static const tunip_path whole = {.parent = NULL};
    char message[64];
    tunip_script *script = NULL;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    how.map_free_vars = true;
    tunip_status status = tunip_diff(j->context, root, back, &how, &script, &error);
    snprintf(message, sizeof message, "TVM v0.%u cannot express this", j->options.vintage);
    const tunip_edit *edit;
    for (size_t i = 0; (edit = tunip_script_edit(script, i)); i++)
        report(j, edit->lhs_path, key_of(edit), message);
    tunip_script_free(script);
    if (status == TUNIP_ERROR_ARGUMENT)
        report(j, &whole, root->type->key, message);
    else if (status != TUNIP_OK)
        *j->error = error;
}

/* Converts the result back, over the version in the middle if there is one (not 0). */
static void check_back(job *j, const tunip_node *root, const tunip_node *made, unsigned over)
{
    tunip_graph *scratch = tunip_graph_new(j->context, j->error);
    if (!scratch) return;
    unsigned last = j->options.vintage;
    const tunip_node *back = made;
    if (over) back = step_back(j, scratch, made, last, over);
    if (back) back = step_back(j, scratch, back, over ? over : last, j->from);
    if (back) report_differences(j, root, back);
    tunip_graph_free(scratch);
}

/* ---- the whole ---- */

bool tn_converter_keep_origins(const tunip_converter *c)
{
    tunip_origin origin;
    bool fine = true;
    for (size_t i = 0; fine && c->graph->origins && c->made.count && i <= c->made.mask; i++) {
        const tn_map_slot *slot = &c->made.slots[i];
        const tunip_node *made = (const tunip_node *)(uintptr_t)slot->value;
        bool is_made = slot->key && slot->value && slot->value != TN_OPEN && made != slot->key;
        if (is_made && tunip_graph_origin(c->graph, slot->key, &origin))
            fine = tunip_graph_set_origin(c->graph, made, &origin) == TUNIP_OK;
    }
    return fine;
}

/* Names the nodes that the second step refuses as those that the first step made them of. */
static void refuse_originals(tunip_converter *c, const tunip_converter *first)
{
    tn_map refused;
    tn_map_init(&refused, c->allocator);
    for (size_t i = 0; i < c->refusals.count; i++)
        if (!tn_map_put(&refused, c->refusals.items[i].node, NULL)) convert_fail(c);
    for (size_t k = 0; refused.count && first->made.count && k <= first->made.mask; k++) {
        const tn_map_slot *slot = &first->made.slots[k];
        uint64_t *original =
            slot->key ? tn_map_get(&refused, (const void *)(uintptr_t)slot->value) : NULL;
        if (original) *original = (uintptr_t)slot->key;
    }
    for (size_t i = 0; i < c->refusals.count; i++) {
        const uint64_t *original = tn_map_get(&refused, c->refusals.items[i].node);
        if (original && *original)
            c->refusals.items[i].node = (const tunip_node *)(uintptr_t)*original;
    }
    tn_map_free(&refused);
}

/* A step. `first` is the one before it, which is open, or NULL. */
static tunip_node *run_step(job *j, tunip_converter *c, const tunip_node *root,
                            const tunip_converter *first)
{
    tn_converter_open(c);
    tunip_node *made = tn_converter_run(c, root);
    take_error(j, c);
    if (first) refuse_originals(c, first);
    if (c->refusals.count && j->error->code == TUNIP_OK)
        report_refusals(j, c, first ? first->root : root, "");
    if (made && !tn_converter_keep_origins(c)) tn_no_memory(j->error);
    return j->error->code == TUNIP_OK ? made : NULL;
}

/* Converts `root`, over the version in the middle if there is one (not 0). */
static tunip_node *convert(job *j, tunip_graph *graph, const tunip_node *root, unsigned over)
{
    tunip_converter first = converter(j, graph, j->from, over);
    tunip_converter last = converter(j, graph, over ? over : j->from, j->options.vintage);
    tunip_node *made = over ? run_step(j, &first, root, NULL) : NULL;
    if (made || !over) {
        made = run_step(j, &last, over ? made : root, over ? &first : NULL);
        tn_converter_close(&last);
    }
    if (over) tn_converter_close(&first);
    return made;
}

_Static_assert(TN_VINTAGE_USUAL == TUNIP_VINTAGE_USUAL, "one version");

/* The version for messages: that of the file, if the root is that of its graph. */
static unsigned stated_vintage(const tunip_graph *graph, const tunip_node *root, unsigned otherwise)
{
    bool is_own = graph && graph->root == root && graph->vintage;
    return is_own ? tunip_graph_vintage(graph) : otherwise;
}

tunip_node *tunip_convert_with(const tunip_context *context, tunip_graph *graph,
                               const tunip_node *root, const tunip_convert_options *options,
                               tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    job j = {.context = context, .error = &own};
    tunip_node *made = NULL;
    j.from = tn_vintage_of(root, tn_context_allocator(context));
    if (tn_options_take(&j.options, sizeof j.options, options, &own) == TUNIP_OK)
        tn_vintage_check(j.options.vintage, &own);
    unsigned from = j.from ? j.from : TUNIP_VINTAGE_USUAL;
    if (own.code == TUNIP_OK && from != j.options.vintage &&
        (tn_vintage_is_apart(from) || tn_vintage_is_apart(j.options.vintage)))
        tunip_error_set(&own, TUNIP_ERROR_ARGUMENT,
                        "IR of TVM v0.%u cannot be converted to v0.%u, which had another IR",
                        stated_vintage(graph, root, from), j.options.vintage);
    bool is_there = !j.from || j.from == j.options.vintage;
    unsigned over = own.code == TUNIP_OK && !is_there ? middle(j.from, j.options.vintage) : 0;
    j.carries = over;
    if (is_there)
        made = (tunip_node *)(uintptr_t)root;
    else if (own.code == TUNIP_OK)
        made = convert(&j, graph, root, over);
    if (made && !is_there && j.options.exact) check_back(&j, root, made, over);
    if (own.code != TUNIP_OK) made = NULL;
    if (own.code != TUNIP_OK && error && error->code == TUNIP_OK) *error = own;
    return made;
}

unsigned tunip_vintage(const tunip_node *root)
{
    return tn_vintage_of(root, tn_context_allocator(NULL));
}

unsigned tunip_graph_vintage(const tunip_graph *graph)
{
    bool decides = graph->vintage && graph->vintage <= TN_VINTAGE_LAST_LEGACY;
    if (decides) return graph->vintage;
    unsigned vintage;
    tn_vintage_or(graph->root, graph->vintage, tn_context_allocator(NULL), &vintage);
    return vintage;
}
