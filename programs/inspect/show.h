/* show.h -- files and their nodes as text. */
#ifndef INSPECT_SHOW_H
#define INSPECT_SHOW_H

#include "open.h"
#include "tree.h"

/* ======== show ======== */

/* Nodes and artifacts as text. */

/* Writes the text of an artifact by the inspector that fits best. */
tunip_status in_show_artifact(const tunip_artifact *artifact, const tunip_show_options *options,
                              tunip_write_fn write, void *user, tunip_error *error);
/* The text of a node; a module shows its most telling part. */
tunip_status in_show_node(const in_tree *tree, const in_node *node,
                          const tunip_show_options *options, tunip_write_fn write, void *user,
                          tunip_error *error);
/* The text of what tunip_inspection_show() shows, with its spans. */
tunip_status in_put_part(in_text *out, const in_tree *tree, const char *name,
                         const tunip_show_options *options, tunip_error *error);

/* ======== report ======== */

/* The texts about a whole file. */

void in_put_tree(in_text *out, const in_tree *tree);
void in_put_functions(in_text *out, const in_tree *tree);

#endif
