/* equal.h -- structural equality and hash: whether two graphs mean the same, and their first
 * difference.
 *
 * The flags of fields and the equality kinds of types decide what is compared (node.h). The
 * semantics are those of TVM v0.23.0 (tvm-ffi include/tvm/ffi/extra/structural_equal.h): names of
 * variables are ignored, but variables must correspond; maps are compared by key; all NaNs are
 * equal, and 0.0 differs from -0.0; tensors are compared by content. One rule differs from TVM:
 * nodes of a TUNIP_EQ_UNIQUE type with a codec are compared by their saved text, so that the same
 * operator in two graphs is equal. */
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
    bool map_free_vars;       /* free variables of both sides may correspond */
    bool skip_tensor_content; /* compare only the shape and dtype of tensors */
} tunip_equal_options;

/* The defaults. */
/* clang-format off */
#define TUNIP_EQUAL_OPTIONS_INIT {sizeof(tunip_equal_options), 0, 0}
/* clang-format on */

/* The result. The paths lead to the first difference on each side. If only one side has an element,
 * the path of the other side ends in a "missing" step. The paths live until the comparison is
 * freed; they refer to keys of the compared graphs. */
typedef struct tunip_comparison {
    bool equal;
    /* The type without equality (TUNIP_EQ_UNSUPPORTED) at which the comparison stopped, or NULL. If
     * set, it is unknown whether the nodes are equal, and `equal` is false. */
    const tunip_type *unsupported;
    /* The first unregistered type in the comparison, or NULL. Its nodes are compared by their saved
     * content (tunip_opaque). Their dialect might compare less: for example, two variables of such
     * a type differ when their names differ. */
    const tunip_type *unregistered;
    const tunip_path *lhs_path; /* NULL when equal */
    const tunip_path *rhs_path;
    struct tunip_comparison_memory *memory;
} tunip_comparison;

/* Compares two nodes, of one graph or of two; NULL is None. `options` may be NULL. Fills *out,
 * which the caller frees with tunip_comparison_free(); on failure it is empty. Fails with
 * TUNIP_ERROR_ARGUMENT at a malformed node, as tunip_check() reports it (check.h). Only memory
 * limits the depth. A shared node is compared once. Any number of threads may compare with one
 * context. */
TUNIP_API tunip_status tunip_equal(const tunip_context *context, const tunip_node *lhs,
                                   const tunip_node *rhs, const tunip_equal_options *options,
                                   tunip_comparison *out, tunip_error *error);

/* Frees the contents of *comparison, which may be NULL. */
TUNIP_API void tunip_comparison_free(tunip_comparison *comparison);

/* A hash. Nodes that are equal with the same options have the same hash, with one exception:
 * unregistered types with integers that are valid node indices in only one of the two graphs. Free
 * variables are hashed by address unless map_free_vars is set; without free variables the hash is
 * the same in every process. Fails with TUNIP_ERROR_ARGUMENT at a malformed node and at a node of a
 * type without equality. */
TUNIP_API tunip_status tunip_hash(const tunip_context *context, const tunip_node *root,
                                  const tunip_equal_options *options, uint64_t *hash,
                                  tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
