/* buffer.c -- declares buffers of TVM v0.26. Some of the variables in the type of a buffer are
 * defined by the declaration, others by statements before it. */
#include "buffer.h"

#include "../analysis.h"
#include "../buffer.h"
#include "../declare.h"

const tunip_doc *tirx_define_buffer(tunip_docsifier *d, tunip_frame *frame, const void *buffer)
{
    const tunip_ir_var *var = TUNIP_AS_A(tunip_ir_var, buffer);
    tunip_str name = tunip_string_value(var ? var->name : NULL);
    return tunip_define(d, frame, buffer, name.size ? name : tunip_str_from("buffer"));
}

/* A declaration, while it is collected. */
typedef struct declaration {
    tir_draft draft;
    const tunip_tirx_buffer_type *type;
    tir_marks *bound; /* of an annotation; or NULL */
} declaration;

/* TVM's printer leaves out the step `ty`. */
static const tunip_path *field_path(const declaration *decl, const char *name)
{
    const tunip_path *printed = tunip_path_attr(decl->draft.d, decl->draft.path, name);
    if (decl->bound) return printed;
    const tunip_path *type = tunip_path_attr(decl->draft.d, decl->draft.path, "ty");
    return tunip_path_as(decl->draft.d, tunip_path_attr(decl->draft.d, type, name), printed);
}

/* ---- the shape ---- */

typedef struct dimension {
    declaration *decl;
    bool is_early; /* it uses a variable that the signature has not defined yet */
    bool binds;    /* does not search: marks the variables as defined */
} dimension;

static bool look_at_var(const tunip_node *var, void *user)
{
    dimension *dim = user;
    declaration *decl = dim->decl;
    if (dim->binds) {
        uint32_t *mark = tir_marks_put(decl->draft.d, decl->bound, var);
        if (mark) *mark = 1;
    } else if (!tunip_is_defined(decl->draft.d, var) || !tir_marks_get(decl->bound, var)) {
        dim->is_early = true;
    }
    return false;
}

static const tunip_doc *write_dimension(declaration *decl, const tunip_node *size,
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

static void add_shape(declaration *decl)
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

static void add_dtype(declaration *decl)
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
static const tunip_path *data_path(const declaration *decl)
{
    tunip_docsifier *d = decl->draft.d;
    const tunip_path *buffer = decl->draft.path;
    if (!buffer) return NULL;
    return tunip_path_as(d, tunip_path_attr(d, buffer->parent, "data"),
                         tunip_path_attr(d, buffer, "data"));
}

static void add_data(declaration *decl)
{
    if (!decl->draft.data || tunip_str_is(scope_of(decl->type), "tmem")) return;
    const tunip_path *path = data_path(decl);
    if (tir_is_new_var(&decl->draft, decl->draft.data))
        tir_define_before(&decl->draft, decl->draft.data, path);
    decl->draft.docs[TIR_DATA] = tir_docsify(decl->draft.d, decl->draft.data, path);
}

/* A variable that the declaration defines prints as a string. */
static const tunip_doc *write_stride(declaration *decl, size_t index, const tunip_path *path)
{
    const tunip_node *stride = decl->type->strides->items[index];
    if (tir_is_new_var(&decl->draft, stride) &&
        tir_define_within(&decl->draft, stride, path, "strides", (int64_t)index))
        return tunip_doc_str(decl->draft.d,
                             tunip_string_value(((const tunip_ir_var *)stride)->name), path);
    return tir_docsify(decl->draft.d, stride, path);
}

static void add_strides(declaration *decl)
{
    size_t count = tunip_array_count(decl->type->strides);
    if (!count) return;
    const tunip_path *path = field_path(decl, "strides");
    const tunip_doc **docs = tunip_docs_new(decl->draft.d, count);
    for (size_t i = 0; docs && i < count; i++)
        docs[i] = write_stride(decl, i, tunip_path_item(decl->draft.d, path, i));
    decl->draft.docs[TIR_STRIDES] =
        tunip_doc_tuple_new(decl->draft.d, tunip_docs_view(docs, count));
}

static tunip_dtype index_dtype(const tunip_tirx_buffer_type *type)
{
    bool has_shape = tunip_array_count(type->shape) != 0;
    return has_shape ? tunip_ir_dtype_of(type->shape->items[0]) : TUNIP_INT(64);
}

/* Returns whether the declaration must show the offset factor. */
static bool add_elem_offset(declaration *decl)
{
    const tunip_node *offset = decl->type->elem_offset;
    const tunip_path *path = field_path(decl, "elem_offset");
    if (tunip_ir_is_int(offset, 0) &&
        tunip_dtype_equal(tunip_ir_dtype_of(offset), index_dtype(decl->type)))
        return false;
    if (tir_is_new_var(&decl->draft, offset)) {
        tir_define_within(&decl->draft, offset, path, "elem_offset", -1);
        return true;
    }
    decl->draft.docs[TIR_ELEM_OFFSET] = tir_docsify(decl->draft.d, offset, path);
    return false;
}

static void add_numbers(declaration *decl, bool needs_factor)
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

/* Whether the outermost function is written with s_tir=True: its buffers have no layout. */
static bool is_in_s_tir(const tunip_docsifier *d)
{
    const tunip_tirx_prim_func *func = NULL;
    for (const tunip_frame *frame = tunip_frame_top(d); frame; frame = frame->outer) {
        const tunip_tirx_prim_func *here = TUNIP_AS(tunip_tirx_prim_func, frame->node);
        if (here && frame->dialect == &tunip_dialect_tir) func = here;
    }
    const tunip_ir_dict_attrs *attrs = func ? func->base.attrs : NULL;
    return attrs && tunip_map_get(attrs->dict, "s_tir");
}

static void add_layout(declaration *decl)
{
    const tunip_node *layout = decl->type->layout;
    const tunip_path *path = field_path(decl, "layout");
    if (!layout) {
        if (!is_in_s_tir(decl->draft.d))
            decl->draft.docs[TIR_LAYOUT] = tunip_doc_none(decl->draft.d, path);
    } else if (!tirx_is_default_layout(decl->draft.d, layout, decl->type->shape)) {
        decl->draft.docs[TIR_LAYOUT] = tir_docsify(decl->draft.d, layout, path);
    }
}

/* A load prints with its indices, because the name of a scalar would be the buffer itself. */
static const tunip_doc *write_address(declaration *decl, const tunip_node *address,
                                      const tunip_path *path)
{
    tunip_docsifier *d = decl->draft.d;
    const tunip_tirx_buffer_load *load = TUNIP_AS(tunip_tirx_buffer_load, address);
    if (!load) return tir_docsify(d, address, path);
    const tunip_doc *buffer = TIR_SUB(d, load, buffer, path);
    const tunip_doc *name = tunip_variable(d, load->buffer);
    tunip_docs indices = tunip_docsify_items(d, load->indices, tunip_path_attr(d, path, "indices"));
    return tunip_doc_index_new(d, name ? name : buffer, indices);
}

static void add_address(declaration *decl)
{
    const tunip_array *address = decl->type->allocated_addr;
    const tunip_path *path = field_path(decl, "allocated_addr");
    if (!tunip_array_count(address)) return;
    decl->draft.docs[TIR_ALLOCATED_ADDR] =
        address->count == 1
            ? write_address(decl, address->items[0], tunip_path_item(decl->draft.d, path, 0))
            : tir_docsify(decl->draft.d, address, path);
}

static void describe(declaration *decl)
{
    add_shape(decl);
    add_dtype(decl);
    add_data(decl);
    add_strides(decl);
    bool needs_factor = add_elem_offset(decl);
    add_numbers(decl, needs_factor);
    add_layout(decl);
    add_address(decl);
    tir_add_definitions(&decl->draft);
}

/* ---- declarations ---- */

/* Buffers of one element have words of their own. Returns the word. */
static const char *shorten_allocation(declaration *decl)
{
    tunip_str scope = scope_of(decl->type);
    bool is_shared = tunip_str_is(scope, "shared"), is_local = tunip_str_is(scope, "local");
    if (!tirx_is_scalar(decl->type, true)) {
        if (is_shared || is_local) decl->draft.docs[TIR_SCOPE] = NULL;
        return is_shared ? "alloc_shared" : is_local ? "alloc_local" : "alloc_buffer";
    }
    memset(decl->draft.docs, 0, sizeof decl->draft.docs);
    decl->draft.docs[TIR_DTYPE] =
        tir_docsify(decl->draft.d, decl->type->dtype, field_path(decl, "dtype"));
    if (is_shared || is_local) return is_shared ? "shared_scalar" : "local_scalar";
    decl->draft.docs[TIR_SCOPE] =
        tunip_doc_str(decl->draft.d, scope, field_path(decl, "storage_scope"));
    return "alloc_scalar";
}

static const char *shorten_declaration(declaration *decl)
{
    const tunip_tirx_buffer_type *type = decl->type;
    if (!tirx_is_scalar(type, false)) return "decl_buffer";
    memset(decl->draft.docs, 0, sizeof decl->draft.docs);
    decl->draft.docs[TIR_DTYPE] =
        tir_docsify(decl->draft.d, type->dtype, field_path(decl, "dtype"));
    decl->draft.docs[TIR_SCOPE] =
        tunip_doc_str(decl->draft.d, scope_of(type), field_path(decl, "storage_scope"));
    decl->draft.docs[TIR_ELEM_OFFSET] =
        tir_docsify(decl->draft.d, type->elem_offset, field_path(decl, "elem_offset"));
    if (decl->draft.data)
        decl->draft.docs[TIR_DATA] = tir_docsify(decl->draft.d, decl->draft.data, data_path(decl));
    return "decl_scalar";
}

static void begin(declaration *decl, tunip_docsifier *d, tunip_frame *frame, const void *buffer,
                  const tunip_path *path)
{
    const tunip_tirx_buffer_type *type = tirx_buffer_type_of(buffer);
    *decl = (declaration){.draft = {.d = d,
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
    declaration decl;
    begin(&decl, d, frame, declared->buffer, declared->path);
    const char *method = declared->method;
    decl.draft.data = declared->data;
    if (decl.type) {
        describe(&decl);
        if (strcmp(method, "alloc_buffer") == 0) method = shorten_allocation(&decl);
        if (strcmp(method, "decl_buffer") == 0) method = shorten_declaration(&decl);
    }
    return tir_write_declaration(&decl.draft, method, declared->first);
}

const tunip_doc *tirx_buffer_annotation(tunip_docsifier *d, tunip_frame *frame, const void *buffer,
                                        const tunip_path *path, tir_marks *bound)
{
    declaration decl;
    begin(&decl, d, frame, buffer, path);
    decl.bound = bound;
    describe(&decl);
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
