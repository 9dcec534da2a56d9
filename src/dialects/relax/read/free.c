/* free.c -- names that nothing defines: functions outside of a script that is no module, operators
 * of other libraries, and the symbols of fragments. */
#include "read.h"

static relax_script_state *state_of(tunip_elaborator *e)
{
    return tunip_elaborator_state(e, &tunip_dialect_relax);
}

static relax_free_name *find_name(tunip_elaborator *e, tunip_str name)
{
    relax_script_state *state = state_of(e);
    relax_free_name *at = state ? state->free_names : NULL;
    while (at && !tunip_str_equal(at->name, name)) at = at->next;
    return at;
}

static relax_free_name *find_node(tunip_elaborator *e, const tunip_node *node)
{
    relax_script_state *state = state_of(e);
    relax_free_name *at = state ? state->free_names : NULL;
    while (at && at->node != node) at = at->next;
    return at;
}

static tunip_node *new_function(tunip_graph *graph, tunip_str name)
{
    tunip_ir_global_var *var = tunip_node_new(graph, &tunip_ir_global_var_type);
    if (var) var->name_hint = tunip_string_new_view(graph, name);
    return (tunip_node *)var;
}

static tunip_value new_op(tunip_elaborator *e, tunip_str name, const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_ir_op *op = tunip_node_new(graph, &tunip_ir_op_type);
    if (op) op->name = tunip_string_new_view(graph, name);
    return tunip_value_node(op, doc);
}

static tunip_value remember(tunip_elaborator *e, tunip_str name, tunip_node *node,
                            const tunip_doc *doc)
{
    relax_script_state *state = state_of(e);
    relax_free_name *known = tunip_graph_alloc(tunip_elaborator_graph(e), sizeof *known);
    if (!known || !state || !node) return tunip_value_wrong(doc);
    known->node = node;
    known->name = tunip_graph_copy(tunip_elaborator_graph(e), name);
    known->next = state->free_names;
    state->free_names = known;
    return tunip_value_node(node, doc);
}

/* The symbol of a dimension always has 64 bits, even if other operands have another dtype. */
tunip_value relax_guess(tunip_elaborator *e, tunip_str name, const tunip_doc *doc)
{
    return remember(e, name, (tunip_node *)tunip_tir_guess(e, name, relax_int64_dtype), doc);
}

tunip_value relax_outsider(tunip_elaborator *e, tunip_str name, const tunip_doc *doc)
{
    bool is_operator = memchr(name.data, '.', name.size) != NULL;
    if (is_operator) return new_op(e, name, doc);
    if (tunip_ir_read_module(e)) return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
    relax_free_name *known = find_name(e, name);
    if (!known) return remember(e, name, new_function(tunip_elaborator_graph(e), name), doc);
    known->node = relax_outside_function(e, known->node);
    return tunip_value_node(known->node, doc);
}

bool relax_is_undefined(tunip_elaborator *e, const tunip_value *value)
{
    const relax_free_name *known =
        value->kind == TUNIP_VALUE_NODE ? find_node(e, value->node) : NULL;
    if (!known) return false;
    tunip_complain(e, value->doc, "`%.*s` is not defined", (int)known->name.size, known->name.data);
    tunip_suggest_name(e, known->name);
    tunip_name_set(e, known->name, tunip_value_wrong(value->doc));
    return true;
}

tunip_node *relax_outside_function(tunip_elaborator *e, tunip_node *node)
{
    relax_free_name *known = find_node(e, node);
    if (known && !tunip_is(known->node, &tunip_ir_global_var_type))
        known->node = new_function(tunip_elaborator_graph(e), known->name);
    return known ? known->node : node;
}

tunip_node *relax_outside_shape(tunip_elaborator *e, const tunip_value *value)
{
    relax_free_name *known = find_node(e, value->node);
    if (!known || !tunip_is_a(known->node, &tunip_tir_var_type)) return value->node;
    tunip_relax_shape_struct_info *info =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_shape_struct_info_type);
    if (!info) return NULL;
    info->ndim = TUNIP_RELAX_UNKNOWN_NDIM;
    known->node = (tunip_node *)relax_new_var(e, known->name, (tunip_node *)info);
    tunip_name_set(e, known->name, tunip_value_node(known->node, value->doc));
    tunip_warn(e, value->doc,
               "the text does not say the number of dimensions of `%.*s`: R.Shape() is assumed",
               (int)known->name.size, known->name.data);
    return known->node;
}
