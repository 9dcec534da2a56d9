/* zip.h -- the members of a zip archive, as numpy.savez() and numpy.savez_compressed() write it. */
#ifndef DEBUG_ZIP_H
#define DEBUG_ZIP_H

#include <tunip.h>

/* A member of an archive, unpacked. */
typedef struct dbg_member {
    tunip_str name; /* points into the archive */
    tunip_str data;
} dbg_member;

/* Calls `take` for each member of the archive `file`, whose data are valid during the call. Stops
 * when `take` returns false, which fills `error`. `path` is for messages. Fails if the archive is
 * damaged, encrypted, larger than 4 GB, or packed with another method than deflate. */
typedef bool (*dbg_member_fn)(void *user, const dbg_member *member, tunip_error *error);
bool dbg_zip_each(tunip_str file, const char *path, dbg_member_fn take, void *user,
                  tunip_error *error);

#endif
