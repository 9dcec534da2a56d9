/* hint.h -- advice for the usual mistakes. */
#ifndef TN_PY_HINT_H
#define TN_PY_HINT_H

#include "lexer.h"

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
