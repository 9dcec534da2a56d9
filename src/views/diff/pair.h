/* pair.h -- the pairs of corresponding lines, and the rows that show them. */
#ifndef TN_DIFF_PAIR_H
#define TN_DIFF_PAIR_H

#include "words.h"

/* Finds `partner`, `reasons` and `moves` of the lines of both sides (pair.c). */
void tn_diff_pair_lines(tn_diff_view *v, tn_line_words *words);

/* Lines of both sides that the edit script pairs, with the lines of the statements that begin
 * there. */
typedef struct tn_diff_seed {
    size_t lhs, rhs;
    size_t lhs_end, rhs_end; /* the lines after the statement */
    uint32_t votes;          /* how often the script pairs them */
    tn_diff_reason reason;
    bool moved; /* the statement moved */
    bool
        in_order; /* the seed is one of a longest chain in which the lines of both sides increase */
} tn_diff_seed;

typedef TN_ARRAY(tn_diff_seed) tn_diff_seeds;

/* Finds the seeds, in the order of the lines (seeds.c). The caller frees the array. */
void tn_diff_find_seeds(tn_diff_view *v, tn_diff_seeds *seeds);

/* Calls `fn` for each place in the user's program that has lines on both sides (seeds.c). */
typedef void (*tn_diff_site_fn)(void *user, const tn_diff_site *lhs, size_t lhs_count,
                                const tn_diff_site *rhs, size_t rhs_count);
void tn_diff_each_site(tn_diff_view *v, tn_diff_site_fn fn, void *user);

/* Calls `fn` for the lines [begin, end) of both sides between each two neighbouring pairs that are
 * in order, and for those before the first and behind the last pair (pair.c). Both are arrays of
 * TN_SIDES numbers. */
typedef void (*tn_diff_gap_fn)(void *user, const size_t *begin, const size_t *end);
void tn_diff_each_gap(tn_diff_view *v, tn_diff_gap_fn fn, void *user);

/* Makes the rows from the pairs (rows.c). */
void tn_diff_make_rows(tn_diff_view *v, tn_line_words *words);

/* Links the lines that have no partner (links.c). */
void tn_diff_link_lines(tn_diff_view *v, tn_line_words *words);

#endif
