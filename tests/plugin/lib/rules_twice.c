/* rules_twice.c -- a plugin with a second rule for a type of another plugin. */
#include "acme.h"

static tunip_status add(tunip_context *context, tunip_error *error)
{
    static tunip_rule row = {NULL, "", TUNIP_RULE_NAME, "tile", NULL, NULL};
    static const tunip_dialect rival = {TUNIP_DIALECT_HEAD, .name = "rival", .prefix = "RIVAL",
                                        .rules = &row, .rule_count = 1};
    row.type = tunip_context_type(context, tunip_str_from("acme.Tile"));
    return tunip_context_add_dialect(context, &rival, error);
}

TUNIP_PLUGIN(.name = "rival", .add = add);
