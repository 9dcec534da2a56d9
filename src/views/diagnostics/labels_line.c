/* labels_line.c -- lays out a line of text: maps its bytes to columns. */
#include "../../core/base/glyph.h"
#include "labels_draw.h"

enum { ELLIPSIS = 3, MOST_LEAD = 125 };

/* ---- the part to show ---- */

/* The first byte of the character at `at`. */
static size_t character_at(tunip_str text, size_t begin, size_t at)
{
    enum { LONGEST = 3 };
    for (size_t i = 0; i < LONGEST && at > begin; i++, at--)
        if (((unsigned char)text.data[at] & 0xC0) != 0x80) break;
    return at;
}

/* The focus may be the end of the line or the newline; then the last character is shown. */
static void choose_part(tn_drawing *d, size_t line, size_t focus)
{
    const tn_lines *lines = d->how->lines;
    tunip_str text = d->how->text;
    size_t begin = lines->items[line], end = lines->items[line + 1];
    if (end > begin && text.data[end - 1] == '\n') end--;
    size_t from = begin, to = end;
    size_t most = d->how->long_line ? d->how->long_line : TN_LONG_LINE;
    size_t lead = most * 3 / 8 < MOST_LEAD ? most * 3 / 8 : MOST_LEAD;
    if (end - begin > most) {
        size_t first = focus > begin + lead ? focus - lead : begin;
        from = character_at(text, begin, first < end ? first : end - 1);
        if (end - from > most) to = character_at(text, from, from + most);
    }
    d->cut_left = from > begin;
    d->cut_right = to < end;
    d->shown = (tunip_str){text.data + from, to - from};
}

/* ---- columns ---- */

static size_t width_at(const tn_drawing *d, tn_glyph glyph, size_t at, size_t column)
{
    size_t tab = d->how->tab_width;
    return d->shown.data[at] == '\t' ? tab - column % tab : glyph.width;
}

static size_t shown_begin(const tn_drawing *d)
{
    return (size_t)(d->shown.data - d->how->text.data);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

void tn_line_lay_out(tn_drawing *d, size_t line, size_t focus)
{
    choose_part(d, line, focus);
    d->cells.count = 0;
    size_t base = shown_begin(d), column = d->cut_left ? ELLIPSIS : 0, at = 0;
    if (!tn_array_reserve(&d->cells, d->how->allocator, d->shown.size + 1)) {
        d->failed = true;
        return;
    }
    while (at < d->shown.size) {
        const tn_glyph glyph = tn_glyph_at(d->shown, at);
        d->cells.items[d->cells.count++] = (tn_cell){base + at, column};
        column += width_at(d, glyph, at, column);
        at += glyph.size;
        d->how->work++;
    }
    d->cells.items[d->cells.count++] = (tn_cell){base + at, column};
    d->blank_end = 0;
    while (d->blank_end < d->shown.size && is_blank(d->shown.data[d->blank_end])) d->blank_end++;
    d->blank_end = d->cut_left ? 0 : base + d->blank_end;
}

/* The last cell that begins at or before `offset`; the first cell if there is none. */
static size_t cell_of(const tn_drawing *d, size_t offset)
{
    size_t low = 1, high = d->cells.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (d->cells.items[middle].offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

size_t tn_line_column(const tn_drawing *d, size_t offset)
{
    return d->cells.items[cell_of(d, offset)].column;
}

size_t tn_line_end_column(const tn_drawing *d, size_t offset)
{
    size_t cell = cell_of(d, offset);
    bool inside = d->cells.items[cell].offset < offset && cell + 1 < d->cells.count;
    return d->cells.items[cell + inside].column;
}

/* ---- text ---- */

static void put_glyph(tn_drawing *d, size_t at, size_t size, size_t width)
{
    char escape[TN_ESCAPE_ROOM];
    if (d->shown.data[at] == '\t')
        tn_text_fill(d->out, ' ', width);
    else if (tn_glyph_at(d->shown, at).escaped)
        tn_text_put(d->out, escape, tn_glyph_escape(d->shown, at, escape));
    else
        tn_text_put(d->out, d->shown.data + at, size);
}

void tn_line_put(tn_drawing *d)
{
    size_t base = shown_begin(d);
    if (d->cut_left) tn_text_fill(d->out, '.', ELLIPSIS);
    for (size_t i = 0; i + 1 < d->cells.count; i++) {
        const tn_cell *cell = &d->cells.items[i];
        put_glyph(d, cell->offset - base, cell[1].offset - cell->offset,
                  cell[1].column - cell->column);
    }
    if (d->cut_right) tn_text_fill(d->out, '.', ELLIPSIS);
}
