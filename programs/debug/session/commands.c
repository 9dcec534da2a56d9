/* commands.c -- the commands of the debugger: a table, and a function for each row. */
#include "session.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../plan.h"

typedef struct command {
    const char *name;
    const char *usage; /* behind the name */
    const char *help;
    int least, most; /* numbers of words behind the name */
    bool (*run)(tunip_debugger *d, char **words, int count, tunip_error *error);
} command;

static bool fail_command(tunip_error *error, const char *message)
{
    tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "%s", message);
    return false;
}

/* ---- words ---- */

static bool to_number(const char *word, double *out, tunip_error *error)
{
    char *end;
    *out = strtod(word, &end);
    if (end != word && !*end) return true;
    tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "expected a number, got %.100s", word);
    return false;
}

static bool to_count(const char *word, size_t *out, tunip_error *error)
{
    char *end;
    *out = tunip_is_digit(*word) ? (size_t)strtoull(word, &end, 10) : 0;
    if (tunip_is_digit(*word) && !*end && *out && *out <= 1000000) return true;
    tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "expected a number from 1 to 1000000, got %.100s",
                    word);
    return false;
}

static tunip_str name_of(const void *plan, size_t node)
{
    return ((const dbg_plan *)plan)->nodes[node].name;
}

size_t dbg_find_entry(const tunip_debugger *d, const char *word, tunip_error *error)
{
    size_t node, output;
    if (dbg_output_find(word, d->plan->node_count, name_of, d->plan, &node, &output)) {
        const dbg_node *at = &d->plan->nodes[node];
        if (output < at->output_count) return at->first_entry + output;
        tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "node %zu has %zu outputs", node,
                        at->output_count);
    } else {
        tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "no node is called %.100s", word);
    }
    return SIZE_MAX;
}

/* A node by its name, as %3, or as its number. */
static bool find_node(const tunip_debugger *d, const char *word, size_t *out, tunip_error *error)
{
    char *end;
    if (tunip_is_digit(*word)) {
        *out = (size_t)strtoull(word, &end, 10);
        if (!*end && *out <= d->session.plan->node_count) return true;
    }
    size_t entry = dbg_find_entry(d, word, error);
    if (entry == SIZE_MAX) return false;
    *out = d->session.plan->entries[entry].node;
    return true;
}

/* ---- running ---- */

static void put_watches(tunip_debugger *d)
{
    for (size_t i = 0; i < d->watch_count; i++) dbg_show_stats(d, d->watches[i]);
}

static void put_place(tunip_debugger *d)
{
    const dbg_plan *plan = d->session.plan;
    size_t next = dbg_session_next(&d->session);
    if (next == plan->node_count) {
        tn_text_say(d->out, "all nodes have run\n");
        return;
    }
    tn_text_say(d->out, "next: ");
    dbg_show_node(d, next);
}

static void put_break(tn_text *out, const dbg_break *b)
{
    tn_text_say(out, "breakpoint %u:", b->id);
    if (b->tests) tn_text_say(out, " %s %s %g", b->stat, b->op, b->limit);
    if (b->pattern) {
        tn_text_say(out, b->tests ? " of " : " node ");
        tn_text_put_visible(out, tunip_str_from(b->pattern));
    }
    tn_text_say(out, "\n");
}

static const dbg_break *break_of(const tunip_debugger *d, unsigned id)
{
    for (size_t i = 0; i < d->session.break_count; i++)
        if (d->session.breaks[i].id == id) return &d->session.breaks[i];
    return NULL;
}

/* Says where a run stopped. */
static bool put_stop(tunip_debugger *d, bool fine)
{
    const dbg_break *hit = d->breakpoint ? break_of(d, d->breakpoint) : NULL;
    if (hit) {
        put_break(d->out, hit);
        dbg_show_node(d, d->at);
        const dbg_node *at = &d->session.plan->nodes[d->at];
        for (size_t i = 0; i < at->output_count; i++) dbg_show_stats(d, at->first_entry + i);
    }
    put_watches(d);
    if (fine && !hit) put_place(d);
    return fine;
}

static bool run_to(tunip_debugger *d, size_t end, tunip_error *error)
{
    return put_stop(d, tunip_debug_run(d, end, NULL, error) == TUNIP_OK);
}

static bool do_run(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    size_t end = d->session.plan->node_count;
    if (count && !find_node(d, words[0], &end, error)) return false;
    return run_to(d, end, error);
}

static bool do_step(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    size_t steps = 1;
    if (count && !to_count(words[0], &steps, error)) return false;
    return put_stop(d, tunip_debug_step(d, steps, NULL, error) == TUNIP_OK);
}

static bool do_continue(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    (void)words, (void)count;
    return run_to(d, d->session.plan->node_count, error);
}

static bool do_goto(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    size_t node, before = dbg_session_next(&d->session);
    (void)count;
    if (!find_node(d, words[0], &node, error)) return false;
    if (node == before) tn_text_say(d->out, "this node is the next one already\n");
    return put_stop(d, tunip_debug_goto(d, node, NULL, error) == TUNIP_OK);
}

static bool do_only(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    size_t node;
    (void)count;
    if (!find_node(d, words[0], &node, error)) return false;
    if (tunip_debug_run_node(d, node, error) != TUNIP_OK) return false;
    const dbg_node *at = &d->session.plan->nodes[node];
    dbg_show_node(d, node);
    for (size_t i = 0; i < at->output_count; i++) dbg_show_stats(d, at->first_entry + i);
    return put_stop(d, true);
}

static bool do_restart(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    (void)words, (void)count, (void)error;
    dbg_session_goto(&d->session, 0);
    d->at = SIZE_MAX;
    put_place(d);
    return true;
}

static bool do_repeat(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    size_t times;
    (void)count;
    if (!to_count(words[0], &times, error)) return false;
    if (!dbg_session_repeat(&d->session, times, error)) return false;
    dbg_show_times(d);
    return true;
}

/* ---- breakpoints ---- */

static bool same_break(const dbg_break *a, const dbg_break *b)
{
    bool same_pattern =
        a->pattern && b->pattern ? strcmp(a->pattern, b->pattern) == 0 : a->pattern == b->pattern;
    return same_pattern && a->tests == b->tests && strcmp(a->stat, b->stat) == 0 &&
           strcmp(a->op, b->op) == 0 && a->limit == b->limit;
}

static bool add_break(tunip_debugger *d, dbg_break b, const char *pattern, tunip_error *error)
{
    dbg_session *s = &d->session;
    dbg_break *breaks = realloc(s->breaks, (s->break_count + 1) * sizeof *breaks);
    if (breaks) s->breaks = breaks;
    size_t size = pattern ? strlen(pattern) + 1 : 0;
    b.pattern = pattern ? malloc(size) : NULL;
    if (!breaks || (pattern && !b.pattern)) {
        free(b.pattern);
        return fail_command(error, "out of memory");
    }
    if (pattern) memcpy(b.pattern, pattern, size);
    size_t node = 0;
    while (node < s->plan->node_count && !dbg_break_fits(&b, s, node)) node++;
    if (pattern && node == s->plan->node_count) {
        free(b.pattern);
        tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "no node is called %.100s", pattern);
        return false;
    }
    for (size_t i = 0; i < s->break_count; i++) {
        if (!same_break(&s->breaks[i], &b)) continue;
        free(b.pattern);
        d->breakpoint = s->breaks[i].id;
        tn_text_say(d->out, "there is ");
        put_break(d->out, &s->breaks[i]);
        return true;
    }
    b.id = ++s->last_break;
    s->breaks[s->break_count++] = b;
    d->breakpoint = b.id;
    put_break(d->out, &b);
    return true;
}

/* "max > 10", and behind it "of PATTERN" */
static bool parse_test(char **words, int count, dbg_break *b, const char **pattern,
                       tunip_error *error)
{
    static const char *const ops[] = {"<", "<=", ">", ">=", "==", "!="};
    dbg_stats none = {.is_number = true};
    double value;
    bool known = false;
    if (count != 3 && (count != 5 || strcmp(words[3], "of") != 0))
        return fail_command(error, "expected STATISTIC OPERATOR NUMBER [of NODE]");
    if (!dbg_stats_get(&none, tunip_str_from(words[0]), &value))
        return fail_command(
            error, "the statistics are min, max, mean, std, absmax, nan, inf, zero, count");
    for (size_t i = 0; i < TUNIP_LEN(ops); i++) known = known || strcmp(ops[i], words[1]) == 0;
    if (!known) return fail_command(error, "the operators are < <= > >= == !=");
    if (!to_number(words[2], &b->limit, error)) return false;
    snprintf(b->stat, sizeof b->stat, "%s", words[0]);
    snprintf(b->op, sizeof b->op, "%s", words[1]);
    b->tests = true;
    *pattern = count == 5 ? words[4] : NULL;
    return true;
}

/* Adds the breakpoint that words describe: a condition, else a node of this name. NULL: the words
 * are none. */
static bool break_at(tunip_debugger *d, char **words, int count, const char *node,
                     tunip_error *error)
{
    static const struct {
        const char *word, *stat, *op;
        bool takes_number;
    } shorts[] = {{"nan", "nan", ">", false},
                  {"inf", "inf", ">", false},
                  {"min", "min", "<", true},
                  {"max", "max", ">", true}};
    dbg_break b = {.id = 0};
    if (count && strcmp(words[0], "if") == 0) {
        const char *pattern = NULL;
        if (!parse_test(words + 1, count - 1, &b, &pattern, error)) return false;
        return add_break(d, b, pattern, error);
    }
    for (size_t i = 0; i < TUNIP_LEN(shorts); i++) {
        if (count != 1 + shorts[i].takes_number || strcmp(words[0], shorts[i].word) != 0) continue;
        if (shorts[i].takes_number && !to_number(words[1], &b.limit, error)) return false;
        b.tests = true;
        snprintf(b.stat, sizeof b.stat, "%s", shorts[i].stat);
        snprintf(b.op, sizeof b.op, "%s", shorts[i].op);
        return add_break(d, b, NULL, error);
    }
    if (!node) return fail_command(error, "expected nan, inf, min N, max N, if TEST, or a node");
    return add_break(d, b, node, error);
}

static bool do_break(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    return break_at(d, words, count, count == 1 ? words[0] : NULL, error);
}

static bool do_breaks(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    (void)words, (void)count, (void)error;
    for (size_t i = 0; i < d->session.break_count; i++) put_break(d->out, &d->session.breaks[i]);
    if (!d->session.break_count) tn_text_say(d->out, "no breakpoints\n");
    return true;
}

static bool do_delete(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    size_t id;
    (void)count;
    return to_count(words[0], &id, error) && tunip_debug_delete(d, (unsigned)id, error) == TUNIP_OK;
}

static bool do_watch(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    (void)count;
    size_t entry = dbg_find_entry(d, words[0], error);
    if (entry == SIZE_MAX) return false;
    size_t known = 0;
    while (known < d->watch_count && d->watches[known] != entry) known++;
    if (known == TUNIP_LEN(d->watches)) return fail_command(error, "there are too many watches");
    if (known == d->watch_count) d->watches[d->watch_count++] = entry;
    dbg_show_stats(d, entry);
    return true;
}

/* ---- values ---- */

/* One number for all elements, or a number for each. */
static dbg_tensor *typed_values(const dbg_tensor *type, char **words, int count, tunip_error *error)
{
    dbg_tensor *tensor = dbg_tensor_new(type);
    double value = 0;
    bool fine = tensor && (count == 1 || (size_t)count == type->count);
    if (tensor && !fine)
        tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                        "give one number for all elements, or a number for each of the %zu, not %d",
                        type->count, count);
    if (!tensor) fail_command(error, "out of memory");
    for (size_t i = 0; fine && i < type->count; i++) {
        if (i < (size_t)count) fine = to_number(words[i], &value, error);
        if (fine && !dbg_put_number(tensor, i, value))
            fine = fail_command(error, "the dtype of the tensor has no such number");
    }
    if (fine) return tensor;
    free(tensor);
    return NULL;
}

static bool is_file(const char *word)
{
    size_t size = strlen(word);
    return size > 4 && strcmp(word + size - 4, ".npy") == 0;
}

/* The value that a dump has for the output of the same number of the same node. */
static dbg_tensor *from_dump(const tunip_debugger *d, size_t entry, const char *folder,
                             tunip_error *error)
{
    dbg_dump dump;
    const dbg_entry *at = &d->session.plan->entries[entry];
    if (!dbg_dump_read(d->session.context, folder, &dump, error)) return NULL;
    dbg_tensor *found = NULL;
    for (size_t i = 0; i < dump.count && !found; i++)
        if (dump.items[i].node == at->node && dump.items[i].output == at->output &&
            dbg_tensor_fits(dump.items[i].tensor, &at->type))
            found = dbg_tensor_copy(dump.items[i].tensor);
    dbg_dump_free(&dump);
    if (!found) fail_command(error, "the dump has no value of this type for this tensor");
    return found;
}

/* A value that words name: a file, "from DUMP", or numbers. */
static dbg_tensor *read_value(const tunip_debugger *d, size_t entry, char **words, int count,
                              tunip_error *error)
{
    const dbg_tensor *type = &d->session.plan->entries[entry].type;
    if (count == 1 && is_file(words[0]))
        return dbg_npy_load(d->session.context, words[0], type, error);
    if (count == 2 && strcmp(words[0], "from") == 0) return from_dump(d, entry, words[1], error);
    return typed_values(type, words, count, error);
}

static bool do_inject(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    size_t entry = dbg_find_entry(d, words[0], error);
    if (entry == SIZE_MAX) return false;
    dbg_tensor *value = read_value(d, entry, words + 1, count - 1, error);
    bool fine = value && dbg_session_inject(&d->session, entry, value, error);
    free(value);
    if (fine) put_place(d);
    return fine;
}

static bool do_undo(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    size_t entry = count ? dbg_find_entry(d, words[0], error) : SIZE_MAX;
    if (count && entry == SIZE_MAX) return false;
    entry = dbg_session_undo(&d->session, entry, error);
    if (entry == SIZE_MAX) return false;
    dbg_show_head(d, entry);
    put_place(d);
    return true;
}

static bool do_input(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    const dbg_plan *plan = d->session.plan;
    size_t entry = dbg_find_entry(d, words[0], error);
    if (entry == SIZE_MAX) return false;
    tunip_str name = plan->nodes[plan->entries[entry].node].name;
    size_t arg = dbg_plan_argument(plan, name);
    if (plan->nodes[plan->entries[entry].node].kind != DBG_ARGUMENT || arg == SIZE_MAX)
        return fail_command(error, "this is no input of the graph: see inject");
    dbg_tensor *value = read_value(d, entry, words + 1, count - 1, error);
    bool fine = value && rt_give(plan, arg, value, dbg_session_set, &d->session, error);
    free(value);
    if (fine) put_place(d);
    return fine;
}

static bool do_show(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    char slice[256] = "";
    size_t entry = dbg_find_entry(d, words[0], error);
    if (entry == SIZE_MAX) return false;
    for (int i = 1; i < count; i++) {
        size_t used = strlen(slice);
        snprintf(slice + used, sizeof slice - used, "%s ", words[i]);
    }
    size_t size = strlen(slice);
    if (size) slice[size - 1] = '\0';
    return dbg_show_tensor(d, entry, size ? slice : NULL, error);
}

static bool do_save(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    (void)count;
    size_t entry = dbg_find_entry(d, words[0], error);
    if (entry == SIZE_MAX) return false;
    return tunip_debug_save(d, dbg_output_of(d, entry), words[1], error) == TUNIP_OK;
}

static bool do_stats(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    const dbg_plan *plan = d->session.plan;
    if (count) {
        size_t entry = dbg_find_entry(d, words[0], error);
        if (entry == SIZE_MAX) return false;
        dbg_show_stats(d, entry);
        return true;
    }
    for (size_t i = 0; i < plan->entry_count; i++)
        if (d->session.values[i]) dbg_show_stats(d, i);
    return true;
}

/* ---- the graph ---- */

static bool do_print(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    (void)words, (void)count;
    tunip_context *context = tunip_context_new(NULL, error);
    bool fine = context && dbg_write_graph(context, tunip_graph_root(d->graph), tn_text_put_chunk,
                                           d->out, error) == TUNIP_OK;
    tunip_context_free(context);
    return fine;
}

static bool do_nodes(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    (void)words, (void)count, (void)error;
    for (size_t i = 0; i < d->session.plan->node_count; i++) dbg_show_node(d, i);
    return true;
}

static bool do_node(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    size_t node;
    (void)count;
    if (!find_node(d, words[0], &node, error)) return false;
    if (node == d->plan->node_count) return fail_command(error, "there is no such node");
    dbg_show_whole_node(d, node);
    return true;
}

static bool do_where(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    (void)words, (void)count, (void)error;
    put_place(d);
    return true;
}

static bool do_time(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    (void)words, (void)count, (void)error;
    dbg_show_times(d);
    return true;
}

static bool do_memory(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    (void)words, (void)count, (void)error;
    dbg_show_memory(d);
    return true;
}

static bool do_dump(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    (void)count;
    return tunip_debug_dump(d, words[0], error) == TUNIP_OK;
}

static bool do_trace(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    dbg_record record = dbg_record_of(d);
    (void)count;
    return dbg_trace_write(&record, words[0], error) == TUNIP_OK;
}

static bool to_amount(const char *word, double *out, tunip_error *error)
{
    return to_number(word, out, error) &&
           (*out >= 0 || fail_command(error, "a tolerance is not negative"));
}

/* "REFERENCE [abs X] [rel X] [ulp N] [map FILE]" */
static bool do_compare(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    tunip_debug_tolerance tolerance = {0, 0, 0};
    const char *map = NULL;
    double ulp = 0;
    bool same;
    for (int i = 1; i < count; i += 2) {
        double *amount = strcmp(words[i], "abs") == 0   ? &tolerance.absolute
                         : strcmp(words[i], "rel") == 0 ? &tolerance.relative
                         : strcmp(words[i], "ulp") == 0 ? &ulp
                                                        : NULL;
        if (i + 1 == count || (!amount && strcmp(words[i], "map") != 0))
            return fail_command(error, "expected abs X, rel X, ulp N or map FILE");
        if (!amount)
            map = words[i + 1];
        else if (!to_amount(words[i + 1], amount, error))
            return false;
    }
    tolerance.ulp = ulp < 1e18 ? (uint64_t)ulp : UINT64_MAX - 1;
    return tunip_debug_compare(d, words[0], map, &tolerance, tn_text_put_chunk, d->out, &same,
                               error) == TUNIP_OK;
}

static bool do_tensorboard(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    dbg_record record = dbg_record_of(d);
    (void)count;
    return dbg_tensorboard_write(&record, words[0], error) == TUNIP_OK;
}

static bool do_quit(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    (void)words, (void)count, (void)error;
    return d->quit = true;
}

/* ---- the table ---- */

static bool do_help(tunip_debugger *d, char **words, int count, tunip_error *error);

static const command commands[] = {
    {"help", "", "show this list", 0, 0, do_help},
    {"print", "", "show the text of the graph", 0, 0, do_print},
    {"nodes", "", "list the nodes; a star marks those that have run", 0, 0, do_nodes},
    {"node", "NODE", "show a node: inputs, outputs, attributes, source", 1, 1, do_node},
    {"where", "", "show the next node", 0, 0, do_where},
    {"step", "[N]", "run one node, or N", 0, 1, do_step},
    {"run", "[NODE]", "run all nodes, or those before NODE", 0, 1, do_run},
    {"continue", "", "run to the next breakpoint", 0, 0, do_continue},
    {"goto", "NODE", "make NODE the next one: go back, or run up to it", 1, 1, do_goto},
    {"only", "NODE", "run NODE alone, whose inputs are known", 1, 1, do_only},
    {"restart", "", "go back to the first node", 0, 0, do_restart},
    {"repeat", "N", "run everything once, then N times, and show the times", 1, 1, do_repeat},
    {"break", "nan|inf|min N|max N|NODE|if TEST",
     "stop after nodes; TEST is STATISTIC OP NUMBER [of NODE]", 1, 6, do_break},
    {"breaks", "", "list the breakpoints", 0, 0, do_breaks},
    {"delete", "ID", "delete a breakpoint", 1, 1, do_delete},
    {"watch", "TENSOR", "show the statistics of a tensor at each stop", 1, 1, do_watch},
    {"show", "TENSOR [SLICE]", "show elements: show %3 [0, 2:5]", 1, 9, do_show},
    {"stats", "[TENSOR]", "show statistics of a tensor, or of all", 0, 1, do_stats},
    {"save", "TENSOR FILE.npy", "write a tensor to a file", 2, 2, do_save},
    {"inject", "TENSOR FILE.npy|from DUMP|NUMBER...",
     "replace a value; nodes that depend on it run again", 2, DBG_MOST_WORDS, do_inject},
    {"undo", "[TENSOR]", "take back the last injection, or that of TENSOR", 0, 1, do_undo},
    {"input", "NAME FILE.npy|from DUMP|NUMBER...", "set an input or a parameter", 2, DBG_MOST_WORDS,
     do_input},
    {"time", "", "show the times of the nodes", 0, 0, do_time},
    {"memory", "", "show the storages and the tensors in them", 0, 0, do_memory},
    {"compare", "REFERENCE [abs X] [rel X] [ulp N] [map FILE]",
     "compare with a dump, .npy files, a .npz file or parameters", 1, 9, do_compare},
    {"dump", "DIR", "write what has been computed to a folder", 1, 1, do_dump},
    {"trace", "FILE", "write a Chrome trace", 1, 1, do_trace},
    {"tensorboard", "DIR", "write an event file of TensorBoard", 1, 1, do_tensorboard},
    {"quit", "", "end the debugger", 0, 0, do_quit},
};

const char *dbg_command_name(size_t index)
{
    return index < TUNIP_LEN(commands) ? commands[index].name : NULL;
}

static bool do_help(tunip_debugger *d, char **words, int count, tunip_error *error)
{
    (void)words, (void)count, (void)error;
    for (size_t i = 0; i < TUNIP_LEN(commands); i++) {
        size_t begin = d->out->bytes.count;
        tn_text_say(d->out, "%s %s", commands[i].name, commands[i].usage);
        tn_text_pad(d->out, begin + 42);
        tn_text_say(d->out, " %s\n", commands[i].help);
    }
    tn_text_say(d->out,
                "NODE is %%3, a name, or a pattern with * and ? (break). TENSOR is %%3, %%3.1, "
                "NAME or NAME:1.\n");
    return true;
}

/* A command may be shortened. If several begin with the same letters, the first of the table is
 * meant. */
static const command *find_command(const char *word)
{
    size_t size = strlen(word);
    for (size_t i = 0; i < TUNIP_LEN(commands); i++)
        if (strcmp(commands[i].name, word) == 0) return &commands[i];
    for (size_t i = 0; i < TUNIP_LEN(commands); i++)
        if (strncmp(commands[i].name, word, size) == 0) return &commands[i];
    return NULL;
}

/* Splits a line in place. A word in double quotes may have blanks. */
static int split(char *line, char **words, int most)
{
    int count = 0;
    for (char *at = line; *at;) {
        while (*at == ' ' || *at == '\t') at++;
        if (!*at || *at == '#') break;
        if (count == most) return most + 1;
        char end = *at == '"' ? '"' : ' ';
        if (end == '"') at++;
        words[count++] = at;
        while (*at && *at != end && (end == '"' || *at != '\t')) at++;
        if (*at) *at++ = '\0';
    }
    return count;
}

/* The words of a line, and the copy of the line in which they are. NULL when out of memory. free()
 * frees both. */
static char **split_copy(const char *line, char **copy, int *count, tunip_error *error)
{
    size_t size = strlen(line);
    char **words = calloc(size / 2 + 2, sizeof *words);
    *copy = malloc(size + 1);
    if (words && *copy) {
        memcpy(*copy, line, size + 1);
        *count = split(*copy, words, (int)(size / 2 + 1));
        return words;
    }
    free(words);
    free(*copy);
    *copy = NULL;
    fail_command(error, "out of memory");
    return NULL;
}

bool dbg_break_add(tunip_debugger *d, const char *condition, tunip_error *error)
{
    char *copy;
    int count;
    char **words = split_copy(condition, &copy, &count, error);
    bool fine = words && break_at(d, words, count, condition, error);
    free(copy);
    free(words);
    return fine;
}

bool dbg_execute(tunip_debugger *d, const char *line, tn_text *out, tunip_error *error)
{
    char *copy;
    int count = 0;
    char **words = split_copy(line, &copy, &count, error);
    bool fine = words != NULL;
    const command *found = count ? find_command(words[0]) : NULL;
    int most = found && found->most == DBG_MOST_WORDS ? count : found ? found->most : 0;
    d->out = out;
    d->breakpoint = 0;
    if (count && !found) {
        tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "no command is called %.100s (see help)",
                        words[0]);
        fine = false;
    } else if (found && (count - 1 < found->least || count - 1 > most)) {
        tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "usage: %s %s", found->name, found->usage);
        fine = false;
    } else if (found) {
        fine = found->run(d, words + 1, count - 1, error);
    }
    free(copy);
    free(words);
    return fine;
}
