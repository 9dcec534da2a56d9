/* messages.c -- what surrounds the command's functions when they run in a fuzz target: messages are
 * made, looked at and dropped, and the file that they open is the input. */
#include <stdarg.h>
#include <stdio.h>

#include "cli/cli.h"
#include "fuzz.h"

static int drop(const char *format, va_list args)
{
    char message[4096];
    int size = vsnprintf(message, sizeof message, format, args);
    FUZZ_CHECK(size > 0);
    fuzz_drop(message, strlen(message), NULL);
    return CLI_TROUBLE;
}

int cli_fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int status = drop(format, args);
    va_end(args);
    return status;
}

int cli_fail_at(const char *file, size_t line, size_t column, const char *format, ...)
{
    va_list args;
    FUZZ_CHECK(file && line && column);
    va_start(args, format);
    int status = drop(format, args);
    va_end(args);
    return status;
}

int cli_fail_error(const char *file, const tunip_error *error)
{
    return cli_fail("%s: %s%s", file, error->message, error->path);
}

/* ---- the input as a file ---- */

/* The command's files are compiled to call this instead of fopen(): a file system would take most
 * of the time. */
FILE *fuzz_open(const char *path, const char *mode);

static tunip_str contents;

const char *fuzz_file(tunip_str bytes)
{
    contents = bytes;
    return "input.json";
}

FILE *fuzz_open(const char *path, const char *mode)
{
    FUZZ_CHECK(strcmp(path, "input.json") == 0);
    return fmemopen((void *)(uintptr_t)contents.data, contents.size, mode);
}
