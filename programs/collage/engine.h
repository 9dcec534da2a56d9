/* engine.h -- finds the cheapest partitions of the functions of a module, rewrites them, and says
 * why they won. */
#ifndef COLLAGE_ENGINE_H
#define COLLAGE_ENGINE_H

#include "functions.h"
#include "rule.h"
#include "search.h"
#include "tunip_collage.h"

/* ======== devices ======== */

/* The targets that device planning has already chosen for expressions. */

/* Of each node, the target of its virtual device: that of the function around it, or of the fixed
 * `on_device` call around it. NULL: none is chosen. */
typedef struct cg_devices {
    const tunip_ir_target **targets;
    int64_t *types; /* of devices, as DLPack numbers them; 0: none is chosen */
    bool has_any;
} cg_devices;

/* ======== engine ======== */

/* Finds the cheapest partitions of the functions of a module, and rewrites them. */

/* Estimates the seconds that a function takes on a target: INFINITY if it cannot be compiled, NAN
 * if nothing is known. False after an error. */
typedef struct cg_estimator {
    bool (*estimate)(void *user, const cg_function *function, const cg_spec *spec, double *out,
                     tunip_error *error);
    void *user;
} cg_estimator;

/* A question: the cost of candidates with this name. NAN: leave them out. A name is that of a spec
 * ("tensorrt"), of a candidate's label or rule, "spec:label", or that of one candidate, as
 * cg_candidate_name() makes it. */
typedef struct cg_override {
    const char *name;
    double cost;
    size_t count; /* of candidates with the name; set by the run */
} cg_override;

typedef struct cg_options {
    /* Do everything as TVM v0.19 does, also where this is a mistake of it: see docs/collage.md. */
    bool as_tvm;
    bool lazy;  /* estimate a cost when the search needs it; otherwise all before the search */
    bool prune; /* leave out candidates that are parts of greater ones */
    bool keep_inline;      /* leave the functions of partitions where they are called */
    size_t max_candidates; /* of a rule; 0: no limit; or TUNIP_COLLAGE_USUAL */
    cg_override *overrides;
    size_t override_count;
    const char *const *only; /* specs or kinds of targets: leave out all others */
    size_t only_count;
    cg_search_options search;
} cg_options;

/* The partition of one function. */
typedef struct cg_partition {
    tunip_str name; /* of the function */
    const tunip_relay_function *function;
    const tunip_node *key; /* in the module */
    cg_graph graph;
    cg_index index;     /* the candidates of the search */
    size_t found_count; /* candidates before pruning */
    cg_rejected *rejected;
    size_t rejected_count;
    size_t max_candidates; /* of a rule, for this function */
    bool is_cut;           /* a rule stopped there */
    bool lacks_types;      /* a condition examined a match that has no types */
    cg_cover cover;
    cg_candidates chosen; /* joined where they touch, and where this is not dearer */
    cg_candidates apart;  /* the joined ones that are not chosen, because they are dearer */
    double cost;          /* of the chosen ones, with the cost of each transition */
} cg_partition;

typedef struct cg_engine {
    tunip_context *context;
    tn_arena *memory;
    const cg_spec *const *specs; /* the host's is the last one */
    size_t spec_count;
    cg_estimator estimator;
    cg_options options;
    cg_functions functions;
    cg_partition *partitions;
    size_t partition_count;
    tunip_graph *graph; /* of the module; gets the new nodes */
    tunip_error *error;
    /* After cg_partition_all(), a search answers a question. It leaves out candidates whose cost
     * cannot be found, because the module has no types, and says so in `has_gaps`. */
    bool is_question, has_gaps;
} cg_engine;

/* Partitions each function of the module (or the function) at the root of `graph` that is not
 * external. False after an error. `memory`, the specs and the graph must outlive the engine. */
bool cg_partition_all(cg_engine *engine, tunip_context *context, tunip_graph *graph,
                      tn_arena *memory);

/* Prepares an engine that cg_partition_all() is not called for: lists the functions. */
bool cg_engine_open(cg_engine *engine, tunip_context *context, tunip_graph *graph,
                    tn_arena *memory);

/* Chooses one given sub-graph of a function, without a search; nothing if it is not valid. *reason
 * is then why. */
bool cg_partition_choose(cg_engine *engine, cg_partition *partition, cg_candidate *candidate,
                         const cg_limits *limits, const char **reason);

/* One search with the costs of the engine; `memory` gets its states. False after an error. */
bool cg_engine_search(cg_engine *engine, cg_partition *partition, tn_arena *memory,
                      const cg_search_options *options, cg_cover *out);
/* The cheapest covers with and without each candidate; see cg_paths_find(). */
bool cg_engine_paths(cg_engine *engine, cg_partition *partition, size_t most, cg_paths *out);

/* The sum of the costs of candidates and of their transitions, without the host. */
double cg_path_cost(const cg_engine *engine, const cg_candidates *list);

/* The candidates of the cover that were joined into `whole` after the search; none if it is one of
 * them itself. */
bool cg_joined_parts(cg_engine *engine, const cg_partition *partition, const cg_candidate *whole,
                     cg_candidates *out);

/* The module with the chosen partitions as functions of their own. NULL after an error. */
const tunip_node *cg_rewrite(cg_engine *engine);

/* ======== explain ======== */

/* Why a partition won: the cost without each chosen candidate, and the candidates that
 * lost. Each number is what a search with this condition would find. */

/* A candidate that overlaps a chosen one, and the least cost of a cover that uses it. */
typedef struct cg_loser {
    const cg_candidate *candidate;
    double cost; /* INFINITY: no cover uses it */
} cg_loser;

/* A candidate of the best cover. */
typedef struct cg_reason {
    const cg_candidate *candidate;
    double without;        /* the least cost of a cover without it; INFINITY: there is none */
    cg_candidates instead; /* candidates of that cover, at the same nodes */
    cg_loser *losers;      /* the cheapest first */
    size_t loser_count;
    size_t unlisted; /* candidates that overlap it, besides the losers */
} cg_reason;

typedef struct cg_explanation {
    cg_reason *reasons; /* in the order of the nodes; not of the host's candidates */
    size_t count;
} cg_explanation;

/* At most `most` losers of each chosen candidate are listed, those with the cheapest covers. If the
 * search has a beam or a budget, or very many states, each answer takes a search; the losers are
 * those with the least cost for each of their nodes then. False after an error of the engine. */
bool cg_explain(cg_engine *engine, cg_partition *partition, size_t most, cg_explanation *out);

/* The explanation of all functions as text, or as the member "explanation" of an object. */
bool cg_explain_text(cg_engine *engine, size_t most, tn_text *out);
bool cg_explain_json(cg_engine *engine, size_t most, tunip_json_writer *w);

/* ======== compare ======== */

/* The costs of covers by the candidates of one backend: the metric of TVM's RFC and of the paper
 * about Collage. INFINITY: there is no such cover. */
typedef struct cg_comparison {
    const cg_spec *spec;
    double best;     /* the cost of the chosen cover */
    double alone;    /* only this backend */
    double with_tvm; /* of an external backend: and those that TVM compiles */
    double greedy;   /* its greatest candidates first, and for the rest those that TVM compiles */
} cg_comparison;

/* False after an error of the engine. */
bool cg_compare_backend(cg_engine *engine, const cg_spec *spec, cg_comparison *out);

/* The comparison with all backends as text, or as the member "compared" of an object. */
bool cg_compare_text(cg_engine *engine, tn_text *out);
bool cg_compare_json(cg_engine *engine, tunip_json_writer *w);

/* "13.756 us (+1.056 us, +8.3 %)" */
void cg_say_more(tn_text *out, double cost, double best);
/* Null if there is no cover. */
void cg_put_cost(tunip_json_writer *w, const char *key, double cost);

#endif
