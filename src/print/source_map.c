/* source_map.c -- the queries on a finished print: from bytes to access paths and back, and to
 * places in the user's program. */
#include "source_map.h"

#include <tunip/rewrite.h>
#include <tunip/site.h>
#include <tunip/source_map.h>

#include "../ir/path.h"
#include "docsifier.h"
#include "paths.h"
#include "print.h"

/* ======== printed ======== */

/* The queries on a finished print. */

tunip_str tunip_printed_text(const tunip_printed *p)
{
    return (tunip_str){p->render.text, p->render.size};
}

const char *tunip_printed_backend(const tunip_printed *p)
{
    return p->render.backend->name;
}

const tunip_source *tunip_printed_source(const tunip_printed *p)
{
    return &p->source;
}

size_t tunip_printed_issue_count(const tunip_printed *p)
{
    return p->docsifier.report->issues.count;
}

const tunip_issue *tunip_printed_issue(const tunip_printed *p, size_t index)
{
    return index < p->docsifier.report->issues.count ? &p->docsifier.report->issues.items[index]
                                                     : NULL;
}

tunip_str tunip_printed_metadata(const tunip_printed *p)
{
    return tn_text_str(&p->metadata);
}

bool tunip_printed_parsable(const tunip_printed *p)
{
    if (p->verdict != TN_VERDICT_NONE) return p->verdict != TN_VERDICT_REFUSED;
    for (size_t i = 0; i < p->docsifier.report->issues.count; i++)
        if (p->docsifier.report->issues.items[i].kind != TUNIP_ISSUE_LOST) return false;
    return true;
}

bool tunip_printed_lossless(const tunip_printed *p)
{
    if (p->verdict != TN_VERDICT_NONE) return p->verdict == TN_VERDICT_SAME;
    return p->docsifier.options->find_losses && !p->docsifier.report->issues.count;
}

double tunip_printed_seconds(const tunip_printed *p, tunip_stage stage)
{
    return (unsigned)stage < TUNIP_STAGE__COUNT ? p->seconds[stage] : 0;
}

const tn_spans *tn_printed_spans(const tunip_printed *printed)
{
    tunip_printed *p = (tunip_printed *)(uintptr_t)printed;
    if (!p->packed.is_used) return &p->render.spans;
    tn_mutex_lock(&p->packed.lock);
    bool fine = tn_unpack(&p->packed, &p->docsifier, &p->render);
    tn_mutex_unlock(&p->packed.lock);
    return fine ? &p->render.spans : NULL;
}

size_t tunip_printed_span_count(const tunip_printed *p)
{
    const tn_spans *spans = tn_printed_spans(p);
    return spans ? spans->count : 0;
}

const tunip_span *tunip_printed_spans(const tunip_printed *p)
{
    const tn_spans *spans = tn_printed_spans(p);
    return spans ? spans->items : NULL;
}

void tunip_printed_locate(const tunip_printed *p, size_t offset, size_t *line, size_t *column)
{
    tunip_source_locate(&p->source, offset, line, column);
}

/* ======== source map ======== */

/* The index of the spans of a print: the parent of a span, the span at an offset,
 * the spans of a path. The writer records the spans themselves. */

/* `span` is the innermost span from `begin` to the `begin` of the next stretch. */
typedef struct stretch {
    size_t begin;
    size_t span;
} stretch;

struct tunip_source_map {
    const tunip_printed *printed;
    tn_arena arena; /* the tables */
    size_t count;   /* of spans */
    size_t *parents;
    size_t *named; /* for each span: itself or the innermost span around it that has a path */
    stretch *stretches;
    size_t stretch_count;
    tn_path_set paths;
    size_t *starts;  /* for each place, and one more: the index in `sorted` where its spans begin */
    size_t *nearest; /* for each place: itself or the nearest ancestor that has spans */
    size_t *sorted;
};

/* ---- one span ---- */

const char *tunip_span_kind(const tunip_span *span)
{
    static const char *const names[] = {
#define X(KIND, ident, class_) #ident,
#include <tunip/ext/doc_kinds.def>
#undef X
    };
    return span->doc->kind < TUNIP_LEN(names) ? names[span->doc->kind] : "unknown";
}

const tunip_path *tunip_printed_span_path(const tunip_printed *p, size_t span, size_t n)
{
    const tn_spans *spans = tn_printed_spans(p);
    if (!spans || span >= spans->count) return NULL;
    tn_path_cursor c = tn_first_path(spans->items[span].doc);
    while (n-- && c.path) tn_next_path(&p->docsifier, &c);
    return c.path;
}

/* ---- parents ---- */

/* An empty stretch is replaced by the next one. */
static void begin_stretch(tunip_source_map *map, size_t at, size_t span)
{
    stretch *last = map->stretch_count ? &map->stretches[map->stretch_count - 1] : NULL;
    if (last && at <= last->begin)
        last->span = span;
    else
        map->stretches[map->stretch_count++] = (stretch){at, span};
}

/* Climbs from `last` to the innermost span that contains `next`: its parent. */
static size_t close_spans(tunip_source_map *map, size_t last, size_t next)
{
    const tunip_span *spans = map->printed->render.spans.items;
    while (last != TUNIP_NO_SPAN && last + spans[last].inside < next) {
        begin_stretch(map, spans[last].end, map->parents[last]);
        last = map->parents[last];
    }
    return last;
}

static bool index_nesting(tunip_source_map *map)
{
    const tunip_span *spans = map->printed->render.spans.items;
    map->parents = tn_arena_alloc(&map->arena, map->count * sizeof *map->parents);
    map->named = tn_arena_alloc(&map->arena, map->count * sizeof *map->named);
    map->stretches = tn_arena_alloc(&map->arena, (2 * map->count + 1) * sizeof *map->stretches);
    if (map->arena.failed) return false;
    size_t last = TUNIP_NO_SPAN;
    begin_stretch(map, 0, TUNIP_NO_SPAN);
    for (size_t i = 0; i < map->count; last = i++) {
        size_t parent = close_spans(map, last, i);
        map->parents[i] = parent;
        map->named[i] = spans[i].doc->path || parent == TUNIP_NO_SPAN ? i : map->named[parent];
        if (spans[i].begin < spans[i].end) begin_stretch(map, spans[i].begin, i);
    }
    close_spans(map, last, map->count);
    return true;
}

/* ---- the spans of paths ---- */

typedef void (*path_fn)(tunip_source_map *map, size_t span, uint32_t place);

static bool visit_paths(tunip_source_map *map, path_fn visit)
{
    const tunip_docsifier *d = &map->printed->docsifier;
    const tunip_span *spans = map->printed->render.spans.items;
    for (size_t i = 0; i < map->count; i++) {
        for (tn_path_cursor c = tn_first_path(spans[i].doc); c.path; tn_next_path(d, &c)) {
            uint32_t place = tn_path_set_intern(&map->paths, c.path);
            if (place == TN_NO_PLACE) return false;
            if (visit) visit(map, i, place);
        }
    }
    return true;
}

static void count_span(tunip_source_map *map, size_t span, uint32_t place)
{
    (void)span;
    map->starts[place]++;
}

/* Advances the start of its place, which finally equals the start of the next place. */
static void sort_span(tunip_source_map *map, size_t span, uint32_t place)
{
    map->sorted[map->starts[place]++] = span;
}

/* Turns counts into start indices. */
static size_t add_up(size_t *counts, size_t count)
{
    size_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        size_t own = counts[i];
        counts[i] = sum;
        sum += own;
    }
    return sum;
}

/* Places come after those they are below. */
static void find_nearest(tunip_source_map *map, size_t places)
{
    for (size_t i = 0; i < places; i++) {
        uint32_t parent = map->paths.places.items[i].parent;
        if (map->starts[i] || parent == TN_NO_PLACE)
            map->nearest[i] = i;
        else
            map->nearest[i] = map->nearest[parent];
    }
}

/* Interns every path, counts the spans of each, and sorts them by place. */
static bool index_paths(tunip_source_map *map)
{
    if (!visit_paths(map, NULL)) return false;
    size_t places = map->paths.places.count;
    map->starts = tn_arena_zalloc(&map->arena, (places + 1) * sizeof *map->starts);
    map->nearest = tn_arena_alloc(&map->arena, places * sizeof *map->nearest);
    if (map->arena.failed || !visit_paths(map, count_span)) return false;
    find_nearest(map, places);
    size_t sum = add_up(map->starts, places);
    map->sorted = tn_arena_alloc(&map->arena, sum * sizeof *map->sorted);
    if (!map->sorted || !visit_paths(map, sort_span)) return false;
    memmove(map->starts + 1, map->starts, places * sizeof *map->starts);
    map->starts[0] = 0;
    return true;
}

/* ---- making it ---- */

tunip_source_map *tunip_source_map_new(const tunip_printed *p, tunip_error *error)
{
    if (!p->render.keep_spans) {
        tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "printed without a source map");
        return NULL;
    }
    const tunip_allocator *allocator = p->render.allocator;
    const tn_spans *spans = tn_printed_spans(p);
    tunip_source_map *map = spans ? allocator->alloc(allocator->ctx, sizeof *map) : NULL;
    if (!map) {
        tn_no_memory(error);
        return NULL;
    }
    *map = (tunip_source_map){.printed = p, .count = spans->count};
    tn_arena_init(&map->arena, allocator);
    tn_path_set_init(&map->paths, allocator);
    if (index_nesting(map) && index_paths(map)) return map;
    tunip_source_map_free(map);
    tn_no_memory(error);
    return NULL;
}

void tunip_source_map_free(tunip_source_map *map)
{
    if (!map) return;
    const tunip_allocator allocator = map->arena.allocator;
    tn_path_set_free(&map->paths);
    tn_arena_free(&map->arena);
    allocator.free(allocator.ctx, map, sizeof *map);
}

/* ---- the paths of a text ---- */

const tunip_path *tunip_source_map_path(const tunip_source_map *map, size_t number, size_t *parent)
{
    if (number >= map->paths.places.count) return NULL;
    const tn_path_place *place = &map->paths.places.items[number];
    if (parent) *parent = place->parent == TN_NO_PLACE ? number : place->parent;
    return place->path;
}

void tunip_source_map_each_path(const tunip_source_map *map, size_t span, tunip_number_fn visit,
                                void *user)
{
    if (span >= map->count) return;
    tn_path_cursor c = tn_first_path(map->printed->render.spans.items[span].doc);
    for (; c.path; tn_next_path(&map->printed->docsifier, &c))
        if (!visit(user, tn_path_set_known(&map->paths, c.path))) return;
}

/* ---- queries ---- */

size_t tunip_source_map_parent(const tunip_source_map *map, size_t span)
{
    return span < map->count ? map->parents[span] : TUNIP_NO_SPAN;
}

size_t tunip_source_map_at(const tunip_source_map *map, size_t offset)
{
    size_t low = 0, high = map->stretch_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (map->stretches[middle].begin <= offset)
            low = middle;
        else
            high = middle;
    }
    return map->stretches[low].span;
}

const tunip_path *tunip_source_map_path_at(const tunip_source_map *map, size_t offset)
{
    size_t span = tunip_source_map_at(map, offset);
    if (span == TUNIP_NO_SPAN) return NULL;
    return map->printed->render.spans.items[map->named[span]].doc->path;
}

size_t tunip_source_map_offset(const tunip_source_map *map, size_t line, size_t column)
{
    const tn_lines *lines = &map->printed->source.lines;
    size_t size = map->printed->render.size;
    if (!line) return 0;
    if (line > lines->count) return size;
    size_t begin = lines->items[line - 1];
    size_t end = line < lines->count ? lines->items[line] - 1 : size;
    size_t into = column ? column - 1 : 0;
    return into < end - begin ? begin + into : end;
}

void tn_source_map_tracer(const tunip_source_map *map, tn_tracer *tracer)
{
    tn_tracer_init(tracer, &map->paths);
}

tunip_status tn_source_map_find(const tunip_source_map *map, tn_tracer *tracer,
                                const tunip_path *path, bool remember, tunip_found *found,
                                tunip_error *error)
{
    tn_trace trace;
    *found = (tunip_found){NULL, 0, false};
    if (!tn_tracer_follow(tracer, path, remember, &trace)) return tn_no_memory(error);
    if (trace.place == TN_NO_PLACE) return TUNIP_OK;
    size_t nearest = map->nearest[trace.place];
    found->spans = map->sorted + map->starts[nearest];
    found->count = map->starts[nearest + 1] - map->starts[nearest];
    found->exact = trace.whole && nearest == trace.place && found->count;
    return TUNIP_OK;
}

tunip_status tunip_source_map_find_path(const tunip_source_map *map, const tunip_path *path,
                                        tunip_found *found, tunip_error *error)
{
    tn_tracer tracer;
    *found = (tunip_found){NULL, 0, false};
    if (!path) return TUNIP_OK;
    tn_source_map_tracer(map, &tracer);
    tunip_status status = tn_source_map_find(map, &tracer, path, false, found, error);
    tn_tracer_free(&tracer);
    return status;
}

tunip_status tunip_source_map_find(const tunip_source_map *map, tunip_str text, tunip_found *found,
                                   tunip_error *error)
{
    tn_arena arena;
    tn_arena_init(&arena, &map->arena.allocator);
    *found = (tunip_found){NULL, 0, false};
    tunip_error failure = TUNIP_ERROR_INIT;
    const tunip_path *path = tn_path_parse(&arena, text, &failure);
    tunip_status status = path ? tunip_source_map_find_path(map, path, found, error)
                               : tunip_error_set(error, failure.code, "%s", failure.message);
    tn_arena_free(&arena);
    return status;
}

/* ======== site map ======== */

/* Finds the places in the user's program for spans of a print, and the spans for a
 * place. */

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
    if (map) tn_no_memory(error);
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

bool tn_each_statement_end(const tunip_printed *printed, const tunip_allocator *allocator,
                           void (*fn)(void *user, size_t span), void *user)
{
    const tunip_span *spans = tunip_printed_spans(printed);
    size_t count = tunip_printed_span_count(printed);
    TN_ARRAY(size_t) open = {NULL, 0, 0};
    bool fine = true;
    for (size_t i = 0; fine && i < count; i++) {
        while (open.count && spans[open.items[open.count - 1]].end <= spans[i].begin)
            fn(user, open.items[--open.count]);
        bool counts = spans[i].doc->kind == TUNIP_DOC_EXPR_STMT && spans[i].end > spans[i].begin;
        fine = !counts || tn_array_push(&open, allocator, i);
    }
    while (fine && open.count) fn(user, open.items[--open.count]);
    tn_array_free(&open, allocator);
    return fine;
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

/* ======== node at ======== */

/* The node at an access path, for programs. */

static tunip_status step_fail(const tunip_path *step, const tunip_node *node, tunip_error *error)
{
    tn_text problem;
    tn_text_init(&problem, &tn_malloc);
    tn_put_unresolved(&problem, step, node);
    tunip_status status = problem.failed
                              ? tn_no_memory(error)
                              : tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "%.*s",
                                                (int)problem.bytes.count, problem.bytes.items);
    tn_text_free(&problem);
    return status;
}

/* Follows the steps after the first one, which is the root. */
static const tunip_node *follow(tn_follower *f, const tunip_path **steps, size_t count,
                                tunip_error *error)
{
    const tunip_node *node = f->root;
    for (size_t i = 1; i < count; i++) {
        const tunip_node *from = node;
        tn_step_end end = from ? tn_follow_step(f, from, steps[i], &node) : TN_STEP_NOWHERE;
        if (f->failed) return tn_no_memory(error), NULL;
        if (end == TN_STEP_NOWHERE) return step_fail(steps[i], from, error), NULL;
        if (end == TN_STEP_VALUE) node = NULL;
    }
    return node;
}

const tunip_node *tunip_node_at(const tunip_node *root, const char *text, tunip_error *error)
{
    tn_arena arena;
    tn_follower follower;
    const tunip_node *node = NULL;
    tn_arena_init(&arena, &tn_malloc);
    tn_follower_init(&follower, root, &tn_malloc);
    const tunip_path *path = tn_path_parse(&arena, tunip_str_from(text ? text : ""), error);
    size_t count = path ? path->depth + (size_t)1 : 0;
    const tunip_path **steps = path ? tn_arena_alloc(&arena, count * sizeof *steps) : NULL;
    if (path && !steps) tn_no_memory(error);
    if (steps) {
        for (size_t i = count; i-- > 0; path = path->parent) steps[i] = path;
        node = follow(&follower, steps, count, error);
    }
    tn_follower_free(&follower);
    tn_arena_free(&arena);
    return node;
}

/* ======== unresolved ======== */

/* Messages about access paths that do not exist: the failing step, and the content
 * of the IR at that place. */

static void put_path(tn_text *text, const tunip_path *path)
{
    size_t at = text->bytes.count, size = tunip_path_text(path, NULL, 0);
    tn_text_fill(text, ' ', size + 1); /* and room for a NUL, which is removed below */
    if (text->failed) return;
    tunip_path_text(path, text->bytes.items + at, size + 1);
    text->bytes.count = at + size;
}

static void put_field_names(tn_text *text, const tunip_type *type, bool *any)
{
    if (type->base) put_field_names(text, type->base, any);
    for (size_t i = 0; i < type->field_count; i++) {
        tn_text_put_word(text, *any ? ", " : ": it has ");
        tn_text_put_word(text, type->fields[i].name);
        *any = true;
    }
}

static void put_count(tn_text *text, const char *before, size_t count, const char *after)
{
    tn_text_put_word(text, before);
    tn_text_put_number(text, count, 0);
    tn_text_put_word(text, after);
}

/* Describes the content of the IR in place of the failing step. */
static void put_instead(tn_text *text, const tunip_node *node, const tunip_path *step)
{
    bool any = false;
    if (!node) {
        tn_text_put_word(text, "is not a node and has no fields");
    } else if (tunip_is(node, &tunip_array_type)) {
        put_count(text, "is an array of size ", ((const tunip_array *)node)->count, "");
    } else if (tunip_is(node, &tunip_map_type)) {
        put_count(text, "is a map without this key, of size ", ((const tunip_map *)node)->count,
                  "");
    } else {
        bool field = step->step == TUNIP_STEP_ATTR;
        tn_text_put_word(text, "is a ");
        tn_text_put_word(text, node->type->key);
        tn_text_put_word(text, field ? ", which has no such field" : ", which has no items");
        if (field) put_field_names(text, node->type, &any);
    }
}

void tn_put_unresolved(tn_text *out, const tunip_path *failing, const tunip_node *parent)
{
    put_path(out, failing);
    tn_text_put_word(out, " is not in the module");
    if (!failing->parent) return;
    tn_text_put_word(out, ": ");
    put_path(out, failing->parent);
    tn_text_put_word(out, " ");
    put_instead(out, parent, failing);
}

/* Stands for the contents of a node that is saved as text, whose steps cannot be followed. */
static const tunip_node unknown;

/* A place comes after its parent. */
typedef struct search {
    tn_follower follower;
    bool (*is_printed)(void *user, const tunip_path *place);
    void *user;
    TN_ARRAY(const tunip_node *) nodes; /* the nodes of the places so far */
    bool failed;
} search;

static bool unresolved_follow(search *s, const tn_path_set *set, uint32_t at,
                              const tunip_node *root)
{
    const tn_path_place *place = &set->places.items[at];
    const tunip_node *node = root;
    bool is_root = place->parent == TN_NO_PLACE;
    if (!is_root) node = s->nodes.items[place->parent];
    tn_step_end end = node ? TN_STEP_NODE : TN_STEP_NOWHERE;
    bool known = node != &unknown;
    if (!is_root && node && known) {
        const tunip_type *type = node->type;
        end = tn_follow_step(&s->follower, node, place->path, &node);
        if (!node && type->codec) node = &unknown;
    }
    if (end == TN_STEP_NOWHERE && s->is_printed(s->user, place->path)) {
        end = TN_STEP_NODE;
        node = &unknown;
    }
    s->failed |= !tn_array_push(&s->nodes, s->follower.allocator, node) || s->follower.failed;
    return end != TN_STEP_NOWHERE && !s->failed;
}

/* Finds the first of the first `count` places that does not exist, and describes it. */
static bool find_unresolved(const tn_path_set *set, size_t count, const tunip_node *root,
                            bool (*is_printed)(void *user, const tunip_path *place), void *user,
                            tn_text *out)
{
    search s = {.is_printed = is_printed, .user = user};
    tn_follower_init(&s.follower, root, out->allocator);
    uint32_t at = 0;
    while (at < count && unresolved_follow(&s, set, at, root)) at++;
    bool found = at < count && !s.failed;
    if (found) {
        const tn_path_place *place = &set->places.items[at];
        bool is_root = place->parent == TN_NO_PLACE;
        tn_put_unresolved(out, place->path, is_root ? NULL : s.nodes.items[place->parent]);
    }
    out->failed |= s.failed;
    tn_array_free(&s.nodes, out->allocator);
    tn_follower_free(&s.follower);
    return found;
}

/* ---- the marks of a print ---- */

/* Whether a Doc has the path `place` or a longer one. */
static bool is_printed(void *user, const tunip_path *place)
{
    const tunip_printed *p = user;
    const tunip_docsifier *d = &p->docsifier;
    for (size_t i = 0; i < p->render.spans.count; i++) {
        const tunip_doc *doc = p->render.spans.items[i].doc;
        for (tn_path_cursor c = tn_first_printed_path(d, doc); c.path; tn_next_printed_path(d, &c))
            if (tunip_path_is_prefix(place, c.path)) return true;
    }
    return false;
}

tunip_status tn_check_marks(tunip_printed *p, const tunip_node *root, tunip_error *error)
{
    tunip_docsifier *d = &p->docsifier;
    tunip_status status = TUNIP_OK;
    tn_text problem;
    if (!d->marks->checked) return TUNIP_OK;
    tn_text_init(&problem, tn_job_allocator(d));
    if (find_unresolved(&d->marks->paths, d->marks->checked, root, is_printed, p, &problem))
        status = tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "%.*s", (int)problem.bytes.count,
                                 problem.bytes.items);
    if (problem.failed || d->marks->paths.failed) status = tn_no_memory(error);
    tn_text_free(&problem);
    return status;
}
