/* set.h -- sets of artifacts, and their list in JSON. */
#ifndef INSPECT_SET_H
#define INSPECT_SET_H

#include "bytes.h"
#include "tunip_inspect.h"

/* ======== set ======== */

/* Sets of artifacts. */

struct tunip_artifact_set {
    tn_arena arena;
    tunip_str target_key;
    tunip_artifact *items; /* sorted */
    size_t count, room;
    tunip_str *maps; /* files that belong to the set */
    size_t map_count, map_room;
    const tunip_str *lent; /* mapped files of others */
    size_t lent_count;
    const char **problems; /* of a set that was recovered; in the arena */
    size_t problem_count, problem_room;
};

/* Gives a mapped file to the set, which unmaps it in the end; also on failure. */
bool in_set_own(tunip_artifact_set *set, tunip_str map, tunip_error *error);
/* The hash of bytes; lets go of their pages if they are mapped. */
void in_hash(tunip_str bytes, bool is_mapped, char out[65]);
/* Whether the set has mapped these bytes. */
bool in_set_maps(const tunip_artifact_set *set, tunip_str bytes);
/* Whether bytes are a set that tunip saved: they begin with its magic, are an archive that begins
 * with its list, or are a library with such a set. */
bool in_is_saved_set(tunip_str bytes);
/* The symbol of a library behind which a set is embedded, and the name of the artifact that stands
 * for the library itself. */
#define IN_EMBEDDED "__tunip_artifacts"
#define IN_LIBRARY  "library.so"
/* tunip_artifact_set_recover() of such bytes, which must outlive the set. `map` is the mapped file
 * that has them, or an empty one. */
tunip_artifact_set *in_set_recover(tunip_str bytes, const tunip_str *map, tunip_error *error);
/* Adds a problem. False when out of memory. */
bool in_set_complain(tunip_artifact_set *set, const char *problem);
/* Whether an artifact of an embedded set stands for the library that has the set. */
bool in_is_linked_library(const tunip_artifact *artifact);
/* The extension by which a compiler knows that it can link a file; NULL: it does not. */
const char *in_linkable_extension(tunip_str name);
/* CODEGEN/FILE_NAME, or FILE_NAME. */
void in_put_artifact_path(in_text *out, const tunip_artifact *artifact);

/* ======== manifest ======== */

/* The list of a saved set, in JSON. */

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
    tn_arena arena;
} in_manifest;

/* Adds the list of a set. With `offsets`, it is the list of a blob: it says where the blob has the
 * contents, which it has grouped by loader. */
void in_put_manifest(in_text *out, const tunip_artifact_set *set, bool offsets);
/* After a failure, the entries in front of it are there. */
bool in_read_manifest(in_manifest *manifest, tunip_str json, tunip_error *error);
void in_manifest_free(in_manifest *manifest);

#endif
