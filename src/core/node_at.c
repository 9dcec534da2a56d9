/* node_at.c -- the node at an access path, for programs. */
#include <tunip/rewrite.h>

#include "ir/follow.h"
#include "unresolved.h"

static tunip_status fail(const tunip_path *step, const tunip_node *node, tunip_error *error)
{
    tn_text problem;
    tn_text_init(&problem, &tn_malloc);
    tn_put_unresolved(&problem, step, node);
    tunip_status status = problem.failed
                              ? tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory")
                              : tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "%.*s",
                                                (int)problem.bytes.count, problem.bytes.items);
    tn_text_free(&problem);
    return status;
}

/* Follows the steps after the first one, which is the root. */
static const tunip_node *follow(tn_follower *f, const tunip_path **steps, size_t count,
                                tunip_error *error)
{
    const tunip_node *node = f->root;
    for (size_t i = 1; i < count; i++) {
        const tunip_node *from = node;
        tn_step_end end = from ? tn_follow_step(f, from, steps[i], &node) : TN_STEP_NOWHERE;
        if (f->failed) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory"), NULL;
        if (end == TN_STEP_NOWHERE) return fail(steps[i], from, error), NULL;
        if (end == TN_STEP_VALUE) node = NULL;
    }
    return node;
}

const tunip_node *tunip_node_at(const tunip_node *root, const char *text, tunip_error *error)
{
    tn_arena arena;
    tn_follower follower;
    const tunip_node *node = NULL;
    tn_arena_init(&arena, &tn_malloc);
    tn_follower_init(&follower, root, &tn_malloc);
    const tunip_path *path = tn_path_parse(&arena, tunip_str_from(text ? text : ""), error);
    size_t count = path ? path->depth + (size_t)1 : 0;
    const tunip_path **steps = path ? tn_arena_alloc(&arena, count * sizeof *steps) : NULL;
    if (path && !steps) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    if (steps) {
        for (size_t i = count; i-- > 0; path = path->parent) steps[i] = path;
        node = follow(&follower, steps, count, error);
    }
    tn_follower_free(&follower);
    tn_arena_free(&arena);
    return node;
}
