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

static const tunip_doc *name_producer(tunip_docsifier *d, const tunip_node *producer)
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
    const tunip_doc *producer = name_producer(d, load->producer);
    if (!producer) producer = TIR_SUB(d, load, producer, path);
    return tunip_doc_index_new(d, producer, tir_write_indices(d, load->indices, path));
}
