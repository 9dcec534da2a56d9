/* command.c -- runs a command for each cost. */
#include "command.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../child/child.h"

/* ---- the cache: a file of one line for each function, target and command ---- */

static uint64_t hash_text(uint64_t hash, tunip_str text)
{
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * UINT64_C(0x100000001B3);
    return hash;
}

static tunip_str cache_path(cg_memory *memory, const cg_command *c, const cg_function *function,
                            tunip_str target)
{
    uint64_t hash = hash_text(function->hash ^ UINT64_C(0xCBF29CE484222325), target);
    hash = hash_text(hash, tunip_str_from(c->command));
    return cg_format(memory, "%s/%016llx%016llx", c->cache, (unsigned long long)function->hash,
                     (unsigned long long)hash);
}

/* "1e-6", "inf", "nan", with blanks around it. A NUL, which follows `text`, is no part of it. */
static bool parse_seconds(tunip_str text, double *out)
{
    char *end;
    *out = strtod(text.data, &end);
    if (end == text.data) return false;
    while (*end && strchr(" \t\r\n", *end)) end++;
    return end == text.data + text.size && !(*out < 0);
}

static bool find_kept(const char *path, double *out)
{
    char line[64] = "";
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    size_t size = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    line[size] = '\0';
    return size + 1 < sizeof line && parse_seconds((tunip_str){line, size}, out);
}

/* The file gets its name when it is complete. */
static bool keep(cg_memory *memory, const cg_command *c, const char *path, double cost)
{
    tunip_str other = cg_format(memory, "%s.%ld", path, (long)getpid());
    tunip_str line = cg_format(memory, "%.17g\n", cost);
    mkdir(c->cache, 0777);
    FILE *file = other.data && line.data ? fopen(other.data, "wb") : NULL;
    if (!file) return false;
    bool fine = fwrite(line.data, 1, line.size, file) == line.size;
    fine = fclose(file) == 0 && fine;
    fine = fine && rename(other.data, path) == 0;
    if (!fine) remove(other.data);
    return fine;
}

/* ---- the request ---- */

static bool write_request(cg_memory *memory, const cg_command *c, const cg_function *function,
                          tunip_str target, tunip_str *out, tunip_error *error)
{
    tunip_print_options print = TUNIP_PRINT_OPTIONS_INIT;
    const tunip_node *node = &function->function->base.base.base.base.base;
    cg_buffer text = {.memory = memory}, request = {.memory = memory};
    print.backend = "relay";
    print.show_meta = true;
    if (tunip_print_stream(c->context, node, &print, cg_put_chunk, &text, error) != TUNIP_OK)
        return false;
    tunip_json_writer *w = tunip_json_writer_new(NULL, NULL, cg_put_chunk, &request, error);
    const struct {
        const char *key;
        tunip_str value;
    } members[] = {{"target", target},
                   {"name", function->name},
                   {"label", function->label},
                   {"text", cg_taken(&text)}};
    tunip_json_open(w, '{');
    for (size_t i = 0; i < TUNIP_LEN(members); i++) {
        tunip_json_key(w, members[i].key);
        tunip_json_put_string(w, members[i].value);
    }
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
    if (tunip_json_writer_end(w, error) != TUNIP_OK) return false;
    *out = cg_taken(&request);
    return true;
}

/* ---- the process ---- */

typedef struct process {
    child_group group;
    pid_t pid;
    int socket; /* its standard input and output */
    char answer[256];
    size_t size; /* of the answer, of which at most 255 bytes are kept */
    bool is_late;
} process;

static void exec_command(const process *p, const char *command, int socket)
{
    child_group_join(&p->group, 0);
    dup2(socket, STDIN_FILENO);
    dup2(socket, STDOUT_FILENO);
    close(socket);
    close(p->socket);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static bool start(process *p, const char *command, tunip_error *error)
{
    int ends[2], status;
    bool is_open = socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0;
    bool is_guarded = is_open && child_group_start(&p->group);
    p->socket = is_open ? ends[0] : -1;
    p->pid = is_guarded ? fork() : -1;
    if (p->pid == 0) exec_command(p, command, ends[1]);
    if (p->pid < 0)
        tunip_error_set(error, TUNIP_ERROR_IO, "cannot start a command: %s", strerror(errno));
    if (p->pid > 0) child_group_join(&p->group, p->pid);
    if (is_open) close(ends[1]);
    if (p->pid < 0 && is_open) close(ends[0]);
    if (p->pid < 0 && is_guarded) child_group_finish(&p->group, -1, 0, &status);
    return p->pid > 0;
}

static bool receive(process *p)
{
    char chunk[256];
    ssize_t got = recv(p->socket, chunk, sizeof chunk, 0);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
    for (ssize_t i = 0; i < got; i++, p->size++)
        if (p->size + 1 < sizeof p->answer) p->answer[p->size] = chunk[i];
    return got > 0;
}

/* Sends the request while the answer arrives, because the command need not read all of it. */
static void talk(process *p, tunip_str request, double deadline)
{
    bool is_sent = false;
    while (true) {
        short events = child_poll(p->socket, is_sent ? POLLIN : POLLIN | POLLOUT, deadline);
        p->is_late = !events;
        if (p->is_late) return;
        if (events & POLLOUT) {
            ssize_t sent = send(p->socket, request.data, request.size, MSG_NOSIGNAL | MSG_DONTWAIT);
            if (sent > 0) request = (tunip_str){request.data + sent, request.size - (size_t)sent};
            if (!request.size || (sent < 0 && errno == EPIPE)) {
                shutdown(p->socket, SHUT_WR);
                is_sent = true;
            }
        }
        if (events & (POLLIN | POLLHUP | POLLERR) && !receive(p)) return;
    }
}

static bool fail(const process *p, int status, tunip_error *error)
{
    if (WIFSIGNALED(status))
        tunip_error_set(error, TUNIP_ERROR_IO, "signal %d ended the command", WTERMSIG(status));
    else if (WEXITSTATUS(status) != 0)
        tunip_error_set(error, TUNIP_ERROR_IO, "the command ended with status %d",
                        WEXITSTATUS(status));
    else
        tunip_error_set(error, TUNIP_ERROR_FORMAT, "expected seconds from the command, got `%.80s`",
                        p->answer);
    return false;
}

static bool run(cg_command *c, tunip_str request, double *out, tunip_error *error)
{
    process p = {.size = 0};
    double deadline = child_now() + c->timeout;
    int status = 0;
    if (!start(&p, c->command, error)) return false;
    talk(&p, request, deadline);
    close(p.socket); /* the command may go on after it has closed its output */
    if (!child_group_finish(&p.group, p.pid, p.is_late ? 0 : deadline, &status)) p.is_late = true;
    c->run_count++;
    c->late_count += p.is_late;
    *out = INFINITY;
    if (p.is_late || (WIFEXITED(status) && WEXITSTATUS(status) == 1)) return true;
    bool is_answer = status == 0 && p.size < sizeof p.answer &&
                     parse_seconds((tunip_str){p.answer, p.size}, out);
    return is_answer || fail(&p, status, error);
}

/* ---- costs ---- */

bool cg_command_cost(cg_command *c, const cg_function *function, tunip_str target, double *out,
                     tunip_error *error)
{
    cg_memory memory = {.chunks = NULL};
    tunip_str request, path = {NULL, 0};
    if (c->cache) path = cache_path(&memory, c, function, target);
    bool is_kept = path.data && find_kept(path.data, out), fine = true;
    size_t late_count = c->late_count;
    c->kept_count += is_kept;
    if (!is_kept)
        fine = write_request(&memory, c, function, target, &request, error) &&
               run(c, request, out, error);
    bool is_late = c->late_count > late_count; /* no answer: a later run may wait for longer */
    if (fine && !is_kept && !is_late && path.data)
        c->lost_count += !keep(&memory, c, path.data, *out);
    cg_memory_free(&memory);
    return fine;
}
