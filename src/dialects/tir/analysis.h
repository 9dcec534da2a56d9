/* analysis.h -- queries on expressions and statements that decide how they print. */
#ifndef TIR_ANALYSIS_H
#define TIR_ANALYSIS_H

#include <tunip/ext/tir_rules.h>

#include "frame.h"

/* Whether two expressions are equal (TVM's ExprDeepEqual): variables, buffers and operators are
 * compared by address, everything else by content. Very deep and very large expressions count as
 * different. */
bool tir_same_content(const tunip_node *a, const tunip_node *b);
static inline bool tir_same_expr(const tunip_node *a, const tunip_node *b)
{
    return a == b || tir_same_content(a, b); /* they are often one node */
}

/* Whether a region has a buffer and a range for each dimension. One of the metadata section may
 * lack them. */
bool tir_is_whole_region(const tunip_tir_buffer_region *region);

/* Whether each extent of a single element, which prints as its index alone, is a 1 with the dtype
 * of the index, as a reader makes it. */
bool tir_are_usual_ones(const tunip_array *regions);

/* Whether `item` itself is in the array, which may be NULL. */
bool tir_has_item(const tunip_array *array, const void *item);

/* The walks below use memory of the print `d`. When out of memory, the print fails and the answers
 * are arbitrary. */

/* A test of a variable. */
typedef bool (*tir_var_fn)(const tunip_node *var, void *user);

/* Whether `test` holds for a variable that `expr` uses; includes the data pointers of the buffers
 * that it loads. */
bool tir_uses(tunip_docsifier *d, const tunip_node *expr, tir_var_fn test, void *user);

/* Whether `expr` obviously uses no variables: it is NULL or a number, as most extents are. */
static inline bool tir_uses_none(const tunip_node *expr)
{
    return !expr || expr->type == &tunip_ir_int_imm_type;
}

/* Whether `var` is used in `expr`. */
bool tir_uses_var_in_depth(tunip_docsifier *d, const tunip_node *expr, const void *var);
static inline bool tir_uses_var(tunip_docsifier *d, const tunip_node *expr, const void *var)
{
    return !tir_uses_none(expr) && tir_uses_var_in_depth(d, expr, var);
}

/* Whether `expr` uses only variables that it binds itself. */
bool tir_is_closed_in_depth(tunip_docsifier *d, const tunip_node *expr);
static inline bool tir_is_closed(tunip_docsifier *d, const tunip_node *expr)
{
    return tir_uses_none(expr) || tir_is_closed_in_depth(d, expr);
}

/* A search for all uses of variables. The caller sets `d`, `note` and `user`. The last few buffers
 * are remembered in a small cache, because a loop nest uses the same few buffers again and
 * again. */
enum { TIR_REMEMBERED = 16 };
typedef struct tir_use_walk {
    tunip_docsifier *d;
    void (*note)(const tunip_node *var, void *user);
    void *user;
    const tunip_tir_buffer *recent[TIR_REMEMBERED];
    tir_marks seen;
    const tunip_tir_buffer **pending; /* buffers to search after the current walk */
    size_t pending_count, pending_room;
} tir_use_walk;

/* Calls `note` for each variable that a statement uses, including the variables in the shapes,
 * strides and offsets of the buffers that it loads, stores and declares. Each buffer is searched
 * once. */
void tir_note_uses(tir_use_walk *walk, const tunip_node *stmt);
/* Excludes a buffer from the search. */
void tir_note_seen(tir_use_walk *walk, const tunip_tir_buffer *buffer);

/* Whether `stmt` contains a block. */
bool tir_has_block(tunip_docsifier *d, const tunip_node *stmt);

/* Whether a reader who computes the extent of a range from its bounds gets the same expression.
 * True for NULL. */
bool tir_is_found(const tunip_ir_range *range);
/* The same of all ranges of a list. */
bool tir_are_found(const tunip_array *ranges);

/* Whether TVM's simplifier leaves an expression unchanged. Returns false if in doubt: the function
 * knows only numbers, variables and the operators that are common in extents. */
bool tir_is_simple(const tunip_node *expr);

#endif
