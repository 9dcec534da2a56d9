/* tunip_collage.h -- chooses backends for the parts of a Relay module, as `tunip collage` does
 * (docs/collage.md); and predicates and costs for it.
 *
 *     tunip_collage_prepare(context, &error);
 *     tunip_graph *graph = tunip_read(context, text, &error);
 *     tunip_collage_options options = TUNIP_COLLAGE_OPTIONS_INIT;
 *     options.targets = "targets.json";
 *     tunip_collage *chosen;
 *     if (tunip_collage_run(context, graph, &options, &chosen, &error) == TUNIP_OK)
 *         module = tunip_collage_module(chosen, &error);
 *     tunip_collage_free(chosen);
 *
 * A program links libtunip-collage for these functions. Predicates and costs also come from a
 * plugin, which --load of the command loads:
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

/* ---- a run ---- */

/* A question: the cost in seconds of the candidates with a name, as of --cost; NAN: leave them out,
 * as --without. */
typedef struct tunip_collage_question {
    const char *name;
    double seconds;
} tunip_collage_question;

/* For `max_candidates`: 10000, or 10 for each expression of a larger function. */
#define TUNIP_COLLAGE_USUAL ((size_t)-1)

/* The options of `tunip collage`. All texts must outlive the run. */
typedef struct tunip_collage_options {
    size_t size;             /* sizeof(tunip_collage_options) */
    const char *targets;     /* a file of JSON; NULL: as the command without --targets */
    const char *rules;       /* such a file, or NULL */
    const char *costs;       /* such a file, or NULL */
    const char *estimator;   /* a command for sh that measures; or NULL */
    const char *cache;       /* a folder for its answers; or NULL */
    double timeout;          /* seconds for each of its runs */
    const char *const *only; /* the targets to use; none: all */
    size_t only_count;
    const tunip_collage_question *questions;
    size_t question_count;
    double transition;     /* seconds for each chosen candidate */
    size_t beam, budget;   /* limits of the search; 0: none */
    size_t max_candidates; /* of a rule; 0: no limit; or TUNIP_COLLAGE_USUAL */
    bool prune;            /* leave out candidates that are parts of larger ones */
    bool lazy;             /* estimate only the costs that the search needs */
    bool as_tvm;           /* repeat what TVM does, even where it is wrong */
} tunip_collage_options;

/* clang-format off */
#define TUNIP_COLLAGE_OPTIONS_INIT                                                                \
    {sizeof(tunip_collage_options), NULL, NULL, NULL, NULL, NULL, 60, NULL, 0, NULL, 0, 0, 0, 0, \
     TUNIP_COLLAGE_USUAL, false, false, false}
/* clang-format on */

/* The chosen partitions of a module. Opaque. It has no locks. */
typedef struct tunip_collage tunip_collage;

/* Adds the types of patterns to a context, before anything is read or printed with it. See
 * tunip_context_add_dialect() for the errors. */
TUNIP_API tunip_status tunip_collage_prepare(tunip_context *context, tunip_error *error);

/* Finds the cheapest partitions of the functions at the root of `graph`, a module of Relay or a
 * function. The graph gets new nodes; it and the context must outlive the result. NULL as options
 * stands for the defaults. TUNIP_ERROR_ARGUMENT: the context is not prepared.
 *
 * Sets *out also after an error, so that tunip_collage_file() has its file; to NULL only if memory
 * runs out or the options are of another size. TUNIP_ERROR_NOT_FOUND: no target can compute some
 * expression, or an option has a name that nothing has. */
TUNIP_API tunip_status tunip_collage_run(tunip_context *context, tunip_graph *graph,
                                         const tunip_collage_options *options, tunip_collage **out,
                                         tunip_error *error);

/* The file of the options that the error of the run is about; NULL: the module. */
TUNIP_API const char *tunip_collage_file(const tunip_collage *collage);

/* The cost of the chosen partitions in seconds: `estimated_cost` of the report. */
TUNIP_API double tunip_collage_cost(const tunip_collage *collage);
/* Whether no limit of the options has left out candidates or states of the search. */
TUNIP_API bool tunip_collage_is_optimal(const tunip_collage *collage);

/* The module with the chosen partitions of external backends as functions of their own. It belongs
 * to the graph. NULL after an error. */
TUNIP_API const tunip_node *tunip_collage_module(tunip_collage *collage, tunip_error *error);

/* Writes the report, as --format json. With `losers` more than 0, it has the explanation with so
 * many candidates that lost to each chosen one. */
TUNIP_API tunip_status tunip_collage_write_report(tunip_collage *collage, size_t losers,
                                                  tunip_write_fn write, void *user,
                                                  tunip_error *error);
/* Writes the explanation as text, as --explain. */
TUNIP_API tunip_status tunip_collage_explain(tunip_collage *collage, size_t losers,
                                             tunip_write_fn write, void *user, tunip_error *error);

/* NULL is fine. */
TUNIP_API void tunip_collage_free(tunip_collage *collage);

/* ---- predicates ---- */

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

/* ---- costs ---- */

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
