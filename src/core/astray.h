/* astray.h -- paths that lead nowhere. */
#ifndef TN_ASTRAY_H
#define TN_ASTRAY_H

#include "base/text.h"
#include "ir/path.h"

/* Puts what is wrong with a path whose last step fails: which step, and what is there instead.
 * `parent` is the node the step is taken from, or NULL when that is none. */
void tn_tell_astray(tn_text *out, const tunip_path *failing, const tunip_node *parent);

/* Whether a path of the set leads nowhere from `root`; puts what is wrong with the first. A place
 * that the print itself knows, by whatever name, is one. Out of memory `out` has failed. */
bool tn_find_astray(const tn_path_set *set, const tunip_node *root,
                    bool (*is_printed)(void *user, const tunip_path *place), void *user,
                    tn_text *out);

#endif
