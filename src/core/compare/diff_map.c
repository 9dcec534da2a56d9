/* diff_map.c -- the entries of two maps: matched by key; then, if the keys are nodes that can
 * correspond (global variables of functions), by the content of the entries. */
#include "diff.h"
#include "../ir/keys.h"

#define NONE SIZE_MAX

typedef struct pairing {
    tn_differ *differ;
    tn_at *at;
    const tunip_map *lhs, *rhs;
    size_t *to_rhs; /* of left entries; NONE */
    bool *taken;    /* of right entries */
    size_t loose_lhs, loose_rhs;
    tn_patch *patch;
} pairing;

static void match(pairing *p, size_t i, size_t k)
{
    p->to_rhs[i] = k;
    p->taken[k] = true;
    p->loose_lhs--;
    p->loose_rhs--;
}

static void match_keys(pairing *p)
{
    tn_keys keys;
    tn_differ *d = p->differ;
    tn_keys_init(&keys, p->rhs, d->allocator);
    for (size_t i = 0; i < p->lhs->count && !keys.failed; i++) {
        const tunip_node *key = p->lhs->entries[i].key;
        const tunip_node *there = tn_diff_recorded(&d->result->to_rhs, key);
        const tunip_map_entry *found = tn_keys_find(&keys, there ? there : key);
        if (found) match(p, i, (size_t)(found - p->rhs->entries));
    }
    if (keys.failed) tn_differ_fail(d);
    tn_keys_free(&keys);
}

/* ---- entries under another key ---- */

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
    return p->to_rhs[i] == NONE && !p->taken[k] && is_free(&known->to_rhs, lhs) &&
           is_free(&known->to_lhs, rhs) && lhs->type == rhs->type;
}

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

/* The best unmatched candidate for each entry, unless there are too many. */
static void match_values(pairing *p)
{
    enum { MOST_TRIES = 4096, ENOUGH = 40 };
    if (!p->loose_lhs || p->loose_rhs > MOST_TRIES / p->loose_lhs) return;
    for (size_t i = 0; i < p->lhs->count; i++) {
        size_t best = NONE;
        unsigned most = ENOUGH;
        for (size_t k = 0; p->to_rhs[i] == NONE && k < p->rhs->count; k++) {
            if (!may_rename(p, i, k)) continue;
            unsigned like = likeness(p->differ, p->lhs->entries[i].value, p->rhs->entries[k].value);
            if (like > most) best = k, most = like;
        }
        if (best != NONE) rename_key(p, i, best);
    }
}

/* ---- edits ---- */

static void add(pairing *p, tn_op op)
{
    tn_patch_add(p->differ, &p->patch, TN_PATCH_ENTRIES, &p->lhs->base, &p->rhs->base, op);
}

static void keep(pairing *p, size_t i)
{
    const tunip_map_entry *a = &p->lhs->entries[i], *b = &p->rhs->entries[p->to_rhs[i]];
    const tn_patch *sub = tn_diff_below(p->differ, p->at, tn_key_step(TUNIP_STEP_KEY, a->key),
                                        tn_key_step(TUNIP_STEP_KEY, b->key), a->value, b->value);
    if (sub) add(p, (tn_op){.kind = TN_OP_SUB, .lhs_index = i, .sub = sub});
}

static void drop(pairing *p, size_t i)
{
    const tunip_map_entry *entry = &p->lhs->entries[i];
    tunip_edit edit = {.kind = TUNIP_EDIT_DELETE, .lhs = entry->value};
    tn_diff_add_below(p->differ, p->at, tn_key_step(TUNIP_STEP_KEY, entry->key),
                      tn_key_step(TUNIP_STEP_KEY_MISSING, entry->key), edit);
    add(p, (tn_op){.kind = TN_OP_DELETE, .lhs_index = i});
}

static void insert(pairing *p, size_t k)
{
    const tunip_map_entry *entry = &p->rhs->entries[k];
    tunip_edit edit = {.kind = TUNIP_EDIT_INSERT, .rhs = entry->value};
    tn_diff_add_below(p->differ, p->at, tn_key_step(TUNIP_STEP_KEY_MISSING, entry->key),
                      tn_key_step(TUNIP_STEP_KEY, entry->key), edit);
    add(p, (tn_op){.kind = TN_OP_INSERT, .rhs = entry->value, .rhs_key = entry->key});
}

static void write_edits(pairing *p)
{
    for (size_t i = 0; i < p->lhs->count && !tn_differ_failed(p->differ); i++) {
        if (p->to_rhs[i] == NONE)
            drop(p, i);
        else
            keep(p, i);
    }
    for (size_t k = 0; k < p->rhs->count && !tn_differ_failed(p->differ); k++)
        if (!p->taken[k]) insert(p, k);
}

const tn_patch *tn_diff_maps(tn_differ *d, tn_at *at, const tunip_map *lhs, const tunip_map *rhs)
{
    pairing p = {.differ = d, .at = at, .lhs = lhs, .rhs = rhs};
    size_t n = p.loose_lhs = lhs->count, m = p.loose_rhs = rhs->count;
    size_t size = n * sizeof *p.to_rhs + m * sizeof *p.taken + 1;
    p.to_rhs = d->allocator->alloc(d->allocator->ctx, size);
    if (!p.to_rhs) {
        tn_differ_fail(d);
        return NULL;
    }
    p.taken = (bool *)(p.to_rhs + n);
    for (size_t i = 0; i < n; i++) p.to_rhs[i] = NONE;
    for (size_t k = 0; k < m; k++) p.taken[k] = false;
    match_keys(&p);
    if (!tn_differ_failed(d)) match_values(&p);
    write_edits(&p);
    d->allocator->free(d->allocator->ctx, p.to_rhs, size);
    return p.patch;
}
