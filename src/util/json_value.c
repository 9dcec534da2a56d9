/* json_value.c -- what tokens stand for: strings, numbers, and descriptions for messages. */
#include <math.h>
#include <stdio.h>

#include "json.h"
#include "unicode.h"

tunip_json_token tunip_json_next(tunip_json *json)
{
    return tn_json_next(json);
}

/* ---- values that are skipped ---- */

/* Takes `"key":`. */
static const char *skip_key(tunip_json *json, tunip_json_token *token)
{
    if (!tunip_json_is_string(*token)) return "a string";
    *token = tn_json_next(json);
    if (*token != TUNIP_JSON_COLON) return "`:`";
    *token = tn_json_next(json);
    return NULL;
}

/* An opening bracket is followed in tunip_json_token by its closing one. */
const char *tunip_json_skip(tunip_json *json, tunip_json_token *token)
{
    unsigned char open[TUNIP_JSON_SKIP_DEPTH]; /* the brackets around *token, outermost first */
    size_t depth = 0;
    for (;;) {
        const char *expected = NULL;
        bool begins = *token == TUNIP_JSON_OPEN_OBJECT || *token == TUNIP_JSON_OPEN_ARRAY;
        if (!begins && !tunip_json_is_scalar(*token)) return "a value";
        if (begins && depth == TUNIP_JSON_SKIP_DEPTH) return "a value that nests less deep";
        if (begins) open[depth++] = (unsigned char)*token;
        *token = tn_json_next(json);
        if (!begins || *token == open[depth - 1] + 1u) {
            for (; depth && *token == open[depth - 1] + 1u; depth--) *token = tn_json_next(json);
            if (!depth) return NULL;
            bool is_object = open[depth - 1] == TUNIP_JSON_OPEN_OBJECT;
            if (*token != TUNIP_JSON_COMMA) return is_object ? "`,` or `}`" : "`,` or `]`";
            *token = tn_json_next(json);
        }
        if (open[depth - 1] == TUNIP_JSON_OPEN_OBJECT) expected = skip_key(json, token);
        if (expected) return expected;
    }
}

/* ---- descriptions ---- */

enum { MOST_QUOTED = 40 };

/* Quotes the token between two marks, shortened when it is long. */
static void quote(tunip_str token, const char *mark, char *out)
{
    bool cut = token.size > MOST_QUOTED;
    if (cut) token.size = MOST_QUOTED;
    token.size = tunip_utf8_valid(token);
    snprintf(out, TUNIP_JSON_DESCRIPTION_SIZE, "%s%.*s%s%s", mark, (int)token.size, token.data,
             cut ? "..." : "", mark);
}

static void describe_bad(tunip_str token, char *out)
{
    unsigned char c = (unsigned char)token.data[0];
    if (c > 0x20 && c < 0x7f)
        quote(token, "`", out);
    else if (strncmp(token.data, "\xEF\xBB\xBF", 3) == 0)
        snprintf(out, TUNIP_JSON_DESCRIPTION_SIZE, "a byte order mark");
    else
        snprintf(out, TUNIP_JSON_DESCRIPTION_SIZE, "the byte 0x%02X", (unsigned)c);
}

const char *tn_json_name(tunip_json_token token)
{
    /* ORDER tunip_json_token */
    static const char *const names[] = {
        "the end of the file", "`{`", "`}`", "`[`", "`]`", "`,`", "`:`"};
    return token < TUNIP_LEN(names) ? names[token] : NULL;
}

void tunip_json_describe(const tunip_json *json, tunip_json_token token, char *out)
{
    const char *name = tn_json_name(token);
    if (name)
        snprintf(out, TUNIP_JSON_DESCRIPTION_SIZE, "%s", name);
    else if (token == TUNIP_JSON_OPEN_STRING)
        snprintf(out, TUNIP_JSON_DESCRIPTION_SIZE, "a string without its closing quote");
    else if (token == TUNIP_JSON_CONTROL)
        snprintf(out, TUNIP_JSON_DESCRIPTION_SIZE, "a string with the control character 0x%02X",
                 (unsigned)(unsigned char)*json->cursor);
    else if (token == TUNIP_JSON_BAD)
        describe_bad(tunip_json_text(json), out);
    else
        quote(tunip_json_text(json), "`", out);
}

/* ---- strings ---- */

/* The unit of UTF-16 that the four digits of \uXXXX at `at` stand for, or -1. */
static int32_t unit_at(const char *at, const char *end)
{
    if (end - at < 4) return -1;
    int32_t unit = 0;
    for (int i = 0; i < 4; i++) {
        int value = tn_hex_digit(at[i]);
        if (value < 0) return -1;
        unit = unit * 16 + value;
    }
    return unit;
}

static char *put_utf8(char *out, uint32_t code)
{
    static const uint32_t limits[] = {0x80, 0x800, 0x10000};
    static const unsigned char marks[] = {0, 0xC0, 0xE0, 0xF0};
    unsigned more = 0; /* bytes behind the first */
    while (more < TUNIP_LEN(limits) && code >= limits[more]) more++;
    *out++ = (char)(marks[more] | code >> 6 * more);
    while (more-- > 0) *out++ = (char)(0x80 | (code >> 6 * more & 63));
    return out;
}

/* These decode behind a backslash or `\u` and move on. They return NULL, or what was expected. */

static const char *decode_unit(const char **in, const char *end, char **out)
{
    int32_t unit = unit_at(*in, end);
    if (unit < 0) return "four hexadecimal digits";
    *in += 4;
    uint32_t code = (uint32_t)unit;
    if (code >= 0xD800 && code < 0xE000) {
        bool more = end - *in >= 6 && (*in)[0] == '\\' && (*in)[1] == 'u';
        int32_t low = more ? unit_at(*in + 2, end) : -1;
        if (code >= 0xDC00 || low < 0xDC00 || low > 0xDFFF) return "a pair of surrogates";
        code = 0x10000 + ((code - 0xD800) << 10) + ((uint32_t)low - 0xDC00);
        *in += 6;
    }
    *out = put_utf8(*out, code);
    return NULL;
}

static const char *decode_escape(const char **in, const char *end, char **out)
{
    static const char plain[] = "\"\\/bfnrt", meaning[] = "\"\\/\b\f\n\r\t";
    char c = *(*in)++;
    if (c == 'u') return decode_unit(in, end, out);
    const char *known = c ? strchr(plain, c) : NULL;
    if (!known) return "an escape sequence of JSON";
    *(*out)++ = meaning[known - plain];
    return NULL;
}

static size_t fail_escape(tunip_json_flaw *flaw, tunip_str string, const char *at,
                          const char *expected)
{
    size_t left = (size_t)(string.data + string.size - 1 - at);
    tunip_str got = {at, left < 6 ? left : 6};
    if (at[1] != 'u') got.size = 2;
    flaw->begin = (size_t)(at - string.data);
    flaw->end = flaw->begin + got.size;
    got.size = tunip_utf8_valid(got);
    snprintf(flaw->message, sizeof flaw->message, "expected %s, got %.*s", expected, (int)got.size,
             got.data);
    return SIZE_MAX;
}

size_t tunip_json_decode(tunip_str string, char *out, tunip_json_flaw *flaw)
{
    const char *in = string.data + 1, *const end = string.data + string.size - 1;
    char *const begin = out;
    while (in < end) {
        const char *const at = in;
        const char *expected = NULL;
        char c = *in++;
        if (c == '\\')
            expected = decode_escape(&in, end, &out);
        else
            *out++ = c;
        if (expected) return fail_escape(flaw, string, at, expected);
    }
    *out = '\0';
    return (size_t)(out - begin);
}

/* ---- numbers ---- */

bool tunip_json_int(tunip_str token, int64_t *out)
{
    return tn_json_int(token, out);
}

tunip_status tunip_json_float(const tunip_json *json, tunip_json_token token, double *out)
{
    switch (token) {
    case TUNIP_JSON_INT:
    case TUNIP_JSON_FLOAT:
        return tn_double_parse(tunip_json_text(json), out);
    case TUNIP_JSON_NAN:
        *out = (double)NAN;
        return TUNIP_OK;
    case TUNIP_JSON_INFINITY:
        *out = (double)INFINITY;
        return TUNIP_OK;
    case TUNIP_JSON_MINUS_INFINITY:
        *out = -(double)INFINITY;
        return TUNIP_OK;
    default:
        return TUNIP_ERROR_ARGUMENT;
    }
}
