/* wait.h -- WASI starts no processes, so there are none to wait for. */
#ifndef WASI_SYS_WAIT_H
#define WASI_SYS_WAIT_H

#include <sys/types.h>

#define WNOHANG             1
#define WIFEXITED(status)   (((status)&127) == 0)
#define WEXITSTATUS(status) ((status) >> 8 & 255)
#define WIFSIGNALED(status) (((status)&127) != 0)
#define WTERMSIG(status)    ((status)&127)

pid_t waitpid(pid_t process, int *status, int options);

#endif
