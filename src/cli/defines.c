/* defines.c -- the constants of --define: NAME=VALUE, where the value is an expression of a script,
 * and @FILE, a JSON object from names to values. */
#include <stdlib.h>
#include <string.h>

#include "json_scan.h"

enum { LARGEST_FILE = 1 << 26, DEEPEST = 100 };

/* ---- constants ---- */

static bool is_name(const char *text, size_t size)
{
    static const char digits[] = "0123456789";
    static const char letters[] = "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    if (!size || strchr(digits, *text)) return false;
    for (size_t i = 0; i < size; i++)
        if (!(text[i] & 0x80) && !strchr(digits, text[i]) && !strchr(letters, text[i]))
            return false;
    return true;
}

/* Adds a constant; a later definition of a name replaces an earlier one. Takes ownership of
 * `value`, which comes from malloc and may be NULL. */
static bool add(cli_loads *loads, const char *name, size_t size, char *value)
{
    tunip_constant *grown =
        value ? realloc(loads->defines, (loads->define_count + 1) * sizeof *grown) : NULL;
    if (grown) loads->defines = grown;
    char *copy = grown ? strndup(name, size) : NULL;
    if (!copy) {
        free(value);
        cli_fail("out of memory");
        return false;
    }
    grown[loads->define_count++] = (tunip_constant){copy, value};
    return true;
}

/* ---- JSON as an expression ---- */

static void put_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            fprintf(out, "\\x%02x", (unsigned)(unsigned char)*text);
        else
            fputc(*text, out);
    }
    fputc('"', out);
}

static bool put_key(cli_scan *s, FILE *out)
{
    const char *key = cli_scan_string(s);
    if (!key || !cli_scan_expect(s, TUNIP_JSON_COLON, "`:`")) return false;
    put_string(out, key);
    fputs(": ", out);
    return true;
}

static bool put_value(cli_scan *s, FILE *out, int depth);

static bool put_items(cli_scan *s, FILE *out, int depth, bool is_map)
{
    tunip_json_token end = is_map ? TUNIP_JSON_CLOSE_OBJECT : TUNIP_JSON_CLOSE_ARRAY;
    if (depth > DEEPEST)
        return cli_scan_fail_at(s, cli_scan_at(s), "nested deeper than %d lists", DEEPEST);
    fputc(is_map ? '{' : '[', out);
    bool more = !cli_scan_accept(s, end);
    while (more) {
        if ((is_map && !put_key(s, out)) || !put_value(s, out, depth)) return false;
        more = cli_scan_accept(s, TUNIP_JSON_COMMA);
        fputs(more ? ", " : "", out);
        if (!more && !cli_scan_expect(s, end, is_map ? "`}`" : "`]`")) return false;
    }
    fputc(is_map ? '}' : ']', out);
    return true;
}

static bool put_word(cli_scan *s, FILE *out)
{
    cli_word word;
    if (!cli_scan_word(s, &word)) return false;
    bool is_true = word.kind == CLI_BOOL && word.text[0] == 't';
    fputs(word.kind == CLI_NULL   ? "None"
          : is_true               ? "True"
          : word.kind == CLI_BOOL ? "False"
                                  : word.text,
          out);
    return true;
}

static bool put_value(cli_scan *s, FILE *out, int depth)
{
    if (tunip_json_is_string(s->token)) {
        const char *text = cli_scan_string(s);
        if (text) put_string(out, text);
        return text != NULL;
    }
    if (cli_scan_accept(s, TUNIP_JSON_OPEN_ARRAY)) return put_items(s, out, depth + 1, false);
    if (cli_scan_accept(s, TUNIP_JSON_OPEN_OBJECT)) return put_items(s, out, depth + 1, true);
    return put_word(s, out);
}

/* ---- files ---- */

static bool read_member(cli_scan *s, cli_loads *loads)
{
    size_t at = cli_scan_at(s), size = 0;
    const char *name = cli_scan_string(s);
    if (!name || !cli_scan_expect(s, TUNIP_JSON_COLON, "`:`")) return false;
    if (!is_name(name, strlen(name)))
        return cli_scan_fail_at(s, at, "`%s` cannot be a name in a script", name);
    char *text = NULL;
    FILE *out = open_memstream(&text, &size);
    bool fine = out && put_value(s, out, 0);
    if (out && fclose(out) != 0) fine = false;
    if (fine) return add(loads, name, strlen(name), text);
    free(text);
    if (!out) cli_fail("out of memory");
    return false;
}

static bool read_members(cli_scan *s, cli_loads *loads)
{
    if (!cli_scan_expect(s, TUNIP_JSON_OPEN_OBJECT, "an object of names and values")) return false;
    if (!cli_scan_accept(s, TUNIP_JSON_CLOSE_OBJECT)) {
        do {
            if (!read_member(s, loads)) return false;
        } while (cli_scan_accept(s, TUNIP_JSON_COMMA));
        if (!cli_scan_expect(s, TUNIP_JSON_CLOSE_OBJECT, "`}`")) return false;
    }
    return cli_scan_expect(s, TUNIP_JSON_END, "the end of the file");
}

static bool read_file(cli_loads *loads, const char *path)
{
    cli_scan scan;
    if (!cli_scan_open(&scan, path, LARGEST_FILE, "a file of constants")) return false;
    bool fine = read_members(&scan, loads);
    cli_scan_close(&scan);
    return fine;
}

bool cli_store_define(void *settings, const cli_option *option, const char *text)
{
    cli_loads *loads = (cli_loads *)(void *)((char *)settings + option->offset);
    if (*text == '@') return read_file(loads, text + 1);
    const char *equals = strchr(text, '=');
    if (!equals || !is_name(text, (size_t)(equals - text))) {
        cli_fail("%s: expected NAME=VALUE or @FILE, got `%s`", option->name, text);
        return false;
    }
    return add(loads, text, (size_t)(equals - text), strdup(equals + 1));
}

void cli_defines_free(cli_loads *loads)
{
    for (size_t i = 0; i < loads->define_count; i++) {
        free((char *)(uintptr_t)loads->defines[i].name);
        free((char *)(uintptr_t)loads->defines[i].value);
    }
    free(loads->defines);
}
