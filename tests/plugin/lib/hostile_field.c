/* hostile_field.c -- a plugin whose type has a field with a name that could control a terminal. */
#include "acme.h"

static const tunip_field fields[] = {
    TUNIP_FIELD_ROW("rows\xe2\x80\xae", acme_tile, rows, int64_t, TUNIP_KIND_INT, 0, NULL, NULL,
                    NULL),
};
static tunip_type acme_tile_type = {.key = "acme.Tile",
                                    .base = &tunip_ir_prim_expr_type,
                                    .fields = fields,
                                    .field_count = TUNIP_LEN(fields),
                                    .equality = TUNIP_EQ_TREE,
                                    .size = sizeof(acme_tile)};

ACME_DIALECT(acme, "acme", {&acme_tile_type, "", TUNIP_RULE_CALL, "tile", "", NULL});
ACME_ADD(acme)

TUNIP_PLUGIN(.name = "hostile_field", .version = "1", .add = add);
