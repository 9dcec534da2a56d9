/* expr.h -- the sub-expressions of an expression of Relay, replacing them, and the kinds of
 * operators. */
#ifndef COLLAGE_EXPR_H
#define COLLAGE_EXPR_H

#include <tunip/tvm/relay.h>

#include "memory.h"

/* ======== expr ======== */

/* The sub-expressions of an expression of Relay, and replacing them. */

typedef struct cg_exprs {
    const tunip_node **items;
    size_t count;
} cg_exprs;

/* Appends the children of an expression, in the order in which TVM's visitors visit them. False
 * when out of memory. */
bool cg_push_children(tn_arena *memory, const tunip_node *expr, cg_exprs *out);

/* Appends the types of a tuple, and those of tuples in it; any other type itself. False when out of
 * memory. */
bool cg_flatten_type(tn_arena *memory, const tunip_node *type, cg_exprs *out);

/* The expression with other children, as many as cg_push_children() appends; itself if they are the
 * same. NULL when out of memory. */
const tunip_node *cg_with_children(tunip_graph *graph, const tunip_node *expr,
                                   const tunip_node *const *children);

/* Functions that replace expressions. Each returns false after an error. */
typedef struct cg_change {
    /* Called before the children. Sets *out to the replacement; NULL: there is none. If `chained`,
     * the replacement is visited, too. */
    bool (*enter)(void *user, const tunip_node *expr, const tunip_node **out);
    /* Called with the expression whose children have been replaced; sets *out, which is it. */
    bool (*leave)(void *user, const tunip_node **out);
    void *user;
    bool chained;
} cg_change;

/* Applies a change to each sub-expression once, children first. Returns the new root. Returns NULL
 * when out of memory, after an error of a function, and if a chain of replacements leads back to
 * itself; `is_cycle` then says so (NULL: not wanted). Only memory limits the depth. */
const tunip_node *cg_mutate(tunip_graph *graph, const tunip_node *root, const cg_change *change,
                            bool *is_cycle);

/* The text of a node of Relay, without the line of the version before it. "?" if there is none. */
void cg_node_say(tn_text *out, tunip_context *context, const tunip_node *node);

/* ======== operators ======== */

/* Kinds of operators and of single expressions: which may be fused. */

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
/* The operator whose name is most similar to one that no operator has. NULL: there is one of this
 * name, or none is similar. */
const char *cg_operator_like(tunip_str name);

/* The name of an operator; empty for other nodes. */
tunip_str cg_operator_name(const tunip_node *node);

/* The type that inference gave to an expression, or NULL. */
const tunip_node *cg_type_of(const tunip_node *expr);

/* The kind of one expression, and its label: "nn.conv2d", "const", "%x". The label lives as long as
 * the expression or `memory`. */
cg_kind cg_kind_of(tn_arena *memory, const tunip_node *expr, tunip_str *label);

/* Whether a function that contains a use of the expression can contain the expression, too:
 * operators, functions, scalars. */
bool cg_is_inline(const tunip_node *expr);

/* Whether some target must compile the call. Other expressions may stay with the host. */
bool cg_must_be_lowered(const tunip_node *expr);

/* An attribute of a function, or NULL; an integer among them, or 0. */
const tunip_node *cg_function_attr(const tunip_relay_function *function, const char *key);
int64_t cg_function_int(const tunip_relay_function *function, const char *key);

#endif
