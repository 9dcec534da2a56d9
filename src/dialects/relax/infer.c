/* infer.c -- deriving struct info, as far as a printer can. */
#include "infer.h"

#include "docs.h"

static tunip_str op_name(const relax_call *call)
{
    const ir_op *op = TUNIP_AS(ir_op, call->op);
    return tunip_string_value(op ? op->name : NULL);
}

bool relax_infers_always(const tunip_node *value)
{
    const relax_call *call = TUNIP_AS(relax_call, value);
    if (!call) return false;
    tunip_str name = op_name(call);
    return tunip_str_is(name, "relax.call_tir") || tunip_str_is(name, "relax.call_dps_packed");
}

const tunip_node *relax_infer(tunip_docsifier *d, const tunip_node *value)
{
    (void)d;
    const relax_call *call = TUNIP_AS(relax_call, value);
    if (call && relax_infers_always(value) && tunip_array_count(call->sinfo_args) == 1)
        return call->sinfo_args->items[0];
    return NULL;
}
