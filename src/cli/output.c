/* output.c -- files that a command writes: one that is not complete does not stay. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"

FILE *cli_output_open(const char *path, tunip_error *error)
{
    FILE *out = cli_is_stream(path) ? stdout : fopen(path, "wb");
    if (!out) tunip_error_set(error, TUNIP_ERROR_IO, "%s: cannot open: %s", path, strerror(errno));
    return out;
}

/* Devices stay. */
static void remove_file(const char *path)
{
    struct stat about;
    if (stat(path, &about) == 0 && S_ISREG(about.st_mode)) remove(path);
}

bool cli_output_close(FILE *out, const char *path, tunip_error *error)
{
    bool is_stream = out == stdout, failed = ferror(out) != 0;
    if ((is_stream ? fflush(out) : fclose(out)) != 0) failed = true;
    if (failed || error->code == TUNIP_ERROR_CANCELLED) {
        error->code = TUNIP_OK;
        tunip_error_set(error, TUNIP_ERROR_IO, "%s: cannot write: %s",
                        is_stream ? "standard output" : path, strerror(errno));
    }
    if (error->code != TUNIP_OK && !is_stream) remove_file(path);
    return error->code == TUNIP_OK;
}
