/* view_words.c -- reads the methods of buffers that make views of them: A.view(4, 8), A.local(),
 * A.permute(1, 0), A.rearrange("a b -> b a"), A.sub[2, 4:8], A.tile(0, (4, -1))[i, :],
 * A.chunk((4, None))[i, :], and the methods of layouts
 * (TVM python/tvm/tirx/_buffer_view.py, layout.py).
 *
 * Each view is a declared buffer with the data of its parent. Its layout has the iterators that are
 * left, and its offset says where it begins:
 *
 *     A: shape (4, 8, 16), layout S[(4, 8, 16) : (128, 16, 1)]
 *     A.sub[1, 2:6]: shape (4, 16), layout S[(4, 16) : (16, 1)], elem_offset 1 * 128 + 2 * 16
 */
#include <tunip/tvm/tirx_types_v25.h>

#include "layout.h"

/* The versions since which TVM has the methods of layouts, and those that take parts of buffers. */
enum { LAYOUT_METHODS = 25, PART_METHODS = 26 };

/* ---- parents ---- */

static const tunip_tir_buffer *buffer_of(const tunip_value *value)
{
    if (value->kind != TUNIP_VALUE_NODE) return NULL;
    const tunip_tir_buffer *element = tirx_buffer_of_element(value->node);
    return element ? element : TUNIP_AS(tunip_tir_buffer, value->node);
}

/* NULL after a complaint. */
static const tunip_tir_buffer *parent_of(tunip_elaborator *e, const tunip_word_call *call)
{
    const tunip_tir_buffer *parent = buffer_of(&call->self);
    if (!parent) tunip_complain(e, call->doc, "only a buffer has views");
    return parent;
}

/* The layout as the script gives it: see tir_take_layout(). */
static const tunip_node *mark_of(const tunip_tir_buffer *buffer)
{
    const tunip_array *marks = buffer->axis_separators;
    return tunip_array_count(marks) ? marks->items[0] : NULL;
}

/* The layout of a buffer that a script declared; NULL without one. */
static const tunip_node *layout_of(tunip_elaborator *e, const tunip_tir_buffer *buffer)
{
    const tunip_node *mark = mark_of(buffer);
    const tunip_string *text = TUNIP_AS(tunip_string, mark);
    if (text && tunip_str_is(tunip_string_value(text), "default"))
        return tirx_default_layout(tunip_elaborator_graph(e), buffer->shape);
    return tunip_is_a(mark, &tunip_tirx_layout_type) ? mark : NULL;
}

tunip_value tirx_layout_value(tunip_elaborator *e, const tunip_tir_buffer *buffer,
                              const tunip_doc *doc)
{
    const tunip_node *layout = layout_of(e, buffer);
    if (!layout) return (tunip_value){.kind = TUNIP_VALUE_NONE, .doc = doc};
    return tunip_value_node((void *)(uintptr_t)layout, doc);
}

static const tunip_tirx_tile_layout *tiles_of(const tunip_node *layout)
{
    const tunip_tirx_compose_layout *swizzle = TUNIP_AS(tunip_tirx_compose_layout, layout);
    return swizzle ? swizzle->tile_layout : TUNIP_AS(tunip_tirx_tile_layout, layout);
}

/* The layout with other tiles. */
static tunip_node *with_tiles(tunip_elaborator *e, const tunip_node *layout,
                              tunip_tirx_tile_layout *tiles)
{
    const tunip_tirx_compose_layout *swizzle = TUNIP_AS(tunip_tirx_compose_layout, layout);
    if (!swizzle || !tiles) return (tunip_node *)tiles;
    return (tunip_node *)tirx_swizzle_new(tunip_elaborator_graph(e), swizzle->per_element,
                                          swizzle->swizzle_len, swizzle->atom_len,
                                          swizzle->swizzle_inner, tiles);
}

/* ---- arithmetic ---- */

static const tunip_node *product_of(tunip_elaborator *e, const tunip_array *sizes)
{
    const tunip_node *product = tirx_int(e, 1);
    for (size_t i = 0; i < tunip_array_count(sizes); i++)
        product = tirx_folded(e, TIR_FOLD_MUL, product, sizes->items[i]);
    return product;
}

/* ---- declarations ---- */

/* The differences from the parent; members that are NULL are the same. */
typedef struct change {
    const tunip_array *shape;
    const void *layout;        /* a layout, or the string that stands for one */
    const tunip_node *offset;  /* of the first element */
    const tunip_node *address; /* in tensor memory */
    const tunip_dtype *dtype;
} change;

static tunip_array *changed_marks(tunip_elaborator *e, const tunip_tir_buffer *parent,
                                  const change *by)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_array *marks = parent->axis_separators;
    const void *layout = by->layout ? by->layout : layout_of(e, parent);
    if (!layout && !tunip_array_count(marks)) return parent->axis_separators;
    if (!layout) layout = tunip_string_new(graph, "none");
    tunip_array *made = TUNIP_LIST(graph, (void *)(uintptr_t)layout);
    for (size_t i = 1; i < tunip_array_count(marks); i++)
        tunip_ir_append(e, made,
                        by->address && i == 1 ? (void *)(uintptr_t)by->address : marks->items[i]);
    return made;
}

/* A declared buffer; NULL after a complaint. */
static tunip_tir_buffer *declare(tunip_elaborator *e, const tunip_tir_buffer *parent,
                                 const change *by, const tunip_doc *doc)
{
    tunip_tir_buffer *made = tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_buffer_type);
    if (!made || (by->offset && !tir_takes_constant(e, by->offset, doc))) return NULL;
    *made = *parent;
    made->name = tir_empty_text(e);
    made->data =
        tir_new_var(e, tir_handle, parent->data ? parent->data->type_annotation : NULL, false);
    if (by->shape) made->shape = (tunip_array *)(uintptr_t)by->shape;
    if (by->dtype) made->dtype = *by->dtype;
    if (by->offset) made->elem_offset = (tunip_node *)(uintptr_t)by->offset;
    made->axis_separators = changed_marks(e, parent, by);
    if (tirx_is_addressed(parent))
        made->strides = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    tunip_value value =
        made->data ? tirx_declare(e, made, tirx_is_addressed(parent) ? NULL : parent->data, doc)
                   : tunip_value_wrong(doc);
    return value.kind == TUNIP_VALUE_NODE ? made : NULL;
}

static tunip_value value_of(const tunip_tir_buffer *buffer, const tunip_doc *doc)
{
    return tunip_value_node((void *)(uintptr_t)buffer, doc);
}

/* ---- shapes ---- */

/* The sizes that are given, where one -1 stands for what is left of `total`. */
static tunip_array *sizes_of(tunip_elaborator *e, tunip_values values, const tunip_node *total)
{
    tunip_array *sizes = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    const tunip_node *product = tirx_int(e, 1);
    size_t open = SIZE_MAX;
    for (size_t i = 0; sizes && i < values.count; i++) {
        int64_t number;
        void *size = tir_expr(e, &values.items[i]);
        if (!size) return NULL;
        tunip_ir_append(e, sizes, size);
        bool is_open = open == SIZE_MAX && total && tirx_int_of(size, &number) && number == -1;
        if (is_open)
            open = i;
        else
            product = tirx_folded(e, TIR_FOLD_MUL, product, size);
    }
    if (open < tunip_array_count(sizes) && product)
        sizes->items[open] =
            (tunip_node *)(uintptr_t)tirx_folded(e, TIR_FOLD_FLOOR_DIV, total, product);
    return sizes;
}

/* The shape with other sizes in the place of `count` dimensions. */
static tunip_array *replaced(tunip_elaborator *e, const tunip_array *shape, size_t dim,
                             size_t count, const tunip_array *sizes)
{
    tunip_array *made = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    for (size_t i = 0; made && i < dim; i++) tunip_ir_append(e, made, shape->items[i]);
    for (size_t i = 0; made && i < tunip_array_count(sizes); i++)
        tunip_ir_append(e, made, sizes->items[i]);
    for (size_t i = dim + count; made && i < tunip_array_count(shape); i++)
        tunip_ir_append(e, made, shape->items[i]);
    return made;
}

static tunip_tir_buffer *reshape(tunip_elaborator *e, const tunip_tir_buffer *parent,
                                 const tunip_array *shape, const tunip_doc *doc)
{
    return shape ? declare(e, parent, &(change){.shape = shape}, doc) : NULL;
}

/* A view of elements of another dtype: the last dimension has more of them, or fewer. */
static tunip_value recast(tunip_elaborator *e, const tunip_tir_buffer *parent,
                          const tunip_word_call *call)
{
    tunip_dtype dtype = tunip_value_to_dtype(e, &call->rest.items[0], parent->dtype);
    bool grows = dtype.bits > parent->dtype.bits; /* as in TVM, lanes do not count */
    int wide = grows ? dtype.bits : parent->dtype.bits;
    int narrow = grows ? parent->dtype.bits : dtype.bits;
    size_t count = tunip_array_count(parent->shape);
    if (narrow <= 0 || wide % narrow || !count)
        return tunip_complain(e, call->doc,
                              TUNIP_BREAKS_DTYPE "the elements of the buffer cannot be viewed as "
                                                 "elements of this dtype");
    const tunip_node *ratio = tirx_int(e, wide / narrow), *layout = layout_of(e, parent);
    tir_fold op = grows ? TIR_FOLD_FLOOR_DIV : TIR_FOLD_MUL;
    const tunip_node *last = tirx_folded(e, op, parent->shape->items[count - 1], ratio);
    const tunip_array *shape =
        replaced(e, parent->shape, count - 1, 1,
                 TUNIP_LIST(tunip_elaborator_graph(e), (void *)(uintptr_t)last));
    const tunip_node *resized = !layout ? NULL
                                : grows ? tirx_packed(e, layout, wide / narrow)
                                        : tirx_unpacked(e, layout, wide / narrow);
    if (layout && !resized)
        return tunip_complain(e, call->doc,
                              TUNIP_BREAKS_SHAPE "the layout of the buffer has no %d elements of "
                                                 "this dtype behind each other",
                              wide / narrow);
    change by = {.shape = shape,
                 .layout = resized,
                 .dtype = &dtype,
                 .offset = tirx_folded(e, op, parent->elem_offset, ratio)};
    return value_of(declare(e, parent, &by, call->doc), call->doc);
}

/* The layout that is given; NULL for none. False after a complaint. A layout of letters needs the
 * shape of the view. */
static bool given_layout(tunip_elaborator *e, const tunip_tir_buffer *parent,
                         const tunip_array *shape, const tunip_value *value, const void **out)
{
    tunip_tir_buffer view = *parent;
    view.shape = (tunip_array *)(uintptr_t)shape;
    *out = tirx_read_layout(e, value, false, &view);
    return *out || value->kind <= TUNIP_VALUE_NONE;
}

/* B = A.view(8, -1), B = A.view(8, 8, layout=...), B = A.view("int8") */
TIR_READ(view)
{
    const tunip_tir_buffer *parent = parent_of(e, call);
    if (!parent) return tunip_value_wrong(call->doc);
    if (call->rest.count == 1 && call->rest.items[0].kind == TUNIP_VALUE_STR)
        return recast(e, parent, call);
    bool has_layout = call->args[0].kind > TUNIP_VALUE_NONE;
    const void *layout;
    tunip_array *shape = sizes_of(e, call->rest, has_layout ? NULL : product_of(e, parent->shape));
    if (!shape || !given_layout(e, parent, shape, &call->args[0], &layout))
        return tunip_value_wrong(call->doc);
    change by = {.shape = shape, .layout = layout};
    return value_of(declare(e, parent, &by, call->doc), call->doc);
}

/* The elements of one thread: all between the first and the last one, or those that the layout
 * without its threads has, which is then the layout of the view. */
static tunip_value view_of_thread(tunip_elaborator *e, const tunip_word_call *call, bool is_span)
{
    const tunip_tir_buffer *parent = parent_of(e, call);
    if (!parent) return tunip_value_wrong(call->doc);
    bool has_layout = call->args[0].kind > TUNIP_VALUE_NONE;
    const void *layout;
    const tunip_node *own = layout_of(e, parent);
    tunip_array *shape = sizes_of(e, call->rest, NULL);
    if (!call->rest.count) {
        tunip_node *size = tirx_storage_size(tunip_elaborator_scratch(e), tiles_of(own),
                                             is_span && !has_layout);
        if (!size) return tunip_complain(e, call->doc, "the buffer has no layout to find a size");
        shape = TUNIP_LIST(tunip_elaborator_graph(e), size);
    }
    if (!shape || !given_layout(e, parent, shape, &call->args[0], &layout))
        return tunip_value_wrong(call->doc);
    if (!layout && !is_span)
        layout = with_tiles(e, own, tirx_storage_of(tunip_elaborator_scratch(e), tiles_of(own)));
    if (!layout) layout = tunip_string_new(tunip_elaborator_graph(e), "default");
    change by = {.shape = shape, .layout = layout};
    return value_of(declare(e, parent, &by, call->doc), call->doc);
}

/* B = A.local(), B = A.local(4, 2), B = A.local(layout=...) since v0.26 */
TIR_READ(local)
{
    return view_of_thread(e, call, true);
}

/* B = A.local() of v0.25 */
TIR_READ(storage_view)
{
    return view_of_thread(e, call, false);
}

/* ---- the order of dimensions ---- */

/* The layout of a buffer with iterators of their own for each dimension. */
typedef struct groups {
    const tunip_node *whole;
    tunip_tirx_tile_layout *layout;
    size_t *ends; /* see tirx_grouped() */
} groups;

/* False after a complaint. */
static bool group(tunip_elaborator *e, const tunip_tir_buffer *buffer, groups *out,
                  const tunip_doc *doc)
{
    size_t count = tunip_array_count(buffer->shape);
    *out = (groups){.whole = layout_of(e, buffer)};
    out->ends = tunip_elaborator_alloc(e, (count + 1) * sizeof *out->ends);
    const tunip_tirx_tile_layout *tiles = tiles_of(out->whole);
    if (out->ends && tiles) out->layout = tirx_grouped(e, tiles, buffer->shape, out->ends);
    if (!tiles)
        tunip_complain(e, doc, TUNIP_BREAKS_SHAPE "the buffer has no layout");
    else if (!out->layout)
        tunip_complain(
            e, doc, TUNIP_BREAKS_SHAPE "the dimensions of the buffer are not those of its layout");
    return out->layout != NULL;
}

static tunip_tir_buffer *permute(tunip_elaborator *e, const tunip_tir_buffer *parent,
                                 const size_t *order, const tunip_doc *doc)
{
    groups grouped;
    size_t count = tunip_array_count(parent->shape);
    tunip_array *shape = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    if (!shape || !group(e, parent, &grouped, doc)) return NULL;
    for (size_t i = 0; i < count; i++) tunip_ir_append(e, shape, parent->shape->items[order[i]]);
    tunip_tirx_tile_layout *made = tirx_permuted(e, grouped.layout, grouped.ends, order, count);
    return declare(e, parent,
                   &(change){.shape = shape, .layout = with_tiles(e, grouped.whole, made)}, doc);
}

/* B = A.permute(1, 0) */
TIR_READ(permute)
{
    const tunip_tir_buffer *parent = parent_of(e, call);
    size_t count = parent ? tunip_array_count(parent->shape) : 0;
    size_t *order = tunip_elaborator_alloc(e, (count + 1) * sizeof *order);
    bool *taken = tunip_elaborator_alloc(e, count + 1);
    if (!parent || !order || !taken) return tunip_value_wrong(call->doc);
    memset(taken, 0, count + 1);
    for (size_t i = 0; i < call->rest.count; i++) {
        int64_t at = tunip_value_to_int(e, &call->rest.items[i], 0);
        bool is_new = call->rest.count == count && at >= 0 && (size_t)at < count && !taken[at];
        if (!is_new)
            return tunip_complain(e, call->rest.items[i].doc,
                                  TUNIP_BREAKS_SHAPE
                                  "expected each of the %zu dimensions of the buffer once, from 0",
                                  count);
        taken[at] = true;
        order[i] = (size_t)at;
    }
    if (call->rest.count != count)
        return tunip_complain(
            e, call->doc, TUNIP_BREAKS_SHAPE "expected the %zu dimensions of the buffer", count);
    return value_of(permute(e, parent, order, call->doc), call->doc);
}

/* ---- patterns ---- */

/* A name in a pattern such as "(outer inner) tail -> outer tail inner". */
typedef struct axis {
    tunip_str name;
    size_t group; /* names in parentheses are one group */
    int64_t size; /* 0: not known yet */
} axis;

typedef struct side {
    axis *axes;
    size_t count, group_count;
} side;

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\n';
}

/* False if the parentheses are not those of groups of names. */
static bool read_side(tunip_elaborator *e, tunip_str text, side *out)
{
    bool is_open = false;
    *out = (side){.axes = tunip_elaborator_alloc(e, (text.size + 1) * sizeof *out->axes)};
    for (size_t i = 0; out->axes && i < text.size;) {
        size_t begin = i;
        while (i < text.size && !is_blank(text.data[i]) && !strchr("()", text.data[i])) i++;
        if (i > begin) {
            axis *made = &out->axes[out->count++];
            *made = (axis){.name = {text.data + begin, i - begin}, .group = out->group_count};
            out->group_count += !is_open;
            continue;
        }
        char letter = text.data[i++];
        if (is_blank(letter)) continue;
        bool is_empty = !out->count || out->axes[out->count - 1].group != out->group_count;
        if (is_open != (letter == ')') || (is_open && is_empty)) return false;
        out->group_count += is_open;
        is_open = !is_open;
    }
    return out->axes && !is_open;
}

static axis *find_axis(const side *s, tunip_str name)
{
    for (size_t i = 0; i < s->count; i++)
        if (tunip_str_equal(s->axes[i].name, name)) return &s->axes[i];
    return NULL;
}

/* Whether both sides have the same names, each once. */
static bool are_alike(const side *a, const side *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = find_axis(a, a->axes[i].name) == &a->axes[i] && find_axis(b, a->axes[i].name);
    return same;
}

/* Takes the sizes of the keywords. `pattern` is a size if the pattern is no keyword. */
static bool take_sizes(tunip_elaborator *e, const tunip_word_call *call, side *left)
{
    for (size_t i = 0; i < call->named.count; i++) {
        if (!call->rest.count && tunip_str_is(call->names[i], "pattern")) continue;
        axis *named = find_axis(left, call->names[i]);
        int64_t size = tunip_value_to_int(e, &call->named.items[i], 0);
        if (!named) continue; /* as TVM does */
        if (size <= 0) {
            tunip_complain(e, call->named.items[i].doc,
                           TUNIP_BREAKS_SHAPE "expected a size of at least 1");
            return false;
        }
        named->size = size;
    }
    return true;
}

/* Computes the sizes that are left; false if a group does not have the size of its dimension. */
static bool complete_sizes(const side *left, const tunip_array *shape)
{
    for (size_t g = 0; g < left->group_count; g++) {
        int64_t total, rest;
        axis *open = NULL;
        if (!tirx_int_of(shape->items[g], &total) || total <= 0) return false;
        rest = total;
        for (size_t i = 0; i < left->count; i++) {
            axis *a = &left->axes[i];
            if (a->group != g) continue;
            if (a->size ? rest % a->size != 0 : open != NULL) return false;
            if (a->size) rest /= a->size;
            if (!a->size) open = a;
        }
        if (open) open->size = rest;
        if (!open && rest != 1) return false;
    }
    return true;
}

static tunip_array *sizes_of_groups(tunip_elaborator *e, const side *s, const side *known,
                                    bool are_joined)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_array *sizes = tunip_array_new(graph, 0, NULL);
    for (size_t i = 0; sizes && i < s->count; i++) {
        int64_t size = find_axis(known, s->axes[i].name)->size;
        bool goes_on = are_joined && sizes->count && s->axes[i - 1].group == s->axes[i].group;
        void *made = tunip_ir_int(graph, tir_int32, size);
        if (goes_on)
            made = (void *)(uintptr_t)tirx_folded(e, TIR_FOLD_MUL, sizes->items[sizes->count - 1],
                                                  made);
        if (goes_on)
            sizes->items[sizes->count - 1] = made;
        else
            tunip_ir_append(e, sizes, made);
    }
    return sizes;
}

/* A view whose dimensions are split, permuted and joined again. */
static tunip_tir_buffer *rearrange(tunip_elaborator *e, const tunip_tir_buffer *parent,
                                   const side *left, const side *right, const tunip_doc *doc)
{
    size_t *order = tunip_elaborator_alloc(e, (left->count + 1) * sizeof *order);
    tunip_tir_buffer *made = reshape(e, parent, sizes_of_groups(e, left, left, false), doc);
    if (!order || !made || tunip_array_count(made->shape) != left->count) return NULL;
    for (size_t i = 0; i < right->count; i++)
        order[i] = (size_t)(find_axis(left, right->axes[i].name) - left->axes);
    made = permute(e, made, order, doc);
    return made ? reshape(e, made, sizes_of_groups(e, right, left, true), doc) : NULL;
}

/* B = A.rearrange("(outer inner) tail -> outer tail inner", outer=2) */
TIR_READ(rearrange)
{
    const tunip_tir_buffer *parent = parent_of(e, call);
    const tunip_value *pattern = call->rest.items;
    if (!parent) return tunip_value_wrong(call->doc);
    tunip_note_vintage(e, PART_METHODS, call->doc);
    for (size_t i = 0; !call->rest.count && i < call->named.count; i++)
        if (tunip_str_is(call->names[i], "pattern")) pattern = &call->named.items[i];
    if (!pattern || call->rest.count > 1)
        return tunip_complain(e, call->doc, TUNIP_BREAKS_ARGUMENTS "`rearrange` takes one pattern");
    tunip_str text = tunip_value_to_str(e, pattern, "");
    size_t at = 0;
    while (at + 1 < text.size && memcmp(text.data + at, "->", 2)) at++;
    side left, right;
    if (at + 1 >= text.size || !read_side(e, (tunip_str){text.data, at}, &left) ||
        !read_side(e, (tunip_str){text.data + at + 2, text.size - at - 2}, &right) ||
        !are_alike(&left, &right))
        return tunip_complain(e, pattern->doc,
                              TUNIP_BREAKS_ARGUMENTS
                              "expected the same names on both sides of an arrow: \"(a b) c -> a c "
                              "b\"");
    if (left.group_count != tunip_array_count(parent->shape))
        return tunip_complain(e, pattern->doc,
                              TUNIP_BREAKS_SHAPE "expected a pattern of %zu dimensions, got %zu",
                              tunip_array_count(parent->shape), left.group_count);
    if (!take_sizes(e, call, &left)) return tunip_value_wrong(call->doc);
    if (!complete_sizes(&left, parent->shape))
        return tunip_complain(e, call->doc,
                              TUNIP_BREAKS_SHAPE
                              "the sizes of the names do not make up the dimensions of the buffer");
    return value_of(rearrange(e, parent, &left, &right, call->doc), call->doc);
}

/* ---- parts of a buffer ---- */

/* A part of one dimension: an element, which drops the dimension, or a range. */
typedef struct part {
    size_t dim;
    const tunip_node *start;
    const tunip_node *length; /* NULL: an element */
    const tunip_doc *doc;
} part;

/* The place of an element in a dimension of several iterators; NULL after a complaint. */
static const tunip_node *place_of(tunip_elaborator *e, const groups *g, const part *p)
{
    size_t first = g->ends[p->dim], end = g->ends[p->dim + 1];
    const tunip_node *place = NULL, *rest = p->start;
    for (size_t i = first; i < end; i++) {
        const tunip_tirx_iter *iter = (tunip_tirx_iter *)g->layout->shard->items[i];
        const tunip_node *inner = tirx_int(e, 1), *at = rest;
        for (size_t k = i + 1; k < end; k++)
            inner = tirx_folded(e, TIR_FOLD_MUL, inner,
                                ((tunip_tirx_iter *)g->layout->shard->items[k])->extent);
        int64_t size;
        if (!tirx_int_of(inner, &size)) {
            tunip_complain(e, p->doc,
                           TUNIP_BREAKS_SHAPE "a dimension of several iterators must have a "
                                              "constant size");
            return NULL;
        }
        if (size != 1) at = tirx_folded(e, TIR_FOLD_FLOOR_DIV, rest, inner);
        if (size != 1) rest = tirx_folded(e, TIR_FOLD_FLOOR_MOD, rest, inner);
        at = tirx_folded(e, TIR_FOLD_MUL, at, iter->stride);
        place = place ? tirx_folded(e, TIR_FOLD_ADD, place, at) : at;
    }
    return place ? place : tirx_int(e, 0);
}

/* Whether an offset may be added to addresses that the layout has swizzled: a multiple of the
 * elements that the swizzle permutes. */
static bool commutes(tunip_elaborator *e, const tunip_node *layout, const tunip_node *offset)
{
    const tunip_tirx_compose_layout *swizzle = TUNIP_AS(tunip_tirx_compose_layout, layout);
    if (!swizzle || !swizzle->swizzle_len) return true;
    int64_t bits[] = {swizzle->per_element, swizzle->swizzle_len, swizzle->atom_len}, log = 0;
    for (size_t i = 0; i < TUNIP_LEN(bits); i++) {
        if (bits[i] < 0 || bits[i] > 20) return false;
        log += bits[i];
    }
    int64_t number;
    if (tirx_int_of(offset, &number)) return number % ((int64_t)1 << log) == 0;
    const tunip_node *period =
        tir_new_int(tunip_elaborator_scratch(e), tunip_ir_dtype_of(offset), (int64_t)1 << log);
    return tirx_quotient(tunip_elaborator_scratch(e), offset, period) != NULL;
}

/* Adds to the offset on the axis of memory. */
static void add_offset(tunip_elaborator *e, tunip_tirx_tile_layout *layout,
                       const tunip_node *offset)
{
    const tunip_map *before = layout->offset;
    tunip_tirx_axis *memory = tirx_axis_of(e, tunip_str_from("m"));
    layout->offset = tunip_map_new(tunip_elaborator_graph(e), 0, NULL);
    for (size_t i = 0; i < tunip_map_count(before); i++) {
        const tunip_map_entry *entry = &before->entries[i];
        const tunip_tirx_axis *on = TUNIP_AS(tunip_tirx_axis, entry->key);
        bool is_memory = on && tunip_str_is(tunip_string_value(on->name), "m");
        if (is_memory)
            offset = tirx_folded(e, TIR_FOLD_ADD, entry->value, offset);
        else
            tunip_ir_put(e, layout->offset, entry->key, entry->value);
    }
    tunip_ir_put(e, layout->offset, memory, (void *)(uintptr_t)offset);
}

/* The address in tensor memory, which counts columns of 32 bits; NULL after a complaint. */
static const tunip_node *moved_address(tunip_elaborator *e, const tunip_tir_buffer *parent,
                                       const tunip_node *offset, const tunip_doc *doc)
{
    enum { COLUMN_BITS = 32 };
    tunip_scratch *scratch = tunip_elaborator_scratch(e);
    int64_t bit_count = (int64_t)parent->dtype.bits * parent->dtype.lanes;
    const tunip_node *bits = tirx_folded(e, TIR_FOLD_MUL, offset, tirx_int(e, bit_count));
    const tunip_node *columns = tirx_quotient(scratch, bits, tirx_int(e, COLUMN_BITS));
    if (!columns)
        tunip_complain(
            e, doc, TUNIP_BREAKS_SHAPE "a view of tensor memory must begin at a column of 32 bits");
    return tirx_folded(e, TIR_FOLD_ADD, parent->axis_separators->items[1], columns);
}

/* Whether the dimension lies in columns, because only they have addresses. */
static bool is_in_columns(const groups *g, size_t dim)
{
    for (size_t i = g->ends[dim]; i < g->ends[dim + 1]; i++) {
        const tunip_tirx_iter *iter = (tunip_tirx_iter *)g->layout->shard->items[i];
        if (!tunip_str_is(tunip_string_value(iter->axis->name), "TCol")) return false;
    }
    return true;
}

/* Replaces the iterators of the dimension: an element has none, and a range fewer elements of the
 * outermost one. Sets *place to that of the first element. False after a complaint. */
static bool take_part(tunip_elaborator *e, groups *g, const part *p, const tunip_node **place)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    size_t first = g->ends[p->dim], end = g->ends[p->dim + 1];
    tunip_array *before = g->layout->shard, *shard = tunip_array_new(graph, 0, NULL);
    int64_t inner = 1, size, start = 0, length = 0;
    *place = p->length && end - first > 1 ? NULL : place_of(e, g, p);
    for (size_t i = 0; shard && i < first; i++) tunip_ir_append(e, shard, before->items[i]);
    if (p->length && end > first) {
        const tunip_tirx_iter *outer = (tunip_tirx_iter *)before->items[first];
        const tunip_node *extent = p->length;
        bool is_sized = true, is_split = end - first > 1;
        for (size_t i = first + 1; is_sized && i < end; i++) {
            is_sized = tirx_int_of(((tunip_tirx_iter *)before->items[i])->extent, &size) &&
                       size > 0 && !__builtin_mul_overflow(inner, size, &inner);
        }
        bool is_constant = tirx_int_of(p->start, &start) && tirx_int_of(p->length, &length);
        if (is_split && (!is_sized || !is_constant)) {
            tunip_complain(e, p->doc,
                           TUNIP_BREAKS_SHAPE "the range must be constant, because the layout "
                                              "splits the dimension");
            return false;
        }
        if (is_split && (start % inner || length % inner)) {
            tunip_complain(e, p->doc,
                           TUNIP_BREAKS_SHAPE "the range must be of whole blocks of %lld elements, "
                                              "because the layout splits the dimension",
                           (long long)inner);
            return false;
        }
        if (is_split) {
            extent = tirx_int(e, length / inner);
            *place = tirx_folded(e, TIR_FOLD_MUL, tirx_int(e, start / inner), outer->stride);
        }
        tunip_ir_append(
            e, shard, tirx_iter_new(graph, (void *)(uintptr_t)extent, outer->stride, outer->axis));
        for (size_t i = first + 1; i < end; i++) tunip_ir_append(e, shard, before->items[i]);
    }
    for (size_t i = end; shard && i < tunip_array_count(before); i++)
        tunip_ir_append(e, shard, before->items[i]);
    g->layout->shard = shard;
    return shard && *place;
}

/* The view of a part of one dimension; NULL after a complaint. */
static tunip_tir_buffer *cut(tunip_elaborator *e, const tunip_tir_buffer *parent, const part *p)
{
    groups g;
    int64_t start;
    const tunip_node *place;
    change by = {.shape = NULL};
    if (!group(e, parent, &g, p->doc)) return NULL;
    bool in_columns = is_in_columns(&g, p->dim);
    if (!take_part(e, &g, p, &place)) return NULL;
    if (tirx_is_addressed(parent) && !in_columns && !(tirx_int_of(p->start, &start) && !start)) {
        tunip_complain(e, p->doc,
                       TUNIP_BREAKS_SHAPE
                       "a view of tensor memory can only begin at another column");
        return NULL;
    }
    if (tirx_is_addressed(parent)) {
        by.address = moved_address(e, parent, place, p->doc);
        if (!by.address) return NULL;
    } else if (commutes(e, g.whole, place)) {
        by.offset = tirx_folded(e, TIR_FOLD_ADD, parent->elem_offset, place);
    } else {
        add_offset(e, g.layout, place);
    }
    tunip_array *sizes = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    if (p->length) tunip_ir_append(e, sizes, (void *)(uintptr_t)p->length);
    by.shape = replaced(e, parent->shape, p->dim, 1, sizes);
    by.layout = with_tiles(e, g.whole, g.layout);
    return declare(e, parent, &by, p->doc);
}

/* Whether a part lies in its dimension, as far as numbers say so; false after a complaint. */
static bool is_within(tunip_elaborator *e, const tunip_tir_buffer *parent, const part *p)
{
    int64_t start = 0, length = 1, size = 0, end;
    bool starts = tirx_int_of(p->start, &start),
         is_long = !p->length || tirx_int_of(p->length, &length);
    bool is_sized = tirx_int_of(parent->shape->items[p->dim], &size);
    if ((!starts || start >= 0) && (!is_long || length >= 1) &&
        (!starts || !is_long || !is_sized ||
         (!__builtin_add_overflow(start, length, &end) && end <= size)))
        return true;
    tunip_complain(e, p->doc, TUNIP_BREAKS_SHAPE "this part is not in dimension %zu of the buffer",
                   p->dim);
    return false;
}

static tunip_tir_buffer *take(tunip_elaborator *e, const tunip_tir_buffer *parent, part p)
{
    if (!p.start || p.dim >= tunip_array_count(parent->shape)) return NULL; /* no memory */
    return is_within(e, parent, &p) ? cut(e, parent, &p) : NULL;
}

/* A.sub[1::4]: the dimension is split, and the element 1 of the inner one taken. */
static tunip_tir_buffer *take_steps(tunip_elaborator *e, const tunip_tir_buffer *parent, size_t dim,
                                    const tunip_value *slice)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_value *parts = slice->items.items;
    int64_t size = 0, step = tunip_value_to_int(e, &parts[2], 0);
    bool is_sized = tirx_int_of(parent->shape->items[dim], &size);
    if (step <= 0 || parts[1].kind > TUNIP_VALUE_NONE || !is_sized || size % step) {
        tunip_complain(
            e, slice->doc,
            TUNIP_BREAKS_SHAPE
            "a slice with a step has no end, and the step must divide the size of the dimension");
        return NULL;
    }
    const tunip_node *start =
        parts[0].kind > TUNIP_VALUE_NONE ? tir_expr(e, &parts[0]) : tirx_int(e, 0);
    int64_t first;
    if (tirx_int_of(start, &first) && (first < 0 || first >= step)) {
        tunip_complain(e, slice->doc,
                       TUNIP_BREAKS_SHAPE "a slice with a step of %lld begins before %lld",
                       (long long)step, (long long)step);
        return NULL;
    }
    tunip_array *sizes = TUNIP_LIST(graph, tunip_ir_int(graph, tir_int32, size / step),
                                    tunip_ir_int(graph, tir_int32, step));
    tunip_tir_buffer *split =
        reshape(e, parent, replaced(e, parent->shape, dim, 1, sizes), slice->doc);
    return split ? take(e, split, (part){.dim = dim + 1, .start = start, .doc = slice->doc}) : NULL;
}

static bool is_whole_slice(const tunip_value *value)
{
    bool is_whole = value->kind == TUNIP_VALUE_SLICE;
    for (size_t i = 0; is_whole && i < value->items.count; i++)
        is_whole = value->items.items[i].kind <= TUNIP_VALUE_NONE;
    return is_whole;
}

/* A.sub[4:8] */
static tunip_tir_buffer *take_range(tunip_elaborator *e, const tunip_tir_buffer *parent, size_t dim,
                                    const tunip_value *slice)
{
    const tunip_value *parts = slice->items.items;
    const tunip_node *start =
        parts[0].kind > TUNIP_VALUE_NONE ? tir_expr(e, &parts[0]) : tirx_int(e, 0);
    const tunip_node *stop = parts[1].kind > TUNIP_VALUE_NONE ? (tunip_node *)tir_expr(e, &parts[1])
                                                              : parent->shape->items[dim];
    if (!start || !stop) return NULL;
    return take(e, parent,
                (part){.dim = dim,
                       .start = start,
                       .length = tirx_folded(e, TIR_FOLD_SUB, stop, start),
                       .doc = slice->doc});
}

/* B = A.sub[1, 2:6, ::4] */
TIR_READ(sub)
{
    const tunip_tir_buffer *buffer = parent_of(e, call);
    if (!buffer) return tunip_value_wrong(call->doc);
    tunip_note_vintage(e, PART_METHODS, call->doc);
    if (call->rest.count > tunip_array_count(buffer->shape))
        return tunip_complain(e, call->doc, TUNIP_BREAKS_SHAPE "the buffer has %zu dimensions",
                              tunip_array_count(buffer->shape));
    if (call->doc->kind == TUNIP_DOC_CALL)
        return tunip_complain(e, call->doc,
                              TUNIP_BREAKS_ARGUMENTS "`sub` takes a subscript: A.sub[1, 2:6]");
    size_t dim = 0;
    for (size_t i = 0; buffer && i < call->rest.count; i++) {
        const tunip_value *index = &call->rest.items[i];
        bool is_slice = index->kind == TUNIP_VALUE_SLICE;
        if (dim >= tunip_array_count(buffer->shape)) return tunip_value_wrong(call->doc);
        const tunip_value *step = is_slice ? &index->items.items[2] : NULL;
        bool has_step = step && step->kind > TUNIP_VALUE_NONE &&
                        !(step->kind == TUNIP_VALUE_INT && step->integer == 1);
        if (has_step)
            buffer = take_steps(e, buffer, dim, index);
        else if (is_slice && !is_whole_slice(index))
            buffer = take_range(e, buffer, dim, index);
        else if (!is_slice)
            buffer = take(e, buffer, (part){dim, tir_expr(e, index), NULL, index->doc});
        dim += is_slice;
    }
    return buffer ? value_of(buffer, call->doc) : tunip_value_wrong(call->doc);
}

/* ---- tiles and chunks ---- */

/* A dimension and the sizes into which A.tile() splits it. */
typedef struct factors {
    size_t dim;
    tunip_values sizes;
} factors;

/* A.tile(...) or A.chunk(...), whose parts a subscript picks. Values know it by `self`. */
typedef struct tirx_split {
    tunip_tir_buffer *self; /* a copy of the parent */
    const tunip_tir_buffer *parent;
    factors *dims; /* of A.tile(), in the order of the arguments */
    size_t count;
    tunip_values chunks; /* of A.chunk(): for each dimension their number, or None */
    struct tirx_split *next;
} tirx_split;

/* The method without picks, so that its subscript is a word of its own: see script.c. */
static tunip_value split_value(tunip_elaborator *e, const tunip_word_call *call, tirx_split split)
{
    tir_script_state *state = tir_state_of(e);
    tunip_method *method = tunip_elaborator_alloc(e, sizeof *method);
    tirx_split *kept = tunip_elaborator_alloc(e, sizeof *kept);
    split.self = tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_buffer_type);
    if (!state || !method || !kept || !split.self) return tunip_value_wrong(call->doc);
    *split.self = *split.parent;
    *kept = split;
    kept->next = state->splits;
    state->splits = kept;
    *method = (tunip_method){call->word, tunip_value_node(split.self, call->doc)};
    return (tunip_value){.kind = TUNIP_VALUE_METHOD, .doc = call->doc, .method = method};
}

/* NULL after a complaint. */
static const tirx_split *split_of(tunip_elaborator *e, const tunip_word_call *call)
{
    const tir_script_state *state = tir_state_of(e);
    const tirx_split *split = state ? state->splits : NULL;
    while (split && (tunip_node *)split->self != call->self.node) split = split->next;
    if (!split)
        tunip_complain(e, call->doc,
                       TUNIP_BREAKS_ARGUMENTS "expected the parts to split into before the picks");
    return split;
}

/* One argument of A.tile(): (dim, (4, -1)). */
static bool read_factors(tunip_elaborator *e, const tunip_tir_buffer *parent,
                         const tunip_value *dim, const tunip_value *sizes, factors *out)
{
    int64_t count = (int64_t)tunip_array_count(parent->shape), at = tunip_value_to_int(e, dim, 0);
    if (at < 0) at += count;
    bool is_list = sizes->kind == TUNIP_VALUE_LIST && sizes->items.count;
    if (at < 0 || at >= count)
        tunip_complain(e, dim->doc, TUNIP_BREAKS_SHAPE "the buffer has %lld dimensions",
                       (long long)count);
    else if (!is_list)
        tunip_complain(e, sizes->doc ? sizes->doc : dim->doc,
                       TUNIP_BREAKS_ARGUMENTS "expected a tuple of sizes");
    *out = (factors){(size_t)at, sizes->items};
    return is_list && at >= 0 && at < count;
}

static tunip_value read_tile(tunip_elaborator *e, const tunip_word_call *call,
                             const tunip_tir_buffer *parent)
{
    tunip_values specs = call->rest;
    tunip_value first = {.kind = TUNIP_VALUE_LIST, .doc = call->doc, .items = call->rest};
    bool is_one = specs.count == 2 && specs.items[0].kind != TUNIP_VALUE_LIST;
    if (is_one) specs = (tunip_values){&first, 1};
    tirx_split split = {.parent = parent, .count = specs.count};
    split.dims = tunip_elaborator_alloc(e, (specs.count + 1) * sizeof *split.dims);
    if (!split.dims) return tunip_value_wrong(call->doc);
    if (!specs.count)
        return tunip_complain(e, call->doc,
                              TUNIP_BREAKS_ARGUMENTS "expected a dimension and a tuple of sizes");
    for (size_t i = 0; i < specs.count; i++) {
        const tunip_value *spec = &specs.items[i];
        if (spec->kind != TUNIP_VALUE_LIST || spec->items.count != 2)
            return tunip_complain(
                e, spec->doc, TUNIP_BREAKS_ARGUMENTS "expected a dimension and a tuple of sizes");
        if (!read_factors(e, parent, &spec->items.items[0], &spec->items.items[1], &split.dims[i]))
            return tunip_value_wrong(call->doc);
        for (size_t k = 0; k < i; k++)
            if (split.dims[k].dim == split.dims[i].dim)
                return tunip_complain(e, spec->doc,
                                      TUNIP_BREAKS_REPEATED "dimension %zu is split twice",
                                      split.dims[i].dim);
    }
    return split_value(e, call, split);
}

/* Splits a dimension and takes the picked parts of it; those that are kept become one again. */
static const tunip_tir_buffer *pick(tunip_elaborator *e, const tunip_tir_buffer *buffer,
                                    const factors *f, const tunip_value *picks,
                                    const tunip_doc *doc)
{
    size_t kept = 0, count = f->sizes.count;
    for (size_t i = 0; i < count; i++) kept += is_whole_slice(&picks[i]);
    for (size_t i = 0; i < count; i++)
        if (picks[i].kind == TUNIP_VALUE_SLICE && (!is_whole_slice(&picks[i]) || kept == count)) {
            tunip_complain(e, picks[i].doc, TUNIP_BREAKS_SHAPE "%s",
                           kept == count ? "at least one part of each dimension must be picked"
                                         : "a part is picked by an index or kept whole by `:`");
            return NULL;
        }
    tunip_array *sizes = sizes_of(e, f->sizes, NULL);
    const tunip_node *total = product_of(e, buffer->shape);
    if (!sizes) return NULL;
    /* TVM infers an open size from the whole shape */
    tunip_array *shape = replaced(e, buffer->shape, f->dim, 1, sizes);
    tunip_value *values =
        tunip_elaborator_alloc(e, (shape ? shape->count + 1 : 1) * sizeof *values);
    for (size_t i = 0; shape && values && i < shape->count; i++)
        values[i] = tunip_value_node(shape->items[i], doc);
    shape = shape && values ? sizes_of(e, (tunip_values){values, shape->count}, total) : NULL;
    if (shape) buffer = reshape(e, buffer, shape, doc);
    for (size_t i = count; shape && buffer && i-- > 0;)
        if (!is_whole_slice(&picks[i]))
            buffer =
                take(e, buffer, (part){f->dim + i, tir_expr(e, &picks[i]), NULL, picks[i].doc});
    if (!shape || !buffer || kept < 2) return shape ? buffer : NULL;
    tunip_array *joined = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    const tunip_node *rest = tirx_int(e, 1);
    for (size_t i = 0; i < tunip_array_count(buffer->shape); i++)
        if (i < f->dim || i >= f->dim + kept)
            rest = tirx_folded(e, TIR_FOLD_MUL, rest, buffer->shape->items[i]);
    tunip_ir_append(
        e, joined,
        (void *)(uintptr_t)tirx_folded(e, TIR_FOLD_FLOOR_DIV, product_of(e, buffer->shape), rest));
    return reshape(e, buffer, replaced(e, buffer->shape, f->dim, kept, joined), doc);
}

/* A.tile(0, (4, -1))[i, :] */
TIR_READ(tile_picks)
{
    const tirx_split *split = split_of(e, call);
    size_t wanted = 0, done = 0;
    for (size_t i = 0; split && i < split->count; i++) wanted += split->dims[i].sizes.count;
    if (!split) return tunip_value_wrong(call->doc);
    if (call->rest.count != wanted)
        return tunip_complain(e, call->doc,
                              TUNIP_BREAKS_SHAPE "expected %zu indices, one for each part, got %zu",
                              wanted, call->rest.count);
    const tunip_tir_buffer *buffer = split->parent;
    size_t above = SIZE_MAX; /* from the last dimension to the first */
    for (; buffer && done < split->count; done++) {
        const factors *next = NULL;
        const tunip_value *picks = call->rest.items, *own = NULL;
        for (size_t i = 0; i < split->count; picks += split->dims[i++].sizes.count)
            if (split->dims[i].dim < above && (!next || split->dims[i].dim > next->dim)) {
                next = &split->dims[i];
                own = picks;
            }
        above = next->dim;
        buffer = pick(e, buffer, next, own, call->doc);
    }
    return buffer ? value_of(buffer, call->doc) : tunip_value_wrong(call->doc);
}

/* A.chunk((4, None)): equal parts of dimensions. */
TIR_READ(chunk)
{
    const tunip_value *spec = &call->args[0];
    const tunip_tir_buffer *parent = parent_of(e, call);
    if (!parent) return tunip_value_wrong(call->doc);
    tunip_note_vintage(e, PART_METHODS, call->doc);
    if (spec->kind != TUNIP_VALUE_LIST || spec->items.count != tunip_array_count(parent->shape))
        return tunip_complain(e, call->doc,
                              TUNIP_BREAKS_ARGUMENTS "expected a number of chunks or None for each "
                                                     "of the %zu dimensions",
                              tunip_array_count(parent->shape));
    for (size_t i = 0; i < spec->items.count; i++) {
        const tunip_value *count = &spec->items.items[i];
        if (count->kind > TUNIP_VALUE_NONE && tunip_value_to_int(e, count, 0) < 1)
            return tunip_complain(e, count->doc,
                                  TUNIP_BREAKS_SHAPE "there must be at least one chunk");
    }
    return split_value(e, call, (tirx_split){.parent = parent, .chunks = spec->items});
}

/* A.chunk((4, None))[i, :]: a region. */
TIR_READ(chunk_picks)
{
    const tirx_split *split = split_of(e, call);
    if (!split) return tunip_value_wrong(call->doc);
    if (call->rest.count > split->chunks.count)
        return tunip_complain(e, call->doc, TUNIP_BREAKS_SHAPE "the buffer has %zu dimensions",
                              split->chunks.count);
    tunip_value *indices = tunip_elaborator_alloc(e, (call->rest.count + 1) * sizeof *indices);
    for (size_t i = 0; indices && i < call->rest.count; i++) {
        const tunip_value *index = &call->rest.items[i];
        indices[i] = *index;
        if (split->chunks.items[i].kind <= TUNIP_VALUE_NONE) continue;
        if (index->kind == TUNIP_VALUE_SLICE)
            return tunip_complain(e, index->doc,
                                  TUNIP_BREAKS_SHAPE "expected the index of a chunk");
        const tunip_node *chunks = tir_expr(e, &split->chunks.items[i]), *at = tir_expr(e, index);
        const tunip_node *size =
            tirx_folded(e, TIR_FOLD_FLOOR_DIV, split->parent->shape->items[i], chunks);
        const tunip_node *start = tirx_folded(e, TIR_FOLD_MUL, at, size);
        const tunip_node *stop =
            tirx_folded(e, TIR_FOLD_MUL, tirx_folded(e, TIR_FOLD_ADD, at, tirx_int(e, 1)), size);
        tunip_value *parts = tunip_elaborator_alloc(e, 3 * sizeof *parts);
        if (!parts || !start || !stop) return tunip_value_wrong(call->doc);
        parts[0] = tunip_value_node((void *)(uintptr_t)start, index->doc);
        parts[1] = tunip_value_node((void *)(uintptr_t)stop, index->doc);
        parts[2] = (tunip_value){.kind = TUNIP_VALUE_ABSENT};
        indices[i] = (tunip_value){.kind = TUNIP_VALUE_SLICE, .doc = index->doc};
        indices[i].items = (tunip_values){parts, 3};
    }
    tunip_value self = value_of(split->parent, call->doc);
    if (!indices) return tunip_value_wrong(call->doc);
    return tir_read_subscript(e, &self, (tunip_values){indices, call->rest.count}, call->doc);
}

/* ---- methods of layouts ---- */

/* The layout before the dot; NULL after a complaint. */
static const tunip_node *layout_self(tunip_elaborator *e, const tunip_word_call *call)
{
    const tunip_node *self = call->self.kind == TUNIP_VALUE_NODE ? call->self.node : NULL;
    tunip_note_vintage(e, LAYOUT_METHODS, call->doc);
    if (tunip_is_a(self, &tunip_tirx_layout_type)) return self;
    tunip_complain(e, call->doc, "only a layout has `%s`", call->word->name + 1);
    return NULL;
}

/* A_layout.tile(outer, (8, 4), (1, 2)) */
static tunip_value read_tiled(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_note_vintage(e, LAYOUT_METHODS, call->doc);
    enum { OUTER, OUTER_SHAPE, INNER_SHAPE, COUNT };
    tunip_value args[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        args[i] = i < call->rest.count ? call->rest.items[i] : call->args[i];
    if (call->rest.count > COUNT || args[INNER_SHAPE].kind == TUNIP_VALUE_ABSENT ||
        args[OUTER].kind == TUNIP_VALUE_ABSENT || args[OUTER_SHAPE].kind == TUNIP_VALUE_ABSENT)
        return tunip_complain(e, call->doc,
                              TUNIP_BREAKS_ARGUMENTS "expected a layout and two shapes");
    tunip_tirx_tile_layout *outer =
        tunip_value_to_node(e, &args[OUTER], &tunip_tirx_tile_layout_type);
    tunip_array *outer_shape = tir_exprs(e, &args[OUTER_SHAPE]);
    tunip_array *inner_shape = tir_exprs(e, &args[INNER_SHAPE]);
    if (!outer || !outer_shape || !inner_shape) return tunip_value_wrong(call->doc);
    tunip_node *made = tirx_tiled(e, call->self.node, outer, outer_shape, inner_shape);
    if (made) return tunip_value_node(made, call->doc);
    return tunip_complain(
        e, call->doc, TUNIP_BREAKS_SHAPE "the layouts do not have the dimensions of the shapes");
}

/* A.tile(0, (4, -1)) of a buffer, or of a layout */
TIR_READ(tile)
{
    const tunip_node *self = call->self.kind == TUNIP_VALUE_NODE ? call->self.node : NULL;
    if (tunip_is_a(self, &tunip_tirx_layout_type)) return read_tiled(e, call);
    const tunip_tir_buffer *parent = parent_of(e, call);
    if (!parent) return tunip_value_wrong(call->doc);
    tunip_note_vintage(e, PART_METHODS, call->doc);
    return read_tile(e, call, parent);
}

/* NULL after a complaint. */
static tunip_node *permuted_dims(tunip_elaborator *e, const tunip_node *layout,
                                 const tunip_value *order)
{
    const tunip_tirx_tile_layout *tiles = TUNIP_AS(tunip_tirx_tile_layout, layout);
    size_t count = tiles ? tunip_array_count(tiles->shard) : 0;
    size_t *ends = tunip_elaborator_alloc(e, 2 * (count + 1) * sizeof *ends), *dims = ends;
    bool *taken = tunip_elaborator_alloc(e, count + 1);
    if (!ends || !taken) return NULL;
    memset(taken, 0, count + 1);
    dims = ends + count + 1;
    bool is_order = order->kind == TUNIP_VALUE_LIST && order->items.count == count;
    for (size_t i = 0; i <= count; i++) ends[i] = i;
    for (size_t i = 0; is_order && i < count; i++) {
        int64_t at = tunip_value_to_int(e, &order->items.items[i], 0);
        is_order = at >= 0 && (size_t)at < count && !taken[at];
        if (is_order) taken[at] = true;
        if (is_order) dims[i] = (size_t)at;
    }
    if (!is_order) {
        tunip_complain(e, order->doc,
                       TUNIP_BREAKS_SHAPE
                       "expected a list with each of the %zu iterators once, from 0",
                       count);
        return NULL;
    }
    return (tunip_node *)tirx_permuted(e, tiles, ends, dims, count);
}

/* A_layout.pack(2), A_layout.unpack(2), A_layout.permute_dims([1, 0]), A_layout.canonicalize(),
 * A_layout.storage() */
TIR_READ(layout_method)
{
    enum { PACK, UNPACK, PERMUTE, CANONICAL, STORAGE };
    const tunip_node *self = layout_self(e, call);
    intptr_t method = call->word->data;
    tunip_node *made = NULL;
    if (!self) return tunip_value_wrong(call->doc);
    bool is_resized = method == PACK || method == UNPACK;
    int64_t ratio = is_resized ? tunip_value_to_int(e, &call->args[0], 0) : 0;
    if (is_resized && (ratio < 1 || ratio > INT32_MAX))
        return tunip_complain(e, call->args[0].doc,
                              TUNIP_BREAKS_SHAPE "expected a number from 1 to 2147483647");
    if (method == PACK) made = tirx_packed(e, self, ratio);
    if (method == UNPACK) made = tirx_unpacked(e, self, ratio);
    if (method == PERMUTE) made = permuted_dims(e, self, &call->args[0]);
    if (method == STORAGE)
        made = with_tiles(e, self, tirx_storage_of(tunip_elaborator_scratch(e), tiles_of(self)));
    if (method == CANONICAL) made = with_tiles(e, self, tirx_canonical(e, tiles_of(self)));
    if (made || tunip_elaborator_is_wrong(e)) return tunip_value_node(made, call->doc);
    if (is_resized)
        return tunip_complain(
            e, call->doc, TUNIP_BREAKS_SHAPE "the layout cannot be %s by %lld: %s",
            method == PACK ? "packed" : "unpacked", (long long)ratio,
            method == PACK ? "this many elements must follow each other in the last iterator"
                           : "the strides must stay below 2147483648");
    return tunip_complain(
        e, call->doc, TUNIP_BREAKS_SHAPE "an iterator of the layout lacks an extent or a stride");
}
