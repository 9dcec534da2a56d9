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
/* Makes the text of a view, within a span with its path. */
tunip_status in_view_text(const in_tree *tree, const in_node *node, in_text *out,
                          tunip_error *error);
/* Writes bytes in steps and lets go of their pages. */
tunip_status in_write_bytes(const in_tree *tree, tunip_str bytes, tunip_write_fn write, void *user,
                            tunip_error *error);
/* The hash of what in_show_node() writes for a part with the option raw. */
void in_hash_node(const in_tree *tree, const in_node *node, char out[65]);

/* ======== report ======== */

/* The texts about a whole file. */

void in_put_tree(in_text *out, const in_tree *tree);
void in_put_functions(in_text *out, const in_tree *tree);

#endif
