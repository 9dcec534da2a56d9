/* lineage.c -- the texts of all steps, and the links between their lines, which are those of the
 * differences of two steps (<tunip/diff_lines.h>). */
#include <tunip/lineage.h>
#include <tunip/source_map.h>

#include <stdlib.h>

#include "../../core/base/array.h"
#include "../../core/base/map.h"
#include "../../core/base/source.h"
#include "../../core/context.h"
#include "../../core/printed.h"
#include "history.h"

/* ---- memory ---- */

static void *take_memory(const tunip_lineage *l, size_t size, tunip_error *error)
{
    void *memory = l->allocator->alloc(l->allocator->ctx, size);
    if (memory) memset(memory, 0, size);
    if (!memory) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    return memory;
}

static size_t lines_size(const tn_step_text *text, size_t item)
{
    return (text->count + 2) * item;
}

static void free_text(const tunip_lineage *l, tn_step_text *text)
{
    const tunip_allocator *a = l->allocator;
    if (text->by_origin) a->free(a->ctx, text->by_origin, (text->links.count + 1) * sizeof(size_t));
    if (text->first) a->free(a->ctx, text->first, lines_size(text, sizeof *text->first));
    if (text->blame) a->free(a->ctx, text->blame, lines_size(text, sizeof *text->blame));
    tn_array_free(&text->links, a);
    tn_array_free(&text->sites, a);
    tn_array_free(&text->functions, a);
    if (!text->shared) tunip_source_free(text->source);
}

/* ---- texts ---- */

/* Takes the text of a print. */
static bool set_text(const tunip_lineage *l, size_t step, tunip_str text, tunip_error *error)
{
    tn_step_text *to = &l->steps[step];
    tunip_str name = tunip_history_step_at(l->history, step)->name;
    to->source = tunip_source_new(l->allocator, name, text, error);
    to->lines = to->source ? tn_source_lines(to->source) : NULL;
    if (to->source && !to->lines) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    if (!to->lines) return false;
    to->count = to->lines->count;
    if (to->count >= UINT32_MAX) {
        tunip_error_set(error, TUNIP_ERROR_LIMIT, "%s: too many lines", name.data);
        return false;
    }
    to->blame = take_memory(l, lines_size(to, sizeof *to->blame), error);
    return to->blame != NULL;
}

/* ---- links ---- */

static int by_line(const void *a, const void *b)
{
    const tunip_step_link *x = a, *y = b;
    if (x->link.rhs != y->link.rhs) return x->link.rhs < y->link.rhs ? -1 : 1;
    bool x_own = tn_link_is_own(&x->link), y_own = tn_link_is_own(&y->link);
    if (x_own != y_own) return x_own ? -1 : 1;
    return (x->link.lhs > y->link.lhs) - (x->link.lhs < y->link.lhs);
}

static bool add_links(const tunip_lineage *l, size_t from, size_t step,
                      const tunip_diff_lines *lines, tunip_error *error)
{
    tn_step_text *text = &l->steps[step];
    size_t count = tunip_diff_lines_link_count(lines);
    bool fine = tn_array_reserve(&text->links, l->allocator, count);
    for (size_t i = 0; fine && i < count; i++)
        text->links.items[text->links.count++] =
            (tunip_step_link){from, step, tunip_diff_lines_link(lines, i)};
    if (!fine) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    return fine;
}

typedef struct origin {
    size_t step, line, index;
} origin;

static int by_origin(const void *a, const void *b)
{
    const origin *x = a, *y = b;
    if (x->step != y->step) return x->step < y->step ? -1 : 1;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* Sorts the links, and makes the tables that find those of a line. */
static bool index_links(const tunip_lineage *l, tn_step_text *text, tunip_error *error)
{
    size_t count = text->links.count, size = (count + 1) * sizeof(origin), at = 0;
    text->first = take_memory(l, lines_size(text, sizeof *text->first), error);
    text->by_origin = text->first ? take_memory(l, (count + 1) * sizeof(size_t), error) : NULL;
    origin *origins = text->by_origin ? take_memory(l, size, error) : NULL;
    if (!origins) return false;
    if (count) qsort(text->links.items, count, sizeof *text->links.items, by_line);
    for (size_t line = 1; line <= text->count + 1; line++) {
        text->first[line] = at;
        while (at < count && text->links.items[at].link.rhs == line) at++;
    }
    for (size_t i = 0; i < count; i++)
        origins[i] = (origin){text->links.items[i].from_step, text->links.items[i].link.lhs, i};
    qsort(origins, count, sizeof *origins, by_origin);
    for (size_t i = 0; i < count; i++) text->by_origin[i] = origins[i].index;
    l->allocator->free(l->allocator->ctx, origins, size);
    return true;
}

/* The link of a line with its own predecessor, or NULL. */
static const tunip_step_link *own_link(const tn_step_text *text, size_t line)
{
    size_t first = text->first[line];
    bool any = first < text->first[line + 1] && tn_link_is_own(&text->links.items[first].link);
    return any ? &text->links.items[first] : NULL;
}

/* ---- steps ---- */

/* The differences between two steps. */
typedef struct differences {
    tunip_script *script;
    tunip_diff_lines *lines; /* NULL on failure */
} differences;

static differences compare_with(const tunip_lineage *l, size_t from, size_t step,
                                const tunip_print_options *print, tunip_error *error)
{
    differences d = {NULL, NULL};
    tunip_diff_options how = TUNIP_DIFF_OPTIONS_INIT;
    how.print = print;
    if (tunip_history_diff(l->history, from, step, &d.script, error) == TUNIP_OK)
        d.lines = tunip_diff_lines_new(tn_history_context(l->history), d.script, &how, error);
    return d;
}

static void free_differences(differences *d)
{
    tunip_diff_lines_free(d->lines);
    tunip_script_free(d->script);
}

typedef struct gathering {
    const tunip_allocator *allocator;
    tn_step_text *text;
} gathering;

static int gather(const char *data, size_t size, void *user)
{
    gathering *g = user;
    if (!tn_array_reserve(&g->text->functions, g->allocator, size)) return 1;
    memcpy(g->text->functions.items + g->text->functions.count, data, size);
    g->text->functions.count += size;
    return 0;
}

static bool name_functions(const tunip_lineage *l, tn_step_text *text, const tunip_script *script,
                           tunip_error *error)
{
    gathering g = {l->allocator, text};
    tunip_diff_options how = TUNIP_DIFF_OPTIONS_INIT;
    how.form = TUNIP_DIFF_NAMES;
    tunip_error found = TUNIP_ERROR_INIT;
    tunip_diff_write(tn_history_context(l->history), script, &how, gather, &g, &found);
    if (found.code == TUNIP_ERROR_CANCELLED) /* gather() had no memory */
        tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    else if (found.code != TUNIP_OK)
        tunip_error_set(error, found.code, "%s", found.message);
    return found.code == TUNIP_OK;
}

static bool take_sites(const tunip_lineage *l, tn_step_text *text, const tunip_diff_lines *lines,
                       tunip_error *error)
{
    size_t count = tunip_diff_lines_site_count(lines, 1);
    bool fine = tn_array_reserve(&text->sites, l->allocator, count);
    for (size_t i = 0; fine && i < count; i++)
        text->sites.items[text->sites.count++] = tunip_diff_lines_site(lines, 1, i);
    if (!fine) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    return fine;
}

static bool compare_steps(const tunip_lineage *l, size_t before, size_t step,
                          const tunip_print_options *print, tunip_error *error)
{
    tn_step_text *text = &l->steps[step];
    differences d = compare_with(l, before, step, print, error);
    bool fine = d.lines &&
                set_text(l, step, tunip_printed_text(tunip_diff_lines_rhs(d.lines)), error) &&
                add_links(l, before, step, d.lines, error) && take_sites(l, text, d.lines, error) &&
                name_functions(l, text, d.script, error);
    text->counts = tunip_diff_lines_counts(d.lines);
    free_differences(&d);
    return fine;
}

/* Functions that a step on a part of the module changed come back with the whole module. The lines
 * that are as this part left them come from there. */
static bool join_part(const tunip_lineage *l, size_t part, size_t step,
                      const tunip_print_options *print, tunip_error *error)
{
    tn_step_text *text = &l->steps[step];
    differences d = compare_with(l, part, step, print, error);
    const tunip_diff_lines *lines = d.lines;
    bool *same = lines ? take_memory(l, lines_size(text, sizeof *same), error) : NULL;
    size_t count = tunip_diff_lines_link_count(lines), kept = 0;
    bool fine = same && tn_array_reserve(&text->links, l->allocator, count);
    for (size_t i = 0; fine && i < count; i++) {
        tunip_link link = tunip_diff_lines_link(lines, i);
        same[link.rhs] |= link.kind == TUNIP_LINK_SAME;
    }
    for (size_t i = 0; fine && i < text->links.count; i++) {
        tunip_step_link *link = &text->links.items[i];
        same[link->link.rhs] &= !(tn_link_is_own(&link->link) && !link->link.changed);
    }
    for (size_t i = 0; fine && i < text->links.count; i++)
        if (!same[text->links.items[i].link.rhs]) text->links.items[kept++] = text->links.items[i];
    if (fine) text->links.count = kept;
    for (size_t i = 0; fine && i < count; i++) {
        tunip_link link = tunip_diff_lines_link(lines, i);
        if (same[link.rhs] && link.kind == TUNIP_LINK_SAME)
            text->links.items[text->links.count++] = (tunip_step_link){part, step, link};
    }
    if (!fine && error->code == TUNIP_OK)
        tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    if (same) l->allocator->free(l->allocator->ctx, same, lines_size(text, sizeof *same));
    free_differences(&d);
    return fine;
}

static bool join_parts(const tunip_lineage *l, size_t before, size_t step,
                       const tunip_print_options *print, tunip_error *error)
{
    for (size_t part = step; part-- > before + 1;) {
        const tunip_history_step *at = tunip_history_step_at(l->history, part);
        bool shares = at->changed && tn_history_shares(l->history, part, step, before, error);
        if (error->code != TUNIP_OK) return false;
        if (shares && !join_part(l, part, step, print, error)) return false;
    }
    return true;
}

/* A step that shares the root of the step before it also shares its text and its lines. */
static bool repeat_step(const tunip_lineage *l, size_t before, size_t step, tunip_error *error)
{
    tn_step_text *from = &l->steps[before], *to = &l->steps[step];
    *to = (tn_step_text){
        .source = from->source, .lines = from->lines, .count = from->count, .shared = true};
    to->blame = take_memory(l, lines_size(to, sizeof *to->blame), error);
    if (to->blame) memcpy(to->blame, from->blame, lines_size(to, sizeof *to->blame));
    return to->blame != NULL;
}

static void find_blame(const tunip_lineage *l, size_t step)
{
    const tn_step_text *text = &l->steps[step];
    for (size_t line = 1; line <= text->count; line++) {
        const tunip_step_link *own = own_link(text, line);
        bool is_new = !own || own->link.changed || own->link.kind == TUNIP_LINK_MOVED;
        text->blame[line] = is_new ? (uint32_t)step : l->steps[own->from_step].blame[own->link.lhs];
    }
}

/* ---- the first step ---- */

typedef struct first_sites {
    const tunip_lineage *lineage;
    size_t line;
    bool failed;
} first_sites;

static bool add_site(void *user, const tunip_site *site)
{
    first_sites *f = user;
    tunip_line_site added = {f->line, *site};
    f->failed |= !tn_array_push(&f->lineage->steps[0].sites, f->lineage->allocator, added);
    return !f->failed;
}

/* Each line has the places of the first node in it that has a span. */
static bool find_first_sites(const tunip_lineage *l, const tunip_printed *printed,
                             tunip_error *error)
{
    first_sites f = {.lineage = l};
    tn_follower follower;
    const tunip_span *spans = tunip_printed_spans(printed);
    size_t count = tunip_printed_span_count(printed), done = 0;
    tn_follower_init(&follower, tunip_history_step_at(l->history, 0)->root, l->allocator);
    for (size_t i = 0; i < count && !f.failed; i++) {
        size_t column;
        tunip_printed_locate(printed, spans[i].begin, &f.line, &column);
        const tunip_node *span = f.line == done ? NULL : tn_printed_origin(printed, &follower, i);
        if (span) done = f.line;
        tunip_each_site(span, add_site, &f);
        f.failed |= follower.failed;
    }
    tn_follower_free(&follower);
    if (f.failed) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    return !f.failed;
}

static bool print_first(const tunip_lineage *l, const tunip_print_options *print,
                        tunip_error *error)
{
    tunip_printed *printed;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    if (print) options = *print;
    options.no_source_map = false;
    const tunip_node *root = tunip_history_step_at(l->history, 0)->root;
    if (tunip_print(tn_history_context(l->history), root, &options, &printed, error) != TUNIP_OK)
        return false;
    bool fine =
        set_text(l, 0, tunip_printed_text(printed), error) && find_first_sites(l, printed, error);
    tunip_printed_free(printed);
    return fine && index_links(l, &l->steps[0], error);
}

static bool add_step(const tunip_lineage *l, size_t step, const tunip_print_options *print,
                     tunip_error *error)
{
    if (!step) return print_first(l, print, error);
    const tunip_history_step *to = tunip_history_step_at(l->history, step);
    size_t before = to->before;
    if (tunip_history_step_at(l->history, before)->root == to->root)
        return repeat_step(l, before, step, error);
    bool fine = compare_steps(l, before, step, print, error) &&
                (before + 1 == step || join_parts(l, before, step, print, error)) &&
                index_links(l, &l->steps[step], error);
    if (fine) find_blame(l, step);
    return fine;
}

tunip_lineage *tunip_lineage_new(const tunip_history *history, const tunip_print_options *print,
                                 tunip_error *error)
{
    tunip_error ignored = TUNIP_ERROR_INIT;
    tunip_lineage start = {history, &tn_history_context(history)->allocator, NULL,
                           tunip_history_count(history)};
    if (!error) error = &ignored;
    tunip_lineage *l = take_memory(&start, sizeof *l, error);
    if (!l) return NULL;
    *l = start;
    l->steps = take_memory(l, (l->count + 1) * sizeof *l->steps, error);
    bool fine = l->steps != NULL;
    for (size_t i = 0; fine && i < l->count; i++) {
        tunip_error found = TUNIP_ERROR_INIT;
        fine = add_step(l, i, print, &found);
        if (!fine)
            tunip_error_set(error, found.code, "%s: %s",
                            tunip_history_step_at(l->history, i)->name.data, found.message);
    }
    if (fine) return l;
    tunip_lineage_free(l);
    return NULL;
}

void tunip_lineage_free(tunip_lineage *l)
{
    if (!l) return;
    const tunip_allocator *allocator = l->allocator;
    for (size_t i = 0; l->steps && i < l->count; i++) free_text(l, &l->steps[i]);
    if (l->steps) allocator->free(allocator->ctx, l->steps, (l->count + 1) * sizeof *l->steps);
    allocator->free(allocator->ctx, l, sizeof *l);
}

/* ---- questions about one step ---- */

static const tn_step_text *text_of(const tunip_lineage *l, size_t step)
{
    return l && step < l->count ? &l->steps[step] : NULL;
}

bool tn_lineage_has(const tunip_lineage *l, size_t step, size_t line)
{
    const tn_step_text *text = text_of(l, step);
    return text && line && line <= text->count;
}

const tunip_source *tunip_lineage_source(const tunip_lineage *l, size_t step)
{
    const tn_step_text *text = text_of(l, step);
    return text ? text->source : NULL;
}

size_t tunip_lineage_line_count(const tunip_lineage *l, size_t step)
{
    const tn_step_text *text = text_of(l, step);
    return text ? text->count : 0;
}

tunip_str tunip_lineage_line(const tunip_lineage *l, size_t step, size_t line)
{
    if (!tn_lineage_has(l, step, line)) return (tunip_str){NULL, 0};
    const tn_step_text *text = &l->steps[step];
    const size_t *begins = text->lines->items; /* from line 1 */
    size_t end = line == text->count ? begins[line] : begins[line] - 1;
    return (tunip_str){tunip_source_text(text->source).data + begins[line - 1],
                       end - begins[line - 1]};
}

tunip_line_counts tunip_lineage_counts(const tunip_lineage *l, size_t step)
{
    const tn_step_text *text = text_of(l, step);
    return text ? text->counts : (tunip_line_counts){0, 0, 0, 0};
}

size_t tunip_lineage_links(const tunip_lineage *l, size_t step, size_t line, tunip_step_link *out,
                           size_t room)
{
    if (!tn_lineage_has(l, step, line)) return 0;
    const tn_step_text *text = &l->steps[step];
    if (text->shared) {
        size_t before = tunip_history_step_at(l->history, step)->before;
        tunip_link same = {line, line, TUNIP_LINK_SAME, TUNIP_REASON_CONTENT, true, false};
        if (room) *out = (tunip_step_link){before, step, same};
        return 1;
    }
    size_t first = text->first[line], count = text->first[line + 1] - first;
    for (size_t i = 0; i < count && i < room; i++) out[i] = text->links.items[first + i];
    return count;
}

tunip_ancestry tunip_lineage_before(const tunip_lineage *l, size_t step, size_t line)
{
    tunip_step_link link;
    tunip_ancestry none = {.step = step};
    if (!tunip_lineage_links(l, step, line, &link, 1) || !tn_link_is_own(&link.link)) return none;
    return (tunip_ancestry){.step = link.from_step,
                            .line = link.link.lhs,
                            .changed = link.link.changed,
                            .renamed = link.link.kind == TUNIP_LINK_RENAMED,
                            .moved = link.link.kind == TUNIP_LINK_MOVED};
}

size_t tunip_lineage_blame(const tunip_lineage *l, size_t step, size_t line)
{
    return tn_lineage_has(l, step, line) ? l->steps[step].blame[line] : 0;
}

tunip_str tunip_lineage_functions(const tunip_lineage *l, size_t step)
{
    const tn_step_text *text = text_of(l, step);
    return text ? (tunip_str){text->functions.items, text->functions.count} : (tunip_str){NULL, 0};
}
