/* trace.c -- the places of diagnostics in a printed text, and in the user's files. */
#include "trace.h"

#include "../../ir/graph.h"
#include "../../ir/path.h"
#include "../../print/paths.h"
#include "../../print/print.h"
#include "../../print/source_map.h"
#include "../../util/text.h"

/* ======== trace ======== */

/* Finds the places of labels: in a printed module, by one walk over its source map; or
 * in the source of a module, by the origins of its nodes. A second walk, over the module, handles
 * nodes that have no place themselves. */

struct tunip_trace {
    tn_arena arena; /* the texts of problems */
    tunip_traced *items;
    size_t count;
    size_t work;
};

/* A printed node. */
typedef struct found {
    const tunip_span *span; /* NULL: not printed */
    const tunip_path *path;
} found;

/* A label at a node. */
typedef struct seeker {
    const tunip_node *node;
    size_t label;
    size_t next; /* 1 + the index of the next label at the same node, or 0 */
} seeker;

/* A label at a path. */
typedef struct pointer {
    size_t label;
    uint32_t place;
} pointer;

typedef struct tracer {
    tunip_trace *out;
    const tunip_diagnostics *diagnostics;
    const tunip_printed *printed; /* or NULL */
    const tunip_graph *graph;     /* that was read from `source`; or NULL */
    const tunip_source *source;
    const tunip_node *root; /* NULL: labels are only in a text */
    const char *text;
    size_t text_size;
    const tunip_allocator *allocator;
    tn_path_set set;
    tn_follower follower;
    TN_ARRAY(pointer) pointers;
    TN_ARRAY(found) places;             /* for each place of the set */
    TN_ARRAY(const tunip_node *) nodes; /* the same */
    TN_ARRAY(tn_step_end) ends;         /* the same */
    TN_ARRAY(seeker) seekers;
    tn_map sought;          /* node -> 1 + the index of its first seeker */
    TN_ARRAY(found) sights; /* printed nodes */
    tn_map shown;           /* printed node -> 1 + its index in `sights` */
    tn_map visited;
    TN_ARRAY(size_t) above; /* for each node on the way to the current one: 1 + the nearest sight */
    size_t missed;          /* the number of labels at nodes that are not yet found */
    bool failed;
} tracer;

static void tracer_fail(tracer *t, bool fine)
{
    if (!fine) t->failed = true;
}

/* ---- results ---- */

static tunip_traced *traced_of(tracer *t, size_t label)
{
    return &t->out->items[label];
}

static bool is_white(char c)
{
    return c == ' ' || c == '\n';
}

/* Sets the range to the bytes of a Doc without white space at its ends. */
static void set_range(tracer *t, tunip_traced *traced, const tunip_span *span)
{
    const char *text = t->text;
    size_t begin = span->begin, end = span->end;
    while (begin < end && is_white(text[end - 1])) end--;
    while (begin < end && is_white(text[begin])) begin++;
    traced->begin = begin;
    traced->end = end;
}

static void set_found(tracer *t, size_t label, const found *at, tunip_traced_kind kind)
{
    tunip_traced *traced = traced_of(t, label);
    traced->kind = kind;
    if (!at->span) return;
    traced->path = at->path;
    set_range(t, traced, at->span);
}

static void set_problem(tracer *t, size_t label, tn_text *problem)
{
    tunip_traced *traced = traced_of(t, label);
    traced->kind = TUNIP_TRACED_UNRESOLVED;
    traced->problem =
        tn_arena_str(&t->out->arena, (tunip_str){problem->bytes.items, problem->bytes.count});
    tracer_fail(t, !problem->failed && traced->problem.data);
    tn_text_free(problem);
}

/* ---- labels at spans ---- */

static void trace_span(tracer *t, const tunip_label *label)
{
    size_t size = t->text_size;
    tunip_traced *traced = traced_of(t, label->index);
    traced->begin = label->begin < size ? label->begin : size;
    traced->end = label->end < size ? label->end : size;
    if (traced->end < traced->begin) traced->end = traced->begin;
    if (label->begin <= label->end && label->end <= size) return;
    tn_text problem;
    tn_text_init(&problem, t->allocator);
    tn_text_put_word(&problem, "bytes ");
    tn_text_put_number(&problem, label->begin, 0);
    tn_text_put_word(&problem, " to ");
    tn_text_put_number(&problem, label->end, 0);
    if (label->end > size) {
        tn_text_put_word(&problem, " are outside of the text, whose size is ");
        tn_text_put_number(&problem, size, 0);
    } else {
        tn_text_put_word(&problem, " are not a range: the end comes before the beginning");
    }
    set_problem(t, label->index, &problem);
}

/* ---- labels at paths ---- */

static void add_path(tracer *t, const tunip_label *label)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_path *path = tn_path_parse(&t->out->arena, label->path, &error);
    if (!path) {
        tn_text problem;
        tn_text_init(&problem, t->allocator);
        tn_text_put_word(&problem, error.message);
        set_problem(t, label->index, &problem);
        tracer_fail(t, error.code != TUNIP_ERROR_MEMORY);
        return;
    }
    pointer p = {label->index, tn_path_set_add(&t->set, path)};
    tracer_fail(t, p.place != TN_NO_PLACE && tn_array_push(&t->pointers, t->allocator, p));
}

/* Finds the node of each place of the set. A place comes after its parent. */
static void follow_places(tracer *t)
{
    size_t count = t->set.places.count;
    if (!tn_array_reserve(&t->places, t->allocator, count) ||
        !tn_array_reserve(&t->nodes, t->allocator, count) ||
        !tn_array_reserve(&t->ends, t->allocator, count)) {
        t->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const tn_path_place *place = &t->set.places.items[i];
        const tunip_node *node = i ? t->nodes.items[place->parent] : t->root;
        tn_step_end end = node ? TN_STEP_NODE : TN_STEP_NOWHERE;
        if (i && node) end = tn_follow_step(&t->follower, node, place->path, &node);
        t->places.items[i] = (found){NULL, NULL};
        t->nodes.items[i] = node;
        t->ends.items[i] = end;
    }
    t->places.count = t->nodes.count = t->ends.count = count;
    tracer_fail(t, !t->follower.failed);
}

/* ---- unresolved paths ---- */

/* The first place on the way to `place` that does not exist; TN_NO_PLACE if all exist. */
static uint32_t failing_place(const tracer *t, uint32_t place)
{
    const tn_path_place *places = t->set.places.items;
    uint32_t failing = TN_NO_PLACE;
    for (; place != TN_NO_PLACE; place = places[place].parent)
        if (t->ends.items[place] == TN_STEP_NOWHERE) failing = place;
    return failing;
}

static void put_unresolved(tracer *t, size_t label, uint32_t place)
{
    const tn_path_place *failing = &t->set.places.items[place];
    tn_text text;
    tn_text_init(&text, t->allocator);
    bool root = failing->parent == TN_NO_PLACE;
    tn_put_unresolved(&text, failing->path, root ? NULL : t->nodes.items[failing->parent]);
    set_problem(t, label, &text);
}

static void trace_pointer(tracer *t, const pointer *p)
{
    const tn_path_place *places = t->set.places.items;
    uint32_t at = p->place;
    if (t->places.items[at].span) {
        set_found(t, p->label, &t->places.items[at], TUNIP_TRACED_EXACT);
        return;
    }
    for (; at != TN_NO_PLACE && !t->places.items[at].span; at = places[at].parent) t->out->work++;
    if (at != TN_NO_PLACE) set_found(t, p->label, &t->places.items[at], TUNIP_TRACED_NEAREST);
    uint32_t failing = failing_place(t, p->place);
    if (failing != TN_NO_PLACE) put_unresolved(t, p->label, failing);
}

/* ---- labels at nodes ---- */

static void add_node(tracer *t, const tunip_label *label)
{
    if (!label->node) {
        tn_text problem;
        tn_text_init(&problem, t->allocator);
        tn_text_put_word(&problem, "the label has no node");
        set_problem(t, label->index, &problem);
        return;
    }
    uint64_t *first = tn_map_put(&t->sought, label->node, NULL);
    seeker s = {label->node, label->index, first ? (size_t)*first : 0};
    tracer_fail(t, first && tn_array_push(&t->seekers, t->allocator, s));
    if (first && !t->failed) *first = t->seekers.count;
}

/* Resolves all labels at a node. */
static void resolve_node(tracer *t, uint64_t *first, const found *at, tunip_traced_kind kind)
{
    for (size_t i = (size_t)*first; i; i = t->seekers.items[i - 1].next) {
        set_found(t, t->seekers.items[i - 1].label, at, kind);
        t->missed--;
        t->out->work++;
    }
    *first = 0;
}

/* ---- the walk over the source map ---- */

typedef void (*sight_fn)(tracer *t, const tunip_span *span, const tunip_path *path);

static void each_sight(tracer *t, sight_fn fn)
{
    const tn_spans *spans = tn_printed_spans(t->printed);
    const tunip_docsifier *d = &t->printed->docsifier;
    tracer_fail(t, spans != NULL);
    for (size_t i = 0; !t->failed && i < spans->count; i++) {
        const tunip_span *span = &spans->items[i];
        for (tn_path_cursor c = tn_first_path(span->doc); c.path; tn_next_path(d, &c)) {
            fn(t, span, c.path);
            t->out->work++;
        }
    }
}

static void take_sight(tracer *t, const tunip_span *span, const tunip_path *path)
{
    const found at = {span, path};
    if (t->pointers.count) {
        uint32_t place = tn_path_set_find(&t->set, path);
        if (place != TN_NO_PLACE && !t->places.items[place].span) t->places.items[place] = at;
        tracer_fail(t, !t->set.failed);
    }
    if (!t->missed) return;
    const tunip_node *node = tn_follow(&t->follower, path);
    tracer_fail(t, !t->follower.failed);
    uint64_t *first = node ? tn_map_get(&t->sought, node) : NULL;
    if (first) resolve_node(t, first, &at, TUNIP_TRACED_EXACT);
}

/* ---- origins ---- */

/* The place of a node in the source; NULL if it has none. */
static const tunip_span *origin_span(tracer *t, const tunip_node *node)
{
    tunip_origin origin;
    if (!tunip_graph_origin(t->graph, node, &origin) || origin.source != t->source) return NULL;
    tunip_span *span = tn_arena_zalloc(&t->out->arena, sizeof *span);
    tracer_fail(t, span);
    if (!span) return NULL;
    span->begin = origin.begin;
    span->end = origin.end;
    return span;
}

/* Finds the labels whose nodes have an origin. */
static void take_origins(tracer *t)
{
    for (size_t i = 0; i < t->places.count; i++) {
        const tunip_span *span = origin_span(t, t->nodes.items[i]);
        bool is_node = t->ends.items[i] == TN_STEP_NODE;
        t->places.items[i] = (found){is_node ? span : NULL, t->set.places.items[i].path};
    }
    for (size_t i = 0; i < t->seekers.count && !t->failed; i++) {
        uint64_t *first = tn_map_get(&t->sought, t->seekers.items[i].node);
        const found at = {first && *first ? origin_span(t, t->seekers.items[i].node) : NULL, NULL};
        if (at.span) resolve_node(t, first, &at, TUNIP_TRACED_EXACT);
    }
}

/* ---- the walk over the module ---- */

static void note_shown(tracer *t, const tunip_span *span, const tunip_path *path)
{
    const tunip_node *node = tn_follow(&t->follower, path);
    uint64_t *sight = node ? tn_map_put(&t->shown, node, NULL) : NULL;
    tracer_fail(t, !t->follower.failed && (!node || sight));
    if (!sight || *sight) return;
    tracer_fail(t, tn_array_push(&t->sights, t->allocator, (found){span, path}));
    *sight = t->sights.count;
}

static bool note_origin(void *user, tunip_node *node, const tunip_origin *origin)
{
    tracer *t = user;
    const tunip_span *span = origin->source == t->source ? origin_span(t, node) : NULL;
    uint64_t *sight = span ? tn_map_put(&t->shown, node, NULL) : NULL;
    tracer_fail(t,
                !span || (sight && tn_array_push(&t->sights, t->allocator, (found){span, NULL})));
    if (sight) *sight = t->sights.count;
    return !t->failed;
}

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    tracer *t = user;
    bool added;
    t->out->work++;
    bool fine = tn_map_put(&t->visited, node, &added) != NULL;
    if (fine && !added) return TUNIP_WALK_SKIP;
    const uint64_t *shown = tn_map_get(&t->shown, node);
    size_t above = t->above.count ? t->above.items[t->above.count - 1] : 0;
    size_t sight = shown ? (size_t)*shown : above;
    uint64_t *first = tn_map_get(&t->sought, node);
    if (first && *first && sight)
        resolve_node(t, first, &t->sights.items[sight - 1], TUNIP_TRACED_NEAREST);
    tracer_fail(t, fine && tn_array_push(&t->above, t->allocator, sight));
    return t->failed || !t->missed ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

static void leave(const tunip_node *node, void *user)
{
    (void)node;
    ((tracer *)user)->above.count--;
}

static void seek_above(tracer *t)
{
    if (t->graph)
        tunip_graph_each_origin(t->graph, note_origin, t);
    else
        each_sight(t, note_shown);
    const tunip_walker walker = {
        .enter = enter, .leave = leave, .user = t, .allocator = t->allocator};
    if (t->failed) return;
    tracer_fail(t, tunip_walk(t->root, &walker) != TUNIP_WALK_NO_MEMORY);
}

/* Describes the labels whose nodes are not in the module. */
static void report_missing(tracer *t)
{
    for (size_t i = 0; i < t->seekers.count && t->missed && !t->failed; i++) {
        const seeker *s = &t->seekers.items[i];
        const uint64_t *first = tn_map_get(&t->sought, s->node);
        if (!first || !*first) continue;
        tn_text text;
        tn_text_init(&text, t->allocator);
        tn_text_put_word(&text, "the node is not in the module: a ");
        tn_text_put_word(&text, s->node->type ? s->node->type->key : "node without a type");
        set_problem(t, s->label, &text);
    }
}

/* ---- all labels ---- */

typedef void (*label_fn)(tracer *t, const tunip_label *label);

static const label_fn adders[] = {
    [TUNIP_AT_NODE] = add_node,
    [TUNIP_AT_PATH] = add_path,
    [TUNIP_AT_SPAN] = trace_span,
};

static void each_label(tracer *t)
{
    for (size_t i = 0; i < t->diagnostics->items.count; i++) {
        const tunip_diagnostic *d = t->diagnostics->items.items[i];
        for (size_t k = 0; k < d->label_count && !t->failed; k++)
            adders[d->labels[k].at](t, &d->labels[k]);
    }
}

static void trace(tracer *t)
{
    each_label(t);
    t->missed = t->seekers.count;
    if (!t->failed && t->pointers.count) follow_places(t);
    if (!t->failed && t->graph)
        take_origins(t);
    else if (!t->failed && (t->pointers.count || t->missed))
        each_sight(t, take_sight);
    for (size_t i = 0; i < t->pointers.count && !t->failed; i++)
        trace_pointer(t, &t->pointers.items[i]);
    if (!t->failed && t->missed) seek_above(t);
    report_missing(t);
}

static void open(tracer *t)
{
    tn_path_set_init(&t->set, t->allocator);
    tn_follower_init(&t->follower, t->root, t->allocator);
    tn_map_init(&t->sought, t->allocator);
    tn_map_init(&t->shown, t->allocator);
    tn_map_init(&t->visited, t->allocator);
}

static void close(tracer *t)
{
    tn_path_set_free(&t->set);
    tn_follower_free(&t->follower);
    tn_array_free(&t->pointers, t->allocator);
    tn_array_free(&t->places, t->allocator);
    tn_array_free(&t->nodes, t->allocator);
    tn_array_free(&t->ends, t->allocator);
    tn_array_free(&t->seekers, t->allocator);
    tn_array_free(&t->sights, t->allocator);
    tn_array_free(&t->above, t->allocator);
    tn_map_free(&t->sought);
    tn_map_free(&t->shown);
    tn_map_free(&t->visited);
}

static tunip_trace *trace_new(const tunip_allocator *allocator, size_t count)
{
    tunip_trace *self = allocator->alloc(allocator->ctx, sizeof *self);
    if (!self) return NULL;
    *self = (tunip_trace){.count = count};
    tn_arena_init(&self->arena, allocator);
    self->items = tn_arena_zalloc(&self->arena, count * sizeof *self->items);
    if (self->items) return self;
    tunip_trace_free(self);
    return NULL;
}

static tunip_trace *run(tracer *t, tunip_error *error)
{
    t->allocator = &t->diagnostics->arena.allocator;
    t->out = trace_new(t->allocator, t->diagnostics->label_count);
    open(t);
    if (t->out) trace(t);
    close(t);
    if (t->out && !t->failed) return t->out;
    tn_no_memory(error);
    tunip_trace_free(t->out);
    return NULL;
}

tunip_trace *tunip_diagnostics_trace(const tunip_diagnostics *diagnostics,
                                     const tunip_printed *printed, tunip_error *error)
{
    if (!printed->render.keep_spans) {
        tunip_error_set(
            error, TUNIP_ERROR_ARGUMENT,
            "diagnostics need a source map, but the text was printed with no_source_map");
        return NULL;
    }
    tracer t = {.diagnostics = diagnostics,
                .printed = printed,
                .root = printed->root,
                .text = printed->render.text,
                .text_size = printed->render.size};
    return run(&t, error);
}

static void refuse(tracer *t, const tunip_label *label)
{
    tn_text problem;
    tn_text_init(&problem, t->allocator);
    tn_text_put_word(&problem, "a plain text has no nodes; only a printed module has them");
    set_problem(t, label->index, &problem);
}

tunip_trace *tn_trace_text(const tunip_diagnostics *diagnostics, size_t text_size,
                           tunip_error *error)
{
    const tunip_allocator *allocator = &diagnostics->arena.allocator;
    tracer t = {.diagnostics = diagnostics, .text_size = text_size, .allocator = allocator};
    t.out = trace_new(allocator, diagnostics->label_count);
    for (size_t i = 0; t.out && i < diagnostics->items.count; i++) {
        const tunip_diagnostic *d = diagnostics->items.items[i];
        for (size_t k = 0; k < d->label_count; k++)
            (d->labels[k].at == TUNIP_AT_SPAN ? trace_span : refuse)(&t, &d->labels[k]);
    }
    if (t.out && !t.failed) return t.out;
    tn_no_memory(error);
    tunip_trace_free(t.out);
    return NULL;
}

const tunip_traced *tunip_trace_get(const tunip_trace *self, size_t index)
{
    return index < self->count ? &self->items[index] : NULL;
}

size_t tn_trace_work(const tunip_trace *self)
{
    return self->work;
}

void tunip_trace_free(tunip_trace *self)
{
    if (!self) return;
    const tunip_allocator allocator = self->arena.allocator;
    tn_arena_free(&self->arena);
    allocator.free(allocator.ctx, self, sizeof *self);
}

tunip_trace *tunip_diagnostics_trace_source(const tunip_diagnostics *diagnostics,
                                            const tunip_graph *graph, const tunip_source *source,
                                            tunip_error *error)
{
    tunip_str text = tunip_source_text(source);
    if (!graph) return tn_trace_text(diagnostics, text.size, error);
    if (!graph->origins) {
        tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                        "diagnostics in a source need origins, but the graph has none");
        return NULL;
    }
    tracer t = {.diagnostics = diagnostics,
                .graph = graph,
                .source = source,
                .root = tunip_graph_root(graph),
                .text = text.data,
                .text_size = text.size};
    return run(&t, error);
}

/* ======== sites ======== */

/* Finds the files of the user's program and draws labels in them. */

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
