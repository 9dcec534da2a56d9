/* macho.h -- the symbols of Mach-O files. */
#ifndef INSPECT_MACHO_H
#define INSPECT_MACHO_H

#include "tree.h"

bool in_is_macho(tunip_str data);
/* Reads the symbols that a Mach-O file defines, and adds a node for each blob of TVM. */
void in_expand_macho(in_tree *tree, in_node *node);

/* Several Mach-O files for different machines in one. */
bool in_is_fat_macho(tunip_str data);
void in_expand_fat_macho(in_tree *tree, in_node *node);

#endif
