/* links.c -- links of lines to lines of the other side: for two partners, and for lines that have
 * none, because a line became several lines, several lines became one, or a new line was made from
 * what an older one contained or from what stood in its place. */
#include <tunip/rewrite.h>

#include <stdlib.h>

#include "../../core/ir/same.h"
#include "pair.h"
#include "unlinked.h"

typedef struct linking {
    tn_diff_view *view;
    tn_line_words *words;
    size_t *origin[TN_SIDES]; /* of each line the first line with which it was linked, or
                                 TN_NO_LINE */
    tn_map first;             /* key -> index + 1 of its first line in `holders` */
    TN_ARRAY(struct holder) holders;
} linking;

static void add_link(linking *l, size_t lhs, size_t rhs, tunip_link link)
{
    link.lhs = lhs + 1;
    link.rhs = rhs + 1;
    if (l->origin[TN_LHS][lhs] == TN_NO_LINE) l->origin[TN_LHS][lhs] = rhs;
    if (l->origin[TN_RHS][rhs] == TN_NO_LINE) l->origin[TN_RHS][rhs] = lhs;
    if (!tn_array_push(&l->view->links, l->view->allocator, link)) tn_diff_view_fail(l->view);
}

static bool is_linked(const linking *l, size_t side, size_t line)
{
    return l->origin[side][line] != TN_NO_LINE;
}

static bool has_partner(const linking *l, size_t side, size_t line)
{
    return l->view->sides[side].partner[line] != TN_NO_LINE;
}

/* ---- partners ---- */

static bool share_site(const tn_diff_view *v, size_t lhs, size_t rhs)
{
    const tn_diff_side *a = &v->sides[TN_LHS], *b = &v->sides[TN_RHS];
    for (size_t i = tn_diff_first_site(a, lhs); i < a->sites.count && a->sites.items[i].line == lhs;
         i++)
        for (size_t k = tn_diff_first_site(b, rhs);
             k < b->sites.count && b->sites.items[k].line == rhs; k++)
            if (a->sites.items[i].hash == b->sites.items[k].hash) return true;
    return false;
}

/* Whether partners are in functions that are not partners. `head` is the line in which the last
 * function before the line begins. A decorator belongs to the next one. */
static bool is_in_other_function(const linking *l, size_t lhs, const size_t *head)
{
    const tn_diff_side *a = &l->view->sides[TN_LHS], *b = &l->view->sides[TN_RHS];
    size_t rhs = a->partner[lhs];
    bool counts = !a->heads[lhs] && !b->heads[rhs] && tn_diff_says_something(a, lhs) &&
                  *tn_diff_trimmed(tn_diff_line_text(a, lhs)).data != '@';
    return counts && head[TN_LHS] != TN_NO_LINE && a->partner[head[TN_LHS]] != head[TN_RHS];
}

static void link_partners(linking *l)
{
    /* ORDER tn_diff_reason */
    static const tunip_link_reason reasons[] = {TUNIP_REASON_PLACE,      TUNIP_REASON_SPAN,
                                                TUNIP_REASON_DEFINITION, TUNIP_REASON_EDIT,
                                                TUNIP_REASON_CONTENT,    TUNIP_REASON_DEFINITION};
    /* ORDER tn_diff_fate */
    static const tunip_link_kind kinds[] = {TUNIP_LINK_SAME, TUNIP_LINK_RENAMED,
                                            TUNIP_LINK_CHANGED};
    const tn_diff_side *a = &l->view->sides[TN_LHS];
    const tn_diff_side *b = &l->view->sides[TN_RHS];
    size_t head[TN_SIDES] = {TN_NO_LINE, TN_NO_LINE}, at = 0;
    for (size_t i = 0; i < a->line_count && !tn_diff_view_failed(l->view); i++) {
        if (a->heads[i]) head[TN_LHS] = i;
        if (!has_partner(l, TN_LHS, i)) continue;
        size_t k = a->partner[i];
        for (; !a->moves[i] && at <= k; at++)
            if (b->heads[at]) head[TN_RHS] = at;
        tn_diff_reason why = share_site(l->view, i, k) ? TN_REASON_SPAN : a->reasons[i];
        tunip_link link = {.reason = reasons[why], .changed = a->fates[i] == TN_FATE_CHANGED};
        bool moved = a->moves[i] || is_in_other_function(l, i, head);
        link.kind = moved ? TUNIP_LINK_MOVED : kinds[a->fates[i]];
        link.sure = why == TN_REASON_SPAN || why == TN_REASON_FUNCTION ||
                    (why == TN_REASON_TEXT && !moved) ||
                    (why == TN_REASON_EDIT && tn_line_words_agree(l->words, i, k));
        add_link(l, i, k, link);
    }
}

/* ---- the same place in the user's program ---- */

/* Of many lines on both sides, each is linked with those at about the same place. */
enum { MOST_LINKS = 64 };

static void link_spans(void *user, const tn_diff_site *a, size_t a_count, const tn_diff_site *b,
                       size_t b_count)
{
    linking *l = user;
    for (size_t k = 0; k < b_count; k++) {
        bool is_many = a_count * b_count > MOST_LINKS;
        size_t from = is_many ? k * a_count / b_count : 0, to = is_many ? from + 1 : a_count;
        for (size_t i = from; i < to; i++) {
            size_t lhs = a[i].line, rhs = b[k].line;
            bool left = has_partner(l, TN_LHS, lhs), right = has_partner(l, TN_RHS, rhs);
            if (left && right) continue;
            tunip_link_kind kind = left                          ? TUNIP_LINK_SPLIT
                                   : right                       ? TUNIP_LINK_MERGED
                                   : a_count == 1 && b_count > 1 ? TUNIP_LINK_SPLIT
                                                                 : TUNIP_LINK_MADE_FROM;
            add_link(l, lhs, rhs,
                     (tunip_link){
                         .kind = kind, .reason = TUNIP_REASON_SPAN, .sure = true, .changed = true});
        }
    }
}

/* ---- the same node ---- */

/* The first Doc with a path that begins in a line; TUNIP_NO_SPAN if there is none. */
static size_t first_path_in(const tn_diff_side *side, size_t line)
{
    const tunip_span *spans = tunip_printed_spans(side->printed);
    size_t count = tunip_printed_span_count(side->printed);
    tn_range range = tn_diff_line(side, line);
    size_t at =
        tn_first_from(spans, count, sizeof *spans, offsetof(tunip_span, begin), range.begin);
    while (at < count && spans[at].begin < range.end &&
           !tunip_printed_span_path(side->printed, at, 0))
        at++;
    return at < count && spans[at].begin < range.end ? at : TUNIP_NO_SPAN;
}

/* Finds the node of `path` on the other side, where `outer` is the path of a statement around
 * it, and `there` the path of the corresponding statement of the other side: by the same steps
 * from there. Returns its line, or TN_NO_LINE. */
static size_t find_node(linking *l, size_t other, const tunip_path *path, const tunip_path *outer,
                        const tunip_path *there)
{
    enum { DEEPEST = 128 };
    char text[1024];
    tunip_found found;
    const tn_diff_side *side = &l->view->sides[other];
    if (there->depth + (path->depth - outer->depth) > DEEPEST) return TN_NO_LINE;
    size_t size = tunip_path_text(there, text, sizeof text);
    if (size >= sizeof text) return TN_NO_LINE;
    size += tunip_path_steps_text(path, outer->depth, text + size, sizeof text - size);
    if (size >= sizeof text) return TN_NO_LINE;
    if (tunip_source_map_find(side->map, (tunip_str){text, size}, &found, NULL) != TUNIP_OK)
        return TN_NO_LINE;
    if (!found.exact || !found.count) return TN_NO_LINE;
    const tunip_span *span = &tunip_printed_spans(side->printed)[found.spans[0]];
    if (tunip_doc_classify(span->doc) != TUNIP_CLASS_EXPR) return TN_NO_LINE; /* see pair.c */
    const tunip_node *a = tn_follow(&l->view->sides[1 - other].follower, path);
    const tunip_node *b = tunip_node_at(side->root, text, NULL);
    if (!a != !b || (a && a->type != b->type)) return TN_NO_LINE; /* both may be numbers */
    return tn_diff_line_of(side, span->begin);
}

/* The line of the other side that has the node of a line. */
static size_t find_same_node(linking *l, size_t which, size_t line)
{
    enum { FARTHEST = 64 };
    const tn_diff_side *side = &l->view->sides[which], *other = &l->view->sides[1 - which];
    size_t at = first_path_in(side, line);
    if (at == TUNIP_NO_SPAN) return TN_NO_LINE;
    const tunip_path *path = tunip_printed_span_path(side->printed, at, 0);
    for (size_t i = 0; i < FARTHEST; i++) {
        at = tunip_source_map_parent(side->map, at);
        if (at == TUNIP_NO_SPAN) break;
        const tunip_path *outer = tunip_printed_span_path(side->printed, at, 0);
        size_t head = tn_diff_head_line(side, tunip_printed_spans(side->printed)[at].begin);
        if (!outer || outer->depth >= path->depth || side->partner[head] == TN_NO_LINE) continue;
        size_t there = first_path_in(other, side->partner[head]);
        if (there == TUNIP_NO_SPAN) return TN_NO_LINE;
        size_t found =
            find_node(l, 1 - which, path, outer, tunip_printed_span_path(other->printed, there, 0));
        return found == TN_NO_LINE || found < side->partner[head] ? TN_NO_LINE : found;
    }
    return TN_NO_LINE;
}

/* A printer may write several nodes in a line: three loops as T.grid(), three axes as
 * T.axis.remap(). When one of them changes, the others get lines of their own. */
static void link_nodes(linking *l, size_t side)
{
    const tn_diff_side *s = &l->view->sides[side];
    for (size_t i = 0; i < s->line_count && !tn_diff_view_failed(l->view); i++) {
        size_t other = is_linked(l, side, i) ? TN_NO_LINE : find_same_node(l, side, i);
        if (other == TN_NO_LINE || !has_partner(l, 1 - side, other)) continue;
        tunip_link link = {.kind = side == TN_LHS ? TUNIP_LINK_MERGED : TUNIP_LINK_SPLIT,
                           .reason = TUNIP_REASON_EDIT,
                           .sure = true,
                           .changed = true};
        add_link(l, side == TN_LHS ? i : other, side == TN_LHS ? other : i, link);
    }
}

/* ---- copies and definitions ---- */

/* The kind of a link of a line that has no partner. */
static tunip_link_kind kind_of(const linking *l, size_t lhs, size_t rhs)
{
    return has_partner(l, TN_LHS, lhs)   ? TUNIP_LINK_SPLIT
           : has_partner(l, TN_RHS, rhs) ? TUNIP_LINK_MERGED
                                         : TUNIP_LINK_MADE_FROM;
}

static void link_found(void *user, const tn_diff_unlinked *of, size_t lhs, size_t rhs)
{
    linking *l = user;
    add_link(l, lhs, rhs,
             (tunip_link){.kind = kind_of(l, lhs, rhs), .reason = of->reason, .changed = true});
}

static bool has_unlinked(const linking *l, size_t side)
{
    for (size_t i = 0; i < l->view->sides[side].line_count; i++)
        if (!is_linked(l, side, i)) return true;
    return false;
}

static void link_unlinked(linking *l, size_t side, tunip_link_reason reason,
                          void (*find)(const tn_diff_unlinked *of))
{
    tn_diff_unlinked of = {.words = l->words,
                           .side = side,
                           .origin = l->origin,
                           .fn = link_found,
                           .user = l,
                           .reason = reason};
    if (!tn_diff_view_failed(l->view) && has_unlinked(l, side)) find(&of);
}

/* ---- the same content ---- */

/* A line that has a trait. */
struct holder {
    size_t line;
    size_t next; /* index + 1 of the next one */
};

enum { FEW = 8 }; /* a trait that more lines have does not find a line */

static bool is_pooled(const linking *l, size_t side, size_t line)
{
    return tn_diff_is_mapped(&l->view->sides[side], line) || !has_partner(l, side, line);
}

static void index_lines(linking *l, size_t side)
{
    const tn_diff_side *s = &l->view->sides[side];
    tn_map_clear(&l->first);
    l->holders.count = 0;
    for (size_t i = 0; i < s->line_count && !tn_diff_view_failed(l->view); i++) {
        const tn_line_traits *traits =
            is_pooled(l, side, i) ? tn_line_words_traits(l->words, side, i) : NULL;
        for (size_t t = 0; traits && t < traits->count; t++) {
            if (!traits->items[t].is_content) continue;
            if (tn_line_words_frequency(l->words, side, traits->items[t].key) > FEW) continue;
            const void *key = (const void *)(uintptr_t)(traits->items[t].key | 1);
            uint64_t *first = tn_map_put(&l->first, key, NULL);
            struct holder h = {i, first ? (size_t)*first : 0};
            if (!first || !tn_array_push(&l->holders, l->view->allocator, h)) {
                tn_diff_view_fail(l->view);
                return;
            }
            *first = l->holders.count;
        }
    }
}

/* The line of the other side that contains most of the content of a line, or TN_NO_LINE. */
static size_t find_content(linking *l, size_t side, size_t line)
{
    enum { MOST = 650 }; /* of 1000 */
    const tn_line_traits *traits = tn_line_words_traits(l->words, side, line);
    size_t best = TN_NO_LINE;
    unsigned most = MOST;
    for (size_t t = 0; t < traits->count; t++) {
        const void *key = (const void *)(uintptr_t)(traits->items[t].key | 1);
        const uint64_t *first = traits->items[t].is_content ? tn_map_get(&l->first, key) : NULL;
        for (size_t i = first ? (size_t)*first : 0; i; i = l->holders.items[i - 1].next) {
            size_t other = l->holders.items[i - 1].line;
            unsigned contained = tn_line_words_contained(l->words, side, line, other);
            unsigned likeness = side == TN_LHS ? tn_line_words_likeness(l->words, line, other)
                                               : tn_line_words_likeness(l->words, other, line);
            if (contained >= MOST && contained + likeness > most)
                most = contained + likeness, best = other;
        }
    }
    return best;
}

static void link_contents(linking *l, size_t side)
{
    const tn_diff_side *s = &l->view->sides[side];
    bool any = has_unlinked(l, side);
    if (any) index_lines(l, 1 - side);
    for (size_t i = 0; any && i < s->line_count && !tn_diff_view_failed(l->view); i++) {
        bool is_done = is_linked(l, side, i) || s->heads[i]; /* all definitions look alike */
        size_t other = is_done ? TN_NO_LINE : find_content(l, side, i);
        if (other == TN_NO_LINE) continue;
        size_t lhs = side == TN_LHS ? i : other, rhs = side == TN_LHS ? other : i;
        add_link(l, lhs, rhs,
                 (tunip_link){.kind = kind_of(l, lhs, rhs),
                              .reason = TUNIP_REASON_CONTENT,
                              .changed = true});
    }
}

/* ---- the same place ---- */

/* Lines without a link between two pairs: what is new stands in place of what is gone, unless it is
 * too much. */
enum { MOST_IN_PLACE = 16 };

static void link_gap(void *user, const size_t *begin, const size_t *end)
{
    linking *l = user;
    size_t counts[TN_SIDES] = {0, 0}, lines[TN_SIDES][MOST_LINKS];
    for (size_t s = 0; s < TN_SIDES; s++)
        for (size_t i = begin[s]; i < end[s]; i++)
            if (!is_linked(l, s, i) && tn_diff_says_something(&l->view->sides[s], i)) {
                if (counts[s] == MOST_LINKS) return;
                lines[s][counts[s]++] = i;
            }
    size_t n = counts[TN_LHS], m = counts[TN_RHS], most = n > m ? n : m;
    if (most > MOST_IN_PLACE) return;
    for (size_t i = 0; n && m && i < most; i++)
        add_link(l, lines[TN_LHS][i * n / most], lines[TN_RHS][i * m / most],
                 (tunip_link){
                     .kind = TUNIP_LINK_MADE_FROM, .reason = TUNIP_REASON_PLACE, .changed = true});
}

/* ---- all ---- */

static int by_lines(const void *a, const void *b)
{
    const tunip_link *x = a, *y = b;
    if (x->rhs != y->rhs) return x->rhs < y->rhs ? -1 : 1;
    if (x->lhs != y->lhs) return x->lhs < y->lhs ? -1 : 1;
    if (x->sure != y->sure) return x->sure ? -1 : 1;
    return (x->kind > y->kind) - (x->kind < y->kind);
}

/* Sorts the links. Two lines that were linked twice, such as a definition and a line that used it
 * twice, keep the best link. */
static void sort_links(tn_diff_view *v)
{
    tunip_link *links = v->links.items;
    size_t kept = 0;
    if (v->links.count) qsort(links, v->links.count, sizeof *links, by_lines);
    for (size_t i = 0; i < v->links.count; i++) {
        bool again =
            kept && links[kept - 1].lhs == links[i].lhs && links[kept - 1].rhs == links[i].rhs;
        if (!again) links[kept++] = links[i];
    }
    v->links.count = kept;
}

static void weigh_words(linking *l)
{
    tn_line_words_reset(l->words);
    for (size_t s = 0; s < TN_SIDES; s++)
        for (size_t i = 0; i < l->view->sides[s].line_count; i++)
            if (is_pooled(l, s, i)) tn_line_words_count(l->words, s, i);
}

void tn_diff_link_lines(tn_diff_view *v, tn_line_words *words)
{
    linking l = {.view = v, .words = words};
    size_t lines = v->sides[TN_LHS].line_count, count = lines + v->sides[TN_RHS].line_count;
    size_t size = (count + 1) * sizeof(size_t);
    l.origin[TN_LHS] = v->allocator->alloc(v->allocator->ctx, size);
    if (!l.origin[TN_LHS]) {
        tn_diff_view_fail(v);
        return;
    }
    for (size_t i = 0; i < count; i++) l.origin[TN_LHS][i] = TN_NO_LINE;
    l.origin[TN_RHS] = l.origin[TN_LHS] + lines;
    tn_map_init(&l.first, v->allocator);
    link_partners(&l);
    tn_diff_each_site(v, link_spans, &l);
    link_nodes(&l, TN_RHS);
    link_nodes(&l, TN_LHS);
    if (has_unlinked(&l, TN_LHS) || has_unlinked(&l, TN_RHS)) weigh_words(&l);
    link_unlinked(&l, TN_RHS, TUNIP_REASON_CONTENT, tn_diff_find_copies);
    link_unlinked(&l, TN_LHS, TUNIP_REASON_CONTENT, tn_diff_find_copies);
    link_unlinked(&l, TN_RHS, TUNIP_REASON_DEFINITION, tn_diff_find_uses);
    link_unlinked(&l, TN_LHS, TUNIP_REASON_DEFINITION, tn_diff_find_uses);
    link_unlinked(&l, TN_RHS, TUNIP_REASON_DEFINITION, tn_diff_find_calls);
    link_unlinked(&l, TN_LHS, TUNIP_REASON_DEFINITION, tn_diff_find_calls);
    if (!tn_diff_view_failed(v)) link_contents(&l, TN_RHS);
    if (!tn_diff_view_failed(v)) link_contents(&l, TN_LHS);
    tn_diff_each_gap(v, link_gap, &l);
    sort_links(v);
    tn_map_free(&l.first);
    tn_array_free(&l.holders, v->allocator);
    v->allocator->free(v->allocator->ctx, l.origin[TN_LHS], size);
}
