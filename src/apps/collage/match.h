/* match.h -- whether an expression of a dataflow graph matches a pattern, and which nodes did. */
#ifndef COLLAGE_MATCH_H
#define COLLAGE_MATCH_H

#include "pattern.h"

typedef struct cg_matched {
    const tunip_node *pattern;
    uint32_t index;
} cg_matched;

typedef struct cg_matcher {
    const tunip_context *context;
    cg_graph *graph;
    tunip_graph *made; /* patterns that the matcher makes, for a product and a quotient */
    cg_memory memory;
    cg_matched *found; /* in the order in which they matched */
    size_t count;
    bool many; /* a pattern may match a second expression: on the way to a dominator */
    bool failed;
    unsigned depth;
} cg_matcher;

bool cg_matcher_init(cg_matcher *matcher, const tunip_context *context, cg_graph *graph);
void cg_matcher_free(cg_matcher *matcher);

/* Whether the expression with this index matches. If it does, `found` has the parts. */
bool cg_match(cg_matcher *matcher, const tunip_node *pattern, uint32_t index);

/* The nodes that the last match found, except those for wildcards and inline ones. */
cg_set cg_matched_set(cg_matcher *matcher, cg_memory *memory);

#endif
