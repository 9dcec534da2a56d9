/* formatted.c -- formatted text, for messages and outputs. Without memory, a text of more than 4095
 * bytes is cut. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

void cli_format(tunip_write_fn write, void *user, const char *format, va_list args)
{
    enum { ROOM = 4096 };
    char text[ROOM], *whole = NULL;
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(text, sizeof text, format, args);
    if (size >= ROOM) whole = malloc((size_t)size + 1);
    if (whole) vsnprintf(whole, (size_t)size + 1, format, again);
    va_end(again);
    if (size < 0) return;
    const char *made = whole ? whole : text;
    write(made, strlen(made), user);
    free(whole);
}
