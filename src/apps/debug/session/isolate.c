/* isolate.c -- runs a function in a child process, which shares the memory of the tensors. */
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../child/child.h"
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

/* Reads to the end of the pipe. False if that takes too long. */
static bool read_message(int in, double deadline, char *message, size_t room)
{
    ssize_t got = 1;
    for (size_t size = 0; got > 0; size += (size_t)got) {
        if (!child_poll(in, POLLIN, deadline)) return false;
        got = read(in, message + size, room - 1 - size);
    }
    return true;
}

/* The state in which the child has ended. */
typedef struct outcome {
    bool is_late;
    int status;
    char message[320];
} outcome;

static bool run(rt_runtime *rt, size_t node, double deadline, outcome *out)
{
    int ends[2];
    child_group group;
    bool is_open = pipe(ends) == 0, is_guarded = is_open && child_group_start(&group);
    pid_t child = is_guarded ? fork() : -1;
    if (child == 0) {
        child_group_join(&group, 0);
        close(ends[0]);
        run_child(rt, node, ends[1]);
    }
    int why = errno;
    if (child > 0) child_group_join(&group, child);
    if (is_open) close(ends[1]);
    if (child > 0)
        out->is_late = !read_message(ends[0], deadline, out->message, sizeof out->message);
    if (is_open) close(ends[0]);
    double left = out->is_late ? 0 : deadline;
    if (is_guarded && !child_group_finish(&group, child, left, &out->status)) out->is_late = true;
    errno = why;
    return child > 0;
}

tunip_status dbg_run_isolated(rt_runtime *rt, size_t node, double limit, tunip_error *error)
{
    outcome out = {.message = ""};
    char what[80] = "ended the process";
    if (!run(rt, node, limit > 0 ? child_now() + limit : INFINITY, &out))
        return tunip_error_set(error, TUNIP_ERROR_IO, "cannot start a process: %s",
                               strerror(errno));
    bool has_ended = !out.is_late && WIFEXITED(out.status);
    if (has_ended && WEXITSTATUS(out.status) == RETURNED) return TUNIP_OK;
    if (has_ended && WEXITSTATUS(out.status) == FAILED && *out.message)
        return tunip_error_set(error, TUNIP_ERROR_RULE, "%s", out.message);
    if (out.is_late)
        snprintf(what, sizeof what, "did not end within %g seconds", limit);
    else if (WIFSIGNALED(out.status))
        snprintf(what, sizeof what, "crashed (signal %d)", WTERMSIG(out.status));
    return tunip_error_set(error, TUNIP_ERROR_RULE, "node %zu, %.100s: its function %s", node,
                           name_of(rt, node), what);
}
