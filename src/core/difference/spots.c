/* spots.c -- where edits stand in a text: each path is looked up in the source map, and what is not
 * printed stands where the nearest node above it does. */
#include "difference.h"

typedef struct finder {
    tunip_difference *difference;
    tn_text_side *side;
    tn_path_set paths;
    tn_spot *places;       /* of each place of `paths`, the first that is printed there */
    TN_ARRAY(size_t) open; /* statements around the current span, outermost first */
    size_t main;           /* the first function or class, which the whole text is about */
    bool failed;
} finder;

static bool is_statement(const tunip_doc *doc)
{
    return doc->kind >= TUNIP_DOC_ASSIGN && doc->kind < TUNIP_DOC_BLOCK;
}

/* ---- one walk over the source map ---- */

static void enter(finder *f, size_t index)
{
    const tunip_span *spans = f->side->printed->render.spans.items;
    while (f->open.count && spans[f->open.items[f->open.count - 1]].end <= spans[index].begin)
        f->open.count--;
    if (is_statement(spans[index].doc) && !tn_array_push(&f->open, f->difference->allocator, index))
        f->failed = true;
}

static bool is_main(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_FUNCTION || doc->kind == TUNIP_DOC_CLASS;
}

static size_t outermost_function(const finder *f)
{
    for (size_t i = 0; i < f->open.count; i++)
        if (tn_span_at(f->side, f->open.items[i])->doc->kind == TUNIP_DOC_FUNCTION)
            return f->open.items[i];
    return TN_NOWHERE;
}

/* A block is only a container, and stands for its path when nothing else does. */
static void note(finder *f, size_t index, const tunip_path *path)
{
    uint32_t place = tn_path_set_find(&f->paths, path);
    if (place == TN_NO_PLACE) return;
    tn_spot *spot = &f->places[place];
    bool block = tn_span_at(f->side, index)->doc->kind == TUNIP_DOC_BLOCK;
    bool taken = spot->span != TN_NOWHERE &&
                 (block || tn_span_at(f->side, spot->span)->doc->kind != TUNIP_DOC_BLOCK);
    if (taken) return;
    size_t depth = f->open.count;
    *spot = (tn_spot){.span = index,
                      .statement = depth ? f->open.items[depth - 1] : TN_NOWHERE,
                      .function = outermost_function(f),
                      .exact = true};
}

static void walk(finder *f)
{
    const tunip_printed *printed = f->side->printed;
    const tn_more_path *more_paths = printed->docsifier.more_paths.items;
    for (size_t i = 0; i < printed->render.spans.count && !f->failed; i++) {
        const tunip_doc *doc = printed->render.spans.items[i].doc;
        enter(f, i);
        if (f->main == TN_NOWHERE && is_main(doc)) f->main = i;
        if (!doc->path) continue;
        note(f, i, doc->path);
        for (uint32_t more = doc->more_paths; more; more = more_paths[more].next)
            note(f, i, more_paths[more].path);
    }
}

/* ---- edits ---- */

static uint32_t add_path(finder *f, const tunip_edit *edit)
{
    const tunip_path *path = tn_edit_path(edit, f->side == &f->difference->sides[TN_RIGHT]);
    return tn_path_set_add(&f->paths, tn_path_is_missing(path) ? path->parent : path);
}

static tn_spot nearest(const finder *f, uint32_t place)
{
    const uint32_t wanted = place;
    while (place != TN_NO_PLACE && f->places[place].span == TN_NOWHERE)
        place = f->paths.places.items[place].parent;
    tn_spot spot = {TN_NOWHERE, TN_NOWHERE, TN_NOWHERE, false};
    if (place != TN_NO_PLACE) spot = f->places[place];
    spot.exact = spot.exact && place == wanted;
    return spot;
}

/* The text begins with what it imports; that is not what the root is known by. */
static tn_spot with_head(const finder *f, tn_spot spot)
{
    bool whole = spot.span == 0 && tn_span_at(f->side, 0)->doc->kind == TUNIP_DOC_BLOCK;
    if (!whole || f->main == TN_NOWHERE) return spot;
    bool function = tn_span_at(f->side, f->main)->doc->kind == TUNIP_DOC_FUNCTION;
    return (tn_spot){f->main, f->main, function ? f->main : TN_NOWHERE, spot.exact};
}

static bool find(finder *f, uint32_t *wanted, size_t count)
{
    tunip_difference *d = f->difference;
    for (size_t i = 0; i < count; i++) {
        wanted[i] = add_path(f, tn_edit_at(d, i));
        if (wanted[i] == TN_NO_PLACE) return false;
    }
    size_t places = f->paths.places.count, size = (places + 1) * sizeof *f->places;
    f->places = d->allocator->alloc(d->allocator->ctx, size);
    if (!f->places) return false;
    for (size_t i = 0; i < places; i++) f->places[i].span = TN_NOWHERE;
    walk(f);
    for (size_t i = 0; i < count; i++) {
        f->side->spots[i] = with_head(f, nearest(f, wanted[i]));
        int side = f->side == &d->sides[TN_RIGHT];
        if (tn_path_is_missing(tn_edit_path(tn_edit_at(d, i), side)))
            f->side->spots[i].exact = false;
    }
    d->allocator->free(d->allocator->ctx, f->places, size);
    return !f->failed && !f->paths.failed;
}

bool tn_spots_find(tunip_difference *d, int side)
{
    finder f = {.difference = d, .side = &d->sides[side], .main = TN_NOWHERE};
    size_t count = d->script.edit_count + d->script.rename_count;
    size_t size = (count + 1) * sizeof(uint32_t);
    uint32_t *wanted = d->allocator->alloc(d->allocator->ctx, size);
    f.side->spots = d->allocator->alloc(d->allocator->ctx, (count + 1) * sizeof(tn_spot));
    bool fine = wanted && f.side->spots;
    tn_path_set_init(&f.paths, d->allocator);
    if (fine) fine = find(&f, wanted, count);
    tn_path_set_free(&f.paths);
    tn_array_free(&f.open, d->allocator);
    if (wanted) d->allocator->free(d->allocator->ctx, wanted, size);
    return fine;
}
