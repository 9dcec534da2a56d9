/* stmt.c -- statements of the grammar: simple ones, blocks, functions and their parameters. */
#include "parse.h"

/* ======== parameter ======== */

/* The parameters of functions. */

static const tunip_doc *parse_parameter(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    const tunip_doc *annotation = NULL, *value = NULL;
    if (p->kind == PY_SLASH) tn_py_unsupported(p, begin, "positional parameters");
    if (p->kind != PY_NAME) tn_py_expected(p, "a parameter");
    if (p->is_broken) return tn_py_no_doc;
    const tunip_doc *name = tn_py_parse_id(p);
    bool has_type = tn_py_accept(p, PY_COLON);
    uint32_t item = tn_py_at(p);
    if (has_type) annotation = tn_py_parse_expr(p, BIND_LAMBDA);
    bool has_value = tn_py_accept(p, PY_ASSIGN);
    if (has_value) item = tn_py_at(p);
    if (has_value) value = tn_py_parse_expr(p, BIND_LAMBDA);
    p->item = item;
    return tn_py_new_assign(p, TUNIP_ROLE_PARAM, begin, name, annotation, value);
}

/* `*`, `*args`, `*args: *types` or `**options`. */
static void parse_star(tn_py *p)
{
    bool is_double = p->kind == PY_POWER;
    tn_py_advance(p);
    if (p->kind == PY_NAME) {
        tn_py_parse_id(p);
        if (!tn_py_accept(p, PY_COLON)) return;
        if (!is_double) tn_py_accept(p, PY_STAR);
        tn_py_parse_expr(p, BIND_LAMBDA);
    } else if (is_double || p->kind != PY_COMMA) {
        tn_py_expected(p, "a parameter");
    }
}

/* Reports the name of a parameter that an earlier one has. In `def f(x: T.int32, x`, whose text may
 * be cut off, it is the bracket that is reported. */
static void check_twin(tn_py *p, size_t base, const tunip_doc *parameter)
{
    if (p->kind != PY_COMMA && p->kind != PY_CLOSE_ROUND && p->kind != PY_CLOSE_SQUARE) return;
    enum { MOST = 256 }; /* so that the time is linear */
    const tunip_doc_id *id = (const tunip_doc_id *)((const tunip_doc_assign *)parameter)->lhs;
    for (size_t i = base; i < p->list.count && i - base < MOST && !p->is_broken; i++) {
        const tunip_doc_assign *other = (const tunip_doc_assign *)p->list.items[i];
        if (((const tunip_doc_id *)other->lhs)->name.data != id->name.data) continue;
        tn_script_place place = tn_doc_place(&id->base), first = tn_doc_place(other->lhs);
        tunip_diagnostic *d =
            tn_py_error(p, place.begin, place.end, "the function has two parameters `%.*s`",
                        (int)id->name.size, id->name.data);
        tn_py_label(p, d, first.begin, first.end, "the first one");
        return;
    }
}

/* Parameters with stars, and the parameters after them, have no Doc. */
static void parse_starred(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    bool has_star = false, has_options = false;
    while (p->kind != PY_CLOSE_ROUND && !p->is_broken && !has_options) {
        has_options = p->kind == PY_POWER;
        if (has_options || (p->kind == PY_STAR && !has_star))
            parse_star(p);
        else
            parse_parameter(p);
        has_star = true;
        if (p->kind != PY_COMMA && p->kind != PY_CLOSE_ROUND)
            tn_py_expected_behind(p, begin, "`,` or `)`");
        if (!tn_py_accept(p, PY_COMMA)) break;
    }
    tn_py_warn(p, begin, p->previous_end, "parameters with stars are not read");
}

tunip_docs tn_py_parse_parameters(tn_py *p)
{
    size_t base = p->list.count;
    bool has_default = false;
    tn_py_expect(p, PY_OPEN_ROUND, "`(`");
    while (p->kind != PY_CLOSE_ROUND && !p->is_broken) {
        if (p->kind == PY_STAR || p->kind == PY_POWER) {
            parse_starred(p);
            break;
        }
        const tunip_doc *parameter = parse_parameter(p);
        bool has_rhs = !p->is_broken && ((const tunip_doc_assign *)parameter)->rhs;
        if (!p->is_broken && has_default && !has_rhs)
            tn_py_error(p, tn_doc_place(parameter).begin, tn_doc_place(parameter).end,
                        "a parameter without a default value follows one with a default value");
        has_default |= has_rhs;
        check_twin(p, base, parameter);
        tn_py_push(p, parameter);
        if (p->kind != PY_COMMA && p->kind != PY_CLOSE_ROUND)
            tn_py_expected_behind(p, p->item, "`,` or `)`");
        if (!tn_py_accept(p, PY_COMMA)) break;
    }
    tn_py_expect(p, PY_CLOSE_ROUND, "`)`");
    return tn_py_take(p, base);
}

/* [n, m: int], after the name of a function. */
static tunip_docs parse_type_params(tn_py *p)
{
    size_t base = p->list.count;
    tn_py_expect(p, PY_OPEN_SQUARE, "`[`");
    do {
        if (p->kind == PY_CLOSE_SQUARE && p->list.count > base) break;
        const tunip_doc *parameter = parse_parameter(p);
        if (p->is_broken) break;
        if (((const tunip_doc_assign *)parameter)->rhs)
            tn_py_error(p, tn_doc_place(parameter).begin, tn_doc_place(parameter).end,
                        "a type parameter has no default value");
        check_twin(p, base, parameter);
        tn_py_push(p, parameter);
    } while (tn_py_accept(p, PY_COMMA));
    tn_py_expect(p, PY_CLOSE_SQUARE, "`,` or `]`");
    return tn_py_take(p, base);
}

/* ======== target ======== */

/* Targets of assignments, loops and comprehensions, and the Docs of assignments. */

const char *tn_py_target_name(const tunip_doc *doc)
{
    switch (doc->kind) {
    case TUNIP_DOC_LITERAL:
        return "a literal";
    case TUNIP_DOC_CALL:
        return "a call";
    case TUNIP_DOC_LAMBDA:
        return "a lambda";
    case TUNIP_DOC_DICT:
        return "a dict";
    case TUNIP_DOC_ID:
        return "`...`";
    default:
        return "an expression";
    }
}

bool tn_py_is_target(const tunip_doc *doc)
{
    return (doc->kind == TUNIP_DOC_ID && doc->sub == TUNIP_ID_NAME) ||
           doc->kind == TUNIP_DOC_ATTR || doc->kind == TUNIP_DOC_INDEX;
}

void tn_py_check_target(tn_py *p, const tunip_doc *target)
{
    size_t base = p->list.count;
    if (p->is_broken) return;
    tn_py_push(p, target);
    while (p->list.count > base && !p->is_broken) {
        const tunip_doc *doc = p->list.items[--p->list.count];
        if (doc->kind == TUNIP_DOC_TUPLE || doc->kind == TUNIP_DOC_LIST) {
            tunip_docs elements = ((const tunip_doc_tuple *)doc)->elements;
            for (size_t i = elements.count; i > 0; i--) tn_py_push(p, elements.items[i - 1]);
        } else if (tn_doc_star(doc)) {
            tn_py_push(p, tn_doc_star(doc));
        } else if (!tn_py_is_target(doc)) {
            tn_script_place at = tn_doc_place(doc);
            tunip_diagnostic *d =
                tn_py_error(p, at.begin, at.end, "cannot assign to %s", tn_py_target_name(doc));
            if (p->kind == PY_ASSIGN)
                tunip_diagnostic_note(d, TUNIP_SEVERITY_HELP, "`==` compares two values");
            tn_py_break(p);
        }
    }
    p->list.count = base;
}

const tunip_doc *tn_py_new_assign(tn_py *p, tunip_role role, uint32_t begin, const tunip_doc *lhs,
                                  const tunip_doc *annotation, const tunip_doc *rhs)
{
    TN_PY_NEW(p, assign, ASSIGN, role, begin);
    doc->stmt.comment = (tunip_str){"", 0};
    doc->lhs = lhs;
    doc->rhs = rhs;
    doc->annotation = annotation;
    return &doc->stmt.base;
}

/* ======== stmt ======== */

/* Simple statements: those without a block. */

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

/* An expression, or an assignment, which begins with one. */
static const tunip_doc *parse_expr_stmt(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    const tunip_doc *expr = tn_py_parse_exprs(p, BIND_LAMBDA);
    if (p->is_broken) return tn_py_no_doc;
    if (p->kind == PY_COLON) return parse_annotated(p, begin, expr);
    if (p->kind >= PY_ADD_ASSIGN && p->kind <= PY_XOR_ASSIGN)
        return parse_augmented(p, begin, expr);
    if (p->kind != PY_ASSIGN) return tn_py_new_expr_stmt(p, begin, expr);
    tn_py_check_target(p, expr);
    tn_py_expect(p, PY_ASSIGN, "`=`");
    const tunip_doc *rhs = tn_py_parse_exprs(p, BIND_LAMBDA);
    if (p->kind == PY_ASSIGN && p->around.end)
        tn_py_unsupported(p, begin, "chained assignments");
    else if (p->kind == PY_ASSIGN)
        return parse_chain(p, begin, expr, rhs);
    return tn_py_new_assign(p, TUNIP_ROLE_NONE, begin, expr, NULL, rhs);
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
    if (p->kind == PY_STAR) { /* its names are unknown: a script that needs one says so */
        tn_py_advance(p);
        return;
    }
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

/* ======== block ======== */

/* Statements with blocks, and lists of statements. */

/* The head of a statement with a block. */
typedef struct head {
    uint32_t begin;   /* of the statement */
    uint32_t keyword; /* likewise, after decorators */
    uint32_t end;     /* of the colon */
    const char *name; /* for messages: "`for` statement" */
    bool is_class;
    bool is_deferred; /* the block may be skipped, to be read later */
    /* For an `else`: the statement to which it belongs. There is no Doc for an `else`, so its
     * comment becomes the first statement of the block. */
    const struct head *whole;
    tunip_str comment;
} head;

static void parse_with_block(tn_py *p);

/* ---- blocks ---- */

/* The line of simple statements that the current token begins. */
static void parse_line(tn_py *p)
{
    size_t base;
    uint32_t begin;
    do {
        base = p->list.count;
        begin = p->statement = tn_py_at(p);
        const tunip_doc *doc = tn_py_parse_simple(p);
        if (doc) tn_py_push(p, doc);
    } while (tn_py_accept(p, PY_SEMICOLON) && p->kind != PY_NEWLINE);
    if (!p->is_broken && p->kind == PY_NEWLINE) {
        uint32_t end = p->previous_end;
        tunip_str comment = tn_py_take_comments(p);
        const tunip_doc *last = base < p->list.count ? p->list.items[p->list.count - 1] : NULL;
        bool has_doc = last && last->kind != TUNIP_DOC_COMMENT;
        if (comment.size && !has_doc)
            tn_py_push_comment(p, TUNIP_ROLE_NONE, (tn_script_place){end, end}, comment);
        else if (comment.size)
            ((tunip_doc_stmt *)(uintptr_t)last)->comment = comment;
        tn_py_advance(p);
    } else if (p->kind != PY_END) {
        tn_py_expected(p, "the end of the statement");
    }
    if (p->is_broken) tn_py_recover(p, base, begin);
}

/* Reports and skips an indented block without a head. `column` is that of the enclosing block. */
static void refuse_block(tn_py *p, uint32_t column)
{
    const char *at = p->lexer.cursor;
    while (at < p->lexer.limit && *at != '\n' && *at != '\r') at++;
    uint32_t begin = tn_py_end_of(p), line_end = tn_py_locate(p, at);
    if (p->misplaced != p->lexer.at) tn_py_error(p, begin, line_end, "unexpected indentation");
    tn_py_push(p, tn_py_new_broken(p, begin));
    tn_py_skip_rest(p, column);
}

bool tn_py_parse_next(tn_py *p, uint32_t column)
{
    static const bool has_block[PY__COUNT] = {
        [PY_IF] = true,  [PY_WHILE] = true, [PY_FOR] = true,   [PY_WITH] = true,
        [PY_DEF] = true, [PY_CLASS] = true, [PY_MATRIX] = true};
    if (p->kind == PY_END || p->failed) return false;
    if (p->kind == PY_INDENT) {
        refuse_block(p, column);
        return true;
    }
    tn_py_push_comments(p, p->kind == PY_DEDENT ? column : 0);
    if (p->kind == PY_DEDENT) return false;
    if (has_block[p->kind])
        parse_with_block(p);
    else
        parse_line(p); /* reports an `elif` that no `if` precedes */
    return true;
}

static size_t line_of(const tn_py *p, uint32_t at)
{
    size_t line = 1;
    for (const char *c = p->lexer.begin; c < tn_py_pointer(p, at); c++) line += *c == '\n';
    return line;
}

/* Whether the current token ends the statements that a block without indentation may have. */
static bool ends_unindented(const tn_py *p, const head *h)
{
    static const uint8_t ends[PY__COUNT] = {
        [PY_DEDENT] = 2,  [PY_END] = 2, [PY_ELSE] = 2,   [PY_ELIF] = 2, [PY_EXCEPT] = 2,
        [PY_FINALLY] = 2, [PY_DEF] = 1, [PY_MATRIX] = 1, [PY_CLASS] = 1};
    return ends[p->kind] > h->is_class;
}

/* Reads the statements after a head that lacks its block as this block: so the names of a function
 * are known in the lines that should be its body. `is_known`: the line has another error. */
static void parse_unindented(tn_py *p, const head *h, bool is_known)
{
    bool is_end = p->lexer.at == p->lexer.limit;
    uint32_t begin = is_end ? h->end : tn_py_at(p), end = is_end ? h->end : tn_py_end_of(p);
    tunip_diagnostic *d =
        is_known ? NULL
                 : tn_py_error(p, begin, end, "expected an indented block after %s on line %zu",
                               h->name, line_of(p, h->keyword));
    if (!is_end) tn_py_label(p, d, h->keyword, h->end, NULL);
    tn_py_push(p, tn_py_new_broken(p, h->end));
    uint32_t column = tn_py_indentation(&p->lexer, tn_py_pointer(p, h->keyword));
    while (!ends_unindented(p, h) && tn_py_parse_next(p, column)) continue;
}

/* The colon and the block after it. Reads the comments of the head. */
static tunip_docs parse_block(tn_py *p, head *h)
{
    tn_script_place around = p->around;
    size_t base = p->list.count;
    h->end = tn_py_end_of(p);
    bool lacks_colon = p->kind == PY_NEWLINE && !p->is_broken;
    if (lacks_colon)
        tn_py_error(p, p->previous_end, p->previous_end, "expected `:`");
    else
        tn_py_expect(p, PY_COLON, "`:`");
    if (p->is_broken) return tunip_docs_none();
    const head *whole = h->whole ? h->whole : h;
    p->around = (tn_script_place){whole->keyword, whole->end};
    if (p->kind != PY_NEWLINE) {
        parse_line(p);
    } else {
        h->comment = tn_py_take_comments(p);
        const char *line = p->lexer.cursor;
        tn_py_advance(p);
        uint32_t column = p->lexer.indents.items[p->lexer.indents.count - 1].column;
        if (p->kind != PY_INDENT) {
            parse_unindented(p, h, lacks_colon);
        } else if (!h->is_deferred || !tn_py_defer_block(p, line)) {
            if (h->whole && h->comment.size)
                tn_py_push_comment(p, TUNIP_ROLE_NONE, (tn_script_place){h->end, h->end},
                                   h->comment);
            tn_py_advance(p);
            while (tn_py_parse_next(p, column)) continue;
            if (p->kind == PY_DEDENT) tn_py_advance(p);
        }
    }
    p->around = around;
    return tn_py_take(p, base);
}

/* The place of a statement: it ends with the last statement of its block, or with its head. */
static tn_script_place place_of(const head *h, tunip_docs body)
{
    uint32_t end = body.count ? tn_doc_place(body.items[body.count - 1]).end : h->end;
    return (tn_script_place){h->begin, end};
}

/* Makes a statement and pushes it. */
#define NEW(ident, KIND, place)                                                                    \
    tunip_doc_##ident *doc =                                                                       \
        tn_script_doc(p->arena, sizeof *doc, TUNIP_DOC_##KIND, TUNIP_ROLE_NONE, place);            \
    if (!doc) {                                                                                    \
        tn_py_fail_memory(p);                                                                      \
        return;                                                                                    \
    }                                                                                              \
    tn_py_push(p, &doc->stmt.base)

static head begin_head(tn_py *p, const char *name)
{
    head h = {.begin = tn_py_at(p), .keyword = tn_py_at(p), .name = name, .comment = {"", 0}};
    tn_py_advance(p);
    return h;
}

/* ---- if, while, for, with ---- */

/* The condition of an `if` or a `while`. */
static const tunip_doc *parse_condition(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    const tunip_doc *condition = tn_py_parse_expr(p, BIND_LAMBDA);
    if (p->kind == PY_WALRUS) tn_py_unsupported(p, begin, "assignment expressions");
    if (p->kind != PY_ASSIGN) return condition;
    tn_py_expected(p, "a condition");
    p->delayed.begin = begin;
    return condition;
}

static void parse_if(tn_py *p)
{
    size_t base = p->list.count;
    head h = begin_head(p, p->kind == PY_IF ? "`if` statement" : "`elif` statement");
    const tunip_doc *predicate = parse_condition(p);
    tunip_docs then_branch = parse_block(p, &h), else_branch = tunip_docs_none();
    if (p->is_broken) return;
    if (p->kind == PY_ELIF) {
        parse_with_block(p);
        else_branch = tn_py_take(p, base);
    } else if (p->kind == PY_ELSE) {
        head otherwise = begin_head(p, "`else` statement");
        otherwise.whole = &h;
        else_branch = parse_block(p, &otherwise);
    }
    NEW(if, IF, place_of(&h, else_branch.count ? else_branch : then_branch));
    doc->stmt.comment = h.comment;
    doc->predicate = predicate;
    doc->then_branch = then_branch;
    doc->else_branch = else_branch;
}

/* The `else` of a loop has no Doc. */
static void drop_else(tn_py *p)
{
    if (p->kind != PY_ELSE) return;
    head h = begin_head(p, "`else` statement");
    parse_block(p, &h);
    tn_py_warn(p, h.begin, h.end, "the `else` of a loop is not read");
}

static void parse_while(tn_py *p)
{
    head h = begin_head(p, "`while` statement");
    const tunip_doc *predicate = parse_condition(p);
    tunip_docs body = parse_block(p, &h);
    if (p->is_broken) return;
    NEW(while, WHILE, place_of(&h, body));
    doc->stmt.comment = h.comment;
    doc->predicate = predicate;
    doc->body = body;
    drop_else(p);
}

static void parse_for(tn_py *p)
{
    head h = begin_head(p, "`for` statement");
    const tunip_doc *lhs = tn_py_parse_exprs(p, BIND_BIT_OR);
    tn_py_check_target(p, lhs);
    tn_py_expect(p, PY_IN, "`in`");
    const tunip_doc *rhs = tn_py_parse_exprs(p, BIND_LAMBDA);
    tunip_docs body = parse_block(p, &h);
    if (p->is_broken) return;
    NEW(for, FOR, place_of(&h, body));
    doc->stmt.comment = h.comment;
    doc->lhs = lhs;
    doc->rhs = rhs;
    doc->body = body;
    drop_else(p);
}

/* Reads `as lhs` after `rhs`, if it follows, and pushes both. Pushes tn_py_no_doc if there is no
 * name. */
static void parse_as(tn_py *p, const tunip_doc *rhs)
{
    const tunip_doc *lhs = tn_py_no_doc;
    if (tn_py_accept(p, PY_AS)) {
        lhs = tn_py_parse_expr(p, BIND_POSTFIX);
        tn_py_check_target(p, lhs);
    }
    tn_py_push(p, rhs);
    tn_py_push(p, lhs);
}

static void parse_item(tn_py *p)
{
    parse_as(p, tn_py_parse_expr(p, BIND_LAMBDA));
}

/* `(a as b, c)`, if the colon follows; else the beginning of an expression. */
static void parse_round_items(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    size_t base = p->list.count, names = 0;
    bool is_tuple = false;
    tn_py_advance(p);
    while (p->kind != PY_CLOSE_ROUND && !p->is_broken) {
        parse_item(p);
        names += p->list.count > base && p->list.items[p->list.count - 1] != tn_py_no_doc;
        if (p->kind != PY_COMMA) break;
        tn_py_advance(p);
        is_tuple = true;
    }
    is_tuple |= p->list.count == base;
    tn_py_expect(p, PY_CLOSE_ROUND, "`,` or `)`");
    if (p->is_broken || (p->kind == PY_COLON && p->list.count > base)) return;
    if (names) tn_py_expected(p, "`:`");
    size_t count = (p->list.count - base) / 2;
    for (size_t i = 0; i < count; i++) p->list.items[base + i] = p->list.items[base + 2 * i];
    p->list.count = base + count;
    const tunip_doc *left = tn_py_group(p, begin, base, is_tuple);
    parse_as(p, tn_py_parse_rest(p, begin, left, BIND_LAMBDA));
}

/* Reads `with`. The scopes of several items are nested. */
static void parse_with(tn_py *p)
{
    size_t base = p->list.count;
    head h = begin_head(p, "`with` statement");
    if (p->kind == PY_OPEN_ROUND)
        parse_round_items(p);
    else
        parse_item(p);
    while (tn_py_accept(p, PY_COMMA)) parse_item(p);
    size_t count = p->list.count - base;
    tunip_docs body = parse_block(p, &h);
    if (p->is_broken) return;
    for (; count > 0; count -= 2) {
        const tunip_doc *rhs = p->list.items[base + count - 2];
        const tunip_doc *lhs = p->list.items[base + count - 1];
        p->list.count = base + count - 2;
        NEW(scope, SCOPE, place_of(&h, body));
        doc->stmt.comment = count == 2 ? h.comment : (tunip_str){"", 0};
        doc->lhs = lhs == tn_py_no_doc ? NULL : lhs;
        doc->rhs = rhs;
        doc->body = body;
        if (count > 2) body = tn_py_take(p, base + count - 2);
    }
}

/* ---- definitions ---- */

tunip_docs tn_py_recover_body(tn_py *p, uint32_t begin)
{
    size_t base = p->list.count;
    tn_py_recover(p, base, begin);
    return tn_py_take(p, base);
}

/* A function or a class keeps its doc string where other statements keep their comment. */
static void push_comment_of(tn_py *p, const head *h)
{
    if (h->comment.size)
        tn_py_push_comment(p, TUNIP_ROLE_NONE, (tn_script_place){h->begin, h->begin}, h->comment);
}

tunip_docs tn_py_parse_signature(tn_py *p, const tunip_doc **return_type)
{
    tunip_docs args = tn_py_parse_parameters(p);
    if (tn_py_accept(p, PY_ARROW)) *return_type = tn_py_parse_expr(p, BIND_LAMBDA);
    return args;
}

/* Skips the signature, if that is possible, and describes it in *out. */
static bool skip_signature(tn_py *p, uint32_t keyword, tn_py_function *out)
{
    if (!p->defers || p->function_depth) return false;
    *out = (tn_py_function){.signature = p->lexer.at,
                            .indent_count = p->lexer.indents.count,
                            .around = p->around,
                            .keyword = keyword,
                            .to_declare = TN_PY_NOT_AHEAD};
    bool returns;
    if (!tn_py_skip_signature(p, &returns)) return false;
    if (returns) out->doc.return_type = tn_unread_args[0];
    out->indents = tn_py_keep_indents(p, out->indent_count);
    return out->indents != NULL;
}

/* `skipped` describes its signature if that was skipped; otherwise it is NULL. */
static tunip_doc_function *new_function(tn_py *p, tn_script_place place,
                                        const tn_py_function *skipped)
{
    size_t size = skipped ? sizeof *skipped : sizeof(tunip_doc_function);
    tunip_doc_function *doc =
        tn_script_doc(p->arena, size, TUNIP_DOC_FUNCTION, TUNIP_ROLE_NONE, place);
    if (!doc || !skipped) return doc;
    tn_py_function *f = (tn_py_function *)doc;
    tunip_doc base = doc->stmt.base;
    *f = *skipped;
    doc->stmt.base = base;
    return tn_array_push(&p->functions, &p->arena->allocator, f) ? doc : NULL;
}

static void parse_function(tn_py *p, uint32_t begin, tunip_docs decorators)
{
    head h = begin_head(p, "function definition");
    h.begin = begin;
    if (p->kind != PY_NAME) tn_py_expected(p, "the name of the function");
    if (p->is_broken) return;
    const tunip_doc *name = tn_py_parse_id(p), *return_type = NULL;
    tunip_docs type_params = p->kind == PY_OPEN_SQUARE ? parse_type_params(p) : tunip_docs_none();
    if (p->is_broken) return;
    tunip_docs args = tunip_docs_view(tn_unread_args, 1);
    tn_py_function skipped;
    bool is_skipped = skip_signature(p, h.keyword, &skipped);
    if (is_skipped)
        return_type = skipped.doc.return_type;
    else
        args = tn_py_parse_signature(p, &return_type);
    h.is_deferred = p->defers && !p->function_depth;
    p->function_depth++;
    tunip_docs body = parse_block(p, &h);
    p->function_depth--;
    if (p->is_broken) {
        body = tn_py_recover_body(p, h.keyword);
        args = tunip_docs_none();
        return_type = NULL;
    }
    push_comment_of(p, &h);
    tunip_doc_function *doc = new_function(p, place_of(&h, body), is_skipped ? &skipped : NULL);
    if (!doc) {
        tn_py_fail_memory(p);
        return;
    }
    doc->stmt.comment = (tunip_str){"", 0};
    doc->name = name;
    doc->args = args;
    doc->decorators = decorators;
    doc->return_type = return_type;
    doc->body = body;
    doc->type_params = type_params;
    tn_py_push(p, &doc->stmt.base);
}

/* Base classes have no Doc. */
static tn_script_place parse_bases(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    if (p->kind == PY_CLOSE_ROUND) return (tn_script_place){0, 0};
    tn_py_parse_exprs(p, BIND_LAMBDA);
    if (p->kind == PY_WALRUS) tn_py_unsupported(p, begin, "assignment expressions");
    if (p->kind == PY_ASSIGN) tn_py_unsupported(p, tn_py_at(p), "arguments of a class");
    return (tn_script_place){begin, p->previous_end};
}

/* Whether a class can be a module. A class of Python may stand beside the functions of a script. */
static bool is_module(tunip_docs decorators, tunip_docs body)
{
    for (size_t i = 0; i < body.count; i++)
        if (body.items[i]->kind == TUNIP_DOC_FUNCTION &&
            ((const tunip_doc_function *)body.items[i])->decorators.count)
            return true;
    return decorators.count != 0;
}

/* Whether the decorators are one, `@I.pyfunc` or `@pyfunc`. */
static bool is_text_word(const char *word, tunip_docs decorators)
{
    if (!word || decorators.count != 1) return false;
    const tunip_doc *doc = decorators.items[0];
    if (doc->kind == TUNIP_DOC_ID) return tunip_str_is(((const tunip_doc_id *)doc)->name, word);
    return doc->kind == TUNIP_DOC_ATTR && tunip_str_is(((const tunip_doc_attr *)doc)->name, word);
}

bool tn_python_has_texts(const char *text_word, tunip_docs body)
{
    for (size_t i = 0; i < body.count; i++) {
        const tunip_doc_assign *stmt = (const tunip_doc_assign *)body.items[i];
        bool is_call = stmt->stmt.base.kind == TUNIP_DOC_ASSIGN && stmt->rhs &&
                       stmt->rhs->kind == TUNIP_DOC_CALL;
        const tunip_doc *callee = is_call ? ((const tunip_doc_call *)stmt->rhs)->callee : NULL;
        if (callee && is_text_word(text_word, (tunip_docs){&callee, 1})) return true;
    }
    return false;
}

static void parse_class(tn_py *p, uint32_t begin, tunip_docs decorators)
{
    head h = begin_head(p, "class definition");
    h.begin = begin;
    h.is_class = true;
    if (p->kind != PY_NAME) tn_py_expected(p, "the name of the class");
    if (p->is_broken) return;
    const tunip_doc *name = tn_py_parse_id(p);
    if (p->is_broken) return;
    tn_script_place bases = {0, 0};
    if (tn_py_accept(p, PY_OPEN_ROUND)) {
        bases = parse_bases(p);
        tn_py_expect(p, PY_CLOSE_ROUND, "`)`");
    }
    tunip_docs body = parse_block(p, &h);
    bool is_told =
        !tn_python_has_texts(p->options.text_word, body); /* only such classes have bases in TVM */
    if (bases.end && !p->is_broken && is_told && is_module(decorators, body))
        tn_py_warn(p, bases.begin, bases.end, "base classes are not read");
    if (p->is_broken) body = tn_py_recover_body(p, h.keyword);
    push_comment_of(p, &h);
    NEW(class, CLASS, place_of(&h, body));
    doc->stmt.comment = (tunip_str){"", 0};
    doc->name = name;
    doc->decorators = decorators;
    doc->body = body;
}

/* ---- functions of Python ---- */

/* The text without the indentation of its first line, which `column` is. */
static tunip_str dedent(tn_py *p, tunip_str text, size_t column)
{
    char *out = tn_arena_alloc(p->arena, text.size + 1);
    size_t size = 0, blanks = column;
    if (!out) return text;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == ' ' && blanks < column)
            blanks++;
        else
            out[size++] = text.data[i], blanks = column;
        if (text.data[i] == '\n') blanks = 0;
    }
    return (tunip_str){out, size};
}

static const tunip_doc *new_string(tn_py *p, tunip_str text, tn_script_place place)
{
    tunip_doc_literal *doc =
        tn_script_doc(p->arena, sizeof *doc, TUNIP_DOC_LITERAL, TUNIP_LITERAL_STR, place);
    if (!doc) return tn_py_fail_memory(p);
    memset(&doc->value, 0, sizeof doc->value);
    doc->value.text = text;
    return &doc->base;
}

/* Reads a function as `name = decorator("name", "text")`. */
static void parse_text_function(tn_py *p, uint32_t begin, const tunip_doc *decorator)
{
    const char *first = tn_py_pointer(p, begin);
    uint32_t column = tn_py_indentation(&p->lexer, first);
    begin_head(p, "function definition");
    if (p->kind != PY_NAME) tn_py_expected(p, "the name of the function");
    if (p->is_broken) return;
    const tunip_doc *name = tn_py_parse_id(p);
    if (p->kind != PY_OPEN_ROUND) tn_py_expected(p, "`(`");
    if (p->is_broken) return;
    const char *end = tn_py_skip_definition(p, column);
    tn_script_place place = {begin, tn_py_locate(p, end)};
    tunip_str text = dedent(p, (tunip_str){first, (size_t)(end - first)}, column);
    size_t base = p->list.count;
    tn_py_push(p, new_string(p, ((const tunip_doc_id *)name)->name, tn_doc_place(name)));
    tn_py_push(p, new_string(p, text, place));
    tunip_docs args = tn_py_take(p, base);
    tunip_doc_call *call =
        tn_script_doc(p->arena, sizeof *call, TUNIP_DOC_CALL, TUNIP_CALL_WHOLE, place);
    if (!call) {
        tn_py_fail_memory(p);
        return;
    }
    call->callee = decorator;
    call->args = args;
    call->keys = NULL;
    call->values = tunip_docs_none();
    NEW(assign, ASSIGN, place);
    doc->stmt.comment = (tunip_str){"", 0};
    doc->lhs = name;
    doc->rhs = &call->base;
    doc->annotation = NULL;
}

static void parse_decorated(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    size_t base = p->list.count;
    while (tn_py_accept(p, PY_MATRIX)) {
        uint32_t expr = tn_py_at(p);
        tn_py_push(p, tn_py_parse_expr(p, BIND_LAMBDA));
        if (p->kind == PY_WALRUS) tn_py_unsupported(p, expr, "assignment expressions");
        tn_py_expect(p, PY_NEWLINE, "the end of the line");
    }
    tunip_docs decorators = tn_py_take(p, base);
    if (p->kind == PY_DEF && is_text_word(p->options.text_word, decorators))
        parse_text_function(p, begin, decorators.items[0]);
    else if (p->kind == PY_DEF)
        parse_function(p, begin, decorators);
    else if (p->kind == PY_CLASS)
        parse_class(p, begin, decorators);
    else if (p->kind == PY_ASYNC)
        tn_py_unsupported(p, tn_py_at(p), "async statements");
    else
        tn_py_expected(p, "`def` or `class` after a decorator");
}

/* ---- one statement ---- */

/* Parses a statement with a block, or an `elif` after one; `arg` is the parser. */
static void parse_compound(void *arg)
{
    tn_py *p = arg;
    size_t base = p->list.count;
    uint32_t begin = p->statement = tn_py_at(p);
    switch (p->kind) {
    case PY_IF:
    case PY_ELIF:
        parse_if(p);
        break;
    case PY_WHILE:
        parse_while(p);
        break;
    case PY_FOR:
        parse_for(p);
        break;
    case PY_WITH:
        parse_with(p);
        break;
    default:
        parse_decorated(p);
        break;
    }
    if (p->is_broken) tn_py_recover(p, base, begin);
}

static void parse_with_block(tn_py *p)
{
    if (!tn_stack_low(&p->stack))
        parse_compound(p);
    else if (!tn_stack_run(&p->stack, parse_compound, p))
        tn_py_fail_memory(p);
}
