/* options.c -- the options of all programs: their tables, and suggestions for misspelt words. */
#include <stdlib.h>
#include <string.h>

#include "../util/distance.h"
#include "cli.h"

/* ======== options ======== */

/* Parsing by table, and the help that comes from the same table. */

bool cli_store_flag(void *settings, const cli_option *option, const char *text)
{
    (void)text;
    *(bool *)((char *)settings + option->offset) = true;
    return true;
}

bool cli_clear_flag(void *settings, const cli_option *option, const char *text)
{
    (void)text;
    *(bool *)((char *)settings + option->offset) = false;
    return true;
}

bool cli_store_text(void *settings, const cli_option *option, const char *text)
{
    *(const char **)((char *)settings + option->offset) = text;
    return true;
}

bool cli_push(const char ***texts, size_t *count, const char *text)
{
    const char **grown = realloc(*texts, (*count + 1) * sizeof *grown);
    if (!grown) {
        cli_fail("out of memory");
        return false;
    }
    grown[(*count)++] = text;
    *texts = grown;
    return true;
}

bool cli_parse_count(const cli_option *option, const char *text, size_t least, size_t most,
                     const char *note, size_t *out)
{
    enum { MOST_DIGITS = 18 };
    size_t digits = strspn(text, "0123456789");
    bool is_number = digits && digits <= MOST_DIGITS && !text[digits];
    *out = is_number ? strtoul(text, NULL, 10) : 0;
    if (is_number && *out >= least && *out <= most) return true;
    cli_fail("%s: expected a number from %zu to %zu%s, got `%s`", option->name, least, most, note,
             text);
    return false;
}

bool cli_parse_amount(const cli_option *option, const char *text, const char *note, double *out)
{
    const double most = 1e300;
    char *end = NULL;
    *out = tunip_is_digit(*text) || *text == '.' ? strtod(text, &end) : 0;
    if (end && end != text && !*end && *out >= 0 && *out < most) return true;
    cli_fail("%s: expected a number of at least 0%s, got `%s`", option->name, note, text);
    return false;
}

bool cli_store_bytes(void *settings, const cli_option *option, const char *text)
{
    static const char units[] = "KMG";
    enum { BITS = 10 };
    char *end = NULL;
    bool is_number = tunip_is_digit(*text) && strspn(text, "0123456789") < 19;
    unsigned long long number = is_number ? strtoull(text, &end, 10) : 0;
    const char *unit = is_number && *end ? strchr(units, *end) : NULL;
    size_t shift = unit ? BITS * (size_t)(unit - units + 1) : 0;
    if (!is_number || (unit ? end[1] : *end) || number > SIZE_MAX >> shift) {
        cli_fail("%s: expected a number of bytes such as 4096, 64K, 100M or 2G, got `%s`",
                 option->name, text);
        return false;
    }
    *(size_t *)(void *)((char *)settings + option->offset) = (size_t)number << shift;
    return true;
}

bool cli_store_ratio(void *settings, const cli_option *option, const char *text)
{
    size_t *out = (size_t *)(void *)((char *)settings + option->offset);
    if (!cli_parse_count(option, text, 0, CLI_MOST, " (0: no limit)", out)) return false;
    if (!*out) *out = SIZE_MAX;
    return true;
}

enum { MOST_THREADS = 64 };

bool cli_store_threads(void *settings, const cli_option *option, const char *text)
{
    size_t *out = (size_t *)(void *)((char *)settings + option->offset);
    return cli_parse_count(option, text, 1, MOST_THREADS, "", out);
}

size_t cli_processors(void)
{
    size_t count = tn_os_processors();
    return count < MOST_THREADS ? count : MOST_THREADS;
}

/* More than a few threads would wait for memory. */
size_t cli_threads(const cli_limits *limits)
{
    enum { ENOUGH = 8 };
    if (limits->threads) return limits->threads;
    size_t processors = cli_processors();
    return processors < ENOUGH ? processors : ENOUGH;
}

/* ---- choices ---- */

/* The words of a placeholder: "text|json". */
typedef struct word_list {
    const char *words;
    char *word; /* CLI_NAME_ROOM bytes, for the last one */
} word_list;

static const char *choice_name(const void *user, size_t i)
{
    const word_list *list = user;
    const char *at = list->words;
    for (; at && i; i--) {
        at = strchr(at, '|');
        if (at) at++;
    }
    if (!at) return NULL;
    snprintf(list->word, CLI_NAME_ROOM, "%.*s", (int)strcspn(at, "|"), at);
    return list->word;
}

static void fail_choice(const cli_option *option, const char *text)
{
    char word[CLI_NAME_ROOM], nearest[CLI_NAME_ROOM];
    const word_list list = {option->placeholder, word};
    /* Another number is another version, and not a misspelt one. */
    bool found = !strpbrk(text, "0123456789") &&
                 cli_nearest(nearest, text, strlen(text), choice_name, &list);
    cli_fail("%s: expected %s, got `%s`%s%s%s", option->name, option->placeholder, text,
             found ? " (did you mean " : "", found ? nearest : "", found ? "?)" : "");
}

/* The number of the word among those of the placeholder; -1 after a message, which quotes
 * `text`. */
static int choose(const cli_option *option, const char *word, size_t size, const char *text)
{
    const char *known = option->placeholder;
    for (int number = 0; *known; number++) {
        size_t own = strcspn(known, "|");
        if (own == size && memcmp(known, word, size) == 0) return number;
        known += own + (known[own] == '|');
    }
    fail_choice(option, text);
    return -1;
}

int cli_choose(const cli_option *option, const char *text)
{
    return choose(option, text, strlen(text), text);
}

#define X(minor) "|0." #minor
#define APART(minor)
/* Begins with a bar. */
const char cli_later_vintages[] =
#include <tunip/vintages.def>
    ;
#undef APART
#define APART(minor) "0." #minor
const char cli_all_vintages[] =
#include <tunip/vintages.def>
    ;
#undef APART
#undef X

/* The placeholder lists the versions that the option takes: "0.23|0.24|0.25|0.26". */
bool cli_store_vintage(void *settings, const cli_option *option, const char *text)
{
    static const char zero[] = "0.";
    const char *version = text + (*text == 'v');
    size_t major = strncmp(version, zero, strlen(zero)) == 0 ? strlen(zero) : 0;
    if (choose(option, version, major + strcspn(version + major, "."), text) < 0) return false;
    *(unsigned *)(void *)((char *)settings + option->offset) =
        (unsigned)strtoul(version + major, NULL, 10);
    return true;
}

bool cli_store_choice(void *settings, const cli_option *option, const char *text)
{
    int choice = cli_choose(option, text);
    if (choice >= 0) *(int *)(void *)((char *)settings + option->offset) = choice;
    return choice >= 0;
}

/* ---- unknown options ---- */

typedef struct option_table {
    const cli_option *options;
    size_t count;
} option_table;

static const char *option_name(const void *user, size_t i)
{
    const option_table *table = user;
    return i < table->count ? table->options[i].name : NULL;
}

static bool unknown(const cli_option *options, size_t count, const char *arg, size_t size)
{
    const option_table table = {options, count};
    char message[128];
    snprintf(message, sizeof message, "unknown option %.*s", (int)size, arg);
    char name[CLI_NAME_ROOM];
    snprintf(name, sizeof name, "%.*s", (int)size, arg);
    return cli_fail_unknown(message, name, option_name, &table, "--help lists all options") ==
           CLI_OK;
}

/* ---- parsing ---- */

static const cli_option *find(const cli_option *options, size_t count, const char *arg, size_t size)
{
    for (size_t i = 0; i < count; i++) {
        bool by_name = strlen(options[i].name) == size && memcmp(options[i].name, arg, size) == 0;
        bool by_letter = options[i].letter && size == 2 && arg[1] == options[i].letter;
        if (by_name || by_letter) return &options[i];
    }
    return NULL;
}

/* "-U3" is "-U 3". */
static bool has_value_behind_letter(const cli_option *options, size_t count, const char *arg)
{
    const cli_option *option = arg[1] == '-' ? NULL : find(options, count, arg, 2);
    return option && option->placeholder && arg[2] && arg[2] != '=';
}

/* Parses the option at argv[*at], whose value is in the same argument or in the next one. */
static bool parse_one(const cli_option *options, size_t count, void *settings, int argc,
                      char **argv, int *at)
{
    const char *arg = argv[*at];
    bool behind_letter = has_value_behind_letter(options, count, arg);
    size_t size = behind_letter ? 2 : strcspn(arg, "=");
    const cli_option *option = find(options, count, arg, size);
    if (!option) return unknown(options, count, arg, size);
    const char *text = behind_letter ? arg + size : arg[size] == '=' ? arg + size + 1 : NULL;
    if (!option->placeholder && text) {
        cli_fail("%s takes no value", option->name);
        return false;
    }
    if (option->placeholder && !text) {
        if (*at + 1 >= argc) {
            cli_fail("%s needs a value", option->name);
            return false;
        }
        text = argv[++*at];
    }
    return option->store(settings, option, text);
}

bool cli_parse(const cli_option *options, size_t count, void *settings, int *argc, char **argv)
{
    int operands = 1;
    bool ended = false;
    for (int i = 1; i < *argc; i++) {
        /* "-" is standard input, and "-#3" a module of it */
        bool is_option = !ended && argv[i][0] == '-' && argv[i][1] && !strchr("#:", argv[i][1]);
        if (is_option && strcmp(argv[i], "--") == 0)
            ended = true;
        else if (!is_option)
            argv[operands++] = argv[i];
        else if (!parse_one(options, count, settings, *argc, argv, &i))
            return false;
    }
    *argc = operands;
    return true;
}

/* "-o, --output FILE" */
static int say_option(const cli_option *option, char *text, size_t room)
{
    char letter[] = {option->letter ? '-' : ' ', option->letter ? option->letter : ' ',
                     option->letter ? ',' : ' ', '\0'};
    return snprintf(text, room, "%s %s %s", letter, option->name,
                    option->placeholder ? option->placeholder : "");
}

static bool is_heading(const cli_option *option)
{
    return !*option->name;
}

/* The help of the options of a group begins in one column. */
static int width_of_group(const cli_option *options, size_t count)
{
    enum { LEAST = 32 };
    int width = LEAST;
    for (size_t i = 0; i < count && !is_heading(&options[i]); i++) {
        int size = say_option(&options[i], NULL, 0);
        if (size >= width) width = size + 1;
    }
    return width;
}

void cli_list_options(FILE *out, const cli_option *options, size_t count)
{
    int width = width_of_group(options, count);
    for (size_t i = 0; i < count; i++) {
        const cli_option *option = &options[i];
        char left[128];
        if (is_heading(option)) {
            width = width_of_group(option + 1, count - i - 1);
            fprintf(out, "%s%s:\n", i ? "\n" : "", option->help);
            continue;
        }
        say_option(option, left, sizeof left);
        fprintf(out, "  %-*s %s\n", width, left, option->help);
    }
}

/* ======== suggest ======== */

/* "did you mean ...?": the name nearest to a misspelt one. */

bool cli_nearest(char *room, const char *text, size_t size, cli_name_fn name_at, const void *user)
{
    return tn_nearest(room, CLI_NAME_ROOM, (tunip_str){text, size}, name_at, user);
}

int cli_fail_unknown(const char *message, const char *text, cli_name_fn name_at, const void *user,
                     const char *hint)
{
    char nearest[CLI_NAME_ROOM];
    bool found = cli_nearest(nearest, text, strlen(text), name_at, user);
    if (found) return cli_fail("%s (did you mean %s?)", message, nearest);
    return cli_fail("%s (%s)", message, hint);
}
