/* layout.c -- layouts: those of TVM v0.26, T.TileLayout(T.S[(4, 8) : (8, 1 @ Axis.laneid)]),
 * and the text of a layout at the root. */
#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/arith.h>
#include <tunip/tvm/te.h>
#include <tunip/tvm/tirx_types_v25.h>

#include "analysis.h"
#include "buffer.h"
#include "frame.h"
#include "layout.h"
#include "rules.h"

/* ======== layout ======== */

/* Layouts of TVM v0.26: T.TileLayout(T.S[(4, 8) : (8, 1 @ Axis.laneid)]). */

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
    tir_args args;
    tir_args_begin(&args);
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
    tir_args args;
    tir_args_begin(&args);
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

/* As keys of a map, axes are compared by address. */
tunip_tirx_axis *tirx_axis_of(tunip_elaborator *e, tunip_str name)
{
    tir_script_state *state = tir_state_of(e);
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (!state) return NULL;
    if (!state->axes) state->axes = tunip_array_new(graph, 0, NULL);
    for (size_t i = 0; i < tunip_array_count(state->axes); i++) {
        tunip_tirx_axis *axis = (tunip_tirx_axis *)state->axes->items[i];
        if (tunip_str_equal(axis_name(axis), name)) return axis;
    }
    tunip_tirx_axis *axis = tunip_node_new(graph, &tunip_tirx_axis_type);
    if (!axis) return NULL;
    axis->name = tunip_string_new_view(graph, name);
    tunip_ir_append(e, state->axes, axis);
    return axis;
}

static tunip_tirx_axis *new_axis(tunip_graph *graph, tunip_str name)
{
    tunip_tirx_axis *axis = tunip_node_new(graph, &tunip_tirx_axis_type);
    if (axis) axis->name = tunip_string_new_view(graph, name);
    return axis;
}

tunip_tirx_iter *tirx_iter_new(tunip_graph *graph, void *extent, void *stride,
                               tunip_tirx_axis *axis)
{
    tunip_tirx_iter *iter = tunip_node_new(graph, &tunip_tirx_iter_type);
    if (!iter) return NULL;
    iter->extent = extent;
    iter->stride = stride;
    iter->axis = axis;
    return iter;
}

tunip_tirx_tile_layout *tirx_layout_new(tunip_graph *graph)
{
    tunip_tirx_tile_layout *layout = tunip_node_new(graph, &tunip_tirx_tile_layout_type);
    if (!layout) return NULL;
    layout->shard = tunip_array_new(graph, 0, NULL);
    layout->replica = tunip_array_new(graph, 0, NULL);
    layout->offset = tunip_map_new(graph, 0, NULL);
    return layout->shard && layout->replica && layout->offset ? layout : NULL;
}

/* ---- layouts of Trainium ---- */

/* "PF": for each dimension, whether its elements are in different partitions or follow each other
 * in one (TileLayout.trainium in TVM python/tvm/tirx/layout.py). Only for known extents. */

enum { PARTITIONS = 128, BANK = 512 /* elements of one bank of scope trn.psum */ };

static void add_iter(tunip_elaborator *e, tunip_tirx_tile_layout *to, int64_t extent,
                     int64_t stride, const char *axis)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_ir_append(e, to->shard,
                    tirx_iter_new(graph, tunip_ir_int(graph, tir_int32, extent),
                                  tunip_ir_int(graph, tir_int32, stride),
                                  tirx_axis_of(e, tunip_str_from(axis))));
}

/* An iterator over elements of one partition. In the scope trn.psum, elements are in banks. */
static bool add_free(tunip_elaborator *e, tunip_tirx_tile_layout *to, int64_t extent,
                     int64_t stride, bool has_banks)
{
    int64_t rest = stride ? BANK / stride : 0;
    if (!has_banks) {
        add_iter(e, to, extent, stride, "F");
    } else if (stride % BANK == 0) {
        add_iter(e, to, extent, stride / BANK, "Bank");
    } else if (BANK % stride == 0 && extent < rest) {
        add_iter(e, to, extent, stride, "F");
    } else if (BANK % stride == 0 && extent % rest == 0) {
        add_iter(e, to, extent / rest, 1, "Bank");
        add_iter(e, to, rest, stride, "F");
    } else {
        return false;
    }
    return true;
}

/* The known extents; false if one is not known. */
static bool extents_of(const tunip_array *shape, int64_t *out)
{
    for (size_t i = 0; i < tunip_array_count(shape); i++) {
        const tunip_ir_int_imm *extent = TUNIP_AS(tunip_ir_int_imm, shape->items[i]);
        if (!extent || extent->value <= 0 || extent->value > INT32_MAX) return false;
        out[i] = extent->value;
    }
    return true;
}

static void *read_partitions(tunip_elaborator *e, const tunip_value *given,
                             const tunip_tir_buffer *buffer)
{
    enum { MOST = 16 };
    int64_t extents[MOST], strides[MOST], free = 1, partition = 1;
    tunip_str text = given->text;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == 'P' || text.data[i] == 'F') continue;
        tunip_complain_instead(e, given, "a layout");
        return NULL;
    }
    size_t count = tunip_array_count(buffer->shape), partitions = 0;
    bool has_banks = tunip_str_is(tunip_tir_buffer_scope(buffer), "trn.psum");
    bool fine = count == text.size && count <= MOST && extents_of(buffer->shape, extents);
    for (size_t i = count; fine && i-- > 0;) {
        int64_t *next = text.data[i] == 'P' ? &partition : &free;
        strides[i] = *next;
        *next *= extents[i];
        fine = *next <= INT32_MAX;
        partitions += text.data[i] == 'P';
    }
    /* a single dimension of more than 128 partitions goes on in the free elements */
    bool is_split = fine && partitions == 1 && partition > PARTITIONS;
    fine = fine && (partition <= PARTITIONS || (is_split && partition % PARTITIONS == 0));
    tunip_tirx_tile_layout *made = fine ? tirx_layout_new(tunip_elaborator_graph(e)) : NULL;
    for (size_t i = 0; made && fine && i < count; i++) {
        bool is_free = text.data[i] == 'F';
        if (is_free) fine = add_free(e, made, extents[i], strides[i], has_banks);
        if (!is_free && is_split) fine = add_free(e, made, partition / PARTITIONS, free, has_banks);
        if (!is_free) add_iter(e, made, is_split ? PARTITIONS : extents[i], strides[i], "P");
    }
    if (!fine)
        tunip_complain(e, given->doc,
                       "expected a letter for each dimension, P for at most 128 partitions or F");
    return fine ? made : NULL;
}

/* ---- of buffers ---- */

void *tirx_read_layout(tunip_elaborator *e, const tunip_value *given, bool is_usual,
                       const tunip_tir_buffer *buffer)
{
    bool is_default = given->kind == TUNIP_VALUE_ABSENT
                          ? is_usual
                          : given->kind == TUNIP_VALUE_STR && tunip_str_is(given->text, "default");
    if (is_default) return tunip_string_new(tunip_elaborator_graph(e), "default");
    if (given->kind <= TUNIP_VALUE_NONE) return NULL;
    if (given->kind == TUNIP_VALUE_NODE && tunip_is_a(given->node, &tunip_tirx_layout_type))
        return given->node;
    if (given->kind == TUNIP_VALUE_STR) return read_partitions(e, given, buffer);
    if (given->kind != TUNIP_VALUE_WRONG) tunip_complain_instead(e, given, "a layout");
    return NULL;
}

/* Buffers of v0.26 have a layout and addresses, but no axis separators. Until the script is
 * converted, the field of the axis separators holds both: first the layout (a node, or a string for
 * the default layout or no layout), then the addresses. */
void tir_take_layout(tunip_elaborator *e, tunip_tir_buffer *buffer, const tunip_word_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tir_script_state *state = tir_state_of(e);
    bool is_usual = !state || !state->function || state->function->has_layouts;
    size_t shift = strncmp(call->word->params, "param ", 6) == 0;
    if (!buffer || !call->word->data) return; /* words of older versions have no layout */
    void *layout = tirx_read_layout(e, &call->args[TIR_BUFFER_LAYOUT + shift], is_usual, buffer);
    const tunip_value *address = &call->args[TIR_BUFFER_ADDRESS + shift];
    bool has_address = address->kind > TUNIP_VALUE_NONE;
    if (!layout && has_address) layout = tunip_string_new(graph, "none");
    if (layout) buffer->axis_separators = tunip_array_new(graph, 1, &layout);
    const tunip_array *addresses = has_address ? tir_exprs(e, address) : NULL;
    for (size_t i = 0; layout && i < tunip_array_count(addresses); i++)
        tunip_ir_append(e, buffer->axis_separators, addresses->items[i]);
}

bool tirx_is_addressed(const tunip_tir_buffer *buffer)
{
    return buffer && tunip_str_is(tunip_tir_buffer_scope(buffer), "tmem") &&
           tunip_array_count(buffer->axis_separators) > 1;
}

tunip_node *tirx_default_layout(tunip_graph *graph, const tunip_array *shape)
{
    size_t count = tunip_array_count(shape);
    tunip_tirx_tile_layout *made = tirx_layout_new(graph);
    tunip_tirx_axis *axis = new_axis(graph, tunip_str_from("m"));
    void **shard = tunip_graph_alloc(graph, (count + 1) * sizeof *shard);
    if (!made || !axis || !shard) return NULL;
    tunip_dtype dtype = count ? tunip_ir_dtype_of(shape->items[count - 1]) : tir_int32;
    const tunip_node *stride = (tunip_node *)tunip_ir_int(graph, dtype, 1);
    for (size_t i = count; stride && i-- > 0;) {
        shard[i] = tirx_iter_new(graph, shape->items[i], (tunip_node *)(uintptr_t)stride, axis);
        stride = i + 1 == count
                     ? shape->items[i]
                     : tunip_tir_mul_folded(tunip_graph_scratch(graph), stride, shape->items[i]);
    }
    made->shard = tunip_array_new(graph, count, shard);
    return (tunip_node *)made;
}

/* Axis.laneid */
TIR_READ(axis_name)
{
    const char *dot = strchr(call->word->name, '.');
    const char *name = dot ? dot + 1 : call->word->name; /* an imported name has no prefix */
    return tunip_value_node(tirx_axis_of(e, tunip_str_from(name)), call->doc);
}

/* `1 @ Axis.laneid`: an iterator without an extent. */
static tunip_tirx_iter *on_axis(tunip_elaborator *e, const tunip_value *value)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (value->kind == TUNIP_VALUE_NODE && tunip_is(value->node, &tunip_tirx_iter_type))
        return (tunip_tirx_iter *)value->node;
    void *stride = tir_expr(e, value);
    return stride ? tirx_iter_new(graph, NULL, stride, tirx_axis_of(e, tunip_str_from("m"))) : NULL;
}

/* The parts of a layout: iterators of T.S and T.R, or an offset. */
static tunip_tirx_tile_layout *parts_of(tunip_elaborator *e, const tunip_value *value)
{
    if (value->kind == TUNIP_VALUE_NODE && tunip_is(value->node, &tunip_tirx_tile_layout_type))
        return (tunip_tirx_tile_layout *)value->node;
    tunip_tirx_tile_layout *made = tirx_layout_new(tunip_elaborator_graph(e));
    tunip_tirx_iter *offset = on_axis(e, value);
    if (made && offset) tunip_ir_put(e, made->offset, offset->axis, offset->stride);
    return made;
}

static void append_all(tunip_elaborator *e, tunip_array *to, const tunip_array *from)
{
    for (size_t i = 0; i < tunip_array_count(from); i++) tunip_ir_append(e, to, from->items[i]);
}

static tunip_value join(tunip_elaborator *e, const tunip_value *operands, const tunip_doc *doc)
{
    tunip_tirx_tile_layout *made = tirx_layout_new(tunip_elaborator_graph(e));
    for (size_t k = 0; made && k < 2; k++) {
        const tunip_tirx_tile_layout *part = parts_of(e, &operands[k]);
        if (!part) return tunip_value_wrong(doc);
        append_all(e, made->shard, part->shard);
        append_all(e, made->replica, part->replica);
        for (size_t i = 0; i < tunip_map_count(part->offset); i++)
            tunip_ir_put(e, made->offset, part->offset->entries[i].key,
                         part->offset->entries[i].value);
    }
    return tunip_value_node(made, doc);
}

static bool is_part(const tunip_value *value)
{
    return value->kind == TUNIP_VALUE_NODE && (tunip_is(value->node, &tunip_tirx_axis_type) ||
                                               tunip_is(value->node, &tunip_tirx_iter_type) ||
                                               tunip_is_a(value->node, &tunip_tirx_layout_type));
}

tunip_value tirx_read_sum(tunip_elaborator *e, const tunip_doc_operation *doc,
                          const tunip_value *operands)
{
    tunip_value absent = {.kind = TUNIP_VALUE_ABSENT};
    if (doc->operands.count != 2 || (!is_part(&operands[0]) && !is_part(&operands[1])))
        return absent;
    bool binds = doc->base.sub == TUNIP_OP_MATRIX_MUL &&
                 tunip_is(operands[1].kind == TUNIP_VALUE_NODE ? operands[1].node : NULL,
                          &tunip_tirx_axis_type);
    if (doc->base.sub == TUNIP_OP_ADD) return join(e, operands, &doc->base);
    if (!binds) return tunip_complain(e, &doc->base, "layouts have no such operator");
    return tunip_value_node(tirx_iter_new(tunip_elaborator_graph(e), NULL,
                                          tir_expr(e, &operands[0]),
                                          (tunip_tirx_axis *)operands[1].node),
                            &doc->base);
}

static tunip_values items_of(const tunip_value *value)
{
    return value->kind == TUNIP_VALUE_LIST ? value->items : (tunip_values){value, 1};
}

/* T.S[4, 8]: extents alone have the strides of an array without gaps. */
static tunip_value read_extents(tunip_elaborator *e, const tunip_word_call *call,
                                tunip_values extents)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_array *shape = tunip_array_new(graph, 0, NULL);
    for (size_t i = 0; shape && i < extents.count; i++) {
        void *extent = tir_expr(e, &extents.items[i]);
        if (!extent) return tunip_value_wrong(call->doc);
        tunip_ir_append(e, shape, extent);
    }
    tunip_tirx_tile_layout *made = (tunip_tirx_tile_layout *)tirx_default_layout(graph, shape);
    if (made && call->word->data) {
        tunip_array *iters = made->shard;
        made->shard = made->replica;
        made->replica = iters;
    }
    return tunip_value_node(made, call->doc);
}

/* A stride: `8`, `1 @ Axis.laneid`, `"laneid"` and `(1, "laneid")`. */
static tunip_tirx_iter *read_stride(tunip_elaborator *e, const tunip_value *value)
{
    tunip_value one = {.kind = TUNIP_VALUE_INT, .doc = value->doc, .integer = 1};
    bool is_pair = value->kind == TUNIP_VALUE_LIST && value->items.count == 2;
    const tunip_value *axis = is_pair ? &value->items.items[1] : value;
    tunip_tirx_iter *iter;
    if (axis->kind != TUNIP_VALUE_STR) return on_axis(e, value);
    iter = on_axis(e, is_pair ? &value->items.items[0] : &one);
    if (iter) iter->axis = tirx_axis_of(e, tunip_value_to_str(e, axis, "m"));
    return iter;
}

/* T.S[(4, 8):(8, 1 @ Axis.laneid)] */
TIR_READ(iters)
{
    const tunip_value *slice = call->rest.count == 1 ? &call->rest.items[0] : NULL;
    if (slice && slice->kind == TUNIP_VALUE_LIST) return read_extents(e, call, slice->items);
    if (!slice || slice->kind != TUNIP_VALUE_SLICE) return read_extents(e, call, call->rest);
    tunip_tirx_tile_layout *made = tirx_layout_new(tunip_elaborator_graph(e));
    if (slice->items.items[2].kind > TUNIP_VALUE_NONE)
        return tunip_complain(e, call->doc,
                              TUNIP_BREAKS_LOOP "expected extents and strides: [4:1]");
    tunip_values extents = items_of(&slice->items.items[0]);
    tunip_values strides = items_of(&slice->items.items[1]);
    if (extents.count != strides.count)
        return tunip_complain(e, call->doc,
                              TUNIP_BREAKS_LOOP "there are %zu extents and %zu strides",
                              extents.count, strides.count);
    for (size_t i = 0; made && i < extents.count; i++) {
        tunip_tirx_iter *at = read_stride(e, &strides.items[i]);
        void *extent = tir_expr(e, &extents.items[i]);
        if (!at || !extent) return tunip_value_wrong(call->doc);
        tunip_ir_append(e, call->word->data ? made->replica : made->shard,
                        tirx_iter_new(tunip_elaborator_graph(e), extent, at->stride, at->axis));
    }
    return tunip_value_node(made, call->doc);
}

/* T.TileLayout(T.S[...] + T.R[...] + 1) */
TIR_READ(layout)
{
    return tunip_value_node(parts_of(e, &call->args[0]), call->doc);
}

/* T.TileLayout.from_iters(offset={"m": 1}) */
TIR_READ(layout_part)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tirx_tile_layout *made = tirx_layout_new(graph);
    const tunip_value *offset = &call->args[0];
    for (size_t i = 0; made && offset->kind == TUNIP_VALUE_DICT && i < offset->items.count; i += 2)
        tunip_ir_put(e, made->offset,
                     tirx_axis_of(e, tunip_value_to_str(e, &offset->items.items[i], "m")),
                     tir_expr(e, &offset->items.items[i + 1]));
    return tunip_value_node(made, call->doc);
}

/* T.Iter(4, 1, "m") */
TIR_READ(layout_iter)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    void *extent = tir_expr(e, &call->args[0]), *stride = tir_expr(e, &call->args[1]);
    tunip_str axis = tunip_value_to_str(e, &call->args[2], "m");
    if (!extent || !stride) return tunip_value_wrong(call->doc);
    return tunip_value_node(tirx_iter_new(graph, extent, stride, tirx_axis_of(e, axis)), call->doc);
}

/* The version since which a composed layout has the numbers of the swizzled one. */
enum { SINCE_COMPOSED = 26 };

/* The bits of an offset that a swizzled layout combines. */
static void set_masks(tunip_tirx_swizzle_layout_v25 *swizzle)
{
    bool has_length = swizzle->swizzle_len >= 0 && swizzle->swizzle_len < 32;
    bool has_atoms = swizzle->atom_len >= 0 && swizzle->atom_len < 31;
    int64_t mask = has_length ? ((int64_t)1 << swizzle->swizzle_len) - 1 : 0;
    swizzle->inner_mask = mask;
    swizzle->outer_mask = has_atoms ? mask << swizzle->atom_len : 0;
}

tunip_tirx_compose_layout *tirx_swizzle_new(tunip_graph *graph, int64_t per_element,
                                            int64_t swizzle_len, int64_t atom_len,
                                            bool swizzle_inner, tunip_tirx_tile_layout *tiles)
{
    tunip_tirx_swizzle_layout_v25 masks = {.swizzle_len = swizzle_len, .atom_len = atom_len};
    tunip_tirx_compose_layout *made = tunip_node_new(graph, &tunip_tirx_compose_layout_type);
    if (!made) return NULL;
    set_masks(&masks);
    made->per_element = per_element;
    made->swizzle_len = swizzle_len;
    made->atom_len = atom_len;
    made->swizzle_inner = swizzle_inner;
    made->inner_mask = masks.inner_mask;
    made->outer_mask = masks.outer_mask;
    made->tile_layout = tiles;
    return made;
}

/* T.SwizzleLayout(3, 3, 3, swizzle_inner=True) */
TIR_READ(swizzled_layout)
{
    tunip_tirx_swizzle_layout_v25 *made =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_tirx_swizzle_layout_v25_type);
    if (!made) return tunip_value_wrong(call->doc);
    tunip_note_older(e, SINCE_COMPOSED, call->doc);
    made->per_element = tunip_value_to_int(e, &call->args[0], 0);
    made->swizzle_len = tunip_value_to_int(e, &call->args[1], 0);
    made->atom_len = tunip_value_to_int(e, &call->args[2], 0);
    made->swizzle_inner = tunip_value_to_bool(e, &call->args[3], true);
    set_masks(made);
    return tunip_value_node(made, call->doc);
}

/* T.ComposeLayout(3, 3, 3, T.TileLayout(...), swizzle_inner=False), in v0.25
 * T.ComposeLayout(T.SwizzleLayout(3, 3, 3, swizzle_inner=False), T.TileLayout(...)). A script need
 * not say its version, so one row has the parameters of both, and the first argument tells. */
TIR_READ(composed_layout)
{
    static const char *const names[] = {"per_element", "swizzle_len", "atom_len", "tile_layout",
                                        "swizzle_inner"};
    enum { COMMON = 2, INNER = 4, COUNT };
    const tunip_value *first = &call->args[0];
    bool is_apart = first->kind == TUNIP_VALUE_NODE &&
                    tunip_is(first->node, &tunip_tirx_swizzle_layout_v25_type);
    tunip_tirx_swizzle_layout_v25 own = {.per_element = 0}, *swizzle = &own;
    for (size_t i = COMMON; i < COUNT; i++) {
        bool is_given = call->args[i].kind != TUNIP_VALUE_ABSENT;
        if (is_apart && is_given)
            return tunip_complain(e, call->args[i].doc,
                                  TUNIP_BREAKS_ARGUMENTS "the swizzled layout already has `%s`",
                                  names[i]);
        if (!is_apart && !is_given && i < INNER)
            return tunip_complain(e, call->doc,
                                  TUNIP_BREAKS_ARGUMENTS "the argument `%s` is missing", names[i]);
    }
    if (is_apart) {
        swizzle = (tunip_tirx_swizzle_layout_v25 *)first->node;
    } else {
        own.per_element = tunip_value_to_int(e, first, 0);
        own.swizzle_len = tunip_value_to_int(e, &call->args[1], 0);
        own.atom_len = tunip_value_to_int(e, &call->args[2], 0);
        own.swizzle_inner = tunip_value_to_bool(e, &call->args[4], true);
    }
    tunip_tirx_tile_layout *tiles =
        tunip_value_to_node(e, &call->args[is_apart ? 1 : 3], &tunip_tirx_tile_layout_type);
    if (!tiles) return tunip_value_wrong(call->doc);
    return tunip_value_node(tirx_swizzle_new(tunip_elaborator_graph(e), swizzle->per_element,
                                             swizzle->swizzle_len, swizzle->atom_len,
                                             swizzle->swizzle_inner, tiles),
                            call->doc);
}

/* ======== plain ======== */

/* The text of a layout at the root: layouts have no script form (token "plain"). */

static tunip_str name_of(const tunip_tir_layout *layout)
{
    tunip_str name = tunip_string_value(layout ? layout->name : NULL);
    return name.size ? name : tunip_str_from("");
}

TIR_RULE(plain_bijective_layout)
{
    const tunip_tir_bijective_layout *pair = (const tunip_tir_bijective_layout *)node;
    tunip_str from = name_of(pair->src_layout), to = name_of(pair->dst_layout);
    tunip_str text = tunip_doc_format(d, "BijectiveLayout(%.*s->%.*s)", (int)from.size, from.data,
                                      (int)to.size, to.data);
    return tunip_doc_raw_new(d, text, path);
}

/* A number, or the symbol for infinity. */
static const tunip_doc *write_bound(tunip_docsifier *d, int64_t value, const tunip_path *path)
{
    if (value == INT64_MAX) return tunip_doc_raw_new(d, tunip_str_from("pos_inf"), path);
    if (value == -INT64_MAX) return tunip_doc_raw_new(d, tunip_str_from("neg_inf"), path);
    return tunip_doc_int(d, value, path);
}

TIR_RULE(plain_const_int_bound)
{
    const tunip_arith_const_int_bound *bound = (const tunip_arith_const_int_bound *)node;
    const tunip_path *min = tunip_path_attr(d, path, "min_value");
    const tunip_path *max = tunip_path_attr(d, path, "max_value");
    const tunip_doc *open = tunip_doc_raw_new(d, tunip_str_from("ConstIntBound["), NULL);
    const tunip_doc *least = write_bound(d, bound->min_value, min);
    const tunip_doc *comma = tunip_doc_raw_new(d, tunip_str_from(","), NULL);
    const tunip_doc *most = write_bound(d, bound->max_value, max);
    const tunip_doc *close = tunip_doc_raw_new(d, tunip_str_from("]"), NULL);
    return tunip_doc_joined_new(d, TUNIP_DOCS(d, open, least, comma, most, close));
}

/* Tensor(shape=[4], op.name=A) */
TIR_RULE(plain_tensor)
{
    const tunip_te_tensor *tensor = (const tunip_te_tensor *)node;
    const tunip_te_operation *op = TUNIP_AS_A(tunip_te_operation, tensor->op);
    const tunip_path *name = tunip_path_attr(d, tunip_path_attr(d, path, "op"), "name");
    const tunip_doc *open = tunip_doc_raw_new(d, tunip_str_from("Tensor(shape="), NULL);
    const tunip_doc *shape =
        tunip_docsify_plain(d, tensor->shape, tunip_path_attr(d, path, "shape"));
    const tunip_doc *comma = tunip_doc_raw_new(d, tunip_str_from(", op.name="), NULL);
    const tunip_doc *text = tunip_doc_raw_new(d, tunip_string_value(op ? op->name : NULL), name);
    const tunip_doc *close = tunip_doc_raw_new(d, tunip_str_from(")"), NULL);
    return tunip_doc_joined_new(d, TUNIP_DOCS(d, open, shape, comma, text, close));
}
