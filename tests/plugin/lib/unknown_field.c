/* unknown_field.c -- a plugin with a rule that names a field its type does not have. */
#include "acme.h"

ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);
ACME_DIALECT(acme, "acme", {&tunip_tir_add_type, "acme", TUNIP_RULE_CALL, "plus", "a b", NULL},
             {&acme_tile_type, "", TUNIP_RULE_CALL, "tile", "value columns", NULL});
ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .add = add);
