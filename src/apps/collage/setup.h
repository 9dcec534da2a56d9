/* setup.h -- targets, rules and costs from files of JSON: see docs/collage.md. */
#ifndef COLLAGE_SETUP_H
#define COLLAGE_SETUP_H

#include "command.h"
#include "engine.h"
#include "json.h"
#include "roofline.h"

typedef struct cg_target {
    tunip_str kind;
    cg_machine machine;
} cg_target;

typedef struct cg_setup {
    tunip_context *context;
    cg_memory memory;
    tunip_graph *patterns; /* owns them */
    cg_file targets_file, rules, costs;
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

/* Whether a file gives the cost of a function: by the label of the candidate, or by the number of
 * its operators. */
bool cg_setup_table_cost(cg_setup *setup, const cg_function *function, const cg_spec *spec,
                         double *out);

#endif
