/* source_map.h -- what the bytes of a printed text stand for, and which bytes stand for a node.
 *
 *     tunip_source_map *map = tunip_source_map_new(printed, &error);
 *     const tunip_path *path = tunip_source_map_path_at(map, offset);
 *     tunip_found found;
 *     tunip_source_map_find(map, tunip_str_from("<root>.body"), &found, &error);
 *     tunip_span first = tunip_printed_spans(printed)[found.spans[0]];
 *
 * Spans are those of tunip_printed_spans(), by their number. Offsets are bytes; for lines and
 * columns of an offset see tunip_printed_locate(). */
#ifndef TUNIP_SOURCE_MAP_H
#define TUNIP_SOURCE_MAP_H

#include <tunip/print.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number of no span. */
#define TUNIP_NO_SPAN SIZE_MAX

/* ---- one span ---- */

/* What kind of Doc it is: "call", "for", ... (<tunip/ext/doc_kinds.def>). Static storage. */
TUNIP_API const char *tunip_span_kind(const tunip_span *span);

/* The n-th path, from 0, of the node a span stands for, or NULL past the last. Many spans have none
 * of their own: punctuation of a dialect, say. Some have several: a string and what holds it. The
 * path lives as long as the tunip_printed. */
TUNIP_API const tunip_path *tunip_printed_span_path(const tunip_printed *printed, size_t span,
                                                    size_t n);

/* ---- the index ---- */

/* An index of the spans of a printed text. */
typedef struct tunip_source_map tunip_source_map;

/* Makes what the queries below need, in time linear in the spans. `printed` must outlive it, and
 * be printed without no_source_map or it is TUNIP_ERROR_ARGUMENT. NULL with `error` filled on
 * failure. Any number of threads may ask one index. */
TUNIP_API tunip_source_map *tunip_source_map_new(const tunip_printed *printed, tunip_error *error);

/* NULL is fine. */
TUNIP_API void tunip_source_map_free(tunip_source_map *map);

/* The span right around a span, or TUNIP_NO_SPAN. Constant time. */
TUNIP_API size_t tunip_source_map_parent(const tunip_source_map *map, size_t span);

/* The innermost span that has the byte at `offset` in it, or TUNIP_NO_SPAN: behind the end, and in
 * what stands around the script. Logarithmic time. */
TUNIP_API size_t tunip_source_map_at(const tunip_source_map *map, size_t offset);

/* The first path of the innermost span around `offset` that has any; NULL for none. Logarithmic
 * time. */
TUNIP_API const tunip_path *tunip_source_map_path_at(const tunip_source_map *map, size_t offset);

/* The offset of a line and column, both 1-based, the column in bytes. Columns past the end of the
 * line count as its end, lines past the last as the end of the text. Constant time. */
TUNIP_API size_t tunip_source_map_offset(const tunip_source_map *map, size_t line, size_t column);

/* The spans of a path. */
typedef struct tunip_found {
    const size_t *spans; /* in ascending order; borrowed from the index */
    size_t count;        /* 0: nothing on the way to it is printed either */
    bool exact; /* whether they are of the path itself; else of the longest part of it, from
                            the root, that is printed */
} tunip_found;

/* Finds a path by its text form (tunip_path_text()). A text that is no path is
 * TUNIP_ERROR_ARGUMENT; one that leads nowhere finds what is nearest above it. Linear in the path,
 * whatever the size of the text. Of several keys of a map that are written alike it finds one. */
TUNIP_API tunip_status tunip_source_map_find(const tunip_source_map *map, tunip_str path,
                                             tunip_found *found, tunip_error *error);

/* The same of a path at hand. */
TUNIP_API tunip_status tunip_source_map_find_path(const tunip_source_map *map,
                                                  const tunip_path *path, tunip_found *found,
                                                  tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
