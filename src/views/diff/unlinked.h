/* unlinked.h -- searches for the lines from which lines without a link come. */
#ifndef TN_DIFF_UNLINKED_H
#define TN_DIFF_UNLINKED_H

#include "words.h"

/* A search, and the function that it calls for the lines it finds. */
typedef struct tn_diff_unlinked {
    tn_line_words *words;
    size_t side;           /* of the lines without a link */
    size_t *const *origin; /* for each line of both sides the first line with which it was linked,
                              or TN_NO_LINE */
    void (*fn)(void *user, const struct tn_diff_unlinked *of, size_t lhs, size_t rhs);
    void *user;
    tunip_link_reason reason; /* of the links */
} tn_diff_unlinked;

/* Calls of->fn, which links a line of the side that is searched with one of the other side. */
static inline void tn_diff_report(const tn_diff_unlinked *of, size_t line, size_t other)
{
    of->fn(of->user, of, of->side == TN_LHS ? line : other, of->side == TN_LHS ? other : line);
}

/* Finds lines that are copies of lines of the other side (copies.c). */
void tn_diff_find_copies(const tn_diff_unlinked *of);
/* Finds definitions that were put into the lines that used their variable, or that were taken from
 * the lines that use it now (uses.c). */
void tn_diff_find_uses(const tn_diff_unlinked *of);
/* Finds functions whose lines were put into the functions that called them, or were taken from
 * them (calls.c). */
void tn_diff_find_calls(const tn_diff_unlinked *of);

#endif
