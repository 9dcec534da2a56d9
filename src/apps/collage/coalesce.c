/* coalesce.c -- joins chosen candidates of one spec that touch. */
#include "rule.h"

typedef struct coalesce {
    cg_finder *finder;
    cg_candidates parts, added;
    bool *removed;     /* of the parts */
    uint32_t *part_of; /* of each node, 1 + the number of its part, or 0 */
} coalesce;

/* Puts a node behind the others to visit. True if it belongs to one of two parts. */
static bool visit(coalesce *c, uint32_t index, size_t i, size_t j, size_t *count)
{
    cg_graph *g = c->finder->graph;
    uint32_t part = c->part_of[index];
    if (part == i + 1 || part == j + 1) return true;
    if (!cg_bits_has(&g->bits, index)) g->stack[(*count)++] = index;
    cg_bits_add(&g->bits, index);
    return false;
}

static bool visit_outputs(coalesce *c, size_t part, size_t i, size_t j, size_t *count)
{
    bool is_back = false;
    CG_EACH(index, c->parts.items[part]->sub_graph->output)
    {
        is_back |= visit(c, index, i, j, count);
    }
    return is_back;
}

/* Whether data flows from the union of two parts through other parts, taken as wholes, back. */
static bool makes_cycle(coalesce *c, size_t i, size_t j)
{
    cg_graph *g = c->finder->graph;
    size_t count = 0;
    bool is_found = false;
    visit_outputs(c, i, i, j, &count);
    visit_outputs(c, j, i, j, &count);
    for (size_t at = 0; at < count && !is_found; at++) {
        const cg_indices *outputs = &g->nodes[g->stack[at]].outputs;
        uint32_t part = c->part_of[g->stack[at]];
        if (part) is_found = visit_outputs(c, part - 1, i, j, &count);
        for (size_t k = 0; k < outputs->count && !part; k++)
            is_found |= visit(c, outputs->items[k], i, j, &count);
    }
    cg_bits_clear(&g->bits);
    return is_found;
}

static bool is_taken(const coalesce *c, size_t i)
{
    return c->removed[i];
}

/* TVM goes on with a part that it has just joined to another one, so that it may become a part of
 * two unions. */
static bool join_near(coalesce *c, size_t i, const cg_indices *near)
{
    cg_finder *f = c->finder;
    const cg_candidate *up = c->parts.items[i];
    for (size_t k = 0; k < near->count; k++) {
        size_t j = near->items[k];
        const cg_candidate *down = c->parts.items[j];
        if (i == j || is_taken(c, j) || (is_taken(c, i) && !f->as_tvm)) continue;
        if (up->spec != down->spec ||
            !cg_sub_graph_touches(f->graph, up->sub_graph, down->sub_graph))
            continue;
        if (!f->as_tvm && makes_cycle(c, i, j)) continue;
        cg_candidate *joined = cg_candidate_union(f->graph, f->memory, up, down);
        if (!cg_candidates_add(f->memory, &c->added, joined)) return false;
        c->removed[i] = c->removed[j] = true;
        if (!f->as_tvm) return true; /* the parts of the nodes have changed */
    }
    return true;
}

static bool begin_round(coalesce *c, cg_by_node *entries)
{
    cg_finder *f = c->finder;
    c->added.count = 0;
    c->removed = CG_NEW(f->memory, bool, c->parts.count + 1);
    c->part_of = CG_NEW(f->memory, uint32_t, f->graph->count);
    if (!c->removed || !c->part_of ||
        !cg_by_node_init(entries, f->memory, f->graph, c->parts.count))
        return false;
    for (size_t i = 0; i < c->parts.count; i++) {
        const cg_sub_graph *s = c->parts.items[i]->sub_graph;
        if (!cg_by_node_add(entries, f->memory, s->entry, (uint32_t)i)) return false;
        CG_EACH(index, s->inside) c->part_of[index] = (uint32_t)i + 1;
    }
    return true;
}

/* Two joins of one round could make a cycle together, so that there is one join in a round, unless
 * TVM's result is wanted. */
static bool join_all(coalesce *c)
{
    cg_by_node entries;
    cg_indices near = {NULL, 0};
    if (!begin_round(c, &entries)) return false;
    for (size_t i = 0; i < c->parts.count; i++) {
        if (is_taken(c, i)) continue;
        if (!cg_by_node_at(&entries, c->finder->memory, c->parts.items[i]->sub_graph->output,
                           &near) ||
            !join_near(c, i, &near))
            return false;
        if (c->added.count && !c->finder->as_tvm) break;
    }
    return true;
}

static bool end_round(coalesce *c)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->parts.count; i++)
        if (!c->removed[i]) c->parts.items[kept++] = c->parts.items[i];
    c->parts.count = kept;
    for (size_t i = 0; i < c->added.count; i++)
        if (!cg_candidates_add(c->finder->memory, &c->parts, c->added.items[i])) return false;
    return true;
}

bool cg_coalesce(cg_finder *finder, cg_candidates *candidates)
{
    coalesce c = {.finder = finder, .parts = *candidates};
    do {
        if (!join_all(&c) || !end_round(&c)) return false;
    } while (c.added.count);
    *candidates = c.parts;
    return cg_candidates_sort(finder->memory, candidates);
}
