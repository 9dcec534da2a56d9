/* json.re -- the tokens of JSON (RFC 8259), and NaN, Infinity and -Infinity as TVM writes them.
 * json.c is made from this file by re2c; the build regenerates it with the target `regen`. */
#include "json.h"

void tn_json_init(tn_json *json, tunip_str text)
{
    *json = (tn_json){.begin = text.data, .cursor = text.data, .limit = text.data + text.size};
    json->at = json->begin;
}

tn_token tn_json_next(tn_json *json)
{
    const unsigned char *const limit = (const unsigned char *)json->limit;
    const unsigned char *YYCURSOR = (const unsigned char *)json->cursor;
    tn_token token;
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
        "{"                       { token = TN_TOKEN_OPEN_OBJECT; break; }
        "}"                       { token = TN_TOKEN_CLOSE_OBJECT; break; }
        "["                       { token = TN_TOKEN_OPEN_ARRAY; break; }
        "]"                       { token = TN_TOKEN_CLOSE_ARRAY; break; }
        ","                       { token = TN_TOKEN_COMMA; break; }
        ":"                       { token = TN_TOKEN_COLON; break; }
        ["] ascii* ["]            { token = TN_TOKEN_STRING; break; }
        ["] (byte | escape)* ["]  { token = TN_TOKEN_ENCODED; break; }
        ["] (byte | escape)* "\\"? [\x00-\x1f] {
            YYCURSOR--;
            token = YYCURSOR == limit ? TN_TOKEN_OPEN_STRING : TN_TOKEN_CONTROL;
            break;
        }
        int                       { token = TN_TOKEN_INT; break; }
        float                     { token = TN_TOKEN_FLOAT; break; }
        "true"                    { token = TN_TOKEN_TRUE; break; }
        "false"                   { token = TN_TOKEN_FALSE; break; }
        "null"                    { token = TN_TOKEN_NULL; break; }
        "NaN"                     { token = TN_TOKEN_NAN; break; }
        "Infinity"                { token = TN_TOKEN_INFINITY; break; }
        "-Infinity"               { token = TN_TOKEN_MINUS_INFINITY; break; }
        [\x00] {
            bool end = YYCURSOR > limit;
            if (end) YYCURSOR--;
            token = end ? TN_TOKEN_END : TN_TOKEN_BAD;
            break;
        }
        [A-Za-z0-9_.+-]+          { token = TN_TOKEN_BAD; break; } // 01, True, nulll: as a whole
        *                         { token = TN_TOKEN_BAD; break; }
*/
    }
    json->cursor = (const char *)YYCURSOR;
    return token;
}
