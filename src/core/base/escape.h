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
 *   - other characters without a column: combining marks without a base character, unassigned code
 *     points
 *   - bytes that are not UTF-8
 *
 * U+200D and tags stay inside an emoji, because they are part of it. A hidden character is written
 * as an escape: "\n", "\t", "\r", "\x1b", "\u202e", "\U000e0001", and a byte that is not UTF-8 as
 * "\xff". Each use has a policy:
 *
 *   line    for people, within a line: messages, labels, paths, file names, lists. Escapes all
 *           hidden characters.
 *   text    for people, whole texts, such as the result of a print. The same, but newlines and tabs
 *           stay, because they lay out the text.
 *   json    inside the quotes of JSON that tunip designed: the diff, the source map, diagnostics,
 *           SARIF. Uses JSON's own escapes ("\b", "\u001b", surrogate pairs) for all hidden
 *           characters, because a person may read a JSON file, too. A byte that is not UTF-8
 *           becomes U+FFFD.
 *   saved   inside the quotes of a saved graph, whose format is tvm-ffi's: byte for byte as tvm-ffi
 *           writes it. Escapes "/" and DEL, and leaves every byte from 0x80 on unchanged, UTF-8 or
 *           not, so that a string is read back as it was. This text is for programs; a backend that
 *           shows a saved graph shows it as a string.
 *
 * A backend's language may have other escapes for its string literals: the python backend writes
 * those of TVM, which leave no hidden character. */
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
