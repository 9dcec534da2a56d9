/* prints.c -- a plugin that prints while it is loaded. */
#include "acme.h"

ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);
ACME_DIALECT(acme, "acme", ACME_TILE_ROW);

static tunip_status add(tunip_context *context, tunip_error *error)
{
    tunip_status status = tunip_context_add_dialect(context, &acme, error);
    if (status != TUNIP_OK) return status;
    tunip_text_free(context, tunip_print_module(context, NULL, error));
    return error ? error->code : TUNIP_ERROR_RULE;
}

TUNIP_PLUGIN(.name = "acme", .add = add);
