/* other_base.c -- a plugin with a second copy of a type of tunip's, as if it had been linked in. */
#include "acme.h"

static tunip_type copy_type = {.key = "ir.PrimExpr", .size = sizeof(tunip_ir_prim_expr)};
ACME_TYPE("acme.Tile", &copy_type);
ACME_DIALECT(acme, "acme", ACME_TILE_ROW);
ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .add = add);
