/* expr.c -- expressions: operator precedence by one table, which tokens.def fills. */
#include "parse.h"

static const struct {
    uint8_t binds, operator;
} operators[] = {
#define TUNIP_OP_NONE                       0
#define X(TOKEN, spelling, binds, operator) [RL_##TOKEN] = {binds, TUNIP_OP_##operator},
#include "tokens.def"
#undef X
};

static const tunip_doc *parse_infix(tn_rl *p, unsigned least);

/* ---- remarks ---- */

/* span=SOURCE:LINE:COLUMN, up to the blank in front of the end of the comment. */
static const tunip_doc *parse_span(tn_rl *p, const char *end)
{
    uint32_t begin = tn_rl_at(p);
    const char *text = p->lexer.at + strlen("span=");
    const tunip_doc *key = tn_rl_new_id(p, begin, tunip_str_from("span"));
    while (end > text && end[-1] == ' ') end--;
    const tunip_doc *value =
        tn_rl_new_string(p, begin, (tunip_str){text, (size_t)(end - text)});
    p->lexer.cursor = end;
    tn_rl_advance(p);
    return tn_rl_new_assign(p, TUNIP_ROLE_META, begin, key, NULL, value);
}

static void parse_remarks(tn_rl *p, const char *end)
{
    tn_rl_advance(p);
    if (p->kind == RL_NAME && tunip_str_is(tn_rl_token(p), "ty")) {
        uint32_t begin = tn_rl_at(p);
        const tunip_doc *key = tn_rl_parse_id(p);
        tn_rl_expect(p, RL_EQUAL);
        const tunip_doc *type = tn_rl_parse_type(p);
        tn_rl_push(p, tn_rl_new_assign(p, TUNIP_ROLE_META, begin, key, NULL, type));
    }
    if (p->kind == RL_NAME && tunip_str_is(tn_rl_token(p), "span") && *p->lexer.cursor == '=')
        tn_rl_push(p, parse_span(p, end));
}

/* Reads a comment with the type or the span of the preceding expression. Other comments make no
 * Docs. */
const tunip_doc *tn_rl_parse_note(tn_rl *p, uint32_t begin, const tunip_doc *doc)
{
    if (!p->lexer.note || p->is_broken || p->is_quiet) return doc;
    const tn_rl before = *p;
    const char *end = tn_rl_skip_comment(p->lexer.note, p->lexer.limit);
    size_t base = p->list.count;
    tn_rl_push(p, doc);
    p->is_quiet = true;
    p->lexer.cursor = p->lexer.note + 2;
    p->kind = RL_COMMA;
    parse_remarks(p, end - 2);
    bool is_read = !p->is_broken && p->lexer.at == end - 2;
    p->lexer = before.lexer;
    p->lexer.note = NULL;
    p->kind = before.kind;
    p->depth = before.depth;
    p->is_quiet = p->is_broken = false;
    p->previous_end = before.previous_end;
    if (!is_read) p->list.count = base;
    if (!is_read) return doc;
    return tn_rl_new_tuple(p, TUNIP_DOC_TUPLE, TUNIP_TUPLE_NOTED, begin, tn_rl_take(p, base));
}

/* ---- lists ---- */

/* An item in parentheses or among arguments: an expression, or several statements as a BLOCK. */
static const tunip_doc *parse_nested(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    tunip_docs body = p->scope(p);
    const tunip_doc *only = body.count == 1 ? body.items[0] : NULL;
    if (only && only->kind == TUNIP_DOC_EXPR_STMT && only->role == TUNIP_ROLE_NONE)
        return ((const tunip_doc_expr_stmt *)only)->expr;
    TN_RL_NEW(p, block, BLOCK, TUNIP_ROLE_NONE, begin);
    doc->body = body;
    return &doc->stmt.base;
}

/* (), (a), (a,), (a, b) */
static const tunip_doc *parse_round(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    size_t base = p->list.count;
    bool is_tuple = true;
    tn_rl_advance(p);
    while (p->kind != RL_CLOSE_ROUND && p->kind != RL_STOP) {
        tn_rl_push(p, parse_nested(p));
        is_tuple = tn_rl_accept(p, RL_COMMA);
        if (!is_tuple) break;
    }
    if (p->list.count > base + 1) is_tuple = true;
    tn_rl_expect(p, RL_CLOSE_ROUND);
    tunip_docs items = tn_rl_take(p, base);
    if (!is_tuple && items.count) return items.items[0];
    return tn_rl_new_tuple(p, TUNIP_DOC_TUPLE, TUNIP_TUPLE_LISTED, begin, items);
}

static const tunip_doc *parse_braces(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    tn_rl_advance(p);
    tunip_docs body = p->scope(p);
    tn_rl_expect(p, RL_CLOSE_CURLY);
    TN_RL_NEW(p, block, BLOCK, TUNIP_ROLE_NONE, begin);
    doc->body = body;
    return &doc->stmt.base;
}

const tunip_doc *tn_rl_parse_pair(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    if (p->kind != RL_NAME) return tn_rl_expected(p, "the name of an attribute");
    const tunip_doc *key = tn_rl_parse_id(p);
    tn_rl_expect(p, RL_EQUAL);
    const tunip_doc *value = tn_rl_parse_expr(p);
    return tn_rl_new_assign(p, TUNIP_ROLE_META, begin, key, NULL, value);
}

/* ---- calls ---- */

/* KEY=VALUE, ... after the other arguments: pushes the values. */
static void parse_keywords(tn_rl *p)
{
    while (p->kind == RL_NAME && tn_rl_before_equal(&p->lexer)) {
        tunip_str key = tn_rl_token(p);
        tn_rl_advance(p);
        tn_rl_advance(p);
        if (!tn_array_push(&p->keys, &p->arena->allocator, key)) tn_rl_fail_memory(p);
        tn_rl_push(p, tn_rl_parse_expr(p));
        if (!tn_rl_accept(p, RL_COMMA)) return;
    }
}

static const tunip_doc *parse_call(tn_rl *p, uint32_t begin, const tunip_doc *callee)
{
    const tunip_str *keys;
    size_t base = p->list.count, first = p->keys.count;
    tn_rl_advance(p);
    while (p->kind != RL_CLOSE_ROUND && p->kind != RL_STOP &&
           !(p->kind == RL_NAME && tn_rl_before_equal(&p->lexer))) {
        tn_rl_push(p, parse_nested(p));
        if (!tn_rl_accept(p, RL_COMMA)) break;
    }
    tunip_docs args = tn_rl_take(p, base);
    parse_keywords(p);
    tn_rl_expect(p, RL_CLOSE_ROUND);
    if (p->is_broken) return callee;
    tunip_docs values = tn_rl_take_values(p, base, first, &keys);
    TN_RL_NEW(p, call, CALL, TUNIP_CALL_WHOLE, begin);
    doc->callee = callee;
    doc->args = args;
    doc->keys = keys;
    doc->values = values;
    return &doc->base;
}

/* x.0 */
static const tunip_doc *parse_member(tn_rl *p, uint32_t begin, const tunip_doc *value)
{
    tn_rl_advance(p);
    tunip_str name = tn_rl_token(p);
    if (!tn_rl_expect(p, RL_INT)) return value;
    TN_RL_NEW(p, attr, ATTR, 0, begin);
    doc->value = value;
    doc->name = name;
    return &doc->base;
}

/* ---- expressions ---- */

static const tunip_doc *parse_name(tn_rl *p)
{
    static const struct {
        const char *text;
        tunip_literal literal;
        bool value;
    } words[] = {{"True", TUNIP_LITERAL_BOOL, true},
                 {"False", TUNIP_LITERAL_BOOL, false},
                 {"None", TUNIP_LITERAL_NONE, false},
                 {"nullptr", TUNIP_LITERAL_NONE, false}};
    uint32_t begin = tn_rl_at(p);
    tunip_str name = tn_rl_token(p);
    if (tn_rl_is_device(p)) return tn_rl_parse_device(p);
    const tunip_doc *id = tn_rl_parse_id(p);
    for (size_t i = 0; i < TUNIP_LEN(words); i++) {
        if (!tunip_str_is(name, words[i].text)) continue;
        TN_RL_NEW(p, literal, LITERAL, words[i].literal, begin);
        doc->value.boolean = words[i].value;
        return &doc->base;
    }
    return p->kind == RL_OPEN_SQUARE ? tn_rl_parse_index(p, begin, id) : id;
}

static const tunip_doc *parse_atom(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    bool is_negative = false;
    for (; p->kind == RL_MINUS; is_negative = !is_negative) tn_rl_advance(p);
    if (p->kind == RL_INT || p->kind == RL_FLOAT) return tn_rl_parse_number(p, begin, is_negative);
    if (tn_rl_at(p) != begin) return tn_rl_expected(p, "a number");
    switch (p->kind) {
    case RL_NAME:
        return parse_name(p);
    case RL_LOCAL:
    case RL_GRAPH:
    case RL_GLOBAL:
        return tn_rl_parse_id(p);
    case RL_STRING:
        return tn_rl_parse_string(p);
    case RL_META:
        return tn_rl_parse_meta(p);
    case RL_FN:
    case RL_IF:
    case RL_MATCH:
    case RL_LET:
        return p->compound(p);
    case RL_OPEN_ROUND:
        return parse_round(p);
    case RL_OPEN_CURLY:
        return parse_braces(p);
    case RL_OPEN_SQUARE:
        return tn_rl_parse_list(p, RL_OPEN_SQUARE, RL_CLOSE_SQUARE, tn_rl_parse_expr);
    default:
        return tn_rl_expected(p, "an expression");
    }
}

/* An atom, followed by any number of calls and item numbers. */
static const tunip_doc *parse_postfix(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    const tunip_doc *doc = parse_atom(p);
    for (;;) {
        if (p->kind == RL_OPEN_ROUND && !p->lexer.note)
            doc = parse_call(p, begin, doc);
        else if (p->kind == RL_PERIOD)
            doc = parse_member(p, begin, doc);
        else
            return tn_rl_parse_note(p, begin, doc);
    }
}

const tunip_doc *tn_rl_parse_atomic(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    const tunip_doc *doc = parse_atom(p);
    if (p->kind == RL_PERIOD) doc = parse_member(p, begin, doc);
    return tn_rl_parse_note(p, begin, doc);
}

static const tunip_doc *new_operation(tn_rl *p, uint32_t begin, unsigned operator,
                                      const tunip_doc *left, const tunip_doc *right)
{
    size_t base = p->list.count;
    tn_rl_push(p, left);
    tn_rl_push(p, right);
    tunip_docs operands = tn_rl_take(p, base);
    TN_RL_NEW(p, operation, OPERATION, operator, begin);
    doc->operands = operands;
    return &doc->base;
}

/* Operators that bind at least as tightly as `least`. All of them group to the left. */
static const tunip_doc *parse_infix(tn_rl *p, unsigned least)
{
    uint32_t begin = tn_rl_at(p);
    const tunip_doc *left = parse_postfix(p);
    while (operators[p->kind].binds >= least && p->kind != RL_STOP) {
        unsigned binds = operators[p->kind].binds, operator= operators[p->kind].operator;
        tn_rl_advance(p);
        left = new_operation(p, begin, operator, left, parse_infix(p, binds + 1));
    }
    return left;
}

typedef struct resumed {
    tn_rl *p;
    const tunip_doc *doc;
} resumed;

static void resume(void *arg)
{
    resumed *r = arg;
    r->doc = tn_rl_parse_expr(r->p);
}

const tunip_doc *tn_rl_parse_expr(tn_rl *p)
{
    if (!tn_stack_low(&p->stack)) return parse_infix(p, 1);
    resumed r = {p, NULL};
    return tn_stack_run(&p->stack, resume, &r) ? r.doc : tn_rl_fail_memory(p);
}
