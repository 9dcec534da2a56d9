/* history.h -- the inside of a history, for the files of this folder. */
#ifndef TN_HISTORY_H
#define TN_HISTORY_H

#include <tunip/history.h>

tunip_context *tn_history_context(const tunip_history *history);

#endif
