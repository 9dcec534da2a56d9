/* rows.c -- the rows of a diff: which pairs of lines stand beside each other, and whether the
 * meaning of a pair changed or only names did. */
#include "../../core/compare/diff.h"
#include "../../core/ir/same.h"
#include "../../core/ir/visit.h"
#include "pair.h"

/* ---- what the edit script says about two variables ---- */

typedef struct correspondence {
    const tn_map *to_rhs;
    const tunip_node *lhs, *rhs;
    bool agrees, differs; /* the edit script pairs them; pairs the left one with another one */
} correspondence;

static void look_up(correspondence *c, const tunip_node *lhs, const tunip_node *rhs)
{
    const tunip_node *there = tn_diff_recorded(c->to_rhs, lhs);
    c->agrees |= there && there == rhs;
    c->differs |= there && there != rhs;
}

static bool look_up_field(const tunip_field *field, void *user)
{
    correspondence *c = user;
    if (field->kind == TUNIP_KIND_NODE)
        look_up(c, tunip_field_node(c->lhs, field), tunip_field_node(c->rhs, field));
    return true;
}

/* The variable may be a field: a buffer has a name, but its data pointer is the variable. */
static correspondence compare_names(const tn_diff_view *v, const tunip_node *lhs,
                                    const tunip_node *rhs)
{
    correspondence c = {.to_rhs = &v->script->memory->to_rhs, .lhs = lhs, .rhs = rhs};
    look_up(&c, lhs, rhs);
    if (lhs->type == rhs->type) tn_each_field(lhs->type, TUNIP_FLAG_IGNORE, look_up_field, &c);
    return c;
}

static bool is_same(const tn_diff_view *v, const tunip_node *lhs, const tunip_node *rhs)
{
    correspondence c = compare_names(v, lhs, rhs);
    return c.agrees && !c.differs;
}

/* ---- names that changed in the same way everywhere ---- */

/* The variables of the other side that stand at the places of each variable. */
typedef struct renames {
    tn_diff_view *view;
    tn_line_words *words;
    tn_map to[TN_SIDES]; /* variable -> the one at its places; 0: several, which are not the same */
    bool has_several;
} renames;

/* Two buffers of one data pointer are the same, although they may have two names. */
static void note_place(renames *r, size_t side, const tunip_node *from, const tunip_node *to)
{
    bool added;
    uint64_t *slot = tn_map_put(&r->to[side], from, &added);
    if (!slot) {
        tn_diff_view_fail(r->view);
        return;
    }
    if (added) *slot = (uint64_t)(uintptr_t)to;
    const tunip_node *first = (const tunip_node *)(uintptr_t)*slot;
    if (!first || first == to) return;
    bool same = side == TN_LHS ? is_same(r->view, from, to) && is_same(r->view, from, first)
                               : is_same(r->view, to, from) && is_same(r->view, first, from);
    if (!same) *slot = 0;
    r->has_several |= !same;
}

/* Whether the words of two lines are the same, except for names. */
static bool match_names(renames *r, size_t lhs, size_t rhs, const tn_line_word **a,
                        const tn_line_word **b, size_t *count)
{
    size_t b_count;
    *a = tn_line_words_of(r->words, TN_LHS, lhs, count);
    *b = tn_line_words_of(r->words, TN_RHS, rhs, &b_count);
    if (!*a || !*b || *count != b_count) return false;
    for (size_t i = 0; i < *count; i++) {
        const tn_line_word *x = &(*a)[i], *y = &(*b)[i];
        bool both = x->kind == TN_WORD_NAME && y->kind == TN_WORD_NAME;
        if (!both && (x->kind != y->kind || x->text != y->text)) return false;
    }
    return true;
}

static void note_pair(renames *r, size_t lhs, size_t rhs)
{
    size_t count;
    const tn_line_word *a, *b;
    if (!match_names(r, lhs, rhs, &a, &b, &count)) return;
    for (size_t i = 0; i < count; i++) {
        if (a[i].kind != TN_WORD_NAME || !a[i].node || !b[i].node) continue;
        note_place(r, TN_LHS, a[i].node, b[i].node);
        note_place(r, TN_RHS, b[i].node, a[i].node);
    }
}

/* A line is only renamed if each variable whose name changed stands for the same variable at all
 * of its places. After `for i, j` became `for j, i`, the variable i stands for j in this line
 * and for i where it is used: then the order changed. */
static bool is_renamed(renames *r, size_t lhs, size_t rhs)
{
    size_t count;
    const tn_line_word *a, *b;
    if (!match_names(r, lhs, rhs, &a, &b, &count)) /* the name of a function? */
        return tn_diff_renamed_hash(r->view, TN_LHS, lhs) ==
               tn_diff_renamed_hash(r->view, TN_RHS, rhs);
    for (size_t i = 0; i < count; i++) {
        if (a[i].kind != TN_WORD_NAME || a[i].text == b[i].text) continue;
        if (!a[i].node && !b[i].node) continue; /* defined, but never used */
        const uint64_t *there = tn_map_get(&r->to[TN_LHS], a[i].node);
        const uint64_t *back = tn_map_get(&r->to[TN_RHS], b[i].node);
        if (!there || !*there || !back || !*back) return false;
    }
    return true;
}

/* Whether a variable of a line stands for another one than the edit script says. After `f(A, B)`
 * became `f(B, A)`, all lines `A[0] = B[0]` mean something else; but an edit is in only one of them
 * if they share their nodes. */
static bool is_exchanged(renames *r, size_t lhs, size_t rhs)
{
    size_t count;
    const tn_line_word *a, *b;
    if (!r->has_several || !tn_diff_is_mapped(&r->view->sides[TN_LHS], lhs) ||
        !match_names(r, lhs, rhs, &a, &b, &count))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (a[i].kind != TN_WORD_NAME || !a[i].node || !b[i].node) continue;
        const uint64_t *there = tn_map_get(&r->to[TN_LHS], a[i].node);
        bool is_contested = there && !*there; /* it stands for different ones */
        if (is_contested && compare_names(r->view, a[i].node, b[i].node).differs) return true;
    }
    return false;
}

/* ---- pairs ---- */

static tunip_str words_at(const tn_diff_view *v, size_t side, size_t line)
{
    return tn_diff_trimmed(tn_diff_line_text(&v->sides[side], line));
}

static bool has_same_text(const tn_diff_view *v, size_t lhs, size_t rhs)
{
    return tunip_str_equal(words_at(v, TN_LHS, lhs), words_at(v, TN_RHS, rhs));
}

static tn_diff_fate fate_of(renames *r, size_t lhs, size_t rhs)
{
    const tn_diff_view *v = r->view;
    uint8_t a = v->sides[TN_LHS].marks[lhs], b = v->sides[TN_RHS].marks[rhs];
    if (a == TN_DIFFERS || b == TN_DIFFERS) return TN_FATE_CHANGED;
    if (has_same_text(v, lhs, rhs))
        return is_exchanged(r, lhs, rhs) ? TN_FATE_CHANGED : TN_FATE_SAME;
    return is_renamed(r, lhs, rhs) ? TN_FATE_RENAMED : TN_FATE_CHANGED;
}

static void find_fates(renames *r)
{
    tn_diff_side *a = &r->view->sides[TN_LHS], *b = &r->view->sides[TN_RHS];
    for (size_t i = 0; i < a->line_count && !tn_diff_view_failed(r->view); i++) {
        if (a->partner[i] == TN_NO_LINE) continue;
        a->fates[i] = b->fates[a->partner[i]] = (uint8_t)fate_of(r, i, a->partner[i]);
    }
}

/* ---- rows ---- */

static void add_row(tn_diff_view *v, tn_diff_row row)
{
    if (!tn_array_push(&v->rows, v->allocator, row)) tn_diff_view_fail(v);
}

static void add_alone(tn_diff_view *v, size_t side, size_t line)
{
    tn_diff_row row = {.line = {TN_NO_LINE, TN_NO_LINE}, .changed = true};
    row.line[side] = line;
    add_row(v, row);
}

static void add_pair(tn_diff_view *v, size_t lhs, size_t rhs)
{
    uint8_t fate = v->sides[TN_LHS].fates[lhs];
    add_row(v, (tn_diff_row){{lhs, rhs}, fate == TN_FATE_CHANGED, fate == TN_FATE_RENAMED});
}

static void note_names(renames *r)
{
    const tn_diff_side *lhs = &r->view->sides[TN_LHS];
    bool any = false;
    for (size_t i = 0; i < lhs->line_count && !any; i++)
        any = lhs->partner[i] != TN_NO_LINE && !has_same_text(r->view, i, lhs->partner[i]);
    for (size_t i = 0; any && i < lhs->line_count && !tn_diff_view_failed(r->view); i++)
        if (lhs->partner[i] != TN_NO_LINE && tn_diff_is_mapped(lhs, i))
            note_pair(r, i, lhs->partner[i]);
}

/* An edit that is printed nowhere marks the function that has it, unless another line of this
 * function shows that it changed. */
static void show_silent_edits(tn_diff_view *v)
{
    for (size_t i = 0; i < v->silent.count; i++) {
        const tn_diff_silent *edit = &v->silent.items[i];
        tn_diff_side *side = &v->sides[edit->side];
        bool is_shown = i && edit[-1].side == edit->side && edit[-1].first == edit->first;
        for (size_t line = edit->first; line < edit->end && !is_shown; line++)
            is_shown = side->partner[line] == TN_NO_LINE || side->moves[line] ||
                       side->fates[line] == TN_FATE_CHANGED;
        size_t head = edit->first;
        if (is_shown || side->partner[head] == TN_NO_LINE) continue;
        side->fates[head] = v->sides[1 - edit->side].fates[side->partner[head]] = TN_FATE_CHANGED;
    }
}

/* Pairs in order stand beside each other. Before each pair come the lines of the left side alone,
 * then those of the right side. */
static void put_rows(tn_diff_view *v)
{
    const tn_diff_side *a = &v->sides[TN_LHS], *b = &v->sides[TN_RHS];
    for (size_t i = 0, k = 0;
         (i < a->line_count || k < b->line_count) && !tn_diff_view_failed(v);) {
        bool has_left = i < a->line_count, has_right = k < b->line_count;
        if (has_left && (a->partner[i] == TN_NO_LINE || a->moves[i]))
            add_alone(v, TN_LHS, i++);
        else if (has_right && (b->partner[k] == TN_NO_LINE || b->moves[k]))
            add_alone(v, TN_RHS, k++);
        else
            add_pair(v, i++, k++);
    }
}

static void note_contested(renames *r)
{
    tn_diff_view *v = r->view;
    for (size_t i = 0; i < v->script->rename_count && !tn_diff_view_failed(v); i++) {
        bool added;
        const tunip_node *node = v->script->renames[i].lhs;
        const uint64_t *there = tn_map_get(&r->to[TN_LHS], node);
        if (there && !*there && !tn_set_add(&v->contested, node, &added)) tn_diff_view_fail(v);
    }
}

void tn_diff_make_rows(tn_diff_view *v, tn_line_words *words)
{
    renames r = {.view = v, .words = words};
    for (size_t s = 0; s < TN_SIDES; s++) tn_map_init(&r.to[s], v->allocator);
    note_names(&r);
    note_contested(&r);
    find_fates(&r);
    show_silent_edits(v);
    put_rows(v);
    for (size_t s = 0; s < TN_SIDES; s++) tn_map_free(&r.to[s]);
}

tunip_line_counts tn_diff_count_rows(const tn_diff_view *v)
{
    tunip_line_counts counts = {0, 0, 0, 0};
    for (size_t i = 0; i < v->rows.count; i++) {
        const tn_diff_row *row = &v->rows.items[i];
        bool left = row->line[TN_LHS] != TN_NO_LINE, right = row->line[TN_RHS] != TN_NO_LINE;
        counts.added += !left;
        counts.removed += !right;
        counts.changed += left && right && row->changed;
        counts.renamed += row->renamed;
    }
    return counts;
}
