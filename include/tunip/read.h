/* read.h -- reading graphs from text, and saving them.
 *
 *     tunip_graph *graph = tunip_read_file(context, "module.json", &error);
 *     if (!graph) fprintf(stderr, "%zu:%zu: %s\n", error.line, error.column, error.message);
 *
 * To point into the input later, keep its source and ask for origins:
 *
 *     tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
 *     options.origins = true;
 *     tunip_source *source = tunip_source_open(context, "module.json", &error);
 *     tunip_graph *graph = source ? tunip_read_source(context, source, &options, &error) : NULL;
 *     ... tunip_graph_origin(graph, node, &origin) ... */
#ifndef TUNIP_READ_H
#define TUNIP_READ_H

#include <tunip/source.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- reading ---- */

/* How to read. Zero is the default of every member except `size`; initialise with
 * TUNIP_READ_OPTIONS_INIT. Options without `size`, or with nonzero members that this version does
 * not know, fail with TUNIP_ERROR_ARGUMENT. */
typedef struct tunip_read_options {
    size_t size;  /* sizeof(tunip_read_options) */
    bool origins; /* record where each node stands: tunip_graph_origin() in <tunip/source.h>. Takes
                     about 60 bytes for each node */
} tunip_read_options;

/* The defaults. */
/* clang-format off */
#define TUNIP_READ_OPTIONS_INIT {sizeof(tunip_read_options), false}
/* clang-format on */

/* Reads the output of `tvm.ir.save_json` of TVM v0.23.0: {"root_index", "nodes", "metadata"}.
 * `text` is not kept. Returns NULL with `error` filled (line, column and offset set, message
 * "expected ..., got ...") when the text is not a well-formed graph. Children come before their
 * parents. A field of a registered type may refer to a later node if this makes no cycle. Nodes of
 * unregistered types become tunip_opaque nodes. */
TUNIP_API tunip_graph *tunip_read(const tunip_context *context, tunip_str text, tunip_error *error);

/* Reads a whole file ("-" is standard input). */
TUNIP_API tunip_graph *tunip_read_file(const tunip_context *context, const char *path,
                                       tunip_error *error);

/* Reads a source, without a copy of its text. `options` may be NULL. The graph refers to the source
 * only if `options->origins` is set; then keep the source as long as you use origins. */
TUNIP_API tunip_graph *tunip_read_source(const tunip_context *context, const tunip_source *source,
                                         const tunip_read_options *options, tunip_error *error);

/* ---- saving ---- */

/* Saves `root` as tvm.ir.save_json does (two spaces of indentation) through `write`. Fails with
 * TUNIP_ERROR_ARGUMENT at a malformed node, as tunip_check() reports it. */
TUNIP_API tunip_status tunip_save(const tunip_context *context, const tunip_node *root,
                                  tunip_write_fn write, void *user, tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
