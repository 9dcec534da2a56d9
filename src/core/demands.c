/* demands.c -- whether a backend can write some IR. */
#include "demands.h"

#include "context.h"
#include "docsify/account.h"
#include "ir/vintage.h"

tunip_status tn_demand_vintage(const tunip_docsifier *d, const tunip_backend *backend,
                               const tunip_node *root, tunip_error *error)
{
    unsigned found = backend->vintage ? tn_vintage_of(root, &d->context->allocator) : 0;
    if (found <= backend->vintage) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_RULE,
                           "the backend %s writes IR of TVM v0.%u, and this is IR of v0.%u",
                           backend->name, backend->vintage, found);
}

tunip_status tn_demand_exact(tunip_docsifier *d, const tunip_backend *backend,
                             const tunip_node *root, tunip_error *error)
{
    if (!(backend->flags & TUNIP_BACKEND_EXACT) || tn_accounts_check(d, root)) return TUNIP_OK;
    return tunip_error_set(error, d->memory.error.code, "%s", d->memory.error.message);
}
