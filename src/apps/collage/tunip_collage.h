/* tunip_collage.h -- predicates and costs for `tunip collage` from a plugin, which --load loads:
 *
 *     static tunip_status fits(const tunip_collage_match *match, bool *holds, tunip_error *error);
 *     static const tunip_collage_predicate predicate = {sizeof predicate, "npu.fits", fits};
 *
 *     static tunip_status add(tunip_context *context, tunip_error *error)
 *     {
 *         return tunip_collage_predicate_add(&predicate, error);
 *     }
 *     TUNIP_PLUGIN(.name = "npu", .add = add);
 *
 * A row of a file of rules names the predicate: {"label": ..., "pattern": ..., "predicate":
 * "npu.fits"}. Files do not name estimators: tunip asks each registered one.
 *
 * Registered predicates and estimators are there for the whole process, even if the `add` of their
 * plugin fails afterwards. Do not register them while another thread chooses backends. */
#ifndef TUNIP_COLLAGE_H
#define TUNIP_COLLAGE_H

#include <tunip.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A match of a pattern. Everything is borrowed for the call. */
typedef struct tunip_collage_match {
    tunip_context *context;
    tunip_str target; /* the kind of the target whose rule it is: "npu" */
    tunip_str label;  /* of the pattern, or empty */
    const tunip_node *expr;
    /* The call that a condition examines: the first call, such as a convolution, to which TVM would
     * fuse other calls. If there is none: `expr` if it is a call, or NULL. */
    const tunip_node *call;
} tunip_collage_match;

typedef struct tunip_collage_predicate {
    size_t size; /* sizeof(tunip_collage_predicate) */
    const char *name;
    /* Sets *holds to whether the match becomes a candidate. A status that is not TUNIP_OK ends the
     * run with the error. */
    tunip_status (*ask)(const tunip_collage_match *match, bool *holds, tunip_error *error);
} tunip_collage_predicate;

/* The predicate must live until the process ends. Adding it again does nothing.
 * TUNIP_ERROR_CONFLICT: another one has the name; TUNIP_ERROR_LIMIT after many. */
TUNIP_API tunip_status tunip_collage_predicate_add(const tunip_collage_predicate *predicate,
                                                   tunip_error *error);

/* A function that a candidate becomes. Everything is borrowed for the call. */
typedef struct tunip_collage_candidate {
    tunip_context *context;
    const tunip_node *function; /* of Relay: print it, save it, walk it */
    tunip_str target;           /* the kind of the target: "npu" */
    tunip_str label;            /* "nn.conv2d+nn.relu" */
    tunip_str name;             /* of the global function: "collage_npu_nn_conv2d_nn_relu" */
} tunip_collage_candidate;

typedef struct tunip_collage_estimator {
    size_t size; /* sizeof(tunip_collage_estimator) */
    const char *name;
    /* Sets *seconds: 0 or more, INFINITY if the target cannot compute the function, NAN if it knows
     * nothing: tunip then asks the next estimator. tunip asks once about equal functions. A status
     * that is not TUNIP_OK ends the run with the error. */
    tunip_status (*ask)(const tunip_collage_candidate *candidate, double *seconds,
                        tunip_error *error);
} tunip_collage_estimator;

/* As tunip_collage_predicate_add(). tunip asks the estimators in the order in which they were
 * added, after the file of costs, before a command and the model. */
TUNIP_API tunip_status tunip_collage_estimator_add(const tunip_collage_estimator *estimator,
                                                   tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
