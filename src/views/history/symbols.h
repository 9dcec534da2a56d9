/* symbols.h -- the walk through the operations of MLIR that define symbols. All searches of a
 * symbol, here and in <tunip/mlir.h>, are this walk. */
#ifndef TN_HISTORY_SYMBOLS_H
#define TN_HISTORY_SYMBOLS_H

#include <tunip/graph.h>
#include <tunip/mlir.h>

#include "../../util/threads.h"

/* The operations of a file or of a block, and what they are in. */
typedef struct tn_symbol_list {
    const tunip_array *operations;
    const struct tn_symbol_list *outer; /* NULL: the list is that of the file */
    size_t index;                       /* of the operation in `outer` that the list is in */
    size_t piece, block;                /* in that operation */
    uint32_t *number;                   /* for the visitor */
} tn_symbol_list;

/* A walk goes into all operations but functions, whose symbols are uses. */
typedef struct tn_symbol_walk {
    /* Called for each list before its operations; or NULL. */
    void (*enter)(struct tn_symbol_walk *w, const tn_symbol_list *list);
    /* Visits an operation with the hash of its symbols from the outermost on; false stops */
    bool (*visit)(struct tn_symbol_walk *w, const tn_symbol_list *list, size_t index,
                  uint64_t name);
    tunip_str symbol; /* of the operation in hand; empty: it has none */
    bool inner_first;
    bool failed; /* out of memory */
    tn_stack stack;
} tn_symbol_walk;

/* Visits all operations of a file without results. False when out of memory, and if a visit
 * stopped. */
bool tn_symbol_walk_file(tn_symbol_walk *w, const tunip_mlir_file *file);

/* The operation with an index in a list; NULL if that is none. */
const tunip_mlir_operation *tn_operation_at(const tunip_array *operations, size_t index);

/* Whether the path of an operation ends with `path`, as tunip_mlir_find() takes it. */
bool tn_symbol_has_path(const tn_symbol_list *list, size_t index, tunip_str path);

/* Whether no operation around a list has a symbol. */
bool tn_symbol_is_bare(const tn_symbol_list *list);

/* The whole path of an operation. The symbol of a module around all others is no part of it,
 * because references inside the module do without. The text
 * belongs to `graph`, and a NUL follows it. Its data is NULL when out of memory. */
tunip_str tn_symbol_path(tunip_graph *graph, const tn_symbol_list *list, size_t index);

/* The whole path of the operation of a module that a shorter path means: the only one, or the only
 * one that differs from that of the module `before`, which may be NULL. A copy of the shorter path
 * if that leaves several. The text belongs to `graph`; its data is NULL when out of memory. Both
 * modules are snapshots of one history. */
tunip_str tn_symbol_resolve(tunip_graph *graph, const tunip_node *root, const tunip_node *before,
                            tunip_str path);

#endif
