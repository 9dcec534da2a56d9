/* region.c -- sequences of binding blocks, plain and dataflow (TVM
 * src/script/printer/relax/region.cc). */
#include "region.h"

#include "frame.h"
#include "rules.h"

/* ---- sequences ---- */

static const tunip_doc *write_value(tunip_docsifier *d, const tunip_doc *value,
                                    const relax_sink *sink)
{
    if (sink->returns) return tunip_doc_return_new(d, value);
    if (!sink->lhs) return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, value);
    return tunip_doc_assign_new(d, TUNIP_ROLE_BIND, sink->lhs, value, sink->annotation);
}

static const tunip_array *bindings_of(const tunip_node *block)
{
    const tunip_relax_binding_block *b = TUNIP_AS_A(tunip_relax_binding_block, block);
    return b ? b->bindings : NULL;
}

static bool is_empty(const tunip_node *block)
{
    return !tunip_array_count(bindings_of(block));
}

bool relax_has_empty_block(const tunip_relax_seq_expr *seq)
{
    for (size_t i = 0; seq && i < tunip_array_count(seq->blocks); i++)
        if (is_empty(seq->blocks->items[i])) return true;
    return false;
}

/* Whether a parser would join a block with the one before it. */
static bool would_join(const tunip_array *blocks, size_t index)
{
    const tunip_node *block = blocks->items[index];
    const tunip_node *before = index ? blocks->items[index - 1] : NULL;
    return before && block && before->type == block->type && !is_empty(before) && !is_empty(block);
}

static void add_blocks(tunip_docsifier *d, tunip_frame *frame, const tunip_array *blocks,
                       const tunip_path *path)
{
    for (size_t i = 0; i < tunip_array_count(blocks); i++) {
        const tunip_path *at = tunip_path_item(d, path, i);
        const tunip_doc *doc = tunip_docsify_child(d, blocks->items[i], at);
        if (would_join(blocks, i)) doc = tunip_doc_group_new(d, TUNIP_DOCS(d, doc));
        relax_add_stmt(d, frame, doc);
    }
}

tunip_docs relax_seq_body(tunip_docsifier *d, const tunip_relax_seq_expr *seq,
                          const tunip_path *path, const relax_sink *sink)
{
    tunip_frame frame;
    relax_frame_enter(d, &frame, seq);
    if (seq) add_blocks(d, &frame, seq->blocks, tunip_path_attr(d, path, "blocks"));
    const tunip_doc *value =
        tunip_docsify_child(d, seq ? seq->body : NULL, tunip_path_attr(d, path, "body"));
    tunip_frame_add(d, &frame, write_value(d, value, sink));
    tunip_docs body = tunip_frame_body(d, &frame, NULL);
    relax_frame_leave(d, &frame);
    return body;
}

RELAX_RULE(seq_expr)
{
    relax_sink sink = {.returns = false};
    return tunip_doc_block_new(d,
                               relax_seq_body(d, (const tunip_relax_seq_expr *)node, path, &sink));
}

/* ---- blocks ---- */

static const tunip_relax_var *bound_var(const tunip_node *binding)
{
    const tunip_relax_binding *b = TUNIP_AS_A(tunip_relax_binding, binding);
    return b ? b->var : NULL;
}

/* Appends the variable of a binding to the arguments of R.output(), if it is visible outside of the
 * dataflow block. */
static void add_output(tunip_docsifier *d, relax_args *outputs, const tunip_node *binding,
                       const tunip_path *path)
{
    const tunip_relax_var *var = bound_var(binding);
    if (var && !tunip_relax_is_dataflow_var(var))
        relax_args_add(outputs, tunip_docsify_child(d, var, tunip_path_attr(d, path, "var")));
}

/* Prints a binding. In ill-formed IR it may be any node; an expression becomes a statement. */
static const tunip_doc *write_binding(tunip_docsifier *d, const tunip_node *binding,
                                      const tunip_path *path)
{
    const tunip_doc *doc = tunip_docsify_child(d, binding, path);
    bool is_expr = tunip_doc_classify(doc) == TUNIP_CLASS_EXPR;
    return is_expr ? tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, doc) : doc;
}

RELAX_RULE(binding_block)
{
    const tunip_array *bindings = ((const tunip_relax_binding_block *)node)->bindings;
    size_t count = tunip_array_count(bindings);
    const tunip_doc **stmts = tunip_docs_new(d, count);
    const tunip_path *at = tunip_path_attr(d, path, "bindings");
    for (size_t i = 0; stmts && i < count; i++)
        stmts[i] = write_binding(d, bindings->items[i], tunip_path_item(d, at, i));
    return tunip_doc_block_new(d, tunip_docs_view(stmts, count));
}

/* with R.dataflow(): ... R.output(a, b) */
RELAX_RULE(dataflow_block)
{
    const tunip_array *bindings = ((const tunip_relax_binding_block *)node)->bindings;
    size_t count = tunip_array_count(bindings);
    const tunip_doc **stmts = tunip_docs_new(d, count + 1);
    relax_args outputs = relax_args_new(d, count, 0);
    const tunip_path *at = tunip_path_attr(d, path, "bindings");
    for (size_t i = 0; stmts && i < count; i++) {
        const tunip_path *item = tunip_path_item(d, at, i);
        stmts[i] = write_binding(d, bindings->items[i], item);
        add_output(d, &outputs, bindings->items[i], item);
    }
    const tunip_doc *output = relax_args_call(d, relax_name(d, "output"), &outputs);
    if (stmts) stmts[count] = tunip_doc_expr_stmt_new(d, TUNIP_ROLE_OUTPUT, output);
    const tunip_doc *scope =
        tunip_prefixed_call(d, &tunip_dialect_relax, "dataflow", tunip_docs_none());
    return tunip_doc_scope_new(d, NULL, scope, tunip_docs_view(stmts, count + 1));
}
