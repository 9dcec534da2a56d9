/* open.h -- files as trees. */
#ifndef INSPECT_OPEN_H
#define INSPECT_OPEN_H

#include "tree.h"
#include "tunip_inspect.h"

struct tunip_inspection {
    in_tree tree;
    tunip_str map;         /* the file; or empty */
    const char **problems; /* as sentences, in the arena of the tree */
    size_t problem_count;
    tunip_artifact_set *set; /* of a saved set; or NULL */
};

#endif
