/* fail.c -- messages of the reader: the place, the expected input and the actual input. */
#include <stdarg.h>
#include <stdio.h>

#include "../../core/base/unicode.h"
#include "reader.h"

enum { MOST_QUOTED = 40, DESCRIPTION_SIZE = 64, EXPECTATION_SIZE = 240 };

static void locate(const tn_reader *r, const char *at)
{
    const char *line = r->json.begin;
    r->error->offset = (size_t)(at - r->json.begin);
    r->error->line = 1;
    for (const char *c = r->json.begin; c < at; c++) {
        if (*c != '\n') continue;
        r->error->line++;
        line = c + 1;
    }
    r->error->column = (size_t)(at - line) + 1;
}

bool tn_read_fail(tn_reader *r, tunip_status code, const char *at, const char *format, ...)
{
    if (r->status != TUNIP_OK) return false;
    r->status = code;
    if (!r->error || r->error->code != TUNIP_OK) return false;
    r->error->code = code;
    va_list args;
    va_start(args, format);
    vsnprintf(r->error->message, sizeof r->error->message, format, args);
    va_end(args);
    locate(r, at);
    return false;
}

bool tn_read_fail_memory(tn_reader *r)
{
    if (r->status == TUNIP_OK) r->status = TUNIP_ERROR_MEMORY;
    tunip_error_set(r->error, TUNIP_ERROR_MEMORY, "out of memory");
    return false;
}

/* ---- what stands there ---- */

/* The token as the file has it between two marks, if that is text and not too long. */
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

/* ---- what was expected ---- */

static bool reject(tn_reader *r, const tn_json *json, tn_token token, const char *expected)
{
    char got[DESCRIPTION_SIZE];
    bool lexical = token == TN_TOKEN_END || token >= TN_TOKEN_OPEN_STRING;
    tunip_status code = lexical ? TUNIP_ERROR_SYNTAX : TUNIP_ERROR_FORMAT;
    if (token == TN_TOKEN_CONTROL)
        return tn_read_fail(r, code, json->cursor,
                            "expected a string, got the control character 0x%02X in it",
                            (unsigned)(unsigned char)*json->cursor);
    describe(token, (tunip_str){json->at, (size_t)(json->cursor - json->at)}, got);
    if (!r->field) return tn_read_fail(r, code, json->at, "expected %s, got %s", expected, got);
    return tn_read_fail(r, code, json->at, "expected %s for field `%s` of %s, got %s", expected,
                        r->field->name, r->owner->key, got);
}

bool tn_read_reject(tn_reader *r, const char *at, const char *format, ...)
{
    char expected[EXPECTATION_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(expected, sizeof expected, format, args);
    va_end(args);
    tn_json json = r->json;
    json.cursor = at;
    tn_token token = tn_json_next(&json);
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
    if (r->status != TUNIP_OK) return false;
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
