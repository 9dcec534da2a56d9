/* stdio.h -- adds to wasi-libc the name of the folder for temporary files: the root,
 * because a file system in memory has no other. */
#ifndef WASI_STDIO_H
#define WASI_STDIO_H

#include_next <stdio.h>

#define P_tmpdir "/"

#endif
