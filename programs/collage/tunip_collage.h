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
 * A file of rules names the predicate in a row: {"label": ..., "pattern": ..., "predicate":
 * "npu.fits"}. Files do not name estimators: tunip asks all registered estimators in order.
 *
 * Registered predicates and estimators are there for the whole process, even if the `add` of their
 * plugin fails afterwards. Do not register them while another thread chooses backends. */
#ifndef TUNIP_COLLAGE_H
#define TUNIP_COLLAGE_H

#include <tunip.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A match of a pattern. All its members are valid only during the call. */
typedef struct tunip_collage_match {
    tunip_context *context;
    tunip_str target; /* the kind of the target whose rule it is: "npu" */
    tunip_str label;  /* of the pattern, or empty */
    const tunip_node *expr;
    /* The call that a condition examines: the first call, such as a convolution, to which TVM would
     * fuse other calls. If there is none: `expr` if it is a call, or NULL. */
    const tunip_node *call;
} tunip_collage_match;

/* A predicate that a plugin adds. */
typedef struct tunip_collage_predicate {
    size_t size; /* sizeof(tunip_collage_predicate) */
    const char *name;
    /* Sets *holds to whether the match becomes a candidate. A status that is not TUNIP_OK ends the
     * run with the error. */
    tunip_status (*ask)(const tunip_collage_match *match, bool *holds, tunip_error *error);
} tunip_collage_predicate;

/* Registers a predicate, which must live until the process ends. Registering it again does nothing.
 * TUNIP_ERROR_CONFLICT: another predicate has this name. TUNIP_ERROR_LIMIT: too many are
 * registered. */
TUNIP_API tunip_status tunip_collage_predicate_add(const tunip_collage_predicate *predicate,
                                                   tunip_error *error);

/* A candidate, as the function that it would become. All members are valid only during the call. */
typedef struct tunip_collage_candidate {
    tunip_context *context;
    const tunip_node *function; /* of Relay: print it, save it, walk it */
    tunip_str target;           /* the kind of the target: "npu" */
    tunip_str label;            /* "nn.conv2d+nn.relu" */
    tunip_str name;             /* of the global function: "collage_npu_nn_conv2d_nn_relu" */
} tunip_collage_candidate;

/* An estimator of costs that a plugin adds. */
typedef struct tunip_collage_estimator {
    size_t size; /* sizeof(tunip_collage_estimator) */
    const char *name;
    /* Sets *seconds to the cost, 0 or more; to INFINITY if the target cannot compute the function;
     * or to NAN if the estimator does not know the cost, so that tunip asks the next estimator.
     * tunip asks once about equal functions. A status that is not TUNIP_OK ends the run with the
     * error. */
    tunip_status (*ask)(const tunip_collage_candidate *candidate, double *seconds,
                        tunip_error *error);
} tunip_collage_estimator;

/* Registers an estimator, under the same rules as tunip_collage_predicate_add(). tunip looks in the
 * file of costs first. Then it asks the estimators in the order in which they were added, then the
 * command of --estimator, then the model. */
TUNIP_API tunip_status tunip_collage_estimator_add(const tunip_collage_estimator *estimator,
                                                   tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
