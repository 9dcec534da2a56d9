/* pe.h -- the exported symbols of PE files (DLLs of Windows). */
#ifndef INSPECT_PE_H
#define INSPECT_PE_H

#include "tree.h"

bool in_is_pe(tunip_str data);
/* Reads the symbols that a PE file exports, and adds a node for each blob of TVM. */
void in_expand_pe(in_tree *tree, in_node *node);

#endif
