/* diff_map.c -- the entries of two maps: matched by key; then, if the keys are nodes that can
 * correspond (global variables of functions), by the content of the entries.
 *
 * Most entries are matched before the first of them is compared, so that the calls of a renamed
 * function are not edits. A key that is a variable may have to wait for its turn: the value of an
 * entry before it may define it, as an `elem_offset` in a buffer_map. Equality looks up each key
 * at its turn, too. */
#include "align.h"
#include "diff.h"

typedef tn_map_pairing pairing;

static void match(pairing *p, size_t i, size_t k)
{
    p->to_rhs[i] = k;
    p->taken[k] = true;
    p->loose_lhs--;
    p->loose_rhs--;
}

/* If the key is a variable that already has a counterpart, looks for the counterpart. */
static void match_key(pairing *p, size_t i)
{
    tn_differ *d = p->differ;
    const tunip_node *key = p->lhs->entries[i].key;
    const tunip_node *there = tn_diff_recorded(&d->result->to_rhs, key);
    const tunip_map_entry *found = tn_keys_find(&p->keys, there ? there : key);
    if (p->keys.failed) tn_differ_fail(d);
    if (found && !p->taken[found - p->rhs->entries]) match(p, i, (size_t)(found - p->rhs->entries));
}

/* ---- entries under another key ---- */

/* Whether a key is a node that can correspond to another one and does not do so yet. */
static bool is_free(const tn_map *recorded, const tunip_node *key)
{
    bool can =
        key && (key->type->equality == TUNIP_EQ_FREE_VAR || key->type->equality == TUNIP_EQ_DAG);
    return can && !tn_diff_recorded(recorded, key);
}

static bool may_rename(const pairing *p, size_t i, size_t k)
{
    const struct tunip_script_memory *known = p->differ->result;
    const tunip_node *lhs = p->lhs->entries[i].key, *rhs = p->rhs->entries[k].key;
    return p->to_rhs[i] == TN_UNALIGNED && !p->taken[k] && is_free(&known->to_rhs, lhs) &&
           is_free(&known->to_lhs, rhs) && lhs->type == rhs->type;
}

/* Records the rename, and from now on the keys correspond: calls of a renamed function are then
 * equal. */
static void rename_key(pairing *p, size_t i, size_t k)
{
    const tunip_node *lhs = p->lhs->entries[i].key, *rhs = p->rhs->entries[k].key;
    tunip_edit edit = {.kind = TUNIP_EDIT_RENAME, .lhs = lhs, .rhs = rhs};
    tn_diff_add_below(p->differ, p->at, tn_key_step(TUNIP_STEP_KEY, lhs),
                      tn_key_step(TUNIP_STEP_KEY, rhs), edit);
    tn_diff_exchange(p->differ, lhs, rhs);
    tn_patch_add(p->differ, &p->patch, TN_PATCH_ENTRIES, &p->lhs->base, &p->rhs->base,
                 (tn_op){.kind = TN_OP_SUB, .lhs_index = i});
    match(p, i, k);
}

/* The similarity of two values: more than 100 if they are equal, with or without names. */
static unsigned likeness(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    enum { SAME = 102, SAME_SHAPE = 101 };
    tn_print a = tn_diff_print(d, lhs), b = tn_diff_print(d, rhs);
    if (a.named == b.named) return SAME;
    return a.shape == b.shape ? SAME_SHAPE : tn_diff_likeness(d, lhs, rhs, TN_SAMPLE);
}

/* The best unmatched candidate, unless there are too many. */
static void match_value(pairing *p, size_t i)
{
    enum { MOST_TRIES = 4096, ENOUGH = 40 };
    size_t best = TN_UNALIGNED;
    unsigned most = ENOUGH;
    if (!p->loose_lhs || p->loose_rhs > MOST_TRIES / p->loose_lhs) return;
    for (size_t k = 0; k < p->rhs->count; k++) {
        if (!may_rename(p, i, k)) continue;
        unsigned like = likeness(p->differ, p->lhs->entries[i].value, p->rhs->entries[k].value);
        if (like > most) best = k, most = like;
    }
    if (best != TN_UNALIGNED) rename_key(p, i, best);
}

/* Whether the value of another entry may define it. */
static bool is_variable(const tunip_node *key)
{
    return key && key->type->flags & TUNIP_TYPE_VARIABLE;
}

/* ---- two maps ---- */

void tn_diff_match(tn_differ *d, tn_map_pairing *p, tn_at *at, const tunip_map *lhs,
                   const tunip_map *rhs)
{
    *p = (pairing){.differ = d, .at = at, .lhs = lhs, .rhs = rhs};
    size_t n = p->loose_lhs = lhs->count, m = p->loose_rhs = rhs->count;
    p->size = n * sizeof *p->to_rhs + m * sizeof *p->taken + 1;
    p->to_rhs = d->allocator->alloc(d->allocator->ctx, p->size);
    if (!p->to_rhs) {
        tn_differ_fail(d);
        return;
    }
    p->taken = (bool *)(p->to_rhs + n);
    for (size_t i = 0; i < n; i++) p->to_rhs[i] = TN_UNALIGNED;
    for (size_t k = 0; k < m; k++) p->taken[k] = false;
    tn_keys_init(&p->keys, rhs, d->allocator);
    if (d->in_step) return; /* each key has an entry at its turn */
    for (size_t i = 0; i < n && !tn_differ_failed(d); i++) match_key(p, i);
    for (size_t i = 0; i < n && !tn_differ_failed(d); i++)
        if (p->to_rhs[i] == TN_UNALIGNED && !is_variable(lhs->entries[i].key)) match_value(p, i);
}

size_t tn_map_pairing_at(tn_map_pairing *p, size_t i)
{
    if (p->to_rhs[i] == TN_UNALIGNED) match_key(p, i);
    bool is_new = p->to_rhs[i] == TN_UNALIGNED && is_variable(p->lhs->entries[i].key);
    if (is_new && !p->differ->in_step) match_value(p, i);
    return p->to_rhs[i];
}

void tn_map_pairing_free(tn_map_pairing *p)
{
    const tunip_allocator *allocator = p->differ->allocator;
    tn_keys_free(&p->keys);
    if (p->to_rhs) allocator->free(allocator->ctx, p->to_rhs, p->size);
}
