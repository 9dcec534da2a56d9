/* equal.h -- structural equality and hash: whether two graphs mean the same, and their first
 * difference.
 *
 * The flags of fields and the equality kinds of types decide what is compared (node.h). The
 * semantics are those of the version of TVM to which the IR belongs (tvm-ffi
 * include/tvm/ffi/extra/structural_equal.h): names of variables are ignored, but variables must
 * correspond; maps are compared by key; all NaNs are equal, and 0.0 differs from -0.0; tensors are
 * compared by content. One rule differs from TVM: nodes of a TUNIP_EQ_UNIQUE type with a codec are
 * compared by their saved text, so that the same operator in two graphs is equal.
 *
 * Two rules of TVM give unexpected results for unusual graphs. tunip follows both.
 *
 * - Functions of a module. A module keeps its global variables in `global_var_map_`, under their
 *   names. A global variable of the left side corresponds to the variable that the right side keeps
 *   under the name_hint of the first, and both must have the same name_hint. If a module keeps a
 *   variable under another name than its name_hint, the result is neither symmetric nor reflexive.
 *   For example, N keeps `a` under "a" and `b` under "b". M is like N, but keeps `b` under "a" and
 *   `a` under "b". M equals N, because N keeps `a` under "a". But N differs from M, because M keeps
 *   `b` under "a", and M differs from itself for the same reason. The hash handles a global
 *   variable only if it belongs to a function of the module. So two modules that use a global
 *   variable without a function may be equal and have different hashes.
 *
 * - Maps are compared in the order of the left side. An entry may define a variable that another
 *   entry uses: in {"a": a buffer with elem_offset x, "b": x}, the buffer defines x. If this map is
 *   the left side, it equals {"b": x, "a": the buffer}. If it is the right side, the two differ,
 *   because the comparison meets "b" first, where x has no counterpart yet. Equal maps of this kind
 *   may have different hashes.
 *
 * In IR of v0.19 (Relay), floats are equal if they differ by less than 1e-9, as in that version. */
#ifndef TUNIP_EQUAL_H
#define TUNIP_EQUAL_H

#include <tunip/context.h>
#include <tunip/path.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How to compare or hash. Zero is the default of every member except `size`. */
typedef struct tunip_equal_options {
    size_t size;              /* required: sizeof(tunip_equal_options) */
    bool map_free_vars;       /* free variables of both sides may correspond. The command sets it:
                                 graphs of two files share no variables */
    bool skip_tensor_content; /* compare only the shape and dtype of tensors */
    /* The number of threads that compare functions of two modules at the same time, at most 64; 0
     * is 1. The result does not depend on it: neither the verdict nor the place of the difference.
     * It pays from 32 functions on. All of these threads call the allocator of the context and the
     * functions of types at the same time. tunip_equal(), tunip_equal_nodes() and tunip_diff() use
     * it, and so does tunip_diff_apply() for a script that was made with it. If the system cannot
     * start threads, the calling thread compares everything. */
    size_t threads;
    /* Flags of fields (node.h), such as TUNIP_FLAG_NAME | TUNIP_FLAG_LOCATION. Fields with one of
     * them count, although equality ignores them by default. With TUNIP_FLAG_NAME, variables that
     * correspond have the same name. A flag that no field of the compared types has changes
     * nothing: IR of TVM has no aliases, layout and comments. */
    unsigned compare;
} tunip_equal_options;

/* The defaults. */
/* clang-format off */
#define TUNIP_EQUAL_OPTIONS_INIT {sizeof(tunip_equal_options), 0, 0, 0, 0}
/* clang-format on */

/* Whether two nodes, of one graph or of two, are equal; NULL is None. The short form of
 * tunip_equal(), for callers that do not need the place of the difference:
 *
 *     if (!tunip_equal_nodes(context, lhs, rhs, NULL, &error)) ...
 *
 * `options` may be NULL. Returns false and fills `error` when tunip_equal() would fail. Also
 * returns false, with TUNIP_ERROR_ARGUMENT, if a type without equality makes the comparison
 * impossible. */
TUNIP_API bool tunip_equal_nodes(const tunip_context *context, const tunip_node *lhs,
                                 const tunip_node *rhs, const tunip_equal_options *options,
                                 tunip_error *error);

/* The result of tunip_equal(). Opaque: the functions below read it. They accept NULL, and treat it
 * as a failed comparison: not equal, without types and paths. */
typedef struct tunip_comparison tunip_comparison;

/* Compares two nodes, of one graph or of two; NULL is None. `options` may be NULL. On success the
 * caller frees *out with tunip_comparison_free(); on failure *out is NULL. Fails with
 * TUNIP_ERROR_ARGUMENT at a node with a grave flaw (check.h), but compares nodes with other flaws:
 * of a key that a map has twice, it takes one of the entries. Only memory limits the depth. A
 * shared node is compared once. Any number of threads may compare with one context.
 *
 * tunip_equal_nodes() only answers yes or no. tunip_equal() also finds the place of the first
 * difference. tunip_equal_message() (diff_text.h) shows this place in both texts. tunip_diff()
 * (diff.h) finds all differences. */
TUNIP_API tunip_status tunip_equal(const tunip_context *context, const tunip_node *lhs,
                                   const tunip_node *rhs, const tunip_equal_options *options,
                                   tunip_comparison **out, tunip_error *error);

/* Whether the nodes are equal; false also if tunip_comparison_unsupported() is not NULL. */
TUNIP_API bool tunip_comparison_equal(const tunip_comparison *comparison);

/* The type without equality (TUNIP_EQ_UNSUPPORTED) at which the comparison stopped, or NULL. If
 * there is one, it is unknown whether the nodes are equal. */
TUNIP_API const tunip_type *tunip_comparison_unsupported(const tunip_comparison *comparison);

/* The first unregistered type in the comparison, or NULL. Its nodes are compared by their saved
 * content (tunip_opaque). A dialect that knows the type might ignore some fields. For example, two
 * variables of an unregistered type differ when their names differ. */
TUNIP_API const tunip_type *tunip_comparison_unregistered(const tunip_comparison *comparison);

/* The paths of the first difference on each side; NULL when equal. If only one side has an element,
 * the path of the other side ends in a "missing" step. The paths live until the comparison is
 * freed; they refer to keys of the compared graphs. */
TUNIP_API const tunip_path *tunip_comparison_lhs_path(const tunip_comparison *comparison);
TUNIP_API const tunip_path *tunip_comparison_rhs_path(const tunip_comparison *comparison);

/* NULL is fine. */
TUNIP_API void tunip_comparison_free(tunip_comparison *comparison);

/* A hash. Nodes that are equal with the same options have the same hash, with three exceptions:
 * modules that use a global variable without a function (above), unregistered types with integers
 * that are valid node indices in only one of the two graphs, and maps in which an entry uses a
 * variable that another entry defines (above). The hash ignores floats of v0.19, because almost
 * the same floats are equal there. Free variables are hashed by address unless map_free_vars is
 * set; without free variables the hash is the same in every process. Fails with
 * TUNIP_ERROR_ARGUMENT at a node with a grave flaw (check.h) and at a node of a type without
 * equality. */
TUNIP_API tunip_status tunip_hash(const tunip_context *context, const tunip_node *root,
                                  const tunip_equal_options *options, uint64_t *hash,
                                  tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
