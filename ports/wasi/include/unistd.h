/* unistd.h -- adds to wasi-libc the functions that it lacks. Those for processes fail with
 * ENOSYS. */
#ifndef WASI_UNISTD_H
#define WASI_UNISTD_H

#include_next <unistd.h>

pid_t fork(void);
int setpgid(pid_t process, pid_t group);
int pipe(int ends[2]);
int execv(const char *path, char *const words[]);
int execl(const char *path, const char *word, ...);
int dup(int file); /* of a folder */
int dup2(int from, int to);
uid_t geteuid(void);
int fchown(int file, uid_t owner, gid_t group);

#endif
