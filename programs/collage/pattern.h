/* pattern.h -- Relay's patterns of dataflow: their types, TVM's way to match them, and their
 * text. */
#ifndef COLLAGE_PATTERN_H
#define COLLAGE_PATTERN_H

#include "graph.h"

/* ======== pattern ======== */

/* Relay's patterns of dataflow, as nodes of a dialect of their own: read from the JSON
 * that TVM saves and from the text that TVM prints, printed, and matched. */

/* The structs have the fields that TVM's nodes have. */
typedef struct cg_pattern {
    tunip_node base;
} cg_pattern;

/* clang-format off */
#define CG_PATTERN(name, members) typedef struct cg_##name { cg_pattern base; members } cg_##name; \
    extern tunip_type cg_##name##_type;
CG_PATTERN(expr_pattern, tunip_node *expr;)
CG_PATTERN(var_pattern, tunip_string *name;)
CG_PATTERN(constant_pattern, char unused;)
CG_PATTERN(wildcard_pattern, tunip_node *pattern;) /* NULL: anything */
CG_PATTERN(call_pattern, tunip_node *op; tunip_array *args;) /* args NULL: any */
CG_PATTERN(function_pattern, tunip_array *params; tunip_node *body;)
CG_PATTERN(let_pattern, tunip_node *var; tunip_node *value; tunip_node *body;)
CG_PATTERN(if_pattern, tunip_node *cond; tunip_node *true_branch; tunip_node *false_branch;)
CG_PATTERN(tuple_pattern, tunip_array *fields;) /* NULL: any */
CG_PATTERN(tuple_item_pattern, tunip_node *tuple; int64_t index;) /* -1: any */
CG_PATTERN(alt_pattern, tunip_node *left; tunip_node *right;)
CG_PATTERN(type_pattern, tunip_node *pattern; tunip_node *type;)
CG_PATTERN(shape_pattern, tunip_node *pattern; tunip_array *shape;)
CG_PATTERN(dtype_pattern, tunip_node *pattern; tunip_dtype dtype;)
CG_PATTERN(attr_pattern, tunip_node *pattern; tunip_ir_dict_attrs *attrs;)
CG_PATTERN(dominator_pattern, tunip_node *parent; tunip_node *path; tunip_node *child;)
/* clang-format on */
extern tunip_type cg_pattern_type;

/* Adds the types to a context, which can then read patterns from JSON. */
tunip_status cg_patterns_add(tunip_context *context, tunip_error *error);

/* ======== match ======== */

/* Whether an expression of a dataflow graph matches a pattern, and which nodes did. */

typedef struct cg_matched {
    const tunip_node *pattern;
    uint32_t index;
} cg_matched;

typedef struct cg_matcher {
    const tunip_context *context;
    cg_graph *graph;
    tunip_graph *made; /* patterns that the matcher makes, for a product and a quotient */
    tn_arena memory;
    cg_matched *found; /* in the order in which they matched */
    size_t count;
    bool many; /* a pattern may match a second expression: on the way to a dominator */
    bool failed;
    unsigned depth;
} cg_matcher;

bool cg_matcher_init(cg_matcher *matcher, const tunip_context *context, cg_graph *graph);
void cg_matcher_free(cg_matcher *matcher);

/* Whether the expression with this index matches. If it does, `found` has the parts. */
bool cg_match(cg_matcher *matcher, const tunip_node *pattern, uint32_t index);

/* The nodes that the last match found, except those for wildcards and inline ones. */
cg_set cg_matched_set(cg_matcher *matcher, tn_arena *memory);

/* ======== pattern text ======== */

/* Patterns as text. */

/* Writes a pattern as TVM prints it: "(id 0): CallPatternNode(Op(nn.relu), [*])". The parts that
 * occur a second time refer to the first: "(invoke pattern id 3)". */
void cg_pattern_say(tn_text *out, tunip_context *context, const tunip_node *pattern);

/* Reads a pattern from the text that TVM prints, with or without the ids, or from the short form:
 * `nn.relu(nn.conv2d(*, const) | add(*, *))`. An operator with arguments is a call; `*` is any
 * expression, `const` a constant, `%x` a variable, `|` an alternative, `(a, b)` a tuple and `p.0`
 * an item of one. NULL after an error, whose offset is that in the text. */
const tunip_node *cg_pattern_read(tunip_graph *graph, tunip_str text, tunip_error *error);

#endif
