/* escape.c -- writes text so that it cannot control a terminal; escape.h has the policies. */
#include "escape.h"

#include <stdio.h>
#include <string.h>

#include "unicode.h"

#define NONE 0x7f

const tn_escape_policy tn_escape_line = {
    .quoted = {NONE, NONE, NONE}, .letters = "\nn\rr\tt", .kept = ""};
const tn_escape_policy tn_escape_text = {
    .quoted = {NONE, NONE, NONE}, .letters = "\rr", .kept = "\n\t"};
const tn_escape_policy tn_escape_json = {
    .quoted = {'"', '\\', NONE}, .letters = "\bb\ff\nn\rr\tt", .kept = "", .json = true};
const tn_escape_policy tn_escape_saved = {.quoted = {'"', '\\', '/'},
                                          .letters = "\bb\ff\nn\rr\tt",
                                          .kept = "",
                                          .json = true,
                                          .saved = true};

static inline bool is_ascii(char c)
{
    return (unsigned char)c < 0x80;
}

static inline bool is_plain(char c, const tn_escape_policy *policy)
{
    return (unsigned char)(c - ' ') <= '~' - ' ' && c != policy->quoted[0] &&
           c != policy->quoted[1] && c != policy->quoted[2];
}

/* ---- what stays ---- */

/* The length of the character at `end` (not a plain one) if it stays unescaped, else 0. A combining
 * mark belongs to the character before it, which is in the same run. */
static size_t stays(tunip_str text, size_t begin, size_t end, const tn_escape_policy *policy)
{
    const char c = text.data[end];
    if (is_ascii(c)) return c && strchr(policy->kept, c) ? 1 : 0;
    if (policy->saved) return 1;
    if (end > begin && is_plain(text.data[end - 1], policy)) {
        const tn_glyph marked = tn_glyph_at(text, end - 1);
        if (marked.size > 1) return marked.size - 1;
    }
    const tn_glyph glyph = tn_glyph_at(text, end);
    return glyph.escaped ? 0 : glyph.size;
}

size_t tn_escape_run(tunip_str text, size_t at, const tn_escape_policy *policy)
{
    size_t end = at, more = 0;
    do {
        end += more;
        while (end < text.size && is_plain(text.data[end], policy)) end++;
        more = end < text.size ? stays(text, at, end, policy) : 0;
    } while (more);
    return end - at;
}

/* ---- escapes ---- */

static size_t put_unit(char *out, unsigned unit)
{
    static const char hex[] = "0123456789abcdef";
    *out++ = '\\';
    *out++ = 'u';
    for (int shift = 12; shift >= 0; shift -= 4) *out++ = hex[unit >> shift & 15];
    return 6;
}

static size_t put_json(char *out, unsigned code)
{
    enum { FIRST = 0x10000, HIGH = 0xD800, LOW = 0xDC00, HALF = 10, MASK = (1 << HALF) - 1 };
    if (code < FIRST) return put_unit(out, code);
    size_t size = put_unit(out, HIGH + ((code - FIRST) >> HALF));
    return size + put_unit(out + size, LOW + ((code - FIRST) & MASK));
}

/* The letter of a control character's escape, such as 'n'; 0 for none. */
static char letter_of(char c, const tn_escape_policy *policy)
{
    for (const char *at = policy->letters; *at; at += 2)
        if (*at == c) return at[1];
    return 0;
}

size_t tn_escape_one(tunip_str text, size_t at, const tn_escape_policy *policy,
                     char out[TN_ESCAPE_ROOM], size_t *size)
{
    enum { REPLACEMENT = 0xFFFD };
    const char c = text.data[at];
    char letter = letter_of(c, policy);
    uint32_t code;
    *size = 1;
    if (!letter && c >= ' ' && c <= '~') letter = c;
    if (letter) {
        out[0] = '\\';
        out[1] = letter;
        return 2;
    }
    size_t used = tn_utf8_decode(text, at, &code);
    if (used) *size = used;
    return policy->json ? put_json(out, used ? code : REPLACEMENT) : tn_glyph_escape(text, at, out);
}

/* ---- whole texts ---- */

int tn_escape(tunip_str text, const tn_escape_policy *policy, tunip_write_fn write, void *user)
{
    int refused = 0;
    for (size_t at = 0; at < text.size && !refused;) {
        char escape[TN_ESCAPE_ROOM];
        size_t size = tn_escape_run(text, at, policy);
        if (size) {
            refused = write(text.data + at, size, user);
        } else {
            size_t length = tn_escape_one(text, at, policy, escape, &size);
            refused = write(escape, length, user);
        }
        at += size;
    }
    return refused;
}

int tunip_escape(tunip_str text, tunip_escape_style style, tunip_write_fn write, void *user)
{
    /* ORDER tunip_escape_style */
    static const tn_escape_policy *const policies[] = {&tn_escape_line, &tn_escape_text,
                                                       &tn_escape_json};
    bool known = (size_t)style < TUNIP_LEN(policies);
    return tn_escape(text, policies[known ? style : TUNIP_ESCAPE_LINE], write, user);
}

void tn_escape_byte(char c, char out[TN_ESCAPED_BYTE])
{
    static const char special[] = "\"\\\n\r\t", letters[] = "\"\\nrt";
    const char *known = c ? strchr(special, c) : NULL;
    if (known)
        snprintf(out, TN_ESCAPED_BYTE, "\\%c", letters[known - special]);
    else if (c >= ' ' && c <= '~')
        snprintf(out, TN_ESCAPED_BYTE, "%c", c);
    else
        snprintf(out, TN_ESCAPED_BYTE, "\\x%02X", (unsigned)(unsigned char)c);
}
