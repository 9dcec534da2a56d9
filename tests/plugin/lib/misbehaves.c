/* misbehaves.c -- a plugin whose rule does what no rule should; `rows` says what. */
#include "acme.h"

ACME_TYPE("acme.Tile", &ir_prim_expr_type);

/* A Doc that lives longer than the print that made it is no Doc of this one. */
static tunip_doc_id stray = {.base = {.kind = TUNIP_DOC_ID}, .name = TUNIP_STR("stray")};

static const tunip_doc *misbehave(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    switch (((const acme_tile *)node)->rows) {
    case 0:
        return NULL;
    case 1:
        return tunip_docsify(d, node, path);
    case 2:
        return &stray.base;
    default:
        tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "a tile of %lld rows",
                     (long long)((const acme_tile *)node)->rows);
        return tunip_doc_id_new(d, tunip_str_from("tile"), path);
    }
}

ACME_DIALECT(acme, "acme", {&acme_tile_type, "", TUNIP_CUSTOM, NULL, NULL, misbehave});
ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .add = add);
