/* reference.h -- values that another framework computed, to compare a run with. */
#ifndef DEBUG_REFERENCE_H
#define DEBUG_REFERENCE_H

#include "dump.h"

/* Reads values with names: a .npy file, a folder of them, a .npz file, or a file of parameters of
 * TVM. *out is a dump whose items belong to those of `left`, which must outlive it.
 *
 * A name is that of a node of `left`, with ":1" for its second output, or "%3.1". The file `map`,
 * which may be NULL, has other names: a line "NAME NODE" each, where NODE may be a pattern with *
 * and ?, which stands for the last node that it fits: a layer. `#` begins a comment.
 *
 * False after an error: a value has another number of elements than its node, or a node has two.
 * dbg_dump_free() frees *out. */
bool dbg_reference_read(const tunip_context *context, const char *path, const char *map,
                        const dbg_dump *left, dbg_dump *out, tunip_error *error);

/* The dump at `path` if there is one, else values as above. */
bool dbg_reference_or_dump(const tunip_context *context, const char *path, const char *map,
                           const dbg_dump *left, dbg_dump *out, tunip_error *error);

#endif
