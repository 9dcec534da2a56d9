/* complete.c -- the work of a constructor after its arguments are in the fields: it makes empty
 * containers, computes the dtype of the result, and checks the operands. The rows come from the
 * types (tunip_completion). */
#include "../base/compiler.h"
#include "graph.h"
#include "visit.h"

/* ---- empty containers and texts ---- */

static void **place_of(tunip_node *node, const tunip_field *field)
{
    return (void **)(void *)((char *)node + field->offset);
}

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
            void **place = place_of(node, field);
            if (!*place && field->expects) *place = empty(graph, field->expects);
        }
}

/* ---- operands ---- */

static const tunip_node *operand(const tunip_node *node, uint16_t offset)
{
    return *(const tunip_node *const *)(const void *)((const char *)node + offset);
}

/* The dtype of an operand; false when there is no operand, or it is no expression. */
static bool dtype_of(const tunip_completion *row, const tunip_node *node, uint16_t offset,
                     tunip_dtype *out)
{
    const tunip_node *child = offset ? operand(node, offset) : NULL;
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
