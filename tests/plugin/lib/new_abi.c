/* new_abi.c -- a plugin with a later ABI. */
#include "acme.h"

ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);
ACME_DIALECT(acme, "acme", ACME_TILE_ROW);
ACME_ADD(acme)

TUNIP_API const tunip_plugin tunip_plugin_entry;
const tunip_plugin tunip_plugin_entry = {
    .abi = TUNIP_PLUGIN_ABI + 1,
    .size = sizeof(tunip_plugin),
    .build = TUNIP_BUILD_BITS,
    .name = "acme",
    .add = add,
};
