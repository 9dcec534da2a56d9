/* stmt.c -- statements and functions of a builder program. */
#include "builder.h"

/* ======== stmt ======== */

/* Statements other than assignments. */

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

/* ======== assign ======== */

/* assignments: the calls for each role of an assignment, and the names of the assigned
 * variables. */

/* ---- names ---- */

static void write_name_string(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_char(w, '"');
    if (doc->kind == TUNIP_DOC_ID)
        tn_builder_write_defined(w, doc);
    else
        tunip_writer_fail(w, "an assignment to something without a name cannot be built");
    tunip_write_char(w, '"');
}

static void write_names(tunip_writer *w, tunip_docs targets)
{
    tunip_write_text(w, "IRBuilder.name_many([");
    for (size_t i = 0; i < targets.count; i++) {
        if (i) tunip_write_text(w, ", ");
        write_name_string(w, targets.items[i]);
    }
    tunip_write_text(w, "], [");
    tn_python_emit_list_of(w, targets);
    tunip_write_text(w, "])");
}

static void write_name(tunip_writer *w, const tunip_doc *target)
{
    tunip_write_text(w, "IRBuilder.name(");
    write_name_string(w, target);
    tunip_write_text(w, ", ");
    tn_builder_write_defined(w, target);
    tunip_write_char(w, ')');
}

void tn_builder_write_naming(tunip_writer *w, const tunip_doc *target)
{
    const tunip_doc_tuple *tuple = (const tunip_doc_tuple *)target;
    bool is_tuple = target->kind == TUNIP_DOC_TUPLE;
    tunip_write_newline(w);
    if (is_tuple && tuple->elements.count != 1)
        write_names(w, tuple->elements);
    else
        write_name(w, is_tuple ? tuple->elements.items[0] : target);
}

/* ---- assignments ---- */

typedef void (*assign_fn)(tunip_writer *w, const tunip_doc_assign *assign);

static void write_plain(tunip_writer *w, const tunip_doc_assign *assign)
{
    tunip_emit_bare(w, assign->lhs, 0);
    tunip_write_text(w, " = ");
    tunip_emit_bare(w, assign->rhs, 0);
}

/* The result of a call is a new object, so it can get the name. */
static void write_named(tunip_writer *w, const tunip_doc_assign *assign)
{
    write_plain(w, assign);
    if (assign->rhs->kind == TUNIP_DOC_CALL || assign->rhs->kind == TUNIP_DOC_TUPLE)
        tn_builder_write_naming(w, assign->lhs);
}

/* Writes a variable that is only declared. */
static void write_declared(tunip_writer *w, const tunip_doc_assign *assign)
{
    tunip_emit(w, assign->lhs);
    tunip_write_text(w, " = ");
    tn_builder_write_home(w, &assign->stmt.base, "Var");
    tunip_write_char(w, '(');
    write_name_string(w, assign->lhs);
    tunip_write_text(w, ", ");
    tn_builder_write_made(w, assign->annotation);
    tunip_write_char(w, ')');
}

/* A variable without a value may be that of a binding without a name. */
static void write_definition(tunip_writer *w, const tunip_doc_assign *assign)
{
    if (!assign->rhs && tn_builder_state_of(w)->facts.has_unnamed)
        tunip_writer_fail(w, "a variable that an unnamed binding may define cannot be built");
    if (assign->rhs)
        write_named(w, assign);
    else
        write_declared(w, assign);
}

static void write_let(tunip_writer *w, const tunip_doc_assign *assign)
{
    const tunip_doc *type = tn_builder_type_of(assign);
    tn_builder_write_defined(w, assign->lhs);
    tunip_write_text(w, " = ");
    tn_builder_write_enter(w);
    tn_builder_write_own(w, &assign->stmt.base, "LetStmt");
    tunip_write_char(w, '(');
    tunip_emit(w, assign->rhs);
    if (type) tunip_write_text(w, ", var=");
    if (type) tn_builder_write_made(w, type);
    tunip_write_text(w, "))");
    tn_builder_write_naming(w, assign->lhs);
}

static void write_entered(tunip_writer *w, const tunip_doc_assign *assign)
{
    const tunip_doc *lhs = assign->lhs;
    const tunip_doc *rhs = tn_builder_open_scope(w, &lhs, assign->rhs);
    if (lhs) tunip_emit(w, lhs);
    if (lhs) tunip_write_text(w, " = ");
    tn_builder_write_enter(w);
    tunip_emit(w, rhs);
    tunip_write_char(w, ')');
    tn_builder_write_naming(w, assign->lhs);
}

static void write_indices(tunip_writer *w, const tunip_doc *doc)
{
    tn_python_emit_list_of(w, ((const tunip_doc_index *)doc)->indices);
}

static void write_store(tunip_writer *w, const tunip_doc_assign *assign)
{
    const tunip_doc_index *place = (const tunip_doc_index *)assign->lhs;
    if (assign->lhs->kind != TUNIP_DOC_INDEX) {
        tunip_writer_fail(w, "a store to something other than an element cannot be built");
        return;
    }
    tn_builder_write_own(w, &assign->stmt.base, "buffer_store");
    tunip_write_char(w, '(');
    tunip_emit(w, place->value);
    tunip_write_text(w, ", ");
    tunip_emit(w, assign->rhs);
    tunip_write_text(w, ", [");
    tunip_emit_as(w, assign->lhs, write_indices);
    tunip_write_text(w, "])");
}

void tn_builder_check_inside(tunip_writer *w)
{
    if (!tn_builder_state_of(w)->function)
        tunip_writer_fail(w, "a binding outside of a function cannot be built");
}

static void write_bind(tunip_writer *w, const tunip_doc_assign *assign)
{
    tn_builder_check_inside(w);
    tn_builder_check_bound(w, assign->rhs);
    tunip_emit(w, assign->lhs);
    tunip_write_text(w, " = ");
    tn_builder_write_own(w, &assign->stmt.base, "emit");
    tunip_write_char(w, '(');
    tn_builder_write_node(w, &assign->stmt.base, assign->rhs);
    if (assign->annotation) tunip_write_text(w, ", ");
    tunip_emit(w, assign->annotation);
    tunip_write_char(w, ')');
    tn_builder_write_naming(w, assign->lhs);
}

/* A match_buffer of a parameter, or of a region in a block. */
static void write_match(tunip_writer *w, const tunip_doc_assign *assign)
{
    const tn_builder_state *state = tn_builder_state_of(w);
    if (!state->function && state->blocks <= 1)
        tunip_writer_fail(w, "a match_buffer outside of a block cannot be built");
    write_named(w, assign);
}

static const assign_fn assigns[TUNIP_ROLE__COUNT] = {
    [TUNIP_ROLE_LET] = write_let,       [TUNIP_ROLE_STORE] = write_store,
    [TUNIP_ROLE_ALLOC] = write_named,   [TUNIP_ROLE_DEFINE] = write_definition,
    [TUNIP_ROLE_MATCH] = write_match,   [TUNIP_ROLE_AXIS] = write_named,
    [TUNIP_ROLE_ENTER] = write_entered, [TUNIP_ROLE_BIND] = write_bind,
};

void tn_builder_emit_assign(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    assign_fn write = doc->role < TUNIP_ROLE__COUNT ? assigns[doc->role] : NULL;
    bool is_declared = doc->role == TUNIP_ROLE_DEFINE && assign->annotation;
    tn_python_write_comment_above(w, &assign->stmt);
    if (!write || !(assign->rhs || is_declared))
        tunip_writer_fail(w, "an assignment without a role cannot be built");
    else
        write(w, assign);
}

/* ======== nested ======== */

/* Nested values, which the API would bind to variables of their own. */

/* Calls whose results need no variable: constants, shapes and the like. */
static bool is_leaf_word(tunip_str name)
{
    static const char *const leaves[] = {"ExternFunc", "const", "device", "dtype",
                                         "prim_value", "shape", "str",    "tuple"};
    for (size_t i = 0; i < TUNIP_LEN(leaves); i++)
        if (tunip_str_is(name, leaves[i])) return true;
    return false;
}

/* A type is a call, too, but no value: names.def does not have it. */
static bool is_nested_call(const tunip_doc_call *call)
{
    const tunip_doc_attr *callee = (const tunip_doc_attr *)call->callee;
    if (call->callee->kind != TUNIP_DOC_ATTR) return true;
    if (is_leaf_word(callee->name)) return false;
    return !tn_builder_is_prefix(callee->value) || tn_builder_find(callee->name);
}

/* metadata["key"][index] */
static bool is_metadata(const tunip_doc *doc)
{
    while (doc->kind == TUNIP_DOC_INDEX) doc = ((const tunip_doc_index *)doc)->value;
    return doc->kind == TUNIP_DOC_ID && tunip_str_is(((const tunip_doc_id *)doc)->name, "metadata");
}

static bool any_nested(tunip_docs docs, uint8_t dialect, int depth);

/* Expressions of another dialect are part of a shape or a type. */
static bool is_nested(const tunip_doc *doc, uint8_t dialect, int depth)
{
    if (doc->dialect != dialect) return false;
    if (depth == TN_BUILDER_MOST_NESTED) return true;
    if (doc->kind == TUNIP_DOC_CALL) return is_nested_call((const tunip_doc_call *)doc);
    if (doc->kind == TUNIP_DOC_INDEX) return !is_metadata(doc);
    return doc->kind == TUNIP_DOC_TUPLE &&
           any_nested(((const tunip_doc_tuple *)doc)->elements, dialect, depth + 1);
}

static bool any_nested(tunip_docs docs, uint8_t dialect, int depth)
{
    for (size_t i = 0; i < docs.count; i++)
        if (is_nested(docs.items[i], dialect, depth)) return true;
    return false;
}

static tunip_docs parts_of(const tunip_doc *const *value)
{
    if ((*value)->kind == TUNIP_DOC_CALL) return ((const tunip_doc_call *)*value)->args;
    if ((*value)->kind == TUNIP_DOC_INDEX)
        return tunip_docs_view(&((const tunip_doc_index *)*value)->value, !is_metadata(*value));
    return tunip_docs_view(value, (*value)->kind == TUNIP_DOC_TUPLE);
}

static void refuse(tunip_writer *w)
{
    tunip_writer_fail(w, "a nested value that is not bound to a variable cannot be built");
}

void tn_builder_check_bound(tunip_writer *w, const tunip_doc *value)
{
    if (any_nested(parts_of(&value), value->dialect, 0)) refuse(w);
}

void tn_builder_check_named(tunip_writer *w, const tunip_doc *value)
{
    if (is_nested(value, value->dialect, 0)) refuse(w);
}

/* ======== function ======== */

/* Functions and the modules they are in. A module declares all its functions before
 * any body, because they may call each other. */

static const tn_builder_function kinds[] = {
    {"prim_func", "PrimFunc", "func_ret", NULL},
    {"function", "Function.create_empty", "func_ret_struct_info", "func_ret_value"},
};

/* The decorator with the kind of a function: the last one. */
static const tunip_doc *decorator_of(const tunip_doc_function *function)
{
    tunip_docs decorators = function->decorators;
    return decorators.count ? decorators.items[decorators.count - 1] : NULL;
}

static const tn_builder_function *find_function(tunip_writer *w, const tunip_doc *decorator)
{
    tunip_str name = decorator ? tn_builder_word_of(decorator) : (tunip_str){NULL, 0};
    for (size_t i = 0; i < TUNIP_LEN(kinds); i++)
        if (tunip_str_is(name, kinds[i].decorator)) return &kinds[i];
    tunip_writer_fail(w, "a function decorated with %.*s is not in the IRBuilder's API",
                      (int)name.size, name.size ? name.data : "");
    return NULL;
}

/* ---- settings of functions ---- */

static const tunip_doc *setting(const tunip_doc *decorator, const char *key)
{
    if (decorator->kind != TUNIP_DOC_CALL) return NULL;
    return tn_builder_keyword((const tunip_doc_call *)decorator, tunip_str_from(key));
}

/* A nested function is private to its outer function. */
static void write_frame(tunip_writer *w, const tunip_doc *doc, const tunip_doc *decorator,
                        bool is_inner)
{
    const tunip_doc *pure = setting(decorator, "pure");
    const tunip_doc *private = setting(decorator, "private");
    const char *separator = "";
    tn_builder_write_own(w, doc, find_function(w, decorator)->decorator);
    tunip_write_char(w, '(');
    if (pure) {
        tunip_write_text(w, "is_pure=");
        tunip_emit(w, pure);
        separator = ", ";
    }
    if (decorator->kind == TUNIP_DOC_CALL && tn_builder_partial((const tunip_doc_call *)decorator))
        tunip_writer_fail(w, "a function whose attributes are NULL cannot be built");
    if (private || is_inner) {
        tunip_write_text(w, separator);
        tunip_write_text(w, "is_private=");
        if (is_inner)
            tunip_write_text(w, "True");
        else
            tunip_emit(w, private);
    }
    tunip_write_char(w, ')');
}

/* ---- functions ---- */

/* Declares symbols before a declaration, where their names do not matter. */
static void declare_symbols(tunip_writer *w, tunip_docs body)
{
    for (size_t i = 0; i < body.count; i++) {
        const tunip_doc_assign *assign = (const tunip_doc_assign *)body.items[i];
        if (assign->rhs) {
            tunip_emit(w, assign->lhs);
            tunip_write_text(w, " = ");
            tunip_emit(w, assign->rhs);
        } else {
            tn_builder_emit_stmt(w, body.items[i]);
        }
        tunip_write_newline(w);
    }
}

static tunip_str name_of(const tunip_doc_function *function)
{
    return ((const tunip_doc_id *)function->name)->name;
}

static void write_param(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_assign *param = (const tunip_doc_assign *)doc;
    tn_builder_write_defined(w, param->lhs);
    tunip_write_text(w, " = ");
    tn_builder_write_own(w, doc, "arg");
    tunip_write_text(w, "(\"");
    tn_builder_write_defined(w, param->lhs);
    tunip_write_text(w, "\", ");
    tn_builder_write_made(w, tn_builder_type_of(param));
    tunip_write_char(w, ')');
}

static void write_params(tunip_writer *w, const tunip_doc_function *function)
{
    for (size_t i = 0; i < function->args.count; i++) {
        tunip_write_newline(w);
        tunip_emit_as(w, function->args.items[i], write_param);
    }
}

/* The type of a result is a type or a struct info. */
static void write_result(tunip_writer *w, const tn_builder_function *kind, const tunip_doc *type)
{
    if (!kind->value && !tn_builder_is_variable_type(w, type))
        tunip_writer_fail(w, "a return type that no variable can have cannot be built");
    tn_builder_write_made(w, type);
    if (!kind->value) tunip_write_text(w, ".type_annotation");
}

static bool holds_function(const tunip_doc *type, int depth)
{
    tunip_docs args = {NULL, 0};
    if (type && type->kind == TUNIP_DOC_CALL) args = ((const tunip_doc_call *)type)->args;
    if (type && tunip_str_is(tn_builder_word_of(type), "Callable")) return true;
    for (size_t i = 0; i < args.count && depth < TN_BUILDER_MOST_NESTED; i++)
        if (holds_function(args.items[i], depth + 1)) return true;
    return false;
}

static void write_signature(tunip_writer *w, const tunip_doc *doc, const tn_builder_function *kind)
{
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    tunip_write_newline(w);
    tn_builder_write_own(w, doc, "func_name");
    tunip_write_char(w, '(');
    tn_builder_write_string(w, name_of(function));
    tunip_write_char(w, ')');
    size_t symbols = tn_builder_count_symbols(function->body);
    tn_builder_write_body(w, tunip_docs_view(function->body.items, symbols));
    if (function->return_type) {
        tunip_write_newline(w);
        tn_builder_write_own(w, doc, kind->result);
        tunip_write_char(w, '(');
        write_result(w, kind, function->return_type);
        tunip_write_char(w, ')');
    }
    write_params(w, function);
    tn_builder_write_body(w, tn_builder_docs_from(function->body, symbols));
}

static void write_function(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    tn_builder_state *state = tn_builder_state_of(w);
    const tn_builder_function *outer = state->function;
    const tunip_doc *decorator = decorator_of(function);
    const tn_builder_function *kind = find_function(w, decorator);
    tn_builder_with with = {.target = NULL};
    tn_builder_facts facts = state->facts;
    if (!kind) return;
    state->function = kind;
    state->facts = (tn_builder_facts){.returns_functions = false};
    state->facts.returns_functions = holds_function(function->return_type, 0);
    tn_python_write_comment_above(w, &function->stmt);
    tn_builder_with_begin(w, &with);
    write_frame(w, doc, decorator, outer != NULL);
    tn_builder_with_body(w, &with);
    write_signature(w, doc, kind);
    tn_builder_with_end(w, &with);
    state->function = outer;
    state->facts = facts;
}

/* A function that is the value of a variable is built by a builder of its own. */
static void write_local_function(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc *name = ((const tunip_doc_function *)doc)->name;
    tn_builder_state *state = tn_builder_state_of(w);
    const tunip_doc_id *outer = state->local;
    tn_builder_with with = {.variable = "ib", .number = ++state->numbers};
    tn_builder_with_begin(w, &with);
    tunip_write_text(w, "IRBuilder()");
    tn_builder_with_body(w, &with);
    tunip_write_newline(w);
    state->local = (const tunip_doc_id *)name;
    write_function(w, doc);
    state->local = outer;
    tn_builder_with_end(w, &with);
    tunip_write_newline(w);
    tunip_emit(w, name);
    tunip_write_text(w, " = ");
    tn_builder_write_own(w, doc, "emit");
    tunip_write_char(w, '(');
    tn_builder_write_variable(w, with.variable, with.number);
    tunip_write_text(w, ".get())");
    tn_builder_write_naming(w, name);
    state->numbers--;
}

/* ---- without a root block ---- */

void tn_builder_write_rootless(tunip_writer *w)
{
    static const char *const lines[] = {"def get(self):", "made = super().get()",
                                        "return made.with_body(made.body.block.body)"};
    tunip_write_text(w, "class Rootless(IRBuilder):");
    for (size_t i = 0; i < TUNIP_LEN(lines); i++) {
        if (i < 2) tunip_write_indent(w);
        tunip_write_newline(w);
        tunip_write_text(w, lines[i]);
    }
    tunip_write_dedent(w);
    tunip_write_dedent(w);
    tunip_write_newline(w);
    tunip_write_newline(w);
}

static bool gets_root(const tunip_doc_function *function)
{
    tunip_str name = tn_builder_word_of(decorator_of(function));
    return tunip_str_is(name, kinds[0].decorator) && tn_builder_gets_root(function->body);
}

bool tn_builder_is_rootless(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_FUNCTION && gets_root((const tunip_doc_function *)doc);
}

/* In a module such a function has a builder of its own, and is put into the module then. */
static void write_rootless_member(tunip_writer *w, const tunip_doc *doc)
{
    tn_builder_state *state = tn_builder_state_of(w);
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    tn_builder_with with = {.variable = "ib", .number = ++state->numbers};
    tn_builder_with_begin(w, &with);
    tunip_write_text(w, "IRBuilder()");
    tn_builder_with_body(w, &with);
    tunip_write_newline(w);
    write_function(w, doc);
    tn_builder_with_end(w, &with);
    tunip_write_newline(w);
    tn_builder_write_own(w, state->around, "def_function");
    tunip_write_char(w, '(');
    tn_builder_write_string(w, name_of(function));
    tunip_write_text(w, ", ");
    tn_builder_write_variable(w, with.variable, with.number);
    tunip_write_text(w, ".get().with_body(");
    tn_builder_write_variable(w, with.variable, with.number);
    tunip_write_text(w, ".get().body.block.body))");
    state->numbers--;
}

void tn_builder_emit_function(tunip_writer *w, const tunip_doc *doc)
{
    const tn_builder_state *state = tn_builder_state_of(w);
    if (state->function)
        write_local_function(w, doc);
    else if (state->around && tn_builder_is_rootless(doc))
        write_rootless_member(w, doc);
    else
        write_function(w, doc);
}

/* ---- modules ---- */

/* With its name, because the types of later parameters may use it. */
static void write_declared_param(tunip_writer *w, const tunip_doc *doc,
                                 const tunip_doc_assign *param)
{
    tunip_emit(w, param->lhs);
    tunip_write_text(w, " := ");
    tn_builder_write_home(w, doc, "Var");
    tunip_write_text(w, "(\"");
    tunip_emit(w, param->lhs);
    tunip_write_text(w, "\", ");
    tn_builder_write_made(w, param->annotation);
    tunip_write_char(w, ')');
}

static void write_declared_params(tunip_writer *w, const tn_builder_function *kind,
                                  const tunip_doc_function *function)
{
    tunip_write_char(w, '[');
    for (size_t i = 0; i < function->args.count; i++) {
        const tunip_doc_assign *param = (const tunip_doc_assign *)function->args.items[i];
        if (i) tunip_write_text(w, ", ");
        if (kind->value)
            write_declared_param(w, &function->stmt.base, param);
        else
            tn_builder_write_made(w, tn_builder_type_of(param));
    }
    tunip_write_char(w, ']');
}

/* A function without a body: the declaration of its signature. */
static void function_write_declared(tunip_writer *w, const tunip_doc *doc,
                                    const tn_builder_function *kind)
{
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    const tunip_doc *decorator = decorator_of(function);
    const tunip_doc *pure = setting(decorator, "pure");
    tn_builder_write_home(w, doc, kind->signature);
    tunip_write_char(w, '(');
    write_declared_params(w, kind, function);
    tunip_write_text(w, kind->value ? ", " : ", None");
    if (function->return_type) {
        if (!kind->value) tunip_write_text(w, ", ");
        write_result(w, kind, function->return_type);
    } else if (kind->value) {
        tn_builder_write_home(w, doc, "ObjectStructInfo()");
    }
    if (pure) tunip_write_text(w, ", is_pure=");
    if (pure) tunip_emit(w, pure);
    tunip_write_char(w, ')');
}

/* CLASS.name = PREFIX.decl_function("name", ..., or setattr() for a name that is not a Python
 * name. */
static void begin_declaration(tunip_writer *w, const tunip_doc_class *module, tunip_str name)
{
    bool is_name = tn_builder_is_name(name);
    if (!is_name) tunip_write_text(w, "setattr(");
    tunip_emit(w, module->name);
    tunip_write_text(w, is_name ? "." : ", ");
    if (is_name)
        tunip_write_str(w, name);
    else
        tn_builder_write_string(w, name);
    tunip_write_text(w, is_name ? " = " : ", ");
    tn_builder_write_own(w, &module->stmt.base, "decl_function");
    tunip_write_char(w, '(');
    tn_builder_write_string(w, name);
    tunip_write_text(w, ", ");
}

static void end_declaration(tunip_writer *w, tunip_str name)
{
    tunip_write_text(w, tn_builder_is_name(name) ? ")" : "))");
}

/* A member that is assigned: a name for an existing value. */
static void define_value(tunip_writer *w, const tunip_doc_class *module, const tunip_doc *doc)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    if (assign->lhs->kind != TUNIP_DOC_ID || !assign->rhs) {
        tunip_writer_fail(w, "a member of a module without name or value cannot be built");
        return;
    }
    tunip_str name = ((const tunip_doc_id *)assign->lhs)->name;
    tunip_write_newline(w);
    begin_declaration(w, module, name);
    tunip_emit(w, assign->rhs);
    end_declaration(w, name);
}

static void declare(tunip_writer *w, const tunip_doc_class *module, const tunip_doc *member)
{
    if (member->kind == TUNIP_DOC_FUNCTION) {
        const tunip_doc_function *function = (const tunip_doc_function *)member;
        const tn_builder_function *kind = find_function(w, decorator_of(function));
        if (kind) {
            tunip_docs body = function->body;
            tunip_write_newline(w);
            declare_symbols(w, tunip_docs_view(body.items, tn_builder_count_symbols(body)));
            begin_declaration(w, module, name_of(function));
            function_write_declared(w, member, kind);
            end_declaration(w, name_of(function));
        }
    }
    if (member->kind == TUNIP_DOC_ASSIGN) define_value(w, module, member);
}

/* A function may be emitted before the module around it, whose blocks are not there yet. */
void tn_builder_emit_member(tunip_writer *w, const tunip_doc *around, const tunip_doc *member,
                            tunip_member_part part)
{
    enum { MODULE_BLOCKS = 2 };
    tn_builder_state *state = tn_builder_state_of(w);
    size_t blocks = state->blocks;
    if (!blocks) state->blocks = MODULE_BLOCKS;
    state->around = around;
    state->module = tunip_writer_namespace(w, around);
    if (part == TUNIP_MEMBER_AHEAD)
        declare(w, (const tunip_doc_class *)around, member);
    else
        tn_builder_emit_stmt(w, member);
    state->around = NULL;
    state->module = NULL;
    state->blocks = blocks;
}

/* A function may be rendered already. */
static bool is_function(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_FUNCTION || doc->kind >= TUNIP_DOC__COUNT;
}

/* Attributes come first, as they do in the class. */
static void write_rest(tunip_writer *w, const tunip_doc_class *module, bool functions)
{
    for (size_t i = 0; i < module->body.count; i++) {
        const tunip_doc *doc = module->body.items[i];
        if (doc->kind == TUNIP_DOC_ASSIGN || is_function(doc) != functions) continue;
        tunip_write_newline(w);
        tunip_emit_member(w, &module->stmt.base, doc, TUNIP_MEMBER_ITSELF);
    }
}

/* The class only holds the names of the functions. */
static void write_class(tunip_writer *w, const tunip_doc_class *module)
{
    tunip_write_newline(w);
    tunip_write_text(w, "class ");
    tunip_emit(w, module->name);
    tunip_write_char(w, ':');
    tunip_write_indent(w);
    tunip_write_newline(w);
    tunip_write_text(w, "pass");
    tunip_write_dedent(w);
    tunip_write_newline(w);
}

void tn_builder_emit_class(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_class *module = (const tunip_doc_class *)doc;
    tn_builder_with with = {.target = NULL};
    tn_python_write_comment_above(w, &module->stmt);
    tn_builder_with_begin(w, &with);
    tn_builder_write_own(w, doc, "ir_module");
    tunip_write_text(w, "()");
    tn_builder_with_body(w, &with);
    write_class(w, module);
    write_rest(w, module, false);
    for (size_t i = 0; i < module->body.count; i++)
        tunip_emit_member(w, doc, module->body.items[i], TUNIP_MEMBER_AHEAD);
    write_rest(w, module, true);
    tn_builder_with_end(w, &with);
}
