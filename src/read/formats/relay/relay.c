/* relay.c -- the text of Relay: the format, definitions, expressions and targets. */
#include "../../../library/context.h"
#include "../../../util/unicode.h"
#include "../../read.h"
#include "parse.h"

/* ======== format ======== */

/* The text of Relay as a format: text to Docs, and Docs to nodes. */

/* ---- sniffing ---- */

/* "(%x": a variable where no other language has a percent sign. */
static bool has_variable(tunip_str head)
{
    for (size_t i = 0; i + 2 < head.size; i++)
        if (head.data[i] == '(' && head.data[i + 1] == '%' &&
            (tunip_is_letter(head.data[i + 2]) ||
             (head.data[i + 2] >= '0' && head.data[i + 2] <= '9')))
            return true;
    return false;
}

static bool line_has(tunip_str text, const char *word)
{
    const char *end = memchr(text.data, '\n', text.size);
    size_t size = end ? (size_t)(end - text.data) : text.size, length = strlen(word);
    for (size_t i = 0; i + length <= size; i++)
        if (memcmp(text.data + i, word, length) == 0) return true;
    return false;
}

/* A statement of the tensor IR, whose first line defines a name. */
static bool begins_tir(tunip_str text)
{
    static const char *const heads[] = {"for (",    "allocate(", "attr [",
                                        "realize(", "block([",   "producer_realize("};
    for (size_t i = 0; i < TUNIP_LEN(heads); i++)
        if (tunip_str_begins(text, heads[i])) return tn_rl_line_is_tir(text);
    return false;
}

static tunip_sniff sniff(tunip_str head)
{
    static const struct {
        const char *text;
        tunip_sniff found;
    } starts[] = {{"// tunip: lossless", TUNIP_SNIFF_SURE},
                  {"#[version", TUNIP_SNIFF_SURE},
                  {"def @", TUNIP_SNIFF_SURE},
                  {"primfn(", TUNIP_SNIFF_SURE},
                  {"free_var %", TUNIP_SNIFF_SURE},
                  {"let %", TUNIP_SNIFF_SURE},
                  {"%0 = ", TUNIP_SNIFF_LIKELY},
                  {"fn (", TUNIP_SNIFF_LIKELY},
                  {"fn [", TUNIP_SNIFF_LIKELY}};
    for (size_t i = 0; i < TUNIP_LEN(starts); i++)
        if (tunip_str_begins(head, starts[i].text)) return starts[i].found;
    if (*head.data == '@' && line_has(head, " = primfn(")) return TUNIP_SNIFF_SURE;
    if (begins_tir(head)) return TUNIP_SNIFF_LIKELY;
    return *head.data != '{' && has_variable(head) ? TUNIP_SNIFF_MAYBE : TUNIP_SNIFF_NO;
}

/* ---- reading ---- */

static tunip_status read_text(const tunip_input *input)
{
    const tunip_allocator *allocator = tn_context_allocator(input->context);
    tn_arena arena;
    tn_arena_init(&arena, allocator);
    tn_script_reader r = {.input = input,
                          .diagnostics = input->diagnostics,
                          .arena = &arena,
                          .metadata = tunip_format_tvm_legacy.name,
                          .language = tunip_format_relay.name};
    if (!r.diagnostics) r.diagnostics = tunip_diagnostics_new(allocator, input->error);
    r.first = tunip_diagnostics_count(r.diagnostics);
    tunip_status status = TUNIP_ERROR_MEMORY;
    if (r.diagnostics) {
        const tunip_doc *block =
            tn_relay_parse(&arena, tunip_source_text(input->source), r.diagnostics);
        status = tn_script_first_error(&r);
        if (block && status == TUNIP_OK) {
            status = tn_script_elaborate(&r, block);
            if (status == TUNIP_OK) status = tn_script_first_error(&r);
            if (status == TUNIP_OK) status = tn_script_restore(&r);
            tn_script_restore_end(&r);
        }
        status = tn_script_end(&r, status);
    }
    if (r.diagnostics != input->diagnostics) tunip_diagnostics_free(r.diagnostics);
    tn_arena_free(&arena);
    return status;
}

const tunip_format tunip_format_relay = {
    .abi = TUNIP_FORMAT_ABI,
    .size = sizeof(tunip_format),
    .name = "relay",
    .summary = "the text of Relay, as the backend of this name writes it",
    .suffix = ".relay",
    .sniff = sniff,
    .read = read_text,
};

/* ======== file ======== */

/* A whole text: its version, its definitions or its expression, its metadata. */

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
        const tunip_doc *doc =
            new_metadata(p, begin, (tunip_str){text, (size_t)(p->lexer.limit - text)});
        tn_rl_push(p, doc);
        if (!p->failed) {
            memmove(p->list.items + 1, p->list.items, (p->list.count - 1) * sizeof *p->list.items);
            p->list.items[0] = doc;
        }
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

/* @f = value */
static const tunip_doc *parse_global(tn_rl *p, uint32_t begin, const tunip_doc *name)
{
    tn_rl_expect(p, RL_EQUAL);
    if (tn_rl_begins_primfn(p)) return tn_rl_parse_primfn(p, begin, name);
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
        if (tn_rl_begins_primfn(p)) {
            tn_rl_push(p, tn_rl_parse_primfn(p, begin, NULL));
        } else if (tn_rl_begins_tir(p)) {
            tn_rl_push(p, tn_rl_parse_tir(p));
        } else if (!parse_definition(p)) {
            tunip_docs docs = tn_rl_parse_scope(p);
            for (size_t i = 0; i < docs.count; i++) tn_rl_push(p, docs.items[i]);
            if (p->kind != RL_END && p->kind != RL_SECTION)
                tn_rl_expected(p, "the end of the text");
        }
        if (p->is_broken && !p->failed) {
            p->lexer.is_tir = false;
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

/* ======== stmt ======== */

/* Statements, functions, definitions. */

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
    doc->type_params = tunip_docs_none();
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

/* ======== expr ======== */

/* expressions: operator precedence by one table, which tokens.def fills. */

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
    const tunip_doc *value = tn_rl_new_string(p, begin, (tunip_str){text, (size_t)(end - text)});
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
                                      const tunip_doc * left, const tunip_doc *right)
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

typedef struct expr_resumed {
    tn_rl *p;
    const tunip_doc *doc;
} expr_resumed;

static void expr_resume(void *arg)
{
    expr_resumed *r = arg;
    r->doc = tn_rl_parse_expr(r->p);
}

const tunip_doc *tn_rl_parse_expr(tn_rl *p)
{
    if (!tn_stack_low(&p->stack)) return parse_infix(p, 1);
    expr_resumed r = {p, NULL};
    return tn_stack_run(&p->stack, expr_resume, &r) ? r.doc : tn_rl_fail_memory(p);
}

/* ======== target ======== */

/* Devices and targets, as TVM v0.19 prints them for people (src/target/target.cc,
 * TargetNode::ToDebugString; src/target/virtual_device.cc). They become CALLs with keywords:
 *
 *     VirtualDevice(device_type=1, virtual_device_id=0, target=Target(...), memory_scope='global')
 *     Target(id=2ffd0e00, kind='cuda', keys={'cuda', 'gpu'}, attrs={'arch': "sm_50"})
 *
 * The id is an address and is dropped. TVM writes it in hexadecimal, and the numbers behind it,
 * too: runtime.BoxInt(20) is 32. tunip writes no id, and numbers in decimal. */

bool tn_rl_is_device(const tn_rl *p)
{
    static const struct {
        const char *name, *first;
    } forms[] = {{"Target", "(id="},
                 {"Target", "(kind='"},
                 {"VirtualDevice", "(?)"},
                 {"VirtualDevice", "(device_type="},
                 {"VirtualDevice", "(virtual_device_id="},
                 {"VirtualDevice", "(target=Target("},
                 {"VirtualDevice", "(memory_scope='"}};
    for (size_t i = 0; i < TUNIP_LEN(forms); i++)
        if (tunip_str_is(tn_rl_token(p), forms[i].name) &&
            strncmp(p->lexer.cursor, forms[i].first, strlen(forms[i].first)) == 0)
            return true;
    return false;
}

/* ---- values ---- */

/* The hexadecimal number behind the current token, which it replaces by the token behind it. */
static uint64_t parse_hex(tn_rl *p)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = p->lexer.cursor, *digit;
    uint64_t value = 0;
    for (; *at && (digit = strchr(digits, *at)); at++)
        value = value << 4 | (uint64_t)(digit - digits);
    p->lexer.cursor = at;
    tn_rl_advance(p);
    return value;
}

static const tunip_doc *parse_value(tn_rl *p);

/* 'name' */
static const tunip_doc *parse_quoted(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    tunip_str text = tn_rl_token(p);
    if (!tn_rl_expect(p, RL_QUOTED)) return tn_rl_expected(p, "a quoted name");
    return tn_rl_new_string(p, begin, (tunip_str){text.data + 1, text.size - 2});
}

/* runtime.BoxInt(20), runtime.BoxBool(1) */
static const tunip_doc *parse_box(tn_rl *p, bool is_bool)
{
    uint32_t begin = tn_rl_at(p);
    tn_rl_advance(p);
    if (p->kind != RL_OPEN_ROUND) return tn_rl_expected(p, "`(`");
    uint64_t value = parse_hex(p);
    tn_rl_expect(p, RL_CLOSE_ROUND);
    TN_RL_NEW(p, literal, LITERAL, is_bool ? TUNIP_LITERAL_BOOL : TUNIP_LITERAL_INT, begin);
    if (is_bool)
        doc->value.boolean = value != 0;
    else
        doc->value.integer = (int64_t)value;
    return &doc->base;
}

static const tunip_doc *parse_word(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    tunip_str word = tn_rl_token(p);
    if (tunip_str_is(word, "runtime.BoxInt")) return parse_box(p, false);
    if (tunip_str_is(word, "runtime.BoxBool")) return parse_box(p, true);
    if (tn_rl_is_device(p)) return tn_rl_parse_device(p);
    bool is_true = tunip_str_is(word, "True");
    if (!is_true && !tunip_str_is(word, "False")) return tn_rl_expected(p, "a value");
    tn_rl_advance(p);
    TN_RL_NEW(p, literal, LITERAL, TUNIP_LITERAL_BOOL, begin);
    doc->value.boolean = is_true;
    return &doc->base;
}

static const tunip_doc *parse_value(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    bool is_negative = tn_rl_accept(p, RL_MINUS);
    switch (p->kind) {
    case RL_INT:
        return tn_rl_parse_number(p, begin, is_negative);
    case RL_STRING:
        return tn_rl_parse_string(p);
    case RL_QUOTED:
        return parse_quoted(p);
    case RL_NAME:
        return parse_word(p);
    case RL_OPEN_SQUARE:
        return tn_rl_parse_list(p, RL_OPEN_SQUARE, RL_CLOSE_SQUARE, parse_value);
    default:
        return tn_rl_expected(p, "a value");
    }
}

/* 'key': value, as two items. */
static const tunip_doc *parse_entry(tn_rl *p)
{
    tn_rl_push(p, parse_quoted(p));
    tn_rl_expect(p, RL_COLON);
    return parse_value(p);
}

/* The value behind `key=`, whose last token is the current one. NULL for an address. */
static const tunip_doc *target_parse_member(tn_rl *p, tunip_str key)
{
    bool is_id = tunip_str_is(key, "id");
    if (is_id) parse_hex(p);
    if (is_id) return NULL;
    tn_rl_advance(p);
    if (p->kind != RL_OPEN_CURLY) return parse_value(p);
    return tn_rl_parse_list(p, RL_OPEN_CURLY, RL_CLOSE_CURLY,
                            tunip_str_is(key, "attrs") ? parse_entry : parse_quoted);
}

const tunip_doc *tn_rl_parse_device(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    size_t base = p->list.count, first = p->keys.count;
    const tunip_str *keys;
    const tunip_doc *name = tn_rl_parse_id(p);
    tn_rl_expect(p, RL_OPEN_ROUND);
    tn_rl_accept(p, RL_QUESTION);
    while (p->kind == RL_NAME) {
        tunip_str key = tn_rl_token(p);
        tn_rl_advance(p);
        if (p->kind != RL_EQUAL) return tn_rl_expected(p, "`=`");
        const tunip_doc *value = target_parse_member(p, key);
        if (value) tn_rl_push(p, value);
        if (value && !tn_array_push(&p->keys, &p->arena->allocator, key)) tn_rl_fail_memory(p);
        if (!tn_rl_accept(p, RL_COMMA)) break;
    }
    tn_rl_expect(p, RL_CLOSE_ROUND);
    if (p->is_broken) return name;
    tunip_docs values = tn_rl_take_values(p, base, first, &keys);
    TN_RL_NEW(p, call, CALL, TUNIP_CALL_WHOLE, begin);
    doc->callee = name;
    doc->args = tunip_docs_none();
    doc->keys = keys;
    doc->values = values;
    return &doc->base;
}
