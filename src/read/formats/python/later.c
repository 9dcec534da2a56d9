/* later.c -- functions that are skipped first and read when they are needed, by a second
 * thread if there is one. */
#include "parse.h"

/* ======== defer ======== */

/* Skips the signature and the body of a function. Finds their ends only from quotes,
 * brackets and line ends. */

/* ---- the end of a block ---- */

typedef enum glance { PLAIN, BLANK, QUOTE, OPEN, CLOSE, HASH, LINE_END, ODD } glance;

static const uint8_t glances[256] = {
    [0] = ODD,      ['\\'] = ODD,  ['\f'] = ODD,      [' '] = BLANK,
    ['\t'] = BLANK, ['"'] = QUOTE, ['\''] = QUOTE,    ['('] = OPEN,
    ['['] = OPEN,   ['{'] = OPEN,  [')'] = CLOSE,     [']'] = CLOSE,
    ['}'] = CLOSE,  ['#'] = HASH,  ['\n'] = LINE_END, ['\r'] = LINE_END,
};

static glance glance_at(const char *at)
{
    return (glance)glances[(unsigned char)*at];
}

/* The end of the string that begins at `at`; NULL if it has no end, or none on its line. */
static const char *skip_string(const char *at, const char *limit)
{
    char quote = *at;
    bool is_long = at[1] == quote && at[2] == quote;
    for (at += is_long ? 3 : 1; at < limit; at++) {
        if (*at == '\\')
            at++;
        else if (*at == quote && (!is_long || (at[1] == quote && at[2] == quote)))
            return at + (is_long ? 3 : 1);
        else if (!is_long && glance_at(at) == LINE_END)
            return NULL;
    }
    return NULL;
}

static const char *skip_comment(const char *at, const char *limit)
{
    while (at < limit && glance_at(at) != LINE_END) at++;
    return at;
}

/* The first token of the next line that has one, or the end of the text. */
static const char *skip_blank_lines(const char *at, const char *limit, const char **line)
{
    for (;; at++) {
        while (glance_at(at) == BLANK) at++;
        if (glance_at(at) == HASH) at = skip_comment(at, limit);
        if (glance_at(at) != LINE_END) return at;
        *line = at + 1;
    }
}

/* Finds the end of the block in the column `column` whose first token is at `at`. Returns false,
 * with out->first NULL, if only the parser can find the end, for example because brackets do not
 * match, or because of tabs. The same for a line inside of brackets that begins to the left of the
 * block: probably a closing bracket is missing. The same for a line between `column` and `outer`,
 * the column of the head: its indentation is wrong. */
static bool find_end(const char *at, const char *limit, size_t column, size_t outer,
                     tn_py_block_end *out)
{
    const char *first = at;
    out->first = NULL;
    for (size_t depth = 0;;) {
        while (glances[(unsigned char)*at] <= BLANK) at++;
        glance here = glance_at(at);
        if (here == QUOTE) {
            at = skip_string(at, limit);
            if (!at) return false;
        } else if (here == OPEN) {
            depth++;
            at++;
        } else if (here == CLOSE) {
            if (!depth--) return false;
            at++;
        } else if (here == ODD && at != limit) {
            return false;
        } else {
            out->token = at;
            while (glance_at(out->token - 1) == BLANK) out->token--;
            at = skip_comment(at, limit);
            const char *line = out->line = at + (at < limit);
            at = skip_blank_lines(line, limit, &line);
            if (memchr(line, '\t', (size_t)(at - line))) return false;
            bool is_left = at == limit || (size_t)(at - line) < column;
            if (!is_left || (depth && glance_at(at) == CLOSE)) continue;
            if (depth || (at != limit && (size_t)(at - line) > outer)) return false;
            out->first = first;
            return true;
        }
    }
}

/* ---- the end of a signature ---- */

/* Whether a character is usual in a signature, outside of strings and brackets: a letter, a digit,
 * a blank, a line feed, an underscore, or part of an operator, a comma, a colon or a dot. */
static inline bool is_usual(char c)
{
    static const uint64_t usual[4] = {0x77fffc2100000400, 0x7fffffe87fffffe};
    return usual[(unsigned char)c / 64] >> (unsigned char)c % 64 & 1;
}

/* The end of brackets that open at `at`; NULL if they hold anything unusual. */
static const char *skip_brackets(const char *at, const char *limit)
{
    enum { MOST_SIZE = 1 << 16, MOST_DEPTH = 32 };
    char open[MOST_DEPTH];
    size_t depth = 0;
    if ((size_t)(limit - at) > MOST_SIZE) limit = at + MOST_SIZE;
    while (at && at < limit) {
        glance here = glance_at(at);
        if (here <= BLANK && is_usual(*at)) {
            at++;
        } else if (here == QUOTE) {
            at = skip_string(at, limit);
        } else if (here == OPEN) {
            if (depth == MOST_DEPTH) return NULL;
            open[depth++] = *at++;
        } else if (here == CLOSE) {
            char opener = *at == ')' ? '(' : *at == ']' ? '[' : '{';
            if (open[--depth] != opener) return NULL;
            at++;
            if (!depth) return at;
        } else if (*at == '\n') {
            at++;
        } else {
            return NULL;
        }
    }
    return NULL;
}

/* The colon after the return type, if there is one; NULL if there is anything unusual. */
static const char *skip_return_type(const char *at, const char *limit)
{
    while (*at == ' ') at++;
    if (at[0] != '-' || at[1] != '>') return *at == ':' ? at : NULL;
    for (at += 2; at && at < limit && *at != ':';)
        if (glance_at(at) == QUOTE)
            at = skip_string(at, limit);
        else if (glance_at(at) == OPEN)
            at = skip_brackets(at, limit);
        else
            at = tunip_is_letter(*at) || *at == '.' || *at == ' ' || *at == '_' ? at + 1 : NULL;
    return at && at < limit ? at : NULL;
}

/* Whether a block with usual indentation follows a colon, and can be skipped. */
static bool has_block(tn_py *p, const char *colon)
{
    const char *at = colon + 1, *line = at, *limit = p->lexer.limit;
    tn_py_indent indent = p->lexer.indents.items[p->lexer.indents.count - 1];
    while (*at == ' ') at++;
    if (*at != '\n' || indent.column != indent.alternate) return false;
    line = at + 1;
    at = skip_blank_lines(line, limit, &line);
    size_t column = (size_t)(at - line);
    return at < limit && !memchr(line, '\t', column) && column > indent.column &&
           find_end(at, limit, column, indent.column, &p->block_end);
}

bool tn_py_skip_signature(tn_py *p, bool *returns)
{
    tn_py_lexer *lexer = &p->lexer;
    if (p->kind != PY_OPEN_ROUND || lexer->brackets.count != 1) return false;
    const char *args_end = skip_brackets(lexer->at, lexer->limit);
    const char *at = args_end ? skip_return_type(args_end, lexer->limit) : NULL;
    if (!at || !has_block(p, at)) return false;
    *returns = memchr(args_end, '>', (size_t)(at - args_end));
    lexer->brackets.count = 0;
    lexer->cursor = at;
    tn_py_advance(p);
    return true;
}

/* ---- skipping ---- */

/* Shares those of the previous block if they are equal. */
const tn_py_indent *tn_py_keep_indents(tn_py *p, size_t count)
{
    const tn_py_indent *here = p->lexer.indents.items;
    const tn_py_unread *last = p->unread.count ? p->unread.items[p->unread.count - 1] : NULL;
    if (last && last->indent_count == count &&
        memcmp(last->indents, here, count * sizeof *here) == 0)
        return last->indents;
    tn_py_indent *indents = tn_arena_alloc(p->arena, count * sizeof *indents);
    if (indents) memcpy(indents, here, count * sizeof *here);
    return indents;
}

/* Comments after the last token belong to the block if they have its indentation. */
bool tn_py_defer_block(tn_py *p, const char *line)
{
    tn_py_lexer *lexer = &p->lexer;
    tn_py_block_end end = p->block_end;
    const tn_py_indent *indents = lexer->indents.items;
    tn_py_indent indent = indents[lexer->indents.count - 1];
    uint32_t column = indent.column, outer = indents[lexer->indents.count - 2].column;
    if (indent.column != indent.alternate) return false;
    if (end.first != lexer->cursor && !find_end(lexer->cursor, lexer->limit, column, outer, &end))
        return false;
    tn_script_place place = {tn_py_at(p), tn_py_locate(p, end.token)};
    tn_py_unread *unread =
        tn_script_doc(p->arena, sizeof *unread, TUNIP_DOC_EXPR_STMT, TUNIP_ROLE_NONE, place);
    size_t count = lexer->indents.count - 1;
    const tn_py_indent *around = tn_py_keep_indents(p, count);
    if (!unread || !around || !tn_array_push(&p->unread, &p->arena->allocator, unread)) {
        tn_py_fail_memory(p);
        return false;
    }
    *unread = (tn_py_unread){.stmt = {.stmt = {.base = unread->stmt.stmt.base, .comment = {"", 0}},
                                      .expr = &tn_unread_body.base},
                             .line = line,
                             .indents = around,
                             .indent_count = count,
                             .around = p->around};
    tn_py_push(p, &unread->stmt.stmt.base);
    p->comment_count = lexer->comments.count;
    lexer->cursor = end.line;
    lexer->at_line = true;
    lexer->has_tokens = false;
    tn_py_advance(p);
    while (p->comment_count < lexer->comments.count &&
           lexer->comments.items[p->comment_count].column >= column)
        p->comment_count++;
    p->previous_end = (uint32_t)(end.token - lexer->begin);
    if (p->kind == PY_DEDENT) tn_py_advance(p);
    return true;
}

/* The first character after a newline, or after a backslash and a newline, is at `at`: whether the
 * text goes on with a line that is indented more than `column`. *at is then at this line. */
static bool goes_on(const char **at, const char *limit, size_t column)
{
    const char *line = *at, *first = skip_blank_lines(line, limit, &line);
    bool is_inner = first < limit && (size_t)(first - line) > column;
    if (is_inner) *at = first;
    return is_inner;
}

const char *tn_py_skip_definition(tn_py *p, size_t column)
{
    tn_py_lexer *lexer = &p->lexer;
    const char *at = lexer->at, *limit = lexer->limit, *end = at, *next;
    size_t depth = 0;
    for (bool is_open = true; is_open && at < limit;) {
        glance here = glance_at(at);
        next = at + 1;
        if (here == QUOTE) next = skip_string(at, limit);
        if (!next) next = skip_comment(at, limit); /* a string without an end: Python refuses it */
        if (*at == '#') next = skip_comment(at, limit);
        if (*at == '\\' && next < limit) next++;
        depth += here == OPEN;
        depth -= here == CLOSE && depth;
        if (*at == '\n' && !depth) is_open = goes_on(&next, limit, column);
        if (*at != ' ' && *at != '\n' && *at != '\r') end = next;
        at = next;
    }
    lexer->cursor = at;
    lexer->brackets.count = 0;
    lexer->at_line = true;
    lexer->has_tokens = false;
    tn_py_advance(p);
    p->previous_end = tn_py_locate(p, end);
    return end;
}

/* ======== body ======== */

/* Reads signatures and bodies that were skipped. */

/* Goes to a place of the text between two tokens. False when out of memory. */
static bool go_to(tn_py *p, const char *at, const tn_py_indent *indents, size_t count)
{
    tn_py_lexer *lexer = &p->lexer;
    if (!tn_array_reserve(&lexer->indents, lexer->allocator, count)) {
        tn_py_fail_memory(p);
        return false;
    }
    memcpy(lexer->indents.items, indents, count * sizeof *indents);
    lexer->indents.count = count;
    lexer->brackets.count = lexer->comments.count = p->comment_count = p->keys.count = 0;
    lexer->cursor = lexer->at = at;
    lexer->pending = 0;
    lexer->odd_column = 0;
    lexer->is_lenient = false;
    p->is_broken = p->delayed.is_set = false;
    p->misplaced = NULL;
    tn_stack_init(&p->stack);
    return true;
}

/* Goes to the first statement of a skipped block. Returns its column, or 0 if there is none. */
static uint32_t enter(tn_py *p, const tn_py_unread *unread)
{
    tn_py_lexer *lexer = &p->lexer;
    if (!go_to(p, unread->line, unread->indents, unread->indent_count)) return 0;
    lexer->at_line = true;
    lexer->has_tokens = false;
    p->function_depth = 1;
    p->around = unread->around;
    tn_py_advance(p);
    uint32_t column = lexer->indents.items[lexer->indents.count - 1].column;
    tn_py_advance(p);
    return column;
}

/* Makes the parser use another arena, because its own arena is for heads of functions. */
static tn_arena *change_arena(tn_py *p, tn_arena *arena)
{
    tn_arena *before = p->arena;
    p->arena = arena;
    return before;
}

static void leave(tn_py *p, tn_arena *before)
{
    if (p->failed || p->lexer.failed) p->arena->failed = true;
    p->arena = before;
}

tunip_docs tn_py_read_body(tn_py *p, tn_arena *arena, const tn_py_unread *unread)
{
    tn_arena *before = change_arena(p, arena);
    size_t base = p->list.count;
    if (p->is_full) {
        tn_py_push(p, tn_py_new_broken(p, tn_doc_place(&unread->stmt.stmt.base).begin));
    } else {
        uint32_t column = enter(p, unread);
        while (tn_py_parse_next(p, column)) continue;
    }
    tunip_docs body = tn_py_take(p, base);
    leave(p, before);
    return body;
}

const tunip_doc *tn_py_read_function(tn_py *p, tn_arena *arena, const tn_py_function *f)
{
    tn_arena *before = change_arena(p, arena);
    const tunip_doc *here = &f->doc.stmt.base;
    tunip_doc_function *doc =
        tn_script_doc(arena, sizeof *doc, TUNIP_DOC_FUNCTION, TUNIP_ROLE_NONE, tn_doc_place(here));
    if (!doc) {
        leave(p, before);
        return NULL;
    }
    *doc = f->doc;
    doc->return_type = NULL;
    doc->args = tunip_docs_none();
    if (p->is_full) {
        tn_py_break(p);
    } else if (go_to(p, f->signature, f->indents, f->indent_count)) {
        p->lexer.at_line = false;
        p->lexer.has_tokens = true;
        p->function_depth = 0;
        p->around = f->around;
        p->statement = f->keyword;
        tn_py_advance(p);
        doc->args = tn_py_parse_signature(p, &doc->return_type);
        tn_py_expect(p, PY_COLON, "`:`");
    }
    if (p->is_broken) {
        doc->args = tunip_docs_none();
        doc->return_type = NULL;
        doc->body = tn_py_recover_body(p, f->keyword);
        tn_script_place place = tn_doc_place(here);
        if (doc->body.count) place.end = tn_doc_place(doc->body.items[0]).end;
        tn_doc_move(&doc->stmt.base, place);
    }
    leave(p, before);
    return &doc->stmt.base;
}

/* The reports of a parser, which go on after a part that is read without reports. */
typedef struct reports {
    tunip_diagnostics *diagnostics;
    size_t error_count;
    bool is_full;
} reports;

static reports mute(tn_py *p)
{
    reports before = {p->diagnostics, p->error_count, p->is_full};
    p->diagnostics = NULL;
    return before;
}

static void unmute(tn_py *p, reports before)
{
    p->diagnostics = before.diagnostics;
    p->error_count = before.error_count;
    p->is_full = before.is_full;
}

/* Reports errors and warnings only once, because a signature is read twice. */
const tunip_doc *tn_python_read_function(tn_python *p, tn_arena *arena, const tunip_doc *doc)
{
    tn_py_function *f = (tn_py_function *)(uintptr_t)doc;
    bool was_read = f->is_read;
    reports before = {.diagnostics = NULL};
    if (was_read) before = mute(p);
    const tunip_doc *made = tn_py_read_function(p, arena, f);
    if (was_read) unmute(p, before);
    f->is_read = true;
    const tunip_doc *body = f->doc.body.count ? f->doc.body.items[0] : NULL;
    bool is_wrong = made && ((const tunip_doc_function *)made)->body.items != f->doc.body.items;
    if (is_wrong && body && tn_doc_is_unread(body))
        ((tn_py_unread *)(uintptr_t)body)->is_read = true;
    return made;
}

tunip_docs tn_python_read_body(tn_python *p, tn_arena *arena, const tunip_doc *doc)
{
    tn_py_unread *unread = (tn_py_unread *)(uintptr_t)doc;
    unread->is_read = true;
    return tn_py_read_body(p, arena, unread);
}

void tn_python_peek(tn_python *p, tn_arena *arena, const tunip_doc *doc, tn_python_stmt_fn each,
                    void *user)
{
    tn_arena *before = change_arena(p, arena);
    reports reported = mute(p);
    size_t base = p->list.count;
    bool goes_on = true;
    uint32_t column = enter(p, (const tn_py_unread *)doc);
    while (goes_on && tn_py_parse_next(p, column)) {
        for (size_t i = base; goes_on && i < p->list.count; i++)
            goes_on = each(p->list.items[i], user);
        p->list.count = base;
    }
    p->list.count = base;
    unmute(p, reported);
    leave(p, before);
}

void tn_python_read_rest(tn_python *p, tn_arena *arena)
{
    for (size_t i = 0; i < p->functions.count && !arena->failed; i++) {
        const tn_py_function *f = p->functions.items[i];
        if (!f->is_read) tn_python_read_function(p, arena, &f->doc.stmt.base);
    }
    for (size_t i = 0; i < p->unread.count && !arena->failed; i++) {
        tn_py_unread *unread = p->unread.items[i];
        if (!unread->is_read) tn_python_read_body(p, arena, &unread->stmt.stmt.base);
    }
}

/* ======== ahead ======== */

/* A worker parses functions before elaborate asks for them: first the signatures with a
 * return type, to declare the functions, and then each signature and the body after it. Most
 * functions without a return type are declared without their signature.
 *
 * If a signature or a body has an error or a warning, the caller's thread reads it itself, so that
 * messages are the same with and without a worker. */

enum {
    BATCHES = 8,
    BATCH = 4 << 10, /* bytes of text. Its Docs stay in the processor's cache, and take far less
                        memory than the graph of a text that is worth a thread */
    LEAST = 64 << 10
};

/* A function whose signature was skipped, or a body. */
typedef struct item {
    const tn_py_function *function; /* NULL for a body */
    const tn_py_unread *unread;
} item;

/* The Docs of an item. */
typedef struct docs {
    const tunip_doc *function;
    tunip_docs body;
    bool is_silent; /* false: it has an error or a warning */
} docs;

/* The Docs of items that follow one another. */
typedef struct batch {
    tn_python_ahead *ahead;
    tn_arena arena;
    tn_arena_mark empty;
    size_t first; /* the number of its first item */
    TN_ARRAY(docs) docs;
    bool is_last;
    size_t job; /* that fills it */
} batch;

struct tn_py_ahead {
    tn_worker *worker;
    batch batches[BATCHES]; /* the batch n of the text is at n % BATCHES */
    size_t current;         /* the batch whose Docs are in use; the signature that belongs to its
                               first body may be in the batch before it */
    size_t posted;          /* jobs fill the batches before this one */
    /* The worker's: */
    tn_py parser;
    tn_arena names; /* of the parser */
    item *items;
    size_t count, next; /* of the items, and the first one that has not been read */
};

static size_t size_of(const tn_py_unread *unread)
{
    tn_script_place place = tn_doc_place(&unread->stmt.stmt.base);
    return place.end - place.begin;
}

/* ---- the worker's side ---- */

static docs read_item(tn_python_ahead *a, tn_arena *arena, const item *next)
{
    tn_py *p = &a->parser;
    docs read = {.function = NULL};
    size_t before = tunip_diagnostics_count(p->diagnostics);
    p->error_count = 0;
    p->is_full = false;
    if (next->function)
        read.function = tn_py_read_function(p, arena, next->function);
    else
        read.body = tn_py_read_body(p, arena, next->unread);
    read.is_silent = tunip_diagnostics_count(p->diagnostics) == before;
    return read;
}

/* Parses the next items. Stops if memory ends, and if there are many messages that nobody reads. */
static void fill(void *opaque)
{
    enum { SIGNATURE = 200 /* about so many bytes */, MOST_MESSAGES = 1000 };
    batch *b = opaque;
    tn_python_ahead *a = b->ahead;
    const tunip_diagnostics *messages = a->parser.diagnostics;
    tn_arena_rewind(&b->arena, b->empty);
    b->docs.count = 0;
    b->first = a->next;
    for (size_t size = 0; size < BATCH && a->next < a->count; a->next++) {
        const item *next = &a->items[a->next];
        docs read = read_item(a, &b->arena, next);
        if (b->arena.failed || tunip_diagnostics_count(messages) > MOST_MESSAGES ||
            !tn_array_push(&b->docs, &b->arena.allocator, read))
            a->count = a->next; /* stop here */
        size += next->function ? SIGNATURE : size_of(next->unread);
    }
    b->is_last = a->next >= a->count;
}

/* ---- opening and closing ---- */

bool tn_python_is_long(const tn_python *p)
{
    size_t size = 0;
    for (size_t i = 0; i < p->unread.count && size < LEAST; i++)
        size += size_of(p->unread.items[i]);
    return size >= LEAST;
}

/* Lists the items in the order in which the caller asks for them. */
static bool list_items(tn_python_ahead *a, const tn_py *heads)
{
    size_t functions = heads->functions.count, bodies = heads->unread.count, f = 0, b = 0;
    item *at = a->items = tn_arena_alloc(&a->names, (2 * functions + bodies) * sizeof *a->items);
    if (!at) return false;
    for (size_t i = 0; i < functions; i++) {
        tn_py_function *function = heads->functions.items[i];
        if (!function->doc.return_type) continue;
        function->to_declare = (size_t)(at - a->items);
        *at++ = (item){function, NULL};
    }
    while (f < functions || b < bodies) {
        tn_py_function *function = f < functions ? heads->functions.items[f] : NULL;
        tn_py_unread *body = b < bodies ? heads->unread.items[b] : NULL;
        bool is_function = function && (!body || function->signature < body->line);
        *(is_function ? &function->in_order : &body->in_order) = (size_t)(at - a->items);
        *at++ = is_function ? (item){function, NULL} : (item){NULL, body};
        f += is_function;
        b += !is_function;
    }
    a->count = (size_t)(at - a->items);
    return true;
}

static bool open(tn_python_ahead *a, const tn_py *heads)
{
    const tunip_allocator *allocator = &heads->names_arena->allocator;
    tn_py *p = &a->parser;
    tunip_str text = {heads->lexer.begin, (size_t)(heads->lexer.limit - heads->lexer.begin)};
    *p = (tn_py){.arena = &a->names,
                 .names_arena = &a->names,
                 .parse = heads->parse,
                 .options = heads->options,
                 .source = heads->source};
    tn_arena_init(&a->names, allocator);
    for (size_t i = 0; i < BATCHES; i++) {
        batch *b = &a->batches[i];
        b->ahead = a;
        tn_arena_init(&b->arena, allocator);
        b->empty = tn_arena_here(&b->arena);
    }
    tn_py_names_init(&p->names, allocator);
    p->diagnostics = tunip_diagnostics_new(allocator, NULL);
    return p->diagnostics && list_items(a, heads) && tn_py_lexer_init(&p->lexer, text, allocator);
}

tn_python_ahead *tn_python_ahead_new(tn_python *python, tn_worker *worker)
{
    tn_python_ahead *a = tn_arena_zalloc(python->arena, sizeof *a);
    if (!a) return NULL;
    a->worker = worker;
    if (open(a, python)) return a;
    tn_python_ahead_free(a);
    return NULL;
}

void tn_python_ahead_free(tn_python_ahead *a)
{
    if (!a) return;
    for (size_t i = 0; i < BATCHES; i++) {
        tn_array_free(&a->batches[i].docs, &a->names.allocator);
        tn_arena_free(&a->batches[i].arena);
    }
    tunip_diagnostics_free(a->parser.diagnostics);
    tn_python_close(&a->parser);
    tn_arena_free(&a->names);
}

/* ---- the caller's side ---- */

/* Posts jobs once half of the batches are free, because waking a thread for each batch would cost
 * more. */
static void post(tn_python_ahead *a)
{
    if (a->posted > a->current + BATCHES / 2) return;
    for (; a->posted + 1 < a->current + BATCHES; a->posted++) {
        batch *b = &a->batches[a->posted % BATCHES];
        b->job = tn_worker_post(a->worker, fill, b);
        if (!b->job) break;
    }
}

/* The Docs of the item `number`; NULL if the caller's thread has to read it. After too many errors,
 * the parser of that thread reads nothing more. */
static const docs *find(tn_python_ahead *a, const tn_py *python, size_t number)
{
    if (!a || python->is_full) return NULL;
    for (;; a->current++) {
        post(a);
        if (a->current == a->posted) return NULL;
        const batch *b = &a->batches[a->current % BATCHES];
        tn_worker_wait(a->worker, b->job);
        if (number < b->first) return NULL;
        const docs *found =
            number - b->first < b->docs.count ? &b->docs.items[number - b->first] : NULL;
        if (found) return found->is_silent ? found : NULL;
        if (b->is_last) return NULL;
    }
}

const tunip_doc *tn_python_function_ahead(tn_python *python, tn_python_ahead *ahead,
                                          tn_arena *arena, const tunip_doc *doc, bool declares)
{
    tn_py_function *f = (tn_py_function *)(uintptr_t)doc;
    size_t number = declares ? f->to_declare : f->in_order;
    const docs *found = number == TN_PY_NOT_AHEAD ? NULL : find(ahead, python, number);
    if (!found) return tn_python_read_function(python, arena, doc);
    f->is_read = true;
    return found->function;
}

tunip_docs tn_python_body_ahead(tn_python *python, tn_python_ahead *ahead, tn_arena *arena,
                                const tunip_doc *doc)
{
    tn_py_unread *unread = (tn_py_unread *)(uintptr_t)doc;
    const docs *found = find(ahead, python, unread->in_order);
    unread->is_read = true;
    return found ? found->body : tn_py_read_body(python, arena, unread);
}
