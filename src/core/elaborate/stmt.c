/* stmt.c -- statements: each is read into the innermost scope, by the dialect of that scope. */
#include "../script/script.h"
#include "elaborate.h"

static const tunip_vocabulary *reading(const tunip_elaborator *e)
{
    return e->reading ? e->reading->lexicon->dialect->vocabulary : NULL;
}

/* ---- targets ---- */

static void set_target_name(tunip_elaborator *e, const tunip_doc *target, tunip_value value)
{
    if (target->kind == TUNIP_DOC_ID) {
        tunip_str name = ((const tunip_doc_id *)target)->name;
        if (reading(e) && reading(e)->name && value.kind == TUNIP_VALUE_NODE)
            reading(e)->name(e, &value, name);
        tunip_name_set(e, name, value);
        return;
    }
    tunip_complain(e, target, "expected a name");
}

void tunip_elaborate_targets(tunip_elaborator *e, const tunip_doc *target, tunip_value value,
                             tunip_target_fn set)
{
    if (target->kind != TUNIP_DOC_TUPLE && target->kind != TUNIP_DOC_LIST) {
        set(e, target, value);
        return;
    }
    tunip_docs names = ((const tunip_doc_tuple *)target)->elements;
    bool fits = value.kind == TUNIP_VALUE_LIST && value.items.count == names.count;
    if (!fits && value.kind != TUNIP_VALUE_WRONG)
        tunip_complain(e, target, "expected %zu names, got %zu",
                       value.kind == TUNIP_VALUE_LIST ? value.items.count : 1, names.count);
    for (size_t i = 0; i < names.count; i++)
        tunip_elaborate_targets(e, names.items[i],
                                fits ? value.items.items[i] : tunip_value_wrong(names.items[i]),
                                set);
}

void tunip_elaborate_target(tunip_elaborator *e, const tunip_doc *target, tunip_value value)
{
    tunip_elaborate_targets(e, target, value, set_target_name);
}

/* Without a value that fits, its names are known, but wrong: that prevents further complaints. */
static void set_wrong(tunip_elaborator *e, const tunip_doc *target)
{
    if (target) tunip_elaborate_target(e, target, tunip_value_wrong(target));
}

/* ---- scopes ---- */

static const tunip_scope_kind wrong_scope; /* below */

/* Reads the statements of a scope that cannot be opened, for the mistakes in them. */
static void read_wrong(tunip_elaborator *e, const tunip_doc *target, tunip_docs body,
                       const tunip_doc *doc)
{
    tunip_scope *scope = tunip_scope_new(e, &wrong_scope, sizeof *scope, doc);
    if (!scope) return;
    const tn_script_dialect *before = e->reading;
    tunip_scope_enter(e, scope);
    e->reading = before;
    set_wrong(e, target);
    tunip_elaborate_body(e, body);
    tunip_scope_leave(e, scope);
    e->reading = before;
}

static void *leave_wrong(tunip_elaborator *e, tunip_scope *scope)
{
    (void)e;
    (void)scope;
    return NULL;
}

static const tunip_scope_kind wrong_scope = {.name = "a wrong scope", .leave = leave_wrong};

static void read_scope(tunip_elaborator *e, const tunip_doc *target, const tunip_doc *opener,
                       tunip_docs body, bool is_loop)
{
    tunip_value value = tunip_elaborate(e, opener);
    if (value.kind == TUNIP_VALUE_WORD)
        value =
            tn_call_word(e, value.word, (tunip_value){.kind = TUNIP_VALUE_ABSENT}, opener, NULL);
    if (value.kind != TUNIP_VALUE_SCOPE || value.scope->kind->is_loop != is_loop) {
        if (value.kind != TUNIP_VALUE_WRONG)
            tunip_complain(e, opener,
                           is_loop ? "a `for` cannot go through %s" : "a `with` cannot open %s",
                           tunip_value_describe(e, &value));
        read_wrong(e, target, body, opener);
        return;
    }
    tunip_scope *scope = value.scope;
    tunip_scope_enter(e, scope);
    if (target) tunip_elaborate_target(e, target, scope->as);
    tunip_elaborate_body(e, body);
    tunip_scope_leave(e, scope);
}

/* ---- definitions ---- */

/* The words of decorators are applied to the definition from the innermost on; all but the last
 * must be plain. */
static tunip_value read_definition(tunip_elaborator *e, const tunip_doc *doc, bool declare)
{
    const tunip_doc *name = doc->kind == TUNIP_DOC_CLASS ? ((const tunip_doc_class *)doc)->name
                                                         : ((const tunip_doc_function *)doc)->name;
    if (!name || name->kind != TUNIP_DOC_ID) return tunip_value_wrong(doc);
    tunip_docs decorators = doc->kind == TUNIP_DOC_CLASS
                                ? ((const tunip_doc_class *)doc)->decorators
                                : ((const tunip_doc_function *)doc)->decorators;
    if (decorators.count != 1)
        return tunip_complain(e, doc,
                              decorators.count ? "a definition with several decorators"
                                               : "a definition without a decorator");
    const tunip_doc *decorator = decorators.items[0];
    bool is_call = decorator->kind == TUNIP_DOC_CALL;
    const tunip_doc *callee = is_call ? ((const tunip_doc_call *)decorator)->callee : decorator;
    tunip_value word = tunip_elaborate(e, callee);
    if (word.kind == TUNIP_VALUE_WRONG) return word;
    if (word.kind != TUNIP_VALUE_WORD)
        return tunip_complain(e, callee, "%s is not a decorator", tunip_value_describe(e, &word));
    tn_word shown = *(const tn_word *)word.word;
    if (declare) {
        if (!shown.word.declare) return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
        shown.word.read = shown.word.declare;
    }
    return tn_call_word(e, &shown.word, (tunip_value){.kind = TUNIP_VALUE_ABSENT}, decorator, doc);
}

/* Only the nodes of a function stay: the memory of its values is free for the next function. */
tunip_value tunip_elaborate_definition(tunip_elaborator *e, const tunip_doc *doc, bool declare)
{
    if (doc->kind != TUNIP_DOC_FUNCTION || e->in_function) return read_definition(e, doc, declare);
    tn_arena_mark mark = tn_arena_here(&e->arena);
    e->in_function = true;
    tunip_value value = read_definition(e, doc, declare);
    e->in_function = false;
    bool is_free = value.kind <= TUNIP_VALUE_WRONG || value.kind == TUNIP_VALUE_NODE;
    if (is_free) tn_arena_rewind(&e->arena, mark);
    return value;
}

/* ---- one statement ---- */

static void refuse(tunip_elaborator *e, const tunip_doc *doc, const char *what)
{
    tunip_complain(e, doc, "%s cannot stand here", what);
}

static void read_other(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_value value = tunip_elaborate_definition(e, doc, false);
    if (value.kind == TUNIP_VALUE_NODE) tunip_scope_add(e, value.node);
}

static void evaluate(tunip_elaborator *e, const tunip_doc_expr_stmt *stmt)
{
    if (tn_doc_is_broken(&stmt->stmt.base)) {
        e->is_broken = true;
        return;
    }
    tunip_value value = tunip_elaborate(e, stmt->expr);
    if (value.kind == TUNIP_VALUE_WRONG || value.kind == TUNIP_VALUE_ABSENT) return;
    if (reading(e) && reading(e)->evaluate)
        reading(e)->evaluate(e, value);
    else
        refuse(e, stmt->expr, "an expression");
}

#define BY_DIALECT(member, type, what)                                                             \
    if (reading(e) && reading(e)->member)                                                          \
        reading(e)->member(e, (const type *)doc);                                                  \
    else                                                                                           \
        refuse(e, doc, what);                                                                      \
    return

void tn_read_stmt(tunip_elaborator *e, const tunip_doc *doc)
{
    switch ((tunip_doc_kind)doc->kind) {
    case TUNIP_DOC_ASSIGN:
        BY_DIALECT(assign, tunip_doc_assign, "an assignment");
    case TUNIP_DOC_IF:
        BY_DIALECT(branch, tunip_doc_if, "an `if`");
    case TUNIP_DOC_WHILE:
        BY_DIALECT(repeat, tunip_doc_while, "a `while`");
    case TUNIP_DOC_ASSERT:
        BY_DIALECT(require, tunip_doc_assert, "an `assert`");
    case TUNIP_DOC_RETURN:
        BY_DIALECT(give_back, tunip_doc_return, "a `return`");
    case TUNIP_DOC_EXPR_STMT:
        evaluate(e, (const tunip_doc_expr_stmt *)doc);
        return;
    case TUNIP_DOC_FOR: {
        const tunip_doc_for *stmt = (const tunip_doc_for *)doc;
        read_scope(e, stmt->lhs, stmt->rhs, stmt->body, true);
        return;
    }
    case TUNIP_DOC_SCOPE: {
        const tunip_doc_scope *stmt = (const tunip_doc_scope *)doc;
        read_scope(e, stmt->lhs, stmt->rhs, stmt->body, false);
        return;
    }
    case TUNIP_DOC_FUNCTION:
    case TUNIP_DOC_CLASS:
        read_other(e, doc);
        return;
    case TUNIP_DOC_BLOCK:
        tunip_elaborate_body(e, ((const tunip_doc_block *)doc)->body);
        return;
    case TUNIP_DOC_COMMENT:
        if (reading(e) && reading(e)->note) reading(e)->note(e, (const tunip_doc_comment *)doc);
        return;
    case TUNIP_DOC_DOC_STRING:
        return;
    default:
        refuse(e, doc, "this");
    }
}
