/* string.c -- strings of JSON. While a file is read, most strings are views of the file; strings
 * with escapes are decoded into memory of the graph. The graph copies the strings that it keeps. */
#include "reader.h"

/* Decodes `raw`. `out` is the text between its quotes, and stays the same if there are no
 * escapes. */
static bool decode(tn_reader *r, tunip_str raw, tunip_str *out)
{
    tunip_json_flaw flaw;
    size_t valid = tunip_utf8_valid(raw);
    if (valid < raw.size)
        return tn_assemble_fail(&r->to, TUNIP_ERROR_SYNTAX, tn_read_at(r) + valid,
                                "expected UTF-8, got the byte 0x%02X",
                                (unsigned)(unsigned char)raw.data[valid]);
    if (!memchr(raw.data, '\\', raw.size)) return true;
    char *text = tn_arena_alloc(&r->to.graph->arena, raw.size);
    if (!text) return tn_read_fail_memory(r);
    size_t size = tunip_json_decode(raw, text, &flaw);
    if (size == SIZE_MAX)
        return tn_assemble_fail(&r->to, TUNIP_ERROR_SYNTAX, tn_read_at(r) + flaw.begin, "%s",
                                flaw.message);
    *out = (tunip_str){text, size};
    return true;
}

bool tn_read_string(tn_reader *r, const char *what, tunip_str *out)
{
    if (!tunip_json_is_string(r->token)) return tn_read_unexpected(r, what);
    tunip_str raw = tunip_json_text(&r->json);
    *out = (tunip_str){raw.data + 1, raw.size - 2};
    if (r->token == TUNIP_JSON_ENCODED && !decode(r, raw, out)) return false;
    tn_read_advance(r);
    return true;
}

/* Whether it lies in the text that is being read, which the graph does not keep. */
static bool is_view(const tn_reader *r, tunip_str text)
{
    return text.data >= r->json.begin && text.data <= r->json.limit;
}

bool tn_read_own_string(tn_reader *r, const char *what, tunip_str *out)
{
    if (!tn_read_string(r, what, out)) return false;
    return tn_assemble_string(&r->to, out, !is_view(r, *out));
}
