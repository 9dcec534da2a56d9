/* holey_backend.c -- a plugin with a dialect, and a backend that cannot emit every Doc. */
#include "acme.h"

ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);
ACME_DIALECT(acme, "acme", ACME_TILE_ROW);

static const tunip_emit_fn emit[TUNIP_DOC__COUNT] = {NULL};
static const tunip_backend holey = {
    .abi = TUNIP_BACKEND_ABI,
    .size = sizeof(tunip_backend),
    .name = "holey",
    .summary = "nothing",
    .emit = emit,
    .kind_count = TUNIP_DOC__COUNT,
};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    tunip_status status = tunip_context_add_dialect(context, &acme, error);
    return status == TUNIP_OK ? tunip_context_add_backend(context, &holey, error) : status;
}

TUNIP_PLUGIN(.name = "acme", .add = add);
