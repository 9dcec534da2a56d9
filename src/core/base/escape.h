/* escape.h -- escapes names, strings, paths and messages from files, plugins and command lines.
 * Only this file decides which characters are written unchanged.
 *
 * A person may read any text on a terminal, where some characters move the cursor, change colours
 * or titles, change the direction of text, or show nothing. These characters are *hidden*:
 *
 *   - control characters: U+0000..U+001F, U+007F, and U+0080..U+009F (C1)
 *   - format characters (category Cf): bidirectional controls (U+061C, U+200E, U+200F,
 *     U+202A..U+202E, U+2066..U+2069), zero-width ones, soft hyphens, byte order marks, tags
 *   - line and paragraph separators, U+2028 and U+2029
 *   - whatever else takes no column: combining marks with nothing to combine with, unassigned code
 *     points
 *   - bytes that are no UTF-8
 *
 * U+200D and tags stay inside an emoji, because they are part of it. A hidden character is written
 * as an escape: "\n", "\t", "\r", "\x1b", "\u202e", "\U000e0001", and a byte that is no UTF-8 as
 * "\xff".
 *
 *   line    for people, within a line: messages, labels, paths, file names, lists. All of these.
 *   text    for people, whole texts, such as what a print makes: as a line, but newlines and tabs
 *           stay, which lay a text out.
 *   json    between the quotes of every JSON that tunip has designed: the diff, the source map,
 *           diagnostics, SARIF. JSON's own escapes ("\b", "\u001b", surrogate pairs); all that is
 *           hidden is escaped, as a person may look at a JSON file, too. A byte that is no UTF-8
 *           becomes U+FFFD.
 *   saved   between the quotes of a saved graph, whose format is tvm-ffi's: byte for byte as
 *           tvm-ffi writes it, so that both write the same file. It escapes "/" and DEL, and leaves
 *           every byte from 0x80 on as it is, UTF-8 or not: a string must be read back as it was.
 *           This is for programs; a backend that shows a saved graph shows it as a string.
 *
 * A backend's language may have escapes of its own for its string literals: Python's are as TVM
 * writes them, and leave nothing hidden. */
#ifndef TN_ESCAPE_H
#define TN_ESCAPE_H

#include "glyph.h"

typedef struct tn_escape_policy {
    char quoted[3];      /* plain characters escaped by a backslash; DEL for none */
    const char *letters; /* control characters with letters: pairs of character and letter */
    const char *kept;    /* control characters that stay */
    bool json;           /* "\u001b", not "\x1b" */
    bool saved;          /* bytes from 0x80 on stay */
} tn_escape_policy;

extern const tn_escape_policy tn_escape_line, tn_escape_text, tn_escape_json, tn_escape_saved;

/* The number of bytes from `at` on that are written unchanged. */
size_t tn_escape_run(tunip_str text, size_t at, const tn_escape_policy *policy);

/* Writes the escape of the character at `at`; returns its length, and the number of bytes it
 * replaces. */
size_t tn_escape_one(tunip_str text, size_t at, const tn_escape_policy *policy,
                     char out[TN_ESCAPE_ROOM], size_t *size);

/* Writes a byte of a string as TVM's StrEscape does (src/support/str_escape.h): everything except
 * printable ASCII is escaped, such as "\n" and "\xC3". Adds a NUL. */
enum { TN_ESCAPED_BYTE = 5 };
void tn_escape_byte(char c, char out[TN_ESCAPED_BYTE]);

/* Writes the whole text; returns 0, or the nonzero value of `write` that stopped it. */
int tn_escape(tunip_str text, const tn_escape_policy *policy, tunip_write_fn write, void *user);

#endif
