/* json_write.c -- writing JSON. */
#include "json_write.h"

#include <stdlib.h>
#include <string.h>

static void break_line(cli_json *w)
{
    if (w->depth && w->depth <= w->lines_to) fprintf(w->out, "\n%*s", (int)(2 * w->depth), "");
}

/* What stands in front of a value or a key. */
static void separate(cli_json *w)
{
    if (w->after_key) {
        w->after_key = false;
        return;
    }
    if (!w->empty && w->depth) fputc(',', w->out);
    if (!w->empty && w->depth > w->lines_to) fputc(' ', w->out);
    break_line(w);
    w->empty = false;
}

void cli_json_begin(cli_json *w, char bracket)
{
    separate(w);
    fputc(bracket, w->out);
    w->depth++;
    w->empty = true;
}

void cli_json_end(cli_json *w, char bracket)
{
    bool breaks = !w->empty && w->depth <= w->lines_to;
    w->depth--;
    if (breaks) fprintf(w->out, "\n%*s", (int)(2 * w->depth), "");
    fputc(bracket, w->out);
    w->empty = false;
}

/* ---- strings ---- */

/* The number of bytes of the UTF-8 character at `at`, 0 for none. */
static size_t read_character(const unsigned char *at, size_t left, unsigned *code)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t size = *at < 0x80 ? 1 : *at < 0xC0 ? 0 : *at < 0xE0 ? 2 : *at < 0xF0 ? 3 : 4;
    if (!size || size > left || *at > 0xF4) return 0;
    *code = size == 1 ? *at : *at & (0x7Fu >> size);
    for (size_t i = 1; i < size; i++) {
        if ((at[i] & 0xC0) != 0x80) return 0;
        *code = *code << 6 | (at[i] & 0x3F);
    }
    bool surrogate = *code >= 0xD800 && *code <= 0xDFFF;
    return *code < least[size] || surrogate || *code > 0x10FFFF ? 0 : size;
}

/* Control characters, and what some programs take for the end of a line. */
static bool is_escaped(unsigned code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029;
}

static void put_character(cli_json *w, const unsigned char *at, size_t size, unsigned code)
{
    static const char meaning[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    const char *known = code && code < 0x80 ? strchr(meaning, (int)code) : NULL;
    if (known)
        fprintf(w->out, "\\%c", letters[known - meaning]);
    else if (is_escaped(code))
        fprintf(w->out, "\\u%04x", code);
    else
        fwrite(at, 1, size, w->out);
}

void cli_json_str(cli_json *w, tunip_str text)
{
    const unsigned char *bytes = (const unsigned char *)text.data;
    separate(w);
    fputc('"', w->out);
    for (size_t at = 0, size; at < text.size; at += size) {
        unsigned code;
        size = read_character(bytes + at, text.size - at, &code);
        if (size)
            put_character(w, bytes + at, size, code);
        else
            fputs("\\ufffd", w->out);
        size += !size;
    }
    fputc('"', w->out);
}

/* ---- other values ---- */

void cli_json_key(cli_json *w, const char *key)
{
    cli_json_str(w, tunip_str_from(key));
    fputs(": ", w->out);
    w->after_key = true;
}

void cli_json_number(cli_json *w, size_t number)
{
    separate(w);
    fprintf(w->out, "%zu", number);
}

void cli_json_bool(cli_json *w, bool value)
{
    separate(w);
    fputs(value ? "true" : "false", w->out);
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
