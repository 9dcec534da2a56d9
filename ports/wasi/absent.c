/* absent.c -- POSIX functions that wasi-libc does not have. WASI knows files and streams, but no
 * processes, signals, sockets or shared libraries: functions for those fail with ENOSYS, and tunip
 * reports it as it reports any failure of the system. */
#define _GNU_SOURCE /* madvise() */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- files ---- */

/* A program begins in the root folder. wasi-libc makes relative names absolute after chdir(). */
__attribute__((constructor)) static void enter_folder(void)
{
    const char *folder = getenv("PWD");
    if (folder && chdir(folder) != 0) perror(folder);
}

int dup(int file)
{
    return openat(file, ".", O_RDONLY | O_DIRECTORY);
}

int madvise(void *begin, size_t size, int advice)
{
    (void)begin, (void)size, (void)advice;
    return 0;
}

uid_t geteuid(void)
{
    return 0;
}

int fchown(int file, uid_t owner, gid_t group)
{
    (void)file, (void)owner, (void)group;
    return 0;
}

int fchmod(int file, mode_t mode)
{
    (void)file, (void)mode;
    return 0;
}

mode_t umask(mode_t mask)
{
    (void)mask;
    return 022;
}

char *realpath(const char *path, char *resolved)
{
    (void)resolved;
    return access(path, F_OK) == 0 ? strdup(path) : NULL;
}

/* Puts numbers in the place of XXXXXX until `make` succeeds. */
static int make_unique(char *name, int (*make)(const char *name))
{
    char *mark = strrchr(name, 'X');
    if (!mark || mark - name < 5) return errno = EINVAL, -1;
    for (int i = 0; i < 1000000; i++) {
        char number[7];
        snprintf(number, sizeof number, "%06d", i);
        memcpy(mark - 5, number, 6);
        int made = make(name);
        if (made >= 0 || errno != EEXIST) return made;
    }
    return -1;
}

static int make_file(const char *name)
{
    return open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
}

static int make_folder(const char *name)
{
    return mkdir(name, 0700);
}

int mkstemp(char *name)
{
    return make_unique(name, make_file);
}

char *mkdtemp(char *name)
{
    return make_unique(name, make_folder) < 0 ? NULL : name;
}

/* ---- what there is not ---- */

static int absent(void)
{
    errno = ENOSYS;
    return -1;
}

void *dlopen(const char *path, int flags)
{
    (void)path, (void)flags;
    return NULL;
}

void *dlsym(void *library, const char *name)
{
    (void)library, (void)name;
    return NULL;
}

int dlclose(void *library)
{
    (void)library;
    return 0;
}

char *dlerror(void)
{
    static char why[] = "WebAssembly loads no libraries";
    return why;
}

pid_t fork(void)
{
    return absent();
}

pid_t waitpid(pid_t process, int *status, int options)
{
    (void)process, (void)status, (void)options;
    return absent();
}

int setpgid(pid_t process, pid_t group)
{
    (void)process, (void)group;
    return absent();
}

int kill(pid_t process, int number)
{
    (void)process, (void)number;
    return absent();
}

int pipe(int ends[2])
{
    (void)ends;
    return absent();
}

int execv(const char *path, char *const words[])
{
    (void)path, (void)words;
    return absent();
}

int execl(const char *path, const char *word, ...)
{
    (void)path, (void)word;
    return absent();
}

int dup2(int from, int to)
{
    (void)from, (void)to;
    return absent();
}

int sigaction(int number, const struct sigaction *now, struct sigaction *before)
{
    (void)number, (void)now, (void)before;
    return absent();
}

int sigemptyset(wasi_signals *set)
{
    *set = 0;
    return 0;
}

int socket(int family, int type, int protocol)
{
    (void)family, (void)type, (void)protocol;
    return absent();
}

int socketpair(int family, int type, int protocol, int ends[2])
{
    (void)family, (void)type, (void)protocol, (void)ends;
    return absent();
}

int setsockopt(int socket, int level, int name, const void *value, socklen_t size)
{
    (void)socket, (void)level, (void)name, (void)value, (void)size;
    return absent();
}

int bind(int socket, const struct sockaddr *address, socklen_t size)
{
    (void)socket, (void)address, (void)size;
    return absent();
}

int listen(int socket, int most)
{
    (void)socket, (void)most;
    return absent();
}

int getsockname(int socket, struct sockaddr *address, socklen_t *size)
{
    (void)socket, (void)address, (void)size;
    return absent();
}

/* posix_spawn() and its kin return the number of the error. */

int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions)
{
    (void)actions;
    return ENOSYS;
}

int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions)
{
    (void)actions;
    return ENOSYS;
}

int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int from, int to)
{
    (void)actions, (void)from, (void)to;
    return ENOSYS;
}

int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *actions, int file,
                                     const char *path, int flags, mode_t mode)
{
    (void)actions, (void)file, (void)path, (void)flags, (void)mode;
    return ENOSYS;
}

int posix_spawnattr_init(posix_spawnattr_t *attributes)
{
    (void)attributes;
    return ENOSYS;
}

int posix_spawnattr_destroy(posix_spawnattr_t *attributes)
{
    (void)attributes;
    return ENOSYS;
}

int posix_spawnattr_setflags(posix_spawnattr_t *attributes, short flags)
{
    (void)attributes, (void)flags;
    return ENOSYS;
}

int posix_spawnattr_setpgroup(posix_spawnattr_t *attributes, pid_t group)
{
    (void)attributes, (void)group;
    return ENOSYS;
}

int posix_spawnp(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const words[], char *const variables[])
{
    (void)process, (void)path, (void)actions, (void)attributes, (void)words, (void)variables;
    return ENOSYS;
}
