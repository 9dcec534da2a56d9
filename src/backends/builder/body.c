/* body.c -- scopes, as `with` blocks or on a stack, and the statements in them. */
#include "builder.h"

/* ---- scopes ---- */

/* Python's compiler does not accept more nested blocks. */
enum { MOST_BLOCKS = 20 };

static void write_target(tunip_writer *w, const tn_builder_with *with)
{
    const tunip_doc *target = with->target;
    if (with->variable) {
        tn_builder_write_variable(w, with->variable, with->number);
        return;
    }
    const tunip_doc_tuple *tuple = (const tunip_doc_tuple *)target;
    bool is_single = target->kind == TUNIP_DOC_TUPLE && tuple->elements.count == 1;
    tunip_emit(w, is_single ? tuple->elements.items[0] : target);
}

static bool has_target(const tn_builder_with *with)
{
    return with->target || with->variable;
}

static void open_stack(tunip_writer *w, size_t number)
{
    tn_builder_write_variable(w, "scope", number);
    tunip_write_text(w, " = ExitStack()");
    tunip_write_newline(w);
}

void tn_builder_with_begin(tunip_writer *w, tn_builder_with *with)
{
    tn_builder_state *state = tn_builder_state_of(w);
    with->outer = state->scope;
    with->stack = state->blocks < MOST_BLOCKS ? 0 : ++state->numbers;
    if (!with->stack) {
        tunip_write_text(w, "with ");
        return;
    }
    open_stack(w, with->stack);
    if (has_target(with)) write_target(w, with);
    if (has_target(with)) tunip_write_text(w, " = ");
    tn_builder_write_variable(w, "scope", with->stack);
    tunip_write_text(w, ".enter_context(");
}

void tn_builder_with_body(tunip_writer *w, tn_builder_with *with)
{
    if (with->stack) {
        tunip_write_char(w, ')');
        return;
    }
    if (has_target(with)) tunip_write_text(w, " as ");
    if (has_target(with)) write_target(w, with);
    tunip_write_char(w, ':');
    tunip_write_indent(w);
    tn_builder_state_of(w)->blocks++;
}

static void close_stack(tunip_writer *w, size_t number)
{
    tunip_write_newline(w);
    tn_builder_write_variable(w, "scope", number);
    tunip_write_text(w, ".close()");
}

void tn_builder_with_end(tunip_writer *w, tn_builder_with *with)
{
    tn_builder_state *state = tn_builder_state_of(w);
    state->scope = with->outer;
    if (with->stack) {
        close_stack(w, with->stack);
        state->numbers--;
    } else {
        tunip_write_dedent(w);
        state->blocks--;
    }
}

/* ---- bodies ---- */

static bool is_header(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_COMMENT && doc->role == TUNIP_ROLE_HEADER;
}

/* Whether a statement's scope lasts to the end of the body. */
static bool opens_scope(const tunip_doc *doc)
{
    bool has_role = doc->kind == TUNIP_DOC_ASSIGN || doc->kind == TUNIP_DOC_EXPR_STMT;
    return doc->kind == TUNIP_DOC_ASSERT ||
           (has_role && (doc->role == TUNIP_ROLE_LET || doc->role == TUNIP_ROLE_ENTER));
}

const tunip_doc_block *tn_builder_last_block(tunip_docs body)
{
    const tunip_doc *last = body.count ? body.items[body.count - 1] : NULL;
    return last && last->kind == TUNIP_DOC_BLOCK ? (const tunip_doc_block *)last : NULL;
}

static bool any_opens(tunip_docs body)
{
    for (const tunip_doc_block *block; body.count; body = block->body) {
        for (size_t i = 0; i < body.count; i++)
            if (opens_scope(body.items[i])) return true;
        block = tn_builder_last_block(body);
        if (!block) break;
    }
    return false;
}

/* ---- special statements ---- */

static bool is_symbol(const tunip_doc *doc)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    if (doc->kind != TUNIP_DOC_ASSIGN || doc->role != TUNIP_ROLE_DEFINE) return false;
    const tunip_doc_call *call = (const tunip_doc_call *)assign->rhs;
    if (!call) return true;
    return assign->lhs->kind == TUNIP_DOC_ID && assign->rhs->kind == TUNIP_DOC_CALL &&
           !call->args.count;
}

size_t tn_builder_count_symbols(tunip_docs body)
{
    size_t count = 0;
    while (count < body.count && is_symbol(body.items[count])) count++;
    return count;
}

static bool names_nothing(const tunip_doc *doc, int depth);

static bool all_name_nothing(tunip_docs docs, int depth)
{
    for (size_t i = 0; i < docs.count; i++)
        if (!names_nothing(docs.items[i], depth)) return false;
    return true;
}

/* Whether an expression has no variable in it. */
static bool names_nothing(const tunip_doc *doc, int depth)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    if (depth == TN_BUILDER_MOST_NESTED) return false;
    if (doc->kind == TUNIP_DOC_TUPLE || doc->kind == TUNIP_DOC_LIST)
        return all_name_nothing(((const tunip_doc_tuple *)doc)->elements, depth + 1);
    if (doc->kind == TUNIP_DOC_CALL)
        return !doc->sub && tn_builder_word_of(doc).size &&
               all_name_nothing(call->args, depth + 1) && all_name_nothing(call->values, depth + 1);
    return doc->kind == TUNIP_DOC_LITERAL && doc->sub != TUNIP_LITERAL_QUOTED;
}

static bool is_definition(const tunip_doc *doc)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    if (doc->kind != TUNIP_DOC_ASSIGN || doc->role != TUNIP_ROLE_DEFINE) return false;
    return is_symbol(doc) || names_nothing(assign->rhs, 0);
}

static bool mentions(const tunip_doc *doc, tunip_str name, int depth);

static bool any_mentions(tunip_docs docs, tunip_str name, int depth)
{
    for (size_t i = 0; i < docs.count; i++)
        if (mentions(docs.items[i], name, depth)) return true;
    return false;
}

/* Whether an expression uses a variable. Expressions that are nested too deeply count as if they
 * used it. */
static bool mentions(const tunip_doc *doc, tunip_str name, int depth)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    const tunip_doc_index *index = (const tunip_doc_index *)doc;
    if (depth++ == TN_BUILDER_MOST_NESTED) return true;
    if (doc->kind == TUNIP_DOC_ID) return tunip_str_equal(((const tunip_doc_id *)doc)->name, name);
    if (doc->kind == TUNIP_DOC_ATTR)
        return mentions(((const tunip_doc_attr *)doc)->value, name, depth);
    if (doc->kind == TUNIP_DOC_TUPLE || doc->kind == TUNIP_DOC_LIST)
        return any_mentions(((const tunip_doc_tuple *)doc)->elements, name, depth);
    if (doc->kind == TUNIP_DOC_DICT)
        return any_mentions(((const tunip_doc_dict *)doc)->values, name, depth);
    if (doc->kind == TUNIP_DOC_OPERATION)
        return any_mentions(((const tunip_doc_operation *)doc)->operands, name, depth);
    if (doc->kind == TUNIP_DOC_INDEX)
        return mentions(index->value, name, depth) || any_mentions(index->indices, name, depth);
    return doc->kind == TUNIP_DOC_CALL &&
           (any_mentions(call->args, name, depth) || any_mentions(call->values, name, depth));
}

/* The number of definitions that are written before the head of a body: those that use no variable,
 * and all up to the last one that the head uses. */
static size_t count_ahead(tunip_docs body, const tunip_doc *head)
{
    size_t count = 0;
    while (count < body.count && is_definition(body.items[count])) count++;
    for (size_t i = count; i < body.count; i++) {
        const tunip_doc_assign *assign = (const tunip_doc_assign *)body.items[i];
        bool defines = assign->stmt.base.kind == TUNIP_DOC_ASSIGN &&
                       assign->stmt.base.role == TUNIP_ROLE_DEFINE;
        if (!defines) break;
        if (assign->lhs->kind == TUNIP_DOC_ID &&
            mentions(head, ((const tunip_doc_id *)assign->lhs)->name, 0))
            count = i + 1;
    }
    return count;
}

tunip_docs tn_builder_write_symbols(tunip_writer *w, tunip_docs body, const tunip_doc *head)
{
    size_t count = count_ahead(body, head);
    for (size_t i = 0; i < count; i++) {
        tn_builder_emit_stmt(w, body.items[i]);
        tunip_write_newline(w);
    }
    return tn_builder_docs_from(body, count);
}

static const tunip_doc *scope_of(const tunip_doc *doc)
{
    if (doc->kind == TUNIP_DOC_SCOPE) return ((const tunip_doc_scope *)doc)->rhs;
    bool enters = doc->kind == TUNIP_DOC_EXPR_STMT && doc->role == TUNIP_ROLE_ENTER;
    return enters ? ((const tunip_doc_expr_stmt *)doc)->expr : NULL;
}

static bool any_axis(tunip_docs body)
{
    for (size_t i = 0; i < body.count; i++)
        if (body.items[i]->kind == TUNIP_DOC_ASSIGN && body.items[i]->role == TUNIP_ROLE_AXIS)
            return true;
    return false;
}

/* Whether a statement is a block without axes, and the only statement of a body. */
static bool is_whole_block(const tunip_doc *doc, tunip_docs body, tunip_docs rest)
{
    const tunip_doc *scope = scope_of(doc);
    if (!scope || !tunip_str_is(tn_builder_word_of(scope), "block")) return false;
    if (doc->kind == TUNIP_DOC_SCOPE) rest = ((const tunip_doc_scope *)doc)->body;
    return !any_axis(rest) && tn_builder_count_results(body) == 1;
}

static bool is_rooted(tunip_docs body)
{
    for (size_t i = 0; i < body.count; i++) {
        const tunip_doc *doc = body.items[i];
        if (doc->kind == TUNIP_DOC_COMMENT && doc->role == TUNIP_ROLE_IMPLIED) return true;
        tunip_docs rest = tn_builder_docs_from(body, i + 1);
        if (is_whole_block(doc, body, rest)) return true;
        if (opens_scope(doc)) return false;
    }
    const tunip_doc_block *last = tn_builder_last_block(body);
    return last && is_rooted(last->body);
}

static bool has_block(tunip_docs body);

/* A block without a realization gets no block around it. */
static bool is_block(const tunip_doc *scope)
{
    const tunip_doc_call *call = (const tunip_doc_call *)scope;
    return scope->kind == TUNIP_DOC_CALL && tunip_str_is(tn_builder_word_of(scope), "block") &&
           !tn_builder_keyword(call, tunip_str_from("no_realize"));
}

static bool is_or_has_block(const tunip_doc *doc)
{
    const tunip_doc_if *branch = (const tunip_doc_if *)doc;
    const tunip_doc *scope = doc->kind < TUNIP_DOC__COUNT ? scope_of(doc) : NULL;
    if (scope && is_block(scope)) return true;
    if (doc->kind == TUNIP_DOC_SCOPE) return has_block(((const tunip_doc_scope *)doc)->body);
    if (doc->kind == TUNIP_DOC_FOR) return has_block(((const tunip_doc_for *)doc)->body);
    if (doc->kind == TUNIP_DOC_WHILE) return has_block(((const tunip_doc_while *)doc)->body);
    if (doc->kind == TUNIP_DOC_BLOCK) return has_block(((const tunip_doc_block *)doc)->body);
    return doc->kind == TUNIP_DOC_IF &&
           (has_block(branch->then_branch) || has_block(branch->else_branch));
}

static bool has_block(tunip_docs body)
{
    for (size_t i = 0; i < body.count; i++)
        if (is_or_has_block(body.items[i])) return true;
    return false;
}

bool tn_builder_gets_root(tunip_docs body)
{
    return !is_rooted(body) && has_block(body);
}

static bool is_result(const tunip_doc *doc)
{
    static const bool roles[TUNIP_ROLE__COUNT] = {
        [TUNIP_ROLE_STORE] = true, [TUNIP_ROLE_EFFECT] = true, [TUNIP_ROLE_BIND] = true};
    static const bool kinds[TUNIP_DOC__COUNT] = {
        [TUNIP_DOC_IF] = true,    [TUNIP_DOC_WHILE] = true,    [TUNIP_DOC_FOR] = true,
        [TUNIP_DOC_SCOPE] = true, [TUNIP_DOC_FUNCTION] = true, [TUNIP_DOC_CLASS] = true,
        [TUNIP_DOC_RETURN] = true};
    bool has_role = doc->kind == TUNIP_DOC_ASSIGN || doc->kind == TUNIP_DOC_EXPR_STMT;
    return has_role ? roles[doc->role] : doc->kind < TUNIP_DOC__COUNT && kinds[doc->kind];
}

/* The statements after an opened scope are inside it. */
size_t tn_builder_count_results(tunip_docs body)
{
    size_t count = 0;
    for (const tunip_doc_block *block; body.count; body = block->body) {
        for (size_t i = 0; i < body.count; i++) {
            if (opens_scope(body.items[i])) return count + 1;
            count += is_result(body.items[i]);
        }
        block = tn_builder_last_block(body);
        if (!block) break;
    }
    return count;
}

/* 0 or false, also as PREFIX.dtype(0). */
static bool is_zero(const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    if (doc->kind == TUNIP_DOC_CALL && call->args.count == 1 && tn_builder_word_of(doc).size)
        doc = call->args.items[0];
    const tunip_doc_literal *literal = (const tunip_doc_literal *)doc;
    if (doc->kind != TUNIP_DOC_LITERAL) return false;
    return (doc->sub == TUNIP_LITERAL_INT && literal->value.integer == 0) ||
           (doc->sub == TUNIP_LITERAL_BOOL && !literal->value.boolean);
}

/* evaluate(0), which the IRBuilder drops next to other statements. */
static bool is_nothing(const tunip_doc *doc)
{
    const tunip_doc_expr_stmt *stmt = (const tunip_doc_expr_stmt *)doc;
    if (doc->kind != TUNIP_DOC_EXPR_STMT || doc->role != TUNIP_ROLE_EFFECT) return false;
    const tunip_doc_call *call = (const tunip_doc_call *)stmt->expr;
    if (!tunip_str_is(tn_builder_word_of(stmt->expr), "evaluate") || call->args.count != 1)
        return false;
    return is_zero(call->args.items[0]);
}

/* The statement that the IRBuilder inserts into an empty body. */
static bool is_usual_nothing(const tunip_doc *doc)
{
    const tunip_doc_expr_stmt *stmt = (const tunip_doc_expr_stmt *)doc;
    if (!is_nothing(doc)) return true;
    tunip_dtype dtype = tn_builder_node_dtype(((const tunip_doc_call *)stmt->expr)->args.items[0]);
    return dtype.code == TUNIP_DTYPE_INT && dtype.bits == 32 && dtype.lanes == 1;
}

/* Whether the IRBuilder keeps the statements of a body. A scope that is opened is the last
 * statement of the body before it, and has its own body. */
static bool loses_nothing(tunip_docs body)
{
    size_t results = 0, nothings = 0;
    for (const tunip_doc_block *block; body.count; body = block->body) {
        for (size_t i = 0; i < body.count; i++) {
            bool opens = opens_scope(body.items[i]);
            results += opens || is_result(body.items[i]);
            nothings += is_nothing(body.items[i]);
            if (nothings && (results > 1 || !is_usual_nothing(body.items[i]))) return false;
            if (opens) results = nothings = 0;
        }
        block = tn_builder_last_block(body);
        if (!block) break;
    }
    return true;
}

/* ---- writing them ---- */

void tn_builder_emit_stmt(tunip_writer *w, const tunip_doc *stmt)
{
    tn_builder_state *state = tn_builder_state_of(w);
    state->expects_stmt = true;
    tunip_emit(w, stmt);
    state->expects_stmt = false; /* comments do not ask */
}

/* The first statement of a body, also in the blocks that it begins with. */
static const tunip_doc *first_of(const tunip_doc *doc)
{
    while (doc->kind == TUNIP_DOC_BLOCK && ((const tunip_doc_block *)doc)->body.count)
        doc = ((const tunip_doc_block *)doc)->body.items[0];
    return doc;
}

/* The name of the variable of an opened scope; empty if there is none. */
static tunip_str opened_name(const tunip_doc *doc)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    if (doc->kind != TUNIP_DOC_ASSIGN || !opens_scope(doc)) return (tunip_str){"", 0};
    bool is_name = assign->lhs->kind == TUNIP_DOC_ID;
    return is_name ? ((const tunip_doc_id *)assign->lhs)->name : (tunip_str){"", 0};
}

/* The number of definitions from `from` on that depend on the scope that the next statement opens.
 * If a branch consists only of a scope, its definitions come before it. */
static size_t count_late(tunip_docs body, size_t from)
{
    size_t end = from;
    while (end < body.count && body.items[end]->kind == TUNIP_DOC_ASSIGN &&
           body.items[end]->role == TUNIP_ROLE_DEFINE)
        end++;
    if (end == from || end == body.count) return 0;
    const tunip_doc_assign *first = (const tunip_doc_assign *)body.items[from];
    tunip_str name = opened_name(first_of(body.items[end]));
    return name.size && first->rhs && mentions(first->rhs, name, 0) ? end - from : 0;
}

/* Writes the definitions that depend on the scope that `doc` has opened. */
static void write_late(tunip_writer *w, const tunip_doc *doc)
{
    tn_builder_state *state = tn_builder_state_of(w);
    tunip_docs late = state->late;
    if (doc != state->opener) return;
    state->opener = NULL;
    for (size_t i = 0; i < late.count; i++) {
        tunip_write_newline(w);
        tn_builder_emit_stmt(w, late.items[i]);
    }
}

/* `newline`: before the first statement as well. */
static void write_statements(tunip_writer *w, tunip_docs body, bool newline)
{
    const tunip_doc *last = (const tunip_doc *)tn_builder_last_block(body);
    tn_builder_state *state = tn_builder_state_of(w);
    for (size_t i = 0; i < body.count; i++) {
        size_t late = count_late(body, i);
        if (late) {
            state->late = tunip_docs_view(body.items + i, late);
            i += late;
            state->opener = first_of(body.items[i]);
        }
        if (is_header(body.items[i])) continue;
        if (newline) tunip_write_newline(w);
        newline = true;
        state->continues = body.items[i] == last;
        tn_builder_emit_stmt(w, body.items[i]);
        write_late(w, body.items[i]);
    }
}

static void write_in_stack(tunip_writer *w, tunip_docs body)
{
    tn_builder_state *state = tn_builder_state_of(w);
    tn_builder_with with = {.variable = "scope", .number = state->numbers + 1};
    bool is_block = state->blocks < MOST_BLOCKS;
    size_t outer = state->scope;
    tunip_write_newline(w);
    state->scope = ++state->numbers;
    if (is_block) {
        tn_builder_with_begin(w, &with);
        tunip_write_text(w, "ExitStack()");
        tn_builder_with_body(w, &with);
    } else {
        tn_builder_write_variable(w, "scope", state->scope);
        tunip_write_text(w, " = ExitStack()");
    }
    write_statements(w, body, true);
    if (is_block)
        tn_builder_with_end(w, &with);
    else
        close_stack(w, state->scope);
    state->numbers--;
    state->scope = outer;
}

void tn_builder_write_body(tunip_writer *w, tunip_docs body)
{
    if (!loses_nothing(body))
        tunip_writer_fail(w, "an evaluate(0) that the IRBuilder drops or changes cannot be built");
    if (any_opens(body))
        write_in_stack(w, body);
    else
        write_statements(w, body, true);
}

void tn_builder_emit_block(tunip_writer *w, const tunip_doc *doc)
{
    tn_builder_state *state = tn_builder_state_of(w);
    tunip_docs body = ((const tunip_doc_block *)doc)->body;
    bool continues = state->continues;
    if (doc->role == TUNIP_ROLE_GROUP)
        tunip_writer_fail(w, "statements that TVM would merge or complete cannot be built");
    if (continues || !any_opens(body))
        write_statements(w, body, false);
    else
        tn_builder_write_body(w, body);
}

/* A body in the block that `with` begins. Python wants a statement in each block. */
void tn_builder_write_with_body(tunip_writer *w, tn_builder_with *with, tunip_docs body)
{
    tn_builder_with_body(w, with);
    if (!body.count && !with->stack) {
        tunip_write_newline(w);
        tunip_write_text(w, "pass");
    }
    tn_builder_write_body(w, body);
}

const tunip_doc *tn_builder_open_scope(tunip_writer *w, const tunip_doc **lhs, const tunip_doc *rhs)
{
    const tunip_doc *exact = tn_builder_exact(rhs);
    const tunip_doc_lambda *made = (const tunip_doc_lambda *)exact;
    if (!*lhs || !exact || exact->kind != TUNIP_DOC_LAMBDA || !made->arg_type) return rhs;
    tunip_emit(w, *lhs);
    tunip_write_text(w, " = ");
    tn_builder_write_own(w, rhs, "Var");
    tunip_write_text(w, "(\"");
    tn_builder_emit_id(w, *lhs);
    tunip_write_text(w, "\", ");
    tunip_emit(w, made->arg_type);
    tunip_write_char(w, ')');
    tunip_write_newline(w);
    *lhs = NULL;
    return made->body;
}

void tn_builder_write_enter(tunip_writer *w)
{
    tn_builder_write_variable(w, "scope", tn_builder_state_of(w)->scope);
    tunip_write_text(w, ".enter_context(");
}
