/* lsp.c -- `tunip lsp`: a language server over standard input and output. */
#include "../../programs/lsp/lsp.h"

#include <stdlib.h>

#include "cli.h"

typedef struct lsp_settings {
    cli_loads loads;
    cli_limits limits;
} lsp_settings;

static const cli_option options[] = {
    CLI_VINTAGE_OPTION(lsp_settings),
    CLI_LOAD_OPTION(lsp_settings),
    CLI_LIMIT_OPTIONS(lsp_settings, "64M"),
};

void cli_lsp_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

static size_t read_input(char *data, size_t size, void *user)
{
    (void)user;
    return fread(data, 1, size, stdin);
}

static int write_output(const char *data, size_t size, void *user)
{
    (void)user;
    return fwrite(data, 1, size, stdout) != size || fflush(stdout) != 0;
}

static int serve(const lsp_settings *settings)
{
    tunip_error error = TUNIP_ERROR_INIT;
    lsp_options all = {.vintage = settings->loads.vintage,
                       .max_bytes = settings->limits.max_bytes,
                       .read = read_input,
                       .write = write_output};
    all.context = cli_context_new(&settings->loads, &settings->limits);
    if (!all.context) return CLI_TROUBLE;
    lsp_end end = lsp_serve(&all, &error);
    tunip_context_free(all.context);
    if (end == LSP_END_FAILED) return cli_fail("%s", cli_said(&error));
    return end == LSP_END_FINE ? CLI_OK : CLI_DIFFERENT;
}

int cli_lsp(int argc, char **argv)
{
    lsp_settings settings = {.limits = CLI_PAIR_LIMITS};
    int status = CLI_TROUBLE;
    if (cli_parse(options, TUNIP_LEN(options), &settings, &argc, argv))
        status = argc < 2 ? serve(&settings) : cli_fail("lsp: no file can be given");
    cli_loads_free(&settings.loads);
    return status;
}
