/* files.h -- folders that are written, archives that are read, and other programs. */
#ifndef INSPECT_FILES_H
#define INSPECT_FILES_H

#include "../../src/util/os.h"
#include "bytes.h"
#include "tree.h"

/* ======== disk ======== */

/* A folder to which files are written, and nothing outside of it. */

typedef struct in_folder {
    tn_folder *open;  /* NULL: none */
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
void in_folder_close(in_folder *folder);
/* folder_make(), and at the end in_folder_close(). If `keep` is false, everything that was
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

/* ======== tar ======== */

/* Archives: tar (ustar, pax, GNU) and ar. Their members are never used as names of files
 * before in_take_name() allows them. */

bool in_is_tar(tunip_str data);
bool in_is_ar(tunip_str data);
/* Adds a container for each regular file. Complains about all others but folders. */
void in_expand_tar(in_tree *tree, in_node *node);
void in_expand_ar(in_tree *tree, in_node *node);

/* Why a relative name may not be used; NULL: it stays inside of its folder, is not empty, and has
 * no backslash and no control character. */
const char *in_name_flaw(tunip_str name);
/* Whether a member may have this name. Otherwise complains about the member. */
bool in_take_name(in_tree *tree, const in_node *node, size_t offset, tunip_str name);

/* ======== tool ======== */

/* Other programs, without a shell and with a limit of time. */

typedef enum in_tool_result {
    IN_TOOL_DONE,
    IN_TOOL_MISSING, /* there is no such program */
    IN_TOOL_FAILED,  /* it ended with another status than 0 */
    IN_TOOL_LATE     /* it was stopped after the time */
} in_tool_result;

/* Runs argv[0], found in PATH, with `input` as its standard input (a file), and adds its standard
 * output to `out`, or with `messages` only its standard error. */
in_tool_result in_tool_run(const char *const *argv, tunip_str input, unsigned seconds,
                           bool messages, in_text *out);
/* The same for arguments of objdump. If there is no objdump, or if it cannot read the file, the
 * objdump of LLVM, which knows other machines, shows it. */
in_tool_result in_objdump_run(const char *const *argv, tunip_str input, unsigned seconds,
                              in_text *out);

#endif
