/* diff.c -- `tunip diff`: everything that differs between two files, as text or as JSON. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "diff_json.h"

typedef enum format { FORMAT_TEXT, FORMAT_JSON } format;
typedef enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color;

typedef struct diff_settings {
    bool map_free_vars, skip_tensor_content;
    bool side_by_side, only_names, quiet, no_context;
    size_t context, width;
    format format;
    color color;
    cli_loads loads;
} diff_settings;

/* ---- options ---- */

static bool store_number(void *settings, const cli_option *option, const char *text)
{
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    bool fine = errno == 0 && *text && !*end && number >= 0 && number <= INT_MAX;
    size_t value = fine ? (size_t)number : 0;
    memcpy((char *)settings + option->offset, &value, sizeof value);
    if (!fine) cli_fail("%s needs a number, got '%s'", option->name, text);
    return fine;
}

static bool store_context(void *settings, const cli_option *option, const char *text)
{
    diff_settings *s = settings;
    if (!store_number(settings, option, text)) return false;
    s->no_context = s->context == 0;
    return true;
}

/* The number of `text` among `words`. */
static bool store_word(const cli_option *option, const char *text, const char *const *words,
                       size_t count, int *number)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i], text) == 0) {
            *number = (int)i;
            return true;
        }
    cli_fail("%s is one of %s, not '%s'", option->name, option->placeholder, text);
    return false;
}

static bool store_format(void *settings, const cli_option *option, const char *text)
{
    static const char *const words[] = {"text", "json"}; /* ORDER format */
    int number = 0;
    bool fine = store_word(option, text, words, TUNIP_LEN(words), &number);
    ((diff_settings *)settings)->format = (format)number;
    return fine;
}

static bool store_color(void *settings, const cli_option *option, const char *text)
{
    static const char *const words[] = {"auto", "always", "never"}; /* ORDER color */
    int number = 0;
    bool fine = store_word(option, text, words, TUNIP_LEN(words), &number);
    ((diff_settings *)settings)->color = (color)number;
    return fine;
}

#define FLAG(option, member, help)                                                                 \
    {                                                                                              \
        option, 0, NULL, help, cli_store_flag, offsetof(diff_settings, member)                     \
    }

static const cli_option options[] = {
    FLAG("--side-by-side", side_by_side, "in two columns"),
    {"--width", 0, "N", "columns of both together (default: those of the terminal, or 160)",
     store_number, offsetof(diff_settings, width)},
    {"--context", 0, "N", "lines to show around those that differ (default: 3)", store_context,
     offsetof(diff_settings, context)},
    FLAG("--only-names", only_names, "only the names of functions that differ"),
    FLAG("--quiet", quiet, "nothing but the exit status"),
    {"--format", 0, "text|json", "json: the edit script with paths and places in both texts",
     store_format, 0},
    {"--color", 0, "auto|always|never", "colour instead of carets (auto: on a terminal)",
     store_color, 0},
    FLAG("--map-free-vars", map_free_vars,
         "variables that nobody defines may stand for each other"),
    FLAG("--skip-tensor-content", skip_tensor_content, "of tensors compare only shape and dtype"),
    CLI_LOAD_OPTION(diff_settings),
};

void cli_diff_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

/* ---- the run ---- */

static bool wants_color(const diff_settings *settings)
{
    if (settings->color != COLOR_AUTO) return settings->color == COLOR_ALWAYS;
    const char *no_color = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && !(no_color && *no_color);
}

static size_t terminal_width(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col) return size.ws_col;
    return 0;
}

static int write_out(const char *data, size_t size, void *user)
{
    return fwrite(data, 1, size, user) != size;
}

static int write_view(const cli_pair *pair, const diff_settings *settings,
                      const tunip_difference *difference)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_view view = TUNIP_VIEW_INIT;
    view.form = settings->only_names     ? TUNIP_VIEW_NAMES
                : settings->side_by_side ? TUNIP_VIEW_SIDE_BY_SIDE
                                         : TUNIP_VIEW_UNIFIED;
    view.lhs_name = pair->files[CLI_LEFT];
    view.rhs_name = pair->files[CLI_RIGHT];
    view.context_lines = settings->context;
    view.no_context = settings->no_context;
    view.color = wants_color(settings);
    view.width = settings->width ? settings->width : terminal_width();
    tunip_difference_write(difference, &view, write_out, stdout, &error);
    if (error.code == TUNIP_OK) return CLI_OK;
    if (ferror(stdout)) return cli_fail("cannot write: %s", strerror(errno));
    return cli_fail("diff: %s", error.message);
}

static int write_difference(const cli_pair *pair, const diff_settings *settings,
                            const tunip_difference *difference)
{
    bool differ = tunip_difference_script(difference)->edit_count != 0;
    int status = CLI_OK;
    if (settings->quiet) return differ ? CLI_DIFFERENT : CLI_OK;
    if (settings->format == FORMAT_JSON)
        cli_write_diff_json(stdout, difference, pair->files[CLI_LEFT], pair->files[CLI_RIGHT]);
    else
        status = write_view(pair, settings, difference);
    if (status != CLI_OK) return status;
    if (fflush(stdout) != 0) return cli_fail("cannot write: %s", strerror(errno));
    return differ ? CLI_DIFFERENT : CLI_OK;
}

static int compare(const cli_pair *pair, const diff_settings *settings)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    tunip_difference *difference;
    how.map_free_vars = settings->map_free_vars;
    how.skip_tensor_content = settings->skip_tensor_content;
    tunip_difference_new(pair->context, cli_pair_root(pair, CLI_LEFT),
                         cli_pair_root(pair, CLI_RIGHT), &how, NULL, &difference, &error);
    if (!difference) return cli_fail("diff: %s", error.message);
    int status = write_difference(pair, settings, difference);
    tunip_difference_free(difference);
    return status;
}

static int compare_files(const diff_settings *settings, char **files)
{
    cli_pair pair;
    bool fine = cli_pair_open(&pair, &settings->loads, files);
    int status = fine ? compare(&pair, settings) : CLI_TROUBLE;
    cli_pair_close(&pair);
    return status;
}

int cli_diff(int argc, char **argv)
{
    diff_settings settings = {.color = COLOR_AUTO};
    int status = CLI_TROUBLE;
    if (cli_parse(options, TUNIP_LEN(options), &settings, &argc, argv))
        status = argc == 1 + CLI_SIDES ? compare_files(&settings, argv + 1)
                                       : cli_fail("diff: two files are needed, got %d", argc - 1);
    cli_loads_free(&settings.loads);
    return status;
}
