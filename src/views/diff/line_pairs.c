/* line_pairs.c -- the public functions that give the paired lines of both sides. */
#include <tunip/diff_lines.h>

#include "../../core/context.h"
#include "view.h"

struct tunip_diff_lines {
    tn_diff_view view;
};

tunip_diff_lines *tunip_diff_lines_new(tunip_context *context, const tunip_script *script,
                                       const tunip_diff_options *options, tunip_error *error)
{
    const tunip_allocator *allocator = &context->allocator;
    tunip_diff_lines *lines = allocator->alloc(allocator->ctx, sizeof *lines);
    if (!lines) {
        tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    tn_diff_view *view = &lines->view;
    tn_diff_view_init(view, context, script, options);
    view->wants_links = true;
    if (!tn_diff_view_failed(view)) tn_diff_view_open(view);
    if (!tn_diff_view_failed(view)) return lines;
    if (error) *error = view->error;
    tunip_diff_lines_free(lines);
    return NULL;
}

void tunip_diff_lines_free(tunip_diff_lines *lines)
{
    if (!lines) return;
    const tunip_allocator *allocator = lines->view.allocator;
    tn_diff_view_close(&lines->view);
    allocator->free(allocator->ctx, lines, sizeof *lines);
}

size_t tunip_diff_lines_count(const tunip_diff_lines *lines)
{
    return lines ? lines->view.rows.count : 0;
}

/* Lines are numbered from 0 here, and TN_NO_LINE is the largest number. */
static size_t number(size_t line)
{
    return line + 1;
}

tunip_line_pair tunip_diff_lines_get(const tunip_diff_lines *lines, size_t index)
{
    const tn_diff_view *v = &lines->view;
    const tn_diff_row *row = &v->rows.items[index];
    tunip_line_pair pair = {.lhs = number(row->line[TN_LHS]),
                            .rhs = number(row->line[TN_RHS]),
                            .changed = row->changed,
                            .renamed = row->renamed};
    if (!pair.lhs) pair.origin = number(tn_diff_moved(&v->sides[TN_RHS], row->line[TN_RHS]));
    return pair;
}

tunip_line_counts tunip_diff_lines_counts(const tunip_diff_lines *lines)
{
    return lines ? tn_diff_count_rows(&lines->view) : (tunip_line_counts){0, 0, 0, 0};
}

size_t tunip_diff_lines_link_count(const tunip_diff_lines *lines)
{
    return lines ? lines->view.links.count : 0;
}

tunip_link tunip_diff_lines_link(const tunip_diff_lines *lines, size_t index)
{
    return lines->view.links.items[index];
}

size_t tunip_diff_lines_site_count(const tunip_diff_lines *lines, int side)
{
    return lines ? lines->view.sides[side != 0].sites.count : 0;
}

tunip_line_site tunip_diff_lines_site(const tunip_diff_lines *lines, int side, size_t index)
{
    const tn_diff_site *site = &lines->view.sides[side != 0].sites.items[index];
    return (tunip_line_site){number(site->line), site->site};
}

const char *tunip_link_kind_name(tunip_link_kind kind)
{
    /* ORDER tunip_link_kind */
    static const char *const names[] = {"same",  "renamed", "changed",  "moved",
                                        "split", "merged",  "made from"};
    return (size_t)kind < TUNIP_LEN(names) ? names[kind] : "?";
}

const char *tunip_link_reason_name(tunip_link_reason reason)
{
    /* ORDER tunip_link_reason */
    static const char *const names[] = {"same span", "paired by the edit script", "same content",
                                        "same definition and uses", "stands in place of it"};
    return (size_t)reason < TUNIP_LEN(names) ? names[reason] : "?";
}

const tunip_printed *tunip_diff_lines_lhs(const tunip_diff_lines *lines)
{
    return lines->view.sides[TN_LHS].printed;
}

const tunip_printed *tunip_diff_lines_rhs(const tunip_diff_lines *lines)
{
    return lines->view.sides[TN_RHS].printed;
}

size_t tunip_diff_lines_part_count(const tunip_diff_lines *lines, int side)
{
    return lines ? lines->view.sides[side != 0].parts.count : 0;
}

tunip_line_part tunip_diff_lines_part(const tunip_diff_lines *lines, int side, size_t index)
{
    const tn_range *part = &lines->view.sides[side != 0].parts.items[index];
    return (tunip_line_part){part->begin, part->end};
}
