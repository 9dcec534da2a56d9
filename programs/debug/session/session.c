/* session.c -- runs nodes one by one, and keeps what they compute. */
#include "session.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../../src/util/os.h"
#include "../../../src/util/text.h"
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
    s->stamps = calloc(plan->entry_count + 1, sizeof *s->stamps);
    s->owner = calloc(plan->storage_count + 1, sizeof *s->owner);
    s->times = calloc(plan->node_count + 1, sizeof *s->times);
    s->first = calloc(plan->node_count + 1, sizeof *s->first);
    return (s->values && s->done && s->stamps && s->given && s->injected && s->owner && s->times &&
            s->first) ||
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
    free(s->stamps);
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
            s->stamps[entry] = ++s->clock;
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
    const char *name = s->plan->nodes[node].name.data;
    return strcmp(b->pattern, number) == 0 || strcmp(b->pattern, name) == 0 ||
           tn_name_fits(b->pattern, name);
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
        s->stamps[entry] = ++s->clock;
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
    s->stamps[entry] = ++s->clock;
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
    if (!run(rt, node, limit > 0 ? tn_os_now() + limit : INFINITY, &out))
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
