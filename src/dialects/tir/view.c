/* view.c -- declared buffers that are views of other buffers: B = A.view(4, 8), A.local(),
 * A.permute(1, 0), A.partition(num_tiles=(2, 2)). */
#include "analysis.h"
#include "buffer.h"
#include "fold.h"
#include "layout.h"
#include "script.h"

#include <tunip/tvm/tirx_types_v25.h>

/* The fields that buffers of v0.25 and types of buffers of v0.26 share. */
typedef struct side {
    const tunip_array *shape, *strides;
    const tunip_node *elem_offset, *layout;
    tunip_dtype dtype;
} side;

/* A declared buffer, and a buffer with the same data. */
typedef struct pair {
    tunip_docsifier *d;
    const side *child, *parent;
    const tunip_doc *parent_doc;
    const tunip_path *path; /* of the node with the child's fields */
    bool same_offset, same_dtype, same_shape, same_strides;
    bool child_is_default, parent_is_default; /* the layouts */
} pair;

static bool same_exprs(const tunip_array *a, const tunip_array *b)
{
    size_t count = tunip_array_count(a);
    if (tunip_array_count(b) != count) return false;
    for (size_t i = 0; i < count; i++)
        if (!tir_same_expr(a->items[i], b->items[i])) return false;
    return true;
}

static bool have_same_rest(const tunip_tirx_buffer_type *a, const tunip_tirx_buffer_type *b)
{
    return tunip_str_equal(tunip_string_value(a->storage_scope),
                           tunip_string_value(b->storage_scope)) &&
           a->data_alignment == b->data_alignment && a->offset_factor == b->offset_factor &&
           same_exprs(a->allocated_addr, b->allocated_addr);
}

/* ---- layouts ---- */

/* There is one axis for each name, but not one node. */
static bool same_axis(const tunip_tirx_axis *a, const tunip_tirx_axis *b)
{
    return a && b && tunip_str_equal(tunip_string_value(a->name), tunip_string_value(b->name));
}

static bool same_iter(const tunip_node *a, const tunip_node *b)
{
    const tunip_tirx_iter *x = TUNIP_AS(tunip_tirx_iter, a), *y = TUNIP_AS(tunip_tirx_iter, b);
    return x && y && tir_same_expr(x->extent, y->extent) && tir_same_expr(x->stride, y->stride) &&
           same_axis(x->axis, y->axis);
}

static bool same_iters(const tunip_array *a, const tunip_array *b)
{
    size_t count = tunip_array_count(a);
    if (tunip_array_count(b) != count) return false;
    for (size_t i = 0; i < count; i++)
        if (!same_iter(a->items[i], b->items[i])) return false;
    return true;
}

static const tunip_node *offset_on(const tunip_map *offsets, const tunip_tirx_axis *axis)
{
    for (size_t i = 0; i < tunip_map_count(offsets); i++) {
        const tunip_tirx_axis *other = TUNIP_AS(tunip_tirx_axis, offsets->entries[i].key);
        if (same_axis(axis, other)) return offsets->entries[i].value;
    }
    return NULL;
}

static bool same_offsets(const tunip_map *a, const tunip_map *b)
{
    if (tunip_map_count(a) != tunip_map_count(b)) return false;
    for (size_t i = 0; i < tunip_map_count(a); i++) {
        const tunip_node *other = offset_on(b, TUNIP_AS(tunip_tirx_axis, a->entries[i].key));
        if (!other || !tir_same_expr(a->entries[i].value, other)) return false;
    }
    return true;
}

static bool same_layout(const tunip_node *a, const tunip_node *b)
{
    const tunip_tirx_tile_layout *x = TUNIP_AS(tunip_tirx_tile_layout, a);
    const tunip_tirx_tile_layout *y = TUNIP_AS(tunip_tirx_tile_layout, b);
    const tunip_tirx_compose_layout *p = TUNIP_AS(tunip_tirx_compose_layout, a);
    const tunip_tirx_compose_layout *q = TUNIP_AS(tunip_tirx_compose_layout, b);
    if (a == b) return true;
    if (p && q)
        return p->per_element == q->per_element && p->swizzle_len == q->swizzle_len &&
               p->atom_len == q->atom_len && p->swizzle_inner == q->swizzle_inner &&
               same_layout((const tunip_node *)p->tile_layout, (const tunip_node *)q->tile_layout);
    return x && y && same_iters(x->shard, y->shard) && same_iters(x->replica, y->replica) &&
           same_offsets(x->offset, y->offset);
}

/* The sizes of the child as arguments of a method, which has `layout` as a keyword unless that is
 * NULL. */
static const tunip_doc *write_method(const pair *p, const char *method, bool has_shape,
                                     const tunip_node *layout)
{
    tunip_docsifier *d = p->d;
    const tunip_path *path = tunip_path_attr(d, p->path, "shape");
    size_t count = has_shape ? tunip_array_count(p->child->shape) : 0;
    const tunip_doc **docs = tunip_docs_new(d, count), **value = tunip_docs_new(d, 1);
    tunip_str *key = tunip_job_alloc(d, sizeof *key);
    for (size_t i = 0; docs && i < count; i++)
        docs[i] = tir_docsify(d, p->child->shape->items[i], tunip_path_item(d, path, i));
    if (key && value && layout) {
        *key = tunip_str_from("layout");
        *value = tir_docsify(d, layout, tunip_path_attr(d, p->path, "layout"));
    }
    const tunip_doc *callee = tunip_doc_attr_new(d, p->parent_doc, tunip_str_from(method));
    return tunip_doc_call_new(d, callee, tunip_docs_view(docs, count), key,
                              tunip_docs_view(value, layout ? 1 : 0));
}

/* ---- local ---- */

bool tirx_is_thread_axis(const tunip_tirx_axis *axis)
{
    static const char *const names[] = {"bx", "by",     "bz",   "cbx",       "cby",       "cbz",
                                        "tx", "warpid", "wgid", "tid_in_wg", "wid_in_wg", "laneid"};
    tunip_str name = tunip_string_value(axis ? axis->name : NULL);
    for (size_t i = 0; i < TUNIP_LEN(names); i++)
        if (tunip_str_is(name, names[i])) return true;
    return false;
}

static bool has_thread_axis(const tunip_node *layout)
{
    const tunip_tirx_tile_layout *tile = TUNIP_AS(tunip_tirx_tile_layout, layout);
    for (size_t i = 0; tile && i < tunip_array_count(tile->shard); i++) {
        const tunip_tirx_iter *iter = TUNIP_AS(tunip_tirx_iter, tile->shard->items[i]);
        if (iter && tirx_is_thread_axis(iter->axis)) return true;
    }
    return false;
}

/* Whether a * b is `product`. */
static bool is_product(int64_t product, int64_t a, int64_t b)
{
    int64_t made;
    return !__builtin_mul_overflow(a, b, &made) && made == product;
}

static bool int_of(const tunip_node *node, int64_t *out)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, node);
    if (imm) *out = imm->value;
    return imm != NULL;
}

/* The iterators that are not threads. */
static tunip_array *storage_iters(tunip_scratch *scratch, const tunip_array *iters)
{
    tunip_array *made = tunip_ir_temporary(scratch, &tunip_array_type);
    size_t count = tunip_array_count(iters);
    if (made) made->items = tunip_scratch_alloc(scratch, (count + 1) * sizeof *made->items);
    if (!made || !made->items) return NULL;
    for (size_t i = 0; i < count; i++) {
        const tunip_tirx_iter *iter = TUNIP_AS(tunip_tirx_iter, iters->items[i]);
        if (!iter) return NULL;
        if (!tirx_is_thread_axis(iter->axis)) made->items[made->count++] = iters->items[i];
    }
    return made;
}

static tunip_map *storage_offsets(tunip_scratch *scratch, const tunip_map *offsets)
{
    tunip_map *made = tunip_ir_temporary(scratch, &tunip_map_type);
    size_t count = tunip_map_count(offsets);
    if (made) made->entries = tunip_scratch_alloc(scratch, (count + 1) * sizeof *made->entries);
    if (!made || !made->entries) return NULL;
    for (size_t i = 0; i < count; i++)
        if (!tirx_is_thread_axis(TUNIP_AS(tunip_tirx_axis, offsets->entries[i].key)))
            made->entries[made->count++] = offsets->entries[i];
    return made;
}

tunip_tirx_tile_layout *tirx_storage_of(tunip_scratch *scratch,
                                        const tunip_tirx_tile_layout *layout)
{
    tunip_tirx_tile_layout *made =
        layout ? tunip_ir_temporary(scratch, &tunip_tirx_tile_layout_type) : NULL;
    if (!made) return NULL;
    made->shard = storage_iters(scratch, layout->shard);
    made->replica = storage_iters(scratch, layout->replica);
    made->offset = storage_offsets(scratch, layout->offset);
    return made->shard && made->replica && made->offset ? made : NULL;
}

/* Adds up the ranges of iterators, or multiplies their extents. */
static const tunip_node *gather(tunip_scratch *scratch, const tunip_array *iters,
                                const tunip_node *sum, bool reaches)
{
    for (size_t i = 0; sum && i < tunip_array_count(iters); i++) {
        const tunip_tirx_iter *iter = TUNIP_AS(tunip_tirx_iter, iters->items[i]);
        const tunip_node *one = tir_new_int(scratch, tunip_ir_dtype_of(iter->extent), 1);
        const tunip_node *last = tir_folded(scratch, TIR_FOLD_SUB, iter->extent, one);
        sum = reaches ? tir_folded(scratch, TIR_FOLD_ADD, sum,
                                   tir_folded(scratch, TIR_FOLD_MUL, last, iter->stride))
                      : tir_folded(scratch, TIR_FOLD_MUL, sum, iter->extent);
    }
    return sum;
}

tunip_node *tirx_storage_size(tunip_scratch *scratch, const tunip_tirx_tile_layout *layout,
                              bool reaches)
{
    static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};
    const tunip_tirx_tile_layout *storage = tirx_storage_of(scratch, layout);
    if (!storage) return NULL;
    const tunip_node *sum = tir_new_int(scratch, int32, 1);
    sum = gather(scratch, storage->shard, sum, reaches);
    if (reaches) sum = gather(scratch, storage->replica, sum, true);
    for (size_t i = 0; reaches && sum && i < storage->offset->count; i++)
        sum = tir_folded(scratch, TIR_FOLD_ADD, sum, storage->offset->entries[i].value);
    return (tunip_node *)(uintptr_t)sum;
}

static const tunip_node *total_of(tunip_scratch *scratch, const tunip_array *shape)
{
    static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};
    const tunip_node *total = tir_new_int(scratch, int32, 1);
    for (size_t i = 0; total && i < tunip_array_count(shape); i++)
        total = tir_folded(scratch, TIR_FOLD_MUL, total, shape->items[i]);
    return total;
}

static const tunip_doc *write_local(const pair *p)
{
    const tunip_tirx_tile_layout *layout = TUNIP_AS(tunip_tirx_tile_layout, p->parent->layout);
    tunip_scratch *scratch = tunip_job_scratch(p->d);
    if (!p->same_offset || !p->same_dtype || !p->same_strides || p->parent_is_default) return NULL;
    if (!layout || !p->child->layout || !has_thread_axis(p->parent->layout)) return NULL;
    const tunip_node *span = tirx_storage_size(scratch, layout, true);
    const tunip_node *total = total_of(scratch, p->child->shape);
    bool is_whole = p->child_is_default && span && total && tir_are_equal(scratch, total, span);
    bool is_other = !is_whole && !has_thread_axis(p->child->layout);
    if (!is_whole && !is_other) return NULL;
    const tunip_node *expected = is_whole ? span : tirx_storage_size(scratch, layout, false);
    bool is_auto = expected && tunip_array_count(p->child->shape) == 1 &&
                   tir_are_equal(scratch, p->child->shape->items[0], expected);
    return write_method(p, "local", !is_auto, is_other ? p->child->layout : NULL);
}

/* ---- another dtype ---- */

static const tunip_node *last_of(const tunip_array *array)
{
    return tunip_array_count(array) ? array->items[array->count - 1] : NULL;
}

static bool are_last_sizes(const pair *p, int child_bits, int parent_bits)
{
    int64_t child, parent;
    if (!tunip_array_count(p->child->shape)) return true;
    if (!int_of(last_of(p->child->shape), &child) || !int_of(last_of(p->parent->shape), &parent))
        return false;
    return child_bits > parent_bits ? is_product(parent, child, child_bits / parent_bits)
                                    : is_product(child, parent, parent_bits / child_bits);
}

/* Elements are packed along the last iterator. */
static bool can_pack(const pair *p, int ratio)
{
    const tunip_tirx_tile_layout *layout = TUNIP_AS(tunip_tirx_tile_layout, p->parent->layout);
    const tunip_tirx_iter *iter = layout ? TUNIP_AS(tunip_tirx_iter, last_of(layout->shard)) : NULL;
    int64_t stride, size;
    return !iter || (int_of(iter->stride, &stride) && stride == 1 && int_of(iter->extent, &size) &&
                     size % ratio == 0);
}

static const tunip_doc *write_recast(const pair *p)
{
    tunip_dtype child = p->child->dtype, parent = p->parent->dtype;
    size_t count = tunip_array_count(p->child->shape);
    if (!p->same_offset || p->same_dtype || count != tunip_array_count(p->parent->shape))
        return NULL;
    for (size_t i = 0; i + 1 < count; i++)
        if (!tir_same_expr(p->child->shape->items[i], p->parent->shape->items[i])) return NULL;
    if (!child.bits || !parent.bits || !are_last_sizes(p, child.bits, parent.bits)) return NULL;
    if (child.bits > parent.bits && !can_pack(p, child.bits / parent.bits)) return NULL;
    const tunip_doc *dtype = tunip_doc_str(p->d, tunip_str_from(tir_dtype_name(p->d, child)),
                                           tunip_path_attr(p->d, p->path, "dtype"));
    const tunip_doc *callee = tunip_doc_attr_new(p->d, p->parent_doc, tunip_str_from("view"));
    return tunip_doc_call_new(p->d, callee, TUNIP_DOCS(p->d, dtype), NULL, tunip_docs_none());
}

/* ---- permutations ---- */

/* Finds for each dimension of the child the first unused dimension of the parent with the same
 * size. Returns false if there is none, or if the order is the same. */
static bool find_order(const pair *p, size_t *order, bool *taken)
{
    size_t count = tunip_array_count(p->child->shape);
    bool moves = false;
    for (size_t i = 0; i < count; i++) {
        size_t k = 0;
        while (k < count &&
               (taken[k] || !tir_same_expr(p->child->shape->items[i], p->parent->shape->items[k])))
            k++;
        if (k == count) return false;
        taken[k] = true;
        order[i] = k;
        moves = moves || k != i;
    }
    return moves;
}

static bool is_permuted(const pair *p, const size_t *order)
{
    const tunip_tirx_tile_layout *child = TUNIP_AS(tunip_tirx_tile_layout, p->child->layout);
    const tunip_tirx_tile_layout *parent = TUNIP_AS(tunip_tirx_tile_layout, p->parent->layout);
    size_t count = tunip_array_count(p->child->shape);
    if (!child || !parent || tunip_array_count(child->shard) != tunip_array_count(parent->shard))
        return false;
    for (size_t i = 0; i < count; i++)
        if (i >= tunip_array_count(child->shard) || order[i] >= tunip_array_count(parent->shard) ||
            !same_iter(child->shard->items[i], parent->shard->items[order[i]]))
            return false;
    return same_iters(child->replica, parent->replica) &&
           same_offsets(child->offset, parent->offset);
}

static const tunip_doc *write_permuted(const pair *p)
{
    size_t count = tunip_array_count(p->child->shape);
    if (!p->same_offset || !p->same_dtype || p->same_shape ||
        count != tunip_array_count(p->parent->shape))
        return NULL;
    size_t *order = tunip_job_alloc(p->d, (count + 1) * sizeof *order);
    bool *taken = tunip_job_alloc(p->d, count + 1);
    const tunip_doc **docs = tunip_docs_new(p->d, count);
    if (!order || !taken || !docs || !find_order(p, order, taken) || !is_permuted(p, order))
        return NULL;
    for (size_t i = 0; i < count; i++)
        docs[i] = tunip_doc_int(p->d, (int64_t)order[i], tunip_path_attr(p->d, p->path, "shape"));
    const tunip_doc *callee = tunip_doc_attr_new(p->d, p->parent_doc, tunip_str_from("permute"));
    return tunip_doc_call_new(p->d, callee, tunip_docs_view(docs, count), NULL, tunip_docs_none());
}

/* ---- tiles ---- */

/* Whether the child is a grid of tiles: twice as many dimensions, whose strides are those of the
 * tiles, and then those of the parent's rows. */
static bool is_partition(const pair *p)
{
    const tunip_array *shape = p->child->shape, *strides = p->child->strides;
    size_t count = tunip_array_count(p->parent->shape);
    int64_t row = 1;
    if (!count || tunip_array_count(shape) != 2 * count || tunip_array_count(strides) != 2 * count)
        return false;
    for (size_t i = count; i-- > 0;) {
        int64_t size, grid, tile, grid_stride, tile_stride;
        if (!int_of(p->parent->shape->items[i], &size) || !int_of(shape->items[i], &grid) ||
            !int_of(shape->items[count + i], &tile) || !int_of(strides->items[i], &grid_stride) ||
            !int_of(strides->items[count + i], &tile_stride))
            return false;
        if (!is_product(size, grid, tile) || tile_stride != row ||
            !is_product(grid_stride, tile, tile_stride) || __builtin_mul_overflow(row, size, &row))
            return false;
    }
    return true;
}

static const tunip_doc *write_partition(const pair *p)
{
    if (!p->same_offset || !p->same_dtype || !is_partition(p)) return NULL;
    tunip_docsifier *d = p->d;
    size_t count = tunip_array_count(p->parent->shape);
    const tunip_path *path = tunip_path_attr(d, p->path, "shape");
    const tunip_doc **docs = tunip_docs_new(d, count);
    tir_args args;
    tir_args_begin(&args);
    for (size_t i = 0; docs && i < count; i++)
        docs[i] = tir_docsify(d, p->child->shape->items[i], tunip_path_item(d, path, i));
    tir_args_key(&args, "num_tiles", tunip_doc_tuple_new(d, tunip_docs_view(docs, count)));
    return tir_args_call(d, tunip_doc_attr_new(d, p->parent_doc, tunip_str_from("partition")),
                         &args);
}

/* ---- other shapes ---- */

static const tunip_doc *write_reshaped(const pair *p)
{
    if (!p->same_offset || !p->same_dtype || p->same_shape || !p->same_strides) return NULL;
    bool is_inherited = same_layout(p->child->layout, p->parent->layout) ||
                        (p->child_is_default && p->parent_is_default);
    if (is_inherited) return write_method(p, "view", true, NULL);
    return p->child->layout ? write_method(p, "view", true, p->child->layout) : NULL;
}

/* ---- the whole ---- */

typedef const tunip_doc *(*form)(const pair *p);

/* The first form that fits. */
static const tunip_doc *write_view(pair *p, const form *forms, size_t count)
{
    p->same_offset = tir_same_expr(p->child->elem_offset, p->parent->elem_offset);
    p->same_dtype = tunip_dtype_equal(p->child->dtype, p->parent->dtype);
    p->same_shape = same_exprs(p->child->shape, p->parent->shape);
    p->same_strides = same_exprs(p->child->strides, p->parent->strides);
    p->child_is_default = tirx_is_default_layout(p->d, p->child->layout, p->child->shape);
    p->parent_is_default = tirx_is_default_layout(p->d, p->parent->layout, p->parent->shape);
    const tunip_doc *doc = NULL;
    for (size_t i = 0; !doc && i < count; i++) doc = forms[i](p);
    return doc;
}

/* The buffer whose pointer is the data of the declared one; NULL unless it has a name. */
static const tunip_ir_var *find_parent(tunip_docsifier *d, const tunip_tirx_decl_buffer *stmt)
{
    const tunip_ir_call *call = TUNIP_AS(tunip_ir_call, stmt->data);
    if (!tirx_calls(stmt->data, "tirx.buffer_data") || tunip_array_count(call->args) != 1)
        return NULL;
    const tunip_ir_var *parent = TUNIP_AS_A(tunip_ir_var, call->args->items[0]);
    bool is_other = parent && (const void *)parent != (const void *)stmt->buffer;
    return is_other && tirx_buffer_type_of(parent) && tunip_is_defined(d, parent) ? parent : NULL;
}

static side side_of_type(const tunip_tirx_buffer_type *type)
{
    return (side){.shape = type->shape,
                  .strides = type->strides,
                  .elem_offset = type->elem_offset,
                  .layout = type->layout,
                  .dtype = type->dtype ? type->dtype->dtype : TUNIP_VOID};
}

const tunip_doc *tirx_view(tunip_docsifier *d, const tunip_tirx_decl_buffer *stmt,
                           const tunip_path *path)
{
    static const form forms[] = {write_local, write_recast, write_permuted, write_partition,
                                 write_reshaped};
    const tunip_ir_var *var = find_parent(d, stmt);
    const tunip_tirx_buffer_type *type = tirx_buffer_type_of(stmt->buffer);
    const tunip_tirx_buffer_type *parent_type = var ? tirx_buffer_type_of(var) : NULL;
    if (!type || !parent_type || !have_same_rest(type, parent_type)) return NULL;
    const side child = side_of_type(type), parent = side_of_type(parent_type);
    pair p = {.d = d,
              .child = &child,
              .parent = &parent,
              .parent_doc = tunip_variable(d, var),
              .path = tunip_path_attr(d, tunip_path_attr(d, path, "buffer"), "ty")};
    return p.parent_doc ? write_view(&p, forms, TUNIP_LEN(forms)) : NULL;
}

/* ---- v0.25: a view is a declaration of the same pointer ---- */

/* The places where the child begins and ends in one dimension of the parent. */
static const tunip_doc *slice(const pair *p, size_t i, int64_t begin, int64_t end, bool is_whole)
{
    const tunip_path *offset = tunip_path_attr(p->d, p->path, "elem_offset");
    const tunip_path *size = tunip_path_item(p->d, tunip_path_attr(p->d, p->path, "shape"), i);
    const tunip_doc *from = tunip_doc_int(p->d, begin, offset);
    const tunip_doc *to = is_whole ? tir_docsify(p->d, p->parent->shape->items[i], size)
                                   : tunip_doc_int(p->d, end, offset);
    return tunip_doc_slice_new(p->d, from, to, NULL);
}

/* A[0:4, 8:16], with constant offsets in rows without gaps. A reader makes a region of it, and not
 * a buffer. */
static const tunip_doc *write_slice(const pair *p)
{
    size_t count = tunip_array_count(p->parent->shape);
    int64_t child_offset, parent_offset, rest, size, extent;
    if (p->same_offset || !p->same_dtype || !count || tunip_array_count(p->child->shape) != count ||
        !int_of(p->child->elem_offset, &child_offset) ||
        !int_of(p->parent->elem_offset, &parent_offset) ||
        __builtin_sub_overflow(child_offset, parent_offset, &rest))
        return NULL;
    int64_t *rows = tunip_job_alloc(p->d, count * sizeof *rows), row = 1;
    const tunip_doc **docs = tunip_docs_new(p->d, count);
    for (size_t i = count; rows && i-- > 0; rows[i] = row, row *= size)
        if (!int_of(p->parent->shape->items[i], &size) || size <= 0 || row > INT64_MAX / size)
            return NULL;
    for (size_t i = 0; rows && docs && i < count; rest %= rows[i++]) {
        int64_t begin = rest / rows[i], end;
        if (!int_of(p->child->shape->items[i], &extent) ||
            __builtin_add_overflow(begin, extent, &end) ||
            !int_of(p->parent->shape->items[i], &size) || end > size)
            return NULL;
        docs[i] = slice(p, i, begin, end, begin == 0 && end == size);
    }
    return rows && docs && rest == 0
               ? tunip_doc_index_new(p->d, p->parent_doc, tunip_docs_view(docs, count))
               : NULL;
}

static bool has_auto_shape(const pair *p, const tunip_tirx_tile_layout *storage)
{
    int64_t total = 1, extent, size;
    for (size_t i = 0; i < tunip_array_count(storage->shard); i++) {
        const tunip_tirx_iter *iter = TUNIP_AS(tunip_tirx_iter, storage->shard->items[i]);
        if (!iter || !int_of(iter->extent, &extent) ||
            __builtin_mul_overflow(total, extent, &total))
            return false;
    }
    return tunip_array_count(p->child->shape) == 1 && int_of(p->child->shape->items[0], &size) &&
           size == total;
}

static const tunip_doc *write_storage(const pair *p)
{
    const tunip_tirx_tile_layout *layout = TUNIP_AS(tunip_tirx_tile_layout, p->parent->layout);
    const tunip_tirx_tile_layout *own = TUNIP_AS(tunip_tirx_tile_layout, p->child->layout);
    if (!p->same_offset || !p->same_dtype || p->parent_is_default || !layout || !own ||
        !has_thread_axis(p->parent->layout))
        return NULL;
    const void *storage = tirx_storage_of(tunip_job_scratch(p->d), layout);
    if (!storage || !same_layout(p->child->layout, storage)) return NULL;
    return write_method(p, "local", !has_auto_shape(p, own), NULL);
}

static const tunip_doc *write_shape(const pair *p)
{
    if (!p->same_offset || !p->same_dtype || p->same_shape || !p->same_strides) return NULL;
    bool has_layout = p->child->layout && !p->child_is_default &&
                      !same_layout(p->child->layout, p->parent->layout);
    return write_method(p, "view", true, has_layout ? p->child->layout : NULL);
}

static side side_of_buffer(const tunip_tirx_buffer_v25 *buffer)
{
    return (side){.shape = buffer->kin.shape,
                  .strides = buffer->kin.strides,
                  .elem_offset = buffer->kin.elem_offset,
                  .layout = buffer->layout,
                  .dtype = buffer->kin.dtype};
}

const tunip_doc *tirx_v25_view(tunip_docsifier *d, const tunip_tirx_buffer_v25 *buffer,
                               const tunip_path *path)
{
    static const form forms[] = {write_slice,    write_storage,   write_recast,
                                 write_permuted, write_partition, write_shape};
    const tir_frame *frame = ((tir_state *)tunip_job_state(d, &tunip_dialect_tir))->top;
    const side child = side_of_buffer(buffer);
    const tunip_doc *doc = NULL;
    for (; !doc && frame; frame = frame->outer) {
        for (const tir_shared *s = frame->shared; !doc && s; s = s->next) {
            if (s->buffer == buffer || s->buffer->kin.data != buffer->kin.data) continue;
            const side parent = side_of_buffer(s->buffer);
            pair p = {.d = d,
                      .child = &child,
                      .parent = &parent,
                      .parent_doc = tunip_variable(d, s->buffer),
                      .path = path};
            if (p.parent_doc) doc = write_view(&p, forms, TUNIP_LEN(forms));
        }
    }
    return doc;
}
