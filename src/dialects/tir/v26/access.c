/* access.c -- loads from buffers of TVM v0.26 and stores to them. The element of a scalar prints as
 * the name of the buffer. */
#include "../buffer.h"
#include "buffer.h"
#include "rules.h"
#include <tunip/tvm/tirx_others.h>

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

static const tunip_doc *write_masked(tunip_docsifier *d, const tunip_doc *buffer,
                                     const char *method, const tir_args *args)
{
    return tir_args_call(d, tunip_doc_attr_new(d, buffer, tunip_str_from(method)), args);
}

TIR_RULE(v26_buffer_load)
{
    const tunip_tirx_buffer_load *load = (const tunip_tirx_buffer_load *)node;
    const tunip_doc *buffer = TIR_SUB(d, load, buffer, path);
    const tunip_doc *scalar = name_scalar(d, load->buffer, load->predicate);
    if (scalar) return scalar;
    if (!load->predicate)
        return tunip_doc_index_new(d, buffer, tir_write_indices(d, load->indices, path));
    tir_args args = {.count = 0};
    tir_args_add(&args, TIR_SUB(d, load, indices, path));
    tir_args_key(&args, "predicate", TIR_SUB(d, load, predicate, path));
    return write_masked(d, buffer, "vload", &args);
}

TIR_RULE(v26_buffer_store)
{
    const tunip_tirx_buffer_store *store = (const tunip_tirx_buffer_store *)node;
    const tunip_doc *buffer = TIR_SUB(d, store, buffer, path);
    const tunip_doc *value = TIR_SUB(d, store, value, path);
    const tunip_doc *scalar = name_scalar(d, store->buffer, store->predicate);
    if (scalar) return tir_assign(d, TUNIP_ROLE_STORE, scalar, value);
    if (!store->predicate) {
        tunip_docs indices = tir_write_indices(d, store->indices, path);
        return tir_assign(d, TUNIP_ROLE_STORE, tunip_doc_index_new(d, buffer, indices), value);
    }
    tir_args args = {.count = 0};
    tir_args_add(&args, TIR_SUB(d, store, indices, path));
    tir_args_add(&args, value);
    tir_args_key(&args, "predicate", TIR_SUB(d, store, predicate, path));
    const tunip_doc *call = write_masked(d, buffer, "vstore", &args);
    return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_STORE, call);
}

static size_t count_outputs(const tunip_node *op)
{
    const tunip_te_compute_op_v26 *compute = TUNIP_AS(tunip_te_compute_op_v26, op);
    const tunip_te_scan_op_v26 *scan = TUNIP_AS(tunip_te_scan_op_v26, op);
    const tunip_te_extern_op_v26 *external = TUNIP_AS(tunip_te_extern_op_v26, op);
    if (compute) return tunip_array_count(compute->body);
    if (scan) return tunip_array_count(scan->update);
    return external ? tunip_array_count(external->output_placeholders) : 1;
}

TIR_RULE(v26_producer_load)
{
    const tunip_tirx_producer_load *load = (const tunip_tirx_producer_load *)node;
    const tunip_te_tensor_v26 *tensor = TUNIP_AS(tunip_te_tensor_v26, load->producer);
    const tunip_te_operation *op = TUNIP_AS_A(tunip_te_operation, tensor ? tensor->op : NULL);
    const tunip_doc *producer;
    if (op) {
        tunip_str name = tunip_string_value(op->name);
        if (count_outputs(tensor->op) != 1)
            name = tunip_doc_format(d, "%.*s.v%lld", (int)name.size, name.size ? name.data : "",
                                    (long long)tensor->value_index);
        producer = tunip_doc_id_new(d, name, NULL);
    } else {
        producer = TIR_SUB(d, load, producer, path);
    }
    return tunip_doc_index_new(d, producer, tir_write_indices(d, load->indices, path));
}
