/* toy.h -- a small dialect for tests, written as a third party would write one. It has a node of
 * each sort that the core treats in its own way, and a rule row of each form. */
#ifndef TOY_H
#define TOY_H

#include <tunip/ext/dialect.h>

/* A variable, declared as `x = Y.var()` where its uses ask for it. */
typedef struct toy_var {
    tunip_node base;
    tunip_string *name;
} toy_var;

/* lhs + rhs; under the token "loud" Y.SUM(lhs, rhs). */
typedef struct toy_sum {
    tunip_node base;
    tunip_node *lhs;
    tunip_node *rhs;
} toy_sum;

/* with Y.scope(value) as var: body */
typedef struct toy_scope {
    tunip_node base;
    toy_var *var; /* or NULL */
    tunip_node *value;
    tunip_node *body;
} toy_scope;

/* One statement after the other. */
typedef struct toy_seq {
    tunip_node base;
    tunip_array *items;
} toy_seq;

/* def main(params): body, with the header above. */
typedef struct toy_fn {
    tunip_node base;
    tunip_array *params;
    tunip_node *body;
} toy_fn;

/* Y.pair(first, second, weight=weight). */
typedef struct toy_pair {
    tunip_node base;
    tunip_node *first;
    tunip_node *second;
    int64_t weight;
} toy_pair;

/* A pair without a rule of its own. */
typedef struct toy_twin {
    toy_pair base;
    bool same;
} toy_twin;

/* A field of each kind: Y.fields(i, f, b, d, node=node). */
typedef struct toy_fields {
    tunip_node base;
    int64_t i;
    double f;
    bool b;
    tunip_dtype d;
    tunip_node *node;
} toy_fields;

/* The struct of types with one child. */
typedef struct toy_holder {
    tunip_node base;
    tunip_node *inner;
} toy_holder;

/* Registered, with no rule at all. */
typedef struct toy_bare {
    tunip_node base;
    tunip_node *shown;
    tunip_node *ignored;
    int64_t count;
} toy_bare;

/* Y.config(shout, dtype, unit): the settings of the job. */
typedef struct toy_config {
    tunip_node base;
} toy_config;

typedef struct toy_settings {
    bool shout;
    tunip_dtype dtype;
    const char *unit;
} toy_settings;

extern tunip_type toy_var_type, toy_sum_type, toy_scope_type, toy_seq_type, toy_fn_type;
extern tunip_type toy_pair_type, toy_twin_type, toy_fields_type, toy_bare_type, toy_config_type;
extern tunip_type toy_unit_type;    /* no struct of its own; Y.unit */
extern tunip_type toy_forward_type; /* toy_holder: the Doc of `inner` */
extern tunip_type toy_loud_type;    /* toy_holder: `inner` under the token "loud" */
extern tunip_type toy_blob_type;    /* toy_holder: metadata["toy.Blob"][i] */
extern tunip_type toy_broken_type;  /* toy_holder: its rule returns NULL */
extern tunip_type toy_quote_type;   /* toy_holder: the text of `inner` as a string */
extern tunip_type toy_count_type;   /* no struct of its own; Y.count(n): the n-th of this print */

extern const tunip_dialect toy_dialect;

/* An unregistered type; its struct is toy_holder. */
extern tunip_type toy_stranger_type;

/* ---- nodes; all of them carry NULL on as graph.h says ---- */

toy_var *toy_var_new(tunip_graph *graph, const char *name);
toy_sum *toy_sum_new(tunip_graph *graph, void *lhs, void *rhs);
toy_scope *toy_scope_new(tunip_graph *graph, toy_var *var, void *value, void *body);
toy_seq *toy_seq_new(tunip_graph *graph, tunip_array *items);
toy_fn *toy_fn_new(tunip_graph *graph, tunip_array *params, void *body);
toy_pair *toy_pair_new(tunip_graph *graph, void *first, void *second, int64_t weight);
toy_holder *toy_holder_new(tunip_graph *graph, const tunip_type *type, void *inner);

/* first + 1 + 1 ..., with `depth` sums. */
void *toy_deep_sum(tunip_graph *graph, void *first, size_t depth);

#endif
