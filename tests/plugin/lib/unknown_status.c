/* unknown_status.c -- a plugin that returns a number that is no status. */
#include "acme.h"

static tunip_status add(tunip_context *context, tunip_error *error)
{
    (void)context;
    tunip_error_set(error, TUNIP_ERROR_RULE, "the licence has run out");
    return (tunip_status)99;
}

TUNIP_PLUGIN(.name = "acme", .add = add);
