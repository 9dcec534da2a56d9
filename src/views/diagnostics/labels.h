/* labels.h -- excerpts of marked text: marked lines and their context, numbered, with carets below
 * the marked ranges and labels beside or below them:
 *
 *      3 |     for i in range(16):
 *      4 |         B[i] = A[i + 1]
 *        |         ----   ^^^^^^^^ reads A[16]
 *        |         |
 *        |         B has 16 elements
 *
 * This file knows text, spans and labels, but no Docs and no IR. */
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

#endif
