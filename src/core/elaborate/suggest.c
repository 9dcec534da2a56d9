/* suggest.c -- "did you mean ...?": the known name that is nearest to an unknown one. */
#include "elaborate.h"

enum { MOST_LETTERS = 48 };

/* The number of letters to add, drop or change between two words, or `most` + 1 if it is greater.
 * Swapped neighbours count as one. */
static size_t distance(tunip_str a, tunip_str b, size_t most)
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

/* Keeps `name` in *best if it is nearer to `wanted` than any name before. */
static void consider(tunip_str wanted, tunip_str name, tunip_str *best, size_t *least)
{
    size_t d = distance(wanted, name, *least);
    if (d >= *least || d >= name.size) return;
    *least = d;
    *best = name;
}

static size_t tolerance(tunip_str name)
{
    return 1 + (name.size + 2) / 4;
}

void tn_suggest_name(tunip_elaborator *e, tunip_str name)
{
    tunip_str best = {NULL, 0};
    size_t least = tolerance(name);
    for (size_t i = e->bound.count; i-- > 0;) {
        const tn_bound_name *bound = &e->bound.items[i];
        if (bound->value.kind > TUNIP_VALUE_WRONG)
            consider(name, tn_intern_text(&e->names, bound->name), &best, &least);
    }
    if (best.data) tunip_complain_also(e, NULL, "did you mean `%.*s`?", (int)best.size, best.data);
}

void tunip_suggest_name(tunip_elaborator *e, tunip_str name)
{
    tn_suggest_name(e, name);
}

void tn_suggest_word(tunip_elaborator *e, const tn_script_dialect *dialect, tunip_str name)
{
    tunip_str best = {NULL, 0};
    size_t least = tolerance(name);
    for (size_t i = 0; i < dialect->lexicon->words.count; i++)
        consider(name, tunip_str_from(dialect->lexicon->words.items[i]->word.name), &best, &least);
    if (best.data)
        tunip_complain_also(e, NULL, "did you mean `%.*s.%.*s`?", (int)dialect->prefix.size,
                            dialect->prefix.data, (int)best.size, best.data);
}
