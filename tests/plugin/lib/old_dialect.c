/* old_dialect.c -- a plugin compiled when a dialect ended with its rules, and a rule with its
 * fields. */
#include "acme.h"

ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);

typedef struct old_rule {
    const tunip_type *type;
    const char *token;
    tunip_rule_form form;
    const char *name;
    const char *fields;
} old_rule;

static tunip_type *const types[] = {&acme_tile_type};
static const old_rule rules[] = {
    {&acme_tile_type, "", TUNIP_RULE_CALL, "tile", "value rows=rows"},
    {&acme_tile_type, "old", TUNIP_RULE_NAME, "tile", NULL},
};

static const tunip_dialect old = {
    .abi = TUNIP_DIALECT_ABI,
    .size = offsetof(tunip_dialect, roots),
    .row_sizes = {.rule = sizeof(old_rule)},
    .name = "old",
    .prefix = "A",
    .types = types,
    .type_count = TUNIP_LEN(types),
    .rules = (const tunip_rule *)(const void *)rules,
    .rule_count = TUNIP_LEN(rules),
    .roots = (const tunip_root *)1, /* must not be read */
    .root_count = 1,
    .state_size = 1,
    .account_count = 1,
};

ACME_ADD(old)
TUNIP_PLUGIN(.name = "old", .add = add);
