/* normalize.c -- the normal form that TVM's parser makes (TVM src/relax/ir/block_builder.cc):
 * arguments are variables, constants or tuples of these; any other is bound to a variable. */
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

/* The number of the next new name of this block. */
static size_t *next_name(tunip_elaborator *e, relax_script_state *state)
{
    return relax_in_dataflow(e) ? &state->next.lv : &state->next.gv;
}

void relax_skip_name(tunip_elaborator *e)
{
    relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    if (state) ++*next_name(e, state);
}

/* The names of the script do not matter: TVM gives them to variables that had such a name before
 * (TVM src/ir/name_supply.cc). */
tunip_str relax_fresh_name(tunip_elaborator *e)
{
    relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    char text[32];
    if (!state) return (tunip_str){"", 0};
    const char *prefix = relax_in_dataflow(e) ? "lv" : "gv";
    size_t number = (*next_name(e, state))++;
    int size = number ? snprintf(text, sizeof text, "%s%zu", prefix, number)
                      : snprintf(text, sizeof text, "%s", prefix);
    return tunip_graph_copy(tunip_elaborator_graph(e), (tunip_str){text, (size_t)size});
}

/* ---- normal form ---- */

static void normalize(tunip_elaborator *e, tunip_node *expr, const tunip_doc *doc, int depth);

bool relax_is_void(const tunip_node *info)
{
    const tunip_relax_tuple_struct_info *tuple = TUNIP_AS(tunip_relax_tuple_struct_info, info);
    return tuple && !tunip_array_count(tuple->fields);
}

/* A variable without a value is the empty tuple, except in dataflow. */
static tunip_node *plain_leaf(tunip_elaborator *e, tunip_node *expr)
{
    bool is_void = tunip_is(expr, &tunip_relax_var_type) && relax_is_void(relax_info(expr));
    return is_void ? relax_new_tuple(e, tunip_array_new(tunip_elaborator_graph(e), 0, NULL)) : expr;
}

static tunip_node *argument(tunip_elaborator *e, tunip_node *expr, const tunip_doc *doc, int depth)
{
    if (!expr) return NULL;
    normalize(e, expr, doc, depth);
    if (relax_is_leaf_or_tuple(expr)) return plain_leaf(e, expr);
    tunip_relax_var *var = relax_bind_plainly(e, relax_fresh_name(e), expr, doc);
    return var ? (tunip_node *)var : expr;
}

/* The Doc of an argument of the expression `doc`; `doc` itself if it is spelled in another way. */
static const tunip_doc *part_of(const tunip_doc *doc, size_t index)
{
    tunip_docs parts = tunip_docs_none();
    if (doc->kind == TUNIP_DOC_CALL) parts = ((const tunip_doc_call *)doc)->args;
    if (doc->kind == TUNIP_DOC_OPERATION) parts = ((const tunip_doc_operation *)doc)->operands;
    if (doc->kind == TUNIP_DOC_TUPLE || doc->kind == TUNIP_DOC_LIST)
        parts = ((const tunip_doc_tuple *)doc)->elements;
    if (doc->kind == TUNIP_DOC_INDEX)
        parts = tunip_docs_view(&((const tunip_doc_index *)doc)->value, 1);
    return index < parts.count ? parts.items[index] : doc;
}

static void arguments(tunip_elaborator *e, tunip_array *args, const tunip_doc *doc, int depth)
{
    for (size_t i = 0; i < tunip_array_count(args); i++)
        args->items[i] = argument(e, args->items[i], part_of(doc, i), depth);
}

/* Whether TVM infers the struct info of a call: also of one whose annotation gives it, when TVM
 * checks that the function is well-formed (TVM src/relax/analysis/well_formed.cc). */
static bool is_inferred(tunip_elaborator *e, const tunip_relax_call *call)
{
    const relax_function_reader *r =
        (const relax_function_reader *)tunip_scope_of(e, &relax_function_scope);
    return !relax_info(call) || (r && r->is_checked);
}

/* Turns the parts of an expression into arguments; binds what they need first. */
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
        bool is_checked = is_inferred(e, call);
        relax_check_arguments(e, call, doc);
        relax_worked_out(e, expr);
        if (is_checked && !relax_check_call(e, call, doc)) return;
    } else if (tuple) {
        arguments(e, tuple->fields, doc, depth + 1);
    } else if (item) {
        item->tuple_value = argument(e, item->tuple_value, part_of(doc, 0), depth + 1);
    } else if (branches) {
        branches->cond = argument(e, branches->cond, doc, depth + 1);
    }
    relax_worked_out(e, expr);
    if (call) relax_check_formed(e, call, doc);
}

tunip_node *relax_normalize(tunip_elaborator *e, tunip_node *expr, const tunip_doc *doc)
{
    if (!tunip_elaborator_folds(e)) return expr;
    normalize(e, expr, doc, 0);
    return plain_leaf(e, expr);
}

tunip_node *relax_argument_of(tunip_elaborator *e, tunip_node *expr, const tunip_doc *doc)
{
    return tunip_elaborator_folds(e) ? argument(e, expr, doc, 0) : expr;
}
