/* tool.c -- other programs, without a shell and with a limit of time. The input is a file without a
 * name: some programs cannot read a pipe, and a program that stops reading cannot block this one.
 * */
#define _DEFAULT_SOURCE /* environ */
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../child/child.h"

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

static bool start(const char *const *argv, int input, int output, bool messages,
                  const child_group *group, pid_t *child, bool *missing)
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
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, group->id);
    char *const *words = (char *const *)(uintptr_t)argv;
    int status = posix_spawnp(child, argv[0], &actions, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    *missing = status == ENOENT;
    return status == 0;
}

/* Reads until the end; false if that takes too long. */
static bool read_until(int output, double deadline, in_text *out)
{
    char room[1 << 16];
    while (child_poll(output, POLLIN, deadline)) {
        ssize_t size = read(output, room, sizeof room);
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) return true;
        in_put(out, (tunip_str){room, (size_t)size});
        if (out->failed) return true;
    }
    return false;
}

in_tool_result in_tool_run(const char *const *argv, tunip_str input, unsigned seconds,
                           bool messages, in_text *out)
{
    int ends[2], file = nameless_file(input), status = -1;
    bool is_open = file >= 0 && pipe(ends) == 0, missing = false;
    child_group group;
    if (!is_open || !child_group_start(&group)) {
        if (is_open) close(ends[0]);
        if (is_open) close(ends[1]);
        if (file >= 0) close(file);
        return IN_TOOL_FAILED;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    pid_t child = -1;
    bool started = start(argv, file, ends[1], messages, &group, &child, &missing);
    close(file);
    close(ends[1]);
    double deadline = child_now() + seconds;
    bool late = started && !read_until(ends[0], deadline, out);
    close(ends[0]);
    if (!child_group_finish(&group, started ? child : -1, late ? 0 : deadline, &status))
        late = true;
    if (missing) return IN_TOOL_MISSING;
    if (late) return IN_TOOL_LATE;
    return started && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? IN_TOOL_DONE : IN_TOOL_FAILED;
}
