/* source.h -- a named text with its lines: an input file or a printed module. Diagnostics, labels
 * and read errors point into sources.
 *
 *     tunip_source *source = tunip_source_open(context, "module.json", &error);
 *     tunip_graph *graph = source ? tunip_read_source(context, source, NULL, &error) : NULL;
 *     ... on failure, a diagnostic from error.offset to error.end, and ...
 *     tunip_diagnostics_render_source(found, source, NULL, write, user, &error);
 *
 * Any number of threads may use a source. It does not change after it was made, unless it was
 * opened with tunip_source_open_lazily() and its file changes. */
#ifndef TUNIP_SOURCE_H
#define TUNIP_SOURCE_H

#include <tunip/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A named text with its lines. Opaque. */
typedef struct tunip_source tunip_source;

/* Copies `name` and `text`. `allocator` is copied; NULL means malloc. Returns NULL with `error`
 * filled when out of memory. */
TUNIP_API tunip_source *tunip_source_new(const tunip_allocator *allocator, tunip_str name,
                                         tunip_str text, tunip_error *error);

/* Reads the file at `path` into memory of the context's allocator; "-" is standard input, with the
 * name "<stdin>". If the file is larger than the limit of the context (tunip_context_limit()), the
 * function fails with TUNIP_ERROR_LIMIT. The context must outlive the source. Returns NULL with
 * `error` filled on failure. */
TUNIP_API tunip_source *tunip_source_open(const tunip_context *context, const char *path,
                                          tunip_error *error);

/* Like tunip_source_open(), but leaves the text of a large regular file that begins with "{" in the
 * file until tunip_source_text() or tunip_source_locate() asks for it, or a reader that needs the
 * whole text. tunip_read_source() reads saved JSON in pieces, so the text of the file is never in
 * memory as a whole, unless the read fails, records origins, or the file does not say which version
 * of TVM wrote it.
 *
 * The functions that read the text open `path` again: a relative path must still lead to the file,
 * so do not change the current folder before. A file may grow: the text is what the file had when
 * it was opened. If the file is gone, is another one, is shorter or begins with other bytes,
 * readers fail with TUNIP_ERROR_IO, and tunip_source_text() returns an empty text. A later call
 * tries again. */
TUNIP_API tunip_source *tunip_source_open_lazily(const tunip_context *context, const char *path,
                                                 tunip_error *error);

/* Finds and reads a file that a span names, such as "model.py" (<tunip/site.h>). Looks for the file
 * `name` first: in the current folder, unless the name begins with a slash. Then looks in the
 * `count` folders, in order. The name of the source is `name`. Reads only regular files. If there
 * is no such file, fails with TUNIP_ERROR_NOT_FOUND; otherwise works as tunip_source_open(). A
 * count without a table of folders fails with TUNIP_ERROR_ARGUMENT. */
TUNIP_API tunip_source *tunip_source_find(const tunip_context *context, tunip_str name,
                                          size_t count, const char *const *folders,
                                          tunip_error *error);

/* Frees a source that one of the functions above returned. NULL is fine. */
TUNIP_API void tunip_source_free(tunip_source *source);

/* The name and the text; borrowed from the source. A NUL follows the text and is not counted. */
TUNIP_API tunip_str tunip_source_name(const tunip_source *source);
TUNIP_API tunip_str tunip_source_text(const tunip_source *source);

/* The first bytes of the text, up to so many. Does not read the rest of a file that was opened with
 * tunip_source_open_lazily(). */
enum { TUNIP_SOURCE_HEAD = 4096 };
TUNIP_API tunip_str tunip_source_head(const tunip_source *source);

/* The line and the column of a byte offset, both 1-based, the column in bytes. An offset past the
 * end counts as the end, and a text that cannot be read as empty: line 1, column 1. The first call
 * makes a table of the lines, so that later ones take logarithmic time. */
TUNIP_API void tunip_source_locate(const tunip_source *source, size_t offset, size_t *line,
                                   size_t *column);

/* ---- origins ---- */

/* The place in a source where a reader found a node: the bytes [begin, end) of the source's text.
 * `source` is borrowed: the caller keeps it as long as it uses the origin. */
typedef struct tunip_origin {
    const tunip_source *source;
    size_t begin, end;
} tunip_origin;

/* Finds the origin of a node of the graph. `node` may point to any node struct. Returns false, with
 * *out unchanged, if no origin is recorded: readers record origins only on request
 * (tunip_read_options in <tunip/read.h>), and NULL and nodes that a program made have none. Takes
 * constant time. To show the place:
 *
 *     tunip_origin origin;
 *     if (tunip_graph_origin(graph, node, &origin))
 *         tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, origin.begin, origin.end, "here");
 *     tunip_diagnostics_render_source(diagnostics, source, NULL, write, user, &error);
 *
 * Several threads may ask while none changes the graph. */
TUNIP_API bool tunip_graph_origin(const tunip_graph *graph, const void *node, tunip_origin *out);

/* Calls `each` for each node with an origin, in the order in which the origins were recorded. When
 * `each` returns false, stops and returns false; otherwise returns true. `each` may add nodes to
 * the graph. Some of the nodes may not be reachable from the root, because a reader replaced
 * them. */
typedef bool (*tunip_origin_fn)(void *user, tunip_node *node, const tunip_origin *origin);
TUNIP_API bool tunip_graph_each_origin(const tunip_graph *graph, tunip_origin_fn each, void *user);

/* Records the origin of a node, and replaces an earlier one. For readers, and for programs that
 * replace nodes of a graph. Ignores a NULL node. Returns TUNIP_OK, or TUNIP_ERROR_MEMORY with all
 * origins unchanged. */
TUNIP_API tunip_status tunip_graph_set_origin(tunip_graph *graph, const void *node,
                                              const tunip_origin *origin);

#ifdef __cplusplus
}
#endif
#endif
