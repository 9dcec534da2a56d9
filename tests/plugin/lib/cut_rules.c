/* cut_rules.c -- a plugin whose dialect does not say how long its rules are. */
#include "acme.h"

ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);

static const tunip_rule rules[] = {ACME_TILE_ROW};

static const tunip_dialect acme = {
    .abi = TUNIP_DIALECT_ABI,
    .size = sizeof(tunip_dialect),
    .name = "acme",
    .prefix = "A",
    .rules = rules,
    .rule_count = TUNIP_LEN(rules),
};

ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .add = add);
