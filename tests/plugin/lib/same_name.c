/* same_name.c -- a plugin with the name of another one. */
#include "acme.h"

ACME_TYPE("acme.Slab", &tunip_ir_prim_expr_type);
ACME_DIALECT(other, "other", ACME_TILE_ROW);
ACME_ADD(other)
TUNIP_PLUGIN(.name = "acme", .add = add);
