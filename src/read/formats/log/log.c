/* log.c -- modules in logs: finds them among other lines, and reads them. */
#include "log.h"

#include <stdlib.h>
#include <string.h>

#include <tunip/log.h>

#include "../../../ir/graph.h"
#include "../../../library/context.h"
#include "../../../util/diagnostic.h"
#include "../../../util/memory.h"
#include "../../../util/options.h"
#include "../../../util/source.h"
#include "../../../util/text.h"
#include "../../../util/unicode.h"
#include "../../read.h"
#include "../../uses.h"
#include "../trace/record.h"

/* ======== log ======== */

/* Finds modules in logs: first removes colours from the lines, then finds the lines that
 * belong together, then makes the text of each module. */

/* A line without colours and line end, in `clean`. */
typedef struct clean_line {
    uint32_t begin, end;
} clean_line;

typedef struct reader {
    tn_arena *arena;
    const tunip_allocator *allocator;
    tunip_str log;
    TN_ARRAY(char) clean;
    TN_ARRAY(tn_log_piece) map; /* from `clean` to the log */
    TN_ARRAY(clean_line) lines;
    TN_ARRAY(tn_log_module) modules;
    bool has_decorators;          /* as those of scripts */
    uint8_t *visits;              /* of each line, by searches for a definition and its end */
    TN_ARRAY(clean_line) imports; /* lines such as "from a import b as c" outside of modules */
    tn_intern known_imports;
    tn_log_constants constants;
    TN_ARRAY(clean_line) scripts;  /* of a file of Python: the lines of each, half-open */
    bool is_python;                /* `scripts` says what the modules are */
    size_t spare;                  /* bytes of imports that may still be put in front of modules */
    TN_ARRAY(char) text;           /* of a module */
    TN_ARRAY(tn_log_piece) pieces; /* likewise */
    size_t head;                   /* the pieces of the imports and constants above a module */
    bool failed;
} reader;

enum {
    /* Searches that begin in different lines may read the same lines, because a definition that is
     * no script is searched for others. Valid Python nests a few. A limit keeps the time linear. */
    MOST_VISITS = 16,
    /* The imports and constants of all modules may take 64 MB and this many times the log. */
    MOST_COPIES = 32
};

/* ---- lines without colours ---- */

/* The end of the escape sequence at `at`: https://www.ecma-international.org ECMA-48. */
static const char *skip_escape(const char *at, const char *end)
{
    if (++at == end) return at;
    char kind = *at++;
    if (kind == '[') {
        while (at < end && (*at < '@' || *at > '~') && *at != '\n') at++;
        return at < end && *at != '\n' ? at + 1 : at;
    }
    if (kind != ']') return kind == '\n' ? at - 1 : at;
    while (at < end && *at != '\a' && *at != '\033' && *at != '\n') at++;
    if (at < end && *at == '\a') return at + 1;
    return at < end && *at == '\033' && at + 1 < end && at[1] == '\\' ? at + 2 : at;
}

static void put_clean(reader *r, const char *at, const char *end)
{
    size_t size = (size_t)(end - at);
    tn_log_piece piece = {(uint32_t)r->clean.count, (uint32_t)(at - r->log.data)};
    if (!size) return;
    if (!tn_array_reserve(&r->clean, r->allocator, size) ||
        !tn_array_push(&r->map, r->allocator, piece)) {
        r->failed = true;
        return;
    }
    memcpy(r->clean.items + r->clean.count, at, size);
    r->clean.count += size;
}

/* A log may consist of several files, so a byte order mark may begin any line. */
static const char *read_line(reader *r, const char *at, const char *end)
{
    clean_line l = {.begin = (uint32_t)r->clean.count};
    at += tn_mark_size((tunip_str){at, (size_t)(end - at)});
    while (at < end && *at != '\n') {
        const char *run = at;
        while (run < end && *run != '\n' && *run != '\033' && *run != '\r') run++;
        put_clean(r, at, run);
        at = run;
        if (at < end && *at == '\033') at = skip_escape(at, end);
        if (at < end && *at == '\r') at++;
    }
    l.end = (uint32_t)r->clean.count;
    if (!tn_array_push(&r->lines, r->allocator, l)) r->failed = true;
    return at < end ? at + 1 : at;
}

static tunip_str line_at(const reader *r, size_t index)
{
    clean_line l = r->lines.items[index];
    if (l.begin == l.end) return (tunip_str){"", 0};
    return (tunip_str){r->clean.items + l.begin, l.end - l.begin};
}

/* The piece with this byte of the text; 0 if there are none. */
static size_t find_piece(const tn_log_piece *pieces, size_t count, uint32_t offset)
{
    size_t low = 0, high = count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        *(pieces[middle].text <= offset ? &low : &high) = middle;
    }
    return low;
}

/* The offset of this byte in the log. */
static uint32_t find_source(const tn_log_piece *pieces, size_t count, uint32_t offset)
{
    const tn_log_piece *piece = count ? &pieces[find_piece(pieces, count, offset)] : NULL;
    return piece ? piece->source + (offset - piece->text) : offset;
}

/* ---- which lines are a module ---- */

typedef struct extent {
    size_t first, last; /* lines, half-open */
    tunip_str prefix;
    tunip_str trimmed; /* the prefix without the blanks at its end */
    size_t shifted;    /* lines from this one on are indented by `shift` blanks: a text that was
                          copied from the middle of its first line */
    size_t shift;      /* 0: none is */
} extent;

static extent begin_extent(size_t first, tunip_str prefix)
{
    size_t size = prefix.size;
    while (size && prefix.data[size - 1] == ' ') size--;
    return (extent){
        .first = first, .last = first, .prefix = prefix, .trimmed = {prefix.data, size}};
}

/* The line without its prefix, if it has one. A blank line may lack the blanks at its end. */
static tunip_str stripped(const reader *r, const extent *e, size_t index)
{
    tunip_str text = line_at(r, index);
    size_t size = tn_line_prefix_size(text, e->prefix);
    if (size == SIZE_MAX && tn_line_prefix_size(text, e->trimmed) == text.size) size = text.size;
    text = size == SIZE_MAX ? text : tn_line_cut(text, size);
    size_t indent = e->shift && index >= e->shifted ? tn_line_indentation(text) : 0;
    return tn_line_cut(text, indent < e->shift ? indent : e->shift);
}

/* Whether a search may read the line. */
static bool visit(reader *r, size_t at)
{
    if (r->visits[at] == MOST_VISITS) return false;
    r->visits[at]++;
    return true;
}

/* The line after a text of several lines that begins in line `at`. */
static size_t skip_section(reader *r, const extent *e, size_t at)
{
    tunip_str text = stripped(r, e, at);
    const char *quotes = text.data;
    while (memcmp(quotes, "\"\"\"", 3) != 0) quotes++;
    if (tn_line_contains(tn_line_cut(text, (size_t)(quotes + 3 - text.data)), "\"\"\""))
        return at + 1;
    for (at++; at < r->lines.count && visit(r, at); at++)
        if (tn_line_contains(stripped(r, e, at), "\"\"\"")) return at + 1;
    return r->lines.count;
}

/* The line of `class` or `def`, from the first line of a module on; the number of lines if there is
 * none. Below a decorator, it may be indented, and all further lines are so, too. */
static size_t find_definition(reader *r, extent *e)
{
    size_t at = e->first;
    bool is_decorated = false; /* then comments may follow */
    while (at < r->lines.count && visit(r, at)) {
        tunip_str text = stripped(r, e, at);
        size_t indent = tn_line_indentation(text);
        bool is_shifted = indent && at > e->first &&
                          tn_line_is_definition(tn_line_cut(text, indent)) &&
                          tn_line_is_decorator(stripped(r, e, at - 1));
        if (is_shifted) {
            e->shifted = at;
            e->shift = indent;
            return at;
        }
        bool in_brackets =
            at > e->first && (tunip_str_begins(text, " ") || tunip_str_begins(text, ")"));
        if (tn_line_is_definition(text)) return at;
        is_decorated |= tn_line_is_decorator(text);
        if (tn_line_is_section(text))
            at = skip_section(r, e, at);
        else if (tn_line_is_blank(text) || tn_line_is_import(text) || tn_line_is_decorator(text) ||
                 in_brackets || (is_decorated && tunip_str_begins(text, "#")))
            at++;
        else
            break;
    }
    return r->lines.count;
}

/* The line after the last line that is indented or closes a bracket, and after its comments; 0 if
 * the lines have been read too often. */
static size_t find_end(reader *r, const extent *e, size_t at)
{
    size_t end = ++at;
    for (; at < r->lines.count; at++) {
        if (!visit(r, at)) return 0;
        tunip_str text = stripped(r, e, at);
        /* the next function of a class, if the module stands in a function before it */
        bool is_outside =
            !e->trimmed.size && tn_line_indentation(line_at(r, at)) < e->prefix.size + e->shift;
        bool is_inside = (tunip_str_begins(text, " ") && !is_outside) ||
                         tunip_str_begins(text, "\t") || tunip_str_begins(text, ")") ||
                         (tunip_str_begins(text, "#") && !tn_line_is_import(text) && end == at) ||
                         tn_line_is_closing_remark(text);
        if (tn_line_is_blank(text)) continue;
        if (!is_inside) break;
        end = at + 1;
    }
    return end;
}

/* The same for a module of Relay. An indented line belongs to the definition above it, which a
 * brace at the beginning of a line closes, and so does the closing line of the remark that the
 * metadata is omitted. TVM up to v0.10 also wrote the version above bare statements of the tensor
 * IR: for (i: int32, 0, 4) { */
static size_t find_relay_end(reader *r, const extent *e)
{
    size_t end = e->first + 1;
    bool is_open = false, is_bare = tunip_str_begins(stripped(r, e, e->first), "#[version");
    for (size_t at = e->first; at < r->lines.count; at++) {
        if (!visit(r, at)) return 0;
        tunip_str text = stripped(r, e, at);
        bool is_inside = tunip_str_begins(text, " ") || tunip_str_begins(text, "\t");
        bool is_blank = tn_line_is_blank(text);
        is_bare &=
            !is_blank && (tunip_str_begins(text, "}") || at == e->first || !tn_line_is_relay(text));
        if (is_blank) continue;
        bool is_known = at == e->first || tn_line_is_relay(text) ||
                        (is_bare && tn_line_is_bare_statement(text));
        if (is_inside ? !is_open : !is_known) break;
        is_open =
            !tunip_str_begins(text, "}") && !tunip_str_begins(text, "#[version") &&
            !(tunip_str_begins(text, is_inside ? " */" : "/*") && tn_line_contains(text, "*/"));
        end = at + 1;
    }
    return end;
}

/* ---- which definitions belong to scripts ---- */

/* The size of a decorator's first name if another one follows, as in `@T.prim_func`; 0 otherwise:
 * `@staticmethod`, `@pytest.mark.skip`. */
static size_t prefix_size(tunip_str text)
{
    size_t size = tn_line_is_decorator(text) ? tn_line_name_size(tn_line_cut(text, 1)) : 0;
    tunip_str rest = tn_line_cut(text, 1 + size);
    size_t word = size && tunip_str_begins(rest, ".") ? tn_line_name_size(tn_line_cut(rest, 1)) : 0;
    return word && !tunip_str_begins(tn_line_cut(rest, 1 + word), ".") ? size : 0;
}

/* Whether the lines of the extent from `at` on have the word; with `is_prefix`, the word and a
 * dot. */
static bool has_word(const reader *r, const extent *e, size_t at, tunip_str word, bool is_prefix)
{
    for (; at < e->last; at++) {
        tunip_str text = stripped(r, e, at);
        for (size_t i = 0; i + word.size <= text.size; i++) {
            if (memcmp(text.data + i, word.data, word.size) != 0) continue;
            char next = i + word.size < text.size ? text.data[i + word.size] : ' ';
            bool ends = is_prefix ? next == '.' : !tunip_is_name_part(next);
            if (ends && (!i || !tunip_is_name_part(text.data[i - 1]))) return true;
        }
    }
    return false;
}

/* Whether a decorator inside of the definition in line `at` may begin a script. With `is_direct`,
 * it must stand where the first line of the body does: a class of tests has scripts deeper
 * inside. */
static bool has_inner(const reader *r, const extent *e, size_t at, bool is_direct)
{
    size_t body = SIZE_MAX;
    for (at++; at < e->last; at++) {
        tunip_str text = stripped(r, e, at);
        size_t indent = tn_line_indentation(text);
        if (tn_line_is_blank(text)) continue;
        if (body == SIZE_MAX) body = indent;
        if ((!is_direct || indent == body) && prefix_size(tn_line_cut(text, indent))) return true;
    }
    return false;
}

/* Whether the line has a capital letter and a dot, as in `T.Buffer`. */
static bool has_capital(tunip_str text)
{
    for (size_t i = 0; i + 1 < text.size; i++)
        if (text.data[i] >= 'A' && text.data[i] <= 'Z' && text.data[i + 1] == '.' &&
            (!i || !tunip_is_name_part(text.data[i - 1])))
            return true;
    return false;
}

/* Whether the parameters of the function in line `at` use a prefix. */
static bool has_script_head(const reader *r, const extent *e, size_t at)
{
    for (; at < e->last; at++) {
        tunip_str text = stripped(r, e, at);
        if (has_capital(text)) return true;
        if (tn_line_ends(text, ':')) return false;
    }
    return false;
}

/* Whether the definition in line `at` is a script, and not other Python code that may contain one,
 * such as a test. A class of scripts has decorators inside, or a decorator. A function uses the
 * prefix of its decorator, unless that is a capital letter, as is usual: `@T.prim_func`. Without a
 * decorator, it uses some prefix, and has no decorators inside; in a text with decorated scripts,
 * its parameters use the prefix, because functions of other Python make IR with the same words. */
static bool is_script(const reader *r, const extent *e, size_t at)
{
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    enum { MOST_DECORATORS = 16 }; /* whose prefixes are searched for */
    int decorators = 0;
    tunip_str head = stripped(r, e, at);
    bool has_bases = tn_line_contains(head, "(");
    bool decorated = false, has_prefix = false;
    for (size_t k = e->first; k < at; k++) {
        tunip_str text = stripped(r, e, k);
        size_t size = prefix_size(text);
        tunip_str prefix = {text.data + (size > 0), size};
        decorated |= tn_line_is_decorator(text);
        if (size && !has_prefix)
            has_prefix = (size == 1 && strchr(capitals, *prefix.data)) ||
                         (decorators++ < MOST_DECORATORS && has_word(r, e, at, prefix, true));
    }
    if (tunip_str_begins(head, "class "))
        return has_bases ? has_prefix : decorated || has_inner(r, e, at, true);
    if (decorated) return has_prefix;
    for (size_t k = at; k < e->last && !has_prefix; k++)
        has_prefix = has_capital(stripped(r, e, k));
    return has_prefix && !has_inner(r, e, at, false) &&
           (!r->has_decorators || has_script_head(r, e, at));
}

/* ---- the scripts of a file of Python ---- */

/* Finds the lines of scripts. */
static void take_scripts(reader *r, const tn_scripts *scripts)
{
    size_t at = 0;
    uint32_t line = 0;
    r->is_python = true;
    for (size_t i = 0; i < scripts->items.count; i++) {
        tn_script_place place = scripts->items.items[i];
        size_t end = tn_block_end(r->log, place.begin, place.end);
        clean_line lines;
        for (; at < place.begin; at++) line += r->log.data[at] == '\n';
        lines.begin = line;
        for (; at < end; at++) line += r->log.data[at] == '\n';
        lines.end = line + (end && r->log.data[end - 1] != '\n');
        r->failed |= !tn_array_push(&r->scripts, r->allocator, lines);
    }
}

/* The line after the script that has this line of `class` or `def`; 0 if there is none. */
static size_t script_end(const reader *r, size_t definition)
{
    size_t low = 0, high = r->scripts.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (r->scripts.items[middle].end <= definition)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == r->scripts.count || r->scripts.items[low].begin > definition) return 0;
    size_t end = r->scripts.items[low].end;
    while (end > definition + 1 && tn_line_is_blank(line_at(r, end - 1))) end--;
    return end;
}

/* ---- statements after the end ---- */

/* Whether a line may belong to the module: it uses a prefix of the module in one of the forms of
 * statements, or another word of it in a form that other text seldom has. */
static bool is_like_statement(const reader *r, const extent *e, size_t definition, tunip_str text)
{
    enum { MOST_WORDS = 16 };
    bool uses_word = tn_line_contains(text, " in range("), uses_prefix = false;
    size_t prefix = prefix_size(text);
    if (prefix) return has_word(r, e, e->first, (tunip_str){text.data + 1, prefix}, true);
    if (tn_line_is_definition(text) || tunip_str_begins(text, "else:")) return true;
    if (!tn_line_is_statement(text, true)) return false;
    int count = 0;
    for (size_t i = 0; i < text.size && count < MOST_WORDS && !uses_prefix;) {
        tunip_str word = {text.data + i, tn_line_name_size(tn_line_cut(text, i))};
        i += word.size ? word.size : 1;
        if (!word.size || tunip_is_digit(*word.data)) continue;
        bool is_prefix = i < text.size && text.data[i] == '.';
        uses_prefix = is_prefix && has_word(r, e, definition, word, true);
        uses_word = uses_word || has_word(r, e, definition, word, false);
        count++;
    }
    return uses_prefix || (uses_word && tn_line_is_statement(text, false));
}

/* Whether a statement that is indented so may follow the last line of the module. */
static bool may_follow(const reader *r, const extent *e, size_t definition, size_t indent)
{
    for (size_t at = e->last; indent && at-- > definition;) {
        tunip_str text = stripped(r, e, at);
        size_t size = tn_line_indentation(text);
        if (tn_line_is_blank(text) || size > indent) continue;
        return size == indent || tn_line_ends(text, ':');
    }
    return false;
}

/* Whether the line, whose prefix was removed, looks like an indented statement of the module. */
static bool is_further(const reader *r, const extent *e, size_t definition, tunip_str text)
{
    size_t indent = tn_line_indentation(text);
    return may_follow(r, e, definition, indent) &&
           is_like_statement(r, e, definition, tn_line_cut(text, indent));
}

/* The same for a line that may have a prefix of another form, which ends before any blank. */
static bool continues(const reader *r, const extent *e, size_t definition, size_t at)
{
    enum { MOST_BLANKS = 8 };
    tunip_str text = line_at(r, at), own = stripped(r, e, at);
    size_t blanks = e->prefix.size - e->trimmed.size;
    if (!e->prefix.size || own.size < text.size) return is_further(r, e, definition, own);
    if (!e->trimmed.size) return false; /* indented less than the module, which is in Python */
    int count = 0;
    for (size_t i = 1; i < text.size && count < MOST_BLANKS; i++) {
        if (text.data[i] != ' ' || text.data[i - 1] == ' ') continue;
        if (is_further(r, e, definition, tn_line_cut(text, i + blanks))) return true;
        count++;
    }
    return false;
}

static tn_log_span span_of(const reader *r, size_t at)
{
    tunip_str text = line_at(r, at);
    uint32_t begin = r->lines.items[at].begin, size = (uint32_t)text.size;
    const tn_log_piece *map = r->map.items;
    return (tn_log_span){find_source(map, r->map.count, begin),
                         find_source(map, r->map.count, begin + size - 1) + 1};
}

/* Looks for a statement of the module behind the line that ends it, which another program may have
 * written. Lines that begin other Python or a module end the search. */
static void find_rest(const reader *r, const extent *e, size_t definition, tn_log_module *out)
{
    enum { MOST_LINES = 4 };
    if (e->shift) return;
    size_t first = 0;
    int count = 0;
    bool below_colon = false;
    for (size_t at = e->last; at < r->lines.count && count < MOST_LINES; at++) {
        tunip_str text = stripped(r, e, at);
        if (tn_line_is_blank(text)) continue;
        if (!count++) first = at;
        bool begins = tn_line_find_begin(line_at(r, at)) != SIZE_MAX;
        if (!(begins && below_colon) && continues(r, e, definition, at)) {
            out->cut = span_of(r, first);
            out->rest = span_of(r, at);
            return;
        }
        if (begins || tn_line_opens(tn_line_cut(text, tn_line_indentation(text)))) return;
        below_colon = tn_line_ends(text, ':');
    }
}

/* ---- the text of a module ---- */

/* Adds a piece, unless it goes on where the last one ends: a module without prefixes is one. */
static bool put_piece(reader *r, tn_log_piece piece)
{
    const tn_log_piece *last =
        r->pieces.count > r->head ? &r->pieces.items[r->pieces.count - 1] : NULL;
    bool goes_on = last && piece.source - last->source == piece.text - last->text;
    return goes_on || tn_array_push(&r->pieces, r->allocator, piece);
}

static void put_line(reader *r, tunip_str text)
{
    uint32_t at = (uint32_t)(text.data - r->clean.items), end = at + (uint32_t)text.size;
    bool fine = tn_array_reserve(&r->text, r->allocator, text.size + 1);
    size_t piece = find_piece(r->map.items, r->map.count, at);
    for (; fine && at < end; piece++) {
        const tn_log_piece *from = &r->map.items[piece];
        uint32_t next = piece + 1 < r->map.count ? from[1].text : (uint32_t)r->clean.count;
        tn_log_piece own = {(uint32_t)r->text.count, from->source + (at - from->text)};
        uint32_t size = (next < end ? next : end) - at;
        fine = put_piece(r, own);
        memcpy(r->text.items + r->text.count, r->clean.items + at, size);
        r->text.count += size;
        at += size;
    }
    if (fine)
        r->text.items[r->text.count++] = '\n';
    else
        r->failed = true;
}

/* A blank line, or an import. */
static bool is_below_heading(const reader *r, const extent *e, size_t at)
{
    if (tn_line_is_blank(line_at(r, at))) return true;
    tunip_str text = stripped(r, e, at);
    text = tn_line_cut(text, tn_line_indentation(text));
    return tunip_str_begins(text, "import ") ||
           (tunip_str_begins(text, "from ") && tn_line_contains(text, " import "));
}

/* The nearest other line above, down to line `from`, without its prefix. */
static tunip_str find_heading(const reader *r, const extent *e, size_t from)
{
    size_t at = e->first;
    while (at > from && is_below_heading(r, e, at - 1)) at--;
    if (at == from) return (tunip_str){"", 0};
    tunip_str heading = stripped(r, e, at - 1);
    heading = tn_line_cut(heading, tn_line_indentation(heading));
    return tn_line_strip_arrows(tunip_str_begins(heading, ">>> ") ? tn_line_cut(heading, 4)
                                                                  : heading);
}

/* Records a line such as "from a import b as c", which is valid for all modules below. */
static void note_import(reader *r, tunip_str text)
{
    text = tn_line_cut(text, tunip_str_begins(text, ">>> ") ? 4 : tn_line_indentation(text));
    if (!tn_line_is_renaming(text)) return;
    uint32_t begin = (uint32_t)(text.data - r->clean.items);
    clean_line import = {begin, begin + (uint32_t)text.size};
    if (tn_intern_find(&r->known_imports, text) != TN_NOT_INTERNED) return;
    r->failed |= tn_intern_put(&r->known_imports, text) == TN_NOT_INTERNED ||
                 !tn_array_push(&r->imports, r->allocator, import);
}

/* Notes a line such as "M = 128". */
static void note_constant(reader *r, tunip_str text)
{
    size_t size = tn_line_indentation(text), indent = size;
    if (tunip_str_begins(text, ">>> ")) size = 4;
    r->failed |= !tn_line_is_blank(text) &&
                 !tn_log_constants_note(&r->constants, tn_line_cut(text, size), indent);
}

static void put_imports(reader *r)
{
    for (size_t i = 0; i < r->imports.count; i++) {
        clean_line import = r->imports.items[i];
        tunip_str text = {r->clean.items + import.begin, import.end - import.begin};
        if (text.size > r->spare) return;
        r->spare -= text.size;
        put_line(r, text);
    }
}

/* Puts the constants that the module uses. */
static void put_constants(reader *r, const extent *e)
{
    tn_log_constants *constants = &r->constants;
    for (size_t at = e->first; at < e->last; at++)
        r->failed |= !tn_log_constants_use(constants, stripped(r, e, at));
    r->failed |= !tn_log_constants_sort(constants);
    const char *before = NULL; /* a line may define several constants */
    for (size_t i = 0; !r->failed && i < constants->used.count; i++) {
        tunip_str text = constants->items.items[constants->used.items[i]].line;
        if (text.data != before) put_line(r, text);
        before = text.data;
    }
    tn_log_constants_forget(constants);
}

/* `definition` is the line of `class` or `def`; that of no line for a module of Relay. */
static void add_module(reader *r, const extent *e, size_t definition, size_t from)
{
    bool is_relay = definition == r->lines.count;
    tunip_str name =
        is_relay ? (tunip_str){"", 0} : tn_line_defined_name(stripped(r, e, definition));
    for (size_t at = e->first; is_relay && at < e->last && !name.size; at++)
        name = tn_line_relay_name(stripped(r, e, at));
    tn_log_module m = {.heading = tn_arena_str(r->arena, find_heading(r, e, from)),
                       .name = tn_arena_str(r->arena, name),
                       .is_relay = is_relay};
    r->text.count = r->pieces.count = r->head = 0;
    if (!is_relay) put_imports(r);
    if (!is_relay) put_constants(r, e);
    r->head = r->pieces.count;
    for (size_t at = e->first; at < e->last; at++) {
        tunip_str text = stripped(r, e, at);
        if (tn_line_is_underline(text)) continue;
        put_line(r, text.size ? text : (tunip_str){r->clean.items, 0});
    }
    m.text = tn_arena_str(r->arena, (tunip_str){r->text.items, r->text.count});
    m.piece_count = r->pieces.count;
    size_t size = r->pieces.count * sizeof *r->pieces.items;
    tn_log_piece *pieces = tn_arena_alloc(r->arena, size);
    r->failed |= !pieces || !m.text.data || !m.heading.data || !m.name.data;
    if (r->failed) return;
    memcpy(pieces, r->pieces.items, size);
    m.pieces = pieces;
    m.begin = pieces[r->head].source;
    m.end = find_source(pieces, m.piece_count, (uint32_t)m.text.size - 1);
    if (!is_relay) find_rest(r, e, definition, &m);
    if (!tn_array_push(&r->modules, r->allocator, m)) r->failed = true;
}

static void find_modules(reader *r)
{
    for (size_t i = 0; i < r->lines.count && !r->has_decorators; i++) {
        tunip_str text = line_at(r, i);
        size_t begin = tn_line_find_begin(text);
        r->has_decorators = begin != SIZE_MAX && prefix_size(tn_line_cut(text, begin));
    }
    size_t from = 0; /* after the last module */
    for (size_t at = 0; at < r->lines.count && !r->failed;) {
        tunip_str text = line_at(r, at);
        size_t prefix = tn_line_find_begin(text);
        extent e = begin_extent(at, (tunip_str){text.data, prefix == SIZE_MAX ? 0 : prefix});
        bool is_relay =
            !r->is_python && prefix != SIZE_MAX && tn_line_begins_relay(tn_line_cut(text, prefix));
        e.last = is_relay ? find_relay_end(r, &e) : 0;
        if (e.last) {
            add_module(r, &e, r->lines.count, from);
            at = from = e.last;
            continue;
        }
        size_t definition = prefix == SIZE_MAX ? r->lines.count : find_definition(r, &e);
        if (definition == r->lines.count) {
            note_import(r, line_at(r, at));
            note_constant(r, line_at(r, at++));
            continue;
        }
        e.last = r->is_python ? script_end(r, definition) : find_end(r, &e, definition);
        if (e.last && (r->is_python || is_script(r, &e, definition))) {
            add_module(r, &e, definition, from);
            at = from = e.last;
        } else {
            note_constant(r, line_at(r, definition)); /* it ends those that are indented more */
            at = definition + 1;                      /* there may be scripts inside */
        }
    }
}

static void open(reader *r, tn_arena *arena, tunip_str log)
{
    *r = (reader){.arena = arena, .allocator = &arena->allocator, .log = log};
    r->spare = (64 << 20) + log.size * MOST_COPIES;
    tn_intern_init(&r->known_imports, arena, r->allocator);
    tn_log_constants_init(&r->constants, arena, r->spare);
}

static void close(reader *r)
{
    tn_array_free(&r->clean, r->allocator);
    tn_array_free(&r->map, r->allocator);
    tn_array_free(&r->lines, r->allocator);
    tn_array_free(&r->modules, r->allocator);
    tn_array_free(&r->text, r->allocator);
    tn_array_free(&r->pieces, r->allocator);
    tn_array_free(&r->imports, r->allocator);
    tn_array_free(&r->scripts, r->allocator);
    tn_intern_free(&r->known_imports);
    tn_log_constants_free(&r->constants);
}

bool tn_log_modules(tn_arena *arena, tunip_str log, const tn_scripts *scripts, tn_log *out)
{
    reader r;
    const char *at = log.data, *end = log.data + log.size;
    *out = (tn_log){.modules = NULL};
    open(&r, arena, log);
    while (at < end && log.size < UINT32_MAX && !r.failed) at = read_line(&r, at, end);
    r.visits = tn_arena_zalloc(arena, r.lines.count);
    r.failed |= !r.visits;
    if (scripts && !r.failed) take_scripts(&r, scripts);
    find_modules(&r);
    size_t size = r.modules.count * sizeof *r.modules.items;
    out->modules = tn_arena_alloc(arena, size);
    r.failed |= !out->modules;
    if (!r.failed && size) memcpy(out->modules, r.modules.items, size);
    if (!r.failed) out->count = r.modules.count;
    close(&r);
    return !r.failed;
}

/* Puts line ends between the lines of the reader, into `text` and `pieces`. */
static void join_lines(reader *r)
{
    size_t piece = 0;
    for (size_t i = 0; i < r->lines.count && !r->failed; i++) {
        clean_line l = r->lines.items[i];
        uint32_t moved = (uint32_t)i; /* by as many line ends */
        for (; piece < r->map.count && r->map.items[piece].text < l.end; piece++) {
            tn_log_piece own = {r->map.items[piece].text + moved, r->map.items[piece].source};
            r->failed |= !tn_array_push(&r->pieces, r->allocator, own);
        }
        if (!tn_array_reserve(&r->text, r->allocator, l.end - l.begin + 1)) r->failed = true;
        if (r->failed) return;
        if (l.end > l.begin)
            memcpy(r->text.items + r->text.count, r->clean.items + l.begin, l.end - l.begin);
        r->text.count += l.end - l.begin;
        r->text.items[r->text.count++] = '\n';
    }
}

bool tn_log_clean(tn_arena *arena, tunip_str log, tunip_str *clean, const tn_log_piece **map,
                  size_t *map_count)
{
    reader r;
    const char *at = log.data, *end = log.data + log.size;
    open(&r, arena, log);
    while (at < end && !r.failed) at = read_line(&r, at, end);
    join_lines(&r);
    size_t size = r.pieces.count * sizeof *r.pieces.items;
    tn_log_piece *pieces = r.failed ? NULL : tn_arena_alloc(arena, size);
    if (pieces && size) memcpy(pieces, r.pieces.items, size);
    *map = pieces;
    *map_count = r.pieces.count;
    *clean = tn_arena_str(arena, (tunip_str){r.text.items, r.text.count});
    close(&r);
    return pieces && clean->data;
}

size_t tn_log_source(const tn_log_module *module, size_t offset)
{
    return find_source(module->pieces, module->piece_count, (uint32_t)offset);
}

void tn_log_move_span(const tn_log_module *module, size_t *begin, size_t *end)
{
    bool is_empty = *end <= *begin;
    size_t last = *end - !is_empty;
    *begin = tn_log_source(module, *begin);
    *end = tn_log_source(module, last) + !is_empty;
    /* The line break at the end of a module may be missing in the log. */
    if (*begin > module->end) *begin = module->end;
    if (*end > module->end) *end = module->end;
}

void tn_log_move(const tn_log_module *module, tunip_diagnostics *diagnostics, size_t first)
{
    for (size_t i = first; i < tunip_diagnostics_count(diagnostics); i++) {
        const tunip_diagnostic *d = tunip_diagnostics_get(diagnostics, i);
        for (size_t k = 0; k < d->label_count; k++) {
            tunip_label *label = &d->labels[k];
            if (label->at == TUNIP_AT_SPAN) tn_log_move_span(module, &label->begin, &label->end);
        }
        for (size_t k = 0; k < d->fix_count; k++)
            tn_log_move_span(module, &d->fixes[k].begin, &d->fixes[k].end);
    }
}

void tn_log_warn(const tn_log_module *module, tunip_diagnostics *diagnostics)
{
    tn_log_span cut = module->cut, rest = module->rest;
    bool is_other = cut.begin < rest.begin;
    if (!diagnostics || cut.begin == cut.end) return;
    tunip_diagnostic *d = tunip_diagnostics_add(
        diagnostics, TUNIP_SEVERITY_WARNING, NULL,
        is_other
            ? "the definition ends here, because this line is no part of it"
            : "the definition ends here, because this line does not begin as the lines above do");
    tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, cut.begin, cut.end, "");
    if (is_other)
        tunip_diagnostic_at_span(d, TUNIP_LABEL_SECONDARY, rest.begin, rest.end,
                                 "this looks like a further statement");
}

/* ======== log read ======== */

/* Reads the modules of a log as scripts; the log as a format. A module is read from a
 * text of its own, so all places are moved to the log afterwards. */

struct tunip_log {
    const tunip_context *context;
    const tunip_source *source;
    tn_arena arena;
    tn_log found;
    tunip_logged *modules;
    tunip_log_kind kind;
};

/* ---- the modules ---- */

static bool list_modules(tunip_log *log)
{
    log->modules = tn_arena_alloc(&log->arena, log->found.count * sizeof *log->modules);
    for (size_t i = 0; log->modules && i < log->found.count; i++) {
        const tn_log_module *m = &log->found.modules[i];
        log->modules[i] = (tunip_logged){.heading = m->heading,
                                         .name = m->name,
                                         .text = m->text,
                                         .begin = m->begin,
                                         .end = m->end,
                                         .when = m->when,
                                         .failed = m->failed,
                                         .pass = m->pass,
                                         .argument = m->argument,
                                         .operation = m->operation,
                                         .symbol = m->symbol,
                                         .output = m->output};
    }
    return log->modules != NULL;
}

/* Finds the parts of MLIR text; none in any other text. */
static bool find_parts(tunip_log *log, tunip_str text)
{
    const tunip_allocator *a = &log->arena.allocator;
    TN_ARRAY(tn_log_module) parts = {NULL, 0, 0};
    tn_log_module m = {.is_mlir = true, .piece_count = 1};
    bool fine = true;
    for (size_t at = 0; fine && tn_mlir_next_part(text, &at, &m.text, &m.name);) {
        tn_log_piece *piece = tn_arena_alloc(&log->arena, sizeof *piece);
        m.pieces = piece;
        m.begin = (uint32_t)(m.text.data - text.data);
        m.end = (uint32_t)at;
        if (piece) *piece = (tn_log_piece){0, m.begin};
        fine = piece && tn_array_push(&parts, a, m);
    }
    size_t size = parts.count * sizeof *parts.items;
    log->found.modules = tn_arena_alloc(&log->arena, size);
    if (log->found.modules && size) memcpy(log->found.modules, parts.items, size);
    fine = fine && log->found.modules;
    log->found.count = fine ? parts.count : 0;
    tn_array_free(&parts, a);
    return fine;
}

static tunip_status load(const tunip_log *log, tunip_str *text, tunip_error *error)
{
    tunip_status status = tn_source_load(log->source, text, error);
    if (status == TUNIP_OK && text->size >= UINT32_MAX)
        status = tunip_error_set(error, TUNIP_ERROR_LIMIT, "a log must be smaller than 4 GB");
    return status;
}

static tunip_status find_in_strings(tunip_log *log, tunip_error *error)
{
    tunip_str text;
    tunip_status status = load(log, &text, error);
    if (status != TUNIP_OK) return status;
    log->kind = TUNIP_LOG_TEXT;
    bool fine = tn_log_strings(&log->arena, text, &log->found) && list_modules(log);
    return fine ? TUNIP_OK : tn_no_memory(error);
}

static tunip_status read_find_modules(tunip_log *log, const tunip_log_part *part,
                                      tunip_error *error)
{
    tunip_str text;
    tunip_status status = load(log, &text, error);
    if (status != TUNIP_OK) return status;
    bool is_part = part->follows || part->goes_on;
    bool fine = is_part || find_parts(log, text);
    if (fine && !log->found.count && !is_part)
        fine = tn_log_workloads(&log->arena, text, &log->found);
    if (fine && !log->found.count && !is_part)
        fine = tn_log_records(&log->arena, text, &log->found);
    if (fine && !log->found.count) fine = tn_log_dumps(&log->arena, text, part, &log->found);
    if (fine && !log->found.count && !is_part) {
        tn_scripts room = {.is_one = false};
        const tn_scripts *scripts;
        fine = tn_log_scripts(&log->arena, log->context, text, &room, &scripts) &&
               tn_log_modules(&log->arena, text, scripts, &log->found);
        if (scripts) log->kind = room.is_one ? TUNIP_LOG_SCRIPT : TUNIP_LOG_PYTHON;
        tn_scripts_free(&room, &log->arena.allocator);
    }
    if (!fine || !list_modules(log)) return tn_no_memory(error);
    return TUNIP_OK;
}

static void read_open(tunip_log *log, const tunip_context *context, const tunip_source *source)
{
    *log = (tunip_log){.context = context, .source = source};
    tn_arena_init(&log->arena, tn_context_allocator(context));
}

tunip_log *tunip_log_new(const tunip_context *context, const tunip_source *source,
                         tunip_error *error)
{
    return tunip_log_new_part(context, source, NULL, error);
}

static tunip_log *new_log(const tunip_context *context, const tunip_source *source,
                          tunip_error *error)
{
    const tunip_allocator *allocator = tn_context_allocator(context);
    tunip_log *log = allocator->alloc(allocator->ctx, sizeof *log);
    if (log)
        read_open(log, context, source);
    else
        tn_no_memory(error);
    return log;
}

tunip_log *tunip_log_new_part(const tunip_context *context, const tunip_source *source,
                              const tunip_log_part *part, tunip_error *error)
{
    static const tunip_log_part whole = {false, false};
    tunip_log *log = new_log(context, source, error);
    if (log && read_find_modules(log, part ? part : &whole, error) == TUNIP_OK) return log;
    tunip_log_free(log);
    return NULL;
}

tunip_log *tunip_log_new_strings(const tunip_context *context, const tunip_source *source,
                                 tunip_error *error)
{
    tunip_log *log = new_log(context, source, error);
    if (log && find_in_strings(log, error) == TUNIP_OK) return log;
    tunip_log_free(log);
    return NULL;
}

tunip_log *tunip_log_new_any(const tunip_context *context, const tunip_source *source,
                             tunip_error *error)
{
    tunip_log *log = tunip_log_new(context, source, error);
    if (!log || tunip_log_count(log)) return log;
    tunip_log_free(log);
    return tunip_log_new_strings(context, source, error);
}

void tunip_log_free(tunip_log *log)
{
    if (!log) return;
    const tunip_allocator allocator = log->arena.allocator;
    tn_arena_free(&log->arena);
    allocator.free(allocator.ctx, log, sizeof *log);
}

size_t tunip_log_count(const tunip_log *log)
{
    return log ? log->found.count : 0;
}

const tunip_logged *tunip_log_get(const tunip_log *log, size_t index)
{
    return index < tunip_log_count(log) ? &log->modules[index] : NULL;
}

tunip_log_kind tunip_log_kind_of(const tunip_log *log)
{
    return log ? log->kind : TUNIP_LOG_TEXT;
}

size_t tunip_log_unread(const tunip_log *log)
{
    return log ? log->found.unread : 0;
}

tunip_str tunip_log_output(const tunip_log *log)
{
    return log ? log->found.output : (tunip_str){NULL, 0};
}

/* ---- places ---- */

static void move_origins(const tunip_log *log, const tn_log_module *m, tunip_graph *graph)
{
    tn_origins *origins = graph ? graph->origins : NULL;
    for (size_t i = 0; origins && i < origins->items.count; i++) {
        tunip_origin *origin = &origins->items.items[i].origin;
        origin->source = log->source;
        tn_log_move_span(m, &origin->begin, &origin->end);
    }
}

/* Moves the uses from number `first` on. */
static void move_uses(const tn_log_module *m, tunip_uses *uses, size_t first)
{
    for (size_t i = first; i < tunip_uses_count(uses); i++)
        tn_log_move_span(m, &uses->items.items[i].begin, &uses->items.items[i].end);
}

static void move_error(const tunip_log *log, const tn_log_module *m, tunip_error *error)
{
    if (!error || !error->line) return;
    tn_log_move_span(m, &error->offset, &error->end);
    tunip_source_locate(log->source, error->offset, &error->line, &error->column);
}

/* Makes a source of a module's text, which is borrowed. */
static void open_module(const tunip_log *log, const tn_log_module *m, tunip_source *out)
{
    tn_source_init(out, tn_context_allocator(log->context), tunip_source_name(log->source),
                   m->text);
}

/* ---- reading ---- */

static const tunip_format *format_of(const tn_log_module *m)
{
    if (m->is_mlir) return &tunip_format_mlir;
    bool is_legacy = m->is_saved && tunip_format_tvm_legacy.sniff(m->text) != TUNIP_SNIFF_NO;
    if (m->is_saved) return is_legacy ? &tunip_format_tvm_legacy : &tunip_format_tvm_json;
    return m->is_relay ? &tunip_format_relay : &tunip_format_python;
}

/* A line of a database that is no graph. */
static void refuse_damaged(const tn_log_module *m, tunip_diagnostics *diagnostics,
                           tunip_error *error)
{
    static const char usual[] = "this line of a database holds no whole graph in base 64";
    const char *text = m->fault.size ? m->fault.data : usual;
    tunip_error_set(error, TUNIP_ERROR_FORMAT, "%s", text);
    error->line = error->column = 1;
    error->offset = m->fault_begin;
    error->end = m->fault_end;
    tunip_diagnostic *d =
        diagnostics ? tunip_diagnostics_add(diagnostics, TUNIP_SEVERITY_ERROR, "log", text) : NULL;
    tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, m->fault_begin, m->fault_end, NULL);
}

tunip_graph *tunip_log_read(const tunip_log *log, size_t index, const tunip_read_options *options,
                            tunip_error *error)
{
    tunip_read_options taken;
    tunip_error own = TUNIP_ERROR_INIT;
    tunip_source source;
    tunip_graph *graph = NULL;
    const size_t count = tunip_log_count(log);
    if (tn_options_take(&taken, sizeof taken, options, &own) != TUNIP_OK) {
        /* `own` says why */
    } else if (index >= count) {
        tunip_error_set(&own, TUNIP_ERROR_NOT_FOUND, "the log has %zu modules, not %zu", count,
                        index + 1);
    } else {
        const tn_log_module *m = &log->found.modules[index];
        size_t first = tunip_diagnostics_count(taken.diagnostics);
        taken.format = format_of(m)->name;
        open_module(log, m, &source);
        size_t used = tunip_uses_count(taken.uses);
        if (m->is_damaged)
            refuse_damaged(m, taken.diagnostics, &own);
        else
            graph = tunip_read_source(log->context, &source, &taken, &own);
        tn_source_drop(&source);
        move_uses(m, taken.uses, used);
        if (taken.diagnostics) tn_log_move(m, taken.diagnostics, first);
        tn_log_warn(m, taken.diagnostics);
        move_origins(log, m, graph);
        move_error(log, m, &own);
    }
    if (!graph && error && error->code == TUNIP_OK) *error = own;
    return graph;
}

/* ---- the format ---- */

/* Whether a line begins with the word. */
static bool has_line(tunip_str text, const char *word)
{
    for (const char *at = text.data, *end = at + text.size; at; at = at ? at + 1 : NULL) {
        if (tunip_str_begins((tunip_str){at, (size_t)(end - at)}, word)) return true;
        at = memchr(at, '\n', (size_t)(end - at));
    }
    return false;
}

static tunip_sniff sniff(tunip_str head)
{
    tn_arena arena;
    tn_log found = {.modules = NULL};
    bool is_markdown = tunip_str_begins(head, "#") && has_line(head, "```");
    if (tn_line_is_workload(head) || tn_is_record(head) || tn_is_trace(head))
        return TUNIP_SNIFF_SURE;
    if (*head.data == '{' || (tn_log_is_python(head) && !is_markdown)) return TUNIP_SNIFF_NO;
    if (tunip_log_has_heading(head)) return TUNIP_SNIFF_LIKELY;
    tn_arena_init(&arena, NULL);
    bool fits =
        tn_log_modules(&arena, head, NULL, &found) && found.count && found.modules[0].begin > 0;
    tn_arena_free(&arena);
    return fits ? TUNIP_SNIFF_LIKELY : TUNIP_SNIFF_NO;
}

static tunip_status read_module(const tunip_input *input, const tunip_log *log)
{
    tunip_source source;
    tunip_input inner = *input;
    size_t first = tunip_diagnostics_count(input->diagnostics), count = tunip_log_count(log);
    const tn_log_module *m = &log->found.modules[0];
    if (count != 1)
        return tunip_input_fail(
            input, TUNIP_ERROR_FORMAT, 0, 0,
            count ? "the log has %zu modules: choose one" : "the log has no module", count);
    open_module(log, m, &source);
    inner.source = &source;
    size_t used = tunip_uses_count(input->options->uses);
    if (m->is_damaged) refuse_damaged(m, input->diagnostics, input->error);
    tunip_status status = m->is_damaged ? TUNIP_ERROR_FORMAT : format_of(m)->read(&inner);
    move_uses(m, input->options->uses, used);
    tn_source_drop(&source);
    if (input->diagnostics) tn_log_move(m, input->diagnostics, first);
    tn_log_warn(m, input->diagnostics);
    move_origins(log, m, input->graph);
    move_error(log, m, input->error);
    return status;
}

static tunip_status read_log(const tunip_input *input)
{
    tunip_log log;
    const tunip_log_part whole = {false, false};
    read_open(&log, input->context, input->source);
    tunip_status status = read_find_modules(&log, &whole, input->error);
    if (status == TUNIP_OK && !log.found.count) status = find_in_strings(&log, input->error);
    if (status == TUNIP_OK) status = read_module(input, &log);
    tn_arena_free(&log.arena);
    return status;
}

const tunip_format tunip_format_log = {
    .abi = TUNIP_FORMAT_ABI,
    .size = sizeof(tunip_format),
    .name = "log",
    .summary =
        "scripts, texts of Relay and MLIR among other text: logs, pass dumps, sessions, tests",
    .suffix = ".log",
    .sniff = sniff,
    .read = read_log,
};
