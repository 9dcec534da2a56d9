/* language.c -- the default backend of a print. */
#include "context.h"
#include "verify/check.h"

const char *tn_context_usual_backend(const tunip_context *context, const tunip_node *root)
{
    const tunip_dialect *dialect = NULL;
    const tn_dispatch *dispatch = &context->dispatch;
    tunip_error flaw = TUNIP_ERROR_INIT;
    bool is_sound = root && root->type &&
                    (!tn_dispatch_looks_inside(dispatch, root->type) ||
                     tn_require_valid(context, root, &flaw) == TUNIP_OK);
    if (is_sound) tn_dispatch_root(dispatch, root, &dialect);
    const tunip_backend *own = dialect ? tn_context_find_backend(context, dialect->name) : NULL;
    return own ? own->name : "python";
}
