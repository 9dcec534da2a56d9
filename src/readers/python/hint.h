/* hint.h -- advice for the usual mistakes. */
#ifndef TN_PY_HINT_H
#define TN_PY_HINT_H

#include "lexer.h"

/* Advice about the current token, of this kind, which cannot be where it is; or NULL. `statement`:
 * where its statement begins. Sets *keyword to the keyword that the first word of the statement
 * seems to misspell, or to NULL. */
const char *tn_py_find_hint(const tn_py_lexer *lexer, tn_py_kind kind, const char *statement,
                            const char **keyword);

/* The same about a character that begins no token. */
const char *tn_py_character_hint(char c);

#endif
