/* element.c -- buffers of one element, which scripts of TVM v0.26 use like variables. */
#include "buffer.h"
#include "script.h"

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
    tunip_dtype dtype;
    bool is_word = value->kind == TUNIP_VALUE_WORD && value->word->read == tir_read_dtype;
    if (is_word && tunip_dtype_parse(tunip_str_from(value->word->name), &dtype)) return dtype;
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
