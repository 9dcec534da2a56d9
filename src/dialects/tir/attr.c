/* attr.c -- attribute statements. Two kinds have their own syntax: launched threads and realized
 * buffers. */
#include "analysis.h"
#include "fold.h"
#include "frame.h"
#include "rules.h"
#include "script.h"

/* ---- buffer_realize ---- */

static tunip_docs write_bounds(tunip_docsifier *d, const tunip_array *bounds,
                               const tunip_path *path)
{
    size_t count = tunip_array_count(bounds);
    const tunip_doc **docs = tunip_docs_new(d, count);
    bool are_found = tir_are_found(bounds);
    for (size_t i = 0; docs && i < count; i++) {
        const tunip_path *at = tunip_path_item(d, path, i);
        const tunip_ir_range *range = TUNIP_AS(tunip_ir_range, bounds->items[i]);
        if (!range) {
            docs[i] = tir_docsify(d, bounds->items[i], at);
            continue;
        }
        const tunip_node *end =
            tunip_tir_add_folded(tunip_job_scratch(d), range->min, range->extent);
        const tunip_doc *max =
            tunip_docsify_made(d, end, range->extent, tunip_path_attr(d, at, "extent"));
        const tunip_doc *min = TIR_SUB(d, range, min, at); /* second, as in TVM */
        docs[i] = are_found ? tunip_doc_slice_new(d, min, max, NULL)
                            : tunip_doc_range_new(d, min, max, TIR_SUB(d, range, extent, at));
    }
    return tunip_docs_view(docs, count);
}

/* T.realize(buffer[bounds], scope, condition=...); `scope` may be NULL. */
static const tunip_doc *write_realize(tunip_docsifier *d, const tunip_tir_buffer_realize *stmt,
                                      const tunip_doc *scope, const tunip_path *path)
{
    tir_args args;
    tir_args_begin(&args);
    const tunip_doc *buffer = TIR_SUB(d, stmt, buffer, path);
    tunip_docs bounds = write_bounds(d, stmt->bounds, tunip_path_attr(d, path, "bounds"));
    tir_args_add(&args, tunip_doc_index_new(d, buffer, bounds));
    if (scope) tir_args_add(&args, scope);
    if (!tunip_ir_is_int(stmt->condition, 1))
        tir_args_key(&args, "condition", TIR_SUB(d, stmt, condition, path));
    return tir_args_call(d, tir_name(d, "realize"), &args);
}

TIR_RULE(buffer_realize)
{
    const tunip_tir_buffer_realize *stmt = (const tunip_tir_buffer_realize *)node;
    bool is_concise = tir_is_concise(d);
    const tunip_doc *rhs = write_realize(d, stmt, NULL, path);
    tir_frame frame;
    tir_frame_enter(d, &frame, stmt);
    tir_body(d, &frame, stmt->body, tunip_path_attr(d, path, "body"));
    const tunip_doc *doc = tir_scope(d, &frame, NULL, rhs, is_concise);
    tir_frame_leave(d, &frame);
    return doc;
}

/* ---- launch_thread ---- */

static const tunip_doc *write_tag(tunip_docsifier *d, const tunip_tir_iter_var *iter,
                                  const tunip_path *path)
{
    return tunip_doc_str(d, tunip_string_value(iter->thread_tag),
                         tunip_path_attr(d, path, "thread_tag"));
}

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};

/* Adds tx = T.env_thread("threadIdx.x") to the innermost frame that encloses all uses of the
 * variable. */
static void add_env_thread(tunip_docsifier *d, tunip_frame *frame, const tunip_tir_iter_var *iter,
                           const tunip_path *path)
{
    tir_define_var(d, frame, iter->var);
    const tunip_doc *tag = write_tag(d, iter, path);
    const tunip_doc *rhs = TIR_CALL(d, "env_thread", tag);
    tunip_dtype dtype = tunip_ir_dtype_of((const tunip_node *)iter->var);
    if (!tunip_dtype_equal(dtype, int32))
        rhs = tunip_doc_partial_new(d, rhs, "dtype", tunip_doc_dtype(d, dtype, NULL));
    const tunip_doc *lhs = TIR_SUB(d, iter, var, path);
    tunip_frame_add(d, frame, tir_assign(d, TUNIP_ROLE_DEFINE, lhs, rhs));
}

/* The first argument of T.launch_thread(): the tag of the thread if the scope defines the variable,
 * otherwise the variable, which is then already defined. */
static const tunip_doc *write_thread(tunip_docsifier *d, const tunip_tir_attr_stmt *stmt,
                                     const tunip_tir_iter_var *iter, const tunip_path *path,
                                     const tunip_tir_var **defined)
{
    tunip_frame *frame = NULL;
    if (!tunip_is_defined(d, iter->var)) {
        bool is_local = tunip_uses_within(d, iter->var, stmt);
        frame = is_local ? NULL : tunip_uses_frame(d, iter->var);
        if (!frame) {
            *defined = iter->var;
            return write_tag(d, iter, path);
        }
        add_env_thread(d, frame, iter, path);
    }
    return TIR_SUB(d, iter, var, path);
}

/* ---- attr ---- */

/* The written form of an attribute statement. */
typedef struct attr_docs {
    const tunip_doc *rhs;
    const tunip_tir_var *defined; /* the variable that the scope defines, or NULL */
    bool launches;                /* threads */
    bool is_other;                /* the variable is already defined, but not by a launch */
    const tunip_node *body;
    const tunip_path *body_path;
} attr_docs;

/* Whether a reader makes the same iteration variable: its domain is the whole extent, its variable
 * has the dtype of the extent, and a virtual thread has the usual name. */
static bool is_usual_launch(const tunip_tir_attr_stmt *stmt, const tunip_tir_iter_var *iter)
{
    const tunip_ir_range *dom = iter->dom;
    bool is_virtual = tunip_str_is(tunip_string_value(iter->thread_tag), "vthread");
    tunip_dtype dtype = tunip_ir_dtype_of(stmt->value);
    return iter->iter_type == TUNIP_TIR_ITER_THREAD_INDEX && !tir_is_size_var(iter->var) &&
           is_virtual == tunip_str_is(tunip_string_value(stmt->attr_key), "virtual_thread") &&
           tunip_dtype_equal(tunip_ir_dtype_of((const tunip_node *)iter->var), dtype) && dom &&
           tunip_ir_is_int(dom->min, 0) && tunip_dtype_equal(tunip_ir_dtype_of(dom->min), dtype) &&
           tir_same_expr(dom->extent, stmt->value);
}

/* The mark of a variable that no launch defines: the scope of its thread is an attribute. */
enum { MARK_OF_ATTRIBUTE = 2 };

/* The mark of a launch: odd, and equal for launches with the same thread and extent. */
static uint32_t mark_of(const tunip_tir_attr_stmt *stmt, const tunip_tir_iter_var *iter)
{
    const tunip_ir_int_imm *number = TUNIP_AS(tunip_ir_int_imm, stmt->value);
    tunip_str tag = tunip_string_value(iter->thread_tag);
    uint64_t mark = number ? (uint64_t)number->value : (uint64_t)(uintptr_t)stmt->value >> 4;
    for (size_t i = 0; i < tag.size; i++) mark = mark * 31 + (unsigned char)tag.data[i];
    return (uint32_t)(mark * 2) | 1;
}

/* Whether a reader rebuilds the thread from a launch: not if the variable was launched before with
 * another thread or another extent, or if an attribute defines it. */
static bool is_launch(tunip_docsifier *d, const tunip_tir_attr_stmt *stmt, bool is_other)
{
    const tunip_tir_iter_var *iter = (const tunip_tir_iter_var *)stmt->node;
    tir_state *state = tunip_job_state(d, &tunip_dialect_tir);
    uint32_t *mark = state ? tir_marks_put(d, &state->launched, iter->var) : NULL;
    bool is_usual = is_usual_launch(stmt, iter) && !is_other;
    if (!mark) return is_usual;
    if (!*mark) *mark = is_usual ? mark_of(stmt, iter) : MARK_OF_ATTRIBUTE;
    return is_usual && *mark == mark_of(stmt, iter);
}

static bool is_constant(const tunip_node *node)
{
    return tunip_is(node, &tunip_ir_int_imm_type);
}

/* Adds the exact expression for a launch that a reader would not rebuild from its thread and
 * extent: T.attr(T.iter_var(...), key, extent), or a lambda of the variable that the scope defines.
 * A domain that is not constant is only marked as omitted, because it may use variables that the
 * text does not show. */
static const tunip_doc *add_left_out(tunip_docsifier *d, const tunip_tir_attr_stmt *stmt,
                                     const attr_docs *docs, const tunip_doc *defined,
                                     const tunip_path *path)
{
    const tunip_tir_iter_var *iter = (const tunip_tir_iter_var *)stmt->node;
    const tunip_doc *launch = docs->rhs;
    const tunip_ir_range *dom = iter->dom;
    if (launch->kind != TUNIP_DOC_CALL) return launch;
    if (is_launch(d, stmt, docs->is_other)) return launch;
    tunip_dtype dtype = tunip_ir_dtype_of((const tunip_node *)iter->var);
    bool has_numbers = !dom || (is_constant(dom->min) && is_constant(dom->extent) &&
                                tunip_dtype_equal(tunip_ir_dtype_of(dom->extent), dtype));
    if (!has_numbers) {
        const tunip_path *at = tunip_path_attr(d, path, "node");
        return tunip_doc_partial_new(d, launch, "dom", TIR_OMITTED(d, iter, dom, at));
    }
    if (tir_is_size_var(iter->var))
        return tunip_doc_partial_new(d, launch, "is_size_var", tunip_doc_bool(d, true, NULL));
    const tunip_doc *node = TIR_SUB(d, stmt, node, path);
    const tunip_doc *key = tunip_doc_str(d, tunip_string_value(stmt->attr_key), NULL);
    const tunip_doc *value = ((const tunip_doc_call *)launch)->args.items[1];
    const tunip_doc *exact = TIR_CALL(d, "attr", node, key, value);
    if (defined)
        exact =
            tunip_doc_lambda_new(d, TUNIP_DOCS(d, defined), exact, tunip_doc_dtype(d, dtype, NULL));
    return tunip_doc_replaced_new(d, launch, exact);
}

static attr_docs write_launch(tunip_docsifier *d, const tunip_tir_attr_stmt *stmt,
                              const tunip_path *path)
{
    const tunip_tir_iter_var *iter = (const tunip_tir_iter_var *)stmt->node;
    attr_docs docs = {
        .body = stmt->body, .body_path = tunip_path_attr(d, path, "body"), .launches = true};
    const tir_state *state = tunip_job_state(d, &tunip_dialect_tir);
    uint32_t mark = state ? tir_marks_get(&state->launched, iter->var) : 0;
    docs.is_other = tunip_is_defined(d, iter->var) && (!mark || mark == MARK_OF_ATTRIBUTE);
    const tunip_doc *thread =
        write_thread(d, stmt, iter, tunip_path_attr(d, path, "node"), &docs.defined);
    const tunip_doc *extent = TIR_SUB(d, stmt, value, path);
    docs.rhs = TIR_CALL(d, "launch_thread", thread, extent);
    return docs;
}

/* A realized buffer and its storage scope, which are two statements in the IR, as one statement. */
static attr_docs write_scoped_realize(tunip_docsifier *d, const tunip_tir_attr_stmt *stmt,
                                      const tunip_path *path)
{
    const tunip_tir_buffer_realize *realize = (const tunip_tir_buffer_realize *)stmt->body;
    const tunip_path *at = tunip_path_attr(d, path, "body");
    attr_docs docs = {.body = realize->body, .body_path = tunip_path_attr(d, at, "body")};
    const tunip_doc *scope = TIR_SUB(d, stmt, value, path);
    docs.rhs = write_realize(d, realize, scope, at);
    return docs;
}

static attr_docs write_plain(tunip_docsifier *d, const tunip_tir_attr_stmt *stmt,
                             const tunip_path *path)
{
    attr_docs docs = {.body = stmt->body, .body_path = tunip_path_attr(d, path, "body")};
    const tunip_doc *node = TUNIP_SUB(d, stmt, node, path);
    const tunip_doc *key =
        tunip_doc_str(d, tunip_string_value(stmt->attr_key), tunip_path_attr(d, path, "attr_key"));
    const tunip_doc *value = TIR_SUB(d, stmt, value, path);
    docs.rhs = TIR_CALL(d, "attr", node, key, value);
    if (tunip_is(stmt->node, &tunip_tir_buffer_region_type)) /* a reader makes a load of it */
        docs.rhs = tunip_doc_partial_new(d, docs.rhs, "region", tunip_doc_bool(d, true, NULL));
    if (tunip_is(stmt->node, &tunip_tir_string_imm_type) && node->kind == TUNIP_DOC_LITERAL) {
        const tunip_doc *made = TIR_CALL(d, "StringImm", node);
        docs.rhs = tunip_doc_replaced_new(d, docs.rhs, TIR_CALL(d, "attr", made, key, value));
    }
    return docs;
}

static attr_docs write_attr(tunip_docsifier *d, const tunip_tir_attr_stmt *stmt,
                            const tunip_path *path)
{
    tunip_str key = tunip_string_value(stmt->attr_key);
    const tunip_tir_buffer_realize *realize = TUNIP_AS(tunip_tir_buffer_realize, stmt->body);
    if (realize && tunip_str_is(key, "realize_scope") && realize->buffer &&
        (const tunip_node *)realize->buffer == stmt->node)
        return write_scoped_realize(d, stmt, path);
    bool is_thread = tunip_str_is(key, "thread_extent") || tunip_str_is(key, "virtual_thread");
    if (is_thread && tunip_is(stmt->node, &tunip_tir_iter_var_type))
        return write_launch(d, stmt, path);
    return write_plain(d, stmt, path);
}

TIR_RULE(attr_stmt)
{
    const tunip_tir_attr_stmt *stmt = (const tunip_tir_attr_stmt *)node;
    bool is_concise = tir_is_concise(d);
    attr_docs docs = write_attr(d, stmt, path);
    tir_frame frame;
    tir_frame_enter(d, &frame, stmt);
    const tunip_doc *lhs = NULL;
    if (docs.defined) lhs = tir_define_var(d, &frame.base, docs.defined);
    if (docs.launches) docs.rhs = add_left_out(d, stmt, &docs, lhs, path);
    tir_body(d, &frame, docs.body, docs.body_path);
    const tunip_doc *doc = tir_scope(d, &frame, lhs, docs.rhs, is_concise);
    tir_frame_leave(d, &frame);
    return doc;
}

/* ---- reading ---- */

/* An attribute statement that lacks only its body. */
typedef struct attr_reader {
    tunip_scope scope;
    tunip_tir_attr_stmt *stmt;         /* NULL: only the realize */
    tunip_tir_buffer_realize *realize; /* inside of it, or NULL */
    struct attr_reader *around;        /* another one, which ends with it; or NULL */
} attr_reader;

static void *leave_attr(tunip_elaborator *e, tunip_scope *scope)
{
    attr_reader *r = (attr_reader *)scope;
    tunip_node *body = tir_body_read(e);
    if (r->realize) {
        r->realize->body = body;
        body = (tunip_node *)r->realize;
        if (!r->stmt) return body;
    }
    for (; r; r = r->around) {
        r->stmt->body = body;
        body = (tunip_node *)r->stmt;
    }
    return body;
}

static const tunip_scope_kind attr_scope = {
    .name = "an attribute", .dialect = &tunip_dialect_tir, .leave = leave_attr};

static attr_reader *new_attr(tunip_elaborator *e, void *node, tunip_str key, void *value,
                             const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    attr_reader *r = tunip_scope_new(e, &attr_scope, sizeof *r, doc);
    tunip_tir_attr_stmt *stmt = tunip_node_new(graph, &tunip_tir_attr_stmt_type);
    if (!r || !stmt || !value) return NULL;
    stmt->node = node;
    stmt->attr_key = tunip_string_new_view(graph, key);
    stmt->value = value;
    r->stmt = stmt;
    return r;
}

tunip_value tir_attr_scope(tunip_elaborator *e, void *node, const char *key, void *value,
                           const tunip_doc *doc)
{
    return tunip_value_scope(new_attr(e, node, tunip_str_from(key), value, doc), doc);
}

void *tir_nothing(tunip_elaborator *e)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    bool is_number = tir_does(e, TIR_DOES_NUMBER_NOTHING);
    return is_number ? (void *)tunip_int_new(graph, 0) : tunip_ir_int(graph, tir_int32, 0);
}

/* T.attr({"key": value, ...}) since v0.25: nested statements that refer to no node, and end
 * together (attr() of python/tvm/tirx/script/builder/ir.py). */
static tunip_value read_attrs(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_values items = call->args[0].items;
    void *about = tir_nothing(e);
    attr_reader *reader = NULL;
    for (size_t i = 0; i + 1 < items.count; i += 2) {
        tunip_str key = tunip_value_to_str(e, &items.items[i], "");
        void *value = tir_expr(e, &items.items[i + 1]);
        attr_reader *inner = new_attr(e, about, key, value, call->doc);
        if (!inner) return tunip_value_wrong(call->doc);
        inner->around = reader;
        reader = inner;
    }
    return tunip_value_scope(reader, call->doc);
}

/* T.attr(node, "key", value): numbers become expressions, and a string stays a string. The parser
 * of v0.26 keeps the 0 of T.attr(0, "key", value), but where that version prints 0, it is
 * T.int32(0). */
TIR_READ(attr)
{
    const tunip_value *node = &call->args[0];
    if (node->kind == TUNIP_VALUE_DICT) return read_attrs(e, call);
    bool is_number = node->kind >= TUNIP_VALUE_BOOL && node->kind <= TUNIP_VALUE_FLOAT;
    bool is_nothing = node->kind == TUNIP_VALUE_INT && !node->integer && tunip_elaborator_folds(e);
    void *about = is_nothing  ? tir_nothing(e)
                  : is_number ? tir_expr(e, node)
                              : tunip_value_to_data(e, node);
    tunip_str key = tunip_value_to_str(e, &call->args[1], "");
    return tunip_value_scope(new_attr(e, about, key, tir_expr(e, &call->args[2]), call->doc),
                             call->doc);
}

tunip_tir_iter_var *tir_new_thread(tunip_elaborator *e, tunip_str tag, tunip_dtype dtype)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tir_iter_var *iter = tunip_node_new(graph, &tunip_tir_iter_var_type);
    if (!iter) return NULL;
    iter->var = tir_new_var(e, dtype, NULL, false);
    iter->iter_type = TUNIP_TIR_ITER_THREAD_INDEX;
    iter->thread_tag = tunip_string_new_view(graph, tag);
    return iter;
}

/* tx = T.env_thread("threadIdx.x") */
TIR_READ(env_thread)
{
    tir_script_state *state = tunip_elaborator_state(e, &tunip_dialect_tir);
    tunip_dtype dtype = tunip_value_to_dtype(e, &call->args[1], tir_int32);
    tunip_tir_iter_var *iter = tir_new_thread(e, tunip_value_to_str(e, &call->args[0], ""), dtype);
    if (!state || !iter) return tunip_value_wrong(call->doc);
    if (!state->threads) state->threads = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    tunip_ir_append(e, state->threads, iter);
    return tunip_value_node(iter->var, call->doc);
}

static tunip_tir_iter_var *find_thread(tunip_elaborator *e, const tunip_value *value)
{
    tir_script_state *state = tunip_elaborator_state(e, &tunip_dialect_tir);
    for (size_t i = 0; state && i < tunip_array_count(state->threads); i++) {
        tunip_tir_iter_var *iter = (tunip_tir_iter_var *)state->threads->items[i];
        if ((tunip_node *)iter->var == value->node) return iter;
    }
    const tunip_tir_var *var = TUNIP_AS_A(tunip_tir_var, value->node);
    const char *spelling = tunip_doc_spelling(e, value->doc);
    if (tunip_elaborator_folds(e) || !var || !spelling) {
        tunip_complain(e, value->doc,
                       TUNIP_BREAKS_LOOP "the thread is not one that T.env_thread made");
        return NULL;
    }
    /* TVM prints a variable that it has declared before, because something uses it too early */
    tunip_tir_iter_var *iter = tir_new_thread(e, tunip_str_from(""), var->base.dtype);
    if (iter) iter->var = (tunip_tir_var *)value->node;
    tunip_warn(e, value->doc, "the text does not say which thread `%s` is", spelling);
    return iter;
}

/* T.launch_thread("threadIdx.x", 32), or with the variable of a T.env_thread. */
TIR_READ(launch_thread)
{
    static const tunip_value zero = {.kind = TUNIP_VALUE_INT};
    const tunip_value *thread = &call->args[0];
    tunip_ir_prim_expr *extent = tir_expr(e, &call->args[1]);
    if (!extent) return tunip_value_wrong(call->doc);
    tunip_tir_iter_var *iter =
        thread->kind == TUNIP_VALUE_NODE
            ? find_thread(e, thread)
            : tir_new_thread(e, tunip_value_to_str(e, thread, ""), extent->dtype);
    if (!iter) return tunip_value_wrong(call->doc);
    if (!iter->dom) iter->dom = tir_range(e, tir_number(e, &zero, extent->dtype), extent);
    bool is_virtual = tunip_str_is(tunip_string_value(iter->thread_tag), "vthread");
    tunip_str key = tunip_str_from(is_virtual ? "virtual_thread" : "thread_extent");
    attr_reader *r = new_attr(e, iter, key, extent, call->doc);
    if (r) r->scope.as = tunip_value_node(iter->var, call->doc);
    return tunip_value_scope(r, call->doc);
}

/* T.realize(A[0:16], "scope", condition) */
TIR_READ(realize)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_tir_buffer_region *region =
        (const tunip_tir_buffer_region *)tir_region(e, &call->args[0]);
    tunip_tir_buffer_realize *realize = tunip_node_new(graph, &tunip_tir_buffer_realize_type);
    if (!region || !realize) return tunip_value_wrong(call->doc);
    if (tunip_elaborator_folds(e)) tunip_value_to_str(e, &call->args[1], ""); /* else a complaint */
    realize->buffer = region->buffer;
    realize->bounds = region->region;
    realize->condition = tir_optional(e, &call->args[2]);
    if (!realize->condition) realize->condition = (tunip_node *)tunip_ir_int(graph, tir_bool, 1);
    if (call->args[1].kind <= TUNIP_VALUE_NONE) {
        attr_reader *bare = tunip_scope_new(e, &attr_scope, sizeof *bare, call->doc);
        if (bare) bare->realize = realize;
        return tunip_value_scope(bare, call->doc);
    }
    attr_reader *r = new_attr(e, region->buffer, tunip_str_from("realize_scope"),
                              tir_expr(e, &call->args[1]), call->doc);
    if (r) r->realize = realize;
    return tunip_value_scope(r, call->doc);
}
