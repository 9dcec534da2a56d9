/* type.c -- types. */
#include "parse.h"

const tunip_doc *tn_rl_parse_index(tn_rl *p, uint32_t begin, const tunip_doc *head)
{
    tunip_docs items = tn_rl_parse_items(p, RL_OPEN_SQUARE, RL_CLOSE_SQUARE, tn_rl_parse_type);
    TN_RL_NEW(p, index, INDEX, 0, begin);
    doc->value = head;
    doc->indices = items;
    return &doc->base;
}

/* T, T[a, b], ref(T) */
static const tunip_doc *parse_named(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    const tunip_doc *head = tn_rl_parse_id(p);
    if (p->kind == RL_OPEN_SQUARE) return tn_rl_parse_index(p, begin, head);
    if (p->kind != RL_OPEN_ROUND) return head;
    tunip_docs args = tn_rl_parse_items(p, RL_OPEN_ROUND, RL_CLOSE_ROUND, tn_rl_parse_type);
    TN_RL_NEW(p, call, CALL, TUNIP_CALL_WHOLE, begin);
    doc->callee = head;
    doc->args = args;
    return &doc->base;
}

tunip_docs tn_rl_parse_type_params(tn_rl *p)
{
    size_t base = p->list.count;
    if (!tn_rl_accept(p, RL_OPEN_SQUARE)) return tunip_docs_none();
    while (p->kind == RL_NAME) {
        tn_rl_push(p, tn_rl_parse_id(p));
        if (!tn_rl_accept(p, RL_COMMA)) break;
    }
    tn_rl_expect(p, RL_CLOSE_SQUARE);
    return tn_rl_take(p, base);
}

/* fn [t](t) -> t */
static const tunip_doc *parse_function_type(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    const tunip_doc *name = tn_rl_parse_id(p);
    tunip_docs params = tn_rl_parse_type_params(p);
    tunip_docs args = tn_rl_parse_items(p, RL_OPEN_ROUND, RL_CLOSE_ROUND, tn_rl_parse_type);
    tn_rl_expect(p, RL_ARROW);
    const tunip_doc *result = tn_rl_parse_type(p);
    TN_RL_NEW(p, function, FUNCTION, TUNIP_ROLE_NONE, begin);
    doc->name = name;
    doc->args = args;
    doc->decorators = params;
    doc->return_type = result;
    return &doc->stmt.base;
}

static const tunip_doc *parse_here(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    switch (p->kind) {
    case RL_NAME:
        return parse_named(p);
    case RL_QUESTION:
        return tn_rl_parse_id(p);
    case RL_INT:
        return tn_rl_parse_number(p, begin, false);
    case RL_META:
        return tn_rl_parse_meta(p);
    case RL_FN:
        return parse_function_type(p);
    case RL_OPEN_ROUND: {
        tunip_docs items = tn_rl_parse_items(p, RL_OPEN_ROUND, RL_CLOSE_ROUND, tn_rl_parse_type);
        return tn_rl_new_tuple(p, TUNIP_DOC_TUPLE, TUNIP_TUPLE_LISTED, begin, items);
    }
    case RL_MINUS:
        tn_rl_advance(p);
        if (p->kind == RL_INT) return tn_rl_parse_number(p, begin, true);
        break;
    default:
        break;
    }
    return tn_rl_expected(p, "a type");
}

typedef struct resumed {
    tn_rl *p;
    const tunip_doc *doc;
} resumed;

static void resume(void *arg)
{
    resumed *r = arg;
    r->doc = tn_rl_parse_type(r->p);
}

const tunip_doc *tn_rl_parse_type(tn_rl *p)
{
    if (!tn_stack_low(&p->stack)) return parse_here(p);
    resumed r = {p, NULL};
    return tn_stack_run(&p->stack, resume, &r) ? r.doc : tn_rl_fail_memory(p);
}
