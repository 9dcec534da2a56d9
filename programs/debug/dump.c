/* dump.c -- writes and reads the outputs of all nodes of a run. */
#include "dump.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../src/util/os.h"
#include "tensor.h"

/* ======== folder ======== */

/* Makes folders. */

bool dbg_folder_make(const char *path, tunip_error *error)
{
    char why[TN_OS_REASON];
    if (tn_make_folders(path)) return true;
    tunip_error_set(error, TUNIP_ERROR_IO, "%s: cannot make the folder: %s", path,
                    tn_os_reason(errno, why));
    return false;
}

/* ======== dump ======== */

/* Writes a run that was recorded. */

#define TVM_FOLDER "_tvmdbg_device_CPU_0"

enum { PATH_ROOM = 4096 };

static int write_file(const char *data, size_t size, void *out)
{
    return fwrite(data, 1, size, out) == size ? 0 : -1;
}

/* A JSON file: opens it, calls `put`, closes it. */
static tunip_status write_json(const char *path, size_t lines, const dbg_record *record,
                               void (*put)(tunip_json_writer *w, const dbg_record *record),
                               tunip_error *error)
{
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    style.lines = lines;
    tn_new_file file;
    if (!tn_new_file_open(&file, path, error)) return TUNIP_ERROR_IO;
    tunip_json_writer *w = tunip_json_writer_new(NULL, &style, write_file, file.out, error);
    put(w, record);
    tunip_status status = tunip_json_writer_end(w, NULL);
    if (status == TUNIP_ERROR_MEMORY) tn_no_memory(error); /* an error keeps its first message */
    return tn_new_file_close(&file, status == TUNIP_OK, error);
}

static void put_text(tunip_json_writer *w, const char *key, const char *value)
{
    tunip_json_key(w, key);
    tunip_json_put_string(w, tunip_str_from(value));
}

static void put_view(tunip_json_writer *w, const char *key, tunip_str value)
{
    tunip_json_key(w, key);
    tunip_json_put_string(w, value);
}

static void put_size(tunip_json_writer *w, const char *key, size_t value)
{
    tunip_json_key(w, key);
    tunip_json_put_size(w, value);
}

static void put_shape(tunip_json_writer *w, const dbg_tensor *tensor)
{
    tunip_json_open(w, '[');
    for (size_t i = 0; i < tensor->rank; i++) tunip_json_put_int(w, tensor->dims[i]);
    tunip_json_close(w, ']');
}

static tunip_str dtype_of(const dbg_tensor *tensor, char room[TUNIP_DTYPE_NAME_SIZE])
{
    return (tunip_str){room, tunip_dtype_legacy_name(tensor->dtype, room)};
}

/* Writes a token of JSON that is no string. */
static void put_token(tunip_json_writer *w, const tunip_json *json, tunip_json_token token)
{
    tunip_str text = tunip_json_text(json);
    double real;
    if (token == TUNIP_JSON_INT || token == TUNIP_JSON_FLOAT)
        tunip_json_put_number(w, text);
    else if (tunip_json_float(json, token, &real) == TUNIP_OK)
        tunip_json_put_float(w, real); /* NaN, Infinity */
    else if (token == TUNIP_JSON_TRUE || token == TUNIP_JSON_FALSE)
        tunip_json_put_bool(w, token == TUNIP_JSON_TRUE);
    else if (token == TUNIP_JSON_OPEN_OBJECT || token == TUNIP_JSON_OPEN_ARRAY)
        tunip_json_open(w, *text.data);
    else if (token == TUNIP_JSON_CLOSE_OBJECT || token == TUNIP_JSON_CLOSE_ARRAY)
        tunip_json_close(w, *text.data);
    else if (token != TUNIP_JSON_COMMA && token != TUNIP_JSON_COLON)
        tunip_json_put_null(w);
}

/* `room` has as many bytes as the text. */
static void put_json(tunip_json_writer *w, tunip_str text, char *room)
{
    tunip_json json;
    tunip_json_flaw flaw;
    tunip_json_init(&json, text);
    for (tunip_json_token token = tunip_json_next(&json); token != TUNIP_JSON_END;) {
        size_t size = 0;
        bool is_string = tunip_json_is_string(token);
        if (is_string)
            size = tunip_json_decode(tunip_json_text(&json), room, &flaw);
        else
            put_token(w, &json, token);
        token = tunip_json_next(&json);
        if (!is_string) continue;
        tunip_str string = {room, size == SIZE_MAX ? 0 : size};
        if (token == TUNIP_JSON_COLON)
            tunip_json_key_view(w, string);
        else
            tunip_json_put_string(w, string);
    }
}

/* Members whose values are JSON, if a reader made them. */
static void put_members(tunip_json_writer *w, const tunip_map *members)
{
    for (size_t i = 0; i < tunip_map_count(members); i++) {
        tunip_str text = tunip_string_value(members->entries[i].value);
        char *room = malloc(text.size + 1);
        tunip_json json;
        tunip_json_init(&json, text);
        tunip_json_token token = tunip_json_next(&json);
        bool is_json = room && !tunip_json_skip(&json, &token) && token == TUNIP_JSON_END;
        tunip_json_key_view(w, tunip_string_value(members->entries[i].key));
        if (is_json)
            put_json(w, text, room);
        else
            tunip_json_put_string(w, text);
        free(room);
    }
}

/* ---- TVM's graph ---- */

static void put_attrs(tunip_json_writer *w, const dbg_plan *plan, const dbg_node *node)
{
    char room[TUNIP_DTYPE_NAME_SIZE], type[TUNIP_DTYPE_NAME_SIZE + 8];
    const tunip_map *attrs = node->kind == DBG_ARGUMENT ? NULL : node->node->attrs;
    tunip_json_key(w, "attrs");
    tunip_json_open(w, '{');
    for (size_t i = 0; i < tunip_map_count(attrs); i++) {
        tunip_json_key_view(w, tunip_string_value(attrs->entries[i].key));
        tunip_json_put_string(w, tunip_string_value(attrs->entries[i].value));
    }
    if (node->output_count) {
        tunip_str dtype = dtype_of(&plan->entries[node->first_entry].type, room);
        snprintf(type, sizeof type, "type: %.*s", (int)dtype.size, dtype.data);
        put_text(w, "T", type);
    }
    tunip_json_close(w, '}');
}

static void put_node(tunip_json_writer *w, const dbg_plan *plan, const dbg_node *node)
{
    bool is_argument = node->kind == DBG_ARGUMENT;
    tunip_json_open(w, '{');
    put_view(w, "op", is_argument ? tunip_str_from("param") : node->function);
    put_view(w, "name", node->name);
    tunip_json_key(w, "inputs");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < node->input_count; i++)
        tunip_json_put_string(w, plan->nodes[plan->entries[node->inputs[i]].node].name);
    tunip_json_close(w, ']');
    put_attrs(w, plan, node);
    if (node->node->control_deps) {
        tunip_json_key(w, "control_deps");
        tunip_json_open(w, '[');
        for (size_t i = 0; i < tunip_array_count(node->node->control_deps); i++)
            tunip_json_put_int(w, ((const tunip_int *)node->node->control_deps->items[i])->value);
        tunip_json_close(w, ']');
    }
    if (node->output_count) {
        tunip_json_key(w, "shape");
        put_shape(w, &plan->entries[node->first_entry].type);
    }
    tunip_json_close(w, '}');
}

/* "storage_id": ["list_int", [...]] */
static void open_list(tunip_json_writer *w, const char *key, const char *kind)
{
    tunip_json_key(w, key);
    tunip_json_open(w, '[');
    tunip_json_put_string(w, tunip_str_from(kind));
    tunip_json_open(w, '[');
}

static void close_list(tunip_json_writer *w)
{
    tunip_json_close(w, ']');
    tunip_json_close(w, ']');
}

/* The tensor of an entry in the graph that was read. */
static const tunip_executor_tensor *tensor_of(const dbg_plan *plan, size_t entry)
{
    const dbg_entry *at = &plan->entries[entry];
    const tunip_executor_node *node = plan->nodes[at->node].node;
    return (const tunip_executor_tensor *)node->outputs->items[at->output];
}

static void put_entries(tunip_json_writer *w, const dbg_plan *plan)
{
    char room[TUNIP_DTYPE_NAME_SIZE];
    tunip_json_key(w, "attrs");
    tunip_json_open(w, '{');
    open_list(w, "dltype", "list_str");
    for (size_t i = 0; i < plan->entry_count; i++)
        tunip_json_put_string(w, dtype_of(&plan->entries[i].type, room));
    close_list(w);
    open_list(w, "device_index", "list_int");
    for (size_t i = 0; i < plan->entry_count; i++)
        tunip_json_put_int(w, plan->storages[plan->entries[i].storage].device);
    close_list(w);
    open_list(w, "storage_id", "list_int");
    for (size_t i = 0; i < plan->entry_count; i++)
        tunip_json_put_int(w, plan->storages[plan->entries[i].storage].id);
    close_list(w);
    open_list(w, "shape", "list_shape");
    for (size_t i = 0; i < plan->entry_count; i++) put_shape(w, &plan->entries[i].type);
    close_list(w);
    /* The scopes of memory, which a graph may leave out. */
    bool given = false;
    for (size_t i = 0; i < plan->entry_count; i++) given = given || tensor_of(plan, i)->scope;
    if (given) {
        open_list(w, "storage_scope", "list_str");
        for (size_t i = 0; i < plan->entry_count; i++) {
            const tunip_string *scope = tensor_of(plan, i)->scope;
            tunip_json_put_string(w, scope ? tunip_string_value(scope) : tunip_str_from(""));
        }
        close_list(w);
    }
    put_members(w, plan->graph->attrs);
    tunip_json_close(w, '}');
}

static void put_graph(tunip_json_writer *w, const dbg_record *record)
{
    const dbg_plan *plan = record->plan;
    tunip_json_open(w, '{');
    tunip_json_key(w, "nodes");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < plan->node_count; i++) put_node(w, plan, &plan->nodes[i]);
    tunip_json_close(w, ']');
    tunip_json_key(w, "arg_nodes");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < plan->arg_count; i++)
        tunip_json_put_size(w, plan->entries[plan->args[i]].node);
    tunip_json_close(w, ']');
    tunip_json_key(w, "heads");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < plan->head_count; i++) {
        tunip_json_open(w, '[');
        tunip_json_put_size(w, plan->entries[plan->heads[i]].node);
        tunip_json_put_size(w, plan->entries[plan->heads[i]].output);
        tunip_json_put_size(w, 0);
        tunip_json_close(w, ']');
    }
    tunip_json_close(w, ']');
    put_entries(w, plan);
    tunip_json_key(w, "node_row_ptr");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < plan->node_count; i++)
        tunip_json_put_size(w, plan->nodes[i].first_entry);
    tunip_json_put_size(w, plan->entry_count);
    tunip_json_close(w, ']');
    put_members(w, plan->graph->members);
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
}

/* ---- times ---- */

static int by_value(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

dbg_times dbg_record_times(const dbg_record *record, size_t node)
{
    dbg_times times = {0, 0, 0, 0, record->first ? record->first[node] : 0};
    if (!record->times || !record->repeats) return times;
    size_t count = record->repeats;
    const double *of_node = record->times + node * count;
    double *sorted = malloc(count * sizeof *sorted);
    times.min = times.max = times.median = of_node[0];
    for (size_t i = 0; i < count; i++) times.mean += of_node[i] / (double)count;
    if (!sorted) return times;
    memcpy(sorted, of_node, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_value);
    times.min = sorted[0];
    times.max = sorted[count - 1];
    times.median = count % 2 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
    free(sorted);
    return times;
}

static void put_mark(tunip_json_writer *w, const char *phase, tunip_str name, double at)
{
    tunip_json_open(w, '{');
    tunip_json_key(w, "ts");
    tunip_json_put_float(w, at);
    put_size(w, "tid", 1);
    put_size(w, "pid", 1);
    put_view(w, "name", name);
    put_text(w, "ph", phase);
    tunip_json_close(w, '}');
}

/* As TVM writes it: one after the other, in microseconds, arguments with no time. */
static void put_trace(tunip_json_writer *w, const dbg_record *record)
{
    double at = 0;
    tunip_json_open(w, '{');
    put_text(w, "displayTimeUnit", "ns");
    tunip_json_key(w, "traceEvents");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < record->plan->node_count; i++) {
        tunip_str name = record->plan->nodes[i].name;
        put_mark(w, "B", name, at);
        at += dbg_record_times(record, i).mean * 1e6;
        put_mark(w, "E", name, at);
    }
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
}

tunip_status dbg_trace_write(const dbg_record *record, const char *path, tunip_error *error)
{
    return write_json(path, 2, record, put_trace, error);
}

/* ---- values ---- */

static tunip_status write_params(const dbg_record *record, const char *path, tunip_error *error)
{
    const dbg_plan *plan = record->plan;
    size_t count = 0;
    dbg_named *items = calloc(plan->entry_count + 1, sizeof *items);
    tunip_status status = items ? TUNIP_OK : tn_no_memory(error);
    for (size_t i = 0; items && i < plan->entry_count; i++) {
        if (!record->values[i]) continue;
        const dbg_entry *entry = &plan->entries[i];
        tunip_str name = plan->nodes[entry->node].name;
        size_t room = name.size + 80;
        char *key = malloc(room);
        if (!key) status = tn_no_memory(error);
        int size = key ? snprintf(key, room, "%.*s____topo-index:%zu____output-num:%zu",
                                  (int)name.size, name.data, entry->node, entry->output)
                       : 0;
        items[count].name = (tunip_str){key, (size_t)size};
        items[count++].tensor = *record->values[i];
    }
    if (status == TUNIP_OK) status = dbg_params_save(items, count, path, error);
    for (size_t i = 0; i < count; i++) free((void *)(uintptr_t)items[i].name.data);
    free(items);
    return status;
}

static tunip_status write_values(const dbg_record *record, const char *folder, tunip_error *error)
{
    char path[PATH_ROOM];
    for (size_t i = 0; i < record->plan->entry_count; i++) {
        const dbg_entry *entry = &record->plan->entries[i];
        if (!record->values[i]) continue;
        snprintf(path, sizeof path, "%s/values/%zu.%zu.npy", folder, entry->node, entry->output);
        if (dbg_npy_save(record->values[i], path, error) != TUNIP_OK) return error->code;
    }
    return TUNIP_OK;
}

/* ---- tunip's schema ---- */

static void put_number(tunip_json_writer *w, const char *key, double value)
{
    tunip_json_key(w, key);
    if (isfinite(value))
        tunip_json_put_float(w, value);
    else
        tunip_json_put_null(w);
}

static void put_value(tunip_json_writer *w, const dbg_record *record, size_t index)
{
    const dbg_entry *entry = &record->plan->entries[index];
    char room[TUNIP_DTYPE_NAME_SIZE], file[80];
    snprintf(file, sizeof file, "values/%zu.%zu.npy", entry->node, entry->output);
    tunip_json_open(w, '{');
    put_text(w, "event", "tensor");
    put_size(w, "node", entry->node);
    put_size(w, "output", entry->output);
    tunip_dtype dtype = dbg_dtype_plain(entry->type.dtype);
    put_view(w, "dtype", (tunip_str){room, tunip_dtype_legacy_name(dtype, room)});
    tunip_json_key(w, "shape");
    put_shape(w, &entry->type);
    put_size(w, "count", entry->type.count);
    put_text(w, "file", file);
    const dbg_tensor *tensor = record->values[index];
    dbg_stats stats;
    dbg_stats_compute(tensor, &stats);
    if (stats.is_number) {
        put_number(w, "min", stats.min);
        put_number(w, "max", stats.max);
        put_number(w, "mean", stats.mean);
        put_number(w, "std", stats.deviation);
        put_size(w, "nan", stats.nans);
        put_size(w, "inf", stats.infs);
        put_size(w, "zero", stats.zeros);
        tunip_json_key(w, "histogram");
        tunip_json_open(w, '[');
        for (size_t i = 0; i < DBG_BINS; i++) tunip_json_put_size(w, stats.bins[i]);
        tunip_json_close(w, ']');
    }
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
}

/* Where the function of a node is defined: a page finds the file from any folder. */
static void put_places(tunip_json_writer *w, const dbg_place *places)
{
    static const char *const kinds[] = {"code", "tir"};
    if (!places[DBG_CODE].path && !places[DBG_TIR].path) return;
    tunip_json_key(w, "source");
    tunip_json_open(w, '{');
    for (size_t i = 0; i < DBG_PLACES; i++) {
        if (!places[i].path) continue;
        tunip_json_key(w, kinds[i]);
        tunip_json_open(w, '{');
        char *whole = tn_real_path(places[i].path);
        put_text(w, "file", whole ? whole : places[i].path);
        free(whole);
        put_size(w, "line", places[i].line);
        tunip_json_close(w, '}');
    }
    tunip_json_close(w, '}');
}

static void put_node_event(tunip_json_writer *w, const dbg_record *record, size_t index)
{
    const dbg_node *node = &record->plan->nodes[index];
    dbg_times times = dbg_record_times(record, index);
    tunip_json_open(w, '{');
    put_text(w, "event", "node");
    put_size(w, "node", index);
    put_view(w, "name", node->name);
    if (node->function.size) put_view(w, "function", node->function);
    if (record->sources && record->sources->places) put_places(w, record->sources->places[index]);
    if (record->times && node->kind != DBG_ARGUMENT) {
        tunip_json_key(w, "time_us");
        tunip_json_open(w, '{');
        put_number(w, "mean", times.mean * 1e6);
        put_number(w, "min", times.min * 1e6);
        put_number(w, "median", times.median * 1e6);
        put_number(w, "max", times.max * 1e6);
        if (times.first > 0) put_number(w, "first", times.first * 1e6);
        tunip_json_close(w, '}');
    }
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
    for (size_t i = 0; i < node->output_count; i++)
        if (record->values[node->first_entry + i]) put_value(w, record, node->first_entry + i);
}

static bool is_computed(const dbg_record *record, size_t node)
{
    const dbg_node *at = &record->plan->nodes[node];
    return !at->output_count || record->values[at->first_entry];
}

static void put_log(tunip_json_writer *w, const dbg_record *record)
{
    const dbg_plan *plan = record->plan;
    size_t done = 0;
    tunip_json_open(w, '{');
    put_text(w, "event", "run");
    put_text(w, "format", "tunip-debug-run");
    put_size(w, "version", 1);
    put_text(w, "tunip", tunip_version());
    if (record->graph_file) put_text(w, "graph", record->graph_file);
    if (record->library_file) put_text(w, "library", record->library_file);
    put_size(w, "nodes", plan->node_count);
    put_size(w, "entries", plan->entry_count);
    put_size(w, "pool_bytes", dbg_plan_pool(plan));
    put_size(w, "repeats", record->times ? record->repeats : 1);
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
    for (size_t i = 0; i < plan->node_count; i++) {
        if (!is_computed(record, i)) continue;
        put_node_event(w, record, i);
        done++;
    }
    tunip_json_open(w, '{');
    put_text(w, "event", "end");
    put_text(w, "status",
             record->failure            ? "failed"
             : done == plan->node_count ? "done"
                                        : "partial");
    if (record->failure) put_text(w, "message", record->failure);
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
}

/* ---- all files ---- */

tunip_status dbg_dump_write(const dbg_record *record, const char *folder, tunip_error *error)
{
    char tvm[PATH_ROOM / 2], values[PATH_ROOM / 2], path[PATH_ROOM];
    tunip_error own = TUNIP_ERROR_INIT;
    if (!error) error = &own;
    snprintf(tvm, sizeof tvm, "%s/" TVM_FOLDER, folder);
    snprintf(values, sizeof values, "%s/values", folder);
    if (!dbg_folder_make(folder, error) || !dbg_folder_make(tvm, error) ||
        !dbg_folder_make(values, error))
        return error->code;
    snprintf(path, sizeof path, "%s/_tvmdbg_graph_dump.json", tvm);
    if (write_json(path, 3, record, put_graph, error) != TUNIP_OK) return error->code;
    snprintf(path, sizeof path, "%s/_tvmdbg_execution_trace.json", tvm);
    if (dbg_trace_write(record, path, error) != TUNIP_OK) return error->code;
    snprintf(path, sizeof path, "%s/output_tensors.params", tvm);
    if (write_params(record, path, error) != TUNIP_OK) return error->code;
    snprintf(path, sizeof path, "%s/run.jsonl", folder);
    if (write_json(path, 0, record, put_log, error) != TUNIP_OK) return error->code;
    return write_values(record, folder, error);
}

/* ======== read dump ======== */

/* Reads the dumps of TVM's debug executor, and of tunip. */

typedef struct dump_reader {
    dbg_dump *dump;
    const char *path;
    tunip_json json;
    tunip_json_token token;
    char *text; /* the next free byte of dump->texts */
    size_t room, input_count;
    tunip_error *error;
} dump_reader;

static bool fail_dump(dump_reader *r, const char *message)
{
    size_t line, column;
    tunip_source_locate(r->dump->graph, (size_t)(r->json.at - r->json.begin), &line, &column);
    tunip_error_set(r->error, TUNIP_ERROR_FORMAT, "%s:%zu:%zu: %s", r->path, line, column, message);
    return false;
}

static void next(dump_reader *r)
{
    r->token = tunip_json_next(&r->json);
}

static bool take(dump_reader *r, tunip_json_token token, const char *message)
{
    if (r->token != token) return fail_dump(r, message);
    next(r);
    return true;
}

/* The texts are together at most as long as the file. */
static bool take_text(dump_reader *r, tunip_str *out)
{
    tunip_json_flaw flaw;
    if (!tunip_json_is_string(r->token)) return fail_dump(r, "expected a string");
    size_t size = tunip_json_decode(tunip_json_text(&r->json), r->text, &flaw);
    if (size == SIZE_MAX) return fail_dump(r, flaw.message);
    *out = (tunip_str){r->text, size};
    r->text[size] = '\0';
    r->text += size + 1;
    next(r);
    return true;
}

static bool skip_value(dump_reader *r)
{
    const char *what = tunip_json_skip(&r->json, &r->token);
    char message[64];
    if (what) snprintf(message, sizeof message, "expected %s", what);
    return what ? fail_dump(r, message) : true;
}

typedef bool take_fn(dump_reader *r, void *user);
typedef bool take_member_fn(dump_reader *r, tunip_str key, void *user);

/* The items of a list, each of which `item` reads. */
static bool take_list(dump_reader *r, take_fn *item, void *user)
{
    if (!take(r, TUNIP_JSON_OPEN_ARRAY, "expected a list")) return false;
    while (r->token != TUNIP_JSON_CLOSE_ARRAY) {
        if (!item(r, user)) return false;
        if (r->token == TUNIP_JSON_COMMA)
            next(r);
        else if (r->token != TUNIP_JSON_CLOSE_ARRAY)
            return fail_dump(r, "expected `,` or `]`");
    }
    next(r);
    return true;
}

/* The members of an object: `member` reads the value. */
static bool take_object(dump_reader *r, const char *what, take_member_fn *member, void *user)
{
    tunip_str key;
    if (!take(r, TUNIP_JSON_OPEN_OBJECT, what)) return false;
    while (r->token != TUNIP_JSON_CLOSE_OBJECT) {
        if (!take_text(r, &key) || !take(r, TUNIP_JSON_COLON, "expected `:`")) return false;
        if (!member(r, key, user)) return false;
        if (r->token == TUNIP_JSON_COMMA)
            next(r);
        else if (r->token != TUNIP_JSON_CLOSE_OBJECT)
            return fail_dump(r, "expected `,` or `}`");
    }
    next(r);
    return true;
}

static bool take_input(dump_reader *r, void *user)
{
    tunip_str name;
    (void)user;
    if (!take_text(r, &name)) return false;
    /* The node of this name that comes last so far. SIZE_MAX: none. */
    size_t input = r->dump->node_count;
    while (input-- > 0 && !tunip_str_equal(r->dump->nodes[input].name, name)) continue;

    if (input != SIZE_MAX) r->dump->inputs[r->input_count++] = input;
    return true;
}

/* A node, and the place of the attribute that gave its layout. */
typedef struct node_reader {
    dbg_dumped_node node;
    size_t layout;
} node_reader;

/* A layout has several attributes. The row that comes last counts: a convolution says how its
 * output lies, and a change of the layout that follows it says how that lies. */
static const char *const layouts[] = {"layout", "data_layout", "out_layout", "dst_layout"};

static bool take_attr(dump_reader *r, tunip_str key, void *user)
{
    node_reader *n = user;
    tunip_str value;
    if (!tunip_json_is_string(r->token)) return skip_value(r);
    if (!take_text(r, &value)) return false;
    for (size_t i = n->layout; value.size && i < TUNIP_LEN(layouts); i++)
        if (tunip_str_is(key, layouts[i])) n->layout = i, n->node.layout = value;
    if (tunip_str_is(key, "kernel_layout") || tunip_str_is(key, "weight_layout"))
        n->node.weight_layout = value;
    return true;
}

static bool take_node_member(dump_reader *r, tunip_str key, void *user)
{
    node_reader *n = user;
    if (tunip_str_is(key, "name")) return take_text(r, &n->node.name);
    if (tunip_str_is(key, "op")) return take_text(r, &n->node.op);
    if (tunip_str_is(key, "attrs")) {
        n->layout = 0;
        return take_object(r, "expected an object", take_attr, n);
    }
    if (!tunip_str_is(key, "inputs")) return skip_value(r);
    n->node.first_input = r->input_count;
    if (!take_list(r, take_input, NULL)) return false;
    n->node.input_count = r->input_count - n->node.first_input;
    return true;
}

static bool take_node(dump_reader *r, void *user)
{
    static const tunip_str none = {"", 0};
    node_reader n = {{.name = none, .op = none, .layout = none, .weight_layout = none}, 0};
    (void)user;
    if (!take_object(r, "expected a node", take_node_member, &n)) return false;
    r->dump->nodes[r->dump->node_count++] = n.node;
    return true;
}

/* [node, output, version], of which the number of the node counts. */
static bool take_head_part(dump_reader *r, void *user)
{
    size_t *part = user;
    int64_t node;
    if ((*part)++) return skip_value(r);
    if (r->token != TUNIP_JSON_INT || !tunip_json_int(tunip_json_text(&r->json), &node))
        return fail_dump(r, "expected the number of a node");
    r->dump->heads[r->dump->head_count++] = node < 0 ? SIZE_MAX : (size_t)node;
    next(r);
    return true;
}

static bool take_head(dump_reader *r, void *user)
{
    size_t parts = 0;
    (void)user;
    return take_list(r, take_head_part, &parts) &&
           (parts || fail_dump(r, "expected the number of a node"));
}

static bool take_graph_member(dump_reader *r, tunip_str key, void *user)
{
    (void)user;
    if (tunip_str_is(key, "nodes") && !r->dump->node_count) return take_list(r, take_node, NULL);
    if (tunip_str_is(key, "heads") && !r->dump->head_count) return take_list(r, take_head, NULL);
    return skip_value(r);
}

static bool take_nodes(dump_reader *r)
{
    next(r);
    return take_object(r, "expected an object", take_graph_member, NULL);
}

bool dbg_dump_split(tunip_str key, dbg_dumped *out)
{
    static const char first[] = "____topo-index:", second[] = "____output-num:";
    char digits[64];
    for (size_t i = key.size; i-- > 0;) {
        size_t rest = key.size - i;
        if (rest < sizeof first || rest >= sizeof digits + sizeof first ||
            memcmp(key.data + i, first, sizeof first - 1) != 0)
            continue;
        size_t size = rest - (sizeof first - 1);
        memcpy(digits, key.data + i + sizeof first - 1, size);
        digits[size] = '\0';
        char *end;
        if (!tunip_is_digit(*digits)) return false;
        out->node = (size_t)strtoull(digits, &end, 10);
        if (strncmp(end, second, sizeof second - 1) != 0) return false;
        end += sizeof second - 1;
        if (!tunip_is_digit(*end)) return false;
        out->output = (size_t)strtoull(end, &end, 10);
        out->name = (tunip_str){key.data, i};
        return end == digits + size;
    }
    return false;
}

static int by_place(const void *a, const void *b)
{
    const dbg_dumped *left = a, *right = b;
    if (left->node != right->node) return left->node < right->node ? -1 : 1;
    return (left->output > right->output) - (left->output < right->output);
}

static bool take_items(dump_reader *r)
{
    dbg_dump *dump = r->dump;
    dump->items = calloc(dump->params.count + 1, sizeof *dump->items);
    if (!dump->items) return fail_dump(r, "out of memory");
    for (size_t i = 0; i < dump->params.count; i++) {
        dbg_dumped *item = &dump->items[dump->count];
        item->tensor = &dump->params.items[i].tensor;
        if (!dbg_dump_split(dump->params.items[i].name, item) || item->node >= dump->node_count) {
            tunip_str name = dump->params.items[i].name;
            tunip_error_set(r->error, TUNIP_ERROR_FORMAT,
                            "%.120s: output_tensors.params has a tensor of no node: %.*s", r->path,
                            (int)(name.size < 100 ? name.size : 100), name.data);
            return false;
        }
        dump->count++;
    }
    qsort(dump->items, dump->count, sizeof *dump->items, by_place);
    return true;
}

/* The times of the nodes: two marks for each, in their order. A dump without a usable trace has no
 * times. */
static void read_times(const tunip_context *context, const char *folder, dbg_dump *dump)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/_tvmdbg_execution_trace.json", folder);
    tunip_source *source = tunip_source_open(context, path, NULL);
    double *times = source ? calloc(dump->node_count + 1, sizeof *times) : NULL;
    double mark, begin = 0;
    size_t marks = 0;
    tunip_json json;
    if (times) tunip_json_init(&json, tunip_source_text(source));
    for (tunip_json_token t; times && (t = tunip_json_next(&json)) != TUNIP_JSON_END;) {
        if (t > TUNIP_JSON_MINUS_INFINITY) break;
        if (t != TUNIP_JSON_STRING || !tunip_str_is(tunip_json_text(&json), "\"ts\"")) continue;
        t = tunip_json_next(&json) == TUNIP_JSON_COLON ? tunip_json_next(&json) : TUNIP_JSON_BAD;
        if (tunip_json_float(&json, t, &mark) != TUNIP_OK || marks / 2 >= dump->node_count) break;
        if (marks % 2) times[marks / 2] = mark - begin;
        begin = mark;
        marks++;
    }
    tunip_source_free(source);
    if (marks == dump->node_count * 2)
        dump->times = times;
    else
        free(times);
}

/* ---- where functions are defined ---- */

/* A line of run.jsonl about a node. */
typedef struct node_line {
    dump_reader r;
    int64_t node;
    dbg_place places[DBG_PLACES];
} node_line;

/* A number of 0 or more; other values are skipped. */
static bool take_count(dump_reader *r, int64_t *out)
{
    int64_t number;
    if (r->token != TUNIP_JSON_INT || !tunip_json_int(tunip_json_text(&r->json), &number) ||
        number < 0)
        return skip_value(r);
    *out = number;
    next(r);
    return true;
}

static bool take_place_member(dump_reader *r, tunip_str key, void *user)
{
    dbg_place *place = user;
    int64_t line = 0;
    if (tunip_str_is(key, "file") && tunip_json_is_string(r->token)) {
        tunip_str path;
        if (!take_text(r, &path)) return false;
        place->path = path.data;
        return true;
    }
    if (!tunip_str_is(key, "line")) return skip_value(r);
    if (!take_count(r, &line)) return false;
    place->line = (size_t)line;
    return true;
}

static bool take_source_member(dump_reader *r, tunip_str key, void *user)
{
    node_line *line = user;
    size_t kind = tunip_str_is(key, "code") ? DBG_CODE : DBG_TIR;
    if (kind == DBG_TIR && !tunip_str_is(key, "tir")) return skip_value(r);
    return take_object(r, "expected an object", take_place_member, &line->places[kind]);
}

static bool take_line_member(dump_reader *r, tunip_str key, void *user)
{
    node_line *line = user;
    if (tunip_str_is(key, "node")) return take_count(r, &line->node);
    if (!tunip_str_is(key, "source")) return skip_value(r);
    return take_object(r, "expected an object", take_source_member, line);
}

/* The places of the functions, from tunip's own record, which the dumps of TVM do not have. Lines
 * that cannot be read do not count. */
static void read_places(const tunip_context *context, const char *folder, dbg_dump *dump)
{
    char path[4096];
    tunip_error ignored = TUNIP_ERROR_INIT;
    snprintf(path, sizeof path, "%s/run.jsonl", folder);
    tunip_source *source = tunip_source_open(context, path, NULL);
    tunip_str rest = source ? tunip_source_text(source) : (tunip_str){"", 0};
    char *texts = source ? malloc(rest.size + 1) : NULL, *text = texts;
    while (texts && rest.size) {
        const char *stop = memchr(rest.data, '\n', rest.size);
        size_t size = stop ? (size_t)(stop - rest.data) : rest.size;
        node_line line = {.r = {.dump = dump, .path = path, .text = text, .error = &ignored},
                          .node = -1};
        tunip_json_init(&line.r.json, (tunip_str){rest.data, size});
        next(&line.r);
        bool fine = take_object(&line.r, "expected an object", take_line_member, &line);
        bool has_place = line.places[DBG_CODE].path || line.places[DBG_TIR].path;
        text = line.r.text;
        if (fine && has_place && line.node >= 0 && (size_t)line.node < dump->node_count) {
            if (!dump->places) dump->places = calloc(dump->node_count + 1, sizeof *dump->places);
            for (size_t i = 0; dump->places && i < DBG_PLACES; i++)
                dump->places[line.node][i] = line.places[i];
        }
        if (stop) size++;
        rest = (tunip_str){rest.data + size, rest.size - size};
    }
    tunip_source_free(source);
    dump->place_texts = texts;
}

bool dbg_is_dump(const char *folder)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/_tvmdbg_device_CPU_0", folder);
    if (tn_kind_of(path) != TN_IS_MISSING) return true;
    snprintf(path, sizeof path, "%s/_tvmdbg_graph_dump.json", folder);
    return tn_kind_of(path) != TN_IS_MISSING;
}

bool dbg_dump_read(const tunip_context *context, const char *folder, dbg_dump *dump,
                   tunip_error *error)
{
    char inside[3000], path[4096], params[4096];
    const char *around = folder;
    tunip_error why = TUNIP_ERROR_INIT;
    *dump = (dbg_dump){.graph = NULL};
    if (tn_kind_of(folder) == TN_IS_FILE) {
        tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "%.200s is a file, and no folder of a dump",
                        folder);
        return false;
    }
    snprintf(inside, sizeof inside, "%s/_tvmdbg_device_CPU_0", folder);
    if (tn_kind_of(inside) != TN_IS_MISSING) folder = inside;
    snprintf(path, sizeof path, "%s/_tvmdbg_graph_dump.json", folder);
    dump->graph = tunip_source_open(context, path, &why);
    if (!dump->graph) {
        tunip_error_set(error, why.code, "%s: %s", path, why.message);
        return false;
    }
    dump_reader r = {.dump = dump, .path = path, .error = error};
    size_t size = tunip_source_text(dump->graph).size;
    tunip_json_init(&r.json, tunip_source_text(dump->graph));
    /* a node takes at least two bytes of the file, an input three, a string its quotes */
    dump->texts = r.text = malloc(size + 1);
    dump->nodes = calloc(size / 2 + 1, sizeof *dump->nodes);
    dump->inputs = calloc(size / 2 + 1, sizeof *dump->inputs);
    dump->heads = calloc(size / 2 + 1, sizeof *dump->heads);
    bool fine = dump->texts && dump->nodes && dump->inputs && dump->heads;
    if (!fine) tn_no_memory(error);
    fine = fine && take_nodes(&r);
    snprintf(params, sizeof params, "%s/output_tensors.params", folder);
    fine = fine && dbg_params_load(context, params, &dump->params, error) && take_items(&r);
    if (fine) read_times(context, folder, dump);
    if (fine) read_places(context, around, dump);
    if (!fine) dbg_dump_free(dump);
    return fine;
}

const dbg_dumped *dbg_dump_item(const dbg_dump *dump, size_t node, size_t output)
{
    size_t low = 0, high = dump->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const dbg_dumped *at = &dump->items[middle];
        if (at->node < node || (at->node == node && at->output < output))
            low = middle + 1;
        else
            high = middle;
    }
    const dbg_dumped *at = &dump->items[low];
    return low < dump->count && at->node == node && at->output == output ? at : NULL;
}

void dbg_dump_free(dbg_dump *dump)
{
    dbg_params_free(&dump->params);
    tunip_source_free(dump->graph);
    free(dump->items);
    free(dump->nodes);
    free(dump->inputs);
    free(dump->heads);
    free(dump->texts);
    free(dump->times);
    free(dump->places);
    free(dump->place_texts);
    free(dump->belongs);
    free(dump->by_map);
    for (size_t i = 0; i < dump->owned_count; i++) free(dump->owned[i]);
    free(dump->owned);
    *dump = (dbg_dump){.graph = NULL};
}

/* ======== a dump without files ======== */

static tunip_str attr_of(const dbg_node *node, const char *key)
{
    tunip_str value = tunip_string_value(tunip_map_get(node->node->attrs, key));
    return value.size ? value : (tunip_str){"", 0};
}

static dbg_dumped_node node_of_plan(const dbg_node *at)
{
    dbg_dumped_node node = {.name = at->name, .layout = {"", 0}};
    node.op = at->kind == DBG_ARGUMENT ? tunip_str_from("param") : at->function;
    for (size_t i = 0; i < TUNIP_LEN(layouts); i++) {
        tunip_str value = attr_of(at, layouts[i]);
        if (value.size) node.layout = value;
    }
    node.weight_layout = attr_of(at, "kernel_layout");
    if (!node.weight_layout.size) node.weight_layout = attr_of(at, "weight_layout");
    return node;
}

bool dbg_dump_of(const dbg_record *record, dbg_dump *dump)
{
    const dbg_plan *plan = record->plan;
    size_t inputs = 0;
    for (size_t i = 0; i < plan->node_count; i++) inputs += plan->nodes[i].input_count;
    *dump = (dbg_dump){.node_count = plan->node_count};
    dump->nodes = calloc(plan->node_count + 1, sizeof *dump->nodes);
    dump->items = calloc(plan->entry_count + 1, sizeof *dump->items);
    dump->inputs = calloc(inputs + 1, sizeof *dump->inputs);
    dump->heads = calloc(plan->head_count + 1, sizeof *dump->heads);
    if (!dump->nodes || !dump->items || !dump->inputs || !dump->heads) {
        dbg_dump_free(dump);
        return false;
    }
    inputs = 0;
    for (size_t i = 0; i < plan->node_count; i++) {
        const dbg_node *at = &plan->nodes[i];
        dump->nodes[i] = node_of_plan(at);
        dump->nodes[i].first_input = inputs;
        dump->nodes[i].input_count = at->input_count;
        for (size_t k = 0; k < at->input_count; k++)
            dump->inputs[inputs++] = plan->entries[at->inputs[k]].node;
        for (size_t k = 0; k < at->output_count; k++) {
            const dbg_tensor *value = record->values[at->first_entry + k];
            if (value) dump->items[dump->count++] = (dbg_dumped){at->name, i, k, value};
        }
    }
    for (size_t i = 0; i < plan->head_count; i++)
        dump->heads[dump->head_count++] = plan->entries[plan->heads[i]].node;
    return true;
}
