/* call.c -- calls of operators, T.exp(x), and calls of functions of the module, Module.f(x). */
#include <limits.h>
#include <stdlib.h>

#include <tunip/ext/ir_rules.h>
#include <tunip/tvm/relax_types_v26.h>

#include "buffer.h"
#include "frame.h"
#include "numbers.h"
#include "ops.h"
#include "refuse.h"
#include "rules.h"
#include "script.h"

/* ---- operators that other dialects add ---- */

static tunip_dtype dtype_of_args(const tunip_array *args, size_t index)
{
    const tunip_node *arg = index < tunip_array_count(args) ? args->items[index] : NULL;
    const tunip_tir_buffer *buffer = TUNIP_AS(tunip_tir_buffer, arg);
    if (buffer) return buffer->dtype;
    return arg ? tunip_ir_dtype_of(arg) : (tunip_dtype){TUNIP_DTYPE_HANDLE, 0, 0};
}

static tir_dtype_place place_of_added(const tunip_op_row *op)
{
    if (op && strcmp(op->dtype, "first") == 0) return TIR_DTYPE_FIRST;
    return op && strcmp(op->dtype, "last") == 0 ? TIR_DTYPE_LAST : TIR_DTYPE_NONE;
}

/* The number after a word such as "arg "; -1 if `text` does not begin with the word. */
static int number_after(const char *text, const char *word)
{
    size_t size = strlen(word);
    return strncmp(text, word, size) == 0 ? (int)strtol(text + size, NULL, 10) : -1;
}

/* The dtype of a call of an operator whose text does not show it (tunip_op_row.dtype). */
static tunip_dtype dtype_of_added(const tunip_op_row *op, const tunip_array *args)
{
    tunip_dtype dtype = TUNIP_VOID;
    tunip_str name = tunip_str_from(op->dtype);
    int arg = number_after(op->dtype, "arg "), named = number_after(op->dtype, "named ");
    if (arg >= 0) return dtype_of_args(args, (size_t)arg);
    if (named >= 0) {
        bool is_there = (size_t)named < tunip_array_count(args);
        const tunip_tir_string_imm *imm =
            is_there ? TUNIP_AS_A(tunip_tir_string_imm, args->items[named]) : NULL;
        name = imm ? tunip_string_value(imm->value) : tunip_str_from("");
    }
    if (!tunip_dtype_parse(name, &dtype)) dtype = TUNIP_VOID;
    return dtype;
}

static bool added_gives_back(const tunip_op_row *op, const tunip_tir_call *call)
{
    if (!op) return false;
    return place_of_added(op) != TIR_DTYPE_NONE ||
           tunip_dtype_equal(dtype_of_added(op, call->args), call->base.dtype);
}

/* ---- printing ---- */

/* The form of a call: its callee and the place of its dtype. */
typedef struct call_style {
    const tunip_doc *callee;
    tir_dtype_place place;
    tunip_str lossy_op; /* the operator, if a reader makes another node of the text */
} call_style;

static call_style style_of_op(tunip_docsifier *d, const tunip_tir_call *call, const tunip_ir_op *op)
{
    tunip_str name = tunip_string_value(op->name);
    const tir_op *known = tir_find_either_op(name);
    const tunip_op_row *added = known ? NULL : tunip_job_op(d, name);
    call_style style = {.place = known ? known->dtype_place : place_of_added(added)};
    const char *text = known   ? tir_op_word_of(known)
                       : added ? added->word
                               : tunip_doc_text(d, name).data;
    style.callee = tir_name(d, text ? text : "");
    bool gives_back = known ? tir_op_gives_back(known, call) : added_gives_back(added, call);
    if (!gives_back) style.lossy_op = name;
    return style;
}

static tunip_dtype result_dtype(const tunip_node *function)
{
    static const tunip_dtype none = {TUNIP_DTYPE_HANDLE, 0, 0};
    const tunip_tir_prim_func *func = TUNIP_AS(tunip_tir_prim_func, function);
    const tunip_ir_prim_type *type = func ? TUNIP_AS(tunip_ir_prim_type, func->ret_type) : NULL;
    return type ? type->dtype : none;
}

/* Whether a call has the dtype of the result of its function, which is one of the module. True in a
 * large module, because the search is linear. */
static bool is_usual_call(tunip_docsifier *d, const tunip_tir_call *call)
{
    enum { MOST_FUNCTIONS = 1024 };
    const tunip_ir_module *module = tunip_ir_printed_module(d);
    if (!module || tunip_map_count(module->functions) > MOST_FUNCTIONS) return true;
    if (!tunip_array_count(call->args) && call->base.dtype.bits)
        return false; /* Python's f() might be a call of any dialect */
    const tunip_node *func = tunip_map_at(module->functions, call->op);
    return tunip_is(func, &tunip_tir_prim_func_type) &&
           tunip_dtype_equal(result_dtype(func), call->base.dtype);
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
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    call_style style = {.place = TIR_DTYPE_NONE};
    if (op) {
        style = style_of_op(d, call, op);
    } else {
        if (!tunip_is(call->op, &tunip_ir_global_var_type))
            tunip_report(d, TUNIP_ISSUE_MALFORMED, path,
                         "a call of neither an operator nor a function of the module");
        style.callee = TIR_SUB(d, call, op, path);
    }
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
    if (!tunip_is(call->op, &tunip_ir_global_var_type) || is_usual_call(d, call)) return doc;
    /* a reader gives the call the dtype of the function: T.Call("dtype", function, args) is
     * the exact call */
    const tunip_doc *dtype = tunip_doc_dtype(d, call->base.dtype, NULL);
    return tunip_doc_continued_new(d, doc, TIR_CALL(d, "Call", dtype, style.callee));
}

/* ---- reading ---- */

static tunip_dtype element_at(const tunip_array *args, size_t index)
{
    const tunip_node *arg = index < tunip_array_count(args) ? args->items[index] : NULL;
    const tunip_tir_var *var = TUNIP_AS_A(tunip_tir_var, arg);
    const tunip_ir_pointer_type *type =
        TUNIP_AS(tunip_ir_pointer_type, var ? var->type_annotation : NULL);
    const tunip_ir_prim_type *prim = TUNIP_AS(tunip_ir_prim_type, type ? type->element_type : NULL);
    return prim ? prim->dtype : TUNIP_VOID;
}

/* The dtype of a call by a row's tir_op_makes; `given` is the one among the arguments. */
static tunip_dtype call_dtype(unsigned makes, const tunip_array *args, tunip_dtype given)
{
    switch (makes) {
    case TIR_MAKES_GIVEN:
        return given;
    case TIR_MAKES_ARG_0:
    case TIR_MAKES_ARG_1:
        return dtype_of_args(args, makes - TIR_MAKES_ARG_0);
    case TIR_MAKES_ELEMENT_1:
        return element_at(args, 1);
    case TIR_MAKES_ELEMENT_3:
        return element_at(args, 3);
    default:
        return tir_named_dtype(makes, args);
    }
}

static size_t count_params(const char *params)
{
    size_t count = *params != '\0';
    for (; *params; params++) count += *params == ' ';
    return count;
}

/* Whether TVM's function accepts this number of arguments. The dtype is the first argument, or a
 * keyword argument. */
static bool takes_count(tunip_elaborator *e, const tir_op *op, const tunip_word_call *call)
{
    if (!op) return true;
    const char *params = op->params;
    bool takes_any = *params == '*';
    if (takes_any && tunip_elaborator_folds(e) && op->dtype_place == TIR_DTYPE_FIRST &&
        call->rest.count + (call->args[0].kind > TUNIP_VALUE_NONE) < 2) {
        tunip_complain(e, call->doc, TUNIP_BREAKS_ARGUMENTS "the argument `func_name` is missing");
        tunip_complain_also(e, NULL, "its parameters are (dtype func_name *args)");
        return false;
    }
    if (takes_any) return true;
    const char *dtype = strstr(params, "dtype");
    bool takes_dtype = dtype && (dtype == params || dtype[-1] == ' ') && strcspn(dtype, " ") == 5;
    size_t given = call->rest.count + (takes_dtype && call->args[0].kind > TUNIP_VALUE_NONE);
    size_t wanted = count_params(params);
    if (given == wanted) return true;
    tunip_complain(e, call->doc,
                   TUNIP_BREAKS_ARGUMENTS "`%s` takes %zu argument%s and is given %zu",
                   tir_op_word_of(op), wanted, wanted == 1 ? "" : "s", given);
    tunip_complain_also(e, NULL, "its parameters are (%s)", params);
    return false;
}

static const tunip_dtype void_dtype = {TUNIP_DTYPE_HANDLE, 0, 0};

/* The dtype among the arguments of a call. As in TVM's parser, None means void, and any dtype is
 * ignored for operators that have a dtype of their own. */
static tunip_dtype given_dtype(tunip_elaborator *e, const tunip_value *value, int place)
{
    bool is_dropped = place == TIR_DTYPE_NONE || value->kind == TUNIP_VALUE_NONE;
    if (is_dropped && tunip_elaborator_folds(e)) return void_dtype;
    return tunip_value_to_dtype(e, value, void_dtype);
}

/* Whether the argument of T.reinterpret already has the resulting dtype. */
static bool is_recast(const tir_op *op, tunip_dtype dtype, const tunip_array *args)
{
    return op->when == TIR_WHEN_RECAST && tunip_array_count(args) == 1 &&
           tunip_dtype_equal(tunip_ir_dtype_of(args->items[0]), dtype);
}

/* The number of an intrinsic function of LLVM is a uint32. */
static void number_intrinsic(tunip_elaborator *e, const tir_op *op, tunip_values args,
                             tunip_array *nodes)
{
    if (op->when != TIR_WHEN_NUMBERED || !args.count || args.items[0].kind != TUNIP_VALUE_INT)
        return;
    static const tunip_dtype uint32 = {TUNIP_DTYPE_UINT, 32, 1};
    nodes->items[0] =
        (tunip_node *)tunip_ir_int(tunip_elaborator_graph(e), uint32, args.items[0].integer);
}

/* ---- buffers as arguments ---- */

static void *make_shape(tunip_elaborator *e, tunip_array *sizes)
{
    return tir_new_call(e, tir_handle, tir_op_new(e, "tir.tvm_stack_make_shape"), sizes);
}

/* The array that a packed function gets for a buffer (TVM python/tvm/tir/op.py, _pack_buffer). */
static void *pack_buffer(tunip_elaborator *e, const tunip_tir_buffer *buffer, const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_value zero = {.kind = TUNIP_VALUE_INT, .doc = doc};
    size_t count = tunip_array_count(buffer->shape);
    void *no_strides = tunip_ir_int(graph, tir_int32, 0);
    void *strides =
        tunip_array_count(buffer->strides) ? make_shape(e, buffer->strides) : no_strides;
    void *shape = make_shape(e, buffer->shape);
    void *ndim = tunip_ir_int(graph, tir_int32, (int64_t)count);
    void *element = tir_number(e, &zero, buffer->dtype);
    void *offset = buffer->elem_offset ? (void *)buffer->elem_offset : no_strides;
    tunip_array *args = TUNIP_LIST(graph, buffer->data, shape, strides, ndim, element, offset);
    return tir_new_call(e, tir_handle, tir_op_new(e, "tir.tvm_stack_make_array"), args);
}

/* An argument of an operator. In v0.26 a buffer is an expression, too. Without --fold, one that
 * is not packed stays as it is: words that follow may show that the script is of v0.26, and
 * otherwise it is a flaw. */
static void *arg_of(tunip_elaborator *e, const tir_op *op, const tunip_value *value)
{
    tunip_node *node = value->kind == TUNIP_VALUE_NODE ? value->node : NULL;
    const tunip_tir_buffer *buffer = TUNIP_AS(tunip_tir_buffer, node);
    bool is_later = tir_does(e, TIR_DOES_PASS_BUFFERS);
    bool folds = tunip_elaborator_folds(e);
    if (buffer && op && op->packs && (folds || !is_later))
        return pack_buffer(e, buffer, value->doc);
    if (!node || (buffer && folds && !is_later) ||
        tunip_is_a(node, &tunip_tir_buffer_region_type) ||
        tunip_is_a(node, &tunip_tir_iter_var_type))
        return tir_expr(e, value);
    return node;
}

/* TVM's exp() casts integers; no other function does (TVM python/tvm/tir/op.py). False after a
 * complaint. */
static bool cast_integer(tunip_elaborator *e, const tir_op *op, tunip_array *args,
                         const tunip_doc *doc)
{
    bool casts = op && op->casts_ints && tunip_array_count(args) == 1;
    if (!casts || !tunip_elaborator_folds(e)) return true;
    tunip_dtype dtype = tunip_ir_dtype_of(args->items[0]);
    if (dtype.code != TUNIP_DTYPE_INT && dtype.code != TUNIP_DTYPE_UINT) return true;
    if (!tir_takes_cast(e, args->items[0], tir_float32, doc)) return false;
    tunip_tir_cast *cast =
        tunip_tir_cast_new(tunip_elaborator_graph(e), tir_float32, args->items[0]);
    args->items[0] = (tunip_node *)cast;
    return cast != NULL;
}

/* T.exp(x); T.call_extern("float32", "f", x), whose dtype is an argument. */
TIR_READ(op)
{
    const tir_op *op = (const tir_op *)call->word->data;
    tunip_values args = call->rest;
    if (!takes_count(e, op, call)) return tunip_value_wrong(call->doc);
    if (tunip_elaborator_folds(e) && op && op->on_bits)
        return tir_read_bits(e, op->on_bits, args.items, call->doc);
    tunip_dtype given = void_dtype;
    tunip_node *type = NULL;
    int place = op ? op->dtype_place : TIR_DTYPE_NONE;
    if (call->args[0].kind > TUNIP_VALUE_NONE) {
        type = tirx_given_type(&call->args[0]);
        given = type ? tir_handle : given_dtype(e, &call->args[0], place);
    } else if (place != TIR_DTYPE_NONE) {
        if (!args.count)
            return tunip_complain(e, call->doc, TUNIP_BREAKS_DTYPE "the dtype is missing");
        size_t at = place == TIR_DTYPE_FIRST ? 0 : args.count - 1;
        type = tirx_given_type(&args.items[at]);
        given = type ? tir_handle : given_dtype(e, &args.items[at], place);
        args = (tunip_values){args.items + (at == 0), args.count - 1};
    }
    tunip_array *nodes = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    for (size_t i = 0; i < args.count; i++) {
        void *node = arg_of(e, op, &args.items[i]);
        if (!node && args.items[i].kind != TUNIP_VALUE_NONE) return tunip_value_wrong(call->doc);
        tunip_ir_append(e, nodes, node);
    }
    if (!cast_integer(e, op, nodes, call->doc)) return tunip_value_wrong(call->doc);
    if (op && tunip_elaborator_folds(e) && is_recast(op, given, nodes))
        return tunip_value_node(nodes->items[0], call->doc);
    if (op && nodes && tunip_elaborator_folds(e)) {
        tunip_value computed = tir_computed(e, op, nodes, call->doc);
        if (computed.kind != TUNIP_VALUE_ABSENT) return computed;
    }
    if (op && nodes) number_intrinsic(e, op, args, nodes);
    tir_decide_args(e, op, nodes);
    void *callee = tir_op_new(e, op ? op->old_name : call->word->name);
    tunip_dtype dtype = call_dtype(op ? op->makes : TIR_MAKES_NOTHING, nodes, given);
    tunip_tir_call *made = tir_new_call(e, dtype, callee, nodes);
    if (made && !tir_takes_args(e, op, made, call->doc)) return tunip_value_wrong(call->doc);
    if (made && type) made->op = tirx_carry(e, made->op, type, NULL);
    return tunip_value_node(made, call->doc);
}

/* The arguments of a call without those that are absent. */
static tunip_values given_args(tunip_elaborator *e, const tunip_word_call *call)
{
    size_t count = 0, params = 0;
    const tunip_op_row *op = (const tunip_op_row *)call->word->data;
    for (const char *at = op->params; *at; at += strspn(at, " ")) {
        size_t size = strcspn(at, " ");
        params += *at != '*';
        at += size;
    }
    tunip_value *items = tunip_elaborator_alloc(e, (params + call->rest.count + 1) * sizeof *items);
    for (size_t i = 0; items && i < params; i++)
        if (call->args[i].kind != TUNIP_VALUE_ABSENT) items[count++] = call->args[i];
    for (size_t i = 0; items && i < call->rest.count; i++) items[count++] = call->rest.items[i];
    return (tunip_values){items, count};
}

/* T.copy(A, B), an operator that a dialect of another project adds. */
TIR_READ(added_op)
{
    const tunip_op_row *op = (const tunip_op_row *)call->word->data;
    if (call->named.count) return op->keywords(e, call);
    tunip_values args = given_args(e, call);
    tir_dtype_place place = place_of_added(op);
    tunip_dtype dtype = TUNIP_VOID;
    if (!args.items) return tunip_value_wrong(call->doc);
    if (place != TIR_DTYPE_NONE) {
        if (!args.count)
            return tunip_complain(e, call->doc, TUNIP_BREAKS_DTYPE "the dtype is missing");
        size_t at = place == TIR_DTYPE_FIRST ? 0 : args.count - 1;
        dtype = tunip_value_to_dtype(e, &args.items[at], dtype);
        args = (tunip_values){args.items + (at == 0), args.count - 1};
    }
    tunip_array *nodes = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    for (size_t i = 0; i < args.count; i++) {
        void *node = arg_of(e, NULL, &args.items[i]);
        if (!node && args.items[i].kind != TUNIP_VALUE_NONE) return tunip_value_wrong(call->doc);
        tunip_ir_append(e, nodes, node);
    }
    if (place == TIR_DTYPE_NONE) dtype = dtype_of_added(op, nodes);
    return tunip_value_node(tir_new_call(e, dtype, tir_op_new(e, op->name), nodes), call->doc);
}

/* T.call_intrin("float32", "tir.exp", x) */
TIR_READ(call_op)
{
    tunip_dtype dtype = tunip_value_to_dtype(e, &call->args[0], tir_int32);
    tunip_str name = tunip_value_to_str(e, &call->args[1], "");
    bool is_tir = name.size > 4 && memcmp(name.data, "tir.", 4) == 0;
    if (!is_tir && tunip_elaborator_folds(e) && tir_does(e, TIR_DOES_SPELL_TIR))
        return tunip_complain(e, call->args[1].doc,
                              "the name of an operator of tensor IR begins with `tir.`");
    tunip_array *args = tunip_values_to_array(e, call->rest, &tunip_ir_prim_expr_type);
    void *op = tir_op_new(e, tunip_graph_copy(tunip_elaborator_graph(e), name).data);
    return tunip_value_node(tir_new_call(e, dtype, op, args), call->doc);
}

static tunip_value call_function(tunip_elaborator *e, tunip_node *function, tunip_values args,
                                 const tunip_doc *doc)
{
    tunip_array *nodes = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    for (size_t i = 0; i < args.count; i++) {
        void *node = tir_expr(e, &args.items[i]);
        if (!node) return tunip_value_wrong(doc);
        tunip_ir_append(e, nodes, node);
    }
    tunip_dtype dtype = result_dtype(tunip_ir_declaration(e, function));
    return tunip_value_node(tir_new_call(e, dtype, function, nodes), doc);
}

/* Module.f(x): a call of a function of the module. */
tunip_value tir_read_call(tunip_elaborator *e, const tunip_value *callee, const tunip_doc_call *doc)
{
    if (!tunip_is_a(callee->node, &tunip_ir_relax_expr_type))
        return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
    tunip_value *args = tunip_elaborate_all(e, doc->args);
    if (!args) return tunip_value_wrong(&doc->base);
    return call_function(e, callee->node, (tunip_values){args, doc->args.count}, &doc->base);
}

/* T.call_tir(Module.f, x) is Module.f(x). */
TIR_READ(call_tir)
{
    tunip_node *function = tunip_value_to_node(e, &call->args[0], &tunip_ir_global_var_type);
    return function ? call_function(e, function, call->rest, call->doc)
                    : tunip_value_wrong(call->doc);
}

/* T.Call("int32", tvm.ir.Op.get("tir.exp"), [x]): exactly this node. The operator may be given by
 * its name. */
TIR_READ(exact_call)
{
    tunip_dtype dtype = tunip_value_to_dtype(e, &call->args[0], tir_int32);
    const tunip_value *callee = &call->args[1];
    void *op = callee->kind == TUNIP_VALUE_STR
                   ? tir_op_new(e, tunip_graph_copy(tunip_elaborator_graph(e), callee->text).data)
                   : tunip_value_to_node(e, callee, &tunip_ir_relax_expr_type);
    tunip_array *args = tunip_value_to_array(e, &call->args[2], &tunip_ir_prim_expr_type);
    return tunip_value_node(op ? tir_new_call(e, dtype, op, args) : NULL, call->doc);
}

/* T.address_of(A[i]), or T.address_of(A) for its first element. */
TIR_READ(address_of)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_value *value = &call->args[0];
    if (!tir_takes_count(e, call, 1)) return tunip_value_wrong(call->doc);
    tunip_node *place = value->kind == TUNIP_VALUE_NODE ? value->node : NULL;
    if (tunip_is(place, &tunip_tir_buffer_type)) {
        tunip_tir_buffer *buffer = (tunip_tir_buffer *)place;
        tunip_array *zeros = tunip_array_new(graph, 0, NULL);
        for (size_t i = 0; i < tunip_array_count(buffer->shape); i++)
            tunip_ir_append(e, zeros, tunip_ir_int(graph, tir_int32, 0));
        place = (tunip_node *)tunip_tir_buffer_load_new(graph, buffer, zeros);
    } else {
        place = tir_expr(e, value);
    }
    if (!place) return tunip_value_wrong(call->doc);
    bool is_load = tunip_is(place, &tunip_tir_buffer_load_type);
    if (!is_load && tunip_elaborator_folds(e) && tir_does(e, TIR_DOES_ADDRESS_ELEMENTS))
        return tunip_complain(e, value->doc, "only an element of a buffer has an address");
    void *op = tir_op_new(e, "tir.address_of");
    return tunip_value_node(tir_new_call(e, tir_handle, op, TUNIP_LIST(graph, place)), call->doc);
}

/* Most words of v0.26 that older versions do not have are words of this version. */
enum { LATER_WORDS = 25 };

/* A.ptr_to([i, j]) */
TIR_READ(ptr_to)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_value self = call->self;
    tunip_node *element = self.kind == TUNIP_VALUE_NODE ? self.node : NULL;
    if (tirx_buffer_of_element(element)) self.node = (tunip_node *)tirx_buffer_of_element(element);
    tunip_value load = {.kind = TUNIP_VALUE_ABSENT};
    if (tunip_is(self.node, &tunip_tir_buffer_type))
        load = tir_read_subscript(e, &self, (tunip_values){call->args, 1}, call->doc);
    if (load.kind == TUNIP_VALUE_WRONG) return load;
    if (load.kind != TUNIP_VALUE_NODE || !tunip_is(load.node, &tunip_tir_buffer_load_type))
        return tunip_complain(e, call->doc, "only an element of a buffer has an address");
    tunip_note_vintage(e, LATER_WORDS, call->doc);
    return tunip_value_node(
        tir_new_call(e, tir_handle, tir_op_new(e, "tir.address_of"), TUNIP_LIST(graph, load.node)),
        call->doc);
}

/* A.elem_offset_of([i, j]), in bytes A.byte_offset_of([i, j]): the place of an element behind the
 * first one of A, or with inner=False of the buffer's memory. */
TIR_READ(offset_of)
{
    tunip_scratch *scratch = tunip_elaborator_scratch(e);
    tunip_value self = call->self;
    const tunip_node *node = self.kind == TUNIP_VALUE_NODE ? self.node : NULL;
    if (tirx_buffer_of_element(node)) self.node = (tunip_node *)tirx_buffer_of_element(node);
    const tunip_tir_buffer *buffer = TUNIP_AS(tunip_tir_buffer, self.node);
    if (!buffer) return tunip_complain(e, call->doc, "only a buffer has elements");
    tunip_value load = tir_read_subscript(e, &self, (tunip_values){call->args, 1}, call->doc);
    if (load.kind == TUNIP_VALUE_WRONG) return load;
    if (load.kind != TUNIP_VALUE_NODE || !tunip_is(load.node, &tunip_tir_buffer_load_type))
        return tunip_complain(e, call->doc, "only an element of a buffer has an offset");
    tunip_note_vintage(e, LATER_WORDS, call->doc);
    tunip_array *args = TUNIP_LIST(tunip_elaborator_graph(e), load.node);
    const tunip_node *offset =
        (tunip_node *)tir_new_call(e, tir_int32, tir_op_new(e, "tir.buffer_offset"), args);
    if (offset && !tunip_value_to_bool(e, &call->args[1], true))
        offset = tir_folded(scratch, TIR_FOLD_ADD, buffer->elem_offset, offset);
    if (!offset || !call->word->data) return tunip_value_node((void *)(uintptr_t)offset, call->doc);
    int64_t bits = (int64_t)buffer->dtype.bits * buffer->dtype.lanes;
    offset = tir_folded(scratch, TIR_FOLD_MUL, offset, tir_new_int(scratch, tir_int32, bits));
    if (offset)
        offset =
            tir_folded(scratch, TIR_FOLD_FLOOR_DIV, offset, tir_new_int(scratch, tir_int32, 8));
    return tunip_value_node((void *)(uintptr_t)offset, call->doc);
}

/* ==== Calls of TVM v0.26 inside tensor IR: of operators, and of functions of the module ==== */

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

/* ---- calls ---- */

static const tunip_doc *write_args(tunip_docsifier *d, const tunip_ir_call *call,
                                   const tunip_doc *callee, int dtype_place, const tunip_path *path)
{
    size_t count = tunip_array_count(call->args), at = 0;
    const tunip_doc **docs = tunip_docs_new(d, count + 1);
    const tunip_path *args_path = tunip_path_attr(d, path, "args");
    if (docs && dtype_place == TIR_DTYPE_FIRST) docs[at++] = write_type(d, call, path);
    for (size_t i = 0; docs && i < count; i++)
        docs[at++] = tir_docsify(d, call->args->items[i], tunip_path_item(d, args_path, i));
    if (docs && dtype_place == TIR_DTYPE_LAST) docs[at++] = write_type(d, call, path);
    return tunip_doc_call_new(d, callee, tunip_docs_view(docs, at), NULL, tunip_docs_none());
}

/* Writes a name. T.cuda.exp has two names after T. */
static const tunip_doc *write_name(tunip_docsifier *d, tunip_str name)
{
    const tir_op *op = tirx_find_op(name);
    const tunip_op_row *added = op ? NULL : tunip_job_op(d, name);
    const char *text = op      ? tirx_op_word_of(op)
                       : added ? added->word
                               : tunip_doc_text(d, name).data;
    return tir_name(d, text ? text : "");
}

const tunip_doc *tirx_cuda_call(tunip_docsifier *d, tunip_str op, const tunip_array *call_args,
                                const tunip_doc *type, const tunip_path *path)
{
    size_t count = tunip_array_count(call_args);
    const tunip_doc *callee = write_name(d, op);
    const tunip_path *args_path = tunip_path_attr(d, path, "args");
    const tunip_doc **docs = tunip_docs_new(d, count);
    tunip_str *keys = tunip_job_alloc(d, 2 * sizeof *keys);
    const tunip_doc **values = tunip_docs_new(d, 2);
    if (!docs || !keys || !values || !count) return callee;
    for (size_t i = 0; i + 1 < count; i++)
        docs[i] = tir_docsify(d, call_args->items[i], tunip_path_item(d, args_path, i));
    const tunip_node *last = call_args->items[count - 1];
    const tunip_tir_string_imm *code = TUNIP_AS(tunip_tir_string_imm, last);
    const tunip_path *at = tunip_path_item(d, args_path, count - 1);
    keys[0] = tunip_str_from("source_code");
    values[0] =
        code ? tunip_doc_str(d, tunip_string_value(code->value), at) : tir_docsify(d, last, at);
    keys[1] = tunip_str_from("return_type");
    values[1] = type;
    return tunip_doc_call_new(d, callee, tunip_docs_view(docs, count - 1), keys,
                              tunip_docs_view(values, type ? 2 : 1));
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
        return write_args(d, call, TIR_SUB(d, call, op, path), TIR_DTYPE_NONE, path);
    }
    tunip_str name = tunip_string_value(op->name);
    const tir_op *row = tirx_find_op(name);
    if (tunip_str_is(name, "tirx.cuda.func_call")) {
        const tunip_node *ty = ((const tunip_ir_expr *)call)->ty;
        const tunip_ir_prim_type *prim = TUNIP_AS(tunip_ir_prim_type, ty);
        bool is_void = prim && tunip_dtype_equal(prim->dtype, TUNIP_VOID);
        const tunip_doc *type = is_void ? NULL : write_type(d, call, path);
        return tirx_cuda_call(d, name, call->args, type, path);
    }
    const tunip_doc *callee = write_name(d, name);
    int place = row ? row->dtype_place : (int)place_of_added(tunip_job_op(d, name));
    return write_args(d, call, callee, place, path);
}

const tunip_doc *tirx_op_word(tunip_docsifier *d, tunip_str name, const tunip_doc *scope)
{
    const tir_op *op = tirx_find_op(name);
    return tunip_doc_attr_new(d, scope, op ? tunip_str_from(tirx_op_word_of(op)) : name);
}

const tunip_doc *tunip_tir_write_call(tunip_docsifier *d, const tunip_node *call,
                                      const tunip_path *path)
{
    return tir_docsify_v26_call(d, call, path);
}

/* ---- reading ---- */

/* T.ptx.mma.legacy(..., dtype="float32"): TVM drops the dtype, which v0.23 wrote. */
static bool is_old_style(const tir_op *op)
{
    static const char *const starts[] = {"tirx.ptx.", "tirx.cuda.", "tirx.nvshmem.", "tirx.mma_"};
    for (size_t i = 0; i < TUNIP_LEN(starts); i++)
        if (strncmp(op->new_name, starts[i], strlen(starts[i])) == 0)
            return op->dtype_place == TIR_DTYPE_NONE;
    return false;
}

/* The axes of layouts, which scripts import by their names (TVM python/tvm/tirx/layout.py). */
static bool is_axis_name(tunip_str name)
{
    static const char *const names[] = {
        "bx", "by",     "bz",     "cbx",  "cby",       "cbz",       "tx",   "m",    "P",
        "F",  "warpid", "laneid", "wgid", "tid_in_wg", "wid_in_wg", "Bank", "TCol", "TLane"};
    for (size_t i = 0; i < TUNIP_LEN(names); i++)
        if (tunip_str_is(name, names[i])) return true;
    return false;
}

bool tirx_find_later(tunip_elaborator *e, tunip_str name, tunip_word *out)
{
    static const char axis[] = "=Axis.";
    static const char own[] = "axis."; /* T.axis.spatal is a mistake */
    if (tirx_find_tile(name, out)) return true;
    *out = (tunip_word){.name = name.data, .read = tir_read_op_function};
    if (tirx_find_function(e, name, out)) return true;
    const tir_op *op = tirx_find_op_word(name, false, tirx_version(e));
    if (op) {
        *out = (tunip_word){.name = tirx_op_word_of(op),
                            .params = is_old_style(op) ? "*args dtype=" : "*args",
                            .read = tir_read_later_op,
                            .data = (intptr_t)op,
                            .since = op->since ? op->since : LATER_WORDS};
        return true;
    }
    bool is_axis = is_axis_name(name) ||
                   (name.size >= sizeof axis && memcmp(name.data, axis, sizeof axis - 1) == 0);
    bool is_own = name.size >= sizeof own && memcmp(name.data, own, sizeof own - 1) == 0;
    bool is_foreign = tir_does(e, TIR_DOES_CALL_FOREIGN) && name.size && name.data[0] != '=' &&
                      !is_own && memchr(name.data, '.', name.size);
    *out = (tunip_word){.name = name.data, .since = LATER_WORDS};
    out->params = is_axis ? NULL : "*args";
    out->read = is_axis ? tir_read_axis_name : tir_read_foreign_op;
    return is_axis || is_foreign;
}

void *tirx_carry(tunip_elaborator *e, void *op, void *type, void *attrs)
{
    return tunip_array_new(tunip_elaborator_graph(e), 3, (void *[]){op, type, attrs});
}

/* ---- the type of a call ---- */

tunip_node *tirx_given_type(const tunip_value *value)
{
    bool is_type = value->kind == TUNIP_VALUE_NODE && tunip_is_a(value->node, &tunip_ir_type_type);
    return is_type ? value->node : NULL;
}

/* If the first argument is a dtype: the operator of the same name that takes a dtype first.
 * T.ptx.cp_async means two operators. */
static const tir_op *with_dtype(const tir_op *op, tunip_values args)
{
    tunip_dtype dtype;
    bool has_dtype = op->dtype_place == TIR_DTYPE_NONE && args.count &&
                     args.items[0].kind == TUNIP_VALUE_STR &&
                     tunip_dtype_parse(args.items[0].text, &dtype);
    return has_dtype ? tirx_find_op_word(tunip_str_from(tirx_op_word_of(op)), true, UINT_MAX) : op;
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

/* Takes the dtype before the arguments, or that of the keyword: see tir_op_leads. Without one,
 * TVM's parser makes a call of int8, but a text that it printed had a dtype: that of the
 * elements. */
static bool take_lead(tunip_elaborator *e, const tir_op *op, const tunip_word_call *call,
                      tunip_values *args, tunip_dtype *out)
{
    static const tunip_dtype int8 = {TUNIP_DTYPE_INT, 8, 1};
    const tunip_value *first = args->count ? args->items : NULL;
    bool is_first =
        op->leads && first && first->kind == TUNIP_VALUE_STR && tunip_dtype_parse(first->text, out);
    bool is_keyword = op->leads && call->args[0].kind == TUNIP_VALUE_STR;
    if (is_first) *args = (tunip_values){args->items + 1, args->count - 1};
    if (is_keyword) *out = tunip_value_to_dtype(e, &call->args[0], int8);
    if (!is_first && !is_keyword) *out = int8;
    return op->leads == TIR_LEADS_RESULT && (is_first || is_keyword || tunip_elaborator_folds(e));
}

static tunip_value read_later(tunip_elaborator *e, const tunip_word_call *call, const tir_op *op)
{
    tunip_values args = call->rest;
    op = with_dtype(op, args);
    tunip_dtype dtype = TUNIP_VOID, lead;
    tunip_node *type = NULL;
    bool is_first = op->dtype_place == TIR_DTYPE_FIRST;
    bool is_given = op->dtype_place != TIR_DTYPE_NONE;
    if (is_given && args.count) {
        const tunip_value *given = &args.items[is_first ? 0 : args.count - 1];
        type = tirx_given_type(given);
        if (!type) dtype = tunip_value_to_dtype(e, given, dtype);
        args = (tunip_values){args.items + is_first, args.count - 1};
    }
    bool has_lead = take_lead(e, op, call, &args, &lead);
    tunip_array *nodes = nodes_of(e, args);
    if (!nodes) return tunip_value_wrong(call->doc);
    decide_pointers(e, op->new_name, nodes);
    if (has_lead)
        dtype = lead;
    else if (!is_given)
        dtype = call_dtype(op->since ? op->makes : op->later, nodes, dtype);
    return tunip_value_node(new_tir_call(e, op->new_name, dtype, nodes, type), call->doc);
}

void tirx_note_gone(tunip_elaborator *e, unsigned until, const tunip_word_call *call)
{
    bool is_call = call->doc->kind == TUNIP_DOC_CALL;
    tunip_note_older(e, until, is_call ? ((const tunip_doc_call *)call->doc)->callee : call->doc);
}

/* An operator that v0.23 does not have. */
TIR_READ(later_op)
{
    const tir_op *op = (const tir_op *)call->word->data;
    if (op->since && op->until) tirx_note_gone(e, op->until, call);
    return read_later(e, call, op);
}

/* A function with parameters of its own: T.ptx.mbarrier.arrive(bar, count=1) */
TIR_READ(op_function)
{
    tirx_arranged made;
    tunip_str name = tunip_str_from(call->word->name);
    const tir_op *op = tirx_find_op_word(name, false, tirx_version(e));
    if (!tirx_arrange(e, call, op != NULL, &made))
        return op ? read_later(e, call, op) : tir_read_foreign_op(e, call);
    if (!made.args) return tunip_value_wrong(call->doc);
    return tunip_value_node(new_tir_call(e, made.op, made.dtype, made.args, NULL), call->doc);
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

/* T.Call("tirx.op", [x], attrs={...}, ret_ty="int32"), in v0.25
 * T.Call("int32", "tirx.op", [x], attrs={...}). A script need not say its version, so one row has
 * the parameters of both, and the list tells them apart. */
TIR_READ(typed_call)
{
    enum { THIRD = 2, ATTRS, TYPE, SINCE_TYPE = 26 };
    tunip_graph *graph = tunip_elaborator_graph(e);
    bool is_older = call->args[1].kind != TUNIP_VALUE_LIST;
    bool has_third = call->args[THIRD].kind != TUNIP_VALUE_ABSENT; /* in v0.26, the attributes */
    const tunip_value *callee = &call->args[is_older], *list = callee + 1;
    const tunip_value *given = &call->args[has_third && !is_older ? THIRD : ATTRS];
    const tunip_value *kind = &call->args[is_older ? 0 : TYPE];
    if (!is_older && has_third && kind->kind == TUNIP_VALUE_ABSENT) kind = &call->args[ATTRS];
    tunip_dtype dtype = TUNIP_VOID;
    tunip_node *type = NULL, *attrs = NULL, *op = NULL;
    if (list->kind != TUNIP_VALUE_LIST)
        return tunip_complain_instead(e, list->kind == TUNIP_VALUE_ABSENT ? &call->args[1] : list,
                                      "the list of the arguments");
    if (is_older && call->args[TYPE].kind != TUNIP_VALUE_ABSENT)
        return tunip_complain(e, call->doc, "the type of the call is given twice");
    if (given->kind > TUNIP_VALUE_NONE && given->kind != TUNIP_VALUE_DICT &&
        given->kind != TUNIP_VALUE_NODE)
        return tunip_complain_instead(e, given, "attributes");
    if (is_older)
        tunip_note_older(e, SINCE_TYPE, call->doc);
    else
        tunip_note_vintage(e, SINCE_TYPE, call->doc);
    take_type(e, kind, &dtype, &type);
    tunip_array *nodes = nodes_of(e, list->items);
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

/* T.cuda.func_call("f", x, source_code="...", return_type="int32"); the name of a function without
 * arguments may have the keyword `func_name`. */
TIR_READ(cuda_call)
{
    tunip_dtype dtype = TUNIP_VOID;
    tunip_node *type;
    bool is_named = call->args[2].kind != TUNIP_VALUE_ABSENT;
    if (is_named && call->rest.count)
        return tunip_complain(e, call->args[2].doc,
                              TUNIP_BREAKS_REPEATED "the argument `func_name` is given twice");
    tunip_array *nodes = nodes_of(e, is_named ? (tunip_values){&call->args[2], 1} : call->rest);
    void *code = tir_optional(e, &call->args[0]);
    take_type(e, &call->args[1], &dtype, &type);
    if (!nodes || !code) return tunip_value_wrong(call->doc);
    tunip_ir_append(e, nodes, code);
    return tunip_value_node(new_tir_call(e, "tirx.cuda.func_call", dtype, nodes, type), call->doc);
}
