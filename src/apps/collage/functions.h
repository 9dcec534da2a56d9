/* functions.h -- the functions of candidates, each once: their names and their costs. */
#ifndef COLLAGE_FUNCTIONS_H
#define COLLAGE_FUNCTIONS_H

#include "candidate.h"
#include "extract.h"

typedef struct cg_function {
    tunip_relay_function *function;
    tunip_str label;         /* of the candidate that it was made of first */
    tunip_str name;          /* of the global function: "collage_tensorrt_nn_conv2d" */
    struct cg_price *prices; /* of targets that have been asked */
    size_t price_count;
    uint64_t hash;
    tunip_relay_global_var *global; /* made when the result needs it */
} cg_function;

typedef struct cg_price {
    tunip_str target;
    double cost;
} cg_price;

/* Fresh names: equal names get a number. */
typedef struct cg_names {
    struct cg_name *items;
    size_t count;
} cg_names;

typedef struct cg_functions {
    tunip_context *context;
    tunip_graph *graph; /* owns the functions */
    cg_memory *memory;
    const tunip_relay_expr *like; /* see cg_extract() */
    cg_names names;
    cg_function **slots; /* by structure */
    size_t slot_count, count;
    tunip_error *error;
} cg_functions;

/* "prefix_a_b", with "_" for other characters than letters and digits; empty hints are left out. */
tunip_str cg_names_fresh(cg_names *names, cg_memory *memory, const char *prefix, tunip_str a,
                         tunip_str b);

/* The function that is structurally equal to `function`; a new one gets a name from the label. NULL
 * after an error. */
cg_function *cg_functions_get(cg_functions *functions, tunip_str label,
                              tunip_relay_function *function);

/* The function of a candidate: the "Primitive" function that it becomes, if it becomes one. */
cg_function *cg_functions_of(cg_functions *functions, cg_graph *graph, cg_candidate *candidate);

/* The number of calls of operators in a function. */
bool cg_count_operators(const tunip_relay_function *function, size_t *out);

#endif
