/* analysis.h -- questions about expressions and statements that decide how they are written. */
#ifndef TIR_ANALYSIS_H
#define TIR_ANALYSIS_H

#include <tunip/ext/tir_rules.h>

#include "marks.h"

/* Whether two expressions are the same: by content, but variables, buffers and operators by
 * identity (TVM's ExprDeepEqual). Gives up on very deep ones: then they differ. */
bool tir_same_expr(const tunip_node *a, const tunip_node *b);

/* The walks below take memory of the print `d`. Without it that print fails: their answer is then
 * any. */

/* Asks about the variables used in an expression. */
typedef bool (*tir_var_fn)(const tunip_node *var, void *user);

/* Whether `test` holds for a variable used in `expr`, counting data pointers of buffers read. */
bool tir_uses(tunip_docsifier *d, const tunip_node *expr, tir_var_fn test, void *user);

/* Whether `var` is used in `expr`. */
bool tir_uses_var(tunip_docsifier *d, const tunip_node *expr, const void *var);

/* Whether `expr` uses no variables but those it binds itself. */
bool tir_is_closed(tunip_docsifier *d, const tunip_node *expr);

/* A search for all uses of variables; `d`, `note` and `user` are the caller's to set. The buffers
 * met last are remembered apart, since a loop nest names the same few again and again. */
enum { TIR_REMEMBERED = 16 };
typedef struct tir_use_walk {
    tunip_docsifier *d;
    void (*note)(const tunip_node *var, void *user);
    void *user;
    const tunip_tir_buffer *recent[TIR_REMEMBERED];
    tir_marks seen;
    const tunip_tir_buffer **pending; /* seen, and yet to be searched */
    size_t pending_count, pending_room;
} tir_use_walk;

/* Calls `note` for the variables used in a statement or buffer, including those that describe the
 * buffers it loads, stores and declares; a buffer that was seen is not searched again. */
void tir_note_uses(tir_use_walk *walk, const tunip_node *stmt);
/* Tells the walk that there is nothing to be found in the buffer. */
void tir_note_seen(tir_use_walk *walk, const tunip_tir_buffer *buffer);

/* Whether a block is realized somewhere in `stmt`. */
bool tir_has_block(tunip_docsifier *d, const tunip_node *stmt);

/* Whether the extent of a range is what one finds between its bounds; NULL has none. */
bool tir_is_found(const tunip_ir_range *range);
/* The same of all ranges of a list. */
bool tir_are_found(const tunip_array *ranges);

/* Whether TVM's simplifier leaves an expression as it is. The answer may always be no: the function
 * handles only numbers, variables and the common operators of extents. */
bool tir_is_simple(const tunip_node *expr);

#endif
