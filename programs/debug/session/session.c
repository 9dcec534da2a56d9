/* session.c -- runs nodes one by one, keeps what they compute, and describes it. */
#include "session.h"

#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../child/child.h"

/* ======== session ======== */

/* Runs nodes one by one, keeps what they compute. */

bool dbg_session_open(dbg_session *s, rt_runtime *rt, const tunip_context *context,
                      tunip_error *error)
{
    const dbg_plan *plan = rt_plan(rt);
    *s = (dbg_session){.plan = plan, .context = context, .rt = rt};
    s->values = calloc(plan->entry_count + 1, sizeof *s->values);
    s->done = calloc(plan->node_count + 1, sizeof *s->done);
    s->given = calloc(plan->arg_count + 1, sizeof *s->given);
    s->injected = calloc(plan->entry_count + 1, sizeof *s->injected);
    s->owner = calloc(plan->storage_count + 1, sizeof *s->owner);
    s->times = calloc(plan->node_count + 1, sizeof *s->times);
    s->first = calloc(plan->node_count + 1, sizeof *s->first);
    return (s->values && s->done && s->given && s->injected && s->owner && s->times && s->first) ||
           tn_no_memory(error) == TUNIP_OK;
}

void dbg_session_close(dbg_session *s)
{
    for (size_t i = 0; s->values && i < s->plan->entry_count; i++) free(s->values[i]);
    for (size_t i = 0; i < s->break_count; i++) free(s->breaks[i].pattern);
    for (size_t i = 0; i < s->injection_count; i++) free(s->injections[i].before);
    free(s->values);
    free(s->done);
    free(s->given);
    free(s->injections);
    free(s->injected);
    free(s->owner);
    free(s->times);
    free(s->first);
    free(s->samples);
    free(s->breaks);
    *s = (dbg_session){.plan = NULL};
}

size_t dbg_session_next(const dbg_session *s)
{
    size_t node = 0;
    while (node < s->plan->node_count && s->done[node]) node++;
    return node;
}

/* ---- running ---- */

/* Puts the inputs of a node into their memory. */
static bool restore_inputs(dbg_session *s, size_t node, tunip_error *error)
{
    const dbg_node *at = &s->plan->nodes[node];
    for (size_t i = 0; i < at->input_count; i++) {
        size_t input = at->inputs[i], storage = s->plan->entries[input].storage;
        if (!s->values[input]) {
            tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                            "node %zu, %.80s: its input, node %zu, has not run", node,
                            at->name.data, s->plan->entries[input].node);
            return false;
        }
        if (s->owner[storage] == input + 1) continue;
        rt_set(s->rt, input, s->values[input]);
        s->owner[storage] = input + 1;
    }
    return true;
}

/* An injected value stays. Sets *changed if an output had another value before. */
static bool keep_outputs(dbg_session *s, size_t node, bool *changed, tunip_error *error)
{
    const dbg_node *at = &s->plan->nodes[node];
    for (size_t i = 0; i < at->output_count; i++) {
        size_t entry = at->first_entry + i;
        if (s->injected[entry]) {
            rt_set(s->rt, entry, s->values[entry]);
        } else {
            dbg_tensor value = rt_tensor(s->rt, entry), *old = s->values[entry];
            if (old && old->bytes && memcmp(old->data, value.data, old->bytes) != 0)
                *changed = true;
            free(old);
            s->values[entry] = dbg_tensor_copy(&value);
            if (!s->values[entry]) return tn_no_memory(error) == TUNIP_OK;
        }
        s->owner[s->plan->entries[entry].storage] = entry + 1;
    }
    s->done[node] = true;
    return true;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

bool dbg_session_skips(const dbg_session *s, size_t node)
{
    const dbg_node *at = &s->plan->nodes[node];
    for (size_t i = 0; i < at->output_count; i++)
        if (!s->injected[at->first_entry + i]) return false;
    return at->output_count > 0;
}

/* Calls the function of a node. */
static bool call_function(dbg_session *s, size_t node, tunip_error *error)
{
    if (!restore_inputs(s, node, error)) return false;
    double begin = now();
    tunip_status status = s->isolate ? dbg_run_isolated(s->rt, node, s->limit, error)
                                     : rt_run_node(s->rt, node, error);
    s->times[node] = now() - begin;
    if (s->first[node] == 0) s->first[node] = s->times[node];
    if (status == TUNIP_OK && !s->isolate) status = rt_check(s->rt, error);
    return status == TUNIP_OK;
}

static bool session_run_node(dbg_session *s, size_t node, bool *changed, tunip_error *error)
{
    if (s->plan->nodes[node].kind == DBG_ARGUMENT) return true;
    if (dbg_session_skips(s, node))
        s->times[node] = 0;
    else if (!call_function(s, node, error))
        return false;
    return keep_outputs(s, node, changed, error);
}

/* ---- breakpoints ---- */

static bool compares(double value, const char *op, double limit)
{
    bool equal = value == limit;
    return *op == '<'   ? value < limit || (op[1] && equal)
           : *op == '>' ? value > limit || (op[1] && equal)
           : *op == '=' ? equal
                        : !equal;
}

bool dbg_break_fits(const dbg_break *b, const dbg_session *s, size_t node)
{
    char number[32];
    if (!b->pattern) return true;
    snprintf(number, sizeof number, "%%%zu", node);
    return strcmp(b->pattern, number) == 0 ||
           fnmatch(b->pattern, s->plan->nodes[node].name.data, 0) == 0;
}

static const dbg_break *find_break(const dbg_session *s, size_t node)
{
    const dbg_node *at = &s->plan->nodes[node];
    for (size_t i = 0; i < s->break_count; i++) {
        const dbg_break *b = &s->breaks[i];
        if (!dbg_break_fits(b, s, node)) continue;
        if (!b->tests) return b;
        for (size_t k = 0; k < at->output_count; k++) {
            dbg_stats stats;
            double value;
            dbg_stats_compute(s->values[at->first_entry + k], &stats);
            if (stats.is_number && dbg_stats_get(&stats, tunip_str_from(b->stat), &value) &&
                compares(value, b->op, b->limit))
                return b;
        }
    }
    return NULL;
}

bool dbg_session_run(dbg_session *s, size_t end, const dbg_break **hit, size_t *at,
                     tunip_error *error)
{
    bool changed;
    *hit = NULL;
    if (!rt_check_given(s->plan, s->given, error)) return false;
    for (size_t node = 0; node < end && !*hit; node++) {
        if (s->done[node]) continue;
        *at = node;
        if (!session_run_node(s, node, &changed, error)) return false;
        *hit = find_break(s, node);
    }
    return true;
}

/* ---- changing ---- */

static void forget(dbg_session *s, size_t node)
{
    const dbg_node *at = &s->plan->nodes[node];
    if (at->kind == DBG_ARGUMENT) return;
    s->done[node] = false;
    for (size_t i = 0; i < at->output_count; i++) {
        size_t entry = at->first_entry + i;
        if (s->injected[entry]) continue;
        free(s->values[entry]);
        s->values[entry] = NULL;
    }
}

void dbg_session_goto(dbg_session *s, size_t node)
{
    for (; node < s->plan->node_count; node++) forget(s, node);
}

/* Forgets all nodes that depend on an entry. Inputs come before the nodes that use them: one pass
 * finds everything. */
static bool forget_users(dbg_session *s, size_t entry, tunip_error *error)
{
    const dbg_plan *plan = s->plan;
    bool *dirty = calloc(plan->entry_count + 1, sizeof *dirty);
    if (!dirty) return tn_no_memory(error) == TUNIP_OK;
    dirty[entry] = true;
    for (size_t node = plan->entries[entry].node + 1; node < plan->node_count; node++) {
        const dbg_node *at = &plan->nodes[node];
        bool depends = false;
        for (size_t i = 0; i < at->input_count; i++) depends = depends || dirty[at->inputs[i]];
        for (size_t i = 0; depends && i < at->output_count; i++) dirty[at->first_entry + i] = true;
        if (depends) forget(s, node);
    }
    free(dirty);
    return true;
}

/* The memory of an entry does not hold its value any more. */
static void disown(dbg_session *s, size_t entry)
{
    size_t *owner = &s->owner[s->plan->entries[entry].storage];
    if (*owner == entry + 1) *owner = 0;
}

bool dbg_session_run_node(dbg_session *s, size_t node, tunip_error *error)
{
    const dbg_node *at = &s->plan->nodes[node];
    bool changed = false;
    if (at->kind == DBG_ARGUMENT) {
        tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "node %zu, %.80s, is an input: nothing runs",
                        node, at->name.data);
        return false;
    }
    if (!session_run_node(s, node, &changed, error)) return false;
    for (size_t i = 0; changed && i < at->output_count; i++)
        if (!forget_users(s, at->first_entry + i, error)) return false;
    return true;
}

/* Replaces a value. Frees the old one. */
static bool replace(dbg_session *s, size_t entry, dbg_tensor *value, tunip_error *error)
{
    free(s->values[entry]);
    s->values[entry] = value;
    disown(s, entry);
    return forget_users(s, entry, error);
}

/* Removes an injection from the list; returns the value before it. */
static dbg_tensor *drop_injection(dbg_session *s, size_t index)
{
    dbg_tensor *before = s->injections[index].before;
    memmove(&s->injections[index], &s->injections[index + 1],
            (--s->injection_count - index) * sizeof *s->injections);
    return before;
}

bool dbg_session_set(void *session, size_t arg, const dbg_tensor *value, tunip_error *error)
{
    dbg_session *s = session;
    size_t entry = s->plan->args[arg];
    dbg_tensor *copy = dbg_tensor_copy(value);
    if (!copy) return tn_no_memory(error) == TUNIP_OK;
    for (size_t i = s->injection_count; i-- > 0;)
        if (s->injections[i].entry == entry) free(drop_injection(s, i));
    s->injected[entry] = false;
    s->given[arg] = s->done[s->plan->entries[entry].node] = true;
    return replace(s, entry, copy, error);
}

bool dbg_session_inject(dbg_session *s, size_t entry, const dbg_tensor *value, tunip_error *error)
{
    bool is_argument = s->plan->nodes[s->plan->entries[entry].node].kind == DBG_ARGUMENT;
    dbg_tensor *copy = dbg_tensor_copy(value);
    dbg_injection *room = realloc(s->injections, (s->injection_count + 1) * sizeof *s->injections);
    if (room) s->injections = room;
    if (!copy || !room) {
        free(copy);
        return tn_no_memory(error) == TUNIP_OK;
    }
    dbg_injection *at = &room[s->injection_count++];
    *at = (dbg_injection){.entry = entry, .was_injected = s->injected[entry]};
    if (is_argument || at->was_injected) {
        at->before = s->values[entry];
        s->values[entry] = NULL;
    }
    s->injected[entry] = true;
    return replace(s, entry, copy, error);
}

size_t dbg_session_undo(dbg_session *s, size_t entry, tunip_error *error)
{
    size_t index = s->injection_count;
    while (index-- > 0 && entry != SIZE_MAX && s->injections[index].entry != entry) continue;
    if (index == SIZE_MAX) {
        tunip_error_set(error, TUNIP_ERROR_NOT_FOUND,
                        entry == SIZE_MAX ? "no value is injected" : "this value is not injected");
        return SIZE_MAX;
    }
    dbg_injection last = s->injections[index];
    drop_injection(s, index);
    size_t node = s->plan->entries[last.entry].node;
    s->injected[last.entry] = last.was_injected;
    bool fine = replace(s, last.entry, last.before, error);
    if (!last.before) forget(s, node);
    return fine ? last.entry : SIZE_MAX;
}

bool dbg_session_repeat(dbg_session *s, size_t count, tunip_error *error)
{
    free(s->samples);
    s->repeats = 0;
    s->samples = calloc(s->plan->node_count * count + 1, sizeof *s->samples);
    if (!s->samples) return tn_no_memory(error) == TUNIP_OK;
    if (!rt_check_given(s->plan, s->given, error)) return false;
    for (size_t i = 0; i <= count; i++) {
        bool changed;
        dbg_session_goto(s, 0);
        for (size_t node = 0; node < s->plan->node_count; node++) {
            if (!session_run_node(s, node, &changed, error)) return false;
            if (i) s->samples[node * count + i - 1] = s->times[node];
        }
    }
    s->repeats = count;
    return true;
}

dbg_record dbg_session_record(const dbg_session *s)
{
    return (dbg_record){.plan = s->plan,
                        .values = s->values,
                        .times = s->repeats ? s->samples : s->times,
                        .first = s->first,
                        .repeats = s->repeats ? s->repeats : 1};
}

/* ======== isolate ======== */

/* Runs a function in a child process, which shares the memory of the tensors. */

/* How the child ends: with one of the first two if its function has returned. */
enum { RETURNED = 77, FAILED, ENDED };

static const char *name_of(const rt_runtime *rt, size_t node)
{
    return rt_plan(rt)->nodes[node].name.data;
}

/* A crash ends the child by its signal, whoever wanted to handle it. */
static void reset_signals(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    struct sigaction usual = {.sa_handler = SIG_DFL};
    for (size_t i = 0; i < TUNIP_LEN(signals); i++) sigaction(signals[i], &usual, NULL);
}

/* A function called exit(). The files that parent and child share stay as they are. */
static void leave(void)
{
    _exit(ENDED);
}

/* The child: sends the message of a failure, or closes the pipe. */
static void run_child(rt_runtime *rt, size_t node, int out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    reset_signals();
    atexit(leave);
    if (rt_run_node(rt, node, &error) == TUNIP_OK && rt_check(rt, &error) == TUNIP_OK)
        _exit(RETURNED);
    _exit(write(out, error.message, strlen(error.message)) > 0 ? FAILED : ENDED);
}

/* Reads to the end of the pipe. False if that takes too long. */
static bool read_message(int in, double deadline, char *message, size_t room)
{
    ssize_t got = 1;
    for (size_t size = 0; got > 0; size += (size_t)got) {
        if (!child_poll(in, POLLIN, deadline)) return false;
        got = read(in, message + size, room - 1 - size);
    }
    return true;
}

/* The state in which the child has ended. */
typedef struct outcome {
    bool is_late;
    int status;
    char message[320];
} outcome;

static bool run(rt_runtime *rt, size_t node, double deadline, outcome *out)
{
    int ends[2];
    child_group group;
    bool is_open = pipe(ends) == 0, is_guarded = is_open && child_group_start(&group);
    pid_t child = is_guarded ? fork() : -1;
    if (child == 0) {
        child_group_join(&group, 0);
        close(ends[0]);
        run_child(rt, node, ends[1]);
    }
    int why = errno;
    if (child > 0) child_group_join(&group, child);
    if (is_open) close(ends[1]);
    if (child > 0)
        out->is_late = !read_message(ends[0], deadline, out->message, sizeof out->message);
    if (is_open) close(ends[0]);
    double left = out->is_late ? 0 : deadline;
    if (is_guarded && !child_group_finish(&group, child, left, &out->status)) out->is_late = true;
    errno = why;
    return child > 0;
}

tunip_status dbg_run_isolated(rt_runtime *rt, size_t node, double limit, tunip_error *error)
{
    outcome out = {.message = ""};
    char what[80] = "ended the process";
    if (!run(rt, node, limit > 0 ? child_now() + limit : INFINITY, &out))
        return tunip_error_set(error, TUNIP_ERROR_IO, "cannot start a process: %s",
                               strerror(errno));
    bool has_ended = !out.is_late && WIFEXITED(out.status);
    if (has_ended && WEXITSTATUS(out.status) == RETURNED) return TUNIP_OK;
    if (has_ended && WEXITSTATUS(out.status) == FAILED && *out.message)
        return tunip_error_set(error, TUNIP_ERROR_RULE, "%s", out.message);
    if (out.is_late)
        snprintf(what, sizeof what, "did not end within %g seconds", limit);
    else if (WIFSIGNALED(out.status))
        snprintf(what, sizeof what, "crashed (signal %d)", WTERMSIG(out.status));
    return tunip_error_set(error, TUNIP_ERROR_RULE, "node %zu, %.100s: its function %s", node,
                           name_of(rt, node), what);
}

/* ======== inspect ======== */

/* Text about tensors and nodes. */

enum { MOST_LINES = 40, MOST_COLUMNS = 16, MOST_RANK = 16 };

/* The name of an entry: "%3.1". */
static void put_entry(tn_text *out, const dbg_plan *plan, size_t entry)
{
    const dbg_entry *at = &plan->entries[entry];
    tn_text_say(out, "%%%zu", at->node);
    if (plan->nodes[at->node].output_count > 1) tn_text_say(out, ".%zu", at->output);
}

static void put_head(tunip_debugger *d, size_t entry)
{
    char type[DBG_TYPE_SIZE];
    const dbg_plan *plan = d->session.plan;
    dbg_tensor_type(&plan->entries[entry].type, type);
    put_entry(d->out, plan, entry);
    tn_text_say(d->out, " ");
    tn_text_put_visible(d->out, plan->nodes[plan->entries[entry].node].name);
    tn_text_say(d->out, ": %s%s", type, d->session.injected[entry] ? ", injected" : "");
}

void dbg_show_head(tunip_debugger *d, size_t entry)
{
    put_head(d, entry);
    tn_text_say(d->out, "\n");
}

/* ---- values ---- */

/* The elements to show of each axis. */
typedef struct window {
    size_t begin[MOST_RANK], end[MOST_RANK];
    size_t rank;
} window;

/* Reads "[0, 2:5, :]". An axis that is not named is shown as a whole. */
static bool parse_slice(const dbg_tensor *tensor, const char *text, window *w, tunip_error *error)
{
    w->rank = tensor->rank;
    for (size_t i = 0; i < tensor->rank && i < MOST_RANK; i++) {
        w->begin[i] = 0;
        w->end[i] = (size_t)tensor->dims[i];
    }
    if (tensor->rank > MOST_RANK)
        return tunip_error_set(error, TUNIP_ERROR_LIMIT, "too many dimensions to show") == 0;
    if (!text) return true;
    size_t axis = 0;
    const char *at = *text == '[' ? text + 1 : text;
    bool fits = true;
    while (*at && *at != ']') {
        char *end;
        fits = axis < tensor->rank;
        if (!fits) break;
        size_t size = (size_t)tensor->dims[axis], first = 0;
        if (tunip_is_digit(*at)) {
            first = (size_t)strtoull(at, &end, 10);
            w->begin[axis] = first;
            w->end[axis] = first + 1;
            at = end;
        }
        if (*at == ':') {
            w->end[axis] = tunip_is_digit(*++at) ? (size_t)strtoull(at, &end, 10) : size;
            if (tunip_is_digit(*at)) at = end;
        }
        fits = w->begin[axis] < w->end[axis] && w->end[axis] <= size;
        if (!fits) break;
        axis++;
        while (*at == ' ') at++;
        if (*at != ',') break;
        while (*++at == ' ') continue;
    }
    if (fits && (!*at || (*at == ']' && !at[1]))) return true;
    tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "the slice does not fit: %.100s", text);
    return false;
}

/* A line: the elements of the last axis, behind the place of the first. */
static void put_row(tn_text *out, const dbg_tensor *tensor, const window *w, const size_t *place)
{
    size_t index = 0, last = tensor->rank ? tensor->rank - 1 : 0;
    for (size_t i = 0; i < tensor->rank; i++) index = index * (size_t)tensor->dims[i] + place[i];
    tn_text_say(out, "  [");
    for (size_t i = 0; i < last; i++) tn_text_say(out, "%zu, ", place[i]);
    if (tensor->rank && w->begin[last] == 0 && w->end[last] == (size_t)tensor->dims[last])
        tn_text_say(out, ":");
    else if (tensor->rank)
        tn_text_say(out, "%zu:%zu", w->begin[last], w->end[last]);
    tn_text_say(out, "]");
    size_t count = tensor->rank ? w->end[last] - w->begin[last] : 1;
    for (size_t i = 0; i < count && i < MOST_COLUMNS; i++) {
        tn_text_say(out, " ");
        dbg_put_element(out, tensor, index + i, 7);
    }
    tn_text_say(out, count > MOST_COLUMNS ? " ... %zu more\n" : "\n", count - MOST_COLUMNS);
}

bool dbg_show_tensor(tunip_debugger *d, size_t entry, const char *slice, tunip_error *error)
{
    const dbg_tensor *tensor = d->session.values[entry];
    window w;
    size_t place[MOST_RANK], lines = 0;
    put_head(d, entry);
    tn_text_say(d->out, tensor ? "\n" : "\n  not computed yet\n");
    if (!tensor) return true;
    if (!parse_slice(tensor, slice, &w, error)) return false;
    for (size_t i = 0; i < w.rank; i++) {
        place[i] = w.begin[i];
        if (w.begin[i] == w.end[i]) return tn_text_say(d->out, "  empty\n"), true;
    }
    for (size_t axis = 1; axis; lines++) {
        if (lines == MOST_LINES) {
            tn_text_say(d->out, "  ...\n");
            break;
        }
        put_row(d->out, tensor, &w, place);
        for (axis = w.rank ? w.rank - 1 : 0; axis && ++place[axis - 1] == w.end[axis - 1]; axis--)
            place[axis - 1] = w.begin[axis - 1];
    }
    return true;
}

void dbg_show_stats(tunip_debugger *d, size_t entry)
{
    const dbg_tensor *tensor = d->session.values[entry];
    dbg_stats s;
    put_head(d, entry);
    tn_text_say(d->out, tensor ? "\n" : "\n  not computed yet\n");
    if (!tensor) return;
    dbg_stats_compute(tensor, &s);
    if (!s.is_number) {
        tn_text_say(d->out, "  %zu elements, which are not numbers\n", s.count);
        return;
    }
    tn_text_say(d->out, "  min %.7g  max %.7g  mean %.7g  std %.7g\n", s.min, s.max, s.mean,
                s.deviation);
    tn_text_say(d->out, "  %zu elements, %zu zero, %zu NaN, %zu Inf\n  ", s.count, s.zeros, s.nans,
                s.infs);
    for (size_t i = 0; i < DBG_BINS; i++) tn_text_say(d->out, "%s%zu", i ? " " : "", s.bins[i]);
    tn_text_say(d->out, "\n");
}

/* ---- nodes ---- */

void dbg_show_node(tunip_debugger *d, size_t node)
{
    const dbg_plan *plan = d->session.plan;
    const dbg_node *at = &plan->nodes[node];
    tn_text_say(d->out, "%c %zu ", d->session.done[node] ? '*' : ' ', node);
    tn_text_put_visible(d->out, at->name);
    tn_text_say(d->out, "(");
    for (size_t i = 0; i < at->input_count; i++) {
        if (i) tn_text_say(d->out, ", ");
        put_entry(d->out, plan, at->inputs[i]);
    }
    tn_text_say(d->out, ") ->");
    for (size_t i = 0; i < at->output_count; i++) {
        char type[DBG_TYPE_SIZE];
        dbg_tensor_type(&plan->entries[at->first_entry + i].type, type);
        tn_text_say(d->out, " %s", type);
    }
    tn_text_say(d->out, "\n");
}

typedef struct timed {
    size_t node;
    dbg_times times;
} timed;

static int slowest_first(const void *a, const void *b)
{
    const timed *left = a, *right = b;
    if (left->times.median != right->times.median)
        return left->times.median < right->times.median ? 1 : -1;
    return (left->node > right->node) - (left->node < right->node);
}

void dbg_show_times(tunip_debugger *d)
{
    const dbg_plan *plan = d->session.plan;
    dbg_record record = dbg_session_record(&d->session);
    timed *rows = calloc(plan->node_count + 1, sizeof *rows);
    double total = 0;
    size_t count = 0;
    for (size_t i = 0; rows && i < plan->node_count; i++) {
        if (plan->nodes[i].kind == DBG_ARGUMENT || !d->session.done[i]) continue;
        rows[count++] = (timed){i, dbg_record_times(&record, i)};
        total += rows[count - 1].times.median;
    }
    if (rows) qsort(rows, count, sizeof *rows, slowest_first);
    tn_text_say(d->out, "%9s %9s %9s %9s %6s  %4s  name (%zu %s)\n", "first us", "min", "median",
                "max", "share", "node", record.repeats,
                d->session.repeats ? "runs behind the first calls" : "run, with first calls");
    for (size_t i = 0; i < count; i++) {
        dbg_times t = rows[i].times;
        tn_text_say(d->out, "%9.3f %9.3f %9.3f %9.3f %5.1f%%  %4zu  ", t.first * 1e6, t.min * 1e6,
                    t.median * 1e6, t.max * 1e6, total > 0 ? t.median / total * 100 : 0,
                    rows[i].node);
        tn_text_put_visible(d->out, plan->nodes[rows[i].node].name);
        tn_text_say(d->out, dbg_session_skips(&d->session, rows[i].node) ? ", injected\n" : "\n");
    }
    tn_text_say(d->out, "%19s %9.3f\n", "", total * 1e6);
    free(rows);
}

void dbg_show_memory(tunip_debugger *d)
{
    const dbg_plan *plan = d->session.plan;
    size_t node, kept = 0, peak = dbg_plan_peak(plan, &node);
    for (size_t i = 0; i < plan->entry_count; i++)
        if (d->session.values[i]) kept += d->session.values[i]->bytes;
    tn_text_say(d->out,
                "%zu bytes in %zu storages; %zu in use at most, at node %zu; %zu in copies of the "
                "debugger\n",
                dbg_plan_pool(plan), plan->storage_count, peak, node, kept);
    for (size_t i = 0; i < plan->storage_count; i++) {
        tn_text_say(d->out, "  storage %lld: %zu bytes,", (long long)plan->storages[i].id,
                    plan->storages[i].bytes);
        if (d->session.owner[i]) {
            tn_text_say(d->out, " holds ");
            put_entry(d->out, plan, d->session.owner[i] - 1);
        }
        tn_text_say(d->out, "\n");
    }
}
