/* fail.c -- messages of the reader: the place, the expected input and the actual input. */
#include <stdarg.h>
#include <stdio.h>

#include "reader.h"

enum { EXPECTATION_SIZE = 240 };

/* ---- the actual input ---- */

/* Scans the token at `at` once more. A place before the window may seem to be behind it. */
static tunip_json_token token_at(const tn_reader *r, size_t at, tunip_json *json)
{
    size_t size = (size_t)(r->json.limit - r->json.begin);
    *json = r->json;
    json->cursor = r->json.begin + (at < size ? at : size);
    return tn_json_next(json);
}

void tn_read_describe(const void *reader, size_t at, char *out, size_t size)
{
    tunip_json json;
    char got[TUNIP_JSON_DESCRIPTION_SIZE];
    tunip_json_token token = token_at(reader, at, &json);
    tunip_json_describe(&json, token, got);
    snprintf(out, size, "%s", got);
}

/* ---- the expected input ---- */

static bool reject(tn_reader *r, const tunip_json *json, tunip_json_token token,
                   const char *expected)
{
    char got[TUNIP_JSON_DESCRIPTION_SIZE];
    bool lexical = token == TUNIP_JSON_END || token >= TUNIP_JSON_OPEN_STRING;
    tunip_status code = lexical ? TUNIP_ERROR_SYNTAX : TUNIP_ERROR_FORMAT;
    size_t at = (size_t)(json->at - json->begin);
    if (token == TUNIP_JSON_CONTROL)
        return tn_assemble_fail(&r->to, code, (size_t)(json->cursor - json->begin),
                                "expected a string, got the control character 0x%02X in it",
                                (unsigned)(unsigned char)*json->cursor);
    tunip_json_describe(json, token, got);
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
    tunip_json json;
    tunip_json_token token = token_at(r, at, &json);
    return reject(r, &json, token, expected);
}

bool tn_read_unexpected(tn_reader *r, const char *what)
{
    return reject(r, &r->json, r->token, what);
}

/* ---- tokens ---- */

bool tn_read_unexpected_token(tn_reader *r, tunip_json_token expected)
{
    return tn_read_unexpected(r, tn_json_name(expected));
}

bool tn_read_no_comma(tn_reader *r, tunip_json_token close)
{
    return tn_read_unexpected(r, close == TUNIP_JSON_CLOSE_ARRAY ? "`,` or `]`" : "`,` or `}`");
}
