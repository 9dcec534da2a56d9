/* diff.h -- which parts and functions of two files differ. */
#ifndef INSPECT_DIFF_H
#define INSPECT_DIFF_H

#include "open.h"

/* A difference. `nodes` and `symbols` are those of the left and of the right side; NULL: none. */
typedef struct in_change {
    const char *what; /* "changed", "added", "removed" */
    const in_node *nodes[2];
    const in_symbol *symbols[2];
    size_t begin; /* of its line in the text; its own texts are the lines behind it */
} in_change;

typedef struct in_changes {
    in_change *items;
    size_t count, room;
} in_changes;

/* Writes the differences as text, and lists them. False when out of memory. */
bool in_compare(const tunip_inspection *left, const tunip_inspection *right,
                const tunip_show_options *options, in_text *out, in_changes *changes);

#endif
