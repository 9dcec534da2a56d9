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

struct tunip_diagnostics;

/* ---- reading ---- */

/* A constant that a script takes from its surroundings: a name and its value, as the script would
 * write it ("16", "'llvm'", "[1, 2]"). */
typedef struct tunip_constant {
    const char *name;
    const char *value;
} tunip_constant;

/* How to read. Zero is the default of every member except `size`; initialise with
 * TUNIP_READ_OPTIONS_INIT. Options without `size`, or with nonzero members that this version does
 * not know, fail with TUNIP_ERROR_ARGUMENT. */
typedef struct tunip_read_options {
    size_t size;        /* sizeof(tunip_read_options) */
    const char *format; /* the name of a registered format: "tvm-json". NULL: see tunip_read() */
    bool origins;       /* record the place of each node: tunip_graph_origin() in
                           <tunip/source.h>. Takes about 60 bytes for each node */
    struct tunip_diagnostics *diagnostics; /* gets all errors and warnings, with labels at spans of
                                              the source; a failed read adds at least one error.
                                              NULL: only the first error is reported */
    bool fold; /* read a script as TVM's parser does: literals are Python's values, operators fold
                  constants, omitted root blocks and regions are inferred. If false, the nodes are
                  exactly those that the script writes */
    const tunip_constant *defines; /* constants that a script may use */
    size_t define_count;
    /* For a script without its metadata section, as in TVM's logs: read each constant that only the
     * metadata section holds as a placeholder, and warn. The placeholder prints in the same way as
     * the constant. Do not save such IR */
    bool placeholders;
    unsigned vintage; /* the version of TVM that wrote the input: 23, 24, 25 or 26. 0: the reader
                         finds it. Any other version after 20 fails with
                         TUNIP_ERROR_ARGUMENT */
    /* The number of threads that read one input; 0 is 1. The result is the same with any number:
     * graph, diagnostics, errors. A second thread saves time for long scripts and for large files
     * of saved JSON; more threads do not help. It calls the allocator of the context. If the system
     * cannot start a thread, the calling thread does all work. */
    size_t threads;
    struct tunip_uses *uses; /* gets the names in the text and their places (<tunip/uses.h>); NULL:
                                they are not recorded */
    /* Read the call of a word that no dialect has, such as a vendor's, as the call of an operator
     * of this name, and warn. Otherwise it is an error, and so it is with `fold` */
    bool keep_unknown;
    /* The content of the file that a script names in place of its metadata section
     * (tunip_print_options.metadata_file). Empty: the reader opens the file of this name in the
     * folder of the source, which is the part of the source's name up to its last slash. It refuses
     * names with a folder. */
    tunip_str metadata;
} tunip_read_options;

/* The defaults. */
/* clang-format off */
#define TUNIP_READ_OPTIONS_INIT \
    {sizeof(tunip_read_options), NULL, false, NULL, false, NULL, 0, false, 0, 0, NULL, false, \
     {NULL, 0}}
/* clang-format on */

/* Reads a text in the registered format that fits its beginning best (<tunip/ext/format.h>). The
 * text need not outlive the call. The caller frees the graph with tunip_graph_free(). Every context
 * has these formats: "tvm-json" (the output of `tvm.ir.save_json` of TVM v0.23 and v0.26),
 * "tvm-legacy" (the same function of TVM v0.7 to v0.20), "python" (scripts), "relay" (the text of
 * Relay), "log" (<tunip/log.h>) and "graph-json" (<tunip/tvm/graph_executor.h>). In tvm-json, nodes
 * of unregistered types become tunip_opaque nodes. Any number of threads may read with one context.
 *
 * Returns NULL with `error` filled when the text is malformed. The error has line, column and
 * offset, except for TUNIP_ERROR_FORMAT when the text is in no known format, and
 * TUNIP_ERROR_CONFLICT when several formats fit equally well. */
TUNIP_API tunip_graph *tunip_read(const tunip_context *context, tunip_str text, tunip_error *error);

/* Reads a whole file ("-" is standard input), which it opens as tunip_source_open_lazily() does: a
 * large file that changes while it is read may fail with TUNIP_ERROR_IO. */
TUNIP_API tunip_graph *tunip_read_file(const tunip_context *context, const char *path,
                                       tunip_error *error);

/* Finds the format in which tunip_read_source() would read `source` if the options name no format,
 * and returns its name, which lives as long as the context. Returns NULL and fills `error` if no
 * format fits. */
TUNIP_API const char *tunip_find_format(const tunip_context *context, const tunip_source *source,
                                        tunip_error *error);

/* Reads a source, without a copy of its text. `options` may be NULL. TUNIP_ERROR_NOT_FOUND: no
 * format is called `options->format`, or the format cannot be read. The graph refers to the source
 * only if `options->origins` is set; then keep the source as long as you use origins. */
TUNIP_API tunip_graph *tunip_read_source(const tunip_context *context, const tunip_source *source,
                                         const tunip_read_options *options, tunip_error *error);

/* ---- saving ---- */

/* Saves `root`, which may be NULL, in the format that tvm.ir.save_json of the IR's version of TVM
 * writes, with an indentation of two spaces. Passes the text to `write` in chunks. Fails with
 * TUNIP_ERROR_ARGUMENT at a malformed node, as tunip_check() reports it, and with
 * TUNIP_ERROR_FORMAT at a cycle and at a string that is not UTF-8, before anything is written.
 * Saves nodes with TUNIP_FLAW_MISSING and TUNIP_FLAW_UNREGISTERED, which readers accept. When the
 * status is not TUNIP_OK, the output is incomplete. */
TUNIP_API tunip_status tunip_save(const tunip_context *context, const tunip_node *root,
                                  tunip_write_fn write, void *user, tunip_error *error);

/* Like tunip_save(), but in a registered format. TUNIP_ERROR_NOT_FOUND: no format has this name, or
 * the format cannot be written. */
TUNIP_API tunip_status tunip_save_as(const tunip_context *context, const char *format,
                                     const tunip_node *root, tunip_write_fn write, void *user,
                                     tunip_error *error);

/* Like tunip_save_as(), for a version of TVM, such as that of tunip_graph_vintage(). The output
 * names it, unless the nodes are of another version. 0: the version of the nodes. `format` may be
 * NULL: that of the version (tunip_vintage_format()). TUNIP_ERROR_ARGUMENT: the version is after
 * v0.20 and neither v0.23 nor v0.26, or `format` is one of TVM's, but not that of the
 * version. */
TUNIP_API tunip_status tunip_save_for(const tunip_context *context, const char *format,
                                      unsigned vintage, const tunip_node *root,
                                      tunip_write_fn write, void *user, tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
