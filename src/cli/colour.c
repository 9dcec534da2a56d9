/* colour.c -- whether an output asks for colours. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

/* By NO_COLOR (https://no-color.org) and what the output is. */
bool cli_shows_colour(FILE *out)
{
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if ((no_colour && *no_colour) || !terminal || strcmp(terminal, "dumb") == 0) return false;
    return isatty(fileno(out));
}
