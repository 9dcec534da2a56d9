/* leaf.c -- the Doc of one expression; the Doc refers to the parts. Also the rule of all
 * expressions, which the walk of expr.c calls for each expression. */
#include "relay.h"

#define SUB(ident, member) \
    relay_print(d, ident->member, tunip_path_attr(d, path, #member), false)

/* Makes the arguments, then the attributes, then the function, because TVM prints them in this
 * order. */
static const tunip_doc *make_call(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    const tunip_relay_call *call = (const tunip_relay_call *)node;
    size_t count = tunip_array_count(call->args);
    const tunip_path *at = tunip_path_attr(d, path, "args");
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    const tunip_doc **args = tunip_docs_new(d, count + 1);
    if (!args) return tunip_doc_none(d, path);
    for (size_t i = 0; i < count; i++)
        args[i] = relay_print(d, call->args->items[i], tunip_path_item(d, at, i), false);
    relay_keywords keywords = {.count = 0};
    bool is_other = call->attrs && op && tunip_job_options(d)->show_meta &&
                    relay_op_attrs(tunip_string_value(op->name)) != call->attrs->type;
    const tunip_path *attrs_at = tunip_path_attr(d, path, "attrs");
    if (is_other)
        args[count++] = relay_meta(d, call->attrs, attrs_at);
    else
        keywords = relay_attributes(d, call->attrs, attrs_at, !op);
    const tunip_relay_constructor *made = TUNIP_AS(tunip_relay_constructor, call->op);
    const tunip_path *op_at = tunip_path_attr(d, path, "op");
    const tunip_doc *callee =
        made ? tunip_doc_raw_new(d, tunip_string_value(made->name_hint), op_at)
             : relay_print(d, call->op, op_at, false);
    if (made && !tunip_array_count(made->inputs)) return callee;
    return tunip_doc_call_new(d, callee, tunip_docs_view(args, count), keywords.keys,
                              tunip_docs_view(keywords.values, keywords.count));
}

static const tunip_doc *make_tuple(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    const tunip_relay_tuple *tuple = (const tunip_relay_tuple *)node;
    size_t count = tunip_array_count(tuple->fields);
    const tunip_path *at = tunip_path_attr(d, path, "fields");
    const tunip_doc **fields = tunip_docs_new(d, count);
    for (size_t i = 0; fields && i < count; i++)
        fields[i] = relay_print(d, tuple->fields->items[i], tunip_path_item(d, at, i), false);
    return tunip_doc_tuple_new(d, tunip_docs_view(fields, count));
}

static const tunip_doc *make_item(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    const tunip_relay_tuple_get_item *item = (const tunip_relay_tuple_get_item *)node;
    const tunip_doc *tuple = SUB(item, tuple_value);
    bool is_small = item->index >= 0;
    return tunip_doc_attr_new(d, tuple,
                              is_small ? relay_numbered(d, tunip_str_from(""), (size_t)item->index)
                                       : tunip_doc_format(d, "%lld", (long long)item->index));
}

static const tunip_doc *make_constant(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    const tunip_relay_constant *constant = (const tunip_relay_constant *)node;
    const tunip_doc *scalar = constant->data ? relay_scalar(d, constant->data, path) : NULL;
    return scalar ? scalar : relay_meta(d, node, path);
}

/* A variable that has no definition when the walk visits it is free. */
static const tunip_doc *make_var(tunip_docsifier *d, const tunip_node *node,
                                 const tunip_path *path)
{
    const tunip_relay_var *var = (const tunip_relay_var *)node;
    relay_entry *entry = relay_entry_of(d, node);
    if (entry && entry->doc) return entry->doc;
    const tunip_doc *declared = relay_define(d, var, TUNIP_ROLE_DEFINE, NULL, path);
    if (!entry || !entry->doc) return tunip_doc_none(d, path);
    entry->declared = tunip_doc_annotate(d, declared, path);
    return entry->doc;
}

static const tunip_doc *make_if(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_relay_if *branch = (const tunip_relay_if *)node;
    const tunip_doc *cond = SUB(branch, cond);
    tunip_docs yes =
        relay_scope(d, branch->true_branch, tunip_path_attr(d, path, "true_branch"));
    tunip_docs no =
        relay_scope(d, branch->false_branch, tunip_path_attr(d, path, "false_branch"));
    return tunip_doc_if_new(d, cond, yes, no);
}

/* A chain of lets becomes one list of statements. The numbered bindings that the first value needs
 * come before the list, in the enclosing scope. */
static const tunip_doc *make_let(tunip_docsifier *d, const tunip_node *node,
                                 const tunip_path *path)
{
    tunip_frame frame;
    bool is_open = false;
    const tunip_relay_let *let = (const tunip_relay_let *)node;
    const void *value = node;
    for (; let; let = TUNIP_AS(tunip_relay_let, value)) {
        const tunip_doc *type, *name;
        name = relay_alloc(d, let->var, tunip_path_attr(d, path, "var"), &type);
        const tunip_doc *bound =
            relay_print(d, let->value, tunip_path_attr(d, path, "value"), true);
        if (!is_open) tunip_frame_enter(d, &frame, &tunip_dialect_relay, NULL);
        is_open = true;
        const tunip_doc *stmt = tunip_doc_assign_new(d, TUNIP_ROLE_LET, name, bound, type);
        stmt = relay_spanned(d, tunip_doc_at(d, stmt, path), &let->base);
        tunip_frame_add(d, &frame, tunip_doc_annotate(d, stmt, path));
        value = let->body;
        path = tunip_path_attr(d, path, "body");
    }
    relay_end_scope(d, &frame, value, path);
    tunip_docs body = tunip_frame_body(d, &frame, NULL);
    tunip_frame_leave(d, &frame);
    return tunip_doc_block_new(d, body);
}

static const tunip_doc *make_function(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    return relay_function(d, (const tunip_relay_function *)node, tunip_str_from("fn"), path);
}

static const tunip_doc *make_match(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    return relay_match(d, (const tunip_relay_match *)node, path);
}

static const tunip_doc *make_global_var(tunip_docsifier *d, const tunip_node *node,
                                        const tunip_path *path)
{
    tunip_str name = tunip_string_value(((const tunip_relay_global_var *)node)->name_hint);
    return tunip_doc_raw_new(d, relay_joined(d, "@", name), path);
}

static const tunip_doc *make_op(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    return tunip_doc_raw_new(d, tunip_string_value(((const tunip_ir_op *)node)->name), path);
}

static const tunip_doc *make_constructor(tunip_docsifier *d, const tunip_node *node,
                                         const tunip_path *path)
{
    const tunip_relay_constructor *constructor = (const tunip_relay_constructor *)node;
    return tunip_doc_raw_new(d, tunip_string_value(constructor->name_hint), path);
}

static const tunip_doc *make_ref(tunip_docsifier *d, const tunip_node *node,
                                 const tunip_path *path)
{
    const tunip_relay_ref_create *ref = (const tunip_relay_ref_create *)node;
    const tunip_doc *value = SUB(ref, value);
    return tunip_doc_call_new(d, relay_word(d, "ref", NULL), TUNIP_DOCS(d, value), NULL,
                              tunip_docs_none());
}

static const tunip_doc *make_read(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    const tunip_relay_ref_read *read = (const tunip_relay_ref_read *)node;
    const tunip_doc *ref = SUB(read, ref);
    return tunip_doc_call_new(d, relay_word(d, "ref_read", NULL), TUNIP_DOCS(d, ref), NULL,
                              tunip_docs_none());
}

static const tunip_doc *make_write(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    const tunip_relay_ref_write *write = (const tunip_relay_ref_write *)node;
    const tunip_doc *ref = SUB(write, ref);
    const tunip_doc *value = SUB(write, value);
    return tunip_doc_call_new(d, relay_word(d, "ref_write", NULL), TUNIP_DOCS(d, ref, value), NULL,
                              tunip_docs_none());
}

/* The most frequent types come first. */
static const struct {
    const tunip_type *type;
    tunip_rule_fn make;
} makers[] = {
    {&tunip_relay_call_type, make_call},
    {&tunip_ir_op_type, make_op},
    {&tunip_relay_var_type, make_var},
    {&tunip_relay_constant_type, make_constant},
    {&tunip_relay_tuple_type, make_tuple},
    {&tunip_relay_tuple_get_item_type, make_item},
    {&tunip_relay_function_type, make_function},
    {&tunip_relay_let_type, make_let},
    {&tunip_relay_if_type, make_if},
    {&tunip_relay_match_type, make_match},
    {&tunip_relay_global_var_type, make_global_var},
    {&tunip_relay_constructor_type, make_constructor},
    {&tunip_relay_ref_create_type, make_ref},
    {&tunip_relay_ref_read_type, make_read},
    {&tunip_relay_ref_write_type, make_write},
};

static const tunip_doc *make(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    for (size_t i = 0; i < TUNIP_LEN(makers); i++)
        if (tunip_is(node, makers[i].type)) return makers[i].make(d, node, path);
    return relay_meta(d, node, path);
}

/* ---- the rule ---- */

static const tunip_doc *print_root(tunip_docsifier *d, relay_state *s, const tunip_node *node,
                                   const tunip_path *path)
{
    s->is_begun = true;
    relay_count_uses(d, node);
    return tunip_doc_block_new(d, relay_scope(d, node, path));
}

const tunip_doc *relay_docsify_expr(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    relay_state *s = relay_state_of(d);
    if (s->visiting == node) {
        s->visiting = NULL;
        return make(d, node, path);
    }
    if (!s->is_begun) return print_root(d, s, node, path);
    return relay_print(d, node, path, false);
}
