/* suggest.c -- "did you mean ...?": the name nearest to a misspelt one. */
#include <string.h>

#include "cli.h"

enum { LONGEST_NAME = 48, LARGEST_DISTANCE = 3 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The number of letters to insert, delete or replace to change `a` into `b` (Levenshtein
 * distance). */
static size_t distance(const char *a, size_t a_size, const char *b, size_t b_size)
{
    size_t row[LONGEST_NAME + 1];
    for (size_t k = 0; k <= b_size; k++) row[k] = k;
    for (size_t i = 1; i <= a_size; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t k = 1; k <= b_size; k++) {
            size_t exchanged = diagonal + (a[i - 1] != b[k - 1]);
            diagonal = row[k];
            row[k] = least(exchanged, least(row[k], row[k - 1]) + 1);
        }
    }
    return row[b_size];
}

/* The distance between a text and a name. The beginning of a name counts as one mistake. */
static size_t unlikeness(const char *text, size_t size, const char *name)
{
    size_t name_size = strlen(name);
    if (size > LONGEST_NAME || name_size > LONGEST_NAME) return SIZE_MAX;
    if (size > 3 && strncmp(text, name, size) == 0) return 1;
    return distance(text, size, name, name_size);
}

bool cli_nearest(char *room, const char *text, size_t size, cli_name_fn name_at, const void *user)
{
    const char *name;
    size_t best = least(LARGEST_DISTANCE, size / 3) + 1, none = best;
    for (size_t i = 0; (name = name_at(user, i)); i++) {
        size_t far = unlikeness(text, size, name);
        if (far >= best) continue;
        best = far;
        snprintf(room, CLI_NAME_ROOM, "%s", name);
    }
    return best < none;
}

int cli_fail_unknown(const char *message, const char *text, cli_name_fn name_at, const void *user,
                     const char *hint)
{
    char nearest[CLI_NAME_ROOM];
    bool found = cli_nearest(nearest, text, strlen(text), name_at, user);
    if (found) return cli_fail("%s (did you mean %s?)", message, nearest);
    return cli_fail("%s (%s)", message, hint);
}
