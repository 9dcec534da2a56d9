/* call.c -- calls of TVM v0.26 inside tensor IR: of operators, and of functions of the module. */
#include <tunip/ext/ir_rules.h>

#include "../script.h"
#include "buffer.h"
#include "rules.h"

typedef enum place { PLACE_NONE, PLACE_FIRST, PLACE_LAST } place;

/* How an operator is written; the others are written under their registered names. */
typedef struct op_style {
    const char *name;
    const char *script_name;
    uint8_t dtype_place;
} op_style;

/* Sorted by name. */
static const op_style styles[] = {
#define X(name, script_name, place) {name, script_name, PLACE_##place},
#include "ops.def"
#undef X
};

/* ---- the type of a call ---- */

/* The dtype as a string; T.handle("float32").ty for a pointer. */
static const tunip_doc *write_type(tunip_docsifier *d, const tunip_ir_call *call,
                                   const tunip_path *path)
{
    const tunip_node *type = ((const tunip_ir_expr *)call)->ty;
    const tunip_ir_prim_type *prim = TUNIP_AS(tunip_ir_prim_type, type);
    path = tunip_path_attr(d, path, "ty");
    if (prim) return tunip_doc_dtype(d, prim->dtype, path);
    const tunip_doc *doc = tir_docsify(d, type, path);
    if (doc->kind != TUNIP_DOC_CALL && tunip_is(type, &tunip_ir_pointer_type_type))
        doc = tunip_prefixed_call(d, &tunip_dialect_tir, "handle", tunip_docs_none());
    return tunip_doc_attr_new(d, doc, tunip_str_from("ty"));
}

/* ---- calls with attributes ---- */

/* T.Call("tirx.op", [x], attrs={...}, ret_ty="int32") */
static const tunip_doc *write_exact(tunip_docsifier *d, const tunip_ir_call *call,
                                    const tunip_path *path)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    const tunip_path *op_path = tunip_path_attr(d, path, "op");
    tunip_docs items = tunip_docsify_items(d, call->args, tunip_path_attr(d, path, "args"));
    tir_args args = {.count = 0};
    tir_args_add(&args, op ? tunip_doc_str(d, tunip_string_value(op->name), op_path)
                           : tir_docsify(d, call->op, op_path));
    tir_args_add(&args, tunip_doc_list_new(d, items));
    const tunip_doc *type = write_type(d, call, path);
    tir_args_key(&args, "attrs", TIR_SUB(d, call, attrs, path));
    tir_args_key(&args, "ret_ty", type);
    return tir_args_call(d, tir_name(d, "Call"), &args);
}

/* ---- calls with keywords ---- */

/* T.cuda.func_call("f", x, source_code="...", return_type="int32") */
static const tunip_doc *write_cuda_call(tunip_docsifier *d, const tunip_ir_call *call,
                                        const tunip_doc *callee, const tunip_path *path)
{
    size_t count = tunip_array_count(call->args);
    const tunip_path *args_path = tunip_path_attr(d, path, "args");
    const tunip_doc **docs = tunip_docs_new(d, count);
    tunip_str *keys = tunip_job_alloc(d, 2 * sizeof *keys);
    const tunip_doc **values = tunip_docs_new(d, 2);
    if (!docs || !keys || !values || !count) return callee;
    for (size_t i = 0; i + 1 < count; i++)
        docs[i] = tir_docsify(d, call->args->items[i], tunip_path_item(d, args_path, i));
    const tunip_tirx_string_imm *code =
        TUNIP_AS(tunip_tirx_string_imm, call->args->items[count - 1]);
    const tunip_path *at = tunip_path_item(d, args_path, count - 1);
    keys[0] = tunip_str_from("source_code");
    values[0] = code ? tunip_doc_str(d, tunip_string_value(code->value), at)
                     : tir_docsify(d, call->args->items[count - 1], at);
    const tunip_ir_prim_type *type =
        TUNIP_AS(tunip_ir_prim_type, ((const tunip_ir_expr *)call)->ty);
    bool is_void = type && tunip_dtype_equal(type->dtype, TUNIP_VOID);
    keys[1] = tunip_str_from("return_type");
    if (!is_void) values[1] = write_type(d, call, path);
    return tunip_doc_call_new(d, callee, tunip_docs_view(docs, count - 1), keys,
                              tunip_docs_view(values, is_void ? 1 : 2));
}

/* ---- calls ---- */

static const tunip_doc *write_args(tunip_docsifier *d, const tunip_ir_call *call,
                                   const tunip_doc *callee, place dtype_place,
                                   const tunip_path *path)
{
    size_t count = tunip_array_count(call->args), at = 0;
    const tunip_doc **docs = tunip_docs_new(d, count + 1);
    const tunip_path *args_path = tunip_path_attr(d, path, "args");
    if (docs && dtype_place == PLACE_FIRST) docs[at++] = write_type(d, call, path);
    for (size_t i = 0; docs && i < count; i++)
        docs[at++] = tir_docsify(d, call->args->items[i], tunip_path_item(d, args_path, i));
    if (docs && dtype_place == PLACE_LAST) docs[at++] = write_type(d, call, path);
    return tunip_doc_call_new(d, callee, tunip_docs_view(docs, at), NULL, tunip_docs_none());
}

/* T.cuda.exp is two names behind T. */
static const tunip_doc *write_name(tunip_docsifier *d, tunip_str name)
{
    const op_style *style = TUNIP_IR_FIND_ROW(name, styles);
    const char *text = style ? style->script_name : tunip_doc_text(d, name).data;
    return tir_name(d, text ? text : "");
}

TIR_RULE(v26_call)
{
    const tunip_ir_call *call = (const tunip_ir_call *)node;
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    if (tirx_calls(node, "tirx.buffer_data") && tunip_array_count(call->args) == 1) {
        const tunip_path *at = tunip_path_item(d, tunip_path_attr(d, path, "args"), 0);
        const tunip_doc *buffer = tir_docsify(d, call->args->items[0], at);
        return tunip_doc_attr_new(d, buffer, tunip_str_from("data"));
    }
    if (call->attrs) return write_exact(d, call, path);
    if (!op) {
        if (!tunip_is(call->op, &tunip_ir_global_var_type))
            tunip_report(d, TUNIP_ISSUE_MALFORMED, path,
                         "a call of neither an operator nor a function of the module");
        return write_args(d, call, TIR_SUB(d, call, op, path), PLACE_NONE, path);
    }
    tunip_str name = tunip_string_value(op->name);
    const op_style *style = TUNIP_IR_FIND_ROW(name, styles);
    const tunip_doc *callee = write_name(d, name);
    if (tunip_str_is(name, "tirx.cuda.func_call")) return write_cuda_call(d, call, callee, path);
    return write_args(d, call, callee, style ? (place)style->dtype_place : PLACE_NONE, path);
}

const tunip_doc *tirx_op_word(tunip_docsifier *d, tunip_str name, const tunip_doc *scope)
{
    const op_style *style = TUNIP_IR_FIND_ROW(name, styles);
    return tunip_doc_attr_new(d, scope, style ? tunip_str_from(style->script_name) : name);
}

const tunip_doc *tunip_tir_write_call(tunip_docsifier *d, const tunip_node *call,
                                      const tunip_path *path)
{
    return tir_docsify_v26_call(d, call, path);
}

/* ---- reading ---- */

bool tirx_find_op(tunip_str name, tunip_word *out)
{
    for (size_t i = 0; i < TUNIP_LEN(styles); i++) {
        if (!tunip_str_is(name, styles[i].script_name)) continue;
        *out = (tunip_word){.name = styles[i].script_name,
                            .params = "*args",
                            .read = tir_read_later_op,
                            .data = (intptr_t)&styles[i]};
        return true;
    }
    return false;
}

/* An operator that v0.23 does not have. The text has no dtype unless it is an argument. */
TIR_READ(later_op)
{
    const op_style *style = (const op_style *)call->word->data;
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_values args = call->rest;
    tunip_dtype dtype = TUNIP_VOID;
    bool is_first = style->dtype_place == PLACE_FIRST;
    if (style->dtype_place != PLACE_NONE && args.count) {
        dtype = tunip_value_to_dtype(e, &args.items[is_first ? 0 : args.count - 1], dtype);
        args = (tunip_values){args.items + is_first, args.count - 1};
    }
    tunip_value list = {.kind = TUNIP_VALUE_LIST, .doc = call->doc, .items = args};
    tunip_tir_call *made = tunip_node_new(graph, &tunip_tir_call_type);
    tunip_ir_op *op = tunip_node_new(graph, &tunip_ir_op_type);
    if (!made || !op) return tunip_value_wrong(call->doc);
    op->name = tunip_string_new(graph, style->name);
    made->base.dtype = dtype;
    made->op = (tunip_node *)op;
    made->args = tir_exprs(e, &list);
    return tunip_value_node(made, call->doc);
}
