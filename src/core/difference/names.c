/* names.c -- the view of names alone: each function that differs, on a line. */
#include "difference.h"

static void put_name(tn_viewer *v, int side, size_t span)
{
    tunip_str name = tn_function_name(&v->difference->sides[side], span);
    tn_out_put(v->out, name.data, name.size);
}

static bool is_function(const tn_spot *spot)
{
    return spot->span != TN_NOWHERE && spot->exact && spot->span == spot->function;
}

/* The letters of functions that came, went or were renamed; 0 for a change inside. */
static char letter_of(const tunip_difference *d, size_t index)
{
    static const char letters[] = {0, 'A', 'D', 0, 'R'}; /* ORDER tunip_edit_kind */
    bool left = is_function(&d->sides[TN_LEFT].spots[index]);
    bool right = is_function(&d->sides[TN_RIGHT].spots[index]);
    return left || right ? letters[tn_edit_at(d, index)->kind] : 0;
}

static void put_whole(tn_viewer *v, size_t index, char letter, const tunip_doc **last)
{
    const tunip_difference *d = v->difference;
    if (letter == 'R')
        *last = tn_span_at(&d->sides[TN_LEFT], d->sides[TN_LEFT].spots[index].span)->doc;
    tn_out_format(v->out, "%c ", letter);
    if (letter != 'A') put_name(v, TN_LEFT, d->sides[TN_LEFT].spots[index].span);
    if (letter == 'R') tn_out_text(v->out, " -> ");
    if (letter != 'D') put_name(v, TN_RIGHT, d->sides[TN_RIGHT].spots[index].span);
    tn_out_text(v->out, "\n");
}

/* The function an edit is in, on the left if it is there; edits are in the order of the left side,
 * so those of a function are neighbours. */
static void put_changed(tn_viewer *v, size_t index, const tunip_doc **last)
{
    for (int side = 0; side < TN_SIDES; side++) {
        const tn_text_side *s = &v->difference->sides[side];
        const tn_spot *spot = &s->spots[index];
        if (spot->span == TN_NOWHERE || spot->function == TN_NOWHERE) continue;
        const tunip_doc *doc = tn_span_at(s, spot->function)->doc;
        if (doc == *last) return;
        *last = doc;
        tn_out_text(v->out, "M ");
        put_name(v, side, spot->function);
        tn_out_text(v->out, "\n");
        return;
    }
}

void tn_view_names(tn_viewer *v)
{
    const tunip_doc *last = NULL;
    for (size_t i = 0; i < v->difference->script.edit_count && !v->out->refused; i++) {
        char letter = letter_of(v->difference, i);
        if (letter)
            put_whole(v, i, letter, &last);
        else
            put_changed(v, i, &last);
    }
}
