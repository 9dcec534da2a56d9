/* mutate_graph.c -- changes some nodes of a graph by the field tables: a reference leads to another
 * node of an allowed type, a number becomes another number, arrays and maps grow, shrink and are
 * shuffled. So readers accept most results, and the code behind the reader is tested. */
#include "mutate.h"

#include <stdlib.h>

enum { MOST_NODES = 2048, MOST_TRIES = 8 };

/* The nodes of the graph and of the donor. */
typedef struct nodes {
    tunip_node *items[MOST_NODES];
    size_t count;
} nodes;

/* A reference that can be changed, and the type that it expects, or NULL. */
typedef struct place {
    tunip_node **at;
    const tunip_type *expects;
} place;

enum { MOST_PLACES = 4096 };

typedef struct places {
    place items[MOST_PLACES];
    size_t count;
} places;

typedef struct mutation {
    fuzz_random *random;
    tunip_graph *graph;
    nodes *nodes;
    places *places;
} mutation;

static tunip_walk_action collect(const tunip_node *node, void *user)
{
    nodes *n = user;
    for (size_t i = 0; i < n->count; i++)
        if (n->items[i] == node) return TUNIP_WALK_SKIP;
    if (n->count == MOST_NODES) return TUNIP_WALK_STOP;
    n->items[n->count++] = (tunip_node *)(uintptr_t)node;
    return TUNIP_WALK_ON;
}

static void collect_all(nodes *n, const tunip_node *root)
{
    const tunip_walker walker = {.enter = collect, .user = n};
    if (root) tunip_walk(root, &walker);
}

/* ---- places ---- */

static void add_place(places *p, tunip_node **at, const tunip_type *expects)
{
    if (p->count < MOST_PLACES) p->items[p->count++] = (place){at, expects};
}

static void add_items(places *p, tunip_node *node, const tunip_field *field)
{
    const tunip_array *array = TUNIP_AS(tunip_array, node);
    const tunip_map *map = TUNIP_AS(tunip_map, node);
    for (size_t i = 0; array && i < array->count; i++)
        add_place(p, &array->items[i], field ? field->item : NULL);
    for (size_t i = 0; map && i < map->count; i++) {
        add_place(p, &map->entries[i].key, field ? field->key : NULL);
        add_place(p, &map->entries[i].value, field ? field->item : NULL);
    }
}

static void add_fields(places *p, tunip_node *node, const tunip_type *type)
{
    for (; type; type = type->base) {
        for (size_t i = 0; i < type->field_count; i++) {
            const tunip_field *field = &type->fields[i];
            if (field->kind != TUNIP_KIND_NODE) continue;
            tunip_node **at = (tunip_node **)(void *)((char *)node + field->offset);
            add_place(p, at, field->expects);
            add_items(p, *at, field);
        }
    }
}

static void find_places(mutation *m)
{
    m->places->count = 0;
    for (size_t i = 0; i < m->nodes->count; i++) {
        tunip_node *node = m->nodes->items[i];
        if (!tunip_is_a(node, &tunip_opaque_type)) add_fields(m->places, node, node->type);
    }
}

/* ---- changes ---- */

static bool is_within(const char *at, const void *begin, size_t size)
{
    return (uintptr_t)at - (uintptr_t)begin < size;
}

/* Whether the holder of `at` is below `node`, so that a reference to `node` would make a cycle.
 * Visits all nodes below, because arrays and maps have their items outside of their structs. */
static bool holds(const tunip_node *node, tunip_node **at, nodes *scratch)
{
    scratch->count = 0;
    collect_all(scratch, node);
    for (size_t i = 0; i < scratch->count; i++) {
        const tunip_node *below = scratch->items[i];
        const char *there = (const char *)at;
        const tunip_array *array = TUNIP_AS(tunip_array, below);
        const tunip_map *map = TUNIP_AS(tunip_map, below);
        if (is_within(there, below, below->type->size)) return true;
        if (array && is_within(there, array->items, array->count * sizeof(tunip_node *)))
            return true;
        if (map && is_within(there, map->entries, map->count * sizeof(tunip_map_entry)))
            return true;
    }
    return false;
}

static bool is_below(const tunip_type *type, const tunip_type *base)
{
    while (type && type != base) type = type->base;
    return type != NULL;
}

static tunip_node *pick_node(mutation *m, const tunip_type *expects)
{
    for (size_t i = 0; i < 16 * MOST_TRIES; i++) {
        tunip_node *node = m->nodes->items[fuzz_below(m->random, m->nodes->count)];
        if (!expects || expects == &tunip_any_type || tunip_is_a(node, expects)) return node;
    }
    return NULL;
}

static bool redirect(mutation *m)
{
    static nodes scratch;
    if (!m->places->count) return false;
    const place *to = &m->places->items[fuzz_below(m->random, m->places->count)];
    tunip_node *node = fuzz_below(m->random, 8) ? pick_node(m, to->expects) : NULL;
    if (node == *to->at || (node && holds(node, to->at, &scratch))) return false;
    *to->at = node;
    return true;
}

/* Replaces a node by a copy with the same children. */
static bool separate(mutation *m)
{
    if (!m->places->count) return false;
    tunip_node **at = m->places->items[fuzz_below(m->random, m->places->count)].at;
    if (!*at || (*at)->type->codec || tunip_is_a(*at, &tunip_opaque_type)) return false;
    tunip_node *copy = tunip_graph_alloc(m->graph, (*at)->type->size);
    FUZZ_CHECK(copy);
    memcpy(copy, *at, (*at)->type->size);
    *at = copy;
    return true;
}

/* Replaces a reference by a new node of an allowed type, whose children are existing nodes. */
static bool make(mutation *m)
{
    static nodes scratch;
    if (!m->places->count) return false;
    const place *to = &m->places->items[fuzz_below(m->random, m->places->count)];
    const tunip_type *type = fuzz_any_type(m->random);
    for (size_t i = 0; i < 64 && to->expects && !is_below(type, to->expects); i++)
        type = fuzz_any_type(m->random);
    if ((to->expects && !is_below(type, to->expects)) || type->codec) return false;
    if (type->flags & TUNIP_TYPE_ABSTRACT) return false;
    tunip_node *node = tunip_node_new(m->graph, type);
    FUZZ_CHECK(node);
    for (const tunip_type *t = type; t; t = t->base) {
        for (size_t i = 0; i < t->field_count; i++) {
            if (t->fields[i].kind != TUNIP_KIND_NODE) continue;
            tunip_node *child = pick_node(m, t->fields[i].expects);
            if (child && !holds(child, to->at, &scratch))
                memcpy((char *)node + t->fields[i].offset, &child, sizeof child);
        }
    }
    *to->at = node;
    return true;
}

static const int64_t numbers[] = {
    0, 1, -1, 2, 3, 4, 5, 8, 16, 64, 255, 65536, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN,
};
static const double reals[] = {0.0, -0.0, 1.0, 0.5, 0.1, 1e300, 5e-324, -1.5};
static const char *const dtypes[] = {
    "int32",         "int64",      "uint8", "float32", "float16",          "bool",
    "handle",        "void",       "int1",  "int8x4",  "float32xvscalex4", "bfloat16",
    "float8_e4m3fn", "custom[x]8", "uint1", "bool4",
};

static int64_t pick_number(mutation *m, int64_t there)
{
    size_t way = fuzz_below(m->random, TUNIP_LEN(numbers) + 4);
    if (way < TUNIP_LEN(numbers)) return numbers[way];
    return (int64_t)((uint64_t)there + way - TUNIP_LEN(numbers) - 2);
}

static bool set_value(mutation *m, tunip_node *node, const tunip_field *field)
{
    void *at = (char *)node + field->offset;
    const char *name = dtypes[fuzz_below(m->random, TUNIP_LEN(dtypes))];
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_INT:
        *(int64_t *)at = pick_number(m, *(int64_t *)at);
        return true;
    case TUNIP_KIND_FLOAT:
        *(double *)at = reals[fuzz_below(m->random, TUNIP_LEN(reals))];
        return true;
    case TUNIP_KIND_BOOL:
        *(bool *)at = !*(bool *)at;
        return true;
    case TUNIP_KIND_DTYPE:
        return tunip_dtype_parse(tunip_str_from(name), at);
    case TUNIP_KIND_NODE:
        break;
    }
    return false;
}

static const char *const names[] = {
    "",
    "x",
    "x_1",
    "A",
    "T",
    "I",
    "R",
    "cls",
    "self",
    "main",
    "None",
    "def",
    "a b",
    "a.b",
    "1x",
    "\xc3\xa9",
    "\x1b[31m",
    "a\nb",
    "\"",
    "'",
    "\\",
    "`",
    "global",
    "tir.noalias",
    "_",
    "v",
    "nan",
    "\xe2\x80\xae",
    "\xff",
    "threadIdx.x",
    "extern_scope",
    "global_symbol",
    "dtype",
    "body",
};

/* Changes a boxed value or a string. */
static bool set_boxed(mutation *m, tunip_node *node)
{
    const tunip_type *type = node->type;
    if (type == &tunip_string_type) {
        const char *name = names[fuzz_below(m->random, TUNIP_LEN(names))];
        ((tunip_string *)node)->value = tunip_graph_copy(m->graph, tunip_str_from(name));
    } else if (type == &tunip_int_type) {
        ((tunip_int *)node)->value = pick_number(m, ((tunip_int *)node)->value);
    } else if (type == &tunip_float_type) {
        ((tunip_float *)node)->value = reals[fuzz_below(m->random, TUNIP_LEN(reals))];
    } else if (type == &tunip_bool_type) {
        ((tunip_bool *)node)->value = !((tunip_bool *)node)->value;
    } else {
        return false;
    }
    return true;
}

static bool change_value(mutation *m)
{
    tunip_node *node = m->nodes->items[fuzz_below(m->random, m->nodes->count)];
    const tunip_type *type = node->type;
    if (tunip_is_a(node, &tunip_opaque_type)) return false;
    if (set_boxed(m, node)) return true;
    while (type->base && (!type->field_count || fuzz_below(m->random, 2))) type = type->base;
    if (!type->field_count) return false;
    return set_value(m, node, &type->fields[fuzz_below(m->random, type->field_count)]);
}

/* ---- arrays and maps ---- */

static bool change_array(mutation *m, tunip_array *array)
{
    size_t count = array->count, at = count ? fuzz_below(m->random, count) : 0;
    tunip_node **items = tunip_graph_alloc(m->graph, (count + 1) * sizeof *items);
    FUZZ_CHECK(items);
    if (count) memcpy(items, array->items, count * sizeof *items);
    size_t other = count ? fuzz_below(m->random, count) : 0, way = fuzz_below(m->random, 3);
    if (!count) return false;
    if (way == 0) { /* repeat an item elsewhere */
        memmove(items + at + 1, items + at, (count - at) * sizeof *items);
        items[at] = array->items[other];
        array->count++;
    } else if (way == 1) {
        memmove(items + at, items + at + 1, (count - at - 1) * sizeof *items);
        array->count--;
    } else {
        items[at] = array->items[other];
        items[other] = array->items[at];
    }
    array->items = items;
    return true;
}

static bool change_map(mutation *m, tunip_map *map)
{
    if (!map->count) return false;
    size_t at = fuzz_below(m->random, map->count), other = fuzz_below(m->random, map->count);
    tunip_map_entry entry = map->entries[at];
    map->entries[at] = map->entries[other];
    map->entries[other] = entry;
    map->count -= fuzz_below(m->random, 2);
    return true;
}

static bool change_container(mutation *m)
{
    for (size_t i = 0; i < 8 * MOST_TRIES; i++) {
        tunip_node *node = m->nodes->items[fuzz_below(m->random, m->nodes->count)];
        if (tunip_is(node, &tunip_array_type)) return change_array(m, (tunip_array *)node);
        if (tunip_is(node, &tunip_map_type)) return change_map(m, (tunip_map *)node);
    }
    return false;
}

/* ---- all of it ---- */

static void change(mutation *m)
{
    static bool (*const ways[])(mutation * m) = {
        redirect, redirect, make, change_value, change_value, separate, change_container};
    size_t wanted = 1 + fuzz_below(m->random, 3);
    for (size_t i = 0; i < MOST_TRIES && wanted; i++) {
        find_places(m);
        wanted -= ways[fuzz_below(m->random, TUNIP_LEN(ways))](m);
    }
}

typedef struct compacter {
    fuzz_buffer *to;
    bool quoted, escaped;
} compacter;

/* Writes saved JSON without blanks and newlines between tokens. */
static int put_compact(const char *data, size_t size, void *user)
{
    compacter *c = user;
    for (size_t i = 0; i < size; i++) {
        if (c->quoted || (data[i] != ' ' && data[i] != '\n')) fuzz_put(c->to, data + i, 1);
        if (!c->escaped && data[i] == '"') c->quoted = !c->quoted;
        c->escaped = c->quoted && !c->escaped && data[i] == '\\';
    }
    return c->to->full;
}

static bool save(const tunip_node *root, fuzz_buffer *to)
{
    compacter compact = {to, false, false};
    return tunip_save(fuzz_context(), root, put_compact, &compact, NULL) == TUNIP_OK;
}

bool fuzz_mutate_graph(fuzz_random *random, tunip_str text, tunip_str donor, fuzz_buffer *to)
{
    static nodes all;
    static places found;
    tunip_graph *graph = tunip_read(fuzz_context(), text, NULL);
    tunip_graph *other = donor.size ? tunip_read(fuzz_context(), donor, NULL) : NULL;
    const tunip_node *root = graph ? tunip_graph_root(graph) : NULL;
    bool fine = root && fuzz_is_small(root);
    if (fine) {
        mutation m = {random, graph, &all, &found};
        all.count = 0;
        collect_all(&all, root);
        if (other && fuzz_is_small(tunip_graph_root(other)))
            collect_all(&all, tunip_graph_root(other));
        change(&m);
        tunip_graph_changed(graph);
        fine = save(root, to) && !to->full;
    }
    tunip_graph_free(other);
    tunip_graph_free(graph);
    return fine;
}
