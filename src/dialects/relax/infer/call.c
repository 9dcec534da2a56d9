/* call.c -- operators whose call contains the struct info of the result, or that have no result
 * (TVM src/relax/op/op.cc). */
#include "infer_rules.h"

/* ---- independent of the arguments ---- */

RELAX_INFER(nothing)
{
    (void)call;
    return relax_tuple_of(scratch, relax_list(scratch, 0));
}

RELAX_INFER(object)
{
    (void)call;
    return tunip_ir_temporary(scratch, &tunip_relax_object_struct_info_type);
}

/* ---- given by the call ---- */

/* The struct info that the call contains. */
RELAX_INFER(output)
{
    (void)scratch;
    return tunip_array_count(call->sinfo_args) == 1 ? call->sinfo_args->items[0] : NULL;
}

RELAX_INFER(closure)
{
    size_t count = tunip_array_count(call->sinfo_args);
    if (count == 0) return relax_infer_object(scratch, call);
    return count == 1 ? call->sinfo_args->items[0] : relax_tuple_of(scratch, call->sinfo_args);
}

/* R.call_builtin_with_ctx("f", (x,)) */
RELAX_INFER(builtin)
{
    return tunip_array_count(call->sinfo_args) ? relax_infer_output(scratch, call)
                                               : relax_infer_nothing(scratch, call);
}

/* The result of a foreign function is in the struct info of the function or in the call. */
RELAX_INFER(packed)
{
    const tunip_relax_func_struct_info *callee =
        TUNIP_AS(tunip_relax_func_struct_info, relax_arg_info(call, 0));
    if (!callee || callee->params) return NULL;
    if (!callee->derive_func) return callee->ret;
    tunip_str name = tunip_string_value(callee->derive_func->name);
    bool by_call = tunip_str_is(name, "tvm.relax.struct_info.infer_by_sinfo_args");
    return by_call ? relax_infer_closure(scratch, call) : NULL;
}

/* The struct info of the first argument. */
RELAX_INFER(same)
{
    (void)scratch;
    return relax_arg_info(call, 0);
}
