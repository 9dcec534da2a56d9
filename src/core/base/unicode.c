/* unicode.c -- UTF-8 through utf8proc. */
#include "unicode.h"

#include <utf8proc.h>

#include "bytes.h"

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
