/* parse.c -- tokens, errors, Docs, lists of items. */
#include "parse.h"

#include <stdarg.h>
#include <stdio.h>

enum { MOST_ERRORS = 100 };

static const char *const spellings[] = {
#define X(TOKEN, spelling, binds, operator) [RL_##TOKEN] = spelling,
#include "tokens.def"
#undef X
};

/* ---- tokens ---- */

static bool is_opener(tn_rl_kind kind)
{
    return kind == RL_OPEN_ROUND || kind == RL_OPEN_SQUARE || kind == RL_OPEN_CURLY;
}

static bool is_closer(tn_rl_kind kind)
{
    return kind == RL_CLOSE_ROUND || kind == RL_CLOSE_SQUARE || kind == RL_CLOSE_CURLY;
}

static tn_rl_kind next(tn_rl *p)
{
    if (is_opener(p->kind)) p->depth++;
    if (is_closer(p->kind) && p->depth) p->depth--;
    p->previous_end = (uint32_t)(p->lexer.cursor - p->begin);
    return p->kind = tn_rl_next(&p->lexer);
}

void tn_rl_advance(tn_rl *p)
{
    if (p->kind != RL_STOP && next(p) == RL_BAD)
        tn_rl_error(p, tn_rl_at(p), tn_rl_at(p) + (uint32_t)tn_rl_token(p).size, "%s",
                    p->lexer.fault);
}

bool tn_rl_accept(tn_rl *p, tn_rl_kind kind)
{
    if (p->kind != kind) return false;
    tn_rl_advance(p);
    return true;
}

bool tn_rl_expect(tn_rl *p, tn_rl_kind kind)
{
    if (tn_rl_accept(p, kind)) return true;
    tn_rl_expected(p, spellings[kind]);
    return false;
}

/* ---- errors ---- */

static const struct {
    tn_script_place place;
    tunip_doc_id id;
} no_doc = {.id = {.base = {.kind = TUNIP_DOC_ID}, .name = {"", 0}}};

static void stop(tn_rl *p)
{
    if (!p->is_broken) p->broken_kind = p->kind;
    p->is_broken = true;
    p->kind = RL_STOP;
}

const tunip_doc *tn_rl_fail_memory(tn_rl *p)
{
    p->failed = true;
    stop(p);
    return &no_doc.id.base;
}

/* An error at the token where reading continued after another error is probably caused by the same
 * mistake, so it is not reported. */
void tn_rl_error(tn_rl *p, uint32_t begin, uint32_t end, const char *format, ...)
{
    char message[256];
    va_list args;
    bool is_known = p->is_broken || p->lexer.at == p->resumed;
    stop(p);
    if (is_known || p->is_quiet || p->error_count >= MOST_ERRORS) return;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    p->error_count++;
    tunip_diagnostic *d =
        tunip_diagnostics_add(p->diagnostics, TUNIP_SEVERITY_ERROR, "syntax", message);
    tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, begin, end, NULL);
}

const tunip_doc *tn_rl_expected(tn_rl *p, const char *expected)
{
    tunip_str token = tn_rl_token(p);
    uint32_t at = tn_rl_at(p), end = at + (uint32_t)token.size;
    if (p->is_broken) return &no_doc.id.base;
    if (p->kind <= RL_NAME && token.size < 40)
        tn_rl_error(p, at, end, "expected %s, found `%.*s`", expected, (int)token.size, token.data);
    else
        tn_rl_error(p, at, end, "expected %s, found %s", expected, spellings[p->kind]);
    return &no_doc.id.base;
}

/* Whether a definition begins at the current token, on a new line. Reading continues there after an
 * error, even inside of brackets. */
static bool begins_definition(const tn_rl *p)
{
    bool is_definition =
        p->kind == RL_DEF || p->kind == RL_TYPE || p->kind == RL_EXTERN || p->kind == RL_SECTION;
    return is_definition && (p->lexer.at == p->begin || p->lexer.at[-1] == '\n');
}

void tn_rl_recover(tn_rl *p, size_t depth, size_t base)
{
    p->kind = p->broken_kind;
    p->is_broken = false;
    p->keys.count = 0;
    while (p->kind != RL_END && !begins_definition(p)) {
        bool is_last = p->depth <= depth;
        if (is_last && is_closer(p->kind)) break;
        bool is_end = is_last && p->kind == RL_SEMICOLON;
        next(p);
        if (is_end) break;
    }
    p->resumed = p->lexer.at;
    if (base < p->list.count) p->list.count = base;
    if (p->kind == RL_BAD) tn_rl_error(p, tn_rl_at(p), tn_rl_at(p) + 1, "%s", p->lexer.fault);
}

/* ---- Docs ---- */

void tn_rl_push(tn_rl *p, const tunip_doc *doc)
{
    if (!tn_array_push(&p->list, &p->arena->allocator, doc)) tn_rl_fail_memory(p);
}

tunip_docs tn_rl_take(tn_rl *p, size_t base)
{
    if (p->list.count <= base) return tunip_docs_none();
    size_t count = p->list.count - base;
    const tunip_doc **items = tn_arena_alloc(p->arena, count * sizeof *items);
    p->list.count = base;
    if (!items) {
        tn_rl_fail_memory(p);
        return tunip_docs_none();
    }
    memcpy(items, p->list.items + base, count * sizeof *items);
    return tunip_docs_view(items, count);
}

tunip_docs tn_rl_take_values(tn_rl *p, size_t base, size_t first, const tunip_str **keys)
{
    size_t count = p->keys.count - first;
    tunip_str *copy = count ? tn_arena_alloc(p->arena, count * sizeof *copy) : NULL;
    if (count && !copy) tn_rl_fail_memory(p);
    if (copy) memcpy(copy, p->keys.items + first, count * sizeof *copy);
    p->keys.count = first;
    *keys = copy;
    return copy ? tn_rl_take(p, base) : tunip_docs_none();
}

const tunip_doc *tn_rl_new_id(tn_rl *p, uint32_t begin, tunip_str name)
{
    TN_RL_NEW(p, id, ID, TUNIP_ID_RAW, begin);
    doc->name = name;
    return &doc->base;
}

const tunip_doc *tn_rl_parse_id(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    tunip_str name = tn_rl_token(p);
    tn_rl_advance(p);
    return tn_rl_new_id(p, begin, name);
}

const tunip_doc *tn_rl_new_string(tn_rl *p, uint32_t begin, tunip_str text)
{
    TN_RL_NEW(p, literal, LITERAL, TUNIP_LITERAL_STR, begin);
    doc->value.text = text;
    return &doc->base;
}

const tunip_doc *tn_rl_new_tuple(tn_rl *p, unsigned kind, unsigned sub, uint32_t begin,
                                 tunip_docs elements)
{
    tunip_doc_tuple *doc = tn_script_doc(p->arena, sizeof *doc, kind, sub, tn_rl_place(p, begin));
    if (!doc) return tn_rl_fail_memory(p);
    doc->elements = elements;
    return &doc->base;
}

const tunip_doc *tn_rl_new_assign(tn_rl *p, tunip_role role, uint32_t begin, const tunip_doc *lhs,
                                  const tunip_doc *type, const tunip_doc *rhs)
{
    TN_RL_NEW(p, assign, ASSIGN, role, begin);
    doc->lhs = lhs;
    doc->annotation = type;
    doc->rhs = rhs;
    return &doc->stmt.base;
}

const tunip_doc *tn_rl_new_expr_stmt(tn_rl *p, tunip_role role, uint32_t begin,
                                     const tunip_doc *expr)
{
    TN_RL_NEW(p, expr_stmt, EXPR_STMT, role, begin);
    doc->expr = expr;
    return &doc->stmt.base;
}

tunip_docs tn_rl_parse_items(tn_rl *p, tn_rl_kind open, tn_rl_kind close, tn_rl_item_fn item)
{
    size_t base = p->list.count;
    tn_rl_expect(p, open);
    while (p->kind != close && p->kind != RL_STOP) {
        tn_rl_push(p, item(p));
        if (!tn_rl_accept(p, RL_COMMA)) break;
    }
    tn_rl_expect(p, close);
    return tn_rl_take(p, base);
}

const tunip_doc *tn_rl_parse_list(tn_rl *p, tn_rl_kind open, tn_rl_kind close, tn_rl_item_fn item)
{
    uint32_t begin = tn_rl_at(p);
    tunip_docs items = tn_rl_parse_items(p, open, close, item);
    return tn_rl_new_tuple(p, TUNIP_DOC_LIST, 0, begin, items);
}
