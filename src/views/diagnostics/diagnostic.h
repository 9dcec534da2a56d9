/* diagnostic.h -- the inside of tunip_diagnostics. */
#ifndef TN_DIAGNOSTIC_H
#define TN_DIAGNOSTIC_H

#include <tunip/diagnostic.h>

#include "../../core/base/arena.h"
#include "../../core/base/array.h"

struct tunip_diagnostic {
    tunip_severity severity;
    tunip_str code;
    tunip_str message;
    tunip_label *labels;
    size_t label_count;
    tunip_remark *notes;
    size_t note_count;
    tunip_diagnostics *owner;
    size_t label_room, note_room;
};

struct tunip_diagnostics {
    tn_arena arena; /* the diagnostics and their texts */
    TN_ARRAY(tunip_diagnostic *) items;
    size_t label_count; /* of all of them */
    bool failed;
};

/* Finds the labels at spans in a text of that size; those at nodes and paths are unresolved. NULL
 * with `error` filled when out of memory. */
tunip_trace *tn_trace_text(const tunip_diagnostics *diagnostics, size_t text_size,
                           tunip_error *error);

/* The number of Docs, nodes and labels visited, for the tests. */
size_t tn_trace_work(const tunip_trace *trace);

#endif
