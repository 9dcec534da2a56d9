/* layout_ops.c -- operations on layouts: grouping by a shape, permuting, packing, tiling
 * (TVM src/tirx/ir/layout/tile_tile_ops.cc, tile_canonicalize.cc; python/tvm/tirx/layout.py).
 *
 * Example: S[(4, 8) : (8, 1)] grouped by the shape (2, 16) is S[(2, 2, 8) : (16, 8, 1)], of which
 * the first iterator is dimension 0 and the other two are dimension 1. */
#include "layout.h"

/* ---- arithmetic ---- */

const tunip_node *tirx_int(tunip_elaborator *e, int64_t value)
{
    return tir_new_int(tunip_elaborator_scratch(e), tir_int32, value);
}

bool tirx_int_of(const tunip_node *node, int64_t *out)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, node);
    if (imm) *out = imm->value;
    return imm != NULL;
}

const tunip_node *tirx_folded(tunip_elaborator *e, tir_fold op, const tunip_node *a,
                              const tunip_node *b)
{
    return a && b ? tir_folded(tunip_elaborator_scratch(e), op, a, b) : NULL;
}

static bool is_int(const tunip_node *node, int64_t value)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, node);
    return imm && imm->value == value;
}

/* Operands within operands are searched only up to this depth. */
enum { MOST_FACTORS = 8 };

static const tunip_node *divide(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b,
                                unsigned depth)
{
    const tunip_ir_int_imm *x = TUNIP_AS(tunip_ir_int_imm, a), *y = TUNIP_AS(tunip_ir_int_imm, b);
    if (!a || !b || depth > MOST_FACTORS || (y && y->value <= 0)) return NULL;
    if (is_int(b, 1)) return a;
    if (x && y)
        return x->value % y->value ? NULL
                                   : tir_new_int(scratch, x->base.dtype, x->value / y->value);
    if (tir_are_equal(scratch, a, b)) return tir_new_int(scratch, tunip_ir_dtype_of(a), 1);
    if (y && is_int(tir_simplify(scratch, tir_folded(scratch, TIR_FOLD_FLOOR_MOD, a, b)), 0))
        return tir_simplify(scratch, tir_folded(scratch, TIR_FOLD_FLOOR_DIV, a, b));
    if (tunip_is(a, &tunip_tir_mul_type)) {
        const tunip_tir_binary *product = (const tunip_tir_binary *)a;
        const tunip_node *rest = divide(scratch, product->a, b, depth + 1);
        if (rest) return tir_folded(scratch, TIR_FOLD_MUL, rest, product->b);
        rest = divide(scratch, product->b, b, depth + 1);
        if (rest) return tir_folded(scratch, TIR_FOLD_MUL, product->a, rest);
    }
    if (!tunip_is(b, &tunip_tir_mul_type)) return NULL;
    const tunip_tir_binary *product = (const tunip_tir_binary *)b;
    return divide(scratch, divide(scratch, a, product->a, depth + 1), product->b, depth + 1);
}

const tunip_node *tirx_quotient(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b)
{
    return divide(scratch, a, b, 0);
}

/* NULL if the product is no value of its dtype, to which folding would reduce it. */
static const tunip_node *multiply(tunip_elaborator *e, const tunip_node *a, const tunip_node *b)
{
    int64_t x, y, exact, most = INT32_MAX;
    const tunip_node *product = tirx_folded(e, TIR_FOLD_MUL, a, b);
    if (product && tunip_ir_dtype_of(product).bits > 32) most = INT64_MAX;
    bool are_known = tirx_int_of(a, &x) && tirx_int_of(b, &y);
    bool fits =
        !are_known || (!__builtin_mul_overflow(x, y, &exact) && exact <= most && exact >= -most);
    return fits ? product : NULL;
}

static const tunip_node *simplified(tunip_elaborator *e, const tunip_node *expr)
{
    return expr ? tir_simplify(tunip_elaborator_scratch(e), expr) : NULL;
}

/* ---- iterators ---- */

static bool on_same_axis(const tunip_tirx_axis *a, const tunip_tirx_axis *b)
{
    return a && b && tunip_str_equal(tunip_string_value(a->name), tunip_string_value(b->name));
}

static const tunip_tirx_iter *iter_at(const tunip_array *iters, size_t index)
{
    const tunip_tirx_iter *iter = TUNIP_AS(tunip_tirx_iter, iters->items[index]);
    return iter && iter->extent && iter->stride && iter->axis ? iter : NULL;
}

/* Adds an iterator on the axis of another one; false when out of memory. */
static bool add(tunip_elaborator *e, tunip_array *to, const tunip_node *extent,
                const tunip_node *stride, const tunip_tirx_iter *like)
{
    size_t count = tunip_array_count(to);
    if (!extent || !stride) return false;
    tunip_tirx_iter *made = tirx_iter_new(tunip_elaborator_graph(e), (void *)(uintptr_t)extent,
                                          (void *)(uintptr_t)stride, like->axis);
    if (made) tunip_ir_append(e, to, made);
    return tunip_array_count(to) > count;
}

/* A copy with other iterators, of which there are none yet. */
static tunip_tirx_tile_layout *copy_around(tunip_elaborator *e,
                                           const tunip_tirx_tile_layout *layout)
{
    tunip_tirx_tile_layout *made = layout ? tirx_layout_new(tunip_elaborator_graph(e)) : NULL;
    if (!made) return NULL;
    if (layout->replica) made->replica = layout->replica;
    if (layout->offset) made->offset = layout->offset;
    return made;
}

/* ---- groups ---- */

tunip_tirx_tile_layout *tirx_grouped(tunip_elaborator *e, const tunip_tirx_tile_layout *layout,
                                     const tunip_array *shape, size_t *ends)
{
    tunip_scratch *scratch = tunip_elaborator_scratch(e);
    tunip_tirx_tile_layout *made = copy_around(e, layout);
    size_t count = tunip_array_count(shape), dim = 0;
    const tunip_node *product = tirx_int(e, 1);
    ends[0] = 0;
    for (size_t i = 0; made && i < tunip_array_count(layout->shard); i++) {
        const tunip_tirx_iter *iter = iter_at(layout->shard, i);
        const tunip_node *extent = iter ? iter->extent : NULL, *part, *own;
        product = multiply(e, product, extent);
        for (; dim < count && (part = tirx_quotient(scratch, product, shape->items[dim]));) {
            own = tirx_quotient(scratch, extent, part);
            if (!own || !add(e, made->shard, simplified(e, own),
                             simplified(e, multiply(e, iter->stride, part)), iter))
                return NULL;
            extent = product = simplified(e, part);
            ends[++dim] = made->shard->count;
        }
        if (is_int(extent, 1)) continue;
        if (!extent || dim == count ||
            !add(e, made->shard, simplified(e, extent), simplified(e, iter->stride), iter))
            return NULL;
    }
    return dim == count ? made : NULL;
}

tunip_tirx_tile_layout *tirx_permuted(tunip_elaborator *e, const tunip_tirx_tile_layout *grouped,
                                      const size_t *ends, const size_t *order, size_t count)
{
    tunip_tirx_tile_layout *made = copy_around(e, grouped);
    for (size_t i = 0; made && i < count; i++)
        for (size_t k = ends[order[i]]; k < ends[order[i] + 1]; k++)
            tunip_ir_append(e, made->shard, grouped->shard->items[k]);
    return made;
}

/* ---- elements of other sizes ---- */

/* The logarithm of a power of 2; -1 for another number. */
static int64_t log_of(int64_t number)
{
    if (number <= 0 || (number & (number - 1))) return -1;
    return __builtin_ctzll((uint64_t)number);
}

static tunip_tirx_tile_layout *pack(tunip_elaborator *e, const tunip_tirx_tile_layout *layout,
                                    int64_t ratio)
{
    tunip_scratch *scratch = tunip_elaborator_scratch(e);
    const tunip_node *by = tirx_int(e, ratio);
    tunip_tirx_tile_layout *made = copy_around(e, layout);
    size_t count = made ? tunip_array_count(layout->shard) : 0;
    for (size_t i = 0; i < count; i++) {
        const tunip_tirx_iter *iter = iter_at(layout->shard, i);
        bool is_last = i + 1 == count;
        if (!iter || (is_last && (!is_int(iter->stride, 1) || tirx_is_thread_axis(iter->axis))))
            return NULL;
        const tunip_node *extent =
            is_last ? tirx_quotient(scratch, iter->extent, by) : iter->extent;
        const tunip_node *stride =
            is_last ? iter->stride : tir_folded(scratch, TIR_FOLD_FLOOR_DIV, iter->stride, by);
        if (!add(e, made->shard, extent, stride, iter)) return NULL;
    }
    return count ? made : NULL;
}

static tunip_tirx_tile_layout *unpack(tunip_elaborator *e, const tunip_tirx_tile_layout *layout,
                                      int64_t ratio)
{
    const tunip_node *by = tirx_int(e, ratio);
    tunip_tirx_tile_layout *made = copy_around(e, layout);
    for (size_t i = 0; made && i < tunip_array_count(layout->shard); i++) {
        const tunip_tirx_iter *iter = iter_at(layout->shard, i);
        if (!iter || !add(e, made->shard, iter->extent, multiply(e, iter->stride, by), iter))
            return NULL;
    }
    const tunip_tirx_iter last = {.axis = tirx_axis_of(e, tunip_str_from("m"))};
    return made && add(e, made->shard, by, tirx_int(e, 1), &last) ? made : NULL;
}

typedef tunip_tirx_tile_layout *resize_fn(tunip_elaborator *e, const tunip_tirx_tile_layout *layout,
                                          int64_t ratio);

/* A swizzle moves groups of 2^per_element elements: `by` is added to this exponent. */
static tunip_node *resize(tunip_elaborator *e, const tunip_node *layout, int64_t ratio,
                          resize_fn *resized, int64_t by)
{
    const tunip_tirx_compose_layout *swizzle = TUNIP_AS(tunip_tirx_compose_layout, layout);
    const tunip_tirx_tile_layout *tiles =
        swizzle ? swizzle->tile_layout : TUNIP_AS(tunip_tirx_tile_layout, layout);
    tunip_tirx_tile_layout *made = tiles && ratio > 0 ? resized(e, tiles, ratio) : NULL;
    if (!made || !swizzle) return (tunip_node *)made;
    if (log_of(ratio) < 0 || swizzle->per_element + by < 0) return NULL;
    return (tunip_node *)tirx_swizzle_new(tunip_elaborator_graph(e), swizzle->per_element + by,
                                          swizzle->swizzle_len, swizzle->atom_len,
                                          swizzle->swizzle_inner, made);
}

tunip_node *tirx_packed(tunip_elaborator *e, const tunip_node *layout, int64_t ratio)
{
    return resize(e, layout, ratio, pack, -log_of(ratio));
}

tunip_node *tirx_unpacked(tunip_elaborator *e, const tunip_node *layout, int64_t ratio)
{
    return resize(e, layout, ratio, unpack, log_of(ratio));
}

/* ---- the canonical form ---- */

/* Whether `next` continues `iter`: both are one iterator over extent * extent elements. */
static bool continues(tunip_elaborator *e, const tunip_tirx_iter *iter, const tunip_tirx_iter *next)
{
    const tunip_node *reach = multiply(e, next->extent, next->stride);
    return reach && on_same_axis(iter->axis, next->axis) &&
           tir_are_equal(tunip_elaborator_scratch(e), reach, iter->stride);
}

tunip_tirx_tile_layout *tirx_canonical(tunip_elaborator *e, const tunip_tirx_tile_layout *layout)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_node *one = tirx_int(e, 1);
    tunip_tirx_tile_layout *made = copy_around(e, layout);
    tunip_tirx_iter *last = NULL;
    size_t count = made ? tunip_array_count(layout->shard) : 0;
    for (size_t i = 0; i < count; i++) {
        const tunip_tirx_iter *iter = iter_at(layout->shard, i);
        if (!iter) return NULL;
        if (is_int(iter->extent, 1)) continue;
        bool is_joined = last && continues(e, last, iter);
        if (is_joined) {
            last->extent = (void *)(uintptr_t)multiply(e, last->extent, iter->extent);
            last->stride = iter->stride;
            if (!last->extent) return NULL;
        } else if (!add(e, made->shard, iter->extent, iter->stride, iter)) {
            return NULL;
        }
        last = (tunip_tirx_iter *)made->shard->items[made->shard->count - 1];
    }
    if (count && !last && !add(e, made->shard, one, one, iter_at(layout->shard, 0))) return NULL;
    if (!made) return NULL;
    made->offset = tunip_map_new(graph, 0, NULL);
    for (size_t i = 0; i < tunip_map_count(layout->offset); i++)
        if (!is_int(layout->offset->entries[i].value, 0))
            tunip_ir_put(e, made->offset, layout->offset->entries[i].key,
                         layout->offset->entries[i].value);
    return made;
}

/* ---- tiles ---- */

/* Adds the distances between the first and the last place that iterators reach on an axis. */
static const tunip_node *add_reach(tunip_elaborator *e, const tunip_node *sum,
                                   const tunip_array *iters, const tunip_tirx_axis *axis)
{
    tunip_scratch *scratch = tunip_elaborator_scratch(e);
    for (size_t i = 0; sum && i < tunip_array_count(iters); i++) {
        const tunip_tirx_iter *iter = iter_at(iters, i);
        if (!iter || !on_same_axis(iter->axis, axis)) continue;
        const tunip_node *last = tir_folded(scratch, TIR_FOLD_SUB, iter->extent, tirx_int(e, 1));
        sum = tir_folded(scratch, TIR_FOLD_ADD, sum, multiply(e, last, iter->stride));
    }
    return sum;
}

static bool uses_axis(const tunip_array *iters, const tunip_tirx_axis *axis)
{
    for (size_t i = 0; i < tunip_array_count(iters); i++) {
        const tunip_tirx_iter *iter = iter_at(iters, i);
        if (iter && on_same_axis(iter->axis, axis)) return true;
    }
    return false;
}

/* The number of places that a tile takes on an axis. */
static const tunip_node *span_on(tunip_elaborator *e, const tunip_tirx_tile_layout *layout,
                                 const tunip_tirx_axis *axis)
{
    tunip_scratch *scratch = tunip_elaborator_scratch(e);
    const tunip_node *sum = add_reach(e, tirx_int(e, 1), layout->shard, axis);
    sum = add_reach(e, sum, layout->replica, axis);
    for (size_t i = 0; sum && i < tunip_map_count(layout->offset); i++)
        if (on_same_axis(TUNIP_AS(tunip_tirx_axis, layout->offset->entries[i].key), axis))
            sum = tir_folded(scratch, TIR_FOLD_ADD, sum, layout->offset->entries[i].value);
    return simplified(e, sum);
}

static const tunip_map_entry *offset_of(const tunip_map *offsets, const tunip_node *axis)
{
    for (size_t i = 0; i < tunip_map_count(offsets); i++)
        if (on_same_axis(TUNIP_AS(tunip_tirx_axis, offsets->entries[i].key),
                         TUNIP_AS(tunip_tirx_axis, axis)))
            return &offsets->entries[i];
    return NULL;
}

static tunip_map *joined_offsets(tunip_elaborator *e, const tunip_map *a, const tunip_map *b)
{
    tunip_scratch *scratch = tunip_elaborator_scratch(e);
    tunip_map *made = tunip_map_new(tunip_elaborator_graph(e), 0, NULL);
    for (size_t i = 0; made && i < tunip_map_count(a); i++)
        tunip_ir_put(e, made, a->entries[i].key, a->entries[i].value);
    for (size_t i = 0; made && i < tunip_map_count(b); i++) {
        const tunip_map_entry *entry = &b->entries[i], *own = offset_of(a, entry->key);
        const tunip_node *sum =
            own ? tir_folded(scratch, TIR_FOLD_ADD, own->value, entry->value) : entry->value;
        tunip_ir_put(e, made, own ? own->key : entry->key, (void *)(uintptr_t)sum);
    }
    return made;
}

static bool add_scaled(tunip_elaborator *e, tunip_array *to, const tunip_tirx_iter *iter,
                       const tunip_tirx_tile_layout *inner)
{
    bool is_shared = iter && uses_axis(inner->shard, iter->axis);
    const tunip_node *stride = iter ? iter->stride : NULL;
    if (is_shared) stride = multiply(e, stride, span_on(e, inner, iter->axis));
    return iter && add(e, to, iter->extent, stride, iter);
}

static tunip_tirx_tile_layout *tile(tunip_elaborator *e, const tunip_tirx_tile_layout *inner,
                                    const tunip_tirx_tile_layout *outer,
                                    const tunip_array *outer_shape, const tunip_array *inner_shape)
{
    size_t count = tunip_array_count(outer_shape);
    size_t *outer_ends = tunip_elaborator_alloc(e, 2 * (count + 1) * sizeof *outer_ends);
    if (!outer_ends || tunip_array_count(inner_shape) != count) return NULL;
    size_t *inner_ends = outer_ends + count + 1;
    outer = tirx_grouped(e, tirx_canonical(e, outer), outer_shape, outer_ends);
    inner = tirx_grouped(e, tirx_canonical(e, inner), inner_shape, inner_ends);
    tunip_tirx_tile_layout *made = inner && outer ? copy_around(e, inner) : NULL;
    if (!made) return NULL;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = outer_ends[i]; k < outer_ends[i + 1]; k++)
            if (!add_scaled(e, made->shard, iter_at(outer->shard, k), inner)) return NULL;
        for (size_t k = inner_ends[i]; k < inner_ends[i + 1]; k++)
            tunip_ir_append(e, made->shard, inner->shard->items[k]);
    }
    made->replica = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    for (size_t i = 0; i < tunip_array_count(inner->replica); i++)
        tunip_ir_append(e, made->replica, inner->replica->items[i]);
    for (size_t i = 0; i < tunip_array_count(outer->replica); i++)
        tunip_ir_append(e, made->replica, outer->replica->items[i]);
    made->offset = joined_offsets(e, inner->offset, outer->offset);
    return tirx_canonical(e, made);
}

/* A swizzle alone has a layout of one iterator at most, without a gap. */
static bool is_trivial(const tunip_tirx_tile_layout *layout)
{
    size_t count = tunip_array_count(layout->shard);
    const tunip_tirx_iter *iter = count == 1 ? iter_at(layout->shard, 0) : NULL;
    bool is_plain = !count || (iter && is_int(iter->stride, 1) && !tirx_is_thread_axis(iter->axis));
    return is_plain && !tunip_array_count(layout->replica) && !tunip_map_count(layout->offset);
}

/* One iterator over all elements of the shape. */
static tunip_tirx_tile_layout *identity(tunip_elaborator *e, const tunip_array *shape)
{
    const tunip_tirx_iter like = {.axis = tirx_axis_of(e, tunip_str_from("m"))};
    tunip_tirx_tile_layout *made = tirx_layout_new(tunip_elaborator_graph(e));
    const tunip_node *total = tirx_int(e, 1);
    for (size_t i = 0; i < tunip_array_count(shape); i++)
        total = multiply(e, total, shape->items[i]);
    return made && add(e, made->shard, total, tirx_int(e, 1), &like) ? made : NULL;
}

tunip_node *tirx_tiled(tunip_elaborator *e, const tunip_node *inner,
                       const tunip_tirx_tile_layout *outer, const tunip_array *outer_shape,
                       const tunip_array *inner_shape)
{
    const tunip_tirx_compose_layout *swizzle = TUNIP_AS(tunip_tirx_compose_layout, inner);
    const tunip_tirx_tile_layout *tiles =
        swizzle ? swizzle->tile_layout : TUNIP_AS(tunip_tirx_tile_layout, inner);
    if (!tiles || !outer) return NULL;
    if (swizzle && is_trivial(tiles)) tiles = identity(e, inner_shape);
    tunip_tirx_tile_layout *made = tile(e, tiles, outer, outer_shape, inner_shape);
    if (!made || !swizzle) return (tunip_node *)made;
    return (tunip_node *)tirx_swizzle_new(tunip_elaborator_graph(e), swizzle->per_element,
                                          swizzle->swizzle_len, swizzle->atom_len,
                                          swizzle->swizzle_inner, made);
}
