/* hostile_error.c -- a plugin that fails with a message that could control a terminal. */
#include "acme.h"

static tunip_status add(tunip_context *context, tunip_error *error)
{
    (void)context;
    return tunip_error_set(error, TUNIP_ERROR_IO, "no licence\n%s",
                           "\x1b[31m\xc2\x9b\xe2\x80\xae\xff");
}

TUNIP_PLUGIN(.name = "hostile_error", .version = "1", .add = add);
