/* unicode.h -- characters: UTF-8, columns on a terminal, and the words that programs may pass. */
#ifndef TN_UNICODE_H
#define TN_UNICODE_H

#include <tunip/base.h>

#include "memory.h"

/* ======== unicode ======== */

/* The Unicode functions of tunip, by utf8proc. */

/* The bytes of the byte order mark at the beginning of a text; 0 if there is none. */
static inline size_t tn_mark_size(tunip_str text)
{
    enum { SIZE = 3 };
    return text.size >= SIZE && memcmp(text.data, "\xEF\xBB\xBF", SIZE) == 0 ? SIZE : 0;
}

/* The value of a hexadecimal digit; -1 for other characters. */
static inline int tn_hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
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

/* ======== glyph ======== */

/* Text as a terminal shows it: characters, their columns, and which must be escaped. */

/* A user-perceived character: a cluster of code points, or a character that must be escaped. */
typedef struct tn_glyph {
    size_t size;  /* bytes; never 0 */
    size_t width; /* columns, of the escape if it needs one */
    bool escaped; /* must be escaped: a control character, a bidirectional control, an invalid byte,
                     a combining mark without a base character */
} tn_glyph;

/* The glyph that begins at `at`, which is inside the text. Emoji of several code points, flags and
 * combining marks are one. Never looks before `at`. */
tn_glyph tn_glyph_at(tunip_str text, size_t at);

/* Writes the escape of a glyph: "\x1b", "\u202e", "\n"; "\xff" for a byte that is not UTF-8.
 * NUL-terminated; returns its length. */
enum { TN_ESCAPE_ROOM = 16 };
size_t tn_glyph_escape(tunip_str text, size_t at, char out[TN_ESCAPE_ROOM]);

/* The number of code units of UTF-16, in which JavaScript counts columns, of a text in UTF-8. */
size_t tn_utf16_units(tunip_str text);

/* ======== words ======== */

/* Checks C strings that programs pass as names and as lines of help: whether they can be
 * shown and typed. */

/* Why `text` cannot be a name, as the end of a sentence: "is missing", "is empty", "contains a
 * blank", ...; NULL if it can. Names are UTF-8 without blanks and hidden characters (text.h). */
const char *tn_name_fault(const char *text);

/* The same for a line of text, which may be empty and have blanks. */
const char *tn_line_fault(const char *text);
/* The same for several lines, with tabs. */
const char *tn_lines_fault(const char *text);

/* The same for the key of a type: a line that is not empty. */
const char *tn_key_fault(const char *key);

#endif
