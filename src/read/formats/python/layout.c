/* layout.c -- indentation, brackets and comments, and what decides between two readings of a
 * token. */
#include "../../../util/distance.h"
#include "../../../util/memory.h"
#include "../../../util/unicode.h"
#include "lexer.h"

/* ======== layout ======== */

/* Indentation, brackets and comments.
 *
 * As in CPython, each line has two columns: tabs reach to the next multiple of eight, or are one
 * column wide. If two lines compare differently by the two, their order depends on the width of
 * tabs, which is an error. */

enum { TAB = 8 };

bool tn_py_lexer_init(tn_py_lexer *lexer, tunip_str text, const tunip_allocator *allocator)
{
    *lexer = (tn_py_lexer){.begin = text.data, .cursor = text.data, .at = text.data};
    lexer->cursor += tn_mark_size(text);
    lexer->limit = text.data + text.size;
    lexer->allocator = allocator;
    lexer->at_line = true;
    return tn_array_push(&lexer->indents, allocator, (tn_py_indent){0, 0});
}

void tn_py_lexer_free(tn_py_lexer *lexer)
{
    tn_array_free(&lexer->brackets, lexer->allocator);
    tn_array_free(&lexer->indents, lexer->allocator);
    tn_array_free(&lexer->comments, lexer->allocator);
}

static tn_py_kind layout_fail(tn_py_lexer *lexer, tn_py_fault fault)
{
    lexer->fault = fault;
    return PY_BAD;
}

/* ---- comments ---- */

static void add_comment(tn_py_lexer *lexer, const char *hash, const char *end, uint32_t column)
{
    const char *begin = hash + 1;
    if (begin < end && *begin == ' ') begin++;
    const char *text = begin;
    while (text < end && memchr(" \t\v\f", *text, 4)) text++;
    if (text == end) begin = end; /* of blanks alone */
    tn_py_comment comment = {.begin = (uint32_t)(begin - lexer->begin),
                             .end = (uint32_t)(end - lexer->begin),
                             .hash = (uint32_t)(hash - lexer->begin),
                             .column = column};
    if (!tn_array_push(&lexer->comments, lexer->allocator, comment)) lexer->failed = true;
}

void tn_py_add_comment(tn_py_lexer *lexer, const char *end)
{
    add_comment(lexer, lexer->at, end, UINT32_MAX);
}

/* ---- brackets ---- */

static TN_APART bool add_room(tn_py_lexer *lexer)
{
    if (!tn_array_reserve(&lexer->brackets, lexer->allocator, 1)) lexer->failed = true;
    return !lexer->failed;
}

tn_py_kind tn_py_open(tn_py_lexer *lexer, tn_py_kind kind)
{
    if (lexer->brackets.count < lexer->brackets.room || add_room(lexer))
        lexer->brackets.items[lexer->brackets.count++] = (uint32_t)(lexer->at - lexer->begin);
    return kind;
}

tn_py_kind tn_py_close(tn_py_lexer *lexer, tn_py_kind kind, char opener)
{
    if (!lexer->brackets.count) return layout_fail(lexer, PY_FAULT_CLOSE);
    lexer->opener = lexer->brackets.items[--lexer->brackets.count];
    return lexer->begin[lexer->opener] == opener ? kind : layout_fail(lexer, PY_FAULT_MISMATCH);
}

/* Whether the last line of the text must be continued. */
static bool is_continued(const tn_py_lexer *lexer)
{
    const char *at = lexer->limit;
    if (!lexer->has_tokens || lexer->is_lenient) return false;
    if (at > lexer->begin && at[-1] == '\n') at--;
    if (at > lexer->begin && at[-1] == '\r') at--;
    return at < lexer->limit && at > lexer->begin && at[-1] == '\\';
}

tn_py_kind tn_py_end(tn_py_lexer *lexer)
{
    if (lexer->brackets.count) return PY_END;
    if (is_continued(lexer)) return layout_fail(lexer, PY_FAULT_CUT);
    if (lexer->has_tokens) {
        lexer->has_tokens = false;
        return PY_NEWLINE;
    }
    if (lexer->indents.count <= 1) return PY_END;
    lexer->indents.count--;
    return PY_DEDENT;
}

void tn_py_leave_brackets(tn_py_lexer *lexer)
{
    lexer->brackets.count = 0;
}

/* ---- indentation ---- */

static const char *take_indent(const char *at, tn_py_indent *out)
{
    tn_py_indent indent = {0, 0};
    const char *begin = at;
    while (*at == ' ') at++;
    indent.column = indent.alternate = (uint32_t)(at - begin);
    for (;; at++) {
        if (*at == ' ') {
            indent.column++;
            indent.alternate++;
        } else if (*at == '\t') {
            indent.column = (indent.column / TAB + 1) * TAB;
            indent.alternate++;
        } else if (*at == '\f') {
            indent = (tn_py_indent){0, 0};
        } else {
            break;
        }
    }
    *out = indent;
    return at;
}

static const char *line_at(const tn_py_lexer *lexer, const char *at)
{
    while (at > lexer->begin && at[-1] != '\n' && at[-1] != '\r') at--;
    return at;
}

const char *tn_py_line(const tn_py_lexer *lexer)
{
    return line_at(lexer, lexer->at);
}

uint32_t tn_py_indentation(const tn_py_lexer *lexer, const char *at)
{
    tn_py_indent indent;
    take_indent(line_at(lexer, at), &indent);
    return indent.column;
}

bool tn_py_is_first(const tn_py_lexer *lexer)
{
    const char *at = lexer->at;
    while (at > lexer->begin && (at[-1] == ' ' || at[-1] == '\t' || at[-1] == '\f')) at--;
    return at == lexer->begin || at[-1] == '\n' || at[-1] == '\r';
}

/* Whether the colon of a loop follows, before a bracket closes that was open before. */
static bool is_loop(const tn_py_lexer *lexer)
{
    enum { MOST = 400 }; /* bytes */
    const char *at = lexer->at;
    for (int depth = 0, left = MOST; left && at < lexer->limit && depth >= 0; left--, at++) {
        if (*at == '#') at = at + strcspn(at, "\r\n") - 1;
        if (*at == ':' && !depth) return true;
        if (*at && strchr("([{", *at)) depth++;
        if (*at && strchr(")]}", *at)) depth--;
    }
    return false;
}

bool tn_py_begins_statement(const tn_py_lexer *lexer, tn_py_kind kind)
{
    static const bool never_inside[PY__COUNT] = {
        [PY_ASSERT] = true, [PY_BREAK] = true, [PY_CLASS] = true, [PY_CONTINUE] = true,
        [PY_DEF] = true,    [PY_DEL] = true,   [PY_FROM] = true,  [PY_GLOBAL] = true,
        [PY_IMPORT] = true, [PY_PASS] = true,  [PY_RAISE] = true, [PY_RETURN] = true,
        [PY_TRY] = true,    [PY_WHILE] = true, [PY_WITH] = true,  [PY_NONLOCAL] = true};
    return tn_py_is_first(lexer) && (never_inside[kind] || (kind == PY_FOR && is_loop(lexer)));
}

void tn_py_restart_line(tn_py_lexer *lexer)
{
    lexer->cursor = tn_py_line(lexer);
    lexer->at_line = true;
    lexer->has_tokens = false;
}

static bool is_line_end(const tn_py_lexer *lexer, const char *at)
{
    return *at == '\n' || *at == '\r' || (*at == '\0' && at == lexer->limit);
}

static const char *find_line_end(const tn_py_lexer *lexer, const char *at)
{
    at += strcspn(at, "\r\n");
    while (!is_line_end(lexer, at)) at += 1 + strcspn(at + 1, "\r\n"); /* after a NUL */
    return at;
}

static const char *skip_line_end(const char *at)
{
    if (at[0] == '\r' && at[1] == '\n') return at + 2;
    return *at == '\n' || *at == '\r' ? at + 1 : at;
}

/* The end of a backslash and the line end after it; NULL if there is none. */
static const char *skip_continuation(const char *at)
{
    bool found = at[0] == '\\' && (at[1] == '\n' || at[1] == '\r');
    return found ? skip_line_end(at + 1) : NULL;
}

/* The indentation from `at` on. A backslash may divide it: the first column other than 0 counts. */
static const char *take_line_indent(const char *at, tn_py_indent *out)
{
    at = take_indent(at, out);
    for (const char *next; (next = skip_continuation(at));) {
        tn_py_indent more;
        at = take_indent(next, &more);
        if (!out->column) *out = more;
    }
    return at;
}

/* Skips lines without tokens: returns the first token of the next line, or the end of the text. */
static const char *find_line(tn_py_lexer *lexer, tn_py_indent *indent)
{
    const char *at = lexer->cursor;
    for (bool after_comment = false;; at = skip_line_end(at)) {
        at = take_line_indent(at, indent);
        if (*at == '#') {
            const char *hash = at;
            at = find_line_end(lexer, at);
            add_comment(lexer, hash, at, indent->column);
            after_comment = true;
        } else if (!is_line_end(lexer, at)) {
            return at;
        } else if (after_comment && lexer->comments.count) {
            lexer->comments.items[lexer->comments.count - 1].is_last = true;
            after_comment = false;
        }
        if (at == lexer->limit) return at;
    }
}

/* Compares by both columns; false when they disagree. */
static bool compare(tn_py_indent a, tn_py_indent b, int *order)
{
    *order = (a.column > b.column) - (a.column < b.column);
    return *order == (a.alternate > b.alternate) - (a.alternate < b.alternate);
}

/* A line between two columns belongs to the inner block, so that it causes no further faults in
 * later lines. */
static tn_py_kind change_indent(tn_py_lexer *lexer, tn_py_indent indent)
{
    int order;
    if (indent.column < lexer->odd_column) lexer->odd_column = 0;
    bool agree = compare(indent, lexer->indents.items[lexer->indents.count - 1], &order);
    for (; order < 0; lexer->pending--) {
        lexer->indents.count--;
        agree &= compare(indent, lexer->indents.items[lexer->indents.count - 1], &order);
    }
    if (order > 0 && lexer->pending) {
        lexer->pending++;
        lexer->indents.count++;
        if (lexer->is_lenient || lexer->odd_column == indent.column) return PY__COUNT;
        lexer->odd_column = indent.column;
        return layout_fail(lexer, PY_FAULT_DEDENT);
    }
    if (order > 0) {
        if (!tn_array_push(&lexer->indents, lexer->allocator, indent)) lexer->failed = true;
        lexer->pending = 1;
    }
    return agree || lexer->is_lenient ? PY__COUNT : layout_fail(lexer, PY_FAULT_TABS);
}

tn_py_kind tn_py_begin_line(tn_py_lexer *lexer)
{
    if (lexer->at_line) {
        tn_py_indent indent;
        const char *at = find_line(lexer, &indent);
        lexer->at_line = false;
        lexer->at = lexer->cursor = at;
        if (at == lexer->limit) return PY__COUNT;
        lexer->has_tokens = true;
        tn_py_kind fault = change_indent(lexer, indent);
        if (fault != PY__COUNT) return fault;
    }
    if (!lexer->pending) return PY__COUNT;
    bool is_deeper = lexer->pending > 0;
    lexer->pending += is_deeper ? -1 : 1;
    lexer->at = lexer->cursor;
    return is_deeper ? PY_INDENT : PY_DEDENT;
}

/* ======== hint ======== */

/* Advice for the usual mistakes. */

/* ---- a word that is nearly a keyword ---- */

enum { LONGEST = 8 };

static const char *const keywords[] = {"for",  "while", "with",   "if",     "elif", "else",
                                       "def",  "class", "return", "assert", "pass", "import",
                                       "from", "break", "lambda", "not"};

static const char *nearest_keyword(tunip_str word)
{
    const char *best = NULL;
    size_t least = 2 + (word.size > 4);
    for (size_t i = 0; i < TUNIP_LEN(keywords) && word.size <= LONGEST; i++) {
        tunip_str keyword = tunip_str_from(keywords[i]);
        if (word.size < 2 || word.size > keyword.size + 1) continue;
        size_t found = tn_edit_distance(word, keyword, least);
        if (found >= least || found == 0) continue;
        least = found;
        best = keywords[i];
    }
    return best;
}

/* ---- by the tokens around the error ---- */

static tunip_str word_at(const char *at, const char *limit)
{
    size_t size = 0;
    while (at + size < limit && ((at[size] >= 'a' && at[size] <= 'z') || at[size] == '_')) size++;
    return (tunip_str){at, size};
}

/* Whether the text before `at`, without trailing blanks, ends with `word`. */
static bool follows(const char *begin, const char *at, const char *word)
{
    size_t size = strlen(word);
    while (at > begin && at[-1] == ' ') at--;
    return (size_t)(at - begin) >= size && memcmp(at - size, word, size) == 0;
}

/* An unexpected token, after a text that tells what was meant. */
static const struct {
    tn_py_kind kind;
    const char *before, *text;
} by_tokens[] = {
    {PY_ASSIGN, "", "`==` compares two values"},  {PY_WALRUS, "", "`=` assigns a value"},
    {PY_IF, "else", "`else if` is `elif`"},       {PY_AMPERSAND, "&", "`and` joins two conditions"},
    {PY_PIPE, "|", "`or` joins two conditions"},  {PY_GT, "=", "`>=` tests for greater or equal"},
    {PY_LT, "=", "`<=` tests for less or equal"},
};

/* A statement whose first word is followed by an unexpected token. */
static const struct {
    const char *word, *message;
} by_words[] = {
    {"print", "a call of `print` needs parentheses"},
    {"match", "match statements are not supported here"},
    {"type", "type statements are not supported here"},
};

static const char *hint_by_tokens(const tn_py_lexer *lexer, tn_py_kind kind)
{
    for (size_t i = 0; i < TUNIP_LEN(by_tokens); i++)
        if (by_tokens[i].kind == kind && follows(lexer->begin, lexer->at, by_tokens[i].before))
            return by_tokens[i].text;
    return NULL;
}

tn_py_hint tn_py_find_hint(const tn_py_lexer *lexer, tn_py_kind kind, const char *statement)
{
    tn_py_hint hint = {.begin = lexer->at, .text = hint_by_tokens(lexer, kind)};
    if (kind == PY_GT && lexer->at > lexer->begin && lexer->at[-1] == '<') {
        hint.message = "`!=` tests whether two values differ";
        hint.begin--;
    }
    if (hint.text || hint.message) return hint;
    tunip_str first = word_at(statement, lexer->limit);
    const char *second = statement + first.size;
    while (second < lexer->at && *second == ' ') second++;
    bool is_alone = *second == ':' && kind == PY_NEWLINE; /* as in `els:` */
    if (second != lexer->at && !is_alone) return hint;
    for (size_t i = 0; i < TUNIP_LEN(by_words); i++) {
        if (is_alone || !tunip_str_is(first, by_words[i].word)) continue;
        hint.message = by_words[i].message;
        hint.begin = statement;
        return hint;
    }
    hint.keyword = nearest_keyword(first);
    return hint;
}

const char *tn_py_character_hint(char c)
{
    if (c == '!') return "`not` negates a condition";
    if (c == '?') return "`a if condition else b` chooses a value";
    return NULL;
}

/* ======== tokens ======== */

/* The properties of each kind of token. */

static const char *const spellings[PY__COUNT] = {
#define X(TOKEN, spelling, bind, operator) [PY_##TOKEN] = spelling,
#include "tokens.def"
#undef X
};

const char *tn_py_spelling(tn_py_kind kind)
{
    return spellings[kind];
}

bool tn_py_begins_expr(tn_py_kind kind)
{
    switch (kind) {
    case PY_NAME:
    case PY_INT:
    case PY_FLOAT:
    case PY_IMAGINARY:
    case PY_STRING:
    case PY_OPEN_ROUND:
    case PY_OPEN_SQUARE:
    case PY_OPEN_CURLY:
    case PY_ELLIPSIS:
    case PY_PLUS:
    case PY_MINUS:
    case PY_TILDE:
    case PY_STAR:
    case PY_POWER:
    case PY_FALSE:
    case PY_NONE:
    case PY_TRUE:
    case PY_AWAIT:
    case PY_LAMBDA:
    case PY_NOT:
    case PY_YIELD:
        return true;
    default:
        return false;
    }
}
