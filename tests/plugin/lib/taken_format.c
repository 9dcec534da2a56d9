/* taken_format.c -- a plugin with a dialect, and a format by the name of another. */
#include "acme.h"

ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);
ACME_DIALECT(acme, "acme", ACME_TILE_ROW);

static tunip_status read_nothing(const tunip_input *input)
{
    return tunip_input_fail(input, TUNIP_ERROR_FORMAT, 0, 0, "nothing is read");
}

static const tunip_format mine = {.abi = TUNIP_FORMAT_ABI,
                                  .size = sizeof(tunip_format),
                                  .name = "acme",
                                  .read = read_nothing};
static const tunip_format json = {.abi = TUNIP_FORMAT_ABI,
                                  .size = sizeof(tunip_format),
                                  .name = "tvm-json",
                                  .read = read_nothing};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    tunip_status status = tunip_context_add_dialect(context, &acme, error);
    if (status == TUNIP_OK) status = tunip_context_add_format(context, &mine, error);
    return status == TUNIP_OK ? tunip_context_add_format(context, &json, error) : status;
}

TUNIP_PLUGIN(.name = "acme", .add = add);
