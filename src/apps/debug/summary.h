/* summary.h -- a graph for people: its text, its operators and its memory, a drawing. */
#ifndef DEBUG_SUMMARY_H
#define DEBUG_SUMMARY_H

#include "plan.h"

/* Each writes through a callback and returns TUNIP_OK or fills `error`. */
tunip_status dbg_write_graph(tunip_context *context, const tunip_node *root, tunip_write_fn write,
                             void *user, tunip_error *error);
tunip_status dbg_write_summary(const dbg_plan *plan, tunip_write_fn write, void *user,
                               tunip_error *error);
tunip_status dbg_write_summary_json(const dbg_plan *plan, tunip_write_fn write, void *user,
                                    tunip_error *error);
/* The language of Graphviz. */
tunip_status dbg_write_dot(const dbg_plan *plan, tunip_write_fn write, void *user,
                           tunip_error *error);

#endif
