/* part.h -- the parts of a module of MLIR: which one a dump shows, and where it belongs. */
#ifndef TN_HISTORY_PART_H
#define TN_HISTORY_PART_H

#include <tunip/mlir.h>

#include "../../ir/rewrite.h"
#include "../../util/memory.h"

/* The functions and other operations of a module that have symbols. */
typedef TN_ARRAY(tn_unit) tn_units;

/* Adds those of a snapshot; the inner ones come first. False when out of memory. */
bool tn_units_add(tn_units *units, const tunip_allocator *allocator, const tunip_node *root);

/* A function or another operation with a symbol and without symbols inside. */
typedef struct tn_leaf {
    const tunip_mlir_operation *op;
    uint64_t name; /* of the unit */
    size_t order;  /* in the module */
} tn_leaf;

typedef TN_ARRAY(tn_leaf) tn_leaves;

/* Adds those of a module; none for NULL and for other IR. False when out of memory. */
bool tn_leaves_add(tn_leaves *leaves, const tunip_allocator *allocator, const tunip_node *root);

/* A copy of a module without these. NULL if nothing is left, and when out of memory. */
const tunip_node *tn_part_shell(tunip_graph *graph, const tunip_node *root);

/* A place in a module of MLIR: an item of the operations of a file or of a block. */
typedef struct tn_place_in {
    const tunip_array *operations;
    size_t index;  /* their number: behind the last one */
    uint64_t name; /* of the unit */
} tn_place_in;

/* Whether two operations are equal. */
typedef bool (*tn_same_fn)(const tunip_node *a, const tunip_node *b, void *user);

/* Finds where the operation `part` belongs in `root`: where an operation of the same name has its
 * symbol. If there are several, an equal one is preferred. An operation without a symbol belongs in
 * the place of the only one of its name. A function with a new symbol goes behind the others. False
 * if `part` is the whole module, or belongs nowhere. */
bool tn_part_find(const tunip_node *root, const tunip_mlir_operation *part, tn_same_fn same,
                  void *user, tn_place_in *place);

/* A copy of `root` with `part` at the place; everything else is shared. Its nodes belong to
 * `graph`. NULL when out of memory. */
const tunip_node *tn_part_put(tunip_graph *graph, const tunip_node *root, const tn_place_in *place,
                              const tunip_mlir_operation *part);

/* The only operation of a file; NULL for all other nodes. */
const tunip_mlir_operation *tn_part_of(const tunip_node *root);

#endif
