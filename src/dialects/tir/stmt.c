/* stmt.c -- statements that evaluate, branch, bind a value or check a condition. */
#include <tunip/tvm/tirx_types_v25.h>

#include "analysis.h"
#include "buffer.h"
#include "frame.h"
#include "refuse.h"
#include "rules.h"
#include "script.h"

/* ---- evaluate ---- */

/* A call, also one of a type that another project derives from TVM's. */
static bool is_call(const tunip_node *expr)
{
    return tunip_is_a(expr, &tunip_tir_call_type) || tunip_is_a(expr, &tunip_tirx_call_v25_type);
}

/* The expression as a call of tir.ret, whose argument is the returned value; NULL for any other
 * expression. */
static const tunip_tir_call *as_return(const tunip_node *expr)
{
    const tunip_tir_call *call = is_call(expr) ? (const tunip_tir_call *)expr : NULL;
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call ? call->op : NULL);
    tunip_str name = tunip_string_value(op ? op->name : NULL);
    bool returns = tunip_str_is(name, "tir.ret") || tunip_str_is(name, "tirx.ret");
    return returns && tunip_array_count(call->args) == 1 ? call : NULL;
}

TIR_RULE(evaluate)
{
    const tunip_tir_evaluate *eval = (const tunip_tir_evaluate *)node;
    const tunip_path *at = tunip_path_attr(d, path, "value");
    const tunip_tir_call *ret = tir_has_sugar(d) ? as_return(eval->value) : NULL;
    if (ret) {
        at = tunip_path_item(d, tunip_path_attr(d, at, "args"), 0);
        const tunip_node *returned = ret->args->items[0];
        const tunip_doc *doc = tunip_doc_return_new(d, tir_docsify(d, returned, at));
        /* a reader gives the call of tir.ret the dtype of the value */
        if (tunip_dtype_equal(ret->base.dtype, tunip_ir_dtype_of(returned))) return doc;
        return tunip_doc_group_new(d, TUNIP_DOCS(d, tunip_doc_at(d, doc, path)));
    }
    const tunip_doc *value = tir_docsify(d, eval->value, at);
    if (!is_call(eval->value)) value = TIR_CALL(d, "evaluate", value);
    return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_EFFECT, value);
}

/* ---- sequences and branches ---- */

TIR_RULE(seq_stmt)
{
    tir_frame frame;
    tir_frame_enter(d, &frame, node);
    tir_body(d, &frame, node, path);
    const tunip_doc *doc = tunip_doc_group_new(d, tir_stmts(d, &frame));
    tir_frame_leave(d, &frame);
    return doc;
}

static tunip_docs branch(tunip_docsifier *d, const tunip_node *stmt, const tunip_path *path)
{
    if (!stmt) return tunip_docs_none();
    tir_frame frame;
    tir_frame_enter(d, &frame, stmt);
    tir_body(d, &frame, stmt, path);
    tunip_docs docs = tir_stmts(d, &frame);
    tir_frame_leave(d, &frame);
    return docs;
}

TIR_RULE(if_then_else)
{
    const tunip_tir_if_then_else *stmt = (const tunip_tir_if_then_else *)node;
    const tunip_doc *condition = TIR_SUB(d, stmt, condition, path);
    tunip_docs yes = branch(d, stmt->then_case, tunip_path_attr(d, path, "then_case"));
    tunip_docs no = branch(d, stmt->else_case, tunip_path_attr(d, path, "else_case"));
    return tunip_doc_if_new(d, condition, yes, no);
}

TIR_RULE(while)
{
    const tunip_tir_while *stmt = (const tunip_tir_while *)node;
    const tunip_doc *condition = TIR_SUB(d, stmt, condition, path);
    tir_frame frame;
    tir_frame_enter(d, &frame, stmt);
    tir_body(d, &frame, stmt->body, tunip_path_attr(d, path, "body"));
    const tunip_doc *doc = tunip_doc_while_new(d, condition, tir_stmts(d, &frame));
    tir_frame_leave(d, &frame);
    return doc;
}

/* ---- let ---- */

/* The Docs of a let, in the order in which they are made. */
typedef struct let_docs {
    const tunip_doc *type; /* NULL: omitted */
    const tunip_doc *rhs;
    const tunip_doc *lhs;
    bool is_redefinition; /* the variable is already defined */
    bool is_concise;
} let_docs;

static const tunip_doc *let_type(tunip_docsifier *d, const tunip_tir_let_stmt *stmt,
                                 const tunip_path *path)
{
    const tunip_node *type = stmt->var ? stmt->var->type_annotation : NULL;
    const tunip_ir_tuple_type *tuple = TUNIP_AS(tunip_ir_tuple_type, type);
    path = tunip_path_attr(d, tunip_path_attr(d, path, "var"), "type_annotation");
    const tunip_doc *doc = tir_docsify(d, type, path);
    return tuple && !tunip_array_count(tuple->fields) ? NULL : doc;
}

/* Whether the text must show the type of the variable. The type of a scalar follows from its
 * value. */
static bool shows_type(const tunip_tir_let_stmt *stmt, const let_docs *docs)
{
    return docs->type && stmt->var &&
           !tunip_is(stmt->var->type_annotation, &tunip_ir_prim_type_type);
}

static const tunip_doc *write_let(tunip_docsifier *d, const tunip_tir_let_stmt *stmt,
                                  tir_frame *frame, const let_docs *docs, const tunip_path *path)
{
    if (docs->is_concise && !docs->is_redefinition) {
        const tunip_doc *first =
            tunip_doc_assign_new(d, TUNIP_ROLE_LET, docs->lhs, docs->rhs, docs->type);
        return tunip_doc_block_new(d, tunip_frame_body(d, &frame->base, first));
    }
    tir_args args;
    tir_args_begin(&args);
    tir_args_add(&args, docs->rhs);
    if (docs->is_redefinition)
        tir_args_key(&args, "var", docs->lhs);
    else if (shows_type(stmt, docs))
        tir_args_add(&args, docs->type);
    const tunip_doc *call = tir_args_call(d, tir_name(d, "LetStmt"), &args);
    if (!docs->is_redefinition && tir_is_size_var(stmt->var))
        call = tunip_doc_partial_new(
            d, call, "var", tunip_tir_var_creation(d, stmt->var, tunip_path_attr(d, path, "var")));
    return tunip_doc_scope_new(d, docs->is_redefinition ? NULL : docs->lhs, call,
                               tir_stmts(d, frame));
}

/* The variable, with its type if a reader would infer another one: a reader takes the type that the
 * text shows or, with T.LetStmt(), the dtype of the value. */
static const tunip_doc *let_lhs(tunip_docsifier *d, const tunip_tir_let_stmt *stmt,
                                const let_docs *docs, const tunip_path *path)
{
    const tunip_doc *name = TIR_SUB(d, stmt, var, path);
    bool is_marked =
        !docs->is_concise && tir_is_size_var(stmt->var); /* write_let() marks this as omitted */
    if (docs->is_redefinition || !stmt->var || is_marked) return name;
    tunip_dtype stated = docs->is_concise ? stmt->var->base.dtype : tunip_ir_dtype_of(stmt->value);
    return tir_typed(d, name, stmt->var, stated, tunip_path_attr(d, path, "var"));
}

TIR_RULE(let_stmt)
{
    const tunip_tir_let_stmt *stmt = (const tunip_tir_let_stmt *)node;
    let_docs docs = {.is_concise = tir_is_concise(d)};
    docs.type = let_type(d, stmt, path);
    docs.rhs = TIR_SUB(d, stmt, value, path);
    tir_frame frame;
    tir_frame_enter(d, &frame, stmt);
    docs.is_redefinition = tunip_is_defined(d, stmt->var);
    if (!docs.is_redefinition && stmt->var) tir_define_var(d, &frame.base, stmt->var);
    docs.lhs = let_lhs(d, stmt, &docs, path);
    tir_body(d, &frame, stmt->body, tunip_path_attr(d, path, "body"));
    const tunip_doc *doc = write_let(d, stmt, &frame, &docs, path);
    tir_frame_leave(d, &frame);
    return doc;
}

/* ---- assert ---- */

TIR_RULE(assert_stmt)
{
    const tunip_tir_assert_stmt *stmt = (const tunip_tir_assert_stmt *)node;
    bool is_concise = tir_is_concise(d);
    const tunip_doc *condition = TIR_SUB(d, stmt, condition, path);
    const tunip_doc *message = TIR_SUB(d, stmt, message, path);
    tir_frame frame;
    tir_frame_enter(d, &frame, stmt);
    tir_body(d, &frame, stmt->body, tunip_path_attr(d, path, "body"));
    const tunip_doc *doc;
    if (is_concise) {
        const tunip_doc *first = tunip_doc_assert_new(d, condition, message);
        doc = tunip_doc_block_new(d, tunip_frame_body(d, &frame.base, first));
    } else {
        const tunip_doc *call = TIR_CALL(d, "Assert", condition, message);
        doc = tunip_doc_scope_new(d, NULL, call, tir_stmts(d, &frame));
    }
    tir_frame_leave(d, &frame);
    return doc;
}

/* ---- reading ---- */

TIR_READ(evaluate)
{
    void *value = tir_expr(e, &call->args[0]);
    if (value) tunip_scope_add(e, tunip_tir_evaluate_new(tunip_elaborator_graph(e), value));
    return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

/* An expression as a statement. */
void tir_read_effect(tunip_elaborator *e, tunip_value value)
{
    bool is_bound =
        value.is_meta && tir_does(e, TIR_DOES_SKIP_VALUES); /* T.bind(1, var=x) of v0.26 */
    if (value.kind == TUNIP_VALUE_STR || value.kind == TUNIP_VALUE_NONE || is_bound) return;
    if (value.kind == TUNIP_VALUE_SCOPE) {
        if (tunip_scope_take(e, value.scope, value.doc)) tunip_scope_enter_rest(e, value.scope);
        return;
    }
    if (value.kind == TUNIP_VALUE_NODE && tunip_is_a(value.node, &tunip_tir_stmt_type)) {
        tunip_scope_add(e, value.node);
        return;
    }
    bool is_region =
        value.kind == TUNIP_VALUE_NODE && tunip_is(value.node, &tunip_tir_buffer_region_type);
    if (tunip_elaborator_folds(e) && (is_region || value.kind == TUNIP_VALUE_FLOAT)) {
        tunip_complain(e, value.doc, "%s cannot stand alone", tunip_value_describe(e, &value));
        return;
    }
    void *expr = tir_expr(e, &value);
    if (expr) tunip_scope_add(e, tunip_tir_evaluate_new(tunip_elaborator_graph(e), expr));
}

void tir_add_return(tunip_elaborator *e, const tunip_value *value)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_ir_prim_expr *expr = tir_expr(e, value);
    if (!expr) return;
    void *call = tir_new_call(e, expr->dtype, tir_op_new(e, "tir.ret"), TUNIP_LIST(graph, expr));
    tunip_scope_add(e, tunip_tir_evaluate_new(graph, call));
}

void tir_read_return(tunip_elaborator *e, const tunip_doc_return *stmt)
{
    if (!stmt->value) {
        tunip_complain(e, &stmt->stmt.base, "a function returns an expression");
        return;
    }
    tunip_value value = tunip_elaborate(e, stmt->value);
    tir_add_return(e, &value);
}

/* A scope whose statements become the body in an existing node. */
typedef struct branch_reader {
    tunip_scope scope;
    tunip_node **body;
} branch_reader;

static void *leave_branch(tunip_elaborator *e, tunip_scope *scope)
{
    *((branch_reader *)scope)->body = tir_body_read(e);
    return NULL;
}

static const tunip_scope_kind branch_scope = {
    .name = "a branch", .dialect = &tunip_dialect_tir, .leave = leave_branch};

static void read_branch(tunip_elaborator *e, tunip_node **body, tunip_docs docs,
                        const tunip_doc *doc)
{
    branch_reader *r = tunip_scope_new(e, &branch_scope, sizeof *r, doc);
    if (!r) return;
    r->body = body;
    tunip_elaborate_in(e, &r->scope, docs);
}

void tir_read_if(tunip_elaborator *e, const tunip_doc_if *doc)
{
    bool truth;
    tunip_value condition = tunip_elaborate(e, doc->predicate);
    bool is_region = condition.kind == TUNIP_VALUE_NODE &&
                     tunip_is(condition.node, &tunip_tir_buffer_region_type);
    if (is_region && tunip_elaborator_folds(e)) {
        tunip_complain(e, doc->predicate,
                       TUNIP_BREAKS_DTYPE "the condition must be a bool, not a region of a buffer");
        return;
    }
    if (tunip_value_truth(e, &condition, &truth)) {
        if (condition.kind != TUNIP_VALUE_BOOL) {
            tunip_complain(e, doc->predicate,
                           TUNIP_BREAKS_DTYPE "the condition must be a bool, not %s",
                           tunip_value_describe(e, &condition));
            return;
        }
        tunip_elaborate_body(e, truth ? doc->then_branch : doc->else_branch);
        return;
    }
    tunip_tir_if_then_else *stmt =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_if_then_else_type);
    if (!stmt) return;
    stmt->condition = tir_expr(e, &condition);
    read_branch(e, &stmt->then_case, doc->then_branch, &doc->stmt.base);
    if (doc->else_branch.count) read_branch(e, &stmt->else_case, doc->else_branch, &doc->stmt.base);
    tunip_scope_add(e, stmt);
}

void tir_read_while(tunip_elaborator *e, const tunip_doc_while *doc)
{
    tunip_value condition = tunip_elaborate(e, doc->predicate);
    tunip_tir_while *stmt = tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_while_type);
    if (!stmt) return;
    stmt->condition = tir_expr(e, &condition);
    read_branch(e, &stmt->body, doc->body, &doc->stmt.base);
    tunip_scope_add(e, stmt);
}

typedef struct let_scope {
    tunip_scope scope;
    tunip_tir_let_stmt *stmt;
} let_scope;

/* TVM's parser reports at the end of the body that the two dtypes differ. */
static void *leave_let(tunip_elaborator *e, tunip_scope *scope)
{
    let_scope *let = (let_scope *)scope;
    let->stmt->body = tir_body_read(e);
    tir_takes_let(e, let->stmt->var, let->stmt->value, scope->doc);
    return let->stmt;
}

static const tunip_scope_kind tir_let_scope = {
    .name = "a let", .dialect = &tunip_dialect_tir, .leave = leave_let};

tunip_scope *tir_let_new(tunip_elaborator *e, tunip_tir_var *var, void *expr, const tunip_doc *doc)
{
    let_scope *let = tunip_scope_new(e, &tir_let_scope, sizeof *let, doc);
    tunip_tir_let_stmt *stmt = tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_let_stmt_type);
    if (!let || !stmt || !var || !expr) return NULL;
    stmt->var = var;
    stmt->value = expr;
    let->stmt = stmt;
    let->scope.as = tunip_value_node(var, doc);
    return &let->scope;
}

/* with T.LetStmt(value, type, var=x) as x */
TIR_READ(let_stmt)
{
    const tunip_value *type = &call->args[1], *given = &call->args[2];
    tunip_tir_var *var = NULL;
    tunip_ir_prim_expr *value = NULL;
    if (given->kind == TUNIP_VALUE_NODE && tunip_is_a(given->node, &tunip_tir_var_type))
        var = (tunip_tir_var *)given->node;
    else if (type->kind > TUNIP_VALUE_NONE)
        var = tir_var_of(e, type);
    bool fits = var && !tunip_elaborator_folds(e);
    value = fits ? tir_expr_of(e, &call->args[0], var->base.dtype) : tir_expr(e, &call->args[0]);
    if (!var && value) var = tir_new_var(e, value->dtype, NULL, false);
    return tunip_value_scope(tir_let_new(e, var, value, call->doc), call->doc);
}

typedef struct assert_reader {
    tunip_scope scope;
    tunip_tir_assert_stmt *stmt;
} assert_reader;

static void *leave_assert(tunip_elaborator *e, tunip_scope *scope)
{
    assert_reader *r = (assert_reader *)scope;
    r->stmt->body = tir_body_read(e);
    tir_takes_condition(e, r->stmt->condition, "the condition of an assertion", scope->doc);
    return r->stmt;
}

static const tunip_scope_kind assert_scope = {
    .name = "an assertion", .dialect = &tunip_dialect_tir, .leave = leave_assert};

static tunip_scope *new_assert(tunip_elaborator *e, const tunip_value *condition,
                               const tunip_value *message, const tunip_doc *doc)
{
    assert_reader *r = tunip_scope_new(e, &assert_scope, sizeof *r, doc);
    tunip_tir_assert_stmt *stmt =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_assert_stmt_type);
    if (!r || !stmt) return NULL;
    if (tunip_elaborator_folds(e) && message->kind != TUNIP_VALUE_STR) {
        tunip_complain(e, doc, "the message of an assertion must be a string, not %s",
                       tunip_value_describe(e, message));
        return NULL;
    }
    stmt->condition =
        tunip_elaborator_folds(e) ? tir_expr(e, condition) : tir_expr_of(e, condition, tir_bool);
    stmt->message = tir_expr(e, message);
    r->stmt = stmt;
    return &r->scope;
}

TIR_READ(assert)
{
    return tunip_value_scope(new_assert(e, &call->args[0], &call->args[1], call->doc), call->doc);
}

/* assert x > 0, ("ValueError", ["x is ", "0"]) of v0.24. */
static void read_parted_assert(tunip_elaborator *e, const tunip_value *condition,
                               const tunip_value *message)
{
    tunip_tirx_assert_stmt *made =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_tirx_assert_stmt_type);
    if (!made) return;
    tunip_note_vintage(e, 24, message->doc);
    if (message->items.count != 2) {
        tunip_complain(e, message->doc, "expected the kind of the error and its message");
        return;
    }
    made->condition = tir_expr(e, condition);
    made->error_kind = (void *)tir_expr(e, &message->items.items[0]);
    made->message_parts = tir_exprs(e, &message->items.items[1]);
    tunip_scope_add(e, made);
}

void tir_read_assert_stmt(tunip_elaborator *e, const tunip_doc_assert *stmt)
{
    if (!stmt->message) {
        tunip_complain(e, &stmt->stmt.base, "an assertion needs a message");
        return;
    }
    tunip_value condition = tunip_elaborate(e, stmt->test);
    tunip_value message = tunip_elaborate(e, stmt->message);
    bool is_older = tunip_elaborator_folds(e) && tir_does(e, TIR_DOES_ASSERT_TEXT);
    if (message.kind == TUNIP_VALUE_LIST && !is_older) {
        read_parted_assert(e, &condition, &message);
        return;
    }
    tunip_scope *scope = new_assert(e, &condition, &message, &stmt->stmt.base);
    if (scope) tunip_scope_enter_rest(e, scope);
}

/* ==== Statements of TVM v0.26, most of which hold for the rest of their sequence ==== */

/* ---- plain statements ---- */

TIR_RULE(v26_evaluate)
{
    const tunip_tirx_evaluate *eval = (const tunip_tirx_evaluate *)node;
    const tunip_doc *value = TIR_SUB(d, eval, value, path);
    bool is_call = tunip_is_a(eval->value, &tunip_ir_call_type);
    if (!is_call || tirx_calls(eval->value, "tirx.buffer_data"))
        value = TIR_CALL(d, "evaluate", value);
    return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_EFFECT, value);
}

TIR_RULE(v26_return)
{
    return tunip_doc_return_new(d, TIR_SUB(d, (const tunip_tirx_return *)node, value, path));
}

static const tunip_doc *write_word(tunip_docsifier *d, const char *word)
{
    return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_EFFECT,
                                   tunip_doc_raw_new(d, tunip_str_from(word), NULL));
}

TIR_RULE(v26_break)
{
    (void)node, (void)path;
    return write_word(d, "break");
}

TIR_RULE(v26_continue)
{
    (void)node, (void)path;
    return write_word(d, "continue");
}

/* assert condition, ("RuntimeError", ["message", "parts"]) */
TIR_RULE(v26_assert)
{
    const tunip_tirx_assert_stmt *stmt = (const tunip_tirx_assert_stmt *)node;
    const tunip_doc *condition = TIR_SUB(d, stmt, condition, path);
    tunip_docs parts =
        tunip_docsify_items(d, stmt->message_parts, tunip_path_attr(d, path, "message_parts"));
    const tunip_doc *list = tunip_doc_list_new(d, parts);
    const tunip_doc *kind = TIR_SUB(d, stmt, error_kind, path);
    return tunip_doc_assert_new(d, condition, tunip_doc_tuple_new(d, TUNIP_DOCS(d, kind, list)));
}

/* x: T.let[T.int32] = value; a variable that is defined already is assigned to. */
TIR_RULE(v26_bind)
{
    const tunip_tirx_bind *stmt = (const tunip_tirx_bind *)node;
    const tunip_node *type = tirx_type_of(stmt->var);
    const tunip_path *var_path = tunip_path_attr(d, path, "var");
    const tunip_ir_tuple_type_v26 *tuple = TUNIP_AS(tunip_ir_tuple_type_v26, type);
    const tunip_doc *type_doc = tir_docsify(d, type, tunip_path_attr(d, var_path, "ty"));
    const tunip_doc *rhs = TIR_SUB(d, stmt, value, path);
    if (tunip_is_defined(d, stmt->var))
        return tir_assign(d, TUNIP_ROLE_LET, tir_docsify(d, stmt->var, var_path), rhs);
    const tunip_doc *lhs = tir_define_var(d, tunip_frame_top(d), stmt->var);
    const tunip_doc *let = tir_name(d, "let");
    if (!tuple || tunip_array_count(tuple->fields))
        let = tunip_doc_index_new(d, let, TUNIP_DOCS(d, type_doc));
    return tunip_doc_assign_new(d, TUNIP_ROLE_LET, lhs, rhs, let);
}

/* ---- buffers ---- */

const tunip_doc *tir_add_keyword(tunip_docsifier *d, const tunip_doc *whole, const char *key,
                                 const tunip_doc *value)
{
    const tunip_doc_call *call = (const tunip_doc_call *)whole;
    if (!value || whole->kind != TUNIP_DOC_CALL) return whole;
    tir_args args;
    tir_args_begin(&args);
    for (size_t i = 0; i < call->args.count; i++) tir_args_add(&args, call->args.items[i]);
    for (size_t i = 0; i < call->values.count; i++) {
        args.keys[args.key_count] = call->keys[i];
        args.values[args.key_count++] = call->values.items[i];
    }
    tir_args_key(&args, key, value);
    return tir_args_call(d, call->callee, &args);
}

static const tunip_doc *declare(tunip_docsifier *d, const tirx_declaration *declared,
                                tunip_role role, const tunip_doc *extra)
{
    tunip_frame *frame = tunip_frame_top(d);
    const tunip_doc *rhs =
        tir_add_keyword(d, tirx_buffer_decl(d, frame, declared), "annotations", extra);
    return tir_assign(d, role, tirx_define_buffer(d, frame, declared->buffer), rhs);
}

TIR_RULE(v26_decl_buffer)
{
    const tunip_tirx_decl_buffer *stmt = (const tunip_tirx_decl_buffer *)node;
    const tunip_doc *view = tir_has_sugar(d) ? tirx_view(d, stmt, path) : NULL;
    if (view)
        return tir_assign(d, TUNIP_ROLE_DEFINE,
                          tirx_define_buffer(d, tunip_frame_top(d), stmt->buffer), view);
    tirx_declaration declared = {.method = "decl_buffer",
                                 .buffer = stmt->buffer,
                                 .path = tunip_path_attr(d, path, "buffer"),
                                 .data = stmt->data};
    return declare(d, &declared, TUNIP_ROLE_DEFINE, NULL);
}

/* A: T.float32; or A = T.alloc_buffer(...) */
TIR_RULE(v26_alloc_buffer)
{
    const tunip_tirx_alloc_buffer *stmt = (const tunip_tirx_alloc_buffer *)node;
    const tunip_tirx_buffer_type *type = tirx_buffer_type_of(stmt->buffer);
    if (type && tir_has_sugar(d) && tirx_is_scalar(type, true)) {
        const tunip_doc *lhs = tirx_define_buffer(d, tunip_frame_top(d), stmt->buffer);
        const tunip_doc *word =
            tir_name(d, tir_dtype_name(d, type->dtype ? type->dtype->dtype : TUNIP_VOID));
        return tunip_doc_assign_new(d, TUNIP_ROLE_ALLOC, lhs, NULL, word);
    }
    tirx_declaration declared = {.method = "alloc_buffer",
                                 .buffer = stmt->buffer,
                                 .path = tunip_path_attr(d, path, "buffer")};
    const tunip_doc *annotations = NULL;
    if (tunip_map_count(stmt->annotations)) annotations = TIR_SUB(d, stmt, annotations, path);
    return declare(d, &declared, TUNIP_ROLE_ALLOC, annotations);
}

TIR_RULE(v26_match_buffer)
{
    const tunip_tirx_match_buffer_region *match = (const tunip_tirx_match_buffer_region *)node;
    tunip_frame *frame = tunip_frame_top(d);
    const tunip_doc *lhs = tirx_define_buffer(d, frame, match->buffer);
    tirx_declaration declared = {.method = "match_buffer",
                                 .first = TIR_SUB(d, match, source, path),
                                 .buffer = match->buffer,
                                 .path = tunip_path_attr(d, path, "buffer")};
    return tir_assign(d, TUNIP_ROLE_MATCH, lhs, tirx_buffer_decl(d, frame, &declared));
}

/* ---- attributes ---- */

/* The parts of `with rhs as lhs: body`. */
typedef struct scope_parts {
    const tunip_doc *rhs;
    const tunip_ir_var *defined; /* by the scope; or NULL */
    const tunip_node *body;
    const tunip_path *body_path;
} scope_parts;

static const tunip_doc *write_tag(tunip_docsifier *d, const tunip_tirx_iter_var *iter,
                                  const tunip_path *path)
{
    return tunip_doc_str(d, tunip_string_value(iter->thread_tag),
                         tunip_path_attr(d, path, "thread_tag"));
}

/* tx = T.env_thread("threadIdx.x"), in the innermost frame around all uses of the variable. */
static void add_env_thread(tunip_docsifier *d, tunip_frame *frame, const tunip_tirx_iter_var *iter,
                           const tunip_path *path)
{
    tir_define_var(d, frame, iter->var);
    const tunip_doc *tag = write_tag(d, iter, path);
    const tunip_doc *rhs = TIR_CALL(d, "env_thread", tag);
    const tunip_doc *lhs = TIR_SUB(d, iter, var, path);
    tunip_frame_add(d, frame, tir_assign(d, TUNIP_ROLE_DEFINE, lhs, rhs));
}

static scope_parts write_launch(tunip_docsifier *d, const tunip_tirx_attr_stmt *stmt,
                                scope_parts parts, const tunip_path *path)
{
    const tunip_tirx_iter_var *iter = (const tunip_tirx_iter_var *)stmt->node;
    const tunip_path *at = tunip_path_attr(d, path, "node");
    const tunip_doc *thread;
    bool is_defined = tunip_is_defined(d, iter->var);
    tunip_frame *frame =
        is_defined || tunip_uses_within(d, iter->var, stmt) ? NULL : tunip_uses_frame(d, iter->var);
    if (frame) add_env_thread(d, frame, iter, at);
    if (frame || is_defined) {
        thread = TIR_SUB(d, iter, var, at);
    } else {
        parts.defined = iter->var;
        thread = write_tag(d, iter, at);
    }
    const tunip_doc *extent = TIR_SUB(d, stmt, value, path);
    parts.rhs = TIR_CALL(d, "launch_thread", thread, extent);
    return parts;
}

/* T.hint("message", key=value), from a map in no particular order. TVM's printer leaves out the key
 * in the path of a value. */
static const tunip_doc *write_hint(tunip_docsifier *d, const tunip_map *hints,
                                   const tunip_path *path)
{
    size_t count = tunip_map_count(hints), at = 0;
    tunip_str *keys = count ? tunip_job_alloc(d, count * sizeof *keys) : NULL;
    const tunip_doc **values = tunip_docs_new(d, count);
    const tunip_doc *message = NULL;
    for (size_t i = 0; keys && values && i < count; i++) {
        tunip_str key = tunip_string_value(hints->entries[i].key);
        const tunip_node *value = hints->entries[i].value;
        const tunip_path *own =
            tunip_path_as(d, tunip_path_key(d, path, hints->entries[i].key), path);
        if (tunip_str_is(key, "message")) {
            message = tunip_doc_str(d, tunip_string_value(value), own);
        } else {
            keys[at] = key;
            values[at++] = tir_docsify(d, value, own);
        }
    }
    tunip_docs args = message ? TUNIP_DOCS(d, message) : tunip_docs_none();
    return tunip_doc_call_new(d, tir_name(d, "hint"), args, keys, tunip_docs_view(values, at));
}

/* Whether an attribute is of nothing. */
typedef bool (*nothing_fn)(const tunip_tirx_attr_stmt *stmt);

/* The node is the integer 0. */
static bool is_of_nothing(const tunip_tirx_attr_stmt *stmt)
{
    const tunip_int *node = TUNIP_AS(tunip_int, stmt->node);
    return node && node->value == 0;
}

/* The node is T.int32(0). */
static bool is_of_zero(const tunip_tirx_attr_stmt *stmt)
{
    return tunip_ir_is_int(stmt->node, 0) &&
           tunip_dtype_equal(tunip_ir_dtype_of(stmt->node), tir_int32);
}

static const tunip_tirx_attr_stmt *as_attr(const tunip_node *stmt)
{
    bool is_attr = tunip_is(stmt, &tunip_tirx_attr_stmt_type) ||
                   tunip_is(stmt, &tunip_tirx_attr_stmt_v25_type);
    return is_attr ? (const tunip_tirx_attr_stmt *)stmt : NULL;
}

/* T.attr({"key": value, ...}) for nested attributes of nothing. */
static scope_parts write_dict(tunip_docsifier *d, const tunip_tirx_attr_stmt *stmt,
                              const tunip_path *path, nothing_fn is_nothing)
{
    size_t count = 0;
    const tunip_tirx_attr_stmt *at = stmt;
    for (; at && is_nothing(at); at = as_attr(at->body)) count++;
    const tunip_doc **keys = tunip_docs_new(d, count), **values = tunip_docs_new(d, count);
    scope_parts parts = {.body = stmt->body, .body_path = tunip_path_attr(d, path, "body")};
    for (size_t i = 0; keys && values && i < count; i++) {
        keys[i] = tunip_doc_str(d, tunip_string_value(stmt->attr_key),
                                tunip_path_attr(d, path, "attr_key"));
        values[i] = TIR_SUB(d, stmt, value, path);
        parts.body = stmt->body;
        path = parts.body_path = tunip_path_attr(d, path, "body");
        stmt = as_attr(stmt->body);
    }
    const tunip_doc *dict =
        tunip_doc_dict_new(d, tunip_docs_view(keys, count), tunip_docs_view(values, count));
    parts.rhs = TIR_CALL(d, "attr", dict);
    return parts;
}

static scope_parts write_attr(tunip_docsifier *d, const tunip_tirx_attr_stmt *stmt,
                              const tunip_path *path, nothing_fn is_nothing)
{
    scope_parts parts = {.body = stmt->body, .body_path = tunip_path_attr(d, path, "body")};
    tunip_str key = tunip_string_value(stmt->attr_key);
    bool is_thread = tunip_str_is(key, "thread_extent") || tunip_str_is(key, "virtual_thread");
    bool is_iter = tunip_is(stmt->node, &tunip_tirx_iter_var_type) ||
                   tunip_is(stmt->node, &tunip_tir_iter_var_type); /* of v0.24 and v0.25 */
    if (is_thread && is_iter) return write_launch(d, stmt, parts, path);
    const tunip_map *hints = TUNIP_AS(tunip_map, stmt->node);
    if (hints && tunip_str_is(key, "tirx_hint")) {
        parts.rhs = write_hint(d, hints, tunip_path_attr(d, path, "node"));
        return parts;
    }
    if (is_nothing(stmt)) return write_dict(d, stmt, path, is_nothing);
    const tunip_doc *node = TUNIP_SUB(d, stmt, node, path);
    const tunip_doc *name = tunip_doc_str(d, key, tunip_path_attr(d, path, "attr_key"));
    const tunip_doc *value = TIR_SUB(d, stmt, value, path);
    parts.rhs = TIR_CALL(d, "attr", node, name, value);
    return parts;
}

static const tunip_doc *docsify_attr(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path, nothing_fn is_nothing)
{
    const tunip_tirx_attr_stmt *stmt = (const tunip_tirx_attr_stmt *)node;
    bool is_concise = tir_is_concise(d);
    scope_parts parts = write_attr(d, stmt, path, is_nothing);
    tir_frame frame;
    tir_frame_enter(d, &frame, stmt);
    const tunip_doc *lhs = parts.defined ? tir_define_var(d, &frame.base, parts.defined) : NULL;
    tir_body(d, &frame, parts.body, parts.body_path);
    const tunip_doc *doc = tir_scope(d, &frame, lhs, parts.rhs, is_concise);
    tir_frame_leave(d, &frame);
    return doc;
}

TIR_RULE(v25_attr)
{
    return docsify_attr(d, node, path, is_of_zero);
}

TIR_RULE(v26_attr)
{
    return docsify_attr(d, node, path, is_of_nothing);
}
