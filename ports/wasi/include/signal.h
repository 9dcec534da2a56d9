/* signal.h -- WASI has no signals; wasi-libc raises them only inside of the program. sigaction()
 * fails with ENOSYS. */
#ifndef WASI_SIGNAL_H
#define WASI_SIGNAL_H

#include_next <signal.h>
#include <sys/types.h>

#define SA_RESETHAND 1
#define SA_RESTART   2
#ifndef SIG_IGN
#define SIG_IGN ((void (*)(int))1)
#endif

typedef unsigned long wasi_signals;

struct sigaction {
    void (*sa_handler)(int number);
    wasi_signals sa_mask;
    int sa_flags;
};

int sigaction(int number, const struct sigaction *now, struct sigaction *before);
int sigemptyset(wasi_signals *set);
int kill(pid_t process, int number);

#endif
