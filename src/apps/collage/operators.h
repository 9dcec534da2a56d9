/* operators.h -- kinds of operators and of single expressions: which may be fused. */
#ifndef COLLAGE_OPERATORS_H
#define COLLAGE_OPERATORS_H

#include <tunip/tvm/relay.h>

#include "memory.h"

/* ORDER: of the numbers of TVM's OpPatternKind. Several expressions together have the greatest of
 * their kinds. */
typedef enum cg_kind {
    CG_E = 0, /* element-wise */
    CG_B = 1, /* broadcast */
    CG_I = 2, /* injective */
    CG_R = 3, /* reduction */
    CG_A = 4, /* element-wise work may be fused to it */
    CG_O = 8  /* opaque */
} cg_kind;

/* 'E', 'B', ... */
char cg_kind_letter(cg_kind kind);
/* False if no kind has this letter. */
bool cg_kind_parse(char letter, cg_kind *kind);

/* The kind of an operator; false if TVM has none for it. */
bool cg_operator_kind(tunip_str name, cg_kind *kind);

/* The name of an operator; empty for other nodes. */
tunip_str cg_operator_name(const tunip_node *node);

/* The type that inference gave to an expression, or NULL. */
const tunip_node *cg_type_of(const tunip_node *expr);

/* The kind of one expression, and its label: "nn.conv2d", "const", "%x". The label lives as long as
 * the expression or `memory`. */
cg_kind cg_kind_of(cg_memory *memory, const tunip_node *expr, tunip_str *label);

/* Whether a function that contains a use of the expression can contain the expression, too:
 * operators, functions, scalars. */
bool cg_is_inline(const tunip_node *expr);

/* Whether some target must compile the call. Other expressions may stay with the host. */
bool cg_must_be_lowered(const tunip_node *expr);

/* An attribute of a function, or NULL; an integer among them, or 0. */
const tunip_node *cg_function_attr(const tunip_relay_function *function, const char *key);
int64_t cg_function_int(const tunip_relay_function *function, const char *key);

#endif
