/* source_map.c -- updates spans when the text is cut, numbered or moved. tunip_emit() in writer.c
 * records them. */
#include "writer.h"

/* ---- asides ---- */

void tunip_write_aside_begin(tunip_writer *w)
{
    tn_writer *self = tn_writer_of(w);
    tn_render *render = self->render;
    if (!render->keep_spans || self->status != TUNIP_OK) return;
    size_t at = tn_writer_offset(self);
    if (!tn_array_push(&render->asides, render->allocator, (tn_range){at, at}))
        tn_writer_fail_memory(self);
}

void tunip_write_aside_end(tunip_writer *w)
{
    tn_writer *self = tn_writer_of(w);
    tn_ranges *asides = &self->render->asides;
    if (asides->count) asides->items[asides->count - 1].end = tn_writer_offset(self);
}

/* ---- cutting ---- */

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

void tn_source_map_clip(tn_render *render, size_t size)
{
    for (size_t i = 0; i < render->spans.count; i++) {
        tunip_span *span = &render->spans.items[i];
        span->begin = smaller(span->begin, size);
        span->end = smaller(span->end, size);
    }
    for (size_t i = 0; i < render->asides.count; i++) {
        tn_range *aside = &render->asides.items[i];
        aside->begin = smaller(aside->begin, size);
        aside->end = smaller(aside->end, size);
    }
    tn_lines *lines = &render->counted;
    while (lines->count && lines->items[lines->count - 1] > size) lines->count--;
}

/* ---- moving ---- */

void tn_source_map_shift(tn_render *render, size_t by)
{
    for (size_t i = 0; i < render->spans.count; i++) {
        render->spans.items[i].begin += by;
        render->spans.items[i].end += by;
    }
    for (size_t i = 0; i < render->asides.count; i++) {
        render->asides.items[i].begin += by;
        render->asides.items[i].end += by;
    }
    for (size_t i = 0; i < render->counted.count; i++) render->counted.items[i] += by;
}

/* The new offset of the byte at `offset`. `after`: the offset after that byte; a hidden line has no
 * bytes. */
static size_t moved(const tn_lines *lines, const size_t *starts, const bool *hidden, size_t offset,
                    size_t after)
{
    size_t line = tn_lines_upto(lines, offset) - 1;
    return hidden[line] ? starts[line] : starts[line] + (offset - lines->items[line]) + after;
}

/* The end of a range moves with its last byte. So a range that ends at the end of a line does not
 * include the decorations of the next line. */
static void move_range(const tn_lines *lines, const size_t *starts, const bool *hidden,
                       size_t *begin, size_t *end)
{
    *end = *begin == *end ? moved(lines, starts, hidden, *end, 0)
                          : moved(lines, starts, hidden, *end - 1, 1);
    *begin = moved(lines, starts, hidden, *begin, 0);
}

void tn_source_map_move(tn_render *render, const size_t *starts, const bool *hidden)
{
    const tn_lines *lines = &render->counted;
    for (size_t i = 0; i < render->spans.count; i++) {
        tunip_span *span = &render->spans.items[i];
        move_range(lines, starts, hidden, &span->begin, &span->end);
    }
    for (size_t i = 0; i < render->asides.count; i++) {
        tn_range *aside = &render->asides.items[i];
        move_range(lines, starts, hidden, &aside->begin, &aside->end);
    }
}
