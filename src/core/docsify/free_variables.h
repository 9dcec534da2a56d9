/* free_variables.h -- the scopes that see all uses of a variable. */
#ifndef TN_FREE_VARIABLES_H
#define TN_FREE_VARIABLES_H

#include "docsifier.h"

/* Notes the open frames anew, after some of them were cut off. */
void tn_free_variables_cut(tunip_docsifier *d);

#endif
