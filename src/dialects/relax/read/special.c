/* special.c -- calls of operators that do not simply list their arguments and attributes
 * (print/call.c prints them). */
#include "op.h"

/* ---- call_tir and similar operators ---- */

/* The value of the parameter `name`; absent if the word has no such parameter. */
static const tunip_value *param(const tunip_word_call *call, const char *name)
{
    static const tunip_value absent = {.kind = TUNIP_VALUE_ABSENT};
    const char *params = call->word->params;
    size_t size = strlen(name);
    for (size_t i = 0; *params;) {
        size_t length = strcspn(params, " ");
        if (params[0] != '*') {
            if (strcspn(params, " =") == size && memcmp(params, name, size) == 0)
                return &call->args[i];
            i++;
        }
        params += length;
        params += strspn(params, " ");
    }
    return &absent;
}

/* The arguments of the function: a tuple; another expression becomes the only field of one. */
static tunip_node *arguments_of(tunip_elaborator *e, const tunip_value *value)
{
    tunip_node *expr = relax_expr_of(e, value);
    if (!expr || tunip_is(expr, &tunip_relax_tuple_type) ||
        tunip_is(relax_worked_out(e, expr), &tunip_relax_tuple_struct_info_type))
        return expr;
    return relax_new_tuple(e, TUNIP_LIST(tunip_elaborator_graph(e), expr));
}

/* The struct info of the output: several are a tuple. */
static tunip_array *outputs_of(tunip_elaborator *e, const tunip_value *value)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_array *infos = relax_infos_of(e, value);
    if (!infos || infos->count == 1) return infos;
    return TUNIP_LIST(graph, tunip_relax_tuple_info_new(graph, infos));
}

static tunip_node *read_attrs(tunip_elaborator *e, const relax_op *op, const tunip_word_call *call)
{
    tunip_node *attrs = op->attrs ? tunip_node_new(tunip_elaborator_graph(e), op->attrs) : NULL;
    for (size_t i = 0; attrs && i < op->attrs->field_count; i++) {
        const tunip_field *field = &op->attrs->fields[i];
        const tunip_value *value = param(call, field->name);
        if (value->kind > TUNIP_VALUE_NONE)
            relax_set_attr(e, op->name, attrs, field, value);
        else if (field->expects == &tunip_map_type)
            *(tunip_map **)((char *)attrs + field->offset) =
                tunip_map_new(tunip_elaborator_graph(e), 0, NULL);
    }
    return attrs;
}

/* R.call_tir(cls.f, (x,), out_sinfo=R.Tensor(...), tir_vars=R.shape([n])) */
RELAX_READ(output_call)
{
    const relax_op *op = relax_word_op(call->word);
    tunip_graph *graph = tunip_elaborator_graph(e);
    bool is_foreign = op->reads_name;
    if (call->args[0].kind == TUNIP_VALUE_STR && !is_foreign && tunip_elaborator_folds(e))
        return tunip_complain_instead(e, &call->args[0], "a function of the module");
    void *args[3] = {relax_function_of(e, &call->args[0]), arguments_of(e, &call->args[1])};
    size_t count = 2;
    const tunip_value *symbols = param(call, "tir_vars");
    if (symbols->kind > TUNIP_VALUE_NONE)
        args[count++] = relax_is_list(symbols) ? relax_new_shape(e, relax_dims_of(e, symbols))
                                               : relax_expr_of(e, symbols);
    for (size_t i = 0; i < count; i++)
        if (!args[i]) return tunip_value_wrong(call->doc);
    tunip_array *infos = outputs_of(e, param(call, "out_sinfo"));
    if (tunip_array_count(infos) != 1 || !infos->items[0]) return tunip_value_wrong(call->doc);
    tunip_relax_call *made = relax_new_op_call(e, op->name, tunip_array_new(graph, count, args));
    if (!made) return tunip_value_wrong(call->doc);
    made->attrs = read_attrs(e, op, call);
    made->sinfo_args = infos;
    return tunip_value_node(made, call->doc);
}

/* ---- foreign functions ---- */

/* The keywords that are attributes of a call, in a dictionary. */
static tunip_node *foreign_attrs(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_doc_call *doc = (const tunip_doc_call *)call->doc;
    tunip_ir_dict_attrs *attrs = tunip_ir_dict_attrs_new(graph, 0, NULL);
    for (size_t i = 0; attrs && i < call->named.count; i++) {
        if (tunip_str_is(doc->keys[i], "sinfo_args") || tunip_str_is(doc->keys[i], "ty_args") ||
            tunip_str_is(doc->keys[i], "attrs_type_key"))
            continue;
        tunip_ir_put(e, attrs->dict, tunip_string_new_view(graph, doc->keys[i]),
                     tunip_value_to_data(e, &call->named.items[i]));
    }
    return (tunip_node *)attrs;
}

/* R.call_packed("f", x, sinfo_args=R.Tensor(...)) */
RELAX_READ(call_packed)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_doc_call *doc = (const tunip_doc_call *)call->doc;
    tunip_value list = {.kind = TUNIP_VALUE_LIST, .doc = call->doc};
    list.items = call->rest;
    if (doc->base.kind != TUNIP_DOC_CALL) return tunip_complain(e, call->doc, "expected a call");
    tunip_node *func = relax_function_of(e, &call->args[0]);
    tunip_relax_tuple *args = (tunip_relax_tuple *)relax_expr_of(e, &list);
    if (!func || !args) return tunip_value_wrong(call->doc);
    tunip_relax_call *made = relax_new_call(e, func, args->fields);
    if (!made) return tunip_value_wrong(call->doc);
    size_t known = call->args[1].kind != TUNIP_VALUE_ABSENT;
    known += call->args[2].kind != TUNIP_VALUE_ABSENT;
    const tunip_value *type = &call->args[2];
    if (type->kind == TUNIP_VALUE_STR && !tunip_str_is(type->text, "ir.DictAttrs"))
        return tunip_complain(e, type->doc, "attributes of the type %.*s cannot be read here",
                              (int)type->text.size, type->text.data);
    if (doc->values.count > known || type->kind == TUNIP_VALUE_STR)
        made->attrs = foreign_attrs(e, call);
    tunip_array *infos = relax_infos_of(e, &call->args[1]);
    made->sinfo_args = infos ? infos : tunip_array_new(graph, 0, NULL);
    return tunip_value_node(made, call->doc);
}

/* R.call_py_func("f", x, y, out_sinfo=R.Tensor(...)) passes x and y as one tuple. With sinfo_args,
 * the arguments of the operator follow the name. */
RELAX_READ(call_py_func)
{
    tunip_value list = {.kind = TUNIP_VALUE_LIST, .doc = call->doc, .items = call->rest};
    if (call->args[2].kind <= TUNIP_VALUE_NONE) return relax_read_op(e, call);
    tunip_node *name = relax_expr_of(e, &call->args[0]), *args = relax_expr_of(e, &list);
    tunip_array *infos = outputs_of(e, &call->args[2]);
    if (!name || !args || !infos) return tunip_value_wrong(call->doc);
    tunip_relax_call *made = relax_new_op_call(e, "relax.call_py_func",
                                               TUNIP_LIST(tunip_elaborator_graph(e), name, args));
    if (made) made->sinfo_args = infos;
    return tunip_value_node(made, call->doc);
}

/* ---- devices ---- */

/* R.hint_on_device(x, R.device(device_type=1, index=0), "global") */
RELAX_READ(hint_on_device)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_node *data = relax_expr_of(e, &call->args[0]);
    tunip_relax_call *made =
        data ? relax_new_op_call(e, "relax.hint_on_device", TUNIP_LIST(graph, data)) : NULL;
    if (!made) return tunip_value_wrong(call->doc);
    const tunip_value *device = &call->args[1];
    if (device->kind <= TUNIP_VALUE_NONE) return tunip_value_node(made, call->doc);
    bool is_device = device->kind == TUNIP_VALUE_NODE &&
                     tunip_is(device->node, &tunip_relax_hint_on_device_attrs_type);
    if (!is_device) return tunip_complain_instead(e, device, "R.device(...)");
    tunip_relax_hint_on_device_attrs *attrs = (tunip_relax_hint_on_device_attrs *)device->node;
    attrs->memory_scope =
        tunip_string_new_view(graph, tunip_value_to_str(e, &call->args[2], "global"));
    made->attrs = device->node;
    return tunip_value_node(made, call->doc);
}

/* ---- messages ---- */

/* The arguments are `first`, which may be NULL, then the text, then the other values. */
static tunip_value message_call(tunip_elaborator *e, const tunip_word_call *call,
                                const tunip_value *first, const tunip_value *format)
{
    const relax_op *op = relax_word_op(call->word);
    tunip_values rest = call->rest;
    if (rest.count == 1 && rest.items[0].kind == TUNIP_VALUE_LIST) rest = rest.items[0].items;
    size_t count = 0;
    void **args = tunip_elaborator_alloc(e, (rest.count + 2) * sizeof *args);
    if (!args) return tunip_value_wrong(call->doc);
    if (first) args[count++] = relax_expr_of(e, first);
    args[count++] = format->kind == TUNIP_VALUE_ABSENT ? relax_new_string(e, tunip_str_from(""))
                                                       : relax_expr_of(e, format);
    for (size_t i = 0; i < rest.count; i++) args[count++] = relax_expr_of(e, &rest.items[i]);
    for (size_t i = 0; i < count; i++)
        if (!args[i]) return tunip_value_wrong(call->doc);
    tunip_array *list = tunip_array_new(tunip_elaborator_graph(e), count, args);
    return tunip_value_node(relax_new_op_call(e, op->name, list), call->doc);
}

/* R.print(x, y, format=R.str("{} {}")) */
RELAX_READ(print)
{
    return message_call(e, call, NULL, &call->args[0]);
}

/* R.assert_op(condition, x, format=R.str("{}")) */
RELAX_READ(assert_op)
{
    return message_call(e, call, &call->args[0], &call->args[1]);
}
