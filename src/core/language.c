/* language.c -- the default backend of a print. */
#include "context.h"
#include "ir/graph.h"
#include "verify/check.h"

const tunip_backend *tn_context_usual_backend(const tunip_context *context, const tunip_node *root)
{
    const tunip_dialect *dialect = NULL;
    const tn_dispatch *dispatch = &context->dispatch;
    tunip_error flaw = TUNIP_ERROR_INIT;
    bool is_sound = root && root->type &&
                    (!tn_dispatch_looks_inside(dispatch, root->type) ||
                     tn_require_valid(context, root, &flaw) == TUNIP_OK);
    if (is_sound) tn_dispatch_root(dispatch, root, &dialect);
    const tunip_backend *own = dialect ? tn_context_find_backend(context, dialect->name) : NULL;
    return own ? own : tn_context_find_backend(context, TN_USUAL_BACKEND);
}

const char *tunip_graph_language(const tunip_graph *graph)
{
    const tunip_node *root = graph->root;
    if (!graph->language || !root || !root->type) return NULL;
    const tn_dispatch *dispatch = &graph->context->dispatch;
    bool has_form = tn_dispatch_own_root(dispatch, root->type, graph->language, NULL);
    return has_form ? graph->language : NULL;
}
