/* print_outputs.h -- further outputs of `tunip print`: a source map, and diagnostics. */
#ifndef TUNIP_PRINT_OUTPUTS_H
#define TUNIP_PRINT_OUTPUTS_H

#include "../util/memory.h"
#include "../util/tables.h"
#include "print_settings.h"

/* ---- a file for each input ---- */

/* The output files. */
typedef struct cli_folder {
    tn_arena arena;
    tn_intern paths;
    bool is_made;
} cli_folder;

void cli_folder_init(cli_folder *f);

/* Whether the value of -o is a folder: it exists as one, or ends with a slash. */
bool cli_names_folder(const char *path);

/* The path of the output file for an input, which is in `file`; makes the folder if it is missing.
 * NULL after a message, also if an earlier input had the same name. */
const char *cli_folder_add(cli_folder *f, const char *folder, const char *file, const char *input,
                           const char *suffix);
void cli_folder_free(cli_folder *f);

/* Fills in a number for each input file. Files whose outputs could have the same path have the same
 * number. False after a message. */
bool cli_folder_owners(const char *const *files, size_t count, uint32_t *owners);

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
                       tunip_findings *out);
void cli_reported_drop(tunip_findings *f);
/* Says how many findings were never picked. */
void cli_reported_note_unused(const cli_reported *r);

#endif
