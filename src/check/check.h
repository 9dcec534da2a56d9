/* check.h -- what the rules share: a check of one graph, its findings, and the places of nodes. */
#ifndef TN_CHECK_RULES_H
#define TN_CHECK_RULES_H

#include <tunip/ext/convert.h>
#include <tunip/rules.h>
#include <tunip/tvm/relax.h>

#include "../util/memory.h"
#include "../util/tables.h"

/* ---- rules ---- */

/* ORDER: the rows of rules.c. The first ones belong to readers. */
enum {
#define X(ident, name, level, run, summary) TN_RULE_##ident,
#include "rules.def"
#undef X
    TN_RULE__COUNT
};

/* ---- a check ---- */

/* A check of one graph. */
typedef struct tn_check {
    const tunip_context *context;
    const tunip_graph *graph;
    const tunip_node *root;
    tunip_diagnostics *out;
    tunip_diagnostic *last; /* the finding that takes notes */
    const tunip_allocator *allocator;
    const tunip_converter *converter; /* which made the nodes of `root` of newer ones; or NULL */
    bool failed;                      /* out of memory */
    bool has_stopped;
} tn_check;

/* Functions that check the whole graph. A function may report findings of several rules; it stands
 * in the row of the first one. */
void tn_check_definitions(tn_check *c);
void tn_check_bounds(tn_check *c);
void tn_check_words(tn_check *c);
void tn_check_relax(tn_check *c);

/* The node whose place a finding about `node` has: `node` if it has an origin, or if no node has
 * one, otherwise `around`. */
const tunip_node *tn_check_place(const tn_check *c, const tunip_node *node,
                                 const tunip_node *around);

/* Adds a finding of a rule at a node. */
void tn_check_report(tn_check *c, int rule, const tunip_node *at, const char *format, ...)
    TUNIP_PRINTF(4, 5);
/* Adds a second place to the last finding, unless it has the same place. */
void tn_check_also(tn_check *c, const tunip_node *at, const char *text);
/* Adds advice to the last finding. */
void tn_check_help(tn_check *c, const char *format, ...) TUNIP_PRINTF(2, 3);

/* The name of a variable of tensor IR, without a dialect's prefix. */
tunip_str tn_check_name(const tunip_node *var);

/* A node of the IR that is shared is visited at each of its uses. A check ends after so many
 * visits. */
enum { TN_CHECK_MOST_VISITS = 1 << 23 };

/* Reports once that the check ends before its time, at a node. */
void tn_check_stop(tn_check *c, const tunip_node *at);

/* ---- steps ---- */

/* A walk that goes its own order: a stack of steps, which functions push. Only memory limits the
 * depth. */
typedef struct tn_steps tn_steps;
typedef struct tn_step tn_step;
typedef void (*tn_step_fn)(tn_steps *s, const tn_step *step);
struct tn_step {
    tn_step_fn run;
    const tunip_node *node;
    const tunip_node *place; /* the nearest node around it that has a place */
    uint64_t data;
};
struct tn_steps {
    tn_check *check;
    TN_ARRAY(tn_step) items;
    size_t visits;
};

/* Pushes a step. The steps that one step pushes run in the order in which they were pushed. Ignores
 * NULL nodes. */
void tn_steps_push(tn_steps *s, tn_step_fn run, const void *node, const tunip_node *place,
                   uint64_t data);
void tn_steps_push_all(tn_steps *s, tn_step_fn run, const tunip_array *nodes,
                       const tunip_node *place, uint64_t data);
/* Runs all steps, and frees the stack. */
void tn_steps_run(tn_steps *s);

/* ---- sources ---- */

/* Checks the functions of a script that cannot be read because of errors in other functions. The
 * diagnostics from number `first` on are these errors. */
tunip_status tn_rules_check_rest(const tunip_context *context, const tunip_source *source,
                                 const tunip_read_options *options, tunip_diagnostics *out,
                                 size_t first, tunip_error *error);

/* Checks a graph that was read, of any version. */
tunip_status tn_rules_check_graph(const tunip_context *context, tunip_graph *graph,
                                  tunip_diagnostics *out, tunip_error *error);

/* ---- comments ---- */

/* Sorts the findings from number `first` on by place, gives each its level, and drops those that
 * the options or a comment in the source allow. Warns about comments that name no rule. Comments of
 * a script are those of its lexer. */
void tn_rules_apply(tunip_diagnostics *out, size_t first, const tunip_source *source,
                    bool is_script, const tunip_rules_options *options);

#endif
