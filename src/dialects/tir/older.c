/* older.c -- converts the tensor IR of TVM v0.26 to v0.23, the reverse of convert.c. A variable
 * whose type is a buffer becomes a buffer. A statement that defines something gets the following
 * statements as its body. */
#include <stdio.h>

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax_types_v26.h>
#include <tunip/tvm/tirx_types.h>

#include "convert.h"
#include "ops.h"

static bool is_op(const tunip_node *op, const char *name)
{
    const tunip_ir_op *known = TUNIP_AS(tunip_ir_op, op);
    return known && tunip_str_is(tunip_string_value(known->name), name);
}

/* ---- buffers ---- */

/* The metadata section of a script may hold a type without its parts. */
static tunip_dtype element_of(const tunip_tirx_buffer_type *type)
{
    return type->dtype ? type->dtype->dtype : TUNIP_VOID;
}

/* TVM keeps truth values in bytes. */
static tunip_tir_var *new_data(tunip_converter *c, const tunip_ir_var *var,
                               const tunip_tirx_buffer_type *type)
{
    tunip_graph *graph = tunip_converter_graph(c);
    tunip_tir_var *made = tunip_node_new(graph, &tunip_tir_var_type);
    tunip_ir_pointer_type *pointer = tunip_node_new(graph, &tunip_ir_pointer_type_type);
    tunip_ir_prim_type *element = tunip_node_new(graph, &tunip_ir_prim_type_type);
    if (!made || !pointer || !element) return NULL;
    element->dtype = element_of(type);
    if (tunip_dtype_equal(element->dtype, TUNIP_BOOL)) element->dtype = TUNIP_INT(8);
    pointer->element_type = (tunip_node *)element;
    pointer->storage_scope = type->storage_scope;
    made->name = var->name;
    made->base.dtype = TUNIP_HANDLE;
    made->type_annotation = (tunip_node *)pointer;
    return made;
}

static bool is_named(const tunip_tirx_axis *axis, const char *name)
{
    return axis && tunip_str_is(tunip_string_value(axis->name), name);
}

/* Whether a layout may be the usual one, that of a compact buffer. */
static bool is_usual(const tunip_tirx_buffer_type *type)
{
    const tunip_tirx_tile_layout *layout = TUNIP_AS(tunip_tirx_tile_layout, type->layout);
    if (!type->layout) return true;
    if (!layout || tunip_array_count(layout->replica) || (layout->offset && layout->offset->count))
        return false;
    size_t count = tunip_array_count(layout->shard);
    for (size_t i = 0; i < count; i++) {
        const tunip_tirx_iter *iter = TUNIP_AS(tunip_tirx_iter, layout->shard->items[i]);
        if (!iter || !is_named(iter->axis, "m")) return false;
    }
    return count == tunip_array_count(type->shape);
}

static tunip_node *older_buffer(tunip_converter *c, const tunip_ir_var *var,
                                const tunip_tirx_buffer_type *type)
{
    enum { DEFAULT = 1 };
    tunip_graph *graph = tunip_converter_graph(c);
    const tunip_node *node = (const tunip_node *)var;
    if (!is_usual(type)) return tunip_convert_refuse(c, node, "TVM v0.23 has no layouts");
    if (tunip_array_count(type->allocated_addr))
        return tunip_convert_refuse(c, node, "buffers of TVM v0.23 have no fixed addresses");
    tunip_tir_buffer *made = tunip_node_new(graph, &tunip_tir_buffer_type);
    if (!made) return NULL;
    tunip_convert_set(c, var, made);
    made->name = var->name;
    made->dtype = element_of(type);
    made->data = new_data(c, var, type);
    made->shape = (tunip_array *)(void *)tunip_convert(c, type->shape);
    made->strides = (tunip_array *)(void *)tunip_convert(c, type->strides);
    made->axis_separators = tunip_array_new(graph, 0, NULL);
    made->elem_offset = tunip_convert(c, type->elem_offset);
    made->data_alignment = type->data_alignment;
    made->offset_factor = type->offset_factor;
    made->buffer_type = DEFAULT;
    made->span = tunip_convert(c, ((const tunip_ir_expr *)var)->span);
    return (tunip_node *)made;
}

/* The annotation of a variable. A pointer without an element type is a handle. */
static tunip_node *annotation_of(tunip_converter *c, const tunip_node *type)
{
    const tunip_ir_pointer_type *pointer = TUNIP_AS(tunip_ir_pointer_type, type);
    const tunip_ir_prim_type *element =
        TUNIP_AS(tunip_ir_prim_type, pointer ? pointer->element_type : NULL);
    bool is_handle = element && tunip_dtype_equal(element->dtype, TUNIP_VOID) &&
                     tunip_str_is(tunip_string_value(pointer->storage_scope), "global");
    if (!is_handle) return tunip_convert(c, type);
    tunip_ir_prim_type *made = tunip_node_new(tunip_converter_graph(c), &tunip_ir_prim_type_type);
    if (made) made->dtype = TUNIP_HANDLE;
    return (tunip_node *)made;
}

tunip_node *tunip_tir_convert_var(tunip_converter *c, const tunip_node *node)
{
    const tunip_ir_var *var = (const tunip_ir_var *)node;
    const tunip_node *type = ((const tunip_ir_expr *)var)->ty;
    const tunip_tirx_buffer_type *buffer = TUNIP_AS(tunip_tirx_buffer_type, type);
    if (buffer) return older_buffer(c, var, buffer);
    tunip_tir_var *made = tunip_node_new(tunip_converter_graph(c), &tunip_tir_var_type);
    if (!made) return NULL;
    made->name = var->name;
    made->base.base.span = tunip_convert(c, ((const tunip_ir_expr *)var)->span);
    made->base.dtype = tunip_ir_typed_dtype(node);
    made->type_annotation = annotation_of(c, type);
    return (tunip_node *)made;
}

tunip_node *tirx_older_load(tunip_converter *c, const tunip_node *node)
{
    tunip_node *made = tunip_convert_to(c, node, &tunip_tir_buffer_load_type);
    if (made) ((tunip_ir_prim_expr *)made)->dtype = tunip_ir_typed_dtype(node);
    return made;
}

tunip_node *tirx_older_store(tunip_converter *c, const tunip_node *node)
{
    return tunip_convert_to(c, node, &tunip_tir_buffer_store_type);
}

tunip_node *tirx_older_region(tunip_converter *c, const tunip_node *node)
{
    return tunip_convert_to(c, node, &tunip_tir_buffer_region_type);
}

tunip_node *tirx_older_match(tunip_converter *c, const tunip_node *node)
{
    return tunip_convert_to(c, node, &tunip_tir_match_buffer_region_type);
}

/* ---- expressions ---- */

tunip_node *tirx_older_string(tunip_converter *c, const tunip_node *node)
{
    tunip_node *made = tunip_convert_fields(c, node);
    if (made) ((tunip_ir_prim_expr *)made)->dtype = TUNIP_HANDLE;
    return made;
}

/* The dtype of a call. A call without a result has the dtype of a handle or no dtype, depending on
 * the operator. */
static tunip_dtype dtype_of_call(const tunip_tir_call *made, const tunip_node *node)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, made->op);
    const tir_op_style *style = op ? tir_op_find(tunip_string_value(op->name)) : NULL;
    tunip_dtype dtype = tunip_ir_typed_dtype(node);
    bool is_handle = style && style->makes == TIR_MAKES_HANDLE;
    return is_handle && tunip_dtype_equal(dtype, TUNIP_VOID) ? TUNIP_HANDLE : dtype;
}

/* Whether a call is one of the tensor IR: both IRs have nodes of this type. */
static bool is_scalar(const tunip_ir_call *call)
{
    static const tunip_str own = TUNIP_STR("tirx.");
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    const tunip_node *type = ((const tunip_ir_expr *)call)->ty;
    tunip_str name = op ? tunip_string_value(op->name) : (tunip_str){NULL, 0};
    if (op) return name.size > own.size && memcmp(name.data, own.data, own.size) == 0;
    return !call->attrs && !tunip_array_count(call->sinfo_args) &&
           (tunip_is(type, &tunip_ir_prim_type_type) ||
            tunip_is(type, &tunip_ir_pointer_type_type));
}

/* tirx.buffer_data(A), which is A.data. */
static tunip_node *data_of(tunip_converter *c, const tunip_ir_call *call)
{
    if (!is_op(call->op, "tirx.buffer_data") || tunip_array_count(call->args) != 1) return NULL;
    const tunip_node *arg = tunip_convert(c, call->args->items[0]);
    const tunip_tir_buffer *buffer = TUNIP_AS(tunip_tir_buffer, arg);
    return buffer ? (tunip_node *)buffer->data : NULL;
}

tunip_node *tirx_older_call(tunip_converter *c, const tunip_node *node)
{
    const tunip_ir_call *call = (const tunip_ir_call *)node;
    tunip_node *data = data_of(c, call);
    if (data || !is_scalar(call)) return data ? data : tunip_convert_fields(c, node);
    tunip_tir_call *made = (tunip_tir_call *)tunip_convert_to(c, node, &tunip_tir_call_type);
    if (made) made->base.dtype = dtype_of_call(made, node);
    return (tunip_node *)made;
}

/* ---- statements ---- */

static tunip_node *nothing(tunip_converter *c)
{
    tunip_graph *graph = tunip_converter_graph(c);
    return (tunip_node *)tunip_tir_evaluate_new(graph, tunip_ir_int(graph, TUNIP_INT(32), 0));
}

tunip_node **tirx_body_of(tunip_node *stmt)
{
    tunip_tir_allocate *alloc = TIRX_OWN(tunip_tir_allocate, stmt);
    tunip_tir_decl_buffer *decl = TIRX_OWN(tunip_tir_decl_buffer, alloc ? alloc->body : stmt);
    tunip_tir_let_stmt *let = TIRX_OWN(tunip_tir_let_stmt, stmt);
    tunip_tir_assert_stmt *check = TIRX_OWN(tunip_tir_assert_stmt, stmt);
    return decl ? &decl->body : let ? &let->body : check ? &check->body : NULL;
}

tunip_node *tirx_older_bind(tunip_converter *c, const tunip_node *node)
{
    tunip_tir_let_stmt *made =
        (tunip_tir_let_stmt *)tunip_convert_to(c, node, &tunip_tir_let_stmt_type);
    if (made) made->body = nothing(c);
    return (tunip_node *)made;
}

static tunip_tir_decl_buffer *new_decl(tunip_converter *c, tunip_tir_buffer *buffer,
                                       const tunip_node *node)
{
    tunip_tir_decl_buffer *made =
        tunip_node_new(tunip_converter_graph(c), &tunip_tir_decl_buffer_type);
    if (!made) return NULL;
    made->base.span = tunip_convert(c, ((const tunip_tir_stmt *)node)->span);
    made->buffer = buffer;
    made->body = nothing(c);
    return made;
}

tunip_node *tirx_older_alloc(tunip_converter *c, const tunip_node *node)
{
    const tunip_tirx_alloc_buffer *alloc = (const tunip_tirx_alloc_buffer *)node;
    tunip_graph *graph = tunip_converter_graph(c);
    tunip_tir_buffer *buffer = TIRX_OWN(tunip_tir_buffer, tunip_convert(c, alloc->buffer));
    tunip_tir_allocate *made = tunip_node_new(graph, &tunip_tir_allocate_type);
    if (!buffer || !made) return NULL;
    made->base.span = tunip_convert(c, alloc->base.span);
    made->buffer_var = buffer->data;
    made->dtype = buffer->dtype;
    made->extents = buffer->shape;
    made->condition = (tunip_node *)tunip_ir_int(graph, TUNIP_BOOL, 1);
    made->annotations = (tunip_map *)(void *)tunip_convert(c, alloc->annotations);
    made->body = (tunip_node *)new_decl(c, buffer, node);
    return (tunip_node *)made;
}

tunip_node *tirx_older_decl(tunip_converter *c, const tunip_node *node)
{
    const tunip_tirx_decl_buffer *decl = (const tunip_tirx_decl_buffer *)node;
    tunip_tir_buffer *buffer = TIRX_OWN(tunip_tir_buffer, tunip_convert(c, decl->buffer));
    tunip_node *data = tunip_convert_into(c, decl->data, &tunip_tir_var_type);
    if (!buffer || !data) return NULL;
    buffer->data = (tunip_tir_var *)data;
    return (tunip_node *)new_decl(c, buffer, node);
}

tunip_node *tirx_older_assert(tunip_converter *c, const tunip_node *node)
{
    const tunip_tirx_assert_stmt *check = (const tunip_tirx_assert_stmt *)node;
    bool is_usual_error =
        check->error_kind &&
        tunip_str_is(tunip_string_value(check->error_kind->value), "RuntimeError");
    if (!is_usual_error || tunip_array_count(check->message_parts) != 1)
        return tunip_convert_refuse(
            c, node, "assertions of TVM v0.23 have one message and no kind of error");
    tunip_tir_assert_stmt *made =
        tunip_node_new(tunip_converter_graph(c), &tunip_tir_assert_stmt_type);
    if (!made) return NULL;
    made->base.span = tunip_convert(c, check->base.span);
    made->condition = tunip_convert(c, check->condition);
    made->message = tunip_convert(c, check->message_parts->items[0]);
    made->body = nothing(c);
    return (tunip_node *)made;
}

static tunip_node *sequence(tunip_converter *c, tunip_node *const *stmts, size_t count)
{
    if (count == 1) return stmts[0];
    tunip_tir_seq_stmt *made = tunip_node_new(tunip_converter_graph(c), &tunip_tir_seq_stmt_type);
    if (made) made->seq = tunip_array_new(tunip_converter_graph(c), count, (void *const *)stmts);
    return (tunip_node *)made;
}

/* Starts at the end: a statement that defines something gets all following statements as its
 * body. */
tunip_node *tirx_older_seq(tunip_converter *c, const tunip_node *node)
{
    const tunip_tirx_seq_stmt *seq = (const tunip_tirx_seq_stmt *)node;
    tunip_array *stmts = (tunip_array *)(void *)tunip_convert(c, seq->seq);
    size_t end = tunip_array_count(stmts);
    for (size_t i = end; i-- > 0;) {
        tunip_node **body = tirx_body_of(stmts->items[i]);
        if (!body || i + 1 == end) continue;
        *body = sequence(c, stmts->items + i + 1, end - i - 1);
        end = i + 1;
    }
    tunip_node *made = stmts ? sequence(c, stmts->items, end) : NULL;
    if (TUNIP_AS(tunip_tir_seq_stmt, made))
        ((tunip_tir_stmt *)made)->span = tunip_convert(c, seq->base.span);
    return made;
}

static tunip_node *evaluate_call(tunip_converter *c, const tunip_node *node, const char *name,
                                 tunip_node *arg)
{
    tunip_graph *graph = tunip_converter_graph(c);
    tunip_ir_op *op = tunip_node_new(graph, &tunip_ir_op_type);
    tunip_tir_call *call = tunip_node_new(graph, &tunip_tir_call_type);
    tunip_tir_evaluate *made = tunip_node_new(graph, &tunip_tir_evaluate_type);
    if (!op || !call || !made) return NULL;
    op->name = tunip_string_new(graph, name);
    call->op = (tunip_node *)op;
    call->args = tunip_array_new(graph, arg != NULL, (void *[]){arg});
    call->base.dtype = arg ? tunip_ir_dtype_of(arg) : TUNIP_VOID;
    made->base.span = tunip_convert(c, ((const tunip_tir_stmt *)node)->span);
    made->value = (tunip_node *)call;
    return (tunip_node *)made;
}

tunip_node *tirx_older_return(tunip_converter *c, const tunip_node *node)
{
    tunip_node *value =
        tunip_convert_into(c, ((const tunip_tirx_return *)node)->value, &tunip_ir_prim_expr_type);
    return value ? evaluate_call(c, node, "tir.ret", value) : NULL;
}

tunip_node *tirx_older_break(tunip_converter *c, const tunip_node *node)
{
    return evaluate_call(c, node, "tir.break_loop", NULL);
}

tunip_node *tirx_older_continue(tunip_converter *c, const tunip_node *node)
{
    return evaluate_call(c, node, "tir.continue_loop", NULL);
}

/* ---- functions ---- */

/* A parameter that is a buffer: a handle, which the map of buffers maps to it. */
static tunip_tir_var *new_handle(tunip_graph *graph, const tunip_tir_buffer *buffer)
{
    char name[256];
    tunip_str base = tunip_string_value(buffer->name);
    snprintf(name, sizeof name, "%.*s_handle", (int)(base.size < 240 ? base.size : 240),
             base.data ? base.data : "");
    return tunip_tir_handle_new(graph, name);
}

static bool set_params(tunip_converter *c, const tunip_array *from, tunip_tir_prim_func *made)
{
    tunip_graph *graph = tunip_converter_graph(c);
    size_t count = tunip_array_count(from), used = 0;
    void **params = tunip_graph_alloc(graph, (count + 1) * sizeof *params);
    void **entries = tunip_graph_alloc(graph, 2 * (count + 1) * sizeof *entries);
    if (!params || !entries) return false;
    for (size_t i = 0; i < count; i++) {
        params[i] = tunip_convert(c, from->items[i]);
        tunip_tir_buffer *buffer = TIRX_OWN(tunip_tir_buffer, params[i]);
        if (!buffer) continue;
        params[i] = entries[used++] = new_handle(graph, buffer);
        entries[used++] = buffer;
    }
    made->params = tunip_array_new(graph, count, params);
    made->buffer_map = tunip_map_new(graph, used / 2, entries);
    return made->params && made->buffer_map;
}

/* Sets "s_tir" to false for a function whose buffers have layouts. Other functions do not have
 * it. */
static void set_attrs(tunip_converter *c, const tunip_tirx_prim_func *func,
                      tunip_ir_base_func *made)
{
    tirx_attrs attrs = {
        .original = func->base.attrs, .made = made->attrs, .from = "tirx.", .to = "tir."};
    if (tirx_rename_attrs(c, &attrs)) tirx_set_attrs(c, &attrs, !attrs.is_scheduled);
}

tunip_node *tirx_older_func(tunip_converter *c, const tunip_node *node)
{
    const tunip_tirx_prim_func *func = (const tunip_tirx_prim_func *)node;
    tunip_tir_prim_func *made = tunip_node_new(tunip_converter_graph(c), &tunip_tir_prim_func_type);
    if (!made || !set_params(c, func->params, made)) return NULL;
    made->base.base.base.span = tunip_convert(c, ((const tunip_ir_expr *)func)->span);
    made->base.base.struct_info = tunip_convert(c, ((const tunip_ir_expr *)func)->ty);
    made->base.attrs = (tunip_ir_dict_attrs *)tunip_convert(c, func->base.attrs);
    made->ret_type = tunip_convert_into(c, func->ret_type, &tunip_ir_type_type);
    made->body = tunip_convert(c, func->body);
    set_attrs(c, func, &made->base);
    return (tunip_node *)made;
}
