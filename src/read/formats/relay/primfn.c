/* primfn.c -- functions of the tensor IR in the text of TVM up to v0.10
 * (src/printer/tir_text_printer.cc), as Docs:
 *
 *     @main = primfn(a: handle) -> ()
 *       attr = {"global_symbol": "main"}
 *       buffers = {A: Buffer(A_1: Pointer(global float32), float32, [16], [])}
 *       buffer_map = {a: A} {
 *       for (i: int32, 0, 16) "parallel" {
 *         A[i] = (A[i]*2f32)
 *       }
 *     }
 *
 * TVM wrote it for people, and never read it. Each operation is in parentheses, and the body of a
 * statement without braces is the one statement that follows, so indentation has no meaning. A name
 * is defined where it is first used: `i: int32`.
 *
 *   primfn(...) -> t { }     a FUNCTION with the decorator "primfn"; the lines above the body are
 *                            ASSIGNs of the role META
 *   x: t, A: Buffer(...)     an ASSIGN of the role DEFINE, as an expression
 *   a:b in a list            a SLICE; so are the bounds of a loop. `step` is the extent, if the
 *                            text has it: i:(i + 4)
 *   (float32*)p[i] if c      a CALL of "*": the dtype, an INDEX, the condition
 *   let x = a in b           a CALL of "let"
 *   A[i] = v if c            an ASSIGN of the role STORE; its annotation is the condition
 *   let, attr, assert, allocate, constant, block, realize, x = decl_buffer(...)
 *                            SCOPEs, whose rhs is a CALL
 *   { }                      a BLOCK */
#include "parse.h"

#include <math.h>

#include "../../../util/json.h"
#include "../../../util/unicode.h"

/* ---- calls and lists ---- */

static const tunip_doc *new_call(tn_rl *p, uint32_t begin, const tunip_doc *callee, size_t base)
{
    tunip_docs args = tn_rl_take(p, base);
    TN_RL_NEW(p, call, CALL, TUNIP_CALL_WHOLE, begin);
    doc->callee = callee;
    doc->args = args;
    return &doc->base;
}

/* The call of a word that the text does not write as a call. */
static const tunip_doc *new_word_call(tn_rl *p, uint32_t begin, const char *word, size_t base)
{
    const tunip_doc *callee = tn_rl_new_id(p, begin, tunip_str_from(word));
    return new_call(p, begin, callee, base);
}

static const tunip_doc *new_slice(tn_rl *p, uint32_t begin, const tunip_doc *start,
                                  const tunip_doc *stop, const tunip_doc *extent)
{
    TN_RL_NEW(p, slice, SLICE, 0, begin);
    doc->start = start;
    doc->stop = stop;
    doc->step = extent;
    return &doc->base;
}

static const tunip_doc *parse_expr(tn_rl *p);
static const tunip_doc *parse_item(tn_rl *p);
static const tunip_doc *parse_type(tn_rl *p);

static bool is_word(const tn_rl *p, const char *word)
{
    return p->kind == RL_NAME && tunip_str_is(tn_rl_token(p), word);
}

/* TVM writes nothing for the dtype of a call or a function without a value, and for that of a
 * pointer to any. */
static const tunip_doc *new_void(tn_rl *p)
{
    return tn_rl_new_id(p, tn_rl_at(p), tunip_str_from("void"));
}

/* The rest of the call of `callee`; the current token is `(`. */
static const tunip_doc *parse_call(tn_rl *p, uint32_t begin, const tunip_doc *callee)
{
    const tunip_str *keys;
    size_t base = p->list.count, first = p->keys.count, arg_count = 0;
    tn_rl_expect(p, RL_OPEN_ROUND);
    tn_rl_accept(p, RL_COMMA); /* TVM writes `(, dtype=int32)` if there are no arguments */
    while (p->kind != RL_CLOSE_ROUND && p->kind != RL_STOP) {
        bool is_keyword = p->kind == RL_NAME && tn_rl_before_equal(&p->lexer);
        tunip_str key = tn_rl_token(p);
        if (is_keyword) {
            tn_rl_advance(p);
            tn_rl_advance(p);
            if (!tn_array_push(&p->keys, &p->arena->allocator, key)) tn_rl_fail_memory(p);
        }
        bool is_empty = is_keyword && p->kind == RL_CLOSE_ROUND;
        tn_rl_push(p, is_empty ? new_void(p) : parse_item(p));
        if (p->keys.count == first) arg_count++;
        if (!tn_rl_accept(p, RL_COMMA)) break;
    }
    tn_rl_expect(p, RL_CLOSE_ROUND);
    if (p->is_broken) return callee;
    if (p->list.count - base - arg_count != p->keys.count - first)
        return tn_rl_expected(p, "an argument with a keyword");
    tunip_docs values = tn_rl_take_values(p, base + arg_count, first, &keys);
    tunip_docs args = tn_rl_take(p, base);
    TN_RL_NEW(p, call, CALL, TUNIP_CALL_WHOLE, begin);
    doc->callee = callee;
    doc->args = args;
    doc->keys = keys;
    doc->values = values;
    return &doc->base;
}

/* NAME(...) */
static const tunip_doc *parse_called(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    return parse_call(p, begin, tn_rl_parse_id(p));
}

static const tunip_doc *parse_key(tn_rl *p)
{
    return p->kind == RL_STRING ? tn_rl_parse_string(p) : tn_rl_expected(p, "a string");
}

/* {"key": value, ...}; the keys of a map of buffers are names. */
static const tunip_doc *parse_dict(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    size_t base = p->list.count;
    tn_rl_expect(p, RL_OPEN_CURLY);
    while (p->kind != RL_CLOSE_CURLY && p->kind != RL_STOP) {
        tn_rl_push(p, p->kind == RL_NAME ? tn_rl_parse_id(p) : parse_key(p));
        tn_rl_expect(p, RL_COLON);
        tn_rl_push(p, parse_expr(p));
        if (!tn_rl_accept(p, RL_COMMA)) break;
    }
    tn_rl_expect(p, RL_CLOSE_CURLY);
    tunip_docs all = tn_rl_take(p, base);
    size_t count = all.count / 2;
    const tunip_doc **docs = tn_arena_alloc(p->arena, (all.count + 1) * sizeof *docs);
    if (!docs) return tn_rl_fail_memory(p);
    for (size_t i = 0; i < 2 * count; i++) docs[i % 2 * count + i / 2] = all.items[i];
    TN_RL_NEW(p, dict, DICT, 0, begin);
    doc->keys = tunip_docs_view(docs, count);
    doc->values = tunip_docs_view(docs + count, count);
    return &doc->base;
}

/* ---- numbers ---- */

static bool read_int(tunip_str digits, bool is_negative, int64_t *out)
{
    uint64_t value = 0;
    for (size_t i = 0; i < digits.size; i++) {
        if (!tunip_is_digit(digits.data[i])) return false;
        unsigned digit = (unsigned)(digits.data[i] - '0');
        if (value > (UINT64_MAX - digit) / 10) return false;
        value = value * 10 + digit;
    }
    if (value > (uint64_t)INT64_MAX + is_negative) return false;
    *out = (int64_t)(is_negative ? 0 - value : value);
    return true;
}

/* 5, 5i64, 5u8, 0.5f32, inff32. Sets the dtype and the value. */
static bool read_number(tunip_str text, bool is_negative, tunip_doc_literal *doc)
{
    static const struct {
        char letter;
        uint8_t code;
    } codes[] = {{'i', TUNIP_DTYPE_INT}, {'u', TUNIP_DTYPE_UINT}, {'f', TUNIP_DTYPE_FLOAT}};
    size_t size = tunip_is_digit(*text.data) ? 0 : 3; /* inf, nan */
    int64_t bits = 0;
    while (size < text.size && !memchr("iuf", text.data[size], 3)) size++;
    tunip_str digits = {text.data, size};
    doc->value.typed.dtype = TUNIP_INT(32);
    doc->base.sub = TUNIP_LITERAL_INT;
    for (size_t i = 0; size < text.size && i < TUNIP_LEN(codes); i++) {
        if (text.data[size] != codes[i].letter) continue;
        tunip_str width = {text.data + size + 1, text.size - size - 1};
        if (!width.size || !read_int(width, false, &bits) || bits < 1 || bits > 64) return false;
        doc->value.typed.dtype =
            (tunip_dtype){.code = codes[i].code, .bits = (uint8_t)bits, .lanes = 1};
        if (codes[i].code == TUNIP_DTYPE_FLOAT) doc->base.sub = TUNIP_LITERAL_FLOAT;
    }
    if (doc->base.sub == TUNIP_LITERAL_INT)
        return read_int(digits, is_negative, &doc->value.integer);
    if (tn_double_parse(digits, &doc->value.real) != TUNIP_OK) {
        if (tunip_is_digit(*text.data)) return false;
        doc->value.real = *text.data == 'i' ? HUGE_VAL : NAN;
    }
    if (is_negative) doc->value.real = -doc->value.real;
    return true;
}

static const tunip_doc *parse_number(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    bool is_negative = tn_rl_accept(p, RL_MINUS);
    tunip_str text = tn_rl_token(p);
    if (p->kind != RL_INT && p->kind != RL_FLOAT) return tn_rl_expected(p, "a number");
    tunip_doc_literal made = {.base = {.kind = TUNIP_DOC_LITERAL}};
    if (!read_number(text, is_negative, &made))
        tn_rl_error(p, begin, tn_rl_at(p) + (uint32_t)text.size,
                    "the number has no such width: %.*s", (int)text.size, text.data);
    tn_rl_advance(p);
    TN_RL_NEW(p, literal, LITERAL, made.base.sub, begin);
    doc->value = made.value;
    return &doc->base;
}

/* ---- types ---- */

static const tunip_doc *new_none(tn_rl *p, uint32_t begin)
{
    TN_RL_NEW(p, literal, LITERAL, TUNIP_LITERAL_NONE, begin);
    return &doc->base;
}

/* Pointer(float32), Pointer(shared.dyn float32). A scope may have any characters but blanks. */
static const tunip_doc *parse_pointer(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    size_t base = p->list.count;
    const tunip_doc *callee = tn_rl_parse_id(p);
    if (p->kind != RL_OPEN_ROUND) return tn_rl_expected(p, "`(`");
    const char *at = p->lexer.cursor;
    while (at < p->lexer.limit && !memchr(" ()\r\n", *at, 5)) at++;
    tunip_str scope = {p->lexer.cursor, *at == ' ' ? (size_t)(at - p->lexer.cursor) : 0};
    p->lexer.cursor += scope.size;
    tn_rl_advance(p);
    tn_rl_push(p, tn_rl_new_string(p, begin, scope));
    bool is_void = p->kind == RL_CLOSE_ROUND;
    tn_rl_push(p, is_void ? new_void(p) : parse_type(p));
    tn_rl_expect(p, RL_CLOSE_ROUND);
    return new_call(p, begin, callee, base);
}

static const tunip_doc *parse_type_here(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    if (is_word(p, "Pointer")) return parse_pointer(p);
    if (p->kind == RL_NAME) return tn_rl_parse_id(p);
    if (p->kind == RL_META) return tn_rl_parse_meta(p);
    if (p->kind != RL_OPEN_ROUND) return tn_rl_expected(p, "a type");
    size_t base = p->list.count;
    tn_rl_advance(p);
    if (is_word(p, "nullptr")) {
        tn_rl_advance(p);
        tn_rl_expect(p, RL_CLOSE_ROUND);
        return new_none(p, begin);
    }
    while (p->kind != RL_CLOSE_ROUND && p->kind != RL_STOP) {
        tn_rl_push(p, parse_type(p));
        if (!tn_rl_accept(p, RL_COMMA)) break;
    }
    tn_rl_expect(p, RL_CLOSE_ROUND);
    return tn_rl_new_tuple(p, TUNIP_DOC_TUPLE, TUNIP_TUPLE_LISTED, begin, tn_rl_take(p, base));
}

/* ---- depth ---- */

typedef struct resumed {
    tn_rl *p;
    const tunip_doc *(*parse)(tn_rl *p);
    const tunip_doc *doc;
} resumed;

static void resume(void *arg)
{
    resumed *r = arg;
    r->doc = r->parse(r->p);
}

/* Calls `parse` with enough stack. */
static const tunip_doc *parse_deep(tn_rl *p, const tunip_doc *(*parse)(tn_rl *p))
{
    if (!tn_stack_low(&p->stack)) return parse(p);
    resumed r = {p, parse, NULL};
    return tn_stack_run(&p->stack, resume, &r) ? r.doc : tn_rl_fail_memory(p);
}

static const tunip_doc *parse_type(tn_rl *p)
{
    return parse_deep(p, parse_type_here);
}

/* ---- expressions ---- */

static const uint8_t operators[] = {
#define TUNIP_OP_NONE                       TUNIP_OP__COUNT
#define X(TOKEN, spelling, binds, operator) [RL_##TOKEN] = TUNIP_OP_##operator,
#include "tokens.def"
#undef X
#undef TUNIP_OP_NONE
};

static const tunip_doc *new_operation(tn_rl *p, uint32_t begin, unsigned operator, size_t base)
{
    tunip_docs operands = tn_rl_take(p, base);
    TN_RL_NEW(p, operation, OPERATION, operator, begin);
    doc->operands = operands;
    return &doc->base;
}

/* x: int32, A: Buffer(A_1: Pointer(float32), float32, [16], []). TVM puts a blank behind this
 * colon, and none behind that of a range. */
static const tunip_doc *parse_definition(tn_rl *p, uint32_t begin, const tunip_doc *name)
{
    tn_rl_advance(p);
    bool is_call = p->kind == RL_NAME && *p->lexer.cursor == '(' && !is_word(p, "Pointer");
    const tunip_doc *type = is_call ? parse_called(p) : parse_type(p);
    return tn_rl_new_assign(p, TUNIP_ROLE_DEFINE, begin, name, type, NULL);
}

static const tunip_doc *parse_name(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    bool is_true = is_word(p, "True");
    if (is_true || is_word(p, "False")) {
        tn_rl_advance(p);
        TN_RL_NEW(p, literal, LITERAL, TUNIP_LITERAL_BOOL, begin);
        doc->value.boolean = is_true;
        return &doc->base;
    }
    if (tn_rl_is_device(p)) return tn_rl_parse_device(p);
    const tunip_doc *name = tn_rl_parse_id(p);
    if (p->kind == RL_OPEN_ROUND && p->lexer.at[-1] != ' ') return parse_call(p, begin, name);
    if (p->kind == RL_COLON && *p->lexer.cursor == ' ') return parse_definition(p, begin, name);
    return name;
}

static const tunip_doc *parse_postfix(tn_rl *p, uint32_t begin, const tunip_doc *value)
{
    while (p->kind == RL_OPEN_SQUARE) {
        tunip_docs indices = tn_rl_parse_items(p, RL_OPEN_SQUARE, RL_CLOSE_SQUARE, parse_item);
        TN_RL_NEW(p, index, INDEX, 0, begin);
        doc->value = value;
        doc->indices = indices;
        value = &doc->base;
    }
    return value;
}

/* Takes the `if` of an access or an allocation. On a line of its own it is a statement. */
static bool accept_condition(tn_rl *p)
{
    const char *before = p->begin + p->previous_end;
    bool is_here = !memchr(before, '\n', (size_t)(p->lexer.at - before));
    return is_here && tn_rl_accept(p, RL_IF);
}

/* (float32*)p[i] if condition */
static const tunip_doc *parse_load(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    size_t base = p->list.count;
    tn_rl_advance(p);
    tn_rl_push(p, tn_rl_parse_id(p));
    tn_rl_expect(p, RL_STAR);
    tn_rl_expect(p, RL_CLOSE_ROUND);
    uint32_t at = tn_rl_at(p);
    const tunip_doc *pointer = p->kind == RL_NAME ? parse_name(p) : tn_rl_expected(p, "a pointer");
    tn_rl_push(p, parse_postfix(p, at, pointer));
    if (accept_condition(p)) tn_rl_push(p, parse_expr(p));
    return new_word_call(p, begin, "*", base);
}

/* Whether `(`, the current token, begins the dtype of a load. */
static bool is_load(const tn_rl *p)
{
    const char *at = p->lexer.cursor;
    while (tunip_is_name_part(*at)) at++;
    return at > p->lexer.cursor && at[0] == '*' && at[1] == ')';
}

/* (a + b), (nullptr) */
static const tunip_doc *parse_round(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    size_t base = p->list.count;
    if (is_load(p)) return parse_load(p);
    tn_rl_advance(p);
    if (is_word(p, "nullptr")) {
        tn_rl_advance(p);
        tn_rl_expect(p, RL_CLOSE_ROUND);
        return new_none(p, begin);
    }
    const tunip_doc *left = parse_expr(p);
    unsigned operator= operators[p->kind];
    if (operator== TUNIP_OP__COUNT) {
        tn_rl_expect(p, RL_CLOSE_ROUND);
        return left;
    }
    tn_rl_push(p, left);
    tn_rl_advance(p);
    tn_rl_push(p, parse_expr(p));
    tn_rl_expect(p, RL_CLOSE_ROUND);
    return new_operation(p, begin, operator, base);
}

/* let x: int32 = a; `in` or a statement follows. */
static const tunip_doc *parse_let_head(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    tn_rl_advance(p);
    const tunip_doc *var = p->kind == RL_NAME ? parse_name(p) : tn_rl_expected(p, "a variable");
    tn_rl_expect(p, RL_EQUAL);
    const tunip_doc *value = parse_expr(p);
    return tn_rl_new_assign(p, TUNIP_ROLE_LET, begin, var, NULL, value);
}

static const tunip_doc *parse_let_rest(tn_rl *p, uint32_t begin, const tunip_doc *head)
{
    size_t base = p->list.count;
    tn_rl_push(p, head);
    if (!is_word(p, "in")) return tn_rl_expected(p, "`in`");
    tn_rl_advance(p);
    tn_rl_push(p, parse_expr(p));
    return new_word_call(p, begin, "let", base);
}

static const tunip_doc *parse_atom(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    size_t base = p->list.count;
    switch (p->kind) {
    case RL_MINUS:
    case RL_INT:
    case RL_FLOAT:
        return parse_number(p);
    case RL_STRING:
        return tn_rl_parse_string(p);
    case RL_META:
        return tn_rl_parse_meta(p);
    case RL_QUESTION:
        return tn_rl_parse_id(p);
    case RL_NOT:
        tn_rl_advance(p);
        tn_rl_push(p, parse_expr(p));
        return new_operation(p, begin, TUNIP_OP_NOT, base);
    case RL_LET:
        return parse_let_rest(p, begin, parse_let_head(p));
    case RL_GLOBAL:
        return parse_call(p, begin, tn_rl_parse_id(p));
    case RL_OPEN_SQUARE:
        return tn_rl_parse_list(p, RL_OPEN_SQUARE, RL_CLOSE_SQUARE, parse_item);
    case RL_OPEN_CURLY:
        return parse_dict(p);
    case RL_OPEN_ROUND:
        return parse_round(p);
    case RL_NAME:
        return parse_name(p);
    default:
        return tn_rl_expected(p, "an expression");
    }
}

static const tunip_doc *parse_expr_here(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    return parse_postfix(p, begin, parse_atom(p));
}

static const tunip_doc *parse_expr(tn_rl *p)
{
    return parse_deep(p, parse_expr_here);
}

/* ---- ranges ---- */

static tunip_str text_of(const tn_rl *p, const tunip_doc *doc)
{
    tn_script_place place = tn_doc_place(doc);
    return (tunip_str){p->begin + place.begin, place.end - place.begin};
}

/* The extent of start:(start + extent), or NULL. */
static const tunip_doc *extent_of(const tn_rl *p, const tunip_doc *start, const tunip_doc *stop)
{
    const tunip_doc_operation *sum = (const tunip_doc_operation *)stop;
    bool is_sum = stop->kind == TUNIP_DOC_OPERATION && stop->sub == TUNIP_OP_ADD;
    if (p->is_broken || !is_sum || sum->operands.count != 2) return NULL;
    bool is_same = tunip_str_equal(text_of(p, start), text_of(p, sum->operands.items[0]));
    return is_same ? sum->operands.items[1] : NULL;
}

/* An expression, or a range. */
static const tunip_doc *parse_item(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    const tunip_doc *start = parse_expr(p);
    if (!tn_rl_accept(p, RL_COLON)) return start;
    const tunip_doc *stop = parse_expr(p);
    return new_slice(p, begin, start, stop, extent_of(p, start, stop));
}

/* ---- statements ---- */

static const tunip_doc *parse_stmt(tn_rl *p);

/* { ... } */
static tunip_docs parse_body(tn_rl *p)
{
    size_t base = p->list.count;
    tn_rl_expect(p, RL_OPEN_CURLY);
    while (p->kind != RL_CLOSE_CURLY && p->kind != RL_STOP) tn_rl_push(p, parse_stmt(p));
    tn_rl_expect(p, RL_CLOSE_CURLY);
    return tn_rl_take(p, base);
}

/* The one statement that is the body of another one. */
static tunip_docs parse_next(tn_rl *p)
{
    size_t base = p->list.count;
    if (p->kind == RL_CLOSE_CURLY || p->kind == RL_END)
        tn_rl_expected(p, "the statement that is the body");
    tn_rl_push(p, parse_stmt(p));
    return tn_rl_take(p, base);
}

/* `;` and a statement, or { ... } */
static tunip_docs parse_rest(tn_rl *p)
{
    return tn_rl_accept(p, RL_SEMICOLON) ? parse_next(p) : parse_body(p);
}

static const tunip_doc *new_scope(tn_rl *p, uint32_t begin, const tunip_doc *lhs,
                                  const tunip_doc *rhs, tunip_docs body)
{
    TN_RL_NEW(p, scope, SCOPE, TUNIP_ROLE_NONE, begin);
    doc->lhs = lhs;
    doc->rhs = rhs;
    doc->body = body;
    return &doc->stmt.base;
}

/* for (i: int32, 0, 16) "parallel" { ... } */
static const tunip_doc *parse_for(tn_rl *p, uint32_t begin)
{
    size_t base = p->list.count;
    tn_rl_advance(p);
    tn_rl_expect(p, RL_OPEN_ROUND);
    const tunip_doc *var = parse_expr(p);
    tn_rl_expect(p, RL_COMMA);
    uint32_t at = tn_rl_at(p);
    const tunip_doc *min = parse_expr(p);
    tn_rl_expect(p, RL_COMMA);
    const tunip_doc *end = parse_expr(p);
    tn_rl_push(p, new_slice(p, at, min, end, extent_of(p, min, end)));
    tn_rl_expect(p, RL_CLOSE_ROUND);
    if (p->kind == RL_STRING) tn_rl_push(p, tn_rl_parse_string(p));
    const tunip_doc *call = new_word_call(p, begin, "for", base);
    tunip_docs body = parse_body(p);
    TN_RL_NEW(p, for, FOR, TUNIP_ROLE_NONE, begin);
    doc->lhs = var;
    doc->rhs = call;
    doc->body = body;
    return &doc->stmt.base;
}

static const tunip_doc *parse_while(tn_rl *p, uint32_t begin)
{
    tn_rl_advance(p);
    const tunip_doc *condition = parse_expr(p);
    tunip_docs body = parse_body(p);
    TN_RL_NEW(p, while, WHILE, TUNIP_ROLE_NONE, begin);
    doc->predicate = condition;
    doc->body = body;
    return &doc->stmt.base;
}

/* attr [node] "key" = value; ... */
static const tunip_doc *parse_attr(tn_rl *p, uint32_t begin)
{
    size_t base = p->list.count;
    tn_rl_advance(p);
    tn_rl_expect(p, RL_OPEN_SQUARE);
    tn_rl_push(p, parse_expr(p));
    tn_rl_expect(p, RL_CLOSE_SQUARE);
    tn_rl_push(p, parse_key(p));
    tn_rl_expect(p, RL_EQUAL);
    tn_rl_push(p, parse_expr(p));
    const tunip_doc *call = new_word_call(p, begin, "attr", base);
    return new_scope(p, begin, NULL, call, parse_rest(p));
}

/* assert(condition, message) ... */
static const tunip_doc *parse_assert(tn_rl *p, uint32_t begin)
{
    const tunip_doc *call = parse_called(p);
    return new_scope(p, begin, NULL, call, parse_next(p));
}

/* constant(w: Pointer(float32), float32, [4]); ... */
static const tunip_doc *parse_constant(tn_rl *p, uint32_t begin)
{
    const tunip_doc *call = parse_called(p);
    return new_scope(p, begin, NULL, call, parse_rest(p));
}

/* `, storage_scope = shared.dyn`, which the type of the pointer repeats. */
static void skip_storage_scope(tn_rl *p)
{
    tn_rl_advance(p);
    if (p->kind != RL_EQUAL) tn_rl_expected(p, "`=`");
    if (p->is_broken) return;
    const char *at = p->lexer.cursor;
    while (*at == ' ') at++;
    bool is_condition = strncmp(at, "if ", 3) == 0;
    while (!is_condition && at < p->lexer.limit && !memchr(" ;,{\r\n", *at, 6)) at++;
    p->lexer.cursor = at;
    tn_rl_advance(p);
}

/* The parts behind the extents of an allocation become keywords. */
static const tunip_doc *parse_allocate(tn_rl *p, uint32_t begin)
{
    const tunip_str *keys;
    size_t base = p->list.count, first = p->keys.count;
    const tunip_doc *call = parse_called(p);
    static const char condition[] = "condition";
    while (tn_rl_accept(p, RL_COMMA)) {
        tunip_str key = tn_rl_token(p);
        if (is_word(p, "storage_scope")) {
            skip_storage_scope(p);
        } else if (is_word(p, "annotations")) {
            tn_rl_advance(p);
            tn_rl_expect(p, RL_EQUAL);
            if (!tn_array_push(&p->keys, &p->arena->allocator, key)) tn_rl_fail_memory(p);
            tn_rl_push(p, parse_dict(p));
            tn_rl_accept(p, RL_CLOSE_ROUND); /* TVM closes a bracket that it did not open */
        } else {
            tn_rl_expected(p, "`storage_scope` or `annotations`");
        }
    }
    if (accept_condition(p)) {
        if (!tn_array_push(&p->keys, &p->arena->allocator, tunip_str_from(condition)))
            tn_rl_fail_memory(p);
        tn_rl_push(p, parse_expr(p));
    }
    if (p->is_broken || call->kind != TUNIP_DOC_CALL) return call;
    const tunip_doc_call *head = (const tunip_doc_call *)call;
    tunip_docs values = tn_rl_take_values(p, base, first, &keys);
    TN_RL_NEW(p, call, CALL, TUNIP_CALL_WHOLE, begin);
    doc->callee = head->callee;
    doc->args = head->args;
    doc->keys = keys;
    doc->values = values;
    return new_scope(p, begin, NULL, &doc->base, parse_rest(p));
}

/* realize(A, [0:4], True { ... }), producer_realize(X, [0:4], True,  { ... }) */
static const tunip_doc *parse_realize(tn_rl *p, uint32_t begin)
{
    size_t base = p->list.count;
    const tunip_doc *callee = tn_rl_parse_id(p);
    tn_rl_expect(p, RL_OPEN_ROUND);
    while (p->kind != RL_OPEN_CURLY && p->kind != RL_STOP) {
        tn_rl_push(p, parse_item(p));
        if (!tn_rl_accept(p, RL_COMMA)) break;
    }
    const tunip_doc *call = new_call(p, begin, callee, base);
    tunip_docs body = parse_body(p);
    tn_rl_expect(p, RL_CLOSE_ROUND);
    return new_scope(p, begin, NULL, call, body);
}

/* ---- blocks ---- */

/* Whether a statement describes the block in which it stands: `bind(i, 0)`, or a word with a
 * period, such as that of the regions that the block reads. Calls of operators begin with `@`. */
static bool is_part(const tunip_doc *stmt)
{
    if (stmt->kind == TUNIP_DOC_ASSIGN || stmt->kind == TUNIP_DOC_SCOPE)
        return stmt->role == TUNIP_ROLE_META;
    if (stmt->kind != TUNIP_DOC_EXPR_STMT) return false;
    const tunip_doc_call *call = (const tunip_doc_call *)((const tunip_doc_expr_stmt *)stmt)->expr;
    if (call->base.kind != TUNIP_DOC_CALL || call->callee->kind != TUNIP_DOC_ID) return false;
    tunip_str name = ((const tunip_doc_id *)call->callee)->name;
    return tunip_str_is(name, "where") || tunip_str_is(name, "bind") ||
           (*name.data != '@' && memchr(name.data, '.', name.size));
}

/* block([16], "name") as [i] { parts, a statement: the brace is never closed. */
static const tunip_doc *parse_block(tn_rl *p, uint32_t begin)
{
    const tunip_doc *call = parse_called(p), *vars = NULL;
    if (is_word(p, "as")) {
        tn_rl_advance(p);
        vars = tn_rl_parse_list(p, RL_OPEN_SQUARE, RL_CLOSE_SQUARE, tn_rl_parse_id);
    }
    tn_rl_expect(p, RL_OPEN_CURLY);
    if (p->depth) p->depth--;
    size_t base = p->list.count;
    for (bool goes_on = true; goes_on && p->kind != RL_STOP;) {
        const tunip_doc *stmt = parse_stmt(p);
        goes_on = !p->is_broken && is_part(stmt);
        tn_rl_push(p, stmt);
    }
    tunip_docs body = tn_rl_take(p, base);
    return new_scope(p, begin, vars, call, body);
}

/* with init() { ... } */
static const tunip_doc *parse_init(tn_rl *p, uint32_t begin)
{
    tn_rl_advance(p);
    const tunip_doc *call = parse_called(p);
    tunip_docs body = parse_body(p);
    TN_RL_NEW(p, scope, SCOPE, TUNIP_ROLE_META, begin);
    doc->rhs = call;
    doc->body = body;
    return &doc->stmt.base;
}

/* ---- the other statements ---- */

static const tunip_doc *parse_if(tn_rl *p, uint32_t begin)
{
    tunip_docs otherwise = tunip_docs_none();
    tn_rl_advance(p);
    const tunip_doc *condition = parse_expr(p);
    tunip_docs then = parse_body(p);
    if (tn_rl_accept(p, RL_ELSE)) otherwise = parse_body(p);
    TN_RL_NEW(p, if, IF, TUNIP_ROLE_NONE, begin);
    doc->predicate = condition;
    doc->then_branch = then;
    doc->else_branch = otherwise;
    return &doc->stmt.base;
}

static const tunip_doc *parse_let(tn_rl *p, uint32_t begin)
{
    const tunip_doc *head = parse_let_head(p);
    if (!is_word(p, "in")) return new_scope(p, begin, NULL, head, parse_next(p));
    const tunip_doc *value = parse_let_rest(p, begin, head);
    return tn_rl_new_expr_stmt(p, TUNIP_ROLE_NONE, begin, value);
}

/* A = alloc_buffer(float32[16]), A = match_buffer(B[0:4]), and A = decl_buffer(p, float32, [16]),
 * which has a body. */
static const tunip_doc *parse_new_buffer(tn_rl *p, uint32_t begin)
{
    const tunip_doc *name = tn_rl_parse_id(p);
    tn_rl_advance(p);
    bool is_declared = is_word(p, "decl_buffer");
    if (!is_declared && !is_word(p, "alloc_buffer") && !is_word(p, "match_buffer"))
        return tn_rl_expected(p, "a buffer");
    const tunip_doc *call = parse_called(p);
    if (!is_declared) return tn_rl_new_assign(p, TUNIP_ROLE_META, begin, name, NULL, call);
    return new_scope(p, begin, name, call, parse_rest(p));
}

static const tunip_doc *parse_braces(tn_rl *p, uint32_t begin)
{
    tunip_docs body = parse_body(p);
    TN_RL_NEW(p, block, BLOCK, TUNIP_ROLE_NONE, begin);
    doc->body = body;
    return &doc->stmt.base;
}

/* A[i] = value, or an expression */
static const tunip_doc *parse_simple(tn_rl *p, uint32_t begin)
{
    const tunip_doc *left = parse_expr(p);
    if (!tn_rl_accept(p, RL_EQUAL)) return tn_rl_new_expr_stmt(p, TUNIP_ROLE_NONE, begin, left);
    const tunip_doc *value = parse_expr(p);
    const tunip_doc *condition = accept_condition(p) ? parse_expr(p) : NULL;
    return tn_rl_new_assign(p, TUNIP_ROLE_STORE, begin, left, condition, value);
}

/* Statements that begin with a word. A buffer may have the same name, so what follows counts. */
static const struct statement {
    const char *word, *next;
    const tunip_doc *(*parse)(tn_rl *p, uint32_t begin);
} statements[] = {
    {"for", " (", parse_for},
    {"while", " (", parse_while},
    {"attr", " [", parse_attr},
    {"assert", "(", parse_assert},
    {"allocate", "(", parse_allocate},
    {"constant", "(", parse_constant},
    {"block", "([", parse_block},
    {"realize", "(", parse_realize},
    {"producer_realize", "(", parse_realize},
    {"with", " init()", parse_init},
};

static const struct statement *statement_at(const tn_rl *p)
{
    for (size_t i = 0; i < TUNIP_LEN(statements); i++)
        if (is_word(p, statements[i].word) &&
            strncmp(p->lexer.cursor, statements[i].next, strlen(statements[i].next)) == 0)
            return &statements[i];
    return NULL;
}

static const tunip_doc *parse_stmt_here(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    const struct statement *known = statement_at(p);
    if (known) return known->parse(p, begin);
    switch (p->kind) {
    case RL_IF:
        return parse_if(p, begin);
    case RL_LET:
        return parse_let(p, begin);
    case RL_OPEN_CURLY:
        return parse_braces(p, begin);
    case RL_NAME:
        if (tn_rl_before_equal(&p->lexer)) return parse_new_buffer(p, begin);
        return parse_simple(p, begin);
    default:
        return parse_simple(p, begin);
    }
}

static const tunip_doc *parse_stmt(tn_rl *p)
{
    return parse_deep(p, parse_stmt_here);
}

/* ---- functions ---- */

/* The lines above the body: NAME = {...} */
static void parse_heads(tn_rl *p)
{
    while (p->kind == RL_NAME) {
        uint32_t begin = tn_rl_at(p);
        bool is_list = is_word(p, "buffers");
        bool is_known = is_list || is_word(p, "attr") || is_word(p, "buffer_map") ||
                        is_word(p, "preflattened_buffer_map");
        if (!is_known) tn_rl_expected(p, "`attr`, `buffers`, `buffer_map` or `{`");
        const tunip_doc *name = tn_rl_parse_id(p);
        tn_rl_expect(p, RL_EQUAL);
        const tunip_doc *value =
            is_list ? tn_rl_parse_list(p, RL_OPEN_CURLY, RL_CLOSE_CURLY, parse_expr)
                    : parse_dict(p);
        tn_rl_push(p, tn_rl_new_assign(p, TUNIP_ROLE_META, begin, name, NULL, value));
    }
}

/* The tokens behind the last brace are Relay again. */
static tunip_docs parse_function_body(tn_rl *p)
{
    size_t base = p->list.count;
    parse_heads(p);
    tn_rl_expect(p, RL_OPEN_CURLY);
    while (p->kind != RL_CLOSE_CURLY && p->kind != RL_STOP) tn_rl_push(p, parse_stmt(p));
    p->lexer.is_tir = false;
    tn_rl_expect(p, RL_CLOSE_CURLY);
    return tn_rl_take(p, base);
}

bool tn_rl_begins_primfn(const tn_rl *p)
{
    return is_word(p, "primfn") && *p->lexer.cursor == '(';
}

const tunip_doc *tn_rl_parse_primfn(tn_rl *p, uint32_t begin, const tunip_doc *name)
{
    size_t base = p->list.count;
    p->lexer.is_tir = true;
    const tunip_doc *word = tn_rl_parse_id(p);
    tn_rl_push(p, word);
    tunip_docs decorators = tn_rl_take(p, base);
    tunip_docs args = tn_rl_parse_items(p, RL_OPEN_ROUND, RL_CLOSE_ROUND, parse_expr);
    tn_rl_expect(p, RL_ARROW);
    bool is_void =
        p->kind == RL_OPEN_CURLY || (p->kind == RL_NAME && tn_rl_before_equal(&p->lexer));
    const tunip_doc *result = is_void ? new_void(p) : parse_type(p);
    tunip_docs body = parse_function_body(p);
    TN_RL_NEW(p, function, FUNCTION, TUNIP_ROLE_NONE, begin);
    doc->name = name ? name : word;
    doc->decorators = decorators;
    doc->args = args;
    doc->return_type = result;
    doc->body = body;
    return &doc->stmt.base;
}

/* Whether a type begins here: the name of a dtype, or a word with a capital that is called. */
static bool is_type(tunip_str text)
{
    static const char *const words[] = {"int", "uint", "float", "bool", "bfloat", "handle"};
    size_t size = 0;
    while (size < text.size && tunip_is_name_part(text.data[size])) size++;
    if (size && *text.data >= 'A' && *text.data <= 'Z')
        return size < text.size && text.data[size] == '(';
    for (size_t i = 0; i < TUNIP_LEN(words); i++) {
        size_t length = strlen(words[i]);
        if (size >= length && memcmp(text.data, words[i], length) == 0) return true;
    }
    return false;
}

/* `i: int32`, but not `%x: int32`. */
bool tn_rl_line_is_tir(tunip_str text)
{
    const char *end = memchr(text.data, '\n', text.size);
    size_t size = end ? (size_t)(end - text.data) : text.size;
    for (size_t i = 1; i + 2 < size; i++) {
        size_t at = i;
        if (text.data[i] != ':' || text.data[i + 1] != ' ') continue;
        while (at && (tunip_is_name_part(text.data[at - 1]) || text.data[at - 1] == '.')) at--;
        bool is_local = at && (text.data[at - 1] == '%' || text.data[at - 1] == ':');
        if (at < i && !is_local && is_type((tunip_str){text.data + i + 2, size - i - 2}))
            return true;
    }
    return false;
}

bool tn_rl_begins_tir(const tn_rl *p)
{
    bool can_be = p->kind == RL_NAME || p->kind == RL_LET || p->kind == RL_IF ||
                  p->kind == RL_OPEN_ROUND || p->kind == RL_OPEN_CURLY ||
                  (p->kind == RL_GLOBAL && !tn_rl_before_equal(&p->lexer));
    tunip_str rest = {p->lexer.at, (size_t)(p->lexer.limit - p->lexer.at)};
    return statement_at(p) || (can_be && tn_rl_line_is_tir(rest));
}

/* Statements alone, up to the end of the text, as a BLOCK. */
const tunip_doc *tn_rl_parse_tir(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    size_t base = p->list.count;
    p->lexer.is_tir = true;
    while (p->kind != RL_END && p->kind != RL_SECTION && p->kind != RL_STOP)
        tn_rl_push(p, parse_stmt(p));
    p->lexer.is_tir = false;
    tunip_docs body = tn_rl_take(p, base);
    TN_RL_NEW(p, block, BLOCK, TUNIP_ROLE_NONE, begin);
    doc->body = body;
    return &doc->stmt.base;
}
