/* stmt.h -- simple statements and comments, for the file with the blocks. */
#ifndef TN_PY_STMT_H
#define TN_PY_STMT_H

#include "parse.h"

/* The comments read since the last call, as one text. */
tunip_str tn_py_take_comments(tn_py *p);

/* Pushes a Doc for each comment that was read since then, up to a comment to the left of
 * `column`. */
void tn_py_push_comments(tn_py *p, uint32_t column);
void tn_py_push_comment(tn_py *p, tunip_role role, tn_script_place place, tunip_str text);

const tunip_doc *tn_py_new_expr_stmt(tn_py *p, uint32_t begin, const tunip_doc *expr);

/* A statement without a block; NULL if it is no Doc or has pushed its Docs. */
const tunip_doc *tn_py_parse_simple(tn_py *p);

/* "(a: A, b)", of a function. */
tunip_docs tn_py_parse_parameters(tn_py *p);
/* The same, and the return type, if there is one. */
tunip_docs tn_py_parse_signature(tn_py *p, const tunip_doc **return_type);

/* Replaces the Docs of a broken statement, which are those from `base` on, by one Doc that marks it
 * as broken, and reports the delayed error of the statement. */
void tn_py_recover(tn_py *p, size_t base, uint32_t begin);

/* Skips the lines that are indented more than `column`, from the current token on. */
void tn_py_skip_rest(tn_py *p, uint32_t column);

/* After an error in the head of a definition that begins at `begin`: skips its body, and returns a
 * body that is one broken statement. */
tunip_docs tn_py_recover_body(tn_py *p, uint32_t begin);

#endif
