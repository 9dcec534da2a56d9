/* pe.h -- the exported symbols of PE files (DLLs of Windows), and those of COFF object files. */
#ifndef INSPECT_PE_H
#define INSPECT_PE_H

#include "tree.h"

bool in_is_pe(tunip_str data);
/* Reads the symbols that a PE file exports, and adds a node for each blob of TVM. */
void in_expand_pe(in_tree *tree, in_node *node);

/* The same of object files, which have no magic: they begin with the number of a known machine. */
bool in_is_coff(tunip_str data);
void in_expand_coff(in_tree *tree, in_node *node);

#endif
