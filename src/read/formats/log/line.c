/* line.c -- the forms of the lines in a log. The scan looks at one line and is no parser. */
#include "log.h"

#include <string.h>

tunip_str tn_line_cut(tunip_str text, size_t size)
{
    return size < text.size ? (tunip_str){text.data + size, text.size - size} : (tunip_str){"", 0};
}

bool tn_line_contains(tunip_str text, const char *word)
{
    size_t size = strlen(word);
    for (size_t i = 0; i + size <= text.size; i++)
        if (memcmp(text.data + i, word, size) == 0) return true;
    return false;
}

/* Where `word` is in `text` for the last time; 0 if it is not there, or only at the begin. */
static size_t find_last(tunip_str text, const char *word)
{
    size_t size = strlen(word), at = text.size < size ? 0 : text.size - size;
    while (at && memcmp(text.data + at, word, size) != 0) at--;
    return at;
}

bool tn_line_is_blank(tunip_str text)
{
    size_t i = 0;
    while (i < text.size && (text.data[i] == ' ' || text.data[i] == '\t')) i++;
    return i == text.size;
}

bool tn_line_is_underline(tunip_str text)
{
    size_t i = 0;
    while (i < text.size && (text.data[i] == ' ' || text.data[i] == '^')) i++;
    return i == text.size && memchr(text.data, '^', text.size);
}

bool tn_line_is_import(tunip_str text)
{
    return tunip_str_begins(text, "# from ") && tn_line_contains(text, " import ");
}

size_t tn_line_name_size(tunip_str text)
{
    size_t size = 0;
    while (size < text.size && tunip_is_name_part(text.data[size])) size++;
    return size;
}

static size_t dotted_size(tunip_str text)
{
    size_t size = 0;
    while (size < text.size && (tunip_is_name_part(text.data[size]) || text.data[size] == '.'))
        size++;
    return size;
}

bool tn_line_is_renaming(tunip_str text)
{
    size_t size = tunip_str_begins(text, "from ") ? dotted_size(tn_line_cut(text, 5)) : 0;
    tunip_str rest = tn_line_cut(text, 5 + size);
    if (!size || !tunip_str_begins(rest, " import ")) return false;
    for (rest = tn_line_cut(rest, 8);; rest = tn_line_cut(rest, 2)) {
        size_t name = tn_line_name_size(rest);
        if (!name || !tunip_str_begins(tn_line_cut(rest, name), " as ")) return false;
        size_t other = tn_line_name_size(tn_line_cut(rest, name + 4));
        rest = tn_line_cut(rest, name + 4 + other);
        if (!other || !tunip_str_begins(rest, ", ")) return other && !rest.size;
    }
}

bool tn_line_is_decorator(tunip_str text)
{
    size_t end = tunip_str_begins(text, "@") ? 1 + dotted_size(tn_line_cut(text, 1)) : 1;
    return end > 1 && (end == text.size || text.data[end] == '(' || text.data[end] == ' ');
}

tunip_str tn_line_defined_name(tunip_str text)
{
    size_t head = tunip_str_begins(text, "class ") ? 6
                  : tunip_str_begins(text, "def ") ? 4
                                                   : text.size;
    tunip_str rest = tn_line_cut(text, head);
    size_t size = tn_line_name_size(rest);
    bool is_name = tunip_str_begins(tn_line_cut(rest, size), ":") ||
                   tunip_str_begins(tn_line_cut(rest, size), "(");
    return (tunip_str){rest.data, is_name ? size : 0};
}

bool tn_line_is_definition(tunip_str text)
{
    return tn_line_defined_name(text).size > 0;
}

bool tn_line_is_section(tunip_str text)
{
    size_t size = tn_line_name_size(text);
    return size && tunip_str_begins(tn_line_cut(text, size), " = ") &&
           tn_line_contains(text, "\"\"\"");
}

bool tn_line_is_closing_remark(tunip_str text)
{
    return tunip_str_begins(text, "# Metadata omitted.");
}

tunip_str tn_line_strip_arrows(tunip_str text)
{
    bool has_both = tunip_str_begins(text, "==> ") && text.size > 8 &&
                    memcmp(text.data + text.size - 4, " <==", 4) == 0;
    return has_both ? (tunip_str){text.data + 4, text.size - 8} : text;
}

size_t tn_line_indentation(tunip_str text)
{
    size_t size = 0;
    while (size < text.size && text.data[size] == ' ') size++;
    return size;
}

bool tn_line_ends(tunip_str text, char end)
{
    size_t size = text.size;
    while (size && text.data[size - 1] == ' ') size--;
    return size && text.data[size - 1] == end;
}

/* ---- statements ---- */

/* A form of statements: how it begins, behind which name, and what stands anywhere behind that. */
typedef struct form {
    enum { ALONE, NAME, MEMBER } before;
    const char *head, *rest;
    bool may_be_text;
} form;

/* clang-format off */
static const form forms[] = {
    {ALONE, "assert ", "", false},
    {ALONE, "elif ", ":", false},
    {ALONE, "for ", ":", false},
    {ALONE, "if ", ":", false},
    {ALONE, "return ", "", false},
    {ALONE, "while ", ":", false},
    {ALONE, "with ", ":", false},
    {NAME, " = ", "", false},
    {NAME, "[", "] = ", false},
    {MEMBER, "(", "", false},
    {NAME, "(", "", true},
    {NAME, ": ", "", true},
    {NAME, ", ", " = ", true},
};
/* clang-format on */

bool tn_line_is_statement(tunip_str text, bool may_be_text)
{
    size_t name = dotted_size(text);
    bool is_member = memchr(text.data, '.', name) != NULL;
    for (size_t i = 0; i < TUNIP_LEN(forms); i++) {
        const form *f = &forms[i];
        tunip_str rest = tn_line_cut(text, f->before == ALONE ? 0 : name);
        bool fits = f->before == ALONE || (f->before == NAME ? name > 0 : is_member);
        if (fits && (may_be_text || !f->may_be_text) && tunip_str_begins(rest, f->head) &&
            tn_line_contains(tn_line_cut(rest, strlen(f->head)), f->rest))
            return true;
    }
    return false;
}

/* How often `word` is in `text` without overlaps. */
static size_t count_of(tunip_str text, const char *word)
{
    size_t size = strlen(word), count = 0;
    for (size_t i = 0; i + size <= text.size; i++) {
        if (memcmp(text.data + i, word, size) != 0) continue;
        count++;
        i += size - 1;
    }
    return count;
}

bool tn_line_opens(tunip_str text)
{
    static const char *const heads[] = {"async", "case",   "class", "def", "elif",
                                        "else",  "except", "for",   "if",  "finally",
                                        "match", "try",    "while", "with"};
    tunip_str word = {text.data, tn_line_name_size(text)};
    for (size_t i = 0; i < TUNIP_LEN(heads); i++)
        if (tunip_str_is(word, heads[i])) return true;
    ptrdiff_t depth = 0;
    for (size_t i = 0; i < text.size; i++) {
        depth += memchr("([{", text.data[i], 3) != NULL;
        depth -= memchr(")]}", text.data[i], 3) != NULL;
    }
    bool is_open_text = (count_of(text, "\"\"\"") + count_of(text, "'''")) % 2;
    return depth > 0 || is_open_text || tn_line_ends(text, '\\');
}

/* ---- lines of Relay ---- */

static bool begins_with_one(tunip_str text, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (tunip_str_begins(text, words[i])) return true;
    return false;
}

/* A line of other Python may begin with `type`. */
static bool is_relay_type(tunip_str text)
{
    if (tunip_str_begins(text, "extern ")) text = tn_line_cut(text, strlen("extern "));
    return tunip_str_begins(text, "type ") &&
           (tn_line_ends(text, '{') || (tn_line_ends(text, '}') && tn_line_contains(text, " {")));
}

/* A function of the tensor IR, alone or in a module. */
static bool is_primfn(tunip_str text)
{
    return tunip_str_begins(text, "primfn(") ||
           (tunip_str_begins(text, "@") && tn_line_contains(text, " = primfn("));
}

bool tn_line_begins_relay(tunip_str text)
{
    static const char *const heads[] = {"#[version = \"", "def @"};
    return begins_with_one(text, heads, TUNIP_LEN(heads)) || is_relay_type(text) || is_primfn(text);
}

bool tn_line_is_relay(tunip_str text)
{
    static const char *const heads[] = {"def @", "#[metadata]", "/*",   "}",    "{",
                                        "%",     "let %",       "fn (", "fn [", "free_var %"};
    return begins_with_one(text, heads, TUNIP_LEN(heads)) || is_relay_type(text) ||
           tunip_str_begins(text, "extern type ") || is_primfn(text);
}

bool tn_line_is_bare_statement(tunip_str text)
{
    bool is_stamp = tunip_str_begins(text, "["); /* [12:00:01] */
    return !is_stamp && (tn_line_ends(text, '{') || tn_line_ends(text, ')') ||
                         tn_line_ends(text, ';') || tn_line_contains(text, "] = "));
}

tunip_str tn_line_relay_name(tunip_str text)
{
    static const char head[] = "def @";
    size_t before = tunip_str_begins(text, head) ? sizeof head - 1 : is_primfn(text);
    if (!before || tunip_str_begins(text, "primfn(")) return (tunip_str){"", 0};
    tunip_str name = tn_line_cut(text, before);
    size_t size = 0;
    while (size < name.size && (tunip_is_name_part(name.data[size]) || name.data[size] == '.'))
        size++;
    return (tunip_str){name.data, size};
}

/* ---- prefixes of lines ---- */

/* The same for a module of Relay: before its version or its first function, the prefix may be
 * anything. */
static size_t find_relay(tunip_str text)
{
    if (tn_line_begins_relay(text)) return 0;
    for (size_t at = 1; at < text.size; at++) {
        bool can_begin = memchr(" \t|:", text.data[at - 1], 4) != NULL;
        tunip_str rest = tn_line_cut(text, at);
        bool is_function = tunip_str_begins(rest, "def @") && tn_line_ends(rest, '{');
        if (can_begin &&
            (is_function || is_primfn(rest) || tunip_str_begins(rest, "#[version = \"")))
            return at;
    }
    return SIZE_MAX;
}

size_t tn_line_find_begin(tunip_str text)
{
    size_t relay = find_relay(text);
    if (relay != SIZE_MAX) return relay;
    if (tunip_str_begins(text, ">>> ") &&
        (tn_line_is_definition(tn_line_cut(text, 4)) || tn_line_is_decorator(tn_line_cut(text, 4))))
        return 4;
    if (tn_line_is_definition(text) || tn_line_is_section(text)) return 0;
    size_t last_import = find_last(text, " import ");
    for (size_t at = 0; at < text.size; at++) {
        char before = at ? text.data[at - 1] : ' ';
        tunip_str rest = tn_line_cut(text, at);
        bool can_begin = memchr(" \t|:\"'", before, 6) != NULL; /* or a text of Python */
        bool is_import_line = at < last_import && tunip_str_begins(rest, "# from ");
        if (can_begin && (is_import_line || tn_line_is_decorator(rest))) return at;
    }
    return SIZE_MAX;
}

static char class_of(char c)
{
    if (tunip_is_digit(c)) return '0';
    return tunip_is_name_part(c) ? 'a' : c;
}

/* How many of the bytes from `at` on are blanks, or digits; not more than `most`. */
static size_t run_size(tunip_str text, size_t at, size_t most, bool is_digits)
{
    size_t size = 0;
    while (size < most && at + size < text.size &&
           (is_digits ? tunip_is_digit(text.data[at + size]) : text.data[at + size] == ' '))
        size++;
    return size;
}

/* `...`, the prompt for further lines, which is as wide as the first prompt. */
static bool is_prompt(tunip_str text, size_t size)
{
    if (!size || text.size < size) return false;
    for (size_t i = 0; i < size; i++)
        if (!memchr(" .:", text.data[i], 3)) return false;
    return memchr(text.data, '.', size) != NULL;
}

/* The prefix may be longer than many lines together, so each line takes time linear in itself. */
size_t tn_line_prefix_size(tunip_str text, tunip_str prefix)
{
    enum { MOST_DIGITS = 32 };
    size_t at = 0;
    bool fits = true;
    if (is_prompt(text, prefix.size)) return prefix.size;
    for (size_t i = 0; i < prefix.size && fits;) {
        size_t own = run_size(text, at, SIZE_MAX, false);
        size_t number = run_size(text, at + own, MOST_DIGITS, true);
        size_t blanks = run_size(prefix, i, own + number + 1, false);
        size_t digits = run_size(prefix, i + blanks, MOST_DIGITS, true);
        if (digits) /* of two numbers, one may be longer, or have fewer blanks in its place */
            fits = number && (own == blanks || own + number == blanks + digits);
        else if (blanks)
            fits = own >= blanks;
        else
            fits = at < text.size && class_of(text.data[at]) == class_of(prefix.data[i]);
        i += blanks || digits ? blanks + digits : 1;
        at += digits ? own + number : blanks ? blanks : 1;
    }
    return fits ? at : SIZE_MAX;
}
