/* progress.c -- a line on the terminal about a command that takes long. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../util/threads.h"
#include "cli.h"

/* "tunip history: 12 s, 84 steps (7 a second), 10.7 MB". A thread writes the line to standard
 * error, because much of the time passes within one call of the library. */
static struct {
    const char *command; /* NULL: there is no line */
    double begin;
    atomic_size_t steps, bytes;
    tn_thread thread;
    tn_mutex lock; /* of the terminal, and of: */
    bool is_shown;
    tn_condition ending;
    bool is_ended;
} progress;

static const double DELAY = 1, PERIOD = 0.2; /* seconds */

static void put(const char *text)
{
    tn_os_write(2, text, strlen(text)); /* a line that cannot be written is not missed */
}

static void show(void)
{
    const double mb = 1e6;
    double took = tn_os_now() - progress.begin;
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
    (void)unused;
    tn_mutex_lock(&progress.lock);
    double next = progress.begin + DELAY;
    while (!progress.is_ended) {
        double left = next - tn_os_now();
        if (left > 0) {
            tn_condition_wait_for(&progress.ending, &progress.lock, left);
        } else {
            show();
            next = tn_os_now() + PERIOD;
        }
    }
    tn_mutex_unlock(&progress.lock);
}

static void end_waiting(void)
{
    tn_condition_destroy(&progress.ending);
    tn_mutex_destroy(&progress.lock);
    progress.command = NULL;
}

void cli_progress_begin(const char *command)
{
    const char *terminal = getenv("TERM");
    if (!tn_is_terminal(stderr) || !terminal || strcmp(terminal, "dumb") == 0) return;
    progress.begin = tn_os_now();
    progress.is_ended = false;
    tn_mutex_init(&progress.lock);
    tn_condition_init(&progress.ending);
    progress.command = command;
    if (tn_thread_start(&progress.thread, TN_THREAD_STACK, tell, NULL)) return;
    end_waiting();
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
    tn_mutex_lock(&progress.lock);
    progress.is_ended = true;
    tn_condition_wake(&progress.ending);
    tn_mutex_unlock(&progress.lock);
    tn_thread_join(&progress.thread);
    hide();
    end_waiting();
}
