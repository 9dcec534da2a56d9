/* pair.h -- the pairs of corresponding lines, and the rows that show them. */
#ifndef TN_DIFF_PAIR_H
#define TN_DIFF_PAIR_H

#include "words.h"

/* Finds `partner`, `reasons` and `moves` of the lines of both sides (pair.c). */
void tn_diff_pair_lines(tn_diff_view *v, tn_line_words *words);

/* Calls `fn` for each place in the user's program that has lines on both sides (pair.c). */
typedef void (*tn_diff_site_fn)(void *user, const tn_diff_site *lhs, size_t lhs_count,
                                const tn_diff_site *rhs, size_t rhs_count);
void tn_diff_each_site(tn_diff_view *v, tn_diff_site_fn fn, void *user);

/* Makes the rows from the pairs (rows.c). */
void tn_diff_make_rows(tn_diff_view *v, tn_line_words *words);

/* Links the lines that have no partner (links.c). */
void tn_diff_link_lines(tn_diff_view *v, tn_line_words *words);

#endif
