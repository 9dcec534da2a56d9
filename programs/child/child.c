/* child.c -- programs, copies of this process and a pager: starting them and waiting for them.
 *
 * A group of processes has a guard, its first process. It does nothing but read from a pipe. Only
 * this process holds the other end of the pipe, and never writes to it. When this process ends, the
 * kernel closes that end, and the read of the guard returns. The guard then ends its group. This
 * works even after SIGKILL, which no signal handler can catch. */
#include "child.h"

#include <errno.h>

#ifdef _WIN32

/* ======== Windows ======== */

bool child_can_start(void)
{
    return false;
}

static child_result absent(void)
{
    errno = ENOSYS;
    return (child_result){CHILD_FAILED, 0};
}

child_result child_run(const char *const *argv, const char *input, size_t input_size,
                       double seconds, bool messages, child_write_fn write, void *user)
{
    (void)argv, (void)input, (void)input_size, (void)seconds, (void)messages, (void)write;
    (void)user;
    return absent();
}

child_result child_ask(const char *command, const char *request, size_t request_size,
                       double seconds, char *answer, size_t room, size_t *size)
{
    (void)command, (void)request, (void)request_size, (void)seconds, (void)answer, (void)room;
    *size = 0;
    return absent();
}

void child_replace(const char *path, char **argv)
{
    (void)path, (void)argv;
    absent();
}

bool child_copy_start(child_copy *copy, void (*work)(void *user), void *user)
{
    (void)work, (void)user;
    *copy = (child_copy){0, -1};
    absent();
    return false;
}

int child_copy_end(child_copy *copy)
{
    *copy = (child_copy){0, -1};
    return 0;
}

bool child_pager_start(const char *command)
{
    (void)command;
    absent();
    return false;
}

bool child_pager_runs(void)
{
    return false;
}

bool child_pager_reads_errors(void)
{
    return false;
}

#else

/* ======== POSIX ======== */

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../src/util/os.h"

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

extern char **environ;

bool child_can_start(void)
{
    return true;
}

/* ---- groups ---- */

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
        if (tn_os_now() >= deadline) return false;
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

short child_poll(int file, short events, double deadline)
{
    while (true) {
        double left = deadline - tn_os_now();
        struct pollfd wait = {.fd = file, .events = events};
        if (left <= 0) return 0;
        int ready = poll(&wait, 1, left > 1000 ? 1000000 : (int)(left * 1000) + 1);
        if (ready > 0) return wait.revents;
        if (ready < 0 && errno != EINTR) return POLLERR;
    }
}

/* ---- programs ---- */

/* Makes a stream of the program write to a file; drops what it says there if the file is < 0. */
static void lead(posix_spawn_file_actions_t *actions, int stream, int file)
{
    if (file >= 0)
        posix_spawn_file_actions_adddup2(actions, file, stream);
    else
        posix_spawn_file_actions_addopen(actions, stream, "/dev/null", O_WRONLY, 0);
}

/* The process, or -1 with errno. *missing: there is no such program. */
static pid_t start(const char *const *argv, int input, int output, int errors,
                   const child_group *group, bool *missing)
{
    pid_t child = -1;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    *missing = false;
    int number = posix_spawn_file_actions_init(&actions);
    if (number != 0) return errno = number, -1;
    number = posix_spawnattr_init(&attributes);
    if (number != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return errno = number, -1;
    }
    posix_spawn_file_actions_adddup2(&actions, input, 0);
    lead(&actions, 1, output);
    lead(&actions, 2, errors);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, group->id);
    char *const *words = (char *const *)(uintptr_t)argv;
    number = posix_spawnp(&child, argv[0], &actions, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    *missing = number == ENOENT;
    errno = number;
    return number == 0 ? child : -1;
}

static void close_two(const int ends[2])
{
    tn_os_close(ends[0]);
    tn_os_close(ends[1]);
}

/* Two ends that no program inherits, and a group. */
static bool open_line(bool both_ways, int ends[2], child_group *group)
{
    int made = both_ways ? socketpair(AF_UNIX, SOCK_STREAM, 0, ends) : pipe(ends);
    if (made != 0) return false;
    for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    if (child_group_start(group)) return true;
    close_two(ends);
    return false;
}

static child_result result_of(int status, bool is_late)
{
    if (is_late) return (child_result){CHILD_LATE, 0};
    if (WIFSIGNALED(status)) return (child_result){CHILD_KILLED, WTERMSIG(status)};
    return (child_result){CHILD_EXITED, WEXITSTATUS(status)};
}

static child_result fail_start(child_group *group, bool missing)
{
    int status, number = errno;
    child_group_finish(group, -1, 0, &status);
    errno = number;
    return (child_result){missing ? CHILD_MISSING : CHILD_FAILED, 0};
}

/* Reads until the end; false if that takes too long. */
static bool read_until(int output, double deadline, child_write_fn write, void *user)
{
    char room[1 << 16];
    while (child_poll(output, POLLIN, deadline)) {
        ptrdiff_t size = tn_os_read(output, room, sizeof room);
        if (size <= 0 || write(room, (size_t)size, user) != 0) return true;
    }
    return false;
}

/* An open file with these bytes and without a name; -1 on failure. */
static int nameless_file(const char *bytes, size_t size)
{
    int file = tn_open_temporary();
    if (file < 0 || (tn_os_write(file, bytes, size) && lseek(file, 0, SEEK_SET) == 0)) return file;
    tn_os_close(file);
    return -1;
}

child_result child_run(const char *const *argv, const char *input, size_t input_size,
                       double seconds, bool messages, child_write_fn write, void *user)
{
    int ends[2], status = 0, file = nameless_file(input, input_size);
    child_group group;
    bool missing;
    if (file < 0 || !open_line(false, ends, &group)) {
        if (file >= 0) tn_os_close(file);
        return (child_result){CHILD_FAILED, 0};
    }
    int output = messages ? -1 : ends[1], errors = messages ? ends[1] : -1;
    pid_t child = start(argv, file, output, errors, &group, &missing);
    tn_os_close(file);
    tn_os_close(ends[1]);
    double deadline = tn_os_now() + seconds;
    bool late = child > 0 && !read_until(ends[0], deadline, write, user);
    tn_os_close(ends[0]);
    if (child < 0) return fail_start(&group, missing);
    late |= !child_group_finish(&group, child, late ? 0 : deadline, &status);
    return result_of(status, late);
}

typedef struct talk {
    int socket; /* the standard input and output of a command */
    const char *request;
    size_t left; /* of the request */
    char *answer;
    size_t room, size;
} talk;

static bool receive(talk *t)
{
    char chunk[256];
    ssize_t got = recv(t->socket, chunk, sizeof chunk, 0);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
    for (ssize_t i = 0; i < got; i++, t->size++)
        if (t->size + 1 < t->room) t->answer[t->size] = chunk[i];
    return got > 0;
}

/* Sends the request while the answer arrives, because the command need not read all of it. False
 * after the deadline. */
static bool exchange(talk *t, double deadline)
{
    bool is_sent = false;
    while (true) {
        short events = child_poll(t->socket, is_sent ? POLLIN : POLLIN | POLLOUT, deadline);
        if (!events) return false;
        if (events & POLLOUT) {
            ssize_t sent = send(t->socket, t->request, t->left, MSG_NOSIGNAL | MSG_DONTWAIT);
            if (sent > 0) t->request += sent, t->left -= (size_t)sent;
            if (!t->left || (sent < 0 && errno == EPIPE)) {
                shutdown(t->socket, SHUT_WR);
                is_sent = true;
            }
        }
        if (events & (POLLIN | POLLHUP | POLLERR) && !receive(t)) return true;
    }
}

child_result child_ask(const char *command, const char *request, size_t request_size,
                       double seconds, char *answer, size_t room, size_t *size)
{
    const char *const argv[] = {"/bin/sh", "-c", command, NULL};
    double deadline = tn_os_now() + seconds;
    int ends[2], status = 0;
    child_group group;
    bool missing;
    *size = 0;
    if (!open_line(true, ends, &group)) return (child_result){CHILD_FAILED, 0};
    talk t = {ends[0], request, request_size, answer, room, 0};
    pid_t child = start(argv, ends[1], ends[1], STDERR_FILENO, &group, &missing);
    tn_os_close(ends[1]);
    bool late = child > 0 && !exchange(&t, deadline);
    tn_os_close(ends[0]); /* the command may go on after it has closed its output */
    if (child < 0) return fail_start(&group, missing);
    late |= !child_group_finish(&group, child, late ? 0 : deadline, &status);
    *size = t.size;
    answer[t.size < room ? t.size : room - 1] = '\0';
    return result_of(status, late);
}

void child_replace(const char *path, char **argv)
{
    execv(path, argv);
}

/* ---- copies of this process ---- */

bool child_copy_start(child_copy *copy, void (*work)(void *user), void *user)
{
    int ends[2];
    *copy = (child_copy){0, -1};
    if (pipe(ends) != 0) return false;
    pid_t id = fork();
    if (id == 0) {
        close(ends[0]);
        dup2(ends[1], STDERR_FILENO);
        close(ends[1]);
        work(user);
        _exit(0);
    }
    tn_os_close(ends[1]);
    if (id < 0) tn_os_close(ends[0]);
    if (id > 0) *copy = (child_copy){id, ends[0]};
    return id > 0;
}

int child_copy_end(child_copy *copy)
{
    int status = 0;
    tn_os_close(copy->line);
    wait_for(copy->id, &status);
    *copy = (child_copy){0, -1};
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

/* ---- a pager ---- */

/* The process that shows the output; 0: none. While there is one, standard output is a pipe, and
 * standard error, too, if it was a terminal: the pager would write over its messages. */
static struct {
    pid_t process;
    bool has_errors;
} pager;

bool child_pager_runs(void)
{
    return pager.process != 0;
}

bool child_pager_reads_errors(void)
{
    return pager.process && pager.has_errors;
}

/* The pager reads to the end, and the user leaves it. */
static void wait_for_pager(void)
{
    int ignored;
    if (!pager.process) return;
    close(STDOUT_FILENO);
    if (pager.has_errors) close(STDERR_FILENO);
    wait_for(pager.process, &ignored);
    pager.process = 0;
}

static void end_pager(void)
{
    fflush(stdout);
    wait_for_pager();
}

/* Without this, a shell would take the terminal from a pager that still reads keys. */
static void end_by_signal(int number)
{
    wait_for_pager();
    signal(number, SIG_DFL);
    raise(number);
}

static void run_pager(const char *command, const int ends[2])
{
    setenv("LESS", "FRX", 0); /* no key for a short text; colours; the text stays on the screen */
    setenv("LV", "-c", 0);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    close(ends[1]);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

bool child_pager_start(const char *command)
{
    static const int deadly[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    int ends[2];
    if (fflush(stdout) != 0 || pipe(ends) != 0) return false;
    pid_t process = fork();
    if (process == 0) run_pager(command, ends);
    if (process > 0) {
        pager.has_errors = isatty(STDERR_FILENO);
        pager.process = process;
        dup2(ends[1], STDOUT_FILENO);
        if (pager.has_errors) dup2(ends[1], STDERR_FILENO);
        atexit(end_pager);
        for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
            signal(deadly[i], end_by_signal);
    }
    close_two(ends);
    return process > 0;
}

#endif
