/* text.h -- text that grows, lists that are linked from their end, and the escapes of hidden
 * characters. */
#ifndef TN_TEXT_H
#define TN_TEXT_H

#include <stdarg.h>
#include <stddef.h>

#include "memory.h"
#include "unicode.h"

/* The text without the blanks around it. */
static inline tunip_str tn_trim_blanks(tunip_str text)
{
    while (text.size && text.data[text.size - 1] == ' ') text.size--;
    while (text.size && text.data[0] == ' ') text.data++, text.size--;
    return text;
}

/* The indentation of the line that begins at `line`, in bytes. */
size_t tn_indentation(tunip_str text, size_t line);

/* Where the first line begins that is not indented more than the one at `begin`, and stands behind
 * the line at `end`; the size of the text if there is none. Empty lines do not count. */
size_t tn_block_end(tunip_str text, size_t begin, size_t end);

/* Whether a pattern of the shell fits a whole name: `*`, `?`, `[a-z]`, `[!a]`, and a backslash
 * before a character that means itself. A slash is a character like others. */
bool tn_name_fits(const char *pattern, const char *name);

/* ======== escape ======== */

/* Escapes names, strings, paths and messages from files, plugins and command lines.
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

/* ======== text ======== */

/* Text that grows. */

/* Zeroed, it is an empty text without a limit, of malloc. */
typedef struct tn_text {
    TN_ARRAY(char) bytes;
    const tunip_allocator *allocator;
    size_t max_bytes; /* the maximum size; 0: no limit */
    bool failed;      /* out of memory or past the limit; sticky: later text is dropped */
    bool is_over;     /* past the limit */
} tn_text;

void tn_text_init(tn_text *text, const tunip_allocator *allocator);
void tn_text_free(tn_text *text);
/* Records in `error`, unless it holds one already, why a text failed. */
tunip_status tn_text_error(const tn_text *text, tunip_error *error);

void tn_text_put(tn_text *text, const char *data, size_t size);
void tn_text_fill(tn_text *text, char c, size_t count);
/* Appends blanks up to `size`. */
void tn_text_pad(tn_text *text, size_t size);

static inline void tn_text_put_str(tn_text *text, tunip_str added)
{
    tn_text_put(text, added.data, added.size);
}

static inline void tn_text_put_word(tn_text *text, const char *word)
{
    tn_text_put(text, word, strlen(word));
}

/* Text made as by printf. */
void tn_text_say(tn_text *text, const char *format, ...) TUNIP_PRINTF(2, 3);
void tn_text_say_list(tn_text *text, const char *format, va_list args) TUNIP_PRINTF(2, 0);
/* A tunip_write_fn for a tn_text. Returns 1 when the text has failed. */
int tn_text_put_chunk(const char *data, size_t size, void *text);
/* Passes the text to `write`, unless it failed. */
tunip_status tn_text_write(const tn_text *text, tunip_write_fn write, void *user,
                           tunip_error *error);

/* The same; frees the text. */
tunip_status tn_text_end(tn_text *text, tunip_write_fn write, void *user, tunip_error *error);

/* The whole text, valid until more is added. */
static inline tunip_str tn_text_str(const tn_text *text)
{
    return (tunip_str){text->bytes.items, text->bytes.count};
}

/* The text from an offset on, valid until more is added; empty if the text is shorter. */
static inline tunip_str tn_text_behind(const tn_text *text, size_t offset)
{
    bool any = offset < text->bytes.count;
    return any ? (tunip_str){text->bytes.items + offset, text->bytes.count - offset}
               : (tunip_str){NULL, 0};
}

/* Right-aligned in `width` columns. */
void tn_text_put_number(tn_text *text, size_t number, size_t width);

/* With the escapes of a policy (below). */
void tn_text_put_escaped(tn_text *text, tunip_str added, const tn_escape_policy *policy);
/* The same within a line for people. */
void tn_text_put_visible(tn_text *text, tunip_str added);

/* ---- strings for callers ---- */

/* A NUL-terminated copy that tn_text_release() can free without its size; NULL when out of
 * memory. */
char *tn_string_new(const tunip_allocator *allocator, tunip_str text);
/* NULL is fine. */
void tn_string_free(const tunip_allocator *allocator, char *string);

/* ======== chain ======== */

/* Walks a list in order that is linked from its end, such as an access path. */

typedef void (*tn_link_fn)(const void *link, void *user);

/* Calls `fn` for the last `count` links of a chain, in order; `last` is the end. The first member
 * of a link points to the previous link. Takes n log n steps for n links, and no memory. */
void tn_chain_each(const void *last, size_t count, tn_link_fn fn, void *user);

#endif
