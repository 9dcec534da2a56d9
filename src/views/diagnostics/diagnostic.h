/* diagnostic.h -- the members of tunip_diagnostics. */
#ifndef TN_DIAGNOSTIC_H
#define TN_DIAGNOSTIC_H

#include <tunip/diagnostic.h>

#include "../../core/base/arena.h"
#include "../../core/base/array.h"

struct tunip_diagnostics {
    tn_arena arena; /* the diagnostics and their texts */
    TN_ARRAY(tunip_diagnostic *) items;
    size_t label_count; /* of all diagnostics */
    bool failed;
};

/* Traces labels in a text of `text_size` bytes without a source map: labels at spans are found,
 * those at nodes and paths are unresolved. NULL with `error` filled when out of memory. */
tunip_trace *tn_trace_text(const tunip_diagnostics *diagnostics, size_t text_size,
                           tunip_error *error);

/* The number of Docs, nodes and labels visited, for the tests. */
size_t tn_trace_work(const tunip_trace *trace);

#endif
