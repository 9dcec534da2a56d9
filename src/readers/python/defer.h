/* defer.h -- bodies of functions that are skipped first, and read when elaborate asks for them. */
#ifndef TN_PY_DEFER_H
#define TN_PY_DEFER_H

#include "parse.h"

/* A body that was skipped. */
typedef struct tn_py_unread {
    tunip_doc_expr_stmt stmt;    /* stands for it */
    const char *line;            /* its first line, or a comment before it */
    const tn_py_indent *indents; /* of the blocks around it */
    size_t indent_count;
    tn_script_place around; /* the head of the function */
    size_t number;          /* of the bodies before it */
    bool is_read;
} tn_py_unread;

/* Skips a block. The current token is its INDENT; its first line, or a comment before it, begins at
 * `line`. Pushes a statement that represents the block, and continues after the block. Returns
 * false if the end of the block cannot be found without parsing it. */
bool tn_py_defer_block(tn_py *p, const char *line);

/* The same as tn_python_read_body(), but does not record that the body was read. Only `p` and
 * `arena` change, so several parsers can read the bodies that one of them skipped. */
tunip_docs tn_py_read_body(tn_py *p, tn_arena *arena, const tn_py_unread *unread);

#endif
