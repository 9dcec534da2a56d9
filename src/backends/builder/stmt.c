/* stmt.c -- statements other than assignments. */
#include "builder.h"

/* ---- expressions as statements ---- */

typedef void (*expr_fn)(tunip_writer *w, const tunip_doc_expr_stmt *stmt);

static void write_call(tunip_writer *w, const tunip_doc_expr_stmt *stmt)
{
    tunip_emit(w, stmt->expr);
}

static void refuse_expr(tunip_writer *w, const tunip_doc_expr_stmt *stmt)
{
    (void)stmt;
    tunip_writer_fail(w, "an expression outside of a statement cannot be built");
}

/* A call without arguments might be of any dialect. */
static void write_effect_value(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    bool is_bare = doc->kind == TUNIP_DOC_CALL && !doc->sub && !call->args.count &&
                   !call->values.count && !tn_builder_word_of(doc).size &&
                   call->callee->kind != TUNIP_DOC_CALL;
    if (!is_bare) {
        tunip_emit(w, doc);
        return;
    }
    if (call->callee->kind == TUNIP_DOC_ID && call->callee->sub == TUNIP_ID_OPEN)
        tunip_writer_fail(w, "a call of a function outside of the module cannot be built");
    tn_builder_write_home(w, doc, "call_tir");
    tunip_write_char(w, '(');
    tunip_emit(w, call->callee);
    tunip_write_char(w, ')');
}

static void write_effect(tunip_writer *w, const tunip_doc_expr_stmt *stmt)
{
    static const char evaluate[] = "evaluate";
    bool is_said = tunip_str_is(tn_builder_word_of(stmt->expr), evaluate);
    if (!is_said) tn_builder_write_own(w, &stmt->stmt.base, evaluate);
    if (!is_said) tunip_write_char(w, '(');
    write_effect_value(w, stmt->expr);
    if (!is_said) tunip_write_char(w, ')');
}

/* buffer.vstore(indices, value, predicate=...) */
static void write_masked_store(tunip_writer *w, const tunip_doc_expr_stmt *stmt)
{
    const tunip_doc_call *call = (const tunip_doc_call *)stmt->expr;
    if (stmt->expr->kind != TUNIP_DOC_CALL || call->callee->kind != TUNIP_DOC_ATTR ||
        call->args.count != 2 || call->values.count != 1) {
        tunip_writer_fail(w, "a store of unknown form cannot be built");
        return;
    }
    tn_builder_write_own(w, &stmt->stmt.base, "buffer_store");
    tunip_write_char(w, '(');
    tunip_emit(w, ((const tunip_doc_attr *)call->callee)->value);
    tunip_write_text(w, ", ");
    tunip_emit(w, call->args.items[1]);
    tunip_write_text(w, ", ");
    tunip_emit(w, call->args.items[0]);
    tunip_write_text(w, ", ");
    tunip_emit(w, call->values.items[0]);
    tunip_write_char(w, ')');
}

static void write_entered_expr(tunip_writer *w, const tunip_doc_expr_stmt *stmt)
{
    tn_builder_write_enter(w);
    tunip_emit(w, stmt->expr);
    tunip_write_char(w, ')');
}

static void write_unnamed(tunip_writer *w, const tunip_doc_expr_stmt *stmt)
{
    tn_builder_check_inside(w);
    tn_builder_check_bound(w, stmt->expr);
    tn_builder_state_of(w)->facts.has_unnamed = true;
    tunip_write_text(w, "IRBuilder.name(\"_\", ");
    tn_builder_write_own(w, &stmt->stmt.base, "emit");
    tunip_write_char(w, '(');
    tn_builder_write_node(w, &stmt->stmt.base, stmt->expr);
    if (stmt->expr->kind == TUNIP_DOC_CALL) { /* so that TVM infers nothing */
        tunip_write_text(w, ", ");
        tn_builder_write_home(w, &stmt->stmt.base, "TupleStructInfo([])");
    }
    tunip_write_text(w, "))");
}

static const expr_fn exprs[TUNIP_ROLE__COUNT] = {
    [TUNIP_ROLE_NONE] = refuse_expr,         [TUNIP_ROLE_META] = write_call,
    [TUNIP_ROLE_OUTPUT] = write_call,        [TUNIP_ROLE_EFFECT] = write_effect,
    [TUNIP_ROLE_STORE] = write_masked_store, [TUNIP_ROLE_ENTER] = write_entered_expr,
    [TUNIP_ROLE_BIND] = write_unnamed,
};

void tn_builder_emit_expr_stmt(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_expr_stmt *stmt = (const tunip_doc_expr_stmt *)doc;
    expr_fn write = doc->role < TUNIP_ROLE__COUNT ? exprs[doc->role] : NULL;
    tn_python_write_comment_above(w, &stmt->stmt);
    (write ? write : refuse_expr)(w, stmt);
}

void tn_builder_emit_assert(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_assert *assertion = (const tunip_doc_assert *)doc;
    tn_python_write_comment_above(w, &assertion->stmt);
    tn_builder_write_enter(w);
    tn_builder_write_own(w, doc, "Assert");
    tunip_write_char(w, '(');
    tunip_emit(w, assertion->test);
    tunip_write_text(w, ", ");
    tn_builder_write_message(w, assertion->message);
    tunip_write_text(w, "))");
}

/* The struct info of a global variable has less information than the function itself. */
static bool is_member(const tunip_doc *value, int depth)
{
    tunip_docs elements = {NULL, 0};
    if (value->kind == TUNIP_DOC_TUPLE) elements = ((const tunip_doc_tuple *)value)->elements;
    for (size_t i = 0; i < elements.count && depth < TN_BUILDER_MOST_NESTED; i++)
        if (is_member(elements.items[i], depth + 1)) return true;
    return value->kind == TUNIP_DOC_ATTR && !tn_builder_word_of(value).size;
}

void tn_builder_emit_return(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_return *stmt = (const tunip_doc_return *)doc;
    const tn_builder_function *function = tn_builder_state_of(w)->function;
    tn_python_write_comment_above(w, &stmt->stmt);
    if (tn_builder_state_of(w)->facts.returns_functions && is_member(stmt->value, 0))
        tunip_writer_fail(w, "a return of a function of the module cannot be built");
    if (!function) {
        tunip_writer_fail(w, "a return outside of a function cannot be built");
    } else if (function->value) {
        tn_builder_check_named(w, stmt->value);
        tn_builder_write_own(w, doc, function->value);
        tunip_write_char(w, '(');
        tn_builder_write_node(w, doc, stmt->value);
        tunip_write_char(w, ')');
    } else {
        tn_builder_write_own(w, doc, "evaluate");
        tunip_write_char(w, '(');
        tn_builder_write_own(w, doc, "ret");
        tunip_write_char(w, '(');
        tunip_emit(w, stmt->value);
        tunip_write_text(w, "))");
    }
}

/* ---- statements with bodies ---- */

/* A simplified expression cannot be simplified further. */
static bool is_simple(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_LITERAL || doc->kind == TUNIP_DOC_ID;
}

/* range(...) is the one iterator that has no name of its dialect. A serial loop has its extent
 * simplified, a grid has it as it is. */
static void write_range(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    const tunip_doc_partial_call *partial = tn_builder_partial(call);
    bool has_step = partial && tunip_str_is(partial->key, "step");
    if (partial && !has_step)
        tunip_writer_fail(w, "the %.*s of a loop is not in the IRBuilder's API",
                          (int)partial->key.size, partial->key.data);
    bool is_kept = call->args.count == 1 && !is_simple(call->args.items[0]);
    tn_builder_write_own(w, doc, is_kept ? "grid" : "serial");
    tunip_write_char(w, '(');
    for (size_t i = 0; i < call->args.count; i++) {
        if (i) tunip_write_text(w, i == 2 ? ", step=" : ", ");
        tunip_emit(w, call->args.items[i]);
    }
    if (has_step) tunip_emit_behind(w, ", step=", partial->value);
    tunip_write_char(w, ')');
}

static bool is_range(const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    return doc->kind == TUNIP_DOC_CALL && call->callee->kind == TUNIP_DOC_ID &&
           tunip_str_is(((const tunip_doc_id *)call->callee)->name, "range");
}

void tn_builder_emit_for(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_for *loop = (const tunip_doc_for *)doc;
    tn_builder_with with = {.target = loop->lhs};
    tn_python_write_comment_above(w, &loop->stmt);
    tunip_docs body = tn_builder_write_symbols(w, loop->body, loop->rhs);
    tn_builder_with_begin(w, &with);
    if (is_range(loop->rhs))
        tunip_emit_as(w, loop->rhs, write_range);
    else
        tunip_emit(w, loop->rhs);
    tn_builder_with_body(w, &with);
    tn_builder_write_naming(w, loop->lhs);
    tn_builder_write_body(w, body);
    tn_builder_with_end(w, &with);
}

/* The assignments after a scope, from a member of its frame. */
static void write_members(tunip_writer *w, tunip_docs names, const tn_builder_with *with,
                          const char *member)
{
    if (!names.count) return;
    tunip_write_newline(w);
    tn_python_emit_list_of(w, names);
    if (names.count == 1 && strcmp(member, "var") != 0) tunip_write_char(w, ',');
    tunip_write_text(w, " = ");
    tn_builder_write_variable(w, with->variable, with->number);
    tunip_write_char(w, '.');
    tunip_write_text(w, member);
}

/* The call at the end of a body that lists its outputs; NULL if there is none. */
static const tunip_doc_call *output_of(tunip_docs body)
{
    const tunip_doc *last = body.count ? body.items[body.count - 1] : NULL;
    if (!last || last->kind != TUNIP_DOC_EXPR_STMT || last->role != TUNIP_ROLE_OUTPUT) return NULL;
    const tunip_doc *expr = ((const tunip_doc_expr_stmt *)last)->expr;
    return expr->kind == TUNIP_DOC_CALL ? (const tunip_doc_call *)expr : NULL;
}

/* The last binding of a branch, which is its value; or NULL. */
static const tunip_doc_assign *last_bound(tunip_docs body)
{
    const tunip_doc_block *block;
    while ((block = tn_builder_last_block(body)) != NULL) body = block->body;
    const tunip_doc *last = body.count ? body.items[body.count - 1] : NULL;
    bool binds = last && last->kind == TUNIP_DOC_ASSIGN && last->role == TUNIP_ROLE_BIND;
    return binds ? (const tunip_doc_assign *)last : NULL;
}

/* The variable that both branches bind last. */
static const tunip_doc *value_of(tunip_docs body)
{
    const tunip_doc_assign *last = last_bound(body);
    return last ? last->lhs : NULL;
}

static bool is_same_name(const tunip_doc *a, const tunip_doc *b)
{
    return a->kind == TUNIP_DOC_ID && b->kind == TUNIP_DOC_ID &&
           tunip_str_equal(((const tunip_doc_id *)a)->name, ((const tunip_doc_id *)b)->name);
}

static bool binds(tunip_docs body, const tunip_doc *name)
{
    for (size_t i = 0; i < body.count; i++) {
        const tunip_doc *doc = body.items[i], *bound = NULL;
        if (doc->kind == TUNIP_DOC_ASSIGN) bound = ((const tunip_doc_assign *)doc)->lhs;
        if (doc->kind == TUNIP_DOC_FUNCTION) bound = ((const tunip_doc_function *)doc)->name;
        if (doc->kind == TUNIP_DOC_IF) bound = value_of(((const tunip_doc_if *)doc)->then_branch);
        if (bound && is_same_name(bound, name)) return true;
        if (doc->kind == TUNIP_DOC_BLOCK && binds(((const tunip_doc_block *)doc)->body, name))
            return true;
    }
    return false;
}

static void check_output(tunip_writer *w, tunip_docs body, tunip_docs names)
{
    for (size_t i = 0; i < names.count; i++)
        if (!binds(body, names.items[i]))
            tunip_writer_fail(w, "an output that its dataflow block does not bind cannot be built");
}

void tn_builder_emit_scope(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_scope *scope = (const tunip_doc_scope *)doc;
    tn_builder_state *state = tn_builder_state_of(w);
    const tunip_doc_call *output = output_of(scope->body);
    const tunip_doc *lhs = scope->lhs;
    bool outer = state->facts.flows;
    state->facts.flows = tunip_str_is(tn_builder_word_of(scope->rhs), "dataflow");
    if (output) check_output(w, scope->body, output->args);
    tn_python_write_comment_above(w, &scope->stmt);
    tunip_docs body = tn_builder_write_symbols(w, scope->body, scope->rhs);
    const tunip_doc *rhs = tn_builder_open_scope(w, &lhs, scope->rhs);
    tn_builder_with with = {.target = lhs};
    if (output && output->args.count)
        with = (tn_builder_with){.variable = "frame", .number = ++state->numbers};
    tn_builder_with_begin(w, &with);
    tunip_emit(w, rhs);
    if (lhs) {
        tn_builder_with_body(w, &with);
        tn_builder_write_naming(w, lhs);
        tn_builder_write_body(w, body);
    } else {
        tn_builder_write_with_body(w, &with, body);
    }
    tn_builder_with_end(w, &with);
    state->facts.flows = outer;
    if (with.variable) write_members(w, output->args, &with, "output_vars");
    if (with.variable) state->numbers--;
}

void tn_builder_emit_while(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_while *loop = (const tunip_doc_while *)doc;
    tn_builder_with with = {.target = NULL};
    tn_python_write_comment_above(w, &loop->stmt);
    tn_builder_with_begin(w, &with);
    tn_builder_write_own(w, doc, "While");
    tunip_write_char(w, '(');
    tunip_emit(w, loop->predicate);
    tunip_write_char(w, ')');
    tn_builder_write_with_body(w, &with, loop->body);
    tn_builder_with_end(w, &with);
}

static void write_branch(tunip_writer *w, const tunip_doc *doc, const char *name, tunip_docs body)
{
    tn_builder_with with = {.target = NULL};
    const tunip_doc_assign *last = last_bound(body);
    if (last) tn_builder_check_named(w, last->rhs);
    tunip_write_newline(w);
    tn_builder_with_begin(w, &with);
    tn_builder_write_own(w, doc, name);
    tunip_write_text(w, "()");
    tn_builder_write_with_body(w, &with, body);
    tn_builder_with_end(w, &with);
}

void tn_builder_emit_if(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_if *branch = (const tunip_doc_if *)doc;
    tn_builder_state *state = tn_builder_state_of(w);
    const tunip_doc *value = value_of(branch->then_branch);
    tn_builder_with with = {.target = NULL};
    if (value) with = (tn_builder_with){.variable = "frame", .number = ++state->numbers};
    tn_python_write_comment_above(w, &branch->stmt);
    if (value) tn_builder_check_named(w, branch->predicate);
    if (state->facts.flows)
        tunip_writer_fail(w, "an if statement in a dataflow block cannot be built");
    tn_builder_with_begin(w, &with);
    tn_builder_write_own(w, doc, "If");
    tunip_write_char(w, '(');
    tunip_emit(w, branch->predicate);
    tunip_write_char(w, ')');
    tn_builder_with_body(w, &with);
    write_branch(w, doc, "Then", branch->then_branch);
    if (branch->else_branch.count) write_branch(w, doc, "Else", branch->else_branch);
    tn_builder_with_end(w, &with);
    if (value) write_members(w, tunip_docs_view(&value, 1), &with, "var");
    if (value) state->numbers--;
}
