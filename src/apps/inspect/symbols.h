/* symbols.h -- what the readers of libraries share: lists of symbols, and the blob among them. */
#ifndef INSPECT_SYMBOLS_H
#define INSPECT_SYMBOLS_H

#include "tree.h"

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

#endif
