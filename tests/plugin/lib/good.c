/* good.c -- a plugin without mistakes. */
#include "acme.h"

ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);
ACME_DIALECT(acme, "acme", ACME_TILE_ROW);
ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .version = "1.2", .add = add);
