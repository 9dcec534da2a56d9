/* mutate_script.c -- scripts with one piece changed: a token, an argument, a bracket with its
 * content, or a line with the block below it. So most scripts stay scripts, which random bytes do
 * not. A piece is replaced by one of the same kind, of this script or of another one. */
#include <stdlib.h>

#include <tunip/ext/dialect.h>
#include <tunip/ext/elaborate.h>

#include "mutate.h"

typedef enum kind { TOKEN, BRACKET, ARGUMENT, BLOCK, KINDS } kind;

typedef struct piece {
    size_t begin, end;
} piece;

enum { MOST_PIECES = 4096, MOST_DEPTH = 64 };

typedef struct pieces {
    tunip_str text;
    piece items[KINDS][MOST_PIECES];
    size_t count[KINDS];
} pieces;

static void add(pieces *to, kind kind, size_t begin, size_t end)
{
    size_t *count = &to->count[kind];
    if (begin < end && *count < MOST_PIECES) to->items[kind][(*count)++] = (piece){begin, end};
}

/* ---- pieces ---- */

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '.' || (unsigned char)c >= 0x80;
}

/* Where the token ends that begins at `at`. */
static size_t end_of_token(tunip_str text, size_t at)
{
    char c = text.data[at++];
    if (is_word(c)) {
        while (at < text.size && is_word(text.data[at])) at++;
    } else if (c == '"' || c == '\'') {
        while (at < text.size && text.data[at] != c && text.data[at] != '\n')
            at += 1 + (text.data[at] == '\\' && at + 1 < text.size);
        at += at < text.size && text.data[at] == c;
    } else if (strchr("<>=!*/-", c)) {
        while (at < text.size && text.data[at] && strchr("<>=*/", text.data[at])) at++;
    }
    return at;
}

/* The brackets that are open, and where the present argument of each begins. */
typedef struct nesting {
    size_t open[MOST_DEPTH], argument[MOST_DEPTH], depth;
} nesting;

static void note_token(pieces *to, nesting *n, size_t begin, size_t end)
{
    char c = to->text.data[begin];
    if (strchr("([{", c) && n->depth < MOST_DEPTH) {
        n->open[n->depth] = begin;
        n->argument[n->depth++] = end;
    } else if (strchr(")]}", c) && n->depth) {
        n->depth--;
        add(to, ARGUMENT, n->argument[n->depth], begin);
        add(to, BRACKET, n->open[n->depth], end);
    } else if (c == ',' && n->depth) {
        add(to, ARGUMENT, n->argument[n->depth - 1], begin);
        n->argument[n->depth - 1] = end;
    } else {
        add(to, TOKEN, begin, end);
    }
}

static void find_tokens(pieces *to)
{
    nesting n = {.depth = 0};
    for (size_t at = 0, end; at < to->text.size; at = end) {
        char c = to->text.data[at];
        end = at + 1;
        if (!c || c == ' ' || c == '\n') continue;
        end = end_of_token(to->text, at);
        note_token(to, &n, at, end);
    }
}

static size_t end_of_line(tunip_str text, size_t at)
{
    const char *newline = memchr(text.data + at, '\n', text.size - at);
    return newline ? (size_t)(newline - text.data) + 1 : text.size;
}

static size_t indent_at(tunip_str text, size_t at)
{
    size_t indent = 0;
    while (at + indent < text.size && text.data[at + indent] == ' ') indent++;
    return indent;
}

/* Each line, with the lines below it that are further to the right. */
static void find_blocks(pieces *to)
{
    tunip_str text = to->text;
    for (size_t at = 0; at < text.size; at = end_of_line(text, at)) {
        size_t indent = indent_at(text, at), end = end_of_line(text, at);
        add(to, BLOCK, at, end);
        size_t first = end;
        while (end < text.size && indent_at(text, end) > indent) end = end_of_line(text, end);
        if (end > first) add(to, BLOCK, at, end);
    }
}

static void find_pieces(pieces *to, tunip_str text)
{
    to->text = text;
    memset(to->count, 0, sizeof to->count);
    find_tokens(to);
    find_blocks(to);
}

/* ---- words to put in ---- */

static const char *const words[] = {
    "0",        "1",          "-1",         "2",        "16",        "128",       "4294967296",
    "1.5",      "1e400",      "0x7f",       "True",     "None",      "\"int32\"", "\"float16x4\"",
    "\"bool\"", "\"handle\"", "\"global\"", "\"\"",     "'\\x1b[3'", "x",         "A",
    "i",        "+",          "-",          "*",        "//",        "%",         "<",
    "==",       "and",        "or",         "not",      "if",        "else",      "elif",
    "in",       "is",         "for",        "while",    "with",      "as",        "def",
    "class",    "return",     "pass",       "lambda",   "del",       "assert",    "range(4)",
    "=",        "**",         "...",        ":",        "@",         "[i]",       "(i, 0)",
    "{}",       "()",         "0:4",        "cls.main", "*x",        "**x",       "# note",
    ";",        "\\\n",       "\"\"\"",     "f\"{i}\"", "break",     "continue",  "i for i in x",
};

/* A word of a dialect with its prefix, such as T.Ramp. */
static void put_dialect_word(fuzz_random *random, fuzz_buffer *to)
{
    const tunip_dialect *dialect = tunip_context_dialect(fuzz_context(), fuzz_below(random, 3));
    const tunip_vocabulary *vocabulary = dialect ? dialect->vocabulary : NULL;
    if (!vocabulary || !vocabulary->word_count) return;
    const char *name = vocabulary->words[fuzz_below(random, vocabulary->word_count)].name;
    bool has_prefix = name[0] != '.' && name[0] != '=';
    if (has_prefix && dialect->prefix) {
        fuzz_put(to, dialect->prefix, strlen(dialect->prefix));
        fuzz_put(to, ".", 1);
    }
    name += name[0] == '=';
    fuzz_put(to, name, strlen(name));
}

static void put_word(fuzz_random *random, fuzz_buffer *to)
{
    if (fuzz_below(random, 2)) {
        put_dialect_word(random, to);
        return;
    }
    const char *word = words[fuzz_below(random, TUNIP_LEN(words))];
    fuzz_put(to, word, strlen(word));
}

/* ---- changes ---- */

/* Lines move to the indentation of the line whose place they take. */
static void put_lines(fuzz_buffer *to, tunip_str lines, size_t indent)
{
    size_t before = indent_at(lines, 0);
    for (size_t at = 0, end; at < lines.size; at = end) {
        size_t own = indent_at(lines, at), moved = own + indent - (before < own ? before : own);
        end = end_of_line(lines, at);
        for (size_t i = 0; i < moved; i++) fuzz_put(to, " ", 1);
        fuzz_put(to, lines.data + at + own, end - at - own);
    }
}

static void put_piece(fuzz_random *random, kind kind, const pieces *from, size_t indent,
                      fuzz_buffer *to)
{
    if (!from->count[kind]) return;
    piece p = from->items[kind][fuzz_below(random, from->count[kind])];
    tunip_str text = {from->text.data + p.begin, p.end - p.begin};
    if (kind == BLOCK)
        put_lines(to, text, indent);
    else
        fuzz_put(to, text.data, text.size);
}

/* Writes a replacement of the piece `old`. */
static void put_change(fuzz_random *random, kind kind, piece old, const pieces *text,
                       const pieces *donor, fuzz_buffer *to)
{
    tunip_str there = {text->text.data + old.begin, old.end - old.begin};
    size_t indent = indent_at(there, 0), way = fuzz_below(random, 8);
    const pieces *from = fuzz_below(random, 2) ? donor : text;
    if (way == 0) return;
    if (way == 1) fuzz_put(to, there.data, there.size);
    if (way == 1 && kind == ARGUMENT) fuzz_put(to, ", ", 2);
    if (way == 1 && kind == TOKEN) fuzz_put(to, " ", 1);
    if (way == 2 && kind == BLOCK)
        put_lines(to, there, (indent + 4 * fuzz_below(random, 3)) % 16);
    else if (way == 3 && kind != BLOCK)
        put_word(random, to);
    else
        put_piece(random, kind, from, indent, to);
    if (way == 4 && kind == BLOCK) fuzz_put(to, there.data, there.size);
}

static bool mutate(const pieces *text, const pieces *donor, fuzz_random *random, fuzz_buffer *to)
{
    kind kind = (enum kind)fuzz_below(random, KINDS);
    size_t count = text->count[kind];
    if (!count) return false;
    piece old = text->items[kind][fuzz_below(random, count)];
    fuzz_put(to, text->text.data, old.begin);
    put_change(random, kind, old, text, donor, to);
    fuzz_put(to, text->text.data + old.end, text->text.size - old.end);
    return !to->full;
}

/* Changes one piece, and often some more. Returns 0 if nothing could be changed. */
static size_t mutate_some(tunip_str script, const pieces *donor, uint8_t *out, size_t most,
                          fuzz_random *random)
{
    static pieces text;
    size_t size = script.size;
    char *copy = malloc(most + 1);
    FUZZ_CHECK(copy && size <= most);
    memcpy(copy, script.data, size);
    do {
        find_pieces(&text, (tunip_str){copy, size});
        fuzz_buffer to = {(char *)out, 0, most, false};
        if (!mutate(&text, donor ? donor : &text, random, &to)) break;
        size = to.size;
        memcpy(copy, out, size);
    } while (fuzz_below(random, 3) == 0);
    memcpy(out, copy, size);
    free(copy);
    return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    fuzz_random random = {seed};
    if (fuzz_below(&random, 8) == 0) return LLVMFuzzerMutate(data, size, most);
    size_t mutated = mutate_some((tunip_str){(char *)data, size}, NULL, data, most, &random);
    return mutated ? mutated : LLVMFuzzerMutate(data, size, most);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t most, unsigned seed)
{
    static pieces donor;
    fuzz_random random = {seed};
    find_pieces(&donor, (tunip_str){(const char *)b, b_size});
    return mutate_some((tunip_str){(const char *)a, a_size < most ? a_size : most}, &donor, out,
                       most, &random);
}
