/* functions.h -- the functions of candidates, each once: their names and their costs. */
#ifndef COLLAGE_FUNCTIONS_H
#define COLLAGE_FUNCTIONS_H

#include "candidate.h"

typedef struct cg_function {
    tunip_relay_function *function; /* NULL: cg_functions_let_go() gave it up */
    bool is_kept;                   /* `function` belongs to the result and stays */
    bool has_types;
    unsigned number; /* of the functions with the same name; 0: the first one */
    cg_graph *graph; /* of which the function can be made again, from the sub-graph; or NULL */
    const cg_sub_graph *sub_graph;
    tunip_str label;         /* of the candidate that it was made of first */
    tunip_str inner;         /* its cg_inner_label(); empty after cg_functions_let_go() */
    tunip_str compiler;      /* the attribute "Compiler", or "tvm" */
    struct cg_price *prices; /* of targets that have been asked */
    uint64_t hash;
    tunip_relay_global_var *global; /* made when the result needs it */
} cg_function;

typedef struct cg_price {
    tunip_str target;
    double cost;
    struct cg_price *next; /* of the same function, or NULL */
} cg_price;

/* Fresh names: equal names get a number. A name is made of its hints when somebody asks for it,
 * because most functions are never named: 100,000 names of a wide graph would take 20 MB. */
typedef struct cg_names {
    struct cg_name **slots;
    size_t slot_count, count;
} cg_names;

typedef struct cg_functions {
    tunip_context *context;
    tn_arena *memory;
    cg_function *last;            /* the only one whose function need not be kept; or NULL */
    tunip_graph *trial;           /* owns this function; NULL: there is none */
    tn_arena scratch;             /* of it, too */
    size_t tried;                 /* functions in `trial` */
    const tunip_relay_expr *like; /* see cg_extract() */
    cg_names names;
    tunip_str compiler;  /* of the last new function */
    cg_function **slots; /* by structure */
    size_t slot_count, count;
    tunip_error *error;
} cg_functions;

/* "collage_a_b", with "_" for other characters than letters and digits, and the number if it is not
 * 0; empty hints are left out. */
tunip_str cg_name_text(tn_arena *memory, tunip_str a, tunip_str b, unsigned number);
/* The number of a fresh name. The hints must outlive `names`. */
bool cg_names_fresh(cg_names *names, tn_arena *memory, tunip_str a, tunip_str b, unsigned *number);

/* The function that is structurally equal to `function`; a new one gets a name from the label. NULL
 * after an error. */
cg_function *cg_functions_get(cg_functions *functions, tunip_str label,
                              tunip_relay_function *function);

/* The function of a candidate: the "Primitive" function that it becomes, if it becomes one. */
cg_function *cg_functions_of(cg_functions *functions, cg_graph *graph, cg_candidate *candidate);
/* The name of the global function: "collage_tensorrt_nn_conv2d". */
tunip_str cg_function_name(tn_arena *memory, const cg_function *function);
/* Gives up the function that cg_functions_of() has made. Its name and its costs stay. */
void cg_functions_let_go(cg_functions *functions);
/* The same, and frees its memory. Needed after the last cg_functions_of(). */
void cg_functions_close(cg_functions *functions);

/* Whether the parameters and the result have types, which inference gives. */
bool cg_has_types(const tunip_relay_function *function);

/* The number of calls of operators in a function. */
bool cg_count_operators(const tunip_relay_function *function, size_t *out);

#endif
