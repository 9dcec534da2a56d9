/* inputs.h -- the graphs that an argument of the command names. */
#ifndef TUNIP_CLI_INPUTS_H
#define TUNIP_CLI_INPUTS_H

#include "cli.h"

/* The inputs of one argument, read one after the other:
 *
 *     if (cli_inputs_open(&in, context, loads, &standard_input, argument))
 *         while (cli_inputs_next(&in)) { ... cli_inputs_read(&in, false) ... }
 *     ... in.failed ...
 *     cli_inputs_close(&in); */
typedef struct cli_inputs {
    char *name;            /* of this input, for messages: "build.log#3" */
    char *label;           /* where there are several: "build.log#3: After Running Pass: a" */
    tunip_source *source;  /* that this input is in */
    const char *file_name; /* of it, for messages */
    bool failed;           /* there was a message */
    tunip_source *given;   /* the caller's: the file, if it is open already; set it before the first
                              input */

    bool splits; /* the parts of MLIR text are inputs of their own */

    const tunip_context *context; /* the rest is private */
    const cli_loads *loads;
    tunip_source **standard_input; /* the caller's, for several arguments */
    char *path;                    /* the argument before `#` */
    const char *choice;            /* after `#`; or NULL */
    bool is_folder;
    char **files;
    size_t file_count, next_file;
    const char *file;                 /* that this input is in */
    tunip_log *log;                   /* NULL if the file is no log */
    size_t module, module_end, index; /* in the log: the next module, the end of the chosen modules,
                                         the current module */
} cli_inputs;

/* `*standard_input` is NULL, or holds the text of standard input, because a program can read
 * standard input only once. The caller frees it at the end. False after a message. */
bool cli_inputs_open(cli_inputs *in, const tunip_context *context, const cli_loads *loads,
                     tunip_source **standard_input, const char *argument);

/* Goes to the next input. False after the last one. A file that cannot be opened is skipped, after
 * a message, and counts as a failure. */
bool cli_inputs_next(cli_inputs *in);

/* Whether the argument names several inputs. Call it after cli_inputs_next(). */
bool cli_inputs_are_many(const cli_inputs *in);

/* Reads the input; NULL after a message. */
tunip_graph *cli_inputs_read(const cli_inputs *in, bool origins);

/* Reads the only input; NULL after a message, also if there are several. */
tunip_graph *cli_inputs_read_one(cli_inputs *in, bool origins);

/* Fine after a failed cli_inputs_open(), too. */
void cli_inputs_close(cli_inputs *in);

#endif
