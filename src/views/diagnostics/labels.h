/* labels.h -- pictures of marked text: the lines with marks and those around them, numbered, with
 * carets below what is meant and labels beside or below:
 *
 *      3 |     for i in range(16):
 *      4 |         B[i] = A[i + 1]
 *        |         ----   ^^^^^^^^ reads A[16]
 *        |         |
 *        |         B has 16 elements
 *
 * It knows text, spans and labels, and nothing of Docs or IR. */
#ifndef TN_LABELS_H
#define TN_LABELS_H

#include "../../core/base/text.h"
#include "../../core/render/render.h"

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

/* Where the label of a mark cannot stand, or is one too many, the picture says so. A mark that is
 * empty, or an end of a line, is one column wide. */
typedef struct tn_label {
    size_t begin, end; /* bytes; anything past the text counts as its end, and what is inside a
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
    bool colour;
    const tunip_allocator *allocator;
    size_t work; /* out: how many glyphs and columns were handled, for the tests */
} tn_labelling;

/* Puts the picture, which ends with a line feed. Takes time linear in the lines that are shown and
 * the marks (which are sorted): of lines of more than TN_LONG_LINE bytes a part is shown, and of
 * the labels of a line at most TN_MOST_LABELS. False when out of memory. */
enum { TN_LONG_LINE = 1000, TN_MOST_LABELS = 16, TN_MOST_BARS = 6 };
bool tn_labels_put(tn_text *out, tn_labelling *how);

/* Columns of the number of the last line: the bar behind numbers stands two columns to the right of
 * that, in all pictures of one text. */
size_t tn_labels_number_width(const tn_lines *lines);

/* Switches to a style and back (TN_STYLE_NONE). Puts nothing without `colour`. */
void tn_style_put(tn_text *out, tn_style style, bool colour);

#endif
