/* rule_file.h -- rules from a file of JSON: sets by name, each of which becomes the rule of a
 * target. */
#ifndef COLLAGE_RULE_FILE_H
#define COLLAGE_RULE_FILE_H

#include "json.h"
#include "spec.h"

typedef struct cg_rule_reader {
    cg_memory *memory;
    tunip_graph *patterns; /* owns them */
    const cg_file *file;   /* whose text is read, for errors */
    const cg_value *set;   /* that is read, and the target; set by cg_rule_set_read() */
    tunip_str target;
} cg_rule_reader;

/* The shape of a file of rules. */
extern const cg_shape cg_rule_sets;

/* The set with the name `set` of a file as the rule of a target; "tvm" and an empty name are the
 * fusion of TVM, also without a file. `max_depth` counts if the set has none. NULL after an
 * error. */
cg_spec *cg_rule_set_read(cg_rule_reader *reader, const cg_value *set, tunip_str target,
                          size_t max_depth);

/* A tree of rules: {"rule": "valid", "inner": {...}}. NULL after an error. */
cg_rule *cg_rule_read(cg_rule_reader *reader, const cg_value *value);

#endif
