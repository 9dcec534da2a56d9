/* trace.h -- the places of diagnostics in a printed text, and in the user's files. */
#ifndef TN_TRACE_H
#define TN_TRACE_H

#include <tunip/diagnostic.h>
#include <tunip/site.h>

#include "../../util/diagnostic.h"
#include "labels.h"

/* ======== trace ======== */

/* The places of the labels of diagnostics. */

/* Traces labels in a text of `text_size` bytes without a source map: labels at spans are found,
 * those at nodes and paths are unresolved. NULL with `error` filled when out of memory. */
tunip_trace *tn_trace_text(const tunip_diagnostics *diagnostics, size_t text_size,
                           tunip_error *error);

/* The number of Docs, nodes and labels visited, for the tests. */
size_t tn_trace_work(const tunip_trace *trace);

/* ======== sites ======== */

/* Excerpts of the user's program, below those of a printed module:
 *
 *      ::: model.py:14:12
 *       |
 *    14 |     B[i] = A[i + 1]
 *       |            ^^^^^^^^ reads A[16] */

/* A place in the user's program that a label leads to. */
typedef struct tn_user_site {
    tunip_site site;
    tn_label label; /* of the excerpt, without its range */
    bool is_done;
} tn_user_site;

/* A file that was looked for. */
typedef struct tn_user_file {
    tunip_str name;
    tunip_source *source; /* NULL: not found */
} tn_user_file;

typedef struct tn_user_sites {
    const tunip_context *context;
    const tunip_diagnostics_options *options;
    const tunip_allocator *allocator;
    tunip_site_map *map;
    TN_ARRAY(tn_user_file) files;
    TN_ARRAY(tn_user_site) sites; /* of the current diagnostic */
    TN_ARRAY(tn_label) labels;    /* in one file */
    tn_label next;                /* for the sites that are being added */
    bool failed;
} tn_user_sites;

/* Begins the sites of a diagnostic. */
void tn_user_sites_begin(tn_user_sites *u);
/* Adds the sites of a label that is drawn at bytes of the print. */
void tn_user_sites_add(tn_user_sites *u, const tn_label *label);
/* Writes the excerpts. `width` is that of line numbers. False when out of memory. */
bool tn_user_sites_put(tn_user_sites *u, tn_text *out, size_t width);
void tn_user_sites_free(tn_user_sites *u);

#endif
