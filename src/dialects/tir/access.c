/* access.c -- loads from buffers and stores to them: A[i, j], A[i:i + 4], A.vload([i],
 * predicate=p). */
#include "analysis.h"
#include "docs.h"
#include "fold.h"
#include "rules.h"
#include <tunip/tvm/te.h>

/* ---- indices ---- */

/* start:start + lanes * stride:stride */
static const tunip_doc *write_ramp(tunip_docsifier *d, const tunip_tir_ramp *ramp,
                                   const tunip_path *path)
{
    const tunip_node *end =
        tunip_tir_add_folded(d, ramp->start, tir_mul_folded(d, ramp->lanes, ramp->stride));
    const tunip_doc *start = tir_docsify(d, ramp->start, tunip_path_attr(d, path, "base"));
    const tunip_doc *stop =
        tunip_docsify_made(d, end, ramp->lanes, tunip_path_attr(d, path, "lanes"));
    const tunip_doc *step = NULL;
    if (!tunip_ir_is_int(ramp->stride, 1)) step = TIR_SUB(d, ramp, stride, path);
    return tunip_doc_vector_new(d, start, stop, step, TIR_SUB(d, ramp, lanes, path));
}

/* The indices of the access at `path`. TVM's printer has the step `indices` twice in their
 * paths. */
static tunip_docs write_indices(tunip_docsifier *d, const tunip_array *indices,
                                const tunip_path *path)
{
    size_t count = tunip_array_count(indices);
    const tunip_doc **docs = tunip_docs_new(d, count);
    path = tunip_path_attr(d, path, "indices");
    path = tunip_path_as(d, path, tunip_path_attr(d, path, "indices"));
    for (size_t i = 0; docs && i < count; i++) {
        const tunip_path *at = tunip_path_item(d, path, i);
        const tunip_tir_ramp *ramp = TUNIP_AS(tunip_tir_ramp, indices->items[i]);
        bool is_slice = ramp && tunip_is(ramp->stride, &tunip_ir_int_imm_type);
        docs[i] = is_slice ? write_ramp(d, ramp, at) : tir_docsify(d, indices->items[i], at);
    }
    return tunip_docs_view(docs, count);
}

static bool are_found(const tunip_array *ranges)
{
    for (size_t i = 0; i < tunip_array_count(ranges); i++)
        if (!tir_is_found(TUNIP_AS(tunip_ir_range, ranges->items[i]))) return false;
    return true;
}

/* min:min + extent; min alone if the extent is 1. */
static const tunip_doc *write_range(tunip_docsifier *d, const tunip_node *item,
                                    const tunip_path *path, bool is_exact)
{
    const tunip_ir_range *range = TUNIP_AS(tunip_ir_range, item);
    if (!range) return tir_docsify(d, item, path);
    const tunip_doc *min = TIR_SUB(d, range, min, path);
    if (tunip_ir_is_int(range->extent, 1)) return min;
    const tunip_node *end = tunip_tir_add_folded(d, range->min, range->extent);
    const tunip_doc *max =
        tunip_docsify_made(d, end, range->extent, tunip_path_attr(d, path, "extent"));
    if (!is_exact) return tunip_doc_slice_new(d, min, max, NULL);
    return tunip_doc_range_new(d, min, max, TIR_SUB(d, range, extent, path));
}

TIR_RULE(buffer_region)
{
    const tunip_tir_buffer_region *region = (const tunip_tir_buffer_region *)node;
    const tunip_doc *buffer = TIR_SUB(d, region, buffer, path);
    size_t count = tunip_array_count(region->region);
    const tunip_doc **docs = tunip_docs_new(d, count);
    const tunip_path *items = tunip_path_attr(d, path, "region");
    bool is_exact = !are_found(region->region);
    for (size_t i = 0; docs && i < count; i++)
        docs[i] = write_range(d, region->region->items[i], tunip_path_item(d, items, i), is_exact);
    return tunip_doc_index_new(d, buffer, tunip_docs_view(docs, count));
}

/* ---- loads and stores ---- */

/* buffer.method(args, predicate=...) */
static const tunip_doc *write_masked(tunip_docsifier *d, const tunip_doc *buffer,
                                     const char *method, const tir_args *args)
{
    const tunip_doc *callee = tunip_doc_attr_new(d, buffer, tunip_str_from(method));
    return tir_args_call(d, callee, args);
}

TIR_RULE(buffer_load)
{
    const tunip_tir_buffer_load *load = (const tunip_tir_buffer_load *)node;
    const tunip_doc *buffer = TIR_SUB(d, load, buffer, path);
    if (!load->predicate)
        return tunip_doc_index_new(d, buffer, write_indices(d, load->indices, path));
    tir_args args = {.count = 0};
    tir_args_add(&args, TIR_SUB(d, load, indices, path));
    tir_args_key(&args, "predicate", TIR_SUB(d, load, predicate, path));
    return write_masked(d, buffer, "vload", &args);
}

TIR_RULE(buffer_store)
{
    const tunip_tir_buffer_store *store = (const tunip_tir_buffer_store *)node;
    const tunip_doc *buffer = TIR_SUB(d, store, buffer, path);
    const tunip_doc *value = TIR_SUB(d, store, value, path);
    if (!store->predicate) {
        tunip_docs indices = write_indices(d, store->indices, path);
        return tir_assign(d, TUNIP_ROLE_STORE, tunip_doc_index_new(d, buffer, indices), value);
    }
    tir_args args = {.count = 0};
    tir_args_add(&args, TIR_SUB(d, store, indices, path));
    tir_args_add(&args, value);
    tir_args_key(&args, "predicate", TIR_SUB(d, store, predicate, path));
    const tunip_doc *call = write_masked(d, buffer, "vstore", &args);
    return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_STORE, call);
}

/* ---- tensor expressions ---- */

static size_t count_outputs(const tunip_node *op)
{
    const tunip_te_compute_op *compute = TUNIP_AS(tunip_te_compute_op, op);
    const tunip_te_scan_op *scan = TUNIP_AS(tunip_te_scan_op, op);
    const tunip_te_extern_op *external = TUNIP_AS(tunip_te_extern_op, op);
    if (compute) return tunip_array_count(compute->body);
    if (scan) return tunip_array_count(scan->update);
    return external ? tunip_array_count(external->output_placeholders) : 1;
}

/* The name of a tensor is the name of its operation, followed by its number if the operation has
 * several outputs. */
static const tunip_doc *name_producer(tunip_docsifier *d, const tunip_tir_producer_load *load,
                                      const tunip_path *path)
{
    const tunip_te_tensor *tensor = TUNIP_AS(tunip_te_tensor, load->producer);
    const tunip_te_operation *op = TUNIP_AS_A(tunip_te_operation, tensor ? tensor->op : NULL);
    if (!op) return TIR_SUB(d, load, producer, path);
    tunip_str name = tunip_string_value(op->name);
    if (count_outputs(tensor->op) != 1)
        name = tunip_doc_format(d, "%.*s.v%lld", (int)name.size, name.size ? name.data : "",
                                (long long)tensor->value_index);
    return tunip_doc_id_new(d, name, NULL);
}

TIR_RULE(producer_load)
{
    const tunip_tir_producer_load *load = (const tunip_tir_producer_load *)node;
    const tunip_doc *producer = name_producer(d, load, path);
    return tunip_doc_index_new(d, producer, write_indices(d, load->indices, path));
}
