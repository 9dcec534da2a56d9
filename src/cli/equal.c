/* equal.c -- `tunip equal`: writes nothing if two files are equal, otherwise the message of
 * tvm.ir.assert_structural_equal. Notes name an unregistered type, and say whether the files differ
 * only because two files share no variables. */
#include <errno.h>
#include <string.h>

#include "cli.h"

typedef struct equal_settings {
    bool strict;
    bool quiet;
    cli_loads loads;
    cli_limits limits;
} equal_settings;

static const cli_option options[] = {
    {"--quiet", 'q', NULL, "write nothing: the exit status shows whether they are equal",
     cli_store_flag, offsetof(equal_settings, quiet)},
    CLI_FREE_VARS_OPTIONS(equal_settings),
    CLI_READ_OPTIONS(equal_settings),
    CLI_VINTAGE_OPTION(equal_settings),
    CLI_LOAD_OPTION(equal_settings),
    CLI_LIMIT_OPTIONS(equal_settings, "64M"),
    CLI_THREADS_OPTION(equal_settings),
};

void cli_equal_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

static int write_message(const cli_pair *pair, const tunip_node *lhs, const tunip_node *rhs,
                         const tunip_comparison *comparison)
{
    tunip_error error = TUNIP_ERROR_INIT;
    char *message = tunip_equal_message(pair->context, lhs, rhs, comparison, &error);
    if (!message) return cli_fail_error("equal", &error);
    fputs(message, stdout);
    tunip_text_free(pair->context, message);
    if (fflush(stdout) != 0) return cli_fail("cannot write: %s", strerror(errno));
    return CLI_DIFFERENT;
}

/* Writes a note if the files differ only because two files share no variables. */
static void note_free_vars(const cli_pair *pair, const tunip_node *lhs, const tunip_node *rhs,
                           tunip_equal_options how)
{
    tunip_comparison *comparison = NULL;
    how.map_free_vars = true;
    if (tunip_equal(pair->context, lhs, rhs, &how, &comparison, NULL) == TUNIP_OK &&
        tunip_comparison_equal(comparison))
        cli_note("only the identity of free variables differs: without --strict-free-vars the "
                 "files are equal");
    tunip_comparison_free(comparison);
}

static int compare(const cli_pair *pair, const void *user)
{
    const equal_settings *settings = user;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_comparison *comparison;
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    const tunip_node *lhs = tunip_graph_root(pair->graphs[CLI_LEFT]);
    const tunip_node *rhs = tunip_graph_root(pair->graphs[CLI_RIGHT]);
    how.map_free_vars = !settings->strict; /* two files share no variables */
    how.threads = cli_threads(&settings->limits);
    if (!settings->quiet) cli_note_conversion(pair);
    if (tunip_equal(pair->context, lhs, rhs, &how, &comparison, &error) != TUNIP_OK)
        return cli_fail_error("equal", &error);
    const tunip_type *unregistered = tunip_comparison_unregistered(comparison);
    if (unregistered && !settings->quiet)
        cli_note("the type `%s` is not registered; its nodes are compared by their saved fields "
                 "(see --load)",
                 unregistered->key);
    int status = tunip_comparison_equal(comparison) ? CLI_OK : CLI_DIFFERENT;
    if (status != CLI_OK && !settings->quiet) status = write_message(pair, lhs, rhs, comparison);
    if (status == CLI_DIFFERENT && !settings->quiet && !how.map_free_vars)
        note_free_vars(pair, lhs, rhs, how);
    tunip_comparison_free(comparison);
    return status;
}

int cli_equal(int argc, char **argv)
{
    equal_settings settings = {.limits = CLI_PAIR_LIMITS};
    int status = CLI_TROUBLE;
    if (cli_parse(options, TUNIP_LEN(options), &settings, &argc, argv))
        status = cli_pair_compare(argc, argv, &settings.loads, &settings.limits, NULL, NULL,
                                  compare, &settings);
    cli_loads_free(&settings.loads);
    return status;
}
