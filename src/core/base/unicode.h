/* unicode.h -- what tunip asks of Unicode; utf8proc answers. */
#ifndef TN_UNICODE_H
#define TN_UNICODE_H

#include <tunip/base.h>

/* The length in bytes of the longest prefix that is valid UTF-8. */
size_t tn_utf8_valid_prefix(tunip_str text);

/* The columns `text` takes on a terminal: combining marks 0, wide characters 2, control
 * characters 0. Invalid bytes count as one column each. */
size_t tn_utf8_width(tunip_str text);

/* What a reader sees as one character: a cluster of code points, or what must be escaped. */
typedef struct tn_glyph {
    size_t size;  /* bytes; never 0 */
    size_t width; /* columns, of the escape if it needs one */
    bool escaped; /* control characters, what turns the direction of text, invalid bytes, combining
                     marks with nothing to combine with: they must not be written as they are */
} tn_glyph;

/* The one that begins at `at`, which is inside the text. Emoji of several code points, flags and
 * combining marks are one. Never looks before `at`. */
tn_glyph tn_glyph_at(tunip_str text, size_t at);

/* How a glyph that needs it is written: "\x1b", "\u202e", "\n"; a byte that is not UTF-8 as
 * "\xff". NUL-terminated; returns its length. */
enum { TN_ESCAPE_ROOM = 16 };
size_t tn_glyph_escape(tunip_str text, size_t at, char out[TN_ESCAPE_ROOM]);

/* The length in bytes of the first character, or 0 when that is a control character or invalid. */
size_t tn_utf8_printable(tunip_str text);

/* Whether `text` is an identifier as Python has them: of ASCII, and of letters and digits of other
 * scripts. */
bool tn_is_identifier(tunip_str text);
/* The same of ASCII alone. */
bool tn_is_ascii_identifier(const char *text);

#endif
