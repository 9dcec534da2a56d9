/* diagnostic.h -- the inside of tunip_diagnostics. */
#ifndef TN_DIAGNOSTIC_H
#define TN_DIAGNOSTIC_H

#include <tunip/diagnostic.h>

#include "../../core/base/arena.h"
#include "../../core/base/array.h"

struct tunip_diagnostics {
    tn_arena arena; /* the diagnostics and their texts */
    TN_ARRAY(tunip_diagnostic *) items;
    size_t label_count; /* of all of them */
    bool failed;
};

/* The number of Docs, nodes and labels visited, for the tests. */
size_t tn_trace_work(const tunip_trace *trace);

#endif
