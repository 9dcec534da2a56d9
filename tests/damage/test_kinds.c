/* test_kinds.c -- IR in memory that a reader would refuse: for each node field of each type and for
 * the items of containers, the child has a wrong type or no type, or is a container or string with
 * a count but no data. tunip_check() finds each damage, prints report it, and equality, hash, diff
 * and saving do not crash. */
#include "damage.h"

#include "graph_nodes.h"

#define MOST_DAMAGES test_count(600) /* of one file */

enum { MOST_TRIED = 1 << 14 }; /* (type, field) */

/* ---- what a child becomes ---- */

static tunip_node untyped;
static tunip_string hollow_text = {{&tunip_string_type}, {NULL, 3}};
static tunip_array hollow_array = {{&tunip_array_type}, 2, NULL};
static tunip_map hollow_map = {{&tunip_map_type}, 2, NULL};
static tunip_shape hollow_shape = {{&tunip_shape_type}, 2, NULL};
static tunip_tensor hollow_tensor = {.base = {&tunip_tensor_type}, .ndim = 1, .data = {NULL, 4}};
static tunip_int number = {{&tunip_int_type}, 7};
static tunip_node *array_items[] = {&number.base, NULL, &hollow_text.base};
static tunip_array odd_array = {{&tunip_array_type}, 3, array_items};
static tunip_map_entry map_entries[] = {{&number.base, &untyped}, {NULL, &number.base}};
static tunip_map odd_map = {{&tunip_map_type}, 2, map_entries};
static const tunip_field hollow_fields[] = {{.name = NULL}};
static const tunip_type hollow_type = {
    .key = "damage.Hollow", .size = 8, .fields = hollow_fields, .field_count = 3};
static tunip_node hollow_node = {&hollow_type};
static tunip_type endless_type = {.key = "damage.Endless", .size = 8};
static tunip_node endless_node = {&endless_type};

static tunip_node *const odd_nodes[] = {
    &untyped,           &hollow_text.base,   &hollow_array.base, &hollow_map.base,
    &hollow_shape.base, &hollow_tensor.base, &number.base,       &odd_array.base,
    &odd_map.base,      &hollow_node,        &endless_node,
};

typedef struct damage {
    tunip_context *context;
    const char *path;
    tunip_graph *graph;
    const tunip_node *root;
    const tunip_node *other; /* the undamaged graph */
    const graph_nodes *nodes;
    bool counts; /* the first pass, which only counts the damages */
    size_t count, at;
} damage;

/* ---- everything that can be done with a graph ---- */

static int drop(const char *data, size_t size, void *user)
{
    (void)data;
    *(size_t *)user += size;
    return 0;
}

static void compare(const damage *g)
{
    tunip_comparison *comparison;
    tunip_script *script;
    uint64_t hash;
    size_t size = 0;
    if (tunip_equal(g->context, g->root, g->other, NULL, &comparison, NULL) == TUNIP_OK)
        tunip_comparison_free(comparison);
    tunip_hash(g->context, g->root, NULL, &hash, NULL);
    if (tunip_diff(g->context, g->other, g->root, NULL, &script, NULL) == TUNIP_OK) {
        tunip_diff_write(g->context, script, NULL, drop, &size, NULL);
        tunip_script_free(script);
    }
    tunip_save(g->context, g->root, drop, &size, NULL);
}

static void check(const damage *g, const char *what, const tunip_node *where)
{
    tunip_check_report *report;
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(tunip_check(g->context, g->root, NULL, &report, &error), TUNIP_OK);
    if (!tunip_check_report_count(report))
        fail_msg("%s: %s of %s: no flaw", g->path, what, where->type->key);
    for (size_t i = 0; i < tunip_check_report_count(report); i++) {
        char path[64];
        assert_true(tunip_check_report_flaw(report, i)->message.size > 0);
        assert_true(tunip_path_text(tunip_check_report_flaw(report, i)->path, path, sizeof path) >=
                    6);
    }
    tunip_check_report_free(report);
}

static void try_everything(const damage *g, const char *what, const tunip_node *where)
{
    check(g, what, where);
    for (size_t i = 0; i < TUNIP_LEN(damage_options); i++) {
        tunip_error error;
        bool prints = damage_prints(g->context, g->root, i, &error);
        bool is_cycle = damage_options[i].show_meta && strstr(error.message, "has a cycle");
        if (!prints && !is_cycle)
            fail_msg("%s: %s of %s: %s", g->path, what, where->type->key, error.message);
    }
    compare(g);
}

/* ---- one damage after the other ---- */

static void try_child(damage *g, tunip_node **child, tunip_node *changed, const char *what,
                      const tunip_node *where)
{
    tunip_node *kept = *child;
    if (g->counts) {
        g->count++;
        return;
    }
    if (!damage_is_tried(g->at++, g->count, MOST_DAMAGES)) return;
    *child = changed;
    tunip_graph_changed(g->graph);
    try_everything(g, what, where);
    *child = kept;
}

static bool may_be(const tunip_node *node, const tunip_type *expects)
{
    return !expects || expects == &tunip_any_type || tunip_is_a(node, expects);
}

/* The first node from `from` on that the field does not allow; NULL if it allows all. */
static tunip_node *find_wrong(const graph_nodes *n, size_t from, const tunip_type *expects)
{
    for (size_t i = 0; i < n->count; i++) {
        tunip_node *node = n->all[(from + i) % n->count];
        if (!may_be(node, expects)) return node;
    }
    return NULL;
}

static void try_wrong(damage *g, tunip_node **child, const tunip_type *expects, size_t from,
                      const char *what, const tunip_node *where)
{
    tunip_node *wrong = find_wrong(g->nodes, from, expects);
    if (wrong) try_child(g, child, wrong, what, where);
    for (size_t i = 0; i < TUNIP_LEN(odd_nodes); i++) {
        bool is_wrong =
            !odd_nodes[i]->type || odd_nodes[i] != &number.base || !may_be(odd_nodes[i], expects);
        if (is_wrong) try_child(g, child, odd_nodes[i], what, where);
    }
}

/* ---- each type and each of its fields once ---- */

typedef struct tried_field {
    const tunip_type *type;
    const tunip_field *field;
} tried_field;

static struct {
    tried_field all[MOST_TRIED];
    size_t count;
} tried;

static bool is_first(const tunip_type *type, const tunip_field *field)
{
    for (size_t i = 0; i < tried.count; i++)
        if (tried.all[i].type == type && tried.all[i].field == field) return false;
    assert_true(tried.count < MOST_TRIED);
    tried.all[tried.count++] = (tried_field){type, field};
    return true;
}

static void try_field(damage *g, tunip_node *node, const tunip_field *field, size_t from)
{
    tunip_node **child = (tunip_node **)(void *)((char *)node + field->offset);
    try_wrong(g, child, field->expects, from, field->name, node);
    if (tunip_is(*child, &tunip_array_type) && ((tunip_array *)*child)->count)
        try_wrong(g, &((tunip_array *)*child)->items[0], field->item, from, "an item", node);
    if (!tunip_is(*child, &tunip_map_type) || !((tunip_map *)*child)->count) return;
    tunip_map_entry *entry = &((tunip_map *)*child)->entries[0];
    try_wrong(g, &entry->key, field->key, from, "a key", node);
    try_wrong(g, &entry->value, field->item, from, "a value", node);
}

static void try_all(damage *g)
{
    tried.count = 0;
    for (size_t i = 0; i < g->nodes->count; i++) {
        tunip_node *node = g->nodes->all[i];
        for (const tunip_type *type = node->type; type; type = type->base)
            for (size_t j = 0; j < type->field_count; j++)
                if (type->fields[j].kind == TUNIP_KIND_NODE &&
                    is_first(node->type, &type->fields[j]))
                    try_field(g, node, &type->fields[j], i);
    }
}

static void damage_file(tunip_context *context, const char *path)
{
    static graph_nodes n;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *graph = tunip_read_file(context, path, &error);
    tunip_graph *other = tunip_read_file(context, path, &error);
    if (!graph || !other) fail_msg("%s: %s", path, error.message);
    endless_type.base = &endless_type;
    graph_nodes_collect(&n, tunip_graph_root(graph));
    damage g = {context, path,          graph, tunip_graph_root(graph), tunip_graph_root(other),
                &n,      .counts = true};
    try_all(&g);
    g.counts = false;
    try_all(&g);
    tunip_graph_free(graph);
    tunip_graph_free(other);
}

static void whatever_stands_anywhere_nothing_crashes(void **state)
{
    (void)state;
    damage_each_golden(damage_file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_stands_anywhere_nothing_crashes),
    };
    test_name_skipped("nine of ten damages of tests/damage");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
