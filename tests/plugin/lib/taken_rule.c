/* taken_rule.c -- a plugin with a rule that another dialect has. */
#include "acme.h"

ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);
ACME_DIALECT(acme, "acme", ACME_TILE_ROW,
             {&tunip_tir_add_type, "", TUNIP_RULE_NAME, "sum", NULL, NULL});
ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .add = add);
