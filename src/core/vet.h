/* vet.h -- handles IR that rules cannot handle. */
#ifndef TN_VET_H
#define TN_VET_H

#include "docsify/job.h"

/* The root to print: `root` itself if it has no grave flaw; else a copy in which each flawed node
 * is replaced by a placeholder or NULL and reported. On failure the job has the error. */
const tunip_node *tn_vet(tunip_docsifier *d, const tunip_node *root);

#endif
