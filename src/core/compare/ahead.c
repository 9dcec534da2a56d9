/* ahead.c -- compares units with several threads.
 *
 * The comparison of a unit only looks up nodes and records correspondences. Each thread has a
 * helper, which knows the correspondences before all units and its own. If a unit is equal, the
 * helper knew or has recorded every node that it looked up. So the unit is equal in order, too, and
 * records the same, unless a unit before it, of another helper, recorded one of these nodes with
 * another counterpart: a conflict. If a unit differs, a unit before it may have recorded the
 * missing correspondence. From the first conflict or difference on, the units are compared in
 * order. So the verdict, the paths and the errors are the same with any number of threads.
 *
 * A diff continues after a difference. So a helper forgets what it recorded for a unit that is not
 * identical, and continues, too. The diff takes over an identical unit at its turn, unless the unit
 * conflicts with what is recorded by then. After a conflict, no later unit of this helper counts,
 * because it may depend on the other counterpart. A helper looks at all names at which the
 * comparison in order looks, so a unit without renames has none in order, either.
 *
 * Functions of Relay are DAG nodes, and so are most nodes in them. Here they are like variables:
 * each has one counterpart, which is recorded. */
#include "ahead.h"

#include <stdatomic.h>

#include "../ir/opaque.h"
#include "../ir/same.h"
#include "../ir/visit.h"

enum { MOST_HELPERS = 64, LEAST_UNITS = 32, CLAIM = 4 };

/* Data that all threads write must not share a cache line with data that they read. */
enum { CACHE_LINE = 64 };

typedef struct ahead {
    tn_comparer *c;
    tn_helper *helpers;
    size_t helper_count;
    tn_unit_pair *units;
    size_t count;
    tn_compare_fn compare;
    char apart[CACHE_LINE];
    atomic_size_t next; /* the first unit that nobody claimed */
    atomic_size_t end;  /* of the units that are needed */
} ahead;

bool tn_ahead_saves_time(const tn_comparer *c, const tunip_map *map)
{
    if (c->options.threads < 2 || c->was_ahead || c->base) return false;
    if (c->tolerance < 0 || c->as_itself.count || map->count < LEAST_UNITS) return false;
    const tunip_node *value = map->entries[0].value;
    if (!value || !value->type || tn_is_value(value->type)) return false;
    tunip_equality equality = tn_equality_of(value->type);
    return !tn_visit_is_leaf(value->type) &&
           (equality == TUNIP_EQ_TREE || equality == TUNIP_EQ_DAG);
}

/* ---- comparing ---- */

static bool compare_unit(const ahead *a, tn_helper *h, size_t index)
{
    tn_comparer *c = &h->comparer;
    tn_unit_pair *unit = &a->units[index];
    bool no_stranger = !c->unregistered;
    unit->begin = c->noted.count;
    if (c->in_parts) tn_comparer_begin(c);
    bool equal = a->compare(c, unit->lhs, unit->rhs);
    if (no_stranger) h->unregistered_at = index;
    if (!equal || c->error.code != TUNIP_OK) return false;
    /* a key that was looked up as itself may have a counterpart from a unit before */
    if (c->as_itself.count || c->forgot || (c->in_parts && c->renamed)) return false;
    unit->end = c->noted.count;
    unit->by = h;
    return true;
}

/* No unit after `index` is needed. */
static void end_at(ahead *a, size_t index)
{
    size_t end = atomic_load(&a->end);
    while (index < end && !atomic_compare_exchange_weak(&a->end, &end, index)) continue;
}

/* Whether a helper goes on after a unit that is not equal. Many units may share a large part, which
 * is compared for each of them that is not identical. So a helper stops after much work in vain. */
static bool goes_on(tn_comparer *c)
{
    enum { MOST_WASTED = 1 << 22 };
    if (!c->in_parts || c->error.code != TUNIP_OK) return false;
    tn_comparer_undo(c);
    return c->wasted < MOST_WASTED;
}

static void work(void *opaque, size_t index)
{
    ahead *a = opaque;
    tn_helper *h = &a->helpers[index];
    tn_stack_init(&h->comparer.stack);
    for (size_t i = 0, end = 0;; i++) {
        if (i == end) {
            i = atomic_fetch_add(&a->next, CLAIM);
            end = i + CLAIM;
        }
        if (i >= atomic_load_explicit(&a->end, memory_order_relaxed)) return;
        if (compare_unit(a, h, i) || goes_on(&h->comparer)) continue;
        if (!h->comparer.in_parts) end_at(a, i);
        return;
    }
}

/* ---- conflicts ---- */

static const tunip_node *counterpart_of(const tn_helper *h, tn_side side, const tunip_node *node)
{
    const uint64_t *there = tn_map_get(&h->maps[side], node);
    return there ? (const tunip_node *)(uintptr_t)*there : NULL;
}

static bool agrees(const tunip_node *known, const tunip_node *node)
{
    return !known || known == node;
}

/* Compares the correspondences of one helper with those of the others. */
static void find_conflicts(void *opaque, size_t index)
{
    const ahead *a = opaque;
    tn_helper *h = &a->helpers[index];
    for (size_t i = 0; i < h->comparer.noted.count && !h->conflicts; i++) {
        const tunip_node *lhs = h->comparer.noted.items[i];
        const tunip_node *rhs = counterpart_of(h, TN_LEFT, lhs);
        for (size_t k = 0; k < a->helper_count; k++)
            h->conflicts |= !agrees(counterpart_of(&a->helpers[k], TN_LEFT, lhs), rhs) ||
                            !agrees(counterpart_of(&a->helpers[k], TN_RIGHT, rhs), lhs);
    }
}

/* Whether all units are equal, and no helpers conflict. */
static bool all_fit(ahead *a)
{
    if (atomic_load(&a->end) < a->count) return false;
    tunip_parallel(a->helper_count, a->helper_count, find_conflicts, a);
    size_t i = 0;
    while (i < a->helper_count && !a->helpers[i].conflicts) i++;
    return i == a->helper_count;
}

/* ---- taking over ---- */

/* Adds the correspondences of a unit, unless one of them conflicts. */
static bool take_unit(tn_comparer *c, const tn_unit_pair *unit)
{
    const tn_helper *h = unit->by;
    tunip_node const *const *noted = h ? h->comparer.noted.items : NULL;
    for (size_t i = unit->begin; h && i < unit->end; i++) {
        const tunip_node *rhs = counterpart_of(h, TN_LEFT, noted[i]);
        if (!agrees(tn_comparer_recorded(c, TN_LEFT, noted[i]), rhs) ||
            !agrees(tn_comparer_recorded(c, TN_RIGHT, rhs), noted[i]))
            return false;
    }
    for (size_t i = unit->begin; h && i < unit->end; i++)
        if (!tn_comparer_recorded(c, TN_LEFT, noted[i]) &&
            !tn_comparer_record(c, noted[i], counterpart_of(h, TN_LEFT, noted[i])))
            return false;
    return h != NULL;
}

/* Finds the first unregistered type in `count` units. */
static void take_unregistered(const ahead *a, size_t count)
{
    if (a->c->unregistered) return;
    for (size_t i = 0, first = count; i < a->helper_count; i++) {
        const tn_helper *h = &a->helpers[i];
        if (!h->comparer.unregistered || h->unregistered_at >= first) continue;
        first = h->unregistered_at;
        a->c->unregistered = h->comparer.unregistered;
    }
}

/* Lets the correspondences of all helpers count, without a copy. */
static void adopt(const ahead *a)
{
    for (size_t i = 0; i < a->helper_count; i++) tn_pairs_free(&a->helpers[i].comparer.met);
    a->c->helpers = a->helpers;
    a->c->helper_count = a->helper_count;
}

/* Has new helpers compare the units. False if that does not save time, or when out of memory. */
static bool run(ahead *a)
{
    size_t most = a->c->options.threads;
    a->c->was_ahead = true;
    a->helper_count = most < MOST_HELPERS ? most : MOST_HELPERS;
    if (a->count >= LEAST_UNITS) a->helpers = tn_helpers_new(a->c, a->helper_count);
    if (!a->helpers) return false;
    atomic_init(&a->next, 0);
    atomic_init(&a->end, a->count);
    tunip_parallel(a->helper_count, a->helper_count, work, a);
    for (size_t i = 0; i < a->helper_count; i++) a->c->renamed |= a->helpers[i].comparer.renamed;
    return true;
}

size_t tn_compare_ahead(tn_comparer *c, tn_unit_pair *units, size_t count, tn_compare_fn compare)
{
    ahead a = {.c = c, .units = units, .count = count, .compare = compare};
    size_t equal = 0;
    if (!run(&a)) return 0;
    if (all_fit(&a)) {
        equal = count;
        adopt(&a);
    } else {
        while (equal < count && take_unit(c, &units[equal])) equal++;
    }
    take_unregistered(&a, equal);
    if (!c->helpers) tn_helpers_free(c, a.helpers, a.helper_count);
    return equal;
}

/* ---- parts ---- */

tn_parts *tn_parts_new(tn_comparer *c, size_t room)
{
    const tunip_allocator *allocator = c->allocator;
    tn_parts *parts = allocator->alloc(allocator->ctx, sizeof *parts);
    if (!parts) return NULL;
    *parts = (tn_parts){.room = room};
    parts->units = allocator->alloc(allocator->ctx, room * sizeof *parts->units);
    if (parts->units) return c->parts = parts;
    allocator->free(allocator->ctx, parts, sizeof *parts);
    return NULL;
}

void tn_compare_parts_ahead(tn_comparer *c, tn_compare_fn compare)
{
    tn_parts *parts = c->parts;
    ahead a = {.c = c, .units = parts->units, .count = parts->count, .compare = compare};
    bool ran = run(&a);
    parts->helpers = a.helpers;
    parts->helper_count = a.helper_count;
    for (size_t i = 0; ran && i < a.helper_count; i++) {
        tn_pairs_free(&a.helpers[i].comparer.met);
        tn_array_free(&a.helpers[i].comparer.tried, c->allocator);
    }
    if (!ran) tn_parts_free(c);
}

bool tn_parts_take(tn_comparer *c, const tunip_node *lhs, const tunip_node *rhs)
{
    tn_parts *parts = c->parts;
    tn_unit_pair *unit = parts && parts->next < parts->count ? &parts->units[parts->next] : NULL;
    if (!unit || unit->lhs != lhs || unit->rhs != rhs) return false;
    parts->next++;
    if (!unit->by || unit->by->conflicts || c->forgot) return false;
    unit->by->conflicts = !take_unit(c, unit);
    return !unit->by->conflicts;
}
