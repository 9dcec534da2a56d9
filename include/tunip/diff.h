/* diff.h -- all structural differences between two graphs, as an edit script that turns the left
 * graph into the right one.
 *
 * Differences are those of structural equality (equal.h): the script of two graphs has no edits
 * exactly when they are equal. Elements of arrays are aligned, so an added statement is one
 * insertion. Entries of maps are matched by key; entries whose keys are on one side only are
 * matched by content, so a renamed function is one rename. Putting a statement into a new loop is
 * one edit, and so is taking it out. A variable that differs at its definition is one difference;
 * its uses are not listed. */
#ifndef TUNIP_DIFF_H
#define TUNIP_DIFF_H

#include <tunip/equal.h>
#include <tunip/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The kinds of edits. */
typedef enum tunip_edit_kind {
    TUNIP_EDIT_CHANGE, /* the node or value at the left path became the one at the right path */
    TUNIP_EDIT_INSERT, /* an element or entry of the right side only */
    TUNIP_EDIT_DELETE, /* an element or entry of the left side only */
    TUNIP_EDIT_MOVE,   /* an element at another place; differences inside it are separate edits */
    TUNIP_EDIT_RENAME, /* an entry with another key, or a name that equality ignores */
    TUNIP_EDIT_WRAP,   /* the node at the left path is now inside the node at the right path */
    TUNIP_EDIT_UNWRAP  /* the node at the right path was inside the node at the left path */
} tunip_edit_kind;

/* One difference. If only one side has an element, the path of the other side ends in a "missing"
 * step. For an array, the index of this step is the place where the element would be. `lhs` or
 * `rhs` is NULL if there is no node on that side. If `field` holds a scalar, `lhs` and `rhs` are
 * the nodes that have this field. Edits live as long as the script, and nodes as long as their
 * graphs. */
typedef struct tunip_edit {
    tunip_edit_kind kind;
    const tunip_path *lhs_path;
    const tunip_path *rhs_path;
    const tunip_node *lhs;
    const tunip_node *rhs;
    const tunip_field *field; /* or NULL */
    /* The path of the inner node on the side of the outer node: below `rhs_path` for a wrap, and
     * below `lhs_path` for an unwrap. When one loop was put around several statements, there is one
     * wrap for each statement, all with the same `rhs_path`. The other parts of the outer node are
     * new (wrap) or removed (unwrap). Differences inside the inner node are separate edits.
     * `inner_path` is NULL for other kinds of edits. */
    const tunip_path *inner_path;
} tunip_edit;

/* An edit script. Opaque: the functions below read it. They accept NULL, which has no edits. */
typedef struct tunip_script tunip_script;

/* Compares two nodes, of one graph or of two; NULL is None. `options` may be NULL. On success the
 * caller frees *out with tunip_script_free() before it frees the graphs; on failure *out is NULL.
 * Nodes of a type without equality differ unless they are the same node. Any number of threads may
 * compare with one context. Fails with TUNIP_ERROR_ARGUMENT at a node with a grave flaw (check.h).
 *
 * With options->threads, several threads compare the functions of two modules by equality before
 * their turn. The script does not depend on their number. The calling thread alone looks for edits
 * in functions that differ, because a correspondence that it finds in one may count in the next.
 *
 * Only memory limits the depth, and each pair of shared nodes is compared once. The time is linear
 * in the number of nodes, plus n * d for two arrays of n elements of which d differ. Five limits
 * bound the time. When a limit is reached, the script is still correct, but may be longer than
 * necessary. An alignment searches at most 1024 differing elements at a time, then takes the best
 * one so far. Up to 24 unmatched elements of each side between two aligned elements are compared
 * with each other; such a comparison looks at no more than 256 nodes of each element. If there are
 * more than 24, only elements that are equal except for names are matched. The search for a node
 * inside another goes 16 levels down, and skips sequences of more than 64 elements. After 65536
 * searches for similar nodes, nodes that are not equal are compared field by field. Functions of
 * modules count as different once 16 million nodes of functions that differ were compared, as
 * trees; a function counts as at most 1 million. */
TUNIP_API tunip_status tunip_diff(const tunip_context *context, const tunip_node *lhs,
                                  const tunip_node *rhs, const tunip_equal_options *options,
                                  tunip_script **out, tunip_error *error);

/* The edits, in the order of the left side; none for equal graphs. NULL past the end. */
TUNIP_API size_t tunip_script_edit_count(const tunip_script *script);
TUNIP_API const tunip_edit *tunip_script_edit(const tunip_script *script, size_t index);

/* The changed names of corresponding variables and buffers, each once. Equality ignores these
 * names, so equal graphs may have renames. NULL past the end. */
TUNIP_API size_t tunip_script_rename_count(const tunip_script *script);
TUNIP_API const tunip_edit *tunip_script_rename(const tunip_script *script, size_t index);

/* NULL is fine. */
TUNIP_API void tunip_script_free(tunip_script *script);

/* Applies a script to its left side. Returns a new graph whose root is equal to the right side; the
 * function checks this. The new graph shares unedited nodes with the left graph and inserted nodes
 * with the right graph, so both must outlive it; the script need not. Of two corresponding
 * variables, the new graph uses the one of the left side. But if the right side uses its variable
 * before the definition, the new graph uses the one of the right side. Returns NULL on failure;
 * TUNIP_ERROR_ARGUMENT when the result would not be equal, which is possible for ill-formed IR. One
 * thread at a time may apply a script. */
TUNIP_API tunip_graph *tunip_diff_apply(const tunip_context *context, const tunip_script *script,
                                        tunip_error *error);

/* "change", "insert", "delete", "move", "rename", "wrap" or "unwrap". Static storage. */
TUNIP_API const char *tunip_edit_kind_name(tunip_edit_kind kind);

#ifdef __cplusplus
}
#endif
#endif
