/* file.h -- files that are written whole or not at all. */
#ifndef DEBUG_FILE_H
#define DEBUG_FILE_H

#include <stdio.h>

#include <tunip.h>

/* A file to write. It is made beside an old one of its name, and replaces it when it is complete.
 * A device, a pipe, a link, and a file in a folder that takes no others are written in place. */
typedef struct dbg_file {
    const char *path;
    FILE *out;
    char made[4096]; /* the file that is written and still has another name; "": in place */
    bool is_new;
} dbg_file;

/* False after an error. `path` must outlive the file. */
bool dbg_file_open(dbg_file *file, const char *path, tunip_error *error);
/* Ends a file. `fine`: all of it was written; else, and after an error, it does not stay. */
tunip_status dbg_file_close(dbg_file *file, bool fine, tunip_error *error);

#endif
