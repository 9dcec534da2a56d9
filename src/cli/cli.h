/* cli.h -- what the subcommands share: options, inputs, outputs, messages. */
#ifndef TN_CLI_H
#define TN_CLI_H

#include <stdarg.h>
#include <stdio.h>

#include <tunip.h>

#include "../util/distance.h"
#include "../util/os.h"
#include "../util/text.h"

/* ======== cli ======== */

/* Shared by the files of the command, which use <tunip.h> like any other program. */

/* Exit status. */
enum { CLI_OK = 0, CLI_DIFFERENT = 1, CLI_TROUBLE = 2 };

typedef struct cli_command {
    const char *name;
    const char *synopsis;
    const char *summary;
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
    void (*help)(FILE *out);           /* lists the options; or NULL */
    bool has_progress;                 /* it may take long, and says so */
} cli_command;

int cli_print(int argc, char **argv);
void cli_print_help(FILE *out);
int cli_equal(int argc, char **argv);
void cli_equal_help(FILE *out);
int cli_diff(int argc, char **argv);
void cli_diff_help(FILE *out);
int cli_hash(int argc, char **argv);
void cli_hash_help(FILE *out);
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
int cli_format_files(int argc, char **argv);
int cli_check(int argc, char **argv);
void cli_format_help(FILE *out);
void cli_check_help(FILE *out);
int cli_lsp(int argc, char **argv);
void cli_lsp_help(FILE *out);
int cli_dialects(int argc, char **argv);
void cli_dialects_help(FILE *out);
int cli_backends(int argc, char **argv);
void cli_backends_help(FILE *out);

/* ---- messages: each writes one line to stderr; errors return CLI_TROUBLE ---- */

/* "tunip: <message>" */
int cli_fail(const char *format, ...) TUNIP_PRINTF(1, 2);
/* "tunip: note: <message>"; not an error */
void cli_note(const char *format, ...) TUNIP_PRINTF(1, 2);
/* "FILE:LINE:COLUMN: error: <message>", which editors read as they read errors of GCC and Clang. */
void cli_say_at(const char *file, size_t line, size_t column, tunip_severity severity,
                const char *format, ...) TUNIP_PRINTF(5, 6);
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
typedef tn_name_fn cli_name_fn;

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

/* The same in two steps: cli_try() reads without messages. Then cli_attempt_take() writes them and
 * returns the graph, or cli_attempt_drop() forgets it all. */
typedef struct cli_attempt {
    tunip_graph *graph;             /* NULL on failure */
    tunip_diagnostics *diagnostics; /* NULL when out of memory */
    tunip_error error;
} cli_attempt;
void cli_try(cli_attempt *out, const tunip_context *context, const tunip_source *source,
             const tunip_log *log, size_t index, const struct cli_loads *loads, bool origins);
tunip_graph *cli_attempt_take(cli_attempt *attempt, const tunip_source *source, const char *name,
                              const struct cli_loads *loads);
void cli_attempt_drop(cli_attempt *attempt);

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
/* Whether this is a folder; `-` is standard input. */
bool cli_is_folder(const char *path);
/* Whether an output is standard output: not given, or "-". */
bool cli_is_stream(const char *path);
/* The name of an input for messages: "<stdin>" for "-". */
const char *cli_shown(const char *path);
/* A tunip_write_fn for a FILE. Fails if not all bytes can be written. */
int cli_write(const char *data, size_t size, void *out);
/* Writes what is left of standard output. False if that fails. */
bool cli_flush(void);

/* A file that a command writes. A file of this name that was there before keeps its content until
 * the new one is complete, unless it must be written in place. */
typedef struct cli_output {
    FILE *file;                    /* NULL: not open */
    const char *path;              /* for messages */
    size_t max_bytes;              /* of one text; 0: no limit */
    bool colour;                   /* cli_output_style() writes styles */
    size_t width;                  /* of the terminal on which lines hang; 0: they are not broken */
    const struct cli_loads *loads; /* whether the first text starts a pager; NULL: it does not */
    tn_new_file disk;              /* unless the file is standard output, or there is none */

    tunip_status trouble; /* why the text cannot be written; the rest is private, too */
    size_t size;          /* of the text so far, if there is a limit */
    size_t before;        /* of the lines that are written and count, too */
    bool began;           /* the first text is written */
    bool is_held;         /* the text is in memory until it ends, or is taken, in */
    char *held;
    size_t room;
    struct {
        char *text;
        size_t size, room;
    } line; /* that is not complete yet, if lines hang */
} cli_output;

/* Opens a file for writing; NULL or "-": standard output. The path must outlive it. A text of more
 * than `max_bytes` bytes (0: no limit) is an error, and no byte of it is written. This holds for
 * texts of the functions below, not for bytes that go to out->file directly. False after an error,
 * whose message names the file. */
bool cli_output_open(cli_output *out, const char *path, size_t max_bytes, tunip_error *error);
/* Opens an output that keeps its text in memory. cli_output_take() closes it, and returns the text,
 * of malloc(), or NULL after an error, as cli_output_close() does. */
void cli_output_keep(cli_output *out, const char *name, size_t max_bytes);
char *cli_output_take(cli_output *out, size_t *size, tunip_error *error);
/* A tunip_write_fn for a cli_output. Fails if not all bytes can be written, or beyond the limit.
 * The functions that end the text report this, so callers may ignore it. */
int cli_output_write(const char *data, size_t size, void *out);
#define CLI_BOLD   "1"
#define CLI_DIM    "2"
#define CLI_RED    "31"
#define CLI_GREEN  "32"
#define CLI_YELLOW "33"
#define CLI_CYAN   "36"
/* Begins a style of a terminal; NULL ends it. Does nothing without out->colour. */
void cli_output_style(cli_output *out, const char *style);
/* Lets the line hang: where it is too wide for the terminal, its other rows begin a little right of
 * this place. Does nothing in pipes and files. */
void cli_output_hang(cli_output *out);
/* Prepares an output for people: on a terminal, a pager and lines that hang; colours as the options
 * say. */
void cli_output_for_people(cli_output *out, const struct cli_loads *loads);
/* The same for writers that need not know: it never fails. */
int cli_output_put(const char *data, size_t size, void *out);
/* Write formatted text; the second one like cli_put(). */
void cli_output_print(cli_output *out, const char *format, ...) TUNIP_PRINTF(2, 3);
void cli_output_say(cli_output *out, const char *format, ...) TUNIP_PRINTF(2, 3);
/* Write complete lines that hang, and the rest at the end (hang.c). For the functions above. */
int cli_hang_write(const char *data, size_t size, cli_output *out);
void cli_hang_end(cli_output *out);
/* Ends a text of several. If it is beyond the limit, fills `error`, without the name of the file,
 * and returns false. The text is dropped then, or if `error` has an error already. Errors of the
 * file do not fail here: check ferror(out->file). */
bool cli_output_end_text(cli_output *out, tunip_error *error);
/* Lets each line be written whole and at once, with one write of the system, so that the lines of
 * several processes do not mix in one file. For an output without any text so far. */
void cli_output_by_line(cli_output *out);
/* Ends such a line. Like cli_output_end_text(), but the limit counts all lines together. */
bool cli_output_end_line(cli_output *out, tunip_error *error);
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

/* A row that is the heading of the rows below it in the help: no option has an empty name. */
#define CLI_HEADING(words)                                                                         \
    {                                                                                              \
        .name = "", .help = words                                                                  \
    }

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

/* Whether to use colours. Without the option, this depends on NO_COLOR (https://no-color.org), then
 * on CLICOLOR_FORCE and FORCE_COLOR, and then on whether `out` is a terminal. */
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
    bool strict;       /* words that no dialect has are errors */
    bool placeholders; /* in place of constants of which a text lacks the metadata */
    int errors;        /* the form of messages about the input: a tunip_findings_form */
    tunip_findings_writer *findings; /* that writes them, unless they are text */
    int colour;       /* CLI_COLOUR_AUTO ...: of those messages and of the output of the command */
    size_t *warned;   /* or NULL: counts the inputs with warnings, which are then not shown */
    bool is_skipping; /* an input that cannot be read is skipped: a note names its first error */
    tunip_constant *defines;
    size_t define_count;
    size_t threads; /* that read one file; 0: one */
    bool no_pager;
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

/* Stores the form of messages about the input. Forms other than text are one document, which
 * cli_loads_free() ends. */
bool cli_store_errors(void *settings, const cli_option *option, const char *text);

/* Stores NAME=VALUE, or those in the JSON of @FILE. */
bool cli_store_define(void *settings, const cli_option *option, const char *text);
void cli_defines_free(cli_loads *loads);

/* Stores a version of TVM, "0.26" or "v0.26.0", as 26. */
bool cli_store_vintage(void *settings, const cli_option *option, const char *text);

/* The versions of TVM as values of an option: "0.23|0.24", and all: "0.19|0.23|0.24". */
extern const char cli_later_vintages[], cli_all_vintages[];
#define CLI_VINTAGES (cli_later_vintages + 1)

/* The row of a command that reads graphs and does not convert them. */
#define CLI_VINTAGE_OPTION(settings)                                                               \
    {                                                                                              \
        "--vintage", 0, CLI_VINTAGES, "the version of TVM of the input (found automatically)",     \
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
    CLI_HEADING("input"),                                                                          \
        {"--from",       0,                                                                        \
         "FORMAT",       "the format of the input (the one that fits); see tunip dialects",        \
         cli_store_text, offsetof(settings, loads.format)},                                        \
        {"--fold",       0,                                                                        \
         NULL,           "read scripts as TVM does: fold constants, add what is omitted",          \
         cli_store_flag, offsetof(settings, loads.fold)},                                          \
        {"--strict",     0,                                                                        \
         NULL,           "refuse words that no dialect has (kept as unknown operators)",           \
         cli_store_flag, offsetof(settings, loads.strict)},                                        \
        {"--define",       0,                                                                      \
         "NAME=VALUE",     "a constant of scripts, or @FILE: a JSON object; repeatable",           \
         cli_store_define, offsetof(settings, loads)},                                             \
        {"--errors",                                                                               \
         0,                                                                                        \
         "text|json|sarif|github",                                                                 \
         "the form of messages about the input, on stderr (text)",                                 \
         cli_store_errors,                                                                         \
         offsetof(settings, loads)},                                                               \
        CLI_RATIO_OPTION(settings)

/* The row of a command that writes colours: `settings` has a member `loads`. */
#define CLI_COLOUR_OPTION(settings)                                                                \
    {                                                                                              \
        "--color", 0, "auto|always|never", "colours in the output (auto)", cli_store_choice,       \
            offsetof(settings, loads.colour)                                                       \
    }

/* The row of a command whose output people read: `settings` has a member `loads`. */
#define CLI_PAGER_OPTION(settings)                                                                 \
    {                                                                                              \
        "--no-pager", 0, NULL, "do not start a pager on a terminal", cli_store_flag,               \
            offsetof(settings, loads.no_pager)                                                     \
    }

/* ---- the terminal ---- */

/* Ends the line of progress if standard output is a terminal, and starts the pager of TUNIP_PAGER
 * or PAGER, or less; NULL: without a pager. Call it when the output is ready to begin. */
void cli_page(const cli_loads *loads);

/* Writes a text with colours, such as that of a file, for a terminal: other control characters are
 * escaped. Returns what `write` returns. */
int cli_put_coloured(tunip_str text, tunip_write_fn write, void *user);
/* Whether a file is a terminal, also through the pager. */
bool cli_is_terminal(FILE *out);
/* The width of the terminal; 0 if unknown. The environment variable COLUMNS overrides it, as in
 * POSIX. */
size_t cli_terminal_width(void);

/* Writes a line on the progress of a command to standard error if that is a terminal, from the
 * second second on. `command` must stay valid. */
void cli_progress_begin(const char *command);
/* Counts steps, and bytes of the input. */
void cli_progress_add(size_t steps, size_t bytes);
/* Removes the line while other text is written to standard error. */
void cli_progress_hold(void);
void cli_progress_release(void);
/* Removes the line for good. Fine without one. */
void cli_progress_end(void);
/* In a process that was forked: it has no such line. */
void cli_progress_forget(void);
/* The sum of the bytes that were added. */
size_t cli_progress_bytes(void);

/* ======== jobs ======== */

/* Work on many inputs in several processes (jobs.c). */

enum { CLI_JOB_FAILED = 1, CLI_JOB_DIFFERENT = 2 };

typedef struct cli_jobs {
    size_t count;           /* of the inputs */
    size_t processes;       /* 1: this one does all */
    const uint32_t *owners; /* of each input: a number; those with the same are done in their order,
                               by one process */
    unsigned (*run)(void *user, size_t index); /* returns flags CLI_JOB_ */
    void *user;
} cli_jobs;

/* Does the work, and returns the flags of all inputs. Messages are written in the order of the
 * inputs. Changes that run() makes in memory stay in the process that ran it. Where no process can
 * be started, this one does the work. */
unsigned cli_jobs_run(const cli_jobs *jobs);

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
/* At least 1. */
size_t cli_processors(void);

/* The rows for a command's option table: `settings` has a member `limits`. */
#define CLI_THREADS_OPTION(settings)                                                               \
    {                                                                                              \
        "--threads", 0, "N", "work with up to N threads (one per processor, at most 8)",           \
            cli_store_threads, offsetof(settings, limits.threads)                                  \
    }
#define CLI_LIMIT_OPTIONS(settings, bytes)                                                         \
    CLI_HEADING("limits"),                                                                         \
        {"--max-bytes",                                                                            \
         0,                                                                                        \
         "N",                                                                                      \
         "refuse to write more than N bytes: 64K, 100M (" bytes "; 0: no limit)",                  \
         cli_store_bytes,                                                                          \
         offsetof(settings, limits.max_bytes)},                                                    \
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

/* ======== workloads ======== */

/* The workloads that belong to a file of tuning records of MetaSchedule. */
typedef struct cli_workloads {
    char *path; /* NULL: there is none */
    size_t count;
} cli_workloads;

/* Finds the file of the workloads beside that of the records, by its name. */
void cli_workloads_find(cli_workloads *w, const tunip_context *context, const char *records);
void cli_workloads_free(cli_workloads *w);

/* The module of w->path, from 1, to which the record with this heading belongs; 0 for none. */
size_t cli_workloads_module(const cli_workloads *w, tunip_str heading);

/* ======== inputs ======== */

/* The graphs that an argument of the command names. */

/* The inputs of one argument, read one after the other:
 *
 *     if (cli_inputs_open(&in, context, loads, &standard_input, argument))
 *         while (cli_inputs_next(&in)) { ... cli_inputs_read(&in, false) ... }
 *     ... in.failed ...
 *     cli_inputs_close(&in); */
typedef struct cli_inputs {
    char *name;            /* of this input, for messages: "build.log#3" */
    char *label;           /* where there are several: "build.log#3: After Running Pass: a" */
    tunip_source *source;  /* that this input is in */
    const char *file_name; /* of it, for messages */
    bool failed;           /* there was a message */
    tunip_source *given;   /* the caller's: the file, if it is open already; set it before the first
                              input */

    bool splits;          /* the parts of MLIR text are inputs of their own */
    tunip_log *given_log; /* the caller's: the modules of `given`, a part of a log; or NULL */
    size_t earlier;       /* modules of the parts before it */

    const tunip_context *context; /* the rest is private */
    const cli_loads *loads;
    tunip_source **standard_input; /* the caller's, for several arguments */
    char *path;                    /* the argument before `#` */
    const char *choice;            /* after `#`; or NULL */
    bool is_folder;
    char **files;
    size_t file_count, next_file, end_file; /* end_file 0: all files */
    const char *file;                       /* that this input is in */
    tunip_log *log;                         /* NULL if the file is no log */
    cli_workloads workloads;                /* of the records in it */
    size_t module, module_end, index; /* in the log: the next module, the end of the chosen modules,
                                         the current module */
} cli_inputs;

/* `*standard_input` is NULL, or holds the text of standard input, because a program can read
 * standard input only once. The caller frees it at the end. False after a message. */
bool cli_inputs_open(cli_inputs *in, const tunip_context *context, const cli_loads *loads,
                     tunip_source **standard_input, const char *argument);

/* The files of a folder of TileLang's TL_LOWER_TRACE (trace_folder.c), in the order in which the
 * passes began and ended; none for another folder. The caller frees each and the list. False after
 * a message. */
bool cli_trace_files(const tunip_context *context, const char *path, char ***files, size_t *count);
/* When such a file was written, by its name: "07_Simplify_before.tir", or "012_Simplify.before.py"
 * of tunip.tvm.record(). Sets *pass to the name of the pass, a part of `file`. NONE, and no pass,
 * for any other name. */
tunip_dump_time cli_trace_time(const char *file, tunip_str *pass);

/* Goes to the next input. False after the last one. A file that cannot be opened is skipped, after
 * a message, and counts as a failure. */
bool cli_inputs_next(cli_inputs *in);

/* The paths of its files, in their order: one, or those of a folder. */
size_t cli_inputs_file_count(const cli_inputs *in);
const char *cli_inputs_file(const cli_inputs *in, size_t index);
/* The next inputs are those of this file alone. */
void cli_inputs_choose(cli_inputs *in, size_t index);

/* Whether the argument names several inputs. Call it after cli_inputs_next(). */
bool cli_inputs_are_many(const cli_inputs *in);

/* Reads the input; NULL after a message. A file that is no script, but has scripts in it, turns out
 * to be a log: then this reads the first of its modules, the names of the input change, and the
 * other modules are further inputs. */
tunip_graph *cli_inputs_read(cli_inputs *in, bool origins);

/* Reads the only input; NULL after a message, also if there are several. */
tunip_graph *cli_inputs_read_one(cli_inputs *in, bool origins);

/* Fine after a failed cli_inputs_open(), too. */
void cli_inputs_close(cli_inputs *in);

/* Reads a module of a log without messages. NULL if there would be any. Several threads may read
 * modules of one log. */
tunip_graph *cli_log_read_quietly(const tunip_log *log, size_t index, const cli_loads *loads);

/* ======== steps ======== */

/* Pass dumps as a history: folders, logs and files, in any of the formats that are
 * read. */

enum { CLI_SYMBOL_ROOM = 1024 };

/* The operation on which a pass ran. */
typedef struct cli_place {
    char symbol[CLI_SYMBOL_ROOM]; /* as the dump has it; "": the whole module */
    tunip_str path; /* of the place of a part; empty: not known. The history's or the dump's */
    bool uncertain; /* the path is a guess */
} cli_place;

/* A dump of a log. */
typedef struct cli_dump {
    tunip_graph *graph; /* NULL if the root belongs to the history */
    const tunip_node *root;
    char *file;               /* the name of the input */
    char *output;             /* of the compiler above the dump; or NULL */
    char *folder;             /* that place.path is a part of; or NULL */
    char name[CLI_NAME_ROOM]; /* of the pass */
    cli_place place;          /* on which it ran */
    tunip_text_key text;      /* its text */
    tunip_dump_time when;
    bool failed;
    bool is_part; /* only the operation on which the pass ran */
} cli_dump;

typedef struct cli_steps {
    tunip_context *context;
    tunip_history *history;
    char **files; /* for each step the name of its input: "dump/004_LegalizeOps.py", "a.log#3" */
    size_t count;
    bool failed;                  /* there was a message; the steps that were read can be used */
    tunip_source *standard_input; /* the rest is private */
    char *rest;                   /* the output of a log below its last module; or NULL */
    char *carried;                /* output that belongs to the next dump; or NULL */
    char *folder;                 /* the path of the folder of the last file; or NULL */
    bool goes_on;                 /* the log in hand has further parts */
    size_t module_count, unread;  /* in its parts so far: modules, and dumps of other IR */
    cli_loads loads;
    size_t warned;
    enum { CLI_DUMPS_UNKNOWN, CLI_DUMPS_BEFORE, CLI_DUMPS_AFTER } kind; /* of the log: dumps.c */
    cli_dump *waiting; /* the dumps before passes until that is known */
    size_t waiting_count;
    struct cli_running *running; /* the passes that have begun, and not ended */
    size_t running_count;
    char around[CLI_NAME_ROOM]; /* the last pass on the whole module that has begun; or "" */
    bool has_unchanged; /* a dump after a pass is that before it: each pass that ends has a dump */
    bool has_gap;       /* a pass ended without a dump after it */
    struct cli_ahead *ahead; /* dumps that other threads read; or NULL */
    size_t threads;
} cli_steps;

/* Prepares an empty history. False after a message; cli_steps_close() is fine then, too. */
bool cli_steps_open(cli_steps *self, const cli_loads *loads, const cli_limits *limits);

/* Adds the inputs of an argument. Each step is named after its pass: "004_LegalizeOps.py" is
 * LegalizeOps, and in logs the heading names the pass. If files in a folder differ only in their
 * suffix, only the first is read: "a.json", not "a.py". Files of a folder that cannot be read are
 * skipped, after a note of one line. */
void cli_steps_add(cli_steps *self, const char *argument);

/* Adds the dumps of a part of the log on standard input. False after a message; dumps that cannot
 * be read are skipped, after a note. */
bool cli_steps_add_part(cli_steps *self, tunip_source *source, const tunip_log_part *part);

/* Notes the name of the input of a step that was added to the history. */
bool cli_steps_note_file(cli_steps *self, const char *name);

/* Finds the passes that the pass of the last step ran, if its name says that it runs passes. */
void cli_steps_nest(const cli_steps *self);

/* Reads the dump in hand of a log, which other threads may have read already. They also read those
 * that follow it. NULL, without a message, if there would be messages, and without memory. */
tunip_graph *cli_ahead_read(cli_steps *self, const cli_inputs *in);
/* Ends the other threads, before the log ends. */
void cli_ahead_end(cli_steps *self);

/* Adds the next dump, before or after a pass, or keeps it until the kind of the log is known. Takes
 * the dump. All of these return false after a message. */
bool cli_dumps_take(cli_steps *self, cli_dump *dump);
/* Adds the module above the first dump, or the one below the last dump. Takes it. */
bool cli_dumps_take_other(cli_steps *self, cli_dump *dump);
/* Adds steps for passes that left no dump. `output` stands below the last dump; *used: it belongs
 * to one of these steps. */
bool cli_dumps_end(cli_steps *self, tunip_str output, bool *used);
void cli_dump_free(cli_dump *dump);
void cli_dumps_free(cli_steps *self);

/* A file of MLIR with only the operation that tunip_mlir_find() finds first. The operation is
 * shared. NULL if there is none, or after an error of the graph. */
tunip_node *cli_operation_of(tunip_graph *graph, const tunip_node *root, tunip_str path);

/* The text behind the first `words`; its data is NULL if they are not there. */
tunip_str cli_text_behind(tunip_str text, const char *words);

/* The next line of an output that is a message; false if there is none. *output becomes the rest.
 * Errors and warnings are severe. */
bool cli_next_message(tunip_str *output, bool only_severe, tunip_str *line);

/* The step that an argument names: the name of its file, the name of its pass if only one step has
 * it, or its number. SIZE_MAX after a message. */
size_t cli_steps_find(const cli_steps *self, const char *argument);

/* Whether an argument names a step, or several. */
bool cli_steps_has(const cli_steps *self, const char *argument);

/* The same as cli_steps_find(), for the name of an input. If no step has this input, it becomes the
 * last step. */
size_t cli_steps_find_or_add(cli_steps *self, const char *argument);

/* Writes how many operations of each dialect of MLIR each step has. False after a message. */
bool cli_write_dialects(const cli_steps *steps, bool json, bool all, cli_output *out);

/* Writes the first step in which two pipelines differ, and sets *differs. `names` are those of the
 * two sides. False after a message. */
bool cli_write_against(const cli_steps *lhs, const cli_steps *rhs, const char *const *names,
                       const tunip_print_options *print, cli_output *out, bool *differs);

/* Whether all steps are MLIR. */
bool cli_steps_are_mlir(const cli_steps *self);

/* Writes a note with the number of inputs that had warnings. Call it after the last step was
 * added. */
void cli_steps_note(const cli_steps *self);

/* The line of the printed text where the nodes of a line of a script are printed; 0 if no node
 * begins in this line, or if `text` is not what the script prints with the options `print`. */
size_t cli_find_script_line(const cli_steps *steps, const tunip_source *source,
                            const tunip_print_options *print, tunip_str text, size_t line);

void cli_steps_close(cli_steps *self);

/* The name of a step; "" past the end. */
const char *cli_step_name(const cli_steps *self, size_t step);

/* Writes by which primitive of a schedule a step was made: " by sch.split(loop=l1)". Writes nothing
 * if there is none. */
void cli_steps_put_primitive(const cli_steps *self, size_t step, cli_output *out);
/* Writes the member "primitive" of an object. Writes nothing if there is none. */
void cli_steps_put_json_primitive(const cli_steps *self, size_t step, tunip_json_writer *json);

/* ======== program ======== */

/* The user's program: the files and layers that the spans of the steps name. */

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

/* ======== unpack ======== */

/* Compressed input. */

/* Takes `source` and returns it if its text is not compressed. Otherwise frees it and returns a
 * source of the unpacked text, which keeps the limit of the context for input and `max_ratio` of
 * the options (see cli_loads); NULL after a message. Removes a suffix such as ".gz" from the
 * name of the source, because the rest of the name may show the format. Messages call the source
 * `name`. */
tunip_source *cli_unpack(const tunip_context *context, const cli_loads *loads, tunip_source *source,
                         const char *name);

/* Whether a file must be read into memory before its first bytes show what it is: standard input, a
 * pipe, or a compressed file. */
bool cli_is_packed(const char *path);

/* Writes a line with the compressions that this build can unpack: "unpacks: gzip xz". */
void cli_list_unpackers(FILE *out);

/* ======== blame run ======== */

/* The lines of pass dumps: shared by `tunip blame` and `tunip trace`. */

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
        CLI_COLOUR_OPTION(cli_blame_settings), CLI_PAGER_OPTION(cli_blame_settings),               \
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
    struct {
        size_t step;   /* that the text is of, if `made` */
        tn_text text;  /* with its syntax in colours */
        size_t line;   /* the last line that was written, from 1, */
        size_t behind; /* and the bytes up to the next one */
        bool made;
    } coloured;
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
/* A line of a step and a newline; in colours, if the output has them. It hangs. */
void cli_blame_put_line(cli_blame_run *run, size_t step, size_t line);
int cli_blame_width(size_t number);

#endif
