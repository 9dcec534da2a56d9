/* diff.h -- every structural difference between two graphs, as an edit script that turns the left
 * one into the right one.
 *
 * What counts as a difference is what counts for equality (equal.h), by the same flags of fields
 * and kinds of types: the script of two graphs has no edits exactly when they are equal. Elements
 * of arrays are aligned, so that one more statement is one insertion; entries of maps go by key,
 * and those whose keys are only on one side by content, so that a renamed function is a rename.
 * What was put into something new, as a statement into a loop, is one edit, and so is taking it
 * out. A variable that is another one at its definition is one difference, not one at each use. */
#ifndef TUNIP_DIFF_H
#define TUNIP_DIFF_H

#include <tunip/equal.h>
#include <tunip/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What sort of difference an edit is. */
typedef enum tunip_edit_kind {
    TUNIP_EDIT_CHANGE, /* what is at one path has become what is at the other */
    TUNIP_EDIT_INSERT, /* an element or entry that only the right side has */
    TUNIP_EDIT_DELETE, /* one that only the left side has */
    TUNIP_EDIT_MOVE,   /* an element that stands elsewhere; what differs in it is listed besides */
    TUNIP_EDIT_RENAME, /* an entry under another key, or a name that does not count */
    TUNIP_EDIT_WRAP,   /* what is at the left path is inside of what is at the right one now */
    TUNIP_EDIT_UNWRAP  /* what is at the right path was inside of what is at the left one */
} tunip_edit_kind;

/* One difference. Where a side lacks what the other has, its path ends in a "missing" step: of an
 * array with the index where the element would be. A node is NULL where there is none, and the one
 * that has the field when `field` is one of the fields that hold no nodes. Everything lives as long
 * as the script, and nodes as long as their graphs. */
typedef struct tunip_edit {
    tunip_edit_kind kind;
    const tunip_path *lhs_path;
    const tunip_path *rhs_path;
    const tunip_node *lhs;
    const tunip_node *rhs;
    const tunip_field *field; /* or NULL */
    /* Where on the other side the inner one stands, of a wrap or unwrap: below the right path, or
     * below the left one. Several statements that one loop was put around are as many wraps of one
     * right path. What else is there is new, or gone; what differs in the inner one is listed
     * besides. NULL otherwise. */
    const tunip_path *inner_path;
} tunip_edit;

/* `edits` are in the order of the left side. `renames` are names that do not count for equality,
 * of what corresponds on both sides: of variables and buffers, each once. A script of equal graphs
 * has no edits, but it may have renames. */
typedef struct tunip_script {
    size_t edit_count;
    const tunip_edit *edits;
    size_t rename_count;
    const tunip_edit *renames;
    struct tunip_script_memory *memory;
} tunip_script;

/* Compares two nodes, of one graph or of two; NULL is None. `options` may be NULL. Fills *out, to
 * be freed with tunip_script_free() before the graphs are; on failure it holds nothing. Nodes of a
 * type that has no equality differ unless they are one node. Depth is bounded by memory, a pair of
 * shared nodes is looked at once. Time is linear in the nodes, and where two arrays of n elements
 * differ, n times the number of differing elements, of which at most 1024 are looked for at a time:
 * past that the alignment is the best so far. What is left between aligned elements, up to 24 on
 * either side, is held against each other by at most 256 nodes of each; more than that goes by
 * what is the same but for names. One inside of the other is looked for 16 levels down, and not
 * through sequences of more than 64; after 65536 such searches by what is alike, nodes that are not
 * the same are compared field by field. Any number of threads may compare with one context. Nodes
 * that cannot be looked at, of which tunip_check() tells, are TUNIP_ERROR_ARGUMENT. */
TUNIP_API tunip_status tunip_diff(const tunip_context *context, const tunip_node *lhs,
                                  const tunip_node *rhs, const tunip_equal_options *options,
                                  tunip_script *out, tunip_error *error);

/* Frees what *script holds. NULL is fine. */
TUNIP_API void tunip_script_free(tunip_script *script);

/* Applies a script to its left side: a new graph with a root that is equal to the right side, which
 * is checked. What is not edited is shared with the left graph and what was inserted with the right
 * one, so both must outlive the result; the script need not. Variables that correspond are those of
 * the left side, unless the right side uses one before its definition: then they are those of the
 * right side. NULL on failure; TUNIP_ERROR_ARGUMENT when the result would not be equal, which
 * ill-formed IR may bring about. One thread at a time may apply a script. */
TUNIP_API tunip_graph *tunip_diff_apply(const tunip_context *context, const tunip_script *script,
                                        tunip_error *error);

/* "change", "insert", "delete", "move", "rename", "wrap" or "unwrap". Static storage. */
TUNIP_API const char *tunip_edit_kind_name(tunip_edit_kind kind);

#ifdef __cplusplus
}
#endif
#endif
