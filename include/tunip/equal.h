/* equal.h -- structural equality and hash: whether two graphs mean the same, and where they differ
 * first.
 *
 * What counts is said by the types: the flags of their fields and their equality kinds (node.h).
 * The semantics are those of TVM v0.23.0 (tvm-ffi include/tvm/ffi/extra/structural_equal.h): names
 * of variables do not count, which variable stands where does; maps compare by key; every NaN
 * equals every NaN, and 0.0 differs from -0.0; tensors compare by content. Beyond TVM, nodes of a
 * type whose instances are unique compare by their saved text when the type has a codec, so that
 * operators of two graphs are the same. */
#ifndef TUNIP_EQUAL_H
#define TUNIP_EQUAL_H

#include <tunip/context.h>
#include <tunip/path.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How to compare or hash. Zero means the default everywhere but in `size`. */
typedef struct tunip_equal_options {
    size_t size;              /* sizeof(tunip_equal_options): without it an error */
    bool map_free_vars;       /* variables that nobody defines may stand for each other */
    bool skip_tensor_content; /* of tensors compare only shape and dtype */
} tunip_equal_options;

/* The defaults. */
/* clang-format off */
#define TUNIP_EQUAL_OPTIONS_INIT {sizeof(tunip_equal_options), 0, 0}
/* clang-format on */

/* The outcome. The paths lead to the first difference on either side; where a side lacks what the
 * other one has, its path ends in a step with "missing". They live until the comparison is freed
 * and name keys of the compared graphs. */
typedef struct tunip_comparison {
    bool equal;
    /* Not NULL when the comparison ended at nodes of a type that has no equality: whether they are
     * equal is then not known, and `equal` is false. */
    const tunip_type *unsupported;
    /* The first type that was compared and that nobody registered, or NULL. Such nodes are compared
     * by what the file says of them (tunip_opaque), which may be less than their dialect would: two
     * variables of such a type differ when their names do. */
    const tunip_type *unregistered;
    const tunip_path *lhs_path; /* NULL when equal */
    const tunip_path *rhs_path;
    struct tunip_comparison_memory *memory;
} tunip_comparison;

/* Compares two nodes, of one graph or of two; NULL is None. `options` may be NULL. Fills *out, to
 * be freed with tunip_comparison_free(); on failure it holds nothing. Nodes that cannot be looked
 * at, of which tunip_check() (check.h) tells, are TUNIP_ERROR_ARGUMENT. Depth is bounded by memory,
 * and a shared node is not compared again. Any number of threads may compare with one context. */
TUNIP_API tunip_status tunip_equal(const tunip_context *context, const tunip_node *lhs,
                                   const tunip_node *rhs, const tunip_equal_options *options,
                                   tunip_comparison *out, tunip_error *error);

/* Frees what *comparison holds. NULL is fine. */
TUNIP_API void tunip_comparison_free(tunip_comparison *comparison);

/* A hash that is the same for nodes that are equal with the same options, but for those that hold
 * unregistered types with integers that may be an index in only one of the two graphs. Free
 * variables count by their address unless they are mapped; without them the hash is the same in
 * every process. Fails with TUNIP_ERROR_ARGUMENT at a node of a type that has no equality, or that
 * cannot be looked at. */
TUNIP_API tunip_status tunip_hash(const tunip_context *context, const tunip_node *root,
                                  const tunip_equal_options *options, uint64_t *hash,
                                  tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
