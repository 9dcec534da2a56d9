/* function.c -- functions, and expressions with cases. */
#include "read.h"

/* ---- functions ---- */

/* The parameters and attributes in the parentheses of a function. */
typedef struct header {
    void **params, **attrs; /* as many as arguments; attributes are keys and values */
    size_t param_count, attr_count;
    tunip_relay_virtual_device *device;
} header;

static void read_attribute(tunip_elaborator *e, header *h, const tunip_doc_assign *pair)
{
    tunip_str key = relay_id_name(pair->lhs);
    tunip_node *value = relay_read_data(e, pair->rhs);
    if (tunip_str_is(key, "virtual_device")) {
        h->device = relay_if(value, &tunip_relay_virtual_device_type);
        if (!h->device) tunip_complain(e, pair->rhs, "expected a virtual device");
        return;
    }
    for (size_t i = 0; i < h->attr_count; i++)
        if (tunip_str_equal(tunip_string_value(h->attrs[2 * i]), key)) {
            tunip_complain(e, pair->lhs, "the function has a second attribute `%.*s`",
                           (int)key.size, key.data);
            return;
        }
    h->attrs[2 * h->attr_count] = tunip_string_new_view(tunip_elaborator_graph(e), key);
    h->attrs[2 * h->attr_count++ + 1] = value;
}

static void read_param(tunip_elaborator *e, header *h, const tunip_doc *doc)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    if (doc->kind == TUNIP_DOC_ASSIGN && doc->role == TUNIP_ROLE_META)
        read_attribute(e, h, assign);
    else if (doc->kind == TUNIP_DOC_ASSIGN)
        h->params[h->param_count++] = relay_read_var(e, assign->lhs, assign->annotation);
    else if (doc->kind == TUNIP_DOC_EXPR_STMT)
        h->params[h->param_count++] =
            relay_read_var(e, ((const tunip_doc_expr_stmt *)doc)->expr, NULL);
    else
        tunip_complain(e, doc, "expected a parameter");
}

static bool read_header(tunip_elaborator *e, header *h, tunip_docs args)
{
    h->params = tunip_elaborator_alloc(e, (args.count + 1) * sizeof *h->params);
    h->attrs = tunip_elaborator_alloc(e, (2 * args.count + 1) * sizeof *h->attrs);
    if (!h->params || !h->attrs) return false;
    for (size_t i = 0; i < args.count; i++) read_param(e, h, args.items[i]);
    return true;
}

tunip_node *relay_read_function(tunip_elaborator *e, const tunip_doc_function *doc)
{
    header h = {.params = NULL};
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relay_function *made = relay_new(e, &tunip_relay_function_type);
    tunip_ir_dict_attrs *attrs = tunip_node_new(graph, &tunip_ir_dict_attrs_type);
    relay_enter(e, &doc->stmt.base);
    tunip_array *types = relay_read_type_params(e, doc->decorators);
    bool is_read = made && attrs && read_header(e, &h, doc->args);
    if (is_read) {
        made->type_params = types;
        made->params = tunip_array_new(graph, h.param_count, h.params);
        if (doc->return_type) made->ret_type = relay_read_type(e, doc->return_type);
        attrs->dict = tunip_map_new(graph, h.attr_count, h.attrs);
        made->attrs = attrs;
        if (h.device) made->base.virtual_device = h.device;
        made->body = relay_read_statements(e, doc->body, &doc->stmt.base);
    }
    relay_leave(e);
    return is_read ? &made->base.base.base.base.base : NULL;
}

/* ---- patterns ---- */

static tunip_value read_pattern(tunip_elaborator *e, const tunip_doc *doc);

static tunip_array *read_patterns(tunip_elaborator *e, tunip_docs docs)
{
    void **items = tunip_elaborator_alloc(e, (docs.count + 1) * sizeof *items);
    for (size_t i = 0; items && i < docs.count; i++) {
        tunip_value value = tunip_elaborate_by(e, read_pattern, docs.items[i]);
        items[i] = value.kind == TUNIP_VALUE_NODE ? value.node : NULL;
    }
    return items ? tunip_array_new(tunip_elaborator_graph(e), docs.count, items) : NULL;
}

/* Makes a constructor for a text that does not define its type: the text of a single function. */
static tunip_relay_constructor *guess_constructor(tunip_elaborator *e, const tunip_doc *doc,
                                                  tunip_str name, size_t count)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relay_constructor *made = tunip_node_new(graph, &tunip_relay_constructor_type);
    void **inputs = tunip_elaborator_alloc(e, (count + 1) * sizeof *inputs);
    if (!made || !inputs) return NULL;
    for (size_t i = 0; i < count; i++)
        inputs[i] = tunip_node_new(graph, &tunip_relay_incomplete_type_type);
    made->name_hint = tunip_string_new_view(graph, name);
    made->inputs = tunip_array_new(graph, count, inputs);
    made->belong_to = relay_type_name(e, tunip_str_from("_"));
    relay_known_set(e, name, made);
    tunip_warn(e, doc, "no type of the text has a constructor `%.*s`", (int)name.size, name.data);
    return made;
}

/* C or C(p, q) */
static tunip_value read_constructed(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    bool is_call = doc->kind == TUNIP_DOC_CALL;
    tunip_str name = relay_id_name(is_call ? call->callee : doc);
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relay_constructor *constructor =
        relay_if(relay_known_get(e, name), &tunip_relay_constructor_type);
    if (!constructor) constructor = guess_constructor(e, doc, name, is_call ? call->args.count : 0);
    tunip_relay_pattern_constructor *made =
        tunip_node_new(graph, &tunip_relay_pattern_constructor_type);
    if (!made) return tunip_value_wrong(doc);
    made->constructor = constructor;
    made->patterns = read_patterns(e, is_call ? call->args : tunip_docs_none());
    return tunip_value_node(made, doc);
}

static tunip_value read_pattern(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_doc_assign *var = (const tunip_doc_assign *)doc;
    if (doc->kind == TUNIP_DOC_ID && tunip_str_is(relay_id_name(doc), "_"))
        return tunip_value_node(tunip_node_new(graph, &tunip_relay_pattern_wildcard_type), doc);
    if (doc->kind == TUNIP_DOC_ID || doc->kind == TUNIP_DOC_CALL) return read_constructed(e, doc);
    if (doc->kind == TUNIP_DOC_ASSIGN) {
        tunip_relay_pattern_var *made = tunip_node_new(graph, &tunip_relay_pattern_var_type);
        if (made) made->var = relay_read_var(e, var->lhs, var->annotation);
        return tunip_value_node(made, doc);
    }
    if (doc->kind != TUNIP_DOC_TUPLE) return tunip_complain(e, doc, "expected a pattern");
    tunip_relay_pattern_tuple *made = tunip_node_new(graph, &tunip_relay_pattern_tuple_type);
    if (made) made->patterns = read_patterns(e, ((const tunip_doc_tuple *)doc)->elements);
    return tunip_value_node(made, doc);
}

/* ---- match ---- */

static tunip_node *read_case(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_scope *scope = (const tunip_doc_scope *)doc;
    tunip_relay_clause *made = tunip_node_new(tunip_elaborator_graph(e), &tunip_relay_clause_type);
    if (!made || doc->kind != TUNIP_DOC_SCOPE) return NULL;
    relay_enter(e, doc);
    tunip_value pattern = tunip_elaborate_by(e, read_pattern, scope->rhs);
    if (pattern.kind == TUNIP_VALUE_NODE) made->lhs = pattern.node;
    made->rhs = relay_read_statements(e, scope->body, doc);
    relay_leave(e);
    return &made->base.base;
}

tunip_node *relay_read_match(tunip_elaborator *e, const tunip_doc_scope *doc)
{
    size_t count = doc->body.count;
    tunip_relay_match *made = relay_new(e, &tunip_relay_match_type);
    void **clauses = tunip_elaborator_alloc(e, (count + 1) * sizeof *clauses);
    if (!made || !clauses) return NULL;
    made->complete = !doc->lhs || !tunip_str_is(relay_id_name(doc->lhs), "match?");
    made->data = relay_read_expr(e, doc->rhs);
    for (size_t i = 0; i < count; i++) clauses[i] = read_case(e, doc->body.items[i]);
    made->clauses = tunip_array_new(tunip_elaborator_graph(e), count, clauses);
    return &made->base.base.base.base.base;
}
