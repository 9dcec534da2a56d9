/* report.h -- the result of a run as JSON. */
#ifndef COLLAGE_REPORT_H
#define COLLAGE_REPORT_H

#include "engine.h"

/* {"candidates": [...], "candidates_with_costs": [...], "chosen": [...], "estimated_cost": seconds,
 * "transitions": n, ...}: of all functions together. With an explanation if `explained` is not 0:
 * at most so many losers of each chosen candidate. */
tunip_status cg_report_write(cg_engine *engine, size_t explained, tunip_write_fn write, void *user,
                             tunip_error *error);

#endif
