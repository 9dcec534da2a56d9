/* longer.c -- a plugin built for a later library, with a longer description. */
#include "acme.h"

ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);
ACME_DIALECT(acme, "acme", ACME_TILE_ROW);
ACME_ADD(acme)

typedef struct later_plugin {
    tunip_plugin plugin;
    const char *address;
} later_plugin;

TUNIP_API const later_plugin tunip_plugin_entry;
const later_plugin tunip_plugin_entry = {
    {
        .abi = TUNIP_PLUGIN_ABI,
        .size = sizeof(later_plugin),
        .build = TUNIP_BUILD_BITS,
        .name = "acme",
        .add = add,
    },
    .address = "somewhere",
};
