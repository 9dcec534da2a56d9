/* lines.h -- the differences of two texts, as unified hunks. */
#ifndef INSPECT_LINES_H
#define INSPECT_LINES_H

#include "bytes.h"

/* Adds hunks with three unchanged lines around the changed ones: "-", "+" and " ". Equal texts add
 * nothing. Texts with very many differences are written as one hunk. */
void in_put_hunks(in_text *out, tunip_str left, tunip_str right, bool colour);

#endif
