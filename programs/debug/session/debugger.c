/* debugger.c -- the functions of tunip_debug.h, on which the commands stand. */
#include <stdlib.h>

#include "../compare.h"
#include "../reference.h"
#include "session.h"

/* ======== open ======== */

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy) memcpy(copy, text, size);
    return copy;
}

tunip_debugger *tunip_debug_open(const char *graph, const char *library,
                                 const tunip_debug_options *options, tunip_error *error)
{
    tunip_debug_options how = TUNIP_DEBUG_OPTIONS_INIT;
    if (options) how = *options;
    how.isolate = how.isolate || how.timeout > 0;
    tunip_debugger *d = calloc(1, sizeof *d);
    bool fine = d || tn_no_memory(error) == TUNIP_OK;
    if (fine) {
        d->at = SIZE_MAX;
        d->graph_file = copy_text(graph);
        d->library_file = copy_text(library);
        fine = (d->graph_file && d->library_file) || tn_no_memory(error) == TUNIP_OK;
    }
    if (fine) d->context = tunip_context_new(NULL, error);
    if (fine && d->context) d->plan = dbg_plan_open(d->context, graph, &d->graph, error);
    if (fine && d->plan) d->rt = rt_open(d->plan, library, how.isolate, error);
    if (!fine || !d->rt || !dbg_session_open(&d->session, d->rt, d->context, error)) {
        tunip_debug_close(d);
        return NULL;
    }
    d->session.isolate = how.isolate;
    d->session.limit = how.timeout;
    return d;
}

void tunip_debug_close(tunip_debugger *d)
{
    if (!d) return;
    if (d->rt) dbg_session_close(&d->session);
    rt_close(d->rt);
    dbg_plan_free(d->plan);
    tunip_graph_free(d->graph);
    dbg_sources_free(&d->sources);
    tunip_context_free(d->context);
    free(d->graph_file);
    free(d->library_file);
    free(d);
}

/* ======== the graph ======== */

size_t tunip_debug_node_count(const tunip_debugger *d)
{
    return d->plan->node_count;
}

tunip_debug_node tunip_debug_node_at(const tunip_debugger *d, size_t node)
{
    const dbg_node *at = &d->plan->nodes[node];
    tunip_debug_node out = {.name = at->name,
                            .function = at->function,
                            .input_count = at->input_count,
                            .output_count = at->output_count,
                            .has_run = d->session.done[node],
                            .seconds = d->session.times[node]};
    for (size_t i = 0; i < at->output_count; i++)
        out.is_injected = out.is_injected || d->session.injected[at->first_entry + i];
    return out;
}

tunip_debug_output dbg_output_of(const tunip_debugger *d, size_t entry)
{
    return (tunip_debug_output){d->plan->entries[entry].node, d->plan->entries[entry].output};
}

size_t dbg_entry_of(const tunip_debugger *d, tunip_debug_output output, tunip_error *error)
{
    bool has_node = output.node < d->plan->node_count;
    const dbg_node *at = &d->plan->nodes[has_node ? output.node : 0];
    if (has_node && output.output < at->output_count) return at->first_entry + output.output;
    tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "the graph has no output %zu of node %zu",
                    output.output, output.node);
    return SIZE_MAX;
}

tunip_debug_output tunip_debug_input_of(const tunip_debugger *d, size_t node, size_t index)
{
    return dbg_output_of(d, d->plan->nodes[node].inputs[index]);
}

size_t tunip_debug_result_count(const tunip_debugger *d)
{
    return d->plan->head_count;
}

tunip_debug_output tunip_debug_result(const tunip_debugger *d, size_t index)
{
    return dbg_output_of(d, d->plan->heads[index]);
}

tunip_status tunip_debug_find(const tunip_debugger *d, const char *name, tunip_debug_output *out,
                              tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    if (!error) error = &own;
    size_t entry = dbg_find_entry(d, name, error);
    if (entry == SIZE_MAX) return error->code;
    *out = dbg_output_of(d, entry);
    return TUNIP_OK;
}

/* ======== inputs ======== */

/* The status of a call that returns a bool and fills `error`. */
static tunip_status status_of(bool fine, const tunip_error *error)
{
    return fine ? TUNIP_OK : error->code;
}

/* A tensor of a caller, with its sizes; it must have the type of an entry. */
static bool check_value(const tunip_debugger *d, size_t entry, const tunip_debug_tensor *value,
                        dbg_tensor *out, tunip_error *error)
{
    char is[DBG_TYPE_SIZE], should[DBG_TYPE_SIZE];
    const dbg_tensor *type = &d->plan->entries[entry].type;
    *out = *value;
    if (dbg_tensor_measure(out) && dbg_tensor_fits(out, type)) return true;
    dbg_tensor_type(value, is);
    dbg_tensor_type(type, should);
    tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                    "node %zu, %.80s: the value is %s, and the graph "
                    "has %s",
                    d->plan->entries[entry].node,
                    d->plan->nodes[d->plan->entries[entry].node].name.data, is, should);
    return false;
}

tunip_status tunip_debug_set_input(tunip_debugger *d, const char *name,
                                   const tunip_debug_tensor *value, tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    dbg_tensor tensor;
    size_t arg = dbg_plan_argument(d->plan, tunip_str_from(name));
    if (!error) error = &own;
    if (arg == SIZE_MAX)
        return tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "the graph has no input %.100s", name);
    bool fine = check_value(d, d->plan->args[arg], value, &tensor, error) &&
                rt_give(d->plan, arg, &tensor, dbg_session_set, &d->session, error);
    return status_of(fine, error);
}

tunip_status tunip_debug_set_input_file(tunip_debugger *d, const char *name, const char *path,
                                        tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    size_t arg = dbg_plan_argument(d->plan, tunip_str_from(name));
    if (!error) error = &own;
    if (arg == SIZE_MAX)
        return tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "the graph has no input %.100s", name);
    return status_of(
        rt_read_file(d->plan, d->context, arg, path, dbg_session_set, &d->session, error), error);
}

tunip_status tunip_debug_load_params(tunip_debugger *d, const char *path, tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    if (!error) error = &own;
    return status_of(rt_read_params(d->plan, d->context, path, dbg_session_set, &d->session, error),
                     error);
}

tunip_status tunip_debug_add_source(tunip_debugger *d, const char *path, tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    if (!error) error = &own;
    return status_of(dbg_sources_add(&d->sources, d->plan, d->context, path, error), error);
}

/* ======== running ======== */

static void fill_stop(const tunip_debugger *d, tunip_debug_stop *stop)
{
    if (stop) *stop = (tunip_debug_stop){d->at, d->breakpoint, dbg_session_next(&d->session)};
}

tunip_status tunip_debug_run(tunip_debugger *d, size_t end, tunip_debug_stop *stop,
                             tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    const dbg_break *hit = NULL;
    if (!error) error = &own;
    if (end > d->plan->node_count) end = d->plan->node_count;
    bool fine = dbg_session_run(&d->session, end, &hit, &d->at, error);
    d->breakpoint = hit ? hit->id : 0;
    fill_stop(d, stop);
    return status_of(fine, error);
}

tunip_status tunip_debug_step(tunip_debugger *d, size_t count, tunip_debug_stop *stop,
                              tunip_error *error)
{
    size_t end = dbg_session_next(&d->session), most = d->plan->node_count;
    for (; count && end < most; end++) count -= !d->session.done[end];
    while (end < most && d->session.done[end]) end++;
    return tunip_debug_run(d, end, stop, error);
}

tunip_status tunip_debug_goto(tunip_debugger *d, size_t node, tunip_debug_stop *stop,
                              tunip_error *error)
{
    size_t before = dbg_session_next(&d->session);
    bool is_known = node <= d->plan->node_count;
    if (node < d->plan->node_count && d->session.done[node]) {
        dbg_session_goto(&d->session, node);
        d->at = SIZE_MAX;
    }
    if (is_known && before < node) return tunip_debug_run(d, node, stop, error);
    d->breakpoint = 0;
    fill_stop(d, stop);
    if (is_known) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "the graph has no node %zu", node);
}

tunip_status tunip_debug_run_node(tunip_debugger *d, size_t node, tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    if (!error) error = &own;
    if (node >= d->plan->node_count)
        return tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "the graph has no node %zu", node);
    bool fine = dbg_session_run_node(&d->session, node, error);
    if (fine) d->at = node;
    return status_of(fine, error);
}

tunip_status tunip_debug_break(tunip_debugger *d, const char *condition, unsigned *id,
                               tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    tn_text out = {.failed = false};
    if (!error) error = &own;
    d->out = &out;
    d->breakpoint = 0;
    bool fine = dbg_break_add(d, condition, error);
    if (fine && id) *id = d->breakpoint;
    d->out = NULL;
    tn_text_free(&out);
    return status_of(fine, error);
}

tunip_status tunip_debug_delete(tunip_debugger *d, unsigned id, tunip_error *error)
{
    dbg_session *s = &d->session;
    for (size_t i = 0; i < s->break_count; i++) {
        if (s->breaks[i].id != id) continue;
        free(s->breaks[i].pattern);
        memmove(&s->breaks[i], &s->breaks[i + 1], (--s->break_count - i) * sizeof *s->breaks);
        return TUNIP_OK;
    }
    return tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "there is no breakpoint of this number");
}

/* ======== values ======== */

const tunip_debug_tensor *tunip_debug_get_output(const tunip_debugger *d, tunip_debug_output output,
                                                 tunip_error *error)
{
    size_t entry = dbg_entry_of(d, output, error);
    if (entry == SIZE_MAX) return NULL;
    if (!d->session.values[entry])
        tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "the tensor is not computed yet");
    return d->session.values[entry];
}

tunip_status tunip_debug_save(const tunip_debugger *d, tunip_debug_output output, const char *path,
                              tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    if (!error) error = &own;
    const dbg_tensor *tensor = tunip_debug_get_output(d, output, error);
    return tensor ? dbg_npy_save(tensor, path, error) : error->code;
}

tunip_status tunip_debug_inject(tunip_debugger *d, tunip_debug_output output,
                                const tunip_debug_tensor *value, tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    dbg_tensor tensor;
    if (!error) error = &own;
    size_t entry = dbg_entry_of(d, output, error);
    bool fine = entry != SIZE_MAX && check_value(d, entry, value, &tensor, error) &&
                dbg_session_inject(&d->session, entry, &tensor, error);
    return status_of(fine, error);
}

tunip_status tunip_debug_undo(tunip_debugger *d, tunip_debug_output *output, tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    if (!error) error = &own;
    size_t entry = dbg_session_undo(&d->session, SIZE_MAX, error);
    if (entry != SIZE_MAX && output) *output = dbg_output_of(d, entry);
    return status_of(entry != SIZE_MAX, error);
}

dbg_record dbg_record_of(const tunip_debugger *d)
{
    dbg_record record = dbg_session_record(&d->session);
    record.graph_file = d->graph_file;
    record.library_file = d->library_file;
    record.sources = &d->sources;
    return record;
}

tunip_status tunip_debug_dump(const tunip_debugger *d, const char *folder, tunip_error *error)
{
    dbg_record record = dbg_record_of(d);
    return dbg_dump_write(&record, folder, error);
}

tunip_status tunip_debug_compare(const tunip_debugger *d, const char *reference, const char *map,
                                 const tunip_debug_tolerance *tolerance, tunip_write_fn write,
                                 void *user, bool *same, tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    bool is_same;
    dbg_tolerance exact = {0, 0, 0};
    dbg_dump left = {.graph = NULL}, right = {.graph = NULL};
    dbg_record record = dbg_record_of(d);
    if (!error) error = &own;
    bool fine = dbg_dump_of(&record, &left) || tn_no_memory(error) == TUNIP_OK;
    fine = fine && dbg_reference_or_dump(d->context, reference, map, &left, &right, error) &&
           dbg_compare_write(&left, &right, tolerance ? tolerance : &exact, false, write, user,
                             same ? same : &is_same, error) == TUNIP_OK;
    dbg_dump_free(&left);
    dbg_dump_free(&right);
    return status_of(fine, error);
}

tunip_status tunip_debug_execute(tunip_debugger *d, const char *line, tunip_write_fn write,
                                 void *user, tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT, why = TUNIP_ERROR_INIT;
    tn_text text = {.failed = false};
    if (!error) error = &own;
    bool fine = dbg_execute(d, line, &text, error);
    tunip_status written = tn_text_end(&text, write, user, &why);
    if (fine && written != TUNIP_OK) *error = why;
    return fine ? written : error->code;
}
