/* cli.h -- what the files of the command share. Exit status: 0 fine, 1 different, 2 trouble. */
#ifndef TUNIP_CLI_H
#define TUNIP_CLI_H

#include <stdio.h>
#include <tunip.h>

enum { CLI_OK = 0, CLI_DIFFERENT = 1, CLI_TROUBLE = 2 };

typedef struct cli_command {
    const char *name;
    const char *synopsis;
    const char *summary;
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
    void (*help)(FILE *out);           /* the options, or NULL */
} cli_command;

int cli_print(int argc, char **argv);
void cli_print_help(FILE *out);
int cli_dialects(int argc, char **argv);
void cli_dialects_help(FILE *out);

/* ---- messages: each writes one line to stderr and returns CLI_TROUBLE ---- */

/* "tunip: <message>" */
int cli_fail(const char *format, ...) TUNIP_PRINTF(1, 2);
/* "tunip: FILE:LINE:COL: <message>", as far as the error has a place. */
int cli_fail_error(const char *file, const tunip_error *error);

/* ---- options ---- */

typedef enum cli_value {
    CLI_NONE,   /* sets a bool to true */
    CLI_TEXT,   /* sets a const char * */
    CLI_NUMBER, /* sets an int that is not negative */
    CLI_CALL    /* calls fn(text, user) */
} cli_value;

/* A row of a command's option table. */
typedef struct cli_option {
    const char *name; /* "--indent-spaces" */
    char letter;      /* 'o' for -o, or 0 */
    cli_value value;
    const char *placeholder; /* of the value, for help */
    const char *help;
    size_t offset; /* into the command's settings */
    bool (*fn)(void *settings, const char *option, const char *text);
} cli_option;

/* Parses options anywhere among the arguments ("--" ends them); moves the operands to the front of
 * argv behind argv[0] and stores their number. False after a message. */
bool cli_parse(const cli_option *options, size_t option_count, void *settings, int *argc,
               char **argv);

/* The help lines of an option table. */
void cli_list_options(FILE *out, const cli_option *options, size_t option_count);

/* ---- configuration files ---- */

/* Reads a JSON object from `path` and hands each member on as text: strings, numbers and booleans
 * as they stand, null as "null"; arrays of strings and objects of strings element by element, with
 * the key repeated ("text" then holds the element, "name" the object's key or NULL). False after a
 * message; `each` returns false after a message of its own. */
typedef struct cli_member {
    const char *key;
    const char *name;
    const char *text;
    char kind; /* 's' string, 'n' number, 'b' boolean, '0' null */
} cli_member;
bool cli_read_config(const char *path, bool (*each)(void *user, const cli_member *member),
                     void *user);

#endif
