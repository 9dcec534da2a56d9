/* rules.h -- the rules that `tunip check` applies: what is wrong with IR that can be read.
 *
 *     tunip_diagnostics *found = tunip_diagnostics_new(NULL, &error);
 *     if (tunip_rules_check_source(context, source, NULL, found, &error) == TUNIP_OK)
 *         tunip_diagnostics_write(found, source, TUNIP_FORM_TEXT, NULL, write, user, &error);
 *
 * The code of each diagnostic is the name of its rule. docs/rules.md explains every rule with an
 * example. */
#ifndef TUNIP_RULES_H
#define TUNIP_RULES_H

#include <tunip/diagnostic.h>
#include <tunip/read.h>
#include <tunip/source.h>
#include <tunip/uses.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the table of rules ---- */

/* The fate of the findings of a rule. */
typedef enum tunip_rules_level {
    TUNIP_RULES_ALLOW, /* they are dropped */
    TUNIP_RULES_WARN,  /* they are warnings */
    TUNIP_RULES_DENY   /* they are errors */
} tunip_rules_level;

/* "allow", "warn", "deny". Static storage. */
TUNIP_API const char *tunip_rules_level_name(tunip_rules_level level);

/* One rule. Static storage. */
typedef struct tunip_check_rule {
    const char *name;        /* "out-of-bounds" */
    tunip_rules_level level; /* unless the options name another one */
    const char *summary;     /* one line */
} tunip_check_rule;

/* The rules, in the order of docs/rules.md; NULL past the end. */
TUNIP_API size_t tunip_rules_count(void);
TUNIP_API const tunip_check_rule *tunip_rules_get(size_t index);
/* The rule of this name, such as the code of a diagnostic; NULL if there is none. */
TUNIP_API const tunip_check_rule *tunip_rules_find(tunip_str name);

/* ---- checking ---- */

/* A level that differs from the one in the table. */
typedef struct tunip_rules_setting {
    const char *rule; /* a name; NULL: all rules */
    tunip_rules_level level;
} tunip_rules_setting;

/* How to check. Zero is the default of every member except `size`; initialise with
 * TUNIP_RULES_OPTIONS_INIT. Options without `size`, and names that no rule has, fail with
 * TUNIP_ERROR_ARGUMENT. */
typedef struct tunip_rules_options {
    size_t size;                      /* sizeof(tunip_rules_options) */
    const tunip_rules_setting *rules; /* later ones win */
    size_t rule_count;
    const char *format; /* as in tunip_read_options, and so are the rest */
    unsigned vintage;
    const tunip_constant *defines;
    size_t define_count;
    size_t module; /* of a log: check only the module with this number, from 1 on. 0: all */
    /* For a program that goes on with what was read: arrays of `kept` members, one for each module
     * of a log in its order, or one for any other source. NULL: not wanted. */
    tunip_uses *const *uses; /* each gets the names of its module */
    tunip_graph **graphs;    /* get the graphs, which the caller frees; NULL: it has errors */
    size_t kept;
    size_t
        *module_count; /* gets the number of modules in the source: 0 for a file of Python without
                             scripts, which has no findings. NULL: not wanted */
} tunip_rules_options;

/* The defaults. */
/* clang-format off */
#define TUNIP_RULES_OPTIONS_INIT {sizeof(tunip_rules_options), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/* Reads a source as TVM does (`fold` of tunip_read_options), each module of a log, and checks it.
 * Unless the options name a format, a file of Python is a log of its scripts, if it has more than
 * one script (tunip_log_kind_of()).
 * Adds the findings to `out`, in the order of their places. Labels are at spans of the source. A
 * text with mistakes is a success with findings. Fails if the source cannot be read at all, for
 * example because it is in no known format. If some functions of a script have errors, the others
 * are checked nevertheless. A finding of the rule `incomplete` says what was not checked. A comment
 * `# tunip: allow(RULE, ...)` drops the findings of its line; alone on a line, those of the next
 * statement, with the block below it.
 * `options` may be NULL. */
TUNIP_API tunip_status tunip_rules_check_source(const tunip_context *context,
                                                const tunip_source *source,
                                                const tunip_rules_options *options,
                                                tunip_diagnostics *out, tunip_error *error);

/* Checks a graph in memory, with the levels of the table. Labels are at spans of the source if the
 * graph has origins, otherwise at nodes. Fails only when out of memory. The graph must have no
 * grave flaw (<tunip/check.h>); graphs from readers have none. */
TUNIP_API tunip_status tunip_rules_check(const tunip_context *context, const tunip_graph *graph,
                                         tunip_diagnostics *out, tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
