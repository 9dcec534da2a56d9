/* lexer.c -- the tokens of Relay (TVM v0.19 src/relay/parser/tokenizer.h). The text ends in a NUL,
 * which no token contains, so looking ahead needs no check for the end. */
#include "lexer.h"

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
    if (suffix == 'f' || suffix == 'i') at = skip_digits(at + 1);
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
    if (end == digits || *end != ']')
        return bad(lexer, "expected meta[TYPE][INDEX]");
    lexer->cursor = end + 1;
    return RL_META;
}

/* In the order of the tokens. */
static const char *const keywords[] = {"def", "else",  "extern", "fn",  "free_var",
                                       "if",  "let",   "match",  "type"};

static tn_rl_kind lex_name(tn_rl_lexer *lexer)
{
    const char *at = lexer->at;
    while (is_part(*at) || (*at == '.' && is_letter(at[1]))) at++;
    size_t size = (size_t)(at - lexer->at);
    lexer->cursor = at;
    if (*at == '[' && size == 4 && memcmp(lexer->at, "meta", 4) == 0) return lex_meta(lexer);
    for (size_t i = 0; i < TUNIP_LEN(keywords); i++)
        if (strlen(keywords[i]) == size && memcmp(lexer->at, keywords[i], size) == 0) {
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
    } signs[] = {{"(", RL_OPEN_ROUND},  {")", RL_CLOSE_ROUND},    {"[", RL_OPEN_SQUARE},
                 {"]", RL_CLOSE_SQUARE}, {"{", RL_OPEN_CURLY},    {"}", RL_CLOSE_CURLY},
                 {",", RL_COMMA},       {".", RL_PERIOD},         {":", RL_COLON},
                 {";", RL_SEMICOLON},   {"->", RL_ARROW},         {"=>", RL_CASE},
                 {"==", RL_EQUALS},     {"!=", RL_DIFFERS},       {"<=", RL_LESS_EQUAL},
                 {">=", RL_GREATER_EQUAL}, {"=", RL_EQUAL},       {"<", RL_LESS},
                 {">", RL_GREATER},     {"+", RL_PLUS},           {"-", RL_MINUS},
                 {"*", RL_STAR},        {"/", RL_SLASH},          {"?", RL_QUESTION},
                 {"#[", RL_SECTION}};
    for (size_t i = 0; i < TUNIP_LEN(signs); i++)
        if (begins_with(lexer->at, signs[i].text)) {
            lexer->cursor = lexer->at + strlen(signs[i].text);
            return (tn_rl_kind)signs[i].kind;
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
    tn_rl_kind kind = is_digit(c)               ? lex_number(lexer)
                      : is_letter(c)            ? lex_name(lexer)
                      : c == '"'                ? lex_string(lexer)
                      : c == '\''               ? lex_quoted(lexer)
                      : c == '%' || c == '@'    ? lex_variable(lexer)
                                                : lex_sign(lexer);
    lexer->is_member = kind == RL_PERIOD;
    return kind;
}
