/* sites.c -- the places in the user's program from which lines come. */
#include <tunip/lineage.h>

#include "../../core/base/search.h"
#include "history.h"

/* The sites that a step has for a line itself, and their number. */
static size_t own_sites(const tn_step_text *text, size_t line, const tunip_line_site **first)
{
    const tunip_line_site *items = text->sites.items;
    size_t count = text->sites.count, at, end;
    at = tn_first_from(items, count, sizeof *items, offsetof(tunip_line_site, line), line);
    for (end = at; end < count && items[end].line == line; end++) continue;
    *first = items ? &items[at] : NULL;
    return end - at;
}

/* A step records no sites for lines that it did not change: those of the step before count. */
static size_t find_sites(const tunip_lineage *l, size_t step, size_t line,
                         const tunip_line_site **first)
{
    tunip_step_link link;
    while (tn_lineage_has(l, step, line)) {
        size_t count = own_sites(&l->steps[step], line, first);
        if (count) return count;
        if (!tunip_lineage_links(l, step, line, &link, 1) || link.link.kind != TUNIP_LINK_SAME)
            return 0;
        step = link.from_step;
        line = link.link.lhs;
    }
    return 0;
}

size_t tunip_lineage_sites(const tunip_lineage *l, size_t step, size_t line, tunip_site *out,
                           size_t room)
{
    const tunip_line_site *first;
    size_t count = find_sites(l, step, line, &first);
    for (size_t i = 0; i < count && i < room; i++) out[i] = first[i].site;
    return count;
}

bool tunip_lineage_each_site(const tunip_lineage *l, tunip_site_fn each, void *user)
{
    for (size_t i = 0; l && i < l->count; i++)
        for (size_t k = 0; k < l->steps[i].sites.count; k++)
            if (!each(user, &l->steps[i].sites.items[k].site)) return false;
    return true;
}

/* ---- one place ---- */

static int64_t last_line(const tunip_site *site)
{
    return site->end_line > site->line ? site->end_line : site->line;
}

static bool contains(const tunip_site *site, tunip_str source, int64_t line)
{
    if (!tunip_str_equal(site->source, source)) return false;
    if (line <= 0) return true; /* the whole source */
    return site->line > 0 && site->line <= line && line <= last_line(site);
}

static bool narrow(void *user, const tunip_site *site)
{
    tn_place *place = user;
    if (!contains(site, place->source, place->line)) return true;
    bool begins = site->line == place->line;
    int64_t height = last_line(site) - site->line;
    if (!place->found || (begins && !place->begins) ||
        (begins == place->begins && height < place->height))
        place->height = height;
    place->begins |= begins;
    place->found = true;
    return true;
}

bool tn_find_place(const tunip_lineage *l, tunip_str source, int64_t line, tn_place *place)
{
    *place = (tn_place){.source = source, .line = line};
    tunip_lineage_each_site(l, narrow, place);
    return place->found;
}

bool tn_place_has(const tn_place *place, const tunip_site *site)
{
    if (!contains(site, place->source, place->line)) return false;
    if (place->line <= 0) return true;
    return place->begins ? site->line == place->line
                         : last_line(site) - site->line == place->height;
}

bool tn_place_contradicts(const tunip_lineage *l, const tn_place *place, size_t step, size_t line)
{
    const tunip_line_site *first;
    size_t count = find_sites(l, step, line, &first);
    for (size_t i = 0; i < count; i++)
        if (tn_place_has(place, &first[i].site)) return false;
    return count > 0;
}
