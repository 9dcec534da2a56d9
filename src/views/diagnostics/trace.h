/* trace.h -- the places of the labels of diagnostics. */
#ifndef TN_TRACE_H
#define TN_TRACE_H

#include "../../core/base/diagnostic.h"

/* Traces labels in a text of `text_size` bytes without a source map: labels at spans are found,
 * those at nodes and paths are unresolved. NULL with `error` filled when out of memory. */
tunip_trace *tn_trace_text(const tunip_diagnostics *diagnostics, size_t text_size,
                           tunip_error *error);

/* The number of Docs, nodes and labels visited, for the tests. */
size_t tn_trace_work(const tunip_trace *trace);

#endif
