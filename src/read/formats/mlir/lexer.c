/* lexer.c -- the tokens of MLIR text. */
#include "lexer.h"

#include <string.h>

#include <tunip/mlir.h>

#include "../../../util/unicode.h"

enum { LETTER = 1, DIGIT = 2, MARK = 4 /* $ . _ - in names of values */ };

/* The classes of ASCII; other bytes have none. */
static const unsigned char classes[128] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* */
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* */
    0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 0, /* $ - . */
    6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 0, 0, 0, 0, 0, 0, /* 0 to 9 */
    0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, /* A */
    5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 0, 0, 0, 0, 5, /* to Z, _ */
    0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, /* a */
    5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 0, 0, 0, 0, 0, /* to z */
};

static inline unsigned class_of(char c)
{
    unsigned char byte = (unsigned char)c;
    return byte < 128 ? classes[byte] : 0;
}

static char at(tunip_str text, size_t i)
{
    return i < text.size ? text.data[i] : '\0';
}

/* The end of a name behind %, ^, ! or #: digits, or letters, digits and marks. */
static size_t skip_suffix(tunip_str text, size_t i)
{
    if (class_of(at(text, i)) & DIGIT) {
        while (class_of(at(text, i)) & DIGIT) i++;
        return i;
    }
    while (class_of(at(text, i))) {
        bool is_arrow = at(text, i) == '-' && at(text, i + 1) == '>';
        if (is_arrow) break;
        i++;
    }
    return i;
}

/* A word may have dots and dollars inside. */
static size_t skip_word(tunip_str text, size_t i)
{
    while (i < text.size) {
        char c = text.data[i];
        bool is_inner = c == '$' || (c == '.' && (class_of(at(text, i + 1)) & (LETTER | DIGIT)));
        if (!(class_of(c) & (LETTER | DIGIT)) && !is_inner) break;
        i++;
    }
    return i;
}

static size_t skip_string(tunip_str text, size_t i)
{
    for (i++; i < text.size && text.data[i] != '"' && text.data[i] != '\n'; i++)
        if (text.data[i] == '\\') i++;
    return at(text, i) == '"' ? i + 1 : 0;
}

static size_t skip_number(tunip_str text, size_t i)
{
    if (at(text, i) == '-') i++;
    if (at(text, i) == '0' && at(text, i + 1) == 'x') {
        size_t hex = i + 2;
        while ((class_of(at(text, hex)) & DIGIT) ||
               (at(text, hex) >= 'a' && at(text, hex) <= 'f') ||
               (at(text, hex) >= 'A' && at(text, hex) <= 'F'))
            hex++;
        if (hex > i + 2) return hex;
    }
    while (class_of(at(text, i)) & DIGIT) i++;
    if (at(text, i) != '.') return i;
    i++;
    while (class_of(at(text, i)) & DIGIT) i++;
    if (at(text, i) != 'e' && at(text, i) != 'E') return i;
    size_t exponent = i + 1;
    if (at(text, exponent) == '-' || at(text, exponent) == '+') exponent++;
    if (!(class_of(at(text, exponent)) & DIGIT)) return i;
    while (class_of(at(text, exponent)) & DIGIT) exponent++;
    return exponent;
}

size_t mlir_skip_punct(tunip_str text, size_t i)
{
    static const char *const marks[] = {"{-#", "#-}", "...", "->", "::", "==", ">=", "<="};
    char next = at(text, i + 1);
    bool may_be_long = next == '-' || next == '.' || next == '>' || next == ':' || next == '=';
    for (size_t k = 0; may_be_long && k < TUNIP_LEN(marks); k++) {
        size_t size = strlen(marks[k]);
        if (text.size - i >= size && memcmp(text.data + i, marks[k], size) == 0) return i + size;
    }
    bool is_plain = text.data[i] >= ' ' && text.data[i] <= '~';
    if (is_plain) return i + 1;
    tn_glyph glyph = tn_glyph_at(text, i);
    return glyph.escaped ? 0 : i + glyph.size;
}

static mlir_kind measure(tunip_str text, size_t i, size_t *end)
{
    char c = text.data[i], next = at(text, i + 1);
    unsigned next_class = class_of(next);
    bool is_named = next_class && !(next == '-' && at(text, i + 2) == '>');
    switch (c) {
    case '%':
        *end = skip_suffix(text, i + 1);
        if (at(text, *end) == '#' && (class_of(at(text, *end + 1)) & DIGIT))
            *end = skip_suffix(text, *end + 1);
        return is_named ? MLIR_VALUE : MLIR_PUNCT;
    case '^':
        *end = skip_suffix(text, i + 1);
        return is_named ? MLIR_LABEL : MLIR_PUNCT;
    case '@':
        *end = next == '"' ? skip_string(text, i + 1) : skip_word(text, i + 1);
        return *end ? MLIR_SYMBOL : MLIR_WRONG;
    case '!':
    case '#':
        if (!(next_class & (LETTER | DIGIT))) break;
        *end = skip_word(text, i + 1);
        return c == '!' ? MLIR_TYPE : MLIR_ATTR;
    case '"':
        *end = skip_string(text, i);
        return *end ? MLIR_STRING : MLIR_WRONG;
    default:
        break;
    }
    if (class_of(c) & LETTER) {
        *end = skip_word(text, i);
        return MLIR_WORD;
    }
    if ((class_of(c) & DIGIT) || (c == '-' && (next_class & DIGIT))) {
        *end = skip_number(text, i);
        return MLIR_NUMBER;
    }
    *end = mlir_skip_punct(text, i);
    return *end ? MLIR_PUNCT : MLIR_WRONG;
}

mlir_token mlir_lex(tunip_str text, size_t from)
{
    size_t i = from, line = SIZE_MAX, blanks = 0;
    bool has_mark = !from && text.size >= 3 && memcmp(text.data, "\xEF\xBB\xBF", 3) == 0;
    if (has_mark) i = 3; /* a byte order mark */
    if (!from) line = i;
    for (; i < text.size; i++) {
        while (i < text.size && text.data[i] == ' ') i++;
        char c = at(text, i);
        bool is_comment = c == '/' && at(text, i + 1) == '/';
        if (line == SIZE_MAX) blanks = i - from - (is_comment && i > from);
        if (is_comment) {
            const char *end = memchr(text.data + i, '\n', text.size - i);
            i = end ? (size_t)(end - text.data) : text.size;
            if (i == text.size) break;
            c = '\n';
        }
        if (c == '\n')
            line = i + 1;
        else if (c != '\t' && c != '\r')
            break;
    }
    mlir_token token = {.kind = MLIR_END, .begin = i, .end = i, .is_first = line != SIZE_MAX};
    if (token.is_first) token.column = i - line;
    token.blanks = token.is_first ? blanks : i - from;
    if (i < text.size) token.kind = measure(text, i, &token.end);
    if (token.kind != MLIR_WRONG) return token;
    token.end = i + 1;
    bool is_string = text.data[i] == '"' || text.data[i] == '@';
    while (!is_string && token.end < text.size && !mlir_skip_punct(text, token.end)) token.end++;
    return token;
}

char mlir_decode(tunip_str string, size_t *at)
{
    size_t i = (*at)++;
    char c = string.data[i];
    if (c != '\\' || i + 2 >= string.size) return c;
    int high = tn_hex_digit(string.data[i + 1]), low = tn_hex_digit(string.data[i + 2]);
    bool is_byte = high >= 0 && low >= 0 && i + 3 < string.size;
    *at += is_byte ? 2 : 1;
    c = string.data[i + 1];
    return is_byte ? (char)(high * 16 + low) : c == 'n' ? '\n' : c == 't' ? '\t' : c;
}

/* ---- usual blanks ---- */

static char last_of(const tunip_node *piece)
{
    tunip_str text = tunip_string_value(piece);
    return text.size ? text.data[text.size - 1] : 'a';
}

bool tunip_mlir_is_apart(const tunip_node *before, const tunip_node *after)
{
    tunip_str text = tunip_string_value(after);
    char first = text.size ? *text.data : '\0', last = before ? last_of(before) : 'a';
    if (first == ',' || first == ')' || first == ']' || first == '>') return false;
    if (last == '(' || last == '[' || last == '<') return false;
    if (first != '(' && first != '[' && first != '<') return true;
    bool is_mark = last == ',' || last == ':' || last == '=';
    bool is_node = before && !tunip_is(before, &tunip_string_type);
    if (first == '(') return is_node || is_mark || last == '>';
    return is_mark || last == ')' || (first == '[' && last == '>');
}
