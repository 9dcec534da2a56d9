/* defer.h -- bodies of functions that are read when somebody asks for them. */
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
    bool is_read;
} tn_py_unread;

/* The current token is the INDENT of a block, whose first line, or a comment before it, begins at
 * `line`: pushes a statement that stands for the block, and goes on behind it. False if its end
 * cannot be seen without reading it. */
bool tn_py_defer_block(tn_py *p, const char *line);

#endif
