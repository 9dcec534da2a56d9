/* cli.h -- shared by the files of the command, which use <tunip.h> like any other program. */
#ifndef TUNIP_CLI_H
#define TUNIP_CLI_H

#include <stdarg.h>
#include <stdio.h>
#include <tunip.h>

/* Exit status. */
enum { CLI_OK = 0, CLI_DIFFERENT = 1, CLI_TROUBLE = 2 };

typedef struct cli_command {
    const char *name;
    const char *synopsis;
    const char *summary;
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
    void (*help)(FILE *out);           /* lists the options; or NULL */
} cli_command;

int cli_print(int argc, char **argv);
void cli_print_help(FILE *out);
int cli_equal(int argc, char **argv);
void cli_equal_help(FILE *out);
int cli_diff(int argc, char **argv);
void cli_diff_help(FILE *out);
int cli_outline(int argc, char **argv);
void cli_outline_help(FILE *out);
int cli_save(int argc, char **argv);
void cli_save_help(FILE *out);
int cli_history(int argc, char **argv);
void cli_history_help(FILE *out);
int cli_blame(int argc, char **argv);
int cli_trace(int argc, char **argv);
void cli_blame_help(FILE *out);
void cli_trace_help(FILE *out);
int cli_explorer(int argc, char **argv);
void cli_explorer_help(FILE *out);
int cli_debug(int argc, char **argv);
void cli_debug_help(FILE *out);
/* `tunip debug compare`, argv[0] is "compare". */
int cli_debug_compare(int argc, char **argv);
void cli_debug_compare_help(FILE *out);
/* Whether all of the `count` paths, one or two, are dumps of runs. */
bool cli_are_dumps(int count, char **paths);
/* Writes a page of such dumps, of at most `max_bytes` bytes (0: no limit), to a file, or to
 * standard output. NULL: the first path as title. */
int cli_debug_page(int count, char **paths, const char *title, const char *output,
                   size_t max_bytes);
int cli_inspect(int argc, char **argv);
void cli_inspect_help(FILE *out);
int cli_collage(int argc, char **argv);
void cli_collage_help(FILE *out);
int cli_dialects(int argc, char **argv);
void cli_dialects_help(FILE *out);
int cli_backends(int argc, char **argv);
void cli_backends_help(FILE *out);

/* ---- messages: each writes one line to stderr; errors return CLI_TROUBLE ---- */

/* "tunip: <message>" */
int cli_fail(const char *format, ...) TUNIP_PRINTF(1, 2);
/* "tunip: note: <message>"; not an error */
void cli_note(const char *format, ...) TUNIP_PRINTF(1, 2);
/* "tunip: FILE:LINE:COL: <message>" */
int cli_fail_at(const char *file, size_t line, size_t column, const char *format, ...)
    TUNIP_PRINTF(4, 5);
/* The message of an error of the library. A limit has the name of its option, in the error, too:
 * "the text would be longer than --max-bytes 64M". */
const char *cli_said(tunip_error *error);

/* Writes an error of the library, with its line and column if it has them. */
int cli_fail_error(const char *file, const tunip_error *error);
/* The same for an error of cli_output_close(): if the output could not be written, the message
 * names it, and not `input`. */
int cli_fail_output(const char *input, const tunip_error *error);

/* ---- suggestions ---- */

/* Returns the name with index `i`, and NULL after the last one. A name is valid until the next
 * call. */
typedef const char *(*cli_name_fn)(const void *user, size_t i);

enum { CLI_NAME_ROOM = 128 };

/* Copies the name that is most similar to a misspelt one to `room`, which has CLI_NAME_ROOM bytes.
 * False if no name is similar. */
bool cli_nearest(char *room, const char *text, size_t size, cli_name_fn name_at, const void *user);

/* Like cli_fail(). Appends "did you mean ...?" if a name is similar to `text`, otherwise `hint`. */
int cli_fail_unknown(const char *message, const char *text, cli_name_fn name_at, const void *user,
                     const char *hint);

bool cli_has_format(const tunip_context *context, const char *name);

/* Check whether the format exists (NULL: any), and whether the backend and settings of the options
 * exist. Return false after a message. */
bool cli_check_format(const tunip_context *context, const char *format);
bool cli_check_settings(tunip_context *context, const tunip_print_options *options);

/* ---- reading ---- */

/* Reads a source as the options say, or a module of a log (NULL: the source itself). Writes each
 * error and warning, with the affected lines of the source below it. NULL on failure. */
struct cli_loads;
tunip_graph *cli_read_source(const tunip_context *context, const tunip_source *source,
                             const tunip_log *log, size_t index, const char *name,
                             const struct cli_loads *loads, bool origins);
/* The same for a text; messages call it `name`. */
tunip_graph *cli_read_text(const tunip_context *context, const char *name, tunip_str text,
                           const struct cli_loads *loads);

/* Reads a file of one module. Returns NULL, without a message, if it cannot be read or has
 * warnings. The graph needs *source. */
tunip_graph *cli_read_quietly(const tunip_context *context, const char *path,
                              const struct cli_loads *loads, tunip_source **source);

/* Converts a graph to another version of TVM: see tunip_convert_with(). False after a message for
 * each node that cannot be converted. */
bool cli_convert(const tunip_context *context, tunip_graph *graph, const char *file,
                 unsigned vintage, bool exact);

/* Writes an error of an input that could not be opened, in the form of --errors. */
int cli_fail_input(const char *file, const struct cli_loads *loads, const tunip_error *error);

/* Whether two paths lead to one file, which exists. */
bool cli_is_same_file(const char *left, const char *right);
/* Whether an output is standard output: not given, or "-". */
bool cli_is_stream(const char *path);
/* The name of an input for messages: "<stdin>" for "-". */
const char *cli_shown(const char *path);
/* A tunip_write_fn for a FILE. Fails if not all bytes can be written. */
int cli_write(const char *data, size_t size, void *out);

/* A file that a command writes. A file of this name that was there before keeps its content until
 * the new one is complete, unless it must be written in place. */
typedef struct cli_output {
    FILE *file;       /* NULL: not open */
    const char *path; /* for messages */
    size_t max_bytes; /* of one text; 0: no limit */
    char *made;       /* the file that this run made and removes after an error, or NULL */
    char *replaced;   /* the file whose place `made` takes in the end, or NULL */

    tunip_status trouble; /* why the text cannot be written; the rest is private, too */
    size_t size;          /* of the text so far, if there is a limit */
    bool is_held;         /* the text is in memory until it ends, in */
    char *held;
    size_t room;
} cli_output;

/* Opens a file for writing; NULL or "-": standard output. The path must outlive it. A text of more
 * than `max_bytes` bytes (0: no limit) is an error, and no byte of it is written. This holds for
 * texts of the functions below, not for bytes that go to out->file directly. False after an error,
 * whose message names the file. */
bool cli_output_open(cli_output *out, const char *path, size_t max_bytes, tunip_error *error);
/* A tunip_write_fn for a cli_output. Fails if not all bytes can be written, or beyond the limit.
 * The functions that end the text report this, so callers may ignore it. */
int cli_output_write(const char *data, size_t size, void *out);
/* Write formatted text; the second one like cli_put(). */
void cli_output_print(cli_output *out, const char *format, ...) TUNIP_PRINTF(2, 3);
void cli_output_say(cli_output *out, const char *format, ...) TUNIP_PRINTF(2, 3);
/* Ends a text of several. If it is beyond the limit, fills `error`, without the name of the file,
 * and returns false. The text is dropped then, or if `error` has an error already. Errors of the
 * file do not fail here: check ferror(out->file). */
bool cli_output_end_text(cli_output *out, tunip_error *error);
/* Ends the last text and closes the output, if it is open. If it cannot be written (the code is
 * TUNIP_ERROR_IO, and the message names the file), has more bytes than the limit, or `error` has an
 * error already, the new file does not stay. False then. */
bool cli_output_close(cli_output *out, tunip_error *error);

/* Writes text of files or plugins with escapes, so that it cannot control the terminal. Newlines
 * and tabs are escaped, too. All messages above use this function. */
void cli_put(FILE *out, const char *text);
/* The same for formatted text. */
void cli_say(FILE *out, const char *format, ...) TUNIP_PRINTF(2, 3);
/* Passes formatted text to `write`, in one piece. Without memory, a long text is cut. */
void cli_format(tunip_write_fn write, void *user, const char *format, va_list args);

/* ---- options ---- */

/* A row of a command's option table. `store` stores the value into `settings`, the struct of the
 * command. On failure it writes a message and returns false. */
typedef struct cli_option cli_option;
struct cli_option {
    const char *name;        /* "--indent-spaces" */
    char letter;             /* 'o' for -o, or 0 */
    const char *placeholder; /* the name of the value in the help; NULL: the option has no value */
    const char *help;
    bool (*store)(void *settings, const cli_option *option, const char *text);
    size_t offset; /* into the settings */
};

/* Appends to a list that begins as NULL; false after a message. */
bool cli_push(const char ***texts, size_t *count, const char *text);

/* Parses the number of an option: in digits, and in a range. False after a message, which names the
 * range. `note` follows the range: "", " (seconds)". */
bool cli_parse_count(const cli_option *option, const char *text, size_t least, size_t most,
                     const char *note, size_t *out);
/* The same for a number with a fraction that is not negative. */
bool cli_parse_amount(const cli_option *option, const char *text, const char *note, double *out);
/* The largest number of an option that has no natural limit. */
enum { CLI_MOST = 999999999 };

/* Stores true into a bool, and the value into a const char *. */
bool cli_store_flag(void *settings, const cli_option *option, const char *text);
bool cli_clear_flag(void *settings, const cli_option *option, const char *text);
bool cli_store_text(void *settings, const cli_option *option, const char *text);

/* Whether free variables of the two sides differ, in the member `strict`. By default they may
 * correspond, because two files share no variables. */
#define CLI_FREE_VARS_OPTIONS(settings)                                                            \
    {"--strict-free-vars",                                                                         \
     0,                                                                                            \
     NULL,                                                                                         \
     "free variables of the two sides differ, as in TVM",                                          \
     cli_store_flag,                                                                               \
     offsetof(settings, strict)},                                                                  \
    {                                                                                              \
        "--map-free-vars", 0, NULL, "free variables of both sides may correspond (the default)",   \
            cli_clear_flag, offsetof(settings, strict)                                             \
    }

/* The index of a value in the list of the placeholder, "text|json". For any other value writes a
 * message and returns -1. */
int cli_choose(const cli_option *option, const char *text);

/* Stores this index into an int. */
bool cli_store_choice(void *settings, const cli_option *option, const char *text);

/* ORDER: as in the placeholder of --color. */
enum { CLI_COLOUR_AUTO, CLI_COLOUR_ALWAYS, CLI_COLOUR_NEVER };

/* Whether to use colours. Without the option, this depends on NO_COLOR (https://no-color.org) and
 * on whether `out` is a terminal. */
bool cli_wants_colour(int when, FILE *out);

/* Parses the options, which may be anywhere among the arguments; "--" ends them. Moves the operands
 * to the front of argv, after argv[0], and stores their number. On failure writes a message and
 * returns false. */
bool cli_parse(const cli_option *options, size_t option_count, void *settings, int *argc,
               char **argv);

/* Writes the help of an option table. */
void cli_list_options(FILE *out, const cli_option *options, size_t option_count);

/* ---- plugins ---- */

/* The libraries of --load, and how files are read: --from, --fold, --define. */
typedef struct cli_loads {
    const char **paths;
    size_t count;
    const char *format; /* NULL: the one that fits each file */
    bool fold;
    unsigned vintage;  /* the version of TVM of the input: 26 is v0.26. 0: found */
    bool placeholders; /* in place of constants of which a text lacks the metadata */
    int errors;        /* the form of messages about the input: text, JSON lines or SARIF */
    int colour;        /* CLI_COLOUR_AUTO ...: of those messages and of the output of the command */
    size_t *warned;    /* or NULL: counts the inputs with warnings, which are then not shown */
    bool is_skipping;  /* an input that cannot be read is skipped: a note names its first error */
    tunip_constant *defines;
    size_t define_count;
    size_t threads;   /* that read one file; 0: one */
    size_t max_ratio; /* of an unpacked file to the file; 0: the default, SIZE_MAX: no limit */
} cli_loads;

bool cli_store_load(void *settings, const cli_option *option, const char *text);
void cli_loads_free(cli_loads *loads);

/* The row for a command's option table: `settings` has a member `loads`. */
#define CLI_LOAD_OPTION(settings)                                                                  \
    {                                                                                              \
        "--load", 0, "LIB", "load dialects, backends and formats from a library; repeatable",      \
            cli_store_load, offsetof(settings, loads)                                              \
    }

/* Stores NAME=VALUE, or those in the JSON of @FILE. */
bool cli_store_define(void *settings, const cli_option *option, const char *text);
void cli_defines_free(cli_loads *loads);

/* Stores a version of TVM, "0.26" or "v0.26.0", as 26. */
bool cli_store_vintage(void *settings, const cli_option *option, const char *text);

/* The row of a command that reads graphs and does not convert them. */
#define CLI_VINTAGE_OPTION(settings)                                                               \
    {                                                                                              \
        "--vintage", 0, "0.23|0.26", "the version of TVM of the input (found automatically)",      \
            cli_store_vintage, offsetof(settings, loads.vintage)                                   \
    }

/* Stores the value of --max-ratio into `max_ratio` of a cli_loads. */
bool cli_store_ratio(void *settings, const cli_option *option, const char *text);

/* The row for a command's option table: `settings` has a member `loads`. */
#define CLI_RATIO_OPTION(settings)                                                                 \
    {                                                                                              \
        "--max-ratio", 0, "N",                                                                     \
            "refuse compressed files that unpack to N times their size (200; 0: no limit)",        \
            cli_store_ratio, offsetof(settings, loads.max_ratio)                                   \
    }

/* The rows of a command that reads graphs. */
#define CLI_READ_OPTIONS(settings)                                                                 \
    CLI_RATIO_OPTION(settings),                                                                    \
        {"--from",       0,                                                                        \
         "FORMAT",       "the format of the input (the one that fits); see tunip dialects",        \
         cli_store_text, offsetof(settings, loads.format)},                                        \
        {"--fold",       0,                                                                        \
         NULL,           "read scripts as TVM does: fold constants, add what is omitted",          \
         cli_store_flag, offsetof(settings, loads.fold)},                                          \
        {"--define",       0,                                                                      \
         "NAME=VALUE",     "a constant of scripts, or @FILE: a JSON object; repeatable",           \
         cli_store_define, offsetof(settings, loads)},                                             \
        {"--errors",        0,                                                                     \
         "text|json|sarif", "the form of messages about the input, on stderr (text)",              \
         cli_store_choice,  offsetof(settings, loads.errors)},                                     \
    {                                                                                              \
        "--color", 0, "auto|always|never", "colours in the output (auto)", cli_store_choice,       \
            offsetof(settings, loads.colour)                                                       \
    }

/* ---- limits ---- */

/* In bytes; 0: no limit. */
typedef struct cli_limits {
    size_t max_bytes; /* of the output */
    size_t max_input; /* of an input file */
    size_t threads;   /* 0: as many as there are processors; see cli_threads() */
} cli_limits;

/* The defaults fit into the memory of most machines. Comparisons and pages have a lower limit,
 * because people read them, and because a small file may have a huge text: without such a limit, it
 * would take minutes to compare. */
#define CLI_PRINT_BYTES ((size_t)2 << 30)
#define CLI_PAGE_BYTES  ((size_t)64 << 20)
#define CLI_PRINT_LIMITS                                                                           \
    {                                                                                              \
        .max_bytes = CLI_PRINT_BYTES, .max_input = (size_t)4 << 30                                 \
    }
#define CLI_PAIR_LIMITS                                                                            \
    {                                                                                              \
        .max_bytes = CLI_PAGE_BYTES, .max_input = (size_t)4 << 30                                  \
    }

/* Stores a number of bytes: "4096", "64K", "100M", "2G". */
bool cli_store_bytes(void *settings, const cli_option *option, const char *text);

/* Stores a number of threads. */
bool cli_store_threads(void *settings, const cli_option *option, const char *text);
size_t cli_threads(const cli_limits *limits);

/* The rows for a command's option table: `settings` has a member `limits`. */
#define CLI_THREADS_OPTION(settings)                                                               \
    {                                                                                              \
        "--threads", 0, "N", "work with up to N threads (one per processor, at most 8)",           \
            cli_store_threads, offsetof(settings, limits.threads)                                  \
    }
#define CLI_LIMIT_OPTIONS(settings, bytes)                                                         \
    {"--max-bytes",                                                                                \
     0,                                                                                            \
     "N",                                                                                          \
     "refuse to write more than N bytes: 64K, 100M (" bytes "; 0: no limit)",                      \
     cli_store_bytes,                                                                              \
     offsetof(settings, limits.max_bytes)},                                                        \
    {                                                                                              \
        "--max-input", 0, "N", "refuse files of more than N bytes (4G; 0: no limit)",              \
            cli_store_bytes, offsetof(settings, limits.max_input)                                  \
    }

/* A context with the plugins of TUNIP_PLUGINS (separated by colons) and then those of `loads`, and
 * with `limits` (NULL: none). NULL after a message. */
tunip_context *cli_context_new(const cli_loads *loads, const cli_limits *limits);

/* Writes the origin of a dialect, backend or format (built in, or its plugin), and ends the
 * line. */
void cli_write_origin(const tunip_context *context, const void *registered);

/* ---- backends ---- */

/* The values of --backend and --backend-option. */
typedef struct cli_backend {
    const char *name;     /* NULL: python */
    const char **options; /* KEY=VALUE, as many as `count`; to be freed */
    size_t count;
} cli_backend;

bool cli_store_backend_option(void *settings, const cli_option *option, const char *text);

/* Converts the options to as many settings of the library; the caller frees *out. On failure writes
 * a message and returns false. */
bool cli_backend_settings(const cli_backend *backend, tunip_setting **out);

/* The rows for a command's option table: `settings` has a member `backend`. */
#define CLI_BACKEND_OPTIONS(settings)                                                              \
    {"--backend",    0,                                                                            \
     "NAME",         "the language to print (python); see tunip backends",                         \
     cli_store_text, offsetof(settings, backend.name)},                                            \
    {                                                                                              \
        "--backend-option", 0, "KEY=VALUE", "set an option of the backend; repeatable",            \
            cli_store_backend_option, offsetof(settings, backend)                                  \
    }

/* ---- two files ---- */

enum { CLI_LEFT, CLI_RIGHT, CLI_SIDES };

typedef struct cli_pair {
    tunip_context *context;
    cli_loads loads;
    struct cli_inputs *inputs;    /* of both sides */
    tunip_source *standard_input; /* read once, if both sides are modules of it */
    const char *files[CLI_SIDES]; /* the names for messages */
    tunip_graph *graphs[CLI_SIDES];
    tunip_source *ahead; /* of the right side, if another thread read it; or NULL */
    unsigned vintages[CLI_SIDES];
    tunip_source *const *given; /* see cli_pair_compare() */
} cli_pair;

/* Writes a note if one side was converted to the version of the other side. */
void cli_note_conversion(const cli_pair *pair);

/* Compares the two; returns the exit status. */
typedef int (*cli_compare_fn)(const cli_pair *pair, const void *settings);

/* Reads the two files that `argv` names after the command, or modules of these files, and calls
 * `compare`; "-" is standard input. Before that, checks `print`, the print options of the
 * comparison (NULL: it prints nothing). Returns the exit status, CLI_TROUBLE after a message.
 * `given` has the caller's source of each file that is open already, and NULL for others; or it is
 * NULL. */
int cli_pair_compare(int argc, char **argv, const cli_loads *loads, const cli_limits *limits,
                     const tunip_print_options *print, tunip_source *const *given,
                     cli_compare_fn compare, const void *settings);

/* ---- configuration files ---- */

typedef enum cli_kind {
    CLI_NULL,
    CLI_BOOL,
    CLI_NUMBER,
    CLI_STRING,
    CLI_LIST, /* its elements follow, each a member with `inside` CLI_LIST */
    CLI_MAP   /* its entries follow, each with `inside` CLI_MAP and its `name` */
} cli_kind;

/* A value of a configuration file. Texts are borrowed until the callback returns. */
typedef struct cli_member {
    const char *file;
    size_t line;
    size_t column;
    const char *key;  /* of the file's object */
    const char *name; /* in a map */
    const char *text; /* the text of a string; for other values, the word in the file */
    cli_kind kind;
    cli_kind inside; /* CLI_NULL outside of a list or map */
} cli_member;

/* Reads a JSON object whose members are scalars, lists of strings or maps to scalars, and calls
 * `each` for each member. On failure writes a message and returns false; `each` does the same. */
bool cli_read_config(const char *path, bool (*each)(void *user, const cli_member *member),
                     void *user);

#endif
