/* cut_dialect.c -- a plugin whose dialect has fewer members than any version had. */
#include <tunip/ext/plugin.h>

static const tunip_dialect cut = {
    .abi = TUNIP_DIALECT_ABI,
    .size = offsetof(tunip_dialect, rules),
    .name = "cut",
    .types = (tunip_type *const *)1, /* must not be read */
    .type_count = 1,
};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    return tunip_context_add_dialect(context, &cut, error);
}

TUNIP_PLUGIN(.name = "acme", .add = add);
