/* program.h -- the user's program: the files and layers that the spans of the steps name. */
#ifndef TUNIP_CLI_PROGRAM_H
#define TUNIP_CLI_PROGRAM_H

#include "steps.h"

/* The folders of --source-root. */
typedef struct cli_roots {
    const char **items;
    size_t count;
} cli_roots;

/* A file or a layer. */
typedef struct cli_program {
    tunip_str name;       /* as the spans have it */
    bool has_lines;       /* a file; otherwise a layer */
    bool looked;          /* for the file */
    tunip_source *source; /* NULL: it was not found */
} cli_program;

typedef struct cli_programs {
    cli_program *items; /* in the order of their names */
    size_t count;
    const cli_steps *steps;
    const cli_roots *roots;
} cli_programs;

/* Finds the names in the spans of all steps. False after a message; cli_programs_close() is fine
 * then, too. The lineage must outlive the programs. */
bool cli_programs_open(cli_programs *self, const cli_steps *steps, const tunip_lineage *lineage,
                       const cli_roots *roots);
void cli_programs_close(cli_programs *self);

/* The program that a user names: "model.py" may be "net/model.py" in the spans, and the other way
 * round. NULL if there is none. If there are several, sets *other to another one. */
const cli_program *cli_programs_find(const cli_programs *self, tunip_str name,
                                     const cli_program **other);

/* Sets *text to a line of a program, without its newline; false if there is no such file or line.
 * The first time that a file is not found, writes a note. */
bool cli_programs_line(cli_programs *self, tunip_str name, int64_t line, tunip_str *text);

/* The name of a file without its folders. */
tunip_str cli_short_name(tunip_str name);

/* "model.py:12", or "conv1" for a layer. */
void cli_put_place(cli_output *out, tunip_str name, int64_t line);

#endif
