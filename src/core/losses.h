/* losses.h -- whether reading the text of a print gives the same IR, and the reasons if it does
 * not. */
#ifndef TN_LOSSES_H
#define TN_LOSSES_H

#include "printed.h"

/* Reads the text of a finished print whose spans are kept, compares the result with the root, and
 * stores the verdict. If they differ, adds the reasons to the report, as TUNIP_ISSUE_LOST. If no
 * format reads the text, the reasons alone decide the verdict. False, with the job's error set,
 * when out of memory. */
bool tn_losses_find(tunip_printed *printed);

#endif
