/* commands.c -- the commands of the debugger: a table, and a function for each row. */
#include "session.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../plan.h"

typedef struct command {
    const char *name;
    const char *usage; /* behind the name */
    const char *help;
    int least, most; /* numbers of words behind the name */
    bool (*run)(dbg_debugger *d, char **words, int count, tunip_error *error);
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

/* The outputs of node `node` that `rest` names: "", ".1" or ":1". */
static size_t pick_output(const dbg_plan *plan, size_t node, const char *rest, tunip_error *error)
{
    const dbg_node *at = &plan->nodes[node];
    size_t output = 0;
    char *end = (char *)(uintptr_t)rest;
    if (*rest) output = tunip_is_digit(rest[1]) ? (size_t)strtoull(rest + 1, &end, 10) : SIZE_MAX;
    if (output < at->output_count && !*end) return at->first_entry + output;
    tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "node %zu has %zu outputs", node,
                    at->output_count);
    return SIZE_MAX;
}

size_t dbg_find_entry(const dbg_debugger *d, const char *word, tunip_error *error)
{
    const dbg_plan *plan = d->session->plan;
    if (*word == '%' && tunip_is_digit(word[1])) {
        char *end;
        size_t node = (size_t)strtoull(word + 1, &end, 10);
        if (node < plan->node_count && (!*end || *end == '.'))
            return pick_output(plan, node, end, error);
    }
    const char *colon = strrchr(word, ':');
    for (size_t i = 0; i < plan->node_count; i++) {
        tunip_str name = plan->nodes[i].name;
        if (tunip_str_is(name, word)) return pick_output(plan, i, "", error);
        if (colon && tunip_str_equal(name, (tunip_str){word, (size_t)(colon - word)}))
            return pick_output(plan, i, colon, error);
    }
    tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "no node is called %.100s", word);
    return SIZE_MAX;
}

/* A node by its name, as %3, or as its number. */
static bool find_node(const dbg_debugger *d, const char *word, size_t *out, tunip_error *error)
{
    char *end;
    if (tunip_is_digit(*word)) {
        *out = (size_t)strtoull(word, &end, 10);
        if (!*end && *out <= d->session->plan->node_count) return true;
    }
    size_t entry = dbg_find_entry(d, word, error);
    if (entry == SIZE_MAX) return false;
    *out = d->session->plan->entries[entry].node;
    return true;
}

/* ---- running ---- */

static void put_watches(dbg_debugger *d)
{
    for (size_t i = 0; i < d->watch_count; i++) dbg_show_stats(d, d->watches[i]);
}

static void put_place(dbg_debugger *d)
{
    const dbg_plan *plan = d->session->plan;
    size_t next = dbg_session_next(d->session);
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

static bool run_to(dbg_debugger *d, size_t end, tunip_error *error)
{
    const dbg_break *hit = NULL;
    bool fine = dbg_session_run(d->session, end, &hit, &d->at, error);
    if (hit) {
        d->breakpoint = hit->id;
        put_break(d->out, hit);
        dbg_show_node(d, d->at);
        const dbg_node *at = &d->session->plan->nodes[d->at];
        for (size_t i = 0; i < at->output_count; i++) dbg_show_stats(d, at->first_entry + i);
    }
    put_watches(d);
    if (fine && !hit) put_place(d);
    return fine;
}

static bool do_run(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    size_t end = d->session->plan->node_count;
    if (count && !find_node(d, words[0], &end, error)) return false;
    return run_to(d, end, error);
}

static bool do_step(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    size_t steps = 1, most = d->session->plan->node_count;
    if (count && !to_count(words[0], &steps, error)) return false;
    size_t end = dbg_session_next(d->session);
    for (; steps && end < most; end++) steps -= !d->session->done[end];
    while (end < most && d->session->done[end]) end++;
    return run_to(d, end, error);
}

static bool do_continue(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    (void)words, (void)count;
    return run_to(d, d->session->plan->node_count, error);
}

static bool do_goto(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    size_t node;
    (void)count;
    if (!find_node(d, words[0], &node, error)) return false;
    dbg_session_goto(d->session, node);
    d->at = SIZE_MAX;
    put_place(d);
    return true;
}

static bool do_restart(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    (void)words, (void)count, (void)error;
    dbg_session_goto(d->session, 0);
    d->at = SIZE_MAX;
    put_place(d);
    return true;
}

static bool do_repeat(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    size_t times;
    (void)count;
    if (!to_count(words[0], &times, error)) return false;
    if (!dbg_session_repeat(d->session, times, error)) return false;
    dbg_show_times(d);
    return true;
}

/* ---- breakpoints ---- */

static bool add_break(dbg_debugger *d, dbg_break b, const char *pattern, tunip_error *error)
{
    dbg_session *s = d->session;
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

static bool do_break(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    static const struct {
        const char *word, *stat, *op;
        bool takes_number;
    } shorts[] = {{"nan", "nan", ">", false},
                  {"inf", "inf", ">", false},
                  {"min", "min", "<", true},
                  {"max", "max", ">", true}};
    dbg_break b = {.id = 0};
    const char *pattern = words[0];
    if (strcmp(words[0], "if") == 0) {
        if (!parse_test(words + 1, count - 1, &b, &pattern, error)) return false;
        return add_break(d, b, pattern, error);
    }
    for (size_t i = 0; i < TUNIP_LEN(shorts); i++) {
        if (strcmp(words[0], shorts[i].word) != 0 || count != 1 + shorts[i].takes_number) continue;
        if (shorts[i].takes_number && !to_number(words[1], &b.limit, error)) return false;
        b.tests = true;
        snprintf(b.stat, sizeof b.stat, "%s", shorts[i].stat);
        snprintf(b.op, sizeof b.op, "%s", shorts[i].op);
        return add_break(d, b, NULL, error);
    }
    if (count != 1)
        return fail_command(error, "expected nan, inf, min N, max N, if TEST, or a node");
    return add_break(d, b, pattern, error);
}

static bool do_breaks(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    (void)words, (void)count, (void)error;
    for (size_t i = 0; i < d->session->break_count; i++) put_break(d->out, &d->session->breaks[i]);
    if (!d->session->break_count) tn_text_say(d->out, "no breakpoints\n");
    return true;
}

static bool do_delete(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    dbg_session *s = d->session;
    size_t id;
    (void)count;
    if (!to_count(words[0], &id, error)) return false;
    for (size_t i = 0; i < s->break_count; i++) {
        if (s->breaks[i].id != id) continue;
        free(s->breaks[i].pattern);
        memmove(&s->breaks[i], &s->breaks[i + 1], (--s->break_count - i) * sizeof *s->breaks);
        return true;
    }
    return fail_command(error, "there is no breakpoint of this number");
}

static bool do_watch(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    (void)count;
    size_t entry = dbg_find_entry(d, words[0], error);
    if (entry == SIZE_MAX) return false;
    if (d->watch_count == TUNIP_LEN(d->watches))
        return fail_command(error, "there are too many watches");
    d->watches[d->watch_count++] = entry;
    dbg_show_stats(d, entry);
    return true;
}

/* ---- values ---- */

/* Stores a number as an element. False if the dtype has no such number. */
static bool store(dbg_tensor *tensor, size_t index, double value)
{
    size_t bytes = dbg_dtype_bytes(tensor->dtype);
    char *at = (char *)tensor->data + index * bytes;
    bool is_float = tensor->dtype.code == TUNIP_DTYPE_FLOAT;
    if (is_float && bytes == 4) {
        if (isfinite(value) && fabs(value) > (double)FLT_MAX) return false;
        float single = (float)value;
        return memcpy(at, &single, bytes), true;
    }
    if (is_float && bytes == 8) return memcpy(at, &value, bytes), true;
    if (dbg_dtype_is_float(tensor->dtype) || bytes > 8 || !(fabs(value) < 9e18)) return false;
    bool is_unsigned = tensor->dtype.code != TUNIP_DTYPE_INT;
    uint64_t bits = value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
    if (is_unsigned && value < 0) return false;
    const uint16_t one = 1;
    for (size_t i = 0; i < bytes; i++)
        at[*(const char *)&one ? i : bytes - 1 - i] = (char)(bits >> 8 * i & 255);
    dbg_element_fn read = dbg_dtype_reader(tensor->dtype);
    return read && read(tensor, index) == trunc(value);
}

/* One number for all elements, or a number for each. */
static dbg_tensor *typed_values(const dbg_tensor *type, char **words, int count, tunip_error *error)
{
    dbg_tensor *tensor = dbg_tensor_new(type);
    double value = 0;
    bool fine = tensor && (count == 1 || (size_t)count == type->count);
    if (!fine) fail_command(error, "give one number for all elements, or a number for each");
    for (size_t i = 0; fine && i < type->count; i++) {
        if (i < (size_t)count) fine = to_number(words[i], &value, error);
        if (fine && !store(tensor, i, value))
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
static dbg_tensor *from_dump(const dbg_debugger *d, size_t entry, const char *folder,
                             tunip_error *error)
{
    dbg_dump dump;
    const dbg_entry *at = &d->session->plan->entries[entry];
    if (!dbg_dump_read(d->session->context, folder, &dump, error)) return NULL;
    dbg_tensor *found = NULL;
    for (size_t i = 0; i < dump.count && !found; i++)
        if (dump.items[i].node == at->node && dump.items[i].output == at->output &&
            dbg_tensor_fits(dump.items[i].tensor, &at->type))
            found = dbg_tensor_copy(dump.items[i].tensor);
    dbg_dump_free(&dump);
    if (!found) fail_command(error, "the dump has no value of this type for this tensor");
    return found;
}

static bool do_inject(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    size_t entry = dbg_find_entry(d, words[0], error);
    if (entry == SIZE_MAX) return false;
    const dbg_tensor *type = &d->session->plan->entries[entry].type;
    dbg_tensor *value;
    if (count == 2 && is_file(words[1]))
        value = dbg_npy_load(d->session->context, words[1], type, error);
    else if (count == 3 && strcmp(words[1], "from") == 0)
        value = from_dump(d, entry, words[2], error);
    else
        value = typed_values(type, words + 1, count - 1, error);
    bool fine = value && dbg_session_inject(d->session, entry, value, error);
    free(value);
    if (fine) put_place(d);
    return fine;
}

static bool do_show(dbg_debugger *d, char **words, int count, tunip_error *error)
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

static bool do_save(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    (void)count;
    size_t entry = dbg_find_entry(d, words[0], error);
    if (entry == SIZE_MAX) return false;
    const dbg_tensor *tensor = d->session->values[entry];
    if (!tensor) return fail_command(error, "the tensor is not computed yet");
    return dbg_npy_save(tensor, words[1], error) == TUNIP_OK;
}

static bool do_stats(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    const dbg_plan *plan = d->session->plan;
    if (count) {
        size_t entry = dbg_find_entry(d, words[0], error);
        if (entry == SIZE_MAX) return false;
        dbg_show_stats(d, entry);
        return true;
    }
    for (size_t i = 0; i < plan->entry_count; i++)
        if (d->session->values[i]) dbg_show_stats(d, i);
    return true;
}

/* ---- the graph ---- */

static int append(const char *data, size_t size, void *user)
{
    tn_text_say(user, "%.*s", (int)size, data);
    return 0;
}

static bool do_print(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    (void)words, (void)count;
    tunip_context *context = tunip_context_new(NULL, error);
    bool fine = context && dbg_write_graph(context, tunip_graph_root(d->graph), append, d->out,
                                           error) == TUNIP_OK;
    tunip_context_free(context);
    return fine;
}

static bool do_nodes(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    (void)words, (void)count, (void)error;
    for (size_t i = 0; i < d->session->plan->node_count; i++) dbg_show_node(d, i);
    return true;
}

static bool do_where(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    (void)words, (void)count, (void)error;
    put_place(d);
    return true;
}

static bool do_time(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    (void)words, (void)count, (void)error;
    dbg_show_times(d);
    return true;
}

static bool do_memory(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    (void)words, (void)count, (void)error;
    dbg_show_memory(d);
    return true;
}

static bool do_dump(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    dbg_record record = dbg_session_record(d->session);
    (void)count;
    record.graph_file = d->graph_file;
    record.library_file = d->library_file;
    return dbg_dump_write(&record, words[0], error) == TUNIP_OK;
}

static bool do_trace(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    dbg_record record = dbg_session_record(d->session);
    (void)count;
    return dbg_trace_write(&record, words[0], error) == TUNIP_OK;
}

static bool do_quit(dbg_debugger *d, char **words, int count, tunip_error *error)
{
    (void)words, (void)count, (void)error;
    return d->quit = true;
}

/* ---- the table ---- */

static bool do_help(dbg_debugger *d, char **words, int count, tunip_error *error);

static const command commands[] = {
    {"help", "", "show this list", 0, 0, do_help},
    {"print", "", "show the text of the graph", 0, 0, do_print},
    {"nodes", "", "list the nodes; a star marks those that have run", 0, 0, do_nodes},
    {"where", "", "show the next node", 0, 0, do_where},
    {"step", "[N]", "run one node, or N", 0, 1, do_step},
    {"run", "[NODE]", "run all nodes, or those before NODE", 0, 1, do_run},
    {"continue", "", "run to the next breakpoint", 0, 0, do_continue},
    {"goto", "NODE", "go back to NODE: it and later nodes run again", 1, 1, do_goto},
    {"restart", "", "go back to the first node", 0, 0, do_restart},
    {"repeat", "N", "run everything N times and show the times", 1, 1, do_repeat},
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
    {"time", "", "show the times of the nodes", 0, 0, do_time},
    {"memory", "", "show the storages and the tensors in them", 0, 0, do_memory},
    {"dump", "DIR", "write what has been computed to a folder", 1, 1, do_dump},
    {"trace", "FILE", "write a Chrome trace", 1, 1, do_trace},
    {"quit", "", "end the debugger", 0, 0, do_quit},
};

static bool do_help(dbg_debugger *d, char **words, int count, tunip_error *error)
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

bool dbg_execute(dbg_debugger *d, const char *line, tn_text *out, tunip_error *error)
{
    size_t size = strlen(line);
    char *copy = malloc(size + 1), **words = calloc(size / 2 + 2, sizeof *words);
    bool fine = copy && words;
    if (!fine) fail_command(error, "out of memory");
    if (fine) memcpy(copy, line, size + 1);
    int count = fine ? split(copy, words, (int)(size / 2 + 1)) : 0;
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
