/* buffer.c -- declares buffers. Some of the variables of a buffer are defined by the
 * declaration, others before. */
#include "buffer.h"

#include "analysis.h"
#include "refuse.h"
#include "rules.h"
#include "script.h"

/* ======== buffer ======== */

/* Declares buffers. Some of the variables of a buffer are defined by the declaration,
 * others by statements before it. */

/* A declaration, while it is collected. */
typedef struct declaration {
    tir_draft draft;
    const tunip_tir_buffer *buffer;
    bool matches;      /* T.match_buffer(), which gives new strides the dtype of the shape */
    bool defines_data; /* the declaration defines the data pointer */
    const tunip_doc *odd_offset; /* a new offset variable of an unusual type; or NULL */
    const char *omitted;         /* a property of a defined variable that no attribute shows */
} declaration;

static const tunip_path *member_path(const declaration *decl, const char *name)
{
    return tunip_path_attr(decl->draft.d, decl->draft.path, name);
}

/* ---- variables of a buffer ---- */

/* The dtype of a buffer's indices, derived from its shape. */
static tunip_dtype index_dtype(const tunip_tir_buffer *buffer, uint8_t bits)
{
    const tunip_array *shape = buffer->shape;
    if (tunip_array_count(shape)) return tunip_ir_dtype_of(shape->items[0]);
    return tunip_dtype_make(TUNIP_DTYPE_INT, bits, 1);
}

/* Whether a reader makes the same data pointer from the declaration. For bools, it is a pointer to
 * int8. */
static bool is_usual_data(const tunip_tir_buffer *buffer)
{
    static const tunip_dtype int8 = {TUNIP_DTYPE_INT, 8, 1};
    const tunip_node *data_type = buffer->data->type_annotation;
    const tunip_ir_pointer_type *type = TUNIP_AS(tunip_ir_pointer_type, data_type);
    const tunip_node *to = type ? type->element_type : NULL;
    const tunip_ir_prim_type *element = TUNIP_AS(tunip_ir_prim_type, to);
    bool is_bool = buffer->dtype.code == TUNIP_DTYPE_BOOL && buffer->dtype.lanes == 1;
    return element && tunip_string_value(type->storage_scope).size &&
           tunip_dtype_equal(element->dtype, is_bool ? int8 : buffer->dtype);
}

/* Lets the declaration define a variable, and notes a property of it that no attribute shows. */
static bool define_within(declaration *decl, const tunip_node *var, const tunip_path *path,
                          const char *name, int64_t index)
{
    bool within = tir_define_within(&decl->draft, var, path, name, index);
    if (!within || decl->omitted) return within;
    const tunip_tir_buffer *buffer = decl->buffer;
    if (var == (const tunip_node *)buffer->data)
        decl->omitted = is_usual_data(buffer) ? NULL : "data_type";
    else if (var == buffer->elem_offset && !buffer->offset_factor)
        decl->omitted = "offset";
    return true;
}

/* ---- attributes ---- */

/* If `apart`, each new variable among the sizes is defined by a statement that defines nothing
 * else: `n = T.int32()`. */
static void add_shape(declaration *decl, bool apart)
{
    const tunip_array *shape = decl->buffer->shape;
    const tunip_path *path = member_path(decl, "shape");
    const tunip_doc **docs = tunip_docs_new(decl->draft.d, tunip_array_count(shape));
    for (size_t i = 0; docs && i < shape->count; i++) {
        const tunip_path *at = tunip_path_item(decl->draft.d, path, i);
        if (tir_is_new_var(&decl->draft, shape->items[i]))
            tir_define_before(&decl->draft, shape->items[i], at);
        if (apart) tir_add_definitions(&decl->draft);
        docs[i] = tir_docsify(decl->draft.d, shape->items[i], at);
    }
    decl->draft.docs[TIR_SHAPE] =
        tunip_doc_tuple_new(decl->draft.d, tunip_docs_view(docs, tunip_array_count(shape)));
}

static void add_data(declaration *decl, tir_data_pointer pointer)
{
    const tunip_node *data = (const tunip_node *)decl->buffer->data;
    const tunip_path *path = member_path(decl, "data");
    if (tir_is_new_var(&decl->draft, data)) {
        decl->defines_data =
            pointer == TIR_DATA_WITH && define_within(decl, data, path, "data", -1);
        if (decl->defines_data) return;
        if (pointer == TIR_DATA_BEFORE) tir_define_before(&decl->draft, data, path);
    }
    decl->draft.docs[TIR_DATA] = tir_docsify(decl->draft.d, data, path);
}

/* Whether a buffer has an address in tensor memory instead of a pointer, which v0.25 added. */
static bool is_addressed(const tunip_tir_buffer *buffer)
{
    return tunip_is((const tunip_node *)buffer, &tunip_tirx_buffer_v25_type) &&
           tunip_str_is(tunip_tir_buffer_scope(buffer), "tmem");
}

/* No declaration can name the pointer of such a buffer: a reader makes one. */
static void leave_out_data(declaration *decl)
{
    const tunip_node *data = (const tunip_node *)decl->buffer->data;
    bool is_new = tir_is_new_var(&decl->draft, data) &&
                  define_within(decl, data, member_path(decl, "data"), "data", -1);
    if (!is_new) decl->omitted = "data";
}

/* The name of a new variable with its type; NULL if a reader infers the type, which is `stated`. */
static const tunip_doc *write_odd_var(const declaration *decl, const tunip_node *node,
                                      tunip_dtype stated, const tunip_path *path)
{
    const tunip_tir_var *var = (const tunip_tir_var *)node;
    const tunip_doc *id = tunip_doc_id_new(decl->draft.d, tunip_string_value(var->name), NULL);
    const tunip_doc *typed = tir_typed(decl->draft.d, id, var, stated, path);
    return typed == id ? NULL : typed;
}

static const tunip_doc *write_new_var(const declaration *decl, const tunip_node *node,
                                      const tunip_path *path)
{
    tunip_dtype stated = decl->matches ? index_dtype(decl->buffer, 32) : tir_int32;
    const tunip_doc *odd = write_odd_var(decl, node, stated, path);
    if (odd) return tunip_doc_quoted_new(decl->draft.d, odd, path);
    return tunip_doc_str(decl->draft.d, tunip_string_value(((const tunip_tir_var *)node)->name),
                         path);
}

/* A stride. A variable that the declaration defines prints as a string. */
static const tunip_doc *write_stride(declaration *decl, const tunip_node *stride, size_t index,
                                     const tunip_path *path)
{
    if (tir_is_new_var(&decl->draft, stride) &&
        define_within(decl, stride, path, "strides", (int64_t)index))
        return write_new_var(decl, stride, path);
    return tir_docsify(decl->draft.d, stride, path);
}

static void add_strides(declaration *decl)
{
    const tunip_array *strides = decl->buffer->strides;
    if (!tunip_array_count(strides)) return;
    const tunip_path *path = member_path(decl, "strides");
    const tunip_doc **docs = tunip_docs_new(decl->draft.d, strides->count);
    for (size_t i = 0; docs && i < strides->count; i++)
        docs[i] = write_stride(decl, strides->items[i], i, tunip_path_item(decl->draft.d, path, i));
    decl->draft.docs[TIR_STRIDES] =
        tunip_doc_tuple_new(decl->draft.d, tunip_docs_view(docs, strides->count));
}

/* An offset of 0 shows in v0.25 if its dtype differs from that of the shape. */
static bool shows_zero(const declaration *decl)
{
    tunip_dtype usual = index_dtype(decl->buffer, 64);
    return tunip_is((const tunip_node *)decl->buffer, &tunip_tirx_buffer_v25_type) &&
           !tunip_dtype_equal(tunip_ir_dtype_of(decl->buffer->elem_offset), usual);
}

/* Returns whether the declaration must show the offset factor. */
static bool add_elem_offset(declaration *decl)
{
    const tunip_node *offset = decl->buffer->elem_offset;
    if (tunip_ir_is_int(offset, 0) && !shows_zero(decl)) return false;
    const tunip_path *path = member_path(decl, "elem_offset");
    if (tir_is_new_var(&decl->draft, offset)) {
        if (define_within(decl, offset, path, "elem_offset", -1))
            decl->odd_offset = write_odd_var(decl, offset, index_dtype(decl->buffer, 32), path);
        return true;
    }
    decl->draft.docs[TIR_ELEM_OFFSET] = tir_docsify(decl->draft.d, offset, path);
    return false;
}

/* A load prints with its indices, because the name of a scalar would be the buffer itself. */
static const tunip_doc *write_address(tunip_docsifier *d, const tunip_node *address,
                                      const void *buffer, const tunip_array *indices,
                                      const tunip_path *path)
{
    if (!buffer) return tir_docsify(d, address, path);
    const tunip_doc *doc = tir_docsify(d, buffer, tunip_path_attr(d, path, "buffer"));
    const tunip_doc *name = tunip_variable(d, buffer); /* the line above may define it */
    tunip_docs docs = tunip_docsify_items(d, indices, tunip_path_attr(d, path, "indices"));
    return tunip_doc_index_new(d, name ? name : doc, docs);
}

/* The layout and the addresses, which buffers have in v0.25. */
static void add_place(declaration *decl, const tunip_tirx_buffer_v25 *buffer)
{
    tunip_docsifier *d = decl->draft.d;
    const tunip_array *address = buffer->allocated_addr;
    tir_add_layout(&decl->draft, buffer->layout, member_path(decl, "layout"));
    if (!tunip_array_count(address)) return;
    const tunip_path *path = member_path(decl, "allocated_addr");
    const tunip_node *first = address->items[0];
    const tunip_tir_buffer_load *load = TUNIP_AS(tunip_tir_buffer_load, first);
    decl->draft.docs[TIR_ALLOCATED_ADDR] =
        address->count > 1
            ? tir_docsify(d, address, path)
            : write_address(d, first, load ? load->buffer : NULL, load ? load->indices : NULL,
                            tunip_path_item(d, path, 0));
}

static void add_dtype(declaration *decl)
{
    tunip_dtype dtype = decl->buffer->dtype;
    if (tunip_dtype_equal(dtype, tir_job_settings(decl->draft.d)->buffer_dtype)) return;
    decl->draft.docs[TIR_DTYPE] =
        tunip_doc_dtype(decl->draft.d, dtype, member_path(decl, "dtype"));
}

static void add_scope(declaration *decl)
{
    tunip_docsifier *d = decl->draft.d;
    tunip_str scope = tunip_tir_buffer_scope(decl->buffer);
    if (tunip_str_is(scope, "global")) return;
    const tunip_path *path = tunip_path_attr(d, member_path(decl, "data"), "type_annotation");
    decl->draft.docs[TIR_SCOPE] =
        tunip_doc_str(d, scope, tunip_path_attr(d, path, "storage_scope"));
}

static void describe(declaration *decl, tir_data_pointer pointer)
{
    const tunip_tir_buffer *buffer = decl->buffer;
    tunip_docsifier *d = decl->draft.d;
    const tunip_doc **docs = decl->draft.docs;
    add_shape(decl, false);
    add_dtype(decl);
    const tunip_tirx_buffer_v25 *own = TUNIP_AS(tunip_tirx_buffer_v25, buffer);
    if (is_addressed(buffer))
        leave_out_data(decl);
    else
        add_data(decl, pointer);
    add_strides(decl);
    bool needs_factor = add_elem_offset(decl);
    add_scope(decl);
    if (buffer->data_alignment != TIR_DEFAULT_ALIGNMENT)
        docs[TIR_ALIGN] =
            tunip_doc_int(d, buffer->data_alignment, member_path(decl, "data_alignment"));
    if (needs_factor || buffer->offset_factor != 1)
        docs[TIR_OFFSET_FACTOR] =
            tunip_doc_int(d, buffer->offset_factor, member_path(decl, "offset_factor"));
    if (buffer->buffer_type != TUNIP_TIR_BUFFER_DEFAULT)
        docs[TIR_BUFFER_TYPE] =
            tunip_doc_str(d, tunip_str_from("auto"), member_path(decl, "buffer_type"));
    if (tunip_array_count(buffer->axis_separators))
        docs[TIR_AXIS_SEPARATORS] = TIR_SUB(d, buffer, axis_separators, decl->draft.path);
    if (own) add_place(decl, own);
    tir_add_definitions(&decl->draft);
}

/* Whether the data pointer is defined, but not visible in the frame of the declaration. */
static bool is_out_of_sight(const declaration *decl)
{
    const tunip_node *expr = (const tunip_node *)decl->buffer->data;
    return !decl->defines_data && tunip_is_a(expr, &tunip_tir_var_type) &&
           tunip_is_defined(decl->draft.d, expr) &&
           !tunip_is_visible(decl->draft.d, expr, decl->draft.frame);
}

/* `call`, marked with the first property that it omits and a reader would not infer. For example,
 * the text shows neither an offset of 0 nor one that is a new variable. A reader makes a 0 with the
 * dtype of the shape (int64 without a shape), or a variable if the text has an offset factor. */
static const tunip_doc *add_left_out(const declaration *decl, const tunip_doc *call)
{
    const tunip_node *offset = decl->buffer->elem_offset;
    const char *name = tir_argument_names[TIR_ELEM_OFFSET];
    tunip_dtype usual = index_dtype(decl->buffer, 64);
    bool is_usual =
        tunip_dtype_equal(tunip_ir_dtype_of(offset), usual) && !decl->draft.docs[TIR_OFFSET_FACTOR];
    if (is_out_of_sight(decl))
        return tunip_doc_partial_new(decl->draft.d, call, "data_scope",
                                     tunip_doc_none(decl->draft.d, NULL));
    if (!decl->buffer->data_alignment ||
        !decl->buffer->offset_factor) /* a reader replaces 0 by the default */
        return tunip_doc_partial_new(decl->draft.d, call, "align",
                                     tunip_doc_int(decl->draft.d, 0, NULL));
    if (decl->odd_offset) return tunip_doc_partial_new(decl->draft.d, call, name, decl->odd_offset);
    if (decl->omitted)
        return tunip_doc_partial_new(decl->draft.d, call, decl->omitted,
                                     tunip_doc_none(decl->draft.d, NULL));
    if (!tunip_ir_is_int(offset, 0) || is_usual) return call;
    const tunip_doc *value = tir_docsify(decl->draft.d, offset, member_path(decl, name));
    return tunip_doc_partial_new(decl->draft.d, call, name, value);
}

/* ---- declarations ---- */

static void begin(declaration *decl, tunip_docsifier *d, tunip_frame *frame,
                  const tunip_tir_buffer *buffer, const tunip_path *path)
{
    *decl = (declaration){.draft = {.d = d,
                                    .frame = frame,
                                    .buffer = buffer,
                                    .path = path,
                                    .create = tunip_tir_var_creation},
                          .buffer = buffer};
    if (!buffer) return;
    decl->draft.shape = buffer->shape;
    decl->draft.strides = buffer->strides;
    decl->draft.elem_offset = buffer->elem_offset;
    decl->draft.data = (const tunip_node *)buffer->data;
}

void tir_define_data(tunip_docsifier *d, tunip_frame *frame, const tunip_tir_buffer *buffer,
                     const tunip_path *path)
{
    declaration decl;
    if (is_addressed(buffer)) return;
    begin(&decl, d, frame, buffer, path);
    add_data(&decl, TIR_DATA_WITH);
    tir_add_definitions(&decl.draft);
}

/* Leaves only the dtype and the scope of a scalar. */
static void reduce(declaration *decl)
{
    tunip_docsifier *d = decl->draft.d;
    const tunip_path *type = tunip_path_attr(d, member_path(decl, "data"), "type_annotation");
    memset(decl->draft.docs, 0, sizeof decl->draft.docs);
    decl->draft.docs[TIR_DTYPE] =
        tunip_doc_dtype(d, decl->buffer->dtype, member_path(decl, "dtype"));
    decl->draft.docs[TIR_SCOPE] = tunip_doc_str(d, tunip_tir_buffer_scope(decl->buffer),
                                                tunip_path_attr(d, type, "storage_scope"));
}

/* The word that allocates a buffer, since v0.25: scalars, and buffers in some scopes, have words of
 * their own. *keeps_scope is whether the scope stays an argument. */
static const char *allocating_word(tunip_str scope, bool is_scalar, bool *keeps_scope)
{
    bool is_shared = tunip_str_is(scope, "shared"), is_local = tunip_str_is(scope, "local");
    *keeps_scope = !is_shared && !is_local;
    if (is_scalar) return is_shared ? "shared_scalar" : is_local ? "local_scalar" : "alloc_scalar";
    return is_shared ? "alloc_shared" : is_local ? "alloc_local" : "alloc_buffer";
}

/* The word for a buffer of v0.25. */
static const char *shorten(declaration *decl, const tunip_tirx_buffer_v25 *buffer,
                           const char *method)
{
    bool allocates = strcmp(method, "alloc_buffer") == 0, keeps_scope = true;
    bool is_scalar = tir_is_scalar(buffer, allocates);
    if (!allocates && (!is_scalar || strcmp(method, "decl_buffer") != 0)) return method;
    if (is_scalar) reduce(decl);
    if (allocates)
        method = allocating_word(tunip_tir_buffer_scope(decl->buffer), is_scalar, &keeps_scope);
    if (!keeps_scope) decl->draft.docs[TIR_SCOPE] = NULL;
    if (allocates) return method;
    decl->draft.docs[TIR_ELEM_OFFSET] =
        tir_docsify(decl->draft.d, buffer->kin.elem_offset, member_path(decl, "elem_offset"));
    decl->draft.docs[TIR_DATA] =
        tir_docsify(decl->draft.d, buffer->kin.data, member_path(decl, "data"));
    return "decl_scalar";
}

const tunip_doc *tir_buffer_decl(tunip_docsifier *d, tunip_frame *frame,
                                 const tir_declaration *declared)
{
    const tunip_tirx_buffer_v25 *own = TUNIP_AS(tunip_tirx_buffer_v25, declared->buffer);
    const char *method = declared->method;
    declaration decl;
    begin(&decl, d, frame, declared->buffer, declared->path);
    decl.matches = strcmp(declared->method, "match_buffer") == 0;
    if (decl.buffer)
        describe(&decl, declared->pointer);
    else
        decl.draft.docs[TIR_SHAPE] = tunip_doc_none(d, declared->path);
    if (own) method = shorten(&decl, own, method);
    const tunip_doc *call = tir_write_declaration(&decl.draft, method, declared->first);
    return decl.buffer ? add_left_out(&decl, call) : call;
}

/* A property of the buffer that T.alloc_buffer of v0.24 does not show; or NULL. */
static const char *find_hidden(const declaration *decl)
{
    const tunip_tir_buffer *buffer = decl->buffer;
    if (!decl->defines_data) return "data";
    if (tunip_array_count(buffer->strides)) return "strides";
    if (!tunip_ir_is_int(buffer->elem_offset, 0)) return "elem_offset";
    if (buffer->data_alignment != TIR_DEFAULT_ALIGNMENT) return "align";
    if (buffer->offset_factor != 1) return "offset_factor";
    if (buffer->buffer_type != TUNIP_TIR_BUFFER_DEFAULT) return "buffer_type";
    return tunip_array_count(buffer->axis_separators) ? "axis_separators" : decl->omitted;
}

const tunip_doc *tir_v24_allocation(tunip_docsifier *d, tunip_frame *frame,
                                    const tunip_tir_buffer *buffer, const tunip_path *path)
{
    declaration decl;
    if (!buffer) return TIR_CALL(d, "alloc_buffer", tunip_doc_none(d, path));
    begin(&decl, d, frame, buffer, path);
    add_data(&decl, TIR_DATA_WITH);
    decl.draft.docs[TIR_DATA] = NULL;
    add_shape(&decl, true);
    add_dtype(&decl);
    add_scope(&decl);
    decl.omitted = find_hidden(&decl);
    return add_left_out(&decl, tir_write_declaration(&decl.draft, "alloc_buffer", NULL));
}

const tunip_doc *tir_buffer_annotation(tunip_docsifier *d, tunip_frame *frame,
                                       const tunip_tir_buffer *buffer, const tunip_path *path)
{
    declaration decl;
    begin(&decl, d, frame, buffer, path);
    describe(&decl, TIR_DATA_WITH);
    const tunip_doc *dtype = decl.draft.docs[TIR_DTYPE];
    if (!dtype) dtype = tunip_doc_dtype(d, buffer->dtype, member_path(&decl, "dtype"));
    const tunip_doc *call = TIR_CALL(d, "Buffer", decl.draft.docs[TIR_SHAPE], dtype);
    for (size_t i = TIR_STRIDES; i < TIR_ARGUMENT_COUNT; i++)
        if (decl.draft.docs[i])
            return tunip_doc_partial_new(d, call, tir_argument_names[i], decl.draft.docs[i]);
    return add_left_out(&decl, call);
}

/* ---- rules ---- */

/* Like an undefined variable. TVM fails here. */
static const tunip_doc *undefined(tunip_docsifier *d, const tunip_tir_buffer *buffer,
                                  const tunip_path *path)
{
    tunip_str name = tunip_string_value(buffer->name);
    tunip_report(d, TUNIP_ISSUE_UNDEFINED, path, "buffer %.*s is not defined", (int)name.size,
                 name.size ? name.data : "");
    tir_define_buffer(d, tunip_frame_top(d), buffer);
    return tir_define_buffer(d, tunip_frame_top(d), buffer);
}

TIR_RULE(buffer)
{
    const tunip_tir_buffer *buffer = (const tunip_tir_buffer *)node;
    tunip_frame *frame = tunip_uses_frame(d, buffer);
    if (!frame) return undefined(d, buffer, path);
    const tunip_doc *lhs = tir_define_buffer(d, frame, buffer);
    tir_declaration declared = {
        .method = "Buffer", .buffer = buffer, .path = path, .pointer = TIR_DATA_WITH};
    const tunip_doc *rhs = tir_buffer_decl(d, frame, &declared);
    tunip_frame_add(d, frame, tir_assign(d, TUNIP_ROLE_DEFINE, lhs, rhs));
    return tunip_variable(d, node);
}

TIR_RULE(match_buffer_region)
{
    const tunip_tir_match_buffer_region *match = (const tunip_tir_match_buffer_region *)node;
    tunip_frame *frame = tunip_frame_top(d);
    const tunip_doc *lhs = tir_define_buffer(d, frame, match->buffer);
    tir_declaration declared = {.method = "match_buffer",
                                .first = TIR_SUB(d, match, source, path),
                                .buffer = match->buffer,
                                .path = tunip_path_attr(d, path, "buffer"),
                                .pointer = TIR_DATA_WITH};
    const tunip_doc *rhs = tir_buffer_decl(d, frame, &declared);
    return tir_assign(d, TUNIP_ROLE_MATCH, lhs, rhs);
}

/* ---- reading ---- */

/* The arguments that v0.23 has, in the order of its keywords. */
enum { BUFFER_ARGS = TIR_AXIS_SEPARATORS + 1 };

/* A stride that is written as a string is a new variable. */
static tunip_array *read_strides(tunip_elaborator *e, const tunip_value *value, tunip_dtype dtype)
{
    tunip_array *strides = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    if (value->kind != TUNIP_VALUE_LIST) {
        if (value->kind > TUNIP_VALUE_NONE) return tir_exprs(e, value);
        return strides;
    }
    for (size_t i = 0; i < value->items.count; i++) {
        const tunip_value *item = &value->items.items[i];
        tunip_value var = *item;
        if (item->kind == TUNIP_VALUE_STR) {
            var = tunip_value_node(tir_new_var(e, dtype, NULL, false), item->doc);
            tir_name_value(e, &var, item->text);
        }
        tunip_ir_append(e, strides, tir_expr(e, &var));
    }
    return strides;
}

static tunip_tir_var *new_data(tunip_elaborator *e, tunip_dtype dtype, tunip_str scope)
{
    bool is_bool = dtype.code == TUNIP_DTYPE_BOOL && dtype.lanes == 1;
    tunip_dtype stored = is_bool ? (tunip_dtype){TUNIP_DTYPE_INT, 8, 1} : dtype;
    return tir_new_var(e, tir_handle, tir_pointer_type(e, stored, scope), false);
}

/* An offset that is not written is 0, or a variable where a factor is written. */
tunip_tir_buffer *tir_read_any_buffer(tunip_elaborator *e, const tunip_value *args,
                                      const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tir_settings *settings = tunip_elaborator_settings(e, &tunip_dialect_tir);
    tunip_tir_buffer *buffer = tunip_node_new(graph, &tunip_tir_buffer_type);
    if (!buffer || !tir_takes_buffer(e, args, doc)) return NULL;
    if (doc && doc->kind == TUNIP_DOC_INDEX) tunip_hint_older(e, TIR_NEW_PRINTER);
    buffer->dtype = tunip_value_to_dtype(e, &args[TIR_DTYPE], settings->buffer_dtype);
    tunip_value shape = tir_read_formulas(e, &args[TIR_SHAPE]);
    buffer->shape = tir_exprs(e, &shape);
    if (!tir_has_numbers(e, buffer->shape, doc)) return NULL;
    buffer->strides = read_strides(e, &args[TIR_STRIDES], index_dtype(buffer, 32));
    buffer->data_alignment = tunip_value_to_int(e, &args[TIR_ALIGN], 0);
    buffer->offset_factor = tunip_value_to_int(e, &args[TIR_OFFSET_FACTOR], 0);
    tunip_str type = tunip_value_to_str(e, &args[TIR_BUFFER_TYPE], "");
    buffer->buffer_type =
        tunip_str_is(type, "auto") ? TUNIP_TIR_BUFFER_AUTO_BROADCAST : TUNIP_TIR_BUFFER_DEFAULT;
    buffer->axis_separators = tir_exprs(e, &args[TIR_AXIS_SEPARATORS]);
    buffer->name = tir_empty_text(e);
    tunip_str scope = tunip_value_to_str(e, &args[TIR_SCOPE], "global");
    if (args[TIR_DATA].kind > TUNIP_VALUE_NONE)
        buffer->data = tunip_value_to_node(e, &args[TIR_DATA], &tunip_tir_var_type);
    else
        buffer->data = new_data(e, buffer->dtype, scope);
    buffer->elem_offset = tir_optional(e, &args[TIR_ELEM_OFFSET]);
    if (!tir_takes_data(e, buffer->data, doc)) return NULL;
    if (!buffer->elem_offset && buffer->offset_factor) {
        tunip_value offset =
            tunip_value_node(tir_new_var(e, index_dtype(buffer, 32), NULL, false), doc);
        tir_name_value(e, &offset, tunip_str_from("elem_offset"));
        buffer->elem_offset = offset.node;
    }
    if (!buffer->elem_offset) {
        tunip_value zero = {.kind = TUNIP_VALUE_INT, .doc = doc};
        buffer->elem_offset = tir_number(e, &zero, index_dtype(buffer, 64));
    }
    if (buffer->data_alignment <= 0) buffer->data_alignment = TIR_DEFAULT_ALIGNMENT;
    if (!buffer->offset_factor) buffer->offset_factor = 1;
    return buffer->data ? buffer : NULL;
}

/* A = T.Buffer((16,), "float32") */
TIR_READ(buffer)
{
    tunip_tir_buffer *buffer = tir_read_any_buffer(e, call->args, call->doc);
    tir_take_layout(e, buffer, call);
    return tunip_value_node(buffer, call->doc);
}

/* T.preflattened_buffer(A, (4, 4)): the shape of a parameter before its buffer was flattened. No
 * later version has a place for it. */
TIR_READ(preflattened)
{
    void *buffer = tunip_value_to_node(e, &call->args[0], &tunip_tir_buffer_type);
    tunip_note_older(e, TIR_NEW_PRINTER, call->doc);
    if (!buffer)
        return tunip_complain(e, call->doc,
                              TUNIP_BREAKS_SHAPE "only a buffer had another shape before");
    tir_script_state *state = tir_state_of(e);
    if (state && !state->has_flattened)
        tunip_warn(e, call->doc,
                   TUNIP_BREAKS_SHAPE
                   "functions of TVM since v0.11 do not hold the shape before buffers were "
                   "flattened: it is left out");
    if (state) state->has_flattened = true;
    tunip_value value = tunip_value_node(buffer, call->doc);
    value.is_meta = true;
    bool has_name = state && state->assigned == call->doc;
    return has_name ? value : (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

/* Without a shape, the buffer has the shape and the dtype of the region. */
static void take_shape(tunip_elaborator *e, const tunip_value *source, tunip_value *args)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_tir_buffer_region *region =
        source->kind == TUNIP_VALUE_NODE ? TUNIP_AS(tunip_tir_buffer_region, source->node) : NULL;
    char name[TUNIP_DTYPE_NAME_SIZE];
    if (!tir_is_whole_region(region) || args[TIR_SHAPE].kind > TUNIP_VALUE_NONE) return;
    tunip_array *shape = tunip_array_new(graph, 0, NULL);
    for (size_t i = 0; i < tunip_array_count(region->region); i++)
        tunip_ir_append(e, shape, ((tunip_ir_range *)region->region->items[i])->extent);
    size_t size = tunip_dtype_name(region->buffer->dtype, name);
    args[TIR_SHAPE] = tunip_value_node(shape, source->doc);
    args[TIR_DTYPE] = (tunip_value){.kind = TUNIP_VALUE_STR, .doc = source->doc};
    args[TIR_DTYPE].text = tunip_graph_copy(graph, (tunip_str){name, size});
}

/* A = T.match_buffer(a, (16,)) of a parameter, or of a region. TVM's parser keeps the last buffer
 * of a parameter. */
TIR_READ(match_buffer)
{
    const tir_script_state *state = tir_state_of(e);
    const tunip_value *source = &call->args[0];
    tunip_value args[BUFFER_ARGS];
    memcpy(args, call->args + 1, sizeof args);
    take_shape(e, source, args);
    tunip_tir_buffer *buffer = tir_read_any_buffer(e, args, call->doc);
    tir_take_layout(e, buffer, call);
    if (!buffer || source->kind == TUNIP_VALUE_WRONG) return tunip_value_wrong(call->doc);
    if (source->kind != TUNIP_VALUE_NODE)
        return tunip_complain_instead(e, source, "a parameter or a region");
    if (tunip_is_a(source->node, &tunip_tir_var_type)) {
        tir_function_reader *f = state ? state->function : NULL;
        if (!f)
            return tunip_complain(e, call->doc,
                                  TUNIP_BREAKS_ARGUMENTS
                                  "a parameter is matched outside of a function");
        if (!tir_takes_place(e, f, call)) return tunip_value_wrong(call->doc);
        if (tunip_elaborator_folds(e) && !tir_has_item(f->params, source->node))
            return tunip_complain(e, call->doc,
                                  TUNIP_BREAKS_ARGUMENTS
                                  "T.match_buffer takes a parameter of the function or a region");
        if (!tunip_elaborator_folds(e) && tunip_map_at(f->func->buffer_map, source->node))
            return tunip_complain(e, call->doc,
                                  TUNIP_BREAKS_REPEATED "the parameter already has a buffer");
        tunip_ir_put(e, f->func->buffer_map, source->node, buffer);
        return tunip_value_node(buffer, call->doc);
    }
    tir_block_reader *b = state ? state->block : NULL;
    tunip_tir_match_buffer_region *match =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_match_buffer_region_type);
    tunip_node *region = tir_region(e, source);
    if (!match || !region) return tunip_value_wrong(call->doc);
    if (!b && state && state->function)
        return tunip_complain_missing(e, call->doc,
                                      TUNIP_BREAKS_BLOCK
                                      "T.match_buffer of a region stands outside of a block");
    match->buffer = buffer;
    match->source = (tunip_tir_buffer_region *)region;
    if (!b) { /* a fragment */
        tunip_scope_add(e, match);
        return tunip_value_node(buffer, call->doc);
    }
    if (!tir_takes_region(e, buffer, region, call->doc)) return tunip_value_wrong(call->doc);
    tunip_ir_append(e, b->match_buffers, match);
    return tunip_value_node(buffer, call->doc);
}

static bool are_same(const tunip_array *a, const tunip_array *b)
{
    size_t i = 0, count = tunip_array_count(a);
    if (count != tunip_array_count(b)) return false;
    while (i < count && tir_same_expr(a->items[i], b->items[i])) i++;
    return i == count;
}

/* The name X in A = T.alloc_buffer(..., data=X.data), if X is A; else {NULL, 0}. */
static tunip_str own_data(const tir_script_state *state, const tunip_word_call *call)
{
    const tunip_doc_attr *data = (const tunip_doc_attr *)call->args[TIR_DATA].doc;
    const tunip_doc_id *target = state ? (const tunip_doc_id *)state->target : NULL;
    tunip_str none = {NULL, 0};
    if (!data || data->base.kind != TUNIP_DOC_ATTR || data->value->kind != TUNIP_DOC_ID)
        return none;
    if (!target || target->base.kind != TUNIP_DOC_ID || state->assigned != call->doc) return none;
    tunip_str name = ((const tunip_doc_id *)data->value)->name;
    return tunip_str_equal(name, target->name) ? name : none;
}

/* The buffer that A = T.alloc_buffer(..., data=A.data) allocates if it is A itself: TVM declares a
 * buffer that it prints before its allocation, for example in T.reads(), and then gives it no other
 * name. Returns `buffer` otherwise. */
static tunip_tir_buffer *declared_before(tunip_elaborator *e, tunip_tir_buffer *buffer,
                                         const tunip_word_call *call)
{
    tunip_str name = own_data(tir_state_of(e), call);
    if (!buffer || !name.size || tunip_elaborator_folds(e)) return buffer;
    const tunip_value *known = tunip_name_get(e, name);
    bool is_buffer =
        known && known->kind == TUNIP_VALUE_NODE && tunip_is(known->node, &tunip_tir_buffer_type);
    tunip_tir_buffer *before = is_buffer ? (tunip_tir_buffer *)known->node : NULL;
    bool is_same =
        before && before->data == buffer->data && tunip_dtype_equal(before->dtype, buffer->dtype) &&
        are_same(before->shape, buffer->shape) && are_same(before->strides, buffer->strides) &&
        tir_same_expr(before->elem_offset, buffer->elem_offset);
    return is_same ? before : buffer;
}

/* A = T.alloc_buffer((16,)): in the enclosing block, or in the root block of the function. */
TIR_READ(alloc_buffer)
{
    const tir_script_state *state = tir_state_of(e);
    tunip_tir_buffer *buffer =
        declared_before(e, tir_read_any_buffer(e, call->args, call->doc), call);
    tir_block_reader *b = state ? state->block : NULL;
    tir_function_reader *f = state ? state->function : NULL;
    tir_take_layout(e, buffer, call);
    if (!b && !f)
        return tunip_complain_missing(e, call->doc,
                                      TUNIP_BREAKS_BLOCK "T.alloc_buffer needs a block around it");
    if (!b && !tir_takes_place(e, f, call)) return tunip_value_wrong(call->doc);
    if (buffer) tunip_ir_append(e, b ? b->alloc_buffers : f->alloc_buffers, buffer);
    return tunip_value_node(buffer, call->doc);
}

typedef struct decl_reader {
    tunip_scope scope;
    tunip_tir_buffer *buffer;
    bool is_allocated; /* elsewhere */
} decl_reader;

static void *leave_decl(tunip_elaborator *e, tunip_scope *scope)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const decl_reader *r = (const decl_reader *)scope;
    tunip_tir_decl_buffer *decl = tunip_node_new(graph, &tunip_tir_decl_buffer_type);
    if (!decl) return NULL;
    decl->buffer = r->buffer;
    decl->body = tir_body_read(e);
    if (r->is_allocated) return decl;
    tunip_tir_allocate *stmt = tunip_node_new(graph, &tunip_tir_allocate_type);
    if (!stmt) return NULL;
    stmt->buffer_var = r->buffer->data;
    stmt->dtype = r->buffer->dtype;
    stmt->extents = r->buffer->shape;
    stmt->condition = (tunip_node *)tunip_ir_int(graph, tir_bool, 1);
    stmt->annotations = tunip_map_new(graph, 0, NULL);
    stmt->body = (tunip_node *)decl;
    return stmt;
}

static const tunip_scope_kind decl_scope = {
    .name = "a declaration of a buffer", .dialect = &tunip_dialect_tir, .leave = leave_decl};

const tunip_tir_buffer *tir_declared_buffer(const tunip_elaborator *e, const void *data)
{
    for (const tunip_scope *s = tunip_scope_top(e); s; s = s->outer)
        if (s->kind == &decl_scope && ((const decl_reader *)s)->buffer->data == data)
            return ((const decl_reader *)s)->buffer;
    return NULL;
}

TIR_READ(decl_buffer)
{
    decl_reader *r = tunip_scope_new(e, &decl_scope, sizeof *r, call->doc);
    tunip_tir_buffer *buffer = tir_read_any_buffer(e, call->args, call->doc);
    if (!r || !buffer) return tunip_value_wrong(call->doc);
    tir_take_layout(e, buffer, call);
    r->buffer = buffer;
    r->is_allocated = call->args[TIR_DATA].kind > TUNIP_VALUE_NONE;
    r->scope.as = tunip_value_node(buffer, call->doc);
    return tunip_value_scope(r, call->doc);
}

/* ==== Declares buffers of TVM v0.26. Some of the variables in the type of a buffer are defined by
 * the declaration, others by statements before it. */

const tunip_doc *tirx_define_buffer(tunip_docsifier *d, tunip_frame *frame, const void *buffer)
{
    const tunip_ir_var *var = TUNIP_AS_A(tunip_ir_var, buffer);
    tunip_str name = tunip_string_value(var ? var->name : NULL);
    return tunip_define(d, frame, buffer, name.size ? name : tunip_str_from("buffer"));
}

/* A declaration, while it is collected. */
typedef struct v26_declaration {
    tir_draft draft;
    const tunip_tirx_buffer_type *type;
    tir_marks *bound; /* of an annotation; or NULL */
} v26_declaration;

/* TVM's printer leaves out the step `ty`. */
static const tunip_path *field_path(const v26_declaration *decl, const char *name)
{
    const tunip_path *printed = tunip_path_attr(decl->draft.d, decl->draft.path, name);
    if (decl->bound) return printed;
    const tunip_path *type = tunip_path_attr(decl->draft.d, decl->draft.path, "ty");
    return tunip_path_as(decl->draft.d, tunip_path_attr(decl->draft.d, type, name), printed);
}

/* ---- the shape ---- */

typedef struct dimension {
    v26_declaration *decl;
    bool is_early; /* it uses a variable that the signature has not defined yet */
    bool binds;    /* does not search: marks the variables as defined */
} dimension;

static bool look_at_var(const tunip_node *var, void *user)
{
    dimension *dim = user;
    v26_declaration *decl = dim->decl;
    if (dim->binds) {
        uint32_t *mark = tir_marks_put(decl->draft.d, decl->bound, var);
        if (mark) *mark = 1;
    } else if (!tunip_is_defined(decl->draft.d, var) || !tir_marks_get(decl->bound, var)) {
        dim->is_early = true;
    }
    return false;
}

static const tunip_doc *write_dimension(v26_declaration *decl, const tunip_node *size,
                                        const tunip_path *path)
{
    dimension dim = {.decl = decl};
    if (decl->bound) tir_uses(decl->draft.d, size, look_at_var, &dim);
    if (tir_is_new_var(&decl->draft, size)) tir_define_before(&decl->draft, size, path);
    const tunip_doc *doc = tir_docsify(decl->draft.d, size, path);
    dim.binds = true;
    if (decl->bound) tir_uses(decl->draft.d, size, look_at_var, &dim);
    return dim.is_early ? tunip_doc_quoted_new(decl->draft.d, doc, path) : doc;
}

static void v26_add_shape(v26_declaration *decl)
{
    const tunip_array *shape = decl->type->shape;
    size_t count = tunip_array_count(shape);
    const tunip_path *path = field_path(decl, "shape");
    const tunip_doc **docs = tunip_docs_new(decl->draft.d, count);
    for (size_t i = 0; docs && i < count; i++)
        docs[i] = write_dimension(decl, shape->items[i], tunip_path_item(decl->draft.d, path, i));
    decl->draft.docs[TIR_SHAPE] = tunip_doc_tuple_new(decl->draft.d, tunip_docs_view(docs, count));
}

/* ---- other attributes ---- */

static tunip_dtype element_dtype(const tunip_tirx_buffer_type *type)
{
    return type->dtype ? type->dtype->dtype : TUNIP_VOID;
}

static void v26_add_dtype(v26_declaration *decl)
{
    tunip_dtype dtype = element_dtype(decl->type);
    bool is_usual = tunip_dtype_equal(dtype, tir_job_settings(decl->draft.d)->buffer_dtype);
    if (!is_usual || decl->bound)
        decl->draft.docs[TIR_DTYPE] =
            tunip_doc_dtype(decl->draft.d, dtype, field_path(decl, "dtype"));
}

static tunip_str scope_of(const tunip_tirx_buffer_type *type)
{
    return tunip_string_value(type->storage_scope);
}

/* The pointer is a field of the statement. In TVM's printer it is one of the buffer. */
static const tunip_path *data_path(const v26_declaration *decl)
{
    tunip_docsifier *d = decl->draft.d;
    const tunip_path *buffer = decl->draft.path;
    if (!buffer) return NULL;
    return tunip_path_as(d, tunip_path_attr(d, buffer->parent, "data"),
                         tunip_path_attr(d, buffer, "data"));
}

static void v26_add_data(v26_declaration *decl)
{
    if (!decl->draft.data || tunip_str_is(scope_of(decl->type), "tmem")) return;
    const tunip_path *path = data_path(decl);
    if (tir_is_new_var(&decl->draft, decl->draft.data))
        tir_define_before(&decl->draft, decl->draft.data, path);
    decl->draft.docs[TIR_DATA] = tir_docsify(decl->draft.d, decl->draft.data, path);
}

/* A variable that the declaration defines prints as a string. */
static const tunip_doc *v26_write_stride(v26_declaration *decl, size_t index,
                                         const tunip_path *path)
{
    const tunip_node *stride = decl->type->strides->items[index];
    if (tir_is_new_var(&decl->draft, stride) &&
        tir_define_within(&decl->draft, stride, path, "strides", (int64_t)index))
        return tunip_doc_str(decl->draft.d,
                             tunip_string_value(((const tunip_ir_var *)stride)->name), path);
    return tir_docsify(decl->draft.d, stride, path);
}

static void v26_add_strides(v26_declaration *decl)
{
    size_t count = tunip_array_count(decl->type->strides);
    if (!count) return;
    const tunip_path *path = field_path(decl, "strides");
    const tunip_doc **docs = tunip_docs_new(decl->draft.d, count);
    for (size_t i = 0; docs && i < count; i++)
        docs[i] = v26_write_stride(decl, i, tunip_path_item(decl->draft.d, path, i));
    decl->draft.docs[TIR_STRIDES] =
        tunip_doc_tuple_new(decl->draft.d, tunip_docs_view(docs, count));
}

static tunip_dtype v26_index_dtype(const tunip_tirx_buffer_type *type)
{
    bool has_shape = tunip_array_count(type->shape) != 0;
    return has_shape ? tunip_ir_dtype_of(type->shape->items[0]) : TUNIP_INT(64);
}

/* Returns whether the declaration must show the offset factor. */
static bool v26_add_elem_offset(v26_declaration *decl)
{
    const tunip_node *offset = decl->type->elem_offset;
    const tunip_path *path = field_path(decl, "elem_offset");
    if (tunip_ir_is_int(offset, 0) &&
        tunip_dtype_equal(tunip_ir_dtype_of(offset), v26_index_dtype(decl->type)))
        return false;
    if (tir_is_new_var(&decl->draft, offset)) {
        tir_define_within(&decl->draft, offset, path, "elem_offset", -1);
        return true;
    }
    decl->draft.docs[TIR_ELEM_OFFSET] = tir_docsify(decl->draft.d, offset, path);
    return false;
}

static void add_numbers(v26_declaration *decl, bool needs_factor)
{
    const tunip_tirx_buffer_type *type = decl->type;
    tunip_docsifier *d = decl->draft.d;
    if (!tunip_str_is(scope_of(type), "global")) {
        const tunip_path *at = field_path(decl, "storage_scope");
        decl->draft.docs[TIR_SCOPE] = tunip_doc_str(d, scope_of(type), at);
    }
    if (type->data_alignment != TIR_DEFAULT_ALIGNMENT)
        decl->draft.docs[TIR_ALIGN] =
            tunip_doc_int(d, type->data_alignment, field_path(decl, "data_alignment"));
    if (needs_factor || type->offset_factor != 1)
        decl->draft.docs[TIR_OFFSET_FACTOR] =
            tunip_doc_int(d, type->offset_factor, field_path(decl, "offset_factor"));
}

bool tir_in_s_tir(const tunip_docsifier *d)
{
    const tunip_tir_prim_func *func = NULL;
    for (const tunip_frame *frame = tunip_frame_top(d); frame; frame = frame->outer) {
        const tunip_tir_prim_func *here = TUNIP_AS(tunip_tir_prim_func, frame->node);
        if (here && frame->dialect == &tunip_dialect_tir) func = here;
    }
    const tunip_ir_dict_attrs *attrs = func ? func->base.attrs : NULL;
    return attrs && tunip_map_get(attrs->dict, "s_tir");
}

void tir_add_layout(tir_draft *draft, const tunip_node *layout, const tunip_path *path)
{
    if (!layout) {
        if (!tir_in_s_tir(draft->d)) draft->docs[TIR_LAYOUT] = tunip_doc_none(draft->d, path);
    } else if (!tirx_is_default_layout(draft->d, layout, draft->shape)) {
        draft->docs[TIR_LAYOUT] = tir_docsify(draft->d, layout, path);
    }
}

static void add_address(v26_declaration *decl)
{
    const tunip_array *address = decl->type->allocated_addr;
    const tunip_path *path = field_path(decl, "allocated_addr");
    if (!tunip_array_count(address)) return;
    const tunip_node *first = address->items[0];
    const tunip_tirx_buffer_load *load = TUNIP_AS(tunip_tirx_buffer_load, first);
    tunip_docsifier *d = decl->draft.d;
    decl->draft.docs[TIR_ALLOCATED_ADDR] =
        address->count > 1
            ? tir_docsify(d, address, path)
            : write_address(d, first, load ? load->buffer : NULL, load ? load->indices : NULL,
                            tunip_path_item(d, path, 0));
}

static void v26_describe(v26_declaration *decl)
{
    v26_add_shape(decl);
    v26_add_dtype(decl);
    v26_add_data(decl);
    v26_add_strides(decl);
    bool needs_factor = v26_add_elem_offset(decl);
    add_numbers(decl, needs_factor);
    tir_add_layout(&decl->draft, decl->type->layout, field_path(decl, "layout"));
    add_address(decl);
    tir_add_definitions(&decl->draft);
}

/* ---- declarations ---- */

/* Leaves the dtype and the scope of a buffer of one element. */
static void v26_reduce(v26_declaration *decl)
{
    memset(decl->draft.docs, 0, sizeof decl->draft.docs);
    decl->draft.docs[TIR_DTYPE] =
        tir_docsify(decl->draft.d, decl->type->dtype, field_path(decl, "dtype"));
    decl->draft.docs[TIR_SCOPE] =
        tunip_doc_str(decl->draft.d, scope_of(decl->type), field_path(decl, "storage_scope"));
}

/* Buffers of one element have words of their own. Returns the word. */
static const char *shorten_allocation(v26_declaration *decl)
{
    bool is_scalar = tirx_is_scalar(decl->type, true), keeps_scope;
    const char *method = allocating_word(scope_of(decl->type), is_scalar, &keeps_scope);
    if (is_scalar) v26_reduce(decl);
    if (!keeps_scope) decl->draft.docs[TIR_SCOPE] = NULL;
    return method;
}

static const char *shorten_declaration(v26_declaration *decl)
{
    const tunip_tirx_buffer_type *type = decl->type;
    if (!tirx_is_scalar(type, false)) return "decl_buffer";
    v26_reduce(decl);
    decl->draft.docs[TIR_ELEM_OFFSET] =
        tir_docsify(decl->draft.d, type->elem_offset, field_path(decl, "elem_offset"));
    if (decl->draft.data)
        decl->draft.docs[TIR_DATA] = tir_docsify(decl->draft.d, decl->draft.data, data_path(decl));
    return "decl_scalar";
}

static void v26_begin(v26_declaration *decl, tunip_docsifier *d, tunip_frame *frame,
                      const void *buffer, const tunip_path *path)
{
    const tunip_tirx_buffer_type *type = tirx_buffer_type_of(buffer);
    *decl = (v26_declaration){.draft = {.d = d,
                                        .frame = frame,
                                        .buffer = buffer,
                                        .path = path,
                                        .create = tirx_var_creation},
                              .type = type};
    if (!type) return;
    decl->draft.shape = type->shape;
    decl->draft.strides = type->strides;
    decl->draft.elem_offset = type->elem_offset;
}

const tunip_doc *tirx_buffer_decl(tunip_docsifier *d, tunip_frame *frame,
                                  const tirx_declaration *declared)
{
    v26_declaration decl;
    v26_begin(&decl, d, frame, declared->buffer, declared->path);
    const char *method = declared->method;
    decl.draft.data = declared->data;
    if (decl.type) {
        v26_describe(&decl);
        if (strcmp(method, "alloc_buffer") == 0) method = shorten_allocation(&decl);
        if (strcmp(method, "decl_buffer") == 0) method = shorten_declaration(&decl);
    }
    return tir_write_declaration(&decl.draft, method, declared->first);
}

const tunip_doc *tirx_buffer_annotation(tunip_docsifier *d, tunip_frame *frame, const void *buffer,
                                        const tunip_path *path, tir_marks *bound)
{
    v26_declaration decl;
    v26_begin(&decl, d, frame, buffer, path);
    decl.bound = bound;
    v26_describe(&decl);
    return tir_write_declaration(&decl.draft, "Buffer", NULL);
}

bool tirx_alloc_in_block(tunip_docsifier *d, tir_frame *frame, const tunip_node *buffer,
                         const tunip_path *path)
{
    if (!tirx_buffer_type_of(buffer)) return false;
    const tunip_doc *lhs = tirx_define_buffer(d, &frame->base, buffer);
    tirx_declaration declared = {.method = "sblock_alloc_buffer", .buffer = buffer, .path = path};
    const tunip_doc *rhs = tirx_buffer_decl(d, &frame->base, &declared);
    tunip_frame_add(d, &frame->base, tir_assign(d, TUNIP_ROLE_ALLOC, lhs, rhs));
    return true;
}

/* ======== declare ======== */

/* The arguments and the new variables of the declaration of a buffer. */

const char *const tir_argument_names[TIR_ARGUMENT_COUNT] = {
    "shape", "dtype",         "data",        "strides",         "elem_offset", "scope",
    "align", "offset_factor", "buffer_type", "axis_separators", "layout",      "allocated_addr"};

/* ---- new variables ---- */

static size_t count_in(tunip_docsifier *d, const tunip_array *exprs, const tunip_node *var)
{
    size_t count = 0;
    for (size_t i = 0; i < tunip_array_count(exprs); i++)
        count += tir_uses_var(d, exprs->items[i], var);
    return count;
}

/* The number of the buffer's expressions that use the variable. */
static size_t count_uses(const tir_draft *draft, const tunip_node *var)
{
    return (size_t)tir_uses_var(draft->d, draft->elem_offset, var) +
           (size_t)(draft->data && tir_uses_var(draft->d, draft->data, var)) +
           count_in(draft->d, draft->strides, var) + count_in(draft->d, draft->shape, var);
}

static bool make_definitions(tir_draft *draft)
{
    if (draft->lhs && draft->rhs) return true;
    size_t most = tunip_array_count(draft->shape) + tunip_array_count(draft->strides);
    draft->lhs = tunip_docs_new(draft->d, most + 2);
    draft->rhs = tunip_docs_new(draft->d, most + 2);
    return draft->lhs && draft->rhs;
}

void tir_define_before(tir_draft *draft, const tunip_node *expr, const tunip_path *path)
{
    const tunip_tir_var *var = (const tunip_tir_var *)expr;
    if (!make_definitions(draft)) return;
    const tunip_doc *lhs = tir_define_var(draft->d, draft->frame, var);
    draft->lhs[draft->defined] = tunip_doc_at(draft->d, lhs, path);
    draft->rhs[draft->defined++] = draft->create(draft->d, var, path);
}

void tir_add_definitions(tir_draft *draft)
{
    if (!draft->defined) return;
    const tunip_doc *lhs = draft->lhs[0], *rhs = draft->rhs[0];
    if (draft->defined > 1) {
        lhs = tunip_doc_tuple_new(draft->d, tunip_docs_view(draft->lhs, draft->defined));
        rhs = tunip_doc_tuple_new(draft->d, tunip_docs_view(draft->rhs, draft->defined));
    }
    tunip_frame_add(draft->d, draft->frame, tir_assign(draft->d, TUNIP_ROLE_DEFINE, lhs, rhs));
    draft->defined = 0;
    draft->lhs = draft->rhs = NULL; /* the tuples have these lists */
}

/* The text of a variable that the declaration defines: A.data, A.strides[0]. */
typedef struct member {
    const void *buffer;
    const tunip_path *path;
    const char *name;
    int64_t index; /* -1: none */
} member;

static const tunip_doc *write_member(tunip_docsifier *d, const void *user)
{
    const member *m = user;
    const tunip_doc *buffer = tunip_docsify(d, m->buffer, m->path);
    const tunip_doc *doc = tunip_doc_attr_new(d, buffer, tunip_str_from(m->name));
    if (m->index < 0) return doc;
    return tunip_doc_index_new(d, doc, TUNIP_DOCS(d, tunip_doc_int(d, m->index, NULL)));
}

bool tir_define_within(tir_draft *draft, const tunip_node *var, const tunip_path *path,
                       const char *name, int64_t index)
{
    if (count_uses(draft, var) != 1) {
        tir_define_before(draft, var, path);
        return false;
    }
    member *m = tunip_job_alloc(draft->d, sizeof *m);
    if (!m) return true;
    *m = (member){.buffer = draft->buffer, .path = draft->path, .name = name, .index = index};
    tunip_define_as(draft->d, draft->frame, var, write_member, m);
    return true;
}

/* ---- the call ---- */

const tunip_doc *tir_write_declaration(const tir_draft *draft, const char *method,
                                       const tunip_doc *first)
{
    tir_args args;
    tir_args_begin(&args);
    if (first) tir_args_add(&args, first);
    for (size_t i = TIR_SHAPE; i <= TIR_DTYPE; i++)
        if (draft->docs[i]) tir_args_add(&args, draft->docs[i]);
    for (size_t i = TIR_DATA; i < TIR_ARGUMENT_COUNT; i++)
        tir_args_key(&args, tir_argument_names[i], draft->docs[i]);
    return tir_args_call(draft->d, tir_name(draft->d, method), &args);
}
