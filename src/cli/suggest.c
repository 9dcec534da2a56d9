/* suggest.c -- "did you mean ...?": the name nearest to a misspelt one. */
#include <string.h>

#include "../util/distance.h"
#include "cli.h"

enum { LARGEST_DISTANCE = 3 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The distance between a text and a name; more than `most` if they are too different. The beginning
 * of a name counts as one mistake. */
static size_t unlikeness(tunip_str text, const char *name, size_t most)
{
    if (text.size > 3 && strncmp(text.data, name, text.size) == 0) return 1;
    return tn_edit_distance(text, tunip_str_from(name), most);
}

bool cli_nearest(char *room, const char *text, size_t size, cli_name_fn name_at, const void *user)
{
    const char *name;
    size_t best = least(LARGEST_DISTANCE, size / 3) + 1, none = best;
    for (size_t i = 0; (name = name_at(user, i)); i++) {
        size_t far = unlikeness((tunip_str){text, size}, name, best);
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
