/* words.h -- the words of the dialects, by name. The tables are made once for a context. */
#ifndef TN_WORDS_OF_SCRIPTS_H
#define TN_WORDS_OF_SCRIPTS_H

#include <tunip/ext/elaborate.h>

#include "../util/memory.h"
#include "../util/tables.h"

/* A parameter of a word. */
typedef struct tn_param {
    tunip_str name;
    bool is_optional;
    const tunip_field *field; /* of a word that comes from a rule */
} tn_param;

/* A word, its parameters split once. */
typedef struct tn_word {
    tunip_word word; /* first: a tunip_word of a lexicon is a tn_word */
    const tunip_dialect *dialect;
    const struct tn_lexicon *added; /* the lexicon, if its dialect extends another; else NULL */
    const tn_param *params;
    size_t count;      /* of the parameters, without "*name" and "**" */
    size_t required;   /* 1 + the place of the last parameter that is not optional */
    size_t positional; /* the number of parameters, from the first on, that may be given by
                          position */
    bool has_star;     /* "*name" or "*": the parameters after it are keywords only */
    bool takes_rest;   /* "*name" */
    bool takes_any;    /* "**" */
} tn_word;

/* The words of one dialect. */
typedef struct tn_lexicon {
    const tunip_dialect *dialect;
    tn_intern names;
    TN_ARRAY(const tn_word *) words; /* by number of the name */
    tn_intern later_names;
    TN_ARRAY(const tn_word *) later;     /* the words with `since` */
    const struct tn_lexicon *host;       /* that of the dialect which this one extends; or NULL */
    const struct tn_lexicon *extensions; /* the last of the dialects that extend this one; NULL */
    const struct tn_lexicon *next;       /* of two that extend one dialect: the one before */
} tn_lexicon;

/* Splits the parameters of a row. The result is in `arena`. Returns NULL and fills `error` if the
 * row is invalid, and when out of memory. */
const tn_word *tn_word_compile(tn_arena *arena, const tunip_dialect *dialect, const tunip_word *row,
                               tunip_error *error);

/* The words of `dialect`: those of its rules, and those of its script. */
tunip_status tn_lexicon_init(tn_lexicon *lexicon, tn_arena *arena, const tunip_allocator *allocator,
                             const tunip_dialect *dialect, tunip_error *error);
void tn_lexicon_free(tn_lexicon *lexicon);

/* Adds the words of `whole`, a dialect that extends another one, to those of `host`: see
 * tunip_dialect.extends. `lexicon` has the words of its tables, and gets those of its operators. */
tunip_status tn_lexicon_extend(tn_lexicon *host, tn_lexicon *lexicon, tn_arena *arena,
                               const tunip_allocator *allocator, const tunip_dialect *whole,
                               tunip_error *error);

/* NULL if it has no such word. */
static inline const tn_word *tn_lexicon_find(const tn_lexicon *lexicon, tunip_str name)
{
    uint32_t number = tn_intern_find(&lexicon->names, name);
    return number == TN_NOT_INTERNED ? NULL : lexicon->words.items[number];
}

/* A word of `first`, which extends a dialect, or of one that did so before it. NULL: none. */
const tn_word *tn_lexicon_added(const tn_lexicon *first, tunip_str name);

/* A word that a newer version of TVM has, up to `vintage`; NULL if there is none. */
static inline const tn_word *tn_lexicon_later(const tn_lexicon *lexicon, tunip_str name,
                                              unsigned vintage)
{
    uint32_t number = tn_intern_find(&lexicon->later_names, name);
    const tn_word *word = number == TN_NOT_INTERNED ? NULL : lexicon->later.items[number];
    return word && word->word.since <= vintage ? word : NULL;
}

#endif
