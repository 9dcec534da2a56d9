/* team.h -- several threads print the functions of one module as text. */
#ifndef TN_TEAM_H
#define TN_TEAM_H

#include "print.h"

/* Opens and closes a print, which has the same root and options as the first one. */
typedef struct tn_team_calls {
    tunip_printed *(*open)(const void *request);
    void (*close)(tunip_printed *printed);
    const void *request;
} tn_team_calls;

/* Whether threads save time: the print is of text alone, the root has enough members, such as
 * functions, and their texts do not depend on each other. */
bool tn_team_saves_time(const tunip_printed *printed, const tunip_node *root);

/* Starts up to `threads` - 1 threads, which begin to print the units of `root`; the caller prints
 * `first` and takes part. NULL if there can be no other threads. */
tn_team *tn_team_new(tunip_printed *first, const tunip_node *root, size_t threads,
                     const tn_team_calls *calls);
/* Waits until the threads have ended. */
void tn_team_free(tn_team *team);

#endif
