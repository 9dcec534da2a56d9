/* stmt.c -- statements. Each is a line, or a few: a head, the body, and a closing brace. */
#include "primfn.h"

#define W(text)      relay_word(d, (text), NULL)
#define OF(ident, member) primfn_value(d, (ident)->member, tunip_path_attr(d, path, #member))

/* ---- lines ---- */

static const tunip_doc *line(tunip_docsifier *d, const tunip_doc *text)
{
    return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, text);
}

/* A list of lines. */
typedef struct lines {
    tunip_docsifier *d;
    const tunip_doc **items;
    size_t count, room;
} lines;

static void add(lines *l, const tunip_doc *doc)
{
    const tunip_doc **items = tunip_scratch_grow(tunip_job_scratch(l->d), l->items, l->count,
                                                 sizeof *items, &l->room);
    if (!items) return;
    l->items = items;
    bool is_stmt = tunip_doc_classify(doc) != TUNIP_CLASS_EXPR;
    items[l->count++] = is_stmt ? doc : line(l->d, doc);
}

static tunip_docs docs_of(const lines *l)
{
    return tunip_docs_view(l->items, l->count);
}

static const tunip_doc *block_of(lines *l)
{
    return tunip_doc_block_new(l->d, docs_of(l));
}

static bool is_seq(const tunip_node *stmt)
{
    return stmt && tunip_is(stmt, &tunip_tir_seq_stmt_type);
}

static void add_items(lines *l, const tunip_tir_seq_stmt *seq, const tunip_path *path)
{
    const tunip_path *at = tunip_path_attr(l->d, path, "seq");
    for (size_t i = 0; i < tunip_array_count(seq->seq); i++)
        add(l, primfn_value(l->d, seq->seq->items[i], tunip_path_item(l->d, at, i)));
}

/* The braces of a body are also those of a sequence in it. */
tunip_docs primfn_body(tunip_docsifier *d, const tunip_node *stmt, const tunip_path *path)
{
    lines l = {.d = d};
    if (is_seq(stmt))
        add_items(&l, (const tunip_tir_seq_stmt *)stmt, path);
    else
        add(&l, primfn_value(d, stmt, path));
    return docs_of(&l);
}

/* HEAD {, the indented body */
static void add_scope(lines *l, const tunip_doc *head, const tunip_node *body,
                      const tunip_path *path)
{
    tunip_docsifier *d = l->d;
    tunip_docs docs = primfn_body(d, body, path);
    add(l, tunip_doc_scope_new(d, PRIMFN_JOINED(d, head, W(" {")), NULL, docs));
}

/* HEAD { body } */
static const tunip_doc *scope(tunip_docsifier *d, const tunip_doc *head, const tunip_node *body,
                              const tunip_path *path, const char *close)
{
    lines l = {.d = d};
    add_scope(&l, head, body, path);
    add(&l, W(close));
    return block_of(&l);
}

/* A line, then a statement that it is about. */
static const tunip_doc *before(tunip_docsifier *d, const tunip_doc *text, const tunip_node *body,
                               const tunip_path *path)
{
    lines l = {.d = d};
    add(&l, text);
    add(&l, primfn_value(d, body, path));
    return block_of(&l);
}

/* HEAD { sequence }, or HEAD; and the statement */
static const tunip_doc *head_of(tunip_docsifier *d, const tunip_doc *head, const tunip_node *body,
                                const tunip_path *path)
{
    if (is_seq(body)) return scope(d, head, body, path, "}");
    return before(d, PRIMFN_JOINED(d, head, W(";")), body, path);
}

/* ---- statements ---- */

const tunip_doc *primfn_seq(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    return scope(d, W(""), node, path, "}");
}

const tunip_doc *primfn_let_stmt(tunip_docsifier *d, const tunip_node *node,
                                 const tunip_path *path)
{
    const tunip_tir_let_stmt *let = (const tunip_tir_let_stmt *)node;
    const tunip_doc *var = OF(let, var);
    const tunip_doc *text = PRIMFN_JOINED(d, W("let "), var, W(" = "), OF(let, value));
    return before(d, text, let->body, tunip_path_attr(d, path, "body"));
}

const tunip_doc *primfn_assert(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_assert_stmt *stmt = (const tunip_tir_assert_stmt *)node;
    const tunip_doc *condition = OF(stmt, condition);
    const tunip_doc *text =
        PRIMFN_JOINED(d, W("assert("), condition, W(", "), OF(stmt, message), W(")"));
    return before(d, text, stmt->body, tunip_path_attr(d, path, "body"));
}

const tunip_doc *primfn_attr(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_attr_stmt *attr = (const tunip_tir_attr_stmt *)node;
    relay_collect_meta(d, attr->node);
    const tunip_doc *about = OF(attr, node);
    const tunip_doc *key = tunip_doc_str(d, tunip_string_value(attr->attr_key),
                                         tunip_path_attr(d, path, "attr_key"));
    const tunip_doc *head =
        PRIMFN_JOINED(d, W("attr ["), about, W("] "), key, W(" = "), OF(attr, value));
    return head_of(d, head, attr->body, tunip_path_attr(d, path, "body"));
}

static tunip_str pointer_scope(const tunip_tir_var *var)
{
    const tunip_ir_pointer_type *type =
        TUNIP_AS(tunip_ir_pointer_type, var ? var->type_annotation : NULL);
    return tunip_string_value(type ? type->storage_scope : NULL);
}

/* The bracket after the annotations is TVM's. */
const tunip_doc *primfn_allocate(tunip_docsifier *d, const tunip_node *node,
                                 const tunip_path *path)
{
    const tunip_tir_allocate *stmt = (const tunip_tir_allocate *)node;
    enum { MOST_PARTS = 13 }; /* with annotations and a condition */
    const tunip_doc *parts[MOST_PARTS] = {W("allocate("), OF(stmt, buffer_var), W(", ")};
    size_t count = 3;
    parts[count++] = primfn_dtype(d, stmt->dtype, tunip_path_attr(d, path, "dtype"));
    parts[count++] = W(", ");
    parts[count++] = OF(stmt, extents);
    parts[count++] = W("), storage_scope = ");
    parts[count++] = tunip_doc_raw_new(d, pointer_scope(stmt->buffer_var), NULL);
    if (tunip_map_count(stmt->annotations)) {
        const tunip_path *at = tunip_path_attr(d, path, "annotations");
        parts[count++] = W(", annotations = ");
        parts[count++] = primfn_map(d, stmt->annotations, at);
        parts[count++] = W(")");
    }
    if (!tunip_ir_is_int(stmt->condition, 1)) {
        parts[count++] = W(" if ");
        parts[count++] = OF(stmt, condition);
    }
    const tunip_doc *head = tunip_doc_joined_new(d, tunip_docs_copy(d, count, parts));
    return head_of(d, head, stmt->body, tunip_path_attr(d, path, "body"));
}

const tunip_doc *primfn_allocate_const(tunip_docsifier *d, const tunip_node *node,
                                       const tunip_path *path)
{
    const tunip_tir_allocate_const *stmt = (const tunip_tir_allocate_const *)node;
    const tunip_doc *var = OF(stmt, buffer_var);
    const tunip_doc *dtype = primfn_dtype(d, stmt->dtype, tunip_path_attr(d, path, "dtype"));
    const tunip_doc *head = PRIMFN_JOINED(d, W("constant("), var, W(", "), dtype, W(", "),
                                          OF(stmt, extents), W(")"));
    return head_of(d, head, stmt->body, tunip_path_attr(d, path, "body"));
}

/* The line ends before the braces or the semicolon, as in TVM. */
const tunip_doc *primfn_decl_buffer(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_tir_decl_buffer *stmt = (const tunip_tir_decl_buffer *)node;
    const tunip_tir_buffer *buffer = stmt->buffer;
    lines l = {.d = d};
    if (buffer) {
        const tunip_path *at = tunip_path_attr(d, path, "buffer");
        const tunip_doc *name = primfn_buffer_name(d, buffer, at);
        const tunip_doc *data = primfn_value(d, buffer->data, tunip_path_attr(d, at, "data"));
        const tunip_doc *dtype = primfn_dtype(d, buffer->dtype, tunip_path_attr(d, at, "dtype"));
        const tunip_doc *shape = primfn_value(d, buffer->shape, tunip_path_attr(d, at, "shape"));
        add(&l, PRIMFN_JOINED(d, name, W(" = decl_buffer("), data, W(", "), dtype, W(", "), shape,
                              W(")")));
    }
    add(&l, head_of(d, W(""), stmt->body, tunip_path_attr(d, path, "body")));
    return block_of(&l);
}

const tunip_doc *primfn_realize(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_buffer_realize *stmt = (const tunip_tir_buffer_realize *)node;
    const tunip_doc *buffer = OF(stmt, buffer), *bounds = OF(stmt, bounds);
    const tunip_doc *head = PRIMFN_JOINED(d, W("realize("), buffer, W(", "), bounds, W(", "),
                                          OF(stmt, condition));
    return scope(d, head, stmt->body, tunip_path_attr(d, path, "body"), "})");
}

const tunip_doc *primfn_producer_realize(tunip_docsifier *d, const tunip_node *node,
                                         const tunip_path *path)
{
    const tunip_relay_producer_realize *stmt = (const tunip_relay_producer_realize *)node;
    const tunip_doc *producer = OF(stmt, producer), *bounds = OF(stmt, bounds);
    const tunip_doc *head = PRIMFN_JOINED(d, W("producer_realize("), producer, W(", "), bounds,
                                          W(", "), OF(stmt, condition), W(", "));
    return scope(d, head, stmt->body, tunip_path_attr(d, path, "body"), "})");
}

const tunip_doc *primfn_if(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_if_then_else *stmt = (const tunip_tir_if_then_else *)node;
    lines l = {.d = d};
    const tunip_doc *head = PRIMFN_JOINED(d, W("if "), OF(stmt, condition));
    add_scope(&l, head, stmt->then_case, tunip_path_attr(d, path, "then_case"));
    if (stmt->else_case && !tunip_ir_is_int(stmt->condition, 1))
        add_scope(&l, W("} else"), stmt->else_case, tunip_path_attr(d, path, "else_case"));
    add(&l, W("}"));
    return block_of(&l);
}

const tunip_doc *primfn_for(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    static const char *const kinds[] = {")", ") \"parallel\"", ") \"vectorized\"", ") \"unroll\"",
                                        ") \"thread_binding\""};
    const tunip_tir_for *loop = (const tunip_tir_for *)node;
    bool is_known = loop->kind >= 0 && (uint64_t)loop->kind < TUNIP_LEN(kinds);
    const tunip_doc *var = OF(loop, loop_var), *min = OF(loop, min);
    const tunip_doc *end =
        primfn_end(d, loop->min, loop->extent, tunip_path_attr(d, path, "extent"));
    const tunip_doc *head = PRIMFN_JOINED(d, W("for ("), var, W(", "), min, W(", "), end,
                                          W(kinds[is_known ? loop->kind : 0]));
    return scope(d, head, loop->body, tunip_path_attr(d, path, "body"), "}");
}

const tunip_doc *primfn_while(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_while *loop = (const tunip_tir_while *)node;
    const tunip_doc *head = PRIMFN_JOINED(d, W("while ("), OF(loop, condition), W(")"));
    return scope(d, head, loop->body, tunip_path_attr(d, path, "body"), "}");
}

/* ---- blocks ---- */

/* The domain of a variable of a block: its extent, or a word and its range. */
static const tunip_doc *domain(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    static const char *const words[] = {[TUNIP_TIR_ITER_DATA_PAR] = "tir.range(",
                                        [TUNIP_TIR_ITER_COMM_REDUCE] = "tir.reduce_axis(",
                                        [TUNIP_TIR_ITER_ORDERED] = "tir.scan_axis(",
                                        [TUNIP_TIR_ITER_OPAQUE] = "tir.opaque_axis("};
    const tunip_tir_iter_var *iter = TUNIP_AS(tunip_tir_iter_var, node);
    if (!iter || !iter->dom) return relay_word(d, "(nullptr)", path);
    const tunip_ir_range *dom = iter->dom;
    const tunip_path *at = tunip_path_attr(d, path, "dom");
    const tunip_path *extent_at = tunip_path_attr(d, at, "extent");
    size_t kind = (size_t)iter->iter_type;
    if (kind == TUNIP_TIR_ITER_DATA_PAR && tunip_ir_is_int(dom->min, 0))
        return primfn_value(d, dom->extent, extent_at);
    bool is_known = kind < TUNIP_LEN(words) && words[kind];
    const tunip_doc *min = primfn_value(d, dom->min, tunip_path_attr(d, at, "min"));
    const tunip_doc *end = primfn_end(d, dom->min, dom->extent, extent_at);
    return PRIMFN_JOINED(d, W(is_known ? words[kind] : words[0]), min, W(", "), end, W(")"));
}

static const tunip_tir_iter_var *iter_at(const tunip_tir_block *block, size_t i)
{
    return TUNIP_AS(tunip_tir_iter_var, block->iter_vars->items[i]);
}

/* block([16, tir.reduce_axis(0, 8)], "name") as [i, j] { */
static const tunip_doc *block_head(tunip_docsifier *d, const tunip_tir_block *block,
                                   const tunip_path *path)
{
    size_t count = tunip_array_count(block->iter_vars);
    const tunip_path *at = tunip_path_attr(d, path, "iter_vars");
    const tunip_doc **domains = tunip_docs_new(d, count), **vars = tunip_docs_new(d, count);
    if (count && (!domains || !vars)) return W("");
    for (size_t i = 0; i < count; i++)
        domains[i] = domain(d, block->iter_vars->items[i], tunip_path_item(d, at, i));
    for (size_t i = 0; i < count; i++) {
        const tunip_tir_iter_var *iter = iter_at(block, i);
        const tunip_path *var_at = tunip_path_attr(d, tunip_path_item(d, at, i), "var");
        if (iter) primfn_name_var(d, iter->var);
        vars[i] = primfn_value(d, iter ? iter->var : NULL, var_at);
    }
    const tunip_doc *name = tunip_doc_str(d, tunip_string_value(block->name_hint),
                                          tunip_path_attr(d, path, "name_hint"));
    return PRIMFN_JOINED(
        d, W("block("), tunip_doc_list_new(d, tunip_docs_view(domains, count)), W(", "), name,
        W(count ? ") as " : ")"),
        count ? tunip_doc_list_new(d, tunip_docs_view(vars, count)) : W(""), W(" {"));
}

static void add_buffers(lines *l, const tunip_tir_block *block, const tunip_path *path)
{
    tunip_docsifier *d = l->d;
    const tunip_path *at = tunip_path_attr(d, path, "alloc_buffers");
    for (size_t i = 0; i < tunip_array_count(block->alloc_buffers); i++) {
        const tunip_tir_buffer *buffer = TUNIP_AS(tunip_tir_buffer, block->alloc_buffers->items[i]);
        const tunip_path *item = tunip_path_item(d, at, i);
        if (!buffer) continue;
        const tunip_doc *name = primfn_buffer_name(d, buffer, item);
        const tunip_doc *dtype = primfn_dtype(d, buffer->dtype, tunip_path_attr(d, item, "dtype"));
        const tunip_doc *shape = primfn_value(d, buffer->shape, tunip_path_attr(d, item, "shape"));
        add(l, PRIMFN_JOINED(d, name, W(" = alloc_buffer("), dtype, shape, W(")")));
    }
    at = tunip_path_attr(d, path, "match_buffers");
    for (size_t i = 0; i < tunip_array_count(block->match_buffers); i++) {
        const tunip_tir_match_buffer_region *match =
            TUNIP_AS(tunip_tir_match_buffer_region, block->match_buffers->items[i]);
        const tunip_path *item = tunip_path_item(d, at, i);
        if (!match || !match->buffer) continue;
        const tunip_doc *name =
            primfn_buffer_name(d, match->buffer, tunip_path_attr(d, item, "buffer"));
        const tunip_doc *source =
            primfn_value(d, match->source, tunip_path_attr(d, item, "source"));
        add(l, PRIMFN_JOINED(d, name, W(" = match_buffer("), source, W(")")));
    }
}

static void add_bindings(lines *l, const tunip_tir_block_realize *stmt, const tunip_path *path)
{
    tunip_docsifier *d = l->d;
    const tunip_path *at = tunip_path_attr(d, path, "iter_values");
    if (!tunip_ir_is_int(stmt->predicate, 1))
        add(l, PRIMFN_JOINED(d, W("where("), OF(stmt, predicate), W(")")));
    for (size_t i = 0; i < tunip_array_count(stmt->block->iter_vars); i++) {
        const tunip_tir_iter_var *iter = iter_at(stmt->block, i);
        bool has_value = i < tunip_array_count(stmt->iter_values);
        const tunip_doc *var = primfn_value(d, iter ? iter->var : NULL, NULL);
        const tunip_doc *value = primfn_value(d, has_value ? stmt->iter_values->items[i] : NULL,
                                              tunip_path_item(d, at, i));
        add(l, PRIMFN_JOINED(d, W("bind("), var, W(", "), value, W(")")));
    }
}

/* A block has no closing brace in TVM's text. */
const tunip_doc *primfn_block(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_block_realize *stmt = (const tunip_tir_block_realize *)node;
    const tunip_tir_block *block = stmt->block;
    lines l = {.d = d};
    if (!block) return W("(nullptr)");
    const tunip_path *at = tunip_path_attr(d, path, "block");
    const tunip_doc *head = block_head(d, block, at);
    add_bindings(&l, stmt, path);
    path = at;
    add(&l, PRIMFN_JOINED(d, W("tir.reads("), OF(block, reads), W(")")));
    add(&l, PRIMFN_JOINED(d, W("tir.writes("), OF(block, writes), W(")")));
    if (tunip_map_count(block->annotations))
        add(&l, PRIMFN_JOINED(d, W("tir.attrs("),
                              primfn_map(d, block->annotations,
                                         tunip_path_attr(d, path, "annotations")),
                              W(")")));
    add_buffers(&l, block, path);
    if (block->init)
        add(&l, scope(d, W("with init()"), block->init, tunip_path_attr(d, path, "init"), "}"));
    add(&l, primfn_value(d, block->body, tunip_path_attr(d, path, "body")));
    return tunip_doc_scope_new(d, head, NULL, docs_of(&l));
}
