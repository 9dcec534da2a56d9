/* print_outputs.h -- further outputs of `tunip print`: a source map, and diagnostics. */
#ifndef TUNIP_PRINT_OUTPUTS_H
#define TUNIP_PRINT_OUTPUTS_H

#include "print_settings.h"

/* ---- a file for each input ---- */

/* The output files. */
typedef struct cli_folder {
    char **paths;
    size_t count;
} cli_folder;

/* Whether the value of -o is a folder: it exists as one, or ends with a slash. */
bool cli_names_folder(const char *path);

/* The path of the output file for an input, which is in `file`; makes the folder if it is missing.
 * NULL after a message, also if an earlier input had the same name. */
const char *cli_folder_add(cli_folder *f, const char *folder, const char *file, const char *input,
                           const char *suffix);
void cli_folder_free(cli_folder *f);

/* ---- JSON ---- */

/* A writer of JSON into an output. NULL when out of memory. The functions that end the text of the
 * output report whether it could be written. */
tunip_json_writer *cli_json_new(cli_output *out, size_t lines);

/* A key and its value. */
static inline void cli_json_str_at(tunip_json_writer *w, const char *key, tunip_str text)
{
    tunip_json_key(w, key);
    tunip_json_put_string(w, text);
}

static inline void cli_json_text_at(tunip_json_writer *w, const char *key, const char *text)
{
    cli_json_str_at(w, key, tunip_str_from(text));
}

static inline void cli_json_number_at(tunip_json_writer *w, const char *key, size_t number)
{
    tunip_json_key(w, key);
    tunip_json_put_size(w, number);
}

/* begin, end, line, column, end_line and end_column of a range. */
void cli_json_range(tunip_json_writer *w, const tunip_source *source, size_t begin, size_t end);

/* The members of a place in the user's program: "source", "line" and so on. */
void cli_json_site(tunip_json_writer *w, const tunip_site *site);
/* The member "sites": the places of a span; nothing for NULL. */
void cli_json_sites(tunip_json_writer *w, const tunip_node *span);

/* ---- outputs ---- */

/* Writes the source map of `file`, of at most `max_bytes` bytes, to `path`. With `with_sites` it
 * also has the places in the user's program. False after a message. */
bool cli_write_source_map(const char *path, const char *file, const tunip_printed *printed,
                          bool with_sites, size_t max_bytes);

/* Reads the printed text of a graph back. CLI_OK if the result is equal to the graph. Otherwise
 * writes messages or a diff on stderr and returns CLI_DIFFERENT. */
int cli_verify(tunip_context *context, const print_settings *settings, const char *file,
               const tunip_graph *graph, const tunip_printed *printed);

/* Diagnostics with their places in a text: the printed text of a file, or the file itself. */
typedef struct cli_findings {
    const char *file;
    const tunip_source *source;
    const tunip_printed *printed; /* NULL: the places are in the file, and */
    const tunip_graph *graph;     /* this graph was read from it, with origins */
    const tunip_diagnostics *diagnostics;
    const char **tools;    /* the program that made each; NULL, or an element that is NULL: tunip */
    bool spans;            /* also their places in the user's program */
    bool is_one_of_many;   /* SARIF names the run after the file */
    tunip_trace *trace;    /* these are set by cli_write_diagnostics() */
    tunip_source_map *map; /* NULL in the file itself */
    tunip_site_map *sites; /* NULL: without places in the user's program */
} cli_findings;

/* The findings of programs, from one file. */
typedef struct cli_reported cli_reported;

/* Reads diagnostics: a JSON list of objects, or a sequence of objects. On failure writes a message
 * and returns NULL. */
cli_reported *cli_read_diagnostics(const char *path);
void cli_reported_free(cli_reported *r);

/* Sets out->diagnostics and out->tools to the findings about an input: those whose member "file" is
 * `name` or `file` (or NULL), and those without one if this input is the only one. False after a
 * message. Afterwards call cli_reported_drop() in any case. */
bool cli_reported_pick(cli_reported *r, const char *name, const char *file, bool is_only,
                       cli_findings *out);
void cli_reported_drop(cli_findings *f);
/* Says how many findings were never picked. */
void cli_reported_note_unused(const cli_reported *r);

/* Writes the diagnostics as the settings say. On failure fills `error`, and the text is incomplete.
 * If the output cannot be written, the code may be TUNIP_ERROR_CANCELLED or TUNIP_OK: end the text,
 * and check ferror(out->file) first. */
tunip_status cli_write_diagnostics(cli_output *out, const print_settings *settings,
                                   cli_findings *findings, tunip_error *error);

/* A SARIF log of several files: begin it, add the findings of each, end it. */
void cli_sarif_begin(tunip_json_writer *w);
tunip_status cli_sarif_add(tunip_json_writer *w, cli_findings *findings, tunip_error *error);
void cli_sarif_end(tunip_json_writer *w);

/* The path of the innermost node that is printed where a label begins. NULL if there is none,
 * or if it has more than CLI_INNERMOST_STEPS steps: each of many labels in deeply nested IR would
 * have a long path. */
enum { CLI_INNERMOST_STEPS = 200 };
const tunip_path *cli_findings_innermost(const cli_findings *f, const tunip_traced *traced);

/* The span of a label in the user's program; NULL if there is none, or if f->spans is false. */
const tunip_node *cli_findings_span(const cli_findings *f, const tunip_traced *traced);

/* JSON lines; SARIF 2.1.0, whose values up to CLI_SARIF_LINES levels have lines of their own. False
 * when out of memory. The places are in findings->trace. */
bool cli_write_json_lines(tunip_json_writer *w, const cli_findings *findings);
bool cli_write_sarif_runs(tunip_json_writer *w, const cli_findings *findings);
bool cli_write_sarif(tunip_json_writer *w, const cli_findings *findings);
enum { CLI_SARIF_LINES = 8 };

#endif
