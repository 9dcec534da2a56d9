/* call.c -- calls of operators, T.exp(x), and calls of functions of the module, Module.f(x). */
#include "docs.h"
#include "ops.h"
#include "rules.h"

/* The form of a call: its callee and the place of its dtype. */
typedef struct call_style {
    const tunip_doc *callee;
    tir_dtype_place place;
    tunip_str lossy_op; /* the operator, if a reader makes another node of the text */
} call_style;

static call_style style_of_op(tunip_docsifier *d, const tunip_tir_call *call, const tunip_ir_op *op)
{
    tunip_str name = tunip_string_value(op->name);
    const tir_op_style *known = tir_op_find(name);
    call_style style = {.place = known ? known->dtype_place : TIR_DTYPE_NONE};
    const char *text = known ? known->script_name : tunip_doc_text(d, name).data;
    style.callee = tir_name(d, text ? text : "");
    if (!known || !tir_op_gives_back(known, call)) style.lossy_op = name;
    return style;
}

static call_style style_of(tunip_docsifier *d, const tunip_tir_call *call, const tunip_path *path)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    if (op) return style_of_op(d, call, op);
    if (!tunip_is(call->op, &tunip_ir_global_var_type))
        tunip_report(d, TUNIP_ISSUE_MALFORMED, path,
                     "a call of neither an operator nor a function of the module");
    return (call_style){.callee = TIR_SUB(d, call, op, path), .place = TIR_DTYPE_NONE};
}

static tunip_dtype result_dtype(const tunip_node *function)
{
    static const tunip_dtype none = {TUNIP_DTYPE_HANDLE, 0, 0};
    const tunip_tir_prim_func *func = TUNIP_AS(tunip_tir_prim_func, function);
    const tunip_ir_prim_type *type = func ? TUNIP_AS(tunip_ir_prim_type, func->ret_type) : NULL;
    return type ? type->dtype : none;
}

/* Whether a call of a function of the module has the dtype of the function's result. In a large
 * module it counts as such, because the search is linear. */
static bool is_usual_call(tunip_docsifier *d, const tunip_tir_call *call)
{
    enum { MOST_FUNCTIONS = 1024 };
    const tunip_ir_module *module = tunip_ir_printed_module(d);
    if (!module || tunip_map_count(module->functions) > MOST_FUNCTIONS) return true;
    const tunip_node *func = tunip_map_at(module->functions, call->op);
    return !func || tunip_dtype_equal(result_dtype(func), call->base.dtype);
}

/* A reader gives the call the dtype of the function's result. If the dtype differs, T.Call("dtype",
 * function, args) is the exact call. */
static const tunip_doc *add_dtype(tunip_docsifier *d, const tunip_tir_call *call,
                                  const tunip_doc *callee, const tunip_doc *doc)
{
    if (!tunip_is(call->op, &tunip_ir_global_var_type) || is_usual_call(d, call)) return doc;
    const tunip_doc *dtype = tunip_doc_dtype(d, call->base.dtype, NULL);
    return tunip_doc_continued_new(d, doc, TIR_CALL(d, "Call", dtype, callee));
}

/* The exact call is T.call_intrin("dtype", "tir.name", args). If the call has its dtype among the
 * arguments, these cannot follow, and only the operator is marked as omitted. */
static const tunip_doc *add_exact(tunip_docsifier *d, const tunip_tir_call *call,
                                  const call_style *style, const tunip_doc *doc)
{
    const tunip_doc *name = tunip_doc_str(d, style->lossy_op, NULL);
    if (style->place != TIR_DTYPE_NONE) return tunip_doc_partial_new(d, doc, "op", name);
    const tunip_doc *dtype = tunip_doc_dtype(d, call->base.dtype, NULL);
    return tunip_doc_continued_new(d, doc, TIR_CALL(d, "call_intrin", dtype, name));
}

TIR_RULE(call)
{
    const tunip_tir_call *call = (const tunip_tir_call *)node;
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
    const tunip_doc *doc =
        tunip_doc_call_new(d, style.callee, tunip_docs_view(docs, at), NULL, tunip_docs_none());
    if (style.lossy_op.size) return add_exact(d, call, &style, doc);
    return add_dtype(d, call, style.callee, doc);
}
