/* pair.c -- the two files of a comparison. */
#include <string.h>

#include "cli.h"

static bool read_side(cli_pair *pair, int side, const char *path, const cli_loads *loads)
{
    pair->files[side] = strcmp(path, "-") == 0 ? "<stdin>" : path;
    pair->graphs[side] = cli_read(pair->context, path, loads);
    return pair->graphs[side] != NULL;
}

bool cli_pair_open(cli_pair *pair, const cli_loads *loads, const cli_limits *limits, char **files)
{
    *pair = (cli_pair){.context = cli_context_new(loads, limits)};
    return pair->context && read_side(pair, CLI_LEFT, files[CLI_LEFT], loads) &&
           read_side(pair, CLI_RIGHT, files[CLI_RIGHT], loads);
}

void cli_pair_close(cli_pair *pair)
{
    for (int i = 0; i < CLI_SIDES; i++) tunip_graph_free(pair->graphs[i]);
    tunip_context_free(pair->context);
}
