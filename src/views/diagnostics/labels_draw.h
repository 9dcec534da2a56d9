/* labels_draw.h -- shared by the files that draw excerpts. */
#ifndef TN_LABELS_DRAW_H
#define TN_LABELS_DRAW_H

#include "labels.h"

/* A label in its lines, which are numbered from 0. */
typedef struct tn_mark {
    const tn_label *label;
    size_t begin, end;         /* inside the text */
    size_t line, last_line;    /* equal unless there is a bar */
    size_t column, end_column; /* of a mark in one line: laid out with it */
    unsigned slot;             /* of the bar */
    bool continued;            /* there are too many bars: only its first line is marked */
} tn_mark;

typedef struct tn_cell {
    size_t offset;
    size_t column;
} tn_cell;

typedef struct tn_drawing {
    tn_text *out;
    tn_labelling *how;
    size_t number_width;
    size_t bar_count;                  /* bars beside each other, in the whole excerpt */
    const tn_mark *open[TN_MOST_BARS]; /* the bars that the next row crosses */

    /* the line in hand */
    TN_ARRAY(tn_cell) cells; /* of each glyph shown, and one behind the last */
    tunip_str shown;         /* the part of the text that the cells are of */
    bool cut_left, cut_right;
    size_t blank_end; /* where the blanks at its beginning end */

    /* the row in hand: columns from the bar behind the line number on */
    TN_ARRAY(char) row;
    TN_ARRAY(unsigned char) styles;
    TN_ARRAY(size_t) cover;
    bool failed;
} tn_drawing;

/* Columns in front of the text, for bars. */
static inline size_t tn_drawing_margin(const tn_drawing *d)
{
    return 2 * d->bar_count;
}

/* ---- labels_line.c ---- */

/* Lays out a line; of a long line only the part around `focus` is shown. */
void tn_line_lay_out(tn_drawing *d, size_t line, size_t focus);
/* The column of the character at `offset`, and the column after a range that ends there. */
size_t tn_line_column(const tn_drawing *d, size_t offset);
size_t tn_line_end_column(const tn_drawing *d, size_t offset);
/* Puts its text. */
void tn_line_put(tn_drawing *d);

/* ---- labels_row.c ---- */

/* A row that is blank but for the open bars. */
void tn_row_begin(tn_drawing *d);
/* Paints one column, or, in the second form, those that are still blank. */
void tn_row_set(tn_drawing *d, size_t column, char c, tn_style style);
void tn_row_fill(tn_drawing *d, size_t begin, size_t end, char c, tn_style style);
/* Puts the row behind a gutter; in the second form the row up to `column` and there the text. */
void tn_row_put(tn_drawing *d);
void tn_row_put_text(tn_drawing *d, size_t column, tunip_str text, tn_style style);
/* Puts a line of text, with the row in its margin; or the dots for lines left out. */
void tn_row_put_line(tn_drawing *d, size_t number);
void tn_row_put_dots(tn_drawing *d, tunip_str dots);
/* Puts the gutter of a line of text (its number from 1), or of a row (0), and nothing behind it. */
void tn_gutter_put(tn_drawing *d, size_t number);

/* ---- labels_marks.c ---- */

/* Puts the rows below a line: the marks in it, sorted by where they begin. */
void tn_line_marks_put(tn_drawing *d, tn_mark *marks, size_t count);
/* The row in which a bar begins or ends. */
void tn_bar_begin_put(tn_drawing *d, const tn_mark *mark);
void tn_bar_end_put(tn_drawing *d, const tn_mark *mark);

#endif
