/* tar.h -- archives: tar (ustar, pax, GNU) and ar. Their members are never used as names of files
 * before in_is_safe_name() allows them. */
#ifndef INSPECT_TAR_H
#define INSPECT_TAR_H

#include "tree.h"

bool in_is_tar(tunip_str data);
bool in_is_ar(tunip_str data);
/* Adds a container for each regular file. Complains about all others but folders. */
void in_expand_tar(in_tree *tree, in_node *node);
void in_expand_ar(in_tree *tree, in_node *node);

/* Whether a relative name stays inside of its folder: not empty, no component that is "..", not
 * absolute, no backslash, no control characters. */
bool in_is_safe_name(tunip_str name);

#endif
