/* site_map.c -- finds the places in the user's program for spans of a print, and the spans for a
 * place. */
#include <tunip/site.h>
#include <tunip/source_map.h>

#include "docsify/paths.h"
#include "ir/follow.h"
#include "printed.h"

/* A site of the node of a span of the print. */
typedef struct shown_site {
    size_t span;
    tunip_site site;
} shown_site;

struct tunip_site_map {
    tunip_allocator allocator;
    const tunip_printed *printed;
    tunip_source_map *map;
    const tunip_node **found; /* for each span of the print: the span of its node, or NULL */
    size_t count;
    TN_ARRAY(shown_site) sites;
    size_t here; /* the span whose sites are being added */
    bool failed;
};

/* ---- making it ---- */

static bool add_site(void *user, const tunip_site *site)
{
    tunip_site_map *m = user;
    if (!tn_array_push(&m->sites, &m->allocator, (shown_site){m->here, *site})) m->failed = true;
    return !m->failed;
}

/* Finds the span of each Doc: the span of the first node of the Doc that has one. */
static void find_spans(tunip_site_map *m, tn_follower *f)
{
    const tunip_printed *p = m->printed;
    for (size_t i = 0; i < m->count && !m->failed; i++) {
        tn_path_cursor c = tn_first_path(p->render.spans.items[i].doc);
        for (; c.path && !m->found[i]; tn_next_path(&p->docsifier, &c))
            m->found[i] = tunip_node_span(tn_follow(f, c.path));
        m->here = i;
        tunip_each_site(m->found[i], add_site, m);
        if (f->failed) m->failed = true;
    }
}

static bool make(tunip_site_map *m, const tunip_printed *p)
{
    const tunip_allocator *a = &m->allocator;
    m->count = p->render.spans.count;
    m->found = a->alloc(a->ctx, (m->count + 1) * sizeof *m->found);
    if (!m->found) return false;
    memset(m->found, 0, (m->count + 1) * sizeof *m->found);
    tn_follower follower;
    tn_follower_init(&follower, p->root, a);
    find_spans(m, &follower);
    tn_follower_free(&follower);
    return !m->failed;
}

tunip_site_map *tunip_site_map_new(const tunip_printed *printed, tunip_error *error)
{
    const tunip_allocator *a = printed->render.allocator;
    tunip_source_map *map = tunip_source_map_new(printed, error);
    tunip_site_map *m = map ? a->alloc(a->ctx, sizeof *m) : NULL;
    if (m) {
        *m = (tunip_site_map){.allocator = *a, .printed = printed, .map = map};
        if (make(m, printed)) return m;
        tunip_site_map_free(m);
    } else {
        tunip_source_map_free(map);
    }
    if (map) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    return NULL;
}

void tunip_site_map_free(tunip_site_map *m)
{
    if (!m) return;
    const tunip_allocator a = m->allocator;
    tunip_source_map_free(m->map);
    if (m->found) a.free(a.ctx, m->found, (m->count + 1) * sizeof *m->found);
    tn_array_free(&m->sites, &a);
    a.free(a.ctx, m, sizeof *m);
}

/* ---- one Doc ---- */

/* Whether a Doc is the target of an assignment: `n` in `n = T.int64()`. */
static bool is_definition(const tunip_span *spans, size_t span)
{
    return span && spans[span - 1].begin == spans[span].begin &&
           strcmp(tunip_span_kind(&spans[span]), "id") == 0 &&
           strcmp(tunip_span_kind(&spans[span - 1]), "assign") == 0;
}

const tunip_node *tn_printed_origin(const tunip_printed *printed, tn_follower *follower,
                                    size_t span)
{
    const tunip_path *path;
    const tunip_node *found = NULL;
    bool defines = is_definition(tunip_printed_spans(printed), span);
    for (size_t n = 0; !found && (path = tunip_printed_span_path(printed, span, n)); n++) {
        const tunip_node *node = tn_follow(follower, path);
        bool counts = node && (defines || !(node->type->flags & TUNIP_TYPE_VARIABLE));
        if (counts) found = tunip_node_span(node);
    }
    return found;
}

/* ---- queries ---- */

const tunip_node *tunip_site_map_get(const tunip_site_map *m, size_t span)
{
    return span < m->count ? m->found[span] : NULL;
}

const tunip_node *tunip_site_map_at(const tunip_site_map *m, size_t begin, size_t end)
{
    const tunip_span *spans = m->printed->render.spans.items;
    size_t at = tunip_source_map_at(m->map, begin);
    while (at != TUNIP_NO_SPAN && (!m->found[at] || spans[at].end < end))
        at = tunip_source_map_parent(m->map, at);
    return at == TUNIP_NO_SPAN ? NULL : m->found[at];
}

/* Whether a site contains a place. A site without an end consists of the place where it begins. */
static bool contains(const tunip_site *site, tunip_str source, int64_t line, int64_t column)
{
    int64_t last = site->end_line > site->line ? site->end_line : site->line;
    if (!tunip_str_equal(site->source, source)) return false;
    if (line <= 0 || site->line <= 0) return line <= 0 && site->line <= 0;
    if (line < site->line || line > last) return false;
    if (column <= 0 || site->column <= 0) return true;
    bool is_behind = line == last && site->end_column > 0 && column >= site->end_column;
    return !is_behind && !(line == site->line && column < site->column);
}

/* Negative if `a` is smaller than `b`. The widths count only within one line. */
static int64_t compare_sizes(const tunip_site *a, const tunip_site *b)
{
    int64_t height_a = a->end_line > a->line ? a->end_line - a->line : 0;
    int64_t height_b = b->end_line > b->line ? b->end_line - b->line : 0;
    if (height_a || height_b) return height_a - height_b;
    return (a->end_column - a->column) - (b->end_column - b->column);
}

/* Whether `a` is a better result than `b`: a smaller site. For a whole line, the width does not
 * count, because all expressions in the line come from it. */
static bool is_better(const tunip_site *a, const tunip_site *b, int64_t column)
{
    bool is_multiline = a->end_line > a->line || b->end_line > b->line;
    return (column > 0 || is_multiline) && compare_sizes(a, b) < 0;
}

size_t tunip_site_map_find(const tunip_site_map *m, tunip_str source, int64_t line, int64_t column,
                           size_t *spans, size_t room)
{
    const tunip_site *best = NULL;
    size_t count = 0, last = TUNIP_NO_SPAN;
    for (size_t i = 0; i < m->sites.count; i++) {
        const tunip_site *site = &m->sites.items[i].site;
        if (!contains(site, source, line, column)) continue;
        if (!best || is_better(site, best, column)) best = site;
    }
    for (size_t i = 0; best && i < m->sites.count; i++) {
        const shown_site *s = &m->sites.items[i];
        bool fits = s->span != last && contains(&s->site, source, line, column);
        if (!fits || is_better(best, &s->site, column)) continue;
        if (count < room) spans[count] = s->span;
        last = s->span;
        count++;
    }
    return count;
}
