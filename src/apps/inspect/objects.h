/* objects.h -- files with code: the one table of their formats. */
#ifndef INSPECT_OBJECTS_H
#define INSPECT_OBJECTS_H

#include "tree.h"

typedef struct in_file_format {
    const char *kind;
    bool (*is)(tunip_str data);
    void (*expand)(in_tree *tree, in_node *node); /* or NULL */
} in_file_format;

/* The format of a file with code; NULL if it is none. */
const in_file_format *in_object_format(tunip_str data);

/* Whether nodes of this kind are files with code. */
bool in_is_object_file(tunip_str kind);

#endif
