/* follow.c -- follows a line through all steps: back to the lines from which it was made, and on to
 * the lines that were made of it. A place in the user's program is followed in the same way. */
#include <tunip/lineage.h>

#include "history.h"

static void *take_memory(const tunip_lineage *l, size_t size)
{
    void *memory = l->allocator->alloc(l->allocator->ctx, size);
    if (memory) memset(memory, 0, size);
    return memory;
}

enum { MOST_FOLLOWED = 256 };

/* The lines of one step that are followed. */
typedef struct step_lines {
    TN_ARRAY(tunip_followed) items; /* in the order of the lines */
} step_lines;

typedef struct following {
    const tunip_lineage *lineage;
    step_lines *steps;
    const tn_place *place; /* the lines come from there; NULL: from a line */
    bool has_spans;        /* in the current step, spans name the place */
    bool failed;           /* out of memory */
} following;

/* Adds a line to those of a step. A line that is reached in several ways is certain if one of them
 * is. */
static void add_line(following *f, size_t step, size_t line, bool sure)
{
    step_lines *to = &f->steps[step];
    size_t at = to->items.count;
    while (at && to->items.items[at - 1].line > line) at--;
    if (at && to->items.items[at - 1].line == line) {
        to->items.items[at - 1].sure |= sure;
        return;
    }
    if (to->items.count == MOST_FOLLOWED) return;
    tunip_followed added = {.step = step, .line = line, .sure = sure};
    if (!tn_array_push(&to->items, f->lineage->allocator, added)) {
        f->failed = true;
        return;
    }
    tunip_followed *items = to->items.items;
    memmove(&items[at + 1], &items[at], (to->items.count - 1 - at) * sizeof *items);
    items[at] = added;
}

/* From a line to the lines from which it was made. */
static void follow_back(following *f, size_t step, const tunip_followed *line)
{
    tunip_step_link links[MOST_FOLLOWED];
    size_t count = tunip_lineage_links(f->lineage, step, line->line, links, MOST_FOLLOWED);
    if (count > MOST_FOLLOWED) count = MOST_FOLLOWED;
    bool has_own = count && tn_link_is_own(&links[0].link);
    for (size_t i = 0; i < count; i++) {
        const tunip_link *link = &links[i].link;
        bool counts = !has_own || !i || link->sure || link->kind == TUNIP_LINK_MERGED;
        if (!counts) continue;
        add_line(f, links[i].from_step, link->lhs, line->sure && link->sure);
    }
}

/* The first of the links of a later step that begins at a line of an earlier one. */
static size_t first_from(const tn_step_text *text, size_t from, size_t line)
{
    size_t low = 0, high = text->links.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const tunip_step_link *link = &text->links.items[text->by_origin[middle]];
        bool is_before =
            link->from_step < from || (link->from_step == from && link->link.lhs < line);
        if (is_before)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Adds a line that was made of one that comes from the place. If the spans of the line name only
 * other places, the link is probable at best. */
static void add_linked(following *f, size_t step, const tunip_link *link, bool sure)
{
    bool is_other = f->place && tn_place_contradicts(f->lineage, f->place, step, link->rhs);
    if (is_other && (f->has_spans || !link->sure)) return;
    add_line(f, step, link->rhs, sure && link->sure && !is_other);
}

/* From the lines of all earlier steps to those of a step that were made of them. */
static void follow_line(following *f, size_t from, size_t step, const tunip_followed *line)
{
    const tn_step_text *text = &f->lineage->steps[step];
    size_t before = tunip_history_step_at(f->lineage->history, step)->before;
    if (text->shared && before == from) add_line(f, step, line->line, line->sure);
    if (text->shared) return;
    size_t first = first_from(text, from, line->line), end = first;
    bool has_own = false;
    for (; end < text->links.count; end++) {
        const tunip_step_link *link = &text->links.items[text->by_origin[end]];
        if (link->from_step != from || link->link.lhs != line->line) break;
        has_own |= tn_link_is_own(&link->link);
    }
    for (size_t i = first; i < end; i++) {
        const tunip_link *link = &text->links.items[text->by_origin[i]].link;
        bool counts =
            tn_link_is_own(link) || link->sure || link->kind == TUNIP_LINK_SPLIT || !has_own;
        if (counts) add_linked(f, step, link, line->sure);
    }
}

static void follow_forward(following *f, size_t step)
{
    for (size_t from = 0; from < step; from++) {
        const step_lines *lines = &f->steps[from];
        for (size_t i = 0; i < lines->items.count; i++) {
            tunip_followed line = lines->items.items[i];
            follow_line(f, from, step, &line);
        }
    }
}

static bool is_followed(const following *f, size_t step, size_t line)
{
    const step_lines *lines = &f->steps[step];
    for (size_t i = 0; i < lines->items.count; i++)
        if (lines->items.items[i].line == line) return true;
    return false;
}

/* Sets the predecessor of a line that is followed: the first one that is followed, too. */
static void describe(const following *f, tunip_followed *line)
{
    tunip_step_link links[MOST_FOLLOWED];
    size_t count = tunip_lineage_links(f->lineage, line->step, line->line, links, MOST_FOLLOWED);
    size_t at = 0;
    if (count > MOST_FOLLOWED) count = MOST_FOLLOWED;
    while (at < count && !is_followed(f, links[at].from_step, links[at].link.lhs)) at++;
    if (at == count) return;
    line->from_step = links[at].from_step;
    line->from_line = links[at].link.lhs;
    line->kind = links[at].link.kind;
    line->reason = links[at].link.reason;
    line->changed = links[at].link.changed;
}

/* ---- lines that are followed ---- */

static bool open_following(following *f, const tunip_lineage *l)
{
    *f = (following){.lineage = l, .steps = take_memory(l, (l->count + 1) * sizeof(step_lines))};
    f->failed = !f->steps;
    return !f->failed;
}

static void close_following(following *f)
{
    const tunip_allocator *a = f->lineage->allocator;
    for (size_t i = 0; f->steps && i < f->lineage->count; i++) tn_array_free(&f->steps[i].items, a);
    if (f->steps) a->free(a->ctx, f->steps, (f->lineage->count + 1) * sizeof(step_lines));
}

/* Calls `each` for the lines of the steps [begin, end). */
static bool visit(following *f, size_t begin, size_t end, tunip_follow_fn each, void *user)
{
    if (f->failed) return false;
    for (size_t i = begin; i < end; i++) {
        step_lines *lines = &f->steps[i];
        for (size_t k = 0; k < lines->items.count; k++) {
            describe(f, &lines->items.items[k]);
            if (!each(user, &lines->items.items[k])) return false;
        }
    }
    return true;
}

static bool follow_both(following *earlier, following *later, const tunip_followed *start,
                        tunip_follow_fn each, void *user)
{
    size_t step = start->step, count = earlier->lineage->count;
    add_line(earlier, step, start->line, true);
    for (size_t i = step + 1; i-- > 0;)
        for (size_t k = 0; k < earlier->steps[i].items.count; k++) {
            tunip_followed here = earlier->steps[i].items.items[k];
            follow_back(earlier, i, &here);
        }
    /* only what became of the line itself, and not of others that were made of its origin */
    add_line(later, step, start->line, true);
    for (size_t i = step + 1; i < count; i++) follow_forward(later, i);
    return !later->failed && visit(earlier, 0, step + 1, each, user) &&
           visit(later, step + 1, count, each, user);
}

bool tunip_lineage_follow(const tunip_lineage *l, size_t step, size_t line, tunip_follow_fn each,
                          void *user)
{
    if (!tn_lineage_has(l, step, line)) return true;
    following earlier, later = {.lineage = l};
    tunip_followed start = {.step = step, .line = line};
    bool fine = open_following(&earlier, l) && open_following(&later, l) &&
                follow_both(&earlier, &later, &start, each, user);
    close_following(&earlier);
    close_following(&later);
    return fine;
}

/* ---- places in the user's program ---- */

/* Adds the lines of a step whose own spans have the place. */
static void add_from_place(following *f, size_t step)
{
    const tn_step_text *text = &f->lineage->steps[step];
    for (size_t i = 0; i < text->sites.count; i++)
        if (tn_place_has(f->place, &text->sites.items[i].site))
            add_line(f, step, text->sites.items[i].line, true);
    f->has_spans = f->steps[step].items.count > 0;
}

bool tunip_lineage_follow_site(const tunip_lineage *l, tunip_str source, int64_t line,
                               tunip_follow_fn each, void *user)
{
    following f;
    tn_place place;
    if (!l || !tn_find_place(l, source, line, &place)) return true;
    bool fine = open_following(&f, l);
    f.place = &place;
    for (size_t i = 0; fine && i < l->count; i++) {
        add_from_place(&f, i);
        follow_forward(&f, i);
    }
    fine = fine && visit(&f, 0, l->count, each, user);
    close_following(&f);
    return fine;
}

/* ---- origins ---- */

typedef struct origins {
    tunip_line_origin *out;
    size_t room, count;
} origins;

static bool is_same_origin(const tunip_line_origin *a, const tunip_line_origin *b)
{
    return a->line == b->line && a->site.line == b->site.line &&
           tunip_str_equal(a->site.source, b->site.source);
}

static void add_origin(origins *o, tunip_line_origin added)
{
    for (size_t i = 0; i < o->count && i < o->room; i++) {
        if (!is_same_origin(&o->out[i], &added)) continue;
        o->out[i].sure |= added.sure;
        return;
    }
    if (o->count < o->room) o->out[o->count] = added;
    o->count++;
}

/* Adds the places of a line. Returns false if it has none. */
static bool add_places(const tunip_lineage *l, const tunip_followed *line, origins *o)
{
    tunip_site sites[MOST_FOLLOWED];
    size_t count = tunip_lineage_sites(l, line->step, line->line, sites, MOST_FOLLOWED);
    for (size_t i = 0; i < count && i < MOST_FOLLOWED; i++)
        add_origin(o, (tunip_line_origin){0, sites[i], line->sure});
    return count > 0;
}

size_t tunip_lineage_origins(const tunip_lineage *l, size_t step, size_t line,
                             tunip_line_origin *out, size_t room)
{
    following f;
    origins o = {out, room, 0};
    if (!tn_lineage_has(l, step, line)) return 0;
    if (open_following(&f, l)) add_line(&f, step, line, true);
    for (size_t i = step + 1; f.steps && i-- > 0;)
        for (size_t k = 0; k < f.steps[i].items.count; k++) {
            tunip_followed here = f.steps[i].items.items[k];
            if (add_places(l, &here, &o)) continue;
            if (i)
                follow_back(&f, i, &here);
            else
                add_origin(&o, (tunip_line_origin){.line = here.line, .sure = here.sure});
        }
    close_following(&f);
    return f.failed ? 0 : o.count;
}
