/* messages.c -- messages of the command. Messages and lists quote text of files and plugins, which
 * must not control the terminal or look like a separate line. */
#include <stdarg.h>
#include <string.h>

#include "cli.h"

bool cli_is_stream(const char *path)
{
    return !path || strcmp(path, "-") == 0;
}

const char *cli_shown(const char *path)
{
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

int cli_write(const char *data, size_t size, void *out)
{
    return fwrite(data, 1, size, out) == size ? 0 : -1;
}

static int put_part(const char *data, size_t size, void *out)
{
    fwrite(data, 1, size, out);
    return 0;
}

static int put_escaped(const char *data, size_t size, void *out)
{
    return tunip_escape((tunip_str){data, size}, TUNIP_ESCAPE_LINE, put_part, out);
}

void cli_put(FILE *out, const char *text)
{
    put_escaped(text, strlen(text), out);
}

static void put_formatted(FILE *out, const char *format, va_list args)
{
    cli_format(put_escaped, out, format, args);
}

void cli_say(FILE *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_formatted(out, format, args);
    va_end(args);
}

int cli_fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("tunip: ", stderr);
    put_formatted(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return CLI_TROUBLE;
}

void cli_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("tunip: note: ", stderr);
    put_formatted(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

int cli_fail_at(const char *file, size_t line, size_t column, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("tunip: ", stderr);
    cli_put(stderr, file);
    fprintf(stderr, ":%zu:%zu: ", line, column);
    put_formatted(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return CLI_TROUBLE;
}

int cli_fail_error(const char *file, const tunip_error *error)
{
    const char *at = error->path[0] ? " at " : "";
    if (error->line)
        return cli_fail_at(file, error->line, error->column, "%s%s%s", error->message, at,
                           error->path);
    return cli_fail("%s: %s%s%s", file, error->message, at, error->path);
}
