/* normalize.c -- the normal form that TVM's parser makes (TVM src/relax/ir/block_builder.cc):
 * arguments are variables, constants or tuples of these; what is not is bound to a variable. */
#include "../equal.h"
#include "read.h"

#include <stdio.h>

enum { MOST_DEPTH = 10000 };

bool relax_is_leaf_or_tuple(const tunip_node *expr)
{
    return tunip_is_a(expr, &tunip_relax_leaf_expr_type) ||
           tunip_is(expr, &tunip_ir_global_var_type) ||
           tunip_is(expr, &tunip_relax_extern_func_type) ||
           tunip_is(expr, &tunip_relax_tuple_type) || tunip_is(expr, &tunip_ir_op_type);
}

/* ---- names ---- */

/* gv, gv1, ...; lv, lv1, ... in dataflow. */
static tunip_str fresh_name(tunip_elaborator *e)
{
    relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    char text[32];
    tunip_str name = {"", 0};
    if (!state) return name;
    bool in_dataflow = relax_in_dataflow(e);
    size_t *next = in_dataflow ? &state->next_lv : &state->next_gv;
    do {
        const char *prefix = in_dataflow ? "lv" : "gv";
        int size = *next ? snprintf(text, sizeof text, "%s%zu", prefix, *next)
                         : snprintf(text, sizeof text, "%s", prefix);
        ++*next;
        name = (tunip_str){text, (size_t)size};
    } while (tunip_name_get(e, name));
    return tunip_graph_copy(tunip_elaborator_graph(e), name);
}

/* ---- normal form ---- */

static void normalize(tunip_elaborator *e, tunip_node *expr, const tunip_doc *doc, int depth);

static tunip_node *argument(tunip_elaborator *e, tunip_node *expr, const tunip_doc *doc, int depth)
{
    if (!expr) return NULL;
    normalize(e, expr, doc, depth);
    if (relax_is_leaf_or_tuple(expr)) return expr;
    tunip_relax_var *var = relax_bind_plainly(e, fresh_name(e), expr, doc);
    return var ? (tunip_node *)var : expr;
}

static void arguments(tunip_elaborator *e, tunip_array *args, const tunip_doc *doc, int depth)
{
    for (size_t i = 0; i < tunip_array_count(args); i++)
        args->items[i] = argument(e, args->items[i], doc, depth);
}

/* Makes the parts of an expression arguments; what they need is bound first. */
static void normalize(tunip_elaborator *e, tunip_node *expr, const tunip_doc *doc, int depth)
{
    tunip_relax_call *call = (tunip_relax_call *)(uintptr_t)TUNIP_AS(tunip_relax_call, expr);
    tunip_relax_tuple *tuple = (tunip_relax_tuple *)(uintptr_t)TUNIP_AS(tunip_relax_tuple, expr);
    tunip_relax_tuple_get_item *item =
        (tunip_relax_tuple_get_item *)(uintptr_t)TUNIP_AS(tunip_relax_tuple_get_item, expr);
    tunip_relax_if *branches = (tunip_relax_if *)(uintptr_t)TUNIP_AS(tunip_relax_if, expr);
    if (depth == MOST_DEPTH) {
        tunip_complain(e, doc, "the expression is nested too deeply");
        return;
    }
    if (call) {
        call->op = argument(e, call->op, doc, depth + 1);
        arguments(e, call->args, doc, depth + 1);
    } else if (tuple) {
        arguments(e, tuple->fields, doc, depth + 1);
    } else if (item) {
        item->tuple_value = argument(e, item->tuple_value, doc, depth + 1);
    } else if (branches) {
        branches->cond = argument(e, branches->cond, doc, depth + 1);
    }
    relax_worked_out(e, expr);
}

void relax_normalize(tunip_elaborator *e, tunip_node *expr, const tunip_doc *doc)
{
    if (tunip_elaborator_folds(e)) normalize(e, expr, doc, 0);
}

tunip_node *relax_argument_of(tunip_elaborator *e, tunip_node *expr, const tunip_doc *doc)
{
    return tunip_elaborator_folds(e) ? argument(e, expr, doc, 0) : expr;
}

/* ---- the struct info of two values ---- */

static tunip_node *common_tensor(tunip_elaborator *e, const tunip_relax_tensor_struct_info *a,
                                 const tunip_relax_tensor_struct_info *b)
{
    tunip_relax_tensor_struct_info *info =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_tensor_struct_info_type);
    tunip_scratch *scratch = tunip_graph_scratch(tunip_elaborator_graph(e));
    if (!info) return NULL;
    bool has_shape = a->shape && b->shape && relax_equal(scratch, a->shape, b->shape);
    info->shape = has_shape ? a->shape : NULL;
    info->dtype = tunip_dtype_equal(a->dtype, b->dtype) ? a->dtype : relax_no_dtype;
    info->ndim = a->ndim == b->ndim ? a->ndim : TUNIP_RELAX_UNKNOWN_NDIM;
    info->vdevice = a->vdevice == b->vdevice ? a->vdevice : NULL;
    return (tunip_node *)info;
}

static tunip_node *common_tuple(tunip_elaborator *e, const tunip_array *a, const tunip_array *b)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    size_t count = tunip_array_count(a);
    if (count != tunip_array_count(b)) return relax_new_object_info(e);
    void **fields = tunip_elaborator_alloc(e, count * sizeof *fields);
    for (size_t i = 0; fields && i < count; i++)
        fields[i] = relax_common_info(e, a->items[i], b->items[i]);
    tunip_array *list = fields ? tunip_array_new(graph, count, fields) : NULL;
    return (tunip_node *)tunip_relax_tuple_info_new(graph, list);
}

static tunip_node *common_shape(tunip_elaborator *e, const tunip_relax_shape_struct_info *a,
                                const tunip_relax_shape_struct_info *b)
{
    tunip_relax_shape_struct_info *info =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_shape_struct_info_type);
    if (info) info->ndim = a->ndim == b->ndim ? a->ndim : TUNIP_RELAX_UNKNOWN_NDIM;
    return (tunip_node *)info;
}

tunip_node *relax_common_info(tunip_elaborator *e, tunip_node *a, tunip_node *b)
{
    tunip_scratch *scratch = tunip_graph_scratch(tunip_elaborator_graph(e));
    if (!a || !b) return NULL;
    if (relax_equal(scratch, a, b)) return a;
    if (a->type != b->type) return relax_new_object_info(e);
    if (tunip_is(a, &tunip_relax_tensor_struct_info_type))
        return common_tensor(e, (const tunip_relax_tensor_struct_info *)a,
                             (const tunip_relax_tensor_struct_info *)b);
    if (tunip_is(a, &tunip_relax_tuple_struct_info_type))
        return common_tuple(e, ((const tunip_relax_tuple_struct_info *)a)->fields,
                            ((const tunip_relax_tuple_struct_info *)b)->fields);
    if (tunip_is(a, &tunip_relax_shape_struct_info_type))
        return common_shape(e, (const tunip_relax_shape_struct_info *)a,
                            (const tunip_relax_shape_struct_info *)b);
    const tunip_relax_prim_struct_info *x = TUNIP_AS(tunip_relax_prim_struct_info, a);
    const tunip_relax_prim_struct_info *y = TUNIP_AS(tunip_relax_prim_struct_info, b);
    if (x && y && tunip_dtype_equal(x->dtype, y->dtype))
        return relax_new_prim_info(e, NULL, x->dtype);
    return relax_new_object_info(e);
}
