/* scalar.c -- JSON scalars as C values. */
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../core/base/unicode.h"
#include "reader.h"

/* ---- numbers ---- */

static bool parse_int(const char *at, const char *end, int64_t *out)
{
    bool negative = *at == '-';
    uint64_t limit = negative ? (uint64_t)INT64_MAX + 1 : INT64_MAX;
    uint64_t value = 0;
    for (at += negative; at < end; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        if (value > (limit - digit) / 10) return false;
        value = value * 10 + digit;
    }
    *out = negative ? (int64_t)(0 - value) : (int64_t)value;
    return true;
}

bool tn_read_int(tn_reader *r, const char *what, int64_t *out)
{
    if (r->token != TN_TOKEN_INT) return tn_read_unexpected(r, what);
    if (!parse_int(r->json.at, r->json.cursor, out))
        return tn_read_fail(r, TUNIP_ERROR_FORMAT, r->json.at,
                            "expected %s, got a number beyond 64 bits", what);
    tn_read_advance(r);
    return true;
}

bool tn_read_index(tn_reader *r, const char *what, size_t *out)
{
    const char *at = r->json.at;
    int64_t index;
    if (!tn_read_int(r, what, &index)) return false;
    if (!r->nodes.count)
        return tn_read_fail(r, TUNIP_ERROR_FORMAT, at, "expected %s, but no node comes before",
                            what);
    if (index < 0 || (uint64_t)index >= r->nodes.count)
        return tn_read_fail(r, TUNIP_ERROR_FORMAT, at,
                            "expected %s, got %lld, but only nodes 0 to %lld come before", what,
                            (long long)index, (long long)r->nodes.count - 1);
    *out = (size_t)index;
    return true;
}

/* strtod wants the locale's decimal point. */
static double parse_float(const char *at, size_t size)
{
    char stack[64];
    const char *point = localeconv()->decimal_point;
    size_t point_size = strlen(point), room = size + point_size + 1;
    char *copy = room <= sizeof stack ? stack : malloc(room);
    if (!copy) return NAN;
    const char *dot = memchr(at, '.', size);
    size_t before = dot ? (size_t)(dot - at) : size;
    memcpy(copy, at, before);
    size_t used = before;
    if (dot) {
        memcpy(copy + used, point, point_size);
        used += point_size;
        memcpy(copy + used, dot + 1, size - before - 1);
        used += size - before - 1;
    }
    copy[used] = '\0';
    double value = strtod(copy, NULL);
    if (copy != stack) free(copy);
    return value;
}

bool tn_read_float(tn_reader *r, const char *what, double *out)
{
    switch (r->token) {
    case TN_TOKEN_INT:
    case TN_TOKEN_FLOAT:
        *out = parse_float(r->json.at, (size_t)(r->json.cursor - r->json.at));
        break;
    case TN_TOKEN_NAN:
        *out = (double)NAN;
        break;
    case TN_TOKEN_INFINITY:
        *out = (double)INFINITY;
        break;
    case TN_TOKEN_MINUS_INFINITY:
        *out = -(double)INFINITY;
        break;
    default:
        return tn_read_unexpected(r, what);
    }
    tn_read_advance(r);
    return true;
}

bool tn_read_bool(tn_reader *r, const char *what, bool *out)
{
    if (r->token != TN_TOKEN_TRUE && r->token != TN_TOKEN_FALSE) return tn_read_unexpected(r, what);
    *out = r->token == TN_TOKEN_TRUE;
    tn_read_advance(r);
    return true;
}

/* ---- strings ---- */

static int hex_value(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The four digits of \uXXXX at `at`, or -1. */
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
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xC0 | code >> 6);
        *out++ = (char)(0x80 | (code & 63));
    } else if (code < 0x10000) {
        *out++ = (char)(0xE0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 63));
        *out++ = (char)(0x80 | (code & 63));
    } else {
        *out++ = (char)(0xF0 | code >> 18);
        *out++ = (char)(0x80 | (code >> 12 & 63));
        *out++ = (char)(0x80 | (code >> 6 & 63));
        *out++ = (char)(0x80 | (code & 63));
    }
    return out;
}

/* Decodes what follows `\u`; moves *in behind it. False for bad digits and lone surrogates. */
static bool decode_unit(const char **in, const char *end, char **out)
{
    int32_t unit = unit_at(*in, end);
    if (unit < 0) return false;
    *in += 4;
    uint32_t code = (uint32_t)unit;
    if (code >= 0xDC00 && code < 0xE000) return false;
    if (code >= 0xD800 && code < 0xDC00) {
        bool pair = end - *in >= 6 && (*in)[0] == '\\' && (*in)[1] == 'u';
        int32_t low = pair ? unit_at(*in + 2, end) : -1;
        if (low < 0xDC00 || low > 0xDFFF) return false;
        code = 0x10000 + ((code - 0xD800) << 10) + ((uint32_t)low - 0xDC00);
        *in += 6;
    }
    *out = put_utf8(*out, code);
    return true;
}

/* Decodes what follows a backslash. */
static bool decode_escape(const char **in, const char *end, char **out)
{
    static const char plain[] = "\"\\/bfnrt", meaning[] = "\"\\/\b\f\n\r\t";
    char c = *(*in)++;
    if (c == 'u') return decode_unit(in, end, out);
    const char *known = strchr(plain, c);
    if (!known) return false;
    *(*out)++ = meaning[known - plain];
    return true;
}

static bool decode(tn_reader *r, tunip_str raw, tunip_str *text)
{
    char *copy = tn_arena_alloc(&r->graph->arena, raw.size + 1);
    if (!copy) return tn_read_fail_memory(r);
    char *out = copy;
    for (const char *in = raw.data, *end = raw.data + raw.size; in < end;) {
        const char *at = in;
        char c = *in++;
        if (c != '\\')
            *out++ = c;
        else if (!decode_escape(&in, end, &out))
            return tn_read_fail(r, TUNIP_ERROR_SYNTAX, at, "expected an escape sequence of JSON");
    }
    *text = (tunip_str){copy, (size_t)(out - copy)};
    return true;
}

static bool read_encoded(tn_reader *r, tunip_str raw, tunip_str *out)
{
    size_t valid = tn_utf8_valid_prefix(raw);
    if (valid < raw.size)
        return tn_read_fail(r, TUNIP_ERROR_SYNTAX, raw.data + valid,
                            "expected UTF-8, got the byte 0x%02X",
                            (unsigned)(unsigned char)raw.data[valid]);
    *out = raw;
    return memchr(raw.data, '\\', raw.size) ? decode(r, raw, out) : true;
}

bool tn_read_string(tn_reader *r, const char *what, tunip_str *out)
{
    if (r->token != TN_TOKEN_STRING && r->token != TN_TOKEN_ENCODED)
        return tn_read_unexpected(r, what);
    tunip_str raw = {r->json.at + 1, (size_t)(r->json.cursor - r->json.at) - 2};
    *out = raw;
    if (r->token == TN_TOKEN_ENCODED && !read_encoded(r, raw, out)) return false;
    tn_read_advance(r);
    return true;
}

bool tn_read_dtype(tn_reader *r, const char *what, tunip_dtype *out)
{
    const char *at = r->json.at;
    tunip_str name;
    if (!tn_read_string(r, what, &name)) return false;
    if (!r->last_dtype_text.data || !tunip_str_equal(name, r->last_dtype_text)) {
        if (!tunip_dtype_parse(name, &r->last_dtype))
            return tn_read_fail(r, TUNIP_ERROR_FORMAT, at, "expected %s, got \"%.*s\"", what,
                                (int)(name.size < 80 ? name.size : 80), name.data);
        r->last_dtype_text = name;
    }
    *out = r->last_dtype;
    return true;
}
