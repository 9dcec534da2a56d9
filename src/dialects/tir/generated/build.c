/* build.c -- constructors of the tir dialect: they set the fields and complete the node. Made by
 * tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/tir.h>

tunip_tir_string_imm *tunip_tir_string_imm_new(tunip_graph *graph, const char *value)
{
    tunip_tir_string_imm *made = tunip_node_new(graph, &tunip_tir_string_imm_type);
    if (!made) return NULL;
    made->value = tunip_string_new(graph, value);
    return tunip_node_complete(graph, made);
}

tunip_tir_cast *tunip_tir_cast_new(tunip_graph *graph, tunip_dtype dtype, void *value)
{
    tunip_tir_cast *made = tunip_node_new(graph, &tunip_tir_cast_type);
    if (!made) return NULL;
    made->base.dtype = dtype;
    made->value = value;
    return tunip_node_complete(graph, made);
}

tunip_tir_add *tunip_tir_add_new(tunip_graph *graph, void *a, void *b)
{
    tunip_tir_add *made = tunip_node_new(graph, &tunip_tir_add_type);
    if (!made) return NULL;
    made->a = a;
    made->b = b;
    return tunip_node_complete(graph, made);
}

tunip_tir_sub *tunip_tir_sub_new(tunip_graph *graph, void *a, void *b)
{
    tunip_tir_sub *made = tunip_node_new(graph, &tunip_tir_sub_type);
    if (!made) return NULL;
    made->a = a;
    made->b = b;
    return tunip_node_complete(graph, made);
}

tunip_tir_mul *tunip_tir_mul_new(tunip_graph *graph, void *a, void *b)
{
    tunip_tir_mul *made = tunip_node_new(graph, &tunip_tir_mul_type);
    if (!made) return NULL;
    made->a = a;
    made->b = b;
    return tunip_node_complete(graph, made);
}

tunip_tir_div *tunip_tir_div_new(tunip_graph *graph, void *a, void *b)
{
    tunip_tir_div *made = tunip_node_new(graph, &tunip_tir_div_type);
    if (!made) return NULL;
    made->a = a;
    made->b = b;
    return tunip_node_complete(graph, made);
}

tunip_tir_mod *tunip_tir_mod_new(tunip_graph *graph, void *a, void *b)
{
    tunip_tir_mod *made = tunip_node_new(graph, &tunip_tir_mod_type);
    if (!made) return NULL;
    made->a = a;
    made->b = b;
    return tunip_node_complete(graph, made);
}

tunip_tir_floor_div *tunip_tir_floor_div_new(tunip_graph *graph, void *a, void *b)
{
    tunip_tir_floor_div *made = tunip_node_new(graph, &tunip_tir_floor_div_type);
    if (!made) return NULL;
    made->a = a;
    made->b = b;
    return tunip_node_complete(graph, made);
}

tunip_tir_floor_mod *tunip_tir_floor_mod_new(tunip_graph *graph, void *a, void *b)
{
    tunip_tir_floor_mod *made = tunip_node_new(graph, &tunip_tir_floor_mod_type);
    if (!made) return NULL;
    made->a = a;
    made->b = b;
    return tunip_node_complete(graph, made);
}

tunip_tir_min *tunip_tir_min_new(tunip_graph *graph, void *a, void *b)
{
    tunip_tir_min *made = tunip_node_new(graph, &tunip_tir_min_type);
    if (!made) return NULL;
    made->a = a;
    made->b = b;
    return tunip_node_complete(graph, made);
}

tunip_tir_max *tunip_tir_max_new(tunip_graph *graph, void *a, void *b)
{
    tunip_tir_max *made = tunip_node_new(graph, &tunip_tir_max_type);
    if (!made) return NULL;
    made->a = a;
    made->b = b;
    return tunip_node_complete(graph, made);
}

tunip_tir_eq *tunip_tir_eq_new(tunip_graph *graph, void *a, void *b)
{
    tunip_tir_eq *made = tunip_node_new(graph, &tunip_tir_eq_type);
    if (!made) return NULL;
    made->a = a;
    made->b = b;
    return tunip_node_complete(graph, made);
}

tunip_tir_ne *tunip_tir_ne_new(tunip_graph *graph, void *a, void *b)
{
    tunip_tir_ne *made = tunip_node_new(graph, &tunip_tir_ne_type);
    if (!made) return NULL;
    made->a = a;
    made->b = b;
    return tunip_node_complete(graph, made);
}

tunip_tir_lt *tunip_tir_lt_new(tunip_graph *graph, void *a, void *b)
{
    tunip_tir_lt *made = tunip_node_new(graph, &tunip_tir_lt_type);
    if (!made) return NULL;
    made->a = a;
    made->b = b;
    return tunip_node_complete(graph, made);
}

tunip_tir_le *tunip_tir_le_new(tunip_graph *graph, void *a, void *b)
{
    tunip_tir_le *made = tunip_node_new(graph, &tunip_tir_le_type);
    if (!made) return NULL;
    made->a = a;
    made->b = b;
    return tunip_node_complete(graph, made);
}

tunip_tir_gt *tunip_tir_gt_new(tunip_graph *graph, void *a, void *b)
{
    tunip_tir_gt *made = tunip_node_new(graph, &tunip_tir_gt_type);
    if (!made) return NULL;
    made->a = a;
    made->b = b;
    return tunip_node_complete(graph, made);
}

tunip_tir_ge *tunip_tir_ge_new(tunip_graph *graph, void *a, void *b)
{
    tunip_tir_ge *made = tunip_node_new(graph, &tunip_tir_ge_type);
    if (!made) return NULL;
    made->a = a;
    made->b = b;
    return tunip_node_complete(graph, made);
}

tunip_tir_and *tunip_tir_and_new(tunip_graph *graph, void *a, void *b)
{
    tunip_tir_and *made = tunip_node_new(graph, &tunip_tir_and_type);
    if (!made) return NULL;
    made->a = a;
    made->b = b;
    return tunip_node_complete(graph, made);
}

tunip_tir_or *tunip_tir_or_new(tunip_graph *graph, void *a, void *b)
{
    tunip_tir_or *made = tunip_node_new(graph, &tunip_tir_or_type);
    if (!made) return NULL;
    made->a = a;
    made->b = b;
    return tunip_node_complete(graph, made);
}

tunip_tir_not *tunip_tir_not_new(tunip_graph *graph, void *a)
{
    tunip_tir_not *made = tunip_node_new(graph, &tunip_tir_not_type);
    if (!made) return NULL;
    made->a = a;
    return tunip_node_complete(graph, made);
}

tunip_tir_select *tunip_tir_select_new(tunip_graph *graph, void *condition, void *true_value,
    void *false_value)
{
    tunip_tir_select *made = tunip_node_new(graph, &tunip_tir_select_type);
    if (!made) return NULL;
    made->condition = condition;
    made->true_value = true_value;
    made->false_value = false_value;
    return tunip_node_complete(graph, made);
}

tunip_tir_buffer_load *tunip_tir_buffer_load_new(tunip_graph *graph, tunip_tir_buffer *buffer,
    tunip_array *indices)
{
    tunip_tir_buffer_load *made = tunip_node_new(graph, &tunip_tir_buffer_load_type);
    if (!made) return NULL;
    made->buffer = buffer;
    made->indices = indices;
    return tunip_node_complete(graph, made);
}

tunip_tir_producer_load *tunip_tir_producer_load_new(tunip_graph *graph, void *producer,
    tunip_array *indices)
{
    tunip_tir_producer_load *made = tunip_node_new(graph, &tunip_tir_producer_load_type);
    if (!made) return NULL;
    made->producer = producer;
    made->indices = indices;
    return tunip_node_complete(graph, made);
}

tunip_tir_ramp *tunip_tir_ramp_new(tunip_graph *graph, void *start, void *stride, void *lanes)
{
    tunip_tir_ramp *made = tunip_node_new(graph, &tunip_tir_ramp_type);
    if (!made) return NULL;
    made->start = start;
    made->stride = stride;
    made->lanes = lanes;
    return tunip_node_complete(graph, made);
}

tunip_tir_broadcast *tunip_tir_broadcast_new(tunip_graph *graph, void *value, void *lanes)
{
    tunip_tir_broadcast *made = tunip_node_new(graph, &tunip_tir_broadcast_type);
    if (!made) return NULL;
    made->value = value;
    made->lanes = lanes;
    return tunip_node_complete(graph, made);
}

tunip_tir_shuffle *tunip_tir_shuffle_new(tunip_graph *graph, tunip_array *vectors,
    tunip_array *indices)
{
    tunip_tir_shuffle *made = tunip_node_new(graph, &tunip_tir_shuffle_type);
    if (!made) return NULL;
    made->vectors = vectors;
    made->indices = indices;
    return tunip_node_complete(graph, made);
}

tunip_tir_let *tunip_tir_let_new(tunip_graph *graph, tunip_tir_var *var, void *value, void *body)
{
    tunip_tir_let *made = tunip_node_new(graph, &tunip_tir_let_type);
    if (!made) return NULL;
    made->var = var;
    made->value = value;
    made->body = body;
    return tunip_node_complete(graph, made);
}

tunip_tir_comm_reducer *tunip_tir_comm_reducer_new(tunip_graph *graph, tunip_array *lhs,
    tunip_array *rhs, tunip_array *result, tunip_array *identity_element)
{
    tunip_tir_comm_reducer *made = tunip_node_new(graph, &tunip_tir_comm_reducer_type);
    if (!made) return NULL;
    made->lhs = lhs;
    made->rhs = rhs;
    made->result = result;
    made->identity_element = identity_element;
    return tunip_node_complete(graph, made);
}

tunip_tir_reduce *tunip_tir_reduce_new(tunip_graph *graph, tunip_tir_comm_reducer *combiner,
    tunip_array *source, tunip_array *axis, void *condition, int64_t value_index, tunip_array *init)
{
    tunip_tir_reduce *made = tunip_node_new(graph, &tunip_tir_reduce_type);
    if (!made) return NULL;
    made->combiner = combiner;
    made->source = source;
    made->axis = axis;
    made->condition = condition;
    made->value_index = value_index;
    made->init = init;
    return tunip_node_complete(graph, made);
}

tunip_tir_buffer_region *tunip_tir_buffer_region_new(tunip_graph *graph, tunip_tir_buffer *buffer,
    tunip_array *region)
{
    tunip_tir_buffer_region *made = tunip_node_new(graph, &tunip_tir_buffer_region_type);
    if (!made) return NULL;
    made->buffer = buffer;
    made->region = region;
    return tunip_node_complete(graph, made);
}

tunip_tir_match_buffer_region *tunip_tir_match_buffer_region_new(tunip_graph *graph,
    tunip_tir_buffer *buffer, tunip_tir_buffer_region *source)
{
    tunip_tir_match_buffer_region *made = tunip_node_new(graph,
        &tunip_tir_match_buffer_region_type);
    if (!made) return NULL;
    made->buffer = buffer;
    made->source = source;
    return tunip_node_complete(graph, made);
}

tunip_tir_index_map *tunip_tir_index_map_new(tunip_graph *graph, tunip_array *initial_indices,
    tunip_array *final_indices, void *inverse_index_map)
{
    tunip_tir_index_map *made = tunip_node_new(graph, &tunip_tir_index_map_type);
    if (!made) return NULL;
    made->initial_indices = initial_indices;
    made->final_indices = final_indices;
    made->inverse_index_map = inverse_index_map;
    return tunip_node_complete(graph, made);
}

tunip_tir_let_stmt *tunip_tir_let_stmt_new(tunip_graph *graph, tunip_tir_var *var, void *value,
    void *body)
{
    tunip_tir_let_stmt *made = tunip_node_new(graph, &tunip_tir_let_stmt_type);
    if (!made) return NULL;
    made->var = var;
    made->value = value;
    made->body = body;
    return tunip_node_complete(graph, made);
}

tunip_tir_attr_stmt *tunip_tir_attr_stmt_new(tunip_graph *graph, void *node, const char *attr_key,
    void *value, void *body)
{
    tunip_tir_attr_stmt *made = tunip_node_new(graph, &tunip_tir_attr_stmt_type);
    if (!made) return NULL;
    made->node = node;
    made->attr_key = tunip_string_new(graph, attr_key);
    made->value = value;
    made->body = body;
    return tunip_node_complete(graph, made);
}

tunip_tir_assert_stmt *tunip_tir_assert_stmt_new(tunip_graph *graph, void *condition,
    void *message, void *body)
{
    tunip_tir_assert_stmt *made = tunip_node_new(graph, &tunip_tir_assert_stmt_type);
    if (!made) return NULL;
    made->condition = condition;
    made->message = message;
    made->body = body;
    return tunip_node_complete(graph, made);
}

tunip_tir_buffer_store *tunip_tir_buffer_store_new(tunip_graph *graph, tunip_tir_buffer *buffer,
    tunip_array *indices, void *value)
{
    tunip_tir_buffer_store *made = tunip_node_new(graph, &tunip_tir_buffer_store_type);
    if (!made) return NULL;
    made->buffer = buffer;
    made->indices = indices;
    made->value = value;
    return tunip_node_complete(graph, made);
}

tunip_tir_buffer_realize *tunip_tir_buffer_realize_new(tunip_graph *graph,
    tunip_tir_buffer *buffer, tunip_array *bounds, void *condition, void *body)
{
    tunip_tir_buffer_realize *made = tunip_node_new(graph, &tunip_tir_buffer_realize_type);
    if (!made) return NULL;
    made->buffer = buffer;
    made->bounds = bounds;
    made->condition = condition;
    made->body = body;
    return tunip_node_complete(graph, made);
}

tunip_tir_allocate *tunip_tir_allocate_new(tunip_graph *graph, tunip_tir_var *buffer_var,
    tunip_dtype dtype, tunip_array *extents, void *condition, void *body)
{
    tunip_tir_allocate *made = tunip_node_new(graph, &tunip_tir_allocate_type);
    if (!made) return NULL;
    made->buffer_var = buffer_var;
    made->dtype = dtype;
    made->extents = extents;
    made->condition = condition;
    made->body = body;
    return tunip_node_complete(graph, made);
}

tunip_tir_allocate_const *tunip_tir_allocate_const_new(tunip_graph *graph,
    tunip_tir_var *buffer_var, tunip_dtype dtype, tunip_array *extents, tunip_tensor *data,
    void *body)
{
    tunip_tir_allocate_const *made = tunip_node_new(graph, &tunip_tir_allocate_const_type);
    if (!made) return NULL;
    made->buffer_var = buffer_var;
    made->dtype = dtype;
    made->extents = extents;
    made->data = data;
    made->body = body;
    return tunip_node_complete(graph, made);
}

tunip_tir_decl_buffer *tunip_tir_decl_buffer_new(tunip_graph *graph, tunip_tir_buffer *buffer,
    void *body)
{
    tunip_tir_decl_buffer *made = tunip_node_new(graph, &tunip_tir_decl_buffer_type);
    if (!made) return NULL;
    made->buffer = buffer;
    made->body = body;
    return tunip_node_complete(graph, made);
}

tunip_tir_evaluate *tunip_tir_evaluate_new(tunip_graph *graph, void *value)
{
    tunip_tir_evaluate *made = tunip_node_new(graph, &tunip_tir_evaluate_type);
    if (!made) return NULL;
    made->value = value;
    return tunip_node_complete(graph, made);
}

tunip_tir_if_then_else *tunip_tir_if_then_else_new(tunip_graph *graph, void *condition,
    void *then_case, void *else_case)
{
    tunip_tir_if_then_else *made = tunip_node_new(graph, &tunip_tir_if_then_else_type);
    if (!made) return NULL;
    made->condition = condition;
    made->then_case = then_case;
    made->else_case = else_case;
    return tunip_node_complete(graph, made);
}

tunip_tir_while *tunip_tir_while_new(tunip_graph *graph, void *condition, void *body)
{
    tunip_tir_while *made = tunip_node_new(graph, &tunip_tir_while_type);
    if (!made) return NULL;
    made->condition = condition;
    made->body = body;
    return tunip_node_complete(graph, made);
}

tunip_tir_block_realize *tunip_tir_block_realize_new(tunip_graph *graph, tunip_array *iter_values,
    void *predicate, tunip_tir_block *block)
{
    tunip_tir_block_realize *made = tunip_node_new(graph, &tunip_tir_block_realize_type);
    if (!made) return NULL;
    made->iter_values = iter_values;
    made->predicate = predicate;
    made->block = block;
    return tunip_node_complete(graph, made);
}
