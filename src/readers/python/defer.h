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
    size_t in_order;        /* its number among the items of ahead.c */
    bool is_read;
} tn_py_unread;

#define TN_PY_NOT_AHEAD SIZE_MAX

/* A function whose parameters and return type were skipped. */
typedef struct tn_py_function {
    tunip_doc_function doc; /* its args are tn_unread_args */
    const char *signature;  /* its opening parenthesis */
    const tn_py_indent *indents;
    size_t indent_count;
    tn_script_place around; /* the head of the class around it */
    uint32_t keyword;
    bool is_read;
    size_t to_declare; /* its number among the items of ahead.c as a function to declare, or
                          TN_PY_NOT_AHEAD */
    size_t in_order;   /* and as a function to read */
} tn_py_function;

/* Skips the parameters and the return type of a function, up to its colon, which becomes the
 * current token. The current token is its opening parenthesis. Stores in *returns whether there is
 * a return type. Returns false, with nothing skipped, if a usual block does not follow, or if they
 * have comments or characters that are rare in a script. */
bool tn_py_skip_signature(tn_py *p, bool *returns);
/* The indents around the current line, in memory that lives as long as the parser. */
const tn_py_indent *tn_py_keep_indents(tn_py *p, size_t count);

/* Skips a block. The current token is its INDENT; its first line, or a comment before it, begins at
 * `line`. Pushes a statement that represents the block, and continues after the block. Returns
 * false if the end of the block cannot be found without parsing it. */
bool tn_py_defer_block(tn_py *p, const char *line);

/* The same as tn_python_read_body(), but does not record that the body was read. Only `p` and
 * `arena` change, so several parsers can read the bodies that one of them skipped. */
tunip_docs tn_py_read_body(tn_py *p, tn_arena *arena, const tn_py_unread *unread);
/* A copy of the function with its parameters and its return type, likewise. If they have an error,
 * the copy has no parameters, and its body is one broken statement. */
const tunip_doc *tn_py_read_function(tn_py *p, tn_arena *arena, const tn_py_function *function);

#endif
