/* body.c -- reads signatures and bodies that were skipped. */
#include "defer.h"
#include "stmt.h"

/* Goes to a place of the text between two tokens. False when out of memory. */
static bool go_to(tn_py *p, const char *at, const tn_py_indent *indents, size_t count)
{
    tn_py_lexer *lexer = &p->lexer;
    if (!tn_array_reserve(&lexer->indents, lexer->allocator, count)) {
        tn_py_fail_memory(p);
        return false;
    }
    memcpy(lexer->indents.items, indents, count * sizeof *indents);
    lexer->indents.count = count;
    lexer->brackets.count = lexer->comments.count = p->comment_count = p->keys.count = 0;
    lexer->cursor = lexer->at = at;
    lexer->pending = 0;
    lexer->odd_column = 0;
    lexer->is_lenient = false;
    p->is_broken = p->delayed.is_set = false;
    p->misplaced = NULL;
    tn_stack_init(&p->stack);
    return true;
}

/* Goes to the first statement of a skipped block. Returns its column, or 0 if there is none. */
static uint32_t enter(tn_py *p, const tn_py_unread *unread)
{
    tn_py_lexer *lexer = &p->lexer;
    if (!go_to(p, unread->line, unread->indents, unread->indent_count)) return 0;
    lexer->at_line = true;
    lexer->has_tokens = false;
    p->function_depth = 1;
    p->around = unread->around;
    tn_py_advance(p);
    uint32_t column = lexer->indents.items[lexer->indents.count - 1].column;
    tn_py_advance(p);
    return column;
}

/* Makes the parser use another arena, because its own arena is for heads of functions. */
static tn_arena *change_arena(tn_py *p, tn_arena *arena)
{
    tn_arena *before = p->arena;
    p->arena = arena;
    return before;
}

static void leave(tn_py *p, tn_arena *before)
{
    if (p->failed || p->lexer.failed) p->arena->failed = true;
    p->arena = before;
}

tunip_docs tn_py_read_body(tn_py *p, tn_arena *arena, const tn_py_unread *unread)
{
    tn_arena *before = change_arena(p, arena);
    size_t base = p->list.count;
    if (p->is_full)
        tn_py_push(p, tn_py_new_broken(p, tn_doc_place(&unread->stmt.stmt.base).begin));
    else
        tn_py_parse_statements(p, enter(p, unread));
    tunip_docs body = tn_py_take(p, base);
    leave(p, before);
    return body;
}

/* Parses a signature. Returns its parameters; if it is broken, p->is_broken. */
static tunip_docs parse_signature(tn_py *p, const tn_py_function *f, const tunip_doc **return_type)
{
    if (!go_to(p, f->signature, f->indents, f->indent_count)) return tunip_docs_none();
    p->lexer.at_line = false;
    p->lexer.has_tokens = true;
    p->function_depth = 0;
    p->around = f->around;
    p->statement = f->keyword;
    tn_py_advance(p);
    tunip_docs args = tn_py_parse_signature(p, return_type);
    tn_py_expect(p, PY_COLON, "`:`");
    return args;
}

const tunip_doc *tn_py_read_function(tn_py *p, tn_arena *arena, const tn_py_function *f)
{
    tn_arena *before = change_arena(p, arena);
    const tunip_doc *here = &f->doc.stmt.base;
    tunip_doc_function *doc =
        tn_script_doc(arena, sizeof *doc, TUNIP_DOC_FUNCTION, TUNIP_ROLE_NONE, tn_doc_place(here));
    if (!doc) {
        leave(p, before);
        return NULL;
    }
    *doc = f->doc;
    doc->return_type = NULL;
    if (p->is_full)
        tn_py_break(p);
    else
        doc->args = parse_signature(p, f, &doc->return_type);
    if (p->is_broken) {
        doc->args = tunip_docs_none();
        doc->return_type = NULL;
        doc->body = tn_py_recover_body(p, f->keyword);
        tn_script_place place = tn_doc_place(here);
        if (doc->body.count) place.end = tn_doc_place(doc->body.items[0]).end;
        tn_doc_move(&doc->stmt.base, place);
    }
    leave(p, before);
    return &doc->stmt.base;
}

/* The reports of a parser, which go on after a part that is read without reports. */
typedef struct reports {
    tunip_diagnostics *diagnostics;
    size_t error_count;
    bool is_full;
} reports;

static reports mute(tn_py *p)
{
    reports before = {p->diagnostics, p->error_count, p->is_full};
    p->diagnostics = NULL;
    return before;
}

static void unmute(tn_py *p, reports before)
{
    p->diagnostics = before.diagnostics;
    p->error_count = before.error_count;
    p->is_full = before.is_full;
}

/* Reports errors and warnings only once, because a signature is read twice. */
const tunip_doc *tn_python_read_function(tn_python *p, tn_arena *arena, const tunip_doc *doc)
{
    tn_py_function *f = (tn_py_function *)(uintptr_t)doc;
    bool was_read = f->is_read;
    reports before = {.diagnostics = NULL};
    if (was_read) before = mute(p);
    const tunip_doc *made = tn_py_read_function(p, arena, f);
    if (was_read) unmute(p, before);
    f->is_read = true;
    const tunip_doc *body = f->doc.body.count ? f->doc.body.items[0] : NULL;
    bool is_wrong = made && ((const tunip_doc_function *)made)->body.items != f->doc.body.items;
    if (is_wrong && body && tn_doc_is_unread(body))
        ((tn_py_unread *)(uintptr_t)body)->is_read = true;
    return made;
}

tunip_docs tn_python_read_body(tn_python *p, tn_arena *arena, const tunip_doc *doc)
{
    tn_py_unread *unread = (tn_py_unread *)(uintptr_t)doc;
    unread->is_read = true;
    return tn_py_read_body(p, arena, unread);
}

void tn_python_peek(tn_python *p, tn_arena *arena, const tunip_doc *doc, tn_python_stmt_fn each,
                    void *user)
{
    tn_arena *before = change_arena(p, arena);
    reports reported = mute(p);
    size_t base = p->list.count;
    bool goes_on = true;
    uint32_t column = enter(p, (const tn_py_unread *)doc);
    while (goes_on && tn_py_parse_next(p, column)) {
        for (size_t i = base; goes_on && i < p->list.count; i++)
            goes_on = each(p->list.items[i], user);
        p->list.count = base;
    }
    p->list.count = base;
    unmute(p, reported);
    leave(p, before);
}

void tn_python_read_rest(tn_python *p, tn_arena *arena)
{
    for (size_t i = 0; i < p->functions.count && !arena->failed; i++) {
        const tn_py_function *f = p->functions.items[i];
        if (!f->is_read) tn_python_read_function(p, arena, &f->doc.stmt.base);
    }
    for (size_t i = 0; i < p->unread.count && !arena->failed; i++) {
        tn_py_unread *unread = p->unread.items[i];
        if (!unread->is_read) tn_python_read_body(p, arena, &unread->stmt.stmt.base);
    }
}
