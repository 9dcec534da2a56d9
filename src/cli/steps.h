/* steps.h -- pass dumps as a history: folders, logs and files, in any of the formats that are
 * read. */
#ifndef TUNIP_CLI_STEPS_H
#define TUNIP_CLI_STEPS_H

#include "inputs.h"

typedef struct cli_steps {
    tunip_context *context;
    tunip_history *history;
    char **files; /* for each step the name of its input: "dump/004_LegalizeOps.py", "a.log#3" */
    size_t count;
    bool failed;                  /* there was a message; the steps that were read can be used */
    tunip_source *standard_input; /* the rest is private */
    struct cli_running *running;  /* the passes of a log that have begun, and not ended */
    size_t running_count;
    const tunip_log *log; /* the last log about which `has_after` was found */
    bool has_after;
    cli_loads loads;
    size_t warned;
} cli_steps;

/* Prepares an empty history. False after a message; cli_steps_close() is fine then, too. */
bool cli_steps_open(cli_steps *self, const cli_loads *loads, const cli_limits *limits);

/* Adds the inputs of an argument. Each step is named after its pass: "004_LegalizeOps.py" is
 * LegalizeOps, and in logs the heading names the pass. If files in a folder differ only in their
 * suffix, only the first is read: "a.json", not "a.py". Files of a folder that cannot be read are
 * skipped, after a note of one line. */
void cli_steps_add(cli_steps *self, const char *argument);

/* The step that an argument names: the name of its file, the name of its pass if only one step has
 * it, or its number. SIZE_MAX after a message. */
size_t cli_steps_find(const cli_steps *self, const char *argument);

/* Whether an argument names a step, or several. */
bool cli_steps_has(const cli_steps *self, const char *argument);

/* The same as cli_steps_find(), for the name of an input. If no step has this input, it becomes the
 * last step. */
size_t cli_steps_find_or_add(cli_steps *self, const char *argument);

/* Writes a note with the number of inputs that had warnings. Call it after the last step was
 * added. */
void cli_steps_note(const cli_steps *self);

/* The line of the printed text where the nodes of a line of a script are printed; 0 if no node
 * begins in this line, or if `text` is not what the script prints with the options `print`. */
size_t cli_find_script_line(const cli_steps *steps, const tunip_source *source,
                            const tunip_print_options *print, tunip_str text, size_t line);

void cli_steps_close(cli_steps *self);

/* The name of a step; "" past the end. */
const char *cli_step_name(const cli_steps *self, size_t step);

/* Writes by which primitive of a schedule a step was made: " by sch.split(loop=l1)". Writes nothing
 * if there is none. */
void cli_steps_put_primitive(const cli_steps *self, size_t step, cli_output *out);
/* Writes the member "primitive" of an object. Writes nothing if there is none. */
void cli_steps_put_json_primitive(const cli_steps *self, size_t step, tunip_json_writer *json);

#endif
