/* messages.c -- the environment of the command's functions in a fuzz target: messages are formatted
 * and dropped, and the file that they open is the input. */
#include <stdio.h>

#include "cli/cli.h"
#include "fuzz.h"

/* ---- messages, which the command writes to stderr ---- */

static FILE *dropped(void)
{
    static FILE *file;
    if (!file) file = fopen("/dev/null", "w");
    FUZZ_CHECK(file);
    return file;
}

#undef stderr
#define stderr dropped()
#include "cli/messages.c"

/* ---- the input as a file ---- */

/* The command's files are compiled to call this instead of fopen(), because real files would take
 * most of the time. */
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
