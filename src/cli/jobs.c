/* jobs.c -- a command works on its inputs in several processes.
 *
 * A process, and not a thread, works on an input, because its messages go to its own standard
 * error. That is a pipe. This process reads the pipes in the order of the inputs and writes what it
 * reads, so the messages stand in the order in which one process would have written them. A process
 * that is ahead waits when its pipe is full. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../programs/child/child.h"
#include "cli.h"

/* Follows the messages of an input: a byte that no message has, the result, and the bytes that were
 * read so far, for the line of progress. */
enum { END = '\0', MARK_SIZE = 2 + sizeof(uint64_t), ROOM = 1 << 16 };

typedef struct process {
    child_copy copy; /* its line has its messages; none: then this process does the work */
    char *data;      /* of the messages that were read and not written: */
    size_t at, size;
    uint64_t bytes;
    size_t lost; /* inputs that it did not reach */
} process;

/* ---- in the process ---- */

/* The work of one process. */
typedef struct share {
    const cli_jobs *jobs;
    const process *all;
    size_t number;
} share;

static void work(void *user)
{
    const share *own = user;
    const cli_jobs *jobs = own->jobs;
    for (size_t i = 0; i < own->number; i++)
        if (own->all[i].copy.id) tn_os_close(own->all[i].copy.line);
    cli_progress_forget();
    for (size_t i = 0; i < jobs->count; i++) {
        char mark[MARK_SIZE] = {END};
        if (jobs->owners[i] % jobs->processes != own->number) continue;
        mark[1] = (char)jobs->run(jobs->user, i);
        uint64_t bytes = cli_progress_bytes();
        memcpy(mark + 2, &bytes, sizeof bytes);
        fflush(stderr);
        tn_os_write(2, mark, sizeof mark);
    }
}

static void start(const cli_jobs *jobs, process *all, size_t number)
{
    share own = {jobs, all, number};
    process *p = &all[number];
    p->data = malloc(ROOM);
    if (p->data) child_copy_start(&p->copy, work, &own);
}

/* ---- in this one ---- */

/* Reads more of the messages. False at their end. */
static bool fill(process *p)
{
    if (p->at) memmove(p->data, p->data + p->at, p->size - p->at);
    p->size -= p->at;
    p->at = 0;
    ptrdiff_t count = tn_os_read(p->copy.line, p->data + p->size, ROOM - p->size);
    if (count > 0) p->size += (size_t)count;
    return count > 0;
}

static void write_messages(process *p, size_t size)
{
    if (size) {
        cli_progress_hold();
        fwrite(p->data + p->at, 1, size, stderr);
        cli_progress_release();
    }
    p->at += size;
}

/* Writes the messages of one input and returns the result. */
static unsigned relay(process *p)
{
    for (;;) {
        const char *end = memchr(p->data + p->at, END, p->size - p->at);
        write_messages(p, end ? (size_t)(end - p->data) - p->at : p->size - p->at);
        if (p->size - p->at >= MARK_SIZE) break;
        if (fill(p)) continue;
        p->lost++;
        return CLI_JOB_FAILED;
    }
    uint64_t bytes;
    memcpy(&bytes, p->data + p->at + 2, sizeof bytes);
    unsigned result = (unsigned char)p->data[p->at + 1];
    cli_progress_add(0, (size_t)(bytes - p->bytes));
    p->bytes = bytes;
    p->at += MARK_SIZE;
    return result;
}

static void finish(process *p)
{
    int signal = p->copy.id ? child_copy_end(&p->copy) : 0;
    free(p->data);
    if (!p->lost) return;
    const char *many = p->lost == 1 ? "input was" : "inputs were";
    if (signal)
        cli_fail("a process ended by signal %d: %zu %s not finished", signal, p->lost, many);
    else
        cli_fail("a process ended early: %zu %s not finished", p->lost, many);
}

unsigned cli_jobs_run(const cli_jobs *jobs)
{
    unsigned result = 0;
    process *all = jobs->processes > 1 ? calloc(jobs->processes, sizeof *all) : NULL;
    fflush(NULL); /* or each process would write what is left in the buffers */
    for (size_t i = 0; all && i < jobs->processes; i++) start(jobs, all, i);
    for (size_t i = 0; i < jobs->count; i++) {
        process *owner = all ? &all[jobs->owners[i] % jobs->processes] : NULL;
        result |= owner && owner->copy.id ? relay(owner) : jobs->run(jobs->user, i);
    }
    for (size_t i = 0; all && i < jobs->processes; i++) finish(&all[i]);
    free(all);
    return result;
}
