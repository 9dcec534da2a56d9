/* vintage.h -- versions of TVM. A vintage is a version of TVM that has types and words of its own:
 * 19 is v0.19 (Relay), and 23 to 26 are v0.23 to v0.26. Readers find the vintage of their input.
 * All nodes of a graph are of one vintage.
 *
 *     tunip_convert_options options = TUNIP_CONVERT_OPTIONS_INIT;
 *     options.vintage = 26;
 *     options.exact = true;
 *     options.diagnostics = tunip_diagnostics_new(NULL, &error);
 *     tunip_node *made = tunip_convert_with(context, graph, root, &options, &error);
 *     ... if (!made) each diagnostic has the path of a node that cannot be converted ... */
#ifndef TUNIP_VINTAGE_H
#define TUNIP_VINTAGE_H

#include <tunip/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tunip_diagnostics;

/* The version of a graph whose types all versions have: for example, tunip_save() saves such a
 * graph as IR of this version. */
#define TUNIP_VINTAGE_USUAL 23

/* The version of the graph of `root`: the one that has the types of all nodes. If several versions
 * have them, it is v0.23, or else the newest one, or else, of v0.24 and v0.25, the first. Returns 0
 * if all versions have them, and when out of memory. Looks at no more nodes than it needs. `root`
 * may be NULL. */
TUNIP_API unsigned tunip_vintage(const tunip_node *root);

/* The version of the graph, where its file decides: 19 if TVM v0.19 or an older one wrote the file,
 * and 20 for v0.20, even if it holds only nodes that v0.23 has, too, such as a function of the
 * tensor IR. For other files, the version that the file states if this version has the types of all
 * nodes; otherwise the result of tunip_vintage() for the root. */
TUNIP_API unsigned tunip_graph_vintage(const tunip_graph *graph);

/* The name of the format in which this version of TVM saves graphs, for tunip_save_as():
 * "tvm-legacy" for versions up to 20, "tvm-json" for later ones and for 0. */
TUNIP_API const char *tunip_vintage_format(unsigned vintage);

/* ---- conversion ---- */

/* Converts all nodes that `root` reaches to another version, for readers of scripts. The result
 * belongs to `graph`. It may share nodes that are the same in both versions with the graph of
 * `root`, so that graph must live as long as the result. Returns NULL, with `error` filled, at a
 * node that the other version cannot express or that is inside itself, for an unknown version
 * (TUNIP_ERROR_ARGUMENT), and when out of memory. */
TUNIP_API tunip_node *tunip_convert_graph(const tunip_context *context, tunip_graph *graph,
                                          const tunip_node *root, unsigned vintage,
                                          tunip_error *error);

/* How to convert. Zero is the default of every member except `size` and `vintage`; initialise with
 * TUNIP_CONVERT_OPTIONS_INIT. Options without `size`, or with an unknown version, fail with
 * TUNIP_ERROR_ARGUMENT. */
typedef struct tunip_convert_options {
    size_t size;      /* sizeof(tunip_convert_options) */
    unsigned vintage; /* the version of the result */
    bool exact;       /* convert the result back and compare: fail if anything was lost */
    struct tunip_diagnostics *diagnostics; /* gets an error for each node that cannot be converted,
                                              with a label at its access path; or NULL */
} tunip_convert_options;

/* The defaults. */
/* clang-format off */
#define TUNIP_CONVERT_OPTIONS_INIT {sizeof(tunip_convert_options), 0, false, NULL}
/* clang-format on */

/* Like tunip_convert_graph(), with two differences. First, functions also get the attributes that a
 * program of the other version would give them. Second, this function reports all nodes that cannot
 * be converted, not only the first; `error->path` is the path of the first. If the IR is already of
 * the wanted version, returns `root`. A conversion to or from v0.19 fails with
 * TUNIP_ERROR_ARGUMENT. */
TUNIP_API tunip_node *tunip_convert_with(const tunip_context *context, tunip_graph *graph,
                                         const tunip_node *root,
                                         const tunip_convert_options *options, tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
