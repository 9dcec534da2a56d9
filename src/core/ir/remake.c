/* remake.c -- compares a node with the node that its constructor (complete.c) makes from its
 * fields. */
#include "remake.h"

#include "graph.h"

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
