/* pair.c -- two files as one page: the sizes of both side by side, and their differences. */
#include <stdlib.h>
#include <string.h>

#include "../../src/util/html.h"
#include "diff.h"
#include "inspect_files.h"
#include "treemap.h"

typedef struct pair_page {
    in_text out;
    tunip_str text; /* of the differences */
    in_changes changes;
} pair_page;

static void put_words(pair_page *p, tunip_str words, tunip_escape_style style)
{
    tn_html_put(words, style, in_put_chunk, &p->out);
}

/* A line of a hunk: those that begin with `-` and `+` differ. */
static void put_hunk_line(pair_page *p, tunip_str line)
{
    const char *side = line.data[0] == '-' ? "old" : line.data[0] == '+' ? "new" : NULL;
    if (side) in_say(&p->out, "<span class=\"%s\">", side);
    put_words(p, line, TUNIP_ESCAPE_TEXT);
    in_puts(&p->out, side ? "</span>" : "\n");
}

static void put_change(pair_page *p, size_t at)
{
    const in_change *change = &p->changes.items[at];
    bool is_last = at + 1 == p->changes.count;
    const char *line = p->text.data + change->begin;
    const char *end = p->text.data + (is_last ? p->text.size : change[1].begin);
    const char *head = memchr(line, '\n', (size_t)(end - line)), *around = "details";
    bool has_text = head && head + 1 < end;
    if (!has_text) around = "p";
    in_say(&p->out, "<%s id=\"c%zu\"%s>", around, at, has_text ? " open><summary" : "");
    put_words(p, (tunip_str){line, (size_t)((head ? head : end) - line)}, TUNIP_ESCAPE_LINE);
    if (has_text) in_puts(&p->out, "</summary><pre tabindex=\"0\">");
    for (size_t size; has_text && ++head < end; head += size) {
        const char *newline = memchr(head, '\n', (size_t)(end - head));
        size = (size_t)((newline ? newline : end) - head);
        if (size) put_hunk_line(p, (tunip_str){head, size});
    }
    in_say(&p->out, "%s</%s>\n", has_text ? "</pre>" : "", around);
}

/* "3 changed, 1 added" */
static void put_counts(pair_page *p)
{
    static const char *const kinds[] = {"changed", "added", "removed"};
    bool any = false;
    in_puts(&p->out, "<p>");
    for (size_t i = 0; i < TUNIP_LEN(kinds); i++) {
        size_t count = 0;
        for (size_t k = 0; k < p->changes.count; k++)
            count += strcmp(p->changes.items[k].what, kinds[i]) == 0;
        if (count) in_say(&p->out, "%s%zu %s", any ? ", " : "", count, kinds[i]);
        any |= count != 0;
    }
    in_puts(&p->out, any ? "</p>\n" : "No part differs.</p>\n");
}

static void put_maps(pair_page *p, const in_tree *const trees[2], const char *const names[2])
{
    double bytes[] = {in_map_bytes(trees[0]), in_map_bytes(trees[1])};
    in_map_side side = {.changes = &p->changes, .most_bytes = bytes[bytes[0] < bytes[1]]};
    in_puts(&p->out, "<div class=\"pair\">\n");
    for (; side.side < 2; side.side++) {
        in_puts(&p->out, "<section><h2>");
        put_words(p, tunip_str_from(names[side.side]), TUNIP_ESCAPE_LINE);
        in_say(&p->out, "</h2><p>%.0f bytes</p>\n", bytes[side.side]);
        in_put_treemap(&p->out, trees[side.side], &side);
        in_puts(&p->out, "</section>\n");
    }
    in_puts(&p->out, "</div>\n");
    in_put_map_key(&p->out, p->changes.count);
}

static void put_page(pair_page *p, const in_tree *const trees[2], const char *const names[2])
{
    tn_text title;
    tn_text_init(&title, NULL);
    for (size_t i = 0; i < 2; i++) {
        if (i) tn_text_put_word(&title, " and ");
        tn_text_put_word(&title, names[i]);
    }
    tn_html_head head = {
        .title = tn_text_str(&title), .style = inspect_css, .style_hash = inspect_css_hash};
    tn_html_begin(&head, in_put_chunk, &p->out);
    in_puts(&p->out, "<header><h1>");
    put_words(p, tn_text_str(&title), TUNIP_ESCAPE_LINE);
    in_say(&p->out, "</h1>%s</header>\n<main>\n", tn_html_switch);
    put_counts(p);
    put_maps(p, trees, names);
    for (size_t i = 0; i < p->changes.count; i++) put_change(p, i);
    in_puts(&p->out, "</main>\n");
    in_puts(&p->out, tn_html_end);
    p->out.raw.failed |= title.failed;
    tn_text_free(&title);
}

tunip_status tunip_inspection_diff_page(const tunip_inspection *left, const tunip_inspection *right,
                                        const tunip_show_options *options, const char *left_name,
                                        const char *right_name, bool *differ, tunip_write_fn write,
                                        void *user, tunip_error *error)
{
    pair_page p = {.changes = {.count = 0}};
    in_text text = {.spans = NULL};
    const in_tree *const trees[] = {&left->tree, &right->tree};
    const char *const names[] = {left_name, right_name};
    tunip_show_options how = TUNIP_SHOW_OPTIONS_INIT;
    if (options) how = *options;
    how.colour = false;
    in_compare(left, right, &how, &text, &p.changes);
    p.text = in_str(&text);
    p.out.raw.failed = text.raw.failed;
    put_page(&p, trees, names);
    *differ = p.changes.count;
    tunip_status status = in_text_write(&p.out, write, user, error);
    in_text_free(&text);
    in_text_free(&p.out);
    free(p.changes.items);
    return status;
}
