/* file.c -- a whole text: its version, its definitions or its expression, its metadata. */
#include "../../core/base/unicode.h"
#include "parse.h"

/* ---- sections ---- */

/* Makes `metadata = load_json("the rest of the text")`, which becomes the first statement, because
 * later statements refer to it. */
static const tunip_doc *new_metadata(tn_rl *p, uint32_t begin, tunip_str text)
{
    size_t base = p->list.count;
    tn_rl_push(p, tn_rl_new_string(p, begin, text));
    tunip_docs args = tn_rl_take(p, base);
    const tunip_doc *language = tn_rl_new_id(p, begin, tunip_str_from("tvm"));
    TN_RL_NEW(p, attr, ATTR, 0, begin);
    doc->value = language;
    doc->name = tunip_str_from("load_json");
    tunip_doc_call *call = tn_script_doc(p->arena, sizeof *call, TUNIP_DOC_CALL, TUNIP_CALL_WHOLE,
                                         tn_rl_place(p, begin));
    if (!call) return tn_rl_fail_memory(p);
    call->callee = &doc->base;
    call->args = args;
    call->values = tunip_docs_none();
    call->keys = NULL;
    const tunip_doc *name = tn_rl_new_id(p, begin, tunip_str_from("metadata"));
    return tn_rl_new_assign(p, TUNIP_ROLE_NONE, begin, name, NULL, &call->base);
}

static void put_first(tn_rl *p, const tunip_doc *doc)
{
    tn_rl_push(p, doc);
    if (p->failed) return;
    memmove(p->list.items + 1, p->list.items, (p->list.count - 1) * sizeof *p->list.items);
    p->list.items[0] = doc;
}

static const tunip_str version = {"\"0.0.5\"", 7};

/* #[version = "0.0.5"], or #[metadata] and the rest of the text. */
static void parse_section(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    tn_rl_advance(p);
    tunip_str name = tn_rl_token(p);
    if (p->kind == RL_NAME && tunip_str_is(name, "metadata")) {
        const char *text = p->lexer.cursor;
        while (text < p->lexer.limit && *text != ']') text++;
        text += text < p->lexer.limit;
        p->lexer.cursor = p->lexer.limit;
        tn_rl_advance(p);
        put_first(p, new_metadata(p, begin, (tunip_str){text, (size_t)(p->lexer.limit - text)}));
        return;
    }
    if (p->kind != RL_NAME || !tunip_str_is(name, "version")) {
        tn_rl_expected(p, "`version` or `metadata`");
        return;
    }
    tn_rl_advance(p);
    tn_rl_expect(p, RL_EQUAL);
    uint32_t at = tn_rl_at(p);
    tunip_str text = tn_rl_token(p);
    if (p->kind == RL_STRING && !tunip_str_equal(text, version))
        tn_rl_error(p, at, at + (uint32_t)text.size,
                    "the version of the text is %.*s, and only `0.0.5` can be read", (int)text.size,
                    text.data);
    tn_rl_expect(p, RL_STRING);
    tn_rl_expect(p, RL_CLOSE_SQUARE);
}

/* ---- definitions ---- */

/* Refuses `primfn(...)`, which stands beside definitions or alone. Nothing after it is read. */
static bool refuses_primfn(tn_rl *p)
{
    tunip_str name = tn_rl_token(p);
    if (p->kind != RL_NAME || !tunip_str_is(name, "primfn")) return false;
    uint32_t at = tn_rl_at(p);
    p->lexer.cursor = p->lexer.limit;
    tn_rl_error(p, at, at + (uint32_t)name.size,
                "a function of the tensor IR in this form is only for people: TVM cannot read it "
                "back, and neither can tunip; save the module as JSON instead");
    return true;
}

/* @f = value */
static const tunip_doc *parse_global(tn_rl *p, uint32_t begin, const tunip_doc *name)
{
    tn_rl_expect(p, RL_EQUAL);
    if (refuses_primfn(p)) return name;
    const tunip_doc *value = tn_rl_parse_expr(p);
    return tn_rl_new_assign(p, TUNIP_ROLE_NONE, begin, name, NULL, value);
}

static const tunip_doc *parse_def(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    tn_rl_advance(p);
    if (p->kind != RL_GLOBAL) return tn_rl_expected(p, "the name of a function, such as @main");
    const tunip_doc *name = tn_rl_parse_id(p);
    if (p->kind == RL_EQUAL) return parse_global(p, begin, name);
    return tn_rl_parse_function(p, begin, name);
}

static tunip_docs parse_constructors(tn_rl *p)
{
    size_t base = p->list.count;
    if (!tn_rl_accept(p, RL_OPEN_CURLY)) return tunip_docs_none();
    while (p->kind == RL_NAME) {
        uint32_t begin = tn_rl_at(p);
        const tunip_doc *type = tn_rl_parse_type(p);
        tn_rl_push(p, tn_rl_new_expr_stmt(p, TUNIP_ROLE_NONE, begin, type));
        if (!tn_rl_accept(p, RL_COMMA)) break;
    }
    tn_rl_expect(p, RL_CLOSE_CURLY);
    return tn_rl_take(p, base);
}

static const tunip_doc *parse_type_definition(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    size_t base = p->list.count;
    if (p->kind == RL_EXTERN) tn_rl_push(p, tn_rl_parse_id(p));
    tunip_docs decorators = tn_rl_take(p, base);
    tn_rl_expect(p, RL_TYPE);
    if (p->kind != RL_NAME) return tn_rl_expected(p, "the name of a type");
    const tunip_doc *name = tn_rl_parse_type(p);
    tunip_docs body = parse_constructors(p);
    TN_RL_NEW(p, class, CLASS, TUNIP_ROLE_NONE, begin);
    doc->name = name;
    doc->decorators = decorators;
    doc->body = body;
    return &doc->stmt.base;
}

/* ---- the text ---- */

static bool is_global_definition(const tn_rl *p)
{
    return p->kind == RL_GLOBAL && tn_rl_before_equal(&p->lexer);
}

/* One definition or section. False at an expression. */
static bool parse_definition(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    if (p->kind == RL_SECTION)
        parse_section(p);
    else if (p->kind == RL_DEF)
        tn_rl_push(p, parse_def(p));
    else if (p->kind == RL_TYPE || p->kind == RL_EXTERN)
        tn_rl_push(p, parse_type_definition(p));
    else if (is_global_definition(p))
        tn_rl_push(p, parse_global(p, begin, tn_rl_parse_id(p)));
    else
        return false;
    return true;
}

static void parse_file(tn_rl *p)
{
    while (p->kind != RL_END && !p->failed) {
        uint32_t begin = tn_rl_at(p);
        size_t base = p->list.count;
        if (!refuses_primfn(p) && !parse_definition(p)) {
            tunip_docs docs = tn_rl_parse_scope(p);
            for (size_t i = 0; i < docs.count; i++) tn_rl_push(p, docs.items[i]);
            if (p->kind != RL_END && p->kind != RL_SECTION)
                tn_rl_expected(p, "the end of the text");
        }
        if (p->is_broken && !p->failed) {
            tn_rl_recover(p, 0, base);
            if (tn_rl_at(p) == begin) tn_rl_advance(p);
        }
    }
}

static const tunip_doc *make_block(tn_rl *p)
{
    tunip_docs body = tn_rl_take(p, 0);
    TN_RL_NEW(p, block, BLOCK, TUNIP_ROLE_NONE, 0);
    doc->body = body;
    return &doc->stmt.base;
}

const tunip_doc *tn_relay_parse(tn_arena *arena, tunip_str text, tunip_diagnostics *diagnostics)
{
    tn_rl p = {.lexer = {.cursor = text.data + tn_mark_size(text), .limit = text.data + text.size},
               .begin = text.data,
               .kind = RL_COMMA, /* any kind: there is no token before the first one */
               .scope = tn_rl_parse_scope,
               .compound = tn_rl_parse_compound,
               .arena = arena,
               .diagnostics = diagnostics};
    if (text.size >= UINT32_MAX) {
        tunip_diagnostics_add(diagnostics, TUNIP_SEVERITY_ERROR, "syntax",
                              "a text of 4 GB or more cannot be read");
        return NULL;
    }
    tn_stack_init(&p.stack);
    tn_rl_advance(&p);
    parse_file(&p);
    const tunip_doc *block = make_block(&p);
    tn_array_free(&p.list, &arena->allocator);
    tn_array_free(&p.keys, &arena->allocator);
    if (p.failed) arena->failed = true;
    return p.failed ? NULL : block;
}
