/* effects.c -- whether a function of tensor IR only computes its result (TVM
 * src/tir/analysis/is_pure_function.cc). */
#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/tirx_types.h>

#include "analysis.h"
#include "ops.h"

/* Nodes that allocate memory for the function alone: the variable of the memory, or the buffer. */
static const void *allocated_by(const tunip_node *node)
{
    const tunip_tir_allocate *older = TUNIP_AS(tunip_tir_allocate, node);
    const tunip_tirx_alloc_buffer *newer = TUNIP_AS(tunip_tirx_alloc_buffer, node);
    return older ? (const void *)older->buffer_var : newer ? (const void *)newer->buffer : NULL;
}

static tunip_walk_action count_allocated(const tunip_node *node, void *count)
{
    *(size_t *)count += allocated_by(node) != NULL;
    return TUNIP_WALK_ON;
}

static tunip_walk_action add_allocated(const tunip_node *node, void *allocated)
{
    tunip_array *list = allocated;
    const void *memory = allocated_by(node);
    if (memory) list->items[list->count++] = (tunip_node *)(uintptr_t)memory;
    return TUNIP_WALK_ON;
}

static bool is_pure_call(const tunip_node *callee)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, callee);
    const tir_op *row = op ? tir_find_either_op(tunip_string_value(op->name)) : NULL;
    return row && row->is_pure;
}

/* A reader of scripts makes allocations of v0.26 of buffers of v0.23. */
static bool is_own(const tunip_array *allocated, const tunip_tir_buffer *buffer)
{
    return buffer && (tir_has_item(allocated, buffer) || tir_has_item(allocated, buffer->data));
}

/* A store to memory that the function allocates is no effect. */
static tunip_walk_action find_effect(const tunip_node *node, void *allocated)
{
    const tunip_tir_buffer_store *older = TUNIP_AS(tunip_tir_buffer_store, node);
    const tunip_tirx_buffer_store *newer = TUNIP_AS(tunip_tirx_buffer_store, node);
    const tunip_tir_call *older_call = TUNIP_AS(tunip_tir_call, node);
    const tunip_ir_call *call = TUNIP_AS(tunip_ir_call, node);
    if (older && !is_own(allocated, older->buffer)) return TUNIP_WALK_STOP;
    if (newer && !tir_has_item(allocated, newer->buffer)) return TUNIP_WALK_STOP;
    if (older_call && !is_pure_call(older_call->op)) return TUNIP_WALK_STOP;
    return call && !is_pure_call(call->op) ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

bool tunip_tir_is_pure(tunip_graph *graph, const tunip_node *body)
{
    size_t count = 0;
    tunip_walker walker = {.enter = count_allocated, .user = &count};
    if (!body || tunip_walk_once(body, &walker) != TUNIP_WALK_DONE) return false;
    tunip_array allocated = {.items = tunip_graph_alloc(graph, (count + 1) * sizeof(void *))};
    if (!allocated.items) return false;
    walker = (tunip_walker){.enter = add_allocated, .user = &allocated};
    if (tunip_walk_once(body, &walker) != TUNIP_WALK_DONE) return false;
    walker = (tunip_walker){.enter = find_effect, .user = &allocated};
    return tunip_walk_once(body, &walker) == TUNIP_WALK_DONE;
}
