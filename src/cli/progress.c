/* progress.c -- a line on the terminal about a command that takes long. */
#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../util/threads.h"
#include "cli.h"

/* "tunip history: 12 s, 84 steps (7 a second), 10.7 MB". A thread writes the line to standard
 * error, because much of the time passes within one call of the library. */
static struct {
    const char *command; /* NULL: there is no line */
    struct timespec begin;
    atomic_size_t steps, bytes;
    tn_thread thread;
    tn_mutex lock; /* of the terminal, and of: */
    bool is_shown;
    int ends[2]; /* a pipe: it is closed when the thread must end */
} progress;

enum { MS = 1000, DELAY_MS = 1000, PERIOD_MS = 200 };

static double elapsed(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - progress.begin.tv_sec) +
           (double)(now.tv_nsec - progress.begin.tv_nsec) * 1e-9;
}

static void put(const char *text)
{
    ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written; /* a line that cannot be written is not missed */
}

static void show(void)
{
    const double mb = 1e6;
    double took = elapsed();
    char line[256], steps[64] = "", bytes[64] = "";
    size_t count = atomic_load(&progress.steps), read = atomic_load(&progress.bytes);
    if (count)
        snprintf(steps, sizeof steps, ", %zu step%s (%.1f a second)", count, count == 1 ? "" : "s",
                 (double)count / took);
    if (read)
        snprintf(bytes, sizeof bytes, ", %.1f MB (%.1f MB a second)", (double)read / mb,
                 (double)read / mb / took);
    snprintf(line, sizeof line, "\r\33[Ktunip %s: %.0f s%s%s", progress.command, took, steps,
             bytes);
    put(line);
    progress.is_shown = true;
}

static void hide(void)
{
    if (progress.is_shown) put("\r\33[K");
    progress.is_shown = false;
}

static void tell(void *unused)
{
    struct pollfd end = {.fd = progress.ends[0], .events = POLLIN};
    (void)unused;
    for (int wait = DELAY_MS; poll(&end, 1, wait) <= 0; wait = PERIOD_MS) {
        tn_mutex_lock(&progress.lock);
        show();
        tn_mutex_unlock(&progress.lock);
    }
}

void cli_progress_begin(const char *command)
{
    const char *terminal = getenv("TERM");
    if (!isatty(STDERR_FILENO) || !terminal || strcmp(terminal, "dumb") == 0) return;
    if (pipe(progress.ends) != 0) return;
    /* A child that kept the pipe open would keep the thread from ending. */
    for (size_t i = 0; i < TUNIP_LEN(progress.ends); i++)
        fcntl(progress.ends[i], F_SETFD, FD_CLOEXEC);
    clock_gettime(CLOCK_MONOTONIC, &progress.begin);
    tn_mutex_init(&progress.lock);
    progress.command = command;
    if (tn_thread_start(&progress.thread, TN_THREAD_STACK, tell, NULL)) return;
    progress.command = NULL;
    close(progress.ends[0]);
    close(progress.ends[1]);
}

void cli_progress_add(size_t steps, size_t bytes)
{
    atomic_fetch_add(&progress.steps, steps);
    atomic_fetch_add(&progress.bytes, bytes);
}

size_t cli_progress_bytes(void)
{
    return atomic_load(&progress.bytes);
}

void cli_progress_forget(void)
{
    progress.command = NULL;
    atomic_store(&progress.bytes, 0);
}

void cli_progress_hold(void)
{
    if (!progress.command) return;
    tn_mutex_lock(&progress.lock);
    hide();
}

void cli_progress_release(void)
{
    if (progress.command) tn_mutex_unlock(&progress.lock);
}

void cli_progress_end(void)
{
    if (!progress.command) return;
    close(progress.ends[1]);
    tn_thread_join(&progress.thread);
    close(progress.ends[0]);
    hide();
    progress.command = NULL;
}
