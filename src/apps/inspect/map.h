/* map.h -- files in memory without reading them. */
#ifndef INSPECT_MAP_H
#define INSPECT_MAP_H

#include <tunip/base.h>

/* Maps a regular file. An empty one gives an empty view. False with `error` filled. */
bool in_map(const char *path, tunip_str *out, tunip_error *error);
/* The same of an open file; `path` is for messages. */
bool in_map_open(int file, const char *path, tunip_str *out, tunip_error *error);
void in_unmap(tunip_str map);
/* Lets go of the pages of bytes of a map, which are read again when they are needed. */
void in_map_drop(tunip_str bytes);

#endif
