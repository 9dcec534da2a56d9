/* definition.c -- functions and classes: a word, their decorator, reads each. */
#include "../base/compiler.h"
#include "../ir/graph.h"
#include "../script/script.h"
#include "elaborate.h"

/* The word that reads classes without a decorator; NULL if no dialect has one. */
static const tn_word *class_word(const tunip_elaborator *e)
{
    for (size_t i = 0; i < e->dialect_count; i++) {
        const tn_lexicon *lexicon = e->dialects[i].lexicon;
        const tunip_vocabulary *script = lexicon->dialect->vocabulary;
        bool has_word =
            script && script->size > offsetof(tunip_vocabulary, class_word) && script->class_word;
        if (has_word) return tn_lexicon_find(lexicon, tunip_str_from(script->class_word));
    }
    return NULL;
}

/* The word of a decorator; NULL after a complaint. */
static const tn_word *decorator_word(tunip_elaborator *e, const tunip_doc *decorator)
{
    bool is_call = decorator->kind == TUNIP_DOC_CALL;
    const tunip_doc *callee = is_call ? ((const tunip_doc_call *)decorator)->callee : decorator;
    tunip_value word = tunip_elaborate_alone(e, callee);
    if (word.kind == TUNIP_VALUE_WORD) return (const tn_word *)word.word;
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
        if (tn_doc_is_unread(stmt) && e->options->peek)
            e->options->peek(e->options->user, &e->arena, stmt, find_decorated, &name);
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
    const tn_word *known = doc->kind == TUNIP_DOC_CLASS ? class_word(e) : NULL;
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
        return known;
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

/* Whether a word needs the signature of a function that it reads or declares. */
static bool needs_signature(const tunip_word *word, const tunip_doc *doc, bool declare)
{
    return !declare || !word->declares_result || ((const tunip_doc_function *)doc)->return_type;
}

/* Whether a function has no parameters because its signature has a syntax error. */
static bool is_signature_broken(const tunip_doc_function *doc)
{
    return !doc->args.count && doc->body.count == 1 && tn_doc_is_broken(doc->body.items[0]);
}

static tunip_value read_definition(tunip_elaborator *e, const tunip_doc *doc, bool declare)
{
    const tunip_doc *name = tn_definition_name(doc), *unread = doc, *call;
    if (!name || name->kind != TUNIP_DOC_ID) return tunip_value_wrong(doc);
    const tn_word *word = definition_word(e, doc, declare, &call);
    if (!word) return tunip_value_wrong(doc);
    tn_word shown = *word;
    if (declare) {
        if (!shown.word.declare) return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
        shown.word.read = shown.word.declare;
    }
    if (tn_doc_has_unread_args(doc) && needs_signature(&word->word, doc, declare)) {
        doc = e->options->function(e->options->user, &e->arena, unread, declare);
        if (!doc) tn_elaborator_fail_memory(e);
        if (!doc) return tunip_value_wrong(unread);
    }
    if (doc->kind == TUNIP_DOC_FUNCTION)
        e->is_broken |= is_signature_broken((const tunip_doc_function *)doc);
    size_t entered = e->entered, complaints = e->function_complaints;
    const tunip_doc_function *before = e->function;
    e->function = doc->kind == TUNIP_DOC_FUNCTION ? (const tunip_doc_function *)doc : NULL;
    e->function_complaints = e->complaint_count;
    tunip_value value =
        tn_call_word(e, &shown.word, (tunip_value){.kind = TUNIP_VALUE_ABSENT}, call, doc);
    e->function = before;
    e->function_complaints = complaints;
    /* a word that reads a definition enters a scope for its body */
    if (!declare && value.kind != TUNIP_VALUE_WRONG && e->entered == entered)
        return tunip_complain(e, call, "%s is not a decorator", tn_word_title(e, &word->word));
    if (value.doc == doc) value.doc = unread; /* `doc` is freed after the definition */
    return value;
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
    bool is_inner = doc->kind != TUNIP_DOC_FUNCTION || e->in_function;
    tn_arena_mark mark = tn_arena_here(&e->arena), nodes = tn_arena_here(&e->graph->arena);
    e->in_function |= !is_inner;
    e->function_count += !is_inner && !declare;
    e->stmt = e->expr = doc->kind == TUNIP_DOC_FUNCTION ? doc : NULL;
    tunip_value value = read_definition(e, doc, declare);
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
