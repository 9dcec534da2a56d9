/* objects.h -- files with code, and the symbols in them. */
#ifndef INSPECT_OBJECTS_H
#define INSPECT_OBJECTS_H

#include "tree.h"

/* ======== objects ======== */

/* Files with code: the one table of their formats. */

typedef struct in_file_format {
    const char *kind;
    bool (*is)(tunip_str data);
    void (*expand)(in_tree *tree, in_node *node); /* or NULL */
} in_file_format;

/* The format of a file with code; NULL if it is none. */
const in_file_format *in_object_format(tunip_str data);

/* Whether nodes of this kind are files with code. */
bool in_is_object_file(tunip_str kind);

/* ======== symbols ======== */

/* Lists of symbols, and the blob among them, for the readers of libraries. */

/* Sorts symbols by name, adds a view of them and a node for each blob of TVM among them. Those of
 * the first file are the symbols of the tree. `is_library`: the note of the node says so if there
 * is no blob. */
void in_take_symbols(in_tree *tree, in_node *node, in_symbol *symbols, size_t count,
                     bool is_library);

/* ======== elf ======== */

/* The symbols of ELF files. */

/* ======== macho ======== */

/* The symbols of Mach-O files. */

/* Several Mach-O files for different machines in one. */
bool in_is_fat_macho(tunip_str data);
void in_expand_fat_macho(in_tree *tree, in_node *node);

/* ======== pe ======== */

/* The exported symbols of PE files (DLLs of Windows), and those of COFF object files. */

/* ======== wasm ======== */

/* The exports and imports of WebAssembly. */

bool in_is_wasm(tunip_str data);
void in_expand_wasm(in_tree *tree, in_node *node);

#endif
