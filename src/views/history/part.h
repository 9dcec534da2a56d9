/* part.h -- the parts of a module of MLIR: which one a dump shows, and where it belongs. */
#ifndef TN_HISTORY_PART_H
#define TN_HISTORY_PART_H

#include <tunip/mlir.h>

#include "../../ir/rewrite.h"
#include "../../util/memory.h"
#include "../../util/tables.h"
#include "symbols.h"

/* The functions and other operations of a module that have symbols. */
typedef TN_ARRAY(tn_unit) tn_part_units;

/* Adds those of a snapshot; the inner ones come first. False when out of memory. */
bool tn_part_units_add(tn_part_units *units, const tunip_allocator *allocator,
                       const tunip_node *root);

/* A function or another operation with a symbol and without symbols inside. */
typedef struct tn_leaf {
    const tunip_mlir_operation *op;
    uint64_t name; /* of the unit */
    size_t order;  /* in the module */
} tn_leaf;

typedef TN_ARRAY(tn_leaf) tn_leaves;

/* Adds those of a module; none for NULL and for other IR. False when out of memory. */
bool tn_leaves_add(tn_leaves *leaves, const tunip_allocator *allocator, const tunip_node *root);

/* A copy of a module without those in `leaves`, or without all of them if that is NULL. NULL if
 * nothing is left, and when out of memory. */
const tunip_node *tn_part_shell(tunip_graph *graph, const tunip_node *root, const tn_set *leaves);

/* The operations of a file or of a block, and where that is. */
typedef struct tn_list_in {
    const tunip_array *operations;
    uint32_t outer;             /* the list with the operation around it; UINT32_MAX: the file's */
    size_t index, piece, block; /* of that operation, in it */
} tn_list_in;

/* A place in a module of MLIR: an item of a list. */
typedef struct tn_place_in {
    uint32_t list;
    uint32_t next, last; /* in `places`: the next one with the same key; of the first, the last */
    size_t index;        /* the number of items: behind the last one */
    uint64_t name;       /* of the unit */
    tunip_str path; /* of the part that was put there when no dump had shown what is around it; or
                       empty */
} tn_place_in;

/* The places of all operations with symbols in the last module of a history. */
typedef struct tn_part_places {
    const tunip_allocator *allocator;
    const tunip_node *root; /* of which the places are known; or NULL */
    TN_ARRAY(tn_list_in) lists;
    TN_ARRAY(tn_place_in) places;
    tn_map first;    /* hash of a symbol or a name -> the first place */
    uint32_t recent; /* the list of the last part that was put; UINT32_MAX: not known */
    bool failed;     /* out of memory */
} tn_part_places;

void tn_part_places_init(tn_part_places *self, const tunip_allocator *allocator);
void tn_part_places_free(tn_part_places *self);

/* Whether two operations are equal. */
typedef struct tn_comparison {
    bool (*same)(const tunip_node *a, const tunip_node *b, void *user);
    void *user;
} tn_comparison;

/* An operation to be placed. */
typedef struct tn_part {
    const tunip_mlir_operation *op;
    tunip_str path; /* of its place, as tunip_mlir_find() takes it; empty: not known */
} tn_part;

/* Finds where `part` belongs in `root`: where an operation of the same name has its symbol, or else
 * one of another name, because a pass may convert functions. If there are several, those with the
 * path are preferred, then an equal one, then the most similar one. An operation with another path
 * is another one. *uncertain: nothing but similarity says which one, or several are equal. An
 * operation without a symbol belongs in the place of the only one of its name. A function with a
 * new symbol goes behind the others. False if `part` is the whole module, or belongs nowhere, and
 * when out of memory (`failed`). Takes constant time if `root` is what tn_part_places_put()
 * returned, unless there are several. */
bool tn_part_places_find(tn_part_places *self, const tunip_node *root, const tn_part *part,
                         const tn_comparison *how, tn_place_in *place, bool *uncertain);

/* The path of the operation at a place, or of the operations around it if there is none: see
 * tn_symbol_path(). */
tunip_str tn_part_places_path(const tn_part_places *self, const tn_place_in *place,
                              tunip_graph *graph);

/* The operation at a place; NULL behind the last one. */
const tunip_node *tn_part_places_at(const tn_part_places *self, const tn_place_in *place);

/* A copy of the module with `part` at the place; everything else is shared. Its nodes belong to
 * `graph`. NULL when out of memory. */
const tunip_node *tn_part_places_put(tn_part_places *self, tunip_graph *graph,
                                     const tn_place_in *place, const tunip_mlir_operation *part);

/* The only operation of a file; NULL for all other nodes. */
const tunip_mlir_operation *tn_part_of(const tunip_node *root);

#endif
