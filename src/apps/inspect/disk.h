/* disk.h -- a folder to which files are written, and nothing outside of it. */
#ifndef INSPECT_DISK_H
#define INSPECT_DISK_H

#include "bytes.h"

typedef struct in_folder {
    int file;         /* the open folder; -1: none */
    const char *path; /* for messages */
    bool was_there;   /* before in_folder_begin() */
    in_text made;     /* what was created in it: paths, each with a NUL; of folders with a slash */
} in_folder;

/* Room for a component of a path: 200 bytes, a number behind it, and NUL. */
enum { IN_COMPONENT = 216 };
/* Takes the first component of a path as the name of a file: control characters, backslashes and
 * what leads out of a folder become '_', and more than 200 bytes are cut. */
void in_take_component(tunip_str *path, char out[IN_COMPONENT]);

/* Makes a folder, or takes an empty one. False with `error` filled. */
bool in_folder_make(in_folder *folder, const char *path, tunip_error *error);
void in_folder_close(in_folder *folder);
/* in_folder_make(), and at the end in_folder_close(). If `keep` is false, everything that was
 * created in between is removed, and nothing else. */
bool in_folder_begin(in_folder *folder, const char *path, tunip_error *error);
void in_folder_end(in_folder *folder, bool keep);
/* Creates a file and the folders on its way. `path` is relative. Components change as in
 * in_take_component(). A file that exists is not replaced: the new one gets a number. `taken`
 * receives the path of the file, unless it is NULL. -1 with `error` filled on failure. */
int in_folder_create(in_folder *folder, tunip_str path, in_text *taken, tunip_error *error);
/* A tunip_write_fn for a file descriptor behind `user`. */
int in_write_file(const char *data, size_t size, void *user);
/* Opens a file for reading, without following a symbolic link on its way; -1 on failure. */
int in_folder_open(const in_folder *folder, tunip_str path, tunip_error *error);
bool in_folder_take(in_folder *folder, const char *path, tunip_error *error);

#endif
