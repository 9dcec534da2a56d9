/* pattern.h -- Relay's patterns of dataflow, as nodes of a dialect of their own: read from the JSON
 * that TVM saves and from the text that TVM prints, printed, and matched. */
#ifndef COLLAGE_PATTERN_H
#define COLLAGE_PATTERN_H

#include "graph.h"

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

#endif
