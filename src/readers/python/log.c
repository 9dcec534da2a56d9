/* log.c -- finds modules in logs: first removes colours from the lines, then finds the lines that
 * belong together, then makes the text of each module. */
#include "log.h"

#include "../../core/base/array.h"
#include "../../core/base/diagnostic.h"
#include "log_constant.h"

/* A line without colours and line end, in `clean`. */
typedef struct line {
    uint32_t begin, end;
} line;

typedef struct reader {
    tn_arena *arena;
    const tunip_allocator *allocator;
    tunip_str log;
    TN_ARRAY(char) clean;
    TN_ARRAY(tn_log_piece) map; /* from `clean` to the log */
    TN_ARRAY(line) lines;
    TN_ARRAY(tn_log_module) modules;
    uint8_t *visits;        /* of each line, by searches for a definition and its end */
    TN_ARRAY(line) imports; /* lines such as "from a import b as c" outside of modules */
    tn_intern known_imports;
    tn_log_constants constants;
    size_t spare;                  /* bytes of imports that may still be put in front of modules */
    TN_ARRAY(char) text;           /* of a module */
    TN_ARRAY(tn_log_piece) pieces; /* likewise */
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

static const char *read_line(reader *r, const char *at, const char *end)
{
    line l = {.begin = (uint32_t)r->clean.count};
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

/* ---- forms of lines ---- */

static tunip_str line_at(const reader *r, size_t index)
{
    line l = r->lines.items[index];
    if (l.begin == l.end) return (tunip_str){"", 0};
    return (tunip_str){r->clean.items + l.begin, l.end - l.begin};
}

static tunip_str cut(tunip_str text, size_t size)
{
    return size < text.size ? (tunip_str){text.data + size, text.size - size} : (tunip_str){"", 0};
}

static bool begins(tunip_str text, const char *word)
{
    size_t size = strlen(word);
    return text.size >= size && memcmp(text.data, word, size) == 0;
}

static bool contains(tunip_str text, const char *word)
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

static bool is_blank(tunip_str text)
{
    size_t i = 0;
    while (i < text.size && (text.data[i] == ' ' || text.data[i] == '\t')) i++;
    return i == text.size;
}

/* `# from a import b` */
static bool is_import(tunip_str text)
{
    return begins(text, "# from ") && contains(text, " import ");
}

static size_t name_size(tunip_str text)
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

/* `from a.b import c as d`, or several after commas. */
static bool is_renaming(tunip_str text)
{
    size_t size = begins(text, "from ") ? dotted_size(cut(text, 5)) : 0;
    tunip_str rest = cut(text, 5 + size);
    if (!size || !begins(rest, " import ")) return false;
    for (rest = cut(rest, 8);; rest = cut(rest, 2)) {
        size_t name = name_size(rest);
        if (!name || !begins(cut(rest, name), " as ")) return false;
        size_t other = name_size(cut(rest, name + 4));
        rest = cut(rest, name + 4 + other);
        if (!other || !begins(rest, ", ")) return other && !rest.size;
    }
}

/* `@a.b`, or `@a.b(...` */
static bool is_decorator(tunip_str text)
{
    size_t end = begins(text, "@") ? 1 + dotted_size(cut(text, 1)) : 1;
    return end > 1 && (end == text.size || text.data[end] == '(' || text.data[end] == ' ');
}

/* The name that `class` or `def` defines; empty if the line is none of them. */
static tunip_str defined_name(tunip_str text)
{
    size_t head = begins(text, "class ") ? 6 : begins(text, "def ") ? 4 : text.size;
    tunip_str rest = cut(text, head);
    size_t size = name_size(rest);
    bool is_name = begins(cut(rest, size), ":") || begins(cut(rest, size), "(");
    return (tunip_str){rest.data, is_name ? size : 0};
}

static bool is_definition(tunip_str text)
{
    return defined_name(text).size > 0;
}

/* `metadata = tvm.ir.load_json("""...` */
static bool is_section(tunip_str text)
{
    size_t size = name_size(text);
    return size && begins(cut(text, size), " = ") && contains(text, "\"\"\"");
}

/* TVM and tunip write this line after a text. */
static bool is_closing_remark(tunip_str text)
{
    return begins(text, "# Metadata omitted.");
}

/* ---- prefixes of lines ---- */

/* The length of the prefix of a line in which a module begins; SIZE_MAX if no module begins
 * here. */
static size_t find_begin(tunip_str text)
{
    if (begins(text, ">>> ") && (is_definition(cut(text, 4)) || is_decorator(cut(text, 4))))
        return 4;
    if (is_definition(text) || is_section(text)) return 0;
    size_t last_import = find_last(text, " import ");
    for (size_t at = 0; at < text.size; at++) {
        char before = at ? text.data[at - 1] : ' ';
        tunip_str rest = cut(text, at);
        bool can_begin = before == ' ' || before == '\t' || before == '|' || before == ':';
        bool is_import_line = at < last_import && begins(rest, "# from ");
        if (can_begin && (is_import_line || is_decorator(rest))) return at;
    }
    return SIZE_MAX;
}

static char class_of(char c)
{
    if (tunip_is_digit(c)) return '0';
    return tunip_is_name_part(c) ? 'a' : c;
}

/* Whether `text` begins as the first line of a module does, whose first `size` bytes are a time
 * stamp, a prompt or the like; or with a prompt for further lines. */
static bool has_prefix(tunip_str text, tunip_str prefix)
{
    bool same = text.size >= prefix.size, more = same;
    for (size_t i = 0; i < prefix.size && (same || more); i++) {
        same &= class_of(text.data[i]) == class_of(prefix.data[i]);
        more &= memchr(" .:", text.data[i], 3) != NULL;
    }
    bool is_prompt = more && prefix.size && memchr(text.data, '.', prefix.size) != NULL;
    return same || is_prompt;
}

/* ---- which lines are a module ---- */

typedef struct extent {
    size_t first, last; /* lines, half-open */
    tunip_str prefix;
    tunip_str trimmed; /* the prefix without the blanks at its end */
} extent;

static extent begin_extent(size_t first, tunip_str prefix)
{
    size_t size = prefix.size;
    while (size && prefix.data[size - 1] == ' ') size--;
    return (extent){first, first, prefix, {prefix.data, size}};
}

/* The line without its prefix, if it has one. A blank line may lack the blanks at its end. */
static tunip_str stripped(const reader *r, const extent *e, size_t index)
{
    tunip_str text = line_at(r, index);
    if (has_prefix(text, e->prefix)) return cut(text, e->prefix.size);
    bool is_trimmed = text.size == e->trimmed.size && has_prefix(text, e->trimmed);
    return is_trimmed ? cut(text, text.size) : text;
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
    if (contains(cut(text, (size_t)(quotes + 3 - text.data)), "\"\"\"")) return at + 1;
    for (at++; at < r->lines.count && visit(r, at); at++)
        if (contains(stripped(r, e, at), "\"\"\"")) return at + 1;
    return r->lines.count;
}

/* The line of `class` or `def`, from the first line of a module on; the number of lines if there is
 * none. */
static size_t find_definition(reader *r, const extent *e)
{
    size_t at = e->first;
    while (at < r->lines.count && visit(r, at)) {
        tunip_str text = stripped(r, e, at);
        bool in_brackets = at > e->first && (begins(text, " ") || begins(text, ")"));
        if (is_definition(text)) return at;
        if (is_section(text))
            at = skip_section(r, e, at);
        else if (is_blank(text) || is_import(text) || is_decorator(text) || in_brackets)
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
        bool is_inside = begins(text, " ") || begins(text, "\t") || begins(text, ")") ||
                         (begins(text, "#") && !is_import(text) && end == at) ||
                         is_closing_remark(text);
        if (is_blank(text)) continue;
        if (!is_inside) break;
        end = at + 1;
    }
    return end;
}

/* ---- which definitions belong to scripts ---- */

/* Blanks at the begin of a line. */
static size_t indentation(tunip_str text)
{
    size_t size = 0;
    while (size < text.size && text.data[size] == ' ') size++;
    return size;
}

/* The size of a decorator's first name if another one follows, as in `@T.prim_func`; 0 otherwise:
 * `@staticmethod`, `@pytest.mark.skip`. */
static size_t prefix_size(tunip_str text)
{
    size_t size = is_decorator(text) ? name_size(cut(text, 1)) : 0;
    tunip_str rest = cut(text, 1 + size);
    size_t word = size && begins(rest, ".") ? name_size(cut(rest, 1)) : 0;
    return word && !begins(cut(rest, 1 + word), ".") ? size : 0;
}

/* Whether the lines of the extent from `at` on have `prefix` and a dot. */
static bool uses_prefix(const reader *r, const extent *e, size_t at, tunip_str prefix)
{
    for (; at < e->last; at++) {
        tunip_str text = stripped(r, e, at);
        for (size_t i = 0; i + prefix.size < text.size; i++)
            if (memcmp(text.data + i, prefix.data, prefix.size) == 0 &&
                text.data[i + prefix.size] == '.' && (!i || !tunip_is_name_part(text.data[i - 1])))
                return true;
    }
    return false;
}

/* Whether a decorator inside of the definition in line `at` may begin a script. */
static bool has_inner(const reader *r, const extent *e, size_t at)
{
    for (at++; at < e->last; at++) {
        tunip_str text = stripped(r, e, at);
        if (prefix_size(cut(text, indentation(text)))) return true;
    }
    return false;
}

/* Whether the definition in line `at` is a script, and not other Python code that may contain one,
 * such as a test. A class of scripts has no bases, and decorators inside. A function uses the
 * prefix of its decorator, unless that is a capital letter, as is usual: `@T.prim_func`. Without a
 * decorator, it uses some prefix, and has no decorators inside. */
static bool is_script(const reader *r, const extent *e, size_t at)
{
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    enum { MOST_DECORATORS = 16 }; /* whose prefixes are searched for */
    int decorators = 0;
    tunip_str head = stripped(r, e, at);
    bool has_bases = contains(head, "(");
    bool decorated = false, has_prefix = false;
    for (size_t k = e->first; k < at; k++) {
        tunip_str text = stripped(r, e, k);
        size_t size = prefix_size(text);
        tunip_str prefix = {text.data + (size > 0), size};
        decorated |= is_decorator(text);
        if (size && !has_prefix)
            has_prefix = (size == 1 && strchr(capitals, *prefix.data)) ||
                         (decorators++ < MOST_DECORATORS && uses_prefix(r, e, at, prefix));
    }
    if (begins(head, "class ")) return !has_bases && (decorated || has_inner(r, e, at));
    if (decorated) return has_prefix;
    for (const char *c = capitals; *c && !has_prefix; c++)
        has_prefix = uses_prefix(r, e, at, (tunip_str){c, 1});
    return has_prefix && !has_inner(r, e, at);
}

/* ---- the text of a module ---- */

/* The offset in the log of a byte of `clean`. */
static uint32_t find_source(const tn_log_piece *pieces, size_t count, uint32_t offset)
{
    size_t low = 0, high = count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        *(pieces[middle].text <= offset ? &low : &high) = middle;
    }
    return count ? pieces[low].source + (offset - pieces[low].text) : offset;
}

static size_t find_piece(const reader *r, uint32_t offset)
{
    size_t low = 0, high = r->map.count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        *(r->map.items[middle].text <= offset ? &low : &high) = middle;
    }
    return low;
}

static void put_line(reader *r, tunip_str text)
{
    uint32_t at = (uint32_t)(text.data - r->clean.items), end = at + (uint32_t)text.size;
    bool fine = tn_array_reserve(&r->text, r->allocator, text.size + 1);
    for (size_t piece = find_piece(r, at); fine && at < end; piece++) {
        const tn_log_piece *from = &r->map.items[piece];
        uint32_t next = piece + 1 < r->map.count ? from[1].text : (uint32_t)r->clean.count;
        tn_log_piece own = {(uint32_t)r->text.count, from->source + (at - from->text)};
        uint32_t size = (next < end ? next : end) - at;
        fine = tn_array_push(&r->pieces, r->allocator, own);
        memcpy(r->text.items + r->text.count, r->clean.items + at, size);
        r->text.count += size;
        at += size;
    }
    if (fine)
        r->text.items[r->text.count++] = '\n';
    else
        r->failed = true;
}

/* `==> heading <==`, as head(1) and `tunip print` write it, without the arrows. */
static tunip_str strip_arrows(tunip_str text)
{
    bool has_both =
        begins(text, "==> ") && text.size > 8 && memcmp(text.data + text.size - 4, " <==", 4) == 0;
    return has_both ? (tunip_str){text.data + 4, text.size - 8} : text;
}

/* A blank line, or an import. */
static bool is_below_heading(const reader *r, const extent *e, size_t at)
{
    if (is_blank(line_at(r, at))) return true;
    tunip_str text = stripped(r, e, at);
    text = cut(text, indentation(text));
    return begins(text, "import ") || (begins(text, "from ") && contains(text, " import "));
}

/* The nearest other line above, down to line `from`, without its prefix. */
static tunip_str find_heading(const reader *r, const extent *e, size_t from)
{
    size_t at = e->first;
    while (at > from && is_below_heading(r, e, at - 1)) at--;
    if (at == from) return (tunip_str){"", 0};
    tunip_str heading = stripped(r, e, at - 1);
    heading = cut(heading, indentation(heading));
    return strip_arrows(begins(heading, ">>> ") ? cut(heading, 4) : heading);
}

/* Records a line such as "from a import b as c", which is valid for all modules below. */
static void note_import(reader *r, tunip_str text)
{
    text = cut(text, begins(text, ">>> ") ? 4 : indentation(text));
    if (!is_renaming(text)) return;
    uint32_t begin = (uint32_t)(text.data - r->clean.items);
    line import = {begin, begin + (uint32_t)text.size};
    if (tn_intern_find(&r->known_imports, text) != TN_NOT_INTERNED) return;
    r->failed |= tn_intern_put(&r->known_imports, text) == TN_NOT_INTERNED ||
                 !tn_array_push(&r->imports, r->allocator, import);
}

/* Notes a line such as "M = 128". */
static void note_constant(reader *r, tunip_str text)
{
    size_t size = indentation(text), indent = size;
    if (begins(text, ">>> ")) size = 4;
    r->failed |= !is_blank(text) && !tn_log_constants_note(&r->constants, cut(text, size), indent);
}

static void put_imports(reader *r)
{
    for (size_t i = 0; i < r->imports.count; i++) {
        line import = r->imports.items[i];
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
    for (size_t i = 0; !r->failed && i < constants->used.count; i++)
        put_line(r, constants->items.items[constants->used.items[i]].line);
    tn_log_constants_forget(constants);
}

static void add_module(reader *r, const extent *e, size_t definition, size_t from)
{
    tn_log_module m = {.heading = tn_arena_str(r->arena, find_heading(r, e, from)),
                       .name = tn_arena_str(r->arena, defined_name(stripped(r, e, definition)))};
    r->text.count = r->pieces.count = 0;
    put_imports(r);
    put_constants(r, e);
    size_t head = r->pieces.count;
    for (size_t at = e->first; at < e->last; at++) {
        tunip_str text = stripped(r, e, at);
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
    m.begin = pieces[head].source;
    m.end = find_source(pieces, m.piece_count, (uint32_t)m.text.size - 1);
    if (!tn_array_push(&r->modules, r->allocator, m)) r->failed = true;
}

static void find_modules(reader *r)
{
    size_t from = 0; /* after the last module */
    for (size_t at = 0; at < r->lines.count && !r->failed;) {
        tunip_str text = line_at(r, at);
        size_t prefix = find_begin(text);
        extent e = begin_extent(at, (tunip_str){text.data, prefix == SIZE_MAX ? 0 : prefix});
        size_t definition = prefix == SIZE_MAX ? r->lines.count : find_definition(r, &e);
        if (definition == r->lines.count) {
            note_import(r, line_at(r, at));
            note_constant(r, line_at(r, at++));
            continue;
        }
        e.last = find_end(r, &e, definition);
        if (e.last && is_script(r, &e, definition)) {
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
    tn_intern_free(&r->known_imports);
    tn_log_constants_free(&r->constants);
}

bool tn_log_modules(tn_arena *arena, tunip_str log, tn_log *out)
{
    reader r;
    const char *at = log.data, *end = log.data + log.size;
    *out = (tn_log){NULL, 0};
    open(&r, arena, log);
    while (at < end && log.size < UINT32_MAX && !r.failed) at = read_line(&r, at, end);
    r.visits = tn_arena_zalloc(arena, r.lines.count);
    r.failed |= !r.visits;
    find_modules(&r);
    size_t size = r.modules.count * sizeof *r.modules.items;
    out->modules = tn_arena_alloc(arena, size);
    r.failed |= !out->modules;
    if (!r.failed && size) memcpy(out->modules, r.modules.items, size);
    if (!r.failed) out->count = r.modules.count;
    close(&r);
    return !r.failed;
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
    }
}
