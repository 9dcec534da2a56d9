/* tool.h -- other programs, without a shell and with a limit of time. */
#ifndef INSPECT_TOOL_H
#define INSPECT_TOOL_H

#include "bytes.h"

typedef enum in_tool_result {
    IN_TOOL_DONE,
    IN_TOOL_MISSING, /* there is no such program */
    IN_TOOL_FAILED,  /* it ended with another status than 0 */
    IN_TOOL_LATE     /* it was stopped after the time */
} in_tool_result;

/* Runs argv[0], found in PATH, with `input` as its standard input (a file), and adds its standard
 * output to `out`. Its standard error is added, too, with `messages`, and dropped otherwise. */
in_tool_result in_tool_run(const char *const *argv, tunip_str input, unsigned seconds,
                           bool messages, in_text *out);

#endif
