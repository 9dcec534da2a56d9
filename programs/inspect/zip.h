/* zip.h -- archives whose members may be packed (zip: .whl, .npz, .pt), packed files (gzip, xz,
 * zstd), and arrays of NumPy. */
#ifndef INSPECT_ZIP_H
#define INSPECT_ZIP_H

#include "tree.h"

/* Of all that a file holds, no more bytes than this are unpacked, so that a small file cannot fill
 * the memory. */
enum { IN_UNPACKED_MOST = 1 << 30 };

/* Adds a container for each member. One that is packed is unpacked into memory. */
void in_expand_zip(in_tree *tree, in_node *node);
/* A file of gzip, xz or zstd: a container with what it holds. */
bool in_is_packed(tunip_str data);
void in_expand_packed(in_tree *tree, in_node *node);
/* An array of NumPy: a tensor. */
void in_expand_npy(in_tree *tree, in_node *node);

#endif
