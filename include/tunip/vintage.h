/* vintage.h -- versions of TVM. A vintage is a version of TVM that has types and words of its own:
 * 23 is v0.23, 26 is v0.26. Readers find it from their input, and a graph keeps to one.
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

/* The version of IR whose nodes all versions have, when it is saved. */
#define TUNIP_VINTAGE_USUAL 23

/* The versions that tunip knows, oldest first; 0 past the end. */
TUNIP_API unsigned tunip_vintage_at(size_t index);

/* The version of the first node, in the order of a walk, whose type not all versions have; 0 if
 * there is none, and when out of memory. `root` may be NULL. */
TUNIP_API unsigned tunip_vintage(const tunip_node *root);

/* ---- conversion ---- */

/* Converts what `root` reaches to another version, node by node, as readers of scripts need it: the
 * result belongs to `graph`, and nodes that are the same in both versions may be shared with the
 * graph of `root`, which must live as long. Returns NULL, with `error` filled, at a node that the
 * other version cannot express (TUNIP_ERROR_ARGUMENT), and when out of memory. */
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

/* The same for IR as a program of the other version would have made it: functions get the
 * attributes that the newer version expects. Finds all nodes that cannot be converted instead of
 * the first one; `error->path` is that of the first. The result for IR of the wanted version is
 * `root` itself. Nothing is converted to or from v0.19 (TUNIP_ERROR_ARGUMENT). */
TUNIP_API tunip_node *tunip_convert_with(const tunip_context *context, tunip_graph *graph,
                                         const tunip_node *root,
                                         const tunip_convert_options *options, tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
