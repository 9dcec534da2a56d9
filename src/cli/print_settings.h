/* print_settings.h -- the settings of a print, and JSON that users write. */
#ifndef TN_PRINT_SETTINGS_H
#define TN_PRINT_SETTINGS_H

#include "cli.h"

/* ======== print settings ======== */

/* The options of `tunip print`. */

/* ORDER: as --diagnostics-format lists them. */
typedef enum diagnostics_form { FORM_TEXT, FORM_JSON, FORM_SARIF } diagnostics_form;

typedef struct print_settings {
    tunip_print_options options;
    tunip_setting *settings; /* the memory of options.settings; the following members likewise */
    const char **underline;
    tunip_annotation *annotate;
    const char **source_folders; /* of the user's program */
    size_t source_folder_count;
    struct kept_text *kept;    /* copies of texts that live as long as the settings */
    const char *output;        /* NULL: standard output */
    const char *source_map;    /* the file to write, or NULL */
    const char *metadata_file; /* likewise */
    const char *diagnostics;   /* the file to read, or NULL */
    diagnostics_form form;
    bool form_given;
    int html;       /* write a page: the choice of --format */
    bool in_source; /* mark the lines of the file instead of the text's */
    cli_backend backend;
    tunip_setting *backend_settings;
    cli_loads loads;
    cli_limits limits;
    size_t jobs; /* files at a time; 0: not given */
    bool timing;
    bool report;
    bool verify;
    bool list; /* the inputs, instead of printing them */
} print_settings;

#define PRINT_SETTINGS_INIT                                                                        \
    {                                                                                              \
        .options = TUNIP_PRINT_OPTIONS_INIT, .limits = CLI_PRINT_LIMITS                            \
    }

/* Reads options and the configuration files they name, later ones winning; leaves the files to
 * print in argv. False after a message. Free `s` in either case. */
bool print_settings_parse(print_settings *s, int *argc, char **argv);
void print_settings_free(print_settings *s);

/* ======== json scan ======== */

/* Reads the JSON files of options piece by piece, with messages. */

typedef struct cli_scan {
    const char *path; /* for messages */
    tunip_context *context;
    tunip_source *source;
    tunip_json json;
    tunip_json_token token;   /* the one at json.at, not taken yet */
    struct cli_kept *strings; /* decoded */
    const char *ignored[10];  /* the names of members for which there was a note */
    size_t ignored_count;
} cli_scan;

/* Loads a file of at most `largest` bytes; "-" is standard input. `what` is the expected content,
 * for messages: "a configuration file". False after a message. */
bool cli_scan_open(cli_scan *s, const char *path, size_t largest, const char *what);
/* Frees the strings that were read, too. */
void cli_scan_close(cli_scan *s);

/* The offset of the next token. */
size_t cli_scan_at(const cli_scan *s);

/* These write a message and return false. The first is about an offset. The second names the
 * content that was expected instead of the next token. */
bool cli_scan_fail_at(const cli_scan *s, size_t at, const char *format, ...) TUNIP_PRINTF(3, 4);
bool cli_scan_fail(const cli_scan *s, const char *expected);

/* Takes the next token if it is this one. */
bool cli_scan_accept(cli_scan *s, tunip_json_token token);
/* The same, but writes a message if the next token is another one. `name` is the name of the token
 * in the message. */
bool cli_scan_expect(cli_scan *s, tunip_json_token token, const char *name);

/* A string, decoded, which lives as long as the scan; NULL after a message. */
const char *cli_scan_string(cli_scan *s);

/* true, false, null or a number, as it stands. False after a message. */
typedef struct cli_word {
    cli_kind kind;
    char text[64];
} cli_word;
bool cli_scan_word(cli_scan *s, cli_word *word);

#endif
