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

bool cli_flush(void)
{
    if (fflush(stdout) == 0) return true;
    tn_os_end_at_closed_pipe(stdout);
    return false;
}

int cli_write(const char *data, size_t size, void *out)
{
    if (fwrite(data, 1, size, out) == size) return 0;
    tn_os_end_at_closed_pipe(out);
    return -1;
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
    cli_progress_hold();
    fputs("tunip: ", stderr);
    put_formatted(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    cli_progress_release();
    return CLI_TROUBLE;
}

void cli_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cli_progress_hold();
    fputs("tunip: note: ", stderr);
    put_formatted(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    cli_progress_release();
}

static void say_at(const char *file, size_t line, size_t column, tunip_severity severity,
                   const char *format, va_list args)
{
    cli_progress_hold();
    cli_put(stderr, file);
    fprintf(stderr, ":%zu:%zu: %s: ", line, column, tunip_severity_name(severity));
    put_formatted(stderr, format, args);
    fputc('\n', stderr);
    cli_progress_release();
}

void cli_say_at(const char *file, size_t line, size_t column, tunip_severity severity,
                const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say_at(file, line, column, severity, format, args);
    va_end(args);
}

int cli_fail_at(const char *file, size_t line, size_t column, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say_at(file, line, column, TUNIP_SEVERITY_ERROR, format, args);
    va_end(args);
    return CLI_TROUBLE;
}

/* ---- errors ---- */

/* The limits of the library, which its messages name, and the options that set them. */
static const struct {
    const char *member, *option;
} limits[] = {
    {" max_bytes ", "--max-bytes"}, {" max_input ", "--max-input"}, {" max_depth ", "--max-depth"}};

const char *cli_said(tunip_error *error)
{
    char said[sizeof error->message];
    for (size_t i = 0; error->code == TUNIP_ERROR_LIMIT && i < TUNIP_LEN(limits); i++) {
        const char *member = strstr(error->message, limits[i].member);
        if (!member) continue;
        snprintf(said, sizeof said, "%.*s %s %s", (int)(member - error->message), error->message,
                 limits[i].option, member + strlen(limits[i].member));
        memcpy(error->message, said, sizeof said);
        break;
    }
    return error->message;
}

int cli_fail_error(const char *file, const tunip_error *error)
{
    tunip_error own = *error;
    const char *at = error->path[0] ? " at " : "", *message = cli_said(&own);
    if (error->line)
        return cli_fail_at(file, error->line, error->column, "%s%s%s", message, at, error->path);
    return cli_fail("%s: %s%s%s", file, message, at, error->path);
}
