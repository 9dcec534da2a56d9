/* alloc.c -- statements that allocate memory for the statements that follow: decl_buffer, allocate,
 * allocate_const. */
#include "../../util/le.h"
#include "analysis.h"
#include "buffer.h"
#include "refuse.h"
#include "rules.h"
#include "script.h"

/* ---- decl_buffer ---- */

static const tunip_doc *declare(tunip_docsifier *d, const tunip_tir_decl_buffer *stmt,
                                const tunip_path *path, tir_data_pointer pointer)
{
    tir_declaration declared = {.method = "decl_buffer",
                                .buffer = stmt->buffer,
                                .path = tunip_path_attr(d, path, "buffer"),
                                .pointer = pointer};
    bool is_concise = tir_is_concise(d);
    const tunip_doc *rhs = tir_buffer_decl(d, tunip_frame_top(d), &declared);
    tir_frame frame;
    tir_frame_enter(d, &frame, stmt);
    const tunip_doc *lhs = tir_define_buffer(d, &frame.base, stmt->buffer);
    tir_body(d, &frame, stmt->body, tunip_path_attr(d, path, "body"));
    const tunip_doc *doc = tir_scope(d, &frame, lhs, rhs, is_concise);
    tir_frame_leave(d, &frame);
    return doc;
}

TIR_RULE(decl_buffer)
{
    return declare(d, (const tunip_tir_decl_buffer *)node, path, TIR_DATA_BEFORE);
}

/* ---- allocate ---- */

/* If the body declares a buffer that covers exactly the allocated memory, returns this declaration,
 * because T.decl_buffer() then prints both statements; otherwise NULL. */
static const tunip_tir_decl_buffer *as_declaration(const tunip_tir_allocate *stmt)
{
    const tunip_tir_decl_buffer *decl = TUNIP_AS(tunip_tir_decl_buffer, stmt->body);
    const tunip_tir_buffer *buffer = decl ? decl->buffer : NULL;
    size_t count = tunip_array_count(stmt->extents);
    bool matches = buffer && buffer->data == stmt->buffer_var &&
                   tunip_dtype_equal(stmt->dtype, buffer->dtype) &&
                   tunip_ir_is_int(stmt->condition, 1) && !tunip_map_count(stmt->annotations) &&
                   tunip_array_count(buffer->shape) == count;
    for (size_t i = 0; matches && i < count; i++)
        matches = tir_same_expr(stmt->extents->items[i], buffer->shape->items[i]);
    return matches ? decl : NULL;
}

static const tunip_doc *storage_scope(tunip_docsifier *d, const tunip_tir_allocate *stmt,
                                      const tunip_path *path)
{
    const tunip_node *type = stmt->buffer_var ? stmt->buffer_var->type_annotation : NULL;
    const tunip_ir_pointer_type *pointer = TUNIP_AS(tunip_ir_pointer_type, type);
    path = tunip_path_attr(d, tunip_path_attr(d, path, "buffer_var"), "type_annotation");
    if (!pointer)
        tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "allocated memory has no pointer type");
    tunip_str scope = tunip_string_value(pointer ? pointer->storage_scope : NULL);
    return tunip_doc_str(d, scope, tunip_path_attr(d, path, "storage_scope"));
}

/* The arguments of T.allocate(extents, dtype, scope, condition, annotations=...). */
static tir_args allocate_args(tunip_docsifier *d, const tunip_tir_allocate *stmt,
                              const tunip_path *path)
{
    tir_args args;
    tir_args_begin(&args);
    tir_args_add(&args, TIR_SUB(d, stmt, extents, path));
    tir_args_add(&args, tunip_doc_dtype(d, stmt->dtype, tunip_path_attr(d, path, "dtype")));
    tir_args_add(&args, storage_scope(d, stmt, path));
    if (!tunip_ir_is_int(stmt->condition, 1))
        tir_args_add(&args, TIR_SUB(d, stmt, condition, path));
    if (tunip_map_count(stmt->annotations))
        tir_args_key(&args, "annotations", TIR_SUB(d, stmt, annotations, path));
    return args;
}

TIR_RULE(allocate)
{
    const tunip_tir_allocate *stmt = (const tunip_tir_allocate *)node;
    const tunip_tir_decl_buffer *decl = tir_has_sugar(d) ? as_declaration(stmt) : NULL;
    const tunip_path *body_path = tunip_path_attr(d, path, "body");
    if (decl) return declare(d, decl, body_path, TIR_DATA_WITH);
    bool is_concise = tir_is_concise(d);
    tir_args args = allocate_args(d, stmt, path);
    const tunip_doc *lhs = tir_define_var(d, tunip_frame_top(d), stmt->buffer_var);
    tir_frame frame;
    tir_frame_enter(d, &frame, stmt);
    const tunip_doc *rhs = tir_args_call(d, tir_name(d, "allocate"), &args);
    rhs = tir_mark_strings(d, rhs, stmt->annotations);
    tir_body(d, &frame, stmt->body, body_path);
    const tunip_doc *doc = tir_scope(d, &frame, lhs, rhs, is_concise);
    tir_frame_leave(d, &frame);
    return doc;
}

/* ---- allocate_const ---- */

enum { MOST_ELEMENTS = 201 }; /* TVM prints the elements from 0 to 200 */

/* The elements of a tensor, read as a dtype that may differ from the tensor's own. */
typedef struct elements {
    const char *data;
    size_t count;
    tunip_dtype dtype;
} elements;

/* As in TVM, half floats print as signed integers with the same bits. */
static bool is_shown_as_real(tunip_dtype dtype)
{
    return dtype.code == TUNIP_DTYPE_FLOAT && dtype.bits != 16;
}

static double read_real(const elements *all, size_t index)
{
    size_t size = all->dtype.bits / 8u;
    return tn_le_real(all->data + index * size, size);
}

static int64_t read_int(const elements *all, size_t index)
{
    size_t size = all->dtype.bits / 8u;
    const char *at = all->data + index * size;
    return all->dtype.code == TUNIP_DTYPE_UINT ? (int64_t)tn_le(at, size) : tn_le_int(at, size);
}

/* The statement's dtype decides how an element is read; the tensor's own dtype decides whether an
 * integer is written as a float. */
static const tunip_doc *write_element(tunip_docsifier *d, const elements *all, size_t index,
                                      bool as_float)
{
    if (is_shown_as_real(all->dtype)) return tunip_doc_float(d, read_real(all, index), NULL);
    int64_t integer = read_int(all, index);
    return as_float ? tunip_doc_float(d, (double)integer, NULL) : tunip_doc_int(d, integer, NULL);
}

static bool is_readable(tunip_dtype dtype)
{
    bool has_code = dtype.code <= TUNIP_DTYPE_FLOAT && dtype.lanes == 1;
    bool is_byte = dtype.bits == 8 && dtype.code != TUNIP_DTYPE_FLOAT;
    return has_code && (is_byte || dtype.bits == 16 || dtype.bits == 32 || dtype.bits == 64);
}

static size_t count_elements(const tunip_tensor *tensor, tunip_dtype dtype)
{
    size_t most = tensor->data.size / (dtype.bits / 8u), count = 1;
    if (most > MOST_ELEMENTS) most = MOST_ELEMENTS;
    for (size_t i = 0; i < tensor->ndim; i++) {
        if (tensor->shape[i] <= 0) return 0;
        bool too_many = (uint64_t)tensor->shape[i] > most || count > most;
        count = too_many ? most : count * (size_t)tensor->shape[i];
    }
    return count < most ? count : most;
}

static const tunip_doc *write_data(tunip_docsifier *d, const tunip_tir_allocate_const *stmt,
                                   const tunip_path *path)
{
    const tunip_tensor *tensor = stmt->data;
    path = tunip_path_attr(d, path, "data");
    if (!tensor || !is_readable(stmt->dtype)) {
        tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "the data of a constant cannot be printed");
        return tensor ? tunip_metadata(d, tensor, path) : tunip_doc_none(d, path);
    }
    elements all = {.data = tensor->data.data, .dtype = stmt->dtype};
    all.count = count_elements(tensor, stmt->dtype);
    const tunip_doc **docs = tunip_docs_new(d, all.count);
    bool as_float = tensor->dtype.code == TUNIP_DTYPE_FLOAT;
    for (size_t i = 0; docs && i < all.count; i++) docs[i] = write_element(d, &all, i, as_float);
    return tunip_doc_list_new(d, tunip_docs_view(docs, all.count));
}

TIR_RULE(allocate_const)
{
    const tunip_tir_allocate_const *stmt = (const tunip_tir_allocate_const *)node;
    bool is_concise = tir_is_concise(d);
    const tunip_doc *data = write_data(d, stmt, path);
    const tunip_doc *dtype = tunip_doc_dtype(d, stmt->dtype, tunip_path_attr(d, path, "dtype"));
    const tunip_doc *extents = TIR_SUB(d, stmt, extents, path);
    const tunip_doc *rhs = TIR_CALL(d, "allocate_const", data, dtype, extents);
    if (tunip_map_count(stmt->annotations))
        rhs = tunip_doc_partial_new(d, rhs, "annotations", TIR_SUB(d, stmt, annotations, path));
    if (stmt->irmod_storage_idx)
        rhs = tunip_doc_partial_new(d, rhs, "irmod_storage_idx", tunip_doc_none(d, NULL));
    tir_frame frame;
    tir_frame_enter(d, &frame, stmt);
    const tunip_doc *lhs = tir_define_var(d, &frame.base, stmt->buffer_var);
    tir_body(d, &frame, stmt->body, tunip_path_attr(d, path, "body"));
    const tunip_doc *doc = tir_scope(d, &frame, lhs, rhs, is_concise);
    tir_frame_leave(d, &frame);
    return doc;
}

/* ---- buffers of blocks ---- */

void tir_alloc_buffers(tunip_docsifier *d, tir_frame *frame, const tunip_tir_block *block,
                       const tunip_path *path)
{
    const tunip_array *buffers = block->alloc_buffers;
    const tunip_path *items = tunip_path_attr(d, path, "alloc_buffers");
    for (size_t i = 0; i < tunip_array_count(buffers); i++) {
        const tunip_tir_buffer *buffer = TUNIP_AS(tunip_tir_buffer, buffers->items[i]);
        const tunip_path *at = tunip_path_item(d, items, i);
        if (tirx_alloc_in_block(d, frame, buffers->items[i], at)) continue;
        const tunip_doc *lhs = tir_define_buffer(d, &frame->base, buffer);
        bool is_older = buffer && ((const tunip_node *)buffer)->type == &tunip_tir_buffer_type;
        tir_declaration declared = {.method = is_older ? "alloc_buffer" : "sblock_alloc_buffer",
                                    .buffer = buffer,
                                    .path = at,
                                    .pointer = TIR_DATA_WITH};
        const tunip_doc *rhs = tir_buffer_decl(d, &frame->base, &declared);
        tunip_frame_add(d, &frame->base, tir_assign(d, TUNIP_ROLE_ALLOC, lhs, rhs));
    }
}

/* ---- reading ---- */

/* T.allocate or T.allocate_const: the statement lacks only its body. */
typedef struct alloc_reader {
    tunip_scope scope;
    tunip_node *stmt;
    tunip_node **body;
    tunip_tir_buffer *buffer; /* see tir_allocated_buffer(); NULL if nothing used it */
} alloc_reader;

static void *leave_alloc(tunip_elaborator *e, tunip_scope *scope)
{
    alloc_reader *r = (alloc_reader *)scope;
    *r->body = tir_body_read(e);
    tunip_tir_decl_buffer *decl =
        r->buffer ? tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_decl_buffer_type) : NULL;
    if (decl) {
        decl->buffer = r->buffer;
        decl->body = *r->body;
        *r->body = (tunip_node *)decl;
    }
    const tunip_tir_allocate *stmt = TUNIP_AS(tunip_tir_allocate, r->stmt);
    if (stmt) tir_takes_condition(e, stmt->condition, "the condition", scope->doc);
    return r->stmt;
}

static const tunip_scope_kind alloc_scope = {
    .name = "an allocation", .dialect = &tunip_dialect_tir, .leave = leave_alloc};

tunip_tir_buffer *tir_allocated_buffer(tunip_elaborator *e, const tunip_node *var,
                                       const tunip_doc *doc)
{
    alloc_reader *r = (alloc_reader *)tunip_scope_top(e);
    const tunip_tir_allocate *stmt = NULL;
    for (; r && !stmt; r = (alloc_reader *)r->scope.outer) {
        if (r->scope.kind == &alloc_scope) stmt = TUNIP_AS(tunip_tir_allocate, r->stmt);
        if (stmt && (const tunip_node *)stmt->buffer_var != var) stmt = NULL;
        if (stmt) break;
    }
    if (!stmt || !tir_does(e, TIR_DOES_ALLOCATE)) return NULL;
    if (r->buffer) return r->buffer;
    tunip_note_older(e, TIR_NEW_PRINTER, doc);
    tunip_warn(e, doc,
               "functions of TVM since v0.11 do not use the pointer of T.allocate as a buffer: "
               "T.decl_buffer declares one");
    char name[TUNIP_DTYPE_NAME_SIZE];
    tunip_value args[TIR_BUFFER_ARGS] = {{.kind = TUNIP_VALUE_ABSENT}};
    tunip_str dtype = {name, tunip_dtype_name(stmt->dtype, name)};
    args[TIR_SHAPE] = tunip_value_node(stmt->extents, doc);
    args[TIR_DTYPE] = (tunip_value){.kind = TUNIP_VALUE_STR, .doc = doc, .text = dtype};
    args[TIR_DATA] = tunip_value_node(stmt->buffer_var, doc);
    r->buffer = tir_read_any_buffer(e, args, doc);
    if (r->buffer) r->buffer->name = stmt->buffer_var->name;
    return r->buffer;
}

static tunip_value open_alloc(tunip_elaborator *e, void *stmt, tunip_node **body,
                              tunip_tir_var *var, const tunip_doc *doc)
{
    alloc_reader *r = tunip_scope_new(e, &alloc_scope, sizeof *r, doc);
    if (!r || !stmt || !var) return tunip_value_wrong(doc);
    r->stmt = stmt;
    r->body = body;
    r->scope.as = tunip_value_node(var, doc);
    return tunip_value_scope(r, doc);
}

static tunip_tir_var *new_pointer(tunip_elaborator *e, tunip_dtype dtype, tunip_str scope)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const char *text = tunip_graph_copy(graph, scope).data;
    if (!text) return NULL;
    return tir_new_var(e, tir_handle, tunip_ir_pointer_type_new(graph, dtype, text), false);
}

TIR_READ(allocate)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tir_allocate *stmt = tunip_node_new(graph, &tunip_tir_allocate_type);
    if (!stmt) return tunip_value_wrong(call->doc);
    if (tunip_elaborator_folds(e) && call->args[0].kind != TUNIP_VALUE_LIST)
        return tunip_complain(
            e, call->doc, TUNIP_BREAKS_LOOP "the extents of an allocation must be a list, not %s",
            tunip_value_describe(e, &call->args[0]));
    stmt->extents = tir_exprs(e, &call->args[0]);
    stmt->dtype = tunip_value_to_dtype(e, &call->args[1], tir_float32);
    stmt->buffer_var = new_pointer(e, stmt->dtype, tunip_value_to_str(e, &call->args[2], "global"));
    stmt->condition = tir_optional(e, &call->args[3]);
    if (!stmt->condition) stmt->condition = (tunip_node *)tunip_ir_int(graph, tir_bool, 1);
    stmt->annotations = tir_data(e, &call->args[4]);
    return open_alloc(e, stmt, &stmt->body, stmt->buffer_var, call->doc);
}

/* The data [1, 2, 3, 4] of an allocation with the extents [2, 2] gets this shape. As in TVM, data
 * with another number of elements keeps its own shape. */
static void reshape(tunip_elaborator *e, tunip_tensor *tensor, const tunip_array *extents)
{
    int64_t *shape =
        tunip_graph_alloc(tunip_elaborator_graph(e), (extents->count + 1) * sizeof *shape);
    uint64_t count = 1, wanted = tensor->data.size / (tensor->dtype.bits / 8u);
    for (size_t i = 0; shape && i < extents->count; i++) {
        const tunip_ir_int_imm *extent = TUNIP_AS(tunip_ir_int_imm, extents->items[i]);
        if (!extent || extent->value < 0) return;
        if (extent->value && count > UINT64_MAX / (uint64_t)extent->value) return;
        shape[i] = extent->value;
        count *= (uint64_t)extent->value;
    }
    if (!shape || count != wanted) return;
    tensor->ndim = extents->count;
    tensor->shape = shape;
}

/* Whether all numbers of nested lists are integers. The lists are not deep: they made a tensor. */
static bool is_whole(const tunip_value *value)
{
    if (value->kind == TUNIP_VALUE_FLOAT) return value->real == floor(value->real);
    bool is_list = value->kind == TUNIP_VALUE_LIST;
    for (size_t i = 0; is_list && i < value->items.count; i++)
        if (!is_whole(&value->items.items[i])) return false;
    return true;
}

/* TVM prints a half float as the integer with the same bits (is_shown_as_real()), but its parser
 * treats this integer as the value. With `fold`, tunip does the same as the parser. Otherwise it
 * reads the integer as the bits, so that printed text is read back unchanged. */
static tunip_tensor *read_data(tunip_elaborator *e, const tunip_value *value, tunip_dtype dtype,
                               const tunip_doc *doc)
{
    static const tunip_dtype int16 = {TUNIP_DTYPE_INT, 16, 1};
    bool is_half = dtype.code == TUNIP_DTYPE_FLOAT && dtype.bits == 16 && dtype.lanes == 1;
    if (!is_half || tunip_elaborator_folds(e)) return tunip_ir_read_tensor(e, value, dtype, doc);
    tunip_tensor *tensor = tunip_ir_read_tensor(e, value, int16, doc);
    if (!tensor) return NULL;
    tensor->dtype = dtype;
    if (is_whole(value)) return tensor;
    tunip_complain(e, value->doc, "expected integers: the bits of half floats, as TVM prints them");
    return NULL;
}

TIR_READ(allocate_const)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tir_allocate_const *stmt = tunip_node_new(graph, &tunip_tir_allocate_const_type);
    if (!stmt) return tunip_value_wrong(call->doc);
    stmt->dtype = tunip_value_to_dtype(e, &call->args[1], tir_float32);
    const tunip_value *extents = &call->args[2];
    bool is_number = extents->kind > TUNIP_VALUE_NONE && extents->kind < TUNIP_VALUE_STR;
    if (tunip_elaborator_folds(e) && is_number)
        return tunip_complain_instead(e, extents, "a list of extents");
    stmt->extents = tir_exprs(e, extents);
    stmt->data = read_data(e, &call->args[0], stmt->dtype, call->args[1].doc);
    if (!stmt->data || !stmt->extents) return tunip_value_wrong(call->doc);
    reshape(e, stmt->data, stmt->extents);
    stmt->annotations = tir_data(e, &call->args[3]);
    stmt->buffer_var = new_pointer(e, stmt->dtype, tunip_str_from("global"));
    return open_alloc(e, stmt, &stmt->body, stmt->buffer_var, call->doc);
}
