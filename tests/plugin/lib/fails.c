/* fails.c -- a plugin that registers one thing and then fails. */
#include "acme.h"

ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);
ACME_DIALECT(acme, "acme", ACME_TILE_ROW);

static tunip_status add(tunip_context *context, tunip_error *error)
{
    tunip_status status = tunip_context_add_dialect(context, &acme, error);
    if (status != TUNIP_OK) return status;
    return tunip_error_set(error, TUNIP_ERROR_RULE, "the licence has run out");
}

TUNIP_PLUGIN(.name = "acme", .add = add);
