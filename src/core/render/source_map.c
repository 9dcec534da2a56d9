/* source_map.c -- the record of which bytes each Doc became, and how it follows the text when that
 * is cut or numbered. Spans are recorded by tunip_emit() itself, in writer.c. */
#include "writer.h"

/* ---- asides ---- */

void tunip_write_aside_begin(tunip_writer *w)
{
    tn_writer *self = tn_writer_of(w);
    tn_render *render = self->render;
    if (!render->keep_spans || self->status != TUNIP_OK) return;
    size_t at = tn_writer_offset(self);
    if (!tn_array_push(&render->asides, render->allocator, (tn_aside){at, at}))
        tn_writer_fail_memory(self);
}

void tunip_write_aside_end(tunip_writer *w)
{
    tn_writer *self = tn_writer_of(w);
    tn_asides *asides = &self->render->asides;
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
        tn_aside *aside = &render->asides.items[i];
        aside->begin = smaller(aside->begin, size);
        aside->end = smaller(aside->end, size);
    }
    tn_lines *lines = &render->counted;
    while (lines->count && lines->items[lines->count - 1] > size) lines->count--;
}

/* ---- moving ---- */

/* Where a range lies once each line has moved: its end moves with its last byte, so that a range
 * that reaches the end of a line does not take in the number of the next. */
static void shift_range(const tn_lines *lines, size_t width, size_t *begin, size_t *end)
{
    bool empty = *begin == *end;
    size_t last = empty ? *end : *end - 1;
    *end += width * tn_lines_upto(lines, last);
    *begin += width * tn_lines_upto(lines, *begin);
}

void tn_source_map_shift(tn_render *render, size_t width)
{
    const tn_lines *lines = &render->counted;
    for (size_t i = 0; i < render->spans.count; i++) {
        tunip_span *span = &render->spans.items[i];
        shift_range(lines, width, &span->begin, &span->end);
    }
    for (size_t i = 0; i < render->asides.count; i++) {
        tn_aside *aside = &render->asides.items[i];
        shift_range(lines, width, &aside->begin, &aside->end);
    }
    for (size_t i = 0; i < lines->count; i++) lines->items[i] += i * width;
}
