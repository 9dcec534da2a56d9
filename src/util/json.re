/* json.re -- the tokens of JSON (RFC 8259), and NaN, Infinity and -Infinity as TVM writes them.
 * json.c is made from this file by re2c; the build regenerates it with the target `regen`. */
#include "json.h"

void tunip_json_init(tunip_json *json, tunip_str text)
{
    *json = (tunip_json){.begin = text.data, .cursor = text.data, .limit = text.data + text.size};
    json->at = json->begin;
}

/* ---- the usual tokens ----
 *
 * A saved graph consists of punctuation, short strings without escapes and small numbers, with at
 * most one space in between. They are recognised here, many characters at a time; the machine below
 * looks at each character. Anything unusual is left to it, from its beginning. */

enum { UNUSUAL = -1 };

static int usual_string(tunip_json *json, const char *at)
{
    const char *end = tn_json_plain_end(at + 1, json->limit);
    if (*end != '"') return UNUSUAL;
    json->at = at;
    json->cursor = end + 1;
    return TUNIP_JSON_STRING;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int usual_number(tunip_json *json, const char *at)
{
    const char *end = at + 1;
    if (*at != '0')
        while (is_digit(*end)) end++;
    if (*end != ',' && *end != '}' && *end != ']') return UNUSUAL;
    json->at = at;
    json->cursor = end;
    return TUNIP_JSON_INT;
}

const unsigned char tn_json_punctuation[256] = {
    ['{'] = TUNIP_JSON_OPEN_OBJECT + 1, ['}'] = TUNIP_JSON_CLOSE_OBJECT + 1,
    ['['] = TUNIP_JSON_OPEN_ARRAY + 1,  [']'] = TUNIP_JSON_CLOSE_ARRAY + 1,
    [','] = TUNIP_JSON_COMMA + 1,       [':'] = TUNIP_JSON_COLON + 1,
};

static int usual_token(tunip_json *json)
{
    const char *at = json->cursor + (*json->cursor == ' ');
    int found = tn_json_punctuation[(unsigned char)*at];
    if (*at == '"') return usual_string(json, at);
    if (is_digit(*at)) return usual_number(json, at);
    if (!found) return UNUSUAL;
    json->at = at;
    json->cursor = at + 1;
    return found - 1;
}

/* ---- any token ---- */

static tunip_json_token any_token(tunip_json *json)
{
    const unsigned char *const limit = (const unsigned char *)json->limit;
    const unsigned char *YYCURSOR = (const unsigned char *)json->cursor;
    tunip_json_token token;
/*!re2c
    re2c:define:YYCTYPE = "unsigned char";
    re2c:yyfill:enable = 0;

    space   = [ \t\r\n];
    ascii   = [\x20-\x7f] \ ["\\];
    byte    = [\x20-\xff] \ ["\\];
    escape  = "\\" [\x20-\xff];
    int     = "-"? ("0" | [1-9][0-9]*);
    float   = int ("." [0-9]+)? ([eE] [+-]? [0-9]+)?;
*/
    for (;;) {
        json->at = (const char *)YYCURSOR;
/*!re2c
        space+                    { continue; }
        "{"                       { token = TUNIP_JSON_OPEN_OBJECT; break; }
        "}"                       { token = TUNIP_JSON_CLOSE_OBJECT; break; }
        "["                       { token = TUNIP_JSON_OPEN_ARRAY; break; }
        "]"                       { token = TUNIP_JSON_CLOSE_ARRAY; break; }
        ","                       { token = TUNIP_JSON_COMMA; break; }
        ":"                       { token = TUNIP_JSON_COLON; break; }
        ["] ascii* ["]            { token = TUNIP_JSON_STRING; break; }
        ["] (byte | escape)* ["]  { token = TUNIP_JSON_ENCODED; break; }
        ["] (byte | escape)* "\\"? [\x00-\x1f] {
            YYCURSOR--;
            token = YYCURSOR == limit ? TUNIP_JSON_OPEN_STRING : TUNIP_JSON_CONTROL;
            break;
        }
        int                       { token = TUNIP_JSON_INT; break; }
        float                     { token = TUNIP_JSON_FLOAT; break; }
        "true"                    { token = TUNIP_JSON_TRUE; break; }
        "false"                   { token = TUNIP_JSON_FALSE; break; }
        "null"                    { token = TUNIP_JSON_NULL; break; }
        "NaN"                     { token = TUNIP_JSON_NAN; break; }
        "Infinity"                { token = TUNIP_JSON_INFINITY; break; }
        "-Infinity"               { token = TUNIP_JSON_MINUS_INFINITY; break; }
        [\x00] {
            bool end = YYCURSOR > limit;
            if (end) YYCURSOR--;
            token = end ? TUNIP_JSON_END : TUNIP_JSON_BAD;
            break;
        }
        [A-Za-z0-9_.+-]+          { token = TUNIP_JSON_BAD; break; } // 01, True, nulll: as a whole
        *                         { token = TUNIP_JSON_BAD; break; }
*/
    }
    json->cursor = (const char *)YYCURSOR;
    return token;
}

tunip_json_token tn_json_next(tunip_json *json)
{
    int token = usual_token(json);
    return token == UNUSUAL ? any_token(json) : (tunip_json_token)token;
}
