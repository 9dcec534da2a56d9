/* child.h -- processes that this one starts and waits for, with a limit of time. A process and all
 * that it starts form a group. The group ends when this process ends, even by a signal that nothing
 * can handle. */
#ifndef CHILD_H
#define CHILD_H

#include <stdbool.h>
#include <sys/types.h>

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

/* Seconds of a clock that nobody sets. A deadline is a time of this clock, or INFINITY. */
double child_now(void);

/* Waits until a file has some of the `events` of poll(). 0: the deadline has passed. */
short child_poll(int file, short events, double deadline);

#endif
