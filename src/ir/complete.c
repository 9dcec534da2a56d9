/* complete.c -- the work of a constructor after its arguments are in the fields, and whether
 * it would make exactly this node. */
#include "complete.h"

#include "../util/memory.h"
#include "graph.h"
#include "visit.h"

/* ======== complete ======== */

/* The work of a constructor after its arguments are in the fields: it makes empty
 * containers, computes the dtype of the result, and checks the operands. The rows come from the
 * types (tunip_completion). */

/* ---- empty containers and texts ---- */

/* The empty value of a type that has one, else NULL. */
static void *empty(tunip_graph *graph, const tunip_type *type)
{
    if (type == &tunip_array_type) return tunip_array_new(graph, 0, NULL);
    if (type == &tunip_map_type) return tunip_map_new(graph, 0, NULL);
    if (type == &tunip_string_type) return tunip_string_new(graph, "");
    return NULL;
}

static TN_APART void fill(tunip_graph *graph, tunip_node *node)
{
    for (const tunip_type *type = node->type; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++) {
            const tunip_field *field = &type->fields[i];
            if (field->kind != TUNIP_KIND_NODE || (field->flags & TUNIP_FLAG_OPTIONAL)) continue;
            void **place = (void **)(void *)((char *)node + field->offset);
            if (!*place && field->expects) *place = empty(graph, field->expects);
        }
}

/* ---- operands ---- */

/* The dtype of an operand; false when there is no operand, or it is no expression. */
static bool dtype_of(const tunip_completion *row, const tunip_node *node, uint16_t offset,
                     tunip_dtype *out)
{
    const tunip_node *child = NULL;
    if (offset) memcpy(&child, (const char *)node + offset, sizeof child);
    if (!tunip_is_a(child, row->expr)) return false;
    memcpy(out, (const char *)child + row->dtype, sizeof *out);
    return true;
}

static const char *name_of(const tunip_type *type, uint16_t offset)
{
    for (; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++)
            if (type->fields[i].offset == offset) return type->fields[i].name;
    return "?";
}

static void check_same(const tunip_completion *row, const tunip_node *node, tunip_error *error)
{
    tunip_dtype a, b;
    char names[2][TUNIP_DTYPE_NAME_SIZE];
    if (!dtype_of(row, node, row->same[0], &a) || !dtype_of(row, node, row->same[1], &b) ||
        tunip_dtype_equal(a, b))
        return;
    tunip_dtype_name(a, names[0]);
    tunip_dtype_name(b, names[1]);
    tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "%s: `%s` is %s and `%s` is %s", node->type->key,
                    name_of(node->type, row->same[0]), names[0], name_of(node->type, row->same[1]),
                    names[1]);
}

static void check_condition(const tunip_completion *row, const tunip_node *node, uint16_t offset,
                            tunip_error *error)
{
    tunip_dtype dtype;
    char name[TUNIP_DTYPE_NAME_SIZE];
    if (!dtype_of(row, node, offset, &dtype) || dtype.code == TUNIP_DTYPE_BOOL) return;
    tunip_dtype_name(dtype, name);
    tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "%s: `%s` is %s and must be bool", node->type->key,
                    name_of(node->type, offset), name);
}

/* ---- the result ---- */

static tunip_dtype result_of(const tunip_completion *row, const tunip_node *node)
{
    tunip_dtype dtype = {TUNIP_DTYPE_HANDLE, 0, 0};
    if (row->result == TUNIP_RESULT_FIXED) return row->fixed;
    bool known = dtype_of(row, node, row->of, &dtype);
    if (row->result == TUNIP_RESULT_BOOL)
        dtype = tunip_dtype_make(TUNIP_DTYPE_BOOL, 8, known ? dtype.lanes : 1);
    return dtype;
}

static TN_APART void apply(tunip_graph *graph, const tunip_completion *row, tunip_node *node)
{
    tunip_error *error = &graph->error;
    check_same(row, node, error);
    for (size_t i = 0; i < TUNIP_LEN(row->conditions); i++)
        check_condition(row, node, row->conditions[i], error);
    if (row->result != TUNIP_RESULT_NONE) {
        tunip_dtype dtype = result_of(row, node);
        memcpy((char *)node + row->dtype, &dtype, sizeof dtype);
    }
    /* After a failure, its input may be missing. */
    if (row->finish && tn_graph_is_fine(graph)) row->finish(graph, node, error);
}

void *tunip_node_complete(tunip_graph *graph, void *made)
{
    tunip_node *node = made;
    if (!node) return NULL;
    if (!(node->type->fills & TN_FILLS_NOTHING)) fill(graph, node);
    if (node->type->completion) apply(graph, node->type->completion, node);
    return tn_graph_is_fine(graph) ? node : NULL;
}

/* ======== remake ======== */

/* Compares a node with the node that its constructor (complete.c) makes from its
 * fields. */

bool tn_is_empty(const tunip_node *node)
{
    const tunip_array *array = TUNIP_AS(tunip_array, node);
    const tunip_map *map = TUNIP_AS(tunip_map, node);
    if (array) return !array->count;
    if (map) return !map->count;
    return !node || (tunip_is(node, &tunip_string_type) && !tunip_string_value(node).size);
}

/* A missing list is an empty one. */
static bool is_same(const tunip_node *a, const tunip_node *b, const tunip_field *field)
{
    const void *x = tunip_field_at(a, field), *y = tunip_field_at(b, field);
    if (field->kind == TUNIP_KIND_DTYPE)
        return tunip_dtype_equal(*(const tunip_dtype *)x, *(const tunip_dtype *)y);
    if (field->kind != TUNIP_KIND_NODE)
        return memcmp(x, y, field->kind == TUNIP_KIND_BOOL ? sizeof(bool) : sizeof(int64_t)) == 0;
    const tunip_node *left = tunip_field_node(a, field), *right = tunip_field_node(b, field);
    return left == right || (tn_is_empty(left) && tn_is_empty(right));
}

static const char *find_changed(const tunip_node *a, const tunip_node *b)
{
    for (const tunip_type *type = a->type; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++) {
            const tunip_field *field = &type->fields[i];
            if (!(field->flags & TUNIP_FLAG_IGNORE) && !is_same(a, b, field)) return field->name;
        }
    return NULL;
}

static bool make_room(tn_remaker *r, const tunip_context *context, size_t size)
{
    if (!r->graph) r->graph = tunip_graph_new(context, NULL);
    if (r->graph && r->size < size) {
        r->copy = tunip_graph_alloc(r->graph, size);
        r->size = r->copy ? size : 0;
    }
    return r->graph && r->copy;
}

tn_remade tn_remake(tn_remaker *r, const tunip_context *context, const tunip_node *node,
                    const char **field, tunip_error *error)
{
    static const tunip_error none = TUNIP_ERROR_INIT;
    if (!node->type->completion) return TN_REMADE_SAME;
    if (!make_room(r, context, node->type->size)) return TN_REMADE_NO_MEMORY;
    memcpy(r->copy, node, node->type->size);
    r->graph->error = none;
    const tunip_node *made = tunip_node_complete(r->graph, r->copy);
    *error = *tunip_graph_error(r->graph);
    if (!made && error->code != TUNIP_ERROR_ARGUMENT) return TN_REMADE_NO_MEMORY;
    if (!made) return TN_REMADE_REFUSED;
    *field = find_changed(node, made);
    return *field ? TN_REMADE_CHANGED : TN_REMADE_SAME;
}

void tn_remaker_free(tn_remaker *r)
{
    tunip_graph_free(r->graph);
    *r = (tn_remaker){0};
}
