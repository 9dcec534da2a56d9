/* pieces.h -- modules as artifacts: one for each piece of code, and one for the rest. */
#ifndef INSPECT_PIECES_H
#define INSPECT_PIECES_H

#include "set.h"
#include "tree.h"

/* The name of the rest, in the folder of its module. */
#define IN_REST "metadata.bin"

/* The code generator of a module, or of the module that a node is in; or empty. */
tunip_str in_codegen(const in_node *node);
/* Whether a part of a module is an artifact of its own: a source, or other code. */
bool in_is_piece(const in_node *part);
/* Whether a module is saved in pieces. */
bool in_has_pieces(const in_node *module);
/* Adds the rest of a module: where its pieces belong, and the bytes around them. */
void in_put_rest(in_text *out, const in_node *module);

/* A mark for each artifact of a set. A piece is joined once: if it were joined as often as a list
 * names it, a small file would fill the memory. */
typedef enum in_piece_mark { IN_NO_PIECE, IN_PIECE, IN_PIECE_JOINED } in_piece_mark;

/* Marks the artifacts of a set that are pieces of the module whose rest is `rest`. */
void in_mark_pieces(const tunip_artifact_set *set, const tunip_artifact *rest,
                    in_piece_mark *marks);
/* Puts the module together: its data are memory of the tree. False if `rest` is none. */
bool in_join_pieces(in_tree *tree, in_node *module, const tunip_artifact_set *set,
                    const tunip_artifact *rest, in_piece_mark *marks);
/* Says which artifacts the parts of a module come from, after they were read. */
void in_name_pieces(in_node *module, const tunip_artifact_set *set, const tunip_artifact *rest);

#endif
