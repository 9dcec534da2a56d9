/* tokens.h -- the dispatch tokens: the one on top selects the rules. */
#ifndef TN_TOKENS_H
#define TN_TOKENS_H

#include "../base/array.h"
#include "dispatch.h"
#include "docsifier.h"

typedef struct tn_tokens {
    tn_row *row; /* the rules of the token on top */
    TN_ARRAY(uint32_t) ids;
} tn_tokens;

/* Pushes the token "", below those of all frames. On failure the job has its error. */
void tn_tokens_open(tunip_docsifier *d);

/* Pops the tokens of all frames but `top` and those around it. */
void tn_tokens_cut(tunip_docsifier *d, const tunip_frame *top);

/* The rules under a token; on failure the job has its error and the result is NULL. */
tn_row *tn_tokens_row(tunip_docsifier *d, uint32_t token);

#endif
