/* rule.h -- rules that find candidates, and conditions on what they match. */
#ifndef COLLAGE_RULE_H
#define COLLAGE_RULE_H

#include "candidate.h"
#include "pattern.h"

/* ======== rule ======== */

/* Rules that find candidates. A rule takes the candidates of the rules inside of it and
 * changes them, down to the base rules, which look at the graph. */

struct cg_finder;

/* Whether a match of a pattern counts. */
typedef struct cg_predicate {
    /* `name` is that of the pattern; false after an error with `fail`. */
    bool (*holds)(void *user, const struct cg_predicate *predicate, struct cg_finder *finder,
                  uint32_t index, bool *answer);
    void *user;
    tunip_str compiler, name;
    const struct cg_predicate *also; /* must hold, too; or NULL */
} cg_predicate;

typedef enum cg_rule_kind {
    CG_RULE_PATTERN,   /* base: one candidate for each match of a pattern */
    CG_RULE_BY_KIND,   /* base: one candidate for each call of an operator that is not opaque */
    CG_RULE_OPAQUE,    /* base: one candidate for each call that a target must compile, but that is
                        * not fused: of an opaque operator, or of a "Primitive" function */
    CG_RULE_HOST,      /* base: one candidate for each expression that needs no target */
    CG_RULE_COMPOSITE, /* puts each candidate into a "Composite" function */
    CG_RULE_PRIMITIVE, /* puts each candidate into a "Primitive" function */
    CG_RULE_UNION,     /* the candidates of all rules inside */
    CG_RULE_COMBINE,   /* and unions of them */
    CG_RULE_VALID      /* only valid candidates */
} cg_rule_kind;

typedef enum cg_combiner_kind {
    CG_COMBINE_BY_KIND,    /* one candidate with another that uses its output */
    CG_COMBINE_TUPLE_ARG,  /* the candidates of all fields of a tuple, the tuple, its user */
    CG_COMBINE_TUPLE_PROJ, /* a candidate with an item of its result */
    CG_COMBINE_CONSTANT    /* a candidate with its constant arguments */
} cg_combiner_kind;

typedef struct cg_kinds {
    cg_kind upstream, downstream; /* the greatest that may be combined */
} cg_kinds;

typedef struct cg_combiner {
    cg_combiner_kind kind;
    const cg_kinds *kinds; /* of CG_COMBINE_BY_KIND */
    size_t kind_count;
} cg_combiner;

typedef struct cg_rule {
    cg_rule_kind kind;
    tunip_str name; /* may be empty */
    const struct cg_rule *const *inner;
    size_t inner_count;
    const tunip_node *pattern;     /* of CG_RULE_PATTERN */
    const cg_predicate *predicate; /* or NULL */
    const cg_combiner *combiners;  /* of CG_RULE_COMBINE */
    size_t combiner_count;
    size_t max_depth; /* of CG_RULE_COMBINE; 0: none */
    cg_limits limits; /* of CG_RULE_VALID */
    cg_kind at_most;  /* of CG_RULE_BY_KIND */
} cg_rule;

/* A candidate that is not valid, and why. */
typedef struct cg_rejected {
    const cg_candidate *candidate;
    const char *reason;
} cg_rejected;

/* The state of finding candidates in one graph. */
typedef struct cg_finder {
    tunip_context *context;
    cg_graph *graph;
    tn_arena *memory;
    cg_matcher matcher;
    const cg_spec *spec; /* whose candidates are found */
    /* Find exactly the candidates that TVM finds, and combine candidates exactly as TVM does. */
    bool as_tvm;
    size_t max_candidates; /* of one rule; 0: no limit */
    bool is_cut;           /* a rule has reached the limit */
    bool lacks_types;      /* a condition examined a match that has no types */
    /* Of the rule around, if it keeps only candidates with one exit and no taps; or NULL. */
    const cg_limits *one_exit;
    cg_rejected *rejected;
    size_t rejected_count;
    tunip_error *error;
} cg_finder;

bool cg_finder_init(cg_finder *finder, tunip_context *context, cg_graph *graph, tn_arena *memory,
                    tunip_error *error);
void cg_finder_free(cg_finder *finder);

/* The candidates of a spec. False after an error. */
bool cg_find(cg_finder *finder, const cg_spec *spec, cg_candidates *out);
/* The candidates of one rule, with the names that it gives them. */
bool cg_apply(cg_finder *finder, const cg_rule *rule, const cg_spec *spec, cg_candidates *out);

/* Adds unions of candidates until there are no new ones. */
bool cg_combine(cg_finder *finder, const cg_rule *rule, cg_candidates *candidates);

/* Joins candidates of one spec that touch, whatever their kinds, if the spec joins and the union
 * keeps its limits. As TVM does it, those of any spec are joined, without limits, and a candidate
 * may become a part of two. Otherwise each stays in one, and no two depend on each other. */
bool cg_coalesce(cg_finder *finder, cg_candidates *candidates);

/* Removes candidates that are parts of greater ones of the same spec, as far as the remaining ones
 * still fit together. */
bool cg_prune(cg_finder *finder, cg_candidates *candidates);

/* ======== condition ======== */

/* Conditions on a match, as text: `rank(0) == 4 and attr("groups") == 1`.
 *
 *     condition  or, and, not, ( ), == != < <= > >=, + - * / %
 *     values     12, 0.5, "text", true, false
 *     args       the number of arguments of the call; `op`, the name of its operator
 *     rank(i)    of the type of argument i; without an argument, of the result
 *     dim(i, k)  dimension k of argument i; dim(result, k) of the result
 *     dtype(i)   "float32"; without an argument, of the result
 *     is_const(i)  whether argument i is a constant
 *     has_const(i)  whether argument i, or a field of it, is a constant
 *     value(i)   the number in the constant that argument i is
 *     size(i)    the number of elements of argument i; without an argument, of the result
 *     same_shape(i, j)  whether two arguments have the same, known shape
 *     all_dtype(name)   whether all arguments and fields of arguments are tensors of this dtype
 *     all_static(k)     whether they are tensors whose dimensions from number k on are known
 *     leads(i)   whether the first arguments of calls lead from argument i to the call
 *     attr(name), attr(name, k), attr(name, k, m)  an attribute of the call, or an element of it
 *     attr_count(name), attr_least(name)  the number of its elements, and the least one
 *     attr_has(name, v), attr_only(name, v)  whether some element is v; whether all are
 *     target(name), target(name, v)  an attribute of the target; v if it has none
 *     on(op, n, condition)  the value of a condition about another call: number n, from 0, of the
 *                operator, from the matched expression on along the first arguments
 *
 * They are about one call of the match: the first one to which TVM would fuse others, such as a
 * convolution; otherwise the matched expression. A comparison with something that is not there is
 * false, except `!=`. */

/* A predicate of a condition. NULL after a syntax error. The text must outlive it. */
cg_predicate *cg_condition_new(tn_arena *memory, tunip_str text, tunip_error *error);

/* The call that the last match of the finder is about, which was at a node; or NULL. */
const tunip_relay_call *cg_condition_call(cg_finder *finder, uint32_t index);

#endif
