/* unknown_base.c -- a plugin with a type whose base is not registered. */
#include "acme.h"

static tunip_type nowhere_type = {.key = "acme.Nowhere", .size = sizeof(tunip_node)};
ACME_TYPE("acme.Tile", &nowhere_type);
ACME_DIALECT(acme, "acme", ACME_TILE_ROW);
ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .add = add);
