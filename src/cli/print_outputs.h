/* print_outputs.h -- further outputs of `tunip print`: a source map, and diagnostics. */
#ifndef TUNIP_PRINT_OUTPUTS_H
#define TUNIP_PRINT_OUTPUTS_H

#include "json_write.h"
#include "print_settings.h"

/* begin, end, line, column, end_line and end_column of a range. */
void cli_json_range(cli_json *w, const tunip_printed *printed, size_t begin, size_t end);

/* Writes the source map of `file` to `path`, of at most so many bytes. False after a message. */
bool cli_write_source_map(const char *path, const char *file, const tunip_printed *printed,
                          size_t max_bytes);

/* Reads diagnostics: a JSON list of objects, or a sequence of objects. On failure writes a message
 * and returns NULL. */
tunip_diagnostics *cli_read_diagnostics(const char *path);

/* Diagnostics with their places in the printed text of a file. */
typedef struct cli_findings {
    const char *file;
    const tunip_printed *printed;
    const tunip_diagnostics *diagnostics;
    tunip_trace *trace;
    tunip_source_map *map;
} cli_findings;

/* Writes the diagnostics of a printed file as the settings say. On failure fills `error`, and the
 * output is incomplete. Errors of writing do not fail here: check ferror(out). */
tunip_status cli_write_diagnostics(FILE *out, const print_settings *settings, const char *file,
                                   const tunip_printed *printed,
                                   const tunip_diagnostics *diagnostics, tunip_error *error);

/* JSON lines; SARIF 2.1.0. */
void cli_write_json_lines(cli_json *w, const cli_findings *findings);
void cli_write_sarif(cli_json *w, const cli_findings *findings);

#endif
