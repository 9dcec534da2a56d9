/* words.h -- the operators in the name of a fused function. */
#ifndef DEBUG_WORDS_H
#define DEBUG_WORDS_H

#include <tunip.h>

/* Sums of hashes of words, which do not depend on how operators are divided among functions:
 * `fused_nn_conv2d` and `fused_nn_relu` have the sum of `fused_nn_conv2d_nn_relu`. */
typedef struct dbg_words {
    uint64_t all;
    uint64_t strong; /* without sums and products */
    bool is_layout;  /* there are no words: the function only changes the layout, or copies */
} dbg_words;

/* The operators alone: without the prefix of the module and the number at the end. */
tunip_str dbg_function_core(tunip_str name);

/* Whether a name is "p12", as TVM names constants: it numbers them in each compilation. */
bool dbg_is_constant_name(tunip_str name);

void dbg_words_count(tunip_str function, dbg_words *out);

#endif
