/* stmt.c -- statements that evaluate, branch, bind a value or check a condition. */
#include "frame.h"
#include "rules.h"

/* ---- evaluate ---- */

/* The expression as a call of tir.ret, whose argument is the returned value; NULL for any other
 * expression. */
static const tunip_tir_call *as_return(const tunip_node *expr)
{
    const tunip_tir_call *call = TUNIP_AS(tunip_tir_call, expr);
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call ? call->op : NULL);
    bool returns = op && tunip_str_is(tunip_string_value(op->name), "tir.ret");
    return returns && tunip_array_count(call->args) == 1 ? call : NULL;
}

/* A reader gives the call of tir.ret the dtype of the value. */
static const tunip_doc *write_return(tunip_docsifier *d, const tunip_tir_call *ret,
                                     const tunip_doc *value, const tunip_path *path)
{
    const tunip_doc *doc = tunip_doc_return_new(d, value);
    if (tunip_dtype_equal(ret->base.dtype, tunip_ir_dtype_of(ret->args->items[0]))) return doc;
    return tunip_doc_group_new(d, TUNIP_DOCS(d, tunip_doc_at(d, doc, path)));
}

TIR_RULE(evaluate)
{
    const tunip_tir_evaluate *eval = (const tunip_tir_evaluate *)node;
    const tunip_path *at = tunip_path_attr(d, path, "value");
    const tunip_tir_call *ret = tir_has_sugar(d) ? as_return(eval->value) : NULL;
    if (ret) {
        at = tunip_path_item(d, tunip_path_attr(d, at, "args"), 0);
        return write_return(d, ret, tir_docsify(d, ret->args->items[0], at), path);
    }
    const tunip_doc *value = tir_docsify(d, eval->value, at);
    if (!tunip_is(eval->value, &tunip_tir_call_type)) value = TIR_CALL(d, "evaluate", value);
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
    tir_args args = {.count = 0};
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
    tunip_dtype told = docs->is_concise ? stmt->var->base.dtype : tunip_ir_dtype_of(stmt->value);
    return tir_typed(d, name, stmt->var, told, tunip_path_attr(d, path, "var"));
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
