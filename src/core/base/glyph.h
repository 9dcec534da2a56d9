/* glyph.h -- text as a terminal shows it: characters, their columns, and which must be escaped. */
#ifndef TN_GLYPH_H
#define TN_GLYPH_H

#include <tunip/base.h>

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

#endif
