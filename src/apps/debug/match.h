/* match.h -- which outputs of two dumps correspond, also if the graphs were fused differently. */
#ifndef DEBUG_MATCH_H
#define DEBUG_MATCH_H

#include "dump.h"

/* How it was found that two nodes correspond. */
typedef enum dbg_found {
    DBG_FOUND_NONE,
    DBG_FOUND_NAME,      /* the names and the types are the same */
    DBG_FOUND_OPERATORS, /* the same operators make them of tensors that correspond */
    DBG_FOUND_CONSUMERS, /* the same operators make of them what corresponds */
    DBG_FOUND_MAIN,      /* the same without sums and products, which TVM moves into weights */
    DBG_FOUND_ORDER,     /* several nodes are alike: the first belongs to the first */
    DBG_FOUND_PLACE      /* parameters: nodes that correspond use them, at the same place */
} dbg_found;

typedef struct dbg_pair {
    const dbg_dumped *left, *right;
    dbg_found found;
} dbg_pair;

/* "name", "operators", ... */
const char *dbg_found_name(dbg_found found);

/* Pairs the outputs of two dumps, in the order of the left one. The outputs of a pair have the same
 * dtype and the same number of elements. free() frees *pairs. False when out of memory. */
bool dbg_match(const dbg_dump *left, const dbg_dump *right, dbg_pair **pairs, size_t *count);

#endif
