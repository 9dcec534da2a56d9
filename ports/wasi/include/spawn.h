/* spawn.h -- WASI starts no processes: every function fails with ENOSYS. */
#ifndef WASI_SPAWN_H
#define WASI_SPAWN_H

#include <sys/types.h>

typedef struct {
    int unused;
} posix_spawn_file_actions_t;
typedef struct {
    int unused;
} posix_spawnattr_t;

enum { POSIX_SPAWN_SETPGROUP = 2 };

int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int from, int to);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *actions, int file,
                                     const char *path, int flags, mode_t mode);
int posix_spawnattr_init(posix_spawnattr_t *attributes);
int posix_spawnattr_destroy(posix_spawnattr_t *attributes);
int posix_spawnattr_setflags(posix_spawnattr_t *attributes, short flags);
int posix_spawnattr_setpgroup(posix_spawnattr_t *attributes, pid_t group);
int posix_spawnp(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const words[], char *const variables[]);

#endif
