/* print_settings.h -- the options of `tunip print`. */
#ifndef TUNIP_PRINT_SETTINGS_H
#define TUNIP_PRINT_SETTINGS_H

#include "cli.h"

/* ORDER: as --diagnostics-format lists them. */
typedef enum diagnostics_form { FORM_TEXT, FORM_JSON, FORM_SARIF } diagnostics_form;

typedef struct print_settings {
    tunip_print_options options;
    tunip_setting *settings; /* the memory of options.settings; the following members likewise */
    const char **underline;
    tunip_annotation *annotate;
    const char **source_folders; /* of the user's program */
    size_t source_folder_count;
    struct kept_text *kept;  /* copies of texts that live as long as the settings */
    const char *output;      /* NULL: standard output */
    const char *source_map;  /* the file to write, or NULL */
    const char *diagnostics; /* the file to read, or NULL */
    diagnostics_form form;
    bool form_given;
    int html;       /* write a page: the choice of --format */
    bool in_source; /* mark the lines of the file instead of the text's */
    cli_backend backend;
    tunip_setting *backend_settings;
    cli_loads loads;
    cli_limits limits;
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

#endif
