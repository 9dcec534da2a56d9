/* stmt.c -- statements: each is read into the innermost scope, by the dialect of that scope. */
#include <stdio.h>

#include "../base/compiler.h"
#include "../ir/graph.h"
#include "../script/script.h"
#include "elaborate.h"

static const tunip_vocabulary *reading(const tunip_elaborator *e)
{
    return e->reading ? e->reading->lexicon->dialect->vocabulary : NULL;
}

/* ---- targets ---- */

/* "axes_1" for the second item of `axes`, as TVM names it; it lives as long as the graph. */
static tunip_str item_name(tunip_elaborator *e, tunip_str name, size_t number)
{
    enum { DIGITS = 24 };
    char *text = tunip_graph_alloc(e->graph, name.size + DIGITS);
    if (!text) return (tunip_str){"", 0};
    int size = snprintf(text, name.size + DIGITS, "%.*s_%zu", (int)name.size, name.data, number);
    return (tunip_str){text, (size_t)size};
}

/* Sets the name of a node, or of each node in a list, to the name in the script. */
static void name_value(tunip_elaborator *e, const tunip_value *value, tunip_str name)
{
    if (value->kind == TUNIP_VALUE_NODE) reading(e)->name(e, value, name);
    if (value->kind != TUNIP_VALUE_LIST) return;
    for (size_t i = 0; i < value->items.count; i++) {
        const tunip_value *item = &value->items.items[i];
        bool has_name = item->kind == TUNIP_VALUE_NODE || item->kind == TUNIP_VALUE_LIST;
        if (!tn_elaborator_spend(e, has_name ? name.size : 1, item->doc)) return;
        if (has_name) name_value(e, item, item_name(e, name, i));
    }
}

static void set_target_name(tunip_elaborator *e, const tunip_doc *target, tunip_value value)
{
    if (target->kind == TUNIP_DOC_ID) {
        tunip_str name = ((const tunip_doc_id *)target)->name;
        if (reading(e) && reading(e)->name) name_value(e, &value, name);
        if (value.kind == TUNIP_VALUE_NODE && value.node->type->flags & TUNIP_TYPE_VARIABLE)
            tn_move_new(e, value.node, target);
        tunip_name_set(e, name, value);
        return;
    }
    tunip_complain_target(e, target);
}

/* The number of the name with a star; `count` if there is none. */
static size_t find_star(tunip_docs names)
{
    for (size_t i = 0; i < names.count; i++)
        if (tn_doc_star(names.items[i])) return i;
    return names.count;
}

/* "2 names are given for 3 values", or of a scope: "`T.grid(4)` has 1 loop, but 2 names are
 * given". */
static void complain_of_names(tunip_elaborator *e, const tunip_doc *target, size_t names,
                              size_t values)
{
    const tunip_doc *opener = e->opener;
    const char *are = names == 1 ? " is" : "s are", *end = values == 1 ? "" : "s";
    const char *spelling = tunip_doc_spelling(e, opener);
    if (opener && !spelling && opener->kind == TUNIP_DOC_CALL)
        spelling = tunip_doc_spelling(e, ((const tunip_doc_call *)opener)->callee);
    if (spelling)
        tunip_complain(e, target, "`%s` has %zu %s%s, but %zu name%s given", spelling, values,
                       e->opens_loop ? "loop" : "value", end, names, are);
    else
        tunip_complain(e, target, "%zu name%s given for %zu value%s", names, are, values, end);
}

static void elaborate_targets(tunip_elaborator *e, const tunip_doc *target, tunip_value value,
                              tunip_target_fn set, int depth);

/* `a, *b, c`: the name with a star gets the items that remain for it. */
static void elaborate_names(tunip_elaborator *e, tunip_docs names, tunip_values items,
                            tunip_target_fn set, int depth)
{
    size_t star = find_star(names), extra = items.count - names.count;
    for (size_t i = 0; i < names.count; i++) {
        if (i != star) {
            elaborate_targets(e, names.items[i], items.items[i > star ? i + extra : i], set, depth);
            continue;
        }
        tunip_value rest = {.kind = TUNIP_VALUE_LIST, .doc = names.items[i]};
        rest.items = (tunip_values){items.items + i, extra + 1};
        elaborate_targets(e, tn_doc_star(names.items[i]), rest, set, depth);
    }
}

/* The second name of two equal ones; NULL if there is none. */
static const tunip_doc_id *find_twin(tunip_elaborator *e, tunip_docs names)
{
    tn_intern known;
    const tunip_doc_id *twin = NULL;
    tn_intern_init(&known, &e->arena, e->allocator);
    for (size_t i = 0; i < names.count && !twin; i++) {
        const tunip_doc_id *id = (const tunip_doc_id *)names.items[i];
        size_t count = known.count;
        if (id->base.kind != TUNIP_DOC_ID) continue;
        if (tn_intern_put(&known, id->name) == TN_NOT_INTERNED) {
            tn_elaborator_fail_memory(e);
            break;
        }
        if (known.count == count) twin = id;
    }
    tn_intern_free(&known);
    return twin;
}

/* for i, i in ... */
static void refuse_twins(tunip_elaborator *e, tunip_docs names)
{
    const tunip_doc_id *twin = names.count > 1 ? find_twin(e, names) : NULL;
    for (size_t i = 0; twin && i < names.count; i++) {
        const tunip_doc_id *id = (const tunip_doc_id *)names.items[i];
        if (id->base.kind != TUNIP_DOC_ID || !tunip_str_equal(id->name, twin->name)) continue;
        tunip_complain(e, &twin->base, "`%.*s` gets two values", (int)id->name.size, id->name.data);
        tunip_complain_also(e, &id->base, "the first one");
        return;
    }
}

static void elaborate_targets(tunip_elaborator *e, const tunip_doc *target, tunip_value value,
                              tunip_target_fn set, int depth)
{
    if (target->kind != TUNIP_DOC_TUPLE && target->kind != TUNIP_DOC_LIST) {
        set(e, target, value);
        return;
    }
    if (depth == TN_MOST_NESTED) {
        tunip_complain(e, target, "names are nested deeper than %d here", TN_MOST_NESTED);
        return;
    }
    tunip_docs names = ((const tunip_doc_tuple *)target)->elements;
    if (e->folds) refuse_twins(e, names);
    bool has_star = find_star(names) < names.count, is_list = value.kind == TUNIP_VALUE_LIST;
    size_t given = is_list ? value.items.count : 1;
    if (is_list && (has_star ? given + 1 >= names.count : given == names.count)) {
        elaborate_names(e, names, value.items, set, depth + 1);
        return;
    }
    if (!is_list && names.count == 1 && value.kind != TUNIP_VALUE_WRONG)
        tunip_complain(e, target, "a name in brackets takes a list of one item");
    else if (value.kind != TUNIP_VALUE_WRONG)
        complain_of_names(e, target, names.count, given);
    for (size_t i = 0; i < names.count; i++) {
        const tunip_doc *star = tn_doc_star(names.items[i]);
        elaborate_targets(e, star ? star : names.items[i], tunip_value_wrong(names.items[i]), set,
                          depth + 1);
    }
}

void tunip_elaborate_targets(tunip_elaborator *e, const tunip_doc *target, tunip_value value,
                             tunip_target_fn set)
{
    elaborate_targets(e, target, value, set, 0);
}

void tunip_elaborate_target(tunip_elaborator *e, const tunip_doc *target, tunip_value value)
{
    tunip_elaborate_targets(e, target, value, set_target_name);
}

/* If the value does not fit, the names get wrong values, which prevents further complaints. */
static void set_wrong(tunip_elaborator *e, const tunip_doc *target)
{
    if (target) tunip_elaborate_target(e, target, tunip_value_wrong(target));
}

/* ---- scopes ---- */

static const tunip_scope_kind wrong_scope; /* below */

/* Reads the statements of a scope that cannot be opened, to report the mistakes in them. */
static void read_wrong(tunip_elaborator *e, const tunip_doc *target, tunip_docs body,
                       const tunip_doc *doc)
{
    tunip_scope *scope = tunip_scope_new(e, &wrong_scope, sizeof *scope, doc);
    if (!scope) return;
    const tn_script_dialect *before = e->reading;
    tunip_scope_enter(e, scope);
    e->reading = before;
    set_wrong(e, target);
    e->wrong_scopes++;
    tunip_elaborate_body(e, body);
    e->wrong_scopes--;
    tn_names_fail(e, scope->first_name); /* the scope could have made them visible outside */
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

/* Whether a statement is `name = WORD(...)`, a declaration of the name. */
static bool declares(const tunip_doc *doc, tunip_str name)
{
    const tunip_doc_assign *stmt = (const tunip_doc_assign *)doc;
    if (doc->kind != TUNIP_DOC_ASSIGN || stmt->lhs->kind != TUNIP_DOC_ID || !stmt->rhs)
        return false;
    bool is_name = tunip_str_equal(((const tunip_doc_id *)stmt->lhs)->name, name);
    return is_name && stmt->rhs->kind == TUNIP_DOC_CALL;
}

bool tn_read_ahead(tunip_elaborator *e, tunip_str name)
{
    enum { MOST_STATEMENTS = 1000 }; /* declarations are at the beginning */
    tunip_docs body = e->ahead;
    if (e->folds) return false; /* TVM refuses the name */
    for (size_t i = 0; i < body.count && i < MOST_STATEMENTS; i++) {
        if (!declares(body.items[i], name)) continue;
        e->ahead = tunip_docs_none(); /* a declaration may not use itself */
        e->read_stmt(e, body.items[i]);
        if (!tn_array_push(&e->early, e->allocator, body.items[i])) tn_elaborator_fail_memory(e);
        e->ahead = body;
        return tunip_name_get(e, name) != NULL;
    }
    return false;
}

static bool was_read(const tunip_elaborator *e, const tunip_doc *doc)
{
    for (size_t i = 0; i < e->early.count; i++)
        if (e->early.items[i] == doc) return true;
    return false;
}

static tunip_value read_header(tunip_elaborator *e, const tunip_doc *opener, tunip_docs body)
{
    tunip_docs before = e->ahead;
    e->ahead = body;
    tunip_value value = tunip_elaborate(e, opener);
    e->ahead = before;
    return value;
}

/* If a name of the target already has a value, the scope may use this value as its variable. */
static void take_known(tunip_elaborator *e, tunip_scope *scope, const tunip_doc *target,
                       tunip_value *as)
{
    bool is_list = target->kind == TUNIP_DOC_TUPLE || target->kind == TUNIP_DOC_LIST;
    tunip_docs names = is_list ? ((const tunip_doc_tuple *)target)->elements : tunip_docs_none();
    if (!is_list && target->kind == TUNIP_DOC_ID) {
        const tunip_value *known = tunip_name_get(e, ((const tunip_doc_id *)target)->name);
        if (known) scope->kind->takes(e, scope, known, as);
    }
    if (as->kind != TUNIP_VALUE_LIST || as->items.count != names.count) return;
    for (size_t i = 0; i < names.count; i++)
        take_known(e, scope, names.items[i], (tunip_value *)(uintptr_t)&as->items.items[i]);
}

static void name_scope(tunip_elaborator *e, const tunip_doc *target, const tunip_doc *opener,
                       tunip_scope *scope)
{
    e->opener = opener;
    e->opens_loop = scope->kind->is_loop;
    tunip_elaborate_target(e, target, scope->as);
    e->opener = NULL;
}

/* Of a number of iterations, as in `for i in 8`. */
static void suggest_range(tunip_elaborator *e, const tunip_value *value)
{
    const char *spelling = tunip_doc_spelling(e, value->doc);
    if (value->kind == TUNIP_VALUE_INT && spelling)
        tunip_complain_also(e, NULL, "write range(%s)", spelling);
}

static void read_scope(tunip_elaborator *e, const tunip_doc *target, const tunip_doc *opener,
                       tunip_docs body, bool is_loop)
{
    size_t early = e->early.count;
    tunip_value value = read_header(e, opener, body);
    bool fits = value.kind == TUNIP_VALUE_SCOPE &&
                (value.scope->kind->is_loop == is_loop || (e->folds && !is_loop)); /* as in TVM */
    bool is_relevant = e->folds && e->reading && (is_loop || target);
    if (fits && is_relevant && value.scope->kind->dialect != e->reading->dialect) {
        tunip_complain(e, opener, "%s cannot stand in a function of %s", value.scope->kind->name,
                       e->reading->dialect->name);
        value = tunip_value_wrong(opener);
        fits = false;
    }
    if (!fits && value.kind != TUNIP_VALUE_WRONG)
        tunip_complain(e, opener,
                       is_loop ? "a `for` cannot go through %s" : "a `with` cannot open %s",
                       tunip_value_describe(e, &value));
    if (value.kind == TUNIP_VALUE_WORD)
        tunip_complain_also(e, NULL, "it is not called: add `()` behind its name");
    if (is_loop && !fits) suggest_range(e, &value);
    if (!fits || !tunip_scope_take(e, value.scope, opener)) {
        read_wrong(e, target, body, opener);
        e->early.count = early;
        return;
    }
    tunip_scope *scope = value.scope;
    if (is_loop && !e->folds && scope->kind->takes) take_known(e, scope, target, &scope->as);
    tunip_scope_enter(e, scope);
    if (target && !is_loop && e->folds && scope->as.kind == TUNIP_VALUE_ABSENT)
        tunip_complain(e, target, "%s gives no value to be named", scope->kind->name);
    else if (target)
        name_scope(e, target, opener, scope);
    tunip_elaborate_body(e, body);
    tunip_scope_leave(e, scope);
    e->early.count = early;
}

/* ---- one statement ---- */

static void refuse(tunip_elaborator *e, const tunip_doc *doc, const char *what)
{
    tunip_complain(e, doc, "%s cannot stand here", what);
}

/* TVM's parser reports a class in a function where the function begins. */
static bool is_inner_class(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_scope *scope = e->top;
    if (doc->kind != TUNIP_DOC_CLASS || !e->folds) return false;
    while (scope && scope->outer && scope->doc->kind != TUNIP_DOC_FUNCTION &&
           scope->doc->kind != TUNIP_DOC_CLASS)
        scope = scope->outer;
    if (!scope) return false;
    tunip_complain(e, tn_definition_name(scope->doc), "the definition has a class in it");
    tunip_complain_also(e, tn_definition_name(doc), "the class");
    return true;
}

/* Reads a definition in a body. Its word adds the result to the scope. */
static void read_inner(tunip_elaborator *e, const tunip_doc *doc)
{
    if (is_inner_class(e, doc)) return;
    tunip_value value = tunip_elaborate_definition(e, doc, false);
    if (value.kind == TUNIP_VALUE_NODE) refuse(e, tn_definition_name(doc), "a definition");
    if (value.kind == TUNIP_VALUE_WRONG) set_wrong(e, tn_definition_name(doc));
}

/* The Docs of a body are freed with the values of its function. */
static void read_unread(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_docs body = e->options->body(e->options->user, &e->arena, doc);
    if (e->arena.failed) tn_elaborator_fail_memory(e);
    tn_elaborate_open(e, body);
}

static void evaluate(tunip_elaborator *e, const tunip_doc_expr_stmt *stmt)
{
    if (tn_doc_is_unread(&stmt->stmt.base)) {
        read_unread(e, &stmt->stmt.base);
        return;
    }
    if (tn_doc_is_broken(&stmt->stmt.base)) {
        tn_set_broken(e);
        return;
    }
    tunip_value value = tn_elaborate_effect(e, stmt->expr);
    if (value.kind == TUNIP_VALUE_WRONG || value.kind == TUNIP_VALUE_ABSENT) return;
    if (reading(e) && reading(e)->evaluate)
        reading(e)->evaluate(e, value);
    else
        refuse(e, stmt->expr, "an expression");
}

/* Reads an assignment that the version of the script reads in another way; false for others. */
static bool reads_newer(tunip_elaborator *e, const tunip_doc_assign *stmt)
{
    const tunip_vocabulary *script = reading(e);
    bool has_newer = script && script->size > offsetof(tunip_vocabulary, newer) && script->newer &&
                     e->since >= script->newer->since;
    if (has_newer) script->newer->assign(e, stmt);
    return has_newer;
}

#define BY_DIALECT(member, type, what)                                                             \
    if (reading(e) && reading(e)->member)                                                          \
        reading(e)->member(e, (const type *)doc);                                                  \
    else                                                                                           \
        refuse(e, doc, what);                                                                      \
    return

static void read_stmt(tunip_elaborator *e, const tunip_doc *doc)
{
    switch ((tunip_doc_kind)doc->kind) {
    case TUNIP_DOC_ASSIGN:
        if (e->since && reads_newer(e, (const tunip_doc_assign *)doc)) return;
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
        read_inner(e, doc);
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

/* Records that the names of a target got no value. */
static void fail_names(tunip_elaborator *e, const tunip_doc *target)
{
    bool is_list = target->kind == TUNIP_DOC_TUPLE || target->kind == TUNIP_DOC_LIST;
    tunip_docs names =
        is_list ? ((const tunip_doc_tuple *)target)->elements : tunip_docs_view(&target, 1);
    for (size_t i = 0; i < names.count; i++)
        if (names.items[i]->kind == TUNIP_DOC_ID)
            tn_name_fail(e, ((const tunip_doc_id *)names.items[i])->name);
}

void tn_read_stmt(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc *stmt = e->stmt, *expr = e->expr;
    e->stmt = e->expr = doc;
    size_t complaints = e->complaint_count;
    if (!e->early.count || !was_read(e, doc)) read_stmt(e, doc);
    bool is_wrong = e->complaint_count != complaints;
    if (is_wrong && doc->kind == TUNIP_DOC_ASSIGN)
        fail_names(e, ((const tunip_doc_assign *)doc)->lhs);
    e->stmt = stmt;
    e->expr = expr;
}
