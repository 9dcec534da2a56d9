/* body.c -- reads bodies that were skipped. */
#include "defer.h"

/* Goes to the first statement of a skipped block. Returns its column, or 0 if there is none. */
static uint32_t enter(tn_py *p, const tn_py_unread *unread)
{
    tn_py_lexer *lexer = &p->lexer;
    if (!tn_array_reserve(&lexer->indents, lexer->allocator, unread->indent_count)) {
        tn_py_fail_memory(p);
        return 0;
    }
    memcpy(lexer->indents.items, unread->indents, unread->indent_count * sizeof *unread->indents);
    lexer->indents.count = unread->indent_count;
    lexer->brackets.count = lexer->comments.count = p->comment_count = p->keys.count = 0;
    lexer->cursor = lexer->at = unread->line;
    lexer->pending = 0;
    lexer->at_line = true;
    lexer->has_tokens = lexer->is_lenient = false;
    p->is_broken = p->has_no_block = p->delayed.is_set = false;
    p->function_depth = 1;
    p->around = unread->around;
    tn_stack_init(&p->stack);
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
    tunip_diagnostics *diagnostics = p->diagnostics;
    size_t base = p->list.count, error_count = p->error_count;
    bool is_full = p->is_full, goes_on = true;
    p->diagnostics = NULL;
    uint32_t column = enter(p, (const tn_py_unread *)doc);
    while (goes_on && tn_py_parse_next(p, column)) {
        for (size_t i = base; goes_on && i < p->list.count; i++)
            goes_on = each(p->list.items[i], user);
        p->list.count = base;
    }
    p->list.count = base;
    p->diagnostics = diagnostics;
    p->error_count = error_count;
    p->is_full = is_full;
    leave(p, before);
}

void tn_python_read_rest(tn_python *p, tn_arena *arena)
{
    for (size_t i = 0; i < p->unread.count && !arena->failed; i++) {
        tn_py_unread *unread = p->unread.items[i];
        if (!unread->is_read) tn_python_read_body(p, arena, &unread->stmt.stmt.base);
    }
}
