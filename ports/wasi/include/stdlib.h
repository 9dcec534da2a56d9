/* stdlib.h -- adds to wasi-libc the functions that it lacks. WASI has no links: realpath() copies
 * the name of a file that is there. */
#ifndef WASI_STDLIB_H
#define WASI_STDLIB_H

#include_next <stdlib.h>

char *realpath(const char *path, char *resolved); /* `resolved` is NULL */
int mkstemp(char *name);
char *mkdtemp(char *name);

#endif
