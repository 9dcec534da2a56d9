/* child.h -- processes that this one starts. No other file starts any, except for the debugger.
 *
 * The functions for Windows are not written yet. There no function starts anything: errno is
 * ENOSYS, and callers do without. */
#ifndef CHILD_H
#define CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Whether this system can start others. */
bool child_can_start(void);

/* ---- groups ----
 *
 * A process and all that it starts form a group. The group ends when this process ends, even by a
 * signal that nothing can handle. */

typedef struct child_group {
    pid_t id; /* also the id of its first process, the guard */
    int line; /* the guard waits until nobody can write to it */
} child_group;

/* Makes a group with its guard. False and errno on failure. */
bool child_group_start(child_group *group);

/* Puts a process into the group. Both the process and the one that forked it call this, because
 * either can run first; 0 stands for the caller in the new process. */
void child_group_join(const child_group *group, pid_t process);

/* Waits until a process of the group has ended, but at most until `deadline`. In both cases it then
 * ends all other processes of the group, which must not be used afterwards. `process` < 0: none
 * could be started. If SIGCHLD is ignored, the status is that of a failure. False if it was too
 * late. */
bool child_group_finish(child_group *group, pid_t process, double deadline, int *status);

/* Waits until a file has some of the `events` of poll(). 0: the deadline has passed. A deadline is
 * a time of tn_os_now(), or INFINITY. */
short child_poll(int file, short events, double deadline);

/* ---- programs ---- */

typedef enum child_end {
    CHILD_EXITED,
    CHILD_KILLED,
    CHILD_LATE,    /* it was stopped after the time */
    CHILD_MISSING, /* there is no such program */
    CHILD_FAILED   /* it cannot be started: errno */
} child_end;

typedef struct child_result {
    child_end end;
    int number; /* the exit status, or the signal that ended it */
} child_result;

/* Writes a piece of what a program says; the program is stopped if this does not return 0. */
typedef int (*child_write_fn)(const char *data, size_t size, void *user);

/* Runs argv[0], found in PATH, with `input` as its standard input (a file: some programs cannot
 * read a pipe, and a program that stops reading cannot block this one). Passes its standard output
 * to `write`, or with `messages` only its standard error. The other one is dropped. */
child_result child_run(const char *const *argv, const char *input, size_t input_size,
                       double seconds, bool messages, child_write_fn write, void *user);

/* Runs a command of the shell, sends it a request and receives the answer: *size bytes, of which
 * `room - 1` are kept, and a NUL. */
child_result child_ask(const char *command, const char *request, size_t request_size,
                       double seconds, char *answer, size_t room, size_t *size);

/* Replaces this process by a program. Returns only on failure, with errno. */
void child_replace(const char *path, char **argv);

/* ---- copies of this process ---- */

typedef struct child_copy {
    pid_t id; /* 0: none */
    int line; /* what it writes to its standard error */
} child_copy;

/* Starts a copy of this process, which calls work() and ends. False if there can be none. */
bool child_copy_start(child_copy *copy, void (*work)(void *user), void *user);
/* Waits for its end. Returns the signal that ended it, or 0. */
int child_copy_end(child_copy *copy);

/* ---- a pager ---- */

/* Starts a command of the shell that reads what this process writes to standard output, and to
 * standard error if that is a terminal. This process then ends after the command. False if it
 * cannot be started. */
bool child_pager_start(const char *command);
/* Whether there is one; whether it also reads standard error. */
bool child_pager_runs(void);
bool child_pager_reads_errors(void);

#endif
