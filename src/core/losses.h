/* losses.h -- the entries TUNIP_ISSUE_LOST of the report. */
#ifndef TN_LOSSES_H
#define TN_LOSSES_H

#include "printed.h"

/* Adds them to the report of a finished print whose spans are kept. A text that cannot be parsed
 * gets none. False, with the job's error set, when out of memory. */
bool tn_losses_find(tunip_printed *printed);

#endif
