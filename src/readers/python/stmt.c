/* stmt.c -- simple statements: those without a block. */
#include "stmt.h"

/* ---- comments ---- */

static tunip_str comment_text(const tn_py *p, size_t index)
{
    const tn_py_comment *comment = &p->lexer.comments.items[index];
    return (tunip_str){p->lexer.begin + comment->begin, comment->end - comment->begin};
}

tunip_str tn_py_take_comments(tn_py *p)
{
    size_t first = p->comment_count, size = 0, texts = 0;
    tunip_str only = {"", 0};
    p->comment_count = p->lexer.comments.count;
    for (size_t i = first; i < p->comment_count; i++) {
        tunip_str one = comment_text(p, i);
        if (!one.size) continue;
        only = one;
        texts++;
        size += one.size + 1;
    }
    if (texts < 2) return only;
    char *text = tn_arena_alloc(p->arena, size), *at = text;
    if (!text) {
        tn_py_fail_memory(p);
        return (tunip_str){"", 0};
    }
    for (size_t i = first; i < p->comment_count; i++) {
        tunip_str one = comment_text(p, i);
        memcpy(at, one.data, one.size);
        at += one.size;
        if (one.size) *at++ = '\n';
    }
    return (tunip_str){text, size - 1};
}

void tn_py_push_comment(tn_py *p, tunip_role role, tn_script_place place, tunip_str text)
{
    tunip_doc_comment *doc = tn_script_doc(p->arena, sizeof *doc, TUNIP_DOC_COMMENT, role, place);
    if (!doc) tn_py_fail_memory(p);
    if (!doc) return;
    doc->stmt.comment = text;
    tn_py_push(p, &doc->stmt.base);
}

/* Whether it is an import, as in the header of a printed module. */
static bool is_import(tunip_str text)
{
    static const char from[] = "from ", import[] = " import ";
    if (text.size < sizeof from || memcmp(text.data, from, sizeof from - 1) != 0) return false;
    for (size_t i = sizeof from; i + sizeof import <= text.size; i++)
        if (memcmp(text.data + i, import, sizeof import - 1) == 0) return true;
    return false;
}

void tn_py_push_comments(tn_py *p, uint32_t column)
{
    while (p->comment_count < p->lexer.comments.count) {
        const tn_py_comment *comment = &p->lexer.comments.items[p->comment_count];
        if (comment->column < column) return;
        tn_script_place place = {comment->hash, comment->end};
        tunip_str text = comment_text(p, p->comment_count++);
        if (!text.size) continue;
        bool is_header = !column && is_import(text); /* in a body it is a remark */
        bool is_last = comment->is_last;
        tn_py_push_comment(p, is_header ? TUNIP_ROLE_HEADER : TUNIP_ROLE_NONE, place, text);
        if (is_header && is_last)
            tn_py_push_comment(p, TUNIP_ROLE_HEADER, (tn_script_place){place.end, place.end},
                               (tunip_str){"", 0});
    }
}

/* ---- assignments and expressions ---- */

const tunip_doc *tn_py_new_expr_stmt(tn_py *p, uint32_t begin, const tunip_doc *expr)
{
    TN_PY_NEW(p, expr_stmt, EXPR_STMT, TUNIP_ROLE_NONE, begin);
    doc->stmt.comment = (tunip_str){"", 0};
    doc->expr = expr;
    return &doc->stmt.base;
}

static const tunip_doc *parse_annotated(tn_py *p, uint32_t begin, const tunip_doc *lhs)
{
    tn_py_check_target(p, lhs);
    if (lhs->kind != TUNIP_DOC_ID)
        tn_py_unsupported(p, begin, "annotations of attributes, elements and tuples");
    tn_py_expect(p, PY_COLON, "`:`");
    const tunip_doc *annotation = tn_py_parse_expr(p, BIND_LAMBDA);
    const tunip_doc *rhs = NULL;
    if (tn_py_accept(p, PY_ASSIGN)) rhs = tn_py_parse_exprs(p, BIND_LAMBDA);
    return tn_py_new_assign(p, TUNIP_ROLE_NONE, begin, lhs, annotation, rhs);
}

/* Whether an expression consists only of literals, names and operations on them. */
static bool is_constant(const tunip_doc *doc, int depth)
{
    tunip_docs parts = tunip_docs_none();
    if (--depth < 0) return false;
    if (doc->kind == TUNIP_DOC_TUPLE || doc->kind == TUNIP_DOC_LIST)
        parts = ((const tunip_doc_tuple *)doc)->elements;
    else if (doc->kind == TUNIP_DOC_OPERATION)
        parts = ((const tunip_doc_operation *)doc)->operands;
    else
        return doc->kind == TUNIP_DOC_LITERAL || doc->kind == TUNIP_DOC_ID;
    for (size_t i = 0; i < parts.count; i++)
        if (!is_constant(parts.items[i], depth)) return false;
    return true;
}

/* Reads on after `a = b`. `a = b = 1` is `a = 1` and `b = a`, which means the same for a constant.
 * Returns the last statement and pushes the others. */
static const tunip_doc *parse_chain(tn_py *p, uint32_t begin, const tunip_doc *first,
                                    const tunip_doc *rhs)
{
    enum { MOST_DEPTH = 64 }; /* of the constant */
    const size_t base = p->list.count;
    tn_py_push(p, first);
    while (p->kind == PY_ASSIGN && !p->is_broken) {
        tn_py_check_target(p, rhs);
        tn_py_push(p, rhs);
        tn_py_expect(p, PY_ASSIGN, "`=`");
        rhs = tn_py_parse_exprs(p, BIND_LAMBDA);
    }
    if (first->kind != TUNIP_DOC_ID || !is_constant(rhs, MOST_DEPTH))
        tn_py_unsupported(p, begin, "chained assignments");
    if (p->is_broken) p->list.count = base;
    for (size_t i = base; i < p->list.count; i++)
        p->list.items[i] = tn_py_new_assign(p, TUNIP_ROLE_NONE, begin, p->list.items[i], NULL,
                                            i > base ? first : rhs);
    return p->list.count > base ? p->list.items[--p->list.count] : tn_py_no_doc;
}

static const tunip_doc *parse_plain_assign(tn_py *p, uint32_t begin, const tunip_doc *lhs)
{
    tn_py_check_target(p, lhs);
    tn_py_expect(p, PY_ASSIGN, "`=`");
    const tunip_doc *rhs = tn_py_parse_exprs(p, BIND_LAMBDA);
    if (p->kind == PY_ASSIGN && p->around.end)
        tn_py_unsupported(p, begin, "chained assignments");
    else if (p->kind == PY_ASSIGN)
        return parse_chain(p, begin, lhs, rhs);
    return tn_py_new_assign(p, TUNIP_ROLE_NONE, begin, lhs, NULL, rhs);
}

/* `x += y` is `x = x + y`. */
static const tunip_doc *parse_augmented(tn_py *p, uint32_t begin, const tunip_doc *lhs)
{
    tunip_operator op = tn_py_operator(p->kind);
    if (!tn_py_is_target(lhs)) {
        tn_script_place at = tn_doc_place(lhs);
        tn_py_error(p, at.begin, at.end, "cannot change %s in place",
                    lhs->kind == TUNIP_DOC_TUPLE ? "a tuple" : tn_py_target_name(lhs));
        tn_py_break(p);
        return tn_py_no_doc;
    }
    tn_py_advance(p);
    const tunip_doc *value = tn_py_parse_exprs(p, BIND_LAMBDA);
    const tunip_doc *const operands[] = {lhs, value};
    const tunip_doc *rhs = tn_py_new_operation(p, op, begin, TUNIP_LEN(operands), operands);
    return tn_py_new_assign(p, TUNIP_ROLE_NONE, begin, lhs, NULL, rhs);
}

static const tunip_doc *parse_expr_stmt(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    const tunip_doc *expr = tn_py_parse_exprs(p, BIND_LAMBDA);
    if (p->is_broken) return tn_py_no_doc;
    if (p->kind == PY_COLON) return parse_annotated(p, begin, expr);
    if (p->kind == PY_ASSIGN) return parse_plain_assign(p, begin, expr);
    if (p->kind >= PY_ADD_ASSIGN && p->kind <= PY_XOR_ASSIGN)
        return parse_augmented(p, begin, expr);
    return tn_py_new_expr_stmt(p, begin, expr);
}

/* ---- return, assert, break, continue ---- */

static const tunip_doc *parse_return(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    const tunip_doc *value = NULL;
    tn_py_advance(p);
    if (tn_py_begins_expr(p->kind)) value = tn_py_parse_exprs(p, BIND_LAMBDA);
    TN_PY_NEW(p, return, RETURN, TUNIP_ROLE_NONE, begin);
    doc->stmt.comment = (tunip_str){"", 0};
    doc->value = value;
    return &doc->stmt.base;
}

static const tunip_doc *parse_assert(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    const tunip_doc *message = NULL;
    tn_py_advance(p);
    const tunip_doc *test = tn_py_parse_expr(p, BIND_LAMBDA);
    if (tn_py_accept(p, PY_COMMA)) message = tn_py_parse_expr(p, BIND_LAMBDA);
    TN_PY_NEW(p, assert, ASSERT, TUNIP_ROLE_NONE, begin);
    doc->stmt.comment = (tunip_str){"", 0};
    doc->test = test;
    doc->message = message;
    return &doc->stmt.base;
}

static const tunip_doc *parse_jump(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    return tn_py_new_expr_stmt(p, begin, tn_py_parse_raw(p));
}

/* ---- imports ---- */

static void put_token(tn_py *p, tunip_str token)
{
    if (!tn_array_reserve(&p->text, &p->arena->allocator, token.size)) {
        tn_py_fail_memory(p);
        return;
    }
    memcpy(p->text.items + p->text.count, token.data, token.size);
    p->text.count += token.size;
}

static void put_word(tn_py *p, const char *word)
{
    put_token(p, tunip_str_from(word));
}

static void put_name(tn_py *p)
{
    if (p->kind != PY_NAME) {
        tn_py_expected(p, "a name");
        return;
    }
    put_token(p, tn_py_token(p));
    tn_py_advance(p);
}

static void put_dotted_name(tn_py *p)
{
    put_name(p);
    while (tn_py_accept(p, PY_DOT)) {
        put_word(p, ".");
        put_name(p);
    }
}

/* Reads `NAME as OTHER`, appends it to the first `keep` bytes of p->text, and pushes a header
 * comment. */
static void parse_imported(tn_py *p, size_t keep, bool is_dotted)
{
    uint32_t begin = tn_py_at(p);
    p->text.count = keep;
    if (is_dotted)
        put_dotted_name(p);
    else
        put_name(p);
    if (tn_py_accept(p, PY_AS)) {
        put_word(p, " as ");
        put_name(p);
    }
    if (p->is_broken) return;
    tunip_str text = tn_arena_str(p->arena, (tunip_str){p->text.items, p->text.count});
    if (!text.data) tn_py_fail_memory(p);
    tn_py_push_comment(p, TUNIP_ROLE_HEADER, (tn_script_place){begin, p->previous_end}, text);
}

static void parse_import(tn_py *p)
{
    p->text.count = 0;
    tn_py_advance(p);
    put_word(p, "import ");
    size_t keep = p->text.count;
    do parse_imported(p, keep, true);
    while (!p->is_broken && tn_py_accept(p, PY_COMMA));
}

static void parse_from(tn_py *p)
{
    p->text.count = 0;
    tn_py_advance(p);
    put_word(p, "from ");
    bool has_dots = p->kind == PY_DOT || p->kind == PY_ELLIPSIS;
    while (p->kind == PY_DOT || p->kind == PY_ELLIPSIS) {
        put_token(p, tn_py_token(p));
        tn_py_advance(p);
    }
    if (!has_dots || p->kind != PY_IMPORT) put_dotted_name(p);
    tn_py_expect(p, PY_IMPORT, "`import`");
    put_word(p, " import ");
    if (p->kind == PY_STAR) tn_py_unsupported(p, tn_py_at(p), "star imports");
    size_t keep = p->text.count;
    bool has_brackets = tn_py_accept(p, PY_OPEN_ROUND);
    do parse_imported(p, keep, false);
    while (!p->is_broken && tn_py_accept(p, PY_COMMA) &&
           !(has_brackets && p->kind == PY_CLOSE_ROUND));
    if (has_brackets) tn_py_expect(p, PY_CLOSE_ROUND, "`,` or `)`");
}

/* ---- one statement ---- */

static const char *const unsupported[PY__COUNT] = {
    [PY_DEL] = "del statements",     [PY_GLOBAL] = "global statements",
    [PY_RAISE] = "raise statements", [PY_NONLOCAL] = "nonlocal statements",
    [PY_TRY] = "try statements",     [PY_ASYNC] = "async statements",
};

/* The statements that these words continue. */
static const char *const openers[PY__COUNT] = {
    [PY_ELSE] = "if", [PY_ELIF] = "if", [PY_EXCEPT] = "try", [PY_FINALLY] = "try"};

/* Refuses an `else` in a column where no `if` precedes it. */
static void refuse_alone(tn_py *p)
{
    tunip_str word = tn_py_token(p);
    if (p->misplaced != p->lexer.at)
        tn_py_error(p, tn_py_at(p), tn_py_end_of(p), "there is no `%s` for this `%.*s`",
                    openers[p->kind], (int)word.size, word.data);
    tn_py_break(p);
}

const tunip_doc *tn_py_parse_simple(tn_py *p)
{
    switch (p->kind) {
    case PY_PASS:
        tn_py_advance(p);
        return NULL;
    case PY_RETURN:
        return parse_return(p);
    case PY_ASSERT:
        return parse_assert(p);
    case PY_BREAK:
    case PY_CONTINUE:
        return parse_jump(p);
    case PY_IMPORT:
    case PY_FROM:
        if (p->around.end)
            tn_py_unsupported_statement(p, "import statements");
        else if (p->kind == PY_IMPORT)
            parse_import(p);
        else
            parse_from(p);
        return NULL;
    default:
        if (tn_py_begins_expr(p->kind)) return parse_expr_stmt(p);
        if (unsupported[p->kind])
            tn_py_unsupported_statement(p, unsupported[p->kind]);
        else if (openers[p->kind])
            refuse_alone(p);
        else
            tn_py_expected(p, "a statement");
        return NULL;
    }
}
