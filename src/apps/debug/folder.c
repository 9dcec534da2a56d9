/* folder.c -- makes folders. */
#include "folder.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

bool dbg_folder_make(const char *path, tunip_error *error)
{
    size_t size = strlen(path);
    char *part = malloc(size + 1);
    if (!part) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory") == TUNIP_OK;
    memcpy(part, path, size + 1);
    bool fine = mkdir(path, 0777) == 0 || errno == EEXIST;
    for (size_t i = 1; !fine && i <= size; i++) {
        if (path[i] && path[i] != '/') continue;
        part[i] = '\0';
        fine = mkdir(part, 0777) == 0 || errno == EEXIST;
        if (!fine) break;
        part[i] = path[i];
        fine = i == size;
    }
    if (!fine)
        tunip_error_set(error, TUNIP_ERROR_IO, "%s: cannot make the folder: %s", part,
                        strerror(errno));
    free(part);
    return fine;
}
