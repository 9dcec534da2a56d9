/* guess.h -- the variables that a fragment uses and does not declare. */
#ifndef TIR_GUESS_H
#define TIR_GUESS_H

#include "script.h"

struct tir_op_style;

/* An undeclared variable. */
typedef struct tir_guess {
    tunip_tir_var *var;
    tunip_str name;
    const tunip_doc *doc; /* where it is used first, for a warning; NULL: without one */
    struct tir_guess *next;
} tir_guess;

/* A variable whose dtype the expression around may say; otherwise it keeps this one. */
tunip_tir_var *tir_guess_new(tunip_elaborator *e, tunip_str name, tunip_dtype dtype,
                             const tunip_doc *doc);

/* The operands that have the dtype of an expression, if its type has a row that says so
 * (tunip_completion): both of an addition. Returns how many there are. */
size_t tir_operands_alike(const tunip_node *node, tunip_node *out[2]);

/* Whether the dtype of the expression is open. */
bool tir_is_open(tunip_elaborator *e, const void *node);
/* The expression is of this dtype, if that is open. NULL is ignored. */
void tir_settle(tunip_elaborator *e, const void *node, tunip_dtype dtype);
/* Both are of one dtype. */
void tir_settle_pair(tunip_elaborator *e, const void *a, const void *b);
/* The arguments of an operator's call. */
void tir_settle_args(tunip_elaborator *e, const struct tir_op_style *style,
                     const tunip_array *args);
/* The parts of a node that a row has made. */
void tir_settle_parts(tunip_elaborator *e, const tunip_node *node);
/* The script ends: warns of the variables that are still open. */
void tir_settle_all(tunip_elaborator *e);

#endif
