/* glyph.h -- text as a terminal shows it: characters, their columns, and what must be escaped. */
#ifndef TN_GLYPH_H
#define TN_GLYPH_H

#include <tunip/base.h>

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

#endif
