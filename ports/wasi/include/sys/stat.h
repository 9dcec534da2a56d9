/* stat.h -- WASI has no modes of files: fchmod() and umask() do nothing. */
#ifndef WASI_SYS_STAT_H
#define WASI_SYS_STAT_H

#include_next <sys/stat.h>

int fchmod(int file, mode_t mode);
mode_t umask(mode_t mask);

#endif
