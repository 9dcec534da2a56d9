/* json_write.c -- writing JSON. */
#include "json_write.h"

#include <stdlib.h>
#include <string.h>

static void put(cli_json *w, const char *data, size_t size)
{
    w->is_over |= w->max_bytes && size > w->max_bytes - w->bytes;
    if (w->is_over) return;
    w->bytes += size;
    fwrite(data, 1, size, w->out);
}

static void put_char(cli_json *w, char c)
{
    put(w, &c, 1);
}

static void put_line_break(cli_json *w)
{
    put_char(w, '\n');
    for (size_t i = 0; i < w->depth; i++) put(w, "  ", 2);
}

static void break_line(cli_json *w)
{
    if (w->depth && w->depth <= w->lines_to) put_line_break(w);
}

/* Writes the separator before a value or a key. */
static void separate(cli_json *w)
{
    if (w->after_key) {
        w->after_key = false;
        return;
    }
    if (!w->empty && w->depth) put_char(w, ',');
    if (!w->empty && w->depth > w->lines_to) put_char(w, ' ');
    break_line(w);
    w->empty = false;
}

void cli_json_begin(cli_json *w, char bracket)
{
    separate(w);
    put_char(w, bracket);
    w->depth++;
    w->empty = true;
}

void cli_json_end(cli_json *w, char bracket)
{
    bool breaks = !w->empty && w->depth <= w->lines_to;
    w->depth--;
    if (breaks) put_line_break(w);
    put_char(w, bracket);
    w->empty = false;
}

void cli_json_end_line(cli_json *w)
{
    put_char(w, '\n');
}

tunip_status cli_json_status(const cli_json *w, tunip_error *error)
{
    if (w->failed) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    if (!w->is_over) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_LIMIT,
                           "the output has more than %zu bytes (--max-bytes)", w->max_bytes);
}

/* ---- strings ---- */

static int put_part(const char *data, size_t size, void *writer)
{
    put((cli_json *)writer, data, size);
    return 0;
}

void cli_json_str(cli_json *w, tunip_str text)
{
    separate(w);
    put(w, "\"", 1);
    tunip_escape(text, TUNIP_ESCAPE_JSON, put_part, w);
    put(w, "\"", 1);
}

/* ---- other values ---- */

void cli_json_key(cli_json *w, const char *key)
{
    cli_json_str(w, tunip_str_from(key));
    put(w, ": ", 2);
    w->after_key = true;
}

void cli_json_number(cli_json *w, size_t number)
{
    char digits[24];
    separate(w);
    put(w, digits, (size_t)snprintf(digits, sizeof digits, "%zu", number));
}

void cli_json_bool(cli_json *w, bool value)
{
    separate(w);
    put(w, value ? "true" : "false", value ? 4 : 5);
}

void cli_json_text_at(cli_json *w, const char *key, const char *text)
{
    cli_json_str_at(w, key, tunip_str_from(text));
}

void cli_json_str_at(cli_json *w, const char *key, tunip_str text)
{
    cli_json_key(w, key);
    cli_json_str(w, text);
}

void cli_json_number_at(cli_json *w, const char *key, size_t number)
{
    cli_json_key(w, key);
    cli_json_number(w, number);
}

void cli_json_path(cli_json *w, const tunip_path *path)
{
    char small[512];
    size_t size = tunip_path_text(path, small, sizeof small);
    char *text = size < sizeof small ? small : malloc(size + 1);
    if (!text) {
        w->failed = true;
        w->after_key = false;
        return;
    }
    if (text != small) tunip_path_text(path, text, size + 1);
    cli_json_str(w, (tunip_str){text, size});
    if (text != small) free(text);
}
