/* script.h -- the common part of the readers of scripts, for all languages: complaints as
 * diagnostics, the metadata section, Docs to nodes. */
#ifndef TN_READERS_SCRIPT_H
#define TN_READERS_SCRIPT_H

#include <tunip/ext/format.h>

#include "../core/elaborate/elaborate.h"

/* The reading of one script. It is the `user` of the functions of tn_elaborate_options below. */
typedef struct tn_script_reader {
    const tunip_input *input;
    tunip_diagnostics *diagnostics;
    tn_arena *arena;        /* of the Docs */
    const char *metadata;   /* the name of the format of the metadata section */
    unsigned vintage;       /* the version of TVM: 26 is v0.26; 0: unknown */
    tunip_diagnostic *last; /* the complaint that may get details */
    bool is_refused;        /* the version of the script cannot express some of its nodes */
} tn_script_reader;

void tn_script_complain(void *user, const tunip_doc *doc, const tunip_doc *around,
                        tn_complaint kind, tunip_str text);
const tunip_node *tn_script_load(void *user, tunip_str text, const tunip_doc *doc);

/* Makes nodes of the Docs. Mistakes are in the diagnostics; see tn_script_first_error(). */
tunip_status tn_script_elaborate(tn_script_reader *r, const tunip_doc *block,
                                 const tn_elaborate_options *options);
/* Fills the caller's error from the first diagnostic that is an error. */
tunip_status tn_script_first_error(const tn_script_reader *r);
/* Converts the root of the graph to the version of the script. If that version cannot express some
 * nodes, sets is_refused, and reports them if their places were recorded (input->origins). */
tunip_status tn_script_as_newer(tn_script_reader *r);
/* The error for memory that ran out while the script was read; otherwise `status`. */
tunip_status tn_script_end(tn_script_reader *r, tunip_status status);

#endif
