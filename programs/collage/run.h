/* run.h -- a run from options to chosen partitions: tunip_collage_run(). */
#ifndef COLLAGE_RUN_H
#define COLLAGE_RUN_H

#include "engine.h"
#include "setup.h"
#include "tunip_collage.h"

struct tunip_collage {
    cg_setup setup;
    cg_engine engine;
};

/* The options of an engine, in `memory`. False when out of memory. */
bool cg_options_of(cg_options *out, tn_arena *memory, const tunip_collage_options *options);

/* Whether the options name targets that there are; and, after a run, candidates. Otherwise an error
 * with a similar name. */
bool cg_check_targets(const cg_engine *engine);
bool cg_check_candidates(const cg_engine *engine);

#endif
