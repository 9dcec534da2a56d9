/* source.c -- loads the bytes of a saved graph from memory or a file. The scanner needs a NUL after
 * them. The graph does not refer to them. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reader.h"

static tunip_graph *new_graph(const tunip_context *context, tunip_error *error)
{
    if (context) return tunip_graph_new(context, error);
    tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "reading needs a context");
    return NULL;
}

static tunip_graph *finish(tunip_graph *graph, tunip_status status)
{
    if (status == TUNIP_OK) return graph;
    tunip_graph_free(graph);
    return NULL;
}

static size_t most_of(const tunip_graph *graph)
{
    size_t most = tn_context_limits(graph->context)->max_input;
    return most ? most : SIZE_MAX;
}

static tunip_status fail_limit(const tunip_graph *graph, tunip_error *error)
{
    return tunip_error_set(error, TUNIP_ERROR_LIMIT,
                           "the input has more than %zu bytes (max_input)", most_of(graph));
}

tunip_graph *tunip_read(const tunip_context *context, tunip_str text, tunip_error *error)
{
    tunip_graph *graph = new_graph(context, error);
    if (!graph) return NULL;
    if (text.size > most_of(graph)) return finish(graph, fail_limit(graph, error));
    const tunip_allocator *a = &graph->arena.allocator;
    char *copy = text.size < SIZE_MAX ? a->alloc(a->ctx, text.size + 1) : NULL;
    if (!copy) {
        tunip_graph_free(graph);
        tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    if (text.size) memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    tunip_status status = tn_read_text(graph, (tunip_str){copy, text.size}, error);
    a->free(a->ctx, copy, text.size + 1);
    return finish(graph, status);
}

/* ---- files ---- */

enum { LEAST_READ = 1 << 16 };

typedef TN_ARRAY(char) file_bytes;

static tunip_status fail_io(tunip_error *error, const char *what, int reason)
{
    char text[128];
    if (strerror_r(reason, text, sizeof text) != 0) text[0] = '\0';
    return tunip_error_set(error, TUNIP_ERROR_IO, "cannot %s: %s", what, text);
}

/* How many bytes a regular file has; 0 of anything else. */
static size_t size_of(int file)
{
    struct stat found;
    bool known = fstat(file, &found) == 0 && S_ISREG(found.st_mode) && found.st_size > 0;
    return known ? (size_t)found.st_size : 0;
}

/* The bytes of the file with a NUL behind them. A device or a pipe may have no end, and a file may
 * grow while it is read. */
static tunip_status read_all(int file, const tunip_graph *graph, file_bytes *bytes,
                             tunip_error *error)
{
    const tunip_allocator *allocator = &graph->arena.allocator;
    size_t known = size_of(file),
           room = known ? known + 1 : LEAST_READ; /* one more: to see the end */
    if (known > most_of(graph)) return fail_limit(graph, error);
    for (;;) {
        if (!tn_array_reserve(bytes, allocator, room + 1))
            return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
        ssize_t got = read(file, bytes->items + bytes->count, room);
        if (got < 0 && errno != EINTR) return fail_io(error, "read", errno);
        if (got == 0) break;
        if (got < 0) continue;
        bytes->count += (size_t)got;
        if (bytes->count > most_of(graph)) return fail_limit(graph, error);
        room = bytes->room - bytes->count - 1;
        if (room == 0) room = LEAST_READ;
    }
    bytes->items[bytes->count] = '\0';
    return TUNIP_OK;
}

static tunip_graph *read_open(const tunip_context *context, int file, tunip_error *error)
{
    tunip_graph *graph = new_graph(context, error);
    if (!graph) return NULL;
    file_bytes bytes = {0};
    tunip_status status = read_all(file, graph, &bytes, error);
    if (status == TUNIP_OK)
        status = tn_read_text(graph, (tunip_str){bytes.items, bytes.count}, error);
    tn_array_free(&bytes, &graph->arena.allocator);
    return finish(graph, status);
}

tunip_graph *tunip_read_file(const tunip_context *context, const char *path, tunip_error *error)
{
    if (!path) {
        tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "no file is named");
        return NULL;
    }
    if (strcmp(path, "-") == 0) return read_open(context, STDIN_FILENO, error);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        fail_io(error, "open", errno);
        return NULL;
    }
    tunip_graph *graph = read_open(context, file, error);
    close(file);
    return graph;
}
