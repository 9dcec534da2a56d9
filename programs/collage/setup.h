/* setup.h -- what the user chose: targets, files of rules, estimators. */
#ifndef COLLAGE_SETUP_H
#define COLLAGE_SETUP_H

#include "costs.h"
#include "engine.h"
#include "json.h"
#include "rule.h"

/* ======== spec ======== */

/* The rules of targets, as TVM's collage gathers them. */

/* How a code generator fuses the matches of its patterns. */
typedef enum cg_style {
    CG_STYLE_DEFAULT,  /* cutlass, cublas and cudnn: none; tensorrt: as TVM; others: arbitrary */
    CG_STYLE_NONE,     /* not at all */
    CG_STYLE_TVM,      /* by the rules of TVM */
    CG_STYLE_ARBITRARY /* anything that is not opaque */
} cg_style;

/* "NoFusion", "TVMFusion", "ArbitraryFusion"; an error at `value` for another name. */
bool cg_style_read(const cg_file *file, const cg_value *value, tunip_str name, cg_style *style);

/* A row of the pattern table of a code generator. */
typedef struct cg_entry {
    tunip_str label;
    const tunip_node *pattern;
    const cg_predicate *predicate; /* or NULL */
} cg_entry;

/* A target that TVM compiles itself: "tvm_<kind>". NULL when out of memory, as below. */
cg_spec *cg_spec_tvm(tn_arena *memory, tunip_str kind, size_t max_depth);
/* An external code generator with a table of patterns. */
cg_spec *cg_spec_patterns(tn_arena *memory, tunip_str compiler, const cg_entry *entries,
                          size_t count, cg_style style, size_t max_depth);
/* The host, for expressions that no target must compile. */
cg_spec *cg_spec_host(tn_arena *memory);

/* ======== rule file ======== */

/* Rules from a file of JSON: sets by name, each of which becomes the rule of a
 * target. */

typedef struct cg_rule_reader {
    tn_arena *memory;
    tunip_graph *patterns; /* owns them */
    const cg_file *file;   /* whose text is read, for errors */
    const cg_value *set;   /* that is read, and the target; set by rule_set_read() */
    tunip_str target;
} cg_rule_reader;

/* The shape of a file of rules. */
extern const cg_shape cg_rule_sets;

/* A tree of rules: {"rule": "valid", "inner": {...}}. NULL after an error. */
cg_rule *cg_rule_read(cg_rule_reader *reader, const cg_value *value);

/* ======== setup ======== */

/* Targets, rules and costs from files of JSON: see docs/collage.md. */

typedef struct cg_target {
    tunip_str kind;
    cg_machine machine;
} cg_target;

typedef struct cg_setup {
    tunip_context *context;
    tn_arena memory;
    tunip_graph *patterns; /* owns them */
    cg_file targets_file, rules, costs;
    cg_file tvm_rules;   /* the sets that come with tunip */
    const cg_file *file; /* that an error is about, or NULL */
    cg_target *targets;
    size_t target_count;
    const cg_spec **specs; /* of the targets, and the host's */
    size_t spec_count;
    cg_command command;              /* its `command` is NULL: none */
    size_t table_count, model_count; /* costs from the table, and from the model */
    tunip_error *error;
} cg_setup;

/* Each file may be NULL. Without targets: a processor, and a target for each set of rules. False
 * after an error; cg_setup_free() in any case. */
bool cg_setup_open(cg_setup *setup, tunip_context *context, const char *targets, const char *rules,
                   const char *costs, tunip_error *error);
void cg_setup_free(cg_setup *setup);

/* Costs from the table, if it has one; from plugins; from the command; from the model. */
cg_estimator cg_setup_estimator(cg_setup *setup);

#endif
