/* graph.c -- the dialect of TVM's graph executor: its types, and its text, one line for each node:
 *
 *     data: float32[1, 8]  # storage 0
 *     %1: float32[1, 4] = fused_dense(data, p0)  # storage 1
 *     return %1
 *
 * The number of a node is its place in the file. */
#include <tunip/ext/dialect.h>
#include <tunip/tvm/graph_executor.h>

/* ---- types ---- */

/* clang-format off */
static const tunip_field tunip_executor_tensor_fields[] = {
    TUNIP_FIELD_DTYPE(tunip_executor_tensor, dtype, 0),
    TUNIP_FIELD_ARRAY(tunip_executor_tensor, shape, tunip_int, 0),
    TUNIP_FIELD_INT(tunip_executor_tensor, storage, 0),
    TUNIP_FIELD_INT(tunip_executor_tensor, device, TUNIP_FLAG_DEFAULT),
    TUNIP_FIELD_NODE(tunip_executor_tensor, scope, tunip_string, TUNIP_FLAG_OPTIONAL),
};
TUNIP_TYPE(tunip_executor_tensor, "graph_executor.Tensor", NULL, FREE_VAR, TUNIP_TYPE_VARIABLE,
           NULL);

static const tunip_field tunip_executor_node_fields[] = {
    TUNIP_FIELD_NODE(tunip_executor_node, op, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_executor_node, name, tunip_string, 0),
    TUNIP_FIELD_MAP(tunip_executor_node, attrs, tunip_string, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_executor_node, inputs, tunip_executor_tensor, 0),
    TUNIP_FIELD_ARRAY(tunip_executor_node, outputs, tunip_executor_tensor, TUNIP_FLAG_DEF),
    TUNIP_FIELD_ARRAY(tunip_executor_node, control_deps, tunip_int, TUNIP_FLAG_OPTIONAL),
};
TUNIP_TYPE(tunip_executor_node, "graph_executor.Node", NULL, TREE, 0, NULL);

static const tunip_field tunip_executor_graph_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_executor_graph, nodes, tunip_executor_node, 0),
    TUNIP_FIELD_ARRAY(tunip_executor_graph, args, tunip_executor_tensor, 0),
    TUNIP_FIELD_ARRAY(tunip_executor_graph, heads, tunip_executor_tensor, 0),
    TUNIP_FIELD_MAP(tunip_executor_graph, members, tunip_string, tunip_string,
                    TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_MAP(tunip_executor_graph, attrs, tunip_string, tunip_string, TUNIP_FLAG_OPTIONAL),
};
TUNIP_TYPE(tunip_executor_graph, "graph_executor.Graph", NULL, TREE, 0, NULL);
/* clang-format on */

static tunip_type *const types[] = {&tunip_executor_tensor_type, &tunip_executor_node_type,
                                    &tunip_executor_graph_type};

/* ---- tensors ---- */

/* Where a tensor that a call makes is: its name is %3, or %3.1 if the call makes several. */
typedef struct place {
    size_t node;
    size_t output;
    bool alone;
} place;

static const tunip_doc *name_place(tunip_docsifier *d, const void *user)
{
    const place *at = user;
    tunip_str name = at->alone ? tunip_doc_format(d, "%%%zu", at->node)
                               : tunip_doc_format(d, "%%%zu.%zu", at->node, at->output);
    return tunip_doc_id_new(d, name, NULL);
}

/* float32[1, 8] */
static const tunip_doc *write_type(tunip_docsifier *d, const tunip_executor_tensor *tensor,
                                   const tunip_path *path)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    tunip_str dtype = {name, tunip_dtype_legacy_name(tensor->dtype, name)};
    const tunip_path *shape_path = tunip_path_attr(d, path, "shape");
    const tunip_doc *id =
        tunip_doc_id_new(d, tunip_doc_text(d, dtype), tunip_path_attr(d, path, "dtype"));
    if (!tunip_array_count(tensor->shape))
        return tunip_doc_index_new(d, id, TUNIP_DOCS(d, tunip_doc_tuple_new(d, tunip_docs_none())));
    return tunip_doc_index_new(d, id, tunip_docsify_items(d, tensor->shape, shape_path));
}

static const tunip_doc *write_dim(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    return tunip_doc_int(d, ((const tunip_int *)node)->value, path);
}

/* A use of a tensor that no node defines prints its type. */
static const tunip_doc *write_tensor(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path)
{
    const tunip_doc *known = tunip_variable(d, node);
    if (known) return known;
    tunip_report(d, TUNIP_ISSUE_UNDEFINED, path, "no node defines this tensor");
    return write_type(d, (const tunip_executor_tensor *)node, path);
}

/* ---- nodes ---- */

static tunip_str attr(const tunip_executor_node *node, const char *key)
{
    return tunip_string_value(tunip_map_get(node->attrs, key));
}

/* Attributes that the rest of the line shows, and a hash, which says nothing to people. */
static bool is_silent(tunip_str key, tunip_str value)
{
    static const char *const silent[] = {"num_outputs", "num_inputs", "func_name", "hash"};
    for (size_t i = 0; i < TUNIP_LEN(silent); i++)
        if (tunip_str_is(key, silent[i])) return true;
    return tunip_str_is(key, "flatten_data") && tunip_str_is(value, "0");
}

/* fused_dense(%1, p0, weight_layout="NC8n") */
static const tunip_doc *write_call(tunip_docsifier *d, const tunip_executor_node *node,
                                   const tunip_path *path)
{
    const tunip_path *attrs = tunip_path_attr(d, path, "attrs");
    size_t count = 0, most = tunip_map_count(node->attrs);
    tunip_str *keys = tunip_job_alloc(d, (most + 1) * sizeof *keys);
    const tunip_doc **values = tunip_docs_new(d, most + 1);
    for (size_t i = 0; keys && values && i < most; i++) {
        const tunip_map_entry *entry = &node->attrs->entries[i];
        tunip_str key = tunip_string_value(entry->key);
        if (is_silent(key, tunip_string_value(entry->value))) continue;
        keys[count] = tunip_name_text(d, key, attrs);
        values[count++] = tunip_docsify(d, entry->value, tunip_path_key(d, attrs, entry->key));
    }
    tunip_str function = attr(node, "func_name");
    if (!function.size) function = tunip_string_value(node->name);
    const tunip_doc *callee = tunip_doc_name(d, function, tunip_path_attr(d, path, "name"));
    tunip_docs inputs = tunip_docsify_items(d, node->inputs, tunip_path_attr(d, path, "inputs"));
    return tunip_doc_call_new(d, callee, inputs, keys, tunip_docs_view(values, count));
}

/* The types of the outputs; and defines them. */
static const tunip_doc *write_outputs(tunip_docsifier *d, const tunip_executor_node *node,
                                      size_t number, const tunip_path *path)
{
    size_t count = tunip_array_count(node->outputs);
    place *places = tunip_job_alloc(d, (count + 1) * sizeof *places);
    const tunip_doc **docs = tunip_docs_new(d, count);
    for (size_t i = 0; places && docs && i < count; i++) {
        const tunip_executor_tensor *tensor =
            TUNIP_AS(tunip_executor_tensor, node->outputs->items[i]);
        const tunip_path *at = tunip_path_item(d, path, i);
        places[i] = (place){number, i, count == 1};
        if (tensor) tunip_define_as(d, tunip_frame_top(d), tensor, name_place, &places[i]);
        docs[i] = tensor ? tunip_doc_at(d, write_type(d, tensor, at), at)
                         : tunip_docsify_child(d, NULL, at);
    }
    if (count == 1 && docs) return docs[0];
    return tunip_doc_at(d, tunip_doc_tuple_new(d, tunip_docs_view(docs, count)), path);
}

/* "storage 2, 3 on device 2 in global.texture" */
static tunip_str describe_storage(tunip_docsifier *d, const tunip_executor_node *node)
{
    tunip_str text = {NULL, 0};
    for (size_t i = 0; i < tunip_array_count(node->outputs); i++) {
        const tunip_executor_tensor *tensor =
            TUNIP_AS(tunip_executor_tensor, node->outputs->items[i]);
        if (!tensor) continue;
        text = tunip_doc_format(d, "%.*s%s%lld", (int)text.size, text.size ? text.data : "",
                                text.size ? ", " : "storage ", (long long)tensor->storage);
        if (tensor->device > 1)
            text = tunip_doc_format(d, "%.*s on device %lld", (int)text.size, text.data,
                                    (long long)tensor->device);
        tunip_str scope = tunip_string_value(tensor->scope);
        if (scope.size)
            text = tunip_doc_format(d, "%.*s in %.*s", (int)text.size, text.data, (int)scope.size,
                                    scope.data);
    }
    return text;
}

static const tunip_doc *remark(tunip_docsifier *d, const tunip_executor_node *node, tunip_str shown,
                               const tunip_doc *stmt)
{
    tunip_str storage = describe_storage(d, node), name = tunip_string_value(node->name);
    if (!tunip_str_equal(shown, name))
        storage = tunip_doc_format(d, "%.*s, %.*s", (int)name.size, name.size ? name.data : "",
                                   (int)storage.size, storage.size ? storage.data : "");
    for (size_t i = 0; i < tunip_array_count(node->control_deps); i++) {
        const tunip_int *before = TUNIP_AS(tunip_int, node->control_deps->items[i]);
        storage =
            tunip_doc_format(d, "%.*s%s%lld", (int)storage.size, storage.size ? storage.data : "",
                             i ? ", %" : ", after %", before ? (long long)before->value : -1);
    }
    return tunip_doc_remark(d, stmt, storage);
}

/* data: float32[1, 8]  # storage 0 */
static const tunip_doc *write_argument(tunip_docsifier *d, const tunip_executor_node *node,
                                       const tunip_path *path)
{
    const tunip_executor_tensor *tensor = TUNIP_AS(tunip_executor_tensor, node->outputs->items[0]);
    tunip_str name = tunip_string_value(node->name);
    const tunip_path *at = tunip_path_item(d, tunip_path_attr(d, path, "outputs"), 0);
    const tunip_doc *type = tensor ? write_type(d, tensor, at) : tunip_docsify_child(d, NULL, at);
    const tunip_doc *id = tunip_define(d, tunip_frame_top(d), tensor, name);
    const tunip_doc *stmt =
        tunip_doc_assign_new(d, TUNIP_ROLE_PARAM, tunip_doc_at(d, id, at), NULL, type);
    tunip_str shown = id && id->kind == TUNIP_DOC_ID ? ((const tunip_doc_id *)id)->name : name;
    return remark(d, node, shown, stmt);
}

static const tunip_doc *write_numbered(tunip_docsifier *d, const tunip_executor_node *node,
                                       size_t number, const tunip_path *path)
{
    bool is_call = tunip_str_is(tunip_string_value(node->op), "tvm_op");
    if (!is_call && tunip_array_count(node->outputs) == 1) return write_argument(d, node, path);
    const tunip_doc *call = write_call(d, node, path);
    const tunip_doc *type = write_outputs(d, node, number, tunip_path_attr(d, path, "outputs"));
    const tunip_doc *id = tunip_doc_id_new(d, tunip_doc_format(d, "%%%zu", number), path);
    tunip_str shown = attr(node, "func_name");
    return remark(d, node, shown.size ? shown : tunip_string_value(node->name),
                  tunip_doc_assign_new(d, TUNIP_ROLE_BIND, id, call, type));
}

/* A node outside of its graph. */
static const tunip_doc *write_node(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    return tunip_doc_at(d, write_numbered(d, (const tunip_executor_node *)node, 0, path), path);
}

static const tunip_doc *write_graph(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_executor_graph *graph = (const tunip_executor_graph *)node;
    const tunip_path *nodes = tunip_path_attr(d, path, "nodes");
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &tunip_dialect_graph, node);
    for (size_t i = 0; i < tunip_array_count(graph->nodes); i++) {
        const tunip_executor_node *item = TUNIP_AS(tunip_executor_node, graph->nodes->items[i]);
        const tunip_path *at = tunip_path_item(d, nodes, i);
        const tunip_doc *doc =
            item ? tunip_doc_at(d, write_numbered(d, item, i, at), at)
                 : tunip_doc_expr_stmt_new(d, TUNIP_ROLE_EFFECT, tunip_docsify_child(d, NULL, at));
        tunip_frame_add(d, &frame, tunip_doc_annotate(d, doc, at));
    }
    const tunip_path *heads = tunip_path_attr(d, path, "heads");
    tunip_docs results = tunip_docsify_items(d, graph->heads, heads);
    const tunip_doc *result =
        results.count == 1 ? results.items[0] : tunip_doc_tuple_new(d, results);
    tunip_frame_add(d, &frame, tunip_doc_at(d, tunip_doc_return_new(d, result), heads));
    const tunip_doc *doc = tunip_doc_block_new(d, tunip_frame_body(d, &frame, NULL));
    tunip_frame_leave(d, &frame);
    return doc;
}

/* ---- the dialect ---- */

static const tunip_rule rules[] = {
    {&tunip_executor_tensor_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, write_tensor},
    {&tunip_executor_node_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, write_node},
    {&tunip_executor_graph_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, write_graph},
    {&tunip_int_type, "graph", TUNIP_RULE_CUSTOM, NULL, NULL, write_dim},
};

static const tunip_root roots[] = {
    {&tunip_executor_graph_type, "graph", false, NULL},
    {&tunip_executor_node_type, "graph", false, NULL},
    {&tunip_executor_tensor_type, "graph", false, NULL},
};

const tunip_dialect tunip_dialect_graph = {
    TUNIP_DIALECT_HEAD,      .name = "graph",         TUNIP_ROWS(type, types),
    TUNIP_ROWS(rule, rules), TUNIP_ROWS(root, roots),
};
