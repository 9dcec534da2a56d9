/* derived.c -- a plugin with a type whose base is from another plugin. */
#include "acme.h"

/* acme.Tile's struct comes first, as in its vendor's header. */
typedef struct bolt_tile {
    acme_tile base;
    int64_t bolts;
} bolt_tile;

static const tunip_field bolt_tile_fields[] = {TUNIP_FIELD_INT(bolt_tile, bolts, 0)};
static TUNIP_TYPE(bolt_tile, "bolt.Tile", NULL, TREE, 0, NULL);

static tunip_type *const types[] = {&bolt_tile_type};
static const tunip_dialect bolt = {
    TUNIP_DIALECT_HEAD,
    .name = "bolt",
    .types = types,
    .type_count = TUNIP_LEN(types),
};

/* Nodes of it print by the rule of their base. */
static tunip_status add(tunip_context *context, tunip_error *error)
{
    bolt_tile_type.base = tunip_context_type(context, tunip_str_from("acme.Tile"));
    if (!bolt_tile_type.base)
        return tunip_error_set(error, TUNIP_ERROR_NOT_FOUND,
                               "acme.Tile is not registered: load the plugin acme before");
    return tunip_context_add_dialect(context, &bolt, error);
}

TUNIP_PLUGIN(.name = "bolt", .add = add);
