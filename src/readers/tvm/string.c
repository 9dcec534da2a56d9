/* string.c -- strings of JSON: while they are read most are views of the file, and those with
 * escapes are decoded into the graph. The graph copies the strings that it keeps. */
#include "../../core/base/unicode.h"
#include "reader.h"

static int hex_value(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The unit of UTF-16 that the four digits of \uXXXX at `at` stand for, or -1. */
static int32_t unit_at(const char *at, const char *end)
{
    if (end - at < 4) return -1;
    int32_t unit = 0;
    for (int i = 0; i < 4; i++) {
        int value = hex_value(at[i]);
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
    const char *known = strchr(plain, c);
    if (!known) return "an escape sequence of JSON";
    *(*out)++ = meaning[known - plain];
    return NULL;
}

static bool fail_escape(tn_reader *r, const char *expected, const char *at, const char *end)
{
    tunip_str got = {at, (size_t)(end - at) < 6 ? (size_t)(end - at) : 6};
    if (at[1] != 'u') got.size = 2;
    got.size = tunip_utf8_valid(got);
    return tn_assemble_fail(&r->to, TUNIP_ERROR_SYNTAX, (size_t)(at - r->json.begin),
                            "expected %s, got %.*s", expected, (int)got.size, got.data);
}

static bool decode(tn_reader *r, tunip_str raw, tunip_str *text)
{
    char *copy = tn_arena_alloc(&r->to.graph->arena, raw.size + 1);
    if (!copy) return tn_read_fail_memory(r);
    char *out = copy;
    for (const char *in = raw.data, *end = raw.data + raw.size; in < end;) {
        const char *at = in;
        char c = *in++;
        const char *expected = NULL;
        if (c == '\\')
            expected = decode_escape(&in, end, &out);
        else
            *out++ = c;
        if (expected) return fail_escape(r, expected, at, end);
    }
    *text = (tunip_str){copy, (size_t)(out - copy)};
    return true;
}

static bool read_encoded(tn_reader *r, tunip_str raw, tunip_str *out)
{
    size_t valid = tunip_utf8_valid(raw);
    if (valid < raw.size)
        return tn_assemble_fail(
            &r->to, TUNIP_ERROR_SYNTAX, (size_t)(raw.data + valid - r->json.begin),
            "expected UTF-8, got the byte 0x%02X", (unsigned)(unsigned char)raw.data[valid]);
    *out = raw;
    return memchr(raw.data, '\\', raw.size) ? decode(r, raw, out) : true;
}

bool tn_read_string(tn_reader *r, const char *what, tunip_str *out)
{
    if (!tn_token_is_string(r->token)) return tn_read_unexpected(r, what);
    tunip_str raw = {r->json.at + 1, (size_t)(r->json.cursor - r->json.at) - 2};
    *out = raw;
    if (r->token == TN_TOKEN_ENCODED && !read_encoded(r, raw, out)) return false;
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
