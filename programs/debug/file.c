/* file.c -- files that are written whole or not at all. */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Opens a file with another name in the same folder; NULL if this is not possible. */
static FILE *open_beside(dbg_file *file, mode_t mode)
{
    int size = snprintf(file->made, sizeof file->made, "%s.%ld", file->path, (long)getpid());
    bool fits = size > 0 && (size_t)size < sizeof file->made;
    int number = fits ? open(file->made, O_WRONLY | O_CREAT | O_EXCL, mode) : -1;
    FILE *out = number < 0 ? NULL : fdopen(number, "wb");
    if (number >= 0 && !out) {
        close(number);
        remove(file->made);
    }
    if (!out) *file->made = '\0';
    return out;
}

bool dbg_file_open(dbg_file *file, const char *path, tunip_error *error)
{
    struct stat old;
    *file = (dbg_file){.path = path, .is_new = lstat(path, &old) != 0};
    bool is_plain = !file->is_new && S_ISREG(old.st_mode) && old.st_nlink == 1 &&
                    old.st_uid == geteuid() && access(path, W_OK) == 0;
    if (is_plain) file->out = open_beside(file, old.st_mode & 0777);
    if (!file->out) file->out = fopen(path, "wb");
    if (file->out) return true;
    tunip_error_set(error, TUNIP_ERROR_IO, "%s: cannot open: %s", path, strerror(errno));
    return false;
}

tunip_status dbg_file_close(dbg_file *file, bool fine, tunip_error *error)
{
    int why = errno;
    fine = fine && !ferror(file->out);
    if (fclose(file->out) != 0 && fine) fine = false, why = errno;
    if (fine && *file->made && rename(file->made, file->path) != 0) fine = false, why = errno;
    if (fine) return TUNIP_OK;
    if (*file->made || file->is_new) remove(*file->made ? file->made : file->path);
    return tunip_error_set(error, TUNIP_ERROR_IO, "%s: cannot write: %s", file->path,
                           strerror(why));
}
