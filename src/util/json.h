/* json.h -- JSON: the only scanner and the only writer of JSON in tunip, with its numbers and
 * base64. */
#ifndef TN_JSON_H
#define TN_JSON_H

#include <tunip/base.h>
#include <tunip/json.h>

#include "tables.h"

/* ======== json ======== */

/* The scanner for the library itself. Calls of exported functions are indirect, and a
 * saved graph has millions of tokens. */

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* The first character from `at` on that is not plain in a string: a quote, a backslash, a control
 * character or a byte that is not ASCII; or `limit`, which has a NUL. Sixteen characters at a time
 * where the compiler offers it, else eight. */
static inline const char *tn_json_plain_end(const char *at, const char *limit)
{
#if defined(__SSE2__)
    for (; limit - at >= 16; at += 16) {
        __m128i text = _mm_loadu_si128((const __m128i *)(const void *)at);
        __m128i odd = _mm_cmplt_epi8(text, _mm_set1_epi8(' ')); /* signed: also those above 0x7f */
        odd = _mm_or_si128(odd, _mm_cmpeq_epi8(text, _mm_set1_epi8('"')));
        odd = _mm_or_si128(odd, _mm_cmpeq_epi8(text, _mm_set1_epi8('\\')));
        unsigned mask = (unsigned)_mm_movemask_epi8(odd);
        if (mask) return at + __builtin_ctz(mask);
    }
#else
    /* A byte of `odd` has its highest bit if the byte, or one below it, is not plain: enough to
     * know that all eight are. */
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    for (uint64_t text; limit - at >= 8; at += 8) {
        memcpy(&text, at, 8);
        uint64_t quote = text ^ (ones * '"'), slash = text ^ (ones * '\\');
        uint64_t odd = (text - ones * ' ') | (quote - ones) | (slash - ones) | text;
        if (odd & tops) break;
    }
#endif
    while (at < limit && *at >= ' ' && (unsigned char)*at < 0x80 && *at != '"' && *at != '\\') at++;
    return at;
}

/* The token of a character that is punctuation, plus one; 0 for others. */
extern const unsigned char tn_json_punctuation[256];

/* tunip_json_next(). */
tunip_json_token tn_json_next(tunip_json *json);

/* The description of the end, a bracket, a comma or a colon; NULL for other tokens. */
const char *tn_json_name(tunip_json_token token);

/* tunip_json_int(). */
static inline bool tn_json_int(tunip_str token, int64_t *out)
{
    const char *at = token.data, *const end = token.data + token.size;
    bool negative = *at == '-';
    uint64_t limit = negative ? (uint64_t)INT64_MAX + 1 : INT64_MAX;
    uint64_t value = 0;
    enum { FITS = 18 }; /* so many digits always fit */
    if (!negative && token.size <= FITS) {
        while (at < end) value = value * 10 + (uint64_t)(*at++ - '0');
        *out = (int64_t)value;
        return true;
    }
    for (at += negative; at < end; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        if (value > (limit - digit) / 10) return false;
        value = value * 10 + digit;
    }
    *out = negative ? (int64_t)(0 - value) : (int64_t)value;
    return true;
}

/* Memory for a string to put, given back by tn_json_drop() with the same size. NULL, and the writer
 * has its error, when out of memory. */
char *tn_json_room(tunip_json_writer *w, size_t size);
void tn_json_drop(tunip_json_writer *w, char *room, size_t size);

/* Puts a string: bytes in base 64 (RFC 4648). */
void tn_json_put_base64(tunip_json_writer *w, tunip_str bytes);

/* TUNIP_OK, or the first failure so far. */
tunip_status tn_json_writer_status(const tunip_json_writer *w);

/* ======== number ======== */

/* Doubles in JSON syntax, independent of the locale. */

/* The double nearest to the JSON number in `text`. The character after `text` must not be a letter,
 * a digit or a point. TUNIP_ERROR_LIMIT when it is beyond all doubles. */
tunip_status tn_double_parse(tunip_str text, double *out);

enum { TN_DOUBLE_SIZE = 40 };

/* Writes a finite double as tvm-ffi does into `out`, of TN_DOUBLE_SIZE bytes. Returns the length, 0
 * when out of memory. */
size_t tn_double_write(double value, char *out);

/* ======== base64 ======== */

/* RFC 4648 base 64. */

/* The maximum number of bytes that a text of `size` characters decodes to. */
static inline size_t tn_base64_decoded_size(size_t size)
{
    return size / 4 * 3;
}

/* Decodes into `out`, of that size. Returns the number of bytes, or SIZE_MAX when `text` is not
 * padded base 64. */
size_t tn_base64_decode(tunip_str text, unsigned char *out);

/* The number of characters that `size` bytes encode to. */
static inline size_t tn_base64_encoded_size(size_t size)
{
    return (size + 2) / 3 * 4;
}

/* Encodes into `out`, of that size. */
void tn_base64_encode(tunip_str bytes, char *out);

#endif
