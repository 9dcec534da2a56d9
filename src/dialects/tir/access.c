/* access.c -- loads from buffers and stores to them: A[i, j], A[i:i + 4], A.vload([i],
 * predicate=p); buffers of one element. */
#include <stdlib.h>

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/te.h>
#include <tunip/tvm/tirx_others.h>

#include "analysis.h"
#include "buffer.h"
#include "fold.h"
#include "frame.h"
#include "refuse.h"
#include "rules.h"
#include "script.h"

/* ======== access ======== */

/* Loads from buffers and stores to them: A[i, j], A[i:i + 4], A.vload([i],
 * predicate=p). */

/* ---- indices ---- */

/* start:start + lanes * stride:stride */
static const tunip_doc *write_ramp(tunip_docsifier *d, const tunip_tir_ramp *ramp,
                                   const tunip_path *path)
{
    const tunip_node *end =
        tunip_tir_add_folded(tunip_job_scratch(d), ramp->start,
                             tunip_tir_mul_folded(tunip_job_scratch(d), ramp->lanes, ramp->stride));
    const tunip_doc *start = tir_docsify(d, ramp->start, tunip_path_attr(d, path, "base"));
    const tunip_doc *stop =
        tunip_docsify_made(d, end, ramp->lanes, tunip_path_attr(d, path, "lanes"));
    const tunip_doc *step = NULL;
    if (!tunip_ir_is_int(ramp->stride, 1)) step = TIR_SUB(d, ramp, stride, path);
    return tunip_doc_vector_new(d, start, stop, step, TIR_SUB(d, ramp, lanes, path));
}

/* The indices of the access at `path`. TVM's printer has the step `indices` twice in their paths,
 * which are NULL in prints without a source map. */
tunip_docs tir_write_indices(tunip_docsifier *d, const tunip_array *indices, const tunip_path *path)
{
    size_t count = tunip_array_count(indices);
    const tunip_doc **docs = tunip_docs_new(d, count);
    path = tunip_path_attr(d, path, "indices");
    if (path) path = tunip_path_as(d, path, tunip_path_attr(d, path, "indices"));
    for (size_t i = 0; docs && i < count; i++) {
        const tunip_path *at = tunip_path_item(d, path, i);
        const tunip_tir_ramp *ramp = TUNIP_AS(tunip_tir_ramp, indices->items[i]);
        bool is_slice = ramp && tunip_is(ramp->stride, &tunip_ir_int_imm_type);
        docs[i] = is_slice ? write_ramp(d, ramp, at) : tir_docsify(d, indices->items[i], at);
    }
    return tunip_docs_view(docs, count);
}

/* min:min + extent */
static const tunip_doc *write_slice(tunip_docsifier *d, const tunip_ir_range *range,
                                    const tunip_path *path, bool is_exact)
{
    const tunip_doc *min = TIR_SUB(d, range, min, path);
    const tunip_node *end = tunip_tir_add_folded(tunip_job_scratch(d), range->min, range->extent);
    const tunip_doc *max =
        tunip_docsify_made(d, end, range->extent, tunip_path_attr(d, path, "extent"));
    if (!is_exact) return tunip_doc_slice_new(d, min, max, NULL);
    return tunip_doc_range_new(d, min, max, TIR_SUB(d, range, extent, path));
}

tunip_docs tir_write_region(tunip_docsifier *d, const tunip_array *region, const tunip_path *path)
{
    size_t count = tunip_array_count(region);
    const tunip_doc **docs = tunip_docs_new(d, count);
    const tunip_path *items = tunip_path_attr(d, path, "region");
    enum { UNKNOWN, SHORT, EXACT } form = UNKNOWN; /* of all slices */
    for (size_t i = 0; docs && i < count; i++) {
        const tunip_path *at = tunip_path_item(d, items, i);
        const tunip_ir_range *range = TUNIP_AS(tunip_ir_range, region->items[i]);
        if (!range || tunip_ir_is_int(range->extent, 1)) { /* one element prints as its index */
            docs[i] = range ? TIR_SUB(d, range, min, at) : tir_docsify(d, region->items[i], at);
            continue;
        }
        if (form == UNKNOWN) form = tir_are_found(region) ? SHORT : EXACT;
        docs[i] = write_slice(d, range, at, form == EXACT);
    }
    return tunip_docs_view(docs, count);
}

TIR_RULE(buffer_region)
{
    const tunip_tir_buffer_region *region = (const tunip_tir_buffer_region *)node;
    const tunip_doc *buffer = TIR_SUB(d, region, buffer, path);
    return tunip_doc_index_new(d, buffer, tir_write_region(d, region->region, path));
}

/* ---- loads and stores ---- */

/* buffer.method(args, predicate=...) */
static const tunip_doc *write_masked(tunip_docsifier *d, const tunip_doc *buffer,
                                     const char *method, const tir_args *args)
{
    const tunip_doc *callee = tunip_doc_attr_new(d, buffer, tunip_str_from(method));
    return tir_args_call(d, callee, args);
}

const tunip_doc *tir_write_load(tunip_docsifier *d, const tunip_doc *buffer,
                                const tunip_array *indices, const tunip_node *predicate,
                                const tunip_path *path)
{
    if (!predicate) return tunip_doc_index_new(d, buffer, tir_write_indices(d, indices, path));
    tir_args args;
    tir_args_begin(&args);
    tir_args_add(&args, tir_docsify(d, indices, tunip_path_attr(d, path, "indices")));
    tir_args_key(&args, "predicate",
                 tir_docsify(d, predicate, tunip_path_attr(d, path, "predicate")));
    return write_masked(d, buffer, "vload", &args);
}

const tunip_doc *tir_write_store(tunip_docsifier *d, const tunip_doc *buffer,
                                 const tunip_doc *value, const tunip_array *indices,
                                 const tunip_node *predicate, const tunip_path *path)
{
    if (!predicate) {
        tunip_docs docs = tir_write_indices(d, indices, path);
        return tir_assign(d, TUNIP_ROLE_STORE, tunip_doc_index_new(d, buffer, docs), value);
    }
    tir_args args;
    tir_args_begin(&args);
    tir_args_add(&args, tir_docsify(d, indices, tunip_path_attr(d, path, "indices")));
    tir_args_add(&args, value);
    tir_args_key(&args, "predicate",
                 tir_docsify(d, predicate, tunip_path_attr(d, path, "predicate")));
    const tunip_doc *call = write_masked(d, buffer, "vstore", &args);
    return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_STORE, call);
}

TIR_RULE(buffer_load)
{
    const tunip_tir_buffer_load *load = (const tunip_tir_buffer_load *)node;
    const tunip_doc *buffer = TIR_SUB(d, load, buffer, path);
    return tir_write_load(d, buffer, load->indices, load->predicate, path);
}

TIR_RULE(buffer_store)
{
    const tunip_tir_buffer_store *store = (const tunip_tir_buffer_store *)node;
    const tunip_doc *buffer = TIR_SUB(d, store, buffer, path);
    const tunip_doc *value = TIR_SUB(d, store, value, path);
    return tir_write_store(d, buffer, value, store->indices, store->predicate, path);
}

/* ---- tensor expressions ---- */

static size_t count_outputs(const tunip_node *op, const tunip_array *placeholders)
{
    const tunip_te_compute_op *compute = TUNIP_AS(tunip_te_compute_op, op);
    const tunip_te_scan_op *scan = TUNIP_AS(tunip_te_scan_op, op);
    if (compute) return tunip_array_count(compute->body);
    if (scan) return tunip_array_count(scan->update);
    return placeholders ? tunip_array_count(placeholders) : 1;
}

tunip_str tunip_tir_output_name(tunip_docsifier *d, const tunip_node *node, int64_t index,
                                const tunip_array *placeholders)
{
    const tunip_te_operation *op = TUNIP_AS_A(tunip_te_operation, node);
    if (!op) return (tunip_str){NULL, 0};
    tunip_str name = tunip_string_value(op->name);
    if (count_outputs(node, placeholders) == 1) return name;
    return tunip_doc_format(d, "%.*s.v%lld", (int)name.size, name.size ? name.data : "",
                            (long long)index);
}

const tunip_doc *tir_name_output(tunip_docsifier *d, const tunip_node *node, int64_t index,
                                 const tunip_array *placeholders)
{
    bool is_operation = node && tunip_is_a(node, &tunip_te_operation_type);
    return is_operation
               ? tunip_doc_id_new(d, tunip_tir_output_name(d, node, index, placeholders), NULL)
               : NULL;
}

static const tunip_doc *name_producer(tunip_docsifier *d, const tunip_node *producer)
{
    const tunip_te_tensor *tensor = TUNIP_AS(tunip_te_tensor, producer);
    const tunip_te_extern_op *external = TUNIP_AS(tunip_te_extern_op, tensor ? tensor->op : NULL);
    return tensor ? tir_name_output(d, tensor->op, tensor->value_index,
                                    external ? external->output_placeholders : NULL)
                  : NULL;
}

TIR_RULE(producer_load)
{
    const tunip_tir_producer_load *load = (const tunip_tir_producer_load *)node;
    const tunip_doc *producer = name_producer(d, load->producer);
    if (!producer) producer = TIR_SUB(d, load, producer, path);
    return tunip_doc_index_new(d, producer, tir_write_indices(d, load->indices, path));
}

/* ---- reading ---- */

/* The elements from `start` on, in steps of `stride`. `count` is the number of lanes as in dtypes:
 * negative with vscale. */
static void *new_ramp(tunip_elaborator *e, void *start, void *stride, void *lanes, int count)
{
    tunip_tir_ramp *ramp = tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_ramp_type);
    if (!ramp) return NULL;
    ramp->start = start;
    ramp->stride = stride;
    ramp->lanes = lanes;
    ramp->base.dtype = tunip_ir_dtype_of(start);
    ramp->base.dtype.lanes = (int16_t)count;
    return ramp;
}

static void *fixed_ramp(tunip_elaborator *e, void *start, void *stride, int lanes)
{
    void *count = tunip_ir_int(tunip_elaborator_graph(e), tir_int32, lanes);
    return new_ramp(e, start, stride, count, lanes);
}

static void *unit_ramp(tunip_elaborator *e, void *start, int lanes)
{
    tunip_value one = {.kind = TUNIP_VALUE_INT, .integer = 1};
    return fixed_ramp(e, start, tir_number(e, &one, tunip_ir_dtype_of(start)), lanes);
}

/* start:stop:step as an index. */
static void *read_ramp(tunip_elaborator *e, const tunip_value *slice, const tunip_node *size)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_value *parts = slice->items.items;
    tunip_ir_prim_expr *start = tir_optional(e, &parts[0]);
    tunip_dtype dtype = start ? start->dtype : tir_int32;
    if (!start) start = (tunip_ir_prim_expr *)tunip_ir_int(graph, dtype, 0);
    void *stop = parts[1].kind <= TUNIP_VALUE_NONE ? (void *)(uintptr_t)size
                                                   : tir_expr_of(e, &parts[1], dtype);
    void *stride = parts[2].kind <= TUNIP_VALUE_NONE ? tunip_ir_int(graph, dtype, 1)
                                                     : tir_expr_of(e, &parts[2], dtype);
    if (!start || !stop || !stride) return NULL;
    tunip_node *extent = tir_extent(e, start, stop);
    const tunip_ir_int_imm *whole = TUNIP_AS(tunip_ir_int_imm, extent);
    const tunip_ir_int_imm *each = TUNIP_AS(tunip_ir_int_imm, stride);
    const tunip_tir_mul *spread = TUNIP_AS(tunip_tir_mul, extent);
    tunip_node *count = extent; /* lanes, or lanes * stride */
    if (each && each->value != 1 && spread && tir_same_expr(spread->b, stride)) count = spread->a;
    int scaled = whole ? 0 : tir_count_lanes(count);
    if (scaled) return new_ramp(e, start, stride, count, scaled);
    if (!whole || !each || !each->value) {
        tunip_complain(e, slice->doc,
                       TUNIP_BREAKS_SHAPE "the number of elements of a slice must be constant");
        return NULL;
    }
    int64_t by = each->value, most = 0;
    bool fits = !__builtin_add_overflow(whole->value, by > 0 ? by - 1 : by + 1, &most);
    int64_t lanes = fits && most > INT64_MIN ? most / by : INT64_MAX;
    if (lanes < -INT16_MAX || lanes > INT16_MAX) {
        tunip_complain(e, slice->doc, TUNIP_BREAKS_SHAPE "the slice has too many elements");
        return NULL;
    }
    return lanes == 1 ? (void *)start : fixed_ramp(e, start, stride, (int)lanes);
}

static const tunip_node *size_of(const tunip_tir_buffer *buffer, size_t index)
{
    return index < tunip_array_count(buffer->shape) ? buffer->shape->items[index] : NULL;
}

static tunip_array *read_indices(tunip_elaborator *e, const tunip_tir_buffer *buffer,
                                 tunip_values indices)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (indices.count == 1 && indices.items[0].kind == TUNIP_VALUE_LIST)
        indices = indices.items[0].items;
    void **items = tunip_elaborator_alloc(e, (indices.count + 1) * sizeof *items);
    for (size_t i = 0; items && i < indices.count; i++) {
        const tunip_value *index = &indices.items[i];
        items[i] = index->kind == TUNIP_VALUE_SLICE ? read_ramp(e, index, size_of(buffer, i))
                                                    : tir_expr(e, index);
        if (!items[i]) return NULL;
        tir_decide_unknown(e, items[i], tir_int32);
    }
    return items ? tunip_array_new(graph, indices.count, items) : NULL;
}

static bool has_indices(tunip_elaborator *e, const tunip_tir_buffer *buffer, size_t count,
                        const tunip_doc *doc)
{
    size_t wanted = tunip_array_count(buffer->shape);
    if (wanted == count) return true;
    tunip_str name = tunip_string_value(buffer->name);
    tunip_complain(e, doc, TUNIP_BREAKS_SHAPE "`%.*s` has %zu dimension%s and is given %zu ind%s",
                   (int)name.size, name.data, wanted, wanted == 1 ? "" : "s", count,
                   count == 1 ? "ex" : "ices");
    return false;
}

/* The dtype of an access: as many elements as the last index has lanes. */
static tunip_dtype access_dtype(const tunip_tir_buffer *buffer, const tunip_array *indices)
{
    tunip_dtype dtype = buffer->dtype;
    size_t count = tunip_array_count(indices);
    int lanes = count ? tunip_ir_dtype_of(indices->items[count - 1]).lanes : 1;
    if (lanes != 1) dtype.lanes = (int16_t)(dtype.lanes * lanes);
    return dtype;
}

static tunip_value new_load(tunip_elaborator *e, tunip_tir_buffer *buffer, tunip_array *indices,
                            const tunip_doc *doc)
{
    if (!indices || !has_indices(e, buffer, tunip_array_count(indices), doc))
        return tunip_value_wrong(doc);
    tunip_tir_buffer_load *load =
        tunip_tir_buffer_load_new(tunip_elaborator_graph(e), buffer, indices);
    if (load) load->base.dtype = access_dtype(buffer, indices);
    return tunip_value_node(load, doc);
}

/* The range of a slice, or of an element; `size` is that of the dimension. */
static tunip_ir_range *read_range(tunip_elaborator *e, const tunip_value *index,
                                  const tunip_node *size)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_ir_prim_expr *min, *extent;
    if (index->kind == TUNIP_VALUE_SLICE) {
        const tunip_value *parts = index->items.items;
        tunip_ir_prim_expr *stop = tir_optional(e, &parts[1]);
        if (!stop) stop = (tunip_ir_prim_expr *)(uintptr_t)size;
        bool is_plain = parts[0].kind <= TUNIP_VALUE_NONE;
        min = is_plain && stop ? (tunip_ir_prim_expr *)tunip_ir_int(graph, stop->dtype, 0)
                               : tir_expr(e, &parts[0]);
        if (parts[1].kind == TUNIP_VALUE_INT && min) stop = tir_expr_of(e, &parts[1], min->dtype);
        extent = min && stop ? tir_extent(e, min, stop) : NULL;
    } else {
        min = tir_expr(e, index);
        extent = min ? (tunip_ir_prim_expr *)tunip_ir_int(graph, min->dtype, 1) : NULL;
    }
    return min && extent ? tir_range(e, min, extent) : NULL;
}

/* A region, whose slices have no steps. Dimensions without an index are whole. */
static tunip_value read_region(tunip_elaborator *e, tunip_tir_buffer *buffer, tunip_values indices,
                               const tunip_doc *doc)
{
    static const tunip_value parts[3];
    const tunip_value whole = {
        .kind = TUNIP_VALUE_SLICE, .doc = doc, .items = {parts, TUNIP_LEN(parts)}};
    tunip_graph *graph = tunip_elaborator_graph(e);
    size_t dims = tunip_array_count(buffer->shape);
    size_t count = indices.count > dims ? indices.count : dims;
    void **items = tunip_elaborator_alloc(e, (count + 1) * sizeof *items);
    for (size_t i = 0; items && i < count; i++) {
        const tunip_value *index = i < indices.count ? &indices.items[i] : &whole;
        items[i] = read_range(e, index, size_of(buffer, i));
        if (!items[i]) return tunip_value_wrong(doc);
    }
    tunip_array *ranges = items ? tunip_array_new(graph, count, items) : NULL;
    return tunip_value_node(tunip_tir_buffer_region_new(graph, buffer, ranges), doc);
}

tunip_value tir_read_subscript(tunip_elaborator *e, const tunip_value *value, tunip_values indices,
                               const tunip_doc *doc)
{
    tunip_tir_buffer *buffer = tunip_is(value->node, &tunip_tir_buffer_type)
                                   ? (tunip_tir_buffer *)value->node
                                   : tirx_buffer_of_element(value->node);
    if (!buffer) buffer = tir_allocated_buffer(e, value->node, doc);
    if (!buffer) return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
    bool has_slice = false, has_step = false;
    if (indices.count == 1 && indices.items[0].kind == TUNIP_VALUE_LIST)
        indices = indices.items[0].items;
    for (size_t i = 0; i < indices.count; i++) {
        bool is_slice = indices.items[i].kind == TUNIP_VALUE_SLICE;
        has_slice = has_slice || is_slice;
        has_step =
            has_step || (is_slice && indices.items[i].items.items[2].kind > TUNIP_VALUE_NONE);
    }
    bool is_short = indices.count && indices.count < tunip_array_count(buffer->shape);
    if (is_short && !has_step && tir_does(e, TIR_DOES_LEAVE_OUT_INDICES))
        return read_region(e, buffer, indices, doc);
    if (!has_indices(e, buffer, indices.count, doc)) return tunip_value_wrong(doc);
    if (has_slice && !has_step) return read_region(e, buffer, indices, doc);
    return new_load(e, buffer, read_indices(e, buffer, indices), doc);
}

/* T.BufferLoad(A, [i, j]) */
TIR_READ(buffer_load)
{
    tunip_tir_buffer *buffer = tunip_value_to_node(e, &call->args[0], &tunip_tir_buffer_type);
    tunip_array *indices = buffer ? tir_exprs(e, &call->args[1]) : NULL;
    tunip_value load = new_load(e, buffer, indices, call->doc);
    if (load.kind == TUNIP_VALUE_NODE)
        ((tunip_tir_buffer_load *)load.node)->predicate = tir_optional(e, &call->args[2]);
    return load;
}

/* Whether a region has all its parts; false after a complaint. */
static bool is_whole(tunip_elaborator *e, const tunip_value *value)
{
    if (tir_is_whole_region((const tunip_tir_buffer_region *)value->node)) return true;
    tunip_complain(e, value->doc,
                   TUNIP_BREAKS_SHAPE
                   "T.BufferRegion needs a buffer and a range for each dimension");
    return false;
}

/* A region that is used as an expression: its elements, as one vector. */
void *tir_region_as_load(tunip_elaborator *e, const tunip_value *value)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_tir_buffer_region *region = (const tunip_tir_buffer_region *)value->node;
    tunip_array *indices = tunip_array_new(graph, 0, NULL);
    if (!is_whole(e, value)) return NULL;
    for (size_t i = 0; i < tunip_array_count(region->region); i++) {
        const tunip_ir_range *range = (const tunip_ir_range *)region->region->items[i];
        const tunip_ir_int_imm *extent = TUNIP_AS(tunip_ir_int_imm, range->extent);
        int lanes = tir_count_lanes(range->extent);
        if (!lanes) {
            bool is_large = extent && extent->value;
            tunip_complain(e, value->doc, "%s",
                           is_large ? "the slice has too many elements"
                                    : "the number of elements of a slice must be constant");
            return NULL;
        }
        void *index = range->min;
        if (extent && lanes != 1) index = unit_ramp(e, range->min, lanes);
        if (!extent) {
            void *one = tunip_ir_int(graph, tunip_ir_dtype_of(range->min), 1);
            index = new_ramp(e, range->min, one, range->extent, lanes);
        }
        tunip_ir_append(e, indices, index);
    }
    return new_load(e, region->buffer, indices, value->doc).node;
}

/* A region: A[0:4], or an element, which is a region of one. */
tunip_node *tir_region(tunip_elaborator *e, const tunip_value *value)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (value->kind == TUNIP_VALUE_NODE && tunip_is(value->node, &tunip_tir_buffer_region_type))
        return is_whole(e, value) ? value->node : NULL;
    const tunip_tir_buffer_load *load =
        value->kind == TUNIP_VALUE_NODE ? TUNIP_AS(tunip_tir_buffer_load, value->node) : NULL;
    if (!load || !load->buffer) {
        if (value->kind != TUNIP_VALUE_WRONG)
            tunip_complain_instead(e, value, "a region of a buffer");
        return NULL;
    }
    size_t count = tunip_array_count(load->indices);
    void **items = tunip_elaborator_alloc(e, count * sizeof *items);
    for (size_t i = 0; items && i < count; i++) {
        tunip_node *index = load->indices->items[i];
        items[i] = tir_range(e, index, tunip_ir_int(graph, tunip_ir_dtype_of(index), 1));
    }
    tunip_array *ranges = items ? tunip_array_new(graph, count, items) : NULL;
    return (tunip_node *)tunip_tir_buffer_region_new(graph, load->buffer, ranges);
}

/* Whether all slices have bounds. TVM accepts no open slices in stores. */
static bool has_bounds(tunip_elaborator *e, tunip_values indices, const tunip_doc *doc)
{
    for (size_t i = 0; tunip_elaborator_folds(e) && i < indices.count; i++) {
        const tunip_value *index = &indices.items[i];
        if (index->kind != TUNIP_VALUE_SLICE) continue;
        if (index->items.items[0].kind > TUNIP_VALUE_NONE &&
            index->items.items[1].kind > TUNIP_VALUE_NONE)
            continue;
        tunip_complain(e, doc, TUNIP_BREAKS_SHAPE "a slice that is stored to needs its two ends");
        return false;
    }
    return true;
}

/* Reports a value with too many or too few lanes: "`B[0:2]` takes 2 values, got 1". */
static void refuse_lanes(tunip_elaborator *e, tunip_dtype is, tunip_dtype must,
                         const tunip_doc *doc)
{
    bool is_place = doc && doc->kind == TUNIP_DOC_INDEX;
    const char *spelling = is_place ? tunip_doc_spelling(e, doc) : NULL;
    const char *quote = spelling ? "`" : "";
    const char *scale = must.lanes < 0 ? " * vscale" : "", *end = must.lanes == 1 ? "" : "s";
    tunip_complain(e, doc, "%s%s%s takes %d%s value%s, got %d%s", quote,
                   spelling ? spelling : "the slice", quote, abs(must.lanes), scale, end,
                   abs(is.lanes), is.lanes < 0 ? " * vscale" : "");
}

/* A value is cast to the dtype of the elements. */
void *tir_store_read(tunip_elaborator *e, tunip_tir_buffer *buffer, tunip_values values,
                     const tunip_value *value, const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (!has_bounds(e, values, doc)) return NULL;
    tunip_array *indices = read_indices(e, buffer, values);
    if (!indices || !has_indices(e, buffer, tunip_array_count(indices), doc)) return NULL;
    tunip_dtype dtype = access_dtype(buffer, indices);
    tunip_ir_prim_expr *stored = tir_expr_of(e, value, dtype);
    if (!stored) return NULL;
    tir_decide(e, stored, dtype);
    if (stored->dtype.code == TUNIP_DTYPE_HANDLE && dtype.code != TUNIP_DTYPE_HANDLE) {
        tunip_complain(e, value->doc, "a buffer of numbers cannot hold %s",
                       tunip_value_describe(e, value));
        return NULL;
    }
    if (stored->dtype.lanes != dtype.lanes) {
        refuse_lanes(e, stored->dtype, dtype, doc);
        return NULL;
    }
    void *cast = tir_cast(e, stored, dtype);
    if (!tir_takes_constant(e, cast, value->doc ? value->doc : doc)) return NULL;
    return tunip_tir_buffer_store_new(graph, buffer, indices, cast);
}

/* The index of A.vload([i], "float32x4"): a ramp of that many elements. */
static tunip_array *read_begin(tunip_elaborator *e, tunip_tir_buffer *buffer,
                               const tunip_value *begin, int lanes)
{
    tunip_array *indices = tir_exprs(e, begin);
    int own = buffer->dtype.lanes; /* 0 in T.Buffer(4, "") */
    if (!tunip_array_count(indices) || !own || lanes <= own) return indices;
    tunip_ir_prim_expr *last = (tunip_ir_prim_expr *)indices->items[indices->count - 1];
    if (!last || last->dtype.lanes != 1) return indices;
    indices->items[indices->count - 1] = unit_ramp(e, last, lanes / own);
    return indices;
}

static tunip_tir_buffer *self_buffer(const tunip_word_call *call)
{
    return (tunip_tir_buffer *)(uintptr_t)TUNIP_AS(tunip_tir_buffer, call->self.node);
}

TIR_READ(vload)
{
    tunip_tir_buffer *buffer = self_buffer(call);
    if (!buffer) return tunip_complain(e, call->doc, "only a buffer can be loaded from");
    bool truth = true;
    tunip_value_truth(e, &call->args[1], &truth); /* TVM takes any false value for none */
    tunip_dtype dtype =
        truth ? tunip_value_to_dtype(e, &call->args[1], buffer->dtype) : buffer->dtype;
    if (!tir_takes_elements(e, buffer, dtype, call->doc)) return tunip_value_wrong(call->doc);
    tunip_array *indices = read_begin(e, buffer, &call->args[0], dtype.lanes);
    tunip_value load = new_load(e, buffer, indices, call->doc);
    void *predicate = tir_optional(e, &call->args[2]);
    if (!tir_takes_condition(e, predicate, "the predicate", call->doc))
        return tunip_value_wrong(call->doc);
    if (load.kind == TUNIP_VALUE_NODE) ((tunip_tir_buffer_load *)load.node)->predicate = predicate;
    return load;
}

TIR_READ(vstore)
{
    tunip_tir_buffer *buffer = self_buffer(call);
    if (!buffer) return tunip_complain(e, call->doc, "only a buffer can be stored to");
    tunip_ir_prim_expr *value = tir_expr(e, &call->args[1]);
    if (!value || !tir_takes_elements(e, buffer, value->dtype, call->doc))
        return tunip_value_wrong(call->doc);
    tunip_array *indices = read_begin(e, buffer, &call->args[0], value->dtype.lanes);
    tunip_tir_buffer_store *store =
        tunip_tir_buffer_store_new(tunip_elaborator_graph(e), buffer, indices, value);
    void *predicate = tir_optional(e, &call->args[2]);
    if (!tir_takes_condition(e, predicate, "the predicate", call->doc))
        return tunip_value_wrong(call->doc);
    if (store) store->predicate = predicate;
    return tunip_value_node(store, call->doc);
}

static const tunip_node *fold(tunip_elaborator *e, tir_fold op, const void *a, const void *b)
{
    tunip_scratch *scratch = tunip_elaborator_scratch(e);
    return tir_folded(scratch, op, a, b);
}

/* The number of elements after `offset` (TVM src/tir/ir/buffer.cc, Buffer::access_ptr). */
static const tunip_node *elements_behind(tunip_elaborator *e, const tunip_tir_buffer *buffer,
                                         const tunip_node *offset)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    size_t count = tunip_array_count(buffer->shape);
    const void *extent = tunip_ir_int(graph, tir_int32, 1);
    if (!count) return extent;
    if (tunip_array_count(buffer->strides) == count) {
        extent = fold(e, TIR_FOLD_MUL, buffer->strides->items[0], buffer->shape->items[0]);
    } else {
        for (size_t i = 0; i < count; i++)
            extent = fold(e, TIR_FOLD_MUL, extent, buffer->shape->items[i]);
    }
    return fold(e, TIR_FOLD_SUB, extent, offset);
}

/* The letters r and w. -1 after a complaint. */
static int64_t read_mask(tunip_elaborator *e, const tunip_value *value)
{
    if (value->kind != TUNIP_VALUE_STR) return tunip_value_to_int(e, value, 0);
    for (size_t i = 0; i < value->text.size; i++) {
        if (strchr("rw", value->text.data[i])) continue;
        tunip_complain(e, value->doc, "the access is written as `r`, `w` or `rw`");
        return -1;
    }
    bool reads = value->text.size && memchr(value->text.data, 'r', value->text.size);
    bool writes = value->text.size && memchr(value->text.data, 'w', value->text.size);
    return (reads ? 1 : 0) | (writes ? 2 : 0);
}

/* A.access_ptr("r", offset=8) */
TIR_READ(access_ptr)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_tir_buffer *buffer = self_buffer(call);
    if (!buffer) return tunip_complain(e, call->doc, "only a buffer has `access_ptr`");
    tunip_dtype pointer = tunip_value_to_dtype(e, &call->args[1], tir_handle), element;
    int64_t lanes = tunip_value_to_int(e, &call->args[2], 1);
    tunip_value zero = {.kind = TUNIP_VALUE_INT, .doc = call->doc};
    const tunip_node *offset =
        tir_expr(e, call->args[3].kind > TUNIP_VALUE_NONE ? &call->args[3] : &zero);
    if (!offset) return tunip_value_wrong(call->doc);
    const tunip_node *extent = elements_behind(e, buffer, offset);
    const tunip_node *first = fold(e, TIR_FOLD_ADD, buffer->elem_offset, offset);
    element = buffer->dtype;
    if (lanes > 1) {
        const void *count = tunip_ir_int(graph, tunip_ir_dtype_of(buffer->elem_offset), lanes);
        element.lanes = (int16_t)lanes;
        extent = fold(e, TIR_FOLD_DIV, extent, count);
        first = fold(e, TIR_FOLD_DIV, buffer->elem_offset, count);
    }
    if (call->args[4].kind > TUNIP_VALUE_NONE) extent = tir_expr(e, &call->args[4]);
    tunip_array *none = tunip_array_new(graph, 0, NULL);
    void *type = tir_new_call(e, element, tir_op_new(e, "tir.type_annotation"), none);
    int64_t access = read_mask(e, &call->args[0]);
    if (access < 0) return tunip_value_wrong(call->doc);
    void *mask = tunip_ir_int(graph, tir_int32, access);
    tunip_array *args = TUNIP_LIST(graph, type, buffer->data, (void *)(uintptr_t)first,
                                   (void *)(uintptr_t)extent, mask);
    void *op = tir_op_new(e, "tir.tvm_access_ptr");
    return tunip_value_node(tir_new_call(e, pointer, op, args), call->doc);
}

/* ==== Loads from buffers of TVM v0.26 and stores to them. The element of a scalar prints as the
 * name of the buffer. */

TIR_RULE(v26_buffer_region)
{
    const tunip_tirx_buffer_region *region = (const tunip_tirx_buffer_region *)node;
    const tunip_doc *buffer = TIR_SUB(d, region, buffer, path);
    return tunip_doc_index_new(d, buffer, tir_write_region(d, region->region, path));
}

/* The name of a scalar whose element is loaded or stored; NULL for other accesses. */
static const tunip_doc *name_scalar(tunip_docsifier *d, const tunip_tir_var *buffer,
                                    const tunip_node *predicate)
{
    const tunip_tirx_buffer_type *type = tirx_buffer_type_of(buffer);
    return type && !predicate && tirx_is_scalar(type, false) ? tunip_variable(d, buffer) : NULL;
}

TIR_RULE(v26_buffer_load)
{
    const tunip_tirx_buffer_load *load = (const tunip_tirx_buffer_load *)node;
    const tunip_doc *buffer = TIR_SUB(d, load, buffer, path);
    const tunip_doc *scalar = name_scalar(d, load->buffer, load->predicate);
    return scalar ? scalar : tir_write_load(d, buffer, load->indices, load->predicate, path);
}

TIR_RULE(v26_buffer_store)
{
    const tunip_tirx_buffer_store *store = (const tunip_tirx_buffer_store *)node;
    const tunip_doc *buffer = TIR_SUB(d, store, buffer, path);
    const tunip_doc *value = TIR_SUB(d, store, value, path);
    const tunip_doc *scalar = name_scalar(d, store->buffer, store->predicate);
    if (scalar) return tir_assign(d, TUNIP_ROLE_STORE, scalar, value);
    return tir_write_store(d, buffer, value, store->indices, store->predicate, path);
}

static const tunip_doc *v26_name_producer(tunip_docsifier *d, const tunip_node *producer)
{
    const tunip_te_tensor_v26 *tensor = TUNIP_AS(tunip_te_tensor_v26, producer);
    const tunip_te_extern_op_v26 *external =
        TUNIP_AS(tunip_te_extern_op_v26, tensor ? tensor->op : NULL);
    return tensor ? tir_name_output(d, tensor->op, tensor->value_index,
                                    external ? external->output_placeholders : NULL)
                  : NULL;
}

TIR_RULE(v26_producer_load)
{
    const tunip_tirx_producer_load *load = (const tunip_tirx_producer_load *)node;
    const tunip_doc *producer = v26_name_producer(d, load->producer);
    if (!producer) producer = TIR_SUB(d, load, producer, path);
    return tunip_doc_index_new(d, producer, tir_write_indices(d, load->indices, path));
}

/* ======== element ======== */

/* Buffers of one element, which scripts of TVM v0.26 use like variables. */

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};

bool tirx_is_element_buffer(const tunip_tir_buffer *buffer)
{
    const tunip_array *marks = buffer->axis_separators;
    if (tunip_array_count(marks) != 1 || !tunip_is(marks->items[0], &tunip_string_type))
        return false;
    return tunip_array_count(buffer->shape) == 1 && tunip_ir_is_int(buffer->shape->items[0], 1) &&
           tunip_dtype_equal(tunip_ir_dtype_of(buffer->shape->items[0]), int32) &&
           !tunip_array_count(buffer->strides) && buffer->data_alignment == TIR_DEFAULT_ALIGNMENT &&
           buffer->offset_factor == 1;
}

tunip_tir_buffer *tirx_buffer_of_element(const tunip_node *node)
{
    const tunip_tir_buffer_load *load = TUNIP_AS(tunip_tir_buffer_load, node);
    return load && !load->predicate && load->buffer && tirx_is_element_buffer(load->buffer)
               ? load->buffer
               : NULL;
}

tunip_dtype tirx_dtype_of(tunip_elaborator *e, const tunip_value *value)
{
    bool is_word = value->kind == TUNIP_VALUE_WORD && value->word->read == tir_read_dtype;
    if (is_word) return tir_dtype_of_word(value->word);
    return tunip_value_to_dtype(e, value, tir_float32);
}

tunip_value tirx_as_element(tunip_elaborator *e, tunip_value value)
{
    tunip_tir_buffer *buffer = value.kind == TUNIP_VALUE_NODE
                                   ? (void *)(uintptr_t)TUNIP_AS(tunip_tir_buffer, value.node)
                                   : NULL;
    if (!buffer || !tirx_is_element_buffer(buffer)) return value;
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_array *indices = TUNIP_LIST(graph, tunip_ir_int(graph, int32, 0));
    tunip_tir_buffer_load *load = tunip_tir_buffer_load_new(graph, buffer, indices);
    if (load) load->base.dtype = buffer->dtype;
    return tunip_value_node(load, value.doc);
}

/* ======== slice ======== */

/* The number of elements of a slice (TVM include/tvm/topi/transform.h, GetLength). */

typedef struct slice {
    tunip_scratch *scratch;
    const tunip_node *step, *extent;
    tunip_node *op; /* T.if_then_else */
    const tunip_node *is_backward;
    const tunip_node *zero, *one;
} slice;

static const tunip_node *less(const slice *s, const tunip_node *a, const tunip_node *b)
{
    return tir_less(s->scratch, a, b);
}

static const tunip_node *slice_fold(const slice *s, tir_fold op, const tunip_node *a,
                                    const tunip_node *b)
{
    return a && b ? tir_folded(s->scratch, op, a, b) : NULL;
}

static const tunip_node *choose(const slice *s, const tunip_node *condition, const tunip_node *yes,
                                const tunip_node *no)
{
    return tir_choice(s->scratch, s->op, condition, yes, no);
}

/* Whether both are variables of one name: then TVM takes the index as it is. */
static bool have_one_name(const tunip_node *index, const tunip_node *extent)
{
    const tunip_tir_var *a = TUNIP_AS_A(tunip_tir_var, index);
    const tunip_tir_var *b = TUNIP_AS_A(tunip_tir_var, extent);
    return a && b && tunip_str_equal(tunip_string_value(a->name), tunip_string_value(b->name));
}

/* An index as one that counts from the front, and is not beyond an end. A negative index counts
 * from the end. */
static const tunip_node *canonical(const slice *s, const tunip_node *index)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, index);
    if (have_one_name(index, s->extent)) return index;
    const tunip_node *low =
        choose(s, s->is_backward, slice_fold(s, TIR_FOLD_SUB, s->zero, s->one), s->zero);
    const tunip_node *high =
        choose(s, s->is_backward, slice_fold(s, TIR_FOLD_SUB, s->extent, s->one), s->extent);
    if (!imm || imm->value < 0)
        index = choose(s, less(s, index, s->zero), slice_fold(s, TIR_FOLD_ADD, index, s->extent),
                       index);
    return slice_fold(s, TIR_FOLD_MIN, slice_fold(s, TIR_FOLD_MAX, index, low), high);
}

/* (room + step - 1) // step */
static const tunip_node *steps(const slice *s, const tunip_node *room, const tunip_node *step)
{
    const tunip_node *above =
        slice_fold(s, TIR_FOLD_SUB, slice_fold(s, TIR_FOLD_ADD, room, step), s->one);
    return slice_fold(s, TIR_FOLD_FLOOR_DIV, above, step);
}

const tunip_node *tunip_tir_slice_size(tunip_scratch *scratch, const tunip_node *begin,
                                       const tunip_node *end, const tunip_node *step,
                                       const tunip_node *extent, unsigned flags)
{
    tunip_dtype dtype = tunip_ir_dtype_of(extent);
    slice s = {.scratch = scratch,
               .step = step,
               .extent = extent,
               .op = tir_choice_op(scratch),
               .zero = tir_new_int(scratch, dtype, 0),
               .one = tir_new_int(scratch, dtype, 1)};
    const tunip_node *size = NULL;
    s.is_backward = s.zero && step ? less(&s, step, s.zero) : NULL;
    if (!s.op || !s.is_backward || !begin || !end || !extent) return NULL;
    if (flags & TUNIP_SLICE_IN_BOUNDS) {
        size = steps(&s, slice_fold(&s, TIR_FOLD_SUB, end, begin), step);
    } else {
        begin = canonical(&s, begin);
        end = canonical(&s, end);
        size = choose(&s, s.is_backward,
                      steps(&s, slice_fold(&s, TIR_FOLD_SUB, begin, end),
                            slice_fold(&s, TIR_FOLD_SUB, s.zero, step)),
                      steps(&s, slice_fold(&s, TIR_FOLD_SUB, end, begin), step));
    }
    return size ? tir_simplify_size(scratch, size, flags & TUNIP_SLICE_OF_SIZES) : NULL;
}
