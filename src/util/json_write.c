/* json_write.c -- writes JSON, with its numbers and base64. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "json.h"
#include "memory.h"
#include "options.h"
#include "os.h"
#include "text.h"

/* ======== json write ======== */

/* Writes JSON: commas, indentation and escapes. */

enum { BUFFER = 4096, INDENT = 2 };

struct tunip_json_writer {
    tunip_allocator allocator;
    tunip_write_fn write;
    void *user;
    tunip_json_style style;
    const tn_escape_policy *escapes;
    size_t written; /* to `write` */
    size_t depth;
    bool is_empty;  /* nothing is in the innermost object or list yet */
    bool after_key; /* a value is to follow */
    tunip_status status;
    char *cursor;
    char *end; /* of the buffer or of what may be written; `buffer` after a failure */
    char buffer[BUFFER];
};

/* ---- bytes ---- */

static void json_fail(tunip_json_writer *w, tunip_status status)
{
    if (w->status == TUNIP_OK) w->status = status;
    w->cursor = w->end = w->buffer;
}

static void flush(tunip_json_writer *w)
{
    size_t size = (size_t)(w->cursor - w->buffer), most = w->style.max_bytes, room = BUFFER;
    if (w->status != TUNIP_OK) return;
    if (size && w->write(w->buffer, size, w->user) != 0) {
        json_fail(w, TUNIP_ERROR_CANCELLED);
        return;
    }
    w->written += size;
    if (most && most - w->written < room) room = most - w->written;
    w->cursor = w->buffer;
    w->end = w->buffer + room;
}

/* The buffer is full, or it will be. */
static void put_slow(tunip_json_writer *w, const char *data, size_t size)
{
    while (size && w->status == TUNIP_OK) {
        if (w->cursor == w->end) flush(w);
        size_t room = (size_t)(w->end - w->cursor), part = room < size ? room : size;
        if (!part) json_fail(w, TUNIP_ERROR_LIMIT);
        memcpy(w->cursor, data, part);
        w->cursor += part;
        data += part;
        size -= part;
    }
}

static inline void put(tunip_json_writer *w, const char *data, size_t size)
{
    if ((size_t)(w->end - w->cursor) < size) {
        put_slow(w, data, size);
        return;
    }
    memcpy(w->cursor, data, size);
    w->cursor += size;
}

static inline void put_char(tunip_json_writer *w, char c)
{
    if (w->cursor == w->end)
        put_slow(w, &c, 1);
    else
        *w->cursor++ = c;
}

static void put_word(tunip_json_writer *w, const char *word)
{
    put(w, word, strlen(word));
}

static void put_line_break(tunip_json_writer *w)
{
    static const char blanks[] = "\n                                ";
    size_t left = INDENT * w->depth, first = left < sizeof blanks - 2 ? left : sizeof blanks - 2;
    put(w, blanks, 1 + first);
    for (left -= first; left; left -= INDENT) put(w, "  ", INDENT);
}

/* ---- structure ---- */

/* Writes what stands between a value or a key and what is before it. */
static void separate(tunip_json_writer *w)
{
    if (w->after_key) {
        w->after_key = false;
        return;
    }
    bool has_line = w->depth && w->depth <= w->style.lines;
    if (!w->is_empty && w->depth) {
        put_char(w, ',');
        if (!has_line) put_char(w, ' ');
    }
    if (has_line) put_line_break(w);
    w->is_empty = false;
}

void tunip_json_open(tunip_json_writer *w, char bracket)
{
    if (!w) return;
    separate(w);
    put_char(w, bracket);
    w->depth++;
    w->is_empty = true;
}

void tunip_json_close(tunip_json_writer *w, char bracket)
{
    if (!w) return;
    bool has_line = (!w->is_empty || w->style.saved) && w->depth <= w->style.lines;
    w->depth--;
    if (has_line) put_line_break(w);
    put_char(w, bracket);
    w->is_empty = false;
}

void tunip_json_end_line(tunip_json_writer *w)
{
    if (w) put_char(w, '\n');
}

void tunip_json_key_view(tunip_json_writer *w, tunip_str key)
{
    if (!w) return;
    tunip_json_put_string(w, key);
    put(w, ": ", 2);
    w->after_key = true;
}

void tunip_json_key(tunip_json_writer *w, const char *key)
{
    tunip_json_key_view(w, tunip_str_from(key));
}

/* ---- strings ---- */

static int put_part(const char *data, size_t size, void *writer)
{
    put(writer, data, size);
    return 0;
}

/* Most texts need no escape. */
static void put_escaped(tunip_json_writer *w, tunip_str text)
{
    size_t plain = tn_escape_run(text, 0, w->escapes);
    if (plain) put(w, text.data, plain);
    if (plain == text.size) return;
    tn_escape((tunip_str){text.data + plain, text.size - plain}, w->escapes, put_part, w);
}

void tunip_json_put_string(tunip_json_writer *w, tunip_str text)
{
    if (!w) return;
    separate(w);
    put_char(w, '"');
    put_escaped(w, text);
    put_char(w, '"');
}

char *tn_json_room(tunip_json_writer *w, size_t size)
{
    char *room = w->allocator.alloc(w->allocator.ctx, size);
    if (!room) json_fail(w, TUNIP_ERROR_MEMORY);
    return room;
}

void tn_json_drop(tunip_json_writer *w, char *room, size_t size)
{
    w->allocator.free(w->allocator.ctx, room, size);
}

void tn_json_put_base64(tunip_json_writer *w, tunip_str bytes)
{
    enum { PART = 768 }; /* of whole groups of three */
    char text[PART / 3 * 4];
    if (!w) return;
    separate(w);
    put_char(w, '"');
    for (size_t at = 0; at < bytes.size; at += PART) {
        size_t size = bytes.size - at < PART ? bytes.size - at : PART;
        tn_base64_encode((tunip_str){bytes.data + at, size}, text);
        put_escaped(w, (tunip_str){text, tn_base64_encoded_size(size)});
    }
    put_char(w, '"');
}

/* ---- other values ---- */

/* References are most of a saved graph, so no printf. */
static void put_digits(tunip_json_writer *w, uint64_t value, bool negative)
{
    char text[24], *end = text + sizeof text, *at = end;
    separate(w);
    do *--at = (char)('0' + value % 10);
    while (value /= 10);
    if (negative) *--at = '-';
    put(w, at, (size_t)(end - at));
}

void tunip_json_put_int(tunip_json_writer *w, int64_t value)
{
    if (w) put_digits(w, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, value < 0);
}

void tunip_json_put_size(tunip_json_writer *w, size_t value)
{
    if (w) put_digits(w, value, false);
}

void tunip_json_put_float(tunip_json_writer *w, double value)
{
    char text[TN_DOUBLE_SIZE];
    if (!w) return;
    separate(w);
    if (isnan(value)) {
        put_word(w, "NaN");
    } else if (isinf(value)) {
        put_word(w, value < 0 ? "-Infinity" : "Infinity");
    } else {
        size_t size = tn_double_write(value, text);
        if (!size) json_fail(w, TUNIP_ERROR_MEMORY);
        put(w, text, size);
    }
}

static bool is_number(tunip_str text)
{
    tunip_json json;
    tunip_json_init(&json, text);
    tunip_json_token token = tunip_json_next(&json);
    return (token == TUNIP_JSON_INT || token == TUNIP_JSON_FLOAT) &&
           tunip_json_text(&json).size == text.size;
}

void tunip_json_put_number(tunip_json_writer *w, tunip_str text)
{
    if (!w) return;
    if (is_number(text)) {
        separate(w);
        put(w, text.data, text.size);
    } else {
        json_fail(w, TUNIP_ERROR_ARGUMENT);
    }
}

void tunip_json_put_bool(tunip_json_writer *w, bool value)
{
    if (!w) return;
    separate(w);
    put_word(w, value ? "true" : "false");
}

void tunip_json_put_null(tunip_json_writer *w)
{
    if (!w) return;
    separate(w);
    put_word(w, "null");
}

/* ---- the writer ---- */

tunip_json_writer *tunip_json_writer_new(const tunip_allocator *allocator,
                                         const tunip_json_style *style, tunip_write_fn write,
                                         void *user, tunip_error *error)
{
    tunip_json_style taken;
    if (!allocator) allocator = &tn_malloc;
    if (tn_options_take(&taken, sizeof taken, style, error) != TUNIP_OK) return NULL;
    if (taken.saved) taken.lines = SIZE_MAX;
    tunip_json_writer *w = allocator->alloc(allocator->ctx, sizeof *w);
    if (!w) {
        tn_no_memory(error);
        return NULL;
    }
    *w = (tunip_json_writer){.allocator = *allocator, .write = write, .user = user, .style = taken};
    w->escapes = taken.saved ? &tn_escape_saved : &tn_escape_json;
    w->is_empty = true;
    w->cursor = w->buffer;
    flush(w); /* finds the end */
    return w;
}

tunip_status tn_json_writer_status(const tunip_json_writer *w)
{
    return w ? w->status : TUNIP_ERROR_MEMORY;
}

tunip_status tunip_json_writer_end(tunip_json_writer *w, tunip_error *error)
{
    if (!w) return tn_no_memory(error);
    flush(w);
    const tunip_status status = w->status;
    const tunip_allocator allocator = w->allocator;
    const size_t most = w->style.max_bytes;
    allocator.free(allocator.ctx, w, sizeof *w);
    if (status == TUNIP_ERROR_LIMIT) return tn_limit_bytes(most, error);
    if (status == TUNIP_ERROR_ARGUMENT)
        return tunip_error_set(error, status, "the text is not a number of JSON");
    if (status != TUNIP_OK) tunip_error_set(error, status, "%s", tunip_status_name(status));
    return status;
}

/* ======== number ======== */

/* Reading and writing doubles. Numbers with few digits are computed directly. For the
 * others strtod() is exact; because it and printf() depend on the locale of the thread, the locale
 * is changed for the call. */

/* ---- few digits ---- */

/* Up to 2^53 and up to 10^22 doubles are exact, so one multiplication or division rounds once. */
enum { EXACT_DIGITS = 15, EXACT_POWER = 22 };

static const double powers[EXACT_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                               1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                               1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

typedef struct decimal {
    uint64_t digits;
    int count;
    int power; /* of ten */
} decimal;

static const char *take_digits(const char *at, const char *end, decimal *d)
{
    for (; at < end && tunip_is_digit(*at) && d->count <= EXACT_DIGITS; at++, d->count++)
        d->digits = d->digits * 10 + (uint64_t)(*at - '0');
    return at;
}

static const char *take_power(const char *at, const char *end, decimal *d)
{
    bool negative = at < end && *at == '-';
    int power = 0;
    if (at < end && (*at == '-' || *at == '+')) at++;
    for (; at < end && power <= EXACT_POWER; at++) power = power * 10 + (*at - '0');
    d->power += negative ? -power : power;
    return at;
}

/* False when the number is not of the simple kind. */
static bool parse_exact(const char *at, const char *end, double *out)
{
    decimal d = {.digits = 0};
    at = take_digits(at, end, &d);
    if (at < end && *at == '.') {
        const char *point = at + 1;
        at = take_digits(point, end, &d);
        d.power = -(int)(at - point);
    }
    if (at < end && (*at == 'e' || *at == 'E')) at = take_power(at + 1, end, &d);
    if (at < end || d.count > EXACT_DIGITS || abs(d.power) > EXACT_POWER) return false;
    double whole = (double)d.digits;
    *out = d.power < 0 ? whole / powers[-d.power] : whole * powers[d.power];
    return FLT_EVAL_METHOD == 0;
}

/* ---- the others ---- */

tunip_status tn_double_parse(tunip_str text, double *out)
{
    bool negative = text.data[0] == '-';
    tn_c_locale locale;
    if (!parse_exact(text.data + negative, text.data + text.size, out)) {
        if (!tn_c_locale_enter(&locale)) return TUNIP_ERROR_MEMORY;
        *out = strtod(text.data + negative, NULL);
        tn_c_locale_leave(&locale);
    }
    if (negative) *out = -*out;
    return isinf(*out) ? TUNIP_ERROR_LIMIT : TUNIP_OK;
}

/* ---- writing ---- */

/* 17 digits give the same double again; whole numbers up to 2^53 keep a point to tell them from
 * integers. */
size_t tn_double_write(double value, char *out)
{
    double whole;
    bool is_whole = fabs(value) < 9007199254740992.0 && modf(value, &whole) == 0;
    tn_c_locale locale;
    if (!tn_c_locale_enter(&locale)) return 0;
    int size = snprintf(out, TN_DOUBLE_SIZE, is_whole ? "%.1f" : "%.17g", value);
    tn_c_locale_leave(&locale);
    return (size_t)size;
}

/* ======== base64 ======== */

/* Base 64, both ways. */

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int value_of(unsigned char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* How many `=` the text ends in, at most two. */
static size_t padding(tunip_str text)
{
    size_t count = 0;
    while (count < 2 && count < text.size && text.data[text.size - 1 - count] == '=') count++;
    return count;
}

size_t tn_base64_decode(tunip_str text, unsigned char *out)
{
    if (text.size % 4) return SIZE_MAX;
    size_t pad = padding(text), size = 0;
    uint32_t bits = 0;
    for (size_t i = 0; i < text.size; i++) {
        bool padded = i >= text.size - pad;
        int value = padded ? 0 : value_of((unsigned char)text.data[i]);
        if (value < 0) return SIZE_MAX;
        bits = bits << 6 | (uint32_t)value;
        if (i % 4 != 3) continue;
        out[size++] = (unsigned char)(bits >> 16);
        out[size++] = (unsigned char)(bits >> 8);
        out[size++] = (unsigned char)bits;
    }
    return size - pad;
}

void tn_base64_encode(tunip_str bytes, char *out)
{
    for (size_t i = 0; i < bytes.size; i += 3) {
        size_t left = bytes.size - i;
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (k < left ? (unsigned char)bytes.data[i + k] : 0);
        *out++ = alphabet[bits >> 18];
        *out++ = alphabet[bits >> 12 & 63];
        *out++ = left > 1 ? alphabet[bits >> 6 & 63] : '=';
        *out++ = left > 2 ? alphabet[bits & 63] : '=';
    }
}
