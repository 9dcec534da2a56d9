/* site.c -- reads spans by the names of their fields, and gives spans to nodes. */
#include "site.h"

#include <stdio.h>

#include <tunip/rewrite.h>
#include <tunip/site.h>
#include <tunip/span_builder.h>

#include "../util/memory.h"
#include "../util/tables.h"
#include "../util/text.h"
#include "graph.h"
#include "registry.h"
#include "visit.h"

/* ======== site ======== */

/* Reads spans by the names of their fields. */

/* ---- fields ---- */

static const tunip_field *field_of(const tunip_type *type, const char *name, tunip_field_kind kind)
{
    const tunip_field *field = tn_type_field(type, tunip_str_from(name));
    return field && field->kind == kind ? field : NULL;
}

bool tn_is_span_type(const tunip_type *type)
{
    return type && field_of(type, "source_name", TUNIP_KIND_NODE) &&
           field_of(type, "line", TUNIP_KIND_INT) && field_of(type, "column", TUNIP_KIND_INT) &&
           field_of(type, "end_line", TUNIP_KIND_INT) &&
           field_of(type, "end_column", TUNIP_KIND_INT);
}

const tunip_field *tn_span_field(const tunip_type *type)
{
    const tunip_field *field = field_of(type, "span", TUNIP_KIND_NODE);
    return field && tn_is_span_type(field->expects) ? field : NULL;
}

const tunip_node *tunip_node_span(const void *any)
{
    const tunip_node *node = any;
    const tunip_field *field = node && node->type ? tn_span_field(node->type) : NULL;
    return field ? tunip_field_node(node, field) : NULL;
}

static const tunip_node *child_of(const tunip_node *node, const char *name)
{
    const tunip_field *field =
        node && node->type ? field_of(node->type, name, TUNIP_KIND_NODE) : NULL;
    return field ? tunip_field_node(node, field) : NULL;
}

const tunip_array *tn_span_list(const tunip_node *span)
{
    return TUNIP_AS(tunip_array, child_of(span, "spans"));
}

static int64_t number_of(const tunip_node *span, const char *name)
{
    return *(const int64_t *)tunip_field_at(span, field_of(span->type, name, TUNIP_KIND_INT));
}

/* The name is a string, or in the field `name` of a node. */
static tunip_str name_of(const tunip_node *span)
{
    const tunip_node *source = child_of(span, "source_name");
    if (source && !tunip_is(source, &tunip_string_type)) source = child_of(source, "name");
    bool is_text = source && tunip_is(source, &tunip_string_type);
    return is_text ? tunip_string_value(source) : (tunip_str){"", 0};
}

/* ---- sites ---- */

enum { MOST_SITES = 1 << 16, MOST_LEVELS = 8 };

typedef struct lister {
    tunip_site_fn each;
    void *user;
    size_t left; /* of the spans that may still be looked at */
} lister;

/* TVM's lists have no lists in them. Others are read up to a few levels, because malformed ones may
 * contain themselves. */
static bool list(lister *l, const tunip_node *span, int levels)
{
    if (!span || !tn_is_span_type(span->type) || !l->left) return true;
    l->left--;
    const tunip_array *spans = tn_span_list(span);
    if (spans && !levels) return true;
    for (size_t i = 0; spans && i < spans->count; i++)
        if (!list(l, spans->items[i], levels - 1)) return false;
    if (spans) return true;
    const tunip_site site = {name_of(span), number_of(span, "line"), number_of(span, "column"),
                             number_of(span, "end_line"), number_of(span, "end_column")};
    return l->each(l->user, &site);
}

bool tunip_each_site(const tunip_node *span, tunip_site_fn each, void *user)
{
    return list(&(lister){each, user, MOST_SITES}, span, MOST_LEVELS);
}

size_t tunip_site_text(const tunip_site *site, char *out, size_t size)
{
    char place[48] = "";
    if (site->line > 0 && site->column > 0)
        snprintf(place, sizeof place, ":%lld:%lld", (long long)site->line, (long long)site->column);
    else if (site->line > 0)
        snprintf(place, sizeof place, ":%lld", (long long)site->line);
    size_t more = strlen(place), name = site->source.size;
    if (!size) return name + more;
    size_t kept = name < size - 1 ? name : size - 1;
    if (kept) memcpy(out, site->source.data, kept);
    size_t rest = size - 1 - kept < more ? size - 1 - kept : more;
    memcpy(out + kept, place, rest);
    out[kept + rest] = '\0';
    return name + more;
}

/* ======== span builder ======== */

/* Gives spans to nodes, in place or in copies, by one walk over the expressions
 * below an entry. */

struct tunip_span_builder {
    tunip_graph *graph;
    tunip_node *span;
};

/* The nodes that `enter` has seen are in `made`: with themselves, or with their copies. */
typedef struct filler {
    tunip_graph *graph;
    const tunip_node *entry;
    tunip_node *span;
    tn_set inputs;
    tn_map made;
    TN_ARRAY(tunip_node **) empty; /* in place: the fields to fill */
    TN_ARRAY(void *) spans;        /* of a collection */
    tn_set collected;
    bool copies;
    bool stops_at_spans;
    bool collects;
    bool failed;
} filler;

static const tunip_allocator *allocator_of(const filler *f)
{
    return &f->graph->arena.allocator;
}

static void filler_fail(filler *f)
{
    f->failed = true;
    tunip_graph_fail(f->graph, TUNIP_ERROR_MEMORY, "out of memory");
}

/* The place for the span of an expression; NULL of other nodes. */
static tunip_node **span_slot(const tunip_node *node)
{
    const tunip_field *field = node->type->codec ? NULL : tn_span_field(node->type);
    return field ? (tunip_node **)(uintptr_t)tunip_field_at(node, field) : NULL;
}

/* ---- lists ---- */

static const tunip_type *list_type_in(const tn_type_shelf *shelf, const tunip_type *span)
{
    for (size_t i = 0; i < shelf->infos.count; i++) {
        const tunip_type *type = shelf->infos.items[i].type, *base = type;
        while (base && base != span) base = base->base;
        const tunip_field *list = base ? tunip_type_field(type, "spans") : NULL;
        if (list && list->expects == &tunip_array_type) return type;
    }
    return NULL;
}

/* The type of lists of such spans; NULL if there is none. */
static const tunip_type *list_type(const tunip_graph *graph, const tunip_type *span)
{
    while (span->base && tn_is_span_type(span->base)) span = span->base;
    const tn_registry *registry = tn_context_registry(graph->context);
    const tunip_type *found = NULL;
    for (size_t i = 0; !found && i < TN_VINTAGE_SHELVES; i++)
        found = list_type_in(&registry->shelves[i], span);
    return found;
}

static size_t count_spans(const tunip_node *span)
{
    const tunip_array *list = span ? tn_span_list(span) : NULL;
    return list ? list->count : span != NULL;
}

tunip_node *tunip_span_list(tunip_graph *graph, size_t count, void *const *spans)
{
    size_t total = 0, next = 0;
    const tunip_node *some = NULL;
    if (count && !spans) return tn_graph_no_table(graph, "spans", count);
    for (size_t i = 0; i < count; i++) {
        total += count_spans(spans[i]);
        if (!some) some = spans[i];
    }
    const tunip_type *type = some && total ? list_type(graph, some->type) : NULL;
    tunip_node *list = type ? tunip_node_new(graph, type) : NULL;
    tunip_array *items = list ? tunip_node_new(graph, &tunip_array_type) : NULL;
    if (items) items->items = tunip_graph_alloc(graph, total * sizeof(tunip_node *));
    if (!items || !items->items) return NULL;
    for (size_t i = 0; i < count; i++) {
        const tunip_array *inner = spans[i] ? tn_span_list(spans[i]) : NULL;
        for (size_t k = 0; inner && k < inner->count; k++) items->items[next++] = inner->items[k];
        if (!inner && spans[i]) items->items[next++] = spans[i];
    }
    items->count = next;
    const tunip_field *field = tunip_type_field(type, "spans");
    *(tunip_node **)(uintptr_t)tunip_field_at(list, field) = &items->base;
    return list;
}

/* ---- the walk ---- */

static void collect(filler *f, const tunip_node *node)
{
    tunip_node **slot = span_slot(node);
    bool is_new;
    if (!slot || !*slot) return;
    if (!tn_set_add(&f->collected, *slot, &is_new) ||
        (is_new && !tn_array_push(&f->spans, allocator_of(f), *slot)))
        filler_fail(f);
}

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    filler *f = user;
    bool is_new;
    uint64_t *made = tn_map_put(&f->made, node, &is_new);
    if (!made) return filler_fail(f), TUNIP_WALK_STOP;
    if (!is_new) return TUNIP_WALK_SKIP;
    *made = (uint64_t)(uintptr_t)node;
    if (f->collects) collect(f, node);
    if (f->failed) return TUNIP_WALK_STOP;
    bool is_tagged = f->stops_at_spans && tunip_node_span(node);
    return is_tagged || tn_set_has(&f->inputs, node) ? TUNIP_WALK_SKIP : TUNIP_WALK_ON;
}

/* A variable is referred to by nodes that the walk does not see. */
static bool stays(const filler *f, const tunip_node *node)
{
    bool is_variable = node->type->flags & TUNIP_TYPE_VARIABLE ||
                       node->type->equality == TUNIP_EQ_FREE_VAR ||
                       node->type->equality == TUNIP_EQ_UNIQUE;
    return f->copies && is_variable && node != f->entry;
}

static tunip_node *made_of(const filler *f, tunip_node *node)
{
    const uint64_t *made = tn_map_get(&f->made, node);
    return made ? (tunip_node *)(uintptr_t)*made : node;
}

static bool is_same(tunip_node **slot, void *user)
{
    return made_of(user, *slot) == *slot;
}

static bool replace(tunip_node **slot, void *user)
{
    *slot = made_of(user, *slot);
    return true;
}

static void make_copy(filler *f, const tunip_node *node, bool fills)
{
    tunip_node *copy = tunip_node_copy(f->graph, node);
    if (!copy) {
        f->failed = true;
        return;
    }
    tn_each_slot(copy, replace, f);
    if (fills) *span_slot(copy) = f->span;
    *tn_map_get(&f->made, node) = (uint64_t)(uintptr_t)copy;
}

/* The children of a node were visited before. */
static void leave(const tunip_node *node, void *user)
{
    filler *f = user;
    tunip_node **slot = span_slot(node);
    bool fills = slot && !*slot && !stays(f, node);
    if (f->failed || f->collects) return;
    if (!f->copies) {
        if (fills && !tn_array_push(&f->empty, allocator_of(f), slot)) filler_fail(f);
    } else if (!stays(f, node) &&
               (fills || !tn_each_slot((tunip_node *)(uintptr_t)node, is_same, f))) {
        make_copy(f, node, fills);
    }
}

/* Walks over the expressions below the entry. */
static void walk(filler *f, size_t count, void *const *inputs)
{
    const tunip_walker walker = {.enter = enter,
                                 .leave = leave,
                                 .user = f,
                                 .skip = TUNIP_FLAG_ASIDE,
                                 .allocator = allocator_of(f)};
    tn_set_init(&f->inputs, allocator_of(f));
    tn_set_init(&f->collected, allocator_of(f));
    tn_map_init(&f->made, allocator_of(f));
    bool is_new;
    if (count && !inputs) {
        tn_graph_no_table(f->graph, "inputs", count);
        f->failed = true;
    }
    for (size_t i = 0; i < count && !f->failed; i++)
        if (inputs[i] && !tn_set_add(&f->inputs, inputs[i], &is_new)) filler_fail(f);
    if (!f->failed && tunip_walk(f->entry, &walker) == TUNIP_WALK_NO_MEMORY) filler_fail(f);
}

static void close(filler *f)
{
    tn_set_free(&f->inputs);
    tn_set_free(&f->collected);
    tn_map_free(&f->made);
    tn_array_free(&f->empty, allocator_of(f));
    tn_array_free(&f->spans, allocator_of(f));
}

/* ---- builders ---- */

tunip_span_builder *tunip_span_builder_new(tunip_graph *graph, const void *span)
{
    const tunip_allocator *a = &graph->arena.allocator;
    tunip_span_builder *builder = a->alloc(a->ctx, sizeof *builder);
    if (!builder)
        tunip_graph_fail(graph, TUNIP_ERROR_MEMORY, "out of memory");
    else
        *builder = (tunip_span_builder){graph, (tunip_node *)(uintptr_t)span};
    return builder;
}

tunip_span_builder *tunip_span_builder_collect(tunip_graph *graph, const void *entry, size_t count,
                                               void *const *inputs)
{
    filler f = {.graph = graph, .entry = entry, .collects = true};
    walk(&f, count, inputs);
    tunip_node *list = f.failed ? NULL : tunip_span_list(graph, f.spans.count, f.spans.items);
    bool fine = !f.failed && tunip_graph_status(graph) != TUNIP_ERROR_MEMORY;
    close(&f);
    return fine ? tunip_span_builder_new(graph, list) : NULL;
}

void tunip_span_builder_free(tunip_span_builder *builder)
{
    if (!builder) return;
    const tunip_allocator *a = &builder->graph->arena.allocator;
    a->free(a->ctx, builder, sizeof *builder);
}

tunip_node *tunip_span_builder_span(const tunip_span_builder *builder)
{
    return builder ? builder->span : NULL;
}

bool tunip_span_builder_fill(tunip_span_builder *builder, void *entry, size_t count,
                             void *const *inputs)
{
    if (!builder || !builder->span) return true;
    filler f = {.graph = builder->graph, .entry = entry, .span = builder->span};
    walk(&f, count, inputs);
    for (size_t i = 0; i < f.empty.count && !f.failed; i++) *f.empty.items[i] = f.span;
    close(&f);
    tunip_graph_changed(builder->graph);
    return !f.failed;
}

static tunip_node *fill_copies(filler *f, size_t count, void *const *inputs)
{
    walk(f, count, inputs);
    tunip_node *made = f->failed ? NULL : made_of(f, (tunip_node *)(uintptr_t)f->entry);
    close(f);
    return made;
}

tunip_node *tunip_span_builder_filled(tunip_span_builder *builder, const void *entry, size_t count,
                                      void *const *inputs)
{
    if (!builder || !builder->span || !entry) return (tunip_node *)(uintptr_t)entry;
    filler f = {.graph = builder->graph, .entry = entry, .span = builder->span, .copies = true};
    return fill_copies(&f, count, inputs);
}

tunip_node *tunip_set_span(tunip_graph *graph, const void *node, const void *span)
{
    if (!span || !node) return (tunip_node *)(uintptr_t)node;
    filler f = {.graph = graph,
                .entry = node,
                .span = (tunip_node *)(uintptr_t)span,
                .copies = true,
                .stops_at_spans = true};
    return fill_copies(&f, 0, NULL);
}
