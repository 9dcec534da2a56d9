/* taken_dialect.c -- a plugin with a dialect with the name of another one. */
#include "acme.h"

ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);
ACME_DIALECT(acme, "tir", ACME_TILE_ROW);
ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .add = add);
