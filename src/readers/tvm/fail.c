/* fail.c -- messages of the reader: the place, the expected input and the actual input. */
#include <stdarg.h>
#include <stdio.h>

#include "../../core/base/unicode.h"
#include "reader.h"

enum { MOST_QUOTED = 40, DESCRIPTION_SIZE = 64, EXPECTATION_SIZE = 240 };

/* ---- what stands there ---- */

/* Quotes the token between two marks, shortened when it is long. */
static void quote(tunip_str token, const char *mark, char *out)
{
    bool cut = token.size > MOST_QUOTED;
    if (cut) token.size = MOST_QUOTED;
    token.size = tunip_utf8_valid(token);
    snprintf(out, DESCRIPTION_SIZE, "%s%.*s%s%s", mark, (int)token.size, token.data,
             cut ? "..." : "", mark);
}

static void describe_bad(tunip_str token, char *out)
{
    unsigned char c = (unsigned char)token.data[0];
    if (c > 0x20 && c < 0x7f)
        quote(token, "`", out);
    else if (strncmp(token.data, "\xEF\xBB\xBF", 3) == 0)
        snprintf(out, DESCRIPTION_SIZE, "a byte order mark");
    else
        snprintf(out, DESCRIPTION_SIZE, "the byte 0x%02X", (unsigned)c);
}

/* ORDER tn_token */
static const char *const token_names[] = {
    "the end of the file", "`{`", "`}`", "`[`", "`]`", "`,`", "`:`"};

static void describe(tn_token token, tunip_str text, char *out)
{
    const char *name = token < TUNIP_LEN(token_names) ? token_names[token] : NULL;
    if (token == TN_TOKEN_OPEN_STRING) name = "a string without its closing quote";
    if (name)
        snprintf(out, DESCRIPTION_SIZE, "%s", name);
    else if (token == TN_TOKEN_BAD)
        describe_bad(text, out);
    else
        quote(text, "", out);
}

static void describe_token(const tn_json *json, tn_token token, char *out)
{
    describe(token, (tunip_str){json->at, (size_t)(json->cursor - json->at)}, out);
}

/* Scans the token at `at` once more. */
static tn_token token_at(const tn_reader *r, size_t at, tn_json *json)
{
    *json = r->json;
    json->cursor = r->json.begin + at;
    return tn_json_next(json);
}

void tn_read_describe(const void *reader, size_t at, char *out, size_t size)
{
    tn_json json;
    char got[DESCRIPTION_SIZE];
    describe_token(&json, token_at(reader, at, &json), got);
    snprintf(out, size, "%s", got);
}

/* ---- what was expected ---- */

static bool reject(tn_reader *r, const tn_json *json, tn_token token, const char *expected)
{
    char got[DESCRIPTION_SIZE];
    bool lexical = token == TN_TOKEN_END || token >= TN_TOKEN_OPEN_STRING;
    tunip_status code = lexical ? TUNIP_ERROR_SYNTAX : TUNIP_ERROR_FORMAT;
    size_t at = (size_t)(json->at - json->begin);
    if (token == TN_TOKEN_CONTROL)
        return tn_assemble_fail(&r->to, code, (size_t)(json->cursor - json->begin),
                                "expected a string, got the control character 0x%02X in it",
                                (unsigned)(unsigned char)*json->cursor);
    describe_token(json, token, got);
    if (!r->field) return tn_assemble_fail(&r->to, code, at, "expected %s, got %s", expected, got);
    return tn_assemble_fail(&r->to, code, at, "expected %s for field `%s` of %s, got %s", expected,
                            r->field->name, r->owner->key, got);
}

bool tn_read_reject(tn_reader *r, size_t at, const char *format, ...)
{
    char expected[EXPECTATION_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(expected, sizeof expected, format, args);
    va_end(args);
    tn_json json;
    tn_token token = token_at(r, at, &json);
    return reject(r, &json, token, expected);
}

bool tn_read_unexpected(tn_reader *r, const char *what)
{
    return reject(r, &r->json, r->token, what);
}

/* ---- tokens ---- */

bool tn_read_expect(tn_reader *r, tn_token token)
{
    if (r->token != token) return tn_read_unexpected(r, token_names[token]);
    tn_read_advance(r);
    return true;
}

bool tn_read_more(tn_reader *r, bool first, tn_token close)
{
    if (tn_read_failed(r)) return false;
    if (r->token == close) {
        tn_read_advance(r);
        return false;
    }
    if (first) return true;
    if (r->token == TN_TOKEN_COMMA) {
        tn_read_advance(r);
        return true;
    }
    return tn_read_unexpected(r, close == TN_TOKEN_CLOSE_ARRAY ? "`,` or `]`" : "`,` or `}`");
}
