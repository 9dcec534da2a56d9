/* type.c -- types, and definitions of algebraic data types. */
#include "relay.h"

/* ---- lists of types ---- */

static tunip_docs type_docs(tunip_docsifier *d, const tunip_array *types, const tunip_path *path)
{
    size_t count = tunip_array_count(types);
    const tunip_doc **docs = tunip_docs_new(d, count);
    for (size_t i = 0; docs && i < count; i++)
        docs[i] = relay_type(d, types->items[i], tunip_path_item(d, path, i));
    return tunip_docs_view(docs, count);
}

/* (a, b), and (a) for one type: these parentheses do not make a tuple. */
static const tunip_doc *in_parentheses(tunip_docsifier *d, tunip_docs docs)
{
    if (docs.count != 1) return tunip_doc_tuple_new(d, docs);
    return tunip_doc_joined_new(d, TUNIP_DOCS(d, relay_word(d, "(", NULL), docs.items[0],
                                              relay_word(d, ")", NULL)));
}

static const tunip_doc *named(tunip_docsifier *d, const tunip_string *name, const tunip_path *path)
{
    return tunip_doc_raw_new(d, tunip_string_value(name), path);
}

/* ---- types ---- */

static const tunip_doc *tensor_type(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_relay_tensor_type *type = (const tunip_relay_tensor_type *)node;
    size_t count = tunip_array_count(type->shape);
    const tunip_path *dtype_at = tunip_path_attr(d, path, "dtype");
    const tunip_doc *dtype = tunip_doc_raw_new(d, relay_dtype_text(d, type->dtype), dtype_at);
    if (!count) return dtype;
    const tunip_path *at = tunip_path_attr(d, path, "shape");
    const tunip_doc **dims = tunip_docs_new(d, count);
    for (size_t i = 0; dims && i < count; i++)
        dims[i] = relay_value(d, type->shape->items[i], tunip_path_item(d, at, i));
    const tunip_doc *shape = in_parentheses(d, tunip_docs_view(dims, count));
    return tunip_doc_index_new(d, relay_word(d, "Tensor", NULL), TUNIP_DOCS(d, shape, dtype));
}

static const tunip_doc *tuple_type(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    const tunip_ir_tuple_type *type = (const tunip_ir_tuple_type *)node;
    return tunip_doc_tuple_new(d, type_docs(d, type->fields, tunip_path_attr(d, path, "fields")));
}

/* fn (a, b) -> c, or fn [t](t) -> t */
static const tunip_doc *func_type(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    const tunip_relay_func_type *type = (const tunip_relay_func_type *)node;
    tunip_docs params = type_docs(d, type->type_params, tunip_path_attr(d, path, "type_params"));
    tunip_docs args = type_docs(d, type->arg_types, tunip_path_attr(d, path, "arg_types"));
    const tunip_doc *result =
        relay_type(d, type->ret_type, tunip_path_attr(d, path, "ret_type"));
    const tunip_doc *parts[5] = {relay_word(d, "fn ", NULL)};
    size_t count = 1;
    if (params.count) parts[count++] = tunip_doc_list_new(d, params);
    parts[count++] = in_parentheses(d, args);
    parts[count++] = relay_word(d, " -> ", NULL);
    parts[count++] = result;
    return tunip_doc_joined_new(d, tunip_docs_copy(d, count, parts));
}

static const tunip_doc *type_call(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    const tunip_relay_type_call *call = (const tunip_relay_type_call *)node;
    const tunip_doc *func = relay_type(d, call->func, tunip_path_attr(d, path, "func"));
    return tunip_doc_index_new(d, func,
                               type_docs(d, call->args, tunip_path_attr(d, path, "args")));
}

static const tunip_doc *ref_type(tunip_docsifier *d, const tunip_node *node,
                                 const tunip_path *path)
{
    const tunip_relay_ref_type *type = (const tunip_relay_ref_type *)node;
    const tunip_doc *value = relay_type(d, type->value, tunip_path_attr(d, path, "value"));
    return tunip_doc_call_new(d, relay_word(d, "ref", NULL), TUNIP_DOCS(d, value), NULL,
                              tunip_docs_none());
}

static const tunip_doc *type_var(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    return named(d, ((const tunip_relay_type_var *)node)->name_hint, path);
}

static const tunip_doc *global_type_var(tunip_docsifier *d, const tunip_node *node,
                                        const tunip_path *path)
{
    return named(d, ((const tunip_relay_global_type_var *)node)->name_hint, path);
}

/* Name(inputs), or Name without any. */
static const tunip_doc *constructor(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_relay_constructor *made = TUNIP_AS(tunip_relay_constructor, node);
    if (!made) return tunip_doc_none(d, path);
    const tunip_doc *doc = named(d, made->name_hint, path);
    if (tunip_array_count(made->inputs))
        doc = tunip_doc_call_new(d, doc,
                                 type_docs(d, made->inputs, tunip_path_attr(d, path, "inputs")),
                                 NULL, tunip_docs_none());
    relay_entry *entry = relay_entry_of(d, node);
    if (entry && !entry->doc) entry->doc = doc;
    return doc;
}

static const tunip_doc *type_data(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    const tunip_relay_type_data *data = (const tunip_relay_type_data *)node;
    const tunip_doc *name = relay_type(d, data->header, tunip_path_attr(d, path, "header"));
    tunip_docs vars = type_docs(d, data->type_vars, tunip_path_attr(d, path, "type_vars"));
    if (vars.count) name = tunip_doc_index_new(d, name, vars);
    size_t count = tunip_array_count(data->constructors);
    const tunip_path *at = tunip_path_attr(d, path, "constructors");
    const tunip_doc **body = tunip_docs_new(d, count);
    for (size_t i = 0; body && i < count; i++)
        body[i] = tunip_doc_expr_stmt_new(
            d, TUNIP_ROLE_NONE,
            constructor(d, data->constructors->items[i], tunip_path_item(d, at, i)));
    return tunip_doc_class_new(d, name, tunip_docs_none(), tunip_docs_view(body, count));
}

static const struct {
    const tunip_type *type;
    tunip_rule_fn make;
} makers[] = {
    {&tunip_relay_tensor_type_type, tensor_type},
    {&tunip_ir_tuple_type_type, tuple_type},
    {&tunip_relay_func_type_type, func_type},
    {&tunip_relay_type_call_type, type_call},
    {&tunip_relay_ref_type_type, ref_type},
    {&tunip_relay_type_var_type, type_var},
    {&tunip_relay_global_type_var_type, global_type_var},
    {&tunip_relay_type_data_type, type_data},
};

/* Types without a form of their own are printed as metadata. */
const tunip_doc *relay_docsify_type(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    relay_state_of(d)->is_begun = true;
    for (size_t i = 0; i < TUNIP_LEN(makers); i++)
        if (tunip_is(node, makers[i].type)) return makers[i].make(d, node, path);
    return relay_meta(d, node, path);
}

const tunip_doc *relay_type(tunip_docsifier *d, const void *type, const tunip_path *path)
{
    if (!type) return tunip_docsify_child(d, type, path);
    relay_entry *entry = relay_entry_of(d, type);
    if (!entry) return tunip_doc_none(d, path);
    if (!entry->doc) entry->doc = tunip_docsify(d, type, path);
    return entry->doc;
}
