/* guess.h -- the variables that a fragment uses and does not declare. */
#ifndef TIR_GUESS_H
#define TIR_GUESS_H

#include "script.h"

struct tir_op_style;

/* An undeclared variable. */
typedef struct tir_guess {
    tunip_tir_var *var;
    tunip_str name;
    const tunip_doc *doc; /* its first use, for a warning; NULL: no warning */
    struct tir_guess *next;
} tir_guess;

/* A variable whose dtype the surrounding expression may decide. If it does not, the variable keeps
 * this dtype. */
tunip_tir_var *tir_guess_new(tunip_elaborator *e, tunip_str name, tunip_dtype dtype,
                             const tunip_doc *doc);

/* The operands that have the same dtype as an expression, according to the row of its type
 * (tunip_completion): for example both operands of an addition. Returns their number. */
size_t tir_operands_alike(const tunip_node *node, tunip_node *out[2]);

/* Whether the dtype of the expression is open. */
bool tir_is_open(tunip_elaborator *e, const void *node);
/* Sets the dtype of an expression, if it is open. NULL is ignored. */
void tir_decide(tunip_elaborator *e, const void *node, tunip_dtype dtype);
/* Records that two expressions have the same dtype. */
void tir_decide_pair(tunip_elaborator *e, const void *a, const void *b);
/* The same for the arguments of a call of an operator. */
void tir_decide_args(tunip_elaborator *e, const struct tir_op_style *style,
                     const tunip_array *args);
/* The same for the parts of a node that a row has made. */
void tir_decide_parts(tunip_elaborator *e, const tunip_node *node);
/* Called at the end of the script: warns about the variables whose dtype is still open. */
void tir_decide_all(tunip_elaborator *e);

#endif
