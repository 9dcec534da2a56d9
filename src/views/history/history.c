/* history.c -- a list of named snapshots of a module, and the step with which each is compared. */
#include "history.h"

#include <stdlib.h>

#include "../../core/context.h"
#include "../../core/ir/graph.h"
#include "../../core/ir/path.h"
#include "../../core/ir/snapshot.h"

/* The hashes of the names of a step's functions: of the keys of all maps in its root. */
typedef struct step_names {
    uint64_t *hashes; /* sorted */
    size_t count;
} step_names;

struct tunip_history {
    tunip_context *context;
    tunip_graph *graph; /* owns the snapshots and all names */
    tn_snapshots snapshots;
    TN_ARRAY(tunip_history_step) steps;
    TN_ARRAY(step_names) names; /* of each step */
};

tunip_history *tunip_history_new(tunip_context *context, tunip_error *error)
{
    const tunip_allocator *allocator = &context->allocator;
    tunip_graph *graph = tunip_graph_new(context, error);
    tunip_history *history = graph ? allocator->alloc(allocator->ctx, sizeof *history) : NULL;
    if (!history) {
        tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
        tunip_graph_free(graph);
        return NULL;
    }
    *history = (tunip_history){.context = context, .graph = graph};
    tn_snapshots_init(&history->snapshots, graph);
    return history;
}

void tunip_history_free(tunip_history *history)
{
    if (!history) return;
    const tunip_allocator *allocator = &history->context->allocator;
    tn_array_free(&history->steps, allocator);
    tn_array_free(&history->names, allocator);
    tn_snapshots_free(&history->snapshots);
    tunip_graph_free(history->graph);
    allocator->free(allocator->ctx, history, sizeof *history);
}

/* ---- the step before ---- */

typedef struct name_list {
    step_names *names;
    bool fill; /* or count only */
} name_list;

static bool add_names(const tunip_node *child, void *user)
{
    name_list *list = user;
    if (child->type != &tunip_map_type) return true;
    const tunip_map *map = (const void *)child;
    for (size_t i = 0; i < map->count; i++) {
        tunip_str name = tn_path_key_name(map->entries[i].key);
        if (list->fill)
            list->names->hashes[list->names->count] = tn_hash_bytes(name.data, name.size);
        list->names->count++;
    }
    return true;
}

static int by_number(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* False when out of memory. */
static bool find_names(tunip_history *history, const tunip_node *root, step_names *names)
{
    name_list list = {names, false};
    *names = (step_names){NULL, 0};
    if (!root || !(root->type->fields || root->type->base)) return true;
    tunip_each_child(root, 0, add_names, &list);
    if (!names->count) return true;
    names->hashes = tunip_graph_alloc(history->graph, names->count * sizeof *names->hashes);
    if (!names->hashes) return false;
    list.fill = true;
    names->count = 0;
    tunip_each_child(root, 0, add_names, &list);
    qsort(names->hashes, names->count, sizeof *names->hashes, by_number);
    return true;
}

static size_t count_common(const step_names *a, const step_names *b)
{
    size_t common = 0;
    for (size_t i = 0, k = 0; i < a->count && k < b->count;) {
        bool same = a->hashes[i] == b->hashes[k];
        common += same;
        bool first = a->hashes[i] <= b->hashes[k];
        k += same || !first;
        i += first;
    }
    return common;
}

/* The step with which a new step is compared: the one that shares most names with it; of several,
 * the newest. */
static size_t find_before(const tunip_history *history, const step_names *names)
{
    size_t best = history->steps.count - 1, most = 0;
    for (size_t i = history->steps.count; i-- > 0 && most < names->count;) {
        size_t common = count_common(names, &history->names.items[i]);
        if (common > most) best = i;
        if (common > most) most = common;
    }
    return best;
}

/* ---- steps ---- */

/* Whether two snapshots are equal. Snapshots that share their root are equal. */
static bool are_equal(const tunip_history *history, const tunip_node *lhs, const tunip_node *rhs,
                      tunip_error *error)
{
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    how.map_free_vars = true;
    return lhs == rhs || tunip_equal_nodes(history->context, lhs, rhs, &how, error);
}

/* Sets `before` and `changed` of a new step. */
static bool place_step(const tunip_history *history, const step_names *names,
                       tunip_history_step *step, tunip_error *error)
{
    step->changed = false;
    step->before = TUNIP_BEFORE_HISTORY;
    if (!history->steps.count) return true;
    step->before = find_before(history, names);
    const tunip_node *before = history->steps.items[step->before].root;
    step->changed = !are_equal(history, before, step->root, error);
    return error->code == TUNIP_OK;
}

tunip_status tunip_history_add(tunip_history *history, const char *name, const tunip_node *root,
                               tunip_error *error)
{
    const tunip_allocator *allocator = &history->context->allocator;
    tunip_history_step step = {.name = tunip_graph_copy(history->graph, tunip_str_from(name))};
    tunip_error why = TUNIP_ERROR_INIT;
    step_names names;
    if (root) step.root = tn_snapshots_take(&history->snapshots, root, &why);
    bool fine = step.name.data && (step.root || !root) && find_names(history, step.root, &names) &&
                place_step(history, &names, &step, &why) &&
                tn_array_reserve(&history->names, allocator, 1) &&
                tn_array_push(&history->steps, allocator, step);
    if (fine) history->names.items[history->names.count++] = names;
    if (fine) return TUNIP_OK;
    if (why.code == TUNIP_OK) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    return tunip_error_set(error, why.code, "%s: %s", name, why.message);
}

size_t tunip_history_count(const tunip_history *history)
{
    return history ? history->steps.count : 0;
}

const tunip_history_step *tunip_history_step_at(const tunip_history *history, size_t step)
{
    return step < tunip_history_count(history) ? &history->steps.items[step] : NULL;
}

size_t tunip_history_memory(const tunip_history *history)
{
    return tunip_graph_memory(history->graph);
}

tunip_context *tn_history_context(const tunip_history *history)
{
    return history->context;
}

/* ---- differences ---- */

tunip_status tunip_history_diff(const tunip_history *history, size_t from, size_t to,
                                tunip_script **out, tunip_error *error)
{
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    const tunip_history_step *lhs = tunip_history_step_at(history, from);
    const tunip_history_step *rhs = tunip_history_step_at(history, to);
    *out = NULL;
    how.map_free_vars = true;
    if (!rhs || (!lhs && from != TUNIP_BEFORE_HISTORY))
        return tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "the history has %zu steps",
                               history->steps.count);
    return tunip_diff(history->context, lhs ? lhs->root : NULL, rhs->root, &how, out, error);
}
