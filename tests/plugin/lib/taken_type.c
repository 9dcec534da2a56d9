/* taken_type.c -- a plugin with a type with the key of another one. */
#include "acme.h"

ACME_TYPE("tir.Var", &tunip_ir_prim_expr_type);
ACME_DIALECT(acme, "acme", ACME_TILE_ROW);
ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .add = add);
