/* second_dialect.c -- a plugin whose first dialect is fine and whose second is not. */
#include "acme.h"

ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);
ACME_DIALECT(acme, "acme", ACME_TILE_ROW);

static const tunip_dialect other = {
    .abi = TUNIP_DIALECT_ABI + 1, .size = sizeof(tunip_dialect), .name = "other"};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    tunip_status status = tunip_context_add_dialect(context, &acme, error);
    return status == TUNIP_OK ? tunip_context_add_dialect(context, &other, error) : status;
}

TUNIP_PLUGIN(.name = "acme", .add = add);
