/* silent.c -- a plugin that fails without a message. */
#include "acme.h"

static tunip_status add(tunip_context *context, tunip_error *error)
{
    (void)context;
    (void)error;
    return TUNIP_ERROR_RULE;
}

TUNIP_PLUGIN(.name = "acme", .add = add);
