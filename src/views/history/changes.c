/* changes.c -- how many lines a step changed, and in which functions, without a lineage. A step of
 * MLIR usually changes a few functions of many. Snapshots share all others, so only those that
 * differ are printed and compared: each one by itself, and together the rest of the module, with
 * the functions that only one side has. These are the rows of the diff of the two modules, because
 * it pairs no lines of functions that do not correspond. */
#include <stdlib.h>
#include <string.h>

#include "../../ir/graph.h"
#include "../../library/context.h"
#include "../../util/tables.h"
#include "../../util/threads.h"
#include "history.h"
#include "part.h"

/* Two versions of a function; one of them may be NULL. */
typedef struct version_pair {
    const tunip_mlir_operation *lhs, *rhs; /* both NULL: the rest of the module */
    size_t order;                          /* in the module */
    tunip_line_counts counts;              /* none if one is NULL: those of the rest have them */
    int64_t growth;
    bool differs;
    tunip_error error;
} version_pair;

typedef struct changing {
    const tunip_history *history;
    const tunip_print_options *print;
    const tunip_allocator *allocator;
    const tunip_node *lhs, *rhs;
    TN_ARRAY(version_pair) pairs;
    tn_set paired;   /* the functions that both sides have */
    bool reorders;   /* they are in another order: only the whole module shows which moved */
    bool only_names; /* lines are not counted */
    TN_ARRAY(char) functions;
} changing;

/* ---- lines ---- */

static int64_t count_lines(tunip_str text)
{
    int64_t count = text.size && text.data[text.size - 1] != '\n';
    for (const char *at = text.data, *end = at + text.size;
         text.size && (at = memchr(at, '\n', (size_t)(end - at))); at++)
        count++;
    return count;
}

static bool differ(const changing *c, const tunip_node *lhs, const tunip_node *rhs,
                   tunip_error *error)
{
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    how.map_free_vars = true;
    return !tunip_equal_nodes(tn_history_context(c->history), lhs, rhs, &how, error);
}

static void compare(const changing *c, const tunip_node *lhs, const tunip_node *rhs,
                    version_pair *pair)
{
    tunip_context *context = tn_history_context(c->history);
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    tunip_diff_options options = TUNIP_DIFF_OPTIONS_INIT;
    tunip_script *script = NULL;
    tunip_diff_lines *lines = NULL;
    how.map_free_vars = true;
    options.print = c->print;
    if (tunip_diff(context, lhs, rhs, &how, &script, &pair->error) == TUNIP_OK)
        lines = tunip_diff_lines_new(context, script, &options, &pair->error);
    pair->counts = tunip_diff_lines_counts(lines);
    if (lines)
        pair->growth = count_lines(tunip_printed_text(tunip_diff_lines_rhs(lines))) -
                       count_lines(tunip_printed_text(tunip_diff_lines_lhs(lines)));
    tunip_diff_lines_free(lines);
    tunip_script_free(script);
}

/* Counts the lines of the first step. */
static void count_all(const changing *c, version_pair *pair)
{
    tunip_printed *printed = NULL;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    if (c->print) options = *c->print;
    options.no_source_map = true;
    tunip_print(tn_history_context(c->history), c->rhs, &options, &printed, &pair->error);
    pair->growth = printed ? count_lines(tunip_printed_text(printed)) : 0;
    pair->counts.added = (size_t)pair->growth;
    tunip_printed_free(printed);
}

/* A file of one operation, or of none. */
static tunip_node *wrap(tunip_graph *graph, const tunip_mlir_operation *op)
{
    tunip_mlir_file *file = tunip_node_new(graph, &tunip_mlir_file_type);
    void *items[] = {(void *)(uintptr_t)op};
    if (file) file->operations = tunip_array_new(graph, op ? 1 : 0, items);
    return file && file->operations ? &file->base : NULL;
}

/* Whether two modules differ in more than their functions. */
static bool is_shell_changed(const changing *c, tunip_graph *graph, tunip_error *error)
{
    const tunip_node *lhs = tn_part_shell(graph, c->lhs, NULL);
    const tunip_node *rhs = tn_part_shell(graph, c->rhs, NULL);
    return lhs && rhs ? differ(c, lhs, rhs, error) : lhs != rhs;
}

static void compare_rest(const changing *c, tunip_graph *graph, version_pair *pair)
{
    const tunip_node *lhs = c->lhs, *rhs = c->rhs;
    pair->differs = c->reorders || is_shell_changed(c, graph, &pair->error);
    if (c->only_names) return;
    if (!c->reorders) lhs = tn_part_shell(graph, lhs, &c->paired);
    if (!c->reorders) rhs = tn_part_shell(graph, rhs, &c->paired);
    const tunip_node *empty = lhs && rhs ? NULL : wrap(graph, NULL);
    if (!c->lhs)
        count_all(c, pair);
    else if ((lhs || rhs) && (empty || (lhs && rhs)))
        compare(c, lhs ? lhs : empty, rhs ? rhs : empty, pair);
    if (c->lhs && !lhs) pair->counts.removed = 0; /* the line of an empty text */
    if (!rhs) pair->counts.added = 0;
}

static void compare_versions(const changing *c, tunip_graph *graph, version_pair *pair)
{
    if (!pair->lhs && !pair->rhs) {
        compare_rest(c, graph, pair);
    } else if (pair->lhs && pair->rhs) {
        const tunip_node *lhs = wrap(graph, pair->lhs), *rhs = wrap(graph, pair->rhs);
        pair->differs = lhs && rhs && differ(c, lhs, rhs, &pair->error);
        if (pair->differs && !c->only_names && !c->reorders) compare(c, lhs, rhs, pair);
    } else {
        pair->differs = true;
    }
    if (tunip_graph_status(graph) != TUNIP_OK) tn_no_memory(&pair->error);
}

static void compare_one(void *user, size_t i)
{
    changing *c = user;
    version_pair *pair = &c->pairs.items[i];
    tunip_graph *graph = tunip_graph_new(tn_history_context(c->history), &pair->error);
    if (graph) compare_versions(c, graph, pair);
    tunip_graph_free(graph);
}

/* ---- functions ---- */

static int by_name(const void *a, const void *b)
{
    const tn_leaf *x = a, *y = b;
    if (x->name != y->name) return x->name < y->name ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static int by_order(const void *a, const void *b)
{
    const version_pair *x = a, *y = b;
    return (x->order > y->order) - (x->order < y->order);
}

static bool add_pair(changing *c, const tn_leaf *lhs, const tn_leaf *rhs)
{
    version_pair pair = {.lhs = lhs ? lhs->op : NULL,
                         .rhs = rhs ? rhs->op : NULL,
                         .order = rhs   ? 2 * rhs->order + 1
                                  : lhs ? 2 * lhs->order
                                        : SIZE_MAX,
                         .error = TUNIP_ERROR_INIT};
    bool both = lhs && rhs, added;
    if (both &&
        !(tn_set_add(&c->paired, lhs->op, &added) && tn_set_add(&c->paired, rhs->op, &added)))
        return false;
    if (lhs && rhs && lhs->op == rhs->op) return true;
    return tn_array_push(&c->pairs, c->allocator, pair);
}

/* Pairs functions of one name. */
static bool pair_leaves(changing *c, tn_leaves *a, tn_leaves *b)
{
    bool fine = true;
    size_t i = 0, k = 0;
    if (a->count) qsort(a->items, a->count, sizeof *a->items, by_name);
    if (b->count) qsort(b->items, b->count, sizeof *b->items, by_name);
    while (fine && (i < a->count || k < b->count)) {
        const tn_leaf *x = i < a->count ? &a->items[i] : NULL;
        const tn_leaf *y = k < b->count ? &b->items[k] : NULL;
        bool takes_x = x && (!y || x->name <= y->name);
        bool takes_y = y && (!x || y->name <= x->name);
        fine = add_pair(c, takes_x ? x : NULL, takes_y ? y : NULL);
        i += takes_x;
        k += takes_y;
    }
    return fine && add_pair(c, NULL, NULL);
}

static int by_place(const void *a, const void *b)
{
    const tn_leaf *x = a, *y = b;
    return (x->order > y->order) - (x->order < y->order);
}

/* Keeps the functions that both sides have, in the order of the module. */
static void keep_paired(const changing *c, tn_leaves *leaves)
{
    size_t kept = 0;
    for (size_t i = 0; i < leaves->count; i++)
        if (tn_set_has(&c->paired, leaves->items[i].op)) leaves->items[kept++] = leaves->items[i];
    leaves->count = kept;
    if (kept) qsort(leaves->items, kept, sizeof *leaves->items, by_place);
}

static bool is_reordered(const changing *c, tn_leaves *a, tn_leaves *b)
{
    keep_paired(c, a);
    keep_paired(c, b);
    for (size_t i = 0; i < a->count && i < b->count; i++)
        if (a->items[i].name != b->items[i].name) return true;
    return false;
}

static bool find_pairs(changing *c)
{
    tn_leaves a = {.items = NULL}, b = {.items = NULL};
    bool fine = tn_leaves_add(&a, c->allocator, c->lhs) &&
                tn_leaves_add(&b, c->allocator, c->rhs) && pair_leaves(c, &a, &b);
    c->reorders = fine && is_reordered(c, &a, &b);
    tn_array_free(&a, c->allocator);
    tn_array_free(&b, c->allocator);
    if (fine) qsort(c->pairs.items, c->pairs.count, sizeof *c->pairs.items, by_order);
    return fine;
}

/* ---- the result ---- */

static bool put(changing *c, tunip_str text)
{
    if (!tn_array_reserve(&c->functions, c->allocator, text.size)) return false;
    if (text.size) memcpy(c->functions.items + c->functions.count, text.data, text.size);
    c->functions.count += text.size;
    return true;
}

static bool put_name(changing *c, const version_pair *pair)
{
    const tunip_mlir_operation *op = pair->rhs ? pair->rhs : pair->lhs;
    const char *verb = !pair->lhs == !pair->rhs ? "changed " : pair->rhs ? "added " : "removed ";
    tunip_str name = op ? tunip_mlir_symbol(op) : tunip_str_from("<root>");
    return put(c, tunip_str_from(verb)) && put(c, name) && put(c, tunip_str_from("\n"));
}

/* The result, and how to free it. */
typedef struct owned_changes {
    tunip_changes changes;
    const tunip_allocator *allocator;
    size_t room;
} owned_changes;

static tunip_changes *make(changing *c, tunip_error *error)
{
    owned_changes *own = c->allocator->alloc(c->allocator->ctx, sizeof *own);
    tunip_changes *made = own ? &own->changes : NULL;
    bool fine = made != NULL;
    if (own) *own = (owned_changes){.allocator = c->allocator};
    for (size_t i = 0; fine && i < c->pairs.count; i++) {
        const version_pair *pair = &c->pairs.items[i];
        bool counts = !c->reorders || (!pair->lhs && !pair->rhs);
        if (pair->error.code != TUNIP_OK) *error = pair->error;
        if (pair->differs) fine = put_name(c, pair);
        if (!counts) continue;
        made->counts.added += pair->counts.added;
        made->counts.removed += pair->counts.removed;
        made->counts.changed += pair->counts.changed;
        made->counts.renamed += pair->counts.renamed;
        made->growth += pair->growth;
    }
    if (!fine) tn_no_memory(error);
    if (!made) return NULL;
    made->functions = (tunip_str){c->functions.items, c->functions.count};
    own->room = c->functions.room;
    if (error->code == TUNIP_OK) return made;
    tunip_changes_free(made);
    return NULL;
}

tunip_setting *tn_hide_locations(tunip_print_options *options, const tunip_allocator *allocator,
                                 tunip_error *error)
{
    size_t count = options->setting_count;
    tunip_setting *settings = allocator->alloc(allocator->ctx, (count + 1) * sizeof *settings);
    if (!settings) {
        tn_no_memory(error);
        return NULL;
    }
    *settings = (tunip_setting){"mlir.locations", "false"};
    if (count) memcpy(settings + 1, options->settings, count * sizeof *settings);
    options->settings = settings;
    options->setting_count = count + 1;
    return settings;
}

static tunip_changes *find_changes(const tunip_history *history, size_t step,
                                   const tunip_print_options *print, size_t threads,
                                   bool only_names, tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    const tunip_history_step *at = tunip_history_step_at(history, step);
    const tunip_history_step *before = at ? tunip_history_step_at(history, at->before) : NULL;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    changing c = {.history = history, .print = &options, .only_names = only_names};
    c.allocator = &tn_history_context(history)->allocator;
    if (print) options = *print;
    tunip_setting *settings = tn_hide_locations(&options, c.allocator, &own);
    tn_set_init(&c.paired, c.allocator);
    if (at) c.rhs = at->root;
    if (before) c.lhs = before->root;
    tn_replaced part = at ? tn_history_replaced(history, step) : (tn_replaced){NULL, NULL};
    tn_leaf old = {.op = part.old}, now = {.op = part.now};
    bool fine = !settings        ? false
                : c.lhs == c.rhs ? true
                : part.old       ? add_pair(&c, &old, &now)
                                 : find_pairs(&c);
    if (fine) tunip_parallel(threads, c.pairs.count, compare_one, &c);
    if (!fine) tn_no_memory(&own);
    tunip_changes *made = fine ? make(&c, &own) : NULL;
    tn_array_free(&c.pairs, c.allocator);
    tn_set_free(&c.paired);
    if (settings)
        c.allocator->free(c.allocator->ctx, settings, options.setting_count * sizeof *settings);
    if (!made && error && error->code == TUNIP_OK) *error = own;
    return made;
}

tunip_changes *tunip_history_changes(const tunip_history *history, size_t step,
                                     const tunip_print_options *print, size_t threads,
                                     tunip_error *error)
{
    return find_changes(history, step, print, threads, false, error);
}

tunip_changes *tn_history_changed_functions(const tunip_history *history, size_t step,
                                            tunip_error *error)
{
    return find_changes(history, step, NULL, 1, true, error);
}

void tunip_changes_free(tunip_changes *changes)
{
    owned_changes *own = (owned_changes *)(void *)changes;
    if (!own) return;
    const tunip_allocator *a = own->allocator;
    if (own->room) a->free(a->ctx, (void *)(uintptr_t)changes->functions.data, own->room);
    a->free(a->ctx, own, sizeof *own);
}
