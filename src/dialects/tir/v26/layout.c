/* layout.c -- layouts of TVM v0.26: T.TileLayout(T.S[(4, 8) : (8, 1 @ Axis.laneid)]). */
#include "../analysis.h"
#include "../frame.h"
#include "../script.h"
#include "buffer.h"
#include "rules.h"

/* ---- comparing ---- */

static const tunip_type *concept_of(const tunip_node *node)
{
    return node->type->kin ? node->type->kin : node->type;
}

enum { MOST_DEPTH = 200 };

static bool same_value(const tunip_node *a, const tunip_node *b, int depth)
{
    if (a == b) return true;
    if (!a || !b || concept_of(a) != concept_of(b) || depth > MOST_DEPTH) return false;
    const tunip_ir_int_imm *x = TUNIP_AS(tunip_ir_int_imm, a), *y = TUNIP_AS(tunip_ir_int_imm, b);
    if (x && y)
        return x->value == y->value &&
               tunip_dtype_equal(tunip_ir_dtype_of(a), tunip_ir_dtype_of(b));
    if (tunip_is(a, &tunip_tir_mul_type) || tunip_is(a, &tunip_tir_add_type)) {
        const tunip_tir_binary *p = (const tunip_tir_binary *)a, *q = (const tunip_tir_binary *)b;
        return same_value(p->a, q->a, depth + 1) && same_value(p->b, q->b, depth + 1);
    }
    return a->type == b->type && tir_same_expr(a, b);
}

bool tirx_same_value(const tunip_node *a, const tunip_node *b)
{
    return same_value(a, b, 0);
}

static tunip_str axis_name(const tunip_tirx_axis *axis)
{
    return tunip_string_value(axis ? axis->name : NULL);
}

bool tirx_is_default_layout(tunip_docsifier *d, const tunip_node *layout, const tunip_array *shape)
{
    const tunip_tirx_tile_layout *tile = TUNIP_AS(tunip_tirx_tile_layout, layout);
    size_t count = tunip_array_count(shape);
    if (!tile || tunip_array_count(tile->shard) != count || tunip_array_count(tile->replica) ||
        tunip_map_count(tile->offset))
        return false;
    tunip_ir_int_imm one = {.value = 1};
    one.base.base.base.base.type = &tunip_ir_int_imm_type;
    if (count) one.base.dtype = tunip_ir_dtype_of(shape->items[0]);
    const tunip_node *stride = (const tunip_node *)&one;
    for (size_t i = count; i-- > 0;) {
        const tunip_tirx_iter *iter = TUNIP_AS(tunip_tirx_iter, tile->shard->items[i]);
        if (!iter || !tunip_str_is(axis_name(iter->axis), "m") ||
            !tirx_same_value(shape->items[i], iter->extent) ||
            !tirx_same_value(stride, iter->stride))
            return false;
        stride = tunip_tir_mul_folded(tunip_job_scratch(d), stride, shape->items[i]);
    }
    return true;
}

/* ---- printing ---- */

TIR_RULE(v26_axis)
{
    return tunip_doc_str(d, axis_name((const tunip_tirx_axis *)node),
                         tunip_path_attr(d, path, "name"));
}

TIR_RULE(v26_iter)
{
    const tunip_tirx_iter *iter = (const tunip_tirx_iter *)node;
    const tunip_doc *extent = TIR_SUB(d, iter, extent, path);
    const tunip_doc *stride = TIR_SUB(d, iter, stride, path);
    const tunip_doc *axis =
        tunip_doc_str(d, axis_name(iter->axis), tunip_path_attr(d, path, "axis"));
    return TIR_CALL(d, "Iter", extent, stride, axis);
}

/* value @ Axis.name; the axis of memory is left out. */
static const tunip_doc *bind_axis(tunip_docsifier *d, const tunip_doc *value, tunip_str axis)
{
    if (tunip_str_is(axis, "m")) return value;
    const tunip_doc *all = tunip_doc_id_new(d, tunip_str_from("Axis"), NULL);
    const tunip_doc *name = tunip_doc_attr_new(d, all, axis);
    return tunip_doc_operation_new(d, TUNIP_OP_MATRIX_MUL, TUNIP_DOCS(d, value, name));
}

static const tunip_doc *one_or_tuple(tunip_docsifier *d, const tunip_doc **docs, size_t count)
{
    return count == 1 ? docs[0] : tunip_doc_tuple_new(d, tunip_docs_view(docs, count));
}

/* T.S[(e0, e1) : (s0 @ a0, s1 @ a1)] */
static const tunip_doc *write_iters(tunip_docsifier *d, const char *head, const tunip_array *iters,
                                    const tunip_path *path)
{
    size_t count = tunip_array_count(iters);
    const tunip_doc **extents = tunip_docs_new(d, count), **strides = tunip_docs_new(d, count);
    for (size_t i = 0; extents && strides && i < count; i++) {
        const tunip_tirx_iter *iter = TUNIP_AS(tunip_tirx_iter, iters->items[i]);
        const tunip_path *at = tunip_path_item(d, path, i);
        if (!iter) {
            extents[i] = strides[i] = tir_docsify(d, iters->items[i], at);
            continue;
        }
        extents[i] = TIR_SUB(d, iter, extent, at);
        strides[i] = bind_axis(d, TIR_SUB(d, iter, stride, at), axis_name(iter->axis));
    }
    const tunip_doc *callee = tir_name(d, head);
    if (!extents || !strides) return callee;
    const tunip_doc *slice = tunip_doc_slice_new(d, one_or_tuple(d, extents, count),
                                                 one_or_tuple(d, strides, count), NULL);
    return tunip_doc_index_new(d, callee, TUNIP_DOCS(d, slice));
}

static const tunip_doc *add_term(tunip_docsifier *d, const tunip_doc *sum, const tunip_doc *term)
{
    return sum ? tunip_doc_operation_new(d, TUNIP_OP_ADD, TUNIP_DOCS(d, sum, term)) : term;
}

static int compare(const tunip_map_entry *a, const tunip_map_entry *b)
{
    tunip_str x = axis_name(TUNIP_AS(tunip_tirx_axis, a->key));
    tunip_str y = axis_name(TUNIP_AS(tunip_tirx_axis, b->key));
    size_t size = x.size < y.size ? x.size : y.size;
    int order = size ? memcmp(x.data, y.data, size) : 0;
    return order ? order : (x.size > y.size) - (x.size < y.size);
}

static const tunip_map_entry *next_offset(const tunip_map *offsets, const tunip_map_entry *last)
{
    const tunip_map_entry *next = NULL;
    for (size_t i = 0; i < tunip_map_count(offsets); i++) {
        const tunip_map_entry *entry = &offsets->entries[i];
        bool is_behind = !last || compare(entry, last) > 0;
        if (is_behind && (!next || compare(entry, next) < 0)) next = entry;
    }
    return next;
}

/* The offsets, by the names of their axes. */
static const tunip_doc *write_offsets(tunip_docsifier *d, const tunip_map *offsets,
                                      const tunip_path *path)
{
    const tunip_doc *sum = NULL;
    const tunip_map_entry *entry = NULL;
    while ((entry = next_offset(offsets, entry))) {
        const tunip_path *at = tunip_path_key(d, path, entry->key);
        const tunip_doc *value = tir_docsify(d, entry->value, at);
        tunip_str name = axis_name(TUNIP_AS(tunip_tirx_axis, entry->key));
        sum = add_term(d, sum, bind_axis(d, value, name));
    }
    return sum;
}

/* T.TileLayout.from_iters(offset={"m": 1}): without iterators there is nothing to add to. */
static const tunip_doc *write_bare(tunip_docsifier *d, const tunip_tirx_tile_layout *layout,
                                   const tunip_path *path)
{
    const tunip_path *at = tunip_path_attr(d, path, "offset");
    size_t count = tunip_map_count(layout->offset);
    const tunip_doc **keys = tunip_docs_new(d, count), **values = tunip_docs_new(d, count);
    tir_args args = {.count = 0};
    for (size_t i = 0; keys && values && i < count; i++) {
        const tunip_map_entry *entry = &layout->offset->entries[i];
        const tunip_path *here = tunip_path_key(d, at, entry->key);
        keys[i] = tunip_doc_str(d, axis_name(TUNIP_AS(tunip_tirx_axis, entry->key)), here);
        values[i] = tir_docsify(d, entry->value, here);
    }
    if (count)
        tir_args_key(
            &args, "offset",
            tunip_doc_dict_new(d, tunip_docs_view(keys, count), tunip_docs_view(values, count)));
    const tunip_doc *callee =
        tunip_doc_attr_new(d, tir_name(d, "TileLayout"), tunip_str_from("from_iters"));
    return tir_args_call(d, callee, &args);
}

TIR_RULE(v26_tile_layout)
{
    const tunip_tirx_tile_layout *layout = (const tunip_tirx_tile_layout *)node;
    const tunip_doc *sum = NULL;
    if (!tunip_array_count(layout->shard) && !tunip_array_count(layout->replica))
        return write_bare(d, layout, path);
    if (tunip_array_count(layout->shard))
        sum = write_iters(d, "S", layout->shard, tunip_path_attr(d, path, "shard"));
    if (tunip_array_count(layout->replica))
        sum = add_term(d, sum,
                       write_iters(d, "R", layout->replica, tunip_path_attr(d, path, "replica")));
    const tunip_doc *offsets = write_offsets(d, layout->offset, tunip_path_attr(d, path, "offset"));
    if (offsets) sum = add_term(d, sum, offsets);
    return TIR_CALL(d, "TileLayout", sum);
}

TIR_RULE(v26_compose_layout)
{
    const tunip_tirx_compose_layout *layout = (const tunip_tirx_compose_layout *)node;
    tir_args args = {.count = 0};
    tir_args_add(&args,
                 tunip_doc_int(d, layout->per_element, tunip_path_attr(d, path, "per_element")));
    tir_args_add(&args,
                 tunip_doc_int(d, layout->swizzle_len, tunip_path_attr(d, path, "swizzle_len")));
    tir_args_add(&args, tunip_doc_int(d, layout->atom_len, tunip_path_attr(d, path, "atom_len")));
    tir_args_add(&args, TIR_SUB(d, layout, tile_layout, path));
    if (!layout->swizzle_inner)
        tir_args_key(&args, "swizzle_inner",
                     tunip_doc_bool(d, false, tunip_path_attr(d, path, "swizzle_inner")));
    return tir_args_call(d, tir_name(d, "ComposeLayout"), &args);
}

/* ---- reading ---- */

/* Buffers of v0.26 have a layout and no separators of axes. Until the script is converted, the
 * layout stands in their place: a node, or a string for the default one. */
void tir_take_layout(tunip_elaborator *e, tunip_tir_buffer *buffer, const tunip_word_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tir_script_state *state = tir_state_of(e);
    bool is_usual = !state || !state->function || state->function->has_layouts;
    size_t shift = strncmp(call->word->params, "param ", 6) == 0;
    void *layout = NULL;
    if (!buffer || !call->word->data) return; /* words of older versions have no layout */
    const tunip_value *given = &call->args[TIR_BUFFER_LAYOUT + shift];
    if (given->kind == TUNIP_VALUE_NODE) layout = given->node;
    if (given->kind == TUNIP_VALUE_ABSENT && is_usual) layout = tunip_string_new(graph, "default");
    if (layout) buffer->axis_separators = tunip_array_new(graph, 1, &layout);
}
