/* script.c -- a whole text: a module, an expression or a type. */
#include <tunip/tvm/ir.h>

#include "read.h"

/* ---- modules ---- */

static bool is_definition(const tunip_doc *doc)
{
    const tunip_doc *name = doc->kind == TUNIP_DOC_FUNCTION
                                ? ((const tunip_doc_function *)doc)->name
                            : doc->kind == TUNIP_DOC_ASSIGN ? ((const tunip_doc_assign *)doc)->lhs
                                                            : NULL;
    if (doc->kind == TUNIP_DOC_CLASS) return true;
    return name && relay_id_name(name).size && *relay_id_name(name).data == '@';
}

/* Keys and values of a map. */
typedef struct entries {
    void **items;
    size_t count;
} entries;

static void add(entries *to, void *key, void *value)
{
    to->items[2 * to->count] = key;
    to->items[2 * to->count++ + 1] = value;
}

static bool has(const entries *in, const void *key)
{
    for (size_t i = 0; i < in->count; i++)
        if (in->items[2 * i] == key) return true;
    return false;
}

/* Maps from the names of the keys to the keys. */
static tunip_map *by_name(tunip_elaborator *e, const entries *of, bool are_types)
{
    void **items = tunip_elaborator_alloc(e, (2 * of->count + 1) * sizeof *items);
    for (size_t i = 0; items && i < of->count; i++) {
        void *key = of->items[2 * i];
        items[2 * i] = are_types ? ((tunip_relay_global_type_var *)key)->name_hint
                                 : ((tunip_relay_global_var *)key)->name_hint;
        items[2 * i + 1] = key;
    }
    return items ? tunip_map_new(tunip_elaborator_graph(e), of->count, items) : NULL;
}

static void read_types(tunip_elaborator *e, tunip_docs script, entries *types)
{
    for (size_t i = 0; i < script.count; i++) {
        const tunip_doc *doc = script.items[i];
        if (doc->kind != TUNIP_DOC_CLASS) continue;
        tunip_relay_type_data *data =
            (tunip_relay_type_data *)relay_read_type_data(e, (const tunip_doc_class *)doc);
        if (!data) continue;
        if (has(types, data->header))
            tunip_complain(e, doc, "a second type of this name");
        else
            add(types, data->header, data);
        relay_known_set(e, relay_marked(e, '=', tunip_string_value(data->header->name_hint)), data);
    }
}

static void read_function(tunip_elaborator *e, const tunip_doc *doc, entries *functions)
{
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    bool is_function = doc->kind == TUNIP_DOC_FUNCTION;
    const tunip_doc *name = is_function ? function->name : assign->lhs;
    tunip_node *var = relay_read_callee(e, name, false);
    const tunip_doc *before = tunip_elaborator_stand(e, doc);
    tunip_node *value = is_function ? relay_read_function(e, function)
                                    : relay_read_data(e, assign->rhs);
    tunip_elaborator_stand(e, before);
    if (!var || !value) return;
    if (has(functions, var))
        tunip_complain(e, name, "a second function of this name");
    else
        add(functions, var, value);
    tunip_str text = relay_id_name(name);
    relay_known_set(e, relay_marked(e, '=', (tunip_str){text.data + 1, text.size - 1}), value);
}

static tunip_node *read_module(tunip_elaborator *e, tunip_docs script)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    size_t size = (2 * script.count + 1) * sizeof(void *);
    entries types = {tunip_elaborator_alloc(e, size), 0};
    entries functions = {tunip_elaborator_alloc(e, size), 0};
    tunip_relay_module *made = tunip_node_new(graph, &tunip_relay_module_type);
    tunip_ir_source_map *sources = tunip_node_new(graph, &tunip_ir_source_map_type);
    tunip_ir_dict_attrs *attrs = tunip_node_new(graph, &tunip_ir_dict_attrs_type);
    if (!types.items || !functions.items || !made || !sources || !attrs) return NULL;
    read_types(e, script, &types);
    for (size_t i = 0; i < script.count; i++) {
        const tunip_doc *doc = script.items[i];
        if (!is_definition(doc))
            tunip_complain(e, doc, "only definitions may stand beside a definition");
        else if (doc->kind != TUNIP_DOC_CLASS)
            read_function(e, doc, &functions);
    }
    made->functions = tunip_map_new(graph, functions.count, functions.items);
    made->type_definitions = tunip_map_new(graph, types.count, types.items);
    made->global_var_map = by_name(e, &functions, false);
    made->global_type_var_map = by_name(e, &types, true);
    sources->source_map = tunip_map_new(graph, 0, NULL);
    made->source_map = sources;
    attrs->dict = tunip_map_new(graph, 0, NULL);
    made->attrs = attrs;
    made->global_infos = tunip_map_new(graph, 0, NULL);
    return (tunip_node *)made;
}

/* ---- the text ---- */

static tunip_node *read_root(tunip_elaborator *e, tunip_docs script)
{
    const tunip_doc *last = script.count ? script.items[script.count - 1] : NULL;
    for (size_t i = 0; i < script.count; i++)
        if (is_definition(script.items[i])) return read_module(e, script);
    if (!last) return read_module(e, script);
    const tunip_doc *only = script.count == 1 && last->kind == TUNIP_DOC_EXPR_STMT
                                ? ((const tunip_doc_expr_stmt *)last)->expr
                                : NULL;
    if (only && relay_is_type(only)) return relay_read_type(e, only);
    return relay_read_scope(e, script, last);
}

tunip_node *relay_read_script(tunip_elaborator *e, tunip_docs script)
{
    tunip_node *root = read_root(e, script);
    if (root) relay_infer_type_args(e);
    return root;
}
