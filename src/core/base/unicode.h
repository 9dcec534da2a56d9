/* unicode.h -- the Unicode functions of tunip, by utf8proc. */
#ifndef TN_UNICODE_H
#define TN_UNICODE_H

#include "arena.h"

/* The bytes of the byte order mark at the beginning of a text; 0 if there is none. */
static inline size_t tn_mark_size(tunip_str text)
{
    enum { SIZE = 3 };
    return text.size >= SIZE && memcmp(text.data, "\xEF\xBB\xBF", SIZE) == 0 ? SIZE : 0;
}

/* The length in bytes of the code point at `at`, which is inside the text; 0 if the bytes are not
 * UTF-8. */
size_t tn_utf8_decode(tunip_str text, size_t at, uint32_t *code);

/* Writes the code point as UTF-8; returns the length. */
size_t tn_utf8_encode(uint32_t code, char out[4]);

/* The normal form NFKC of `text`, which is UTF-8, in memory of the arena. False when out of
 * memory. */
bool tn_utf8_normalise(tn_arena *arena, tunip_str text, tunip_str *out);

/* The columns `text` takes on a terminal: combining marks 0, wide characters 2, control
 * characters 0. Invalid bytes count as one column each. */
size_t tn_utf8_width(tunip_str text);

/* Whether `text` is a Python identifier, which may contain letters and digits of any script. */
bool tn_is_identifier(tunip_str text);
/* The same, but only ASCII. */
bool tn_is_ascii_identifier(const char *text);

#endif
