/* file.h -- a file that is opened again later, to read parts of it. */
#ifndef TN_FILE_H
#define TN_FILE_H

#include <sys/stat.h>
#include <tunip/base.h>

/* Identifies the content of a file: if it is the same again, nobody has written to the file. */
typedef struct tn_file {
    struct stat noted;
    size_t size;
} tn_file;

/* Notes an open file. False if it is no regular file. */
bool tn_file_note(tn_file *file, int open_file);

/* Opens the file at `path`. Returns a negative number, with `error` filled, if it cannot be opened
 * or is not what was noted. */
int tn_file_open(const tn_file *file, const char *path, tunip_error *error);

/* Reads the bytes from `offset` on, up to `size` of them. Fewer if the file ends before; SIZE_MAX
 * with `error` filled on failure. */
size_t tn_file_read(int open_file, size_t offset, char *out, size_t size, tunip_error *error);

/* "cannot <what>: <the reason errno>": returns TUNIP_ERROR_IO. */
tunip_status tn_file_fail(tunip_error *error, const char *what, int reason);

#endif
