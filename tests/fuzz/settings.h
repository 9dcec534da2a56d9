/* settings.h -- how a graph is printed: any options, or the usual values of each option. */
#ifndef FUZZ_SETTINGS_H
#define FUZZ_SETTINGS_H

#include "mutate.h"

enum { FUZZ_MOST_SETTINGS = 8, FUZZ_WORD = 64 };

/* Some options and the memory behind them. It points to itself, so it is not copied. */
typedef struct fuzz_settings {
    tunip_print_options options;
    tunip_setting settings[FUZZ_MOST_SETTINGS];
    char values[FUZZ_MOST_SETTINGS][FUZZ_WORD];
    char name[FUZZ_WORD], alias[FUZZ_WORD], underlined[2 * FUZZ_WORD], annotated[2 * FUZZ_WORD];
    const char *underline[1];
    tunip_annotation annotate[1];
    bool may_refuse; /* the backend may refuse a graph */
    bool named;      /* names and paths come from the input and may be invalid */
    char text[256];  /* the rows that were applied */
} fuzz_settings;

/* The options that an input chooses. Most values of dialects' settings are invalid. */
void fuzz_settings_choose(fuzz_settings *s, fuzz_input *in);

/* The defaults, to which rows are applied. */
void fuzz_settings_begin(fuzz_settings *s);
/* A row is an option with one value that every graph accepts; its text is that of the command line.
 * NULL past the end. */
const char *fuzz_settings_row(size_t index);
void fuzz_settings_apply(fuzz_settings *s, size_t index);
/* A few rows. */
void fuzz_settings_any(fuzz_settings *s, fuzz_random *random);

/* ---- checks, which end the process if a property does not hold ---- */

/* A graph prints, or is refused with a reason. If `thoroughly`, the text is the same with a source
 * map and without, as a stream, by several threads, and if it is read back for the report. */
void fuzz_check_print(const fuzz_settings *s, const tunip_node *root, bool thoroughly);

/* If the report calls the text lossless, reading it gives an equal graph with the same hash. If
 * `repeats`, this graph prints as the same text: that holds for graphs that TVM made. */
void fuzz_check_round(const fuzz_settings *s, const tunip_node *root, bool repeats);

/* The other version of TVM can express a graph, or the refusal has a reason. If it can, converting
 * the graph back gives an equal one, and the result prints, is saved and read again. */
void fuzz_check_conversion(const tunip_node *root);

/* A graph is equal to itself, saved and read again, and has the same hash. */
void fuzz_check_saved(const tunip_node *root);

/* Two graphs are equal, in both directions, and have one hash and no differences. */
void fuzz_check_same(const tunip_node *a, const tunip_node *b);

/* Two graphs are compared in both directions. If they are equal, they have one hash and no
 * differences. Otherwise the edit script makes the right one of the left one. `is_one`: the graphs
 * were read of one text. `flags`: 1 lets free variables correspond, 2 skips the data of tensors. */
void fuzz_check_pair(const tunip_node *lhs, const tunip_node *rhs, bool is_one, unsigned flags);

#endif
