/* scratch.h -- memory for temporary data.
 *
 * A function that takes a tunip_scratch serves prints and readers alike: the inference of struct
 * infos needs memory and a place for errors, and no docsifier. tunip_job_scratch() of
 * <tunip/ext/dialect.h> has the scratch of a print, tunip_graph_scratch() that of a graph. */
#ifndef TUNIP_SCRATCH_H
#define TUNIP_SCRATCH_H

#include <tunip/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Memory, and the error of its owner. One thread at a time may use it. */
typedef struct tunip_scratch tunip_scratch;

/* Zeroed memory, aligned to 8 bytes; NULL when out of memory. Callers free nothing. When memory
 * runs out, the owner keeps the error: the print its own, a graph in tunip_graph_status(). */
TUNIP_API void *tunip_scratch_alloc(tunip_scratch *scratch, size_t size);

/* Makes room for one more item in a list of `count` items of `size` bytes. Returns `items` itself
 * while `count` is less than `*room`; otherwise a copy in the scratch, with `*room` doubled. An
 * empty list is NULL with a room of 0. NULL when out of memory; `*room` then stays as it is. */
TUNIP_API void *tunip_scratch_grow(tunip_scratch *scratch, void *items, size_t count, size_t size,
                                   size_t *room);

/* The memory of the graph, which lives as long as the graph. */
TUNIP_API tunip_scratch *tunip_graph_scratch(tunip_graph *graph);

#ifdef __cplusplus
}
#endif
#endif
