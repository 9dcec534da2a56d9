/* blob.h -- the blob in which a library of TVM embeds its modules. */
#ifndef INSPECT_BLOB_H
#define INSPECT_BLOB_H

#include "tree.h"

/* Whether bytes look like a blob. */
bool in_is_blob(tunip_str data);
/* The first blob that begins with a known loader; without data if there is none. */
tunip_str in_search_blob(tunip_str data);
/* Adds a module for each record, as children of `home`, and links their imports. `library` is the
 * file in which the blob is, or empty. */
void in_expand_blob(in_tree *tree, in_node *node, in_node *home, tunip_str library);

#endif
