/* split.c -- breaks a logical line that is too long, as Black's linegen.py does.
 *
 * A line breaks at its last pair of brackets: what is in front of it, its contents, the rest. The
 * contents stay on one line if they fit, or break at their weakest delimiters, such as commas.
 * Statements have optional parentheses, which are written if no other break is good. */
#include "layout.h"

/* Deeper lines stay as they are: no width is left for them. */
enum { DEEPEST = 100 };

static const tn_leaf *leaf_at(const tn_split *s, uint32_t i)
{
    return &s->leaves.items[i];
}

/* ======== measures ======== */

uint32_t tn_text_width(tunip_str text)
{
    uint32_t width = 0;
    for (size_t i = 0; i < text.size; i++) width += ((unsigned char)text.data[i] & 0xC0) != 0x80;
    return width;
}

static size_t comments_width(const tn_split *s, const tn_leaf *leaf)
{
    size_t width = 0;
    for (uint32_t i = leaf->comment; i < leaf->comment_end; i++) {
        bool is_tight;
        tunip_str text = tn_comment_text(s->text, &s->comments[i], &is_tight);
        width += tn_text_width(text) + is_tight;
    }
    return width;
}

static size_t leaf_width(const tn_split *s, uint32_t i, bool is_first)
{
    const tn_leaf *leaf = leaf_at(s, i);
    return (leaf->is_hidden ? 0 : leaf->width) + (leaf->has_space && !is_first);
}

static size_t indent_of(const tn_split *s, const tn_piece *p)
{
    return s->indent + s->step * p->depth;
}

/* The width of a piece, at least as far as it shows that the piece is too wide. Comments stand
 * behind two blanks. */
static size_t width_of(const tn_split *s, const tn_piece *p, size_t *comments)
{
    size_t width = indent_of(s, p) + p->has_comma;
    *comments = 0;
    for (uint32_t i = p->from; i < p->to && width <= s->width; i++) {
        const tn_leaf *leaf = leaf_at(s, i);
        size_t count = leaf->comment_end - leaf->comment;
        width += leaf_width(s, i, i == p->from);
        if (!count) continue;
        width += comments_width(s, leaf) + 2 * count;
        *comments += count;
    }
    return width;
}

static bool has_lines(const tn_split *s, const tn_piece *p)
{
    return s->counts.items[p->to].lines > s->counts.items[p->from].lines;
}

static uint32_t depth_of(const tn_split *s, const tn_piece *p)
{
    return p->from < p->to ? leaf_at(s, p->from)->depth : 0;
}

/* Whether a comment has a line of its own in the piece; `only_outside`: in none of its brackets. */
static bool has_standalone(const tn_split *s, const tn_piece *p, bool only_outside)
{
    uint32_t depth = depth_of(s, p);
    bool any = s->counts.items[p->to].comments > s->counts.items[p->from].comments;
    if (!any || !only_outside) return any;
    for (uint32_t i = p->from; i < p->to; i++)
        if (leaf_at(s, i)->kind == TN_LEAF_COMMENT && leaf_at(s, i)->depth <= depth) return true;
    return false;
}

static bool fits(const tn_split *s, const tn_piece *p)
{
    size_t comments;
    return width_of(s, p, &comments) <= s->width && !has_lines(s, p) &&
           !has_standalone(s, p, false);
}

/* ======== delimiters ======== */

/* How well the piece breaks behind leaf i, 0 if it does not. */
static int break_behind(const tn_split *s, const tn_piece *p, uint32_t i)
{
    uint32_t depth = depth_of(s, p);
    const tn_leaf *next = i + 1 < p->to ? leaf_at(s, i + 1) : NULL;
    if (next && next->depth == depth && next->before) return next->before;
    bool is_comma = leaf_at(s, i)->kind == PY_COMMA && leaf_at(s, i)->depth == depth;
    return is_comma ? TN_BREAK_COMMA : 0;
}

/* The best break of the piece, not counting a comma at its end; *count: how often. */
static int best_break(const tn_split *s, const tn_piece *p, bool with_end, size_t *count)
{
    int best = with_end && p->has_comma ? TN_BREAK_COMMA : 0;
    *count = best != 0;
    for (uint32_t i = p->from; i < p->to; i++) {
        if (i + 1 == p->to && !with_end && !p->has_comma) break;
        int found = break_behind(s, p, i);
        if (!found || found < best) continue;
        *count = found > best ? 1 : *count + 1;
        best = found;
    }
    return best;
}

/* ---- commas that say that each item has a line ---- */

/* Whether there is only one item between the brackets, and this comma makes it a tuple. */
static bool is_single(const tn_split *s, uint32_t open, uint32_t close)
{
    size_t commas = 0;
    uint32_t depth = leaf_at(s, close)->depth + 1;
    for (uint32_t i = open + 1; i < close; i++)
        commas += leaf_at(s, i)->kind == PY_COMMA && leaf_at(s, i)->depth == depth;
    return commas < 2;
}

static bool is_magic(const tn_split *s, uint32_t close)
{
    const tn_leaf *leaf = leaf_at(s, close);
    uint32_t open = leaf->match;
    if (!tn_leaf_closes(leaf) || !close || open == TN_LEAF_NONE ||
        leaf_at(s, close - 1)->kind != PY_COMMA)
        return false;
    if (leaf->kind == PY_CLOSE_CURLY) return true;
    bool is_list = leaf->role & TN_LEAF_LIST, is_index = leaf->role & TN_LEAF_INDEX;
    if (leaf->kind == PY_CLOSE_SQUARE) return !(is_index && is_single(s, open, close));
    return !is_list || (leaf->role & TN_LEAF_IMPORTED) || !is_single(s, open, close);
}

static bool has_magic(const tn_split *s, const tn_piece *p)
{
    if (s->counts.items[p->to].magic == s->counts.items[p->from].magic) return false;
    for (uint32_t i = p->from; i < p->to; i++)
        if (tn_leaf_closes(leaf_at(s, i)) && leaf_at(s, i)->match >= p->from && is_magic(s, i))
            return !p->is_part;
    return false;
}

/* ======== the result ======== */

static void finish(tn_split *s, tn_piece p)
{
    if (!tn_array_push(&s->done, s->allocator, p)) s->failed = true;
}

static void queue(tn_split *s, tn_piece p)
{
    if (!tn_array_push(&s->queue, s->allocator, p)) s->failed = true;
}

static void transform(tn_split *s, tn_piece p, bool is_forced);

/* Transforms the parts from `base` on. */
static void transform_parts(tn_split *s, size_t base, bool is_forced)
{
    for (size_t i = base; i < s->queue.count && !s->failed; i++)
        transform(s, s->queue.items[i], is_forced);
    s->queue.count = base;
}

/* ======== at delimiters ======== */

/* Ends the part that begins at *from in front of `to`. */
static void cut(tn_split *s, const tn_piece *p, uint32_t *from, uint32_t to)
{
    tn_piece part = {.from = *from, .to = to, .depth = p->depth, .is_inside = p->is_inside};
    if (to > *from) queue(s, part);
    *from = to;
}

/* Parts at a comment with a line of its own, and behind each delimiter as good as `best`. */
static void cut_all(tn_split *s, const tn_piece *p, int best)
{
    uint32_t from = p->from, depth = depth_of(s, p);
    for (uint32_t i = p->from; i < p->to; i++) {
        const tn_leaf *leaf = leaf_at(s, i);
        bool is_comment = leaf->kind == TN_LEAF_COMMENT && leaf->depth <= depth;
        if (is_comment) cut(s, p, &from, i);
        if (is_comment || (best && break_behind(s, p, i) == best)) cut(s, p, &from, i + 1);
    }
    cut(s, p, &from, p->to);
}

/* Whether an argument of the piece has a star, after which a comma is not always allowed. */
static bool has_star(const tn_split *s, const tn_piece *p)
{
    for (uint32_t i = p->from; i < p->to; i++)
        if (leaf_at(s, i)->depth == depth_of(s, p) && leaf_at(s, i)->role & TN_LEAF_STAR)
            return true;
    return false;
}

static bool split_at_delimiters(tn_split *s, tn_piece p, bool is_forced)
{
    size_t count, base = s->queue.count;
    int best = best_break(s, &p, false, &count);
    if (!best || (best == TN_BREAK_DOT && count == 1)) return false;
    cut_all(s, &p, best);
    if (s->queue.count == base) return false;
    tn_piece *last = &s->queue.items[s->queue.count - 1];
    const tn_leaf *end = leaf_at(s, last->to - 1);
    bool may_add = best == TN_BREAK_COMMA && end->kind != TN_LEAF_COMMENT && !has_star(s, &p);
    last->has_comma = p.has_comma || (may_add && end->kind != PY_COMMA);
    transform_parts(s, base, is_forced);
    return true;
}

static bool split_at_comments(tn_split *s, tn_piece p, bool is_forced)
{
    size_t base = s->queue.count;
    if (!has_standalone(s, &p, true)) return false;
    cut_all(s, &p, 0);
    if (s->queue.count == base + 1) {
        s->queue.count = base;
        return false;
    }
    s->queue.items[s->queue.count - 1].has_comma = p.has_comma;
    transform_parts(s, base, is_forced);
    return true;
}

/* ======== at brackets ======== */

/* A piece that breaks at a pair of brackets: the contents are between them. */
typedef struct parts {
    uint32_t open, close;
    tn_piece head, body, tail;
} parts;

static bool is_definition(const tn_split *s, const tn_piece *p)
{
    return leaf_at(s, p->from)->kind == PY_DEF;
}

static bool is_import(const tn_split *s, const tn_piece *p)
{
    tn_py_kind kind = (tn_py_kind)leaf_at(s, p->from)->kind;
    return kind == PY_FROM || kind == PY_IMPORT;
}

/* Whether each item of the body has a line of its own: in lists, and after a comma at the end. */
static bool items_stand_alone(const tn_split *s, const parts *b)
{
    size_t count;
    const tn_leaf *open = leaf_at(s, b->open);
    bool ends_with_comma = b->body.has_comma || leaf_at(s, b->body.to - 1)->kind == PY_COMMA;
    return best_break(s, &b->body, false, &count) == TN_BREAK_COMMA &&
           (ends_with_comma || open->role & (TN_LEAF_LIST | TN_LEAF_IMPORTED));
}

/* A single parameter, or the names of an import, get a comma when they have a line of their own. */
static bool needs_comma(const tn_split *s, const tn_piece *p, const parts *b)
{
    uint32_t last = b->body.to;
    bool any = false;
    for (uint32_t i = b->body.from; i < b->body.to; i++) any |= leaf_at(s, i)->kind == PY_COMMA;
    const tn_leaf *open = leaf_at(s, b->open);
    bool is_parameter = is_definition(s, p) && open->kind == PY_OPEN_ROUND && !open->is_hidden &&
                        !(open->role & TN_LEAF_RESULT) && !any;
    if (!is_parameter && !is_import(s, p)) return false;
    while (last > b->body.from && leaf_at(s, last - 1)->kind == TN_LEAF_COMMENT) last--;
    return last == b->body.to && leaf_at(s, last - 1)->kind != PY_COMMA;
}

static parts break_at(const tn_split *s, const tn_piece *p, uint32_t open, uint32_t close)
{
    parts b = {.open = open, .close = close};
    b.head = (tn_piece){.from = p->from, .to = open + 1, .depth = p->depth};
    b.body = (tn_piece){.from = open + 1, .to = close, .depth = p->depth + 1, .is_inside = true};
    b.tail = (tn_piece){
        .from = close, .to = p->to, .depth = p->depth, .has_comma = p->has_comma, .is_part = true};
    b.body.has_comma = needs_comma(s, p, &b);
    b.body.must_break = items_stand_alone(s, &b);
    return b;
}

static void show(tn_split *s, const parts *b)
{
    s->leaves.items[b->open].is_hidden = s->leaves.items[b->close].is_hidden = false;
}

/* The first brackets that are not empty, for definitions. */
static bool split_left(tn_split *s, tn_piece p, bool is_forced)
{
    uint32_t open = p.from;
    while (open < p.to && (!tn_leaf_opens(leaf_at(s, open)) || leaf_at(s, open)->match <= open + 1))
        open++;
    if (open == p.to || leaf_at(s, open)->match >= p.to) return false;
    size_t base = s->queue.count;
    parts b = break_at(s, &p, open, leaf_at(s, open)->match);
    show(s, &b);
    queue(s, b.head);
    queue(s, b.body);
    queue(s, b.tail);
    transform_parts(s, base, is_forced);
    return true;
}

/* The last brackets that are not empty and not omitted. */
static bool find_right(const tn_split *s, const tn_piece *p, parts *out)
{
    for (uint32_t i = p->to; i-- > p->from;) {
        const tn_leaf *leaf = leaf_at(s, i);
        if (!tn_leaf_closes(leaf) || s->omitted[i]) continue;
        if (leaf->match == TN_LEAF_NONE || leaf->match < p->from) return false;
        if (leaf->match + 1 == i) {
            i = leaf->match;
            continue;
        }
        *out = break_at(s, p, leaf->match, i);
        return true;
    }
    return false;
}

/* ---- optional parentheses ---- */

/* Whether what follows the first bracket of the body fits. */
static bool fits_after_first(const tn_split *s, const tn_piece *body)
{
    size_t length = indent_of(s, body);
    bool is_rest = false;
    const tn_leaf *first = leaf_at(s, body->from);
    for (uint32_t i = body->from; i < body->to; i++) {
        const tn_leaf *leaf = leaf_at(s, i);
        if (leaf->has_lines) return false;
        if (i == first->match) is_rest = true;
        if (!is_rest) continue;
        length += leaf_width(s, i, i == body->from) + comments_width(s, leaf);
        if (length > s->width) return false;
        if (tn_leaf_opens(leaf)) is_rest = false;
    }
    return true;
}

/* Whether the body up to its last bracket fits, or has other brackets. */
static bool fits_before_last(const tn_split *s, const tn_piece *body)
{
    size_t length = indent_of(s, body);
    bool has_others = false;
    uint32_t open = leaf_at(s, body->to - 1)->match;
    for (uint32_t i = body->from; i < body->to; i++) {
        const tn_leaf *leaf = leaf_at(s, i);
        if (leaf->has_lines) return false;
        length += leaf_width(s, i, i == body->from) + comments_width(s, leaf);
        if (i == open) return has_others || length <= s->width;
        has_others |= tn_leaf_opens(leaf);
    }
    return false;
}

/* Whether the body reads well without parentheses around it. */
static bool can_omit(const tn_split *s, const tn_piece *body)
{
    size_t count;
    int best = best_break(s, body, true, &count);
    if (!best) return true;
    if (count > 1) return false;
    if (best == TN_BREAK_DOT) return true;
    if (body->to - body->from < 2) return false;
    const tn_leaf *first = leaf_at(s, body->from), *second = leaf_at(s, body->from + 1);
    const tn_leaf *last = leaf_at(s, body->to - 1), *other = leaf_at(s, body->to - 2);
    if (tn_leaf_opens(first) && !tn_leaf_closes(second) && fits_after_first(s, body)) return true;
    bool is_end = last->kind == PY_CLOSE_ROUND || last->kind == PY_CLOSE_CURLY ||
                  (last->kind == PY_CLOSE_SQUARE && last->role & TN_LEAF_LIST);
    if (!is_end || tn_leaf_opens(other)) return false;
    return first->has_lines || fits_before_last(s, body);
}

/* A chain of calls of a string, such as "".format(), is hard to break. */
static bool can_break(const tn_split *s, const tn_piece *body)
{
    size_t calls = 0, dots = 0;
    if (body->to - body->from < 2) return false;
    if (leaf_at(s, body->from)->kind != PY_STRING || leaf_at(s, body->from + 1)->kind != PY_DOT)
        return true;
    const tn_leaf *next = leaf_at(s, body->to - 1);
    for (uint32_t i = body->to - 1; i-- > body->from;) {
        const tn_leaf *leaf = leaf_at(s, i);
        if (tn_leaf_opens(leaf)) {
            if (!tn_leaf_closes(next)) return false;
            calls++;
        } else if (leaf->kind == PY_DOT) {
            dots++;
        } else if (leaf->kind == PY_NAME) {
            if (next->kind != PY_DOT && !tn_leaf_opens(next)) return false;
        } else if (!tn_leaf_closes(leaf)) {
            return false;
        }
        if (dots > 1 && calls > 1) return false;
    }
    return true;
}

/* Tries brackets further left if those of *b are optional. */
static bool choose(tn_split *s, const tn_piece *p, parts *b, bool is_forced)
{
    bool is_hidden = leaf_at(s, b->open)->is_hidden && leaf_at(s, b->close)->is_hidden;
    if (!is_forced && is_hidden && !is_import(s, p) && !has_standalone(s, &b->body, true) &&
        can_omit(s, &b->body)) {
        parts other;
        s->omitted[b->close] = true;
        bool found = find_right(s, p, &other) && choose(s, p, &other, is_forced);
        s->omitted[b->close] = false;
        if (found) {
            *b = other;
            return true;
        }
        if (!can_break(s, &b->body) && !fits(s, &b->body)) return false;
        if (has_lines(s, &b->head) || has_lines(s, &b->tail)) return false;
    }
    show(s, b);
    return true;
}

/* ---- which brackets ---- */

/* The search for trailers that stay together, such as the last call of a(...)(...): from the end of
 * the line, as long as they fit. */
typedef struct trailers {
    size_t length;
    uint32_t at;          /* the next leaf is the one before it */
    uint32_t open, close; /* the trailer at hand; TN_LEAF_NONE */
    TN_ARRAY(uint32_t) inner;
    bool is_over;
} trailers;

static void omit_trailer(tn_split *s, trailers *t)
{
    s->omitted[t->close] = true;
    for (size_t i = 0; i < t->inner.count; i++) s->omitted[t->inner.items[i]] = true;
    t->inner.count = 0;
}

static void keep_inner(tn_split *s, trailers *t, uint32_t i)
{
    if (!tn_array_push(&t->inner, s->allocator, i)) s->failed = true;
}

/* Marks one trailer more as omitted. False at the end. */
static bool omit_next(tn_split *s, const tn_piece *p, trailers *t)
{
    while (t->at > p->from && !t->is_over) {
        uint32_t i = --t->at;
        const tn_leaf *leaf = leaf_at(s, i), *before = i > p->from ? leaf_at(s, i - 1) : NULL;
        if (leaf->has_lines) break;
        t->length += leaf_width(s, i, i == p->from) + comments_width(s, leaf);
        if (t->length > s->width || leaf->kind == TN_LEAF_COMMENT ||
            leaf->comment < leaf->comment_end)
            break;
        bool closes = tn_leaf_closes(leaf), ends_with_comma = closes && is_magic(s, i);
        if (t->open != TN_LEAF_NONE) {
            if (i == t->open)
                t->open = TN_LEAF_NONE;
            else if (ends_with_comma)
                break;
            else if (closes)
                keep_inner(s, t, i);
            continue;
        }
        if (!closes) continue;
        if (before && tn_leaf_opens(before)) {
            keep_inner(s, t, i);
            continue;
        }
        bool found = t->close != TN_LEAF_NONE;
        if (found) omit_trailer(s, t);
        t->is_over = ends_with_comma;
        if (!t->is_over && !leaf->is_hidden) {
            t->open = leaf->match;
            t->close = i;
        }
        if (found) return true;
    }
    t->is_over = true;
    return false;
}

/* Finds the brackets such that the first line fits, if possible. */
static bool find_parts(tn_split *s, const tn_piece *p, parts *out, bool is_forced)
{
    trailers t = {.length = indent_of(s, p) + p->has_comma,
                  .at = p->to,
                  .open = TN_LEAF_NONE,
                  .close = TN_LEAF_NONE};
    bool fine = true, found = false;
    bool more = !has_magic(s, p) || omit_next(s, p, &t);
    while (more && fine && !found && !s->failed) {
        fine = find_right(s, p, out) && choose(s, p, out, is_forced);
        found = fine && fits(s, &out->head);
        more = !found && omit_next(s, p, &t);
    }
    memset(s->omitted + p->from, 0, p->to - p->from);
    tn_array_free(&t.inner, s->allocator);
    if (found || !fine) return found;
    return find_right(s, p, out) && choose(s, p, out, is_forced);
}

/* ---- the attempt, and another one ---- */

static void transform_three(tn_split *s, const parts *b, bool is_forced)
{
    size_t base = s->queue.count;
    queue(s, b->head);
    queue(s, b->body);
    queue(s, b->tail);
    transform_parts(s, base, is_forced);
}

/* Whether the piece has optional parentheses, all of them hidden. */
static bool hides_all(const tn_split *s, const tn_piece *p)
{
    uint32_t first = s->counts.items[p->from].optional, end = s->counts.items[p->to].optional;
    for (uint32_t i = first; i < end; i++)
        if (!leaf_at(s, s->optional.items[i])->is_hidden) return false;
    return end > first;
}

static void hide_all(tn_split *s, const tn_piece *p)
{
    uint32_t first = s->counts.items[p->from].optional, end = s->counts.items[p->to].optional;
    for (uint32_t i = first; i < end; i++) s->leaves.items[s->optional.items[i]].is_hidden = true;
}

static bool all_fit(const tn_split *s, size_t first)
{
    for (size_t i = first; i < s->done.count; i++)
        if (!fits(s, &s->done.items[i])) return false;
    return true;
}

/* If the first line is too long without the optional parentheses, tries the line with them. */
static bool split_right(tn_split *s, tn_piece p, bool is_forced)
{
    parts b, forced;
    size_t first = s->done.count;
    bool hid = !p.is_part && hides_all(s, &p);
    if (!find_parts(s, &p, &b, is_forced)) return false;
    transform_three(s, &b, is_forced);
    bool is_final = is_forced || !hid || !hides_all(s, &p) || has_lines(s, &p) || s->failed ||
                    fits(s, &s->done.items[first]);
    if (is_final) return true;
    size_t middle = s->done.count;
    bool found = find_parts(s, &p, &forced, true);
    if (found) transform_three(s, &forced, true);
    if (found && all_fit(s, middle)) {
        size_t count = s->done.count - middle;
        memmove(s->done.items + first, s->done.items + middle, count * sizeof *s->done.items);
        s->done.count = first + count;
    } else {
        s->done.count = middle;
        hide_all(s, &p);
    }
    return true;
}

/* ======== one line ======== */

/* Several comments in one line would become one. */
static bool is_good(const tn_split *s, const tn_piece *p)
{
    size_t comments;
    bool is_short =
        width_of(s, p, &comments) <= s->width && !has_lines(s, p) && !has_standalone(s, p, false);
    return is_short && comments < 2 && !p->must_break && !has_magic(s, p);
}

static void transform(tn_split *s, tn_piece p, bool is_forced)
{
    bool is_done = false;
    bool is_comment = p.to == p.from + 1 && leaf_at(s, p.from)->kind == TN_LEAF_COMMENT;
    s->level++;
    if (is_comment || s->level > DEEPEST || is_good(s, &p))
        is_done = false;
    else if (is_definition(s, &p))
        is_done = split_left(s, p, is_forced);
    else
        is_done = (p.is_inside && split_at_delimiters(s, p, is_forced)) ||
                  (p.is_inside && split_at_comments(s, p, is_forced)) ||
                  split_right(s, p, is_forced);
    s->level--;
    if (!is_done) finish(s, p);
}

static void count_leaves(tn_split *s)
{
    tn_counts now = {.lines = 0};
    s->counts.count = s->optional.count = 0;
    for (uint32_t i = 0; i <= s->leaves.count && !s->failed; i++) {
        s->failed = !tn_array_push(&s->counts, s->allocator, now);
        if (i == s->leaves.count) return;
        const tn_leaf *leaf = leaf_at(s, i);
        now.lines += leaf->has_lines;
        now.comments += leaf->kind == TN_LEAF_COMMENT;
        now.magic += is_magic(s, i);
        now.optional += leaf->is_optional;
        if (leaf->is_optional && !tn_array_push(&s->optional, s->allocator, i)) s->failed = true;
    }
}

void tn_split_line(tn_split *s)
{
    tn_piece whole = {.to = (uint32_t)s->leaves.count};
    s->done.count = s->queue.count = 0;
    s->level = 0;
    count_leaves(s);
    if (whole.to && !s->failed) transform(s, whole, false);
}
