/* defer.c -- bodies of functions that are read when somebody asks for them. The end of such a body
 * is found by a look at its quotes, brackets and line ends alone. */
#include "parse.h"
#include "stmt.h"

/* A body that was skipped. */
typedef struct tn_py_unread {
    tunip_doc_expr_stmt stmt;    /* stands for it */
    const char *line;            /* its first line, or a comment before it */
    const tn_py_indent *indents; /* of the blocks around it */
    size_t indent_count;
    bool is_read;
} tn_py_unread;

/* ---- the end of a block ---- */

typedef enum glance { PLAIN, BLANK, QUOTE, OPEN, CLOSE, HASH, LINE_END, ODD } glance;

static const uint8_t glances[256] = {
    [0] = ODD,      ['\\'] = ODD,  ['\f'] = ODD,      [' '] = BLANK,
    ['\t'] = BLANK, ['"'] = QUOTE, ['\''] = QUOTE,    ['('] = OPEN,
    ['['] = OPEN,   ['{'] = OPEN,  [')'] = CLOSE,     [']'] = CLOSE,
    ['}'] = CLOSE,  ['#'] = HASH,  ['\n'] = LINE_END, ['\r'] = LINE_END,
};

static glance glance_at(const char *at)
{
    return (glance)glances[(unsigned char)*at];
}

/* Behind the string that begins at `at`; NULL if it does not end, or not on its line. */
static const char *skip_string(const char *at, const char *limit)
{
    char quote = *at;
    bool is_long = at[1] == quote && at[2] == quote;
    for (at += is_long ? 3 : 1; at < limit; at++) {
        if (*at == '\\')
            at++;
        else if (*at == quote && (!is_long || (at[1] == quote && at[2] == quote)))
            return at + (is_long ? 3 : 1);
        else if (!is_long && glance_at(at) == LINE_END)
            return NULL;
    }
    return NULL;
}

static const char *skip_comment(const char *at, const char *limit)
{
    while (at < limit && *at != '\n' && *at != '\r') at++;
    return at;
}

/* The first token of the next line that has one, or the end of the text. */
static const char *skip_blank_lines(const char *at, const char *limit, const char **line)
{
    for (;; at++) {
        glance here = glance_at(at);
        if (here == HASH) at = skip_comment(at, limit);
        here = glance_at(at);
        if (here == LINE_END)
            *line = at + 1;
        else if (here != BLANK)
            return at;
    }
}

/* Where a block ends: behind its last token, and where the line behind that begins. */
typedef struct block_end {
    const char *token, *line;
} block_end;

/* Finds the end of the block whose first token is at the cursor. False if only a reader can tell
 * where it is: brackets that do not match, tabs and the like. A line inside of brackets that stands
 * left of the block looks as if a bracket had been forgotten. */
static bool find_end(const tn_py_lexer *lexer, block_end *out)
{
    const char *at = lexer->cursor, *limit = lexer->limit;
    tn_py_indent indent = lexer->indents.items[lexer->indents.count - 1];
    if (indent.column != indent.alternate) return false;
    for (size_t depth = 0;;) {
        glance here = glance_at(at);
        if (here == PLAIN || here == BLANK) {
            at++;
        } else if (here == QUOTE) {
            at = skip_string(at, limit);
            if (!at) return false;
        } else if (here == OPEN) {
            depth++;
            at++;
        } else if (here == CLOSE) {
            if (!depth--) return false;
            at++;
        } else if (here == ODD && at != limit) {
            return false;
        } else {
            *out = (block_end){.token = at};
            while (glance_at(out->token - 1) == BLANK) out->token--;
            at = skip_comment(at, limit);
            const char *line = out->line = at + (at < limit);
            at = skip_blank_lines(line, limit, &line);
            if (memchr(line, '\t', (size_t)(at - line))) return false;
            bool is_left = at == limit || (size_t)(at - line) < indent.column;
            if (is_left && !(depth && glance_at(at) == CLOSE)) return !depth;
        }
    }
}

/* ---- skipping ---- */

static tn_py_unread *new_unread(tn_py *p, const char *line, const block_end *end)
{
    size_t count = p->lexer.indents.count - 1;
    tn_script_place place = {tn_py_at(p), (uint32_t)(end->token - p->lexer.begin)};
    tn_py_unread *unread =
        tn_script_doc(p->arena, sizeof *unread, TUNIP_DOC_EXPR_STMT, TUNIP_ROLE_NONE, place);
    tn_py_indent *indents = tn_arena_alloc(p->arena, count * sizeof *indents);
    if (!unread || !indents || !tn_array_push(&p->unread, &p->arena->allocator, unread)) {
        tn_py_fail_memory(p);
        return NULL;
    }
    memcpy(indents, p->lexer.indents.items, count * sizeof *indents);
    unread->stmt.stmt.comment = (tunip_str){"", 0};
    unread->stmt.expr = &tn_unread_body.base;
    unread->line = line;
    unread->indents = indents;
    unread->indent_count = count;
    unread->is_read = false;
    return unread;
}

/* Comments behind the last token belong to the block if they are indented like it. */
bool tn_py_defer_block(tn_py *p, const char *line)
{
    tn_py_lexer *lexer = &p->lexer;
    block_end end;
    if (!find_end(lexer, &end)) return false;
    uint32_t column = lexer->indents.items[lexer->indents.count - 1].column;
    tn_py_unread *unread = new_unread(p, line, &end);
    if (!unread) return false;
    tn_py_push(p, &unread->stmt.stmt.base);
    p->comment_count = lexer->comments.count;
    lexer->cursor = end.line;
    lexer->at_line = true;
    lexer->has_tokens = false;
    tn_py_advance(p);
    while (p->comment_count < lexer->comments.count &&
           lexer->comments.items[p->comment_count].column >= column)
        p->comment_count++;
    p->previous_end = (uint32_t)(end.token - lexer->begin);
    if (p->kind == PY_DEDENT) tn_py_advance(p);
    return true;
}

/* ---- reading ---- */

/* Goes to the first statement of a block that was skipped; its column, or 0 if there is none. */
static uint32_t enter(tn_py *p, const tn_py_unread *unread)
{
    tn_py_lexer *lexer = &p->lexer;
    if (!tn_array_reserve(&lexer->indents, lexer->allocator, unread->indent_count)) return 0;
    memcpy(lexer->indents.items, unread->indents, unread->indent_count * sizeof *unread->indents);
    lexer->indents.count = unread->indent_count;
    lexer->brackets.count = lexer->comments.count = p->comment_count = p->keys.count = 0;
    lexer->cursor = lexer->at = unread->line;
    lexer->pending = 0;
    lexer->at_line = true;
    lexer->has_tokens = lexer->is_lenient = false;
    p->is_broken = p->has_no_block = p->delayed.is_set = false;
    p->function_depth = 1;
    tn_stack_init(&p->stack);
    tn_py_advance(p);
    uint32_t column = lexer->indents.items[lexer->indents.count - 1].column;
    tn_py_advance(p);
    return column;
}

/* The parser's arena is for heads. */
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

tunip_docs tn_python_read_body(tn_python *p, tn_arena *arena, const tunip_doc *doc)
{
    tn_py_unread *unread = (tn_py_unread *)(uintptr_t)doc;
    tn_arena *before = change_arena(p, arena);
    size_t base = p->list.count;
    unread->is_read = true;
    if (p->is_full)
        tn_py_push(p, tn_py_new_broken(p, tn_doc_place(doc).begin));
    else
        tn_py_parse_statements(p, enter(p, unread));
    tunip_docs body = tn_py_take(p, base);
    leave(p, before);
    return body;
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
