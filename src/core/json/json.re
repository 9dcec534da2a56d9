/* json.re -- the tokens of JSON (RFC 8259), and NaN, Infinity and -Infinity as TVM writes them.
 * json.c is made from this file by re2c; the build regenerates it with the target `regen`. */
#include "json.h"

void tunip_json_init(tunip_json *json, tunip_str text)
{
    *json = (tunip_json){.begin = text.data, .cursor = text.data, .limit = text.data + text.size};
    json->at = json->begin;
}

tunip_json_token tn_json_next(tunip_json *json)
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
