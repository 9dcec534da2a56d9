/* labels.h -- labels below the lines of a text, and how they are drawn. */
#ifndef TN_LABELS_H
#define TN_LABELS_H

#include "../../print/render.h"
#include "../../util/text.h"

/* ======== labels ======== */

/* Excerpts of marked text: marked lines and their context, numbered, with carets below
 * the marked ranges and labels beside or below them:
 *
 *      3 |     for i in range(16):
 *      4 |         B[i] = A[i + 1]
 *        |         ----   ^^^^^^^^ reads A[16]
 *        |         |
 *        |         B has 16 elements
 *
 * This file knows text, spans and labels, but no Docs and no IR. */

typedef enum tn_style {
    TN_STYLE_ERROR, /* as in tunip_severity */
    TN_STYLE_WARNING,
    TN_STYLE_NOTE,
    TN_STYLE_HELP,
    TN_STYLE_SECONDARY,
    TN_STYLE_GUTTER, /* line numbers, bars */
    TN_STYLE_STRONG,
    TN_STYLE_NONE
} tn_style;

/* A mark of the text. The excerpt shows how many labels it omits for lack of room. An empty mark,
 * and a mark of only a newline, is one column wide. */
typedef struct tn_label {
    size_t begin, end; /* bytes; an offset past the text counts as its end, and an offset inside a
                          character as that character */
    bool primary;      /* carets; else dashes */
    tn_style style;
    tunip_str text;
} tn_label;

typedef struct tn_labelling {
    tunip_str text;
    const tn_lines *lines; /* of the text: tn_lines_build() */
    const tn_label *labels;
    size_t count;
    size_t context; /* lines shown around those with marks */
    size_t tab_width;
    size_t long_line; /* 0: TN_LONG_LINE */
    bool colour;
    const tunip_allocator *allocator;
    size_t work; /* out: the number of glyphs and columns handled, for the tests */
} tn_labelling;

/* Writes the excerpt, which ends with a newline. Except for sorting the marks, time is linear in
 * the shown lines and the marks: a line of more than `long_line` bytes is shown in part, and a
 * line shows at most TN_MOST_LABELS labels. False when out of memory. */
enum { TN_LONG_LINE = 1000, TN_MOST_LABELS = 16, TN_MOST_BARS = 6 };
bool tn_labels_put(tn_text *out, tn_labelling *how);

/* The width of the largest line number. All excerpts of one text use this width, so that their
 * gutters are aligned. */
size_t tn_labels_number_width(const tn_lines *lines);

/* Switches to a style; TN_STYLE_NONE switches back. Writes nothing without `colour`. */
void tn_style_put(tn_text *out, tn_style style, bool colour);

/* ======== labels draw ======== */

/* Shared by the files that draw excerpts. */

/* A label with its lines, which are numbered from 0. */
typedef struct tn_mark {
    const tn_label *label;
    size_t begin, end;         /* clamped to the text */
    size_t line, last_line;    /* equal for a mark within one line */
    size_t column, end_column; /* set by tn_line_marks_put() for marks within one line */
    unsigned slot;             /* the number of the bar, from the left */
    bool continued;            /* only its first line is marked, because there are too many bars */
} tn_mark;

typedef struct tn_cell {
    size_t offset;
    size_t column;
} tn_cell;

typedef struct tn_drawing {
    tn_text *out;
    tn_labelling *how;
    size_t number_width;
    size_t bar_count;                  /* the maximum number of bars side by side */
    const tn_mark *open[TN_MOST_BARS]; /* the bars that the next row crosses */

    /* the current line */
    TN_ARRAY(tn_cell) cells; /* one for each glyph that is shown, and one after the last */
    tunip_str shown;         /* the part of the text that is shown */
    bool cut_left, cut_right;
    size_t blank_end; /* the end of its leading blanks */

    /* the current row: columns from the gutter's bar on */
    TN_ARRAY(char) row;
    TN_ARRAY(unsigned char) styles;
    TN_ARRAY(size_t) cover;
    bool failed;
} tn_drawing;

/* The number of columns for bars before the text. */
static inline size_t tn_drawing_margin(const tn_drawing *d)
{
    return 2 * d->bar_count;
}

/* ---- labels.c ---- */

/* Lays out a line. Of a long line only the part around the byte `focus` is shown. */
void tn_line_lay_out(tn_drawing *d, size_t line, size_t focus);
/* The column of the character at `offset`, and the column after a range that ends there. */
size_t tn_line_column(const tn_drawing *d, size_t offset);
size_t tn_line_end_column(const tn_drawing *d, size_t offset);
/* Writes the text of the line. */
void tn_line_put(tn_drawing *d);

/* ---- labels.c ---- */

/* Begins a row that has only the open bars. */
void tn_row_begin(tn_drawing *d);
/* Paints one column; the second form paints the blank columns of a range. */
void tn_row_set(tn_drawing *d, size_t column, char c, tn_style style);
void tn_row_fill(tn_drawing *d, size_t begin, size_t end, char c, tn_style style);
/* Writes the row after a gutter. The second form writes `text` at `column`, after the row up to
 * there. */
void tn_row_put(tn_drawing *d);
void tn_row_put_text(tn_drawing *d, size_t column, tunip_str text, tn_style style);
/* Writes the line of text with its number, after the row; or dots for omitted lines. */
void tn_row_put_line(tn_drawing *d, size_t number);
void tn_row_put_dots(tn_drawing *d, tunip_str dots);
/* Writes only the gutter: of a line of text (`number` from 1), or of another row (0). */
void tn_gutter_put(tn_drawing *d, size_t number);

/* ---- labels.c ---- */

/* Writes the rows below a line for the marks in it, which are sorted by their beginning. */
void tn_line_marks_put(tn_drawing *d, tn_mark *marks, size_t count);
/* Writes the row in which a bar begins or ends. */
void tn_bar_begin_put(tn_drawing *d, const tn_mark *mark);
void tn_bar_end_put(tn_drawing *d, const tn_mark *mark);

#endif
