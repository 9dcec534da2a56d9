/* stmt.c -- statements, functions, definitions. */
#include "parse.h"

/* ---- scopes ---- */

static const tunip_doc *parse_annotation(tn_rl *p)
{
    uint32_t begin;
    if (!tn_rl_accept(p, RL_COLON)) return NULL;
    begin = tn_rl_at(p);
    const tunip_doc *type = tn_rl_parse_type(p);
    return tn_rl_parse_note(p, begin, type);
}

static const tunip_doc *parse_local(tn_rl *p)
{
    return p->kind == RL_LOCAL ? tn_rl_parse_id(p) : tn_rl_expected(p, "a local variable");
}

/* The definition of a variable, with its attributes in braces and the remarks in a comment. */
static const tunip_doc *parse_variable(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    size_t base = p->list.count;
    const tunip_doc *name = parse_local(p);
    if (p->kind != RL_OPEN_CURLY) return tn_rl_parse_note(p, begin, name);
    tn_rl_push(p, name);
    tn_rl_advance(p);
    while (p->kind != RL_CLOSE_CURLY && p->kind != RL_STOP) {
        tn_rl_push(p, tn_rl_parse_pair(p));
        if (!tn_rl_accept(p, RL_COMMA)) break;
    }
    tn_rl_expect(p, RL_CLOSE_CURLY);
    name = tn_rl_new_tuple(p, TUNIP_DOC_TUPLE, TUNIP_TUPLE_NOTED, begin, tn_rl_take(p, base));
    return tn_rl_parse_note(p, begin, name);
}

/* let %x: type = value */
static const tunip_doc *parse_let(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    tn_rl_advance(p);
    const tunip_doc *name = parse_variable(p);
    const tunip_doc *type = parse_annotation(p);
    tn_rl_expect(p, RL_EQUAL);
    const tunip_doc *value = tn_rl_parse_expr(p);
    return tn_rl_new_assign(p, TUNIP_ROLE_LET, begin, name, type, value);
}

/* free_var %x: type */
static const tunip_doc *parse_free(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    tn_rl_advance(p);
    const tunip_doc *name = parse_variable(p);
    const tunip_doc *type = parse_annotation(p);
    if (!type) return tn_rl_new_expr_stmt(p, TUNIP_ROLE_DEFINE, begin, name);
    return tn_rl_new_assign(p, TUNIP_ROLE_DEFINE, begin, name, type, NULL);
}

static const tunip_doc *parse_stmt(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    if (p->kind == RL_LET) return parse_let(p);
    if (p->kind == RL_FREE_VAR) return parse_free(p);
    if (p->kind != RL_GRAPH || !tn_rl_before_equal(&p->lexer))
        return tn_rl_new_expr_stmt(p, TUNIP_ROLE_NONE, begin, tn_rl_parse_expr(p));
    const tunip_doc *name = tn_rl_parse_id(p);
    tn_rl_advance(p);
    const tunip_doc *value = tn_rl_parse_expr(p);
    return tn_rl_new_assign(p, TUNIP_ROLE_BIND, begin, name, NULL, value);
}

/* The remark behind the semicolon of a let is about the let, such as its span.
 * Puts it around the last statement. */
static void parse_let_note(tn_rl *p, uint32_t begin)
{
    if (!p->list.count || !p->lexer.note || p->is_broken) return;
    const tunip_doc *let = p->list.items[p->list.count - 1];
    if (let->kind != TUNIP_DOC_ASSIGN || let->role != TUNIP_ROLE_LET) return;
    const tunip_doc *noted = tn_rl_parse_note(p, begin, let);
    if (noted == let) return;
    p->list.count--;
    tn_rl_push(p, tn_rl_new_expr_stmt(p, TUNIP_ROLE_NONE, begin, noted));
}

/* let %x = let %y = a; %y; -- a let that is a value ends with the first expression after its
 * bindings, whatever follows. */
static const tunip_doc *parse_inner_let(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    size_t base = p->list.count;
    for (const tunip_doc *doc = NULL; !doc || doc->kind == TUNIP_DOC_ASSIGN;) {
        if (doc && !tn_rl_expect(p, RL_SEMICOLON)) break;
        if (doc) parse_let_note(p, begin);
        doc = parse_stmt(p);
        tn_rl_push(p, doc);
    }
    tunip_docs body = tn_rl_take(p, base);
    TN_RL_NEW(p, block, BLOCK, TUNIP_ROLE_NONE, begin);
    doc->body = body;
    return &doc->stmt.base;
}

/* Whether a scope may end before this token. */
static bool is_end(tn_rl_kind kind)
{
    static const uint8_t ends[] = {RL_CLOSE_CURLY, RL_CLOSE_ROUND, RL_CLOSE_SQUARE,
                                   RL_COMMA,       RL_END,         RL_SECTION,
                                   RL_DEF,         RL_TYPE,        RL_EXTERN};
    return memchr(ends, (int)kind, sizeof ends) != NULL;
}

/* A scope ends with its value. */
static tunip_docs parse_scope(tn_rl *p)
{
    size_t base = p->list.count, depth = p->depth;
    bool goes_on = true;
    while (goes_on && p->kind != RL_STOP) {
        size_t before = p->list.count;
        uint32_t begin = tn_rl_at(p);
        tn_rl_push(p, parse_stmt(p));
        goes_on = tn_rl_accept(p, RL_SEMICOLON);
        if (goes_on) parse_let_note(p, begin);
        if (!goes_on && !is_end(p->kind)) tn_rl_expected(p, "`;` or the end of the scope");
        if (p->is_broken && !p->failed && !p->is_quiet) {
            tn_rl_recover(p, depth, before);
            goes_on = true;
        }
        goes_on = goes_on && !is_end(p->kind);
    }
    return tn_rl_take(p, base);
}

typedef struct resumed {
    tn_rl *p;
    tunip_docs docs;
} resumed;

static void resume(void *arg)
{
    resumed *r = arg;
    r->docs = tn_rl_parse_scope(r->p);
}

tunip_docs tn_rl_parse_scope(tn_rl *p)
{
    if (!tn_stack_low(&p->stack)) return parse_scope(p);
    resumed r = {p, {NULL, 0}};
    if (!tn_stack_run(&p->stack, resume, &r)) tn_rl_fail_memory(p);
    return r.docs;
}

static tunip_docs parse_body(tn_rl *p)
{
    if (!tn_rl_expect(p, RL_OPEN_CURLY)) return tunip_docs_none();
    tunip_docs body = tn_rl_parse_scope(p);
    tn_rl_expect(p, RL_CLOSE_CURLY);
    return body;
}

static const tunip_doc *parse_if(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    tn_rl_advance(p);
    tn_rl_expect(p, RL_OPEN_ROUND);
    const tunip_doc *predicate = tn_rl_parse_expr(p);
    tn_rl_expect(p, RL_CLOSE_ROUND);
    tunip_docs yes = parse_body(p);
    tn_rl_expect(p, RL_ELSE);
    tunip_docs no = parse_body(p);
    TN_RL_NEW(p, if, IF, TUNIP_ROLE_NONE, begin);
    doc->predicate = predicate;
    doc->then_branch = yes;
    doc->else_branch = no;
    return &doc->stmt.base;
}

/* ---- match ---- */

static const tunip_doc *parse_pattern(tn_rl *p);

static tunip_docs parse_patterns(tn_rl *p)
{
    return tn_rl_parse_items(p, RL_OPEN_ROUND, RL_CLOSE_ROUND, parse_pattern);
}

static const tunip_doc *parse_constructed(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    const tunip_doc *name = tn_rl_parse_id(p);
    if (p->kind != RL_OPEN_ROUND) return name;
    tunip_docs args = parse_patterns(p);
    TN_RL_NEW(p, call, CALL, TUNIP_CALL_WHOLE, begin);
    doc->callee = name;
    doc->args = args;
    return &doc->base;
}

static const tunip_doc *parse_pattern_here(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    if (p->kind == RL_NAME) return parse_constructed(p);
    if (p->kind == RL_LOCAL) {
        const tunip_doc *name = parse_variable(p);
        const tunip_doc *type = parse_annotation(p);
        return tn_rl_new_assign(p, TUNIP_ROLE_DEFINE, begin, name, type, NULL);
    }
    if (p->kind != RL_OPEN_ROUND) return tn_rl_expected(p, "a pattern");
    return tn_rl_new_tuple(p, TUNIP_DOC_TUPLE, TUNIP_TUPLE_LISTED, begin, parse_patterns(p));
}

typedef struct resumed_pattern {
    tn_rl *p;
    const tunip_doc *doc;
} resumed_pattern;

static void resume_pattern(void *arg)
{
    resumed_pattern *r = arg;
    r->doc = parse_pattern(r->p);
}

static const tunip_doc *parse_pattern(tn_rl *p)
{
    if (!tn_stack_low(&p->stack)) return parse_pattern_here(p);
    resumed_pattern r = {p, NULL};
    return tn_stack_run(&p->stack, resume_pattern, &r) ? r.doc : tn_rl_fail_memory(p);
}

/* PATTERN => { ... }, or an expression without braces. */
static const tunip_doc *parse_case(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    const tunip_doc *pattern = parse_pattern(p);
    tn_rl_expect(p, RL_CASE);
    tunip_docs body = p->kind == RL_OPEN_CURLY ? parse_body(p) : tn_rl_parse_scope(p);
    TN_RL_NEW(p, scope, SCOPE, TUNIP_ROLE_NONE, begin);
    doc->rhs = pattern;
    doc->body = body;
    return &doc->stmt.base;
}

static const tunip_doc *parse_match(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    const tunip_doc *word = tn_rl_parse_id(p);
    const tunip_doc *data = tn_rl_parse_atomic(p);
    size_t base = p->list.count;
    tn_rl_expect(p, RL_OPEN_CURLY);
    while (p->kind != RL_CLOSE_CURLY && p->kind != RL_STOP) {
        tn_rl_push(p, parse_case(p));
        tn_rl_accept(p, RL_COMMA);
        if (p->kind == RL_END) break;
    }
    tn_rl_expect(p, RL_CLOSE_CURLY);
    tunip_docs cases = tn_rl_take(p, base);
    TN_RL_NEW(p, scope, SCOPE, TUNIP_ROLE_NONE, begin);
    doc->lhs = word;
    doc->rhs = data;
    doc->body = cases;
    return &doc->stmt.base;
}

/* ---- functions ---- */

/* A parameter, an attribute, or the type of a parameter. */
static const tunip_doc *parse_param(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    if (p->kind == RL_NAME && tn_rl_before_equal(&p->lexer)) return tn_rl_parse_pair(p);
    if (p->kind != RL_LOCAL) return tn_rl_parse_type(p);
    const tunip_doc *name = parse_variable(p);
    const tunip_doc *type = parse_annotation(p);
    if (!type) return tn_rl_new_expr_stmt(p, TUNIP_ROLE_PARAM, begin, name);
    return tn_rl_new_assign(p, TUNIP_ROLE_PARAM, begin, name, type, NULL);
}

const tunip_doc *tn_rl_parse_function(tn_rl *p, uint32_t begin, const tunip_doc *name)
{
    tunip_docs types = tn_rl_parse_type_params(p);
    tunip_docs args = tn_rl_parse_items(p, RL_OPEN_ROUND, RL_CLOSE_ROUND, parse_param);
    tunip_docs body = tunip_docs_none();
    const tunip_doc *result = tn_rl_accept(p, RL_ARROW) ? tn_rl_parse_type(p) : NULL;
    if (p->kind == RL_OPEN_CURLY || !result) body = parse_body(p);
    TN_RL_NEW(p, function, FUNCTION, TUNIP_ROLE_NONE, begin);
    doc->name = name;
    doc->args = args;
    doc->decorators = types;
    doc->return_type = result;
    doc->body = body;
    return &doc->stmt.base;
}

const tunip_doc *tn_rl_parse_compound(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    if (p->kind == RL_IF) return parse_if(p);
    if (p->kind == RL_MATCH) return parse_match(p);
    if (p->kind == RL_LET) return parse_inner_let(p);
    return tn_rl_parse_function(p, begin, tn_rl_parse_id(p));
}
