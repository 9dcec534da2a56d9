/* record.h -- tuning records of MetaSchedule, as their database saves them: one in each line. */
#ifndef TN_RECORD_H
#define TN_RECORD_H

#include <tunip/base.h>

#include "../../../util/memory.h"
#include "../../../util/text.h"

/* All texts live in the arena, and a NUL follows each. */
typedef struct tn_record {
    tunip_str text;    /* the trace as a saved graph; empty if the line is no record */
    tunip_str heading; /* "workload 0, 0.0013 s, llvm" */
    tunip_str fault;   /* what is wrong with the line, and where in the line; empty: nothing */
    uint32_t fault_begin, fault_end;
} tn_record;

/* Whether a line begins as a record does. */
bool tn_is_record(tunip_str line);
/* Reads a line. False when out of memory. */
bool tn_record_read(tn_arena *arena, tunip_str line, tn_record *out);

/* Whether a text, or its beginning, is a trace as TVM prints it: `b0 = sch.get_block(...)`, with or
 * without `def apply_trace`. */
bool tn_is_trace(tunip_str text);
/* The same for this text. Its heading is empty. */
bool tn_trace_read(tn_arena *arena, tunip_str text, tn_record *out);

#endif
