/* underline.c -- the bytes that get a caret: the requested ranges without the parts that are never
 * underlined. */
#include "decorate.h"

#include <stdlib.h>

static int by_begin(const void *a, const void *b)
{
    const tn_range *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

/* Copies ranges of the first `size` bytes, sorted; those that touch become one. */
static bool unite(tn_ranges *out, const tn_decoration *how, size_t size,
                  const tunip_allocator *allocator)
{
    if (!tn_array_reserve(out, allocator, how->underline_count)) return false;
    for (size_t i = 0; i < how->underline_count; i++) {
        tn_range range = how->underlines[i];
        if (range.end > size) range.end = size;
        if (range.begin < range.end) out->items[out->count++] = range;
    }
    if (out->count) qsort(out->items, out->count, sizeof *out->items, by_begin);
    size_t last = 0;
    for (size_t i = 1; i < out->count; i++) {
        const tn_range range = out->items[i];
        if (range.begin > out->items[last].end)
            out->items[++last] = range;
        else if (range.end > out->items[last].end)
            out->items[last].end = range.end;
    }
    out->count = out->count ? last + 1 : 0;
    return true;
}

/* `ranges` without `exempt`; both are sorted. */
static bool subtract(tn_ranges *ranges, const tn_ranges *exempt, const tunip_allocator *allocator)
{
    tn_ranges left = {NULL, 0, 0};
    bool fine = true;
    for (size_t i = 0, next = 0; i < ranges->count; i++) {
        tn_range rest = ranges->items[i];
        while (next < exempt->count && exempt->items[next].end <= rest.begin) next++;
        for (size_t k = next; k < exempt->count && exempt->items[k].begin < rest.end; k++) {
            const tn_range gap = exempt->items[k];
            if (gap.begin == gap.end) continue;
            if (gap.begin > rest.begin)
                fine &= tn_array_push(&left, allocator, (tn_range){rest.begin, gap.begin});
            if (gap.end > rest.begin) rest.begin = gap.end;
        }
        if (rest.begin < rest.end) fine &= tn_array_push(&left, allocator, rest);
    }
    tn_array_free(ranges, allocator);
    *ranges = left;
    return fine;
}

/* The ends of lines, each with the indentation of the next line. */
static bool subtract_line_ends(tn_ranges *ranges, const tn_render *render)
{
    tn_ranges ends = {NULL, 0, 0};
    bool fine = true;
    for (size_t at = 0; fine && at < render->size;) {
        const char *feed = memchr(render->text + at, '\n', render->size - at);
        if (!feed) break;
        size_t begin = (size_t)(feed - render->text);
        for (at = begin + 1; at < render->size && render->text[at] == ' ';) at++;
        fine = tn_array_push(&ends, render->allocator, (tn_range){begin, at});
    }
    fine = fine && subtract(ranges, &ends, render->allocator);
    tn_array_free(&ends, render->allocator);
    return fine;
}

bool tn_underlines_find(tn_ranges *out, const tn_render *render, const tn_decoration *how,
                        size_t size)
{
    *out = (tn_ranges){NULL, 0, 0};
    if (!how->underline_count) return true;
    if (unite(out, how, size, render->allocator) &&
        subtract(out, &render->asides, render->allocator) && subtract_line_ends(out, render))
        return true;
    tn_array_free(out, render->allocator);
    return false;
}
