/* scalar.c -- the types of variables of TVM v0.26, and buffers of one element, which scripts use
 * like variables. */
#include "buffer.h"

const tunip_node *tirx_type_of(const tunip_ir_var *var)
{
    return var ? ((const tunip_ir_expr *)(const void *)var)->ty : NULL;
}

const tunip_tirx_buffer_type *tirx_buffer_type_of(const void *var)
{
    const tunip_ir_var *v = TUNIP_AS_A(tunip_ir_var, var);
    return v ? TUNIP_AS(tunip_tirx_buffer_type, tirx_type_of(v)) : NULL;
}

bool tirx_calls(const tunip_node *expr, const char *name)
{
    const tunip_ir_call *call = TUNIP_AS(tunip_ir_call, expr);
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call ? call->op : NULL);
    return op && tunip_str_is(tunip_string_value(op->name), name);
}

bool tirx_is_scalar(const tunip_tirx_buffer_type *type, bool is_allocated)
{
    const tunip_tirx_tile_layout *layout = TUNIP_AS(tunip_tirx_tile_layout, type->layout);
    if (tunip_array_count(type->shape) != 1 || !tunip_ir_is_int(type->shape->items[0], 1))
        return false;
    if (tunip_array_count(type->strides) || tunip_array_count(type->allocated_addr)) return false;
    if (is_allocated && !tunip_ir_is_int(type->elem_offset, 0)) return false;
    if (type->data_alignment != TIR_DEFAULT_ALIGNMENT || type->offset_factor != 1 || !layout)
        return false;
    const tunip_tirx_iter *iter = tunip_array_count(layout->shard) == 1 &&
                                          !tunip_array_count(layout->replica) &&
                                          !tunip_map_count(layout->offset)
                                      ? TUNIP_AS(tunip_tirx_iter, layout->shard->items[0])
                                      : NULL;
    return iter && tunip_ir_is_int(iter->extent, 1) && tunip_ir_is_int(iter->stride, 1) &&
           tunip_dtype_equal(tunip_ir_dtype_of(iter->extent), TUNIP_INT(32)) &&
           tunip_dtype_equal(tunip_ir_dtype_of(iter->stride), TUNIP_INT(32)) &&
           tunip_str_is(tunip_string_value(iter->axis ? iter->axis->name : NULL), "m");
}

/* ---- first values ---- */

typedef struct load_search {
    const void *buffer;
    bool found;
} load_search;

static tunip_walk_action find_load(const tunip_node *node, void *user)
{
    load_search *s = user;
    const tunip_tirx_buffer_load *load = TUNIP_AS(tunip_tirx_buffer_load, node);
    s->found = load && load->buffer == s->buffer;
    return s->found ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

static bool loads(tunip_docsifier *d, const tunip_node *expr, const void *buffer)
{
    load_search s = {.buffer = buffer};
    tunip_walker walker = {.enter = find_load, .user = &s, .skip = TUNIP_FLAG_ASIDE};
    tunip_job_walk(d, expr, &walker);
    return s.found;
}

const tunip_tirx_buffer_store *tirx_first_value(tunip_docsifier *d, const tunip_array *seq,
                                                size_t index)
{
    const tunip_tirx_alloc_buffer *alloc = TUNIP_AS(tunip_tirx_alloc_buffer, seq->items[index]);
    const tunip_tirx_buffer_type *type = alloc ? tirx_buffer_type_of(alloc->buffer) : NULL;
    const tunip_tirx_buffer_store *store =
        type && index + 1 < seq->count ? TUNIP_AS(tunip_tirx_buffer_store, seq->items[index + 1])
                                       : NULL;
    if (!store || !tir_has_sugar(d) || !tirx_is_scalar(type, true)) return NULL;
    bool fits = store->buffer == alloc->buffer && !store->predicate &&
                tunip_array_count(store->indices) == 1 &&
                tunip_ir_is_int(store->indices->items[0], 0) &&
                !loads(d, store->value, alloc->buffer);
    return fits ? store : NULL;
}
