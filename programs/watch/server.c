/* server.c -- one loop that waits for all sockets. */
#include "server.h"

#include <errno.h>

#ifdef _WIN32

/* The sockets of Windows are not files, and nobody has asked for the server there. */
bool watch_serve(const watch_input *input)
{
    (void)input;
    errno = ENOSYS;
    return false;
}

#else

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../../src/util/os.h"
#include "../child/child.h"
#include "request.h"

enum { MOST_CLIENTS = 32, MOST_LISTENERS = 16, LONGEST_REQUEST = 8192, LONGEST_HEAD = 1024 };

/* Seconds. */
static const double LOOK = 0.25;     /* between looks for news */
static const double PATIENCE = 10;   /* for a request */
static const double STANDSTILL = 30; /* of a client that does not read */
static const double FAREWELL = 2;    /* for a client to close */
static const double HEARTBEAT = 15;  /* of events, to notice clients that are gone */

/* A page, as long as a client still reads it. */
typedef struct page {
    char *text; /* NULL: none */
    size_t size;
    size_t number;
} page;

typedef enum client_state { NOBODY, ASKING, READING, LISTENING, LEAVING } client_state;

typedef struct client {
    client_state state;
    int file;
    double deadline;
    char request[LONGEST_REQUEST];
    size_t request_size;
    char head[LONGEST_HEAD]; /* of the answer; or events that are to be sent */
    size_t head_size, head_done;
    bool has_page;
    size_t page; /* which of the server's */
    size_t page_done;
} client;

/* At most two pages are kept: the last one, and the one before it for clients that still read
 * it. */
typedef struct server {
    const watch_input *input;
    int file;
    unsigned port;
    size_t number; /* of the news so far */
    bool is_stale; /* the page with this number is not made yet */
    bool is_full;  /* the process has no more files: nobody is let in until the next look */
    page pages[2];
    size_t current;
    client clients[MOST_CLIENTS];
} server;

/* ---- signals ---- */

static int signal_pipe[2] = {-1, -1};

static void note_signal(int number)
{
    int kept = errno;
    char byte = (char)number;
    if (write(signal_pipe[1], &byte, 1) < 0) errno = kept; /* the pipe is full: it was noted */
    errno = kept;
}

static bool be_quick(int file)
{
    int flags = fcntl(file, F_GETFL);
    return flags >= 0 && fcntl(file, F_SETFL, flags | O_NONBLOCK) == 0 &&
           fcntl(file, F_SETFD, FD_CLOEXEC) == 0;
}

/* A second signal ends the process at once. */
static bool catch_signals(struct sigaction before[2])
{
    struct sigaction action = {.sa_handler = note_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    return pipe(signal_pipe) == 0 && be_quick(signal_pipe[0]) && be_quick(signal_pipe[1]) &&
           sigaction(SIGINT, &action, &before[0]) == 0 &&
           sigaction(SIGTERM, &action, &before[1]) == 0;
}

static void let_signals_go(const struct sigaction before[2])
{
    sigaction(SIGINT, &before[0], NULL);
    sigaction(SIGTERM, &before[1], NULL);
    for (size_t i = 0; i < 2; i++) {
        if (signal_pipe[i] >= 0) close(signal_pipe[i]);
        signal_pipe[i] = -1;
    }
}

/* ---- answers ---- */

static const struct status {
    const char *line, *text;
} statuses[WATCH_ANSWERS] = {
    [WATCH_PAGE] = {"200 OK", NULL},
    [WATCH_EVENTS] = {"200 OK", NULL},
    [WATCH_BAD] = {"400 Bad Request", "a bad request\n"},
    [WATCH_FORBIDDEN] = {"403 Forbidden", "this server has another name\n"},
    [WATCH_MISSING] = {"404 Not Found", "there is only one page: /\n"},
    [WATCH_METHOD] = {"405 Method Not Allowed", "only GET is allowed\n"},
    [WATCH_BUSY] = {"503 Service Unavailable", "too many browsers\n"},
};

/* Before there is a dump. */
static const char nothing_yet[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"refresh\" content=\"1\">\n<meta name=\"color-scheme\" content=\"light "
    "dark\">"
    "\n<title>tunip explorer</title></head>\n<body><main><h1>tunip explorer</h1>\n"
    "<p>There are no dumps yet. This page waits for them.</p></main></body>\n</html>\n";

static const char common[] = "Connection: close\r\nCache-Control: no-store\r\n"
                             "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
                             "Cross-Origin-Resource-Policy: same-origin\r\n"
                             "X-Frame-Options: DENY\r\n";

static void leave(client *c)
{
    if (c->state != NOBODY) close(c->file);
    c->state = NOBODY;
    c->has_page = false;
}

/* Makes the page if there is news. Clients that read the page before the last one are too slow. */
static void renew(server *s)
{
    size_t next = !s->current;
    page made = {.number = s->number};
    if (!s->is_stale) return;
    s->is_stale = false;
    if (!s->input->make(s->input->user, s->number, &made.text, &made.size)) return;
    for (size_t i = 0; i < MOST_CLIENTS; i++)
        if (s->clients[i].has_page && s->clients[i].page == next) leave(&s->clients[i]);
    free(s->pages[next].text);
    s->pages[next] = made;
    s->current = next;
}

/* The number of the page that a browser would get. */
static size_t number_of(const server *s)
{
    return s->is_stale ? s->number : s->pages[s->current].number;
}

static bool has_room_for_listener(const server *s)
{
    size_t count = 0;
    for (size_t i = 0; i < MOST_CLIENTS; i++) count += s->clients[i].state == LISTENING;
    return count < MOST_LISTENERS;
}

static void answer(server *s, client *c, watch_answer what, double now)
{
    if (what == WATCH_EVENTS && !has_room_for_listener(s)) what = WATCH_BUSY;
    const struct status *status = &statuses[what];
    const char *text = status->text;
    if (what == WATCH_PAGE) renew(s);
    const page *shown = what == WATCH_PAGE ? &s->pages[s->current] : NULL;
    if (shown && !shown->text) text = nothing_yet;
    c->has_page = shown && shown->text;
    c->page = s->current;
    c->page_done = 0;
    c->head_done = 0;
    c->state = what == WATCH_EVENTS ? LISTENING : READING;
    c->deadline = now + (what == WATCH_EVENTS ? HEARTBEAT : STANDSTILL);
    int used;
    if (what == WATCH_EVENTS)
        used = snprintf(c->head, sizeof c->head,
                        "HTTP/1.1 %s\r\nContent-Type: text/event-stream\r\n%s\r\nretry: 1000\n"
                        "data: %zu\n\n",
                        status->line, common, number_of(s));
    else
        used = snprintf(c->head, sizeof c->head,
                        "HTTP/1.1 %s\r\nContent-Type: %s; charset=utf-8\r\nContent-Length: %zu\r\n"
                        "%s%s\r\n%s",
                        status->line, what == WATCH_PAGE ? "text/html" : "text/plain",
                        text ? strlen(text) : shown->size,
                        what == WATCH_METHOD ? "Allow: GET\r\n" : "", common, text ? text : "");
    c->head_size = (size_t)used;
}

/* ---- clients ---- */

/* Sends what there is. False if the client is gone. */
static bool send_some(client *c, const char *text, size_t size, size_t *done, double now)
{
    while (*done < size) {
        ssize_t sent = send(c->file, text + *done, size - *done, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
        *done += (size_t)sent;
        if (c->state == READING) c->deadline = now + STANDSTILL;
    }
    return true;
}

static void serve_answer(server *s, client *c, double now)
{
    bool fine = send_some(c, c->head, c->head_size, &c->head_done, now);
    const page *shown = c->has_page ? &s->pages[c->page] : NULL;
    bool has_head = c->head_done == c->head_size;
    if (fine && has_head && shown)
        fine = send_some(c, shown->text, shown->size, &c->page_done, now);
    if (!fine) {
        leave(c);
    } else if (c->state == READING && has_head && (!shown || c->page_done == shown->size)) {
        /* The rest of the request must be read, or the client may lose the answer. */
        shutdown(c->file, SHUT_WR);
        c->has_page = false;
        c->state = LEAVING;
        c->deadline = now + FAREWELL;
    }
}

/* Reads a request, or drops what comes behind it. */
static void hear(server *s, client *c, double now)
{
    char dropped[4096];
    bool asks = c->state == ASKING;
    char *to = asks ? c->request + c->request_size : dropped;
    size_t room = asks ? sizeof c->request - c->request_size : sizeof dropped;
    ssize_t got = recv(c->file, to, room, 0);
    if (got < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (got <= 0) leave(c);
    if (got <= 0 || !asks) return;
    c->request_size += (size_t)got;
    watch_answer what = watch_parse(c->request, c->request_size, s->port);
    if (what == WATCH_MORE && c->request_size == sizeof c->request) what = WATCH_BAD;
    if (what == WATCH_MORE) return;
    answer(s, c, what, now);
    serve_answer(s, c, now);
}

static bool has_to_send(const server *s, const client *c)
{
    bool has_page = c->has_page && c->page_done < s->pages[c->page].size;
    return c->head_done < c->head_size || has_page;
}

static void pass_deadline(client *c, double now)
{
    if (c->state != LISTENING || c->head_done < c->head_size) {
        leave(c);
        return;
    }
    c->head_size = (size_t)snprintf(c->head, sizeof c->head, ":\n\n");
    c->head_done = 0;
    c->deadline = now + HEARTBEAT;
    if (!send_some(c, c->head, c->head_size, &c->head_done, now)) leave(c);
}

static void welcome(server *s, double now)
{
    for (size_t i = 0; i < MOST_CLIENTS; i++) {
        client *c = &s->clients[i];
        if (c->state != NOBODY) continue;
        int file = accept(s->file, NULL, NULL);
        if (file < 0) {
            s->is_full = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
            return;
        }
        c->state = ASKING;
        c->file = file;
        c->request_size = c->head_size = c->head_done = 0;
        c->has_page = false;
        c->deadline = now + PATIENCE;
        if (!be_quick(file)) leave(c);
    }
}

/* A listener that has not read the last number is too slow. */
static void spread_news(server *s, double now)
{
    s->number++;
    s->is_stale = true;
    for (size_t i = 0; i < MOST_CLIENTS; i++) {
        client *c = &s->clients[i];
        if (c->state != LISTENING) continue;
        if (c->head_done < c->head_size) {
            leave(c);
            continue;
        }
        c->head_size = (size_t)snprintf(c->head, sizeof c->head, "data: %zu\n\n", number_of(s));
        c->head_done = 0;
        serve_answer(s, c, now);
    }
}

/* ---- the loop ---- */

static bool open_socket(server *s)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)s->input->port)};
    socklen_t size = sizeof at;
    int yes = 1;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    s->file = socket(AF_INET, SOCK_STREAM, 0);
    if (s->file < 0 || !be_quick(s->file) ||
        setsockopt(s->file, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        bind(s->file, (struct sockaddr *)&at, sizeof at) != 0 || listen(s->file, SOMAXCONN) != 0 ||
        getsockname(s->file, (struct sockaddr *)&at, &size) != 0)
        return false;
    s->port = ntohs(at.sin_port);
    return true;
}

/* The reasons for which a wait ends. */
typedef enum wake { WAKE_SOCKETS, WAKE_SIGNAL, WAKE_FAILURE } wake;

/* The sockets of a wait, and which client has each; poll() may refuse more than the process may
 * open, so there are only those that are open. */
typedef struct waiting {
    struct pollfd files[2 + MOST_CLIENTS];
    size_t of[MOST_CLIENTS]; /* the place of each client in `files`; 0: none */
    size_t listener;         /* the same */
} waiting;

/* Waits for sockets until there is time for another look. */
static wake wait_for_sockets(server *s, waiting *w, double until)
{
    bool has_room = false;
    nfds_t count = 0;
    w->files[count++] = (struct pollfd){.fd = signal_pipe[0], .events = POLLIN};
    for (size_t i = 0; i < MOST_CLIENTS; i++) {
        const client *c = &s->clients[i];
        bool is_here = c->state != NOBODY;
        has_room |= !is_here;
        w->of[i] = is_here ? count : 0;
        if (!is_here) continue;
        int events = (c->state == READING ? 0 : POLLIN) | (has_to_send(s, c) ? POLLOUT : 0);
        w->files[count++] = (struct pollfd){.fd = c->file, .events = (short)events};
    }
    w->listener = has_room && !s->is_full ? count : 0;
    if (w->listener) w->files[count++] = (struct pollfd){.fd = s->file, .events = POLLIN};
    double left = until - tn_os_now();
    int ready = poll(w->files, count, left > 0 ? (int)(left * 1000) + 1 : 0);
    if (ready < 0 && errno != EINTR) return WAKE_FAILURE;
    for (size_t i = 0; ready < 0 && i < count; i++) w->files[i].revents = 0;
    return w->files[0].revents ? WAKE_SIGNAL : WAKE_SOCKETS;
}

static void serve_clients(server *s, const waiting *w, double now)
{
    for (size_t i = 0; i < MOST_CLIENTS; i++) {
        client *c = &s->clients[i];
        short events = w->of[i] ? w->files[w->of[i]].revents : 0;
        if (c->state == NOBODY) continue;
        if (events & POLLOUT) serve_answer(s, c, now);
        if (c->state != NOBODY && (events & (POLLIN | POLLHUP | POLLERR))) hear(s, c, now);
        if (c->state != NOBODY && now > c->deadline) pass_deadline(c, now);
    }
    if (w->listener && w->files[w->listener].revents) welcome(s, now);
}

/* False, with errno, if it cannot go on; true after a signal. */
static bool run(server *s)
{
    waiting w;
    double next = tn_os_now();
    for (;;) {
        if (tn_os_now() >= next) {
            if (s->input->look(s->input->user)) spread_news(s, tn_os_now());
            s->is_full = false;
            next = tn_os_now() + LOOK;
        }
        wake why = wait_for_sockets(s, &w, next);
        if (why != WAKE_SOCKETS) return why == WAKE_SIGNAL;
        serve_clients(s, &w, tn_os_now());
    }
}

bool watch_serve(const watch_input *input)
{
    struct sigaction before[2];
    server *s = calloc(1, sizeof *s);
    if (!s) return false;
    s->input = input;
    s->file = -1;
    sigaction(SIGINT, NULL, &before[0]);
    sigaction(SIGTERM, NULL, &before[1]);
    bool fine = open_socket(s) && catch_signals(before);
    int why = errno;
    if (fine) {
        input->ready(input->user, s->port);
        fine = run(s);
        why = errno;
    }
    let_signals_go(before);
    for (size_t i = 0; i < MOST_CLIENTS; i++) leave(&s->clients[i]);
    for (size_t i = 0; i < 2; i++) free(s->pages[i].text);
    if (s->file >= 0) close(s->file);
    free(s);
    errno = why;
    return fine;
}

#endif
