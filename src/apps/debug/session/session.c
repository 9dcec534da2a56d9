/* session.c -- runs nodes one by one, keeps what they compute. */
#include "session.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static bool no_memory(tunip_error *error)
{
    tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    return false;
}

bool dbg_session_open(dbg_session *s, rt_runtime *rt, const tunip_context *context,
                      tunip_error *error)
{
    const dbg_plan *plan = rt_plan(rt);
    *s = (dbg_session){.plan = plan, .context = context, .rt = rt};
    s->values = calloc(plan->entry_count + 1, sizeof *s->values);
    s->done = calloc(plan->node_count + 1, sizeof *s->done);
    s->injected = calloc(plan->entry_count + 1, sizeof *s->injected);
    s->owner = calloc(plan->storage_count + 1, sizeof *s->owner);
    s->times = calloc(plan->node_count + 1, sizeof *s->times);
    if (!s->values || !s->done || !s->injected || !s->owner || !s->times) return no_memory(error);
    for (size_t i = 0; i < plan->entry_count; i++) {
        const dbg_entry *entry = &plan->entries[i];
        if (plan->nodes[entry->node].kind != DBG_ARGUMENT) continue;
        dbg_tensor value = rt_tensor(rt, i);
        s->values[i] = dbg_tensor_copy(&value);
        s->owner[entry->storage] = i + 1;
        s->done[entry->node] = true;
        if (!s->values[i]) return no_memory(error);
    }
    return true;
}

void dbg_session_close(dbg_session *s)
{
    for (size_t i = 0; s->values && i < s->plan->entry_count; i++) free(s->values[i]);
    for (size_t i = 0; i < s->break_count; i++) free(s->breaks[i].pattern);
    free(s->values);
    free(s->done);
    free(s->injected);
    free(s->owner);
    free(s->times);
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

/* An injected value stays. */
static bool keep_outputs(dbg_session *s, size_t node, tunip_error *error)
{
    const dbg_node *at = &s->plan->nodes[node];
    for (size_t i = 0; i < at->output_count; i++) {
        size_t entry = at->first_entry + i;
        if (s->injected[entry]) {
            rt_set(s->rt, entry, s->values[entry]);
        } else {
            dbg_tensor value = rt_tensor(s->rt, entry);
            free(s->values[entry]);
            s->values[entry] = dbg_tensor_copy(&value);
            if (!s->values[entry]) return no_memory(error);
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

bool dbg_session_run_node(dbg_session *s, size_t node, tunip_error *error)
{
    if (s->plan->nodes[node].kind == DBG_ARGUMENT) return s->done[node] = true;
    if (!restore_inputs(s, node, error)) return false;
    double begin = now();
    tunip_status status = s->isolate ? dbg_run_isolated(s->rt, node, s->limit, error)
                                     : rt_run_node(s->rt, node, error);
    s->times[node] = now() - begin;
    if (status == TUNIP_OK && !s->isolate) status = rt_check(s->rt, error);
    return status == TUNIP_OK && keep_outputs(s, node, error);
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
    *hit = NULL;
    for (size_t node = 0; node < end && !*hit; node++) {
        if (s->done[node]) continue;
        *at = node;
        if (!dbg_session_run_node(s, node, error)) return false;
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

/* Inputs come before the nodes that use them: one pass finds everything. */
bool dbg_session_inject(dbg_session *s, size_t entry, const dbg_tensor *value, tunip_error *error)
{
    const dbg_plan *plan = s->plan;
    size_t origin = plan->entries[entry].node;
    dbg_tensor *copy = dbg_tensor_copy(value);
    bool *dirty = calloc(plan->entry_count + 1, sizeof *dirty);
    if (!copy || !dirty) {
        free(copy);
        free(dirty);
        return no_memory(error);
    }
    free(s->values[entry]);
    s->values[entry] = copy;
    s->injected[entry] = true;
    if (s->owner[plan->entries[entry].storage] == entry + 1)
        s->owner[plan->entries[entry].storage] = 0;
    dirty[entry] = true;
    for (size_t node = origin + 1; node < plan->node_count; node++) {
        const dbg_node *at = &plan->nodes[node];
        bool depends = false;
        for (size_t i = 0; i < at->input_count; i++) depends = depends || dirty[at->inputs[i]];
        for (size_t i = 0; depends && i < at->output_count; i++) dirty[at->first_entry + i] = true;
        if (depends) forget(s, node);
    }
    free(dirty);
    return true;
}

bool dbg_session_repeat(dbg_session *s, size_t count, tunip_error *error)
{
    free(s->samples);
    s->repeats = 0;
    s->samples = calloc(s->plan->node_count * count + 1, sizeof *s->samples);
    if (!s->samples) return no_memory(error);
    for (size_t i = 0; i < count; i++) {
        dbg_session_goto(s, 0);
        for (size_t node = 0; node < s->plan->node_count; node++) {
            if (!dbg_session_run_node(s, node, error)) return false;
            s->samples[node * count + i] = s->times[node];
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
                        .repeats = s->repeats ? s->repeats : 1};
}
