/* old_dialect.c -- a plugin compiled when a dialect had one member less. */
#include <tunip/ext/plugin.h>

static const tunip_dialect old = {
    .abi = TUNIP_DIALECT_ABI,
    .size = offsetof(tunip_dialect, state_size),
    .name = "old",
    .types = (tunip_type *const *)1, /* must not be read */
    .type_count = 1,
};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    return tunip_context_add_dialect(context, &old, error);
}

TUNIP_PLUGIN(.name = "acme", .add = add);
