/* type.c -- types, and definitions of algebraic data types. */
#include <tunip/tvm/ir.h>

#include "read.h"

/* The kinds of types (TVM include/tvm/ir/type.h). */
enum { KIND_TYPE = 0, KIND_DATA = 5 };

static tunip_value type_value(tunip_elaborator *e, const tunip_doc *doc);

tunip_node *relay_read_type(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_value value = tunip_elaborate_by(e, type_value, doc);
    return value.kind == TUNIP_VALUE_NODE ? value.node : NULL;
}

static tunip_array *read_types(tunip_elaborator *e, tunip_docs docs)
{
    void **types = tunip_elaborator_alloc(e, (docs.count + 1) * sizeof *types);
    for (size_t i = 0; types && i < docs.count; i++) types[i] = relay_read_type(e, docs.items[i]);
    return types ? tunip_array_new(tunip_elaborator_graph(e), docs.count, types) : NULL;
}

/* ---- names ---- */

tunip_relay_global_type_var *relay_type_name(tunip_elaborator *e, tunip_str name)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_str key = relay_marked(e, ':', name);
    tunip_relay_global_type_var *known =
        relay_if(relay_known_get(e, key), &tunip_relay_global_type_var_type);
    if (known) return known;
    known = tunip_node_new(graph, &tunip_relay_global_type_var_type);
    if (!known) return NULL;
    known->name_hint = tunip_string_new_view(graph, name);
    known->kind = KIND_DATA;
    relay_known_set(e, key, known);
    return known;
}

/* Ids are also variables, functions and `?`. Complains if `doc` is no name of a type. */
static tunip_str read_type_name(tunip_elaborator *e, const tunip_doc *doc)
{
    static const char marks[] = "%@?";
    tunip_str name = relay_id_name(doc);
    if (name.size && !strchr(marks, *name.data)) return name;
    tunip_complain(e, doc, "expected the name of a type");
    return (tunip_str){"", 0};
}

tunip_array *relay_read_type_params(tunip_elaborator *e, tunip_docs docs)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    void **vars = tunip_elaborator_alloc(e, (docs.count + 1) * sizeof *vars);
    for (size_t i = 0; vars && i < docs.count; i++) {
        tunip_str name = read_type_name(e, docs.items[i]);
        tunip_relay_type_var *var = tunip_node_new(graph, &tunip_relay_type_var_type);
        vars[i] = var;
        if (!var || !name.size) return NULL;
        var->name_hint = tunip_string_new_view(graph, name);
        var->kind = KIND_TYPE;
        tunip_name_set(e, relay_marked(e, ':', name), tunip_value_node(var, docs.items[i]));
    }
    return vars ? tunip_array_new(graph, docs.count, vars) : NULL;
}

/* ---- types ---- */

static tunip_node *tensor_type(tunip_elaborator *e, tunip_dtype dtype, tunip_array *shape)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relay_tensor_type *made = tunip_node_new(graph, &tunip_relay_tensor_type_type);
    if (!made) return NULL;
    made->shape = shape ? shape : tunip_array_new(graph, 0, NULL);
    made->dtype = dtype;
    return (tunip_node *)made;
}

static bool read_dtype(tunip_str name, tunip_dtype *out)
{
    if (tunip_str_is(name, "void")) name = (tunip_str){"", 0};
    return tunip_dtype_parse(name, out);
}

static tunip_node *type_call(tunip_elaborator *e, tunip_node *head, tunip_docs args)
{
    tunip_relay_type_call *made =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relay_type_call_type);
    if (!made) return NULL;
    made->func = head;
    made->args = read_types(e, args);
    return (tunip_node *)made;
}

/* A variable of types, or an algebraic data type. */
static tunip_node *type_head(tunip_elaborator *e, tunip_str name)
{
    const tunip_value *var = tunip_name_get(e, relay_marked(e, ':', name));
    return var ? var->node : (tunip_node *)relay_type_name(e, name);
}

static tunip_node *read_name(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_dtype dtype;
    tunip_str name = read_type_name(e, doc);
    if (!name.size) return NULL;
    if (tunip_str_is(name, "_"))
        return tunip_node_new(tunip_elaborator_graph(e), &tunip_relay_incomplete_type_type);
    if (tunip_name_get(e, relay_marked(e, ':', name))) return type_head(e, name);
    if (read_dtype(name, &dtype)) return tensor_type(e, dtype, NULL);
    return type_call(e, type_head(e, name), tunip_docs_none());
}

static tunip_node *read_extent(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (doc->kind == TUNIP_DOC_ID && tunip_str_is(relay_id_name(doc), "?")) {
        tunip_relay_any *any = tunip_node_new(graph, &tunip_relay_any_type);
        if (any) any->base.dtype = TUNIP_INT(32);
        return (tunip_node *)any;
    }
    tunip_node *made = relay_read_data(e, doc);
    if (made && tunip_is_a(made, &tunip_ir_prim_expr_type)) return made;
    tunip_complain(e, doc, "expected the length of a dimension");
    return NULL;
}

/* Tensor[(1, ?), float32] */
static tunip_node *read_tensor(tunip_elaborator *e, const tunip_doc_index *doc)
{
    tunip_dtype dtype;
    const tunip_doc_tuple *shape = (const tunip_doc_tuple *)doc->indices.items[0];
    bool fits = doc->indices.count == 2 && shape->base.kind == TUNIP_DOC_TUPLE &&
                read_dtype(relay_id_name(doc->indices.items[1]), &dtype);
    if (!fits) {
        tunip_complain(e, &doc->base, "expected a shape and a dtype: Tensor[(1, 2), float32]");
        return NULL;
    }
    size_t count = shape->elements.count;
    void **extents = tunip_elaborator_alloc(e, (count + 1) * sizeof *extents);
    if (!extents) return NULL;
    for (size_t i = 0; i < count; i++) extents[i] = read_extent(e, shape->elements.items[i]);
    return tensor_type(e, dtype, tunip_array_new(tunip_elaborator_graph(e), count, extents));
}

static tunip_node *read_index(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_index *index = (const tunip_doc_index *)doc;
    tunip_str name = relay_id_name(index->value);
    if (!name.size) {
        tunip_value value = relay_read_meta(e, doc);
        return value.kind == TUNIP_VALUE_NODE ? value.node : NULL;
    }
    if (index->indices.count && tunip_str_is(name, "Tensor")) return read_tensor(e, index);
    name = read_type_name(e, index->value);
    if (!name.size) return NULL;
    return type_call(e, type_head(e, name), index->indices);
}

static tunip_node *read_function_type(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relay_func_type *made = tunip_node_new(graph, &tunip_relay_func_type_type);
    if (!made || !function->return_type) return NULL;
    relay_enter(e, doc);
    made->type_params = relay_read_type_params(e, function->decorators);
    made->arg_types = read_types(e, function->args);
    made->ret_type = relay_read_type(e, function->return_type);
    made->type_constraints = tunip_array_new(graph, 0, NULL);
    relay_leave(e);
    return (tunip_node *)made;
}

static tunip_node *read_tuple(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_ir_tuple_type *made =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_ir_tuple_type_type);
    if (made) made->fields = read_types(e, ((const tunip_doc_tuple *)doc)->elements);
    return (tunip_node *)made;
}

/* ref(T) */
static tunip_node *read_reference(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    if (!tunip_str_is(relay_id_name(call->callee), "ref") || call->args.count != 1) {
        tunip_complain(e, doc, "expected a type");
        return NULL;
    }
    tunip_relay_ref_type *made =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relay_ref_type_type);
    if (made) made->value = relay_read_type(e, call->args.items[0]);
    return (tunip_node *)made;
}

static tunip_value type_value(tunip_elaborator *e, const tunip_doc *doc)
{
    static tunip_node *(*const readers[TUNIP_DOC__COUNT])(tunip_elaborator *, const tunip_doc *) = {
        [TUNIP_DOC_ID] = read_name,         [TUNIP_DOC_INDEX] = read_index,
        [TUNIP_DOC_TUPLE] = read_tuple,     [TUNIP_DOC_FUNCTION] = read_function_type,
        [TUNIP_DOC_CALL] = read_reference,
    };
    if (!readers[doc->kind]) return tunip_complain(e, doc, "expected a type");
    tunip_node *made = readers[doc->kind](e, doc);
    if (made && !tunip_is_a(made, &tunip_ir_type_type))
        return tunip_complain(e, doc, "expected a type, got %s", tunip_type_noun(e, made->type));
    return tunip_value_node(made, doc);
}

/* Only types have square brackets, and a name of a dtype is a type. */
bool relay_is_type(const tunip_doc *doc)
{
    tunip_dtype dtype;
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    const tunip_doc_tuple *tuple = (const tunip_doc_tuple *)doc;
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    switch ((tunip_doc_kind)doc->kind) {
    case TUNIP_DOC_ID:
        return read_dtype(relay_id_name(doc), &dtype);
    case TUNIP_DOC_INDEX:
        return relay_id_name(((const tunip_doc_index *)doc)->value).size != 0;
    case TUNIP_DOC_FUNCTION:
        return !function->body.count && function->return_type;
    case TUNIP_DOC_TUPLE:
        for (size_t i = 0; i < tuple->elements.count; i++)
            if (relay_is_type(tuple->elements.items[i])) return true;
        return false;
    case TUNIP_DOC_CALL:
        return call->args.count == 1 && tunip_str_is(relay_id_name(call->callee), "ref") &&
               relay_is_type(call->args.items[0]);
    default:
        return false;
    }
}

/* ---- definitions ---- */

static void *read_constructor(tunip_elaborator *e, const tunip_doc *doc,
                              tunip_relay_global_type_var *type, size_t number)
{
    const tunip_doc *expr = ((const tunip_doc_expr_stmt *)doc)->expr;
    const tunip_doc_call *call = (const tunip_doc_call *)expr;
    bool is_call = expr->kind == TUNIP_DOC_CALL;
    tunip_str name = relay_id_name(is_call ? call->callee : expr);
    tunip_relay_constructor *made =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relay_constructor_type);
    if (!made) return NULL;
    if (!name.size) tunip_complain(e, expr, "expected a constructor");
    if (relay_known_get(e, name))
        tunip_complain(e, expr, "a second constructor `%.*s`", (int)name.size, name.data);
    made->name_hint = tunip_string_new_view(tunip_elaborator_graph(e), name);
    made->inputs = read_types(e, is_call ? call->args : tunip_docs_none());
    made->belong_to = type;
    made->tag = (int64_t)number;
    relay_known_set(e, name, made);
    return made;
}

tunip_node *relay_read_type_data(tunip_elaborator *e, const tunip_doc_class *doc)
{
    const tunip_doc_index *index = (const tunip_doc_index *)doc->name;
    bool has_vars = doc->name->kind == TUNIP_DOC_INDEX;
    tunip_str name = relay_id_name(has_vars ? index->value : doc->name);
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relay_type_data *made = tunip_node_new(graph, &tunip_relay_type_data_type);
    void **constructors = tunip_elaborator_alloc(e, (doc->body.count + 1) * sizeof *constructors);
    if (!made || !constructors) return NULL;
    made->header = relay_type_name(e, name);
    if (!made->header) return NULL;
    relay_enter(e, &doc->stmt.base);
    made->type_vars = relay_read_type_params(e, has_vars ? index->indices : tunip_docs_none());
    for (size_t i = 0; i < doc->body.count; i++)
        constructors[i] = read_constructor(e, doc->body.items[i], made->header, i);
    relay_leave(e);
    made->constructors = tunip_array_new(graph, doc->body.count, constructors);
    if (doc->decorators.count && doc->body.count)
        tunip_complain(e, doc->name, "an extern type has no constructors");
    return (tunip_node *)made;
}
