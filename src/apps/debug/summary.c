/* summary.c -- the operators, shapes and memory of a graph, as text and as JSON. */
#include "summary.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "text.h"

/* ---- how often each function is called ---- */

typedef struct operator_use {
    tunip_str function;
    size_t calls;
    size_t bytes; /* of the outputs */
} operator_use;

static int by_name(const void *a, const void *b)
{
    tunip_str left = ((const operator_use *)a)->function;
    tunip_str right = ((const operator_use *)b)->function;
    int order = memcmp(left.data, right.data, left.size < right.size ? left.size : right.size);
    return order ? order : (left.size > right.size) - (left.size < right.size);
}

static int by_count(const void *a, const void *b)
{
    const operator_use *left = a, *right = b;
    if (left->calls != right->calls) return left->calls < right->calls ? 1 : -1;
    return by_name(a, b);
}

static size_t node_bytes(const dbg_plan *plan, const dbg_node *node)
{
    size_t sum = 0;
    for (size_t i = 0; i < node->output_count; i++)
        sum += plan->entries[node->first_entry + i].type.bytes;
    return sum;
}

/* The functions, most frequent first. The caller frees them. */
static operator_use *count_uses(const dbg_plan *plan, size_t *count)
{
    operator_use *uses = calloc(plan->node_count + 1, sizeof *uses);
    size_t calls = 0;
    *count = 0;
    for (size_t i = 0; uses && i < plan->node_count; i++) {
        const dbg_node *node = &plan->nodes[i];
        if (node->kind != DBG_ARGUMENT)
            uses[calls++] = (operator_use){node->function, 1, node_bytes(plan, node)};
    }
    if (uses) qsort(uses, calls, sizeof *uses, by_name);
    for (size_t i = 0; i < calls; i++) {
        operator_use *last = *count ? &uses[*count - 1] : NULL;
        if (last && tunip_str_equal(last->function, uses[i].function)) {
            last->calls++;
            last->bytes += uses[i].bytes;
        } else {
            uses[(*count)++] = uses[i];
        }
    }
    if (uses) qsort(uses, *count, sizeof *uses, by_count);
    return uses;
}

static size_t argument_bytes(const dbg_plan *plan)
{
    size_t sum = 0;
    for (size_t i = 0; i < plan->node_count; i++)
        if (plan->nodes[i].kind == DBG_ARGUMENT) sum += node_bytes(plan, &plan->nodes[i]);
    return sum;
}

static size_t count_kind(const dbg_plan *plan, dbg_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->node_count; i++) count += plan->nodes[i].kind == kind;
    return count;
}

/* ---- text ---- */

static void put_types(dbg_text *t, const dbg_plan *plan, const dbg_node *node)
{
    char type[DBG_TYPE_SIZE];
    for (size_t i = 0; i < node->output_count; i++) {
        dbg_tensor_type(&plan->entries[node->first_entry + i].type, type);
        dbg_put(t, "%s%s", i ? ", " : "", type);
    }
}

static void put_storages(dbg_text *t, const dbg_plan *plan, const dbg_node *node)
{
    for (size_t i = 0; i < node->output_count; i++) {
        const dbg_entry *entry = &plan->entries[node->first_entry + i];
        dbg_put(t, "%s%lld", i ? ", " : "", (long long)plan->storages[entry->storage].id);
    }
}

static void put_nodes(dbg_text *t, const dbg_plan *plan)
{
    dbg_put(t, "\nnodes:\n  %5s  %-7s %10s  %s\n", "node", "storage", "bytes", "name: output");
    for (size_t i = 0; i < plan->node_count; i++) {
        const dbg_node *node = &plan->nodes[i];
        dbg_put(t, "  %5zu  ", i);
        size_t begin = t->size;
        put_storages(t, plan, node);
        dbg_pad(t, begin + 7);
        dbg_put(t, " %10zu  ", node_bytes(plan, node));
        dbg_put_name(t, node->name);
        dbg_put(t, ": ");
        put_types(t, plan, node);
        dbg_put(t, "\n");
    }
}

static void put_memory(dbg_text *t, const dbg_plan *plan)
{
    size_t node, peak = dbg_plan_peak(plan, &node);
    dbg_put(t, "\nmemory:\n");
    dbg_put(t, "  %12zu bytes in %zu storages (the executor allocates them all)\n",
            dbg_plan_pool(plan), plan->storage_count);
    dbg_put(t, "  %12zu bytes without sharing\n", dbg_plan_unshared(plan));
    dbg_put(t, "  %12zu bytes of inputs and parameters\n", argument_bytes(plan));
    dbg_put(t, "  %12zu bytes in use at most, at node %zu", peak, node);
    if (plan->node_count) {
        dbg_put(t, " (");
        dbg_put_name(t, plan->nodes[node].name);
        dbg_put(t, ")");
    }
    dbg_put(t, "\n");
}

tunip_status dbg_write_summary(const dbg_plan *plan, tunip_write_fn write, void *user,
                               tunip_error *error)
{
    dbg_text text = {.data = NULL};
    size_t count;
    operator_use *uses = count_uses(plan, &count);
    dbg_put(&text, "%zu nodes: %zu inputs and parameters, %zu calls, %zu reshapes; %zu results\n",
            plan->node_count, count_kind(plan, DBG_ARGUMENT),
            count_kind(plan, DBG_CALL) + count_kind(plan, DBG_COPY), count_kind(plan, DBG_RESHAPE),
            plan->head_count);
    dbg_put(&text, "\noperators:\n  %5s %12s  %s\n", "calls", "bytes", "function");
    for (size_t i = 0; uses && i < count; i++) {
        dbg_put(&text, "  %5zu %12zu  ", uses[i].calls, uses[i].bytes);
        dbg_put_name(&text, uses[i].function);
        dbg_put(&text, "\n");
    }
    put_nodes(&text, plan);
    dbg_put(&text, "\nresults:\n");
    for (size_t i = 0; i < plan->head_count; i++) {
        const dbg_entry *entry = &plan->entries[plan->heads[i]];
        char type[DBG_TYPE_SIZE];
        dbg_tensor_type(&entry->type, type);
        dbg_put(&text, "  %5zu  %s of node %zu (", i, type, entry->node);
        dbg_put_name(&text, plan->nodes[entry->node].name);
        dbg_put(&text, ")\n");
    }
    put_memory(&text, plan);
    free(uses);
    return dbg_text_write(&text, write, user, error);
}

/* ---- JSON ---- */

static void put_size(tunip_json_writer *w, const char *key, size_t value)
{
    tunip_json_key(w, key);
    tunip_json_put_size(w, value);
}

static void put_string(tunip_json_writer *w, const char *key, tunip_str value)
{
    tunip_json_key(w, key);
    tunip_json_put_string(w, value);
}

static void put_output(tunip_json_writer *w, const dbg_plan *plan, const dbg_entry *entry)
{
    char dtype[TUNIP_DTYPE_NAME_SIZE];
    tunip_json_open(w, '{');
    put_string(w, "dtype", (tunip_str){dtype, tunip_dtype_legacy_name(entry->type.dtype, dtype)});
    tunip_json_key(w, "shape");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < entry->type.rank; i++) tunip_json_put_int(w, entry->type.dims[i]);
    tunip_json_close(w, ']');
    put_size(w, "bytes", entry->type.bytes);
    tunip_json_key(w, "storage");
    tunip_json_put_int(w, plan->storages[entry->storage].id);
    tunip_json_close(w, '}');
}

static void put_node(tunip_json_writer *w, const dbg_plan *plan, size_t index)
{
    const dbg_node *node = &plan->nodes[index];
    tunip_json_open(w, '{');
    put_size(w, "node", index);
    put_string(w, "name", node->name);
    if (node->function.size) put_string(w, "function", node->function);
    tunip_json_key(w, "inputs");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < node->input_count; i++) {
        const dbg_entry *input = &plan->entries[node->inputs[i]];
        tunip_json_open(w, '[');
        tunip_json_put_size(w, input->node);
        tunip_json_put_size(w, input->output);
        tunip_json_close(w, ']');
    }
    tunip_json_close(w, ']');
    tunip_json_key(w, "outputs");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < node->output_count; i++)
        put_output(w, plan, &plan->entries[node->first_entry + i]);
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
}

static void put_totals(tunip_json_writer *w, const dbg_plan *plan)
{
    size_t node, peak = dbg_plan_peak(plan, &node);
    tunip_json_key(w, "memory");
    tunip_json_open(w, '{');
    put_size(w, "storages", plan->storage_count);
    put_size(w, "pool_bytes", dbg_plan_pool(plan));
    put_size(w, "unshared_bytes", dbg_plan_unshared(plan));
    put_size(w, "argument_bytes", argument_bytes(plan));
    put_size(w, "peak_bytes", peak);
    put_size(w, "peak_node", node);
    tunip_json_close(w, '}');
}

static void put_operators(tunip_json_writer *w, const dbg_plan *plan)
{
    size_t count;
    operator_use *uses = count_uses(plan, &count);
    tunip_json_key(w, "operators");
    tunip_json_open(w, '[');
    for (size_t i = 0; uses && i < count; i++) {
        tunip_json_open(w, '{');
        put_string(w, "function", uses[i].function);
        put_size(w, "calls", uses[i].calls);
        put_size(w, "bytes", uses[i].bytes);
        tunip_json_close(w, '}');
    }
    tunip_json_close(w, ']');
    free(uses);
}

tunip_status dbg_write_summary_json(const dbg_plan *plan, tunip_write_fn write, void *user,
                                    tunip_error *error)
{
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    style.lines = 2;
    tunip_json_writer *w = tunip_json_writer_new(NULL, &style, write, user, error);
    tunip_json_open(w, '{');
    put_operators(w, plan);
    tunip_json_key(w, "nodes");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < plan->node_count; i++) put_node(w, plan, i);
    tunip_json_close(w, ']');
    tunip_json_key(w, "results");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < plan->head_count; i++) {
        tunip_json_open(w, '[');
        tunip_json_put_size(w, plan->entries[plan->heads[i]].node);
        tunip_json_put_size(w, plan->entries[plan->heads[i]].output);
        tunip_json_close(w, ']');
    }
    tunip_json_close(w, ']');
    put_totals(w, plan);
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
    return tunip_json_writer_end(w, error);
}

/* ---- the text of the graph, and a drawing ---- */

tunip_status dbg_write_graph(tunip_context *context, const tunip_node *root, tunip_write_fn write,
                             void *user, tunip_error *error)
{
    tunip_printed *printed = NULL;
    if (tunip_print(context, root, NULL, &printed, error) != TUNIP_OK) return error->code;
    tunip_str text = tunip_printed_text(printed);
    bool fine = write(text.data, text.size, user) == 0 && write("\n", 1, user) == 0;
    tunip_printed_free(printed);
    return fine ? TUNIP_OK : tunip_error_set(error, TUNIP_ERROR_CANCELLED, "cannot write");
}

static void put_edges(dbg_text *t, const dbg_plan *plan, size_t index)
{
    const dbg_node *node = &plan->nodes[index];
    char type[DBG_TYPE_SIZE];
    for (size_t i = 0; i < node->input_count; i++) {
        const dbg_entry *input = &plan->entries[node->inputs[i]];
        dbg_tensor_type(&input->type, type);
        dbg_put(t, "  n%zu -> n%zu [label=\"%s\"];\n", input->node, index, type);
    }
}

tunip_status dbg_write_dot(const dbg_plan *plan, tunip_write_fn write, void *user,
                           tunip_error *error)
{
    dbg_text text = {.data = NULL};
    dbg_put(&text, "digraph graph_executor {\n  node [shape=box, fontname=monospace];\n");
    for (size_t i = 0; i < plan->node_count; i++) {
        const dbg_node *node = &plan->nodes[i];
        dbg_put(&text, "  n%zu [label=\"%zu: ", i, i);
        dbg_put_quoted(&text, node->name);
        dbg_put(&text, "\\n");
        put_types(&text, plan, node);
        dbg_put(&text, "\"%s];\n", node->kind == DBG_ARGUMENT ? ", shape=ellipse" : "");
        put_edges(&text, plan, i);
    }
    for (size_t i = 0; i < plan->head_count; i++)
        dbg_put(&text, "  r%zu [label=\"result %zu\", shape=plaintext];\n  n%zu -> r%zu;\n", i, i,
                plan->entries[plan->heads[i]].node, i);
    dbg_put(&text, "}\n");
    return dbg_text_write(&text, write, user, error);
}
