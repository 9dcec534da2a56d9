/* history.h -- the inside of a history, for the files of this folder. */
#ifndef TN_HISTORY_H
#define TN_HISTORY_H

#include <tunip/history.h>

tunip_context *tn_history_context(const tunip_history *history);

/* Whether a step has a function as the step `part` left it, but not as `before` has it; false on
 * failure. */
bool tn_history_shares(const tunip_history *history, size_t part, size_t step, size_t before,
                       tunip_error *error);

#endif
