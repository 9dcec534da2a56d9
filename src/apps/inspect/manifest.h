/* manifest.h -- the list of a saved set, in JSON. */
#ifndef INSPECT_MANIFEST_H
#define INSPECT_MANIFEST_H

#include "set.h"

#define IN_MANIFEST "artifacts.json"
/* An artifact with the imports of modules. */
#define IN_IMPORTS "imports.json"

/* An artifact of a list; its content is found by `path`, or by `offset` in a blob. */
typedef struct in_entry {
    tunip_artifact artifact; /* without content */
    tunip_str path, sha256;
    int64_t size, offset;
    bool in_memory;
} in_entry;

typedef struct in_manifest {
    tunip_str target_key;
    in_entry *entries;
    size_t count, room;
    in_arena arena;
} in_manifest;

/* Adds the list of a set; `offsets` says where a blob has the contents. */
void in_put_manifest(in_text *out, const tunip_artifact_set *set, bool offsets);
/* After a failure, the entries in front of it are there. */
bool in_read_manifest(in_manifest *manifest, tunip_str json, tunip_error *error);
void in_manifest_free(in_manifest *manifest);

#endif
