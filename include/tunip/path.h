/* path.h -- access paths: the steps from the root of a graph to a node.
 *
 * A path is a linked list of steps, from the last to the root. Paths share their prefixes, so
 * extending one is cheap and does not change it. The text form is TVM's (tvm-ffi
 * include/tvm/ffi/reflection/access_path.h):
 *
 *     <root>.functions[I.GlobalVar("main")].body.seq[2] */
#ifndef TUNIP_PATH_H
#define TUNIP_PATH_H

#include <tunip/node.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The kinds of steps. The numbers are those of ffi.reflection.AccessStep, which TVM saves. */
typedef enum tunip_step {
    TUNIP_STEP_ATTR = 0,
    TUNIP_STEP_ITEM = 1,         /* an element of an array */
    TUNIP_STEP_KEY = 2,          /* the value of a map's entry */
    TUNIP_STEP_ATTR_MISSING = 3, /* only the other side of a comparison has it */
    TUNIP_STEP_ITEM_MISSING = 4,
    /* an entry that only the other side of a comparison has; also the step to the key node of an
     * entry */
    TUNIP_STEP_KEY_MISSING = 5
} tunip_step;

/* The root has no parent and depth 0. A path lives as long as the job or result that made it. Some
 * functions return NULL where there is no path; the functions below accept it. */
typedef struct tunip_path {
    const struct tunip_path *parent;
    union {
        const char *attr; /* NUL-terminated, outlives the path */
        int64_t index;
        const tunip_node *key;
    } at;
    uint32_t depth; /* steps from the root */
    uint8_t step;   /* tunip_step; unused in the root */
    uint8_t mark;   /* private to the library; 0 in other paths, and in copies */
} tunip_path;

/* Whether `prefix` is `path` or one of its ancestors. Compares steps by value. Keys that are
 * strings are compared by content, numbers by value, other nodes by their text in a path (variables
 * and global variables by name). False if one of them is NULL. */
TUNIP_API bool tunip_path_is_prefix(const tunip_path *prefix, const tunip_path *path);

/* The longest common prefix, as `b` or one of its ancestors. Compares steps as
 * tunip_path_is_prefix() does. NULL if one of them is NULL. */
TUNIP_API const tunip_path *tunip_path_common(const tunip_path *a, const tunip_path *b);

/* Writes the text form, truncated to fit `size` bytes including its NUL. Returns the full length
 * without the NUL, as snprintf does. `out` may be NULL when `size` is 0. A variable as a map key is
 * written as its bare name, so two variables of the same name give the same text. The text of NULL
 * is empty. */
TUNIP_API size_t tunip_path_text(const tunip_path *path, char *out, size_t size);

/* The same without "<root>" and the first `from` steps: the part of the path after its ancestor of
 * depth `from`. */
TUNIP_API size_t tunip_path_steps_text(const tunip_path *path, uint32_t from, char *out,
                                       size_t size);

#ifdef __cplusplus
}
#endif
#endif
