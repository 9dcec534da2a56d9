/* parser.c -- what all parts of the reader use: tokens, errors, words. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../../util/unicode.h"
#include "parse.h"

/* ---- tokens and errors ---- */

/* Whether MLIR writes the comment: between parts of a file, and behind the labels of blocks, where
 * it follows from the operations. */
static bool is_made(tunip_str comment)
{
    static const char *const heads[] = {"// -----", "// pred: ", "// no predecessors"};
    for (size_t i = 0; i < TUNIP_LEN(heads); i++) {
        size_t size = strlen(heads[i]);
        if (comment.size >= size && memcmp(comment.data, heads[i], size) == 0) return true;
    }
    static const char behind[] = " preds: ";
    size_t at = sizeof "// " - 1, size = sizeof behind - 1;
    while (at < comment.size && comment.data[at] >= '0' && comment.data[at] <= '9') at++;
    return at + size <= comment.size && memcmp(comment.data + at, behind, size) == 0;
}

/* Comments end lines, so they stand before a token that is the first of its line, or at the end. A
 * dictionary that turns out to be none is read again. */
void mlir_take_comments(mlir_parser *p, size_t begin, size_t end)
{
    if (begin < p->comments_end) begin = p->comments_end;
    for (const char *at; begin < end; begin = p->comments_end) {
        at = memchr(p->text.data + begin, '/', end - begin);
        if (!at) return;
        begin = (size_t)(at - p->text.data);
        const char *line = memchr(at, '\n', end - begin);
        size_t stop = line ? (size_t)(line - p->text.data) : end;
        tunip_str text = {at, stop - begin};
        tunip_string *comment = is_made(text) ? NULL : mlir_word(p, text);
        if (comment && !tn_array_push(&p->comments, p->allocator, &comment->base))
            mlir_no_memory(p);
        p->comments_end = stop;
    }
}

void mlir_go_to(mlir_parser *p, size_t end)
{
    p->before = p->token;
    p->end = end;
    p->token = mlir_lex(p->text, end);
    if (!p->token.is_first && p->token.kind != MLIR_END) return;
    if (p->token.is_first) p->column = p->token.column;
    if (memchr(p->text.data + end, '/', p->token.begin - end))
        mlir_take_comments(p, end, p->token.begin);
}

void mlir_next(mlir_parser *p)
{
    mlir_go_to(p, p->token.end);
}

void mlir_fail(mlir_parser *p, size_t begin, size_t end, const char *format, ...)
{
    mlir_error *error = p->errors < MLIR_MOST_ERRORS ? &p->found[p->errors] : NULL;
    va_list args;
    va_start(args, format);
    if (error) {
        *error = (mlir_error){.begin = begin, .end = end, .number = p->errors};
        vsnprintf(error->message, sizeof error->message, format, args);
    }
    va_end(args);
    if (++p->errors >= MLIR_MOST_ERRORS) p->failed = true;
}

void mlir_fail_token(mlir_parser *p)
{
    mlir_token token = p->token;
    unsigned char first = (unsigned char)p->text.data[token.begin];
    if (first == '"' || first == '@')
        mlir_fail(p, token.begin, token.end, "the string is never closed");
    else
        mlir_fail(p, token.begin, token.end, "the byte 0x%02X stands outside of a string", first);
}

static int by_place(const void *a, const void *b)
{
    const mlir_error *x = a, *y = b;
    if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* Braces that turn out to hold no dictionary are read again, and fail again in the same places. */
void mlir_report_errors(mlir_parser *p)
{
    size_t count = p->errors < MLIR_MOST_ERRORS ? p->errors : MLIR_MOST_ERRORS;
    qsort(p->found, count, sizeof *p->found, by_place);
    for (size_t i = 0; i < count; i++) {
        const mlir_error *error = &p->found[i];
        bool is_again = i && error->begin == error[-1].begin && error->end == error[-1].end &&
                        strcmp(error->message, error[-1].message) == 0;
        if (!is_again)
            tunip_input_fail(p->input, TUNIP_ERROR_FORMAT, error->begin, error->end, "%s",
                             error->message);
    }
}

void mlir_no_memory(mlir_parser *p)
{
    p->is_out_of_memory = true;
    p->failed = true;
}

/* ---- words ---- */

uint32_t mlir_id(mlir_parser *p, tunip_str text)
{
    size_t known = p->names.count;
    uint32_t id = tn_intern_put(&p->names, text);
    mlir_binding none = {.word = NULL};
    bool fine =
        id != TN_NOT_INTERNED && (id < known || tn_array_push(&p->bindings, p->allocator, none));
    if (!fine) mlir_no_memory(p);
    return fine ? id : 0;
}

static bool is_plain(char c)
{
    return (c >= ' ' && c <= '~') || c == '\n' || c == '\t';
}

/* Copies `text`. The bytes of a character that a print would not show as it is become `\XX`, as
 * MLIR writes them in strings. Returns the size of the copy. */
static size_t escape(tunip_str text, char *out)
{
    static const char digits[] = "0123456789ABCDEF";
    char *to = out;
    for (size_t at = 0, size; at < text.size; at += size) {
        tn_glyph glyph = tn_glyph_at(text, at);
        bool is_shown = !glyph.escaped || is_plain(text.data[at]);
        size = glyph.size;
        if (is_shown) memcpy(to, text.data + at, size);
        if (is_shown) to += size;
        for (size_t i = 0; !is_shown && i < size; i++) {
            unsigned char byte = (unsigned char)text.data[at + i];
            *to++ = '\\';
            *to++ = digits[byte >> 4];
            *to++ = digits[byte & 15];
        }
    }
    return (size_t)(to - out);
}

static tunip_string *new_word(mlir_parser *p, tunip_str text)
{
    size_t plain = 0;
    while (plain < text.size && is_plain(text.data[plain])) plain++;
    if (plain == text.size) return tunip_string_new_view(p->graph, text);
    char *copy = tunip_graph_alloc(p->graph, 3 * text.size);
    return copy ? tunip_string_new_view(p->graph, (tunip_str){copy, escape(text, copy)}) : NULL;
}

tunip_string *mlir_word(mlir_parser *p, tunip_str text)
{
    uint32_t id = mlir_id(p, text);
    if (p->failed) return NULL;
    mlir_binding *binding = &p->bindings.items[id];
    if (!binding->word) binding->word = new_word(p, text);
    if (!binding->word) mlir_no_memory(p);
    return binding->word;
}
