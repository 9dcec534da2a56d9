/* equal.c -- `tunip equal`: silence when two files hold the same, else where they first differ, in
 * the words of tvm.ir.assert_structural_equal. */
#include <errno.h>
#include <string.h>

#include "cli.h"

typedef struct equal_settings {
    bool map_free_vars;
    cli_loads loads;
} equal_settings;

static const cli_option options[] = {
    {"--map-free-vars", 0, NULL, "variables that nobody defines may stand for each other",
     cli_store_flag, offsetof(equal_settings, map_free_vars)},
    CLI_LOAD_OPTION(equal_settings),
};

void cli_equal_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

static int compare(const cli_pair *pair, const equal_settings *settings)
{
    char *message;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    how.map_free_vars = settings->map_free_vars;
    tunip_status status =
        tunip_equal_message(pair->context, cli_pair_root(pair, CLI_LEFT),
                            cli_pair_root(pair, CLI_RIGHT), &how, &message, &error);
    if (status != TUNIP_OK) return cli_fail("equal: %s", error.message);
    if (!message) return CLI_OK;
    bool written = puts(message) != EOF && fflush(stdout) == 0;
    tunip_text_free(pair->context, message);
    return written ? CLI_DIFFERENT : cli_fail("cannot write: %s", strerror(errno));
}

static int compare_files(const equal_settings *settings, char **files)
{
    cli_pair pair;
    bool fine = cli_pair_open(&pair, &settings->loads, files);
    int status = fine ? compare(&pair, settings) : CLI_TROUBLE;
    cli_pair_close(&pair);
    return status;
}

int cli_equal(int argc, char **argv)
{
    equal_settings settings = {.map_free_vars = false};
    int status = CLI_TROUBLE;
    if (cli_parse(options, TUNIP_LEN(options), &settings, &argc, argv))
        status = argc == 1 + CLI_SIDES ? compare_files(&settings, argv + 1)
                                       : cli_fail("equal: two files are needed, got %d", argc - 1);
    cli_loads_free(&settings.loads);
    return status;
}
