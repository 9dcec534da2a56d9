/* diff.c -- the edit script of two graphs: a comparison that does not stop at the first
 * difference. */
#include "diff.h"

#include "../ir/check.h"
#include "../ir/registry.h"
#include "../ir/same.h"
#include "../ir/vintage.h"
#include "../util/options.h"

/* ======== diff ======== */

/* A diff from end to end: first equality; if the sides differ, the comparison; then equal
 * deletions and insertions become moves. */

const char *tunip_edit_kind_name(tunip_edit_kind kind)
{
    /* ORDER tunip_edit_kind */
    static const char *const names[] = {"change", "insert", "delete", "move",
                                        "rename", "wrap",   "unwrap"};
    return (size_t)kind < TUNIP_LEN(names) ? names[kind] : "?";
}

/* ---- deletions and insertions by hash ---- */

/* The hash of a node; 0 for a small node, because equal small nodes, such as numbers, occur by
 * chance and are not reported as moved. */
static uint64_t hash_of(tn_differ *d, const tunip_node *node)
{
    enum { WORTH_MOVING = 6 };
    tn_print print = tn_diff_print(d, node);
    return print.weight < WORTH_MOVING ? 0 : print.exact | 1;
}

static uint64_t named_hash(tn_differ *d, const tunip_edit *edit, tunip_edit_kind kind)
{
    const tunip_node *node = kind == TUNIP_EDIT_DELETE ? edit->lhs : edit->rhs;
    const tunip_path *path = kind == TUNIP_EDIT_DELETE ? edit->lhs_path : edit->rhs_path;
    return edit->kind == kind && path->step == TUNIP_STEP_ITEM ? hash_of(d, node) : 0;
}

/* Records the deletions, or the insertions, by hash. Of equal ones the last is kept. */
static void note_edits(tn_differ *d, tn_map *noted, tunip_edit_kind kind)
{
    for (size_t i = 0; i < d->edits.count; i++) {
        uint64_t hash = named_hash(d, &d->edits.items[i], kind);
        uint64_t *at = hash ? tn_map_put(noted, (const void *)(uintptr_t)hash, NULL) : NULL;
        if (hash && !at) tn_differ_fail(d);
        if (at) *at = i;
    }
}

/* ---- several statements in one wrap ---- */

/* The path of an element, below that of its list. */
static const tunip_path *item_path(tn_differ *d, const tunip_path *list, size_t index)
{
    tunip_path *path = tn_arena_alloc(&d->result->arena, sizeof *path);
    if (!path) {
        tn_differ_fail(d);
        return NULL;
    }
    *path = tn_item_step(TUNIP_STEP_ITEM, index);
    path->parent = list;
    path->depth = list->depth + 1;
    return path;
}

/* Turns a deletion or insertion into a part of the wrap or unwrap of its neighbour. */
static void join_wrap(tn_differ *d, tunip_edit *edit, const tunip_edit *neighbour,
                      const tunip_path *inner)
{
    if (tn_differ_failed(d)) return;
    edit->kind = neighbour->kind;
    edit->inner_path = inner;
    if (neighbour->kind == TUNIP_EDIT_WRAP) {
        edit->rhs_path = neighbour->rhs_path;
        edit->rhs = neighbour->rhs;
    } else {
        edit->lhs_path = neighbour->lhs_path;
        edit->lhs = neighbour->lhs;
    }
}

/* Whether both edits are about elements of the same list. */
static bool are_neighbours(const tunip_edit *a, const tunip_edit *b, tunip_edit_kind kind)
{
    return kind == TUNIP_EDIT_DELETE ? a->lhs_path->parent == b->lhs_path->parent
                                     : a->rhs_path->parent == b->rhs_path->parent;
}

/* If a loop was put around several statements, the search finds only one of them. The others are
 * deletions beside it until this function joins them. */
static void join_wraps(tn_differ *d, tunip_edit_kind wraps, tunip_edit_kind kind)
{
    tn_map noted;
    tn_map_init(&noted, d->allocator);
    if (d->beside.count) note_edits(d, &noted, kind);
    for (size_t i = 0; noted.count && i < d->beside.count; i++)
        if (d->edits.items[d->beside.items[i].edit].kind == wraps) {
            /* The statements beside a wrapped one in the new loop: those that are equal to a
             * deleted one join the wrap. */
            const tn_beside *beside = &d->beside.items[i];
            const tunip_edit *wrap = &d->edits.items[beside->edit];
            for (size_t k = 0; k < beside->list->count && noted.count; k++) {
                uint64_t hash = hash_of(d, beside->list->items[k]);
                const void *key = (const void *)(uintptr_t)hash;
                const uint64_t *at = hash && k != beside->index ? tn_map_get(&noted, key) : NULL;
                tunip_edit *edit = at ? &d->edits.items[*at] : NULL;
                if (!edit || !are_neighbours(edit, wrap, kind)) continue;
                join_wrap(d, edit, wrap, item_path(d, beside->path, k));
                tn_map_remove(&noted, key);
            }
        }
    tn_map_free(&noted);
}

/* ---- moves from one array to another ---- */

/* If an equal element was deleted elsewhere, makes its deletion a move. The caller drops the
 * insertion. */
static bool take_deletion(tn_differ *d, tn_map *deleted, const tunip_edit *inserted)
{
    uint64_t hash = named_hash(d, inserted, TUNIP_EDIT_INSERT);
    const void *key = (const void *)(uintptr_t)hash;
    const uint64_t *at = hash ? tn_map_get(deleted, key) : NULL;
    if (!at) return false;
    tunip_edit *edit = &d->edits.items[*at];
    edit->kind = TUNIP_EDIT_MOVE;
    edit->rhs_path = inserted->rhs_path;
    edit->rhs = inserted->rhs;
    tn_map_remove(deleted, key);
    return true;
}

static void join_moves(tn_differ *d)
{
    tn_map deleted;
    size_t kept = 0;
    tn_map_init(&deleted, d->allocator);
    note_edits(d, &deleted, TUNIP_EDIT_DELETE);
    for (size_t i = 0; deleted.count && i < d->edits.count; i++)
        if (take_deletion(d, &deleted, &d->edits.items[i])) d->edits.items[i].lhs_path = NULL;
    tn_map_free(&deleted);
    for (size_t i = 0; i < d->edits.count; i++)
        if (d->edits.items[i].lhs_path) d->edits.items[kept++] = d->edits.items[i];
    d->edits.count = kept;
}

/* ---- the result ---- */

static const tunip_edit *keep_list(tn_differ *d, const tunip_edit *items, size_t count)
{
    tunip_edit *kept = tn_arena_alloc(&d->result->arena, count * sizeof *kept);
    if (!kept) tn_differ_fail(d);
    if (kept && count) memcpy(kept, items, count * sizeof *kept);
    return kept;
}

static bool open_differ(tn_differ *d, const tunip_context *context,
                        const tunip_equal_options *options)
{
    const tunip_allocator *allocator = tn_context_allocator(context);
    enum { SEARCHES = 1 << 16 };
    *d = (tn_differ){.context = context, .allocator = allocator, .searches = SEARCHES};
    d->options = *options;
    d->map_free_vars = d->options.map_free_vars;
    tn_map_init(&d->prints, allocator);
    tn_map_init(&d->met, allocator);
    struct tunip_script_memory *result = allocator->alloc(allocator->ctx, sizeof *result);
    if (!result) return false;
    memset(result, 0, sizeof *result);
    result->allocator = *allocator;
    tn_arena_init(&result->arena, allocator);
    tn_map_init(&result->to_rhs, &result->allocator);
    tn_map_init(&result->to_lhs, &result->allocator);
    tn_map_init(&result->patched, &result->allocator);
    d->result = result;
    return true;
}

static void close_differ(tn_differ *d)
{
    tn_comparer_free(d->comparer);
    tn_map_free(&d->prints);
    tn_map_free(&d->met);
    tn_array_free(&d->print_list, d->allocator);
    tn_array_free(&d->met_list, d->allocator);
    tn_array_free(&d->edits, d->allocator);
    tn_array_free(&d->renames, d->allocator);
    tn_array_free(&d->beside, d->allocator);
    tunip_graph_free(d->scratch);
}

/* Equal sides need no alignment, which might report a move, and identical ones no comparison. */
static const tn_patch *compare(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    tn_sameness sameness = tn_compare_whole(d->context, lhs, rhs, &d->options, &d->error);
    d->in_step = sameness == TN_EQUAL;
    return sameness == TN_IDENTICAL ? NULL : tn_diff_root(d, lhs, rhs);
}

static void run(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    tn_stack_init(&d->stack);
    const tn_patch *patch = compare(d, lhs, rhs);
    if (!tn_differ_failed(d)) join_wraps(d, TUNIP_EDIT_WRAP, TUNIP_EDIT_DELETE);
    if (!tn_differ_failed(d)) join_wraps(d, TUNIP_EDIT_UNWRAP, TUNIP_EDIT_INSERT);
    if (!tn_differ_failed(d)) join_moves(d);
    d->result->lhs = lhs;
    d->result->rhs = rhs;
    d->result->options = d->options;
    d->result->patch = patch;
    d->result->script = (tunip_script){.edit_count = d->edits.count,
                                       .edits = keep_list(d, d->edits.items, d->edits.count),
                                       .rename_count = d->renames.count,
                                       .renames = keep_list(d, d->renames.items, d->renames.count),
                                       .memory = d->result};
}

tunip_status tunip_diff(const tunip_context *context, const tunip_node *lhs, const tunip_node *rhs,
                        const tunip_equal_options *options, tunip_script **out, tunip_error *error)
{
    tn_differ d;
    tunip_equal_options taken;
    *out = NULL;
    tunip_status status = tn_options_take(&taken, sizeof taken, options, error);
    if (status == TUNIP_OK) status = tn_require_valid(context, lhs, error);
    if (status == TUNIP_OK) status = tn_require_valid(context, rhs, error);
    if (status != TUNIP_OK) return status;
    if (!open_differ(&d, context, &taken)) return tn_no_memory(error);
    d.tolerance = lhs ? tn_tolerance_of_type(lhs->type) : 0;
    run(&d, lhs, rhs);
    close_differ(&d);
    if (!tn_differ_failed(&d)) {
        *out = &d.result->script;
        return TUNIP_OK;
    }
    tunip_script_free(&d.result->script);
    return tunip_error_set(error, d.error.code, "%s", d.error.message);
}

size_t tunip_script_edit_count(const tunip_script *script)
{
    return script ? script->edit_count : 0;
}

const tunip_edit *tunip_script_edit(const tunip_script *script, size_t index)
{
    return index < tunip_script_edit_count(script) ? &script->edits[index] : NULL;
}

size_t tunip_script_rename_count(const tunip_script *script)
{
    return script ? script->rename_count : 0;
}

const tunip_edit *tunip_script_rename(const tunip_script *script, size_t index)
{
    return index < tunip_script_rename_count(script) ? &script->renames[index] : NULL;
}

void tunip_script_free(tunip_script *script)
{
    struct tunip_script_memory *memory = script ? script->memory : NULL;
    if (!memory) return;
    tn_map_free(&memory->to_rhs);
    tn_map_free(&memory->to_lhs);
    tn_map_free(&memory->patched);
    tn_arena_free(&memory->arena);
    const tunip_allocator allocator = memory->allocator;
    allocator.free(allocator.ctx, memory, sizeof *memory);
}

/* ======== diff script ======== */

/* The incomplete script: corresponding nodes, pairs that were met, paths, edits
 * and patches. Every other file of the diff writes through these functions. */

/* ---- failure ---- */

void tn_differ_fail(tn_differ *d)
{
    tn_no_memory(&d->error);
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

/* ======== diff functions ======== */

/* Finds the functions of two modules that are the same, by equality (equal.h),
 * with several threads if that saves time (equal.c). */

static bool are_functions(const tn_map_pairing *p)
{
    return p->at->outer && !p->at->outer->outer;
}

/* NULL when out of memory; the differ has then failed. */
static tn_comparer *comparer_of(tn_differ *d)
{
    if (!d->comparer)
        d->comparer = tn_comparer_new(d->context, &d->options, d->tolerance, &d->result->to_rhs,
                                      &d->result->to_lhs);
    if (!d->comparer) tn_differ_fail(d);
    return d->comparer;
}

/* If many different functions have a large node in common, equality compares it for each of them.
 * So that this does not take quadratic time, the weights of these functions are added up, and after
 * a limit all functions count as different. The weights do not depend on the number of threads, as
 * the number of pairs that were compared would. */
enum { MOST_WASTED = 1 << 24, MOST_WEIGHT = MOST_WASTED / 16 };

static void waste(tn_differ *d, const tunip_node *function)
{
    uint32_t weight = tn_diff_print(d, function).weight;
    d->wasted += weight < MOST_WEIGHT ? weight : MOST_WEIGHT;
}

/* If the modules are equal, the comparison only finds functions without renames. */
tn_sameness tn_diff_compare_functions(tn_map_pairing *p, const tunip_node *lhs,
                                      const tunip_node *rhs)
{
    tn_differ *d = p->differ;
    if (!are_functions(p) || d->wasted > MOST_WASTED || !comparer_of(d)) return TN_DIFFERENT;
    if (d->in_step && !tn_comparer_pays(d->comparer)) return TN_DIFFERENT;
    tn_sameness sameness = tn_comparer_compare(d->comparer, lhs, rhs, d->map_free_vars, &d->error);
    if (sameness != TN_IDENTICAL && !d->in_step) waste(d, lhs);
    return sameness;
}

void tn_diff_functions_ahead(tn_map_pairing *p)
{
    tn_differ *d = p->differ;
    bool pays = d->options.threads > 1 && are_functions(p) && !d->in_step && !tn_differ_failed(d);
    if (pays && comparer_of(d))
        tn_comparer_ahead(d->comparer, p->lhs, p->rhs, p->to_rhs, TN_UNALIGNED, d->map_free_vars);
}
