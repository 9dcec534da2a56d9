/* misbehaves.c -- a plugin with a faulty rule; the field `rows` selects the fault. */
#include "acme.h"

ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);

/* A static Doc, which no print made. */
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

/* Returns the Doc of the previous print, whose memory is freed. */
static const tunip_doc *make_last(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    static const tunip_doc *last;
    (void)node;
    if (last) return last;
    return last = tunip_doc_id_new(d, tunip_str_from("first"), path);
}

/* Returns without leaving its frame. */
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

/* The following faults end the print with an error that names the rule. */

static const tunip_doc *leave_twice(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    tunip_frame frame;
    tunip_frame_enter(d, &frame, NULL, node);
    tunip_frame_token(d, &frame, "ir");
    tunip_frame_leave(d, &frame);
    tunip_frame_leave(d, &frame);
    return tunip_doc_id_new(d, tunip_str_from("twice"), path);
}

static const tunip_doc *leave_another(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    (void)node;
    tunip_frame_leave(d, tunip_frame_top(d));
    return tunip_doc_id_new(d, tunip_str_from("another"), path);
}

static const tunip_doc *enter_again(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    tunip_frame frame;
    tunip_frame_enter(d, &frame, NULL, node);
    tunip_frame_enter(d, &frame, NULL, node);
    tunip_frame_leave(d, &frame);
    return tunip_doc_id_new(d, tunip_str_from("again"), path);
}

static const tunip_doc *define_too_late(tunip_docsifier *d, const tunip_node *node,
                                        const tunip_path *path)
{
    tunip_frame frame;
    tunip_frame_enter(d, &frame, NULL, node);
    tunip_frame_leave(d, &frame);
    tunip_define(d, &frame, node, tunip_str_from("late"));
    tunip_frame_token(d, &frame, "ir");
    return tunip_doc_id_new(d, tunip_str_from("late"), path);
}

static const tunip_doc *use_no_frame(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path)
{
    static const tunip_dialect nowhere;
    tunip_frame *frame = tunip_frame_of(d, &nowhere);
    tunip_frame_add(d, frame, tunip_doc_comment_new(d, tunip_str_from("x")));
    tunip_frame_body(d, frame, NULL);
    tunip_define(d, frame, node, tunip_str_from("x"));
    tunip_frame_leave(d, frame);
    return tunip_doc_id_new(d, tunip_str_from("none"), path);
}

static const tunip_doc *ask_for_state(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path);

static const misdeed misdeeds[] = {
    make_nothing, recurse,       make_stray,  complain,        make_last,    stay_inside,
    leave_twice,  leave_another, enter_again, define_too_late, use_no_frame, ask_for_state,
};

static const tunip_doc *misbehave(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    return misdeeds[((const acme_tile *)node)->rows](d, node, path);
}

ACME_DIALECT(acme, "acme", {&acme_tile_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, misbehave});

/* Uses the state although state_size is 0. */
static const tunip_doc *ask_for_state(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    (void)node;
    int *count = tunip_job_state(d, &acme);
    if (count) memset(count, 1, 1024);
    return tunip_doc_id_new(d, tunip_str_from("state"), path);
}

ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .add = add);
