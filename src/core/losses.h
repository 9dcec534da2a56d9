/* losses.h -- whether the text of a print is read back as the same IR, and why not. */
#ifndef TN_LOSSES_H
#define TN_LOSSES_H

#include "printed.h"

/* Reads the text of a finished print whose spans are kept, compares what was read with the root,
 * and notes the verdict. If they differ, adds the reasons to the report, as TUNIP_ISSUE_LOST. A
 * text that no format reads is judged by the reasons alone. False, with the job's error set, when
 * out of memory. */
bool tn_losses_find(tunip_printed *printed);

#endif
