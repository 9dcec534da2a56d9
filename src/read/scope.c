/* scope.c -- scopes, definitions and statements of a script. */
#include <stdio.h>

#include "../ir/graph.h"
#include "../util/memory.h"
#include "elaborate.h"
#include "script.h"

/* ======== scope ======== */

/* Scopes, the statements in them, and names. */

/* ---- scopes ---- */

void *tunip_scope_new(tunip_elaborator *e, const tunip_scope_kind *kind, size_t size,
                      const tunip_doc *doc)
{
    tunip_scope *scope = tunip_elaborator_alloc(e, size);
    if (!scope) return NULL;
    scope->kind = kind;
    scope->doc = doc;
    return scope;
}

bool tunip_scope_take(tunip_elaborator *e, tunip_scope *scope, const tunip_doc *doc)
{
    if (scope->is_taken) {
        tunip_complain(e, doc, "%s can be entered only once", scope->kind->name);
        return false;
    }
    scope->is_taken = true;
    return true;
}

void tunip_scope_enter(tunip_elaborator *e, tunip_scope *scope)
{
    scope->outer = e->top;
    scope->first_stmt = e->stmts.count;
    scope->first_name = e->bound.count;
    scope->first_in_body = scope->first_name;
    if (scope->is_rest) scope->first_in_body = e->top ? e->top->first_in_body : 0;
    e->top = scope;
    e->entered++;
    e->reading = tn_elaborator_dialect(e, scope->kind->dialect);
    if (scope->kind->enter) scope->kind->enter(e, scope);
}

void tn_forget_names(tunip_elaborator *e, size_t first)
{
    while (e->bound.count > first) {
        const tn_bound_name *bound = &e->bound.items[--e->bound.count];
        e->newest.items[bound->name] = bound->older;
    }
}

static void *leave(tunip_elaborator *e, tunip_scope *scope)
{
    while (e->top && e->top != scope) tunip_scope_leave(e, e->top);
    /* the origin of a scope for the rest of a body does not include the following statements */
    const tunip_doc *before = tunip_elaborator_stand(e, scope->is_rest ? scope->doc : e->here);
    void *node = scope->kind->leave(e, scope);
    if (e->here) tunip_elaborator_move(e, node, e->here); /* its origin is the header only */
    tunip_elaborator_stand(e, before);
    /* after a mistake in it, names that should be visible outside may be missing */
    if (scope->kind->left && e->complaint_count > e->function_complaints)
        tn_names_fail(e, scope->first_name);
    tn_forget_names(e, scope->first_name);
    e->stmts.count = scope->first_stmt;
    e->top = scope->outer;
    e->reading = e->top ? tn_elaborator_dialect(e, e->top->kind->dialect) : e->outside;
    if (scope->kind->left) scope->kind->left(e, scope);
    return node;
}

void tunip_scope_leave(tunip_elaborator *e, tunip_scope *scope)
{
    tunip_scope_add(e, leave(e, scope));
}

tunip_value tunip_scope_result(tunip_elaborator *e, tunip_scope *scope, const tunip_doc *doc)
{
    size_t before = e->complaint_count;
    void *node = leave(e, scope);
    return e->complaint_count == before ? tunip_value_node(node, doc) : tunip_value_wrong(doc);
}

void tunip_scope_enter_rest(tunip_elaborator *e, tunip_scope *scope)
{
    scope->is_rest = true;
    tunip_scope_enter(e, scope);
}

tunip_scope *tunip_scope_top(const tunip_elaborator *e)
{
    return e->top;
}

tunip_scope *tunip_scope_of(const tunip_elaborator *e, const tunip_scope_kind *kind)
{
    tunip_scope *scope = e->top;
    while (scope && scope->kind != kind) scope = scope->outer;
    return scope;
}

void tunip_scope_add(tunip_elaborator *e, void *node)
{
    if (node && !tn_array_push(&e->stmts, e->allocator, node)) tn_elaborator_fail_memory(e);
}

tunip_node **tunip_scope_nodes(const tunip_elaborator *e, size_t *count)
{
    size_t first = e->top ? e->top->first_stmt : 0;
    *count = e->stmts.count - first;
    return first ? e->stmts.items + first : e->stmts.items;
}

/* ---- names ---- */

/* The number of a name that was looked up recently. The memory of `name` may be that of another
 * name by now, so the texts are compared. */
static bool find_recent(const tunip_elaborator *e, tunip_str name, uint32_t *number)
{
    const tn_recalled_name *recent = &e->recent_names[tn_recent_slot(name)];
    if (!name.size || !tn_is_recent(recent->name, name)) return false;
    *number = recent->number;
    return tunip_str_equal(tn_intern_text(&e->names, *number), name);
}

/* The number of a name, which is added when it is new. */
static uint32_t *find_newest(tunip_elaborator *e, tunip_str name, uint32_t *number)
{
    if (find_recent(e, name, number)) return &e->newest.items[*number];
    *number = tn_intern_put(&e->names, name);
    if (*number == TN_NOT_INTERNED) return NULL;
    while (e->newest.count <= *number)
        if (!tn_array_push(&e->newest, e->allocator, 0)) return NULL;
    return &e->newest.items[*number];
}

static void fail_number(tunip_elaborator *e, uint32_t number)
{
    bool fine = true;
    while (fine && e->failed.count <= number) fine = tn_array_push(&e->failed, e->allocator, 0);
    if (fine)
        e->failed.items[number] = 1 + e->function_count;
    else
        tn_elaborator_fail_memory(e);
}

void tn_name_fail(tunip_elaborator *e, tunip_str name)
{
    uint32_t number;
    if (find_newest(e, name, &number))
        fail_number(e, number);
    else
        tn_elaborator_fail_memory(e);
}

void tn_names_fail(tunip_elaborator *e, size_t first)
{
    for (size_t i = first; i < e->bound.count; i++) fail_number(e, e->bound.items[i].name);
}

/* Whether the name is a parameter whose annotation has a mistake, so that it got no value. */
static bool is_failed_param(const tunip_elaborator *e, tunip_str name)
{
    bool has_failed = e->function && e->complaint_count > e->function_complaints;
    for (size_t i = 0; has_failed && i < e->function->args.count; i++) {
        const tunip_doc_assign *param = (const tunip_doc_assign *)e->function->args.items[i];
        if (param->stmt.base.kind != TUNIP_DOC_ASSIGN || param->lhs->kind != TUNIP_DOC_ID) continue;
        if (tunip_str_equal(((const tunip_doc_id *)param->lhs)->name, name)) return true;
    }
    return false;
}

bool tn_name_has_failed(const tunip_elaborator *e, tunip_str name)
{
    uint32_t number;
    if (!find_recent(e, name, &number)) number = tn_intern_find(&e->names, name);
    bool is_known = number < e->failed.count && e->failed.items[number] == 1 + e->function_count;
    return is_known || is_failed_param(e, name);
}

void tunip_name_set(tunip_elaborator *e, tunip_str name, tunip_value value)
{
    uint32_t number;
    if (value.kind == TUNIP_VALUE_WRONG) tn_name_fail(e, name);
    uint32_t *newest = find_newest(e, name, &number);
    if (tn_notes_uses(e)) tn_note_bound(e, name, &value);
    if (!newest ||
        !tn_array_push(&e->bound, e->allocator,
                       (tn_bound_name){.value = value, .name = number, .older = *newest})) {
        tn_elaborator_fail_memory(e);
        return;
    }
    *newest = (uint32_t)e->bound.count;
}

static const tn_bound_name *find_bound(const tunip_elaborator *e, tunip_str name)
{
    uint32_t number;
    if (!find_recent(e, name, &number)) number = tn_intern_find(&e->names, name);
    if (number == TN_NOT_INTERNED || number >= e->newest.count) return NULL;
    uint32_t newest = e->newest.items[number];
    return newest ? &e->bound.items[newest - 1] : NULL;
}

bool tn_recall_name(tunip_elaborator *e, tunip_str name, tn_recalled_name *recent)
{
    uint32_t number;
    if (!find_newest(e, name, &number)) {
        tn_elaborator_fail_memory(e);
        return false;
    }
    *recent = (tn_recalled_name){.name = name, .number = number};
    return true;
}

const tunip_value *tunip_name_get(const tunip_elaborator *e, tunip_str name)
{
    const tn_bound_name *bound = find_bound(e, name);
    return bound ? &bound->value : NULL;
}

bool tunip_name_is_here(const tunip_elaborator *e, tunip_str name)
{
    const tn_bound_name *bound = find_bound(e, name);
    return bound && (size_t)(bound - e->bound.items) >= (e->top ? e->top->first_name : 0);
}

bool tunip_name_is_in_body(const tunip_elaborator *e, tunip_str name)
{
    const tn_bound_name *bound = find_bound(e, name);
    return bound && (size_t)(bound - e->bound.items) >= (e->top ? e->top->first_in_body : 0);
}

/* ======== definition ======== */

/* Functions and classes: a word, their decorator, reads each. */

bool tn_reads_classes(const tn_script_dialect *dialect)
{
    const tunip_vocabulary *script = dialect->lexicon->dialect->vocabulary;
    return script && script->size > offsetof(tunip_vocabulary, class_word) && script->class_word;
}

/* The word that reads classes without a decorator; NULL if no dialect has one. */
static const tn_word *class_word(tunip_elaborator *e, const tn_script_dialect **dialect)
{
    for (size_t i = 0; i < e->dialect_count; i++) {
        *dialect = &e->dialects[i];
        const tunip_vocabulary *script = (*dialect)->lexicon->dialect->vocabulary;
        if (tn_reads_classes(*dialect))
            return tn_word_find(e, *dialect, tunip_str_from(script->class_word), NULL);
    }
    return NULL;
}

/* The same word after the keywords of its decorator said which version has it. */
static const tn_word *decorator_word_of(tunip_elaborator *e, const tn_script_dialect *dialect,
                                        const tn_word *word, const tunip_doc *decorator)
{
    tunip_str name = tunip_str_from(word->word.name);
    const tunip_doc_call *call = (const tunip_doc_call *)decorator;
    if (decorator->kind != TUNIP_DOC_CALL || !dialect) return word;
    for (size_t i = 0; i < call->values.count; i++)
        tn_note_keyword(e, dialect, name, call->keys[i], call->values.items[i]);
    return tn_word_find(e, dialect, name, decorator);
}

/* The word of a decorator; NULL after a complaint. */
static const tn_word *decorator_word(tunip_elaborator *e, const tunip_doc *decorator)
{
    bool is_call = decorator->kind == TUNIP_DOC_CALL;
    const tunip_doc *callee = is_call ? ((const tunip_doc_call *)decorator)->callee : decorator;
    tunip_value word = tunip_elaborate_alone(e, callee);
    if (word.kind == TUNIP_VALUE_WORD) {
        const tn_word *found = (const tn_word *)word.word;
        return decorator_word_of(e, tn_elaborator_dialect(e, found->dialect), found, decorator);
    }
    if (word.kind != TUNIP_VALUE_WRONG)
        tunip_complain(e, callee, "%s is not a decorator", tunip_value_describe(e, &word));
    return NULL;
}

/* Whether a decorator is spelled as the word is: `@I.ir_module`, `@ir_module(...)`. */
static bool is_spelled(const tunip_doc *decorator, const char *word)
{
    if (decorator->kind == TUNIP_DOC_CALL) decorator = ((const tunip_doc_call *)decorator)->callee;
    if (decorator->kind == TUNIP_DOC_ID)
        return tunip_str_is(((const tunip_doc_id *)decorator)->name, word);
    return decorator->kind == TUNIP_DOC_ATTR &&
           tunip_str_is(((const tunip_doc_attr *)decorator)->name, word);
}

/* Whether a decorator has only literals for keywords. */
static bool is_plain(const tunip_doc *decorator)
{
    const tunip_doc_call *call = (const tunip_doc_call *)decorator;
    if (decorator->kind != TUNIP_DOC_CALL || call->args.count) return false;
    for (size_t i = 0; i < call->values.count; i++)
        if (call->values.items[i]->kind != TUNIP_DOC_LITERAL) return false;
    return true;
}

/* The decorator of a definition that names the word, with its arguments:
 * @I.ir_module(check_well_formed=False). */
static const tunip_doc *own_decorator(tunip_docs decorators, const char *word)
{
    for (size_t i = 0; i < decorators.count; i++)
        if (is_plain(decorators.items[i]) && is_spelled(decorators.items[i], word))
            return decorators.items[i];
    return NULL;
}

/* TVM's parser takes any class for a module, and does not evaluate the decorators of a class. */
static void warn_of_decorators(tunip_elaborator *e, tunip_docs decorators, const char *word)
{
    for (size_t i = 0; i < decorators.count; i++)
        if (!is_spelled(decorators.items[i], word))
            tunip_warn(e, decorators.items[i], "the decorator of a class is not evaluated");
}

/* Whether a class without a decorator has functions, but none with a decorator. */
static bool is_python_class(const tunip_doc_class *doc)
{
    bool has_function = false;
    for (size_t i = 0; i < doc->body.count; i++) {
        if (doc->body.items[i]->kind != TUNIP_DOC_FUNCTION) continue;
        if (tn_decorators(doc->body.items[i]).count) return false;
        has_function = true;
    }
    return has_function;
}

/* Remembers the name of a definition with a decorator, and stops there. */
static bool find_decorated(const tunip_doc *doc, void *user)
{
    tunip_str *name = user;
    bool is_definition = doc->kind == TUNIP_DOC_FUNCTION || doc->kind == TUNIP_DOC_CLASS;
    if (!is_definition || !tn_decorators(doc).count) return true;
    *name = ((const tunip_doc_id *)tn_definition_name(doc))->name;
    return false;
}

/* The name of a definition with a decorator in a function; empty if there is none. */
static tunip_str decorated_in(tunip_elaborator *e, const tunip_doc_function *doc)
{
    tunip_str name = {"", 0};
    bool goes_on = true;
    for (size_t i = 0; i < doc->body.count && goes_on; i++) {
        const tunip_doc *stmt = doc->body.items[i];
        if (tn_doc_is_unread(stmt) && e->script->grammar)
            e->script->grammar->peek(e->script, &e->arena, stmt, find_decorated, &name);
        else
            goes_on = find_decorated(stmt, &name);
    }
    return name;
}

static void complain_undecorated(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_id *id = (const tunip_doc_id *)tn_definition_name(doc);
    int size = (int)id->name.size;
    tunip_str inner = decorated_in(e, (const tunip_doc_function *)doc);
    if (!inner.size) {
        tunip_complain_missing(e, &id->base, "`%.*s` has no decorator", size, id->name.data);
        tn_suggest_decorator(e);
        return;
    }
    tunip_complain(e, &id->base, "`%.*s` is a function of Python: it has no decorator", size,
                   id->name.data);
    tunip_complain_also(e, NULL,
                        "tunip does not run Python: write `%.*s` without a function around it, "
                        "and give the values that it uses with --define",
                        (int)inner.size, inner.data);
}

/* The word that reads a definition, and the Doc of its call; NULL after a complaint. Of several
 * decorators of a function, the last one counts. */
static const tn_word *definition_word(tunip_elaborator *e, const tunip_doc *doc, bool declare,
                                      const tunip_doc **call)
{
    tunip_docs decorators = tn_decorators(doc);
    const tn_script_dialect *owner = NULL;
    const tn_word *known = doc->kind == TUNIP_DOC_CLASS ? class_word(e, &owner) : NULL;
    *call = doc;
    if (known && !decorators.count && is_python_class((const tunip_doc_class *)doc)) {
        const tunip_doc_id *name = (const tunip_doc_id *)tn_definition_name(doc);
        if (!declare)
            tunip_complain(e, &name->base,
                           "`%.*s` is a class of Python: its functions have no decorators",
                           (int)name->name.size, name->name.data);
        return NULL;
    }
    if (known && (e->folds || !decorators.count)) {
        if (!declare) warn_of_decorators(e, decorators, known->word.name);
        const tunip_doc *own = own_decorator(decorators, known->word.name);
        if (own) *call = own;
        return own ? decorator_word_of(e, owner, known, own) : known;
    }
    if (!decorators.count) {
        complain_undecorated(e, doc);
        return NULL;
    }
    *call = decorators.items[decorators.count - 1];
    if (decorators.count > 1 && !declare)
        tunip_warn(e, decorators.items[0], "only the last of several decorators counts");
    return decorator_word(e, *call);
}

/* Finds the word that reads or declares a definition, and the Doc of its call. Returns the
 * definition, with its signature if the word needs that; or NULL, with the value in *value. */
static const tunip_doc *find_word_of(tunip_elaborator *e, const tunip_doc *doc, bool declare,
                                     tn_word *word, const tunip_doc **call, tunip_value *value)
{
    const tunip_doc *name = tn_definition_name(doc);
    bool has_name = name && name->kind == TUNIP_DOC_ID;
    const tn_word *known = has_name ? definition_word(e, doc, declare, call) : NULL;
    *value = tunip_value_wrong(doc);
    if (!known) return NULL;
    *word = *known;
    if (declare) {
        value->kind = word->word.declare ? TUNIP_VALUE_WRONG : TUNIP_VALUE_ABSENT;
        if (!word->word.declare) return NULL;
        word->word.read = word->word.declare;
    }
    bool needs_signature =
        tn_doc_has_unread_args(doc) &&
        (!declare || !word->word.declares_result || ((const tunip_doc_function *)doc)->return_type);
    if (!needs_signature) return doc;
    const tunip_doc *whole = e->script->grammar->function(e->script, &e->arena, doc, declare);
    if (!whole) tn_elaborator_fail_memory(e);
    return whole;
}

/* Fetches the head of the next function into the processor's cache while the current function is
 * read. The heads lie one after the other, and parsing the rest of the script removed them from the
 * cache. */
static void fetch_next(const tunip_doc *doc)
{
    enum { HEAD = 2048, LINE = 64 };
    uintptr_t next = (uintptr_t)doc + sizeof(tunip_doc_function);
    for (uintptr_t at = next; at < next + HEAD; at += LINE) TN_FETCH(at);
}

/* After a function, only its nodes remain: the next function reuses the memory of the values. */
tunip_value tunip_elaborate_definition(tunip_elaborator *e, const tunip_doc *doc, bool declare)
{
    const tunip_doc *before = tunip_elaborator_stand(e, doc), *stmt = e->stmt, *expr = e->expr;
    const tunip_doc *call;
    bool is_inner = doc->kind != TUNIP_DOC_FUNCTION || e->in_function;
    tn_arena_mark mark = tn_arena_here(&e->arena), nodes = tn_arena_here(&e->graph->arena);
    tunip_value value, none = {.kind = TUNIP_VALUE_ABSENT};
    tn_word word;
    e->in_function |= !is_inner;
    e->function_count += !is_inner && !declare;
    e->stmt = e->expr = doc->kind == TUNIP_DOC_FUNCTION ? doc : NULL;
    const tunip_doc *whole = find_word_of(e, doc, declare, &word, &call, &value);
    if (whole) {
        size_t entered = e->entered, complaints = e->function_complaints;
        const tunip_doc_function *outer = e->function;
        e->function = whole->kind == TUNIP_DOC_FUNCTION ? (const tunip_doc_function *)whole : NULL;
        if (e->function) /* a signature with a syntax error gives no parameters */
            e->is_broken |= !e->function->args.count && e->function->body.count == 1 &&
                            tn_doc_is_broken(e->function->body.items[0]);
        e->function_complaints = e->complaint_count;
        value = tn_call_word(e, &word.word, none, call, whole);
        e->function = outer;
        e->function_complaints = complaints;
        /* a word that reads a definition enters a scope for its body */
        if (!declare && value.kind != TUNIP_VALUE_WRONG && e->entered == entered)
            value = tunip_complain(e, call, "%s is not a decorator", tn_word_title(e, &word.word));
        else if (value.doc == whole)
            value.doc = doc; /* `whole` is freed after the definition */
    }
    e->stmt = stmt;
    e->expr = expr;
    tunip_elaborator_stand(e, before);
    if (is_inner) return value;
    e->in_function = false;
    if (!declare) fetch_next(doc);
    if (value.kind == TUNIP_VALUE_NODE && !declare) tn_check_function(e, value.node, nodes);
    bool is_free = value.kind <= TUNIP_VALUE_WRONG || value.kind == TUNIP_VALUE_NODE;
    if (is_free) tn_arena_rewind(&e->arena, mark);
    return value;
}

/* ======== stmt ======== */

/* statements: each is read into the innermost scope, by the dialect of that scope. */

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
        tunip_complain(e, &twin->base, TUNIP_BREAKS_ARGUMENTS "`%.*s` gets two values",
                       (int)id->name.size, id->name.data);
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
    tunip_docs ahead = e->ahead;
    e->ahead = body; /* the header may use names that the body declares */
    e->opening = opener;
    tunip_value value = tunip_elaborate(e, opener);
    e->ahead = ahead;
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
    if (target && !is_loop && e->folds && scope->as.kind == TUNIP_VALUE_ABSENT) {
        tunip_complain(e, target, "%s gives no value to be named", scope->kind->name);
    } else if (target) {
        e->opener = opener;
        e->opens_loop = scope->kind->is_loop;
        tunip_elaborate_target(e, target, scope->as);
        e->opener = NULL;
    }
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

static void evaluate(tunip_elaborator *e, const tunip_doc_expr_stmt *stmt)
{
    if (tn_doc_is_unread(&stmt->stmt.base)) { /* its Docs are freed with the function's values */
        tunip_docs body = e->script->grammar->body(e->script, &e->arena, &stmt->stmt.base);
        if (e->arena.failed) tn_elaborator_fail_memory(e);
        tn_elaborate_open(e, body);
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
                     tunip_elaborator_vintage(e) >= script->newer->since;
    if (has_newer) script->newer->assign(e, stmt);
    return has_newer;
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

#define BY_DIALECT(member, type, what)                                                             \
    if (script && script->member)                                                                  \
        script->member(e, (const type *)doc);                                                      \
    else                                                                                           \
        refuse(e, doc, what);                                                                      \
    break

void tn_read_stmt(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_vocabulary *script = reading(e);
    const tunip_doc *stmt = e->stmt, *expr = e->expr;
    size_t complaints = e->complaint_count;
    if (e->early.count && was_read(e, doc)) return;
    e->stmt = e->expr = doc;
    switch ((tunip_doc_kind)doc->kind) {
    case TUNIP_DOC_ASSIGN:
        if (tn_defines_node(doc)) {
            tn_read_node(e, doc);
            break;
        }
        if (e->since && reads_newer(e, (const tunip_doc_assign *)doc)) break;
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
        break;
    case TUNIP_DOC_FOR: {
        const tunip_doc_for *loop = (const tunip_doc_for *)doc;
        read_scope(e, loop->lhs, loop->rhs, loop->body, true);
        break;
    }
    case TUNIP_DOC_SCOPE: {
        const tunip_doc_scope *scope = (const tunip_doc_scope *)doc;
        read_scope(e, scope->lhs, scope->rhs, scope->body, false);
        break;
    }
    case TUNIP_DOC_FUNCTION:
    case TUNIP_DOC_CLASS:
        read_inner(e, doc);
        break;
    case TUNIP_DOC_BLOCK:
        tunip_elaborate_body(e, ((const tunip_doc_block *)doc)->body);
        break;
    case TUNIP_DOC_COMMENT:
        if (script && script->note) script->note(e, (const tunip_doc_comment *)doc);
        break;
    case TUNIP_DOC_DOC_STRING:
        break;
    default:
        refuse(e, doc, "this");
    }
    if (e->complaint_count != complaints && doc->kind == TUNIP_DOC_ASSIGN)
        fail_names(e, ((const tunip_doc_assign *)doc)->lhs);
    e->stmt = stmt;
    e->expr = expr;
}
