/* suggest.c -- "did you mean ...?": the known name that is nearest to an unknown one. */
#include "../base/distance.h"
#include "elaborate.h"

/* Keeps `name` in *best if it is nearer to `wanted` than any name before. */
static void consider(tunip_str wanted, tunip_str name, tunip_str *best, size_t *least)
{
    size_t d = tn_edit_distance(wanted, name, *least);
    if (d >= *least || d >= name.size) return;
    *least = d;
    *best = name;
}

static size_t tolerance(tunip_str name)
{
    return 1 + (name.size + 2) / 4;
}

void tunip_suggest_name(tunip_elaborator *e, tunip_str name)
{
    enum { MOST_COMPLAINTS = 100 }; /* each is compared with all names of the script */
    tunip_str best = {NULL, 0};
    if (e->complaint_count > MOST_COMPLAINTS) return;
    size_t least = tolerance(name);
    for (size_t i = e->bound.count; i-- > 0;) {
        const tn_bound_name *bound = &e->bound.items[i];
        if (bound->value.kind > TUNIP_VALUE_WRONG)
            consider(name, tn_intern_text(&e->names, bound->name), &best, &least);
    }
    if (best.data) tunip_complain_also(e, NULL, "did you mean `%.*s`?", (int)best.size, best.data);
}

void tunip_suggest_one_of(tunip_elaborator *e, tunip_str name, const char *const *names,
                          size_t count)
{
    tunip_str best = {NULL, 0};
    size_t least = tolerance(name);
    for (size_t i = 0; i < count; i++) consider(name, tunip_str_from(names[i]), &best, &least);
    if (best.data) tunip_complain_also(e, NULL, "did you mean `%.*s`?", (int)best.size, best.data);
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
