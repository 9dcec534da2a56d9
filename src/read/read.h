/* read.h -- the readers of formats, and what they share. */
#ifndef TN_READ_H
#define TN_READ_H

#include <tunip/ext/format.h>
#include <tunip/read.h>

#include "../compare/convert.h"
#include "elaborate.h"

/* ======== readers ======== */

/* The formats that come with tunip. The text of the doc backend is none of them,
 * because it holds Docs and no graph (<tunip/ext/doc_text.h>). */

extern const tunip_format tunip_format_tvm_json;   /* saved graphs of TVM v0.23 */
extern const tunip_format tunip_format_tvm_legacy; /* saved graphs of TVM v0.7 to v0.20 */
extern const tunip_format tunip_format_python;
extern const tunip_format tunip_format_relay;
extern const tunip_format tunip_format_log;
extern const tunip_format tunip_format_graph; /* graph.json of the graph executor */
extern const tunip_format tunip_format_mlir;

/* The parts of MLIR text, which lines `// -----` separate; empty parts do not count. Sets `part` to
 * the first one that begins at or after `*at`, `name` to its first symbol (or empty), and `*at` to
 * the end of the part. False if there is none, or if the text is not MLIR. */
bool tn_mlir_next_part(tunip_str text, size_t *at, tunip_str *part, tunip_str *name);

/* Whether MLIR may begin in a line below the heading of a dump: an operation, or an alias. */
bool tn_mlir_begins_dump(tunip_str line);

/* The first symbol of a text without `@`; or empty. */
tunip_str tn_mlir_first_symbol(tunip_str text);

/* ======== refusals ======== */

/* Reports the nodes of a script that its version cannot express. */

/* Reports the refusals of a conversion of `root`, in the order of the script, at the places that
 * the graph has recorded. Returns the status of the first one, or TUNIP_ERROR_MEMORY. */
tunip_status tn_refusals_report(const tunip_input *input, const tunip_converter *c,
                                const tunip_node *root);

/* ======== script ======== */

/* The common part of the readers of scripts, for all languages: complaints as
 * diagnostics, the metadata section, Docs to nodes. tn_script_reader is in elaborate.h. */

/* Makes nodes of the Docs of a script, a BLOCK, and sets the root of the graph. Mistakes are in the
 * diagnostics; see tn_script_first_error(). Fails only when out of memory. */
tunip_status tn_script_elaborate(tn_script_reader *r, const tunip_doc *block);
/* If the words of the script that was read are of several versions, chooses that of most of them
 * for another reading, which warns of the others. False if there is nothing to choose, or if the
 * caller's version lacks words of the script. */
bool tn_script_settle(tn_script_reader *r);
/* Fills the caller's error from the first diagnostic that is an error. */
tunip_status tn_script_first_error(const tn_script_reader *r);
/* Converts the root of the graph to the version of the script. If that version cannot express some
 * nodes, sets is_refused, and reports them if their places were recorded (input->origins). */
tunip_status tn_script_as_newer(tn_script_reader *r);
/* The error for memory that ran out while the script was read; otherwise `status`. */
tunip_status tn_script_end(tn_script_reader *r, tunip_status status);

#endif
