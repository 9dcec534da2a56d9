/* team.h -- several threads print the functions of one module as text. */
#ifndef TN_TEAM_H
#define TN_TEAM_H

#include "frame.h"
#include "print.h"

/* Whether threads save time: the print is of text alone, the root has enough members, such as
 * functions, and their texts do not depend on each other. */
bool tn_team_saves_time(const tunip_printed *printed, const tunip_node *root);

/* Starts up to `threads` - 1 threads, which begin to print the units of `root`; the caller prints
 * `first` and takes part. NULL if there can be no other threads. */
tn_team *tn_team_new(tunip_printed *first, const tunip_node *root, size_t threads);
/* For the print of a member. tn_team_share() says whether the team takes care of a unit;
 * tn_team_gather() completes the statements of a frame that has units, before they are needed. */
bool tn_team_share(tunip_docsifier *d, const tn_unit *unit);
void tn_team_gather(tunip_docsifier *d, const tunip_frame *frame);
/* Waits until the threads have ended. */
void tn_team_free(tn_team *team);

#endif
