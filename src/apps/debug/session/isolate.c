/* isolate.c -- runs a function in a child process, which shares the memory of the tensors. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "session.h"

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

/* The child: sends the message of a failure, or closes the pipe. */
static void run_child(rt_runtime *rt, size_t node, int out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    reset_signals();
    if (rt_run_node(rt, node, &error) == TUNIP_OK && rt_check(rt, &error) == TUNIP_OK) _exit(0);
    ssize_t sent = write(out, error.message, strlen(error.message));
    _exit(sent > 0 ? 2 : 3);
}

/* Waits for the end of the pipe, at most for `limit` seconds. False if the time is over. */
static bool wait_message(int in, double limit, char *message, size_t room)
{
    size_t size = 0;
    struct pollfd poll_fd = {.fd = in, .events = POLLIN};
    int milliseconds = limit > 0 ? (int)(limit * 1000) + 1 : -1;
    for (;;) {
        int ready = poll(&poll_fd, 1, milliseconds);
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) return false;
        ssize_t got = read(in, message + size, room - 1 - size);
        if (got <= 0) break;
        size += (size_t)got;
    }
    message[size] = '\0';
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
    bool in_time = child > 0 && wait_message(ends[0], limit, message, sizeof message);
    close(ends[0]);
    if (child < 0)
        return tunip_error_set(error, TUNIP_ERROR_IO, "cannot start a process: %s",
                               strerror(errno));
    if (!in_time) kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    if (!in_time)
        return tunip_error_set(error, TUNIP_ERROR_RULE,
                               "node %zu, %.100s: its function did not end within %g seconds", node,
                               name_of(rt, node), limit);
    if (WIFSIGNALED(status))
        return tunip_error_set(error, TUNIP_ERROR_RULE,
                               "node %zu, %.100s: its function crashed (signal %d)", node,
                               name_of(rt, node), WTERMSIG(status));
    if (*message) return tunip_error_set(error, TUNIP_ERROR_RULE, "%s", message);
    if (WEXITSTATUS(status))
        return tunip_error_set(error, TUNIP_ERROR_RULE,
                               "node %zu, %.100s: its function ended the process with status %d",
                               node, name_of(rt, node), WEXITSTATUS(status));
    return TUNIP_OK;
}
