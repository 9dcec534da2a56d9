/* command.h -- costs that a command measures: it reads a function as JSON, and writes seconds. The
 * answers are kept on disk. */
#ifndef COLLAGE_COMMAND_H
#define COLLAGE_COMMAND_H

#include "functions.h"

typedef struct cg_command {
    tunip_context *context;
    const char *command; /* for sh */
    const char *cache;   /* a folder; NULL: nothing is kept */
    double timeout;      /* seconds; a command that takes longer is ended */
    size_t run_count, kept_count, late_count;
    size_t lost_count; /* answers that the cache could not keep, which is no error */
} cg_command;

/* The cost of a function on a target: INFINITY if the command ends with status 1 or too late, NAN
 * if it writes "nan". False after an error: another status, or no number. */
bool cg_command_cost(cg_command *command, const cg_function *function, tunip_str target,
                     double *out, tunip_error *error);

#endif
