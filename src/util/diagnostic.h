/* diagnostic.h -- the members of tunip_diagnostics: a list that readers fill and views render. */
#ifndef TN_DIAGNOSTIC_H
#define TN_DIAGNOSTIC_H

#include <tunip/diagnostic.h>

#include "memory.h"

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
    tunip_fix *fixes;
    size_t fix_count, fix_room;
    size_t order;    /* in a list that is sorted by places */
    bool is_allowed; /* no finding: the list drops it */
};

struct tunip_diagnostics {
    tn_arena arena; /* the diagnostics and their texts */
    TN_ARRAY(tunip_diagnostic *) items;
    size_t label_count; /* of all diagnostics */
    bool failed;
};

/* Adds a note if TVM's parser reports the mistake at another line, that of `offset`. Does nothing
 * if `source` is NULL. */
void tn_diagnostic_note_tvm(tunip_diagnostic *self, const tunip_source *source, size_t offset);

/* Removes all but the first `count` diagnostics. */
void tn_diagnostics_cut(tunip_diagnostics *self, size_t count);

#endif
