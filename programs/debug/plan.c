/* plan.c -- a graph of the executor in flat arrays, its plan of memory, and its summaries. */
#include "plan.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "tensor.h"

/* ======== plan ======== */

/* Flattens a graph of the executor, and checks its plan of memory. */

/* The entry that a tensor is. */
typedef struct known {
    const tunip_node *tensor;
    size_t entry;
} known;

typedef struct planner {
    dbg_plan *plan;
    const tunip_executor_graph *graph;
    known *known; /* of all entries, by address */
    tunip_error *error;
} planner;

static bool fail_plan(planner *p, tunip_status code, const char *message)
{
    tunip_error_set(p->error, code, "%s", message);
    return false;
}

static int by_address(const void *a, const void *b)
{
    uintptr_t left = (uintptr_t)((const known *)a)->tensor;
    uintptr_t right = (uintptr_t)((const known *)b)->tensor;
    return (left > right) - (left < right);
}

/* ---- room for everything ---- */

static bool allocate(planner *p)
{
    dbg_plan *plan = p->plan;
    plan->graph = p->graph;
    size_t dims = 0, inputs = 0;
    plan->node_count = tunip_array_count(p->graph->nodes);
    for (size_t i = 0; i < plan->node_count; i++) {
        const tunip_executor_node *node = TUNIP_AS(tunip_executor_node, p->graph->nodes->items[i]);
        if (!node) return fail_plan(p, TUNIP_ERROR_FORMAT, "a node of the graph is missing");
        inputs += tunip_array_count(node->inputs);
        plan->entry_count += tunip_array_count(node->outputs);
        for (size_t k = 0; k < tunip_array_count(node->outputs); k++) {
            const tunip_executor_tensor *tensor =
                TUNIP_AS(tunip_executor_tensor, node->outputs->items[k]);
            if (!tensor) return fail_plan(p, TUNIP_ERROR_FORMAT, "an output of a node is missing");
            dims += tunip_array_count(tensor->shape);
        }
    }
    plan->arg_count = tunip_array_count(p->graph->args);
    plan->head_count = tunip_array_count(p->graph->heads);
    plan->nodes = calloc(plan->node_count + 1, sizeof *plan->nodes);
    plan->entries = calloc(plan->entry_count + 1, sizeof *plan->entries);
    plan->storages = calloc(plan->entry_count + 1, sizeof *plan->storages);
    plan->args = calloc(plan->arg_count + 1, sizeof *plan->args);
    plan->heads = calloc(plan->head_count + 1, sizeof *plan->heads);
    plan->inputs = calloc(inputs + 1, sizeof *plan->inputs);
    plan->dims = calloc(dims + 1, sizeof *plan->dims);
    p->known = calloc(plan->entry_count + 1, sizeof *p->known);
    if (plan->nodes && plan->entries && plan->storages && plan->args && plan->heads &&
        plan->inputs && plan->dims && p->known)
        return true;
    return tn_no_memory(p->error) == TUNIP_OK;
}

/* ---- nodes and entries ---- */

static bool add_entry(planner *p, const tunip_executor_tensor *tensor, size_t index, size_t node,
                      int64_t **dims)
{
    dbg_entry *entry = &p->plan->entries[index];
    entry->type.dtype = tensor->dtype;
    entry->type.rank = tunip_array_count(tensor->shape);
    entry->type.dims = *dims;
    for (size_t i = 0; i < entry->type.rank; i++) {
        const tunip_int *dim = TUNIP_AS(tunip_int, tensor->shape->items[i]);
        *(*dims)++ = dim ? dim->value : -1;
    }
    entry->node = node;
    entry->output = index - p->plan->nodes[node].first_entry;
    p->known[index] = (known){&tensor->base, index};
    if (dbg_tensor_measure(&entry->type)) return true;
    char type[DBG_TYPE_SIZE];
    dbg_tensor_type(&entry->type, type);
    tunip_error_set(p->error, TUNIP_ERROR_FORMAT, "node %zu, %.100s: an output cannot be %s", node,
                    p->plan->nodes[node].name.data, type);
    return false;
}

static void describe(dbg_node *out, const tunip_executor_node *node)
{
    static const tunip_str none = TUNIP_STR("");
    out->node = node;
    out->name = node->name ? tunip_string_value(node->name) : none;
    out->function = tunip_string_value(tunip_map_get(node->attrs, "func_name"));
    if (!tunip_str_is(tunip_string_value(node->op), "tvm_op"))
        out->function = none;
    else if (!out->function.size)
        out->function = out->name;
    out->kind = !out->function.size                     ? DBG_ARGUMENT
                : tunip_str_is(out->function, "__nop")  ? DBG_RESHAPE
                : tunip_str_is(out->function, "__copy") ? DBG_COPY
                                                        : DBG_CALL;
}

static bool add_nodes(planner *p)
{
    dbg_plan *plan = p->plan;
    int64_t *dims = plan->dims;
    size_t entry = 0;
    for (size_t i = 0; i < plan->node_count; i++) {
        const tunip_executor_node *node = (tunip_executor_node *)p->graph->nodes->items[i];
        describe(&plan->nodes[i], node);
        plan->nodes[i].first_entry = entry;
        plan->nodes[i].output_count = tunip_array_count(node->outputs);
        for (size_t k = 0; k < plan->nodes[i].output_count; k++, entry++)
            if (!add_entry(p, (const tunip_executor_tensor *)node->outputs->items[k], entry, i,
                           &dims))
                return false;
    }
    qsort(p->known, plan->entry_count, sizeof *p->known, by_address);
    return true;
}

/* Replaces tensors by the entries that they are. */
static bool find_entries(planner *p, const tunip_array *tensors, size_t *out)
{
    for (size_t i = 0; i < tunip_array_count(tensors); i++) {
        known key = {tensors->items[i], 0};
        const known *found = bsearch(&key, p->known, p->plan->entry_count, sizeof key, by_address);
        if (!found)
            return fail_plan(p, TUNIP_ERROR_FORMAT, "no node defines a tensor of the graph");
        out[i] = found->entry;
    }
    return true;
}

static bool add_uses(planner *p)
{
    dbg_plan *plan = p->plan;
    size_t *inputs = plan->inputs;
    for (size_t i = 0; i < plan->node_count; i++) {
        const tunip_array *tensors = plan->nodes[i].node->inputs;
        if (!find_entries(p, tensors, inputs)) return false;
        plan->nodes[i].inputs = inputs;
        plan->nodes[i].input_count = tunip_array_count(tensors);
        inputs += plan->nodes[i].input_count;
    }
    return find_entries(p, p->graph->args, plan->args) &&
           find_entries(p, p->graph->heads, plan->heads);
}

/* Each input has to be in arg_nodes: nothing sets the others. */
static bool check_arguments(planner *p)
{
    const dbg_plan *plan = p->plan;
    bool *given = calloc(plan->node_count + 1, sizeof *given);
    if (!given) return tn_no_memory(p->error) == TUNIP_OK;
    for (size_t i = 0; i < plan->arg_count; i++) given[plan->entries[plan->args[i]].node] = true;
    size_t node = 0;
    while (node < plan->node_count && (plan->nodes[node].kind != DBG_ARGUMENT || given[node]))
        node++;
    free(given);
    if (node == plan->node_count) return true;
    tunip_error_set(p->error, TUNIP_ERROR_FORMAT,
                    "node %zu, %.100s: an input that arg_nodes does not have", node,
                    plan->nodes[node].name.data);
    return false;
}

/* ---- memory ---- */

typedef struct claim {
    int64_t id;
    int64_t device;
    size_t entry;
} claim;

static int by_storage(const void *a, const void *b)
{
    const claim *left = a, *right = b;
    if (left->id != right->id) return left->id < right->id ? -1 : 1;
    return (left->entry > right->entry) - (left->entry < right->entry);
}

/* Numbers the storages densely, in the order of their ids. */
static bool add_storages(planner *p)
{
    dbg_plan *plan = p->plan;
    claim *claims = calloc(plan->entry_count + 1, sizeof *claims);
    if (!claims) return tn_no_memory(p->error) == TUNIP_OK;
    for (size_t i = 0; i < plan->entry_count; i++) {
        const tunip_executor_tensor *t = (const tunip_executor_tensor *)p->known[i].tensor;
        claims[i] = (claim){t->storage, t->device, p->known[i].entry};
    }
    qsort(claims, plan->entry_count, sizeof *claims, by_storage);
    bool fine = true;
    for (size_t i = 0; i < plan->entry_count; i++) {
        bool is_new = !i || claims[i].id != claims[i - 1].id;
        dbg_storage *storage = &plan->storages[plan->storage_count - !is_new];
        if (is_new) *storage = (dbg_storage){claims[i].id, 0, claims[i].device};
        plan->storage_count += is_new;
        dbg_entry *entry = &plan->entries[claims[i].entry];
        entry->storage = (size_t)(storage - plan->storages);
        if (entry->type.bytes > storage->bytes) storage->bytes = entry->type.bytes;
        if (fine && storage->device != claims[i].device)
            fine = fail_plan(p, TUNIP_ERROR_FORMAT, "a storage is on two devices");
    }
    free(claims);
    return fine;
}

/* Goes back over the nodes, so that the uses of a reshape are known when its input gets them. */
static void find_last_uses(dbg_plan *plan)
{
    for (size_t i = 0; i < plan->entry_count; i++) {
        size_t node = plan->entries[i].node;
        plan->entries[i].last_use = plan->nodes[node].kind == DBG_ARGUMENT ? 0 : node;
    }
    for (size_t i = 0; i < plan->head_count; i++) plan->entries[plan->heads[i]].last_use = SIZE_MAX;
    for (size_t i = plan->node_count; i-- > 0;) {
        const dbg_node *node = &plan->nodes[i];
        size_t use = i;
        if (node->kind == DBG_RESHAPE && node->output_count)
            use = plan->entries[node->first_entry].last_use;
        for (size_t k = 0; k < node->input_count; k++) {
            dbg_entry *input = &plan->entries[node->inputs[k]];
            if (input->last_use < use) input->last_use = use;
        }
    }
}

static bool check_reshapes(planner *p)
{
    const dbg_plan *plan = p->plan;
    for (size_t i = 0; i < plan->node_count; i++) {
        const dbg_node *node = &plan->nodes[i];
        if (node->kind != DBG_RESHAPE && node->kind != DBG_COPY) continue;
        bool fits = node->input_count == 1 && node->output_count == 1;
        const dbg_entry *from = fits ? &plan->entries[node->inputs[0]] : NULL;
        const dbg_entry *to = fits ? &plan->entries[node->first_entry] : NULL;
        fits = fits && from->type.bytes == to->type.bytes;
        if (fits && node->kind == DBG_RESHAPE) fits = from->storage == to->storage;
        if (fits) continue;
        tunip_error_set(p->error, TUNIP_ERROR_FORMAT, "node %zu, %.100s: %s", i, node->name.data,
                        node->kind == DBG_COPY
                            ? "__copy takes one tensor and makes one of the same size"
                            : "__nop takes one tensor and makes one of the same size in the "
                              "same storage");
        return false;
    }
    return true;
}

/* Whether no node writes to memory that a later node reads. An argument is in its storage before
 * the first node runs. */
static bool check_storages(planner *p)
{
    dbg_plan *plan = p->plan;
    size_t *owner = calloc(plan->storage_count + 1, sizeof *owner); /* entry + 1 */
    if (!owner) return tn_no_memory(p->error) == TUNIP_OK;
    const dbg_entry *lost = NULL, *writer = NULL;
    for (size_t pass = 0; pass < 2 && !lost; pass++)
        for (size_t i = 0; i < plan->entry_count && !lost; i++) {
            const dbg_entry *entry = &plan->entries[i];
            dbg_kind kind = plan->nodes[entry->node].kind;
            if ((kind == DBG_ARGUMENT) == (pass == 1) || kind == DBG_RESHAPE) continue;
            size_t *slot = &owner[entry->storage];
            const dbg_entry *before = *slot ? &plan->entries[*slot - 1] : NULL;
            bool is_read = before && (pass == 0 || before->last_use > entry->node ||
                                      before->node == entry->node);
            if (is_read) lost = before, writer = entry;
            *slot = i + 1;
        }
    free(owner);
    if (!lost) return true;
    tunip_error_set(p->error, TUNIP_ERROR_FORMAT,
                    "storage %lld: node %zu, %.80s, overwrites the output of node %zu, %.80s, "
                    "which is still needed",
                    (long long)plan->storages[lost->storage].id, writer->node,
                    plan->nodes[writer->node].name.data, lost->node,
                    plan->nodes[lost->node].name.data);
    return false;
}

static bool check_sum(planner *p)
{
    size_t sum = 0;
    for (size_t i = 0; i < p->plan->entry_count; i++) {
        size_t bytes = p->plan->entries[i].type.bytes;
        if (bytes > PTRDIFF_MAX / 4 - sum)
            return fail_plan(p, TUNIP_ERROR_FORMAT, "the tensors are larger than any memory");
        sum += bytes;
    }
    return true;
}

/* ---- the plan ---- */

dbg_plan *dbg_plan_new(const tunip_node *root, tunip_error *error)
{
    planner p = {.graph = TUNIP_AS(tunip_executor_graph, root), .error = error};
    p.plan = calloc(1, sizeof *p.plan);
    bool fine = p.plan || tn_no_memory(error) == TUNIP_OK;
    if (!p.graph)
        fine = fail_plan(&p, TUNIP_ERROR_FORMAT, "this is not a graph of the graph executor");
    fine = fine && allocate(&p) && add_nodes(&p) && add_uses(&p) && check_arguments(&p) &&
           add_storages(&p) && check_sum(&p) && check_reshapes(&p);
    if (fine) find_last_uses(p.plan);
    fine = fine && check_storages(&p);
    free(p.known);
    if (fine) return p.plan;
    dbg_plan_free(p.plan);
    return NULL;
}

void dbg_plan_free(dbg_plan *plan)
{
    if (!plan) return;
    free(plan->nodes);
    free(plan->entries);
    free(plan->storages);
    free(plan->args);
    free(plan->heads);
    free(plan->inputs);
    free(plan->dims);
    free(plan);
}

dbg_plan *dbg_plan_open(const tunip_context *context, const char *path, tunip_graph **graph,
                        tunip_error *error)
{
    tunip_error why = TUNIP_ERROR_INIT;
    *graph = tunip_read_file(context, path, &why);
    dbg_plan *plan = *graph ? dbg_plan_new(tunip_graph_root(*graph), &why) : NULL;
    if (plan) return plan;
    tunip_graph_free(*graph);
    *graph = NULL;
    if (why.line)
        tunip_error_set(error, why.code, "%s:%zu:%zu: %s", path, why.line, why.column, why.message);
    else
        tunip_error_set(error, why.code, "%s: %s", path, why.message);
    return NULL;
}

static bool find_name(tunip_str word, size_t node_count, dbg_name_fn name, const void *of,
                      size_t *node)
{
    for (*node = 0; *node < node_count; (*node)++)
        if (tunip_str_equal(name(of, *node), word)) return true;
    return false;
}

/* Reads the mark before the number of an output, and the number, which end a word. */
static bool read_output(const char *text, char mark, size_t *output)
{
    char *end;
    if (*text != mark || !tunip_is_digit(text[1])) return false;
    *output = (size_t)strtoull(text + 1, &end, 10);
    return !*end;
}

bool dbg_output_find(const char *word, size_t node_count, dbg_name_fn name, const void *of,
                     size_t *node, size_t *output)
{
    const char *digits = word + (*word == '%'), *colon = strrchr(word, ':');
    *output = 0;
    if (find_name(tunip_str_from(word), node_count, name, of, node)) return true;
    if (tunip_is_digit(*digits)) {
        char *end;
        *node = (size_t)strtoull(digits, &end, 10);
        bool is_alone = !*end && digits > word;
        if ((is_alone || read_output(end, '.', output)) && *node < node_count) return true;
    }
    return colon && read_output(colon, ':', output) &&
           find_name((tunip_str){word, (size_t)(colon - word)}, node_count, name, of, node);
}

size_t dbg_plan_argument(const dbg_plan *plan, tunip_str name)
{
    for (size_t i = plan->arg_count; i-- > 0;)
        if (tunip_str_equal(plan->nodes[plan->entries[plan->args[i]].node].name, name)) return i;
    return SIZE_MAX;
}

/* ---- sizes ---- */

/* TVM allocates whole floats. */
size_t dbg_plan_pool(const dbg_plan *plan)
{
    size_t sum = 0;
    for (size_t i = 0; i < plan->storage_count; i++) sum += (plan->storages[i].bytes + 3) / 4 * 4;
    return sum;
}

static size_t plan_unshared(const dbg_plan *plan)
{
    size_t sum = 0;
    for (size_t i = 0; i < plan->entry_count; i++)
        if (plan->nodes[plan->entries[i].node].kind != DBG_RESHAPE)
            sum += plan->entries[i].type.bytes;
    return sum;
}

bool dbg_plan_live(const dbg_plan *plan, size_t *live)
{
    size_t now = 0;
    size_t *ends = calloc(plan->node_count + 1, sizeof *ends); /* bytes that node i frees */
    for (size_t i = 0; ends && i < plan->entry_count; i++) {
        const dbg_entry *entry = &plan->entries[i];
        dbg_kind kind = plan->nodes[entry->node].kind;
        if (kind == DBG_ARGUMENT) now += entry->type.bytes;
        if ((kind == DBG_CALL || kind == DBG_COPY) && entry->last_use != SIZE_MAX)
            ends[entry->last_use] += entry->type.bytes;
    }
    for (size_t i = 0; ends && i < plan->node_count; i++) {
        const dbg_node *at = &plan->nodes[i];
        bool makes = at->kind == DBG_CALL || at->kind == DBG_COPY;
        for (size_t k = 0; k < at->output_count && makes; k++)
            now += plan->entries[at->first_entry + k].type.bytes;
        live[i] = now;
        now -= ends[i];
    }
    bool fine = ends != NULL;
    free(ends);
    return fine;
}

size_t dbg_plan_peak(const dbg_plan *plan, size_t *node)
{
    size_t peak = 0, *live = calloc(plan->node_count + 1, sizeof *live);
    bool fine = live && dbg_plan_live(plan, live);
    *node = 0;
    for (size_t i = 0; fine && i < plan->node_count; i++)
        if (live[i] > peak) peak = live[i], *node = i;
    free(live);
    return peak;
}

/* ======== summary ======== */

/* The operators, shapes and memory of a graph, as text and as JSON. */

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

static void put_types(tn_text *t, const dbg_plan *plan, const dbg_node *node)
{
    char type[DBG_TYPE_SIZE];
    for (size_t i = 0; i < node->output_count; i++) {
        dbg_tensor_type(&plan->entries[node->first_entry + i].type, type);
        tn_text_say(t, "%s%s", i ? ", " : "", type);
    }
}

static void put_storages(tn_text *t, const dbg_plan *plan, const dbg_node *node)
{
    for (size_t i = 0; i < node->output_count; i++) {
        const dbg_entry *entry = &plan->entries[node->first_entry + i];
        tn_text_say(t, "%s%lld", i ? ", " : "", (long long)plan->storages[entry->storage].id);
    }
}

static void put_nodes(tn_text *t, const dbg_plan *plan)
{
    tn_text_say(t, "\nnodes:\n  %5s  %-7s %10s  %s\n", "node", "storage", "bytes", "name: output");
    for (size_t i = 0; i < plan->node_count; i++) {
        const dbg_node *node = &plan->nodes[i];
        tn_text_say(t, "  %5zu  ", i);
        size_t begin = t->bytes.count;
        put_storages(t, plan, node);
        tn_text_pad(t, begin + 7);
        tn_text_say(t, " %10zu  ", node_bytes(plan, node));
        tn_text_put_visible(t, node->name);
        tn_text_say(t, ": ");
        put_types(t, plan, node);
        tn_text_say(t, "\n");
    }
}

static void put_memory(tn_text *t, const dbg_plan *plan)
{
    size_t node, peak = dbg_plan_peak(plan, &node);
    tn_text_say(t, "\nmemory:\n");
    tn_text_say(t, "  %12zu bytes in %zu storages (the executor allocates them all)\n",
                dbg_plan_pool(plan), plan->storage_count);
    tn_text_say(t, "  %12zu bytes without sharing\n", plan_unshared(plan));
    tn_text_say(t, "  %12zu bytes of inputs and parameters\n", argument_bytes(plan));
    tn_text_say(t, "  %12zu bytes in use at most, at node %zu", peak, node);
    if (plan->node_count) {
        tn_text_say(t, " (");
        tn_text_put_visible(t, plan->nodes[node].name);
        tn_text_say(t, ")");
    }
    tn_text_say(t, "\n");
}

tunip_status dbg_write_summary(const dbg_plan *plan, tunip_write_fn write, void *user,
                               tunip_error *error)
{
    tn_text text = {.failed = false};
    size_t count;
    operator_use *uses = count_uses(plan, &count);
    tn_text_say(&text,
                "%zu nodes: %zu inputs and parameters, %zu calls, %zu reshapes; %zu results\n",
                plan->node_count, count_kind(plan, DBG_ARGUMENT),
                count_kind(plan, DBG_CALL) + count_kind(plan, DBG_COPY),
                count_kind(plan, DBG_RESHAPE), plan->head_count);
    tn_text_say(&text, "\noperators:\n  %5s %12s  %s\n", "calls", "bytes", "function");
    for (size_t i = 0; uses && i < count; i++) {
        tn_text_say(&text, "  %5zu %12zu  ", uses[i].calls, uses[i].bytes);
        tn_text_put_visible(&text, uses[i].function);
        tn_text_say(&text, "\n");
    }
    put_nodes(&text, plan);
    tn_text_say(&text, "\nresults:\n");
    for (size_t i = 0; i < plan->head_count; i++) {
        const dbg_entry *entry = &plan->entries[plan->heads[i]];
        char type[DBG_TYPE_SIZE];
        dbg_tensor_type(&entry->type, type);
        tn_text_say(&text, "  %5zu  %s of node %zu (", i, type, entry->node);
        tn_text_put_visible(&text, plan->nodes[entry->node].name);
        tn_text_say(&text, ")\n");
    }
    put_memory(&text, plan);
    free(uses);
    return tn_text_end(&text, write, user, error);
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
    put_size(w, "unshared_bytes", plan_unshared(plan));
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

static void put_edges(tn_text *t, const dbg_plan *plan, size_t index)
{
    const dbg_node *node = &plan->nodes[index];
    char type[DBG_TYPE_SIZE];
    for (size_t i = 0; i < node->input_count; i++) {
        const dbg_entry *input = &plan->entries[node->inputs[i]];
        dbg_tensor_type(&input->type, type);
        tn_text_say(t, "  n%zu -> n%zu [label=\"%s\"];\n", input->node, index, type);
    }
}

tunip_status dbg_write_dot(const dbg_plan *plan, tunip_write_fn write, void *user,
                           tunip_error *error)
{
    tn_text text = {.failed = false};
    tn_text_say(&text, "digraph graph_executor {\n  node [shape=box, fontname=monospace];\n");
    for (size_t i = 0; i < plan->node_count; i++) {
        const dbg_node *node = &plan->nodes[i];
        tn_text_say(&text, "  n%zu [label=\"%zu: ", i, i);
        tn_text_put_escaped(&text, node->name, &tn_escape_json);
        tn_text_say(&text, "\\n");
        put_types(&text, plan, node);
        tn_text_say(&text, "\"%s];\n", node->kind == DBG_ARGUMENT ? ", shape=ellipse" : "");
        put_edges(&text, plan, i);
    }
    for (size_t i = 0; i < plan->head_count; i++)
        tn_text_say(&text, "  r%zu [label=\"result %zu\", shape=plaintext];\n  n%zu -> r%zu;\n", i,
                    i, plan->entries[plan->heads[i]].node, i);
    tn_text_say(&text, "}\n");
    return tn_text_end(&text, write, user, error);
}
