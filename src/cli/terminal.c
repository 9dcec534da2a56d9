/* terminal.c -- standard output as a terminal: colours, its width, and a pager. */
#include <stdlib.h>
#include <string.h>

#include "../../programs/child/child.h"
#include "cli.h"

static size_t width; /* of the terminal, when the pager began */

bool cli_is_terminal(FILE *out)
{
    if (out == stdout && child_pager_runs()) return true;
    return (out == stderr && child_pager_reads_errors()) || tn_is_terminal(out);
}

static bool is_dumb(void)
{
    const char *terminal = getenv("TERM");
    return terminal && strcmp(terminal, "dumb") == 0;
}

/* ---- colours ---- */

/* Whether a variable forces colours: it is set, and not to 0. */
static bool forces(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value && strcmp(value, "0") != 0;
}

bool cli_wants_colour(int when, FILE *out)
{
    if (when != CLI_COLOUR_AUTO) return when == CLI_COLOUR_ALWAYS;
    const char *never = getenv("NO_COLOR");
    if (never && *never) return false;
    if (forces("CLICOLOR_FORCE") || forces("FORCE_COLOR")) return true;
    return !is_dumb() && cli_is_terminal(out);
}

/* Whether a code is one of those that tunip writes: plain, bold, faint, reversed, and colours. */
static bool is_style(const char *code, size_t size)
{
    if (size == 1) return memchr("0127", *code, 4) != NULL;
    return size == 2 && memchr("349", *code, 3) && code[1] >= '0' && code[1] <= '7';
}

/* The size of the sequence of a colour at the beginning of a text; 0 if it is none. Others, such as
 * the one that hides letters, are text. */
static size_t colour_size(tunip_str text)
{
    if (text.size < 3 || memcmp(text.data, "\33[", 2) != 0) return 0;
    for (size_t begin = 2, end = 2; end < text.size; end++) {
        bool is_last = text.data[end] == 'm';
        if (!is_last && text.data[end] != ';') continue;
        if (!is_style(text.data + begin, end - begin)) return 0;
        if (is_last) return end + 1;
        begin = end + 1;
    }
    return 0;
}

int cli_put_coloured(tunip_str text, tunip_write_fn write, void *user)
{
    int stop = 0;
    while (text.size && !stop) {
        size_t colour = colour_size(text), size = colour;
        const char *next = colour ? NULL : memchr(text.data + 1, '\33', text.size - 1);
        if (!colour) size = next ? (size_t)(next - text.data) : text.size;
        tunip_str piece = {text.data, size};
        stop = colour ? write(piece.data, piece.size, user)
                      : tunip_escape(piece, TUNIP_ESCAPE_TEXT, write, user);
        text = (tunip_str){text.data + size, text.size - size};
    }
    return stop;
}

/* ---- the width ---- */

size_t cli_terminal_width(void)
{
    enum { WIDEST = 999999999 };
    const char *columns = getenv("COLUMNS");
    long told = columns ? strtol(columns, NULL, 10) : 0;
    if (told > 0 && told <= WIDEST) return (size_t)told;
    return child_pager_runs() ? width : tn_terminal_columns();
}

/* ---- the pager ---- */

/* Whether a shell would find the program with which a command begins. A word with other characters
 * is for the shell to read. */
static bool is_found(const char *command)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./";
    char path[4096];
    int size = (int)strspn(command, plain);
    if (command[size] && command[size] != ' ') return true;
    if (memchr(command, '/', (size_t)size)) {
        snprintf(path, sizeof path, "%.*s", size, command);
        return tn_can_run(path);
    }
    for (const char *folder = getenv("PATH"); folder && *folder;) {
        size_t length = strcspn(folder, TN_LIST_SEPARATOR);
        snprintf(path, sizeof path, "%.*s/%.*s", (int)length, length ? folder : ".", size, command);
        if (tn_can_run(path)) return true;
        folder += length + (folder[length] != '\0');
    }
    return false;
}

/* The command of the pager, as git chooses it; NULL: none. */
static const char *choose_pager(void)
{
    const char *command = getenv("TUNIP_PAGER");
    if (!command) command = getenv("PAGER");
    if (!command) command = is_found("less") ? "less" : "";
    command += strspn(command, " ");
    if (!*command || strcmp(command, "cat") == 0) return NULL;
    if (is_found(command)) return command;
    cli_note("the pager `%s` is not there", command);
    return NULL;
}

void cli_page(const cli_loads *loads)
{
    if (!tn_is_terminal(stdout)) return;
    cli_progress_end();
    if (!loads || loads->no_pager || is_dumb()) return;
    const char *command = choose_pager();
    width = cli_terminal_width();
    if (command) child_pager_start(command);
}
