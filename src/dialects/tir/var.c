/* var.c -- variables: their names, their types, how free ones are declared, and those that a
 * fragment uses without a declaration. */
#include <stdarg.h>
#include <stdio.h>

#include "buffer.h"
#include "frame.h"
#include "ops.h"
#include "refuse.h"
#include "rules.h"
#include "script.h"

/* ======== var ======== */

/* variables: their names, and how free ones are declared. */

/* T.handle("tensormap"), because TVMScript has no name for the type. */
static const tunip_doc *create_tensormap(tunip_docsifier *d, const tunip_path *type_path)
{
    const tunip_path *at = tunip_path_made(d, tunip_path_attr(d, type_path, "element_type"));
    const tunip_doc *name =
        tunip_doc_str(d, tunip_str_from("tensormap"), tunip_path_attr(d, at, "dtype"));
    return TIR_CALL(d, "handle", name);
}

static const tunip_doc *create_unknown(tunip_docsifier *d, const tunip_ir_pointer_type *type,
                                       const tunip_path *type_path)
{
    tunip_report(d, TUNIP_ISSUE_MALFORMED, type_path,
                 "a pointer leads to neither a PrimType nor a TensorMapType");
    const tunip_doc *element = TIR_SUB(d, type, element_type, type_path);
    return TIR_CALL(d, "handle", element);
}

static const tunip_doc *create_pointer(tunip_docsifier *d, const tunip_ir_pointer_type *type,
                                       const tunip_path *path, tir_args *args)
{
    const tunip_path *type_path = tunip_path_attr(d, path, "type_annotation");
    const tunip_ir_prim_type *prim = TUNIP_AS(tunip_ir_prim_type, type->element_type);
    if (tunip_is(type->element_type, &tunip_ir_tensor_map_type_type))
        return create_tensormap(d, type_path);
    if (!prim) return create_unknown(d, type, type_path);
    const tunip_path *at = tunip_path_attr(d, type_path, "element_type");
    tunip_str scope = tunip_string_value(type->storage_scope);
    tir_args_add(args, tunip_doc_dtype(d, prim->dtype, tunip_path_attr(d, at, "dtype")));
    if (scope.size)
        tir_args_add(args, tunip_doc_str(d, scope, tunip_path_attr(d, type_path, "storage_scope")));
    const tunip_doc *callee = tir_name(d, "handle");
    return tir_args_call(d, tunip_doc_at(d, callee, tunip_path_attr(d, path, "dtype")), args);
}

bool tir_is_size_var(const tunip_tir_var *var)
{
    return tunip_is((const tunip_node *)var, &tunip_tir_size_var_type);
}

/* Whether the variable's type and dtype contradict each other. */
static bool is_at_odds(const tunip_tir_var *var)
{
    const tunip_ir_prim_type *type = TUNIP_AS(tunip_ir_prim_type, var->type_annotation);
    return type && !tunip_dtype_equal(type->dtype, var->base.dtype);
}

/* `call`, which shows only the dtype, marked with the type if that differs. */
static const tunip_doc *add_left_out(tunip_docsifier *d, const tunip_tir_var *var,
                                     const tunip_doc *call, const tunip_path *path)
{
    if (!var || !is_at_odds(var)) return call;
    return tunip_doc_partial_new(d, call, "type_annotation",
                                 TIR_SUB(d, var, type_annotation, path));
}

const tunip_doc *tunip_tir_var_creation(tunip_docsifier *d, const tunip_tir_var *var,
                                        const tunip_path *path)
{
    tir_args args;
    if (var && ((const tunip_node *)var)->type == &tunip_ir_var_type)
        return tirx_var_creation(d, (const tunip_ir_var *)var, path);
    tir_args_begin(&args);
    if (tir_is_size_var(var)) tir_args_key(&args, "is_size_var", tunip_doc_bool(d, true, NULL));
    const tunip_ir_pointer_type *pointer =
        TUNIP_AS(tunip_ir_pointer_type, var ? var->type_annotation : NULL);
    const tunip_doc *doc;
    if (pointer) {
        doc = create_pointer(d, pointer, path, &args);
    } else {
        const tunip_doc *callee = tir_name(d, tir_dtype_name(d, tunip_ir_dtype_of(var)));
        doc = tir_args_call(d, tunip_doc_at(d, callee, tunip_path_attr(d, path, "dtype")), &args);
        doc = add_left_out(d, var, doc, path);
    }
    return tunip_doc_at(d, doc, tunip_path_attr(d, path, "type_annotation"));
}

/* T.int64; for a type that is not a plain dtype, the call that makes the variable. */
static const tunip_doc *write_type(tunip_docsifier *d, const tunip_tir_var *var,
                                   const tunip_path *path)
{
    const tunip_doc *creation = tunip_tir_var_creation(d, var, path);
    const tunip_doc_call *call = (const tunip_doc_call *)creation;
    bool is_call = creation->kind == TUNIP_DOC_CALL && creation->sub == TUNIP_CALL_WHOLE;
    return is_call && !call->args.count && !call->values.count ? call->callee : creation;
}

const tunip_doc *tir_typed(tunip_docsifier *d, const tunip_doc *name, const tunip_tir_var *var,
                           tunip_dtype stated, const tunip_path *path)
{
    bool is_inferred = !var || (tunip_dtype_equal(tunip_ir_dtype_of(var), stated) &&
                                !tir_is_size_var(var) && !is_at_odds(var));
    return is_inferred ? name : tunip_doc_typed_id_new(d, name, write_type(d, var, path));
}

const tunip_doc *tir_define_typed(tunip_docsifier *d, tunip_frame *frame, const tunip_tir_var *var,
                                  tunip_dtype stated, const tunip_path *path)
{
    return tir_typed(d, tir_define_var(d, frame, var), var, stated, path);
}

/* Names an undefined variable until the current frame is left. TVM fails here. Because nothing
 * defines the variable, its second definition in the text is a TUNIP_ID_AGAIN, for backends that
 * ask for it. */
static const tunip_doc *undefined(tunip_docsifier *d, const tunip_tir_var *var,
                                  const tunip_path *path)
{
    tunip_str name = tunip_string_value(var->name);
    tunip_report(d, TUNIP_ISSUE_UNDEFINED, path, "variable %.*s is not defined", (int)name.size,
                 name.size ? name.data : "");
    tir_define_var(d, tunip_frame_top(d), var);
    return tir_define_var(d, tunip_frame_top(d), var);
}

TIR_RULE(var)
{
    const tunip_tir_var *var = (const tunip_tir_var *)node;
    tunip_frame *frame = tunip_uses_frame(d, var);
    if (!frame) return undefined(d, var, path);
    const tunip_doc *lhs = tir_define_var(d, frame, var);
    const tunip_doc *rhs = tunip_tir_var_creation(d, var, path);
    tunip_frame_add(d, frame, tir_assign(d, TUNIP_ROLE_DEFINE, lhs, rhs));
    return tunip_variable(d, node);
}

/* ORDER tunip_tir_iter_type */
static const char *const iter_types[] = {"DataPar",    "ThreadIndex",  "CommReduce",
                                         "Ordered",    "Opaque",       "Unrolled",
                                         "Vectorized", "Parallelized", "Tensorized"};

const char *tunip_tir_iter_type_name(int64_t type)
{
    return type >= 0 && (uint64_t)type < TUNIP_LEN(iter_types) ? iter_types[type] : "Unknown";
}

const tunip_doc *tir_iter_type_name(tunip_docsifier *d, const tunip_tir_iter_var *iter,
                                    const tunip_path *path)
{
    return tunip_doc_str(d, tunip_str_from(tunip_tir_iter_type_name(iter->iter_type)),
                         tunip_path_attr(d, path, "iter_type"));
}

TIR_RULE(iter_var)
{
    const tunip_tir_iter_var *iter = (const tunip_tir_iter_var *)node;
    const tunip_doc *var = TIR_SUB(d, iter, var, path);
    const tunip_doc *dom = TUNIP_SUB(d, iter, dom, path);
    const tunip_doc *kind = tir_iter_type_name(d, iter, path);
    const tunip_doc *tag = tunip_doc_str(d, tunip_string_value(iter->thread_tag),
                                         tunip_path_attr(d, path, "thread_tag"));
    return TIR_CALL(d, "iter_var", var, dom, kind, tag);
}

/* ---- reading ---- */

tunip_dtype tir_dtype_of_word(const tunip_word *word)
{
    tunip_dtype dtype;
    uint32_t packed = (uint32_t)word->data;
    memcpy(&dtype, &packed, sizeof dtype);
    return dtype;
}

/* T.int32 is a type, T.int32() a variable, T.int32(x) a literal or a cast. */
TIR_READ(dtype)
{
    tunip_dtype dtype = tir_dtype_of_word(call->word);
    const tunip_value *expr = &call->args[0];
    if (call->rest.count)
        return tunip_complain(e, call->rest.items[0].doc,
                              TUNIP_BREAKS_ARGUMENTS "`%s` takes one argument at most",
                              call->word->name);
    if (expr->kind <= TUNIP_VALUE_NONE) {
        bool is_size = tunip_value_to_bool(e, &call->args[1], false);
        return tunip_value_node(tir_new_var(e, dtype, NULL, is_size), call->doc);
    }
    tunip_value number = *expr;
    if (expr->kind == TUNIP_VALUE_STR && dtype.code != TUNIP_DTYPE_BOOL) {
        number.kind = TUNIP_VALUE_FLOAT;
        if (!tir_parse_real(expr->text, &number.real))
            return tunip_complain(e, expr->doc, "expected `inf`, `-inf`, `nan` or a number");
    }
    bool is_literal = number.kind >= TUNIP_VALUE_BOOL && number.kind <= TUNIP_VALUE_FLOAT;
    void *node = is_literal ? tir_literal(e, &number, dtype) : tir_expr(e, &number);
    if (!node || !tir_takes_cast(e, node, dtype, call->doc)) return tunip_value_wrong(call->doc);
    /* Even without --fold, a literal is a constant of this dtype. */
    const tunip_node *made = is_literal ? tir_cast_folded(tunip_elaborator_scratch(e), dtype, node)
                                        : (const tunip_node *)tir_cast(e, node, dtype);
    return tunip_value_node(tir_takes_constant(e, made, call->doc) ? made : NULL, call->doc);
}

/* T.handle(), T.handle("float32", "shared"): a variable. */
TIR_READ(handle)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const char *default_scope = tunip_elaborator_folds(e) ? "global" : "";
    bool is_size = tunip_value_to_bool(e, &call->args[2], false);
    const tunip_value *element = &call->args[0];
    tunip_node *type = NULL;
    if (element->kind == TUNIP_VALUE_STR && tunip_str_is(element->text, "tensormap")) {
        tunip_ir_pointer_type *pointer = tunip_node_new(graph, &tunip_ir_pointer_type_type);
        if (!pointer) return tunip_value_wrong(call->doc);
        pointer->element_type = tunip_node_new(graph, &tunip_ir_tensor_map_type_type);
        pointer->storage_scope =
            tunip_string_new_view(graph, tunip_value_to_str(e, &call->args[1], default_scope));
        type = (tunip_node *)pointer;
    } else if (element->kind > TUNIP_VALUE_NONE) {
        tunip_ir_pointer_type *pointer = tunip_node_new(graph, &tunip_ir_pointer_type_type);
        if (!pointer) return tunip_value_wrong(call->doc);
        bool is_dtype = element->kind == TUNIP_VALUE_STR;
        pointer->element_type = is_dtype ? (tunip_node *)tunip_ir_prim_type_new(
                                               graph, tunip_value_to_dtype(e, element, tir_float32))
                                         : tir_type(e, element);
        tunip_str scope = tunip_value_to_str(e, &call->args[1], default_scope);
        pointer->storage_scope =
            tunip_string_new_view(graph, scope.size ? scope : tunip_str_from(default_scope));
        type = (tunip_node *)pointer;
    }
    return tunip_value_node(tir_new_var(e, tir_handle, type, is_size), call->doc);
}

/* The same since v0.26, where a pointer without an element type has a scope, too. */
TIR_READ(typed_handle)
{
    bool is_bare = call->args[0].kind <= TUNIP_VALUE_NONE && call->args[1].kind != TUNIP_VALUE_STR;
    tunip_value args[3] = {call->args[0], call->args[1], call->args[2]};
    tunip_word_call made = *call;
    made.args = args;
    if (is_bare) args[1] = (tunip_value){.kind = TUNIP_VALUE_STR, .text = tunip_str_from("global")};
    if (args[0].kind <= TUNIP_VALUE_NONE)
        args[0] = (tunip_value){.kind = TUNIP_VALUE_STR, .text = tunip_str_from("void")};
    return tir_read_handle(e, &made);
}

/* T.TensorMap(): a pointer to the description of a tensor. */
TIR_READ(tensor_map)
{
    tunip_value args[3] = {
        {.kind = TUNIP_VALUE_STR, .doc = call->doc, .text = tunip_str_from("tensormap")},
        {.kind = TUNIP_VALUE_STR, .doc = call->doc, .text = tunip_str_from("global")},
        {.kind = TUNIP_VALUE_ABSENT}};
    tunip_word_call made = *call;
    made.args = args;
    return tir_read_handle(e, &made);
}

/* T.Var("n", "int64"): a variable with a name. */
TIR_READ(var)
{
    enum { OF_SIZE = 1, DTYPE_FIRST }; /* T.SizeVar("x", "int32"), T.var("int32", "x") */
    enum { SINCE_TY = 26 };
    bool dtype_first = call->word->data == DTYPE_FIRST;
    const tunip_value *given = &call->args[!dtype_first];
    const tunip_value *renamed = call->word->data ? NULL : &call->args[2];
    if (renamed && renamed->kind != TUNIP_VALUE_ABSENT) { /* T.Var("x", ty="int32") */
        if (given->kind != TUNIP_VALUE_ABSENT)
            return tunip_complain(e, renamed->doc, "`ty` is the dtype, which is given already");
        tunip_note_vintage(e, SINCE_TY, renamed->doc);
        given = renamed;
    }
    tunip_dtype dtype = tunip_value_to_dtype(e, given, tir_int32);
    bool is_size = call->word->data == OF_SIZE;
    if (dtype_first) tunip_hint_older(e, TIR_NEW_PRINTER);
    tunip_value var = tunip_value_node(tir_new_var(e, dtype, NULL, is_size), call->doc);
    tir_name_value(e, &var, tunip_value_to_str(e, &call->args[dtype_first], ""));
    var.is_meta = true; /* `n = T.Var("n", "int64")` is no let */
    return var;
}

/* The node that a word means when it is used without a call. */
static tunip_value call_bare(tunip_elaborator *e, const tunip_value *value)
{
    enum { MOST_ARGS = 4 };
    tunip_value args[MOST_ARGS] = {{.kind = TUNIP_VALUE_ABSENT}};
    tunip_word_call call = {.word = value->word, .doc = value->doc, .args = args};
    const char *params = value->word->params;
    bool is_type = value->word->read == tir_read_dtype || value->word->read == tir_read_handle ||
                   value->word->read == tir_read_typed_handle ||
                   (value->word->read && params && !*params); /* R.Object */
    return is_type ? value->word->read(e, &call) : *value;
}

void *tir_var_of(tunip_elaborator *e, const tunip_value *type)
{
    tunip_value value = type->kind == TUNIP_VALUE_WORD ? call_bare(e, type) : *type;
    if (value.kind == TUNIP_VALUE_WRONG) return NULL;
    tunip_node *node = value.kind == TUNIP_VALUE_NODE ? value.node : NULL;
    if (tunip_is_a(node, &tunip_tir_var_type)) return node;
    if (tunip_is_a(node, &tunip_ir_type_type)) {
        const tunip_ir_prim_type *prim = TUNIP_AS(tunip_ir_prim_type, node);
        return tir_new_var(e, prim ? prim->dtype : tir_handle, node, false);
    }
    if (value.kind == TUNIP_VALUE_NONE) {
        tunip_value none = tir_empty_tuple(e, value.doc);
        return tir_new_var(e, tir_handle, none.node, false);
    }
    tunip_complain_instead(e, &value, "a type");
    return NULL;
}

tunip_node *tir_type(tunip_elaborator *e, const tunip_value *value)
{
    bool is_dtype = value->kind == TUNIP_VALUE_WORD && value->word->read == tir_read_dtype;
    if (is_dtype && !tunip_elaborator_folds(e)) /* TVM takes T.void for the type of nothing */
        return (tunip_node *)tir_prim_type(e, tir_dtype_of_word(value->word));
    tunip_value made = value->kind == TUNIP_VALUE_WORD ? call_bare(e, value) : *value;
    if (made.kind == TUNIP_VALUE_NONE) return tir_empty_tuple(e, made.doc).node;
    if (made.kind == TUNIP_VALUE_NODE && tunip_is_a(made.node, &tunip_ir_type_type))
        return made.node;
    if (made.kind == TUNIP_VALUE_NODE && tunip_is_a(made.node, &tunip_ir_struct_info_type))
        return tunip_value_to_node(e, &made, &tunip_ir_type_type); /* R.Object among types */
    tunip_tir_var *var = tir_var_of(e, &made);
    return var ? var->type_annotation : NULL;
}

/* The domain of an iterator: a range, or a pair of its bounds. */
static tunip_ir_range *read_dom(tunip_elaborator *e, const tunip_value *dom)
{
    tunip_value range = *dom;
    if (dom->kind == TUNIP_VALUE_LIST && dom->items.count == 2)
        range = tunip_call_word(e, &tunip_dialect_tir, "Range", dom->items, dom->doc);
    return tunip_value_to_node(e, &range, &tunip_ir_range_type);
}

/* T.iter_var(x, T.Range(0, 4), "DataPar", "") */
TIR_READ(iter_var)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tir_iter_var *iter = tunip_node_new(graph, &tunip_tir_iter_var_type);
    tunip_str kind = tunip_value_to_str(e, &call->args[2], "");
    if (!iter) return tunip_value_wrong(call->doc);
    if (call->args[1].kind > TUNIP_VALUE_NONE) iter->dom = read_dom(e, &call->args[1]);
    if (call->args[0].kind == TUNIP_VALUE_STR) {
        tunip_dtype dtype = iter->dom ? tunip_ir_dtype_of(iter->dom->extent) : tir_int32;
        tunip_value var = tunip_value_node(tir_new_var(e, dtype, NULL, false), call->doc);
        tir_name_value(e, &var, call->args[0].text);
        iter->var = (tunip_tir_var *)var.node;
    } else {
        iter->var = tunip_value_to_node(e, &call->args[0], &tunip_tir_var_type);
    }
    iter->thread_tag = tunip_string_new_view(graph, tunip_value_to_str(e, &call->args[3], ""));
    for (size_t i = 0; i < TUNIP_LEN(iter_types); i++) {
        if (!tunip_str_is(kind, iter_types[i])) continue;
        iter->iter_type = (int64_t)i;
        return tunip_value_node(iter->var ? iter : NULL, call->doc);
    }
    return tunip_complain(e, call->args[2].doc,
                          TUNIP_BREAKS_UNDEFINED_NAME "there is no kind of iterator `%.*s`",
                          (int)kind.size, kind.data);
}

/* ======== typed var ======== */

/* Variables of TVM v0.26: scalars, pointers and buffers are one kind of node. */

/* ---- variables ---- */

/* Names an undefined variable until the current frame is left. TVM fails here. */
static const tunip_doc *var_undefined(tunip_docsifier *d, const tunip_ir_var *var,
                                      const tunip_path *path)
{
    tunip_str name = tunip_string_value(var->name);
    tunip_report(d, TUNIP_ISSUE_UNDEFINED, path, "variable %.*s is not defined", (int)name.size,
                 name.size ? name.data : "");
    tir_define_var(d, tunip_frame_top(d), var);
    return tir_define_var(d, tunip_frame_top(d), var);
}

static const tunip_doc *write_buffer(tunip_docsifier *d, const tunip_ir_var *var,
                                     const tunip_tirx_buffer_type *type, const tunip_path *path)
{
    const tunip_doc *doc = tunip_variable(d, var);
    tunip_frame *frame = doc ? NULL : tunip_uses_frame(d, var);
    if (!doc && !frame) return var_undefined(d, var, path);
    if (frame) {
        const tunip_doc *lhs = tirx_define_buffer(d, frame, var);
        tirx_declaration declared = {.method = "Buffer", .buffer = var, .path = path};
        const tunip_doc *rhs = tirx_buffer_decl(d, frame, &declared);
        tunip_frame_add(d, frame, tir_assign(d, TUNIP_ROLE_DEFINE, lhs, rhs));
        doc = tunip_variable(d, var);
    }
    return tirx_is_scalar(type, true) ? tunip_doc_attr_new(d, doc, tunip_str_from("buffer")) : doc;
}

/* A variable of a type that tensor IR does not know is declared where it is used. */
static const tunip_doc *write_other(tunip_docsifier *d, const tunip_ir_var *var,
                                    const tunip_path *path)
{
    tunip_frame *frame = tunip_frame_top(d);
    const tunip_doc *type = tir_docsify(d, tirx_type_of(var), tunip_path_attr(d, path, "ty"));
    const tunip_doc *lhs = tir_define_var(d, frame, var);
    tunip_frame_add(d, frame, tunip_doc_assign_new(d, TUNIP_ROLE_DEFINE, lhs, NULL, type));
    return tunip_variable(d, var);
}

TIR_RULE(v26_var)
{
    const tunip_ir_var *var = (const tunip_ir_var *)node;
    const tunip_tirx_buffer_type *buffer = tirx_buffer_type_of(var);
    if (buffer) return write_buffer(d, var, buffer, path);
    const tunip_doc *doc = tunip_variable(d, node);
    if (doc) return doc;
    const tunip_node *type = tirx_type_of(var);
    if (!tunip_is(type, &tunip_ir_prim_type_type) && !tunip_is(type, &tunip_ir_pointer_type_type))
        return write_other(d, var, path);
    tunip_frame *frame = tunip_uses_frame(d, var);
    if (!frame) return var_undefined(d, var, path);
    const tunip_doc *lhs = tir_define_var(d, frame, var);
    const tunip_doc *rhs = tirx_var_creation(d, var, path);
    tunip_frame_add(d, frame, tir_assign(d, TUNIP_ROLE_DEFINE, lhs, rhs));
    return tunip_variable(d, node);
}

/* ======== scalar ======== */

/* The types of variables of TVM v0.26, and buffers of one element, which scripts use
 * like variables. */

const tunip_node *tirx_type_of(const tunip_ir_var *var)
{
    return var ? ((const tunip_ir_expr *)(const void *)var)->ty : NULL;
}

const tunip_tirx_buffer_type *tirx_buffer_type_of(const void *var)
{
    const tunip_ir_var *v = TUNIP_AS_A(tunip_ir_var, var);
    return v ? TUNIP_AS(tunip_tirx_buffer_type, tirx_type_of(v)) : NULL;
}

bool tirx_calls(const tunip_node *expr, const char *name)
{
    const tunip_ir_call *call = TUNIP_AS(tunip_ir_call, expr);
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call ? call->op : NULL);
    return op && tunip_str_is(tunip_string_value(op->name), name);
}

/* Whether a layout is that of one element. */
static bool is_of_element(const tunip_node *node)
{
    const tunip_tirx_tile_layout *layout = TUNIP_AS(tunip_tirx_tile_layout, node);
    if (!layout) return false;
    const tunip_tirx_iter *iter = tunip_array_count(layout->shard) == 1 &&
                                          !tunip_array_count(layout->replica) &&
                                          !tunip_map_count(layout->offset)
                                      ? TUNIP_AS(tunip_tirx_iter, layout->shard->items[0])
                                      : NULL;
    return iter && tunip_ir_is_int(iter->extent, 1) && tunip_ir_is_int(iter->stride, 1) &&
           tunip_dtype_equal(tunip_ir_dtype_of(iter->extent), TUNIP_INT(32)) &&
           tunip_dtype_equal(tunip_ir_dtype_of(iter->stride), TUNIP_INT(32)) &&
           tunip_str_is(tunip_string_value(iter->axis ? iter->axis->name : NULL), "m");
}

/* The members that the types of buffers of v0.26 and the buffers of v0.25 both have. */
typedef struct shape_of_buffer {
    const tunip_array *shape, *strides, *addresses;
    const tunip_node *offset, *layout;
    int64_t alignment, factor;
} shape_of_buffer;

static bool is_scalar(const shape_of_buffer *b, bool is_allocated)
{
    if (tunip_array_count(b->shape) != 1 || !tunip_ir_is_int(b->shape->items[0], 1)) return false;
    if (tunip_array_count(b->strides) || tunip_array_count(b->addresses)) return false;
    if (is_allocated && !tunip_ir_is_int(b->offset, 0)) return false;
    return b->alignment == TIR_DEFAULT_ALIGNMENT && b->factor == 1 && is_of_element(b->layout);
}

bool tirx_is_scalar(const tunip_tirx_buffer_type *type, bool is_allocated)
{
    const shape_of_buffer shape = {type->shape,        type->strides, type->allocated_addr,
                                   type->elem_offset,  type->layout,  type->data_alignment,
                                   type->offset_factor};
    return is_scalar(&shape, is_allocated);
}

bool tir_is_scalar(const tunip_tirx_buffer_v25 *buffer, bool is_allocated)
{
    const tunip_tir_buffer *kin = &buffer->kin;
    const shape_of_buffer shape = {kin->shape,        kin->strides,   buffer->allocated_addr,
                                   kin->elem_offset,  buffer->layout, kin->data_alignment,
                                   kin->offset_factor};
    return !tunip_array_count(kin->axis_separators) &&
           kin->buffer_type == TUNIP_TIR_BUFFER_DEFAULT && is_scalar(&shape, is_allocated);
}

/* ---- first values ---- */

typedef struct load_search {
    const void *buffer;
    bool found;
} load_search;

static tunip_walk_action find_load(const tunip_node *node, void *user)
{
    load_search *s = user;
    const tunip_tirx_buffer_load *load = TUNIP_AS(tunip_tirx_buffer_load, node);
    const tunip_tir_buffer_load *older = TUNIP_AS(tunip_tir_buffer_load, node);
    s->found = (load && load->buffer == s->buffer) || (older && older->buffer == s->buffer);
    return s->found ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

static bool loads(tunip_docsifier *d, const tunip_node *expr, const void *buffer)
{
    load_search s = {.buffer = buffer};
    tunip_walker walker = {.enter = find_load, .user = &s, .skip = TUNIP_FLAG_ASIDE};
    tunip_job_walk(d, expr, &walker);
    return s.found;
}

/* The scalar that a statement allocates; NULL for other statements. */
static const void *allocated_scalar(const tunip_node *stmt)
{
    const tunip_tirx_alloc_buffer *alloc = TUNIP_AS(tunip_tirx_alloc_buffer, stmt);
    const tunip_tirx_alloc_buffer_v25 *older = TUNIP_AS(tunip_tirx_alloc_buffer_v25, stmt);
    const tunip_tirx_buffer_type *type = alloc ? tirx_buffer_type_of(alloc->buffer) : NULL;
    if (type && tirx_is_scalar(type, true)) return alloc->buffer;
    return older && older->buffer && tir_is_scalar(older->buffer, true) ? older->buffer : NULL;
}

/* The value of a store into the first element of a buffer, without a predicate. */
static const tunip_node *stored_value(const tunip_node *stmt, const void *buffer)
{
    const tunip_tirx_buffer_store *store = TUNIP_AS(tunip_tirx_buffer_store, stmt);
    const tunip_tir_buffer_store *older = TUNIP_AS(tunip_tir_buffer_store, stmt);
    const tunip_array *indices = store ? store->indices : older ? older->indices : NULL;
    const void *target = store ? (const void *)store->buffer : older ? older->buffer : NULL;
    bool is_plain = store ? !store->predicate : older && !older->predicate;
    bool fits = is_plain && target == buffer && tunip_array_count(indices) == 1 &&
                tunip_ir_is_int(indices->items[0], 0);
    return !fits ? NULL : store ? store->value : older->value;
}

const tunip_node *tirx_first_value(tunip_docsifier *d, const tunip_array *seq, size_t index)
{
    const void *scalar = tir_has_sugar(d) ? allocated_scalar(seq->items[index]) : NULL;
    const tunip_node *value =
        scalar && index + 1 < seq->count ? stored_value(seq->items[index + 1], scalar) : NULL;
    return value && !loads(d, value, scalar) ? value : NULL;
}

/* ======== guess ======== */

/* The variables that a fragment uses and does not declare. Their dtype is open until an
 * operator meets another operand: in `x * T.int64(2) + y`, both variables are int64. */

/* ---- open variables ---- */

tunip_tir_var *tir_guess_new(tunip_elaborator *e, tunip_str name, tunip_dtype dtype,
                             const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tir_script_state *state = tir_state_of(e);
    tir_guess *guess = tunip_graph_alloc(graph, sizeof *guess);
    if (!state || !guess) return NULL;
    if (!state->open_type) state->open_type = tunip_ir_prim_type_new(graph, dtype);
    tunip_tir_var *var = tir_new_var(e, dtype, state->open_type, false);
    if (!var) return NULL;
    var->name = tunip_string_new_view(graph, name);
    *guess = (tir_guess){.var = var, .name = name, .doc = doc};
    *(state->last_guess ? &state->last_guess->next : &state->guesses) = guess;
    state->last_guess = guess;
    return var;
}

/* The type of an open variable is this node, which no other variable has. */
static bool is_open_var(const tir_script_state *state, const tunip_node *node)
{
    return ((const tunip_tir_var *)node)->type_annotation == (const tunip_node *)state->open_type;
}

/* Whether it is a call of an unknown operator, without a dtype yet. */
static bool is_open_call(const tir_script_state *state, const tunip_node *node)
{
    const tunip_tir_call *call = state->has_unknown ? TUNIP_AS(tunip_tir_call, node) : NULL;
    const tunip_ir_op *op = call ? TUNIP_AS(tunip_ir_op, call->op) : NULL;
    return op && tunip_dtype_equal(call->base.dtype, TUNIP_VOID) &&
           !tir_find_op(tunip_string_value(op->name));
}

static bool has_open(const tir_script_state *state)
{
    return state && (state->guesses || state->has_unknown);
}

/* ---- the dtype of an expression ---- */

static tunip_node *operand(const tunip_node *node, uint16_t offset)
{
    return *(tunip_node *const *)(const void *)((const char *)node + offset);
}

size_t tir_operands_alike(const tunip_node *node, tunip_node *out[2])
{
    const tunip_completion *row = node->type->completion;
    if (!row || row->result != TUNIP_RESULT_LIKE) return 0;
    out[0] = operand(node, row->of);
    if (row->same[0] != row->of) return 1;
    out[1] = operand(node, row->same[1]);
    return 2;
}

enum { MOST_CARRIERS = 2 };

/* The arguments that have the dtype of the call. */
static size_t carriers_of_call(const tunip_tir_call *call, tunip_node **out)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    const tir_op *row = op ? tir_find_op(tunip_string_value(op->name)) : NULL;
    size_t count = 0, at = row && row->makes == TIR_MAKES_ARG_1, all = at + 1;
    if (!row || (row->makes != TIR_MAKES_ARG_0 && row->makes != TIR_MAKES_ARG_1)) return 0;
    bool is_pair =
        row->when == TIR_WHEN_INTS || row->when == TIR_WHEN_FLOATS || row->when == TIR_WHEN_CHOICE;
    for (all += is_pair; at < all && at < tunip_array_count(call->args); at++)
        out[count++] = call->args->items[at];
    return count;
}

/* The operands that have the dtype of the expression, apart from lanes. */
static size_t carriers_of(const tunip_node *node, tunip_node **out)
{
    if (!node) return 0;
    size_t count = tir_operands_alike(node, out);
    if (count) return count;
    if (tunip_is(node, &tunip_tir_ramp_type)) {
        out[0] = ((const tunip_tir_ramp *)node)->start;
        out[1] = ((const tunip_tir_ramp *)node)->stride;
        return 2;
    }
    if (tunip_is(node, &tunip_tir_broadcast_type)) {
        out[0] = ((const tunip_tir_broadcast *)node)->value;
        return 1;
    }
    const tunip_tir_call *call = TUNIP_AS(tunip_tir_call, node);
    return call ? carriers_of_call(call, out) : 0;
}

/* Whether the dtype is open: that of the first operand is, because an operator gives all its
 * operands one dtype. */
static bool is_open(const tir_script_state *state, const tunip_node *node)
{
    enum { MOST_STEPS = 1000 };
    tunip_node *operands[MOST_CARRIERS] = {NULL};
    for (int i = 0; i < MOST_STEPS && node; i++) {
        if (tunip_is_a(node, &tunip_tir_var_type)) return is_open_var(state, node);
        if (is_open_call(state, node)) return true;
        if (!carriers_of(node, operands)) return false;
        node = operands[0];
    }
    return false;
}

static void give(tunip_elaborator *e, tunip_node *node, tunip_dtype dtype, bool is_final, int depth)
{
    enum { MOST_DEPTH = 1000 };
    tunip_node *operands[MOST_CARRIERS] = {NULL};
    tunip_ir_prim_expr *expr = (tunip_ir_prim_expr *)node;
    if (!is_open(tir_state_of(e), node) || depth == MOST_DEPTH) return;
    if (tunip_is_a(node, &tunip_tir_var_type)) {
        expr->dtype = dtype;
        if (is_final)
            ((tunip_tir_var *)node)->type_annotation = (tunip_node *)tir_prim_type(e, dtype);
        return;
    }
    if (is_open_call(tir_state_of(e), node)) {
        expr->dtype = dtype;
        return;
    }
    size_t count = carriers_of(node, operands);
    bool spreads =
        tunip_is(node, &tunip_tir_broadcast_type) || tunip_is(node, &tunip_tir_ramp_type);
    expr->dtype = dtype;
    if (spreads) dtype.lanes = 1;
    for (size_t i = 0; i < count; i++) give(e, operands[i], dtype, is_final, depth + 1);
}

/* ---- dtypes from operators ---- */

bool tir_is_open(tunip_elaborator *e, const void *node)
{
    const tir_script_state *state = tir_state_of(e);
    return has_open(state) && node && is_open(state, node);
}

void tir_decide(tunip_elaborator *e, const void *node, tunip_dtype dtype)
{
    const tir_script_state *state = tir_state_of(e);
    if (has_open(state) && node) give(e, (tunip_node *)(uintptr_t)node, dtype, true, 0);
}

void tir_decide_unknown(tunip_elaborator *e, const void *node, tunip_dtype dtype)
{
    const tir_script_state *state = tir_state_of(e);
    if (state && node && is_open_call(state, node)) tir_decide(e, node, dtype);
}

void tir_decide_pair(tunip_elaborator *e, const void *a, const void *b)
{
    const tir_script_state *state = tir_state_of(e);
    if (!has_open(state) || !a || !b) return;
    bool opens_a = is_open(state, a);
    if (opens_a == is_open(state, b)) return;
    tir_decide(e, opens_a ? a : b, tunip_ir_dtype_of(opens_a ? b : a));
}

/* A float of some size: float32 is assumed. */
static void lean(tunip_elaborator *e, tunip_node *node)
{
    give(e, node, tir_float32, false, 0);
}

void tir_decide_args(tunip_elaborator *e, const tir_op *op, const tunip_array *args)
{
    const tir_script_state *state = tir_state_of(e);
    size_t count = tunip_array_count(args);
    if (!has_open(state) || !op || !count) return;
    tunip_node *const *items = args->items;
    if (op->when == TIR_WHEN_CHOICE) tir_decide(e, items[0], tir_bool);
    size_t first = op->when == TIR_WHEN_CHOICE;
    bool is_pair = first || op->when == TIR_WHEN_INTS || op->when == TIR_WHEN_FLOATS;
    if (is_pair && count > first + 1) tir_decide_pair(e, items[first], items[first + 1]);
    bool is_real = op->when == TIR_WHEN_FLOAT || op->when == TIR_WHEN_FLOATS;
    for (size_t i = 0; is_real && i < count; i++)
        if (tunip_ir_dtype_of(items[i]).code != TUNIP_DTYPE_FLOAT) lean(e, items[i]);
}

void tir_decide_parts(tunip_elaborator *e, const tunip_node *node)
{
    const tunip_tir_select *select = TUNIP_AS(tunip_tir_select, node);
    const tunip_tir_ramp *ramp = TUNIP_AS(tunip_tir_ramp, node);
    tunip_node *operands[MOST_CARRIERS];
    if (select) tir_decide(e, select->condition, tir_bool);
    if (ramp) tir_decide_pair(e, ramp->start, ramp->stride);
    if (node && tir_operands_alike(node, operands) == 2)
        tir_decide_pair(e, operands[0], operands[1]);
}

void tir_decide_all(tunip_elaborator *e)
{
    tir_script_state *state = tir_state_of(e);
    for (tir_guess *guess = state ? state->guesses : NULL; guess; guess = guess->next) {
        char text[TUNIP_DTYPE_NAME_SIZE];
        if (!is_open_var(state, (tunip_node *)guess->var)) continue;
        guess->var->type_annotation = (tunip_node *)tir_prim_type(e, guess->var->base.dtype);
        tunip_dtype_name(guess->var->base.dtype, text);
        if (guess->doc)
            tunip_warn(e, guess->doc,
                       TUNIP_BREAKS_DTYPE
                       "the text does not say the dtype of `%.*s`: %s is assumed",
                       (int)guess->name.size, guess->name.data, text);
    }
}
