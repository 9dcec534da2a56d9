/* guard.c -- the guards of every node, whichever rule prints it.
 *
 * A cycle is found once a print is deeper than any realistic IR, and its node is remembered; from
 * then on that node is not entered while it is open. So even a node that contains itself twice
 * costs no more than the depth at which it is found. */
#include "guard.h"

#include "../base/limit.h"
#include "free_variables.h"
#include "marks.h"
#include "report.h"
#include "tokens.h"

enum { WATCHED_DEPTH = 256, MOST_REENTRIES = 3 };

TN_STACK_STEP4(guarded_deeper, const tunip_doc *, tn_guard_carefully, tunip_docsifier *,
               const tunip_node *, const tunip_path *, tn_apply_fn)

static const tunip_doc *on_fresh_stack(tunip_docsifier *d, const tunip_node *node,
                                       const tunip_path *path, tn_apply_fn apply)
{
    const tunip_doc *doc = &tn_doc_failed.base;
    if (!guarded_deeper(&d->guard->stack, &doc, d, node, path, apply))
        tn_stack_fail(&d->memory.error);
    return doc;
}

/* Without a source map, the place of an error is the root. */
static void set_error_path(tunip_docsifier *d, const tunip_path *path)
{
    if (!path && !d->paths->recorded) path = tunip_path_root(d);
    if (path) tunip_path_text(path, d->memory.error.path, sizeof d->memory.error.path);
}

static const tunip_doc *too_deep(tunip_docsifier *d, const tunip_path *path)
{
    tn_job_fail(d, TUNIP_ERROR_LIMIT, "the IR is nested deeper than max_depth %zu",
                d->options->max_depth);
    set_error_path(d, path);
    return &tn_doc_failed.base;
}

/* A shared child becomes a Doc at each use. */
static const tunip_doc *too_large(tunip_docsifier *d, const tunip_path *path)
{
    char most[TN_BYTES_SIZE];
    tn_job_fail(d, TUNIP_ERROR_LIMIT,
                "the text would be longer than max_bytes %s (estimated from its parts)",
                tn_bytes_text(d->options->max_bytes, most));
    set_error_path(d, path);
    return &tn_doc_failed.base;
}

static const tunip_doc *cycle(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    d->guard->easy_depth = 0;
    if (!tn_map_put(&d->guard->cyclic, node, NULL)) tn_job_no_memory(d);
    tunip_report(d, TUNIP_ISSUE_CYCLE, path, "a %s contains itself", node->type->key);
    return tunip_doc_id_new(d, (tunip_str)TUNIP_STR("<cycle>"), path);
}

static bool is_open(const tunip_docsifier *d, const tunip_node *node)
{
    const tn_open *open = d->guard->innermost;
    while (open && open->node != node) open = open->outer;
    return open != NULL;
}

/* Applies the rule at great depth, and marks the node as open. A rule may meet its own node again
 * (a buffer whose data pointer prints as `A.data`), but not again and again. */
static const tunip_doc *watched(tunip_docsifier *d, const tunip_node *node, const tunip_path *path,
                                tn_apply_fn apply)
{
    uint64_t *times = tn_map_put(&d->guard->open, node, NULL);
    if (!times) {
        tn_job_no_memory(d);
        return &tn_doc_failed.base;
    }
    if (*times > MOST_REENTRIES) return cycle(d, node, path);
    ++*times;
    const tunip_doc *doc = apply(d, node, path);
    times = tn_map_get(&d->guard->open, node);
    if (times && --*times == 0) tn_map_remove(&d->guard->open, node);
    return doc;
}

/* Handles a rule that returns NULL or an invalid Doc. */
static const tunip_doc *broken(tunip_docsifier *d, const tunip_node *node, const tunip_path *path,
                               const char *what)
{
    const tunip_dialect *dialect =
        tn_dispatch_rule(d->dispatch, d->tokens->row, node->type)->dialect;
    tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "the rule of %s for %s made %s",
                 dialect ? dialect->name : "tunip", node->type->key, what);
    return tunip_doc_id_new(d, tunip_doc_format(d, "<%s>", node->type->key), path);
}

static const tunip_doc *accept(tunip_docsifier *d, const tunip_node *node, const tunip_path *path,
                               const tunip_doc *doc)
{
    if (!doc) return broken(d, node, path, "no Doc");
    /* A Doc of another print may be freed before this print is rendered, or already be freed. So
     * the check first looks at the address, before reading any memory there. If the address is in
     * memory of this print, the check looks at the mark. */
    bool held = tn_arena_holds_newest(&d->memory.kept, doc) ||
                tn_arena_holds(&d->memory.arena, doc) || tn_arena_holds(&d->memory.kept, doc);
    if ((held && tn_doc_is_own(d, doc)) || doc == &tn_doc_failed.base) return doc;
    return broken(d, node, path, "a Doc that is not of this print");
}

static const tunip_doc *close_frames(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path, tunip_frame *top)
{
    const tunip_frame *open = d->top;
    while (open && open != top) open = open->outer;
    if (!open) tn_job_misuse(d, "leaves a frame that is not its own");
    /* The frames lived on the rule's stack. Their definitions stay. */
    d->top = top;
    tn_tokens_cut(d, top);
    tn_free_variables_cut(d);
    return broken(d, node, path, "a frame and did not leave it");
}

/* Memory that is not a node. */
static const tunip_doc *untyped(tunip_docsifier *d, const tunip_path *path)
{
    tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "a node has no type");
    return tunip_doc_id_new(d, (tunip_str)TUNIP_STR("<no type>"), path);
}

void tn_guard_open(tunip_docsifier *d)
{
    size_t most = d->options->max_depth;
    d->guard->easy_depth = most && most < WATCHED_DEPTH ? most : WATCHED_DEPTH - 1;
}

const tunip_doc *tn_guard_accept(tunip_docsifier *d, const tunip_node *node, const tunip_path *path,
                                 const tunip_doc *doc, tunip_frame *top)
{
    return d->top == top ? accept(d, node, path, doc) : close_frames(d, node, path, top);
}

const tunip_doc *tn_guard_place(tunip_docsifier *d, const tunip_doc *doc, const tunip_path *path)
{
    if (!path || !d->paths->recorded) return doc;
    doc = tunip_doc_at(d, doc, path);
    return d->marks->notes ? tunip_doc_annotate(d, doc, path) : doc;
}

const tunip_doc *tn_guard_carefully(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path, tn_apply_fn apply)
{
    tn_guard *guard = d->guard;
    if (!node->type) return untyped(d, path);
    if (tn_stack_low(&guard->stack)) return on_fresh_stack(d, node, path, apply);
    if (d->options->max_depth && guard->depth >= d->options->max_depth) return too_deep(d, path);
    if (d->memory.arena.total + d->memory.kept.total > d->memory.most) return too_large(d, path);
    if (guard->cyclic.count && tn_map_get(&guard->cyclic, node) && is_open(d, node))
        return cycle(d, node, path);
    tn_open open = {.node = node, .outer = guard->innermost};
    tunip_frame *top = d->top;
    guard->innermost = &open;
    guard->depth++;
    const tunip_doc *doc =
        guard->depth < WATCHED_DEPTH ? apply(d, node, path) : watched(d, node, path, apply);
    doc = tn_guard_accept(d, node, path, doc, top);
    guard->depth--;
    guard->innermost = open.outer;
    return tn_guard_place(d, doc, path);
}
