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

/* The string up to a NUL; without data if there is none. */
tunip_str in_string_at(tunip_str table, uint64_t at);
/* A range of the file; without data if it is not in it. */
tunip_str in_range(tunip_str file, uint64_t offset, uint64_t size);

/* "blob", "function" or "data". A name is that of a blob whatever its kind is. */
const char *in_symbol_kind(tunip_str name, bool is_code);
/* For formats without sizes: a symbol reaches to the next one, or to the end of its content, which
 * is that of its section. A blob says itself how long it is. */
void in_measure_symbols(in_symbol *symbols, size_t count);

/* Sorts symbols by name, adds a view of them and a node for each blob of TVM among them. Those of
 * the first file are the symbols of the tree. `is_library`: the note of the node says so if there
 * is no blob. */
void in_take_symbols(in_tree *tree, in_node *node, in_symbol *symbols, size_t count,
                     bool is_library);
/* Adds the blob of a file whose symbols cannot be read, if one is found. */
void in_find_lost_blob(in_tree *tree, in_node *node);

/* ======== elf ======== */

/* The symbols of ELF files. */

bool in_is_elf(tunip_str data);
/* Reads the symbols that an ELF file defines, and adds a node for each blob of TVM. */
void in_expand_elf(in_tree *tree, in_node *node);

/* ======== macho ======== */

/* The symbols of Mach-O files. */

bool in_is_macho(tunip_str data);
/* Reads the symbols that a Mach-O file defines, and adds a node for each blob of TVM. */
void in_expand_macho(in_tree *tree, in_node *node);

/* Several Mach-O files for different machines in one. */
bool in_is_fat_macho(tunip_str data);
void in_expand_fat_macho(in_tree *tree, in_node *node);

/* ======== pe ======== */

/* The exported symbols of PE files (DLLs of Windows), and those of COFF object files. */

bool in_is_pe(tunip_str data);
/* Reads the symbols that a PE file exports, and adds a node for each blob of TVM. */
void in_expand_pe(in_tree *tree, in_node *node);

/* The same of object files, which have no magic: they begin with the number of a known machine. */
bool in_is_coff(tunip_str data);
void in_expand_coff(in_tree *tree, in_node *node);

#endif
