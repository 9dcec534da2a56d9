/* hostile_name.c -- a plugin whose name could control a terminal. */
#include "acme.h"

static tunip_status add(tunip_context *context, tunip_error *error)
{
    (void)context;
    (void)error;
    return TUNIP_OK;
}

TUNIP_PLUGIN(.name = "acme\x1b[31m", .version = "1", .add = add);
