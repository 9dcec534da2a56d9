/* analysis.h -- questions about expressions and statements that decide how they are written. */
#ifndef TIR_ANALYSIS_H
#define TIR_ANALYSIS_H

#include <tunip/tir.h>

/* Whether two expressions are the same: by content, but variables, buffers and operators by
 * identity (TVM's ExprDeepEqual). Gives up on very deep ones: then they differ. */
bool tir_same_expr(const tunip_node *a, const tunip_node *b);

/* Asks about the variables used in an expression. */
typedef bool (*tir_var_fn)(const tunip_node *var, void *user);

/* Whether `test` holds for a variable used in `expr`, counting data pointers of buffers read. */
bool tir_uses(const tunip_node *expr, tir_var_fn test, void *user);

/* Whether `var` is used in `expr`. */
bool tir_uses_var(const tunip_node *expr, const void *var);

/* Whether `expr` uses no variables but those it binds itself. */
bool tir_is_closed(const tunip_node *expr);

/* Calls `note` for the variables used in a statement, including those that describe the buffers it
 * loads, stores and declares; each buffer's at least once. */
void tir_note_uses(const tunip_node *stmt, void (*note)(const tunip_node *var, void *user),
                   void *user);

/* Whether a block is realized somewhere in `stmt`. */
bool tir_has_block(const tunip_node *stmt);

#endif
