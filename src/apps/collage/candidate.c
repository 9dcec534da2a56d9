/* candidate.c -- candidates, and the sets that rules and the search need. */
#include "candidate.h"

#include <math.h>

#include "expr.h"

cg_candidate *cg_candidate_new(cg_memory *memory, tunip_str rule_name,
                               const cg_sub_graph *sub_graph, const cg_spec *spec, double cost)
{
    cg_candidate *made = sub_graph ? CG_NEW(memory, cg_candidate, 1) : NULL;
    if (made) *made = (cg_candidate){rule_name, sub_graph, spec, cost, CG_NONE, NULL};
    return made;
}

bool cg_candidates_add(cg_memory *memory, cg_candidates *list, cg_candidate *candidate)
{
    return candidate && CG_PUSH(memory, list->items, list->count, candidate);
}

cg_candidate *cg_candidate_union(cg_graph *graph, cg_memory *memory, const cg_candidate *a,
                                 const cg_candidate *b)
{
    return cg_candidate_new(memory, cg_join(memory, a->rule_name, "+", b->rule_name),
                            cg_sub_graph_union(graph, memory, a->sub_graph, b->sub_graph), a->spec,
                            a->cost + b->cost);
}

tunip_str cg_nest_names(cg_memory *memory, tunip_str left, tunip_str right)
{
    if (left.size && right.size > left.size && memcmp(left.data, right.data, left.size) == 0)
        return right;
    return cg_join(memory, left, ".", right);
}

/* ---- order ---- */

static int order(const cg_candidate *a, const cg_candidate *b)
{
    int by_nodes = cg_sub_graph_order(a->sub_graph, b->sub_graph);
    return by_nodes ? by_nodes : cg_compare(a->rule_name, b->rule_name);
}

static void merge(cg_candidate **from, cg_candidate **to, size_t begin, size_t middle, size_t end)
{
    size_t left = begin, right = middle;
    for (size_t at = begin; at < end; at++) {
        bool take_left = left < middle && (right == end || order(from[left], from[right]) <= 0);
        to[at] = from[take_left ? left++ : right++];
    }
}

bool cg_candidates_sort(cg_memory *memory, cg_candidates *list)
{
    cg_candidate **other = CG_NEW(memory, cg_candidate *, list->count + 1);
    if (!other) return false;
    for (size_t width = 1; width < list->count; width *= 2) {
        for (size_t at = 0; at < list->count; at += 2 * width) {
            size_t middle = at + width < list->count ? at + width : list->count;
            size_t end = at + 2 * width < list->count ? at + 2 * width : list->count;
            merge(list->items, other, at, middle, end);
        }
        memcpy(list->items, other, list->count * sizeof *other);
    }
    return true;
}

/* ---- sets ---- */

static cg_candidate **slot_of(const cg_seen *seen, const cg_candidate *candidate)
{
    size_t mask = seen->slot_count - 1;
    uint64_t hash = cg_sub_graph_hash(candidate->sub_graph);
    for (size_t at = (size_t)(hash ^ (hash >> 29)) & mask;; at = (at + 1) & mask) {
        cg_candidate **slot = &seen->slots[at];
        if (!*slot) return slot;
        if ((!seen->by_spec || (*slot)->spec == candidate->spec) &&
            cg_sub_graph_equal((*slot)->sub_graph, candidate->sub_graph))
            return slot;
    }
}

bool cg_seen_has(const cg_seen *seen, const cg_candidate *candidate)
{
    return seen->slot_count && *slot_of(seen, candidate);
}

bool cg_seen_add(cg_memory *memory, cg_seen *seen, cg_candidate *candidate)
{
    if (seen->count * 2 >= seen->slot_count) {
        cg_seen grown = {.by_spec = seen->by_spec,
                         .slot_count = seen->slot_count ? seen->slot_count * 2 : 64};
        grown.slots = CG_NEW(memory, cg_candidate *, grown.slot_count);
        if (!grown.slots) return false;
        grown.count = seen->count;
        for (size_t i = 0; i < seen->slot_count; i++)
            if (seen->slots[i]) *slot_of(&grown, seen->slots[i]) = seen->slots[i];
        *seen = grown;
    }
    cg_candidate **slot = slot_of(seen, candidate);
    if (*slot) return false;
    *slot = candidate;
    seen->count++;
    return true;
}

bool cg_by_node_init(cg_by_node *map, cg_memory *memory, const cg_graph *graph, size_t candidates)
{
    *map = (cg_by_node){CG_NEW(memory, cg_indices, graph->count),
                        CG_NEW(memory, uint32_t, candidates + 1), 0};
    return map->lists && map->marks;
}

bool cg_by_node_add(cg_by_node *map, cg_memory *memory, cg_set nodes, uint32_t number)
{
    CG_EACH(index, nodes)
    {
        cg_indices *list = &map->lists[index];
        if (!CG_PUSH(memory, list->items, list->count, number)) return false;
    }
    return true;
}

/* Few candidates are near each other, so an insertion sort is quick. */
bool cg_by_node_at(cg_by_node *map, cg_memory *memory, cg_set nodes, cg_indices *out)
{
    out->count = 0;
    map->mark++;
    CG_EACH(index, nodes)
    {
        const cg_indices *list = &map->lists[index];
        for (size_t i = 0; i < list->count; i++) {
            uint32_t number = list->items[i];
            if (map->marks[number] == map->mark) continue;
            map->marks[number] = map->mark;
            if (!CG_PUSH(memory, out->items, out->count, number)) return false;
            for (size_t at = out->count - 1; at && out->items[at - 1] > number; at--) {
                out->items[at] = out->items[at - 1];
                out->items[at - 1] = number;
            }
        }
    }
    return true;
}

/* ---- text ---- */

void cg_cost_say(cg_buffer *out, double cost)
{
    if (isnan(cost))
        cg_say(out, "unknown");
    else if (isinf(cost))
        cg_say(out, "invalid");
    else if (cost == 0)
        cg_say(out, "0");
    else
        cg_say(out, "%.6fus", cost * 1e6);
}

/* Most types are tensors of a static shape, which need no print. */
static bool say_tensor(cg_buffer *out, const tunip_node *type)
{
    const tunip_relay_tensor_type *tensor = TUNIP_AS(tunip_relay_tensor_type, type);
    size_t count = tensor ? tunip_array_count(tensor->shape) : 0;
    char dtype[TUNIP_DTYPE_NAME_SIZE];
    if (!tensor || !count) return false;
    for (size_t i = 0; i < count; i++)
        if (!tunip_is(tensor->shape->items[i], &tunip_ir_int_imm_type)) return false;
    for (size_t i = 0; i < count; i++)
        cg_say(out, "%s%lld", i ? ", " : "Tensor[(",
               (long long)((const tunip_ir_int_imm *)tensor->shape->items[i])->value);
    tunip_dtype_name(tensor->dtype, dtype);
    cg_say(out, "), %s]", dtype);
    return true;
}

static void say_types(cg_buffer *out, tunip_context *context, const cg_graph *graph, cg_set nodes)
{
    const char *before = "(";
    CG_EACH(index, nodes) if (!graph->nodes[index].is_inline)
    {
        const tunip_node *type = cg_type_of(graph->nodes[index].expr);
        cg_say(out, "%s", before);
        if (!say_tensor(out, type)) cg_node_say(out, context, type);
        before = ", ";
    }
    cg_say(out, "%s", *before == '(' ? "()" : ")");
}

void cg_candidate_say(cg_buffer *out, tunip_context *context, cg_graph *graph,
                      const cg_candidate *candidate, double cost)
{
    const cg_sub_graph *s = candidate->sub_graph;
    cg_put(out, s->label);
    cg_say(out, " | ");
    say_types(out, context, graph, cg_sub_graph_inputs(graph, out->memory, s));
    cg_say(out, " -> ");
    say_types(out, context, graph, s->exit);
    cg_say(out, " | ");
    cg_set_say(out, s->inside);
    cg_say(out, " | ");
    cg_put(out, candidate->spec->name);
    cg_say(out, " | ");
    cg_cost_say(out, cost);
}

tunip_str cg_candidate_name(cg_memory *memory, const cg_candidate *candidate)
{
    cg_buffer name = {.memory = memory};
    cg_put(&name, candidate->spec->name);
    cg_set_say(&name, candidate->sub_graph->inside);
    return cg_taken(&name);
}
