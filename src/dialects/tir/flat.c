/* flat.c -- prints what TVM v0.24 and v0.25 have between v0.23 and v0.26: statements without a body
 * over buffers that are nodes (TVM src/tirx/script/printer at these versions). Other nodes print by
 * the rules of their kin. */
#include "buffer.h"
#include "frame.h"
#include "rules.h"

#include <tunip/tvm/tirx_types_v25.h>

/* ---- bind ---- */

/* The type of the variable; NULL for one of nothing. */
static const tunip_doc *type_of(tunip_docsifier *d, const tunip_tir_var *var,
                                const tunip_path *path)
{
    const tunip_node *type = var ? var->type_annotation : NULL;
    const tunip_ir_tuple_type *tuple = TUNIP_AS(tunip_ir_tuple_type, type);
    const tunip_doc *doc = tir_docsify(d, type, tunip_path_attr(d, path, "type_annotation"));
    return tuple && !tunip_array_count(tuple->fields) ? NULL : doc;
}

/* A variable that is defined already is assigned to. Otherwise `let` says how the statement
 * differs from the allocation of a scalar. */
static const tunip_doc *bind(tunip_docsifier *d, const tunip_node *node, const tunip_path *path,
                             const char *let)
{
    const tunip_tirx_bind_v24 *stmt = (const tunip_tirx_bind_v24 *)node;
    const tunip_tir_var *var = TUNIP_AS_A(tunip_tir_var, stmt->var);
    const tunip_path *var_path = tunip_path_attr(d, path, "var");
    const tunip_doc *type = type_of(d, var, var_path);
    const tunip_doc *rhs = TIR_SUB(d, stmt, value, path);
    if (!var || tunip_is_defined(d, var))
        return tir_assign(d, TUNIP_ROLE_LET, TIR_SUB(d, stmt, var, path), rhs);
    const tunip_doc *lhs = tir_define_var(d, tunip_frame_top(d), var);
    const tunip_doc *word = let ? tir_name(d, let) : NULL;
    if (word) type = type ? tunip_doc_index_new(d, word, TUNIP_DOCS(d, type)) : word;
    return tunip_doc_assign_new(d, TUNIP_ROLE_LET, lhs, rhs, type);
}

/* x: T.int32 = value */
TIR_RULE(v24_bind)
{
    return bind(d, node, path, NULL);
}

/* x: T.let[T.int32] = value */
TIR_RULE(v25_bind)
{
    return bind(d, node, path, "let");
}

/* ---- buffers ---- */

/* lhs = rhs, where `rhs` allocates a buffer or declares one; with the annotations, if any. */
static const tunip_doc *assign(tunip_docsifier *d, tunip_role role, const tunip_tir_buffer *buffer,
                               const tunip_doc *rhs, const tunip_doc *annotations)
{
    rhs = tir_add_keyword(d, rhs, "annotations", annotations);
    const tunip_doc *lhs = tir_define_buffer(d, tunip_frame_top(d), buffer);
    return tir_assign(d, role, lhs, rhs);
}

TIR_RULE(v24_decl_buffer)
{
    const tunip_tirx_decl_buffer_v24 *stmt = (const tunip_tirx_decl_buffer_v24 *)node;
    tir_declaration declared = {.method = "decl_buffer",
                                .buffer = stmt->buffer,
                                .path = tunip_path_attr(d, path, "buffer"),
                                .pointer = TIR_DATA_BEFORE};
    const tunip_doc *rhs = tir_buffer_decl(d, tunip_frame_top(d), &declared);
    return assign(d, TUNIP_ROLE_DEFINE, stmt->buffer, rhs, NULL);
}

TIR_RULE(v25_decl_buffer)
{
    const tunip_tirx_buffer_v25 *buffer = ((const tunip_tirx_decl_buffer_v25 *)node)->buffer;
    const tunip_path *buffer_path = tunip_path_attr(d, path, "buffer");
    bool may_be_view = buffer && tir_has_sugar(d);
    const tunip_doc *view = may_be_view ? tirx_v25_view(d, buffer, buffer_path) : NULL;
    if (!view) return tir_docsify_v24_decl_buffer(d, node, path);
    tunip_frame *frame = tunip_frame_top(d);
    const tunip_doc *lhs = tir_define_buffer(d, frame, &buffer->kin);
    if (!tunip_is_defined(d, buffer->kin.data))
        tir_define_data(d, frame, &buffer->kin, buffer_path);
    return tir_assign(d, TUNIP_ROLE_DEFINE, lhs, view);
}

static const tunip_doc *annotations_of(tunip_docsifier *d, const tunip_tirx_alloc_buffer_v24 *stmt,
                                       const tunip_path *path)
{
    return tunip_map_count(stmt->annotations) ? TIR_SUB(d, stmt, annotations, path) : NULL;
}

TIR_RULE(v24_alloc_buffer)
{
    const tunip_tirx_alloc_buffer_v24 *stmt = (const tunip_tirx_alloc_buffer_v24 *)node;
    const tunip_path *buffer_path = tunip_path_attr(d, path, "buffer");
    const tunip_doc *rhs = tir_v24_allocation(d, tunip_frame_top(d), stmt->buffer, buffer_path);
    return assign(d, TUNIP_ROLE_ALLOC, stmt->buffer, rhs, annotations_of(d, stmt, path));
}

TIR_RULE(v25_alloc_buffer)
{
    const tunip_tirx_alloc_buffer_v24 *stmt = (const tunip_tirx_alloc_buffer_v24 *)node;
    const tunip_doc *annotations = annotations_of(d, stmt, path);
    tunip_frame *frame = tunip_frame_top(d);
    tir_declaration declared = {.method = "alloc_buffer",
                                .buffer = stmt->buffer,
                                .path = tunip_path_attr(d, path, "buffer"),
                                .pointer = TIR_DATA_WITH};
    const tunip_tirx_buffer_v25 *scalar =
        tir_has_sugar(d) ? TUNIP_AS(tunip_tirx_buffer_v25, stmt->buffer) : NULL;
    if (!scalar || !tir_is_scalar(scalar, true))
        return assign(d, TUNIP_ROLE_ALLOC, stmt->buffer, tir_buffer_decl(d, frame, &declared),
                      annotations);
    /* x: T.int32 */
    const tunip_doc *type = tir_name(d, tir_dtype_name(d, scalar->kin.dtype));
    const tunip_doc *lhs = tir_define_buffer(d, frame, stmt->buffer);
    tir_define_data(d, frame, stmt->buffer, declared.path);
    return tunip_doc_assign_new(d, TUNIP_ROLE_ALLOC, lhs, NULL, type);
}

/* ---- accesses ---- */

/* The name of a scalar is its element. */
TIR_RULE(v25_buffer)
{
    const tunip_doc *doc = tunip_variable(d, node);
    if (!doc) doc = tir_docsify_buffer(d, node, path);
    bool is_scalar = doc && tir_is_scalar((const tunip_tirx_buffer_v25 *)node, true);
    return is_scalar ? tunip_doc_attr_new(d, doc, tunip_str_from("buffer")) : doc;
}

/* The name of a scalar whose element is loaded or stored; NULL for other accesses. */
static const tunip_doc *name_scalar(tunip_docsifier *d, const tunip_tir_buffer *buffer,
                                    const tunip_node *predicate)
{
    const tunip_tirx_buffer_v25 *own = TUNIP_AS(tunip_tirx_buffer_v25, buffer);
    return own && !predicate && tir_is_scalar(own, false) ? tunip_variable(d, buffer) : NULL;
}

TIR_RULE(v25_buffer_load)
{
    const tunip_tir_buffer_load *load = (const tunip_tir_buffer_load *)node;
    const tunip_doc *buffer = TIR_SUB(d, load, buffer, path);
    const tunip_doc *scalar = name_scalar(d, load->buffer, load->predicate);
    return scalar ? scalar : tir_write_load(d, buffer, load->indices, load->predicate, path);
}

TIR_RULE(v25_buffer_store)
{
    const tunip_tir_buffer_store *store = (const tunip_tir_buffer_store *)node;
    const tunip_doc *buffer = TIR_SUB(d, store, buffer, path);
    const tunip_doc *value = TIR_SUB(d, store, value, path);
    const tunip_doc *scalar = name_scalar(d, store->buffer, store->predicate);
    if (scalar) return tir_assign(d, TUNIP_ROLE_STORE, scalar, value);
    return tir_write_store(d, buffer, value, store->indices, store->predicate, path);
}

/* ---- calls and layouts ---- */

/* A call with attributes prints as T.Call("int32", "tirx.op", [args], attrs=...). */
TIR_RULE(v25_call)
{
    const tunip_tirx_call_v25 *call = (const tunip_tirx_call_v25 *)node;
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->kin.op);
    tunip_str name = tunip_string_value(op ? op->name : NULL);
    if (!call->attrs && tunip_str_is(name, "tirx.cuda.func_call")) {
        bool is_void = tunip_dtype_equal(call->kin.base.dtype, TUNIP_VOID);
        const tunip_path *at = tunip_path_attr(d, path, "dtype");
        const tunip_doc *type = is_void ? NULL : tunip_doc_dtype(d, call->kin.base.dtype, at);
        return tirx_cuda_call(d, name, call->kin.args, type, path);
    }
    if (!call->attrs) return tir_docsify_call(d, node, path);
    const tunip_path *op_path = tunip_path_attr(d, path, "op");
    tunip_docs items = tunip_docsify_items(d, call->kin.args, tunip_path_attr(d, path, "args"));
    const tunip_doc *dtype =
        tunip_doc_dtype(d, call->kin.base.dtype, tunip_path_attr(d, path, "dtype"));
    tir_args args;
    tir_args_begin(&args);
    tir_args_add(&args, dtype);
    tir_args_add(&args,
                 op ? tunip_doc_str(d, name, op_path) : tir_docsify(d, call->kin.op, op_path));
    tir_args_add(&args, tunip_doc_list_new(d, items));
    tir_args_key(&args, "attrs", TIR_SUB(d, call, attrs, path));
    return tir_args_call(d, tir_name(d, "Call"), &args);
}

TIR_RULE(v25_swizzle_layout)
{
    const tunip_tirx_swizzle_layout_v25 *layout = (const tunip_tirx_swizzle_layout_v25 *)node;
    tir_args args;
    tir_args_begin(&args);
    tir_args_add(&args,
                 tunip_doc_int(d, layout->per_element, tunip_path_attr(d, path, "per_element")));
    tir_args_add(&args,
                 tunip_doc_int(d, layout->swizzle_len, tunip_path_attr(d, path, "swizzle_len")));
    tir_args_add(&args, tunip_doc_int(d, layout->atom_len, tunip_path_attr(d, path, "atom_len")));
    const tunip_path *inner = tunip_path_attr(d, path, "swizzle_inner");
    tir_args_key(&args, "swizzle_inner", tunip_doc_bool(d, layout->swizzle_inner, inner));
    return tir_args_call(d, tir_name(d, "SwizzleLayout"), &args);
}
