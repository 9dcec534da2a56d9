/* words.h -- the words of lines, and how much two lines have in common. Variables are known by
 * their nodes, so that a renamed line can be told from another line. */
#ifndef TN_DIFF_WORDS_H
#define TN_DIFF_WORDS_H

#include "../../core/base/arena.h"
#include "view.h"

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

#endif
