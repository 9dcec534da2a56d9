/* graph.h -- a graph owns IR nodes that a reader made or a program built.
 *
 * All nodes of a graph are freed with it. The functions of <tunip/tvm/tir.h> and of the headers
 * beside it make nodes of TVM's dialects. examples/print_module.c makes a whole module. A program
 * that keeps its IR elsewhere needs no graph: tunip prints any struct that starts with a
 * tunip_node. */
#ifndef TUNIP_GRAPH_H
#define TUNIP_GRAPH_H

#include <tunip/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes an empty graph, which the caller frees with tunip_graph_free() before the context. Returns
 * NULL and fills `error` when out of memory. One thread at a time may change a graph; any number of
 * threads may read it while none changes it. */
TUNIP_API tunip_graph *tunip_graph_new(const tunip_context *context, tunip_error *error);

/* Frees the graph and all its nodes. `graph` may be NULL. */
TUNIP_API void tunip_graph_free(tunip_graph *graph);

/* Zeroed memory, aligned to 8 bytes, that lives as long as the graph. Returns NULL when out of
 * memory. */
TUNIP_API void *tunip_graph_alloc(tunip_graph *graph, size_t size);

/* Copies `text` into the graph and adds a NUL. {NULL, 0} when out of memory. */
TUNIP_API tunip_str tunip_graph_copy(tunip_graph *graph, tunip_str text);

/* A zeroed node of `type` with its header set. Returns NULL when out of memory. */
TUNIP_API void *tunip_node_new(tunip_graph *graph, const tunip_type *type);

/* Boxed values, as new nodes of the graph; text is copied. The calls that make nodes need no
 * checks: a call that fails returns NULL, the graph keeps the first failure, and all calls accept
 * NULL for nodes. So calls nest, and one check of tunip_graph_status() at the end is enough. */
TUNIP_API tunip_string *tunip_string_new(tunip_graph *graph, const char *text);
TUNIP_API tunip_string *tunip_string_new_view(tunip_graph *graph, tunip_str text);
TUNIP_API tunip_int *tunip_int_new(tunip_graph *graph, int64_t value);
TUNIP_API tunip_float *tunip_float_new(tunip_graph *graph, double value);
TUNIP_API tunip_bool *tunip_bool_new(tunip_graph *graph, bool value);

/* An array of `count` nodes. `items`, an array of pointers to nodes of any struct, is copied. The
 * pointer `items` may be NULL only if `count` is 0; otherwise the call fails with
 * TUNIP_ERROR_ARGUMENT. An element may be NULL. */
TUNIP_API tunip_array *tunip_array_new(tunip_graph *graph, size_t count, void *const *items);
/* Makes an array of its arguments, one or more: TUNIP_LIST(graph, x, y). */
#ifdef __cplusplus
#define TUNIP_LIST(graph, ...) tunip_list_new((graph), {__VA_ARGS__})
#else
#define TUNIP_LIST(graph, ...)                                                                     \
    tunip_array_new((graph), TUNIP_LEN(((void *[]){__VA_ARGS__})), (void *[]){__VA_ARGS__})
#endif

/* A map of `count` entries. `entries` has 2 * `count` pointers to nodes: key, value, key, value,
 * ... It is copied. The keys must be unique. The pointer `entries` may be NULL only if `count` is
 * 0; otherwise the call fails with TUNIP_ERROR_ARGUMENT. */
TUNIP_API tunip_map *tunip_map_new(tunip_graph *graph, size_t count, void *const *entries);

/* Completes a node whose fields were set one by one, as TVM's constructor of the type does: each
 * required field that expects an array, a map or a text and is NULL gets an empty one, then the
 * type's tunip_completion is applied. Returns `node`. Returns NULL if `node` is NULL, when out of
 * memory, or if a check fails; a failed check is an error of the graph. The constructors of
 * <tunip/tvm/tir.h> and the like end with this call. */
TUNIP_API void *tunip_node_complete(tunip_graph *graph, void *node);

/* The first failure while nodes were made: TUNIP_OK, TUNIP_ERROR_MEMORY once any allocation in the
 * graph has failed, or TUNIP_ERROR_ARGUMENT for operands that do not fit together. */
TUNIP_API tunip_status tunip_graph_status(const tunip_graph *graph);

/* The first failure with its message: "tir.Add: `a` is int32 and `b` is float32". The member `code`
 * is TUNIP_OK if nothing failed. Lives as long as the graph. */
TUNIP_API const tunip_error *tunip_graph_error(const tunip_graph *graph);

/* The root of the graph: the root of the file, or the node passed to tunip_graph_set_root(). */
TUNIP_API const tunip_node *tunip_graph_root(const tunip_graph *graph);
TUNIP_API void tunip_graph_set_root(tunip_graph *graph, void *root);

/* The language in which the program that wrote the file would print the root, as the name of a
 * backend. NULL: the usual language of such nodes. For example, the result is "relay" for a tensor
 * function that TVM v0.19 saved, because that version prints it in the syntax of Relay. Pass the
 * result as tunip_print_options.backend. */
TUNIP_API const char *tunip_graph_language(const tunip_graph *graph);

/* Call this function after changing nodes of a graph that a reader made. Prints then check that
 * rules can handle the nodes. You need not call it after making a node, allocating memory or
 * setting the root, because those functions mark the graph as changed, too. */
TUNIP_API void tunip_graph_changed(tunip_graph *graph);

/* Records a failure, as constructors do, unless the graph already has one. For functions of your
 * own that make nodes. */
TUNIP_API void tunip_graph_fail(tunip_graph *graph, tunip_status code, const char *format, ...)
    TUNIP_PRINTF(3, 4);

/* The size of the text from which a reader made the graph, in bytes; 0 for a graph built in
 * memory. */
TUNIP_API size_t tunip_graph_text_size(const tunip_graph *graph);

/* The number of bytes of memory that the graph holds. */
TUNIP_API size_t tunip_graph_memory(const tunip_graph *graph);

#ifdef __cplusplus
}

extern "C++" {
#include <initializer_list>

/* The function of TUNIP_LIST in C++, which has no compound literals. */
static inline tunip_array *tunip_list_new(tunip_graph *graph, std::initializer_list<void *> items)
{
    return tunip_array_new(graph, items.size(), items.begin());
}
}
#endif
#endif
