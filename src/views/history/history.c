/* history.c -- a list of named snapshots of a module, and the step with which each is compared. */
#include "history.h"

#include <stdlib.h>

#include "../../core/context.h"
#include "../../core/ir/graph.h"
#include "../../core/ir/path.h"
#include "../../core/ir/snapshot.h"

/* A function of a step, or another entry of a map in its root. */
typedef struct step_function {
    uint64_t name; /* the hash of its name */
    const tunip_node *content;
} step_function;

typedef struct step_functions {
    step_function *items; /* in the order of the hashes */
    size_t count;
} step_functions;

struct tunip_history {
    tunip_context *context;
    tunip_graph *graph; /* owns the snapshots and all names */
    tn_snapshots snapshots;
    TN_ARRAY(tunip_history_step) steps;
    TN_ARRAY(step_functions) functions; /* of each step */
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
    tn_array_free(&history->functions, allocator);
    tn_snapshots_free(&history->snapshots);
    tunip_graph_free(history->graph);
    allocator->free(allocator->ctx, history, sizeof *history);
}

/* ---- the step before ---- */

/* The functions of a step while they are collected. If two entries have a name, the one whose
 * key is a string is a table of names, and not the function. */
typedef struct function_list {
    const tunip_allocator *allocator;
    TN_ARRAY(struct entry {
        step_function function;
        bool by_string;
    })
    entries;
    bool failed;
} function_list;

static bool add_functions(const tunip_node *child, void *user)
{
    function_list *list = user;
    if (child->type != &tunip_map_type) return true;
    const tunip_map *map = (const void *)child;
    for (size_t i = 0; i < map->count && !list->failed; i++) {
        tunip_str name = tn_path_key_name(map->entries[i].key);
        struct entry entry = {{tn_hash_bytes(name.data, name.size), map->entries[i].value},
                              tunip_is(map->entries[i].key, &tunip_string_type)};
        list->failed = !tn_array_push(&list->entries, list->allocator, entry);
    }
    return !list->failed;
}

static int by_name(const void *a, const void *b)
{
    const step_function *x = a, *y = b;
    return (x->name > y->name) - (x->name < y->name);
}

static int by_name_and_key(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    int order = by_name(&x->function, &y->function);
    return order ? order : x->by_string - y->by_string;
}

/* False when out of memory. */
static bool find_functions(tunip_history *history, const tunip_node *root,
                           step_functions *functions)
{
    function_list list = {.allocator = &history->context->allocator};
    *functions = (step_functions){NULL, 0};
    if (!root || !(root->type->fields || root->type->base)) return true;
    tunip_each_child(root, 0, add_functions, &list);
    size_t count = list.entries.count, kept = 0;
    struct entry *entries = list.entries.items;
    if (count) qsort(entries, count, sizeof *entries, by_name_and_key);
    for (size_t i = 0; i < count; i++) /* the first one of each name */
        if (!kept || entries[kept - 1].function.name != entries[i].function.name)
            entries[kept++] = entries[i];
    if (kept && !list.failed)
        functions->items = tunip_graph_alloc(history->graph, kept * sizeof *functions->items);
    for (size_t i = 0; functions->items && i < kept; i++)
        functions->items[functions->count++] = entries[i].function;
    list.failed |= functions->count != kept;
    tn_array_free(&list.entries, list.allocator);
    return !list.failed;
}

static const step_function *find_function(const step_functions *functions, uint64_t name)
{
    step_function key = {.name = name};
    return functions->count ? bsearch(&key, functions->items, functions->count,
                                      sizeof *functions->items, by_name)
                            : NULL;
}

/* How many functions of `a` are in `b`, by their names. */
static size_t count_common(const step_functions *a, const step_functions *b)
{
    size_t common = 0;
    for (size_t i = 0; i < a->count; i++) common += find_function(b, a->items[i].name) != NULL;
    return common;
}

static bool are_equal(const tunip_history *history, const tunip_node *lhs, const tunip_node *rhs,
                      tunip_error *error);

/* Whether `there` has the function with the same content; false on failure. */
static bool has_same(const tunip_history *history, const step_functions *there,
                     const step_function *function, tunip_error *error)
{
    const step_function *found = find_function(there, function->name);
    return found && are_equal(history, found->content, function->content, error);
}

/* Whether a step only took functions away from the step with which it was compared. */
static bool takes_away(const tunip_history *history, size_t step, tunip_error *error)
{
    size_t before = history->steps.items[step].before;
    if (before == TUNIP_BEFORE_HISTORY) return false;
    const step_functions *now = &history->functions.items[step];
    const step_functions *then = &history->functions.items[before];
    if (now->count >= then->count) return false;
    for (size_t i = 0; i < now->count; i++)
        if (!has_same(history, then, &now->items[i], error)) return false;
    return true;
}

/* The step with which a new step is compared: the previous one. If it does not have all
 * functions of the new step, they may have been taken away for a while; see
 * tunip_history_step.before. */
static size_t find_before(const tunip_history *history, const step_functions *functions,
                          tunip_error *error)
{
    size_t best = history->steps.count - 1;
    size_t most = count_common(functions, &history->functions.items[best]);
    bool is_other_part = !most; /* the previous step has none of the functions */
    for (size_t i = history->steps.count; i-- > 1 && most < functions->count;) {
        size_t before = history->steps.items[i].before;
        if (before == TUNIP_BEFORE_HISTORY) continue;
        size_t common = count_common(functions, &history->functions.items[before]);
        if (common > most && (is_other_part || takes_away(history, i, error)))
            best = before, most = common;
    }
    return best;
}

bool tn_history_shares(const tunip_history *history, size_t part, size_t step, size_t before,
                       tunip_error *error)
{
    const step_functions *now = &history->functions.items[step];
    for (size_t i = 0; i < now->count; i++) {
        if (has_same(history, &history->functions.items[part], &now->items[i], error) &&
            !has_same(history, &history->functions.items[before], &now->items[i], error))
            return true;
    }
    return false;
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
static bool place_step(tunip_history *history, const step_functions *functions,
                       tunip_history_step *step, tunip_error *error)
{
    step->changed = false;
    step->before = TUNIP_BEFORE_HISTORY;
    if (!history->steps.count) return true;
    step->before = find_before(history, functions, error);
    if (error->code != TUNIP_OK) return false;
    const tunip_node *before = history->steps.items[step->before].root;
    step->changed = !are_equal(history, before, step->root, error);
    for (size_t i = step->before + 1; i < history->steps.count; i++)
        history->steps.items[i].is_part = true;
    return error->code == TUNIP_OK;
}

tunip_status tunip_history_add(tunip_history *history, const char *name, const tunip_node *root,
                               tunip_error *error)
{
    const tunip_allocator *allocator = &history->context->allocator;
    tunip_history_step step = {.name = tunip_graph_copy(history->graph, tunip_str_from(name)),
                               .parent = TUNIP_NO_PARENT};
    tunip_error why = TUNIP_ERROR_INIT;
    step_functions functions;
    if (root) step.root = tn_snapshots_take(&history->snapshots, root, &why);
    bool fine = step.name.data && (step.root || !root) &&
                find_functions(history, step.root, &functions) &&
                place_step(history, &functions, &step, &why) &&
                tn_array_reserve(&history->functions, allocator, 1) &&
                tn_array_push(&history->steps, allocator, step);
    if (fine) history->functions.items[history->functions.count++] = functions;
    if (fine) return TUNIP_OK;
    if (why.code == TUNIP_OK) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    return tunip_error_set(error, why.code, "%s: %s", name, why.message);
}

void tunip_history_nest(tunip_history *history, size_t first)
{
    tunip_history_step *steps = history->steps.items;
    for (size_t i = first, last = history->steps.count - 1; i < last && history->steps.count; i++)
        if (steps[i].parent == TUNIP_NO_PARENT) steps[i].parent = last;
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

tunip_graph *tn_history_graph(const tunip_history *history)
{
    return history->graph;
}

void tn_history_set_primitive(tunip_history *history, size_t step, const tunip_primitive *primitive)
{
    history->steps.items[step].primitive = *primitive;
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
