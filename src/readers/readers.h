/* readers.h -- the formats that come with tunip. The text of the doc backend is none of them,
 * because it holds Docs and no graph (<tunip/ext/doc_text.h>). */
#ifndef TUNIP_READERS_H
#define TUNIP_READERS_H

#include <tunip/ext/format.h>

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

#endif
