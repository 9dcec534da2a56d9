/* pair.h -- pairs and links of the lines of two texts. */
#ifndef TN_PAIR_H
#define TN_PAIR_H

#include "../../util/memory.h"
#include "view.h"

/* ======== words ======== */

/* The words of lines, and how much two lines have in common. Variables are known by
 * their nodes, so that a renamed line can be told from another line. */

typedef enum tn_line_word_kind {
    TN_WORD_SIGN,  /* an operator, a bracket */
    TN_WORD_PLAIN, /* a word that is not a variable: "for", "T.exp" */
    TN_WORD_NUMBER,
    TN_WORD_STRING,
    TN_WORD_NAME /* a variable, if the source map has it */
} tn_line_word_kind;

typedef struct tn_line_word {
    tn_line_word_kind kind;
    char first;     /* the first character */
    bool is_whole;  /* a whole number */
    bool is_simple; /* a word without a dot */
    uint64_t text;  /* the hash of the text */
    size_t size;
    uint64_t stem;          /* the same without the number that makes a name unique: A_1 -> A */
    const tunip_node *node; /* of a variable */
} tn_line_word;

/* A property of a line by which it is recognised: a word, or the variable that it defines or stores
 * to. The weight is that of all occurrences in the line. */
typedef struct tn_trait {
    uint64_t key;
    uint32_t weight;
    bool is_content; /* a constant, a string or the target of a call: it survives when variables are
                        replaced */
    bool is_telling; /* content that is not there by chance, as small numbers are */
} tn_trait;

typedef struct tn_line_traits {
    const tn_trait *items; /* in the order of their keys */
    size_t count;
    uint32_t weight; /* of all of them */
    uint32_t content_weight;
    bool is_known;
} tn_line_traits;

/* The words and traits of both sides, found when they are first needed. */
typedef struct tn_line_words {
    tn_diff_view *view;
    tn_arena arena;
    struct tn_line_words_side {
        const tn_line_word **words; /* for each line; NULL: not yet known */
        uint32_t *counts;
        tn_line_traits *traits;
    } sides[TN_SIDES];
    TN_ARRAY(tn_line_word) line; /* the line that is being read */
    TN_ARRAY(tn_trait) found;    /* the traits of a line that are being collected */
    tn_map frequency;            /* key -> the number of lines of both sides that have it */
} tn_line_words;

/* Both return false when out of memory; the view has then failed. */
bool tn_line_words_open(tn_line_words *w, tn_diff_view *v);
void tn_line_words_close(tn_line_words *w);

/* The words of a line in order. NULL when out of memory. */
const tn_line_word *tn_line_words_of(tn_line_words *w, size_t side, size_t line, size_t *count);

/* The hash of a line in which all variables are alike, with `loose` all words without a dot; in
 * *significant whether the line says enough to be recognised by it: more than `pass` or `)`. */
uint64_t tn_line_words_shape(tn_line_words *w, size_t side, size_t line, bool loose,
                             bool *significant);

/* Counts the traits of a line, for the weights of all lines: rare traits weigh more. Call it for
 * all lines that are to be compared before the first call of tn_line_words_traits(). */
void tn_line_words_count(tn_line_words *w, size_t side, size_t line);

/* Forgets the counts and the weights. */
void tn_line_words_reset(tn_line_words *w);
/* The number of counted lines of a side that have a trait. */
size_t tn_line_words_frequency(const tn_line_words *w, size_t side, uint64_t key);

const tn_line_traits *tn_line_words_traits(tn_line_words *w, size_t side, size_t line);

/* How much two lines have in common, from 0 to 1000. */
unsigned tn_line_words_likeness(tn_line_words *w, size_t lhs, size_t rhs);
/* How much of the content of a line is in a line of the other side, from 0 to 1000; 0 if they share
 * only content that many lines have, or small numbers. */
unsigned tn_line_words_contained(tn_line_words *w, size_t side, size_t line, size_t other_line);
/* Whether the content of one of the two lines is a part of the content of the other, or both assign
 * to the same: the words before the first `=` are the same. */
bool tn_line_words_agree(tn_line_words *w, size_t lhs, size_t rhs);

/* ======== pair ======== */

/* The pairs of corresponding lines, and the rows that show them. */

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

/* Finds the seeds, in the order of the lines (pair.c). The caller frees the array. */
void tn_diff_find_seeds(tn_diff_view *v, tn_diff_seeds *seeds);

/* Finds the heaviest chain of seeds that are not `moved` in which the lines of both sides increase:
 * sets `in_order`. The seeds are in the order of the left lines (pair.c). */
void tn_diff_order_seeds(tn_diff_view *v, tn_diff_seeds *seeds);

/* Calls `fn` for each place in the user's program that has lines on both sides (pair.c). */
typedef void (*tn_diff_site_fn)(void *user, const tn_diff_site *lhs, size_t lhs_count,
                                const tn_diff_site *rhs, size_t rhs_count);
void tn_diff_each_site(tn_diff_view *v, tn_diff_site_fn fn, void *user);

/* Calls `fn` for the lines [begin, end) of both sides between each two neighbouring pairs that are
 * in order, and for those before the first and behind the last pair (pair.c). Both are arrays of
 * TN_SIDES numbers. */
typedef void (*tn_diff_gap_fn)(void *user, const size_t *begin, const size_t *end);
void tn_diff_each_gap(tn_diff_view *v, tn_diff_gap_fn fn, void *user);

/* Makes the rows from the pairs (pair.c). */
void tn_diff_make_rows(tn_diff_view *v, tn_line_words *words);

/* How a diff shows two lines of the left and the right side; after the rows were made. */
static inline tunip_link_row tn_diff_row_of(const tn_diff_view *v, size_t lhs, size_t rhs)
{
    const tn_diff_side *a = &v->sides[TN_LHS];
    bool is_row = a->partner[lhs] == rhs && !a->moves[lhs];
    return is_row ? TUNIP_ROW_SAME + a->fates[lhs] : TUNIP_ROW_APART; /* ORDER tn_diff_fate */
}

/* MLIR: pairs the lines of operations that correspond, and no other lines of operations. Does
 * nothing if a side is not MLIR, or if its text does not show each operation as a statement
 * (operation_links.c). */
void tn_diff_pair_operations(tn_diff_view *v);
void tn_diff_drop_operations(tn_diff_view *v);
/* How a line of the left side and its partner differ. If an operation begins there, its
 * counterpart says more than the edits: see tn_ops_are_equal(). For other lines `fate`. */
tn_diff_fate tn_diff_operation_fate(const tn_diff_view *v, size_t lhs, tn_diff_fate fate);
/* Links the lines that tn_diff_pair_operations() paired, and those of operations that were made for
 * others. False if it did nothing. */
bool tn_diff_link_operations(tn_diff_view *v);

/* Links the lines (links.c). */
void tn_diff_link_lines(tn_diff_view *v, tn_line_words *words);

/* ======== unlinked ======== */

/* Searches for the lines from which lines without a link come. */

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

/* Finds lines that are copies of lines of the other side (links.c). */
void tn_diff_find_copies(const tn_diff_unlinked *of);
/* Finds definitions that were put into the lines that used their variable, or that were taken from
 * the lines that use it now (links.c). */
void tn_diff_find_uses(const tn_diff_unlinked *of);
/* Finds functions whose lines were put into the functions that called them, or were taken from
 * them (links.c). */
void tn_diff_find_calls(const tn_diff_unlinked *of);

#endif
