/* diff.h -- the parts of a comparison that does not stop at the first difference. */
#ifndef TN_DIFF_H
#define TN_DIFF_H

#include <tunip/base.h>
#include <tunip/diff.h>

#include "../ir/same.h"
#include "../util/memory.h"
#include "../util/tables.h"
#include "../util/threads.h"
#include "equal.h"

/* ======== diff ======== */

/* Shared by the files of the diff: the differ, the hashes for alignment, and the patches,
 * from which both the edits and their application are made. */

/* The alignment keys of a node. Nodes with equal `exact` hashes are equal including all names; with
 * equal `named` hashes, except for names that are numbers; with equal `shape` hashes, except for
 * names and the identity of variables. */
typedef struct tn_print {
    uint64_t exact;
    uint64_t named;
    uint64_t shape;
    uint32_t weight; /* nodes below and at it, counted as a tree; stops at the largest number */
} tn_print;

typedef enum tn_patch_kind {
    TN_PATCH_REPLACE, /* by what the right side has */
    TN_PATCH_FIELDS,
    TN_PATCH_ITEMS,
    TN_PATCH_ENTRIES
} tn_patch_kind;

typedef enum tn_op_kind {
    TN_OP_SUB,    /* the content is patched by `sub` */
    TN_OP_SET,    /* is replaced by `rhs`; a scalar field is copied from `rhs` */
    TN_OP_DELETE, /* an item or entry */
    TN_OP_INSERT,
    TN_OP_MOVE /* an item, patched by `sub` if that is not NULL */
} tn_op_kind;

/* The steps that turn a left node into the right one: of fields, items or entries. */
typedef struct tn_op {
    tn_op_kind kind;
    const tunip_field *field;
    size_t lhs_index, rhs_index;
    const tunip_node *rhs;
    const tunip_node *rhs_key; /* of an entry that is inserted */
    const struct tn_patch *sub;
    const struct tn_op *next;
} tn_op;

typedef struct tn_patch {
    tn_patch_kind kind;
    const tunip_node *lhs, *rhs;
    const tn_op *ops, **last;
} tn_patch;

/* The current place of the differ: its steps on both sides, which become paths when an edit needs
 * them. */
typedef struct tn_at {
    const struct tn_at *outer; /* NULL at the root */
    tunip_path lhs, rhs;       /* the steps; `parent` is not set */
    tunip_path *lhs_made, *rhs_made;
} tn_at;

/* A compared pair. */
typedef struct tn_met {
    const tunip_node *lhs, *rhs;
    const tn_patch *patch; /* NULL: they are equal */
    size_t next;           /* index + 1 of the next pair of this hash */
} tn_met;

/* A list in which an element was wrapped or unwrapped. */
typedef struct tn_beside {
    const tunip_array *list;
    const tunip_path *path;
    size_t index; /* of the element that was wrapped or unwrapped, */
    size_t edit;  /* and of its edit in `edits` */
} tn_beside;

typedef struct tn_differ {
    const tunip_context *context;
    const tunip_allocator *allocator;
    tunip_equal_options options;
    tn_stack stack;
    bool map_free_vars; /* here: true in a def region as well */
    size_t searches;    /* the number of searches for wraps that are still allowed, because a search
                           is slow */
    double tolerance;   /* for floats: that of the version of TVM of the left root */
    bool in_step;       /* the two are equal: nodes at the same place correspond */
    tn_comparer *comparer; /* of functions; NULL until first used */
    size_t wasted;         /* the weight of functions that it compared and that were different */
    tn_map prints;         /* node -> index + 1 into print_list */
    TN_ARRAY(tn_print) print_list;
    tn_map met; /* hash of a pair -> index + 1 into met_list */
    TN_ARRAY(tn_met) met_list;
    TN_ARRAY(tunip_edit) edits;
    TN_ARRAY(tunip_edit) renames;
    TN_ARRAY(tn_beside) beside;
    tunip_graph *scratch;               /* NULL until first used */
    struct tunip_script_memory *result; /* arena and correspondence */
    tunip_error error;
} tn_differ;

/* The lists of a script. */
struct tunip_script {
    size_t edit_count;
    const tunip_edit *edits;
    size_t rename_count;
    const tunip_edit *renames;
    struct tunip_script_memory *memory;
};

/* The memory of a script, besides its lists. */
struct tunip_script_memory {
    tunip_script script;
    tunip_allocator allocator;
    tn_arena arena; /* paths, patches, lists */
    tn_map to_rhs;  /* variables and DAG nodes, and what they correspond to */
    tn_map to_lhs;
    tn_map patched; /* of these, left ones -> their patch */
    const tunip_node *lhs, *rhs;
    tunip_equal_options options; /* the options of the comparison */
    const tn_patch *patch;       /* NULL: nothing differs */
};

static inline bool tn_differ_failed(const tn_differ *d)
{
    return d->error.code != TUNIP_OK;
}

/* Records that there is no memory. */
void tn_differ_fail(tn_differ *d);
tunip_graph *tn_differ_scratch(tn_differ *d);

/* ---- hashes (diff_cost.c) ---- */

tn_print tn_diff_print(tn_differ *d, const tunip_node *node);

/* How much two nodes have in common, from 0 to 100. Looks at no more than `most` nodes of each, and
 * at TN_SAMPLE. */
enum { TN_SAMPLE = 256 };
unsigned tn_diff_likeness(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs, size_t most);

/* ---- the cost of a difference (diff_cost.c), in parts of an edit ---- */

enum { TN_EDIT_COST = 8, TN_SMALL = 8 }; /* nodes of less weight are small */

/* The cost of deleting or inserting a node, which grows with its size. */
uint32_t tn_diff_loss(tn_differ *d, const tunip_node *node);
/* The cost of turning one node into another; at most the cost of replacing it, in which case they
 * are not paired. */
uint32_t tn_diff_cost(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs);

/* Some elements of either side (diff_match.c). */
enum { TN_GAP_MOST = 24 };
typedef struct tn_gap {
    const tunip_node *lhs[TN_GAP_MOST], *rhs[TN_GAP_MOST];
    size_t lhs_count, rhs_count;
    size_t lhs_gap[TN_GAP_MOST], rhs_gap[TN_GAP_MOST]; /* ascending: the aligned pairs around it */
    /* Result: the right index of each element, or TN_UNALIGNED; and whether it moved. */
    size_t to_rhs[TN_GAP_MOST];
    bool moves[TN_GAP_MOST];
} tn_gap;
void tn_diff_solve(tn_differ *d, tn_gap *gap);

/* ---- descents into a node (diff_match.c) ---- */

enum { TN_MOST_LEVELS = 16, TN_MOST_ELEMENTS = 64 }; /* longer sequences are not looked through */

/* From a node down, always to the heaviest child. */
typedef struct tn_descent {
    const tunip_node *nodes[TN_MOST_LEVELS + 1]; /* the first is the node itself */
    tunip_path steps[TN_MOST_LEVELS];            /* from each node to the next */
    size_t levels;
} tn_descent;

/* NULL: there is no child. */
const tunip_node *tn_diff_heaviest_child(tn_differ *d, const tunip_node *node, tunip_path *step);
/* Descends as long as nodes have at least the weight `least`. */
void tn_diff_descend(tn_differ *d, tn_descent *down, const tunip_node *node, uint32_t least);
/* The level of the node that equals `node`, or 0. */
size_t tn_diff_find_same(tn_differ *d, const tn_descent *down, const tunip_node *node);
/* Whether a search for `inner` inside of `outer` is worth its cost. */
bool tn_diff_is_worth_it(tn_differ *d, const tunip_node *inner, const tunip_node *outer);
/* The first node near below `outer` with the type of `node`, which is another one. NULL: there is
 * none, or `node` is heavier. */
const tunip_node *tn_diff_inner(tn_differ *d, const tunip_node *outer, const tunip_node *node);
/* Whether one node is inside the other, ignoring names. */
bool tn_diff_is_wrap(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs);

/* ---- the comparison (diff_pair.c) ----
 *
 * It decides what to compare and writes the edits. The matchers below find the parts that
 * correspond, and compare nothing themselves. */

/* NULL when the two are the same. */
const tn_patch *tn_diff_root(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs);

/* The elements of two arrays that correspond (diff_match.c). */
typedef struct tn_array_pairing {
    tn_differ *differ;
    const tunip_array *lhs, *rhs;
    bool in_step;              /* each element corresponds to the one with the same index; nothing
                                  below is set */
    size_t *to_rhs, *moved_to; /* of left elements; TN_UNALIGNED: none */
    bool *taken;               /* of right elements: something moved there */
    bool large;                /* a gap is */
    uint64_t *lhs_hashes, *rhs_hashes;
    void *memory;
    size_t size;
} tn_array_pairing;

/* Out of memory, the differ has failed. Free it in any case. */
void tn_diff_align(tn_differ *d, tn_array_pairing *p, const tunip_array *lhs,
                   const tunip_array *rhs);
void tn_array_pairing_free(tn_array_pairing *p);

/* The entries of two maps that correspond (diff_match.c). */
typedef struct tn_map_pairing {
    tn_differ *differ;
    tn_at *at;
    const tunip_map *lhs, *rhs;
    size_t *to_rhs; /* of left entries; TN_UNALIGNED: none yet. NULL when out of memory */
    bool *taken;    /* of right entries */
    size_t loose_lhs, loose_rhs;
    tn_keys keys; /* of the right side */
    size_t size;
    tn_patch *patch; /* begins with the keys that were renamed */
} tn_map_pairing;

/* Out of memory, the differ has failed. Free it in any case. */
void tn_diff_match(tn_differ *d, tn_map_pairing *p, tn_at *at, const tunip_map *lhs,
                   const tunip_map *rhs);
/* The right entry of a left entry. All entries before it must have been compared. */
size_t tn_map_pairing_at(tn_map_pairing *p, size_t i);
void tn_map_pairing_free(tn_map_pairing *p);

/* The functions of two modules (diff.c): compares the values of two entries by equality,
 * which is several times faster, because most functions are the same. Equal ones need no alignment,
 * either. The result is TN_DIFFERENT for values of other maps, which are small. */
tn_sameness tn_diff_compare_functions(tn_map_pairing *p, const tunip_node *lhs,
                                      const tunip_node *rhs);
/* Compares the functions that are paired already, before their turn, with several threads. */
void tn_diff_functions_ahead(tn_map_pairing *p);

typedef enum tn_diff_which { TN_DIFF_LHS, TN_DIFF_RHS } tn_diff_which;

/* One node that is inside of the other (diff_match.c). */
typedef struct tn_wrap {
    tn_diff_which which;         /* the side of the outer one */
    tn_descent down;             /* from the outer node to */
    size_t level;                /* the inner one */
    const tunip_array *elements; /* or, unless NULL, the outer one is this sequence */
    const tunip_field *field;    /* in this field, */
    size_t stays;                /* and the inner one became this element */
} tn_wrap;

/* False: neither is inside of the other. */
bool tn_diff_find_wrap(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs, tn_wrap *wrap);

/* ---- the script (diff.c) ---- */

/* The path of one side of `at`, made on demand and cached. */
const tunip_path *tn_diff_path(tn_differ *d, tn_at *at, tn_diff_which which);

/* Records an edit at `at`, or one step below it. Names that equality ignores go to the renames. */
void tn_diff_add(tn_differ *d, tn_at *at, tunip_edit edit);
void tn_diff_add_below(tn_differ *d, tn_at *at, tunip_path lhs_step, tunip_path rhs_step,
                       tunip_edit edit);

/* The node that corresponds to `node` on the other side, or NULL. */
const tunip_node *tn_diff_recorded(const tn_map *map, const tunip_node *node);
void tn_diff_record(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs);
/* From now on, `lhs` is patched at all its uses. */
void tn_diff_record_patch(tn_differ *d, const tunip_node *lhs, const tn_patch *patch);
/* Records that the left node becomes the right node at all its uses. */
const tn_patch *tn_diff_exchange(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs);

/* A patch without steps, and adding one; both do nothing once the differ has failed. */
tn_patch *tn_patch_new(tn_differ *d, tn_patch_kind kind, const tunip_node *lhs,
                       const tunip_node *rhs);
void tn_patch_add(tn_differ *d, tn_patch **patch, tn_patch_kind kind, const tunip_node *lhs,
                  const tunip_node *rhs, tn_op op);

/* The index of a pair in met_list; `added`: it was not there before. */
size_t tn_diff_meet(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs, bool *added);
/* Whether two nodes were compared before: their differences are reported and cost nothing again. */
bool tn_diff_is_met(const tn_differ *d, const tunip_node *lhs, const tunip_node *rhs);

static inline tunip_path tn_item_step(tunip_step kind, size_t index)
{
    return (tunip_path){.step = (uint8_t)kind, .at.index = (int64_t)index};
}

static inline tunip_path tn_key_step(tunip_step kind, const tunip_node *key)
{
    return (tunip_path){.step = (uint8_t)kind, .at.key = key};
}

/* ======== align ======== */

/* Finds the elements that two sequences have in common, in order. */

#define TN_UNALIGNED SIZE_MAX

/* The largest number of differing elements looked for at a time. */
enum { TN_ALIGN_MOST = 1024 };

/* Aligns two sequences of hashes. Sets to_rhs[i] to the right index of the left element i, or to
 * TN_UNALIGNED. The indices increase. Entries that already have an index are kept, and the elements
 * between two of them are aligned with each other. False when out of memory. */
bool tn_align(const uint64_t *lhs, size_t lhs_count, const uint64_t *rhs, size_t rhs_count,
              size_t *to_rhs, const tunip_allocator *allocator);

#endif
