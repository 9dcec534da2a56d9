/* lexer.h -- the tokens of a script, its indentation and brackets, and guesses about them. */
#ifndef TN_LEXER_H
#define TN_LEXER_H

#include "../../../util/memory.h"

/* ======== lexer ======== */

/* The tokens of Python: https://docs.python.org/3/reference/lexical_analysis.html. */

/* The precedences of operators: a higher number binds more tightly. */
enum {
    BIND_NONE,
    BIND_LAMBDA,
    BIND_IF_ELSE,
    BIND_OR,
    BIND_AND,
    BIND_NOT,
    BIND_COMPARE,
    BIND_BIT_OR,
    BIND_BIT_XOR,
    BIND_BIT_AND,
    BIND_SHIFT,
    BIND_ADD,
    BIND_MUL,
    BIND_UNARY,
    BIND_POWER,
    BIND_POSTFIX
};

/* PY_NAME, PY_INT, ...: one for each row of tokens.def. */
typedef enum tn_py_kind {
#define X(TOKEN, spelling, bind, operator) PY_##TOKEN,
#include "tokens.def"
#undef X
    PY__COUNT
} tn_py_kind;

/* The token in words: "a name", "`(`". */
const char *tn_py_spelling(tn_py_kind kind);

/* Whether the token can begin an expression. */
bool tn_py_begins_expr(tn_py_kind kind);

/* Why a token is malformed. */
typedef enum tn_py_fault {
    PY_FAULT_CHARACTER,    /* it begins no token */
    PY_FAULT_NUL,          /* a NUL byte */
    PY_FAULT_CONTINUATION, /* a backslash is not the last character of its line */
    PY_FAULT_CUT,          /* the text ends after a backslash */
    PY_FAULT_NUMBER,       /* a letter or a digit follows a number */
    PY_FAULT_ZERO,         /* 012 */
    PY_FAULT_STRING,       /* no quote at its end */
    PY_FAULT_TEXT,         /* no three quotes at its end */
    PY_FAULT_DEDENT,       /* to a column where no line began */
    PY_FAULT_TABS,         /* blanks and tabs are mixed */
    PY_FAULT_CLOSE,        /* a bracket that closes none */
    PY_FAULT_MISMATCH      /* a bracket that closes another kind */
} tn_py_fault;

/* A comment without its '#' and the blank after it. */
typedef struct tn_py_comment {
    uint32_t begin, end; /* bytes of the text */
    uint32_t hash;       /* where its '#' is */
    uint32_t column;     /* of the '#', as indentation; UINT32_MAX: behind or between tokens */
    bool is_last;        /* a blank line follows */
} tn_py_comment;

/* The columns of a line's first token: with tab stops each 8 columns, and each column. Two lines
 * whose columns compare differently mix tabs and blanks. */
typedef struct tn_py_indent {
    uint32_t column, alternate;
} tn_py_indent;

/* A lexer over a text that ends with a NUL. */
typedef struct tn_py_lexer {
    const char *begin;
    const char *cursor;
    const char *limit;   /* where the NUL is */
    const char *at;      /* the token last read, up to `cursor` */
    tn_py_fault fault;   /* of PY_BAD */
    uint32_t opener;     /* of PY_FAULT_MISMATCH: the place of the opening bracket that does not
                            match */
    bool is_plain;       /* a string without prefix, escapes and line ends, or an ASCII name */
    bool at_line;        /* a line begins at the cursor */
    bool has_tokens;     /* the line of the cursor, joined by brackets, has tokens so far */
    bool is_lenient;     /* after an error: no faults of indentation */
    bool failed;         /* out of memory; sticky */
    int pending;         /* INDENT (1) or DEDENTs (negative) to return */
    uint32_t odd_column; /* of the last PY_FAULT_DEDENT in this block; 0 if there is none */
    const tunip_allocator *allocator;
    TN_ARRAY(uint32_t) brackets; /* the open ones */
    TN_ARRAY(tn_py_indent) indents;
    TN_ARRAY(tn_py_comment) comments;
} tn_py_lexer;

/* False when out of memory. */
bool tn_py_lexer_init(tn_py_lexer *lexer, tunip_str text, const tunip_allocator *allocator);
void tn_py_lexer_free(tn_py_lexer *lexer);

/* Reads a token: lexer->at up to lexer->cursor. At the end it stays there. */
tn_py_kind tn_py_next(tn_py_lexer *lexer);

/* Closes all brackets, so that the line ends where the line of the text ends. */
void tn_py_leave_brackets(tn_py_lexer *lexer);

/* Whether the last token is the first one of a line of the text. */
bool tn_py_is_first(const tn_py_lexer *lexer);

/* Whether the last token, of this kind, is the first one of a line of the text and begins a
 * statement, even if a bracket is open: a `for` with a colon is no comprehension. */
bool tn_py_begins_statement(const tn_py_lexer *lexer, tn_py_kind kind);

/* Where the line of the last token begins. */
const char *tn_py_line(const tn_py_lexer *lexer);

/* Makes the last token, which is the first one of a line of the text, the begin of a logical line
 * that has not been read yet. */
void tn_py_restart_line(tn_py_lexer *lexer);

/* The column of the first token of the line around `at`. */
uint32_t tn_py_indentation(const tn_py_lexer *lexer, const char *at);

/* ======== layout ======== */

/* Indentation, brackets and comments: the part of the lexer that has a state. */

/* At the beginning of a line: the next INDENT or DEDENT, PY_BAD, or PY__COUNT when the line's
 * tokens are next. */
tn_py_kind tn_py_begin_line(tn_py_lexer *lexer);

/* At the end of the text: the NEWLINE and the DEDENTs that are missing, then PY_END. */
tn_py_kind tn_py_end(tn_py_lexer *lexer);

/* The comment at lexer->at, which ends at `end`. */
void tn_py_add_comment(tn_py_lexer *lexer, const char *end);

/* A bracket at lexer->at; `opener` is what a closing one must match. */
tn_py_kind tn_py_open(tn_py_lexer *lexer, tn_py_kind kind);
tn_py_kind tn_py_close(tn_py_lexer *lexer, tn_py_kind kind, char opener);

/* ======== hint ======== */

/* Advice for the usual mistakes. */

/* Advice about a token that cannot be where it is. */
typedef struct tn_py_hint {
    const char *begin;   /* where the mistake begins: at the token or before it */
    const char *message; /* in place of "expected ..., found ..."; or NULL */
    const char *text;    /* or NULL */
    const char *keyword; /* that the first word of the statement seems to misspell; or NULL */
} tn_py_hint;

/* The token is the current one, of this kind. `statement`: where its statement begins. */
tn_py_hint tn_py_find_hint(const tn_py_lexer *lexer, tn_py_kind kind, const char *statement);

/* The same about a character that begins no token. */
const char *tn_py_character_hint(char c);

#endif
