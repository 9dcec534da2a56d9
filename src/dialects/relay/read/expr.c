/* expr.c -- expressions other than calls, functions and matches. */
#include <tunip/tvm/ir.h>

#include "read.h"

static tunip_value read_noted(tunip_elaborator *e, const tunip_doc_tuple *doc)
{
    tunip_value value = tunip_elaborate(e, doc->elements.items[0]);
    bool is_expr = value.kind == TUNIP_VALUE_NODE && tunip_is_a(value.node, &tunip_relay_expr_type);
    if (is_expr) relay_read_notes(e, (tunip_relay_expr *)value.node, &doc->base);
    return value;
}

/* ---- names ---- */

/* A constructor that is a value is a node of its own, as after TVM's type inference. It prints as
 * its name. The node in the definition of the type prints everywhere as it does there:
 * `Cons(A, List[A])`. */
static tunip_value read_constructor(tunip_elaborator *e, const tunip_relay_constructor *defined,
                                    const tunip_doc *doc)
{
    tunip_relay_constructor *own =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relay_constructor_type);
    if (!own) return tunip_value_wrong(doc);
    *own = *defined;
    return tunip_value_node((tunip_node *)own, doc);
}

static tunip_value read_id(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_str name = relay_id_name(doc);
    if (name.size && *name.data == '%') {
        const tunip_value *local = tunip_name_get(e, name);
        tunip_node *known = local ? local->node : relay_known_get(e, name);
        if (known) return tunip_value_node(known, doc);
        return tunip_complain(e, doc, "%.*s is not defined", (int)name.size, name.data);
    }
    tunip_node *node = relay_read_callee(e, doc, false);
    const tunip_relay_constructor *made = TUNIP_AS(tunip_relay_constructor, node);
    if (!made) return tunip_value_node(node, doc);
    if (tunip_array_count(made->inputs)) return read_constructor(e, made, doc);
    tunip_relay_call *call = relay_new(e, &tunip_relay_call_type); /* of no arguments */
    if (!call) return tunip_value_wrong(doc);
    call->op = node;
    call->args = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    call->type_args = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    relay_note_call(e, call);
    return tunip_value_node(call, doc);
}

/* ---- parts ---- */

static tunip_value read_tuple(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_tuple *tuple = (const tunip_doc_tuple *)doc;
    if (doc->sub == TUNIP_TUPLE_NOTED) return read_noted(e, tuple);
    size_t count = tuple->elements.count;
    tunip_relay_tuple *made = relay_new(e, &tunip_relay_tuple_type);
    void **fields = tunip_elaborator_alloc(e, (count + 1) * sizeof *fields);
    if (!made || !fields) return tunip_value_wrong(doc);
    for (size_t i = 0; i < count; i++) fields[i] = relay_read_expr(e, tuple->elements.items[i]);
    made->fields = tunip_array_new(tunip_elaborator_graph(e), count, fields);
    return tunip_value_node(made, doc);
}

static tunip_value read_item(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_attr *item = (const tunip_doc_attr *)doc;
    tunip_relay_tuple_get_item *made = relay_new(e, &tunip_relay_tuple_get_item_type);
    tunip_node *tuple = relay_read_expr(e, item->value);
    if (!made || !tuple) return tunip_value_wrong(doc);
    made->tuple_value = tuple;
    for (size_t i = 0; i < item->name.size && made->index <= INT32_MAX; i++)
        made->index = made->index * 10 + (item->name.data[i] - '0');
    if (made->index > INT32_MAX)
        return tunip_complain(e, doc, "the index of an item is larger than %d", INT32_MAX);
    return tunip_value_node(made, doc);
}

static tunip_value read_if(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_if *branch = (const tunip_doc_if *)doc;
    tunip_relay_if *made = relay_new(e, &tunip_relay_if_type);
    if (!made) return tunip_value_wrong(doc);
    made->cond = relay_read_expr(e, branch->predicate);
    made->true_branch = relay_read_scope(e, branch->then_branch, doc);
    made->false_branch = relay_read_scope(e, branch->else_branch, doc);
    return tunip_value_node(made, doc);
}

static tunip_value read_index(tunip_elaborator *e, const tunip_doc *doc)
{
    return relay_read_meta(e, doc);
}

static tunip_value read_literal(tunip_elaborator *e, const tunip_doc *doc)
{
    return tunip_value_node(relay_read_constant(e, (const tunip_doc_literal *)doc), doc);
}

static tunip_value read_call(tunip_elaborator *e, const tunip_doc *doc)
{
    return relay_read_call(e, (const tunip_doc_call *)doc);
}

static tunip_value read_operation(tunip_elaborator *e, const tunip_doc *doc)
{
    return relay_read_operation(e, (const tunip_doc_operation *)doc);
}

static tunip_value read_function(tunip_elaborator *e, const tunip_doc *doc)
{
    return tunip_value_node(relay_read_function(e, (const tunip_doc_function *)doc), doc);
}

static tunip_value read_match(tunip_elaborator *e, const tunip_doc *doc)
{
    return tunip_value_node(relay_read_match(e, (const tunip_doc_scope *)doc), doc);
}

static tunip_value read_block(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_docs body = ((const tunip_doc_block *)doc)->body;
    return tunip_value_node(relay_read_scope(e, body, doc), doc);
}

static const tunip_read_fn readers[TUNIP_DOC__COUNT] = {
    [TUNIP_DOC_LITERAL] = read_literal,     [TUNIP_DOC_ID] = read_id,
    [TUNIP_DOC_ATTR] = read_item,           [TUNIP_DOC_INDEX] = read_index,
    [TUNIP_DOC_CALL] = read_call,           [TUNIP_DOC_OPERATION] = read_operation,
    [TUNIP_DOC_TUPLE] = read_tuple,         [TUNIP_DOC_IF] = read_if,
    [TUNIP_DOC_SCOPE] = read_match,         [TUNIP_DOC_FUNCTION] = read_function,
    [TUNIP_DOC_BLOCK] = read_block,
};

tunip_value relay_express(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_read_fn read = doc->kind < TUNIP_DOC__COUNT ? readers[doc->kind] : NULL;
    if (read) return read(e, doc);
    return tunip_complain(e, doc, "expected an expression");
}
