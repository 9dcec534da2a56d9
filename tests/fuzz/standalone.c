/* standalone.c -- runs a fuzz target over files and folders of files, without libFuzzer, whose
 * options it ignores. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"

static size_t runs;

/* The bytes of the file on the heap, of exactly its size, so that sanitizers see overruns. */
static uint8_t *contents(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    long end = ftell(file);
    rewind(file);
    *size = end > 0 ? (size_t)end : 0;
    uint8_t *bytes = malloc(*size ? *size : 1);
    if (bytes && fread(bytes, 1, *size, file) != *size) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    return bytes;
}

static bool run_file(const char *path)
{
    size_t size = 0;
    uint8_t *bytes = contents(path, &size);
    if (!bytes) {
        fprintf(stderr, "cannot read %s\n", path);
        return false;
    }
    if (getenv("FUZZ_VERBOSE")) fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(bytes, size);
    free(bytes);
    runs++;
    return true;
}

/* Runs over the files of a folder, but not over its subfolders. */
static bool run(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder) return run_file(path);
    bool fine = true;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        char name[4096];
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.') fine &= run_file(name);
    }
    closedir(folder);
    return fine;
}

int main(int argc, char **argv)
{
    bool fine = true;
    for (int i = 1; i < argc; i++)
        if (argv[i][0] != '-') fine &= run(argv[i]);
    printf("%zu inputs\n", runs);
    return fine && runs ? EXIT_SUCCESS : EXIT_FAILURE;
}
