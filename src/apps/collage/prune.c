/* prune.c -- removes candidates that are parts of greater ones of the same spec.
 *
 * If two of the greatest candidates overlap, at most one of them can be chosen, and smaller ones
 * have to fill the gaps. So the overlapping ones are set aside, the greatest of the rest are kept,
 * too, and so on. This is a heuristic of TVM: the best cover may be lost. */
#include "rule.h"

static bool fill(cg_finder *f, const cg_candidates *list, cg_by_node *map)
{
    if (!cg_by_node_init(map, f->memory, f->graph, list->count)) return false;
    for (size_t i = 0; i < list->count; i++)
        if (!cg_by_node_add(map, f->memory, list->items[i]->sub_graph->inside, (uint32_t)i))
            return false;
    return true;
}

/* For TVM, two candidates of one spec with the same nodes are parts of each other, and neither is
 * kept. Otherwise the first one is. */
static bool is_part(const cg_finder *f, const cg_candidates *list, size_t i, size_t j)
{
    const cg_candidate *a = list->items[i], *b = list->items[j];
    if (i == j || a->spec != b->spec || !cg_set_within(a->sub_graph->inside, b->sub_graph->inside))
        return false;
    return f->as_tvm || j < i || !cg_set_equal(a->sub_graph->inside, b->sub_graph->inside);
}

/* The candidates that are not parts of another one. */
static bool find_greatest(cg_finder *f, const cg_candidates *list, cg_candidates *out)
{
    cg_by_node map;
    out->count = 0;
    if (!fill(f, list, &map)) return false;
    for (size_t i = 0; i < list->count; i++) {
        const cg_indices *near = &map.lists[list->items[i]->sub_graph->first];
        bool is_greatest = true;
        for (size_t k = 0; is_greatest && k < near->count; k++)
            is_greatest = !is_part(f, list, i, near->items[k]);
        if (is_greatest && !cg_candidates_add(f->memory, out, list->items[i])) return false;
    }
    return true;
}

/* Adds the candidates that overlap another one without being equal to it. */
static bool find_overlapping(cg_finder *f, const cg_candidates *list, cg_seen *out)
{
    cg_by_node map;
    cg_indices near = {NULL, 0};
    if (!fill(f, list, &map)) return false;
    for (size_t i = 0; i < list->count; i++) {
        cg_set inside = list->items[i]->sub_graph->inside;
        bool overlaps = false;
        if (!cg_by_node_at(&map, f->memory, inside, &near)) return false;
        for (size_t k = 0; !overlaps && k < near.count; k++)
            overlaps = !cg_set_equal(inside, list->items[near.items[k]]->sub_graph->inside);
        if (overlaps) cg_seen_add(f->memory, out, list->items[i]);
    }
    return !f->memory->failed;
}

static void subtract(cg_candidates *list, const cg_seen *seen)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (!cg_seen_has(seen, list->items[i])) list->items[kept++] = list->items[i];
    list->count = kept;
}

bool cg_prune(cg_finder *finder, cg_candidates *candidates)
{
    cg_memory *memory = finder->memory;
    cg_candidates greatest = {NULL, 0}, kept = {NULL, 0};
    cg_seen pruned = {.by_spec = !finder->as_tvm};
    for (;;) {
        cg_seen overlapping = {.by_spec = !finder->as_tvm};
        size_t before = kept.count;
        if (!find_greatest(finder, candidates, &greatest)) return false;
        for (size_t i = 0; i < greatest.count; i++)
            if (cg_seen_add(memory, &pruned, greatest.items[i]) &&
                !cg_candidates_add(memory, &kept, greatest.items[i]))
                return false;
        if (kept.count == before) break;
        if (!find_overlapping(finder, &kept, &overlapping)) return false;
        subtract(candidates, &overlapping);
    }
    *candidates = kept;
    return cg_candidates_sort(memory, candidates);
}
