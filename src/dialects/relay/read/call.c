/* call.c -- calls of operators, functions and constructors; infix operators. */
#include <tunip/tvm/ir.h>

#include "../generated/tables.h"
#include "read.h"

/* ---- callees ---- */

static tunip_node *read_global(tunip_elaborator *e, tunip_str name)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relay_global_var *var = tunip_node_new(graph, &tunip_relay_global_var_type);
    if (!var) return NULL;
    var->name_hint = tunip_string_new_view(graph, (tunip_str){name.data + 1, name.size - 1});
    relay_known_set(e, name, var);
    return &var->base.base.base.base.base;
}

static tunip_node *new_operator(tunip_elaborator *e, tunip_str name)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_ir_op *op = tunip_node_new(graph, &tunip_ir_op_type);
    if (!op) return NULL;
    op->name = tunip_string_new_view(graph, name);
    relay_known_set(e, name, op);
    return (tunip_node *)op;
}

static const char *const operators[] = {
#define X(name_, struct_) name_,
#define PLAIN(name_)      name_,
#include "../ops.def"
#undef X
#undef PLAIN
};

/* TVM refuses an operator that is not registered. Here it is a warning, because the text may be of
 * a compiler that registers operators of its own. */
static tunip_node *read_operator(tunip_elaborator *e, const tunip_doc *doc, tunip_str name,
                                 bool is_called)
{
    if (is_called && !relay_is_op(name)) {
        tunip_warn(e, doc, "TVM v0.19 has no operator `%.*s`", (int)name.size, name.data);
        tunip_suggest_one_of(e, name, operators, TUNIP_LEN(operators));
    }
    return new_operator(e, name);
}

tunip_node *relay_read_callee(tunip_elaborator *e, const tunip_doc *doc, bool is_called)
{
    tunip_str name = relay_id_name(doc);
    if (!name.size || *name.data == '%') return relay_read_expr(e, doc);
    tunip_node *known = relay_known_get(e, name);
    if (known) return known;
    return *name.data == '@' ? read_global(e, name) : read_operator(e, doc, name, is_called);
}

/* ---- arguments ---- */

static tunip_array *read_args(tunip_elaborator *e, tunip_docs docs)
{
    void **args = tunip_elaborator_alloc(e, (docs.count + 1) * sizeof *args);
    for (size_t i = 0; args && i < docs.count; i++) args[i] = relay_read_expr(e, docs.items[i]);
    return args ? tunip_array_new(tunip_elaborator_graph(e), docs.count, args) : NULL;
}

/* The attributes of a call, if they are a node of the metadata: the last argument. */
static tunip_node *last_attrs(tunip_elaborator *e, const tunip_doc_call *doc)
{
    const tunip_doc *last = doc->args.count ? doc->args.items[doc->args.count - 1] : NULL;
    if (!last || last->kind != TUNIP_DOC_INDEX || doc->values.count) return NULL;
    tunip_value value = relay_read_meta(e, last);
    bool is_attrs = value.kind == TUNIP_VALUE_NODE && tunip_is_a(value.node, &tunip_ir_attrs_type);
    return is_attrs ? value.node : NULL;
}

static const tunip_type *type_of_key(tunip_str key)
{
    for (size_t i = 0; i < RELAY_TYPE_COUNT; i++)
        if (tunip_str_is(key, relay_types[i]->key)) return relay_types[i];
    return tunip_str_is(key, "DictAttrs") ? &tunip_ir_dict_attrs_type : NULL;
}

/* The type that `attrs_type_key` names, for calls of something without operator attributes. */
static const tunip_type *written_type(tunip_elaborator *e, const tunip_doc_call *doc)
{
    for (size_t i = 0; i < doc->values.count; i++) {
        const tunip_doc *value = doc->values.items[i];
        if (!tunip_str_is(doc->keys[i], "attrs_type_key")) continue;
        bool is_text = value->kind == TUNIP_DOC_LITERAL && value->sub == TUNIP_LITERAL_STR;
        tunip_str key =
            is_text ? ((const tunip_doc_literal *)value)->value.text : (tunip_str){"", 0};
        const tunip_type *type = type_of_key(key);
        if (!type)
            tunip_complain(e, value, "no attributes are called `%.*s`", (int)key.size, key.data);
        return type;
    }
    tunip_complain(e, doc->callee,
                   "it has no attributes that are known: `attrs_type_key` may name "
                   "their type");
    return NULL;
}

static tunip_node *read_attrs(tunip_elaborator *e, const tunip_node *callee,
                              const tunip_doc_call *doc)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, callee);
    const tunip_type *type = op ? relay_op_attrs(tunip_string_value(op->name)) : NULL;
    if (!type && doc->values.count) type = written_type(e, doc);
    return type ? relay_read_attrs(e, type, doc) : NULL;
}

static tunip_value new_call(tunip_elaborator *e, tunip_node *op, tunip_array *args,
                            tunip_node *attrs, const tunip_doc *doc)
{
    tunip_relay_call *made = relay_new(e, &tunip_relay_call_type);
    if (!made || !op) return tunip_value_wrong(doc);
    made->op = op;
    made->args = args;
    made->attrs = attrs;
    made->type_args = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    relay_note_call(e, made);
    return tunip_value_node(made, doc);
}

/* ---- references ---- */

/* The functions of references: the number of their arguments, and the fields for them. */
static const struct {
    const char *name;
    const tunip_type *type;
    size_t count;
} references[] = {
    {"ref", &tunip_relay_ref_create_type, 1},
    {"ref_read", &tunip_relay_ref_read_type, 1},
    {"ref_write", &tunip_relay_ref_write_type, 2},
};

static tunip_value read_reference(tunip_elaborator *e, const tunip_doc_call *doc, size_t which)
{
    size_t count = references[which].count;
    if (doc->args.count != count || doc->values.count)
        return tunip_complain(e, &doc->base, "`%s` takes %zu argument%s", references[which].name,
                              count, count == 1 ? "" : "s");
    tunip_relay_ref_write *made = relay_new(e, references[which].type);
    tunip_node *first = relay_read_expr(e, doc->args.items[0]);
    tunip_node *second = count > 1 ? relay_read_expr(e, doc->args.items[1]) : NULL;
    if (!made || !first) return tunip_value_wrong(&doc->base);
    made->ref = first; /* the first member of all three */
    if (count > 1) made->value = second;
    return tunip_value_node(made, &doc->base);
}

/* ---- calls ---- */

tunip_value relay_read_call(tunip_elaborator *e, const tunip_doc_call *doc)
{
    tunip_str name = relay_id_name(doc->callee);
    for (size_t i = 0; i < TUNIP_LEN(references); i++)
        if (tunip_str_is(name, references[i].name)) return read_reference(e, doc, i);
    tunip_node *callee = relay_read_callee(e, doc->callee, true);
    tunip_node *attrs = last_attrs(e, doc);
    tunip_docs docs = {doc->args.items, doc->args.count - (attrs != NULL)};
    tunip_array *args = read_args(e, docs);
    if (!attrs) attrs = read_attrs(e, callee, doc);
    return new_call(e, callee, args, attrs, &doc->base);
}

static const char *const infix[TUNIP_OP__COUNT] = {
    [TUNIP_OP_ADD] = "add",      [TUNIP_OP_SUB] = "subtract",     [TUNIP_OP_MUL] = "multiply",
    [TUNIP_OP_DIV] = "divide",   [TUNIP_OP_LT] = "less",          [TUNIP_OP_LE] = "less_equal",
    [TUNIP_OP_GT] = "greater",   [TUNIP_OP_GE] = "greater_equal", [TUNIP_OP_EQ] = "equal",
    [TUNIP_OP_NE] = "not_equal",
};

tunip_value relay_read_operation(tunip_elaborator *e, const tunip_doc_operation *doc)
{
    const char *name = infix[doc->base.sub];
    if (!name) return tunip_complain(e, &doc->base, "there is no such operator");
    tunip_str text = tunip_str_from(name);
    tunip_node *op = relay_known_get(e, text);
    if (!op) op = new_operator(e, text);
    return new_call(e, op, read_args(e, doc->operands), NULL, &doc->base);
}
