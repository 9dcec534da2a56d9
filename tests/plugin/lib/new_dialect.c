/* new_dialect.c -- a plugin compiled when a dialect and a rule have one member more, which it does
 * not set. */
#include "acme.h"

ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);

typedef struct new_rule {
    tunip_rule rule;
    const char *inverse;
} new_rule;

typedef struct new_dialect {
    tunip_dialect dialect;
    const char *motto;
} new_dialect;

static tunip_type *const types[] = {&acme_tile_type};
static const new_rule rules[] = {
    {ACME_TILE_ROW, NULL},
    {{&acme_tile_type, "new", TUNIP_RULE_NAME, "tile", NULL, NULL}, NULL},
};

#define NEW(motto_)                                                                                \
    {                                                                                              \
        {.abi = TUNIP_DIALECT_ABI,                                                                 \
         .size = sizeof(new_dialect),                                                              \
         .row_sizes = {.rule = sizeof(new_rule)},                                                  \
         .name = "new",                                                                            \
         .prefix = "A",                                                                            \
         .types = types,                                                                           \
         .type_count = TUNIP_LEN(types),                                                           \
         .rules = &rules[0].rule,                                                                  \
         .rule_count = TUNIP_LEN(rules)},                                                          \
            (motto_)                                                                               \
    }

static const new_dialect unset = NEW(NULL);
static const new_dialect set = NEW("unknown");

/* The library cannot heed a member that it does not know. */
static tunip_status add(tunip_context *context, tunip_error *error)
{
    tunip_error refusal = TUNIP_ERROR_INIT;
    if (tunip_context_add_dialect(context, &set.dialect, &refusal) != TUNIP_ERROR_ARGUMENT)
        return tunip_error_set(error, TUNIP_ERROR_CONFLICT, "an unknown member was ignored");
    return tunip_context_add_dialect(context, &unset.dialect, error);
}

TUNIP_PLUGIN(.name = "new", .add = add);
