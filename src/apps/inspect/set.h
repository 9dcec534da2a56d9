/* set.h -- sets of artifacts. */
#ifndef INSPECT_SET_H
#define INSPECT_SET_H

#include "bytes.h"
#include "tunip_inspect.h"

struct tunip_artifact_set {
    in_arena arena;
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
/* Whether bytes are a set that tunip saved: they begin with its magic, or are an archive that
 * begins with its list. */
bool in_is_saved_set(tunip_str bytes);
/* tunip_artifact_set_recover() of such bytes, which must outlive the set. `map` is the mapped file
 * that has them, or an empty one. */
tunip_artifact_set *in_set_recover(tunip_str bytes, const tunip_str *map, tunip_error *error);
/* Adds a problem. False when out of memory. */
bool in_set_complain(tunip_artifact_set *set, const char *problem);
/* CODEGEN/FILE_NAME, or FILE_NAME. */
void in_put_artifact_path(in_text *out, const tunip_artifact *artifact);

#endif
