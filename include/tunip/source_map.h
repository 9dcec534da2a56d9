/* source_map.h -- finds the node that is printed at a byte of a text, and the bytes of a node.
 *
 *     tunip_source_map *map = tunip_source_map_new(printed, &error);
 *     const tunip_path *path = tunip_source_map_path_at(map, offset);
 *     tunip_found found;
 *     tunip_source_map_find(map, tunip_str_from("<root>.body"), &found, &error);
 *     tunip_span first = tunip_printed_spans(printed)[found.spans[0]];
 *
 * A span is named by its index in tunip_printed_spans(). Offsets are bytes; for lines and columns
 * of an offset see tunip_printed_locate(). */
#ifndef TUNIP_SOURCE_MAP_H
#define TUNIP_SOURCE_MAP_H

#include <tunip/print.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The result of queries that find no span. */
#define TUNIP_NO_SPAN SIZE_MAX

/* ---- one span ---- */

/* The kind of the span's Doc: "call", "for", ... (<tunip/ext/doc_kinds.def>). Static storage. */
TUNIP_API const char *tunip_span_kind(const tunip_span *span);

/* The n-th path (from 0) of a span, or NULL past the last path. Many spans have no path, for
 * example a dialect's prefix. Some have several, for example the path of a string and of the node
 * that holds it. The path lives as long as the tunip_printed. */
TUNIP_API const tunip_path *tunip_printed_span_path(const tunip_printed *printed, size_t span,
                                                    size_t n);

/* ---- the index ---- */

/* An index of the spans of a printed text. */
typedef struct tunip_source_map tunip_source_map;

/* Builds the index, in time linear in the spans. `printed` must outlive it. Fails with
 * TUNIP_ERROR_ARGUMENT if `printed` was made with no_source_map. On failure returns NULL and fills
 * `error`. Any number of threads may query one index. */
TUNIP_API tunip_source_map *tunip_source_map_new(const tunip_printed *printed, tunip_error *error);

/* NULL is fine. */
TUNIP_API void tunip_source_map_free(tunip_source_map *map);

/* The innermost span that contains another span; TUNIP_NO_SPAN if none does. Constant time. */
TUNIP_API size_t tunip_source_map_parent(const tunip_source_map *map, size_t span);

/* The innermost span that contains the byte at `offset`. Returns TUNIP_NO_SPAN past the end of the
 * text, and in text that does not belong to a Doc, such as the metadata section. Logarithmic
 * time. */
TUNIP_API size_t tunip_source_map_at(const tunip_source_map *map, size_t offset);

/* The first path of the innermost span that contains `offset` and has a path; NULL if none has.
 * Logarithmic time. */
TUNIP_API const tunip_path *tunip_source_map_path_at(const tunip_source_map *map, size_t offset);

/* The offset of a line and column, both 1-based, the column in bytes. Columns past the end of the
 * line count as its end, lines past the last as the end of the text. Constant time. */
TUNIP_API size_t tunip_source_map_offset(const tunip_source_map *map, size_t line, size_t column);

/* ---- the paths of a text ----
 *
 * The index numbers the paths of all spans and of their ancestors, each once: 0 is the root, and
 * each path comes after its parent. So a list of the paths by their numbers takes memory linear in
 * the spans, however deep the IR is, if each path is the number of its parent and a step. */

/* The path of a number, which lives as long as the index, and the number of its parent: of the
 * root, the root. `parent` may be NULL. NULL if there is no such number. Constant time. */
TUNIP_API const tunip_path *tunip_source_map_path(const tunip_source_map *map, size_t number,
                                                  size_t *parent);

/* Calls `visit` for each path of a span, in the order of tunip_printed_span_path(), until it
 * returns false. */
typedef bool (*tunip_number_fn)(void *user, size_t number);
TUNIP_API void tunip_source_map_each_path(const tunip_source_map *map, size_t span,
                                          tunip_number_fn visit, void *user);

/* ---- the spans of a path ---- */

/* The spans of a path. */
typedef struct tunip_found {
    const size_t *spans; /* in ascending order; borrowed from the index */
    size_t count;        /* 0: no ancestor is printed either */
    bool exact; /* true: spans of the path itself; false: spans of its nearest printed ancestor */
} tunip_found;

/* Finds a path by its text form (tunip_path_text()). An invalid text fails with
 * TUNIP_ERROR_ARGUMENT. A path that leads to no node finds its nearest printed ancestor. Time is
 * linear in the length of the path. If several keys of a map have the same text, it finds one of
 * them. */
TUNIP_API tunip_status tunip_source_map_find(const tunip_source_map *map, tunip_str path,
                                             tunip_found *found, tunip_error *error);

/* Like tunip_source_map_find(), for a path object. Finds nothing for NULL. */
TUNIP_API tunip_status tunip_source_map_find_path(const tunip_source_map *map,
                                                  const tunip_path *path, tunip_found *found,
                                                  tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
