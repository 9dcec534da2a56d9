/* operation_links.c -- pairs and links of lines of MLIR: those of the operations in them. The
 * location of an operation stands at its end, and so do its links: an operation of several lines is
 * known by its last line. Its first line is linked, too, if both operations have several lines, or
 * if only the new one has. */
#include "../../compare/diff.h"
#include "../../ir/same.h"
#include "operations.h"
#include "pair.h"

typedef struct tn_paired_operations {
    tn_diff_view *view;
    tn_correspondence c;
    uint32_t *ops[TN_SIDES]; /* of each line the operation that begins or ends there, or TN_NO_OP */
    size_t size;             /* of `ops` */
} op_linking;

static const tn_ir_op *op_of(const op_linking *l, size_t side, uint32_t op)
{
    return &l->c.sides[side].ops.items[op];
}

static void add(op_linking *l, size_t lhs, size_t rhs, tunip_link link)
{
    link.lhs = lhs + 1;
    link.rhs = rhs + 1;
    link.row = tn_diff_row_of(l->view, lhs, rhs);
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

static bool has_same_text(const op_linking *l, size_t lhs, size_t rhs)
{
    return tunip_str_equal(tn_diff_trimmed(tn_diff_line_text(&l->view->sides[TN_LHS], lhs)),
                           tn_diff_trimmed(tn_diff_line_text(&l->view->sides[TN_RHS], rhs)));
}

static bool shares_sites(const tn_ir_op *a, const tn_ir_op *b)
{
    return a->sites && a->sites == b->sites;
}

/* ---- pairs ---- */

static void unpair(tn_diff_view *v, size_t side, size_t line)
{
    size_t other = v->sides[side].partner[line];
    if (other == TN_NO_LINE) return;
    v->sides[side].partner[line] = v->sides[1 - side].partner[other] = TN_NO_LINE;
}

static void pair(tn_diff_view *v, size_t lhs, size_t rhs, bool moved)
{
    tn_diff_side *a = &v->sides[TN_LHS], *b = &v->sides[TN_RHS];
    a->partner[lhs] = rhs;
    b->partner[rhs] = lhs;
    a->reasons[lhs] = b->reasons[rhs] = TN_REASON_EDIT;
    a->moves[lhs] = moved;
}

/* Whether two operations are in functions that correspond. */
static bool is_same_unit(const op_linking *l, const tn_ir_op *a, const tn_ir_op *b)
{
    return a->unit == TN_NO_OP ? b->unit == TN_NO_OP : l->c.fates[TN_LHS][a->unit].match == b->unit;
}

static void pair_matches(op_linking *l)
{
    for (uint32_t i = 0; i < l->c.sides[TN_RHS].ops.count; i++) {
        uint32_t match = l->c.fates[TN_RHS][i].match;
        if (match == TN_NO_OP) continue;
        const tn_ir_op *a = op_of(l, TN_LHS, match), *b = op_of(l, TN_RHS, i);
        bool left = a->head != a->end, right = b->head != b->end;
        bool moved = !is_same_unit(l, a, b);
        if (left && right) pair(l->view, a->head, b->head, moved);
        pair(l->view, a->end, left ? b->end : b->head, moved);
    }
}

/* Pairs that are out of order have moved: as few lines as possible. */
static void find_moves(op_linking *l)
{
    tn_diff_view *v = l->view;
    tn_diff_side *a = &v->sides[TN_LHS], *b = &v->sides[TN_RHS];
    tn_diff_seeds seeds = {.items = NULL};
    for (size_t i = 0; i < a->line_count && !tn_diff_view_failed(v); i++) {
        if (a->partner[i] == TN_NO_LINE) continue;
        uint32_t votes = l->ops[TN_LHS][i] == TN_NO_OP ? 1 : 2;
        tn_diff_seed s = {.lhs = i, .rhs = a->partner[i], .votes = votes, .moved = a->moves[i]};
        if (!tn_array_push(&seeds, v->allocator, s)) tn_diff_view_fail(v);
    }
    if (!tn_diff_view_failed(v)) tn_diff_order_seeds(v, &seeds);
    for (size_t i = 0; i < seeds.count; i++) {
        const tn_diff_seed *s = &seeds.items[i];
        a->moves[s->lhs] = b->moves[s->rhs] = !s->in_order;
    }
    tn_array_free(&seeds, v->allocator);
}

static void pair_all(op_linking *l)
{
    for (size_t side = 0; side < TN_SIDES; side++) note_lines(l, side);
    for (size_t side = 0; side < TN_SIDES; side++) {
        memset(l->view->sides[side].moves, false, l->view->sides[side].line_count);
        for (size_t i = 0; i < l->view->sides[side].line_count; i++)
            if (l->ops[side][i] != TN_NO_OP) unpair(l->view, side, i);
    }
    pair_matches(l);
    find_moves(l);
}

void tn_diff_pair_operations(tn_diff_view *v)
{
    const tunip_allocator *allocator = v->allocator;
    size_t lines = v->sides[TN_LHS].line_count;
    op_linking *l = allocator->alloc(allocator->ctx, sizeof *l);
    if (!l) {
        tn_diff_view_fail(v);
        return;
    }
    *l = (op_linking){.view = v};
    v->operations = l;
    bool fine = tn_correspond(&l->c, v);
    l->size = (lines + v->sides[TN_RHS].line_count + 1) * sizeof(uint32_t);
    if (fine) l->ops[TN_LHS] = allocator->alloc(allocator->ctx, l->size);
    if (l->c.failed || (fine && !l->ops[TN_LHS])) tn_diff_view_fail(v);
    if (l->ops[TN_LHS]) {
        l->ops[TN_RHS] = l->ops[TN_LHS] + lines;
        pair_all(l);
    } else {
        tn_diff_drop_operations(v);
    }
}

void tn_diff_drop_operations(tn_diff_view *v)
{
    op_linking *l = v->operations;
    v->operations = NULL;
    if (!l) return;
    if (l->ops[TN_LHS]) v->allocator->free(v->allocator->ctx, l->ops[TN_LHS], l->size);
    tn_correspondence_free(&l->c);
    v->allocator->free(v->allocator->ctx, l, sizeof *l);
}

/* The spelling of an attribute or type is no change: it may be written out, or an alias. */
tn_diff_fate tn_diff_operation_fate(const tn_diff_view *v, size_t lhs, tn_diff_fate fate)
{
    const op_linking *l = v->operations;
    uint32_t op = l ? l->ops[TN_LHS][lhs] : TN_NO_OP;
    uint32_t match = op == TN_NO_OP ? TN_NO_OP : l->c.fates[TN_LHS][op].match;
    bool is_spelt = v->script->memory->options.compare != 0; /* names and more count, too */
    if (match == TN_NO_OP || op_of(l, TN_LHS, op)->head != lhs || is_spelt) return fate;
    size_t rhs = v->sides[TN_LHS].partner[lhs];
    if (!tn_ops_are_equal(&l->c, op, match)) return TN_FATE_CHANGED;
    if (op_of(l, TN_LHS, op)->has_block) return fate; /* which may be another one */
    return has_same_text(l, lhs, rhs) ? TN_FATE_SAME : TN_FATE_RENAMED;
}

/* ---- other lines ---- */

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

static tunip_link_kind kind_of(const op_linking *l, size_t lhs, size_t rhs, bool changed)
{
    bool is_row = l->view->sides[TN_LHS].partner[lhs] == rhs;
    return is_row && l->view->sides[TN_LHS].moves[lhs] ? TUNIP_LINK_MOVED
           : changed                                   ? TUNIP_LINK_CHANGED
           : has_same_text(l, lhs, rhs)                ? TUNIP_LINK_SAME
                                                       : TUNIP_LINK_RENAMED;
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
    size_t head = left && !right ? a->end : a->head;
    link.kind = kind_of(l, head, b->head, link.changed);
    add(l, head, b->head, link);
    if (!right) return;
    if (left) link.changed = false;
    link.kind = left ? kind_of(l, a->end, b->end, false) : TUNIP_LINK_SPLIT;
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

bool tn_diff_link_operations(tn_diff_view *v)
{
    op_linking *l = v->operations;
    if (!l) return false;
    link_other_lines(l);
    for (uint32_t i = 0; i < l->c.sides[TN_RHS].ops.count && !tn_diff_view_failed(v); i++) {
        const tn_op_fate *fate = &l->c.fates[TN_RHS][i];
        if (fate->match != TN_NO_OP)
            link_match(l, fate->match, i);
        else if (fate->owner != TN_NO_OP)
            link_owner(l, fate->owner, i);
        if (fate->other != TN_NO_OP) link_owner(l, fate->other, i);
    }
    tn_diff_each_site(v, link_places, l);
    return true;
}
