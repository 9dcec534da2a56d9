/* json_scan.c -- the tokens of a file, with one token of lookahead, and their values. */
#include "json_scan.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A decoded string. */
struct cli_kept {
    struct cli_kept *next;
    char text[];
};

/* ---- messages ---- */

size_t cli_scan_at(const cli_scan *s)
{
    return (size_t)(s->json.at - s->json.begin);
}

bool cli_scan_fail_at(const cli_scan *s, size_t at, const char *format, ...)
{
    char message[512];
    size_t line, column;
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    tunip_source_locate(s->source, at, &line, &column);
    cli_fail_at(s->path, line, column, "%s", message);
    return false;
}

bool cli_scan_fail(const cli_scan *s, const char *expected)
{
    char got[TUNIP_JSON_DESCRIPTION_SIZE];
    tunip_json_describe(&s->json, s->token, got);
    return cli_scan_fail_at(s, cli_scan_at(s), "expected %s, got %s", expected, got);
}

/* ---- tokens ---- */

static void advance(cli_scan *s)
{
    s->token = tunip_json_next(&s->json);
}

bool cli_scan_accept(cli_scan *s, tunip_json_token token)
{
    if (s->token != token) return false;
    advance(s);
    return true;
}

bool cli_scan_expect(cli_scan *s, tunip_json_token token, const char *name)
{
    return cli_scan_accept(s, token) || cli_scan_fail(s, name);
}

const char *cli_scan_string(cli_scan *s)
{
    tunip_json_flaw flaw;
    tunip_str raw = tunip_json_text(&s->json);
    if (!tunip_json_is_string(s->token)) return cli_scan_fail(s, "a string"), NULL;
    struct cli_kept *kept = malloc(sizeof *kept + raw.size);
    if (!kept) return cli_fail("out of memory"), NULL;
    kept->next = s->strings;
    s->strings = kept;
    size_t size = tunip_json_decode(raw, kept->text, &flaw);
    if (size == SIZE_MAX) {
        cli_scan_fail_at(s, cli_scan_at(s) + flaw.begin, "%s", flaw.message);
        return NULL;
    }
    if (strlen(kept->text) < size)
        return cli_scan_fail_at(s, cli_scan_at(s), "expected a string without NUL"), NULL;
    advance(s);
    return kept->text;
}

bool cli_scan_word(cli_scan *s, cli_word *word)
{
    static const cli_kind kinds[] = {
        [TUNIP_JSON_INT] = CLI_NUMBER, [TUNIP_JSON_FLOAT] = CLI_NUMBER,
        [TUNIP_JSON_TRUE] = CLI_BOOL,  [TUNIP_JSON_FALSE] = CLI_BOOL,
        [TUNIP_JSON_NULL] = CLI_NULL,
    };
    tunip_str text = tunip_json_text(&s->json);
    bool is_word = s->token >= TUNIP_JSON_INT && s->token <= TUNIP_JSON_NULL;
    if (!is_word || text.size >= sizeof word->text) return cli_scan_fail(s, "a value");
    memcpy(word->text, text.data, text.size);
    word->text[text.size] = '\0';
    word->kind = kinds[s->token];
    advance(s);
    return true;
}

/* ---- the file ---- */

static bool open_source(cli_scan *s, const char *path, size_t largest, tunip_error *error)
{
    tunip_limits limits = TUNIP_LIMITS_INIT;
    limits.max_input = largest;
    s->context = tunip_context_new_empty(NULL, error);
    if (!s->context || tunip_context_limit(s->context, &limits, error) != TUNIP_OK) return false;
    s->source = tunip_source_open(s->context, path, error);
    return s->source != NULL;
}

bool cli_scan_open(cli_scan *s, const char *path, size_t largest, const char *what)
{
    tunip_error error = TUNIP_ERROR_INIT;
    *s = (cli_scan){.path = strcmp(path, "-") == 0 ? "<stdin>" : path};
    if (!open_source(s, path, largest, &error)) {
        if (error.code == TUNIP_ERROR_LIMIT)
            cli_fail("%s: too large for %s", s->path, what);
        else
            cli_fail_error(s->path, &error);
        cli_scan_close(s);
        return false;
    }
    tunip_json_init(&s->json, tunip_source_text(s->source));
    advance(s);
    return true;
}

void cli_scan_close(cli_scan *s)
{
    while (s->strings) {
        struct cli_kept *next = s->strings->next;
        free(s->strings);
        s->strings = next;
    }
    tunip_source_free(s->source);
    tunip_context_free(s->context);
    s->source = NULL;
    s->context = NULL;
}
