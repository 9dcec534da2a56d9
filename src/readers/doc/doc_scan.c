/* doc_scan.c -- words, quoted texts and numbers of the doc format, and messages about them. */
#include "doc_scan.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "../../core/base/source.h"
#include "../../core/base/unicode.h"
#include "../../core/json/number.h"

/* ---- failures ---- */

bool tn_doc_fail(tn_doc_scan *s, tunip_status code, const char *at, const char *format, ...)
{
    if (s->status != TUNIP_OK) return false;
    s->status = code;
    s->end = s->at; /* so that nothing matches any more */
    if (!s->error || s->error->code != TUNIP_OK) return false;
    s->error->code = code;
    va_list args;
    va_start(args, format);
    vsnprintf(s->error->message, sizeof s->error->message, format, args);
    va_end(args);
    s->error->offset = (size_t)(at - s->begin);
    tn_text_locate((tunip_str){s->begin, s->error->offset}, s->error->offset, &s->error->line,
                   &s->error->column);
    return false;
}

bool tn_doc_fail_memory(tn_doc_scan *s)
{
    if (s->status == TUNIP_OK) s->status = TUNIP_ERROR_MEMORY;
    s->end = s->at;
    tunip_error_set(s->error, TUNIP_ERROR_MEMORY, "out of memory");
    return false;
}

bool tn_doc_reject(tn_doc_scan *s, const char *expected)
{
    char word[TN_DOC_WORD];
    if (s->status != TUNIP_OK) return false;
    tn_doc_peek_word(s, word);
    if (s->at == s->end)
        return tn_doc_fail(s, TUNIP_ERROR_SYNTAX, s->at, "expected %s, got the end of the text",
                           expected);
    if (*s->at == '\n')
        return tn_doc_fail(s, TUNIP_ERROR_FORMAT, s->at, "expected %s, got the end of the line",
                           expected);
    if (word[0])
        return tn_doc_fail(s, TUNIP_ERROR_FORMAT, s->at, "expected %s, got `%s`", expected, word);
    unsigned char c = (unsigned char)*s->at;
    if (c == ' ')
        return tn_doc_fail(s, TUNIP_ERROR_FORMAT, s->at, "expected %s, got a blank", expected);
    return tn_doc_fail(s, TUNIP_ERROR_FORMAT, s->at,
                       c > ' ' && c < 0x7f ? "expected %s, got `%c`"
                                           : "expected %s, got the byte 0x%02X",
                       expected, c);
}

/* ---- words ---- */

bool tn_doc_accept(tn_doc_scan *s, const char *text)
{
    size_t size = strlen(text);
    if ((size_t)(s->end - s->at) < size || memcmp(s->at, text, size) != 0) return false;
    s->at += size;
    return true;
}

bool tn_doc_expect(tn_doc_scan *s, const char *text)
{
    char expected[TN_DOC_WORD];
    if (tn_doc_accept(s, text)) return true;
    snprintf(expected, sizeof expected, strcmp(text, " ") == 0 ? "a blank" : "`%s`", text);
    return tn_doc_reject(s, expected);
}

bool tn_doc_at_line_end(const tn_doc_scan *s)
{
    return s->at == s->end || *s->at == '\n';
}

static bool is_name_letter(char c)
{
    return tunip_is_letter(c) || tunip_is_digit(c);
}

void tn_doc_peek_word(const tn_doc_scan *s, char out[TN_DOC_WORD])
{
    size_t size = 0;
    for (; s->at + size < s->end && size + 1 < TN_DOC_WORD && is_name_letter(s->at[size]); size++)
        out[size] = s->at[size];
    out[size] = '\0';
}

bool tn_doc_read_word(tn_doc_scan *s, const char *expected, char out[TN_DOC_WORD])
{
    tn_doc_peek_word(s, out);
    if (!out[0]) return tn_doc_reject(s, expected);
    s->at += strlen(out);
    return true;
}

/* ---- quoted texts ---- */

static size_t put_code_point(char *out, uint32_t code)
{
    enum { TAIL = 0x3F, MORE = 0x80 };
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(MORE | (code & TAIL));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | code >> 12);
        out[1] = (char)(MORE | (code >> 6 & TAIL));
        out[2] = (char)(MORE | (code & TAIL));
        return 3;
    }
    out[0] = (char)(0xF0 | code >> 18);
    out[1] = (char)(MORE | (code >> 12 & TAIL));
    out[2] = (char)(MORE | (code >> 6 & TAIL));
    out[3] = (char)(MORE | (code & TAIL));
    return 4;
}

static bool read_hex(tn_doc_scan *s, int digits, uint32_t *out)
{
    *out = 0;
    for (int i = 0; i < digits; i++, s->at++) {
        const char *digit = NULL;
        static const char all[] = "0123456789abcdef0123456789ABCDEF";
        if (!tn_doc_at_line_end(s) && *s->at) digit = strchr(all, *s->at);
        if (!digit) {
            char expected[TN_DOC_WORD];
            snprintf(expected, sizeof expected, "%d hexadecimal digits", digits);
            return tn_doc_reject(s, expected);
        }
        *out = *out << 4 | (uint32_t)((digit - all) & 15);
    }
    return true;
}

/* Decodes the escape after a backslash into `out` and returns the number of bytes. These are never
 * more than the bytes of the escape itself. */
static size_t read_escape(tn_doc_scan *s, char *out)
{
    enum { LAST_CODE_POINT = 0x10FFFF };
    static const char letters[] = "n\nr\rt\t\\\\\"\"";
    const char *begin = s->at;
    uint32_t code = 0;
    for (size_t i = 0; i + 1 < sizeof letters; i += 2) {
        if (tn_doc_at_line_end(s) || *s->at != letters[i]) continue;
        s->at++;
        *out = letters[i + 1];
        return 1;
    }
    if (tn_doc_accept(s, "x")) {
        if (!read_hex(s, 2, &code)) return 0;
        *out = (char)code;
        return 1;
    }
    if (tn_doc_accept(s, "u") ? !read_hex(s, 4, &code)
                              : !tn_doc_accept(s, "U") || !read_hex(s, 8, &code)) {
        tn_doc_fail(s, TUNIP_ERROR_SYNTAX, begin,
                    "expected n, r, t, \\, \", x, u or U after `\\`");
        return 0;
    }
    if (code <= LAST_CODE_POINT) return put_code_point(out, code);
    tn_doc_fail(s, TUNIP_ERROR_SYNTAX, begin, "there is no such character");
    return 0;
}

/* The bytes up to the closing quote, escapes included. */
static size_t quoted_size(const tn_doc_scan *s)
{
    const char *at = s->at;
    for (; at < s->end && *at != '\n' && *at != '"'; at++)
        if (*at == '\\' && at + 1 < s->end && at[1] != '\n') at++;
    return (size_t)(at - s->at);
}

tunip_str tn_doc_read_quoted(tn_doc_scan *s)
{
    const char *begin = s->at;
    size_t size = 0;
    if (!tn_doc_accept(s, "\"")) {
        tn_doc_reject(s, "a text in quotes");
        return (tunip_str){"", 0};
    }
    char *out = tn_arena_alloc(s->arena, quoted_size(s) + 1);
    if (!out) tn_doc_fail_memory(s);
    while (out && !tn_doc_at_line_end(s) && *s->at != '"') {
        if (tn_doc_accept(s, "\\"))
            size += read_escape(s, out + size);
        else
            out[size++] = *s->at++;
    }
    if (s->status == TUNIP_OK && !tn_doc_accept(s, "\""))
        tn_doc_fail(s, TUNIP_ERROR_SYNTAX, begin, "a text without its closing quote");
    if (s->status != TUNIP_OK) return (tunip_str){"", 0};
    out[size] = '\0';
    return (tunip_str){out, size};
}

/* ---- numbers ---- */

static tunip_str peek_number(const tn_doc_scan *s)
{
    const char *at = s->at;
    while (at < s->end && (is_name_letter(*at) || (*at && strchr("+-.", *at)))) at++;
    return (tunip_str){s->at, (size_t)(at - s->at)};
}

bool tn_doc_read_int(tn_doc_scan *s, int64_t *out)
{
    tunip_str text = peek_number(s);
    bool negative = text.size && text.data[0] == '-';
    uint64_t value = 0, most = (uint64_t)INT64_MAX + negative;
    if (text.size == negative) return tn_doc_reject(s, "an integer");
    for (size_t i = negative; i < text.size; i++) {
        uint64_t digit = (uint64_t)(unsigned char)text.data[i] - '0';
        if (digit > 9) return tn_doc_reject(s, "an integer");
        if (value > (most - digit) / 10)
            return tn_doc_fail(s, TUNIP_ERROR_LIMIT, s->at, "the integer does not fit 64 bits");
        value = value * 10 + digit;
    }
    *out = negative ? (int64_t)(0 - value) : (int64_t)value;
    s->at += text.size;
    return true;
}

static const char *skip_digits(const char *at, const char *end)
{
    while (at < end && tunip_is_digit(*at)) at++;
    return at;
}

/* digits ["." digits] ["e" ["+" | "-"] digits], as tn_double_parse() needs it. */
static bool is_decimal(tunip_str text)
{
    const char *begin = text.data, *end = text.data + text.size, *at = skip_digits(begin, end);
    bool fine = at > begin;
    if (at < end && *at == '.') {
        begin = ++at;
        at = skip_digits(at, end);
        fine = fine && at > begin;
    }
    if (at < end && *at == 'e') {
        at++;
        if (at < end && (*at == '+' || *at == '-')) at++;
        begin = at;
        at = skip_digits(at, end);
        fine = fine && at > begin;
    }
    return fine && at == end;
}

/* Reads a float. Handles "inf" and "nan" with their signs here, because the number reader knows
 * only JSON's grammar. */
bool tn_doc_read_float(tn_doc_scan *s, double *out)
{
    tunip_str text = peek_number(s), digits = text;
    bool negative = text.size && text.data[0] == '-';
    digits.data += negative;
    digits.size -= negative;
    if (!digits.size) return tn_doc_reject(s, "a number");
    if (tunip_str_equal(digits, (tunip_str)TUNIP_STR("nan"))) {
        *out = (double)NAN;
    } else if (tunip_str_equal(digits, (tunip_str)TUNIP_STR("inf"))) {
        *out = (double)INFINITY;
    } else {
        if (!is_decimal(digits)) return tn_doc_reject(s, "a number");
        tunip_status status = tn_double_parse(digits, out);
        if (status == TUNIP_ERROR_MEMORY) return tn_doc_fail_memory(s);
        if (status != TUNIP_OK)
            return tn_doc_fail(s, status, s->at, "the number is beyond all doubles");
    }
    if (negative) *out = -*out;
    s->at += text.size;
    return true;
}
