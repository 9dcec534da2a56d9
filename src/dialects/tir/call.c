/* call.c -- calls of operators, T.exp(x), and of functions of the module, Module.f(x). */
#include "docs.h"
#include "ops.h"
#include "rules.h"

/* How a call is written: the callee and where its dtype goes. */
typedef struct call_style {
    const tunip_doc *callee;
    tir_dtype_place place;
} call_style;

static call_style style_of_op(tunip_docsifier *d, const ir_op *op)
{
    tunip_str name = tunip_string_value(op->name);
    const tir_op_style *known = tir_op_find(name);
    if (known)
        return (call_style){.callee = tir_name(d, known->script_name), .place = known->dtype_place};
    const char *text = tunip_doc_text(d, name).data;
    return (call_style){.callee = tir_name(d, text ? text : ""), .place = TIR_DTYPE_NONE};
}

static call_style style_of(tunip_docsifier *d, const tir_call *call, const tunip_path *path)
{
    const ir_op *op = TUNIP_AS(ir_op, call->op);
    if (op) return style_of_op(d, op);
    if (!tunip_is(call->op, &ir_global_var_type))
        tunip_report(d, TUNIP_ISSUE_MALFORMED, path,
                     "a call of neither an operator nor a function of the module");
    return (call_style){.callee = TIR_SUB(d, call, op, path), .place = TIR_DTYPE_NONE};
}

TIR_RULE(call)
{
    const tir_call *call = (const tir_call *)node;
    call_style style = style_of(d, call, path);
    size_t count = tunip_array_count(call->args), at = 0;
    const tunip_doc **docs = tunip_docs_new(d, count + (style.place != TIR_DTYPE_NONE));
    const tunip_path *args_path = tunip_path_attr(d, path, "args");
    if (docs && style.place == TIR_DTYPE_FIRST)
        docs[at++] = tunip_doc_dtype(d, call->base.dtype, tunip_path_attr(d, path, "dtype"));
    for (size_t i = 0; docs && i < count; i++)
        docs[at++] = tir_docsify(d, call->args->items[i], tunip_path_item(d, args_path, i));
    if (docs && style.place == TIR_DTYPE_LAST)
        docs[at++] = tunip_doc_dtype(d, call->base.dtype, tunip_path_attr(d, path, "dtype"));
    return tunip_doc_call_new(d, style.callee, tunip_docs_view(docs, at), NULL, tunip_docs_none());
}
