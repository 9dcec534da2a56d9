/* simplify.h -- integer expressions in TVM's simplified form, and the intervals of values that they
 * take (TVM src/arith). Handles only the operators of index expressions; other expressions are not
 * changed. */
#ifndef TIR_SIMPLIFY_H
#define TIR_SIMPLIFY_H

#include "fold.h"

/* The expression as TVM's Analyzer::Simplify writes it: a sum of products, first the terms with
 * positive factors, then the constant, then the others. */
const tunip_node *tir_simplify(tunip_scratch *scratch, const tunip_node *expr);

/* Functions for the parts of a sum. */
typedef struct tir_parts {
    /* Simplifies a part that is no sum, product, or division that rounds down. */
    const tunip_node *(*visit)(void *user, const tunip_node *expr);
    /* Whether 0 <= expr < limit. */
    bool (*is_below)(void *user, const tunip_node *expr, int64_t limit);
    void *user;
} tir_parts;

/* Like tir_simplify(), with other functions for the parts. */
const tunip_node *tir_write_sum(tunip_scratch *scratch, const tunip_node *expr, tir_parts parts);

/* Whether a - b simplifies to 0. */
bool tir_are_equal(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b);

/* The values from `min` to `max`, both included. NULL: there is no bound. */
typedef struct tir_interval {
    const tunip_node *min, *max;
} tir_interval;

/* The values that a variable takes. */
typedef struct tir_domain {
    const tunip_node *var;
    tir_interval values;
} tir_domain;

typedef struct tir_domains {
    tunip_scratch *scratch;
    tir_domain *items; /* the last one of a variable counts */
    size_t count, room;
    size_t depth;    /* of domains within domains */
    unsigned level;  /* of expressions within expressions */
    unsigned visits; /* of the expressions in one that is evaluated */
} tir_domains;

/* The values that an expression takes (TVM's IntervalSetEvaluator). A vector takes those of all its
 * lanes. */
tir_interval tir_eval(tir_domains *domains, const tunip_node *expr);
/* [min, min + extent), without the domains of the variables in it. */
tir_interval tir_interval_of(tunip_scratch *scratch, const tunip_node *min,
                             const tunip_node *extent);
/* The values that the elements of such a range take. */
tir_interval tir_eval_range(tir_domains *domains, const tunip_node *min, const tunip_node *extent);
/* The smallest interval that contains both, simplified. */
tir_interval tir_interval_union(tunip_scratch *scratch, tir_interval a, tir_interval b);

#endif
