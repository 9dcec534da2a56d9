/* site.h -- sites: the places in the user's program from which a node comes.
 *
 * The span of a node is the node in its field `span`. In TVM it is an ir.Span: the name of a
 * source, and lines and columns in it. Frontends that know only the name of a layer use line 0. If
 * a pass made one node from several nodes, the span is an ir.SequentialSpan, which is a list of
 * spans. A site is one place of a span:
 *
 *     static bool say(void *user, const tunip_site *site)
 *     {
 *         char text[256];
 *         tunip_site_text(site, text, sizeof text);
 *         return puts(text) != EOF; // "model.py:12:5", or "conv1" for a layer
 *     }
 *     tunip_each_site(tunip_node_span(node), say, NULL);
 *
 * These functions look at the names of fields, so they work for every dialect whose nodes have such
 * spans. <tunip/span_builder.h> gives spans to nodes. */
#ifndef TUNIP_SITE_H
#define TUNIP_SITE_H

#include <tunip/print.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A place in the user's program. */
typedef struct tunip_site {
    tunip_str source; /* the name of a file or a layer, borrowed from the span; may be empty */
    int64_t line;     /* 1-based. 0: all of the source, as for a layer */
    int64_t column;   /* 1-based; 0: unknown */
    int64_t end_line; /* the end is exclusive; 0: unknown */
    int64_t end_column;
} tunip_site;

/* The span of a node: the value of its field `span`; NULL if it has none. NULL for NULL. */
TUNIP_API const tunip_node *tunip_node_span(const void *node);

/* Calls `each` for each site of a span: for one site, or for the sites of a list in order. When
 * `each` returns false, stops and returns false; otherwise returns true. A NULL span has no sites.
 * If the data are malformed, skips nodes that are not spans, and all sites after the first
 * 65,536. */
typedef bool (*tunip_site_fn)(void *user, const tunip_site *site);
TUNIP_API bool tunip_each_site(const tunip_node *span, tunip_site_fn each, void *user);

/* Writes "source:line:column" and a NUL, truncated to `size` bytes; returns the length without
 * truncation. A site without a line is the name of its source alone. */
TUNIP_API size_t tunip_site_text(const tunip_site *site, char *out, size_t size);

/* ---- sites of a print ---- */

/* An index of the sites of the nodes that a print shows. */
typedef struct tunip_site_map tunip_site_map;

/* Builds the index, in time linear in the source map and the sites. `printed` and its root must
 * outlive it. Fails with TUNIP_ERROR_ARGUMENT if `printed` was made with no_source_map. On failure
 * returns NULL and fills `error`. Any number of threads may query one index. */
TUNIP_API tunip_site_map *tunip_site_map_new(const tunip_printed *printed, tunip_error *error);

/* NULL is fine. */
TUNIP_API void tunip_site_map_free(tunip_site_map *map);

/* The span of the node that tunip_printed_spans()[span] shows; NULL if it has none, and past the
 * end. */
TUNIP_API const tunip_node *tunip_site_map_get(const tunip_site_map *map, size_t span);

/* The span of the innermost node that has a span and whose printed text contains the bytes [begin,
 * end). NULL if there is none. Takes time proportional to the depth. */
TUNIP_API const tunip_node *tunip_site_map_at(const tunip_site_map *map, size_t begin, size_t end);

/* Finds the text that comes from a place in the user's program. Writes to `spans` the indices in
 * tunip_printed_spans() of the nodes that come from this place, in the order of the text, at most
 * `room` indices. Returns the number of all such nodes. If nested sites contain the place, only the
 * smallest counts: for a loop and a statement in it, the statement. With `line` 0 the place is the
 * whole source, such as a layer. With `column` 0 it is the whole line. Takes time linear in the
 * sites. */
TUNIP_API size_t tunip_site_map_find(const tunip_site_map *map, tunip_str source, int64_t line,
                                     int64_t column, size_t *spans, size_t room);

#ifdef __cplusplus
}
#endif
#endif
