/* sites.c -- the places in the user's program from which the lines of one side come. */
#include <tunip/site.h>

#include "../../core/ir/same.h"
#include "view.h"

typedef struct collecting {
    tn_diff_view *view;
    tn_diff_side *side;
    size_t line;
} collecting;

static bool add_site(void *user, const tunip_site *site)
{
    collecting *c = user;
    uint64_t hash = tn_hash_bytes(site->source.data, site->source.size);
    hash = tn_hash_mix(tn_hash_mix(hash, (uint64_t)site->line), (uint64_t)site->column) | 1;
    if (tn_array_push(&c->side->sites, c->view->allocator, (tn_diff_site){hash, c->line, *site}))
        return true;
    tn_diff_view_fail(c->view);
    return false;
}

/* Each line has the sites of the first node in it that has a span. */
void tn_diff_find_sites(tn_diff_view *v, size_t which)
{
    enum { AT_LEAST = 64 }; /* after so many lines without a site, there are none */
    tn_diff_side *side = &v->sides[which];
    const tunip_span *spans = tunip_printed_spans(side->printed);
    size_t count = tunip_printed_span_count(side->printed), lines = 0;
    collecting c = {.view = v, .side = side, .line = TN_NO_LINE};
    for (size_t i = 0; i < count && !tn_diff_view_failed(v); i++) {
        size_t line = tn_diff_line_of(side, spans[i].begin);
        bool is_done = line == c.line && side->sites.count &&
                       side->sites.items[side->sites.count - 1].line == line;
        if (spans[i].doc->kind == TN_DOC_PRERENDERED || is_done) continue;
        lines += line != c.line;
        if (lines > AT_LEAST && !side->sites.count) break;
        c.line = line;
        tunip_each_site(tn_printed_origin(side->printed, &side->follower, i), add_site, &c);
    }
    if (side->follower.failed) tn_diff_view_fail(v);
}

size_t tn_diff_first_site(const tn_diff_side *side, size_t line)
{
    return tn_first_from(side->sites.items, side->sites.count, sizeof *side->sites.items,
                         offsetof(tn_diff_site, line), line);
}
