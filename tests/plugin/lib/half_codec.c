/* half_codec.c -- a plugin with a type that can be read from text and not written. */
#include "acme.h"

static tunip_status from_text(tunip_graph *graph, tunip_str text, tunip_node *out,
                              tunip_error *error)
{
    (void)graph;
    (void)text;
    (void)out;
    (void)error;
    return TUNIP_OK;
}

static const tunip_codec codec = {from_text, NULL};
static TUNIP_TYPE(acme_tile, "acme.Tile", &tunip_ir_prim_expr_type, TREE, 0, &codec);
ACME_DIALECT(acme, "acme", ACME_TILE_ROW);
ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .add = add);
