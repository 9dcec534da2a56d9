/* links.c -- links of lines without a partner: copies, definitions that were inlined,
 * functions that were inlined or made. */
#include <stdlib.h>

#include <tunip/rewrite.h>

#include "../../compare/diff.h"
#include "../../ir/path.h"
#include "../../ir/same.h"
#include "../../util/tables.h"
#include "pair.h"

/* ======== links ======== */

/* Links of lines to lines of the other side: for two partners, and for lines that have
 * none, because a line became several lines, several lines became one, or a new line was made from
 * what an older one contained or from what stood in its place. */

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
    link.row = tn_diff_row_of(l->view, lhs, rhs);
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

static void link_texts(tn_diff_view *v, tn_line_words *words)
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
    tn_map_free(&l.first);
    tn_array_free(&l.holders, v->allocator);
    v->allocator->free(v->allocator->ctx, l.origin[TN_LHS], size);
}

void tn_diff_link_lines(tn_diff_view *v, tn_line_words *words)
{
    if (!tn_diff_link_operations(v)) link_texts(v, words);
    sort_links(v);
}

/* ======== copies ======== */

/* Finds the line of which a line without a link is a copy. A pass that unrolls a loop,
 * or takes its first turn out of it, copies statements, and each copy has indices of its own:
 *
 *     for j in T.unroll(2):                                   C[i * 2] = A[i * 2] * T.float32(3)
 *         C[i * 2 + j] = A[i * 2 + j] * T.float32(3)    ->    C[i * 2 + 1] = A[i * 2 + 1] * ...
 *
 * Both have the same *form*: the words of a line without its indices, where variables and whole
 * numbers are alike. */

/* ---- forms ---- */

typedef struct form {
    uint64_t hash;
    size_t line, side;
    size_t head;           /* the line in which its function begins */
    size_t place;          /* the number of pairs in order before it */
    const uint64_t *names; /* the variables outside of indices, in the order of their hashes */
    size_t name_count;
} form;

typedef struct finding {
    const tn_diff_unlinked *of;
    tn_diff_view *view;
    tn_line_words *words;
    size_t side; /* of the copies */
    TN_ARRAY(form) forms;
    TN_ARRAY(uint64_t) names; /* of the line that is being read */
} finding;

/* The roles of words in a form. */
typedef enum role {
    DROPPED,  /* a part of an index, or a parenthesis */
    WILD,     /* a variable or a whole number */
    OPERATOR, /* dropped beside one of these: arithmetic of indices */
    KEPT
} role;

/* Whether a word is a variable of which nothing is indexed and no member is taken. */
static bool is_scalar(const tn_line_word *words, size_t count, size_t i)
{
    bool is_last = i + 1 == count;
    return words[i].kind == TN_WORD_NAME && (is_last || !strchr("[.", words[i + 1].first));
}

/* The role of a word, where `*depth` brackets of indices are open. A bracket after a name or
 * another bracket opens an index; others open lists. */
static role role_of(const tn_line_word *words, size_t count, size_t i, size_t *depth)
{
    const tn_line_word *word = &words[i];
    bool is_name = word->kind == TN_WORD_NAME, scalar = is_scalar(words, count, i);
    bool is_sign = word->kind == TN_WORD_SIGN;
    bool may_index = i && (words[i - 1].kind != TN_WORD_SIGN || words[i - 1].first == ']');
    bool opens = is_sign && word->first == '[' && (*depth || may_index);
    bool closes = is_sign && word->first == ']' && *depth;
    *depth = *depth + opens - closes;
    if (opens || closes) return DROPPED;
    if (*depth) return is_name && !scalar ? KEPT : DROPPED;
    if (scalar || word->is_whole) return WILD;
    if (!is_sign) return KEPT;
    return strchr("()", word->first) ? DROPPED : strchr("+-*/%", word->first) ? OPERATOR : KEPT;
}

static bool take_name(finding *f, const tn_line_word *word)
{
    bool fine =
        word->kind != TN_WORD_NAME || tn_array_push(&f->names, f->view->allocator, word->stem);
    if (!fine) tn_diff_view_fail(f->view);
    return fine;
}

/* The hash of the form of a line, and in f->names its variables; 0 if it says too little. */
static uint64_t read_form(finding *f, size_t side, size_t line)
{
    enum { LEAST_WORDS = 3, ANY = 2 };
    size_t count, depth = 0, said = 0, kept = 0;
    uint64_t hash = 1, operator= 0;
    bool after_wild = false;
    const tn_line_word *words = tn_line_words_of(f->words, side, line, &count);
    f->names.count = 0;
    for (size_t i = 0; words && i < count; i++) {
        role as = role_of(words, count, i, &depth);
        said += words[i].kind != TN_WORD_SIGN;
        if (as == DROPPED) continue;
        if (as == OPERATOR) {
            operator= after_wild ? 0 : words[i].text;
            continue;
        }
        if (as == WILD && !take_name(f, &words[i])) return 0;
        if (as == KEPT && operator) hash = tn_hash_mix(hash, operator);
        if (as == KEPT || !after_wild) hash = tn_hash_mix(hash, as == KEPT ? words[i].stem : ANY);
        kept += as == KEPT && words[i].kind != TN_WORD_SIGN;
        after_wild = as == WILD;
        operator= 0;
    }
    return said >= LEAST_WORDS && kept ? hash : 0;
}

static int by_number(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Whether all variables of `copy` are also in the other line: a copy has no variables of its
 * own outside of indices. */
static bool may_copy(const form *copy, const form *of)
{
    for (size_t i = 0, k = 0; i < copy->name_count; i++) {
        while (k < of->name_count && of->names[k] < copy->names[i]) k++;
        if (k == of->name_count || of->names[k] != copy->names[i]) return false;
    }
    return true;
}

static bool make_form(finding *f, form *made)
{
    made->hash = read_form(f, made->side, made->line);
    made->name_count = f->names.count;
    uint64_t *names = tn_arena_alloc(&f->words->arena, (f->names.count + 1) * sizeof *names);
    if (!names) tn_diff_view_fail(f->view);
    if (!names || !made->hash) return false;
    if (f->names.count) memcpy(names, f->names.items, f->names.count * sizeof *names);
    qsort(names, f->names.count, sizeof *names, by_number);
    made->names = names;
    return true;
}

/* Whether the next line is a part of this statement. */
static bool has_body(const tn_diff_side *side, size_t line)
{
    if (line + 1 >= side->line_count) return false;
    tunip_str here = tn_diff_line_text(side, line), next = tn_diff_line_text(side, line + 1);
    return next.size - tn_diff_trimmed(next).size > here.size - tn_diff_trimmed(here).size;
}

static void add_forms(finding *f, size_t which)
{
    const tn_diff_side *side = &f->view->sides[which];
    form made = {.side = which};
    for (size_t i = 0; i < side->line_count && !tn_diff_view_failed(f->view); i++) {
        made.line = i;
        if (side->heads[i]) made.head = i;
        bool counts = tn_diff_is_mapped(side, i) && !side->heads[i] && !has_body(side, i) &&
                      (which != f->side || f->of->origin[which][i] == TN_NO_LINE);
        if (counts && make_form(f, &made) && !tn_array_push(&f->forms, f->view->allocator, made))
            tn_diff_view_fail(f->view);
        made.place += side->partner[i] != TN_NO_LINE && !side->moves[i];
    }
}

/* ---- copies ---- */

static int by_hash(const void *a, const void *b)
{
    const form *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    if (x->side != y->side) return x->side < y->side ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

static unsigned likeness(finding *f, size_t line, size_t other)
{
    return f->side == TN_LHS ? tn_line_words_likeness(f->words, line, other)
                             : tn_line_words_likeness(f->words, other, line);
}

/* Finds the origin of a copy among lines in the order of their places: of those near its own
 * place the one most like it, then the nearest one. */
static void find_origin(finding *f, const form *copy, const form *others, size_t count)
{
    enum { NEAR = 4 };
    const tn_diff_side *side = &f->view->sides[f->side];
    const form *best = NULL;
    unsigned most = 0;
    size_t least = 0;
    size_t at = tn_first_from(others, count, sizeof *others, offsetof(form, place), copy->place);
    for (size_t i = at > NEAR ? at - NEAR : 0; i < count && i < at + NEAR; i++) {
        const form *other = &others[i];
        if (other->head != side->partner[copy->head] || !may_copy(copy, other)) continue;
        unsigned like = likeness(f, copy->line, other->line);
        size_t far =
            other->place > copy->place ? other->place - copy->place : copy->place - other->place;
        if (best && (like < most || (like == most && far >= least))) continue;
        best = other, most = like, least = far;
    }
    if (best) tn_diff_report(f->of, copy->line, best->line);
}

static void match_forms(finding *f)
{
    const form *forms = f->forms.items;
    size_t count = f->forms.count;
    if (count) qsort(f->forms.items, count, sizeof *forms, by_hash);
    for (size_t i = 0, end; i < count && !tn_diff_view_failed(f->view); i = end) {
        size_t right = i;
        for (end = i; end < count && forms[end].hash == forms[i].hash; end++)
            right += forms[end].side == TN_LHS;
        bool from_left = f->side == TN_RHS;
        size_t first = from_left ? right : i, last = from_left ? end : right;
        const form *others = &forms[from_left ? i : right];
        size_t other_count = from_left ? right - i : end - right;
        for (size_t k = first; k < last && other_count; k++)
            find_origin(f, &forms[k], others, other_count);
    }
}

/* A statement with a body is copied if its first statement is. */
static void match_bodies(finding *f)
{
    const tn_diff_side *side = &f->view->sides[f->side];
    for (size_t i = side->line_count; i-- > 0 && !tn_diff_view_failed(f->view);) {
        if (f->of->origin[f->side][i] != TN_NO_LINE || side->heads[i] || !has_body(side, i))
            continue;
        size_t other = f->of->origin[f->side][i + 1];
        form copy = {.line = i, .side = f->side}, of = {.line = other - 1, .side = 1 - f->side};
        if (other == TN_NO_LINE || !other) continue;
        if (make_form(f, &copy) && make_form(f, &of) && copy.hash == of.hash &&
            may_copy(&copy, &of))
            tn_diff_report(f->of, i, other - 1);
    }
}

void tn_diff_find_copies(const tn_diff_unlinked *of)
{
    tn_diff_view *v = of->words->view;
    finding f = {.of = of, .view = v, .words = of->words, .side = of->side};
    add_forms(&f, TN_LHS);
    add_forms(&f, TN_RHS);
    if (!tn_diff_view_failed(v)) match_forms(&f);
    match_bodies(&f);
    tn_array_free(&f.forms, v->allocator);
    tn_array_free(&f.names, v->allocator);
}

/* ======== uses ======== */

/* Finds the lines into which the definition of a variable without a link was put. A pass
 * that inlines a definition puts it into the lines that use the variable:
 *
 *     D[i] = A[i] * B[i]
 *     E[i] = T.exp(D[i])    ->    E[i] = T.exp(A[i] * B[i])
 *
 * Then the last line comes from both lines. In the other direction, a pass takes the definition of
 * a new variable from the lines that now use it. */

typedef struct uses_finding {
    const tn_diff_unlinked *of;
    tn_diff_view *view;
    tn_map definitions; /* variable -> the last line without a link that defines it, and how many
                           uses of this definition were seen */
} uses_finding;

enum { MOST_USES = 8, LINE_BITS = 48 };

/* The variable that a line assigns or stores to; NULL if it does neither. */
static const tunip_node *defined_by(uses_finding *f, size_t side, size_t line)
{
    size_t count;
    const tn_line_word *words = tn_line_words_of(f->of->words, side, line, &count);
    for (size_t i = 1; words && i < count; i++)
        if (words[i].kind == TN_WORD_SIGN && words[i].first == '=')
            return words[0].kind == TN_WORD_NAME ? words[0].node : NULL;
    return NULL;
}

static void note_definition(uses_finding *f, size_t line)
{
    const tunip_node *node = defined_by(f, f->of->side, line);
    uint64_t *slot = node ? tn_map_put(&f->definitions, node, NULL) : NULL;
    if (node && !slot) tn_diff_view_fail(f->view);
    if (slot) *slot = line;
}

/* Whether a line has a variable whose name is that of `word`, except for the number. */
static bool has_name(uses_finding *f, size_t side, size_t line, const tn_line_word *word)
{
    size_t count;
    const tn_line_word *words = tn_line_words_of(f->of->words, side, line, &count);
    for (size_t i = 0; words && i < count; i++)
        if (words[i].kind == TN_WORD_NAME && words[i].stem == word->stem) return true;
    return false;
}

/* Reports the definitions of the variables of a line that its partner does not have. */
static void note_uses(uses_finding *f, size_t line)
{
    size_t side = f->of->side, count, other = f->view->sides[side].partner[line];
    const tn_line_word *words = tn_line_words_of(f->of->words, side, line, &count);
    for (size_t i = 0; words && i < count; i++) {
        uint64_t *slot = words[i].kind == TN_WORD_NAME && words[i].node
                             ? tn_map_get(&f->definitions, words[i].node)
                             : NULL;
        size_t from = slot ? (size_t)(*slot & (((uint64_t)1 << LINE_BITS) - 1)) : line;
        if (from == line || *slot >> LINE_BITS == MOST_USES) continue;
        *slot += (uint64_t)1 << LINE_BITS;
        if (!has_name(f, 1 - side, other, &words[i])) tn_diff_report(f->of, from, other);
        if (tn_diff_view_failed(f->view)) return;
    }
}

void tn_diff_find_uses(const tn_diff_unlinked *of)
{
    uses_finding f = {.of = of, .view = of->words->view};
    const tn_diff_side *side = &f.view->sides[of->side];
    tn_map_init(&f.definitions, f.view->allocator);
    for (size_t i = 0; i < side->line_count && !tn_diff_view_failed(f.view); i++) {
        if (!tn_diff_is_mapped(side, i) || side->heads[i]) continue;
        if (side->partner[i] != TN_NO_LINE && f.definitions.count) note_uses(&f, i);
        if (of->origin[of->side][i] == TN_NO_LINE) note_definition(&f, i);
    }
    tn_map_free(&f.definitions);
}

/* ======== calls ======== */

/* Finds the lines of functions that were put into the functions that called them, or
 * taken from them, and the functions that were made for a statement:
 *
 *     y = cls.scale(x)               y = R.multiply(x, two)     when scale() is inlined
 *     y = R.multiply(x, two)         y = cls.scale(x)           when scale() is made
 *
 * On the side where a statement calls scale() and the corresponding statement does not, the lines
 * of scale() belong to the function around the call. */

typedef struct function {
    size_t begin, end; /* the lines after the one that defines it */
    const tunip_node *key;
} function;

/* A call in a line. Indices of functions of the same side. */
typedef struct call {
    size_t line, in, callee;
} call;

typedef struct calls_finding {
    const tn_diff_unlinked *of;
    tn_diff_view *view;
    struct functions {
        TN_ARRAY(function) items; /* in the order of the lines */
        TN_ARRAY(call) calls;     /* in the order of the lines */
        tn_map names;             /* hash of a name -> index + 1 */
    } sides[TN_SIDES];
    TN_ARRAY(size_t) inner; /* lines of the functions that are called */
    TN_ARRAY(size_t) outer; /* lines of the other side */
} calls_finding;

/* ---- functions and calls ---- */

static void fail_unless(calls_finding *f, bool fine)
{
    if (!fine) tn_diff_view_fail(f->view);
}

static const void *name_key(tunip_str name)
{
    return (const void *)(uintptr_t)(tn_hash_bytes(name.data, name.size) | 1);
}

/* Lines that belong to what follows: decorators, and blank lines before them. */
static bool is_before_head(const tn_diff_side *side, size_t line)
{
    tunip_str text = tn_diff_trimmed(tn_diff_line_text(side, line));
    return !text.size || *text.data == '@';
}

/* The key of the function that has the line in the module; NULL if there is none. */
static const tunip_node *key_of(calls_finding *f, size_t which, size_t line, size_t end)
{
    const tn_diff_side *side = &f->view->sides[which];
    const tunip_span *spans = tunip_printed_spans(side->printed);
    size_t count = tunip_printed_span_count(side->printed);
    size_t from = tn_diff_line(side, line).begin, to = tn_diff_line(side, end - 1).end;
    for (size_t i = tn_first_from(spans, count, sizeof *spans, offsetof(tunip_span, begin), from);
         i < count && spans[i].begin < to; i++) {
        const tunip_path *path = tunip_printed_span_path(side->printed, i, 0);
        const tunip_path *entry = path ? tn_diff_function_of(f->view, path) : NULL;
        if (entry) return entry->at.key;
    }
    return NULL;
}

static void find_functions(calls_finding *f, size_t which)
{
    const tn_diff_side *side = &f->view->sides[which];
    struct functions *to = &f->sides[which];
    for (size_t i = 0, end; i < side->line_count && !tn_diff_view_failed(f->view); i = end) {
        for (end = i + 1; end < side->line_count && !side->heads[end];) end++;
        function found = {.begin = i + 1, .end = end};
        while (found.end > found.begin && is_before_head(side, found.end - 1)) found.end--;
        if (!side->heads[i] || found.end == found.begin) continue;
        found.key = key_of(f, which, i, found.end);
        if (!found.key) continue;
        uint64_t *slot = tn_map_put(&to->names, name_key(tn_path_key_name(found.key)), NULL);
        fail_unless(f, slot && tn_array_push(&to->items, f->view->allocator, found));
        if (slot) *slot = to->items.count;
    }
}

/* The last part of a name such as `cls.relu` or `@relu`. */
static tunip_str last_part(tunip_str name)
{
    size_t at = name.size;
    while (at && name.data[at - 1] != '.' && name.data[at - 1] != '@') at--;
    return (tunip_str){name.data + at, name.size - at};
}

/* The index of the function to which a span refers, or `none`. */
static size_t callee_of(calls_finding *f, size_t which, size_t i, size_t none)
{
    tn_diff_side *side = &f->view->sides[which];
    struct functions *all = &f->sides[which];
    const tunip_span *span = &tunip_printed_spans(side->printed)[i];
    if (span->doc->kind != TUNIP_DOC_ATTR && span->doc->kind != TUNIP_DOC_ID) return none;
    tunip_str text = {side->text.data + span->begin, span->end - span->begin};
    const uint64_t *slot = tn_map_get(&all->names, name_key(last_part(text)));
    const tunip_path *path = slot ? tunip_printed_span_path(side->printed, i, 0) : NULL;
    const tunip_node *node = path ? tn_follow(&side->follower, path) : NULL;
    size_t callee = slot ? (size_t)*slot - 1 : none;
    return node && node->type == all->items.items[callee].key->type ? callee : none;
}

static void find_calls(calls_finding *f, size_t which)
{
    tn_diff_side *side = &f->view->sides[which];
    struct functions *all = &f->sides[which];
    const function *items = all->items.items;
    size_t count = tunip_printed_span_count(side->printed), in = 0, none = all->items.count;
    for (size_t i = 0; i < count && in < none && !tn_diff_view_failed(f->view); i++) {
        size_t callee = callee_of(f, which, i, none);
        if (callee == none) continue;
        size_t line = tn_diff_line_of(side, tunip_printed_spans(side->printed)[i].begin);
        while (in < none && items[in].end <= line) in++;
        bool is_inside = in < none && items[in].begin <= line && callee != in;
        call found = {line, in, callee};
        fail_unless(f, !is_inside || tn_array_push(&all->calls, f->view->allocator, found));
    }
    if (side->follower.failed) tn_diff_view_fail(f->view);
}

/* The function of the other side with the same name; NULL if there is none. */
static const function *namesake(calls_finding *f, const function *of)
{
    const struct functions *other = &f->sides[1 - f->of->side];
    const uint64_t *slot = tn_map_get(&other->names, name_key(tn_path_key_name(of->key)));
    return slot ? &other->items.items[*slot - 1] : NULL;
}

/* Whether the partner of the line of a call has no such call. */
static bool is_one_sided(calls_finding *f, const call *c)
{
    const struct functions *here = &f->sides[f->of->side], *there = &f->sides[1 - f->of->side];
    size_t line = f->view->sides[f->of->side].partner[c->line];
    const function *callee = namesake(f, &here->items.items[c->callee]);
    if (line == TN_NO_LINE || !callee) return true;
    size_t at = tn_first_from(there->calls.items, there->calls.count, sizeof(call),
                              offsetof(call, line), line);
    for (; at < there->calls.count && there->calls.items[at].line == line; at++)
        if (&there->items.items[there->calls.items[at].callee] == callee) return false;
    return true;
}

/* ---- lines of inlined functions ---- */

static uint64_t hash_of(calls_finding *f, size_t side, size_t line, size_t index)
{
    bool significant;
    uint64_t hash = tn_line_words_shape(f->of->words, side, line, true, &significant);
    return significant ? hash : tn_hash_mix(tn_hash_mix(0, side + 1), index);
}

static void align_lines(calls_finding *f)
{
    size_t side = f->of->side, n = f->inner.count, m = f->outer.count;
    const tunip_allocator *allocator = f->view->allocator;
    size_t size = (n + m) * sizeof(uint64_t) + n * sizeof(size_t);
    uint64_t *hashes = n && m ? allocator->alloc(allocator->ctx, size) : NULL;
    fail_unless(f, hashes || !n || !m);
    if (!hashes) return;
    size_t *to = (size_t *)(void *)(hashes + n + m);
    for (size_t i = 0; i < n; i++) hashes[i] = hash_of(f, side, f->inner.items[i], i);
    for (size_t i = 0; i < m; i++) hashes[n + i] = hash_of(f, 1 - side, f->outer.items[i], i);
    for (size_t i = 0; i < n; i++) to[i] = TN_UNALIGNED;
    fail_unless(f, tn_align(hashes, n, hashes + n, m, to, allocator));
    for (size_t i = 0; i < n && !tn_diff_view_failed(f->view); i++)
        if (to[i] != TN_UNALIGNED) tn_diff_report(f->of, f->inner.items[i], f->outer.items[to[i]]);
    allocator->free(allocator->ctx, hashes, size);
}

/* Aligns the lines of the functions that are called by calls[0..count) with the lines of the
 * corresponding function that have no link. */
static void align_calls(calls_finding *f, const call *calls, size_t count)
{
    enum { MOST_LINES = 1 << 16 };
    const struct functions *here = &f->sides[f->of->side];
    const function *other = namesake(f, &here->items.items[calls->in]);
    f->inner.count = f->outer.count = 0;
    for (size_t i = 0; other && i < count && f->inner.count < MOST_LINES; i++) {
        const function *callee = &here->items.items[calls[i].callee];
        for (size_t line = callee->begin; line < callee->end && is_one_sided(f, &calls[i]); line++)
            fail_unless(f, tn_array_push(&f->inner, f->view->allocator, line));
    }
    for (size_t line = other ? other->begin : 0; f->inner.count && line < other->end; line++)
        if (f->of->origin[1 - f->of->side][line] == TN_NO_LINE)
            fail_unless(f, tn_array_push(&f->outer, f->view->allocator, line));
    if (!tn_diff_view_failed(f->view)) align_lines(f);
}

/* ---- functions made for a line ---- */

/* Links all lines of a function without a namesake that have no link with the line that corresponds
 * to that of the call. */
static void link_function(calls_finding *f, const call *c)
{
    size_t side = f->of->side, other = f->of->origin[side][c->line];
    const function *callee = &f->sides[side].items.items[c->callee];
    for (size_t line = callee->begin - 1; line < callee->end; line++) {
        bool counts = f->of->origin[side][line] == TN_NO_LINE &&
                      tn_diff_says_something(&f->view->sides[side], line);
        if (counts) tn_diff_report(f->of, line, other);
    }
}

static void find(calls_finding *f)
{
    enum { ROUNDS = 3 }; /* functions called by new functions */
    const struct functions *here = &f->sides[f->of->side];
    const call *calls = here->calls.items;
    for (size_t i = 0, end; i < here->calls.count && !tn_diff_view_failed(f->view); i = end) {
        for (end = i; end < here->calls.count && calls[end].in == calls[i].in;) end++;
        align_calls(f, &calls[i], end - i);
    }
    for (size_t i = 0; i < ROUNDS * here->calls.count && !tn_diff_view_failed(f->view); i++) {
        const call *c = &calls[i % here->calls.count];
        bool is_new = !namesake(f, &here->items.items[c->callee]);
        if (is_new && f->of->origin[f->of->side][c->line] != TN_NO_LINE) link_function(f, c);
    }
}

void tn_diff_find_calls(const tn_diff_unlinked *of)
{
    calls_finding f = {.of = of, .view = of->words->view};
    for (size_t s = 0; s < TN_SIDES; s++) {
        tn_map_init(&f.sides[s].names, f.view->allocator);
        find_functions(&f, s);
        find_calls(&f, s);
    }
    if (!tn_diff_view_failed(f.view)) find(&f);
    for (size_t s = 0; s < TN_SIDES; s++) {
        tn_map_free(&f.sides[s].names);
        tn_array_free(&f.sides[s].items, f.view->allocator);
        tn_array_free(&f.sides[s].calls, f.view->allocator);
    }
    tn_array_free(&f.inner, f.view->allocator);
    tn_array_free(&f.outer, f.view->allocator);
}
