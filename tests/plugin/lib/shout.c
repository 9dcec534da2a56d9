/* shout.c -- one of two plugins with a rule for TIR's Add, each under its own token. */
#include "acme.h"

ACME_TYPE("shout.Tile", &tunip_ir_prim_expr_type);

static const tunip_dialect shout;

/* Under the dialect's token. */
static const tunip_doc *docsify_tile(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path)
{
    const acme_tile *tile = (const acme_tile *)node;
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &shout, node);
    tunip_frame_token(d, &frame, "shout");
    const tunip_doc *value = TUNIP_CHILD(d, tile, value, path);
    tunip_frame_leave(d, &frame);
    return tunip_prefixed_call(d, &shout, "tile", TUNIP_DOCS(d, value));
}

static tunip_type *const types[] = {&acme_tile_type};
static const tunip_rule rules[] = {
    {&acme_tile_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_tile},
    {&tunip_tir_add_type, "shout", TUNIP_RULE_CALL, "ADD", "a b", NULL},
};
static const tunip_dialect shout = {
    TUNIP_DIALECT_HEAD, .name = "shout",
    .prefix = "S",      .import = "import shout as %s",
    .types = types,     .type_count = TUNIP_LEN(types),
    .rules = rules,     .rule_count = TUNIP_LEN(rules),
};

ACME_ADD(shout)
TUNIP_PLUGIN(.name = "shout", .add = add);
