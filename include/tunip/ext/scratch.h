/* scratch.h -- memory for temporary data of a print or a reader.
 *
 * A function that only needs memory, such as the inference of struct infos, takes a tunip_scratch.
 * Prints and readers can both call it. tunip_job_scratch() of <tunip/ext/dialect.h> returns the
 * scratch of a print, tunip_graph_scratch() that of a graph. */
#ifndef TUNIP_SCRATCH_H
#define TUNIP_SCRATCH_H

#include <tunip/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Memory, and the error of its owner. One thread at a time may use it. */
typedef struct tunip_scratch tunip_scratch;

/* Zeroed memory of `size` bytes, aligned to 8 bytes; NULL when out of memory. Callers do not free
 * it. When memory runs out, the owner keeps the error: the print fails, or tunip_graph_status() is
 * TUNIP_ERROR_MEMORY. */
TUNIP_API void *tunip_scratch_alloc(tunip_scratch *scratch, size_t size);

/* Makes room for one more item in a list: `count` items of `size` bytes each, in memory for `*room`
 * items. Returns `items` if there is room. Otherwise returns a copy with twice the room, and
 * updates `*room`. A new list has NULL items and a room of 0. Returns NULL when out of memory;
 * `*room` is then unchanged. */
TUNIP_API void *tunip_scratch_grow(tunip_scratch *scratch, void *items, size_t count, size_t size,
                                   size_t *room);

/* The memory of the graph, which lives as long as the graph. */
TUNIP_API tunip_scratch *tunip_graph_scratch(tunip_graph *graph);

#ifdef __cplusplus
}
#endif
#endif
