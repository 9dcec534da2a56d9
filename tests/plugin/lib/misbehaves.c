/* misbehaves.c -- a plugin whose rule does what no rule should; `rows` says what. */
#include "acme.h"

ACME_TYPE("acme.Tile", &ir_prim_expr_type);

/* A Doc that lives longer than the print that made it is no Doc of this one. */
static tunip_doc_id stray = {.base = {.kind = TUNIP_DOC_ID}, .name = TUNIP_STR("stray")};

typedef const tunip_doc *(*misdeed)(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path);

static const tunip_doc *make_nothing(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path)
{
    (void)d;
    (void)node;
    (void)path;
    return NULL;
}

static const tunip_doc *make_stray(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    (void)d;
    (void)node;
    (void)path;
    return &stray.base;
}

static const tunip_doc *complain(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "a tile of %lld rows",
                 (long long)((const acme_tile *)node)->rows);
    return tunip_doc_id_new(d, tunip_str_from("tile"), path);
}

/* The Doc of the print before, which is gone with its memory. */
static const tunip_doc *make_last(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    static const tunip_doc *last;
    (void)node;
    if (last) return last;
    return last = tunip_doc_id_new(d, tunip_str_from("first"), path);
}

/* The frame is gone with the rule that opened it. */
static const tunip_doc *stay_inside(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    tunip_frame frame;
    tunip_frame_enter(d, &frame, NULL, node);
    tunip_frame_token(d, &frame, "ir");
    return tunip_doc_id_new(d, tunip_str_from("inside"), path);
}

static const tunip_doc *recurse(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    return tunip_docsify(d, node, path);
}

static const misdeed misdeeds[] = {make_nothing, recurse,   make_stray,
                                   complain,     make_last, stay_inside};

static const tunip_doc *misbehave(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    return misdeeds[((const acme_tile *)node)->rows](d, node, path);
}

ACME_DIALECT(acme, "acme", {&acme_tile_type, "", TUNIP_CUSTOM, NULL, NULL, misbehave});
ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .add = add);
