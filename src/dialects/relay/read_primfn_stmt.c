/* read_primfn_stmt.c -- statements and functions of the tensor IR from Docs. */
#include <tunip/ext/tir_rules.h>

#include "read_primfn.h"

/* ---- statements ---- */

static tunip_value read_stmt(tunip_elaborator *e, const tunip_doc *doc);

static tunip_node *read_body(tunip_elaborator *e, tunip_docs docs);

static tunip_node *stmt_of(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc *before = tunip_elaborator_stand(e, doc);
    tunip_value value = tunip_elaborate_by(e, read_stmt, doc);
    tunip_elaborator_stand(e, before);
    return value.kind == TUNIP_VALUE_NODE ? value.node : NULL;
}

static tunip_node *new_seq(tunip_elaborator *e, tunip_docs docs)
{
    tunip_tir_seq_stmt *seq = primfn_new(e, &tunip_tir_seq_stmt_type);
    void **items = tunip_elaborator_alloc(e, (docs.count + 1) * sizeof *items);
    if (!seq || !items) return NULL;
    for (size_t i = 0; i < docs.count; i++) items[i] = stmt_of(e, docs.items[i]);
    seq->seq = primfn_array(e, docs.count, items);
    return (tunip_node *)seq;
}

/* Braces hold one statement, or those of a sequence. */
static tunip_node *read_body(tunip_elaborator *e, tunip_docs docs)
{
    return docs.count == 1 ? stmt_of(e, docs.items[0]) : new_seq(e, docs);
}

static tunip_value read_sequence(tunip_elaborator *e, const tunip_doc *doc)
{
    return tunip_value_node(new_seq(e, ((const tunip_doc_block *)doc)->body), doc);
}

static tunip_value read_evaluate(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc *expr = ((const tunip_doc_expr_stmt *)doc)->expr;
    const tunip_doc_call *call = (const tunip_doc_call *)expr;
    if (expr->kind == TUNIP_DOC_CALL && tunip_str_is(relay_id_name(call->callee), "prefetch")) {
        tunip_relay_prefetch *prefetch = primfn_new(e, &tunip_relay_prefetch_type);
        if (!prefetch || !primfn_takes(e, call, 2)) return tunip_value_wrong(doc);
        prefetch->buffer = primfn_read_as(e, call->args.items[0], &tunip_tir_buffer_type);
        prefetch->bounds = primfn_read_ranges(e, primfn_items(e, call->args.items[1]));
        return tunip_value_node(prefetch, doc);
    }
    tunip_tir_evaluate *made = primfn_new(e, &tunip_tir_evaluate_type);
    tunip_node *value = primfn_read_expr(e, expr);
    if (!made || !value) return tunip_value_wrong(doc);
    made->value = value;
    return tunip_value_node(made, doc);
}

static tunip_value store_in_producer(tunip_elaborator *e, tunip_node *producer,
                                     tunip_array *indices, tunip_node *value, const tunip_doc *doc)
{
    tunip_relay_producer_store *store = primfn_new(e, &tunip_relay_producer_store_type);
    if (!store) return tunip_value_wrong(doc);
    store->producer = producer;
    store->indices = indices;
    store->value = value;
    return tunip_value_node(store, doc);
}

/* A[i] = value if condition */
static tunip_value read_store(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    const tunip_doc_index *index = (const tunip_doc_index *)assign->lhs;
    tunip_tir_buffer_store *store = primfn_new(e, &tunip_tir_buffer_store_type);
    char names[2][TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype element;
    if (assign->lhs->kind != TUNIP_DOC_INDEX)
        return tunip_complain(e, assign->lhs, "expected an element, such as `A[i]`");
    tunip_node *of = primfn_read_as(e, index->value, NULL);
    tunip_array *indices = primfn_read_all(e, index->indices, &tunip_ir_prim_expr_type);
    tunip_node *value = primfn_read_expr(e, assign->rhs);
    if (!store || !of || !indices || !value) return tunip_value_wrong(doc);
    if (tunip_is_a(of, &tunip_tir_data_producer_type))
        return store_in_producer(e, of, indices, value, doc);
    if (tunip_is_a(of, &tunip_tir_var_type))
        of = (tunip_node *)primfn_view(e, (tunip_tir_var *)of, tunip_ir_dtype_of(value),
                                       index->value);
    if (!of || !tunip_is(of, &tunip_tir_buffer_type)) {
        tunip_value given = tunip_value_node(of, index->value);
        return tunip_complain_instead(e, &given, "a buffer");
    }
    store->buffer = (tunip_tir_buffer *)of;
    store->indices = indices;
    store->value = value;
    if (!primfn_set_element(store->buffer, indices, &element)) return tunip_value_wrong(doc);
    if (!tunip_dtype_equal(element, tunip_ir_dtype_of(value))) {
        tunip_dtype_name(element, names[0]);
        tunip_dtype_name(tunip_ir_dtype_of(value), names[1]);
        return tunip_complain(e, assign->rhs,
                              TUNIP_BREAKS_DTYPE "the element is %s and the value is %s", names[0],
                              names[1]);
    }
    if (assign->annotation) store->predicate = primfn_read_expr(e, assign->annotation);
    return tunip_value_node(store, doc);
}

static tunip_value read_if(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_if *branch = (const tunip_doc_if *)doc;
    tunip_tir_if_then_else *made = primfn_new(e, &tunip_tir_if_then_else_type);
    if (!made) return tunip_value_wrong(doc);
    made->condition = primfn_read_expr(e, branch->predicate);
    made->then_case = read_body(e, branch->then_branch);
    if (branch->else_branch.count) made->else_case = read_body(e, branch->else_branch);
    return tunip_value_node(made, doc);
}

static tunip_value read_while(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_while *loop = (const tunip_doc_while *)doc;
    tunip_tir_while *made = primfn_new(e, &tunip_tir_while_type);
    if (!made) return tunip_value_wrong(doc);
    made->condition = primfn_read_expr(e, loop->predicate);
    made->body = read_body(e, loop->body);
    return tunip_value_node(made, doc);
}

/* ---- loops ---- */

/* The thread whose name a loop has: blockIdx.x, threadIdx.y_1, vthread. Empty: another name. */
static tunip_str thread_of(tunip_str name)
{
    static const char *const threads[] = {
        "blockIdx.x",  "blockIdx.y", "blockIdx.z", "threadIdx.x", "threadIdx.y",
        "threadIdx.z", "vthread.x",  "vthread.y",  "vthread.z",   "vthread",
    };
    for (size_t i = 0; i < TUNIP_LEN(threads); i++) {
        size_t size = strlen(threads[i]);
        bool begins = name.size >= size && memcmp(name.data, threads[i], size) == 0;
        if (begins && (name.size == size || name.data[size] == '_'))
            return (tunip_str){name.data, size};
    }
    return (tunip_str){"", 0};
}

static tunip_tir_iter_var *new_thread(tunip_elaborator *e, const tunip_tir_var *var,
                                      const tunip_doc *doc)
{
    tunip_tir_iter_var *thread = primfn_new(e, &tunip_tir_iter_var_type);
    tunip_str tag = thread_of(tunip_string_value(var->name));
    if (!thread) return NULL;
    primfn_note(
        e, doc, LACKS_THREAD,
        "the text leaves out the threads of loops: a loop has the thread of its name, such as "
        "threadIdx.x, or none");
    thread->var = primfn_new_var(e, (tunip_str){"iter", 4}, var->type_annotation);
    thread->iter_type = TUNIP_TIR_ITER_THREAD_INDEX;
    thread->thread_tag = primfn_new_string(e, tag);
    return thread;
}

/* for (i: int32, min, end) "kind" { ... } */
static tunip_value read_for(tunip_elaborator *e, const tunip_doc *doc)
{
    static const char *const kinds[] = {"serial", "parallel", "vectorized", "unroll",
                                        "thread_binding"};
    const tunip_doc_for *loop = (const tunip_doc_for *)doc;
    tunip_docs args = ((const tunip_doc_call *)loop->rhs)->args;
    tunip_tir_for *made = primfn_new(e, &tunip_tir_for_type);
    tunip_str kind = {"serial", 6};
    tunip_tir_var *var = primfn_read_as(e, loop->lhs, &tunip_tir_var_type);
    tunip_ir_range *range = primfn_read_range(e, args.items[0]);
    if (!made || !var || !range) return tunip_value_wrong(doc);
    if (args.count > 1) primfn_text(args.items[1], &kind);
    while ((size_t)made->kind < TUNIP_LEN(kinds) && !tunip_str_is(kind, kinds[made->kind]))
        made->kind++;
    if ((size_t)made->kind == TUNIP_LEN(kinds))
        return tunip_complain(e, args.items[1], TUNIP_BREAKS_LOOP "there are no loops `%.*s`",
                              (int)kind.size, kind.data);
    made->loop_var = var;
    made->min = range->min;
    made->extent = range->extent;
    made->annotations = primfn_empty_map(e);
    if (made->kind == TUNIP_TIR_FOR_THREAD_BINDING)
        made->thread_binding = new_thread(e, var, loop->lhs);
    made->body = read_body(e, loop->body);
    return tunip_value_node(made, doc);
}

/* ---- scopes ---- */

static tunip_value read_let_stmt(tunip_elaborator *e, const tunip_doc_scope *scope)
{
    const tunip_doc_assign *head = (const tunip_doc_assign *)scope->rhs;
    tunip_tir_let_stmt *made = primfn_new(e, &tunip_tir_let_stmt_type);
    tunip_tir_var *var = primfn_read_as(e, head->lhs, &tunip_tir_var_type);
    tunip_node *value = primfn_read_expr(e, head->rhs);
    if (!made || !var || !value) return tunip_value_wrong(&scope->stmt.base);
    made->var = var;
    made->value = value;
    made->body = read_body(e, scope->body);
    return tunip_value_node(made, &scope->stmt.base);
}

static tunip_node *read_node_of_attr(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_value value = tunip_elaborate_by(e, primfn_read_any, doc);
    const tunip_tir_string_imm *text =
        value.kind == TUNIP_VALUE_NODE ? TUNIP_AS(tunip_tir_string_imm, value.node) : NULL;
    if (text) return (tunip_node *)text->value; /* attr ["default"]: a string */
    return value.kind == TUNIP_VALUE_NODE ? value.node : NULL;
}

static tunip_value read_attr(tunip_elaborator *e, const tunip_doc_scope *scope)
{
    tunip_docs args = ((const tunip_doc_call *)scope->rhs)->args;
    tunip_tir_attr_stmt *made = primfn_new(e, &tunip_tir_attr_stmt_type);
    tunip_str key = {"", 0};
    if (!made) return tunip_value_wrong(&scope->stmt.base);
    primfn_text(args.items[1], &key);
    made->node = read_node_of_attr(e, args.items[0]);
    made->attr_key = primfn_new_string(e, key);
    made->value = primfn_read_expr(e, args.items[2]);
    made->body = read_body(e, scope->body);
    return tunip_value_node(made, &scope->stmt.base);
}

static tunip_value read_assert(tunip_elaborator *e, const tunip_doc_scope *scope)
{
    const tunip_doc_call *call = (const tunip_doc_call *)scope->rhs;
    tunip_tir_assert_stmt *made = primfn_new(e, &tunip_tir_assert_stmt_type);
    if (!made || !primfn_takes(e, call, 2)) return tunip_value_wrong(&scope->stmt.base);
    made->condition = primfn_read_expr(e, call->args.items[0]);
    made->message = primfn_read_expr(e, call->args.items[1]);
    made->body = read_body(e, scope->body);
    return tunip_value_node(made, &scope->stmt.base);
}

static tunip_value read_allocate(tunip_elaborator *e, const tunip_doc_scope *scope)
{
    const tunip_doc_call *call = (const tunip_doc_call *)scope->rhs;
    tunip_tir_allocate *made = primfn_new(e, &tunip_tir_allocate_type);
    const tunip_doc *condition = primfn_keyword(call, "condition");
    const tunip_doc *annotations = primfn_keyword(call, "annotations");
    if (!made || !primfn_takes(e, call, 3)) return tunip_value_wrong(&scope->stmt.base);
    made->buffer_var = primfn_read_as(e, call->args.items[0], &tunip_tir_var_type);
    bool is_read = primfn_read_dtype(e, call->args.items[1], &made->dtype);
    made->extents = primfn_read_list(e, call->args.items[2], &tunip_ir_prim_expr_type);
    if (!is_read || !made->buffer_var) return tunip_value_wrong(&scope->stmt.base);
    primfn_set_extents(e, made->buffer_var, made->extents);
    made->annotations = annotations ? primfn_read_map(e, annotations) : primfn_empty_map(e);
    made->condition = condition ? primfn_read_expr(e, condition) : primfn_true(e);
    made->body = read_body(e, scope->body);
    return tunip_value_node(made, &scope->stmt.base);
}

/* A tensor of zeros. */
static tunip_tensor *zeros(tunip_elaborator *e, tunip_dtype dtype, const tunip_array *extents,
                           const tunip_doc *doc)
{
    int64_t count = 1;
    for (size_t i = 0; i < tunip_array_count(extents); i++) {
        const tunip_ir_int_imm *extent = TUNIP_AS(tunip_ir_int_imm, extents->items[i]);
        if (!extent || extent->value < 0 || extent->value > (INT64_C(1) << 20)) return NULL;
        count *= extent->value;
        if (count > (INT64_C(1) << 20)) return NULL;
    }
    tunip_value *numbers = tunip_elaborator_alloc(e, (size_t)(count + 1) * sizeof *numbers);
    if (!numbers) return NULL;
    for (int64_t i = 0; i < count; i++) numbers[i] = (tunip_value){.kind = TUNIP_VALUE_INT};
    tunip_value list = {.kind = TUNIP_VALUE_LIST, .items = {numbers, (size_t)count}};
    return tunip_ir_read_tensor(e, &list, dtype, doc);
}

static tunip_value read_constant(tunip_elaborator *e, const tunip_doc_scope *scope)
{
    const tunip_doc_call *call = (const tunip_doc_call *)scope->rhs;
    tunip_tir_allocate_const *made = primfn_new(e, &tunip_tir_allocate_const_type);
    if (!made || !primfn_takes(e, call, 3)) return tunip_value_wrong(&scope->stmt.base);
    made->buffer_var = primfn_read_as(e, call->args.items[0], &tunip_tir_var_type);
    bool is_read = primfn_read_dtype(e, call->args.items[1], &made->dtype);
    made->extents = primfn_read_list(e, call->args.items[2], &tunip_ir_prim_expr_type);
    if (!is_read || !made->buffer_var) return tunip_value_wrong(&scope->stmt.base);
    primfn_note(e, &call->base, LACKS_DATA,
                "the text leaves out the data of constants: they read as 0");
    made->data = zeros(e, made->dtype, made->extents, &call->base);
    primfn_set_extents(e, made->buffer_var, made->extents);
    made->annotations = primfn_empty_map(e);
    made->body = read_body(e, scope->body);
    return tunip_value_node(made, &scope->stmt.base);
}

static tunip_value read_realize(tunip_elaborator *e, const tunip_doc_scope *scope)
{
    const tunip_doc_call *call = (const tunip_doc_call *)scope->rhs;
    tunip_tir_buffer_realize *made = primfn_new(e, &tunip_tir_buffer_realize_type);
    if (!made || !primfn_takes(e, call, 3)) return tunip_value_wrong(&scope->stmt.base);
    made->buffer = primfn_read_as(e, call->args.items[0], &tunip_tir_buffer_type);
    made->bounds = primfn_read_ranges(e, primfn_items(e, call->args.items[1]));
    made->condition = primfn_read_expr(e, call->args.items[2]);
    made->body = read_body(e, scope->body);
    return tunip_value_node(made, &scope->stmt.base);
}

static tunip_value read_producer_realize(tunip_elaborator *e, const tunip_doc_scope *scope)
{
    const tunip_doc_call *call = (const tunip_doc_call *)scope->rhs;
    tunip_relay_producer_realize *made = primfn_new(e, &tunip_relay_producer_realize_type);
    if (!made || !primfn_takes(e, call, 3)) return tunip_value_wrong(&scope->stmt.base);
    made->producer = primfn_read_as(e, call->args.items[0], &tunip_tir_data_producer_type);
    made->bounds = primfn_read_ranges(e, primfn_items(e, call->args.items[1]));
    made->condition = primfn_read_expr(e, call->args.items[2]);
    made->storage_scope = primfn_new_string(e, (tunip_str){"", 0});
    made->body = read_body(e, scope->body);
    return tunip_value_node(made, &scope->stmt.base);
}

/* A pointer for a buffer whose own pointer the text does not name. */
static tunip_tir_var *new_pointer(tunip_elaborator *e, tunip_str name, tunip_dtype element,
                                  const char *scope)
{
    tunip_node *type =
        (tunip_node *)tunip_ir_pointer_type_new(tunip_elaborator_graph(e), element, scope);
    return primfn_new_var(e, name, type);
}

/* A = decl_buffer(pointer, dtype, shape) */
static tunip_value read_decl_buffer(tunip_elaborator *e, const tunip_doc_scope *scope)
{
    const tunip_doc_call *call = (const tunip_doc_call *)scope->rhs;
    tunip_tir_decl_buffer *made = primfn_new(e, &tunip_tir_decl_buffer_type);
    tunip_str name = relay_id_name(scope->lhs);
    tunip_dtype dtype;
    if (!made || !primfn_takes(e, call, 3) || !primfn_read_dtype(e, call->args.items[1], &dtype))
        return tunip_value_wrong(&scope->stmt.base);
    tunip_tir_var *data = primfn_read_as(e, call->args.items[0], &tunip_tir_var_type);
    tunip_array *shape = primfn_read_list(e, call->args.items[2], &tunip_ir_prim_expr_type);
    made->buffer = primfn_new_buffer(e, name, dtype, shape, data);
    if (!data || !made->buffer) return tunip_value_wrong(&scope->stmt.base);
    tunip_name_set(e, name, tunip_value_node(made->buffer, scope->lhs));
    made->body = read_body(e, scope->body);
    return tunip_value_node(made, &scope->stmt.base);
}

/* ---- blocks ---- */

/* tir.reduce_axis(0, 16), or the extent of a data parallel axis. */
static tunip_tir_iter_var *read_axis(tunip_elaborator *e, const tunip_doc *doc,
                                     const tunip_doc *name)
{
    static const struct {
        const char *word;
        tunip_tir_iter_type type;
    } kinds[] = {{"tir.range", TUNIP_TIR_ITER_DATA_PAR},
                 {"tir.reduce_axis", TUNIP_TIR_ITER_COMM_REDUCE},
                 {"tir.scan_axis", TUNIP_TIR_ITER_ORDERED},
                 {"tir.opaque_axis", TUNIP_TIR_ITER_OPAQUE}};
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    tunip_tir_iter_var *iter = primfn_new(e, &tunip_tir_iter_var_type);
    size_t kind = TUNIP_LEN(kinds);
    if (!iter) return NULL;
    for (size_t i = 0; doc->kind == TUNIP_DOC_CALL && i < TUNIP_LEN(kinds); i++)
        if (tunip_str_is(relay_id_name(call->callee), kinds[i].word)) kind = i;
    if (kind < TUNIP_LEN(kinds)) {
        if (!primfn_takes(e, call, 2)) return NULL;
        tunip_doc_slice slice = {.base = {.kind = TUNIP_DOC_SLICE},
                                 .start = call->args.items[0],
                                 .stop = call->args.items[1]};
        iter->dom = primfn_read_range(e, &slice.base);
        iter->iter_type = kinds[kind].type;
    } else {
        tunip_ir_range *range = primfn_new(e, &tunip_ir_range_type);
        tunip_node *extent = primfn_read_expr(e, doc);
        if (!range || !extent) return NULL;
        range->min = primfn_new_int(e, tunip_ir_dtype_of(extent), 0);
        range->extent = extent;
        iter->dom = range;
    }
    if (!iter->dom) return NULL;
    iter->var = primfn_new_int_var(e, name, tunip_ir_dtype_of(iter->dom->extent));
    iter->thread_tag = primfn_new_string(e, (tunip_str){"", 0});
    return iter;
}

typedef struct block_parts {
    tunip_tir_block *block;
    tunip_tir_block_realize *realize;
} block_parts;

/* A = alloc_buffer(float32[16]) */
static void read_alloc(tunip_elaborator *e, const block_parts *b, const tunip_doc *name,
                       const tunip_doc_call *call)
{
    const tunip_doc_index *index = (const tunip_doc_index *)call->args.items[0];
    tunip_dtype dtype;
    if (index->base.kind != TUNIP_DOC_INDEX) {
        tunip_complain(e, &call->base, TUNIP_BREAKS_ARGUMENTS "expected a dtype and a shape");
        return;
    }
    if (!primfn_read_dtype(e, index->value, &dtype)) return;
    tunip_array *shape = primfn_read_all(e, index->indices, &tunip_ir_prim_expr_type);
    primfn_note(
        e, &call->base, LACKS_ALLOC,
        "the text leaves out the memory and the strides of buffers in blocks: they read as global "
        "and compact");
    tunip_str text = relay_id_name(name);
    tunip_tir_buffer *buffer =
        primfn_new_buffer(e, text, dtype, shape, new_pointer(e, text, dtype, "global"));
    tunip_ir_append(e, b->block->alloc_buffers, buffer);
    tunip_name_set(e, text, tunip_value_node(buffer, name));
}

/* A = match_buffer(B[0:16]) */
static void read_match(tunip_elaborator *e, const block_parts *b, const tunip_doc *name,
                       const tunip_doc_call *call)
{
    tunip_tir_match_buffer_region *match = primfn_new(e, &tunip_tir_match_buffer_region_type);
    if (!match) return;
    match->source = primfn_read_region(e, call->args.items[0]);
    if (!match->source) return;
    primfn_note(
        e, &call->base, LACKS_MATCH,
        "the text leaves out the shape, the strides and the offset of matched buffers: they read "
        "as those of a compact buffer with the shape of the region");
    const tunip_tir_buffer *of = match->source->buffer;
    tunip_array *shape = primfn_array(e, 0, NULL);
    for (size_t i = 0; shape && i < tunip_array_count(match->source->region); i++) {
        const tunip_ir_range *range = TUNIP_AS(tunip_ir_range, match->source->region->items[i]);
        if (range) tunip_ir_append(e, shape, range->extent);
    }
    tunip_str text = relay_id_name(name), scope = tunip_tir_buffer_scope(of);
    char *copy = tunip_elaborator_alloc(e, scope.size + 1); /* ends at a NUL */
    if (!copy) return;
    if (scope.size) memcpy(copy, scope.data, scope.size);
    copy[scope.size] = '\0';
    match->buffer =
        primfn_new_buffer(e, text, of->dtype, shape, new_pointer(e, text, of->dtype, copy));
    tunip_ir_append(e, b->block->match_buffers, match);
    tunip_name_set(e, text, tunip_value_node(match->buffer, name));
}

/* bind(variable, value), in the order of the variables. */
static void read_bind(tunip_elaborator *e, const block_parts *b, const tunip_doc *name,
                      const tunip_doc_call *call)
{
    (void)name;
    size_t at = b->realize->iter_values->count;
    tunip_node *value = primfn_read_expr(e, call->args.items[1]);
    const tunip_node *var = primfn_read_as(e, call->args.items[0], &tunip_tir_var_type);
    const tunip_tir_iter_var *iter =
        TUNIP_AS(tunip_tir_iter_var,
                 at < b->block->iter_vars->count ? b->block->iter_vars->items[at] : NULL);
    if (!iter || (const tunip_node *)iter->var != var)
        tunip_complain(e, &call->base,
                       TUNIP_BREAKS_BLOCK "the block binds its variables in another order");
    tunip_ir_append(e, b->realize->iter_values, value);
}

static void read_where(tunip_elaborator *e, const block_parts *b, const tunip_doc *name,
                       const tunip_doc_call *call)
{
    (void)name;
    b->realize->predicate = primfn_read_expr(e, call->args.items[0]);
}

static void read_reads(tunip_elaborator *e, const block_parts *b, const tunip_doc *name,
                       const tunip_doc_call *call)
{
    (void)name;
    b->block->reads = primfn_read_regions(e, call->args.items[0]);
}

static void read_writes(tunip_elaborator *e, const block_parts *b, const tunip_doc *name,
                        const tunip_doc_call *call)
{
    (void)name;
    b->block->writes = primfn_read_regions(e, call->args.items[0]);
}

static void read_attrs(tunip_elaborator *e, const block_parts *b, const tunip_doc *name,
                       const tunip_doc_call *call)
{
    (void)name;
    b->block->annotations = primfn_read_map(e, call->args.items[0]);
}

/* The lines that describe a block. The first ones have the name of a buffer and an equals sign. */
static const struct {
    const char *word;
    size_t count; /* of the arguments */
    bool has_name;
    void (*read)(tunip_elaborator *e, const block_parts *b, const tunip_doc *name,
                 const tunip_doc_call *call);
} parts[] = {
    {"alloc_buffer", 1, true, read_alloc}, {"match_buffer", 1, true, read_match},
    {"where", 1, false, read_where},       {"bind", 2, false, read_bind},
    {"tir.reads", 1, false, read_reads},   {"tir.writes", 1, false, read_writes},
    {"tir.attrs", 1, false, read_attrs},
};

/* A line of a block that describes it. False for its body. */
static bool read_part(tunip_elaborator *e, const block_parts *b, const tunip_doc *doc)
{
    const tunip_doc *name = NULL, *value = NULL;
    if (doc->kind == TUNIP_DOC_SCOPE && doc->role == TUNIP_ROLE_META) {
        b->block->init = read_body(e, ((const tunip_doc_scope *)doc)->body);
        return true;
    }
    if (doc->kind == TUNIP_DOC_ASSIGN && doc->role == TUNIP_ROLE_META) {
        name = ((const tunip_doc_assign *)doc)->lhs;
        value = ((const tunip_doc_assign *)doc)->rhs;
    } else if (doc->kind == TUNIP_DOC_EXPR_STMT) {
        value = ((const tunip_doc_expr_stmt *)doc)->expr;
    }
    if (!value || value->kind != TUNIP_DOC_CALL) return false;
    const tunip_doc_call *call = (const tunip_doc_call *)value;
    tunip_str word = relay_id_name(call->callee);
    for (size_t i = 0; i < TUNIP_LEN(parts); i++) {
        if (!tunip_str_is(word, parts[i].word) || parts[i].has_name != (name != NULL)) continue;
        if (primfn_takes(e, call, parts[i].count)) parts[i].read(e, b, name, call);
        return true;
    }
    return false;
}

/* block([16, tir.reduce_axis(0, 8)], "name") as [i, j] { ... */
static tunip_value read_block(tunip_elaborator *e, const tunip_doc_scope *scope)
{
    const tunip_doc_call *call = (const tunip_doc_call *)scope->rhs;
    const tunip_doc *doc = &scope->stmt.base;
    block_parts b = {primfn_new(e, &tunip_tir_block_type),
                     primfn_new(e, &tunip_tir_block_realize_type)};
    tunip_str name = {"", 0};
    if (!b.block || !b.realize || !primfn_takes(e, call, 2)) return tunip_value_wrong(doc);
    tunip_docs axes = primfn_items(e, call->args.items[0]);
    tunip_docs vars = scope->lhs ? primfn_items(e, scope->lhs) : tunip_docs_none();
    if (axes.count != vars.count)
        return tunip_complain(e, scope->lhs ? scope->lhs : doc,
                              TUNIP_BREAKS_BLOCK
                              "a block has a variable for each of its axes: %zu, not %zu",
                              axes.count, vars.count);
    primfn_text(call->args.items[1], &name);
    b.block->name_hint = primfn_new_string(e, name);
    b.block->iter_vars = primfn_array(e, 0, NULL);
    b.block->reads = b.block->writes = NULL;
    b.block->alloc_buffers = primfn_array(e, 0, NULL);
    b.block->match_buffers = primfn_array(e, 0, NULL);
    b.block->annotations = primfn_empty_map(e);
    b.realize->iter_values = primfn_array(e, 0, NULL);
    for (size_t i = 0; i < axes.count; i++) {
        tunip_tir_iter_var *iter = read_axis(e, axes.items[i], vars.items[i]);
        if (!iter) return tunip_value_wrong(doc);
        tunip_ir_append(e, b.block->iter_vars, iter);
    }
    for (size_t i = 0; i < scope->body.count; i++)
        if (!read_part(e, &b, scope->body.items[i]))
            b.block->body = stmt_of(e, scope->body.items[i]);
    if (!b.block->reads) b.block->reads = primfn_array(e, 0, NULL);
    if (!b.block->writes) b.block->writes = primfn_array(e, 0, NULL);
    if (!b.realize->predicate) b.realize->predicate = primfn_true(e);
    b.realize->block = b.block;
    return tunip_value_node(b.realize, doc);
}

/* ---- dispatch ---- */

static const struct {
    const char *word;
    tunip_value (*read)(tunip_elaborator *e, const tunip_doc_scope *scope);
} scopes[] = {
    {"attr", read_attr},         {"assert", read_assert},
    {"allocate", read_allocate}, {"constant", read_constant},
    {"realize", read_realize},   {"producer_realize", read_producer_realize},
    {"block", read_block},       {"decl_buffer", read_decl_buffer},
};

static tunip_value read_scope(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_scope *scope = (const tunip_doc_scope *)doc;
    if (scope->rhs->kind == TUNIP_DOC_ASSIGN) return read_let_stmt(e, scope);
    if (scope->rhs->kind == TUNIP_DOC_CALL) {
        tunip_str word = relay_id_name(((const tunip_doc_call *)scope->rhs)->callee);
        for (size_t i = 0; i < TUNIP_LEN(scopes); i++)
            if (tunip_str_is(word, scopes[i].word)) return scopes[i].read(e, scope);
    }
    return tunip_complain(e, doc, "expected a statement");
}

static const tunip_read_fn stmt_readers[TUNIP_DOC__COUNT] = {
    [TUNIP_DOC_ASSIGN] = read_store,   [TUNIP_DOC_EXPR_STMT] = read_evaluate,
    [TUNIP_DOC_IF] = read_if,          [TUNIP_DOC_WHILE] = read_while,
    [TUNIP_DOC_FOR] = read_for,        [TUNIP_DOC_SCOPE] = read_scope,
    [TUNIP_DOC_BLOCK] = read_sequence,
};

static tunip_value read_stmt(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_read_fn read = doc->kind < TUNIP_DOC__COUNT ? stmt_readers[doc->kind] : NULL;
    bool is_part = doc->kind == TUNIP_DOC_ASSIGN && doc->role == TUNIP_ROLE_META;
    return read && !is_part ? read(e, doc) : tunip_complain(e, doc, "expected a statement");
}

/* ---- functions ---- */

/* {a: A, b: B}; the buffers of a function. */
static tunip_map *read_buffer_map(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_dict *dict = (const tunip_doc_dict *)doc;
    size_t count = dict->keys.count;
    void **entries = tunip_elaborator_alloc(e, (2 * count + 1) * sizeof *entries);
    if (!entries) return NULL;
    for (size_t i = 0; i < count; i++) {
        entries[2 * i] = primfn_read_as(e, dict->keys.items[i], &tunip_tir_var_type);
        tunip_tir_buffer *buffer = primfn_read_as(e, dict->values.items[i], &tunip_tir_buffer_type);
        entries[2 * i + 1] = buffer;
        if (!entries[2 * i] || !buffer) return NULL;
        primfn_set_extents(e, buffer->data, buffer->shape);
    }
    return tunip_map_new(tunip_elaborator_graph(e), count, entries);
}

/* A line above the body. False at the body. */
static bool read_head(tunip_elaborator *e, tunip_tir_prim_func *made, const tunip_doc *doc)
{
    const tunip_doc_assign *head = (const tunip_doc_assign *)doc;
    if (doc->kind != TUNIP_DOC_ASSIGN || doc->role != TUNIP_ROLE_META) return false;
    if (head->lhs->kind != TUNIP_DOC_ID || !head->rhs) return false;
    tunip_str name = relay_id_name(head->lhs);
    if (tunip_str_is(name, "attr")) {
        made->base.attrs = primfn_new(e, &tunip_ir_dict_attrs_type);
        if (made->base.attrs) made->base.attrs->dict = primfn_read_map(e, head->rhs);
    } else if (tunip_str_is(name, "buffers")) {
        primfn_read_list(e, head->rhs, &tunip_tir_buffer_type);
    } else if (tunip_str_is(name, "buffer_map")) {
        tunip_map *map = read_buffer_map(e, head->rhs);
        if (map) made->buffer_map = map;
    } else if (tunip_str_is(name, "preflattened_buffer_map")) {
        relay_tir *t = relay_tir_of(e);
        size_t count = t ? t->count : 0;
        read_buffer_map(e, head->rhs); /* its names may be used below */
        if (t) t->count = count;
        primfn_note(
            e, head->lhs, LACKS_FLAT,
            "the shapes of buffers before they were flattened have no place in later versions of "
            "TVM and are left out");
    } else {
        return false;
    }
    return true;
}

bool relay_is_primfn(const tunip_doc *doc)
{
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    return doc->kind == TUNIP_DOC_FUNCTION && function->decorators.count == 1 &&
           tunip_str_is(relay_id_name(function->decorators.items[0]), "primfn");
}

tunip_node *relay_read_primfn(tunip_elaborator *e, const tunip_doc_function *doc)
{
    tunip_tir_prim_func *made = primfn_new(e, &tunip_tir_prim_func_type);
    relay_tir *t = relay_tir_of(e);
    size_t at = 0;
    if (!made || !t) return NULL;
    t->count = 0;
    relay_enter(e, &doc->stmt.base);
    made->buffer_map = primfn_empty_map(e);
    made->params = primfn_read_all(e, doc->args, &tunip_tir_var_type);
    tunip_value result = tunip_elaborate_by(e, primfn_read_type, doc->return_type);
    if (result.kind == TUNIP_VALUE_NODE) made->ret_type = result.node;
    while (at < doc->body.count && read_head(e, made, doc->body.items[at])) at++;
    made->body = read_body(e, (tunip_docs){doc->body.items + at, doc->body.count - at});
    relay_leave(e);
    return (tunip_node *)made;
}

/* A statement without its function. */
tunip_node *relay_read_tir(tunip_elaborator *e, const tunip_doc *doc)
{
    relay_enter(e, doc);
    tunip_node *made = read_body(e, ((const tunip_doc_block *)doc)->body);
    relay_leave(e);
    return made;
}
