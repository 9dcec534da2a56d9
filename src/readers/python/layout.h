/* layout.h -- indentation, brackets and comments: the part of the lexer that has a state. */
#ifndef TN_LAYOUT_H
#define TN_LAYOUT_H

#include "lexer.h"

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

#endif
