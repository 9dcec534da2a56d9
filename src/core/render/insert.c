/* insert.c -- puts comments into a finished text. */
#include "render.h"

typedef struct inserter {
    const tn_insertion *items;
    size_t count;
    size_t *added; /* for each insertion: the bytes of all before it; and the bytes of all */
} inserter;

/* The offset in the new text. An insertion at `offset` itself comes after it. */
static size_t moved(const inserter *in, size_t offset)
{
    size_t low = 0, high = in->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (in->items[middle].at < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return offset + in->added[low];
}

static void copy_text(const inserter *in, const tn_render *render, tunip_str comments, char *out)
{
    size_t from = 0;
    for (size_t i = 0; i <= in->count; i++) {
        size_t to = i < in->count ? in->items[i].at : render->size;
        if (to > from) memcpy(out, render->text + from, to - from);
        out += to - from;
        from = to;
        if (i == in->count) continue;
        size_t size = in->items[i].end - in->items[i].begin;
        if (size) memcpy(out, comments.data + in->items[i].begin, size);
        out += size;
    }
    *out = '\0';
}

/* Merges the asides of the text and the new ones, in order. */
static void merge_asides(const inserter *in, const tn_render *render, tn_range *out)
{
    const tn_ranges *old = &render->asides;
    size_t next = 0;
    for (size_t i = 0; i <= in->count; i++) {
        while (next < old->count && (i == in->count || old->items[next].begin <= in->items[i].at)) {
            const tn_range *aside = &old->items[next++];
            *out++ = (tn_range){moved(in, aside->begin), moved(in, aside->end)};
        }
        size_t at = i < in->count ? in->items[i].at + in->added[i] : 0;
        if (i < in->count) *out++ = (tn_range){at, at + in->added[i + 1] - in->added[i]};
    }
}

static void move_spans(const inserter *in, tn_render *render)
{
    for (size_t i = 0; i < render->spans.count; i++) {
        tunip_span *span = &render->spans.items[i];
        span->begin = moved(in, span->begin);
        span->end = moved(in, span->end);
    }
    for (size_t i = 0; i < render->counted.count; i++)
        render->counted.items[i] = moved(in, render->counted.items[i]);
}

static void add_up(inserter *in)
{
    in->added[0] = 0;
    for (size_t i = 0; i < in->count; i++)
        in->added[i + 1] = in->added[i] + (in->items[i].end - in->items[i].begin);
}

tunip_status tn_render_insert(tn_render *render, tunip_str comments, const tn_insertion *items,
                              size_t count, tunip_error *error)
{
    const tunip_allocator *a = render->allocator;
    if (!count) return TUNIP_OK;
    inserter in = {items, count, a->alloc(a->ctx, (count + 1) * sizeof *in.added)};
    tn_ranges asides = {NULL, 0, 0};
    size_t room = render->size + comments.size + 1;
    char *text = in.added ? a->alloc(a->ctx, room) : NULL;
    bool fine = text && tn_array_reserve(&asides, a, render->asides.count + count);
    if (fine) {
        add_up(&in);
        copy_text(&in, render, comments, text);
        merge_asides(&in, render, asides.items);
        asides.count = render->asides.count + count;
        move_spans(&in, render);
        tn_array_free(&render->asides, a);
        render->asides = asides;
        a->free(a->ctx, render->text, render->room);
        render->text = text;
        render->size += in.added[count];
        render->room = room;
    } else if (text) {
        a->free(a->ctx, text, room);
    }
    if (in.added) a->free(a->ctx, in.added, (count + 1) * sizeof *in.added);
    return fine ? TUNIP_OK : tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
}
