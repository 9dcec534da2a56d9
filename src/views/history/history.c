/* history.c -- a snapshot of a module after each pass, and the schedules beside them. */
#include "history.h"

#include <stdlib.h>

#include "../../ir/graph.h"
#include "../../ir/path.h"
#include "../../ir/rewrite.h"
#include "../../ir/same.h"
#include "../../library/context.h"
#include "../../util/tables.h"
#include "../../util/text.h"
#include "part.h"

/* ======== history ======== */

/* A list of named snapshots of a module, and the step with which each is compared. */

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
    TN_ARRAY(tn_replaced) replaced;     /* likewise */
    tn_part_places places;              /* in the last step's module */
    const tunip_node *taken;            /* the last snapshot: of a module, or of a part */
    tn_map paths;                       /* name of a unit -> its path; see keep_path() */
    tn_map owned;                       /* snapshot -> its unit; see take_snapshot() */
    tn_map texts;                       /* hash of a text -> index in `known` */
    TN_ARRAY(struct known_text {
        tunip_text_key key;
        const tunip_node *root;
    })
    known;
};

tunip_history *tunip_history_new(tunip_context *context, tunip_error *error)
{
    const tunip_allocator *allocator = &context->allocator;
    tunip_graph *graph = tunip_graph_new(context, error);
    tunip_history *history = graph ? allocator->alloc(allocator->ctx, sizeof *history) : NULL;
    if (!history) {
        tn_no_memory(error);
        tunip_graph_free(graph);
        return NULL;
    }
    *history = (tunip_history){.context = context, .graph = graph};
    tn_snapshots_init(&history->snapshots, graph);
    tn_part_places_init(&history->places, allocator);
    tn_map_init(&history->owned, allocator);
    tn_map_init(&history->paths, allocator);
    tn_map_init(&history->texts, allocator);
    return history;
}

void tunip_history_free(tunip_history *history)
{
    if (!history) return;
    const tunip_allocator *allocator = &history->context->allocator;
    tn_array_free(&history->steps, allocator);
    tn_array_free(&history->functions, allocator);
    tn_array_free(&history->replaced, allocator);
    tn_part_places_free(&history->places);
    tn_map_free(&history->owned);
    tn_map_free(&history->paths);
    tn_map_free(&history->texts);
    tn_array_free(&history->known, allocator);
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

/* Takes a snapshot. `name` is the unit to which all of it belongs; or 0. A snapshot of the same
 * unit is one already. */
static const tunip_node *take_snapshot(tunip_history *history, const tunip_node *root,
                                       uint64_t name, tunip_error *error)
{
    const tunip_allocator *allocator = &history->context->allocator;
    tn_part_units units = {.items = NULL};
    tn_unit whole = {root, name};
    const uint64_t *unit = tn_map_get(&history->owned, root);
    if (unit && *unit == name) return history->taken = root;
    bool fine =
        name ? tn_array_push(&units, allocator, whole) : tn_part_units_add(&units, allocator, root);
    const tunip_node *taken =
        fine ? tn_snapshots_take(&history->snapshots, root, units.items, units.count, error) : NULL;
    tn_array_free(&units, allocator);
    uint64_t *slot = taken ? tn_map_put(&history->owned, taken, NULL) : NULL;
    if (slot) *slot = name;
    history->taken = taken;
    return slot ? taken : NULL;
}

static bool push_step(tunip_history *history, const tunip_history_step *step,
                      const step_functions *functions, const tn_replaced *replaced)
{
    const tunip_allocator *allocator = &history->context->allocator;
    bool fine = tn_array_reserve(&history->functions, allocator, 1) &&
                tn_array_reserve(&history->replaced, allocator, 1) &&
                tn_array_push(&history->steps, allocator, *step);
    if (fine) history->functions.items[history->functions.count++] = *functions;
    if (fine) history->replaced.items[history->replaced.count++] = *replaced;
    return fine;
}

static tunip_status fail_step(const char *name, const tunip_error *why, tunip_error *error)
{
    if (why->code == TUNIP_OK) return tn_no_memory(error);
    return tunip_error_set(error, why->code, "%s: %s", name, why->message);
}

tunip_status tunip_history_add(tunip_history *history, const char *name, const tunip_node *root,
                               tunip_error *error)
{
    tunip_history_step step = {.name = tunip_graph_copy(history->graph, tunip_str_from(name)),
                               .parent = TUNIP_NO_PARENT};
    tunip_error why = TUNIP_ERROR_INIT;
    step_functions functions;
    tn_replaced none = {NULL, NULL};
    if (root) step.root = take_snapshot(history, root, 0, &why);
    bool fine = step.name.data && (step.root || !root) &&
                find_functions(history, step.root, &functions) &&
                place_step(history, &functions, &step, &why) &&
                push_step(history, &step, &functions, &none);
    return fine ? TUNIP_OK : fail_step(name, &why, error);
}

/* ---- parts ---- */

typedef struct comparing {
    const tunip_history *history;
    tunip_error *error;
} comparing;

static bool is_same(const tunip_node *a, const tunip_node *b, void *user)
{
    const comparing *c = user;
    return are_equal(c->history, a, b, c->error);
}

/* Finds the place of a part in the last step's module. */
static bool find_place(tunip_history *history, const tn_part *part, tn_place_in *place,
                       bool *uncertain, tunip_error *error)
{
    comparing c = {history, error};
    tn_comparison how = {is_same, &c};
    const tunip_history_step *last = tunip_history_step_at(history, history->steps.count - 1);
    *uncertain = false;
    history->places.failed = false;
    bool found = last && part->op &&
                 tn_part_places_find(&history->places, last->root, part, &how, place, uncertain);
    if (history->places.failed) tn_no_memory(error);
    return found && error->code == TUNIP_OK;
}

/* The path of the operation that a part with a symbol replaces, or of a new one. The history keeps
 * it. Its data is NULL when out of memory. */
static tunip_str keep_path(tunip_history *history, const tn_place_in *place,
                           const tunip_mlir_operation *part)
{
    bool added;
    tunip_str symbol = tunip_mlir_symbol(part);
    const void *key = (const void *)(uintptr_t)(place->name | 1);
    uint64_t *slot = symbol.size ? tn_map_put(&history->paths, key, &added) : NULL;
    if (!symbol.size) return (tunip_str){"", 0};
    if (!slot) return (tunip_str){NULL, 0};
    tunip_str *kept = (tunip_str *)(uintptr_t)*slot;
    if (!added && kept) return *kept;
    kept = tunip_graph_alloc(history->graph, sizeof *kept);
    if (!kept) return (tunip_str){NULL, 0};
    *kept = tn_part_places_at(&history->places, place)
                ? tn_part_places_path(&history->places, place, history->graph)
                : tunip_graph_copy(history->graph, symbol);
    *slot = (uint64_t)(uintptr_t)kept;
    return *kept;
}

/* Fills a step whose snapshot is that of the last step with a part in its place. */
static bool fill_part(tunip_history *history, const tunip_node *root, const tn_place_in *place,
                      tunip_history_step *step, tn_replaced *replaced, tunip_error *error)
{
    const tunip_history_step *last = &history->steps.items[history->steps.count - 1];
    const tunip_node *taken = take_snapshot(history, root, place->name, error);
    const tunip_mlir_operation *part = tn_part_of(taken);
    const tunip_node *old = tn_part_places_at(&history->places, place);
    if (!part) return false;
    step->before = history->steps.count - 1;
    step->part = &part->base;
    history->places.recent = place->list;
    step->changed = !old || (old != &part->base && !are_equal(history, old, &part->base, error));
    step->root = old == &part->base
                     ? last->root
                     : tn_part_places_put(&history->places, history->graph, place, part);
    *replaced = (tn_replaced){TUNIP_AS(tunip_mlir_operation, old), part};
    return step->root && error->code == TUNIP_OK;
}

tunip_status tunip_history_add_part(tunip_history *history, const char *name,
                                    const tunip_node *root, tunip_str path, tunip_error *error)
{
    tunip_error why = TUNIP_ERROR_INIT;
    tn_place_in place;
    tn_part part = {tn_part_of(root), path};
    tunip_history_step step = {.parent = TUNIP_NO_PARENT};
    bool has_place = find_place(history, &part, &place, &step.uncertain, &why);
    if (why.code != TUNIP_OK) return fail_step(name, &why, error);
    if (!has_place) return tunip_history_add(history, name, root, error);
    bool is_new = !tn_part_places_at(&history->places, &place);
    if (is_new && path.size) place.path = tunip_graph_copy(history->graph, path);
    step.name = tunip_graph_copy(history->graph, tunip_str_from(name));
    step.symbol = keep_path(history, &place, part.op);
    step_functions none = {NULL, 0};
    tn_replaced replaced = {NULL, NULL};
    bool fine = step.name.data && step.symbol.data &&
                fill_part(history, root, &place, &step, &replaced, &why) &&
                push_step(history, &step, &none, &replaced);
    return fine ? TUNIP_OK : fail_step(name, &why, error);
}

tunip_str tunip_history_place(tunip_history *history, const tunip_node *root, bool *uncertain)
{
    tunip_error why = TUNIP_ERROR_INIT;
    tn_place_in place;
    tn_part part = {tn_part_of(root), {NULL, 0}};
    if (!find_place(history, &part, &place, uncertain, &why)) return (tunip_str){"", 0};
    tunip_str path = keep_path(history, &place, part.op);
    return path.data ? path : (tunip_str){"", 0};
}

/* ---- texts ---- */

tunip_text_key tunip_text_key_of(tunip_str text)
{
    /* each byte is read once; slots of tables take `hash` */
    size_t half = text.size / 2;
    uint64_t first = tn_hash_bytes(text.data, half);
    uint64_t second = tn_hash_bytes(text.data + half, text.size - half);
    return (tunip_text_key){tn_hash_mix(first, second), first, text.size};
}

bool tunip_text_key_equal(const tunip_text_key *a, const tunip_text_key *b)
{
    return a->hash == b->hash && a->check == b->check && a->size == b->size;
}

static const void *slot_of(const tunip_text_key *text)
{
    return (const void *)(uintptr_t)(text->hash | 1);
}

tunip_status tunip_history_remember(tunip_history *history, const tunip_text_key *text,
                                    tunip_error *error)
{
    const tunip_allocator *allocator = &history->context->allocator;
    struct known_text known = {*text, history->taken};
    uint64_t *slot = history->taken ? tn_map_put(&history->texts, slot_of(text), NULL) : NULL;
    if (!history->taken) return TUNIP_OK;
    if (slot) *slot = history->known.count;
    return slot && tn_array_push(&history->known, allocator, known) ? TUNIP_OK
                                                                    : tn_no_memory(error);
}

const tunip_node *tunip_history_recall(const tunip_history *history, const tunip_text_key *text)
{
    const uint64_t *slot = tn_map_get(&history->texts, slot_of(text));
    if (!slot || *slot >= history->known.count) return NULL;
    const struct known_text *known = &history->known.items[*slot];
    return tunip_text_key_equal(&known->key, text) ? known->root : NULL;
}

bool tunip_history_has(tunip_history *history, const tunip_node *root)
{
    tunip_error why = TUNIP_ERROR_INIT;
    tn_place_in place;
    bool uncertain;
    tn_part part = {tn_part_of(root), {NULL, 0}};
    const tunip_history_step *last = tunip_history_step_at(history, history->steps.count - 1);
    bool is_part = find_place(history, &part, &place, &uncertain, &why);
    const tunip_node *old = is_part ? tn_part_places_at(&history->places, &place) : NULL;
    if (!is_part) return last && are_equal(history, last->root, root, &why);
    return old && are_equal(history, old, &part.op->base, &why);
}

tn_replaced tn_history_replaced(const tunip_history *history, size_t step)
{
    return history->replaced.items[step];
}

tunip_status tunip_history_describe(tunip_history *history, const tunip_step_notes *notes,
                                    tunip_error *error)
{
    tunip_history_step *last =
        history->steps.count ? &history->steps.items[history->steps.count - 1] : NULL;
    if (!last) return tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "the history has no steps");
    last->failed = notes->failed;
    last->unseen = notes->unseen;
    last->uncertain |= notes->uncertain;
    const tunip_history_step *before = tunip_history_step_at(history, last->before);
    bool is_known = last->part && last->symbol.size;
    if (notes->symbol.size && !is_known)
        last->symbol = tn_symbol_resolve(history->graph, last->root, before ? before->root : NULL,
                                         notes->symbol);
    if (notes->output.size) last->output = tunip_graph_copy(history->graph, notes->output);
    bool fine =
        (last->symbol.data || !notes->symbol.size) && (last->output.data || !notes->output.size);
    return fine ? TUNIP_OK : tn_no_memory(error);
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

/* ======== schedule ======== */

/* The trace of a schedule, as TVM writes it in Python, and the steps of a history
 * that its primitives made.
 *
 *     def apply_trace(sch: tir.Schedule) -> None:
 *       b0 = sch.get_block(name="C", func_name="main")
 *       l4, l5 = sch.split(loop=l1, factors=[None, 32])
 *
 * Only brackets, strings and comments are understood: whatever is an argument stays a text. */

/* ---- statements ---- */

/* The end of a string or comment that begins at `at`; `at` if there is none. */
static size_t skip_quoted(tunip_str text, size_t at)
{
    const char quote = text.data[at];
    size_t end = at;
    if (quote == '#')
        while (end < text.size && text.data[end] != '\n') end++;
    if (quote != '"' && quote != '\'') return end;
    for (end++; end < text.size && text.data[end] != quote; end++) end += text.data[end] == '\\';
    return end < text.size ? end + 1 : text.size;
}

/* Goes to the first of the bytes `ends` that is in no bracket, string or comment. */
static size_t find_outside(tunip_str text, size_t at, const char *ends)
{
    size_t depth = 0;
    while (at < text.size) {
        const char c = text.data[at];
        if (!depth && c && strchr(ends, c)) return at;
        if (c && strchr("([{", c)) depth++;
        if (depth && c && strchr(")]}", c)) depth--;
        size_t end = skip_quoted(text, at);
        at = end > at ? end : at + 1;
    }
    return text.size;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static tunip_str trim(tunip_str text)
{
    while (text.size && is_blank(text.data[0])) text.data++, text.size--;
    while (text.size && is_blank(text.data[text.size - 1])) text.size--;
    return text;
}

static tunip_str part(tunip_str text, size_t begin, size_t end)
{
    return trim((tunip_str){text.data + begin, end - begin});
}

/* Goes to the next statement; comments are none. */
static bool next_statement(tunip_str *rest, tunip_str *statement)
{
    for (*rest = trim(*rest); rest->size && rest->data[0] == '#'; *rest = trim(*rest)) {
        size_t end = skip_quoted(*rest, 0);
        *rest = (tunip_str){rest->data + end, rest->size - end};
    }
    size_t end = find_outside(*rest, 0, "\n"), comment = find_outside(*rest, 0, "#\n");
    *statement = part(*rest, 0, comment);
    *rest = (tunip_str){rest->data + end, rest->size - end};
    return statement->size > 0;
}

/* Splits "l4, l5 = sch.split(loop=l1)". False for another statement. */
static bool read_call(tunip_str statement, tunip_primitive *out)
{
    static const char schedule[] = "sch.";
    size_t at = find_outside(statement, 0, "="), name_end = 0;
    *out = (tunip_primitive){.text = statement, .call = statement};
    if (at < statement.size) out->results = part(statement, 0, at);
    if (at < statement.size) out->call = part(statement, at + 1, statement.size);
    if (!tunip_str_begins(out->call, schedule)) return false;
    tunip_str after = part(out->call, sizeof schedule - 1, out->call.size);
    while (name_end < after.size && tunip_is_name_part(after.data[name_end])) name_end++;
    bool is_call = name_end && name_end + 1 < after.size && after.data[name_end] == '(' &&
                   find_outside(after, name_end + 1, ")") == after.size - 1;
    if (!is_call) return false;
    out->name = part(after, 0, name_end);
    out->arguments = part(after, name_end + 1, after.size - 1);
    return true;
}

/* Goes to the next instruction. At the end, and before a statement that a trace does not have,
 * returns false; *rest then is empty or begins with this statement. */
static bool next_instruction(tunip_str *rest, tunip_primitive *out)
{
    static const char *const others[] = {"def ", "import ", "from ", "return"};
    tunip_str statement, after = *rest;
    while (next_statement(&after, &statement)) {
        bool is_other = false;
        for (size_t i = 0; i < TUNIP_LEN(others); i++)
            is_other |= tunip_str_begins(statement, others[i]);
        bool is_call = !is_other && read_call(statement, out);
        if (!is_call && !is_other) return false;
        *rest = after;
        if (is_call) return true;
    }
    *rest = after;
    return false;
}

/* Instructions that only look at the module, or only record where a part of the trace begins. */
static bool transforms(const tunip_primitive *instruction)
{
    return !tunip_str_begins(instruction->name, "get_") &&
           !tunip_str_begins(instruction->name, "sample_") &&
           !tunip_str_is(instruction->name, "enter_postproc");
}

typedef struct trace_counts {
    size_t all, transforming;
} trace_counts;

static trace_counts count_instructions(tunip_str trace, bool *is_trace)
{
    tunip_primitive instruction;
    trace_counts counts = {0, 0};
    while (next_instruction(&trace, &instruction)) {
        counts.all++;
        counts.transforming += transforms(&instruction);
    }
    *is_trace = counts.all && !trace.size;
    return counts;
}

bool tunip_is_schedule_trace(tunip_str text)
{
    bool is_trace;
    count_instructions(text, &is_trace);
    return is_trace;
}

bool tunip_primitive_next(tunip_str *rest, tunip_str *name, tunip_str *value)
{
    *rest = trim(*rest);
    if (!rest->size) return false;
    size_t comma = find_outside(*rest, 0, ",");
    *value = part(*rest, 0, comma);
    size_t from = comma < rest->size ? comma + 1 : comma, end = 0;
    *rest = (tunip_str){rest->data + from, rest->size - from};
    while (end < value->size && tunip_is_name_part(value->data[end])) end++;
    *name = (tunip_str){value->data, 0};
    bool is_named =
        end && end + 1 < value->size && value->data[end] == '=' && value->data[end + 1] != '=';
    if (is_named) *name = part(*value, 0, end);
    if (is_named) *value = part(*value, end + 1, value->size);
    return true;
}

/* ---- steps ---- */

/* The end of the blanks and comments that begin at `at`. */
static size_t skip_blanks(tunip_str text, size_t at)
{
    while (at < text.size && (is_blank(text.data[at]) || text.data[at] == '#'))
        at = is_blank(text.data[at]) ? at + 1 : skip_quoted(text, at);
    return at;
}

/* Writes a statement of several lines on one line, as black would if it fitted. */
static void put_on_one_line(tn_text *out, tunip_str text)
{
    for (size_t at = 0, end; at < text.size; at = end) {
        const size_t quoted = skip_quoted(text, at);
        end = skip_blanks(text, at);
        if (end == at) {
            end = quoted > at ? quoted : at + 1;
            tn_text_put(out, text.data + at, end - at);
            continue;
        }
        const bool breaks = memchr(text.data + at, '\n', end - at) != NULL;
        const char last = out->bytes.count ? out->bytes.items[out->bytes.count - 1] : '(';
        const bool closes = breaks && end < text.size && strchr(")]}", text.data[end]);
        if (closes && last == ',') out->bytes.count--;
        if (!closes && !(breaks && strchr("([{", last))) tn_text_put_word(out, " ");
    }
}

/* Copies an instruction into the history. False when out of memory. */
static bool keep(tunip_graph *graph, const tunip_allocator *allocator, tunip_str statement,
                 tunip_primitive *out)
{
    tn_text line;
    tn_text_init(&line, allocator);
    put_on_one_line(&line, statement);
    tunip_str text = {line.bytes.items, line.bytes.count};
    tunip_str copy = line.failed ? (tunip_str){NULL, 0} : tunip_graph_copy(graph, text);
    tn_text_free(&line);
    return copy.data && read_call(copy, out);
}

static const void *name_key(tunip_str name)
{
    return (const void *)(uintptr_t)(tn_hash_bytes(name.data, name.size) | 1);
}

/* The steps that the instructions of a trace made. */
typedef struct making {
    tunip_history *history;
    size_t first, end;
    tunip_str trace;
    bool all;     /* each instruction made a step, and not only those that transform the module */
    tn_set names; /* of the primitives, by their hashes */
} making;

/* Goes to the next instruction that made a step. */
static bool next_making(const making *m, tunip_str *rest, tunip_primitive *out)
{
    while (next_instruction(rest, out))
        if (m->all || transforms(out)) return true;
    return false;
}

/* Fails if the names of the steps contradict the trace: one has the name of another primitive. */
static tunip_status check_names(making *m, tunip_error *error)
{
    tunip_primitive instruction;
    bool added;
    for (tunip_str rest = m->trace; next_making(m, &rest, &instruction);)
        if (!tn_set_add(&m->names, name_key(instruction.name), &added)) return tn_no_memory(error);
    tunip_str rest = m->trace;
    for (size_t i = m->first + 1; i < m->end && next_making(m, &rest, &instruction); i++) {
        tunip_str name = tunip_history_step_at(m->history, i)->name;
        if (!tunip_str_equal(name, instruction.name) && tn_set_has(&m->names, name_key(name)))
            return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                                   "step %zu is called `%s`, but the trace has `%.*s` there", i,
                                   name.data, (int)instruction.name.size, instruction.name.data);
    }
    return TUNIP_OK;
}

static tunip_status set_primitives(const making *m, tunip_error *error)
{
    tunip_primitive instruction, kept;
    const tunip_allocator *allocator = &tn_history_context(m->history)->allocator;
    tunip_str rest = m->trace;
    for (size_t i = m->first + 1; i < m->end && next_making(m, &rest, &instruction); i++) {
        if (!keep(tn_history_graph(m->history), allocator, instruction.text, &kept))
            return tn_no_memory(error);
        tn_history_set_primitive(m->history, i, &kept);
    }
    return TUNIP_OK;
}

tunip_status tunip_history_set_trace(tunip_history *history, size_t first, size_t end,
                                     tunip_str trace, tunip_error *error)
{
    bool is_trace;
    trace_counts counts = count_instructions(trace, &is_trace);
    if (first >= end || end > tunip_history_count(history))
        return tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "the history has %zu steps",
                               tunip_history_count(history));
    if (!is_trace)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "this text is not the trace of a schedule");
    const size_t made = end - first - 1;
    making m = {.history = history, .first = first, .end = end, .trace = trace};
    m.all = made == counts.all && made != counts.transforming;
    if (!m.all && made != counts.transforming)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "%zu instruction%s of the trace transform%s the module, but %zu "
                               "step%s after the first one",
                               counts.transforming, counts.transforming == 1 ? "" : "s",
                               counts.transforming == 1 ? "s" : "", made,
                               made == 1 ? " comes" : "s come");
    tn_set_init(&m.names, &tn_history_context(history)->allocator);
    tunip_status status = check_names(&m, error);
    if (status == TUNIP_OK) status = set_primitives(&m, error);
    tn_set_free(&m.names);
    return status;
}
