/* vet.h -- what a print does about IR that its rules could not bear. */
#ifndef TN_VET_H
#define TN_VET_H

#include "docsify/job.h"

/* The root that is to be printed instead of `root`: the same if it is fit for rules; else a copy in
 * which something visible, or nothing, is in place of what is not, and the report tells of each.
 * On failure the job has its error. */
const tunip_node *tn_vet(tunip_docsifier *d, const tunip_node *root);

#endif
