/* text.c -- text that grows, lists that are linked from their end, and the escapes of hidden
 * characters. */
#include "text.h"

#include <stdio.h>
#include <string.h>

#include "memory.h"
#include "options.h"
#include "unicode.h"

/* ======== text ======== */

/* Text that grows. */

size_t tn_indentation(tunip_str text, size_t line)
{
    size_t at = line;
    while (at < text.size && (text.data[at] == ' ' || text.data[at] == '\t')) at++;
    return at - line;
}

size_t tn_block_end(tunip_str text, size_t begin, size_t end)
{
    size_t line = begin;
    while (line && text.data[line - 1] != '\n' && text.data[line - 1] != '\r') line--;
    size_t base = tn_indentation(text, line);
    for (;;) {
        const char *next = end < text.size ? memchr(text.data + end, '\n', text.size - end) : NULL;
        if (!next) return text.size;
        end = (size_t)(next - text.data) + 1;
        size_t indentation = tn_indentation(text, end), at = end + indentation;
        bool is_empty = at >= text.size || text.data[at] == '\n' || text.data[at] == '\r';
        if (!is_empty && indentation <= base) return end;
    }
}

void tn_text_init(tn_text *text, const tunip_allocator *allocator)
{
    *text = (tn_text){.allocator = allocator};
}

void tn_text_free(tn_text *text)
{
    tn_array_free(&text->bytes, text->allocator);
}

tunip_status tn_text_error(const tn_text *text, tunip_error *error)
{
    if (!text->is_over) return tn_no_memory(error);
    return tn_limit_bytes(text->max_bytes, error);
}

static char *extend(tn_text *text, size_t size)
{
    if (!size || text->failed) return NULL;
    if (!text->allocator) text->allocator = &tn_malloc;
    if (text->max_bytes && size > text->max_bytes - text->bytes.count) {
        text->failed = text->is_over = true;
        return NULL;
    }
    if (!tn_array_reserve(&text->bytes, text->allocator, size)) {
        text->failed = true;
        return NULL;
    }
    text->bytes.count += size;
    return text->bytes.items + text->bytes.count - size;
}

void tn_text_put(tn_text *text, const char *data, size_t size)
{
    char *to = extend(text, size);
    if (to) memcpy(to, data, size);
}

void tn_text_fill(tn_text *text, char c, size_t count)
{
    char *to = extend(text, count);
    if (to) memset(to, c, count);
}

void tn_text_pad(tn_text *text, size_t size)
{
    if (size > text->bytes.count) tn_text_fill(text, ' ', size - text->bytes.count);
}

void tn_text_put_number(tn_text *text, size_t number, size_t width)
{
    char digits[24];
    size_t size = (size_t)snprintf(digits, sizeof digits, "%zu", number);
    if (width > size) tn_text_fill(text, ' ', width - size);
    tn_text_put(text, digits, size);
}

void tn_text_say_list(tn_text *text, const char *format, va_list args)
{
    enum { USUAL = 128 }; /* most numbers and their words */
    char usual[USUAL];
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(usual, sizeof usual, format, args);
    if (size > 0 && size < USUAL) tn_text_put(text, usual, (size_t)size);
    if (size >= USUAL) {
        char *to = extend(text, (size_t)size + 1);
        if (to) vsnprintf(to, (size_t)size + 1, format, again);
        text->bytes.count -= to != NULL; /* the NUL */
    }
    va_end(again);
}

void tn_text_say(tn_text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tn_text_say_list(text, format, args);
    va_end(args);
}

int tn_text_put_chunk(const char *data, size_t size, void *text)
{
    tn_text_put(text, data, size);
    return ((tn_text *)text)->failed;
}

tunip_status tn_text_write(const tn_text *text, tunip_write_fn write, void *user,
                           tunip_error *error)
{
    if (text->failed) return tn_text_error(text, error);
    if (!text->bytes.count || write(text->bytes.items, text->bytes.count, user) == 0)
        return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_CANCELLED, "cannot write");
}

void tn_text_put_escaped(tn_text *text, tunip_str added, const tn_escape_policy *policy)
{
    tn_escape(added, policy, tn_text_put_chunk, text);
}

void tn_text_put_visible(tn_text *text, tunip_str added)
{
    tn_text_put_escaped(text, added, &tn_escape_line);
}

tunip_status tn_text_end(tn_text *text, tunip_write_fn write, void *user, tunip_error *error)
{
    tunip_status status = tn_text_write(text, write, user, error);
    tn_text_free(text);
    return status;
}

/* ---- strings for callers ---- */

/* The size of a string's memory is stored before it, because the allocator needs it on free and the
 * text may contain NUL bytes. */
enum { STRING_HEADER = 16 };

char *tn_string_new(const tunip_allocator *allocator, tunip_str text)
{
    size_t size = STRING_HEADER + text.size + 1;
    char *memory = allocator->alloc(allocator->ctx, size);
    if (!memory) return NULL;
    memcpy(memory, &size, sizeof size);
    if (text.size) memcpy(memory + STRING_HEADER, text.data, text.size);
    memory[STRING_HEADER + text.size] = '\0';
    return memory + STRING_HEADER;
}

void tn_string_free(const tunip_allocator *allocator, char *string)
{
    size_t size;
    if (!string) return;
    char *memory = string - STRING_HEADER;
    memcpy(&size, memory, sizeof size);
    allocator->free(allocator->ctx, memory, size);
}

/* ======== chain ======== */

/* Walks a chain from its beginning. One climb finds the ends of a few stretches of equal
 * length; each stretch is then walked in the same way, recursively. */

void tn_chain_each(const void *last, size_t count, tn_link_fn fn, void *user)
{
    enum { MOST = 64 };
    const void *ends[MOST];
    if (!count) return;
    size_t length = (count - 1) / MOST + 1, stretches = (count - 1) / length + 1, left = count;
    for (size_t i = stretches; i-- > 0;) {
        ends[i] = last;
        for (; left > i * length; left--) last = *(const void *const *)last;
    }
    for (size_t i = 0; i < stretches; i++) {
        size_t size = i + 1 < stretches ? length : count - i * length;
        if (length == 1)
            fn(ends[i], user);
        else
            tn_chain_each(ends[i], size, fn, user);
    }
}

/* Reads a class of characters behind its `[`. Returns the rest behind its `]`; NULL if there is no
 * `]`: then the bracket means itself. */
static const char *read_class(const char *at, unsigned char c, bool *fits)
{
    bool negative = *at == '!' || *at == '^', found = false;
    at += negative;
    for (const char *begin = at; *at && (*at != ']' || at == begin); at++) {
        at += *at == '\\' && at[1];
        unsigned char low = (unsigned char)*at, high = low;
        if (at[1] == '-' && at[2] && at[2] != ']') {
            at += 2;
            at += *at == '\\' && at[1];
            high = (unsigned char)*at;
        }
        found |= low <= c && c <= high;
    }
    *fits = found != negative;
    return *at ? at + 1 : NULL;
}

/* Returns the rest of a pattern behind its first item, which is no `*`; NULL if the item does not
 * fit the character. */
static const char *fit_one(const char *pattern, char c)
{
    bool fits;
    const char *behind = *pattern == '[' ? read_class(pattern + 1, (unsigned char)c, &fits) : NULL;
    if (behind) return fits ? behind : NULL;
    if (*pattern == '?') return pattern + 1;
    pattern += *pattern == '\\' && pattern[1];
    return *pattern && *pattern == c ? pattern + 1 : NULL;
}

bool tn_name_fits(const char *pattern, const char *name)
{
    const char *star = NULL, *from = NULL; /* the last `*`, and where the rest of it begins */
    while (true) {
        const char *behind = *name && *pattern != '*' ? fit_one(pattern, *name) : NULL;
        if (*pattern == '*') {
            star = ++pattern;
            from = name;
        } else if (behind) {
            pattern = behind;
            name++;
        } else if (!*name && !*pattern) {
            return true;
        } else if (star && *from) {
            pattern = star;
            name = ++from;
        } else {
            return false;
        }
    }
}

/* ======== escape ======== */

/* Writes text so that it cannot control a terminal; text.h has the policies. */

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
