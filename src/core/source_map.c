/* source_map.c -- the index of the spans of a print: the parent of a span, the span at an offset,
 * the spans of a path. The writer records the spans themselves. */
#include <tunip/source_map.h>

#include "docsify/paths.h"
#include "printed.h"

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
        tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    *map = (tunip_source_map){.printed = p, .count = spans->count};
    tn_arena_init(&map->arena, allocator);
    tn_path_set_init(&map->paths, allocator);
    if (index_nesting(map) && index_paths(map)) return map;
    tunip_source_map_free(map);
    tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
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

size_t tunip_source_map_path_count(const tunip_source_map *map)
{
    return map->paths.places.count;
}

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
    if (!tn_tracer_follow(tracer, path, remember, &trace))
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
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
