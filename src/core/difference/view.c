/* view.c -- what the views share: hunks, the words beside marks, the summary. */
#include "../base/unicode.h"
#include "difference.h"

/* ---- hunks ---- */

bool tn_hunk_next(const tn_viewer *v, size_t *at, tn_hunk *hunk)
{
    const tn_rows *rows = &v->difference->rows;
    size_t context = v->view.context_lines, first = *at;
    while (first < rows->count && rows->items[first].same) first++;
    if (first == rows->count) return false;
    hunk->begin = first - *at > context ? first - context : *at;
    size_t last = first;
    for (size_t i = first; i < rows->count && i - last <= 2 * context + 1; i++)
        if (!rows->items[i].same) last = i;
    hunk->end = rows->count - last - 1 > context ? last + 1 + context : rows->count;
    *at = hunk->end;
    return true;
}

static bool is_head(const tn_text_side *side, size_t line)
{
    tn_range range = tn_line_range(side, line);
    const char *text = side->printed->render.text;
    while (range.begin < range.end && text[range.begin] == ' ') range.begin++;
    return range.end - range.begin > 4 && memcmp(text + range.begin, "def ", 4) == 0;
}

/* The head of the function that the first of the rows is in, if it is not among them. */
static void put_function(tn_viewer *v, const tn_hunk *hunk)
{
    const tn_text_side *side = &v->difference->sides[TN_LEFT];
    const tn_row *rows = v->difference->rows.items;
    enum { LONGEST = 60 };
    for (size_t i = hunk->begin; i-- > 0;) {
        size_t line = rows[i].line[TN_LEFT];
        if (line == TN_NOWHERE || !is_head(side, line)) continue;
        tn_range range = tn_line_range(side, line);
        const char *text = side->printed->render.text;
        while (text[range.begin] == ' ') range.begin++;
        tunip_str head = {text + range.begin, range.end - range.begin};
        bool cut = head.size > LONGEST;
        if (cut) head.size = LONGEST;
        head.size = tn_utf8_valid_prefix(head);
        tn_out_put(v->out, " ", 1);
        tn_out_put(v->out, head.data, head.size);
        if (cut) tn_out_text(v->out, "...");
        return;
    }
}

/* The number of the first line of a side, from 1, and how many. */
static void put_lines(tn_viewer *v, const tn_hunk *hunk, int side, char sign)
{
    size_t first = 0, count = 0;
    for (size_t i = hunk->begin; i < hunk->end; i++) {
        size_t line = v->difference->rows.items[i].line[side];
        if (line == TN_NOWHERE) continue;
        if (!count++) first = line + 1;
    }
    tn_out_format(v->out, " %c%zu,%zu", sign, first, count);
}

void tn_view_hunk_head(tn_viewer *v, const tn_hunk *hunk)
{
    if (v->view.color) tn_out_text(v->out, "\x1b[36m");
    tn_out_text(v->out, "@@");
    put_lines(v, hunk, TN_LEFT, '-');
    put_lines(v, hunk, TN_RIGHT, '+');
    tn_out_text(v->out, " @@");
    put_function(v, hunk);
    tn_out_text(v->out, v->view.color ? "\x1b[0m\n" : "\n");
}

/* ---- words ---- */

static void put_path_below(tn_viewer *v, int side, const tunip_edit *edit)
{
    char text[256];
    size_t size = tunip_path_text(tn_edit_path(edit, side), text, sizeof text);
    tn_out_put(v->out, text, size < sizeof text ? size : sizeof text - 1);
    if (size >= sizeof text) tn_out_text(v->out, "...");
}

void tn_view_label(tn_viewer *v, int side, const tn_mark *mark)
{
    const tunip_difference *d = v->difference;
    const tunip_edit *edit = tn_edit_at(d, mark->edit);
    const tn_spot *other = &d->sides[!side].spots[mark->edit];
    if (edit->kind == TUNIP_EDIT_MOVE && other->exact && d->sides[side].spots[mark->edit].exact) {
        size_t line =
            tn_line_of(&d->sides[!side], tn_span_at(&d->sides[!side], other->span)->begin);
        tn_out_format(v->out, " moved %s line %zu", side == TN_LEFT ? "to" : "from", line + 1);
        return;
    }
    tn_out_format(v->out, " %s: ", tunip_edit_kind_name(edit->kind));
    put_path_below(v, side, edit);
}

/* ---- the summary ---- */

typedef struct counted {
    size_t count;
    const char *what;
} counted;

static size_t put_counts(tn_viewer *v, const char *noun, const counted *counts, size_t size)
{
    size_t put = 0;
    for (size_t i = 0; i < size; i++) {
        if (!counts[i].count) continue;
        if (put)
            tn_out_format(v->out, ", %zu %s", counts[i].count, counts[i].what);
        else
            tn_out_format(v->out, "%zu %s%s %s", counts[i].count, noun,
                          counts[i].count == 1 ? "" : "s", counts[i].what);
        put++;
    }
    return put;
}

static void put_name(tn_viewer *v, const tunip_node *node, const tunip_field *field)
{
    tunip_str name = tunip_string_value(tunip_field_node(node, field));
    tn_out_put(v->out, name.data, name.size);
}

/* Variables that are called otherwise: no difference, but it shows in the lines. */
static void put_renames(tn_viewer *v)
{
    enum { MOST = 8 };
    const tunip_script *script = &v->difference->script;
    for (size_t i = 0; i < script->rename_count && i < MOST; i++) {
        const tunip_edit *edit = &script->renames[i];
        tn_out_text(v->out, i ? ", " : "renamed: ");
        put_name(v, edit->lhs, edit->field);
        tn_out_text(v->out, " -> ");
        put_name(v, edit->rhs, edit->field);
    }
    if (script->rename_count > MOST)
        tn_out_format(v->out, " and %zu more", script->rename_count - MOST);
    if (script->rename_count) tn_out_text(v->out, "\n");
}

void tn_view_summary(tn_viewer *v)
{
    const tunip_difference_counts *n = &v->difference->counts;
    const counted functions[] = {{n->functions_changed, "changed"},
                                 {n->functions_renamed, "renamed"},
                                 {n->functions_added, "added"},
                                 {n->functions_removed, "removed"}};
    const counted statements[] = {{n->statements_changed, "changed"},
                                  {n->statements_added, "added"},
                                  {n->statements_removed, "removed"},
                                  {n->statements_moved, "moved"}};
    size_t count = v->difference->script.edit_count;
    put_renames(v);
    if (put_counts(v, "function", functions, TUNIP_LEN(functions))) tn_out_text(v->out, "; ");
    if (put_counts(v, "statement", statements, TUNIP_LEN(statements))) tn_out_text(v->out, "; ");
    tn_out_format(v->out, "%zu difference%s\n", count, count == 1 ? "" : "s");
}
