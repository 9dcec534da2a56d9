/* defer.c -- skips the signature and the body of a function. Finds their ends only from quotes,
 * brackets and line ends. */
#include "defer.h"

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

/* The end of the string that begins at `at`; NULL if it has no end, or none on its line. */
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
    while (at < limit && glance_at(at) != LINE_END) at++;
    return at;
}

/* The first token of the next line that has one, or the end of the text. */
static const char *skip_blank_lines(const char *at, const char *limit, const char **line)
{
    for (;; at++) {
        while (glance_at(at) == BLANK) at++;
        if (glance_at(at) == HASH) at = skip_comment(at, limit);
        if (glance_at(at) != LINE_END) return at;
        *line = at + 1;
    }
}

/* Finds the end of the block in the column `column` whose first token is at `at`. Returns false,
 * with out->first NULL, if only the parser can find the end, for example because brackets do not
 * match, or because of tabs. The same for a line inside of brackets that begins to the left of the
 * block: probably a closing bracket is missing. The same for a line between `column` and `outer`,
 * the column of the head: its indentation is wrong. */
static bool find_end(const char *at, const char *limit, size_t column, size_t outer,
                     tn_py_block_end *out)
{
    const char *first = at;
    out->first = NULL;
    for (size_t depth = 0;;) {
        while (glances[(unsigned char)*at] <= BLANK) at++;
        glance here = glance_at(at);
        if (here == QUOTE) {
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
            out->token = at;
            while (glance_at(out->token - 1) == BLANK) out->token--;
            at = skip_comment(at, limit);
            const char *line = out->line = at + (at < limit);
            at = skip_blank_lines(line, limit, &line);
            if (memchr(line, '\t', (size_t)(at - line))) return false;
            bool is_left = at == limit || (size_t)(at - line) < column;
            if (!is_left || (depth && glance_at(at) == CLOSE)) continue;
            if (depth || (at != limit && (size_t)(at - line) > outer)) return false;
            out->first = first;
            return true;
        }
    }
}

/* ---- the end of a signature ---- */

/* Whether a character is usual in a signature, outside of strings and brackets: a letter, a digit,
 * a blank, a line feed, an underscore, or part of an operator, a comma, a colon or a dot. */
static inline bool is_usual(char c)
{
    static const uint64_t usual[4] = {0x77fffc2100000400, 0x7fffffe87fffffe};
    return usual[(unsigned char)c / 64] >> (unsigned char)c % 64 & 1;
}

/* The end of brackets that open at `at`; NULL if they hold anything unusual. */
static const char *skip_brackets(const char *at, const char *limit)
{
    enum { MOST_SIZE = 1 << 16, MOST_DEPTH = 32 };
    char open[MOST_DEPTH];
    size_t depth = 0;
    if ((size_t)(limit - at) > MOST_SIZE) limit = at + MOST_SIZE;
    while (at && at < limit) {
        glance here = glance_at(at);
        if (here <= BLANK && is_usual(*at)) {
            at++;
        } else if (here == QUOTE) {
            at = skip_string(at, limit);
        } else if (here == OPEN) {
            if (depth == MOST_DEPTH) return NULL;
            open[depth++] = *at++;
        } else if (here == CLOSE) {
            char opener = *at == ')' ? '(' : *at == ']' ? '[' : '{';
            if (open[--depth] != opener) return NULL;
            at++;
            if (!depth) return at;
        } else if (*at == '\n') {
            at++;
        } else {
            return NULL;
        }
    }
    return NULL;
}

/* The colon after the return type, if there is one; NULL if there is anything unusual. */
static const char *skip_return_type(const char *at, const char *limit)
{
    while (*at == ' ') at++;
    if (at[0] != '-' || at[1] != '>') return *at == ':' ? at : NULL;
    for (at += 2; at && at < limit && *at != ':';)
        if (glance_at(at) == QUOTE)
            at = skip_string(at, limit);
        else if (glance_at(at) == OPEN)
            at = skip_brackets(at, limit);
        else
            at = tunip_is_letter(*at) || *at == '.' || *at == ' ' || *at == '_' ? at + 1 : NULL;
    return at && at < limit ? at : NULL;
}

/* Whether a block with usual indentation follows a colon, and can be skipped. */
static bool has_block(tn_py *p, const char *colon)
{
    const char *at = colon + 1, *line = at, *limit = p->lexer.limit;
    tn_py_indent indent = p->lexer.indents.items[p->lexer.indents.count - 1];
    while (*at == ' ') at++;
    if (*at != '\n' || indent.column != indent.alternate) return false;
    line = at + 1;
    at = skip_blank_lines(line, limit, &line);
    size_t column = (size_t)(at - line);
    return at < limit && !memchr(line, '\t', column) && column > indent.column &&
           find_end(at, limit, column, indent.column, &p->block_end);
}

bool tn_py_skip_signature(tn_py *p, bool *returns)
{
    tn_py_lexer *lexer = &p->lexer;
    if (p->kind != PY_OPEN_ROUND || lexer->brackets.count != 1) return false;
    const char *args_end = skip_brackets(lexer->at, lexer->limit);
    const char *at = args_end ? skip_return_type(args_end, lexer->limit) : NULL;
    if (!at || !has_block(p, at)) return false;
    *returns = memchr(args_end, '>', (size_t)(at - args_end));
    lexer->brackets.count = 0;
    lexer->cursor = at;
    tn_py_advance(p);
    return true;
}

/* ---- skipping ---- */

/* Shares those of the previous block if they are equal. */
const tn_py_indent *tn_py_keep_indents(tn_py *p, size_t count)
{
    const tn_py_indent *here = p->lexer.indents.items;
    const tn_py_unread *last = p->unread.count ? p->unread.items[p->unread.count - 1] : NULL;
    if (last && last->indent_count == count &&
        memcmp(last->indents, here, count * sizeof *here) == 0)
        return last->indents;
    tn_py_indent *indents = tn_arena_alloc(p->arena, count * sizeof *indents);
    if (indents) memcpy(indents, here, count * sizeof *here);
    return indents;
}

static tn_py_unread *new_unread(tn_py *p, const char *line, const tn_py_block_end *end)
{
    size_t count = p->lexer.indents.count - 1;
    tn_script_place place = {tn_py_at(p), tn_py_locate(p, end->token)};
    tn_py_unread *unread =
        tn_script_doc(p->arena, sizeof *unread, TUNIP_DOC_EXPR_STMT, TUNIP_ROLE_NONE, place);
    const tn_py_indent *indents = tn_py_keep_indents(p, count);
    if (!unread || !indents || !tn_array_push(&p->unread, &p->arena->allocator, unread)) {
        tn_py_fail_memory(p);
        return NULL;
    }
    unread->stmt.stmt.comment = (tunip_str){"", 0};
    unread->stmt.expr = &tn_unread_body.base;
    unread->line = line;
    unread->indents = indents;
    unread->indent_count = count;
    unread->around = p->around;
    unread->is_read = false;
    return unread;
}

/* Comments after the last token belong to the block if they have its indentation. */
bool tn_py_defer_block(tn_py *p, const char *line)
{
    tn_py_lexer *lexer = &p->lexer;
    tn_py_block_end end = p->block_end;
    const tn_py_indent *indents = lexer->indents.items;
    tn_py_indent indent = indents[lexer->indents.count - 1];
    uint32_t column = indent.column, outer = indents[lexer->indents.count - 2].column;
    if (indent.column != indent.alternate) return false;
    if (end.first != lexer->cursor && !find_end(lexer->cursor, lexer->limit, column, outer, &end))
        return false;
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
