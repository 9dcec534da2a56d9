/* blame_run.h -- the lines of pass dumps: shared by `tunip blame` and `tunip trace`. */
#ifndef TUNIP_CLI_BLAME_RUN_H
#define TUNIP_CLI_BLAME_RUN_H

#include "program.h"

typedef struct cli_blame_settings {
    int json;     /* the choice of --format */
    bool origins; /* only of blame */
    const char **folders;
    size_t folder_count;
    cli_roots roots;
    tunip_print_options print;
    cli_loads loads;
    cli_limits limits;
} cli_blame_settings;

#define CLI_BLAME_SETTINGS                                                                         \
    {                                                                                              \
        .print = TUNIP_PRINT_OPTIONS_INIT, .limits = CLI_PAIR_LIMITS                               \
    }

/* The options of both commands. */
bool cli_store_history(void *settings, const cli_option *option, const char *text);
bool cli_store_root(void *settings, const cli_option *option, const char *text);
#define CLI_BLAME_OPTIONS                                                                          \
    {"--history",       0, "DIR", "the pass dumps: a folder, a log or a file; repeatable",         \
     cli_store_history, 0},                                                                        \
        {"--format",       0,                                                                      \
         "text|json",      "text, or JSON",                                                        \
         cli_store_choice, offsetof(cli_blame_settings, json)},                                    \
        CLI_READ_OPTIONS(cli_blame_settings), CLI_VINTAGE_OPTION(cli_blame_settings),              \
        CLI_LOAD_OPTION(cli_blame_settings), CLI_LIMIT_OPTIONS(cli_blame_settings, "64M")

/* The steps and their lines, and the step that the command is about. */
typedef struct cli_blame_run {
    const char *command; /* for messages */
    const cli_blame_settings *settings;
    cli_steps steps;
    tunip_lineage *lineage;
    cli_programs programs;
    size_t step;
    cli_output out;
    tunip_json_writer *json; /* or NULL */
} cli_blame_run;

/* Reads the history. False after a message; cli_blame_close() is fine then, too. */
bool cli_blame_open(cli_blame_run *run);
/* Makes the step that `file` names (NULL: the last one) the step of the run. A file that is no step
 * becomes the last one. False after a message. */
bool cli_blame_choose_step(cli_blame_run *run, const char *file);
/* Follows the lines of the steps, and finds the names of the user's program. False after a
 * message. */
bool cli_blame_follow(cli_blame_run *run);
void cli_blame_close(cli_blame_run *run);
void cli_blame_free_settings(cli_blame_settings *settings);

/* Writes the output. `put` writes the text, or the members of the JSON behind "version" and
 * "file". False after a message. */
typedef bool (*cli_blame_put_fn)(cli_blame_run *run, void *user);
bool cli_blame_write(cli_blame_run *run, size_t version, const char *file, cli_blame_put_fn put,
                     void *user);

void cli_blame_put_number(tunip_json_writer *json, const char *name, size_t value);
void cli_blame_put_text(tunip_json_writer *json, const char *name, tunip_str text);
void cli_blame_put_bool(tunip_json_writer *json, const char *name, bool value);
/* A line of a text and a newline. */
void cli_blame_put_line(cli_output *out, tunip_str text);
int cli_blame_width(size_t number);

#endif
