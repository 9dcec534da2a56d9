/* recover.c -- where reading continues after an error. */
#include "stmt.h"

/* How a statement with an error ended. */
typedef struct ending {
    tn_py_kind kind;           /* of the token after it */
    bool has_open;             /* a bracket was not closed */
    uint32_t open;             /* the innermost one */
    bool has_fault;            /* the rest of the statement has another error */
    tn_py_malformed malformed; /* the first one */
} ending;

static bool is_closer(tn_py_kind kind)
{
    return kind == PY_CLOSE_ROUND || kind == PY_CLOSE_SQUARE || kind == PY_CLOSE_CURLY;
}

/* Whether a line that begins with this token belongs to the statement before it. */
static bool is_continuation(tn_py_kind kind)
{
    return is_closer(kind) || kind == PY_BAD || kind == PY_ELSE || kind == PY_ELIF ||
           kind == PY_EXCEPT || kind == PY_FINALLY;
}

/* Whether a closing bracket is probably missing: the current token begins a line, and a statement,
 * or its column is not to the right of the statement's column. */
static bool is_forgotten(const tn_py_lexer *lexer, tn_py_kind kind, uint32_t column)
{
    if (!lexer->brackets.count || kind == PY_END || is_closer(kind)) return false;
    return tn_py_begins_statement(lexer, kind) ||
           (tn_py_is_first(lexer) && tn_py_indentation(lexer, lexer->at) <= column);
}

static tn_py_kind next(tn_py *p, ending *e)
{
    tn_py_kind kind = tn_py_next(&p->lexer);
    if (kind == PY_BAD && !e->has_fault) {
        e->has_fault = true;
        e->malformed = tn_py_malformed_token(p);
    }
    return kind;
}

/* Goes back to the first line after an open bracket that probably begins a statement: an operator
 * may have joined it to the line before, as the `@` of a decorator. False if there is none. */
static bool go_back(tn_py_lexer *lexer, uint32_t column)
{
    const char *at = lexer->begin + lexer->brackets.items[lexer->brackets.count - 1];
    while ((at = memchr(at, '\n', (size_t)(lexer->at - at)))) {
        at++;
        const char *first = at + strspn(at, " \t");
        bool is_blank = strchr("\r\n#)]}", *first);
        if (is_blank || tn_py_indentation(lexer, first) > column) continue;
        lexer->at = first;
        return true;
    }
    return false;
}

/* Goes to the first token after the line of the current one. */
static tn_py_kind skip_line(tn_py *p, tn_py_kind kind, uint32_t column, ending *e)
{
    tn_py_lexer *lexer = &p->lexer;
    while (kind != PY_NEWLINE && kind != PY_END && !is_forgotten(lexer, kind, column))
        kind = next(p, e);
    if (lexer->brackets.count) {
        e->has_open = true;
        e->open = lexer->brackets.items[lexer->brackets.count - 1];
        if (go_back(lexer, column)) kind = PY_NEWLINE;
        tn_py_leave_brackets(lexer);
        if (kind != PY_END) tn_py_restart_line(lexer);
    }
    if (kind == PY_END) lexer->has_tokens = false;
    return next(p, e);
}

/* Skips the block whose INDENT is the current token. */
static tn_py_kind skip_indented(tn_py *p, ending *e)
{
    tn_py_kind kind = PY_INDENT;
    for (size_t depth = 0; kind != PY_END; kind = tn_py_next(&p->lexer)) {
        if (kind == PY_INDENT) depth++;
        if (kind == PY_DEDENT && --depth == 0) return next(p, e);
    }
    return kind;
}

/* Skips the lines after a statement in this column that are indented more, and the lines that
 * continue it. */
static void skip_rest(tn_py *p, tn_py_kind kind, uint32_t column, ending *e)
{
    for (;;) {
        if (kind == PY_INDENT)
            kind = skip_indented(p, e);
        else if (kind != PY_END && kind != PY_DEDENT &&
                 (is_continuation(kind) || tn_py_indentation(&p->lexer, p->lexer.at) > column))
            kind = skip_line(p, kind, column, e);
        else
            break;
    }
    e->kind = kind;
}

void tn_py_skip_rest(tn_py *p, uint32_t column)
{
    ending e = {.kind = PY_END};
    p->lexer.is_lenient = true;
    skip_rest(p, p->kind, column, &e);
    p->lexer.is_lenient = false;
    p->kind = e.kind;
}

const tunip_doc *tn_py_new_broken(tn_py *p, uint32_t begin)
{
    p->previous_end = begin;
    TN_PY_NEW(p, id, ID, TUNIP_ID_RAW, begin);
    doc->name = (tunip_str){tn_broken_name, 0};
    return tn_py_new_expr_stmt(p, begin, &doc->base);
}

void tn_py_recover(tn_py *p, size_t base, uint32_t begin)
{
    uint32_t column = tn_py_indentation(&p->lexer, tn_py_pointer(p, begin));
    ending e = {.kind = PY_END};
    p->lexer.is_lenient = true;
    if (!p->failed && !p->is_full)
        skip_rest(p, skip_line(p, p->broken_kind, column, &e), column, &e);
    p->lexer.is_lenient = false;
    p->is_broken = false;
    tn_py_report_delayed(p, e.has_fault ? &e.malformed : NULL, e.has_open ? &e.open : NULL);
    p->kind = p->is_full ? PY_END : e.kind;
    p->keys.count = 0;
    if (base < p->list.count) p->list.count = base;
    p->comment_count = p->lexer.comments.count;
    tn_py_push(p, tn_py_new_broken(p, begin));
}
