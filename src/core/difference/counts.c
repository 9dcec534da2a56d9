/* counts.c -- how much differs, in functions and statements. */
#include "difference.h"

typedef struct counter {
    tunip_difference *difference;
    tn_map seen; /* spans that have been counted, by their Docs */
    bool failed;
} counter;

/* Whether a span is met for the first time. */
static bool first(counter *c, const tn_text_side *side, size_t span)
{
    bool added;
    if (span == TN_NOWHERE) return false;
    if (!tn_map_put(&c->seen, tn_span_at(side, span)->doc, &added)) c->failed = true;
    return added;
}

/* The side an edit is counted on: the left one if it is there. */
static const tn_text_side *side_of(const tunip_difference *d, size_t index)
{
    const tunip_edit *edit = tn_edit_at(d, index);
    return &d->sides[tn_path_is_missing(edit->lhs_path) ? TN_RIGHT : TN_LEFT];
}

static bool is_function(const tn_spot *spot)
{
    return spot->exact && spot->span == spot->function;
}

/* What is missing on the left stands where its parent does. */
static void count_function(counter *c, size_t index)
{
    const tunip_difference *d = c->difference;
    const tn_text_side *side = &d->sides[TN_LEFT];
    if (side->spots[index].span == TN_NOWHERE || side->spots[index].function == TN_NOWHERE)
        side = &d->sides[TN_RIGHT];
    if (side->spots[index].span == TN_NOWHERE) return;
    if (first(c, side, side->spots[index].function)) c->difference->counts.functions_changed++;
}

/* What a function says of itself in its head is no statement. */
static void count_change(counter *c, size_t index)
{
    const tn_text_side *side = &c->difference->sides[TN_LEFT];
    const tn_spot *spot = &side->spots[index];
    bool head = spot->span != TN_NOWHERE && spot->statement == spot->function;
    if (spot->span != TN_NOWHERE && !head && first(c, side, spot->statement))
        c->difference->counts.statements_changed++;
    count_function(c, index);
}

static void count_edit(counter *c, size_t index)
{
    tunip_difference_counts *n = &c->difference->counts;
    /* ORDER tunip_edit_kind; NULL: counts as a change */
    size_t *const statements[] = {NULL, &n->statements_added, &n->statements_removed,
                                  &n->statements_moved, NULL};
    size_t *const functions[] = {NULL, &n->functions_added, &n->functions_removed, NULL,
                                 &n->functions_renamed};
    tunip_edit_kind kind = tn_edit_at(c->difference, index)->kind;
    const tn_text_side *side = side_of(c->difference, index);
    const tn_spot *spot = &side->spots[index];
    if (spot->span == TN_NOWHERE) return;
    bool function = is_function(spot), whole = spot->exact && spot->span == spot->statement;
    if (function && functions[kind]) {
        ++*functions[kind];
    } else if (!function && whole && statements[kind]) {
        ++*statements[kind];
        count_function(c, index);
    } else {
        count_change(c, index);
    }
}

bool tn_counts_make(tunip_difference *d)
{
    counter c = {.difference = d};
    tn_map_init(&c.seen, d->allocator);
    for (size_t i = 0; i < d->script.edit_count && !c.failed; i++) count_edit(&c, i);
    tn_map_free(&c.seen);
    return !c.failed;
}
