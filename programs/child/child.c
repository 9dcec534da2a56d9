/* child.c -- groups of processes with a guard, and waiting for them.
 *
 * The guard is the first process of a group. It does nothing but read from a pipe. Only this
 * process holds the other end of the pipe, and never writes to it. When this process ends, the
 * kernel closes that end, and the read of the guard returns. The guard then ends its group. This
 * works even after SIGKILL, which no signal handler can catch. */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* UNKNOWN: the status of a process whose end nobody saw, because SIGCHLD is ignored. It stands for
 * the exit status 127. */
enum { MOST_FILES = 1024, UNKNOWN = 127 << 8 };

/* The guard closes its copies of other files: whoever reads from a pipe waits for all of them. */
static void guard(int line)
{
    char byte;
    if (setpgid(0, 0) != 0) _exit(1);
    for (int file = 0; file < MOST_FILES; file++)
        if (file != line) close(file);
    while (read(line, &byte, 1) < 0 && errno == EINTR) continue;
    kill(0, SIGKILL);
    _exit(1);
}

bool child_group_start(child_group *group)
{
    int ends[2];
    if (pipe(ends) != 0) return false;
    group->line = ends[1];
    fcntl(group->line, F_SETFD, FD_CLOEXEC);
    group->id = fork();
    if (group->id == 0) {
        close(ends[1]);
        guard(ends[0]);
    }
    int why = errno;
    close(ends[0]);
    if (group->id > 0) setpgid(group->id, group->id); /* whichever process comes first */
    if (group->id < 0) close(group->line);
    errno = why;
    return group->id > 0;
}

void child_group_join(const child_group *group, pid_t process)
{
    setpgid(process, group->id);
    if (process == 0) close(group->line);
}

static void wait_for(pid_t process, int *status)
{
    while (waitpid(process, status, 0) < 0 && errno == EINTR) continue;
}

/* True if the process has ended before the deadline. */
static bool wait_until(pid_t process, double deadline, int *status)
{
    struct timespec pause = {0, 100000};
    while (true) {
        pid_t ended = waitpid(process, status, WNOHANG);
        bool is_lost = ended < 0 && errno != EINTR;
        if (is_lost) *status = UNKNOWN;
        if (ended > 0 || is_lost) return true;
        if (child_now() >= deadline) return false;
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < 10000000) pause.tv_nsec *= 2;
    }
}

bool child_group_finish(child_group *group, pid_t process, double deadline, int *status)
{
    int ignored;
    bool in_time = process < 0 || wait_until(process, deadline, status);
    kill(-group->id, SIGKILL);
    if (!in_time) wait_for(process, status);
    wait_for(group->id, &ignored);
    close(group->line);
    return in_time;
}

double child_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

short child_poll(int file, short events, double deadline)
{
    while (true) {
        double left = deadline - child_now();
        struct pollfd wait = {.fd = file, .events = events};
        if (left <= 0) return 0;
        int ready = poll(&wait, 1, left > 1000 ? 1000000 : (int)(left * 1000) + 1);
        if (ready > 0) return wait.revents;
        if (ready < 0 && errno != EINTR) return POLLERR;
    }
}
