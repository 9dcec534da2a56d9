/* lexer.h -- the tokens of MLIR text (MLIR mlir/lib/AsmParser/Lexer.cpp). */
#ifndef TUNIP_READERS_MLIR_LEXER_H
#define TUNIP_READERS_MLIR_LEXER_H

#include <tunip/base.h>

typedef enum mlir_kind {
    MLIR_END,
    MLIR_VALUE,  /* %0, %arg0, %0#1 */
    MLIR_LABEL,  /* ^bb0 */
    MLIR_SYMBOL, /* @f, @"a b" */
    MLIR_TYPE,   /* !llvm.ptr, !alias */
    MLIR_ATTR,   /* #map, #llvm.framePointerKind */
    MLIR_STRING, /* with its quotes */
    MLIR_NUMBER,
    MLIR_WORD,  /* i32, arith.addi */
    MLIR_PUNCT, /* (, ->, ::, ... */
    MLIR_WRONG  /* a string without an end; a byte that is no character */
} mlir_kind;

typedef struct mlir_token {
    mlir_kind kind;
    size_t begin, end;
    size_t column; /* from 0: bytes after the beginning of the line */
    size_t blanks; /* bytes between the token before and this one, or the end of that line */
    bool is_first; /* the first token of its line */
} mlir_token;

/* The token at or after `from`. Comments are skipped. `text` has no bytes after `text.size`. */
mlir_token mlir_lex(tunip_str text, size_t from);

/* The end of the punctuation at `i`, as `->`; 0 for what no print shows as it is, such as half a
 * UTF-8 character. */
size_t mlir_skip_punct(tunip_str text, size_t i);

/* The byte at *at of a string with its quotes, decoded: `\n`, `\t`, and `\C3` for the byte 0xC3
 * (Token::getStringValue() in mlir/lib/AsmParser/Token.cpp). Moves *at behind it. */
char mlir_decode(tunip_str string, size_t *at);

static inline bool mlir_is(tunip_str text, const mlir_token *token, const char *punct)
{
    if (token->kind != MLIR_PUNCT || text.data[token->begin] != *punct) return false;
    size_t size = token->end - token->begin;
    return strlen(punct) == size && memcmp(text.data + token->begin, punct, size) == 0;
}

static inline tunip_str mlir_text_of(tunip_str text, const mlir_token *token)
{
    return (tunip_str){text.data + token->begin, token->end - token->begin};
}

#endif
