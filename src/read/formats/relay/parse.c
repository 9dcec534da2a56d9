/* parse.c -- the text of Relay: tokens, literals and types. */
#include "parse.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "../../../util/json.h"
#include "../../../util/unicode.h"

/* ======== lexer ======== */

/* The tokens of Relay (TVM v0.19 src/relay/parser/tokenizer.h). The text ends in a NUL,
 * which no token contains, so looking ahead needs no check for the end. */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Names of variables may be paths, as in %block1/conv. */
static bool is_part(char c)
{
    return is_letter(c) || is_digit(c) || c == '/';
}

/* ---- comments ---- */

const char *tn_rl_skip_comment(const char *at, const char *limit)
{
    size_t depth = 0;
    do {
        bool opens = at[0] == '/' && at[1] == '*', closes = at[0] == '*' && at[1] == '/';
        if (opens) depth++;
        if (closes) depth--;
        at += opens || closes ? 2 : 1;
    } while (depth && at < limit);
    return at < limit ? at : limit;
}

static bool begins_with(const char *at, const char *word)
{
    return strncmp(at, word, strlen(word)) == 0;
}

static bool is_note(const char *comment)
{
    const char *at = comment + 2;
    while (*at == ' ') at++;
    return begins_with(at, "ty=") || begins_with(at, "span=");
}

/* Skips white space and comments. */
static const char *skip(tn_rl_lexer *lexer, const char *at)
{
    for (;;) {
        if (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r') {
            at++;
        } else if (at[0] == '/' && at[1] == '/') {
            while (at < lexer->limit && *at != '\n') at++;
        } else if (at[0] == '/' && at[1] == '*') {
            if (!lexer->note && is_note(at)) lexer->note = at;
            at = tn_rl_skip_comment(at, lexer->limit);
        } else {
            return at;
        }
    }
}

bool tn_rl_before_equal(const tn_rl_lexer *lexer)
{
    tn_rl_lexer ahead = *lexer;
    const char *at = skip(&ahead, ahead.cursor);
    return at[0] == '=' && at[1] != '=' && at[1] != '>';
}

/* ---- tokens ---- */

static tn_rl_kind bad(tn_rl_lexer *lexer, const char *fault)
{
    lexer->fault = fault;
    return RL_BAD;
}

static const char *skip_digits(const char *at)
{
    while (is_digit(*at)) at++;
    return at;
}

/* 1, 1i64, 1f, 1.5e-3f16. The index of an item consists only of digits. */
static tn_rl_kind lex_number(tn_rl_lexer *lexer)
{
    const char *at = skip_digits(lexer->at);
    bool has_fraction = false;
    lexer->cursor = at;
    if (lexer->is_member) return RL_INT;
    if (*at == '.') {
        at = skip_digits(at + 1);
        has_fraction = true;
    }
    const char *power = at + 1 + ((*at == 'e' || *at == 'E') && (at[1] == '+' || at[1] == '-'));
    bool has_power = (*at == 'e' || *at == 'E') && is_digit(*power);
    if (has_power) at = skip_digits(power);
    has_fraction = has_fraction || has_power;
    char suffix = *at;
    if (suffix == 'f' || suffix == 'i' || (lexer->is_tir && suffix == 'u'))
        at = skip_digits(at + 1);
    lexer->cursor = at;
    if (is_letter(*at)) return bad(lexer, "a number ends in no letter but `f` and `i`");
    if (has_fraction && suffix != 'f')
        return bad(lexer, "a floating point number ends in `f`, as 1.5f does");
    return suffix == 'f' ? RL_FLOAT : RL_INT;
}

static tn_rl_kind lex_string(tn_rl_lexer *lexer)
{
    const char *at = lexer->at + 1;
    while (at < lexer->limit && *at != '"' && *at != '\n')
        at += *at == '\\' && at + 1 < lexer->limit ? 2 : 1;
    bool is_closed = *at == '"';
    lexer->cursor = is_closed ? at + 1 : at;
    return is_closed ? RL_STRING : bad(lexer, "the string has no closing quote");
}

/* 'llvm', in a target. TVM escapes nothing in it. */
static tn_rl_kind lex_quoted(tn_rl_lexer *lexer)
{
    const char *at = lexer->at + 1;
    while (at < lexer->limit && *at != '\'' && *at != '\n') at++;
    bool is_closed = *at == '\'';
    lexer->cursor = is_closed ? at + 1 : at;
    return is_closed ? RL_QUOTED : bad(lexer, "this character has no meaning here");
}

/* meta[relay.Constant][0] */
static tn_rl_kind lex_meta(tn_rl_lexer *lexer)
{
    const char *at = lexer->cursor;
    while (at < lexer->limit && *at != ']' && *at != '\n') at++;
    const char *digits = at[0] == ']' && at[1] == '[' ? at + 2 : at;
    const char *end = skip_digits(digits);
    lexer->cursor = at;
    if (end == digits || *end != ']') return bad(lexer, "expected meta[TYPE][INDEX]");
    lexer->cursor = end + 1;
    return RL_META;
}

/* In the order of the tokens. */
static const char *const keywords[] = {"def", "else", "extern", "fn",  "free_var",
                                       "if",  "let",  "match",  "type"};

/* The tensor IR uses the other keywords as names. Its names contain numbers: i.0.fused. */
static bool is_keyword(const tn_rl_lexer *lexer, tn_rl_kind kind)
{
    return !lexer->is_tir || kind == RL_IF || kind == RL_ELSE || kind == RL_LET;
}

static tn_rl_kind lex_name(tn_rl_lexer *lexer)
{
    const char *at = lexer->at;
    while (is_part(*at) || (*at == '.' && (is_letter(at[1]) || (lexer->is_tir && is_digit(at[1])))))
        at++;
    size_t size = (size_t)(at - lexer->at);
    lexer->cursor = at;
    if (*at == '[' && size == 4 && memcmp(lexer->at, "meta", 4) == 0) return lex_meta(lexer);
    for (size_t i = 0; i < TUNIP_LEN(keywords); i++)
        if (strlen(keywords[i]) == size && memcmp(lexer->at, keywords[i], size) == 0 &&
            is_keyword(lexer, (tn_rl_kind)i)) {
            if (i == RL_MATCH && *at == '?') lexer->cursor++;
            return (tn_rl_kind)i;
        }
    static const char *const reals[] = {"inff", "nanf"};
    for (size_t i = 0; i < TUNIP_LEN(reals); i++)
        if (size >= 4 && memcmp(lexer->at, reals[i], 4) == 0 && skip_digits(lexer->at + 4) == at)
            return RL_FLOAT;
    return RL_NAME;
}

/* %0, %x. Models have names such as %input:0 and %layer.weight, which TVM prints but cannot
 * read. */
static tn_rl_kind lex_variable(tn_rl_lexer *lexer)
{
    const char *at = lexer->at + 1;
    tn_rl_kind kind = *lexer->at == '@' ? RL_GLOBAL : is_digit(*at) ? RL_GRAPH : RL_LOCAL;
    if (kind == RL_GRAPH) {
        at = skip_digits(at);
    } else {
        const char *begin = at;
        while (is_part(*at) || (*at == ':' && is_digit(at[1])) || (*at == '.' && is_letter(at[1])))
            at++;
        if (at == begin) kind = RL_BAD;
    }
    lexer->cursor = at;
    return kind == RL_BAD ? bad(lexer, "expected a name after it") : kind;
}

static tn_rl_kind lex_sign(tn_rl_lexer *lexer)
{
    static const struct {
        char text[3];
        uint8_t kind;
    } signs[] = {{"(", RL_OPEN_ROUND},     {")", RL_CLOSE_ROUND}, {"[", RL_OPEN_SQUARE},
                 {"]", RL_CLOSE_SQUARE},   {"{", RL_OPEN_CURLY},  {"}", RL_CLOSE_CURLY},
                 {",", RL_COMMA},          {".", RL_PERIOD},      {":", RL_COLON},
                 {";", RL_SEMICOLON},      {"->", RL_ARROW},      {"=>", RL_CASE},
                 {"==", RL_EQUALS},        {"!=", RL_DIFFERS},    {"<=", RL_LESS_EQUAL},
                 {">=", RL_GREATER_EQUAL}, {"=", RL_EQUAL},       {"<", RL_LESS},
                 {">", RL_GREATER},        {"+", RL_PLUS},        {"-", RL_MINUS},
                 {"*", RL_STAR},           {"/", RL_SLASH},       {"?", RL_QUESTION},
                 {"#[", RL_SECTION}};
    static const struct {
        char text[3];
        uint8_t kind;
    } tir_signs[] = {{"&&", RL_AND}, {"||", RL_OR}, {"%", RL_PERCENT}, {"!", RL_NOT}};
    for (size_t i = 0; i < TUNIP_LEN(signs); i++)
        if (begins_with(lexer->at, signs[i].text)) {
            lexer->cursor = lexer->at + strlen(signs[i].text);
            return (tn_rl_kind)signs[i].kind;
        }
    for (size_t i = 0; lexer->is_tir && i < TUNIP_LEN(tir_signs); i++)
        if (begins_with(lexer->at, tir_signs[i].text)) {
            lexer->cursor = lexer->at + strlen(tir_signs[i].text);
            return (tn_rl_kind)tir_signs[i].kind;
        }
    lexer->cursor = lexer->at + 1;
    while (((unsigned char)*lexer->cursor & 0xC0) == 0x80) lexer->cursor++; /* of UTF-8 */
    return bad(lexer, "this character has no meaning here");
}

tn_rl_kind tn_rl_next(tn_rl_lexer *lexer)
{
    lexer->note = NULL;
    lexer->at = skip(lexer, lexer->cursor);
    char c = *lexer->at;
    if (lexer->at >= lexer->limit) {
        lexer->cursor = lexer->limit;
        return RL_END;
    }
    bool is_variable = c == '@' || (c == '%' && !lexer->is_tir);
    tn_rl_kind kind = is_digit(c)    ? lex_number(lexer)
                      : is_letter(c) ? lex_name(lexer)
                      : c == '"'     ? lex_string(lexer)
                      : c == '\''    ? lex_quoted(lexer)
                      : is_variable  ? lex_variable(lexer)
                                     : lex_sign(lexer);
    lexer->is_member = kind == RL_PERIOD;
    return kind;
}

/* ======== literal ======== */

/* Numbers, strings, references into the metadata. */

/* ---- numbers ---- */

/* The width after `f` or `i`. */
static unsigned width_of(tunip_str digits)
{
    unsigned width = 0;
    for (size_t i = 0; i < digits.size && width < 1000; i++)
        width = width * 10 + (unsigned)(digits.data[i] - '0');
    return digits.size ? width : 32;
}

static bool fits(uint64_t value, bool is_negative, unsigned width)
{
    return value <= ((uint64_t)1 << (width - 1)) - !is_negative;
}

static bool parse_int(tunip_str text, bool is_negative, tunip_doc_literal *doc)
{
    uint64_t value = 0;
    size_t i = 0;
    for (; i < text.size && text.data[i] != 'i'; i++) {
        unsigned digit = (unsigned)(text.data[i] - '0');
        if (value > (UINT64_MAX - digit) / 10) return false;
        value = value * 10 + digit;
    }
    bool has_width = i < text.size;
    tunip_str digits = {text.data + i + has_width, text.size - i - has_width};
    unsigned width = width_of(digits);
    if (!has_width && !fits(value, is_negative, width)) width = 64;
    if ((width != 16 && width != 32 && width != 64) || !fits(value, is_negative, width))
        return false;
    doc->value.integer = (int64_t)(is_negative ? 0 - value : value);
    doc->value.typed.dtype = TUNIP_INT((int)width);
    return true;
}

static bool parse_float(tunip_str text, bool is_negative, tunip_doc_literal *doc)
{
    char copy[64];
    double value;
    size_t size = 0;
    bool is_word = *text.data == 'i' || *text.data == 'n';
    while (size < text.size && text.data[size] != 'f') size++;
    if (is_word) size = 3;
    if (size >= sizeof copy) return false;
    memcpy(copy, text.data, size);
    copy[size] = '\0';
    if (is_word)
        value = *copy == 'i' ? HUGE_VAL : NAN;
    else if (tn_double_parse((tunip_str){copy, size}, &value) != TUNIP_OK)
        return false;
    unsigned width = width_of((tunip_str){text.data + size + 1, text.size - size - 1});
    if (width != 16 && width != 32 && width != 64) return false;
    doc->value.real = is_negative ? -value : value;
    doc->value.typed.dtype = TUNIP_FLOAT((int)width);
    return true;
}

const tunip_doc *tn_rl_parse_number(tn_rl *p, uint32_t begin, bool is_negative)
{
    tunip_str text = tn_rl_token(p);
    bool is_float = p->kind == RL_FLOAT;
    uint32_t end = tn_rl_at(p) + (uint32_t)text.size;
    tunip_doc_literal value = {.base = {.kind = TUNIP_DOC_LITERAL}};
    bool is_read =
        is_float ? parse_float(text, is_negative, &value) : parse_int(text, is_negative, &value);
    if (!is_read)
        tn_rl_error(p, begin, end, "the number has no such width: %.*s", (int)text.size, text.data);
    tn_rl_advance(p);
    TN_RL_NEW(p, literal, LITERAL, is_float ? TUNIP_LITERAL_FLOAT : TUNIP_LITERAL_INT, begin);
    doc->value = value.value;
    return &doc->base;
}

/* ---- strings ---- */

/* Decodes the escapes that the backend writes. TVM does not read them back. */
static tunip_str unescape(tn_rl *p, tunip_str text)
{
    static const char from[] = "trn", to[] = "\t\r\n";
    if (!text.size || !memchr(text.data, '\\', text.size)) return text;
    char *made = tn_arena_alloc(p->arena, text.size);
    size_t size = 0;
    for (size_t i = 0; made && i < text.size; i++) {
        char c = text.data[i];
        bool is_escape = c == '\\' && i + 1 < text.size;
        if (is_escape) c = text.data[++i];
        const char *special = is_escape ? strchr(from, c) : NULL;
        bool is_hex = is_escape && c == 'x' && i + 2 < text.size &&
                      tn_hex_digit(text.data[i + 1]) >= 0 && tn_hex_digit(text.data[i + 2]) >= 0;
        if (is_hex) {
            c = (char)(tn_hex_digit(text.data[i + 1]) << 4 | tn_hex_digit(text.data[i + 2]));
            i += 2;
        }
        made[size++] = special && c ? to[special - from] : c;
    }
    if (!made) tn_rl_fail_memory(p);
    return (tunip_str){made ? made : "", made ? size : 0};
}

const tunip_doc *tn_rl_parse_string(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    tunip_str token = tn_rl_token(p);
    tunip_str text = unescape(p, (tunip_str){token.data + 1, token.size - 2});
    tn_rl_advance(p);
    return tn_rl_new_string(p, begin, text);
}

/* ---- the metadata ---- */

static const tunip_doc *new_index(tn_rl *p, uint32_t begin, const tunip_doc *value,
                                  const tunip_doc *item)
{
    size_t base = p->list.count;
    tn_rl_push(p, item);
    tunip_docs indices = tn_rl_take(p, base);
    TN_RL_NEW(p, index, INDEX, 0, begin);
    doc->value = value;
    doc->indices = indices;
    return &doc->base;
}

static const tunip_doc *new_int(tn_rl *p, uint32_t begin, int64_t value)
{
    TN_RL_NEW(p, literal, LITERAL, TUNIP_LITERAL_INT, begin);
    doc->value.integer = value;
    return &doc->base;
}

/* meta[TYPE][INDEX] */
const tunip_doc *tn_rl_parse_meta(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    tunip_str token = tn_rl_token(p);
    const char *close = memchr(token.data, ']', token.size);
    tunip_str key = {token.data + strlen("meta["), (size_t)(close - token.data) - strlen("meta[")};
    int64_t number = 0;
    for (const char *at = close + 2; *at != ']'; at++)
        number = number > INT64_MAX / 10 - 1 ? number : number * 10 + (*at - '0');
    tn_rl_advance(p);
    const tunip_doc *section = tn_rl_new_id(p, begin, tunip_str_from("metadata"));
    const tunip_doc *of_type = new_index(p, begin, section, tn_rl_new_string(p, begin, key));
    return new_index(p, begin, of_type, new_int(p, begin, number));
}

/* ======== parse ======== */

/* Tokens, errors, Docs, lists of items. */

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
    bool is_definition = p->kind == RL_DEF || p->kind == RL_TYPE || p->kind == RL_EXTERN ||
                         p->kind == RL_SECTION || p->kind == RL_GLOBAL;
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

/* ======== type ======== */

/* Types. */

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
    doc->body = doc->type_params = tunip_docs_none();
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
