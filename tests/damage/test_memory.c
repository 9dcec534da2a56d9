/* test_memory.c -- damaged IR in memory: each field of each node of golden/ becomes NULL, another
 * node of an allowed type, a list with fewer items, or an odd value. It must print, and sanitizers
 * find other errors. */
#include "damage.h"
#include "graph_nodes.h"

#include <math.h>

/* ---- one damage after the other ---- */

#define MOST_DAMAGES test_count(5000) /* of one file */

typedef struct damage {
    tunip_context *context;
    const char *path;
    const tunip_node *root;
    const graph_nodes *nodes;
    bool counts; /* the first pass, which only counts the damages */
    size_t count;
    size_t at;
} damage;

static void print(const damage *g, const char *what, const tunip_node *where)
{
    for (size_t i = 0; i < TUNIP_LEN(damage_options); i++) {
        tunip_error error;
        bool prints = damage_prints(g->context, g->root, i, &error);
        /* The metadata section is a saved graph, which has no cycles. */
        bool is_cycle = damage_options[i].show_meta && strstr(error.message, "has a cycle");
        if (!prints && !is_cycle)
            fail_msg("%s: %s of %s: %s", g->path, what, where->type->key, error.message);
    }
}

/* Whether to try the next damage. */
static bool is_next(damage *g)
{
    if (g->counts) {
        g->count++;
        return false;
    }
    return damage_is_tried(g->at++, g->count, MOST_DAMAGES);
}

/* Prints with `size` bytes of the graph changed. */
static void try_bytes(damage *g, void *value, const void *changed, size_t size, const char *what,
                      const tunip_node *where)
{
    unsigned char kept[sizeof(tunip_str)];
    if (!is_next(g)) return;
    assert_true(size <= sizeof kept);
    memcpy(kept, value, size);
    memcpy(value, changed, size);
    print(g, what, where);
    memcpy(value, kept, size);
}

static void try_node(damage *g, tunip_node **value, tunip_node *changed, const char *what,
                     const tunip_node *where)
{
    if (*value != changed) try_bytes(g, value, &changed, sizeof changed, what, where);
}

/* ---- another node that a reader would have let through ---- */

static bool may_be(const tunip_node *node, const tunip_type *expects)
{
    return !expects || expects == &tunip_any_type || tunip_is_a(node, expects);
}

static size_t index_of(const graph_nodes *n, const tunip_node *node)
{
    size_t at = 0;
    while (at < n->count && n->all[at] != node) at++;
    return at;
}

/* The nearest other node before `where` (which may contain it and so make a cycle) or after it. */
static tunip_node *find_other(const graph_nodes *n, size_t from, const tunip_type *expects,
                              bool before)
{
    for (size_t step = 1; step < n->count; step++) {
        size_t at = (from + (before ? n->count - step : step)) % n->count;
        if (may_be(n->all[at], expects)) return n->all[at];
    }
    return NULL;
}

static void try_others(damage *g, tunip_node **value, const tunip_type *expects,
                       const tunip_node *where)
{
    size_t from = *value ? index_of(g->nodes, *value) : 0;
    try_node(g, value, NULL, "NULL in a child", where);
    try_node(g, value, find_other(g->nodes, from, expects, true), "an earlier child", where);
    try_node(g, value, find_other(g->nodes, from, expects, false), "a later child", where);
}

/* ---- containers ---- */

static void try_array(damage *g, tunip_array *array, const tunip_type *item,
                      const tunip_node *where)
{
    for (size_t fewer = 0; fewer < array->count; fewer++)
        try_bytes(g, &array->count, &fewer, sizeof fewer, "fewer items", where);
    for (size_t i = 0; i < array->count; i++) try_others(g, &array->items[i], item, where);
}

static void try_map(damage *g, tunip_map *map, const tunip_type *item, const tunip_node *where)
{
    size_t none = 0;
    if (map->count) try_bytes(g, &map->count, &none, sizeof none, "no entries", where);
    for (size_t i = 0; i < map->count; i++) try_others(g, &map->entries[i].value, item, where);
}

static bool is_container(const tunip_node *node)
{
    return tunip_is(node, &tunip_array_type) || tunip_is(node, &tunip_map_type);
}

/* ---- fields ---- */

static void try_child(damage *g, tunip_node **value, const tunip_field *field,
                      const tunip_node *where)
{
    tunip_node *child = *value;
    /* The item types of another container are not known here. */
    if (is_container(child) || field->item)
        try_node(g, value, NULL, "NULL for a container", where);
    else
        try_others(g, value, field->expects, where);
    if (tunip_is(child, &tunip_array_type)) try_array(g, (tunip_array *)child, field->item, where);
    if (tunip_is(child, &tunip_map_type)) try_map(g, (tunip_map *)child, field->item, where);
}

static void try_ints(damage *g, int64_t *value, const tunip_node *where)
{
    static const int64_t odd[] = {-1, 0, 1 << 20, INT64_MIN, INT64_MAX};
    for (size_t i = 0; i < TUNIP_LEN(odd); i++)
        try_bytes(g, value, &odd[i], sizeof *value, "an odd number", where);
}

static void try_dtypes(damage *g, tunip_dtype *value, const tunip_node *where)
{
    static const tunip_dtype odd[] = {
        {TUNIP_DTYPE_HANDLE, 0, 0}, {TUNIP_DTYPE_FLOAT, 16, -4}, {255, 255, 1}};
    for (size_t i = 0; i < TUNIP_LEN(odd); i++)
        try_bytes(g, value, &odd[i], sizeof *value, "an odd dtype", where);
}

static void try_field(damage *g, tunip_node *node, const tunip_field *field)
{
    static const double odd[] = {-0.0, INFINITY};
    void *value = (char *)node + field->offset;
    bool other = field->kind == TUNIP_KIND_BOOL && !*(bool *)value;
    if (field->kind == TUNIP_KIND_NODE) try_child(g, value, field, node);
    if (field->kind == TUNIP_KIND_INT) try_ints(g, value, node);
    if (field->kind == TUNIP_KIND_DTYPE) try_dtypes(g, value, node);
    if (field->kind == TUNIP_KIND_BOOL) try_bytes(g, value, &other, sizeof other, "not", node);
    for (size_t i = 0; field->kind == TUNIP_KIND_FLOAT && i < TUNIP_LEN(odd); i++)
        try_bytes(g, value, &odd[i], sizeof odd[i], "an odd number", node);
}

static void try_string(damage *g, tunip_string *string)
{
    static const tunip_str odd[] = {TUNIP_STR(""), TUNIP_STR("a\n\"b\"\\"), TUNIP_STR("\xff.\xc3")};
    for (size_t i = 0; i < TUNIP_LEN(odd); i++)
        try_bytes(g, &string->value, &odd[i], sizeof odd[i], "an odd text", &string->base);
}

static void try_all(damage *g)
{
    for (size_t i = 0; i < g->nodes->count; i++) {
        tunip_node *node = g->nodes->all[i];
        if (tunip_is(node, &tunip_string_type)) try_string(g, (tunip_string *)node);
        for (const tunip_type *type = node->type; type; type = type->base)
            for (size_t j = 0; j < type->field_count; j++) try_field(g, node, &type->fields[j]);
    }
}

static void damage_file(tunip_context *context, const char *path)
{
    static graph_nodes n;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *graph = tunip_read_file(context, path, &error);
    if (!graph) fail_msg("%s: %s", path, error.message);
    graph_nodes_collect(&n, tunip_graph_root(graph));
    damage g = {context, path, tunip_graph_root(graph), &n, .counts = true};
    try_all(&g);
    g.counts = false;
    try_all(&g);
    tunip_graph_free(graph);
}

static void whatever_a_field_holds_it_prints(void **state)
{
    (void)state;
    damage_each_golden(damage_file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_a_field_holds_it_prints),
    };
    test_name_skipped("nine of ten damages of tests/damage");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
