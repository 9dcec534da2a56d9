/* diff_script.c -- the incomplete script: corresponding nodes, pairs that were met, paths, edits
 * and patches. Every other file of the diff writes through these functions. */
#include "../ir/same.h"
#include "diff.h"

/* ---- failure ---- */

void tn_differ_fail(tn_differ *d)
{
    tunip_error_set(&d->error, TUNIP_ERROR_MEMORY, "out of memory");
}

tunip_graph *tn_differ_scratch(tn_differ *d)
{
    if (!d->scratch) d->scratch = tunip_graph_new(d->context, &d->error);
    return d->scratch;
}

/* ---- paths ---- */

typedef struct side {
    size_t step, made; /* where in a tn_at they are */
} side;

/* ORDER tn_diff_which */
static const side sides[] = {{offsetof(tn_at, lhs), offsetof(tn_at, lhs_made)},
                             {offsetof(tn_at, rhs), offsetof(tn_at, rhs_made)}};

/* The path of one side, made on demand and cached. */
const tunip_path *tn_diff_path(tn_differ *d, tn_at *at, tn_diff_which which)
{
    const side *s = &sides[which];
    const tunip_path *result = NULL;
    for (tunip_path *inner = NULL; at; at = (tn_at *)(uintptr_t)at->outer) {
        tunip_path **made = (tunip_path **)(void *)((char *)at + s->made), *path = *made;
        bool known = path != NULL;
        if (!known) path = tn_arena_alloc(&d->result->arena, sizeof *path);
        if (!path) {
            tn_differ_fail(d);
            return NULL;
        }
        if (!known) *path = *(const tunip_path *)(void *)((char *)at + s->step);
        if (inner) inner->parent = path;
        if (!result) result = path;
        if (known) break;
        *made = inner = path;
    }
    return result;
}

/* ---- edits ---- */

void tn_diff_add(tn_differ *d, tn_at *at, tunip_edit edit)
{
    if (tn_differ_failed(d)) return;
    edit.lhs_path = tn_diff_path(d, at, TN_DIFF_LHS);
    edit.rhs_path = tn_diff_path(d, at, TN_DIFF_RHS);
    if (tn_differ_failed(d)) return;
    bool name = edit.kind == TUNIP_EDIT_RENAME && edit.field;
    bool fine = name ? tn_array_push(&d->renames, d->allocator, edit)
                     : tn_array_push(&d->edits, d->allocator, edit);
    if (!fine) tn_differ_fail(d);
}

void tn_diff_add_below(tn_differ *d, tn_at *at, tunip_path lhs_step, tunip_path rhs_step,
                       tunip_edit edit)
{
    tn_at below = {.outer = at, .lhs = lhs_step, .rhs = rhs_step};
    below.lhs.depth = at->lhs.depth + 1;
    below.rhs.depth = at->rhs.depth + 1;
    tn_diff_add(d, &below, edit);
}

/* ---- correspondence ---- */

const tunip_node *tn_diff_recorded(const tn_map *map, const tunip_node *node)
{
    const uint64_t *there = node ? tn_map_get(map, node) : NULL;
    return there ? (const tunip_node *)(uintptr_t)*there : NULL;
}

static void put(tn_differ *d, tn_map *map, const void *key, const void *value)
{
    uint64_t *there = tn_map_put(map, key, NULL);
    if (there && *there && *there != (uint64_t)(uintptr_t)value) tn_comparer_distrust(d->comparer);
    if (there)
        *there = (uint64_t)(uintptr_t)value;
    else
        tn_differ_fail(d);
}

void tn_diff_record(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    put(d, &d->result->to_rhs, lhs, rhs);
    put(d, &d->result->to_lhs, rhs, lhs);
}

void tn_diff_record_patch(tn_differ *d, const tunip_node *lhs, const tn_patch *patch)
{
    put(d, &d->result->patched, lhs, patch);
}

/* ---- patches ---- */

tn_patch *tn_patch_new(tn_differ *d, tn_patch_kind kind, const tunip_node *lhs,
                       const tunip_node *rhs)
{
    tn_patch *patch = tn_arena_alloc(&d->result->arena, sizeof *patch);
    if (!patch) {
        tn_differ_fail(d);
        return NULL;
    }
    *patch = (tn_patch){.kind = kind, .lhs = lhs, .rhs = rhs};
    patch->last = &patch->ops;
    return patch;
}

void tn_patch_add(tn_differ *d, tn_patch **patch, tn_patch_kind kind, const tunip_node *lhs,
                  const tunip_node *rhs, tn_op op)
{
    if (!*patch) *patch = tn_patch_new(d, kind, lhs, rhs);
    tn_op *kept = *patch ? tn_arena_alloc(&d->result->arena, sizeof *kept) : NULL;
    if (!kept) {
        tn_differ_fail(d);
        return;
    }
    *kept = op;
    *(*patch)->last = kept;
    (*patch)->last = &kept->next;
}

const tn_patch *tn_diff_exchange(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    const tn_patch *patch = tn_patch_new(d, TN_PATCH_REPLACE, lhs, rhs);
    tn_diff_record(d, lhs, rhs);
    if (patch) tn_diff_record_patch(d, lhs, patch);
    return patch;
}

/* ---- pairs that were met ---- */

static const void *pair_key(const tunip_node *lhs, const tunip_node *rhs)
{
    /* two graphs from one reader often have the same layout in memory, so the two addresses are
     * mixed one after the other */
    uint64_t hash = tn_hash_mix(tn_hash_mix(0, (uint64_t)(uintptr_t)lhs), (uint64_t)(uintptr_t)rhs);
    return (const void *)(uintptr_t)(hash | 1);
}

bool tn_diff_is_met(const tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    const uint64_t *first = tn_map_get(&d->met, pair_key(lhs, rhs));
    size_t i = first ? (size_t)*first : 0;
    while (i && (d->met_list.items[i - 1].lhs != lhs || d->met_list.items[i - 1].rhs != rhs))
        i = d->met_list.items[i - 1].next;
    return i > 0;
}

size_t tn_diff_meet(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs, bool *added)
{
    uint64_t *first = tn_map_put(&d->met, pair_key(lhs, rhs), NULL);
    *added = false;
    for (size_t i = first ? (size_t)*first : 0; i; i = d->met_list.items[i - 1].next)
        if (d->met_list.items[i - 1].lhs == lhs && d->met_list.items[i - 1].rhs == rhs)
            return i - 1;
    tn_met met = {.lhs = lhs, .rhs = rhs, .next = first ? (size_t)*first : 0};
    if (!first || !tn_array_push(&d->met_list, d->allocator, met)) {
        tn_differ_fail(d);
        return 0;
    }
    *first = d->met_list.count;
    *added = true;
    return d->met_list.count - 1;
}
