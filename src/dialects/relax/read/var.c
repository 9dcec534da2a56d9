/* var.c -- variables and plain bindings. */
#include "read.h"

bool relax_in_dataflow(tunip_elaborator *e)
{
    const relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    return state && state->dataflow && state->dataflow == tunip_scope_top(e);
}

tunip_relax_var *relax_new_var(tunip_elaborator *e, tunip_str name, tunip_node *info)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relax_var *var = relax_in_dataflow(e) ? tunip_relax_dataflow_var_new(graph, "", info)
                                                : tunip_relax_var_new(graph, "", info);
    if (var) var->vid->name_hint = tunip_string_new_view(graph, name);
    return var;
}

void relax_add_binding(tunip_elaborator *e, tunip_relax_var *var, tunip_node *value)
{
    tunip_scope_add(e, tunip_relax_binding_new(tunip_elaborator_graph(e), var, value));
}

bool relax_is_refused(tunip_elaborator *e, const tunip_node *value)
{
    const relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    const tunip_relax_call *call = TUNIP_AS(tunip_relax_call, value);
    if (!tunip_elaborator_is_wrong(e)) return false;
    if (!call) return tunip_is(value, &tunip_relax_if_type); /* a branch has such a value */
    if (state && value == state->refused) return true;
    for (size_t i = 0; i < tunip_array_count(call->args); i++) {
        const tunip_node *arg = call->args->items[i];
        bool has_info =
            tunip_is_a(arg, &tunip_relax_var_type) || tunip_is(arg, &tunip_relax_tuple_type);
        if (has_info && !relax_info(arg)) return true;
    }
    return false;
}

/* Says which struct info is not known, unless that of an argument is not known either. */
static void complain_of_unknown(tunip_elaborator *e, const tunip_node *value, const tunip_doc *doc)
{
    const tunip_relax_call *call = TUNIP_AS(tunip_relax_call, value);
    const tunip_ir_op *op = call ? TUNIP_AS(tunip_ir_op, call->op) : NULL;
    tunip_str text = tunip_string_value(op ? op->name : NULL);
    if (relax_is_refused(e, value)) return;
    enum { PREFIX = sizeof "relax." - 1 };
    if (text.size > PREFIX)
        tunip_complain(e, doc, "the struct info of R.%.*s is not known", (int)text.size - PREFIX,
                       text.data + PREFIX);
    else
        tunip_complain(e, doc, "the struct info of this value is not known");
    for (size_t i = 0; call && i < tunip_array_count(call->args) && i < 4; i++)
        tunip_complain_also(e, NULL, "its argument %zu is %s", i + 1,
                            relax_info_text(e, relax_info(call->args->items[i])));
    tunip_complain_also(e, NULL, "bind it to a variable with an annotation");
}

tunip_relax_var *relax_bind_plainly(tunip_elaborator *e, tunip_str name, tunip_node *value,
                                    const tunip_doc *doc)
{
    tunip_node *info = relax_is_refused(e, value) ? relax_info(value) : relax_worked_out(e, value);
    if (!info) complain_of_unknown(e, value, doc);
    tunip_relax_var *var = relax_new_var(e, name, info);
    if (var) relax_add_binding(e, var, value);
    return var;
}
