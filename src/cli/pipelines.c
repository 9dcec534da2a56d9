/* pipelines.c -- tunip history --dialects: the operations of each step by dialect; and --against:
 * the first step in which two pipelines differ. */
#include <stdlib.h>
#include <string.h>

#include <tunip/mlir.h>

#include "cli.h"

/* ======== dialects ======== */

/* The counts of a step are in the order of the names. */
typedef struct dialects {
    tunip_str *names; /* in the order in which they appear; borrowed from the history */
    size_t count;
    size_t *counts; /* of all steps: `step * MOST + dialect` */
    size_t *now;    /* of the step in hand */
    bool failed;
} dialects;

enum { MOST = 64 }; /* dialects; "others" is the last one, and stands for all further ones */

static size_t find_name(const dialects *d, tunip_str dialect)
{
    size_t i = 0;
    while (i < d->count && !tunip_str_equal(d->names[i], dialect)) i++;
    return i;
}

static void count_one(dialects *d, tunip_str dialect)
{
    size_t i = find_name(d, dialect);
    if (i == d->count && d->count + 1 >= MOST) {
        dialect = tunip_str_from("others");
        i = find_name(d, dialect);
    }
    if (i == d->count) d->names[d->count++] = dialect;
    d->now[i]++;
}

/* Operations that are still to be counted, and the dialect of those among them that the text writes
 * without one. */
typedef struct todo {
    const tunip_array *operations;
    tunip_str usual;
} todo;

typedef struct todos {
    todo *items; /* of malloc() */
    size_t count, room;
} todos;

static bool push(todos *list, const tunip_array *operations, tunip_str usual)
{
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 64;
        todo *grown = realloc(list->items, room * sizeof *grown);
        if (!grown) return cli_fail("out of memory") == CLI_OK;
        list->items = grown;
        list->room = room;
    }
    list->items[list->count++] = (todo){operations, usual};
    return true;
}

static bool push_regions(todos *list, const tunip_mlir_operation *op, tunip_str usual)
{
    for (size_t i = 0; i < tunip_array_count(op->pieces); i++) {
        const tunip_mlir_region *region = TUNIP_AS(tunip_mlir_region, op->pieces->items[i]);
        for (size_t k = 0; region && k < tunip_array_count(region->blocks); k++) {
            const tunip_mlir_block *block = TUNIP_AS(tunip_mlir_block, region->blocks->items[k]);
            if (block && !push(list, block->operations, usual)) return false;
        }
    }
    return true;
}

static bool count_operation(dialects *d, todos *list, const tunip_mlir_operation *op,
                            tunip_str usual)
{
    count_one(d, tunip_mlir_dialect(op, &usual));
    return push_regions(list, op, usual);
}

static bool count_step(dialects *d, const tunip_node *root)
{
    todos list = {.items = NULL};
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, root);
    bool fine = !file || push(&list, file->operations, tunip_str_from("func"));
    while (fine && list.count) {
        todo next = list.items[--list.count];
        for (size_t i = 0; fine && i < tunip_array_count(next.operations); i++) {
            const tunip_mlir_operation *op =
                TUNIP_AS(tunip_mlir_operation, next.operations->items[i]);
            if (op) fine = count_operation(d, &list, op, next.usual);
        }
    }
    free(list.items);
    return fine;
}

static bool count_all(dialects *d, const cli_steps *steps)
{
    d->names = calloc(MOST, sizeof *d->names);
    d->counts = calloc(steps->count * MOST, sizeof *d->counts);
    if (!d->names || !d->counts) return cli_fail("out of memory") == CLI_OK;
    for (size_t i = 0; i < steps->count; i++) {
        const tunip_history_step *at = tunip_history_step_at(steps->history, i);
        d->now = d->counts + i * MOST;
        bool same = i && at->root == tunip_history_step_at(steps->history, i - 1)->root;
        if (same)
            memcpy(d->now, d->now - MOST, MOST * sizeof *d->now);
        else if (!count_step(d, at->root))
            return false;
    }
    return true;
}

static void put_table(const dialects *d, const cli_steps *steps, bool all, cli_output *out)
{
    enum { WIDEST = 40, LEAST = 5 };
    int width = 0;
    for (size_t i = 0; i < steps->count; i++) {
        int size = (int)strlen(cli_step_name(steps, i));
        if (size > width) width = size < WIDEST ? size : WIDEST;
    }
    cli_output_print(out, "%9s  %-*s", "", width, "");
    for (size_t k = 0; k < d->count; k++) {
        cli_output_print(out, "  %*s",
                         d->names[k].size < LEAST ? (int)(LEAST - d->names[k].size) : 0, "");
        cli_output_say(out, "%.*s", (int)d->names[k].size, d->names[k].data);
    }
    cli_output_print(out, "\n");
    for (size_t i = 0; i < steps->count; i++) {
        const size_t *counts = d->counts + i * MOST;
        bool same = i && memcmp(counts, counts - MOST, MOST * sizeof *counts) == 0;
        if (same && !all && i + 1 < steps->count) continue;
        cli_output_print(out, "%9zu  ", i);
        cli_output_say(out, "%-*s", width, cli_step_name(steps, i));
        for (size_t k = 0; k < d->count; k++) {
            int room = d->names[k].size < LEAST ? LEAST : (int)d->names[k].size;
            if (counts[k])
                cli_output_print(out, "  %*zu", room, counts[k]);
            else
                cli_output_print(out, "  %*s", room, ".");
        }
        cli_output_print(out, "\n");
    }
}

static bool put_json(const dialects *d, const cli_steps *steps, cli_output *out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    style.lines = 3;
    tunip_json_writer *json = tunip_json_writer_new(NULL, &style, cli_output_write, out, &error);
    tunip_json_open(json, '{');
    tunip_json_key(json, "version");
    tunip_json_put_size(json, 1);
    tunip_json_key(json, "steps");
    tunip_json_open(json, '[');
    for (size_t i = 0; i < steps->count; i++) {
        tunip_json_open(json, '{');
        tunip_json_key(json, "step");
        tunip_json_put_size(json, i);
        tunip_json_key(json, "name");
        tunip_json_put_string(json, tunip_str_from(cli_step_name(steps, i)));
        tunip_json_key(json, "dialects");
        tunip_json_open(json, '{');
        for (size_t k = 0; k < d->count; k++) {
            if (!d->counts[i * MOST + k]) continue;
            tunip_json_key_view(json, d->names[k]);
            tunip_json_put_size(json, d->counts[i * MOST + k]);
        }
        tunip_json_close(json, '}');
        tunip_json_close(json, '}');
    }
    tunip_json_close(json, ']');
    tunip_json_close(json, '}');
    tunip_json_end_line(json);
    tunip_json_writer_end(json, &error);
    return error.code != TUNIP_ERROR_MEMORY || cli_fail("%s", error.message) == CLI_OK;
}

bool cli_write_dialects(const cli_steps *steps, bool json, bool all, cli_output *out)
{
    dialects d = {.names = NULL};
    bool fine = cli_steps_are_mlir(steps) ||
                cli_fail("history: --dialects is for MLIR, and not all steps are") == CLI_OK;
    fine = fine && count_all(&d, steps);
    if (fine && json)
        fine = put_json(&d, steps, out);
    else if (fine)
        put_table(&d, steps, all, out);
    free(d.names);
    free(d.counts);
    return fine;
}

/* ======== against ======== */

/* Steps of two pipelines in pairs: those of the longest sequence of names that both have. Several
 * threads run passes on functions in any order. So the steps on functions between two steps on the
 * module are taken function by function. */
typedef struct alignment {
    const cli_steps *sides[2];
    size_t
        *orders[2];  /* of malloc(): the steps of each side in the order in which they are taken */
    size_t *lengths; /* of the longest common sequence behind a step of each side */
    size_t columns;
    int ends; /* 1 or 2: this side ends before the other one; or 0 */
} alignment;

static size_t *length_at(const alignment *a, size_t lhs, size_t rhs)
{
    return &a->lengths[lhs * a->columns + rhs];
}

static const tunip_history_step *step_at(const alignment *a, int side, size_t at)
{
    return tunip_history_step_at(a->sides[side]->history, a->orders[side][at]);
}

/* The symbol of an operation, without those of operations around it. */
static tunip_str own_symbol(tunip_str path)
{
    size_t at = path.size;
    while (at && !(at > 2 && memcmp(path.data + at - 3, "::@", 3) == 0)) at--;
    return (tunip_str){path.data + at, path.size - at};
}

/* Whether two steps may be those of one pass on one operation. A log of functions may not show the
 * operations around one, so a path may be a part of the other one. */
static bool are_alike(const alignment *a, size_t lhs, size_t rhs)
{
    const tunip_history_step *x = step_at(a, 0, lhs), *y = step_at(a, 1, rhs);
    tunip_str s = x->symbol, t = y->symbol, own = own_symbol(s);
    bool is_part = own.size == s.size || own_symbol(t).size == t.size;
    return tunip_str_equal(x->name, y->name) &&
           (is_part ? tunip_str_equal(own, own_symbol(t)) : tunip_str_equal(s, t));
}

/* A step on a function. */
typedef struct function_step {
    tunip_str symbol;
    size_t step;
} function_step;

static int compare_texts(tunip_str a, tunip_str b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size ? memcmp(a.data, b.data, size) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static int by_symbol(const void *left, const void *right)
{
    const function_step *a = left, *b = right;
    int order = compare_texts(own_symbol(a->symbol), own_symbol(b->symbol));
    if (!order) order = compare_texts(a->symbol, b->symbol);
    return order ? order : (a->step > b->step) - (a->step < b->step);
}

static bool find_order(const cli_steps *steps, size_t **order)
{
    function_step *all = malloc((steps->count + 1) * sizeof *all);
    *order = malloc((steps->count + 1) * sizeof **order);
    for (size_t i = 0; all && i < steps->count; i++)
        all[i] = (function_step){tunip_history_step_at(steps->history, i)->symbol, i};
    for (size_t i = 0, end; all && i < steps->count; i = end) {
        for (end = i; end < steps->count && all[end].symbol.size;) end++;
        if (end > i) qsort(all + i, end - i, sizeof *all, by_symbol);
        if (end == i) end++;
    }
    for (size_t i = 0; all && *order && i < steps->count; i++) (*order)[i] = all[i].step;
    bool fine = (all && *order) || cli_fail("out of memory") == CLI_OK;
    free(all);
    return fine;
}

static bool align(alignment *a)
{
    enum { MOST_STEPS = 8192 };
    size_t rows = a->sides[0]->count, columns = a->sides[1]->count;
    if (rows > MOST_STEPS || columns > MOST_STEPS)
        return cli_fail("history: --against compares at most %d steps", MOST_STEPS) == CLI_OK;
    for (int side = 0; side < 2; side++)
        if (!find_order(a->sides[side], &a->orders[side])) return false;
    a->columns = columns + 1;
    a->lengths = calloc((rows + 1) * (columns + 1), sizeof *a->lengths);
    if (!a->lengths) return cli_fail("out of memory") == CLI_OK;
    for (size_t i = rows; i-- > 0;)
        for (size_t k = columns; k-- > 0;) {
            size_t down = *length_at(a, i + 1, k), right = *length_at(a, i, k + 1);
            *length_at(a, i, k) = are_alike(a, i, k) ? 1 + *length_at(a, i + 1, k + 1)
                                  : down > right     ? down
                                                     : right;
        }
    return true;
}

static void put_only(const alignment *a, int side, size_t at, const char *const *names,
                     cli_output *out)
{
    size_t step = a->orders[side][at];
    cli_output_print(out, "only in ");
    cli_output_say(out, "%s: step %zu, %s", names[side], step, cli_step_name(a->sides[side], step));
    cli_output_print(out, "\n");
}

/* ---- a pair ---- */

/* Two steps of one pass. Their modules are compared, or, if a log shows only the function on which
 * the pass ran, this function and those of the same symbol of the other side. */
typedef struct compared {
    tunip_graph *graph;
    const tunip_node *roots[2];
    bool differs;
} compared;

static bool are_equal(const alignment *a, const tunip_node *lhs, const tunip_node *rhs)
{
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    how.map_free_vars = true;
    return tunip_equal_nodes(a->sides[0]->context, lhs, rhs, &how, NULL);
}

/* Whether a module has an operation that equals `part`, with the path `symbol`. */
static bool find_equal(const alignment *a, const tunip_node *root, tunip_str symbol,
                       const tunip_node *part, bool *found)
{
    const tunip_mlir_operation **all = NULL;
    size_t count = tunip_mlir_find(root, symbol, NULL, 0);
    *found = false;
    if (count && count != SIZE_MAX) all = malloc(count * sizeof *all);
    if (count == SIZE_MAX || (count && !all)) return cli_fail("out of memory") == CLI_OK;
    tunip_mlir_find(root, symbol, all, count);
    for (size_t i = 0; i < count && !*found; i++) *found = are_equal(a, &all[i]->base, part);
    free(all);
    return true;
}

/* The operation that a dump showed, if that was not the module; or NULL. */
static const tunip_node *part_of(const tunip_history_step *step)
{
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, step->root);
    const tunip_mlir_operation *op =
        file && tunip_array_count(file->operations) == 1
            ? TUNIP_AS(tunip_mlir_operation, file->operations->items[0])
            : NULL;
    bool is_first = !step->part && step->symbol.size && op && !tunip_mlir_is_module(op);
    return is_first ? &op->base : step->part;
}

/* If both steps show the function on which the pass ran, these become the roots. Other functions
 * may be as they were before passes that other threads ran later. False after a message. */
static bool take_functions(const alignment *a, const tunip_history_step *const *steps,
                           compared *pair)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_node *parts[2];
    if (!steps[0]->symbol.size) return true;
    pair->graph = tunip_graph_new(a->sides[0]->context, &error);
    if (!pair->graph) return cli_fail_error("history", &error) == CLI_OK;
    for (int i = 0; i < 2; i++)
        parts[i] = cli_operation_of(pair->graph, steps[i]->root, steps[i]->symbol);
    if (tunip_graph_status(pair->graph) != TUNIP_OK) return cli_fail("out of memory") == CLI_OK;
    for (int i = 0; i < 2 && parts[0] && parts[1]; i++) pair->roots[i] = parts[i];
    return true;
}

/* Compares two steps of the same pass. False after a message. */
static bool compare_pair(const alignment *a, size_t lhs, size_t rhs, compared *pair)
{
    const tunip_history_step *steps[] = {step_at(a, 0, lhs), step_at(a, 1, rhs)};
    bool found = false;
    const tunip_node *shown[] = {part_of(steps[0]), part_of(steps[1])};
    tunip_graph_free(pair->graph);
    *pair = (compared){NULL, {steps[0]->root, steps[1]->root}, false};
    for (int i = 0; i < 2; i++) {
        const tunip_node *part = shown[i], *other = shown[1 - i];
        if (!part) continue;
        if (other)
            found = are_equal(a, part, other);
        else if (!find_equal(a, steps[1 - i]->root, steps[i]->symbol, part, &found))
            return false;
        break;
    }
    if (found) return true;
    if (!take_functions(a, steps, pair)) return false;
    pair->differs = !are_equal(a, pair->roots[0], pair->roots[1]);
    return true;
}

/* Writes the differences of two steps. */
static bool put_difference(const alignment *a, const compared *pair, const char *const *names,
                           const tunip_print_options *print, cli_output *out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_equal_options equal = TUNIP_EQUAL_OPTIONS_INIT;
    tunip_diff_options how = TUNIP_DIFF_OPTIONS_INIT;
    tunip_context *context = a->sides[0]->context;
    tunip_script *script = NULL;
    equal.map_free_vars = true;
    how.print = print;
    how.lhs_name = names[0];
    how.rhs_name = names[1];
    tunip_status status =
        tunip_diff(context, pair->roots[0], pair->roots[1], &equal, &script, &error);
    if (status == TUNIP_OK)
        status = tunip_diff_write(context, script, &how, cli_output_write, out, &error);
    tunip_script_free(script);
    return status == TUNIP_OK || status == TUNIP_ERROR_CANCELLED ||
           cli_fail_error(names[0], &error) == CLI_OK;
}

/* Goes through the pairs up to the first that differs, which it opens. Sets *lhs and *rhs to its
 * place in the orders; to the ends of these if all pairs are equal. *equal counts the equal ones.
 * False after a message. */
static bool find_first(alignment *a, const char *const *names, cli_output *out, size_t *lhs,
                       size_t *rhs, size_t *equal, compared *pair)
{
    size_t i = 0, k = 0, counts[] = {a->sides[0]->count, a->sides[1]->count};
    bool fine = true, differs = false;
    while (fine && !differs && (i < counts[0] || k < counts[1])) {
        bool both = i < counts[0] && k < counts[1];
        bool is_pair = both && are_alike(a, i, k);
        bool is_left = !is_pair && i < counts[0] &&
                       (!both || *length_at(a, i + 1, k) >= *length_at(a, i, k + 1));
        fine = !is_pair || compare_pair(a, i, k, pair);
        differs = fine && is_pair && pair->differs;
        if (differs) break;
        if (is_pair || both)
            a->ends = 0;
        else
            a->ends = is_left ? 2 : 1;
        if (!is_pair) put_only(a, !is_left, is_left ? i : k, names, out);
        *equal += is_pair;
        i += is_pair || is_left;
        k += is_pair || !is_left;
    }
    *lhs = i;
    *rhs = k;
    return fine;
}

bool cli_write_against(const cli_steps *lhs, const cli_steps *rhs, const char *const *names,
                       const tunip_print_options *print, cli_output *out, bool *differs)
{
    alignment a = {.sides = {lhs, rhs}};
    compared pair = {NULL, {NULL, NULL}, false};
    size_t i = 0, k = 0, equal = 0;
    bool fine = align(&a) && find_first(&a, names, out, &i, &k, &equal, &pair);
    *differs = fine && i < lhs->count && k < rhs->count;
    if (*differs) {
        size_t left = a.orders[0][i], right = a.orders[1][k];
        cli_output_print(out, "%zu step%s equal; the first that differs is ", equal,
                         equal == 1 ? " is" : "s are");
        cli_output_say(out, "%s: step %zu of %s, step %zu of %s", cli_step_name(lhs, left), left,
                       names[0], right, names[1]);
        cli_output_print(out, "\n");
        fine = put_difference(&a, &pair, names, print, out);
    } else if (fine && !equal) {
        cli_output_print(out, "no step is in both\n");
        *differs = true;
    } else if (fine) {
        cli_output_print(out, "%zu step%s in both, and equal", equal, equal == 1 ? " is" : "s are");
        if (a.ends) cli_output_say(out, "; %s ends there", names[a.ends - 1]);
        cli_output_print(out, "\n");
    }
    tunip_graph_free(pair.graph);
    for (int side = 0; side < 2; side++) free(a.orders[side]);
    free(a.lengths);
    return fine;
}
