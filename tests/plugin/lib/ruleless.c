/* ruleless.c -- a plugin with a type that has a table of fields and no rule. */
#include "acme.h"

typedef struct bolt_tile {
    tunip_node base;
    tunip_node *value;
    int64_t rows;
    int64_t bolts;
} bolt_tile;

/* clang-format off */
static const tunip_field bolt_tile_fields[] = {
    TUNIP_FIELD_ANY(bolt_tile, value, 0),
    TUNIP_FIELD_INT(bolt_tile, rows, 0),
    TUNIP_FIELD_INT(bolt_tile, bolts, 0),
};
/* clang-format on */
static TUNIP_TYPE(bolt_tile, "bolt.Tile", NULL, TREE, 0, NULL);

static tunip_type *const types[] = {&bolt_tile_type};
static const tunip_dialect bolt = {
    TUNIP_DIALECT_HEAD,
    .name = "bolt",
    .types = types,
    .type_count = TUNIP_LEN(types),
};

ACME_ADD(bolt)
TUNIP_PLUGIN(.name = "bolt", .add = add);
