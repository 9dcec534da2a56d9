/* standalone.c -- runs a fuzz target over the files it is given: for corpora, for inputs that once
 * crashed, and where there is no libFuzzer. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        size_t size = 0;
        uint8_t *bytes = contents(argv[i], &size);
        if (!bytes) {
            fprintf(stderr, "cannot read %s\n", argv[i]);
            failed = 1;
            continue;
        }
        LLVMFuzzerTestOneInput(bytes, size);
        free(bytes);
    }
    return failed;
}
