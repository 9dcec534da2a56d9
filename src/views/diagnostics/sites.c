/* sites.c -- finds the files of the user's program and draws labels in them. */
#include "sites.h"

/* ---- collecting ---- */

void tn_user_sites_begin(tn_user_sites *u)
{
    u->sites.count = 0;
}

static bool is_same(const tunip_site *a, const tunip_site *b)
{
    return tunip_str_equal(a->source, b->source) && a->line == b->line && a->column == b->column &&
           a->end_line == b->end_line && a->end_column == b->end_column;
}

/* Several labels may lead to one place: the first one is shown. */
static bool add_site(void *user, const tunip_site *site)
{
    enum { MOST_SHOWN = 8 };
    tn_user_sites *u = user;
    if (!site->source.size) return true;
    for (size_t i = 0; i < u->sites.count; i++)
        if (is_same(&u->sites.items[i].site, site)) return true;
    if (u->sites.count == MOST_SHOWN) return false;
    if (!tn_array_push(&u->sites, u->allocator, (tn_user_site){*site, u->next, false}))
        u->failed = true;
    return !u->failed;
}

void tn_user_sites_add(tn_user_sites *u, const tn_label *label)
{
    u->next = *label;
    tunip_each_site(tunip_site_map_at(u->map, label->begin, label->end), add_site, u);
}

/* ---- files ---- */

/* The file of a name, which is looked for once; NULL if there is none. */
static const tunip_source *find_file(tn_user_sites *u, tunip_str name)
{
    tunip_error error = TUNIP_ERROR_INIT;
    for (size_t i = 0; i < u->files.count; i++)
        if (tunip_str_equal(u->files.items[i].name, name)) return u->files.items[i].source;
    tunip_source *source = tunip_source_find(u->context, name, u->options->source_folder_count,
                                             u->options->source_folders, &error);
    if (error.code != TUNIP_ERROR_MEMORY &&
        tn_array_push(&u->files, u->allocator, (tn_user_file){name, source}))
        return source;
    u->failed = true;
    tunip_source_free(source);
    return NULL;
}

/* The offset of a place in a line, at most the end of the line. */
static size_t offset_of(const tunip_source *source, size_t line, int64_t column)
{
    const tn_lines *lines = &source->lines;
    size_t begin = lines->items[line - 1];
    size_t end = line < lines->count ? lines->items[line] - 1 : source->text.size;
    size_t into = column > 1 ? (size_t)column - 1 : 0;
    return into < end - begin ? begin + into : end;
}

/* Sets the range of a label, within one line; false if the file does not have the place. */
static bool place(const tunip_source *source, const tunip_site *site, tn_label *label)
{
    const tn_lines *lines = source ? tn_source_lines(source) : NULL;
    if (!lines || site->line <= 0 || (uint64_t)site->line > lines->count) return false;
    size_t line = (size_t)site->line;
    bool is_short = site->end_line == site->line && site->end_column > site->column;
    label->begin = offset_of(source, line, site->column);
    label->end = offset_of(source, line, is_short ? site->end_column : INT64_MAX);
    const char *text = source->text.data;
    while (site->column <= 0 && label->begin < label->end && text[label->begin] == ' ')
        label->begin++;
    return true;
}

/* ---- writing ---- */

static void put_styled(tn_user_sites *u, tn_text *out, const char *text)
{
    tn_style_put(out, TN_STYLE_GUTTER, u->options->colour);
    tn_text_put_word(out, text);
    tn_style_put(out, TN_STYLE_NONE, u->options->colour);
}

static void put_site(tn_user_sites *u, tn_text *out, const tunip_site *site, size_t width)
{
    tunip_site rest = *site;
    char numbers[64];
    rest.source.size = 0;
    tunip_site_text(&rest, numbers, sizeof numbers);
    tn_text_fill(out, ' ', width);
    put_styled(u, out, "::: ");
    tn_text_put_visible(out, site->source);
    tn_text_put_word(out, numbers);
    tn_text_put_word(out, "\n");
}

/* Collects the labels of the site `first` and of later sites in the same file. Collects none if the
 * file does not have the place of `first`. */
static void take_labels(tn_user_sites *u, const tunip_source *source, size_t first)
{
    u->labels.count = 0;
    for (size_t i = first; i < u->sites.count && !u->failed; i++) {
        tn_user_site *s = &u->sites.items[i];
        bool is_here = tunip_str_equal(s->site.source, u->sites.items[first].site.source);
        tn_label label = s->label;
        bool has_place = !s->is_done && is_here && place(source, &s->site, &label);
        if (!has_place && i == first) return;
        if (!has_place) continue;
        s->is_done = true;
        if (!tn_array_push(&u->labels, u->allocator, label)) u->failed = true;
    }
}

static void put_excerpt(tn_user_sites *u, tn_text *out, const tunip_source *source)
{
    const tunip_diagnostics_options *o = u->options;
    tn_labelling how = {.text = tunip_source_text(source),
                        .lines = tn_source_lines(source),
                        .labels = u->labels.items,
                        .count = u->labels.count,
                        .context = o->context_lines,
                        .tab_width = o->tab_width,
                        .long_line = o->long_line,
                        .colour = o->colour,
                        .allocator = u->allocator};
    tn_text_fill(out, ' ', tn_labels_number_width(how.lines) + 1);
    put_styled(u, out, "|");
    tn_text_put_word(out, "\n");
    if (!tn_labels_put(out, &how)) u->failed = true;
}

bool tn_user_sites_put(tn_user_sites *u, tn_text *out, size_t width)
{
    for (size_t i = 0; i < u->sites.count && !u->failed; i++) {
        const tn_user_site *s = &u->sites.items[i];
        if (s->is_done) continue;
        const tunip_source *source = s->site.line > 0 ? find_file(u, s->site.source) : NULL;
        const tn_lines *lines = source ? tn_source_lines(source) : NULL;
        if (source && !lines) u->failed = true;
        take_labels(u, lines ? source : NULL, i);
        bool is_shown = u->labels.count && !u->failed;
        put_site(u, out, &s->site, is_shown ? tn_labels_number_width(lines) : width);
        if (is_shown) put_excerpt(u, out, source);
    }
    return !u->failed && !out->failed;
}

void tn_user_sites_free(tn_user_sites *u)
{
    for (size_t i = 0; i < u->files.count; i++) tunip_source_free(u->files.items[i].source);
    tn_array_free(&u->files, u->allocator);
    tn_array_free(&u->sites, u->allocator);
    tn_array_free(&u->labels, u->allocator);
    tunip_site_map_free(u->map);
}
