/* diff_json.h -- a difference as JSON. */
#ifndef TUNIP_CLI_DIFF_JSON_H
#define TUNIP_CLI_DIFF_JSON_H

#include "cli.h"

/* Writes the edit script with paths and places in both texts: one object, and a line feed. The
 * names are those of the files. The stream keeps errors. */
void cli_write_diff_json(FILE *out, const tunip_difference *difference, const char *lhs,
                         const char *rhs);

#endif
