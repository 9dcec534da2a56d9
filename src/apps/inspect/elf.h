/* elf.h -- the symbols of ELF files. */
#ifndef INSPECT_ELF_H
#define INSPECT_ELF_H

#include "tree.h"

bool in_is_elf(tunip_str data);
/* Reads the symbols that an ELF file defines, and adds a node for each blob of TVM. */
void in_expand_elf(in_tree *tree, in_node *node);

#endif
