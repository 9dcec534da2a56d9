/* assemble.h -- for authors of readers: makes a graph of nodes whose fields are checked. It knows
 * no syntax; the reader says where each node stands in its source, and errors and origins follow.
 *
 *     tunip_assembler *a = tunip_assembler_new(input);
 *     tunip_assembler_at(a, begin, end);
 *     tunip_assembler_begin(a, tunip_str_from("npu.Loop"));
 *     tunip_assembler_set(a, "var", var);
 *     tunip_assembler_set_int(a, "stages", 2);
 *     tunip_assembler_set_named(a, "body", body_name);
 *     tunip_node *loop = tunip_assembler_end(a);
 *     return tunip_assembler_finish(a, loop);
 *
 * Errors: a function that refuses something reports it at the current place, as tunip_input_fail()
 * does. It then returns NULL or does nothing, and later calls work as before. So a reader need not
 * check each call, and may report several errors; tunip_assembler_finish() fails in the end.
 *
 * NULL: every function ignores a NULL assembler. A NULL node is None. Nodes may be of any struct.
 * An assembler belongs to one thread. */
#ifndef TUNIP_ASSEMBLE_H
#define TUNIP_ASSEMBLE_H

#include <tunip/ext/format.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The nodes that a reader is making. Opaque. */
typedef struct tunip_assembler tunip_assembler;

/* Assembles into input->graph. `input` must live as long as the assembler. NULL with input->error
 * filled when out of memory. Free it with tunip_assembler_finish() or tunip_assembler_free(). */
TUNIP_API tunip_assembler *tunip_assembler_new(const tunip_input *input);

/* Ends without a result: for a reader that has failed. The nodes stay in the graph. */
TUNIP_API void tunip_assembler_free(tunip_assembler *a);

/* Resolves all names, makes `root` the root of the graph, and frees the assembler. Fails with the
 * first error that was reported, or if a name is not defined, if a named node contains itself, if a
 * node that was begun did not end, or if a node that the reader made on its own is not sound
 * (tunip_check()). For a NULL assembler returns TUNIP_ERROR_MEMORY. */
TUNIP_API tunip_status tunip_assembler_finish(tunip_assembler *a, void *root);

/* TUNIP_OK, or the status of the first error that was reported. */
TUNIP_API tunip_status tunip_assembler_status(const tunip_assembler *a);

/* ---- places and errors ---- */

/* The place of the next calls: the bytes [begin, end) of the source. */
TUNIP_API void tunip_assembler_at(tunip_assembler *a, size_t begin, size_t end);

/* Reports an error of the reader at the current place; returns `code`. */
TUNIP_API tunip_status tunip_assembler_fail(tunip_assembler *a, tunip_status code,
                                            const char *format, ...) TUNIP_PRINTF(3, 4);

/* ---- nodes ---- */

/* Begins a node of the type with this key. The fields that are set next are its fields, until
 * tunip_assembler_end(). Meanwhile other nodes may begin and end, for example its children. A type
 * that is not registered gives a tunip_opaque, which takes any field. */
TUNIP_API void tunip_assembler_begin(tunip_assembler *a, tunip_str key);

/* Ends the node begun last and returns it; NULL if it was refused. Every field without a default
 * must be set. If origins are wanted, the node's origin runs from the place of its begin to the end
 * of the current place. */
TUNIP_API tunip_node *tunip_assembler_end(tunip_assembler *a);

/* A node of a type with a codec (tunip_codec), made of its text. */
TUNIP_API tunip_node *tunip_assembler_coded(tunip_assembler *a, tunip_str key, tunip_str text);

/* A string node. Short texts are stored once. Other values are made with the functions of
 * <tunip/graph.h>. */
TUNIP_API tunip_node *tunip_assembler_string(tunip_assembler *a, tunip_str text);

/* The name of field number `index` of the node begun last, inherited fields first; NULL past the
 * last one, and for an unregistered type. */
TUNIP_API const char *tunip_assembler_field(const tunip_assembler *a, size_t index);

/* ---- fields of the node begun last ---- */

/* Each sets a field that was not set before. `field` NULL is the field behind the one that was set
 * last, or the first. The value must be one that the field may hold; a field that holds a node
 * takes numbers, truth values and dtypes as boxed values. */
TUNIP_API void tunip_assembler_set(tunip_assembler *a, const char *field, void *node);
TUNIP_API void tunip_assembler_set_int(tunip_assembler *a, const char *field, int64_t value);
TUNIP_API void tunip_assembler_set_float(tunip_assembler *a, const char *field, double value);
TUNIP_API void tunip_assembler_set_bool(tunip_assembler *a, const char *field, bool value);
TUNIP_API void tunip_assembler_set_dtype(tunip_assembler *a, const char *field, tunip_dtype value);
TUNIP_API void tunip_assembler_set_string(tunip_assembler *a, const char *field, tunip_str text);

/* Sets a field to the node that has or will have this name. For a node of an unregistered type the
 * name must be defined before. */
TUNIP_API void tunip_assembler_set_named(tunip_assembler *a, const char *field, tunip_str name);

/* ---- names: references to nodes that come later ---- */

/* Gives a node a name, which must be new. */
TUNIP_API void tunip_assembler_name(tunip_assembler *a, tunip_str name, void *node);

/* The node of this name, or NULL if none has it yet. */
TUNIP_API tunip_node *tunip_assembler_named(const tunip_assembler *a, tunip_str name);

/* ---- arrays and maps ---- */

/* Begins a list, which may be inside of another one; returns a mark that ends it. An array or a map
 * must be made here to be set as a field. */
TUNIP_API size_t tunip_assembler_list(tunip_assembler *a);

/* Adds an item to the list begun last. */
TUNIP_API void tunip_assembler_item(tunip_assembler *a, void *node);
TUNIP_API void tunip_assembler_item_named(tunip_assembler *a, tunip_str name);

/* Ends the list as an array; or as a map, whose keys and values were added in turn. Keys must
 * differ: strings by text, numbers, truth values and dtypes by value, other nodes by identity. */
TUNIP_API tunip_node *tunip_assembler_array(tunip_assembler *a, size_t mark);
TUNIP_API tunip_node *tunip_assembler_map(tunip_assembler *a, size_t mark);

#ifdef __cplusplus
}
#endif
#endif
