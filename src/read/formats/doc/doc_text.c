/* doc_text.c -- the text of the doc backend, read back as Docs. */
#include "doc_text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include <tunip/ext/doc_text.h>

#include "../../../ir/path.h"
#include "../../../util/json.h"
#include "../../../util/memory.h"
#include "../../../util/source.h"
#include "../../../util/threads.h"
#include "../../../util/unicode.h"

/* ======== doc scan ======== */

/* Words, quoted texts and numbers of the doc format, and messages about them. */

/* ---- failures ---- */

bool tn_doc_fail(tn_doc_scan *s, tunip_status code, const char *at, const char *format, ...)
{
    if (s->status != TUNIP_OK) return false;
    s->status = code;
    s->end = s->at; /* so that nothing matches any more */
    if (!s->error || s->error->code != TUNIP_OK) return false;
    s->error->code = code;
    va_list args;
    va_start(args, format);
    vsnprintf(s->error->message, sizeof s->error->message, format, args);
    va_end(args);
    s->error->offset = (size_t)(at - s->begin);
    tn_text_locate((tunip_str){s->begin, s->error->offset}, s->error->offset, &s->error->line,
                   &s->error->column);
    return false;
}

bool tn_doc_fail_memory(tn_doc_scan *s)
{
    if (s->status == TUNIP_OK) s->status = TUNIP_ERROR_MEMORY;
    s->end = s->at;
    tn_no_memory(s->error);
    return false;
}

bool tn_doc_reject(tn_doc_scan *s, const char *expected)
{
    char word[TN_DOC_WORD];
    if (s->status != TUNIP_OK) return false;
    tn_doc_peek_word(s, word);
    if (s->at == s->end)
        return tn_doc_fail(s, TUNIP_ERROR_SYNTAX, s->at, "expected %s, got the end of the text",
                           expected);
    if (*s->at == '\n')
        return tn_doc_fail(s, TUNIP_ERROR_FORMAT, s->at, "expected %s, got the end of the line",
                           expected);
    if (word[0])
        return tn_doc_fail(s, TUNIP_ERROR_FORMAT, s->at, "expected %s, got `%s`", expected, word);
    unsigned char c = (unsigned char)*s->at;
    if (c == ' ')
        return tn_doc_fail(s, TUNIP_ERROR_FORMAT, s->at, "expected %s, got a blank", expected);
    return tn_doc_fail(s, TUNIP_ERROR_FORMAT, s->at,
                       c > ' ' && c < 0x7f ? "expected %s, got `%c`"
                                           : "expected %s, got the byte 0x%02X",
                       expected, c);
}

/* ---- words ---- */

bool tn_doc_accept(tn_doc_scan *s, const char *text)
{
    size_t size = strlen(text);
    if ((size_t)(s->end - s->at) < size || memcmp(s->at, text, size) != 0) return false;
    s->at += size;
    return true;
}

bool tn_doc_expect(tn_doc_scan *s, const char *text)
{
    char expected[TN_DOC_WORD];
    if (tn_doc_accept(s, text)) return true;
    snprintf(expected, sizeof expected, strcmp(text, " ") == 0 ? "a blank" : "`%s`", text);
    return tn_doc_reject(s, expected);
}

bool tn_doc_at_line_end(const tn_doc_scan *s)
{
    return s->at == s->end || *s->at == '\n';
}

static bool is_name_letter(char c)
{
    return tunip_is_letter(c) || tunip_is_digit(c);
}

void tn_doc_peek_word(const tn_doc_scan *s, char out[TN_DOC_WORD])
{
    size_t size = 0;
    for (; s->at + size < s->end && size + 1 < TN_DOC_WORD && is_name_letter(s->at[size]); size++)
        out[size] = s->at[size];
    out[size] = '\0';
}

bool tn_doc_read_word(tn_doc_scan *s, const char *expected, char out[TN_DOC_WORD])
{
    tn_doc_peek_word(s, out);
    if (!out[0]) return tn_doc_reject(s, expected);
    s->at += strlen(out);
    return true;
}

/* ---- quoted texts ---- */

static size_t put_code_point(char *out, uint32_t code)
{
    enum { TAIL = 0x3F, MORE = 0x80 };
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(MORE | (code & TAIL));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | code >> 12);
        out[1] = (char)(MORE | (code >> 6 & TAIL));
        out[2] = (char)(MORE | (code & TAIL));
        return 3;
    }
    out[0] = (char)(0xF0 | code >> 18);
    out[1] = (char)(MORE | (code >> 12 & TAIL));
    out[2] = (char)(MORE | (code >> 6 & TAIL));
    out[3] = (char)(MORE | (code & TAIL));
    return 4;
}

static bool read_hex(tn_doc_scan *s, int digits, uint32_t *out)
{
    *out = 0;
    for (int i = 0; i < digits; i++, s->at++) {
        const char *digit = NULL;
        static const char all[] = "0123456789abcdef0123456789ABCDEF";
        if (!tn_doc_at_line_end(s) && *s->at) digit = strchr(all, *s->at);
        if (!digit) {
            char expected[TN_DOC_WORD];
            snprintf(expected, sizeof expected, "%d hexadecimal digits", digits);
            return tn_doc_reject(s, expected);
        }
        *out = *out << 4 | (uint32_t)((digit - all) & 15);
    }
    return true;
}

/* Decodes the escape after a backslash into `out` and returns the number of bytes. These are never
 * more than the bytes of the escape itself. */
static size_t read_escape(tn_doc_scan *s, char *out)
{
    enum { LAST_CODE_POINT = 0x10FFFF };
    static const char letters[] = "n\nr\rt\t\\\\\"\"";
    const char *begin = s->at;
    uint32_t code = 0;
    for (size_t i = 0; i + 1 < sizeof letters; i += 2) {
        if (tn_doc_at_line_end(s) || *s->at != letters[i]) continue;
        s->at++;
        *out = letters[i + 1];
        return 1;
    }
    if (tn_doc_accept(s, "x")) {
        if (!read_hex(s, 2, &code)) return 0;
        *out = (char)code;
        return 1;
    }
    if (tn_doc_accept(s, "u") ? !read_hex(s, 4, &code)
                              : !tn_doc_accept(s, "U") || !read_hex(s, 8, &code)) {
        tn_doc_fail(s, TUNIP_ERROR_SYNTAX, begin, "expected n, r, t, \\, \", x, u or U after `\\`");
        return 0;
    }
    if (code <= LAST_CODE_POINT) return put_code_point(out, code);
    tn_doc_fail(s, TUNIP_ERROR_SYNTAX, begin, "there is no such character");
    return 0;
}

/* The bytes up to the closing quote, escapes included. */
static size_t quoted_size(const tn_doc_scan *s)
{
    const char *at = s->at;
    for (; at < s->end && *at != '\n' && *at != '"'; at++)
        if (*at == '\\' && at + 1 < s->end && at[1] != '\n') at++;
    return (size_t)(at - s->at);
}

tunip_str tn_doc_read_quoted(tn_doc_scan *s)
{
    const char *begin = s->at;
    size_t size = 0;
    if (!tn_doc_accept(s, "\"")) {
        tn_doc_reject(s, "a text in quotes");
        return (tunip_str){"", 0};
    }
    char *out = tn_arena_alloc(s->arena, quoted_size(s) + 1);
    if (!out) tn_doc_fail_memory(s);
    while (out && !tn_doc_at_line_end(s) && *s->at != '"') {
        if (tn_doc_accept(s, "\\"))
            size += read_escape(s, out + size);
        else
            out[size++] = *s->at++;
    }
    if (s->status == TUNIP_OK && !tn_doc_accept(s, "\""))
        tn_doc_fail(s, TUNIP_ERROR_SYNTAX, begin, "a text without its closing quote");
    if (s->status != TUNIP_OK) return (tunip_str){"", 0};
    out[size] = '\0';
    return (tunip_str){out, size};
}

/* ---- numbers ---- */

static tunip_str peek_number(const tn_doc_scan *s)
{
    const char *at = s->at;
    while (at < s->end && (is_name_letter(*at) || (*at && strchr("+-.", *at)))) at++;
    return (tunip_str){s->at, (size_t)(at - s->at)};
}

bool tn_doc_read_int(tn_doc_scan *s, int64_t *out)
{
    tunip_str text = peek_number(s);
    bool negative = text.size && text.data[0] == '-';
    uint64_t value = 0, most = (uint64_t)INT64_MAX + negative;
    if (text.size == negative) return tn_doc_reject(s, "an integer");
    for (size_t i = negative; i < text.size; i++) {
        uint64_t digit = (uint64_t)(unsigned char)text.data[i] - '0';
        if (digit > 9) return tn_doc_reject(s, "an integer");
        if (value > (most - digit) / 10)
            return tn_doc_fail(s, TUNIP_ERROR_LIMIT, s->at, "the integer does not fit 64 bits");
        value = value * 10 + digit;
    }
    *out = negative ? (int64_t)(0 - value) : (int64_t)value;
    s->at += text.size;
    return true;
}

static const char *skip_digits(const char *at, const char *end)
{
    while (at < end && tunip_is_digit(*at)) at++;
    return at;
}

/* digits ["." digits] ["e" ["+" | "-"] digits], as tn_double_parse() needs it. */
static bool is_decimal(tunip_str text)
{
    const char *begin = text.data, *end = text.data + text.size, *at = skip_digits(begin, end);
    bool fine = at > begin;
    if (at < end && *at == '.') {
        begin = ++at;
        at = skip_digits(at, end);
        fine = fine && at > begin;
    }
    if (at < end && *at == 'e') {
        at++;
        if (at < end && (*at == '+' || *at == '-')) at++;
        begin = at;
        at = skip_digits(at, end);
        fine = fine && at > begin;
    }
    return fine && at == end;
}

/* Reads a float. Handles "inf" and "nan" with their signs here, because the number reader knows
 * only JSON's grammar. */
bool tn_doc_read_float(tn_doc_scan *s, double *out)
{
    tunip_str text = peek_number(s), digits = text;
    bool negative = text.size && text.data[0] == '-';
    digits.data += negative;
    digits.size -= negative;
    if (!digits.size) return tn_doc_reject(s, "a number");
    if (tunip_str_equal(digits, (tunip_str)TUNIP_STR("nan"))) {
        *out = (double)NAN;
    } else if (tunip_str_equal(digits, (tunip_str)TUNIP_STR("inf"))) {
        *out = (double)INFINITY;
    } else {
        if (!is_decimal(digits)) return tn_doc_reject(s, "a number");
        tunip_status status = tn_double_parse(digits, out);
        if (status == TUNIP_ERROR_MEMORY) return tn_doc_fail_memory(s);
        if (status != TUNIP_OK)
            return tn_doc_fail(s, status, s->at, "the number is beyond all doubles");
    }
    if (negative) *out = -*out;
    s->at += text.size;
    return true;
}

/* ======== doc text ======== */

/* Reads Doc trees from the text of the doc backend. The grammar is in
 * backends/doc/doc.c; both sides share the tables doc_kinds.def, doc_members.def, doc_words.def. */

enum { STEP = 2, MOST_MEMBERS = 6 };

/* A further path of a Doc, and the index of the next one. Index 0 means none. */
typedef struct more_path {
    const tunip_path *path;
    uint32_t next;
} more_path;

struct tunip_doc_tree {
    tn_arena arena;
    const tunip_doc *root;
    TN_ARRAY(more_path) more_paths;
};

typedef struct reader {
    tn_doc_scan scan;
    tunip_doc_tree *tree;
    tn_stack stack;
    size_t brackets;        /* around the cursor */
    const tunip_path *last; /* the path before the cursor, or NULL */
    bool in_function;
} reader;

/* ---- tables ---- */

typedef enum shape { NOTHING, ONE, MANY, KEYED, PAIRED, BEHIND } shape;

typedef struct member {
    const char *name;
    shape shape;
    uint16_t offset;
} member;

static const member members[TUNIP_DOC__COUNT][MOST_MEMBERS] = {
#define M(shape, ident, name)                                                                      \
    {                                                                                              \
#name, shape, offsetof(tunip_doc_##ident, name)                                            \
    }
#define X(KIND, ...) [TUNIP_DOC_##KIND] = {__VA_ARGS__},
#include <tunip/ext/doc_members.def>
#undef X
#undef M
};

static const struct {
    const char *word;
    size_t size;
} kinds[TUNIP_DOC__COUNT] = {
#define X(KIND, ident, class_) {#ident, sizeof(tunip_doc_##ident)},
#include <tunip/ext/doc_kinds.def>
#undef X
};

typedef enum family { LITERAL, ID, SLICE, CALL, TUPLE, OP, ROLE } family;

static const struct {
    family family;
    uint8_t number;
    const char *word;
} words[] = {
#define X(FAMILY, NAME, word) {FAMILY, TUNIP_##FAMILY##_##NAME, word},
#include <tunip/ext/doc_words.def>
#undef X
};

/* The enumerator of a word in its family; -1 if there is none. */
static int find_word(family of, const char *word)
{
    for (size_t i = 0; i < TUNIP_LEN(words); i++)
        if (words[i].family == of && strcmp(words[i].word, word) == 0) return words[i].number;
    return -1;
}

static bool is_statement(unsigned kind)
{
    return kind >= TUNIP_DOC_ASSIGN;
}

/* The member that only some Docs of a kind have, which comes before the others. No name: there is
 * none. */
static member odd_member(unsigned kind, unsigned sub)
{
    if (kind == TUNIP_DOC_LITERAL && sub == TUNIP_LITERAL_QUOTED)
        return (member){"expr", ONE, offsetof(tunip_doc_quoted, expr)};
    if (kind == TUNIP_DOC_ID && sub == TUNIP_ID_TYPED)
        return (member){"type", ONE, offsetof(tunip_doc_typed_id, type)};
    if (kind == TUNIP_DOC_CALL && sub != TUNIP_CALL_WHOLE)
        return (member){sub == TUNIP_CALL_PARTIAL ? "left_out" : "exact", ONE,
                        offsetof(tunip_doc_partial_call, value)};
    return (member){NULL, NOTHING, 0};
}

static size_t size_of(unsigned kind, unsigned sub)
{
    if (!odd_member(kind, sub).name) return kinds[kind].size;
    if (kind == TUNIP_DOC_LITERAL) return sizeof(tunip_doc_quoted);
    return kind == TUNIP_DOC_ID ? sizeof(tunip_doc_typed_id) : sizeof(tunip_doc_partial_call);
}

/* ---- the line of a Doc ---- */

static void *allocate(reader *r, size_t size)
{
    void *memory = tn_arena_zalloc(&r->tree->arena, size);
    if (!memory) tn_doc_fail_memory(&r->scan);
    return memory;
}

static bool read_kind(reader *r, unsigned *kind)
{
    char word[TN_DOC_WORD];
    const char *begin = r->scan.at;
    if (!tn_doc_read_word(&r->scan, "a kind of Doc", word)) return false;
    for (*kind = 0; *kind < TUNIP_DOC__COUNT; ++*kind)
        if (strcmp(kinds[*kind].word, word) == 0) return true;
    return tn_doc_fail(&r->scan, TUNIP_ERROR_FORMAT, begin, "no kind of Doc is called `%s`", word);
}

/* ORDER tunip_doc_kind: expressions. */
static const struct {
    family family;
    bool is_required;
    const char *expected;
} subs[] = {
    [TUNIP_DOC_LITERAL] = {LITERAL, true, "a kind of literal"},
    [TUNIP_DOC_ID] = {ID, false, NULL},
    [TUNIP_DOC_SLICE] = {SLICE, false, NULL},
    [TUNIP_DOC_CALL] = {CALL, false, NULL},
    [TUNIP_DOC_OPERATION] = {OP, true, "an operator"},
    [TUNIP_DOC_TUPLE] = {TUPLE, false, NULL},
};

/* Reads the word after the kind: " add", or the role of a statement, " let". */
static bool read_sub(reader *r, unsigned kind, unsigned *sub)
{
    char word[TN_DOC_WORD];
    bool has_row = kind < TUNIP_LEN(subs);
    bool is_required = has_row && subs[kind].is_required;
    family of = is_statement(kind) ? ROLE : has_row ? subs[kind].family : LITERAL;
    tn_doc_scan *s = &r->scan;
    *sub = 0;
    bool may_have = is_statement(kind) || is_required || of != LITERAL;
    if (!may_have || s->end - s->at < 2 || *s->at != ' ')
        return !is_required || tn_doc_expect(s, " ");
    s->at++;
    tn_doc_peek_word(s, word);
    int number = find_word(of, word);
    if (number < 0 && (is_required || word[0]))
        return tn_doc_reject(s, is_required          ? subs[kind].expected
                                : is_statement(kind) ? "the role of a statement"
                                                     : "a word that this kind of Doc may have");
    if (number < 0) {
        s->at--; /* a name, a path, a comment, parts */
        return true;
    }
    s->at += strlen(word);
    *sub = (unsigned)number;
    return true;
}

static bool read_number(reader *r, tunip_doc_literal *literal)
{
    tn_doc_scan *s = &r->scan;
    char word[TN_DOC_WORD];
    bool fine = true;
    if (literal->base.sub == TUNIP_LITERAL_BOOL) {
        literal->value.boolean = tn_doc_accept(s, "true");
        if (!literal->value.boolean && !tn_doc_accept(s, "false"))
            fine = tn_doc_reject(s, "`true` or `false`");
    } else if (literal->base.sub == TUNIP_LITERAL_INT) {
        fine = tn_doc_read_int(s, &literal->value.integer);
    } else {
        fine = tn_doc_read_float(s, &literal->value.real);
    }
    if (!fine || s->end - s->at < 2 || s->at[0] != ' ' || s->at[1] < 'a' || s->at[1] > 'z')
        return fine;
    s->at++;
    const char *begin = s->at;
    fine = tn_doc_read_word(s, "a dtype", word);
    if (fine && !tunip_dtype_parse(tunip_str_from(word), &literal->value.typed.dtype))
        return tn_doc_fail(s, TUNIP_ERROR_FORMAT, begin, "no dtype is called `%s`", word);
    return fine;
}

/* Reads the value of a Doc: its name, number or text. */
static bool read_value(reader *r, tunip_doc *doc)
{
    tn_doc_scan *s = &r->scan;
    if (is_statement(doc->kind)) {
        if (tn_doc_accept(s, " # ")) ((tunip_doc_stmt *)doc)->comment = tn_doc_read_quoted(s);
    } else if (doc->kind == TUNIP_DOC_ID) {
        if (tn_doc_expect(s, " ")) ((tunip_doc_id *)doc)->name = tn_doc_read_quoted(s);
    } else if (doc->kind == TUNIP_DOC_ATTR) {
        if (tn_doc_expect(s, " ")) ((tunip_doc_attr *)doc)->name = tn_doc_read_quoted(s);
    } else if (doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_STR) {
        if (tn_doc_expect(s, " ")) ((tunip_doc_literal *)doc)->value.text = tn_doc_read_quoted(s);
    } else if (doc->kind == TUNIP_DOC_LITERAL && doc->sub != TUNIP_LITERAL_NONE &&
               doc->sub != TUNIP_LITERAL_QUOTED) {
        if (tn_doc_expect(s, " ")) read_number(r, (tunip_doc_literal *)doc);
    }
    return s->status == TUNIP_OK;
}

static tunip_doc *read_head(reader *r)
{
    unsigned kind, sub;
    if (!read_kind(r, &kind) || !read_sub(r, kind, &sub)) return NULL;
    tunip_doc *doc = allocate(r, size_of(kind, sub));
    if (!doc) return NULL;
    doc->kind = (uint8_t)kind;
    doc->sub = (uint8_t)sub; /* or the role */
    return read_value(r, doc) ? doc : NULL;
}

/* ---- its paths ---- */

static bool at_path_end(const reader *r)
{
    const tn_doc_scan *s = &r->scan;
    bool two = s->end - s->at > 1;
    if (two && s->at[0] == ' ' && (s->at[1] == '@' || s->at[1] == '(')) return true;
    return r->brackets && (*s->at == ')' || (two && s->at[0] == ',' && s->at[1] == ' '));
}

/* The text of a path up to its end. Quoted keys may contain any character. */
static tunip_str read_path_text(reader *r)
{
    tn_doc_scan *s = &r->scan;
    const char *begin = s->at;
    bool quoted = false, key = false;
    for (; !tn_doc_at_line_end(s) && (quoted || key || !at_path_end(r)); s->at++) {
        if (*s->at == '"') quoted = !quoted;
        if (quoted && *s->at == '\\' && s->at + 1 < s->end && s->at[1] != '\n') s->at++;
        if (!quoted && (*s->at == '[' || *s->at == ']')) key = *s->at == '[';
    }
    return (tunip_str){begin, (size_t)(s->at - begin)};
}

/* "^", "^2", ...: a path without its last steps. */
static const tunip_path *read_ups(reader *r, const tunip_path *path)
{
    const char *begin = r->scan.at;
    int64_t count = 1;
    if (!tn_doc_accept(&r->scan, "^")) return path;
    bool has_digit = r->scan.at < r->scan.end && tunip_is_digit(*r->scan.at);
    const char *digits = r->scan.at;
    while (has_digit && r->scan.at < r->scan.end && tunip_is_digit(*r->scan.at)) r->scan.at++;
    if (has_digit) {
        tn_doc_scan number = r->scan;
        number.at = digits;
        number.error = NULL; /* a number that is too large counts as more steps than any path has */
        number.end = r->scan.at;
        if (!tn_doc_read_int(&number, &count)) count = INT64_MAX;
    }
    for (; path && count > 0; count--) path = path->parent;
    if (!path)
        tn_doc_fail(&r->scan, TUNIP_ERROR_FORMAT, begin,
                    "the path before this one has not so many steps");
    return path;
}

static const tunip_path *read_path(reader *r, const tunip_path *from)
{
    static const char root[] = "<root>";
    tn_arena *arena = &r->tree->arena;
    const char *begin = r->scan.at;
    if (tn_doc_accept(&r->scan, "~")) from = r->last;
    bool is_whole = tn_doc_accept(&r->scan, root);
    if (!is_whole && !from) tn_doc_reject(&r->scan, "`<root>`, as no path stands before this one");
    if (!is_whole) from = read_ups(r, from);
    tunip_str steps = read_path_text(r);
    if (r->scan.status != TUNIP_OK) return NULL;
    size_t size = sizeof root - 1 + steps.size;
    char *text = allocate(r, size + 1);
    if (!text) return NULL;
    memcpy(text, root, sizeof root - 1);
    memcpy(text + sizeof root - 1, steps.data, steps.size);
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_path *path = tn_path_parse(arena, (tunip_str){text, size}, &error);
    if (path && !is_whole) path = tn_path_append(arena, from, path);
    if (path) return r->last = path;
    if (error.code == TUNIP_OK || error.code == TUNIP_ERROR_MEMORY)
        tn_doc_fail_memory(&r->scan);
    else
        tn_doc_fail(&r->scan, TUNIP_ERROR_FORMAT, begin, "no path: %s", error.message);
    return NULL;
}

/* Adds the entry after `last`, or the first one of the Doc. */
static bool add_path(reader *r, tunip_doc *doc, uint32_t *last, const tunip_path *path)
{
    tunip_doc_tree *tree = r->tree;
    const tunip_allocator *allocator = &tree->arena.allocator;
    more_path more = {.path = path, .next = 0};
    bool room =
        tree->more_paths.count || tn_array_push(&tree->more_paths, allocator, (more_path){0});
    if (!room || !tn_array_push(&tree->more_paths, allocator, more))
        return tn_doc_fail_memory(&r->scan);
    uint32_t number = (uint32_t)tree->more_paths.count - 1;
    *(*last ? &tree->more_paths.items[*last].next : &doc->more_paths) = number;
    *last = number;
    return true;
}

static bool read_paths(reader *r, tunip_doc *doc, const tunip_path *around)
{
    uint32_t last = 0;
    for (const tunip_path *from = around; tn_doc_accept(&r->scan, " @");) {
        from = read_path(r, from);
        if (!from) return false;
        if (!doc->path)
            doc->path = from;
        else if (!add_path(r, doc, &last, from))
            return false;
    }
    return r->scan.status == TUNIP_OK;
}

/* ---- its parts ---- */

/* A child Doc, and the member that holds it. */
typedef struct part {
    const member *member;
    tunip_str key;
    const tunip_doc *doc;
} part;

typedef struct parts {
    TN_ARRAY(part) list;
    member odd;
} parts;

static const tunip_doc *read_doc(reader *r, size_t level, const tunip_path *around);

static const member *find_member(const tunip_doc *doc, const parts *p, const char *name)
{
    if (p->odd.name && strcmp(p->odd.name, name) == 0) return &p->odd;
    for (size_t i = 0; i < MOST_MEMBERS && members[doc->kind][i].name; i++)
        if (strcmp(members[doc->kind][i].name, name) == 0) return &members[doc->kind][i];
    return NULL;
}

/* Reads `member: ` or `member "key": `; or nothing, for the same member as the previous part. */
static bool read_member(reader *r, const tunip_doc *doc, const parts *p, part *out)
{
    char word[TN_DOC_WORD];
    const char *begin = r->scan.at;
    if (!tn_doc_read_word(&r->scan, "a member", word)) return false;
    if (tn_doc_accept(&r->scan, " \"")) {
        r->scan.at--;
        out->key = tn_doc_read_quoted(&r->scan);
    }
    if (tn_doc_accept(&r->scan, ": ")) {
        out->member = find_member(doc, p, word);
        return out->member || tn_doc_fail(&r->scan, TUNIP_ERROR_FORMAT, begin,
                                          "a Doc of the kind `%s` has no member `%s`",
                                          kinds[doc->kind].word, word);
    }
    if (!r->brackets || !p->list.count) return tn_doc_expect(&r->scan, ": ");
    if (r->scan.status != TUNIP_OK) return false;
    r->scan.at = begin;
    out->key = (tunip_str){"", 0};
    out->member = p->list.items[p->list.count - 1].member;
    return true;
}

static bool is_fit(const tunip_doc *doc, const member *m, const tunip_doc *child)
{
    if (m->shape != ONE) return true;
    if (is_statement(child->kind)) return false;
    if (doc->kind == TUNIP_DOC_CALL && doc->sub == TUNIP_CALL_CONTINUED &&
        m->offset == offsetof(tunip_doc_partial_call, value))
        return child->kind == TUNIP_DOC_CALL;
    bool is_name = (doc->kind == TUNIP_DOC_FUNCTION || doc->kind == TUNIP_DOC_CLASS) &&
                   strcmp(m->name, "name") == 0;
    return !is_name || child->kind == TUNIP_DOC_ID;
}

static bool read_part(reader *r, size_t level, const tunip_path *around, const tunip_doc *doc,
                      parts *p)
{
    part own = {.key = {"", 0}};
    const char *begin = r->scan.at;
    if (!read_member(r, doc, p, &own)) return false;
    if (!tn_doc_accept(&r->scan, "null")) {
        own.doc = read_doc(r, level, around);
        if (own.doc && !is_fit(doc, own.member, own.doc))
            return tn_doc_fail(&r->scan, TUNIP_ERROR_FORMAT, begin,
                               "the member `%s` of a Doc of the kind `%s` cannot be a Doc of the "
                               "kind `%s`",
                               own.member->name, kinds[doc->kind].word, kinds[own.doc->kind].word);
    }
    if (r->scan.status != TUNIP_OK) return false;
    return tn_array_push(&p->list, &r->tree->arena.allocator, own) || tn_doc_fail_memory(&r->scan);
}

/* The level of the line at `*at`: its indentation, and "+N " for N more. Moves to the end of both.
 * SIZE_MAX: no line can have this indentation. */
static size_t read_level(const reader *r, const char **at)
{
    const char *begin = *at, *end = r->scan.end;
    int64_t more = 0;
    while (*at < end && **at == ' ') ++*at;
    size_t blanks = (size_t)(*at - begin);
    if (*at < end && **at == '+') {
        tn_doc_scan number = r->scan;
        number.at = *at + 1;
        number.error = NULL; /* a number that is too large is a level that no line has */
        if (!tn_doc_read_int(&number, &more) || more <= 0 || !tn_doc_accept(&number, " "))
            return SIZE_MAX;
        *at = number.at;
    }
    return blanks % STEP ? SIZE_MAX : blanks / STEP + (size_t)more;
}

/* If the next line is one level below, moves to its first member. */
static bool enter_below(reader *r, size_t level)
{
    const char *at = r->scan.at;
    if (at == r->scan.end || r->scan.status != TUNIP_OK) return false;
    at++;
    if (read_level(r, &at) != level + 1) return false;
    r->scan.at = at;
    return true;
}

static bool read_parts(reader *r, size_t level, const tunip_path *around, const tunip_doc *doc,
                       parts *p)
{
    bool fine = true;
    if (tn_doc_accept(&r->scan, " (")) {
        r->brackets++;
        do fine = read_part(r, 0, around, doc, p);
        while (fine && tn_doc_accept(&r->scan, ", "));
        r->brackets--;
        return fine && tn_doc_expect(&r->scan, ")");
    }
    if (r->brackets) return true;
    if (!tn_doc_at_line_end(&r->scan)) return tn_doc_reject(&r->scan, "the end of the line");
    while (fine && enter_below(r, level)) fine = read_part(r, level + 1, around, doc, p);
    return fine;
}

/* ---- a Doc of parts ---- */

static size_t count_parts(const parts *p, const member *m)
{
    size_t count = 0;
    for (size_t i = 0; i < p->list.count; i++) count += p->list.items[i].member == m;
    return count;
}

static bool set_one(reader *r, tunip_doc *doc, const parts *p, const member *m)
{
    size_t count = count_parts(p, m);
    for (size_t i = 0; i < p->list.count; i++) {
        if (p->list.items[i].member != m) continue;
        *(const tunip_doc **)(void *)((char *)doc + m->offset) = p->list.items[i].doc;
        if (m == &p->odd && doc->kind == TUNIP_DOC_CALL)
            ((tunip_doc_partial_call *)doc)->key = p->list.items[i].key;
    }
    return count < 2 ||
           tn_doc_fail(&r->scan, TUNIP_ERROR_FORMAT, r->scan.at,
                       "the Doc that ends here has the member `%s` %zu times", m->name, count);
}

static bool set_many(reader *r, tunip_doc *doc, const parts *p, const member *m)
{
    size_t count = count_parts(p, m), at = 0;
    if (!count) return true;
    const tunip_doc **items = allocate(r, count * sizeof *items);
    tunip_str *keys = m->shape == KEYED ? allocate(r, count * sizeof *keys) : NULL;
    if (r->scan.status != TUNIP_OK) return false;
    for (size_t i = 0; i < p->list.count; i++) {
        if (p->list.items[i].member != m) continue;
        items[at] = p->list.items[i].doc;
        if (keys) keys[at] = p->list.items[i].key;
        at++;
    }
    *(tunip_docs *)(void *)((char *)doc + m->offset) = (tunip_docs){items, count};
    if (keys) ((tunip_doc_call *)doc)->keys = keys;
    return true;
}

static bool set_members(reader *r, tunip_doc *doc, const parts *p)
{
    const member *m = members[doc->kind];
    if (p->odd.name) {
        if (!count_parts(p, &p->odd))
            return tn_doc_fail(&r->scan, TUNIP_ERROR_FORMAT, r->scan.at,
                               "the Doc that ends here lacks its member `%s`", p->odd.name);
        if (!set_one(r, doc, p, &p->odd)) return false;
    }
    for (size_t i = 0; i < MOST_MEMBERS && m[i].name; i++) {
        if (!(m[i].shape == ONE ? set_one : set_many)(r, doc, p, &m[i])) return false;
        if (m[i].shape == PAIRED && count_parts(p, &m[i]) != count_parts(p, &m[i + 1]))
            return tn_doc_fail(&r->scan, TUNIP_ERROR_FORMAT, r->scan.at,
                               "the dict that ends here has not as many values as keys");
    }
    return true;
}

/* An outermost function knows no path before it, and the text after it knows none of its paths. */
static const tunip_doc *read_doc_here(reader *r, size_t level, const tunip_path *around)
{
    tunip_doc *doc = read_head(r);
    if (!doc) return NULL;
    const tunip_path *last = r->last;
    bool is_outermost = doc->kind == TUNIP_DOC_FUNCTION && !r->in_function;
    if (is_outermost) {
        r->in_function = true;
        r->last = NULL;
    }
    parts p = {.odd = odd_member(doc->kind, doc->sub)};
    bool fine = read_paths(r, doc, around) &&
                read_parts(r, level, doc->path ? doc->path : around, doc, &p) &&
                set_members(r, doc, &p);
    tn_array_free(&p.list, &r->tree->arena.allocator);

    if (is_outermost) {
        r->in_function = false;
        r->last = last;
    }
    return fine ? doc : NULL;
}

/* ---- recursion ---- */

TN_STACK_STEP3(read_deeper, const tunip_doc *, read_doc_here, reader *, size_t, const tunip_path *)

static const tunip_doc *read_doc(reader *r, size_t level, const tunip_path *around)
{
    if (!tn_stack_low(&r->stack)) return read_doc_here(r, level, around);
    const tunip_doc *doc = NULL;
    if (!read_deeper(&r->stack, &doc, r, level, around)) tn_doc_fail_memory(&r->scan);
    return doc;
}

/* ---- the tree ---- */

static tunip_doc_tree *tree_new(const tunip_allocator *allocator)
{
    tn_arena arena;
    tn_arena_init(&arena, allocator);
    const tunip_allocator *own = &arena.allocator;
    tunip_doc_tree *tree = own->alloc(own->ctx, sizeof *tree);
    if (tree) *tree = (tunip_doc_tree){.arena = arena};
    return tree;
}

tunip_status tunip_doc_parse(const tunip_allocator *allocator, tunip_str text, tunip_doc_tree **out,
                             tunip_error *error)
{
    reader r = {.tree = tree_new(allocator)};
    *out = NULL;
    if (!r.tree) return tn_no_memory(error);
    tunip_str copy = tn_arena_str(&r.tree->arena, text);
    r.scan = (tn_doc_scan){.arena = &r.tree->arena, .error = error, .begin = copy.data};
    r.scan.at = copy.data;
    r.scan.end = copy.data ? copy.data + copy.size : NULL;
    tn_stack_init(&r.stack);
    if (!copy.data)
        tn_doc_fail_memory(&r.scan);
    else
        r.tree->root = read_doc(&r, 0, NULL);
    if (r.scan.status == TUNIP_OK && r.scan.at != r.scan.end)
        tn_doc_reject(&r.scan, "the end of the text");
    if (r.scan.status == TUNIP_OK)
        *out = r.tree;
    else
        tunip_doc_tree_free(r.tree);
    return r.scan.status;
}

void tunip_doc_tree_free(tunip_doc_tree *tree)
{
    if (!tree) return;
    tn_arena arena = tree->arena;
    tn_array_free(&tree->more_paths, &arena.allocator);
    arena.allocator.free(arena.allocator.ctx, tree, sizeof *tree);
    tn_arena_free(&arena);
}

const tunip_doc *tunip_doc_tree_root(const tunip_doc_tree *tree)
{
    return tree->root;
}

const tunip_path *tunip_doc_tree_next_path(const tunip_doc_tree *tree, uint32_t *more)
{
    if (!*more || *more >= tree->more_paths.count) return NULL;
    const more_path *entry = &tree->more_paths.items[*more];
    *more = entry->next;
    return entry->path;
}
