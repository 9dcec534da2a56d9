/* words.c -- the characters that names and lines of text may contain. */
#include "words.h"

#include "glyph.h"

/* The name of a glyph that must be escaped, for messages. */
static const char *fault_of(tunip_str text, size_t at)
{
    unsigned char first = (unsigned char)text.data[at];
    if (first == '\n' || first == '\r') return "contains a newline";
    if (first < 0x20 || first == 0x7f) return "contains a control character";
    tunip_str rest = {text.data + at, text.size - at};
    return tunip_utf8_valid(rest) ? "contains an invisible character" : "is not UTF-8";
}

/* Nearly all texts are ASCII without control characters, and each registration checks thousands.
 * The last ASCII character may form a cluster with the next character. */
static const char *find_fault(const char *text, bool has_lines)
{
    if (!text) return "is missing";
    size_t plain = 0;
    while (text[plain] >= ' ' && text[plain] <= '~') plain++;
    if (!text[plain]) return NULL;
    tunip_str view = tunip_str_from(text);
    for (size_t at = plain ? plain - 1 : 0; at < view.size;) {
        tn_glyph glyph = tn_glyph_at(view, at);
        bool is_layout = has_lines && (text[at] == '\n' || text[at] == '\t');
        if (glyph.escaped && !is_layout) return fault_of(view, at);
        at += glyph.size;
    }
    return NULL;
}

const char *tn_line_fault(const char *text)
{
    return find_fault(text, false);
}

const char *tn_lines_fault(const char *text)
{
    return find_fault(text, true);
}

const char *tn_key_fault(const char *key)
{
    return key && !*key ? "is empty" : tn_line_fault(key);
}

const char *tn_name_fault(const char *text)
{
    const char *fault = tn_key_fault(text);
    return !fault && strchr(text, ' ') ? "contains a blank" : fault;
}
