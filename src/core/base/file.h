/* file.h -- a file that is opened again later, to read parts of it. */
#ifndef TN_FILE_H
#define TN_FILE_H

#include <sys/stat.h>
#include <tunip/base.h>

/* Identifies a file and its content. */
typedef struct tn_file {
    struct stat noted;
    size_t size;
} tn_file;

/* Notes an open file. False if it is no regular file. */
bool tn_file_note(tn_file *file, int open_file);

/* Opens the file at `path`. Returns a negative number, with `error` filled, if it cannot be opened,
 * is another file, or has fewer bytes than were noted. */
int tn_file_open(const tn_file *file, const char *path, tunip_error *error);

/* Whether nobody has written to the open file since it was noted. */
bool tn_file_is_unchanged(const tn_file *file, int open_file);

/* Reads the bytes from `offset` on, up to `size` of them. Fewer if the file ends before; SIZE_MAX
 * with `error` filled on failure. */
size_t tn_file_read(int open_file, size_t offset, char *out, size_t size, tunip_error *error);

/* Fails because somebody wrote to the file: returns TUNIP_ERROR_IO. */
tunip_status tn_file_fail_changed(tunip_error *error);

/* "cannot <what>: <the reason errno>": returns TUNIP_ERROR_IO. */
tunip_status tn_file_fail(tunip_error *error, const char *what, int reason);

#endif
