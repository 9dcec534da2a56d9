/* unicode.c -- characters: UTF-8, columns on a terminal, and the words that programs may pass. */
#include "unicode.h"

#include <stdio.h>
#include <utf8proc.h>

#include "tables.h"

/* ======== unicode ======== */

/* UTF-8 through utf8proc. */

/* The number of bytes below 0x80 from `at` on, eight at a time. */
static size_t ascii_run(tunip_str text, size_t at)
{
    const uint64_t high = 0x8080808080808080u;
    size_t begin = at;
    for (uint64_t word; text.size - at >= sizeof word; at += sizeof word) {
        memcpy(&word, text.data + at, sizeof word);
        if (word & high) break;
    }
    while (at < text.size && (unsigned char)text.data[at] < 0x80) at++;
    return at - begin;
}

size_t tunip_utf8_valid(tunip_str text)
{
    size_t at = 0;
    while (at += ascii_run(text, at), at < text.size) {
        utf8proc_int32_t code;
        utf8proc_ssize_t used = utf8proc_iterate((const utf8proc_uint8_t *)text.data + at,
                                                 (utf8proc_ssize_t)(text.size - at), &code);
        if (used < 0) break;
        at += (size_t)used;
    }
    return at;
}

size_t tn_utf8_decode(tunip_str text, size_t at, uint32_t *code)
{
    utf8proc_int32_t found;
    utf8proc_ssize_t used = utf8proc_iterate((const utf8proc_uint8_t *)text.data + at,
                                             (utf8proc_ssize_t)(text.size - at), &found);
    if (used < 0) return 0;
    *code = (uint32_t)found;
    return (size_t)used;
}

size_t tn_utf8_encode(uint32_t code, char out[4])
{
    return (size_t)utf8proc_encode_char((utf8proc_int32_t)code, (utf8proc_uint8_t *)out);
}

bool tn_utf8_normalise(tn_arena *arena, tunip_str text, tunip_str *out)
{
    enum { LONGEST = 18 }; /* code points that one becomes, at most */
    const utf8proc_option_t how = UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT;
    if (text.size > SIZE_MAX / (LONGEST * sizeof(utf8proc_int32_t)) - 1) return false;
    utf8proc_ssize_t room = (utf8proc_ssize_t)(text.size * LONGEST);
    utf8proc_int32_t *codes = tn_arena_alloc(arena, ((size_t)room + 1) * sizeof *codes);
    if (!codes) return false;
    utf8proc_ssize_t count = utf8proc_decompose((const utf8proc_uint8_t *)text.data,
                                                (utf8proc_ssize_t)text.size, codes, room, how);
    count = count < 0 ? count : utf8proc_reencode(codes, count, how);
    if (count < 0) return false;
    *out = (tunip_str){(const char *)codes, (size_t)count};
    return true;
}

size_t tn_utf8_width(tunip_str text)
{
    size_t width = 0;
    for (size_t at = 0; at < text.size;) {
        utf8proc_int32_t code;
        utf8proc_ssize_t used = utf8proc_iterate((const utf8proc_uint8_t *)text.data + at,
                                                 (utf8proc_ssize_t)(text.size - at), &code);
        width += used < 0 ? 1 : (size_t)utf8proc_charwidth(code);
        at += used < 0 ? 1 : (size_t)used;
    }
    return width;
}

/* ---- identifiers ---- */

enum { SHORTEST_KEYWORD = 2, LONGEST_KEYWORD = 8 };

/* Of Python, by size: https://docs.python.org/3/reference/lexical_analysis.html#keywords. */
static const char keywords[][LONGEST_KEYWORD + 1] = {
    "as",     "if",     "in",     "is",     "or",     "and",     "def",      "del",      "for",
    "not",    "try",    "None",   "True",   "elif",   "else",    "from",     "pass",     "with",
    "False",  "async",  "await",  "break",  "class",  "raise",   "while",    "yield",    "assert",
    "except", "global", "import", "lambda", "return", "finally", "continue", "nonlocal",
};

_Static_assert(TUNIP_LEN(keywords) == 35, "the table below counts them");
/* The place of the first keyword of each size. */
static const uint8_t first_of_size[LONGEST_KEYWORD + 2] = {0, 0, 0, 5, 11, 18, 26, 32, 33, 35};

bool tunip_is_keyword(tunip_str text)
{
    if (text.size < SHORTEST_KEYWORD || text.size > LONGEST_KEYWORD) return false;
    size_t at = first_of_size[text.size], end = first_of_size[text.size + 1];
    while (at < end && !tn_same_bytes(keywords[at], text.data, text.size)) at++;
    return at < end;
}

enum { NO_PART, PART, START };

/* https://docs.python.org/3/reference/lexical_analysis.html#identifiers */
static int place_in_identifier(utf8proc_int32_t code)
{
    if (code == '_') return START;
    switch (utf8proc_category(code)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_NL:
        return START;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_PC:
        return PART;
    default:
        return NO_PART;
    }
}

/* Letters first, because most characters are letters. */
static bool is_ascii_part(char c)
{
    unsigned letter = (unsigned char)(c | 0x20) - (unsigned)'a';
    return letter < 26 || tunip_is_digit(c) || c == '_';
}

bool tn_is_identifier(tunip_str text)
{
    size_t at = 0;
    while (at < text.size && is_ascii_part(text.data[at])) at++;
    if (text.size && tunip_is_digit(text.data[0])) return false;
    while (at < text.size) {
        utf8proc_int32_t code;
        utf8proc_ssize_t used = utf8proc_iterate((const utf8proc_uint8_t *)text.data + at,
                                                 (utf8proc_ssize_t)(text.size - at), &code);
        if (used <= 0 || place_in_identifier(code) < (at ? PART : START)) return false;
        at += (size_t)used;
    }
    return text.size > 0;
}

bool tn_is_ascii_identifier(const char *text)
{
    if (!*text || tunip_is_digit(*text)) return false;
    while (is_ascii_part(*text)) text++;
    return !*text;
}

/* ======== glyph ======== */

/* user-perceived characters and their columns, by utf8proc. */

static int class_of(uint32_t code)
{
    return (int)utf8proc_get_property((utf8proc_int32_t)code)->boundclass;
}

/* The hidden characters of text.h: controls, format characters, line separators, and unassigned
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

/* ======== words ======== */

/* The characters that names and lines of text may contain. */

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

size_t tn_utf16_units(tunip_str text)
{
    size_t units = 0;
    for (size_t i = 0; i < text.size; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        units += (byte & 0xC0) != 0x80;
        units += byte >= 0xF0;
    }
    return units;
}
