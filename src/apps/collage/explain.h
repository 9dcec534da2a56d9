/* explain.h -- why a partition won: the cost without each chosen candidate, and the candidates that
 * lost. Each number is what a search with this condition would find. */
#ifndef COLLAGE_EXPLAIN_H
#define COLLAGE_EXPLAIN_H

#include "engine.h"

/* A candidate that overlaps a chosen one, and the least cost of a cover that uses it. */
typedef struct cg_loser {
    const cg_candidate *candidate;
    double cost; /* INFINITY: no cover uses it */
} cg_loser;

/* A candidate of the best cover. */
typedef struct cg_reason {
    const cg_candidate *candidate;
    double without;        /* the least cost of a cover without it; INFINITY: there is none */
    cg_candidates instead; /* candidates of that cover, at the same nodes */
    cg_loser *losers;      /* the cheapest first */
    size_t loser_count;
    size_t unlisted; /* candidates that overlap it, besides the losers */
} cg_reason;

typedef struct cg_explanation {
    cg_reason *reasons; /* in the order of the nodes; not of the host's candidates */
    size_t count;
} cg_explanation;

/* At most `most` losers of each chosen candidate are listed, those with the cheapest covers. If the
 * search has a beam or a budget, or very many states, each answer takes a search; the losers are
 * those with the least cost for each of their nodes then. False after an error of the engine. */
bool cg_explain(cg_engine *engine, cg_partition *partition, size_t most, cg_explanation *out);

/* The explanation of all functions as text, or as the member "explanation" of an object. */
bool cg_explain_text(cg_engine *engine, size_t most, cg_buffer *out);
bool cg_explain_json(cg_engine *engine, size_t most, tunip_json_writer *w);

#endif
