/* costs.h -- estimators of costs, and what plugins add. */
#ifndef COLLAGE_COSTS_H
#define COLLAGE_COSTS_H

#include "functions.h"
#include "engine.h"

/* ======== mock ======== */

/* TVM's cost estimator for tests: with c, the cost of an operator on the target, the
 * operators of a function cost c, 0.9 c, 0.81 c, ... */

typedef struct cg_mock {
    cg_price *prices; /* of one operator, by target */
    size_t count;
    size_t most; /* estimates; 0: no limit */
    size_t used;
} cg_mock;

cg_estimator cg_mock_estimator(cg_mock *mock);

/* ======== roofline ======== */

/* Costs from the operations and the memory traffic of a function. */

typedef struct cg_machine {
    double flops;     /* floating point operations in a second */
    double bandwidth; /* bytes of memory in a second */
    double launch;    /* seconds to start a function */
} cg_machine;

/* Typical values for a kind of target: 0.1 TFLOP/s and 20 GB/s for a processor ("llvm", "c"), 10
 * TFLOP/s and 500 GB/s for the others. */
cg_machine cg_machine_default(tunip_str kind);

/* The work of a function: floating point operations, and the bytes of its parameters and results;
 * values inside of it stay in registers. */
typedef struct cg_work {
    double flops;
    double bytes;
} cg_work;

bool cg_work_of(const tunip_relay_function *function, cg_work *out);

/* The longer of computing and moving data, and the launch. */
double cg_roofline(const cg_machine *machine, const cg_work *work);

/* ======== command ======== */

/* Costs that a command measures: it reads a function as JSON, and writes seconds. The
 * answers are kept on disk. */

typedef struct cg_command {
    tunip_context *context;
    const char *command; /* for sh */
    const char *cache;   /* a folder; NULL: nothing is kept */
    double timeout;      /* seconds; a command that takes longer is ended */
    size_t run_count, kept_count, late_count;
    size_t lost_count; /* answers that the cache could not keep, which is no error */
} cg_command;

/* The cost of a function on a target: INFINITY if the command ends with status 1 or too late, NAN
 * if it writes "nan". False after an error: another status, or no number. */
bool cg_command_cost(cg_command *command, const cg_function *function, tunip_str target,
                     double *out, tunip_error *error);

/* ======== added ======== */

/* The predicates and estimators of plugins. */

/* A predicate that a plugin has added. `target` and `label` are for it. NULL if there is none with
 * the name, or when out of memory. */
cg_predicate *cg_added_predicate(tn_arena *memory, tunip_str name, tunip_str target,
                                 tunip_str label);

/* The cost of a function from the estimators, in order; NAN if none knows it. False after an
 * error. */
bool cg_added_cost(tunip_context *context, const cg_function *function, tunip_str target,
                   double *out, tunip_error *error);

#endif
