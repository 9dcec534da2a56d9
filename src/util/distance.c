/* distance.c -- the edit distance of two words. */
#include "distance.h"

#include <stdio.h>
#include <string.h>

enum { MOST_LETTERS = 48 };

size_t tn_edit_distance(tunip_str a, tunip_str b, size_t most)
{
    size_t rows[3][MOST_LETTERS + 1];
    size_t gap = a.size > b.size ? a.size - b.size : b.size - a.size;
    if (gap > most || a.size > MOST_LETTERS || b.size > MOST_LETTERS) return most + 1;
    for (size_t k = 0; k <= b.size; k++) rows[0][k] = k;
    for (size_t i = 1; i <= a.size; i++) {
        size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t k = 1; k <= b.size; k++) {
            size_t best = above[k - 1] + (a.data[i - 1] != b.data[k - 1]);
            if (above[k] + 1 < best) best = above[k] + 1;
            if (row[k - 1] + 1 < best) best = row[k - 1] + 1;
            bool swapped =
                i > 1 && k > 1 && a.data[i - 1] == b.data[k - 2] && a.data[i - 2] == b.data[k - 1];
            if (swapped && second[k - 2] + 1 < best) best = second[k - 2] + 1;
            row[k] = best;
        }
    }
    return rows[a.size % 3][b.size];
}

enum { LARGEST_DISTANCE = 3 };

/* The distance between a text and a name; more than `most` if they are too different. The beginning
 * of a name counts as one mistake. */
static size_t unlikeness(tunip_str text, const char *name, size_t most)
{
    if (text.size > 3 && strncmp(text.data, name, text.size) == 0) return 1;
    return tn_edit_distance(text, tunip_str_from(name), most);
}

bool tn_nearest(char *room, size_t room_size, tunip_str text, tn_name_fn name_at, const void *user)
{
    const char *name;
    size_t best = (text.size / 3 < LARGEST_DISTANCE ? text.size / 3 : LARGEST_DISTANCE) + 1;
    size_t none = best;
    for (size_t i = 0; (name = name_at(user, i)); i++) {
        size_t far = unlikeness(text, name, best);
        if (far >= best) continue;
        best = far;
        snprintf(room, room_size, "%s", name);
    }
    return best < none;
}
