/* lineage.c -- the links between the lines of all steps, and how to follow a line through
 * them. */
#include <stdlib.h>

#include <tunip/lineage.h>
#include <tunip/mlir.h>
#include <tunip/source_map.h>

#include "../../library/context.h"
#include "../../print/print.h"
#include "../../util/memory.h"
#include "../../util/source.h"
#include "../../util/tables.h"
#include "history.h"

/* ======== lineage ======== */

/* The texts of all steps, and the links between their lines, which are those of the
 * differences of two steps (<tunip/diff_lines.h>). */

/* ---- memory ---- */

static void *take_memory(const tunip_lineage *l, size_t size, tunip_error *error)
{
    void *memory = l->allocator->alloc(l->allocator->ctx, size);
    if (memory) memset(memory, 0, size);
    if (!memory) tn_no_memory(error);
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
    if (to->source && !to->lines) tn_no_memory(error);
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
    if (!fine) tn_no_memory(error);
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
    if (size) memcpy(g->text->functions.items + g->text->functions.count, data, size);
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
        tn_no_memory(error);
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
    if (!fine) tn_no_memory(error);
    return fine;
}

/* The functions of a step of MLIR are those of tunip_history_changes(). */
static bool name_operations(const tunip_lineage *l, tn_step_text *text, size_t step,
                            tunip_error *error)
{
    gathering g = {l->allocator, text};
    tunip_changes *changes = tn_history_changed_functions(l->history, step, error);
    bool fine = changes && !gather(changes->functions.data, changes->functions.size, &g);
    if (changes && !fine) tn_no_memory(error);
    tunip_changes_free(changes);
    return fine;
}

static bool compare_steps(const tunip_lineage *l, size_t before, size_t step,
                          const tunip_print_options *print, tunip_error *error)
{
    tn_step_text *text = &l->steps[step];
    differences d = compare_with(l, before, step, print, error);
    bool fine = d.lines &&
                set_text(l, step, tunip_printed_text(tunip_diff_lines_rhs(d.lines)), error) &&
                add_links(l, before, step, d.lines, error) && take_sites(l, text, d.lines, error);
    text->counts = tunip_diff_lines_counts(d.lines);
    bool is_change = step && tunip_history_step_at(l->history, step)->changed;
    if (fine)
        fine = l->is_mlir && is_change ? name_operations(l, text, step, error)
                                       : name_functions(l, text, d.script, error);
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
    if (!fine && error->code == TUNIP_OK) tn_no_memory(error);
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
    const tunip_printed *printed;
    tn_follower *follower;
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

static void add_sites_of(void *user, size_t span)
{
    first_sites *f = user;
    size_t column, end = tunip_printed_spans(f->printed)[span].end;
    if (f->failed) return;
    tunip_printed_locate(f->printed, end - 1, &f->line, &column);
    tunip_each_site(tn_printed_origin(f->printed, f->follower, span), add_site, f);
}

/* Each line has the places of the first node in it that has a span. */
static bool find_first_sites(const tunip_lineage *l, const tunip_printed *printed,
                             tunip_error *error)
{
    tn_follower follower;
    first_sites f = {.lineage = l, .printed = printed, .follower = &follower};
    const tunip_span *spans = tunip_printed_spans(printed);
    size_t count = tunip_printed_span_count(printed), done = 0;
    tn_follower_init(&follower, tunip_history_step_at(l->history, 0)->root, l->allocator);
    /* the location of an operation of MLIR stands at its end: its last line has the places */
    if (l->is_mlir) f.failed = !tn_each_statement_end(printed, l->allocator, add_sites_of, &f);
    f.failed |= follower.failed;
    for (size_t i = 0; !l->is_mlir && i < count && !f.failed; i++) {
        size_t column;
        tunip_printed_locate(printed, spans[i].begin, &f.line, &column);
        const tunip_node *span = f.line == done ? NULL : tn_printed_origin(printed, &follower, i);
        if (span) done = f.line;
        tunip_each_site(span, add_site, &f);
        f.failed |= follower.failed;
    }
    tn_follower_free(&follower);
    if (f.failed) tn_no_memory(error);
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

static bool is_mlir_history(const tunip_history *history)
{
    const tunip_history_step *first = tunip_history_step_at(history, 0);
    return first && (tunip_is(first->root, &tunip_mlir_file_type) ||
                     tunip_is(first->root, &tunip_mlir_parts_type) ||
                     tunip_is(first->root, &tunip_mlir_operation_type));
}

tunip_lineage *tunip_lineage_new(const tunip_history *history, const tunip_print_options *print,
                                 tunip_error *error)
{
    tunip_error ignored = TUNIP_ERROR_INIT;
    tunip_lineage start = {history, &tn_history_context(history)->allocator, NULL,
                           tunip_history_count(history), is_mlir_history(history)};
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    if (print) options = *print;
    if (!error) error = &ignored;
    tunip_lineage *l = take_memory(&start, sizeof *l, error);
    if (!l) return NULL;
    *l = start;
    l->steps = take_memory(l, (l->count + 1) * sizeof *l->steps, error);
    tunip_setting *settings =
        l->steps && l->is_mlir ? tn_hide_locations(&options, l->allocator, error) : NULL;
    bool fine = l->steps && (settings || !l->is_mlir);
    for (size_t i = 0; fine && i < l->count; i++) {
        tunip_error found = TUNIP_ERROR_INIT;
        fine = add_step(l, i, l->is_mlir ? &options : print, &found);
        if (!fine)
            tunip_error_set(error, found.code, "%s: %s",
                            tunip_history_step_at(l->history, i)->name.data, found.message);
    }
    if (settings)
        l->allocator->free(l->allocator->ctx, settings, options.setting_count * sizeof *settings);
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

/* ---- operations of several lines: the lines between their first and their last line are indented
 * more, except those that begin with a brace or are labels ---- */

static size_t indentation(tunip_str line)
{
    size_t size = 0;
    while (size < line.size && line.data[size] == ' ') size++;
    return size;
}

/* The first character behind the indentation, or NUL. */
static char first_of(tunip_str line)
{
    size_t size = indentation(line);
    return size < line.size ? line.data[size] : '\0';
}

static bool opens(tunip_str line)
{
    return line.size && line.data[line.size - 1] == '{';
}

size_t tunip_lineage_first_line(const tunip_lineage *l, size_t step, size_t line)
{
    tunip_str last = tunip_lineage_line(l, step, line);
    if (!l || !l->is_mlir || first_of(last) != '}') return line;
    for (size_t i = line; i-- > 1;) {
        tunip_str text = tunip_lineage_line(l, step, i);
        char first = first_of(text);
        bool is_inside = indentation(text) > indentation(last) || first == '}' || first == '^';
        if (first && !is_inside) return i;
    }
    return line;
}

size_t tunip_lineage_last_line(const tunip_lineage *l, size_t step, size_t line)
{
    tunip_str head = tunip_lineage_line(l, step, line);
    if (!l || !l->is_mlir || !opens(head) || first_of(head) == '}') return line;
    for (size_t i = line + 1; i <= tunip_lineage_line_count(l, step); i++) {
        tunip_str text = tunip_lineage_line(l, step, i);
        char first = first_of(text);
        if (!first || indentation(text) > indentation(head) || first == '^') continue;
        if (first != '}') return line;
        if (!opens(text)) return i;
    }
    return line;
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
        tunip_link same = {line, line,  TUNIP_LINK_SAME, TUNIP_REASON_CONTENT,
                           true, false, TUNIP_ROW_SAME};
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

/* ======== follow ======== */

/* Follows a line through all steps: back to the lines from which it was made, and on to
 * the lines that were made of it. A place in the user's program is followed in the same way. */

static void *follow_take_memory(const tunip_lineage *l, size_t size)
{
    void *memory = l->allocator->alloc(l->allocator->ctx, size);
    if (memory) memset(memory, 0, size);
    return memory;
}

enum { MOST_FOLLOWED = 256, MOST_PLACES = 64 };

/* The lines of one step that are followed. */
typedef struct step_lines {
    TN_ARRAY(tunip_followed) items; /* in the order of the lines */
} step_lines;

typedef struct following {
    const tunip_lineage *lineage;
    step_lines *steps;
    const tn_place *place;   /* the lines come from there; NULL: from a line */
    const tunip_site *asked; /* MLIR: the places from which that line comes */
    size_t asked_count;
    bool has_spans; /* in the current step, spans name the place */
    bool failed;    /* out of memory */
} following;

/* Adds a line to those of a step. A line that is reached in several ways is certain if one of them
 * is. */
static void add_line(following *f, size_t step, size_t line, bool sure)
{
    step_lines *to = &f->steps[step];
    size_t at = to->items.count;
    while (at && to->items.items[at - 1].line > line) at--;
    if (at && to->items.items[at - 1].line == line) {
        to->items.items[at - 1].sure |= sure;
        return;
    }
    if (to->items.count == MOST_FOLLOWED) return;
    tunip_followed added = {.step = step, .line = line, .sure = sure};
    if (!tn_array_push(&to->items, f->lineage->allocator, added)) {
        f->failed = true;
        return;
    }
    tunip_followed *items = to->items.items;
    memmove(&items[at + 1], &items[at], (to->items.count - 1 - at) * sizeof *items);
    items[at] = added;
}

static bool is_asked(const following *f, const tunip_site *site)
{
    for (size_t i = 0; i < f->asked_count; i++)
        if (f->asked[i].line == site->line && tunip_str_equal(f->asked[i].source, site->source))
            return true;
    return false;
}

/* Whether a line has places, and one of them is among those that were asked for; or none is. */
static bool has_asked(const following *f, size_t step, size_t line, bool wanted)
{
    tunip_site sites[MOST_PLACES];
    size_t count =
        f->asked_count ? tunip_lineage_sites(f->lineage, step, line, sites, MOST_PLACES) : 0;
    if (count > MOST_PLACES) count = MOST_PLACES;
    bool any = false;
    for (size_t i = 0; i < count && !any; i++) any = is_asked(f, &sites[i]);
    return count && any == wanted;
}

/* Adds the lines of a step that come from one of the places that were asked for. */
static void add_asked(following *f, size_t step)
{
    size_t count = f->asked_count ? f->lineage->steps[step].count : 0;
    for (size_t line = 1; line <= count && !f->failed; line++)
        if (has_asked(f, step, line, true)) add_line(f, step, line, true);
}

/* From a line to the lines from which it was made. */
static void follow_back(following *f, size_t step, const tunip_followed *line)
{
    tunip_step_link links[MOST_FOLLOWED];
    size_t count = tunip_lineage_links(f->lineage, step, line->line, links, MOST_FOLLOWED);
    if (count > MOST_FOLLOWED) count = MOST_FOLLOWED;
    bool has_own = count && tn_link_is_own(&links[0].link);
    for (size_t i = 0; i < count; i++) {
        const tunip_link *link = &links[i].link;
        bool counts = !has_own || !i || link->sure || link->kind == TUNIP_LINK_MERGED;
        if (!counts || has_asked(f, links[i].from_step, link->lhs, false)) continue;
        add_line(f, links[i].from_step, link->lhs, line->sure && link->sure);
    }
}

/* The first of the links of a later step that begins at a line of an earlier one. */
static size_t first_from(const tn_step_text *text, size_t from, size_t line)
{
    size_t low = 0, high = text->links.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const tunip_step_link *link = &text->links.items[text->by_origin[middle]];
        bool is_before =
            link->from_step < from || (link->from_step == from && link->link.lhs < line);
        if (is_before)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Adds a line that was made of one that comes from the place. If the spans of the line name only
 * other places, the link is probable at best. */
static void add_linked(following *f, size_t step, const tunip_link *link, bool sure)
{
    bool is_other = f->place && tn_place_contradicts(f->lineage, f->place, step, link->rhs);
    if (is_other && (f->has_spans || !link->sure)) return;
    if (has_asked(f, step, link->rhs, false)) return;
    add_line(f, step, link->rhs, sure && link->sure && !is_other);
}

/* From the lines of all earlier steps to those of a step that were made of them. */
static void follow_line(following *f, size_t from, size_t step, const tunip_followed *line)
{
    const tn_step_text *text = &f->lineage->steps[step];
    size_t before = tunip_history_step_at(f->lineage->history, step)->before;
    if (text->shared && before == from) add_line(f, step, line->line, line->sure);
    if (text->shared) return;
    size_t first = first_from(text, from, line->line), end = first;
    bool has_own = false;
    for (; end < text->links.count; end++) {
        const tunip_step_link *link = &text->links.items[text->by_origin[end]];
        if (link->from_step != from || link->link.lhs != line->line) break;
        has_own |= tn_link_is_own(&link->link);
    }
    for (size_t i = first; i < end; i++) {
        const tunip_link *link = &text->links.items[text->by_origin[i]].link;
        bool counts =
            tn_link_is_own(link) || link->sure || link->kind == TUNIP_LINK_SPLIT || !has_own;
        if (counts) add_linked(f, step, link, line->sure);
    }
}

static void follow_forward(following *f, size_t step)
{
    for (size_t from = 0; from < step; from++) {
        const step_lines *lines = &f->steps[from];
        for (size_t i = 0; i < lines->items.count; i++) {
            tunip_followed line = lines->items.items[i];
            follow_line(f, from, step, &line);
        }
    }
}

static bool is_followed(const following *f, size_t step, size_t line)
{
    const step_lines *lines = &f->steps[step];
    for (size_t i = 0; i < lines->items.count; i++)
        if (lines->items.items[i].line == line) return true;
    return false;
}

/* Sets the predecessor of a line that is followed: the first one that is followed, too. */
static void describe(const following *f, tunip_followed *line)
{
    tunip_step_link links[MOST_FOLLOWED];
    size_t count = tunip_lineage_links(f->lineage, line->step, line->line, links, MOST_FOLLOWED);
    size_t at = 0;
    if (count > MOST_FOLLOWED) count = MOST_FOLLOWED;
    while (at < count && !is_followed(f, links[at].from_step, links[at].link.lhs)) at++;
    if (at == count) return;
    line->from_step = links[at].from_step;
    line->from_line = links[at].link.lhs;
    line->kind = links[at].link.kind;
    line->reason = links[at].link.reason;
    line->changed = links[at].link.changed;
}

/* ---- lines that are followed ---- */

static bool open_following(following *f, const tunip_lineage *l)
{
    *f = (following){.lineage = l,
                     .steps = follow_take_memory(l, (l->count + 1) * sizeof(step_lines))};
    f->failed = !f->steps;
    return !f->failed;
}

static void close_following(following *f)
{
    const tunip_allocator *a = f->lineage->allocator;
    for (size_t i = 0; f->steps && i < f->lineage->count; i++) tn_array_free(&f->steps[i].items, a);
    if (f->steps) a->free(a->ctx, f->steps, (f->lineage->count + 1) * sizeof(step_lines));
}

/* Calls `each` for the lines of the steps [begin, end). */
static bool visit(following *f, size_t begin, size_t end, tunip_follow_fn each, void *user)
{
    if (f->failed) return false;
    for (size_t i = begin; i < end; i++) {
        step_lines *lines = &f->steps[i];
        for (size_t k = 0; k < lines->items.count; k++) {
            describe(f, &lines->items.items[k]);
            if (!each(user, &lines->items.items[k])) return false;
        }
    }
    return true;
}

static bool follow_both(following *earlier, following *later, const tunip_followed *start,
                        tunip_follow_fn each, void *user)
{
    size_t step = start->step, count = earlier->lineage->count;
    add_line(earlier, step, start->line, true);
    for (size_t i = step + 1; i-- > 0;) {
        if (i < step) add_asked(earlier, i);
        for (size_t k = 0; k < earlier->steps[i].items.count; k++) {
            tunip_followed here = earlier->steps[i].items.items[k];
            follow_back(earlier, i, &here);
        }
    }
    /* only what became of the line itself, and not of others that were made of its origin */
    add_line(later, step, start->line, true);
    for (size_t i = step + 1; i < count; i++) {
        add_asked(later, i);
        follow_forward(later, i);
    }
    return !later->failed && visit(earlier, 0, step + 1, each, user) &&
           visit(later, step + 1, count, each, user);
}

bool tunip_lineage_follow(const tunip_lineage *l, size_t step, size_t line, tunip_follow_fn each,
                          void *user)
{
    if (!tn_lineage_has(l, step, line)) return true;
    following earlier, later = {.lineage = l};
    tunip_followed start = {.step = step, .line = line};
    tunip_site sites[MOST_PLACES];
    size_t count = l->is_mlir ? tunip_lineage_sites(l, step, line, sites, MOST_PLACES) : 0;
    bool fine = open_following(&earlier, l) && open_following(&later, l);
    earlier.asked = later.asked = sites;
    earlier.asked_count = later.asked_count = count < MOST_PLACES ? count : MOST_PLACES;
    fine = fine && follow_both(&earlier, &later, &start, each, user);
    close_following(&earlier);
    close_following(&later);
    return fine;
}

/* ---- places in the user's program ---- */

/* Adds the lines of a step whose own spans have the place. */
static void add_from_place(following *f, size_t step)
{
    const tn_step_text *text = &f->lineage->steps[step];
    for (size_t i = 0; i < text->sites.count; i++)
        if (tn_place_has(f->place, &text->sites.items[i].site))
            add_line(f, step, text->sites.items[i].line, true);
    f->has_spans = f->steps[step].items.count > 0;
}

bool tunip_lineage_follow_site(const tunip_lineage *l, tunip_str source, int64_t line,
                               tunip_follow_fn each, void *user)
{
    following f;
    tn_place place;
    if (!l || !tn_find_place(l, source, line, &place)) return true;
    bool fine = open_following(&f, l);
    f.place = &place;
    for (size_t i = 0; fine && i < l->count; i++) {
        add_from_place(&f, i);
        follow_forward(&f, i);
    }
    fine = fine && visit(&f, 0, l->count, each, user);
    close_following(&f);
    return fine;
}

/* ---- origins ---- */

typedef struct origins {
    tunip_line_origin *out;
    size_t room, count;
} origins;

static bool is_same_origin(const tunip_line_origin *a, const tunip_line_origin *b)
{
    return a->line == b->line && a->site.line == b->site.line &&
           tunip_str_equal(a->site.source, b->site.source);
}

static void add_origin(origins *o, tunip_line_origin added)
{
    for (size_t i = 0; i < o->count && i < o->room; i++) {
        if (!is_same_origin(&o->out[i], &added)) continue;
        o->out[i].sure |= added.sure;
        return;
    }
    if (o->count < o->room) o->out[o->count] = added;
    o->count++;
}

/* Adds the places of a line. Returns false if it has none. */
static bool add_places(const tunip_lineage *l, const tunip_followed *line, origins *o)
{
    tunip_site sites[MOST_FOLLOWED];
    size_t count = tunip_lineage_sites(l, line->step, line->line, sites, MOST_FOLLOWED);
    for (size_t i = 0; i < count && i < MOST_FOLLOWED; i++)
        add_origin(o, (tunip_line_origin){0, sites[i], line->sure});
    return count > 0;
}

size_t tunip_lineage_origins(const tunip_lineage *l, size_t step, size_t line,
                             tunip_line_origin *out, size_t room)
{
    following f;
    origins o = {out, room, 0};
    if (!tn_lineage_has(l, step, line)) return 0;
    if (open_following(&f, l)) add_line(&f, step, line, true);
    for (size_t i = step + 1; f.steps && i-- > 0;)
        for (size_t k = 0; k < f.steps[i].items.count; k++) {
            tunip_followed here = f.steps[i].items.items[k];
            if (add_places(l, &here, &o)) continue;
            if (i)
                follow_back(&f, i, &here);
            else
                add_origin(&o, (tunip_line_origin){.line = here.line, .sure = here.sure});
        }
    close_following(&f);
    return f.failed ? 0 : o.count;
}

/* ======== sites ======== */

/* The places in the user's program from which lines come. */

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
