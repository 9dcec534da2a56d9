/* pair.c -- the two files of a comparison. */
#include <stdlib.h>

#include "inputs.h"

static bool read_side(cli_pair *pair, int side, const char *argument, const cli_loads *loads)
{
    cli_inputs *in = &pair->inputs[side];
    if (!cli_inputs_open(in, pair->context, loads, &pair->standard_input, argument)) return false;
    pair->graphs[side] = cli_inputs_read_one(in, false);
    pair->files[side] = in->name;
    return pair->graphs[side] != NULL;
}

static bool open_pair(cli_pair *pair, const cli_loads *loads, const cli_limits *limits,
                      const tunip_print_options *print, char **files)
{
    *pair = (cli_pair){.context = cli_context_new(loads, limits)};
    pair->inputs = calloc(CLI_SIDES, sizeof *pair->inputs);
    if (!pair->inputs) return cli_fail("out of memory") == CLI_OK;
    for (int i = 0; i < CLI_SIDES; i++) pair->inputs[i].standard_input = &pair->standard_input;
    return pair->context && cli_check_format(pair->context, loads->format) &&
           (!print || cli_check_settings(pair->context, print)) &&
           read_side(pair, CLI_LEFT, files[CLI_LEFT], loads) &&
           read_side(pair, CLI_RIGHT, files[CLI_RIGHT], loads);
}

static void close_pair(cli_pair *pair)
{
    for (int i = 0; i < CLI_SIDES; i++) {
        tunip_graph_free(pair->graphs[i]);
        if (pair->inputs) cli_inputs_close(&pair->inputs[i]);
    }
    tunip_source_free(pair->standard_input);
    tunip_context_free(pair->context);
    free(pair->inputs);
}

int cli_pair_compare(int argc, char **argv, const cli_loads *loads, const cli_limits *limits,
                     const tunip_print_options *print, cli_compare_fn compare, const void *settings)
{
    cli_pair pair;
    int status = CLI_TROUBLE;
    if (argc != 1 + CLI_SIDES)
        return cli_fail("%s: two files are needed, got %d", argv[0], argc - 1);
    if (open_pair(&pair, loads, limits, print, argv + 1)) status = compare(&pair, settings);
    close_pair(&pair);
    return status;
}
