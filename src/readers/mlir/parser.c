/* parser.c -- what all parts of the reader use: tokens, errors, words. */
#include <stdarg.h>
#include <stdio.h>

#include "parse.h"

enum { MOST_ERRORS = 20 };

/* ---- tokens and errors ---- */

void mlir_go_to(mlir_parser *p, size_t end)
{
    p->before = p->token;
    p->end = end;
    p->token = mlir_lex(p->text, end);
    if (p->token.is_first) p->column = p->token.column;
}

void mlir_next(mlir_parser *p)
{
    mlir_go_to(p, p->token.end);
}

void mlir_fail(mlir_parser *p, size_t begin, size_t end, const char *format, ...)
{
    char message[256];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (p->errors++ < MOST_ERRORS)
        tunip_input_fail(p->input, TUNIP_ERROR_FORMAT, begin, end, "%s", message);
    if (p->errors == MOST_ERRORS) p->failed = true;
}

void mlir_no_memory(mlir_parser *p)
{
    if (!p->failed) tunip_input_fail(p->input, TUNIP_ERROR_MEMORY, 0, 0, "out of memory");
    p->errors++;
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

tunip_string *mlir_word(mlir_parser *p, tunip_str text)
{
    uint32_t id = mlir_id(p, text);
    if (p->failed) return NULL;
    mlir_binding *binding = &p->bindings.items[id];
    if (!binding->word) binding->word = tunip_string_new_view(p->graph, text);
    if (!binding->word) mlir_no_memory(p);
    return binding->word;
}
