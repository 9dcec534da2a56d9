/* comparer.h -- the state of a comparison by structural equality: the correspondence of variables
 * and DAG nodes, the pairs compared so far, and the way back from a difference. */
#ifndef TN_COMPARER_H
#define TN_COMPARER_H

#include <tunip/equal.h>

#include "../base/array.h"
#include "../base/map.h"
#include "../base/pairs.h"
#include "../base/stack.h"

typedef enum tn_side { TN_LEFT, TN_RIGHT } tn_side;

/* One level of the two paths; `parent` and `depth` are set at the end. */
typedef struct tn_difference_step {
    tunip_path lhs, rhs;
} tn_difference_step;

typedef struct tn_comparer {
    const tunip_context *context;
    const tunip_allocator *allocator;
    tunip_equal_options options;
    tn_stack stack;
    bool map_free_vars; /* here: true in a def region as well */
    tn_map *maps[2]; /* by side: variables and DAG nodes, and the nodes to which they correspond */
    tn_pairs met;
    double tolerance; /* for floats: that of the first node's version of TVM; -1: no node yet */
    tn_map as_itself; /* left keys that were looked up in a right map without a counterpart, */
    bool forgot;      /* and whether there were others, which got a counterpart afterwards, or a
                         node got another counterpart */
    TN_ARRAY(tn_difference_step) steps; /* innermost first */
    tunip_graph *scratch;               /* NULL until first used */
    const tunip_type *unsupported;
    const tunip_type *unregistered; /* the first one that was compared */
    tunip_error error;              /* the comparison cannot go on */
    bool sees_names;                /* looks at names that equality ignores, */
    bool renamed;                   /* and some of them differ */
    /* In parts (equal.h) and ahead (ahead.h): the left nodes that were recorded. Those of the
     * current part begin at `part`. */
    TN_ARRAY(const tunip_node *) noted;
    size_t part;
    bool in_parts;
    TN_ARRAY(tn_pair) tried; /* the pairs in `met` of the current part */
    size_t kept, wasted;     /* how many pairs identical parts had, and other parts */
    /* With several threads (ahead.h) */
    const struct tn_comparer *base; /* of a helper: the comparison that it helps, or NULL */
    struct tn_helper *helpers;      /* whose correspondences count, too; or NULL */
    size_t helper_count;
    bool was_ahead;         /* several threads have compared a part */
    struct tn_parts *parts; /* the parts that they have compared; or NULL */
} tn_comparer;

/* The comparison of one of several threads. */
typedef struct tn_helper {
    tn_comparer comparer;
    tn_map maps[2];
    size_t unregistered_at; /* the unit with the first unregistered type */
    bool conflicts;         /* with the correspondences of another helper */
} tn_helper;

/* A pair of nodes that is compared as a whole. */
typedef struct tn_unit_pair {
    const tunip_node *lhs, *rhs;
    tn_helper *by;     /* that found them equal, or identical parts; or NULL */
    size_t begin, end; /* of the nodes that it noted meanwhile */
} tn_unit_pair;

/* Parts, in order, that helpers have compared. */
typedef struct tn_parts {
    tn_helper *helpers;
    size_t helper_count;
    tn_unit_pair *units;
    size_t count, room;
    size_t next; /* the first one that the comparison has not taken over */
} tn_parts;

/* The maps, of left and right nodes, are the caller's. */
void tn_comparer_open(tn_comparer *c, const tunip_context *context,
                      const tunip_equal_options *options, tn_map *to_rhs, tn_map *to_lhs);
void tn_comparer_close(tn_comparer *c);
/* Helpers of `c`, with its correspondences and options; NULL when out of memory. */
tn_helper *tn_helpers_new(const tn_comparer *c, size_t count);
void tn_helpers_free(const tn_comparer *c, tn_helper *helpers, size_t count);
void tn_parts_free(tn_comparer *c);

/* Begins a part. If it is not identical, the second function forgets its correspondences and
 * pairs. */
void tn_comparer_begin(tn_comparer *c);
void tn_comparer_undo(tn_comparer *c);

/* Returns false. */
bool tn_comparer_no_memory(tn_comparer *c);

/* The node to which `node` of a side corresponds; NULL if it has no counterpart yet. */
const tunip_node *tn_comparer_recorded(const tn_comparer *c, tn_side side, const tunip_node *node);
/* Records that two nodes, which have no counterparts, correspond. False when out of memory. */
bool tn_comparer_record(tn_comparer *c, const tunip_node *lhs, const tunip_node *rhs);

#endif
