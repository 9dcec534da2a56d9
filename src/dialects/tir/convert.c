/* convert.c -- converts the tensor IR of TVM v0.23 to v0.26 and back. A buffer becomes a
 * variable with a type. */
#include "convert.h"

#include <stdio.h>

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax_types_v26.h>
#include <tunip/tvm/tirx_types_v25.h>

#include "analysis.h"
#include "layout.h"
#include "ops.h"

/* ======== convert ======== */

/* Converts the tensor IR of TVM v0.23 to v0.26. A buffer becomes a variable with a
 * type. Statements that define something have no body: they come before the statements that use
 * it. */

/* ---- expressions ---- */

tunip_node *tirx_convert_var(tunip_converter *c, const tunip_node *node)
{
    const tunip_tir_var *var = (const tunip_tir_var *)node;
    tunip_ir_var *made = tunip_node_new(tunip_converter_graph(c), &tunip_ir_var_type);
    bool is_pointer = tunip_is(var->type_annotation, &tunip_ir_pointer_type_type);
    if (!made) return NULL;
    made->name = var->name;
    tunip_ir_expr *expr = (tunip_ir_expr *)made;
    expr->span = tunip_convert(c, var->base.base.span);
    expr->ty = is_pointer ? tunip_convert(c, var->type_annotation)
                          : tunip_ir_convert_dtype(c, var->base.dtype);
    return (tunip_node *)made;
}

static tunip_node *new_call(tunip_converter *c, tunip_node *type, void *op, tunip_array *args)
{
    tunip_graph *graph = tunip_converter_graph(c);
    tunip_ir_call *made = tunip_node_new(graph, &tunip_ir_call_type);
    if (!made) return NULL;
    ((tunip_ir_expr *)made)->ty = type;
    made->op = op;
    made->args = args;
    made->sinfo_args = tunip_array_new(graph, 0, NULL);
    return (tunip_node *)made;
}

static tunip_node *pointer_to(tunip_converter *c, tunip_dtype element, tunip_string *scope)
{
    tunip_graph *graph = tunip_converter_graph(c);
    tunip_ir_pointer_type *type = tunip_node_new(graph, &tunip_ir_pointer_type_v26_type);
    if (!type) return NULL;
    type->element_type = tunip_ir_convert_dtype(c, element);
    type->storage_scope = scope ? scope : tunip_string_new(graph, "global");
    return (tunip_node *)type;
}

/* T.address_of(A[i]); the address of a variable is a number. */
static tunip_node *type_of_address(tunip_converter *c, const tunip_array *args)
{
    static const tunip_dtype uint64 = {TUNIP_DTYPE_UINT, 64, 1};
    const tunip_node *first = tunip_array_count(args) ? args->items[0] : NULL;
    if (tunip_is_a(first, &tunip_ir_var_type)) return tunip_ir_convert_dtype(c, uint64);
    const tunip_tirx_buffer_load *load = TUNIP_AS(tunip_tirx_buffer_load, first);
    const tunip_node *type =
        load && load->buffer ? ((const tunip_ir_expr *)load->buffer)->ty : NULL;
    const tunip_tirx_buffer_type *buffer = TUNIP_AS(tunip_tirx_buffer_type, type);
    return pointer_to(c, buffer && buffer->dtype ? buffer->dtype->dtype : TUNIP_VOID,
                      buffer ? buffer->storage_scope : NULL);
}

/* T.tvm_access_ptr(T.type_annotation("float32"), A.data, offset, ...). Buffer.access_ptr() computes
 * the offset, and its result points to elements. In scripts the offset is a number, and the pointer
 * has no element type. */
static tunip_node *type_of_access(tunip_converter *c, const tunip_array *args)
{
    enum { OFFSET = 2 };
    size_t count = tunip_array_count(args);
    bool is_written = count > OFFSET && tunip_is(args->items[OFFSET], &tunip_ir_int_imm_type);
    const tunip_ir_expr *second = count > 1 ? TUNIP_AS_A(tunip_ir_expr, args->items[1]) : NULL;
    const tunip_node *data = second ? second->ty : NULL;
    const tunip_ir_pointer_type *type = TUNIP_AS(tunip_ir_pointer_type, data);
    bool has_elements = count && !is_written;
    return pointer_to(c, has_elements ? tunip_ir_typed_dtype(args->items[0]) : TUNIP_VOID,
                      type ? type->storage_scope : NULL);
}

/* T.tvm_stack_alloca("tensormap", 1) */
static tunip_node *type_of_stack(tunip_converter *c, const tunip_array *args)
{
    static const tunip_dtype int64 = {TUNIP_DTYPE_INT, 64, 1};
    const tunip_tirx_string_imm *text =
        tunip_array_count(args) ? TUNIP_AS(tunip_tirx_string_imm, args->items[0]) : NULL;
    tunip_str kind = tunip_string_value(text ? text->value : NULL);
    tunip_node *type = pointer_to(c, tunip_str_is(kind, "shape") ? int64 : TUNIP_VOID, NULL);
    if (type && tunip_str_is(kind, "tensormap"))
        ((tunip_ir_pointer_type *)type)->element_type =
            tunip_node_new(tunip_converter_graph(c), &tunip_ir_tensor_map_type_v26_type);
    return type;
}

/* T.TVMBackendAllocWorkspace(2, 0, 64, 2, 32): the last two arguments are the dtype of the
 * elements. */
static tunip_node *type_of_workspace(tunip_converter *c, const tunip_array *args)
{
    enum { CODE = 3, BITS };
    const tunip_ir_int_imm *code = NULL, *bits = NULL;
    if (tunip_array_count(args) > BITS) {
        code = TUNIP_AS(tunip_ir_int_imm, args->items[CODE]);
        bits = TUNIP_AS(tunip_ir_int_imm, args->items[BITS]);
    }
    bool is_known = code && bits && code->value >= 0 && code->value <= TUNIP_DTYPE_FLOAT;
    tunip_dtype dtype = TUNIP_VOID;
    if (is_known) dtype = tunip_dtype_make((int)code->value, (int)bits->value, 1);
    return pointer_to(c, dtype, NULL);
}

static tunip_node *type_of_handle(tunip_converter *c, const tunip_array *args)
{
    (void)args;
    return pointer_to(c, TUNIP_VOID, NULL);
}

static tunip_node *type_of_sizes(tunip_converter *c, const tunip_array *args)
{
    static const tunip_dtype int64 = {TUNIP_DTYPE_INT, 64, 1};
    (void)args;
    return pointer_to(c, int64, NULL);
}

/* Calls of operators whose result is a pointer. The other calls of the dtype `handle` have no
 * result. Sorted by name. */
static const struct {
    const char *op;
    tunip_node *(*type_of)(tunip_converter *c, const tunip_array *args);
} pointers[] = {
    {"tir.TVMBackendAllocWorkspace", type_of_workspace},
    {"tir.address_of", type_of_address},
    {"tir.anylist_getitem", type_of_handle},
    {"tir.call_extern", type_of_handle},
    {"tir.call_pure_extern", type_of_handle},
    {"tir.if_then_else", type_of_handle},
    {"tir.reinterpret", type_of_handle},
    {"tir.tvm_access_ptr", type_of_access},
    {"tir.tvm_call_cpacked", type_of_handle},
    {"tir.tvm_call_packed", type_of_handle},
    {"tir.tvm_stack_alloca", type_of_stack},
    {"tir.tvm_stack_make_array", type_of_handle},
    {"tir.tvm_stack_make_shape", type_of_sizes},
    {"tir.tvm_static_handle", type_of_handle},
    {"tir.tvm_struct_get", type_of_handle},
};

static tunip_node *type_of_call(tunip_converter *c, const tunip_tir_call *call,
                                const tunip_array *args)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    tunip_dtype dtype = call->base.dtype;
    bool is_pointer = dtype.code == TUNIP_DTYPE_HANDLE && dtype.bits;
    if (!op || !is_pointer) return tunip_ir_convert_dtype(c, dtype);
    size_t i = 0;
    while (i < TUNIP_LEN(pointers) && !tunip_str_is(tunip_string_value(op->name), pointers[i].op))
        i++;
    if (i < TUNIP_LEN(pointers)) return pointers[i].type_of(c, args);
    return tunip_ir_convert_dtype(c, TUNIP_VOID);
}

/* The reader of scripts puts a list in the place of the operator of a call that states its type or
 * has attributes. */
static tunip_node *convert_carried(tunip_converter *c, const tunip_tir_call *call,
                                   const tunip_array *carrier)
{
    tunip_array *args = (tunip_array *)(void *)tunip_convert(c, call->args);
    tunip_node *type = tunip_convert(c, carrier->items[1]);
    tunip_ir_call *made =
        (tunip_ir_call *)new_call(c, type ? type : tunip_ir_convert_dtype(c, call->base.dtype),
                                  tunip_convert(c, carrier->items[0]), args);
    if (made) made->attrs = (void *)tunip_convert(c, carrier->items[2]);
    return (tunip_node *)made;
}

tunip_node *tirx_convert_call(tunip_converter *c, const tunip_node *node)
{
    const tunip_tir_call *call = (const tunip_tir_call *)node;
    const tunip_array *carrier = TUNIP_AS(tunip_array, call->op);
    if (tunip_array_count(carrier) == 3) return convert_carried(c, call, carrier);
    tunip_array *args = (tunip_array *)(void *)tunip_convert(c, call->args);
    tunip_node *made =
        new_call(c, args ? type_of_call(c, call, args) : NULL, tunip_convert(c, call->op), args);
    if (made) ((tunip_ir_expr *)made)->span = tunip_convert(c, call->base.base.span);
    return made;
}

/* A string has no dtype. */
tunip_node *tirx_convert_string(tunip_converter *c, const tunip_node *node)
{
    tunip_node *made = tunip_convert_fields(c, node);
    if (made) ((tunip_ir_expr *)made)->ty = tunip_ir_convert_dtype(c, TUNIP_VOID);
    return made;
}

/* ---- buffers ---- */

static tunip_string *scope_of(tunip_converter *c, const tunip_tir_buffer *buffer)
{
    const tunip_ir_pointer_type *type =
        buffer->data ? TUNIP_AS(tunip_ir_pointer_type, buffer->data->type_annotation) : NULL;
    bool is_given = type && tunip_string_value(type->storage_scope).size;
    return is_given ? type->storage_scope : tunip_string_new(tunip_converter_graph(c), "global");
}

/* tirx.buffer_data(A), which prints as A.data. */
static tunip_node *data_of(tunip_converter *c, const tunip_tir_buffer *buffer, tunip_node *var)
{
    tunip_graph *graph = tunip_converter_graph(c);
    tunip_ir_op *op = tunip_node_new(graph, &tunip_ir_op_v26_type);
    tunip_ir_pointer_type *type = tunip_node_new(graph, &tunip_ir_pointer_type_v26_type);
    if (!op || !type) return NULL;
    op->name = tunip_string_new(graph, "tirx.buffer_data");
    type->element_type = tunip_ir_convert_dtype(c, buffer->dtype);
    type->storage_scope = scope_of(c, buffer);
    return new_call(c, (tunip_node *)type, op, tunip_array_new(graph, 1, (void *[]){var}));
}

tunip_node *tirx_convert_buffer(tunip_converter *c, const tunip_node *node)
{
    const tunip_tir_buffer *buffer = (const tunip_tir_buffer *)node;
    tunip_graph *graph = tunip_converter_graph(c);
    tunip_ir_var *made = tunip_node_new(graph, &tunip_ir_var_type);
    tunip_tirx_buffer_type *type = tunip_node_new(graph, &tunip_tirx_buffer_type_type);
    if (!made || !type) return NULL;
    tunip_convert_set(c, node, made);
    made->name = buffer->name;
    ((tunip_ir_expr *)made)->ty = (tunip_node *)type;
    ((tunip_ir_expr *)made)->span = tunip_convert(c, buffer->span);
    if (buffer->data && !tunip_converted(c, buffer->data))
        tunip_convert_set(c, buffer->data, data_of(c, buffer, (tunip_node *)made));
    type->dtype = (tunip_ir_prim_type *)tunip_ir_convert_dtype(c, buffer->dtype);
    type->storage_scope = scope_of(c, buffer);
    type->shape = (tunip_array *)(void *)tunip_convert(c, buffer->shape);
    type->strides = (tunip_array *)(void *)tunip_convert(c, buffer->strides);
    type->elem_offset = tunip_convert(c, buffer->elem_offset);
    type->data_alignment = buffer->data_alignment;
    type->offset_factor = buffer->offset_factor;
    type->layout = tirx_layout_of(c, buffer);
    type->allocated_addr = tirx_addresses_of(c, buffer);
    return (tunip_node *)made;
}

tunip_node *tirx_convert_load(tunip_converter *c, const tunip_node *node)
{
    tunip_node *made = tunip_convert_to(c, node, &tunip_tirx_buffer_load_type);
    if (made) ((tunip_ir_expr *)made)->ty = tunip_ir_convert_dtype(c, tunip_ir_dtype_of(node));
    return made;
}

tunip_node *tirx_convert_store(tunip_converter *c, const tunip_node *node)
{
    return tunip_convert_to(c, node, &tunip_tirx_buffer_store_type);
}

tunip_node *tirx_convert_region(tunip_converter *c, const tunip_node *node)
{
    return tunip_convert_to(c, node, &tunip_tirx_buffer_region_type);
}

tunip_node *tirx_convert_match(tunip_converter *c, const tunip_node *node)
{
    return tunip_convert_to(c, node, &tunip_tirx_match_buffer_region_type);
}

/* ---- statements ---- */

/* Longer sequences are not joined with the sequences in them. */
enum { MOST_STMTS = 1 << 20 };

static size_t count_stmts(const tunip_node *stmt)
{
    const tunip_tir_seq_stmt *seq = TUNIP_AS(tunip_tir_seq_stmt, stmt);
    return seq ? tunip_array_count(seq->seq) : stmt != NULL;
}

/* A node of the type that the other version has for this one. */
static void *new_there(tunip_converter *c, const tunip_type *type)
{
    return tunip_node_new(tunip_converter_graph(c), tunip_convert_type(c, type));
}

/* One sequence of statements, of which each may be a sequence itself. */
static tunip_node *join(tunip_converter *c, tunip_node **stmts, size_t count)
{
    size_t total = 0, used = 0;
    for (size_t i = 0; i < count; i++) total += count_stmts(stmts[i]);
    void **all = tunip_graph_alloc(tunip_converter_graph(c), (total + 1) * sizeof *all);
    tunip_tirx_seq_stmt *made = new_there(c, &tunip_tir_seq_stmt_type);
    if (!all || !made) return NULL;
    for (size_t i = 0; i < count; i++) {
        const tunip_tir_seq_stmt *seq = TUNIP_AS(tunip_tir_seq_stmt, stmts[i]);
        for (size_t k = 0; seq && k < tunip_array_count(seq->seq); k++)
            all[used++] = seq->seq->items[k];
        if (!seq && stmts[i]) all[used++] = stmts[i];
    }
    made->seq = tunip_array_new(tunip_converter_graph(c), used, all);
    return (tunip_node *)made;
}

tunip_node *tirx_convert_seq(tunip_converter *c, const tunip_node *node)
{
    tunip_tirx_seq_stmt *made = (tunip_tirx_seq_stmt *)tunip_convert_fields(c, node);
    size_t total = 0;
    if (!made || !made->seq) return (tunip_node *)made;
    for (size_t i = 0; i < made->seq->count && total <= MOST_STMTS; i++)
        total += count_stmts(made->seq->items[i]);
    if (total > MOST_STMTS) return (tunip_node *)made; /* sequences that use one another twice */
    tunip_node *flat = join(c, made->seq->items, made->seq->count);
    if (flat) ((tunip_tirx_stmt *)flat)->span = ((tunip_tirx_stmt *)made)->span;
    return flat;
}

/* A statement that defines something, and the statements that use it. */
static tunip_node *before(tunip_converter *c, tunip_node *first, const tunip_node *body)
{
    tunip_node *rest = tunip_convert(c, body);
    if (!body) return first; /* see nothing() */
    return first && rest ? join(c, (tunip_node *[]){first, rest}, 2) : NULL;
}

tunip_node *tirx_convert_let(tunip_converter *c, const tunip_node *node)
{
    return before(c, tunip_convert_to(c, node, tunip_convert_type(c, &tunip_tirx_bind_type)),
                  ((const tunip_tir_let_stmt *)node)->body);
}

static const struct {
    const char *op;
    size_t args;
    const tunip_type *type;
    bool completes; /* only if functions get the usual attributes of the version */
} statements[] = {
    {"tir.ret", 1, &tunip_tirx_return_type, false},
    {"tir.break_loop", 0, &tunip_tirx_break_type, true},
    {"tir.continue_loop", 0, &tunip_tirx_continue_type, true},
};

/* `return x` and `break`, which are calls of operators in v0.23. */
tunip_node *tirx_convert_evaluate(tunip_converter *c, const tunip_node *node)
{
    const tunip_tir_call *call =
        TUNIP_AS(tunip_tir_call, ((const tunip_tir_evaluate *)node)->value);
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call ? call->op : NULL);
    for (size_t i = 0; op && i < TUNIP_LEN(statements); i++) {
        if (!tunip_str_is(tunip_string_value(op->name), statements[i].op) ||
            tunip_array_count(call->args) != statements[i].args ||
            !tunip_convert_type(c, statements[i].type) ||
            (statements[i].completes && !tunip_converter_completes(c)))
            continue;
        tunip_tirx_return *made = new_there(c, statements[i].type);
        if (made && statements[i].args) made->value = tunip_convert(c, call->args->items[0]);
        if (made) made->base.span = tunip_convert(c, ((const tunip_tir_stmt *)node)->span);
        return (tunip_node *)made;
    }
    return tunip_convert_fields(c, node);
}

/* The address as a pointer, which only v0.26 makes of it (TVM src/tirx/script/builder/ir.cc,
 * DeclBuffer). */
static tunip_node *pointer_of(tunip_converter *c, const tunip_tir_buffer *buffer)
{
    tunip_ir_op *op = tunip_node_new(tunip_converter_graph(c), &tunip_ir_op_v26_type);
    if (!op) return NULL;
    op->name = tunip_string_new(tunip_converter_graph(c), "tirx.reinterpret");
    return new_call(c, pointer_to(c, buffer->dtype, scope_of(c, buffer)), op,
                    tirx_addresses_of(c, buffer));
}

tunip_node *tirx_convert_decl(tunip_converter *c, const tunip_node *node)
{
    const tunip_tir_decl_buffer *decl = (const tunip_tir_decl_buffer *)node;
    tunip_node *data = tirx_is_addressed(decl->buffer)
                           ? pointer_of(c, decl->buffer)
                           : tunip_convert(c, decl->buffer ? decl->buffer->data : NULL);
    tunip_tirx_decl_buffer *made =
        (tunip_tirx_decl_buffer *)tunip_convert_to(c, node, &tunip_tirx_decl_buffer_type);
    if (made) made->data = data;
    return before(c, (tunip_node *)made, decl->body);
}

/* In v0.24 and v0.25, a declared buffer is a node that has its data. */
tunip_node *tirx_convert_flat_decl(tunip_converter *c, const tunip_node *node)
{
    const tunip_type *type = tunip_convert_type(c, &tunip_tirx_decl_buffer_type);
    return before(c, tunip_convert_to(c, node, type), ((const tunip_tir_decl_buffer *)node)->body);
}

/* Whether an allocation is an allocated buffer of v0.26: its body declares a buffer of that size on
 * it. */
static bool allocates(const tunip_tir_allocate *alloc, const tunip_tir_buffer *buffer)
{
    const tunip_ir_int_imm *condition = TUNIP_AS(tunip_ir_int_imm, alloc->condition);
    size_t count = tunip_array_count(alloc->extents);
    bool fits = condition && condition->value == 1 && buffer->data == alloc->buffer_var &&
                tunip_dtype_equal(buffer->dtype, alloc->dtype) &&
                tunip_array_count(buffer->shape) == count;
    for (size_t i = 0; fits && i < count; i++)
        fits = tir_same_expr(alloc->extents->items[i], buffer->shape->items[i]);
    return fits;
}

tunip_node *tirx_convert_allocate(tunip_converter *c, const tunip_node *node)
{
    const tunip_tir_allocate *alloc = (const tunip_tir_allocate *)node;
    const tunip_tir_decl_buffer *decl = TUNIP_AS(tunip_tir_decl_buffer, alloc->body);
    if (!decl || !decl->buffer || !allocates(alloc, decl->buffer)) {
        tunip_convert(c, alloc->body);
        return tunip_convert_refuse(c, node, "TVM v0.%u allocates only declared buffers",
                                    tunip_converter_vintage(c));
    }
    tunip_tirx_alloc_buffer *made = new_there(c, &tunip_tirx_alloc_buffer_type);
    if (!made) return NULL;
    made->base.span = tunip_convert(c, alloc->base.span);
    made->buffer = (tunip_ir_var *)tunip_convert(c, decl->buffer);
    made->annotations = (tunip_map *)(void *)tunip_convert(c, alloc->annotations);
    return before(c, (tunip_node *)made, decl->body);
}

tunip_node *tirx_convert_assert(tunip_converter *c, const tunip_node *node)
{
    const tunip_tir_assert_stmt *check = (const tunip_tir_assert_stmt *)node;
    tunip_graph *graph = tunip_converter_graph(c);
    tunip_tirx_assert_stmt *made = new_there(c, &tunip_tirx_assert_stmt_type);
    tunip_tirx_string_imm *kind =
        (tunip_tirx_string_imm *)tunip_convert(c, tunip_tir_string_imm_new(graph, "RuntimeError"));
    if (!made || !kind) return NULL;
    void *part = tunip_convert_into(c, check->message, ((const tunip_node *)kind)->type);
    made->base.span = tunip_convert(c, check->base.span);
    made->condition = tunip_convert(c, check->condition);
    made->error_kind = kind;
    made->message_parts = tunip_array_new(graph, 1, &part);
    return before(c, (tunip_node *)made, check->body);
}

/* ==== Converts functions of the tensor IR of TVM v0.23 to v0.26, where parameters are the buffers
 * themselves, and a function has a type. */

/* ---- parameters ---- */

static const tunip_node *buffer_of(const tunip_tir_prim_func *func, const tunip_node *param)
{
    return func->buffer_map ? tunip_map_at(func->buffer_map, param) : NULL;
}

static tunip_array *convert_params(tunip_converter *c, const tunip_tir_prim_func *func)
{
    size_t count = tunip_array_count(func->params);
    void **items = tunip_graph_alloc(tunip_converter_graph(c), (count + 1) * sizeof *items);
    for (size_t i = 0; items && i < count; i++) {
        const tunip_node *buffer = buffer_of(func, func->params->items[i]);
        items[i] = tunip_convert(c, buffer ? buffer : func->params->items[i]);
    }
    return items ? tunip_array_new(tunip_converter_graph(c), count, items) : NULL;
}

/* ---- the type of a function (TVM src/tirx/ir/function.cc, InferType) ---- */

static tunip_node *as_int64(tunip_converter *c, tunip_node *dim)
{
    tunip_graph *graph = tunip_converter_graph(c);
    static const tunip_dtype int64 = {TUNIP_DTYPE_INT, 64, 1};
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, dim);
    if (tunip_dtype_equal(tunip_ir_dtype_of(dim), int64)) return dim;
    tunip_node *made =
        tunip_node_new(graph, imm ? &tunip_ir_int_imm_v26_type : &tunip_tirx_cast_type);
    if (!made) return NULL;
    ((tunip_ir_expr *)made)->ty = tunip_ir_convert_dtype(c, int64);
    if (imm)
        ((tunip_ir_int_imm_v26 *)made)->value = imm->value;
    else
        ((tunip_tirx_cast *)made)->value = dim;
    return made;
}

static tunip_node *tensor_of(tunip_converter *c, const tunip_tirx_buffer_type *buffer)
{
    tunip_graph *graph = tunip_converter_graph(c);
    size_t count = tunip_array_count(buffer->shape);
    void **dims = tunip_graph_alloc(graph, (count + 1) * sizeof *dims);
    tunip_relax_tensor_type_v26 *made = tunip_node_new(graph, &tunip_relax_tensor_type_v26_type);
    tunip_relax_shape_expr_v26 *shape = tunip_node_new(graph, &tunip_relax_shape_expr_v26_type);
    tunip_relax_shape_type_v26 *type = tunip_node_new(graph, &tunip_relax_shape_type_v26_type);
    if (!dims || !made || !shape || !type) return NULL;
    for (size_t i = 0; i < count; i++) dims[i] = as_int64(c, buffer->shape->items[i]);
    type->values = shape->values = tunip_array_new(graph, count, dims);
    type->ndim = made->ndim = (int64_t)count;
    ((tunip_ir_expr *)shape)->ty = (tunip_node *)type;
    made->shape = (tunip_node *)shape;
    made->element = (tunip_node *)buffer->dtype;
    return (tunip_node *)made;
}

static tunip_node *any_type(tunip_graph *graph)
{
    return tunip_node_new(graph, &tunip_relax_any_type_type);
}

static tunip_node *type_of_param(tunip_converter *c, const tunip_node *param)
{
    const tunip_node *type = param ? ((const tunip_ir_expr *)param)->ty : NULL;
    const tunip_tirx_buffer_type *buffer = TUNIP_AS(tunip_tirx_buffer_type, type);
    if (buffer) return tensor_of(c, buffer);
    bool is_pointer = tunip_is(type, &tunip_ir_pointer_type_type);
    return is_pointer ? any_type(tunip_converter_graph(c)) : (tunip_node *)(uintptr_t)type;
}

static tunip_node *type_of_result(tunip_graph *graph, const tunip_node *type)
{
    const tunip_ir_tuple_type_v26 *tuple = TUNIP_AS(tunip_ir_tuple_type_v26, type);
    if (tunip_is(type, &tunip_ir_prim_type_type)) return (tunip_node *)(uintptr_t)type;
    if (type && !(tuple && !tunip_array_count(tuple->fields))) return any_type(graph);
    tunip_ir_tuple_type_v26 *made = tunip_node_new(graph, &tunip_ir_tuple_type_v26_type);
    if (made) made->fields = tunip_array_new(graph, 0, NULL);
    return (tunip_node *)made;
}

static tunip_node *type_of_func(tunip_converter *c, const tunip_tirx_prim_func *func)
{
    tunip_graph *graph = tunip_converter_graph(c);
    size_t count = tunip_array_count(func->params);
    void **params = tunip_graph_alloc(graph, (count + 1) * sizeof *params);
    tunip_relax_func_type *made = tunip_node_new(graph, &tunip_relax_func_type_type);
    if (!params || !made) return NULL;
    for (size_t i = 0; i < count; i++) params[i] = type_of_param(c, func->params->items[i]);
    made->params = tunip_array_new(graph, count, params);
    made->ret = type_of_result(graph, func->ret_type);
    made->purity = tunip_tir_is_pure(graph, func->body);
    return (tunip_node *)made;
}

/* ---- the function ---- */

static tunip_node *renamed(tunip_converter *c, tunip_node *key, const char *from, const char *to)
{
    tunip_str name = tunip_string_value(key);
    size_t cut = strlen(from), size = strlen(to);
    if (name.size < cut || memcmp(name.data, from, cut) != 0) return key;
    char *text = tunip_graph_alloc(tunip_converter_graph(c), size + name.size - cut + 1);
    if (!text) return NULL;
    memcpy(text, to, size);
    memcpy(text + size, name.data + cut, name.size - cut);
    return (tunip_node *)tunip_string_new_view(tunip_converter_graph(c),
                                               (tunip_str){text, size + name.size - cut});
}

/* Refuses two names that are one name in the other version. */
static tunip_node *renamed_once(tunip_converter *c, const tirx_attrs *attrs, tunip_node *key)
{
    tunip_node *name = renamed(c, key, attrs->from, attrs->to);
    const char *text = name ? tunip_string_value(name).data : NULL;
    if (name == key || !text || !tunip_map_get(attrs->made->dict, text)) return name;
    return tunip_convert_refuse(c, (const tunip_node *)attrs->original,
                                "TVM v0.%u gives two of the attributes one name, `%s`",
                                tunip_converter_vintage(c), text);
}

bool tirx_rename_attrs(tunip_converter *c, tirx_attrs *attrs)
{
    const tunip_map *dict = attrs->made ? attrs->made->dict : NULL;
    size_t count = tunip_map_count(dict);
    if (!attrs->made || !tunip_converter_completes(c)) return false;
    attrs->entries =
        tunip_graph_alloc(tunip_converter_graph(c), 2 * (count + 1) * sizeof *attrs->entries);
    for (size_t i = 0; attrs->entries && i < count; i++) {
        tunip_node *key = dict->entries[i].key;
        const tunip_bool *value = TUNIP_AS(tunip_bool, dict->entries[i].value);
        bool is_mark = tunip_str_is(tunip_string_value(key), "s_tir");
        if (is_mark && value) attrs->is_scheduled = value->value;
        if (is_mark && !value)
            tunip_convert_refuse(c, (const tunip_node *)attrs->original,
                                 "the attribute `s_tir` is not a bool");
        if (is_mark) continue;
        attrs->entries[attrs->used++] = renamed_once(c, attrs, key);
        attrs->entries[attrs->used++] = dict->entries[i].value;
    }
    return attrs->entries != NULL;
}

void tirx_set_attrs(tunip_converter *c, tirx_attrs *attrs, bool has_mark)
{
    tunip_graph *graph = tunip_converter_graph(c);
    if (has_mark) {
        attrs->entries[attrs->used++] = tunip_string_new(graph, "s_tir");
        attrs->entries[attrs->used++] = tunip_bool_new(graph, attrs->is_scheduled);
    }
    attrs->made->dict = tunip_map_new(graph, attrs->used / 2, attrs->entries);
}

/* Functions of v0.23 are scheduled functions. In v0.26 the attribute "s_tir" marks these, and the
 * buffers of other functions have layouts. The reverse of set_attrs() below. */
static void complete(tunip_converter *c, const tunip_tir_prim_func *func, tunip_tir_prim_func *made)
{
    tirx_attrs attrs = {.original = func->base.attrs,
                        .made = made->base.attrs,
                        .from = "tir.",
                        .to = "tirx.",
                        .is_scheduled = true};
    if (!tirx_rename_attrs(c, &attrs)) return;
    if (!attrs.is_scheduled)
        tunip_walk_once((const tunip_node *)func,
                        &(tunip_walker){.enter = tirx_set_layout, .user = c});
    tirx_set_attrs(c, &attrs, attrs.is_scheduled);
}

tunip_node *tirx_convert_func_v25(tunip_converter *c, const tunip_node *node)
{
    tunip_tir_prim_func *made = (tunip_tir_prim_func *)tunip_convert_fields(c, node);
    if (made) complete(c, (const tunip_tir_prim_func *)node, made);
    return (tunip_node *)made;
}

tunip_node *tirx_convert_func(tunip_converter *c, const tunip_node *node)
{
    const tunip_tir_prim_func *func = (const tunip_tir_prim_func *)node;
    tunip_array *params = convert_params(c, func);
    tunip_tirx_prim_func *made =
        (tunip_tirx_prim_func *)tunip_convert_to(c, node, &tunip_tirx_prim_func_type);
    if (!made) return NULL;
    made->params = params;
    complete(c, func, made);
    bool is_typed = tunip_converter_completes(c) && func->base.base.struct_info;
    ((tunip_ir_expr *)made)->ty =
        is_typed ? tunip_convert(c, func->base.base.struct_info) : type_of_func(c, made);
    return (tunip_node *)made;
}

/* ======== older ======== */

/* Converts the tensor IR of TVM v0.26 to v0.23, the reverse of convert.c. A variable
 * whose type is a buffer becomes a buffer. A statement that defines something gets the following
 * statements as its body. */

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

/* Refuses a buffer that v0.23 does not have, unless its layout and addresses are carried to another
 * version, or nobody reads the result as a program. */
static bool has_older_form(tunip_converter *c, const tunip_node *buffer, const tunip_node *layout,
                           const tunip_array *shape, const tunip_array *address)
{
    if (tunip_converter_carries(c) || tunip_converter_keeps_unknown(c)) return true;
    if (!tirx_is_usual(layout, shape))
        tunip_convert_refuse(c, buffer, "TVM v0.23 has no layouts");
    else if (tunip_array_count(address))
        tunip_convert_refuse(c, buffer, "buffers of TVM v0.23 have no fixed addresses");
    else
        return true;
    return false;
}

static tunip_node *older_buffer(tunip_converter *c, const tunip_ir_var *var,
                                const tunip_tirx_buffer_type *type)
{
    enum { DEFAULT = 1 };
    tunip_graph *graph = tunip_converter_graph(c);
    const tunip_node *node = (const tunip_node *)var;
    if (!has_older_form(c, node, type->layout, type->shape, type->allocated_addr)) return NULL;
    tunip_tir_buffer *made = tunip_node_new(graph, &tunip_tir_buffer_type);
    if (!made) return NULL;
    tunip_convert_set(c, var, made);
    made->name = var->name;
    made->dtype = element_of(type);
    made->data = new_data(c, var, type);
    made->shape = (tunip_array *)(void *)tunip_convert(c, type->shape);
    made->strides = (tunip_array *)(void *)tunip_convert(c, type->strides);
    made->axis_separators = tunip_converter_carries(c)
                                ? tirx_carry_layout(c, type->layout, type->allocated_addr)
                                : tunip_array_new(graph, 0, NULL);
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
    const tir_op *row = op ? tir_find_op(tunip_string_value(op->name)) : NULL;
    tunip_dtype dtype = tunip_ir_typed_dtype(node);
    bool is_handle = row && row->makes == TIR_MAKES_HANDLE;
    return is_handle && tunip_dtype_equal(dtype, TUNIP_VOID) ? TUNIP_HANDLE : dtype;
}

/* Whether a type belongs to values of Relax: tensors, shapes, tuples, anything. */
static bool is_relax_type(const tunip_node *type)
{
    static const tunip_type *const others[] = {&tunip_ir_prim_type_type,
                                               &tunip_ir_pointer_type_type,
                                               &tunip_tirx_buffer_type_type, &tunip_ir_type_type};
    for (size_t i = 0; i < TUNIP_LEN(others); i++)
        if (tunip_is(type, others[i])) return false;
    return type != NULL;
}

/* Whether a call of a function is one of Relax, such as f(x) of a tensor that gives a bool. */
static bool takes_relax(const tunip_ir_call *call)
{
    bool takes = false;
    for (size_t i = 0; i < tunip_array_count(call->args); i++) {
        const tunip_ir_expr *arg = TUNIP_AS_A(tunip_ir_expr, call->args->items[i]);
        takes = takes || (arg && is_relax_type(arg->ty));
    }
    return takes;
}

/* Whether a call is one of the tensor IR: both IRs have nodes of this type. The type decides about
 * functions and about operators that nobody knows. */
static bool is_scalar(const tunip_ir_call *call)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    const tunip_node *type = ((const tunip_ir_expr *)call)->ty;
    tunip_str name = op ? tunip_string_value(op->name) : (tunip_str){NULL, 0};
    if (tunip_str_begins(name, "tirx.")) return true;
    if (tunip_str_begins(name, "relax.") || !(op || tunip_is(call->op, &tunip_ir_global_var_type)))
        return false;
    return !call->attrs && !tunip_array_count(call->sinfo_args) && !takes_relax(call) &&
           (tunip_is(type, &tunip_ir_prim_type_type) ||
            tunip_is(type, &tunip_ir_pointer_type_type));
}

/* tirx.buffer_data(A), which is A.data. */
static tunip_node *older_data_of(tunip_converter *c, const tunip_ir_call *call)
{
    if (!is_op(call->op, "tirx.buffer_data") || tunip_array_count(call->args) != 1) return NULL;
    const tunip_node *arg = tunip_convert(c, call->args->items[0]);
    const tunip_tir_buffer *buffer = TUNIP_AS(tunip_tir_buffer, arg);
    return buffer ? (tunip_node *)buffer->data : NULL;
}

tunip_node *tirx_older_call(tunip_converter *c, const tunip_node *node)
{
    const tunip_ir_call *call = (const tunip_ir_call *)node;
    tunip_node *data = older_data_of(c, call);
    if (data || !is_scalar(call)) return data ? data : tunip_ir_convert_typed(c, node);
    if (call->attrs && !tunip_converter_carries(c) && !tunip_converter_keeps_unknown(c))
        return tunip_convert_refuse(c, node, "calls of TVM v0.23 have no attributes");
    tunip_tir_call *made = (tunip_tir_call *)tunip_convert_to(c, node, &tunip_tir_call_type);
    if (made) made->base.dtype = dtype_of_call(made, node);
    return tirx_carry_attrs(c, (tunip_node *)made, call->attrs);
}

/* ---- statements ---- */

/* The body of a definition with no statements after it. */
static tunip_node *nothing(tunip_converter *c)
{
    tunip_graph *graph = tunip_converter_graph(c);
    if (tunip_converter_carries(c)) return NULL; /* the third version needs no body, either */
    return (tunip_node *)tunip_tir_evaluate_new(graph, tunip_ir_int(graph, TUNIP_INT(32), 0));
}

tunip_node **tirx_body_of(tunip_node *stmt)
{
    tunip_tir_allocate *alloc = TIRX_OWN(tunip_tir_allocate, stmt);
    tunip_tir_let_stmt *let = TIRX_OWN(tunip_tir_let_stmt, stmt);
    tunip_tir_decl_buffer *decl = TIRX_OWN(tunip_tir_decl_buffer, alloc ? alloc->body
                                                                  : let ? let->body
                                                                        : stmt);
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

static tunip_tir_allocate *new_allocate(tunip_converter *c, tunip_tir_buffer *buffer,
                                        const tunip_node *node)
{
    tunip_graph *graph = tunip_converter_graph(c);
    tunip_tir_allocate *made = tunip_node_new(graph, &tunip_tir_allocate_type);
    if (!buffer || !made) return NULL;
    made->base.span = tunip_convert(c, ((const tunip_tir_stmt *)node)->span);
    made->buffer_var = buffer->data;
    made->dtype = buffer->dtype;
    made->extents = buffer->shape;
    made->condition = (tunip_node *)tunip_ir_int(graph, TUNIP_BOOL, 1);
    made->body = (tunip_node *)new_decl(c, buffer, node);
    return made;
}

tunip_node *tirx_older_alloc(tunip_converter *c, const tunip_node *node)
{
    const tunip_tirx_alloc_buffer *alloc = (const tunip_tirx_alloc_buffer *)node;
    tunip_tir_buffer *buffer = TIRX_OWN(tunip_tir_buffer, tunip_convert(c, alloc->buffer));
    tunip_tir_allocate *made = new_allocate(c, buffer, node);
    if (made) made->annotations = (tunip_map *)(void *)tunip_convert(c, alloc->annotations);
    return (tunip_node *)made;
}

/* A buffer whose pointer is computed: the pointer is bound to a variable. A buffer without a
 * pointer has an address of its own. */
static tunip_node *bound_decl(tunip_converter *c, tunip_tir_buffer *buffer, tunip_node *data,
                              const tunip_node *node)
{
    if (!data) return (tunip_node *)new_allocate(c, buffer, node);
    tunip_tir_decl_buffer *decl = new_decl(c, buffer, node);
    if (!decl) return NULL;
    tunip_tir_let_stmt *made = tunip_node_new(tunip_converter_graph(c), &tunip_tir_let_stmt_type);
    if (!made) return NULL;
    made->base.span = decl->base.span;
    made->var = buffer->data;
    made->value = data;
    made->body = (tunip_node *)decl;
    return (tunip_node *)made;
}

tunip_node *tirx_older_decl(tunip_converter *c, const tunip_node *node)
{
    const tunip_tirx_decl_buffer *decl = (const tunip_tirx_decl_buffer *)node;
    tunip_tir_buffer *buffer = TIRX_OWN(tunip_tir_buffer, tunip_convert(c, decl->buffer));
    tunip_node *data = tunip_convert(c, decl->data);
    bool is_var = tunip_is_a(data, &tunip_tir_var_type);
    if (!buffer) return NULL;
    if (tunip_converter_carries(c) && tirx_is_addressed(buffer))
        return (tunip_node *)new_decl(c, buffer, node);
    if (!is_var && tunip_converter_keeps_unknown(c)) return bound_decl(c, buffer, data, node);
    data = tunip_convert_into(c, decl->data, &tunip_tir_var_type);
    if (!data) return NULL;
    buffer->data = (tunip_tir_var *)data;
    return (tunip_node *)new_decl(c, buffer, node);
}

tunip_node *tirx_older_assert(tunip_converter *c, const tunip_node *node)
{
    const tunip_tirx_assert_stmt *check = (const tunip_tirx_assert_stmt *)node;
    bool is_usual_error =
        check->error_kind &&
        tunip_str_is(tunip_string_value(check->error_kind->value), "RuntimeError");
    size_t parts = tunip_array_count(check->message_parts);
    bool has_more = !is_usual_error || parts != 1;
    if (has_more && tunip_converter_carries(c))
        return tunip_convert_to(c, node, &tunip_tirx_assert_stmt_type);
    if (has_more && !tunip_converter_keeps_unknown(c))
        return tunip_convert_refuse(
            c, node, "assertions of TVM v0.23 have one message and no kind of error");
    tunip_tir_assert_stmt *made =
        tunip_node_new(tunip_converter_graph(c), &tunip_tir_assert_stmt_type);
    if (!made) return NULL;
    made->base.span = tunip_convert(c, check->base.span);
    made->condition = tunip_convert(c, check->condition);
    if (parts) made->message = tunip_convert(c, check->message_parts->items[0]);
    made->body = nothing(c);
    return (tunip_node *)made;
}

tunip_node *tirx_older_flat_decl(tunip_converter *c, const tunip_node *node)
{
    const tunip_tirx_decl_buffer_v24 *decl = (const tunip_tirx_decl_buffer_v24 *)node;
    tunip_tir_buffer *buffer = TIRX_OWN(tunip_tir_buffer, tunip_convert(c, decl->buffer));
    return buffer ? (tunip_node *)new_decl(c, buffer, node) : NULL;
}

tunip_node *tirx_older_buffer_v25(tunip_converter *c, const tunip_node *node)
{
    const tunip_tirx_buffer_v25 *buffer = (const tunip_tirx_buffer_v25 *)node;
    const tunip_array *address = buffer->allocated_addr;
    if (!has_older_form(c, node, buffer->layout, buffer->kin.shape, address)) return NULL;
    tunip_tir_buffer *made = (tunip_tir_buffer *)tunip_convert_fields(c, node);
    if (made && tunip_converter_carries(c))
        made->axis_separators = tirx_carry_layout(c, buffer->layout, address);
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

tunip_node *tirx_older_func_v25(tunip_converter *c, const tunip_node *node)
{
    tunip_tir_prim_func *made = (tunip_tir_prim_func *)tunip_convert_fields(c, node);
    if (made) set_attrs(c, (const tunip_tir_prim_func *)node, &made->base);
    return (tunip_node *)made;
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

/* ======== conversions ======== */

/* The table of the conversions of the tensor IR. */

const tunip_conversion tirx_conversions[TIRX_CONVERSION_COUNT] = {
#define X(type, make, since, until) {&type##_type, make, NULL, since, until},
#include "conversions.def"
#undef X
};
