/* buffer.c -- declares buffers of TVM v0.26. Some of the variables in the type of a buffer are
 * defined by the declaration, others by statements before it. */
#include "buffer.h"

#include "../analysis.h"
#include "../buffer.h"

const tunip_doc *tirx_define_buffer(tunip_docsifier *d, tunip_frame *frame, const void *buffer)
{
    const tunip_ir_var *var = TUNIP_AS_A(tunip_ir_var, buffer);
    tunip_str name = tunip_string_value(var ? var->name : NULL);
    return tunip_define(d, frame, buffer, name.size ? name : tunip_str_from("buffer"));
}

/* ORDER: as they print. The first two are positional. */
typedef enum attribute {
    SHAPE,
    DTYPE,
    DATA,
    STRIDES,
    ELEM_OFFSET,
    SCOPE,
    ALIGN,
    OFFSET_FACTOR,
    LAYOUT,
    ALLOCATED_ADDR,
    ATTRIBUTE_COUNT
} attribute;

static const char *const attribute_names[ATTRIBUTE_COUNT] = {
    "shape", "dtype", "data",          "strides", "elem_offset",
    "scope", "align", "offset_factor", "layout",  "allocated_addr"};

/* A declaration, while it is collected. */
typedef struct declaration {
    tunip_docsifier *d;
    tunip_frame *frame;
    const tunip_ir_var *buffer;
    const tunip_tirx_buffer_type *type;
    const tunip_path *path; /* of the buffer; of its type in an annotation */
    const tunip_node *data; /* or NULL */
    tir_marks *bound;       /* of an annotation; or NULL */
    const tunip_doc *docs[ATTRIBUTE_COUNT]; /* NULL: omitted */
    const tunip_doc **lhs;                  /* variables defined by a statement before */
    const tunip_doc **rhs;
    size_t defined;
} declaration;

/* TVM's printer leaves out the step `ty`. */
static const tunip_path *field_path(const declaration *decl, const char *name)
{
    const tunip_path *printed = tunip_path_attr(decl->d, decl->path, name);
    if (decl->bound) return printed;
    const tunip_path *type = tunip_path_attr(decl->d, decl->path, "ty");
    return tunip_path_as(decl->d, tunip_path_attr(decl->d, type, name), printed);
}

/* ---- variables ---- */

static bool is_new_var(const declaration *decl, const tunip_node *expr)
{
    return tunip_is_a(expr, &tunip_ir_var_type) && !tunip_is_defined(decl->d, expr);
}

static size_t count_in(tunip_docsifier *d, const tunip_array *exprs, const tunip_node *var)
{
    size_t count = 0;
    for (size_t i = 0; i < tunip_array_count(exprs); i++)
        count += tir_uses_var(d, exprs->items[i], var);
    return count;
}

static size_t count_uses(const declaration *decl, const tunip_node *var)
{
    const tunip_tirx_buffer_type *type = decl->type;
    return (size_t)tir_uses_var(decl->d, type->elem_offset, var) +
           (size_t)(decl->data && tir_uses_var(decl->d, decl->data, var)) +
           count_in(decl->d, type->strides, var) + count_in(decl->d, type->shape, var);
}

static bool make_definitions(declaration *decl)
{
    if (decl->lhs && decl->rhs) return true;
    size_t most = tunip_array_count(decl->type->shape) + tunip_array_count(decl->type->strides);
    decl->lhs = tunip_docs_new(decl->d, most + 2);
    decl->rhs = tunip_docs_new(decl->d, most + 2);
    return decl->lhs && decl->rhs;
}

/* Lets a statement before the declaration define the variable. */
static void define_before(declaration *decl, const tunip_node *expr, const tunip_path *path)
{
    const tunip_ir_var *var = (const tunip_ir_var *)expr;
    if (!make_definitions(decl)) return;
    const tunip_doc *lhs = tir_define_var(decl->d, decl->frame, var);
    decl->lhs[decl->defined] = tunip_doc_at(decl->d, lhs, path);
    decl->rhs[decl->defined++] = tirx_var_creation(decl->d, var, path);
}

static void add_definitions(declaration *decl)
{
    if (!decl->defined) return;
    const tunip_doc *lhs = decl->lhs[0], *rhs = decl->rhs[0];
    if (decl->defined > 1) {
        lhs = tunip_doc_tuple_new(decl->d, tunip_docs_view(decl->lhs, decl->defined));
        rhs = tunip_doc_tuple_new(decl->d, tunip_docs_view(decl->rhs, decl->defined));
    }
    tunip_frame_add(decl->d, decl->frame, tir_assign(decl->d, TUNIP_ROLE_DEFINE, lhs, rhs));
}

/* The text of a variable that the declaration defines: A.elem_offset, A.strides[0]. */
typedef struct member {
    const tunip_ir_var *buffer;
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

/* Lets the declaration define a new variable if only one expression of the buffer uses it.
 * Otherwise a statement before the declaration defines it. Returns whether the declaration does. */
static bool define_within(declaration *decl, const tunip_node *var, const tunip_path *path,
                          const char *name, int64_t index)
{
    if (count_uses(decl, var) != 1) {
        define_before(decl, var, path);
        return false;
    }
    member *m = tunip_job_alloc(decl->d, sizeof *m);
    if (!m) return true;
    *m = (member){.buffer = decl->buffer, .path = decl->path, .name = name, .index = index};
    tunip_define_as(decl->d, decl->frame, var, write_member, m);
    return true;
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
        uint32_t *mark = tir_marks_put(decl->d, decl->bound, var);
        if (mark) *mark = 1;
    } else if (!tunip_is_defined(decl->d, var) || !tir_marks_get(decl->bound, var)) {
        dim->is_early = true;
    }
    return false;
}

static const tunip_doc *write_dimension(declaration *decl, const tunip_node *size,
                                        const tunip_path *path)
{
    dimension dim = {.decl = decl};
    if (decl->bound) tir_uses(decl->d, size, look_at_var, &dim);
    if (is_new_var(decl, size)) define_before(decl, size, path);
    const tunip_doc *doc = tir_docsify(decl->d, size, path);
    dim.binds = true;
    if (decl->bound) tir_uses(decl->d, size, look_at_var, &dim);
    return dim.is_early ? tunip_doc_quoted_new(decl->d, doc, path) : doc;
}

static void add_shape(declaration *decl)
{
    const tunip_array *shape = decl->type->shape;
    size_t count = tunip_array_count(shape);
    const tunip_path *path = field_path(decl, "shape");
    const tunip_doc **docs = tunip_docs_new(decl->d, count);
    for (size_t i = 0; docs && i < count; i++)
        docs[i] = write_dimension(decl, shape->items[i], tunip_path_item(decl->d, path, i));
    decl->docs[SHAPE] = tunip_doc_tuple_new(decl->d, tunip_docs_view(docs, count));
}

/* ---- other attributes ---- */

static tunip_dtype element_dtype(const tunip_tirx_buffer_type *type)
{
    return type->dtype ? type->dtype->dtype : TUNIP_VOID;
}

static void add_dtype(declaration *decl)
{
    tunip_dtype dtype = element_dtype(decl->type);
    bool is_usual = tunip_dtype_equal(dtype, tir_job_settings(decl->d)->buffer_dtype);
    if (!is_usual || decl->bound)
        decl->docs[DTYPE] = tunip_doc_dtype(decl->d, dtype, field_path(decl, "dtype"));
}

static tunip_str scope_of(const tunip_tirx_buffer_type *type)
{
    return tunip_string_value(type->storage_scope);
}

static void add_data(declaration *decl)
{
    if (!decl->data || tunip_str_is(scope_of(decl->type), "tmem")) return;
    const tunip_path *path = tunip_path_attr(decl->d, decl->path, "data");
    if (is_new_var(decl, decl->data)) define_before(decl, decl->data, path);
    decl->docs[DATA] = tir_docsify(decl->d, decl->data, path);
}

/* A variable that the declaration defines prints as a string. */
static const tunip_doc *write_stride(declaration *decl, size_t index, const tunip_path *path)
{
    const tunip_node *stride = decl->type->strides->items[index];
    if (is_new_var(decl, stride) && define_within(decl, stride, path, "strides", (int64_t)index))
        return tunip_doc_str(decl->d, tunip_string_value(((const tunip_ir_var *)stride)->name),
                             path);
    return tir_docsify(decl->d, stride, path);
}

static void add_strides(declaration *decl)
{
    size_t count = tunip_array_count(decl->type->strides);
    if (!count) return;
    const tunip_path *path = field_path(decl, "strides");
    const tunip_doc **docs = tunip_docs_new(decl->d, count);
    for (size_t i = 0; docs && i < count; i++)
        docs[i] = write_stride(decl, i, tunip_path_item(decl->d, path, i));
    decl->docs[STRIDES] = tunip_doc_tuple_new(decl->d, tunip_docs_view(docs, count));
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
    if (is_new_var(decl, offset)) {
        define_within(decl, offset, path, "elem_offset", -1);
        return true;
    }
    decl->docs[ELEM_OFFSET] = tir_docsify(decl->d, offset, path);
    return false;
}

static void add_numbers(declaration *decl, bool needs_factor)
{
    const tunip_tirx_buffer_type *type = decl->type;
    tunip_docsifier *d = decl->d;
    if (!tunip_str_is(scope_of(type), "global")) {
        const tunip_path *at = field_path(decl, "storage_scope");
        decl->docs[SCOPE] = tunip_doc_str(d, scope_of(type), at);
    }
    if (type->data_alignment != TIR_DEFAULT_ALIGNMENT)
        decl->docs[ALIGN] =
            tunip_doc_int(d, type->data_alignment, field_path(decl, "data_alignment"));
    if (needs_factor || type->offset_factor != 1)
        decl->docs[OFFSET_FACTOR] =
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
        if (!is_in_s_tir(decl->d)) decl->docs[LAYOUT] = tunip_doc_none(decl->d, path);
    } else if (!tirx_is_default_layout(decl->d, layout, decl->type->shape)) {
        decl->docs[LAYOUT] = tir_docsify(decl->d, layout, path);
    }
}

/* A load prints with its indices, because the name of a scalar would be the buffer itself. */
static const tunip_doc *write_address(declaration *decl, const tunip_node *address,
                                      const tunip_path *path)
{
    tunip_docsifier *d = decl->d;
    const tunip_tirx_buffer_load *load = TUNIP_AS(tunip_tirx_buffer_load, address);
    if (!load) return tir_docsify(d, address, path);
    const tunip_doc *buffer = TIR_SUB(d, load, buffer, path);
    const tunip_doc *name = tunip_variable(d, load->buffer);
    tunip_docs indices =
        tunip_docsify_items(d, load->indices, tunip_path_attr(d, path, "indices"));
    return tunip_doc_index_new(d, name ? name : buffer, indices);
}

static void add_address(declaration *decl)
{
    const tunip_array *address = decl->type->allocated_addr;
    const tunip_path *path = field_path(decl, "allocated_addr");
    if (!tunip_array_count(address)) return;
    decl->docs[ALLOCATED_ADDR] =
        address->count == 1
            ? write_address(decl, address->items[0], tunip_path_item(decl->d, path, 0))
            : tir_docsify(decl->d, address, path);
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
    add_definitions(decl);
}

/* ---- declarations ---- */

/* Buffers of one element have words of their own. Returns the word. */
static const char *shorten_allocation(declaration *decl)
{
    tunip_str scope = scope_of(decl->type);
    bool is_shared = tunip_str_is(scope, "shared"), is_local = tunip_str_is(scope, "local");
    if (!tirx_is_scalar(decl->type, true)) {
        if (is_shared || is_local) decl->docs[SCOPE] = NULL;
        return is_shared ? "alloc_shared" : is_local ? "alloc_local" : "alloc_buffer";
    }
    memset(decl->docs, 0, sizeof decl->docs);
    decl->docs[DTYPE] = tir_docsify(decl->d, decl->type->dtype, field_path(decl, "dtype"));
    if (is_shared || is_local) return is_shared ? "shared_scalar" : "local_scalar";
    decl->docs[SCOPE] = tunip_doc_str(decl->d, scope, field_path(decl, "storage_scope"));
    return "alloc_scalar";
}

static const char *shorten_declaration(declaration *decl)
{
    const tunip_tirx_buffer_type *type = decl->type;
    if (!tirx_is_scalar(type, false)) return "decl_buffer";
    const tunip_path *data_path = tunip_path_attr(decl->d, decl->path, "data");
    memset(decl->docs, 0, sizeof decl->docs);
    decl->docs[DTYPE] = tir_docsify(decl->d, type->dtype, field_path(decl, "dtype"));
    decl->docs[SCOPE] = tunip_doc_str(decl->d, scope_of(type), field_path(decl, "storage_scope"));
    decl->docs[ELEM_OFFSET] =
        tir_docsify(decl->d, type->elem_offset, field_path(decl, "elem_offset"));
    if (decl->data) decl->docs[DATA] = tir_docsify(decl->d, decl->data, data_path);
    return "decl_scalar";
}

static const tunip_doc *write_call(declaration *decl, const char *method, const tunip_doc *first)
{
    tir_args args = {.count = 0};
    if (first) tir_args_add(&args, first);
    for (size_t i = SHAPE; i <= DTYPE; i++)
        if (decl->docs[i]) tir_args_add(&args, decl->docs[i]);
    for (size_t i = DATA; i < ATTRIBUTE_COUNT; i++)
        tir_args_key(&args, attribute_names[i], decl->docs[i]);
    return tir_args_call(decl->d, tir_name(decl->d, method), &args);
}

const tunip_doc *tirx_buffer_decl(tunip_docsifier *d, tunip_frame *frame,
                                  const tirx_declaration *declared)
{
    declaration decl = {.d = d,
                        .frame = frame,
                        .buffer = declared->buffer,
                        .type = tirx_buffer_type_of(declared->buffer),
                        .path = declared->path,
                        .data = declared->data};
    const char *method = declared->method;
    if (!decl.type) return write_call(&decl, method, declared->first);
    describe(&decl);
    if (strcmp(method, "alloc_buffer") == 0) method = shorten_allocation(&decl);
    if (strcmp(method, "decl_buffer") == 0) method = shorten_declaration(&decl);
    return write_call(&decl, method, declared->first);
}

const tunip_doc *tirx_buffer_annotation(tunip_docsifier *d, tunip_frame *frame, const void *buffer,
                                        const tunip_path *path, tir_marks *bound)
{
    declaration decl = {.d = d,
                        .frame = frame,
                        .buffer = buffer,
                        .type = tirx_buffer_type_of(buffer),
                        .path = path,
                        .bound = bound};
    describe(&decl);
    return write_call(&decl, "Buffer", NULL);
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
