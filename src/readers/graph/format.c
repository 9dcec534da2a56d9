/* format.c -- graph.json of TVM's graph executor as a format: its members become nodes. Each number
 * of a node, an output or a row is checked, so that code that runs the graph need not. */
#include "../readers.h"
#include "parse.h"

static bool fail_at(gj_file *f, size_t begin, size_t end, const char *message)
{
    return tunip_input_fail(f->input, TUNIP_ERROR_FORMAT, begin, end, "%s", message) == TUNIP_OK;
}

/* ---- the number of each entry ---- */

/* The first entry of each node, and the number of entries behind the last one. NULL after an
 * error. */
static size_t *number_entries(gj_file *f)
{
    size_t count = f->nodes.count, entries = 0;
    size_t *first = tunip_scratch_alloc(f->scratch, (count + 1) * sizeof *first);
    if (!first) tunip_input_fail(f->input, TUNIP_ERROR_MEMORY, 0, 0, "out of memory");
    for (size_t i = 0; first && i < count; i++) {
        first[i] = entries;
        entries += (size_t)f->nodes.items[i].output_count.value;
    }
    if (first) first[count] = entries;
    return first;
}

static bool check_rows(gj_file *f, const size_t *first)
{
    if (f->rows.count != f->nodes.count + 1)
        return tunip_input_fail(f->input, TUNIP_ERROR_FORMAT, 0, 1,
                                "node_row_ptr has %zu numbers for %zu nodes, and not one more",
                                f->rows.count, f->nodes.count) == TUNIP_OK;
    for (size_t i = 0; i < f->rows.count; i++) {
        const gj_int *row = &f->rows.items[i];
        if (row->value < 0 || (uint64_t)row->value != first[i])
            return tunip_input_fail(f->input, TUNIP_ERROR_FORMAT, row->begin, row->end,
                                    "the nodes before have %zu outputs", first[i]) == TUNIP_OK;
    }
    return true;
}

static bool check_counts(gj_file *f, size_t entries)
{
    const struct {
        const char *name;
        size_t count;
        bool given;
    } lists[] = {{"dltype", f->dtypes.count, true},
                 {"shape", f->shapes.count, true},
                 {"storage_id", f->storages.count, true},
                 {"device_index", f->devices.count, f->devices.count != 0},
                 {"storage_scope", f->scopes.count, f->scopes.count != 0}};
    for (size_t i = 0; i < TUNIP_LEN(lists); i++)
        if (lists[i].given && lists[i].count != entries)
            return tunip_input_fail(f->input, TUNIP_ERROR_FORMAT, 0, 1,
                                    "attrs.%s has %zu elements, and the nodes have %zu outputs",
                                    lists[i].name, lists[i].count, entries) == TUNIP_OK;
    return true;
}

/* ---- nodes ---- */

static tunip_node *make_shape(gj_file *f, const gj_shape *shape)
{
    size_t mark = tunip_assembler_list(f->assembler);
    for (size_t i = 0; i < shape->count; i++) {
        const gj_int *dim = &f->dims.items[shape->first + i];
        if (dim->value < 0) {
            fail_at(f, dim->begin, dim->end, "an extent is negative");
            return NULL;
        }
        tunip_assembler_at(f->assembler, dim->begin, dim->end);
        tunip_assembler_item(f->assembler, tunip_int_new(f->input->graph, dim->value));
    }
    tunip_assembler_at(f->assembler, shape->begin, shape->end);
    return tunip_assembler_array(f->assembler, mark);
}

static tunip_node *make_tensor(gj_file *f, size_t entry)
{
    tunip_assembler *a = f->assembler;
    const gj_text *name = &f->dtypes.items[entry];
    const gj_int *storage = &f->storages.items[entry];
    const gj_int *device = f->devices.count ? &f->devices.items[entry] : NULL;
    tunip_dtype dtype;
    bool known = tunip_dtype_legacy_parse(name->value, &dtype) && dtype.bits && dtype.lanes > 0;
    if (!known && !fail_at(f, name->begin, name->end, "a tensor cannot have this dtype"))
        return NULL;
    if (storage->value < 0 && !fail_at(f, storage->begin, storage->end, "the number is negative"))
        return NULL;
    tunip_node *shape = make_shape(f, &f->shapes.items[entry]);
    if (!shape) return NULL;
    tunip_assembler_begin(a, (tunip_str)TUNIP_STR("graph_executor.Tensor"));
    tunip_assembler_set_dtype(a, "dtype", dtype);
    tunip_assembler_set(a, "shape", shape);
    tunip_assembler_set_int(a, "storage", storage->value);
    tunip_assembler_set_int(a, "device", device ? device->value : 1);
    if (f->scopes.count && f->scopes.items[entry].value.size)
        tunip_assembler_set_string(a, "scope", f->scopes.items[entry].value);
    return tunip_assembler_end(a);
}

/* The tensor to which an entry of the file refers, of a node before number `limit`. */
static tunip_node *tensor_at(gj_file *f, const gj_entry *entry, size_t limit, const size_t *first,
                             tunip_node *const *tensors)
{
    const gj_int *node = &entry->node, *index = &entry->index, *wrong = node;
    const char *problem = NULL;
    if (node->value < 0 || (uint64_t)node->value >= f->nodes.count)
        problem = "there is no node of this number";
    else if ((uint64_t)node->value >= limit)
        problem = "the node comes later";
    else if (index->value < 0 || index->value >= f->nodes.items[node->value].output_count.value)
        wrong = index, problem = "the node has no output of this number";
    if (problem) fail_at(f, wrong->begin, wrong->end, problem);
    return problem ? NULL : tensors[first[node->value] + (size_t)index->value];
}

static tunip_node *make_inputs(gj_file *f, size_t index, const size_t *first,
                               tunip_node *const *tensors)
{
    const gj_node *node = &f->nodes.items[index];
    size_t mark = tunip_assembler_list(f->assembler);
    for (size_t i = 0; i < node->input_count; i++) {
        const gj_entry *entry = &f->inputs.items[node->first_input + i];
        tunip_node *tensor = tensor_at(f, entry, index, first, tensors);
        if (!tensor) return NULL;
        tunip_assembler_item(f->assembler, tensor);
    }
    return tunip_assembler_array(f->assembler, mark);
}

/* The executor does not use the order of these nodes, so they may come later. */
static tunip_node *make_deps(gj_file *f, const gj_node *node)
{
    size_t mark = tunip_assembler_list(f->assembler);
    for (size_t i = 0; i < node->dep_count; i++) {
        const gj_int *dep = &f->deps.items[node->first_dep + i];
        if (dep->value < 0 || (uint64_t)dep->value >= f->nodes.count) {
            fail_at(f, dep->begin, dep->end, "there is no node of this number");
            return NULL;
        }
        tunip_assembler_at(f->assembler, dep->begin, dep->end);
        tunip_assembler_item(f->assembler, tunip_int_new(f->input->graph, dep->value));
    }
    return tunip_assembler_array(f->assembler, mark);
}

static tunip_node *make_node(gj_file *f, size_t index, const size_t *first, tunip_node **tensors)
{
    tunip_assembler *a = f->assembler;
    const gj_node *node = &f->nodes.items[index];
    size_t mark = tunip_assembler_list(a);
    for (size_t entry = first[index]; entry < first[index + 1]; entry++) {
        tensors[entry] = make_tensor(f, entry);
        if (!tensors[entry]) return NULL;
        tunip_assembler_item(a, tensors[entry]);
    }
    tunip_node *outputs = tunip_assembler_array(a, mark);
    tunip_node *inputs = make_inputs(f, index, first, tensors);
    tunip_node *deps = node->has_deps ? make_deps(f, node) : NULL;
    if (!outputs || !inputs || (node->has_deps && !deps)) return NULL;
    tunip_assembler_at(a, node->begin, node->end);
    tunip_assembler_begin(a, (tunip_str)TUNIP_STR("graph_executor.Node"));
    tunip_assembler_set_string(a, "op", node->op.value);
    tunip_assembler_set_string(a, "name", node->name.value);
    if (node->attrs) tunip_assembler_set(a, "attrs", node->attrs);
    tunip_assembler_set(a, "inputs", inputs);
    tunip_assembler_set(a, "outputs", outputs);
    if (deps) tunip_assembler_set(a, "control_deps", deps);
    return tunip_assembler_end(a);
}

/* ---- the graph ---- */

static tunip_node *make_nodes(gj_file *f, const size_t *first, tunip_node **tensors)
{
    size_t mark = tunip_assembler_list(f->assembler);
    for (size_t i = 0; i < f->nodes.count; i++) {
        const gj_node *node = &f->nodes.items[i];
        bool is_call = tunip_str_is(node->op.value, "tvm_op");
        if (!is_call && !tunip_str_is(node->op.value, "null") &&
            !fail_at(f, node->op.begin, node->op.end, "expected `null` or `tvm_op`"))
            return NULL;
        if (!is_call && node->output_count.value != 1 &&
            !fail_at(f, node->output_count.begin, node->output_count.end,
                     "an input has one output"))
            return NULL;
        tunip_node *made = make_node(f, i, first, tensors);
        if (!made) return NULL;
        tunip_assembler_item(f->assembler, made);
    }
    return tunip_assembler_array(f->assembler, mark);
}

static tunip_node *make_arguments(gj_file *f, const size_t *first, tunip_node *const *tensors)
{
    size_t mark = tunip_assembler_list(f->assembler);
    for (size_t i = 0; i < f->arguments.count; i++) {
        const gj_int *number = &f->arguments.items[i];
        bool exists = number->value >= 0 && (uint64_t)number->value < f->nodes.count;
        if (!exists || !tunip_str_is(f->nodes.items[number->value].op.value, "null")) {
            fail_at(f, number->begin, number->end, "no input is the node of this number");
            return NULL;
        }
        tunip_assembler_item(f->assembler, tensors[first[number->value]]);
    }
    return tunip_assembler_array(f->assembler, mark);
}

/* Sets a field to members that are kept as JSON. */
static bool set_others(gj_file *f, const char *field, const gj_json *items, size_t count)
{
    tunip_assembler *a = f->assembler;
    size_t mark = tunip_assembler_list(a);
    for (size_t i = 0; i < count; i++) {
        tunip_assembler_at(a, items[i].key.begin, items[i].value.end);
        tunip_assembler_item(a, tunip_assembler_string(a, items[i].key.value));
        tunip_assembler_item(a, tunip_assembler_string(a, items[i].value.value));
    }
    tunip_node *map = tunip_assembler_map(a, mark);
    if (map && count) tunip_assembler_set(a, field, map);
    return map != NULL;
}

static tunip_node *make_graph(gj_file *f, const size_t *first)
{
    size_t entries = first[f->nodes.count];
    tunip_assembler *a = f->assembler;
    tunip_node **tensors = tunip_scratch_alloc(f->scratch, (entries + 1) * sizeof *tensors);
    if (!tensors) tunip_input_fail(f->input, TUNIP_ERROR_MEMORY, 0, 0, "out of memory");
    tunip_node *nodes = tensors ? make_nodes(f, first, tensors) : NULL;
    tunip_node *args = nodes ? make_arguments(f, first, tensors) : NULL;
    if (!args) return NULL;
    size_t mark = tunip_assembler_list(a);
    for (size_t i = 0; i < f->heads.count; i++) {
        tunip_node *tensor = tensor_at(f, &f->heads.items[i], f->nodes.count, first, tensors);
        if (!tensor) return NULL;
        tunip_assembler_item(a, tensor);
    }
    tunip_node *heads = tunip_assembler_array(a, mark);
    tunip_assembler_at(a, 0, tunip_source_text(f->input->source).size);
    tunip_assembler_begin(a, (tunip_str)TUNIP_STR("graph_executor.Graph"));
    tunip_assembler_set(a, "nodes", nodes);
    tunip_assembler_set(a, "args", args);
    tunip_assembler_set(a, "heads", heads);
    bool fine = set_others(f, "members", f->members.items, f->members.count) &&
                set_others(f, "attrs", f->attrs.items, f->attrs.count);
    return fine ? tunip_assembler_end(a) : NULL;
}

/* ---- the format ---- */

static tunip_status read_graph(const tunip_input *input)
{
    gj_file file = {.input = input, .scratch = tunip_graph_scratch(input->graph)};
    file.assembler = tunip_assembler_new(input);
    if (!file.assembler) return TUNIP_ERROR_MEMORY;
    tunip_json_init(&file.json, tunip_source_text(input->source));
    size_t *first = gj_parse(&file) ? number_entries(&file) : NULL;
    bool fine = first && check_counts(&file, first[file.nodes.count]) && check_rows(&file, first);
    tunip_node *root = fine ? make_graph(&file, first) : NULL;
    if (root && input->error->code == TUNIP_OK) return tunip_assembler_finish(file.assembler, root);
    tunip_assembler_free(file.assembler);
    if (input->error->code == TUNIP_OK)
        tunip_input_fail(input, TUNIP_ERROR_MEMORY, 0, 0, "out of memory");
    return input->error->code;
}

/* Finds `word` in *text and moves *text behind it. */
static bool find(tunip_str *text, const char *word)
{
    size_t size = strlen(word);
    for (size_t i = 0; i + size <= text->size; i++)
        if (memcmp(text->data + i, word, size) == 0) {
            *text = (tunip_str){text->data + i + size, text->size - i - size};
            return true;
        }
    return false;
}

static bool skip(tunip_str *text, const char *word)
{
    size_t size = strlen(word);
    while (text->size && strchr(" \t\r\n", *text->data))
        *text = (tunip_str){text->data + 1, text->size - 1};
    if (text->size < size || memcmp(text->data, word, size) != 0) return false;
    *text = (tunip_str){text->data + size, text->size - size};
    return true;
}

/* No other format begins with these members. Else the first node says which op it is: in saved
 * graphs `op` is a number. */
static tunip_sniff sniff(tunip_str head)
{
    static const char *const own[] = {"\"arg_nodes\"", "\"heads\"", "\"node_row_ptr\""};
    if (!skip(&head, "{")) return TUNIP_SNIFF_NO;
    for (size_t i = 0; i < TUNIP_LEN(own); i++) {
        tunip_str rest = head;
        if (skip(&rest, own[i])) return TUNIP_SNIFF_SURE;
    }
    for (int i = 0; i < 4 && find(&head, "\"op\""); i++) {
        tunip_str rest = head;
        if (skip(&rest, ":") && (skip(&rest, "\"null\"") || skip(&rest, "\"tvm_op\"")))
            return TUNIP_SNIFF_SURE;
    }
    return TUNIP_SNIFF_NO;
}

const tunip_format tunip_format_graph = {
    .abi = TUNIP_FORMAT_ABI,
    .size = sizeof(tunip_format),
    .name = "graph-json",
    .summary = "graph.json of TVM's graph executor",
    .sniff = sniff,
    .read = read_graph,
};
