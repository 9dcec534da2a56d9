/* request.h -- the requests of browsers (RFC 9112), as far as the server answers them. */
#ifndef WATCH_REQUEST_H
#define WATCH_REQUEST_H

#include <stddef.h>

typedef enum watch_answer {
    WATCH_MORE, /* the request has not ended */
    WATCH_PAGE,
    WATCH_EVENTS,
    WATCH_BAD,       /* 400 */
    WATCH_FORBIDDEN, /* 403: the host has another name, so another site sends its readers here */
    WATCH_MISSING,   /* 404 */
    WATCH_METHOD,    /* 405 */
    WATCH_BUSY,      /* 503 */
    WATCH_ANSWERS
} watch_answer;

/* The answer to the bytes of a request. */
watch_answer watch_parse(const char *text, size_t size, unsigned port);

#endif
