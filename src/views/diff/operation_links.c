/* operation_links.c -- links of lines of MLIR: those of the operations in them. The location of an
 * operation stands at its end, and so do its links: an operation of several lines is known by its
 * last line. Its first line is linked, too, if both operations have several lines, or if only the
 * new one has. */
#include "../../ir/same.h"
#include "operations.h"
#include "pair.h"

typedef struct op_linking {
    tn_diff_view *view;
    tn_correspondence c;
    uint32_t *ops[TN_SIDES]; /* of each line the operation that begins or ends there, or TN_NO_OP */
} op_linking;

static const tn_ir_op *op_of(const op_linking *l, size_t side, uint32_t op)
{
    return &l->c.sides[side].ops.items[op];
}

static void add(op_linking *l, size_t lhs, size_t rhs, tunip_link link)
{
    link.lhs = lhs + 1;
    link.rhs = rhs + 1;
    if (!tn_array_push(&l->view->links, l->view->allocator, link)) tn_diff_view_fail(l->view);
}

/* ---- lines of operations ---- */

static void note_lines(op_linking *l, size_t side)
{
    for (size_t i = 0; i < l->view->sides[side].line_count; i++) l->ops[side][i] = TN_NO_OP;
    for (uint32_t i = 0; i < l->c.sides[side].ops.count; i++) {
        const tn_ir_op *op = op_of(l, side, i);
        l->ops[side][op->head] = l->ops[side][op->end] = i;
    }
}

/* Lines that belong to no operation, such as labels, and those of functions that are the same on
 * both sides: they are linked with their partners. */
static void link_other_lines(op_linking *l)
{
    static const tunip_link_kind kinds[] = {TUNIP_LINK_SAME, TUNIP_LINK_RENAMED,
                                            TUNIP_LINK_CHANGED}; /* ORDER tn_diff_fate */
    const tn_diff_side *a = &l->view->sides[TN_LHS];
    for (size_t i = 0; i < a->line_count; i++) {
        size_t k = a->partner[i];
        if (k == TN_NO_LINE) continue;
        if (l->ops[TN_LHS][i] != TN_NO_OP && l->ops[TN_RHS][k] != TN_NO_OP) continue;
        bool is_text = a->reasons[i] == TN_REASON_TEXT;
        tunip_link link = {.kind = a->moves[i] ? TUNIP_LINK_MOVED : kinds[a->fates[i]],
                           .reason = is_text ? TUNIP_REASON_CONTENT : TUNIP_REASON_EDIT,
                           .sure = is_text && !a->moves[i],
                           .changed = a->fates[i] == TN_FATE_CHANGED};
        add(l, i, k, link);
    }
}

/* ---- matched operations ---- */

static bool has_same_text(const op_linking *l, size_t lhs, size_t rhs)
{
    return tunip_str_equal(tn_diff_trimmed(tn_diff_line_text(&l->view->sides[TN_LHS], lhs)),
                           tn_diff_trimmed(tn_diff_line_text(&l->view->sides[TN_RHS], rhs)));
}

/* Whether an operation is in another one than its counterpart was, which is still there. */
static bool is_moved(const op_linking *l, const tn_ir_op *a, const tn_ir_op *b)
{
    const tn_diff_side *left = &l->view->sides[TN_LHS];
    if (left->partner[a->end] == b->end) return left->moves[a->end];
    if (a->parent == TN_NO_OP || b->parent == TN_NO_OP) return false;
    uint32_t around = l->c.fates[TN_RHS][b->parent].match;
    bool is_gone = l->c.fates[TN_LHS][a->parent].match == TN_NO_OP;
    return around != TN_NO_OP && around != a->parent && !is_gone;
}

static bool shares_sites(const tn_ir_op *a, const tn_ir_op *b)
{
    return a->sites && a->sites == b->sites;
}

static void link_match(op_linking *l, uint32_t lhs, uint32_t rhs)
{
    const tn_op_fate *fate = &l->c.fates[TN_RHS][rhs];
    const tn_ir_op *a = op_of(l, TN_LHS, lhs), *b = op_of(l, TN_RHS, rhs);
    bool left = a->head != a->end, right = b->head != b->end;
    tunip_link link = {.changed = !tn_ops_agree(&l->c, lhs, rhs),
                       .reason = (tunip_link_reason)fate->reason,
                       .sure = fate->sure};
    if (shares_sites(a, b)) link.reason = TUNIP_REASON_SPAN, link.sure = true;
    bool is_same = !link.changed && has_same_text(l, a->head, b->head);
    link.kind = is_moved(l, a, b) ? TUNIP_LINK_MOVED
                : link.changed    ? TUNIP_LINK_CHANGED
                : is_same         ? TUNIP_LINK_SAME
                                  : TUNIP_LINK_RENAMED;
    if (right) add(l, left ? a->head : a->end, b->head, link);
    if (left && right) link.changed = false;
    if (left && right && link.kind != TUNIP_LINK_MOVED) link.kind = TUNIP_LINK_SAME;
    add(l, a->end, b->end, link);
}

/* ---- operations that were made for others ---- */

static void link_owner(op_linking *l, uint32_t lhs, uint32_t rhs)
{
    const tn_ir_op *a = op_of(l, TN_LHS, lhs), *b = op_of(l, TN_RHS, rhs);
    bool is_kept = l->c.fates[TN_LHS][lhs].match != TN_NO_OP;
    tunip_link link = {.kind = is_kept ? TUNIP_LINK_SPLIT : TUNIP_LINK_MADE_FROM,
                       .reason = (tunip_link_reason)l->c.fates[TN_RHS][rhs].reason,
                       .changed = true};
    if (b->head != b->end) add(l, a->end, b->head, link);
    add(l, a->end, b->end, link);
}

/* ---- the same place in the user's program ---- */

/* Of many lines on both sides, each is linked with those at about the same place. */
static void link_places(void *user, const tn_diff_site *a, size_t a_count, const tn_diff_site *b,
                        size_t b_count)
{
    enum { MOST = 256 };
    op_linking *l = user;
    for (size_t k = 0; k < b_count; k++) {
        bool is_many = a_count * b_count > MOST;
        size_t from = is_many ? k * a_count / b_count : 0, to = is_many ? from + 1 : a_count;
        for (size_t i = from; i < to; i++) {
            uint32_t lhs = l->ops[TN_LHS][a[i].line], rhs = l->ops[TN_RHS][b[k].line];
            if (lhs == TN_NO_OP || rhs == TN_NO_OP) continue;
            bool is_kept = l->c.fates[TN_LHS][lhs].match != TN_NO_OP;
            bool is_old = l->c.fates[TN_RHS][rhs].match != TN_NO_OP;
            if (is_old && l->c.fates[TN_RHS][rhs].match == lhs) continue;
            tunip_link_kind kind = is_old                        ? TUNIP_LINK_MERGED
                                   : is_kept                     ? TUNIP_LINK_SPLIT
                                   : a_count == 1 && b_count > 1 ? TUNIP_LINK_SPLIT
                                                                 : TUNIP_LINK_MADE_FROM;
            add(l, a[i].line, b[k].line,
                (tunip_link){
                    .kind = kind, .reason = TUNIP_REASON_SPAN, .sure = true, .changed = true});
        }
    }
}

/* ---- all ---- */

static void link_all(op_linking *l)
{
    for (size_t side = 0; side < TN_SIDES; side++) note_lines(l, side);
    link_other_lines(l);
    for (uint32_t i = 0; i < l->c.sides[TN_RHS].ops.count && !tn_diff_view_failed(l->view); i++) {
        const tn_op_fate *fate = &l->c.fates[TN_RHS][i];
        if (fate->match != TN_NO_OP)
            link_match(l, fate->match, i);
        else if (fate->owner != TN_NO_OP)
            link_owner(l, fate->owner, i);
        if (fate->other != TN_NO_OP) link_owner(l, fate->other, i);
    }
    tn_diff_each_site(l->view, link_places, l);
}

bool tn_diff_link_operations(tn_diff_view *v)
{
    op_linking l = {.view = v};
    bool fine = tn_correspond(&l.c, v);
    size_t lines = v->sides[TN_LHS].line_count;
    size_t size = (lines + v->sides[TN_RHS].line_count + 1) * sizeof(uint32_t);
    if (fine) l.ops[TN_LHS] = v->allocator->alloc(v->allocator->ctx, size);
    if (l.c.failed || (fine && !l.ops[TN_LHS])) tn_diff_view_fail(v);
    if (l.ops[TN_LHS]) {
        l.ops[TN_RHS] = l.ops[TN_LHS] + lines;
        link_all(&l);
        v->allocator->free(v->allocator->ctx, l.ops[TN_LHS], size);
    }
    tn_correspondence_free(&l.c);
    return fine || tn_diff_view_failed(v);
}
