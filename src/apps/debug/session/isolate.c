/* isolate.c -- runs a function in a child process, which shares the memory of the tensors. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "session.h"

/* How the child ends: with one of the first two if its function has returned. */
enum { RETURNED = 77, FAILED, ENDED };

static const char *name_of(const rt_runtime *rt, size_t node)
{
    return rt_plan(rt)->nodes[node].name.data;
}

/* A crash ends the child by its signal, whoever wanted to handle it. */
static void reset_signals(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    struct sigaction usual = {.sa_handler = SIG_DFL};
    for (size_t i = 0; i < TUNIP_LEN(signals); i++) sigaction(signals[i], &usual, NULL);
}

/* A function called exit(). The files that parent and child share stay as they are. */
static void leave(void)
{
    _exit(ENDED);
}

/* The child: sends the message of a failure, or closes the pipe. */
static void run_child(rt_runtime *rt, size_t node, int out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    reset_signals();
    atexit(leave);
    if (rt_run_node(rt, node, &error) == TUNIP_OK && rt_check(rt, &error) == TUNIP_OK)
        _exit(RETURNED);
    _exit(write(out, error.message, strlen(error.message)) > 0 ? FAILED : ENDED);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Waits for the end of the pipe, at most until `end`; 0: for ever. False if the time is over. */
static bool wait_message(int in, double end, char *message, size_t room)
{
    size_t size = 0;
    struct pollfd poll_fd = {.fd = in, .events = POLLIN};
    for (;;) {
        double left = end > 0 ? end - now() : 0;
        int ready =
            end > 0 && left <= 0 ? 0 : poll(&poll_fd, 1, end > 0 ? (int)(left * 1000) + 1 : -1);
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) return false;
        ssize_t got = read(in, message + size, room - 1 - size);
        if (got <= 0) break;
        size += (size_t)got;
    }
    message[size] = '\0';
    return true;
}

/* Waits for the end of the child. A function can close the pipe and go on, so this, too, waits at
 * most until `end`; then it ends the child. False if it had to. */
static bool wait_child(pid_t child, double end, int *status)
{
    const struct timespec moment = {0, 1000000};
    pid_t ended;
    while ((ended = waitpid(child, status, end > 0 ? WNOHANG : 0)) <= 0 &&
           (ended == 0 || errno == EINTR)) {
        if (end > 0 && now() >= end) {
            kill(child, SIGKILL);
            while (waitpid(child, status, 0) < 0 && errno == EINTR) continue;
            return false;
        }
        if (ended == 0) nanosleep(&moment, NULL);
    }
    return true;
}

tunip_status dbg_run_isolated(rt_runtime *rt, size_t node, double limit, tunip_error *error)
{
    int ends[2], status = 0;
    char message[320] = "";
    if (pipe(ends) != 0)
        return tunip_error_set(error, TUNIP_ERROR_IO, "cannot make a pipe: %s", strerror(errno));
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        run_child(rt, node, ends[1]);
    }
    close(ends[1]);
    double end = limit > 0 ? now() + limit : 0;
    bool in_time = child > 0 && wait_message(ends[0], end, message, sizeof message);
    close(ends[0]);
    if (child < 0)
        return tunip_error_set(error, TUNIP_ERROR_IO, "cannot start a process: %s",
                               strerror(errno));
    if (!in_time) kill(child, SIGKILL);
    if (!wait_child(child, in_time ? end : 0, &status)) in_time = false;
    if (!in_time)
        return tunip_error_set(error, TUNIP_ERROR_RULE,
                               "node %zu, %.100s: its function did not end within %g seconds", node,
                               name_of(rt, node), limit);
    if (WIFSIGNALED(status))
        return tunip_error_set(error, TUNIP_ERROR_RULE,
                               "node %zu, %.100s: its function crashed (signal %d)", node,
                               name_of(rt, node), WTERMSIG(status));
    if (WEXITSTATUS(status) == FAILED && *message)
        return tunip_error_set(error, TUNIP_ERROR_RULE, "%s", message);
    if (WEXITSTATUS(status) != RETURNED)
        return tunip_error_set(error, TUNIP_ERROR_RULE,
                               "node %zu, %.100s: its function ended the process", node,
                               name_of(rt, node));
    return TUNIP_OK;
}
