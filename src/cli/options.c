/* options.c -- parsing by table, and the help that comes from the same table. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static bool store_number(void *at, const char *option, const char *text)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (*text == '\0' || *end || errno || value < 0 || value > INT_MAX) {
        cli_fail("%s: expected a number that is not negative, got '%s'", option, text);
        return false;
    }
    *(int *)at = (int)value;
    return true;
}

static bool store(const cli_option *option, void *settings, const char *text)
{
    void *at = (char *)settings + option->offset;
    switch (option->value) {
    case CLI_NONE:
        *(bool *)at = true;
        return true;
    case CLI_TEXT:
        *(const char **)at = text;
        return true;
    case CLI_NUMBER:
        return store_number(at, option->name, text);
    case CLI_CALL:
        return option->fn(settings, option->name, text);
    }
    return false;
}

/* How many letters at the front of two names agree. */
static size_t likeness(const char *a, const char *b)
{
    size_t same = 0;
    while (a[same] && a[same] == b[same]) same++;
    return same;
}

static bool unknown(const cli_option *options, size_t count, const char *arg, size_t size)
{
    const cli_option *nearest = NULL;
    size_t best = 4;
    for (size_t i = 0; i < count; i++) {
        size_t same = likeness(options[i].name, arg);
        if (same <= best) continue;
        best = same;
        nearest = &options[i];
    }
    if (nearest) cli_fail("unknown option %.*s (did you mean %s?)", (int)size, arg, nearest->name);
    else cli_fail("unknown option %.*s", (int)size, arg);
    return false;
}

static const cli_option *find(const cli_option *options, size_t count, const char *arg, size_t size)
{
    for (size_t i = 0; i < count; i++) {
        bool by_name = strlen(options[i].name) == size && memcmp(options[i].name, arg, size) == 0;
        bool by_letter = options[i].letter && size == 2 && arg[1] == options[i].letter;
        if (by_name || by_letter) return &options[i];
    }
    return NULL;
}

/* One option at argv[*at], with its value in the same argument or the next. */
static bool parse_one(const cli_option *options, size_t count, void *settings, int argc,
                      char **argv, int *at)
{
    const char *arg = argv[*at];
    size_t size = strcspn(arg, "=");
    const cli_option *option = find(options, count, arg, size);
    if (!option) return unknown(options, count, arg, size);
    const char *text = arg[size] == '=' ? arg + size + 1 : NULL;
    if (option->value == CLI_NONE && text) {
        cli_fail("%s takes no value", option->name);
        return false;
    }
    if (option->value != CLI_NONE && !text) {
        if (*at + 1 >= argc) {
            cli_fail("%s needs a value", option->name);
            return false;
        }
        text = argv[++*at];
    }
    return store(option, settings, text);
}

bool cli_parse(const cli_option *options, size_t count, void *settings, int *argc, char **argv)
{
    int operands = 1;
    bool ended = false;
    for (int i = 1; i < *argc; i++) {
        bool is_option = !ended && argv[i][0] == '-' && argv[i][1];
        if (is_option && strcmp(argv[i], "--") == 0) ended = true;
        else if (!is_option) argv[operands++] = argv[i];
        else if (!parse_one(options, count, settings, *argc, argv, &i)) return false;
    }
    *argc = operands;
    return true;
}

void cli_list_options(FILE *out, const cli_option *options, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const cli_option *option = &options[i];
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", option->name, option->placeholder ? " " : "",
                 option->placeholder ? option->placeholder : "");
        fprintf(out, "  %-28s %s\n", left, option->help);
    }
}
