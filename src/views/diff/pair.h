/* pair.h -- the pairs of corresponding lines, and the rows that show them. */
#ifndef TN_DIFF_PAIR_H
#define TN_DIFF_PAIR_H

#include "words.h"

/* Finds `partner`, `reasons` and `moves` of the lines of both sides (pair.c). */
void tn_diff_pair_lines(tn_diff_view *v, tn_line_words *words);

/* Makes the rows from the pairs (rows.c). */
void tn_diff_make_rows(tn_diff_view *v, tn_line_words *words);

/* Links the lines that have no partner (links.c). */
void tn_diff_link_lines(tn_diff_view *v, tn_line_words *words);

#endif
