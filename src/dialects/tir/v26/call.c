/* call.c -- calls of TVM v0.26 inside tensor IR: of operators, and of functions of the module. */
#include <tunip/ext/ir_rules.h>

#include <tunip/tvm/relax_types_v26.h>

#include "../guess.h"
#include "buffer.h"
#include "read.h"
#include "rules.h"

typedef enum place { PLACE_NONE, PLACE_FIRST, PLACE_LAST } place;

/* The written form of an operator. Operators without a row are written with their registered
 * names. */
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
    tir_args args;
    tir_args_begin(&args);
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

/* Writes a name. T.cuda.exp has two names after T. */
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

/* Operations on tiles are not expressions (tile_read.c). */
static bool is_tile(const op_style *style)
{
    return strncmp(style->name, "tirx.tile.", 10) == 0;
}

bool tirx_find_later(tunip_elaborator *e, tunip_str name, tunip_word *out)
{
    static const char axis[] = "=Axis.";
    static const char own[] = "axis."; /* T.axis.spatal is a mistake */
    if (tirx_find_tile(name, out)) return true;
    for (size_t i = 0; i < TUNIP_LEN(styles); i++) {
        if (!tunip_str_is(name, styles[i].script_name) || is_tile(&styles[i])) continue;
        *out = (tunip_word){.name = styles[i].script_name,
                            .params = "*args",
                            .read = tir_read_later_op,
                            .data = (intptr_t)&styles[i],
                            .since = 26};
        return true;
    }
    bool is_axis = name.size > sizeof axis && memcmp(name.data, axis, sizeof axis - 1) == 0;
    bool is_own = name.size >= sizeof own && memcmp(name.data, own, sizeof own - 1) == 0;
    bool is_foreign = tunip_elaborator_vintage(e) && name.size && name.data[0] != '=' && !is_own &&
                      memchr(name.data, '.', name.size);
    *out = (tunip_word){.name = name.data, .since = 26};
    out->params = is_axis ? NULL : "*args";
    out->read = is_axis ? tir_read_axis_name : tir_read_foreign_op;
    return is_axis || is_foreign;
}

void *tirx_carry(tunip_elaborator *e, void *op, void *type, void *attrs)
{
    return tunip_array_new(tunip_elaborator_graph(e), 3, (void *[]){op, type, attrs});
}

/* ---- the type of a call ---- */

typedef enum result {
    RESULT_VOID,
    RESULT_BOOL,
    RESULT_INT32,
    RESULT_INT64,
    RESULT_UINT32,
    RESULT_UINT64,
    RESULT_FLOAT32,
    RESULT_ARG_0,
    RESULT_ARG_1,
    RESULT_ELEMENT_1,
    RESULT_ELEMENT_3
} result;

static const struct {
    const char *name;
    result makes;
} results[] = {
#define X(name, makes) {name, RESULT_##makes},
#include "op_types.def"
#undef X
};

static tunip_dtype dtype_at(const tunip_array *args, size_t index)
{
    return index < tunip_array_count(args) ? tunip_ir_dtype_of(args->items[index]) : TUNIP_VOID;
}

static tunip_dtype element_at(const tunip_array *args, size_t index)
{
    const tunip_node *arg = index < tunip_array_count(args) ? args->items[index] : NULL;
    const tunip_tir_var *var = TUNIP_AS_A(tunip_tir_var, arg);
    const tunip_ir_pointer_type *type =
        TUNIP_AS(tunip_ir_pointer_type, var ? var->type_annotation : NULL);
    const tunip_ir_prim_type *prim = TUNIP_AS(tunip_ir_prim_type, type ? type->element_type : NULL);
    return prim ? prim->dtype : TUNIP_VOID;
}

static tunip_dtype result_of(const char *name, const tunip_array *args)
{
    static const tunip_dtype fixed[] = {
        [RESULT_BOOL] = {TUNIP_DTYPE_BOOL, 8, 1},    [RESULT_INT32] = {TUNIP_DTYPE_INT, 32, 1},
        [RESULT_INT64] = {TUNIP_DTYPE_INT, 64, 1},   [RESULT_UINT32] = {TUNIP_DTYPE_UINT, 32, 1},
        [RESULT_UINT64] = {TUNIP_DTYPE_UINT, 64, 1}, [RESULT_FLOAT32] = {TUNIP_DTYPE_FLOAT, 32, 1}};
    size_t i = 0;
    while (i < TUNIP_LEN(results) && strcmp(results[i].name, name) != 0) i++;
    result makes = i < TUNIP_LEN(results) ? results[i].makes : RESULT_VOID;
    if (makes == RESULT_VOID) return TUNIP_VOID;
    if (makes <= RESULT_FLOAT32) return fixed[makes];
    if (makes <= RESULT_ARG_1) return dtype_at(args, makes - RESULT_ARG_0);
    return element_at(args, makes == RESULT_ELEMENT_1 ? 1 : 3);
}

tunip_node *tirx_given_type(const tunip_value *value)
{
    bool is_type = value->kind == TUNIP_VALUE_NODE && tunip_is_a(value->node, &tunip_ir_type_type);
    return is_type ? value->node : NULL;
}

/* If the first argument is a dtype: the operator of the same name that takes a dtype first.
 * T.ptx.cp_async means two operators. */
static const op_style *with_dtype(const op_style *style, tunip_values args)
{
    tunip_dtype dtype;
    bool has_dtype = style->dtype_place == PLACE_NONE && args.count &&
                     args.items[0].kind == TUNIP_VALUE_STR &&
                     tunip_dtype_parse(args.items[0].text, &dtype);
    for (size_t i = 0; has_dtype && i < TUNIP_LEN(styles); i++)
        if (styles[i].dtype_place == PLACE_FIRST &&
            strcmp(styles[i].script_name, style->script_name) == 0)
            return &styles[i];
    return style;
}

static tunip_tir_call *new_tir_call(tunip_elaborator *e, const char *name, tunip_dtype dtype,
                                    tunip_array *args, tunip_node *type)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tir_call *made = tunip_node_new(graph, &tunip_tir_call_type);
    tunip_ir_op *op = tunip_node_new(graph, &tunip_ir_op_type);
    if (!made || !op) return NULL;
    op->name = tunip_string_new(graph, name);
    made->base.dtype = type ? tir_handle : dtype;
    made->op = type ? tirx_carry(e, op, type, NULL) : (tunip_node *)op;
    made->args = args;
    return made;
}

/* The arguments of an operator: also buffers and regions. */
static tunip_array *nodes_of(tunip_elaborator *e, tunip_values args)
{
    tunip_array *nodes = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    for (size_t i = 0; i < args.count; i++) {
        const tunip_value *value = &args.items[i];
        bool is_node =
            value->kind == TUNIP_VALUE_NODE && !tunip_is_a(value->node, &tunip_tir_iter_var_type);
        void *node = is_node ? value->node : tir_expr(e, value);
        if (!node && value->kind != TUNIP_VALUE_NONE) return NULL;
        tunip_ir_append(e, nodes, node);
    }
    return nodes;
}

/* If a fragment uses a variable without a declaration as an argument of an operator for GPUs, the
 * variable is a pointer. These operators access memory, and their other arguments are written as
 * numbers. */
static void decide_pointers(tunip_elaborator *e, const char *name, const tunip_array *args)
{
    static const char *const families[] = {"tirx.cuda.", "tirx.nvshmem.", "tirx.ptx."};
    bool is_member = false;
    for (size_t i = 0; i < TUNIP_LEN(families); i++)
        is_member = is_member || strncmp(name, families[i], strlen(families[i])) == 0;
    for (size_t i = 0; is_member && i < tunip_array_count(args); i++)
        if (tunip_is_a(args->items[i], &tunip_tir_var_type))
            tir_decide(e, args->items[i], tir_handle);
}

/* An operator that v0.23 does not have. */
TIR_READ(later_op)
{
    tunip_values args = call->rest;
    const op_style *style = with_dtype((const op_style *)call->word->data, args);
    tunip_dtype dtype = TUNIP_VOID;
    tunip_node *type = NULL;
    bool is_first = style->dtype_place == PLACE_FIRST, is_given = style->dtype_place != PLACE_NONE;
    if (is_given && args.count) {
        const tunip_value *given = &args.items[is_first ? 0 : args.count - 1];
        type = tirx_given_type(given);
        if (!type) dtype = tunip_value_to_dtype(e, given, dtype);
        args = (tunip_values){args.items + is_first, args.count - 1};
    }
    tunip_array *nodes = nodes_of(e, args);
    if (!nodes) return tunip_value_wrong(call->doc);
    decide_pointers(e, style->name, nodes);
    if (!is_given) dtype = result_of(style->name, nodes);
    return tunip_value_node(new_tir_call(e, style->name, dtype, nodes, type), call->doc);
}

/* An unknown operator, T.custom_op.f(x), also on expressions of Relax. */
TIR_READ(foreign_op)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    bool is_relax = false;
    for (size_t i = 0; i < call->rest.count; i++)
        is_relax = is_relax || (call->rest.items[i].kind == TUNIP_VALUE_NODE &&
                                tunip_is_a(call->rest.items[i].node, &tunip_ir_relax_expr_type));
    tunip_array *nodes = nodes_of(e, call->rest);
    if (!nodes) return tunip_value_wrong(call->doc);
    if (!is_relax)
        return tunip_value_node(new_tir_call(e, call->word->name, TUNIP_VOID, nodes, NULL),
                                call->doc);
    tunip_relax_call *made = tunip_node_new(graph, &tunip_relax_call_type);
    tunip_ir_op *op = tunip_node_new(graph, &tunip_ir_op_type);
    if (!made || !op) return tunip_value_wrong(call->doc);
    op->name = tunip_string_new(graph, call->word->name);
    made->op = (tunip_node *)op;
    made->args = nodes;
    made->sinfo_args = tunip_array_new(graph, 0, NULL);
    return tunip_value_node(made, call->doc);
}

/* A type as an argument: a dtype, or T.handle("float32").ty. */
static void take_type(tunip_elaborator *e, const tunip_value *value, tunip_dtype *dtype,
                      tunip_node **type)
{
    *type = tirx_given_type(value);
    if (!*type && value->kind > TUNIP_VALUE_NONE)
        *dtype = tunip_value_to_dtype(e, value, TUNIP_VOID);
}

/* T.Call("tirx.op", [x], attrs={...}, ret_ty="int32") */
TIR_READ(typed_call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_value *callee = &call->args[0], *given = &call->args[2];
    tunip_dtype dtype = TUNIP_VOID;
    tunip_node *type = NULL, *attrs = NULL, *op = NULL;
    take_type(e, &call->args[3], &dtype, &type);
    tunip_values items =
        call->args[1].kind == TUNIP_VALUE_LIST ? call->args[1].items : (tunip_values){NULL, 0};
    tunip_array *nodes = nodes_of(e, items);
    if (callee->kind == TUNIP_VALUE_STR) {
        tunip_ir_op *made = tunip_node_new(graph, &tunip_ir_op_type);
        if (made) made->name = tunip_string_new_view(graph, callee->text);
        op = (tunip_node *)made;
    } else {
        op = tunip_value_to_node(e, callee, &tunip_ir_relax_expr_type);
    }
    if (given->kind == TUNIP_VALUE_DICT) {
        tunip_ir_dict_attrs *dict = tunip_node_new(graph, &tunip_ir_dict_attrs_type);
        if (dict) dict->dict = tir_data(e, given);
        attrs = (tunip_node *)dict;
    } else if (given->kind == TUNIP_VALUE_NODE) {
        attrs = given->node;
    }
    tunip_tir_call *made = tunip_node_new(graph, &tunip_tir_call_type);
    if (!made || !nodes || !op) return tunip_value_wrong(call->doc);
    made->base.dtype = type ? tir_handle : dtype;
    made->op = tirx_carry(e, op, type, attrs);
    made->args = nodes;
    return tunip_value_node(made, call->doc);
}

/* T.cuda.func_call("f", x, source_code="...", return_type="int32") */
TIR_READ(cuda_call)
{
    tunip_dtype dtype = TUNIP_VOID;
    tunip_node *type;
    tunip_array *nodes = nodes_of(e, call->rest);
    void *code = tir_optional(e, &call->args[0]);
    take_type(e, &call->args[1], &dtype, &type);
    if (!nodes || !code) return tunip_value_wrong(call->doc);
    tunip_ir_append(e, nodes, code);
    return tunip_value_node(new_tir_call(e, "tirx.cuda.func_call", dtype, nodes, type), call->doc);
}
