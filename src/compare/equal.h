/* equal.h -- whether two graphs mean the same. */
#ifndef TN_EQUAL_H
#define TN_EQUAL_H

#include <tunip/equal.h>
#include <tunip/node.h>

#include "../util/memory.h"
#include "../util/tables.h"
#include "../util/threads.h"

/* ======== comparer ======== */

/* The state of a comparison by structural equality: the correspondence of variables
 * and DAG nodes, the pairs compared so far, and the way back from a difference. */

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
    /* In parts (equal.h) and ahead (below): the left nodes that were recorded. Those of the
     * current part begin at `part`. */
    TN_ARRAY(const tunip_node *) noted;
    size_t part;
    bool in_parts;
    TN_ARRAY(tn_pair) tried; /* the pairs in `met` of the current part */
    size_t kept, wasted;     /* how many pairs identical parts had, and other parts */
    /* With several threads (below) */
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

/* ======== equal ======== */

/* Structural equality in parts, for a diff: it finds the functions of two modules that
 * need no diff. */

typedef enum tn_sameness {
    TN_DIFFERENT,
    TN_EQUAL,    /* except for names, which equality ignores */
    TN_IDENTICAL /* also in these names: there is nothing to report */
} tn_sameness;

typedef struct tn_comparer tn_comparer;

/* The caller owns the two maps, from nodes to the corresponding nodes of the other side. NULL when
 * out of memory; the maps must outlive the comparer. */
tn_comparer *tn_comparer_new(const tunip_context *context, const tunip_equal_options *options,
                             double tolerance, tn_map *to_rhs, tn_map *to_lhs);
void tn_comparer_free(tn_comparer *c);

/* Compares two nodes with the correspondences so far. If they are identical, adds their
 * correspondences to the maps; otherwise does not change the maps. On failure `error` is set. */
tn_sameness tn_comparer_compare(tn_comparer *c, const tunip_node *lhs, const tunip_node *rhs,
                                bool map_free_vars, tunip_error *error);
/* Whether most of the work so far was for identical nodes. */
bool tn_comparer_pays(const tn_comparer *c);

/* The value of each left entry and that of the entry to_rhs[i] will be compared, in this order.
 * Compares them with several threads if that saves time. The results of tn_comparer_compare() are
 * the same. `none` in to_rhs: the entry is left out. */
void tn_comparer_ahead(tn_comparer *c, const tunip_map *lhs, const tunip_map *rhs,
                       const size_t *to_rhs, size_t none, bool map_free_vars);
/* From now on, ignores what was compared ahead: a node in the maps got another counterpart. NULL is
 * fine. */
void tn_comparer_distrust(tn_comparer *c);

/* Compares two valid nodes as tunip_equal() does. On failure `error` is set. */
tn_sameness tn_compare_whole(const tunip_context *context, const tunip_node *lhs,
                             const tunip_node *rhs, const tunip_equal_options *options,
                             tunip_error *error);

/* ======== ahead ======== */

/* Several threads compare the functions of two modules ahead of the comparison in order,
 * which then takes over their results: of equality (tunip_equal()) all at once, of a diff one by
 * one, because the diff continues after a difference. */

typedef bool (*tn_compare_fn)(tn_comparer *c, const tunip_node *lhs, const tunip_node *rhs);

/* Whether threads save time: the values of the map are large, such as functions, and there are
 * enough of them. */
bool tn_ahead_saves_time(const tn_comparer *c, const tunip_map *map);

/* Compares units with several threads, and adds the correspondences of the leading ones that are
 * equal. Returns their number. In order, the next unit may be equal as well. */
size_t tn_compare_ahead(tn_comparer *c, tn_unit_pair *units, size_t count, tn_compare_fn compare);

/* Sets c->parts, with room for `room` units, which the caller adds. NULL when out of memory. */
tn_parts *tn_parts_new(tn_comparer *c, size_t room);
/* Compares the units of c->parts with several threads. */
void tn_compare_parts_ahead(tn_comparer *c, tn_compare_fn compare);
/* Whether the two are the next unit, and identical in order, too. Then adds the correspondences of
 * the unit. Otherwise the caller compares the two. */
bool tn_parts_take(tn_comparer *c, const tunip_node *lhs, const tunip_node *rhs);

#endif
