/* assemble.h -- for authors of readers: makes a graph of nodes, and checks their fields. The
 * assembler knows no syntax. The reader names the place in the source to which the next calls
 * belong; the assembler uses it for errors and origins.
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
 * Errors: a function that rejects its arguments reports an error at the current place, as
 * tunip_input_fail() does, and returns NULL. Later calls work as before. So a reader need not check
 * each call, and may report several errors; tunip_assembler_finish() then fails.
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

/* Assembles into input->graph. `input` must live as long as the assembler. If
 * input->options->vintage is not 0, keys name the types of that version of TVM. Returns NULL and
 * fills input->error when out of memory. Free the assembler with tunip_assembler_finish() or
 * tunip_assembler_free(). */
TUNIP_API tunip_assembler *tunip_assembler_new(const tunip_input *input);

/* Frees the assembler without a result, for a reader that failed. The nodes stay in the graph. */
TUNIP_API void tunip_assembler_free(tunip_assembler *a);

/* Resolves all names, makes `root` the root of the graph, and frees the assembler. Fails with the
 * first error that was reported. Also fails if a name is not defined, if a named node contains
 * itself, if a node was begun and not ended, or if tunip_check() finds a flaw in a node that the
 * reader made without the assembler, other than TUNIP_FLAW_MISSING, TUNIP_FLAW_UNREGISTERED and
 * TUNIP_FLAW_CYCLE: a field may be set to None, a type may be unknown, and live objects may form
 * cycles. For a NULL assembler returns TUNIP_ERROR_MEMORY. */
TUNIP_API tunip_status tunip_assembler_finish(tunip_assembler *a, void *root);

/* TUNIP_OK, or the status of the first error that was reported. */
TUNIP_API tunip_status tunip_assembler_status(const tunip_assembler *a);

/* ---- places and errors ---- */

/* Sets the current place: the bytes [begin, end) of the source. */
TUNIP_API void tunip_assembler_at(tunip_assembler *a, size_t begin, size_t end);

/* Reports an error of the reader at the current place; returns `code`. */
TUNIP_API tunip_status tunip_assembler_fail(tunip_assembler *a, tunip_status code,
                                            const char *format, ...) TUNIP_PRINTF(3, 4);

/* ---- nodes ---- */

/* Begins a node of the type with this key; the functions below set its fields. Nodes nest: between
 * this call and tunip_assembler_end(), other nodes may begin and end, for example children. If the
 * type is not registered, the node is a tunip_opaque, which takes any field. */
TUNIP_API void tunip_assembler_begin(tunip_assembler *a, tunip_str key);

/* Ends the innermost open node and returns it; or NULL if an error was reported inside the node.
 * Every field without a default must be set. If the reader records origins (tunip_input.origins),
 * the origin of the node begins where the place of its tunip_assembler_begin() began, and ends
 * where the current place ends. */
TUNIP_API tunip_node *tunip_assembler_end(tunip_assembler *a);

/* A node of a type with a codec (tunip_codec), made from its saved text, which is copied. */
TUNIP_API tunip_node *tunip_assembler_coded(tunip_assembler *a, tunip_str key, tunip_str text);

/* A string node with a copy of `text`. Equal short texts share their bytes. The functions of
 * <tunip/graph.h> make other values. */
TUNIP_API tunip_node *tunip_assembler_string(tunip_assembler *a, tunip_str text);

/* ---- fields of the innermost open node ---- */

/* Each function sets a field that is not set yet. If `field` is NULL, it sets the field after the
 * one set last, or the first field: for formats that write fields without names. The value must be
 * of a kind that the field may hold; if the field holds a node, numbers, truth values and dtypes
 * are boxed. */
TUNIP_API void tunip_assembler_set(tunip_assembler *a, const char *field, void *node);
TUNIP_API void tunip_assembler_set_int(tunip_assembler *a, const char *field, int64_t value);
TUNIP_API void tunip_assembler_set_float(tunip_assembler *a, const char *field, double value);
TUNIP_API void tunip_assembler_set_bool(tunip_assembler *a, const char *field, bool value);
TUNIP_API void tunip_assembler_set_dtype(tunip_assembler *a, const char *field, tunip_dtype value);
TUNIP_API void tunip_assembler_set_string(tunip_assembler *a, const char *field, tunip_str text);

/* Sets a field to the node that has this name, or that gets it later. In a node of an unregistered
 * type, the name must already have a node. */
TUNIP_API void tunip_assembler_set_named(tunip_assembler *a, const char *field, tunip_str name);

/* ---- names: references to nodes that come later ---- */

/* Gives a node a name, which is copied and must be unused. */
TUNIP_API void tunip_assembler_name(tunip_assembler *a, tunip_str name, void *node);

/* ---- arrays and maps ---- */

/* Begins a list and returns its mark. Pass the mark to tunip_assembler_array() or
 * tunip_assembler_map() to end the list. Lists nest. Only arrays and maps that the assembler made
 * can be set as fields. */
TUNIP_API size_t tunip_assembler_list(tunip_assembler *a);

/* Adds a node to the innermost open list: `node`, or the node that has this name or gets it
 * later. */
TUNIP_API void tunip_assembler_item(tunip_assembler *a, void *node);
TUNIP_API void tunip_assembler_item_named(tunip_assembler *a, tunip_str name);

/* Ends the list and makes an array of its items, or a map; the items of a map are key, value, key,
 * value, ... Keys must be unique: strings are compared by text, numbers, truth values and dtypes by
 * value, other nodes by identity. */
TUNIP_API tunip_node *tunip_assembler_array(tunip_assembler *a, size_t mark);
TUNIP_API tunip_node *tunip_assembler_map(tunip_assembler *a, size_t mark);

#ifdef __cplusplus
}
#endif
#endif
