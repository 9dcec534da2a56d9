/* follow.c -- follows a line through all steps: back to the lines from which it was made, and on to
 * the lines that were made of it. */
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
    bool failed;
} step_lines;

typedef struct following {
    const tunip_lineage *lineage;
    step_lines *steps;
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
        to->failed = true;
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
        if (counts) add_line(f, step, link->rhs, line->sure && link->sure);
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

/* Sets the predecessor of a line that is followed. */
static void describe(const following *f, tunip_followed *line)
{
    tunip_step_link link;
    if (!tunip_lineage_links(f->lineage, line->step, line->line, &link, 1)) return;
    line->from_step = link.from_step;
    line->from_line = link.link.lhs;
    line->kind = link.link.kind;
    line->reason = link.link.reason;
    line->changed = link.link.changed;
}

bool tunip_lineage_follow(const tunip_lineage *l, size_t step, size_t line, tunip_follow_fn each,
                          void *user)
{
    if (!tn_lineage_has(l, step, line)) return true;
    size_t size = (l->count + 1) * sizeof(step_lines);
    following f = {l, take_memory(l, size)};
    if (!f.steps) return false;
    bool fine = true;
    add_line(&f, step, line, true);
    for (size_t i = step + 1; i-- > 0;)
        for (size_t k = 0; k < f.steps[i].items.count; k++) {
            tunip_followed here = f.steps[i].items.items[k];
            follow_back(&f, i, &here);
        }
    /* only what became of the line itself, and not of others that were made of its origin */
    following later = {l, take_memory(l, size)};
    if (later.steps) add_line(&later, step, line, true);
    for (size_t i = step + 1; later.steps && i < l->count; i++) follow_forward(&later, i);
    for (size_t i = 0; i < l->count; i++) {
        step_lines *lines = i <= step ? &f.steps[i] : later.steps ? &later.steps[i] : NULL;
        fine = fine && lines && !lines->failed;
        for (size_t k = 0; fine && k < lines->items.count; k++) {
            describe(&f, &lines->items.items[k]);
            fine = each(user, &lines->items.items[k]);
        }
    }
    for (size_t i = 0; i < l->count; i++) {
        tn_array_free(&f.steps[i].items, l->allocator);
        if (later.steps) tn_array_free(&later.steps[i].items, l->allocator);
    }
    l->allocator->free(l->allocator->ctx, f.steps, size);
    if (later.steps) l->allocator->free(l->allocator->ctx, later.steps, size);
    return fine;
}
