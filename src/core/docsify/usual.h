/* usual.h -- the nodes of a print as nodes of the usual version of TVM (tunip_job_usual()). */
#ifndef TN_USUAL_H
#define TN_USUAL_H

#include "docsifier.h"

/* Frees what tunip_job_usual() made. */
void tn_usual_free(tunip_docsifier *d);

#endif
