/* server.h -- serves one page on 127.0.0.1, and tells browsers when there is a new one.
 *
 * It is a server for one person on one machine: GET / is the page, GET /events sends the number of
 * the page as server-sent events, and everything else is refused. So it needs no library. It never
 * waits for a browser: all sockets are non-blocking, every client has a deadline, and there is a
 * limit for the number of clients and for what each may send. */
#ifndef WATCH_SERVER_H
#define WATCH_SERVER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct watch_input {
    unsigned port; /* 0: a free one */
    /* Once the server has its port. */
    void (*ready)(void *user, unsigned port);
    /* Whether there is news since the last call. Called four times a second, so it must be fast. */
    bool (*look)(void *user);
    /* Makes the page with a number, from 1; *page is of malloc(). Called when a browser asks for
     * the page, and there is news. False: it cannot be made. The one before stays; if there is
     * none, browsers get one that says so. */
    bool (*make)(void *user, size_t number, char **page, size_t *size);
    void *user;
} watch_input;

/* Serves until SIGINT or SIGTERM. False and errno if the server cannot start or go on. */
bool watch_serve(const watch_input *input);

#endif
