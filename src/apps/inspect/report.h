/* report.h -- the texts about a whole file. */
#ifndef INSPECT_REPORT_H
#define INSPECT_REPORT_H

#include "tree.h"

void in_put_tree(in_text *out, const in_tree *tree);
void in_put_functions(in_text *out, const in_tree *tree);

#endif
