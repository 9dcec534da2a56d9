/* glyph.c -- user-perceived characters and their columns, by utf8proc. */
#include "glyph.h"

#include <stdio.h>

#include <utf8proc.h>

#include "unicode.h"

static int class_of(uint32_t code)
{
    return (int)utf8proc_get_property((utf8proc_int32_t)code)->boundclass;
}

/* The hidden characters of escape.h: controls, format characters, line separators, and unassigned
 * code points without width. */
static bool is_hidden(uint32_t code)
{
    const utf8proc_property_t *property = utf8proc_get_property((utf8proc_int32_t)code);
    switch (property->category) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return true;
    default:
        return property->boundclass == UTF8PROC_BOUNDCLASS_CONTROL;
    }
}

/* Code points that are drawn into one block with the following ones: emoji, flags, Korean
 * syllables. */
static bool is_block(int class)
{
    return class == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC ||
           class == UTF8PROC_BOUNDCLASS_REGIONAL_INDICATOR || class == UTF8PROC_BOUNDCLASS_L ||
           class == UTF8PROC_BOUNDCLASS_LV;
}

/* In code points. A text may consist of combining marks only: without a bound, finding the end of
 * the cluster from each of them would take quadratic time. The longest emoji have 10; Unicode's
 * stream-safe text format (UAX #15) allows 31. */
enum { LONGEST_CLUSTER = 64 };

/* The width of a cluster while it is read. Terminals draw a block as wide as its widest part; a
 * flag (two letters) and an emoji variation are two columns wide. Other widths add up. */
typedef struct cluster {
    size_t sum, widest, count;
    bool block, flag, emoji_form, emoji;
} cluster;

static void cluster_add(cluster *c, uint32_t code)
{
    enum { EMOJI_FORM = 0xFE0F };
    int width = utf8proc_charwidth((utf8proc_int32_t)code);
    size_t columns = width > 0 ? (size_t)width : 0;
    int class = class_of(code);
    bool letter = class == UTF8PROC_BOUNDCLASS_REGIONAL_INDICATOR;
    if (!c->count) c->block = is_block(class);
    if (!c->count) c->emoji = class == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
    if (c->count < 2) c->flag = letter && (c->flag || !c->count);
    if (code == EMOJI_FORM) c->emoji_form = true;
    if (columns > c->widest) c->widest = columns;
    c->sum += columns;
    c->count++;
}

static size_t cluster_width(const cluster *c)
{
    if (c->widest && (c->emoji_form || (c->flag && c->count > 1))) return 2;
    return c->block ? c->widest : c->sum;
}

/* The rest of the cluster that `first` begins; returns its bytes. Format characters are accepted
 * only inside an emoji, because elsewhere they are invisible. */
static size_t cluster_read(cluster *c, tunip_str text, size_t at, uint32_t first)
{
    uint32_t before = first, code;
    utf8proc_int32_t state = 0;
    size_t size = tn_utf8_decode(text, at, &code);
    cluster_add(c, first);
    while (at + size < text.size && c->count < LONGEST_CLUSTER) {
        size_t used = tn_utf8_decode(text, at + size, &code);
        if (!used || utf8proc_grapheme_break_stateful((utf8proc_int32_t)before,
                                                      (utf8proc_int32_t)code, &state))
            break;
        if (!c->emoji && is_hidden(code)) break;
        cluster_add(c, code);
        before = code;
        size += used;
    }
    return size;
}

static tn_glyph escaped_glyph(tunip_str text, size_t at, size_t size)
{
    char out[TN_ESCAPE_ROOM];
    return (tn_glyph){.size = size, .width = tn_glyph_escape(text, at, out), .escaped = true};
}

static bool is_plain(char c)
{
    return c >= ' ' && c <= '~';
}

tn_glyph tn_glyph_at(tunip_str text, size_t at)
{
    bool alone = at + 1 == text.size || (unsigned char)text.data[at + 1] < 0x80;
    if (is_plain(text.data[at]) && alone) return (tn_glyph){.size = 1, .width = 1};
    uint32_t code;
    size_t used = tn_utf8_decode(text, at, &code);
    if (!used) return escaped_glyph(text, at, 1);
    if (is_hidden(code)) return escaped_glyph(text, at, used);
    cluster c = {.count = 0};
    size_t size = cluster_read(&c, text, at, code);
    size_t width = cluster_width(&c);
    if (!width) return escaped_glyph(text, at, used);
    return (tn_glyph){.size = size, .width = width};
}

size_t tn_glyph_escape(tunip_str text, size_t at, char out[TN_ESCAPE_ROOM])
{
    uint32_t code;
    const char *form = "\\U%08x";
    unsigned value = (unsigned char)text.data[at];
    if (value == '\n' || value == '\t' || value == '\r') {
        const char letter = value == '\n' ? 'n' : value == '\t' ? 't' : 'r';
        return (size_t)snprintf(out, TN_ESCAPE_ROOM, "\\%c", letter);
    }
    if (!tn_utf8_decode(text, at, &code) || code < 0x80) {
        form = "\\x%02x";
    } else {
        value = (unsigned)code;
        if (value <= 0xFFFF) form = "\\u%04x";
    }
    return (size_t)snprintf(out, TN_ESCAPE_ROOM, form, value);
}
