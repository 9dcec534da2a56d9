/* codec.c -- a plugin with a faulty codec; the saved text selects the fault. */
#include <stdlib.h>

#include "acme.h"

static tunip_status from_text(tunip_graph *graph, tunip_str text, tunip_node *out,
                              tunip_error *error)
{
    acme_tile *tile = (acme_tile *)out;
    tile->value = (tunip_node *)tunip_int_new(graph, (int64_t)text.size);
    if (tunip_str_is(text, "fails"))
        return tunip_error_set(error, TUNIP_ERROR_FORMAT, "the licence has run out");
    if (tunip_str_is(text, "silent")) return TUNIP_ERROR_RULE;
    if (tunip_str_is(text, "memory")) return TUNIP_ERROR_MEMORY;
    if (tunip_str_is(text, "other")) out->type = &tunip_tir_add_type;
    if (tunip_str_is(text, "untyped")) out->type = NULL;
    if (tunip_str_is(text, "nothing")) tile->value = NULL;
    /* These functions need the NUL at the end of the text. */
    tile->rows = (int64_t)strlen(text.data) + strtol(text.data, NULL, 10);
    return TUNIP_OK;
}

static tunip_str to_text(tunip_graph *graph, const tunip_node *node)
{
    (void)graph;
    (void)node;
    return (tunip_str){NULL, 0};
}

static const tunip_codec codec = {.from_text = from_text, .to_text = to_text};
static TUNIP_TYPE(acme_tile, "acme.Tile", &tunip_ir_prim_expr_type, TREE, 0, &codec);
ACME_DIALECT(acme, "acme", ACME_TILE_ROW);
ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .add = add);
