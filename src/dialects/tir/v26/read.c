/* read.c -- words of TVM v0.26 about buffers and threads. They make nodes of both versions, which
 * convert.c converts when the script has been read. */
#include <tunip/tvm/tirx_types.h>

#include "../script.h"

/* A = T.alloc_buffer((16,)) of TVM v0.26: a statement. */
TIR_READ(alloc_here)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_value args[TIR_BUFFER_ARGS];
    memcpy(args, call->args, sizeof args);
    const char *scope = (const char *)call->word->data;
    if (*scope)
        args[TIR_BUFFER_SCOPE] =
            (tunip_value){.kind = TUNIP_VALUE_STR, .doc = call->doc, .text = tunip_str_from(scope)};
    tunip_tir_buffer *buffer = tir_read_any_buffer(e, args, call->doc);
    tir_take_layout(e, buffer, call);
    tunip_tirx_alloc_buffer *stmt = tunip_node_new(graph, &tunip_tirx_alloc_buffer_type);
    if (!buffer || !stmt) return tunip_value_wrong(call->doc);
    stmt->buffer = (void *)buffer; /* which becomes a variable when the function is converted */
    stmt->annotations = call->args[TIR_BUFFER_ANNOTATIONS].kind > TUNIP_VALUE_NONE
                            ? tir_data(e, &call->args[TIR_BUFFER_ANNOTATIONS])
                            : tunip_map_new(graph, 0, NULL);
    tunip_scope_add(e, stmt);
    return tunip_value_node(buffer, call->doc);
}

/* The type in `x: T.let[T.int32] = 1`. */
TIR_READ(let_type)
{
    (void)e;
    return call->args[0];
}

/* The sizes of a buffer whose elements are of another dtype: the last one changes. */
static tunip_array *recast_shape(tunip_elaborator *e, const tunip_tir_buffer *parent,
                                 tunip_dtype dtype)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    size_t count = tunip_array_count(parent->shape);
    tunip_array *shape = tunip_array_new(graph, count, (void *const *)parent->shape->items);
    const tunip_ir_int_imm *last =
        count ? TUNIP_AS(tunip_ir_int_imm, parent->shape->items[count - 1]) : NULL;
    if (shape && last && dtype.bits)
        shape->items[count - 1] = (tunip_node *)tunip_ir_int(
            graph, last->base.dtype, last->value * parent->dtype.bits / dtype.bits);
    return shape;
}

/* B = A.view(8, 8), B = A.view("int8"): the same data in another shape. */
TIR_READ(view)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_tir_buffer *parent =
        call->self.kind == TUNIP_VALUE_NODE ? TUNIP_AS(tunip_tir_buffer, call->self.node) : NULL;
    tunip_tir_buffer *buffer = tunip_node_new(graph, &tunip_tir_buffer_type);
    tunip_tirx_decl_buffer *stmt = tunip_node_new(graph, &tunip_tirx_decl_buffer_type);
    if (!parent) return tunip_complain(e, call->doc, "only a buffer has views");
    if (!buffer || !stmt) return tunip_value_wrong(call->doc);
    *buffer = *parent;
    buffer->name = tir_empty_text(e);
    bool is_recast = call->rest.count == 1 && call->rest.items[0].kind == TUNIP_VALUE_STR;
    tunip_value sizes = {.kind = TUNIP_VALUE_LIST, .doc = call->doc, .items = call->rest};
    if (is_recast) buffer->dtype = tunip_value_to_dtype(e, &call->rest.items[0], parent->dtype);
    buffer->shape = is_recast ? recast_shape(e, parent, buffer->dtype) : tir_exprs(e, &sizes);
    if (call->args[0].kind == TUNIP_VALUE_NODE)
        buffer->axis_separators = tunip_array_new(graph, 1, (void *[]){call->args[0].node});
    stmt->buffer = (void *)buffer;
    stmt->data = (tunip_node *)parent->data;
    tunip_scope_add(e, stmt);
    return tunip_value_node(buffer, call->doc);
}

/* v = T.cta_id([32]), x, y = T.thread_id([4, 8]) */
TIR_READ(scope_id)
{
    static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tirx_scope_id_def *def = tunip_node_new(graph, &tunip_tirx_scope_id_def_type);
    tunip_tirx_scope_id_def_stmt *stmt = tunip_node_new(graph, &tunip_tirx_scope_id_def_stmt_type);
    if (!def || !stmt) return tunip_value_wrong(call->doc);
    if (call->args[0].kind > TUNIP_VALUE_NONE) def->extents = tir_exprs(e, &call->args[0]);
    if (call->args[1].kind > TUNIP_VALUE_NONE)
        def->preferred_extents = tir_exprs(e, &call->args[1]);
    size_t count = def->extents ? def->extents->count : 1;
    tunip_value *values = tunip_elaborator_alloc(e, (count + 1) * sizeof *values);
    if (!values) return tunip_value_wrong(call->doc);
    def->def_ids = tunip_array_new(graph, 0, NULL);
    for (size_t i = 0; i < count; i++) {
        values[i] = tunip_value_node(tir_new_var(e, int32, NULL, false), call->doc);
        tunip_ir_append(e, def->def_ids, values[i].node);
    }
    def->scope = (int64_t)call->word->data;
    stmt->def = def;
    tunip_scope_add(e, stmt);
    if (count == 1) return values[0];
    tunip_value list = {.kind = TUNIP_VALUE_LIST, .doc = call->doc};
    list.items = (tunip_values){values, count};
    return list;
}
