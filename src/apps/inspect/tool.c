/* tool.c -- other programs, without a shell and with a limit of time. The input is a file without a
 * name: some programs cannot read a pipe, and a program that stops reading cannot block this one.
 * */
#define _DEFAULT_SOURCE /* environ */
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static bool write_all(int file, tunip_str bytes)
{
    enum { STEP = 1 << 20 };
    while (bytes.size) {
        ssize_t done = write(file, bytes.data, bytes.size < STEP ? bytes.size : STEP);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        bytes.data += done;
        bytes.size -= (size_t)done;
    }
    return true;
}

/* An open file with these bytes and without a name; -1 on failure. */
static int nameless_file(tunip_str bytes)
{
    char name[] = P_tmpdir "/tunip-XXXXXX";
    int file = mkstemp(name);
    if (file < 0) return -1;
    unlink(name);
    if (write_all(file, bytes) && lseek(file, 0, SEEK_SET) == 0) return file;
    close(file);
    return -1;
}

static bool start(const char *const *argv, int input, int output, bool messages, pid_t *child,
                  bool *missing)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions) != 0) return false;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return false;
    }
    posix_spawn_file_actions_adddup2(&actions, input, 0);
    posix_spawn_file_actions_adddup2(&actions, output, 1);
    if (messages)
        posix_spawn_file_actions_adddup2(&actions, output, 2);
    else
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    /* a group of its own: its children end with it */
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    char *const *words = (char *const *)(uintptr_t)argv;
    int status = posix_spawnp(child, argv[0], &actions, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    *missing = status == ENOENT;
    return status == 0;
}

static long long milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Reads until the end; false if that takes too long. */
static bool read_until(int output, long long deadline, in_text *out)
{
    char room[1 << 16];
    for (;;) {
        long long left = deadline - milliseconds();
        struct pollfd one = {output, POLLIN, 0};
        int ready = left > 0 ? poll(&one, 1, (int)left) : 0;
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) return false;
        ssize_t size = read(output, room, sizeof room);
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) return true;
        in_put(out, (tunip_str){room, (size_t)size});
        if (out->failed) return true;
    }
}

/* Waits for the child; stops it and its group at the deadline. */
static int finish(pid_t child, long long deadline, bool *late)
{
    int status = 0;
    const struct timespec pause = {0, 2000000};
    while (!*late && waitpid(child, &status, WNOHANG) == 0) {
        *late = milliseconds() >= deadline;
        if (!*late) nanosleep(&pause, NULL);
        if (!*late) continue;
        kill(-child, SIGKILL);
        waitpid(child, &status, 0);
        return status;
    }
    if (*late) {
        kill(-child, SIGKILL);
        waitpid(child, &status, 0);
    }
    return status;
}

in_tool_result in_tool_run(const char *const *argv, tunip_str input, unsigned seconds,
                           bool messages, in_text *out)
{
    int ends[2], file = nameless_file(input);
    pid_t child;
    bool missing = false;
    if (file < 0 || pipe(ends) != 0) {
        if (file >= 0) close(file);
        return IN_TOOL_FAILED;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    bool started = start(argv, file, ends[1], messages, &child, &missing);
    close(file);
    close(ends[1]);
    long long deadline = milliseconds() + 1000ll * seconds;
    bool late = started && !read_until(ends[0], deadline, out);
    close(ends[0]);
    int status = started ? finish(child, deadline, &late) : -1;
    if (missing) return IN_TOOL_MISSING;
    if (late) return IN_TOOL_LATE;
    return started && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? IN_TOOL_DONE : IN_TOOL_FAILED;
}
