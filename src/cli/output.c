/* output.c -- files that a command writes. A file that is not complete does not stay, and a file
 * that was there before keeps its content until the new one is complete. So a command can write to
 * the file that it reads. */
#define _XOPEN_SOURCE 700 /* realpath() */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

/* Whether another file can take the place of this one without any visible change but its content.
 * Devices, pipes and files with several names or of another user are written in place. */
static bool can_be_replaced(const char *path, struct stat *about)
{
    return stat(path, about) == 0 && S_ISREG(about->st_mode) && about->st_nlink == 1 &&
           about->st_uid == geteuid() && access(path, W_OK) == 0;
}

/* Opens a new file in the folder of the old one; NULL if this is not possible. A link stays, and
 * its target is replaced. */
static FILE *open_beside(cli_output *out, const struct stat *old)
{
    static const char suffix[] = ".XXXXXX";
    out->replaced = realpath(out->path, NULL);
    size_t size = out->replaced ? strlen(out->replaced) : 0;
    out->beside = size ? malloc(size + sizeof suffix) : NULL;
    if (out->beside) {
        memcpy(out->beside, out->replaced, size);
        memcpy(out->beside + size, suffix, sizeof suffix);
        int file = mkstemp(out->beside);
        FILE *opened = file < 0 ? NULL : fdopen(file, "wb");
        if (opened && fchmod(file, old->st_mode & 07777) == 0) return opened;
        if (opened) fclose(opened);
        if (file >= 0) remove(out->beside);
    }
    free(out->replaced);
    free(out->beside);
    out->replaced = out->beside = NULL;
    return NULL;
}

bool cli_output_open(cli_output *out, const char *path, tunip_error *error)
{
    struct stat old;
    bool is_stream = cli_is_stream(path);
    *out = (cli_output){.path = is_stream ? "standard output" : path};
    if (is_stream) out->file = stdout;
    if (!is_stream && can_be_replaced(path, &old)) out->file = open_beside(out, &old);
    if (!out->file) out->file = fopen(path, "wb");
    if (!out->file)
        tunip_error_set(error, TUNIP_ERROR_IO, "%s: cannot open: %s", path, strerror(errno));
    return out->file != NULL;
}

/* Devices stay. */
static void remove_file(const char *path)
{
    struct stat about;
    if (stat(path, &about) == 0 && S_ISREG(about.st_mode)) remove(path);
}

bool cli_output_close(cli_output *out, tunip_error *error)
{
    if (!out->file) return error->code == TUNIP_OK;
    bool is_stream = out->file == stdout, failed = ferror(out->file) != 0;
    if ((is_stream ? fflush(out->file) : fclose(out->file)) != 0) failed = true;
    failed |= error->code == TUNIP_ERROR_CANCELLED;
    if (!failed && error->code == TUNIP_OK && out->beside)
        failed = rename(out->beside, out->replaced) != 0;
    if (failed) {
        error->code = TUNIP_OK;
        tunip_error_set(error, TUNIP_ERROR_IO, "%s: cannot write: %s", out->path, strerror(errno));
    }
    if (error->code != TUNIP_OK && !is_stream) remove_file(out->beside ? out->beside : out->path);
    free(out->beside);
    free(out->replaced);
    *out = (cli_output){NULL};
    return error->code == TUNIP_OK;
}
