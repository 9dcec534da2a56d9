/* plain.c -- the text of roots without a script form, under the token "plain" (TVM's
 * ReprPrinter). */
#include "rules.h"

/* Extends `parent` by the saved step. */
static const tunip_path *extend(tunip_docsifier *d, const tunip_path *parent,
                                const tunip_ir_access_step *step)
{
    tunip_path *path = tunip_job_alloc(d, sizeof *path);
    if (!path) return parent;
    *path = (tunip_path){.parent = parent, .depth = parent->depth + 1, .step = (uint8_t)step->kind};
    const tunip_int *index = TUNIP_AS(tunip_int, step->key);
    switch (step->kind) {
    case TUNIP_STEP_ATTR:
    case TUNIP_STEP_ATTR_MISSING:
        path->at.attr = tunip_doc_text(d, tunip_string_value(step->key)).data;
        if (!path->at.attr) path->at.attr = "";
        break;
    case TUNIP_STEP_ITEM:
    case TUNIP_STEP_ITEM_MISSING:
        path->at.index = index ? index->value : 0;
        break;
    default:
        path->step = step->kind == TUNIP_STEP_KEY ? TUNIP_STEP_KEY : TUNIP_STEP_KEY_MISSING;
        path->at.key = step->key;
        break;
    }
    return path;
}

/* A parent must have a smaller depth than its child. Malformed data that violates this ends the
 * path, so that the loop ends. */
static size_t count_steps(const tunip_ir_access_path *saved)
{
    size_t count = 0;
    for (const tunip_ir_access_path *at = saved; at && at->step; count++) {
        const tunip_ir_access_path *parent = TUNIP_AS(tunip_ir_access_path, at->parent);
        at = parent && parent->depth < at->depth ? parent : NULL;
    }
    return count;
}

/* Converts a saved ffi.reflection.AccessPath, whose links lead from the last step to the root, to a
 * path. */
static const tunip_path *path_of(tunip_docsifier *d, const tunip_ir_access_path *saved)
{
    size_t count = count_steps(saved);
    const tunip_ir_access_step **steps = tunip_job_alloc(d, (count + 1) * sizeof *steps);
    const tunip_path *path = tunip_path_root(d);
    if (!steps) return path;
    for (size_t i = count; i-- > 0; saved = TUNIP_AS(tunip_ir_access_path, saved->parent))
        steps[i] = saved->step;
    for (size_t i = 0; i < count; i++) path = extend(d, path, steps[i]);
    return path;
}

const tunip_doc *ir_plain_access_path(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    const tunip_path *shown = path_of(d, (const tunip_ir_access_path *)node);
    size_t size = tunip_path_text(shown, NULL, 0);
    char *text = tunip_job_alloc(d, size + 1);
    if (!text) return tunip_doc_none(d, path);
    tunip_path_text(shown, text, size + 1);
    return tunip_doc_raw_new(d, (tunip_str){text, size}, path);
}
